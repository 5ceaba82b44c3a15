"""What is said of one player in several parts of a question, taken together."""

from __future__ import annotations

from dataclasses import replace

from emperor_rules.questions.language import BREAK, Language, Word
from emperor_rules.questions.mentions import Mention


def named_once(tokens: list[Word], language: Language) -> list[Word]:
    """Take together what is said of one player in several parts of a question.

    A name and a role between breaks are one (“A2, the king, …”). Who is spoken of first is meant by the pronoun
    behind (“A2, whom can he hit?”). Who stands last is whom the question is about (“who begins, A2 or B2?”).
    """
    for at in range(len(tokens) - 2):
        first, last = tokens[at].value, tokens[at + 2].value
        closed = at + 3 == len(tokens) or tokens[at + 3].value == BREAK
        if tokens[at + 1].value == BREAK and closed and isinstance(first, Mention) and isinstance(last, Mention):
            if first.names and last.roles:
                named = Word(replace(first, called=last.named(first.names).called), tokens[at].shown)
                return named_once([*tokens[:at], named, *tokens[at + 3 :]], language)
            if first.roles and not first.asked and last.names:
                named = Word(replace(last, called=first.named(last.names).called), tokens[at + 2].shown)
                return named_once([*tokens[:at], named, *tokens[at + 3 :]], language)
    ends = [n for n, token in enumerate(tokens) if token.value != BREAK]
    if len(ends) < 3:
        return tokens
    lead, tail = ends[0], ends[-1]
    is_said = tokens[lead + 1].value == language.fronted[-1]
    if is_said and isinstance(v := tokens[lead].value, Mention) and v.asker and BREAK in (t.value for t in tokens[:-1]):
        cut = next(n for n, token in enumerate(tokens) if token.value == BREAK) + 1  # “I am A2. The king …, can I …”
        return [*tokens[:cut], *named_once(tokens[cut:], language)]
    pronoun = next((n for n in ends[1:] if isinstance(v := tokens[n].value, Mention) and v.same), None)
    who, after = tokens[lead].value, [token.value for token in tokens[lead + 1 : lead + 2]]
    if isinstance(who, Mention) and not who.asked and after == [BREAK] and pronoun is not None:
        return [*tokens[lead + 2 : pronoun], Word(who, tokens[pronoun].shown), *tokens[pronoun + 1 :]]
    who, asks = tokens[tail].value, [n for n in ends[:-1] if isinstance(v := tokens[n].value, Mention) and v.asked]
    apart = tokens[tail - 1].value
    set_off = apart == BREAK or (apart in language.table["between"] and isinstance(who, Mention) and len(who.roles) > 1)
    if isinstance(who, Mention) and len(asks) == 1 and set_off and (who.roles or who.names):
        shown = f"{tokens[asks[0]].shown} {tokens[tail].shown}"
        return [*tokens[: asks[0]], Word(who, shown), *tokens[asks[0] + 1 : tail - 1]]
    return tokens


def one_of(first: object, second: object) -> Mention | None:
    """Return whoever has one of two roles: “a king or a pawn”."""
    if not (isinstance(first, Mention) and isinstance(second, Mention) and first.roles and second.roles):
        return None
    alike = replace(first, roles=(), together=False) == replace(second, roles=(), together=False)
    return replace(first, roles=(*first.roles, *second.roles)) if alike and not first.asked else None
