"""Hold the relations between texts against what the texts answer, and declarations against what is found.

A text that *translates* another must answer everything as it does, silence included; one that *summarises* may be
silent but not answer differently; a *variant* may differ where a sentence in both languages says so (design §5).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from emperor_rules.check.consistency.accepted import (
    cited,
    concerned,
    covering,
    declared_for,
    declared_here,
    told_by_included,
)
from emperor_rules.check.consistency.comparison import CONTRADICTED, SILENT, Comparison, compared, pair_up
from emperor_rules.check.consistency.contradictions import TextFindings, judged
from emperor_rules.check.consistency.minimal_core import core
from emperor_rules.check.consistency.scheduler import Progress, Search, SearchUnit, UnitResult
from emperor_rules.check.consistency.search_cache import SearchCache
from emperor_rules.check.limits import Bounds, Clock
from emperor_rules.check.witness import as_scenario, draw_in_text
from emperor_rules.diagnostics import DECLARED, ERROR, Diagnostic, Related, error, warning
from emperor_rules.evaluate.engine import Answer, Engine
from emperor_rules.model.accepted import DIFFERENCE
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Clause, Edition
from emperor_rules.resolve.resolver import change_dates
from emperor_rules.search.seatings import MOST_TABLES
from emperor_rules.source import NOWHERE, Span

TRANSLATES, SUMMARISES, VARIES = "translates", "summarises", "varies"
#: A minimal core takes some hundredths of a second: so many are worked out, as nobody mends more at once.
MOST_CORES = 4
#: So many clauses are shown with a finding.
MOST_PLACES = 8


@dataclass
class RelationRun:
    """Everything that searching the texts of a rulebook found."""

    findings: list[Diagnostic] = field(default_factory=list)
    comparisons: list[tuple[str, Comparison]] = field(default_factory=list)
    texts: list[TextFindings] = field(default_factory=list)
    used: set[str] = field(default_factory=set)
    cores: int = 0

    def core(
        self, engine: Engine, edition: Edition, witness: Mapping[str, Any], answer: Answer, clauses: list[Clause]
    ) -> list[Clause]:
        """Give the clauses without which an answer would be another, for the first findings; later ones cite all."""
        self.cores += 1
        return core(engine, edition, witness, answer, clauses) if self.cores <= MOST_CORES else clauses

    def missed(self) -> list[str]:
        """Name the texts and pairs at which not everything was looked at."""
        names = [text.edition.name for text in self.texts if not text.searched.complete]
        return names + [" ~ ".join(s.name for s in c.sides) for _, c in self.comparisons if not c.searched.complete]

    def searched(self) -> dict[str, object]:
        """Say how far the searches looked, by text and pair."""
        found: dict[str, object] = {}
        for text in self.texts:
            found[text.edition.name] = text.searched.as_json()
        for _, comparison in self.comparisons:
            found[" ~ ".join(side.name for side in comparison.sides)] = comparison.searched.as_json()
        return found


def related_pairs(rulebook: Rulebook) -> list[tuple[str, Edition, Edition]]:
    """Give every pair of texts that a relation joins: its kind, the related text, and the original on its date."""
    return [
        (kind, Edition(text.id), Edition(target.text, target.at))
        for text in rulebook.texts.values()
        for kind, target in text.relations
        if target.text in rulebook.texts
    ]


def units_of(rulebook: Rulebook, bounds: Bounds) -> tuple[list[SearchUnit], list[tuple[str, SearchUnit]]]:
    """Give what is to be searched: every text, and every related pair with its kind; on all dates if so wanted."""
    wanted = [id for id in rulebook.texts if bounds.texts is None or id in bounds.texts]
    texts = [SearchUnit((Edition(id),), bounds.questions) for id in wanted]
    pairs = [
        (kind, SearchUnit((one, other), bounds.questions))
        for kind, one, other in related_pairs(rulebook)
        if one.text in wanted
    ]
    if bounds.all_dates:
        for id in wanted:
            texts += [
                SearchUnit((Edition(id, date),), bounds.questions) for date in change_dates(id, rulebook.texts)[:-1]
            ]
        for kind, one, other in related_pairs(rulebook):
            if one.text in wanted and other.on is None:
                dates = {*change_dates(one.text, rulebook.texts), *change_dates(other.text, rulebook.texts)}
                pairs += [
                    (kind, SearchUnit((Edition(one.text, date), Edition(other.text, date)), bounds.questions))
                    for date in sorted(dates)[:-1]
                ]
    return texts, pairs


class RelationSearch:
    """The search of every text and every related pair, from its beginning to its judgement by the declarations."""

    def __init__(self, engine: Engine, bounds: Bounds, cache: SearchCache | None = None) -> None:
        """Begin; other processes may work on it until :meth:`judge` is called."""
        self.engine, self.bounds = engine, bounds
        self.texts, self.pairs = units_of(engine.rulebook, bounds)
        self.search = Search(
            engine,
            [*self.texts, *(unit for _, unit in self.pairs)],
            up_to=bounds.seats,
            clock=Clock(bounds.seconds),
            all_options=bounds.all_options,
            cache=cache,
        )

    def judge(self, progress: Progress | None = None) -> RelationRun:
        """Wait for the search and judge what it found."""
        with self.search as search:
            found = search.results(progress)
        return _judged(self.engine, self.bounds, self.texts, self.pairs, found)


def _judged(
    engine: Engine,
    bounds: Bounds,
    texts: Sequence[SearchUnit],
    pairs: Sequence[tuple[str, SearchUnit]],
    found: Mapping[SearchUnit, UnitResult],
) -> RelationRun:
    rulebook = engine.rulebook
    run = RelationRun()
    for unit in texts:
        result = found.get(unit) or UnitResult(bounds.seats)
        text = judged(engine, unit.sides[0], result.looks, result.tables, result.reached, unit.questions)
        run.texts.append(text)
    for text in run.texts:
        run.findings.extend(_judge_text(engine, text, run))
    for kind, unit in pairs:
        one, other = unit.sides
        pair = pair_up(engine, one, other, unit.questions)
        result = found.get(unit) or UnitResult(bounds.seats)
        comparison = compared(engine, pair, result.looks, result.reached)
        run.comparisons.append((kind, comparison))
        run.findings.extend(_judge_pair(engine, kind, comparison, run))
    run.findings = _once(run.findings)
    run.findings.extend(_too_many(rulebook, run, bounds))
    missed = run.missed()
    if missed:
        names = ", ".join(missed[:4]) + (f" and {len(missed) - 4} more" if len(missed) > 4 else "")
        run.findings.append(
            error(
                "R513",
                f"the time was over before everything was looked at: {names}",
                NOWHERE,
                "Give more --seconds, or narrow the search.",
            )
        )
    elif bounds.everything:
        run.findings.extend(_vanished(rulebook, run))
    return run


def _too_many(rulebook: Rulebook, run: RelationRun, bounds: Bounds) -> Iterator[Diagnostic]:
    """Report where so many seatings are legal that the search ended below the bound."""
    looked = [(text.edition, text.searched) for text in run.texts]
    looked += [(comparison.sides[0], comparison.searched) for _, comparison in run.comparisons]
    for edition, searched in looked:
        if searched.seats < bounds.seats and searched.questions:
            yield warning(
                "R515",
                f"{edition.name} calls more than {MOST_TABLES} seatings legal: those of more than "
                f"{searched.seats} seats were not searched",
                rulebook.texts[edition.text].span,
                "Require what a table must be like, or search less (--up-to).",
                text=edition.text,
            )


def _once(findings: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Keep of findings that only the date tells apart the first: on the newest date, else on the oldest."""
    seen: dict[tuple[object, ...], Diagnostic] = {}
    for finding in findings:
        witness = {key: value for key, value in (finding.witness or {}).items() if key != "on"}
        said = "" if witness else re.sub(r"@\d{4}-\d\d-\d\d", "", finding.message)
        key = (finding.code, finding.text, finding.clause, finding.span, finding.related, repr(witness), said)
        seen.setdefault(key, finding)
    return list(seen.values())


