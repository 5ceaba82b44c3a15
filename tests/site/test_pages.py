"""The pages: made the same every time, complete, without a dead link, and with rule text as nothing but text."""

import re
from collections.abc import Iterator
from html import unescape
from itertools import product
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from emperor_rules.check.history.versions import ClauseVersions, clause_versions
from emperor_rules.check.scenario_runner import clause_key
from emperor_rules.drawing.spec import drawing_kind_of
from emperor_rules.evaluate.engine import Engine
from emperor_rules.messages import LANGUAGES
from emperor_rules.model.texts import in_force
from emperor_rules.resolve.resolver import number_on
from emperor_rules.resources import site_folder
from emperor_rules.site.i18n import read_locale
from emperor_rules.site.page import OFFICIAL_RULES
from emperor_rules.site.permalinks import TAKEN_FOLDERS, Permalinks, clause_page, former_numbers
from emperor_rules.site.texts import arrange_texts, needs_no_rule, todays_text
from tests.support.built_site import TAG, Html, built_site, html_pages, plain, text_pages
from tests.support.command_line import run
from tests.support.paths import RULES
from tests.support.shipped import checked

pytestmark = pytest.mark.site

SILENT = read_locale("en")["compare_silent"]


# The function


def test_both_languages_have_the_same_pages() -> None:
    paths = [path.relative_to(built_site()).as_posix() for path in html_pages()]
    english = {path for path in paths if not path.startswith("it/")}
    assert english == {path.removeprefix("it/") for path in paths if path.startswith("it/")}
    hand = [sorted(p.name for p in (site_folder() / language).glob("*.md")) for language in LANGUAGES]
    assert hand[0] == hand[1]


def test_no_page_is_larger_than_a_phone_should_load() -> None:
    for path in html_pages():
        assert path.stat().st_size < 300_000, path


# What is on a page


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clause_is_on_its_page(language: str) -> None:
    permalinks = Permalinks(checked().rulebook, "en")
    for id, page in text_pages(language):
        shown = plain(page.text)
        for clause in checked().rulebook.texts[id].clauses:
            anchors = {permalinks.anchors[clause.span], *permalinks.others[clause.span]}
            assert anchors <= set(page.ids), clause.id
            assert clause.label(language) in shown
            assert plain(clause.words(language)) in shown, clause.id
            for sentence in (s for s in clause.sentences if s.until in (None, clause.until)):
                assert "#" in sentence.written or plain(sentence.written) in shown, sentence.written
            if clause.note is not None:
                assert plain(clause.note.get(language)) in shown


def test_a_clause_can_be_reached_by_slug_number_and_former_number() -> None:
    page = html_pages()[built_site() / "texts" / "cr-809.html"]
    assert {"neighbours-only", "809.3c", "607.3c@2005-08-01", "807.3c@2009-07-11"} <= set(page.ids)
    text = checked().rulebook.texts["cr-809"]
    numbers = {c.slug: former_numbers(text, c) for c in text.clauses}
    assert numbers["neighbours-only"][0] == ("607.3c", "2005-08-01")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_page_says_since_when_it_holds_and_that_it_is_unofficial(language: str) -> None:
    for id, page in text_pages(language):
        text = checked().rulebook.texts[id]
        year = text.editions[-1][:4] if text.editions else read_locale(language)["text_undated"]
        assert year in page.text
        assert text.sources.get(language) in page.text
        assert OFFICIAL_RULES in page.links
        for included in (*text.includes, *(inclusion for _, inclusion in text.relations)):
            assert f"{included.text}.html" in page.links


def test_every_page_links_to_the_official_rules() -> None:
    for path, page in html_pages().items():
        assert page.leads_on or OFFICIAL_RULES in page.links, path


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
        assert clause.label(language) in shown and plain(clause.words(language)) in shown
        year = line.text.editions[-1][:4] if line.text.editions else read_locale(language)["text_undated"]
        assert (year in shown or clause.until is not None) and OFFICIAL_RULES in page.links
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
        assert f'content="0;url={links[0]}"' in place.read_text(encoding="utf-8")
    return [(place.parent / link).resolve() for link in links]


def test_a_number_of_several_past_clauses_leads_to_a_choice() -> None:
    place = built_site() / "cr-809" / "807.5b" / "index.html"
    assert [path.stem for path in leads_to(place)] == ["emperor-loses", "emperor-draws"]  # the last one first
    assert "refresh" not in place.read_text(encoding="utf-8")


def test_other_texts_answer_on_the_page_of_a_clause_and_silence_is_said() -> None:
    page = (built_site() / "cr-809" / "neighbours-only.html").read_text(encoding="utf-8")
    table = page.split('<table class="compared answers"', 1)[1].split("</table>", 1)[0]
    rows = table.split("<tr>")[2:]
    assert "Can A3 attack B1?" in page.split('<table class="compared answers"', 1)[0]
    asked = {"seats": "g E g | g E g", "ask": "may-attack", "of": ["A3", "B1"]}
    for id in ("cr-809", "cr-809-it", "early", "paris", "wiki-en", "wiki-it", "cr-glossary"):
        answer = Engine(checked().rulebook).ask({"text": id, **asked})
        said = SILENT if answer.answer is None else "yes" if answer.answer else "no"
        (row,) = (row for row in rows if f"texts/{id}.html" in row.partition("</th>")[0])
        assert f" {said} " in plain(unescape(re.sub(r"<[^>]+>", " ", row))), row


