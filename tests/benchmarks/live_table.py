"""How much work the live table gives a processor that is six times slower, in a real Chromium.

Times are those that the page's own thread works (tasks of the renderer, in process time), so that it does not matter
what else the machine does; the slower processor is reckoned, since slowing it by Chromium costs more on a machine that
is busy (``--emulated`` slows it so all the same). What the page leaves for idle time is held back until the answer is
drawn, and counted apart. ``python -m tests.benchmarks.live_table`` measures this alone.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import median
from typing import NamedTuple

from playwright.sync_api import Browser, CDPSession, Page

from tests.support.browser import IDLE_TIME, PHONE, launched, served
from tests.support.built_site import built_site

#: The processor is slower so many times.
SLOWED = 6
#: What is tapped one after the other: a player is chosen, leaves before the turn and during it; others are chosen.
TAPS = ("A3", "A3", "A2", "A3", "B1")
#: The table by itself, and with a question in which whoever is tapped takes the place of another.
ADDRESSES = ("", "#text=cr-809&seats=gEg.gEg&ask=may-attack&of=A2.B1")
READY = ".live-seat"
#: What is tapped to learn what a tap costs that does nothing.
NOTHING = "h1"


class Tap(NamedTuple):
    """Milliseconds of work after a tap, or of a page that opens: until it is drawn, and then in idle time."""

    answer: float
    rest: float


class SlowPage:
    """The live table on a slow phone."""

    def __init__(self, browser: Browser, address: str, emulated: bool) -> None:
        """Open an address and wait until the table is there."""
        context = browser.new_context(
            viewport={"width": PHONE[0], "height": PHONE[1]}, has_touch=True, is_mobile=True, service_workers="block"
        )
        self.page: Page = context.new_page()
        self.page.add_init_script(f"{IDLE_TIME}; hold();")
        self.session: CDPSession = context.new_cdp_session(self.page)
        self.session.send("Performance.enable", {"timeDomain": "threadTicks"})
        self.slowed = 1 if emulated else SLOWED
        if emulated:
            self.session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
        self.page.goto(address)
        self.page.wait_for_selector(READY)
        self.ready = self.busy()
        self.page.evaluate("released()")
        self.settle()
        self.settle()
        self.begun = self.busy() - self.ready

    def busy(self) -> float:
        """Return for how many milliseconds the page has worked so far: layout, styles, scripts and all other tasks."""
        metrics = {metric["name"]: metric["value"] for metric in self.session.send("Performance.getMetrics")["metrics"]}
        return float(metrics["TaskDuration"]) * 1000 * self.slowed

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


def figures(*, emulated: bool = False) -> Iterator[tuple[str, str, str]]:
    """Yield the rows of the table of figures."""
    ready, taps, nothing = milliseconds(built_site(), emulated=emulated)
    answers = [tap.answer for tap in taps]
    yield (
        f"live table ready, processor {SLOWED} times slower, ms",
        f"{median(one.answer for one in ready):.0f}",
        "target 1,000",
    )
    yield "… then in idle time, ms", f"{median(one.rest for one in ready):.0f}", ""
    yield "… answer to a tap there, median, ms", f"{median(answers):.0f}", "target 100"
    yield "… and the longest", f"{max(answers):.0f}", "target 100"
    yield "… of which a tap costs that does nothing", f"{median(tap.answer for tap in nothing):.0f}", ""
    yield "… then in idle time, piece by piece, median, ms", f"{median(tap.rest for tap in taps):.0f}", ""


if __name__ == "__main__":
    for row in figures(emulated="--emulated" in sys.argv):
        print(*row, sep="   ", flush=True)
