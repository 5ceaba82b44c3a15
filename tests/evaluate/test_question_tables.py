"""The tables by which questions are read: general ones of a language, and the words of the game in the rules."""

from __future__ import annotations

import math
import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from emperor_rules.frontend.phrasings import faults_of_words
from emperor_rules.messages import LANGUAGES, common_tables
from emperor_rules.questions import reader as reading
from emperor_rules.questions.clauses import circumstances_of
from emperor_rules.questions.language import Language, unaccented
from emperor_rules.questions.mentions import Mention
from emperor_rules.questions.patterns import IDLE
from emperor_rules.questions.reader import load_matcher
from emperor_rules.questions.tables import EXPRESSIONS, tables
from tests.support.paths import DATA, REPOSITORY, RULES
from tests.support.plain_questions import reader
from tests.support.sampling import in_brief
from tests.support.shipped import engine, whole_rulebook


def joined(**own: Any) -> dict[str, Any]:
    return tables({"en": own})["en"]


def test_the_tables_of_a_language_hold_no_word_of_the_game():
    files = (REPOSITORY / "grammar" / "languages").glob("*/questions.toml")
    written = "".join(file.read_text(encoding="utf-8") for file in files).lower()
    table = "".join(line for line in written.splitlines(keepends=True) if not line.startswith("#"))
    vocabulary = engine().rulebook.vocabulary
    nouns = {form.lower() for role in vocabulary.roles.values() for words in role.names for form in words}
    verbs = {
        "attack",
        "attaccare",
        "block",
        "bloccare",
        "deploy",
        "schierare",
        "creature",
        "creatura",
        "spell",
        "magia",
    }
    table = re.sub(r'"in generale?"|"in general"|"generally"', "", table)
    assert [word for word in sorted(nouns | verbs) if re.search(rf"(?<!\w){word}(?!\w)", table)] == []


def test_a_list_stands_for_each_of_its_words_on_both_sides_of_a_phrase():
    phrases = dict(joined(lists={"fruit": ["apples", "pears"]}, phrases={"eat {fruit}": ["munch {fruit}"]})["phrases"])
    assert phrases["munch apples"] == "eat apples" and phrases["munch pears"] == "eat pears"


def test_a_list_stands_for_any_of_its_words_in_a_regular_expression():
    pattern, _ = joined(lists={"fruit": ["{red}", "pears"], "red": ["apples"]}, rewritten=[["^{fruit}{2,}$", ""]])[
        "rewritten"
    ][0]
    assert re.search(pattern, "applesapples") and not re.search(pattern, "plums")


def test_a_list_that_nobody_fills_is_never_met():
    (pattern, _), *_ = joined(rewritten=[["plums?|{fruit}", ""]])["rewritten"]
    assert re.search(pattern, "plum") and not re.search(pattern, "")


def test_the_words_of_the_rules_join_those_of_the_language():
    table = joined(synonyms={"eat": ["munch"], "die": ["wither"]}, means=["fork"])
    assert table["synonyms"]["munch"] == "eat" and table["synonyms"]["wither"] == table["synonyms"]["perish"] == "die"
    assert table["means"] == ["fork"]


@pytest.mark.parametrize("id", LANGUAGES)
def test_nothing_is_said_for_two_things(id: str):
    """What would be read in two ways is read in the last of them, and the other stands there in vain."""
    words = reader().phrasings.words[id]
    for name in ("phrases", "synonyms", "words"):
        said = [way for part in (common_tables()[id], words) for ways in part.get(name, {}).values() for way in ways]
        assert len(said) == len(set(said)), [way for way in said if said.count(way) > 1]


@pytest.mark.parametrize("id", LANGUAGES)
def test_a_rewriting_is_made_only_where_the_question_has_what_it_needs(id: str):
    """What is kept of an expression is in all that it matches: the questions of the data are rewritten alike with and without it."""
    spoken = reader().matcher.languages[id]
    hinted = Language(id, spoken.compiled())
    needs = [needs for table in hinted.table["needs"].values() for needs in table]
    assert sum(map(bool, needs)) > len(needs) / 2
    files = [
        (DATA / f"{name}.toml").read_text(encoding="utf-8")
        for name in ("questions", "questions_of_others", "questions_fresh")
    ]
    for typed in in_brief([typed for file in files for typed in re.findall(r'typed = "([^"]*)"', file)], 500):
        assert hinted.rewritten(typed) == spoken.rewritten(typed)
        for ways in ("opposites", "recast", "of_a_position", "narrowed"):
            assert [*getattr(hinted, ways)(typed)] == [*getattr(spoken, ways)(typed)]
        words, with_needs = ([m.span() for m in one.words_in(EXPRESSIONS[2:], typed)] for one in (spoken, hinted))
        assert words == with_needs


