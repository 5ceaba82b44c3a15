"""A new text is files in ``rules/`` alone: with it, a copy of the project passes everything that looks at its rules."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from contextlib import chdir
from pathlib import Path

import pytest

from tests.support.built_site import lay_searches_in
from tests.support.command_line import run
from tests.support.paths import REPOSITORY, TESTS
from tests.support.sampling import EXHAUSTIVE

FILES = {
    "vocabulary/ferry.rules": """
role ferryman
  letter f
  symbol star
  en "ferryman", "ferrymen"
  it "traghettatore", "traghettatori"

option high-water
  en "high water"
  it "acqua alta"

action may-ferry
  of p, q
  en "p can ferry q"
  it "p può traghettare q"
  ask en "can p ferry q?"
  ask it "p può traghettare q?"
""",
    "questions/ferry.rules": """
topic ferry
  en "The ferry"
  it "Il traghetto"
  asks may-ferry

phrasing may-ferry
  also en "can p take q across"
  also it "p può portare q di là"
""",
    "texts/house/ferry.rules": """
text ferry "Rules of the ferry"
  it "Regole del traghetto"
  language en
  source "Invented"
  source it "Inventata"
  options high-water
  includes cr-809
  varies cr-809

clause crossing
  title en "Crossing" it "La traversata"
  en "A ferryman, and at high water an emperor too, can ferry a teammate."
  it "Un traghettatore, e con l'acqua alta anche un imperatore, può traghettare un compagno."
  p can ferry q only when q is a teammate of p
    and (p is a ferryman or (option high-water is in use and p is an emperor)).

# Whether the ferry takes two at once is not said.
# it: Se il traghetto ne prenda due insieme non è detto.
clause farther overrides cr-809 809.3c
  title en "Farther" it "Più lontano"
  en "Everybody can attack any opponent in range."
  it "Tutti possono attaccare qualunque avversario nel raggio."
  p can attack q only when q is an opponent of p and q is in range of p.
""",
    "relations/ferry.rules": """
difference ferry-farther
  between ferry, cr-809
  clauses ferry farther
  en "By the ferry everybody can attack as far as the range goes."
  it "Con il traghetto si può attaccare fin dove arriva il raggio."
""",
    "scenarios/ferry.rules": """
scenario "Ferry: at high water an emperor ferries"
  it "Traghetto: con l'acqua alta traghetta un imperatore"
  in ferry
  seats g E g | g E g
  options high-water
  A2 can ferry A1: yes, by ferry crossing, cr-102 102.3
  A2 can ferry B1: no, by ferry crossing, cr-102 102.3

scenario "Ferry: an emperor attacks whoever is in range"
  it "Traghetto: un imperatore attacca chi è nel raggio"
  in ferry
  seats g E g | g E g
  A2 can attack B1: yes, by at least ferry farther
""",
}


def copied(folder: Path) -> Path:
    """Copy the files that git tracks, and add the text."""
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=REPOSITORY, check=True, capture_output=True, text=True)
    for name in filter(None, tracked.stdout.split("\0")):
        if (REPOSITORY / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(REPOSITORY / name, folder / name)
    for name, rules in FILES.items():
        file = folder / "rules" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(rules.lstrip(), encoding="utf-8")
    return folder


@pytest.mark.slow
@pytest.mark.skipif(not (REPOSITORY / ".git").exists(), reason="git does not track these files")
def test_a_new_text_needs_files_of_rules_alone(tmp_path: Path) -> None:
    project = copied(tmp_path / "project")
    lay_searches_in(project)
    environment = {**os.environ, "PYTHONPATH": str(project / "toolkit")}
    environment.pop(EXHAUSTIVE, None)

    def passes(*command: str) -> None:
        ran = subprocess.run(
            [sys.executable, "-m", *command], cwd=project, env=environment, check=False, capture_output=True, text=True
        )
        assert ran.returncode == 0, f"{' '.join(command)}\n{ran.stdout[-4000:]}{ran.stderr[-2000:]}"

    with chdir(project):
        for command in (("fmt", *(f"rules/{name}" for name in FILES)), ("check", "--text", "ferry", "--up-to", "6")):
            told = run(*command)
            assert told.exit_code == 0, told.output
    passes("tests.documents", "--tables")
    rules = ("check/test_shipped.py", "official/test_wording.py", "project/test_no_rule_in_python.py")
    chosen = (
        "not nothing_is_found and (not test_documents or table or item or listed or names)"  # a check has found nothing
    )
    files = (*rules, "project/test_documents.py")
    passes("pytest", "-q", "-x", "-k", chosen, *(str(Path(TESTS.name) / file) for file in files))
