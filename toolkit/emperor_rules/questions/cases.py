"""From what a question says to requests: who may be meant at this table, one request for each way it can be."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, NamedTuple

from emperor_rules.errors import RequestError
from emperor_rules.evaluate.request import EVERYBODY
from emperor_rules.messages import Message
from emperor_rules.model.phrasings import ANYONE_SLOT, DEPARTURES, STAYING
from emperor_rules.model.scenarios import Request, TableRequest
from emperor_rules.model.seating import Table, team_of
from emperor_rules.model.terms import TEAM
from emperor_rules.model.vocabulary import GivenFact, GivenKind, Predicate, Vocabulary, Words
from emperor_rules.questions.clauses import ASKER, OTHER_PLAYER, Match
from emperor_rules.questions.mentions import Mention, Place, TeamSide, Viewpoint, possible_players, readings_of

#: A question that speaks of more cases is refused.
MOST_CASES = 600
#: Who is meant where a phrasing leaves a letter out: for whom it asks, or for which opponent.
IMPLIED = {
    EVERYBODY: Mention(asked=True),
    TeamSide.FOREIGN.value: Mention(asked=True, side=TeamSide.FOREIGN),
    "every": Mention(together=True),
}
#: Who is meant where a phrasing gives a fact of all opponents: “can he win” asks whether he does once all of them lose.
ALL_OPPONENTS = Mention(side=TeamSide.FOREIGN, together=True)


class Case(NamedTuple):
    """One request that a question may stand for, beside the table at which it is asked.

    ``given`` are pairs of a key and a value; players are a tuple of names, numbers of several one of pairs. ``seats``
    is another table than that at which it is asked, ``options`` are used beside those of the table. ``staying`` are
    those who, by what the question says, have not left in it.
    """

    ask: str
    of: tuple[str, ...]
    left: tuple[str, ...] = ()
    leaving: tuple[str, ...] = ()
    given: tuple[tuple[str, Any], ...] = ()
    on: str | None = None
    seats: str | None = None
    options: tuple[str, ...] = ()
    staying: tuple[str, ...] = ()


@dataclass(frozen=True)
class Reading:
    """One meaning of a question.

    Attributes:
        cases: What it asks, one for each who may be meant.
        listed: Whether it asks for a list of those for whom the answer is yes.
        opposite: Whether it is put the other way round: “does A1 survive?” is whether A1 is out of the game.
    """

    cases: tuple[Case, ...]
    listed: bool = False
    opposite: bool = False


class TooManyCases(Exception):
    """The question speaks of more than :data:`MOST_CASES`."""


class Contradicted(Exception):
    """What the question says of a player, its argument, is not so at the table."""


class Gone(Exception):
    """Who is still in the game by the question, its argument, has left by then."""


class DifferentlyGiven(Exception):
    """The question says two different things of one given fact; its argument is the key."""


class NobodyFits(Exception):
    """Nobody at the table can be meant; the role that is missing there, if it is one."""


class UnclearPronoun(NobodyFits):
    """Nobody was spoken of whom a pronoun (“he”) could mean."""


@dataclass(frozen=True)
class Seated:
    """Who sits at the table of a question, and who has left it already."""

    table: Table
    vocabulary: Vocabulary
    gone: frozenset[str] = frozenset()
    #: Whether “my king” may be said by the king himself: where nobody else can say it.
    himself: bool = False

    @property
    def role_of(self) -> dict[str, str]:
        """Return the id of each player's role."""
        return {
            name: self.vocabulary.role_at(role).id
            for name, role in zip(self.table.names, self.table.roles, strict=True)
        }


class _Item(NamedTuple):
    """A mention with what it fills: a letter of the question (``given`` is nothing), or a circumstance.

    ``part`` is the clause in which it stands: 0 is the question itself. ``number`` is what the clause counts for
    whoever it is.
    """

    slot: str
    mention: Mention
    given: str = ""
    part: int = 0
    number: int = 0


