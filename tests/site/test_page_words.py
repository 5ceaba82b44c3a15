"""The words of pages: dates, negations, questions of nobody in particular, and remarks, as each language says them."""

from __future__ import annotations

import re
from functools import cache
from html import unescape

import pytest

from emperor_rules.check.history.versions import clause_versions
from emperor_rules.code_help import explanations
from emperor_rules.drawing.alt_text import describe
from emperor_rules.drawing.inquiry import scene_of
from emperor_rules.evaluate.verbalise import say_fact, say_given
from emperor_rules.language.blocks import read_remarks
from emperor_rules.messages import LANGUAGES, catalogue
from emperor_rules.model.scenarios import Request, TableRequest
from emperor_rules.model.vocabulary import GivenKind
from emperor_rules.resources import site_folder
from emperor_rules.site.context import SiteContext
from emperor_rules.site.i18n import read_locale
from emperor_rules.site.pages.cards import card_kinds, card_names, cards_page
from emperor_rules.site.pages.glossary import glossary_page
from emperor_rules.site.pages.scenarios import scenario_list
from emperor_rules.site.pages.situations import situation_pages
from emperor_rules.site.pages.tables import table_pages
from emperor_rules.site.pages.texts import remarks
from emperor_rules.site.permalinks import clause_page
from emperor_rules.site.views.clause_view import currencies
from emperor_rules.site.views.departures import table_states
from emperor_rules.site.views.figures import of_anyone
from emperor_rules.site.views.position_view import picture
from tests.support.shipped import checked, shipped_context

LETTERS = re.compile(r"(?<![\w.])[pqxyz](?![\w.])")


@cache
def contents_of_table_pages(language: str) -> dict[str, str]:
    pages = table_pages(shipped_context(language))
    return {page.path: page.content for page in pages}


@pytest.mark.parametrize(
    ("phrase", "date", "english", "italian"),
    [
        ("text_effective", "2009-07-08", "In effect since 8 July 2009", "In vigore dall’8 luglio 2009"),
        ("text_effective", "2013-07-11", "In effect since 11 July 2013", "In vigore dall’11 luglio 2013"),
        ("text_effective", "2005-10-01", "In effect since 1 October 2005", "In vigore dal 1º ottobre 2005"),
        ("text_effective", "2010-06-18", "In effect since 18 June 2010", "In vigore dal 18 giugno 2010"),
        ("clause_until", "2013-07-11", "until 11 July 2013", "fino all’11 luglio 2013"),
        ("text_at", "2009-07-08", "of 8 July 2009", "dell’8 luglio 2009"),
    ],
)
def test_a_date_in_a_phrase(phrase: str, date: str, english: str, italian: str) -> None:
    assert [read_locale(language).dated(phrase, date) for language in LANGUAGES] == [english, italian]


@pytest.mark.parametrize(
    ("given", "english", "italian"),
    [
        ("from-plane", "the effect is not from a plane", "l'effetto non viene da un piano dimensionale"),
        (
            "public-talk",
            "the talk does not keep to cards that everyone knows",
            "non si parla solo di carte note a tutti",
        ),
        ("passed", "the mulligan has not been passed", "non si è ancora rinunciato al mulligan"),
        ("tapped", "the creature is not tapped", "la creatura non è TAPpata"),
    ],
)
def test_a_given_fact_is_negated_as_declared_or_bent(given: str, english: str, italian: str) -> None:
    said = [say_given(checked().rulebook.vocabulary, given, False, language) for language in LANGUAGES]
    assert said == [english, italian]


