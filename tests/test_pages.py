"""The pages: made the same every time, complete, without a dead link, and with rule text as nothing but text."""

import filecmp
import re
import shutil
from collections.abc import Iterator
from functools import cache
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from click.testing import CliRunner, Result
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort

from emperor_rules.check.scenarios import run_scenarios
from emperor_rules.commands.main import command
from emperor_rules.draw.templates import LANGUAGES, as_text, site_folder, words
from emperor_rules.evaluate.questions import Answerer
from emperor_rules.model.rulebook import load_rulebook
from emperor_rules.pages.page import OFFICIAL_RULES, Page, href
from emperor_rules.pages.permalinks import Permalinks, former_numbers
from emperor_rules.pages.site import pages
from tests.built_site import HERE, RULES, Html, built_site, checked, html_pages, text_pages


@cache
def made(language: str) -> tuple[Page, ...]:
    return pages(checked().rulebook, Answerer(checked().rulebook), checked().run, language)


def emperor(*arguments: object) -> Result:
    return CliRunner().invoke(command, list(map(str, arguments)))


def plain(text: str) -> str:
    return " ".join(text.split())


# The function


def test_pages_are_the_same_every_time() -> None:
    rulebook = load_rulebook(RULES)
    answerer = Answerer(rulebook)
    assert pages(rulebook, answerer, run_scenarios(rulebook, answerer), "it") == made("it")


def test_both_languages_have_the_same_pages_with_the_same_anchors() -> None:
    english, italian = made("en"), made("it")
    assert [p.path for p in english] == [p.path for p in italian]
    for one, two in zip(english, italian, strict=True):
        anchors = [re.findall(r"\{: #(\S+)", page.content) for page in (one, two)]
        assert anchors[0] == anchors[1]
        assert one.content != two.content
    hand = [sorted(p.name for p in (site_folder() / language).glob("*.md")) for language in LANGUAGES]
    assert hand[0] == hand[1]


def test_a_page_names_the_file_that_it_shows() -> None:
    for page in made("en"):
        assert page.path == "index.md" or (HERE / page.source).is_file(), page.path


def test_every_word_of_the_site_is_there_in_both_languages() -> None:
    assert words("en").keys() == words("it").keys()
    for language in LANGUAGES:
        assert all(said.strip() for said in words(language).values())
    for name, english in words("en").items():
        assert re.findall(r"\{\w+\}", english) == re.findall(r"\{\w+\}", words("it")[name]), name


def test_every_word_of_the_site_is_used() -> None:
    files = [*(site_folder() / "templates").iterdir(), *(HERE / "toolkit" / "emperor_rules" / "pages").glob("*.py")]
    used = "".join(path.read_text(encoding="utf-8") for path in files if path.is_file())
    by_data = ("months_", "text_language_", "text_translates", "text_summarises", "text_varies")
    unused = [name for name in words("en") if not name.startswith(by_data) and not re.search(rf"\b{name}\b", used)]
    assert unused == []


def test_no_page_is_larger_than_a_phone_should_load() -> None:
    for language in LANGUAGES:
        for page in made(language):
            assert len(page.content.encode()) < 1_000_000, page.path


def test_href() -> None:
    assert href("index.md", "texts/a.md") == "texts/a.html"
    assert href("texts/a.md", "index.md") == "../index.html"
    assert href("texts/a.md", "texts/a.md", "x") == "#x"
    assert href("texts/a.md", "scenarios/b.md", "809.3c@2005") == "../scenarios/b.html#809.3c%402005"


# What is on a page


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clause_is_on_its_page(language: str) -> None:
    permalinks = Permalinks(checked().rulebook)
    for id, page in text_pages(language):
        shown = plain(page.text)
        for clause in checked().rulebook.texts[id].clauses:
            anchors = {permalinks.anchors[clause.span], *permalinks.others[clause.span]}
            assert anchors <= set(page.ids), clause.id
            assert clause.number in shown
            assert plain(clause.words(language)) in shown, clause.id
            for sentence in clause.sentences:
                assert "#" in sentence.written or plain(sentence.written) in shown, sentence.written
            if clause.note is not None:
                assert plain(clause.note.get(language)) in shown


def test_a_clause_can_be_reached_by_slug_number_and_former_number() -> None:
    page = html_pages()[built_site() / "texts" / "cr-809.html"]
    assert {"neighbours-only", "809.3c", "607.3c@2005-08-01", "807.3c@2009-07-08"} <= set(page.ids)
    text = checked().rulebook.texts["cr-809"]
    numbers = {c.slug: former_numbers(text, c) for c in text.clauses}
    assert numbers["neighbours-only"][0] == ("607.3c", "2005-08-01")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_page_says_since_when_it_holds_and_that_it_is_unofficial(language: str) -> None:
    for id, page in text_pages(language):
        text = checked().rulebook.texts[id]
        year = text.editions[-1][:4] if text.editions else words(language)["text_undated"]
        assert year in page.text
        assert text.sources in page.text
        assert OFFICIAL_RULES in page.links
        for included in (*text.includes, *(inclusion for _, inclusion in text.relations)):
            assert f"{included.text}.html" in page.links


