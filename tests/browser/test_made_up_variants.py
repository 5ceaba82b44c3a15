"""House variants that a generator makes up, as a club would have them: checked, compared, drawn, built, asked in a browser.

``EMPEROR_VARIANTS`` is the number of combinations of a base and a kind of change, ``EMPEROR_SEED`` where they begin; those
of ``EMPEROR_VARIANTS_BUILT`` folders are built and opened too. A folder holds up to 25 combinations.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import chdir
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from emperor_rules.check.pipeline import check_folder
from emperor_rules.evaluate.engine import Engine
from emperor_rules.frontend.loader import load_rulebook
from emperor_rules.limits import Bounds
from emperor_rules.messages import LANGUAGES
from tests.generators.house_variants import HouseVariant, house_variants
from tests.support.browser import served, window
from tests.support.built_site import lay_searches_in
from tests.support.command_line import run
from tests.support.live_table import laid, verdict_of
from tests.support.paths import RULES
from tests.support.shipped import rulebook

pytestmark = [pytest.mark.browser, pytest.mark.timeout(1800)]

COUNT, SEED = int(os.environ.get("EMPEROR_VARIANTS", "2")), int(os.environ.get("EMPEROR_SEED", "1"))
BUILT = int(os.environ.get("EMPEROR_VARIANTS_BUILT", "1"))
IN_A_FOLDER = 25
SEATS = ("g E g | g E g", "g E g g | g E g g")


def written(variants: Sequence[HouseVariant], folder: Path) -> Path:
    """Copy the shipped rules and add variants; the copy is a git repository's, with the variants not yet in it."""
    shutil.copytree(RULES, folder / "rules")
    for variant in variants:
        for name, content in variant.files.items():
            place = folder / "rules" / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(content, encoding="utf-8")
    return folder / "rules"


def sound(variants: Sequence[HouseVariant], folder: Path) -> list[HouseVariant]:
    """Write variants, and take out those that contradict themselves, as some changes made by chance do."""
    report = check_folder(written(variants, folder), search=Bounds(6))
    wrong = {finding.text for finding in report.diagnostics if finding.is_error}
    kept = [variant for variant in variants if not wrong & {*variant.texts}]
    for variant in variants:
        for name in variant.files if variant not in kept else ():
            (folder / "rules" / name).unlink()
    texts = {finding.text for finding in report.diagnostics if finding.is_error}
    assert texts <= {text for variant in variants for text in variant.texts}, "no other text is touched"
    assert len(kept) > len(variants) / 2
    return kept


def commands(variant: HouseVariant) -> Iterator[tuple[object, ...]]:
    """Yield what a club does with a variant."""
    text = variant.texts[-1]
    yield "compare", text, variant.base, "--up-to", "6"
    yield "draw", text, SEATS[0]
    yield "ask", text, "can A3 attack B1?", "--seats", SEATS[0]
    yield "history", text
    yield "coverage", "--text", text, "--up-to", "6"
    yield "questions", text


@pytest.mark.parametrize("start", range(0, COUNT, IN_A_FOLDER))
def test_a_house_variant_is_checked_compared_drawn_built_and_asked(
    start: int, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    made = list(house_variants(rulebook(), SEED, COUNT))[start : start + IN_A_FOLDER]
    kept = sound(made, tmp_path)
    rules = tmp_path / "rules"
    lay_searches_in(tmp_path)
    with chdir(tmp_path):
        for number, variant in enumerate(kept):
            for words in commands(variant) if number % 4 == start // IN_A_FOLDER % 4 else ():
                ran = run(*words)
                assert ran.exit_code in (0, 1), (words, ran.output)
            answered = run("ask", variant.texts[-1], "can A3 attack B1?", "--seats", SEATS[0])
            assert answered.exit_code == 0, answered.output
        exported = json.loads(run("export").stdout)
        assert {text for variant in kept for text in variant.texts} <= {*exported["texts"]}
        if start // IN_A_FOLDER < BUILT:
            built = run("build", "--strict", "--site", "site")
            assert built.exit_code == 0, built.output
            browser: Browser = request.getfixturevalue("browser")
            opened(browser, kept, Engine(load_rulebook(rules)), tmp_path / "site")


def opened(browser: Browser, variants: Sequence[HouseVariant], engine: Engine, site: Path) -> None:
    """Open the live table with each variant: it is in the list of rulebooks, and answers as the command does."""
    with served(site) as address:
        for number, variant in enumerate(variants):
            text, language = variant.texts[-1], LANGUAGES[number % len(LANGUAGES)]
            seats = f"{variant.role}Eg.gEg" if variant.role else "gEg.gEg"
            option = f"&options={variant.option}" if variant.option else ""
            ask = f"{variant.question}&of=A1" if variant.question else "may-attack&of=A3.B1"
            with window(browser) as one:
                page = laid(one, address, f"#text={text}&seats={seats}{option}&ask={ask}", language)
                listed = page.eval_on_selector_all("select option", "all => all.map(option => option.value)")
                assert {*variant.texts, variant.base} <= set(listed), (variant.kind, text)
                shown = page.locator("[data-part=answer] .live-answer > .answer").first
                shown.wait_for()
                asked = {
                    "text": text,
                    "seats": " | ".join(" ".join(side) for side in seats.split(".")),
                    "ask": variant.question or "may-attack",
                    "of": ["A1"] if variant.question else ["A3", "B1"],
                    "options": [variant.option] if variant.option else [],
                }
                verdict = verdict_of(engine.ask(asked).as_json(None))
                assert verdict in (shown.get_attribute("class") or "").split(), (variant.kind, text, verdict)
                assert one.complaints == [], (variant.kind, text)
