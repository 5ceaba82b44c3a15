"""What a reader's browser fetches of the built site, in bytes as they are sent, compressed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from tests.support.browser import served, window


def loads(browser: Browser, site: Path, *names: str) -> list[int]:
    """Visit pages one after another with one memory; gives the bytes sent for each, heads included."""
    with served(site) as address, window(browser) as one:
        session = one.page.context.new_cdp_session(one.page)
        session.send("Network.enable")
        sent: list[int] = []

        def finished(event: dict[str, Any]) -> None:
            sent[-1] += int(event["encodedDataLength"])

        session.on("Network.loadingFinished", finished)
        for name in names:
            sent.append(0)
            one.visit(address + name)
            one.page.wait_for_load_state("networkidle")
        return sent
