"""Random positions, many to a table, with questions about them: what all engines are asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from emperor_rules.model import terms as tm
from emperor_rules.model.vocabulary import GivenFact, Predicate
from emperor_rules.resolve.rules import ResolvedText

MOST_SEATS = 9
Request = dict[str, Any]


@dataclass(frozen=True)
class Setting:
    """One table and the options in use there, positions of it (requests without a question) and questions."""

    text: str
    on: str | None
    seats: str
    options: tuple[str, ...]
    told: tuple[str, ...]
    positions: tuple[Request, ...]
    questions: tuple[tuple[str, tuple[str, ...]], ...]

    def requests(self) -> Iterator[Request]:
        """Ask every question of every position, question by question."""
        for ask, of in self.questions:
            for position in self.positions:
                yield {**position, "ask": ask, "of": list(of)}


def random_seats(rng: Random, most: int = MOST_SEATS) -> list[list[str]]:
    """Two or three teams, mostly alike with the emperor in the middle; some with odd sizes and seats."""
    number = rng.choice((2, 2, 3))
    size = rng.choice((1, 2, 3, 3, 3, 4) if number == 2 else (1, 2, 3, 3))
    sizes = [size] * number
    if rng.random() < 0.2:
        sizes = [rng.randint(1, 5 if number == 2 else 4) for _ in sizes]
    while sum(sizes) > most:
        sizes[sizes.index(max(sizes))] -= 1
    teams = []
    for size in sizes:
        middle = rng.choice(((size - 1) // 2, size // 2))
        teams.append(
            [rng.choice("gEl") if rng.random() < 0.1 else "E" if place == middle else "g" for place in range(size)]
        )
    return teams


def random_setting(rng: Random, text: ResolvedText, asks: Sequence[str], positions: int) -> Setting:
    """Lay a table and play it on, in several ways; each question is asked of one choice of players."""
    teams = random_seats(rng)
    names = [f"{chr(65 + n)}{place}" for n, team in enumerate(teams) for place in range(1, len(team) + 1)]
    seats = " | ".join(" ".join(team) for team in teams)
    options = tuple(o for o in sorted(text.options) if rng.random() < 0.3)
    told = [given for given in text.vocabulary.givens.values() if rng.random() < likelihood(given)]
    share = rng.choice((0.15, 0.5, 0.9))
    told = [g for g in told if g.default is None or g.default == "first" or g.best or rng.random() < share]
    base: Request = {"text": text.id, "seats": seats, "options": list(options)}
    if text.on is not None:
        base["on"] = text.on
    found = tuple({**base, **random_play(rng, names, told)} for _ in range(positions))
    questions = []
    for ask in asks:
        questions.append((ask, tuple(random_of(rng, text.vocabulary.questions[ask], names))))
    return Setting(text.id, text.on, seats, options, tuple(g.id for g in told), found, tuple(questions))


def random_of(rng: Random, relation: Predicate, names: Sequence[str]) -> list[str]:
    """Choose the players or teams that a question is asked of."""
    teams = sorted({name[0] for name in names})
    return [rng.choice(teams if sort == tm.TEAM else names) for _, sort in relation.params]


def likelihood(given: GivenFact) -> float:
    """Say how often a fact is given at all: often what the question cannot do without."""
    return 0.9 if given.default is None else 0.6 if given.default == "first" or given.best else 1.0


def random_play(rng: Random, names: list[str], told: Sequence[GivenFact]) -> Request:
    """Let some players leave, before the turn and during it, and give some facts."""
    shuffled = rng.sample(names, len(names))
    before = min(rng.choice((0, 0, 1, 1, 2, rng.randint(0, len(names) - 1))), len(names) - 1)
    during = min(rng.choice((0, 0, 0, 1, 1, 2)), len(names) - 1 - before)
    rest = shuffled[before + during :]
    given = {g.id: random_value(rng, g, names, rest) for g in told}
    return {"left": sorted(shuffled[:before]), "leaving": sorted(shuffled[before : before + during]), "given": given}


def random_value(rng: Random, given: GivenFact, names: list[str], rest: list[str]) -> Any:
    """Choose what is given under one key."""
    match given.kind:
        case "flag":
            return rng.random() < 0.5
        case "number":
            return rng.choice((0, 0, 1, 2))
        case "player":
            return rng.choice(rest if given.present else names)
        case "players":
            return sorted(rng.sample(names, min(len(names), rng.choice((0, 0, 1, 1, 2, 3, len(names))))))
    return rng.choice([word for word, _ in given.choices])
