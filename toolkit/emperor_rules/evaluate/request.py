"""Understanding requests: names, players, given facts and dates, each refused with one sentence.

What is the same for every request of one question to one text is kept as a :class:`QueryPlan`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, cast

from emperor_rules.diagnostics import nearest
from emperor_rules.errors import RequestError
from emperor_rules.evaluate.position import Position
from emperor_rules.evaluate.program import Program
from emperor_rules.language.seating import read_seating
from emperor_rules.messages import Message, counted
from emperor_rules.model.scenarios import Request, RequestPosition
from emperor_rules.model.seating import NOBODY, Player, Table, Team
from emperor_rules.model.terms import NUMBER, PLAYER, TEAM
from emperor_rules.model.texts import in_calendar
from emperor_rules.model.vocabulary import IS_LEAVING, DefaultWord, GivenFact, GivenKind, GivenNumbers, Predicate
from emperor_rules.resolve.cone import allowed_choices, cone_of
from emperor_rules.semantics.expressions import Args, Argument, Given

#: Stands in “of” for everybody for whom the question makes sense.
EVERYBODY = "?"
REQUEST_KEYS = frozenset({"id", "text", "on", "options", "seats", "left", "leaving", "ask", "of", "given"})


@dataclass(frozen=True, slots=True)
class QueryPlan:
    """What is the same for every request of one question to one text.

    ``implicit_defaults`` are the given facts that are one of the question's players unless the request says otherwise,
    and which; ``reads`` are those that some clause looks at on which the question rests, whatever the position;
    ``from_leaving`` those, with their numbers, that are nobody while somebody is leaving.
    """

    predicate: Predicate
    ignoring: bool
    implicit_defaults: tuple[tuple[int, int], ...]
    best: tuple[tuple[int, str, tuple[str, ...]], ...]
    needs: tuple[tuple[int, str], ...]
    reads: frozenset[str]
    from_leaving: Mapping[str, int]


class BoundQuery(NamedTuple):
    """A request understood: everything the program needs to answer it.

    ``reads_given`` tells whether any clause on which the question rests looks at given facts. ``supplied`` are the
    names of the facts that it gives, ``ignored`` those of them that no clause looks at.
    """

    program: Program
    predicate: Predicate
    position: Position
    args: Args
    given: list[Given | None]
    reads_given: bool
    best: tuple[tuple[int, tuple[str, ...]], ...]
    needs: tuple[tuple[int, str], ...] = ()
    ignored: tuple[str, ...] = ()
    supplied: frozenset[str] = frozenset()


def invalid(template: str, /, about: str | None = None, **arguments: Any) -> RequestError:
    """Return the error that a request makes no sense, to be raised; ``about`` is the key whose value is wrong."""
    return RequestError(Message(template, **arguments), about)


def check_request(request: Any) -> Request:
    """Return a request that is an object with the keys of one, its values unread; raises :class:`RequestError`."""
    if type(request) is not dict and not isinstance(request, Mapping):
        raise invalid("a question is a JSON object")
    if not request.keys() <= REQUEST_KEYS:
        name = sorted(str(k) for k in request.keys() - REQUEST_KEYS)[0]
        raise RequestError(unknown("key", name, REQUEST_KEYS))
    for key in ("text", "seats", "ask"):
        if request.get(key) is None:
            raise invalid("the question lacks “{missing}”", missing=key)
    if not isinstance(request["seats"], str):
        raise invalid("“seats” is not a text such as “g E g | g E g”")
    return cast("Request", request)


def query_plan(program: Program, ask: Any, predicates: Mapping[str, Predicate] | None = None) -> QueryPlan:
    """Prepare to ask a question, or for the verdict on one of some ``predicates``.

    Raises:
        RequestError: If there is no such question.
    """
    questions = predicates or program.vocabulary.questions
    predicate = questions.get(ask) if isinstance(ask, str) else None
    if predicate is None:
        raise RequestError(unknown("question", ask, questions))
    letters = [letter for letter, _ in predicate.parameters]
    first_player = next((n for n, (_, sort) in enumerate(predicate.parameters) if sort == PLAYER), None)
    own, reads = predicate.own_defaults, cone_of(program.resolved, predicate.id).givens
    implicit_defaults, best, needs = (
        list[tuple[int, int]](),
        list[tuple[int, str, tuple[str, ...]]](),
        list[tuple[int, str]](),
    )
    for n, given in enumerate(program.vocabulary.givens.values()):
        if given.is_at_best_for(predicate):
            words = allowed_choices(program.resolved, predicate.id, given.id)
            best += [(n, given.id, words)] if words else []
        if own.get(given.id) in letters:
            implicit_defaults.append((n, letters.index(own[given.id])))
        elif given.default == DefaultWord.FIRST and first_player is not None and given.id not in own:
            implicit_defaults.append((n, first_player))
        elif given.default == DefaultWord.FIRST and given.id in reads and given.id not in own:
            needs.append((n, given.id))
    numbers = program.vocabulary.given_numbers
    leaving = {key: numbers[key] for key, letter in predicate.defaults if letter == IS_LEAVING}
    implicit = tuple(implicit_defaults)
    return QueryPlan(predicate, bool(predicate.ignores), implicit, tuple(best), tuple(needs), reads, leaving)


def read_arguments(of: Any, predicate: Predicate, position: Position) -> Args:
    """Return the players and teams of ``of`` by number; raises :class:`RequestError`."""
    parameters = predicate.parameters
    names = of if of is not None else ()
    if type(names) is not list and (isinstance(names, str) or not isinstance(names, Sequence)):
        raise invalid("“of” is not a list of names")
    check_count(names, predicate)
    table = position.table
    on_ring = position.now.pos
    numbers: list[Argument] = []
    for name, (_, sort) in zip(names, parameters, strict=True):
        if sort == TEAM:
            team = table.team_number(name) if isinstance(name, str) else None
            if team is None:
                raise invalid(
                    "{name} is no team of this table (teams A to {last})", name=_quote(name), last=table.teams[-1]
                )
            numbers.append(team)
        elif sort == NUMBER and isinstance(name, str) and name.isdecimal():
            numbers.append(int(name))
        else:
            player = _player(name, table)
            if on_ring[player] < 0 and not predicate.gone_allowed:
                if position.absence is not None:
                    raise RequestError(position.absence(player))
                raise invalid("{name} is no longer in the game", name=name)
            numbers.append(player)
    return tuple(numbers)


def asks_for_list(request: Any) -> bool:
    """Return whether a request, however malformed, asks of everybody for whom the question makes sense."""
    of = request.get("of") if type(request) is dict or isinstance(request, Mapping) else None
    return isinstance(of, (list, tuple)) and EVERYBODY in of


def possible_names(of: Sequence[Any], predicate: Predicate, position: Position) -> list[list[Any]]:
    """Return for each of the names who may stand there: itself, or all players or teams for a ``"?"``.

    Raises:
        RequestError: If there are more or fewer names than the question has.
    """
    check_count(of, predicate)
    players = [position.table.names[n] for n in position.players if predicate.gone_allowed or not position.gone(n)]
    teams = list(position.table.teams)
    return [
        [name] if name != EVERYBODY else teams if sort == TEAM else players
        for name, (_, sort) in zip(of, predicate.parameters, strict=True)
    ]


def check_count(names: Sequence[Any], predicate: Predicate) -> None:
    """Refuse more or fewer names than a question has; raises :class:`RequestError`."""
    parameters = predicate.parameters
    if len(names) != len(parameters):
        expected = counted(len(parameters), "name") if parameters else Message("nobody")
        id, count = predicate.id, len(names)
        raise invalid("“{question}” is asked of {wanted}, not of {count}", question=id, wanted=expected, count=count)


def _team(name: Any, table: Table) -> Team:
    if name not in table.teams:
        first, last, quoted = table.teams[0], table.teams[-1], _quote(name)
        raise invalid("{name} is no team at this table ({first} to {last})", name=quoted, first=first, last=last)
    return Team(table.teams.index(name))


def _player(name: Any, table: Table, key: str | None = None) -> Player:
    number = table.number.get(name) if isinstance(name, str) else None
    if number is None:
        first, last = table.names[0], table.names[-1]
        quoted = _quote(name)
        raise invalid("{name} is nobody at this table ({first} to {last})", key, name=quoted, first=first, last=last)
    return number


def read_players(key: str, names: Any, table: Table) -> frozenset[Player]:
    """Return a list of players by number; raises :class:`RequestError`."""
    return frozenset(_player(name, table, key) for name in read_strings(key, names))


def read_strings(key: str, names: Any) -> tuple[str, ...]:
    """Return a list of names (``None``: empty); raises :class:`RequestError`."""
    if names is None:
        return ()
    if type(names) is not list and (isinstance(names, str) or not isinstance(names, Sequence)):
        raise invalid("“{key}” is not a list", about=key, key=key)
    if not all(isinstance(name, str) for name in names):
        raise invalid("“{key}” holds something that is not a name", about=key, key=key)
    return tuple(names)


def read_position(
    request: RequestPosition, program: Program
) -> tuple[Table, frozenset[Player], frozenset[Player], tuple[str, ...]]:
    """Return the table of a request, who left, who is leaving, and the options; raises :class:`RequestError`."""
    table = read_seating(request["seats"], program.vocabulary)
    gone = read_players("left", request.get("left"), table)
    going = read_players("leaving", request.get("leaving"), table)
    both = gone & going
    if both:
        raise invalid("{name} cannot be in both “left” and “leaving”", about="leaving", name=table.names[min(both)])
    chosen = read_strings("options", request.get("options"))
    for option in chosen:
        if option not in program.resolved.options:
            raise RequestError(unknown("option", option, program.resolved.options), "options")
    named = frozenset(chosen)
    for group in program.resolved.alternatives:
        if len(named.intersection(group)) > 1:
            excluding = " and ".join(option for option in group if option in named)
            names = ", ".join(group)
            raise invalid(
                "{options} exclude each other: name one of {group}", about="options", options=excluding, group=names
            )
    return table, gone, going, tuple(sorted(program.resolved.in_use(named)))


def read_given(given: Any, program: Program, plan: QueryPlan, position: Position, args: Args) -> list[Given | None]:
    """Return the given facts by number, defaults filled in; raises :class:`RequestError`."""
    values: list[Given | None] = list(program.defaults)
    for n, at in plan.implicit_defaults:
        values[n] = args[at]
    leaving = plan.from_leaving if position.leaving else {}
    for n in leaving.values():
        values[n] = NOBODY
    if given is None:
        return values
    if not isinstance(given, Mapping):
        raise invalid("“given” is not an object")
    vocabulary = program.vocabulary
    for key, value in given.items():
        declared = vocabulary.givens.get(key)
        if declared is None:
            raise RequestError(unknown("given fact", key, vocabulary.givens), "given")
        number = vocabulary.given_numbers[key]
        try:
            player = position.table.number.get(value) if key in leaving and isinstance(value, str) else None
            values[number] = player if player in position.leaving else _given_value(declared, value, position)
        except RequestError as mistake:
            mistake.key = "given"
            raise
    return values


def _given_value(given: GivenFact, value: Any, position: Position) -> Given:
    id = given.id
    match given.kind:
        case GivenKind.CHOICE:
            choices = [word for word, _ in given.choices]
            if value not in choices:
                words = ", ".join(choices)
                raise invalid(
                    "“{given}” is one of {words}, not {value}", given=id, words=words, value=_quote_fact(value)
                )
        case GivenKind.FLAG:
            if not isinstance(value, bool):
                raise invalid("“{given}” is true or false, not {value}", given=id, value=_quote_fact(value))
        case GivenKind.NUMBER:
            if isinstance(value, bool) or not isinstance(value, int) or value < 0:
                raise invalid("“{given}” is a number from 0 up, not {value}", given=id, value=_quote_fact(value))
        case GivenKind.NUMBERS:
            return _numbers(given, value, position)
        case GivenKind.PLAYER:
            player = _player(value, position.table)
            if given.present and position.gone(player):
                raise invalid("{value} has already left the game, so cannot be “{given}”", value=value, given=id)
            return player
        case GivenKind.TEAM:
            return _team(value, position.table)
        case GivenKind.PLAYERS:
            return read_players(id, value, position.table)
    return cast("Given", value)


def _numbers(given: GivenFact, value: Any, position: Position) -> GivenNumbers:
    """Return the numbers of players or teams that a request names; raises :class:`RequestError`."""
    table, assumed = position.table, int(given.default or 0)
    names = table.teams if given.of == TEAM else table.names
    first, last = names[0], names[-1]
    if not isinstance(value, Mapping):
        raise invalid(
            "“{given}” is a number of each, such as {name}: 3, not {value}",
            given=given.id,
            name=first,
            value=_quote_fact(value),
        )
    named = []
    for name, number in value.items():
        if name not in names:
            raise invalid(
                "“{given}” is given of {name}, and at this table there are {first} to {last}: write {first}: 3",
                given=given.id,
                name=_quote(name),
                first=first,
                last=last,
            )
        if isinstance(number, bool) or not isinstance(number, int) or number < 0:
            raise invalid("“{given}” is a number from 0 up, not {value}", given=given.id, value=_quote_fact(number))
        named.append((names.index(name), number))
    assert given.of is not None
    return GivenNumbers(given.of, assumed, tuple(sorted(named)))


def moments(given: list[Given | None], best: tuple[tuple[int, tuple[str, ...]], ...]) -> list[list[Given | None]]:
    """Return the given facts once for each choice that is left to the text."""
    choices = [given]
    for n, words in best:
        choices = [[*facts[:n], word, *facts[n + 1 :]] for facts in choices for word in words]
    return choices


def check_date(on: Any) -> None:
    """Refuse what is no date; raises :class:`RequestError`."""
    if not isinstance(on, str):
        raise invalid("“on” is not a date such as 2009-05-01", about="on")
    if not in_calendar(on):
        raise invalid("{date} is no date: write YYYY-MM-DD", about="on", date=_quote(on))


#: More names than these are not listed where one is unknown.
MOST_LISTED = 10
#: What a request names, in words.
REQUEST_WORDS = {
    "key": Message("key"),
    "text": Message("text"),
    "question": Message("question"),
    "option": Message("option"),
    "given fact": Message("given fact"),
}


def unknown(kind: str, name: Any, names: Any) -> str:
    """Return the message that a name is unknown, with the nearest one of ``names``, or with all if they are few."""
    if not isinstance(name, str):
        return Message("{name} is no {kind}", name=_quote(name), kind=REQUEST_WORDS[kind])
    guess, ordered, words = (nearest(name, names), sorted(names), {"kind": REQUEST_WORDS[kind], "name": _quote(name)})
    if guess is not None:
        return Message("there is no {kind} {name}; did you mean “{guess}”?", **words, guess=guess)
    if 0 < len(ordered) <= MOST_LISTED:
        return Message("there is no {kind} {name}; there are: {names}", **words, names=", ".join(ordered))
    if not ordered:
        return Message("there is no {kind} {name}, nor any other here", **words)
    return Message("there is no {kind} {name}", **words)


def _quote_fact(value: Any) -> Message:
    return _quote(json.dumps(value) if value is None or isinstance(value, bool) else value)


def _quote(value: Any) -> Message:
    written = str(value)
    return Message("“{name}”", name=written if len(written) <= 40 else written[:40] + "…")
