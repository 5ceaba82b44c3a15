"""Check the relations between texts against their answers, and the declarations against the differences.

A text that *translates* another must answer everything as it does, silence included; one that *summarises* may be
silent but not answer differently; a *variant* may differ where a sentence in both languages says so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import assert_never

from emperor_rules.check.consistency.accepted import belongs_to_included, cited, covering, declared_for, declared_here
from emperor_rules.check.consistency.comparison import Comparison, pair_up, replay_comparison
from emperor_rules.check.consistency.contradictions import TextFindings
from emperor_rules.check.consistency.minimal_core import core
from emperor_rules.check.consistency.scheduler import Search, SearchUnit, UnitResult, text_findings
from emperor_rules.check.consistency.search_cache import SearchCache
from emperor_rules.check.limits import Bounds, Clock, Progress
from emperor_rules.check.search_report import SearchReport
from emperor_rules.check.witness import answer_words, as_scenario, diagnostic_witness, draw_in_text
from emperor_rules.diagnostics import DECLARED, ERROR, Diagnostic, Related, error, warning
from emperor_rules.evaluate.engine import ANSWERED, Answer, Engine, Status
from emperor_rules.model.accepted import DIFFERENCE, AcceptedFinding
from emperor_rules.model.requests import Witness
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Clause, Edition, TextRelation
from emperor_rules.resolve.resolver import change_dates
from emperor_rules.search.seatings import MOST_TABLES
from emperor_rules.search.witness_search import CONTRADICTED, SILENT
from emperor_rules.source import NOWHERE

#: For how many findings of a run a minimal core is computed, as each takes hundredths of a second.
MOST_CORES = 4
#: The most clauses shown with a finding.
MOST_PLACES = 8


@dataclass
class RelationRun:
    """The results of searching the texts of a rulebook.

    Attributes:
        engine: Answers for the texts.
        bounds: How far tables were searched.
        findings: The findings, declared ones among them.
        comparisons: The comparisons of related texts, each with the kind of the relation.
        texts: The findings in each text.
        used: The names of the declarations that cover a finding.
        cores: How many minimal cores were requested.
    """

    engine: Engine
    bounds: Bounds
    findings: list[Diagnostic] = field(default_factory=list)
    comparisons: list[tuple[TextRelation, Comparison]] = field(default_factory=list)
    texts: list[TextFindings] = field(default_factory=list)
    used: set[str] = field(default_factory=set)
    cores: int = 0

    @property
    def rulebook(self) -> Rulebook:
        """The rules that were searched."""
        return self.engine.rulebook

    def reports(self) -> Iterator[tuple[str, Edition, SearchReport]]:
        """Yield the report of each search, with the name of the text or pair and its first edition."""
        for text in self.texts:
            yield text.edition.name, text.edition, text.searched
        for _, comparison in self.comparisons:
            yield " ~ ".join(side.name for side in comparison.sides), comparison.sides[0], comparison.searched

    def missed(self) -> list[str]:
        """Return the texts and pairs at which not everything was searched."""
        return [name for name, _, report in self.reports() if not report.complete]

    def searched(self) -> dict[str, object]:
        """Return how far the searches went, by text and pair."""
        return {name: report.as_json() for name, _, report in self.reports()}

    def diagnostic(
        self,
        code: str,
        message: str,
        witness: Witness,
        answers: Mapping[Edition, Answer],
        declaration: AcceptedFinding | None,
    ) -> Diagnostic:
        """Return the finding that a witness shows: declared, or an error with the clauses responsible for it."""
        cited_by = {side: cited(self.engine, side, answer.clauses) for side, answer in answers.items()}
        if declaration is None:
            clauses = [c for side, answer in answers.items() for c in self._core(side, witness, answer, cited_by[side])]
            help = as_scenario(witness, answers, self.rulebook.vocabulary, "the smallest table that shows it")
            help = f"{draw_in_text(witness)}\n\n{help}"
        else:
            self.used.add(declaration.slug)
            clauses = [clause for side in answers for clause in cited_by[side]]
            help = declaration.words.en
        places = [Related(clause.span, clause.words("en"), clause.text, clause.number) for clause in clauses]
        citation = next((citation for answer in answers.values() for citation in answer.clauses), None)
        return Diagnostic(
            code,
            ERROR if declaration is None else DECLARED,
            message,
            places[0].span if places else NOWHERE,
            help,
            next(iter(answers)).text,
            citation.partition(":")[2] if citation is not None else None,
            tuple(places[1:MOST_PLACES]),
            diagnostic_witness(witness),
        )

    def _core(self, edition: Edition, witness: Witness, answer: Answer, clauses: list[Clause]) -> list[Clause]:
        """Return the minimal core of an answer for the first findings, all its clauses for later ones."""
        self.cores += 1
        return core(self.engine, edition, witness, answer, clauses) if self.cores <= MOST_CORES else clauses


def related_pairs(rulebook: Rulebook) -> list[tuple[TextRelation, Edition, Edition]]:
    """Return every pair of texts that a relation joins: its kind, the related text, and the original on its date."""
    return [
        (kind, Edition(text.id), Edition(target.text, target.at))
        for text in rulebook.texts.values()
        for kind, target in text.relations
        if target.text in rulebook.texts
    ]


def units_of(rulebook: Rulebook, bounds: Bounds) -> tuple[list[SearchUnit], list[tuple[TextRelation, SearchUnit]]]:
    """Return the units to search: texts, and related pairs with their kinds; on all dates if the bounds say so."""
    wanted = [id for id in rulebook.texts if bounds.texts is None or id in bounds.texts]
    texts = [SearchUnit((Edition(id),), bounds.questions) for id in wanted]
    pairs = [
        (kind, SearchUnit((related, original), bounds.questions))
        for kind, related, original in related_pairs(rulebook)
        if related.text in wanted
    ]
    if bounds.all_dates:
        for id in wanted:
            texts += [
                SearchUnit((Edition(id, date),), bounds.questions) for date in change_dates(id, rulebook.texts)[:-1]
            ]
        for kind, related, original in related_pairs(rulebook):
            if related.text in wanted and original.on is None:
                dates = {*change_dates(related.text, rulebook.texts), *change_dates(original.text, rulebook.texts)}
                pairs += [
                    (kind, SearchUnit((Edition(related.text, date), Edition(original.text, date)), bounds.questions))
                    for date in sorted(dates)[:-1]
                ]
    return texts, pairs


class RelationSearch:
    """The search of every text and every related pair, from its beginning to the findings."""

    def __init__(self, engine: Engine, bounds: Bounds, cache: SearchCache | None = None) -> None:
        """Start; other processes may work on it until :meth:`finish` is called."""
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

    def finish(self, progress: Progress | None = None) -> RelationRun:
        """Wait for the search, and return its findings with the declarations applied to them."""
        with self.search as search:
            results = search.results(progress)
        return _relation_run(self.engine, self.bounds, self.texts, self.pairs, results)


def _relation_run(
    engine: Engine,
    bounds: Bounds,
    texts: Sequence[SearchUnit],
    pairs: Sequence[tuple[TextRelation, SearchUnit]],
    results: Mapping[SearchUnit, UnitResult],
) -> RelationRun:
    run = RelationRun(engine, bounds)
    for unit in texts:
        run.texts.append(text_findings(engine, unit, results.get(unit) or UnitResult(bounds.seats)))
    for text in run.texts:
        run.findings.extend(finding for check in TEXT_CHECKS for finding in check(run, text))
    for kind, unit in pairs:
        result = results.get(unit) or UnitResult(bounds.seats)
        pair = pair_up(engine, unit.sides[0], unit.sides[1], unit.questions)
        comparison = replay_comparison(engine, pair, result.results, result.reached)
        run.comparisons.append((kind, comparison))
        run.findings.extend(finding for check in PAIR_CHECKS for finding in check(run, kind, comparison))
    run.findings = _without_repetitions(run.findings)
    run.findings.extend(finding for check in RUN_CHECKS for finding in check(run))
    return run


def _without_repetitions(findings: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Return the findings, of those that differ in their date alone the first: the newest wording, else the oldest."""
    first: dict[tuple[object, ...], Diagnostic] = {}
    for finding in findings:
        witness = {key: value for key, value in (finding.witness or {}).items() if key != "on"}
        message = "" if witness else re.sub(r"@\d{4}-\d\d-\d\d", "", finding.message)
        key = (finding.code, finding.text, finding.clause, finding.span, finding.related, repr(witness), message)
        first.setdefault(key, finding)
    return list(first.values())


