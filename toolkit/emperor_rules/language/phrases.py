"""The phrases of the language itself; those of a vocabulary are added to them when it is read."""

from __future__ import annotations

from collections.abc import Mapping

from emperor_rules.model.phrases import Phrases, PhraseWords

#: Phrases of the language itself, with the terminal of ``grammar/rules.lark`` that each becomes.
STRUCTURE: Mapping[str, str] = {
    "when": "WHEN",
    "unless": "UNLESS",
    "only when": "ONLY_WHEN",
    "exactly when": "EXACTLY_WHEN",
    "whether": "WHETHER",
    "is left open": "IS_LEFT_OPEN",
    "require": "REQUIRE",
    "prohibitions beat permissions": "PRINCIPLE",
    "and": "AND",
    "or": "OR",
    "not": "NOT",
    "option": "OPTION",
    "is in use": "IS_IN_USE",
    "now": "MOMENT",
    "as the turn began": "MOMENT",
    "at the start": "MOMENT",
    "is": "COMPARE",
    "are": "COMPARE",
    "is not": "COMPARE",
    "are not": "COMPARE",
    "is more than": "COMPARE",
    "are more than": "COMPARE",
    "is less than": "COMPARE",
    "are less than": "COMPARE",
    "is at least": "COMPARE",
    "are at least": "COMPARE",
    "is at most": "COMPARE",
    "are at most": "COMPARE",
    "is such that": "IS_SUCH_THAT",
    "are such that": "IS_SUCH_THAT",
    "some": "SOME",
    "every": "EVERY",
    "no": "NO",
    "at least": "AT_LEAST",
    "at most": "AT_MOST",
    "exactly": "EXACTLY",
    "more than": "MORE_THAN",
    "called": "CALLED",
    "that": "THAT",
    "other than": "OTHER_THAN",
    "the first": "THE_FIRST",
    "to the left of": "TO_THE_LEFT_OF",
    "the number of": "THE_NUMBER_OF",
    "the least": "THE_LEAST",
    "such that": "SUCH_THAT",
}

#: Filters read “that is …” or “that are …”; the verb belongs to the predicate, so nothing more is needed there.
COMPARISONS: Mapping[str, str] = {
    "is": "=",
    "are": "=",
    "is not": "!=",
    "are not": "!=",
    "is more than": ">",
    "are more than": ">",
    "is less than": "<",
    "are less than": "<",
    "is at least": ">=",
    "are at least": ">=",
    "is at most": "<=",
    "are at most": "<=",
}

MOMENTS: Mapping[str, str] = {"now": "now", "as the turn began": "began", "at the start": "start"}

#: Words that people write for others of the language.
INSTEAD: Mapping[str, str] = {
    "if": "when",
    "while": "when",
    "where": "when",
    "except": "unless",
    "each": "every",
    "all": "every",
    "any": "some",
    "none": "no",
    "greater": "more",
    "equals": "is",
}


def structural_phrases() -> dict[PhraseWords, str]:
    """Return a fresh table of the phrases of the language itself."""
    return {tuple(phrase.split()): kind for phrase, kind in STRUCTURE.items()}


def no_vocabulary() -> Phrases:
    """Return the table for a vocabulary file, whose phrases are not known yet."""
    return Phrases(structural_phrases(), {})
