"""Which answers change between two states of the rules: by hand on small folders, and by mutants of the shipped ones."""

from __future__ import annotations

import json
import random
import shutil
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import emperor_rules as er
from emperor_rules.check.diff.changes import Changes
from emperor_rules.check.diff.semantic import find_changes
from emperor_rules.check.mutation.operators import Mutant, mutants_of
from emperor_rules.check.mutation.runner import ALIVE, STILLBORN, MutantRunner
from tests.support.command_line import run
from tests.support.paths import RULES
from tests.support.river import VOCABULARY
from tests.support.sampling import sample_of
from tests.support.shipped import whole_rulebook as shipped
from tests.support.two_states import PLAIN, REST, SEATS, WET, both, replayed, report, rules

# --- answers --------------------------------------------------------------------------------------


def test_a_turned_condition_shows_with_a_witness_that_both_sides_answer_so(tmp_path: Path) -> None:
    """Two seats are the smallest table with an opponent; resting changes only because it rests on being wet."""
    old, new = both(tmp_path, PLAIN, PLAIN.replace("is an emperor", "is a general"))
    document = report(old, new)
    assert {c["ask"] for c in document["changes"]} == {"wet", "may-rest"}
    for change in document["changes"]:
        before, after = change["answers"]["old"], change["answers"]["new"]
        assert replayed(old, change) == (before["status"], before["answer"])
        assert replayed(new, change) == (after["status"], after["answer"])
        assert before["answer"] != after["answer"]
    direct = {c["ask"]: c["direct"] for c in document["changes"]}
    assert direct == {"wet": True, "may-rest": False}
    assert {len(c["witness"]["seats"].replace("|", "").split()) for c in document["changes"]} == {2}
    assert run("diff", old, new, *SEATS).exit_code == 1


def test_a_size_with_too_many_tables_is_not_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("emperor_rules.search.seatings.MOST_TABLES", 4)
    old, new = both(tmp_path, PLAIN, PLAIN.replace("only when p is wet", "only when not (p is not wet)"))
    shown = run("diff", old, new, *SEATS)
    assert shown.exit_code == 1
    assert "seatings of one size are legal. Not looked at:" in shown.output and "(beyond 2 seats)" in shown.output
    assert "not every question could be looked at" in shown.output
    assert report(old, new)["searched"]["complete"] is True


def test_yes_to_no_and_no_to_yes_are_two_changes(tmp_path: Path) -> None:
    """Emperors get dry and generals wet: each direction needs a witness of its own."""
    old, new = both(tmp_path, PLAIN, PLAIN.replace("is an emperor", "is a general"))
    ways = {
        (c["answers"]["old"]["answer"], c["answers"]["new"]["answer"])
        for c in report(old, new)["changes"]
        if c["ask"] == "wet"
    }
    assert ways == {(True, False), (False, True)}


def test_a_clause_dropped_leaves_silence(tmp_path: Path) -> None:
    """Without clause 1 nobody says what the reach is; being ill is untouched."""
    old, new = both(tmp_path, "clause 1\n  the reach of p is 2.\n\nclause 2\n  p is ill.\n", "clause 2\n  p is ill.\n")
    document = report(old, new)
    assert [(c["ask"], c["answers"]["old"]["answer"], c["answers"]["new"]["status"]) for c in document["changes"]] == [
        ("reach", 2, "silent")
    ]
    assert [c["clause"] for c in document["clauses"]["removed"]] == ["t:1"]


def test_the_same_said_otherwise_changes_no_answer(tmp_path: Path) -> None:
    """A double negation is another sentence with the same answers, found by searching and not by comparing sentences."""
    old, new = both(tmp_path, PLAIN, PLAIN.replace("only when p is wet", "only when not (p is not wet)"))
    document = report(old, new)
    assert document["changes"] == []
    assert [c["clause"] for c in document["clauses"]["rewritten"]] == ["t:1"]
    assert document["searched"]["positions"] > 0
    shown = run("diff", old, new, *SEATS)
    assert shown.exit_code == 0
    assert "No answer changes, up to 4 seats." in shown.output


NUMBERS = 'given boats\n  en "the number of boats"\n  it "il numero di barche"\n  number\n  default 0\n'
FEW = "clause 1\n  p is ill when at least {} players called q are such that (q is soaked).\n"


@pytest.mark.parametrize(
    ("text", "before", "after", "given"),
    [
        ("clause 1\n  p is ill when the number of boats is at most {}.\n", "5", "6", {"boats": 6}),
        (FEW, "3", "4", {"soaked": ["A1", "A2", "B1"]}),
    ],
)
def test_what_only_large_numbers_and_many_players_show(
    text: str, before: str, after: str, given: dict[str, Any], tmp_path: Path
) -> None:
    """The bounds differ in one number only, so that just this number, or just so many players, tells them apart."""
    old, new = both(tmp_path, text.format(before), text.format(after))
    for folder in (old, new):
        (folder / "vocabulary" / "more.rules").write_text(NUMBERS, encoding="utf-8")
    (change,) = report(old, new)["changes"]
    assert change["witness"]["given"] == given


