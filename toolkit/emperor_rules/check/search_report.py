"""What is searched, and the results: of one question, and of all questions of a text or a pair of texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from emperor_rules.model.requests import Witness
from emperor_rules.model.texts import Edition

if TYPE_CHECKING:
    from emperor_rules.check.consistency.candidates import Candidates


@dataclass(frozen=True)
class SearchUnit:
    """One text to search for contradictions, or two to compare; some questions or (``None``) all."""

    sides: tuple[Edition, ...]
    questions: tuple[str, ...] | None = None


class QuestionResult(NamedTuple):
    """The result of searching one question.

    Attributes:
        ask: The question.
        witnesses: The smallest witness of each kind of finding, without text and date.
        tables: How many tables were searched.
        positions: How many positions these tables have.
        fixed: Given facts that clauses read and that, being too many, were not varied in every way on every table.
    """

    ask: str
    witnesses: Sequence[Witness]
    tables: int
    positions: int
    fixed: Sequence[str] = ()


@dataclass
class UnitResult:
    """The results of a unit.

    Attributes:
        reached: The most seats of a table that was searched.
        results: The result of each question that was searched.
        candidates: The tables on which a text was searched; ``None`` where the time was over before they were known.
        impossible: The sizes (teams, size) that a text allows but no seating meets.
    """

    reached: int
    results: dict[str, QuestionResult] = field(default_factory=dict)
    candidates: Candidates | None = None
    impossible: tuple[tuple[int, int], ...] = ()


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

    def add(self, result: QuestionResult) -> None:
        """Add the result of a question to the totals."""
        self.questions += 1
        self.tables = max(self.tables, result.tables)
        self.positions += result.positions
        self.fixed.update(result.fixed)
        if not result.tables:
            self.tableless.append(result.ask)

    def as_json(self) -> dict[str, object]:
        """Return the report for programs."""
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
        }
