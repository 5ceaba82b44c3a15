"""*Why not*: what would have to be otherwise for an answer to change.

The nearest changed positions are found by trying: one change, then two, each replayed by the evaluator. A change is a
player gone before the turn (or not), an option switched, or a fact that the question gave with another value.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any, Literal, NamedTuple

from emperor_rules.evaluate.engine import Answer, Engine, Status
from emperor_rules.evaluate.verbalise import say_given
from emperor_rules.evaluate.work_limit import MOST_WORK
from emperor_rules.messages import LANGUAGES, Message, template
from emperor_rules.model.scenarios import Request
from emperor_rules.model.vocabulary import GivenKind, Words

#: Changes tried together; three would rarely be read, and cost the cube of the table.
MOST_EDITS = 2
#: Enough alternatives to show.
MOST_ALTERNATIVES = 4


class Edit(NamedTuple):
    """One change of a position, in words: of a player, option or given fact by name.

    ``lists`` are the lists of the request that the name enters or quits; a given fact is in none and gets a ``value``.
    """

    words: Message
    name: str
    lists: tuple[Literal["left", "leaving", "options"], ...] = ()
    value: Any = None


class Counterfactual(NamedTuple):
    """Changes that together alter the answer, and the answer then."""

    changes: tuple[Edit, ...]
    answer: Answer


def nearest_counterfactuals(engine: Engine, request: Request) -> tuple[Counterfactual, ...]:
    """Return the smallest sets of changes after which the answer differs; none where two changes do not suffice."""
    present = engine.ask(request)
    if present.status is Status.INVALID:
        return ()
    before = present.status, present.answer
    changes = tuple(_changes(engine, request))
    predicate = engine.prepare(request).predicate
    during_play = not (predicate.after_game or predicate.ignores)  # nobody plays on once somebody has won
    limit, work = engine.program(request["text"], request.get("on")).work, 0
    for count in range(1, MOST_EDITS + 1):
        alternatives = []
        for chosen in combinations(changes, count):
            if len({(c.lists[:1], c.name) for c in chosen}) < count:
                continue
            changed = _changed(request, chosen)
            answer = engine.ask(changed)
            work += limit.used
            differs = answer.status is Status.ANSWERED and (answer.status, answer.answer) != before
            if differs and not (during_play and engine.departures(changed, request["text"], request.get("on")).is_won):
                alternatives.append(Counterfactual(chosen, answer))
                if len(alternatives) == MOST_ALTERNATIVES:
                    break
            if work > MOST_WORK:
                break
        if alternatives or work > MOST_WORK:
            return tuple(alternatives)
    return ()


def _changed(request: Request, changes: tuple[Edit, ...]) -> Request:
    changed = request.copy()
    for change in changes:
        for key in change.lists:
            changed[key] = sorted({change.name} ^ set(changed.get(key) or ()))
        if not change.lists:
            changed["given"] = {**(changed.get("given") or {}), change.name: change.value}
    return changed


def _changes(engine: Engine, request: Request) -> Iterator[Edit]:
    prepared, vocabulary = engine.prepare(request), engine.rulebook.vocabulary
    left, leaving, options = request.get("left") or (), request.get("leaving") or (), request.get("options") or ()
    for name in () if prepared.predicate.ignores else prepared.position.table.names:
        before = Message("{name} had left before the turn began", name=name)
        if name in left:
            yield Edit(Message("{name} were still in the game", name=name), name, ("left",))
        elif name in leaving:
            yield Edit(Message("{name} had not left", name=name), name, ("leaving",))
            yield Edit(before, name, ("leaving", "left"))
        elif name not in (request.get("of") or ()):
            yield Edit(before, name, ("left",))
    for option in sorted(prepared.program.resolved.options):
        used = template("the option {option} were in use")
        unused = template("the option {option} were not in use")
        words = Message(unused if option in options else used, option=vocabulary.options[option].names)
        yield Edit(words, option, ("options",))
    for key, value in (request.get("given") or {}).items():  # of what nobody spoke nothing is supposed
        given = vocabulary.givens[key]
        if given.kind is GivenKind.FLAG:
            otherwise = template("“{fact}” were not so") if value else template("“{fact}” were so")
            yield Edit(Message(otherwise, fact=given.phrase), key, value=not value)
        for word, _ in given.choices:  # of numbers and players there are too many to try each
            if word != value:
                fact = Words(*(say_given(vocabulary, key, word, language) for language in LANGUAGES))
                yield Edit(Message("“{fact}” were so", fact=fact), key, value=word)
