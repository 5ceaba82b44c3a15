"""Compare two texts on every position of every table that both call legal; find differences with smallest witnesses.

A difference is identified by question, options and the clauses that decide on either side, never by its witness.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from emperor_rules.evaluate.questions import Answer, Answerer
from emperor_rules.evaluate.table import TEAM_LETTERS, Table
from emperor_rules.model.vocabulary import Relation, Vocabulary
from emperor_rules.resolve.cone import Cone, cone_of, cone_signature
from emperor_rules.resolve.resolved import NO, OPEN, VALUE, YES, ResolvedText
from emperor_rules.search.asking import Everywhere, TextSearch, arguments, space_for
from emperor_rules.search.bits import Args
from emperor_rules.search.space import Bits, Space
from emperor_rules.search.tables import legal_tables

#: Default bound: every legal table of up to so many seats.
SEATS = 12
SILENT = "silent"
CONTRADICTED = "contradicted"


class SearchDisagrees(Exception):
    """The search and the evaluator answer a witness differently: a defect of the toolkit that stops the run."""


class OutOfTime(Exception):
    """The time limit is over; what was looked at so far is kept."""


@dataclass(frozen=True, slots=True)
class Edition:
    """A text on a date (``None``: the newest); ``name`` is how it was asked for."""

    text: str
    on: str | None = None

    @property
    def name(self) -> str:
        """``text`` or ``text@date``."""
        return self.text if self.on is None else f"{self.text}@{self.on}"


@dataclass(frozen=True)
class Difference:
    """One place where two texts answer differently, with its smallest witness (a request without its text)."""

    ask: str
    options: tuple[str, ...]
    clauses: Mapping[str, tuple[str, ...]]
    witness: Mapping[str, Any]
    answers: Mapping[str, Answer]

    @property
    def silence(self) -> bool:
        """Tell whether one side says nothing, where the other answers."""
        return any(answer.status == SILENT for answer in self.answers.values())


@dataclass
class Searched:
    """How far a search looked."""

    seats: int
    tables: int = 0
    positions: int = 0
    questions: int = 0
    seconds: float = 0.0
    complete: bool = True
    fixed: set[str] = field(default_factory=set)

    def note(self, space: Space, cone: Cone, vocabulary: Vocabulary) -> None:
        """Count a space, and the given facts that it does not vary although clauses look at them."""
        self.positions += space.size
        if not space.apart:
            self.fixed.add("leaving")
        for key in cone.givens:
            given = vocabulary.givens[key]
            if key in space.fixed and given.default != "first" and not given.best:
                self.fixed.add(key)

    def as_json(self) -> dict[str, object]:
        """Give it for programs; ``given-at-default`` are facts that were not varied on some table, for their number."""
        return {
            "seats": self.seats, "tables": self.tables, "positions": self.positions, "questions": self.questions,
            "seconds": round(self.seconds, 2), "complete": self.complete, "given-at-default": sorted(self.fixed),
        }  # fmt: skip


@dataclass
class Comparison:
    """Everything found between two editions."""

    sides: tuple[Edition, Edition]
    differences: list[Difference]
    agree: list[str]
    silent: dict[str, list[str]]
    searched: Searched


class Clock:
    """A time limit in seconds of wall time; none means no limit."""

    def __init__(self, seconds: float | None) -> None:
        """Start the clock."""
        self.end = None if seconds is None else time.monotonic() + seconds

    def check(self) -> None:
        """Raise :class:`OutOfTime` when the time is over."""
        if self.end is not None and time.monotonic() > self.end:
            raise OutOfTime


def compare(
    answerer: Answerer, one: Edition, other: Edition, *, up_to: int = SEATS,
    questions: Iterable[str] | None = None, sets: Sequence[frozenset[str]] | None = None,
    clock: Clock | None = None, progress: Callable[[int, int], None] | None = None,
) -> Comparison:  # fmt: skip
    """Compare two editions on every question that at least one of them speaks about."""
    clock = clock or Clock(None)
    started = time.monotonic()
    texts = [answerer.program(side.text, side.on).resolved for side in (one, other)]
    searched = Searched(up_to)
    vocabulary = answerer.rulebook.vocabulary
    asked = [q for q in vocabulary.questions.values() if questions is None or q.id in questions]
    spoken = [q for q in asked if any(speaks(text, q) for text in texts)]
    both = [q for q in spoken if all(speaks(text, q) for text in texts)]
    silent = {
        side.name: [q.id for q in spoken if q not in both and not speaks(text, q)]
        for side, text in zip((one, other), texts, strict=True)
    }
    found: dict[Any, Difference] = {}
    done = 0
    try:
        tables = [t for n in range(2, up_to + 1) for t in _tables(texts, n, clock)]
        searched.tables = len(tables)
        for relation in both:
            if cone_signature(texts[0], relation.id) == cone_signature(texts[1], relation.id):
                done += 1
                searched.questions = done
                continue  # the same rules, whatever the clauses are called
            chosen = sets if sets is not None else option_sets(texts, relation)
            for options in chosen:
                for table in tables:
                    clock.check()
                    for difference in _on_table(answerer, (one, other), texts, relation, options, table, searched):
                        found.setdefault(_identity(difference), difference)
            done += 1
            searched.questions = done
            if progress is not None:
                progress(done, len(both))
    except OutOfTime:
        searched.complete = False
    searched.seconds = time.monotonic() - started
    differing = {d.ask for d in found.values()}
    agree = [q.id for q in both[: searched.questions] if q.id not in differing]
    return Comparison((one, other), list(found.values()), agree, silent, searched)


def speaks(text: ResolvedText, relation: Relation) -> bool:
    """Tell whether any clause of a text concludes something about a question."""
    return bool(text.by_relation.get(relation.id))


def _tables(texts: Sequence[ResolvedText], seats: int, clock: Clock) -> tuple[Table, ...]:
    clock.check()
    return legal_tables(texts, seats)


def option_sets(texts: Sequence[ResolvedText], relation: Relation) -> list[frozenset[str]]:
    """Give no option, then each option that the question's clauses look at, alone."""
    looked: set[str] = set()
    for text in texts:
        looked |= cone_of(text, relation.id).options & text.options
    return [frozenset(), *(frozenset({option}) for option in sorted(looked))]