def test_of_the_clauses_that_decide_those_of_the_text_asked_are_named_first() -> None:
    of = shipped_context("en")
    shown, cited = next(
        (of.outcome("index.md", outcome).by, outcome.answer.clauses)
        for outcome in of.by_question["may-attack"]
        if outcome.text == "cr-809" and outcome.answer.clauses[:2] == ("cr-506:506.2", "cr-809:809.3c")
    )
    assert shown[0].label == "809.3c" and len(shown) == len(cited)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_question_lacks_is_named_in_words(language: str) -> None:
    of = shipped_context(language)
    shown = {
        o.answer.missing: of.outcome("index.md", o).message
        for outcomes in of.by_question.values()
        for o in outcomes
        if o.answer.missing
    }
    assert {"territory", "able", "leaver"} <= shown.keys()
    for key, message in shown.items():
        given = of.vocabulary.givens[key]
        named = given.phrase.own(language) if given.kind is not GivenKind.PLAYERS else of.locale["ruling_somebody"]
        assert named in message and "“" not in message and "«" not in message, key
        assert not LETTERS.search(message), message


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_letter_stands_for_anybody_in_questions_filters_and_terms(language: str) -> None:
    of = shipped_context(language)
    questions = [of_anyone(predicate, of.locale) for predicate in of.rulebook.vocabulary.questions.values()]
    assert [said for said in questions if LETTERS.search(said)] == []
    assert len(set(questions)) == len(questions)
    asks = re.findall(r"<option value=[^>]+>([^<]+)</option>", _filter(of))
    assert asks and [said for said in asks if LETTERS.search(said)] == []
    terms = re.findall(r"<dt [^>]+>(.*?)</dt>", glossary_page(of).content)
    assert [term for term in terms if LETTERS.search(re.sub(r"<[^>]+>", "", term))] == []
    assert len(set(terms)) == len(terms)


def _filter(of: SiteContext) -> str:
    return scenario_list(of).content


@pytest.mark.parametrize("language", LANGUAGES)
def test_scenarios_clauses_and_sources_are_named_in_the_language_of_the_page(language: str) -> None:
    of, other = shipped_context(language), next(other for other in LANGUAGES if other != language)
    shown = unescape(_filter(of))
    for scenario in of.rulebook.scenarios:
        assert scenario.title(language) in shown
        assert scenario.title("it") != scenario.name
    for text in of.rulebook.texts.values():
        assert text.sources.own(language)
        for clause in text.clauses:
            own, foreign = (clause.name(spoken) for spoken in (language, other))
            link = of.permalinks.to_clause("questions/range.md", clause)
            assert own and link.label == of.permalinks.cite(clause)
            assert link.label.startswith((clause.number, own)) and not link.label.startswith(f"{text.id} ")
            assert clause.number[0].isdigit() or foreign == own or foreign not in link.label


def test_anybody_is_named_in_the_order_of_the_phrase() -> None:
    asked = checked().rulebook.vocabulary.questions
    together = of_anyone(asked["may-attack-together"], read_locale("en"))
    assert together == "Can a player attack another and, in the same combat, a third?"
    assert of_anyone(asked["in-range"], read_locale("it")).startswith(
        "Un giocatore è nel raggio d'influenza di un altro"
    )
    assert "the team of that player take" in of_anyone(asked["head-start"], read_locale("en"))


def test_italian_contracts_before_the_name_of_a_team() -> None:
    member = checked().rulebook.vocabulary.predicates["member"]
    assert say_fact(member, ["A2", "la squadra A"], True, "it") == "A2 è un giocatore della squadra A"


def test_no_drawing_gainsays_an_answer_that_rests_on_other_facts() -> None:
    asker = shipped_context("en")
    seats: Request = {"text": "paris", "seats": "g E g | g E g", "ask": "may-march", "of": ["A1", "A2"]}
    plain, wall = (picture(asker, {**seats, "given": given}, "table") for given in ({}, {"wall": True}))
    assert plain is not None and 'data-ask="may-march"' in plain["svg"]
    assert wall is not None and "data-from" not in wall["svg"] and 'data-player="A1"' in wall["svg"]
    usual = picture(asker, {**seats, "given": {"from": "A1", "wall": False, "active": "A1", "stack": 0}}, "table")
    assert usual == plain


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reading_is_given_in_the_language_of_the_page(language: str) -> None:
    all_readings = [
        reading
        for text in checked().rulebook.texts.values()
        for line in clause_versions(text)
        for reading in remarks(line, language)
    ]
    assert len(all_readings) > 10
    assert [words for spoken, words in all_readings if spoken != language] == []


