"""Comparisons: of two texts on every table, and of two states of the rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from emperor_rules.api import arguments
from emperor_rules.api.rules import Folder, Rules, load
from emperor_rules.api.texts import Progress
from emperor_rules.check.consistency.replay import Comparison
from emperor_rules.diagnostics import suggest
from emperor_rules.errors import UnknownTextError
from emperor_rules.messages import Message, sentences

if TYPE_CHECKING:
    from emperor_rules.check.diff.semantic import Changes


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


def diff(
    old: Rules | Folder,
    new: Rules | Folder,
    *,
    seats: int = 9,
    texts: Iterable[str] | None = None,
    questions: Iterable[str] | None = None,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> Changes:
    """Find the answers that change between two states of the rules.

    Args:
        old: The former state, or its folder.
        new: The present state, or its folder.
        seats: Most seats of a table.
        texts: The ids of the texts to compare; by default all.
        questions: The ids of the questions to compare; by default all.
        seconds: Wall time after which the search ends.
        progress: Is called with what is done of the work and how much there is.

    Returns:
        The changed answers (``answers``), each with the smallest position that shows it, and what else changed;
        ``silent`` says whether nothing did.

    Raises:
        RulesError: If either state has errors.
        UnknownTextError: If neither state has a text.
        UnknownQuestionError: If neither state has a question.
        RequestError: If an argument makes no sense.

    >>> import emperor_rules as er
    >>> rules = er.load()
    >>> er.diff(rules, rules, seats=6).silent
    True
    """
    from emperor_rules.check.diff.semantic import find_changes
    from emperor_rules.check.limits import Clock

    clock, most = Clock(seconds), arguments.most_seats(seats)
    chosen, asked = arguments.names_or_all("texts", texts), arguments.names_or_all("questions", questions)
    before, after = (state if isinstance(state, Rules) else load(state, scenarios=False) for state in (old, new))
    texts_declared = {*before, *after}
    for text in chosen or ():
        if text not in texts_declared:
            nothing = Message("there is no text “{text}”.", text=text)
            raise UnknownTextError(sentences(nothing, suggest(text, texts_declared)))
    arguments.known_questions(asked or (), {*before.questions, *after.questions})
    for state in (before, after):
        state.validate()
    return find_changes(
        before.rulebook, after.rulebook, up_to=most, texts=chosen, questions=asked, clock=clock, progress=progress
    )