# --- inside one text ------------------------------------------------------------------------------


def _contradictions(run: RelationRun, findings: TextFindings) -> Iterator[Diagnostic]:
    """Yield findings on contradictions, unless they belong to a text that this one includes."""
    text = findings.edition.text
    for conflict in findings.conflicts:
        if belongs_to_included(run.engine, findings.edition, conflict, run.texts):
            continue
        message = f"{text} contradicts itself on “{_question(run, conflict.ask)}”: {conflict.answer.message}"
        declaration = declared_here(run.engine, findings, conflict)
        yield run.diagnostic("R510", message, conflict.witness, {findings.edition: conflict.answer}, declaration)


def _nothing_searched(run: RelationRun, findings: TextFindings) -> Iterator[Diagnostic]:
    """Yield a finding if a text has no legal seating."""
    searched = findings.searched
    if searched.complete and not searched.tables and (searched.questions or findings.whole):
        yield error(
            "R514",
            f"no seating of up to {searched.seats} seats is legal by {findings.edition.name}: nothing was searched",
            run.rulebook.texts[findings.edition.text].span,
            "Search larger tables (--up-to), or correct what it requires.",
            text=findings.edition.text,
        )


def _gaps(run: RelationRun, findings: TextFindings) -> Iterator[Diagnostic]:
    """Yield findings on essential questions that are not answered."""
    for gap in findings.gaps:
        yield warning(
            "R512",
            f"{gap.text} does not answer “{_question(run, gap.ask)}” here",
            run.rulebook.texts[gap.text].span,
            draw_in_text(gap.witness),
            text=gap.text,
            witness=diagnostic_witness(gap.witness),
        )


