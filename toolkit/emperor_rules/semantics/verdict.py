"""Verdict formulas: how the rules that apply decide a fact or a value, on sets of positions.

A set of positions is an integer with one bit per position. A single position is a set of width one, so that the
evaluator of one position and the search over sets of positions decide by the same formulas. A rule *certainly* applies
in a position where its condition is true and *possibly* where it is unknown.

In which order conclusions decide is written in one place: :data:`FACT_ROWS` and :data:`VALUE_ROWS`, which every engine
reads. Before them come what the vocabulary declares (:func:`declared_sets`) and overrides (:func:`settle_overrides`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Any, Final, NamedTuple

from emperor_rules.messages import Message

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

    A ``defeasible`` rule is the yes of an *only*, which yields to any no. To one that ``prohibits`` any yes does under
    a principle.
    """

    kind: Conclusion
    defeasible: bool
    overriders: tuple[int, ...]
    bit: int
    prohibits: bool

    def agrees_with(self, other: RuleStatus) -> bool:
        """Return whether both conclude the same, so that it does not matter which of them applies."""
        alike = self.defeasible == other.defeasible and self.prohibits == other.prohibits
        return self.kind == other.kind != Conclusion.VALUE and alike


# --- the table of verdicts -----------------------------------------------------------------------------


class ConclusionGroup(StrEnum):
    """The conclusions about one question that a row of the table looks at together, or what else it asks."""

    YES = "yes"
    """A certain yes."""
    PLAIN = "plain"
    """A certain yes but for the defeasible one of an *only*."""
    NO = "no"
    PROHIBITION = "prohibition"
    """A certain no of a permission or about the seating, or that of a *cannot*."""
    MET = "met"
    OPEN = "open"
    """Something left open, certainly or possibly."""
    POSSIBLE_YES = "possible-yes"
    POSSIBLE_PLAIN = "possible-plain"
    POSSIBLE_NO = "possible-no"
    PRINCIPLE = "principle"
    """The text lets prohibitions beat permissions."""
    CLOSED = "closed"
    """The fact is false where nothing concludes it."""
    VALUE = "value"
    """A certain value."""
    VALUES = "values"
    """Certain values of which two differ."""
    RIVAL = "rival"
    """A possible value that differs from the certain one."""
    UNDEFINED = "undefined"
    """A rule applies, certainly or possibly, whose value is unknown."""
    POSSIBLE = "possible"
    """A value that is possible, or unknown."""


class VerdictOutcome(StrEnum):
    """What a row of the table comes to."""

    YES = "yes"
    NO = "no"
    CONTRADICTED = "contradicted"
    UNKNOWN = "unknown"
    DEFAULT = "default"
    """A closed fact is false for want of any conclusion."""
    VALUE = "value"


@dataclass(frozen=True, slots=True)
class VerdictRow:
    """A row of the table of verdicts: it decides where no row before it does.

    Attributes:
        when: The groups that must not be empty.
        unless: Those that must be.
        outcome: What it comes to.
        there_is: What there is, in words.
        verdict: What it comes to, in words.
        cites: The groups whose clauses are cited with what is behind these.
        clauses: The groups of which the clauses alone are cited.
        doubts: The groups of which only what is behind them is cited.
    """

    when: tuple[ConclusionGroup, ...]
    unless: tuple[ConclusionGroup, ...]
    outcome: VerdictOutcome
    there_is: str
    verdict: str
    cites: tuple[ConclusionGroup, ...] = ()
    clauses: tuple[ConclusionGroup, ...] = ()
    doubts: tuple[ConclusionGroup, ...] = ()

    def fits(self, groups: Collection[ConclusionGroup]) -> bool:
        """Return whether it decides, given the groups that are not empty."""
        return all(group in groups for group in self.when) and not any(group in groups for group in self.unless)


