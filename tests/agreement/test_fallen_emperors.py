"""Tables of three to five teams at which emperors have fallen, in both engines beside the hand-written functions.

Most are regular; at others a seat has another role or teams are unequal. The official text is asked on all days on which the
reference tells anything apart, and of what happens when more players lose.

``EMPEROR_FALLEN=100000 python -m pytest tests/agreement/test_fallen_emperors.py`` asks as many positions.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from emperor_rules.evaluate.counterfactuals import nearest_counterfactuals
from tests.oracles import reference_rules as ref
from tests.oracles.reference_rules import Table
from tests.support.javascript import engine_answers, exported_parts
from tests.support.sampling import number_of_examples
from tests.support.shipped import engine, rulebook

POSITIONS = int(os.environ.get("EMPEROR_FALLEN", "0")) or number_of_examples(200, 400)
TEXTS = {
    "cr-809": "cr809",
    "cr-809-it": "cr809",
    "wiki-en": "wiki_en",
    "wiki-it": "wiki_it",
    "early": "early",
    "paris": "paris",
}
OFFICIAL = ("cr-809", "cr-809-it")
#: Days of which the reference tells something apart, and the newest twice as often as another.
DAYS = (
    "2005-08-01",
    "2005-10-01",
    "2009-07-10",
    "2009-07-11",
    "2009-09-04",
    "2016-07-21",
    "2016-07-22",
    ref.TODAY,
    None,
)
ABOUT_TWO = {"in-range": "in_range", "may-attack": "may_attack", "may-deploy": "may_deploy"}
#: What reaches as far as the range (801.4, 801.10), in the official texts.
WITHIN_RANGE = ("may-target-player", "may-affect", "may-cast-on", "reaches-globally")
INVALID = "invalid"
#: What section 800.4 says of a player who is still in the game, and of one who has left.
OF_THE_GONE = {
    "last-seen": (False, True),
    "joins-new-game": (True, False),
    "may-own-new": ("silent", False),
    "may-pay": ("silent", False),
    "may-gain-control": ("silent", False),
    "may-be-damaged": ("silent", False),
}


def fallen_tables(rng: Random, count: int, irregular: float = 0.0) -> Iterator[Table]:
    """Yield tables of three to five teams at which an emperor has gone, often beside others.

    Args:
        rng: Draws sizes, roles and who has gone.
        count: How many tables there are.
        irregular: How many of them have other roles or teams of different sizes, as a share.
    """
    for _ in range(count):
        size, later = rng.randint(3, 5), rng.random() < 0.5
        team = ["E" if n == (size // 2 if later else (size - 1) // 2) else "g" for n in range(size)]
        teams = [[*team] for _ in range(rng.randint(3, 5))]
        if rng.random() < irregular:
            for _ in range(rng.randint(1, 3)):
                rng.choice(teams)[rng.randrange(size)] = rng.choice(ref.ROLES)
            if rng.random() < 0.5:
                rng.choice(teams).pop(rng.randrange(size))
        t = Table(tuple(map(tuple, teams)))
        emperors = [p for p in t.players if t.role(p) == "E"]
        gone = {*rng.sample(emperors, min(rng.randint(1, 2), len(emperors)))}
        gone |= {*rng.sample(t.players, rng.choice((0, 0, 1, 2, 4)))}
        left = frozenset(p for p in gone if rng.random() < 0.5)
        yield Table(t.seats, left, frozenset(gone) - left)


def clockwise_after(t: Table, player: str) -> list[str]:
    at = t.players.index(player)
    return [*t.players[at + 1 :], *t.players[:at]]


def wanted(t: Table, text: str, ask: str, of: list[str], given: dict[str, Any], day: str) -> object:
    """Answer from the sources: those are invalid who play no more, and nothing of play is asked when it is over."""
    now, gone = ref.standing(t, text), frozenset[str]().union(*ref.fallen(t, text))
    if ask in RESULTS:
        return result(t, ask, of, frozenset(given.get("losing", ())), day)
    if now is None:
        return INVALID
    if ask in OF_THE_GONE:
        return OF_THE_GONE[ask][of[0] in gone]
    if ask == "may-choose-for":
        return of[0] in gone and of[1] not in gone
    if ask == "next-priority":
        return next(p for p in clockwise_after(t, given["leaver"]) if p not in gone and p != given["leaver"])
    if not set(of) <= set(now.present):
        return INVALID
    if ask == "may-see-hand":
        return True if of[0][0] == of[1][0] and of[0] != of[1] else "silent"
    dated = (day,) if text in OFFICIAL else ()
    if ask == "next-turn":
        return said(ref.cr809_next_turn(now, *of, *dated))
    if ask in ("range", "spell-range"):
        return said(getattr(ref, f"{TEXTS[text]}_range")(now, *of, *dated))
    name = "in_range" if ask in WITHIN_RANGE else ABOUT_TWO[ask]
    answer = getattr(ref, f"{TEXTS[text]}_{name}")(now, *of, *dated)
    if ask == "in-range" and answer is True and of[0] != of[1] and is_shielded(now, text, *of):
        return "contradicted"
    return said(answer)


def said(answer: object) -> object:
    return "silent" if answer is None else answer


def is_shielded(t: Table, text: str, p: str, q: str) -> bool:
    """Tell whether a wiki also says that an emperor cannot be reached, against the count of seats."""
    if text == "wiki-en":
        return ref.wiki_en_emperor_is_shielded(t, p, q)
    return text == "wiki-it" and ref.wiki_it_counterpart_stands(t, p, q)


#: Questions about the result, of a team or a player, each with what it asks of a player.
RESULTS = {
    "loses": 0,
    "wins": 1,
    "draws": 2,
    "team-loses": 0,
    "team-wins": 1,
    "team-draws": 2,
    "out-of-the-game": 3,
    "game-goes-on": 4,
}


def result(t: Table, ask: str, of: list[str], losing: frozenset[str], day: str) -> object:
    results = ref.cr809_results(t, losing, day)
    if ask == "game-goes-on":
        return not results.winners and not results.drawn
    if ask.startswith("team-"):
        team = {p for p in t.players if p[0] == of[0]}
        return (team <= results.losers, bool(team & results.winners), bool(team & results.drawn))[RESULTS[ask]]
    return said((*results.of(of[0]), of[0] in results.losers | results.drawn)[RESULTS[ask]])


Question = tuple[str, list[str], dict[str, Any]]


def questions(rng: Random, text: str, t: Table) -> Iterator[Question]:
    """Yield what is asked of every text, and what the reference knows of the official ones."""
    yield rng.choice(list(ABOUT_TWO)), rng.choices(t.players, k=2), {}
    yield "range", rng.choices(t.players, k=1), {}
    if text not in OFFICIAL:
        return
    yield rng.choice(WITHIN_RANGE), rng.choices(t.players, k=2), {}
    yield "spell-range", rng.choices(t.players, k=1), {}
    yield "next-turn", rng.choices(t.players, k=1), {}
    gone = frozenset[str]().union(*ref.fallen(t, text))
    present = [p for p in t.players if p not in gone]
    for event in (False, len({p[0] for p in present}) > 1):
        ask = rng.choice(list(RESULTS))
        of = [] if ask == "game-goes-on" else [rng.choice(t.players)[: 1 if ask.startswith("team-") else None]]
        yield ask, of, {"losing": rng.sample(present, rng.randint(1, min(4, len(present))))} if event else {}


def questions_of_today(rng: Random, text: str, t: Table) -> Iterator[Question]:
    """Yield what the reference knows of the newest wording alone."""
    yield rng.choice(list(OF_THE_GONE)), rng.choices(t.players, k=1), {}
    yield "may-choose-for", rng.choices(t.players, k=2), {"asker": rng.choice(t.players)}
    yield "may-see-hand", rng.choices(t.players, k=2), {}
    gone = frozenset[str]().union(*ref.fallen(t, text))
    if leavers := [p for p in t.players if p not in gone]:
        leaver = rng.choice(leavers)
        yield "next-priority", [], {"leaver": leaver, "priority": leaver}


def is_read(t: Table, text: str) -> bool:
    """Tell whether the reference reads a table: each of its teams has an emperor, and all are equal in the translation.

    Who wins against a team without an emperor, no text says; the translation changes ranges of teams of three already,
    which tells only between unequal ones.
    """
    return all("E" in team for team in t.seats) and (text != "cr-809-it" or len({*t.seats}) == 1)


def test_tables_with_fallen_emperors(tmp_path: Path) -> None:
    rng, seen = Random(f"fallen {POSITIONS}"), Counter[object]()
    requests: list[dict[str, Any]] = []
    expected: list[object] = []
    for t in fallen_tables(rng, POSITIONS, irregular=0.3):
        text = rng.choice([*TEXTS, "cr-809", "cr-809"])
        text = text if is_read(t, text) else "cr-809"
        day = rng.choice(DAYS) if text == "cr-809" else None
        position: dict[str, Any] = {"text": text, "seats": " | ".join(map(" ".join, t.seats))}
        position |= {"left": sorted(t.left), "leaving": sorted(t.leaving)} | ({"on": day} if day else {})
        asked = list(questions(rng, text, t))
        asked += questions_of_today(rng, text, t) if text == "cr-809" and not day else ()
        for ask, of, given in asked:
            requests.append({**position, "ask": ask, "of": of, "given": given})
            expected.append(wanted(t, text, ask, of, given, day or ref.TODAY))
    javascript = engine_answers([exported_parts(rulebook(), "en", tmp_path), *requests])
    for request, answer, other in zip(requests, expected, javascript, strict=True):
        got = engine().ask(request)
        told = got.status.value if got.status != "answered" else got.answer
        assert told == answer, f"{request}: {got}, the sources say {answer}"
        assert (other["status"], other["answer"]) == (got.status, got.answer), request
        seen[answer] += 1
    assert {True, False, INVALID, 2} <= seen.keys()


def test_no_alternative_supposes_that_a_team_has_won() -> None:
    for text, seats in product([*TEXTS, "wiki-it"], ("g E g | g E g", "g E g | g E g | g E g")):
        for of in (["A1", "B1"], ["A2", "B2"]):
            request: dict[str, Any] = {"text": text, "seats": seats, "ask": "may-attack", "of": of}
            for found in nearest_counterfactuals(engine(), request):  # type: ignore[arg-type]
                gone = {"left": [edit.name for edit in found.changes if edit.lists], "leaving": []}
                winners = [
                    t
                    for t in "ABC"[: seats.count("E")]
                    if engine().ask({**request, **gone, "ask": "team-wins", "of": [t]}).answer
                ]
                assert not winners, (text, seats, of, gone)


def test_naming_who_has_gone_with_others_changes_no_answer() -> None:
    rng = Random("named")
    for t in fallen_tables(rng, POSITIONS // 4):
        text = rng.choice([*TEXTS, "cr-809-it"])
        position: dict[str, Any] = {"text": text, "seats": " | ".join(map(" ".join, t.seats))}
        told = {**position, "left": sorted(t.left), "leaving": sorted(t.leaving)}
        gone = engine().departures({**told}, text)  # type: ignore[typeddict-item]
        named = {
            key: [t.players[p] for p in sorted(players)]
            for key, players in (("left", gone.left), ("leaving", gone.leaving))
        }
        predicates = engine().rulebook.vocabulary.questions
        for ask in rng.sample(sorted(predicates), 6):
            predicate = predicates[ask]
            of = ["A" if sort == "team" else rng.choice(t.players) for _, sort in predicate.parameters]
            before, after = (engine().ask({**place, "ask": ask, "of": of}) for place in (told, {**position, **named}))
            if gone.is_over:
                continue  # results of one event are not those of who left one by one
            assert (before.status, before.answer) == (after.status, after.answer), (told, ask, of)
