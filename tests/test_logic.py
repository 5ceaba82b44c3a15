"""What sentences mean (design §4), each row on a rulebook of a few sentences."""

from itertools import permutations
from pathlib import Path

import pytest

from emperor_rules.model.rulebook import load_rulebook
from emperor_rules.resolve.resolver import resolve
from tests.small_rules import Small, Told, told, write_rules

PRINCIPLE = "clause 0\n  prohibitions beat permissions.\n"
FLAGS = ("", "dark", "high", "dark high")


def answers(small: Small, ask: str, of: str = "A1") -> dict[str, Told]:
    """The answers with none, either and both of two flags."""
    return {flags: small.ask(ask, of, flags) for flags in FLAGS}


# Guards


@pytest.mark.parametrize(
    ("sentence", "light", "dark"),
    [
        ("p may rest when the sky is dark.", told("silent"), told("yes", "1")),
        ("p may rest unless the sky is dark.", told("yes", "1"), told("silent")),
        ("p may rest only when the sky is dark.", told("no", "1"), told("yes", "1")),
        ("p may rest exactly when the sky is dark.", told("no", "1"), told("yes", "1")),
        ("p may not rest when the sky is dark.", told("silent"), told("no", "1")),
        ("p may not rest unless the sky is dark.", told("no", "1"), told("silent")),
        ("p may rest.", told("yes", "1"), told("yes", "1")),
        ("whether p may rest is left open when the sky is dark.", told("silent"), told("silent", "1")),
    ],
)
def test_guards_of_permissions(tmp_path: Path, sentence: str, light: Told, dark: Told) -> None:
    small = Small(tmp_path, f"clause 1\n  {sentence}")
    assert small.ask("may-rest") == light
    assert small.ask("may-rest", flags="dark") == dark


@pytest.mark.parametrize(
    ("sentence", "light", "dark"),
    [
        ("p is cold when the sky is dark.", told("silent"), told("yes", "1")),
        ("p is cold exactly when the sky is dark.", told("no", "1"), told("yes", "1")),
        ("p is cold only when the sky is dark.", told("no", "1"), told("silent")),
        ("p is not cold when the sky is dark.", told("silent"), told("no", "1")),
        ("p is wet when the sky is dark.", told("no", "1"), told("yes", "1")),
        ("p is wet unless the sky is dark.", told("yes", "1"), told("no", "1")),
        ("p is wet exactly when the sky is dark.", told("no", "1"), told("yes", "1")),
        ("p is wet only when the sky is dark.", told("no", "1"), told("silent")),
    ],
)
def test_guards_of_facts(tmp_path: Path, sentence: str, light: Told, dark: Told) -> None:
    small = Small(tmp_path, f"clause 1\n  {sentence}")
    fact = "cold" if "cold" in sentence else "wet"
    assert small.ask(fact) == light
    assert small.ask(fact, flags="dark") == dark


def test_when_and_unless_combine(tmp_path: Path) -> None:
    small = Small(tmp_path, "clause 1\n  p may rest when the sky is dark unless the river is high.")
    assert answers(small, "may-rest") == {
        "": told("silent"), "dark": told("yes", "1"), "high": told("silent"), "dark high": told("silent"),
    }  # fmt: skip


def test_guards_of_values(tmp_path: Path) -> None:
    small = Small(tmp_path, "clause 1\n  the reach of p is 2 when the sky is dark.\n"
                            "clause 2\n  the reach of p is 3 when the river is high.\n")  # fmt: skip
    assert answers(small, "reach") == {
        "": told("silent"), "dark": told(2, "1"), "high": told(3, "2"), "dark high": told("contradicted", "1 2"),
    }  # fmt: skip


def test_values_that_agree_are_one(tmp_path: Path) -> None:
    small = Small(tmp_path, "clause 1\n  the reach of p is 2.\nclause 2\n  the reach of p is 2 when p is an emperor.\n"
                            "clause 3\n  the reach of p is left open when the sky is dark.\n")  # fmt: skip
    assert small.ask("reach", "A2") == told(2, "1 2")
    assert small.ask("reach", "A2", "dark") == told("silent", "3")


# Who yields to whom


