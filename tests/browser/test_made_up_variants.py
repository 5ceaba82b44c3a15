"""House variants that a generator makes up, as a club would have them: checked, compared, drawn, built, asked in a browser.

``EMPEROR_VARIANTS`` is the number of combinations of a base and a kind of change, without which one is made,
``EMPEROR_SEED`` where they begin; those of ``EMPEROR_VARIANTS_BUILT`` folders are built and opened too, and the first is
served where the number is given. A folder holds up to 25 combinations. Where the number is given, of each folder one variant says that it varies its base, with
its differences declared, and the rules of the folder are laid beside the shipped ones and beside an edition of the official rules.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import chdir
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from emperor_rules.check.pipeline import check_folder
from emperor_rules.evaluate.engine import Engine
from emperor_rules.frontend.loader import load_rulebook
from emperor_rules.limits import Bounds
from emperor_rules.messages import LANGUAGES
from emperor_rules.model.accepted import UNWRITTEN
from emperor_rules.resources import project_cache
from tests.generators.editions import edition
from tests.generators.house_variants import HouseVariant, house_variants
from tests.support.browser import served, window
from tests.support.command_line import run
from tests.support.live_server import LiveServer
from tests.support.live_table import laid, verdict_of
from tests.support.paths import RULES
from tests.support.shipped import rulebook

pytestmark = [pytest.mark.browser, pytest.mark.timeout(7200)]

COUNT, SEED = int(os.environ.get("EMPEROR_VARIANTS", "1")), int(os.environ.get("EMPEROR_SEED", "1"))
BUILT = int(os.environ.get("EMPEROR_VARIANTS_BUILT", "1"))
IN_A_FOLDER = 25
SEATS = ("g E g | g E g", "g E g g | g E g g")
#: Whether all is asked for, or a sample on a change.
MANY = "EMPEROR_VARIANTS" in os.environ
#: How far the folders are searched: variants on large tables would take minutes.
UP_TO = 6
PROJECT = f"""[check]
up-to = {UP_TO}

