"""A real Chromium through ChromeDriver, with nothing but the standard library: the few commands our tests need."""

import base64
import contextlib
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

FLAGS = [
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars",
    "--allow-file-access-from-files", "--disable-dev-shm-usage",
]  # fmt: skip


class Browser:
    """One session of a browser."""

    def __init__(self, address: str, session: str) -> None:
        self.address = f"{address}/session/{session}"

    def call(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        return _call(self.address + path, method, body)

    def open(self, url: str) -> None:
        self.call("POST", "/url", {"url": url})

    def run(self, script: str, *args: object) -> Any:
        return self.call("POST", "/execute/sync", {"script": script, "args": list(args)})

    def width(self, width: int, height: int = 800) -> None:
        """Make the page so wide, as a phone of that width would."""
        self.devtools(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=True
        )

    def scheme(self, scheme: str) -> None:
        self.devtools("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def devtools(self, command: str, **params: object) -> Any:
        return self.call("POST", "/goog/cdp/execute", {"cmd": command, "params": params})

    def type(self, text: str) -> None:
        """Press one key after another."""
        for letter in text:
            self.devtools("Input.dispatchKeyEvent", type="keyDown", text=letter, key=letter)
            self.devtools("Input.dispatchKeyEvent", type="keyUp", key=letter)

    def log(self, kind: str) -> list[dict[str, Any]]:
        """What was logged since the last call: ``browser`` (the console) or ``performance`` (all requests)."""
        found: list[dict[str, Any]] = self.call("POST", "/se/log", {"type": kind})
        return found

    def requests(self) -> list[str]:
        events = [json.loads(entry["message"])["message"] for entry in self.log("performance")]
        return [e["params"]["request"]["url"] for e in events if e["method"] == "Network.requestWillBeSent"]

    def screenshot(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self.call("GET", "/screenshot")))

    def wait(self, script: str, seconds: float = 10.0) -> Any:
        """Wait until a script returns something true, and return it."""
        until = time.monotonic() + seconds
        while not (found := self.run(script)):
            assert time.monotonic() < until, f"never came true: {script}"
            time.sleep(0.05)
        return found


def _call(url: str, method: str, body: dict[str, Any] | None) -> Any:
    data = json.dumps(body if body is not None else {}).encode() if method == "POST" else None
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"}, method=method)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)["value"]
    except urllib.error.HTTPError as error:
        with error:
            raise AssertionError(json.load(error)["value"]["message"]) from None


def programs() -> tuple[str, str]:
    """Find Chromium and its driver, or skip the test (where CI demands them: fail)."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    driver = shutil.which("chromedriver")
    if chromium is None or driver is None:
        missing = "there is no Chromium with ChromeDriver on this machine"
        if os.environ.get("EMPEROR_REQUIRE_BROWSER") == "1":
            pytest.fail(f"{missing}, and EMPEROR_REQUIRE_BROWSER=1 demands one")
        pytest.skip(missing)
    return chromium, driver


@contextlib.contextmanager
def browser() -> Iterator[Browser]:
    """Start a browser and end it again."""
    chromium, driver = programs()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        process = subprocess.Popen([driver, f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            address = f"http://127.0.0.1:{port}"
            session = _begin(address, chromium, profile)
            one = Browser(address, session)
            try:
                yield one
            finally:
                one.call("DELETE", "")
        finally:
            process.terminate()
            process.wait(timeout=20)


def _begin(address: str, chromium: str, profile: str) -> str:
    wanted = {
        "browserName": "chrome",
        "goog:chromeOptions": {"binary": chromium, "args": [*FLAGS, f"--user-data-dir={profile}"]},
        "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
    }
    until = time.monotonic() + 30
    while True:
        try:
            session: str = _call(f"{address}/session", "POST", {"capabilities": {"alwaysMatch": wanted}})["sessionId"]
        except urllib.error.URLError:
            assert time.monotonic() < until, "ChromeDriver does not answer"
            time.sleep(0.1)
        else:
            return session
