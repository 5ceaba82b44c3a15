"""What two texts answer differently, on every table."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from emperor_rules.check.consistency.replay import Comparison
from emperor_rules.diagnostics import suggest
from emperor_rules.errors import RequestError
from emperor_rules.evaluate.engine import Engine
from emperor_rules.messages import Message, sentences
from emperor_rules.model.texts import Edition


@dataclass(frozen=True)
class TextComparison(Comparison):
    """Where two texts answer differently.

    Attributes:
        sides (tuple[Edition, Edition]): The two texts with their dates.
        differences (list[SearchFinding]): The differences, each with its question, both answers, and the smallest
            position that shows it.
        agree (list[str]): The ids of the questions that both answer alike on every table searched.
        silent (dict[str, list[str]]): By text the ids of the questions of which only the other speaks.
        searched (SearchReport): How far the search went.
        declared: For each difference whether the rules declare and explain it.
    """

    declared: tuple[bool, ...]

    @property
    def same(self) -> bool:
        """Whether everything was searched, on some table, and no answer differs."""
        return not self.differences and self.searched.complete and not self.searched.tableless

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


def compare_editions(
    engine: Engine, sides: tuple[Edition, Edition], options: Collection[str], **extent: Any
) -> TextComparison:
    """Compare two texts, which can be resolved, and look up which of their differences are declared.

    Raises:
        RequestError: If neither text knows an option.
    """
    from emperor_rules.check.consistency.accepted import declared_for
    from emperor_rules.check.consistency.scheduler import compare

    one, other = sides
    declared = {option for side in sides for option in engine.rulebook.texts[side.text].options}
    for option in sorted({*options} - declared):
        nothing = Message(
            "there is no option “{option}” in {text} or {against}.", option=option, text=one.text, against=other.text
        )
        raise RequestError(sentences(nothing, suggest(option, declared)))
    comparison = compare(engine, one, other, sets=[frozenset(options)] if options else None, **extent)
    reasons = (declared_for(engine, comparison.sides, difference) for difference in comparison.differences)
    return TextComparison(**vars(comparison), declared=tuple(reason is not None for reason in reasons))
