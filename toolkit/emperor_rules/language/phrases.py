"""The phrases of the language itself; those of a vocabulary are added to them when it is read."""

from __future__ import annotations

from collections.abc import Mapping

from emperor_rules.model.phrases import Phrases, PhraseWords

_SIGNS = {"": "=", "not": "!=", "more than": ">", "less than": "<", "at least": ">=", "at most": "<="}
#: Comparisons with their signs. Filters read “that is …” or “that are …”; the verb belongs to the predicate.
COMPARISONS: Mapping[str, str] = {
    f"{verb} {compared}".strip(): sign for compared, sign in _SIGNS.items() for verb in ("is", "are")
}
MOMENTS: Mapping[str, str] = {"now": "now", "as the turn began": "began", "at the start": "start"}

#: Phrases that become a terminal of their own name: “only when” is ``ONLY_WHEN``.
TERMINAL_PHRASES = (
    "when, unless, only when, exactly when, whether, is left open, does not arise, require, and, or, not, option, "
    "is in use, is such that, some, every, no, at least, at most, exactly, more than, called, that, other than, "
    "the first, the only, those of, to the left of, to the right of, the number of, the least, such that, "
    "plus, minus, times, divided by, rounded up, rounded down"
)
#: Phrases of the language itself, with the terminal of ``grammar/rules.lark`` that each becomes.
STRUCTURE: Mapping[str, str] = {
    **{phrase: phrase.upper().replace(" ", "_") for phrase in TERMINAL_PHRASES.split(", ")},
    **dict.fromkeys(MOMENTS, "MOMENT"),
    **dict.fromkeys(COMPARISONS, "COMPARE"),
    "are such that": "IS_SUCH_THAT",
    "prohibitions beat permissions": "PRINCIPLE",
}
#: The words of the language that are answers.
ANSWER_TERMINALS = {word: word.upper() for word in ("yes", "no", "silent", "contradicted", "invalid")}

#: The terminals of what joins a condition to a conclusion.
GUARDS = frozenset({"WHEN", "UNLESS", "ONLY_WHEN", "EXACTLY_WHEN"})

#: Words that people write for others of the language.
INSTEAD: Mapping[str, str] = {
    **dict.fromkeys(("if", "while", "where"), "when"),
    "except": "unless",
    **dict.fromkeys(("each", "all"), "every"),
    "any": "some",
    "none": "no",
    "greater": "more",
    "equals": "is",
    **dict.fromkeys(("true", "sì"), "yes"),
    "false": "no",
    **dict.fromkeys(("isn't", "isn’t"), "is not"),
    **dict.fromkeys(("doesn't", "doesn’t"), "does not"),
    "beginning": "start",
}


def structural_phrases() -> dict[PhraseWords, str]:
    """Return a fresh table of the phrases of the language itself."""
    return {tuple(phrase.split()): kind for phrase, kind in STRUCTURE.items()}


def no_vocabulary() -> Phrases:
    """Return the table for a vocabulary file, whose phrases are not known yet."""
    return Phrases(structural_phrases(), {})
