"""What is declared for one text changes nothing elsewhere: no answer, no finding, no bound of a search."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from emperor_rules.check.check_report import CheckReport
from emperor_rules.check.pipeline import check_folder
from emperor_rules.evaluate.engine import Engine
from emperor_rules.frontend.loader import load_rulebook
from emperor_rules.limits import Bounds
from emperor_rules.resolve.roles import known_roles
from emperor_rules.search.roles import tellable_letters
from tests.support.paths import RULES
from tests.support.sampling import some_of

#: One declaration of each kind; the file sorts before all others, where a role would be the first of all.
DECLARED = """
role jester
  letter j
  en "jester", "jesters"
  it "giullare", "giullari"

option bells
  en "bells are rung"
  it "si suonano le campane"

given wearing-cap
  en "the cap is worn"
  it "il berretto è calzato"
  default no

given juggling
  en "p is juggling"
  it "p sta facendo il giocoliere"
  players
  default none

fact merry
  of p
  en "p is merry"
  it "p è allegro"
  ask en "is p merry?"
  ask it "p è allegro?"
  closed

value wit
  of p
  en "the wit of p"
  it "l'arguzia di p"
  ask en "what is the wit of p?"
  ask it "qual è l'arguzia di p?"
  answer number

action may-mock
  of p, q
  en "p can mock q"
  it "p può canzonare q"
  ask en "can p mock q?"
  ask it "p può canzonare q?"
"""
#: A text that speaks of them all and calls far more seatings legal than anybody would search.
UNRELATED = """text jesters "Rules of the jesters"
  it "Regole dei giullari"
  language en
  source "Invented"
  options bells

clause 1.1 seats
  en "There are at least two teams, and jesters sit where they like."
  it "Ci sono almeno due squadre, e i giullari siedono dove vogliono."
  require the number of teams is at least 2.

clause 1.2 merry
  en "Jesters are merry when bells are rung, the cap is worn or they juggle."
  it "I giullari sono allegri quando suonano le campane, portano il berretto o fanno i giocolieri."
  p is merry when p is a jester and (option bells is in use or the cap is worn or p is juggling).

clause 1.3 wit
  en "A jester's wit is three, anybody else's one."
  it "L'arguzia di un giullare è tre, quella di chiunque altro uno."
  the wit of p is 3 when p is a jester.
  the wit of p is 1 unless p is a jester.

clause 1.4 mocking
  en "A jester can mock anybody."
  it "Un giullare può canzonare chiunque."
  p can mock q when p is a jester.
"""


def copied(folder: Path) -> Path:
    shutil.copytree(RULES, folder / "rules", ignore=shutil.ignore_patterns("scenarios"))
    (folder / "rules" / "scenarios").mkdir()
    for file in sorted((RULES / "scenarios").glob("*.rules"))[::12]:
        shutil.copy(file, folder / "rules" / "scenarios")
    return folder / "rules"


def planted(folder: Path) -> Path:
    """Copy the shipped rules with some of their scenarios, and add the declarations and the text."""
    rules = copied(folder)
    (rules / "vocabulary" / "a-jester.rules").write_text(DECLARED.lstrip(), encoding="utf-8")
    (rules / "texts" / "jesters.rules").write_text(UNRELATED, encoding="utf-8")
    return rules


def test_a_role_is_handed_out_only_where_it_is_known(tmp_path: Path) -> None:
    texts = {}
    for name, folder in (("shipped", RULES), ("planted", planted(tmp_path))):
        rulebook = load_rulebook(folder, scenarios=False)
        assert not rulebook.broken, rulebook.findings
        engine = Engine(rulebook)
        resolved = {id: engine.program(id, None).resolved for id in rulebook.texts}
        texts[name] = {id: (known_roles(text), tellable_letters([text])) for id, text in resolved.items()}
    roles, letters = texts["planted"].pop("jesters")
    assert "jester" in roles and "j" in letters
    speaking = {id for id, (roles, _) in texts["shipped"].items() if roles}
    assert {"cr-809", "cr-104", "early", "wiki-it"} <= speaking
    for id in speaking:
        assert texts["planted"][id] == texts["shipped"][id], id


def test_whoever_builds_on_a_text_knows_the_roles_that_it_knows(tmp_path: Path) -> None:
    rules = copied(tmp_path)
    for id in load_rulebook(RULES, scenarios=False).texts:
        head = f'text on-{id} "On {id}"\n  it "Su {id}"\n  language en\n  source "Invented"\n  includes {id}\n'
        clause = '\nclause 1 life\n  en "Everybody begins at seven."\n  it "Tutti iniziano da sette."\n  the starting life of p is 7.\n'
        (rules / "texts" / f"on-{id}.rules").write_text(head + clause, encoding="utf-8")
    rulebook = load_rulebook(rules, scenarios=False)
    assert not rulebook.broken, rulebook.findings
    engine = Engine(rulebook)
    resolved = {id: engine.program(id, None).resolved for id in rulebook.texts}
    for id in [id for id in resolved if f"on-{id}" in resolved]:
        base, text = resolved[id], resolved[f"on-{id}"]
        assert (known_roles(text), text.seated) == (known_roles(base), base.seated), id


def answers(report: CheckReport) -> Iterator[tuple[object, ...]]:
    """Yield what each question of the scenarios was answered."""
    for outcome in report.run.outcomes:
        answer = outcome.answer
        yield outcome.scenario.name, outcome.text, answer.status, answer.answer, answer.clauses, answer.overridden


def findings(report: CheckReport) -> list[tuple[object, ...]]:
    """Return what was found about other texts than that of the jesters, wherever the folder lies."""
    return [
        (d.code, d.severity, d.message, d.help, d.text, d.clause, d.span.line)
        for d in report.diagnostics
        if d.text != "jesters"
    ]


@pytest.mark.slow
def test_what_is_declared_for_one_text_changes_nothing_elsewhere(tmp_path: Path) -> None:
    """Neither the answers to some of the scenarios nor what is found of some questions."""
    bounds = Bounds(seats=6, questions=tuple(some_of(["legal-seating", "range", "may-attack", "loses"], 1)))
    before = check_folder(copied(tmp_path / "before"), search=bounds, cache=tmp_path / "before.json")
    after = check_folder(planted(tmp_path / "after"), search=bounds, cache=tmp_path / "after.json")
    wrong = [str(d.message) for d in after.diagnostics if d.is_error and d.code != "R514"]  # Grand Melee has more seats
    assert not wrong
    assert list(answers(after)) == list(answers(before))
    assert findings(after) == findings(before)
    assert before.relations is not None and after.relations is not None
    searched = [
        {
            (side.edition.text, side.edition.on): (
                side.searched.seats,
                side.searched.tables,
                side.searched.positions,
                side.searched.complete,
            )
            for side in report.relations.texts
            if side.edition.text != "jesters"
        }
        for report in (before, after)
        if report.relations is not None
    ]
    assert searched[0] == searched[1] and len(searched[0]) >= len(before.rulebook.texts)
