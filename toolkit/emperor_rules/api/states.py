"""States of the rules: one read from its folder, and what changes between two."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from emperor_rules.api import arguments
from emperor_rules.api.rules import Rules
from emperor_rules.errors import RulesError
from emperor_rules.frontend.layers import text_ids
from emperor_rules.frontend.text_cache import load_texts, load_whole
from emperor_rules.resources import shipped_rules

if TYPE_CHECKING:
    from emperor_rules.check.diff.changes import Changes


def load(
    folder: str | PathLike[str] | None = None,
    *,
    texts: Iterable[str] | None = None,
    scenarios: bool | None = None,
    declared: bool | None = None,
    errors: Literal["raise", "keep"] = "raise",
) -> Rules:
    """Read a folder of rules.

    Args:
        folder: The folder; by default the rules that come with the toolkit.
        texts: The ids of the texts wanted. Only they are read and what they include, which takes a fraction of the
            time, but such rules can be neither checked nor compared with another state. By default all are.
        scenarios: Whether to read scenarios, which checks need; by default where all texts are read.
        declared: Whether to read declared differences, which comparisons need; by default where scenarios are read.
        errors: With ``"keep"`` rules with errors are returned too, for :meth:`Rules.check` to report them.

    Returns:
        The rules, a mapping from ids of texts to :class:`RulesText`.

    Raises:
        RulesError: If the rules have errors; its ``diagnostics`` say which and where.
        UnknownTextError: If a text that is wanted is not there.
        RequestError: If an argument makes no sense.

    What makes reading faster the next time is kept in a folder of this user's caches, where it may be deleted.

    >>> import emperor_rules as er
    >>> rules = er.load()
    >>> "cr-809" in rules
    True
    >>> er.load("no/such/folder")
    Traceback (most recent call last):
    emperor_rules.errors.RulesError: there is no folder of rules at no/such/folder
    """
    started = time.perf_counter()
    path = shipped_rules() if folder is None else Path(folder)
    wanted = arguments.names_or_all("texts", texts)
    raises = arguments.known_word("errors", errors, ("raise", "keep")) == "raise"
    ids = text_ids(path) if wanted is not None else ()
    for id in wanted or () if ids else ():
        arguments.known_text(id, ids)
    with_scenarios = wanted is None if scenarios is None else scenarios
    if wanted is not None and not with_scenarios:
        rulebook = load_texts(path, wanted, declared=bool(declared))
    elif wanted is None and with_scenarios and declared in (None, True):
        rulebook = load_whole(path)
    else:
        from emperor_rules.frontend.loader import load_rulebook  # texts that are kept need no parser

        rulebook = load_rulebook(path, only=wanted, scenarios=with_scenarios, accepted=declared)
    mistakes = [diagnostic for diagnostic in rulebook.findings if diagnostic.is_error]
    if mistakes and raises:
        raise RulesError(mistakes, rulebook.sources, readable=bool(rulebook.texts))
    return Rules(rulebook, time.perf_counter() - started, whole=wanted is None)


def diff(
    old: Rules | str | PathLike[str],
    new: Rules | str | PathLike[str],
    *,
    seats: int = 9,
    texts: Iterable[str] | None = None,
    questions: Iterable[str] | None = None,
    seconds: float | None = None,
    progress: Callable[[int, int], None] | None = None,
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
    from emperor_rules.limits import Clock

    clock, most = Clock(seconds), arguments.most_seats(seats)
    chosen, asked = arguments.names_or_all("texts", texts), arguments.names_or_all("questions", questions)
    before, after = (state if isinstance(state, Rules) else load(state, scenarios=False) for state in (old, new))
    for text in chosen or ():
        arguments.known_text(text, sorted({*before, *after}))
    arguments.known_questions(asked or (), {*before.questions, *after.questions})
    for state in (before, after):
        state.validate()
    return find_changes(
        before.rulebook, after.rulebook, up_to=most, texts=chosen, questions=asked, clock=clock, progress=progress
    )
