"""Rulings on the variants of section 8 that were derived from the source by reading (tests/data/rulings_of_variants.toml)."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

import emperor_rules as er
from tests.support.paths import DATA
from tests.support.sampling import sample_of
from tests.support.shipped import shipped_rules

RULINGS = tomllib.loads((DATA / "rulings_of_variants.toml").read_text(encoding="utf-8"))["ruling"]


@pytest.mark.parametrize("language", sample_of(["en", "it"], 1))
@pytest.mark.parametrize("text", sorted({ruling["text"] for ruling in RULINGS}))
def test_a_variant_is_ruled_as_its_source_says(text: str, language: str) -> None:
    rules, wrong = shipped_rules(), list[tuple[dict[str, Any], object]]()
    for ruling in (ruling for ruling in RULINGS if ruling["text"] == text):
        position = {key: ruling[key] for key in ("options", "left", "given") if key in ruling}
        try:
            answer = rules[text].ask(ruling[language], seats=ruling["seats"], **position)
        except er.EmperorError as mistake:
            wrong.append((ruling, mistake))
            continue
        said = str(answer.status) if answer.value is None else answer.value
        cited = [f"{clause.text}:{clause.number}" for clause in answer.clauses]
        if str(said) != str(ruling["answer"]) or ruling["by"] not in cited:
            wrong.append((ruling, (said, cited)))
    assert not wrong


def test_each_variant_and_option_is_ruled_on_eight_times() -> None:
    for section in ("802", "803", "805", "806", "807", "808", "810", "811"):
        assert sum(f"cr-{section}" in (ruling["text"], ruling["by"].split(":")[0]) for ruling in RULINGS) >= 8, section
