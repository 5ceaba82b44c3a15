"""The built site in a real browser: on a phone, in both languages, from a server and straight from a folder."""

from typing import Literal

import pytest
from playwright.sync_api import Browser

from emperor_rules.messages import LANGUAGES
from tests.support.browser import DESK, PHONE, Window, until, window
from tests.support.built_site import built_site, samples
from tests.support.live_table import FOLDERS
from tests.support.paths import THOROUGH
from tests.support.shipped import whole_rulebook

pytestmark = pytest.mark.browser

IN_A_FOLDER = pytest.mark.parametrize("root", ["folder"], indirect=True)
#: The layers of a map, each by one of its signs.
LAYERS = {"reach": ".reach", "arrow": ".ways", "order": ".turn", "start": ".start"}


def test_a_page_of_each_kind_works_from_a_folder(desk: Window) -> None:
    """Italian pages, which lie one folder deeper; only a server shows the page for what is missing.

    Every third kind on a change, and all where ``EMPEROR_THOROUGH`` is given.
    """
    root = built_site().as_uri() + "/"
    for page in samples("it", largest=False)[:: 3 if THOROUGH == 1 else 1]:
        if not page.endswith("404.html"):
            desk.visit(root + page)
            assert desk.complaints == [], page
            assert desk.foreign(root) == [], page
    shown = desk.visit(root + "texts/cr-809.html")
    assert shown.locator("svg.seating").count() >= 1
    assert shown.evaluate("getComputedStyle(document.querySelector('.legend')).listStyleType") == "none"


def test_the_language_switch_keeps_the_page_and_the_place_on_it(desk: Window, root: str) -> None:
    """That every page has its counterpart is for tests/site/test_site_head.py."""
    for page in ("index.html", "cr-809/neighbours-only.html", "texts/cr-809.html#emperor-loses"):
        shown = desk.visit(root + page)
        for language, there in (("it", f"/it/{page}"), ("en", f"/{page}")):
            shown.locator(f"a.language-link[hreflang={language}]").click()
            desk.rest()
            assert shown.evaluate("document.documentElement.lang") == language
            assert shown.url.endswith(there)
            if "#" in page:
                place = shown.evaluate(
                    "document.getElementById('emperor-loses').getBoundingClientRect().top / innerHeight"
                )
                assert -0.2 < place < 0.5
        assert desk.complaints == [], page


