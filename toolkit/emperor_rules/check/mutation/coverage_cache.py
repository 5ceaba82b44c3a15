"""The verdicts of coverage, kept between runs.

A verdict is valid for the digest of the rules and the bound that led to it. When only scenarios have changed since, the
verdict of the search is still valid; whether a scenario kills the mutant is tested again.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from emperor_rules.check.cache import Cache
from emperor_rules.check.mutation.runner import ALIVE, EQUIVALENT, MutantStatus, MutantVerdict
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.resources import project_cache

Verdicts = Mapping[str, MutantVerdict]


def coverage_file(folder: Path | None = None) -> Path:
    """Return where commands that run in a folder (default: the working directory) keep verdicts."""
    return project_cache("coverage.json", folder)


class CoverageCache(Cache):
    """The cache of verdicts."""

    def __init__(self, path: Path | None = None) -> None:
        """Use the file at ``path`` (by default :func:`coverage_file`); nothing is read yet."""
        super().__init__(path or coverage_file(), "coverage")
        self._context: tuple[str, str, int] = ("", "", 0)
        self._verdicts: Verdicts = {}

    def load(self, rulebook: Rulebook, seats: int) -> tuple[Verdicts, Verdicts]:
        """Return the valid verdicts, and verdicts of the search alone that were reached with other scenarios."""
        self._context, self._verdicts = (*rules_keys(rulebook), seats), {}
        (rules, scenarios, bound), verdicts = self.read() or (("", "", 0), {})
        if (rules, bound) != (self._context[0], seats):
            return {}, {}
        read = {id: _verdict(*entry) for id, entry in verdicts.items()}
        if scenarios == self._context[1]:
            self._verdicts = read
            return read, {}
        return {}, {id: verdict for id, verdict in read.items() if verdict.state in (EQUIVALENT, ALIVE)}

    def save(self, verdicts: Verdicts) -> None:
        """Write the verdicts, and those loaded for texts that were not covered."""
        every = {**self._verdicts, **verdicts}
        self.write((self._context, {id: every[id] for id in sorted(every)}))


def _verdict(state: str, by: str, scenario: str, witness: Any, answers: list[str], fixed: list[str]) -> MutantVerdict:
    now, then = answers
    return MutantVerdict(MutantStatus(state), by, scenario, witness, (now, then), tuple(fixed))


def rules_keys(rulebook: Rulebook) -> tuple[str, str]:
    """Return digests of the rule files by content: of everything but the scenarios, and of the scenarios."""
    scenarios = {scenario.span.file for scenario in rulebook.scenarios}
    digests = sha256(), sha256()
    for name, source in sorted(rulebook.sources.items()):
        digests[name in scenarios].update(name.encode() + b"\0" + source.text.encode() + b"\0")
    return digests[0].hexdigest(), digests[1].hexdigest()
