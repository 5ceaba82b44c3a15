"""The shipped rules, read once for a whole test process."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from emperor_rules.check.pipeline import CheckReport, check_folder
from emperor_rules.evaluate.engine import Engine
from emperor_rules.export.conformance import conformance_lines
from emperor_rules.frontend.loader import load_rulebook
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.site.context import SiteContext, site_context
from emperor_rules.site.i18n import read_locale
from tests.support.paths import RULES


@cache
def rulebook() -> Rulebook:
    """Read the texts and the vocabulary, without scenarios."""
    book = load_rulebook(RULES, scenarios=False)
    assert not book.broken, book.findings
    return book


@cache
def whole_rulebook() -> Rulebook:
    """Read everything, scenarios too."""
    return load_rulebook(RULES)


@cache
def engine() -> Engine:
    """Return the one evaluator of the shipped rules; what it answers does not depend on what it was asked before."""
    return Engine(rulebook())


@cache
def conformance_rows() -> list[dict[str, Any]]:
    """Return the lines of the conformance set; those who read them do not change them."""
    return [json.loads(line) for line in conformance_lines(whole_rulebook())]


@cache
def checked() -> CheckReport:
    """Check everything with all scenarios, but search no tables."""
    return check_folder(RULES)


@cache
def shipped_context(language: str) -> SiteContext:
    """Return what the pages of a language are made from."""
    return site_context(checked(), engine(), read_locale(language))
