"""The live table: a page that answers questions by itself, from the scripts of :mod:`emperor_rules.site.rule_parts`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import Any

from emperor_rules.api.topics import by_topic
from emperor_rules.drawing.alt_text import say_teams
from emperor_rules.drawing.spec import DrawingKind, drawn_as
from emperor_rules.drawing.svg import UNMARKED
from emperor_rules.language.sentences import fittings
from emperor_rules.messages import month_names
from emperor_rules.model.seating import Table
from emperor_rules.model.texts import Text, included_texts
from emperor_rules.site.context import SiteContext
from emperor_rules.site.page import Page, SinglePage
from emperor_rules.site.permalinks import LIVE_TABLE, clause_folder
from emperor_rules.site.rule_parts import RULES_FOLDER, VOCABULARY_PART, text_scripts, written
from emperor_rules.site.texts import is_of_today
from emperor_rules.site.views.figures import of_anyone, opening_table, say_seats, tables_allowed
from emperor_rules.templates import environment

#: The script that the page runs, joined from the modules that begin with this one.
TABLE_SCRIPT, TABLE_ENTRY = "assets/javascripts/live-table.js", "table/live-table.js"
#: The script in the page that fetches the other.
STARTER = "assets/javascripts/live-start.js"
#: The script that reads questions in plain words, loaded from beside the other when the first one is asked.
READER, READER_ENTRY = "assets/javascripts/plain-questions.js", "questions/reader.js"
LIVE = SinglePage(LIVE_TABLE, "live-table", "live_title", "live_lead")
TABLE_STYLE = "assets/stylesheets/live-table.css"
#: From the page to the top of its language.
ROOT = "../"
#: Names of the site's own words that the page takes along.
PREFIX = "live_"
#: Names of those that all pages use where they tell why.
OF_REASONS = ("why", "met", "missed", "inapplicable", "neither")
#: And where they tell who else is out.
OF_DEPARTURES = {"along": "along", "one_team": "over"}


def live_table_page(context: SiteContext) -> Iterator[Page]:
    """Yield the page; none where no text allows a table."""
    allowed = {text.id: tables_allowed(context.engine, text.id) for text in context.standalone}
    first = [text for text in (context.start.text, *context.standalone) if text is not None and allowed[text.id]]
    if not first:
        return
    data = table_data(context, first[0], opening_table(allowed[first[0].id]).seats, ROOT) | {
        "reader": PurePath(READER).name,
        "topics": list(_topics(context)),
    }
    for book in data["books"]:
        tables = allowed[book["id"]]
        book["tables"] = _in_words(context, tables)
        if tables:
            book["opening"] = opening_table(tables).seats
    script, style = f"{ROOT}{TABLE_SCRIPT}", f"{ROOT}{TABLE_STYLE}"
    yield context.single_page(LIVE, data=written(data), script=script, starter=f"{ROOT}{STARTER}", style=style)


def table_data(context: SiteContext, text: Text, seats: str, root: str) -> dict[str, Any]:
    """Return what the script needs on a page with a table, seen from which its language lies at ``root``."""
    locale, strings, scripts = context.locale, context.locale.strings, text_scripts(context.rulebook)
    return {
        "strings": {
            **{name: locale[f"answer_{name}"] for name in OF_REASONS},
            **{name: locale[f"tables_{word}"] for name, word in OF_DEPARTURES.items()},
            **{name.removeprefix(PREFIX): words for name, words in strings.items() if name.startswith(PREFIX)},
        },
        "fittings": fittings(context.language),
        "months": month_names(context.language),
        "root": root,
        "rules": f"{root}{RULES_FOLDER}",
        "books": [
            {
                "id": text.id,
                "title": text.titles.get(context.language),
                "today": is_of_today(text),
                "texts": (needed := included_texts(context.rulebook.texts, text.id)),
                "scripts": [VOCABULARY_PART, *(name for name in scripts if name in needed)],
            }
            for text in context.standalone
        ],
        "symbols": {**environment().get_template("symbols.j2").module.shapes, UNMARKED: ""},  # type: ignore[attr-defined]
        "folders": {text: clause_folder(text) for text in context.rulebook.texts},
        "start": {"text": text.id, "seats": seats},
        "relation": next((predicate.id for predicate in drawn_as(DrawingKind.ARROW, context.vocabulary)), ""),
    }


def _in_words(context: SiteContext, tables: Sequence[Table]) -> list[Mapping[str, str]]:
    """Return tables, each with its size in words; of several alike the roles tell them apart."""
    sizes = [say_teams(table.team, context.language) for table in tables]
    alone = {table.seats for table, size in zip(tables, sizes, strict=True) if sizes.count(size) == 1}
    return [
        {"words": say_seats(table.seats, alone, context.vocabulary, context.language), "seats": table.seats}
        for table in tables
    ]


def _topics(context: SiteContext) -> Iterator[Mapping[str, Any]]:
    """Yield the questions by topic, in the order of their list."""
    questions = {id: of_anyone(predicate, context.locale) for id, predicate in context.vocabulary.questions.items()}
    for topic, below in by_topic(context.engine, questions):
        asked = [{"ask": id, "words": words} for id, words in below.items()]
        yield {"title": topic.names.get(context.language), "questions": asked}
