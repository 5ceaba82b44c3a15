"""A plugin of pytest: the scenario files of a folder of rules are collected as tests, one for each question.

Pytest finds it by its entry point wherever the package is installed. A test that fails says what ``check`` says. The
rules are read once in each process, when the first scenario file is met.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from emperor_rules.diagnostics import Diagnostic
    from emperor_rules.evaluate.engine import Engine
    from emperor_rules.model.rulebook import Rulebook
    from emperor_rules.model.scenarios import Scenario

#: The folder of rules in which scenarios stand.
ROOM = "scenarios"


class Found(AssertionError):
    """What was found about a question, or about rules that cannot be read."""

    def __init__(self, findings: Sequence[Diagnostic], rulebook: Rulebook) -> None:
        super().__init__(findings[0].message)
        self.findings, self.rulebook = findings, rulebook

    def lines(self) -> str:
        """Return the findings as they are printed by ``check``."""
        from emperor_rules.reports.lines import findings_as_lines

        return "\n".join(findings_as_lines(self.findings, self.rulebook.sources, "en")).rstrip()


RULEBOOKS = pytest.StashKey[dict[Path, "tuple[Rulebook, Engine]"]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the setting by which a project collects no rule files."""
    parser.addini("collect_rules", "Collect the scenario files of rules as tests.", type="bool", default=True)


def pytest_collect_file(parent: pytest.Collector, file_path: Path) -> pytest.Collector | None:
    """Return what collects a scenario file of a folder of rules."""
    if file_path.suffix != ".rules" or not parent.config.getini("collect_rules"):
        return None
    folder = next((place.parent for place in file_path.parents if place.name == ROOM), None)
    if folder is None or not any((folder / room).is_dir() for room in ("texts", "vocabulary")):
        return None
    collector: CollectedScenarios = CollectedScenarios.from_parent(parent, path=file_path)
    collector.folder = folder
    return collector


class CollectedScenarios(pytest.File):
    """A scenario file."""

    folder: Path

    def collect(self) -> Iterator[pytest.Item]:
        """Yield a test for each question of each scenario, asked of each of its texts."""
        rulebook, _ = self.read()
        errors = [finding for finding in rulebook.findings if finding.is_error]
        if errors:
            yield ReadingTest.from_parent(self, name="the rules can be read")
        names: dict[str, int] = {}
        for scenario in rulebook.scenarios:
            if Path(scenario.span.file).resolve() != self.path.resolve():
                continue
            for asked in scenario.texts:
                for expectation in scenario.expectations:
                    name = f"{scenario.name}: {' '.join(expectation.written.split())} ({asked.text})"
                    names[name] = names.get(name, 0) + 1
                    unique = name if names[name] == 1 else f"{name} {names[name]}"
                    test: QuestionTest = QuestionTest.from_parent(self, name=unique)
                    test.alone = replace(scenario, texts=(asked,), expectations=(expectation,))
                    yield test

    def read(self) -> tuple[Rulebook, Engine]:
        """Return the rules and what answers for them."""
        from emperor_rules.evaluate.engine import Engine
        from emperor_rules.frontend.loader import load_rulebook

        read = self.config.stash.setdefault(RULEBOOKS, {})
        if self.folder not in read:
            rulebook = load_rulebook(self.folder)
            read[self.folder] = rulebook, Engine(rulebook)
        return read[self.folder]


class RulesTest(pytest.Item):
    """A test that fails with findings.

    It uses no fixtures; there are plugins that look for those of every test.
    """

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.funcargs: dict[str, object] = {}

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Return what is printed of a failure: what ``check`` says of it, without a traceback."""
        if isinstance(excinfo.value, Found):
            return excinfo.value.lines()
        return super().repr_failure(excinfo, style)

    @property
    def file(self) -> CollectedScenarios:
        """The file that the test stands in."""
        assert isinstance(self.parent, CollectedScenarios)
        return self.parent


class ReadingTest(RulesTest):
    """The test that everything could be read."""

    def runtest(self) -> None:
        """Fail with the mistakes of reading."""
        rulebook, _ = self.file.read()
        raise Found([finding for finding in rulebook.findings if finding.is_error], rulebook)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return where the test stands, and its name."""
        return self.path, 0, self.name


class QuestionTest(RulesTest):
    """The test of one question of a scenario."""

    alone: Scenario

    def runtest(self) -> None:
        """Fail where the answer or the clauses that decide are not those that are expected."""
        from emperor_rules.check.scenario_runner import run_scenarios
        from emperor_rules.check.validation import check_texts

        rulebook, engine = self.file.read()
        run = run_scenarios(replace(rulebook, scenarios=(self.alone,)), engine)
        if run.not_asked:
            raise Found([finding for finding in check_texts(rulebook) if finding.is_error], rulebook)
        if run.findings:
            raise Found(run.findings, rulebook)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return where the test stands, from line 0, and its name."""
        return self.path, self.alone.expectations[0].span.line - 1, self.name
