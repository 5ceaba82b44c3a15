"""A page for each size of a table: who may sit how, what each player may do, and what changes when one leaves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from markupsafe import Markup

from emperor_rules.drawing.alt_text import say_teams, unsaid
from emperor_rules.drawing.spec import SHOWN
from emperor_rules.drawing.svg import draw_svg
from emperor_rules.language.seating import read_seating
from emperor_rules.limits import SEARCHED_SEATS
from emperor_rules.model.texts import Text
from emperor_rules.site.context import SiteContext
from emperor_rules.site.page import Link, Page, SinglePage, href
from emperor_rules.site.permalinks import CHEAT_SHEETS, cheat_sheet_page
from emperor_rules.site.texts import effective
from emperor_rules.site.views.departures import (
    TableState,
    by_player,
    changed_sentences,
    player_questions,
    say_orders,
    table_states,
)
from emperor_rules.site.views.figures import (
    TableShape,
    example_seatings,
    key,
    of_someone,
    say_roles,
    shape_of,
    tables_allowed,
)

TABLES = SinglePage("tables/index.md", "tables", "tables_all", "tables_lead", "tables_title")
#: The most seatings of one size that are shown.
MOST_SITTINGS = 24
#: Drawings of a page take no more characters than this together; what is not drawn any more stands there in words, as
#: does what follows a departure where a seating is played otherwise than by the first of its texts.
MOST_DRAWN = 165_000


def seatings(context: SiteContext) -> dict[TableShape, dict[str, list[Text]]]:
    """Return by shape each legal seating of equal teams with the texts that call it legal, the current rules first.

    A text by which nobody can play, since it says nothing of what the pages show, is left out.
    """
    by_shape: dict[TableShape, dict[str, list[Text]]] = {}
    ids = {predicate.id for predicate in player_questions(context.vocabulary)}
    for text in context.standalone:
        if ids.isdisjoint(context.engine.program(text.id, None).resolved.by_predicate):
            continue
        for table in tables_allowed(context.engine, text.id):
            if len(set(table.sizes)) == 1:
                by_shape.setdefault(shape_of(table), {}).setdefault(table.seats, []).append(text)
    return {shape: by_shape[shape] for shape in sorted(by_shape, key=lambda s: (sum(s.sizes), len(s.sizes), s))}


def table_page(shape: TableShape) -> str:
    """Return the path of the page of a shape."""
    return f"tables/{shape.address}.md"


def sheet_seatings(context: SiteContext) -> dict[TableShape, str]:
    """Return by shape the seating that the cheat sheet of a size shows."""
    return {} if context.start.text is None else example_seatings(context.engine, context.start.text.id)


def table_pages(context: SiteContext) -> Iterator[Page]:
    """Yield the list of all sizes, then the page of each; none where no text sets up a table."""
    sizes = seatings(context)
    if not sizes:
        return
    lines: dict[int, list[tuple[Link, list[str], list[Link]]]] = {}
    for shape, by_seats in sizes.items():
        ids = dict.fromkeys(text.id for texts in by_seats.values() for text in texts)
        links = [context.permalinks.to_text(TABLES.path, id) for id in ids]
        page = Link(href(TABLES.path, table_page(shape)), size_title(context, by_seats))
        lines.setdefault(sum(shape.sizes), []).append((page, list(by_seats), links))
    sheets = sheet_seatings(context)
    yield context.single_page(TABLES, lines=lines, most=SEARCHED_SEATS, sheets=CHEAT_SHEETS if sheets else "")
    for shape, by_seats in sizes.items():
        yield _page(context, shape, by_seats, sheet=shape in sheets)


def _page(context: SiteContext, shape: TableShape, by_seats: Mapping[str, Sequence[Text]], *, sheet: bool) -> Page:
    path, locale, vocabulary = table_page(shape), context.locale, context.vocabulary
    title = size_title(context, by_seats)
    sittings, drawn = [], dict[str, TableState]()
    for number, (seats, texts) in enumerate(islice(by_seats.items(), MOST_SITTINGS), 1):
        plays = []
        for place, (playing, states) in enumerate(_played(context, seats, texts), 1):
            id = f"table-{number}-{place}" if place > 1 else f"table-{number}"
            plays.append(_play(context, path, playing, states, id))
            states_drawn = states[:1] if place > 1 else states
            drawn |= {f"{id}-{state.leaver}" if state.leaver else id: state for state in states_drawn}
        roles = say_roles(read_seating(seats, vocabulary), vocabulary, context.language)
        sittings.append((seats, roles[:1].upper() + roles[1:] or title, f"table-{number}", plays))
    return context.page(
        path,
        "table.md.j2",
        title,
        f"{title}. {locale['tables_lead']}",
        locale["tables_title"],
        sittings=sittings,
        svgs=_drawn(context, drawn),
        key=key(vocabulary, locale, [seats for seats, *_ in sittings], SHOWN),
        columns=[(asked, of_someone(asked, locale)) for asked in player_questions(vocabulary)],
        list=TABLES.path,
        sheet=cheat_sheet_page(shape.address) if sheet else "",
        seats=sum(shape.sizes),
        more=list(by_seats)[MOST_SITTINGS:],
    )


def size_title(context: SiteContext, seatings: Iterable[str]) -> str:
    """Return the title of the page on seatings of one shape."""
    words = say_teams(read_seating(next(iter(seatings)), context.vocabulary).team, context.language)
    return words[:1].upper() + words[1:]


def _played(
    context: SiteContext, seats: str, texts: Sequence[Text]
) -> Iterable[tuple[Sequence[Text], Sequence[TableState]]]:
    """Return the texts in groups that play a seating alike, each with its states."""
    groups: dict[str, tuple[list[Text], Sequence[TableState]]] = {}
    for text in texts:
        states = list(table_states(context, text.id, seats))
        groups.setdefault(repr([state.content for state in states]), ([], states))[0].append(text)
    return groups.values()


def _play(
    context: SiteContext, path: str, texts: Sequence[Text], states: Sequence[TableState], id: str
) -> Mapping[str, object]:
    """Return a seating as some texts play it."""
    language, vocabulary = context.language, context.vocabulary
    start, *later = states
    scene, since = start.scene, {text.id: effective(text, context.locale) for text in texts}
    return {
        "id": id,
        "texts": [context.permalinks.to_text(path, id, f"({day[0].lower()}{day[1:]})") for id, day in since.items()],
        "scene": scene,
        "cells": [by_player(scene, predicate, context.locale) for predicate in player_questions(vocabulary)],
        "orders": list(say_orders(context, start)),
        "unsaid": list(unsaid(scene, vocabulary, language)),
        "changes": [(state, list(changed_sentences(context, start, state))) for state in later],
        "request": scene.position,
    }


def _drawn(context: SiteContext, states: Mapping[str, TableState]) -> dict[str, Markup]:
    """Return drawings, first of how tables begin, then of what follows, until the page is full."""
    svgs: dict[str, Markup] = {}
    for id, state in sorted(states.items(), key=lambda item: bool(item[1].leaver)):
        if not state.over and state.scene.shows_something:
            svg = draw_svg(state.scene, context.vocabulary, context.language, id)
            if sum(map(len, svgs.values())) + len(svg) <= MOST_DRAWN:
                svgs[id] = svg
    return svgs
