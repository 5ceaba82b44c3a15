"""Questions that tell a number of a team, or of one of its players: “team A has 12 poison counters, does A1 lose?”."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, product
from typing import NamedTuple

#: Within these every number of a team is tried.
NUMBERS = range(41)
#: Who may be spoken of, and of which team.
OF_TEAM = {"A": ("team A", "A1", "A2"), "B": ("team B", "B1", "B2")}


class Told(NamedTuple):
    """A question with what its reading gives: ``{fact: {team: number}}``."""

    question: str
    given: dict[str, dict[str, int]]


#: By language: how a number of a fact is told of somebody; then where it stands, what is asked, a few numbers in words.
TOLD: dict[str, dict[str, tuple[str, ...]]] = {
    "en": {
        "shared-poison": ("{who} has {n} poison counters", "{who} has {n} poison", "{who} is at {n} poison counters"),
        "shared-life": ("{who} is at {n} life", "{who} is down to {n} life", "{who} has {n} life"),
    },
    "it": {
        "shared-poison": ("{who} ha {n} segnalini veleno", "{who} arriva a {n} segnalini veleno"),
        "shared-life": ("{who} ha {n} punti vita", "{who} è a {n} punti vita", "{who} scende a {n} punti vita"),
    },
}
FRAMES = {
    "en": ("if {told}, {asked}", "{told}. {asked}", "{told}, {asked}", "when {told}, {asked}"),
    "it": ("se {told}, {asked}", "{told}. {asked}", "{told}, {asked}", "quando {told}, {asked}"),
}
ASKED = {"en": ("does A1 lose?", "does team B lose?"), "it": ("A1 perde?", "la squadra B perde?")}
IN_WORDS = {"en": {3: "three", 12: "twelve"}, "it": {3: "tre", 10: "dieci"}}


def numbers_told(language: str) -> Iterator[Told]:
    """Yield every number of every team, told in turn in each way and asked in each frame."""
    frames, asked, whose = cycle(FRAMES[language]), cycle(ASKED[language]), cycle(range(3))
    for (fact, ways), team in product(TOLD[language].items(), OF_TEAM):
        for number, way in product(NUMBERS, ways):
            who = OF_TEAM[team][next(whose)]
            if language == "it":
                who = who.replace("team", "la squadra")
            for written in {str(number), IN_WORDS[language].get(number, str(number))}:
                told = way.format(who=who, n=written)
                yield Told(next(frames).format(told=told, asked=next(asked)), {fact: {team: number}})


#: By language: how a table tells the range on which it agreed, around a question.
AGREED_RANGE = {
    "en": (
        "with range of influence {n}, {q}?",
        "with a range of {n} {q}?",
        "range of influence is {n}. {q}?",
        "range {n} for everybody, {q}?",
        "{q} with range {n}?",
        "{q} if the agreed range is {n}?",
    ),
    "it": (
        "con raggio {n} {q}?",
        "con raggio d'influenza {n}, {q}?",
        "raggio {n} per tutti, {q}?",
        "il raggio è {n}. {q}?",
        "{q} con raggio {n}?",
        "{q} se il raggio concordato è {n}?",
    ),
}
ASKED_IN_RANGE = {
    "en": ("can A1 target B2", "who can B1 attack", "is A2 in range of B1"),
    "it": ("A1 può bersagliare B2", "chi può attaccare B1", "A2 è nel raggio di B1"),
}


def agreed_ranges(language: str) -> Iterator[tuple[str, int, str]]:
    """Yield questions that tell a range on which the table agreed, each with the number and the question without it."""
    for frame, number, asked in product(AGREED_RANGE[language], (1, 2, 3), ASKED_IN_RANGE[language]):
        yield frame.format(n=number, q=asked), number, f"{asked}?"
