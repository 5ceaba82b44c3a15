"""Rule text is data: whatever a rule file holds is shown as it is, in a real browser, and runs nowhere."""

import pytest

from tests.support.browser import Window, search, served
from tests.support.built_site import Html, html_pages, kind
from tests.support.hostile_rules import site_with_scripts
from tests.support.paths import THOROUGH

pytestmark = pytest.mark.browser


def test_nothing_of_a_rule_file_runs_or_becomes_an_element(desk: Window) -> None:
    """On an English page of each kind, and each week on all; that all hold the same elements is for tests/site/test_rule_text.py."""
    site = site_with_scripts()
    asked: list[str] = []
    seen = set[str]()
    desk.page.on("dialog", lambda dialog: asked.append(dialog.message))
    with served(site) as address:
        for path in sorted(site.rglob("*.html")):
            name = path.relative_to(site).as_posix()
            if name.endswith("404.html") or name.startswith(("it/", "questions/")) or Html(path).leads_on:
                continue
            of_kind = f"{kind(name)} {name.partition('/')[2].count('/')}"
            if THOROUGH == 1 and of_kind in seen:
                continue
            seen.add(of_kind)
            page = desk.visit(address + name)
            state = page.evaluate(
                """() => [typeof ran, document.querySelectorAll('img, [onerror], [onload], [onmouseover], textarea').length,
                          document.querySelectorAll('script:not([src]):not([id])').length, document.title,
                          document.querySelectorAll('a[href^="javascript:"]').length]"""
            )
            assert state[0] == "undefined" and state[1] == 0 and state[4] == 0, name
            assert state[2] == 0, f"{name}: a script in the page, where all come from files"
            assert desk.complaints == [], name
        for start in ("", "it/"):
            page = desk.visit(f"{address}{start}index.html")
            page.keyboard.press("/")
            hits = search(page, "zzq")
            assert len(hits) >= 4 and any("<script>ran=1</script>" in hit["under"] for hit in hits)
            assert page.evaluate("document.querySelectorAll('#search :is(img, script, ol svg)').length") == 0
            assert page.evaluate("typeof ran") == "undefined"
    assert asked == [] and desk.complaints == []


def test_every_page_with_scripts_says_that_they_come_from_files_of_the_site() -> None:
    """That no page then complains is for all tests in a browser, each of which looks at what was complained of."""
    for path, page in html_pages().items():
        assert "<script" not in page.source or "default-src 'self'" in page.source, path


def test_a_script_that_is_written_into_a_page_does_not_run(desk: Window, root: str) -> None:
    page = desk.visit(f"{root}index.html")
    page.evaluate(
        """() => {
            const script = document.createElement("script");
            script.textContent = "window.ran = true";
            document.head.append(script);
        }"""
    )
    assert page.evaluate("window.ran") is None
