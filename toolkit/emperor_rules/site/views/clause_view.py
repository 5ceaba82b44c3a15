"""A clause as pages show it: words, formal statement and references."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from emperor_rules.check.scenario_runner import Outcome
from emperor_rules.model.texts import Clause, Reference, Text
from emperor_rules.official.matching import Beside
from emperor_rules.site.context import SiteContext
from emperor_rules.site.i18n import Locale
from emperor_rules.site.page import Link, href
from emperor_rules.site.permalinks import Permalinks, clause_page, former_numbers
from emperor_rules.site.views.highlighting import formal_statement
from emperor_rules.source import Span


@dataclass(frozen=True, slots=True)
class ClauseView:
    """What every page that shows a clause prints of it, in one language; ``page`` is the clause's own."""

    number: str
    name: str
    anchor: str
    anchors: tuple[str, ...]
    in_force: bool
    validity: tuple[str, ...]
    former: str
    words: str
    official: Beside | None
    official_edition: str
    official_ours: str
    formal: Markup
    note: str
    references: tuple[tuple[str, tuple[Link, ...]], ...]
    page: Link
    decides: str


@dataclass(frozen=True)
class Backlinks:
    """Who refers to a clause: those that override it, and those that send a reader to it."""

    overriding: Mapping[Span, Sequence[Clause]]
    citing: Mapping[Span, Sequence[Clause]]


def backlinks(permalinks: Permalinks) -> Backlinks:
    """Invert all references of a rulebook."""
    overriding: dict[Span, list[Clause]] = {}
    citing: dict[Span, list[Clause]] = {}
    for text in permalinks.rulebook.texts.values():
        for clause in text.clauses:
            for references, backward in ((clause.overrides, overriding), (clause.see, citing)):
                for reference in references:
                    meant = permalinks.by_number.get((reference.text, reference.number or ""))
                    if meant is not None and clause not in backward.setdefault(meant.span, []):
                        backward[meant.span].append(clause)
    return Backlinks(overriding, citing)


@dataclass(frozen=True)
class ClauseViewer:
    """Shows clauses on the page ``path``."""

    context: SiteContext
    backward: Backlinks
    path: str

    def view(self, text: Text, clause: Clause) -> ClauseView:
        """Gather what the page says about a clause."""
        context, locale, permalinks = self.context, self.context.locale, self.context.permalinks
        wordings = [w for w in clause.wordings if w.language == locale.language]
        official = context.official.get(clause.span)
        newest = clause.words(locale.language) or (wordings[-1].words if wordings else "")
        day = official.effective if official is not None and len(text.editions) > 1 else None
        then = clause.words(locale.language, day) or newest
        label, name = clause.label(locale.language), clause.name(locale.language)
        return ClauseView(
            label,
            "" if label == name else name,
            permalinks.anchors[clause.span],
            permalinks.others[clause.span],
            clause.until is None,
            tuple(self._validity(clause)),
            self._former(text, clause),
            newest,
            official,
            locale.dated("official_edition", official.effective) if official and official.effective else "",
            "" if then == newest else then,
            formal_statement(clause, clause.until),
            clause.note.get(locale.language) if clause.note is not None else "",
            tuple(self._references(clause)),
            Link(href(self.path, clause_page(text.id, clause.slug)), label),
            count_cases(context.by_clause.get(clause.span, ()), locale),
        )

    def _validity(self, clause: Clause) -> Iterator[str]:
        locale = self.context.locale
        if clause.since:
            yield locale.dated("clause_since", clause.since)
        if clause.until:
            yield f"{locale.dated('clause_until', clause.until)} ({locale['clause_past']})"

    def _former(self, text: Text, clause: Clause) -> str:
        """Return the numbers that a clause bore before, in words; its history says when."""
        numbers = dict.fromkeys(number for number, _ in former_numbers(text, clause) if number != clause.number)
        return self.context.locale["clause_former"].format(numbers=", ".join(numbers)) if numbers else ""

    def _references(self, clause: Clause) -> Iterator[tuple[str, tuple[Link, ...]]]:
        for name, references in (
            ("clause_overrides", self._to(clause.overrides)),
            ("clause_overridden_by", self._from(self.backward.overriding.get(clause.span, ()))),
            ("clause_redundant", self._to(clause.redundant)),
            ("clause_see", self._to(clause.see)),
            ("clause_cited_by", self._from(self.backward.citing.get(clause.span, ()))),
        ):
            if references:
                yield self.context.locale[name], references

    def _to(self, references: Sequence[Reference]) -> tuple[Link, ...]:
        permalinks, locale = self.context.permalinks, self.context.locale
        part = f"({locale['clause_part']})"
        return tuple(permalinks.to_reference(self.path, reference, part) for reference in references)

    def _from(self, clauses: Sequence[Clause]) -> tuple[Link, ...]:
        return tuple(self.context.permalinks.to_clause(self.path, clause) for clause in clauses)


def count_cases(outcomes: Sequence[Outcome], locale: Locale) -> str:
    """Return in words in how many scenarios a clause decides something; nothing if in none."""
    scenarios = {outcome.scenario.name for outcome in outcomes}
    return locale["scenarios_count"].format(count=len(scenarios)) if outcomes else ""
