"""The start: the game in one drawing and a few sentences, the questions that people ask, and where everything lies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, permutations
from typing import Any

from markupsafe import Markup

from emperor_rules.drawing.geometry import arrange_seats
from emperor_rules.drawing.inquiry import scene_of
from emperor_rules.drawing.spec import DrawingKind
from emperor_rules.drawing.svg import draw_icon
from emperor_rules.groups import by_key
from emperor_rules.language.seating import read_seating
from emperor_rules.model.texts import Text
from emperor_rules.model.vocabulary import Predicate
from emperor_rules.site.context import SiteContext
from emperor_rules.site.page import Link, Page, SinglePage, href
from emperor_rules.site.pages.live_table import STARTER, TABLE_SCRIPT, TABLE_STYLE, table_data
from emperor_rules.site.pages.situations import SITUATIONS, situation_path, situation_title, situations_of_start
from emperor_rules.site.pages.tables import table_page
from emperor_rules.site.permalinks import CHEAT_SHEETS, LIVE_TABLE, question_page
from emperor_rules.site.rule_parts import written
from emperor_rules.site.texts import concluding, is_of_today
from emperor_rules.site.views.departures import (
    TableState,
    by_player,
    changed_sentences,
    doubts_in_turn,
    player_sentence,
    say_orders,
    table_states,
)
from emperor_rules.site.views.figures import Drawing, drawings, example_seatings, key, shape_of, tables_allowed

HOME = SinglePage("index.md", "index", "site_home", "index_lead")
#: So many clauses are named beside an answer, those that speak to it most directly.
MOST_DECIDING = 4
#: So many situations are named, the first of each topic before its second.
MOST_SITUATIONS = 6
#: So many sizes of tables are offered beside the first, and so many numbers of players for each way to play.
MOST_SIZES, MOST_COUNTS = 4, 6
#: A picture of a way to play shows at least so many players, if any table does.
LEAST_IN_PICTURE = 4


def start_page(context: SiteContext) -> Page:
    """Return the start page, with a table at which the first text that allows one can be tried."""
    texts = filter(None, dict.fromkeys((context.start.text, *context.standalone)))
    drawn = (
        (text, drawing) for text in texts for drawing in drawings(context.engine, text.id, context.language, most=1)
    )
    first = next(drawn, None)
    shown = {"drawing": None, "live": ""} if first is None else _table(context, *first)
    variants = list(_variants(context))
    others = [text for text in context.standalone if text.id not in {variant.text.id for variant in variants}]
    shown |= {"variants": variants, "others": others}
    return context.single_page(HOME, situations=_situations(context), all_situations=SITUATIONS.path, **shown)


@dataclass(frozen=True, slots=True)
class WayToPlay:
    """A way to play today: its text, a picture of a table, its address at the live table, and one for each size."""

    text: Text
    icon: Markup
    live: str
    sizes: tuple[Link, ...]


def _variants(context: SiteContext) -> Iterator[WayToPlay]:
    """Yield the texts of today that can be tried at the live table, with the first table of each number of players."""
    for text in filter(is_of_today, context.standalone):
        usual = (read_seating(s, context.vocabulary) for s in example_seatings(context.engine, text.id).values())
        by_count: dict[int, str] = {}
        for table in (*usual, *tables_allowed(context.engine, text.id)):
            by_count.setdefault(len(table.roles), table.seats)
        lives = {count: context.live(HOME.path, {"text": text.id, "seats": seats}) for count, seats in by_count.items()}
        if any(lives.values()):
            first = next((count for count in sorted(by_count) if count >= LEAST_IN_PICTURE), min(by_count))
            icon = draw_icon(scene_of({"text": text.id, "seats": by_count[first]}, context.engine))
            sizes = [Link(lives[count], str(count)) for count in sorted(lives) if count > 2 or len(lives) < MOST_COUNTS]
            yield WayToPlay(text, icon, lives[first], tuple(sizes[:MOST_COUNTS]))


def _situations(context: SiteContext) -> Sequence[Link]:
    """Return links to the first situations of each topic."""
    by_topic = by_key(
        (topic, Link(href(HOME.path, situation_path(scenario)), situation_title(scenario, context.language)))
        for topic, scenario in situations_of_start(context)
    )
    first = [links[n] for n in range(MOST_SITUATIONS) for links in by_topic.values() if n < len(links)]
    return first[:MOST_SITUATIONS]


def _table(context: SiteContext, text: Text, drawing: Drawing) -> dict[str, Any]:
    """Return what the page shows of a table of a text: how it is drawn and played, and what is asked there."""
    start, *later = table_states(context, text.id, drawing.seats)
    usual = islice(example_seatings(context.engine, text.id).values(), MOST_SIZES)
    sizes = [(context.live(HOME.path, {"text": text.id, "seats": seats}), context.seats(seats)) for seats in usual]
    return {
        "drawing": drawing,
        "live": context.live(HOME.path, {"text": text.id, "seats": drawing.seats}),
        "data": written(table_data(context, text, drawing.seats, "")),
        "script": TABLE_SCRIPT,
        "starter": STARTER,
        "style": TABLE_STYLE,
        "scene": start.scene,
        "layout": arrange_seats(start.scene.team),
        "sizes": [Link(live, words) for live, words in sizes if live],  # none where the text is not at the live table
        "book": text,
        "key": key(context.vocabulary, context.locale, [drawing.seats], drawing.kinds),
        "asked": list(_common_questions(context, start)),
        "gone": [
            (state, list(changed_sentences(context, start, state)), list(doubts_in_turn(context, HOME.path, state)))
            for state in later
        ],
        "table": table_page(shape_of(read_seating(drawing.seats, context.vocabulary))),
        "sheets": CHEAT_SHEETS,
        "live_table": LIVE_TABLE,
    }


def _common_questions(context: SiteContext, start: TableState) -> Iterator[tuple[Link, Sequence[str], Sequence[Link]]]:
    """Yield the questions that people ask, each with its answers at the table drawn, and the clauses.

    It is answered for the players of the first team, or for all players where the question is who may start.
    """
    locale, vocabulary = context.locale, context.vocabulary
    text, seats = start.scene.position["text"], start.scene.seats
    for ask, title in context.start.questions.items():
        predicate = vocabulary.predicates[ask]
        words = by_player(start.scene, predicate, locale)
        if predicate.drawn == DrawingKind.START:
            own = (clause for clause in concluding(context.engine, text, ask) if clause.text == text)
            starters = {seat.name: words[seat.name] for seat in seats if seat.may_start}
            answers = list(dict.fromkeys(clause.words(locale.language) for clause in own))  # tell more than answers
            answers = answers or [player_sentence(predicate, name, word, locale) for name, word in starters.items()]
            answers += (order[:1].upper() + order[1:] for order in islice(say_orders(context, start), 1))
        else:
            team = [(seat, seat.role.names[0].get(locale.language)) for seat in seats if seat.team == 0]
            answers = [player_sentence(predicate, f"{s.name} ({role})", words[s.name], locale) for s, role in team]
        page = Link(href(HOME.path, question_page(ask)), title.get(locale.language))
        yield page, answers, _deciding(context, predicate, start)


def _deciding(context: SiteContext, predicate: Predicate, start: TableState) -> tuple[Link, ...]:
    """Return links to the first clauses that conclude the answers for the first team."""
    team = {seat.name: seat.team for seat in start.scene.seats}
    people = [names for names in permutations(team, len(predicate.parameters)) if team[names[0]] == 0]
    answers = context.engine.ask_each({**start.scene.position, "ask": predicate.id, "of": ()}, people)
    cited = dict.fromkeys(clause for answer in answers for clause in answer.clauses)
    return context.links(HOME.path, start.scene.position, tuple(cited))[:MOST_DECIDING]
