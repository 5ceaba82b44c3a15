"""What the search of the site can lead to: every entry has its place, and what is declared of words fits the rules."""

import gzip
import json
import re
from tomllib import loads
from typing import Any

import pytest

from emperor_rules.messages import LANGUAGES
from emperor_rules.resources import site_table
from emperor_rules.site.mkdocs.search_index import INDEX_VARIABLE
from emperor_rules.site.texts import arrange_texts
from tests.support.built_site import built_site
from tests.support.javascript import SCRIPTS
from tests.support.paths import REPOSITORY
from tests.support.shipped import whole_rulebook
from tests.support.site_search import LIBRARY, index_script


def index(language: str) -> Any:
    return json.loads(index_script(language).read_text(encoding="utf-8").removeprefix(f"{INDEX_VARIABLE} = "))


@pytest.mark.site
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_hit_leads_somewhere(language: str) -> None:
    folder = built_site() / ("" if language == "en" else language)
    entries = index(language)["entries"]
    assert len({entry["url"] for entry in entries}) == len(entries)
    for entry in entries:
        page, _, anchor = entry["url"].partition("#")
        assert (folder / page).is_file(), page
        assert not anchor or f'id="{anchor}"' in (folder / page).read_text(encoding="utf-8"), entry["url"]
        assert entry["title"] and (entry.get("under") or entry.get("mark")), entry["url"]


@pytest.mark.site
def test_every_page_of_a_clause_and_of_a_question_can_be_found() -> None:
    urls = {entry["url"] for entry in index("en")["entries"]}
    for text in whole_rulebook().texts.values():
        assert {f"{text.id}/{clause.slug}.html" for clause in text.clauses} <= urls
    assert {f"questions/{ask}.html" for ask in whole_rulebook().vocabulary.questions} <= urls


@pytest.mark.site
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_not_today_s_official_rules_says_so(language: str) -> None:
    entries = {entry["url"]: entry for entry in index(language)["entries"]}
    for text in whole_rulebook().texts.values():
        for slug in {clause.slug for clause in text.clauses}:
            in_force = any(clause.until is None for clause in text.clauses if clause.slug == slug)
            marked = bool(entries[f"{text.id}/{slug}.html"].get("mark"))
            assert marked == (text.retells or not in_force), (text.id, slug)
    assert re.search(r"\b2013$", entries["cr-801/legend-rule.html"]["mark"])


@pytest.mark.site
def test_declared_words_are_of_pages_and_rulebooks_that_exist() -> None:
    config, urls = site_table("search"), {entry["url"] for entry in index("en")["entries"]}
    queries = site_table("queries")["queries"]
    declared = {*config["words"], *(page for group in queries for page in group["pages"])}
    assert sorted(path for path in declared if f"{path}.html" not in urls) == []
    _, *others = arrange_texts(whole_rulebook())[0]
    assert set(config["books"]) <= {text.id for text in others}
    asked = {asked["ask"] for asked in config["position"]["asks"]}
    assert asked <= whole_rulebook().vocabulary.questions.keys()
    groups = [word for group in config["alike"] for word in group]
    assert sorted({word for word in groups if groups.count(word) > 1}) == []


def test_no_query_that_measures_the_search_is_among_those_that_it_knows() -> None:
    groups = site_table("queries")["queries"]
    known = {query.casefold() for group in groups for language in LANGUAGES for query in group.get(language, ())}
    for path in (REPOSITORY / "tests" / "data").glob("search_queries*.toml"):
        measured = {
            query.casefold() for queries in loads(path.read_text(encoding="utf-8")).values() for query in queries
        }
        assert sorted(known & measured) == [], path.name
    assert len({tuple(group["pages"]) for group in groups}) == len(groups)


def test_no_script_of_the_search_names_a_page_or_a_clause() -> None:
    slugs = {clause.slug for text in whole_rulebook().texts.values() for clause in text.clauses if "-" in clause.slug}
    for path in (SCRIPTS / "search").glob("*.js"):
        code = re.sub(r"/\*.*?\*/|//[^\n]*", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        assert not re.search(r"\bcr-\d|questions/|\d{3}\.\d", code), path.name
        assert [slug for slug in slugs if f'"{slug}"' in code] == []


@pytest.mark.site
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_search_loads_is_small(language: str) -> None:
    """A fourth of it are the scenarios, and a twelfth the queries of readers; nothing of it is loaded before a search is opened."""
    loaded = sum(len(gzip.compress(path.read_bytes(), 9)) for path in (index_script(language), LIBRARY))
    assert loaded < 137_500
