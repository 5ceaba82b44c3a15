"""Slips: what people write for something that the language has in another form, and that form."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from datetime import date
from itertools import pairwise
from typing import NamedTuple

from emperor_rules.diagnostics import Suggestion, did_you_mean, is_near
from emperor_rules.language.blocks import BLOCKS
from emperor_rules.language.inflection import with_article
from emperor_rules.language.phrases import ANSWER_TERMINALS
from emperor_rules.language.scanner import ARITHMETIC_IN_WORDS, NUMERAL
from emperor_rules.language.syntax_tree import Token
from emperor_rules.messages import Message, sentences
from emperor_rules.model.phrases import Phrases
from emperor_rules.model.seating import NAME_OF_PLAYER, NAME_OF_TEAM

#: A day in digits, other than as YYYY-MM-DD.
DAY_IN_DIGITS = re.compile(
    r"(?<![\w.-])(?:(?P<first>\d\d?)[./-](?P<second>\d\d?)[./-](?P<year>\d{4})"
    r"|(?!\d{4}-\d\d-\d\d)(?P<year_first>\d{4})[./-](?P<month>\d\d?)(?:[./-](?P<last>\d\d?))?)(?![\w-])"
)
#: Digits among which it may be; quickly found in a whole file.
DIGITS_AND_SIGNS = re.compile(r"(?<!\d)\d{1,4}[./-]\d+(?:[./-]\d+)?")
#: What a day follows.
BEFORE_DAY = re.compile(r"(?:\b(?:since|until|from|on|at|compared\s+with)|,)\s+\Z")
#: What begins words that are not read: a string or a comment.
QUOTE_OR_COMMENT = re.compile(r'["#]')
#: What people write for the two words that stand before a day.
WORDS_BEFORE_DAYS = {
    **dict.fromkeys(("from", "after", "on", "starting"), "since"),
    **dict.fromkeys(("to", "before", "till"), "until"),
}
#: What begins a question, which a scenario puts as a statement.
ASKING_WORDS = frozenset(("can", "may", "must", "is", "are", "does", "do", "will", "who", "what", "which", "how"))
#: What people write for the colon before an answer, among others.
TO_BE = frozenset(("is", "are"))
#: Phrases of several words that the language has in others.
PHRASES_INSTEAD = {
    ("must", "not"): "cannot",
    ("is", "not", "allowed", "to"): "cannot",
    ("is", "allowed", "to"): "can",
    ("the", "game"): "",
}
#: What stands between the parts of a sentence.
JOINTS = frozenset(("when", "unless", "only", "exactly", "if", "and", "or"))
#: Words of nearly every Italian sentence.
ITALIAN_WORD = re.compile(
    r"(?:il|lo|la|gli|le|un|uno|una|d[ai]|de[il]|dell[aeo]|è|sono|ha|può|possono|quando|se|non|ogni|nessuno?|che|chi|"
    r"all?|alla|con|per|su|e|o)\Z"
)
ACCENTED = re.compile("[àèéìòù]")


#: What is said of a sentence in Italian.
IN_ENGLISH = Message("Sentences are in English. Italian words stand in double quotes behind “it”.")
#: Where the documentation lists what the language cannot say.
LIMITS_LISTED = Message("See “What the language cannot say” in the guide for contributors.")
#: What to do where a position does not hold a number.
BROUGHT_ALONG = Message(
    "Let each question bring it along: declare in rules/vocabulary a “given” with the items “of p” and “number”."
)
#: What the language cannot say, or no position holds, by the words that speak of it.
LIMITS: Mapping[str, Message] = {
    **dict.fromkeys(
        ("life", "lives", "lifetotal"), Message("A position does not hold the life that a player has left.")
    ),
    **dict.fromkeys(
        ("counter", "counters", "token", "tokens", "marker", "markers"),
        Message("A position does not hold the counters or markers of a player."),
    ),
    **dict.fromkeys(("half", "twice", "double", "triple", "divided", "multiplied", "sum"), ARITHMETIC_IN_WORDS),
    **dict.fromkeys(
        ("average", "mean", "median", "total", "combined", "altogether"),
        Message("No sentence adds up numbers of several players, or says their average."),
    ),
    **dict.fromkeys(
        [
            "then",
            "afterwards",
            "previously",
            "previous",
            "later",
            "already",
            "again",
            "whenever",
            "during",
            "until",
            "beginning",
            "end",
            "would",
        ],
        Message("A position is one moment of one turn: no sentence can say what comes before or after."),
    ),
}
#: What of it a question can bring along as a number.
NOT_HELD = (LIMITS["life"], LIMITS["counters"])
#: Words of a sentence beside a number for which the language has a comparison.
OR_LESS = {("or", word): "at most" for word in ("less", "fewer", "under", "below")} | {
    ("or", word): "at least" for word in ("more", "greater", "over", "above")
}
#: Who sits on which side is said by the first to be met there.
SIDES = {
    "left": Message("Write: “the first player to the left of p is q”."),
    "right": Message("Write: “the first player to the right of p is q”."),
}


def limit_of(words: Sequence[str], at: int, phrases: Phrases) -> Message | None:
    """Return that the language cannot say something, or how it says it, if a part of a sentence speaks of that.

    Words that belong to a phrase of the vocabulary say what it says, and speak of nothing else.
    """
    begin, end = _part(words, at)
    free = []
    place = begin
    while place < end:
        length, _ = phrases.longest(words, place)
        if length > 1 and place + length <= end:
            place += length
            continue
        free.append(place)
        place += 1
    limits = (LIMITS[words[n]] for n in free if words[n] in LIMITS)
    limit = next(limits, None)
    if limit is not None:
        return sentences(limit, BROUGHT_ALONG if limit in NOT_HELD else LIMITS_LISTED)
    return next((SIDES[words[n]] for n in free if words[n] in SIDES), None)


def comparison_of(words: Sequence[str], at: int) -> Message | None:
    """Return how the language says “10 or less” and the like, if words from ``at`` on or before it say so."""
    for place in range(max(0, at - 2), min(at + 3, len(words) - 1)):
        quantifier = OR_LESS.get((words[place], words[place + 1]))
        if quantifier is not None and place and NUMERAL.match(words[place - 1]):
            return Message("Write: “{words}”.", words=f"{quantifier} {words[place - 1]}")
    return None


def _part(words: Sequence[str], at: int) -> tuple[int, int]:
    """Return from where to where the part of a sentence goes that holds a word."""
    joints = [0, *(end + 1 for end, word in enumerate(words) if word in JOINTS), len(words) + 1]
    return next((begin, end - 1) for begin, end in pairwise(joints) if begin <= at < end)


class Slip(NamedTuple):
    """A stretch of signs that the language has in another form: from and to where, its code, message and help."""

    start: int
    end: int
    code: str
    message: Message
    help: Message
    #: What to write, and in place of which stretch, if that is another than the slip.
    edit: tuple[int, int, str] | None = None


def has_day_in_digits(text: str) -> bool:
    """Return whether a file may have a day in digits as the language does not write it."""
    return any(map(DAY_IN_DIGITS.fullmatch, DIGITS_AND_SIGNS.findall(text)))


def day_in_digits(text: str, start: int, end: int) -> Slip | None:
    """Return the first day of an item that is written in digits as the language does not write it."""
    match = DAY_IN_DIGITS.search(text, start, end)
    before = (start, match.start()) if match is not None else (0, 0)
    if match is None or QUOTE_OR_COMMENT.search(text, *before) or not BEFORE_DAY.search(text, *before):
        return None
    if match["year"]:
        days = _days(match["year"], (match["second"], match["first"]), (match["first"], match["second"]))
    else:
        days = _days(match["year_first"], (match["month"], match["last"] or "1"))
    help = Message("Write a day of the calendar as YYYY-MM-DD.")
    if len(days) > 1:
        help = Message("Write: {date}, or {other} if the month stands first", date=days[0], other=days[1])
    elif days:
        help = Message("Write: {date}", date=days[0])
    if days:
        help = Suggestion.of(help, days[0], certain=len(days) == 1)
    message = Message("“{written}” is no date", written=match[0])
    return Slip(*match.span(), "R106", message, help)


def _days(year: str, *readings: tuple[str, str]) -> list[str]:
    """Return the days of the calendar that a year and pairs of a month and a day are."""
    days: dict[str, None] = {}
    for month, day in readings:
        with suppress(ValueError):
            days[date(int(year), int(month), int(day)).isoformat()] = None
    return list(days)


def slip_of_item(block: str, signs: Sequence[Token], text: str) -> Slip | None:
    """Return the slip with which an item begins, of a kind of block in the text of its file."""
    first, *rest = signs
    word = first.text.lower()
    if not rest:
        return None
    if first.text in BLOCKS:
        message = Message("“{word}” begins a block, and stands in another", word=word)
        return Slip(first.start, first.end, "R104", message, Message("Write it at the left margin."))
    if block == "clause" and word in WORDS_BEFORE_DAYS and rest[0].type == "DATE":
        message = Message("no date of a clause begins with “{word}”", word=first.text)
        side = WORDS_BEFORE_DAYS[word]
        help = Suggestion.of(Message("Write: {side} {day}", side=side, day=rest[0].text), side)
        return Slip(first.start, first.end, "R107", message, help)
    if block == "scenario" and word == "given" and len(rest) > 2 and rest[1].text in TO_BE:
        name, verb, value = rest[:3]
        message = Message("“{word}” stands in nothing that is given", word=verb.text)
        help = Suggestion.of(Message("Leave it away: given {name} {value}", name=name.text, value=value.text), "")
        return Slip(verb.start, verb.end, "R107", message, help)
    if block == "scenario" and word in ASKING_WORDS:
        message = Message("a scenario asks by statements, and “{word}” begins a question", word=first.text)
        like = Message("Write it like “A1 … B1: no”.")
        if word in ("can", "may", *TO_BE) and names_somebody(rest[0].text) and len(rest) > 1:
            asked = " ".join(text[rest[1].start : rest[-1].end].split()).replace("?", ":").replace("::", ":")
            statement = f"{rest[0].text} {word} {asked}"
            written = Message("Write: “{statement}”.", statement=statement)
            return Slip(first.start, first.end, "R107", message, written, (first.start, rest[-1].end, statement))
        return Slip(first.start, first.end, "R107", message, like)
    return None


def names_somebody(word: str) -> bool:
    """Return whether a word names a player or a team."""
    return bool(NAME_OF_PLAYER.match(word) or (len(word) == 1 and NAME_OF_TEAM.match(word)))


def hint_at(words: Sequence[str], signs: Sequence[Token], at: int, block: str, phrases: Phrases) -> Message | None:
    """Return what to write instead of the words of a sentence from one on that nobody knows, if they are a slip."""
    word = signs[at].text
    if block == "scenario" and NAME_OF_PLAYER.match(word.upper()):
        return did_you_mean(word.upper())
    if phrases.said.get(word):
        return Suggestion.of(Message("Write: “{words}”.", words=phrases.said[word]), phrases.said[word], certain=False)
    owner, apostrophe, _ = word.replace("’", "'").partition("'s")
    if phrases.kinds.get((owner,)) == "NOUN":
        owner = f"p … when p is {with_article(owner)}"
    elif owner not in phrases.letters and not names_somebody(owner):
        apostrophe = ""
    for count in (3, 2, 1) if apostrophe else ():
        owned = tuple(words[at + 1 : at + 1 + count])
        for phrase in (("the", *owned, "of"), (*owned, "of")):
            if phrase in phrases.kinds:
                return Message("Write: “{words}”.", words=" ".join((*phrase, owner)))
    number = next((n for n in range(at, len(words)) if NUMERAL.match(words[n])), 0)
    length, kind = phrases.longest(words, number + 1)
    if word == "there" and number and kind == "NOUN":
        noun = " ".join(words[number + 1 : number + 1 + length])
        return Message("Write: “{words}”.", words=number_of(noun, *words[at + 2 : number + 1]))
    value = value_of(words, at, phrases) if block == "clause" else ""
    if value:
        return did_you_mean(value).plain
    italian = sum(map(bool, map(ITALIAN_WORD.match, words)))
    if ACCENTED.search(word) or (ITALIAN_WORD.match(word) and italian > 1):
        return IN_ENGLISH
    return None


def number_of(noun: str, *compared: str) -> str:
    """Return how a sentence counts a noun, compared in words such as “at least” and a number."""
    return " ".join(["the number of", noun, "is", *(word for word in compared if word != "exactly")])


def value_of(words: Sequence[str], at: int, phrases: Phrases) -> str:
    """Return “the size of t is 5” for “t has size 5” and the like, where a part of a sentence has a number."""
    begin, end = _part(words, at)
    part = words[begin:end]
    number = next(filter(NUMERAL.match, part), "")
    if not number:
        return ""
    shared = {phrase: len({*part}.intersection(phrase)) for phrase, kind in phrases.kinds.items() if kind == "VALUE_OF"}
    best = max(shared, key=lambda phrase: (shared[phrase], -len(phrase), phrase), default=())
    if not {*part}.intersection(best).difference(("the", "of")):
        return ""
    return " ".join([*best, next((word for word in part if word in phrases.letters), "p"), "is", number])


def other_phrase(words: Sequence[str], at: int) -> tuple[int, int, str]:
    """Return where a phrase begins that the language has in other words, of how many words it is, and these.

    It holds the word at ``at``, its first or its second; where there is none, it is of no words.
    """
    for begin in (at, at - 1):
        for phrase, instead in PHRASES_INSTEAD.items():
            if begin >= 0 and tuple(words[begin : begin + len(phrase)]) == phrase:
                return begin, len(phrase), instead
    return at, 0, ""


def misspelt(phrase: str, other: str) -> bool:
    """Return whether the words of a phrase that another lacks could be misspelt ones of it."""
    words, others = phrase.split(), other.split()
    left, instead = [w for w in words if w not in others], [w for w in others if w not in words]
    return not (left and instead) or is_near(" ".join(left), " ".join(instead))


def phrases_with(word: str, phrase: str, phrases: Phrases) -> list[str]:
    """Return the phrases with a word; first those that begin as a phrase does that nobody knows, or share its words."""
    words = phrase.split()

    def alike(other: str) -> tuple[int, int]:
        begins_alike = [*map(str.__eq__, other.split(), words), False].index(False)
        return begins_alike, len({*words}.intersection(other.split()))

    with_it = sorted(map(" ".join, phrases.by_word.get(word, ())))
    return sorted(with_it, key=alike, reverse=True)


#: What to do about a word that resembles none.
DECLARE_PHRASE = Message("Write a phrase of the vocabulary, or declare a new one in rules/vocabulary.")
#: What to do about a name in a sentence about all tables.
SAY_WHO = Message("Write “p …” and say after “when” who p is.")
#: The beginning of a list of phrases with a word that is known.
PHRASES_LISTED = "Phrases with"


def tells_something(help: str) -> bool:
    """Return whether help says more than that something is unknown."""
    return help not in ("", DECLARE_PHRASE, SAY_WHO) and not help.startswith(PHRASES_LISTED)


def name_of_a_table(sign: Token, letters: Collection[str]) -> Slip:
    """Return the slip of a name in a sentence about all tables: a letter that is written large, or somebody at one."""
    message = Message("“{name}” names a team: a letter that stands for something is small", name=sign.text)
    help: Message = Suggestion.of(Message("Write: “{words}”.", words=sign.text.lower()), sign.text.lower())
    if sign.text.lower() not in letters:
        message = Message("“{name}” is a name at one table, and a clause speaks of every table", name=sign.text)
        help = SAY_WHO
    return Slip(sign.start, sign.end, "R203", message, help)


def slip_at(words: Sequence[str], signs: Sequence[Token], at: int, phrases: Phrases) -> Slip | None:
    """Return the slip of the words of a sentence from one on: a number too large, or a noun that has no letter."""
    first = signs[at]
    if words[at].isdecimal():
        message = Message("the number {number} is too large", number=first.text[:12] + "…")
        return Slip(first.start, first.end, "R107", message, Message("Write a number of nine digits at most."))
    length, kind = phrases.longest(words, at + 1)
    if words[at] not in ("the", "a", "an") or kind != "NOUN":
        return None
    noun = " ".join(words[at + 1 : at + 1 + length])
    who = f"is {with_article(noun)}"
    help = Message(
        "Write a letter, and behind “when” what it is: “p {who}”; or how many: “some {noun}”.", who=who, noun=noun
    )
    if at and words[at - 1] in ("and", "or"):
        help = Message("Write each comparison out: “{condition}”.", condition=f"… {words[at - 1]} p {who}")
    elif tuple(who.split()) not in phrases.kinds:
        help = Message("Write a letter such as p, or how many: “some {noun}”.", noun=noun)
    message = Message("“{noun}” does not say which one", noun=f"{first.text} {noun}")
    return Slip(first.start, signs[at + length].end, "R201", message, help)


def permission_at(words: Sequence[str], signs: Sequence[Token], at: int, phrases: Phrases) -> Slip | None:
    """Return the slip of a verb that says what somebody does (“swims”), where the vocabulary has “can swim”."""
    verb = words[at]
    if not at or not verb.endswith("s") or not (words[at - 1] in phrases.letters or names_somebody(signs[at - 1].text)):
        return None
    for infinitive in (verb[:-1], verb[:-2], f"{verb[:-3]}y"):
        length, kind = phrases.longest(("can", infinitive, *words[at + 1 :]), 0)
        if kind.startswith("PREDICATE"):
            phrase = " ".join(("can", infinitive, *words[at + 1 : at + length - 1]))
            message = Message("“{verb}” says what somebody does, and rules say what they can do", verb=signs[at].text)
            help = Suggestion.of(Message("Write: “{words}”.", words=phrase), phrase)
            return Slip(signs[at].start, signs[at + length - 2].end, "R201", message, help)
    return None


def missing_colon(signs: Sequence[Token], text: str, phrases: Phrases, asks: Callable[[int], bool]) -> Slip | None:
    """Return the slip of an item of a scenario that lacks the colon between a question and its answer.

    ``text`` is that of its file; ``asks`` tells whether that many of the first signs are a question.
    """
    end = next((at for at, sign in enumerate(signs) if sign.type == "COMMA" or sign.text in ("by", "over")), len(signs))
    for at in range(1, end):
        first = at + (signs[at].text in TO_BE)
        word = signs[first].text if first < end else ""
        answer = (
            word in ANSWER_TERMINALS
            or NUMERAL.match(word)
            or names_somebody(word)
            or phrases.kinds.get((word,)) == "CHOICE"
        )
        if answer and asks(at):
            question = " ".join(text[signs[0].start : signs[at - 1].end].split())
            written = " ".join(text[signs[first].start : signs[end - 1].end].split())
            help = Message("Write: “{question}: {answer}”.", question=question, answer=written)
            edit = signs[at - 1].end, signs[first].start, ": "
            return Slip(*signs[at][2:], "R107", Message("a colon is missing before the answer"), help, edit)
    return None
