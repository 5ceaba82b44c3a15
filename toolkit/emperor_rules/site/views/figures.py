"""The drawings of a text's tables, with their key."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice

from jinja2.environment import TemplateModule
from markupsafe import Markup

from emperor_rules.drawing.alt_text import unsaid
from emperor_rules.drawing.example_seatings import legal_tables
from emperor_rules.drawing.scene import PositionSpec, scene_of
from emperor_rules.drawing.spec import drawn_as
from emperor_rules.drawing.svg import draw_svg
from emperor_rules.drawing.templating import environment, words
from emperor_rules.evaluate.engine import Engine
from emperor_rules.evaluate.verbalise import LETTER
from emperor_rules.model.vocabulary import Predicate, Vocabulary
from emperor_rules.resolve.rules import ResolvedText


@dataclass(frozen=True, slots=True)
class Drawing:
    """A table drawn, with its caption: how many teams of which size, and what the text leaves unsaid."""

    svg: Markup
    seats: str
    teams: int
    size: int
    unsaid: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Key:
    """What the signs of a drawing mean, in the words of the vocabulary."""

    roles: tuple[tuple[Markup, str], ...]
    reach: tuple[str, ...]
    within: tuple[str, ...]
    arrows: tuple[str, ...]
    start: tuple[str, ...]


def drawings(engine: Engine, resolved: ResolvedText, language: str, most: int | None = None) -> tuple[Drawing, ...]:
    """Draw the tables that a text allows, smallest first (``most``: no more than so many)."""
    vocabulary = engine.rulebook.vocabulary
    found = []
    for number, seats in enumerate(islice(legal_tables(engine, resolved.id), most), 1):
        drawing = scene_of(PositionSpec(resolved.id, seats), engine)
        svg = draw_svg(drawing, vocabulary, language, f"table-{number}")
        found.append(
            Drawing(svg, seats, len(drawing.sizes), drawing.sizes[0], tuple(unsaid(drawing, vocabulary, language)))
        )
    return tuple(found)


def key(vocabulary: Vocabulary, language: str) -> Key:
    """Explain the signs of all drawings."""
    signs: TemplateModule = environment().get_template("symbols.j2").module

    def named(kind: str) -> tuple[str, ...]:
        return tuple(of_someone(relation, language) for relation in drawn_as(kind, vocabulary))

    roles = tuple(
        (Markup(signs.sign(role.symbol, role.letter, 12, 12, 24)), role.names[0].get(language))  # type: ignore[attr-defined]
        for role in vocabulary.roles.values()
    )
    return Key(roles, named("reach"), named("within"), named("arrow"), named("start"))


def of_someone(relation: Predicate, language: str) -> str:
    """Say a question's phrase of nobody in particular: “a player may see another”."""
    return anyone(relation.phrase.get(language), relation, words(language))


def anyone(said: str, relation: Predicate, t: Mapping[str, str]) -> str:
    """Put nobody in particular in the place of a phrase's letters, in the order in which it names them."""
    sorts, named = dict(relation.params), dict[str, str]()
    people = iter((t["legend_someone"], t["legend_another"], t["legend_third"]))

    def name(found: re.Match[str]) -> str:
        letter = found.group()
        if sorts.get(letter) == "team":
            return t["legend_team"]
        if letter not in sorts:
            return letter
        if named.get(letter) == t["legend_someone"]:
            return t["legend_same"]
        if letter not in named:
            named[letter] = next(people, letter)
        return named[letter]

    return LETTER.sub(name, said)
