"""How fast questions are answered once the rules are loaded, beside functions written by hand."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import Any

from emperor_rules.cli.commands.ask import answer_line
from emperor_rules.evaluate.engine import Engine
from emperor_rules.frontend.loader import load_rulebook
from emperor_rules.resources import shipped_rules
from tests.oracles import reference_rules as by_hand

SEATS = "g E g | g E g"
NAMES = ("A1", "A2", "A3", "B1", "B2", "B3")
TEXT = "cr-809"
BY_HAND: dict[str, Callable[..., Any]] = {
    "range": by_hand.cr809_range,
    "in-range": by_hand.cr809_in_range,
    "may-attack": by_hand.cr809_may_attack,
    "may-deploy": by_hand.cr809_may_deploy,
    "may-go-first": by_hand.cr809_may_go_first,
    "turn-order": by_hand.cr809_turn_order,
    "legal-seating": by_hand.cr809_legal_seating,
}


@lru_cache(maxsize=1)
def engine() -> Engine:
    """Load the shipped rules once."""
    return Engine(load_rulebook(shipped_rules(), scenarios=False))


def lines(asks: list[str], count: int, seed: int = 1) -> list[str]:
    """Write random requests about one table with players gone before and during the turn."""
    rng, questions = Random(seed), engine().rulebook.vocabulary.questions
    requests = []
    for number in range(count):
        ask = rng.choice(asks)
        gone = rng.sample(NAMES, rng.randint(0, 3))
        before = rng.randint(0, len(gone))
        rest = [name for name in NAMES if name not in gone]
        of = [
            rng.choice("AB") if sort == "team" else name
            for name, (_, sort) in zip(rng.sample(rest, len(rest)), questions[ask].parameters, strict=False)
        ]
        request: dict[str, Any] = {
            "id": number,
            "text": TEXT,
            "seats": SEATS,
            "left": gone[:before],
            "leaving": gone[before:],
            "ask": ask,
            "of": of,
        }
        if ask in ("loses", "draws", "wins", "team-wins", "team-loses", "team-draws"):
            request["given"] = {"losing": rng.sample(NAMES, rng.randint(0, 2))}
        if ask == "fate":
            request["given"] = {
                "leaver": rest[0],
                "owner": rng.choice(NAMES),
                "controller": rng.choice(NAMES),
                "kind": "creature",
                "control": rng.choice(["effect", "entered"]),
            }
        requests.append(json.dumps(request))
    return requests


def by_hand_line(line: str) -> str:
    """Answer a request by the hand-written functions, JSON in and out as well."""
    request = json.loads(line)
    table = by_hand.parse(request["seats"], request["left"], request["leaving"])
    answer = BY_HAND[request["ask"]](table, *request["of"])
    return json.dumps({"id": request["id"], "answer": answer})


def per_second(work: Callable[[str], object], todo: list[str]) -> float:
    """Give how many lines are answered in a second of one core."""
    began = time.process_time()
    for line in todo:
        work(line)
    return len(todo) / (time.process_time() - began)


def batch(asks: list[str], count: int = 20_000) -> float:
    """Answer random requests by the rules; gives answers per second."""
    todo = lines(asks, count)
    answerer = engine()
    answer_line(answerer, todo[0])
    answerer.positions.clear()
    return per_second(lambda line: answer_line(answerer, line), todo)


def hand(count: int = 20_000) -> tuple[float, float]:
    """Answer the same questions by the rules and by hand; gives both speeds."""
    todo = lines(list(BY_HAND), count)
    answerer = engine()
    answerer.positions.clear()
    return per_second(lambda line: answer_line(answerer, line), todo), per_second(by_hand_line, todo)


def growth(ask: str) -> float:
    """Give the power of the number of seats by which one question's time grows, from 10 to 40 seats."""
    times = {}
    for size in (5, 20):
        side = ["g"] * size
        side[size // 2] = "E"
        seats = " | ".join([" ".join(side)] * 2)
        params = engine().rulebook.vocabulary.questions[ask].parameters
        of = ["A" if sort == "team" else f"{'AB'[n % 2]}{size // 2 + 1}" for n, (_, sort) in enumerate(params)]
        request = {"text": TEXT, "seats": seats, "ask": ask, "of": of, "given": {"losing": ["A1"]}}
        engine().ask(request)
        rounds = 40
        began = time.process_time()
        for _ in range(rounds):
            engine().positions.clear()
            engine().ask(request)
        times[size] = (time.process_time() - began) / rounds
    return math.log(times[20] / times[5]) / math.log(4)
