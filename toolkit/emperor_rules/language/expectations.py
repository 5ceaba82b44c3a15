"""What to tell a writer whose words stand in an impossible order: what was found, and what could stand there."""

from __future__ import annotations

from collections.abc import Set
from typing import NamedTuple

from lark import Token


class Explanation(NamedTuple):
    """A diagnostic without its place."""

    code: str
    message: str
    help: str


#: Terminals in the words of a writer, in the order in which a hint names them.
NAMES = {
    "LETTER": "a letter such as p", "PLAYER": "a player such as A1", "NUMBER": "a number",
    "VALUE_OF": "a value such as “the range of p”", "PROPERTY": "a property such as “is an emperor”",
    "RELATION": "a relation such as “is next to”", "COMPARE": "a comparison such as “is at most”",
    "LINK": "the rest of the phrase", "NOUN": "a noun such as “general”", "NOUN_OF": "a noun such as “opponent of p”",
    "SOME": "“some”, “every”, “no” or a number of", "CHOICE": "one of the vocabulary's choices",
    "WHEN": "“when”", "UNLESS": "“unless”", "ONLY_WHEN": "“only when”", "EXACTLY_WHEN": "“exactly when”",
    "AND": "“and”", "OR": "“or”", "MOMENT": "a moment such as “as the turn began”",
    "STOP": "the full stop", "COMMA": "a comma", "COLON": "a colon", "LPAR": "“(”", "RPAR": "“)”",
    "STRING": "a string in double quotes", "NAME": "a name", "DATE": "a date", "END": "the end of the line",
    "SEAT": "a seat letter", "BAR": "“|”", "EN": "“en”", "IT": "“it”", "FROM": "“from”",
    "YES": "yes or no", "SILENT": "silent, contradicted or invalid", "BY": "“by” and clauses", "OVER": "“over”",
    "SUCH_THAT": "“such that”", "TO_THE_LEFT_OF": "“to the left of”", "IS_IN_USE": "“is in use”",
}  # fmt: skip


def explain(block: str, head: bool, before: list[Token], found: Token, accepted: Set[str]) -> Explanation:
    """Explain a syntax mistake: ``before`` are the tokens of the item so far, ``accepted`` the possible kinds."""
    last = before[-1] if before else None
    if found.type in ("AND", "OR") and ({"AND", "OR"} & accepted):
        return Explanation(
            "R202",
            "“and” and “or” are mixed without brackets",
            "Put brackets round the part that belongs together: “A and (B or C)”.",
        )
    if found.type == "END" and "STOP" in accepted:
        return Explanation("R108", "this sentence has no full stop", "End it with “.”.")
    shown = "the line ends too early" if found.type == "END" else f"“{found}” cannot stand here"
    if last is not None and found.type != "END":
        shown += f" after “{last}”"
    if found.type == "STOP" and "STOP" not in accepted:
        shown = f"the sentence ends too early, after “{last}”" if last is not None else "the sentence is empty"
    if found.type in ("NOUN", "NOUN_OF") and "SOME" in accepted:
        return Explanation(
            "R107", shown, "Say how many: some, every, no, at least 2, at most 2 or exactly 2 before the noun."
        )
    return Explanation("R107", shown, _hint(block, head, accepted))


def _hint(block: str, head: bool, accepted: Set[str]) -> str:
    if head and block == "text":
        return "Write a text's head as: text my-text “Its title” (with double quotes)."
    if head and block == "scenario":
        return "Write a scenario's head as: scenario “What it shows” (with double quotes)."
    if head and block == "clause":
        return "Write a clause's head as: clause 809.3a my-slug, then “since”, “until” or “overrides” if need be."
    names = [name for kind, name in NAMES.items() if kind in accepted]
    if not names:
        return "Compare it with CONTRIBUTING's language tour."
    if len(names) == 1:
        return f"Expected {names[0]}."
    return f"Expected {', '.join(names[:5])}{' or something else' if len(names) > 5 else ''}."
