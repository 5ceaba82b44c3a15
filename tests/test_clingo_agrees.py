"""Evaluator, bit-parallel engine and clingo agree on random positions of all shipped texts and of random ones.

``EMPEROR_POSITIONS`` says how many positions are asked about (5,000 unless told): half of them under the shipped texts,
half under texts that were changed at random.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

import pytest

from emperor_rules.evaluate import verdict
from emperor_rules.evaluate.questions import Answerer
from emperor_rules.evaluate.table import NOBODY, TEAM_LETTERS, read_table
from emperor_rules.model import terms as tm
from emperor_rules.model.rulebook import Rulebook, load_rulebook
from emperor_rules.model.vocabulary import Given, Relation
from emperor_rules.resolve.cone import cone_of
from emperor_rules.resolve.resolved import ResolvedText
from emperor_rules.resolve.resolver import change_dates
from emperor_rules.search.asking import TextSearch, arguments, space_for
from emperor_rules.search.space import Bits, PlayerValue, Space, given_values
from tests.clingo_engine import INVALID, SILENT, Many, Reply, Translation, answer_all
from tests.random_positions import Request, Setting, random_setting
from tests.random_texts import Mutant, mutants

RULES = Path(__file__).resolve().parent.parent / "rules"
POSITIONS = int(os.environ.get("EMPEROR_POSITIONS", "5000"))
#: Questions asked of each position.
QUESTIONS = 4
#: Positions of one table; of one changed text.
OF_A_TABLE, OF_A_MUTANT = 20, 50
TEXTS = sorted(p.stem for p in (RULES / "texts").rglob("*.rules"))


@cache
def shipped() -> Rulebook:
    return load_rulebook(RULES, scenarios=False)


# --- the bit-parallel engine on a list of positions -------------------------------------------------


class Listed(Space):
    """A space whose positions are listed one by one instead of spanned by axes."""

    def __init__(self, setting: Setting, text: ResolvedText, ignoring: bool) -> None:
        vocabulary = text.vocabulary
        table = read_table(setting.seats, "".join(vocabulary.role_letters))
        givens = vocabulary.givens
        fixed = {key: given_values(g, table, vocabulary)[0] for key, g in givens.items()
                 if key not in setting.told and g.default is not None}  # fmt: skip
        super().__init__(table, (), fixed, frozenset(setting.options))
        self.size = len(setting.positions)
        self.full = (1 << self.size) - 1
        self.by_given = {key: n for n, key in enumerate(setting.told)}
        self.states: dict[tuple[int, str], Bits] = {}
        self.lists: dict[str, dict[Any, Bits]] = {key: {} for key in givens if key not in fixed}
        for at, position in enumerate(setting.positions):
            absent = {"began": position["left"], "now": [*position["left"], *position["leaving"]]}
            for moment, names in absent.items() if not ignoring else ():
                for player in map(table.names.index, names):
                    self.states[player, moment] = self.states.get((player, moment), 0) | 1 << at
            for key in setting.told:
                values = self.lists[key]
                value = worth(givens[key], position["given"][key], table.names)
                values[value] = values.get(value, 0) | 1 << at

    def present(self, player: int, moment: str) -> Bits:
        return 0 if player == NOBODY else self.full & ~self.states.get((player, moment), 0)

    def given(self, key: str) -> dict[Any, Bits]:
        return self.lists[key] if key not in self.fixed else {self.fixed[key]: self.full}


def worth(given: Given, value: Any, names: Sequence[str]) -> Any:
    """Give what the bit-parallel engine calls a given value."""
    match given.kind:
        case "player":
            return PlayerValue(names.index(value))
        case "players":
            return frozenset(map(names.index, value))
    return value


def said_by_bits(text: ResolvedText, setting: Setting) -> Iterator[Reply]:
    """Answer every request of a setting, question by question."""
    for ask, of in setting.questions:
        relation = text.vocabulary.questions[ask]
        space = Listed(setting, text, bool(relation.ignores))
        search = TextSearch(text, space, relation)
        search.moments = tuple((key, word) for key, word in search.moments if key not in setting.told)
        args = tuple(TEAM_LETTERS.index(n) if sort == tm.TEAM else space.table.names.index(n)
                     for n, (_, sort) in zip(of, relation.params, strict=True))  # fmt: skip
        found = search.ask(args)
        replies = [INVALID] * space.size
        outcomes = [(SILENT, found.silent), (Reply("contradicted"), found.contradicted)]
        outcomes += [(Reply("answered", shown(relation, v, space.table.names)), b) for v, b in found.answers.items()]
        for reply, bits in outcomes:
            assert not bits & ~search.valid(args)
            for at in range(space.size):
                if bits >> at & 1:
                    assert replies[at] == INVALID, f"two answers: {replies[at]} and {reply}"
                    replies[at] = reply
        yield from replies


def shown(relation: Relation, value: Any, names: Sequence[str]) -> Any:
    match relation.answer:
        case "players":
            return tuple(names[p] for p in value)
        case "player":
            return names[value] if value >= 0 else None
        case "team":
            return TEAM_LETTERS[value]
    return value


# --- comparing --------------------------------------------------------------------------------------


@dataclass
class Findings:
    """What a comparison did and found."""

    positions: int = 0
    questions: int = 0
    answered: int = 0
    skipped: int = 0
    disagreements: list[str] = field(default_factory=list)

    def __iadd__(self, other: Findings) -> Findings:
        for name in ("positions", "questions", "answered", "skipped", "disagreements"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        return self


@dataclass
class Engines:
    """The three engines for one text on one date."""

    answerer: Answerer
    text: ResolvedText
    translation: Translation

    @classmethod
    def of(cls, answerer: Answerer, text: str, on: str | None) -> Engines:
        resolved = answerer.program(text, on).resolved
        return cls(answerer, resolved, Translation(resolved))

    def compare(self, settings: Sequence[Setting], what: str = "") -> Findings:
        """Ask all engines everything; one call of clingo."""
        found = Findings()
        requests = [request for setting in settings for request in setting.requests()]
        try:
            third = answer_all(self.translation, requests)
        except Many:
            return Findings(skipped=1)
        second = [reply for setting in settings for reply in said_by_bits(self.text, setting)]
        found.positions = sum(len(setting.positions) for setting in settings)
        for request, bits, clingo in zip(requests, second, third, strict=True):
            answer = self.answerer.ask(request)
            said = answer.answer
            first = Reply(answer.status, tuple(said) if isinstance(said, list) else said)
            found.questions += 1
            found.answered += answer.status == "answered"
            if answer.status == "invalid" and is_lacking(answer.message or "", request, self.text):
                continue
            if first != bits or first not in clingo:
                found.disagreements.append(
                    f"{what or self.text.id}\n  {brief(request)}\n  evaluator {first}\n  bits {bits}\n  clingo {clingo}"
                )
        return found


def is_lacking(message: str, request: Request, text: ResolvedText) -> bool:
    """Tell whether the evaluator misses a given fact that was not told: the others call that unknown."""
    key = re.search(r"depends on “(.+?)”", message)
    return key is not None and key[1] not in request["given"] and text.vocabulary.givens[key[1]].default in (None, "first")


def brief(request: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in request.items() if value or key == "of"}


def shipped_part(part: int, parts: int, positions: int) -> Findings:
    """Compare the engines on a share of the shipped texts."""
    answerer, found = Answerer(shipped()), Findings()
    spoken = {text: spoken_questions(answerer, text) for text in TEXTS}
    total = sum(len(asks) for asks in spoken.values())
    every = [(text, n) for text in TEXTS for n in range(max(1, round(positions * len(spoken[text]) / total / OF_A_TABLE)))]
    groups: dict[tuple[str, str | None], list[Setting]] = {}
    deals: dict[str, list[str]] = {text: [] for text in TEXTS}
    for at, (text, n) in enumerate(every):
        rng = Random(f"shipped {text} {n}")
        asks = [deal(rng, deals[text], spoken[text]) for _ in range(QUESTIONS)]
        dates = change_dates(text, answerer.rulebook.texts)
        near = dates if positions > 10_000 else dates[-2:]
        on = rng.choice(near) if near and rng.random() < 0.5 and dates else None
        if at % parts == part:
            groups.setdefault((text, on), []).append((rng, asks))
    for (text, on), members in groups.items():
        engines = Engines.of(answerer, text, on)
        settings = [random_setting(rng, replace(engines.text, on=on), dict.fromkeys(asks), OF_A_TABLE) for rng, asks in members]
        found += engines.compare(settings)
    return found


def spoken_questions(answerer: Answerer, text: str) -> list[str]:
    resolved = answerer.program(text, None).resolved
    questions = answerer.rulebook.vocabulary.questions
    return [q for q in questions if resolved.by_relation.get(q)] or list(questions)[:1]


def deal(rng: Random, deck: list[str], questions: Sequence[str]) -> str:
    """Deal a question; all come once before any comes again."""
    if not deck:
        deck.extend(rng.sample(questions, len(questions)))
    return deck.pop()


def mutant_part(part: int, parts: int, positions: int) -> Findings:
    """Compare the engines on a share of the random texts."""
    rng, found = Random(f"mutants {part} of {parts}"), Findings()
    pool = ["cr-809"] * 4 + [text for text in TEXTS if text != "cr-101"] + ["early", "paris", "cr-104"]
    for mutant in mutants(rng, shipped(), pool):
        if found.positions >= positions // parts:
            break
        found += compare_mutant(rng, mutant)
    return found


def compare_mutant(rng: Random, mutant: Mutant) -> Findings:
    engines = Engines.of(Answerer(mutant.book), mutant.text, mutant.on)
    questions = mutant.book.vocabulary.questions
    near = [q for q in questions if mutant.spoken & {q, *engines.translation.reach(q)}]
    asks = rng.sample(near, min(QUESTIONS, len(near))) or rng.sample(list(questions), 1)
    setting = random_setting(rng, replace(engines.text, on=mutant.on), asks, OF_A_MUTANT)
    return engines.compare([setting], f"{mutant.text} on {mutant.on}: {mutant.what}")


if __name__ == "__main__":
    import sys, time
    t = time.process_time()
    f = globals()[sys.argv[1]](int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
    print(f.positions, f.questions, f.answered, f.skipped, len(f.disagreements), "cpu", time.process_time() - t)
    seen = set()
    for d in f.disagreements:
        k = (d.split("\n")[0], re.search("'ask': '(.*?)'", d)[1])
        if k not in seen:
            seen.add(k); print(d)
