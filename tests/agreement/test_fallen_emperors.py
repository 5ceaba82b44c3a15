"""Tables of three to five teams at which emperors have fallen, in both engines beside the hand-written functions.

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

POSITIONS = int(os.environ.get("EMPEROR_FALLEN", "0")) or number_of_examples(60, 400)
TEXTS = {"cr-809": "cr809", "wiki-en": "wiki_en", "early": "early", "paris": "paris"}
ABOUT_TWO = {"in-range": "in_range", "may-attack": "may_attack", "may-deploy": "may_deploy"}
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


def fallen_tables(rng: Random, count: int) -> Iterator[Table]:
    """Yield regular tables of three to five teams at which an emperor has gone, often beside others."""
    for _ in range(count):
        size, later = rng.randint(3, 5), rng.random() < 0.5
        team = tuple("E" if n == (size // 2 if later else (size - 1) // 2) else "g" for n in range(size))
        t = Table((team,) * rng.randint(3, 5))
        emperors = [p for p in t.players if t.role(p) == "E"]
        gone = {*rng.sample(emperors, rng.randint(1, 2)), *rng.sample(t.players, rng.choice((0, 0, 1, 2, 4)))}
        left = frozenset(p for p in gone if rng.random() < 0.5)
        yield Table(t.seats, left, frozenset(gone) - left)


def clockwise_after(t: Table, player: str) -> list[str]:
    at = t.players.index(player)
    return [*t.players[at + 1 :], *t.players[:at]]


def wanted(t: Table, text: str, ask: str, of: list[str], given: dict[str, Any]) -> object:
    """Answer from the sources: those are invalid who play no more, and nothing of play is asked when it is over."""
    now, gone = ref.standing(t, text), frozenset[str]().union(*ref.fallen(t, text))
    teams = {p[0] for p in t.players if p not in gone}
    if ask == "team-wins":
        return teams == {*of}
    if ask == "team-loses":
        return of[0] not in teams
    if ask == "out-of-the-game":
        return of[0] in gone
    if ask == "game-goes-on":
        return len(teams) > 1
    if now is None:
        return INVALID
    if ask in OF_THE_GONE:
        return OF_THE_GONE[ask][of[0] in gone]
    if ask == "may-choose-for" and given["asker"] in gone:
        return INVALID
    if ask == "may-choose-for":
        return of[0] in gone and of[1] not in gone
    if ask == "next-priority":
        gone |= ref.gone_with(t, given["leaver"]) if "leaver" in given else set()
        receiver = next((p for p in clockwise_after(t, given["priority"]) if p not in gone), None)
        return receiver if given["priority"] in gone and receiver else "silent"
    if ask == "no-active-player":
        gone |= ref.gone_with(t, given["leaver"]) if "leaver" in given else set()
        return given["active"] in gone
    if not set(of) <= set(now.present):
        return INVALID
    if ask == "may-see-hand":
        return True if of[0][0] == of[1][0] and of[0] != of[1] else "silent"
    if ask == "next-turn":
        return ref.cr809_next_turn(now, *of)
    if ask == "range":
        number = getattr(ref, f"{TEXTS[text]}_range")(now, *of)
        return "silent" if number is None else number
    answer = getattr(ref, f"{TEXTS[text]}_{ABOUT_TWO[ask]}")(now, *of)
    if text == "wiki-en" and ask == "in-range" and answer is True and of[0] != of[1]:
        return "contradicted" if ref.wiki_en_emperor_is_shielded(now, *of) else True
    return "silent" if answer is None else answer


def questions(rng: Random, text: str, t: Table) -> Iterator[tuple[str, list[str], dict[str, Any]]]:
    yield rng.choice(list(ABOUT_TWO)), rng.choices(t.players, k=2), {}
    yield "range", rng.choices(t.players, k=1), {}
    if text == "cr-809":
        yield "next-turn", rng.choices(t.players, k=1), {}
        yield rng.choice(("team-wins", "team-loses")), [rng.choice(t.players)[0]], {}
        yield "out-of-the-game", rng.choices(t.players, k=1), {}
        yield "game-goes-on", [], {}
        yield rng.choice(list(OF_THE_GONE)), rng.choices(t.players, k=1), {}
        yield "may-see-hand", rng.choices(t.players, k=2), {}
        gone = frozenset[str]().union(*ref.fallen(t, text))
        if leavers := [p for p in t.players if p not in gone]:
            yield "may-choose-for", rng.choices(t.players, k=2), {"asker": rng.choice(leavers)}
            leaver = rng.choice(leavers)
            whose, leaves = rng.choice([p for p in leavers if p[0] == leaver[0]]), {"leaver": leaver}
            if ref.fallen(t, text)[1] and rng.random() < 0.5:
                whose, leaves = rng.choice(t.players), {}
            yield "next-priority", [], {**leaves, "priority": whose}
            yield "no-active-player", [], {**leaves, "active": whose}


def test_tables_with_fallen_emperors(tmp_path: Path) -> None:
    rng, seen = Random(f"fallen {POSITIONS}"), Counter[object]()
    requests: list[dict[str, Any]] = []
    expected: list[object] = []
    for t in fallen_tables(rng, POSITIONS):
        text = rng.choice([*TEXTS, "cr-809"])
        position: dict[str, Any] = {"text": text, "seats": " | ".join(map(" ".join, t.seats))}
        position |= {"left": sorted(t.left), "leaving": sorted(t.leaving)}
        for ask, of, given in questions(rng, text, t):
            requests.append({**position, "ask": ask, "of": of, "given": given})
            expected.append(wanted(t, text, ask, of, given))
    javascript = engine_answers([exported_parts(rulebook(), "en", tmp_path), *requests])
    for request, answer, other in zip(requests, expected, javascript, strict=True):
        got = engine().ask(request)
        said = got.status.value if got.status != "answered" else got.answer
        assert said == answer, f"{request}: {got}, the sources say {answer}"
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