def readings(predicate: Predicate, match: Match, clauses: Sequence[Match], seated: Seated) -> Iterator[Reading]:
    """Yield what a question can mean, once for each reading of “their” and of “beside me”, some without cases.

    Raises:
        Contradicted: If it says of somebody what he is not at the table.
        NobodyFits: If somebody of whom it speaks does not sit at the table.
        TooManyCases: If it speaks of too many.
    """
    items, constants = _items(predicate, match, clauses, seated.vocabulary)
    statements = [
        (clause.slots[0], fill)
        for clause in clauses
        if clause.pattern is ASKER
        for fill in clause.fills
        if isinstance(fill, Mention)
    ]
    mentions = [item.mention for item in items]
    asker_speaks = any(m.asker or (m.viewpoint is Viewpoint.ASKER and m.side is not TeamSide.ANY) for m in mentions)
    named = any(mention.names for mention in mentions)
    others = _circumstances_of_others(items)
    combinations = list(product(*(readings_of(i.mention, asker_speaks, named, bool(i.given), others) for i in items)))
    for combination in combinations:
        item_reading = [item._replace(mention=mention) for item, mention in zip(items, combination, strict=True)]
        cases: tuple[Case, ...] = ()
        for place in (seated, replace(seated, himself=True)):
            cases = cases or tuple(dict.fromkeys(_cases(predicate, item_reading, constants, place, statements)))
        if not cases and len(combinations) == 1:
            kind = UnclearPronoun if any(mention.same for mention in combination) else NobodyFits
            raise kind(next((role for mention in combination for role in mention.roles), ""))
        one_by_one = _asks_of_ones_own(item_reading)
        yield Reading(cases, any(m.asked and (one_by_one or not m.is_everybody) for m in combination))


def _circumstances_of_others(items: Sequence[_Item]) -> list[Mapping[str, Any]]:
    """Return who may be meant by “his” beside those named in the question: of the other side, in a circumstance."""
    asked = {team_of(name) for item in items if not item.given for name in item.mention.names}
    people = [item.mention for item in items if item.given] if asked else []
    others = [m for m in people if len(m.names) == 1 and team_of(m.names[0]) not in asked]
    named: list[Mapping[str, Any]] = [{"owner": m.names[0]} for m in others]
    mine = any(m.is_open and m.side is TeamSide.OWN and m.viewpoint is Viewpoint.ASKER for m in people)
    return [*named, {"viewpoint": Viewpoint.ASKER}] if mine else named


def _items(
    predicate: Predicate, match: Match, clauses: Sequence[Match], vocabulary: Vocabulary
) -> tuple[list[_Item], list[tuple[str, Any]]]:
    """Return who fills what, those of the question first, and the circumstances that name nobody."""
    letters = {letter for letter, _ in predicate.parameters}
    items: list[_Item] = []
    constants = [
        (key, _constant(vocabulary.givens[key], value))
        for key, value in match.pattern.fixed
        if key not in letters and value != TeamSide.FOREIGN
    ]
    for slot, fill in zip(match.slots, match.fills, strict=True):
        assert isinstance(fill, Mention)
        if slot == ANYONE_SLOT:
            continue
        if "+" in slot:
            first, second = slot.split("+")
            if len(fill.names) == 2:
                pair = [replace(fill, names=(name,)) for name in fill.names]
            else:
                pair = [fill, Mention(each_other=True)]
            items += [_Item(letter, mention) for letter, mention in zip((first, second), pair, strict=True)]
        else:
            items.append(_Item(slot, fill, "" if slot in letters else slot))
    items += [_Item(key, IMPLIED[value]) for key, value in match.pattern.fixed if key in letters]
    items += [_Item("", ALL_OPPONENTS, key) for key in match.pattern.supposed]
    filled = {item.slot for item in items}
    items += [_Item(letter, Mention(asked=True)) for letter, _ in predicate.parameters if letter not in filled]
    for part, clause in enumerate(clauses, 1):
        if clause.pattern is ASKER:
            others = clause.fills if clause.slots == (OTHER_PLAYER,) else ()
            items += [_Item("", fill, OTHER_PLAYER, part) for fill in others if isinstance(fill, Mention)]
            continue
        given = vocabulary.givens.get(clause.pattern.id)
        counts = given is not None and given.kind is GivenKind.NUMBERS
        number = next((int(fill) for fill in clause.fills if counts and isinstance(fill, str)), 0)
        for slot, fill in zip(clause.slots, clause.fills, strict=True):
            if slot == ANYONE_SLOT:
                continue
            if isinstance(fill, Mention):
                items.append(_Item("", fill, slot if slot in vocabulary.givens else clause.pattern.id, part, number))
            elif not counts:
                constants.append((clause.pattern.id, int(fill)))
        constants += [(key, _constant(vocabulary.givens[key], value)) for key, value in clause.pattern.fixed]
        if given is not None and clause.pattern.value:
            constants.append((given.id, _constant(given, clause.pattern.value)))
    return items, constants


