"""Signs: the words, strings, dates and marks that a stretch of a rule file is made of, before they mean anything."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date

from lark import Token

from emperor_rules.source import SourceFile

#: Brackets deeper than this are refused; no rule that a person can read aloud comes near.
DEEPEST = 30

TOKEN = re.compile(
    r"""(?P<DATE>\d{4}-\d\d-\d\d(?![\w-]))
      | (?P<WORD>[^\W_](?:[\w'’-]|\.(?=\w))*)
      | (?P<STRING>"[^"]*")
      | (?P<STOP>\.) | (?P<COMMA>,) | (?P<COLON>:) | (?P<LPAR>\() | (?P<RPAR>\)) | (?P<BAR>\|)
      | (?P<COMMENT>\#[^\n]*)
      | (?P<SPACE>\s+)""",
    re.VERBOSE,
)
PLAYER = re.compile(r"[A-Z]\d{1,2}\Z")
TEAM = re.compile(r"[A-Z]\Z")
NUMBER = re.compile(r"\d{1,9}\Z")

#: Hears of a mistake: code, message, start and end in the text, what to write instead.
Report = Callable[[str, str, int, int, str], None]


def scan(source: SourceFile, start: int, end: int, report: Report) -> tuple[list[Token], list[Token], bool]:
    """Cut a stretch of a file into signs and comments, and tell whether all of it could be read.

    Each is a token with its place; its type is the name of its group in :data:`TOKEN`. After a string that is not
    closed and after too many brackets nothing more is read.
    """
    signs: list[Token] = []
    comments: list[Token] = []
    sound = True
    depth, text, match = 0, source.text, TOKEN.match
    at = start
    while at < end:
        found = match(text, at, end)
        if found is None:
            if text[at] == '"':
                report("R103", "this string is not closed", at, end, "End it with a double quote.")
                return signs, comments, False
            sound = False
            past = _past_run(text, at, end)
            report(
                "R102",
                f"the sign “{text[at]}” is not part of the language",
                at,
                past,
                "Delete it, or put it into a string or a comment.",
            )
            at = past
            continue
        kind, past = found.lastgroup or "", found.end()
        if kind == "COMMENT":
            comments.append(Token(kind, found.group().rstrip(), start_pos=at, end_pos=past))
        elif kind != "SPACE":
            signs.append(Token(kind, found.group(), start_pos=at, end_pos=past))
            depth += (kind == "LPAR") - (kind == "RPAR")
            if depth > DEEPEST:
                report(
                    "R107",
                    f"brackets are nested more than {DEEPEST} deep",
                    at,
                    past,
                    "Split the sentence into several.",
                )
                return signs, comments, False
            if kind == "DATE" and not in_calendar(found.group()):
                sound = False
                report("R106", f"“{found.group()}” is no date", at, past, "Write a day of the calendar as YYYY-MM-DD.")
        at = past
    return signs, comments, sound


def pieces(text: str) -> Iterator[tuple[str, str, int]]:
    """Cut any text into (kind, text, start), spaces and comments included; kind is empty for what is no sign."""
    at = 0
    while at < len(text):
        found = TOKEN.match(text, at)
        end = found.end() if found is not None else at + 1
        yield (found.lastgroup or "") if found is not None else "", text[at:end], at
        at = end


def in_calendar(written: str) -> bool:
    """Tell whether YYYY-MM-DD is a day of the calendar."""
    try:
        date.fromisoformat(written)
    except ValueError:
        return False
    return True


def _past_run(text: str, at: int, end: int) -> int:
    """Give the end of a run of one repeated sign, so that it is reported once."""
    past = at
    while past < end and text[past] == text[at]:
        past += 1
    return past
