"""The snippets of grammar/mistakes.toml, and where each goes in the small world that stands at their end."""

import re
import tomllib
from pathlib import Path
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


def world_of(mistake: dict[str, Any]) -> dict[str, str]:
    """The files of the small world with the snippet of a mistake in it; of no question, and no copy of other rules."""
    files = {**SMALL_WORLD, "vocabulary/base.rules": WORLD["vocabulary"] + mistake.get("vocabulary", "")}
    if "text" in mistake:
        files[place_of({**mistake, "kind": "text", "snippet": mistake["text"]})] = mistake["text"]
    place = place_of(mistake)
    return {**files, place: (files[place] + "\n" if mistake["kind"] == "clause" else "") + mistake["snippet"]}


#: The small world, with each mistake of a rule file in it.
WORLDS = {mistake["name"]: world_of(mistake) for mistake in MISTAKES if mistake["kind"] not in ("question", "copy")}


def write_files(folder: Path, files: dict[str, str]) -> None:
    """Write files below a folder."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
