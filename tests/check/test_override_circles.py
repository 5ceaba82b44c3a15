"""Overrides between clauses of two texts, drawn at random: told where they run in a circle, and else asked of any length.

What runs in a circle is found here by taking away, again and again, whatever overrides nothing that is left.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import emperor_rules as er
from emperor_rules.diagnostics import Diagnostic
from emperor_rules.evaluate.engine import Engine
from emperor_rules.frontend.loader import load_rulebook
from tests.support.javascript import engine_answers
from tests.support.kings_and_pawns import clause, text, write_playable
from tests.support.sampling import number_of_examples

#: Which clause overrides which, by text and number.
Overrides = set[tuple[tuple[str, int], tuple[str, int]]]
SENTENCES = ("p is wet.", "p is not wet.", "the reach of p is 1.", "p may hit q.", "p may not hit q.")
OLD, NEW = "until 2010-01-01", "since 2010-01-01"
SCENARIO = (
    'scenario "Asked"\n  in upper\n  {day}seats E | E\n  A1 is wet: yes\n  the reach of A1: 1\n  A1 can hit B1: yes\n'
)


def overrides_of(rng: Random) -> Overrides:
    """Draw overrides: of a clause of its own text, or, by the text that includes the other, of one of either."""
    drawn: Overrides = set()
    for _ in range(rng.randint(1, 7)):
        one = rng.choice(("upper", "lower")), rng.randint(1, 4)
        other = (rng.choice(("upper", "lower")) if one[0] == "upper" else "lower"), rng.randint(1, 4)
        drawn.add((one, other))
    return drawn


def run_in_a_circle(overrides: Overrides) -> bool:
    left = set(overrides)
    while True:
        overriding = {one for one, _ in left}
        kept = {(one, other) for one, other in left if other in overriding}
        if kept == left:
            return bool(left)
        left = kept


def write_texts(folder: Path, overrides: Overrides, rng: Random, *, dated: bool) -> None:
    """Write both texts and a scenario; where they are dated, the overrides stand in wordings that are no more."""
    texts = {}
    for id in ("upper", "lower"):
        head = "from 2000-01-01, 2010-01-01\n" if dated else ""
        clauses = []
        for number in range(1, 5):
            named = [f"{other} {n}" for one, (other, n) in sorted(overrides) if one == (id, number)]
            said = rng.sample(SENTENCES, rng.randint(1, 3))
            old = f"overrides {', '.join(named)}" if named else ""
            clauses.append(clause(str(number), *said, head=f"{OLD} {old}" if dated else old))
            if dated:
                clauses.append(clause(str(number), *said, head=NEW))
        texts[id] = text(id, *clauses, head=head + ("includes lower\n" if id == "upper" else ""))
    write_playable(folder, **texts)
    (folder / "scenarios").mkdir()
    day = "on 2005-01-01\n  " if dated else ""
    (folder / "scenarios" / "asked.rules").write_text(SCENARIO.format(day=day), encoding="utf-8")


def checked(folder: Path) -> tuple[Diagnostic, ...]:
    return er.load(folder, errors="keep").check(seats=4).diagnostics


@pytest.mark.parametrize("dated", [False, True])
def test_a_circle_is_told_before_anything_is_asked(tmp_path: Path, dated: bool) -> None:
    circles = 0
    for seed in range(number_of_examples(10, 30)):
        rng, folder = Random(seed), tmp_path / f"{seed}"
        overrides = overrides_of(rng)
        write_texts(folder, overrides, rng, dated=dated)
        codes = {finding.code for finding in checked(folder)}
        circle = run_in_a_circle(overrides)
        circles += circle
        assert ("R404" in codes) == circle, overrides
        assert not (circle and codes & {"R601", "R602", "R603", "R510"}), "nothing is asked of a text with a circle"
    assert circles > 2


@pytest.mark.slow
def test_a_chain_of_overrides_may_be_of_any_length(tmp_path: Path) -> None:
    """Where each clause overrides the one before it, the last stands, and every second before it: it is overridden by none."""
    length = 1200
    standing = [f"t:{n}" for n in range(1, length, 2)]
    clauses = (
        clause(str(n), f"the reach of p is {1 + n % 2}.", head=f"overrides {n - 1}" if n else "") for n in range(length)
    )
    folder = write_playable(tmp_path / "rules", t=text("t", *clauses))
    request = {"text": "t", "seats": "E | E", "ask": "reach", "of": ["A1"]}
    book = load_rulebook(folder)
    answer = Engine(book).ask(request)
    assert (answer.status, answer.answer, list(answer.clauses)) == ("answered", 2, standing)
    assert er.load(folder)["t"].ask("reach", of=["A1"], seats="E | E").explain("en")
    assert not [finding for finding in checked(folder) if finding.is_error]
    document = tmp_path / "rules.json"
    document.write_text(er.load(folder).to_json(), encoding="utf-8")
    (told,) = engine_answers([{"rules": str(document)}, request])
    assert (told["status"], told["answer"], told["clauses"]) == ("answered", 2, standing)
