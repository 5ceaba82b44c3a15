"""What is searched, and the results: of one question, and of all questions of a text or a pair of texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import or_
from typing import NamedTuple

from emperor_rules.evaluate.answers import CONTRADICTED_STATUS, SILENT, Answer
from emperor_rules.model.scenarios import Witness
from emperor_rules.model.seating import Table
from emperor_rules.model.texts import Edition
from emperor_rules.search.space_layout import MOST_SEATS_OF_SETS, SEATS_OF_SETS


@dataclass(frozen=True)
class SearchUnit:
    """One text to search for contradictions, or two to compare; some questions or (``None``) all."""

    sides: tuple[Edition, ...]
    questions: tuple[str, ...] | None = None

    @property
    def name(self) -> str:
        """The text or the pair, as reports name it."""
        return " ~ ".join(side.name for side in self.sides)


@dataclass(frozen=True)
class Candidates:
    """The tables on which texts are searched.

    Attributes:
        tables: All of them, in the order of witnesses.
        reached: The most seats up to which they are all there; those with more stand for many more.
        legal: The seats of those that are legal, by the options in use among those on which legality depends.
        disputed: The seats of those whose legality is in dispute, likewise.
        lost: Of each size of equal teams of which an included text calls tables legal and the text calls none so, that
            included text and the smallest table.
        thinned: Whether there are too many, unless all are asked for: some stand for all of their size.
    """

    tables: tuple[Table, ...]
    reached: int
    legal: Mapping[frozenset[str], frozenset[str]]
    disputed: Mapping[frozenset[str], frozenset[str]]
    lost: tuple[tuple[str, Table], ...] = ()
    thinned: bool = False

    @property
    def digest(self) -> str:
        """All that decides on which tables a question is searched under which options, as text."""
        return repr(
            [sorted((sorted(key), sorted(seats)) for key, seats in m.items()) for m in (self.legal, self.disputed)]
        )

    @property
    def legal_tables(self) -> tuple[Table, ...]:
        """Those that are legal, with some option in use or none."""
        seats: frozenset[str] = reduce(or_, self.legal.values(), frozenset())
        return tuple(table for table in self.tables if table.seats in seats)

    @property
    def sampled(self) -> int:
        """How many legal tables have more seats than ``reached``: they stand for all of their size."""
        return sum(len(table.roles) > self.reached for table in self.legal_tables)

    def searched(self, options: frozenset[str]) -> list[tuple[Table, bool]]:
        """Return the tables that are searched with these options in use, and whether their legality is in dispute."""
        key = options & reduce(or_, self.legal, frozenset())
        disputed = self.disputed.get(key, frozenset())
        seats = self.legal[key] | disputed
        return [(table, table.seats in disputed) for table in self.tables if table.seats in seats]


class QuestionResult(NamedTuple):
    """The result of searching one question.

    Attributes:
        ask: The question.
        witnesses: The smallest witness of each kind of finding, without text and date.
        tables: How many tables were searched.
        positions: How many positions these tables have.
        fixed: Given facts that clauses read and that, being too many, were not varied in every way on every table.
        sets: Those among them that are about several players, of which larger tables have not every set.
        numbers: Given facts that are a number of each player or team.
    """

    ask: str
    witnesses: Sequence[Witness]
    tables: int
    positions: int
    fixed: Sequence[str] = ()
    sets: Sequence[str] = ()
    numbers: Sequence[str] = ()


@dataclass
class SearchReport:
    """How far a search of a text or a pair went.

    Attributes:
        seats: The most seats of a table.
        tables: The most tables on which a question was asked.
        positions: How many positions were searched, over all questions.
        questions: How many questions were searched, or were shown equivalent by their rules alone.
        seconds: Wall time.
        complete: Whether everything was searched before the time was over.
        fixed: Given facts that, being too many, were not varied on every table.
        missed: Questions for which the time was over.
        tableless: Questions for which no table was legal.
        sampled: How many larger tables were searched, of those of the next size, of which there are too many.
        thinned: Whether that is because not all tables were asked for.
        sets: Given facts about several players of which tables of more than
            :data:`~emperor_rules.search.space_layout.SEATS_OF_SETS` seats have larger sets than two only with everybody
            there, and those of more than ``MOST_SEATS_OF_SETS`` none.
        numbers: Given facts that are a number of each player or team: of no more than two at once it was another than
            usual, and always one near which a clause changes its mind.
        legal_in_one: Of two texts whose legal tables differ, by the name of each, how many tables are legal in it
            alone, on which no answer was compared, and the seats of the smallest; empty where none is.
        unseated: Roles of which clauses of a compared text speak and which nobody has at its legal tables, by its name.
    """

    seats: int
    tables: int = 0
    positions: int = 0
    questions: int = 0
    seconds: float = 0.0
    complete: bool = True
    fixed: set[str] = field(default_factory=set)
    missed: list[str] = field(default_factory=list)
    tableless: list[str] = field(default_factory=list)
    sampled: int = 0
    thinned: bool = False
    sets: set[str] = field(default_factory=set)
    numbers: set[str] = field(default_factory=set)
    legal_in_one: Mapping[str, tuple[int, str]] = field(default_factory=dict)
    unseated: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def add(self, result: QuestionResult) -> None:
        """Add the result of a question to the totals (internal)."""
        self.questions += 1
        self.tables = max(self.tables, result.tables)
        self.positions += result.positions
        self.fixed.update(result.fixed)
        self.sets.update(result.sets)
        self.numbers.update(result.numbers)
        if not result.tables:
            self.tableless.append(result.ask)

    def as_json(self) -> dict[str, object]:
        """Return the report for programs."""
        sets = {"given": sorted(self.sets), "seats": SEATS_OF_SETS, "everybody-there": MOST_SEATS_OF_SETS}
        alone = {name: {"tables": tables, "first": first} for name, (tables, first) in self.legal_in_one.items()}
        return {
            "seats": self.seats,
            "tables": self.tables,
            "positions": self.positions,
            "questions": self.questions,
            "seconds": round(self.seconds, 2),
            "complete": self.complete,
            "given-at-default": sorted(self.fixed),
            "not-looked-at": list(self.missed),
            "without-table": list(self.tableless),
            **({"sets-of-players": sets} if self.sets else {}),
            **({"numbers-of-each": sorted(self.numbers)} if self.numbers else {}),
            **({"legal-in-one": alone} if alone else {}),
            **(
                {"roles-at-no-table": {name: list(roles) for name, roles in self.unseated.items()}}
                if self.unseated
                else {}
            ),
            **({"sampled": {"seats": self.seats + 1, "tables": self.sampled}} if self.sampled else {}),
        }


@dataclass(frozen=True)
class Witnessed:
    """What a witness shows: the smallest position, as a request without its text."""

    witness: Witness

    @property
    def ask(self) -> str:
        """The question."""
        return self.witness["ask"]

    @property
    def options(self) -> tuple[str, ...]:
        """The options in use."""
        return tuple(self.witness.get("options", ()))


@dataclass(frozen=True)
class SearchFinding(Witnessed):
    """A question that two texts answer differently, or one with a contradiction or, though essential, not at all.

    Attributes:
        witness (Witness): The smallest position that shows it, a request without its text.
        ask (str): The question.
        options (tuple[str, ...]): The options in use.
        answers: The answers there, by the names of the editions.
    """

    answers: Mapping[str, Answer]

    @property
    def answer(self) -> Answer:
        """The answer of the first edition, or of the only one."""
        return next(iter(self.answers.values()))

    @property
    def clauses(self) -> Mapping[str, tuple[str, ...]]:
        """The clauses that decide, by the names of the editions."""
        return {name: answer.clauses for name, answer in self.answers.items()}

    @property
    def silence(self) -> bool:
        """Whether one side says nothing, where the other answers."""
        return any(answer.status == SILENT for answer in self.answers.values())


@dataclass
class UnitResult:
    """What searching a unit came to.

    Attributes:
        unit: What was searched.
        asks: The questions to search.
        searched: How far the tables reach on which it was searched; the results are added where they are replayed.
        agree: Of two texts the questions that both answer alike: those that their rules show to be equivalent, and once
            the results are replayed all in which no difference was found.
        silent: Of two texts, by the name of each, the questions about which only the other has clauses.
        results: The result of each question that was searched.
        candidates: The tables on which a text was searched; ``None`` where the time was over before they were known.
        impossible: The sizes (teams, size) that a text allows but no seating meets.
        found: What the results show, once they are replayed.
        whole: Whether a text has clauses about legal seatings itself.
    """

    unit: SearchUnit
    asks: tuple[str, ...]
    searched: SearchReport
    agree: list[str] = field(default_factory=list)
    silent: dict[str, list[str]] = field(default_factory=dict)
    results: dict[str, QuestionResult] = field(default_factory=dict)
    candidates: Candidates | None = None
    impossible: tuple[tuple[int, int], ...] = ()
    findings: list[SearchFinding] = field(default_factory=list)
    whole: bool = True

    @property
    def sides(self) -> tuple[Edition, ...]:
        """The text that was searched, or the two that were compared."""
        return self.unit.sides

    @property
    def edition(self) -> Edition:
        """The text that was searched."""
        return self.sides[0]

    @property
    def conflicts(self) -> list[SearchFinding]:
        """The contradictions in a text."""
        return [finding for finding in self.findings if finding.answer.status == CONTRADICTED_STATUS]

    @property
    def own_conflicts(self) -> list[SearchFinding]:
        """The contradictions in which a clause of the text itself has a part, not only of what it includes."""
        own = f"{self.edition.text}:"
        return [c for c in self.conflicts if any(citation.startswith(own) for citation in c.answer.clauses)]

    @property
    def gaps(self) -> list[SearchFinding]:
        """The essential questions that a text leaves unanswered; one that others build on need not answer by itself."""
        return [f for f in self.findings if self.whole and f.answer.status == SILENT and not f.answer.clauses]
