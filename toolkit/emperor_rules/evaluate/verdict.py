"""How candidates become a verdict: the one place where the precedence of design §4 is written down.

Truth values are ``NO = 0``, ``YES = 1``, ``UNKNOWN = 2`` and ``CONTRADICTED = 3``. Clauses are bits of an integer: a
*mask* is the set of clauses behind a value. A candidate is a rule whose condition holds certainly (1) or possibly (2).

+----+-------------------------------------------+----------------------------------------------------------------+
| 1  | a candidate before a certain overrider     | dropped; noted as overridden if it concluded otherwise          |
|    | … before a merely possible overrider       | merely possible from then on, unless both conclude the same    |
| 2  | certain no, under a principle (permissions)| no; the principle is cited where it beat a plain yes or an open |
| 3  | certain no against a presumptive yes       | no (an *only* yields to any prohibition)                       |
| 4  | certain no against a certain plain yes     | contradicted                                                   |
| 5  | a certain open (or a possible one)         | unknown, because of exactly the open clauses                   |
| 6  | a possible no or yes that would change it  | unknown, because of whatever is open behind it                 |
| 7  | certain yes                                | yes, with the restrictions that were met                       |
| 8  | nothing                                    | a closed fact: no, by default; otherwise unknown               |
+----+-------------------------------------------+----------------------------------------------------------------+
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from emperor_rules.resolve.rules import MET, OPEN, VALUE
from emperor_rules.resolve.rules import NO as CONCLUDES_NO
from emperor_rules.resolve.rules import YES as CONCLUDES_YES

NO = 0
YES = 1
UNKNOWN = 2
CONTRADICTED = 3


class Contradiction:
    """The value of a value that clauses give differently."""

    __slots__ = ()


CONTRADICTORY = Contradiction()

#: A relation with its arguments (see :func:`emperor_rules.evaluate.program.key_of`).
Key = int | tuple[int, ...]
#: A candidate: rule number, 1 or 2, mask of its condition, and for values what it gives (``None``: unknown).
Candidate = tuple[int, int, int, object]


NOTHING: Mapping[Any, Any] = {}


class Book:
    """Where verdicts are kept, with what a reader of the answer may want to know beside them.

    ``memo`` holds values and masks by relation and arguments; ``yielded`` the clauses that concluded otherwise;
    ``claims`` the sides of a contradiction. The last two are wanted so seldom that they begin when they are.
    """

    __slots__ = ("claims", "memo", "yielded")

    def __init__(self) -> None:
        """Begin an empty book."""
        self.memo: dict[Key, tuple[object, int]] = {}
        self.yielded: Mapping[Key, int] = NOTHING
        self.claims: Mapping[Key, Mapping[object, int]] = NOTHING

    def note_yielded(self, key: Key, clauses: int) -> None:
        """Note the clauses that concluded otherwise."""
        self.yielded = {**self.yielded, key: clauses}

    def note_claims(self, key: Key, sides: Mapping[object, int]) -> None:
        """Note the sides of a contradiction."""
        self.claims = {**self.claims, key: sides}


class Standing(NamedTuple):
    """What the verdict needs to know of a rule: kind, presumptive, overriders, and the bit of its clause."""

    kind: str
    presumptive: bool
    overriders: tuple[int, ...]
    bit: int


def settle_overrides(
    candidates: list[Candidate], rules: dict[int, Standing]
) -> tuple[list[Candidate], Sequence[Candidate]]:
    """Drop or weaken candidates before their overriders; returns the rest and those dropped.

    A defeated clause defeats nothing: overriders are settled before what they override. Overrides run in no circle
    (the resolver reports those), so this ends.
    """
    strength = {number: v for number, v, _, _ in candidates}
    if not any(overrider in strength for number in strength for overrider in rules[number].overriders):
        return candidates, ()
    masks = {number: mask for number, _, mask, _ in candidates}
    settled: dict[int, tuple[int, int]] = {}

    def settle(number: int) -> tuple[int, int]:
        known = settled.get(number)
        if known is not None:
            return known
        settled[number] = 0, 0  # only a circle, reported elsewhere, could come back here
        live, mask = strength[number], masks[number]
        doubt = 0
        doubted = False
        for overrider in rules[number].overriders:
            if overrider in strength:
                other, why = settle(overrider)
                if other == YES:
                    live = 0
                    break
                if other == UNKNOWN and not _agree(rules[overrider], rules[number]):
                    doubted = True
                    doubt |= why
        if live and doubted:  # what is open before the overrider is why this is no longer certain
            live, mask = UNKNOWN, doubt | (mask if live == UNKNOWN else 0)
        settled[number] = live, mask
        return live, mask

    rest: list[Candidate] = []
    dropped: list[Candidate] = []
    for candidate in candidates:
        live, mask = settle(candidate[0])
        if live == 0:
            if candidate[1] == YES:  # what would only possibly have held concluded nothing
                dropped.append(candidate)
        else:
            rest.append((candidate[0], live, mask, candidate[3]))
    return rest, dropped


def _agree(one: Standing, other: Standing) -> bool:
    """Tell whether two rules conclude the same, so that it does not matter which of them speaks."""
    return one.kind == other.kind != VALUE and one.presumptive == other.presumptive


def decide_fact(
    book: Book,
    key: Key,
    candidates: list[Candidate],
    rules: dict[int, Standing],
    overridable: bool,
    principle: int,
    closed: bool,
) -> tuple[int, int]:
    """Decide a fact or permission (see the table above): value and mask.

    ``principle`` is the bit of the text's principle, or 0 where none applies.
    """
    if len(candidates) == 1:  # what stands alone yields to nothing
        ((number, v, mask, _),) = candidates
        kind, _, _, bit = rules[number]
        if v == YES and kind in (CONCLUDES_YES, CONCLUDES_NO):
            return YES if kind == CONCLUDES_YES else NO, mask | bit
    dropped: Sequence[Candidate] = ()
    if overridable and len(candidates) > 1:
        candidates, dropped = settle_overrides(candidates, rules)
    yes = plain = maybe_yes = no = maybe_no = opened = met = 0
    has_no = has_plain = has_yes = may_no = may_yes = False
    for number, v, mask, _ in candidates:
        kind, presumptive, _, bit = rules[number]
        if kind == CONCLUDES_YES:
            if v == YES:
                has_yes = True
                yes |= mask | bit
                if not presumptive:
                    has_plain = True
                    plain |= mask | bit
            else:
                may_yes = True
                maybe_yes |= mask
        elif kind == CONCLUDES_NO:
            if v == YES:
                has_no = True
                no |= mask | bit
            else:
                may_no = True
                maybe_no |= mask
        elif kind == OPEN:
            opened |= bit
        elif kind == MET and v == YES:
            met |= mask | bit
    if has_no:
        if not (has_plain or opened):
            if not may_yes or principle or not _plain_may_be(candidates, rules):
                _note_yielded(book, key, candidates, rules, dropped, CONCLUDES_NO)
                return NO, no
            return UNKNOWN, maybe_yes
        if principle:
            _note_yielded(book, key, candidates, rules, dropped, CONCLUDES_NO)
            return NO, no | principle
        if has_plain:
            book.note_claims(key, {True: plain, False: no})
            return CONTRADICTED, plain | no
        return UNKNOWN, opened
    if opened:
        return UNKNOWN, opened
    if has_yes:
        if may_no:
            return UNKNOWN, maybe_no
        _note_yielded(book, key, candidates, rules, dropped, CONCLUDES_YES)
        return YES, yes | met
    if may_yes:
        return UNKNOWN, maybe_yes | maybe_no
    if closed:
        # A possible negation changes nothing here: without a yes the fact is false either way. It rests on no clause;
        # only when it is asked for itself are those cited that could have concluded it.
        _note_yielded(book, key, candidates, rules, dropped, CONCLUDES_NO)
        return NO, 0
    return UNKNOWN, maybe_no


def _plain_may_be(candidates: list[Candidate], rules: dict[int, Standing]) -> bool:
    return any(rules[n].kind == CONCLUDES_YES and not rules[n].presumptive for n, _, _, _ in candidates)


def _note_yielded(
    book: Book,
    key: Key,
    candidates: Sequence[Candidate],
    rules: dict[int, Standing],
    dropped: Sequence[Candidate],
    winner: str,
) -> None:
    """Note the clauses that certainly concluded otherwise and yielded; a mere presumption yields unnoted."""
    over = 0
    for number, v, _, _ in candidates:
        kind, presumptive, _, bit = rules[number]
        if kind not in (winner, MET) and v == YES and not presumptive:
            over |= bit
    for number, _, _, _ in dropped:
        kind, presumptive, _, bit = rules[number]
        if kind not in (winner, MET) and not presumptive:
            over |= bit
    if over:
        book.note_yielded(key, over)


def decide_value(
    book: Book, key: Key, candidates: list[Candidate], rules: dict[int, Standing], overridable: bool
) -> tuple[object, int]:
    """Decide a value: what it is and its mask; ``None`` is unknown, :data:`CONTRADICTORY` given differently."""
    dropped: Sequence[Candidate] = ()
    if overridable and len(candidates) > 1:
        candidates, dropped = settle_overrides(candidates, rules)
    if len(candidates) == 1 and not dropped:  # what stands alone yields to nothing
        ((number, v, mask, value),) = candidates
        if v == YES and value is not None and rules[number].kind != OPEN:
            return value, mask | rules[number].bit
    given: dict[object, int] = {}
    opened = unknown = 0
    undefined = False
    possible: set[object] = set()
    for number, v, mask, value in candidates:
        bit = rules[number].bit
        if rules[number].kind == OPEN:
            opened |= bit
        elif v == YES and value is not None:
            given[value] = given.get(value, 0) | mask | bit
        elif value is None:
            undefined = True
            unknown |= mask
        else:
            possible.add(value)
            unknown |= mask
    if opened:
        return None, opened
    if len(given) > 1:
        both = 0
        book.note_claims(key, given)
        for mask in given.values():
            both |= mask
        return CONTRADICTORY, both
    if undefined or not given or possible - given.keys():
        return None, unknown
    ((value, mask),) = given.items()
    if dropped:
        over = 0
        for number, v, _, other in dropped:
            if v == YES and other != value:
                over |= rules[number].bit
        if over:
            book.note_yielded(key, over)
    return value, mask
