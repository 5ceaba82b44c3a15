"""The search of the site without a browser: its modules in Node, on the index of the built site."""

from __future__ import annotations

import atexit
import json
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from emperor_rules.site.mkdocs.search_index import INDEX_SCRIPT
from tests.support.built_site import built_site
from tests.support.javascript import SCRIPTS, node
from tests.support.paths import REPOSITORY

LIBRARY = REPOSITORY / "site" / "assets" / "javascripts" / "vendor" / "minisearch.min.js"
RUNNER = REPOSITORY / "tests" / "support" / "site_search.mjs"


def index_script(language: str) -> Path:
    """Return the file that a language's search loads."""
    return built_site() / ("" if language == "en" else language) / INDEX_SCRIPT


@cache
def searcher(language: str) -> subprocess.Popen[str]:
    """Start the search of a language, which reads its index once for all queries of this process."""
    command = [node(), RUNNER, SCRIPTS / "search", LIBRARY, index_script(language)]
    started = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")
    atexit.register(started.communicate)
    return started


def find(language: str, queries: Sequence[str]) -> dict[str, list[dict[str, Any]]]:
    """Return the hits of each query, best first."""
    search = searcher(language)
    assert search.stdin is not None and search.stdout is not None
    hits: dict[str, list[dict[str, Any]]] = {}
    for query in queries:
        search.stdin.write(f"{json.dumps(query)}\n")
        search.stdin.flush()
        hits[query] = json.loads(search.stdout.readline())
    return hits


def page_of(hit: dict[str, Any]) -> str:
    """Return the page that a hit leads to, as data of tests name it."""
    return str(hit["url"]).replace(".html", "", 1)
