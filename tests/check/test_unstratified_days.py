"""A text in which something depends on its own negation, on whatever day, is told of before anybody asks it that day."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random

import pytest

import emperor_rules as er
from emperor_rules.frontend.loader import load_rulebook
from emperor_rules.resolve.resolver import UNUSABLE, resolve
from tests.support.command_line import run
from tests.support.kings_and_pawns import clause, text, write_playable
from tests.support.sampling import number_of_examples

DAYS = ("2000-01-01", "2005-01-01", "2010-01-01")
PERIODS = ("", "until 2005-01-01: ", "until 2010-01-01: ", "since 2005-01-01: ", "since 2010-01-01: ")
FACTS = ("red", "big", "ill")


@pytest.mark.slow
def test_what_depends_on_its_own_negation_on_some_day_is_told(tmp_path: Path) -> None:
    told = 0
    for seed in range(number_of_examples(30, 200)):
        rng, folder = Random(seed), tmp_path / f"{seed}"
        sentences = []
        for _ in range(rng.randint(2, 4)):
            one, other = rng.sample(FACTS, 2)
            sentences.append(f"{rng.choice(PERIODS)}p is {one} when p is {rng.choice(('', 'not '))}{other}.")
        half = rng.randint(1, len(sentences))
        texts = {"base": text("base", clause("1", *sentences[:half]), head=f"from {', '.join(DAYS)}")}
        if sentences[half:]:
            texts["house"] = text(
                "house", clause("2", *sentences[half:]), head=f"includes base\nfrom {', '.join(DAYS)}"
            )
        book = load_rulebook(write_playable(folder, **texts))
        resolved = (resolve(id, day, book.texts, book.vocabulary)[1] for id, day in product(book.texts, (*DAYS, None)))
        unusable = any(finding.code in UNUSABLE for findings in resolved for finding in findings)
        codes = {d.code for d in er.load(folder, errors="keep").check(seats=None).diagnostics}
        assert ("R501" in codes) == unusable, sentences
        if unusable and not told:
            assert run("export", "--rules", folder).exit_code == 1
        told += unusable
    assert told > 3