# --- inside one text ------------------------------------------------------------------------------


def _judge_text(engine: Engine, found: TextFindings, run: RelationRun) -> Iterator[Diagnostic]:
    rulebook = engine.rulebook
    text = rulebook.texts[found.edition.text]
    for conflict in found.conflicts:
        clauses = cited(engine, found.edition, conflict.clauses)
        if told_by_included(engine, found.edition, conflict, run.texts):
            continue
        declaration = declared_here(engine, found, conflict)
        message = f"{text.id} contradicts itself on “{_question(rulebook, conflict.ask)}”: {conflict.answer.message}"
        witness = _witness(conflict.witness)
        if declaration is None:
            clauses = run.core(engine, found.edition, conflict.witness, conflict.answer, clauses)
        span, related = _places(clauses)
        if declaration is not None:
            run.used.add(declaration.slug)
            yield Diagnostic(
                "R510",
                DECLARED,
                message,
                span,
                declaration.words.en,
                text.id,
                _number(conflict.clauses),
                related,
                witness,
            )
        else:
            yield error(
                "R510",
                message,
                span,
                _paste(rulebook, conflict.witness, {found.edition: conflict.answer}),
                text=text.id,
                clause=_number(conflict.clauses),
                related=related,
                witness=witness,
            )
    if found.searched.complete and not found.searched.tables and (found.searched.questions or found.whole):
        yield error(
            "R514",
            f"no seating of up to {found.searched.seats} seats is legal by {found.edition.name}: nothing was searched",
            text.span,
            "Search larger tables (--up-to), or correct what it requires.",
            text=text.id,
        )
    for gap in found.gaps:
        yield warning(
            "R512",
            f"{text.id} does not answer “{_question(rulebook, gap.ask)}” here",
            text.span,
            draw_in_text(gap.witness),
            text=text.id,
            witness=_witness(gap.witness),
        )
    if found.unsatisfiable:
        sizes = ", ".join(f"{teams} teams of {size}" for teams, size in found.unsatisfiable)
        yield warning(
            "R511",
            f"{text.id} allows {sizes}, but no seating meets its requirements",
            text.span,
            "Require another size, or say which seating is meant.",
            text=text.id,
        )


