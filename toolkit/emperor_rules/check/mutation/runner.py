"""Judge one mutant: does a scenario notice it, and if none does, which is the smallest position that would.

Only what the change can reach is looked at: questions whose cone of influence holds the changed conclusions, in the
texts and on the dates at which the changed sentence is in force.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from emperor_rules.check.limits import Clock
from emperor_rules.check.mutation.equivalence import Counterexample, MutantSearch, narrowed, replay_both
from emperor_rules.check.mutation.operators import Mutant
from emperor_rules.check.scenario_runner import ClauseKey, Outcome, ScenarioRun, clause_key, run_scenarios, said
from emperor_rules.check.witness import as_scenario
from emperor_rules.evaluate.engine import Engine
from emperor_rules.evaluate.program import compile_text
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Edition, Text
from emperor_rules.resolve.resolver import change_dates, resolve
from emperor_rules.resolve.rules import ResolvedText

KILLED, STILLBORN, EQUIVALENT, ALIVE = "killed", "stillborn", "equivalent", "alive"
STATES = (KILLED, STILLBORN, EQUIVALENT, ALIVE)


@dataclass(frozen=True, slots=True)
class MutantVerdict:
    """What became of a mutant.

    ``by`` names the scenario that kills it, the finding of a stillborn one, or why there was nothing to search.
    ``scenario`` would kill one that is alive; ``said`` are the answers there, without and with the change. ``fixed``
    are the given facts that the search left at their defaults somewhere, for their number.
    """

    state: str
    by: str = ""
    scenario: str = ""
    witness: Mapping[str, Any] | None = None
    said: tuple[str, str] = ("", "")
    fixed: tuple[str, ...] = ()


class Stillborn(Exception):
    """A mutant that resolving refuses: the message is the finding."""


@dataclass(frozen=True)
class PassingTest:
    """A question of a scenario that is answered as expected, with the clauses that its answer names."""

    outcome: Outcome
    alone: Rulebook
    names: frozenset[ClauseKey]


class MutantRunner:
    """Judges the mutants of one rulebook; what it learns about the unchanged texts is kept between mutants."""

    def __init__(self, rulebook: Rulebook, up_to: int) -> None:
        """Run all scenarios once; ``up_to`` bounds the seats of the tables that are searched."""
        self.rulebook = rulebook
        self.engine = Engine(rulebook)
        self.run: ScenarioRun = run_scenarios(rulebook, self.engine)
        self.search = MutantSearch(rulebook, up_to)
        self.originals: dict[Edition, ResolvedText] = {}
        self.trials: dict[tuple[Edition, str], list[PassingTest]] = {}
        for outcome in self.run.outcomes:
            self._note(outcome)

    def _note(self, outcome: Outcome) -> None:
        if outcome.answer.status == "invalid":
            return  # it tells nothing about any clause
        edition = Edition(outcome.text, outcome.scenario.on)
        cited = {
            c.citation: clause_key(c.clause) for c in self.engine.program(edition.text, edition.on).resolved.clauses
        }
        if outcome.fine:
            texts = tuple(pair for pair in outcome.scenario.texts if pair[0] == outcome.text)[:1]
            scenario = replace(outcome.scenario, texts=texts, expectations=(outcome.expectation,))
            named = frozenset(cited[c] for c in (*outcome.answer.clauses, *outcome.answer.overridden))
            trial = PassingTest(outcome, replace(self.rulebook, scenarios=(scenario,)), named)
            self.trials.setdefault((edition, outcome.expectation.query.ask), []).append(trial)

    # --- the mutant ------------------------------------------------------------------------------

    def judge(self, mutant: Mutant, known: MutantVerdict | None = None, clock: Clock | None = None) -> MutantVerdict:
        """Judge a mutant; ``known`` is what a search has said of it before, and is not searched again."""
        changed = _Changed(self, mutant)
        try:
            noticed = self._noticed(changed)
            if noticed is not None:
                return MutantVerdict(KILLED, noticed)
            if known is not None and known.state in (EQUIVALENT, ALIVE):
                return known
            return self._searched(changed, clock or Clock(None))
        except Stillborn as finding:
            return MutantVerdict(STILLBORN, str(finding))

    def _noticed(self, changed: _Changed) -> str | None:
        """Name a scenario that fails with the change: those that name the clause are asked first."""
        key = clause_key(changed.mutant.clause)
        groups = []
        for (edition, ask), trials in self.trials.items():
            original = self.original(edition)
            if not changed.reaches(original):
                continue
            cone = self.search.cone(edition, original, ask)
            if changed.touched & cone.relations:
                names = any(key in trial.names for trial in trials)
                groups.append((not names, ask not in changed.touched, len(cone.relations), edition, ask, cone, trials))
        for *_, edition, _, cone, trials in sorted(groups, key=lambda g: g[:3]):
            resolved = changed.resolved(edition)
            if resolved is None:
                continue
            program = compile_text(narrowed(resolved, cone))
            engine = Engine(self.rulebook, {(edition.text, edition.on): program})
            for trial in sorted(trials, key=lambda t: key not in t.names):
                if not run_scenarios(trial.alone, engine).outcomes[0].fine:
                    return trial.outcome.scenario.name
        return None

    def _searched(self, changed: _Changed, clock: Clock) -> MutantVerdict:
        """Search the mutant's own text and those that build on it, each in its newest edition that shows the change."""
        self.search.begin()
        for editions in self._editions(changed.mutant.text):
            for edition in editions:
                original = self.original(edition)
                resolved = changed.resolved(edition) if changed.reaches(original) else None
                if resolved is not None:
                    found = self.search.first_difference(edition, original, resolved, changed.touched, clock)
                    if found is not None:
                        return self._alive(changed, found, resolved)
                    break
        search = self.search
        if search.questions_reached and not search.tables_searched:
            return MutantVerdict(ALIVE, f"no seating of up to {search.up_to} seats is legal, so nothing was searched")
        return MutantVerdict(
            EQUIVALENT,
            "" if search.questions_reached else "no question reads what it concludes",
            fixed=tuple(sorted(search.grounds.fixed)),
        )

    def _alive(self, changed: _Changed, found: Counterexample, mutant: ResolvedText) -> MutantVerdict:
        """Replay a difference on both sides, and write it as a scenario."""
        edition = found.edition
        other = Engine(replace(self.rulebook, texts=changed.texts))
        witness, (now, then) = replay_both(found, self.engine, self.original(edition), other, mutant)
        title = f"Tells {changed.mutant.id}"
        scenario = as_scenario(witness, {edition: now}, self.rulebook.vocabulary, title)
        return MutantVerdict(ALIVE, scenario=scenario, witness=witness, said=(said(now), said(then)))

    # --- texts -----------------------------------------------------------------------------------

    def original(self, edition: Edition) -> ResolvedText:
        """Give an unchanged text on a date."""
        found = self.originals.get(edition)
        if found is None:
            resolved, _ = resolve(edition.text, edition.on, self.rulebook.texts, self.rulebook.vocabulary)
            assert resolved is not None, "a rulebook without errors resolves"
            found = self.originals[edition] = resolved
        return found

    def _editions(self, text: str) -> Iterator[list[Edition]]:
        """Give the editions, newest first, of a text and then of those that build on it."""
        building = [id for id in self.rulebook.texts if any(t.id == text for t in self.original(Edition(id)).texts)]
        for id in sorted(building, key=lambda id: id != text):
            own = self.rulebook.texts[id].editions
            first = own[0] if len(own) > 1 else ""
            dates = [date for date in change_dates(id, self.rulebook.texts) if date >= first]
            yield [Edition(id), *(Edition(id, date) for date in reversed(dates))]


