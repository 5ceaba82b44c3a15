"""What an answer is, by the kind of its question: yes or no, a number, a player, a team, a word, or players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar, cast

from emperor_rules.errors import RequestError
from emperor_rules.evaluate.request import BoundQuery
from emperor_rules.messages import Message
from emperor_rules.model.seating import team_number, team_of
from emperor_rules.model.terms import NUMBER, PLAYER, PLAYERS, TEAM
from emperor_rules.model.vocabulary import GivenKind, Words


class Player(str):
    """The name of a player: the letter of a team and the place on it.

    >>> import emperor_rules as er
    >>> player = er.load(texts=["cr-809"])["cr-809"].ask("turn-order", of=["A2"], seats="g E g | g E g").value[0]
    >>> player, player.team, player.place
    ('A2', 'A', 2)
    """

    __slots__ = ()

    @property
    def team(self) -> Team:
        """The team that the player is on."""
        return Team(team_of(self))

    @property
    def place(self) -> int:
        """The place on the team, from 1."""
        return int(self.removeprefix(team_of(self)))


class Team(str):
    """The letter of a team."""

    __slots__ = ()

    @property
    def number(self) -> int:
        """How many-th team it is around the table, from 1."""
        return team_number(self) + 1


class ChosenWord(str):
    """One of the words with which a question can be answered."""

    __slots__ = ("_others",)

    _others: tuple[str, ...]

    def __new__(cls, word: str, *others: str) -> ChosenWord:
        """Keep the word, and what it is in the languages other than English."""
        choice = super().__new__(cls, word)
        choice._others = others
        return choice

    def __reduce__(self) -> tuple[object, ...]:
        """Return how to make the word again in another process."""
        return ChosenWord, (str(self), *self._others)

    def words(self, language: str = "en") -> str:
        """Return the word in a language, such as ``it``."""
        return Words(str(self), *self._others).get(language)


#: The sort of an answer where a declaration names none.
YES_OR_NO = "yes-no"
#: What a question may be answered with.
AnswerValue = bool | int | Player | Team | ChosenWord | tuple[Player, ...]
T = TypeVar("T", bound=AnswerValue)
#: What the value of a question is, by the sort with which its predicate is answered.
VALUE_OF_SORT: Mapping[str, type] = {
    YES_OR_NO: bool,
    NUMBER: int,
    PLAYER: Player,
    PLAYERS: tuple,
    TEAM: Team,
    GivenKind.CHOICE: ChosenWord,
}


def named(name: str) -> Player | Team:
    """Return whom a name means: a team has letters alone."""
    return Team(name) if name == team_of(name) else Player(name)


def typed_value(query: BoundQuery, value: object) -> AnswerValue | None:
    """Return the answer to a question with its kind; ``None`` where there is none."""
    kind = VALUE_OF_SORT[query.predicate.answer]
    if isinstance(value, tuple):
        return tuple(map(Player, value))
    if isinstance(value, str) and kind is ChosenWord:
        _, *others = dict(query.predicate.choices).get(value, ("",))
        return ChosenWord(value, *others)
    return None if value is None else cast("AnswerValue", kind(value))


def require_kind(query: BoundQuery, wanted: type) -> None:
    """Refuse a question that is answered with something else than whoever asks expects.

    Raises:
        RequestError: It is.
    """
    kind = VALUE_OF_SORT[query.predicate.answer]
    if wanted is not kind:
        message = Message(
            "“{ask}” is answered with {kind}, not with {wanted}",
            ask=query.predicate.id,
            kind=kind.__name__,
            wanted=getattr(wanted, "__name__", wanted),
        )
        raise RequestError(message)