def test_two_onlys_conjoin(tmp_path: Path) -> None:
    small = Small(tmp_path, "clause 1\n  p may rest only when the sky is dark.\n"
                            "clause 2\n  p may rest only when the river is high.\n")  # fmt: skip
    assert answers(small, "may-rest") == {
        "": told("no", "1 2"), "dark": told("no", "2"), "high": told("no", "1"), "dark high": told("yes", "1 2"),
    }  # fmt: skip


def test_a_presumption_yields_to_any_prohibition_without_a_principle(tmp_path: Path) -> None:
    small = Small(tmp_path, "clause 1\n  p may rest only when the sky is dark.\n"
                            "clause 2\n  p may not rest when the river is high.\n")  # fmt: skip
    assert answers(small, "may-rest") == {
        "": told("no", "1"), "dark": told("yes", "1"), "high": told("no", "1 2"), "dark high": told("no", "2"),
    }  # fmt: skip


PERMISSION_AND_BAN = """\
clause 1
  p may rest when the sky is dark.
clause 2
  p may not rest when the river is high.
"""


def test_a_permission_against_a_prohibition_is_a_contradiction(tmp_path: Path) -> None:
    small = Small(tmp_path, PERMISSION_AND_BAN)
    assert answers(small, "may-rest") == {
        "": told("silent"), "dark": told("yes", "1"), "high": told("no", "2"),
        "dark high": told("contradicted", "1 2"),
    }  # fmt: skip


def test_the_principle_decides_and_is_cited_where_it_does(tmp_path: Path) -> None:
    small = Small(tmp_path, PRINCIPLE + PERMISSION_AND_BAN)
    assert answers(small, "may-rest") == {
        "": told("silent"), "dark": told("yes", "1"), "high": told("no", "2"), "dark high": told("no", "0 2", "1"),
    }  # fmt: skip


def test_the_principle_is_about_permissions_only(tmp_path: Path) -> None:
    small = Small(tmp_path, PRINCIPLE + "clause 1\n  p is cold when the sky is dark.\n"
                                        "clause 2\n  p is not cold when the river is high.\n")  # fmt: skip
    assert small.ask("cold", flags="dark high") == told("contradicted", "1 2")


def test_a_conclusion_against_its_explicit_negation_but_not_against_the_default(tmp_path: Path) -> None:
    small = Small(tmp_path, "clause 1\n  p is wet when the sky is dark.\n"
                            "clause 2\n  p is not wet when the river is high.\n")  # fmt: skip
    assert answers(small, "wet") == {
        "": told("no", "1"), "dark": told("yes", "1"), "high": told("no", "2"),
        "dark high": told("contradicted", "1 2"),
    }  # fmt: skip


def test_somebody_must_permit_and_a_met_restriction_is_cited(tmp_path: Path) -> None:
    ban = "clause 2\n  p may not rest unless the sky is dark.\n"
    assert Small(tmp_path / "a", ban).ask("may-rest", flags="dark") == told("silent")
    small = Small(tmp_path / "b", PRINCIPLE + "clause 1\n  p may rest.\n" + ban)
    assert small.ask("may-rest", flags="dark") == told("yes", "1 2")
    assert small.ask("may-rest") == told("no", "0 2", "1")


# Left open

OPEN = """\
clause 1
  whether p may rest is left open when the sky is dark.
clause 2
  p may not rest when the river is high.
"""


def test_left_open_beats_a_permission(tmp_path: Path) -> None:
    small = Small(tmp_path, "clause 1\n  p may rest.\nclause 2\n  whether p may rest is left open when the sky is dark.\n")
    assert small.ask("may-rest") == told("yes", "1")
    assert small.ask("may-rest", flags="dark") == told("silent", "2")


def test_left_open_yields_to_a_no_only_under_the_principle(tmp_path: Path) -> None:
    assert Small(tmp_path / "a", OPEN).ask("may-rest", flags="dark high") == told("silent", "1")
    small = Small(tmp_path / "b", PRINCIPLE + OPEN)
    assert small.ask("may-rest", flags="dark high") == told("no", "0 2", "1")
    assert small.ask("may-rest", flags="dark") == told("silent", "1")
    assert small.ask("may-rest", flags="high") == told("no", "2")


@pytest.mark.parametrize(("verb", "answer"), [("may", "yes"), ("may not", "no")])
def test_left_open_yields_to_an_explicit_override(tmp_path: Path, verb: str, answer: str) -> None:
    small = Small(tmp_path, "clause 1\n  whether p may rest is left open when the sky is dark.\n"
                            f"clause 2 overrides 1\n  p {verb} rest when the river is high.\n")  # fmt: skip
    assert small.ask("may-rest", flags="dark high") == told(answer, "2", "1")
    assert small.ask("may-rest", flags="dark") == told("silent", "1")


