"""What a text leaves open, what rests on it, and circles of consequences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from emperor_rules.evaluate.engine import Engine
from tests.support.kings_and_pawns import Folder, clause, text
from tests.support.short_texts import answered, ask, no, one, silent, yes

# --- left open and unknown ------------------------------------------------------------------------


def test_left_open_is_silent_with_its_clause(folder: Folder) -> None:
    """That a text leaves something open is itself a statement, so that the clause is cited."""
    a = one(folder, clause("1", "p may hit q."), clause("2", "whether p may hit q is left open when q is a king."))
    assert ask(a, "may-hit", "A1", "A2") == yes("1")
    assert ask(a, "may-hit", "A2", "A1") == silent("2")


def test_what_does_not_arise_is_left_open_and_told_so(folder: Folder) -> None:
    """It is told of the question itself alone, and only where no clause merely leaves it open."""
    a = one(
        folder,
        clause("1", "whether p may hit q does not arise when q is a king."),
        clause("2", "whether p may hit q is left open when p is a king."),
        clause("3", "p may push q when p may hit q."),
        clause("4", "the reach of p does not arise when p is a king."),
    )
    asked = [("may-hit", "A2", "A1"), ("may-hit", "A1", "B1"), ("may-push", "A2", "A1"), ("reach", "A1")]
    told = [ask(a, *question).as_json(None).get("arises") for question in asked]
    assert told == [False, None, None, False]
    assert ask(a, "may-push", "A2", "A1") == silent("1")


def test_left_open_yields_to_a_certain_no_under_the_principle_only(folder: Folder) -> None:
    """Under the principle a prohibition beats the possible permission as it would beat a certain one."""
    clauses = (
        clause("1", "whether p may hit q is left open when q is a king."),
        clause("2", "p may not hit q when the room is dark."),
    )
    a = one(folder, *clauses)
    assert ask(a, "may-hit", "A2", "A1", given={"dark": True}) == silent("1")
    a = one(folder, *clauses, clause("3", "prohibitions beat permissions."))
    assert ask(a, "may-hit", "A2", "A1", given={"dark": True}) == no("2", "3", over=("1",))
    assert ask(a, "may-hit", "A2", "A1") == silent("1")


def test_left_open_does_not_yield_to_a_yes(folder: Folder) -> None:
    """What is explicitly open is not settled by a presumption, but by a certain no under the principle."""
    a = one(
        folder,
        clause("1", "p may hit q only when q is next to p."),
        clause("2", "whether p may hit q is left open when q is a king."),
        clause("3", "prohibitions beat permissions."),
    )
    assert ask(a, "may-hit", "A2", "A1") == silent("2")
    assert ask(a, "may-hit", "A3", "A1") == no("1", "3", over=("2",))


def test_an_open_value_is_silent_and_yields_to_an_override_only(folder: Folder) -> None:
    """Values know no principle: only an override settles what a clause leaves open."""
    clauses = (clause("1", "the reach of p is 2."), clause("2", "the reach of p is left open when p is a king."))
    a = one(folder, *clauses)
    assert ask(a, "reach", "A1") == silent("2")
    assert ask(a, "reach", "A2") == answered(2, "1")
    a = one(folder, *clauses, clause("3", "the reach of p is 5 when the room is dark.", head="overrides 2, 1"))
    assert ask(a, "reach", "A1", given={"dark": True}) == answered(5, "3", over=("1", "2"))
    assert ask(a, "reach", "A1") == silent("2")


def test_an_open_fact_inside_a_condition_leaves_open_what_it_could_change(folder: Folder) -> None:
    """Strong Kleene: an answer is certain where it is the same whatever the open fact is, and then does not rest on it."""
    a = one(
        folder,
        clause("1", "whether p is wet is left open when p is a king."),
        clause("2", "p may hit q when p is wet."),
        clause("3", "p may hit q when the room is dark."),
        clause("4", "p is hot exactly when p is wet and p is a king."),
        clause("5", "p is red when p is wet or the room is dark."),
    )
    assert ask(a, "may-hit", "A1", "A2") == silent("1")
    assert ask(a, "may-hit", "A1", "A2", given={"dark": True}) == yes("3"), "whatever the open fact is"
    assert ask(a, "hot", "A1") == silent("1")
    assert ask(a, "hot", "A2") == no("4")
    assert ask(a, "red", "A1") == silent("1")
    assert ask(a, "red", "A1", given={"dark": True}) == yes("5")


def test_only_what_could_change_the_answer_is_cited_for_a_silence(folder: Folder) -> None:
    """Against a certain no a possible plain yes counts; the possible yes of an *only*, which gives way, does not."""
    a = one(
        folder,
        clause("1", "whether p is wet is left open when p is a king."),
        clause("2", "whether p is hot is left open when p is a king."),
        clause("3", "p may hit q only when p is wet."),
        clause("4", "p may hit q when p is hot."),
        clause("5", "p may not hit q when the room is dark."),
    )
    assert ask(a, "may-hit", "A1", "A2", given={"dark": True}) == silent("2")
    assert ask(a, "may-hit", "A1", "A2") == silent("1", "2")


def test_a_value_may_be_unknown_and_an_answer_certain(folder: Folder) -> None:
    """An unknown range, yet whoever sits further than a neighbour is out of reach by another clause."""
    a = one(
        folder,
        clause("1", "the reach of p is left open."),
        clause("2", "p may hit q only when the distance from p to q is at most the reach of p."),
        clause("3", "p may hit q only when q is next to p."),
    )
    assert ask(a, "may-hit", "A1", "A2") == silent("1")
    assert ask(a, "may-hit", "A1", "A3") == no("3")


def test_quantifiers_over_unknowns(folder: Folder) -> None:
    """A witness, or a counterexample, settles a quantifier; without one it is as open as its instances."""
    a = one(
        folder,
        clause("1", "whether p is wet is left open when p is a king."),
        clause("2", "p is wet when p is a pawn and the room is dark."),
        clause("3", "p is red when some player is wet."),
        clause("4", "p is big when at least 4 players are wet."),
        clause("5", "p is ill when every player is wet."),
        clause("6", "p is sad when at most 3 players are wet."),
    )
    assert ask(a, "red", "A1") == silent("1")
    assert ask(a, "red", "A1", given={"dark": True}) == yes("3", "2")
    assert ask(a, "big", "A1") == silent("1"), "an open fact no clause concludes is itself unknown"
    assert ask(a, "big", "A1", given={"dark": True}) == yes("4", "2")
    assert ask(a, "ill", "A1", given={"dark": True}) == silent("1")
    assert ask(a, "sad", "A1", given={"dark": True}) == no("6")


def test_least_is_the_least_and_undefined_where_there_is_none(folder: Folder) -> None:
    """Three places from A1 sits the only other king; without another king no number fits, and no clause is to blame."""
    a = one(
        folder,
        clause("1", "the reach of p is the least n such that (some king other than p is within n seats of p)."),
        clause("2", "p is red when the reach of p is more than 1."),
    )
    assert ask(a, "reach", "A1") == answered(3, "1")
    assert ask(a, "reach", "A2") == answered(1, "1")
    assert ask(a, "reach", "A1", seats="E g | g") == silent(), "undefined, hence silent, and nothing is open"
    assert ask(a, "red", "A1") == yes("2", "1")
    assert ask(a, "red", "A2") == no("2")
    assert ask(a, "red", "A1", seats="E g | g") == silent()


def test_an_undefined_value_is_not_outdone_by_another_clause(folder: Folder) -> None:
    """The overriding clause applies in the dark; that its term has no value does not bring back the clause that it overrides."""
    a = one(
        folder,
        clause("1", "the reach of p is 2."),
        clause(
            "2",
            "the reach of p is the least n such that (some king other than p is within n seats of p) "
            "when the room is dark.",
            head="overrides 1",
        ),
    )
    assert ask(a, "reach", "A2", given={"dark": True}) == answered(1, "2", over=("1",))
    assert ask(a, "reach", "A1", seats="E g | g", given={"dark": True}) == silent()
    assert ask(a, "reach", "A1", seats="E g | g") == answered(2, "1")


def test_the_first_player_to_the_left(folder: Folder) -> None:
    """The search goes round the table once and does not come back to p."""
    a = one(folder, clause("1", "the heir of p is the first king to the left of p that is in the game."))
    assert ask(a, "heir", "A2") == answered("B1", "1")
    assert ask(a, "heir", "B2") == answered("A1", "1")
    assert ask(a, "heir", "A2", left=["B1"]) == answered("A1", "1")
    assert ask(a, "heir", "A1", left=["B1"]) == silent(), "nobody: undefined, hence silent"


# --- consequences of consequences -----------------------------------------------------------------

FALL = (
    clause("1", "p is ill when p is guilty."),
    clause("2", "t is lost when some king that is a player of t is ill."),
    clause("3", "p is ill when the team of p is lost."),
    clause("4", "t is lost when every player of t is ill."),
)


def test_a_least_fixed_point(folder: Folder) -> None:
    """Falling together, each because of the other, is supported by nothing: the least model has nobody fall."""
    a = one(folder, *FALL)
    nobody: Mapping[str, Any] = {"given": {"guilty": []}}
    assert ask(a, "ill", "A1", **nobody).answer is False, "falling because one falls is no reason"
    assert ask(a, "team-lost", "A", **nobody) == no("2", "4")
    for given, lost in ((["A1"], True), (["A2"], False), (["A2", "A3"], False), (["A1", "A2", "A3"], True)):
        assert ask(a, "team-lost", "A", given={"guilty": given}).answer is lost
        assert ask(a, "team-lost", "B", given={"guilty": given}).answer is False


def test_derivations_of_a_circle_are_exact(folder: Folder) -> None:
    """A1 is guilty, so the team is lost by 2; through 3 A2 is ill. Clause 4 is cited only where every player is ill by 1 alone."""
    a = one(folder, *FALL)
    king: Mapping[str, Any] = {"given": {"guilty": ["A1"]}}
    assert ask(a, "team-lost", "A", **king) == yes("2", "1")
    assert ask(a, "ill", "A2", **king) == yes("1", "3", "2"), "its own clauses first"
    assert ask(a, "ill", "A1", **king) == yes("1")
    everyone: Mapping[str, Any] = {"given": {"guilty": ["A1", "A2", "A3"]}}
    assert ask(a, "team-lost", "A", **everyone) == yes("2", "4", "1")
    assert ask(a, "ill", "A2", **everyone) == yes("1", "3", "2")


def test_derivations_do_not_depend_on_earlier_questions(folder: Folder) -> None:
    """What the circle's facts were found to rest on may not grow with each question about it."""
    a = one(folder, *FALL)
    request: Mapping[str, Any] = {"given": {"guilty": ["A1"]}}
    ask(a, "ill", "A2", **request)
    ask(a, "ill", "A3", **request)
    ask(a, "ill", "A1", **request)
    assert ask(a, "team-lost", "A", **request) == yes("2", "1")


