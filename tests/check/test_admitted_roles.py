"""A new role in a house variant whose base says who may sit: what is written then seats somebody, or is not offered."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from emperor_rules.check.fixes import Mended
from emperor_rules.check.pipeline import check_rulebook
from emperor_rules.diagnostics import Diagnostic
from emperor_rules.evaluate.engine import Engine
from emperor_rules.frontend.loader import load_rulebook
from emperor_rules.limits import Bounds
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.search.seatings import legal_tables
from tests.support.kings_and_pawns import clause, text, write_playable
from tests.support.sampling import brief_of, number_of_examples

#: How a base says who may sit, each with whether a role more can be put among those that it names.
WHO_SITS = [
    ("every player called x is such that (x is a king or x is a pawn)", True),
    ("every team called t is such that (every player of t called x is such that (x is a king or x is a pawn))", True),
    ("every player called x is such that (x is a pawn or x is a king or x is red)", True),
    ("no player called x is such that (x is not a king and x is not a pawn)", False),
    ("the number of kings is 2 and the number of pawns is 2 and the number of players is 4", True),
    (
        "every team called t is such that (exactly 1 player of t is a king and exactly 1 player of t is a pawn and the "
        "size of t is 2)",
        True,
    ),
    ("the number of kings is at least 4 and the number of players is 4", False),
]
OWN = [
    "the reach of p is 2 when p is a {role}.",
    "p may hit q when p is a {role}.",
    "require every team called t is such that (exactly 1 player of t is a {role}).",
]
BOUNDS = Bounds(4)


def searched(folder: Path) -> tuple[Rulebook, tuple[Diagnostic, ...]]:
    rulebook = load_rulebook(folder)
    return rulebook, check_rulebook(rulebook, search=BOUNDS).diagnostics


@pytest.mark.parametrize(
    ("own", "required", "admits"), brief_of([(own, *who_sits) for own in OWN for who_sits in WHO_SITS], 4)
)
def test_somebody_can_sit_with_the_role_once_what_the_message_says_is_written(
    own: str, required: str, admits: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clauses that decide who may sit are said anew with the role, and all else is required as before."""
    monkeypatch.chdir(tmp_path)
    role = Random(own + required).choice(["bishop", "rook", "zat", "mage"])
    base = text(
        "base",
        clause("1", f"require {required}."),
        clause("2", "p may hit q."),
        clause("3", "require some king is in the game."),
    )
    house = text("house", clause("1", own.format(role=role)), head="includes base")
    folder = write_playable(Path("rules"), base=base, house=house)
    (folder / "vocabulary" / "house.rules").write_text(
        f'role {role}\n  letter z\n  en "{role}", "{role}s"\n  it "{role}", "{role}"\n', encoding="utf-8"
    )
    _, findings = searched(folder)
    told = [finding for finding in findings if finding.code in ("R514", "R517") and finding.text == "house"]
    assert told and all(("base", "1") in [(p.text, p.clause) for p in finding.related] for finding in told)
    assert all(bool(finding.fixes) == admits for finding in told)
    if admits:
        assert all("overrides base 1" in finding.help for finding in told)
        assert all(f"is a {role}" in finding.help or "at most" in finding.help for finding in told)
        mended = Mended(folder, uncertain=True, codes=("R514", "R517"), search=BOUNDS)
        for name, words in mended.after.items():
            Path(name).write_text(words, encoding="utf-8")
        rulebook, findings = searched(folder)
        assert not [finding for finding in findings if finding.code in ("R514", "R517") or finding.is_error]
        resolved = Engine(rulebook).program("house", None).resolved
        assert any("z" in table.roles for seats in (2, 3, 4) for table in legal_tables([resolved], seats))


def test_a_table_too_large_to_be_looked_at_is_not_lost(tmp_path: Path) -> None:
    """Where a text has very many tables, larger ones of an included text are not said to be illegal."""
    many = " or ".join(f"x is a {role}" for role in ("king", "pawn", "rook", "zat", "duke"))
    require = "require every player called x is such that ({})."
    base = text("base", clause("1", require.format("x is a king or x is a pawn")))
    house = text("house", clause("1", require.format(many), head="overrides base 1"), head="includes base")
    uneven = clause(
        "2", *(f"the reach of p is {n} when p is a {r}." for n, r in enumerate(("king", "rook", "zat", "duke"), 1))
    )
    folder = write_playable(tmp_path, base=base, house=house + uneven)
    words = "".join(
        f'role {role}\n  letter {role[0]}\n  en "{role}", "{role}s"\n  it "{role}", "{role}"\n'
        for role in ("rook", "zat", "duke")
    )
    (folder / "vocabulary" / "house.rules").write_text(words, encoding="utf-8")
    rulebook = load_rulebook(folder)
    findings = check_rulebook(rulebook, search=Bounds(number_of_examples(8, 9))).diagnostics
    assert any(finding.code == "R515" for finding in findings)
    assert not [finding for finding in findings if finding.code == "R516"]


def test_a_requirement_on_a_role_that_nobody_can_have_yields_to_nothing(tmp_path: Path) -> None:
    """It is told by which clause nobody has the role; other requirements stay as they are."""
    base = text(
        "base", clause("1", f"require {WHO_SITS[0][0]}."), clause("2", "require the number of players is more than 2.")
    )
    own = clause("1", "require every rook called x is such that (some king is next to x).")
    folder = write_playable(tmp_path, base=base, house=text("house", own, head="includes base"))
    role = 'role rook\n  letter z\n  en "rook", "rooks"\n  it "torre", "torri"\n'
    (folder / "vocabulary" / "house.rules").write_text(role, encoding="utf-8")
    (finding,) = [f for f in searched(folder)[1] if f.code == "R608" and f.text == "house"]
    assert [(place.text, place.clause) for place in finding.related] == [("base", "1")]
    assert "overrides base 1 " in finding.help and "x is a rook" in finding.help
    assert all("overrides base 1\n" in edit.text for fix in finding.fixes for edit in fix.edits) and finding.fixes
