"""``check`` as one function: read, resolve, run, and return every finding with a summary."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from emperor_rules.check.asked_statements import with_statements_read
from emperor_rules.check.base_changes import changes_of_base
from emperor_rules.check.cache import SearchCache
from emperor_rules.check.check_report import CheckReport
from emperor_rules.check.scenario_runner import Outcome, OutcomeKey, outcome_key, run_scenarios, undecided
from emperor_rules.check.validation import check_texts
from emperor_rules.diagnostics import in_order
from emperor_rules.errors import RequestError
from emperor_rules.evaluate.engine import Engine
from emperor_rules.frontend.fingerprints import load_fingerprints
from emperor_rules.frontend.loader import load_rulebook
from emperor_rules.limits import Bounds
from emperor_rules.messages import Message
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Text
from emperor_rules.model.vocabulary import NO_WORDS
from emperor_rules.resolve.resolver import UNUSABLE
from emperor_rules.source import NOWHERE

if TYPE_CHECKING:
    from emperor_rules.check.consistency.relation_run import RelationRun

#: Is called with a stage of the work, what is done of it, and how much there is.
StageProgress = Callable[[str, int, int], None]


def check_folder(
    path: Path, *, search: Bounds | None = None, cache: Path | None = None, before: CheckReport | None = None
) -> CheckReport:
    """Return the report on a folder of rules, checked as :func:`check_rulebook` does."""
    started = time.perf_counter()
    rulebook = load_rulebook(path, before=before.rulebook if before is not None else None)
    return check_rulebook(rulebook, search=search, cache=cache, started=started, before=before)


def check_rulebook(
    rulebook: Rulebook,
    progress: StageProgress | None = None,
    *,
    search: Bounds | None = None,
    cache: Path | None = None,
    started: float | None = None,
    before: CheckReport | None = None,
    own_only: bool = False,
) -> CheckReport:
    """Return the report on rules that were read: well-formedness, scenarios, and the searches that are wanted.

    Args:
        rulebook: The whole folder, with its scenarios; it may have errors.
        progress: Is called with a stage of the work, what is done of it and how much there is.
        search: How far to search tables; ``None`` to search none.
        cache: The file with the results of earlier searches; ``None`` to use none.
        started: When reading began, by ``time.perf_counter()``; without it the time of the check alone is measured.
        before: The report on these rules as they were before an edit; what that cannot have changed is taken from it.
        own_only: Leave what belongs to a base to those who check that, as long as no file of it is replaced.
    """
    started = time.perf_counter() if started is None else started
    findings = list(with_statements_read(rulebook.findings, rulebook))
    if rulebook.folder is not None:
        findings.extend(load_fingerprints(rulebook.folder)[1])
    findings.extend(check_texts(rulebook))
    findings.extend(changes_of_base(rulebook))
    own_only = own_only and bool(rulebook.borrowed) and not rulebook.replaces_base
    if own_only and search is not None and search.texts is None:
        search = replace(search, texts=rulebook.own_texts, all_own=True)
    search_cache = relation_search = None
    relations: RelationRun | None = None
    with ExitStack() as block:  # whatever ends it, the processes of the search end as well
        if search is not None and not rulebook.broken:
            from emperor_rules.check.consistency.scheduler import RelationSearch

            search_cache = SearchCache(cache) if cache is not None else None
            try:
                if not any(finding.code in UNUSABLE for finding in findings):
                    relation_search = block.enter_context(RelationSearch(Engine(rulebook), search, search_cache))
            except RequestError:  # a text that cannot be resolved cannot be searched
                if not any(d.is_error for d in findings):
                    raise
        asked = rulebook
        if own_only:
            own = tuple(scenario for scenario in rulebook.scenarios if scenario.span.file not in rulebook.borrowed)
            asked = replace(rulebook, scenarios=own)
        total = len(asked.scenarios)
        engine, kept = Engine(rulebook, seatings=search_cache.seatings if search_cache is not None else {}), None
        if before is not None:
            engine = _engine_after(rulebook, before.rulebook, before.engine)
            kept = outcomes_after(rulebook, before.rulebook, before.run.outcomes)
        report_stage = progress or (lambda stage, done, total: None)
        run = run_scenarios(asked, engine, lambda done: report_stage(Message("scenarios"), done, total), kept)
        findings.extend(run.findings)
        if not rulebook.broken:
            seats = search.seats if search is not None and relation_search else None
            searched = search.texts if search is not None else None
            findings.extend(undecided(rulebook, run, seats, rulebook.own_texts if own_only else None, searched))
        if relation_search is not None:
            relations = relation_search.finish(lambda done, total: report_stage(Message("searches"), done, total))
            findings.extend(relations.findings)
    remark = search_cache.remark if search_cache is not None else ""
    if search is not None and relation_search is None and not rulebook.broken:
        remark = Message("No table was searched: correct the errors first.")
    seconds = time.perf_counter() - started
    if own_only:  # what is wrong with the base itself is told where that is checked, unless nothing can be read
        findings = [d for d in findings if d.is_error or d.span.file not in rulebook.borrowed]
    report = CheckReport(rulebook, run, in_order(findings), seconds, remark, relations, engine)
    return replace(report, own_only=own_only)


# --- what an edit leaves as it was ----------------------------------------------------------------

# A text that was not edited, and includes none that was, keeps its compiled programs; where an edit changes only words,
# every answer stays. Both ask for the vocabulary as it was: the loader hands on what it read from unchanged files.


def _engine_after(rulebook: Rulebook, before: Rulebook, engine: Engine | None) -> Engine:
    """Return an engine for edited rules that knows what an earlier one has compiled of texts that were not edited."""
    fresh = Engine(rulebook, seatings=engine.seatings if engine is not None else {})
    if engine is None or rulebook.vocabulary is not before.vocabulary:
        return fresh
    same = _with_all_they_include(rulebook, {id for id, text in rulebook.texts.items() if text is before.texts.get(id)})
    fresh.programs.update({key: program for key, program in engine.programs.items() if key[0] in same})
    fresh.plans.update({key: plan for key, plan in engine.plans.items() if key[0] in same})
    fresh.dates.update({id: dates for id, dates in engine.dates.items() if id in same})
    return fresh


def outcomes_after(rulebook: Rulebook, before: Rulebook, outcomes: list[Outcome]) -> Mapping[OutcomeKey, Outcome]:
    """Return the outcomes of scenarios that an edit of the rules cannot have changed, and that gave rise to nothing."""
    if rulebook.vocabulary is not before.vocabulary or rulebook.texts.keys() != before.texts.keys():
        return {}
    same = _with_all_they_include(
        rulebook, {id for id, text in rulebook.texts.items() if _rules(text) == _rules(before.texts[id])}
    )
    return {
        outcome_key(outcome.scenario, outcome.expectation, outcome.text): outcome
        for outcome in outcomes
        if outcome.fine and outcome.text in same
    }


def _with_all_they_include(rulebook: Rulebook, same: set[str]) -> set[str]:
    """Return the texts among some all of whose included texts are among them too."""
    while True:
        kept = {id for id in same if all(inclusion.text in same for inclusion in rulebook.texts[id].includes)}
        if kept == same:
            return kept
        same = kept


def _rules(text: Text) -> Text:
    """Return a text without the words that answer nothing."""
    clauses = tuple(
        replace(clause, title=None, wordings=(), note=None, comments=(), span=NOWHERE, body=NOWHERE)
        for clause in text.clauses
    )
    return replace(text, titles=NO_WORDS, sources=NO_WORDS, clauses=clauses, span=NOWHERE)
