"""What the document of rules is made of: the records of the model, and texts with their sentences unfolded into rules.

Each record is an object with the names of its fields; a term or condition has an ``op`` besides, which says what it is.
:mod:`emperor_rules.export.document` describes them by the same fields. Where rules were written and what was remarked
beside them is left out.

References to other clauses are bound, each with the days on which it means which clause: a reader needs the dates and
nothing of the language.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import StrEnum
from functools import cache, lru_cache
from typing import Any, NamedTuple, TypeVar, get_args

from emperor_rules.evaluate.verbalise import Statement, fact_sentences, listed_sentences
from emperor_rules.messages import LANGUAGES
from emperor_rules.model import terms
from emperor_rules.model.accepted import AcceptedFinding
from emperor_rules.model.phrasings import Phrasing, Topic
from emperor_rules.model.scenarios import Scenario
from emperor_rules.model.seating import SeatingPattern
from emperor_rules.model.texts import (
    Clause,
    Day,
    Inclusion,
    Reference,
    RelatedText,
    Sentence,
    SentenceKind,
    Text,
    Wording,
    in_force,
)
from emperor_rules.model.vocabulary import (
    GivenFact,
    GivenKind,
    Option,
    Predicate,
    PredicateKind,
    Role,
    Sort,
    Vocabulary,
    Words,
)
from emperor_rules.resolve.resolver import change_dates, clauses_by_name, number_on, unfold
from emperor_rules.resolve.rules import ClauseInForce, Rule
from emperor_rules.semantics.builtins import BUILTINS, Builtin
from emperor_rules.semantics.verdict import FACT_ROWS, VALUE_ROWS, VerdictRow

#: An object of the document.
Tree = dict[str, Any]
#: A record of the document.
D = TypeVar("D")


# --- what the document adds to the model -----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Statements:
    """How facts and actions are said, and that a given list names a player, by id and language."""

    predicates: Mapping[str, Mapping[str, Statement]]
    givens: Mapping[str, Mapping[str, Statement]]


@dataclass(frozen=True, slots=True)
class VerdictTable:
    """How conclusions decide a fact and a value: the first row that fits."""

    facts: tuple[VerdictRow, ...]
    values: tuple[VerdictRow, ...]


@dataclass(frozen=True, slots=True)
class Declarations:
    """The vocabulary: all declarations by id, and what every engine has to know of built-ins and verdicts."""

    sorts: Mapping[str, Sort]
    roles: Mapping[str, Role]
    predicates: Mapping[str, Predicate]
    givens: Mapping[str, GivenFact]
    options: Mapping[str, Option]
    statements: Statements
    builtins: Mapping[str, Builtin]
    verdicts: VerdictTable


class ClauseNumber(NamedTuple):
    """A number of a clause from a day on; the first held before as well."""

    number: str
    since: Day | None


class MeantClause(NamedTuple):
    """A clause by its place in its text, counted from 0, and the days of that text on which it is meant."""

    clause: int
    since: Day | None
    until: Day | None


@dataclass(frozen=True, slots=True)
class BoundReference:
    """Another clause, or only its sentences of a part, and which clause that is on which days."""

    text: str
    number: str | None
    part: str | None
    means: tuple[MeantClause, ...]


@dataclass(frozen=True, slots=True)
class UnfoldedSentence:
    """One sentence, unfolded into rules.

    Attributes:
        written: The sentence as it stands in its file.
        since: The first day on which it holds; null: always before as well.
        until: The first day on which it holds no more; null: it still holds.
        part: What references call this part of its clause.
        principle: In this text a certain no beats permissions and what is left open; its clause is cited where it did.
        arises: False where it says of what it leaves open that the question does not arise.
        rules: What it concludes.
    """

    written: str
    since: Day | None
    until: Day | None
    part: str | None
    principle: bool
    arises: bool
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class UnfoldedClause:
    """A clause with its numbers and words by date, its rules, and the clauses that it names.

    Attributes:
        slug: Its permanent name.
        title: What people call it; null: its slug as words.
        since: The first day on which it holds; null: always before as well.
        until: The first day on which it holds no more; null: it still holds.
        numbers: Its numbers, each from its day; the first also before. It is cited as text:number.
        wordings: Plain words; where two hold on a day, the later one is shown.
        sentences: What can be computed from it.
        overrides: Rules of these clauses yield where a rule of this clause, other than met, concludes on the same
            question and does not yield itself.
        see: Clauses to read as well.
        redundant: Clauses that say the same.
        note: Why nothing can be computed from it.
    """

    slug: str
    title: Words | None
    since: Day | None
    until: Day | None
    numbers: tuple[ClauseNumber, ...]
    wordings: tuple[Wording, ...]
    sentences: tuple[UnfoldedSentence, ...]
    overrides: tuple[BoundReference, ...]
    see: tuple[BoundReference, ...]
    redundant: tuple[BoundReference, ...]
    note: Words | None


@dataclass(frozen=True, slots=True)
class UnfoldedText:
    """A text on all its days.

    Attributes:
        titles: Its title.
        language: The language of its source.
        sources: Where its source is found.
        editions: The days of its wordings. A text with fewer than two stands in its newest wording on every day;
            another has none before its first, and questions about it then are invalid.
        compared: The newest edition of its source that it was read against, whether or not that changed it.
        dates: All days on which it or what it includes changes. A day before the first counts as the first.
        includes: Texts whose clauses count as its own, those with an option only where that is in use. A text reached
            twice counts once, as reached first (depth first, in this order). Clauses are cited by text in alphabetical
            order, then by place.
        relations: What it does to other texts.
        options: What a table may switch on; with those of the texts included.
        alternatives: Groups of options of which no more than one is in use.
        usual: Those in use unless another of the group is named.
        roles: The roles that it says it knows, none where nobody has any; null: it knows those of which it and the
            texts included speak. Searches give out no other; where it knows none, nobody has a role.
        seated: How its teams sit; null: as in the first text included that says it, else side by side.
        clauses: Its clauses in the order of its file.
    """

    titles: Words
    language: str
    sources: Words
    editions: tuple[Day, ...]
    compared: Day | None
    dates: tuple[Day, ...]
    includes: tuple[Inclusion, ...]
    relations: tuple[RelatedText, ...]
    options: tuple[str, ...]
    alternatives: tuple[tuple[str, ...], ...]
    usual: tuple[str, ...]
    roles: tuple[str, ...] | None
    seated: SeatingPattern | None
    clauses: tuple[UnfoldedClause, ...]


@dataclass(frozen=True, slots=True)
class Questions:
    """How people put the questions of the vocabulary; an engine that reads none may ignore it.

    Attributes:
        languages: The tables by which questions of each language are read.
        phrasings: What a question is called beside its own words.
        circumstances: What a given fact is called as well, or that somebody left (id left or leaving); p stands for
            players, n for a number.
        topics: Headings with the questions below them.
    """

    languages: Mapping[str, Any]
    phrasings: tuple[Phrasing, ...]
    circumstances: tuple[Phrasing, ...]
    topics: tuple[Topic, ...]


@dataclass(frozen=True, slots=True)
class Document:
    """The resolved model: texts with their clauses unfolded into rules, and the vocabulary that they share.

    How verdicts come about stands on the page “The meaning of the rules” of the site (contributing/meaning.html).

    Attributes:
        version: It grows when a reader of the version before could go wrong.
        vocabulary: What words mean.
        questions: How questions are put in words.
        texts: The texts by id.
        scenarios: Positions with what the texts should answer.
        differences: Where related texts differ, or one contradicts itself, and why that is as it should be.
    """

    version: int
    vocabulary: Declarations
    questions: Questions
    texts: Mapping[str, UnfoldedText]
    scenarios: tuple[Scenario, ...]
    differences: tuple[AcceptedFinding, ...]


# --- records as objects ----------------------------------------------------------------------------

#: Where things were written, and what was remarked there.
_ASIDE = frozenset({"span", "comments", "file", "places"})
#: What of a rule belongs to a text on one day: how it is numbered there, and before which rules it yields.
_OF_A_DAY = frozenset({"number", "clause", "part", "overriders", "sentence", "split", "where_test_holds"})
#: Terms that no rule has: only scenarios and questions name somebody.
NAMES = (terms.PlayerName, terms.TeamName)
#: The kinds of terms and conditions of rules, by their ``op``.
OPERATIONS: Mapping[str, type] = {
    re.sub(r"(?<=[a-z])(?=[A-Z])", "-", kind.__name__).lower(): kind
    for kind in (*get_args(terms.Term), *get_args(terms.Condition))
    if kind not in NAMES
}
_OP_OF = {kind: op for op, kind in OPERATIONS.items()}


@cache
def is_record(kind: object) -> bool:
    """Return whether values of a type are objects of the document."""
    return isinstance(kind, type) and (is_dataclass(kind) or hasattr(kind, "_fields"))


@cache
def field_names(kind: Any) -> tuple[str, ...]:
    """Return the fields of a record that stand in the document."""
    hidden = _OF_A_DAY if kind is Rule else _ASIDE
    names = [field.name for field in fields(kind)] if is_dataclass(kind) else kind._fields
    return tuple(name for name in names if name not in hidden)


def plain(value: Any) -> Any:
    """Return a record as an object, a tuple as a list, and so on inside.

    Raises:
        KeyError: If a term names a player or a team, which no rule does.
    """
    kind: Any = type(value)
    if kind is Words:
        return value.by_language()
    if is_record(kind):
        op = {"op": _OP_OF[kind]} if kind.__module__ == terms.__name__ else {}
        return op | {name: plain(getattr(value, name)) for name in field_names(kind)}
    if isinstance(value, (tuple, list)):
        return [plain(part) for part in value]
    if isinstance(value, Mapping):
        return {key: plain(part) for key, part in value.items()}
    return value.value if isinstance(value, StrEnum) else value


# --- the vocabulary -------------------------------------------------------------------------------

VERDICTS = VerdictTable(FACT_ROWS, VALUE_ROWS)


def declarations(vocabulary: Vocabulary) -> Declarations:
    """Return all declarations, each kind by id and in the order of declaration."""
    facts = (p for p in vocabulary.predicates.values() if p.kind is not PredicateKind.VALUE)
    lists = (given for given in vocabulary.givens.values() if given.kind is GivenKind.PLAYERS)
    statements = Statements(
        {fact.id: {id: fact_sentences(fact, id) for id in LANGUAGES} for fact in facts},
        {given.id: {id: listed_sentences(given, id) for id in LANGUAGES} for given in lists},
    )
    return _completed(Declarations, vocabulary, statements=statements, builtins=BUILTINS, verdicts=VERDICTS)


# --- texts ----------------------------------------------------------------------------------------

#: The clauses of a text by text and number, before its first change and from the day of each on.
NamedSince = tuple[tuple[Day | None, Mapping[tuple[str, str], ClauseInForce]], ...]


def unfolded(text: Text, texts: Mapping[str, Text], vocabulary: Vocabulary) -> UnfoldedText:
    """Return a text; ``dates`` are all days on which it, or a text that it includes, changes."""
    named = cache(lambda id: _named_since(texts[id]) if id in texts else ())  # to find a text there takes its hash
    clauses = tuple(_clause(text, clause, named, vocabulary) for clause in text.clauses)
    return _completed(UnfoldedText, text, dates=tuple(change_dates(text.id, texts)), clauses=clauses)


def _completed(kind: Callable[..., D], record: object, **own: Any) -> D:
    """Return a record of the document: with fields of its own, all others as the model has them."""
    return kind(**own, **{name: getattr(record, name) for name in field_names(kind) if name not in own})


def _clause(text: Text, clause: Clause, named: Callable[[str], NamedSince], vocabulary: Vocabulary) -> UnfoldedClause:
    references = {name: _references(getattr(clause, name), named) for name in ("overrides", "see", "redundant")}
    sentences = tuple(_sentence(sentence, vocabulary) for sentence in clause.sentences)
    numbers = _numbers_by_date(text, clause)
    return _completed(UnfoldedClause, clause, numbers=numbers, sentences=sentences, **references)


def _numbers_by_date(text: Text, clause: Clause) -> tuple[ClauseNumber, ...]:
    numbers: list[ClauseNumber] = []
    renumbered = clause.numbers or text.numbered
    for _, since in renumbered or ((clause.number, None),):
        number = number_on(text, clause, since)
        if not numbers or numbers[-1].number != number:
            numbers.append(ClauseNumber(number, since))
    return tuple(numbers)


def _sentence(sentence: Sentence, vocabulary: Vocabulary) -> UnfoldedSentence:
    principle = sentence.kind is SentenceKind.PRINCIPLE
    rules = () if principle else tuple(unfold(sentence, 0, vocabulary))
    return _completed(UnfoldedSentence, sentence, principle=principle, rules=rules)


def _references(references: Iterable[Reference], named: Callable[[str], NamedSince]) -> tuple[BoundReference, ...]:
    return tuple(BoundReference(r.text, r.number, r.part, tuple(_meant(r, named(r.text)))) for r in references)


def _meant(reference: Reference, since_when: NamedSince) -> Iterator[MeantClause]:
    """Yield the clauses that a reference means, by their place in their text, and on which days of that text."""
    if reference.number is None or not since_when:
        return
    places: list[tuple[str | None, int | None]] = []
    for since, named in since_when:
        meant = named.get((reference.text, reference.number))
        place = None if meant is None else meant.index
        if not places or places[-1][1] != place:
            places.append((since, place))
    for (since, place), (until, _) in zip(places, (*places[1:], (None, None)), strict=True):
        if place is not None:
            yield MeantClause(place, since, until)


@lru_cache(maxsize=64)  # nearly every reference is to one of a few texts
def _named_since(text: Text) -> NamedSince:
    """Return the clauses of a text by text and number, before its first change and from the day of each on."""
    own_dates = change_dates(text.id, {text.id: replace(text, includes=())}) if len(text.editions) > 1 else ()
    named: list[tuple[Day | None, Mapping[tuple[str, str], ClauseInForce]]] = []
    for since in (None, *own_dates):
        date = since or ("" if len(text.editions) > 1 else None)
        standing = [
            ClauseInForce(place, clause, number_on(text, clause, date))
            for place, clause in enumerate(text.clauses)
            if in_force(clause.since, clause.until, date)
        ]
        named.append((since, clauses_by_name(standing)))
    return tuple(named)
