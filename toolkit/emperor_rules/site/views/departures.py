"""A table as a text plays it: at the start and after each first player has left, with what changes for whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from emperor_rules.drawing.inquiry import scene_of
from emperor_rules.drawing.scene import Scene
from emperor_rules.drawing.spec import DrawingKind, DrawingSpec, drawn_as
from emperor_rules.evaluate.verbalise import ANSWER_WORDS, say_fact, say_value
from emperor_rules.language.seating import read_seating
from emperor_rules.model.scenarios import Request, TableRequest
from emperor_rules.model.vocabulary import Predicate, Vocabulary, Words
from emperor_rules.site.context import SiteContext
from emperor_rules.site.i18n import Locale
from emperor_rules.site.page import Link

#: What is asked about each player, in this order; an order of play is asked about all of them.
OF_PLAYERS = (DrawingKind.REACH, DrawingKind.ARROW, DrawingKind.START)
#: What can change when somebody leaves: who starts has been settled by then.
OF_TURNS = (DrawingKind.REACH, DrawingKind.ARROW)


@dataclass(frozen=True, slots=True)
class TableState:
    """A table at the start (no ``leaver``), or when one player has left and with that one all ``companions`` that must.

    ``by`` are the citations that say why these leave; ``silent`` where the text does not say whether anybody does.
    ``result`` is how the game ended, with the citations that say so, where it did.
    """

    scene: Scene
    leaver: str = ""
    companions: tuple[str, ...] = ()
    by: tuple[str, ...] = ()
    silent: bool = False
    result: tuple[Words, tuple[str, ...]] = Words(), ()

    @property
    def over(self) -> bool:
        """Whether at most one team is left."""
        return len({seat.team for seat in self.scene.seats if not seat.gone}) < 2

    @property
    def content(self) -> object:
        """All that it shows, whatever the text is called; two texts with equal contents play alike."""
        scene = self.scene
        shown = scene.seats, scene.arrows, scene.order, scene.unsaid, scene.doubtful
        return *shown, self.leaver, self.companions, self.silent


def table_states(context: SiteContext, text: str, seats: str) -> Iterator[TableState]:
    """Yield a table at the start, then after each first player has left; of players who sit alike one is tried."""
    engine, leaving, table = context.engine, context.start.leaving, read_seating(seats, context.vocabulary)
    position: TableRequest = {"text": text, "seats": seats}
    yield TableState(scene_of(position, engine))
    for number in sorted(table.distinct_players):
        leaver = table.names[number]
        remaining = [(name,) for name in table.names if name != leaver]
        answers = []
        if leaving is not None:
            asked: Request = {**position, "ask": leaving.ask, "of": (), "given": {leaving.given: [leaver]}}
            answers = engine.ask_each(asked, remaining)
        companions = [name for (name,), answer in zip(remaining, answers, strict=False) if answer.answer is True]
        by = dict.fromkeys(clause for answer in answers if answer.answer is True for clause in answer.clauses)
        left = tuple(name for name in table.names if name in (leaver, *companions))
        after: TableRequest = {**position, "left": left}
        scene, ended = scene_of(after, engine, DrawingSpec(frozenset(OF_TURNS))), engine.departures(after, text)
        silent = any(answer.answer is None for answer in answers)
        result = ended.result if ended.is_over else (Words(), ())
        yield TableState(scene, leaver, tuple(companions), tuple(by), silent, result)


def changed_sentences(context: SiteContext, start: TableState, state: TableState) -> Iterator[tuple[str, str]]:
    """Yield for whom what becomes otherwise: a sentence of what is, and in a word what was."""
    for predicate in player_questions(context.vocabulary, OF_TURNS):
        before, after = (by_player(moment.scene, predicate, context.locale) for moment in (start, state))
        for name, word in after.items():
            if before[name] != word:
                yield player_sentence(predicate, name, word, context.locale), before[name]


def doubts_in_turn(context: SiteContext, path: str, state: TableState) -> Iterator[Link]:
    """Yield what the text leaves open if somebody leaves during a turn instead of before it, for the page ``path``.

    Nothing where the game is over.
    """
    if state.over:
        return
    position: TableRequest = {**state.scene.position, "left": (), "leaving": state.scene.position.get("left", ())}
    scene = scene_of(position, context.engine, DrawingSpec(frozenset(OF_TURNS)))
    for arrow in scene.arrows:
        if not arrow.certain:
            predicate = context.vocabulary.predicates[arrow.predicate]
            names = [scene.seats[arrow.start].name, scene.seats[arrow.end].name]
            request: Request = {**position, "ask": predicate.id, "of": names}
            yield Link(context.live(path, request), say_fact(predicate, names, True, context.language))


def say_orders(context: SiteContext, start: TableState) -> Iterator[str]:
    """Yield in which order a table plays, for each player who may start; nothing where that is not said."""
    for predicate in drawn_as(DrawingKind.ORDER, context.vocabulary):
        for seat in start.scene.seats:
            if seat.may_start:
                request = {**start.scene.position, "ask": predicate.id, "of": [seat.name]}
                order = context.engine.ask(request).answer
                if isinstance(order, tuple):
                    yield say_value(predicate, [seat.name], order, context.language)


def player_questions(vocabulary: Vocabulary, kinds: tuple[DrawingKind, ...] = OF_PLAYERS) -> tuple[Predicate, ...]:
    """Return the questions about single players that drawings answer."""
    return tuple(predicate for kind in kinds for predicate in drawn_as(kind, vocabulary))


def by_player(scene: Scene, predicate: Predicate, locale: Locale) -> Mapping[str, str]:
    """Return for each player who is still there what a scene shows of one question, in a word or two."""
    words = {}
    for number, seat in enumerate(scene.seats):
        if seat.gone:
            continue
        if predicate.id in scene.unsaid:
            words[seat.name] = locale["compare_silent"]
        elif predicate.id in scene.doubtful:
            words[seat.name] = "?"
        elif predicate.drawn == DrawingKind.REACH:
            words[seat.name] = str(seat.reach)
        elif predicate.drawn == DrawingKind.START:
            words[seat.name] = ANSWER_WORDS["yes" if seat.may_start else "no"].get(locale.language).lower()
        else:
            arrows = [arrow for arrow in scene.arrows if (arrow.start, arrow.predicate) == (number, predicate.id)]
            names = [scene.seats[arrow.end].name + ("" if arrow.certain else "?") for arrow in arrows]
            words[seat.name] = ", ".join(names) or locale["answer_nobody"]
    return words


def player_sentence(predicate: Predicate, name: str, word: str, locale: Locale) -> str:
    """Return as a sentence what :func:`by_player` says of a player; in Italian nobody takes a second negation."""
    language = locale.language
    if predicate.drawn == DrawingKind.REACH:
        words = say_value(predicate, [name], word, language)
    elif predicate.drawn == DrawingKind.ARROW:
        words = say_fact(predicate, [name, word], language == "en" or word != locale["answer_nobody"], language)
    else:
        words = say_fact(predicate, [name], word == ANSWER_WORDS["yes"].get(language).lower(), language)
    return words[:1].upper() + words[1:]
