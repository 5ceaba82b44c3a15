"""Every fixed question of every shipped text, with the answer that each text gives."""

from typing import Any

import pytest

from tests.support.requests import (
    ALL,
    ARTIFACT,
    CONTRADICTED,
    CR,
    ENTERED,
    GUEST,
    LENT,
    MARCHING,
    MATCHING,
    OWN_AT_HOME,
    OWN_AWAY,
    OWN_WITH_ANOTHER,
    SILENT,
    STRANGER,
    WIKIS,
    ask,
    short,
)
from tests.support.tables import EIGHT, TEN


def cases(texts: tuple[str, ...], ask: str, *rows: Any) -> list[tuple[str, str, str, dict[str, Any], Any]]:
    """One case per text and row: players (perhaps with seats), facts and the expected answer."""
    return [(text, ask, of, more, expected) for text in texts for of, more, expected in rows]


A3, B3 = {"left": ["A3"]}, {"left": ["B3"]}
GONE_NOW = {"leaving": ["A3"]}
ALONE = {"left": ["A1", "A3"]}
TABLE = [
    *cases(MATCHING, "range", ("A2", {}, 2), ("A1", {}, 1), ("A3", {"left": ["A1"]}, 1)),
    *cases(CR, "range", *((f"A{n}", {"seats": EIGHT}, r) for n, r in enumerate((1, 3, 2, 1), 1))),
    *cases(("wiki-en",), "range", ("A2", {"seats": EIGHT}, SILENT)),
    *cases(("wiki-it",), "range", ("A2", {"seats": EIGHT}, 2)),
    *cases(
        ("early",),
        "range",
        ("A1", {}, 2),
        ("A2", {"options": ["range-one"]}, 1),
        ("A2", {"options": ["ante"]}, 2),
        ("A2", {"seats": TEN, "options": ["range-one"]}, 2),
    ),
    *cases(("paris",), "range", ("A1", {}, 1), ("A2", {}, 1)),
    # who is in range
    *cases(
        MATCHING,
        "in-range",
        ("A1 A1", {}, True),
        ("A1 B3", {}, True),
        ("A1 B2", {}, False),
        ("A2 B1", {}, True),
        ("A2 B2", {}, False),
        ("A1 A3", {}, False),
        ("A1 B2", B3, True),
    ),
    *cases(
        ("early",),
        "in-range",
        ("A1 B2", {}, True),
        ("A1 B1", {}, False),
        ("B3 A2", {"from": "B1"}, True),
        ("B3 A1", {"from": "B1"}, False),
        ("A1 B1", {"left": ["B3"]}, True),
    ),
    *cases(("paris",), "in-range", ("A1 A2", {}, True), ("A1 A3", {}, False), ("A1 A3", {"left": ["A2"]}, "invalid")),
    # attacks
    *cases(
        (*MATCHING, "early"),
        "may-attack",
        ("A1 B3", {}, True),
        ("A2 B1", {}, False),
        ("A2 B1", A3, True),
        ("A1 A2", {}, False),
        ("A1 B2", {}, False),
        ("A1 B2", B3, True),
    ),
    *cases(
        CR,
        "may-attack",
        ("A2 B1", GONE_NOW, SILENT),
        ("A1 B3", {"active": "B3"}, False),
        ("A1 B3", {"phase": "main"}, False),
        ("A1 B3", {"phase": "combat"}, True),
    ),
    *cases(WIKIS, "may-attack", ("A2 B1", GONE_NOW, True)),
    *cases(("early",), "may-attack", ("B3 A3", {"from": "B1"}, True), ("B3 A1", {"from": "B1"}, False)),
    *cases(
        ("paris",),
        "may-attack",
        ("A1 B3", {}, SILENT),
        ("A1 B1", {"from": "A3"}, True),
        ("A1 B3", {"from": "A3"}, False),
        ("A1 B1", {"from": "A3", "phase": "main"}, False),
    ),
    *cases(CR, "may-attack-planeswalker", ("A1 B3", {}, True), ("A1 A2", {}, False), ("A2 B2", {}, False)),
    *cases(("cr-809",), "may-attack-planeswalker", ("A2 B1", {}, False), ("A2 B1", A3, True)),
    *cases(("cr-809-it",), "may-attack-planeswalker", ("A2 B1", {}, True)),
    *cases(CR, "may-attack-battle", ("A1 B3", {}, True), ("A1 A2", {}, False)),
    *cases(("cr-809",), "may-attack-battle", ("A2 B1", {}, False), ("A2 B1", A3, True)),
    *cases(("cr-809-it",), "may-attack-battle", ("A2 B1", {}, True)),
    *cases((*WIKIS, *MARCHING), "may-attack-planeswalker", ("A1 B3", {}, SILENT)),
    *cases((*WIKIS, *MARCHING), "may-attack-battle", ("A1 B3", {}, SILENT)),
    *cases(CR, "may-attack-together", ("A2 B1 B3", ALONE, False), ("A2 B1 B3", {}, False)),
    *cases(("early",), "may-attack-together", ("A2 B1 B3", ALONE, True), ("A2 B1 B3", {}, False)),
    # blocks, deploying, marching
    *cases(WIKIS, "may-block-for", ("A1 A2", {}, SILENT)),
    *cases(CR, "may-block-for", ("A1 A2", {}, False), ("A1 A1", {}, True), ("A1 A1", {"tapped": True}, False)),
    *cases(MARCHING, "may-block-for", ("A1 A2", {}, True), ("A1 A2", {"from": "A1"}, False)),
    *cases(
        MATCHING,
        "may-deploy",
        ("A1 A2", {}, True),
        ("A2 A1", {}, True),
        ("A1 B3", {}, False),
        ("A1 A3", {}, False),
        ("A1 A2", {"stack": 1}, False),
        ("A1 A2", {"active": "B1"}, False),
        ("A1 A2", {"phase": "combat"}, False),
        ("A1 A2", {"phase": "main"}, True),
    ),
    *cases(CR, "may-deploy", ("A1 A2", {"tapped": True}, False), ("A1 A2", {"sick": True}, False)),
    *cases(WIKIS, "may-deploy", ("A1 A2", {"tapped": True}, SILENT), ("A1 A2", {"sick": True}, SILENT)),
    *cases(MARCHING, "may-deploy", ("A1 A2", {}, SILENT)),
    *cases(MATCHING, "may-march", ("A1 A2", {}, SILENT)),
    *cases(
        MARCHING,
        "may-march",
        ("A1 A2", {}, True),
        ("A1 B3", {}, False),
        ("A1 A2", {"tapped": True}, False),
        ("A1 A2", {"sick": True}, False),
        ("A1 A2", {"wall": True}, False),
        ("A1 A2", {"wall": True, "animated": True}, True),
        ("A1 A2", {"active": "A2"}, False),
    ),
    *cases(
        ("early",),
        "may-march",
        ("A1 A3", {}, False),
        ("A1 A3", {"from": "A2"}, True),
        ("A1 A2", {"phase": "combat"}, False),
        ("A1 A2", {"stack": 2}, False),
    ),
    *cases(
        ("paris",),
        "may-march",
        ("A1 A3", {}, True),
        ("A1 A2", {"phase": "combat"}, True),
        ("A1 A2", {"phase": "main"}, False),
        ("A1 A1", {"from": "A2"}, SILENT),
    ),
    # the start
    *cases(MATCHING, "may-go-first", ("A2", {}, True), ("A1", {}, False), ("B2", {}, True)),
    *cases(MARCHING, "may-go-first", ("A3", {}, True), ("B3", {}, True), ("A1", {}, False), ("A2", {}, False)),
    *cases(
        ("cr-809", "cr-809-it", "wiki-en", *MARCHING),
        "turn-order",
        ("A2", {}, ("A2", "A3", "B1", "B2", "B3", "A1")),
        ("B3", {}, ("B3", "A1", "A2", "A3", "B1", "B2")),
    ),
    *cases(("wiki-it",), "turn-order", ("A2", {}, SILENT)),
    *cases(
        ALL,
        "legal-seating",
        ("", {}, True),
        ("", {"seats": "g g E | g E g"}, False),
        ("", {"seats": "g E g | g E g g"}, False),
        ("", {"seats": "g E g"}, False),
    ),
    *cases(
        CR,
        "legal-seating",
        ("", {"seats": EIGHT}, True),
        ("", {"seats": "g g E g | g E g g"}, False),
        ("", {"seats": "g E g | g E g | g E g"}, True),
        ("", {"seats": "l E g | g E g"}, False),
    ),
    *cases(
        WIKIS,
        "legal-seating",
        ("", {"seats": "g E g | g E g | g E g"}, True),
        ("", {"seats": "g E | g E"}, False),
        ("", {"seats": "l E g | g E l"}, True),
    ),
    *cases(("wiki-it",), "legal-seating", ("", {"seats": "g g g E g g | g g g E g g"}, False)),
    *cases(MARCHING, "legal-seating", ("", {"seats": TEN}, True), ("", {"seats": EIGHT}, SILENT)),
    *cases(("early",), "legal-seating", ("", {"seats": "g l E l g | g l E l g"}, False)),
    *cases(ALL, "starting-life", ("A1", {}, 20), ("B2", {}, 20)),
    *cases(WIKIS, "minimum-deck", ("A1", {}, SILENT)),
    *cases(CR, "minimum-deck", ("A1", {}, 60), ("A1", {"limited": True}, 40)),
    *cases(("early",), "minimum-deck", ("A1", {}, 40)),
    *cases(("paris",), "minimum-deck", ("A1", {}, 60)),
    *cases(MATCHING, "may-see-hand", ("A1 A2", {}, True), ("A2 A1", {}, True), ("A1 B1", {}, SILENT)),
    *cases(("early",), "may-see-hand", ("A2 A1", {}, False)),
    *cases(("paris",), "may-see-hand", ("A2 A1", {}, SILENT)),
    # losing
    *cases(ALL, "loses", ("A1", {"losing": ["A1"]}, True)),
    *cases(
        (*CR, "wiki-en", *MARCHING),
        "loses",
        ("A1", {"losing": ["A2"]}, True),
        ("A2", {"losing": ["A1"]}, False),
        ("B1", {"losing": ["A2"]}, False),
    ),
    *cases(CR, "loses", ("B1", {"win_effect_by": "A2"}, True), ("B2", {"win_effect_by": "A2"}, False)),
    *cases(
        (*CR, "wiki-en", *MARCHING),
        "team-loses",
        ("A", {"losing": ["A2"]}, True),
        ("B", {"losing": ["A2"]}, False),
        ("A", {"losing": ["A1"]}, False),
    ),
    *cases(("wiki-it",), "team-loses", ("A", {"losing": ["A2"]}, SILENT)),
    *cases(("wiki-it",), "loses", ("A1", {"losing": ["A2"]}, SILENT)),
    # winning
    *cases(ALL, "team-wins", ("B", {"losing": ["A2"]}, True), ("A", {"losing": ["A2"]}, False), ("B", {}, False)),
    *cases(CR, "team-wins", ("A", {"losing": ["A2", "B2"]}, False), ("A", {"win_effect_by": "A2"}, False)),
    *cases(MARCHING, "team-wins", ("A", {"losing": ["A2", "B2"]}, SILENT), ("A", {"win_effect_by": "A2"}, SILENT)),
    *cases(("wiki-en",), "team-wins", ("A", {"win_effect_by": "A2"}, SILENT)),
    *cases(("wiki-it",), "team-wins", ("A", {"win_effect_by": "A2"}, False)),
    *cases(
        ALL,
        "wins",
        ("B1", {"losing": ["A2"]}, True),
        ("B1", {"losing": ["A2"], "left": ["B1"]}, True),
        ("A1", {"losing": ["A2"]}, False),
    ),
    # who wins and loses at once loses (104.3f); who lost earlier wins with the team (104.2c)
    *cases(
        CR,
        "wins",
        ("A1", {"losing": ["A1", "B2"]}, False),
        ("A2", {"losing": ["A1", "B2"]}, True),
        ("A1", {"losing": ["B2"], "left": ["A1"]}, True),
    ),
    # drawing
    *cases(
        CR,
        "draws",
        ("A1", {"losing": ["A2", "B2"]}, True),
        ("B2", {"losing": ["A2", "B2"]}, True),
        ("A1", {"losing": ["A2"]}, False),
        ("B1", {"draw_effect_by": "A2"}, True),
        ("B2", {"draw_effect_by": "A2"}, False),
        ("A3", {"loop_by": ["A1"]}, True),
        ("B3", {"loop_by": ["A1"]}, True),
        ("B1", {"loop_by": ["A1"]}, False),
    ),
    *cases(
        CR,
        "team-draws",
        ("A", {"losing": ["A2", "B2"]}, True),
        ("A", {"draw_effect_by": "A2"}, True),
        ("B", {"draw_effect_by": "A2"}, False),
        ("B", {"draw_effect_by": "A1"}, False),
    ),
    *cases((*WIKIS, *MARCHING), "draws", ("A1", {"losing": ["A2", "B2"]}, SILENT)),
    *cases((*WIKIS, *MARCHING), "team-draws", ("A", {"losing": ["A2", "B2"]}, SILENT)),
    # cards of someone who leaves
    *cases((*MATCHING, "paris"), "fate", ("", OWN_AT_HOME, "leaves")),
    *cases(ALL, "fate", ("", OWN_AWAY, "leaves"), ("", OWN_WITH_ANOTHER, "leaves"), ("", STRANGER, "stays")),
    *cases(MATCHING, "fate", ("", LENT, "returns"), ("", GUEST, "stays")),
    *cases(CR, "fate", ("", ENTERED, "exiled"), ("", ARTIFACT, "exiled")),
    *cases(WIKIS, "fate", ("", ENTERED, "returns"), ("", ARTIFACT, "returns")),
    *cases(
        ("early",),
        "fate",
        ("", OWN_AT_HOME, CONTRADICTED),
        ("", GUEST, "graveyard"),
        ("", LENT, SILENT),
        ("", ARTIFACT, "leaves"),
    ),
    *cases(("paris",), "fate", ("", LENT, SILENT), ("", ARTIFACT, "leaves"), ("", GUEST, "stays")),
]