def _constant(given: GivenFact, value: str) -> Any:
    match given.kind:
        case GivenKind.FLAG:
            return value == "yes"
        case GivenKind.NUMBER:
            return int(value)
    return value


def _cases(
    predicate: Predicate,
    items: Sequence[_Item],
    constants: Sequence[tuple[str, Any]],
    seated: Seated,
    statements: Sequence[tuple[str, Mention]],
) -> Iterator[Case]:
    """Yield a case for each way in which the mentions can be filled."""
    mentions = [item.mention for item in items]
    viewed = [m for m in mentions if m.viewpoint is Viewpoint.ASKER and m.side is not TeamSide.ANY]
    asks = bool(viewed) or any(m.asker for m in mentions)
    seen = [(name, m.side is TeamSide.OWN) for m in viewed for name in m.names]  # “my pawn A3”
    everyone = predicate.gone_allowed or bool(predicate.ignores)
    players = [name for name in seated.table.names if everyone or name not in seated.gone]
    count = 0
    asking = list(players) if asks else [""]
    tells = any(item.given and item.mention.asker for item in items)  # “I have a card of A3”: not A3 says so
    if asks and tells and all(slot == OTHER_PLAYER for slot, _ in statements):
        named = {name for item in items if item.given for name in item.mention.names}
        asking = [player for player in players if player not in named] or asking
    for slot, mention in statements:
        asking = [player for player in asking if _may_say(player, slot, mention, players, seated)]
        if mention.names and not asking:
            raise Contradicted(mention.names[0])
    asking = [player for player in asking if all((team_of(name) == team_of(player)) == own for name, own in seen)]
    if seen and not asking:
        raise Contradicted(seen[0][0])
    for asker in asking:
        for filled in _fill(items, asker, players, seated):
            count += 1
            if count > MOST_CASES:
                raise TooManyCases
            yield _case(predicate, items, filled, constants, seated.vocabulary)


def _may_say(player: str, slot: str, mention: Mention, players: Sequence[str], seated: Seated) -> bool:
    """Return whether a player may say to be somebody, or of somebody who it is."""
    if slot != OTHER_PLAYER:
        return player in possible_players(mention, seated.table, players, seated.role_of, "", "")
    others = possible_players(replace(mention, names=()), seated.table, seated.table.names, seated.role_of, player, "")
    return not {*mention.names} - {*others} and player not in mention.names


Filled = Mapping[int, str | tuple[str, ...]]


def _fill(items: Sequence[_Item], asker: str, players: Sequence[str], seated: Seated) -> Iterator[Filled]:
    """Yield who fills each item, by number; first those who are named, last those seen from others."""
    asked = [item.mention for item in items if not item.given]

    def may_follow(item: _Item) -> bool:
        """Whether who it is may be seen from those of circumstances."""
        return len(asked) == 1 or (item.mention.his and all(m is item.mention or m.of_asker for m in asked))

    order = sorted(range(len(items)), key=lambda n: _dependence(items[n], may_follow(items[n]), items[n + 1 :]))

    def extend(chosen: dict[int, str | tuple[str, ...]], rest: Sequence[int]) -> Iterator[Filled]:
        if not rest:
            yield chosen
            return
        at, *later = rest
        for value in _values(items, at, chosen, asker, players, seated):
            yield from extend({**chosen, at: value}, later)

    yield from extend({}, order)


def _is_seen_from_another(item: _Item) -> bool:
    """Return whether who is asked about can be seen from another who is asked about."""
    mention = item.mention
    return not (item.given or mention.names or mention.owner or mention.viewpoint is Viewpoint.ASKER)


def _asks_of_ones_own(items: Sequence[_Item]) -> bool:
    """Return whether who is asked about is told by the side of whoever else is: “can anybody hit his own king”.

    Where a circumstance speaks of somebody, what is theirs may be meant.
    """
    return not any(item.given for item in items) and any(
        _is_seen_from_another(item) and item.mention.side is TeamSide.OWN and not item.mention.asked for item in items
    )


