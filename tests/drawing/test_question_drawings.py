"""A drawing of one question shows its answer: who is asked about, of whom it holds, of whom it does not."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from itertools import product

import pytest

from emperor_rules.check.scenario_runner import Outcome
from emperor_rules.drawing.inquiry import scene_of
from emperor_rules.drawing.scene import mark_of
from emperor_rules.drawing.spec import DrawingSpec, drawing_kind_of, read_drawing_request
from emperor_rules.drawing.svg import STYLE_SHEET, draw_svg
from emperor_rules.model.scenarios import GivenValue, Request, TableRequest
from emperor_rules.model.vocabulary import GivenKind
from emperor_rules.resources import site_folder
from emperor_rules.site.views.position_view import scene_for
from tests.support.drawing_reader import SVG, disagreements
from tests.support.sampling import some_of
from tests.support.shipped import checked, engine, rulebook

STYLES = (site_folder() / STYLE_SHEET).read_text(encoding="utf-8")


def drawn(position: TableRequest, spec: DrawingSpec) -> ET.Element:
    return ET.fromstring(draw_svg(scene_of(position, engine(), spec), rulebook().vocabulary, "en", "x"))


ASKED = (
    ("cr-809", "g E g | g E g", (), "can A1 attack B3?", "A1 can attack B3."),
    ("cr-809", "g E g | g E g", (), "can A2 attack B1?", "A2 cannot attack B1."),
    ("cr-809", "g E g | g E g", ("A3",), "can A2 attack B1?", "A2 can attack B1."),
    ("cr-809", "g E g | g E g", (), "is B2 in range of A1?", "B2 is not in range of A1."),
    ("cr-809", "g g E g | g g E g", (), "what is the range of A3?", "The range of A3 is 3."),
    (
        "cr-809",
        "g E g | g E g",
        (),
        "how many seats are counted from A2 to B2?",
        "The counted distance from A2 to B2 is 3.",
    ),
    ("cr-809", "g E g | g E g", ("A1",), "how many seats are counted from B3 to A2?", "from B3 to A2 is 1."),
    ("cr-809", "g E g | g E g", (), "how many seats are counted from A2 to A2?", "from A2 to A2 is 0."),
    ("cr-809", "g E g | g E g", (), "can A2 deploy a creature to A1?", "A2 can deploy a creature to A1 and A3."),
    ("cr-809", "g E g | g E g", (), "can A1 go first?", "A1 cannot go first."),
    ("cr-809", "g E g | g E g", (), "is the seating legal?", "The seating is legal."),
    ("cr-809", "g g E | g E g", (), "is the seating legal?", "The seating is not legal."),
    ("cr-809", "g E g | g E g", (), "in which order do the players play if B2 goes first?", "B2, B3, A1, A2, A3, B1"),
    ("cr-809", "g E g | g E g", (), "with how much life does A1 start?", "is 20."),
    (
        "cr-809",
        "g E g | g E g",
        (),
        "can A1 attack B3 and B1 in one combat?",
        "A1 cannot attack B3 and B1 in one combat.",
    ),
    ("paris", "g E g | g E g", ("A1",), "can A2 attack B3 and B1 in one combat?", ""),
    ("cr-809", "g E g | g E g", (), "is A3 in range of A3?", "are in range of A3."),
    ("early", "g E g | g E g", (), "can A2 march a creature to A1?", "A2 can march a creature to A1 and A3."),
    ("early", "g E g | g E g", (), "who decides first about blocks when A2 is attacked?", ""),
    ("cr-809", "g E g | g E g", (), "does A1 lose?", ""),
    ("cr-809", "g E g | g E g", (), "does team A win?", ""),
)


@pytest.mark.parametrize(("text", "seats", "left", "question", "says"), ASKED)
def test_a_drawing_of_one_question_reads_back(
    text: str, seats: str, left: tuple[str, ...], question: str, says: str
) -> None:
    position, spec = read_drawing_request(TableRequest(text=text, seats=seats, left=left), engine(), question=question)
    assert spec.question is not None
    svg = drawn(position, spec)
    assert disagreements(svg, engine()) == []
    assert says in (svg.findtext(f"{SVG}desc") or "")


def test_a_question_about_a_table_of_another_size_is_drawn_at_that_table() -> None:
    words = "with two teams of five, what is the range of A3?"
    position, _ = read_drawing_request(TableRequest(text="cr-809", seats="g E g | g E g"), engine(), question=words)
    assert position["seats"] == "g g E g g | g g E g g"


@pytest.mark.slow
def test_whatever_scenarios_ask_reads_back_or_is_not_drawn() -> None:
    """Of each kind of drawing some questions of all scenarios: what is drawn shows its answer."""
    predicates, outcomes = rulebook().vocabulary.predicates, checked().run.outcomes
    asked: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        asked.setdefault(str(drawing_kind_of(predicates[outcome.expectation.query.ask])), []).append(outcome)
    shown, ways = 0, set[str]()
    for outcome in (one for alike in asked.values() for one in some_of(alike, 10)):
        scene = scene_for(engine(), outcome.request)
        if scene is None:
            continue
        svg = ET.fromstring(draw_svg(scene, rulebook().vocabulary, "en", "x"))
        assert disagreements(svg, engine()) == [], outcome.request
        shown += 1
        ways.add(str(drawing_kind_of(rulebook().vocabulary.predicates[outcome.expectation.query.ask])))
    assert shown > 30
    assert ways >= {"arrow", "move", "within", "mark", "reach", "count"}


def test_whatever_is_given_a_drawing_shows_the_answer_under_it() -> None:
    """Also what a question has when nothing is given, where then the moment counts that suits it best."""
    vocabulary, shown = rulebook().vocabulary, 0
    for text, given in product(("cr-506", "cr-809", "early"), some_of(vocabulary.givens.values(), 4)):
        values: Sequence[GivenValue] = (
            [True, False] if given.kind is GivenKind.FLAG else [word for word, _ in given.choices]
        )
        for ask, value in product(vocabulary.questions, values):
            of = ["A1", "B3", "B1"][: len(vocabulary.predicates[ask].parameters)]
            facts: dict[str, GivenValue] = {given.id: value}
            request = Request(text=text, seats="g E g | g E g", ask=ask, of=of, given=facts)
            scene = scene_for(engine(), request)
            if scene is not None and scene.relation is not None:
                assert scene.relation.answer is mark_of(engine().ask(request)), request
                shown += 1
    assert shown > 100


def test_what_cannot_be_seen_at_a_table_is_not_drawn() -> None:
    spot: TableRequest = {"text": "early", "seats": "g E g | g E g"}
    silent: Request = {**spot, "ask": "counted-distance", "of": ["A1", "B1"]}
    assert engine().ask(silent).status == "silent" and scene_for(engine(), silent) is None
    assert scene_for(engine(), {**spot, "ask": "arrival", "of": []}) is None
    assert scene_for(engine(), {**spot, "ask": "may-attack", "of": ["A1", "B1"], "left": ["A1"]}) is None


@pytest.mark.parametrize("spoil", ["colour", "sign", "number", "arrow", "subject"])
def test_a_wrong_drawing_of_one_question_is_noticed(spoil: str) -> None:
    words = "how many seats are counted from A2 to B2?" if spoil in ("number", "arrow") else "can A1 attack B1?"
    position, spec = read_drawing_request(TableRequest(text="cr-809", seats="g E g | g E g"), engine(), question=words)
    svg = drawn(position, spec)
    seats = {e.get("data-player"): e for e in svg.iter(f"{SVG}g") if e.get("data-player")}
    badges = [e for e in svg.iter(f"{SVG}g") if "badge" in (e.get("class") or "")]
    if spoil == "colour":
        seats["B3"].set("class", "seat t1 no")
    elif spoil == "sign":
        badges[0].set("transform", badges[1].get("transform", ""))
    elif spoil == "number":
        badges[0][1].text = "2"
    elif spoil == "arrow":
        (ways,) = (e for e in svg.iter(f"{SVG}g") if e.get("data-ask"))
        ways.remove(ways[0])
    else:
        seats["A1"].set("class", "seat t0")
        seats["A2"].set("class", "seat t0 subject")
    assert disagreements(svg, engine()) != []


def test_every_look_in_a_drawing_is_in_the_style_sheet() -> None:
    """A class that no rule names would be drawn as anything else."""
    used: set[str] = set()
    for text, seats, left, question, _ in ASKED:
        position, spec = read_drawing_request(
            TableRequest(text=text, seats=seats, left=left), engine(), question=question
        )
        for svg in (drawn(position, spec), drawn(position, DrawingSpec())):
            used |= {name for e in svg.iter() for name in (e.get("class") or "").split()}
    unstyled = {name for name in used if not re.search(rf"\.{name}\b", STYLES)}
    assert unstyled <= {"count", "whole", "turning"} and {"yes", "no", "subject", "denied"} <= used
