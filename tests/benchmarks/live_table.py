"""How much work the live table gives a processor that is six times slower, in a real Chromium.

Times are those that the page's own thread works (tasks of the renderer, in process time), so that it does not matter
what else the machine does.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, CDPSession, Page

from tests.support.browser import PHONE, launched, served
from tests.support.built_site import built_site

#: The processor is slowed so many times.
SLOWED = 6
#: What is tapped one after the other: a player is chosen, leaves before the turn and during it; others are chosen.
TAPS = ("[data-player=A3]", "[data-player=A3]", "[data-player=A2]", "[data-player=A3]", "[data-player=B1]")
READY = ".live-seat"


def busy(session: CDPSession) -> float:
    """Return for how many milliseconds the page has worked so far: layout, styles, scripts and all other tasks."""
    metrics = {metric["name"]: metric["value"] for metric in session.send("Performance.getMetrics")["metrics"]}
    return float(metrics["TaskDuration"]) * 1000


def settled(page: Page) -> None:
    """Wait until what was begun is done and drawn."""
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 200)))")


def slowed(browser: Browser) -> tuple[Page, CDPSession]:
    """Open a page on a slow phone."""
    context = browser.new_context(
        viewport={"width": PHONE[0], "height": PHONE[1]}, has_touch=True, is_mobile=True, service_workers="block"
    )
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    return page, session


def milliseconds(site: Path, runs: int = 3) -> tuple[float, float, float]:
    """Return how long it works from the click until it is ready, and for a tap: the median and the longest."""
    ready, taps = list[float](), list[float]()
    with launched() as browser, served(site) as address:
        for _ in range(runs):
            page, session = slowed(browser)
            page.goto(f"{address}index.html")
            settled(page)
            before = busy(session)
            page.click(".live-entry a")
            page.wait_for_selector(READY)
            ready.append(busy(session) - before)
            settled(page)
            taps += _taps(page, session)
            page.context.close()
    return median(ready), median(taps), max(taps)


def _taps(page: Page, session: CDPSession) -> Iterator[float]:
    for place in TAPS:
        before = busy(session)
        page.tap(place)
        settled(page)
        yield busy(session) - before


def figures() -> Iterator[tuple[str, str, str]]:
    """Yield the rows of the table of figures."""
    ready, usual, longest = milliseconds(built_site())
    yield f"live table ready, processor {SLOWED} times slower, ms", f"{ready:.0f}", "target 1,000"
    yield "… answer to a tap there, median, ms", f"{usual:.0f}", "target 100"
    yield "… and the longest", f"{longest:.0f}", "target 100"
