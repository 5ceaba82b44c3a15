"""The tables of a text: which are legal, drawn with their key, and in words."""

from __future__ import annotations

import re
from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

from markupsafe import Markup

from emperor_rules.drawing.alt_text import say_teams, unsaid
from emperor_rules.drawing.inquiry import scene_of
from emperor_rules.drawing.spec import DrawingKind, DrawingSpec, drawn_as
from emperor_rules.drawing.svg import UNMARKED, draw_svg
from emperor_rules.errors import SeatingError
from emperor_rules.evaluate.engine import Engine
from emperor_rules.language.seating import read_seating
from emperor_rules.limits import SEARCHED_SEATS
from emperor_rules.model.phrases import LETTER
from emperor_rules.model.scenarios import TableRequest
from emperor_rules.model.seating import PLAIN_SEAT, Table, stretches
from emperor_rules.model.vocabulary import Predicate, Vocabulary
from emperor_rules.search.seatings import tables_up_to
from emperor_rules.site.i18n import Locale
from emperor_rules.site.texts import resolved_text

#: The most teams, and the largest, of tables that are drawn first; how many others are drawn where there are none.
MOST_TEAMS_DRAWN, LARGEST_TEAM, MOST_OTHERS_DRAWN = 4, 6, 3
#: The most seats of tables shown whose teams differ by one player.
MOST_UNEQUAL_SEATS = 9
#: The most seats of a drawn team that differ from those they mirror (a middle need not be one seat).
MOST_UNLIKE = 1
#: The kind of answers that the drawing of one of a text's tables shows, and what it shows where there are none.
SIMPLE, ORDERED = frozenset({DrawingKind.ARROW}), frozenset({DrawingKind.ORDER})
#: The layers of a full map.
LAYERS = (DrawingKind.REACH, DrawingKind.ARROW, DrawingKind.ORDER, DrawingKind.START)


@dataclass(frozen=True, slots=True)
class Drawing:
    """A table drawn, with what the text leaves unsaid, and the kinds of answers that it shows."""

    svg: Markup
    seats: str
    unsaid: tuple[str, ...]
    kinds: frozenset[DrawingKind]


class TableShape(NamedTuple):
    """How large the teams of a table are, and whether they sit apart: all tables of a shape have one page."""

    sizes: tuple[int, ...]
    apart: bool

    @property
    def address(self) -> str:
        """The last part of the address of its page: ``2x3``, ``3-4`` or, of teams that sit apart, ``apart-3x2``."""
        equal = len(set(self.sizes)) == 1
        sizes = f"{len(self.sizes)}x{self.sizes[0]}" if equal else "-".join(map(str, self.sizes))
        return f"apart-{sizes}" if self.apart else sizes


def shape_of(table: Table) -> TableShape:
    """Return the shape of a table."""
    return TableShape(tuple(sorted(table.sizes)), len(stretches(table.team)) > len(table.sizes))


def tables_allowed(engine: Engine, text: str) -> tuple[Table, ...]:
    """Return every table of equal teams that a text calls legal, and small ones of nearly equal teams, smallest first.

    There are none where the text requires nothing of a table, or has errors, which are reported among the findings.
    """
    resolved = resolved_text(engine, text)
    requirement = resolved.vocabulary.requirement if resolved is not None else None
    if resolved is None or requirement is None or requirement.id not in resolved.by_predicate:
        return ()
    tables, _ = tables_up_to([[resolved]], SEARCHED_SEATS, memo=engine.seatings)
    return tuple(table for table in tables if max(table.sizes) - min(table.sizes) <= _most_apart(table))


def opening_table(tables: Sequence[Table]) -> Table:
    """Return the table that is shown first of those that a text allows: the first at which everybody has a teammate.

    Of a text without teams it is the smallest.
    """
    return next((table for table in tables if min(table.sizes) > 1), tables[0])


def _most_apart(table: Table) -> int:
    """Return by how many players teams may differ for a table to be shown."""
    return 1 if len(table.roles) <= MOST_UNEQUAL_SEATS else 0


