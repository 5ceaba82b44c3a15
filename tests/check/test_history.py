"""Histories: what each date changed in a clause, apart from what it changed in others, and the age of a translation."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import Result

from emperor_rules.check.consistency.scheduler import compare
from emperor_rules.check.history.timeline import History, trace
from emperor_rules.check.history.translation import date_translation
from emperor_rules.check.history.versions import clause_versions, find_clause, wording_dates
from emperor_rules.check.scenario_runner import run_scenarios
from emperor_rules.check.witness import as_scenario
from emperor_rules.errors import NotATranslationError, UnknownClauseError
from emperor_rules.evaluate.engine import Answer, Engine, Status
from emperor_rules.frontend.loader import load_rulebook
from emperor_rules.model.requests import Witness
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Clause, Edition, Text, in_force
from tests.generators.positions import random_of, random_play
from tests.support.command_line import run
from tests.support.river import write_rules
from tests.support.shipped import rulebook as shipped_rulebook

DATED = """
  from 2001-01-01, 2002-01-01, 2003-01-01, 2004-01-01, 2005-01-01
  numbered 1 from 2001-01-01, 2 from 2003-01-01

clause 2.1 resting
  until 2002-01-01: p may rest when the sky is dark.
  since 2002-01-01: p may rest unless the sky is not dark.

clause 2.2 river since 2002-01-01
  p may not rest when the river is high.
  part bridge: p is wet when the bridge is closed.

clause 2.3 reaching
  until 2004-01-01: the reach of p is 1.
  since 2004-01-01: the reach of p is 2 when p is an emperor.
  since 2004-01-01: the reach of p is 1 when p is a general.

clause 2.4 speaking until 2004-01-01
  until 2002-01-01: en "In other words."
  p is ill when the river is high.

clause 2.5 coming until 2002-01-01
  p is cold when the bridge is closed.

clause 2.5 coming since 2005-01-01
  p is cold when the bridge is closed.

clause 2.6 moving
  numbered 1.9 from 2001-01-01, 2.6 from 2004-01-01
  p may swim to q when the sky is dark.
"""

SEATS = 3


def book(folder: Path, **texts: str) -> Rulebook:
    rulebook = load_rulebook(write_rules(folder, **texts))
    assert not rulebook.findings, [d.message for d in rulebook.findings]
    return rulebook


def history(rulebook: Rulebook, text: str = "t", seats: int = SEATS, **more: Any) -> History:
    return trace(rulebook, clause_versions(rulebook.texts[text]), seats, **more)


def entries_by_slug(text_history: History) -> dict[str, list[tuple[str | None, str, str]]]:
    """By slug: date, what it did, and the number from then on."""
    return {
        clause.versions.slug: [(e.date, e.kind, e.number) for e in clause.entries] for clause in text_history.clauses
    }


def entry(text_history: History, slug: str, date: str) -> Any:
    (match,) = [e for line, e in text_history.on(date) if line.slug == slug]
    return match


def emperor(*arguments: str, folder: Path) -> Result:
    return run("history", *arguments, "--rules", folder)


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
    assert "may-rest" in {d.ask for d in compared.differences}
    lines = history(rulebook)
    reworded, added = (entry(lines, slug, "2002-01-01") for slug in ("resting", "river"))
    assert (reworded.kind, reworded.effect.state, reworded.effect.searched) == ("reworded", "same", True)
    assert (added.kind, added.effect.state) == ("added", "different")


def test_a_change_has_the_smallest_witness_and_both_answers(tmp_path: Path) -> None:
    """Two players are the smallest table, and reach is asked of one: nothing else is needed to tell 1 from 2."""
    effect = entry(history(book(tmp_path, t=DATED)), "reaching", "2004-01-01").effect
    assert effect.witness == {"text": "t", "on": "2004-01-01", "seats": "E | E", "ask": "reach", "of": ["A1"]}
    assert effect.then == Answer(Status.ANSWERED, 1, ("t:2.3",))
    assert effect.now == Answer(Status.ANSWERED, 2, ("t:2.3",))


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
    assert effect.witness["given"] == {"soaked": ["A1"]}


def test_only_words_need_no_search(tmp_path: Path) -> None:
    """The sentences are the same, so that no answer can have changed."""
    edition = entry(history(book(tmp_path, t=DATED)), "speaking", "2002-01-01")
    assert (edition.kind, edition.effect.state, edition.effect.searched) == ("reworded", "same", False)
    assert edition.words.en == "Something."


def test_words_are_those_of_the_time(tmp_path: Path) -> None:
    """The first wording has words of its own; today's are others."""
    first = entry(history(book(tmp_path, t=DATED)), "speaking", "2001-01-01")
    assert (first.words.en, first.words.it) == ("In other words.", "Qualcosa.")


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
    assert (edition.effect.then.status, edition.effect.now.status) == ("contradicted", "answered")


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
    assert (effect.then.status, effect.now.answer) == ("contradicted", False)


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

