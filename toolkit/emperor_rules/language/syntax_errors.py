"""What to tell a writer whose words stand in an impossible order: what was found, and what could stand there."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import NamedTuple

from emperor_rules.language.syntax_tree import Token


class Explanation(NamedTuple):
    """A diagnostic without its place."""

    code: str
    message: str
    help: str


#: Terminals in the words of a writer, in the order in which a hint names them; any other is its own word in quotes.
NAMES = {
    "LETTER": "a letter such as p",
    "PLAYER": "a player such as A1",
    "TEAM": "a team such as A",
    "NUMBER": "a number",
    "DATE": "a date such as 2024-09-20",
    "STRING": "a string in double quotes",
    "NAME": "a name",
    "SEAT": "a seat letter",
    "VALUE": "a value",
    "VALUE_OF": "a value of something",
    "VALUE_OF2": "a value of two things",
    "FLAG": "a sentence of the vocabulary",
    "PROPERTY": "what somebody is or does",
    "PREDICATE": "a predicate to somebody",
    "PREDICATE2": "a predicate to two things",
    "COMPARE": "a comparison such as “is at most”",
    "LINK": "the rest of the phrase",
    "SLOT": "a place",
    "NOUN": "a noun",
    "NOUN_OF": "a noun of something",
    "CHOICE": "one of the vocabulary's choices",
    "MOMENT": "a moment such as “as the turn began”",
    "BY": "“by” and clauses",
    "OVER": "“over” and clauses",
    "STOP": "a full stop",
    "COMMA": "a comma",
    "COLON": "a colon",
    "LPAR": "“(”",
    "RPAR": "“)”",
    "BAR": "“|”",
    "PRINCIPLE": "a principle",
    "KIND": "a kind of declaration",
    "KEYWORD": "a keyword of the declaration",
    "END": "the end of the line",
}

VALUES = ("VALUE", "VALUE_OF", "VALUE_OF2", "THE_LEAST", "THE_FIRST", "THE_NUMBER_OF")
TERMS = ("LETTER", "PLAYER", "TEAM", "NUMBER", "CHOICE", *VALUES)
QUANTIFIERS = ("SOME", "EVERY", "NO", "AT_LEAST", "AT_MOST", "EXACTLY", "MORE_THAN")
#: Terminals that come in groups: where all of the first are possible, the group is named and the last are not.
GROUPS = (
    (
        ("NOT", "FLAG", "LETTER"),
        "a condition such as “p is …”",
        ("NOT", "FLAG", "LPAR", "OPTION", *TERMS, *QUANTIFIERS),
    ),
    (("LETTER", "SOME"), "a letter such as p, “some …”, “every …”, “no …” or a value", (*TERMS, *QUANTIFIERS)),
    (("LETTER", "VALUE"), "a letter such as p or a value", TERMS),
    (
        ("PROPERTY", "PREDICATE", "COMPARE"),
        "what it is or does",
        ("PROPERTY", "PREDICATE", "PREDICATE2", "COMPARE", "IS_SUCH_THAT"),
    ),
    (("WHEN", "UNLESS"), "“when …”, “unless …”", ("WHEN", "UNLESS", "ONLY_WHEN", "EXACTLY_WHEN", "MOMENT")),
    (
        ("YES", "NO", "SILENT"),
        "yes, no, a number, players, silent, contradicted or invalid",
        ("YES", "NO", "SILENT", "CONTRADICTED", "INVALID", "NUMBER", "PLAYER", "TEAM", "CHOICE"),
    ),
    (("SOME", "EVERY"), "“some”, “every” or “no”", QUANTIFIERS),
)

HEADS = {
    "text": "A text's head reads: text my-text “Its title”, with double quotes.",
    "scenario": "A scenario's head reads: scenario “What it shows”, with double quotes.",
    "clause": "A clause's head reads: clause 1.2a my-slug, then “since”, “until” or “overrides” if need be.",
    "declaration": "A declaration's head reads: its kind and a name, such as “fact my-fact”.",
}


def explain(
    block: str, head: bool, before: Sequence[Token], token: Token, accepted: Set[str], continues: bool = False
) -> Explanation:
    """Explain a syntax mistake in a head or item of a block.

    ``before`` are its tokens so far, ``token`` is the one that cannot follow them and ``accepted`` the types of those
    that could; ``continues`` tells that it begins a continuation line.
    """
    if token.type in ("AND", "OR") and ({"AND", "OR"} & accepted):
        return Explanation(
            "R202",
            "“and” and “or” are mixed without brackets",
            "Put brackets round the part that belongs together: “A and (B or C)”.",
        )
    if continues and "END" in accepted:
        return Explanation(
            "R104",
            f"“{_plain(token)}” begins a line that continues the one above",
            "Indent an item by two spaces; a line with four or more goes on with the item above it.",
        )
    if token.type == "END" and "STOP" in accepted:
        return Explanation("R108", "this sentence has no full stop", "End it with “.”.")
    return Explanation("R107", _shown(before, token, accepted), _help(block, head, before, token, accepted))


def expected(accepted: Set[str]) -> str:
    """Return a sentence that lists what could stand in a place."""
    left = set(accepted)
    names = []
    for signs, name, covered in GROUPS:
        if left.issuperset(signs):
            names.append(name)
            left.difference_update(covered)
    order = {kind: n for n, kind in enumerate(NAMES)}
    for kind in sorted(left, key=lambda kind: (order.get(kind, len(order)), kind)):
        names.append(NAMES.get(kind, f"“{kind.lower().replace('_', ' ')}”"))
    if not names:
        return "Nothing can stand here."
    if len(names) > 6:
        names = [*names[:5], "something else"]
    return f"Expected {' or '.join([', '.join(names[:-1]), names[-1]] if len(names) > 1 else names)}."


def _shown(before: Sequence[Token], token: Token, accepted: Set[str]) -> str:
    """Report what is wrong."""
    after = f" after “{_plain(before[-1])}”" if before else ""
    if token.type == "RPAR" and "RPAR" not in accepted and before and before[0].type != "LPAR":
        return "this bracket closes none"
    if token.type == "END":
        return f"the line ends too soon{after}"
    if token.type != "STOP":
        return f"“{_plain(token)}” cannot stand here{after}"
    if "RPAR" in accepted:
        return "a bracket is still open where the sentence ends"
    return f"a full stop cannot stand here{after}" if "END" in accepted else f"the sentence ends too soon{after}"


def _help(block: str, head: bool, before: Sequence[Token], token: Token, accepted: Set[str]) -> str:
    """Report what to write instead."""
    last = before[-1].type if before else ""
    if head:
        return f"{expected(accepted)} {HEADS.get(block, '')}".strip()
    if token.type in ("NOUN", "NOUN_OF") and "SOME" in accepted:
        return "Say how many: some, every, no, at least 2, at most 2 or exactly 2 before the noun."
    if token.type == "STOP" and "RPAR" in accepted:
        return "Close it with “)”."
    if token.type == "RPAR" and "RPAR" not in accepted:
        return "Delete it, or open a bracket before it."
    if last == "NOT" and accepted == {"LPAR"}:
        return "Put what is negated into brackets: “not (…)”."
    if last == "STOP":
        return "Begin every sentence on a line of its own."
    if token.type == "COMMA" and block == "clause" and "COMMA" not in accepted:
        return "A sentence has no commas: join conditions with “and” or “or”."
    if token.type == "BY" and "COMMA" in accepted:
        return "Put a comma before “by”."
    if token.type == "STOP" and "END" in accepted:
        return "Delete it; only sentences have one."
    if block == "scenario" and "COLON" in accepted:
        return "After a question come a colon and the answer you expect: yes, no, a number, players, silent …"
    return expected(accepted)


def _plain(token: Token) -> str:
    """Show a token: without quotes of its own, shortened when long."""
    words = " ".join(token.text.split())
    if token.type == "STRING":
        words = words.strip('"')
    return words if len(words) <= 40 else words[:37] + "…"
