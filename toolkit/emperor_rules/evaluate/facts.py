"""Facts of one position as data: what a derivation is made of before it is put into words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from emperor_rules.model.terms import PLAYER, TEAM, Moment
from emperor_rules.model.vocabulary import Predicate
from emperor_rules.semantics.expressions import Args, Given


class FactKind(StrEnum):
    """What a fact is about; the comments tell what its ``name``, ``args`` and ``value`` are."""

    #: A predicate, its arguments, and yes, no or its value.
    PREDICATE = "predicate"
    #: A role, a player, and whether the player has it.
    ROLE = "role"
    #: An option, nothing, and whether it is in use.
    OPTION = "option"
    #: The key of a given fact, nothing, and what is given.
    GIVEN = "given"
    #: The key of a given list, a player, and whether the list names that player.
    LISTED = "listed"
    #: A role, or else a sort; those counted; and how many they are.
    COUNT = "count"
    #: ``left`` or ``right``, a player and those who follow on that side, and nothing.
    ORDER = "order"
    #: ``left`` or ``leaving``, a player who has, and nothing: the seat no longer separates others.
    EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact; players and teams are numbers, and a ``value`` of ``None`` is unknown.

    ``common`` marks what is common knowledge at the table: roles, teams, who sits next to whom while nobody has left,
    and given facts that the question did not bring along. ``concluded`` marks what clauses of the text decide, and
    ``names`` a value that is the number of a player or a team. ``sorts`` are those of a predicate's arguments: player 0
    is not team 0.
    """

    kind: FactKind
    name: str
    args: Args = ()
    value: Given | None = True
    moment: Moment = Moment.NOW
    common: bool = False
    concluded: bool = False
    names: bool = False
    sorts: tuple[str, ...] = ()

    @classmethod
    def of_predicate(
        cls,
        declared: Predicate,
        args: Args,
        value: Given | None,
        moment: Moment = Moment.NOW,
        *,
        common: bool = False,
        concluded: bool = False,
    ) -> Fact:
        """Return what is so of a predicate, with what its declaration says of arguments and value."""
        names, sorts = declared.answer in (PLAYER, TEAM), tuple(parameter.sort for parameter in declared.parameters)
        return cls(FactKind.PREDICATE, declared.id, args, value, moment, common, concluded, names, sorts)


@dataclass(frozen=True, slots=True)
class Group:
    """Facts that are said in one sentence: alike but for the argument in one ``slot``, and for values."""

    facts: tuple[Fact, ...]
    slot: int | None = None

    @property
    def decided(self) -> bool:
        """Whether it is known that the facts hold, or do not."""
        return self.facts[0].value is not None or self.facts[0].kind is not FactKind.PREDICATE


def is_number(fact: Fact) -> bool:
    """Return whether a fact gives a number."""
    return isinstance(fact.value, int) and not isinstance(fact.value, bool) and not fact.names


def grouped_facts(facts: tuple[Fact, ...]) -> tuple[Group, ...]:
    """Join facts that one sentence can say, each in the place of the first of its group."""
    groups: list[Group] = []
    for fact in facts:
        for number, group in enumerate(groups):
            longer = _longer(group.facts[0], fact)
            if longer is not None:
                groups[number] = Group((longer,))
                break
            slot = _common_slot(group, fact)
            if slot is not None:
                groups[number] = Group((*group.facts, fact), slot)
                break
        else:
            groups.append(Group((fact,)))
    return tuple(groups)


def _longer(order: Fact, other: Fact) -> Fact | None:
    """Return the longer of two orders of seats from the same player on."""
    if order.kind is not FactKind.ORDER or (order.kind, order.name) != (other.kind, other.name):
        return None
    shorter, longer = sorted((order, other), key=lambda fact: len(fact.args))
    return longer if longer.args[: len(shorter.args)] == shorter.args else None


def _common_slot(group: Group, fact: Fact) -> int | None:
    """Return the slot in which a fact differs from those of a group, if it may join them."""
    first = group.facts[0]
    if (first.kind, first.name, first.moment) != (fact.kind, fact.name, fact.moment):
        return None
    if fact.kind not in (FactKind.PREDICATE, FactKind.ROLE, FactKind.LISTED, FactKind.EMPTY):
        return None
    # Facts join by what they say: truths only with the same truth, numbers with any other number.
    if not (is_number(first) and is_number(fact)) and first.value != fact.value:
        return None
    slots = [n for n, (one, other) in enumerate(zip(first.args, fact.args, strict=True)) if one != other]
    return slots[0] if len(slots) == 1 and group.slot in (None, slots[0]) else None
