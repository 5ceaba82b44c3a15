"""Questions that ask when something is so: they name the rules about it, and what can be asked of the table."""

from __future__ import annotations

import re

import pytest

from emperor_rules.errors import QuestionError, RequestError
from emperor_rules.messages import LANGUAGES
from emperor_rules.model.terms import TEAM
from emperor_rules.model.vocabulary import PredicateKind
from emperor_rules.questions.exact_wordings import asked
from emperor_rules.questions.near_rules import near_rules
from emperor_rules.resolve.cone import cone_of
from tests.support.command_line import run
from tests.support.plain_questions import reader
from tests.support.sampling import TEXTS_IN_BRIEF, in_brief, sample_of, some_of
from tests.support.shipped import engine
from tests.support.tables import SEATS_OF_VARIANTS, SIX

#: What is put before a question; it has the verb first, or in Italian the subject.
WHEN = {"en": ("when ", "how ", "under what circumstances "), "it": ("quando ", "in quali casi ", "come ")}
#: Two players of one team, and two teams.
PLAYERS, TEAMS = ("A1", "A2"), ("A", "B")
NAMED = {"en": "asks for the rules about that: ", "it": "chiede le regole su questo: "}


def refusal(question: str, text: str, language: str) -> str:
    """What a question is refused with; empty where it is read."""
    try:
        reader().read(question, {"text": text, "seats": SEATS_OF_VARIANTS.get(text, SIX)}, language)
    except RequestError as error:
        return str(error) if isinstance(error, QuestionError) else ""
    return ""


def rules_named(said: str, language: str) -> set[str]:
    """The numbers of the clauses in a refusal; the titles behind them, which may have commas, are left out."""
    listed = said.partition(NAMED[language])[2].partition(";")[0]
    return {re.split(r" \(", one)[0] for one in re.split(r", (?![^(]*\))", listed)}


def rules_about(text: str, ask: str) -> set[str]:
    """The numbers of a text's clauses that conclude something about a question.

    A text without roles has none of the sentences that speak of somebody with a role.
    """
    resolved = engine().program(text, None).resolved
    rules = resolved.rules_about(ask)
    if resolved.text.roles == ():
        nouns = [f"some {role.names[0].en} " for role in resolved.vocabulary.roles.values()]
        rules = [rule for rule in rules if rule.sentence and not any(noun in rule.sentence.written for noun in nouns)]
    return {resolved.clauses[rule.clause].number for rule in rules}


def beside(named: set[str], text: str, ask: str) -> set[str]:
    """What is named beside all the rules about a question: some of the text itself, where none of those is.

    They conclude something that the answer reads.
    """
    resolved, about = engine().program(text, None).resolved, rules_about(text, ask)
    assert about <= named, about - named
    own = {clause.number for clause in resolved.clauses if clause.clause.text == text}
    read = cone_of(resolved, ask).predicates
    deciding = {resolved.clauses[rule.clause].number for rule in resolved.rules if rule.predicate in read}
    return named - about - (set() if about & own else own & deciding)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", sample_of(("cr-809", *TEXTS_IN_BRIEF[1:], "cr-807", "cr-810"), 1))
def test_when_something_is_so_is_told_by_the_rules_about_it(text: str, language: str) -> None:
    resolved = engine().program(text, None).resolved
    named = 0
    questions = [one for one in engine().rulebook.vocabulary.questions.items() if one[0] in resolved.by_predicate]
    for number, (id, predicate) in enumerate(some_of(questions, 20)):
        if predicate.kind is PredicateKind.VALUE or (language == "en" and len(predicate.parameters) > len(PLAYERS)):
            continue
        of = [(TEAMS if sort == TEAM else PLAYERS)[min(n, 1)] for n, (_, sort) in enumerate(predicate.parameters)]
        words = asked(predicate, of, language)
        said = refusal(WHEN[language][number % 3] + words[0].lower() + words[1:], text, language)
        if NAMED[language] in said and words.rstrip("?") in said:
            assert beside(rules_named(said, language), text, id) == set(), said
            named += 1
    assert named > 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_rules_named_say_stands_below_a_refusal(language: str) -> None:
    """Whoever asks about a rule reads it at once, whether the question asks for it or may only be about it."""
    vocabulary = engine().rulebook.vocabulary
    questions = [one for one in vocabulary.questions.values() if len(one.parameters) <= len(PLAYERS)]
    for one in some_of(in_brief(questions, 4), 40):  # each reads all rules anew, as a command does
        of = [(TEAMS if sort == TEAM else PLAYERS)[n] for n, (_, sort) in enumerate(one.parameters)]
        put = asked(one, of, language)
        question = f"{WHEN[language][0]}{put[0].lower()}{put[1:]}"
        try:
            reader().read(question, {"text": "cr-809", "seats": SIX}, language)
        except QuestionError as refused:
            error = refused
        except RequestError:
            continue
        else:
            continue
        numbers = dict.fromkeys(rule.partition(":")[2] for rule in error.rules)
        assert list(dict.fromkeys(number for number, _ in error.wordings)) == list(numbers)
        shown = run("--lang", language, "ask", "cr-809", question, "--seats", SIX)
        assert shown.exit_code == 2
        said = " ".join(shown.stderr.split())
        assert all(f"{number} {words}" in said for number, words in error.wordings), shown.stderr


