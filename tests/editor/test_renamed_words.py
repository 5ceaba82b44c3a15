"""Whatever the vocabulary declares can be said in other words: all sentences follow, and can go back.

EMPEROR_WORDS is of how many things that the shipped vocabulary says one is tried: without it none, but for words that
players and teams share.
"""

from __future__ import annotations

import os
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from emperor_rules.editor.mentions import NamedKind, NameMention
from emperor_rules.editor.renamed_words import declared_words, rename_words
from emperor_rules.frontend.loader import load_rulebook
from emperor_rules.model.rulebook import Rulebook
from tests.golden_pages import GOLDEN
from tests.support.paths import RULES
from tests.support.sampling import sample_of

WORDS = int(os.environ.get("EMPEROR_WORDS", "0"))


@cache
def read(rules: Path) -> Rulebook:
    return load_rulebook(rules)


def said_in(rulebook: Rulebook) -> list[NameMention]:
    """All that is said in words of the vocabulary."""
    tables = {NamedKind.PREDICATE: rulebook.vocabulary.predicates, NamedKind.ROLE: rulebook.vocabulary.roles}
    tables[NamedKind.GIVEN] = rulebook.vocabulary.givens
    said = [NameMention(kind, (id,), 0, 0, spoken=True) for kind, table in tables.items() for id in table]
    return [mention for mention in said if declared_words(rulebook, mention)]


def other_words(words: str) -> str:
    """Change the longest word of each phrase, so that what stands before it still inflects."""
    phrases = (phrase.split(" ") for phrase in words.split(", "))
    longest = ((phrase, max(phrase, key=len)) for phrase in phrases)
    return ", ".join(" ".join(f"un{word}" if word == long else word for word in phrase) for phrase, long in longest)


def with_words(rulebook: Rulebook, mention: NameMention, new: str) -> Rulebook:
    contents = {path.as_posix(): after for path, (_, after) in rename_words(rulebook, mention, new).contents.items()}
    assert rulebook.folder is not None
    unsaved = {name: source.text for name, source in rulebook.sources.items()} | contents
    return load_rulebook(rulebook.folder, before=rulebook, unsaved=unsaved)


@pytest.mark.parametrize(("rules", "step"), [(GOLDEN / "rules", 1), *[(RULES, WORDS)] * bool(WORDS)])
def test_sentences_follow_other_words_and_go_back(rules: Path, step: int) -> None:
    rulebook, followed = read(rules), 0
    for mention in said_in(rulebook)[::step]:
        before = declared_words(rulebook, mention)
        new = other_words(before)
        changed = with_words(rulebook, mention, new)
        assert declared_words(changed, mention) == new
        assert [finding.message for finding in changed.findings] == []
        again = with_words(changed, mention, before)
        assert [source.text for source in again.sources.values()] == [s.text for s in rulebook.sources.values()]
        followed += 1
    assert followed > 1


@pytest.mark.parametrize("id", sample_of(["loses", "team-wins"], 0))
def test_words_that_players_and_teams_share_follow_for_both(id: str) -> None:
    rulebook = read(RULES)
    mention = NameMention(NamedKind.PREDICATE, (id,), 0, 0, spoken=True)
    changed = with_words(rulebook, mention, other_words(declared_words(rulebook, mention)))
    both = [replace(mention, key=(key,)) for key in (id.removeprefix("team-"), f"team-{id.removeprefix('team-')}")]
    player, team = (declared_words(changed, each).split() for each in both)
    assert player[1:] == team[1:] != declared_words(rulebook, both[0]).split()[1:]
    assert [finding.message for finding in changed.findings] == []
