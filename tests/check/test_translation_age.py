"""The age of a translation, clause by clause."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from emperor_rules.check.history.translation import date_translation
from emperor_rules.errors import NotATranslationError
from emperor_rules.model.rulebook import Rulebook
from tests.support.dated_rules import DATED, SEATS, TRANSLATED, book, emperor
from tests.support.river import write_rules


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
    assert late.difference.witness == {"text": "x", "seats": "E | E", "ask": "reach", "of": ["A1"]}
    assert (late.difference.now.answer, late.difference.then.answer) == (1, 2)


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
    assert long.state == "different"
    assert (long.effect.difference.now.status, long.effect.difference.then.status) == ("contradicted", "answered")


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
