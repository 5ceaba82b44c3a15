"""A clause as pages show it: words, formal statement and references."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from emperor_rules.draw.templating import dated
from emperor_rules.model.texts import Clause, Reference, Text
from emperor_rules.official.matching import Beside
from emperor_rules.site.context import SiteContext
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
    words: str
    older: tuple[tuple[str, str], ...]
    official: Beside | None
    official_since: str
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
    """Turn all references of a rulebook round."""
    overriding: dict[Span, list[Clause]] = {}
    citing: dict[Span, list[Clause]] = {}
    for text in permalinks.rulebook.texts.values():
        for clause in text.clauses:
            for references, found in ((clause.overrides, overriding), (clause.see, citing)):
                for reference in references:
                    meant = permalinks.by_number.get((reference.text, reference.number or ""))
                    if meant is not None and clause not in found.setdefault(meant.span, []):
                        found[meant.span].append(clause)
    return Backlinks(overriding, citing)


def name_of(clause: Clause) -> str:
    """Name a clause by its slug, as words; nothing where its number says it already."""
    return clause.slug.replace("-", " ") if clause.slug != clause.number else ""


@dataclass(frozen=True)
class ClauseViewer:
    """Shows clauses on the page ``of``."""

    stock: SiteContext
    backward: Backlinks
    of: str

    def view(self, text: Text, clause: Clause) -> ClauseView:
        """Gather what the page says about a clause."""
        language, permalinks, t = self.stock.language, self.stock.permalinks, self.stock.t
        outcomes = self.stock.by_clause.get(clause.span, ())
        scenarios = {outcome.scenario.name for outcome in outcomes}
        wordings = [w for w in clause.wordings if w.language == language]
        official = self.stock.official.get(clause.span)
        newest = clause.words(language) or (wordings[-1].words if wordings else "")
        return ClauseView(
            clause.number,
            name_of(clause),
            permalinks.anchors[clause.span],
            permalinks.others[clause.span],
            clause.until is None,
            tuple(self._validity(text, clause)),
            newest,
            tuple(
                (dated(t["clause_until"], w.until, language), w.words)
                for w in wordings
                if w.until and w.words != newest
            ),
            official,
            dated(t["text_effective"], official.effective, language) if official and official.effective else "",
            formal_statement(clause),
            clause.note.get(language) if clause.note is not None else "",
            tuple(self._references(clause)),
            Link(href(self.of, clause_page(text.id, clause.slug)), clause.number),
            t["clause_cases"].format(questions=len(outcomes), scenarios=len(scenarios)) if outcomes else "",
        )

    def _validity(self, text: Text, clause: Clause) -> Iterator[str]:
        language, t = self.stock.language, self.stock.t
        if clause.since:
            yield dated(t["clause_since"], clause.since, language)
        if clause.until:
            until = dated(t["clause_until"], clause.until, language)
            yield f"{until} ({t['clause_past']})"
        former = [f"{number} ({date})" for number, date in former_numbers(text, clause) if number != clause.number]
        if former:
            yield f"{t['clause_earlier']}: {', '.join(former)}"

    def _references(self, clause: Clause) -> Iterator[tuple[str, tuple[Link, ...]]]:
        t = self.stock.t
        for name, references in (
            (t["clause_overrides"], self._to(clause.overrides)),
            (t["clause_overridden_by"], self._from(self.backward.overriding.get(clause.span, ()))),
            (t["clause_redundant"], self._to(clause.redundant)),
            (t["clause_see"], self._to(clause.see)),
            (t["clause_cited_by"], self._from(self.backward.citing.get(clause.span, ()))),
        ):
            if references:
                yield name, references

    def _to(self, references: Sequence[Reference]) -> tuple[Link, ...]:
        language, part = self.stock.language, self.stock.t["clause_part"]
        return tuple(
            self.stock.permalinks.to_reference(self.of, reference, language, f"({part})") for reference in references
        )

    def _from(self, clauses: Sequence[Clause]) -> tuple[Link, ...]:
        return tuple(self.stock.permalinks.to_clause(self.of, clause, self.stock.language) for clause in clauses)