def test_only_words(tmp_path: Path) -> None:
    """Words decide no answer: the clause is reworded, not rewritten."""
    old, new = both(tmp_path, PLAIN, PLAIN)
    file = new / "texts" / "t.rules"
    file.write_text(
        file.read_text(encoding="utf-8").replace('en "Something."', 'en "Another thing."', 1), encoding="utf-8"
    )
    document = report(old, new)
    assert document["changes"] == []
    assert document["clauses"]["reworded"] == [{"clause": "t:1", "what": ["words"]}]
    assert document["clauses"]["rewritten"] == []
    assert "nothing that decides an answer was touched" in run("diff", old, new).output


def test_a_clause_renumbered_and_moved_to_another_file(tmp_path: Path) -> None:
    """A clause is the same by its slug, whatever its number and wherever it stands."""
    old, new = both(tmp_path, PLAIN, PLAIN.replace("clause 2 wetness", "clause 7 wetness"))
    (new / "texts" / "deep").mkdir()
    (new / "texts" / "t.rules").rename(new / "texts" / "deep" / "t.rules")
    document = report(old, new)
    assert document["changes"] == []
    assert document["clauses"]["reworded"] == [{"clause": "t:7", "what": ["number"]}]
    assert run("diff", old, new, *SEATS).exit_code == 0


def test_an_override_of_a_renumbered_clause_is_the_same_override(tmp_path: Path) -> None:
    """5 is the clause that was 1, by its slug: nothing was rewritten."""
    old, new = both(
        tmp_path,
        "clause 1 base\n  the reach of p is 1.\n\nclause 2 over overrides 1\n  the reach of p is 2.\n",
        "clause 5 base\n  the reach of p is 1.\n\nclause 2 over overrides 5\n  the reach of p is 2.\n",
    )
    document = report(old, new)
    assert (document["changes"], document["clauses"]["rewritten"]) == ([], [])


def test_texts_added_and_removed_stand_apart(tmp_path: Path) -> None:
    """Nothing can be compared with a text that is not there; losing one is a change, gaining one is none."""
    old = rules(tmp_path / "old", t=PLAIN, gone=REST)
    new = rules(tmp_path / "new", t=PLAIN, fresh=REST)
    document = report(old, new)
    assert document["texts"] == {"added": ["fresh"], "removed": ["gone"]}
    assert document["changes"] == []
    assert run("diff", old, new).exit_code == 1  # what was answered of the text that is gone is answered no more
    assert run("diff", rules(tmp_path / "less", t=PLAIN), new).exit_code == 0


def test_a_text_that_builds_on_the_changed_one_changes_too(tmp_path: Path) -> None:
    """u says nothing new of being wet, but includes t, and its own clause rests on it."""
    old = rules(tmp_path / "old", t=PLAIN, u="  includes t\nclause 9\n  p is ill when p is wet.\n")
    new = rules(
        tmp_path / "new",
        t=PLAIN.replace("some opponent", "no opponent"),
        u="  includes t\nclause 9\n  p is ill when p is wet.\n",
    )
    document = report(old, new)
    assert {(c["text"], c["ask"]) for c in document["changes"]} == {
        ("t", "wet"),
        ("t", "may-rest"),
        ("u", "wet"),
        ("u", "may-rest"),
        ("u", "ill"),
    }


DATED = "  from 2001-01-01, 2010-01-01, 2020-01-01\n"


def test_an_earlier_wording_is_compared_on_its_days(tmp_path: Path) -> None:
    """The wording of today is the same: only on 2001-01-01 does the changed sentence hold."""
    text = DATED + "clause 1\n  until 2010-01-01: the reach of p is 1.\n  since 2010-01-01: the reach of p is 2.\n"
    old, new = both(tmp_path, text, text.replace("is 1.", "is 3."))
    (change,) = report(old, new)["changes"]
    assert (change["on"], change["also-on"]) == ("2001-01-01", [])
    assert replayed(old, change) == ("answered", 1)
    assert replayed(new, change) == ("answered", 3)
    assert "  on 2001-01-01\n" in change["scenario"]


def test_a_change_of_many_days_is_told_once(tmp_path: Path) -> None:
    """Clause 1 reads the same on all days, so that today's witness stands for them; the others are listed."""
    text = DATED + "clause 1\n  the reach of p is 1.\n\nclause 2 since 2020-01-01\n  p is ill.\n"
    old, new = both(tmp_path, text, text.replace("is 1.", "is 3."))
    (change,) = report(old, new)["changes"]
    assert (change["on"], change["also-on"]) == (None, ["2001-01-01", "2010-01-01", "2020-01-01"])


