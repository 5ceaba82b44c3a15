"""What a tap at the live table makes the browser do, and what is tried before the first one."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Browser

from tests.support.browser import IDLE_TIME, PHONE, until, window
from tests.support.live_table import CLEAR, address, laid, said

pytestmark = pytest.mark.browser


def test_a_tap_redraws_nothing_that_it_does_not_change(browser: Browser, server: str) -> None:
    with window(browser, PHONE) as one:
        one.page.add_init_script(IDLE_TIME)
        page = laid(one, server)
        page.wait_for_selector("[data-part=share] button")
        page.evaluate("""() => {
            window.changed = [];
            for (const part of document.querySelectorAll("[data-part]")) {
                new MutationObserver(records => records.forEach(record => changed.push(
                    [part.dataset.part, record.addedNodes.length]
                ))).observe(part, { childList: true, subtree: true });
            }
        }""")
        for player, parts in (("A2", {"player", "ring"}), ("B1", {"player", "ring"}), ("B1", {"player", "ring"})):
            page.evaluate("changed.length = 0; hold()")
            page.click(f"[data-player={player}]")
            page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
            at_once = page.evaluate("changed.splice(0)")
            assert {part for part, _ in at_once} <= parts and sum(count for _, count in at_once) < 60, (player, at_once)
            answered = page.locator(f"[data-part=player]:has-text('{player}') [aria-pressed=true]")
            waiting = page.locator("[data-waiting]")
            assert page.locator("[data-part=player]").get_attribute("aria-busy") == str(bool(waiting.count())).lower()
            assert (answered.count() == 1 and waiting.count() > 1) or player == "B1"
            page.evaluate("released()")
            page.wait_for_selector("[data-part=player][aria-busy=false]")
            later = page.evaluate("changed.splice(0)")
            assert {part for part, _ in later} <= {"player", "bar"} and waiting.count() == 0, (player, later)


def test_taps_that_are_tried_before_the_first_one_leave_no_trace(browser: Browser, server: str) -> None:
    """Beside a page whose reader is already at what would be made anew, so that nothing is tried there."""
    with window(browser, PHONE) as tried, window(browser, PHONE) as untried:
        tried.page.add_init_script("""
            window.pressed = new Set();
            window.readOut = [];
            new MutationObserver(records => records.forEach(({ target, oldValue }) => {
                if (oldValue !== "true") return;
                pressed.add(target);
                readOut.push(...document.querySelectorAll("[data-part][aria-live]:not([aria-live=off])"));
            })).observe(document, { subtree: true, attributeFilter: ["aria-pressed"], attributeOldValue: true });
        """)
        untried.page.add_init_script("""
            new MutationObserver(() => document.querySelector("[name=presence]")?.focus()).observe(document, { childList: true, subtree: true });
        """)
        pages = [laid(one, server, CLEAR) for one in (tried, untried)]
        until(pages[0], "pressed.size > 2")
        assert pages[0].evaluate("readOut.length") == 0
        for page in pages:
            page.wait_for_selector("[data-part=player][aria-busy=false]")
            address(page)
        for part in ("player", "answer"):
            assert said(pages[0], part) == said(pages[1], part)
        seats = "all => all.map(({ ariaPressed, ariaLabel, dataset }) => [ariaPressed, ariaLabel, { ...dataset }])"
        assert pages[0].locator(".live-seat").evaluate_all(seats) == pages[1].locator(".live-seat").evaluate_all(seats)
        assert pages[0].url == pages[1].url and tried.complaints == []


def test_a_mark_styles_nothing_anew_but_its_seat(browser: Browser, server: str) -> None:
    with window(browser, PHONE) as one:
        one.page.add_init_script(IDLE_TIME)
        page = laid(one, server)
        page.wait_for_selector("[data-part=share] button")
        address(page)
        page.evaluate("hold(); rested()")
        page.evaluate("document.body.offsetHeight")
        browser.start_tracing(categories=["devtools.timeline"])
        page.evaluate("document.querySelector('[data-player=B1]').dataset.mark = 'no'; document.body.offsetHeight")
        events = json.loads(browser.stop_tracing())["traceEvents"]
        assert max(event["args"].get("elementCount", 0) for event in events if event["name"] == "UpdateLayoutTree") == 1
