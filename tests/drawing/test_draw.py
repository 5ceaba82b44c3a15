"""Drawings say what the evaluator says, and nothing in them lies on anything else."""

import os
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from functools import cache

import pytest

from emperor_rules.drawing.alt_text import describe
from emperor_rules.drawing.inquiry import scene_of
from emperor_rules.drawing.scene import Scene
from emperor_rules.drawing.spec import DrawingKind, DrawingSpec, Piece, drawing_kind_of
from emperor_rules.drawing.svg import STYLE_SHEET, TEAM_COLOURS, draw_svg
from emperor_rules.evaluate.engine import Answer, Engine
from emperor_rules.frontend.vocabulary import read_vocabulary
from emperor_rules.language.seating import read_table
from emperor_rules.messages import LANGUAGES
from emperor_rules.model.scenarios import TableRequest
from emperor_rules.model.vocabulary import DRAWN_AS, SYMBOLS
from emperor_rules.resources import site_folder
from emperor_rules.site.views.figures import example_seatings
from emperor_rules.source import SourceFile
from emperor_rules.templates import environment
from tests.support.built_site import built_site
from tests.support.drawing_reader import SVG, disagreements, shaft
from tests.support.paths import RULES
from tests.support.sampling import number_of_examples
from tests.support.shipped import engine, rulebook

STYLES = (site_folder() / STYLE_SHEET).read_text(encoding="utf-8")


@cache
def spots() -> tuple[TableRequest, ...]:
    """Every table that the site draws, and some with players gone."""
    specs = [
        TableRequest(text=text, seats=seats)
        for text in rulebook().texts
        for seats in example_seatings(engine(), text).values()
    ]
    gone: list[TableRequest] = [
        {**s, "left": names(s)[:1], "leaving": names(s)[-2:-1]} for s in specs if 2 < len(names(s)) <= 12
    ]
    return (*specs, *gone)


def ask(spot: TableRequest, predicate: str, *of: str) -> Answer:
    return engine().ask({**spot, "ask": predicate, "of": of})


def names(spot: TableRequest) -> tuple[str, ...]:
    return read_table(spot["seats"], "".join(rulebook().vocabulary.role_letters)).names


def drawn(spot: TableRequest, language: str = "en", spec: DrawingSpec | None = None) -> ET.Element:
    vocabulary = rulebook().vocabulary
    return ET.fromstring(draw_svg(scene_of(spot, engine(), spec), vocabulary, language, "x"))


@pytest.mark.slow
def test_tables_are_found() -> None:
    """A table of a text is a seating that its requirements do not rule out; a text without any calls for none."""
    by_text: dict[str, list[str]] = {}
    for spot in spots():
        by_text.setdefault(spot["text"], []).append(spot["seats"])
    assert by_text["cr-809"][0] == "g E g | g E g"
    assert len(by_text["cr-809"]) > 3
    assert "cr-101" not in by_text, "a text without requirements has no tables of its own"
    (legal,) = (r.id for r in rulebook().vocabulary.predicates.values() if r.requirement)
    assert not any(ask(spot, legal).answer is False for spot in spots())


def test_a_drawing_reads_back_as_the_evaluator_answers() -> None:
    for spot in spots()[:: number_of_examples(200, 3)]:  # those of the site are read back as they stand in its pages
        assert disagreements(drawn(spot), engine()) == []


#: Of the drawings of the site one in so many is read back: EMPEROR_EVERY_DRAWING=1 reads all.
EVERY = int(os.environ.get("EMPEROR_EVERY_DRAWING", "3"))


@pytest.mark.site
def test_drawings_of_the_site_read_back_as_the_evaluator_answers() -> None:
    """Drawings that show the same are read once, whatever language and page they stand in; of these every third."""
    seen: set[str] = set()
    for path in sorted(built_site().rglob("*.html")):
        for drawing in re.findall(
            r"<svg class=\"seating(?! icon).*?</svg>", path.read_text(encoding="utf-8"), re.DOTALL
        ):
            bare = re.sub(r' (?:id|aria-labelledby)="[^"]*"|<(title|desc).*?</\1>', "", drawing)
            if bare not in seen:
                seen.add(bare)
                if len(seen) % EVERY:
                    continue
                assert disagreements(ET.fromstring(drawing), engine()) == [], path
                assert (
                    re.search(r'class="badge|class="ways|data-reach|class="piece|data-gone', drawing)
                    or "tables" in path.parts
                ), path
    assert len(seen) > 200


PIECES = (
    ("early", "g E g | g E g", (), "A1@A1 A1@B3 B2@B2"),
    ("early", "g E g | g E g", ("B1",), "A1@B3 A2@A1 B3@B3 A1@A1"),
    ("early", "g l E l g | g l E l g", (), "A3@A3 A2@A2"),
    ("paris", "g E g | g E g", ("A3",), "A2@A2 B1@A2"),
    ("cr-809", "g E g | g E g", (), "A2@A2 A2@A3"),
)


