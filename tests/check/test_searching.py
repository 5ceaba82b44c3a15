"""What ``emperor check`` and ``emperor compare`` find by searching, how far they look, and how they say so."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from emperor_rules.check.check_report import CheckReport
from emperor_rules.check.consistency.findings import nothing_compared
from emperor_rules.check.consistency.relation_run import RelationRun
from emperor_rules.check.consistency.replay import may_conflict
from emperor_rules.check.consistency.scheduler import compare, search, search_text, units_of
from emperor_rules.check.pipeline import check_folder
from emperor_rules.check.search_report import SearchUnit
from emperor_rules.evaluate.engine import Engine
from emperor_rules.frontend.loader import load_rulebook
from emperor_rules.limits import Bounds
from emperor_rules.model.texts import Edition, TextRelation
from tests.generators.texts import TABLE, random_text
from tests.oracles.brute_force import Clash, clashes, tables
from tests.support.command_line import run
from tests.support.kings_and_pawns import clause, playable_answerer, text, write_playable
from tests.support.paths import RULES
from tests.support.sampling import sample_of
from tests.support.shipped import whole_rulebook

T = Edition("t")
END = "t is lost when no king that is a player of t is in the game."


def base(id: str, *clauses: str, head: str = "options fog, rain") -> str:
    """A text with a table and an end of play, and these clauses."""
    return text(id, clause("1", *TABLE), clause("2", END), *clauses, head=head)


def searched(checked: CheckReport) -> list[tuple[str, str]]:
    """The findings of the searches, by code and severity."""
    return [(d.code, d.severity) for d in checked.diagnostics if d.code.startswith("R5")]


def witnesses(checked: CheckReport, code: str = "R510") -> list[dict[str, Any]]:
    return [{k: v for k, v in (d.witness or {}).items() if v} for d in checked.diagnostics if d.code == code]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Caches are kept where the command runs."""
    monkeypatch.chdir(tmp_path)


# --- contradictions inside a text -----------------------------------------------------------------


@pytest.mark.parametrize("seed", sample_of(range(16), 4))
def test_every_contradiction_of_a_random_text_is_found(seed: int, tmp_path: Path) -> None:
    """Asked position by position, as the evaluator answers, and with the smallest position of each kind."""
    by = playable_answerer(tmp_path, t=random_text(Random(f"contradiction {seed}"), "t", clauses=9))
    result = search_text(by, T, up_to=4 if seed % 10 == 5 else 3, processes=1)
    asks = [q for q in by.rulebook.vocabulary.questions if by.program("t", None).resolved.by_predicate.get(q)]
    brute = clashes(by, [T], asks, tables(by, [T], result.searched.seats))
    smallest: dict[Any, tuple[int, ...]] = {}
    for clash in brute:
        smallest[clash.identity] = min(smallest.get(clash.identity, clash.size), clash.size)
    mine = [Clash(conflict.witness, (conflict.answer,)) for conflict in result.conflicts]
    assert {clash.kind for clash in brute} <= {clash.kind for clash in mine}
    assert [clash.request for clash in mine if clash.size != smallest.get(clash.identity, clash.size)] == []
    assert {clash.request["ask"] for clash in mine} <= set(may_conflict(by, T))


@pytest.mark.parametrize(
    ("yes", "no", "may"),
    [
        ("p is a king", "p is a pawn", True),
        ("p is a king and p is next to p", "p is next to p", True),
        ("p is a king and p is next to p", "p is a king and not (p is next to p)", False),
        ("p is a king", "not (p is a king and p is next to p)", True),
        ("p is a king and p is next to p", "not (p is a king and p is next to p)", False),
    ],
)
def test_sentences_whose_conditions_deny_each_other_cannot_contradict(
    yes: str, no: str, may: bool, tmp_path: Path
) -> None:
    by = playable_answerer(
        tmp_path, t=base("t", clause("3", f"p is red when {yes}."), clause("4", f"p is not red when {no}."))
    )
    assert ("red" in may_conflict(by, T)) is may


