"""Other ways in which questions and given facts are said, and the topics under which questions are listed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from emperor_rules.model.record import Record
from emperor_rules.model.vocabulary import Words
from emperor_rules.source import NOWHERE, Span

#: Circumstances that are no given facts but keys of a request: who left before the turn began, and during it.
DEPARTURES = ("left", "leaving")
#: The circumstance that somebody is still in the game: no key of a request; where he has left, it is refused.
STAYING = "staying"
#: In the braces of a circumstance: a player whom the words name and who does not matter to it.
ANYONE_SLOT = "anyone"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Phrasing(Record):
    """What a question or a circumstance is called as well.

    Attributes:
        id: The question, the given fact, or ``left``, ``leaving`` or ``staying``.
        language: The language.
        words: Its words: letters stand for those of whom it is asked, {key} for a player who is a given fact, {p+q} for
            two players, {key=value} says what the words imply; (a|b) is a choice, [a] may be left away.
        value: The word that a given fact has then: ``yes`` or ``no`` of a flag, else one of its choices.
    """

    id: str
    language: str
    words: str
    value: str = ""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Topic(Record):
    """A heading with the ids of the questions below it."""

    id: str
    names: Words
    asks: tuple[str, ...]
    span: Span = NOWHERE


@dataclass(frozen=True)
class Phrasings:
    """All phrasings of a folder of rules, and the words of the game beside them: tables of each language by its id."""

    questions: tuple[Phrasing, ...] = ()
    circumstances: tuple[Phrasing, ...] = ()
    topics: Mapping[str, Topic] = field(default_factory=dict)
    words: Mapping[str, Any] = field(default_factory=dict)
