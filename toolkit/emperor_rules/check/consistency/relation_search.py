"""The search of every text and every pair of related texts of a rulebook, from its beginning to the findings.

A text that *translates* another must answer everything as it does, silence included; one that *summarises* may be
silent but not answer differently; a *variant* may differ where a sentence in both languages says so.
"""

from __future__ import annotations

from collections.abc import Sequence

from emperor_rules.check.cache import SearchCache
from emperor_rules.check.consistency.candidates import SearchSettings
from emperor_rules.check.consistency.findings import PAIR_CHECKS, RUN_CHECKS, TEXT_CHECKS
from emperor_rules.check.consistency.relation_run import RelationRun
from emperor_rules.check.consistency.replay import replay_comparison, replay_text
from emperor_rules.check.consistency.scheduler import Search
from emperor_rules.check.limits import Bounds, Clock, Progress
from emperor_rules.check.search_report import SearchUnit
from emperor_rules.diagnostics import Diagnostic
from emperor_rules.evaluate.engine import Engine
from emperor_rules.messages import Message
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Edition, TextRelation
from emperor_rules.resolve.resolver import change_dates


def units_of(rulebook: Rulebook, bounds: Bounds) -> tuple[list[SearchUnit], list[tuple[TextRelation, SearchUnit]]]:
    """Return the units to search: texts, and related pairs with their kinds; on all dates if the bounds say so."""

    def unit(*sides: Edition) -> SearchUnit:
        return SearchUnit(sides, bounds.questions)

    selected = [text for id, text in rulebook.texts.items() if bounds.texts is None or id in bounds.texts]
    related = [(kind, text, to) for text in selected for kind, to in text.relations if to.text in rulebook.texts]
    texts = [unit(Edition(text.id)) for text in selected]
    pairs = [(kind, unit(Edition(text.id), Edition(to.text, to.at))) for kind, text, to in related]
    if bounds.all_dates:
        for text in selected:
            texts += [unit(Edition(text.id, date)) for date in change_dates(text.id, rulebook.texts)[:-1]]
        for kind, text, to in related:
            if to.at is None:
                dates = {date for id in (text.id, to.text) for date in change_dates(id, rulebook.texts)}
                pairs += [(kind, unit(Edition(text.id, date), Edition(to.text, date))) for date in sorted(dates)[:-1]]
    return texts, pairs


class RelationSearch:
    """The search of every text and every related pair, from its beginning to the findings."""

    def __init__(self, engine: Engine, bounds: Bounds, cache: SearchCache | None = None) -> None:
        """Start; other processes may work on it until :meth:`finish` is called."""
        self.engine, self.bounds = engine, bounds
        self.texts, self.pairs = units_of(engine.rulebook, bounds)
        units = [*self.texts, *(unit for _, unit in self.pairs)]
        clock, every = Clock(bounds.seconds), bounds.all_options
        self.search = Search(engine, units, SearchSettings(bounds.seats, clock, all_options=every, cache=cache))

    def finish(self, progress: Progress | None = None) -> RelationRun:
        """Wait for the search, and return its findings with the declarations applied to them."""
        results = self.search.results(progress)
        run = RelationRun(self.engine, self.bounds)
        for unit in self.texts:
            run.texts.append(replay_text(self.engine, unit, results[unit]))
        for text in run.texts:
            run.findings.extend(finding for check in TEXT_CHECKS for finding in check(run, text))
        for kind, unit in self.pairs:
            comparison = replay_comparison(self.engine, unit, results[unit])
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
        assert isinstance(finding.message, Message)
        arguments = () if witness else finding.message.arguments.values()
        said = [each.text if isinstance(each, Edition) else str(each) for each in arguments]
        message = () if witness else (finding.message.template, *said)
        key = (finding.code, finding.text, finding.clause, finding.span, finding.related, repr(witness), message)
        first.setdefault(key, finding)
    return list(first.values())