def test_who_comes_earlier_and_who_does_not_cannot_contradict() -> None:
    """The one compares two numbers with “less than”, the other the same two with “at least”."""
    asks = set(may_conflict(Engine(whole_rulebook()), Edition("cr-808")))
    assert not asks & {"chooses-before", "blocks-before", "damage-before"}
    assert asks & {"wins", "game-goes-on"}


ONLY: dict[str, tuple[str, Bounds, Bounds, dict[str, Any]]] = {
    "an option": ("option fog is in use", Bounds(4), Bounds(4), {"options": ["fog"]}),
    "two options": (
        "option fog is in use and option rain is in use",
        Bounds(4),
        Bounds(4, all_options=True),
        {"options": ["fog", "rain"]},
    ),
    "a number": ("the number of stones is 7", Bounds(4), Bounds(4), {"given": {"stones": 7}}),
    "numbers between two": (
        "the number of stones is more than 2 and the number of stones is less than 6",
        Bounds(4),
        Bounds(4),
        {"given": {"stones": 3}},
    ),
    "as many as there are seats": (
        "the number of stones is the number of players",
        Bounds(4),
        Bounds(4),
        {"given": {"stones": 3}},
    ),
    "a crowd": (
        "at least 3 players called x are such that (x is guilty)",
        Bounds(4),
        Bounds(4),
        {"given": {"guilty": ["A1", "A2", "B1"]}},
    ),
    "a size": ("every team called t is such that (the size of t is 2)", Bounds(3), Bounds(4), {"seats": "E g | E g"}),
}


@pytest.mark.parametrize("name", ONLY)
def test_a_contradiction_that_is_only_in(name: str, tmp_path: Path) -> None:
    """The condition holds in few positions, and the witness shows what makes it hold."""
    when, narrow, wide, shown = ONLY[name]
    folder = write_playable(
        tmp_path, t=base("t", clause("3", f"p may hit q when {when}."), clause("4", "p may not hit q."))
    )
    if narrow != wide:
        assert searched(check_folder(folder, search=narrow)) == []
    checked = check_folder(folder, search=wide)
    assert searched(checked) == [("R510", "error")]
    (witness,) = witnesses(checked)
    assert {**witness, **shown} == witness


@pytest.mark.parametrize("seats", sample_of([7, 10, 12], 1))
def test_a_contradiction_of_three_players_on_a_large_table_with_somebody_else_given(seats: int, tmp_path: Path) -> None:
    """Sets of three are tried at every size of table, and together with other given facts."""
    table = clause(
        "1",
        f"require the number of players is {seats}.",
        "require the number of teams is 2.",
        "require every player called p is such that (p is a king).",
    )
    crowd = "at least 3 players called x are such that (x is guilty)"
    side_by_side = "some player called x is such that (x is guilty and some player called y is such that (y is guilty and y is next to x))"
    clash = clause("3", f"p may not hit q when p is the caller and {crowd} and not ({side_by_side}).")
    folder = write_playable(tmp_path, t=text("t", table, clause("2", "p may hit q."), clash))
    checked = check_folder(folder, search=Bounds(seats, texts=("t",)))
    assert searched(checked) == [("R510", "error")]
    (witness,) = witnesses(checked)
    assert witness["given"]["caller"] == witness["of"][0] and len(witness["given"]["guilty"]) == 3


LEFT_TO_THE_TEXT = (
    ("p is not the active player", {"active"}),
    ("the phase is night", {"phase"}),
    ("p is not the active player and the phase is night", {"active", "phase"}),
)


@pytest.mark.parametrize(("when", "given"), LEFT_TO_THE_TEXT)
def test_a_contradiction_where_a_question_is_not_asked_unless_told(when: str, given: set[str], tmp_path: Path) -> None:
    """Who is active, and when, is left to the text unless given: the search must give it."""
    always, day = clause("3", "p may hit q."), clause("4", "p may hit q when the phase is day.")
    folder = write_playable(tmp_path, t=base("t", always, day, clause("5", f"p may not hit q when {when}.")))
    checked = check_folder(folder, search=Bounds(4))
    assert set(searched(checked)) == {("R510", "error")}
    assert all(given <= witness["given"].keys() for witness in witnesses(checked))


