"""How long a reader waits for the live table on a processor that is six times slower, in a real Chromium.

What the reader waits for is measured inside the page, on a processor that Chromium slows: from the tap on the home page,
from the start of a first visit with nothing kept, or from the tap on a seat, to the first frame that shows the answer.
No tool listens to the page meanwhile, nothing is asked of it before it is at rest, and the first tap is the first that the
page gets. On a machine that is busy these times are too long: the page competes for its processor.

Work is measured beside it, which does not depend on what else the machine does: how long the page's own thread is busy
(tasks of the renderer, in process time, without the commands that measure), times six (``--emulated``: slowed by Chromium
here as well). It holds all that a tap sets off, so a tap that does nothing has its cost too. There, what the page leaves
for idle time is held back until the answer is drawn, and counted apart.
``python -m tests.benchmarks.live_table`` measures this alone.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import NamedTuple

from playwright.sync_api import Browser

from tests.benchmarks.plain_page import PlainPage
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
#: What is tapped on the home page: the way to the table by itself, and a player of the table that is there.
LINKS = ("a[data-whole]", "a[data-seat=A2]")
READY = ".live-seat"
#: What is tapped to learn what a tap costs that does nothing.
NOTHING = "h1"
#: Each tap is measured so many times: other processes compete for the processor, so that one time says little.
RUNS = 3
#: Seconds after which a slowed page, and one that was tapped, is at rest.
OPENED, TAPPED = 3, 1
#: A script for a page: ``shown`` has for how long the reader waited for the table and for each tap, until it was drawn.
SHOWN = """(() => {
    window.shown = [];
    const { port1, port2 } = new MessageChannel(), begun = [];
    port1.onmessage = () => shown.push(performance.now() - begun.shift());
    const drawn = (since) => requestAnimationFrame(() => {
        begun.push(since);
        port2.postMessage(null);  // is read when the frame is drawn
    });
    const isThere = () => document.querySelector(".live-seat");
    new MutationObserver((_, observer) => {
        if (!isThere()) return;
        observer.disconnect();
        const tapped = sessionStorage.getItem("tapped");
        drawn(tapped ? tapped - performance.timeOrigin : 0);
    }).observe(document, { childList: true, subtree: true });
    addEventListener("click", ({ timeStamp }) => {
        if (isThere()) drawn(timeStamp);
        else sessionStorage.setItem("tapped", performance.timeOrigin + timeStamp);  // for the page to which the tap leads
    }, true);
})();"""


class Waits(NamedTuple):
    """Milliseconds that the reader waits for the table, after each tap on a seat, and after a tap at nothing."""

    opening: float
    taps: list[float]
    nothing: float


class Work(NamedTuple):
    """Milliseconds of work after a tap, or of a page that opens: until it is drawn, and then in idle time."""

    answer: float
    rest: float


class Phone:
    """A page on a phone, and places on it to tap."""

    def __init__(self, browser: Browser, *scripts: str) -> None:
        """Open an empty page."""
        self.page = PlainPage(browser, PHONE, *scripts)
        self.page.send("Performance.enable", {"timeDomain": "threadTicks"})

    def open(self, address: str) -> None:
        """Open an address; the page is left alone until it is at rest."""
        self.page.send("Page.navigate", {"url": address})
        time.sleep(OPENED)

    def slow(self) -> None:
        """Make the processor slower from now on."""
        self.page.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})

    def place(self, selector: str) -> Mapping[str, float]:
        """Return where the middle of something is."""
        element = f"document.querySelector({selector!r})"
        self.page.evaluate(f"{element}.scrollIntoView({{block: 'nearest'}})")
        box: Mapping[str, float] = self.page.evaluate(
            f"(({{x, y, width, height}}) => ({{x: x + width / 2, y: y + height / 2}}))({element}.getBoundingClientRect())"
        )
        return box

    def tap(self, place: Mapping[str, float], rest: float = TAPPED) -> None:
        """Tap a place; the page is left alone until it is at rest."""
        self.page.tap(place["x"], place["y"])
        time.sleep(rest)

    def busy(self) -> float:
        """Return for how many milliseconds the page has worked so far: layout, styles, scripts and all other tasks."""
        metrics = {metric["name"]: metric["value"] for metric in self.page.send("Performance.getMetrics")["metrics"]}
        return float(metrics["TaskDuration"] - metrics["DevToolsCommandDuration"]) * 1000

    def taps(self) -> list[Mapping[str, float]]:
        """Return the places to tap on the live table, and at last one where nothing is."""
        return [self.place(selector) for selector in (*(f"[data-player={name}]" for name in TAPS), NOTHING)]


@contextmanager
def phone(browser: Browser, *scripts: str) -> Iterator[Phone]:
    """Open a page with a memory of its own."""
    opened = Phone(browser, *scripts)
    try:
        yield opened
    finally:
        opened.page.close()


def first_visit(browser: Browser, address: str) -> Waits:
    """Open an address on a phone that has kept nothing, and tap."""
    with phone(browser, SHOWN) as reader:
        reader.slow()
        reader.open(address)
        return tapped(reader)


def from_home(browser: Browser, root: str, link: str) -> Waits:
    """Read the home page, tap a link to the live table or a seat there, and tap on."""
    with phone(browser, SHOWN) as reader:
        reader.open(f"{root}index.html")
        reader.slow()
        reader.tap(reader.place(link), OPENED)
        return tapped(reader)


def tapped(reader: Phone) -> Waits:
    """Tap the live table that is open; return what the reader has waited for."""
    places = reader.taps()
    for place in places:
        reader.tap(place)
    opening, *taps, nothing = reader.page.evaluate("shown")
    return Waits(opening, taps, nothing)


def work(browser: Browser, address: str, emulated: bool) -> tuple[Work, list[Work], Work]:
    """Return how much work it is to open an address, each tap then, and a tap at nothing."""
    times = 1 if emulated else SLOWED
    with phone(browser, f"{IDLE_TIME}; hold();") as reader:
        if emulated:
            reader.slow()

        def spent(act: str, before: float) -> Work:
            answer = reader.busy()
            reader.page.evaluate(act)
            time.sleep(TAPPED)
            return Work((answer - before) * times, (reader.busy() - answer) * times)

        before = reader.busy()
        reader.open(address)
        opening = spent("released()", before)
        places = reader.taps()
        taps = []
        for place in places:
            reader.page.evaluate("hold()")
            before = reader.busy()
            reader.tap(place)
            taps.append(spent("released()", before))
        return opening, taps[:-1], taps[-1]


def figures(*, emulated: bool = False) -> Iterator[tuple[str, str, str]]:
    """Yield the rows of the table of figures."""
    site = Path(os.environ[SITE]) if SITE in os.environ else built_site()
    with launched() as browser, served(site) as root:
        tables = [f"{root}table/index.html{more}" for more in ADDRESSES]
        first_visit(browser, tables[0])  # after which the server has everything compressed, as any host has
        runs = [
            [*(from_home(browser, root, link) for link in LINKS), *(first_visit(browser, table) for table in tables)]
            for _ in range(RUNS)
        ]
        worked = [work(browser, table, emulated) for table in tables * 2]
    slow = f"processor {SLOWED} times slower"
    clicked = [waits for run in runs for waits in run[: len(LINKS)]]
    visited = [waits for run in runs for waits in run[len(LINKS) :]]
    taps = [tap for waits in clicked + visited for tap in waits.taps]
    each = [
        median(times) for way in zip(*runs, strict=True) for times in zip(*(waits.taps for waits in way), strict=True)
    ]
    yield from row(f"live table shown after a tap at home, {slow}, ms", [waits.opening for waits in clicked], 1000)
    yield from row(f"live table shown on a first visit, {slow}, ms", [waits.opening for waits in visited], 1000)
    yield from row(
        f"answer to a tap shown, {slow}, ms: the {len(each)} taps, each the median of {RUNS} runs", each, 100
    )
    yield "    within the target", f"{sum(tap <= 100 for tap in each)}", f"target {len(each)}"
    yield from row("… of all runs", taps)
    yield from row("… to the first tap", each[:: len(TAPS)], 100)
    yield from row("… after a tap that does nothing", [waits.nothing for waits in clicked + visited])
    yield from row("work until the live table is shown, ms", [opening.answer for opening, _, _ in worked], 1000)
    yield from row("… then in idle time", [opening.rest for opening, _, _ in worked])
    yield from row("work for the answer to a tap, ms", [tap.answer for _, taps, _ in worked for tap in taps], 100)
    yield from row("… of which a tap costs that does nothing", [nothing.answer for _, _, nothing in worked])
    yield from row("… then in idle time", [tap.rest for _, taps, _ in worked for tap in taps])


def row(what: str, taken: list[float], target: int = 0) -> Iterator[tuple[str, str, str]]:
    """Yield the rows of a figure: the median, and the extremes."""
    yield what, f"{median(taken):,.0f}", f"target {target:,}" if target else ""
    yield "    least and most", f"{min(taken):,.0f} … {max(taken):,.0f}", ""


if __name__ == "__main__":
    for figure in figures(emulated="--emulated" in sys.argv):
        print(*figure, sep="   ", flush=True)
