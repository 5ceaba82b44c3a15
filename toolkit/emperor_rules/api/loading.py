"""A folder of rules, read."""

from __future__ import annotations

import time
from collections.abc import Iterable
from os import PathLike
from pathlib import Path
from typing import Literal

from emperor_rules.api import arguments
from emperor_rules.api.rules import Rules
from emperor_rules.errors import RulesError
from emperor_rules.frontend.kept_texts import load_texts
from emperor_rules.frontend.rule_files import text_ids
from emperor_rules.resources import shipped_rules

Folder = str | PathLike[str]


def load(
    folder: Folder | None = None,
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
            time. By default all are.
        scenarios: Whether to read scenarios, which checks need; by default where all texts are read.
        declared: Whether to read declared differences, which comparisons need; by default where scenarios are read.
        errors: With ``"keep"`` rules with errors are returned too, for :meth:`Rules.check` to report them.

    Returns:
        The rules, a mapping from ids of texts to :class:`RulesText`.

    Raises:
        RulesError: If the rules have errors; its ``diagnostics`` say which and where.
        UnknownTextError: If a text that is wanted is not there.
        RequestError: If an argument makes no sense.

    Texts that are read are kept in a folder of this user's caches, from which they are read faster the next time.

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
    raises = arguments.one_of("errors", errors, ("raise", "keep")) == "raise"
    ids = text_ids(path) if wanted is not None else ()
    for id in wanted or () if ids else ():
        arguments.known_text(id, ids)
    with_scenarios = wanted is None if scenarios is None else scenarios
    if wanted is not None and not with_scenarios and not declared:
        rulebook = load_texts(path, wanted)
    else:
        from emperor_rules.frontend.loader import load_rulebook  # texts that are kept need no parser

        rulebook = load_rulebook(path, only=wanted, scenarios=with_scenarios, accepted=declared)
    mistakes = [diagnostic for diagnostic in rulebook.findings if diagnostic.is_error]
    if mistakes and raises:
        raise RulesError(mistakes, rulebook.sources, readable=bool(rulebook.texts))
    return Rules(rulebook, time.perf_counter() - started)
