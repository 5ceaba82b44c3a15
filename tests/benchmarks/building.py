"""How long the site takes to build, beside plain MkDocs over the same finished pages, and how much readers load.

Plain MkDocs has its theme and the search that it has unless told otherwise, and nothing of ours.
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

from emperor_rules.check.consistency.search_cache import PLACE
from emperor_rules.check.limits import Bounds
from emperor_rules.check.pipeline import check_folder
from emperor_rules.draw.templating import LANGUAGES
from emperor_rules.evaluate.engine import Engine
from emperor_rules.resources import shipped_rules, site_folder
from emperor_rules.site.all_pages import pages
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
    checked = check_folder(shipped_rules(), search=Bounds(), cache=PLACE)
    engine = Engine(checked.rulebook)
    found = []
    for language in LANGUAGES:
        docs = folder / language
        made = pages(checked, engine, language)
        for page in made:
            (docs / page.path).parent.mkdir(parents=True, exist_ok=True)
            (docs / page.path).write_text(page.content, encoding="utf-8")
        shutil.copytree(site_folder() / language, docs, dirs_exist_ok=True)
        shutil.copytree(site_folder() / "assets", docs / "assets")
        settings = folder / f"{language}.yml"
        settings.write_text(_settings(folder, docs, made, language), encoding="utf-8")
        found.append(settings)
    return found


def _settings(folder: Path, docs: Path, made: tuple[Page, ...], language: str) -> str:
    listed = [page.path for page in made if page.listed and not page.ready]
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


def main() -> None:
    """Print the figures of the site."""
    import tempfile

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        ours, theirs = building(folder)
        print(f"site in both languages built, s                 {ours:10.1f}   target 30")
        print(f"… plain MkDocs over the same finished pages, s  {theirs:10.1f}   {ours / theirs:.2f} times, target 1.5")
        page, size = largest(folder / "site")
        print(f"largest page, bytes                             {size:10,}   target 300,000: {page}")
        if shutil.which("chromium") is not None:
            from tests.browser import launched
            from tests.site_loads import loads

            with launched() as browser:
                first, clause, again = loads(
                    browser,
                    folder / "site",
                    "index.html",
                    "cr-809/neighbours-only.html",
                    "cr-801/always-in-emperor.html",
                )
            print(f"first load, bytes sent                          {first:10,}   target 150,000")
            print(f"… a clause page then                            {clause:10,}   target 60,000")
            print(f"… and another                                   {again:10,}   target 60,000")


if __name__ == "__main__":
    main()
