"""How English inflects a phrase: plurals, verb forms and negations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from emperor_rules.model.phrases import PhraseWords

#: Modal verbs, each with its negation.
MODALS: Mapping[str, PhraseWords] = {"can": ("cannot",), "may": ("may", "not"), "must": ("must", "not")}


def plural_noun(words: PhraseWords) -> PhraseWords:
    """Return a noun phrase with its head (the word before “of”, else the last) in the plural."""
    head = words.index("of") - 1 if "of" in words[1:] else len(words) - 1
    return (*words[:head], _plural(words[head]), *words[head + 1 :])


def with_article(noun: str) -> str:
    """Return a noun with its article, “a” or “an”."""
    return f"{'an' if noun[:1] in 'aeiou' else 'a'} {noun}"


def singular_noun(words: PhraseWords) -> PhraseWords:
    """Return a noun phrase whose last word may be a plural in the singular; one that is none stays as it is."""
    *before, noun = words
    endings = (("ies", "y"), ("es", ""), ("s", ""))
    singulars = (noun.removesuffix(ending) + instead for ending, instead in endings if noun.endswith(ending))
    return (*before, next((one for one in singulars if len(one) > 1 and _plural(one) == noun), noun))


def role_forms(singular: PhraseWords, plural: PhraseWords) -> Iterator[tuple[str, PhraseWords, bool]]:
    """Yield what is said with the nouns of a role: the terminal, the words, and whether they deny it."""
    for words in filter(None, (singular, plural)):
        yield "NOUN", words, False
    verbs = ("is", "a", *singular), ("is", "an", *singular), ("are", *plural)
    for verb, *words_after in verbs if singular and plural else ():
        yield "PROPERTY", (verb, *words_after), False
        yield "PROPERTY", (verb, "not", *words_after), True


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


def plural_verb(words: PhraseWords) -> PhraseWords:
    """Return the part after the subject as it is said of several: “is next to” → “are next to”."""
    return [form for form, negated in verb_forms(words) if not negated][-1]


def negated_flag(words: PhraseWords) -> PhraseWords | None:
    """Return a sentence negated at its first auxiliary: “the cat is wet” → “the cat is not wet”."""
    for at, word in enumerate(words):
        if at and word in MODALS:
            return (*words[:at], *MODALS[word], *words[at + 1 :])
        if at and word in ("is", "are"):
            return (*words[: at + 1], "not", *words[at + 1 :])
    return None


def prohibited(negation: PhraseWords) -> PhraseWords | None:
    """Return a negation as a prohibition: “does not lose” → “cannot lose”, “is not wet” → “cannot be wet”."""
    for at, pair in enumerate(pairwise(negation)):
        if pair in (("does", "not"), ("is", "not")):
            return (*negation[:at], "cannot", *(("be",) if pair[0] == "is" else ()), *negation[at + 2 :])
    return None


def noun_of(words: PhraseWords) -> PhraseWords | None:
    """Return the noun inside “is a …” or “is an …”, else ``None``."""
    return words[2:] if len(words) > 2 and words[0] == "is" and words[1] in ("a", "an") else None
