"""What tests in a browser share: one Chromium, and the built site on a server, both started once."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser import DESK, PHONE, Window, launched, served, window
from tests.built_site import built_site, prepare_site_folder

#: The files that take longest, longest first: when one of them starts last, all other processes wait for it.
LONG = ("test_clingo_agrees", "test_site_access", "test_pages", "test_serve", "test_site_browser", "test_search_cache")


def pytest_configure() -> None:
    prepare_site_folder()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: LONG.index(item.path.stem) if item.path.stem in LONG else len(LONG))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with launched() as one:
        yield one


@pytest.fixture(scope="session")
def server(browser: Browser) -> Iterator[str]:
    """The address of the built site (where there is no browser, nothing is built)."""
    with served(built_site()) as address:
        yield address


@pytest.fixture(params=["server", "folder"])
def root(request: pytest.FixtureRequest, server: str) -> str:
    """The built site from a server, and straight from its folder."""
    return server if request.param == "server" else built_site().as_uri() + "/"


@pytest.fixture
def phone(browser: Browser) -> Iterator[Window]:
    with window(browser, PHONE, has_touch=True, is_mobile=True) as one:
        yield one


@pytest.fixture
def desk(browser: Browser) -> Iterator[Window]:
    with window(browser, DESK) as one:
        yield one
