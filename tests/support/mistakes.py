"""The snippets of grammar/mistakes.toml, and where each goes in the small world that stands at their end."""

import re
import tomllib
from typing import Any

from tests.support.paths import REPOSITORY

DATA = tomllib.loads((REPOSITORY / "grammar" / "mistakes.toml").read_text(encoding="utf-8"))
MISTAKES: list[dict[str, Any]] = DATA["mistake"]
WORLD: dict[str, str] = DATA["world"]
#: The files of the small world.
SMALL_WORLD = {
    "vocabulary/base.rules": WORLD["vocabulary"],
    "texts/sample.rules": WORLD["text"],
    "scenarios/base.rules": WORLD["scenario"],
}


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
