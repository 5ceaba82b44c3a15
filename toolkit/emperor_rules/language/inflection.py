"""How phrases inflect: English plurals, verb forms and negations; sentences of several subjects in both languages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from emperor_rules.model.phrases import PhraseWords

#: Modal verbs, each with its negation.
MODALS: Mapping[str, PhraseWords] = {"can": ("cannot",), "may": ("may", "not"), "must": ("must", "not")}


def plural_noun(words: PhraseWords) -> PhraseWords:
    """Return a noun phrase with its head (the word before “of”, else the last) in the plural."""
    head = words.index("of") - 1 if "of" in words[1:] else len(words) - 1
    return (*words[:head], _plural(words[head]), *words[head + 1 :])


def _plural(noun: str) -> str:
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    if noun.endswith(("s", "x", "z", "ch", "sh")):
        return noun + "es"
    return noun + "s"


def _base(verb: str) -> str:
    if verb.endswith("ies"):
        return verb[:-3] + "y"
    if verb.endswith(("sses", "xes", "zes", "ches", "shes", "oes")):
        return verb[:-2]
    return verb[:-1] if verb.endswith("s") else verb


def verb_forms(words: PhraseWords) -> Iterator[tuple[PhraseWords, bool]]:
    """Yield every form of a predicate as (words, negated): singular and plural, plain and negated.

    ``words`` is the part after the subject in the third person singular, for example ``("is", "next", "to")``.
    """
    verb, rest = words[0], words[1:]
    yield words, False
    if verb == "is":
        plural = plural_noun(rest[1:]) if rest[:1] in (("a",), ("an",)) and len(rest) > 1 else rest
        yield ("is", "not", *rest), True
        yield ("are", *plural), False
        yield ("are", "not", *plural), True
    elif verb in MODALS:
        yield (*MODALS[verb], *rest), True
    elif verb == "has":
        yield ("have", *rest), False
        yield ("does", "not", "have", *rest), True
        yield ("do", "not", "have", *rest), True
    else:
        yield (_base(verb), *rest), False
        yield ("does", "not", _base(verb), *rest), True
        yield ("do", "not", _base(verb), *rest), True


def negated_flag(words: PhraseWords) -> PhraseWords | None:
    """Return a sentence negated at its first auxiliary: “the cat is wet” → “the cat is not wet”."""
    for at, word in enumerate(words):
        if at and word in MODALS:
            return (*words[:at], *MODALS[word], *words[at + 1 :])
        if at and word in ("is", "are"):
            return (*words[: at + 1], "not", *words[at + 1 :])
    return None


def noun_of(words: PhraseWords) -> PhraseWords | None:
    """Return the noun inside “is a …” or “is an …”, else ``None``."""
    return words[2:] if len(words) > 2 and words[0] == "is" and words[1] in ("a", "an") else None


def plural_sentence(phrase: str, language: str) -> str:
    """Return a sentence whose first word, its subject, comes to stand for several: “p is lost” → “p are lost”."""
    subject, *words = phrase.split()
    return " ".join([subject, *(_plural_italian(words) if language == "it" else _plural_english(words))])


def _plural_english(words: list[str]) -> list[str]:
    verb, *rest = words
    if verb == "does":
        return ["do", *rest]
    plain = next(((form, negated) for form, negated in list(verb_forms(tuple(words)))[1:] if not negated), None)
    if verb == "is" and rest[:1] == ["not"]:
        return ["are", "not", *rest[1:]]
    return list(plain[0]) if plain is not None else words


ITALIAN_PLURALS = {
    "è": "sono",
    "ha": "hanno",
    "può": "possono",
    "deve": "devono",
    "sta": "stanno",
    "potrebbe": "potrebbero",
}
#: Words after “sono” that do not agree with the subject.
INVARIABLE = ("entro", "sotto", "contro", "lontano")


def _plural_italian(words: list[str]) -> list[str]:
    """Bend the verb, and the noun or participle that follows “sono”."""
    at = 1 if words[0] in ("non", "si") else 0
    verb, rest = words[at], words[at + 1 :]
    bent = ITALIAN_PLURALS.get(verb) or (verb[:-1] + ("ano" if verb.endswith("a") else "ono"))
    if verb == "è" and rest:
        if rest[0] in ("un", "uno", "una"):
            rest = rest[1:]
        if rest[0][-1] in "oe" and len(rest[0]) > 3 and rest[0] not in INVARIABLE:
            rest = [rest[0][:-1] + "i", *rest[1:]]
    return [*words[:at], bent, *rest]