def _identity(difference: Difference) -> Any:
    kinds = tuple((side, a.status) for side, a in difference.answers.items())
    return difference.ask, difference.options, tuple(sorted(difference.clauses.items())), kinds


def _on_table(
    answerer: Answerer, sides: tuple[Edition, Edition], texts: Sequence[ResolvedText], relation: Relation,
    options: frozenset[str], table: Table, searched: Searched,
) -> Iterator[Difference]:  # fmt: skip
    """Find the differences of one question on one table, the smallest witness of each."""
    vocabulary = answerer.rulebook.vocabulary
    cone = cone_of(texts[0], relation.id) | cone_of(texts[1], relation.id)
    space = space_for(table, cone, relation, vocabulary, options)
    searched.note(space, cone, vocabulary)
    searches = [TextSearch(text, space, relation) for text in texts]
    smallest: dict[Any, tuple[Any, int, Args]] = {}
    for args in arguments(relation, table, of_first_team=same_teams(table)):
        one, other = (search.ask(args) for search in searches)
        for bits, key in _differing(one, other, texts):
            index = space.first(bits)
            weight = (space.weight(index), args)
            if key not in smallest or weight < smallest[key][0]:
                smallest[key] = (weight, index, args)
    for _, index, args in smallest.values():
        yield _witnessed(answerer, sides, texts, relation, options, space.request_at(index), args, table)


def same_teams(table: Table) -> bool:
    """Tell whether the table looks alike from every team, so that asking one team shows the others."""
    return len({side.strip() for side in table.seats.split("|")}) == 1


