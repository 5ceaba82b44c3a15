"""Scanner: cuts a stretch of a rule file into words, strings, dates and punctuation, before they mean anything."""

from __future__ import annotations

import re
from collections.abc import Iterator

from emperor_rules.diagnostics import Suggestion
from emperor_rules.language.syntax_tree import Reporter, Token
from emperor_rules.messages import Message
from emperor_rules.model.texts import in_calendar

#: Brackets deeper than this are refused; no rule that a person can read aloud comes near.
DEEPEST = 30
#: Items of more words than this are refused likewise: terms may stand within terms, “the team of the first player …”.
LONGEST_ITEM = 300

TOKEN = re.compile(
    r"""(?P<DATE>\d{4}-\d\d-\d\d(?![\w-]))
      | (?P<WORD>[^\W_](?:[\w'’-]|\.(?=\w))*)
      | (?P<STRING>"[^"]*")
      | (?P<STOP>\.) | (?P<COMMA>,) | (?P<COLON>:) | (?P<LPAR>\() | (?P<RPAR>\)) | (?P<BAR>\|)
      | (?P<COMMENT>\#[^\n]*)""",
    re.VERBOSE,
)
#: What the scanner makes of text between tokens: spaces, and runs of one sign that is not part of the language.
BETWEEN_TOKENS = re.compile(r"(?P<SPACE>\s+)|(?P<sign>[<>!]=|\S)(?P=sign)*")
STRETCH = re.compile(f"{TOKEN.pattern}|{BETWEEN_TOKENS.pattern}", re.VERBOSE)
NUMERAL = re.compile(r"\d{1,9}\Z")

#: Quotation marks that people and word processors write for straight double ones.
QUOTES = frozenset("“”„‟«»'‘’‹›`")
ARITHMETIC_SIGNS = frozenset("+-−*×÷/%^")
#: What signs of comparison are in words.
COMPARISON_SIGNS = {
    **dict.fromkeys(("<=", "≤"), "is at most"),
    **dict.fromkeys((">=", "≥"), "is at least"),
    **dict.fromkeys(("!=", "≠"), "is not"),
    "<": "is less than",
    ">": "is more than",
    "=": "is",
}
ARITHMETIC_IN_WORDS = Message(
    "Calculate in words: “… plus 1”, “… minus 1”, “2 times …”, “… divided by 2, rounded down”."
)


def scan(file: Reporter, start: int, end: int) -> tuple[list[Token], list[Token], bool]:
    """Scan a stretch of a file.

    Nothing is scanned after a string that is not closed, nor after too many brackets.

    Returns:
        Its tokens (each of the type of its group in :data:`TOKEN`), its comments, and whether it has no mistake.
    """
    signs: list[Token] = []
    comments: list[Token] = []
    sound, new = True, tuple.__new__
    depth, text, at = 0, file.source.text, start
    for match in TOKEN.finditer(text, start, end):
        begin, past = match.span()
        if begin > at and not text[at:begin].isspace():
            sound = False
            if not _report_gap(file, start, at, begin, end):
                return signs, comments, False
        at = past
        kind = match.lastgroup or ""
        if kind == "COMMENT":
            comments.append(Token(kind, match.group().rstrip(), begin, past))
            continue
        signs.append(new(Token, (kind, match.group(), begin, past)))  # half the time of Token(…), thousands of times
        if kind == "LPAR":
            depth += 1
            if depth > DEEPEST:
                message = Message("brackets are nested more than {deepest} deep", deepest=DEEPEST)
                file.report("R107", message, match.span(), Message("Split the sentence into several."))
                return signs, comments, False
        elif kind == "RPAR":
            depth -= 1
        elif kind == "DATE" and not in_calendar(match.group()):
            sound = False
            message = Message("“{group}” is no date", group=match.group())
            file.report("R106", message, match.span(), Message("Write a day of the calendar as YYYY-MM-DD."))
    if at < end and not text[at:end].isspace():
        sound = False
        _report_gap(file, start, at, end, end)
    words = [sign for sign in signs if sign.type == "WORD"] if len(signs) > LONGEST_ITEM else []
    if len(words) > LONGEST_ITEM:
        sound, place = False, words[LONGEST_ITEM][2:]
        message = Message("a sentence or list has more than {most} words", most=LONGEST_ITEM)
        file.report("R107", message, place, Message("Split the sentence into several."))
    return signs, comments, sound


def _report_gap(file: Reporter, item: int, start: int, stop: int, end: int) -> bool:
    """Report what is not part of the language between two tokens of an item; return whether scanning goes on."""
    text = file.source.text
    for gap in BETWEEN_TOKENS.finditer(text, start, stop):
        sign = gap["sign"]
        if sign == '"':
            message, help = Message("this string is not closed"), Message("End it with a double quote.")
            last = len(text[:end].rstrip())
            help = Suggestion.of(help, '"', file.source.span(last, last), certain=False)
            file.report("R103", message, (gap.start(), end), help)
            return False
        if sign:
            begin, past = gap.span()
            message = Message("the sign “{sign}” is not part of the language", sign=sign)
            help = _instead_of(sign, text, begin, past, text[item:stop].split(None, 1)[0], not text[past:end].strip())
            if sign == "/" and text[:begin].endswith("and") and text.startswith("or", past):
                begin, past = begin - 3, past + 2
                message = Message("“and/or” is not part of the language")
                help = Suggestion.of(Message("Write “or”: it also holds when both do."), "or")
            file.report("R102", message, (begin, past), help)
            if sign in QUOTES:
                return False
    return True


def _instead_of(sign: str, text: str, start: int, end: int, first_word: str, last: bool) -> Message:
    """Return what to write for a sign that is not part of the language.

    The item begins with ``first_word``; ``last`` tells that nothing follows the sign.
    """
    if sign in QUOTES:
        return Message('Write straight double quotes: "…".')
    if first_word == "seats":
        return Suggestion.of(Message("Put a bar between teams: seats g E g | g E g"), "|")
    if first_word == "given" and sign == "=":
        return Suggestion.of(Message("Write the value behind the name: given phase combat"), " ")
    if sign == "?" and text[:start].rstrip().endswith((":", "by", "least")):
        return Message("Let it be filled in: emperor scenario --fill")
    if sign == ";" and last:
        return Suggestion.of(Message("End the sentence with “.”."), ".")
    comparison = COMPARISON_SIGNS.get(sign)
    if comparison is not None:
        return Suggestion.of(Message("Write it in words: “{words}”.", words=comparison), f" {comparison} ")
    if sign == "/" and text[start - 1 : start].isdecimal() and text[end : end + 1].isdecimal():
        return Message("A day is written as YYYY-MM-DD.")
    return (
        ARITHMETIC_IN_WORDS if sign in ARITHMETIC_SIGNS else Message("Delete it, or put it into a string or a comment.")
    )


def pieces(text: str) -> Iterator[tuple[str, str, int]]:
    """Cut any text without remainder into (type, text, start): tokens, SPACE, and ``sign`` for what is neither."""
    for match in STRETCH.finditer(text):
        yield match.lastgroup or "", match.group(), match.start()
