"""Check the relations between texts against their answers, and the declarations against the differences.

A text that *translates* another must answer everything as it does, silence included; one that *summarises* may be
silent but not answer differently; a *variant* may differ where a sentence in both languages says so.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from emperor_rules.check.consistency.comparison import pair_up, replay_comparison
from emperor_rules.check.consistency.pair_findings import PAIR_CHECKS
from emperor_rules.check.consistency.relation_run import RelationRun
from emperor_rules.check.consistency.run_findings import RUN_CHECKS
from emperor_rules.check.consistency.scheduler import Search, SearchUnit, UnitResult, text_findings
from emperor_rules.check.consistency.search_cache import SearchCache
from emperor_rules.check.consistency.text_findings import TEXT_CHECKS
from emperor_rules.check.limits import Bounds, Clock, Progress
from emperor_rules.diagnostics import Diagnostic
from emperor_rules.evaluate.engine import Engine
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Edition, TextRelation
from emperor_rules.resolve.resolver import change_dates


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