def test_what_is_open_but_changes_nothing_leaves_the_answer_certain(tmp_path: Path) -> None:
    small = Small(tmp_path, PRINCIPLE + """\
clause 1
  whether p is cold is left open.
clause 2
  p may rest when p is cold.
clause 3
  p may not rest when the river is high.
clause 4
  p may swim to q when p is cold or the sky is dark.
""")
    assert small.ask("may-rest") == told("silent", "1")
    assert small.ask("may-rest", flags="high") == told("no", "3")
    assert small.ask("may-swim", "A1 A2") == told("silent", "1")
    assert small.ask("may-swim", "A1 A2", "dark") == told("yes", "4")


@pytest.mark.parametrize("principle", ["", PRINCIPLE])
def test_a_possible_prohibition_makes_a_permission_silent(tmp_path: Path, principle: str) -> None:
    small = Small(tmp_path, principle + "clause 1\n  whether p is cold is left open.\nclause 2\n  p may rest.\n"
                                        "clause 3\n  p may not rest when p is cold.\n")  # fmt: skip
    assert small.ask("may-rest") == told("silent", "1")


# Overrides


def test_an_overridden_clause_yields_where_its_overrider_concludes(tmp_path: Path) -> None:
    small = Small(tmp_path, "clause 1\n  the reach of p is 1.\n"
                            "clause 2 overrides 1\n  the reach of p is 2 when p is an emperor.\n")  # fmt: skip
    assert small.ask("reach", "A2") == told(2, "2", "1")
    assert small.ask("reach", "A1") == told(1, "1")


def test_a_defeated_clause_defeats_nothing(tmp_path: Path) -> None:
    small = Small(tmp_path, """\
clause 1
  p may rest.
clause 2 overrides 1
  p may not rest when the sky is dark.
clause 3 overrides 2
  p may rest when the river is high.
""")
    assert answers(small, "may-rest") == {
        "": told("yes", "1"), "dark": told("no", "2", "1"), "high": told("yes", "1 3"),
        "dark high": told("yes", "1 3", "2"),
    }  # fmt: skip


def test_a_possible_overrider_makes_the_answer_silent(tmp_path: Path) -> None:
    small = Small(tmp_path, """\
clause 1
  p may rest.
clause 2 overrides 1
  p may not rest when p is cold.
clause 3
  p is cold exactly when the river is high.
clause 4
  whether p is cold is left open when the sky is dark.
""")
    assert answers(small, "may-rest") == {
        "": told("yes", "1"), "dark": told("silent", "4"), "high": told("no", "2 3", "1"),
        "dark high": told("silent", "4"),
    }  # fmt: skip


def test_only_the_named_part_is_overridden(tmp_path: Path) -> None:
    small = Small(tmp_path, """\
clause 1
  part night: p may rest when the sky is dark.
  part flood: p may rest when the river is high.
clause 2 overrides 1 (night)
  p may not rest when the bridge is closed.
""")
    assert small.ask("may-rest", flags="dark closed") == told("no", "2", "1")
    assert small.ask("may-rest", flags="high closed") == told("contradicted", "1 2")


def test_an_override_acts_in_its_text_and_those_that_include_it(tmp_path: Path) -> None:
    """A diamond of includes is one text: what is reached twice is cited once."""
    small = Small(
        tmp_path, low="clause 1\n  p may rest.\n",
        left="  includes low\nclause 2 overrides low 1\n  p may not rest when the sky is dark.\n",
        right="  includes low\nclause 3\n  p may rest when the river is high.\n",
        top="  includes left, right\nclause 4\n  p may swim to q.\n",
    )  # fmt: skip
    assert small.ask("may-rest", flags="dark", text="low") == told("yes", "low:1")
    assert small.ask("may-rest", flags="dark", text="right") == told("yes", "low:1")
    assert small.ask("may-rest", flags="dark", text="left") == told("no", "left:2", "low:1")
    assert small.ask("may-rest", flags="dark", text="top") == told("no", "left:2", "low:1")
    assert small.ask("may-rest", flags="high", text="top") == told("yes", "low:1 right:3")


