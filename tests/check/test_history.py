"""Histories: what each date changed in a clause, apart from what it changed in others."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from emperor_rules.check.consistency.scheduler import compare
from emperor_rules.check.scenario_runner import run_scenarios
from emperor_rules.check.witness import as_scenario
from emperor_rules.evaluate.engine import Answer, Engine, Status
from emperor_rules.frontend.loader import load_rulebook
from emperor_rules.model.scenarios import Witness
from emperor_rules.model.texts import Edition
from tests.support.dated_rules import DATED, FAIR, SEATS, book, entries_by_slug, entry, history
from tests.support.river import write_rules

# --- a small text -----------------------------------------------------------------------------------


def test_each_date_has_an_entry_that_says_what_changed(tmp_path: Path) -> None:
    """One entry for each date on which the clause itself changed, with the number that it bears from then on."""
    assert entries_by_slug(history(book(tmp_path, t=DATED))) == {
        "resting": [
            ("2001-01-01", "first", "1.1"),
            ("2002-01-01", "reworded", "1.1"),
            ("2003-01-01", "renumbered", "2.1"),
        ],
        "river": [("2002-01-01", "added", "1.2"), ("2003-01-01", "renumbered", "2.2")],
        "reaching": [
            ("2001-01-01", "first", "1.3"),
            ("2003-01-01", "renumbered", "2.3"),
            ("2004-01-01", "changed", "2.3"),
        ],
        "speaking": [
            ("2001-01-01", "first", "1.4"),
            ("2002-01-01", "reworded", "1.4"),
            ("2003-01-01", "renumbered", "2.4"),
            ("2004-01-01", "removed", "2.4"),
        ],
        "coming": [("2001-01-01", "first", "1.5"), ("2002-01-01", "removed", "1.5"), ("2005-01-01", "added", "2.5")],
        "moving": [("2001-01-01", "first", "1.9"), ("2004-01-01", "renumbered", "2.6")],
    }


def test_changes_of_one_day_are_told_apart(tmp_path: Path) -> None:
    """Whether p may rest changes on 2002-01-01, by one of two clauses that change: the other is only reworded."""
    rulebook = book(tmp_path, t=DATED)
    compared = compare(Engine(rulebook), Edition("t", "2001-01-01"), Edition("t", "2002-01-01"), up_to=SEATS)
    assert "may-rest" in {d.ask for d in compared.findings}
    lines = history(rulebook)
    reworded, added = (entry(lines, slug, "2002-01-01") for slug in ("resting", "river"))
    assert (reworded.kind, reworded.effect.state, reworded.effect.searched) == ("reworded", "same", True)
    assert (added.kind, added.effect.state) == ("added", "different")


def test_a_change_has_the_smallest_witness_and_both_answers(tmp_path: Path) -> None:
    """Two players are the smallest table, and reach is asked of one: nothing else is needed to tell 1 from 2."""
    effect = entry(history(book(tmp_path, t=DATED)), "reaching", "2004-01-01").effect
    assert effect.difference.witness == {
        "text": "t",
        "on": "2004-01-01",
        "seats": "E | E",
        "ask": "reach",
        "of": ["A1"],
    }
    assert effect.difference.then == Answer(Status.ANSWERED, 1, ("t:2.3",))
    assert effect.difference.now == Answer(Status.ANSWERED, 2, ("t:2.3",))


def test_a_witness_says_no_more_than_it_needs(tmp_path: Path) -> None:
    """The sky is not dark unless somebody says so: only who is soaked has to be given."""
    rulebook = book(
        tmp_path,
        t="""
  from 2001-01-01, 2002-01-01
clause 1
  p is wet when p is soaked.
clause 2
  until 2002-01-01: p is ill when p is wet and the sky is dark.
  since 2002-01-01: p is ill when p is wet.
""",
    )
    effect = entry(history(rulebook), "2", "2002-01-01").effect
    assert effect.difference.witness["given"] == {"soaked": ["A1"]}


def test_only_words_need_no_search(tmp_path: Path) -> None:
    """The sentences are the same, so that no answer can have changed."""
    edition = entry(history(book(tmp_path, t=DATED)), "speaking", "2002-01-01")
    assert (edition.kind, edition.effect.state, edition.effect.searched) == ("reworded", "same", False)
    assert edition.words.en == "Something."


def test_words_are_those_of_the_time(tmp_path: Path) -> None:
    """The first wording has words of its own; today's are others."""
    first = entry(history(book(tmp_path, t=DATED)), "speaking", "2001-01-01")
    assert tuple(first.words) == ("In other words.", "Qualcosa.")


