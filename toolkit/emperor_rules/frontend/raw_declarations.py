"""One declaration as written, and whether its items have the shape that its kind wants."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from emperor_rules.diagnostics import Diagnostic, error, suggest
from emperor_rules.language.blocks import DECLARED_ITEMS
from emperor_rules.language.parser import Parsed
from emperor_rules.language.scanner import NUMBER, TOKEN
from emperor_rules.language.syntax_tree import Node, span_of, tokens, trees, unquote
from emperor_rules.messages import Message
from emperor_rules.model.phrases import LETTER
from emperor_rules.model.vocabulary import ROLE_HERE, Words
from emperor_rules.source import Span

#: Items that may stand more than once: one for each language or key.
REPEATED = ("also", "ask", "defined", "negative", "noun", "plural", "said", "short", "where", "with")
#: How the items that take two strings are written.
PAIRS = {
    "noun": Message('Write, with “…” where a role would stand: noun en "a rival", "a rival …"'),
    "where": Message('Write, first in full and then in short: where en "in the same row", "there"'),
}
ANSWERS = ("number", "player", "players", "team", "one")


@dataclass
class RawDeclaration:
    """One declaration as written: its kind, name, and the details of its items by keyword."""

    kind: str
    id: str
    span: Span
    comments: tuple[str, ...] = ()
    items: dict[str, list[list[str]]] = field(default_factory=dict)
    places: dict[str, Span] = field(default_factory=dict)
    unquoted: list[str] = field(default_factory=list)
    broken: bool = False

    def first(self, key: str) -> list[str]:
        """Return the details of the first item of that keyword, or nothing."""
        items = self.items.get(key)
        return items[0] if items else []

    def words(self, *path: str) -> Words:
        """Return the strings of ``en`` and ``it`` (after a leading keyword such as ``ask``) as :class:`Words`."""
        words = {"en": "", "it": ""}
        if path:
            for details in self.items.get(path[0], []):
                if len(details) >= 2 and details[0] in words:
                    words[details[0]] = details[1]
        else:
            for language in words:
                details = self.first(language)
                words[language] = details[0] if details else ""
        return Words(words["en"], words["it"])

    def pair(self, key: str) -> tuple[Words, Words]:
        """Return the two strings of an item in both languages, such as ``where en "in range", "there"``."""
        strings = {details[0]: details[1:3] for details in self.items.get(key, []) if len(details) >= 3}
        en, it = (strings.get(language, ["", ""]) for language in ("en", "it"))
        return Words(en[0], it[0]), Words(en[1], it[1])

    def noun(self) -> tuple[Words, Words]:
        """Return singular and plural in both languages."""
        en, it = self.first("en"), self.first("it")
        return (
            Words(en[0] if en else self.id, it[0] if it else ""),
            Words(en[-1] if en else self.id + "s", it[-1] if it else ""),
        )

    def wrong(self, message: str, help: str, key: str = "", code: str = "R302") -> Diagnostic:
        """Make a finding about this declaration, at its item ``key`` if it has one."""
        message = Message("{kind} “{name}”: {message}", kind=self.kind, name=self.id, message=message)
        return error(code, message, self.places.get(key, self.span), help)


def read_draft(block: Node, parsed: Parsed) -> RawDeclaration:
    """Return the declaration of a syntax tree; items that could not be parsed make it ``broken``."""
    kind, id = tokens(trees(block)[0])[:2]
    source = parsed.source
    span, comments = source.span(kind.start, id.end), parsed.comments_on(block)
    draft = RawDeclaration(kind.text, id.text, span, comments)
    for item in trees(block)[1:]:
        draft.broken |= item.rule == "broken"
        if item.rule != "detailed":
            continue
        keyword, *details = tokens(item)[:-1]
        words = [unquote(token) if token.type == "STRING" else token.text for token in details]
        if keyword.text in ("en", "it") and any(token.type == "NAME" for token in details):
            draft.unquoted.append(keyword.text)
        draft.items.setdefault(keyword.text, []).append([word for word in words if word != ","])
        draft.places.setdefault(keyword.text, span_of(source, keyword))
    return draft


def faults(draft: RawDeclaration) -> Iterator[Diagnostic]:
    """Report items that the declaration's kind does not have, that are there twice, or that lack their details."""
    allowed = DECLARED_ITEMS.get(draft.kind, ())
    for key, occurrences in draft.items.items():
        if key not in allowed:
            help = suggest(key, allowed, Message("It has: {allowed}.", allowed=", ".join(allowed)))
            yield draft.wrong(Message("its kind has no item “{key}”", key=key), help, key, "R105")
        elif len(occurrences) > 1 and key not in REPEATED:
            message = Message("there are {count} items “{key}”", count=len(occurrences), key=key)
            yield draft.wrong(message, Message("Keep one of them."), key)
    for key in dict.fromkeys(draft.unquoted):
        message = Message("its “{key}” stands without double quotes", key=key)
        yield draft.wrong(message, Message('Write: {key} "…"', key=key), key)
    yield from _unspeakable(draft)
    answer = draft.first("answer")
    if "answer" in draft.items and (not answer or answer[0] not in ANSWERS):
        message = Message("“{answer}” is no kind of answer", answer=" ".join(answer))
        yield draft.wrong(message, Message("It is one of: {answers} of ….", answers=", ".join(ANSWERS)), "answer")
    for details in draft.items.get("slot", ()):
        if len(details) != 2 or len(details[1].split()) < 2 or not LETTER.fullmatch(details[1].split()[-1]):
            message = Message("its slot does not name a key and a phrase with a letter at the end")
            yield draft.wrong(message, Message('Write: slot my-key "with the hat of x"'), "slot")
    for details in draft.items.get("with", ()):
        if len(details) != 2:
            message = Message("its “with” does not name a key and a letter")
            yield draft.wrong(message, Message("Write: with my-key p"), "with")
    for key, help in PAIRS.items():
        strings = [details[1:] for details in draft.items.get(key, ())]
        if any(len(pair) != 2 or (key == "noun" and ROLE_HERE not in pair[1]) for pair in strings):
            message = Message("its “{key}” is not written with a language and two strings", key=key)
            yield draft.wrong(message, help, key)
    if "default" in draft.items and draft.kind == "given":
        yield from _default(draft)