def _dependence(item: _Item, follows: bool, later: Sequence[_Item]) -> int:
    """Return how late a mention is filled; one that ``follows`` may be seen from those of circumstances.

    One on a side is filled before those ``later`` whose team is told by his: “can the left pawn hit the enemy king?”
    """
    mention = item.mention
    if mention is ALL_OPPONENTS:
        return 8  # of whom the question is about
    outermost = mention.place in (Place.LEFT, Place.RIGHT) and mention.side is TeamSide.ANY
    sided = (other for other in later if other.mention.side is not TeamSide.ANY)
    if outermost and _is_seen_from_another(item) and any(map(_is_seen_from_another, sided)):
        return 1
    if mention.place is not Place.ANY and not item.given:
        return 6  # seen past those who have left
    if item.given:
        return 7 if mention.same else 4
    if mention.names or mention.is_everybody or mention.asker:
        return 0
    if mention.each_other:
        return 3
    if mention.same or mention.another:
        return 5  # “if A3 is dead, can he …”, “A3 is dead, do all the others …”: a circumstance may tell who that is
    if mention.side is TeamSide.ANY or mention.owner or mention.viewpoint is Viewpoint.ASKER:
        return 1
    return 5 if follows else 2


def _values(
    items: Sequence[_Item],
    at: int,
    chosen: Mapping[int, str | tuple[str, ...]],
    asker: str,
    players: Sequence[str],
    seated: Seated,
) -> list[str | tuple[str, ...]]:
    """Return who can fill an item after others are filled; of a circumstance, players who are meant together."""
    item = items[at]
    mention = item.mention
    if mention.is_everybody and not item.given and not _asks_of_ones_own(items):
        return [EVERYBODY]
    for n, value in chosen.items():
        if item.part and items[n].part and items[n].mention is mention:  # the subject of a clause joined to it
            return [value]
        if items[n].slot and items[n].slot == item.slot:  # “I give my card away”: one player, named twice
            who = list(possible_players(mention, seated.table, players, seated.role_of, asker, str(value)))
            return [value] if value in who else []
    antecedents = {n: str(value) for n, value in chosen.items() if not items[n].given and value != EVERYBODY}
    if not antecedents:
        antecedents = {n: value for n, value in chosen.items() if isinstance(value, str) and value != EVERYBODY}
        antecedents.update({n: value[0] for n, value in chosen.items() if isinstance(value, tuple)})
    circumstances = {n: v[0] for n, v in chosen.items() if isinstance(v, tuple) and not items[n].mention.asker}
    others = {n: v for n, v in circumstances.items() if items[n].given == OTHER_PLAYER}
    if mention.same and others:  # “my king is A2, can he …”
        antecedents = others
    elif mention.same and item.given:  # “the card that B3 took from him”: from whom another clause speaks of
        antecedents = {n: value for n, value in antecedents.items() if items[n].part != item.part} or antecedents
    elif mention.same:  # “if A3 is dead, can he …”, “… and it is A2's turn”; “can they hit me” is said of others
        present = {n: v for n, v in circumstances.items() if items[n].given not in DEPARTURES}
        asks = any(i.mention.asker and not i.given for i in items)
        before = {n: value for n, value in antecedents.items() if items[n].given or _may_mean(items, at, n)}
        antecedents = before if asks else present or circumstances or before
    if mention.his:  # “can I hit the king if his pawn is dead”, “if A3 is dead, can I hit his king”: not mine
        not_asking = {n: value for n, value in antecedents.items() if not items[n].mention.of_asker}
        of_others = {} if item.given else circumstances
        if not (not_asking or of_others) and all(items[n].mention.asker for n in antecedents):  # “can I hit his king”
            side = TeamSide.FOREIGN if mention.side is TeamSide.OWN else mention.side
            mention = replace(mention, side=side, viewpoint=Viewpoint.ASKER)
        antecedents = not_asking or of_others or antecedents
    first = min(antecedents, default=None)
    other = antecedents[first] if first is not None else ""
    if mention.same and first is not None and len(items[first].mention.owner) > 1:
        other = items[first].mention.owner  # “can A2's opponents hit him”
    if mention.each_other and first is not None:
        antecedent = items[first].mention
        mention = replace(antecedent, names=(), asked=False, each_other=False)
        if mention.asker:  # “can we see each other's hand”
            mention = replace(mention, asker=False, side=TeamSide.OWN, viewpoint=Viewpoint.ASKER)
        if antecedent.names:
            return [name for name in antecedent.names if name != other]
    elif any(i.mention.each_other for i in items) and mention.viewpoint is Viewpoint.OTHER and not mention.owner:
        mention = replace(mention, side=TeamSide.ANY)  # each other tells of the side
    if item.given and _is_of_subject(mention, items, chosen, players, seated):
        mention = replace(mention, side=TeamSide.OWN)
    absent = {name for n, value in chosen.items() if items[n].given in DEPARTURES for name in value} | seated.gone
    who = list(possible_players(mention, seated.table, players, seated.role_of, asker, other, absent))
    if mention.same:  # nobody calls himself “he” (“I died. does he lose?”), nor each other
        spoken = {n: i.mention for n, i in enumerate(items) if n in chosen}
        nobody = [n for n, m in spoken.items() if m.asker or (m.each_other and not (items[n].given or item.given))]
        who = [name for name in who if not any(name == chosen[n] or name in chosen[n] for n in nobody)]
    himself = seated.himself and bool(mention.roles) and not item.given
    anybody = mention.asker or himself or (mention.owner and mention.together)  # “all of team B” are all of them
    if mention.is_open and not anybody and (item.given or mention.his or mention.viewpoint is Viewpoint.ASKER):
        who = [name for name in who if name != asker]  # nobody means himself by “my teammate”
    if item.given:
        if mention.another:
            who = [name for name in who if all(name != value or items[n].given for n, value in chosen.items())]
        if mention is ALL_OPPONENTS:  # of whom something is told, that is so in place of what is supposed
            givens = seated.vocabulary.givens
            listed = [v for n, v in chosen.items() if (g := givens.get(items[n].given)) and g.kind is GivenKind.PLAYERS]
            who = [name for name in who if name not in absent.union(*listed)]
        if mention.pair and not mention.names:
            return _pairs(who)
        together = mention.together and len(who) > 1
        return [tuple(who)] if together else [(name,) for name in who]
    if mention.is_open and not mention.same:
        who = [name for name in who if name not in antecedents.values()]
    elif mention.names and asker and any(i.mention.asker and not i.given and i.slot != item.slot for i in items):
        who = [name for name in who if name != asker]
    return list(who)


