"""The meaning of a text, row by row of design §4, on rulebooks of a few lines written for one point each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from emperor_rules.check.pipeline import check_folder
from emperor_rules.evaluate.engine import Answer, Engine, Status
from tests.support.kings_and_pawns import SEATS, Folder, clause, text


def one(folder: Folder, *clauses: str, head: str = "") -> Engine:
    """The answers of a single text ``t`` made of these clauses."""
    return folder.write(t=text("t", *clauses, head=head)).engine()


def ask(engine: Engine, question: str, *of: str, text: str = "t", seats: str = SEATS, **rest: Any) -> Answer:
    return engine.ask({"text": text, "seats": seats, "ask": question, "of": list(of), **rest})


def yes(*by: str, over: tuple[str, ...] = ()) -> Answer:
    return answered(True, *by, over=over)


def no(*by: str, over: tuple[str, ...] = ()) -> Answer:
    return answered(False, *by, over=over)


def answered(value: object, *by: str, over: tuple[str, ...] = ()) -> Answer:
    return Answer(Status.ANSWERED, value, tuple(f"t:{n}" for n in by), tuple(f"t:{n}" for n in over))


def silent(*by: str) -> Answer:
    return Answer(Status.SILENT, None, tuple(f"t:{n}" for n in by))


def is_contradicted(answer: Answer, *by: str) -> None:
    assert (answer.status, answer.answer, set(answer.clauses)) == ("contradicted", None, {f"t:{n}" for n in by})
    assert answer.message is not None
    assert all(f"t:{n}" in answer.message for n in by)


# --- sentences ------------------------------------------------------------------------------------


def test_when_concludes_where_it_holds_and_says_nothing_elsewhere(folder: Folder) -> None:
    """Nothing is concluded from a condition that fails: of A2, who is no king, the text is silent."""
    a = one(folder, clause("1", "p is wet when p is a king."))
    assert ask(a, "wet", "A1") == yes("1")
    assert ask(a, "wet", "A2") == silent()


def test_a_sentence_without_a_guard_always_holds(folder: Folder) -> None:
    """No condition is a condition that always holds, of oneself too."""
    a = one(folder, clause("1", "p is wet."), clause("2", "p may hit q."))
    assert ask(a, "wet", "A2") == yes("1")
    assert ask(a, "may-hit", "A2", "A2") == yes("2")


def test_a_closed_fact_is_false_unless_concluded_and_cites_who_could_have(folder: Folder) -> None:
    """Closed: what nobody concludes is false, and the reason is that every clause which could have concluded it did not."""
    a = one(folder, clause("1", "p is red when p is a king."), clause("2", "p is red when the room is dark."))
    assert ask(a, "red", "A1") == yes("1")
    assert ask(a, "red", "A2") == no("1", "2")
    assert ask(a, "red", "A1", given={"dark": True}) == yes("1", "2")
    assert ask(a, "big", "A1") == silent(), "no clause could conclude it"


def test_a_negative_conclusion(folder: Folder) -> None:
    """A denial is a conclusion like any other; of an open fact nothing follows where it fails."""
    a = one(folder, clause("1", "p is not wet when p is a king."))
    assert ask(a, "wet", "A1") == no("1")
    assert ask(a, "wet", "A2") == silent()


def test_exactly_when_concludes_both_ways(folder: Folder) -> None:
    """*Exactly when* is *when* and *only when* in one clause, so that the no cites it too."""
    a = one(folder, clause("1", "p is wet exactly when p is a king."))
    assert ask(a, "wet", "A1") == yes("1")
    assert ask(a, "wet", "A2") == no("1")


def test_only_when_of_a_fact_only_denies(folder: Folder) -> None:
    """A necessary condition of a fact is not a sufficient one: A1 may still be dry."""
    a = one(folder, clause("1", "p is wet only when p is a king."))
    assert ask(a, "wet", "A1") == silent()
    assert ask(a, "wet", "A2") == no("1")


def test_only_when_of_a_permission_permits_too(folder: Folder) -> None:
    """“You may … only when …” is how rules grant something within limits, so that it presumes the permission."""
    a = one(folder, clause("1", "p may hit q only when q is next to p."))
    assert ask(a, "may-hit", "A1", "A2") == yes("1")
    assert ask(a, "may-hit", "A1", "A3") == no("1")


def test_two_onlys_conjoin(folder: Folder) -> None:
    """Every limit must be met; a no cites only those that are not."""
    a = one(
        folder, clause("1", "p may hit q only when q is next to p."), clause("2", "p may hit q only when q is a king.")
    )
    assert ask(a, "may-hit", "A2", "A1") == yes("1", "2")
    assert ask(a, "may-hit", "A2", "A3") == no("2")
    assert ask(a, "may-hit", "A3", "A1") == no("1")
    assert ask(a, "may-hit", "A1", "A3") == no("1", "2")


def test_a_presumption_yields_to_any_prohibition_without_a_principle(folder: Folder) -> None:
    """Granting within limits is no statement against prohibitions, so that nothing contradicts and nothing counts as overridden."""
    a = one(
        folder, clause("1", "p may hit q only when q is next to p."), clause("2", "p may not hit q when q is a king.")
    )
    assert ask(a, "may-hit", "A1", "A2") == yes("1")
    assert ask(a, "may-hit", "A2", "A1") == no("2"), "a presumption yields unnoted"


def test_may_and_may_not_contradict_without_a_principle(folder: Folder) -> None:
    """Two plain statements of which neither yields: both clauses are cited, since either may be the wrong one."""
    a = one(folder, clause("1", "p may hit q when q is next to p."), clause("2", "p may not hit q when q is a king."))
    is_contradicted(ask(a, "may-hit", "A2", "A1"), "1", "2")
    assert ask(a, "may-hit", "A1", "A2") == yes("1")
    assert ask(a, "may-hit", "A3", "A1") == no("2")
    assert ask(a, "may-hit", "A1", "A3") == silent()


def test_under_the_principle_a_prohibition_beats_a_permission_and_is_cited(folder: Folder) -> None:
    """The clause with the principle decides, hence it is cited, but only where there was something to beat."""
    a = one(
        folder,
        clause("1", "p may hit q when q is next to p."),
        clause("2", "p may not hit q when q is a king."),
        clause("3", "prohibitions beat permissions."),
    )
    assert ask(a, "may-hit", "A2", "A1") == no("2", "3", over=("1",))
    assert ask(a, "may-hit", "A3", "A1") == no("2"), "it beat nothing"
    assert ask(a, "may-hit", "A1", "A2") == yes("1")


def test_the_principle_is_about_permissions_only(folder: Folder) -> None:
    """That somebody is wet is no permission: the principle says nothing of facts."""
    a = one(
        folder,
        clause("1", "p is wet."),
        clause("2", "p is not wet when p is a king."),
        clause("3", "prohibitions beat permissions."),
    )
    is_contradicted(ask(a, "wet", "A1"), "1", "2")


def test_a_restriction_alone_permits_nothing_and_stands_beside_a_yes(folder: Folder) -> None:
    """“May not … unless …” never grants; where its exception holds, it has let the yes pass and is cited with it."""
    a = one(folder, clause("1", "p may hit q when q is a king."), clause("2", "p may not hit q unless q is next to p."))
    assert ask(a, "may-hit", "A2", "A1") == yes("1", "2")
    assert ask(a, "may-hit", "A1", "A2") == silent()
    assert ask(a, "may-hit", "A1", "A3") == no("2")
    is_contradicted(ask(a, "may-hit", "A3", "A1"), "1", "2")


def test_when_and_unless_together(folder: Folder) -> None:
    """The exception takes away the sentence, not the answer: what others conclude stays."""
    a = one(
        folder,
        clause("1", "p is wet when p is a king unless the room is dark."),
        clause("2", "p may hit q."),
        clause("3", "p may not hit q when p is a king unless q is next to p."),
    )
    assert ask(a, "wet", "A1") == yes("1")
    assert ask(a, "wet", "A1", given={"dark": True}) == silent()
    assert ask(a, "wet", "A2") == silent()
    assert ask(a, "may-hit", "A1", "A2") == yes("2", "3")
    assert ask(a, "may-hit", "A2", "A1") == yes("2"), "a restriction that does not apply was not met"
    is_contradicted(ask(a, "may-hit", "A1", "A3"), "2", "3")


def test_requirements_all_hold_for_a_legal_table(folder: Folder) -> None:
    """A table is legal by all requirements together and illegal by each that fails."""
    a = one(
        folder,
        clause("1", "require every team called t is such that (the size of t is 3)."),
        clause("2", "require the number of teams is 2."),
    )
    assert ask(a, "legal") == yes("1", "2")
    assert ask(a, "legal", seats="E g g | E g") == no("1")
    assert ask(a, "legal", seats="E g | E g | E g") == no("1", "2")


def test_options(folder: Folder) -> None:
    """An option that is not in use is like a condition that fails."""
    a = one(folder, clause("1", "p is red when option fog is in use."), head="options fog")
    assert ask(a, "red", "A1", options=["fog"]) == yes("1")
    assert ask(a, "red", "A1") == no("1")


# --- left open and unknown ------------------------------------------------------------------------


def test_left_open_is_silent_with_its_clause(folder: Folder) -> None:
    """That a text leaves something open is itself a statement, so that the clause is cited."""
    a = one(folder, clause("1", "p may hit q."), clause("2", "whether p may hit q is left open when q is a king."))
    assert ask(a, "may-hit", "A1", "A2") == yes("1")
    assert ask(a, "may-hit", "A2", "A1") == silent("2")


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


# --- values ---------------------------------------------------------------------------------------


def test_two_values_contradict_and_one_value_twice_does_not(folder: Folder) -> None:
    """Both clauses of one value are cited, since each of them would have been enough."""
    a = one(
        folder,
        clause("1", "the reach of p is 2 when p is a king."),
        clause("2", "the reach of p is 3 when the room is dark."),
        clause("3", "the score of p is the reach of p."),
        clause("4", "the score of p is 2 when p is a king."),
    )
    answer = ask(a, "reach", "A1", given={"dark": True})
    is_contradicted(answer, "1", "2")
    assert answer.message is not None and "2" in answer.message and "3" in answer.message
    assert ask(a, "reach", "A1") == answered(2, "1")
    assert ask(a, "reach", "A2") == silent()
    assert ask(a, "score", "A1") == answered(2, "3", "4", "1")


def test_what_rests_on_a_contradiction_is_silent(folder: Folder) -> None:
    """A contradiction is reported where it is asked about; elsewhere what rests on it is unknown."""
    a = one(
        folder,
        clause("1", "the reach of p is 2."),
        clause("2", "the reach of p is 3 when p is a king."),
        clause("3", "p is red when the reach of p is at least 2."),
        clause("4", "p is wet."),
        clause("5", "p is not wet when p is a king."),
        clause("6", "p is hot when p is wet."),
    )
    assert ask(a, "red", "A1") == silent()
    assert ask(a, "red", "A2") == yes("3", "1")
    assert ask(a, "hot", "A1") == silent()
    assert ask(a, "hot", "A2") == yes("6", "4")


def test_a_closed_default_contradicts_nothing(folder: Folder) -> None:
    """That nobody concludes red is no statement, hence it cannot contradict a denial."""
    a = one(folder, clause("1", "p is red when p is a king."), clause("2", "p is not red when the room is dark."))
    is_contradicted(ask(a, "red", "A1", given={"dark": True}), "1", "2")
    assert ask(a, "red", "A2", given={"dark": True}) == no("2")
    assert ask(a, "red", "A2") == no("1")


# --- overrides ------------------------------------------------------------------------------------


def test_an_override_holds_wherever_the_overrider_concludes(folder: Folder) -> None:
    """Where clause 2 concludes nothing, it overrides nothing."""
    a = one(folder, clause("1", "p may not hit q."), clause("2", "p may hit q when p is a king.", head="overrides 1"))
    assert ask(a, "may-hit", "A1", "A2") == yes("2", over=("1",))
    assert ask(a, "may-hit", "A2", "A1") == no("1")


def test_an_override_concerns_one_question(folder: Folder) -> None:
    """Clause 2 says nothing against hitting where its sentence about hitting does not apply."""
    a = one(
        folder,
        clause("1", "p may not hit q.", "p may not push q."),
        clause("2", "p may hit q when p is a king.", "p may push q.", head="overrides 1"),
    )
    assert ask(a, "may-hit", "A2", "A1") == no("1")
    assert ask(a, "may-push", "A2", "A1") == yes("2", over=("1",))


def test_a_defeated_clause_defeats_nothing(folder: Folder) -> None:
    """2 is itself overridden for kings, so that 1 comes back and stands against 3."""
    a = one(
        folder,
        clause("1", "the reach of p is 1."),
        clause("2", "the reach of p is 2.", head="overrides 1"),
        clause("3", "the reach of p is 3 when p is a king.", head="overrides 2"),
    )
    assert ask(a, "reach", "A2") == answered(2, "2", over=("1",))
    is_contradicted(ask(a, "reach", "A1"), "1", "3")


def test_an_override_of_what_is_left_open(folder: Folder) -> None:
    """An override settles what was open, where it concludes."""
    a = one(
        folder,
        clause("1", "whether p may hit q is left open."),
        clause("2", "p may hit q when p is a king.", head="overrides 1"),
    )
    assert ask(a, "may-hit", "A1", "A2") == yes("2", over=("1",))
    assert ask(a, "may-hit", "A2", "A1") == silent("1")


def test_left_open_can_override(folder: Folder) -> None:
    """Leaving open is a conclusion, so that it overrides like one; a plain override cites what it overrode."""
    a = one(
        folder,
        clause("1", "p may hit q."),
        clause("2", "whether p may hit q is left open when p is a king.", head="overrides 1"),
        clause("3", "p may push q."),
        clause("4", "p may not push q when p is a king.", head="overrides 3"),
    )
    assert ask(a, "may-hit", "A1", "A2") == silent("2")
    assert ask(a, "may-push", "A1", "A2") == no("4", over=("3",))


def test_a_possible_overrider_leaves_open_what_it_could_defeat(folder: Folder) -> None:
    """Whether 3 applies depends on an open fact, so that neither 2 nor 3 is certain."""
    a = one(
        folder,
        clause("1", "whether p is wet is left open when p is a king."),
        clause("2", "p may hit q."),
        clause("3", "p may not hit q when p is wet.", head="overrides 2"),
        clause("4", "the reach of p is 2."),
        clause("5", "the reach of p is 3 when p is wet.", head="overrides 4"),
        clause("6", "the score of p is 2."),
        clause("7", "the score of p is 2 when p is wet.", head="overrides 6"),
        clause("8", "p is not wet when p is a pawn."),
    )
    assert ask(a, "may-hit", "A2", "A1") == yes("2")
    assert ask(a, "may-hit", "A1", "A2") == silent("1")
    assert ask(a, "reach", "A2") == answered(2, "4")
    assert ask(a, "reach", "A1") == silent("1")


def test_an_overrider_agreeing_is_no_overriding(folder: Folder) -> None:
    a = one(folder, clause("1", "p may hit q."), clause("2", "p may hit q when p is a king.", head="overrides 1"))
    assert ask(a, "may-hit", "A1", "A2") == yes("2"), "the first yields, but it did not conclude otherwise"


def test_a_part_is_overridden_alone(folder: Folder) -> None:
    """Of a clause in parts only the part that is named yields; the other still contradicts."""
    a = one(
        folder,
        clause("1", "part near: p may not hit q when q is next to p.", "part kings: p may not hit q when q is a king."),
        clause("2", "p may hit q.", head="overrides 1 (near)"),
    )
    assert ask(a, "may-hit", "A1", "A2") == yes("2", over=("1",))
    is_contradicted(ask(a, "may-hit", "A2", "A1"), "1", "2")
    is_contradicted(ask(a, "may-hit", "A3", "A1"), "1", "2")
    assert ask(a, "may-hit", "A1", "A3") == yes("2")


def test_an_override_of_another_text_acts_where_both_are(folder: Folder) -> None:
    """A text by itself answers as before others referred to it."""
    a = folder.write(
        base=text("base", clause("1", "p may not hit q.")),
        over=text("over", clause("1", "p may hit q when p is a king.", head="overrides base 1"), head="includes base"),
        all=text("all", clause("9", "p is wet."), head="includes over"),
    ).engine()
    assert ask(a, "may-hit", "A1", "A2", text="base") == Answer(Status.ANSWERED, False, ("base:1",))
    for which in ("over", "all"):
        assert ask(a, "may-hit", "A1", "A2", text=which) == Answer(Status.ANSWERED, True, ("over:1",), ("base:1",))
        assert ask(a, "may-hit", "A2", "A1", text=which) == Answer(Status.ANSWERED, False, ("base:1",))


# --- what the question gives ----------------------------------------------------------------------


def test_a_missing_fact_is_invalid_only_where_it_matters(folder: Folder) -> None:
    """A question is refused only where the answer would depend on what was not said."""
    a = one(
        folder,
        clause("1", "p may hit q when the lamp is lit."),
        clause("2", "p may hit q when p is a king."),
        clause("3", "p may push q when p is the guest and q is a king."),
        clause("4", "p is wet exactly when the mood is wild."),
        clause("5", "p is red when p is a king and the mood is calm."),
    )
    for missing, key in (
        (ask(a, "may-hit", "A2", "A1"), "light"),
        (ask(a, "may-push", "A2", "A1"), "guest"),
        (ask(a, "wet", "A1"), "mood"),
        (ask(a, "red", "A1"), "mood"),
    ):
        assert missing.status == "invalid" and missing.message is not None and f"“{key}”" in missing.message
    assert ask(a, "may-hit", "A1", "A2") == yes("2"), "a king may anyway"
    assert ask(a, "may-push", "A1", "A2") == silent(), "A2 is no king, whoever the guest is"
    assert ask(a, "red", "A2") == no("5")
    assert ask(a, "may-hit", "A2", "A1", given={"light": True}) == yes("1")
    assert ask(a, "may-hit", "A2", "A1", given={"light": False}) == silent()
    assert ask(a, "wet", "A1", given={"mood": "wild"}) == yes("4")
    assert ask(a, "wet", "A1", given={"mood": "calm"}) == no("4")


def test_nothing_is_true_of_an_absent_player(folder: Folder) -> None:
    """There is no caller, so that no condition about the caller holds, and closed facts are false."""
    a = one(
        folder,
        clause("1", "p is red when the caller is next to p."),
        clause("2", "p is big when the caller is a king."),
        clause("3", "p is ill when p is the caller."),
        clause("4", "p is sad when the caller is wet."),
        clause("5", "p is wet."),
        clause("6", "p is hot exactly when p is guilty."),
    )
    for question in ("red", "big", "ill", "sad"):
        assert ask(a, question, "A1").answer is False, question
        assert ask(a, question, "A1", given={"caller": "A2" if question == "red" else "A1"}).answer is True, question
    assert ask(a, "hot", "A1") == no("6")
    assert ask(a, "hot", "A1", given={"guilty": ["A1", "B1"]}) == yes("6")


# --- seats and moments ----------------------------------------------------------------------------


def test_three_moments(folder: Folder) -> None:
    """Seats close up when players go: as of now, as the turn began, and as everyone sat down."""
    a = one(
        folder,
        clause("1", "p may hit q only when q is next to p."),
        clause("2", "p may push q only when q is next to p as the turn began."),
        clause("3", "p is red when some king other than p is next to p at the start."),
    )
    gone: Mapping[str, Any] = {"left": ["A2"], "leaving": ["B1"]}
    assert ask(a, "may-hit", "A3", "B2", **gone).answer is True, "B1 is no longer between them"
    assert ask(a, "may-push", "A3", "B2", **gone).answer is False, "B1 sat between them as the turn began"
    assert ask(a, "may-push", "A1", "A3", **gone).answer is True, "A2 had left before"
    assert ask(a, "red", "A3", **gone).answer is True, "B1 sat there at the start"
    assert ask(a, "red", "A1", **gone).answer is False


def test_quantifiers_range_over_everyone_who_sat_down(folder: Folder) -> None:
    """“Every king” counts those who have gone; whoever means the others says “in the game”."""
    a = one(
        folder,
        clause("1", "p is red when every king is in the game."),
        clause("2", "the score of p is the number of players."),
        clause("3", "the reach of p is the number of players that are in the game."),
    )
    assert ask(a, "red", "A2").answer is True
    assert ask(a, "red", "A2", left=["B1"]).answer is False
    assert ask(a, "score", "A2", left=["B1"]) == answered(6, "2")
    assert ask(a, "reach", "A2", left=["B1"]) == answered(5, "3")


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


def test_a_clause_is_counted_once_whatever_its_numbers(folder: Folder) -> None:
    """Two scenarios rest on one clause by two numbers; the clause that is gone decides neither."""
    days = "".join(
        f'scenario "On {day}"\n  in t\n  seats g E g | g E g\n  on {day}\n  the reach of A1: 1, by t {number}\n\n'
        for day, number in (("2005-01-01", "2.2"), ("2010-01-01", "2.1"))
    )
    folder.write(t=text("t", *REUSED, head=REUSED_DATES))
    (folder.path / "scenarios").mkdir()
    (folder.path / "scenarios" / "days.rules").write_text(days, encoding="utf-8")
    checked = check_folder(folder.path)
    assert checked.searched()["clauses-deciding"] == 1
    assert checked.run.decided == {("t", "2.1", None): ["On 2005-01-01", "On 2010-01-01"]}
    idle = [d for d in checked.diagnostics if d.code == "R604"]
    assert [(d.clause, d.message) for d in idle] == [("2.1", "clause t:2.1 decides no scenario")]
    assert idle[0].span.line == next(c.span.line for c in checked.rulebook.texts["t"].clauses if c.since)


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