FAIR = """
fact fair
  en "the seating is fair"
  it "la disposizione è regolare"
  ask en "is the seating fair?"
  ask it "la disposizione è regolare?"
  requirement
  ignores left, leaving
"""

LAW = """\
text u "Law"
  it "Legge"
  includes t

clause 1
  en "Emperors only."
  it "Solo imperatori."
  require every player called x is such that (x is an emperor).
"""

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
    assert edition.effect.witness["text"] == "whole"
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
    assert (edition.effect.witness["text"], edition.effect.witness["seats"]) == ("t", seats)


# --- names ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("t:2.3", "reaching"),
        ("t 2.3", "reaching"),
        ("reaching", "reaching"),
        ("t:reaching", "reaching"),
        ("1.3", "reaching"),
        ("t 1.3", "reaching"),
        ("1.9", "moving"),
        ("2.3", "reaching"),
        ("coming", "coming"),
    ],
)
def test_a_clause_has_many_names(name: str, slug: str, tmp_path: Path) -> None:
    """By text and number, by slug, by a number that it once bore: each is a way in which people cite it."""
    folder = write_rules(tmp_path, t=DATED)
    for arguments in ((name,), tuple(name.split())):
        result = emperor(*arguments, "--format", "json", "--up-to", "2", folder=folder)
        assert result.exit_code == 0
        assert json.loads(result.stdout)["slug"] == slug


def test_a_present_name_goes_before_a_past_one(tmp_path: Path) -> None:
    """Number 4 is borne by one clause now and was by another: the remark names the other."""
    text = """
  from 2001-01-01, 2002-01-01
clause 5 later
  numbered 4 from 2001-01-01, 5 from 2002-01-01
  p is wet.
clause 4 now since 2002-01-01
  p is ill.
"""
    versions, remarks = find_clause(book(tmp_path, t=text).texts, None, "4")
    assert versions.slug == "now"
    assert remarks == ("t:5 later (4 from 2001-01-01)",)


def test_a_number_never_borne_names_nothing(tmp_path: Path) -> None:
    """The text was numbered otherwise before this clause came."""
    text = "  from 2001-01-01, 2002-01-01\n  numbered 1 from 2001-01-01, 2 from 2002-01-01\nclause 2.7 since 2002-01-01\n  p is wet.\n"
    with pytest.raises(UnknownClauseError):
        find_clause(book(tmp_path, t=text).texts, None, "1.7")


def test_a_number_of_several_clauses_is_refused_with_their_names(tmp_path: Path) -> None:
    """Both texts have a clause 2.3, and neither is the likelier one."""
    folder = write_rules(tmp_path, t=DATED, u=DATED)
    refused = emperor("2.3", folder=folder)
    assert refused.exit_code == 2
    assert "“2.3” may mean t:2.3 reaching or u:2.3 reaching. Did you mean “t:2.3”?" in refused.stderr
    assert emperor("t:2.3", "--up-to", "2", folder=folder).exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("t:9.9",), "t has no clause “9.9”"),
        (("t", "reeching"), "Did you mean “t:reaching”?"),
        (("reeching",), "Did you mean “t:reaching”?"),
        (("u:2.1",), "there is no text “u”"),
        (("nothing-like-it",), "there is no text or clause “nothing-like-it”"),
        (("t", "2.1", "2.2"), "name one clause or one text"),
        (("t:2.1 2.2",), "name one clause or one text"),
        ((":",), "name one clause or one text"),
        (("",), "name one clause or one text"),
        (("t@2001-01-01",), "there is no text or clause"),
        (("t", "--against", "t"), "t cannot be held against itself"),
        (("t", "--against", "v"), "t does not say that it translates v"),
        (("v", "--against", "t"), "v does not say that it translates t: it varies t"),
        (("t", "--against", "u"), "there is no text “u”"),
        (("early", "--against", "t"), "t has no wording of 2000-01-01: its first is of 2001-01-01"),
        (("t", "--up-to", "1"), "--up-to"),
        (("t", "--seconds", "-1"), "--seconds"),
        ((), "Missing argument"),
    ],
)
def test_bad_input_is_a_sentence(arguments: tuple[str, ...], said: str, tmp_path: Path) -> None:
    one = "clause 1\n  p is wet.\n"
    folder = write_rules(tmp_path, t=DATED, v=f"  varies t\n{one}", early=f"  translates t at 2000-01-01\n{one}")
    refused = emperor(*arguments, folder=folder)
    assert refused.exit_code == 2
    assert said in refused.stderr
    assert not refused.stdout