@pytest.mark.parametrize("text", dict.fromkeys(text for text, *_ in TABLE))
def test_fixed_questions(text: str) -> None:
    wrong = []
    for _, asked, of, more, expected in (row for row in TABLE if row[0] == text):
        answer = ask(text, asked, of, **more)
        if (type(short(answer)), short(answer)) != (type(expected), expected):
            wrong.append((asked, of, more, expected, short(answer)))
        assert (answer.answer is None) == (answer.status != "answered")
        assert all(citation.count(":") == 1 for citation in (*answer.clauses, *answer.overridden))
        if answer.status == "answered":
            event = set(more.get("losing", ())) & {of}
            assert answer.clauses or event, "somebody decides, or the answer is given"
    assert wrong == []


FIXED = """
    range in-range may-attack may-attack-planeswalker may-attack-battle may-attack-together may-block-for may-deploy
    may-march may-go-first turn-order legal-seating starting-life minimum-deck may-see-hand loses draws wins team-wins
    team-loses team-draws fate
"""


def test_the_table_asks_every_fixed_question_of_every_text() -> None:
    asked = {(text, ask) for text, ask, *_ in TABLE}
    fixed = set(FIXED.split())
    assert {ask for _, ask in asked} == fixed
    assert {ask for text, ask in asked if text == "cr-809"} == fixed
