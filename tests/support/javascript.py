"""The site's scripts outside of a browser: run by the Node that comes with Playwright, so that nobody has to install one."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import playwright

from emperor_rules.model.rulebook import Rulebook
from emperor_rules.site.rule_parts import rule_parts
from tests.support.paths import REPOSITORY
from tests.support.shipped import rulebook, whole_rulebook

SCRIPTS = REPOSITORY / "site" / "scripts"


def node() -> Path:
    """Return the Node that drives Playwright."""
    folder = Path(playwright.__file__).parent / "driver"
    return folder / ("node.exe" if os.name == "nt" else "node")


def run_node(*arguments: object, lines: Iterable[str] = ()) -> str:
    """Run a script and return what it printed."""
    with TemporaryFile() as read, TemporaryFile() as printed:  # a pipe is slow for so much
        read.write("".join(f"{line}\n" for line in lines).encode())
        read.seek(0)
        command = [str(node()), *map(str, arguments)]
        ran = subprocess.run(command, stdin=read, stdout=printed, stderr=subprocess.PIPE, check=False)
        assert ran.returncode == 0, ran.stderr.decode()
        printed.seek(0)
        return printed.read().decode()


def engine_answers(lines: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Ask the site's engine, in one process; a line ``{"rules": FILE}`` tells it which rules to answer from."""
    engine = (SCRIPTS / "evaluate" / "engine.js").as_uri()
    printed = run_node(REPOSITORY / "tests" / "support" / "engine.mjs", engine, lines=map(json.dumps, lines))
    return [json.loads(line) for line in printed.splitlines()]


def engine_derivations(lines: Iterable[Mapping[str, Any]]) -> list[list[dict[str, Any]]]:
    """Ask the site's engine for derivations, each in all languages of which a line ``{"rules": FILE}`` names the parts."""
    modules = [f"evaluate/{name}.js" for name in ("engine", "explain", "derivation")]
    modules += ["table/words/fact-words.js", "evaluate/facts.js"]
    addresses = [(SCRIPTS / module).as_uri() for module in modules]
    script = REPOSITORY / "tests" / "support" / "derivations.mjs"
    return [json.loads(line) for line in run_node(script, *addresses, lines=map(json.dumps, lines)).splitlines()]


def exported_parts(rules: Rulebook, language: str, folder: Path) -> dict[str, Any]:
    """Write the parts of the rules that the live table loads as one document; the line that makes the engine read it."""
    path = folder / f"{language}.json"
    shipped = next((reading for reading in (rulebook, whole_rulebook) if reading() is rules), None)
    path.write_text(written_parts(rules, language) if shipped is None else shipped_parts(shipped, language), "utf-8")
    return {"rules": str(path)}


@cache
def shipped_parts(shipped: Callable[[], Rulebook], language: str) -> str:
    return written_parts(shipped(), language)


def written_parts(rules: Rulebook, language: str) -> str:
    document: dict[str, Any] = {"texts": {}}
    for line in (line for _, script in rule_parts(rules, language) for line in script.splitlines()):
        head, _, content = line.partition(" = ")
        kind, _, name = json.loads(head.partition("[")[2].removesuffix("]")).partition(" ")
        part = json.loads(content.rstrip().removesuffix(";"))
        document |= {kind: part} if not name else {"texts": {**document["texts"], name: part}}
    return json.dumps(document)
