"""What judges read first: the rule before its proof, an example that shows it, tables and citations in words."""

from __future__ import annotations

from functools import cache
from html import unescape

import pytest

from emperor_rules.check.history.versions import clause_versions
from emperor_rules.check.scenario_runner import Outcome
from emperor_rules.messages import LANGUAGES
from emperor_rules.site.all_pages import page_groups
from emperor_rules.site.i18n import read_locale
from emperor_rules.site.page import Page
from emperor_rules.site.pages import texts
from emperor_rules.site.pages.glossary import glossary_page
from emperor_rules.site.permalinks import text_page
from emperor_rules.site.views.clause_view import currencies
from emperor_rules.site.views.position_view import key_of_clause
from tests.support.shipped import checked, shipped_context


@cache
def clause_pages(text: str, language: str) -> dict[str, str]:
    of = shipped_context(language)
    return {page.path: page.content for page in texts.clause_pages(of, of.rulebook.texts[text])}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rule_stands_before_all_that_is_told_of_it_and_what_programs_read_is_folded(language: str) -> None:
    for path, content in clause_pages("cr-809", language).items():
        body = content.split("---\n", 2)[2]
        order = [body.index(part) for part in ("\n# ", 'class="words"', 'class="effective"', "<details")]
        order.append(body.rindex("<nav"))  # the first says where the page belongs
        assert order[:3] == sorted(order[:3]) and order[2] < min(order[3:]), path
        outside, folded = "", 0
        for part in body.replace("</details>", "<details>end").split("<details")[1:]:
            folded += -1 if part.startswith(">end") else 1
            outside += "" if folded else part
        assert "<pre>" not in outside and "<code>" not in outside, path


@pytest.mark.parametrize(
    ("text", "slug", "asked", "answer"),
    [
        ("cr-104", "every-team-loses", "Is the game a draw for", "yes"),
        ("cr-809", "neighbours-only", "Can A3 attack B1?", "yes"),
        ("cr-809", "emperor-in-the-middle", "Is the seating legal?", "yes"),
        ("cr-801", "restart-for-all", "take part when an effect restarts the game?", "yes"),
        ("cr-809", "range-by-role", "What is the range of A1?", "1"),
        ("cr-800", "nothing-new-for-the-gone", "Can a new object that A1 would own be created?", "no"),
    ],
)
def test_a_clause_is_shown_at_a_table_where_it_decides(text: str, slug: str, asked: str, answer: str) -> None:
    example = clause_pages(text, "en")[f"{text}/{slug}.md"].partition('<figure class="table"')[2]
    figure = example.partition("</figure>")[0]
    assert asked in figure and f">{answer}</b>" in figure


def affirms(outcome: Outcome) -> bool:
    """Return whether an answer is a yes or a value, be it 0."""
    return outcome.answer.answer is not None and outcome.answer.answer is not False


@pytest.mark.parametrize("text", ["cr-104", "cr-801", "cr-809", "early"])
def test_the_example_of_a_clause_affirms_where_one_can(text: str) -> None:
    """A no is the example only of a clause whose scenarios of today answer none of its own questions with yes."""
    of, negative = shipped_context("en"), 0
    for versions in clause_versions(of.rulebook.texts[text]):
        outcomes = [outcome for record in versions.records for outcome in of.by_clause.get(record.span, ())]
        asks = {sentence.predicate for sentence in versions.records[-1].sentences if not sentence.until}
        own = [o for o in outcomes if o.request["text"] == text and o.request["ask"] in asks and not o.scenario.on]
        affirmed = [affirms(outcome) for outcome in own]
        if own:
            example = min(outcomes, key=lambda outcome: key_of_clause(of, outcome, versions))
            assert affirms(example) >= any(affirmed), versions.slug
            negative += not all(affirmed)
    assert negative, "nothing had to be chosen"


@pytest.mark.parametrize(
    ("seats", "english", "italian"),
    [
        ("g E g | g E g", "two teams of three", "due squadre da tre"),
        ("g E g | g E g | g E g", "three teams of three", "tre squadre da tre"),
        (
            "E g g | g E g",
            "two teams of three: emperor, general, general | general, emperor, general",
            "due squadre da tre: imperatore, generale, generale | generale, imperatore, generale",
        ),
        (
            "g E | g",
            "teams of two and one: general, emperor | general",
            "squadre da due e uno: generale, imperatore | generale",
        ),
        ("E", "one team of one: emperor", "una squadra da uno: imperatore"),
        ("no table", "no table", "no table"),
    ],
)
def test_a_table_is_told_in_words(seats: str, english: str, italian: str) -> None:
    assert [shipped_context(language).seats(seats) for language in LANGUAGES] == [english, italian]


@pytest.mark.parametrize(
    ("text", "slug", "label"),
    [
        ("cr-809", "neighbours-only", "809.3c"),
        ("cr-101", "cannot-beats-can", "101.2"),
        ("cr-809-it", "neighbours-only", "809.3c (Emperor Variant, Italian translation)"),
        ("early", "attack", "attacks (The early text)"),
    ],
)
def test_a_clause_is_cited_by_its_number_where_that_suffices(text: str, slug: str, label: str) -> None:
    of = shipped_context("en")
    (versions,) = (v for v in clause_versions(of.rulebook.texts[text]) if v.slug == slug)
    assert of.permalinks.cite(versions.records[-1]) == label


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_says_which_of_todays_clauses_it_does_not_follow(language: str) -> None:
    of = shipped_context(language)
    shown = {id: list(currencies(of, text_page(id), text)) for id, text in of.rulebook.texts.items()}
    (currency,) = shown.pop("cr-809-it")
    assert [link.label for link in currency["unlike"]] == ["809.3c"] and currency["why"]
    assert not any(shown.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_glossary_defines_every_role_and_option(language: str) -> None:
    content = unescape(glossary_page(shipped_context(language)).content)
    defined, _, phrases = content.partition("{: #roles }")
    vocabulary = shipped_context(language).vocabulary
    terms = vocabulary.terms
    assert {*vocabulary.roles, *vocabulary.options} <= terms.keys() and not phrases
    for term in terms.values():
        assert term.names.own(language) in defined and term.definition.own(language) in defined, term.id


@pytest.mark.slow
def test_the_menu_begins_with_what_judges_need() -> None:
    words = read_locale("en")
    sections: list[str] = []
    several = 2 * len(checked().rulebook.texts)  # the pages of clauses and of numbers, which no menu lists
    for group in page_groups(shipped_context("en"))[:-several]:
        page: Page | None = next(group, None)
        if page is not None and page.listed:
            sections.append(page.section or page.title)
    wanted = ["site_home", "live_title", "site_situations", "site_questions", "site_texts", "site_parts"]
    wanted += ["tables_title", "site_differences", "site_scenarios", "cards_title", "site_glossary"]
    wanted += ["site_contributing", "site_editions"]
    assert list(dict.fromkeys(sections)) == [words[name] for name in wanted]