# Nothing known


def test_a_least_that_is_nowhere_is_silent(tmp_path: Path) -> None:
    small = Small(tmp_path, "clause 1\n  the reach of p is the least r such that "
                            "(at least 2 emperors that are opponents of p are within r seats of p at the start)\n"
                            "    when p is an emperor.\n"
                            "  the reach of p is the least r such that "
                            "(some emperor that is an opponent of p is within r seats of p at the start)\n"
                            "    when p is a general.\n")  # fmt: skip
    assert small.ask("reach", "A2") == told("silent")
    assert small.ask("reach", "A1") == told(2, "1")
    assert small.ask("reach", "A2", seats="g E g | g E g | g E g") == told(3, "1")


def test_a_missing_fact_is_missed_only_where_it_matters(tmp_path: Path) -> None:
    small = Small(tmp_path, PRINCIPLE + "clause 1\n  p may rest when the sky is dark or the guide is p.\n"
                                        "clause 2\n  p may not rest when the river is high.\n")  # fmt: skip
    assert small.ask("may-rest", flags="dark") == told("yes", "1")
    assert small.ask("may-rest", flags="high") == told("no", "2")
    assert small.ask("may-rest", given={"guide": "A1"}) == told("yes", "1")
    assert small.ask("may-rest", given={"guide": "A2"}) == told("silent")
    missing = small.ask("may-rest")
    assert missing.answer == "invalid"
    assert "guide" in "".join(missing.clauses)


def test_the_default_of_a_closed_fact_cites_what_could_have_concluded_it(tmp_path: Path) -> None:
    small = Small(tmp_path, """\
clause 1
  p is wet when the sky is dark.
clause 2
  p is wet when the river is high.
clause 3
  p is not wet when the bridge is closed.
""")
    assert small.ask("wet") == told("no", "1 2")
    assert small.ask("wet", flags="closed") == told("no", "3")


def test_a_closed_fact_that_nobody_can_conclude_is_silent_yet_false_in_conditions(tmp_path: Path) -> None:
    small = Small(tmp_path, "clause 1\n  p may rest when p is not wet.\nclause 2\n  p may swim to q when p is not cold.\n")
    assert small.ask("wet") == told("silent")
    assert small.ask("may-rest") == told("yes", "1")
    assert small.ask("may-swim", "A1 A2") == told("silent"), "an open fact is unknown, not false"


# Circles

SPREADING = """\
clause 1
  p is wet when p is soaked.
clause 2
  p is wet when some player that is next to p is wet.
clause 3
  p is ill when p is wet and the sky is dark.
"""


def test_truths_may_feed_each_other_and_cite_no_circle(tmp_path: Path) -> None:
    small = Small(tmp_path, SPREADING)
    assert small.ask("wet", "A1") == told("no", "1 2")
    one = {"soaked": ["A1"]}
    assert small.ask("wet", "A1", given=one) == told("yes", "1")
    for player in ("A2", "A3", "B1", "B2", "B3"):
        assert small.ask("wet", player, given=one) == told("yes", "1 2")
    assert small.ask("wet", "A1", given={"soaked": ["A1", "B1"]}) == told("yes", "1 2")
    assert small.ask("ill", "A1", "dark", given=one) == told("yes", "1 3")
    assert small.ask("wet", "A2", given=one, left=["A1", "A3"]) == told("no", "1 2"), "nobody sits beside the gone"


def test_the_order_of_questions_changes_nothing(tmp_path: Path) -> None:
    small = Small(tmp_path, SPREADING)
    questions = [("wet", "A1"), ("wet", "A2"), ("wet", "B1"), ("ill", "B3")]
    found = set()
    for order in permutations(questions):
        small.answerer.positions.clear()
        given = {"soaked": ["A1", "B2"]}
        told_now = {question: small.ask(*question, "dark", given=given) for question in order}
        found.add(tuple(told_now[question] for question in questions))
    assert len(found) == 1


def codes(folder: Path, text: str = "t") -> list[str]:
    rulebook = load_rulebook(folder)
    assert not rulebook.findings
    return [d.code for d in resolve(text, None, rulebook.texts, rulebook.vocabulary)[1]]


