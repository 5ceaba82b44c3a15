"""The vocabulary: nouns, values, facts, actions, questions and given facts that all texts share.

Everything that the toolkit knows by name it reads from here; what the words mean is for the texts to say, but for
the few notions marked ``builtin`` (seats on a ring, teams, who is in the game).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from operator import attrgetter
from typing import Literal, NamedTuple

from emperor_rules.messages import LANGUAGES, Bilingual
from emperor_rules.model.phrases import Phrases
from emperor_rules.model.record import Record
from emperor_rules.model.seating import PLAIN_SEAT
from emperor_rules.model.terms import Condition
from emperor_rules.source import NOWHERE, Span

#: The signs of roles in drawings; a role without one is drawn as its letter.
SYMBOLS = ("crown", "shield", "chevron", "star", "disc", "heart", "drop", "hourglass", "none")

#: What a seating drawing can show (``drawn as …``), with the sorts of the arguments and the kind of answer it needs:
#: how far a player reaches, arrows from player to player, whom a player reaches around the ring, where a piece may go,
#: who may start, the order in which they play, a way counted seat by seat, arrows to two players at once, the players
#: of whom something holds, a number of each player, the player who is the answer, the seats themselves, the team that
#: plays next where teams share their turns, the team whose turn it is, and players marked beside their teammates.
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
    "turns": (("player",), "team"),
    "active": (("team",), "yes-no"),
    "star": (("player",), "yes-no"),
}

#: Where the role of a player stands in what a fact makes of one: “an opposing …”.
ROLE_HERE = "…"


class Words(tuple[str, ...]):
    """A phrase or name in each of the languages that the toolkit speaks, in their order; empty where it has none."""

    __slots__ = ()

    def __new__(cls, *forms: str) -> Words:
        """Take the words in the order of the languages; those of the last may be left out."""
        return super().__new__(cls, (*forms, *[""] * (len(LANGUAGES) - len(forms))))

    def __getnewargs__(self) -> tuple[str, ...]:
        """Return what another process makes them of."""
        return tuple(self)

    @classmethod
    def of(cls, by_language: Mapping[str, str]) -> Words:
        """Return words by their languages."""
        return cls(*(by_language.get(language, "") for language in LANGUAGES))

    @property
    def en(self) -> str:
        """The words in English, which stand where others are missing."""
        return self[0]

    def get(self, language: str) -> str:
        """Return the words in a language, English where the other is missing."""
        return self.own(language) or self[0]

    def own(self, language: str) -> str:
        """Return the words in a language, empty where they are missing."""
        return self[LANGUAGES.index(language)]

    def by_language(self) -> dict[str, str]:
        """Return the words by their languages."""
        return dict(zip(LANGUAGES, self, strict=True))


Bilingual.register(Words)
NO_WORDS = Words()


class Noun(NamedTuple):
    """What a thing is called: one of it and several."""

    one: Words
    many: Words


class Parameter(NamedTuple):
    """What a predicate is about: the letter that stands for it and its sort."""

    letter: str
    sort: str


class ChoiceWord(NamedTuple):
    """A word that a value or a given fact chooses among, with what it means."""

    word: str
    words: Words


#: In the place of a letter of a default: nobody while somebody is leaving, since that is who is meant.
IS_LEAVING = "leaving"


class DefaultArgument(NamedTuple):
    """A given fact that is one of the arguments, named by its letter, or nobody, unless the question says otherwise."""

    given: str
    letter: str


class Slot(NamedTuple):
    """The given fact that a sentence may bind to a letter, and the phrase that does so, which ends in the letter."""

    given: str
    letter: str
    phrase: str


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Sort(Record):
    """A kind of thing with the letters that stand for it; its id is a string, as rule files declare it."""

    id: str
    letters: tuple[str, ...]
    names: Noun
    span: Span = NOWHERE
    comments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Role(Record):
    """What a seat may be: its letter in a seating, and the sign that draws it (empty: its letter)."""

    id: str
    letter: str
    symbol: str
    names: Noun
    span: Span = NOWHERE
    comments: tuple[str, ...] = ()


#: The role of whoever has none.
NO_ROLE = Role("", PLAIN_SEAT, "none", Noun(NO_WORDS, NO_WORDS))


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
    #: A number for each player or each team.
    NUMBERS = "numbers"
    PLAYER = "player"
    PLAYERS = "players"
    TEAM = "team"
    CHOICE = "choice"


class GivenNumbers(NamedTuple):
    """What is given of each member of a sort: the number of those that are ``named``, and the ``usual`` one."""

    sort: str
    usual: int
    named: tuple[tuple[int, int], ...] = ()

    def of(self, member: int) -> int:
        """Return the number of a player or team."""
        return next((number for who, number in self.named if who == member), self.usual)


#: Gets the fields of a predicate that hold no words of any language.
_WORDLESS = attrgetter(
    "id",
    "kind",
    "parameters",
    "answer",
    "closed",
    "builtin",
    "requirement",
    "gone_allowed",
    "after_game",
    "leaves_game",
    "ignores",
    "defaults",
)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Predicate(Record):
    """A fact, value or action: what texts conclude and questions ask.

    Facts that may depend on themselves are a least fixed point from all false.

    Attributes:
        id: Its id.
        kind: What it says.
        parameters: What it is about, in the order of ``of``.
        phrase: How it is written in rules and said.
        negative: The phrase of its negation, where that cannot simply be bent.
        ask: The question; empty: it cannot be asked.
        spoken: The parameters, by place, in the order in which the English phrase names them.
        answer: The sort of its value: yes-no, number, player, players, team, teams or choice.
        choices: The words among which a value chooses.
        closed: False, citing the clauses that could have said yes, where nothing is concluded; silent if none could.
        builtin: The built-in that it names, with the parameters in the order declared. Whoever is absent from the ring
            of the moment is 1000000 seats away.
        requirement: It gathers what texts require of a table; its rules count as permissions for the principle.
        gone_allowed: It may be asked about players who have left.
        essential: Every text ought to answer it.
        ignores: What is ignored when it is asked: if anything, it is asked as if nobody had left.
        slot: The given fact that a rule may bind to a letter.
        defaults: Given players that are an argument, nobody, or (leaving) nobody while somebody is leaving, unless the
            question says otherwise.
        means: What it means in texts without rules about it; nothing is cited for it.
        premise: Where it certainly holds the fact is true before any rule is looked at; nothing is cited.
        drawn: How a drawing shows it, such as arrow, reach or count; empty where sorts and answer decide.
        after_game: It may be asked when the game is over.
        leaves_game: Of whom it certainly holds because of others who have gone, they have gone with them.
        ends_play: Where it certainly holds nobody plays on: searches look no further.
        asks: Of the fact that ends play: the questions that tell how the game ended, the first that is answered yes.
        plural: The phrase of several.
        said: What people are told instead of the phrase; of a value, with the verb that its answer follows.
        short: The head of a column with its answers.
        elsewhere: What decides it where a text says nothing, such as a section that is no part of any text here.
        noun: What rulings call a player of whom a fact of two holds, alone and with “…” for a role.
        where: What rulings say behind another name, in full and in short.
        span: Where it is declared.
        comments: What is remarked there.
    """

    id: str
    kind: PredicateKind
    parameters: tuple[Parameter, ...]
    phrase: Words
    negative: Words = NO_WORDS
    ask: Words = NO_WORDS
    spoken: tuple[int, ...] = ()
    answer: str = "yes-no"
    choices: tuple[ChoiceWord, ...] = ()
    closed: bool = False
    builtin: str | None = None
    requirement: bool = False
    gone_allowed: bool = False
    essential: bool = False
    ignores: tuple[str, ...] = ()
    slot: Slot | None = None
    defaults: tuple[DefaultArgument, ...] = ()
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
    elsewhere: Words = NO_WORDS
    noun: tuple[Words, Words] = (NO_WORDS, NO_WORDS)
    where: tuple[Words, Words] = (NO_WORDS, NO_WORDS)
    span: Span = NOWHERE
    comments: tuple[str, ...] = ()

    @property
    def own_defaults(self) -> dict[str, str]:
        """The given players that are an argument or nobody, with the letter: whoever has gone, they are the same."""
        return {key: letter for key, letter in self.defaults if letter != IS_LEAVING}

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

    Attributes:
        id: Its key.
        kind: What it is.
        phrase: How it is said.
        default: A word, yes, no, or a number as text; first: the first player of the question; none: nobody; null: a
            question that needs it and lacks it is invalid.
        choices: The words among which it chooses.
        best: Where it is not given, an action is asked once for each choice with which a rule that the question rests
            on compares it (at the default alone if these are only the default): a yes is best, then what is not
            answered, then the no with the fewest clauses.
        present: A player given must still be in the game.
        of: The sort of which each has a number of its own, which a value of the same id says in rules; null: none.
        negative: The negation of a flag, where the phrase cannot simply be bent.
        plural: The phrase of several.
        said: What people are told instead of the phrase.
        symbol: The sign of its number on the bands of teams, or beside the players named; empty: none.
        span: Where it is declared.
        comments: What is remarked there.
    """

    id: str
    kind: GivenKind
    phrase: Words
    default: str | None = None
    choices: tuple[ChoiceWord, ...] = ()
    best: bool = False
    present: bool = False
    of: str | None = None
    negative: Words = NO_WORDS
    plural: Words = NO_WORDS
    said: Words = NO_WORDS
    symbol: str = ""
    span: Span = NOWHERE
    comments: tuple[str, ...] = ()

    def statement(self, language: str) -> str:
        """Return the phrase as people are told it: of a flag or of players a sentence, of others what is given."""
        sentence = self.said.own(language) if self.kind in (GivenKind.FLAG, GivenKind.PLAYERS) else ""
        return sentence or self.phrase.get(language)

    def is_at_best_for(self, predicate: Predicate) -> bool:
        """Return whether a question about a predicate, where this is not given, takes what suits it best."""
        return self.best and predicate.kind is PredicateKind.ACTION

    @property
    def sense(self) -> tuple[object, ...]:
        """Its declaration without its words."""
        return (
            self.id,
            self.kind,
            self.default,
            tuple(word for word, _ in self.choices),
            self.best,
            self.present,
            self.of,
        )


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


