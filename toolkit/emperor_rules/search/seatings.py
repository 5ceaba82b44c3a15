"""Every seating up to a number of seats that texts call legal, found with one bit per way of giving out the roles.

Seatings that are the same after turning the table by whole teams count once. Roles that all texts treat alike (they
always name them together) are not told apart beyond the first of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import islice

from emperor_rules.model.seating import Table, read_table
from emperor_rules.model.terms import And, Apply, At, Condition, HasRole, Holds, Not, Or, Quantified, inside, walk
from emperor_rules.resolve.cone import cone_signature
from emperor_rules.resolve.rules import NO, ResolvedText, Rule, per_text
from emperor_rules.search.bitset import BitText
from emperor_rules.search.state_space import Axis, Bits, Space

#: The least number of seats and teams that make a game.
FEWEST_SEATS = 2
#: More seatings than this are not searched: the text rules hardly anything out, and small tables show it as well.
MOST_TABLES = 1_000


#: More ways to give out roles than this fit into no space of bits.
MOST_SEATINGS = 1 << 22


class TooManySeatings(Exception):
    """More seatings are legal than anybody would search."""


def tables_up_to(
    choices: Sequence[Sequence[ResolvedText]], seats: int, look_up: Callable[[], None] = lambda: None
) -> tuple[tuple[Table, ...], int]:
    """Give every table that all texts of one of the choices call legal, as witnesses are ordered, and up to which size.

    The size is smaller than ``seats`` where there are too many. ``look_up`` is called now and then, and may raise.
    """
    found: dict[str, Table] = {}
    reached = seats
    for count in range(FEWEST_SEATS, seats + 1):
        some: dict[str, Table] = {}
        try:
            for texts in choices:
                look_up()
                some.update((table.seats, table) for table in legal_tables(texts, count))
        except TooManySeatings:
            some = {}
            reached = count - 1
        if len(found) + len(some) > MOST_TABLES:
            reached = count - 1
        if reached < seats:
            break
        found.update(some)
    return tuple(sorted(found.values(), key=by_size)), reached


def by_size(table: Table) -> tuple[int, int, str]:
    """Order tables as witnesses are: seats, teams, then alphabetically."""
    return len(table.roles), len(table.sizes), table.seats


def legal_tables(
    resolved: Sequence[ResolvedText], seats: int, letters: tuple[str, ...] | None = None
) -> tuple[Table, ...]:
    """Give every table with that many seats that each of the texts certainly calls legal, in alphabetical order.

    A text without any requirement rules nothing out; :class:`TooManySeatings` says so when there are many. ``letters``
    are the roles to give out, by default those that the texts tell apart. The answer is kept by what the texts require,
    so that texts with the same requirements are searched once.
    """
    if letters is None:
        letters = tellable_letters(resolved)
    every = "".join(resolved[0].vocabulary.role_letters)
    found = _remembered(
        (seats, letters), resolved, lambda: [table.seats for table in _legal_tables(resolved, seats, letters)]
    )
    return tuple(read_table(seating, every) for seating in found)


def _remembered(
    what: tuple[object, ...], resolved: Sequence[ResolvedText], find: Callable[[], Iterable[str]]
) -> tuple[str, ...]:
    """Give seatings that depend on nothing but what texts require, from before if they were found before."""
    content = (what, resolved[0].vocabulary.meaning, *(_requirement_digest(text) for text in resolved))
    key = sha256(repr(content).encode()).hexdigest()[:32]
    found = _KNOWN.get(key)
    if found is None:
        found = _KNOWN[key] = tuple(find())
    return found


#: Legal seatings by a digest of all that decides them.
_KNOWN: dict[str, tuple[str, ...]] = {}


def known_tables() -> dict[str, tuple[str, ...]]:
    """Give the legal seatings found so far, each list under a digest of all that decides it."""
    return dict(_KNOWN)


def remember_tables(kept: Mapping[str, Sequence[str]]) -> None:
    """Take over what :func:`known_tables` gave at another time."""
    _KNOWN.update((key, tuple(seatings)) for key, seatings in kept.items() if key not in _KNOWN)


def _legal_tables(resolved: Sequence[ResolvedText], seats: int, letters: tuple[str, ...]) -> tuple[Table, ...]:
    every = "".join(resolved[0].vocabulary.role_letters)
    found: dict[str, Table] = {}
    for sizes in _compositions(seats):
        if len(resolved) > 1 and not all(_may_have(text, sizes) for text in resolved):
            continue  # what one of them never calls legal, all of them do not
        if len(letters) ** seats > MOST_SEATINGS:
            raise TooManySeatings
        roles = read_table(" | ".join(" ".join(letters[0] * size) for size in sizes), every)
        space = RoleSpace(roles, [letters] * seats)
        for seating in _narrowed(resolved, space):
            if len(found) >= MOST_TABLES:
                raise TooManySeatings
            turned = min(_turnings(seating))
            if turned not in found:
                found[turned] = read_table(turned, every)
    return tuple(found[seating] for seating in sorted(found, key=lambda s: (s.count("|"), s)))


def _may_have(resolved: ResolvedText, sizes: tuple[int, ...]) -> bool:
    """Tell whether a text may call a seating of teams of these sizes (turned as :func:`_compositions` does) legal."""
    legal = _legal_sizes(resolved, sum(sizes))
    return legal is None or sizes in legal


@per_text
def _legal_sizes(resolved: ResolvedText, seats: int) -> frozenset[tuple[int, ...]] | None:
    """Return the team sizes (turned likewise) of legal seatings; ``None`` where there are too many of these."""
    try:
        legal = {table.sizes for table in legal_tables([resolved], seats)}
    except TooManySeatings:
        return None
    return frozenset(min(sizes[n:] + sizes[:n] for n in range(len(sizes))) for sizes in legal)


def requirement_signature(resolved: ResolvedText) -> tuple[object, ...]:
    """Give what decides whether a seating is legal, whatever the clauses are called."""
    requirement = next((r for r in resolved.vocabulary.relations.values() if r.requirement), None)
    return cone_signature(resolved, requirement.id) if requirement is not None else ()


@per_text
def _requirement_digest(resolved: ResolvedText) -> str:
    return sha256(repr(requirement_signature(resolved)).encode()).hexdigest()


def equal_sizes(up_to: int) -> Iterator[tuple[int, int]]:
    """Give (teams, size) of every table of equal teams with at most that many seats."""
    for size in range(1, up_to // 2 + 1):
        for teams in range(2, up_to // size + 1):
            yield teams, size


def sizes_allowed(resolved: ResolvedText, teams: int, size: int) -> bool:
    """Tell whether the requirements that look at no role let a table of equal teams pass."""
    vocabulary = resolved.vocabulary
    requirement = next(r for r in vocabulary.relations.values() if r.requirement)
    letter = next(iter(vocabulary.role_letters))
    table = read_table(" | ".join([" ".join([letter] * size)] * teams), "".join(vocabulary.role_letters))
    text = BitText(resolved, Space(table, (), {}, frozenset()))
    rules = [resolved.rules[n] for n in resolved.by_relation[requirement.id]]
    sinking = [r for r in rules if r.kind == NO and not r.overriders and not _tells_roles(resolved, r.guard)]
    return not any(text.guard(rule)[0] for rule in sinking)


def may_be_seated(resolved: ResolvedText, teams: int, size: int) -> bool:
    """Tell whether some seating of equal teams meets the requirements, or is at least left open by them."""
    letters = tellable_letters([resolved])

    def find() -> Iterator[str]:
        seats = " | ".join([" ".join([letters[0]] * size)] * teams)
        table = read_table(seats, "".join(resolved.vocabulary.role_letters))
        yield from islice(_narrowed([resolved], RoleSpace(table, [letters] * (teams * size)), certain=False), 1)

    return bool(_remembered(("may be seated", teams, size, letters), [resolved], find))


class RoleSpace(Space):
    """All ways to give out role letters on a ring with fixed teams; nobody has gone."""

    def __init__(self, table: Table, letters: Sequence[Sequence[str]]) -> None:
        """Every seat is an axis with the letters that it may have as values."""
        axes = [Axis(name, tuple(some)) for name, some in zip(table.names, letters, strict=True)]
        super().__init__(table, axes, {}, frozenset())

    def role(self, player: int, letter: str) -> Bits:
        """Give the seatings in which a player has a role letter."""
        values = self.axes[player].values
        return self.cell(player, values.index(letter)) if letter in values else 0

    def narrowed(self, bits: Bits) -> RoleSpace:
        """Give the space of only those letters, seat by seat, that some seating of a set has."""
        kept = [
            [letter for letter in axis.values if bits & self.role(player, letter)]
            for player, axis in enumerate(self.axes)
        ]
        return RoleSpace(self.table, kept)

    def seatings(self, bits: Bits) -> Iterator[str]:
        """Write out the seatings of a set."""
        while bits:
            low = bits & -bits
            index = low.bit_length() - 1
            bits ^= low
            roles = [
                axis.values[index // stride % len(axis.values)]
                for axis, stride in zip(self.axes, self.strides, strict=True)
            ]
            sides, at = [], 0
            for size in self.table.sizes:
                sides.append(" ".join(roles[at : at + size]))
                at += size
            yield " | ".join(sides)


class _RoleText(BitText):
    """A text on a space of roles: only the question who has which role differs."""

    def role(self, player: int, letter: str) -> Bits:
        """Give the seatings in which a player has a role letter."""
        space = self.space
        return space.role(player, letter) if player >= 0 and isinstance(space, RoleSpace) else 0


def _narrowed(resolved: Sequence[ResolvedText], space: RoleSpace, *, certain: bool = True) -> Iterator[str]:
    """Yield the seatings that every text calls legal; unless ``certain``, also those that it does not call illegal.

    Requirements that look at no role are told by one way of giving them out; those that look at roles alone come
    next, and the space shrinks to what they leave before the costly ones are asked.
    """
    deciding = [(text, _sinking(text)) for text in resolved]
    single = RoleSpace(space.table, [axis.values[:1] for axis in space.axes])
    for text, rules in deciding:
        narrow = _RoleText(text, single)
        if any(narrow.guard(r)[0] for r in rules if not _tells_roles(text, r.guard)):
            return
    telling = [(text, rule) for text, rules in deciding for rule in rules if _tells_roles(text, rule.guard)]
    telling.sort(key=lambda pair: _reads_relations(pair[0], pair[1].guard))
    bits, applied = space.full, 0
    for at, (text, rule) in enumerate(telling):
        bits &= ~_RoleText(text, space).guard(rule)[0]
        if not bits:
            return
        smaller = space.narrowed(bits)
        if smaller.size * 2 <= space.size:  # start again on the few letters that are left
            space, bits, applied = smaller, smaller.full, at + 1
            for text, rule in telling[:applied]:  # noqa: PLW2901  the same pairs, asked again
                bits &= ~_RoleText(text, space).guard(rule)[0]
    for text, rules in deciding:
        if rules:
            requirement = rules[0].relation
            found = _RoleText(text, space).fact(requirement, ())
            bits &= found.yes if certain else ~found.no
    yield from space.seatings(bits)


def _sinking(resolved: ResolvedText) -> list[Rule]:
    """Give the rules by which a seating fails, but those that others override."""
    requirement = next((r for r in resolved.vocabulary.relations.values() if r.requirement), None)
    numbers = resolved.by_relation.get(requirement.id, ()) if requirement is not None else ()
    return [r for n in numbers if (r := resolved.rules[n]).kind == NO and not r.overriders]


def _reads_relations(resolved: ResolvedText, guard: Condition) -> bool:
    relations = resolved.vocabulary.relations
    return any(isinstance(n, (Holds, Apply)) and relations[n.relation].builtin is None for n in walk(guard))


def _tells_roles(resolved: ResolvedText, guard: Condition) -> bool:
    """Tell whether a condition may depend on roles: by itself, or through a relation that clauses decide."""
    relations = resolved.vocabulary.relations
    return any(
        isinstance(n, HasRole) or (isinstance(n, (Holds, Apply)) and relations[n.relation].builtin is None)
        for n in walk(guard)
    )


def tellable_letters(resolved: Sequence[ResolvedText]) -> tuple[str, ...]:
    """Give the role letters that the texts tell apart: of roles always named together, only the first."""
    roles = resolved[0].vocabulary.roles
    names = list(roles)
    kept: list[str] = []
    for role in names:
        if not any(all(_named_together(text, earlier, role) for text in resolved) for earlier in kept):
            kept.append(role)
    return tuple(sorted(roles[role].letter for role in kept))


@per_text
def _named_together(resolved: ResolvedText, one: str, other: str) -> bool:
    """Return whether a text names two roles always together, and names them at all."""
    named = False
    for rule in resolved.rules:
        nodes: list[Condition] = [rule.guard]
        if rule.expression is not None:
            nodes += [n for n in inside(rule.expression) if not hasattr(n, "sort")]  # type: ignore[misc]
        for node in (part for guard in nodes for part in walk(_merged(guard, one, other))):
            if isinstance(node, HasRole) and node.role in (one, other):
                return False
            named = named or (isinstance(node, HasRole) and node.role == _both(one, other))
    return named


def _both(one: str, other: str) -> str:
    return f"{one}|{other}"


def _merged(node: Condition, one: str, other: str) -> Condition:
    """Replace “is a … or is a …” (and “is no … and is no …”) of two roles by one mention of both."""
    match node:
        case Or(parts) | And(parts):
            kind = type(node)
            positive = isinstance(node, Or)
            merged = [_merged(part, one, other) for part in parts]
            flat: list[Condition] = []
            for part in merged:
                flat.extend(part.parts if isinstance(part, kind) else [part])
            for part in list(flat):
                if isinstance(part, HasRole) and part.role == one and part.positive == positive:
                    pair = HasRole(other, part.arg, positive)
                    if pair in flat:
                        flat[flat.index(part)] = HasRole(_both(one, other), part.arg, positive)
                        flat.remove(pair)
            return flat[0] if len(flat) == 1 else kind(tuple(flat))
        case Not(part):
            return Not(_merged(part, one, other))
        case At(moment, part):
            return At(moment, _merged(part, one, other))
        case Quantified(kind, n, var, sort, where, body):
            return Quantified(kind, n, var, sort, _merged(where, one, other), _merged(body, one, other))
    return node


def _compositions(seats: int) -> Iterator[tuple[int, ...]]:
    """Give the ways to split a ring into at least two teams, one for each set of turnings of the table."""

    def split(rest: int) -> Iterator[tuple[int, ...]]:
        if rest == 0:
            yield ()
        for first in range(1, rest + 1):
            for others in split(rest - first):
                yield (first, *others)

    for sizes in split(seats):
        if len(sizes) >= FEWEST_SEATS and sizes == min(sizes[n:] + sizes[:n] for n in range(len(sizes))):
            yield sizes


def _turnings(seating: str) -> list[str]:
    sides = [side.strip() for side in seating.split("|")]
    return [" | ".join(sides[n:] + sides[:n]) for n in range(len(sides))]