@pytest.mark.parametrize(("when", "given"), LEFT_TO_THE_TEXT)
def test_a_difference_where_a_question_is_not_asked_unless_told(when: str, given: set[str], tmp_path: Path) -> None:
    day = clause("4", "p may hit q when the phase is day.")
    one = base("one", day, clause("3", f"p may hit q unless {when}."), head="translates two")
    folder = write_playable(tmp_path, one=one, two=base("two", day, clause("3", "p may hit q.")))
    checked = check_folder(folder, search=Bounds(4))
    assert set(searched(checked)) == {("R520", "error")}
    assert all(given <= witness["given"].keys() for witness in witnesses(checked, "R520"))


def test_a_contradiction_of_one_date_needs_all_dates(tmp_path: Path) -> None:
    """Only until 2010 the prohibition holds; today's wording is sound, and so says an ordinary check."""
    folder = write_playable(
        tmp_path,
        t=base(
            "t",
            clause("3", "p may hit q."),
            clause("4", "until 2010-01-01: p may not hit q."),
            head="from 2000-01-01, 2010-01-01, 2015-01-01",
        ),
    )
    assert searched(check_folder(folder, search=Bounds(4))) == []
    checked = check_folder(folder, search=Bounds(4, all_dates=True))
    assert searched(checked) == [("R510", "error")]
    assert witnesses(checked)[0]["on"] == "2000-01-01"
    for more, code in ((), 0), (("--all-dates",), 1):
        assert run("check", "--rules", folder, "--up-to", "4", "--no-cache", *more).exit_code == code


def test_no_date_before_the_first_wording_of_a_text_is_searched(tmp_path: Path) -> None:
    """Not even where a text that it includes, or with which it is compared, is older."""
    old = base(
        "old",
        clause("3", "until 2010-01-01: p may not hit q.", "since 2010-01-01: p may hit q."),
        head="from 2000-01-01, 2010-01-01, 2015-01-01",
    )
    young = text("young", head="from 2012-01-01, 2015-01-01\nincludes old\nvaries old")
    checked = check_folder(write_playable(tmp_path, old=old, young=young), search=Bounds(4, all_dates=True))
    assert searched(checked) == []
    units, pairs = units_of(checked.rulebook, Bounds(all_dates=True))
    days = {unit.sides[0].on for unit in (*units, *(unit for _, unit in pairs)) if unit.sides[0].text == "young"}
    assert days == {None, "2012-01-01"}


def test_a_difference_of_two_options_or_of_one_date_needs_to_be_looked_for(tmp_path: Path) -> None:
    both = "option fog is in use and option rain is in use"
    one = base(
        "one",
        clause("3", f"p may hit q unless {both}."),
        clause("4", f"p may not hit q when {both}."),
        head="options fog, rain\nvaries two",
    )
    folder = write_playable(tmp_path / "options", one=one, two=base("two", clause("3", "p may hit q.")))
    assert searched(check_folder(folder, search=Bounds(4))) == []
    checked = check_folder(folder, search=Bounds(4, all_options=True))
    assert searched(checked) == [("R520", "error")] and witnesses(checked, "R520")[0]["options"] == ["fog", "rain"]
    two = base(
        "two",
        clause("3", "until 2010-01-01: p may not hit q.", "since 2010-01-01: p may hit q."),
        head="from 2000-01-01, 2010-01-01",
    )
    folder = write_playable(
        tmp_path / "dates", one=base("one", clause("3", "p may hit q."), head="varies two"), two=two
    )
    assert searched(check_folder(folder, search=Bounds(4))) == []
    assert searched(check_folder(folder, search=Bounds(4, all_dates=True))) == [("R520", "error")]


# --- nothing to look at, or too much --------------------------------------------------------------


def test_a_bound_below_the_smallest_table_finds_nothing_and_says_so(tmp_path: Path) -> None:
    """Three seats are the smallest table here: having looked at none is an error, not an all-clear."""
    folder = write_playable(tmp_path, t=base("t", clause("3", "p may hit q."), clause("4", "p may not hit q.")))
    checked = check_folder(folder, search=Bounds(2))
    assert searched(checked) == [("R514", "error")]
    ran = run("check", "--rules", folder, "--up-to", "2", "--no-cache")
    assert ran.exit_code == 1 and "holds together" not in ran.output


