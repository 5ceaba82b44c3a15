"""Small random texts, and what searches should find in them, by asking the evaluator position by position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, pairwise, product
from math import prod
from pathlib import Path
from random import Random
from typing import Any

from emperor_rules.diagnostics import ERROR
from emperor_rules.evaluate.engine import Answer, Engine
from emperor_rules.frontend.loader import load_rulebook
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Edition
from emperor_rules.model.vocabulary import Words
from emperor_rules.resolve.cone import cone_of
from emperor_rules.resources import shipped_rules
from tests.test_logic import WORDS, clause, text

Request = dict[str, Any]

PLAY = """\
fact finished
  en "play is over"
  it "non si gioca più"
  ask en "is play over?"
  ask it "non si gioca più?"
  closed
  ends play
  means some team is lost.
given phase
  en "the phase"
  it "la fase"
  one of day "day" "giorno", night "night" "notte", dawn "dawn" "alba"
  default day
  best
given active
  en "the active player"
  it "il giocatore attivo"
  player
  default first
given place
  en "the player where the boat lies"
  it "il giocatore dove sta la barca"
  player
  default first
given stones
  en "the number of stones"
  it "il numero di pietre"
  number
  default 0
action may-row
  of p, q
  en "p may row to q"
  it "p può remare da q"
  ask en "may p row to q?"
  ask it "p può remare da q?"
  slot place "from the place of x"
  with place p
option rain
  en "rain"
  it "pioggia"
"""
#: What is given in some clause, by a word that shows it: a random text speaks of one of them at most.
GIVENS = ("dark", "phase", "guilty", "active", "place", "caller")
TABLE = (
    "require every team called t is such that (exactly 1 player of t is a king).",
    "require every team called t is such that (the size of t is 1 or the size of t is 2).",
    "require some team called t is such that (the size of t is 2).",
)


def rules(folder: Path, **texts: str) -> Path:
    """Write texts with the vocabulary of the tests of logic, and an end of play, a phase and a boat."""
    for name, words in {
        "vocabulary/words": WORDS,
        "vocabulary/play": PLAY,
        **{f"texts/{id}": words for id, words in texts.items()},
    }.items():
        file = folder / f"{name}.rules"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(words, encoding="utf-8")
    return folder


#: The shipped fact that ends play.
ENDS = "play-over"


@cache
def shipped() -> Rulebook:
    """Give the shipped rules, with the fact that ends play made a question."""
    book = load_rulebook(shipped_rules(), scenarios=False)
    relations = dict(book.vocabulary.relations)
    relations[ENDS] = replace(relations[ENDS], ask=Words("is play over?", "non si gioca più?"))
    return replace(book, vocabulary=replace(book.vocabulary, relations=relations))


def engine(folder: Path, **texts: str) -> Engine:
    """Answer by texts that must be sound."""
    book = load_rulebook(rules(folder, **texts))
    assert not [d for d in book.findings if d.severity == ERROR], book.findings
    return Engine(book)


# --- random texts ---------------------------------------------------------------------------------

OF_ONE = (
    "p is a king",
    "p is red",
    "p is wet",
    "the room is dark",
    "option fog is in use",
    "the phase is night",
    "p is the active player",
    "p is guilty",
    "some player other than p is next to p",
    "the reach of p is 2",
    "some king other than p is next to p as the turn began",
    "the caller is p",
    "some king other than p is within 1 seats of p at the start",
    "option rain is in use",
)
OF_TWO = (
    *OF_ONE,
    "q is next to p",
    "q is next to p as the turn began",
    "q is next to p at the start",
    "q is a king",
    "q is red",
    "q is within 1 seats of p",
    "the distance from p to q is 2",
    "the team of p is the team of q",
    "the reach of q is the reach of p",
    "q is guilty",
)
HEADS = (
    ("p may hit q", 2),
    ("p may not hit q", 2),
    ("p may push q", 2),
    ("p may not push q", 2),
    ("p is red", 1),
    ("p is not red", 1),
    ("p is wet", 1),
    ("p is not wet", 1),
    ("the reach of p is 2", 1),
    ("the reach of p is 1", 1),
    ("p may row to q from the place of x", 3),
    ("p may not row to q from the place of x", 3),
)
#: What a relation may look at, so that none runs in a circle: red nothing, wet red, the reach both.
ABOVE = (("red", ("is red", "is wet", "reach")), ("wet", ("is wet", "reach")), ("reach", ("reach",)))


def random_text(rng: Random, id: str, *, table: Sequence[str] = TABLE, head: str = "", clauses: int = 6) -> str:
    """Write a text of so many random clauses after its table and the end of play."""
    ending = rng.choice(
        (
            "t is lost when no king that is a player of t is in the game.",
            "t is lost when no player that is in the game is a player of t.",
            "t is lost when at most 1 player that is in the game is a player of t and the size of t is 2.",
        )
    )
    found = [clause("1", *table), clause("2", ending)]
    if rng.random() < 0.4:
        found.append(clause("3", "prohibitions beat permissions."))
    about: dict[str, list[str]] = {}
    without = rng.sample(GIVENS, len(GIVENS) - 1)
    for n in range(4, 4 + clauses):
        said, letters = rng.choice(HEADS)
        kind = said.replace(" not ", " ").replace("reach of p is 2", "reach").replace("reach of p is 1", "reach")
        others = about.setdefault(kind, [])
        overrides = f"overrides {rng.choice(others)}" if others and rng.random() < 0.3 else ""
        found.append(clause(str(n), _sentence(rng, said, letters, without), head=overrides))
        others.append(str(n))
    return text(id, *found, head=head or "options fog, rain")


def _sentence(rng: Random, said: str, letters: int, without: Sequence[str]) -> str:
    pool: Sequence[str] = [
        c for c in (OF_ONE if letters == 1 else OF_TWO) if not any(f" {key}" in c for key in without)
    ]
    if letters == 3:
        pool = (*pool, "x is next to q", "x is p", "x is a king")
    for word, unseen in ABOVE:
        if word in said:
            pool = [c for c in pool if not any(u in c for u in unseen)]
    chosen = rng.sample(pool, rng.choice((1, 1, 2)))
    joined = rng.choice((" and ", " or ")).join(chosen)
    if rng.random() < 0.25:
        joined = f"not ({joined})"
    roll = rng.random()
    if "reach" not in said and "not" not in said and roll < 0.25:
        return f"{said} only when {joined}."
    if roll > 0.88:
        return (
            f"whether {said.replace('not ', '')} is left open when {joined}."
            if "reach" not in said
            else (f"the reach of p is left open when {joined}.")
        )
    return f"{said} {rng.choice(('when', 'when', 'unless'))} {joined}."


# --- positions one by one -------------------------------------------------------------------------


def seatings(up_to: int, letters: str = "Eg") -> list[str]:
    """Give every seating of at least two teams, of those that turning makes the same the first in the alphabet."""
    found = set()
    for seats in range(2, up_to + 1):
        for cuts in range(1, seats):
            for ends in combinations(range(1, seats), cuts):
                bounds = (0, *ends, seats)
                for roles in product(letters, repeat=seats):
                    sides = [" ".join(roles[a:b]) for a, b in pairwise(bounds)]
                    found.add(min(" | ".join(sides[n:] + sides[:n]) for n in range(len(sides))))
    return sorted(found, key=lambda seating: (len(seating.replace("|", "").split()), seating.count("|"), seating))


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
    told = any if by_any else all
    return [s for s in _seatings(up_to, letters) if told(legal(by, side, s, question) for side in sides)]


def ask(by: Engine, side: Edition, request: Mapping[str, Any]) -> Answer:
    """Ask a text on its date."""
    return by.ask({"text": side.text, **({"on": side.on} if side.on else {}), **request})


def names_of(seats: str) -> list[str]:
    """Name the players of a seating."""
    return [f"{chr(65 + n)}{m + 1}" for n, side in enumerate(seats.split("|")) for m in range(len(side.split()))]


def states(by: Engine, sides: Sequence[Edition], seats: str, ends: str = "finished") -> Iterator[Request]:
    """Give everybody's state wherever each text plays on, as the turn began and now."""
    names = names_of(seats)

    @cache
    def goes_on(gone: frozenset[str]) -> bool:
        return all(
            ask(by, side, {"seats": seats, "left": sorted(gone), "ask": ends, "of": []}).answer is not True
            for side in sides
        )

    for each in product(("present", "left", "leaving"), repeat=len(names)):
        left = [name for name, state in zip(names, each, strict=True) if state == "left"]
        leaving = [name for name, state in zip(names, each, strict=True) if state == "leaving"]
        if goes_on(frozenset(left)) and goes_on(frozenset(left + leaving)):
            yield {"seats": seats, "left": left, "leaving": leaving}


