"""A table as a text plays it: at the start and after each first player has gone, with what changes for whom."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from emperor_rules.drawing.scene import PositionSpec, Scene, scene_of
from emperor_rules.drawing.spec import drawn_as
from emperor_rules.drawing.templating import words
from emperor_rules.evaluate.engine import Engine
from emperor_rules.evaluate.verbalise import ANSWER_WORDS, say_fact, say_value
from emperor_rules.model.seating import read_table
from emperor_rules.model.vocabulary import Predicate, Vocabulary
from emperor_rules.site.start_config import Leaving

#: What is asked about each player, in this order; an order of play is asked about all of them.
OF_PLAYERS = ("reach", "arrow", "start")
#: What can change when somebody goes: who starts has been settled by then.
OF_TURNS = ("reach", "arrow")


@dataclass(frozen=True, slots=True)
class TableState:
    """A table at the start (no ``leaver``), or when one player has gone and with that one all ``others`` that must.

    ``by`` are the citations that say why the others go; ``silent`` where the text does not say whether others go.
    """

    drawn: Scene
    leaver: str = ""
    others: tuple[str, ...] = ()
    by: tuple[str, ...] = ()
    silent: bool = False

    @property
    def over(self) -> bool:
        """Tell whether at most one team is left."""
        return len({seat.team for seat in self.drawn.seats if not seat.gone}) < 2

    @property
    def content(self) -> object:
        """Give all that it shows, whatever the text is called; two texts with equal contents play alike."""
        drawn = self.drawn
        shown = drawn.seats, drawn.arrows, drawn.order, drawn.unsaid, drawn.doubtful
        return *shown, self.leaver, self.others, self.silent


def table_states(engine: Engine, text: str, seats: str, leaving: Leaving | None) -> tuple[TableState, ...]:
    """Give a table at the start, then after each first player has gone; teams that sit alike are tried once."""
    return (TableState(scene_of(PositionSpec(text, seats), engine)), *_later(engine, text, seats, leaving))


def _later(engine: Engine, text: str, seats: str, leaving: Leaving | None) -> Iterator[TableState]:
    vocabulary = engine.rulebook.vocabulary
    table = read_table(seats, "".join(vocabulary.role_letters))
    sides = [table.roles[team.start : team.stop] for team in table.members[: len(table.sizes)]]
    period = next(n for n in range(1, len(sides) + 1) if sides[n:] + sides[:n] == sides)
    for number in [player for team in range(period) for player in table.players_of(team)]:
        leaver = table.names[number]
        others: list[str] = []
        by: dict[str, None] = {}
        silent = False
        for other in table.names if leaving is not None else ():
            request = {
                "text": text,
                "seats": seats,
                "ask": leaving and leaving.ask,
                "of": [other],
                "given": {leaving and leaving.given: [leaver]},
            }
            if other == leaver:
                continue
            answer = engine.ask(request)
            silent |= answer.answer is None
            if answer.answer is True:
                others.append(other)
                by.update(dict.fromkeys(answer.clauses))
        spot = PositionSpec(text, seats, left=tuple(name for name in table.names if name in (leaver, *others)))
        yield TableState(scene_of(spot, engine, OF_TURNS), leaver, tuple(others), tuple(by), silent)


def columns(vocabulary: Vocabulary, kinds: tuple[str, ...] = OF_PLAYERS) -> tuple[Predicate, ...]:
    """Give the questions about single players that drawings answer."""
    return tuple(relation for kind in kinds for relation in drawn_as(kind, vocabulary))


def told(drawn: Scene, relation: Predicate, language: str) -> dict[str, str]:
    """Say for each player who is still there what a drawing shows of one question, in a word or two."""
    t = words(language)
    found = {}
    for number, seat in enumerate(drawn.seats):
        if seat.gone:
            continue
        if relation.id in drawn.unsaid:
            said = t["compare_silent"]
        elif relation.id in drawn.doubtful:
            said = "?"
        elif relation.drawn == "reach":
            said = str(seat.reach)
        elif relation.drawn == "start":
            said = ANSWER_WORDS["yes" if seat.may_start else "no"].get(language).lower()
        else:
            mine = [arrow for arrow in drawn.arrows if (arrow.start, arrow.relation) == (number, relation.id)]
            names = [drawn.seats[a.end].name + ("" if a.certain else "?") for a in mine]
            said = ", ".join(names) or t["answer_nobody"]
        found[seat.name] = said
    return found


def sentence(relation: Predicate, name: str, said: str, language: str) -> str:
    """Say as a sentence what :func:`told` gives of a player; in Italian nobody takes a second negation."""
    if relation.drawn == "reach":
        found = say_value(relation, [name], said, language)
    elif relation.drawn == "arrow":
        holds = language == "en" or said != words(language)["answer_nobody"]
        found = say_fact(relation, [name, said], holds, language)
    else:
        found = say_fact(relation, [name], said == ANSWER_WORDS["yes"].get(language).lower(), language)
    return found[:1].upper() + found[1:]
