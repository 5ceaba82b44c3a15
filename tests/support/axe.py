"""What axe-core finds wrong with a page in the browser."""

from __future__ import annotations

from collections.abc import Mapping

from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]
from playwright.sync_api import Page

#: Of what is right one node is told for each rule: all of them take longer to fetch than to find.
ALL: dict[str, object] = {"resultTypes": ["violations"]}
ALL_BUT_COLOURS = ALL | {"rules": {"color-contrast": {"enabled": False}}}
COLOURS = ALL | {"runOnly": {"type": "rule", "values": ["color-contrast"]}}


def violations(page: Page, rules: Mapping[str, object]) -> dict[str, object]:
    """Return what axe-core finds on a page, by its rules; a page that is asked again has it already."""
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(AXE_SCRIPT)
    seen = page.evaluate("rules => axe.run(rules).then(({ violations }) => violations)", rules)
    return {
        violation["id"]: [(page.url, node["target"], node["failureSummary"]) for node in violation["nodes"]][:3]
        for violation in seen
    }