#: How conclusions decide a fact or permission, first row first.
FACT_ROWS: Final = (
    VerdictRow(
        (ConclusionGroup.PROHIBITION, ConclusionGroup.PRINCIPLE),
        (ConclusionGroup.PLAIN, ConclusionGroup.OPEN),
        VerdictOutcome.NO,
        Message("A certain no of a permission or the seating, or that of a *cannot*, where the text has a principle"),
        Message("**No.**"),
        cites=(ConclusionGroup.NO,),
    ),
    VerdictRow(
        (ConclusionGroup.PROHIBITION, ConclusionGroup.PRINCIPLE),
        (),
        VerdictOutcome.NO,
        Message("The same, and a plain yes or something left open against it"),
        Message("**No.** The principle, which beat that, is cited as well."),
        cites=(ConclusionGroup.NO,),
        clauses=(ConclusionGroup.PRINCIPLE,),
    ),
    VerdictRow(
        (ConclusionGroup.NO,),
        (ConclusionGroup.PLAIN, ConclusionGroup.OPEN, ConclusionGroup.POSSIBLE_PLAIN),
        VerdictOutcome.NO,
        Message("A certain no, and against it at most a yes that gives way"),
        Message("**No.**"),
        cites=(ConclusionGroup.NO,),
    ),
    VerdictRow(
        (ConclusionGroup.NO, ConclusionGroup.PLAIN),
        (),
        VerdictOutcome.CONTRADICTED,
        Message("A certain no and a certain plain yes"),
        Message("**Contradicted.**"),
        cites=(ConclusionGroup.PLAIN, ConclusionGroup.NO),
    ),
    VerdictRow(
        (ConclusionGroup.OPEN,),
        (),
        VerdictOutcome.UNKNOWN,
        Message("Something left open, certainly or possibly"),
        Message(
            "**Silent**, because of exactly the clauses that leave it open, and of a missing given fact on which it "
            "depends whether any of them does."
        ),
        clauses=(ConclusionGroup.OPEN,),
    ),
    VerdictRow(
        (ConclusionGroup.NO,),
        (),
        VerdictOutcome.UNKNOWN,
        Message("A certain no, and against it a possible plain yes"),
        Message("**Silent**, because of what is open behind the yes."),
        doubts=(ConclusionGroup.POSSIBLE_PLAIN,),
    ),
    VerdictRow(
        (ConclusionGroup.YES, ConclusionGroup.POSSIBLE_NO),
        (),
        VerdictOutcome.UNKNOWN,
        Message("A certain yes, and against it a possible no"),
        Message("**Silent**, because of what is open behind the no."),
        doubts=(ConclusionGroup.POSSIBLE_NO,),
    ),
    VerdictRow(
        (ConclusionGroup.YES,),
        (),
        VerdictOutcome.YES,
        Message("A certain yes"),
        Message("**Yes**, with the restrictions that were met."),
        cites=(ConclusionGroup.YES, ConclusionGroup.MET),
    ),
    VerdictRow(
        (ConclusionGroup.CLOSED,),
        (ConclusionGroup.POSSIBLE_YES,),
        VerdictOutcome.DEFAULT,
        Message("Nothing, of a closed fact"),
        Message("**No**, with the clauses that could have concluded it; **silent** where no clause of the text could."),
    ),
    VerdictRow(
        (),
        (),
        VerdictOutcome.UNKNOWN,
        Message("Nothing, or something possible"),
        Message("**Silent**, because of what is open behind it."),
        doubts=(ConclusionGroup.POSSIBLE_YES, ConclusionGroup.POSSIBLE_NO),
    ),
)

#: How the values that rules give decide a value, first row first.
VALUE_ROWS: Final = (
    VerdictRow(
        (ConclusionGroup.OPEN,),
        (),
        VerdictOutcome.UNKNOWN,
        Message("Something left open, certainly or possibly"),
        Message("**Silent**, as above."),
        clauses=(ConclusionGroup.OPEN,),
    ),
    VerdictRow(
        (ConclusionGroup.VALUES,),
        (),
        VerdictOutcome.CONTRADICTED,
        Message("Two certain values"),
        Message("**Contradicted.**"),
        cites=(ConclusionGroup.VALUE,),
    ),
    VerdictRow(
        (ConclusionGroup.VALUE,),
        (ConclusionGroup.RIVAL, ConclusionGroup.UNDEFINED),
        VerdictOutcome.VALUE,
        Message("One certain value, and none possible beside it"),
        Message("**That value.**"),
        cites=(ConclusionGroup.VALUE,),
    ),
    VerdictRow(
        (),
        (),
        VerdictOutcome.UNKNOWN,
        Message("Nothing, or something possible"),
        Message("**Silent**, because of what is open behind it."),
        doubts=(ConclusionGroup.POSSIBLE,),
    ),
)


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


