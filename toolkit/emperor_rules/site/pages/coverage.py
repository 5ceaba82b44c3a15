"""Coverage: which clauses decide how many scenarios, and what became of their mutants where they were tried."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from emperor_rules.check.mutation.coverage import SEATS
from emperor_rules.check.mutation.operators import mutants_of
from emperor_rules.check.mutation.runner import ALIVE, EQUIVALENT, KILLED, STILLBORN, MutantVerdict
from emperor_rules.check.scenario_runner import clause_key
from emperor_rules.model.texts import Text
from emperor_rules.site.context import SiteContext
from emperor_rules.site.page import Link, Page
from emperor_rules.site.texts import arrange_texts

COVERAGE = "coverage.md"
#: What a clause is counted by, and its mutants by what became of them.
COUNTED = ("scenarios", "killed", "equivalent", "alive", "waiting")


@dataclass(frozen=True, slots=True)
class Covered:
    """A clause with the number of scenarios that rest on it, and of its mutants by what became of them."""

    clause: Link
    name: str
    scenarios: int
    killed: int
    equivalent: int
    alive: int
    waiting: int


def coverage_page(context: SiteContext, verdicts: Mapping[str, MutantVerdict] | None = None, section: str = "") -> Page:
    """Return the page; ``verdicts`` are those of mutants by their ids, none if the mutants were not tried."""
    locale, verdicts = context.locale, verdicts or {}
    texts = [
        (text.id, context.permalinks.to_text(COVERAGE, text.id), list(_covered(context, text, verdicts)))
        for group in arrange_texts(context.rulebook)
        for text in group
    ]
    clauses = [clause for _, _, covered in texts for clause in covered]
    counts = {name: sum(getattr(clause, name) for clause in clauses) for name in COUNTED} | {
        "clauses": len(clauses),
        "deciding": sum(bool(clause.scenarios) for clause in clauses),
        "scenarios": len(context.rulebook.scenarios),
        "questions": len(context.checked.run.outcomes),
    }
    counts["mutants"] = sum(counts[state] for state in COUNTED[1:])
    content = context.render(
        "coverage.md.j2",
        locale["site_coverage"],
        locale["coverage_lead"],
        texts=texts,
        counts=counts,
        judged=bool(verdicts),
        seats=SEATS,
    )
    return Page(COVERAGE, content, locale["site_coverage"], section)


def _covered(context: SiteContext, text: Text, verdicts: Mapping[str, MutantVerdict]) -> Iterator[Covered]:
    decided = context.checked.run.decided
    states: dict[object, Counter[str]] = {}
    for mutant in mutants_of(text, context.vocabulary) if verdicts else ():
        state = verdicts[mutant.id].state if mutant.id in verdicts else ""
        states.setdefault(clause_key(mutant.clause), Counter())[state] += 1
    for clause in text.clauses:
        counted = states.get(clause_key(clause), Counter())
        label, name = clause.label(context.language), clause.name(context.language)
        yield Covered(
            context.permalinks.to_clause(COVERAGE, clause, label),
            name if name != label else "",
            len(decided.get(clause_key(clause), ())),
            counted[KILLED] + counted[STILLBORN],
            counted[EQUIVALENT],
            counted[ALIVE],
            counted[""],
        )