def example_seatings(engine: Engine, text: str) -> dict[TableShape, str]:
    """Return for each shape with equal teams the most symmetrical legal table whose teams sit alike."""
    best: dict[TableShape, tuple[int, str, str]] = {}
    for table in tables_allowed(engine, text):
        size = table.sizes[0]
        teams = {"".join(table.roles[player] for player in members) for members in table.members if members}
        if len(teams) == len(set(table.sizes)) == 1:
            (team,) = teams
            unlike = sum(a != b for a, b in zip(team[: size // 2], reversed(team[(size + 1) // 2 :]), strict=True))
            if unlike <= MOST_UNLIKE:
                shape, candidate = shape_of(table), (unlike, team, table.seats)
                best[shape] = min(candidate, best.get(shape, candidate))
    drawn = [s for s in best if len(s.sizes) <= MOST_TEAMS_DRAWN and s.sizes[0] <= LARGEST_TEAM]
    return {shape: best[shape][-1] for shape in drawn or islice(best, MOST_OTHERS_DRAWN)}


def drawings(engine: Engine, text: str, language: str, most: int | None = None) -> tuple[Drawing, ...]:
    """Draw the tables that a text allows, smallest first (``most``: no more than so many), if it says more of them.

    Each shows one thing: arrows, else in which order the players play.
    """
    vocabulary, drawn = engine.rulebook.vocabulary, []
    for number, seats in enumerate(islice(example_seatings(engine, text).values(), most), 1):
        position: TableRequest = {"text": text, "seats": seats}
        scenes = ((kinds, scene_of(position, engine, DrawingSpec(kinds))) for kinds in (SIMPLE, ORDERED))
        kinds, scene = next((shown for shown in scenes if shown[1].shows_something), (SIMPLE, None))
        if scene is None:
            continue
        svg = draw_svg(scene, vocabulary, language, f"table-{number}")
        drawn.append(Drawing(svg, seats, tuple(unsaid(scene, vocabulary, language)), kinds))
    return tuple(drawn)


def key(
    vocabulary: Vocabulary, locale: Locale, seats: Iterable[str], kinds: Collection[DrawingKind] = SIMPLE
) -> Mapping[str, Any]:
    """Return the roles with a sign on maps of some tables, and what each layer means of the kinds of answers shown."""
    letters = {letter for drawn in seats for letter in drawn}
    roles = [role for role in vocabulary.roles.values() if role.symbol != UNMARKED and role.letter in letters]
    asked = {kind: drawn_as(kind, vocabulary) if kind in kinds else () for kind in LAYERS}
    return {"roles": roles} | {kind: [of_someone(each, locale) for each in some] for kind, some in asked.items()}


def say_seats(seats: str, usual: Container[str], vocabulary: Vocabulary, language: str) -> str:
    """Return a table in words: “two teams of three”, with the roles where it is not a ``usual`` one.

    Seats that make no table stay as they are; they are reported among the findings.
    """
    try:
        table = read_seating(seats, vocabulary)
    except SeatingError:
        return seats
    roles = "" if table.seats in usual else say_roles(table, vocabulary, language)
    return f"{say_teams(table.team, language)}: {roles}" if roles else say_teams(table.team, language)


def say_roles(table: Table, vocabulary: Vocabulary, language: str) -> str:
    """Return the roles clockwise, by team; of teams that sit alike those of one. Nothing where nobody has a role."""
    if set(table.roles) == {PLAIN_SEAT}:
        return ""
    teams = [
        ", ".join(vocabulary.role_at(table.roles[p]).names[0].get(language) for p in members)
        for members in (table.members[team] for team in range(len(table.sizes)))
    ]
    return " | ".join(teams if len(set(teams)) > 1 else teams[:1])


def of_someone(predicate: Predicate, locale: Locale) -> str:
    """Return a question's phrase about nobody in particular: “a player can see another”."""
    return name_anyone(predicate.statement(locale.language), predicate, locale)


def of_anyone(predicate: Predicate, locale: Locale) -> str:
    """Return a question about nobody in particular: “Can a player see another?”."""
    question = name_anyone(predicate.ask.get(locale.language), predicate, locale)
    return question[:1].upper() + question[1:]


def name_anyone(phrase: str, predicate: Predicate, locale: Locale) -> str:
    """Return a phrase with nobody in particular in the place of its letters, in the order in which it names them."""
    sorts, names = dict(predicate.parameters), dict[str, str]()
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
