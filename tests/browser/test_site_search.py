"""What the search finds first, in a real browser, in both languages, from a server and straight from a folder."""

import pytest

from emperor_rules.site.i18n import LANGUAGES
from emperor_rules.site.mkdocs.search_index import SCRIPT
from tests.support.browser import Window, search

pytestmark = pytest.mark.browser

#: What is asked, and the page that must come first.
NUMBERS = {
    "809.3c": "cr-809/neighbours-only",
    "3c": "cr-809/neighbours-only",
    "607.3c": "cr-809/neighbours-only",
    "807.3c": "cr-809/neighbours-only",
    "rule 809.3c": "cr-809/neighbours-only",
    "809.3C": "cr-809/neighbours-only",
    "809.3": "cr-809/default-options",
    "102.5": "cr-104/results-mean-leaving",
    "104.5": "cr-104/results-mean-leaving",
    "601.7a": "cr-801/before-or-after",
    "809": "texts/cr-809",
    "cr-809": "texts/cr-809",
    "neighbours-only": "cr-809/neighbours-only",
}
ASKED = {
    "en": {
        **NUMBERS,
        "before-or-after": "cr-801/before-or-after",
        "emperor": "texts/cr-809",
        "range": "questions/range",
        "raggio d'influenza": "questions/range",
        "imperatore": "texts/cr-809",
        "whom can I attack?": "index.html#asked-1",
        "who can attack": "questions/may-attack",
        "how far do I reach?": "questions/range",
        "how much life do we start with?": "questions/starting-life",
        "when does a team lose?": "questions/team-loses",
        "may I see my teammate's hand": "questions/may-see-hand",
        "paris mulligan": "texts/paris",
        "attack a planswalker": "questions/may-attack-planeswalker",
        "legend rule": "questions/legend-rule",
        "who starts?": "index.html#asked-3",
        "what if someone leaves?": "index.html#leaving",
        "lieutenant": "glossary.html#lieutenant",
        "can an emperor attack an emperor?": "cr-809/neighbours-only",
        "two teams of four": "tables/2x4",
        "deploy creatures": "questions/deploy-in-use",
        "who can I attak": "questions/may-attack",
    },
    "it": {
        **NUMBERS,
        "imperatore": "texts/cr-809",
        "raggio": "questions/range",
        "range of influence": "questions/range",
        "chi posso attaccare?": "index.html#asked-1",
        "posso attaccare": "questions/may-attack",
        "qual è il mio raggio d’influenza?": "questions/range",
        "chi comincia?": "index.html#asked-3",
        "quanti punti vita": "questions/starting-life",
        "posso vedere la mano del compagno?": "cr-809/teammates",
        "schierare creature": "questions/deploy-in-use",
        "solo i vicini": "cr-809/neighbours-only",
        "e se qualcuno esce?": "index.html#leaving",
        "luogotenente": "glossary.html#lieutenant",
        "chi posso atacare": "questions/may-attack",
        "posso attacare": "questions/may-attack",
        "range": "questions/range",
        "emperor": "texts/cr-809",
        "perche l'imperatore non attacca": "cr-809/neighbours-only",
        "due squadre da quattro": "tables/2x4",
    },
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_hit_is_what_was_meant(desk: Window, root: str, language: str) -> None:
    home = root if language == "en" else f"{root}it/"
    page = desk.visit(f"{home}index.html")
    page.keyboard.press("/")
    found = {query: [hit["url"].removeprefix(home) for hit in search(page, query)[:3]] for query in ASKED[language]}
    wrong = {
        query: found[query]
        for query, meant in ASKED[language].items()
        if found[query][:1] != [meant if "#" in meant else f"{meant}.html"]
    }
    assert wrong == {}
    assert desk.complaints == []


def test_a_hit_shows_where_it_stands_and_the_number_it_bore(phone: Window, server: str) -> None:
    page = phone.visit(f"{server}texts/early.html")
    page.locator("[data-opens=search]").click()
    for query in ("607.3c", "range", "planeswalker", "silent", "general"):
        hits = search(page, query)
        assert hits and all(hit["under"] not in ("", "Emperor rules") for hit in hits), query
    hit = search(page, "607.3c")[0]
    assert hit["title"].startswith("809.3c") and "cr-809" in hit["under"] and "607.3c" in hit["former"]
    assert search(page, "xyzzy") == [] and page.inner_text("#search [role=status]") == "Nothing found"


def test_the_search_needs_no_mouse(desk: Window, server: str) -> None:
    page = desk.visit(f"{server}it/index.html")
    page.keyboard.press("Control+k")
    assert page.evaluate("document.activeElement.name") == "q"
    page.keyboard.type("809.3b")
    page.wait_for_function("document.getElementById('search').dataset.answered === '809.3b'")
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
    assert not [url for url in desk.requests if "search/" in url]
    page.locator("[data-opens=search]").click()
    search(page, "range")
    assert [url for url in desk.requests if url.endswith(SCRIPT)]
    desk.visit(f"{server}?q=809.3c").wait_for_selector("#search ol a")