def test_a_wording_may_read_what_the_next_one_does_not(tmp_path: Path) -> None:
    """The search must look at what either wording reads."""
    rulebook = book(
        tmp_path,
        t="""
  from 2001-01-01, 2002-01-01
clause 1
  until 2002-01-01: p is ill when p is wet and some opponent of p is next to p.
  since 2002-01-01: p is ill when the sky is dark.
clause 2
  p is wet when the bridge is closed.
""",
    )
    effect = entry(history(rulebook), "1", "2002-01-01").effect
    assert effect.state == "different"


def test_an_override_that_comes_with_a_record_of_its_own_counts(tmp_path: Path) -> None:
    """The sentence is the same, but as long as it overrode nothing, the two values contradicted in the dark."""
    text = """
  from 2001-01-01, 2002-01-01
clause 1 short
  the reach of p is 1.
clause 2 long until 2002-01-01
  the reach of p is 2 when the sky is dark.
clause 2 long since 2002-01-01 overrides 1
  the reach of p is 2 when the sky is dark.
"""
    edition = entry(history(book(tmp_path, t=text)), "long", "2002-01-01")
    assert edition.kind == "changed"
    assert (edition.effect.difference.then.status, edition.effect.difference.now.status) == ("contradicted", "answered")


def test_others_override_a_clause_by_its_present_number(tmp_path: Path) -> None:
    """Clause 2 names 3, which was 1: renumbering neither adds nor takes away an override."""
    text = """
  from 2001-01-01, 2002-01-01
clause 1 base until 2002-01-01
  the reach of p is 1.
clause 3 base since 2002-01-01
  the reach of p is 1 when the sky is dark.
  the reach of p is 1 unless the sky is dark.
clause 2 long overrides 3
  the reach of p is 2 when p is an emperor.
"""
    assert entry(history(book(tmp_path, t=text)), "base", "2002-01-01").kind == "reworded"


def test_a_principle_that_comes_changes_answers(tmp_path: Path) -> None:
    """Without it the permission and the prohibition contradict where both apply; with it the answer is no."""
    text = """
  from 2001-01-01, 2002-01-01
clause 1
  p may rest when the sky is dark.
clause 2
  p may not rest when the river is high.
clause 3 since 2002-01-01
  prohibitions beat permissions.
"""
    effect = entry(history(book(tmp_path, t=text)), "3", "2002-01-01").effect
    assert (effect.difference.then.status, effect.difference.now.answer) == ("contradicted", False)


def test_a_wording_that_does_not_fit_into_the_new_text_is_unsettled(tmp_path: Path) -> None:
    """Two clauses exchange who overrides whom: with only one of them as before, they would in a circle."""
    text = """
  from 2001-01-01, 2002-01-01
clause 1 one until 2002-01-01 overrides 2
  the reach of p is 1.
clause 1 one since 2002-01-01
  the reach of p is 1.
clause 2 two until 2002-01-01
  the reach of p is 2.
clause 2 two since 2002-01-01 overrides 1
  the reach of p is 2.
"""
    edition = entry(history(book(tmp_path, t=text)), "one", "2002-01-01")
    assert edition.kind == "unsettled"
    assert edition.effect.why.startswith("R404")


# --- parts of other texts ---------------------------------------------------------------------------

PART = """
  from 2001-01-01, 2002-01-01
clause 1
  until 2002-01-01: p is wet when the sky is dark and p is ill.
clause 2
  p is wet when the bridge is closed.
"""


def test_a_part_is_searched_in_what_builds_on_it(tmp_path: Path) -> None:
    """By itself the part never makes anybody ill."""
    whole = "  includes t\nclause 1\n  p is ill when the river is high.\n"
    edition = entry(history(book(tmp_path, t=PART, whole=whole)), "1", "2002-01-01")
    assert edition.kind == "changed"
    assert edition.effect.difference.witness["text"] == "whole"
    assert history(book(tmp_path / "alone", t=PART)).clauses[0].entries[1].kind == "reworded"


@pytest.mark.parametrize(
    "head", ["  includes t at 2001-01-01\n", "  includes t\n  from 2003-01-01, 2004-01-01\n"], ids=["fixed", "later"]
)
def test_what_does_not_take_in_the_new_wording_does_not_count(head: str, tmp_path: Path) -> None:
    """What includes the old wording for good, or begins only later, is no place where the change could show."""
    whole = f"{head}clause 1\n  p is ill when the river is high.\n"
    assert entry(history(book(tmp_path, t=PART, whole=whole)), "1", "2002-01-01").kind == "reworded"