@pytest.mark.parametrize("text", [text for text in SEATS_OF_VARIANTS if engine().rulebook.texts[text].roles == ()])
@pytest.mark.parametrize("ask", ["team-loses", "team-wins", "team-draws"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_without_roles_names_no_rule_about_one(text: str, ask: str, language: str) -> None:
    words = asked(engine().rulebook.vocabulary.questions[ask], TEAMS[:1], language)
    said = refusal(WHEN[language][0] + words[0].lower() + words[1:], text, language)
    assert beside(rules_named(said, language), text, ask) == set()
    assert rules_about(text, ask) < rules_about("cr-104", ask) | rules_about(text, ask)


@pytest.mark.parametrize(
    ("question", "language", "ask"),
    [
        ("when does a team lose?", "en", "team-loses"),
        ("what makes a team lose?", "en", "team-loses"),
        ("how do you win a game of emperor?", "en", "wins"),
        ("how can a team win?", "en", "team-wins"),
        ("what are the ways to lose?", "en", "loses"),
        ("can the two emperors ever attack each other?", "en", "may-attack"),
        ("how does deploying creatures work?", "en", "may-deploy"),
        ("how does the mulligan work?", "en", "may-mulligan"),
        ("quando perde una squadra?", "it", "team-loses"),
        ("come si vince?", "it", "wins"),
        ("come fa a vincere una squadra?", "it", "team-wins"),
        ("come fa una squadra a vincere?", "it", "team-wins"),
        ("i due imperatori possono mai attaccarsi?", "it", "may-attack"),
        ("come funziona lo schieramento?", "it", "may-deploy"),
        ("come funziona il mulligan?", "it", "may-mulligan"),
        ("come funziona attaccare?", "it", "may-attack"),
        ("quando finisce il gioco?", "it", "game-goes-on"),
    ],
)
def test_people_ask_for_rules_in_many_ways(question: str, language: str, ask: str) -> None:
    assert beside(rules_named(refusal(question, "cr-809", language), language), "cr-809", ask) == set()


@pytest.mark.parametrize(
    ("question", "language"), [("how do you win at Emperor?", "en"), ("come si vince a Imperatore?", "it")]
)
def test_the_rule_of_the_text_itself_comes_first(question: str, language: str) -> None:
    said = refusal(question, "cr-809", language)
    assert said.partition(NAMED[language])[2].split()[0] == "809.5a"


@pytest.mark.parametrize(
    ("question", "language"),
    [("when does a player lose in 2008?", "en"), ("quando perde un giocatore nel 2008?", "it")],
)
def test_rules_of_another_day_have_the_numbers_of_that_day(question: str, language: str) -> None:
    resolved = engine().program("cr-809", "2008-01-01").resolved
    numbers = {resolved.clauses[rule.clause].number for rule in resolved.rules_about("loses")}
    assert rules_named(refusal(question, "cr-809", language), language) == numbers != rules_about("cr-809", "loses")


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("if A2 dies, when does team A lose?", "en"),
        ("when A1 dies, florb can A2 attack?", "en"),
        ("how far can A2 florb?", "en"),
        ("when can A2 attack B2 twice?", "en"),
        ("quando A1 muore, A2 può florbare?", "it"),
    ],
)
def test_what_is_supposed_or_not_understood_names_no_rules(question: str, language: str) -> None:
    said = refusal(question, "cr-809", language)
    assert said
    assert NAMED[language] not in said


def rules_near(words: str, text: str, language: str) -> list[str]:
    """The numbers of the rules that some words may be about, each once."""
    matcher, resolved = reader().matcher, engine().program(text, None).resolved
    near = near_rules(resolved, matcher.patterns[language], matcher.tokens_of(words, language))
    cited = [one.citation for one in near]
    assert len({*cited}) == len(cited) <= matcher.languages[language].table["near_rules"]["most"]
    return [one.number for one in near]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", TEXTS_IN_BRIEF)
def test_the_words_of_a_rule_lead_to_it(text: str, language: str) -> None:
    """Nearly always: where the words of another decide the same question, that may be nearer."""
    clauses = [one for one in engine().program(text, None).resolved.clauses if one.clause.words(language)]
    led = [one.number in rules_near(one.clause.words(language), text, language) for one in clauses]
    assert sum(led) >= 0.95 * len(clauses) > 5


@pytest.mark.parametrize(
    ("question", "language", "rule"),
    [
        ("Do we add up poison counters as a team?", "en", "104.3d"),
        ("my Tarmogoyf style card counts all graveyards, do I count the far ones too?", "en", "801.11"),
        ("Giochiamo con l'ante: se uno esce le sue carte in ante restano?", "it", "800.4n"),
        ("Le pedine del generale morto restano in campo?", "it", "800.4a"),
    ],
)
def test_what_is_not_understood_names_the_rules_that_its_words_are_of(question: str, language: str, rule: str) -> None:
    with pytest.raises(QuestionError) as refused:
        reader().read(question, {"text": "cr-809", "seats": SIX}, language)
    assert rule in {citation.partition(":")[2] for citation in refused.value.rules}
    assert rule in str(refused.value)


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("does A3 outrank B2?", "en"),
        ("when in doubt", "en"),
        ("may I eat a pizza?", "en"),
        ("florb?", "en"),
        ("posso mangiare la pizza?", "it"),
        ("mai dire mai", "it"),
    ],
)
def test_words_of_no_rule_name_none(question: str, language: str) -> None:
    with pytest.raises(QuestionError) as refused:
        reader().read(question, {"text": "cr-809", "seats": SIX}, language)
    assert not refused.value.rules
