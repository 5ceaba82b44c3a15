"""Clauses that override others."""

from __future__ import annotations

from emperor_rules.evaluate.engine import Answer, Status
from tests.support.kings_and_pawns import Folder, clause, text
from tests.support.short_texts import answered, ask, is_contradicted, no, one, silent, yes


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
