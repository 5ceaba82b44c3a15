"""Pages on paper: a cheat sheet is one sheet of A4, and other pages take as many sheets as they need."""

import re

import pytest
from playwright.sync_api import Page

from emperor_rules.messages import LANGUAGES
from tests.support.browser import AT_REST, Window, until
from tests.support.built_site import built_site
from tests.support.live_table import FOLDERS, go, laid
from tests.support.paths import THOROUGH

pytestmark = pytest.mark.browser

#: The most sheets for a page: what it takes today, and one more.
MOST = {
    "index.html": 4,
    "cr-809/neighbours-only.html": 4,
    "questions/may-attack.html": 5,
    "tables/2x3.html": 7,
    "tables/2x4.html": 14,
    "texts/cr-809.html": 6,
}


def sheets(page: Page) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4", prefer_css_page_size=True)))


def cheat_sheets() -> list[str]:
    paths = [*built_site().glob("cheat-sheets/?x?.html"), *built_site().glob("it/cheat-sheets/?x?.html")]
    return sorted(path.relative_to(built_site()).as_posix() for path in paths)


def test_every_cheat_sheet_is_one_sheet_of_paper(desk: Window, server: str) -> None:
    """Every fourth on a change, and all where ``EMPEROR_THOROUGH`` is given."""
    names = cheat_sheets()
    assert len(names) == 14
    assert {
        name: count for name in names[:: 4 if THOROUGH == 1 else 1] if (count := sheets(desk.visit(server + name))) != 1
    } == {}


def test_pages_take_no_more_sheets_than_they_need(desk: Window, server: str) -> None:
    """In Italian, which takes more room: every third on a change, and all where ``EMPEROR_THOROUGH`` is given."""
    counted = {name: sheets(desk.visit(f"{server}it/{name}")) for name in list(MOST)[:: 3 if THOROUGH == 1 else 1]}
    assert {name: count for name, count in counted.items() if count > MOST[name]} == {}


def test_paper_shows_what_the_reader_unfolded_and_whole_lines(desk: Window, server: str) -> None:
    page = desk.visit(f"{server}tables/2x3.html")
    unfolded_at_first = page.locator(".md-content details[open]").count()
    page.locator("details:not([open]) > summary").first.click()
    until(page, f"document.querySelectorAll('.md-content details[open]').length === {unfolded_at_first + 1}")
    page.evaluate(AT_REST)
    every = "[...document.querySelectorAll('.md-content details')]"
    unfolded = page.evaluate(f"{every}.map(one => one.open)")
    assert unfolded.count(False) > 1
    page.emulate_media(media="print")
    assert page.evaluate(f"{every}.map(one => one.checkVisibility())") == unfolded
    page = desk.visit(f"{server}texts/cr-809.html")
    page.emulate_media(media="print")
    cut = (
        "[...document.querySelectorAll('.overview span')].filter(one => one.scrollHeight > one.clientHeight + 1).length"
    )
    assert page.locator(".overview span").count() > 10 and page.evaluate(cut) == 0


@pytest.mark.parametrize("on", ["", "&on=2009-10-01"])
def test_paper_shows_the_day_of_the_rules_and_nothing_to_tap(desk: Window, server: str, on: str) -> None:
    page = laid(desk, server)
    go(page, f"#text=cr-809&seats=gEg.gEg&leaving=A3&ask=may-attack&of=A2.B1{on}")
    page.wait_for_selector("[data-part=answer] .answer")
    page.fill("[name=plain]", "can A2 attack B1 if A3 died this turn?")
    page.press("[name=plain]", "Enter")
    page.wait_for_selector(".live-reply button")
    page.emulate_media(media="print")
    shown = page.locator("#live-root").inner_text()
    assert ("2009" in shown) is bool(on) and re.search(r"\b20\d\d\b", shown)
    assert page.locator(".live-reply button:visible").count() == 0
    page.emulate_media(media="screen")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_of_the_start_page_is_printed_once_somebody_has_tapped_it(
    phone: Window, server: str, language: str
) -> None:
    """Then it is a ruling like that of the live table: the drawing and what is so, on one sheet, and nothing to tap."""
    page = phone.visit(f"{server}{FOLDERS[language]}index.html")
    page.emulate_media(media="print")
    assert not page.locator("#live-root").is_visible() and page.locator("main h2").first.is_visible()
    page.emulate_media(media="screen")
    for name in ("A1", "A1", "B3"):
        page.locator(f"a[data-seat={name}], .live-seat[data-player={name}]").first.click()
        page.wait_for_selector(f".live-seat[data-player={name}]")
    page.wait_for_selector("[data-part=player] [data-ask=may-attack] a")
    page.emulate_media(media="print")
    shown = page.locator("main").inner_text()
    assert page.locator("[data-player=A1][data-state=left]").is_visible() and re.search(r"B3 .* A2 \(", shown)
    assert not page.locator("main h2").first.is_visible() and page.locator("[data-whole]:visible").count() == 0
    assert page.locator(".notice").is_visible() and sheets(page) == 1
