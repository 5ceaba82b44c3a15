"""The pages: made the same every time, complete, without a dead link, and with rule text as nothing but text."""

import filecmp
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from html import unescape
from itertools import product
from pathlib import Path
from urllib.parse import unquote, urlsplit

import jsonschema
import pytest
from click.testing import CliRunner, Result
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort

from emperor_rules.check.history.versions import ClauseVersions, clause_versions
from emperor_rules.check.mutation.coverage_cache import PLACE as KEPT
from emperor_rules.check.scenario_runner import clause_key
from emperor_rules.cli.main import command
from emperor_rules.draw.templating import LANGUAGES, as_text, words
from emperor_rules.evaluate.engine import Engine
from emperor_rules.model.texts import in_force
from emperor_rules.resolve.resolver import number_on
from emperor_rules.resources import site_folder
from emperor_rules.site.all_pages import pages
from emperor_rules.site.context import arranged
from emperor_rules.site.page import OFFICIAL_RULES, Page, href
from emperor_rules.site.permalinks import Permalinks, former_numbers
from tests.built_site import HERE, RULES, Html, built_site, checked, html_pages, text_pages


@cache
def made(language: str) -> tuple[Page, ...]:
    return pages(checked(), Engine(checked().rulebook), language)


def emperor(*arguments: object) -> Result:
    return CliRunner().invoke(command, list(map(str, arguments)))


def plain(text: str) -> str:
    return " ".join(text.split())


# The function


def test_both_languages_have_the_same_pages_with_the_same_anchors() -> None:
    english, italian = made("en"), made("it")
    assert [p.path for p in english] == [p.path for p in italian]
    for one, two in zip(english, italian, strict=True):
        anchors = [re.findall(r"\{: #(\S+)", page.content) for page in (one, two)]
        assert anchors[0] == anchors[1]
        assert one.content != two.content
    hand = [sorted(p.name for p in (site_folder() / language).glob("*.md")) for language in LANGUAGES]
    assert hand[0] == hand[1]


OF_MANY_FILES = {
    "editions.md",
    "glossary.md",
    "coverage.md",
    "contributing/language.md",
    "contributing/checks.md",
    "contributing/adding.md",
}


def test_a_page_names_the_file_that_it_shows() -> None:
    for page in made("en"):
        if page.ready:
            continue  # leads to another page
        assert (
            (not page.source and page.path in OF_MANY_FILES)
            or page.path.endswith("index.md")
            or (HERE / page.source).is_file()
        ), page.path


def test_every_word_of_the_site_is_there_in_both_languages() -> None:
    assert words("en").keys() == words("it").keys()
    for language in LANGUAGES:
        assert all(said.strip() for said in words(language).values())
    for name, english in words("en").items():
        assert re.findall(r"\{\w+\}", english) == re.findall(r"\{\w+\}", words("it")[name]), name


def test_every_word_of_the_site_is_used() -> None:
    files = [
        *(site_folder() / "templates").iterdir(),
        *(site_folder() / "overrides").rglob("*"),
        *(HERE / "toolkit" / "emperor_rules" / "pages").glob("*.py"),
    ]
    used = "".join(path.read_text(encoding="utf-8") for path in files if path.is_file())
    by_data = ("months_", "topics_", "text_language_", "text_translates", "text_summarises", "text_varies")
    unused = [name for name in words("en") if not name.startswith(by_data) and not re.search(rf"\b{name}\b", used)]
    assert unused == []


def test_no_page_is_larger_than_a_phone_should_load() -> None:
    for path in html_pages():
        assert path.stat().st_size < 300_000, path


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
    for page, shown in clause_pages("en"):
        names = {name for clause in page.records for name in checked().run.decided.get(clause_key(clause), ())}
        assert all(plain(name) in plain(shown.text) for name in names), page.id


# The pages of clauses


