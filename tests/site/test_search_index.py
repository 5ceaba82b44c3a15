"""What the search of the site looks into: an entry for each section of each page, and nothing of drawings."""

import json
from typing import Any

import pytest

from emperor_rules.site.i18n import LANGUAGES
from emperor_rules.site.mkdocs.search_index import SCRIPT, VARIABLE, Sections, plain
from tests.support.built_site import built_site


def index(language: str) -> Any:
    script = (built_site() / ("" if language == "en" else language) / SCRIPT).read_text(encoding="utf-8")
    return json.loads(script.removeprefix(f"{VARIABLE} = "))


@pytest.mark.site
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_hit_leads_somewhere_and_drawings_are_left_out(language: str) -> None:
    folder = built_site() / ("" if language == "en" else language)
    entries = index(language)["entries"]
    assert len({entry["url"] for entry in entries}) == len(entries)
    for entry in entries:
        page, _, anchor = entry["url"].partition("#")
        assert (folder / page).is_file(), page
        assert not anchor or f'id="{anchor}"' in (folder / page).read_text(encoding="utf-8"), entry["url"]
        assert entry["title"] and entry["under"]
    assert not any("A1 can attack" in entry.get("text", "") for entry in entries if "scenarios/" not in entry["url"])


def test_sections_of_a_page() -> None:
    found = Sections(
        "<h1 id='top'>One<a class='headerlink'>¶</a></h1><p>a<b>b</b>c<br>d</p><p class='notice'>no</p>"
        "<h2 id='x' data-search-exclude>Two</h2><p>e</p><h2 id='y'>Three &lt;i&gt;</h2><div data-search-exclude><p>f</p>"
        "</div><svg><title>g</title></svg><p>h &amp; i<script>alert(1)</script></p>"
    ).sections
    assert [(s.anchor, s.left_out, plain("".join(s.title)), plain("".join(s.text))) for s in found] == [
        ("", False, "One", "abc d"),
        ("x", True, "Two", "e"),
        ("y", False, "Three <i>", "h & i"),
    ]