def test_an_unknown_runs_round_a_circle(folder: Folder) -> None:
    """Whoever may be ill may take along the team, hence everybody of it."""
    a = one(folder, *FALL, clause("5", "p is ill when p is wet."), clause("6", "whether p is wet is left open."))
    assert ask(a, "team-lost", "A") == silent("6")
    assert ask(a, "ill", "A2") == silent("6")
    assert ask(a, "team-lost", "A", given={"guilty": ["A1"]}).answer is True


UNSTRATIFIED = {
    "a negation": [clause("1", "p is red when p is not red.")],
    "a negation further on": [clause("1", "p is red when p is not big."), clause("2", "p is big when p is red.")],
    "a denial": [clause("1", "p is red when p is big."), clause("2", "p is not big when p is red.")],
    "a count": [clause("1", "p is red when at most 2 players are red.")],
    "no": [clause("1", "p is red when no player is red.")],
    "a filter of every": [clause("1", "p is red when every player that is red is a king.")],
    "exactly": [clause("1", "p is red when exactly 1 player is red.")],
    "a number of": [clause("1", "p is red when the number of players that are red is more than 0.")],
    "unless": [clause("1", "p is red when p is a king unless p is big."), clause("2", "p is big when p is red.")],
    "only when": [clause("1", "p is red only when p is big."), clause("2", "p is big when p is red.")],
    "left open": [clause("1", "whether p is wet is left open when p is wet.")],
    "a value": [clause("1", "the reach of p is the score of p."), clause("2", "the score of p is the reach of p.")],
    "the least": [clause("1", "the reach of p is the least n such that (n is more than the reach of p).")],
    "an overrider": [
        clause("1", "p is red when p is a king."),
        clause("2", "p is red when some pawn is big.", head="overrides 1"),
        clause("3", "p is big when every king is red."),
    ],
    "an overridden clause": [
        clause("1", "p is red when p is big."),
        clause("2", "p is not red when the room is dark.", head="overrides 1"),
        clause("3", "p is big when p is not red."),
    ],
}