def clause_pages(language: str) -> Iterator[tuple[ClauseVersions, Html]]:
    """Every clause's page in a language."""
    folder = built_site() if language == "en" else built_site() / language
    for text in checked().rulebook.texts.values():
        for line in clause_versions(text):
            yield line, html_pages()[folder / text.id / f"{line.slug}.html"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_a_clause_says_all_of_it(language: str) -> None:
    for line, page in clause_pages(language):
        shown, clause = plain(page.text), line.records[-1]
        assert clause.number in shown and plain(clause.words(language)) in shown
        year = line.text.editions[-1][:4] if line.text.editions else words(language)["text_undated"]
        assert year in shown and OFFICIAL_RULES in page.links
        assert f"{line.text.file.split('/')[-1]}:{clause.span.line}" in shown
        for sentence in clause.sentences:
            assert "#" in sentence.written or plain(sentence.written) in shown, sentence.written
        for date in (line.at(None) and len(line.text.editions) > 1 and line.text.editions) or ():
            state = line.at(date)
            assert state is None or (plain(state.clause.words(language)) in shown and state.number in shown), date


def test_every_number_leads_to_the_clause_that_bore_it_in_that_edition() -> None:
    folders = [built_site(), built_site() / "it"]
    tried = 0
    for text in checked().rulebook.texts.values():
        holders: dict[str, set[str]] = {}
        now = {c.number: c.slug for c in text.clauses if c.until is None}
        dated = {
            (number_on(text, c, date), date): c.slug
            for c in text.clauses
            for date in text.editions
            if len(text.editions) > 1 and in_force(c.since, c.until, date)
        }
        for (number, _), slug in dated.items():
            holders.setdefault(number, {now.get(number, slug)}).add(slug)
        for folder, ((number, date), slug) in product(folders, dated.items()):
            several = len(holders[number]) > 1
            place = folder / text.id / number / (f"{date}/index.html" if several else "index.html")
            assert leads_to(place) == [folder / text.id / f"{slug}.html"], place
            tried += 1
        for folder, (number, slug) in product(folders, now.items()):
            assert leads_to(folder / text.id / number / "index.html") == [folder / text.id / f"{slug}.html"]
    assert tried > 1000


def leads_to(place: Path) -> list[Path]:
    """Where a page that only leads on leads: at once if there is one place, by choice otherwise."""
    page = Html(place)
    links = [link for link in page.links if not urlsplit(link).netloc]
    if len(links) == 1:
        assert f'content="0; url={links[0]}"' in place.read_text(encoding="utf-8")
    return [(place.parent / link).resolve() for link in links]


def test_a_number_of_several_past_clauses_leads_to_a_choice() -> None:
    place = built_site() / "cr-809" / "807.5b" / "index.html"
    assert [path.stem for path in leads_to(place)] == ["emperor-loses", "emperor-draws"]  # the last one first
    assert "refresh" not in place.read_text(encoding="utf-8")


def test_other_texts_answer_on_the_page_of_a_clause_and_silence_is_said() -> None:
    page = (built_site() / "cr-809" / "neighbours-only.html").read_text(encoding="utf-8")
    table = page.split('<table class="compared"', 1)[1].split("</table>", 1)[0]
    rows = [plain(unescape(re.sub(r"<[^>]+>", " ", row))) for row in table.split("<tr>")[2:]]
    asked = {"seats": "g E g | g E g", "ask": "may-attack", "of": ["A2", "B1"]}
    for id in ("cr-809", "cr-809-it", "early", "paris", "wiki-en", "wiki-it", "cr-glossary"):
        answer = Engine(checked().rulebook).ask({"text": id, **asked})
        (row,) = (row for row in rows if re.search(rf"(^|\W){id}(?![-\w])", row.split(" silent ")[0].split(" no ")[0]))
        assert ("silent" if answer.answer is None else "yes" if answer.answer else "no") in row.split(), row


def test_a_change_of_an_answer_is_shown_where_a_clause_changed() -> None:
    shown = plain(html_pages()[built_site() / "cr-809" / "neighbours-only.html"].text)
    assert "8 July 2009 · 807.3c · renumbered, before 607.3c" in shown
    assert "14 April 2023 · 809.3c · the formal statement changed" in shown
    assert re.search(r"In play: g E g \| g E g.*before: (yes|no|silent).*since then: (yes|no|silent)", shown)


# The pages of questions


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_a_question_has_every_clause_that_speaks_to_it_and_says_who_is_silent(language: str) -> None:
    folder = built_site() / ("" if language == "en" else language) / "questions"
    engine = Engine(checked().rulebook)
    links = html_pages()[folder / "index.html"].links
    for ask in checked().rulebook.vocabulary.questions:
        assert f"{ask}.html" in links
        page = html_pages()[folder / f"{ask}.html"]
        shown = plain(page.text)
        found = re.search(r'<p class="lead"><b class="answer silent">(.*?)</p>', page.path.read_text(encoding="utf-8"))
        silent = re.sub(r"<[^>]+>", "", found[1]) if found else ""
        for text in arranged(checked().rulebook)[0]:
            resolved = engine.program(text.id, None).resolved
            speaking = {resolved.clauses[resolved.rules[n].clause].clause for n in resolved.by_relation.get(ask, ())}
            assert f"../texts/{text.id}.html" in page.links
            for clause in speaking:
                assert plain(clause.words(language)) in shown, (ask, clause.id)
            if not speaking:
                assert re.search(rf"(?<![-\w]){text.id}(?![-\w])", silent), (ask, text.id)


def test_a_table_is_drawn_under_each_text_as_that_text_answers() -> None:
    source = (built_site() / "questions" / "may-attack.html").read_text(encoding="utf-8")
    engine, drawn = Engine(checked().rulebook), 0
    for text, seats, svg in re.findall(r'data-text="([^"]+)" data-seats="([^"]+)"(.*?)</svg>', source, re.DOTALL):
        for name in re.findall(r'data-player="(\w+)"', svg):
            arrows = set(re.findall(rf'data-from="{name}" data-to="(\w+)"/>', svg))
            for other in set(re.findall(r'data-player="(\w+)"', svg)) - {name}:
                if "data-gone" not in svg:
                    answer = engine.ask(
                        {"text": text, "seats": unescape(seats), "ask": "may-attack", "of": [name, other]}
                    )
                    assert (answer.answer is True) == (other in arrows), (text, name, other)
                    drawn += 1
    assert drawn >= 6 * 5 * 6


# Programs


def test_the_rules_are_served_to_programs_with_their_schema() -> None:
    served = (built_site() / "rules.json").read_text(encoding="utf-8")
    assert served == emperor("export", "--rules", RULES).output
    schema = json.loads((built_site() / "rules.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(schema).validate(json.loads(served))
    for folder, top in ((built_site(), "../"), (built_site() / "it", "../../")):
        links = html_pages()[folder / "contributing" / "adding.html"].links
        assert {f"{top}rules.json", f"{top}rules.schema.json"} <= set(links)


# Differences

DATED = {"early-stolen-creature-and-its-neighbours", "early-teams-of-one", "paris-teams-of-one"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_declared_difference_is_shown_with_a_witness_that_answers_so(language: str) -> None:
    folder = built_site() / ("" if language == "en" else language) / "differences"
    shown = {path: plain(page.text) for path, page in html_pages().items() if path.parent == folder}
    for declaration in checked().rulebook.declarations:
        texts = {side.text for side in declaration.texts}
        (path,) = (
            path
            for path, text in shown.items()
            if plain(declaration.words.get(language)) in text
            and (len(texts) == 1 if path.stem == "index" else {*path.stem.split("-and-")} == texts)
        )
        source = path.read_text(encoding="utf-8")
        assert declaration.slug in html_pages()[path].ids
        if declaration.slug in DATED:
            continue  # between other editions than those that are searched here
        section = source.partition(f'id="{declaration.slug}"')[2].partition("</section>")[0]
        assert section.count("<svg") >= 1
        answers = re.findall(r'<b class="answer [a-z]+">(.*?)</b>', section)
        assert len(answers) == len(declaration.texts)
        assert len(set(answers)) == len(answers), (declaration.slug, answers)


def test_the_pages_say_how_far_was_searched() -> None:
    shown = plain(html_pages()[built_site() / "differences" / "index.html"].text)
    assert shown.count("up to 12 seats") >= len(checked().rulebook.texts)


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


OPTION = f"""# {HOSTILE}

# {HOSTILE}
option odd-one
  en "{HOSTILE}"
  it "{HOSTILE}"
"""


@pytest.fixture
def small_rules(tmp_path: Path) -> Path:
    """A folder with the whole vocabulary, one odd text and one scenario."""
    rules = tmp_path / "rules"
    shutil.copytree(RULES / "vocabulary", rules / "vocabulary")
    odd = (("texts/odd.rules", TEXT), ("scenarios/odd.rules", SCENARIOS), ("vocabulary/odd.rules", OPTION))
    for name, content in odd:
        (rules / name).parent.mkdir(parents=True, exist_ok=True)
        (rules / name).write_text(content, encoding="utf-8")
    return rules


def test_rule_text_stays_text(small_rules: Path, tmp_path: Path) -> None:
    ran = emperor("build", "--rules", small_rules, "--site", tmp_path / "site")
    assert ran.exit_code == 0, ran.output
    for folder in (tmp_path / "site", tmp_path / "site" / "it"):
        named = {
            "texts/odd.html",
            "odd/first.html",
            "odd/second.html",
            "scenarios/odd.html",
            "scenarios/index.html",
            "index.html",
            "glossary.html",
            "contributing/language.html",
        }
        for path in folder.rglob("*.html"):
            name = path.relative_to(folder).as_posix()
            page = Html(path)
            source = path.read_text(encoding="utf-8")
            assert name not in named or plain(HOSTILE) in plain(page.text), name
            assert "<script>alert" not in source
            for link in (*page.links, *page.loaded):
                parts = urlsplit(link)
                assert parts.scheme in ("", "https") or link == "data:,", link
                assert "evil" not in parts.netloc, link
            assert "id" not in page.ids
            assert "49" not in page.text or name not in named - {"contributing/language.html"}, name
        shown = plain(Html(folder / "texts" / "odd.html").text)
        assert shown.count(HOSTILE) >= 6


def test_as_text() -> None:
    assert unescape(as_text(HOSTILE)) == HOSTILE
    assert as_text(as_text("<b>")) == as_text("<b>")
    assert "<" not in as_text("<") and "*" not in as_text("*")


# Building


def test_two_builds_are_the_same_to_the_byte(tmp_path: Path) -> None:
    shutil.copytree(RULES, tmp_path / "elsewhere" / "rules")
    if KEPT.is_file():  # what `emperor coverage` found last is shown, so both builds must know it
        (tmp_path / "elsewhere" / KEPT).parent.mkdir()
        shutil.copy(KEPT, tmp_path / "elsewhere" / KEPT)
    environment = {**os.environ, "PYTHONHASHSEED": "12345", "TZ": "Pacific/Auckland", "LC_ALL": "C"}
    ran = subprocess.run(
        [sys.executable, "-m", "emperor_rules", "build", "--site", "site"],
        cwd=tmp_path / "elsewhere",
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    one, two = built_site(), tmp_path / "elsewhere" / "site"
    files = [p.relative_to(one) for p in one.rglob("*") if p.is_file()]
    assert len(files) > 1000
    same, other, odd = filecmp.cmpfiles(one, two, map(str, files), shallow=False)
    assert (other, odd) == ([], []) and len(same) == len(files)
    assert len(files) == sum(1 for p in two.rglob("*") if p.is_file())


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
