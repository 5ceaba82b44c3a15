"""Comparisons: of two texts on every table, and of two states of the rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from emperor_rules.api.rules import Folder, Rules, load, require_names, require_questions
from emperor_rules.api.texts import Progress, RulesText
from emperor_rules.diagnostics import suggest
from emperor_rules.errors import RequestError, UnknownTextError
from emperor_rules.messages import Message, sentences

if TYPE_CHECKING:
    from emperor_rules.check.consistency.comparison import Comparison, Difference
    from emperor_rules.check.diff.semantic import Changes
    from emperor_rules.check.search_report import SearchReport
    from emperor_rules.model.texts import Edition


@dataclass(frozen=True)
class TextComparison:
    """Where two texts answer differently.

    Attributes:
        comparison: What was found, as a record (internal).
        declared: For each difference whether the rules declare and explain it.
    """

    comparison: Comparison = field(repr=False)
    declared: tuple[bool, ...]

    @property
    def sides(self) -> tuple[Edition, Edition]:
        """The two texts with their dates."""
        return self.comparison.sides

    @property
    def differences(self) -> list[Difference]:
        """The differences, each with its question, both answers, and the smallest position that shows it."""
        return self.comparison.differences

    @property
    def agree(self) -> list[str]:
        """The ids of the questions that both answer alike on every table searched."""
        return self.comparison.agree

    @property
    def silent(self) -> dict[str, list[str]]:
        """By text the ids of the questions of which only the other speaks."""
        return self.comparison.silent

    @property
    def searched(self) -> SearchReport:
        """How far the search went."""
        return self.comparison.searched

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


def compare_texts(
    text: RulesText,
    against: RulesText,
    seats: int,
    questions: Iterable[str] | None,
    options: Iterable[str],
    seconds: float | None,
    progress: Progress | None,
) -> TextComparison:
    """Compare two texts; the arguments are those of :meth:`RulesText.compare`."""
    from emperor_rules.check.consistency.accepted import declared_for
    from emperor_rules.check.consistency.scheduler import compare
    from emperor_rules.check.limits import Clock

    rules = text.rules
    chosen = frozenset(options)
    asked = None if questions is None else tuple(questions)
    for side in (text, against):
        rules.program(side.edition)
    require_names(rules.rulebook, (), asked or ())
    options_declared = {option for side in (text, against) for option in rules.rulebook.texts[side.id].options}
    for option in sorted(chosen - options_declared):
        nothing = Message(
            "there is no option “{option}” in {text} or {against}.", option=option, text=text.id, against=against.id
        )
        raise RequestError(sentences(nothing, suggest(option, options_declared)))
    comparison = compare(
        rules.engine,
        text.edition,
        against.edition,
        up_to=seats,
        questions=asked,
        sets=[chosen] if chosen else None,
        clock=Clock(seconds),
        progress=progress,
    )
    declared = [declared_for(rules.engine, comparison, difference) is not None for difference in comparison.differences]
    return TextComparison(comparison, tuple(declared))


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

    >>> import emperor_rules as er
    >>> rules = er.load()
    >>> er.diff(rules, rules, seats=6).silent
    True
    """
    from emperor_rules.check.diff.semantic import find_changes
    from emperor_rules.check.limits import Clock

    clock = Clock(seconds)
    before, after = (state if isinstance(state, Rules) else load(state, scenarios=False) for state in (old, new))
    chosen = None if texts is None else tuple(texts)
    asked = None if questions is None else tuple(questions)
    texts_declared = {*before, *after}
    for text in chosen or ():
        if text not in texts_declared:
            nothing = Message("there is no text “{text}”.", text=text)
            raise UnknownTextError(sentences(nothing, suggest(text, texts_declared)))
    require_questions({*before.questions, *after.questions}, asked or ())
    for state in (before, after):
        state.validate()
    return find_changes(
        before.rulebook, after.rulebook, up_to=seats, texts=chosen, questions=asked, clock=clock, progress=progress
    )
