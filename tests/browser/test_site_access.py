"""Whether everybody can use the site: axe-core on a page of each kind, which fits a phone, and the keyboard alone."""

import pytest
from playwright.sync_api import Browser

from emperor_rules.messages import LANGUAGES
from tests.support.axe import EVERY_SIZE, Axe, sizes_or
from tests.support.browser import DESK, PHONE, Window, until, window
from tests.support.built_site import samples

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_of_each_kind_fits_a_phone_asks_nobody_else_and_axe_finds_nothing(
    phone: Window, server: str, axe: Axe, language: str
) -> None:
    """The largest of each kind; axe-core looks at the English ones at 360 pixels, and at the colours of every third.

    At 1280 pixels all kinds differ from that alike, and Italian pages differ by their words alone: so it looks at the
    smallest of every eighth kind, and at no colours. ``EMPEROR_AXE=all``, as each week, looks at the largest and the
    smallest of every kind at four sizes, light and dark.
    """
    largest, smallest = samples(language, smallest=False), samples(language, largest=False)
    phones = largest if language == "en" else ()
    coloured, desks = phones[::3], smallest[::8]
    for name in dict.fromkeys((*largest, *(smallest if EVERY_SIZE else desks))):
        page = phone.visit(server + name)
        page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
        over = page.evaluate(
            """() => [...document.querySelectorAll('.md-content *')]
                .filter(one => !one.closest('svg') && one.getBoundingClientRect().right > innerWidth + 1)
                .map(one => one.outerHTML.slice(0, 99))"""
        )
        assert (page.evaluate("document.documentElement.scrollWidth"), over) == (PHONE[0], []), name
        assert phone.complaints == [], name
        assert phone.foreign(server) == [], name
        for size in sizes_or([PHONE] * (name in phones) + [DESK] * (name in desks)):
            assert axe.violations(page, size, colours=name in coloured or bool(EVERY_SIZE)) == {}, (name, size)


def test_axe_finds_nothing_in_the_search(phone: Window, server: str, axe: Axe) -> None:
    page = phone.visit(f"{server}?q=607.3c")
    page.wait_for_selector("#search ol a")
    assert axe.violations(page) == {}


@pytest.mark.parametrize(("folder", "query"), [("", "a+wall+in+the+early+text"), ("it/", "un+muro+nel+testo+antico")])
def test_axe_finds_nothing_in_what_a_question_led_to(
    phone: Window, server: str, axe: Axe, folder: str, query: str
) -> None:
    page = phone.visit(f"{server}{folder}table/index.html#q={query}")
    page.wait_for_selector(".live-pages a")
    phone.rest()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert axe.violations(page) == {} and phone.complaints == []


def test_the_keyboard_reaches_everything_and_shows_where_it_is(desk: Window, server: str) -> None:
    page = desk.visit(f"{server}cr-809/neighbours-only.html")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.classList.contains('md-skip')")
    until(page, "getComputedStyle(document.querySelector('.md-skip')).opacity === '1'")
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


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_the_menu_is_reached_by_keyboard_at_every_width(browser: Browser, server: str, width: int) -> None:
    with window(browser, (width, 800)) as one:
        page = one.visit(f"{server}cr-809/neighbours-only.html")
        opener = page.locator("[data-opens=menu]")
        if width < 1280:
            opener.focus()
            page.keyboard.press("Enter")
            assert opener.get_attribute("aria-expanded") == "true"
        else:
            assert not opener.is_visible()
            page.locator("#menu a").first.focus()
        current = page.locator("#menu [aria-current]:visible")
        assert (current.count(), current.inner_text()) == (1, "Emperor Variant"), "a clause is marked where it belongs"
        reached = set()
        for _ in range(page.locator("#menu a:visible").count() + 9):
            reached.add(page.evaluate("document.activeElement.closest('#menu') && document.activeElement.textContent"))
            page.keyboard.press("Tab")
        assert set(page.locator("#menu li a:visible").all_text_contents()) <= reached
        page.keyboard.press("Escape")
        if width < 1280:
            assert page.evaluate("document.activeElement.dataset.opens") == "menu"
            assert opener.get_attribute("aria-expanded") == "false"


def test_changing_the_language_keeps_the_place(phone: Window, server: str) -> None:
    page = phone.visit(f"{server}texts/cr-809.html")
    read = (
        "[...document.querySelectorAll('article [id]')].filter(one => one.getBoundingClientRect().top < 112).at(-1)?.id"
    )
    page.evaluate("scrollTo(0, 2500)")
    before = page.evaluate(read)
    page.evaluate("document.querySelector('a.language-link[lang=it]').click()")
    page.wait_for_url("**/it/texts/cr-809.html")
    until(page, "scrollY > 500")
    assert (before != "", page.evaluate(read)) == (True, before)


@pytest.mark.parametrize("where", ["no/such/page.html", "it/nowhere.html", "404.html", "it/404.html"])
def test_the_page_of_missing_addresses_is_whole_wherever_it_lies(desk: Window, root: str, where: str) -> None:
    if root.startswith("file") and not where.endswith("404.html"):
        pytest.skip("a folder has no page for what it does not have")
    page = desk.visit(root + where)
    page.wait_for_selector("#menu li a", state="attached")
    until(page, "getComputedStyle(document.querySelector('h1')).fontFamily.includes('Rules')")
    page.locator("article a").first.click()
    assert page.url == f"{root}index.html"