def test_what_is_kept_of_the_phrasings_reads_as_they_do(monkeypatch, tmp_path: Path):
    monkeypatch.setattr(reading, "cache_folder", lambda: tmp_path)
    folder, vocabulary = RULES, engine().rulebook.vocabulary
    (made, faults), (kept, _) = (load_matcher(folder, vocabulary) for _ in range(2))
    assert faults is None and made.ready is None and kept.ready is not None
    for question in ("can A2 attack B1 if A3 is dead?", "whom can A2 attack", "who owns his creatures"):
        tokens = made.tokens_of(question, "en")
        assert list(map(repr, made.matches(tokens, "en"))) == list(map(repr, kept.matches(tokens, "en")))
    assert kept.phrasings.topics == made.phrasings.topics


@pytest.mark.parametrize("id", LANGUAGES)
def test_no_rewriting_brings_along_a_circumstance_of_its_own(id: str):
    """What is read in place of some words tells nothing that they do not: “skip his draw” says nothing of a step.

    That a creature has just come is said in very many words, and what somebody does or suffers is told by who that is.
    """
    matcher = reader().matcher
    spoken, patterns = matcher.languages[id], matcher.patterns[id]

    def beginnings(words: str) -> set[str]:
        found = re.findall(r"[^\W\d_]{4,}", re.sub(r"\\.", " ", words.lower()))
        return {unaccented(form)[:4] for word in found for form in (word, spoken.stem(unaccented(word)))}

    looked_at = 0
    for table in ("rewritten", "recast", "opposites"):
        for pattern, replacement, *_ in spoken.table[table]:
            tokens = matcher.words_of(re.sub(r"\$\d", " , ", replacement), id)
            words = [spoken.stem(word) for token in tokens for word in token.shown.split()]
            present = frozenset([*(token.value for token in tokens if isinstance(token.value, str)), *words])
            index = patterns.index(patterns.circumstances, present, spoken.light)
            for clause in circumstances_of(tokens, index, spoken, spoken.light):
                part = tokens[clause.start : clause.end]
                ids = {match.pattern.id for match in clause.matches}
                if ids.isdisjoint((IDLE, "sick")) and not any(isinstance(token.value, Mention) for token in part):
                    told = {*" ".join(token.shown for token in part).split()} - spoken.dropped - spoken.prepositions
                    assert beginnings(" ".join(told)) <= beginnings(pattern), replacement
                    looked_at += 1
    assert looked_at


@pytest.mark.parametrize("id", LANGUAGES)
def test_what_weighs_a_rule_takes_numbers_of_its_own_kind(id: str) -> None:
    """A fraction where the usual number is one, a whole number anywhere, by the names that are there."""
    for name, number in common_tables()[id]["near_rules"].items():
        others: list[Any] = [-1, math.inf, math.nan, True, "many", [number]]
        wrong = [{name: other} for other in (*others, *([0.5] if isinstance(number, int) else []))]
        for table in (*wrong, {f"{name}s": number}):
            (fault,) = faults_of_words({id: {"near_rules": table}}, ())
            assert f"{name} = {number}" in str(fault.help), table
        assert not [*faults_of_words({id: {"near_rules": {name: 2}}}, ())]


@pytest.mark.parametrize("id", LANGUAGES)
def test_a_row_that_names_no_question_is_said_with_the_one_that_is_near(id: str) -> None:
    """Of every table that names questions: those of a row's column, and those that are nothing but ids."""
    questions = whole_rulebook().vocabulary.questions
    tables = {"narrowed": ["a", "{}", "no"], "opposites": ["a", "b", "{}"], "later": "{}"}
    for (name, row), ask in product(tables.items(), list(questions)[::40]):
        for word, said in ((ask, None), (f"{ask}s", f"Did you mean “{ask}”?"), ("zzzz", "It is no question")):
            entry = row.format(word) if isinstance(row, str) else [cell.format(word) for cell in row]
            faults = [*faults_of_words({id: {name: [entry]}}, questions)]
            assert [str(fault.help).partition(":")[0] for fault in faults] == ([] if said is None else [said])
            assert all(f"{id}.{name}" in str(fault.reason) for fault in faults)
