"""Coverage: which clauses decide how many scenarios, and what became of their mutants where they were tried."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from emperor_rules.check.mutation.coverage import MUTANT_SEATS
from emperor_rules.check.mutation.operators import mutants_of
from emperor_rules.check.mutation.runner import ALIVE, EQUIVALENT, KILLED, STILLBORN, MutantVerdict
from emperor_rules.check.scenario_runner import clause_key
from emperor_rules.model.texts import Text
from emperor_rules.site.context import SiteContext
from emperor_rules.site.page import Link, Page

COVERAGE = "coverage.md"
#: What a clause's mutants are counted by.
MUTANT_STATES = {KILLED: "killed", STILLBORN: "killed", EQUIVALENT: "equivalent", ALIVE: "alive", "": "waiting"}


def coverage_page(context: SiteContext, verdicts: Mapping[str, MutantVerdict]) -> Page:
    """Return the page; ``verdicts`` are those of mutants by their ids, none if the mutants were not tried."""
    locale = context.locale
    texts = [
        (text.id, context.permalinks.to_text(COVERAGE, text.id), list(_covered(context, text, verdicts)))
        for text in (*context.standalone, *context.parts)
    ]
    counted = [counts for _, _, covered in texts for _, _, counts in covered]
    mutants = {state: sum(counts[state] for counts in counted) for state in MUTANT_STATES.values()}
    counts = {
        **mutants,
        "mutants": sum(mutants.values()),
        "clauses": len(counted),
        "deciding": sum(bool(counts["scenarios"]) for counts in counted),
        "scenarios": len(context.rulebook.scenarios),
        "questions": len(context.checked.run.outcomes),
    }
    return context.page(
        COVERAGE,
        "coverage.md.j2",
        locale["site_coverage"],
        locale["coverage_lead"],
        locale["site_contributing"],
        texts=texts,
        counts=counts,
        judged=bool(verdicts),
        seats=MUTANT_SEATS,
    )


def _covered(
    context: SiteContext, text: Text, verdicts: Mapping[str, MutantVerdict]
) -> Iterator[tuple[Link, str, Mapping[str, int]]]:
    """Yield each clause and its name with how many scenarios rest on it, and what became of how many of its mutants."""
    states: dict[object, Counter[str]] = {}
    for mutant in mutants_of(text, context.vocabulary) if verdicts else ():
        state = verdicts[mutant.id].state if mutant.id in verdicts else ""
        states.setdefault(clause_key(mutant.clause), Counter())[MUTANT_STATES[state]] += 1
    for clause in text.clauses:
        counted = states.get(clause_key(clause), Counter())
        label, name = clause.label(context.language), clause.name(context.language)
        counted["scenarios"] = len(context.checked.run.decided.get(clause_key(clause), ()))
        yield context.permalinks.to_clause(COVERAGE, clause, label), name if name != label else "", counted