def _unsatisfiable(run: RelationRun, findings: TextFindings) -> Iterator[Diagnostic]:
    """Yield a finding on sizes that a text allows and no seating meets."""
    if findings.unsatisfiable:
        sizes = ", ".join(f"{teams} teams of {size}" for teams, size in findings.unsatisfiable)
        yield warning(
            "R511",
            f"{findings.edition.text} allows {sizes}, but no seating meets its requirements",
            run.rulebook.texts[findings.edition.text].span,
            "Require another size, or say which seating is meant.",
            text=findings.edition.text,
        )


# --- between two ----------------------------------------------------------------------------------


def _nothing_compared(run: RelationRun, kind: TextRelation, comparison: Comparison) -> Iterator[Diagnostic]:
    """Yield a finding if no seating is legal by both texts."""
    first, second = comparison.sides
    texts = run.rulebook.texts
    if comparison.searched.complete and comparison.searched.tableless:
        yield warning(
            "R514",
            f"no seating of up to {comparison.searched.seats} seats is legal by both {first.name} and "
            f"{second.name}: nothing was compared",
            texts[first.text].span,
            "Search larger tables (--up-to), or correct what one of them requires.",
            text=first.text,
            related=(Related(texts[second.text].span, text=second.text),),
        )


def _differences(run: RelationRun, kind: TextRelation, comparison: Comparison) -> Iterator[Diagnostic]:
    """Yield findings on differences that the relation does not allow."""
    related, original = comparison.sides
    for difference in comparison.differences:
        answers = {side: difference.answers[side.name] for side in comparison.sides}
        if _allowed(kind, answers[related].status, answers[original].status):
            continue
        verdicts = "; ".join(f"{side.name} {_verdict(answer)}" for side, answer in answers.items())
        message = f"{related.name} {kind} {original.name}, but on “{_question(run, difference.ask)}”: {verdicts}"
        declaration = declared_for(run.engine, comparison, difference)
        yield run.diagnostic("R520", message, difference.witness, answers, declaration)