def _compiled(rows: Sequence[VerdictRow], *groups: ConclusionGroup) -> Callable[..., tuple[Bits, ...]]:
    """Return rows as a function of all positions, and of where each group is not empty.

    It returns, by outcome, where rows decide. A search asks it so often that it is written out as statements.
    """
    rows = [*rows]
    while rows[-1].outcome is VerdictOutcome.UNKNOWN:  # what no row decides is unknown anyway
        rows.pop()
    name = {group: f"g{number}" for number, group in enumerate(groups)}
    result = {outcome: f"o{number}" for number, outcome in enumerate(VerdictOutcome)}
    lines = [f"def decide(left, {', '.join(name.values())}):", f"    {' = '.join(result.values())} = 0"]
    for row in rows:
        needed = [name[group] for group in row.when]
        lines += [f"    if {' and '.join(['left', *needed])}:", f"        here = {' & '.join(['left', *needed])}"]
        for group in row.unless:
            lines.append(f"        if {name[group]}: here = without(here, {name[group]})")
        lines += [f"        {result[row.outcome]} |= here", "        left ^= here"]
    namespace: dict[str, Any] = {"without": without}
    exec("\n".join([*lines, f"    return {', '.join(result.values())}"]), namespace)
    decide: Callable[..., tuple[Bits, ...]] = namespace["decide"]
    return decide


_decide_fact = _compiled(
    FACT_ROWS,
    ConclusionGroup.YES,
    ConclusionGroup.PLAIN,
    ConclusionGroup.NO,
    ConclusionGroup.PROHIBITION,
    ConclusionGroup.OPEN,
    ConclusionGroup.POSSIBLE_YES,
    ConclusionGroup.POSSIBLE_PLAIN,
    ConclusionGroup.POSSIBLE_NO,
    ConclusionGroup.PRINCIPLE,
    ConclusionGroup.CLOSED,
)
_decide_value = _compiled(
    VALUE_ROWS,
    ConclusionGroup.VALUE,
    ConclusionGroup.VALUES,
    ConclusionGroup.OPEN,
    ConclusionGroup.RIVAL,
    ConclusionGroup.UNDEFINED,
)


# --- sets of positions -----------------------------------------------------------------------------------


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
    plain = possible_plain = defeasible = possible_defeasible = no = possible_no = prohibited = opened = 0
    for (kind, yields, _, _, prohibits), (certain, possible) in applying:
        if kind is YES and yields:
            defeasible |= certain
            possible_defeasible |= possible
        elif kind is YES:
            plain |= certain
            possible_plain |= possible
        elif kind is NO:
            no |= certain
            possible_no |= possible
            prohibited |= certain if prohibits else 0
        elif kind is OPEN:
            opened |= certain | possible
    yes, no, contradicted, _, default, _ = _decide_fact(
        full,
        plain | defeasible,
        plain,
        no,
        prohibited,
        opened,
        possible_plain | possible_defeasible,
        possible_plain,
        possible_no,
        full if principle else 0,
        full if closed else 0,
    )
    return VerdictSets({True: yes, False: no | default}, contradicted, default)


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
    values = {}
    contradicted = 0
    for value, bits in certain.items():
        rivals = union(where for rival, where in possible.items() if rival != value)
        _, _, clashing, _, _, decided = _decide_value(bits, bits, clash, opened, rivals, undefined)
        contradicted |= clashing
        if decided:
            values[value] = decided
    return VerdictSets(values, contradicted)
