"""A page for each size of a table: who may sit how, what each player may do, and what changes when one goes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from markupsafe import Markup

from emperor_rules.drawing.alt_text import unsaid
from emperor_rules.drawing.spec import drawn_as
from emperor_rules.drawing.svg import draw_svg
from emperor_rules.errors import RequestError
from emperor_rules.evaluate.verbalise import say_value
from emperor_rules.model.texts import Text
from emperor_rules.search.seatings import tables_up_to
from emperor_rules.site.context import SiteContext, arranged, effective, file_name
from emperor_rules.site.page import Link, Page, href
from emperor_rules.site.permalinks import question_page
from emperor_rules.site.start_config import Choices
from emperor_rules.site.views.departures import OF_TURNS, TableState, columns, sentence, table_states, told
from emperor_rules.site.views.figures import Key, key, of_someone

INDEX = "tables/index.md"
NOT_DRAWN = Markup("")
#: Tables larger than this are not gathered; the toolkit itself searches no further.
MOST_SEATS = 12
#: Of more seatings of one size than this only the first are shown.
MOST_SITTINGS = 24
#: Drawings of a page take no more characters than this together; what is not drawn any more stands there in words.
MOST_DRAWN = 165_000


@dataclass(frozen=True, slots=True)
class Change:
    """What somebody's going changes: who goes along and why, and for whom what becomes otherwise."""

    anchor: str
    leaver: str
    others: str
    by: tuple[Link, ...]
    over: bool
    changed: tuple[tuple[str, str], ...]
    svg: Markup = NOT_DRAWN


@dataclass(frozen=True, slots=True)
class Play:
    """One seating as some texts play it, alike in all that a drawing shows.

    ``silent`` if they do not say who goes along with whom.
    """

    texts: tuple[Link, ...]
    rows: tuple[tuple[str, str, tuple[str, ...]], ...]
    orders: tuple[str, ...]
    unsaid: tuple[str, ...]
    changes: tuple[Change, ...]
    silent: bool
    svg: Markup = NOT_DRAWN


@dataclass(frozen=True, slots=True)
class Sitting:
    """A legal seating with the texts that call it so, and how they play it."""

    seats: str
    anchor: str
    plays: tuple[Play, ...]


def seatings(stock: SiteContext) -> dict[tuple[int, int], dict[str, list[Text]]]:
    """Gather by (teams, size) each legal seating with the texts that call it legal, the current rules first."""
    found: dict[tuple[int, int], dict[str, list[Text]]] = {}
    questions = stock.rulebook.vocabulary.questions.values()
    for text in arranged(stock.rulebook)[0]:
        try:
            resolved = stock.engine.program(text.id, None).resolved
        except RequestError:  # reported among the findings
            continue
        if not any(relation.requirement and relation.id in resolved.by_relation for relation in questions):
            continue
        for table in tables_up_to([[resolved]], MOST_SEATS)[0]:
            if len(set(table.sizes)) == 1:
                shape = (len(table.sizes), table.sizes[0])
                found.setdefault(shape, {}).setdefault(table.seats, []).append(text)
    return {shape: found[shape] for shape in sorted(found, key=lambda one: (one[0] * one[1], one))}


def page_of(shape: tuple[int, int]) -> str:
    """Give the path of the page of a size: so many teams, each so large."""
    return f"tables/{shape[0]}x{shape[1]}.md"


def table_pages(stock: SiteContext, chosen: Choices, section: str) -> Iterator[Page]:
    """Make the list of all sizes, then the page of each; none where no text sets up a table."""
    t, sizes = stock.t, seatings(stock)
    if not sizes:
        return
    lines: dict[int, list[tuple[Link, list[str], tuple[Link, ...]]]] = {}
    for shape, found in sizes.items():
        texts = dict.fromkeys(text.id for many in found.values() for text in many)
        links = tuple(stock.permalinks.to_text(INDEX, id, stock.language) for id in texts)
        lines.setdefault(shape[0] * shape[1], []).append(
            (Link(href(INDEX, page_of(shape)), _title(stock, shape)), list(found), links)
        )
    content = stock.render("tables.md.j2", t["tables_all"], t["tables_lead"], lines=lines, most=MOST_SEATS)
    yield Page(INDEX, content, "", t["tables_all"], section)
    for shape, found in sizes.items():
        yield _page(stock, chosen, shape, found, section)


def _title(stock: SiteContext, shape: tuple[int, int]) -> str:
    return stock.t["text_table_size"].format(teams=shape[0], size=shape[1])


