"""The pages of questions: the ruling first, then a table that shows it, with everything else folded; listed by topic."""

import re
from functools import cache
from html import unescape

import pytest

from emperor_rules.messages import LANGUAGES
from emperor_rules.model.terms import NUMBER
from emperor_rules.questions.reader import reader_of
from emperor_rules.site.pages.questions import todays_ruling
from emperor_rules.site.texts import concluding, is_of_today, needs_no_rule, todays_text
from emperor_rules.site.views.ruling import Ruling, ruling
from tests.support.built_site import built_site, html_pages
from tests.support.built_site import plain as keyboard_words
from tests.support.shipped import checked, shipped_context

pytestmark = pytest.mark.site


def folder(language: str) -> str:
    return "" if language == "en" else f"{language}/"


def article(language: str, name: str) -> str:
    source = (built_site() / f"{folder(language)}questions/{name}.html").read_text(encoding="utf-8")
    return re.search(r"<article.*?</article>", source, re.DOTALL)[0]  # type: ignore[index]


def plain(html: str) -> str:
    return keyboard_words(unescape(re.sub(r"<[^>]*>", " ", html)))


@cache
def rulings(language: str) -> dict[str, Ruling]:
    today = todays_text(checked().rulebook)
    assert today is not None
    questions = shipped_context(language).vocabulary.questions
    candidates = {
        id: ruling(shipped_context(language), "questions/index.md", today, question)
        for id, question in questions.items()
    }
    return {id: ruled for id, ruled in candidates.items() if ruled is not None}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_opens_with_its_ruling_and_folds_the_other_rulebooks(language: str) -> None:
    assert len(rulings(language)) > 50
    for id, ruled in rulings(language).items():
        page = article(language, id)
        first, _, rest = page.partition("</h1>")[2].partition("</div>")
        assert 'class="ruling"' in first, id
        said = plain(first)
        for words in (*ruled.sentences, *(words for _, words in ruled.quoted)):
            assert plain(words) in said, (id, words)
        for link in (*ruled.clauses, *(link for link, _ in ruled.quoted)):
            assert re.search(rf'href="[^"]*{re.escape(link.href.rpartition("/")[2])}"', first), (id, link)
        assert 'class="ruling"' not in rest, id
        others = re.search(r'<details class="tables"([^>]*)>', page)
        assert others is None or "open" not in others[1], id
        if others is not None:
            assert rest.index('<details class="tables"') > rest.find('id="table"'), id


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_seen_at_the_table_is_never_called_unsaid(language: str) -> None:
    """How many teams there are, or who sits next to whom, no rule decides, and none needs to."""
    of = shipped_context(language)
    seen = [
        question.id
        for question in of.vocabulary.questions.values()
        if needs_no_rule(question, of.engine, of.standalone)
    ]
    assert {"team-count", "next-to", "on-the-left"} <= {*seen} and not {"game-goes-on", "plays-with"} & {*seen}
    for id in seen:
        said = plain(article(language, id))
        assert plain(of.locale["ruling_seen"]) in said, id
        for unsaid in ("ruling_silent", "questions_others_silent"):
            assert plain(of.locale[unsaid]) not in said, id


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_that_an_official_rulebook_decides_opens_with_what_it_says(language: str) -> None:
    """Not with the silence of today's Emperor rules, where those of another game speak."""
    of = shipped_context(language)
    silent = {of.locale["ruling_silent"]} | {
        of.locale["ruling_elsewhere"].format(place=question.elsewhere.own(language))
        for question in of.vocabulary.questions.values()
    }
    decided = [
        id
        for id in of.vocabulary.questions
        if any(concluding(of.engine, text.id, id) for text in filter(is_of_today, of.standalone))
    ]
    assert len(decided) > len(rulings(language)) + 40
    for id in decided:
        first = plain(article(language, id).partition("</h1>")[2].partition("</div>")[0])
        assert not any(plain(words) in first for words in silent), id


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_ruling_put_together_names_no_number_but_one_asked_for(language: str) -> None:
    for question in shipped_context(language).vocabulary.questions.values():
        _, ruled = todays_ruling(shipped_context(language), "questions/index.md", question)
        said = " ".join(ruled.sentences).replace(question.elsewhere.own(language), "") if ruled is not None else ""
        assert question.answer == NUMBER or not re.search(r"\d", said), said


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_ruling_has_few_sentences(language: str) -> None:
    for id, ruled in rulings(language).items():
        assert 1 <= len(ruled.sentences) + len(ruled.quoted) <= 3, id
        assert bool(ruled.sentences) is not bool(ruled.quoted), id