def _allowed(kind: TextRelation, related: Status, original: Status) -> bool:
    """Return whether a relation allows this status of the related text where the original has that one.

    A summary may be silent; a variant may be, and may answer where the original is silent. Neither may be contradicted.
    """
    match kind:
        case TextRelation.TRANSLATES:
            return False
        case TextRelation.SUMMARISES:
            return related == SILENT and original != CONTRADICTED
        case TextRelation.VARIES:
            return SILENT in (related, original) and CONTRADICTED not in (related, original)
    assert_never(kind)


def _silence(run: RelationRun, kind: TextRelation, comparison: Comparison) -> Iterator[Diagnostic]:
    """Yield findings on questions about which only a translation or only its original has clauses."""
    related, original = comparison.sides
    for side, asks in comparison.silent.items() if kind == TextRelation.TRANSLATES else ():
        for ask in asks:
            declaration = covering(run.rulebook, DIFFERENCE, {related.text, original.text}, ask, (), ())
            if declaration is not None:
                run.used.add(declaration.slug)
            yield Diagnostic(
                "R521",
                ERROR if declaration is None else DECLARED,
                f"{side} says nothing on “{_question(run, ask)}”, the other text does",
                run.rulebook.texts[related.text].span,
                "Encode what it says, or declare the difference." if declaration is None else declaration.words.en,
                related.text,
            )


# --- over all -------------------------------------------------------------------------------------


def _too_many(run: RelationRun) -> Iterator[Diagnostic]:
    """Yield findings where so many seatings are legal that the search ended below the bound."""
    for _, edition, searched in run.reports():
        if searched.seats < run.bounds.seats and searched.questions:
            yield warning(
                "R515",
                f"{edition.name} calls more than {MOST_TABLES} seatings legal: those of more than "
                f"{searched.seats} seats were not searched",
                run.rulebook.texts[edition.text].span,
                "Require what a table must be like, or search less (--up-to).",
                text=edition.text,
            )


def _out_of_time(run: RelationRun) -> Iterator[Diagnostic]:
    """Yield a finding if the time was over."""
    missed = run.missed()
    if missed:
        names = ", ".join(missed[:4]) + (f" and {len(missed) - 4} more" if len(missed) > 4 else "")
        yield error(
            "R513",
            f"the time was over before everything was looked at: {names}",
            NOWHERE,
            "Give more --seconds, or narrow the search.",
        )


def _vanished(run: RelationRun) -> Iterator[Diagnostic]:
    """Yield findings on declarations that cover nothing, except those about a date that was not searched."""
    if not run.bounds.everything or run.missed():
        return
    dated = {(side.text, side.on) for _, comparison in run.comparisons for side in comparison.sides}
    dated |= {(text.edition.text, text.edition.on) for text in run.texts}
    for declaration in run.rulebook.declarations:
        searched = all(side.at is None or (side.text, side.at) in dated for side in declaration.texts)
        if declaration.slug not in run.used and searched:
            yield error(
                "R522",
                f"the declared {declaration.kind} “{declaration.slug}” is found no more",
                declaration.span,
                "Take the declaration out, or correct what it names.",
            )


#: The checks of the results, in order: of a text, of a pair of texts, and of the whole run.
TEXT_CHECKS: Sequence[Callable[[RelationRun, TextFindings], Iterable[Diagnostic]]] = (
    _contradictions,
    _nothing_searched,
    _gaps,
    _unsatisfiable,
)
PAIR_CHECKS: Sequence[Callable[[RelationRun, TextRelation, Comparison], Iterable[Diagnostic]]] = (
    _nothing_compared,
    _differences,
    _silence,
)
RUN_CHECKS: Sequence[Callable[[RelationRun], Iterable[Diagnostic]]] = (_too_many, _out_of_time, _vanished)


def _question(run: RelationRun, ask: str) -> str:
    return run.rulebook.vocabulary.predicates[ask].ask.en


def _verdict(answer: Answer) -> str:
    if answer.status == ANSWERED:
        return f"says {answer_words(answer)}"
    return f"is {answer.status}" if answer.status == SILENT else answer.status
