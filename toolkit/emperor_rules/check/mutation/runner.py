"""The verdict on a mutant: killed by a scenario, or else the smallest position with another answer, if there is one.

Only questions whose cone of influence contains the changed conclusions are asked, in the texts and on the dates in
which the changed sentence is in force.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from emperor_rules.check.editions import (
    Unresolved,
    building_on,
    by_citation,
    resolved,
    resolved_anew,
    touched_predicates,
    wordings,
)
from emperor_rules.check.limits import Clock
from emperor_rules.check.mutation.equivalence import NO_LEGAL_TABLE, MutantSearch, narrowed
from emperor_rules.check.mutation.operators import Mutant
from emperor_rules.check.scenario_runner import ClauseKey, Outcome, ScenarioRun, clause_key, run_scenarios
from emperor_rules.check.witness import answer_words, as_scenario
from emperor_rules.evaluate.engine import INVALID, Engine
from emperor_rules.evaluate.program import Program
from emperor_rules.messages import template
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.scenarios import Request
from emperor_rules.model.texts import Edition, Text
from emperor_rules.resolve.cone import cone_of
from emperor_rules.resolve.rules import ResolvedText, per_text


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
    """The verdict on a mutant.

    Attributes:
        state: Its state.
        by: The scenario that kills it, the finding of a stillborn one, or why there was nothing to search, as the
            template of a message about so many ``seats``: the cache keeps text alone.
        scenario: A scenario that would kill one that is alive.
        witness: The smallest position in which the answer of one that is alive differs.
        answers: The answers there, without and with the change.
        fixed: The given facts that, being too many, the search left at their defaults on some table.
    """

    state: MutantStatus
    by: str = ""
    scenario: str = ""
    witness: Request | None = None
    answers: tuple[str, str] = ("", "")
    fixed: tuple[str, ...] = ()


@dataclass(frozen=True)
class PassingTest:
    """A question of a scenario that is answered as expected, with the clauses that its answer names."""

    outcome: Outcome
    alone: Rulebook
    names: frozenset[ClauseKey]


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
            texts = tuple(pair for pair in outcome.scenario.texts if pair[0] == outcome.text)[:1]
            scenario = replace(outcome.scenario, texts=texts, expectations=(outcome.expectation,))
            named = frozenset(clause_key(standing[c].clause) for c in (*answer.clauses, *answer.overridden))
            test = PassingTest(outcome, replace(rulebook, scenarios=(scenario,)), named)
            self.passing.setdefault((edition, outcome.expectation.query.ask), []).append(test)

    # --- the mutant ------------------------------------------------------------------------------

    def verdict(
        self, mutant: Mutant, search_verdict: MutantVerdict | None = None, clock: Clock | None = None
    ) -> MutantVerdict:
        """Return the verdict on a mutant; ``search_verdict``, from an earlier search, makes a new one unnecessary."""
        changed = _MutatedRules(self, mutant)
        try:
            noticed = self._noticed(changed)
            if noticed is not None:
                return MutantVerdict(KILLED, noticed)
            if search_verdict is not None and search_verdict.state in (EQUIVALENT, ALIVE):
                return search_verdict
            return self._searched(changed, clock or Clock(None))
        except Unresolved as finding:
            return MutantVerdict(STILLBORN, str(finding))

    def _noticed(self, changed: _MutatedRules) -> str | None:
        """Return the name of a scenario that fails with the change; those that name the clause are run first."""
        key = clause_key(changed.mutant.clause)
        groups = []
        editions = {edition: resolved(self.engine, edition) for edition in dict.fromkeys(e for e, _ in self.passing)}
        reached = {edition: original for edition, original in editions.items() if key in _clauses_in_force(original)}
        for (edition, ask), tests in self.passing.items():
            if edition not in reached:
                continue
            cone = cone_of(reached[edition], ask)
            if changed.touched & cone.predicates:
                names = any(key in test.names for test in tests)
                groups.append((not names, ask not in changed.touched, len(cone.predicates), edition, ask, cone, tests))
        for *_, edition, _, cone, tests in sorted(groups, key=lambda g: g[:3]):
            mutant = changed.resolved(edition)
            if mutant is None:
                continue
            program = Program(narrowed(mutant, cone))
            engine = Engine(self.rulebook, {(edition.text, edition.on): program})
            for test in sorted(tests, key=lambda t: key not in t.names):
                if not run_scenarios(test.alone, engine).outcomes[0].fine:
                    return test.outcome.scenario.name
        return None

    def _searched(self, changed: _MutatedRules, clock: Clock) -> MutantVerdict:
        """Return the verdict of searching a mutant's text and those including it, in their newest changed editions."""
        self.search.begin()
        text = changed.mutant.text
        building = [including.id for including in building_on(self.engine, Edition(text))]
        for id in sorted(building, key=lambda id: id != text):
            for edition in wordings(id, self.rulebook.texts):
                reached = clause_key(changed.mutant.clause) in _clauses_in_force(resolved(self.engine, edition))
                mutant = changed.resolved(edition) if reached else None
                if mutant is not None:
                    difference = self.search.shown_difference(edition, mutant, changed.texts, changed.touched, clock)
                    if difference is not None:
                        title, (witness, now, then) = f"Tells {changed.mutant.id}", difference
                        scenario = as_scenario(witness, {edition: now}, self.rulebook.vocabulary, title)
                        answers = str(answer_words(now)), str(answer_words(then))
                        return MutantVerdict(ALIVE, "", scenario, witness, answers)
                    break
        search = self.search
        if search.questions_reached and not search.tables_searched:
            return MutantVerdict(ALIVE, NO_LEGAL_TABLE)
        why = "" if search.questions_reached else UNREAD_CONCLUSION
        return MutantVerdict(EQUIVALENT, why, fixed=tuple(sorted(search.spaces.fixed)))


@per_text
def _clauses_in_force(text: ResolvedText) -> frozenset[ClauseKey]:
    return frozenset(clause_key(standing.clause) for standing in text.clauses)


class _MutatedRules:
    """A mutant in its rulebook: the changed texts, resolved when they are needed."""

    def __init__(self, runner: MutantRunner, mutant: Mutant) -> None:
        self.runner = runner
        self.mutant = mutant
        texts = runner.rulebook.texts
        self.texts: Mapping[str, Text] = {**texts, mutant.text: mutant.applied(texts[mutant.text])}
        self.touched = touched_predicates(mutant.predicates, runner.rulebook.vocabulary)
        self._resolved: dict[Edition, ResolvedText | None] = {}

    def resolved(self, edition: Edition) -> ResolvedText | None:
        """Return the changed text on a date, ``None`` where the change is not in force.

        Raises:
            Unresolved: The changed text has an error.
        """
        if edition not in self._resolved:
            changed = resolved_anew(edition, self.texts, self.runner.rulebook.vocabulary)
            original = resolved(self.runner.engine, edition)
            same = changed.rules == original.rules and changed.principle == original.principle
            self._resolved[edition] = None if same else changed
        return self._resolved[edition]