@pytest.mark.parametrize(
    "clauses",
    [
        "clause 1\n  p is wet when p is not wet.",
        "clause 1\n  p is wet when not (some player is wet).",
        "clause 1\n  p is wet when p is ill.\nclause 2\n  p is not ill when p is wet.",
        "clause 1\n  p is wet when at most 1 player is wet.",
        "clause 1\n  p is wet when every player that is wet is an emperor.",
        "clause 1\n  p is ill when the sky is dark.\nclause 2 overrides 1\n  p is ill when p is ill.",
        "clause 1\n  p is wet exactly when some player that is next to p is wet.",
    ],
)
def test_what_depends_on_its_own_negation_is_refused(tmp_path: Path, clauses: str) -> None:
    write_rules(tmp_path, t=clauses)
    assert "R501" in codes(tmp_path)
    refused = Small(tmp_path, clauses).ask("wet")
    assert refused.answer == "invalid"
    assert "cannot be used" in "".join(refused.clauses)


def test_a_sound_circle_is_not_refused(tmp_path: Path) -> None:
    assert codes(write_rules(tmp_path, t=SPREADING)) == []


def test_includes_and_overrides_in_a_circle_are_refused(tmp_path: Path) -> None:
    write_rules(tmp_path / "a", t="  includes u\nclause 1\n  p may rest.", u="  includes t\nclause 2\n  p may rest.")
    assert codes(tmp_path / "a") == ["R403"]
    write_rules(tmp_path / "b", t="clause 1 overrides 2\n  p may rest.\nclause 2 overrides 1\n  p may not rest.")
    assert codes(tmp_path / "b") == ["R404"]


# Dates

DATED = """\
  from 2000-01-01, 2010-01-01, 2020-01-01
  numbered 5 from 2000-01-01, 7 from 2010-01-01
clause 7.1
  until 2010-01-01: the reach of p is 1.
  since 2010-01-01 until 2020-01-01: the reach of p is 2.
  since 2020-01-01: the reach of p is 3.
clause 7.2 since 2010-01-01
  p may rest.
clause 7.3 until 2010-01-01
  p may swim to q.
"""


def test_wordings_and_numbers_of_a_date(tmp_path: Path) -> None:
    small = Small(tmp_path, DATED)
    expected = {
        "2000-01-01": told(1, "5.1"), "2009-12-31": told(1, "5.1"), "2010-01-01": told(2, "7.1"),
        "2019-12-31": told(2, "7.1"), "2020-01-01": told(3, "7.1"), "2999-01-01": told(3, "7.1"),
    }  # fmt: skip
    assert {on: small.ask("reach", on=on) for on in expected} == expected
    assert small.ask("reach") == told(3, "7.1")
    assert [small.ask("may-rest", on=on).answer for on in ("2009-12-31", "2010-01-01")] == ["silent", "yes"]
    assert small.ask("may-swim", "A1 A2", on="2009-12-31") == told("yes", "5.3")
    assert small.ask("may-swim", "A1 A2", on="2010-01-01") == told("silent")
    early = small.ask("reach", on="1999-12-31")
    assert early.answer == "invalid"
    assert "2000-01-01" in "".join(early.clauses)


def test_includes_follow_the_date_unless_fixed_and_single_wordings_ignore_it(tmp_path: Path) -> None:
    small = Small(
        tmp_path, t=DATED, free="  includes t\n  from 2015-01-01\nclause 1\n  p is wet.",
        fixed="  includes t at 2005-01-01\nclause 1\n  p is wet.",
    )  # fmt: skip
    assert small.ask("reach", text="free", on="2015-01-01") == told(2, "7.1")
    assert small.ask("reach", text="free") == told(3, "7.1")
    for on in (None, "2005-01-01", "2015-01-01", "2025-01-01"):
        assert small.ask("reach", text="fixed", on=on) == told(1, "5.1")
    assert small.ask("wet", text="free", on="1990-01-01") == told("yes", "free:1"), "one wording ignores the date"


# Quantifiers and moments


