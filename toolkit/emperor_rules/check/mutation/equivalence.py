"""Compare a text with a mutant of it on every position of every legal table, question by question.

A mutant is the text with one clause changed: by a slip, or by the wording that the clause had on another date.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_
from typing import Any

from emperor_rules.check.consistency.comparison import replay, speaks
from emperor_rules.check.consistency.witness_search import name_arguments
from emperor_rules.check.limits import Clock, SearchDisagrees
from emperor_rules.check.mutation.space_cache import SpaceCache
from emperor_rules.evaluate.engine import Answer, Engine
from emperor_rules.evaluate.position import Table
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Edition
from emperor_rules.model.vocabulary import Predicate
from emperor_rules.resolve.cone import Cone, cone_of
from emperor_rules.resolve.resolver import resolve
from emperor_rules.resolve.rules import ResolvedText
from emperor_rules.search.bitset_relations import Args
from emperor_rules.search.query import AnswerSets, TextSearch
from emperor_rules.search.seatings import tables_up_to
from emperor_rules.search.state_space import Bits, Space


@dataclass(frozen=True)
class Counterexample:
    """A position in which a text and its mutant answer differently (a request without its text and date)."""

    edition: Edition
    witness: Mapping[str, Any]


@dataclass(frozen=True)
class _Group:
    """Questions that are searched together: they read the same moments and given facts, by rules narrowed to theirs."""

    relations: tuple[Predicate, ...]
    original: ResolvedText
    mutant: ResolvedText
    cone: Cone
    signature: tuple[Hashable, ...]


class MutantSearch:
    """Searches the texts of one rulebook against their mutants, on tables of up to a number of seats."""

    def __init__(self, rulebook: Rulebook, up_to: int) -> None:
        """Nothing is searched yet."""
        self.rulebook = rulebook
        self.vocabulary = rulebook.vocabulary
        self.up_to = up_to
        self.tables_searched = self.questions_reached = 0
        self._seen: set[Hashable] = set()
        self._cones: dict[tuple[Edition, str], Cone] = {}
        self._tables: dict[Edition, tuple[tuple[Table, ...], int]] = {}
        self.grounds = SpaceCache(rulebook.vocabulary)

    def begin(self) -> None:
        """Begin with another mutant."""
        self.tables_searched = self.questions_reached = 0
        self.grounds.fixed = set()
        self._seen = set()

    def cone(self, edition: Edition, original: ResolvedText, ask: str) -> Cone:
        """Give the cone of a question in an unchanged text."""
        found = self._cones.get((edition, ask))
        if found is None:
            found = self._cones[edition, ask] = cone_of(original, ask)
        return found

    def first_difference(
        self, edition: Edition, original: ResolvedText, mutant: ResolvedText, touched: frozenset[str], clock: Clock
    ) -> Counterexample | None:
        """Find the smallest table on which an answer differs, and there the position with the fewest gone.

        What was searched under the same rules in another edition of this mutant is not searched again.
        """
        legal = {table.seats: table for table in self.tables(edition, original, clock)}
        setting = tuple(legal)
        groups = [
            group
            for group in self._groups(edition, original, mutant, touched)
            if (group.signature, setting) not in self._seen
        ]
        tables = dict(legal)
        if any(group.relations[0].requirement for group in groups):  # what the mutant alone calls legal tells too
            more, reached = tables_up_to([[mutant]], self.up_to, clock.check)
            self._note(reached)
            tables.update((table.seats, table) for table in more)
        for table in sorted(tables.values(), key=_size):
            self.tables_searched += 1
            for group in groups:
                if table.seats in legal or group.relations[0].requirement:
                    found = self._on_table(group, table, clock)
                    if found is not None:
                        return Counterexample(edition, found)
        self._seen.update((group.signature, setting) for group in groups)
        return None

    def _groups(
        self, edition: Edition, original: ResolvedText, mutant: ResolvedText, touched: frozenset[str]
    ) -> list[_Group]:
        """Group the questions that the mutant could answer differently, those nearest to the change first."""
        together: dict[Hashable, list[tuple[Predicate, Cone]]] = {}
        for relation in self.vocabulary.questions.values():
            cone = self.cone(edition, original, relation.id)
            if not touched & cone.relations:
                continue
            self.questions_reached += 1
            if _signature(original, cone) == _signature(mutant, cone):
                continue
            cone |= cone_of(mutant, relation.id)  # another wording may read what this one does not
            alone = relation.requirement or any(self._asked_with(key, relation) for key in cone.givens)
            kind = relation.id if alone else (relation.ignores, cone.moments, cone.givens, cone.numbers)
            together.setdefault(kind, []).append((relation, cone))
        groups = []
        for some in together.values():
            some.sort(key=lambda pair: (pair[0].id not in touched, len(pair[1].relations), pair[0].id))
            cone = reduce(or_, (cone for _, cone in some))
            signature = (tuple(r.id for r, _ in some), _signature(original, cone), _signature(mutant, cone))
            groups.append(
                _Group(tuple(r for r, _ in some), narrowed(original, cone), narrowed(mutant, cone), cone, signature)
            )
        return sorted(
            groups, key=lambda g: (g.relations[0].id not in touched, len(g.cone.relations), g.relations[0].id)
        )

    def _asked_with(self, key: str, relation: Predicate) -> bool:
        """Tell whether a given fact is set anew for each asking, so that what was found under it must be forgotten."""
        given = self.vocabulary.givens[key]
        return given.default == "first" or given.best or key in dict(relation.gives)

    def tables(self, edition: Edition, original: ResolvedText, clock: Clock) -> tuple[Table, ...]:
        """Give the tables that a text calls legal; a part of other texts is searched on theirs."""
        found = self._tables.get(edition)
        if found is None:
            settings = [original]
            requirement = next((r for r in self.vocabulary.relations.values() if r.requirement), None)
            if requirement is not None and not speaks(original, requirement):
                settings = [text for text in self._building_on(edition) if speaks(text, requirement)] or settings
            found = self._tables[edition] = tables_up_to([[text] for text in settings], self.up_to, clock.check)
        self._note(found[1])
        return found[0]

    def _note(self, reached: int) -> None:
        """Say where so many seatings are legal that the larger ones were not looked at."""
        if reached < self.up_to:
            self.grounds.fixed.add(f"tables of more than {reached} seats")

    def _building_on(self, edition: Edition) -> Iterator[ResolvedText]:
        """Give the texts that build on one, on its date; those that had no wording yet, in their newest."""
        for name, text in self.rulebook.texts.items():
            on = edition.on if text.worded(edition.on) else None
            resolved, _ = resolve(name, on, self.rulebook.texts, self.vocabulary)
            if resolved is not None and any(part.id == edition.text for part in resolved.texts):
                yield resolved

    # --- one table -------------------------------------------------------------------------------

    def _on_table(self, group: _Group, table: Table, clock: Clock) -> dict[str, Any] | None:
        """Give the smallest position of a table in which an answer differs, as a request."""
        chosen = [frozenset[str](), *(frozenset({o}) for o in sorted(group.cone.options & group.original.options))]
        for options in chosen:
            for ground in self.grounds.of(table, group.cone, group.relations[0], options, group.signature[:2]):
                shared = None
                for relation in group.relations:
                    clock.check()
                    if relation.id not in ground.answers:
                        ground.answers[relation.id] = ground.ask(TextSearch(group.original, ground.space, relation))
                    search = TextSearch(group.mutant, ground.space, relation)
                    shared = search.bits = shared or search.bits
                    found = _smallest(ground.space, ground.answers[relation.id], ground.ask(search))
                    if found is not None:
                        index, args = found
                        return {
                            **ground.space.request_at(index),
                            "ask": relation.id,
                            "of": name_arguments(relation, args, table),
                        }
        return None


def replay_both(
    found: Counterexample, engine: Engine, original: ResolvedText, other: Engine, mutant: ResolvedText
) -> tuple[dict[str, Any], tuple[Answer, Answer]]:
    """Answer a witness with and without the change; that the answers agree would be a defect of the toolkit.

    Returns the witness as a whole request, without the given facts that make no difference, and both answers to it.
    """
    edition = found.edition
    now = replay(engine, edition, original, found.witness)
    then = replay(other, edition, mutant, found.witness)
    if _said(now) == _said(then):
        raise SearchDisagrees(f"{found}: the search found a difference, the evaluator answers {now} both times")
    request = {"text": edition.text, **({"on": edition.on} if edition.on is not None else {}), **found.witness}
    for key in list(request.get("given") or ()):
        given = {k: v for k, v in request["given"].items() if k != key}
        less = {**request, "given": given} if given else {k: v for k, v in request.items() if k != "given"}
        if (_said(engine.ask(less)), _said(other.ask(less))) == (_said(now), _said(then)):
            request = less
    return request, (engine.ask(request), other.ask(request))


def _said(answer: Answer) -> tuple[str, object]:
    return answer.status, answer.answer


def narrowed(resolved: ResolvedText, cone: Cone) -> ResolvedText:
    """Keep of a text only what the answers to one question read: a mutant is asked little, but there are many."""
    relations = {name: r for name, r in resolved.vocabulary.relations.items() if name in cone.relations}
    return replace(
        resolved,
        vocabulary=replace(resolved.vocabulary, relations=relations),
        by_relation={name: numbers for name, numbers in resolved.by_relation.items() if name in cone.relations},
    )


def _signature(resolved: ResolvedText, cone: Cone) -> Hashable:
    """Give all of a text on which status and answer of a question with this cone depend."""
    permissions = {
        n for n in cone.relations if (r := resolved.vocabulary.relations[n]).kind == "action" or r.requirement
    }
    rules = []
    for name in sorted(cone.relations):
        numbers = resolved.by_relation.get(name, ())
        for number in numbers:
            rule = resolved.rules[number]
            before = tuple(numbers.index(n) for n in rule.overriders)
            rules.append(
                (
                    name,
                    rule.kind,
                    rule.presumptive,
                    rule.letters,
                    rule.guard,
                    rule.expression,
                    rule.place,
                    rule.place_key,
                    before,
                )
            )
    return tuple(rules), bool(permissions) and resolved.principle is not None, cone.options & resolved.options


def _size(table: Table) -> tuple[int, int, str]:
    return len(table.roles), len(table.sizes), table.seats


def _smallest(
    space: Space, before: Mapping[Args, AnswerSets], after: Mapping[Args, AnswerSets]
) -> tuple[int, Args] | None:
    """Give the smallest position in which any answer differs, with whom it is asked of."""
    found = []
    for args, one in before.items():
        bits = differing(one, after[args])
        if bits:
            index = space.first(bits)
            found.append((space.weight(index), args, index))
    if not found:
        return None
    _, args, index = min(found)
    return index, args


def differing(one: AnswerSets, other: AnswerSets) -> Bits:
    """Give the positions in which status or answer differ."""
    same = one.silent & other.silent | one.contradicted & other.contradicted
    everything = one.silent | one.contradicted
    for value, bits in one.answers.items():
        everything |= bits
        same |= bits & other.answers.get(value, 0)
    return everything & ~same