def test_a_ruling_does_not_open_with_what_never_comes_to_apply() -> None:
    """With limited range, which Emperor always has, effects that win the game go by 801.14 and loops by 801.16."""
    for asked, idle in (("wins", "cr-104/win-effect"), ("draws", "cr-104/loop")):
        ruled = rulings("en")[asked]
        assert not any(idle in link.href for link, _ in ruled.quoted), asked
        assert any(idle in link.href for link in ruled.clauses), asked


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_example_answers_yes_where_a_scenario_of_todays_rules_does(language: str) -> None:
    """Of players who differ, where a scenario asks of such: nobody wonders about attacking one player twice."""
    today = todays_text(checked().rulebook)
    assert today is not None
    queries = {True: dict[str, bool](), False: dict[str, bool]()}
    for outcome in checked().run.outcomes:
        if outcome.request["text"] == today.id and outcome.scenario.on is None:
            of, ask = outcome.expectation.query.of, outcome.expectation.query.ask
            answered = queries[len({*of}) == len(of)]
            answered[ask] = answered.get(ask, False) or outcome.answer.answer is True
    assert len(queries[True]) > 30
    for id in queries[True]:
        at_live = re.search(r'class="at-live" href="[^"]*&of=([^"&]*)"', article(language, id))
        named = at_live[1].split(".") if at_live is not None else []
        assert len({*named}) == len(named), id
    for id in (id for id, answered in queries[True].items() if answered):
        assert (
            re.search(r'<section class="asked-at".*?<b class="answer (\w+)"', article(language, id), re.DOTALL)[  # type: ignore[index]
                1
            ]
            == "yes"
        ), id


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_has_every_question_once_and_todays_under_their_topic(language: str) -> None:
    page = article(language, "index")
    listed = re.findall(r'<li><a href="([^"]*)\.html"', page)
    assert sorted(listed) == sorted(shipped_context(language).vocabulary.questions)
    sections = dict(re.findall(r'<h2 id="([^"]*)"(.*?)(?=<h2 |</article>)', page, re.DOTALL))
    of, topics = shipped_context(language), reader_of(shipped_context(language).engine).phrasings.topics
    questions, ruled = of.vocabulary.questions, rulings(language)
    summaries = {id: one.summary(questions[id].ask, language) for id, one in ruled.items()}
    summaries |= {
        id: of.locale["ruling_seen"]
        for id, question in questions.items()
        if needs_no_rule(question, of.engine, of.standalone)
    }
    spoken_of = [id for id, topic in topics.items() if not summaries.keys().isdisjoint(topic.asks)]
    assert [id for id in sections if id in topics] == spoken_of and len(spoken_of) > 8
    for id, topic in ((id, topics[id]) for id in spoken_of):
        below = re.findall(r'<li><a href="([^"]*)\.html"', sections[id])
        assert below == [ask for ask in topic.asks if ask in summaries], id
        for ask in below:
            assert plain(summaries[ask]) in plain(sections[id]), ask
    elsewhere = re.findall(r'<li><a href="([^"]*)\.html"', sections["elsewhere"])
    assert set(elsewhere) == set(questions) - set(summaries)


def test_a_ruling_in_short_is_of_the_same_clause_in_every_language_and_begins_as_it_does() -> None:
    """A sentence from the midst of a clause, such as “Their abilities …”, would speak of nobody."""
    ruled = {language: rulings(language) for language in LANGUAGES}
    quoted = [id for id, one in ruled["en"].items() if one.sources]
    for id in quoted:
        clauses = set[str]()
        for language in LANGUAGES:
            one = ruled[language][id]
            short = one.summary(shipped_context(language).vocabulary.questions[id].ask, language)
            begun = [
                f"{c.text}:{c.slug}"
                for c in one.sources
                if short and c.words(language).startswith(short.split(" … ")[0][:60])
            ]
            clauses.update(begun[:1] or [f"none: {short}"])
        assert len(clauses) == 1, (id, clauses)
    assert len(quoted) > 20


def test_no_page_of_a_question_is_missing() -> None:
    for language in LANGUAGES:
        for id in shipped_context(language).vocabulary.questions:
            assert built_site() / f"{folder(language)}questions/{id}.html" in html_pages(), id