def _unspeakable(draft: RawDeclaration) -> Iterator[Diagnostic]:
    """Report English phrases with characters that no sentence can contain."""
    if draft.kind in ("option", "term", "topic"):
        return
    spoken = [("en", phrase) for phrase in draft.first("en")]
    spoken.append(("negative", draft.words("negative").en))
    for key, phrase in spoken:
        wrong = next((word for word in phrase.split() if not _is_word(word)), None)
        if wrong is not None:
            message = Message("no sentence can hold “{wrong}”, a part of its phrase", wrong=wrong)
            yield draft.wrong(message, Message("Leave commas, full stops, brackets and other marks away."), key)


def _is_word(written: str) -> bool:
    match = TOKEN.fullmatch(written)
    return match is not None and match.lastgroup == "WORD"


def _default(draft: RawDeclaration) -> Iterator[Diagnostic]:
    default = "".join(draft.first("default")[:1])
    choices = draft.first("one")[1::3]
    if choices:
        allowed = (*choices, "none")
    elif "number" in draft.items:
        allowed = ("none",) if not NUMBER.match(default) else (default,)
    elif "player" in draft.items:
        allowed = ("first", "none")
    else:
        allowed = ("none",) if "players" in draft.items else ("yes", "no")
    if default not in allowed:
        shown = ", ".join(allowed) if "number" not in draft.items else "a number, none"
        message = Message("“{default}” is no default for it", default=default)
        yield draft.wrong(message, Message("It may be: {shown}.", shown=shown), "default")
