"""What keeps a loose or a long question from being read: words that could be left aside, and change it here."""

from __future__ import annotations

from collections.abc import Sequence, Set

from emperor_rules.questions.clauses import OTHER, Clause, Values
from emperor_rules.questions.language import BREAK, Language, Token
from emperor_rules.questions.mentions import Mention, Side


def speaks_of(fills: Sequence[str | Mention], said: Set[str]) -> bool:
    """Return whether a question is about those of whom it says who they are.

    “As A3” needs whoever asks in it; “my king is A2” somebody whom it does not leave unsaid.
    """
    mentions = [fill for fill in fills if isinstance(fill, Mention)]
    if any(fill.of_asker for fill in mentions):
        return True
    return OTHER in said and any(fill.names or fill.roles or fill.same for fill in mentions)


def owns_something(tokens: Sequence[Token], spoken: Language) -> bool:
    """Return whether whose something is could be lost: “who owns his creatures”, not “go with his creatures”."""
    whose = {*spoken.people["his"], *spoken.people["their"]}
    return any(
        isinstance(token.value, str)
        and not whose.isdisjoint(token.shown.split())
        and not (at and tokens[at - 1].value in spoken.prepositions)
        for at, token in enumerate(tokens)
    )


def says_who(tokens: Sequence[Token], spoken: Language) -> bool:
    """Return whether somebody says first who somebody is, which is no part of the question: “my king is A2, what …”."""
    first, verb, named, mark = ([token.value for token in tokens] + [""] * 4)[:4]
    said = verb == spoken.fronted[-1] and mark == BREAK
    return said and isinstance(first, Mention) and first.is_open and isinstance(named, Mention) and bool(named.names)


def of_either(values: Values, clauses: Sequence[Clause]) -> bool:
    """Return whether several could be meant of either side where somebody of one has a part: “A2 dies, the kings …”."""
    several = any(
        isinstance(m, Mention) and m.roles and m.together and m.side is Side.ANY and not m.names for m in values
    )
    fills = [fill for clause in clauses for match in clause.matches for fill in match.fills]
    return several and any(isinstance(fill, Mention) and fill.names for fill in fills)


def says_where(values: Values, spoken: Language) -> bool:
    """Return whether a question is only where somebody is: “the king in check”, which does not ask for his check."""
    said = [value for value in values if value not in spoken.light]
    return (
        len(said) == 3
        and isinstance(said[0], Mention)
        and said[1] in spoken.placing & spoken.prepositions
        and isinstance(said[2], str)
    )
