"""What two texts answer differently, on every table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from emperor_rules.check.consistency.replay import Comparison
from emperor_rules.reports.formats import Rendered

if TYPE_CHECKING:
    from emperor_rules.evaluate.engine import Engine
    from emperor_rules.reports.report import Report


@dataclass(frozen=True)
class TextComparison(Comparison, Rendered):
    """Where two texts answer differently.

    Attributes:
        sides (tuple[Edition, Edition]): The two texts with their dates.
        differences (list[SearchFinding]): The differences, each with its question, both answers, and the smallest
            position that shows it.
        agree (list[str]): The ids of the questions that both answer alike on every table searched: those legal in both.
        silent (dict[str, list[str]]): By text the ids of the questions of which only the other speaks.
        searched (SearchReport): How far the search went.
        declared: For each difference whether the rules declare and explain it.
        engine: What answers for the rules compared (internal).
    """

    declared: tuple[bool, ...]
    engine: Engine = field(repr=False, compare=False)

    @property
    def same(self) -> bool:
        """Whether everything was searched, on some table, no answer differs, and both call the same tables legal."""
        searched = self.searched
        return not (self.differences or searched.tableless or searched.legal_in_one) and searched.complete

    def report(self) -> Report:
        """Return it as a report (internal)."""
        from emperor_rules.check.diff.changes import report_of_comparison

        return report_of_comparison(self.engine, self, self.declared, lambda language: self.as_json())

    def as_json(self) -> dict[str, object]:
        """Return the comparison with the keys of ``emperor compare --format json``."""
        return {
            "differences": [
                {
                    "ask": difference.ask,
                    "options": list(difference.options),
                    "clauses": {side: list(citations) for side, citations in difference.clauses.items()},
                    "witness": dict(difference.witness),
                    "answers": {
                        side: {"status": answer.status, "answer": answer.answer}
                        for side, answer in difference.answers.items()
                    },
                    "declared": declared,
                }
                for difference, declared in zip(self.differences, self.declared, strict=True)
            ],
            "agree": self.agree,
            "silent": self.silent,
            "searched": self.searched.as_json(),
        }
