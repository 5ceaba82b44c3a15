"""The dialog of the search in a real browser: what a hit shows, keys, what is loaded when, and links with a state."""

import pytest
from playwright.sync_api import Route

from emperor_rules.site.mkdocs.search_index import INDEX_SCRIPT
from tests.support.browser import Window, search, until

pytestmark = pytest.mark.browser


def test_the_first_hit_is_what_was_meant(desk: Window, place: tuple[str, str]) -> None:
    """From a folder too; tests/site/test_search_queries.py asks much more."""
    root, language = place
    home = root if language == "en" else f"{root}it/"
    page = desk.visit(f"{home}index.html")
    page.keyboard.press("/")
    asked = {
        "607.3c": "cr-809/neighbours-only",
        "801.10": "cr-801/affect-in-range",
        "due squadre da quattro": "tables/2x4",
    }
    for query, meant in asked.items():
        assert search(page, query)[0]["url"] == f"{home}{meant}.html"
    assert desk.complaints == []


def test_a_hit_shows_where_it_stands_what_it_was_and_the_number_it_bore(phone: Window, server: str) -> None:
    page = phone.visit(f"{server}texts/early.html")
    page.locator("[data-opens=search]").click()
    for query in ("607.3c", "range", "planeswalker", "silent", "general"):
        hits = search(page, query)
        assert hits and all((hit["under"] or hit["mark"]) not in ("", "Emperor rules") for hit in hits), query
    hit = search(page, "607.3c")[0]
    assert hit["title"].startswith("809.3c") and hit["under"] == "Emperor Variant" and "607.3c" in hit["former"]
    marks = [hit["mark"] for hit in search(page, "legend rule in the early text")]
    assert "removed 13 July 2013" in marks and "The early text" in marks


def test_an_empty_search_and_a_vain_one_lead_on(phone: Window, server: str) -> None:
    page = phone.visit(f"{server}texts/early.html")
    page.locator("[data-opens=search]").click()
    for query, said in (("", "Often asked"), ("xyzzy", "Nothing found. Perhaps one of these helps:")):
        urls = [hit["url"].removeprefix(server) for hit in search(page, query)]
        assert page.inner_text("#search [role=status]") == said
        assert "table/index.html" in urls and sum(url.startswith("situations/") for url in urls) > 5, query


def test_back_from_a_hit_shows_the_query_and_its_hits_again(phone: Window, server: str) -> None:
    page = phone.visit(f"{server}texts/early.html")
    page.locator("[data-opens=search]").click()
    hits = search(page, "each opponent")
    page.locator("#search ol a").nth(1).click()
    page.wait_for_url(hits[1]["url"])
    page.go_back()
    page.wait_for_selector("#search ol a")
    assert page.input_value("#search input") == "each opponent"
    assert search(page, "each opponent") == hits
    page.keyboard.press("Escape")
    page.reload()
    assert not page.locator("#search").is_visible(), "whoever has closed it is done"


def test_a_position_in_words_opens_the_live_table(desk: Window, place: tuple[str, str]) -> None:
    root, language = place
    home = root if language == "en" else f"{root}it/"
    page = desk.visit(f"{home}index.html")
    page.keyboard.press("/")
    asked = {"en": "A3 has left, can A2 attack B1", "it": "A3 è uscito, A2 può attaccare B1"}
    hit = search(page, asked[language])[0]
    assert "A2" in hit["title"] and "A3" in hit["title"] and "B1" in hit["title"]
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/index.html#text=cr-809&seats=gEg.gEg&left=A3&ask=may-attack&of=A2.B1")
    assert desk.complaints == []


def test_the_search_needs_no_mouse(desk: Window, server: str) -> None:
    page = desk.visit(f"{server}it/index.html")
    page.keyboard.press("Control+k")
    assert page.evaluate("document.activeElement.name") == "q"
    page.keyboard.type("809.3b")
    until(page, "document.getElementById('search').dataset.answered === '809.3b'")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.tagName") == "A"
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Escape")
    assert not page.locator("#search").is_visible()
    page.keyboard.press("/")
    page.keyboard.press("Enter")
    page.wait_for_url("**/it/cr-809/deploying.html")
    assert desk.complaints == []


def test_nothing_is_loaded_for_the_search_before_it_is_opened(desk: Window, server: str) -> None:
    page = desk.visit(server)
    assert not [url for url in desk.requests if "search/" in url or "minisearch" in url]
    page.locator("[data-opens=search]").click()
    search(page, "range")
    assert [url for url in desk.requests if url.endswith(INDEX_SCRIPT)]
    assert [url for url in desk.requests if "minisearch" in url]
    desk.visit(f"{server}?q=809.3c").wait_for_selector("#search ol a")


def test_a_number_that_is_asked_of_the_table_opens_the_search_however_late_it_comes(desk: Window, server: str) -> None:
    """The script of the search is held back until the table has replied."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    desk.page.route("**/javascripts/search.js", hold)
    desk.page.goto(f"{server}table/index.html#q=607.5a", wait_until="commit")
    until(desk.page, "() => document.querySelector('.live-reply')?.childElementCount")
    assert held and not desk.page.locator("#search").is_visible()
    held[0].continue_()
    desk.page.wait_for_selector("#search ol a")
    assert desk.page.input_value("#search input") == "607.5a"
    assert desk.complaints == []
