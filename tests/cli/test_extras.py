"""A command whose extra is not installed says so in one sentence, and how it is installed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from emperor_rules.cli.console import MODULES
from tests.support.command_line import run

COMMANDS = {"site": (["build"], ["serve"]), "lsp": (["lsp"],)}


@pytest.mark.parametrize(("extra", "module"), [(extra, name) for extra, names in MODULES.items() for name in names])
def test_what_is_missing_is_named(extra: str, module: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, module, None)  # as if it were not there
    for words in COMMANDS[extra]:
        for language, needs in (("en", f"needs the extra “{extra}”"), ("it", f"serve l'extra «{extra}»")):
            result = run(*words, "--lang", language)
            assert result.exit_code == 2 and needs in result.stderr
            assert "R707]" in result.stderr and f'pip install "emperor-rules[{extra}]"' in result.stderr
    assert not [*tmp_path.iterdir()]


def test_whoever_asks_for_help_needs_no_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    for extra, names in MODULES.items():
        for name in names:
            monkeypatch.setitem(sys.modules, name, None)
        for words in COMMANDS[extra]:
            assert run(*words, "--help").exit_code == 0
