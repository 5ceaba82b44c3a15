"""The shortest description of the players for whom a question has an answer at every legal table.

The question is asked of everybody in every position of every legal table, and all these are laid end to end: each thing
that can be said of those asked about (a role, a fact of two players, who has left) is one set of bits, and so is each
answer. A description is a conjunction of such things. It generalises an answer if it holds exactly where the question
is answered so, in every position of every table; of those the shortest is taken.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import combinations, product
from typing import Any, NamedTuple

from emperor_rules.language.seating import read_seating
from emperor_rules.model.seating import Table
from emperor_rules.model.terms import PLAYER, Moment
from emperor_rules.model.vocabulary import Predicate
from emperor_rules.resolve.rules import ResolvedText, memoized_per_text
from emperor_rules.search.bitset import BitText
from emperor_rules.search.seatings import tables_up_to
from emperor_rules.search.space_layout import impossible
from emperor_rules.search.state_space import LEAVING, PlayerState, Space, default_givens
from emperor_rules.search.witness_search import TextSearch
from emperor_rules.semantics.builtins import BUILTINS
from emperor_rules.semantics.verdict import Bits, union, without

#: The most seats of the tables that are asked, and the most players gone: as far as other searches look.
MOST_SEATS, MOST_GONE = 12, 2
MOST_SURVEYED = 40
#: Sets of positions, each with the bytes at which it lies among those of all tables.
_Chunks = list[tuple[slice, Bits]]
#: Questions about more players than this are not asked.
MOST_PLAYERS = 2


class LiteralKind(StrEnum):
    """What a literal says."""

    #: That a player has a role.
    ROLE = "role"
    #: That a player has left.
    GONE = "gone"
    #: That two players are the same.
    SAME = "same"
    #: That a fact holds of two players.
    FACT = "fact"
    #: That nobody has left.
    START = "start"
    #: That somebody has left during the turn.
    IN_TURN = "in-turn"


class Literal(NamedTuple):
    """One thing that holds of those whom a question is asked of, or (``holds`` false) does not.

    ``id`` is the role or the fact, and ``of`` the numbers of the parameters that it is about: none of what holds of the
    position.
    """

    kind: LiteralKind
    id: str
    of: tuple[int, ...]
    holds: bool = True


AT_START, IN_TURN = Literal(LiteralKind.START, "", ()), Literal(LiteralKind.IN_TURN, "", ())


@dataclass(frozen=True)
class Positions:
    """All positions in which a question is asked, end to end.

    Attributes:
        tables: The tables.
        valid: Where the question may be asked.
        answers: Where it has which answer.
        contradicted: Where clauses contradict each other.
        literals: Where each literal holds.
        rules: The numbers of the rules that apply somewhere.
    """

    tables: tuple[Table, ...]
    valid: Bits
    answers: Mapping[Any, Bits]
    contradicted: Bits
    literals: Mapping[Literal, Bits]
    rules: frozenset[int]

    @property
    def roles(self) -> list[Literal]:
        """The roles that whoever is named first may have."""
        return [literal for literal in self.literals if literal.kind is LiteralKind.ROLE and literal.of == (0,)]

    @cached_property
    def silent(self) -> Bits:
        """Where the question is not answered."""
        return without(self.valid, self.contradicted | union(self.answers.values()))


# --- asking ---------------------------------------------------------------------------------------


@memoized_per_text
def positions_of(resolved: ResolvedText, ask: str, facts: tuple[str, ...]) -> Positions | None:
    """Ask a question at every legal table, whoever is gone.

    Args:
        resolved: The text.
        ask: The question.
        facts: The facts of two players of which descriptions can be made.

    Returns:
        All positions, or ``None`` if the question is about others than few players, or no table is legal.
    """
    predicate = resolved.vocabulary.predicates[ask]
    players = len(predicate.parameters)
    tables = surveyed_tables(resolved)[0]
    if not tables or players > MOST_PLAYERS or any(sort != PLAYER for _, sort in predicate.parameters):
        return None
    valid: _Chunks = []
    contradicted: _Chunks = []
    answers: dict[Any, _Chunks] = defaultdict(list)
    rules: set[int] = set()
    search, over = None, 0
    for at, bits, args in _arguments(resolved, players):
        if search is None or search.bits is not bits:
            over = impossible(bits)
            search = TextSearch(resolved, bits.space, predicate, bits)
        sets = search.ask(args)
        playable = without(search.valid(args), over)
        valid.append((at, playable))
        contradicted.append((at, sets.contradicted & playable))
        for value, where in sets.answers.items():
            answers[value].append((at, where & playable))
        rules.update(number for number, live in sets.live if live & playable)
    literals = {**_literals(resolved, players)}
    for fact in (fact for fact in facts if fact != ask and players == MOST_PLAYERS):
        literals.update(_fact_literals(resolved, fact))
    answered = {value: positions for value, chunks in answers.items() if (positions := _joined(chunks))}
    return Positions(tables, _joined(valid), answered, _joined(contradicted), literals, frozenset(rules))


def _joined(chunks: Iterable[tuple[slice, Bits]]) -> Bits:
    """Return the sets of positions of one table after another, each with the bytes at which it lies, as one set."""
    chunks = [(at, positions) for at, positions in chunks if positions]
    joined = bytearray(chunks[-1][0].stop if chunks else 0)
    for at, positions in chunks:
        joined[at] = positions.to_bytes(at.stop - at.start, "little")
    return int.from_bytes(joined, "little")


def _arguments(resolved: ResolvedText, players: int) -> Iterator[tuple[slice, BitText, tuple[int, ...]]]:
    """Yield every table with every choice of players, and where its positions lie.

    Of players who sit alike the first stands for all: turning the table shows the others.
    """
    start = 0
    for table in surveyed_tables(resolved)[0]:
        bits = _bit_text(resolved, table.seats)
        size = (bits.space.size + 7) // 8
        everybody = range(len(table.roles))
        first = sorted(table.distinct_players)
        for args in product(*(first if place == 0 else everybody for place in range(players))):
            yield slice(start, start + size), bits, args
            start += size


@memoized_per_text
def _literals(resolved: ResolvedText, players: int) -> Mapping[Literal, Bits]:
    """Return where each literal holds that is no fact of two players."""
    literals: dict[Literal, _Chunks] = defaultdict(list)
    for at, bits, args in _arguments(resolved, players):
        space, table = bits.space, bits.space.table
        literals[AT_START].append((at, space.layers[0]))
        literals[IN_TURN].append((at, union(space.in_state(player, LEAVING) for player in range(space.count))))
        for place, player in enumerate(args):
            literals[Literal(LiteralKind.ROLE, table.roles[player], (place,))].append((at, space.full))
            literals[Literal(LiteralKind.GONE, "", (place,))].append((at, space.gone(player)))
        if players == MOST_PLAYERS and args[0] == args[1]:
            literals[Literal(LiteralKind.SAME, "", (0, 1))].append((at, space.full))
    return {literal: _joined(chunks) for literal, chunks in literals.items()}


@memoized_per_text
def _fact_literals(resolved: ResolvedText, fact: str) -> Mapping[Literal, Bits]:
    """Return where a fact holds of two players, one way round and the other."""
    builtin = resolved.vocabulary.predicates[fact].builtin
    orders = (0, 1), (1, 0)
    literals: dict[Literal, _Chunks] = defaultdict(list)
    for at, bits, args in _arguments(resolved, MOST_PLAYERS):
        for of in orders:
            who = args[of[0]], args[of[1]]
            holds = (
                bits.verdict(fact, who).true if builtin is None else bits.builtin(BUILTINS[builtin], Moment.NOW, who)
            )
            literals[Literal(LiteralKind.FACT, fact, of)].append((at, holds))
    return {literal: _joined(chunks) for literal, chunks in literals.items()}


@memoized_per_text
def surveyed_tables(resolved: ResolvedText) -> tuple[tuple[Table, ...], int]:
    """Return the tables that a text calls legal, and up to how many seats these are all.

    There are none where it requires nothing of them, and no more than ``MOST_SURVEYED``: larger ones are left out then.
    """
    requirement = resolved.vocabulary.requirement
    if requirement is None or requirement.id not in resolved.by_predicate:
        return (), MOST_SEATS
    tables, reached = tables_up_to([[resolved]], MOST_SEATS)
    while len(tables) > MOST_SURVEYED:
        reached = len(tables[MOST_SURVEYED].roles) - 1
        tables = tuple(table for table in tables if len(table.roles) <= reached)
    return tables, reached


@memoized_per_text
def _bit_text(resolved: ResolvedText, seats: str) -> BitText:
    """Return a text on all positions of a table with few players gone."""
    table = read_seating(seats, resolved.vocabulary)
    states = dict.fromkeys(range(len(table.names)), tuple(PlayerState))
    columns = [bytes(column) for column in zip(*_states(len(states)), strict=True)]
    givens = default_givens(resolved.vocabulary)
    return BitText(resolved, Space(table, states, {}, givens, frozenset(), columns))


def _states(players: int) -> Iterator[tuple[int, ...]]:
    """Yield the states of players with few gone, by their numbers."""
    for count in range(MOST_GONE + 1):
        for chosen in combinations(range(players), count):
            for states in product((1, 2), repeat=count):
                gone = dict(zip(chosen, states, strict=True))
                yield tuple(gone.get(player, 0) for player in range(players))


# --- describing -----------------------------------------------------------------------------------


#: The most literals in a description, and the most descriptions of an answer.
MOST_LITERALS, MOST_DESCRIPTIONS = 3, 2

#: What holds together.
Description = tuple[Literal, ...]


@dataclass(frozen=True)
class Share:
    """The answers about some of those asked about: of whom they are which, and what they are of everybody else.

    Attributes:
        subject: Whom the question is asked of; empty: anybody.
        answers: The descriptions of whom it has an answer about, by answer. None at all: of everybody.
        otherwise: The answer about everybody else, ``None`` where the text does not say, or where nobody is left.
        rest: Whether anybody is left.
    """

    subject: Description
    answers: tuple[tuple[Any, tuple[Description, ...]], ...]
    otherwise: Any = None
    rest: bool = True


@dataclass(frozen=True)
class Generalisation:
    """What is true of the answers to a question at all tables.

    Attributes:
        shares: The answers, for each kind of players by itself where they differ.
        at_start: The answers with nobody gone, by role, where some role has nobody then.
        open_in_turn: Whether the text leaves cases open after somebody has left during the turn.
        rules: The numbers of the rules that apply somewhere.
    """

    shares: tuple[Share, ...]
    at_start: tuple[Share, ...]
    open_in_turn: bool
    rules: frozenset[int]


@memoized_per_text
def generalise(resolved: ResolvedText, ask: str, facts: tuple[str, ...]) -> Generalisation | None:
    """Return what is true of the answers to a question at all tables; ``None`` where nothing short enough is.

    The arguments are those of :func:`positions_of`.
    """
    positions = positions_of(resolved, ask, facts)
    if positions is None or positions.contradicted & positions.valid or not positions.answers:
        return None
    predicate = resolved.vocabulary.predicates[ask]
    in_turn = positions.literals.get(IN_TURN, 0)
    open_in_turn = bool(positions.silent) and not without(positions.silent, in_turn)
    care = without(positions.valid, in_turn if open_in_turn else 0)
    describer = _Describer(positions, predicate)
    divisions: list[list[Description]] = [[()], [(role,) for role in positions.roles]]
    for subjects in filter(None, divisions):
        shares = [describer.share(subject, care) for subject in subjects]
        if all(share is not None for share in shares):
            described = tuple(share for share in shares if share is not None)
            return Generalisation(described, tuple(describer.at_start(described, care)), open_in_turn, positions.rules)
    return None


class _Describer:
    """Finds the shortest descriptions of sets of positions."""

    def __init__(self, positions: Positions, predicate: Predicate) -> None:
        self.positions, self.predicate = positions, predicate
        about = 1 if len(predicate.parameters) == MOST_PLAYERS else 0
        literals: dict[Literal, Bits] = {}
        seen: set[Bits] = set()
        for literal, where in positions.literals.items():
            if not literal.of or (len(literal.of) == 1 and literal.of != (about,)):
                continue
            if literal.kind is LiteralKind.FACT and where & positions.valid in seen:
                continue  # the same the other way round
            seen.add(where & positions.valid)
            literals[literal] = where
            if literal.kind in (LiteralKind.GONE, LiteralKind.SAME):
                literals[literal._replace(holds=False)] = ~where
        self.literals = literals

    def where(self, description: Description) -> Bits:
        """Return where a description holds."""
        positions = self.positions.valid
        for literal in description:
            where = self.positions.literals[literal._replace(holds=True)]
            positions &= where if literal.holds else ~where
        return positions

    def share(self, subject: Description, care: Bits) -> Share | None:
        """Return what is true of the answers about some of those asked about, if it can be described."""
        care &= self.where(subject)
        outcomes = {value: where & care for value, where in self.positions.answers.items() if where & care}
        silent = self.positions.silent & care
        if len(outcomes) + bool(silent) == 1:
            return Share(subject, (), next(iter(outcomes), None), False)
        described = {value: self.describe(where, care) for value, where in outcomes.items()}
        answers = tuple((value, descriptions) for value, descriptions in described.items() if descriptions is not None)
        missing = [value for value, descriptions in described.items() if descriptions is None]
        if len(missing) > (0 if silent else 1):
            return None
        if silent:
            return Share(subject, answers)
        return Share(subject, answers, *((missing[0], True) if missing else (None, False)))

    def at_start(self, shares: Sequence[Share], care: Bits) -> Iterator[Share]:
        """Yield by role of whom the answer is yes with nobody gone, if some role has nobody then but has later."""
        positions, roles = self.positions, self.positions.roles
        yes = positions.answers.get(True, 0) & care
        if len(self.predicate.parameters) != MOST_PLAYERS or any(not yes & self.where((role,)) for role in roles):
            return
        by_role = []
        for role in roles:
            start = care & self.where((role,)) & positions.literals[AT_START]
            granted = yes & start
            if not granted and without(start, positions.answers.get(False, 0)):
                return
            share = next(share for share in shares if share.subject in ((), (role,)))
            described = dict(share.answers).get(True, ((),))
            answers = ((True, self._narrowed(described, granted)),) if granted else ()
            by_role.append(Share((role,), answers, False, bool(granted)))
        if any(not share.answers for share in by_role):
            yield from by_role

    def _narrowed(self, descriptions: tuple[Description, ...], where: Bits) -> tuple[Description, ...]:
        """Return descriptions with the role that all of those described have, if they have one."""
        for role, having in self.positions.literals.items():
            if role.kind is LiteralKind.ROLE and role.of == (1,) and not without(where, having):
                return tuple((*d, role) if role not in d else d for d in descriptions)
        return descriptions

    def describe(self, target: Bits, care: Bits) -> tuple[Description, ...] | None:
        """Return the shortest descriptions that hold exactly at ``target`` among the positions ``care``."""
        implicants: list[tuple[Description, Bits]] = []
        other = without(care, target)
        for count in range(1, MOST_LITERALS + 1):
            for chosen in combinations(self.literals.items(), count):
                where = care
                for _, holding in chosen:
                    where &= holding
                if not where or where & other or any(not without(where, wider) for _, wider in implicants):
                    continue
                description = tuple(literal for literal, _ in chosen)
                if where == target:
                    return (description,)
                implicants.append((description, where))
        for number in range(2, MOST_DESCRIPTIONS + 1):
            for several in combinations(implicants, number):
                if union(where for _, where in several) == target:
                    return tuple(description for description, _ in several)
        return None