@pytest.mark.parametrize(("head", "date"), [("", None), ("  from 2001-01-01\n", "2001-01-01")])
def test_a_text_of_one_wording_has_that(head: str, date: str | None, tmp_path: Path) -> None:
    """Nothing changed, so that there is one entry, with the date of the one edition if it has one."""
    rulebook = book(tmp_path, t=f"{head}clause 1\n  p is wet.\n")
    assert entries_by_slug(history(rulebook)) == {"1": [(date, "first", "1")]}
    for name in ("t", "t:1"):
        assert emperor(name, folder=tmp_path).exit_code == 0
    assert "t has one wording." in emperor("t:1", folder=tmp_path).stdout


def test_dates_mean_nothing_in_a_text_of_one_wording(tmp_path: Path) -> None:
    rulebook = book(tmp_path, t="  from 2001-01-01\nclause 1 since 2005-01-01\n  p is wet.\n")
    assert entries_by_slug(history(rulebook)) == {"1": [("2001-01-01", "first", "1")]}
    assert Engine(rulebook).ask(
        {"text": "t", "on": "2001-06-01", "seats": "E | E", "ask": "wet", "of": ["A1"]}
    ) == Answer(Status.ANSWERED, True, ("t:1",))


def test_a_clause_that_was_never_in_force_has_no_history(tmp_path: Path) -> None:
    rulebook = book(
        tmp_path, t="  from 2001-01-01, 2002-01-01\nclause 1\n  p is wet.\nclause 2 until 2000-01-01\n  p is ill.\n"
    )
    assert entries_by_slug(history(rulebook))["2"] == []
    assert "never in force" in emperor("t:2", folder=tmp_path).stdout


# --- what is printed --------------------------------------------------------------------------------


def test_json_of_a_clause(tmp_path: Path) -> None:
    folder = write_rules(tmp_path, t=DATED)
    document = json.loads(emperor("t:2.3", "--format", "json", "--up-to", "2", folder=folder).stdout)
    assert set(document) == {"text", "clause", "number", "slug", "editions", "searched"}
    assert (document["text"], document["clause"], document["number"], document["slug"]) == (
        "t",
        "t:2.3",
        "2.3",
        "reaching",
    )
    first, renumbered, changed = document["editions"]
    plain = {"date", "kind", "number", "former", "words", "answers", "searched"}
    assert set(first) == set(renumbered) == plain
    assert set(changed) == {*plain, "witness", "before", "after"}
    assert (renumbered["former"], renumbered["number"]) == ("1.3", "2.3")
    assert changed["words"] == {"en": "Something.", "it": "Qualcosa."}
    assert changed["before"] == {"status": "answered", "answer": 1, "clauses": ["t:2.3"]}
    assert changed["after"] == {"status": "answered", "answer": 2, "clauses": ["t:2.3"]}
    assert set(document["searched"]) == {"seats", "exchanges", "tables", "seconds", "complete", "given-at-default"}
    assert (document["searched"]["seats"], document["searched"]["complete"]) == (2, True)


def test_json_of_a_text(tmp_path: Path) -> None:
    folder = write_rules(tmp_path, t=DATED)
    document = json.loads(emperor("t", "--format", "json", "--up-to", "2", folder=folder).stdout)
    assert set(document) == {"text", "dates", "searched"}
    assert [d["date"] for d in document["dates"]] == [f"{year}-01-01" for year in range(2001, 2006)]
    kinds = {d["date"]: {c["slug"]: c["kind"] for c in d["clauses"]} for d in document["dates"]}
    assert kinds["2004-01-01"] == {"reaching": "changed", "speaking": "removed", "moving": "renumbered"}
    assert kinds["2005-01-01"] == {"coming": "added"}


