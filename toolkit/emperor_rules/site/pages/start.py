"""The start: the game in one drawing and a few sentences, the questions that people ask, and where everything lies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from emperor_rules.drawing.spec import drawn_as
from emperor_rules.errors import RequestError
from emperor_rules.evaluate.verbalise import say_value
from emperor_rules.model.texts import Text
from emperor_rules.model.vocabulary import Predicate
from emperor_rules.site.context import SiteContext, arranged, effective
from emperor_rules.site.page import Link, Page, href
from emperor_rules.site.pages.scenarios import ScenarioFile
from emperor_rules.site.pages.tables import INDEX as TABLES
from emperor_rules.site.pages.tables import changes, page_of
from emperor_rules.site.permalinks import question_page, text_page
from emperor_rules.site.start_config import Choices
from emperor_rules.site.views.departures import TableState, sentence, table_states, told
from emperor_rules.site.views.figures import Drawing, drawings, key

INDEX = "index.md"
#: So many clauses are named beside an answer, those that speak to it most directly.
MOST_CLAUSES = 4


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that people ask, where it is answered in full, its answers at the table drawn, and the clauses."""

    title: Link
    answers: tuple[str, ...]
    by: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class Gone:
    """What happens when one player leaves: who goes along and why, and what changes."""

    leaver: str
    others: str
    by: tuple[Link, ...]
    over: bool
    changed: tuple[tuple[str, str], ...]


def start_page(stock: SiteContext, chosen: Choices, files: Sequence[ScenarioFile]) -> Page:
    """Make the start page."""
    language, t, rulebook = stock.language, stock.t, stock.rulebook
    own, parts = arranged(rulebook)
    first = ([chosen.text] if chosen.text is not None else []) + [text for text in own if text is not chosen.text]
    text, drawing = next(((text, found) for text in first if (found := _drawing(stock, text))), (None, None))
    played = table_states(stock.engine, text.id, drawing.seats, chosen.leaving) if text and drawing else ()
    content = stock.render(
        "index.md.j2",
        t["site_home"],
        t["index_lead"],
        texts=[_card(text, stock) for text in own],
        parts=[_card(text, stock) for text in parts],
        drawing=drawing,
        drawn_by=stock.permalinks.to_text(INDEX, text.id, language) if text else None,
        since=effective(text, language) if text else "",
        key=key(rulebook.vocabulary, language),
        sentences=[
            (clause.words(language), stock.permalinks.to_clause(INDEX, clause, language)) for clause in chosen.sentences
        ],
        asked=tuple(_asked(stock, chosen, played)),
        gone=tuple(_gone(stock, played)),
        leaving=Link(
            href(INDEX, page_of((drawing.teams, drawing.size)) if drawing else TABLES),
            chosen.leaving.title.get(language),
        )
        if chosen.leaving and played
        else None,
        scenarios=[
            Link(href(INDEX, file.path), file.title, "", f"({t['scenarios_count'].format(count=len(file.scenarios))})")
            for file in files
        ],
        counts=t["index_counts"].format(
            texts=len(rulebook.texts),
            clauses=sum(len(text.clauses) for text in rulebook.texts.values()),
            questions=len(stock.checked.run.outcomes),
            scenarios=len(rulebook.scenarios),
        ),
    )
    return Page(INDEX, content, "", t["site_home"])


def _drawing(stock: SiteContext, text: Text) -> Drawing | None:
    try:
        found = drawings(stock.engine, stock.engine.program(text.id, None).resolved, stock.language, most=1)
    except RequestError:  # reported among the findings
        return None
    return found[0] if found else None


def _asked(stock: SiteContext, chosen: Choices, played: Sequence[TableState]) -> Iterator[Asked]:
    """Answer for the players of the first team what is asked of single players, for all where all may be meant."""
    language = stock.language
    for ask, title in chosen.questions.items() if played else ():
        relation = stock.rulebook.vocabulary.relations[ask]
        start = played[0].drawn
        said = told(start, relation, language)
        if relation.drawn == "start":
            names = [seat.name for seat in start.seats if seat.may_start]
            answers = [sentence(relation, name, said[name], language) for name in names]
            for order in drawn_as("order", stock.rulebook.vocabulary) if names else ():
                then = say_value(order, [start.order[0]], start.order, language) if start.order else ""
                answers += [then[:1].upper() + then[1:]] if then else []
        else:
            answers = [
                sentence(relation, f"{seat.name} ({_role(stock, seat.role)})", said[seat.name], language)
                for seat in start.seats
                if seat.team == 0
            ]
        yield Asked(
            Link(href(INDEX, question_page(ask)), title.get(language)),
            tuple(answers),
            tuple(_deciding(stock, relation, played[0])),
        )


def _role(stock: SiteContext, role: str) -> str:
    return stock.rulebook.vocabulary.roles[role].names[0].get(stock.language)


def _deciding(stock: SiteContext, relation: Predicate, start: TableState) -> Iterator[Link]:
    """Name the clauses that conclude the answers for the first team, those of the text itself first."""
    names = [seat.name for seat in start.drawn.seats]
    mine = [seat.name for seat in start.drawn.seats if seat.team == 0]
    people = [(p,) for p in mine] if len(relation.params) == 1 else [(p, q) for p in mine for q in names if p != q]
    request = start.drawn.spot.request()
    cited: dict[str, None] = {}
    for of in people:
        cited.update(dict.fromkeys(stock.engine.ask({**request, "ask": relation.id, "of": of}).clauses))
    own = f"{start.drawn.spot.text}:"
    order = sorted(cited, key=lambda citation: not citation.startswith(own))
    yield from stock.asker.links(INDEX, request, order[:MOST_CLAUSES])


def _gone(stock: SiteContext, played: Sequence[TableState]) -> Iterator[Gone]:
    for state in played[1:]:
        by = stock.asker.links(INDEX, state.drawn.spot.request(), state.by)
        yield Gone(state.leaver, ", ".join(state.others), by, state.over, tuple(changes(stock, played[0], state)))


def _card(text: Text, stock: SiteContext) -> Mapping[str, object]:
    language, t = stock.language, stock.t
    return {
        "href": href(INDEX, text_page(text.id)),
        "title": text.titles.get(language),
        "id": text.id,
        "effective": effective(text, language),
        "count": len(text.clauses),
        "relations": [
            (t[f"text_{how}"], stock.permalinks.to_text(INDEX, inclusion.text, language))
            for how, inclusion in text.relations
        ],
    }