def pieces(written: str) -> tuple[Piece, ...]:
    return tuple(Piece(*piece.split("@")) for piece in written.split())


@pytest.mark.parametrize(("text", "seats", "left", "standing"), PIECES)
def test_pieces_read_back_as_the_evaluator_answers(text: str, seats: str, left: tuple[str, ...], standing: str) -> None:
    spot = TableRequest(text=text, seats=seats, left=left)
    for spec in (
        DrawingSpec(pieces=pieces(standing)),
        DrawingSpec(asks=("may-march", "may-attack"), pieces=pieces(standing)),
    ):
        svg = drawn(spot, spec=spec)
        assert len([e for e in svg.iter(f"{SVG}g") if "piece" in (e.get("class") or "")]) == len(spec.pieces)
        assert disagreements(svg, engine()) == []


def test_some_pieces_may_go_somewhere() -> None:
    """Otherwise the test above would compare drawings without any arrow of a piece."""
    for text, seats, left, standing in PIECES[:4]:
        scene = scene_of(
            TableRequest(text=text, seats=seats, left=left), engine(), DrawingSpec(pieces=pieces(standing))
        )
        assert any(arrow.piece is not None for arrow in scene.arrows), text


@pytest.mark.parametrize(
    "ask", ["may-see-hand", "may-deploy", "may-attack-battle", "range", "may-go-first", "turn-order"]
)
def test_any_question_of_a_fit_sort_can_be_drawn_alone(ask: str) -> None:
    """A drawing shows one player or two, so that a question about three cannot be drawn."""
    vocabulary = rulebook().vocabulary
    for spot in spots()[:4]:
        svg = drawn(spot, spec=DrawingSpec(asks=(ask,)))
        assert svg.get("data-shows") == ask
        assert disagreements(svg, engine()) == []
    assert drawing_kind_of(vocabulary.predicates["may-prevent-between"]) is None


def test_a_drawing_of_one_player_has_that_player_alone() -> None:
    """With A3 gone A2 sits next to B1, whom alone an emperor there may attack."""
    svg = drawn(TableRequest(text="cr-809", seats="g E g | g E g", left=("A3",)), spec=DrawingSpec(players=("A2",)))
    arrows = [(e.get("data-from"), e.get("data-to")) for e in svg.iter(f"{SVG}path") if e.get("data-from")]
    assert arrows == [("A2", "B1")]
    (arc,) = (e for e in svg.iter(f"{SVG}g") if "within" in (e.get("class") or ""))
    assert arc.get("data-of") == "A2"
    arc[0].set("d", "M180 90A90 90 0 0 1 270 180")
    assert disagreements(svg, engine()) != []


@pytest.mark.parametrize("spoil", ["arrow", "turn", "reach", "start", "gone"])
def test_a_wrong_drawing_is_noticed(spoil: str) -> None:
    """The reader of drawings would prove nothing if it did not see each of these spoilt."""
    svg = drawn(TableRequest(text="cr-809", seats="g E g | g E g", left=("A3",)))
    badges = {(e.get("class") or "").split()[1]: e for e in svg.iter(f"{SVG}g") if "badge" in (e.get("class") or "")}
    if spoil == "arrow":
        arrow = next(e for e in svg.iter(f"{SVG}path") if e.get("data-from"))
        end = shaft(arrow.get("d", ""))[-1]
        to = f"L{360 - end[0]:.1f} {360 - end[1]:.1f}"
        arrow.set("d", f"M180 180{to}M180 180{to}L180 180")
    elif spoil == "turn":
        (text,) = badges["turn"]
        text.text = "1"
    elif spoil == "reach":
        next(e for e in svg.iter(f"{SVG}text") if e.text == "‹2›").text = "‹1›"
    elif spoil == "start":
        badges["start"].set("transform", "translate(45.8 102.5)")
    else:
        seat = next(e for e in svg.iter(f"{SVG}g") if e.get("data-gone"))
        seat.remove(seat[-1])
        seat.set("class", "seat t0")
    assert disagreements(svg, engine()) != []


@pytest.mark.parametrize("drawn_so", ["reach", "order", "start", "rainbow"])
def test_what_a_drawing_cannot_show_is_an_error(drawn_so: str) -> None:
    """A fact about two players is no reach, order or start, and a rainbow is nothing that can be drawn."""
    files = sorted((RULES / "vocabulary").glob("*.rules"))
    sources = [SourceFile(path.name, path.read_text(encoding="utf-8")) for path in files]
    lines = ["fact odd", "of p, q", 'en "p is odd to q"', 'it "p è strano per q"', f"drawn as {drawn_so}"]
    vocabulary, findings = read_vocabulary([*sources, SourceFile("odd.rules", "\n  ".join(lines) + "\n")])
    assert [(d.code, d.span.file) for d in findings] == [("R302", "odd.rules")]
    assert vocabulary.predicates["odd"].drawn == ""


def test_a_drawing_knows_every_way_that_a_vocabulary_can_ask_for() -> None:
    assert {*DrawingKind} == DRAWN_AS.keys()


