"""What the architecture page says where to add, added: each takes what it names and nothing else.

A built-in is added in ``tests/semantics``.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import emperor_rules as er
from emperor_rules.check import validation
from emperor_rules.diagnostics import Diagnostic, warning
from emperor_rules.messages import Message
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Text
from emperor_rules.reports.formats import FORMATS, render
from emperor_rules.reports.report import Report
from tests.support.kings_and_pawns import SEATS, Folder, clause, text
from tests.support.paths import PACKAGE, REPOSITORY


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    Folder(tmp_path).write(t=text("t", clause("1", "p may hit q when q is a king.")))
    return tmp_path


def _no_text_of_one_clause(of: Text, rulebook: Rulebook) -> list[Diagnostic]:
    if len(of.clauses) != 1:
        return []
    return [warning("R405", Message("{text} has one clause", text=of.id), of.span, Message("Write another."))]


def test_a_check_is_a_function_and_its_name_in_a_list(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = [str(finding.message) for finding in er.load(folder).check(seats=None).diagnostics]
    monkeypatch.setattr(validation, "TEXT_CHECKS", [*validation.TEXT_CHECKS, _no_text_of_one_clause])
    after = [str(finding.message) for finding in er.load(folder).check(seats=None).diagnostics]
    assert [message for message in after if message not in before] == ["t has one clause"]


def test_a_format_is_a_function_and_its_name_in_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FORMATS, "count", lambda report, language: f"{report.command} ({language})")
    assert render(Report("check", (), ""), "count", "it") == "check (it)"


def test_a_way_to_ask_is_a_line_in_a_file(folder: Path) -> None:
    question = "would A1 smite B1?"
    with pytest.raises(er.RequestError):
        er.load(folder)["t"].ask(question, seats=SEATS)
    (folder / "questions").mkdir()
    (folder / "questions" / "hitting.rules").write_text('phrasing may-hit\n  also en "would p smite q"\n')
    rules = er.load(folder)
    assert rules["t"].ask(question, seats=SEATS).value is rules["t"].ask("may A1 hit B1?", seats=SEATS).value
    exported = json.loads(rules.to_json())["questions"]["phrasings"]
    assert [(one["id"], one["words"]) for one in exported] == [("may-hit", "would p smite q")]


#: A third language as its three files have it; of what it does not say the English stands.
MESSAGES = """
"Yes" = "Ja"
"No" = "Nein"
"{name} is {role}" = "{name} ist {role}"
"Read as: {}" = "Gelesen als: {}"
"""
SENTENCES = """
name = "German"
own_name = "Deutsch"
first_of_month = "1."
months = ["Januar"]
capital_months = true
thousands = "."
decimal = ","
joined = [["\\\\bzu dem\\\\b", "zum"]]
negated = "{verb} nicht"
verbs = ["ist"]
before_verb = []
is = "ist"
are = "sind"
plural_openings = ["die "]
articles = ["ein", "eine"]
invariable = []
of_several = []
verb_endings = [["t", "en"]]
verbs_of_several = { ist = "sind" }
"""
ASKING = """
import emperor_rules as er, json, sys
rules = er.load(sys.argv[1])
text = rules["t"]
print(json.dumps({
    "errors": [str(found.message) for found in rules.check(seats=None).diagnostics if found.is_error],
    "exact": text.ask("trifft A2 B1?", seats="E g g | E g g").sentence("de"),
    "plain": text.ask("sag mal, trifft A2 den B2?", seats="E g g | E g g").sentence("de"),
    "reasons": text.ask("may-hit", of=["A1", "B1"], seats="E g g | E g g").explain("de").split("· ")[-1].strip(),
}))
"""


def _tables_of_a_language() -> str:
    """How questions are put in a language that has hardly a word: the tables of Italian without their entries."""
    tables = tomllib.loads((REPOSITORY / "grammar/languages/it/questions.toml").read_text(encoding="utf-8"))
    own: dict[str, object] = {
        "can": "kann",
        "be": "sein",
        "of": "von",
        "stray_and": "und",
        "together": "zugleich",
        "drop": ["sag", "mal", "den"],
    }
    own |= {"fronted": ["kann", "sein"], "subject_follows": False}
    lines: dict[str, list[str]] = {"": []}
    for name, table in tables.items():
        empty = own.get(name, [] if isinstance(table, list) else table)
        if isinstance(table, dict):
            lines[f"[{name}]"] = [f"{key} = [{json.dumps(f'{name} {key}')}]" for key in table if name == "people"]
        else:
            lines[""].append(f"{name} = {json.dumps(empty)}")
    return "\n".join(line for head, entries in lines.items() for line in (head, *entries))


def _german(words: str) -> str:
    """Some of the words of the rules in German, and the others as they are in Italian."""
    return words.replace("p può hit q?", "trifft p q?").replace("p può hit q", "p trifft q").replace("è", "ist")


def test_a_language_is_files_alone(tmp_path: Path) -> None:
    """A copy of the toolkit with one more folder in its grammar, and of rules with words in it, speaks that language."""
    shutil.copytree(PACKAGE, tmp_path / "copy/toolkit/emperor_rules", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(REPOSITORY / "grammar", tmp_path / "copy/grammar")
    german = tmp_path / "copy/grammar/languages/de"
    german.mkdir()
    for name, content in (
        ("answers", MESSAGES),
        ("messages", ""),
        ("sentences", SENTENCES),
        ("questions", _tables_of_a_language()),
    ):
        (german / f"{name}.toml").write_text(content, encoding="utf-8")
    (folder := tmp_path / "rules").mkdir()
    Folder(folder).write(t=text("t", clause("1", "p may hit q only when q is a king.")))
    for file in folder.rglob("*.rules"):
        written = file.read_text(encoding="utf-8")
        doubled = re.sub(r'(?m)^( .*?\b)it (".*)$', lambda m: f"{m[0]}\n{m[1]}de {_german(m[2])}", written)
        file.write_text(
            re.sub(r'(\w "[^"\n]*") ("[^"\n]*")(?=,|$)', r"\1 \2 \2", doubled, flags=re.M), encoding="utf-8"
        )
    environment = {
        **os.environ,
        "PYTHONPATH": str(tmp_path / "copy/toolkit"),
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
    }
    command = [sys.executable, "-c", ASKING, str(folder)]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout) == {
        "errors": [],
        "exact": "Ja: A2 trifft B1.",
        "plain": "Nein: A2 trifft nicht B2.",
        "reasons": "B1 ist re",
    }
