"""From the files under ``questions`` to :class:`Phrasings`: what questions and circumstances are called as well."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from emperor_rules.diagnostics import Diagnostic, error, suggest
from emperor_rules.frontend.raw_declarations import PHRASING_KINDS, RawDeclaration, faults, read_draft
from emperor_rules.language.blocks import DeclaredKind
from emperor_rules.language.parser import parse
from emperor_rules.language.phrases import no_vocabulary
from emperor_rules.language.syntax_tree import span_of
from emperor_rules.messages import LANGUAGES, Message
from emperor_rules.model.phrasings import ANYONE_SLOT, DEPARTURES, Phrasing, Phrasings, Topic
from emperor_rules.model.vocabulary import GivenFact, GivenKind, Vocabulary
from emperor_rules.source import SourceFile

FLAG_VALUES = ("yes", "no")
#: Letters that stand for players and numbers whatever is asked.
PLAIN_LETTERS = ("p", "q", "n", "x")
#: What a phrasing can say of a letter that it leaves out: it is asked for, of other sides, or everybody in turn.
IMPLIED_OF_LETTERS = ("?", "foreign", "every")
#: What stands in braces, and the shape that it has: a name, two joined, or a name and what is said of it.
BRACES, IN_BRACES = re.compile(r"\{([^{}]*)\}"), re.compile(r"[\w-]+(\+[\w-]+)?|[\w-]+=(\?|[\w-]+)")
#: Brackets of either kind with nothing but words inside, and one that is left when all those are gone.
CLOSED, UNCLOSED = re.compile(r"\([^()\[\]]*\)|\[[^()\[\]]*\]"), re.compile(r"[][(){}]")


def read_phrasings(
    sources: Iterable[SourceFile], vocabulary: Vocabulary, words: Mapping[str, Any] | None = None
) -> tuple[Phrasings, tuple[Diagnostic, ...]]:
    """Return the phrasings of some files; what speaks of nothing in the vocabulary is reported and left out.

    ``words`` are those of the game in which people ask, in tables of each language.
    """
    findings: list[Diagnostic] = []
    drafts: dict[tuple[DeclaredKind, str], RawDeclaration] = {}
    phrasings: dict[DeclaredKind, list[Phrasing]] = {DeclaredKind.PHRASING: [], DeclaredKind.CIRCUMSTANCE: []}
    topics: dict[str, Topic] = {}
    for source in sources:
        parsed = parse(source, no_vocabulary())
        findings.extend(parsed.findings)
        for block in parsed.tree.trees:
            head = block.first_token
            if block.rule != "declaration" or head.text not in PHRASING_KINDS:
                message = Message("a “{head}” does not belong among the questions", head=head)
                help = Message("Here stand: {kinds}.", kinds=", ".join(PHRASING_KINDS))
                findings.append(error("R105", message, span_of(source, head), help))
                continue
            draft = read_draft(block, parsed)
            if (draft.kind, draft.id) in drafts:
                place = drafts[draft.kind, draft.id].span
                help = Message("It stands already at {place}: add to that.", place=place)
                findings.append(draft.wrong(Message("it is declared twice"), help, code="R301"))
                continue
            drafts[draft.kind, draft.id] = draft
            findings.extend(faults(draft))
            if draft.kind is DeclaredKind.TOPIC:
                asks = draft.asked(vocabulary.questions, findings)
                topics[draft.id] = Topic(draft.id, draft.words(), asks, draft.span)
                continue
            findings.extend(_strangers(draft, vocabulary))
            if draft.id in _names(draft.kind, vocabulary):
                phrasings[draft.kind] += _phrasings_of(draft)
    questions, circumstances = map(tuple, phrasings.values())
    return Phrasings(questions, circumstances, topics, words or {}), tuple(findings)


def _names(kind: DeclaredKind, vocabulary: Vocabulary) -> Collection[str]:
    """Return the names of what phrasings of a kind are of."""
    return vocabulary.questions if kind is DeclaredKind.PHRASING else (*vocabulary.givens, *DEPARTURES)


def _phrasings_of(draft: RawDeclaration) -> Iterator[Phrasing]:
    """Yield the strings of the items ``also``, each of which may name a value before the language."""
    for details in draft.items.get("also", ()):
        value, rest = ("", details) if details[0] in LANGUAGES else (details[0], details[1:])
        for words in rest[1:]:
            yield Phrasing(draft.id, rest[0], words, value)


def _strangers(draft: RawDeclaration, vocabulary: Vocabulary) -> Iterator[Diagnostic]:
    """Yield a finding on a question, a given fact, a value or a language that is not there."""
    names = _names(draft.kind, vocabulary)
    asked = vocabulary.questions.get(draft.id) if draft.kind is DeclaredKind.PHRASING else None
    letters = [letter for letter, _ in asked.parameters] if asked is not None else []
    sayable: dict[str, Sequence[str] | None] = dict.fromkeys(letters, IMPLIED_OF_LETTERS)
    sayable |= {id: _values_in_braces(fact, letters) for id, fact in vocabulary.givens.items()}
    if draft.id not in names:
        what = Message("question") if draft.kind is DeclaredKind.PHRASING else Message("given fact")
        yield draft.wrong(Message("there is no {kind} of that name", kind=what), suggest(draft.id, names), code="R702")
    given = vocabulary.givens.get(draft.id) if draft.kind is DeclaredKind.CIRCUMSTANCE else None
    values: tuple[str, ...] = ()
    if given is not None and given.kind is GivenKind.FLAG:
        values = FLAG_VALUES
    elif given is not None and given.kind is GivenKind.CHOICE:
        values = tuple(word for word, _ in given.choices)
    for details in draft.items.get("also", ()):
        named = details[:1] if details and details[0] not in LANGUAGES else []
        language = details[len(named)] if len(details) > len(named) else ""
        if language not in LANGUAGES or len(details) < len(named) + 2:
            message = Message("an item “also” lacks its language or its words")
            yield draft.wrong(message, Message('Write: also en "…", "…"'), "also")
        elif named and named[0] not in values:
            help = Message('Write the language first: also en "…"')
            if values:
                help = Message("It has: {values}.", values=", ".join(values))
            yield draft.wrong(Message("“{value}” is no value of it", value=named[0]), help, "also")
        elif values and not named:
            help = Message('Write: also {value} {language} "…"', value=values[0], language=language)
            yield draft.wrong(Message("an item “also” names no value"), help, "also")
        else:
            for words in details[len(named) + 1 :]:
                yield from _faulty_signs(draft, words, {*sayable, *PLAIN_LETTERS, ANYONE_SLOT}, sayable)


def _values_in_braces(fact: GivenFact, letters: Sequence[str]) -> Sequence[str] | None:
    """Return what ``{fact=…}`` can say of a given fact, ``None`` for any number: one of players is a letter's."""
    match fact.kind:
        case GivenKind.FLAG:
            return FLAG_VALUES
        case GivenKind.CHOICE:
            return tuple(word for word, _ in fact.choices)
        case GivenKind.NUMBER:
            return None
    return tuple(letters) if fact.kind is GivenKind.PLAYER else ("foreign",)


