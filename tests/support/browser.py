"""A real Chromium, the one of the system, driven through Playwright, and the built site served to it."""

from __future__ import annotations

import functools
import gzip
import os
import shutil
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, sync_playwright
from playwright.sync_api import Error as PlaywrightError

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]
#: Waits until the page has shown what it has and has nothing else to do. Chromium without windows now and then shows no
#: frame any more: then it is not waited for longer than a second, or the whole run would wait in vain.
AT_REST = """new Promise(done => {
    const shown = () => requestIdleCallback(done);
    requestAnimationFrame(shown);
    setTimeout(shown, 1_000);
    setTimeout(done, 10_000);
})"""
NARROW, PHONE, DESK = (320, 640), (360, 800), (1280, 900)
#: What a page may load from without asking anybody.
OWN_SCHEMES = ("data", "blob", "about")
#: A script for a page: after ``hold()`` what it leaves for idle time waits until ``released()``, which does all of it; what it
#: had left before is done once the promise of ``rested()`` is kept.
IDLE_TIME = """(() => {
    let held = [], isHeld = false;
    const idle = window.requestIdleCallback;
    window.requestIdleCallback = (work, options) => isHeld ? held.push(work) : idle(work, options);
    window.hold = () => { isHeld = true; };
    window.rested = () => new Promise(done => idle(() => done()));
    window.released = () => {
        while (held.length) held.shift()({ timeRemaining: () => 50, didTimeout: false });
        isHeld = false;
    };
})();"""


def chromium() -> str:
    """Find the system's Chromium, or skip the test (where CI demands one: fail); the one without a window works half as much."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    executable = next(filter(None, map(shutil.which, names)), None)
    if executable is None:
        missing = "there is no Chromium on this machine"
        if os.environ.get("EMPEROR_REQUIRE_BROWSER") == "1":
            pytest.fail(f"{missing}, and EMPEROR_REQUIRE_BROWSER=1 demands one")
        pytest.skip(missing)
    return executable


@contextmanager
def launched() -> Iterator[Browser]:
    """Start a browser and end it again."""
    path = chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


@dataclass
class Window:
    """A page of the browser, with everything that it asked for and complained of since the last visit."""

    page: Page
    complaints: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("requestfailed", self._failed)

    def _said(self, message: ConsoleMessage) -> None:
        blocked = "registration blocked by Playwright" in message.text  # as this window asks it to
        if message.type in ("error", "warning") and not blocked:
            self.complaints.append(message.text)

    def _failed(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # by the next visit, which came sooner
            self.complaints.append(f"{request.failure}: {request.url}")

    def visit(self, url: str) -> Page:
        """Open an address, forgetting what came before, and wait until the page is at rest."""
        self.complaints.clear()
        self.requests.clear()
        self.page.goto(url)
        self.rest()
        return self.page

    def rest(self) -> None:
        """Let the scripts of a loaded page do what they do at once."""
        self.page.wait_for_load_state("load")
        self.page.evaluate(AT_REST)

    def foreign(self, root: str) -> list[str]:
        """Give the requests to anybody but the site at ``root``."""
        return [url for url in self.requests if not url.startswith(root) and urlsplit(url).scheme not in OWN_SCHEMES]


@contextmanager
def window(browser: Browser, size: tuple[int, int] = DESK, **settings: Any) -> Iterator[Window]:
    """Open a window with a memory of its own, which keeps no site except with (``service_workers="allow"``)."""
    settings = {"service_workers": "block", "viewport": {"width": size[0], "height": size[1]}} | settings
    context: BrowserContext = browser.new_context(**settings)
    try:
        yield Window(context.new_page())
    finally:
        context.close()


def until(page: Page, script: str, arg: Any = None) -> None:
    """Wait until a script says something true, also across a reload.

    Playwright's own way makes a script of a text in the page, which the policy of our pages forbids.
    """
    for _ in range(10_000):
        with suppress(PlaywrightError):  # the page is being replaced by another
            if page.evaluate(script, arg):
                return
            page.evaluate(AT_REST)
    assert page.evaluate(script, arg), f"never came true: {script}"


def search(page: Page, query: str) -> list[dict[str, str]]:
    """Type a query into the open search; return its hits in order, each with its address and what is shown of it."""
    page.fill("#search input", query)
    until(page, "query => document.getElementById('search').dataset.answered === query", query)
    hits: list[dict[str, str]] = page.evaluate(
        """() => [...document.querySelectorAll('#search ol a')].map(hit => ({
            url: hit.href, title: hit.querySelector('b').textContent,
            under: hit.querySelector('.under')?.textContent || '', former: hit.querySelector('.former')?.textContent || '',
            mark: hit.querySelector('.mark')?.textContent || '',
        }))"""
    )
    return hits


@functools.lru_cache(200)
def compressed(body: bytes) -> bytes:
    """Compress what a host sends; every window asks again for what stands on every page."""
    return gzip.compress(body, 9)


class Quiet(SimpleHTTPRequestHandler):
    """Serves a folder as any host does, compressed where the browser takes it."""

    protocol_version = "HTTP/1.1"
    extensions_map = {  # noqa: RUF012 - as the class above has it
        **SimpleHTTPRequestHandler.extensions_map,
        ".webmanifest": "application/manifest+json",
        ".js": "text/javascript",
    }

    def log_message(self, *_: Any) -> None:
        pass

    def send_head(self) -> Any:
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        exists = path.is_file()
        missing = Path(self.directory) / "404.html"
        if not exists and not missing.is_file():
            return super().send_head()
        if path.name == "index.html" and not self.path.split("?")[0].endswith(("/", "/index.html")):
            return super().send_head()
        path = path if exists else missing
        body = path.read_bytes()
        kind = self.guess_type(str(path))
        self.send_response(200 if exists else 404)
        if path.suffix not in (".png", ".zip") and "gzip" in self.headers.get("Accept-Encoding", ""):
            body = compressed(body)
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Type", kind)
        if path.suffix != ".html":
            self.send_header("Cache-Control", "max-age=600")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        return BytesIO(body)


class EndingServer(ThreadingHTTPServer):
    """A server whose connections end with it, so that a browser that holds one gets nothing from it any more."""

    daemon_threads = True

    def __init__(self, *settings: Any) -> None:
        super().__init__(*settings)
        self.connections: list[socket.socket] = []

    def process_request(self, request: Any, client_address: Any) -> None:
        self.connections.append(request)
        super().process_request(request, client_address)

    def server_close(self) -> None:
        super().server_close()
        for connection in self.connections:
            with suppress(OSError):  # closed already
                connection.shutdown(socket.SHUT_RDWR)


@contextmanager
def served(folder: Path, port: int = 0) -> Iterator[str]:
    """Serve a folder; gives its address."""
    with EndingServer(("127.0.0.1", port), functools.partial(Quiet, directory=str(folder))) as httpd:
        thread = threading.Thread(target=httpd.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{httpd.server_port}/"
        finally:
            httpd.shutdown()
            thread.join()
