"""Every seating up to a number of seats that texts call legal, found with one bit per way of giving out the roles.

Teams sit side by side or, where the head of a text says so, alternate. Seatings that are the same after turning the
table count once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from itertools import islice, product
from typing import Any

from emperor_rules.language.seating import read_seating, table_of
from emperor_rules.model.seating import (
    PLAIN_SEAT,
    SeatingPattern,
    Table,
    beginnings,
    least_turning,
    renamed_teams,
    turned,
)
from emperor_rules.model.terms import Apply, Condition, First, HasRole, Holds, PlayerName, TeamName, walk
from emperor_rules.model.vocabulary import Vocabulary
from emperor_rules.resolve.cone import cone_signature
from emperor_rules.resolve.roles import known_roles
from emperor_rules.resolve.rules import ResolvedText, Rule, memoized_per_text
from emperor_rules.search.bitset import BitText
from emperor_rules.search.roles import bound, depends_on_roles, reads_predicates, tellable_letters
from emperor_rules.search.state_space import Space, default_givens, plain_space
from emperor_rules.semantics.builtins import BUILTINS
from emperor_rules.semantics.verdict import Bits, Conclusion

#: The least number of seats and teams that make a game.
FEWEST_SEATS = 2
#: More seatings than this are not searched: the text rules hardly anything out, and small tables show it as well.
MOST_TABLES = 1_000
#: The most tables of one size: a large one takes as long to search as all small ones.
MOST_SAMPLED = 24
#: The most seats of the smallest legal tables of a text, where they are more than a search was told to look at.
FARTHEST = 12
#: More ways to give out roles than this fit into no space of bits; those of one size fill no more spaces than these.
MOST_SEATINGS, MOST_SPACES = 1 << 22, 4

#: The team at each seat of a ring.
Shape = tuple[int, ...]
#: Seatings found so far, by a digest of all that decides them, or ``None`` where they are too many to be listed.
#: Whoever searches many texts passes one along.
SeatingMemo = dict[str, tuple[str, ...] | None]


class TooManySeatings(Exception):
    """More seatings are legal than anybody would search."""


def tables_up_to(
    choices: Sequence[Sequence[ResolvedText]],
    seats: int,
    check_time: Callable[[], None] = lambda: None,
    memo: SeatingMemo | None = None,
    options: frozenset[str] = frozenset(),
    *,
    sampled: bool = False,
    beside: Sequence[ResolvedText] = (),
) -> tuple[tuple[Table, ...], int]:
    """Return every table that all texts of one of the choices call legal, and up to which size.

    Args:
        choices: Texts whose requirements hold together; a table may meet those of any choice.
        seats: The most seats of a table.
        check_time: Called now and then; it may raise.
        memo: Seatings found before, to which those found now are added.
        options: The options in use.
        sampled: Whether a choice whose smallest tables are too many is represented by ``MOST_SAMPLED``, spread evenly
            over the first of them. They have more seats than are returned.
        beside: Texts that are asked at the same tables, so that the roles they know are given out as well.

    Returns:
        The tables in the order of witnesses, and the most seats up to which those of some choice are all there: fewer
        than ``seats`` where every choice would have more than ``MOST_TABLES``. Each choice has a limit of its own.
    """
    memo = {} if memo is None else memo
    tables: dict[str, Table] = {}
    reached = 0
    for texts in choices:
        own: list[Table] = []
        up_to, letters = seats, None
        if beside:
            letters = tellable_letters([*texts, *beside], frozenset().union(*map(known_roles, [*texts, *beside])))
        for count in range(FEWEST_SEATS, seats + 1):
            check_time()
            try:
                larger = legal_tables(texts, count, letters, memo, options)
            except TooManySeatings:
                larger = None
            if larger is None or len(own) + len(larger) > MOST_TABLES:
                up_to = count - 1
                if sampled and not own:
                    first = legal_tables(texts, count, letters, memo, options, sampled=True)
                    own += first[:: -(-len(first) // MOST_SAMPLED) or 1]
                break
            own += larger
        tables.update((table.seats, table) for table in own)
        reached = max(reached, up_to)
    return tuple(sorted(tables.values(), key=by_size)), reached


def smallest_tables(
    choices: Sequence[Sequence[ResolvedText]], beyond: int, check_time: Callable[[], None] = lambda: None
) -> tuple[Table, ...]:
    """Return the smallest tables of more than ``beyond`` seats that all texts of one of the choices call legal.

    They have one number of seats, at most ``FARTHEST``; there are none where of that size there are too many.
    """
    for seats in range(beyond + 1, FARTHEST + 1):
        check_time()
        tables: dict[str, Table] = {}
        for texts in choices:
            with suppress(TooManySeatings):
                tables.update((table.seats, table) for table in legal_tables(texts, seats))
        if tables:
            return tuple(sorted(tables.values(), key=by_size))
    return ()


def by_size(table: Table) -> tuple[int, int, str]:
    """Return a sort key in the order of witnesses: seats, teams, then alphabetically."""
    return len(table.roles), len(table.sizes), table.seats


def legal_tables(
    resolved: Sequence[ResolvedText],
    seats: int,
    letters: tuple[str, ...] | None = None,
    memo: SeatingMemo | None = None,
    options: frozenset[str] = frozenset(),
    *,
    sampled: bool = False,
) -> tuple[Table, ...]:
    """Return every table of a number of seats that each of the texts certainly calls legal, in alphabetical order.

    A text without any requirement rules nothing out.

    Args:
        resolved: The texts.
        seats: The number of seats.
        letters: The roles to give out, by default those that the texts tell apart.
        memo: Seatings found before, by what texts require: texts with the same requirements are searched once.
        options: The options in use.
        sampled: Whether to return only the first ``MOST_TABLES``, those with the fewest teams, where there are more.

    Raises:
        TooManySeatings: There are more than ``MOST_TABLES``, and they are not to be ``sampled``.
    """
    memo = {} if memo is None else memo
    letters = tellable_letters(resolved) if letters is None else letters
    key = memo_key((*(["first"] if sampled else []), seats, letters, *sorted(options)), resolved)
    if key not in memo:
        tables: dict[str, Table] = {}
        too_many = False
        try:
            for space in role_spaces(resolved, seats, letters, memo, options, fewest_teams_first=sampled):
                for roles in _narrowed(resolved, space):
                    add_turned(tables, roles, space.table.team, resolved[0].vocabulary)
        except TooManySeatings:
            too_many = not sampled
        memo[key] = None if too_many else tuple(sorted(tables, key=lambda seating: by_size(tables[seating])))
    listed = memo[key]
    if listed is None:
        raise TooManySeatings
    return tuple(read_seating(seating, resolved[0].vocabulary) for seating in listed)


def judges_seatings(text: ResolvedText) -> bool:
    """Return whether a text has clauses about which seatings are legal, and not only about those of some case."""
    requirement = text.vocabulary.requirement
    return requirement is not None and any(
        rule.sentence is None or not rule.sentence.conditional for rule in text.rules_about(requirement.id)
    )


def memo_key(what: tuple[object, ...], resolved: Sequence[ResolvedText]) -> str:
    """Return a digest of all that decides seatings: nothing but what the texts require."""
    content = (what, *((text.seated, _requirement_digest(text)) for text in resolved))
    return sha256(repr(content).encode()).hexdigest()[:32]


def add_turned(tables: dict[str, Table], roles: Sequence[str], team: Sequence[int], vocabulary: Vocabulary) -> None:
    """Add a seating in the one of its turnings that stands for all.

    Raises:
        TooManySeatings: There are ``MOST_TABLES`` already.
    """
    if len(tables) >= MOST_TABLES:
        raise TooManySeatings
    seating = least_turning(roles, team)
    if seating not in tables:
        tables[seating] = read_seating(seating, vocabulary)


@lru_cache(maxsize=4096)  # each search of a text looks at the same tables
def _table_of(team: Shape, letter: str) -> Table:
    """Return the table on which everybody has the same role."""
    return table_of((letter,) * len(team), team)


def role_spaces(
    resolved: Sequence[ResolvedText],
    seats: int,
    letters: tuple[str, ...],
    memo: SeatingMemo,
    options: frozenset[str] = frozenset(),
    *,
    fewest_teams_first: bool = False,
) -> Iterator[RoleSpace]:
    """Yield the spaces of seatings to search: one for each way to seat teams that counting allows.

    Where there are more ways to give out roles than fit into a space, the roles of the first seats are fixed in each.

    Raises:
        TooManySeatings: There are more than fit into ``MOST_SPACES``.
    """
    if not letters:
        return
    to_search = _shapes_to_search(resolved, seats, memo, options)
    for team in sorted(to_search, key=max) if fewest_teams_first else to_search:
        fixed = next(n for n in range(seats + 1) if len(letters) ** (seats - n) <= MOST_SEATINGS)
        if len(letters) ** fixed > MOST_SPACES:
            raise TooManySeatings
        table, givens = _table_of(team, letters[0]), default_givens(resolved[0].vocabulary)
        for roles in product(letters, repeat=fixed):
            yield RoleSpace(table, [*((role,) for role in roles), *[letters] * (seats - fixed)], givens, options)


def _shapes_to_search(
    resolved: Sequence[ResolvedText], seats: int, memo: SeatingMemo, options: frozenset[str]
) -> Iterable[Shape]:
    """Return the shapes to search: those that no text rules out by counting or in an earlier search."""
    shapes: Iterable[Shape] = _shapes(seats, {text.seated for text in resolved})
    for text in resolved:
        shapes = _allowed_by_counting(text, shapes, options)
        letters = tellable_letters([text])
        alone = {text.seated for text in resolved} == {text.seated}
        if len(resolved) > 1 and alone and memo.get(memo_key((seats, letters, *sorted(options)), [text])) is not None:
            legal = {_least_shape(table.team) for table in legal_tables([text], seats, letters, memo, options)}
            shapes = [team for team in shapes if _least_shape(team) in legal]
    return shapes


def _least_shape(team: Shape) -> Shape:
    """Return a shape in the one of its turnings that stands for all."""
    return min(renamed_teams(turned(team, n)) for n in beginnings(team))


def _allowed_by_counting(resolved: ResolvedText, shapes: Iterable[Shape], options: frozenset[str]) -> Iterator[Shape]:
    """Yield the shapes that pass the requirements which only count: those of one order stand for all others."""
    rules = _counting_rules(resolved)
    allowed: dict[tuple[int, ...], bool] = {}
    for team in shapes:
        counts = tuple(sorted(Counter(team).values()))
        if counts not in allowed:
            space = Space(_table_of(_side_by_side(counts), PLAIN_SEAT), {}, {}, {}, options)
            text = BitText(resolved, space)
            allowed[counts] = not any(text.guard(rule)[0] for rule in rules)
        if allowed[counts]:
            yield team


@memoized_per_text
def _counting_rules(resolved: ResolvedText) -> list[Rule]:
    return [rule for rule in _refuting_rules(resolved) if _only_counts(resolved, rule.guard)]


def _only_counts(resolved: ResolvedText, guard: Condition) -> bool:
    """Return whether a condition looks at how many sit in which team, not at roles or the order of seats."""
    predicates = resolved.vocabulary.predicates
    counting = {name for name, builtin in BUILTINS.items() if builtin.only_counts}
    return not any(
        isinstance(node, (HasRole, First, PlayerName, TeamName))
        or (isinstance(node, (Holds, Apply)) and predicates[node.predicate].builtin not in counting)
        for node in walk(guard)
    )


def requirement_signature(resolved: ResolvedText) -> tuple[object, ...]:
    """Return what decides whether a seating is legal, whatever the clauses are called."""
    requirement = resolved.vocabulary.requirement
    return cone_signature(resolved, requirement.id) if requirement is not None else ()


@memoized_per_text
def _requirement_digest(resolved: ResolvedText) -> str:
    return sha256(repr(requirement_signature(resolved)).encode()).hexdigest()


def impossible_sizes(
    resolved: ResolvedText, tables: Sequence[Table], up_to: int, memo: SeatingMemo
) -> Iterator[tuple[int, int]]:
    """Yield (teams, size) that the requirements which read no role allow, but that no seating meets.

    A size with a seating that is left open is not among them: the text does not claim that it can be seated. Sizes
    below the smallest of the legal ``tables`` are left out: a text need not exclude teams too small for its roles.
    """
    legal = {(len(table.sizes), table.sizes[0]) for table in tables if len(set(table.sizes)) == 1}
    for size in range(min((size for _, size in legal), default=1), up_to // 2 + 1):
        for teams in range(2, up_to // size + 1):
            allowed = (teams, size) not in legal and _sizes_allowed(resolved, teams, size)
            if allowed and not _may_be_seated(resolved, teams, size, memo):
                yield teams, size


def _sizes_allowed(resolved: ResolvedText, teams: int, size: int) -> bool:
    """Return whether the requirements let a table of equal teams pass, but for what hangs on who has which role."""
    table = _table_of(_equal_teams(resolved.seated, teams, size), PLAIN_SEAT)
    refuting = {
        rule.number: replace(rule, guard=bound(resolved, rule.guard, upper=False)) for rule in _refuting_rules(resolved)
    }
    rules = tuple(refuting.get(rule.number, rule) for rule in resolved.rules)
    text = BitText(replace(resolved, rules=rules), plain_space(table, resolved.vocabulary))
    return not any(text.guard(rule)[0] for rule in refuting.values())


def _may_be_seated(resolved: ResolvedText, teams: int, size: int, memo: SeatingMemo) -> bool:
    """Return whether some seating of equal teams meets the requirements, or is at least left open by them."""
    letters = tellable_letters([resolved])
    key = memo_key(("may be seated", teams, size, letters), [resolved])
    if key not in memo:
        table = _table_of(_equal_teams(resolved.seated, teams, size), letters[0])
        space = RoleSpace(table, [letters] * (teams * size), default_givens(resolved.vocabulary))
        memo[key] = tuple(islice(map(" ".join, _narrowed([resolved], space, certain=False)), 1))
    return bool(memo[key])


class RoleSpace(Space):
    """All ways to give out role letters on a ring with fixed teams; nobody has gone, and nothing is given."""

    def __init__(
        self,
        table: Table,
        letters: Sequence[Sequence[str]],
        givens: Mapping[str, Any],
        options: frozenset[str] = frozenset(),
    ) -> None:
        """The letters that a player may have are what varies, by the player's name; ``givens`` are the defaults."""
        super().__init__(table, {}, dict(zip(table.names, letters, strict=True)), givens, options)

    def role(self, player: int, letter: str) -> Bits:
        """Return the seatings in which a player has a role letter."""
        return self.given(self.table.names[player]).get(letter, 0)

    def narrowed(self, bits: Bits) -> RoleSpace:
        """Return the space of only those letters, seat by seat, that some seating of a set has."""
        remaining = [
            [letter for letter in letters if bits & self.role(player, letter)]
            for player, letters in enumerate(self.by_given.values())
        ]
        return RoleSpace(self.table, remaining, self.fixed, self.options)

    def seatings(self, bits: Bits) -> Iterator[tuple[str, ...]]:
        """Yield the roles around the table in each seating of a set."""
        while bits:
            low = bits & -bits
            bits ^= low
            yield tuple(self.givens_at(low.bit_length() - 1).values())


