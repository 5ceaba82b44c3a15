"""The pages beside texts, clauses and questions: editions, glossary, coverage, scenarios, and those for contributors."""

import re
from collections.abc import Iterator
from html import unescape
from itertools import pairwise

import pytest

from emperor_rules.check.history.versions import ClauseVersions, clause_versions, wording_dates
from emperor_rules.check.mutation.operators import mutants_of
from emperor_rules.check.mutation.runner import ALIVE, EQUIVALENT, KILLED, MutantVerdict
from emperor_rules.check.scenario_runner import clause_key
from emperor_rules.code_help import explanations
from emperor_rules.messages import LANGUAGES
from emperor_rules.resources import grammar_path, site_folder
from emperor_rules.site.i18n import read_locale
from emperor_rules.site.pages.contributors import EXAMPLE_PLACE, GUIDE_EXAMPLE, GUIDE_PARTS, guide, guide_parts
from emperor_rules.site.pages.scenarios import coverage_page
from tests.support.built_site import Html, html_pages, language_folder, plain
from tests.support.shipped import checked, shipped_context

pytestmark = pytest.mark.site


def page(name: str, language: str = "en") -> Html:
    return html_pages()[language_folder(language) / name]


def source(name: str, language: str = "en") -> str:
    return (language_folder(language) / name).read_text(encoding="utf-8")


# Editions


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_timeline_has_every_date_with_the_clauses_that_it_changed(language: str) -> None:
    parts = dict(
        re.findall(r'<h2 [^>]*id="d-([\d-]+)"(.*?)(?=<h2 |</article>)', source("editions.html", language), re.DOTALL)
    )
    days = {date for text in checked().rulebook.texts.values() for date in wording_dates(text) if date is not None}
    assert list(parts) == sorted(parts, reverse=True)
    changed = 0
    for date, before, line in changes():
        states = line.at(before), line.at(date)
        if (states[0] is None) != (states[1] is None) or (
            states[0]
            and states[1]
            and (states[0].meaning, states[0].words, states[0].number)
            != (states[1].meaning, states[1].words, states[1].number)
        ):
            assert f'href="{line.text.id}/{line.slug}.html"' in parts[date], (line.id, date)
            changed += 1
    assert changed > 100
    for date in parts:
        assert date in days
        assert read_locale(language).date(date) in page("editions.html", language).text


def changes() -> Iterator[tuple[str, str | None, ClauseVersions]]:
    for text in checked().rulebook.texts.values():
        dates = wording_dates(text)
        for before, date in pairwise(dates):
            for line in clause_versions(text):
                yield str(date), before, line


# Glossary


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_glossary_has_the_terms_of_both_languages_and_their_clauses(language: str) -> None:
    shown, vocabulary = plain(page("glossary.html", language).text), checked().rulebook.vocabulary
    for role in vocabulary.roles.values():
        assert f"{role.names[0].get(language)} {role.names[0].get('it' if language == 'en' else 'en')}" in shown
    html = source("glossary.html", language)
    phrases = source("contributing/phrases.html", language)
    entry = phrases.partition('id="may-attack"')[2].partition("<tr")[0] or phrases.partition("id=may-attack")[2]
    assert "../cr-809/neighbours-only.html" in entry and "../questions/may-attack.html" in entry
    assert 'href="cr-809/neighbours-only.html"' not in html.partition('<dt id="teammate"')[2].partition("<dt")[0]
    assert 'href="cr-809/emperor-goes-first.html"' in html.partition('<dt id="emperor"')[2].partition("<dt")[0]
    for predicate in vocabulary.questions.values():
        assert f"../questions/{predicate.id}.html" in page("contributing/phrases.html", language).links


# Coverage


def test_coverage_counts_the_scenarios_of_each_clause() -> None:
    html, counted = source("coverage.html"), 0
    for text in checked().rulebook.texts.values():
        part = html.partition(f' id="{text.id}"')[2].partition("<h2 ")[0]
        rows = re.findall(r"<tr><th scope=\"row\"><a [^>]*>([^<]*)</a>.*?</th><td>(\d+)</td>", part)
        for clause, (number, scenarios) in zip(text.clauses, rows, strict=True):
            decided = checked().run.decided.get(clause_key(clause), ())
            assert (clause.label("en"), len(decided)) == (plain(unescape(number)), int(scenarios))
            counted += 1
    assert counted == sum(len(text.clauses) for text in checked().rulebook.texts.values())


