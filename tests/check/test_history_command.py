"""``emperor history``: by which names it knows a clause, and what it prints."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from emperor_rules.check.history.versions import find_clause
from emperor_rules.errors import UnknownClauseError
from tests.support.command_line import run
from tests.support.dated_rules import DATED, FAIR, LAW, TRANSLATED, book, emperor, entries_by_slug, history
from tests.support.river import write_rules

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
        (("t:9.9",), "Its clauses: "),  # and no near number of another section
        (("early:2.3",), "Did you mean “t:2.3”?"),
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
        ((), "missing argument"),
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
        shown = emperor(name, folder=tmp_path)
        assert shown.exit_code == 0 and (date or "undated") in shown.stdout
        assert (date or "senza data") in emperor(name, "--lang", "it", folder=tmp_path).stdout
    assert "t has one wording." in emperor("t:1", folder=tmp_path).stdout


def test_a_clause_that_was_never_in_force_has_no_history(tmp_path: Path) -> None:
    rulebook = book(
        tmp_path, t="  from 2001-01-01, 2002-01-01\nclause 1\n  p is wet.\nclause 2 until 2001-01-01\n  p is ill.\n"
    )
    assert entries_by_slug(history(rulebook))["2"] == []
    assert "never in force" in emperor("t:2", folder=tmp_path).stdout


# --- what is printed --------------------------------------------------------------------------------


def test_json_of_a_clause(tmp_path: Path) -> None:
    """``DATED`` numbers the clause 2.3 since 2003, 1.3 before, and has a reach of 2 since 2004, of 1 before."""
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
    assert set(document["searched"]) == {
        "seats",
        "exchanges",
        "tables",
        "seconds",
        "complete",
        "given-at-default",
        "given-together",
    }
    assert (document["searched"]["seats"], document["searched"]["complete"]) == (2, True)


@pytest.mark.slow
def test_two_facts_about_several_players_are_given_at_once() -> None:
    """At ten seats few spaces have room for whoever has left beside who holds a marker and who gets an extra turn."""
    searched = run("history", "cr-807:807.4i", "--format", "json")
    document = json.loads(searched.stdout)
    assert document["editions"][0]["answers"] == "different"
    assert (document["searched"]["seats"], document["searched"]["given-together"]) == (10, 2)
    assert "two at once" in run("history", "cr-807:807.4i").output


def test_json_of_a_text(tmp_path: Path) -> None:
    folder = write_rules(tmp_path, t=DATED)
    document = json.loads(emperor("t", "--format", "json", "--up-to", "2", folder=folder).stdout)
    assert set(document) == {"text", "dates", "searched"}
    assert [d["date"] for d in document["dates"]] == [f"{year}-01-01" for year in range(2001, 2006)]
    kinds = {d["date"]: {c["slug"]: c["kind"] for c in d["clauses"]} for d in document["dates"]}
    assert kinds["2004-01-01"] == {"reaching": "changed", "speaking": "removed", "moving": "renumbered"}
    assert kinds["2005-01-01"] == {"coming": "added"}


def test_a_clause_is_shown_with_its_witnesses(tmp_path: Path) -> None:
    """``DATED`` words the clause in 2001, numbers it anew in 2003 and changes it in 2004; no table is smaller."""
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
