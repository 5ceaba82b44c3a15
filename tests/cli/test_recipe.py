"""The page on rules of one's own, followed as it stands: from an empty folder to a check that passes and a site."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from emperor_rules import resources
from tests.golden_pages import GOLDEN
from tests.support.command_line import run
from tests.support.paths import REPOSITORY

pytestmark = pytest.mark.slow
#: So many commands lead there, and so many lines written by hand.
MOST_COMMANDS, MOST_LINES = 6, 10
#: What a club writes in place of what the command has made.
OWN_WORDS = {
    r'^  it "Friday"$': '  it "Il venerdì"',
    r"^  en .*$": '  en "On Fridays everybody leaps far."',
    r"^  it \"(?!Il).*$": '  it "Di venerdì tutti saltano lontano."',
}


def recipe(language: str) -> list[list[str]]:
    """The commands of the first block of the page, without their remarks."""
    page = (REPOSITORY / "site" / language / "contributing" / "projects.md").read_text(encoding="utf-8")
    lines = page.split("```sh\n")[1].split("```")[0].splitlines()
    return [line.partition("#")[0].split()[1:] for line in lines]


def test_few_commands_and_lines_lead_from_nothing_to_a_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules that come with the toolkit are a small set here, so that the site stands soon."""
    shipped, small = resources._shipped, GOLDEN / "rules"
    monkeypatch.setattr(resources, "_shipped", lambda name: small if name == "rules" else shipped(name))
    monkeypatch.chdir(tmp_path)
    begin, *others = recipe("en")
    assert [begin, *others] == recipe("it") and len(others) < MOST_COMMANDS
    assert run(*begin).exit_code == 0
    written = 0
    for file in sorted((tmp_path / "rules").rglob("*.rules")):
        text = file.read_text(encoding="utf-8")
        for pattern, words in OWN_WORDS.items():
            text, count = re.subn(pattern, words, text, flags=re.MULTILINE)
            written += count
        file.write_text(text, encoding="utf-8")
    assert 2 < written <= MOST_LINES
    for command in others:
        assert run(*command, "-q").output == "", command
    ours = {file.name for file in tmp_path.rglob("*") if file.is_file() and "build" not in file.parts}
    assert ours == {"emperor.toml", "emperor.lock", f"{begin[-1]}.rules"}, "nothing of the base is copied"
    for page, words in (("texts", "Friday"), ("it/texts", "Il venerdì")):
        assert words in (tmp_path / "build" / "site" / page / f"{begin[-1]}.html").read_text(encoding="utf-8")
