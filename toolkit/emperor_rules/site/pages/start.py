"""The start: the game in one drawing and a few sentences, the questions that people ask, and where everything lies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from emperor_rules.drawing.geometry import arrange
from emperor_rules.drawing.spec import Way
from emperor_rules.model.texts import Text
from emperor_rules.model.vocabulary import Predicate
from emperor_rules.site.context import SiteContext
from emperor_rules.site.page import Link, Page, href
from emperor_rules.site.pages.live_table import TABLE_SCRIPT, TABLE_STYLE, table_data
from emperor_rules.site.pages.tables import table_page
from emperor_rules.site.permalinks import CHEAT_SHEETS, question_page
from emperor_rules.site.rule_parts import written
from emperor_rules.site.texts import concluding, effective
from emperor_rules.site.views.departures import (
    TableState,
    by_player,
    departure_view,
    doubts_in_turn,
    player_sentence,
    say_orders,
    table_states,
)
from emperor_rules.site.views.figures import Drawing, drawings, example_seatings, key

HOME = "index.md"
#: So many clauses are named beside an answer, those that speak to it most directly.
MOST_DECIDING = 4
#: So many sizes of tables are offered beside the first.
MOST_SIZES = 4


def start_page(context: SiteContext) -> Page:
    """Return the start page, with a table at which the first text that allows one can be tried."""
    language, locale, rulebook = context.language, context.locale, context.rulebook
    texts = filter(None, dict.fromkeys((context.start.text, *context.standalone)))
    drawn = ((text, drawing) for text in texts for drawing in drawings(context.engine, text.id, language, most=1))
    first = next(drawn, None)
    return context.page(
        HOME,
        "index.md.j2",
        locale["site_home"],
        locale["index_lead"],
        texts=[_card(context, text) for text in context.standalone],
        parts=[_card(context, text) for text in context.parts],
        sentences=[
            (clause.words(language), context.permalinks.to_clause(HOME, clause)) for clause in context.start.sentences
        ],
        scenarios=[
            Link(href(HOME, f.path), f.title, "", f"({locale['scenarios_count'].format(count=len(f.scenarios))})")
            for f in context.scenario_files
        ],
        counts=locale["index_counts"].format(
            texts=len(rulebook.texts),
            clauses=sum(len(text.clauses) for text in rulebook.texts.values()),
            questions=len(context.checked.run.outcomes),
            scenarios=len(rulebook.scenarios),
        ),
        **({"drawing": None, "live": ""} if first is None else _table(context, *first)),
    )


def _table(context: SiteContext, text: Text, drawing: Drawing) -> dict[str, Any]:
    """Return what the page shows of a table of a text: how it is drawn and played, and what is asked there."""
    locale, leaving = context.locale, context.start.leaving
    start, *later = table_states(context, text.id, drawing.seats)
    usual = islice(example_seatings(context.engine, text.id).values(), MOST_SIZES)
    sizes = [(context.live(HOME, {"text": text.id, "seats": seats}), context.seats(seats)) for seats in usual]
    page = table_page((len(start.scene.sizes), start.scene.sizes[0]))
    return {
        "drawing": drawing,
        "live": context.live(HOME, {"text": text.id, "seats": drawing.seats}),
        "data": written(table_data(context, text, drawing.seats, "")),
        "script": TABLE_SCRIPT,
        "style": TABLE_STYLE,
        "seats": context.seats(drawing.seats),
        "seat_links": list(_seat_links(context, text, start)),
        "sizes": [Link(live, words) for live, words in sizes if live],  # none where the text is not at the live table
        "drawn_by": context.permalinks.to_text(HOME, text.id),
        "since": effective(text, locale),
        "key": key(context.vocabulary, locale, [drawing.seats], drawing.kinds),
        "asked": list(_common_questions(context, start)),
        "gone": [
            {
                **departure_view(context, HOME, start, state),
                "doubts": [] if state.over else list(doubts_in_turn(context, HOME, state)),
            }
            for state in later
        ],
        "leaving": Link(href(HOME, page), leaving.title.get(context.language)) if leaving else None,
        "sheet": Link(href(HOME, CHEAT_SHEETS), locale["sheet_all"]) if text is context.start.text else None,
    }


def _seat_links(context: SiteContext, text: Text, start: TableState) -> Iterator[Mapping[str, object]]:
    """Yield the links over the seats of the drawing, and where they lie on it, in hundredths of it.

    Each opens the live table with that player tapped.
    """
    scene = start.scene
    layout = arrange(scene.sizes)
    for seat, place in zip(scene.seats, layout.seats, strict=True):
        request = {"text": text.id, "seats": scene.position.seats, "of": [seat.name]}
        yield {
            "name": seat.name,
            "label": f"{seat.name}, {seat.role.names[0].get(context.language)}",
            "href": context.live(HOME, request),
            "left": round(100 * place.real / layout.width, 1),
            "top": round(100 * place.imag / layout.height, 1),
        }


def _common_questions(context: SiteContext, start: TableState) -> Iterator[tuple[Link, Sequence[str], Sequence[Link]]]:
    """Yield the questions that people ask, each with its answers at the table drawn, and the clauses.

    It is answered for the players of the first team, or for all players where the question is who may start.
    """
    locale, vocabulary = context.locale, context.vocabulary
    text = start.scene.position.text
    for ask, title in context.start.questions.items():
        predicate = vocabulary.predicates[ask]
        words = by_player(start.scene, predicate, locale)
        if predicate.drawn == Way.START:
            names = [seat.name for seat in start.scene.seats if seat.may_start]
            own = [clause for clause in concluding(context.engine, text, ask) if clause.text == text]
            words_of_clauses = dict.fromkeys(
                clause.words(locale.language) for clause in own
            )  # which tell more than answers
            answers = list(words_of_clauses) or [
                player_sentence(predicate, name, words[name], locale) for name in names
            ]
            answers += (order[:1].upper() + order[1:] for order in islice(say_orders(context, start), 1))
        else:
            answers = [
                player_sentence(
                    predicate, f"{seat.name} ({seat.role.names[0].get(locale.language)})", words[seat.name], locale
                )
                for seat in start.scene.seats
                if seat.team == 0
            ]
        page = Link(href(HOME, question_page(ask)), title.get(locale.language))
        yield page, answers, _deciding(context, predicate, start)


def _deciding(context: SiteContext, predicate: Predicate, start: TableState) -> tuple[Link, ...]:
    """Return links to the clauses that conclude the answers for the first team, those of the text itself first."""
    names = [seat.name for seat in start.scene.seats]
    team = [seat.name for seat in start.scene.seats if seat.team == 0]
    people = [(p,) for p in team] if len(predicate.params) == 1 else [(p, q) for p in team for q in names if p != q]
    request = start.scene.position.request()
    answers = context.engine.ask_each({**request, "ask": predicate.id}, people)
    cited = dict.fromkeys(clause for answer in answers for clause in answer.clauses)
    own_first = sorted(cited, key=lambda citation: not citation.startswith(f"{start.scene.position.text}:"))
    return context.links(HOME, request, own_first[:MOST_DECIDING])


def _card(context: SiteContext, text: Text) -> tuple[Link, str, int, Sequence[tuple[str, Link]]]:
    """Return a text as a link, since when it holds, how many clauses it has, and how it relates to others."""
    to = context.permalinks.to_text
    relations = [(context.locale[f"text_{how}"], to(HOME, inclusion.text)) for how, inclusion in text.relations]
    return to(HOME, text.id), effective(text, context.locale), len(text.clauses), relations
