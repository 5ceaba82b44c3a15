"""Facts, values and answers in a person's language, from the phrases of the vocabulary."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Any, assert_never

from emperor_rules.evaluate.engine import Status
from emperor_rules.language.inflection import negated_flag, verb_forms
from emperor_rules.model.seating import FAR
from emperor_rules.model.terms import Moment
from emperor_rules.model.vocabulary import GivenKind, Predicate, Vocabulary, Words

LETTER = re.compile(r"\b[a-z]\b")
#: Italian prepositions before a name that begins with “la” or “le”.
CONTRACTED = re.compile(r"\b(di|a|da) (la|le) ")
CONTRACTIONS = {"di": "de", "a": "a", "da": "da"}

MOMENTS = {
    Moment.NOW: Words("", ""),
    Moment.BEGAN: Words(" as the turn began", " all'inizio del turno"),
    Moment.START: Words(" at the start", " all'inizio della partita"),
}
IS = Words(" is ", " è ")
AND = Words(" and ", " e ")


def fill(phrase: str, letters: Sequence[str], names: Sequence[str]) -> str:
    """Replace letters by names: “q is next to p” → “B1 is next to A2”."""
    by_letter = dict(zip(letters, names, strict=True))
    filled = LETTER.sub(lambda match: by_letter.get(match.group(), match.group()), phrase)
    return CONTRACTED.sub(lambda match: f"{CONTRACTIONS[match[1]]}l{match[2]} ", filled)


def negative_phrase(predicate: Predicate, language: str) -> str:
    """Return the phrase of a fact's negation, as declared or bent from the plain one."""
    declared = predicate.negative.it if language == "it" else predicate.negative.en
    if declared:
        return declared
    return negated(predicate.phrase.get(language), {letter for letter, _ in predicate.params}, language)


def negated(phrase: str, letters: Collection[str], language: str) -> str:
    """Bend a sentence into its negation; ``letters`` stand for names in it."""
    words = phrase.split()
    if language == "it":  # “non” stands before the verb, which follows the subject
        at = 1 if words and words[0] in letters else _italian_verb(words)
        return " ".join([*words[:at], "non", *words[at:]])
    if not words or words[0] not in letters:
        return " ".join(negated_flag(tuple(words)) or ("not", *words))
    rest = next(form for form, negated in verb_forms(tuple(words[1:])) if negated)
    return " ".join([words[0], *rest])


def _italian_verb(words: list[str]) -> int:
    """Return the index of the verb of an Italian sentence without letters: a known verb, or the third word."""
    return next((n for n, word in enumerate(words) if word in ("è", "sono", "ha", "può")), min(2, len(words)))


def say_fact(
    predicate: Predicate, names: Sequence[str], holds: bool, language: str, moment: Moment = Moment.NOW
) -> str:
    """Return the statement that a fact or permission holds, or does not."""
    phrase = predicate.phrase.get(language) if holds else negative_phrase(predicate, language)
    return fill(phrase, [letter for letter, _ in predicate.params], names) + MOMENTS[moment].get(language)


def say_value(
    predicate: Predicate, names: Sequence[str], value: object, language: str, moment: Moment = Moment.NOW
) -> str:
    """Return the statement of a value; a choice has a sentence of its own."""
    subject = fill(predicate.phrase.get(language), [letter for letter, _ in predicate.params], names)
    choice = dict(predicate.choices).get(value) if isinstance(value, str) else None
    if choice is not None:
        return f"{subject}: {choice.get(language)}"
    if predicate.builtin and value == FAR:
        unseated = {"en": "is not there: one of them is gone", "it": "non c'è: uno dei due non è in gioco"}
        return f"{subject} {unseated[language]}"
    shown = ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
    return f"{subject}{IS.get(language)}{shown}{MOMENTS[moment].get(language)}"


def say_role(vocabulary: Vocabulary, role: str, name: str, holds: bool, language: str) -> str:
    """Return the statement that a player sits in a seat of a role, or does not."""
    noun = vocabulary.roles[role].names[0].get(language)
    if language == "it":
        return f"{name} {'è' if holds else 'non è'} {noun}"
    article = "an" if noun[:1] in "aeiou" else "a"
    return f"{name} {'is' if holds else 'is not'} {article} {noun}"


