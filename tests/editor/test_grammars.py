"""The grammars of editors that ask no server: made of the language's words, they colour what the lexer reads as it does."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from emperor_rules.cli.main import COMMANDS
from tests.editor_grammars import EDITORS, TEXTMATE, grammars
from tests.support.editor_colours import wrong_colours
from tests.support.paths import REPOSITORY, RULES
from tests.support.sampling import sample_of

#: One file of each room comes first.
FILES = [*{path.relative_to(RULES).parts[0]: path for path in sorted(RULES.rglob("*.rules"))}.values()]
FILES += [path for path in sorted(RULES.rglob("*.rules")) if path not in FILES]


@pytest.mark.parametrize("path", grammars(), ids=lambda path: path.name)
def test_a_grammar_is_made_of_the_words_of_the_language(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == grammars()[path], "python -m tests.editor_grammars writes it anew"


def coloured(grammar: dict[str, Any], text: str) -> Iterator[tuple[int, int, str]]:
    """Yield stretches of a text with their names, as an engine for such grammars reads them: line by line, first match first."""
    patterns = [(re.compile(p.get("match") or p["begin"]), p) for p in grammar["patterns"]]
    ending: tuple[re.Pattern[str], str] | None = None
    start = 0
    for line in text.splitlines(keepends=True):
        at, words = 0, line.rstrip("\n")
        while at <= len(words):
            if ending is not None:
                match = ending[0].search(words, at)
                yield start + at, start + (match.end() if match else len(words)), ending[1]
                if match is None:
                    break
                at, ending = match.end(), None
                continue
            found = [(m.start(), n, m) for n, (regex, _) in enumerate(patterns) if (m := regex.search(words, at))]
            if not found:
                break
            _, number, match = min(found, key=lambda each: each[:2])
            pattern = patterns[number][1]
            if "begin" in pattern:
                yield start + match.start(), start + match.end(), pattern["name"]
                ending = re.compile(pattern["end"]), pattern["name"]
            elif "captures" in pattern:
                for group, named in pattern["captures"].items():
                    if match.group(int(group)) is not None:
                        yield start + match.start(int(group)), start + match.end(int(group)), named["name"]
            elif "name" in pattern:
                yield start + match.start(), start + match.end(), pattern["name"]
            at = max(match.end(), at + (match.end() == match.start()))
        start += len(line)


@pytest.mark.parametrize("path", sample_of(FILES, 6), ids=lambda path: path.name)
def test_what_the_lexer_reads_has_its_colour(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    stretches = coloured(json.loads(TEXTMATE.read_text(encoding="utf-8")), text)
    assert wrong_colours(text, stretches) == []


def test_settings_call_the_command_that_there_is() -> None:
    helix = tomllib.loads((EDITORS / "helix" / "languages.toml").read_text(encoding="utf-8"))
    server = helix["language-server"]["emperor-rules"]
    assert server["command"] == "emperor" and server["args"] == ["lsp"] and "lsp" in COMMANDS
    assert helix["language"][0]["language-servers"] == ["emperor-rules"]


def test_the_extension_declares_what_it_holds() -> None:
    folder = EDITORS / "vscode"
    package = json.loads((folder / "package.json").read_text(encoding="utf-8"))
    named = [package["main"], *(g["path"] for g in package["contributes"]["grammars"])]
    named += [language["configuration"] for language in package["contributes"]["languages"]]
    assert all((folder / name).is_file() for name in named)
    assert package["version"] == json.loads((folder / "package.json").read_text(encoding="utf-8"))["version"]
    assert (folder / "LICENSE").read_bytes() == (REPOSITORY / "LICENSE").read_bytes()
    words = re.compile(json.loads((folder / "language-configuration.json").read_text(encoding="utf-8"))["wordPattern"])
    assert words.fullmatch("809.3c") and words.fullmatch("neighbours-only") and not words.fullmatch("809.")