def test_every_page_links_to_the_official_rules() -> None:
    for path, page in html_pages().items():
        assert OFFICIAL_RULES in page.links, path


def test_the_answers_of_scenarios_stand_on_their_pages() -> None:
    folder = built_site() / "scenarios"
    shown = {path: plain(page.text) for path, page in html_pages().items() if path.parent == folder}
    for scenario in checked().rulebook.scenarios:
        assert any(plain(scenario.name) in text for text in shown.values()), scenario.name
    outcomes = checked().run.outcomes
    questions = sum(path.read_text(encoding="utf-8").count('class="asked"') for path in shown)
    assert questions == len(outcomes)


def test_a_clause_names_the_scenarios_that_rest_on_it() -> None:
    page = (built_site() / "texts" / "cr-809.html").read_text(encoding="utf-8")
    clause = page.split('id="neighbours-only"', 1)[1].split('<h2 class="clause"', 1)[0]
    names = checked().run.decided["cr-809", "809.3c", None]
    assert names
    for name in names:
        assert name in plain(unescape(re.sub(r"<[^>]+>", "", clause)))


# Links


def internal(page: Html) -> Iterator[tuple[str, str]]:
    for link in (*page.links, *page.loaded):
        parts = urlsplit(link)
        if not parts.scheme and not parts.netloc:
            yield unquote(parts.path), unquote(parts.fragment)


def test_every_internal_link_and_anchor_resolves() -> None:
    known = html_pages()
    for path, page in known.items():
        if path.name == "404.html":
            continue  # its links begin at the root of a server
        for target, anchor in internal(page):
            there = (path.parent / target).resolve() if target else path
            there = there / "index.html" if there.is_dir() else there
            assert there.is_file(), f"{path}: {target}"
            if anchor and there.suffix == ".html":
                assert anchor in known[there].ids, f"{path}: {target}#{anchor}"


def test_anchors_are_unique() -> None:
    for path, page in html_pages().items():
        ids = [id for id in page.ids if not id.startswith("__")]
        assert len(ids) == len(set(ids)), path


def test_the_language_switch_leads_to_the_same_page() -> None:
    assert "../it/texts/cr-809.html" in html_pages()[built_site() / "texts" / "cr-809.html"].links
    assert "../../texts/cr-809.html" in html_pages()[built_site() / "it" / "texts" / "cr-809.html"].links
    assert "../index.html" in html_pages()[built_site() / "it" / "index.html"].links


def test_nothing_is_loaded_from_another_host() -> None:
    for path, page in html_pages().items():
        assert not [link for link in page.loaded if urlsplit(link).netloc], path
    for sheet in built_site().rglob("*.css"):
        assert not re.findall(r"url\(\s*['\"]?(?:https?:)?//", sheet.read_text(encoding="utf-8")), sheet
        assert "@import" not in sheet.read_text(encoding="utf-8")


def test_search_finds_clauses_and_leaves_the_drawings_out() -> None:
    for language, folder in (("en", built_site()), ("it", built_site() / "it")):
        index = (folder / "search" / "search_index.json").read_text(encoding="utf-8")
        assert f'"lang":["{language}"]' in index.replace(" ", "")
        assert "texts/cr-809.html#neighbours-only" in index
        assert "A1 may attack" not in index.split("scenarios/", 1)[0]


# Rule text is data

HOSTILE = (
    "<script>alert(1)</script> {{ 7 * 7 }} {% raw %} **bold** _it_ [x](javascript:alert) ![i](http://evil/x.png) "
    "`code` --8<-- &amp; &lt;b&gt; # no heading {: #id .cls } ~~~ | a | b | ^sup^ ==mark== \\* https://evil.example"
)
TEXT = f"""text odd "{HOSTILE}"
  it "{HOSTILE}"
  language en
  source "{HOSTILE}"
  from 2020-01-01

clause 1.1 first
  en "{HOSTILE}"
  it "{HOSTILE}"
  the range of p is 2.

clause 1.2 second
  en "- {HOSTILE}"
  it "1. {HOSTILE}"
  note en "{HOSTILE}" it "{HOSTILE}"
"""
SCENARIOS = f"""scenario "{HOSTILE}"
  in odd
  seats g E g | g E g
  the range of A1: 2, by odd 1.1
"""