class _Changed:
    """A mutant in its rulebook: the changed texts, resolved when they are needed."""

    def __init__(self, judge: MutantRunner, mutant: Mutant) -> None:
        self.judge = judge
        self.mutant = mutant
        self.texts: Mapping[str, Text] = {
            **judge.rulebook.texts,
            mutant.text: mutant.applied(judge.rulebook.texts[mutant.text]),
        }
        relations = judge.rulebook.vocabulary.relations
        self.touched = mutant.relations - {""}
        if "" in mutant.relations:  # a principle is about every permission
            self.touched |= {r.id for r in relations.values() if r.kind == "action" or r.requirement}
        self.known: dict[Edition, ResolvedText | None] = {}

    def reaches(self, original: ResolvedText) -> bool:
        """Tell whether a text includes the changed clause and has its conclusions."""
        key = clause_key(self.mutant.clause)
        return any(t.id == self.mutant.text for t in original.texts) and any(
            clause_key(c.clause) == key for c in original.clauses
        )

    def resolved(self, edition: Edition) -> ResolvedText | None:
        """Give the changed text on a date, ``None`` where the change is not in force; raises :class:`Stillborn`."""
        if edition not in self.known:
            resolved, findings = resolve(edition.text, edition.on, self.texts, self.judge.rulebook.vocabulary)
            refused = next((d for d in findings if d.is_error), None)
            if refused is not None or resolved is None:
                raise Stillborn(f"{refused.code}: {refused.message}" if refused is not None else "it does not resolve")
            original = self.judge.original(edition)
            same = resolved.rules == original.rules and resolved.principle == original.principle
            self.known[edition] = None if same else resolved
        return self.known[edition]