def test_a_fixed_wording_is_not_taken_for_that_of_the_day(tmp_path: Path) -> None:
    """What builds on the wording of 2001 has neither of those that are compared in 2003."""
    part = PART.replace("2002-01-01\n", "2002-01-01, 2003-01-01\n", 1).replace(
        "until 2002-01-01:", "since 2002-01-01 until 2003-01-01:"
    )
    for head, kind in (("includes t", "changed"), ("includes t at 2001-01-01", "reworded")):
        whole = f"  {head}\nclause 1\n  p is ill when the river is high.\n"
        lines = history(book(tmp_path / kind, t=part, whole=whole))
        assert entry(lines, "1", "2003-01-01").kind == kind


@pytest.mark.parametrize(("first", "seats"), [("2001-01-01", "E | E"), ("2002-06-01", "g | g")], ids=["then", "later"])
def test_a_part_is_searched_on_the_tables_of_the_day(first: str, seats: str, tmp_path: Path) -> None:
    """Where what builds on it had no wording yet, on the tables of its newest."""
    folder = write_rules(
        tmp_path,
        t="""
  from 2001-01-01, 2002-01-01
clause 1
  until 2002-01-01: the reach of p is 1.
  since 2002-01-01: the reach of p is 2.
""",
        whole=f"""
  from {first}, 2003-01-01
  includes t
clause 1
  until 2003-01-01: require every player called x is such that (x is an emperor).
  since 2003-01-01: require every player called x is such that (x is a general).
""",
    )
    (folder / "vocabulary" / "more.rules").write_text(FAIR, encoding="utf-8")
    rulebook = load_rulebook(folder)
    assert not rulebook.findings
    edition = entry(history(rulebook), "1", "2002-01-01")
    assert (edition.effect.difference.witness["text"], edition.effect.difference.witness["seats"]) == ("t", seats)


# --- witnesses with dates ---------------------------------------------------------------------------


def test_witnesses_of_one_date_carry_it(tmp_path: Path) -> None:
    rulebook = book(
        tmp_path,
        t=DATED,
        u=DATED.replace("until 2004-01-01: the reach of p is 1", "until 2004-01-01: the reach of p is 3"),
    )

    def compared(one: str | None, other: str | None) -> Mapping[str, Any]:
        comparison = compare(Engine(rulebook), Edition("t", one), Edition("u", other), up_to=2, questions=["reach"])
        return comparison.findings[0].witness

    assert compared("2002-01-01", "2002-01-01")["on"] == "2002-01-01"
    assert "on" not in compared("2002-01-01", None)
    assert "on" not in compared("2002-01-01", "2003-01-01")


def test_a_witness_becomes_scenarios_of_its_date_that_pass(tmp_path: Path) -> None:
    """Both editions are of one text: each gets its own scenario, by its own date."""
    rulebook = book(tmp_path, t=DATED)
    sides = Edition("t", "2003-01-01"), Edition("t", "2004-01-01")
    (difference,) = compare(Engine(rulebook), *sides, up_to=2, questions=["reach"]).findings
    answers = {side: difference.answers[side.name] for side in sides}
    written = as_scenario(difference.witness, answers, rulebook.vocabulary, "Apart")
    assert written.count("\n  on 2003-01-01\n") == written.count("\n  on 2004-01-01\n") == 1
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "one.rules").write_text(written, encoding="utf-8")
    again = load_rulebook(tmp_path)
    assert not again.findings
    run = run_scenarios(again)
    assert len(run.outcomes) == 2
    assert not run.findings


def test_a_scenario_takes_the_date_of_its_witness(tmp_path: Path) -> None:
    rulebook = book(tmp_path, t=DATED)
    witness: Witness = {"seats": "E | E", "on": "2002-01-01", "ask": "reach", "of": ["A1"]}
    written = as_scenario(witness, {Edition("t"): Answer(Status.ANSWERED, 1)}, rulebook.vocabulary, "One")
    assert "\n  on 2002-01-01\n" in written
    del witness["on"]
    assert "\n  on " not in as_scenario(witness, {Edition("t"): Answer(Status.ANSWERED, 1)}, rulebook.vocabulary, "One")