def test_a_variant_without_any_legal_table_is_an_error(tmp_path: Path) -> None:
    """No table of its own, so that nothing of it was searched, and the difference shows only on those of the other."""
    never = clause("5", "require every king called p is such that (p is a pawn).")
    one = base("one", clause("3", "p may hit q."), never, head="varies two")
    folder = write_playable(tmp_path, one=one, two=base("two", clause("3", "p may not hit q.")))
    codes = searched(check_folder(folder, search=Bounds(4)))
    assert sorted(codes) == [("R514", "error"), ("R514", "warning"), ("R520", "error")]


def test_variants_that_share_no_table_may_declare_that_they_seat_differently() -> None:
    book, sides = whole_rulebook(), (Edition("cr-811"), Edition("cr-809"))
    found = [
        list(
            nothing_compared(RelationRun(by, Bounds(6)), TextRelation.VARIES, compare(by, *sides, up_to=6, processes=1))
        )
        for by in (Engine(book), Engine(replace(book, declarations=())))
    ]
    assert not found[0] and [finding.code for finding in found[1]] == ["R514"]


def test_what_is_so_on_every_date_is_reported_once(tmp_path: Path) -> None:
    """Neither text has a legal table in any edition: it is said of the newest, also where every edition is searched."""
    never = clause("5", "require every king called p is such that (p is a pawn).")
    hits, later = clause("3", "p may hit q."), clause("4", "since 2010-01-01: p may hit q when q is a king.")
    one = base("one", never, hits, later, head="varies two\nfrom 2000-01-01, 2010-01-01")
    two = base("two", never, clause("3", "p may not hit q."), later, head="from 2000-01-01, 2010-01-01")
    folder = write_playable(tmp_path, one=one, two=two)
    newest, every = (check_folder(folder, search=Bounds(4, all_dates=dates)) for dates in (False, True))
    assert sorted(searched(newest)) == [("R514", "error"), ("R514", "error"), ("R514", "warning")]
    assert newest.diagnostics == every.diagnostics


def test_texts_that_include_each_other_are_an_error_and_not_searched(tmp_path: Path) -> None:
    """There is no text to search: each of the two is reported."""
    one, two = base("one", head="includes two"), base("two", clause("3", "p may hit q."), head="includes one")
    folder = write_playable(tmp_path, one=one, two=two, three=base("three"))
    ran = run("check", "--rules", folder, "--no-cache")
    assert ran.exit_code == 1
    assert ran.output.count("error[R403]") == 2 and "holds together" not in ran.output
    assert "No table was searched" in ran.output and "--no-search" not in ran.output


@pytest.mark.parametrize("seconds", sample_of(["inf", "1e300", "1e12"], 1))
def test_more_time_than_there_is_sets_no_limit(seconds: str, tmp_path: Path) -> None:
    folder = write_playable(tmp_path, t=base("t", clause("3", "p may hit q."), clause("4", "p may not hit q.")))
    for arguments in (("check",), ("compare", "t", "t"), ("coverage",)):
        ran = run(*arguments, "--rules", folder, "--seconds", seconds, "--up-to", "4")
        assert "time was over" not in ran.output, arguments


@pytest.mark.slow
def test_a_mutant_that_allows_too_many_tables_is_judged_as_far_as_they_go(tmp_path: Path) -> None:
    free = clause("1", "require the number of teams is 2.")
    ran = run(
        "coverage", "--rules", str(write_playable(tmp_path, t=text("t", free, clause("2", END)))), "--up-to", "12"
    )
    assert ran.exit_code == 1 and "slips" in ran.output


def test_a_folder_above_that_of_the_rules_is_none(tmp_path: Path) -> None:
    write_playable(tmp_path / "rules", t=base("t"))
    assert run("diff", str(tmp_path), str(tmp_path)).exit_code == 2


