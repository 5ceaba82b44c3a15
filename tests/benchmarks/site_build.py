"""How long the site takes to build, beside plain MkDocs over the same finished pages, and how much readers load.

Plain MkDocs has its theme and the search that it has by default, and nothing of ours.
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from emperor_rules.check.pipeline import check_folder
from emperor_rules.limits import Bounds
from emperor_rules.messages import LANGUAGES
from emperor_rules.resources import project_cache, shipped_rules, site_folder
from emperor_rules.site.all_pages import page_groups
from emperor_rules.site.context import site_context
from emperor_rules.site.page import Page

SETTINGS = """\
site_name: Plain
docs_dir: {docs}
site_dir: {site}
use_directory_urls: false
theme: {{name: material, language: {language}, font: false}}
plugins: [search]
not_in_nav: |
{unlisted}
nav:
{nav}
markdown_extensions: [admonition, attr_list, def_list, tables, {{toc: {{permalink: true}}}}]
"""


def seconds(*command: object) -> float:
    """Run a command of this Python; gives its seconds by the clock."""
    began = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", *map(str, command)],
        check=True,
        capture_output=True,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
    )
    return time.perf_counter() - began


def write_plain(folder: Path) -> list[Path]:
    """Write the finished pages of both languages as any MkDocs project has them; gives their settings."""
    checked = check_folder(shipped_rules(), search=Bounds(), cache=project_cache("searches.json", folder))
    config_files = []
    for language in LANGUAGES:
        docs = folder / language
        made = tuple(chain.from_iterable(page_groups(site_context(checked, language))))
        for page in made:
            (docs / page.path).parent.mkdir(parents=True, exist_ok=True)
            (docs / page.path).write_text(page.content, encoding="utf-8")
        shutil.copytree(site_folder() / language, docs, dirs_exist_ok=True)
        shutil.copytree(site_folder() / "assets", docs / "assets")
        settings = folder / f"{language}.yml"
        settings.write_text(_settings(folder, docs, made, language), encoding="utf-8")
        config_files.append(settings)
    return config_files


def _settings(folder: Path, docs: Path, made: tuple[Page, ...], language: str) -> str:
    listed = [page.path for page in made if page.listed and not page.path.endswith(".html")]
    unlisted = "\n".join(f"  /{page.path}" for page in made if page.path not in listed)
    nav = "\n".join(f"  - {path}" for path in listed)
    return SETTINGS.format(docs=docs, site=folder / f"site-{language}", language=language, unlisted=unlisted, nav=nav)


def building(folder: Path, times: int = 3) -> tuple[float, float]:
    """Build the site and its finished pages in turns; gives the median seconds of each, both languages."""
    plain = write_plain(folder)
    ours, theirs = [], []
    for _ in range(times):
        ours.append(seconds("emperor_rules", "build", "--site", folder / "site"))
        theirs.append(sum(seconds("mkdocs", "build", "-q", "-f", settings) for settings in plain))
    return statistics.median(ours), statistics.median(theirs)


def largest(site: Path) -> tuple[str, int]:
    """Find the largest page and its bytes."""
    path = max(site.rglob("*.html"), key=lambda path: path.stat().st_size)
    return path.relative_to(site).as_posix(), path.stat().st_size


def figures() -> Iterator[tuple[str, str, str]]:
    """Measure the site: what was measured, the figure, and its target."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        ours, theirs = building(folder)
        yield "site in both languages built, s", f"{ours:.1f}", "target 30"
        yield "… plain MkDocs over the same pages, s", f"{theirs:.1f}", f"{ours / theirs:.2f} times, target 1.15"
        page, size = largest(folder / "site")
        yield "largest page, bytes", f"{size:,}", f"target 300,000: {page}"
        if shutil.which("chromium-headless-shell") or shutil.which("chromium"):
            from tests.support.browser import launched
            from tests.support.site_loads import loads

            names = "index.html", "cr-809/neighbours-only.html", "cr-801/always-in-emperor.html"
            with launched() as browser:
                first, clause, again = loads(browser, folder / "site", *names)
            yield "first load, bytes sent", f"{first:,}", "target 150,000"
            yield "… a clause page then", f"{clause:,}", "target 60,000"
            yield "… and another", f"{again:,}", "target 60,000"
