"""How much work the live table gives a processor that is six times slower, in a real Chromium.

What the reader waits for is measured inside the page, on a processor that Chromium slows: from the start of the visit,
or from the tap, to the first frame that shows the answer. On a machine that is busy these times are too long.

Work is measured beside it, which does not depend on what else the machine does: how long the page's own thread is busy
(tasks of the renderer, in process time, without the commands that measure), times six (``--emulated``: slowed by Chromium
here as well). It holds all that a tap sets off, so a tap that does nothing has its cost too.

What the page leaves for idle time is held back until the answer is drawn, and counted apart.
``python -m tests.benchmarks.live_table`` measures this alone.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import median
from typing import NamedTuple

from playwright.sync_api import Browser, CDPSession, Page

from tests.support.browser import IDLE_TIME, PHONE, launched, served
from tests.support.built_site import built_site

#: The processor is slower so many times.
SLOWED = 6
#: The environment variable with a built site to measure; without it one is built.
SITE = "EMPEROR_SITE"
#: What is tapped one after the other: a player is chosen, leaves before the turn and during it; others are chosen.
TAPS = ("A3", "A3", "A2", "A3", "B1")
#: The table by itself, and with a question in which whoever is tapped takes the place of another.
ADDRESSES = ("", "#text=cr-809&seats=gEg.gEg&ask=may-attack&of=A2.B1")
READY = ".live-seat"
#: What is tapped to learn what a tap costs that does nothing.
NOTHING = "h1"
#: A script for a page: ``shown`` has for how long the reader waited for the table and for each tap, until it was drawn.
SHOWN = """(() => {
    window.shown = [];
    const noted = (since) => requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => shown.push(performance.now() - since);
        port2.postMessage(null);  // is read when the frame is drawn
    });
    new MutationObserver((_, observer) => {
        if (!document.querySelector(".live-seat")) return;
        observer.disconnect();
        noted(0);
    }).observe(document, { childList: true, subtree: true });
    addEventListener("click", ({ timeStamp }) => noted(timeStamp), true);
})();"""


class Tap(NamedTuple):
    """Milliseconds of work after a tap, or of a page that opens: until it is drawn, and then in idle time."""

    answer: float
    rest: float


class SlowPage:
    """The live table on a slow phone."""

    def __init__(self, browser: Browser, address: str, emulated: bool, watch: str = "") -> None:
        """Open an address and wait until the table is there; ``watch`` is a script that the page runs before its own."""
        context = browser.new_context(
            viewport={"width": PHONE[0], "height": PHONE[1]}, has_touch=True, is_mobile=True, service_workers="block"
        )
        self.page: Page = context.new_page()
        self.page.add_init_script(f"{IDLE_TIME}; hold(); {watch}")
        self.session: CDPSession = context.new_cdp_session(self.page)
        self.session.send("Performance.enable", {"timeDomain": "threadTicks"})
        self.slowed = 1 if emulated else SLOWED
        if emulated:
            self.session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
        self.page.goto(address)
        while not self.has(READY):
            time.sleep(0.05)
        self.ready = self.busy()
        self.page.evaluate("released()")
        self.settle()
        self.settle()
        self.begun = self.busy() - self.ready

    def has(self, selector: str) -> bool:
        """Return whether something is there. Playwright would load a script of its own into the page to look for it."""
        there = self.session.send("Runtime.evaluate", {"expression": f"!!document.querySelector('{selector}')"})
        return bool(there["result"]["value"])

    def busy(self) -> float:
        """Return for how many milliseconds the page has worked so far: layout, styles, scripts and all other tasks."""
        metrics = {metric["name"]: metric["value"] for metric in self.session.send("Performance.getMetrics")["metrics"]}
        return float(metrics["TaskDuration"] - metrics["DevToolsCommandDuration"]) * 1000 * self.slowed

    def settle(self) -> None:
        """Wait until what was begun is done and drawn."""
        self.page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 300)))")

    def tap(self, place: Mapping[str, float]) -> Tap:
        """Tap a place; return what it costs."""
        self.page.evaluate("hold()")
        before = self.busy()
        self.page.touchscreen.tap(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
        self.settle()
        answered = self.busy()
        self.page.evaluate("released()")
        self.settle()
        return Tap(answered - before, self.busy() - answered)

    def waits(self) -> list[float]:
        """Return for how many milliseconds the reader waited for the table, and after each tap."""
        return [float(wait) for wait in self.page.evaluate("shown")]

    def place(self, selector: str) -> Mapping[str, float]:
        """Return where something is; looking for it is no part of a tap."""
        box = self.page.locator(selector).first.bounding_box()
        assert box is not None
        return {"x": box["x"], "y": box["y"], "width": box["width"], "height": box["height"]}


def milliseconds(site: Path, runs: int = 4, *, emulated: bool = False) -> tuple[list[Tap], list[Tap], list[Tap]]:
    """Return how long the page works until it is ready, time and again, after each tap, and after taps at nothing."""
    ready, taps, nothing = list[Tap](), list[Tap](), list[Tap]()
    with launched() as browser, served(site) as address:
        for number in range(runs):
            table = SlowPage(browser, f"{address}table/index.html{ADDRESSES[number % len(ADDRESSES)]}", emulated)
            ready.append(Tap(table.ready, table.begun))
            places = [table.place(f"[data-player={name}]") for name in TAPS]
            nothing.append(table.tap(table.place(NOTHING)))
            taps += map(table.tap, places)
            table.page.context.close()
    return ready, taps, nothing


def waits(site: Path, runs: int = 4) -> tuple[list[float], list[float], list[float]]:
    """Return how long the reader waits for the table, time and again, after each tap, and after taps at nothing."""
    ready, taps, nothing = list[float](), list[float](), list[float]()
    with launched() as browser, served(site) as address:
        for number in range(runs):
            place = f"{address}table/index.html{ADDRESSES[number % len(ADDRESSES)]}"
            table = SlowPage(browser, place, emulated=True, watch=SHOWN)
            for selector in (NOTHING, *(f"[data-player={name}]" for name in TAPS)):
                table.tap(table.place(selector))
            first, second, *others = table.waits()
            ready.append(first)
            nothing.append(second)
            taps += others
            table.page.context.close()
    return ready, taps, nothing


def figures(*, emulated: bool = False) -> Iterator[tuple[str, str, str]]:
    """Yield the rows of the table of figures."""
    site = Path(os.environ[SITE]) if SITE in os.environ else built_site()
    shown, drawn, still = waits(site)
    yield f"live table shown, processor {SLOWED} times slower, ms", f"{median(shown):.0f}", "target 1,000"
    yield "… answer to a tap drawn, median, ms", f"{median(drawn):.0f}", "target 100"
    yield "… and the longest", f"{max(drawn):.0f}", "target 100"
    yield "… after a tap that does nothing", f"{median(still):.0f}", ""
    ready, taps, nothing = milliseconds(site, emulated=emulated)
    answers = [tap.answer for tap in taps]
    yield "work until it is ready, ms", f"{median(one.answer for one in ready):.0f}", "target 1,000"
    yield "… then in idle time, ms", f"{median(one.rest for one in ready):.0f}", ""
    yield "… for the answer to a tap, median, ms", f"{median(answers):.0f}", "target 100"
    yield "… and the longest", f"{max(answers):.0f}", "target 100"
    yield "… of which a tap costs that does nothing", f"{median(tap.answer for tap in nothing):.0f}", ""
    yield "… then in idle time, piece by piece, median, ms", f"{median(tap.rest for tap in taps):.0f}", ""


if __name__ == "__main__":
    for row in figures(emulated="--emulated" in sys.argv):
        print(*row, sep="   ", flush=True)