def test_a_text_without_any_legal_table_is_an_error_also_where_nothing_could_clash(tmp_path: Path) -> None:
    never = clause("5", "require every king called p is such that (p is a pawn).")
    folder = write_playable(tmp_path, t=base("t", clause("3", "p may hit q."), never))
    assert searched(check_folder(folder, search=Bounds(4))) == [("R514", "error")]
    assert run("check", "--rules", folder, "--up-to", "4", "--no-cache").exit_code == 1


def test_comparing_where_no_seating_is_legal_claims_nothing(tmp_path: Path) -> None:
    one = base("one", clause("3", "p may hit q."))
    folder = write_playable(tmp_path, one=one, two=base("two", clause("3", "p may not hit q.")))
    ran = run("compare", "one", "two", "--rules", folder, "--question", "may-hit", "--up-to", "2")
    assert "ame play" not in ran.output and ran.exit_code == 1
    assert "no seating" in ran.output.lower()


def test_texts_that_agree_by_their_rules_need_no_table(tmp_path: Path) -> None:
    """Nothing had to be looked at: that is no want of tables."""
    one = base("one", clause("3", "p may hit q."), head="varies two")
    folder = write_playable(tmp_path, one=one, two=base("two", clause("3", "p may hit q.")))
    assert searched(check_folder(folder, search=Bounds(4))) == []
    assert run("compare", "one", "two", "--rules", folder).exit_code == 0


def test_a_text_of_many_tables_is_searched_less_far_and_the_summary_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On demand it is searched on all its tables; what was claimed of it is bounded by what was searched."""
    pairs = clause(
        "1",
        "require the number of teams is 2.",
        "require every team called t is such that (the size of t is at most 4).",
    )
    clash = (
        clause("2", "p may hit q when p is a king."),
        clause("3", "p may not hit q when the number of players is 8."),
    )
    folder = write_playable(tmp_path, t=text("t", pairs, *clash))
    monkeypatch.setattr("emperor_rules.check.consistency.scheduler.MOST_STATES", 10_000)
    near, whole = (check_folder(folder, search=Bounds(8, texts=("t",), all_tables=every)) for every in (False, True))
    assert ("R510", "error") in searched(whole)
    report = near.relations.reports()["t"]  # type: ignore[union-attr]
    assert report.thinned and report.seats < 8
    shown = run("check", "--rules", folder, "--no-cache", "--up-to", "8", columns=200).output
    assert f"(t: up to {report.seats}, " in shown and "further: emperor check --text t --all-tables)" in shown


def test_a_text_that_allows_too_many_tables_is_searched_as_far_as_it_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The number of seatings grows with powers of two; up to four seats they are few enough."""
    loose = text(
        "t",
        clause(
            "1",
            "require every team called t is such that (at least 1 player of t is a king or at least 1"
            " player of t is a pawn).",
        ),
        clause("2", "p may hit q."),
        clause("3", "p may not hit q."),
    )
    folder = write_playable(tmp_path, t=loose)
    monkeypatch.setattr("emperor_rules.search.seatings.MOST_TABLES", 100)
    checked = check_folder(folder, search=Bounds(7))
    assert sorted(searched(checked)) == [("R510", "error"), ("R515", "warning")]
    (warned,) = [d for d in checked.diagnostics if d.code == "R515"]
    reached = checked.searched()["searches"]["t"]["seats"]  # type: ignore[index]
    assert reached == 4 and "more than 4 seats were not searched" in warned.message
    assert searched(check_folder(folder, search=Bounds(4))) == [("R510", "error")]
    monkeypatch.setattr("emperor_rules.check.consistency.scheduler.MOST_STATES", 4_000)  # few, though small, have room
    fewer = check_folder(folder, search=Bounds(7)).searched()["searches"]["t"]["seats"]  # type: ignore[index]
    assert fewer < 4


THREE_EACH = clause(
    "1", "require the number of teams is 2.", "require every team called t is such that (the size of t is 3)."
)


