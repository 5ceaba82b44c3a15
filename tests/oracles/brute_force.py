"""What searches should find: every position is asked of the evaluator, one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, pairwise, product
from math import prod
from random import Random
from typing import Any

from emperor_rules.evaluate.engine import Answer, Engine
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.scenarios import RequestPosition
from emperor_rules.model.texts import Edition
from emperor_rules.model.vocabulary import Words
from emperor_rules.resolve.cone import cone_of
from tests.support import shipped

Request = dict[str, Any]

#: The shipped fact that ends play.
ENDS = "play-over"


@cache
def shipped_with_its_end() -> Rulebook:
    """Give the shipped rules, with the fact that ends play made a question."""
    book = shipped.rulebook()
    predicates = dict(book.vocabulary.predicates)
    predicates[ENDS] = replace(predicates[ENDS], ask=Words("is play over?", "non si gioca più?"), after_game=True)
    return replace(book, vocabulary=replace(book.vocabulary, predicates=predicates))


# --- positions one by one -------------------------------------------------------------------------


def seatings(up_to: int, letters: str = "Eg") -> list[str]:
    """Give every seating of at least two teams, of those that turning makes the same the first in the alphabet."""
    distinct = set()
    for seats in range(2, up_to + 1):
        for cuts in range(1, seats):
            for ends in combinations(range(1, seats), cuts):
                bounds = (0, *ends, seats)
                for roles in product(letters, repeat=seats):
                    sides = [" ".join(roles[a:b]) for a, b in pairwise(bounds)]
                    distinct.add(min(" | ".join(sides[n:] + sides[:n]) for n in range(len(sides))))
    return sorted(distinct, key=lambda seating: (len(seating.replace("|", "").split()), seating.count("|"), seating))


@cache
def _seatings(up_to: int, letters: str) -> list[str]:
    return seatings(up_to, letters)


def legal(by: Engine, side: Edition, seats: str, question: str = "legal") -> bool:
    """Ask whether a text certainly calls a seating legal."""
    return ask(by, side, {"seats": seats, "ask": question, "of": []}).answer is True


def tables(
    by: Engine,
    sides: Sequence[Edition],
    up_to: int,
    *,
    by_any: bool = False,
    letters: str = "Eg",
    question: str = "legal",
) -> list[str]:
    """Give the seatings that all of the texts (or any of them) certainly call legal."""
    quantifier = any if by_any else all
    return [s for s in _seatings(up_to, letters) if quantifier(legal(by, side, s, question) for side in sides)]


def ask(by: Engine, side: Edition, request: Mapping[str, Any]) -> Answer:
    """Ask a text on its date."""
    return by.ask({"text": side.text, **({"on": side.on} if side.on else {}), **request})


def names_of(seats: str) -> list[str]:
    """Name the players of a seating: of teams between bars, or of the letters of their teams, seat by seat."""
    letters = [seat.partition(":")[0] for seat in seats.split()]
    if "|" not in letters and {*letters} == {chr(65 + n) for n in range(len({*letters}))}:
        return [f"{team}{letters[: n + 1].count(team)}" for n, team in enumerate(letters)]
    return [f"{chr(65 + n)}{m + 1}" for n, side in enumerate(seats.split("|")) for m in range(len(side.split()))]


#: Whether a player is there, left before the turn began or leaves during it.
STATES = ("present", "left", "leaving")


def states(
    by: Engine,
    sides: Sequence[Edition],
    seats: str,
    ends: str = "finished",
    among: Iterable[Sequence[str]] | None = None,
) -> Iterator[Request]:
    """Give everybody's state wherever each text plays on, as the turn began and now: all there are, or those given."""
    names = names_of(seats)

    @cache
    def goes_on(gone: frozenset[str]) -> bool:
        place: RequestPosition = {"seats": seats, "left": sorted(gone)}
        return all(
            ask(by, side, {**place, "ask": ends, "of": []}).answer is not True
            and not by.departures(place, side.text, side.on).reasons
            for side in sides
        )

    for each in product(STATES, repeat=len(names)) if among is None else among:
        left = [name for name, state in zip(names, each, strict=True) if state == "left"]
        leaving = [name for name, state in zip(names, each, strict=True) if state == "leaving"]
        if goes_on(frozenset(left)) and goes_on(frozenset(left + leaving)):
            yield {"seats": seats, "left": left, "leaving": leaving}