def test_a_later_first_day_is_told(tmp_path: Path) -> None:
    """Between the two first days questions were answered and now are invalid: that is a change."""
    text = DATED + "clause 1\n  the reach of p is 1.\n"
    old, new = both(tmp_path, text, text.replace("2001-01-01, ", ""))
    assert report(old, new)["first-days"] == {"t": {"old": "2001-01-01", "new": "2010-01-01"}}
    assert run("diff", old, new, *SEATS).exit_code == 1


# --- the vocabulary -------------------------------------------------------------------------------


def reworded(folder: Path, before: str, after: str) -> None:
    file = folder / "vocabulary" / "small.rules"
    assert before in VOCABULARY
    file.write_text(file.read_text(encoding="utf-8").replace(before, after), encoding="utf-8")


def test_a_question_removed_and_one_added(tmp_path: Path) -> None:
    """Who asked it gets no answer any more, hence exit status 1; a new question takes nothing from anybody."""
    old, new = both(tmp_path, PLAIN, PLAIN)
    reworded(new, '  ask en "is p ill?"\n  ask it "p è malato?"\n', "")
    document = report(old, new)
    assert document["questions"]["removed"] == ["ill"]
    assert report(new, old)["questions"]["added"] == ["ill"]
    assert (run("diff", old, new).exit_code, run("diff", new, old).exit_code) == (1, 0)


def test_what_a_word_means_is_part_of_the_rules(tmp_path: Path) -> None:
    """No text was touched, but “opponent” means something else in both clauses."""
    old, new = both(tmp_path, PLAIN, PLAIN)
    reworded(new, "means the team of p is not the team of q.", "means the team of p is the team of q.")
    document = report(old, new)
    assert {c["ask"] for c in document["changes"]} == {"wet", "may-rest"}
    assert document["vocabulary"]["rewritten"] == ["fact opponent"]


def test_another_default_is_compared_where_nobody_says(tmp_path: Path) -> None:
    """The witness gives nothing, since the answers differ just where nobody says whether it is dark."""
    text = "clause 1\n  p is ill when the sky is dark.\n"
    old, new = both(tmp_path, text, text)
    reworded(
        new,
        'given dark\n  en "the sky is dark"\n  it "il cielo è scuro"\n  default no',
        'given dark\n  en "the sky is dark"\n  it "il cielo è scuro"\n  default yes',
    )
    document = report(old, new)
    (change,) = document["changes"]
    assert "given" not in change["witness"]
    assert (change["answers"]["old"]["answer"], change["answers"]["new"]["answer"]) == (False, True)


def test_what_is_asked_of_others_is_not_compared(tmp_path: Path) -> None:
    """A question with another number of players is another question under an old name."""
    old, new = both(tmp_path, REST, "clause 2 wetness\n  p may swim to q when q is next to p.\n")
    reworded(new, 'action may-rest\n  of p\n  en "p may rest"', 'action may-rest\n  of p, q\n  en "p may rest by q"')
    document = report(old, new)
    assert document["questions"]["not-compared"] == {"may-rest": "it is asked of others than before"}
    assert {c["ask"] for c in document["changes"]} == {"may-swim"}


def test_a_role_added_is_given_out_only_where_both_know_it(tmp_path: Path) -> None:
    """A table with a scout could not be laid in the old state, so that no witness may have one."""
    old, new = both(tmp_path, PLAIN, PLAIN.replace("is an emperor", "is a scout"))
    reworded(
        new,
        "fact next-to",
        'role scout\n  letter s\n  en "scout", "scouts"\n  it "esploratore", "esploratori"\n\nfact next-to',
    )
    document = report(old, new)
    assert document["vocabulary"]["added"] == ["role scout"]
    assert {c["ask"] for c in document["changes"]} == {"wet", "may-rest"}
    assert all("s" not in c["witness"]["seats"] for c in document["changes"])


# --- tables ---------------------------------------------------------------------------------------

SITTING = """
fact seating-fine
  en "the seating is fine"
  it "la disposizione va bene"
  ask en "is the seating fine?"
  ask it "la disposizione va bene?"
  requirement
  ignores left, leaving
"""
TABLE = "clause 1\n  require the number of teams is 2.\n  require exactly 2 players are emperors.\n\n" + WET


def test_seatings_that_became_legal_are_named(tmp_path: Path) -> None:
    """Two emperors were demanded and now one is: the smallest tables show both sides."""
    old, new = both(tmp_path, TABLE, TABLE.replace("exactly 2", "exactly 1"))
    for folder in (old, new):
        file = folder / "vocabulary" / "small.rules"
        file.write_text(VOCABULARY + SITTING, encoding="utf-8")
    document = report(old, new)
    (tables,) = document["tables"]
    assert "E | E" in tables["removed"]
    assert "E | g" in tables["added"]
    assert "Now legal in t: " in run("diff", old, new, *SEATS).output