def test_a_clause_is_shown_with_its_witnesses(tmp_path: Path) -> None:
    shown = emperor("reaching", "--up-to", "2", folder=write_rules(tmp_path, t=DATED)).stdout.splitlines()
    assert shown[:9] == [
        "t:2.3 reaching",
        "  2001-01-01  1.3       first wording",
        "      Something.",
        "  2003-01-01  2.3       renumbered, before 1.3",
        "  2004-01-01  2.3       changed (an answer changes)",
        "      E:A1 | E:B1  ·  reach A1",
        "        before: 1  by t:2.3",
        "        since:  2  by t:2.3",
        "",
    ]


def test_a_text_is_shown_date_by_date(tmp_path: Path) -> None:
    shown = emperor("t", "--up-to", "2", folder=write_rules(tmp_path, t=DATED)).stdout
    assert "  first wording of 5 clauses\n" in shown
    assert "  1.1 resting  reworded (no answer changes, up to 2 seats)\n" in shown
    assert "  1.4 speaking  reworded (nothing is computed otherwise)\n" in shown
    assert "  renumbered: 4 clauses (1.1 to 2.1, 1.2 to 2.2, 1.3 to 2.3, …)\n" in shown
    assert "  2.4 speaking  removed (an answer changes)\n" in shown


def test_where_every_seating_is_legal_fewer_seats_are_searched(tmp_path: Path) -> None:
    """Their number grows sevenfold with each seat; the claim says how far it goes."""
    folder = write_rules(tmp_path, t=DATED)
    shown = emperor("resting", folder=folder).stdout
    assert "reworded (no answer changes, up to 4 seats)" in shown
    assert "of up to 4 seats" in shown
    (folder / "vocabulary" / "more.rules").write_text(FAIR, encoding="utf-8")
    (folder / "texts" / "u.rules").write_text(LAW, encoding="utf-8")
    assert "reworded (no answer changes, up to 8 seats)" in emperor("resting", folder=folder).stdout


@pytest.mark.parametrize("arguments", [("t",), ("t:2.3",), ("x", "--against", "t")])
def test_when_the_time_is_over_that_is_said(arguments: tuple[str, ...], tmp_path: Path) -> None:
    folder = write_rules(tmp_path, t=DATED, x=TRANSLATED)
    stopped = emperor(*arguments, "--seconds", "0", folder=folder)
    assert stopped.exit_code == 1
    assert "The time was over before everything was looked at." in stopped.stdout
    document = json.loads(emperor(*arguments, "--seconds", "0", "--format", "json", folder=folder).stdout)
    assert document["searched"]["complete"] is False
    assert "unfinished" in json.dumps(document)


def test_broken_rules_are_shown_and_end_the_command(tmp_path: Path) -> None:
    folder = write_rules(tmp_path, t="clause 1 overrides 2\n  p is wet.\nclause 2 overrides 1\n  p is wet.\n")
    refused = emperor("t", folder=folder)
    assert refused.exit_code == 1
    assert "error[R404]" in refused.stderr


# --- translations -----------------------------------------------------------------------------------

TRANSLATED = """
  from 2004-06-01
  translates t at 2004-06-01
clause 2.1 resting
  p may rest when the sky is dark.
clause 2.2 by-another-slug
  p may not rest when the river is high.
  part bridge: p is wet when the bridge is closed.
clause 2.3 reaching
  the reach of p is 1.
clause 2.8 its-own
  p is ill.
"""


def age(rulebook: Rulebook, **more: Any) -> Any:
    return date_translation(rulebook, "x", "t", SEATS, **more)


def test_a_translation_tells_its_age_clause_by_clause(tmp_path: Path) -> None:
    aged = age(book(tmp_path, t=DATED, x=TRANSLATED))
    years = [f"{year}-01-01" for year in range(2001, 2006)]
    assert (aged.claim, aged.claimed) == ("2004-06-01", "2004-01-01")
    stands = {
        one.versions.slug: [next(a.state for a in one.against if date in a.dates) for date in years]
        for one in aged.clauses
    }
    assert stands == {
        "resting": ["same"] * 5,
        "by-another-slug": ["absent", *["same"] * 4],
        "reaching": ["same"] * 3 + ["different"] * 2,
    }
    resting, _, reaching = aged.clauses
    assert [a.effect.searched for a in resting.against] == [False, True]
    late = reaching.on(aged.claimed).effect
    assert late.witness == {"text": "x", "seats": "E | E", "ask": "reach", "of": ["A1"]}
    assert (late.now.answer, late.then.answer) == (1, 2)


