"""How much a reader has to load: what was promised for a phone on a weak network."""

import pytest
from playwright.sync_api import Browser

from tests.support.built_site import built_site, kind, samples
from tests.support.site_loads import loads

pytestmark = pytest.mark.browser

KB = 1000


@pytest.mark.parametrize("start", ["", "it/"])
def test_a_first_visit_and_a_clause_are_small(browser: Browser, start: str) -> None:
    clauses = [name for name in samples("it" if start else "en") if kind(name) == "clause/*"]
    first, *more = loads(browser, built_site(), f"{start}index.html", *clauses)
    assert 10 * KB < first < 85 * KB
    assert len(more) == 2 and all(0 < size < 30 * KB for size in more), dict(zip(clauses, more, strict=True))
    assert all(size < 85 * KB for (size,) in (loads(browser, built_site(), name) for name in clauses))
