"""Cheat sheets: for each size of a table one sheet of paper with what a judge needs, and the list of all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from emperor_rules.drawing.alt_text import say_teams
from emperor_rules.drawing.svg import draw_svg
from emperor_rules.evaluate.engine import ANSWERED, Answer
from emperor_rules.evaluate.verbalise import names_in_words, say_fact
from emperor_rules.groups import by_key
from emperor_rules.language.seating import read_seating
from emperor_rules.model.scenarios import Request, TableRequest
from emperor_rules.model.texts import Clause, Text
from emperor_rules.model.vocabulary import Predicate
from emperor_rules.resources import site_table
from emperor_rules.site.context import SiteContext
from emperor_rules.site.page import Link, Page, SinglePage, href
from emperor_rules.site.pages.tables import sheet_seatings, table_page
from emperor_rules.site.permalinks import CHEAT_SHEETS, cheat_sheet_page, question_page
from emperor_rules.site.texts import read_against
from emperor_rules.site.views.answer_view import AnswerKind, answer_kind
from emperor_rules.site.views.departures import TableState, say_orders, table_states
from emperor_rules.site.views.figures import shape_of

SHEETS = SinglePage(CHEAT_SHEETS, "cheat-sheets", "sheet_all", "sheet_lead", "tables_title")


@dataclass
class CheatSheet:
    """What ``cheat-sheet.toml`` asks for, answered at one table of a text, for one page."""

    context: SiteContext
    config: Mapping[str, Any]
    text: Text
    seats: str

    def __post_init__(self) -> None:
        """Read the table, and name the page after it."""
        self.table = read_seating(self.seats, self.context.vocabulary)
        self.shape = shape_of(self.table)
        self.path = cheat_sheet_page(self.shape.address)
        self.title = f"{self.context.locale['sheet_title']}: {say_teams(self.table.team, self.context.language)}"
        self.position: TableRequest = {"text": self.text.id, "seats": self.seats}

    def _asked(self, asks: Iterable[str]) -> tuple[Predicate, ...]:
        questions = self.context.vocabulary.questions
        return tuple(questions[ask] for ask in asks if ask in questions)

    def _answers(self, predicate: Predicate, position: TableRequest) -> Mapping[tuple[str, ...], Answer]:
        """Return the answers for all players who are there, or all pairs of them."""
        gone = {*position.get("left", ()), *position.get("leaving", ())}
        names = [name for name in self.table.names if name not in gone]
        people = list(permutations(names, len(predicate.parameters)))
        asked: Request = {**position, "ask": predicate.id, "of": ()}
        return dict(zip(people, self.context.engine.ask_each(asked, people), strict=True))

    def _cited(self, answers: Iterable[Answer], others: Iterable[Clause] = ()) -> tuple[Clause, ...]:
        """Return the clauses in force of the text itself that answers cite, in its order, then such of some others."""
        cited = {citation for answer in answers for citation in answer.clauses}
        own = (clause for clause in self.text.clauses if clause.until is None)
        return tuple(clause for clause in (*own, *others) if f"{clause.text}:{clause.number}" in cited)

    def _links(self, clauses: Iterable[Clause]) -> tuple[Link, ...]:
        link, language = self.context.permalinks.to_clause, self.context.language
        return tuple(link(self.path, clause, clause.label(language)) for clause in clauses)

    def columns(self) -> Iterator[tuple[Link, Sequence[Link], Sequence[str]]]:
        """Yield the columns of the table of players: the head, the clauses that decide, and a cell for each player."""
        for entry in self.config["columns"]:
            for predicate in self._asked([entry["ask"]]):
                answers = self._answers(predicate, self.position)
                cells = [self._cell(predicate, name, answers) for name in self.table.names]
                head = Link(href(self.path, question_page(predicate.id)), entry[self.context.language])
                cited = self._cited(answers.values(), self._named(entry.get("clauses", ())))
                yield head, self._links(cited), cells

    def _cell(self, predicate: Predicate, name: str, answers: Mapping[tuple[str, ...], Answer]) -> str:
        if (name,) in answers:
            return self.context.answer_words(predicate, answers[name,])
        names = [people[1] for people, answer in answers.items() if people[0] == name and answer.answer is True]
        return ", ".join(names) or self.context.locale["answer_nobody"]

    def rows(self, states: Sequence[TableState]) -> Iterator[Mapping[str, object]]:
        """Yield what each first departure changes before the turn and during it, in sentences, and by which clauses."""
        questions = self._asked(self.config["leaving"]["asks"])
        for state in states:
            gone = state.scene.position.get("left", ())
            departures: list[TableRequest] = [{**self.position, "left": gone}, {**self.position, "leaving": gone}]
            predicates = () if state.over else questions
            changes = [[(each, self._changed(each, position)) for each in predicates] for position in departures]
            decisive = [answer for many in changes for _, some in many for answer in some.values()]
            yield {
                "state": state,
                "said": [[said for each in many for said in self._sentences(*each)] for many in changes],
                "by": self._links(self._cited([*decisive, Answer(ANSWERED, clauses=state.by)])),
            }

    def _changed(self, predicate: Predicate, position: TableRequest) -> Mapping[tuple[str, ...], Answer]:
        """Return the answers that are otherwise than at the start once players have left, or leave during the turn."""
        start = self._answers(predicate, self.position)
        answers = self._answers(predicate, position)
        return {names: answer for names, answer in answers.items() if answer_kind(answer) != answer_kind(start[names])}

    def _sentences(self, predicate: Predicate, changed: Mapping[tuple[str, ...], Answer]) -> Iterator[str]:
        """Yield what has become otherwise, one sentence for each player and kind of answer."""
        language, locale = self.context.language, self.context.locale
        alike = by_key(((name, answer_kind(answer)), other) for (name, other), answer in changed.items())
        for (name, kind), others in alike.items():
            names = [name, names_in_words(others, language)]
            if kind in (AnswerKind.YES, AnswerKind.NO):
                yield say_fact(predicate, names, kind is AnswerKind.YES, language) + "."
            else:
                yield f"{self.context.question_words(predicate, names, {})} {locale['sheet_open']}"

    def sections(self) -> Iterator[tuple[str, Iterable[tuple[str, Link]]]]:
        """Yield the clauses in their plain words by section, each at its first place."""
        seen: set[Clause] = set()
        for entry in self.config["sections"]:
            asked = self._asked(entry.get("asks", ()))
            decided = (answer for each in asked for answer in self._answers(each, self.position).values())
            clauses = (*self._cited(decided), *self._named(entry.get("clauses", ())))
            new = [clause for clause in dict.fromkeys(clauses) if clause not in seen]
            seen.update(new)
            if new:
                words = [clause.words(self.context.language) for clause in new]
                yield entry[self.context.language], zip(words, self._links(new), strict=True)

    def _named(self, names: Iterable[str]) -> Iterator[Clause]:
        """Yield the clauses in force that are named by text and slug, as far as the rules have them."""
        for text, _, slug in (name.partition(":") for name in names):
            named = self.context.rulebook.texts.get(text)
            clauses = named.clauses if named is not None else ()
            yield from (clause for clause in clauses if clause.slug == slug and clause.until is None)

    def page(self) -> Page:
        """Render the sheet of one table."""
        context, locale, vocabulary = self.context, self.context.locale, self.context.vocabulary
        start, *states = table_states(context, self.text.id, self.seats)
        columns = list(self.columns())
        return context.page(
            self.path,
            "cheat-sheet.md.j2",
            self.title,
            f"{self.title}. {locale['sheet_lead']}",
            locale["tables_title"],
            listed=False,
            text=self.text,
            compared=read_against(self.text, locale),
            table=table_page(self.shape),
            request=self.position,
            list=CHEAT_SHEETS,
            svg=draw_svg(start.scene, vocabulary, context.language, "sheet"),
            columns=columns,
            seats=start.scene.seats,
            order=next((f"{order[:1].upper()}{order[1:]}." for order in say_orders(context, start)), ""),
            rows=list(self.rows(states)),
            sections=self.sections(),
        )


def cheat_sheet_pages(context: SiteContext) -> Iterator[Page]:
    """Yield the list of all cheat sheets, then each; none where the start page introduces no text that has tables."""
    seatings, text = sheet_seatings(context), context.start.text
    if text is None or not seatings:
        return
    config = site_table("cheat-sheet")
    sheets = [CheatSheet(context, config, text, seats) for seats in seatings.values()]
    links = [(Link(href(CHEAT_SHEETS, sheet.path), sheet.title), sheet.seats) for sheet in sheets]
    yield context.single_page(SHEETS, sheets=links)
    for sheet in sheets:
        yield sheet.page()
