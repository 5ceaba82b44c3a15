"""Random positions with questions about them, many to a table or one at a time: what the engines are asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random
from typing import Any

from emperor_rules.model import terms as tm
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Text
from emperor_rules.model.vocabulary import GivenFact, Predicate
from emperor_rules.resolve.resolver import change_dates
from emperor_rules.resolve.rules import ResolvedText

MOST_SEATS = 9
Request = dict[str, Any]
#: Kinds of answers and positions that must be among those that engines are compared on: not all silent, nor all invalid.
KINDS: set[tuple[object, ...]] = {
    ("answered", True),
    ("answered", False),
    ("answered", "int"),
    ("answered", "str"),
    ("answered", "tuple"),
    ("silent", "NoneType"),
    ("invalid", "NoneType"),
    ("gone", True, True),
    ("gone", False, False),
}


@dataclass(frozen=True)
class Setting:
    """One table and the options in use there, positions of it (requests without a question) and questions."""

    text: str
    on: str | None
    seats: str
    options: tuple[str, ...]
    given_keys: tuple[str, ...]
    positions: tuple[Request, ...]
    questions: tuple[tuple[str, tuple[str, ...]], ...]

    def requests(self) -> Iterator[Request]:
        """Ask every question of every position, question by question."""
        for ask, of in self.questions:
            for position in self.positions:
                yield {**position, "ask": ask, "of": list(of)}


def random_seats(rng: Random, most: int = MOST_SEATS, teams: Sequence[int] = (2, 2, 3)) -> list[list[str]]:
    """Seat teams, mostly alike with the leading role in the middle; some with odd sizes and seats.

    Args:
        rng: Draws sizes and roles.
        most: How many seats there are at most.
        teams: The numbers of teams to choose from.
    """
    number = rng.choice(teams)
    size = rng.choice((1, 2, 3, 3, 3, 4) if number <= 2 else (1, 2, 3, 3))
    sizes = [size] * number
    if rng.random() < 0.2:
        sizes = [rng.randint(1, 5 if number <= 2 else 4) for _ in sizes]
    while sum(sizes) > most:
        sizes[sizes.index(max(sizes))] -= 1
    seated = []
    for size in sizes:
        middle = rng.choice(((size - 1) // 2, size // 2))
        seated.append(
            [rng.choice("gEl") if rng.random() < 0.1 else "E" if place == middle else "g" for place in range(size)]
        )
    return seated


def seated(rng: Random, teams: list[list[str]]) -> tuple[str, list[str]]:
    """Write seats, and who sits there: mostly team by team, sometimes dealt round, so that teams do not sit together."""
    names = [[f"{chr(65 + n)}{place}" for place in range(1, len(team) + 1)] for n, team in enumerate(teams)]
    if len(teams) == 1 or rng.random() < 0.75:
        return " | ".join(" ".join(team) for team in teams), [name for side in names for name in side]
    rounds = range(max(map(len, teams)))
    dealt = [(n, place) for place in rounds for n, team in enumerate(teams) if place < len(team)]
    if rng.random() < 0.3:
        order = rng.sample([n for n, _ in dealt[1:]], len(dealt) - 1)
        dealt = [(n, ([0, *order][: at + 1]).count(n) - 1) for at, n in enumerate([0, *order])]
    return " ".join(f"{chr(65 + n)}:{teams[n][place]}" for n, place in dealt), [names[n][place] for n, place in dealt]


def random_options(rng: Random, text: Text | ResolvedText) -> list[str]:
    """Put options in use, of each group of alternatives at most one."""
    chosen = [option for option in sorted(text.options) if rng.random() < 0.3]
    for group in text.alternatives:
        chosen = [o for o in chosen if o not in group or o == next(c for c in chosen if c in group)]
    return chosen


def random_setting(rng: Random, text: ResolvedText, asks: Sequence[str], positions: int) -> Setting:
    """Lay a table and play it on, in several ways; each question is asked of one choice of players."""
    teams = random_seats(rng)
    seats, names = seated(rng, teams)
    options = tuple(random_options(rng, text))
    givens = [given for given in text.vocabulary.givens.values() if rng.random() < likelihood(given)]
    share = rng.choice((0.15, 0.5, 0.9))
    givens = [g for g in givens if g.default is None or g.default == "first" or g.best or rng.random() < share]
    base: Request = {"text": text.id, "seats": seats, "options": list(options)}
    if text.on is not None:
        base["on"] = text.on
    requests = tuple({**base, **random_play(rng, names, givens)} for _ in range(positions))
    questions = []
    for ask in asks:
        questions.append((ask, tuple(random_of(rng, text.vocabulary.questions[ask], names))))
    return Setting(text.id, text.on, seats, options, tuple(g.id for g in givens), requests, tuple(questions))


def random_of(rng: Random, predicate: Predicate, names: Sequence[str]) -> list[str]:
    """Choose the players or teams that a question is asked of."""
    teams = sorted({name[0] for name in names})
    return [rng.choice(teams if sort == tm.TEAM else names) for _, sort in predicate.parameters]


def likelihood(given: GivenFact) -> float:
    """Say how often a fact is given at all: often what the question cannot do without."""
    return 0.9 if given.default is None else 0.6 if given.default == "first" or given.best else 1.0


def random_play(rng: Random, names: list[str], givens: Sequence[GivenFact]) -> Request:
    """Let some players leave, before the turn and during it, and give some facts."""
    shuffled = rng.sample(names, len(names))
    before = min(rng.choice((0, 0, 1, 1, 2, rng.randint(0, len(names) - 1))), len(names) - 1)
    during = min(rng.choice((0, 0, 0, 1, 1, 2)), len(names) - 1 - before)
    rest = shuffled[before + during :]
    given = {g.id: random_value(rng, g, names, rest) for g in givens}
    return {"left": sorted(shuffled[:before]), "leaving": sorted(shuffled[before : before + during]), "given": given}


def random_value(rng: Random, given: GivenFact, names: list[str], rest: list[str]) -> Any:
    """Choose what is given under one key."""
    match given.kind:
        case "flag":
            return rng.random() < 0.5
        case "number":
            return rng.choice((0, 0, 1, 2))
        case "numbers":
            return numbers_of_some(rng, given, names)
        case "player":
            return rng.choice(rest if given.present else names)
        case "team":
            return rng.choice(names)[0]
        case "players":
            return sorted(rng.sample(names, min(len(names), rng.choice((0, 0, 1, 1, 2, 3, len(names))))))
    return rng.choice([word for word, _ in given.choices])


# --- one question at a time -----------------------------------------------------------------------


def random_position(rng: Random, book: Rulebook, text: str) -> tuple[Request, list[str], list[str]]:
    """A request without its question; everybody's name, and the names of those still in the game."""
    teams = random_seats(rng, 10, teams=(1, 2, 2, 2, 2, 3, 3, 4))
    seats, names = seated(rng, teams)
    shuffled = rng.sample(names, len(names))
    before = rng.choice((0, 0, 1, 1, 2, rng.randint(0, len(names) - 1)))
    during = rng.choice((0, 0, 0, 1, 2))
    rest = shuffled[before + during :]
    dates = [None, *book.texts[text].editions, "2009-05-01", "2024-10-01"]
    on = rng.choice(dates)
    editions = book.texts[text].editions
    request: Request = {
        "text": text,
        "seats": seats,
        "left": sorted(shuffled[:before]),
        "leaving": sorted(shuffled[before : before + during]),
        "options": random_options(rng, book.texts[text]),
    }
    if on is not None and not (len(editions) > 1 and on < editions[0]):
        request["on"] = on
    request["given"] = random_given(rng, book, names, rest)
    return request, names, rest


