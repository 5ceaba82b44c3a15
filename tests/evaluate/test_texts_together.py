"""Texts that include others, on their dates and with their numbers, and what is diagnosed where they meet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from emperor_rules.check.pipeline import check_folder
from emperor_rules.check.scenario_runner import clause_key
from emperor_rules.evaluate.engine import Answer, Engine, Status
from tests.support.kings_and_pawns import Folder, clause, text
from tests.support.short_texts import answered, ask, one, silent, yes

# --- what is diagnosed ----------------------------------------------------------------------------


def test_includes_in_a_circle_are_diagnosed(folder: Folder) -> None:
    """Where texts include each other, there is no order in which to put them together."""
    folder.write(
        ring=text("ring", clause("1", "p is wet."), head="includes round"),
        round=text("round", clause("1", "p is hot."), head="includes about"),
        about=text("about", clause("1", "p is red."), head="includes ring"),
    )
    assert "R403" in folder.codes()
    assert ask(Engine(folder.read()), "wet", "A1", text="ring").status == "invalid"


def test_a_text_that_includes_itself_is_diagnosed(folder: Folder) -> None:
    folder.write(t=text("t", clause("1", "p is wet."), head="includes t"))
    assert "R403" in folder.codes()


@pytest.mark.parametrize("length", [1, 2, 3])
def test_overrides_in_a_circle_are_diagnosed(folder: Folder, length: int) -> None:
    folder.write(
        t=text("t", *(clause(str(n), "p may hit q.", head=f"overrides {(n + 1) % length}") for n in range(length)))
    )
    assert "R404" in folder.codes()


# --- includes, dates, numbers ---------------------------------------------------------------------


def test_a_diamond_of_includes_is_one_text(folder: Folder) -> None:
    """A text that is included twice stands there once, and the principle of one branch rules the other."""
    a = folder.write(
        low=text("low", clause("1", "p may hit q when p is a king."), clause("2", "the reach of p is 2.")),
        left=text("left", clause("1", "p may not hit q when the room is dark."), head="includes low"),
        right=text("right", clause("1", "prohibitions beat permissions."), head="includes low"),
        top=text("top", clause("1", "p is wet."), head="includes left, right, low"),
    ).engine()
    assert ask(a, "reach", "A1", text="top") == Answer(Status.ANSWERED, 2, ("low:2",))
    answer = ask(a, "may-hit", "A1", "A2", text="top", given={"dark": True})
    assert (answer.answer, set(answer.clauses), answer.overridden) == (False, {"left:1", "right:1"}, ("low:1",))
    assert ask(a, "may-hit", "A1", "A2", text="left", given={"dark": True}).status == "contradicted"


def test_a_text_inherits_nothing_that_it_does_not_include(folder: Folder) -> None:
    """Texts in one folder share words, not clauses."""
    a = folder.write(one=text("one", clause("1", "p is wet.")), two=text("two", clause("1", "p is hot."))).engine()
    assert ask(a, "wet", "A1", text="two") == silent()


DATED = (
    clause(
        "8.1",
        "until 2005-01-01: the reach of p is 1.",
        "since 2005-01-01 until 2010-01-01: the reach of p is 2.",
        "since 2010-01-01: the reach of p is 3.",
    ),
    clause("8.2", "p is wet.", head="since 2005-01-01"),
    clause("8.3", "p is hot.", head="until 2010-01-01"),
    clause("8.4", "p is red.", "numbered 7.9 from 2000-01-01, 8.4 from 2010-01-01"),
)
EDITIONS = "from 2000-01-01, 2005-01-01, 2010-01-01\nnumbered 7 from 2000-01-01, 8 from 2005-01-01"


def test_wordings_and_numbers_by_date(folder: Folder) -> None:
    """*Since* counts from its day on, *until* up to the day before; a clause is cited by the number that it bore on the day."""
    a = one(folder, *DATED, head=EDITIONS)
    for on, reach, number in (
        ("2000-01-01", 1, "7.1"),
        ("2004-12-31", 1, "7.1"),
        ("2005-01-01", 2, "8.1"),
        ("2009-12-31", 2, "8.1"),
        ("2010-01-01", 3, "8.1"),
        ("2999-01-01", 3, "8.1"),
        (None, 3, "8.1"),
    ):
        dated: Mapping[str, Any] = {"on": on} if on else {}
        assert ask(a, "reach", "A1", **dated) == answered(reach, number)
    assert ask(a, "wet", "A1", on="2004-12-31") == silent()
    assert ask(a, "wet", "A1", on="2005-01-01") == yes("8.2")
    assert ask(a, "hot", "A1", on="2009-12-31") == yes("8.3")
    assert ask(a, "hot", "A1", on="2004-12-31") == yes("7.3")
    assert ask(a, "hot", "A1", on="2010-01-01") == silent()
    assert ask(a, "hot", "A1") == silent()
    assert ask(a, "red", "A1", on="2009-12-31") == yes("7.9"), "a clause's own numbers come before its text's"
    assert ask(a, "red", "A1") == yes("8.4")
    assert ask(a, "reach", "A1", on="1999-12-31").status == "invalid"


def test_one_date_for_a_text_and_what_it_includes_unless_fixed(folder: Folder) -> None:
    """“At” fixes the day of what is included, whatever day is asked about."""
    a = folder.write(
        t=text("t", *DATED, head=EDITIONS),
        free=text("free", clause("1", "p is big."), head="includes t\nfrom 2000-01-01, 2005-01-01"),
        fixed=text("fixed", clause("1", "p is big."), head="includes t at 2006-01-01\nfrom 2000-01-01, 2005-01-01"),
        plain=text("plain", clause("1", "p is big."), head="includes t"),
    ).engine()
    for which in ("free", "plain"):
        assert ask(a, "reach", "A1", text=which, on="2003-01-01") == answered(1, "7.1")
        assert ask(a, "reach", "A1", text=which, on="2010-01-01") == answered(3, "8.1")
        assert ask(a, "reach", "A1", text=which) == answered(3, "8.1")
    for on in ("2003-01-01", "2006-01-01", "2011-01-01"):
        assert ask(a, "reach", "A1", text="fixed", on=on) == answered(2, "8.1")
    assert ask(a, "reach", "A1", text="fixed") == answered(2, "8.1")


#: 2.1 was 2.2 until 2005, while another clause was 2.1, and left in 2010.
REUSED = (
    clause("2.1", "the reach of p is 1.", "numbered 2.2 from 2000-01-01, 2.1 from 2010-01-01"),
    clause("2.1", "p is wet.", head="since 2000-01-01 until 2010-01-01").replace("slug-2.1", "gone"),
)
REUSED_DATES = "from 2000-01-01, 2005-01-01, 2010-01-01"


def test_a_number_may_pass_from_one_clause_to_another(folder: Folder) -> None:
    """A citation names the clause that bore the number on the day asked about."""
    a = one(folder, *REUSED, head=REUSED_DATES)
    assert ask(a, "reach", "A1", on="2005-01-01") == answered(1, "2.2")
    assert ask(a, "wet", "A1", on="2005-01-01") == yes("2.1")
    assert ask(a, "reach", "A1") == answered(1, "2.1")
    assert ask(a, "wet", "A1") == silent()


def test_an_override_names_the_clause_that_bears_the_number_today(folder: Folder) -> None:
    for clauses in (REUSED, REUSED[::-1]):
        three = clause("3", "the reach of p is 3.", head="overrides 2.1")
        a = one(folder, *clauses, three, head=REUSED_DATES)
        assert ask(a, "reach", "A1", on="2005-01-01") == answered(3, "3", over=("2.2",))
        assert ask(a, "reach", "A1") == answered(3, "3", over=("2.1",))


def test_two_clauses_never_bear_one_number_on_one_date(folder: Folder) -> None:
    """A citation of that day would not say which of them is meant: the first such day is named."""
    numbers = "numbered 2.2 from 2000-01-01, 2.1 from 2004-01-01"
    folder.write(t=text("t", clause("2.1", "the reach of p is 1.", numbers), REUSED[1], head=REUSED_DATES))
    assert folder.codes() == {"R401": "two clauses of t have the number 2.1 on 2004-01-01"}
    late = clause("2.3", "p is hot.", "numbered 2.1 from 2005-01-01, 2.3 from 2010-01-01")
    folder.write(t=text("t", *REUSED, late, head=REUSED_DATES))
    assert folder.codes() == {"R401": "two clauses of t have the number 2.1 on 2005-01-01"}


def test_a_scenario_names_numbers_of_its_day_before_those_of_today(folder: Folder) -> None:
    """On 2005-01-01 number 2.1 was the clause that is gone, though today it is another."""
    scenario = (
        'scenario "Then"\n  in t\n  seats g E g | g E g\n  on 2005-01-01\n'
        "  A1 is wet: yes, by t {wet}\n  the reach of A1: 1, by t 2.2\n"
    )
    for clauses in (REUSED, REUSED[::-1]):
        folder.write(t=text("t", *clauses, head=REUSED_DATES))
        path = folder.path / "scenarios" / "then.rules"
        path.parent.mkdir(exist_ok=True)
        path.write_text(scenario.format(wet="2.1"), encoding="utf-8")
        assert folder.codes() == {}
        path.write_text(scenario.format(wet="2.2"), encoding="utf-8")
        assert set(folder.codes()) == {"R602"}


@pytest.mark.parametrize("first_day", ["since 2000-01-01 ", ""])
def test_a_clause_is_counted_once_whatever_its_numbers(first_day: str, folder: Folder) -> None:
    """Two scenarios rest on one clause by two numbers; the clause that is gone decides neither, whenever it began."""
    reused = [written.replace("since 2000-01-01 ", first_day) for written in REUSED]
    days = "".join(
        f'scenario "On {day}"\n  in t\n  seats g E g | g E g\n  on {day}\n  the reach of A1: 1, by t {number}\n\n'
        for day, number in (("2005-01-01", "2.2"), ("2010-01-01", "2.1"))
    )
    folder.write(t=text("t", *reused, head=REUSED_DATES))
    (folder.path / "scenarios").mkdir()
    (folder.path / "scenarios" / "days.rules").write_text(days, encoding="utf-8")
    checked = check_folder(folder.path)
    assert checked.searched()["clauses-deciding"] == 1
    assert checked.run.decided == {("t", "slug-2.1", None): ["On 2005-01-01", "On 2010-01-01"]}
    assert [len(checked.run.decided.get(clause_key(clause), ())) for clause in checked.rulebook.texts["t"].clauses] == [
        2,
        0,
    ]
    idle = [d for d in checked.diagnostics if d.code == "R604"]
    assert [(d.clause, d.message) for d in idle] == [("2.1", "clause t:2.1 decides no scenario")]
    assert idle[0].span.line == next(c.span.line for c in checked.rulebook.texts["t"].clauses if c.slug == "gone")


def test_a_scenario_may_ask_of_a_day_before_the_first_wording(folder: Folder) -> None:
    """Before the first edition there is no text to answer: such a question is invalid, and no clause is why."""
    folder.write(t=text("t", *REUSED, head=REUSED_DATES))
    (folder.path / "scenarios").mkdir()
    path = folder.path / "scenarios" / "early.rules"
    head = 'scenario "Too early"\n  in t\n  seats g E g | g E g\n  on 1999-12-31\n  A1 is wet: '
    for expected, codes in (
        ("invalid", set()),
        ("invalid, by nothing", set()),
        ("invalid, by t 2.1", {"R602"}),
        ("no, by t 2.1", {"R603"}),
    ):
        path.write_text(f"{head}{expected}\n", encoding="utf-8")
        assert set(folder.codes()) == codes


def test_overrides_hold_between_clauses_in_force_together(folder: Folder) -> None:
    """In 2001 clause 2 is not in force, and overrides nothing yet."""
    a = one(
        folder,
        clause("1", "the reach of p is 1."),
        clause("2", "the reach of p is 2.", head="since 2005-01-01 overrides 1"),
        head="from 2000-01-01, 2005-01-01",
    )
    assert ask(a, "reach", "A1", on="2001-01-01") == answered(1, "1")
    assert ask(a, "reach", "A1", on="2005-01-01") == answered(2, "2", over=("1",))
    assert ask(a, "reach", "A1") == answered(2, "2", over=("1",))