#: Text that ends what an element before it says, and what it begins with where a line begins with it.
TORN = """() => {
    const words = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT), torn = [];
    while (words.nextNode()) {
        const text = words.currentNode, before = text.previousSibling;
        if (!/^[,.;:)]/.test(text.data) || before?.nodeType !== Node.ELEMENT_NODE) continue;
        const range = document.createRange();
        range.setStart(text, 0);
        range.setEnd(text, 1);
        const mark = range.getBoundingClientRect(), last = [...before.getClientRects()].at(-1);
        if (mark.height && last && mark.top >= last.bottom - 2) torn.push(before.textContent + text.data.slice(0, 9));
    }
    return torn;
}"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_begins_with_what_ends_another(phone: Window, server: str, language: str) -> None:
    torn = {}
    some = samples(language, smallest=False)[:: 3 if THOROUGH == 1 else 1]
    for name in (*some, f"{FOLDERS[language]}situations/my-emperor-died.html"):
        if found := phone.visit(server + name).evaluate(TORN):
            torn[name] = found[:3]
    assert torn == {}


def test_letters_twice_as_large_leave_the_search_on_the_screen(phone: Window, server: str) -> None:
    shown = phone.visit(f"{server}cr-809/neighbours-only.html")
    shown.add_style_tag(content="html { font-size: 250% !important; }")  # the theme's 125 %, twice
    for button in shown.locator(".md-header__inner > :is(.md-header__button, .md-header__option):visible").all():
        box = button.bounding_box()
        assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= PHONE[0]
    shown.locator("[data-opens=search]").click()
    assert shown.locator("#search input").is_visible()


@IN_A_FOLDER
def test_without_scripts_a_page_leads_to_the_menu_and_its_counterpart_and_has_no_button_that_does_nothing(
    browser: Browser, root: str
) -> None:
    with window(browser, DESK, java_script_enabled=False) as one:
        one.page.goto(f"{root}texts/cr-809.html")
        assert one.page.locator("button:visible, input:visible").count() == 0
        one.page.get_by_role("link", name="Menu").click()
        assert one.page.url.endswith("/menu.html")
        one.page.locator("article").get_by_role("link", name="Glossary", exact=True).click()
        assert one.page.url.endswith("/glossary.html")
        one.page.get_by_role("link", name="Italiano").click()
        assert one.page.url.endswith("/it/glossary.html")


def test_permalinks_by_slug_and_number_lead_to_the_clause(desk: Window, server: str) -> None:
    for anchor in ("neighbours-only", "809.3c", "607.3c@2005-08-01"):
        shown = desk.visit(f"{server}texts/cr-809.html#{anchor}")
        until(shown, "scrollY > 0")
        there = shown.evaluate("document.getElementById('neighbours-only').getBoundingClientRect().top / innerHeight")
        assert -0.2 < there < 0.5, anchor


def test_dark_mode_follows_the_system_and_stays_legible(desk: Window, server: str) -> None:
    shades = {}
    for scheme in ("light", "dark"):
        desk.page.emulate_media(color_scheme=scheme)
        shades[scheme] = desk.visit(server + "texts/cr-809.html").evaluate(
            """() => {
              const of = (at, what) => getComputedStyle(document.querySelector(at))[what].match(/[\\d.]+/g).map(Number)
              return [of('body', 'backgroundColor')[0], of('svg.seating .seat circle', 'fill')[0],
                      of('svg.seating', 'color')[0]]
            }"""
        )
    paper, seat, ink = shades["light"]
    assert paper > 200 and seat > 200 and ink < 100
    paper, seat, ink = shades["dark"]
    assert paper < 60 and seat < 60 and ink > 150


def test_the_frame_of_a_page_follows_its_reader(desk: Window, server: str) -> None:
    """The header names the page below its heading, the table of contents marks what is read, a button leads to the top."""
    shown = desk.visit(server + "texts/cr-809.html#emperor-loses")
    shown.wait_for_selector(".md-header__title--active")
    shown.wait_for_selector(".md-sidebar--secondary a.md-nav__link--active[href='#emperor-loses']")
    assert shown.locator(".md-sidebar--primary a.md-nav__link--active").is_visible()
    assert not shown.locator(".md-top").evaluate("button => !button.hidden")
    shown.mouse.wheel(0, -200)
    shown.wait_for_selector(".md-top:not([hidden])")
    shown.locator(".md-top").click()
    until(shown, "scrollY === 0")
    shown.wait_for_selector("[data-md-component=header-title]:not(.md-header__title--active)")
    assert desk.complaints == []


def test_what_an_address_leads_to_is_unfolded(desk: Window, server: str) -> None:
    shown = desk.visit(server + "cr-809/neighbours-only.html")
    id = shown.evaluate(
        """() => {
            const inside = document.querySelector("article details:not([open]) > :not(summary)");
            inside.id = "inside";
            location.hash = "#inside";
            return inside.id;
        }"""
    )
    until(shown, "id => document.getElementById(id).checkVisibility()", id)


def test_the_choice_of_light_or_dark_is_kept(desk: Window, root: str) -> None:
    shown = desk.visit(root + "index.html")
    seen = [shown.evaluate("document.body.dataset.mdColorScheme")]
    for _ in range(2):
        shown.locator("form[data-md-component=palette] label:not([hidden])").click()
        seen.append(shown.evaluate("document.body.dataset.mdColorScheme"))
    assert seen[-1] == "slate"
    assert desk.visit(root + "texts/early.html").evaluate("document.body.dataset.mdColorScheme") == "slate"


def test_drawings_on_paper_keep_their_seats_and_the_page_loses_its_frame(desk: Window, server: str) -> None:
    shown = desk.visit(server + "texts/cr-809.html")
    shown.emulate_media(media="print")
    box = shown.locator("svg.seating").first.bounding_box()
    assert box is not None and min(box["width"], box["height"]) > 150
    for frame in (".md-header", ".md-sidebar--primary", ".md-sidebar--secondary", ".headerlink"):
        assert not shown.locator(frame).first.is_visible(), frame
    assert shown.locator(".notice").first.is_visible()


def test_paper_has_the_same_colours_for_a_reader_of_dark_pages_and_the_unfolded_answers(
    desk: Window, server: str
) -> None:
    colours = """() => [".effective a", ".answer.yes"].map(name =>
        getComputedStyle(document.querySelector(`.md-content .md-typeset ${name}`)).color)
        .concat(getComputedStyle(document.querySelector("svg.seating")).getPropertyValue("--team-0"))"""
    seen: dict[str, list[str]] = {}
    schemes: tuple[tuple[Literal["light", "dark"], str], ...] = (("light", "default"), ("dark", "slate"))
    for scheme, shade in schemes:
        desk.page.emulate_media(color_scheme=scheme, media="screen")
        shown = desk.visit(server + "cr-809/neighbours-only.html")
        assert shown.evaluate("document.body.dataset.mdColorScheme") == shade
        seen[scheme] = shown.evaluate(colours)
        shown.locator("details:has(> .cases) > summary").click()
        shown.emulate_media(color_scheme=scheme, media="print")
        until(shown, "document.getAnimations().length === 0")  # the theme changes the colour of links slowly
        seen[f"{scheme} on paper"] = shown.evaluate(colours)
    assert seen["dark on paper"] == seen["light on paper"]
    assert all(one != other for one, other in zip(seen["light"], seen["dark"], strict=True))
    assert all(one != other for one, other in zip(seen["dark on paper"], seen["dark"], strict=True))
    assert shown.locator(".cases .answer").first.is_visible()


@pytest.mark.parametrize("folder", ["", "it/"])
def test_the_drawing_of_a_table_is_on_the_first_screen_of_a_phone(phone: Window, server: str, folder: str) -> None:
    box = phone.visit(f"{server}{folder}tables/2x3.html").locator("svg.seating").first.bounding_box()
    assert box is not None and box["y"] + box["height"] <= PHONE[1]


def test_a_map_shows_the_layers_that_are_switched_on(desk: Window, server: str) -> None:
    """The switches are boxes with names, work without any script, and take each layer away alone."""
    shown = desk.visit(server + "tables/2x3.html")
    layers = {kind: shown.locator(f"svg.seating {sign}").first for kind, sign in LAYERS.items()}
    boxes = shown.get_by_role("group", name="Shown on the drawings").get_by_role("checkbox")
    assert boxes.count() == len(layers)
    for kind, layer in layers.items():
        assert layer.is_visible()
        shown.locator(f"input.see-{kind}").uncheck()
        assert not layer.is_visible()
        assert all(other.is_visible() for other in layers.values() if other is not layer)
        shown.locator(f"input.see-{kind}").check()


@IN_A_FOLDER
def test_the_list_of_scenarios_can_be_filtered(desk: Window, root: str) -> None:
    shown = desk.visit(root + "scenarios/index.html")
    count = "() => [...document.querySelectorAll('.filtered li')].filter(li => !li.hidden).length"
    topics = shown.locator("details.filtered")
    assert topics.count() > 5 and shown.locator("details.filtered[open]").count() == 0
    scenarios = whole_rulebook().scenarios
    assert shown.evaluate(count) == len(scenarios)
    shown.locator("form.filter [name=text]").select_option("paris")
    paris = [one for one in scenarios if "paris" in dict(one.texts)]
    assert shown.evaluate(count) == len(paris)
    shown.locator("form.filter [name=ask]").select_option("may-march")
    both = [one for one in paris if any(expected.query.ask == "may-march" for expected in one.expectations)]
    assert shown.evaluate(count) == len(both) > 0
    assert shown.locator(".filtered li:visible").count() == len(both), "the topics of what is left are unfolded"
    shown.locator("form.filter [name=words]").fill("nothing is called like this")
    assert shown.evaluate(count) == 0
    assert shown.locator("details.filtered:visible").count() == 0
    assert "0 of" in shown.locator("form.filter [role=status]").inner_text()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_line_that_says_something_by_where_it_ends_is_not_broken(phone: Window, server: str, language: str) -> None:
    """What is to be copied into a file of another program stands as it must there, and is scrolled by keys."""
    page = phone.visit(f"{server}{'' if language == 'en' else 'it/'}contributing/automation.html")
    blocks = page.evaluate("""() => [...document.querySelectorAll('code.language-yaml')].map((code) => {
        const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(code);
        const height = code.getBoundingClientRect().height - parseFloat(paddingTop) - parseFloat(paddingBottom);
        return [Math.round(height / parseFloat(lineHeight)), code.textContent.trimEnd().split("\\n").length, code.tabIndex];
    })""")
    assert len(blocks) > 1 and all(shown <= written and place == 0 for shown, written, place in blocks), blocks
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
