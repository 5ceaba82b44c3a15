"""A page of a real Chromium as a reader has it: no tool listens to what it loads or runs while it is measured.

Playwright listens to each page of its own: for every file that a script asks for, the page then works out from where in
the script, which took a slow phone as long as much of the page itself. It leaves alone a page whose context it did not
make, and such a page is spoken to here through the browser.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Browser

#: Seconds between two looks for what a page says.
A_MOMENT = 0.01


class PlainPage:
    """A page with a memory of its own, on a phone."""

    def __init__(self, browser: Browser, size: tuple[int, int], *scripts: str) -> None:
        """Open an empty page; every page that it shows runs the scripts before its own."""
        self._browser = browser.new_browser_cdp_session()
        self._browser.on("Target.receivedMessageFromTarget", self._received)
        self._replies: dict[int, Mapping[str, Any]] = {}
        self._sent = 0
        self._context = self._browser.send("Target.createBrowserContext")["browserContextId"]
        made = self._browser.send("Target.createTarget", {"url": "about:blank", "browserContextId": self._context})
        attached = self._browser.send("Target.attachToTarget", {"targetId": made["targetId"], "flatten": False})
        self._session = attached["sessionId"]
        width, height = size
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": True}
        self.send("Emulation.setDeviceMetricsOverride", metrics)
        self.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
        self.send("Page.enable")
        for script in scripts:
            self.send("Page.addScriptToEvaluateOnNewDocument", {"source": script})

    def _received(self, message: Mapping[str, Any]) -> None:
        reply = json.loads(message["message"])
        if message["sessionId"] == self._session and "id" in reply:
            self._replies[reply["id"]] = reply

    def send(self, method: str, settings: Mapping[str, Any] | None = None) -> Mapping[str, Any]:
        """Tell the page's process something; return what it answers."""
        self._sent += 1
        message = json.dumps({"id": self._sent, "method": method, "params": settings or {}})
        self._browser.send("Target.sendMessageToTarget", {"sessionId": self._session, "message": message})
        while self._sent not in self._replies:
            time.sleep(A_MOMENT)
            self._browser.send("Browser.getVersion")  # events are only given out while something is awaited
        reply = self._replies.pop(self._sent)
        if "error" in reply:
            raise RuntimeError(f"{method}: {reply['error']['message']}")
        result: Mapping[str, Any] = reply["result"]
        return result

    def evaluate(self, expression: str) -> Any:
        """Evaluate an expression in the page; return its value once it is there."""
        settings = {"expression": expression, "awaitPromise": True, "returnByValue": True}
        answer = self.send("Runtime.evaluate", settings)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"]["exception"].get("description", expression))
        return answer["result"].get("value")

    def tap(self, x: float, y: float) -> None:
        """Tap a place of the window."""
        self.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        self.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def close(self) -> None:
        """Close the page, and forget all that it kept."""
        self._browser.send("Target.disposeBrowserContext", {"browserContextId": self._context})
        self._browser.detach()
