"""The built site in a real browser: on a phone, in both languages, from a server and straight from a folder."""

import functools
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.built_site import built_site
from tests.webdriver import Browser, browser, programs

pytestmark = pytest.mark.browser

PAGES = ["index.html", "about.html", "texts/cr-809.html", "texts/cr-801.html", "texts/early.html", "404.html",
         "cr-809/neighbours-only.html", "early/attack.html", "questions/index.html", "questions/may-attack.html",
         "differences/index.html", "differences/early-and-cr-809.html"]  # fmt: skip
BOTH = [*PAGES, *(f"it/{page}" for page in PAGES)]


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture(scope="module")
def window() -> Iterator[Browser]:
    programs()
    built_site()
    with browser() as one:
        one.width(360)
        yield one


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(built_site()))) as httpd:
        thread = threading.Thread(target=httpd.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{httpd.server_port}/"
        httpd.shutdown()
        thread.join()


@pytest.fixture(params=["server", "folder"])
def root(request: pytest.FixtureRequest, server: str) -> str:
    return server if request.param == "server" else built_site().as_uri() + "/"


def errors(window: Browser) -> list[str]:
    return [entry["message"] for entry in window.log("browser") if entry["level"] in ("SEVERE", "WARNING")]


def visit(window: Browser, url: str) -> None:
    errors(window), window.requests()
    window.open(url)
    window.wait("return document.readyState == 'complete'")


@pytest.mark.parametrize("page", BOTH)
def test_a_page_fits_a_phone_and_asks_nobody_else(window: Browser, server: str, page: str) -> None:
    window.width(360)
    visit(window, server + page)
    window.run("document.querySelectorAll('details').forEach(one => one.open = true)")
    widest = window.run("return document.documentElement.scrollWidth")
    over = window.run(
        """return [...document.querySelectorAll('.md-content *')]
            .filter(one => !one.closest('svg') && one.getBoundingClientRect().right > innerWidth + 1)
            .map(one => one.outerHTML.slice(0, 99))"""
    )
    assert (widest, over) == (360, [])
    assert errors(window) == []
    foreign = [url for url in window.requests() if not url.startswith((server, "data:", "blob:", "chrome"))]
    assert foreign == []


def test_a_page_works_from_a_folder(window: Browser) -> None:
    for page in ("texts/cr-809.html", "it/texts/cr-809.html"):
        visit(window, f"{built_site().as_uri()}/{page}")
        assert window.run("return document.querySelectorAll('svg.seating').length") > 3
        assert window.run("return getComputedStyle(document.querySelector('.legend')).listStyleType") == "none"
        assert errors(window) == []
        assert not [url for url in window.requests() if url.startswith("http")]


@pytest.mark.parametrize(("start", "word", "hit"), [
    ("index.html", "809.3c", "cr-809/neighbours-only.html"),
    ("it/index.html", "imperatore", "it/"),
])  # fmt: skip
def test_search_finds_a_clause(window: Browser, root: str, start: str, word: str, hit: str) -> None:
    window.width(1280)
    visit(window, root + start)
    window.run("document.querySelector('[data-md-component=search-query]').focus()")
    window.type(word)
    first = "document.querySelector('.md-search-result__link')"
    found = window.wait(f"return {first} && {first}.getAttribute('href')", 20)
    assert hit in found
    assert errors(window) == []
    window.width(360)


def test_the_language_switch_keeps_the_page(window: Browser, root: str) -> None:
    visit(window, root + "texts/cr-809.html")
    window.open(window.run("return document.querySelector('a[hreflang=it]').href"))
    assert window.run("return [document.documentElement.lang, location.pathname.slice(-21)]") == [
        "it", "/it/texts/cr-809.html",
    ]  # fmt: skip
    window.open(window.run("return document.querySelector('a[hreflang=en]').href"))
    assert window.run("return document.documentElement.lang") == "en"


def test_permalinks_by_slug_and_number_lead_to_the_clause(window: Browser, server: str) -> None:
    for anchor in ("neighbours-only", "809.3c", "607.3c@2005-08-01"):
        visit(window, f"{server}texts/cr-809.html#{anchor}")
        window.wait("return scrollY > 0")
        there = window.run(
            "return document.getElementById('neighbours-only').getBoundingClientRect().top / innerHeight"
        )
        assert -0.2 < there < 0.5, anchor


def test_dark_mode_follows_the_system_and_stays_legible(window: Browser, server: str) -> None:
    shades = {}
    for scheme in ("light", "dark"):
        window.scheme(scheme)
        visit(window, server + "texts/cr-809.html")
        shades[scheme] = window.run(
            """const of = (at, what) => getComputedStyle(document.querySelector(at))[what].match(/[\\d.]+/g).map(Number)
            return [of('body', 'backgroundColor')[0], of('svg.seating .seat circle + circle', 'fill')[0],
                    of('svg.seating', 'color')[0]]"""
        )
    window.scheme("light")
    paper, seat, ink = shades["light"]
    assert paper > 200 and seat > 200 and ink < 100
    paper, seat, ink = shades["dark"]
    assert paper < 60 and seat < 60 and ink > 150


def test_drawings_on_paper_keep_their_seats(window: Browser, tmp_path: Path) -> None:
    visit(window, f"{built_site().as_uri()}/texts/cr-809.html")
    window.devtools("Emulation.setEmulatedMedia", media="print")
    shown = window.run(
        "const box = document.querySelector('svg.seating').getBoundingClientRect(); return [box.width, box.height]"
    )
    window.devtools("Emulation.setEmulatedMedia", media="")
    assert min(shown) > 150
