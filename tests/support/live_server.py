"""A server of the site over a copy of the repository's rules and pages, which follows every edit."""

from __future__ import annotations

import os
import queue
import re
import shutil
import socket
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Callable
from pathlib import Path

from tests.support.paths import REPOSITORY

PARTS = ("rules", "site", "grammar", "mkdocs.yml", "mkdocs.it.yml", "CONTRIBUTING.md")


class LiveServer:
    """A process that serves the site; what it prints is the sign that something happened."""

    def __init__(self, folder: Path, command: list[str], rules: Path | None = None, within: str = ".") -> None:
        """Copy the repository and start the server; ``{port}`` in its command stands for a free port.

        Other ``rules`` take the place of the shipped ones; then the positions of the shipped ones go from the pages.
        The server starts ``within`` a folder of the copy.
        """
        for part in PARTS:
            source = REPOSITORY / part
            if source.is_dir():
                shutil.copytree(source, folder / part)
            else:
                shutil.copy(source, folder / part)
        if rules is not None:
            shutil.rmtree(folder / "rules")
            shutil.copytree(rules, folder / "rules")
            for page in (folder / "site").glob("*/*.md"):
                text = page.read_text(encoding="utf-8")
                page.write_text(re.sub(r"(?ms)^```position$.*?^```$", "", text), encoding="utf-8")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.folder, self.temporary = folder, folder / "temporary"
        self.temporary.mkdir()
        self.process = subprocess.Popen(
            [sys.executable, "-m", *(part.format(port=self.port) for part in command)],
            cwd=folder / within,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            env={**os.environ, "TMPDIR": str(self.temporary), "PYTHONUNBUFFERED": "1", "NO_MKDOCS_2_WARNING": "1"},
        )
        self._printed: list[str] = []
        self._news: queue.Queue[str] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        try:
            self.until(lambda: self.answers("index.html"))
        except BaseException:
            self.stop()  # else it would go on building beside all later tests
            raise

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._printed.append(line)
            self._news.put(line)

    def output(self) -> str:
        """Return all that the server has printed so far."""
        return "".join(self._printed)

    def page(self, address: str) -> str:
        """Return a page as it is served now, without the number by which a browser learns of changes."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/{address}", timeout=60) as response:
            return re.sub(r"livereload\(\d+, \d+\)", "", response.read().decode())

    def answers(self, address: str) -> bool:
        """Tell whether a page is served."""
        try:
            return bool(self.page(address))
        except OSError:
            return False

    def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something holds: asked anew whenever the server prints a line, and now and then besides.

        A server that has ended fails the test; one that never gets there is ended by the test's own limit.
        """
        while not holds():
            assert self.process.poll() is None, self.output()
            try:
                self._news.get(timeout=0.1)  # a page is swapped a moment after the line that announces it
            except queue.Empty:
                continue

    def edit(self, file: str, old: str, new: str) -> None:
        """Replace the first occurrence of some words in a file."""
        path = self.folder / file
        before = path.read_text(encoding="utf-8")
        assert old in before
        path.write_text(before.replace(old, new, 1), encoding="utf-8")

    def stop(self) -> None:
        """End the server."""
        self.process.terminate()
        self.process.wait(60)
        self._reader.join(60)
        assert self.process.stdout is not None
        self.process.stdout.close()