def say_given(vocabulary: Vocabulary, key: str, value: Any, language: str) -> str:
    """Return a given fact in words: “the phase is combat”, “the creature is tapped”, “A2, B2 is losing”."""
    given = vocabulary.givens[key]
    phrase = given.phrase.get(language)
    if given.kind is GivenKind.FLAG:
        if value:
            return phrase
        declared = given.negative.it if language == "it" else given.negative.en
        if declared:
            return declared
        words = phrase.split()
        if language == "it":
            at = _italian_verb(words)
            return " ".join([*words[:at], "non", *words[at:]])
        return " ".join(negated_flag(tuple(words)) or ("not", *words))
    choice = dict(given.choices).get(value) if isinstance(value, str) else None
    if choice is not None:
        return f"{phrase}{IS.get(language)}{choice.get(language)}"
    if given.kind is GivenKind.PLAYERS:  # one sentence names them all
        letter = LETTER.search(phrase)
        names = ", ".join(map(str, value)) or NOBODY_WORDS.get(language)
        return fill(phrase, [letter.group()], [names]) if letter else f"{phrase}: {names}"
    if value is None:
        return f"{phrase}: {NOBODY_WORDS.get(language)}"
    return f"{phrase}{IS.get(language)}{value}"


def listed_phrase(vocabulary: Vocabulary, key: str, holds: bool, language: str) -> tuple[str, str]:
    """Return the phrase that a given list names somebody, or does not, and the letter of the player."""
    phrase = vocabulary.givens[key].phrase.get(language)
    letter = LETTER.search(phrase)
    name = letter.group() if letter is not None else ""
    return phrase if holds else negated(phrase, {name}, language), name


def say_option(vocabulary: Vocabulary, option: str, used: bool, language: str) -> str:
    """Return whether an option is in use, in words."""
    name = vocabulary.options[option].names.get(language)
    if language == "it":
        return f"l'opzione {name} {'è' if used else 'non è'} in uso"
    return f"option {name} is {'' if used else 'not '}in use"


def say_comparison(op: str, sides: Sequence[str], holds: bool, language: str) -> str:
    """Return whether a comparison holds, in words: where it fails, by the opposite operator."""
    return f"{sides[0]} {OPERATOR_WORDS[op if holds else OPPOSITES[op]].get(language)} {sides[1]}"


NOBODY_WORDS = Words("nobody", "nessuno")
OPERATOR_WORDS = {
    "=": Words("is", "è"),
    "!=": Words("is not", "non è"),
    "<": Words("is less than", "è meno di"),
    ">": Words("is more than", "è più di"),
    "<=": Words("is at most", "è al massimo"),
    ">=": Words("is at least", "è almeno"),
}
OPPOSITES = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
ANSWER_WORDS = {
    "yes": Words("Yes", "Sì"),
    "no": Words("No", "No"),
    "silent": Words("Silent", "Silenzio"),
    "contradicted": Words("Contradicted", "Contraddetto"),
    "invalid": Words("Invalid", "Non valida"),
}
SILENT_OPEN = Words("the text leaves open whether this holds", "il testo lascia la questione aperta")
SILENT_NOTHING = Words("no clause of the text decides this", "nessuna clausola del testo lo decide")
CONTRADICTED = Words(
    "clauses of the text say different things, and none yields",
    "clausole del testo dicono cose diverse, e nessuna cede",
)


def say_answer(
    predicate: Predicate, names: Sequence[str], status: Status, answer: object, clauses: bool, language: str
) -> str:
    """Return an answer as one sentence, beginning with the bare answer."""
    match status:
        case Status.ANSWERED if isinstance(answer, bool):
            word = ANSWER_WORDS["yes" if answer else "no"].get(language)
            return f"{word}: {say_fact(predicate, names, answer, language)}."
        case Status.ANSWERED:
            sentence = say_value(predicate, names, answer, language)
            return f"{sentence[:1].upper()}{sentence[1:]}."
        case Status.CONTRADICTED:
            return f"{ANSWER_WORDS[status].get(language)}: {CONTRADICTED.get(language)}."
        case Status.SILENT | Status.INVALID:
            reason = SILENT_OPEN if clauses else SILENT_NOTHING
            return f"{ANSWER_WORDS[status].get(language)}: {reason.get(language)}."
    assert_never(status)
