"""Verdict formulas: how the rules that apply decide a fact or a value, on sets of positions.

A set of positions is an integer with one bit per position. A single position is a set of width one, so that the
evaluator of one position and the search over sets of positions decide by the same formulas. A rule *certainly* applies
in a position where its condition is true and *possibly* where it is unknown.

+----+-----------------------------------------------+-------------------------------------------------------------+
| 0  | a premise of the vocabulary; or its meaning,  | what that says, whatever rules conclude                     |
|    | where no rule speaks of the fact              |                                                             |
| 1  | a rule before a certain overrider             | dropped; reported as overridden if it concluded otherwise   |
|    | … before a merely possible overrider          | merely possible from then on, unless both conclude the same |
| 2  | certain no, under a principle (permissions)   | no; the principle is cited where it beat a plain yes or     |
|    |                                               | something left open                                         |
| 3  | certain no against a defeasible yes           | no (an *only* yields to any prohibition)                    |
| 4  | certain no against a certain plain yes        | contradicted                                                |
| 5  | something left open, certainly or possibly    | unknown, because of exactly the clauses that leave it open, |
|    |                                               | and of a missing given fact on which it depends whether any |
|    |                                               | of them does                                                |
| 6  | a possible no or yes that would change it     | unknown, because of whatever is open behind it              |
| 7  | certain yes                                   | yes, with the restrictions that were met                    |
| 8  | nothing                                       | a closed fact: no, by default; otherwise unknown            |
+----+-----------------------------------------------+-------------------------------------------------------------+
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from enum import IntEnum, StrEnum
from typing import Any, NamedTuple

#: A set of positions, one bit each.
Bits = int


class Truth(IntEnum):
    """The truth of a condition or fact; only a fact that clauses decide can be contradicted."""

    FALSE = 0
    TRUE = 1
    UNKNOWN = 2
    CONTRADICTED = 3


# Members of an enum are slow to look up by attribute in Python 3.11.
FALSE, TRUE, UNKNOWN, CONTRADICTED = Truth

#: What an action is that is asked about at the best of several moments: the first of these that it is at any of them.
#: Of moments that are alike so, one position takes that with the fewest reasons, a set of them a contradiction first.
BEST_FIRST = (TRUE,), (CONTRADICTED, UNKNOWN), (FALSE,)


class Conclusion(StrEnum):
    """What a rule concludes where it applies."""

    YES = "yes"
    NO = "no"
    OPEN = "open"
    VALUE = "value"
    MET = "met"
    """A restriction that was met: it decides nothing, but is cited beside a yes."""


YES, NO, OPEN, VALUE, MET = Conclusion


class Extent(NamedTuple):
    """Where a rule certainly and where it merely possibly applies."""

    certain: Bits
    possible: Bits


class RuleStatus(NamedTuple):
    """What the verdict needs to know of a rule: its conclusion, its overriders, and the bit of its clause.

    A ``defeasible`` rule is the yes of an *only*, which yields to any no.
    """

    kind: Conclusion
    defeasible: bool
    overriders: tuple[int, ...]
    bit: int

    def agrees_with(self, other: RuleStatus) -> bool:
        """Return whether both conclude the same, so that it does not matter which of them applies."""
        return self.kind == other.kind != Conclusion.VALUE and self.defeasible == other.defeasible


class VerdictSets(NamedTuple):
    """Where a fact, or a value, is what (a fact: true or false), and where clauses contradict each other.

    It is unknown elsewhere. ``default`` is where a fact is false for want of any conclusion. ``live`` tells of rules by
    their numbers where they speak, if that is wanted.
    """

    values: Mapping[Any, Bits]
    contradicted: Bits
    default: Bits = 0
    live: tuple[tuple[int, Bits], ...] = ()

    @property
    def true(self) -> Bits:
        """Where a fact is true."""
        return self.values[True]

    @property
    def false(self) -> Bits:
        """Where a fact is false."""
        return self.values[False]


def without(bits: Bits, others: Bits) -> Bits:
    """Return what is in a set and not in another; for large sets far quicker than ``bits & ~others``."""
    shared = bits & others
    return bits ^ shared if shared else bits


def union(sets: Iterable[Bits]) -> Bits:
    """Return the union of sets."""
    total = 0
    for bits in sets:
        total |= bits
    return total


def at_least(n: int, sets: Iterable[Bits], full: Bits) -> Bits:
    """Return where at least n of some sets overlap."""
    if n == 1:
        return union(sets)  # quicker, and the usual case
    reached = [full, *[0] * n]
    for bits in sets:
        for count in range(n, 0, -1):
            reached[count] |= reached[count - 1] & bits
    return reached[n]


def settle_overrides(extents: Mapping[int, Extent], rules: Mapping[int, RuleStatus]) -> dict[int, Extent]:
    """Return where each rule applies once its overriders have been taken into account.

    A defeated rule defeats nothing, so overriders are settled first; the result is in that order. Overrides run in no
    circle: a text in which they do is never asked (R404).
    """
    settled: dict[int, Extent] = {}
    for first in extents:
        waiting = [first]  # a stack, for a chain of overrides may be longer than Python lets functions nest
        while waiting:
            number = waiting[-1]
            before = [o for o in rules[number].overriders if o in extents]
            unsettled = [o for o in before if o not in settled]
            if unsettled:
                waiting += reversed(unsettled)
                continue
            waiting.pop()
            if number in settled:
                continue
            defeated = weakened = 0
            for overrider in before:
                certain, possible = settled[overrider]
                defeated |= certain
                if not rules[overrider].agrees_with(rules[number]):
                    weakened |= possible
            certain, possible = extents[number]
            if defeated or weakened:
                certain, possible = without(certain, defeated), without(possible, defeated)
                certain, possible = without(certain, weakened), possible | (certain & weakened)
            settled[number] = Extent(certain, possible)
    return settled


def fact_sets(
    applying: Iterable[tuple[RuleStatus, Extent]], full: Bits, *, principle: bool, closed: bool
) -> VerdictSets:
    """Return where a fact or permission is what, from where rules apply once overrides are settled.

    A *plain* yes is any but the defeasible one of an *only*. A ``principle`` of the text lets a prohibition beat a
    permission; what is ``closed`` is false where nothing concludes it. ``full`` is all positions.
    """
    plain = possible_plain = defeasible = possible_defeasible = no = possible_no = opened = 0
    for (kind, yields, _, _), (certain, possible) in applying:
        if kind is YES and yields:
            defeasible |= certain
            possible_defeasible |= possible
        elif kind is YES:
            plain |= certain
            possible_plain |= possible
        elif kind is NO:
            no |= certain
            possible_no |= possible
        elif kind is OPEN:
            opened |= certain | possible
    yes = plain | defeasible
    contradicted = 0 if principle else no & plain
    false = no if principle or not no else without(no, plain | opened | possible_plain)
    true = yes and without(yes, no | opened | possible_no)
    default = full ^ (no | opened | yes | possible_plain | possible_defeasible) if closed else 0
    return VerdictSets({True: true, False: false | default}, contradicted, default)


def declared_sets(
    fact: VerdictSets, declared: tuple[Bits, Bits], decides: Collection[Truth], full: Bits, *, closed: bool
) -> VerdictSets:
    """Return where a fact is what, given where a condition of its declaration, which comes before, is true and false.

    ``decides`` are the truths of the condition with which it decides. What it denies is the default of a closed fact.
    """
    true, false = declared
    denied = false if FALSE in decides else 0
    decided = full if UNKNOWN in decides else true | denied
    if not decided:
        return fact
    return VerdictSets(
        {True: without(fact.true, decided) | true, False: without(fact.false, decided) | denied},
        without(fact.contradicted, decided),
        without(fact.default, decided) | (denied if closed else 0),
        fact.live,
    )


def value_sets(applying: Iterable[tuple[RuleStatus, Extent, Mapping[Any, Bits]]], excluded: object) -> VerdictSets:
    """Return where a value is what: one certain value that nothing possible could change.

    ``applying`` are the rules with where they apply once overrides are settled, and by value where they would give it;
    their value is unknown elsewhere. ``excluded`` is no value.
    """
    certain: dict[Any, Bits] = {}
    possible: dict[Any, Bits] = {}
    opened = undefined = 0
    for status, (sure, maybe), given in applying:
        if status.kind is OPEN:
            opened |= sure | maybe
            continue
        defined = 0
        for value, bits in given.items():
            if value == excluded:
                continue
            defined |= bits
            if bits & sure:
                certain[value] = certain.get(value, 0) | bits & sure
            if bits & maybe:
                possible[value] = possible.get(value, 0) | bits & maybe
        undefined |= without(sure | maybe, defined)
    clash = seen = 0
    for bits in certain.values():
        clash |= seen & bits
        seen |= bits
    clash = without(clash, opened)
    undecided = clash | opened | undefined
    values = {}
    for value, bits in certain.items():
        rivals = 0
        for rival, rival_bits in possible.items():
            if rival != value:
                rivals |= rival_bits
        remaining = without(without(bits, undecided), rivals)
        if remaining:
            values[value] = remaining
    return VerdictSets(values, clash)
