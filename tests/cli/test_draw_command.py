"""``emperor draw``: a picture that stands alone, and a sentence for whoever asks for what cannot be drawn."""

import errno
import os
import shutil
import xml.etree.ElementTree as ET
from pathlib import Path
from unittest.mock import Mock

import pytest
from click.testing import Result

import emperor_rules as er
from emperor_rules.drawing.spec import drawable
from tests.support.command_line import run
from tests.support.drawing_reader import SVG, Picture, disagreements
from tests.support.paths import RULES
from tests.support.shipped import engine, rulebook
from tests.support.tables import SIX


def draw(*arguments: object, rules: Path = RULES) -> Result:
    return run("draw", *arguments, "--rules", rules)


@pytest.mark.parametrize(
    "arguments",
    [
        ("cr-809", SIX),
        ("cr-809", SIX, "--left", "A3", "--leaving", "B1"),
        ("cr-809", SIX, "--left", "A3,B1", "--of", "A2", "--lang", "it"),
        ("cr-809", "g g E g g | g g E g g | g g E g g | g g E g g", "--on", "2009-10-01"),
        ("early", SIX, "--option", "ante"),
        ("early", SIX, "--piece", "A2", "--piece", "A1@B3"),
        ("early", SIX, "--ask", "may A2 march a creature to A1?"),
        ("cr-809", SIX, "--ask", "may A2 see the hand of A1?"),
        ("cr-809", SIX, "--show", "range,turn-order"),
        ("cr-809", SIX, "--show", "seats"),
    ],
    ids=" ".join,
)
def test_a_picture_says_what_the_rules_say(arguments: tuple[str, ...]) -> None:
    ran = draw(*arguments)
    assert ran.exit_code == 0, ran.output
    assert disagreements(ET.fromstring(ran.output), engine()) == []


def test_a_picture_is_drawn_alike_again() -> None:
    assert draw("cr-809", SIX, "--left", "A3").output == draw("cr-809", SIX, "--left", "A3").output


def test_what_to_show_can_be_chosen() -> None:
    bare = Picture(ET.fromstring(draw("cr-809", SIX, "--show", "seats").output))
    assert (bare.shows, bare.ranges, bare.badges) == ((), {}, {})
    order = Picture(ET.fromstring(draw("cr-809", SIX, "--show", "turn-order").output))
    assert order.shows == ("turn-order",) and len(order.badges["beside"]) == 6
    hands = Picture(ET.fromstring(draw("cr-809", SIX, "--ask", "may A2 see the hand of A1?").output))
    assert (hands.asked, hands.of) == ("may-see-hand", ("A2", "A1"))
    moves = ET.fromstring(draw("early", SIX, "--ask", "may A2 march a creature to A1?").output)
    assert [e.get("data-owner") for e in Picture(moves).of_class("g", "piece")] == ["A2"]


def test_a_picture_stands_alone_in_light_and_dark(tmp_path: Path) -> None:
    file = tmp_path / "table.svg"
    ran = draw("cr-809", SIX, "-o", file, "--lang", "it")
    assert (ran.exit_code, ran.output) == (0, f"Due squadre da tre, Variante Imperatore: {file}\n")
    svg = ET.fromstring(file.read_bytes())
    style = svg.find(f"{SVG}style")
    assert style is not None and style.text is not None
    assert "prefers-color-scheme:dark" in style.text and "--md-default-bg-color" in style.text
    assert (svg.get("width"), svg.get("height"), svg.get("lang")) == ("360", "360", "it")
    described = svg.find(f"{SVG}desc")
    assert described is not None and "A1 può attaccare B3." in (described.text or "")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("cr-80", SIX), "there is no text “cr-80”. Did you mean “cr-809”?"),
        (("cr-809", "g X g"), "“X” is no role: write E, g or l for each seat, a bar between teams"),
        (("cr-809", "g E g |"), "a team has no seats"),
        (("cr-809", SIX, "--left", "Z9"), "“Z9” is nobody at this table (A1 to B3)"),
        (("cr-809", SIX, "--left", "A1", "--leaving", "A1"), "A1 cannot be in both “left” and “leaving”"),
        (("cr-809", SIX, "--left", "A1", "--of", "A1"), "“A1” is nobody who plays here: there are A2, A3, B1, B2, B3"),
        (("cr-809", SIX, "--piece", "A1@Q"), "“Q” is nobody who plays here"),
        (("cr-809", SIX, "--on", "2009-13-01"), "“2009-13-01” is no date: write YYYY-MM-DD"),
        (("cr-809", SIX, "--on", "1999-01-01"), "cr-809 has no wording before 2005-08-01"),
        (("cr-809", SIX, "--option", "nope"), "there is no option “nope”"),
        (
            ("early", SIX, "--option", "nope"),
            "there is no option “nope”; there are: ante, no-talk, range-one, spells-one",
        ),
        (("cr-809", SIX, "--show", "may-atack"), "there is no question “may-atack”; did you mean “may-attack”?"),
        (("cr-809", SIX, "--show", "fate"), "a drawing cannot show “fate”, only questions about one or two players"),
        (("cr-809", SIX, "--ask", "may A2 attack B1 with glue?"), "without it the question is: “can A2 attack B1?”"),
        (("cr-809", SIX, "--ask", "may A2 attack C1?"), "“C1” is nobody at this table"),
        (("cr-809", SIX, "-o", "/no/such/folder/x.svg"), "cannot be written: no such file or directory"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else None,
)
def test_what_cannot_be_drawn_is_said(arguments: tuple[str, ...], says: str) -> None:
    ran = draw(*arguments)
    assert ran.exit_code == 2, ran.output
    assert says in ran.output
    assert ran.output.startswith("error[R") and ran.output.count("\n") == 1


def test_a_picture_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    picture = tmp_path / "table.svg"
    picture.write_text("an earlier one", encoding="utf-8")
    monkeypatch.setattr(os, "fsync", Mock(side_effect=OSError(errno.ENOSPC, "")))
    assert "cannot be written: no space left on device" in draw("cr-809", SIX, "-o", picture).output
    assert [*tmp_path.iterdir()] == [picture] and picture.read_text(encoding="utf-8") == "an earlier one"


def test_a_picture_goes_into_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    assert draw("cr-809", SIX, "-o", pipe).exit_code == 0 and pipe.is_fifo()
    assert os.read(reading, 100).startswith(b"<svg")
    os.close(reading)


def test_rules_with_errors_end_the_command(tmp_path: Path) -> None:
    shutil.copytree(RULES, tmp_path / "rules")
    file = tmp_path / "rules" / "texts" / "march" / "early.rules"
    file.write_text(file.read_text(encoding="utf-8").replace("the starting life", "the startng life"), encoding="utf-8")
    ran = draw("early", SIX, rules=tmp_path / "rules")
    assert ran.exit_code == 1, ran.output
    assert "error[R201]" in ran.output


@pytest.mark.slow
def test_whatever_is_offered_can_be_drawn_or_says_why_not() -> None:
    cr_809 = er.load(RULES)["cr-809"]
    for ask in drawable(rulebook().vocabulary):
        try:
            er.draw(SIX, cr_809, show=[ask])
        except er.RequestError as error:
            assert f"“{ask}” cannot be asked here" in str(error)
