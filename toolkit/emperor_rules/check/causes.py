"""Which finding follows from which, so that the one cause is shown first and what follows from it is counted.

Mistakes of reading come before those of words, these before references, these before contradictions, differences and
scenarios. Among searches a finding on one question follows from a finding on another that it rests on, if the texts
differ there too at the same table.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, cached_property
from itertools import chain, product
from pathlib import PurePath
from typing import Any

from emperor_rules.check.changes import BlockChange
from emperor_rules.check.editions import resolved
from emperor_rules.check.witness import verdict_of
from emperor_rules.diagnostics import Diagnostic
from emperor_rules.errors import RequestError
from emperor_rules.evaluate.engine import INVALID, Engine
from emperor_rules.language.seating import read_seating
from emperor_rules.model.terms import PLAYER, TEAM
from emperor_rules.model.texts import Edition
from emperor_rules.resolve.cone import cone_of, own_signature
from emperor_rules.resolve.resolver import dates_of
from emperor_rules.resolve.rules import ResolvedText
from emperor_rules.source import Span


class Stage(IntEnum):
    """The order of causes; those that a search shows are ordered by how much their question rests on before that."""

    READING = 0
    WORDS = 1
    REFERENCES = 2
    LOGIC = 3
    CONTRADICTION = 4
    NO_TABLE = 5
    DIFFERENCE = 6
    SILENCE = 7
    #: Also what a scenario asks, which follows from mistakes of words and names alone.
    SCENARIO = 8
    DECLARATION = 9
    UNDECIDED = 10


#: The stage of each code, by its first digits; a longer beginning goes before a shorter one.
STAGES: Mapping[str, Stage] = {
    "R1": Stage.READING,
    **dict.fromkeys(("R2", "R3"), Stage.WORDS),
    "R4": Stage.REFERENCES,
    "R5": Stage.LOGIC,
    "R510": Stage.CONTRADICTION,
    **dict.fromkeys(("R511", "R514", "R516", "R517"), Stage.NO_TABLE),
    **dict.fromkeys(("R520", "R521"), Stage.DIFFERENCE),
    "R512": Stage.SILENCE,
    **dict.fromkeys(("R6", "R7"), Stage.SCENARIO),
    **dict.fromkeys(("R522", "R524", "R8"), Stage.DECLARATION),
    **dict.fromkeys(("R604", "R608"), Stage.UNDECIDED),
}
#: The folders of rules in the order of causes: a mistake in the first touches all texts, one in the last two none.
FOLDERS = {"vocabulary": 0, "texts": 1, "scenarios": 2, "relations": 2}


#: A finding that follows from no other, before those that follow from it.
CauseGroup = tuple[Diagnostic, ...]


@dataclass
class Causes:
    """The causes among findings about texts for which an engine answers."""

    findings: Sequence[Diagnostic]
    engine: Engine

    @cached_property
    def _following(self) -> Mapping[int, list[int]]:
        """By the place of a finding that follows from none the places of those that follow from it."""
        order = sorted(range(len(self.findings)), key=lambda place: self._rank(self.findings[place]))
        causes: dict[Hashable, int] = {}
        following: dict[int, list[int]] = {}
        for place in order:
            finding = self.findings[place]
            cause = next((c for c in causes.values() if self._follows(finding, self.findings[c])), None)
            if cause is None:
                following[place] = []
                if stage_of(finding.code) != Stage.UNDECIDED:  # from which nothing follows
                    causes.setdefault(_reach(finding) or place, place)
            else:
                following[cause].append(place)
        return following

    def groups(self, changed: Sequence[BlockChange] = ()) -> list[CauseGroup]:
        """Return the causes with what follows: those of changed blocks first, errors first, then in order of causes."""
        groups = [
            tuple(self.findings[place] for place in (cause, *sorted(places)))
            for cause, places in self._following.items()
        ]
        groups.sort(key=lambda g: (not self.comes_of(g, changed), not has_error(g), self._rank(g[0])))
        return self._of_one_change(groups) if _is_one_clause(changed) else groups

    def _of_one_change(self, groups: list[CauseGroup]) -> list[CauseGroup]:
        """Return causes where one clause alone was changed: all scenarios that fail, fail because of that."""
        failing = [g for g in groups if has_error(g) and stage_of(g[0].code) in (Stage.CONTRADICTION, Stage.SCENARIO)]
        if not failing:
            return groups
        first, *others = failing
        others = [group for group in others if stage_of(group[0].code) is Stage.SCENARIO]
        joined = (*first, *chain.from_iterable(others))
        return [joined if group is first else group for group in groups if group not in others]

    def guilty_first(self, changed: Sequence[BlockChange]) -> tuple[BlockChange, ...]:
        """Return changed blocks with those first of which an error comes, then a warning; each in its order."""
        groups = self.groups()

        def rank(change: BlockChange) -> int:
            touched = [has_error(group) for group in groups if self.comes_of(group, (change,))]
            return 0 if any(touched) else 1 if touched else 2

        return tuple(sorted(changed, key=rank))

    def comes_of(self, group: CauseGroup, changed: Sequence[BlockChange]) -> bool:
        """Return whether a cause or an error of its group stands in a changed block, or names one or its clause."""
        cause, *following = group
        errors = [finding for finding in following if finding.is_error]
        return any(self._touched(finding, change) for finding in (cause, *errors) for change in changed)

    def _touched(self, finding: Diagnostic, change: BlockChange) -> bool:
        """Return whether a place of a finding, or the clause that it names, lies in a changed block or was that."""
        texts = self.engine.rulebook.texts
        concerned = [texts[id] for id in self._concerned(finding) & texts.keys()]
        named = {clause.span for text in concerned for clause in text.clauses if clause.number == finding.clause}
        if any(map(change.holds, _places(finding) | named)):
            return True
        text = texts.get(finding.text or "")
        gone = text is not None and not change.line and change.file == text.file
        return gone and change.head.split()[1:2] == [finding.clause]

    def _rank(self, finding: Diagnostic) -> tuple[Any, ...]:
        """Return a sort key: a finding follows only from one before it."""
        stage, span = stage_of(finding.code), finding.span
        first = Stage.CONTRADICTION if Stage.CONTRADICTION <= stage < Stage.DECLARATION else stage
        order = _order(finding) if stage < Stage.CONTRADICTION else 0
        return (
            first,
            order,
            self._weights.get(self._ask(finding), 0),
            stage,
            finding.since is None,  # what to write is said of what came on a day
            span.file,
            span.line,
            span.column,
            finding.message,
        )

    @cached_property
    def _weights(self) -> Mapping[str, int]:
        """How much the question of a finding rests on, on the day on which it rests on most, by its name."""
        weights: dict[str, int] = {}
        for finding in self.findings:
            ask = self._ask(finding)
            weights[ask] = max(weights.get(ask, 0), len(self._cone(finding)))
        return weights

    # --- what follows from what ------------------------------------------------------------------

    def _follows(self, finding: Diagnostic, cause: Diagnostic) -> bool:
        rank, before = stage_of(finding.code), stage_of(cause.code)
        if before < Stage.CONTRADICTION:
            return cause.is_error and self._held_back(finding, cause)
        if rank == Stage.UNDECIDED and cause.is_error and finding.text in self._concerned(cause):
            return before in (Stage.CONTRADICTION, Stage.SCENARIO)
        if finding.since is not None and finding.since == cause.since and self._rests_on(finding, cause):
            return bool(self._concerned(finding) & self._concerned(cause))
        shared = _sides(cause) or {cause.text or ""}
        if rank < Stage.CONTRADICTION or not shared & self._concerned(finding):
            return False
        if finding.is_error and not cause.is_error:
            return False  # behind a warning it would be taken for harmless
        if rank == Stage.DECLARATION:
            return (before == Stage.DIFFERENCE and _sides(finding) == _sides(cause)) or before == Stage.CONTRADICTION
        if before == Stage.CONTRADICTION:
            if finding.code in ("R516", "R517"):  # tables in dispute are none that are lost
                return False
            return self._rests_on(finding, cause) or self._same_clause(finding, cause)
        if before == Stage.DIFFERENCE:
            return self._follows_from_difference(finding, cause)
        if before == Stage.NO_TABLE:
            return rank != Stage.DIFFERENCE or self._rests_on(finding, cause)
        same_clause = finding.clause is not None and finding.clause == cause.clause
        return same_clause or (self._ask(finding) != self._ask(cause) and self._rests_on(finding, cause))

    def _held_back(self, finding: Diagnostic, cause: Diagnostic) -> bool:
        """Return whether a finding may come from a mistake in words, names or references elsewhere."""
        rank, before = stage_of(finding.code), stage_of(cause.code)
        folder = _folder(cause)
        if folder == "vocabulary":
            return _folder(finding) != folder
        if folder in ("scenarios", "relations"):
            return rank == Stage.UNDECIDED and folder == "scenarios"
        if rank <= max(before, Stage.WORDS) and not (rank == Stage.REFERENCES and _order(finding) > _order(cause)):
            return False
        text = next((t.id for t in self.engine.rulebook.texts.values() if t.file == cause.span.file), cause.text)
        concerned = self._concerned(finding)
        return text is None or not concerned or text in concerned

    def _follows_from_difference(self, finding: Diagnostic, cause: Diagnostic) -> bool:
        if finding.code == cause.code == "R521":  # one text covers less than the other
            return (finding.span, finding.clause) == (cause.span, cause.clause)
        if not self._rests_on(finding, cause):
            return False
        if stage_of(finding.code) != Stage.DIFFERENCE:
            return True
        if _sides(finding) != _sides(cause) or self._ask(finding) == self._ask(cause):
            return self._same_clause(finding, cause)
        rules = {own_signature(text, self._ask(finding)) for text in self._resolved(finding.sides)}
        return len(rules) == 1 or self._differ_at(finding, self._ask(cause))

    def _differ_at(self, finding: Diagnostic, ask: str) -> bool:
        """Return whether two texts differ on another question at the table that shows a finding."""
        witness = finding.witness or {}
        vocabulary = self.engine.rulebook.vocabulary
        table = read_seating(str(witness["seats"]), vocabulary)
        sorts: dict[str, Sequence[str]] = {PLAYER: table.names, TEAM: table.teams}
        numbers = list(map(str, range(len(table.roles) + 1)))
        for of in product(*(sorts.get(sort, numbers) for _, sort in vocabulary.predicates[ask].parameters)):
            verdicts = set()
            for text, on in finding.sides:
                request = {**witness, "text": text, "ask": ask, "of": list(of), **({"on": on} if on else {})}
                answer = self.engine.ask_of_predicate(request)
                if answer.status != INVALID:
                    verdicts.add(verdict_of(answer))
            if len(verdicts) > 1:
                return True
        return False

    def _rests_on(self, finding: Diagnostic, cause: Diagnostic) -> bool:
        """Return whether the question of a finding is that of the cause, or rests on it in some text."""
        return self._ask(cause) in self._cone(finding)

    def _same_clause(self, finding: Diagnostic, cause: Diagnostic) -> bool:
        """Return whether one clause, of a text that both findings are about, has a part in both."""
        texts = self.engine.rulebook.texts
        common = self._concerned(finding) & self._concerned(cause)
        files = {texts[id].file for id in common if id in texts}
        return any(span.file in files for span in _places(finding) & _places(cause))

    def _concerned(self, finding: Diagnostic) -> frozenset[str]:
        """Return the texts that a finding is about, with all that they take in."""
        named = [text for text in (finding.text, *(text for text, _ in finding.sides)) if text is not None]
        return frozenset(named).union(*(self._taken_in.get(text, ()) for text in named))

    @cached_property
    def _taken_in(self) -> Mapping[str, frozenset[str]]:
        texts = self.engine.rulebook.texts
        return {id: frozenset(dates_of(id, None, texts)) for id in texts}

    def _cone(self, finding: Diagnostic) -> frozenset[str]:
        """Return the predicates on which the question of a finding rests in any of its texts."""
        ask = self._ask(finding)
        if ask not in self.engine.rulebook.vocabulary.predicates:
            return frozenset()
        on = (finding.witness or {}).get("on")
        text, asked = finding.text, str(on) if on else None
        sides = finding.sides or (((text, asked),) if text is not None else ())
        return frozenset({ask}).union(*(cone_of(text, ask).predicates for text in self._resolved(sides)))

    def _ask(self, finding: Diagnostic) -> str:
        """Return the question of a finding: where it is that no table is legal, whether one is."""
        requirement = self.engine.rulebook.vocabulary.requirement
        if stage_of(finding.code) == Stage.NO_TABLE and requirement is not None:
            return requirement.id
        return str((finding.witness or {}).get("ask") or "")

    def _resolved(self, sides: Sequence[tuple[str, str | None]]) -> Iterator[ResolvedText]:
        """Yield the texts asked, but for those that cannot be resolved."""
        for side in sides:
            with suppress(RequestError):
                yield resolved(self.engine, Edition(*side))


def has_error(group: CauseGroup) -> bool:
    """Return whether any finding of a group is an error."""
    return any(finding.is_error for finding in group)


def _is_one_clause(changed: Sequence[BlockChange]) -> bool:
    """Return whether one clause alone was changed, beside the days in the head of its text."""
    heads = [change.head.split(maxsplit=1)[:1] for change in changed]
    return heads.count(["clause"]) == 1 and all(head in (["clause"], ["text"]) for head in heads)


@cache
def stage_of(code: str) -> Stage:
    """Return the stage at which a code is reported."""
    return next(STAGES[code[:length]] for length in (4, 2) if code[:length] in STAGES)


def _sides(finding: Diagnostic) -> frozenset[str]:
    return frozenset(text for text, _ in finding.sides)


def _places(finding: Diagnostic) -> frozenset[Span]:
    return frozenset({finding.span, *(related.span for related in finding.related)})


def _reach(cause: Diagnostic) -> tuple[object, ...] | None:
    """Return all that decides what follows from a static mistake; nothing for what a search or a scenario shows.

    Of thousands of mistakes in one file only the first needs to be compared with every other finding.
    """
    rank = stage_of(cause.code)
    return (rank, cause.is_error, cause.span.file, cause.text) if rank <= Stage.REFERENCES else None


def _order(finding: Diagnostic) -> int:
    """Return the place of a finding's folder in the order of causes."""
    return FOLDERS.get(_folder(finding), FOLDERS["texts"])


def _folder(finding: Diagnostic) -> str:
    """Return the folder of the rules in which a finding stands."""
    return next((part for part in reversed(PurePath(finding.span.file).parts) if part in FOLDERS), "")