def test_a_change_of_an_answer_is_shown_where_a_clause_changed() -> None:
    shown = plain(html_pages()[built_site() / "cr-809" / "neighbours-only.html"].text)
    assert "11 July 2009 · 807.3c · renumbered, before 607.3c" in shown
    assert "14 April 2023 · 809.3c · the rule changed" in shown
    assert re.search(rf"In play: Two teams of three.*before: (yes|no|{SILENT}).*since then: (yes|no|{SILENT})", shown)


# The pages of questions


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_a_question_has_every_clause_that_speaks_to_it_and_says_who_is_silent(language: str) -> None:
    folder = built_site() / ("" if language == "en" else language) / "questions"
    engine = Engine(checked().rulebook)
    links = html_pages()[folder / "index.html"].links
    vocabulary = checked().rulebook.vocabulary
    for ask, predicate in vocabulary.questions.items():
        assert f"{ask}.html" in links
        if needs_no_rule(predicate, engine, arrange_texts(checked().rulebook)[0]):
            continue
        page = html_pages()[folder / f"{ask}.html"]
        silent = re.search(r'<li class="silent">(.*?)</li>', page.path.read_text(encoding="utf-8"))
        for text in arrange_texts(checked().rulebook)[0]:
            resolved = engine.program(text.id, None).resolved
            speaking = {resolved.clauses[resolved.rules[n].clause].clause for n in resolved.by_predicate.get(ask, ())}
            assert f"../texts/{text.id}.html" in page.links
            for clause in speaking:
                assert f"../{clause_page(clause.text, clause.slug)[:-3]}.html" in page.links, (ask, clause.id)
            if not speaking and text is not todays_text(checked().rulebook):
                assert silent is not None and f'"../texts/{text.id}.html"' in silent[1], (ask, text.id)


def test_a_table_way_to_draw_as_the_text_that_is_asked_answers() -> None:
    source = (built_site() / "questions" / "may-attack.html").read_text(encoding="utf-8")
    engine, drawn = Engine(checked().rulebook), 0
    for text, seats, svg in re.findall(r'data-text="([^"]+)" data-seats="([^"]+)"(.*?)</svg>', source, re.DOTALL):
        asked = re.search(r'data-ask="may-attack" data-of="(\w+) \w+"', svg)
        assert asked is not None
        arrows = set(re.findall(r'data-to="(\w+)"/>', svg))
        for other in set(re.findall(r'data-player="(\w+)"', svg)) - {asked[1]}:
            if "data-gone" not in svg and "data-given" not in svg:
                request = {"text": text, "seats": unescape(seats), "ask": "may-attack", "of": [asked[1], other]}
                assert (engine.ask(request).answer is True) == (other in arrows), (text, asked[1], other)
                drawn += 1
    assert drawn >= 5


# Programs


def test_the_clauses_of_no_text_take_a_folder_of_the_site() -> None:
    folders = {path.name for path in built_site().iterdir() if path.is_dir()}
    assert folders - checked().rulebook.texts.keys() == TAKEN_FOLDERS


def test_the_rules_are_served_to_programs_with_their_schema() -> None:
    served = (built_site() / "rules.json").read_text(encoding="utf-8")
    assert served == run("export", "--rules", RULES).output
    schema = (built_site() / "rules.schema.json").read_text(encoding="utf-8")
    assert schema == run("export", "--schema").output  # which holds what is exported, as its own tests say
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
        if declaration.until is not None or declaration.slug in DATED:
            continue  # between other editions than those that are searched here
        section = source.partition(f'id="{declaration.slug}"')[2].partition("</section>")[0]
        about = re.search(r'href="\.\./questions/([\w-]+)\.html"', section)
        assert about is not None
        if not drawing_kind_of(checked().rulebook.vocabulary.predicates[about[1]]):
            assert section.count("<svg") == 0, "seats alone show nothing"
        answers = re.findall(r'<b class="answer [a-z]+">(.*?)</b>', section)
        assert len(answers) == len(declaration.texts)
        assert len(set(answers)) == len(answers), (declaration.slug, answers)


def test_the_pages_say_how_far_was_checked() -> None:
    shown = plain(html_pages()[built_site() / "differences" / "index.html"].text)
    reached = re.findall(r"every legal table of up to (\d+) seats", shown)
    assert len(reached) >= len(checked().rulebook.texts)
    few = shown.count("seats there are too many")
    assert few == sum(seats != "12" for seats in reached) < len(reached) / 4


# Links


def internal(page: Html) -> Iterator[tuple[str, str]]:
    for link in (*page.links, *page.loaded):
        parts = urlsplit(link)
        if not parts.scheme and not parts.netloc:
            yield unquote(parts.path), unquote(parts.fragment)


def test_every_internal_link_and_anchor_resolves() -> None:
    by_path = html_pages()
    for path, page in by_path.items():
        if path.name == "404.html":
            continue  # its links begin at the root of a server
        for target, anchor in internal(page):
            there = (path.parent / target).resolve() if target else path
            there = there / "index.html" if there.is_dir() else there
            assert there.is_file(), f"{path}: {target}"
            if anchor and "=" not in anchor and there.suffix == ".html":  # with “=” it is a state of the live table
                assert anchor in by_path[there].ids, f"{path}: {target}#{anchor}"


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


# Building


def test_texts_have_typographic_apostrophes() -> None:
    """Outside code, which is written as on a keyboard."""
    code = re.compile(r"<(code|pre|script|style)\b.*?</\1>", re.DOTALL)
    for path, page in html_pages().items():
        if not page.leads_on:
            text = unescape(TAG.sub(" ", code.sub(" ", page.source)))
            found = [text[max(0, at.start() - 20) : at.end() + 20] for at in re.finditer(r"[^\W\d_]'", text)]
            assert found == [], path
