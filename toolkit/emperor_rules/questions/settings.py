"""The setting that a question names: the size of its table (“4v4”), options, and a day or a year (“in 2008”)."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from itertools import chain, product
from typing import NamedTuple

from emperor_rules.evaluate.engine import Engine
from emperor_rules.language.seating import read_seating
from emperor_rules.model.scenarios import TableRequest
from emperor_rules.model.seating import PLAIN_SEAT, SeatingPattern, write_seating
from emperor_rules.questions.language import Language, Word
from emperor_rules.questions.tables import expression

#: So many ways to give out roles to a team are tried.
MOST_WAYS = 4096
#: The most seats for which a seating is looked for.
MOST_SEATED = 40
#: A number that is no part of a name such as A1: without one no size is told, and no expression need be made.
_ALONE = re.compile(r"(?<!\w)\d")
_IN_DIGITS = re.compile(r"(?:19|20)\d\d")
_ISO = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})\b")


class Size(NamedTuple):
    """How many teams there are, and how many players each has (0: as many as at the table).

    With no teams, ``players`` is how many players there are in all. Where teams are told one by one (“3v4”), ``each``
    is how many players each has.
    """

    teams: int
    players: int
    each: tuple[int, ...] = ()


def take_size(written: str, language: Language) -> tuple[str, Size | None]:
    """Return a question without the words for the size of its table, and that size, if it names one."""
    text = re.sub(r"[^\W\d_]+", lambda m: language.numbers.get(m.group().lower(), m.group()), written)
    for pattern, *names in language.table["sizes"] if _ALONE.search(text) else ():
        if match := expression(pattern, re.IGNORECASE).search(text):
            said: dict[str, int] = dict(zip(names, map(int, match.groups()), strict=True))
            players, teams = said.get("players", said.get("size", 0)), said.get("teams", 0 if "players" in said else 2)
            each = _divided(players, teams) if "players" in said and teams else list[int]()
            if "against" in said:
                each = [players, said["against"]]
            size = Size(teams, players, tuple(each))
            return f"{text[: match.start()]} {text[match.end() :]}", size
    return written, None


def take_game(written: str, language: Language, text: str) -> str:
    """Return a question without the words that name the game of which a text speaks.

    A name that tells the size of the table stands before the rest, for whoever reads the size.
    """
    for table in ("games", "games_of_size"):
        names = "|".join(name for name, *texts in language.table[table] if text in texts)
        named = names and expression(names).search(written)
        for pattern, replacement in language.table["game_named"] if named else ():
            sentence = expression(pattern.replace("@", f"(?:{names})"))
            rest = sentence.sub(replacement.replace("$", "\\"), written)
            if named and rest != written and table == "games_of_size":
                return f"{named.group()} {rest}"
            written = rest
    return written


def named_games(written: str, language: Language) -> Sequence[str]:
    """Return the texts of the game that a question names, the one of today first; nothing where it names none."""
    rows = (*language.table["games"], *language.table["games_of_size"])
    games = (texts for name, *texts in rows if expression(name).search(written))
    return next(games, ())


def take_options(written: str, language: Language, options: Mapping[str, str]) -> tuple[str, tuple[str, ...]]:
    """Return a question without the words that some options are in use, and those options by their ids.

    ``options`` are the ids of those that the text has, with their names in the language. Words that say nothing else
    ask nothing, and stay.
    """
    names = {name.lower(): id for id, name in options.items()}
    if not names:
        return written, ()
    one = "|".join(re.escape(name).replace("'", "['’]") for name in sorted(names, key=len, reverse=True))
    several = rf"(?:{one})(?:,? (?:{'|'.join(language.people['and'])}) (?:\w+['’ ] ?)?(?:{one}))*"
    rest, used = written, list[str]()
    for said, name in language.table["options_called"]:
        rest = expression(said).sub(name.replace("$", "\\"), rest)
    for sentence in language.table["options_used"]:
        phrase = expression(sentence.replace("@", several), re.IGNORECASE)
        for said in phrase.finditer(rest):
            called = (name.lower().replace("’", "'") for name in expression(one, re.IGNORECASE).findall(said.group()))
            used += [names[name] for name in called if name in names]
        rest = phrase.sub(" ", rest)
    if not used or not re.search(r"[^\W_]", rest):
        return written, ()
    return re.sub(" +(?=[ ?.!,])", "", rest).strip(" ,;:"), tuple(dict.fromkeys(used))


def seating_of(size: Size, seats: str, engine: Engine, request: TableRequest) -> tuple[str | None, bool]:
    """Return the first seating of a size that a text allows, by the order of its letters, and that it is allowed.

    A seating that has the size already is kept; roles that sit at the table go before others. Of a number of players
    teams are made that are as alike as can be, few teams before many. Where the text allows none of them, it is told
    so, and each team sits as the first one of the table does, as far as it goes; ``None`` where that is out of bounds.
    """
    vocabulary, edition = engine.rulebook.vocabulary, {k: request.get(k) for k in ("text", "on", "options")}
    now, resolved = read_seating(seats, vocabulary), engine.program(request.get("text"), request.get("on")).resolved
    if size.each:
        sizes = [list(size.each)]
    else:
        sizes = [[size.players or now.sizes[0]] * size.teams] if size.teams else _divisions(size.players)
    if list(now.sizes) in sizes:
        return now.seats, True
    letters = {PLAIN_SEAT} if resolved.text.roles == () else set(now.roles)
    if vocabulary.requirement is None:
        return None, False
    for each in sizes:
        if 0 < sum(each) <= MOST_SEATED and min(each) > 0 and len(letters) ** max(each) <= MOST_WAYS:
            for side in product(sorted(letters), repeat=max(each)):
                for roles, team in _seated([side[:count] for count in each], resolved.seated):
                    table = write_seating(roles, team)
                    asked = {**edition, "seats": table, "ask": vocabulary.requirement.id, "of": []}
                    if engine.ask(asked).answer is True:
                        return table, True
    first = [role for role, team in zip(now.roles, now.team, strict=True) if team == now.team[0]]
    for each in sizes:
        if 0 < sum(each) <= MOST_SEATED and min(each) > 0:
            sides = [[*first, *first[-1:] * count][:count] for count in each]
            roles, team = next(_seated(sides, SeatingPattern.SIDE_BY_SIDE))
            return write_seating(roles, team), False
    return None, False


def _divisions(players: int) -> list[list[int]]:
    """Return how players are divided into teams that are as alike as can be, few teams before many."""
    return [_divided(players, teams) for teams in range(2, min(players, MOST_SEATED) + 1)]


def _divided(players: int, teams: int) -> list[int]:
    """Return how many players each of some teams has, as alike as can be."""
    return [players // teams + (n < players % teams) for n in range(teams)]


def _seated(
    sides: Sequence[Sequence[str]], pattern: SeatingPattern
) -> Iterator[tuple[tuple[str, ...], tuple[int, ...]]]:
    """Yield the roles and teams of seats around a table, where teams sit side by side and, if they may, alternate."""
    seats = [(role, team) for team, side in enumerate(sides) for role in side]
    yield tuple(role for role, _ in seats), tuple(team for _, team in seats)
    if pattern is SeatingPattern.ALTERNATING and len({len(side) for side in sides}) == 1:
        yield tuple(chain.from_iterable(zip(*sides, strict=True))), tuple(range(len(sides))) * len(sides[0])


class Period(NamedTuple):
    """A stretch of days, as ISO dates; both ends belong to it."""

    first: str
    last: str


def join_dates(written: str) -> str:
    """Return a question with each ISO date as three words, day first, so that no mark cuts it."""
    return _ISO.sub(lambda m: f"{int(m.group(3))} {int(m.group(2))}m {m.group(1)}", written)


def take_period(tokens: Sequence[Word], language: Language) -> tuple[list[Word], Period | None]:
    """Return the words without the period that they name, and that period, if there is one."""
    at = next(
        (n for n, token in enumerate(tokens) if isinstance(token.value, str) and _IN_DIGITS.fullmatch(token.value)), -1
    )
    if at < 0:
        return list(tokens), None
    year, start, end = int(str(tokens[at].value)), at, at + 1
    month = day = None
    before = _word(tokens, start - 1)
    if before.isdigit() and _month(_word(tokens, start - 2), language):  # July 11 2009
        day, month, start = int(before), _month(_word(tokens, start - 2), language), start - 2
    elif _month(before, language):
        month, start = _month(before, language), start - 1
        before = _word(tokens, start - 1)
        if before.isdigit():
            day, start = int(before), start - 1
    dated = set(map(language.stem, language.table["dated"])) | set(language.table["dated"])
    while start and _word(tokens, start - 1) in dated:
        start -= 1
    following = set(map(language.stem, language.table["dated_after"]))
    while end < len(tokens) and _word(tokens, end) in following:
        end += 1
    period = _period(year, month, day)
    return ([*tokens[:start], *tokens[end:]], period) if period else (list(tokens), None)


def _word(tokens: Sequence[Word], at: int) -> str:
    return str(tokens[at].value) if 0 <= at < len(tokens) else ""


def _month(word: str, language: Language) -> int | None:
    if word.endswith("m") and word[:-1].isdigit():
        return int(word[:-1])
    months = [language.stem(month) for month in language.table["months"]]
    return months.index(word) + 1 if word in months else None


def _period(year: int, month: int | None, day: int | None) -> Period | None:
    if month is None:
        return Period(f"{year}-01-01", f"{year}-12-31")
    if not 1 <= month <= 12:
        return None
    last = monthrange(year, month)[1]
    if day is None:
        return Period(f"{year}-{month:02}-01", f"{year}-{month:02}-{last}")
    if not 1 <= day <= last:
        return None
    exact = date(year, month, day).isoformat()
    return Period(exact, exact)