def test_coverage_tells_what_became_of_mutants_or_that_none_was_judged() -> None:
    """Of one text’s mutants one is equivalent, one alive and one not judged, as none of other texts is."""
    assert read_locale("en")["coverage_unjudged"] in coverage_page(shipped_context("en"), {}).content
    text = checked().rulebook.texts["cr-809"]
    mutants = list(mutants_of(text, checked().rulebook.vocabulary))
    states = [KILLED] * (len(mutants) - 3) + [EQUIVALENT, ALIVE]
    verdicts = {m.id: MutantVerdict(state) for m, state in zip(mutants, states, strict=False)}
    content = coverage_page(shipped_context("en"), verdicts).content
    assert read_locale("en")["coverage_unjudged"] not in content
    said = re.search(r"(\d+) small changes.*notices (\d+), (\d+) change no answer, (\d+) are.*?(\d+) have", content)
    every = sum(len(list(mutants_of(t, checked().rulebook.vocabulary))) for t in checked().rulebook.texts.values())
    assert said is not None
    assert [int(n) for n in said.groups()] == [every, len(mutants) - 3, 1, 1, every - len(mutants) + 1]


# Scenarios


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_of_scenarios_has_all_of_them_without_any_script(language: str) -> None:
    items = re.findall(r"<li data-text.*?</li>", source("scenarios/index.html", language), re.DOTALL)
    assert len(items) == len(checked().rulebook.scenarios)
    shown = plain(page("scenarios/index.html", language).text)
    assert all(plain(scenario.title(language)) in shown for scenario in checked().rulebook.scenarios)


# For contributors


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_reference_has_every_declaration_and_the_whole_grammar(language: str) -> None:
    shown, vocabulary = plain(page("contributing/language.html", language).text), checked().rulebook.vocabulary
    for predicate in vocabulary.predicates.values():
        if predicate.id in vocabulary.givens:
            continue  # a number of each is declared as it is given, and read as a value
        assert plain(f"{predicate.kind} {predicate.id} {predicate.phrase.en} {predicate.phrase.own('it')}") in shown
    for given in vocabulary.givens.values():
        assert plain(f"given {given.id} {given.phrase.en} {given.phrase.own('it')}") in shown
    for line in grammar_path().read_text(encoding="utf-8").split("\n"):
        if not line.startswith("// ---"):
            assert plain(line) in shown, line
    comment = "Who has gone, and nobody plays on: no table at which anything is asked."
    assert comment in shown, "what stands above a declaration is said with it"


def test_the_catalogue_has_every_code_with_what_it_means() -> None:
    checks = page("contributing/checks.html")
    for code, explanation in explanations("en").items():
        assert code in checks.ids
        assert f"{explanation.summary[:1].upper()}{explanation.summary[1:]}." in checks.text
    assert "Delete it, or put it into a string or a comment." in checks.text


def test_every_code_is_explained_in_italian_too() -> None:
    checks, english, italian = (
        plain(page("contributing/checks.html", "it").text),
        explanations("en"),
        explanations("it"),
    )
    assert [*italian] == [*english]
    for code, explanation in italian.items():
        assert f"{explanation.summary[:1].upper()}{explanation.summary[1:]}. {plain(explanation.why)}" in checks
        assert explanation.summary != english[code].summary and explanation.why != english[code].why


def test_the_italian_guide_has_every_example_of_the_english_one_where_it_belongs() -> None:
    english, italian = guide_parts(guide(), "en"), guide_parts(guide(), "it")
    examples = GUIDE_EXAMPLE.findall(english)
    assert examples == GUIDE_EXAMPLE.findall(italian) and len(examples) > 5
    kept = (site_folder() / "guide.it.md").read_text(encoding="utf-8")
    assert kept.count(EXAMPLE_PLACE) == len(examples) and EXAMPLE_PLACE not in italian
    assert [len(part.split("**…")) for part in english.split("\n## ")] == [
        len(part.split("**…")) for part in italian.split("\n## ")
    ], "as many ways to add something, under as many headings"
    assert "Una regola della casa" in page("contributing/adding.html", "it").text


def test_the_guide_says_how_to_add_a_variant_and_nothing_of_it_is_said_twice() -> None:
    shown = plain(page("contributing/adding.html").text)
    for heading in GUIDE_PARTS:
        assert f"\n## {heading}\n" in guide() and heading in shown
    assert "emperor new variant friday-night" in shown
    first = guide().partition(f"## {GUIDE_PARTS[0]}\n")[2].strip().split("\n\n")[0]
    assert plain(re.sub(r"[*`]", "", re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", first))) in shown
