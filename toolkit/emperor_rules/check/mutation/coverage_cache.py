"""What coverage has found so far, in a file that may be deleted at any time.

A verdict is kept with the content of the rules, the bound and the toolkit that led to it. When only scenarios have
changed since, what the search found still holds; whether a scenario notices is asked again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Any

import emperor_rules
from emperor_rules.check.mutation.runner import ALIVE, EQUIVALENT, STATES, MutantVerdict
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.resources import grammar_path

#: Where the file lies, in the folder in which the command runs.
PLACE = Path(".emperor-rules-cache") / "coverage.json"
FORMAT = "emperor-rules coverage 1"

Verdicts = Mapping[str, MutantVerdict]


class CoverageCache:
    """A file of verdicts; :attr:`remark` says when it could not be used or written."""

    def __init__(self, path: Path = PLACE) -> None:
        """Use the file at ``path`` (nothing is read yet)."""
        self.path = path
        self.remark = ""
        self._head: dict[str, object] = {}
        self._others: dict[str, MutantVerdict] = {}

    def load(self, rulebook: Rulebook, seats: int) -> tuple[Verdicts, Verdicts]:
        """Give the verdicts that still hold, and of older ones what the search found."""
        self._head = {"format": FORMAT, "toolkit": toolkit_key(), "seats": seats, **rules_keys(rulebook)}
        self._others = {}
        try:
            kept = json.loads(self.path.read_bytes())
        except FileNotFoundError:
            return {}, {}
        except OSError as error:
            return self._unused(f"cannot be read ({(error.strerror or 'refused').lower()})")
        except (ValueError, RecursionError):
            return self._unused("is damaged")
        if not isinstance(kept, dict) or "format" not in kept:
            return self._unused("is none of ours")
        if any(kept.get(key) != self._head[key] for key in ("format", "toolkit")):
            return self._unused("is from another version of the toolkit")
        try:
            verdicts = {str(id): _verdict(entry) for id, entry in kept["verdicts"].items()}
        except (KeyError, TypeError, ValueError, AttributeError):
            return self._unused("is damaged")
        if any(kept.get(key) != self._head[key] for key in ("seats", "rules")):
            return {}, {}
        if kept.get("scenarios") == self._head["scenarios"]:
            self._others = verdicts
            return verdicts, {}
        return {}, {id: v for id, v in verdicts.items() if v.state in (EQUIVALENT, ALIVE)}

    def save(self, verdicts: Verdicts) -> None:
        """Write the verdicts, and those loaded of texts that were not looked at, all or nothing."""
        entries = {id: asdict(verdict) for id, verdict in sorted({**self._others, **verdicts}.items())}
        written = json.dumps({**self._head, "verdicts": entries}, ensure_ascii=False, separators=(",", ":"))
        fresh = self.path.with_name(f".{self.path.name}.{os.getpid()}")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            ignored = self.path.parent / ".gitignore"
            if not ignored.exists():
                ignored.write_text("*\n", encoding="utf-8")
            fresh.write_text(written, encoding="utf-8")
            fresh.replace(self.path)
        except OSError as error:
            with suppress(OSError):
                fresh.unlink()
            self.remark = f"{self.path} cannot be written ({(error.strerror or 'refused').lower()}): nothing is kept."

    def _unused(self, why: str) -> tuple[Verdicts, Verdicts]:
        self.remark = f"{self.path} {why}: it is not used, everything is judged anew."
        return {}, {}


def _verdict(entry: Any) -> MutantVerdict:
    """Read one verdict; raises when it is none."""
    state, by, scenario, witness = entry["state"], entry["by"], entry["scenario"], entry["witness"]
    now, then = entry["said"]
    fixed = tuple(entry["fixed"])
    strings = (state, by, scenario, now, then, *fixed)
    if state not in STATES or not all(isinstance(s, str) for s in strings) or not isinstance(witness, dict | None):
        raise ValueError("no verdict")
    return MutantVerdict(state, by, scenario, witness, (now, then), fixed)


def toolkit_key() -> str:
    """Name the toolkit by its version and the content of its modules and grammar: either may change a verdict."""
    package = Path(emperor_rules.__file__).parent
    digest = sha256(emperor_rules.__version__.encode())
    for path in (*sorted(package.rglob("*.py")), grammar_path()):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return f"{emperor_rules.__version__}-{digest.hexdigest()[:16]}"


def rules_keys(rulebook: Rulebook) -> dict[str, str]:
    """Name the rule files by their content: the scenarios, and everything else."""
    scenarios = {scenario.span.file for scenario in rulebook.scenarios}
    digests = {"rules": sha256(), "scenarios": sha256()}
    for name, source in sorted(rulebook.sources.items()):
        digest = digests["scenarios" if name in scenarios else "rules"]
        digest.update(name.encode() + b"\0" + source.text.encode() + b"\0")
    return {key: digest.hexdigest() for key, digest in digests.items()}
