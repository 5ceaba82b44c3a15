"""The vocabulary: nouns, values, facts, actions, questions and given facts that all texts share.

Everything that the toolkit knows by name it reads from here; what the words mean is for the texts to say, but for
the few notions marked ``builtin`` (seats on a ring, teams, who is in the game).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from operator import attrgetter
from typing import Literal, NamedTuple

from emperor_rules.messages import Bilingual
from emperor_rules.model.phrases import Phrases
from emperor_rules.model.record import Record
from emperor_rules.model.terms import Condition
from emperor_rules.source import NOWHERE, Span

#: The signs of roles in drawings; a role without one is drawn as its letter.
SYMBOLS = ("crown", "shield", "chevron", "star", "disc", "none")

#: What a seating drawing can show (``drawn as …``), with the sorts of the arguments and the kind of answer it needs:
#: how far a player reaches, arrows from player to player, whom a player reaches around the ring, where a piece may go,
#: who may start, the order in which they play, a way counted seat by seat, arrows to two players at once, the players
#: of whom something holds, a number of each player, the player who is the answer, and the seats themselves.
DRAWN_AS: Mapping[str, tuple[tuple[str, ...], str]] = {
    "reach": (("player",), "number"),
    "arrow": (("player", "player"), "yes-no"),
    "within": (("player", "player"), "yes-no"),
    "move": (("player", "player"), "yes-no"),
    "start": (("player",), "yes-no"),
    "order": (("player",), "players"),
    "count": (("player", "player"), "number"),
    "fork": (("player", "player", "player"), "yes-no"),
    "mark": (("player",), "yes-no"),
    "number": (("player",), "number"),
    "who": (("player",), "player"),
    "seating": ((), "yes-no"),
}

#: Where the role of a player stands in what a fact makes of one: “an opposing …”.
ROLE_HERE = "…"


class Words(NamedTuple):
    """A phrase or name in both languages."""

    en: str = ""
    it: str = ""

    def get(self, language: str) -> str:
        """Return the words in a language, English where the other is missing."""
        return self.own(language) or self.en

    def own(self, language: str) -> str:
        """Return the words in a language, empty where they are missing."""
        return self.it if language == "it" else self.en


Bilingual.register(Words)
NO_WORDS = Words()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Sort(Record):
    """A kind of thing with the letters that stand for it; its id is a string, as rule files declare it."""

    id: str
    letters: tuple[str, ...]
    names: tuple[Words, Words]
    span: Span = NOWHERE
    comments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Role(Record):
    """What a seat may be: its letter in a seating and the symbol that draws it."""

    id: str
    letter: str
    symbol: str
    names: tuple[Words, Words]
    span: Span = NOWHERE
    comments: tuple[str, ...] = ()


class PredicateKind(StrEnum):
    """What a predicate says."""

    FACT = "fact"
    VALUE = "value"
    #: What somebody may do.
    ACTION = "action"


class GivenKind(StrEnum):
    """What a question gives under a key."""

    FLAG = "flag"
    NUMBER = "number"
    PLAYER = "player"
    PLAYERS = "players"
    CHOICE = "choice"


#: Gets the fields of a predicate that hold no words of any language.
_WORDLESS = attrgetter(
    "id",
    "kind",
    "params",
    "answer",
    "closed",
    "builtin",
    "requirement",
    "gone_allowed",
    "after_game",
    "leaves_game",
    "ignores",
    "gives",
)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Predicate(Record):
    """A fact, value or action: what texts conclude and questions ask.

    ``params`` are (letter, sort) in the order of ``of``; ``spoken`` are the parameter numbers in the order in which
    the English phrase names them. ``gives`` maps a given key to the letter that is its default here. Whoever a fact
    that ``leaves_game`` certainly holds of, because of others who have left, has left with them. Where a fact that
    ``ends_play`` certainly holds nobody plays on: searches look no further, only what may be asked ``after_game`` is
    answered, and the first of the questions that it ``asks`` whose answer is yes tells how the game ended. ``plural``
    is the phrase of several; ``said`` is what people are told instead of the phrase, of a value with the verb that its
    answer follows, ``short`` the head of a column with its answers. ``noun`` is what rulings call a player of whom a
    fact of two holds, alone and with “…” for a role, ``where`` what they say behind another name, in full and in short.
    """

    id: str
    kind: PredicateKind
    params: tuple[tuple[str, str], ...]
    phrase: Words
    negative: Words = NO_WORDS
    ask: Words = NO_WORDS
    spoken: tuple[int, ...] = ()
    answer: str = "yes-no"
    choices: tuple[tuple[str, Words], ...] = ()
    closed: bool = False
    builtin: str | None = None
    requirement: bool = False
    gone_allowed: bool = False
    essential: bool = False
    ignores: tuple[str, ...] = ()
    slot: tuple[str, str, str] | None = None
    gives: tuple[tuple[str, str], ...] = ()
    means: Condition | None = None
    premise: Condition | None = None
    drawn: str = ""
    after_game: bool = False
    leaves_game: bool = False
    ends_play: bool = False
    asks: tuple[str, ...] = ()
    plural: Words = NO_WORDS
    said: Words = NO_WORDS
    short: Words = NO_WORDS
    noun: tuple[Words, Words] = (NO_WORDS, NO_WORDS)
    where: tuple[Words, Words] = (NO_WORDS, NO_WORDS)
    span: Span = NOWHERE
    comments: tuple[str, ...] = ()

    @property
    def is_permission(self) -> bool:
        """Whether prohibitions can beat it: an action, or what requirements are collected in."""
        return self.kind is PredicateKind.ACTION or self.requirement

    def statement(self, language: str) -> str:
        """Return the phrase as people are told it: of a value what it is the value of, of others a sentence."""
        sentence = "" if self.kind is PredicateKind.VALUE else self.said.own(language)
        return sentence or self.phrase.get(language)

    @property
    def is_question(self) -> bool:
        """Return whether people may ask it."""
        return bool(self.ask.en)

    @property
    def sense(self) -> tuple[object, ...]:
        """Its declaration without its words and its meaning in texts that do not define it."""
        return (*_WORDLESS(self), self.slot and self.slot[0], *(word for word, _ in self.choices))


class DefaultWord(StrEnum):
    """What a given fact is where none is given: the first player of the question, or nobody."""

    FIRST = "first"
    NONE = "none"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class GivenFact(Record):
    """A fact that a question may bring along.

    ``default`` is a :class:`DefaultWord`, a word, a number, or ``None`` for no default.
    ``best`` asks the question at whichever choice the text allows it; ``present`` wants a player still in the game.
    ``negative`` says a flag’s negation where the phrase cannot simply be bent into it, ``plural`` and ``said`` are as
    those of a predicate.
    """

    id: str
    kind: GivenKind
    phrase: Words
    default: str | None = None
    choices: tuple[tuple[str, Words], ...] = ()
    best: bool = False
    present: bool = False
    negative: Words = NO_WORDS
    plural: Words = NO_WORDS
    said: Words = NO_WORDS
    span: Span = NOWHERE
    comments: tuple[str, ...] = ()

    def statement(self, language: str) -> str:
        """Return the phrase as people are told it: of a flag or of players a sentence, of others what is given."""
        sentence = self.said.own(language) if self.kind in (GivenKind.FLAG, GivenKind.PLAYERS) else ""
        return sentence or self.phrase.get(language)

    @property
    def sense(self) -> tuple[object, ...]:
        """Its declaration without its words."""
        return self.id, self.kind, self.default, tuple(word for word, _ in self.choices), self.best, self.present


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Option(Record):
    """Something a table may switch on."""

    id: str
    names: Words
    span: Span = NOWHERE
    comments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class DefinedTerm(Record):
    """A word of the game with its definition, and the predicates that are about it; no clause is written with it."""

    id: str
    names: Words
    definition: Words
    about: tuple[str, ...] = ()
    span: Span = NOWHERE
    comments: tuple[str, ...] = ()


#: What a phrase may stand for.
PhraseTarget = Literal["sort", "role", "predicate", "given", "choice", "slot"]


class PhraseMeaning(NamedTuple):
    """What one phrase stands for: a predicate, a role, a given fact, a noun or a choice."""

    target: PhraseTarget
    id: str
    negated: bool = False


@dataclass(frozen=True)
class Vocabulary:
    """All declarations, the phrases they make and what each phrase means."""

    sorts: Mapping[str, Sort]
    roles: Mapping[str, Role]
    predicates: Mapping[str, Predicate]
    givens: Mapping[str, GivenFact]
    options: Mapping[str, Option]
    phrases: Phrases
    meanings: Mapping[tuple[str, str], tuple[PhraseMeaning, ...]]
    letter_sorts: Mapping[str, str]
    terms: Mapping[str, DefinedTerm] = field(default_factory=dict)
    openings: Mapping[str, tuple[str, ...]] = field(default_factory=dict, repr=False)

    def role_at(self, letter: str) -> Role:
        """Return the role that a letter of a seating stands for."""
        return self.roles[self.role_letters[letter]]

    @cached_property
    def role_letters(self) -> Mapping[str, str]:
        """The roles by seat letter."""
        return {role.letter: role.id for role in self.roles.values()}

    @cached_property
    def meaning(self) -> str:
        """A digest of all that the declarations mean, whatever the words and places in which they say so."""
        from hashlib import sha256  # only searches need it

        content: list[object] = [(id, s.letters) for id, s in self.sorts.items()]
        content += [(id, role.letter) for id, role in self.roles.items()]
        content += [given.sense for given in self.givens.values()]
        content += [
            (r.sense, r.essential, r.slot and r.slot[1], r.means, r.premise, r.ends_play, r.is_question)
            for r in self.predicates.values()
        ]
        return sha256(repr((content, list(self.options))).encode()).hexdigest()

    @cached_property
    def requirement(self) -> Predicate | None:
        """The fact in which texts collect what they require of a table, if there is one."""
        return next((predicate for predicate in self.predicates.values() if predicate.requirement), None)

    @cached_property
    def given_numbers(self) -> Mapping[str, int]:
        """The place of each given fact among all, by id: evaluation keeps their values in a list."""
        return {id: n for n, id in enumerate(self.givens)}

    @cached_property
    def departure(self) -> Predicate | None:
        """The fact of a player by which one leaves the game, if there is one."""
        return next((predicate for predicate in self.predicates.values() if predicate.leaves_game), None)

    @cached_property
    def ending(self) -> Predicate | None:
        """The fact that ends play, if there is one."""
        return next((predicate for predicate in self.predicates.values() if predicate.ends_play), None)

    @cached_property
    def questions(self) -> Mapping[str, Predicate]:
        """Everything that may be asked, by id."""
        return {id: predicate for id, predicate in self.predicates.items() if predicate.is_question}
