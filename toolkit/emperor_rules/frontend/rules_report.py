"""The report of a command about a folder of rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from emperor_rules.frontend.rule_files import display_name
from emperor_rules.messages import Message
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.reports.report import Report, ReportItem


def rules_report(
    rulebook: Rulebook,
    command: str,
    items: Iterable[ReportItem],
    verdict: Message,
    document: Callable[[str], object],
    **more: Any,
) -> Report:
    """Return what a command found about rules; ``more`` are further fields of the report."""
    return Report(command, tuple(items), verdict, display_name(rulebook.folder), rulebook.sources, document, **more)
