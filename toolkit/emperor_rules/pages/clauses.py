"""A clause as its text's page shows it: words, formal statement, references and the scenarios that rest on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from emperor_rules.check.scenarios import Outcome
from emperor_rules.draw.templates import date_in_words, words
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Clause, Reference, Text
from emperor_rules.pages.formal import Highlighter
from emperor_rules.pages.page import Link, href
from emperor_rules.pages.permalinks import Permalinks, former_numbers
from emperor_rules.pages.questions import Asker, Question
from emperor_rules.source import Span

#: A clause shows so many of its questions in full, those that it decides most directly, and names the other scenarios.
MOST_QUESTIONS = 12


@dataclass(frozen=True, slots=True)
class Case:
    """A scenario that rests on a clause, with the questions that it decides there."""

    scenario: Link
    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True)
class ClauseView:
    """Everything about a clause that its page prints, in one language."""

    number: str
    name: str
    anchor: str
    anchors: tuple[str, ...]
    in_force: bool
    validity: tuple[str, ...]
    words: str
    older: tuple[tuple[str, str], ...]
    formal: Markup
    note: str
    references: tuple[tuple[str, tuple[Link, ...]], ...]
    decides: str
    cases: tuple[Case, ...]
    more: tuple[Link, ...]


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


@dataclass(frozen=True)
class ClauseViewer:
    """Shows the clauses of one text on its page."""

    rulebook: Rulebook
    asker: Asker
    highlighter: Highlighter
    backward: Backlinks
    outcomes: Mapping[Span, Sequence[Outcome]]
    scenario_pages: Mapping[str, tuple[str, str]]
    of: str

    def view(self, text: Text, clause: Clause) -> ClauseView:
        """Gather what the page says about a clause."""
        language, permalinks = self.asker.language, self.asker.permalinks
        t = words(language)
        outcomes = self.outcomes.get(clause.span, ())
        directly = sorted(outcomes, key=lambda outcome: self.asker.clauses(outcome).index(clause))[:MOST_QUESTIONS]
        scenarios = dict.fromkeys(outcome.scenario.name for outcome in outcomes)
        shown = {outcome.scenario.name for outcome in directly}
        wordings = [w for w in clause.wordings if w.language == language]
        newest = clause.words(language) or (wordings[-1].words if wordings else "")
        return ClauseView(
            clause.number,
            clause.slug.replace("-", " ") if clause.slug != clause.number else "",
            permalinks.anchors[clause.span],
            permalinks.others[clause.span],
            clause.until is None,
            tuple(self._validity(text, clause)),
            newest,
            tuple(
                (t["clause_until"].format(date=date_in_words(w.until, language)), w.words)
                for w in wordings
                if w.until and w.words != newest
            ),
            self.highlighter.formal_statement(self.rulebook.sources.get(text.file), clause),
            clause.note.get(language) if clause.note is not None else "",
            tuple(self._references(clause)),
            t["clause_cases"].format(questions=len(outcomes), scenarios=len(scenarios)),
            tuple(self._cases(directly)),
            tuple(self._scenario(name) for name in scenarios if name not in shown),
        )  # fmt: skip

    def _validity(self, text: Text, clause: Clause) -> Iterator[str]:
        t = words(self.asker.language)
        if clause.since:
            yield t["clause_since"].format(date=date_in_words(clause.since, self.asker.language))
        if clause.until:
            until = t["clause_until"].format(date=date_in_words(clause.until, self.asker.language))
            yield f"{until} ({t['clause_past']})"
        former = [f"{number} ({date})" for number, date in former_numbers(text, clause) if number != clause.number]
        if former:
            yield f"{t['clause_earlier']}: {', '.join(former)}"

    def _references(self, clause: Clause) -> Iterator[tuple[str, tuple[Link, ...]]]:
        t = words(self.asker.language)
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
        language, part = self.asker.language, words(self.asker.language)["clause_part"]
        return tuple(
            self.asker.permalinks.to_reference(self.of, reference, language, f"({part})") for reference in references
        )

    def _from(self, clauses: Sequence[Clause]) -> tuple[Link, ...]:
        return tuple(self.asker.permalinks.to_clause(self.of, clause, self.asker.language) for clause in clauses)

    def _cases(self, outcomes: Sequence[Outcome]) -> Iterator[Case]:
        by_scenario: dict[str, list[Question]] = {}
        for outcome in outcomes:
            by_scenario.setdefault(outcome.scenario.name, []).append(self.asker.question(self.of, outcome))
        for name, questions in by_scenario.items():
            yield Case(self._scenario(name), tuple(questions))

    def _scenario(self, name: str) -> Link:
        page, anchor = self.scenario_pages[name]
        return Link(href(self.of, page, anchor), name)