# --- between two ----------------------------------------------------------------------------------


def _judge_pair(engine: Engine, kind: str, found: Comparison, run: RelationRun) -> Iterator[Diagnostic]:
    rulebook = engine.rulebook
    one, other = found.sides
    if found.searched.complete and found.searched.tableless:
        yield warning(
            "R514",
            f"no seating of up to {found.searched.seats} seats is legal by both {one.name} and "
            f"{other.name}: nothing was compared",
            rulebook.texts[one.text].span,
            "Search larger tables (--up-to), or correct what one of them requires.",
            text=one.text,
            related=(Related(rulebook.texts[other.text].span, text=other.text),),
        )
    for difference in found.differences:
        if _allowed(kind, *(difference.answers[side.name].status for side in found.sides)):
            continue
        declaration = declared_for(engine, found, difference)
        clauses = tuple(c for names in difference.clauses.values() for c in names)
        responsible = concerned(engine, found, difference)
        if declaration is None:
            responsible = [
                clause
                for side in found.sides
                for clause in run.core(
                    engine,
                    side,
                    difference.witness,
                    difference.answers[side.name],
                    cited(engine, side, difference.clauses[side.name]),
                )
            ]
        span, related = _places(responsible)
        said = "; ".join(f"{side} {_said(a)}" for side, a in difference.answers.items())
        message = f"{one.name} {kind} {other.name}, but on “{_question(rulebook, difference.ask)}”: {said}"
        witness = _witness(difference.witness)
        if declaration is not None:
            run.used.add(declaration.slug)
            yield Diagnostic(
                "R520", DECLARED, message, span, declaration.words.en, one.text, _number(clauses), related, witness
            )
        else:
            yield error(
                "R520",
                message,
                span,
                _paste(rulebook, difference.witness, {s: difference.answers[s.name] for s in found.sides}),
                text=one.text,
                clause=_number(clauses),
                related=related,
                witness=witness,
            )
    if kind == TRANSLATES:
        for side, asks in found.silent.items():
            for ask in asks:
                message = f"{side} says nothing on “{_question(rulebook, ask)}”, the other text does"
                declaration = covering(rulebook, DIFFERENCE, {one.text, other.text}, ask, (), ())
                if declaration is not None:
                    run.used.add(declaration.slug)
                yield Diagnostic(
                    "R521",
                    ERROR if declaration is None else DECLARED,
                    message,
                    rulebook.texts[one.text].span,
                    declaration.words.en
                    if declaration is not None
                    else "Encode what it says, or declare the difference.",
                    one.text,
                )


def _allowed(kind: str, one: str, other: str) -> bool:
    """Tell whether a relation lets the related text answer with one status where the original has the other.

    A summary may be silent; a variant too, and it may speak where the original does not. Neither may contradict itself.
    """
    if kind == TRANSLATES or CONTRADICTED in (one, other):
        return False
    return one == SILENT or (kind == VARIES and other == SILENT)


def _vanished(rulebook: Rulebook, run: RelationRun) -> Iterator[Diagnostic]:
    """Report declarations that were not needed; what is said of a date that was not looked at may still hold."""
    dated = {(side.text, side.on) for _, found in run.comparisons for side in found.sides}
    dated |= {(text.edition.text, text.edition.on) for text in run.texts}
    for declaration in rulebook.declarations:
        looked_at = all(side.at is None or (side.text, side.at) in dated for side in declaration.texts)
        if declaration.slug not in run.used and looked_at:
            yield error(
                "R522",
                f"the declared {declaration.kind} “{declaration.slug}” is found no more",
                declaration.span,
                "Take the declaration out, or correct what it names.",
            )


# --- words ----------------------------------------------------------------------------------------


def _question(rulebook: Rulebook, ask: str) -> str:
    return rulebook.vocabulary.relations[ask].ask.en


def _said(answer: Answer) -> str:
    if answer.status != "answered":
        return f"is {answer.status}" if answer.status == "silent" else answer.status
    value = answer.answer
    shown = (
        ("yes" if value else "no") if isinstance(value, bool) else " ".join(value) if isinstance(value, list) else value
    )
    return f"says {shown}"


def _places(clauses: Sequence[Clause]) -> tuple[Span, tuple[Related, ...]]:
    places = [Related(clause.span, clause.words("en"), clause.text, clause.number) for clause in clauses]
    return (places[0].span if places else NOWHERE), tuple(places[1:MOST_PLACES])


def _number(clauses: Sequence[str]) -> str | None:
    return clauses[0].partition(":")[2] if clauses else None


def _witness(witness: Mapping[str, Any]) -> dict[str, object]:
    return {key: witness.get(key) for key in ("seats", "left", "leaving", "options", "on", "ask", "of", "given")}


def _paste(rulebook: Rulebook, witness: Mapping[str, Any], answers: Mapping[Edition, Answer]) -> str:
    scenario = as_scenario(witness, answers, rulebook.vocabulary, "the smallest table that shows it")
    return f"{draw_in_text(witness)}\n\n{scenario}"
