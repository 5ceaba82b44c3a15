"""Rule text is data: whatever a rule file holds is shown as it is, in pages, heads, lists and drawings."""

import json
import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

from emperor_rules.site.mkdocs.search_index import INDEX_SCRIPT, INDEX_VARIABLE
from tests.support.built_site import ATTRIBUTE, TAG, Html
from tests.support.command_line import run
from tests.support.hostile_rules import KINDS, SCRIPTS, harmless, site_with_scripts, write_rules_of_kinds


@pytest.mark.slow
def test_rule_text_is_whole_wherever_it_stands() -> None:
    site = site_with_scripts()
    plain = " ".join(SCRIPTS.split())
    ElementTree.parse(site / "sitemap.xml")
    for folder in (site, site / "it"):
        for name in ("texts/odd.html", "odd/first.html", "odd/second.html", "scenarios/odd.html", "index.html"):
            assert plain in " ".join(Html(folder / name).text.split()), name
            head = (folder / name).read_text(encoding="utf-8").split("<body", 1)[0]
            assert "<script>ran" not in head and "<img" not in head
            assert head.count("<title>") == head.count("</title>") == 1
            for content in re.findall(r'<meta name="description" content="([^"]*)">', head):
                assert "<" not in content
        index = (folder / INDEX_SCRIPT).read_text(encoding="utf-8")
        entries = json.loads(index.removeprefix(f"{INDEX_VARIABLE} = "))["entries"]
        assert any(plain in entry.get("text", "") or plain in entry["title"] for entry in entries)
        assert "\u2028" not in index
        json.loads((folder / "manifest.webmanifest").read_text(encoding="utf-8"))
        for page in (folder / "texts" / "odd.html", folder / "odd" / "first.html"):
            for drawing in re.findall(r"<svg class=\"seating.*?</svg>", page.read_text(encoding="utf-8"), re.DOTALL):
                assert not ElementTree.fromstring(drawing).findall(".//script")


def elements(page: Path) -> Counter[tuple[str, str, tuple[str, ...]]]:
    """Count the tags of a page by their attributes' names, for some pages have their entries in order of their words."""
    source = page.read_text(encoding="utf-8")
    return Counter(
        (tag[1], tag[2], tuple(name for name, *_ in ATTRIBUTE.findall(tag[3])))
        for tag in TAG.finditer(source)
        if tag[2]
    )


@pytest.mark.slow
def test_a_page_of_any_words_has_the_elements_of_one_of_harmless_words(tmp_path: Path) -> None:
    """With one string of each kind in every place that a rule file has for one, in both languages."""
    sites = []
    for name, strings in (("odd", KINDS), ("harmless", [harmless(words) for words in KINDS])):
        rules = write_rules_of_kinds(tmp_path / name / "rules", strings)
        sites.append(tmp_path / name / "site")
        ran = run("build", "--rules", rules, "--site", sites[-1], "--no-strict")  # a page by hand is about other rules
        assert ran.exit_code == 0, ran.output
    odd, plain = sites
    pages = sorted(page.relative_to(plain) for page in plain.rglob("*.html"))
    assert pages == sorted(page.relative_to(odd) for page in odd.rglob("*.html")) and len(pages) > 100
    for page in pages:
        assert elements(odd / page) == elements(plain / page), page
    ElementTree.parse(odd / "sitemap.xml")
    for folder in (odd, odd / "it"):
        json.loads((folder / "manifest.webmanifest").read_text(encoding="utf-8"))
        text = " ".join(Html(folder / "texts" / "odd.html").text.split())
        assert [words for words in KINDS if " ".join(words.split()) not in text] == []
    json.loads((odd / "rules.json").read_text(encoding="utf-8"))