def random_dated_position(rng: Random, book: Rulebook, text: str) -> tuple[Request, list[str], list[str]]:
    """A position as :func:`random_position` makes, on any day, and often at the moment that the text allows."""
    position, names, rest = random_position(rng, book, text)
    position.pop("on", None)
    day = random_day(rng, change_dates(text, book.texts))
    if day is not None:
        position["on"] = day
    if rng.random() < 0.4:
        for key, given in book.vocabulary.givens.items():
            if given.best:
                position["given"].pop(key, None)
    return position, names, rest


def random_day(rng: Random, dates: Sequence[str]) -> str | None:
    """A day on which something changed, the one before or after it, or the newest wording."""
    day = date.fromisoformat(rng.choice(dates or ["2012-03-04"])) + timedelta(days=rng.choice((-1, 0, 0, 0, 1, 200)))
    return None if rng.random() < 0.2 else day.isoformat()


def numbers_of_some(rng: Random, given: GivenFact, names: list[str]) -> dict[str, int]:
    """Give a number of its own to no more than two players, or teams."""
    members = sorted({name[0] for name in names}) if given.of == tm.TEAM else names
    return {who: rng.randint(0, 2) for who in rng.sample(members, rng.randint(0, min(2, len(members))))}


def random_given(rng: Random, book: Rulebook, names: list[str], rest: list[str]) -> dict[str, Any]:
    """Some of what may be given; always the phase, and mostly whatever depends on whom one asks about."""
    share, settled, usual = rng.choice((0.1, 0.4, 0.9)), rng.random() < 0.85, rng.choice(names)
    alike = rng.random() < 0.3  # whoever is given is mostly the same player: the leaver owns the card, …
    values: dict[str, Any] = {}
    for given in book.vocabulary.givens.values():
        if rng.random() > share and not given.best and not (settled and given.default == "first"):
            continue
        match given.kind:
            case "flag":
                values[given.id] = rng.random() < 0.5
            case "number":
                values[given.id] = rng.randint(0, 2)
            case "numbers":
                values[given.id] = numbers_of_some(rng, given, names)
            case "player":
                pool = rest if given.present and rest else names
                values[given.id] = usual if alike and usual in pool and rng.random() < 0.8 else rng.choice(pool)
            case "team":
                values[given.id] = rng.choice(names)[0]
            case "players":
                values[given.id] = rng.sample(names, rng.randint(0, min(3, len(names))))
            case _:
                values[given.id] = rng.choice([word for word, _ in given.choices])
    return values


def random_question(
    rng: Random, book: Rulebook, position: Request, ask: str, names: list[str], rest: list[str]
) -> Request:
    """Ask a question of one choice of players or teams, with whatever it cannot do without given."""
    predicate = book.vocabulary.questions[ask]
    pool = names if predicate.gone_allowed or predicate.ignores or not rest else rest
    teams = sorted({name[0] for name in names})
    of = [rng.choice(teams) if sort == tm.TEAM else rng.choice(pool) for _, sort in predicate.parameters]
    given = dict(position["given"])
    if all(sort != tm.PLAYER for _, sort in predicate.parameters):  # then nobody is the first player asked about
        for key, declared in book.vocabulary.givens.items():
            if declared.default == "first":
                given.setdefault(key, names[0])
    return {**position, "ask": ask, "of": of, "given": given}