@pytest.mark.parametrize(
    ("condition", "who"),
    [
        ("some general is next to p", "A1 A2 A3 B1 B2 B3"),
        ("some opponent of p is next to p", "A1 A3 B1 B3"),
        ("every player that is next to p is a general", "A2 B2"),
        ("every opponent of p that is within 1 seats of p is an emperor", "A2 B2"),
        ("no opponent of p is next to p", "A2 B2"),
        ("exactly 1 opponent of p is next to p", "A1 A3 B1 B3"),
        ("at least 2 generals that are opponents of p are within 2 seats of p", "A2 B2"),
        ("more than 2 opponents of p are within 3 seats of p", "A1 A2 A3 B1 B2 B3"),
        ("at most 0 opponents of p are next to p", "A2 B2"),
        ("p is next to some emperor", "A1 A3 B1 B3"),
        ("some player other than p is next to p", "A1 A2 A3 B1 B2 B3"),
        ("some opponent of p called x is such that (x is next to p and x is not an emperor)", "A1 A3 B1 B3"),
        ("some emperor called x is such that (the distance from p to x is 3)", "A2 B2"),
        ("p is an emperor or (p is soaked and the sky is dark)", "A2 B2"),
        ("the number of opponents of p is 3", "A1 A2 A3 B1 B2 B3"),
        ("the number of generals that are next to p is 2", "A2 B2"),
    ],
)
def test_quantifiers(tmp_path: Path, condition: str, who: str) -> None:
    small = Small(tmp_path, f"clause 1\n  p is cold exactly when {condition}.")
    expected = {p: told("yes" if p in who.split() else "no", "1") for p in ("A1", "A2", "A3", "B1", "B2", "B3")}
    assert {p: small.ask("cold", p) for p in expected} == expected


@pytest.mark.parametrize(
    ("condition", "none", "left", "leaving"),
    [
        ("some opponent of p is next to p", "no", "yes", "yes"),
        ("some opponent of p is next to p now", "no", "yes", "yes"),
        ("some opponent of p is next to p as the turn began", "no", "yes", "no"),
        ("some opponent of p is next to p at the start", "no", "no", "no"),
        ("exactly 2 generals are next to p", "yes", "yes", "yes"),
        ("every general is in the game", "yes", "no", "no"),
        ("every general is in the game as the turn began", "yes", "no", "yes"),
        ("some general has left the game", "no", "yes", "yes"),
        ("the number of players is 6", "yes", "yes", "yes"),
        ("some player called x is such that (x is next to p at the start and x is not next to p)", "no", "yes", "yes"),
        ("every player that is in the game is within 2 seats of p", "no", "yes", "yes"),
    ],
)
def test_moments_and_those_who_have_gone(tmp_path: Path, condition: str, none: str, left: str, leaving: str) -> None:
    small = Small(tmp_path, f"clause 1\n  p is cold exactly when {condition}.")
    found = [small.ask("cold", "A2", **gone) for gone in ({}, {"left": ["A3"]}, {"leaving": ["A3"]})]
    assert found == [told(answer, "1") for answer in (none, left, leaving)]


# Nobody, and slots


@pytest.mark.parametrize(
    ("condition", "nobody", "b3"),
    [
        ("p is the captain", "no", "no"),
        ("p is next to the captain", "no", "yes"),
        ("the captain is a general", "no", "yes"),
        ("the captain is an opponent of p", "no", "yes"),
        ("the captain is in the game", "no", "yes"),
        ("the distance from p to the captain is at most 6", "no", "yes"),
        ("the captain is soaked", "no", "no"),
        ("not (p is next to the captain)", "yes", "no"),
        ("some player is the captain", "no", "yes"),
    ],
)
def test_nobody_makes_what_is_said_of_them_false(tmp_path: Path, condition: str, nobody: str, b3: str) -> None:
    small = Small(tmp_path, f"clause 1\n  p is cold exactly when {condition}.")
    assert small.ask("cold", "A1") == told(nobody, "1")
    assert small.ask("cold", "A1", given={"captain": "B3"}) == told(b3, "1")


def test_a_slot_is_bound_to_what_is_given_or_to_the_first(tmp_path: Path) -> None:
    small = Small(tmp_path, "clause 1\n  p may swim to q from the shore of x only when q is next to x.\n"
                            "clause 2\n  p may not swim to q when q is p.\n")  # fmt: skip
    assert small.ask("may-swim", "A1 A2") == told("yes", "1")
    assert small.ask("may-swim", "A1 A3") == told("no", "1")
    assert small.ask("may-swim", "A1 A3", given={"from": "B1"}) == told("yes", "1")
    assert small.ask("may-swim", "A1 A2", given={"from": "B1"}) == told("no", "1")
    assert small.ask("may-swim", "A1 A1", given={"from": "A2"}) == told("no", "2")
