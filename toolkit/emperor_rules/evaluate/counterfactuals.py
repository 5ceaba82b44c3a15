"""*Why not*: what would have to be otherwise for an answer to change.

The nearest changed positions are found by trying: one change, then two, each replayed by the evaluator. A change is a
player gone before the turn (or not), an option switched, or a given fact with another value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import Any, assert_never

from emperor_rules.evaluate.engine import Answer, Engine, Status
from emperor_rules.model.vocabulary import GivenFact, GivenKind, Words

#: Changes tried together; three would rarely be read, and cost the cube of the table.
MOST_CHANGES = 2
#: Enough ways to show.
MOST_WAYS = 4


class EditKind(StrEnum):
    """The part of a request that a change replaces."""

    LEFT = "left"
    LEAVING = "leaving"
    OPTION = "option"
    GIVEN = "given"


@dataclass(frozen=True, slots=True)
class Edit:
    """One change of a position, in words of both languages: of a player, option or given fact by name."""

    words: Words
    kind: EditKind
    name: str
    value: Any


@dataclass(frozen=True, slots=True)
class Counterfactual:
    """Changes that together alter the answer, and the answer then."""

    changes: tuple[Edit, ...]
    answer: Answer


def nearest_counterfactuals(engine: Engine, request: Mapping[str, Any]) -> tuple[Counterfactual, ...]:
    """Return the smallest sets of changes after which the answer differs; none where two changes do not suffice."""
    present = engine.ask(request)
    if present.status is Status.INVALID:
        return ()
    changes = tuple(_changes(engine, request))
    for count in range(1, MOST_CHANGES + 1):
        ways = []
        for chosen in combinations(changes, count):
            if len({(c.kind, c.name) for c in chosen}) < count:
                continue
            answer = engine.ask(_changed(request, chosen))
            if answer.status is Status.ANSWERED and (answer.status, answer.answer) != (present.status, present.answer):
                ways.append(Counterfactual(chosen, answer))
                if len(ways) == MOST_WAYS:
                    break
        if ways:
            return tuple(ways)
    return ()


def _changed(request: Mapping[str, Any], changes: tuple[Edit, ...]) -> dict[str, Any]:
    changed = dict(request)
    for change in changes:
        name = change.name
        match change.kind:
            case EditKind.LEFT:
                left = set(changed.get("left") or ())
                changed["left"] = sorted(left | {name} if change.value else left - {name})
            case EditKind.LEAVING:
                changed["leaving"] = [p for p in changed.get("leaving") or () if p != name]
                if change.value == "left":
                    changed["left"] = sorted({*(changed.get("left") or ()), name})
            case EditKind.OPTION:
                options = set(changed.get("options") or ())
                changed["options"] = sorted(options ^ {name})
            case EditKind.GIVEN:
                changed["given"] = {**(changed.get("given") or {}), name: change.value}
            case _:
                assert_never(change.kind)
    return changed


def _changes(engine: Engine, request: Mapping[str, Any]) -> Iterator[Edit]:
    prepared = engine.prepare(request)
    table, predicate = prepared.position.table, prepared.predicate
    asked = set(request.get("of") or ())
    if not predicate.ignores:
        left, leaving = set(request.get("left") or ()), set(request.get("leaving") or ())
        for name in table.names:
            if name in left:
                yield Edit(
                    Words(f"{name} were still in the game", f"{name} fosse ancora in gioco"), EditKind.LEFT, name, False
                )
            elif name in leaving:
                yield Edit(Words(f"{name} had not left", f"{name} non avesse lasciato"), EditKind.LEAVING, name, False)
                yield Edit(
                    Words(
                        f"{name} had left before the turn began", f"{name} avesse lasciato prima dell'inizio del turno"
                    ),
                    EditKind.LEAVING,
                    name,
                    "left",
                )
            elif name not in asked:
                yield Edit(
                    Words(
                        f"{name} had left before the turn began", f"{name} avesse lasciato prima dell'inizio del turno"
                    ),
                    EditKind.LEFT,
                    name,
                    True,
                )
    chosen = set(request.get("options") or ())
    for option in sorted(prepared.program.resolved.options):
        names = engine.rulebook.vocabulary.options[option].names
        on = option not in chosen
        yield Edit(
            Words(
                f"the option {names.en} were {'' if on else 'not '}in use",
                f"l'opzione {names.it} {'' if on else 'non '}fosse in uso",
            ),
            EditKind.OPTION,
            option,
            on,
        )
    given_facts = request.get("given") or {}
    for given in engine.rulebook.vocabulary.givens.values():
        if given.id in given_facts or given.kind is GivenKind.FLAG or (given.best and given.id in given_facts):
            yield from _otherwise(given, given_facts.get(given.id))


def _otherwise(given: GivenFact, value: Any) -> Iterator[Edit]:
    match given.kind:
        case GivenKind.FLAG:
            now = bool(value) if value is not None else given.default == "yes"
            yield Edit(
                Words(
                    f"“{given.phrase.en}” were {'not so' if now else 'so'}",
                    f"“{given.phrase.it}” {'non fosse' if now else 'fosse'} vero",
                ),
                EditKind.GIVEN,
                given.id,
                not now,
            )
        case GivenKind.CHOICE:
            for word, names in given.choices:
                if word != value:
                    yield Edit(
                        Words(f"{given.phrase.en} were {names.en}", f"{given.phrase.it} fosse {names.it}"),
                        EditKind.GIVEN,
                        given.id,
                        word,
                    )
        case GivenKind.NUMBER | GivenKind.PLAYER | GivenKind.PLAYERS:
            pass  # too many values to try each
        case _:
            assert_never(given.kind)
