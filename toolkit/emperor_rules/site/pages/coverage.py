"""Coverage: which clauses decide how many scenarios, and what became of their mutants where they were judged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from emperor_rules.check.mutation.coverage import SEATS
from emperor_rules.check.mutation.coverage_cache import CoverageCache
from emperor_rules.check.mutation.operators import mutants_of
from emperor_rules.check.mutation.runner import ALIVE, EQUIVALENT, KILLED, STILLBORN, MutantVerdict
from emperor_rules.check.scenario_runner import clause_key
from emperor_rules.model.texts import Text
from emperor_rules.site.context import SiteContext, arranged
from emperor_rules.site.page import Link, Page

COVERAGE = "coverage.md"


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

    @property
    def mutants(self) -> int:
        """Count the mutants."""
        return self.killed + self.equivalent + self.alive + self.waiting


def coverage_page(stock: SiteContext, verdicts: Mapping[str, MutantVerdict]) -> Page:
    """Make the page; ``verdicts`` are those of mutants that `emperor coverage` has judged of these very rules."""
    t = stock.t
    own, parts = arranged(stock.rulebook)
    texts = [
        (stock.permalinks.to_text(COVERAGE, text.id, stock.language), list(_covered(stock, text, verdicts)))
        for text in (*own, *parts)
    ]
    every = [one for _, many in texts for one in many]
    counts = {
        "clauses": len(every),
        "deciding": sum(bool(one.scenarios) for one in every),
        "scenarios": len(stock.rulebook.scenarios),
        "questions": len(stock.checked.run.outcomes),
        "mutants": sum(one.mutants for one in every),
        "killed": sum(one.killed for one in every),
        "equivalent": sum(one.equivalent for one in every),
        "alive": sum(one.alive for one in every),
        "waiting": sum(one.waiting for one in every),
    }
    content = stock.render(
        "coverage.md.j2",
        t["site_coverage"],
        t["coverage_lead"],
        texts=texts,
        counts=counts,
        judged=bool(verdicts),
        seats=SEATS,
    )
    return Page(COVERAGE, content, "", t["site_coverage"])


def kept_verdicts(stock: SiteContext) -> Mapping[str, MutantVerdict]:
    """Read what `emperor coverage` has kept and what still holds; nothing where it has not run."""
    return CoverageCache().load(stock.rulebook, SEATS)[0]


def _covered(stock: SiteContext, text: Text, verdicts: Mapping[str, MutantVerdict]) -> Iterator[Covered]:
    decided = stock.checked.run.decided
    states: dict[object, Counter[str]] = {}
    for mutant in mutants_of(text, stock.rulebook.vocabulary) if verdicts else ():
        state = verdicts[mutant.id].state if mutant.id in verdicts else ""
        states.setdefault(clause_key(mutant.clause), Counter())[state] += 1
    for clause in text.clauses:
        counted = states.get(clause_key(clause), Counter())
        link = stock.permalinks.to_clause(COVERAGE, clause, stock.language, clause.number)
        yield Covered(
            link,
            clause.slug if clause.slug != clause.number else "",
            len(decided.get(clause_key(clause), ())),
            counted[KILLED] + counted[STILLBORN],
            counted[EQUIVALENT],
            counted[ALIVE],
            counted[""],
        )