def _faulty_signs(
    draft: RawDeclaration, words: str, names: Collection[str], sayable: Mapping[str, Sequence[str] | None]
) -> Iterator[Diagnostic]:
    """Yield a finding on braces that hold no known name or value, and on brackets or braces that are not closed."""
    for inside in BRACES.findall(words):
        name, equals, value = inside.partition("=")
        values = sayable.get(name, ())
        if equals and name in sayable and not (value.isdigit() if values is None else value in values):
            message = Message("“{value}” is no value of it", value=value)
            write = Message("Write a number.") if values is None else Message("Say it in words.")
            if values:
                write = Message("It has: {values}.", values=", ".join(values))
            yield draft.wrong(message, write, "also")
            continue
        stranger = next((name for name in name.split("+") if name not in names), "")
        if stranger or not IN_BRACES.fullmatch(inside):
            help = suggest(stranger, names, Message("Write {forms}.", forms="{owner}, {p+q}, {p=?}, {kind=creature}"))
            yield draft.wrong(Message("“{inside}” in braces says nothing here", inside=inside), help, "also")
    rest = BRACES.sub("", words)
    while rest != (rest := CLOSED.sub("", rest)):
        pass
    stray = UNCLOSED.search(rest)
    if stray is not None:
        message = Message("“{sign}” has no counterpart in “{words}”", sign=stray.group(), words=words)
        yield draft.wrong(message, Message("Write (a|b) for a choice and [a] for what may be left away."), "also")
