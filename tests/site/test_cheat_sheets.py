"""Cheat sheets: what stands on them is what the evaluator says, for every size of a table that the official rules allow."""

import re
from functools import cache
from html import unescape

import pytest

from emperor_rules.language.seating import read_table
from emperor_rules.messages import LANGUAGES
from emperor_rules.site.i18n import read_locale
from emperor_rules.site.page import Page
from emperor_rules.site.pages.cheat_sheet import cheat_sheet_pages
from emperor_rules.site.pages.tables import sheet_seatings
from emperor_rules.site.views.figures import tables_allowed
from tests.support.shipped import engine, rulebook, shipped_context

TEXT = "cr-809"
ASKS = ("in-range", "may-attack", "may-deploy")


@cache
def sheets(language: str) -> dict[str, Page]:
    """The sheets by the seats that they show."""
    context = shipped_context(language)
    shown = sheet_seatings(context).values()
    return dict(zip(shown, list(cheat_sheet_pages(context))[1:], strict=True))


def plain(html: str) -> str:
    return " ".join(unescape(re.sub(r"<svg.*?</svg>|<[^>]+>", " ", html, flags=re.DOTALL)).split())


def rows(page: Page, section: str) -> list[list[str]]:
    table = page.content.partition(f'class="{section}"')[2].partition("<tbody>")[2].partition("</tbody>")[0]
    return [[plain(cell) for cell in re.findall(r"<t[hd].*?</t[hd]>", row)] for row in table.split("</tr>")[:-1]]


def test_every_size_of_the_official_rules_has_a_sheet() -> None:
    sizes = {table.sizes for table in tables_allowed(engine(), TEXT)}
    assert {read_table(seats, "Egl").sizes for seats in sheets("en")} == sizes and len(sizes) == 7


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_players_do_what_the_evaluator_says(language: str) -> None:
    nobody = read_locale(language)["answer_nobody"]
    for seats, page in sheets(language).items():
        names = read_table(seats, "Egl").names
        table = rows(page, "sheet-players")
        assert [row[0].split()[0] for row in table] == list(names)
        for (_, reach, *cells, start), name in zip(table, names, strict=True):
            asked = {"text": TEXT, "seats": seats}
            assert reach == str(engine().ask({**asked, "ask": "range", "of": [name]}).answer)
            for ask, cell in zip(ASKS, cells, strict=True):
                others = [q for q in names if q != name]
                yes = [q for q in others if engine().ask({**asked, "ask": ask, "of": [name, q]}).answer is True]
                assert cell == (", ".join(yes) or nobody), (seats, ask, name)
            first = engine().ask({**asked, "ask": "may-go-first", "of": [name]}).answer
            assert (start in ("yes", "sì")) is first


def test_who_leaves_changes_what_the_evaluator_says_before_the_turn_and_during_it() -> None:
    changes = 0
    for seats, page in sheets("en").items():
        names = read_table(seats, "Egl").names
        for leaver, *moments in rows(page, "sheet-leaving"):
            gone = re.findall(r"\b[A-D]\d\b", leaver)
            present = [name for name in names if name not in gone]
            if len(moments) == 1:
                assert len({name[0] for name in present}) == 1
                continue
            for moment, said in zip(("left", "leaving"), moments, strict=True):
                for p in present:
                    for q in present:
                        asked = {"text": TEXT, "seats": seats, "ask": "may-attack", "of": [p, q]}
                        before, now = (engine().ask(one) for one in (asked, {**asked, moment: gone}))
                        if p == q or (before.answer, before.status) == (now.answer, now.status):
                            continue
                        others = rf"[^.?]*\b{q}\b"
                        sentence = {
                            True: rf"{p} can attack {others}",
                            False: rf"{p} cannot attack {others}",
                            None: rf"Can {p} attack {others}[^.?]*\?",
                        }[now.answer if isinstance(now.answer, bool) else None]
                        assert re.search(sentence, said), (seats, gone, moment, p, q, said)
                        changes += 1
    assert changes > 20


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_has_the_number_of_its_rule_and_stands_once(language: str) -> None:
    words = {(c.words(language), c.number) for text in rulebook().texts.values() for c in text.clauses}
    for page in sheets(language).values():
        lines = re.findall(r'<li><b class="by">(.*?)</b> (.*?)</li>', page.content)
        assert len(lines) > 30
        assert len({line for _, line in lines}) == len(lines)
        for number, line in lines:
            assert (unescape(line), plain(number)) in words