[[ignore]]
code = "R514"
reason = "Some shipped texts have no table as small as those that are searched."
"""


def included(texts: Iterable[str]) -> set[str]:
    """Return texts with all that they include, and what that includes."""
    reached, left = set[str](), [*texts]
    while left:
        text = left.pop()
        if text not in reached:
            reached.add(text)
            left += [inclusion.text for inclusion in rulebook().texts[text].includes]
    return reached


def written(variants: Sequence[HouseVariant], folder: Path) -> Path:
    """Copy the shipped rules and add variants.

    On a change, of the shipped texts only what is varied, with what that includes, and no scenarios: the pages of the
    others, of which tests of the whole site tell, take most of the time.
    """
    left_out = () if MANY else ("scenarios", "relations")
    shutil.copytree(RULES, folder / "rules", ignore=shutil.ignore_patterns(*left_out))
    kept = rulebook().texts.keys() if MANY else included(variant.base for variant in variants)
    elsewhere = "|".join(rulebook().texts.keys() - kept)
    for file in (folder / "rules" / "texts").rglob("*.rules"):
        if file.stem not in kept:
            file.unlink()
        elif elsewhere:
            words = file.read_text(encoding="utf-8")
            file.write_text(re.sub(rf"(?m)^  see ({elsewhere}) .*\n", "", words), encoding="utf-8")
    for variant in variants:
        for name, content in variant.files.items():
            place = folder / "rules" / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(content, encoding="utf-8")
    return folder / "rules"


def sound(variants: Sequence[HouseVariant], folder: Path) -> list[HouseVariant]:
    """Write variants, and take out those that contradict themselves, as some changes made by chance do."""
    texts = {text for variant in variants for text in variant.texts}
    cache = project_cache("searches.json", folder)
    report = check_folder(written(variants, folder), search=Bounds(UP_TO, texts=tuple(sorted(texts))), cache=cache)
    errors = [finding for finding in report.diagnostics if finding.is_error and finding.code != "R514"]
    wrong = {finding.text for finding in errors}
    kept = [variant for variant in variants if not wrong & {*variant.texts}]
    for variant in variants:
        for name in variant.files if variant not in kept else ():
            (folder / "rules" / name).unlink()
    assert wrong <= texts, "no other text is touched"
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


def folder_commands(folder: Path) -> Iterator[tuple[object, ...]]:
    """Yield what a club does with all its rules: lays them beside the shipped ones, and beside a new edition."""
    (folder / "edition.txt").write_text(edition(), encoding="utf-8")
    yield "diff", RULES, folder / "rules", "--up-to", "4", "--question", "starting-life"
    yield "drift", folder / "edition.txt", "--format", "json"


def declared(variant: HouseVariant) -> None:
    """Let the last text of a variant say that it varies what it includes; its differences are declared, and checked."""
    text = variant.texts[-1]
    file = next(Path("rules", name) for name in variant.files if name.endswith(f"/{text}.rules"))
    file.write_text(re.sub(r"(?m)^  includes (.*)$", r"\g<0>\n  varies \1", file.read_text("utf-8")), encoding="utf-8")
    ran = run("new", "difference", text)
    assert ran.exit_code == 0, ran.output
    declarations = Path("rules", "relations", f"{text}.rules")
    if declarations.exists():
        words = declarations.read_text(encoding="utf-8")
        for language in LANGUAGES:
            words = words.replace(UNWRITTEN.get(language), {"en": "We like it so.", "it": "Ci piace così."}[language])
        declarations.write_text(words, encoding="utf-8")
    checked = run("check", "--text", text, "--up-to", "6", "--select", "R5")
    assert checked.exit_code == 0, checked.output


def is_served(rules: Path, folder: Path, variants: Sequence[HouseVariant]) -> None:
    """Serve the rules as ``emperor serve`` does: each text of a variant has its pages."""
    folder.mkdir()
    server = LiveServer(folder, ["emperor_rules", "serve", "--port", "{port}"], rules)
    try:
        assert all(server.answers(f"{text}/index.html") for variant in variants for text in variant.texts)
    finally:
        server.stop()


@pytest.mark.parametrize("start", range(0, COUNT, IN_A_FOLDER))
def test_a_house_variant_is_checked_compared_drawn_built_and_asked(
    start: int, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    made = list(house_variants(rulebook(), SEED, COUNT))[start : start + IN_A_FOLDER]
    kept = sound(made, tmp_path)
    rules = tmp_path / "rules"
    (tmp_path / "emperor.toml").write_text(PROJECT, encoding="utf-8")
    with chdir(tmp_path):
        for number, variant in enumerate(kept):
            called = [*commands(variant)]
            for words in called if number % 4 == start // IN_A_FOLDER % 4 else called[: 1 if MANY else 0]:
                ran = run(*words)
                assert ran.exit_code in (0, 1), (words, ran.output)
            answered = run("ask", variant.texts[-1], "can A3 attack B1?", "--seats", SEATS[0])
            assert answered.exit_code == 0, answered.output
        for words in folder_commands(tmp_path) if MANY else ():
            ran = run(*words)
            assert ran.exit_code in (0, 1), (words, ran.output)
        if MANY:
            declared(kept[start // IN_A_FOLDER % len(kept)])
        exported = json.loads(run("export").stdout)
        assert {text for variant in kept for text in variant.texts} <= {*exported["texts"]}
        if start // IN_A_FOLDER < BUILT:
            command = [sys.executable, "-m", "emperor_rules", "build", "--strict", "--site", "site"]
            built = subprocess.run(command, check=False, capture_output=True, text=True)  # a large process forks slowly
            assert built.returncode == 0, built.stdout + built.stderr
            browser: Browser = request.getfixturevalue("browser")
            opened(browser, kept, Engine(load_rulebook(rules)), tmp_path / "site")
            if "EMPEROR_VARIANTS_BUILT" in os.environ and start == 0:
                is_served(rules, tmp_path / "served", kept)


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
