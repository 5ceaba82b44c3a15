"""The drawings of a text's tables, with their key."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from jinja2.environment import TemplateModule
from markupsafe import Markup

from emperor_rules.drawing.alt_text import unsaid
from emperor_rules.drawing.scene import PositionSpec, scene_of
from emperor_rules.drawing.spec import DrawingSpec, drawn_as
from emperor_rules.drawing.svg import draw_svg
from emperor_rules.drawing.templating import environment
from emperor_rules.errors import RequestError
from emperor_rules.evaluate.engine import Engine
from emperor_rules.model.phrases import LETTER
from emperor_rules.model.seating import Table
from emperor_rules.model.vocabulary import Predicate, Vocabulary
from emperor_rules.resolve.rules import ResolvedText, per_text
from emperor_rules.search.seatings import SeatingMemo, tables_up_to
from emperor_rules.site.i18n import Locale

#: Tables larger than this are not gathered; the toolkit itself searches no further.
MOST_SEATS = 12
#: A drawing shows no more and no larger teams than these.
MOST_TEAMS, LARGEST_TEAM = 4, 6
#: A team is drawn if so many of its seats at most differ from those they mirror (a middle need not be one seat).
MOST_UNLIKE = 1
#: The sign of a role whose seats have none.
UNMARKED = "none"
#: The kind of answers that the drawing of one of a text's tables shows, and what it shows where there are none.
SIMPLE, ORDERED = frozenset({"arrow"}), frozenset({"order"})
#: The layers of a full map.
LAYERS = ("reach", "arrow", "order", "start")

#: Seatings that were found, by what the texts require that were asked for.
SEATINGS: SeatingMemo = {}


@dataclass(frozen=True, slots=True)
class Drawing:
    """A table drawn, with its caption: how many teams of which size, and what the text leaves unsaid.

    ``kinds`` are the kinds of answers that it shows; ``live`` is its address at the live table, seen from the page that
    shows it; ``words`` say who sits there.
    """

    svg: Markup
    seats: str
    teams: int
    size: int
    unsaid: tuple[str, ...]
    kinds: frozenset[str]
    live: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class Key:
    """What the signs of a map mean, in the words of the vocabulary.

    ``switches`` are the layers that a reader can take away, each with its name and its words.
    """

    roles: tuple[tuple[Markup, str], ...]
    reach: tuple[str, ...]
    arrows: tuple[str, ...]
    start: tuple[str, ...]
    order: bool
    switches: tuple[tuple[str, str], ...]


def legal_tables(engine: Engine, text: str) -> Iterator[Table]:
    """Yield every table of equal teams that a text calls legal, smallest first.

    There are none where the text requires nothing of a table, or has errors, which are reported among the findings.
    """
    try:
        resolved = engine.program(text, None).resolved
    except RequestError:
        return
    yield from _tables_of_equal_teams(resolved)


@per_text
def _tables_of_equal_teams(resolved: ResolvedText) -> tuple[Table, ...]:
    requirement = resolved.vocabulary.requirement
    if requirement is None or requirement.id not in resolved.by_predicate:
        return ()
    return tuple(
        table for table in tables_up_to([[resolved]], MOST_SEATS, memo=SEATINGS)[0] if len(set(table.sizes)) == 1
    )


def example_seatings(engine: Engine, text: str) -> Iterator[str]:
    """Yield for each number and size of teams the most symmetrical legal table whose teams sit alike."""
    best: dict[tuple[int, int], tuple[int, str, str]] = {}
    for table in legal_tables(engine, text):
        teams, size = len(table.sizes), table.sizes[0]
        team = "".join(table.roles[:size])
        unlike = sum(a != b for a, b in zip(team[: size // 2], reversed(team[(size + 1) // 2 :]), strict=True))
        alike = "".join(table.roles) == team * teams
        if alike and teams <= MOST_TEAMS and size <= LARGEST_TEAM and unlike <= MOST_UNLIKE:
            shape, candidate = (teams, size), (unlike, team, table.seats)
            best[shape] = min(candidate, best.get(shape, candidate))
    for _, _, seats in best.values():
        yield seats


def drawings(engine: Engine, text: str, language: str, most: int | None = None) -> tuple[Drawing, ...]:
    """Draw the tables that a text allows, smallest first (``most``: no more than so many), if it says more of them.

    Each shows one thing: arrows, else in which order the players play.
    """
    vocabulary, drawn = engine.rulebook.vocabulary, []
    for number, seats in enumerate(islice(example_seatings(engine, text), most), 1):
        position = PositionSpec(text, seats)
        scenes = ((kinds, scene_of(position, engine, DrawingSpec(kinds))) for kinds in (SIMPLE, ORDERED))
        kinds, scene = next((shown for shown in scenes if shown[1].shows_something), (SIMPLE, None))
        if scene is None:
            continue
        svg = draw_svg(scene, vocabulary, language, f"table-{number}")
        open_ends = tuple(unsaid(scene, vocabulary, language))
        drawn.append(Drawing(svg, seats, len(scene.sizes), scene.sizes[0], open_ends, kinds))
    return tuple(drawn)


def key(vocabulary: Vocabulary, locale: Locale, seats: Iterable[str], kinds: Collection[str] = SIMPLE) -> Key:
    """Return the meanings of the signs of maps of some tables, which show some kinds of answers."""
    letters = {letter for drawn in seats for letter in drawn}
    signs: TemplateModule = environment().get_template("symbols.j2").module

    def names(kind: str) -> tuple[str, ...]:
        return tuple(of_someone(predicate, locale) for predicate in drawn_as(kind, vocabulary) if kind in kinds)

    roles = tuple(
        (Markup(signs.sign(role.symbol, role.letter, 12, 12, 24)), role.names[0].get(locale.language))  # type: ignore[attr-defined]
        for role in vocabulary.roles.values()
        if role.symbol != UNMARKED and role.letter in letters
    )
    switches = tuple((kind, words[:1].upper() + words[1:]) for kind in LAYERS for words in names(kind))
    return Key(roles, names("reach"), names("arrow"), names("start"), bool(names("order")), switches)


def of_someone(predicate: Predicate, locale: Locale) -> str:
    """Return a question's phrase about nobody in particular: “a player can see another”."""
    return name_anyone(predicate.statement(locale.language), predicate, locale)


def of_anyone(predicate: Predicate, locale: Locale) -> str:
    """Return a question about nobody in particular: “Can a player see another?”."""
    question = name_anyone(predicate.ask.get(locale.language), predicate, locale)
    return question[:1].upper() + question[1:]


def name_anyone(phrase: str, predicate: Predicate, locale: Locale) -> str:
    """Return a phrase with nobody in particular in the place of its letters, in the order in which it names them."""
    sorts, names = dict(predicate.params), dict[str, str]()
    people = iter((locale["legend_someone"], locale["legend_another"], locale["legend_third"]))

    def name(match: re.Match[str]) -> str:
        letter = match.group()
        if sorts.get(letter) == "team":
            return locale["legend_team"]
        if letter not in sorts:
            return letter
        if names.get(letter) == locale["legend_someone"]:
            return locale["legend_same"]
        if letter not in names:
            names[letter] = next(people, letter)
        return names[letter]

    return LETTER.sub(name, phrase)
