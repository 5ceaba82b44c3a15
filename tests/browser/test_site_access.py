"""Whether everybody can use the site: axe-core on a page of each kind, and the keyboard alone."""

from collections import defaultdict

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser

from tests.support.browser import DESK, PHONE, Window, window
from tests.support.built_site import samples

pytestmark = pytest.mark.browser


#: Of what is right one node is told for each rule: all of them take longer to fetch than to find.
ALL: dict[str, object] = {"resultTypes": ["violations"]}
ALL_BUT_COLOURS = ALL | {"rules": {"color-contrast": {"enabled": False}}}
COLOURS = ALL | {"runOnly": {"type": "rule", "values": ["color-contrast"]}}


@pytest.mark.parametrize(
    ("size", "scheme", "language", "largest", "rules"),
    # axe-core takes seconds for a large page, most of them for contrast. Large pages differ from small ones by how much of
    # the same they hold, dark ones by their colours alone, Italian ones by their words.
    [
        pytest.param(PHONE, "light", "en", True, ALL_BUT_COLOURS, id="360-large"),
        pytest.param(PHONE, "light", "en", False, ALL, id="360"),
        pytest.param(DESK, "light", "en", False, ALL, id="1280"),
        pytest.param(PHONE, "light", "it", False, ALL, id="360-it"),
        pytest.param(DESK, "light", "it", False, ALL, id="1280-it"),
        pytest.param(PHONE, "dark", "en", False, COLOURS, id="360-dark"),
        pytest.param(DESK, "dark", "en", False, COLOURS, id="1280-dark"),
    ],
)
def test_axe_finds_nothing_on_a_page_of_each_kind(
    browser: Browser,
    server: str,
    size: tuple[int, int],
    scheme: str,
    language: str,
    largest: bool,
    rules: dict[str, object],
) -> None:
    found: dict[str, list[object]] = defaultdict(list)
    with window(browser, size, color_scheme=scheme, reduced_motion="reduce") as one:
        for name in samples(language, largest=largest, smallest=not largest):
            page = one.visit(server + name)
            page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
            for violation in Axe().run(page, options=rules).response["violations"]:
                found[violation["id"]] += [
                    (name, node["target"], node["failureSummary"]) for node in violation["nodes"]
                ]
    assert {id: nodes[:3] for id, nodes in found.items()} == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_the_search(browser: Browser, server: str, scheme: str) -> None:
    with window(browser, PHONE, color_scheme=scheme, reduced_motion="reduce") as one:
        page = one.visit(f"{server}?q=607.3c")
        page.wait_for_selector("#search ol a")
        assert Axe().run(page, options=ALL).response["violations"] == []


def test_the_keyboard_reaches_everything_and_shows_where_it_is(desk: Window, server: str) -> None:
    page = desk.visit(f"{server}cr-809/neighbours-only.html")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.classList.contains('md-skip')")
    page.wait_for_function("getComputedStyle(document.querySelector('.md-skip')).opacity === '1'")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("!!document.activeElement.closest('.md-content')"), "the skip link leads to the content"
    page = desk.visit(f"{server}cr-809/neighbours-only.html")
    meant = page.evaluate(
        """() => [...document.querySelectorAll('a[href], button, summary, input:not([type=checkbox]):not([type=radio])')]
            .filter(one => one.checkVisibility({visibilityProperty: true}) && one.tabIndex >= 0
                           && !one.matches('.headerlink')).length"""
    )
    reached, unseen = set(), []
    for _ in range(meant * 2 + 60):
        page.keyboard.press("Tab")
        now = page.evaluate(
            """() => {
                const one = document.activeElement
                if (one === document.body) return null
                const style = getComputedStyle(one)
                one.dataset.reached ??= String(document.querySelectorAll('[data-reached]').length)
                return [one.dataset.reached, one.matches('.headerlink') ? '' : one.outerHTML.slice(0, 120),
                        style.outlineStyle !== 'none' || style.boxShadow !== 'none' || one.matches('.md-skip, .md-option')]
            }"""
        )
        if now is None or (now[0] in reached and now[0] == "0"):
            break
        reached.add(now[0])
        if not now[2]:
            unseen.append(now[1])
    left = page.evaluate(
        """() => [...document.querySelectorAll('a[href], button, summary, input:not([type=checkbox]):not([type=radio])')]
            .filter(one => one.checkVisibility({visibilityProperty: true}) && one.tabIndex >= 0 && !one.dataset.reached)
            .map(one => one.outerHTML.slice(0, 120))"""
    )
    assert meant > 30
    assert left == []
    assert unseen == []
    assert desk.complaints == []