def _may_mean(items: Sequence[_Item], at: int, other: int) -> bool:
    """Return whether a pronoun may mean another who is asked about.

    That one stands before it (not B1 in “can he hit B1?”), and is not who does it to him, unless a third is asked about
    or a reflexive says so: in “can A1 hit him?” he is not A1.
    """
    mention = items[at].mention
    does_it = sum(not item.given for item in items) < 3 and not items[other].mention.owner
    return other < at and (mention.reflexive or not does_it)


def _is_of_subject(
    mention: Mention, items: Sequence[_Item], chosen: Filled, players: Sequence[str], seated: Seated
) -> bool:
    """Return whether a role in a circumstance is meant on the side of those of whom the question asks.

    So it is where these are of one side, with “both” if two others there have it, and with an article (“does a pawn win
    if the king falls”) if the question names nobody.
    """
    if not mention.roles or not mention.is_open or mention.side is not TeamSide.ANY or mention.place is not Place.ANY:
        return False
    spoken = {n: str(value) for n, value in chosen.items() if not items[n].given and value != EVERYBODY}
    home = set(map(team_of, spoken.values()))
    if len(home) != 1:
        return False
    mates = [name for name in players if team_of(name) in home and name not in spoken.values()]
    fitting = [name for name in mates if seated.role_of[name] in mention.roles]
    if mention.pair:
        return len(fitting) == 2
    who = [items[n].mention for n in spoken]
    is_open = all(m.is_open and not m.asked and (m.roles or m.team) for m in who)
    return mention.definite and not mention.together and is_open and bool(fitting)


def _pairs(who: Sequence[str]) -> list[str | tuple[str, ...]]:
    """Return the two who are meant by “both”: there are no others, or they are those of one team."""
    if len(who) == 2:
        return [tuple(who)]
    teams = [tuple(name for name in who if team_of(name) == team) for team in dict.fromkeys(map(team_of, who))]
    return [team for team in teams if len(team) == 2]