def test_a_text_whose_smallest_tables_are_too_many_is_searched_on_some_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A legal table is no error, and what is said of those left out does not deny that others were searched."""
    monkeypatch.setattr("emperor_rules.search.seatings.MOST_TABLES", 20)
    monkeypatch.setattr("emperor_rules.search.seatings.MOST_SAMPLED", 5)
    kings, clash = clause("2", "p may hit q when p is a king."), clause("3", "p may not hit q.")
    one, two = text("one", THREE_EACH, kings, clash, head="varies two"), text("two", THREE_EACH, kings)
    three = text("three", THREE_EACH, clause("2", "p may hit q when p is a king and not (p is a pawn)."))
    folder = write_playable(tmp_path, one=one, two=two, three=three)
    checked = check_folder(folder, search=Bounds(7, texts=("one",)))
    assert sorted(searched(checked)) == [("R510", "error"), ("R515", "warning"), ("R520", "error")]
    assert any("of 6 seats that one calls legal 5 were searched" in d.message for d in checked.diagnostics)
    assert checked.searched()["searches"]["one"]["sampled"] == {"seats": 6, "tables": 5}  # type: ignore[index]
    compared = run("compare", "one", "two", "--up-to", 7, "--rules", folder)
    assert "Of more than 20 seatings of 6 seats 5 were looked at, and no larger ones." in compared.output
    assert "same play at the tables looked at" in run("compare", "two", "three", "--up-to", 7, "--rules", folder).output
    monkeypatch.setattr("emperor_rules.search.seatings.MOST_TABLES", 36)
    assert "sampled" not in check_folder(folder, search=Bounds(7)).searched()["searches"]["one"]  # type: ignore[index]


def test_a_text_with_too_many_seatings_to_look_through_is_not_sent_to_larger_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("emperor_rules.search.seatings.MOST_SEATINGS", 8)
    folder = write_playable(tmp_path, t=text("t", THREE_EACH, clause("2", "p may hit q when p is a king.")))
    (found,) = [d for d in check_folder(folder, search=Bounds(7)).diagnostics if d.code in ("R514", "R515")]
    assert found.code == "R514" and "of up to 5 seats" in found.message and "--up-to" not in found.help


def test_requirements_that_no_seating_meets_together_are_named(tmp_path: Path) -> None:
    """Each with what it clashes with, and none that could be met."""
    three = clause("1", "require every team called t is such that (the size of t is 3).")
    king = clause("2", "require every team called t is such that (exactly 1 player of t is a king).")
    pawns = clause("3", "require every team called t is such that (at least 1 player of t is a pawn).")
    four = (
        "require every team called t is such that (the size of t is 4).",
        "require every team called t is such that (exactly 2 players of t are kings).",
    )
    files = {
        "official": text("official", three, king, pawns),
        "house": text("house", clause("9", *four), head="includes official"),
    }
    folder = write_playable(tmp_path, **files)
    (found,) = [d for d in check_folder(folder, search=Bounds(8)).diagnostics if d.code == "R514"]
    assert found.message.startswith("house:9, official:1, official:2 cannot be met together: no seating of up to 8 ")
    assert "write in its head: overrides official 1, official 2." in found.help
    assert (found.clause, [related.clause for related in found.related]) == ("9", ["1", "2"])
    files["house"] = text(
        "house", clause("9", *four, head="overrides official 1, official 2"), head="includes official"
    )
    assert not [d for d in check_folder(write_playable(tmp_path, **files), search=Bounds(8)).diagnostics if d.is_error]


# --- the time is over -----------------------------------------------------------------------------


@pytest.mark.parametrize(("seconds", "rules"), [("0", None), pytest.param("0.02", RULES, marks=pytest.mark.slow)])
def test_a_search_that_ended_early_never_says_that_all_holds_together(
    seconds: str, rules: Path | None, tmp_path: Path
) -> None:
    """Neither of rules of a few lines nor of the shipped ones."""
    if rules is None:
        rules = write_playable(
            tmp_path, one=base("one", clause("3", "p may hit q."), head="varies two"), two=base("two")
        )
        ran = run("check", "--rules", rules, "--seconds", seconds, "--no-cache")
        assert ran.exit_code == 1
        assert "R513" in ran.output and "holds together" not in ran.output
    ran = run("check", "--rules", rules, "--seconds", seconds, "--no-cache", "--format", "json")
    report = json.loads(ran.output)
    assert [d["code"] for d in report["diagnostics"] if d["severity"] == "error"] == ["R513"]
    searches = report["searched"]["searches"]
    assert not all(one["complete"] for one in searches.values())
    for one in searches.values():
        assert one["complete"] or one["not-looked-at"] or not one["tables"]
    (message,) = [d["message"] for d in report["diagnostics"] if d["code"] == "R513"]
    assert all(name in searches for name in message.split(": ")[1].partition(" and ")[0].split(", "))


def test_comparing_without_time_is_no_agreement() -> None:
    ran = run("compare", "early", "paris", "--rules", RULES, "--seconds", "0")
    assert ran.exit_code == 1 and "time was over" in ran.output and "ame play, up to" not in ran.output
    document = json.loads(
        run("compare", "early", "paris", "--rules", RULES, "--seconds", "0", "--format", "json").output
    )
    assert document["searched"]["complete"] is False and "may-attack" in document["searched"]["not-looked-at"]
    assert not set(document["agree"]) & set(document["searched"]["not-looked-at"])


# --- shapes ---------------------------------------------------------------------------------------

FINDING = {"code", "severity", "message", "text", "clause", "file", "line", "column", "related", "witness"}
WITNESS = {"seats", "left", "leaving", "options", "on", "ask", "of", "given"}


def test_the_report_for_programs_has_the_shape_that_others_build_on(tmp_path: Path) -> None:
    """Keys are an interface; the witness is a request that the evaluator takes as it stands."""
    folder = write_playable(
        tmp_path, t=base("t", clause("3", "p may hit q when option fog is in use."), clause("4", "p may not hit q."))
    )
    ran = run("check", "--rules", folder, "--up-to", "4", "--format", "json", "--no-cache")
    report = json.loads(ran.output)
    assert set(report) == {"diagnostics", "searched"} and ran.exit_code == 1
    assert all(set(contradiction) >= FINDING for contradiction in report["diagnostics"])
    (contradiction,) = [d for d in report["diagnostics"] if d["code"] == "R510"]
    assert (contradiction["text"], contradiction["clause"], contradiction["severity"]) == ("t", "3", "error")
    assert set(contradiction["witness"]) == WITNESS
    assert contradiction["witness"]["seats"] == "E g | E" and contradiction["witness"]["options"] == ["fog"]
    assert [set(related) >= {"text", "clause", "file", "line"} for related in contradiction["related"]] == [True]
    assert Path(contradiction["file"]).name == "t.rules" and contradiction["related"][0]["clause"] == "4"
    asked = Engine(load_rulebook(folder)).ask({"text": "t", **{k: v for k, v in contradiction["witness"].items() if v}})
    assert asked.status == "contradicted", "a witness is a question as it stands"
    assert report["searched"]["searches"]["t"]["complete"] is True
    assert report["searched"]["searches"]["t"]["tables"] == 7 and report["searched"]["bounds"]["seats"] == 4


@pytest.mark.slow
def test_a_comparison_keeps_to_the_width_of_the_terminal() -> None:
    arguments = ["compare", "cr-809-it", "cr-809", "--rules", RULES, "--up-to", "6"]
    for columns in (80, 100):
        lines = run(*arguments, columns=columns).output.splitlines()
        assert columns - 6 < max(map(len, lines)) <= columns
        assert [line for line in lines if line != line.rstrip()] == []
    assert lines[-1] == "Looked at 1 table of up to 6 seats, " + lines[-1].partition("seats, ")[2]


def test_a_comparison_for_programs_has_the_shape_that_others_build_on() -> None:
    """Keys are an interface: a new one is an addition, a missing one breaks whoever reads them."""
    ran = run("compare", "cr-809@2009-05-01", "early", "--rules", RULES, "--up-to", "6", "--format", "json")
    document = json.loads(ran.output)
    sides = {"cr-809@2009-05-01", "early"}
    assert set(document) == {"differences", "agree", "silent", "searched"} and ran.exit_code == 1
    assert set(document["silent"]) == sides and document["differences"]
    for difference in document["differences"]:
        assert set(difference) == {"ask", "options", "clauses", "witness", "answers", "declared"}
        assert set(difference["clauses"]) == set(difference["answers"]) == sides
        assert difference["witness"]["ask"] == difference["ask"] and isinstance(difference["declared"], bool)
        assert {"seats", "ask", "of"} <= set(difference["witness"]) <= WITNESS
        assert all(set(answer) == {"status", "answer"} for answer in difference["answers"].values())
        assert len({json.dumps(answer) for answer in difference["answers"].values()}) == 2
    assert not {d["ask"] for d in document["differences"]} & set(document["agree"])


# --- what is asked for ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("check --text no-such", "no text “no-such”"),
        ("check --question may-atack", "Did you mean “may-attack”"),
        ("check --seconds -1", "-1"),
        ("check --up-to 1", "1"),
        ("compare early nowhere", "no text “nowhere”"),
        ("compare early paris --question no-such", "no question “no-such”"),
        ("compare early paris --option no-such", "no-such"),
        ("compare cr-809 cr-809@1999-01-01", "no wording before"),
        ("compare cr-809 cr-809@2010-13-01", "no date"),
        ("compare early", "missing argument"),
    ],
)
def test_what_does_not_exist_is_refused(arguments: str, words: str) -> None:
    ran = run(*arguments.split(), "--rules", RULES)
    assert ran.exit_code == 2, ran.output
    assert words in " ".join(ran.output.split())


def test_a_text_plays_as_itself() -> None:
    ran = run("compare", "early", "early", "--rules", RULES, "--up-to", "6")
    assert ran.exit_code == 0 and "not declared" not in ran.output
    document = json.loads(run("compare", "early", "early", "--rules", RULES, "--up-to", "6", "--format", "json").output)
    assert (document["differences"], document["silent"]) == ([], {"early": []})


def test_a_check_without_a_search_says_so(tmp_path: Path) -> None:
    folder = write_playable(tmp_path, t=base("t", clause("3", "p may hit q.")))
    ran = run("check", "--rules", folder, "--no-search")
    assert ran.exit_code == 0 and "No table was searched" in ran.output
    report = json.loads(run("check", "--rules", folder, "--no-search", "--format", "json").output)
    assert report["searched"]["searches"] == {} and "difference" not in report["searched"]["checks"]


def test_only_what_is_asked_for_is_searched(tmp_path: Path) -> None:
    clauses = (
        clause("3", "p may hit q when option fog is in use."),
        clause("4", "p may push q."),
        clause("5", "p may not hit q."),
    )
    one = base("one", *clauses, head="varies two")
    folder = write_playable(tmp_path, one=one, two=base("two", *clauses), three=base("three", *clauses))
    wanted = ("--text", "one", "--question", "may-hit", "--up-to", "4")
    ran = run("check", "--rules", folder, *wanted, "--no-cache", "--format", "json")
    searches = json.loads(ran.output)["searched"]["searches"]
    assert searches.keys() == {"one", "one ~ two"}
    assert all(search["questions"] <= 1 for search in searches.values())


@pytest.mark.slow
def test_two_processes_find_what_one_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("emperor_rules.check.consistency.scheduler.WEIGHT_WORTH_SHARING", 0)
    by = Engine(load_rulebook(RULES, scenarios=False))
    units = [
        SearchUnit((Edition("early"),)),
        SearchUnit((Edition("early"), Edition("paris"))),
        SearchUnit((Edition("cr-809", "2009-05-01"), Edition("cr-809"))),
    ]
    one = search(by, units, up_to=5, processes=1)
    two = search(by, units, up_to=5, processes=2)
    assert one == two and any(r.witnesses for unit in one.values() for r in unit.results.values())
    sides = Edition("early"), Edition("paris")
    once, twice = (compare(by, *sides, up_to=5, processes=n) for n in (1, 2))
    assert (once.findings, once.agree, once.silent) == (twice.findings, twice.agree, twice.silent)
