"""What to tell a writer whose words stand in an impossible order: what was found, and what could stand there."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import NamedTuple

from lark import Token


class Explanation(NamedTuple):
    """A diagnostic without its place."""

    code: str
    message: str
    help: str


#: Terminals in the words of a writer, in the order in which a hint names them; any other is its own word in quotes.
NAMES = {
    "LETTER": "a letter such as p", "PLAYER": "a player such as A1", "TEAM": "a team such as A",
    "NUMBER": "a number", "DATE": "a date such as 2024-09-20", "STRING": "a string in double quotes",
    "NAME": "a name", "SEAT": "a seat letter",
    "VALUE": "a value", "VALUE_OF": "a value of something", "VALUE_OF2": "a value of two things",
    "SOME": "“some”, “every”, “no” or a number of", "FLAG": "a sentence of the vocabulary",
    "PROPERTY": "what the subject is or does", "RELATION": "a relation to something",
    "RELATION2": "a relation to two things", "COMPARE": "a comparison such as “is at most”",
    "LINK": "the rest of the phrase", "SLOT": "a place", "NOUN": "a noun", "NOUN_OF": "a noun of something",
    "CHOICE": "one of the vocabulary's choices", "YES": "yes or no", "SILENT": "silent, contradicted or invalid",
    "WHEN": "“when”", "UNLESS": "“unless”", "ONLY_WHEN": "“only when”", "EXACTLY_WHEN": "“exactly when”",
    "AND": "“and”", "OR": "“or”", "MOMENT": "a moment such as “as the turn began”", "BY": "“by” and clauses",
    "OVER": "“over” and clauses", "STOP": "the full stop", "COMMA": "a comma", "COLON": "a colon", "LPAR": "“(”",
    "RPAR": "“)”", "BAR": "“|”", "PRINCIPLE": "a principle", "KIND": "a kind of declaration",
    "KEYWORD": "a keyword of the declaration", "END": "the end of the line",
}  # fmt: skip

#: Terminals that say little beside another: they are not named where that one is.
BESIDE = {
    "EVERY": "SOME", "NO": "SOME", "AT_LEAST": "SOME", "AT_MOST": "SOME", "EXACTLY": "SOME", "MORE_THAN": "SOME",
    "VALUE_OF": "VALUE", "VALUE_OF2": "VALUE", "THE_LEAST": "VALUE", "THE_FIRST": "VALUE", "THE_NUMBER_OF": "VALUE",
    "NOUN_OF": "NOUN", "RELATION2": "RELATION", "CONTRADICTED": "SILENT", "INVALID": "SILENT",
}  # fmt: skip

HEADS = {
    "text": "Write a text's head as: text my-text “Its title” (with double quotes).",
    "scenario": "Write a scenario's head as: scenario “What it shows” (with double quotes).",
    "clause": "Write a clause's head as: clause 1.2a my-slug, then “since”, “until” or “overrides” if need be.",
    "declaration": "Write a declaration's head as its kind and a name: fact my-fact",
}


def explain(
    block: str, head: bool, before: Sequence[Token], found: Token, accepted: Set[str], continues: bool = False
) -> Explanation:
    """Explain a syntax mistake in a head or item of a block.

    ``before`` are its tokens so far, ``found`` is the one that cannot follow them and ``accepted`` the types of those
    that could; ``continues`` tells that it begins a continuation line.
    """
    last = before[-1] if before else None
    if found.type in ("AND", "OR") and ({"AND", "OR"} & accepted):
        return Explanation(
            "R202",
            "“and” and “or” are mixed without brackets",
            "Put brackets round the part that belongs together: “A and (B or C)”.",
        )
    if continues and "END" in accepted:
        return Explanation(
            "R104",
            f"“{found}” begins a line that continues the one above",
            "Indent an item by two spaces; a line with four or more goes on with the item above it.",
        )
    if found.type == "END" and "STOP" in accepted:
        return Explanation("R108", "this sentence has no full stop", "End it with “.”.")
    if found.type == "END":
        shown = "the line ends too soon" + (f" after “{_plain(last)}”" if last is not None else "")
    elif found.type == "STOP":
        shown = "the sentence ends too soon" + (f", after “{_plain(last)}”" if last is not None else "")
        if "STOP" not in accepted and "END" in accepted:
            shown = f"a full stop cannot stand here, after “{_plain(last)}”"
    elif last is not None:
        shown = f"“{_plain(found)}” cannot stand here after “{_plain(last)}”"
    else:
        shown = f"“{_plain(found)}” cannot stand here"
    if head:
        return Explanation("R107", shown, HEADS.get(block, ""))
    if found.type in ("NOUN", "NOUN_OF") and "SOME" in accepted:
        help = "Say how many: some, every, no, at least 2, at most 2 or exactly 2 before the noun."
    elif block == "scenario" and found.type == "END" and "COLON" in accepted:
        help = "Add a colon and the answer that you expect: yes, no, a number, players, silent …"
    else:
        help = expected(accepted)
    return Explanation("R107", shown, help)


def expected(accepted: Set[str]) -> str:
    """Say in a sentence what could stand in a place."""
    order = {kind: n for n, kind in enumerate(NAMES)}
    kinds = sorted((k for k in accepted if BESIDE.get(k) not in accepted), key=lambda k: (order.get(k, 999), k))
    names = [NAMES.get(kind, f"“{kind.lower().replace('_', ' ')}”") for kind in kinds]
    if not names:
        return "Nothing can stand here."
    if len(names) > 6:
        names = [*names[:5], "something else"]
    return f"Expected {' or '.join([', '.join(names[:-1]), names[-1]] if len(names) > 1 else names)}."


def _plain(token: Token | None) -> str:
    """Show a token in quotes: a long string shortened, without its own quotes."""
    words = " ".join(str(token).split())
    if token is not None and token.type == "STRING":
        words = words.strip('"')
    return words if len(words) <= 40 else words[:37] + "…"