def _case(
    predicate: Predicate,
    items: Sequence[_Item],
    filled: Filled,
    constants: Sequence[tuple[str, Any]],
    vocabulary: Vocabulary,
) -> Case:
    """Return the request of one way in which the mentions are filled."""
    of = {items[n].slot: str(value) for n, value in filled.items() if not items[n].given}
    gone: dict[str, tuple[str, ...]] = {"left": (), "leaving": (), STAYING: ()}
    given: dict[str, Any] = {}
    for n, value in sorted(filled.items()):
        key = items[n].given
        if key in gone:
            gone[key] += tuple(value)
        elif key and key != OTHER_PLAYER:
            declared = vocabulary.givens[key]
            names = (value,) if isinstance(value, str) else value
            if declared.kind is GivenKind.PLAYERS:
                given[key] = (*given.get(key, ()), *names)
            elif declared.kind is GivenKind.NUMBERS:
                members = dict.fromkeys(map(team_of, names) if declared.of == TEAM else names, items[n].number)
                if {**members, **dict(given.get(key, ()))} != {**dict(given.get(key, ())), **members}:
                    raise DifferentlyGiven(key)
                given[key] = tuple({**dict(given.get(key, ())), **members}.items())
            elif given.setdefault(key, names[0]) != names[0]:
                raise DifferentlyGiven(key)
    for key, constant in constants:
        value = of.get(constant, constant) if vocabulary.givens[key].kind is GivenKind.PLAYER else constant
        if given.setdefault(key, value) != value:
            raise DifferentlyGiven(key)
    return Case(
        predicate.id,
        tuple(of[letter] for letter, _ in predicate.parameters),
        gone["left"],
        gone["leaving"],
        tuple(given.items()),
        staying=gone[STAYING],
    )


def misnamed(fills: Sequence[str | Mention], seated: Seated) -> Iterator[str]:
    """Yield the names of those who are called what they are not at the table."""
    called = (pair for fill in fills if isinstance(fill, Mention) for pair in fill.called)
    return (name for name, roles in called if seated.role_of.get(name) not in roles)


def strangers(fills: Sequence[str | Mention], table: Table) -> list[str]:
    """Return the names among mentions that nobody at the table bears, nor any team."""
    return [
        name
        for fill in fills
        if isinstance(fill, Mention)
        for name in (*fill.names, *fill.without, *([fill.owner] if fill.owner else []))
        if name not in table.number and name not in table.teams
    ]


def case_request(case: Case, request: TableRequest, vocabulary: Vocabulary) -> Request:
    """Return the request of a case at a table; what the table already says is kept.

    Raises:
        RequestError: If the table and the question say two different things of one given fact, or name different days.
    """
    merged: Request = {**request, "ask": case.ask, "of": list(case.of)}
    if case.left:
        merged["left"] = list(dict.fromkeys((*(request.get("left") or ()), *case.left)))
    if case.leaving:
        merged["leaving"] = list(dict.fromkeys((*(request.get("leaving") or ()), *case.leaving)))
    if case.seats is not None:
        merged["seats"] = case.seats
    if case.options:
        merged["options"] = list(dict.fromkeys((*(request.get("options") or ()), *case.options)))
    if case.given:
        given = merged["given"] = {**(request.get("given") or {})}
        for key, value in case.given:
            at_table = given.get(key)
            if vocabulary.givens[key].kind is GivenKind.NUMBERS:
                if not isinstance(at_table, Mapping | None):
                    continue  # refused as it is asked
                if any((at_table or {}).get(name, number) != number for name, number in value):
                    raise RequestError(differently_given(vocabulary.givens[key]))
                given[key] = {**(at_table or {}), **dict(value)}
            elif not isinstance(value, tuple):
                if given.setdefault(key, value) != value:
                    raise RequestError(differently_given(vocabulary.givens[key]))
            elif at_table is None or isinstance(at_table, list):
                given[key] = list(dict.fromkeys((*(at_table or ()), *value)))
    if case.on is not None:
        if request.get("on") not in (None, case.on):
            message = Message("the question is about another day than {date}: name one day", date=request["on"])
            raise RequestError(message, "on")
        merged["on"] = case.on
    return merged


def differently_given(given: GivenFact) -> Message:
    """Return the sentence that two different things are said of a given fact."""
    fact = given.phrase
    if given.kind is GivenKind.NUMBERS:  # of whom, stands in the question
        fact = Words(*(re.sub(r"\b[a-z]$", "…", form) for form in fact))
    return Message("two different things are said of “{fact}”: say one of them", fact=fact)