def test_clauses_without_a_counterpart_are_listed(tmp_path: Path) -> None:
    only = age(book(tmp_path, t=DATED, x=TRANSLATED)).only
    assert {text: [line.slug for line in lines] for text, lines in only.items()} == {"x": ["its-own"], "t": ["moving"]}


def test_the_claimed_number_goes_before_the_newest(tmp_path: Path) -> None:
    """An old translation has the numbers of its time; one of them belongs to another clause today."""
    original = """
  from 2001-01-01, 2002-01-01
clause 5 one
  numbered 4 from 2001-01-01, 5 from 2002-01-01
  p is wet.
clause 4 two
  numbered 5 from 2001-01-01, 4 from 2002-01-01
  p is ill.
"""
    old = "  translates t at 2001-01-01\nclause 4 uno\n  p is wet.\nclause 5 due\n  p is ill.\n"
    aged = age(book(tmp_path, t=original, x=old))
    assert {one.versions.slug: one.counterpart.slug for one in aged.clauses} == {"uno": "one", "due": "two"}
    assert all(one.dates("same") == ("2001-01-01", "2002-01-01") for one in aged.clauses)


def test_what_the_original_overrides_is_overridden_in_the_translation(tmp_path: Path) -> None:
    """The exchanged clause overrides the translation's own clause, whose number is another."""
    original = "clause 1 short\n  the reach of p is 1.\nclause 2 long overrides 1\n  the reach of p is 2 when the sky is dark.\n"
    same = "  translates t\nclause 7 short\n  the reach of p is 1.\nclause 8 long overrides 7\n  the reach of p is 2 unless the sky is not dark.\n"
    aged = age(book(tmp_path, t=original, x=same))
    assert [one.dates("same") for one in aged.clauses] == [(None,), (None,)]
    without = same.replace(" overrides 7", "")
    aged = age(book(tmp_path / "other", t=original, x=without))
    long = aged.clauses[1].on(None)
    assert (long.state, long.effect.now.status, long.effect.then.status) == ("different", "contradicted", "answered")


def test_json_of_a_translation(tmp_path: Path) -> None:
    folder = write_rules(tmp_path, t=DATED, x=TRANSLATED)
    document = json.loads(emperor("x", "--against", "t", "--format", "json", "--up-to", "2", folder=folder).stdout)
    assert set(document) == {"translation", "original", "claim", "claimed", "dates", "clauses", "only", "searched"}
    assert document["only"] == {"x": ["x:2.8"], "t": ["t:2.6"]}
    reaching = document["clauses"][2]
    assert set(reaching) == {
        "clause",
        "slug",
        "original-clause",
        "agrees",
        "differs",
        "absent",
        "agrees-with-claimed",
        "editions",
    }
    assert reaching["agrees"] == ["2001-01-01", "2002-01-01", "2003-01-01"]
    assert reaching["differs"] == ["2004-01-01", "2005-01-01"]
    assert reaching["agrees-with-claimed"] is False
    assert [one["answers"] for one in reaching["editions"]] == ["same", "different"]
    assert reaching["editions"][1]["original-answer"]["answer"] == 2
    assert reaching["editions"][1]["translation-answer"]["answer"] == 1


def test_a_translation_is_shown_as_a_table(tmp_path: Path) -> None:
    folder = write_rules(tmp_path, t=DATED, x=TRANSLATED)
    shown = emperor("x", "--against", "t", "--up-to", "2", folder=folder).stdout
    assert shown.startswith("x translates t of 2004-06-01, in force since 2004-01-01\n")
    assert "  2.1 resting          agrees with every edition (partly in other sentences)\n" in shown
    assert "  2.2 by-another-slug  no such clause in 2001-01-01, agrees since 2002-01-01\n" in shown
    assert "  2.3 reaching         agrees with 2001-01-01 … 2003-01-01, not since 2004-01-01\n" in shown
    assert "        as t has it:   2  by x:2.3\n        as translated: 1  by x:2.3\n" in shown
    assert "Only in x: 2.8 its-own.\nOnly in t: 2.6 moving.\n" in shown
    assert "2 of 3 clauses agree in meaning with the wording of 2004-01-01, up to 2 seats.\n" in shown
    alone = emperor("x:2.3", "--against", "t", "--up-to", "2", folder=folder).stdout
    assert "reaching" in alone
    assert "resting" not in alone