def test_a_requirement_dropped_does_not_list_every_seating_there_is(tmp_path: Path) -> None:
    """Nearly every seating is legal now: the search says that it ended early, and the list stays bounded."""
    dropped = "clause 1\n  require the number of teams is at least 1.\n\n" + WET
    old, new = both(tmp_path, TABLE, dropped)
    for folder in (old, new):
        (folder / "vocabulary" / "small.rules").write_text(VOCABULARY + SITTING, encoding="utf-8")
    shown = json.loads(run("diff", old, new, "--up-to", "9", "--question", "seating-fine", "--format", "json").stdout)
    assert [c["ask"] for c in shown["changes"]] == ["seating-fine"]
    (tables,) = shown["tables"]
    assert tables["complete"] is False
    assert 200 <= len(tables["added"]) < 2000


def test_a_question_without_a_table_was_not_looked_at(tmp_path: Path) -> None:
    """The answer changes, but tables begin at three teams: “no answer changes” would be said of none."""
    table = "clause 1\n  require the number of teams is at least 3.\n\n"
    states = table + WET, table + WET.replace("is next to", "is not next to")
    old, new = both(tmp_path, *states)
    for folder in (old, new):
        (folder / "vocabulary" / "small.rules").write_text(VOCABULARY + SITTING, encoding="utf-8")
    for bound, found in (("2", False), ("4", True)):
        ran = run("diff", old, new, "--up-to", bound, "--format", "json")
        document = json.loads(ran.stdout)
        assert ran.exit_code == 1
        assert {"wet" in change["ask"] for change in document["changes"]} == ({True} if found else set())
        assert document["searched"]["without-table"] == ([] if found else ["wet"])
        missed = [(u["text"], u["ask"], u["seats"]) for u in document["searched"]["not-searched"]]
        assert missed == ([] if found else [("t", "wet", 1)])
    for shape in ("full", "markdown"):
        shown = run("diff", old, new, "--up-to", "2", "--format", shape).output
        assert "No seating of up to 2 seats is legal in either state. Not looked at:" in shown
        assert "No answer changes" not in shown and "No other answer" not in shown
    changes = er.diff(old, new, seats=2)
    assert changes.searched.complete and not changes.exhaustive and not changes.silent


# --- the shipped rules ----------------------------------------------------------------------------


@pytest.mark.slow
def test_a_folder_and_itself_say_the_same(tmp_path: Path) -> None:
    shutil.copytree(RULES, tmp_path / "copy")
    result = run("diff", RULES, tmp_path / "copy")
    assert result.exit_code == 0
    assert "the rules say the same in the same words" in result.output


@pytest.mark.parametrize("seed", range(2))
def test_laying_out_and_reading_anew_change_nothing(seed: int) -> None:
    """Texts in another order and clauses as new records: what is told apart is what they say."""
    texts = list(shipped().texts.items())
    random.Random(seed).shuffle(texts)
    other = replace(shipped(), texts={id: replace(t, clauses=tuple(replace(c) for c in t.clauses)) for id, t in texts})
    changes = find_changes(shipped(), other, up_to=6)
    assert changes.silent
    assert changes.written.nothing


@cache
def judge() -> MutantRunner:
    """The search of the coverage alone: no scenario may kill a mutant before it is searched."""
    runner = MutantRunner(shipped(), 6)
    runner.passing = {}
    return runner


@cache
def sample() -> list[Mutant]:
    """Draw mutants of texts that no other includes, so that one text is searched for each."""
    included = {inclusion.text for text in shipped().texts.values() for inclusion in text.includes}
    texts = [text for text in shipped().texts.values() if text.id not in included]
    return random.Random(3).sample([m for text in texts for m in mutants_of(text, shipped().vocabulary)], 8)


def changes_of(mutant: Mutant) -> Changes:
    texts = {**shipped().texts, mutant.text: mutant.applied(shipped().texts[mutant.text])}
    return find_changes(shipped(), replace(shipped(), texts=texts), up_to=6)


@pytest.mark.parametrize("at", sample_of(range(0, 8, 2), 0))
def test_mutants_that_coverage_can_tell_change_an_answer(at: int) -> None:
    mutant = sample()[at]
    verdict = judge().verdict(mutant)
    if verdict.state == STILLBORN:
        return
    changes = changes_of(mutant)
    assert bool(changes.answers) == (verdict.state == ALIVE), (mutant.id, verdict)
    assert not changes.unsearched


@pytest.mark.slow
def test_the_sample_holds_both_kinds() -> None:
    states = [judge().verdict(mutant).state for mutant in sample()]
    assert states.count(ALIVE) >= 3