#: What a vocabulary declares.
Declaration = Sort | Role | Predicate | GivenFact | Option | DefinedTerm


def called(declaration: Declaration) -> Words:
    """Return what is declared in words: its phrase, or the name of it, of several the one of a single thing."""
    if isinstance(declaration, (Predicate, GivenFact)):
        return declaration.phrase
    return declaration.names.one if isinstance(declaration.names, Noun) else declaration.names


#: What a phrase may stand for.
PhraseTarget = Literal["sort", "role", "predicate", "given", "choice", "slot"]


class PhraseMeaning(NamedTuple):
    """What one phrase stands for: a predicate, a role, a given fact, a noun or a choice.

    One that ``prohibits`` is the *cannot* of a fact, which is concluded and never asked.
    """

    target: PhraseTarget
    id: str
    negated: bool = False
    prohibits: bool = False


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
        """Return the role that a letter of a seating stands for; one without a name for whoever has none."""
        return self.roles[self.role_letters[letter]] if letter in self.role_letters else NO_ROLE

    @cached_property
    def role_letters(self) -> Mapping[str, str]:
        """The roles by seat letter."""
        return {role.letter: role.id for role in self.roles.values()}

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

    @property
    def tables(self) -> Mapping[str, Mapping[str, Declaration]]:
        """What is declared, by id, under the name of its table."""
        return {
            "sort": self.sorts,
            "role": self.roles,
            "predicate": self.predicates,
            "given": self.givens,
            "option": self.options,
            "term": self.terms,
        }

    @property
    def declared_predicates(self) -> list[Predicate]:
        """The predicates that have a declaration of their own; others look up the numbers of a given fact."""
        numbers = {id for id, given in self.givens.items() if given.of is not None}
        return [predicate for id, predicate in self.predicates.items() if id not in numbers]

    @cached_property
    def questions(self) -> Mapping[str, Predicate]:
        """Everything that may be asked, by id."""
        return {id: predicate for id, predicate in self.predicates.items() if predicate.is_question}

    @cached_property
    def wordings(self) -> Sequence[tuple[Predicate, str, str, str]]:
        """Every question as one asks it, with its language: as it is written, and in small letters."""
        return [
            (predicate, language, template, template.casefold())
            for predicate in self.questions.values()
            for language, written in predicate.ask.by_language().items()
            if (template := written.replace("’", "'").rstrip("?").strip())
        ]
