"""Rulings by situation: a page for each scenario that says what somebody meets, the ruling first."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from markupsafe import Markup

from emperor_rules.check.scenario_runner import Outcome
from emperor_rules.drawing.inquiry import scene_of
from emperor_rules.drawing.scene import Scene
from emperor_rules.drawing.spec import DrawingSpec
from emperor_rules.drawing.svg import draw_svg
from emperor_rules.errors import RequestError
from emperor_rules.model.scenarios import Request, Scenario, TableRequest
from emperor_rules.site.context import SiteContext
from emperor_rules.site.page import Link, Page, SinglePage, href
from emperor_rules.site.pages.scenarios import alike_questions
from emperor_rules.site.permalinks import slugify
from emperor_rules.site.texts import effective
from emperor_rules.site.views.figures import SIMPLE
from emperor_rules.site.views.position_view import scene_for

SITUATIONS = SinglePage(
    "situations/index.md", "situations", "site_situations", "situations_lead", "site_situations", "site_situations_all"
)
#: So many of the clauses that decide are shown with their words.
MOST_CLAUSES_CITED = 5

#: The number of a rule before what it says.
RULE_BEFORE = re.compile(r"^\d+\.\d+[a-z]*: ")
#: So long the name of a page can be.
LONGEST_PAGE_NAME = 80


def situation_path(scenario: Scenario) -> str:
    """Return the path of the page of a situation after its English words, as many as an archive takes."""
    words = slugify(scenario.situation.en if scenario.situation is not None else scenario.name, set())
    whole = words if len(words) <= LONGEST_PAGE_NAME else words[:LONGEST_PAGE_NAME].rpartition("-")[0]
    return f"situations/{whole}.md"


def situation_title(scenario: Scenario, language: str) -> str:
    """Return what somebody meets, in a language."""
    return scenario.situation.get(language) if scenario.situation is not None else ""


def situation_ruling(scenario: Scenario, language: str) -> str:
    """Return the ruling on a situation: the title of its scenario, without the number of the rule that it is about."""
    said = RULE_BEFORE.sub("", scenario.title(language))
    return f"{said[:1].upper()}{said[1:]}."


def situations(context: SiteContext) -> Iterator[tuple[str, Scenario, Sequence[Outcome]]]:
    """Yield the scenarios that name a situation, with the title of their topic and the outcomes of their first text."""
    for file in context.scenario_files:
        for scenario, _ in file.named:
            outcomes = context.by_scenario.get(scenario.name, ())
            if scenario.situation is not None and outcomes:
                own = [outcome for outcome in outcomes if outcome.text == outcomes[0].text]
                yield file.topic, scenario, own


def situations_of_start(context: SiteContext) -> Iterator[tuple[str, Scenario]]:
    """Yield the situations in games by the rulebook of the start page, with their topics; all where it has none."""
    every = [(topic, scenario) for topic, scenario, _ in situations(context)]
    start = context.start.text
    yield from [each for each in every if start is not None and start.id in {id for id, _ in each[1].texts}] or every


def situation_pages(context: SiteContext) -> Iterator[Page]:
    """Yield the list of all situations, then the page of each; nothing where no scenario names one."""
    start = context.start.text
    every = sorted(situations(context), key=lambda each: start is not None and each[2][0].text != start.id)
    if not every:
        return
    topics: dict[str, list[tuple[Link, str]]] = {}
    for title, scenario, _ in every:
        to = Link(href(SITUATIONS.path, situation_path(scenario)), situation_title(scenario, context.language))
        topics.setdefault(title, []).append((to, situation_ruling(scenario, context.language)))
    yield context.single_page(SITUATIONS, topics=topics.items())
    for _, scenario, outcomes in every:
        yield _page(context, scenario, outcomes)


def _page(context: SiteContext, scenario: Scenario, outcomes: Sequence[Outcome]) -> Page:
    path, first, locale = situation_path(scenario), outcomes[0], context.locale
    text, title = context.rulebook.texts[first.text], situation_title(scenario, context.language)
    telling = [outcome for outcome in outcomes if outcome.answer.answer is not False] or outcomes
    cited = dict.fromkeys(citation for outcome in telling for citation in outcome.answer.clauses)
    citations = list(cited)[:MOST_CLAUSES_CITED]
    clauses = [
        (link, context.cited_words(first.request, citation))
        for citation in citations
        for link in context.links(path, first.request, [citation])
    ]
    return context.page(
        path,
        "situation.md.j2",
        title,
        f"{situation_ruling(scenario, context.language)} {title}",
        locale["site_situations"],
        listed=False,
        under=href("index.md", SITUATIONS.path),
        all=Link(href(path, SITUATIONS.path), locale["site_situations"]),
        text=context.permalinks.to_text(path, text.id),
        effective=effective(text, locale),
        ruling=situation_ruling(scenario, context.language),
        scenario=scenario,
        request=first.request,
        drawings=list(_drawings(context, [outcome.request for outcome in outcomes])),
        live=context.live(path, _afterwards(context, first.request)),
        questions=alike_questions(
            [replace(context.outcome(path, outcome), text=None, ignored=()) for outcome in outcomes]
        ),
        clauses=clauses,
        worked=context.to_scenario(path, scenario),
    )


# --- the table before and after ----------------------------------------------------------------------


def _drawings(context: SiteContext, requests: Sequence[Request]) -> Iterator[tuple[str, Markup]]:
    """Yield the table before anybody left and after, each with what it is; only one where nobody does.

    Each shows the first question that can be drawn, or where somebody leaves only in the question, what holds at the
    table without them.
    """
    first = requests[0]
    leavers = _leavers(context, first)
    if leavers:
        after = _without(first)
        after["left"] = sorted({*first.get("left", ()), *leavers})
        scenes = [_map(context, _without(first)), _map(context, after)]
    else:
        asked = next((request for request in requests if scene_for(context.engine, request) is not None), first)
        gone = first.get("left") or first.get("leaving")
        scenes = [_question(context, request) for request in ([_without(asked, asked), asked] if gone else [asked])]
    named = ("situations_before", "situations_after") if len(scenes) > 1 else ("situations_drawn",)
    for words, scene in zip(named, scenes, strict=True):
        if scene is not None:
            id = words.partition("_")[2]
            yield context.locale[words], draw_svg(scene, context.vocabulary, context.language, id)


def _afterwards(context: SiteContext, request: Request) -> TableRequest:
    """Return the table of a request once those who lose in its question have left; else the request."""
    leaving, given = context.start.leaving, request.get("given") or {}
    if leaving is None or leaving.given not in given:
        return request
    after: TableRequest = {"text": request["text"], "seats": request["seats"]}
    after["left"] = sorted({*request.get("left", ()), *_leavers(context, request)})
    return after


def _leavers(context: SiteContext, request: Request) -> list[str]:
    """Return who leaves by what a question supplies: whoever is named as leaving, or as out of it another way."""
    leaving = context.start.leaving
    names: list[str] = []
    for key, value in (request.get("given") or {}).items():
        if context.vocabulary.givens[key].present or (leaving is not None and key == leaving.given):
            names += [value] if isinstance(value, str) else [str(name) for name in value]  # type: ignore[union-attr]
    return names


def _without(request: Request, asked: Request | None = None) -> Request:
    """Return the table of a request before anybody has gone, with the question ``asked``, if any."""
    table: Request = {"text": request["text"], "seats": request["seats"], "ask": request["ask"], "of": request["of"]}
    if asked is not None:
        table["given"] = asked.get("given") or {}
    if request.get("options"):
        table["options"] = request["options"]
    return table


def _question(context: SiteContext, request: Request) -> Scene | None:
    return scene_for(context.engine, request) or _map(context, request)


def _map(context: SiteContext, request: Request) -> Scene | None:
    """Return what a table shows of everybody; its seats alone where the game is over."""
    for spec in (DrawingSpec(SIMPLE), DrawingSpec(frozenset())):
        try:
            return scene_of(request, context.engine, spec)
        except RequestError:
            continue
    return None