def _page(
    stock: SiteContext, chosen: Choices, shape: tuple[int, int], found: Mapping[str, Sequence[Text]], section: str
) -> Page:
    of, title, vocabulary = page_of(shape), _title(stock, shape), stock.rulebook.vocabulary
    sittings, drawn = [], {}
    for number, (seats, texts) in enumerate(islice(found.items(), MOST_SITTINGS), 1):
        plays = []
        for place, (many, played) in enumerate(_played(stock, chosen, seats, texts)):
            id = f"table-{number}-{place + 1}" if place else f"table-{number}"
            plays.append(_play(stock, of, many, played, id))
            drawn.update({f"{id}-{state.leaver}" if state.leaver else id: state for state in played})
        sittings.append(Sitting(seats, f"table-{number}", tuple(plays)))
    svgs = _drawn(stock, drawn)
    signs: Key = key(vocabulary, stock.language)
    content = stock.render(
        "table.md.j2",
        title,
        f"{title}. {stock.t['tables_lead']}",
        title=title,
        sittings=[_illustrated(one, svgs) for one in sittings],
        key=signs,
        columns=[(Link(href(of, question_page(r.id)), _heading(stock, r.id))) for r in columns(vocabulary)],
        back=Link(href(of, INDEX), stock.t["tables_all"]),
        seats=shape[0] * shape[1],
        more=list(found)[MOST_SITTINGS:],
    )
    source = file_name(next(iter(found.values()))[0].file)
    return Page(of, content, source, title, section)


def _heading(stock: SiteContext, ask: str) -> str:
    return of_someone(stock.rulebook.vocabulary.relations[ask], stock.language)


def _played(
    stock: SiteContext, chosen: Choices, seats: str, texts: Sequence[Text]
) -> list[tuple[list[Text], tuple[TableState, ...]]]:
    """Gather texts that play a seating alike, with its states."""
    groups: dict[str, tuple[list[Text], tuple[TableState, ...]]] = {}
    for text in texts:
        found = table_states(stock.engine, text.id, seats, chosen.leaving)
        groups.setdefault(repr([state.content for state in found]), ([], found))[0].append(text)
    return list(groups.values())


def _play(stock: SiteContext, of: str, texts: Sequence[Text], found: Sequence[TableState], id: str) -> Play:
    language, vocabulary = stock.language, stock.rulebook.vocabulary
    start = found[0].drawn
    cells = [told(start, relation, language) for relation in columns(vocabulary)]
    rows = tuple(
        (seat.name, vocabulary.roles[seat.role].names[0].get(language), tuple(cell[seat.name] for cell in cells))
        for seat in start.seats
    )
    links = tuple(stock.permalinks.to_text(of, text.id, language, note=_since(text, language)) for text in texts)
    return Play(
        links,
        rows,
        tuple(_orders(stock, start.spot.text, found[0])),
        tuple(unsaid(start, vocabulary, language)),
        tuple(_change(stock, of, found[0], state, f"{id}-{state.leaver}") for state in found[1:]),
        any(state.silent for state in found[1:]),
    )


def _since(text: Text, language: str) -> str:
    said = effective(text, language)
    return f"({said[0].lower()}{said[1:]})"


def _orders(stock: SiteContext, text: str, start: TableState) -> Iterator[str]:
    """Say in which order the table plays, for each player who may start."""
    for relation in drawn_as("order", stock.rulebook.vocabulary):
        for seat in start.drawn.seats:
            if seat.may_start:
                answer = stock.engine.ask({**start.drawn.spot.request(), "ask": relation.id, "of": [seat.name]})
                if isinstance(answer.answer, list):
                    yield say_value(relation, [seat.name], answer.answer, stock.language)


def _change(stock: SiteContext, of: str, start: TableState, state: TableState, anchor: str) -> Change:
    request = {"text": start.drawn.spot.text}
    changed = tuple(changes(stock, start, state))
    return Change(
        anchor, state.leaver, ", ".join(state.others), stock.asker.links(of, request, state.by), state.over, changed
    )


def changes(stock: SiteContext, start: TableState, state: TableState) -> Iterator[tuple[str, str]]:
    """Say for whom what becomes otherwise: a sentence of what is, and in a word what was."""
    for relation in columns(stock.rulebook.vocabulary, OF_TURNS):
        before, since = (told(one.drawn, relation, stock.language) for one in (start, state))
        for name, said in since.items():
            if before[name] != said:
                yield sentence(relation, name, said, stock.language), before[name]


def _drawn(stock: SiteContext, drawn: Mapping[str, TableState]) -> dict[str, Markup]:
    """Draw first how tables begin, then what follows, until the page is full."""
    found: dict[str, Markup] = {}
    left = MOST_DRAWN
    for id, state in sorted(drawn.items(), key=lambda one: bool(one[1].leaver)):
        if state.over:
            continue
        svg = draw_svg(state.drawn, stock.rulebook.vocabulary, stock.language, id)
        if len(svg) <= left:
            found[id] = svg
            left -= len(svg)
    return found


def _illustrated(sitting: Sitting, svgs: Mapping[str, Markup]) -> Sitting:
    plays = []
    for place, play in enumerate(sitting.plays, 1):
        id = f"{sitting.anchor}-{place}" if place > 1 else sitting.anchor
        changed = tuple(replace(one, svg=svgs.get(one.anchor, NOT_DRAWN)) for one in play.changes)
        plays.append(replace(play, svg=svgs.get(id, NOT_DRAWN), changes=changed))
    return replace(sitting, plays=tuple(plays))
