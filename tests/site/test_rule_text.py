"""Rule text is data: whatever a rule file holds is shown as it is, in pages, heads, lists and drawings."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from emperor_rules.site.mkdocs.search_index import SCRIPT, VARIABLE
from tests.support.built_site import Html
from tests.support.command_line import run
from tests.support.hostile_rules import SCRIPTS, write_rules_with_scripts


@pytest.mark.slow
def test_rule_text_is_whole_wherever_it_stands(tmp_path: Path) -> None:
    site = tmp_path / "site"
    assert run("build", "--rules", write_rules_with_scripts(tmp_path), "--site", site).exit_code == 0
    plain = " ".join(SCRIPTS.split())
    for folder in (site, site / "it"):
        for name in ("texts/odd.html", "odd/first.html", "odd/second.html", "scenarios/odd.html", "index.html"):
            assert plain in " ".join(Html(folder / name).text.split()), name
            head = (folder / name).read_text(encoding="utf-8").split("<body", 1)[0]
            assert "<script>ran" not in head and "<img" not in head
            assert head.count("<title>") == head.count("</title>") == 1
            for content in re.findall(r'<meta name="description" content="([^"]*)">', head):
                assert "<" not in content
        index = (folder / SCRIPT).read_text(encoding="utf-8")
        entries = json.loads(index.removeprefix(f"{VARIABLE} = "))["entries"]
        assert any(plain in entry.get("text", "") or plain in entry["title"] for entry in entries)
        assert "\u2028" not in index
        ElementTree.parse(folder / "sitemap.xml")
        json.loads((folder / "manifest.webmanifest").read_text(encoding="utf-8"))
        for page in (folder / "texts" / "odd.html", folder / "odd" / "first.html"):
            for drawing in re.findall(r"<svg class=\"seating\".*?</svg>", page.read_text(encoding="utf-8"), re.DOTALL):
                assert not ElementTree.fromstring(drawing).findall(".//script")
