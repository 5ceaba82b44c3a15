"""How much a reader has to load: what was promised for a phone on a weak network."""

import pytest
from playwright.sync_api import Browser

from tests.built_site import built_site, html_pages, kind, samples
from tests.site_loads import loads

KB = 1000


def test_no_page_is_larger_than_a_phone_should_load() -> None:
    sizes = {path.relative_to(built_site()).as_posix(): path.stat().st_size for path in html_pages()}
    assert {name: size for name, size in sizes.items() if size >= 300 * KB} == {}


@pytest.mark.browser
@pytest.mark.parametrize("start", ["", "it/"])
def test_a_first_visit_and_a_clause_are_small(browser: Browser, start: str) -> None:
    clauses = [name for name in samples("it" if start else "en") if kind(name) == "clause/*"]
    first, *more = loads(browser, built_site(), f"{start}index.html", *clauses)
    assert 10 * KB < first < 150 * KB
    assert len(more) == 2 and all(0 < size < 60 * KB for size in more), dict(zip(clauses, more, strict=True))
    assert all(size < 150 * KB for (size,) in (loads(browser, built_site(), name) for name in clauses))