@pytest.fixture
def small_rules(tmp_path: Path) -> Path:
    """A folder with the whole vocabulary, one odd text and one scenario."""
    rules = tmp_path / "rules"
    shutil.copytree(RULES / "vocabulary", rules / "vocabulary")
    for name, content in (("texts/odd.rules", TEXT), ("scenarios/odd.rules", SCENARIOS)):
        (rules / name).parent.mkdir(parents=True)
        (rules / name).write_text(content, encoding="utf-8")
    return rules


def test_rule_text_stays_text(small_rules: Path, tmp_path: Path) -> None:
    ran = emperor("build", "--rules", small_rules, "--site", tmp_path / "site")
    assert ran.exit_code == 0, ran.output
    for folder in (tmp_path / "site", tmp_path / "site" / "it"):
        for name in ("texts/odd.html", "scenarios/odd.html", "index.html"):
            page = Html(folder / name)
            source = (folder / name).read_text(encoding="utf-8")
            assert plain(HOSTILE) in plain(page.text), name
            assert "<script>alert" not in source
            for link in (*page.links, *page.loaded):
                parts = urlsplit(link)
                assert parts.scheme in ("", "https"), link
                assert "evil" not in parts.netloc, link
            assert "id" not in page.ids and "49" not in page.text
        shown = plain(Html(folder / "texts" / "odd.html").text)
        assert shown.count(HOSTILE) >= 6


def test_as_text() -> None:
    assert unescape(as_text(HOSTILE)) == HOSTILE
    assert as_text(as_text("<b>")) == as_text("<b>")
    assert "<" not in as_text("<") and "*" not in as_text("*")


# Building


def test_two_builds_are_the_same_to_the_byte(small_rules: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        assert emperor("build", "--rules", small_rules, "--site", tmp_path / name).exit_code == 0
    files = [p.relative_to(tmp_path / "one") for p in (tmp_path / "one").rglob("*") if p.is_file()]
    assert len(files) > 20
    same, other, odd = filecmp.cmpfiles(tmp_path / "one", tmp_path / "two", map(str, files), shallow=False)
    assert (other, odd) == ([], []) and len(same) == len(files)
    assert len(files) == sum(1 for p in (tmp_path / "two").rglob("*") if p.is_file())


def test_broken_rules_build_nothing(small_rules: Path, tmp_path: Path) -> None:
    site = tmp_path / "deep" / "site"
    assert emperor("build", "--rules", small_rules, "--site", site).exit_code == 0
    before = (site / "index.html").read_bytes()
    broken = small_rules / "texts" / "odd.rules"
    broken.write_text(broken.read_text(encoding="utf-8") + "\n  the range of p is enormous.\n", encoding="utf-8")
    ran = emperor("build", "--rules", small_rules, "--site", site)
    assert ran.exit_code == 1
    assert "R201" in ran.output and "odd.rules" in ran.output and "Nothing was built" in ran.output
    assert (site / "index.html").read_bytes() == before
    assert [p.name for p in site.parent.iterdir()] == ["site"], "nothing is left half-written"
    assert emperor("build", "--rules", small_rules, "--site", site, "--no-strict").exit_code == 0


def test_mkdocs_itself_fails_on_broken_rules_when_strict(small_rules: Path, tmp_path: Path) -> None:
    (small_rules / "scenarios" / "odd.rules").write_text(SCENARIOS.replace(": 2", ": 3"), encoding="utf-8")
    settings = tmp_path / "mkdocs.yml"
    settings.write_text(
        f"INHERIT: {HERE / 'mkdocs.yml'}\ndocs_dir: {HERE / 'site' / 'en'}\nsite_dir: {tmp_path / 'site'}\n",
        encoding="utf-8",
    )
    with pytest.raises(Abort, match="1 errors"):
        build(load_config(str(settings), strict=True))
    build(load_config(str(settings)))
    assert (tmp_path / "site" / "texts" / "odd.html").is_file()


def test_a_folder_that_is_no_site_is_not_replaced(small_rules: Path, tmp_path: Path) -> None:
    ran = emperor("build", "--rules", small_rules, "--site", small_rules)
    assert ran.exit_code == 2
    assert "no site" in ran.output
    assert (small_rules / "texts" / "odd.rules").is_file()


def test_it_builds_outside_the_repository(small_rules: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = emperor("build")
    assert ran.exit_code == 0, ran.output
    assert Html(tmp_path / "build" / "site" / "it" / "texts" / "odd.html").text
    (tmp_path / "mkdocs.yml").write_text("site_name: Another\ndocs_dir: rules\n", encoding="utf-8")
    ran = emperor("build")
    assert ran.exit_code == 2
    assert "another site" in ran.output
