"""Two states of small rules, and the report on what changed between them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from emperor_rules.evaluate.engine import Engine
from emperor_rules.frontend.loader import load_rulebook
from tests.support.command_line import run
from tests.support.river import write_rules

REST = "clause 1 resting\n  p may rest only when p is wet.\n"
WET = (
    "clause 2 wetness\n  p is wet when p is an emperor and some opponent of p called q is such that (q is next to p).\n"
)
PLAIN = REST + "\n" + WET
SEATS = ["--up-to", "4"]


def rules(folder: Path, **texts: str) -> Path:
    return write_rules(folder, **texts)


def report(*arguments: str | Path) -> dict[str, Any]:
    result = run("diff", *arguments, *SEATS, "--format", "json")
    document: dict[str, Any] = json.loads(result.stdout)
    return document


def both(tmp_path: Path, old: str, new: str) -> tuple[Path, Path]:
    return rules(tmp_path / "old", t=old), rules(tmp_path / "new", t=new)


def replayed(folder: Path, change: dict[str, Any]) -> tuple[str, object]:
    request = {"text": change["text"], **change["witness"]}
    if change["on"] is not None:
        request["on"] = change["on"]
    answer = Engine(load_rulebook(folder)).ask(request)
    return answer.status, answer.answer