def _differing(one: Everywhere, other: Everywhere, texts: Sequence[ResolvedText]) -> Iterator[tuple[Bits, Any]]:
    """Yield sets of positions that differ in the same way, by the same clauses, with that way as a key."""
    for left, here in outcomes(one):
        for right, there in outcomes(other):
            both = here & there
            if not both or left == right:
                continue
            for bits, mine in by_clauses(both, left, one, texts[0]):
                for same, theirs in by_clauses(bits, right, other, texts[1]):
                    yield same, (_kind(left), _kind(right), mine, theirs)


def _kind(outcome: Any) -> str:
    return outcome if outcome in (SILENT, CONTRADICTED) else "answered"


def outcomes(found: Everywhere) -> list[tuple[Any, Bits]]:
    """Give every outcome on a space with its positions: ``("answer", value)``, silent or contradicted."""
    many: list[tuple[Any, Bits]] = [(("answer", value), bits) for value, bits in found.answers.items() if bits]
    if found.silent:
        many.append((SILENT, found.silent))
    if found.contradicted:
        many.append((CONTRADICTED, found.contradicted))
    return many


def by_clauses(
    bits: Bits, outcome: Any, found: Everywhere, text: ResolvedText
) -> Iterator[tuple[Bits, tuple[int, ...]]]:
    """Split positions by the clauses that speak for the outcome there."""
    kinds = {SILENT: (OPEN,), CONTRADICTED: (YES, NO, VALUE)}.get(outcome)
    if kinds is None:
        value = outcome[1]
        kinds = (YES,) if value is True else (NO,) if value is False else (VALUE,)
    clauses: dict[int, Bits] = {}
    for number, live in found.live:
        rule = text.rules[number]
        if rule.kind in kinds and live & bits:
            clauses[rule.clause] = clauses.get(rule.clause, 0) | live
    groups: list[tuple[Bits, tuple[int, ...]]] = [(bits, ())]
    for clause, live in clauses.items():
        split = []
        for some, names in groups:
            if some & live:
                split.append((some & live, (*names, clause)))
            if some & ~live:
                split.append((some & ~live, names))
        groups = split
    yield from groups


def _witnessed(
    answerer: Answerer, sides: tuple[Edition, Edition], texts: Sequence[ResolvedText], relation: Relation,
    options: frozenset[str], position: dict[str, Any], args: Args, table: Table,
) -> Difference:  # fmt: skip
    """Replay a witness on both sides."""
    witness = {**position, "ask": relation.id, "of": name_arguments(relation, args, table)}
    answers = {}
    clauses = {}
    for side, text in zip(sides, texts, strict=True):
        answers[side.name] = replay(answerer, side, text, witness)
        clauses[side.name] = answers[side.name].clauses
    if len({_said(a) for a in answers.values()}) == 1:
        raise SearchDisagrees(f"{witness}: the search found a difference, the evaluator answers {answers}")
    return Difference(relation.id, tuple(sorted(options)), clauses, witness, answers)


def _said(answer: Answer) -> tuple[str, str]:
    return answer.status, repr(answer.answer)


def replay(answerer: Answerer, side: Edition, text: ResolvedText, witness: Mapping[str, Any]) -> Answer:
    """Answer a witness by the evaluator; options that a text does not know are left out for it."""
    request = {"text": side.text, **witness}
    if side.on is not None:
        request["on"] = side.on
    if "options" in request:
        request["options"] = [option for option in request["options"] if option in text.options]
    answer = answerer.ask(request)
    if answer.status == "invalid":
        raise SearchDisagrees(f"the witness {request} is no question: {answer.message}")
    return answer


def name_arguments(relation: Relation, args: Args, table: Table) -> list[str]:
    """Name the players or teams that a question is asked of."""
    return [TEAM_LETTERS[a] if sort == "team" else table.names[a]
            for a, (_, sort) in zip(args, relation.params, strict=True)]  # fmt: skip