def test_a_text_that_translates_nothing_cannot_be_dated(tmp_path: Path) -> None:
    with pytest.raises(NotATranslationError):
        date_translation(book(tmp_path, t=DATED, x="clause 1\n  p is wet.\n"), "x", "t", SEATS)


# --- witnesses with dates ---------------------------------------------------------------------------


def test_witnesses_of_one_date_carry_it(tmp_path: Path) -> None:
    rulebook = book(
        tmp_path,
        t=DATED,
        u=DATED.replace("until 2004-01-01: the reach of p is 1", "until 2004-01-01: the reach of p is 3"),
    )

    def compared(one: str | None, other: str | None) -> Mapping[str, Any]:
        comparison = compare(Engine(rulebook), Edition("t", one), Edition("u", other), up_to=2, questions=["reach"])
        return comparison.differences[0].witness

    assert compared("2002-01-01", "2002-01-01")["on"] == "2002-01-01"
    assert "on" not in compared("2002-01-01", None)
    assert "on" not in compared("2002-01-01", "2003-01-01")


def test_a_witness_becomes_scenarios_of_its_date_that_pass(tmp_path: Path) -> None:
    """Both editions are of one text: each gets its own scenario, by its own date."""
    rulebook = book(tmp_path, t=DATED)
    sides = Edition("t", "2003-01-01"), Edition("t", "2004-01-01")
    (difference,) = compare(Engine(rulebook), *sides, up_to=2, questions=["reach"]).differences
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


# --- the shipped texts ------------------------------------------------------------------------------

SHIPPED_SEATS = 6
TRANSLATION, ORIGINAL = "cr-809-it", "cr-809"


@pytest.fixture(scope="module")
def shipped() -> Rulebook:
    return shipped_rulebook()


@pytest.fixture(scope="module")
def traced(shipped: Rulebook) -> dict[str, History]:
    """A fifth of the clauses of every text with several wordings."""
    many = {id: text for id, text in shipped.texts.items() if len(wording_dates(text)) > 1}
    return {id: trace(shipped, clause_versions(text)[::5], SHIPPED_SEATS) for id, text in many.items()}


def frozen(text: Text, on: str | None, apart: str = "", apart_on: str | None = None) -> Text:
    """A text of one wording, that of a date; the clause of one slug stands as on another date."""

    def clauses() -> Iterator[Clause]:
        for clause in text.clauses:
            date = apart_on if clause.slug == apart else on
            if in_force(clause.since, clause.until, date):
                yield replace(
                    clause,
                    since=None,
                    until=None,
                    sentences=tuple(
                        replace(s, since=None, until=None) for s in clause.sentences if in_force(s.since, s.until, date)
                    ),
                )

    if len(text.editions) < 2:
        return text
    return replace(text, editions=(), clauses=tuple(clauses()))


def isolated(text: str, slug: str, before: str | None, after: str | None) -> tuple[Engine, ...]:
    """All texts on a date, and the same with one clause as it was on the date before."""
    now = engine_on(after)
    then = {**now.rulebook.texts, text: frozen(shipped_rulebook().texts[text], after, slug, before)}
    return Engine(replace(now.rulebook, texts=then)), now


@lru_cache(maxsize=2)  # one clause after the other changes on a day
def engine_on(date: str | None) -> Engine:
    """All shipped texts on a date."""
    rulebook = shipped_rulebook()
    return Engine(replace(rulebook, texts={id: frozen(text, date) for id, text in rulebook.texts.items()}))


def steps(traced: Mapping[str, History]) -> Iterator[tuple[str, str, Any, str | None]]:
    """Every change that was compared: text, slug, entry, and the date before."""
    for id, text_history in traced.items():
        for clause in text_history.clauses:
            for e in clause.entries:
                if e.effect is not None:
                    yield id, clause.versions.slug, e, text_history.dates[text_history.dates.index(e.date) - 1]


