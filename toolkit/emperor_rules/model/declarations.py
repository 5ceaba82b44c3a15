"""From vocabulary files to the :class:`Vocabulary`: read declarations, bend their phrases, find clashes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from lark import Tree

from emperor_rules.diagnostics import Diagnostic, error
from emperor_rules.language.parser import parse
from emperor_rules.language.phrases import (
    Phrases,
    negated_flag,
    no_vocabulary,
    noun_of,
    structural_phrases,
    verb_forms,
)
from emperor_rules.language.tree import Node, all_tokens, span_of, tokens, trees, unquote
from emperor_rules.model.reading import Reader
from emperor_rules.model.vocabulary import (
    BUILTINS,
    DRAWN_AS,
    Given,
    Meaning,
    Option,
    Relation,
    Role,
    Sort,
    Vocabulary,
    Words,
)
from emperor_rules.source import SourceFile, Span

LETTER = re.compile(r"\b[a-z]\b")


@dataclass
class Draft:
    """One declaration as written: its kind, name, and items by keyword."""

    kind: str
    id: str
    source: SourceFile
    span: Span
    items: dict[str, list[list[str]]] = field(default_factory=dict)
    places: dict[str, Span] = field(default_factory=dict)

    def first(self, key: str) -> list[str]:
        """Give the details of the first item of that keyword, or nothing."""
        found = self.items.get(key)
        return found[0] if found else []

    def words(self, *path: str) -> Words:
        """Give the strings of ``en`` and ``it`` (after a leading keyword such as ``ask``) as :class:`Words`."""
        found = {"en": "", "it": ""}
        if path:
            for details in self.items.get(path[0], []):
                if len(details) >= 2 and details[0] in found:
                    found[details[0]] = details[1]
        else:
            for language in found:
                details = self.first(language)
                found[language] = details[0] if details else ""
        return Words(found["en"], found["it"])

    def noun(self) -> tuple[Words, Words]:
        """Give singular and plural in both languages."""
        en, it = self.first("en"), self.first("it")
        return (
            Words(en[0] if en else self.id, it[0] if it else ""),
            Words(en[-1] if en else self.id + "s", it[-1] if it else ""),
        )


def read_vocabulary(sources: Iterable[SourceFile]) -> tuple[Vocabulary, tuple[Diagnostic, ...]]:
    """Read vocabulary files into one vocabulary; later clashes with earlier are reported, the earlier stays."""
    sources = tuple(sources)
    findings: list[Diagnostic] = []
    drafts: dict[tuple[str, str], Draft] = {}
    for source in sources:
        parsed = parse(source, no_vocabulary(), first_pass=True)
        findings.extend(parsed.findings)
        for block in parsed.tree.children:
            if isinstance(block, Tree) and block.data == "declaration":
                _collect(_draft(block, source), drafts, findings)
            elif isinstance(block, Tree):
                head = all_tokens(block)[0]
                findings.append(
                    error(
                        "R105",
                        f"a “{head}” does not belong among the vocabulary",
                        span_of(source, head),
                        "Put it under rules/texts or rules/scenarios.",
                    )
                )
    builder = _Builder(drafts, findings)
    vocabulary = builder.build()
    relations = dict(vocabulary.relations)
    for source in sources:
        if any(d.source is source and ({"means", "premise"} & d.items.keys()) for d in drafts.values()) or re.search(
            r"^ +(means|premise)\b", source.text, re.MULTILINE
        ):
            _second_pass(source, vocabulary, relations, findings)
    return replace(vocabulary, relations=relations), tuple(findings)


def _second_pass(
    source: SourceFile, vocabulary: Vocabulary, relations: dict[str, Relation], findings: list[Diagnostic]
) -> None:
    """Read the conditions inside declarations, now that their phrases are known."""
    known = len(findings)
    parsed = parse(source, vocabulary.phrases)
    findings.extend(d for d in parsed.findings if d not in findings[:known])
    reader = Reader(vocabulary, source, findings)
    for block in parsed.tree.children:
        if not isinstance(block, Tree) or block.data != "declaration":
            continue
        head, *items = trees(block)
        id = str(tokens(head)[1])
        relation = relations.get(id)
        for item in items:
            if item.data in ("meaning", "premise") and relation is not None:
                bound = frozenset(letter for letter, _ in relation.params)
                condition = reader.condition(trees(item)[0], bound)
                means = item.data == "meaning"
                relation = replace(relation, means=condition) if means else replace(relation, premise=condition)
                relations[id] = relation


def _draft(block: Node, source: SourceFile) -> Draft:
    kind, id = tokens(trees(block)[0])[:2]
    draft = Draft(str(kind), str(id), source, source.span(kind.start_pos or 0, id.end_pos or 0))
    for item in trees(block)[1:]:
        if item.data != "detailed":
            continue
        keyword = tokens(item)[0]
        words = []
        for detail in trees(item):
            token = tokens(detail)[0]
            words.append(unquote(token) if token.type == "STRING" else str(token))
        draft.items.setdefault(str(keyword), []).append([w for w in words if w != ","])
        draft.places.setdefault(str(keyword), source.span(keyword.start_pos or 0, keyword.end_pos or 0))
    return draft


def _collect(draft: Draft, drafts: dict[tuple[str, str], Draft], findings: list[Diagnostic]) -> None:
    space = draft.kind if draft.kind in ("sort", "role", "given", "option") else "relation"
    earlier = drafts.get((space, draft.id))
    if earlier is not None:
        findings.append(error("R301", f"“{draft.id}” is declared twice", draft.span,
                              f"It stands already at {earlier.span}: choose another name."))  # fmt: skip
        return
    drafts[space, draft.id] = draft


class _Builder:
    """Turns drafts into declarations and their phrases."""

    def __init__(self, drafts: dict[tuple[str, str], Draft], findings: list[Diagnostic]) -> None:
        self.drafts = drafts
        self.findings = findings
        self.kinds = structural_phrases()
        self.owner: dict[tuple[str, ...], str] = {}
        self.meanings: dict[tuple[str, str], list[Meaning]] = {}
        self.letter_sorts: dict[str, str] = {}

    def build(self) -> Vocabulary:
        def of(space: str) -> list[Draft]:
            return [draft for (kind, _), draft in self.drafts.items() if kind == space]

        sorts = {d.id: self._sort(d) for d in of("sort")}
        roles = {d.id: self._role(d) for d in of("role")}
        options = {d.id: Option(d.id, d.words(), d.span) for d in of("option")}
        givens = {d.id: self._given(d) for d in of("given")}
        relations = {}
        for draft in of("relation"):
            relation = self._relation(draft)
            if relation is not None:
                relations[draft.id] = relation
        return Vocabulary(
            sorts, roles, relations, givens, options,
            Phrases(self.kinds, frozenset(self.letter_sorts)),
            {key: tuple(many) for key, many in self.meanings.items()},
            dict(self.letter_sorts),
        )  # fmt: skip

    # --- phrases ---------------------------------------------------------------------------------

    def _phrase(self, draft: Draft, kind: str, words: tuple[str, ...], meaning: Meaning | None) -> None:
        if not words:
            self._wrong(draft, "its phrase lacks words between the letters", "Separate the letters by words.")
            return
        held = self.kinds.get(words)
        if held is not None and held != kind:
            self.findings.append(error(
                "R303", f"“{' '.join(words)}” already has another meaning in the language", draft.span,
                "Choose other words." if words not in self.owner else f"“{self.owner[words]}” uses them."))  # fmt: skip
            return
        self.kinds[words] = kind
        self.owner.setdefault(words, draft.id)
        if meaning is not None:
            many = self.meanings.setdefault((kind, " ".join(words)), [])
            if meaning not in many:
                many.append(meaning)

    def _wrong(self, draft: Draft, message: str, help: str) -> None:
        self.findings.append(error("R302", f"{draft.kind} “{draft.id}”: {message}", draft.span, help))

    # --- kinds of declaration --------------------------------------------------------------------

    def _sort(self, draft: Draft) -> Sort:
        names = draft.noun()
        for letter in draft.first("letters"):
            if letter in self.letter_sorts:
                self._wrong(draft, f"the letter “{letter}” has a sort already", "Choose another letter.")
            self.letter_sorts[letter] = draft.id
        for number in names:
            self._phrase(draft, "NOUN", tuple(number.en.split()), Meaning("sort", draft.id))
        return Sort(draft.id, tuple(draft.first("letters")), names, draft.span)

    def _role(self, draft: Draft) -> Role:
        names = draft.noun()
        one, many = (tuple(n.en.split()) for n in names)
        for words in (one, many):
            self._phrase(draft, "NOUN", words, Meaning("role", draft.id))
        for article in ("a", "an"):
            self._phrase(draft, "PROPERTY", ("is", article, *one), Meaning("role", draft.id))
            self._phrase(draft, "PROPERTY", ("is", "not", article, *one), Meaning("role", draft.id, True))
        self._phrase(draft, "PROPERTY", ("are", *many), Meaning("role", draft.id))
        self._phrase(draft, "PROPERTY", ("are", "not", *many), Meaning("role", draft.id, True))
        letter = "".join(draft.first("letter")[:1])
        if len(letter) != 1:
            self._wrong(draft, "its seat letter is missing", "Add: letter g")
        return Role(draft.id, letter, "".join(draft.first("symbol")[:1]), names, draft.span)

    def _given(self, draft: Draft) -> Given:
        phrase = draft.words()
        choices = self._choices(draft, draft.first("one"))
        kind = next((k for k in ("number", "player", "players") if k in draft.items), "choice" if choices else "flag")
        words = tuple(phrase.en.split())
        if not words:
            self._wrong(draft, "its English phrase is missing", "Add: en “the creature is tapped”")
        elif kind == "flag":
            self._phrase(draft, "FLAG", words, Meaning("given", draft.id))
            negative = draft.words("negative").en
            other = tuple(negative.split()) or negated_flag(words)
            if other:
                self._phrase(draft, "FLAG", other, Meaning("given", draft.id, True))
        elif kind == "players":
            for form, negated in verb_forms(words[1:]):
                self._phrase(draft, "PROPERTY", form, Meaning("given", draft.id, negated))
        else:
            self._phrase(draft, "VALUE", words, Meaning("given", draft.id))
        default = draft.first("default")
        return Given(draft.id, kind, phrase, default[0] if default else None, choices,
                     "best" in draft.items, "present" in draft.items, draft.span)  # fmt: skip

    def _choices(self, draft: Draft, details: list[str]) -> tuple[tuple[str, Words], ...]:
        if not details or details[0] != "of":
            return ()
        rest, choices = details[1:], []
        for at in range(0, len(rest) - 2, 3):
            word, en, it = rest[at : at + 3]
            choices.append((word, Words(en, it)))
            self._phrase(draft, "CHOICE", (word,), Meaning("choice", word))
        if len(rest) % 3:
            self._wrong(draft, "a choice lacks its words in English and Italian",
                        "Write each choice as: word “English” “italiano”")  # fmt: skip
        return tuple(choices)

    def _relation(self, draft: Draft) -> Relation | None:
        phrase = draft.words()
        letters = draft.first("of")
        unknown = [letter for letter in letters if letter not in self.letter_sorts]
        if not phrase.en or not phrase.it or unknown:
            self._wrong(draft, f"“{unknown[0]}” is no letter of a sort" if unknown else "a phrase is missing",
                        "Declare the letter with a sort." if unknown else "Add both: en “…” and it “…”")  # fmt: skip
            return None
        params = tuple((letter, self.letter_sorts[letter]) for letter in letters)
        spoken = [w for w in phrase.en.split() if LETTER.fullmatch(w) and w in letters]
        if sorted(spoken) != sorted(letters):
            self._wrong(draft, "its English phrase does not name each letter once",
                        f"Name {', '.join(letters)} once each.")  # fmt: skip
            return None
        answer = draft.first("answer")
        choices = self._choices(draft, answer[1:]) if answer[:1] == ["one"] else ()
        kind, slot, builtin = draft.kind, draft.first("slot"), draft.first("builtin")
        if builtin:
            known = BUILTINS.get(builtin[0])
            if known is None or known[0] != tuple(sort for _, sort in params):
                self._wrong(draft, f"the toolkit has no notion “{builtin[0]}” of these sorts",
                            f"It has: {', '.join(sorted(BUILTINS))}.")  # fmt: skip
                return None
        drawn = "".join(draft.first("drawn")[1:])
        answers = ("choice" if choices else answer[0] if answer else "number") if kind == "value" else "yes-no"
        if "drawn" in draft.items and DRAWN_AS.get(drawn) != (tuple(sort for _, sort in params), answers):
            self._wrong(draft, f"a drawing cannot show it as “{drawn}”",
                        f"Write “drawn as” {', '.join(DRAWN_AS)}, where sorts and answer fit.")  # fmt: skip
            drawn = ""
        if slot and len(slot) >= 2:
            self._phrase(draft, "SLOT", tuple(slot[1].split()[:-1]), Meaning("slot", slot[0]))
        self._relation_phrases(draft, phrase.en, spoken, kind)
        return Relation(
            draft.id, kind, params, phrase, draft.words("negative"), draft.words("ask"),
            tuple(letters.index(letter) for letter in spoken),
            answers,
            choices, "closed" in draft.items, builtin[0] if builtin else None,
            "requirement" in draft.items, "gone" in draft.items, "essential" in draft.items,
            tuple(draft.first("ignores")),
            (slot[0], slot[1].split()[-1], slot[1]) if len(slot) >= 2 else None,
            tuple((d[0], d[1]) for d in draft.items.get("with", []) if len(d) == 2),
            drawn=drawn, span=draft.span,
        )  # fmt: skip

    def _relation_phrases(self, draft: Draft, phrase: str, spoken: list[str], kind: str) -> None:
        pieces = _pieces(phrase.split(), spoken)
        meaning = Meaning("relation", draft.id)
        if kind == "value":
            if pieces[0] == () or (spoken and pieces[-1]):
                self._wrong(draft, "a value's phrase starts with words and ends with a letter",
                            "Write it like “the range of p”.")  # fmt: skip
                return
            names = ("VALUE", "VALUE_OF", "VALUE_OF2")
            if len(spoken) > 2:
                self._wrong(draft, "a value has at most two letters", "Use fewer.")
                return
            self._phrase(draft, names[len(spoken)], pieces[0] if spoken else tuple(phrase.split()), meaning)
            if len(spoken) == 2:
                self._phrase(draft, "LINK", pieces[1], None)
            return
        if not spoken:
            words = tuple(phrase.split())
            self._phrase(draft, "FLAG", words, meaning)
            other = tuple(draft.words("negative").en.split()) or negated_flag(words)
            if other:
                self._phrase(draft, "FLAG", other, Meaning("relation", draft.id, True))
            return
        if pieces[0] or len(spoken) > 3 or (len(spoken) > 1 and pieces[-1]):
            self._wrong(draft, "its phrase does not run “p words q words x”",
                        "Begin with a letter, end with one (or with words when it is the only letter).")  # fmt: skip
            return
        token = ("PROPERTY", "RELATION", "RELATION2")[len(spoken) - 1]
        forms = list(verb_forms(pieces[1]))
        negative = draft.words("negative").en
        if negative:
            forms.append((_pieces(negative.split(), spoken)[1], True))
        if draft.items.get("plural"):
            forms.append((_pieces(draft.words("plural").en.split() or [], spoken)[-1], False))
        for words, negated in forms:
            if words:
                self._phrase(draft, token, words, Meaning("relation", draft.id, negated))
        noun = noun_of(pieces[1])
        if noun and len(spoken) <= 2:
            plural = next(form[1:] for form, negated in forms if form[0] == "are" and not negated)
            for words in (noun, plural):
                self._phrase(draft, "NOUN_OF" if len(spoken) == 2 else "NOUN", words, meaning)
        if len(spoken) == 3:
            self._phrase(draft, "LINK", pieces[2], None)


def _pieces(words: list[str], letters: list[str]) -> list[tuple[str, ...]]:
    """Cut a phrase at its letters: “p is next to q” → ``[(), ("is", "next", "to"), ()]``."""
    pieces: list[list[str]] = [[]]
    for word in words:
        if word in letters:
            pieces.append([])
        else:
            pieces[-1].append(word.lower())
    return [tuple(piece) for piece in pieces]
