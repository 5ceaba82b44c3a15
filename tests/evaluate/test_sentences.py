"""What a sentence of a text means, and two that meet, row by row of the meaning of the rules, on texts of a few lines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.support.command_line import run
from tests.support.kings_and_pawns import SEATS, Folder, clause
from tests.support.short_texts import answered, ask, is_contradicted, no, one, silent, yes

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


def test_a_cannot_beats_all_that_says_yes_of_a_fact(folder: Folder) -> None:
    """One clause forbids what many bring about, also in a circle, and says by its own “unless” what it lets pass."""
    a = one(
        folder,
        clause("1", "p is wet when p is a king."),
        clause("2", "p is wet when some player that is next to p is wet."),
        clause("3", "p cannot be wet when p is a king unless the room is dark."),
        clause("4", "prohibitions beat permissions."),
    )
    assert ask(a, "wet", "A1") == no("3", "4", over=("1",))
    assert ask(a, "wet", "A2") == silent(), "nobody next to A2 is wet"
    assert ask(a, "wet", "A1", given={"dark": True}) == yes("1", "2", "3")


def test_a_cannot_contradicts_a_yes_without_a_principle(folder: Folder) -> None:
    """As for permissions: two plain statements of which neither yields, unless the one overrides the other."""
    forbids = clause("2", "p cannot be wet when p is a king.")
    a = one(folder, clause("1", "p is wet."), forbids)
    is_contradicted(ask(a, "wet", "A1"), "1", "2")
    assert ask(a, "wet", "A2") == yes("1")


def test_what_overrides_a_cannot_holds_against_it(folder: Folder) -> None:
    """A clause that names the prohibition in its head is the exception to it."""
    a = one(
        folder,
        clause("1", "p is wet when the room is dark.", head="overrides 2"),
        clause("2", "p cannot be wet when p is a king."),
        clause("3", "p is wet."),
        clause("4", "prohibitions beat permissions."),
    )
    assert ask(a, "wet", "A1", given={"dark": True}) == yes("1", "3", over=("2",))
    assert ask(a, "wet", "A1") == no("2", "4", over=("3",))


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


@pytest.mark.parametrize("guard", ["when the number of teams is 3", "unless the number of teams is 2"])
def test_what_is_required_in_one_case_is_required_in_no_other(folder: Folder, guard: str) -> None:
    """Two teams may sit as they like, of three each has two players; and where nothing is required nothing is said."""
    a = one(folder, clause("1", f"require every team called t is such that (the size of t is 2) {guard}."))
    assert ask(a, "legal", seats="E g | E g | E g") == yes("1")
    assert ask(a, "legal", seats="E g g | E g | E g") == no("1")
    assert ask(a, "legal", seats="E g g | E g g") == silent()


def test_either_of_two_exceptions_takes_a_sentence_away(folder: Folder) -> None:
    """“Unless … unless …” names two exceptions; two limits behind “only when” must both be met."""
    a = one(
        folder,
        clause("1", "p is wet unless p is a king unless the room is dark."),
        clause("2", "p may hit q only when p is a king only when q is a king."),
    )
    assert ask(a, "wet", "A1") == silent()
    assert ask(a, "wet", "A2") == yes("1")
    assert ask(a, "wet", "A2", given={"dark": True}) == silent()
    assert ask(a, "may-hit", "A1", "B1") == yes("2")
    assert ask(a, "may-hit", "A1", "B2") == no("2")


def test_options(folder: Folder) -> None:
    """An option that is not in use is like a condition that fails."""
    a = one(folder, clause("1", "p is red when option fog is in use."), head="options fog")
    assert ask(a, "red", "A1", options=["fog"]) == yes("1")
    assert ask(a, "red", "A1") == no("1")


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


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "en",
            [
                "The text does not say: it contradicts itself on what this rests on.",
                "  the reach of A1: t:1 says 2; t:2 says 3",
                "    t:1  Clause 1.",
                "    t:2  Clause 2.",
                "      · A1 is a king",
            ],
        ),
        (
            "it",
            [
                "Il testo non lo dice: si contraddice su ciò da cui questo dipende.",
                "  reach di A1: t:1 dice 2; t:2 dice 3",
            ],
        ),
    ],
)
def test_a_contradiction_below_a_silent_answer_is_said_with_its_clauses(
    language: str, said: list[str], folder: Folder
) -> None:
    clauses = [
        clause("1", "the reach of p is 2."),
        clause("2", "the reach of p is 3 when p is a king."),
        clause("3", "require every player called x is such that (the reach of x is at least 2)."),
    ]
    one(folder, *clauses)
    asked = run("ask", "t", "is the table legal?", "--seats", SEATS, "--rules", folder.path, "--lang", language)
    assert asked.output.splitlines()[: len(said)] == said


def test_a_closed_default_contradicts_nothing(folder: Folder) -> None:
    """That nobody concludes red is no statement, hence it cannot contradict a denial."""
    a = one(folder, clause("1", "p is red when p is a king."), clause("2", "p is not red when the room is dark."))
    is_contradicted(ask(a, "red", "A1", given={"dark": True}), "1", "2")
    assert ask(a, "red", "A2", given={"dark": True}) == no("2")
    assert ask(a, "red", "A2") == no("1")


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


# --- which way round, and when --------------------------------------------------------------------


def test_the_first_to_the_right_is_met_the_other_way_round(folder: Folder) -> None:
    """Seats go clockwise to the left: A1 A2 A3 B1 B2 B3, with the kings A1 and B1."""
    a = one(folder, clause("1", "the heir of p is the first king to the right of p that is in the game."))
    assert ask(a, "heir", "A2") == answered("A1", "1")
    assert ask(a, "heir", "A1") == answered("B1", "1")
    assert ask(a, "heir", "B2", left=["B1"]) == answered("A1", "1")


def test_a_moment_behind_a_noun_is_that_of_what_narrows_it(folder: Folder) -> None:
    """All six were in the game as the turn began; where the condition itself has a moment, that is another."""
    a = one(
        folder,
        clause("1", "p is wet when the number of players that are in the game as the turn began is 6."),
        clause("2", "p is red when some king that is in the game at the start is next to p as the turn began."),
    )
    assert ask(a, "wet", "A1", leaving=["B3"]) == yes("1")
    assert ask(a, "wet", "A1", left=["B3"]) == silent()
    assert ask(a, "red", "A3", leaving=["B1"]) == yes("2")
    assert ask(a, "red", "A3", left=["B1"]) == no("2")


def test_a_term_in_brackets_is_the_part_of_another(folder: Folder) -> None:
    a = one(
        folder,
        clause("1", "p is wet when the team of (the first king to the right of p) is the team of p."),
        clause("2", "p is red when (the number of kings that are in the game as the turn began) plus 1 is 3."),
    )
    assert ask(a, "wet", "A2") == yes("1")
    assert ask(a, "wet", "A1") == silent()
    assert ask(a, "red", "A1", leaving=["B1"]) == yes("2")
    assert ask(a, "red", "A1", left=["B1"]) == no("2")
