"""The answers that change between two states of the rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from emperor_rules.api import arguments
from emperor_rules.api.loading import Folder, load
from emperor_rules.api.rules import Progress, Rules
from emperor_rules.diagnostics import suggest
from emperor_rules.errors import UnknownTextError
from emperor_rules.messages import Message, sentences

if TYPE_CHECKING:
    from emperor_rules.check.diff.semantic import Changes


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