def givens(by: Engine, sides: Sequence[Edition], ask: str, names: Sequence[str]) -> list[list[dict[str, Any]]]:
    """Give the choices for each of the facts that the question looks at, as far as ``ask`` leaves them open."""
    vocabulary = by.rulebook.vocabulary
    relation = vocabulary.relations[ask]
    read = {key for side in sides for key in cone_of(by.program(side.text, side.on).resolved, ask).givens}
    asked_of_players = any(sort == "player" for _, sort in relation.params)
    found: list[list[dict[str, Any]]] = []
    for key in sorted(read):
        fact = vocabulary.givens[key]
        if fact.best and relation.kind == "action":
            continue  # the moment is left to the text
        if fact.default == "first" and asked_of_players and (relation.slot is None or relation.slot[0] != key):
            continue  # it is a player of the question
        told: list[dict[str, Any]] = [{key: name} for name in names]
        match fact.kind:
            case "flag":
                told = [{key: False}, {key: True}]
            case "number":
                told = [{key: int(fact.default or 0) + more} for more in range(9)]
            case "choice":
                told = [{key: word} for word, _ in fact.choices]
            case "players":
                told = [{key: list(some)} for size in range(len(names) + 1) for some in combinations(names, size)]
            case _:
                told = [*([{}] if fact.default == "none" else []), *told]
        found.append(told)
    return found


def arguments(by: Engine, ask: str, seats: str) -> list[list[str]]:
    """Give all players or teams of whom a question can be asked."""
    params = by.rulebook.vocabulary.relations[ask].params
    teams = [chr(65 + n) for n in range(seats.count("|") + 1)]
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
        relation = by.rulebook.vocabulary.relations[question]
        without: dict[Any, Any] = {}
        for chosen in options:
            matters, under = not chosen or len(options) == 1, []
            for seats in seatings:
                places: list[Request] = [{"seats": seats}] if relation.ignores else list(states(by, sides, seats, ends))
                every: tuple[Sequence[Any], ...] = (
                    places,
                    arguments(by, question, seats),
                    *givens(by, sides, question, names_of(seats)),
                )
                positions: Any = product(*every)
                if most is not None and most < prod(map(len, every)):
                    rng = Random(f"{question} {seats}")
                    positions = [tuple(map(rng.choice, every)) for _ in range(most)]
                for at, (place, who, *told) in enumerate(positions):
                    given = {key: value for one in told for key, value in one.items()}
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


__all__ = ["Clash", "clashes", "engine", "random_text", "rules", "seatings", "states", "tables"]
