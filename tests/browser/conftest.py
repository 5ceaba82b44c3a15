"""What tests in a browser share: one Chromium, and the built site on a server, both started once."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.support.axe import Axe
from tests.support.browser import DESK, PHONE, Window, launched, served, window
from tests.support.built_site import built_site
from tests.support.paths import THOROUGH


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with launched() as chromium:
        yield chromium


@pytest.fixture(scope="session")
def server(browser: Browser) -> Iterator[str]:
    """The address of the built site (where there is no browser, nothing is built)."""
    with served(built_site()) as address:
        yield address


@pytest.fixture(params=["server", "folder"] if THOROUGH > 1 else ["either"])
def root(request: pytest.FixtureRequest, server: str) -> str:
    """The built site from a server, and straight from its folder; on a change at one of the two, as falls out by its name."""
    first = len(request.function.__name__) % 2 == 0
    return server if request.param == "server" or (request.param == "either" and first) else built_site().as_uri() + "/"


@pytest.fixture(params=[("server", "en"), ("folder", "it")], ids="-".join)
def place(request: pytest.FixtureRequest, server: str) -> tuple[str, str]:
    """The built site in one language from a server, in the other straight from its folder: each once, with its address."""
    where, language = request.param
    return server if where == "server" else built_site().as_uri() + "/", language


@pytest.fixture
def phone(browser: Browser) -> Iterator[Window]:
    with window(browser, PHONE, has_touch=True, is_mobile=True) as page:
        yield page


@pytest.fixture
def desk(browser: Browser) -> Iterator[Window]:
    with window(browser, DESK) as page:
        yield page


@pytest.fixture(scope="session")
def axe(browser: Browser, server: str) -> Iterator[Axe]:
    with window(browser, reduced_motion="reduce") as bench:
        yield Axe(bench.page, server)
