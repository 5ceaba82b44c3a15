"""What judges are asked at a table, done on a phone from the start page: the answer is on the screen within three taps.

A third of the tasks in each language on a change, and all in the weekly run.
"""

from __future__ import annotations

import re
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
#: A sentence that was to say something.
EMPTY = re.compile(r": ?\.(?!\w)")

#: What can be read on the screen without scrolling; on paper all.
ON_SCREEN = """() => {
    const words = document.createTreeWalker(document.querySelector("dialog[open]") ?? document.querySelector("main"), NodeFilter.SHOW_TEXT);
    const seen = [];
    while (words.nextNode()) {
        const range = document.createRange(), within = words.currentNode.parentElement;
        range.selectNodeContents(words.currentNode);
        const { top, bottom, height, left, right } = range.getBoundingClientRect(), isShown = matchMedia("print").matches
            || (height && top >= 0 && top < innerHeight - 20 && bottom > 0 && left < innerWidth && right > 0);
        const isThere = within.checkVisibility({ contentVisibilityAuto: true, opacityProperty: true, visibilityProperty: true });
        if (!words.currentNode.data.trim() || (isShown && isThere)) seen.push(words.currentNode.data);
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
    for name in way.get("seats", ()):
        seat = page.locator(f"a[data-seat={name}], .live-seat[data-player={name}]").first
        seat.evaluate("(seat) => seat.scrollIntoView({ block: 'center' })")
        seat.tap()
        page.wait_for_selector(f".live-seat[data-player={name}][aria-pressed=true]")
        one.rest()
        taps += 1
    for words in way.get("taps", ()):
        tap(one, page, words)
        taps += 1
    if "language" in way:
        page.tap("a.language-link")
        page.wait_for_url(re.compile(r"/it/" if way["language"] == "it" else r"^(?!.*/it/)"))
        taps += 1
    if way.get("back"):
        one.rest()
        page.go_back()
        taps += 1
    if way.get("print"):
        page.emulate_media(media="print")
        taps += 1
    one.rest()
    return taps


def tap(one: Window, page: Page, words: str) -> None:
    before = page.url
    page.locator("dialog[open] ol a, main a, .live-reply button").filter(has_text=words).filter(
        visible=True
    ).first.click()
    until(page, "before => location.href !== before", before)
    one.rest()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_judge_sees_the_answer_within_three_taps(phone: Window, server: str, language: str) -> None:
    missed, most, first = {}, 0, LANGUAGES.index(language)
    for task in some_of([task for task in [*TASKS[first:], *TASKS[:first]] if language in task], 6):
        way = task[language]
        phone.page.emulate_media(media="screen")
        most = max(most, do(phone, f"{server}{FOLDERS[language]}index.html", way))
        seen = phone.page.evaluate(ON_SCREEN)
        if way["sees"] not in seen or EMPTY.search(seen):
            missed[task["about"]] = seen
        assert phone.complaints == [], task
    assert missed == {}
    assert 0 < most <= MOST_TAPS
    assert len([task for task in TASKS if language in task]) >= 50
