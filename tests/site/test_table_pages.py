"""The start page and the pages of tables: every legal seating is there, and what they show is what the evaluator says."""

import re
from functools import cache
from html import unescape
from pathlib import Path

import pytest

from emperor_rules.messages import LANGUAGES
from emperor_rules.model.seating import Table, team_of
from emperor_rules.search.seatings import tables_up_to
from emperor_rules.site.i18n import read_locale
from emperor_rules.site.texts import arrange_texts
from emperor_rules.site.views.departures import player_questions
from emperor_rules.site.views.figures import shape_of
from tests.support.built_site import TAG, built_site, html_pages, language_folder, plain
from tests.support.shipped import engine, rulebook

pytestmark = pytest.mark.site


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_legal_seating_of_equal_teams_has_its_place_under_the_texts_that_allow_it(language: str) -> None:
    """But for texts by which nobody plays: those that answer nothing of what the pages show."""
    seen = 0
    shown = {predicate.id for predicate in player_questions(engine().rulebook.vocabulary)}
    for text in arrange_texts(rulebook())[0]:
        if shown.isdisjoint(engine().program(text.id, None).resolved.by_predicate):
            assert text.id == "cr-glossary"
            continue
        for table in legal_tables(text.id):
            if len(set(table.sizes)) == 1:
                page = language_folder(language) / "tables" / f"{shape_of(table).address}.html"
                _, _, section = unescape(page.read_text(encoding="utf-8")).partition(f'data-seats="{table.seats}"')
                assert f'href="../texts/{text.id}.html"' in section.partition("<h2")[0], (text.id, table.seats)
                seen += 1
    assert seen > 40


@cache
def legal_tables(text: str) -> tuple[Table, ...]:
    return tuple(tables_up_to([[engine().program(text, None).resolved]], 12)[0])


def drawings(page: Path) -> list[tuple[str, str, str]]:
    source = page.read_text(encoding="utf-8")
    return re.findall(r'data-text="([^"]+)" data-seats="([^"]+)"(.*?)</svg>', source, re.DOTALL)


def test_what_is_drawn_is_what_the_evaluator_says() -> None:
    compared = 0
    for page in sorted((built_site() / "tables").glob("*?x?.html")):
        drawn = drawings(page)
        assert drawn, page
        for text, seats, svg in drawn:
            gone = re.findall(r'data-player="(\w+)"[^>]*data-gone', svg)
            position = {"text": text, "seats": unescape(seats), "left": gone}
            people = [name for name in re.findall(r'data-player="(\w+)"', svg) if name not in gone]
            drawn_arrows = re.findall(r'<path( class="unsure")?[^>]* data-from="(\w+)" data-to="(\w+)"/>', svg)
            arrows, unsure = (
                {
                    (p, q)
                    for kind, start, end in drawn_arrows
                    if bool(kind) is dashed
                    for p in people
                    for q in people
                    if start in (p, team_of(p)) and end in (q, team_of(q))  # of all on a band, or of one
                }
                for dashed in (False, True)
            )
            for p in people:
                reach = re.search(rf'data-player="{p}"[^>]*?data-reach="(\w+|\?)"', svg)
                answer = engine().ask({**position, "ask": "range", "of": [p]}).answer
                assert (reach[1] if reach and reach[1] != "?" else None) == (None if answer is None else str(answer))
                said = {(p, q): engine().ask({**position, "ask": "may-attack", "of": [p, q]}) for q in people if q != p}
                where = text, seats, gone, p
                assert {pair for pair, a in said.items() if a.answer} == {pair for pair in arrows if pair[0] == p}, (
                    where
                )
                assert all(said[pair].answer is None for pair in unsure if pair[0] == p), where
                compared += 1
    assert compared > 500


@pytest.mark.parametrize(
    ("language", "day"), [("en", "in effect since 14 April 2023"), ("it", "in vigore dal 14 aprile 2023")]
)
def test_a_table_is_played_by_rules_of_a_day(language: str, day: str) -> None:
    for path in html_pages():
        if path.parent == language_folder(language) / "tables" and path.name != "index.html":
            lines = re.findall(rf"{read_locale(language)['tables_as']} (.*?)</p>", path.read_text(encoding="utf-8"))
            assert lines
            for played in (unescape(TAG.sub("", line)) for line in lines):
                names = [text.titles.get(language) for text in rulebook().texts.values()]
                assert played.count("(") == sum(f"{name} (" in played for name in names), (path, played)
                name = rulebook().texts["cr-809"].titles.get(language)
                assert f"{name} ({day})" in played or f"{name} (" not in played, (path, played)


def test_who_leaves_takes_along_who_loses_with_that_player() -> None:
    shown = plain(html_pages()[built_site() / "tables" / "2x3.html"].text)
    assert "If A2 left before this turn · also out: A1, A3 (by 809.5b" in shown
    answer = engine().ask(
        {"text": "cr-809", "seats": "g E g | g E g", "ask": "loses", "of": ["A1"], "given": {"losing": ["A2"]}}
    )
    assert answer.answer is True and "cr-809:809.5b" in answer.clauses
    assert "If A1 left before this turn A2 can attack B3 (before: nobody) B3 can attack A2 (before: A1)" in shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_start_tells_the_game_and_answers_what_people_ask(language: str) -> None:
    shown = plain(html_pages()[language_folder(language) / "index.html"].text)
    clauses = {c.slug: c for c in rulebook().texts["cr-809"].clauses if c.until is None}
    slugs = ["teams-of-three", "emperor-in-the-middle", "emperor-goes-first", "range-by-role", "emperor-loses"]
    for slug in slugs:
        assert plain(clauses[slug].words(language)) in shown
    said = {
        "en": [
            "A1 (general) can attack B3.",
            "A2 (emperor) can attack nobody.",
            "The range of A2 (emperor) is 2.",
            "is A2, A3, B1, B2, B3, A1.",
            "If A1 left before this turn: A2 can attack B3; B3 can attack A2.",
            "If A1 leaves during this turn: the rules leave open whether A2 can attack B3.",
        ],
        "it": [
            "A1 (generale) può attaccare B3.",
            "A2 (imperatore) non può attaccare nessuno.",
            "A2, A3, B1, B2, B3, A1.",
            "Se A1 è uscito prima di questo turno: A2 può attaccare B3; B3 può attaccare A2.",
            "Se A1 esce durante questo turno: le regole lasciano aperto se A2 può attaccare B3.",
        ],
    }
    for sentence in said[language]:
        assert sentence in shown, sentence
    asked = {"text": "cr-809", "seats": "g E g | g E g"}
    assert engine().ask({**asked, "ask": "may-attack", "of": ["A1", "B3"]}).answer is True
    assert engine().ask({**asked, "ask": "range", "of": ["A2"]}).answer == 2
