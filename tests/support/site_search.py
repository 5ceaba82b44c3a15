"""The search of the site without a browser: its modules in Node, on the index of the built site."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from emperor_rules.site.mkdocs.search_index import INDEX_SCRIPT
from tests.support.built_site import built_site
from tests.support.javascript import SCRIPTS, run_node
from tests.support.paths import REPOSITORY

LIBRARY = REPOSITORY / "site" / "assets" / "javascripts" / "vendor" / "minisearch.min.js"
RUNNER = REPOSITORY / "tests" / "support" / "site_search.mjs"


def index_script(language: str) -> Path:
    """Return the file that a language's search loads."""
    return built_site() / ("" if language == "en" else language) / INDEX_SCRIPT


def find(language: str, queries: Sequence[str]) -> dict[str, list[dict[str, Any]]]:
    """Return the hits of each query, best first."""
    printed = run_node(RUNNER, SCRIPTS / "search", LIBRARY, index_script(language), lines=map(json.dumps, queries))
    return dict(zip(queries, map(json.loads, printed.splitlines()), strict=True))


def page_of(hit: dict[str, Any]) -> str:
    """Return the page that a hit leads to, as data of tests name it."""
    return str(hit["url"]).replace(".html", "", 1)