@pytest.mark.slow
def test_every_shipped_witness_replays(shipped: Rulebook, traced: dict[str, History]) -> None:
    """The evaluator gives both answers again, for texts put together in another way, and they differ."""
    replayed, today = 0, Engine(shipped)
    for id, slug, e, before in steps(traced):
        if e.effect.state != "different":
            assert e.effect.witness is None
            continue
        request = {key: value for key, value in e.effect.witness.items() if key != "on"}
        then, now = (one.ask(request) for one in isolated(id, slug, before, e.date))
        where = f"{id}:{slug} on {e.date}"
        assert (then.status, then.answer) == (e.effect.then.status, e.effect.then.answer), where
        assert (now.status, now.answer) == (e.effect.now.status, e.effect.now.answer), where
        assert (then.status, then.answer) != (now.status, now.answer), where
        plain = today.ask(e.effect.witness)
        assert (plain.status, plain.answer) == (now.status, now.answer), where
        replayed += 1
    assert replayed >= 5


@pytest.mark.slow
def test_where_no_answer_changes_none_does_at_random(shipped: Rulebook, traced: dict[str, History]) -> None:
    rng = Random(20260821)
    asked = 0
    for id, slug, e, before in steps(traced):
        if e.effect.state != "same" or not e.effect.searched:
            continue
        sides = isolated(id, slug, before, e.date)
        givens = [given for given in shipped.vocabulary.givens.values() if given.id != "phase"]
        names = [f"{team}{place}" for team in "AB" for place in "123"]
        for _ in range(8):
            play = random_play(rng, names, [g for g in givens if rng.random() < 0.6 or g.default is None])
            for predicate in shipped.vocabulary.questions.values():
                of = random_of(rng, predicate, names)
                request = {"text": id, "seats": "g E g | g E g", **play, "ask": predicate.id, "of": of}
                then, now = (side.ask(request) for side in sides)
                assert (then.status, then.answer) == (now.status, now.answer), f"{id}:{slug} on {e.date}: {request}"
                asked += now.status == "answered"
    assert asked > 100


@pytest.mark.slow
def test_every_date_of_a_shipped_text_is_one_of_its_editions(shipped: Rulebook, traced: dict[str, History]) -> None:
    """What changes on a day that the head of the text does not name would be a slip."""
    for id, text_history in traced.items():
        numbered = {since for _, since in shipped.texts[id].numbered}
        assert set(text_history.dates) <= {*shipped.texts[id].editions, *numbered}, id
        for clause in text_history.clauses:
            dates = [e.date or "" for e in clause.entries]
            assert dates == sorted(set(dates)), clause.versions.title
            for before, e in zip(clause.entries, clause.entries[1:], strict=False):
                assert e.kind == "added" or (e.former == before.number), clause.versions.title


@pytest.fixture(scope="module")
def translated(shipped: Rulebook) -> Any:
    return date_translation(shipped, TRANSLATION, ORIGINAL, SHIPPED_SEATS)


#: From when the original's clause says what the translation says, and (exclusive) until when, as the sources show;
#: nothing: always. So many seats hold no team above three, on whose ranges 809.6 and its translation may part.
AGREEMENT = {
    "neighbours-only": ("", "2023-04-14"),
    "range-by-distance": ("2009-07-11", ""),
    "emperor-draws": ("2009-09-04", ""),
    "emperor-wins": ("2010-02-01", ""),
    "teammates": ("2005-10-01", ""),
}


@pytest.mark.slow
def test_the_shipped_translation_is_as_old_as_its_clauses(translated: Any) -> None:
    assert translated.complete
    for aged in translated.clauses:
        since, until = AGREEMENT.get(aged.versions.slug, ("", ""))
        agreeing = tuple(d for d in translated.dates if since <= d and (not until or d < until))
        assert aged.dates("same") == agreeing, aged.versions.slug
    assert not translated.only[TRANSLATION]
    assert not translated.only[ORIGINAL]


@pytest.mark.slow
def test_the_shipped_translation_says_otherwise_where_its_own_words_do(translated: Any) -> None:
    """Its threshold is another, in no legal seating does that tell: a difference of text, not of play."""
    (aged,) = [clause for clause in translated.clauses if clause.versions.slug == "equal-teams"]
    claimed = aged.on(translated.claimed)
    assert (claimed.state, claimed.effect.searched) == ("same", True)
