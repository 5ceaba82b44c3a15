"""From the files under ``questions`` to :class:`Phrasings`: what questions and circumstances are called as well."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from math import inf
from typing import Any, NamedTuple

from emperor_rules.diagnostics import Diagnostic, error, suggest
from emperor_rules.frontend.raw_declarations import PHRASING_KINDS, RawDeclaration, faults, read_draft
from emperor_rules.language.blocks import DeclaredKind
from emperor_rules.language.parser import parse
from emperor_rules.language.phrases import no_vocabulary
from emperor_rules.language.syntax_tree import span_of
from emperor_rules.messages import LANGUAGES, Message, common_tables
from emperor_rules.model.phrasings import ANYONE_SLOT, DEPARTURES, STAYING, Phrasing, Phrasings, Topic
from emperor_rules.model.vocabulary import GivenFact, GivenKind, Vocabulary
from emperor_rules.source import SourceFile

FLAG_VALUES = ("yes", "no")
#: Letters that stand for players and numbers whatever is asked.
PLAIN_LETTERS = ("p", "q", "n", "t", "x")
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
    return vocabulary.questions if kind is DeclaredKind.PHRASING else (*vocabulary.givens, *DEPARTURES, STAYING)


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


# --- words of the game -----------------------------------------------------------------------------


#: The tables whose entries are lists of words themselves, with the fewest and the most of one.
ENTRIES = {
    **dict.fromkeys(("rewritten", "recast", "asks_rules", "spelling", "turns", "endings"), (2, 2)),
    **dict.fromkeys(("game_named", "options_called", "tenses"), (2, 2)),
    **{
        "opposites": (2, 3),
        "narrowed": (3, 3),
        "places": (3, 4),
        "sizes": (2, 4),
        "asker_is": (1, 99),
        "games": (2, 99),
        "games_of_size": (2, 99),
    },
}
#: Where in their rows tables name questions by their ids, and the tables that list nothing else.
QUESTION_COLUMNS, QUESTION_LISTS = {"narrowed": slice(1, 2), "opposites": slice(2, 3)}, ("later",)
#: The tables of regular expressions; in one whose entries are lists, the first of each is one.
PATTERNS = (
    *(
        "rewritten",
        "opposites",
        "recast",
        "asks_rules",
        "narrowed",
        "past",
        "dated",
        "sizes",
        "beside",
        "beside_self",
        "card_names",
    ),
    *("games", "games_of_size", "game_named", "named_before", "options_called"),
    *("options_used", "never_empty", "asks_what", "asks_number", "asks_can", "asks_deed", "empty_in"),
)
#: A list of words by its name, in a phrase or an expression.
_LIST_NAME = re.compile(r"\{[a-z_]+\}")
_GROUP = re.compile(r"\$(\d+)")
#: Somebody of those whom a turn names, by number.
_NUMBERED = re.compile(r"@(\S+)")
_BRACES = frozenset("{}")


class Fault(NamedTuple):
    """What is wrong with a file of tables, and what to write instead."""

    reason: object
    help: Message | str


def faults_of_words(words: Mapping[str, Any], questions: Collection[str]) -> Iterator[Fault]:
    """Yield what is wrong with tables of words: unknown names, other shapes, expressions that are none.

    ``questions`` are the ids of those that rows can name.
    """
    for id, tables in words.items():
        if id not in LANGUAGES or not isinstance(tables, Mapping):
            listing = Message("Write the tables of each language: {names}.", names=", ".join(LANGUAGES))
            yield Fault(Message("“{name}” is no table of a language", name=id), listing)
            continue
        common = common_tables()[id]
        for name, table in tables.items():
            if name not in common:
                listing = Message("The tables are: {names}.", names=", ".join(common))
                yield Fault(Message("there is no table “{name}”", name=f"{id}.{name}"), suggest(name, common, listing))
            elif not _fits(table, common[name], name):
                example = Message("Write, for example: {example}", example=f"{name} = {_example(common[name], name)}")
                yield Fault(Message("“{name}” holds something else", name=f"{id}.{name}"), example)
            elif (wrong := next(_unusable(table, name, common[name]), None)) is not None:
                reason = Message("“{name}” holds “{words}”", name=f"{id}.{name}", words=wrong)
                yield Fault(reason, Message("Close each bracket, and name only groups and lists that are there."))
            else:
                for ask in _asked_of(name, table):
                    if ask not in questions:
                        reason = Message("“{name}” holds “{words}”", name=f"{id}.{name}", words=ask)
                        listing = Message("It is no question: name one by its id.")
                        yield Fault(reason, suggest(ask, questions, listing))


def _asked_of(name: str, table: Any) -> Iterator[str]:
    """Yield the ids of questions that a table names."""
    if name in QUESTION_COLUMNS:
        yield from (ask for row in table for ask in row[QUESTION_COLUMNS[name]])
    elif name in QUESTION_LISTS:
        yield from table


def _fits(table: Any, usual: Any, name: str = "") -> bool:
    if isinstance(usual, Mapping):
        first = next(iter(usual.values()))
        return (
            isinstance(table, Mapping)
            and (not _is_number(first) or table.keys() <= usual.keys())
            and all(_fits(entry, usual.get(key, first)) for key, entry in table.items())
        )
    if _is_number(usual):  # whole where the usual one is
        return _is_number(table) and 0 <= table < inf and isinstance(table, type(usual) | int)
    if not isinstance(usual, list):
        return type(table) is type(usual)
    least, most = ENTRIES.get(name, (0, 0))
    if not most:
        return isinstance(table, list) and all(isinstance(word, str) and word.strip() for word in table)
    return isinstance(table, list) and all(
        isinstance(entry, list) and least <= len(entry) <= most and all(isinstance(word, str) for word in entry)
        for entry in table
    )


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _example(usual: Any, name: str = "") -> str:
    """Return how a table of some name, or an entry of one, is written."""
    if isinstance(usual, Mapping) and all(map(_is_number, usual.values())):
        return f"{{ {', '.join(f'{key} = {number}' for key, number in usual.items())} }}"
    if isinstance(usual, Mapping):
        return f"{{ key = {_example(next(iter(usual.values())))} }}"
    if not isinstance(usual, list):
        return "true" if isinstance(usual, bool) else '"…"'
    entry = ", ".join(['"…"'] * ENTRIES.get(name, (1, 1))[0])
    return f"[[{entry}]]" if name in ENTRIES else f"[{entry}]"


def _unusable(table: Any, name: str, common: Any) -> Iterator[str]:
    """Yield the words of a table that cannot be read, or that name what is not there."""
    if isinstance(table, Mapping):
        yield from (
            key for key in table if _BRACES & set(_LIST_NAME.sub("", key)) or (name == "people" and key not in common)
        )
    entries = table.values() if isinstance(table, Mapping) else table if isinstance(table, list) else [table]
    for first, *rest in (entry if isinstance(entry, list) and entry else [entry] for entry in entries):
        words = [first, *rest] if isinstance(first, str) else []
        for word in words if name == "lists" else words[:1] if name in PATTERNS else ():
            try:
                groups = re.compile(_LIST_NAME.sub("(?:x)", word)).groups
            except (re.error, OverflowError, RecursionError):
                yield word
                continue
            if groups != {"card_names": 2, "sizes": len(rest)}.get(name, groups):
                yield word
            yield from (to for to in rest if name in ENTRIES and any(int(n) > groups for n in _GROUP.findall(to)))
        if name == "turns":
            named = [number for word in rest for number in _NUMBERED.findall(word)]
            yield from (f"@{n}" for n in named if not (n.isdecimal() and 0 < int(n) <= first.split().count("@")))
        if name not in (*PATTERNS, "lists"):
            yield from (word for word in words if _BRACES & set(_LIST_NAME.sub("", word)))
