"""What judges are asked at a table, done on a phone from the start page: the answer is on the screen within three taps.

A third of the tasks in each language on a change, and all in the weekly run.
"""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from playwright.sync_api import Page

from emperor_rules.messages import LANGUAGES
from tests.support.browser import Window, search, until
from tests.support.live_table import FOLDERS
from tests.support.paths import REPOSITORY
from tests.support.sampling import some_of

pytestmark = pytest.mark.browser

TASKS = tomllib.loads((REPOSITORY / "tests/data/judge_tasks.toml").read_text(encoding="utf-8"))["tasks"]
MOST_TAPS = 3

#: What can be read on the screen without scrolling.
ON_SCREEN = """() => {
    const words = document.createTreeWalker(document.querySelector("dialog[open]") ?? document.querySelector("main"), NodeFilter.SHOW_TEXT);
    const seen = [];
    while (words.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(words.currentNode);
        const { top, bottom, height } = range.getBoundingClientRect();
        const isSpace = !words.currentNode.data.trim();
        if (isSpace || (height && top >= 0 && top < innerHeight - 20 && bottom > 0)) seen.push(words.currentNode.data);
    }
    return seen.join("").replace(/\\s+/g, " ");
}"""


def do(one: Window, home: str, way: dict[str, Any]) -> int:
    """Do a task from the start page; return how many taps it took."""
    page, taps = one.visit(home), 0
    if "search" in way:
        page.locator("[data-opens=search]").click()
        search(page, way["search"])
        taps += 1
    if "ask" in way:
        page.fill(".home-ask input", way["ask"])
        page.press(".home-ask input", "Enter")
        until(page, "() => document.querySelector('.live-reply')?.childElementCount")
        until(page, "() => document.querySelector('[data-part=share] button')")
        taps += 1
    for words in way.get("taps", ()):
        tap(one, page, words)
        taps += 1
    one.rest()
    return taps


def tap(one: Window, page: Page, words: str) -> None:
    before = page.url
    page.locator("dialog[open] ol a, main a").filter(has_text=words).filter(visible=True).first.click()
    until(page, "before => location.href !== before", before)
    one.rest()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_judge_sees_the_answer_within_three_taps(phone: Window, server: str, language: str) -> None:
    missed, most, first = {}, 0, LANGUAGES.index(language)
    for task in some_of([*TASKS[first:], *TASKS[:first]], 6):
        way = task[language]
        most = max(most, do(phone, f"{server}{FOLDERS[language]}index.html", way))
        if way["sees"] not in (seen := phone.page.evaluate(ON_SCREEN)):
            missed[task["about"]] = seen
        assert phone.complaints == [], task
    assert missed == {}
    assert 0 < most <= MOST_TAPS
    assert len(TASKS) >= 25