def _narrowed(resolved: Sequence[ResolvedText], space: RoleSpace, *, certain: bool = True) -> Iterator[tuple[str, ...]]:
    """Yield the roles of seatings that every text calls legal; unless ``certain``, of those too that it leaves open."""
    narrowed = not_refuted(resolved, space)
    if narrowed is None:
        return
    space, bits = narrowed
    for text in resolved:
        rules = _refuting_rules(text)
        if rules and judges_seatings(text):
            fact = BitText(text, space).verdict(rules[0].predicate, ())
            bits &= fact.true if certain else ~fact.false
    yield from space.seatings(bits)


def not_refuted(resolved: Sequence[ResolvedText], space: RoleSpace) -> tuple[RoleSpace, Bits] | None:
    """Return the seatings that no requirement of the texts certainly rules out, in a space that may be smaller.

    Requirements that look at no role are told by one way of giving them out; those that look at roles alone come
    next, and the space shrinks to what they leave before the costly ones are asked.
    """
    deciding = [(text, _refuting_rules(text)) for text in resolved]
    first = [letters[:1] for letters in space.by_given.values()]
    single = RoleSpace(space.table, first, space.fixed, space.options)
    for text, rules in deciding:
        narrow = BitText(text, single)
        if any(narrow.guard(r)[0] for r in rules if not depends_on_roles(text, r.guard)):
            return None
    role_rules = [(text, rule) for text, rules in deciding for rule in rules if depends_on_roles(text, rule.guard)]
    role_rules.sort(key=lambda pair: reads_predicates(pair[0], pair[1].guard))
    bits, applied = space.full, 0
    for at, (text, rule) in enumerate(role_rules):
        bits &= ~BitText(text, space).guard(rule)[0]
        if not bits:
            return None
        smaller = space.narrowed(bits)
        if smaller.size * 2 <= space.size:  # start again on the few letters that are left
            space, bits, applied = smaller, smaller.full, at + 1
            for text, rule in role_rules[:applied]:  # noqa: PLW2901  the same pairs, asked again
                bits &= ~BitText(text, space).guard(rule)[0]
    return space, bits


