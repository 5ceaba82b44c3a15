"""Compare a text with a mutant of it on every position of every legal table, question by question."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from emperor_rules.check.comparing import (
    Clock,
    Edition,
    SearchDisagrees,
    Searched,
    name_arguments,
    option_sets,
    replay,
    same_teams,
    speaks,
)
from emperor_rules.evaluate.questions import Answer, Answerer
from emperor_rules.evaluate.table import Table
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.vocabulary import Relation
from emperor_rules.resolve.cone import Cone, cone_of
from emperor_rules.resolve.resolved import ResolvedText
from emperor_rules.resolve.resolver import resolve
from emperor_rules.search.asking import Everywhere, TextSearch, arguments, space_for
from emperor_rules.search.bits import Args
from emperor_rules.search.space import Bits, Space
from emperor_rules.search.tables import legal_tables

#: Searches of unchanged texts that are kept, as the next mutants will want them again.
KEPT = 48


@dataclass(frozen=True)
class Telling:
    """A position in which a text and its mutant answer differently (a request without its text and date)."""

    edition: Edition
    witness: Mapping[str, Any]


@dataclass(frozen=True)
class _Question:
    """A question that a mutant may answer differently, with both texts narrowed to what its answers read."""

    relation: Relation
    original: ResolvedText
    mutant: ResolvedText
    cone: Cone
    signature: Hashable


@dataclass(frozen=True)
class _Known:
    """What an unchanged text answers to one question on one space, as far as it was asked."""

    space: Space
    fixed: Mapping[str, Any]
    search: TextSearch
    answers: dict[Args, Everywhere]

    def ask(self, args: Args) -> Everywhere:
        """Answer for one choice of players or teams."""
        found = self.answers.get(args)
        if found is None:
            found = self.answers[args] = self.ask_another(self.search, args)
        return found

    def ask_another(self, search: TextSearch, args: Args) -> Everywhere:
        """Answer by a search on the same space, whatever an earlier one has left given there."""
        self.space.fixed.clear()
        self.space.fixed.update(self.fixed)
        return search.ask(args)


class MutantSearch:
    """Searches the texts of one rulebook against their mutants, on tables of up to a number of seats."""

    def __init__(self, rulebook: Rulebook, up_to: int) -> None:
        """Nothing is searched yet."""
        self.rulebook = rulebook
        self.vocabulary = rulebook.vocabulary
        self.up_to = up_to
        self.looked = Searched(up_to)
        self._seen: set[Hashable] = set()
        self._cones: dict[tuple[Edition, str], Cone] = {}
        self._tables: dict[Edition, tuple[Table, ...]] = {}
        self._known: OrderedDict[Hashable, _Known] = OrderedDict()

    def begin(self) -> None:
        """Begin with another mutant."""
        self.looked = Searched(self.up_to)
        self._seen = set()

    def cone(self, edition: Edition, original: ResolvedText, ask: str) -> Cone:
        """Give the cone of a question in an unchanged text."""
        found = self._cones.get((edition, ask))
        if found is None:
            found = self._cones[edition, ask] = cone_of(original, ask)
        return found

    def first_difference(
        self, edition: Edition, original: ResolvedText, mutant: ResolvedText, touched: frozenset[str], clock: Clock
    ) -> Telling | None:
        """Find the smallest table on which an answer differs, and there the position with the fewest gone.

        What was searched under the same rules in another edition of this mutant is not searched again.
        """
        legal = {table.seats: table for table in self.tables(edition, original)}
        setting = tuple(legal)
        asked = [
            question for question in self._questions(edition, original, mutant, touched)
            if (question.signature, setting) not in self._seen
        ]  # fmt: skip
        asked.sort(key=lambda q: (q.relation.id not in touched, len(q.cone.relations), q.relation.id))
        tables = dict(legal)
        if any(question.relation.requirement for question in asked):  # what the mutant alone calls legal tells too
            tables.update((t.seats, t) for seats in range(2, self.up_to + 1) for t in legal_tables([mutant], seats))
        for table in sorted(tables.values(), key=_size):
            self.looked.tables += 1
            for question in asked:
                if table.seats in legal or question.relation.requirement:
                    found = self._on_table(question, table, clock)
                    if found is not None:
                        return Telling(edition, found)
        self._seen.update((question.signature, setting) for question in asked)
        return None

    def _questions(
        self, edition: Edition, original: ResolvedText, mutant: ResolvedText, touched: frozenset[str]
    ) -> Iterator[_Question]:
        for relation in self.vocabulary.questions.values():
            cone = self.cone(edition, original, relation.id)
            if touched & cone.relations:
                self.looked.questions += 1
                before, after = _signature(original, cone), _signature(mutant, cone)
                if before != after:
                    narrow = narrowed(mutant, cone)
                    yield _Question(relation, narrowed(original, cone), narrow, cone | cone_of(narrow, relation.id),
                                    (relation.id, before, after))  # fmt: skip

    def tables(self, edition: Edition, original: ResolvedText) -> tuple[Table, ...]:
        """Give the tables that a text calls legal; a part of other texts is searched on theirs."""
        found = self._tables.get(edition)
        if found is None:
            settings = [original]
            requirement = next((r for r in self.vocabulary.relations.values() if r.requirement), None)
            if requirement is not None and not speaks(original, requirement):
                settings = [text for text in self._building_on(edition.text) if speaks(text, requirement)] or settings
            some = {t.seats: t for text in settings for n in range(2, self.up_to + 1) for t in legal_tables([text], n)}
            found = self._tables[edition] = tuple(sorted(some.values(), key=_size))
        return found

    def _building_on(self, id: str) -> Iterator[ResolvedText]:
        for name in self.rulebook.texts:
            resolved, _ = resolve(name, None, self.rulebook.texts, self.vocabulary)
            if resolved is not None and any(part.id == id for part in resolved.texts):
                yield resolved

    # --- one table -------------------------------------------------------------------------------

    def _on_table(self, question: _Question, table: Table, clock: Clock) -> dict[str, Any] | None:
        """Give the smallest position of a table in which the answer differs, as a request."""
        for options in option_sets([question.original, question.mutant], question.relation):
            known = self._original(question, options, table)
            search = TextSearch(question.mutant, known.space, question.relation)
            smallest: tuple[Any, Args, int] | None = None
            for args in arguments(question.relation, table, of_first_team=same_teams(table)):
                clock.check()
                bits = _differing(known.ask(args), known.ask_another(search, args))
                if bits:
                    index = known.space.first(bits)
                    found = (known.space.weight(index), args, index)
                    smallest = found if smallest is None else min(smallest, found)
            if smallest is not None:
                _, args, index = smallest
                return {**known.space.request_at(index), "ask": question.relation.id,
                        "of": name_arguments(question.relation, args, table)}  # fmt: skip
        return None

    def _original(self, question: _Question, options: frozenset[str], table: Table) -> _Known:
        """Give what is known of the unchanged text on a space that shows all that either text looks at."""
        cone = question.cone
        key = (question.signature[:2], options, table.seats, cone.moments, cone.givens)  # type: ignore[index]
        found = self._known.pop(key, None)
        if found is None:
            space = space_for(table, cone, question.relation, self.vocabulary, options)
            search = TextSearch(question.original, space, question.relation)
            found = _Known(space, dict(space.fixed), search, {})
        self._known[key] = found
        if len(self._known) > KEPT:
            self._known.popitem(last=False)
        self.looked.note(found.space, cone, self.vocabulary)
        return found


def replay_both(
    found: Telling, answerer: Answerer, original: ResolvedText, other: Answerer, mutant: ResolvedText
) -> tuple[Answer, Answer]:
    """Answer a witness with and without the change; that the answers agree would be a defect of the toolkit."""
    now = replay(answerer, found.edition, original, found.witness)
    then = replay(other, found.edition, mutant, found.witness)
    if (now.status, now.answer) == (then.status, then.answer):
        raise SearchDisagrees(f"{found}: the search found a difference, the evaluator answers {now} both times")
    return now, then


def narrowed(resolved: ResolvedText, cone: Cone) -> ResolvedText:
    """Keep of a text only what the answers to one question read: a mutant is asked little, but there are many."""
    relations = {name: r for name, r in resolved.vocabulary.relations.items() if name in cone.relations}
    return replace(
        resolved, vocabulary=replace(resolved.vocabulary, relations=relations),
        by_relation={name: numbers for name, numbers in resolved.by_relation.items() if name in cone.relations},
    )  # fmt: skip


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
            rules.append((name, rule.kind, rule.presumptive, rule.letters, rule.guard, rule.expression, rule.place,
                          rule.place_key, before))  # fmt: skip
    return tuple(rules), bool(permissions) and resolved.principle is not None, cone.options & resolved.options


def _size(table: Table) -> tuple[int, int, str]:
    return len(table.roles), len(table.sizes), table.seats


def _differing(one: Everywhere, other: Everywhere) -> Bits:
    """Give the positions in which status or answer differ."""
    same = one.silent & other.silent | one.contradicted & other.contradicted
    everything = one.silent | one.contradicted
    for value, bits in one.answers.items():
        everything |= bits
        same |= bits & other.answers.get(value, 0)
    return everything & ~same
