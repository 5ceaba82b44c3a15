"""What a writer is told about a mistake: each snippet of grammar/mistakes.toml yields exactly what stands beside it."""

import re
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from emperor_rules.check.limits import Bounds
from emperor_rules.check.pipeline import check_folder
from emperor_rules.diagnostics import CODES, Diagnostic
from emperor_rules.explanations import explanations
from emperor_rules.messages import in_language
from tests.support.paths import REPOSITORY

DATA = tomllib.loads((REPOSITORY / "grammar" / "mistakes.toml").read_text(encoding="utf-8"))
MISTAKES: list[dict[str, Any]] = DATA["mistake"]
WORLD: dict[str, str] = DATA["world"]


class Told(NamedTuple):
    """A finding as a writer sees it; the line counts within the snippet."""

    code: str
    line: int
    column: int
    message: str
    help: str
    message_it: str
    help_it: str


def place_of(mistake: dict[str, Any]) -> str:
    """Where the snippet goes in a folder of rules."""
    if mistake["kind"] == "clause":
        return "texts/sample.rules"
    if mistake["kind"] == "text":
        named = re.search(r"^text +([\w-]+)", mistake["snippet"], re.MULTILINE)
        name = f"{named[1]}.rules" if named else "mistake.rules"
        return f"texts/{mistake.get('file', name)}"
    folder = {"vocabulary": "vocabulary", "scenario": "scenarios", "relation": "relations"}[mistake["kind"]]
    return f"{folder}/mistake.rules"


def told(mistake: dict[str, Any], folder: Path) -> list[Told]:
    """Put the snippet into the world, check everything, and give the findings of the severity asked for."""
    files = {
        "vocabulary/base.rules": WORLD["vocabulary"],
        "texts/sample.rules": WORLD["text"],
        "scenarios/base.rules": WORLD["scenario"],
    }
    place = place_of(mistake)
    before = files[place] + "\n" if mistake["kind"] == "clause" else ""
    for name, text in {**files, place: before + mistake["snippet"]}.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")

    def plain(text: str, language: str = "en") -> str:
        return in_language(text, language).replace(f"{folder.as_posix()}/", "")

    def words(finding: Diagnostic, elsewhere: str = "") -> tuple[str, ...]:
        return tuple(
            prefix + plain(text, language)
            for language in ("en", "it")
            for text, prefix in ((finding.message, elsewhere), (finding.help, ""))
        )

    severity = mistake.get("severity", "error")
    search = Bounds(seats=mistake["seats"]) if "seats" in mistake else None
    diagnostics = [d for d in check_folder(folder, search=search).diagnostics if d.severity == severity]
    return [
        Told(d.code, d.span.line - before.count("\n"), d.span.column, *words(d))
        if plain(d.span.file) == place
        else Told(d.code, 0, 0, *words(d, f"{plain(d.span.file)}: "))
        for d in diagnostics
    ]


def wanted(mistake: dict[str, Any]) -> list[Told]:
    findings = mistake.get("findings", [mistake])
    return [Told(*(finding[key] for key in Told._fields)) for finding in findings]


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake["name"])
def test_a_mistake_is_told_exactly(mistake: dict[str, Any], tmp_path: Path) -> None:
    reported = told(mistake, tmp_path.resolve())
    if mistake.get("severity") == "warning" or mistake.get("among"):
        assert set(wanted(mistake)) <= set(reported)
    else:
        assert reported == wanted(mistake)


INSTEAD = [mistake for mistake in MISTAKES if "instead" in mistake]


@pytest.mark.parametrize("mistake", INSTEAD, ids=lambda mistake: mistake["name"])
def test_what_is_to_be_written_instead_is_right(mistake: dict[str, Any], tmp_path: Path) -> None:
    assert told({**mistake, "snippet": mistake["instead"], "severity": "error"}, tmp_path.resolve()) == []


def test_every_code_is_explained_and_most_with_what_to_write_instead() -> None:
    every = explanations("en")
    explained = tomllib.loads((REPOSITORY / "grammar" / "codes.toml").read_text(encoding="utf-8"))
    assert set(explained) >= set(CODES), "a code that is no longer reported may stay explained: none is used again"
    assert all(explanation.why.endswith(".") for explanation in every.values())
    shown = {code for code, explanation in every.items() if any(example.instead for example in explanation.examples)}
    #: A file of another name, and a scenario to add: neither is the snippet mended.
    assert {code for code in CODES if code[1] in "12346"} - shown == {"R409", "R604"}


def test_the_world_itself_holds_together(tmp_path: Path) -> None:
    fine = {"kind": "scenario", "snippet": "# nothing\n"}
    for severity in ("error", "warning"):
        assert told({**fine, "severity": severity}, tmp_path.resolve()) == []


def test_there_are_enough_of_them_and_each_has_its_name() -> None:
    names = [mistake["name"] for mistake in MISTAKES]
    assert len(names) == len(set(names)) >= 45
    assert {mistake["kind"] for mistake in MISTAKES} == {"vocabulary", "text", "clause", "scenario", "relation"}
    assert sum(len(wanted(mistake)) >= 3 for mistake in MISTAKES) >= 3


def test_every_code_of_reading_has_its_mistake() -> None:
    shown = {finding.code for mistake in MISTAKES for finding in wanted(mistake)}
    assert {code for code in CODES if code[1] in "123"} <= shown
    assert {code for code in CODES if code[1] in "46"} <= shown, "what is wrong in texts and scenarios is seen at once"


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake["name"])
def test_a_message_is_a_sentence_and_says_what_to_write(mistake: dict[str, Any]) -> None:
    for finding in wanted(mistake):
        assert not finding.message.endswith("."), "the message stands before a place, without full stop"
        assert len(finding.message.split()) >= 4, "say what is wrong in a sentence"
        assert finding.help, "say what to write instead"
        assert "_" not in finding.message + finding.help, "a name from the grammar means nothing to a writer"