def _refuting_rules(resolved: ResolvedText) -> list[Rule]:
    """Return the rules by which a seating fails, but those that others override."""
    requirement = resolved.vocabulary.requirement
    rules = resolved.rules_about(requirement.id) if requirement is not None else []
    return [rule for rule in rules if rule.kind == Conclusion.NO and not rule.overriders]


def _shapes(seats: int, patterns: Collection[SeatingPattern]) -> Iterator[Shape]:
    """Yield every way to seat at least two teams, once for all turnings of the table.

    They sit side by side in any case: if they must not, it is for a requirement to say.
    """
    yield from map(_side_by_side, _compositions(seats))
    if SeatingPattern.ALTERNATING in patterns:
        divisors = (teams for teams in range(FEWEST_SEATS, seats // 2 + 1) if seats % teams == 0)
        yield from (_equal_teams(SeatingPattern.ALTERNATING, teams, seats // teams) for teams in divisors)


def _side_by_side(sizes: Sequence[int]) -> Shape:
    """Return the shape in which teams of these sizes sit one after another."""
    return tuple(team for team, size in enumerate(sizes) for _ in range(size))


def _equal_teams(pattern: SeatingPattern, teams: int, size: int) -> Shape:
    """Return the shape in which so many teams of a size sit in a pattern."""
    if pattern is SeatingPattern.ALTERNATING:
        return tuple(range(teams)) * size
    return _side_by_side([size] * teams)


def _compositions(seats: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to split a ring into at least two teams, one for each set of turnings of the table, in order.

    These are necklaces, each in its least turning (Fredricksen and Maiorana 1978).
    """

    def extended(sizes: tuple[int, ...], period: int, rest: int) -> Iterator[tuple[int, ...]]:
        if rest == 0 and len(sizes) >= FEWEST_SEATS and len(sizes) % period == 0:
            yield sizes
        least = sizes[-period] if sizes else 1
        for size in range(least, rest + 1):
            yield from extended((*sizes, size), period if sizes and size == least else len(sizes) + 1, rest - size)

    return extended((), 1, seats)