@pytest.mark.parametrize("what", UNSTRATIFIED)
def test_a_text_that_is_not_stratified_is_diagnosed(folder: Folder, what: str) -> None:
    """A fact that depends on its own negation has no least model, in each of these disguises."""
    folder.write(t=text("t", *UNSTRATIFIED[what]))
    codes = folder.codes()
    assert "R501" in codes, codes
    assert "t:" in codes["R501"], "the message names a clause"
    answer = ask(Engine(folder.read()), "red", "A1")
    assert answer.status == "invalid" and answer.message is not None and "t cannot be used" in answer.message


def test_stratification_is_looked_at_where_texts_meet(folder: Folder) -> None:
    """Each of the two texts is sound by itself; the circle closes where one includes the other."""
    folder.write(
        one=text("one", clause("1", "p is red when p is not big.")),
        two=text("two", clause("1", "p is big when p is red."), head="includes one"),
    )
    assert "R501" in folder.codes()
    a = Engine(folder.read())
    assert ask(a, "red", "A1", text="one").status == "answered"
    assert ask(a, "red", "A1", text="two").status == "invalid"


def test_circles_of_truths_and_negations_outside_circles_are_sound(folder: Folder) -> None:
    """A negation above a circle is harmless: the circle is complete before the negation looks at it."""
    a = one(
        folder,
        *FALL,
        clause("5", "p is red when p is not ill and some player other than p is ill."),
        clause("6", "the score of p is the number of players that are ill."),
    )
    guilty: Mapping[str, Any] = {"given": {"guilty": ["B1"]}}
    assert ask(a, "red", "A1", **guilty).answer is True
    assert ask(a, "score", "A1", **guilty).answer == 3
