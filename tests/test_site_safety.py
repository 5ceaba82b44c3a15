"""Rule text is data: whatever a rule file holds is shown as it is, in a real browser, and runs nowhere."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from emperor_rules.site.mkdocs.search_index import SCRIPT, VARIABLE
from tests.browser import Window, served
from tests.built_site import RULES, Html
from tests.test_pages import emperor
from tests.test_site_search import ask

HOSTILE = (
    "zzq </script></title></svg></textarea>--> ]]> <script>ran=1</script> <img src=x onerror=ran=1> <svg onload=ran=1> "
    "{{ 7*7 }} {% raw %} ${7*7} **b** [x](javascript:ran=1) ' onmouseover='ran=1 ` \\u2028 &lt;b&gt; &#60;i&#62; \u202e zzq"
)
RULE_FILES = {
    "vocabulary/odd.rules": f'# {HOSTILE}\noption strange\n  en "{HOSTILE}"\n  it "{HOSTILE}"\n',
    "texts/odd.rules": f"""# {HOSTILE}
text odd "{HOSTILE}"
  it "{HOSTILE}"
  language en
  source "{HOSTILE}"
  from 2020-01-01
  options strange

clause 1.1 first
  # {HOSTILE}
  en "{HOSTILE}"
  it "{HOSTILE}"
  the range of p is 2.

clause 1.2 second
  en "- {HOSTILE}"
  it "1. {HOSTILE}"
  note en "{HOSTILE}" it "{HOSTILE}"
""",
    "scenarios/odd.rules": f'scenario "{HOSTILE}"\n  in odd\n  seats g E g | g E g\n  options strange\n  the range of A1: 2, by odd 1.1\n',
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hostile")
    for source in sorted((RULES / "vocabulary").iterdir()):
        (folder / "rules" / "vocabulary").mkdir(parents=True, exist_ok=True)
        (folder / "rules" / "vocabulary" / source.name).write_bytes(source.read_bytes())
    for name, content in RULE_FILES.items():
        (folder / "rules" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "rules" / name).write_text(content, encoding="utf-8")
    ran = emperor("build", "--rules", folder / "rules", "--site", folder / "site")
    assert ran.exit_code == 0, ran.output
    return folder / "site"


@pytest.mark.browser
def test_nothing_of_a_rule_file_runs_or_becomes_an_element(desk: Window, site: Path) -> None:
    asked: list[str] = []
    desk.page.on("dialog", lambda dialog: asked.append(dialog.message))
    with served(site) as address:
        for path in sorted(site.rglob("*.html")):
            name = path.relative_to(site).as_posix()
            if name.endswith("404.html") or Html(path).leads_on or "questions/" in name:
                continue
            page = desk.visit(address + name)
            found = page.evaluate(
                """() => [typeof ran, document.querySelectorAll('img, [onerror], [onload], [onmouseover], textarea').length,
                          document.querySelectorAll('script:not([src]):not([id])').length, document.title,
                          document.querySelectorAll('a[href^="javascript:"]').length]"""
            )
            assert found[0] == "undefined" and found[1] == 0 and found[4] == 0, name
            assert found[2] == 3, f"{name}: only the theme's own scripts"
            assert desk.complaints == [], name
        for start in ("", "it/"):
            page = desk.visit(f"{address}{start}index.html")
            page.keyboard.press("/")
            hits = ask(page, "zzq")
            assert len(hits) >= 4 and any("<script>ran=1</script>" in hit["under"] for hit in hits)
            assert page.evaluate("document.querySelectorAll('#search :is(img, script, ol svg)').length") == 0
            assert page.evaluate("typeof ran") == "undefined"
    assert asked == [] and desk.complaints == []


def test_rule_text_is_whole_wherever_it_stands(site: Path) -> None:
    plain = " ".join(HOSTILE.split())
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