def givens(by: Engine, sides: Sequence[Edition], ask: str, names: Sequence[str]) -> list[list[dict[str, Any]]]:
    """Give the choices for each of the facts that the question looks at, as far as ``ask`` leaves them open."""
    vocabulary = by.rulebook.vocabulary
    predicate = vocabulary.predicates[ask]
    read = {key for side in sides for key in cone_of(by.program(side.text, side.on).resolved, ask).givens}
    asked_of_players = any(sort == "player" for _, sort in predicate.parameters)
    choices: list[list[dict[str, Any]]] = []
    for key in sorted(read):
        fact = vocabulary.givens[key]
        if fact.best and predicate.kind == "action":
            continue  # the moment is left to the text
        if fact.default == "first" and asked_of_players and (predicate.slot is None or predicate.slot[0] != key):
            continue  # it is a player of the question
        values: list[dict[str, Any]] = [{key: name} for name in names]
        match fact.kind:
            case "flag":
                values = [{key: False}, {key: True}]
            case "number":
                values = [{key: int(fact.default or 0) + more} for more in range(9)]
            case "choice":
                values = [{key: word} for word, _ in fact.choices]
            case "team":
                values = [{key: team} for team in dict.fromkeys(name[0] for name in names)]
                values += [{}] if fact.default == "none" else []
            case "players":
                values = [{key: list(some)} for size in range(len(names) + 1) for some in combinations(names, size)]
            case _:
                values = [*([{}] if fact.default == "none" else []), *values]
        choices.append(values)
    return choices


def arguments(by: Engine, ask: str, seats: str) -> list[list[str]]:
    """Give all players or teams of whom a question can be asked."""
    params = by.rulebook.vocabulary.predicates[ask].parameters
    teams = sorted({name[0] for name in names_of(seats)})
    chosen = [list(some) for some in product(*(teams if sort == "team" else names_of(seats) for _, sort in params))]
    return [some for some in chosen if len(params) < 3 or len(set(some)) == len(some)]


@dataclass(frozen=True)
class Clash:
    """One position in which two texts answer differently, or in which one contradicts itself."""

    request: Mapping[str, Any]
    answers: tuple[Answer, ...]

    @property
    def size(self) -> tuple[int, int, int, int]:
        """Seats, teams, how many have gone, and how many of them during the turn."""
        gone, during = len(self.request.get("left") or ()), len(self.request.get("leaving") or ())
        seats = self.request["seats"]
        return len(seats.replace("|", "").split()), seats.count("|") + 1, gone + during, during

    @property
    def kind(self) -> tuple[Any, ...]:
        """Question, options and how either side answers."""
        return self.request["ask"], tuple(self.request.get("options") or ()), tuple(a.status for a in self.answers)

    @property
    def identity(self) -> tuple[Any, ...]:
        """What tells it from other findings, the clauses too."""
        return (*self.kind, *(a.clauses for a in self.answers))


def clashes(
    by: Engine,
    sides: Sequence[Edition],
    asks: Sequence[str],
    seatings: Sequence[str],
    options: Sequence[Sequence[str]] = ((), ("fog",), ("rain",)),
    *,
    ends: str = "finished",
    most: int | None = None,
) -> list[Clash]:
    """Ask everything everywhere: where two texts answer differently, or the one contradicts itself.

    Options under which a question is answered everywhere as without them are left out. ``most`` positions of a table
    are asked about, chosen at random.
    """
    texts = [by.program(side.text, side.on).resolved for side in sides]
    clashing: list[Clash] = []
    for question in asks:
        predicate = by.rulebook.vocabulary.predicates[question]
        without: dict[Any, Any] = {}
        for chosen in options:
            matters, under = not chosen or len(options) == 1, []
            for seats in seatings:
                places: list[Request] = (
                    [{"seats": seats}] if predicate.ignores else list(states(by, sides, seats, ends))
                )
                every: tuple[Sequence[Any], ...] = (
                    places,
                    arguments(by, question, seats),
                    *givens(by, sides, question, names_of(seats)),
                )
                positions: Any = product(*every)
                if most is not None and most < prod(map(len, every)):
                    rng = Random(f"{question} {seats}")
                    positions = [tuple(map(rng.choice, every)) for _ in range(most)]
                for at, (place, who, *facts) in enumerate(positions):
                    given = {key: value for fact in facts for key, value in fact.items()}
                    request = {**place, "options": list(chosen), "given": given, "ask": question, "of": who}
                    answers = tuple(
                        ask(by, side, {**request, "options": [o for o in chosen if o in text.options]})
                        for side, text in zip(sides, texts, strict=True)
                    )
                    said = tuple((answer.status, repr(answer.answer)) for answer in answers)
                    matters = without.setdefault((seats, at), said) != said or matters
                    if any(answer.status == "invalid" for answer in answers):
                        continue
                    if len(set(said)) > 1 or (len(sides) == 1 and answers[0].status == "contradicted"):
                        under.append(Clash(request, answers))
            clashing += under if matters else []
    return clashing
