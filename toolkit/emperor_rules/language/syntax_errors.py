"""What to tell a writer: what could stand where words stand in an impossible order, and what to write instead of words.

Among the words that people use and the language lacks are numerals, arithmetic and days in words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from functools import cache

from emperor_rules.diagnostics import Suggestion, did_you_mean, nearest
from emperor_rules.groups import by_key
from emperor_rules.language.blocks import HEAD_WORDS
from emperor_rules.language.inflection import with_article
from emperor_rules.language.phrases import GUARDS
from emperor_rules.language.slips import number_of
from emperor_rules.language.syntax_tree import Token
from emperor_rules.messages import LANGUAGES, Message, Names, month_names, sentences

#: Terminals in the words of a writer, in the order in which a hint names them; any other is its own word in quotes.
TERMINAL_NAMES = {
    "LETTER": Message("a letter such as p"),
    "PLAYER": Message("a player such as A1"),
    "TEAM": Message("a team such as A"),
    "NUMBER": Message("a number"),
    "DATE": Message("a date such as 2024-09-20"),
    "STRING": Message("a string in double quotes"),
    "NAME": Message("a name"),
    "SEAT": Message("a seat letter"),
    "VALUE": Message("a value"),
    "VALUE_OF": Message("a value such as “the … of”"),
    "VALUE_OF2": Message("a value of two things"),
    "FLAG": Message("a sentence of the vocabulary"),
    "PROPERTY": Message("what somebody is or does"),
    "PREDICATE": Message("what somebody does to somebody"),
    "PREDICATE2": Message("what somebody does with two things"),
    "COMPARE": Message("a comparison such as “is at most”"),
    "LINK": Message("the rest of the phrase"),
    "SLOT": Message("a place"),
    "NOUN": Message("a noun"),
    "NOUN_OF": Message("a noun such as “opponent of”"),
    "CHOICE": Message("one of the vocabulary's choices"),
    "MOMENT": Message("a moment such as “as the turn began”"),
    "BY": Message("“by” and clauses"),
    "OVER": Message("“over” and clauses"),
    "STOP": Message("a full stop"),
    "COMMA": Message("a comma"),
    "COLON": Message("a colon"),
    "LPAR": "“(”",
    "RPAR": "“)”",
    "BAR": "“|”",
    "PRINCIPLE": Message("a principle"),
    "KIND": Message("a kind of declaration"),
    "KEYWORD": Message("a keyword of the declaration"),
    "END": Message("the end of the line"),
}

VALUES = ("VALUE", "VALUE_OF", "VALUE_OF2", "THE_LEAST", "THE_FIRST", "THE_ONLY", "THOSE_OF", "THE_NUMBER_OF")
#: What stands before a condition of its own.
BEFORE_CONDITIONS = (*GUARDS, "REQUIRE", "AND", "OR", "LPAR", "MEANS", "PREMISE")
TERMS = ("LETTER", "PLAYER", "TEAM", "NUMBER", "CHOICE", *VALUES)
QUANTIFIER_TERMINALS = ("SOME", "EVERY", "NO", "AT_LEAST", "AT_MOST", "EXACTLY", "MORE_THAN")
#: Terminals that come in groups: where all of the first are possible, the group is named and the last are not.
GROUPS = (
    (
        ("NOT", "FLAG", "LETTER"),
        Message("a condition such as “p is …”"),
        ("NOT", "FLAG", "LPAR", "OPTION", *TERMS, *QUANTIFIER_TERMINALS),
    ),
    (
        ("LETTER", "SOME"),
        Message("a letter such as p, “some …”, “every …”, “no …” or a value"),
        ("LPAR", *TERMS, *QUANTIFIER_TERMINALS),
    ),
    (("LETTER", "VALUE"), Message("a letter such as p or a value"), ("LPAR", *TERMS)),
    (
        ("PROPERTY", "PREDICATE", "COMPARE"),
        Message("what it is or does"),
        ("PROPERTY", "PREDICATE", "PREDICATE2", "COMPARE", "IS_SUCH_THAT"),
    ),
    (("WHEN", "UNLESS"), Message("“when …”, “unless …”"), ("WHEN", "UNLESS", "ONLY_WHEN", "EXACTLY_WHEN", "MOMENT")),
    (
        ("YES", "NO", "SILENT"),
        Message("yes, no, a number, players, silent, contradicted or invalid"),
        ("YES", "NO", "SILENT", "CONTRADICTED", "INVALID", "NUMBER", "PLAYER", "TEAM", "CHOICE"),
    ),
    (("SOME", "EVERY"), Message("“some”, “every” or “no”"), QUANTIFIER_TERMINALS),
)

HEADS = {
    "text": Message('A text\'s head reads: text my-text "Its title"'),
    "scenario": Message('A scenario\'s head reads: scenario "What it shows"'),
    "clause": Message("A clause's head reads: clause 1.2a my-slug, then “since”, “until” or “overrides” if need be."),
    "declaration": Message("A declaration's head reads: its kind and a name, such as “fact my-fact”."),
}

NUMERAL_WORDS = "one two three four five six seven eight nine ten eleven twelve"
#: What to write instead of a word or phrase that the language lacks.
HINTS: Mapping[str, Message] = {
    **{
        word: Suggestion.of(Message("Write the number in digits: {number}.", number=number), str(number))
        for number, word in enumerate(NUMERAL_WORDS.split(), 1)
    },
    **dict.fromkeys(
        ("otherwise", "else"), Message("Write a sentence of its own for the other case: “… when not (…)”.")
    ),
    **dict.fromkeys(
        ("any", "anybody", "anyone"), Message("Write “some”, “every” or “no”, and the noun: “some player”.")
    ),
    "between": Message("Write two comparisons: “… is at least 2 and … is at most 5”."),
    "in use": Message("Write: “not (option my-option is in use)”."),
}
DAY_OF_MONTH = re.compile(r"(0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th|º)?\Z")
#: What stands behind a question of a scenario.
AFTER_QUESTION = Message(
    "After a question come a colon and the answer you expect: yes, no, a number, players, silent …"
)


def explain(
    block: str,
    head: bool,
    before: Sequence[Token],
    token: Token,
    accepted: Set[str],
    continues: bool = False,
    after: str = "",
) -> tuple[str, str, str]:
    """Return the code and the message of a syntax mistake in a head or item of a block, and what to write instead.

    ``before`` are its tokens so far, ``token`` is the one that cannot follow them and ``accepted`` the types of those
    that could; ``continues`` tells that it begins a continuation line, and ``after`` is the type of the token after it.
    """
    if before and before[-1].type == "STRING" and token.start == before[-1].end and token.type != "END":
        help = Message("Inside a string write other quotation marks: ‘…’.")
        return "R107", Message("a double quote ends this string before “{word}”", word=_plain(token)), help
    if token.type == "COMMA" and block == "clause" and after in GUARDS:
        return "R107", _message(before, token, accepted), _without(Message("Delete the comma: a sentence has none."))
    if token.type in ("AND", "OR") and ({"AND", "OR"} & accepted):
        help = Message("Put brackets round the part that belongs together: “A and (B or C)”.")
        return "R202", Message("“and” and “or” are mixed without brackets"), help
    if continues and "END" in accepted:
        help = Message("Indent an item by two spaces; a line with four or more goes on with the item above it.")
        return "R104", Message("“{word}” begins a line that continues the one above", word=_plain(token)), help
    if token.type == "END" and "STOP" in accepted:
        help = Suggestion.of(Message("End it with “.”."), f"{before[-1].text[-1:]}.")
        return "R108", Message("this sentence has no full stop"), help
    return "R107", _message(before, token, accepted), _help(block, head, before, token, accepted, after)


def _without(help: Message) -> Suggestion:
    """Return the help that says to take the word away at which a sentence cannot be read on."""
    return Suggestion.of(help, "")


def expected(accepted: Set[str]) -> str:
    """Return a sentence that lists what could stand in a place."""
    left, names = set(accepted), list[str]()
    for signs, name, covered in GROUPS:
        if left.issuperset(signs):
            names.append(name)
            left.difference_update(covered)
    names += [name for kind, name in TERMINAL_NAMES.items() if kind in left]
    names += [
        Message("“{name}”", name=kind.lower().replace("_", " ")) for kind in sorted(left.difference(TERMINAL_NAMES))
    ]
    if len(names) > 6:
        names = [*names[:5], Message("something else")]
    return Message("Expected {names}.", names=Names(names, last=Message("or")))


def _message(before: Sequence[Token], token: Token, accepted: Set[str]) -> str:
    """Return what is wrong."""
    after = Message(" after “{word}”", word=_plain(before[-1])) if before else ""
    if token.type == "RPAR" and "RPAR" not in accepted and before and before[0].type != "LPAR":
        return Message("this bracket closes none")
    if token.type == "END":
        return Message("the line ends too soon{after}", after=after)
    if token.type != "STOP":
        return Message("“{word}” cannot stand here{after}", word=_plain(token), after=after)
    if "RPAR" in accepted:
        return Message("a bracket is still open where the sentence ends")
    if "END" in accepted:
        return Message("a full stop cannot stand here{after}", after=after)
    return Message("the sentence ends too soon{after}", after=after)


def _help(block: str, head: bool, before: Sequence[Token], token: Token, accepted: Set[str], after: str) -> str:
    """Return what to write instead."""
    last = before[-1].type if before else ""
    if last == "NAME" and token.type == "COLON" and "NAME" in accepted:
        return Suggestion.of(Message("Write a space in its place: the text, then its clause."), " ")
    if last == "NAME" and token.text == "and" and "COMMA" in accepted:
        return Suggestion.of(Message("Write a comma in its place."), ",")
    if head:
        for word in (token.text, before[-1].text) if last == "NAME" and "OVERRIDES" in accepted else ():
            guess = nearest(word, HEAD_WORDS)
            if guess is not None:
                return did_you_mean(guess) if word is token.text else did_you_mean(guess).plain
        taken = next((sign.text for sign in before if sign.text in HEAD_WORDS), None)
        if block == "clause" and taken is not None and "OVERRIDES" in accepted:
            return Message(
                "“{word}” is taken for the name of the clause. Write a name before it: clause my-slug {word} …",
                word=taken,
            )
        return sentences(expected(accepted), HEADS.get(block, ""))
    if token.type in GUARDS and block == "clause" and not before:
        return Message("Write what follows first: “p … when …”.")
    if token.type == "NOUN" and after == "LETTER" and "LETTER" in accepted:
        return _without(Message("Delete “{word}”: the letter stands for it.", word=_plain(token)))
    if token.type == "PLAYER" and last == "GIVEN":
        return Message("Name what is given before the players: given my-fact {player}", player=_plain(token))
    if token.type in ("NOUN", "NOUN_OF") and last == "COMPARE":
        instead = with_article(token.text)
        return Suggestion.of(Message("Write: “{words}”.", words=f"{before[-1].text} {instead}"), instead)
    if token.type == "NOUN" and last in BEFORE_CONDITIONS and after in ("STOP", "AND", "OR", "RPAR"):
        words = f"p is {with_article(token.text)}"
        return Suggestion.of(Message("Write: “{words}”.", words=words), words, certain=False)
    counted = [sign for sign in (*before[-3:], token) if sign.type != "STOP"]
    if [sign.type for sign in counted[-2:]] == ["NUMBER", "NOUN"]:
        quantifier = [sign.text for sign in counted[:-2] if sign.type in QUANTIFIER_TERMINALS]
        return Message("Write: “{words}”.", words=number_of(counted[-1].text, *quantifier, counted[-2].text))
    if token.type == "CALLED":
        return Message("The letter stands right behind the noun: “some player called x that is …”.")
    if token.type in QUANTIFIER_TERMINALS and last in VALUES:
        return Message("Put it first, and its letter here: “{word} … called x is such that (…)”.", word=token.text)
    if token.type in ("NOUN", "NOUN_OF") and "SOME" in accepted:
        return Message("Say how many: some, every, no, at least 2, at most 2 or exactly 2 before the noun.")
    if token.type == "STOP" and "RPAR" in accepted:
        return Suggestion.of(Message("Close it with “)”."), ").")
    if token.type == "RPAR" and "RPAR" not in accepted:
        return Message("Delete it, or open a bracket before it.")
    spelt_out = _spelt_out(before) if {"PROPERTY", "PREDICATE", "COMPARE"} & accepted else ""
    if spelt_out:
        return Message("Write each comparison out: “{condition}”.", condition=spelt_out)
    if last == "NOT" and accepted == {"LPAR"}:
        return Message("Put what is negated into brackets: “not (…)”.")
    if last == "STOP":
        return Message("Begin every sentence on a line of its own.")
    if token.type == "COMMA" and block == "clause" and "COMMA" not in accepted:
        return Message("A sentence has no commas: join conditions with “and” or “or”.")
    if token.type == "BY" and "COMMA" in accepted:
        return Suggestion.of(Message("Put a comma before “by”."), ", by")
    if token.type == "STOP" and "END" in accepted:
        return _without(Message("Delete it; only sentences have one."))
    if block == "scenario" and "COLON" in accepted:
        return AFTER_QUESTION
    return expected(accepted)


def _spelt_out(before: Sequence[Token]) -> str:
    """Return “n is 4 or n is 8” for “n is 4 or 8”, and nothing for other words."""
    kinds = [token.type for token in before]
    if len(kinds) < 4 or kinds[-2] not in ("AND", "OR") or kinds[-1] not in TERMS or kinds[-4] != "COMPARE":
        return ""
    begin = max((at for at, kind in enumerate(kinds[:-4]) if kind in BEFORE_CONDITIONS), default=-1) + 1
    subject = [token.text for token in before[begin:-4]]
    comparison, first, joint, second = (token.text for token in before[-4:])
    return " ".join([*subject, comparison, first, joint, *subject, comparison, second])


def _plain(token: Token) -> str:
    """Show a token: without quotes of its own, shortened when long."""
    words = " ".join(token.text.split())
    if token.type == "STRING":
        words = words.strip('"')
    return words if len(words) <= 40 else words[:37] + "…"


# --- words that the language lacks ---------------------------------------------------------------------


def letters_by_kind(letters: Mapping[str, object]) -> Names | Message:
    """Return letters in groups, each with the noun of what its letters stand for."""
    groups = by_key((kind, letter) for letter, kind in letters.items())
    kinds = [Message("{letters} for {kind}", letters=Names(group), kind=kind) for kind, group in groups.items()]
    return Names(kinds, between="; ") if kinds else Message("none")


def day_in_words(signs: Sequence[Token]) -> tuple[Sequence[Token], str] | None:
    """Return the first day of a stretch that is written in words, and how the language writes it.

    Words are 1 May 2024, May 1, 2024 or May 2024 (its first).
    """
    months = _months()
    for at, sign in enumerate(signs):
        month = months.get(sign.text.lower())
        if month is None:
            continue
        first = at - 1 if at and _day(signs[at - 1]) else at
        rest = [other for other in signs[at + 1 : at + 4] if other.type != "COMMA"]
        if first == at and len(rest) > 1 and _day(rest[0]):
            day, year = _day(rest[0]), rest[1]
        else:
            day, year = (_day(signs[first]) if first < at else 1), (rest[0] if rest else sign)
        if len(year.text) == 4 and year.text.isdecimal():
            return signs[first : signs.index(year) + 1], f"{year.text}-{month:02}-{day:02}"
    return None


@cache
def _months() -> Mapping[str, int]:
    """Return the numbers of the months by their names in both languages."""
    names = (month_names(language) for language in LANGUAGES)
    return {name.lower(): number for months in names for number, name in enumerate(months, 1)}


def _day(sign: Token) -> int:
    """Return the day of the month that a word names, 0 for any other word."""
    match = DAY_OF_MONTH.match(sign.text)
    return int(match[1]) if match is not None else 0
