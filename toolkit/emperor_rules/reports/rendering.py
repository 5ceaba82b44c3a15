"""Results that show themselves in every format of a report."""

from __future__ import annotations

from abc import ABC, abstractmethod

from emperor_rules.reports.report import Report


class Rendered(ABC):
    """A result with a report behind it; a notebook shows it as Markdown."""

    @abstractmethod
    def report(self) -> Report:
        """Return it as a report (internal)."""

    def render(self, format: str = "full", language: str = "en") -> str:
        """Return it in a format of the commands.

        Args:
            format: ``full``, ``concise``, ``json``, ``github``, ``sarif``, ``junit``, ``gitlab``, ``rdjson`` or
                ``markdown``.
            language: ``en`` or ``it``.

        Raises:
            RequestError: If there is no such format or language.
        """
        from emperor_rules.reports.formats import render

        return render(self.report(), format, language)

    def _repr_markdown_(self) -> str:
        return self.render("markdown")