def test_a_remark_is_parted_by_language() -> None:
    assert read_remarks(["# --- heading ---", "# One.", "# Two.", "# it: Uno.", "# Due."]) == {
        "en": "One. Two.",
        "it": "Uno. Due.",
    }
    assert read_remarks(["# Only so."]) == {"en": "Only so.", "it": ""}


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_dots_for_anybody_take_no_full_stop(language: str) -> None:
    drawn = scene_of(TableRequest(text="cr-glossary", seats="g E g | g E g"), shipped_context(language).engine)
    said = describe(drawn, checked().rulebook.vocabulary, language)
    assert any(sentence.endswith("…") for sentence in said) and not any("…." in sentence for sentence in said)
    assert all(sentence.endswith((".", "…")) for sentence in said)
    pages = contents_of_table_pages(language)
    assert "…" in pages["tables/2x3.md"] and not any("…." in content for content in pages.values())


@pytest.mark.slow
def test_a_text_that_does_not_say_who_goes_along_is_said_to_be_silent() -> None:
    states = {
        text: list(table_states(shipped_context("en"), text, "g E g | g E g"))[1:] for text in ("cr-809", "wiki-it")
    }
    assert all(state.silent for state in states["wiki-it"]) and not any(state.silent for state in states["cr-809"])
    pages = table_pages(shipped_context("it"))
    content = next(page.content for page in pages if page.path == "tables/2x3.md")
    part = content[content.index("wiki-it.html") :]
    assert read_locale("it")["tables_silent"] in part
    assert read_locale("it")["tables_silent"] not in content[: content.index("early.html")]
    assert "cr-glossary" not in content, "nobody plays by a text that says nothing of what the page shows"


#: Forms by which Italian addresses several people; everything else says “tu”.
ADDRESSING_SEVERAL = re.compile(
    r"\b(?:voi|vostr[oaie]|(?:pot|dov|av|vol|sapr)ete|siete|(?:scriv|legg|chied|chiud|scegli|apr)ete|create|datele"
    r"|(?:guard|aspett)ate(?:vi)?|dichiaratelo|aggiungete|eseguite)\b",
    re.IGNORECASE,
)


def test_italian_addresses_one_reader() -> None:
    files = [site_folder() / "guide.it.md", *(site_folder() / "it").rglob("*.md")]
    said = {file.name: file.read_text(encoding="utf-8") for file in files}
    said["words.toml"] = "\n".join(read_locale("it").strings.values())
    said["codes.toml"] = "\n".join(explanation.why for explanation in explanations("it").values())
    said["messages.toml"] = "\n".join(catalogue("it").values())
    assert [(name, word) for name, words in said.items() for word in ADDRESSING_SEVERAL.findall(words)] == []


def test_a_clause_of_a_translation_says_that_it_is_behind_and_which_clause_holds() -> None:
    context = shipped_context("it")
    translation = context.rulebook.texts["cr-809-it"]
    behind = {
        clause.number: [
            link.href
            for currency in currencies(context, clause_page(translation.id, clause.slug), translation, clause.number)
            for link in currency["unlike"]
        ]
        for clause in translation.clauses
    }
    assert {number: links for number, links in behind.items() if links} == {
        "809.3c": ["../cr-809/neighbours-only.html"]
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_about_cards_names_none_of_another_language_alone(language: str) -> None:
    (page,) = cards_page(shipped_context(language))
    shown, foreign = unescape(page.content), [other for other in LANGUAGES if other != language]
    alone = [name for kind in card_kinds() for name in card_names(kind, *foreign) if name not in card_names(kind)]
    own = [name for kind in card_kinds() for name in card_names(kind, language)]
    assert own and all(name in shown for name in own)
    assert [name for name in alone if name in shown] == [] and (alone or language == "it")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_situation_tells_nothing_that_no_clause_looks_at(language: str) -> None:
    """Whoever describes a situation says more than the rules ask; that concerns who writes rules, not who judges."""
    of, pages = shipped_context(language), [*situation_pages(shipped_context(language))]
    ignored = [outcome for outcomes in of.by_scenario.values() for outcome in outcomes if outcome.answer.ignored]
    assert ignored and len(pages) > 20
    assert [page.path for page in pages if of.locale["answer_ignored"] in page.content] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_of_scenarios_is_in_the_order_of_its_words(language: str) -> None:
    topics = re.findall(r"<summary>(.*?) <small>", unescape(scenario_list(shipped_context(language)).content))
    assert len(topics) > 20 and topics == sorted(topics, key=str.casefold)