def test_the_signs_that_a_role_may_have_are_those_that_can_be_drawn() -> None:
    shapes = environment().get_template("symbols.j2").module.shapes  # type: ignore[attr-defined]
    assert {*shapes, "none"} == set(SYMBOLS)


def test_a_drawing_says_in_words_what_it_shows() -> None:
    """Who cannot see the drawing reads the same: an arrow is a sentence, equal numbers share one."""
    for spot in spots():
        for language in LANGUAGES:
            svg = drawn(spot, language)
            title, desc = svg.find(f"{SVG}title"), svg.find(f"{SVG}desc")
            assert svg.get("role") == "img"
            assert title is not None and desc is not None and title.text and desc.text
            assert f"{title.get('id')} {desc.get('id')}" == svg.get("aria-labelledby")
            assert all(name in desc.text for name in names(spot))
    vocabulary = rulebook().vocabulary
    words = describe(scene_of(TableRequest(text="cr-809", seats="g E g | g E g"), engine()), vocabulary, "en")
    assert "A1 can attack B3." in words
    assert "The range of A2 and B2 is 2." in words
    italian = describe(scene_of(TableRequest(text="cr-809", seats="g E g | g E g"), engine()), vocabulary, "it")
    assert "A1 può attaccare B3." in italian


def test_a_drawing_of_seats_alone_asks_nothing_and_says_nothing_more() -> None:
    """Without kinds of answers there is only who sits where and who has gone."""
    vocabulary = rulebook().vocabulary
    bare = scene_of(
        TableRequest(text="cr-809", seats="g E g | g E g", left=("A1",)), engine(), DrawingSpec(frozenset())
    )
    assert (bare.arrows, bare.order, bare.unsaid, bare.doubtful) == ((), (), (), ())
    assert describe(bare, vocabulary, "en") == (
        "Clockwise: A1 general, A2 emperor, A3 general, B1 general, B2 emperor, B3 general.",
        "No longer in the game: A1.",
    )


def test_teams_differ_in_pattern_and_in_colour() -> None:
    """A pattern of its own for who cannot tell colours apart; each seat has the class of its team."""
    svg = drawn(TableRequest(text="cr-809", seats="g E g | g E g | g E g | g E g"))
    bands = [e.get("class") for e in svg.iter(f"{SVG}path") if "team" in (e.get("class") or "")]
    assert bands == [f"team t{team}" for team in range(4)]
    seats = [e.get("class") for e in svg.iter(f"{SVG}g") if "seat" in (e.get("class") or "")]
    assert seats == [f"seat t{team}" for team in range(4) for _ in range(3)]
    colours = re.findall(r"^\.seating \.t(\d) { --c: var\(--team-\1, (#\w+)\)", STYLES, re.MULTILINE)
    patterns = re.findall(r"^\.seating \.team\.t(\d) { stroke-dasharray: ([\d. ]+);", STYLES, re.MULTILINE)
    assert len(dict(colours)) == len({colour for _, colour in colours}) == TEAM_COLOURS
    assert len(dict(patterns)) == len({pattern for _, pattern in patterns}) == TEAM_COLOURS - 1, (
        "the first is a plain line"
    )


def test_a_drawing_needs_nothing_from_elsewhere_and_no_fixed_ink() -> None:
    """The one address is the name of the format, and ids begin with that of the drawing: several stand on a page."""
    text = draw_svg(
        scene_of(TableRequest(text="cr-809", seats="g E g | g E g"), engine()), rulebook().vocabulary, "en", "x"
    )
    assert not re.search(r"(?<!&)#[0-9a-f]{3,6}\b|style=", text), "colours are those of the page"
    assert re.findall(r"https?://[^\"]+", text) == ["http://www.w3.org/2000/svg"]
    assert "<script" not in text
    ids = re.findall(r' id="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    assert all(id.startswith("x-") for id in ids)
    assert set(re.findall(r"#(x-[\w-]+)", text)) <= set(ids)


def test_drawings_are_the_same_every_time() -> None:
    vocabulary = rulebook().vocabulary
    for spot in spots()[:6]:
        one, two = (draw_svg(scene_of(spot, Engine(rulebook())), vocabulary, "it", "t") for _ in range(2))
        assert one == two


def test_a_role_with_an_unknown_sign_is_drawn_by_its_letter() -> None:
    """Rules of others may have signs that this toolkit has no picture of."""
    scene: Scene = scene_of(TableRequest(text="cr-809", seats="g E g | g E g"), engine())
    odd = replace(scene, seats=tuple(replace(s, role=replace(s.role, symbol="no-such-sign")) for s in scene.seats))
    texts = [e.text for e in ET.fromstring(draw_svg(odd, rulebook().vocabulary, "en", "x")).iter(f"{SVG}text")]
    assert (texts.count("E"), texts.count("g")) == (2, 4)
    shipped = [e.text for e in drawn(scene.position).iter(f"{SVG}text")]
    assert "E" not in shipped and "g" not in shipped, "a crown for the emperor, nothing for others"
