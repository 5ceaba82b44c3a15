"""The verdict on a mutant: killed by a scenario, or else the smallest position with another answer, if there is one.

Only questions whose cone of influence contains the changed conclusions are asked, in the texts and on the dates in
which the changed sentence is in force.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from emperor_rules.check.editions import building_on, by_citation, resolved, wordings
from emperor_rules.check.mutation.equivalence import NO_LEGAL_TABLE, ChangedRules, MutantSearch, Unresolved
from emperor_rules.check.mutation.operators import Mutant
from emperor_rules.check.scenario_runner import (
    ClauseKey,
    Outcome,
    ScenarioRun,
    clause_key,
    is_as_expected,
    run_scenarios,
)
from emperor_rules.check.witness import answer_words, as_scenario
from emperor_rules.evaluate.engine import INVALID, Engine
from emperor_rules.evaluate.program import Program
from emperor_rules.limits import Clock
from emperor_rules.messages import template
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.scenarios import Request
from emperor_rules.model.texts import Edition
from emperor_rules.resolve.cone import cone_of, departing_cone
from emperor_rules.resolve.rules import ResolvedText, memoized_per_text


class MutantStatus(StrEnum):
    """The state of a mutant."""

    KILLED = "killed"
    """A scenario fails with the change."""
    STILLBORN = "stillborn"
    """Resolving refuses it."""
    EQUIVALENT = "equivalent"
    """No answer changes, as far as tables were searched."""
    ALIVE = "alive"
    """An answer changes, but no scenario fails."""


KILLED, STILLBORN, EQUIVALENT, ALIVE = MutantStatus

UNREAD_CONCLUSION = template("no question reads what it concludes")


class MutantVerdict(NamedTuple):
    """The verdict on a mutant, and for one that is alive a scenario that would kill it, with position and answers.

    Attributes:
        by: The scenario that kills it, the finding of a stillborn one, or why there was nothing to search, as the
            template of a message about so many ``seats``: the cache keeps text alone.
        answers: The answers at the witness, without and with the change.
        fixed: The given facts that, being too many, the search left at their defaults on some table.
        seats: The seats up to which all legal tables were searched, where there were too many for the wanted ones.
    """

    state: MutantStatus
    by: str = ""
    scenario: str = ""
    witness: Request | None = None
    answers: tuple[str, str] = ("", "")
    fixed: tuple[str, ...] = ()
    seats: int | None = None


@dataclass(frozen=True)
class PassingTest:
    """A question of a scenario that is answered as expected, with the clauses that its answer names."""

    outcome: Outcome
    names: frozenset[ClauseKey]

    @property
    def somebody_is_gone(self) -> bool:
        """Whether somebody has left in its position, so that others may have left with them."""
        return bool(self.outcome.request.get("left") or self.outcome.request.get("leaving"))


class MutantRunner:
    """Reaches verdicts on the mutants of one rulebook, and caches results about the unchanged texts."""

    def __init__(self, rulebook: Rulebook, up_to: int) -> None:
        """Run all scenarios once; ``up_to`` bounds the seats of the tables that are searched."""
        self.rulebook = rulebook
        self.engine = Engine(rulebook)
        self.run: ScenarioRun = run_scenarios(rulebook, self.engine)
        self.search = MutantSearch(self.engine, up_to)
        self.passing: dict[tuple[Edition, str], list[PassingTest]] = {}
        for outcome in self.run.outcomes:
            if not outcome.fine or outcome.answer.status == INVALID:  # of what is invalid no clause decides
                continue
            edition, answer = Edition(outcome.text, outcome.scenario.on), outcome.answer
            standing = by_citation(resolved(self.engine, edition))
            named = frozenset(clause_key(standing[c].clause) for c in (*answer.clauses, *answer.overridden))
            test = PassingTest(outcome, named)
            self.passing.setdefault((edition, outcome.expectation.query.ask), []).append(test)

    # --- the mutant ------------------------------------------------------------------------------

    def verdict(
        self, mutant: Mutant, search_verdict: MutantVerdict | None = None, clock: Clock | None = None
    ) -> MutantVerdict:
        """Return the verdict on a mutant; ``search_verdict``, from an earlier search, makes a new one unnecessary."""
        changed = ChangedRules(self.engine, mutant.applied(self.rulebook.texts[mutant.text]), mutant.predicates)
        try:
            noticed = self._noticed(mutant, changed)
            if noticed is not None:
                return MutantVerdict(KILLED, noticed)
            if search_verdict is not None and search_verdict.state in (EQUIVALENT, ALIVE):
                return search_verdict
            return self._searched(mutant, changed, clock or Clock(None))
        except Unresolved as finding:
            return MutantVerdict(STILLBORN, str(finding))

    def _noticed(self, mutant: Mutant, changed: ChangedRules) -> str | None:
        """Return the name of a scenario that fails with the change; those that name the clause are run first."""
        key = clause_key(mutant.clause)
        groups = []
        for (edition, ask), passing in self.passing.items():
            original = resolved(self.engine, edition)
            cone = cone_of(original, ask) if key in _clauses_in_force(original) else None
            if cone is None:
                continue
            tests = passing
            if not changed.touched & cone.predicates:  # but who has gone may differ
                departs = changed.touched & departing_cone(original).predicates
                tests = [test for test in passing if departs and test.somebody_is_gone]
            if tests:
                names = any(key in test.names for test in tests)
                groups.append((not names, ask not in changed.touched, len(cone.predicates), edition, tests))
        for *_, edition, tests in sorted(groups, key=lambda g: g[:3]):
            if not changed.is_in_force(edition):
                continue
            engine = Engine(self.rulebook, {(edition.text, edition.on): self._program(edition, changed)})
            for test in sorted(tests, key=lambda t: key not in t.names):
                scenario, expectation = test.outcome.scenario, test.outcome.expectation
                if not is_as_expected(scenario, expectation, edition.text, engine):
                    return scenario.name
        return None

    def _program(self, edition: Edition, changed: ChangedRules) -> Program:
        """Return the changed rules compiled, with what the original concluded of who leaves if both say the same."""
        program, original = Program(changed.resolved(edition)), self.engine.program(edition.text, edition.on)
        citations = [[standing.citation for standing in each.resolved.clauses] for each in (program, original)]
        if not changed.touched & departing_cone(original.resolved).predicates and citations[0] == citations[1]:
            program.departures = original.departures
        return program

    def _searched(self, mutant: Mutant, changed: ChangedRules, clock: Clock) -> MutantVerdict:
        """Return the verdict of searching a mutant's text and those including it, in their newest changed editions."""
        self.search.begin()
        building = [including.id for including in building_on(self.engine, Edition(mutant.text))]
        for id in sorted(building, key=lambda id: id != mutant.text):
            for edition in wordings(id, self.rulebook.texts):
                reached = clause_key(mutant.clause) in _clauses_in_force(resolved(self.engine, edition))
                if reached and changed.is_in_force(edition):
                    difference = self.search.shown_difference(edition, changed, clock)
                    if difference is not None:
                        title, (witness, now, then) = f"Tells {mutant.id}", difference
                        scenario = as_scenario(witness, {edition: now}, self.rulebook.vocabulary, title)
                        answers = str(answer_words(now)), str(answer_words(then))
                        return MutantVerdict(ALIVE, "", scenario, witness, answers)
                    break
        search = self.search
        if search.questions_reached and not search.tables_searched:
            return MutantVerdict(ALIVE, NO_LEGAL_TABLE)
        why = "" if search.questions_reached else UNREAD_CONCLUSION
        seats = None if search.is_complete else search.seats
        return MutantVerdict(EQUIVALENT, why, fixed=tuple(sorted(search.spaces.fixed)), seats=seats)


@memoized_per_text
def _clauses_in_force(text: ResolvedText) -> frozenset[ClauseKey]:
    return frozenset(clause_key(standing.clause) for standing in text.clauses)
