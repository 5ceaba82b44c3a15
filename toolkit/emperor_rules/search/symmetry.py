"""Symmetries of a table: which players, teams and tables are alike to a question, so that one of them is asked."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import reduce
from operator import or_

from emperor_rules.model.seating import PLAIN_SEAT, Table, least_turning, write_seating
from emperor_rules.model.terms import NUMBER, PLAYER, TEAM
from emperor_rules.model.vocabulary import DefaultWord, GivenFact, GivenKind, Predicate, Vocabulary
from emperor_rules.resolve.cone import Cone, departing_cone
from emperor_rules.resolve.rules import ResolvedText


def mirrored(table: Table) -> str:
    """Return the seats the other way round, turned as legal tables are.

    Where direction does not matter, a table and its mirror image show the same.
    """
    return least_turning(table.roles[::-1], table.team[::-1])


def likeness(
    table: Table, cone: Cone, predicate: Predicate, vocabulary: Vocabulary, texts: Sequence[ResolvedText]
) -> Hashable:
    """Return what is the same of tables at which a question shows the same wherever some texts play on.

    They may differ in who has a role of which nothing looks at who has it and, unless a given fact names somebody, in
    how the table is turned, in which way round people sit or, where their order does not matter, in who sits where.
    """
    whole = reduce(or_, map(departing_cone, texts), cone)
    read = {vocabulary.roles[role].letter for role in whole.roles}
    plain = replace(table, roles=tuple(role if role in read else PLAIN_SEAT for role in table.roles))
    if any(_names_somebody(vocabulary.givens[key], predicate) for key in cone.givens):
        return write_seating(plain.roles, plain.team)
    if not whole.ordered:
        return SeatingClasses(plain, placed=whole.placed).arrangement
    seats = least_turning(plain.roles, plain.team)
    return seats if whole.directed else min(seats, mirrored(plain))


class Symmetries:
    """Which choices of players and teams are alike to a question at a table.

    Turning the table, or where direction does not matter (``mirrored``) seeing it in a mirror, may change nothing but
    names; and where the order of seats does not matter, there are ``classes`` of who is alike.
    """

    def __init__(self, table: Table, *, mirrored: bool = False, classes: SeatingClasses | None = None) -> None:
        self.classes = classes
        count, reflections = len(table.roles), table.reflections if mirrored else ()
        ways = [[(p + n) % count for p in range(count)] for n in table.turnings]
        ways += [[(c - p) % count for p in range(count)] for c in reflections]
        team: Sequence[int] = table.team
        firsts = [players[0] for players in table.members[: len(table.sizes)]]
        #: By each way to see the table other than as it is, the player and team in the place of each.
        self.images = [{PLAYER: way, TEAM: [team[way[p]] for p in firsts]} for way in ways[1:]]

    def distinct(self, choices: Iterable[tuple[int, ...]], sorts: Sequence[str]) -> Iterator[tuple[int, ...]]:
        """Yield, of choices of players, teams and numbers that are alike, the first; all those alike are among them."""
        first = (args for args in choices if self._is_first(args, sorts))
        return first if self.classes is None else self.classes.distinct(first, sorts)

    def _is_first(self, args: tuple[int, ...], sorts: Sequence[str]) -> bool:
        for image in self.images:
            for arg, sort in zip(args, sorts, strict=True):
                other = arg if sort == NUMBER else image[sort][arg]
                if other != arg:
                    if other < arg:
                        return False
                    break
        return True


class SeatingClasses:
    """Which players and teams of a table are alike wherever the order of seats does not matter.

    Teams are alike that have the same roles, and players of a team with the same role or, where the place in the team
    matters (``placed``), nobody with anybody else.
    """

    def __init__(self, table: Table, *, placed: bool) -> None:
        self.table, self.placed = table, placed
        sides = [[table.roles[player] for player in members] for members in table.members[: len(table.sizes)]]
        self.sides = tuple("".join(side if placed else sorted(side)) for side in sides)

    @property
    def arrangement(self) -> tuple[str, ...]:
        """What is the same of two tables that differ only in who sits where."""
        return tuple(sorted(self.sides))

    def distinct(self, choices: Iterable[tuple[int, ...]], sorts: Sequence[str]) -> Iterator[tuple[int, ...]]:
        """Yield, of choices of players, teams and numbers that differ only in which of those alike they name, one."""
        seen: set[Hashable] = set()
        for args in choices:
            signature = self._signature(args, sorts)
            if signature not in seen:
                seen.add(signature)
                yield args

    def _signature(self, args: tuple[int, ...], sorts: Sequence[str]) -> Hashable:
        teams: dict[int, int] = {}
        players: dict[int, int] = {}
        signature: list[Hashable] = []
        for arg, sort in zip(args, sorts, strict=True):
            if sort == NUMBER:
                signature.append(arg)
                continue
            team = arg if sort == TEAM else self.table.team[arg]
            signature.append((teams.setdefault(team, len(teams)), self.sides[team]))
            if sort == PLAYER:
                signature.append((players.setdefault(arg, len(players)), arg if self.placed else self.table.roles[arg]))
        return tuple(signature)


def symmetries(
    table: Table, cone: Cone, predicate: Predicate, vocabulary: Vocabulary, texts: Sequence[ResolvedText]
) -> Symmetries:
    """Return who is alike to a question wherever some texts play on.

    Where a given fact is a player and neither varies everywhere nor comes from the question, its name matters.
    """
    whole = reduce(or_, map(departing_cone, texts), cone)
    if any(_names_somebody(vocabulary.givens[key], predicate) for key in cone.givens):
        return Symmetries(table)
    classes = None if whole.ordered else SeatingClasses(table, placed=whole.placed)
    return Symmetries(table, mirrored=not whole.directed, classes=classes)


def _names_somebody(given: GivenFact, predicate: Predicate) -> bool:
    asks_of_nobody = all(sort != PLAYER for _, sort in predicate.parameters)
    own = predicate.own_defaults
    by_question = given.default == DefaultWord.FIRST or given.id in own
    nobody = own.get(given.id, given.default) == DefaultWord.NONE
    return given.kind in (GivenKind.PLAYER, GivenKind.TEAM) and not nobody and (asks_of_nobody or not by_question)
