"""Whether everybody can use the site: axe-core on a page of each kind, and the keyboard alone."""

from typing import Literal

import pytest
from playwright.sync_api import Browser

from tests.support.axe import ALL, ALL_BUT_COLOURS, COLOURS, violations
from tests.support.browser import DESK, PHONE, Window, window
from tests.support.built_site import samples

pytestmark = pytest.mark.browser

Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")

#: Leaves of equal neighbours (the lines of a list, the rows of a table) the first few: they have the same colours, and
#: axe-core takes seconds for the colours of a long list.
SHORTEN = """() => document.querySelectorAll('.md-content *').forEach(parent => {
    const seen = {};
    for (const child of [...parent.children]) {
        const alike = child.tagName + child.className;
        seen[alike] = (seen[alike] || 0) + 1;
        if (seen[alike] > 5 && /^(LI|TR|P|UL|DIV|DT|DD|DETAILS)$/.test(child.tagName)) child.remove();
    }
})"""


@pytest.mark.parametrize("language", ["en", "it"])
def test_axe_finds_nothing_on_a_page_of_each_kind(browser: Browser, server: str, language: str) -> None:
    """At 360 and 1280 pixels, light and dark; Italian pages differ by their words, not by their colours.

    Lists are shortened; that nothing stands twice in a long one is for the next test.
    """
    with window(browser, PHONE, color_scheme="light", reduced_motion="reduce") as one:
        for name in samples(language, largest=False):
            page = one.visit(server + name)
            page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
            page.evaluate(SHORTEN)
            for size in (PHONE, DESK):
                page.set_viewport_size({"width": size[0], "height": size[1]})
                assert violations(page, ALL if language == "en" else ALL_BUT_COLOURS) == {}, size
                if language == "en":
                    page.emulate_media(color_scheme="dark")
                    assert violations(page, COLOURS) == {}, (size, "dark")
                    page.emulate_media(color_scheme="light")
            page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})


def test_axe_finds_nothing_on_the_largest_page_of_each_kind(browser: Browser, server: str) -> None:
    with window(browser, PHONE, color_scheme="light", reduced_motion="reduce") as one:
        for name in samples("en", smallest=False):
            page = one.visit(server + name)
            page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
            assert violations(page, ALL_BUT_COLOURS) == {}


@pytest.mark.parametrize("scheme", SCHEMES)
def test_axe_finds_nothing_in_the_search(browser: Browser, server: str, scheme: Scheme) -> None:
    with window(browser, PHONE, color_scheme=scheme, reduced_motion="reduce") as one:
        page = one.visit(f"{server}?q=607.3c")
        page.wait_for_selector("#search ol a")
        assert violations(page, ALL) == {}


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
