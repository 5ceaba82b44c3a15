"""What a check says of clauses that yield, or contradict themselves, is so: whoever writes what it says is rid of it."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

import emperor_rules as er
from emperor_rules.check.editions import resolved
from emperor_rules.check.fixes import Mended
from emperor_rules.check.precedence import IDLE_TABLES
from emperor_rules.diagnostics import Diagnostic
from emperor_rules.edits import edited
from emperor_rules.limits import Bounds
from emperor_rules.model.texts import Edition
from emperor_rules.search.seatings import legal_tables
from tests.support.kings_and_pawns import clause, text, write_playable
from tests.support.sampling import number_of_examples

EVERYBODY = ("p may hit q", "p may not hit q")
#: Tables are king and pawn against king and pawn: what is said of kings is said of A1, and of everybody is said of him.
GUARDS = ("", " when p is a king", " when q is a pawn", " when p is not next to q", " unless q is next to p")
SCENARIO = 'scenario "Asked"\n  in house\n  seats E g | E g\n  A1 can hit B2: {answer}\n'


def said(rng: Random, negative: bool) -> str:
    return f"{EVERYBODY[negative]}{rng.choice(GUARDS)}."


def house(folder: Path, base: list[str], own: str, answer: str, overrides: str = "") -> tuple[Diagnostic, ...]:
    """Check a house rule on top of a text of some clauses, with the answer that its scenario expects."""
    head = "includes base\nvaries base" if base else ""
    principle = clause("9", "prohibitions beat permissions.")
    rules = write_playable(
        folder,
        base=text("base", *(clause(str(n), sentence) for n, sentence in enumerate(base, 1)), principle),
        house=text("house", clause("7", own, head=overrides), head=head),
    )
    (rules / "scenarios").mkdir(exist_ok=True)
    (rules / "scenarios" / "asked.rules").write_text(SCENARIO.format(answer=answer), "utf-8")
    return er.load(rules, errors="keep").check(seats=None).diagnostics


@pytest.mark.slow
def test_the_override_that_is_told_lets_the_clause_decide(tmp_path: Path) -> None:
    told = 0
    for seed in range(number_of_examples(40, 100)):
        rng, folder = Random(seed), tmp_path / f"{seed}"
        base = [said(rng, rng.random() < 0.7) for _ in range(rng.randint(1, 3))]
        own = said(rng, negative=False)
        wrong = [d for d in house(folder, base, own, "yes") if d.code == "R601"]
        hint = re.search(r"write in its head: (overrides [^.]+)\.", str(wrong[0].help)) if wrong else None
        if hint is not None:
            told += 1
            after = house(folder, base, own, "yes", hint[1])
            assert not [d for d in after if d.code in ("R601", "R404", "R402")], (base, own, hint[1])
    assert told > 5


@pytest.mark.slow
def test_a_clause_that_only_yields_is_mended_where_no_scenario_names_a_table(tmp_path: Path) -> None:
    """Then the smallest tables tell to what it yields; with the override that is written it decides."""
    mended = 0
    for seed in range(number_of_examples(12, 40)):
        rng, folder = Random(seed), tmp_path / f"{seed}"
        house(folder, [said(rng, True) for _ in range(rng.randint(1, 2))], said(rng, False), "yes")
        rules = next(folder.rglob("scenarios")).parent
        (rules / "scenarios" / "asked.rules").unlink()
        if not [d for d in er.load(rules).check(seats=4).diagnostics if (d.code, d.text) == ("R608", "house")]:
            continue
        for name, words in Mended(rules, uncertain=True, codes=["R608"], search=Bounds(4)).after.items():
            mended += 1
            Path(name).write_text(words, "utf-8")  # clauses of the base that say the same are told so as well
        assert not [d for d in er.load(rules).check(seats=4).diagnostics if (d.code, d.text) == ("R608", "house")]
    assert mended


def test_where_many_tables_are_legal_a_clause_that_never_decides_is_looked_for_at_some(tmp_path: Path) -> None:
    """Anybody may have any role there: it says up to how many seats it looked, and those are no more tables than that."""
    denied, said = clause("1", "p may not hit q."), clause("2", "p may hit q when p is a king.")
    book = text("open", denied, said, clause("9", "prohibitions beat permissions."))
    rules = er.load(write_playable(tmp_path, open=book))
    (finding,) = [d for d in rules.check(seats=6).diagnostics if (d.code, d.clause) == ("R608", "2")]
    seats = int(str(re.search(r"up to (\d) seats", finding.message)[1]))  # type: ignore[index]
    by_text = resolved(rules.engine, Edition("open"))
    tables = [
        sum(1 for up_to in range(2, most + 1) for _ in legal_tables([by_text], up_to)) for most in (seats, seats + 1)
    ]
    assert tables[0] <= IDLE_TABLES < tables[1]


def test_two_sentences_of_one_clause_are_both_named(tmp_path: Path) -> None:
    """Of several sentences two give different numbers to a king or a pawn; whichever of the two goes, nothing is left."""
    for seed in range(number_of_examples(12, 60)):
        rng = Random(seed)
        guards = ["p is a king", "p is a pawn"]
        at = rng.randrange(2)
        sentences = [f"the reach of p is {n} when {guard}." for n, guard in enumerate(guards, 1)]
        dated = rng.random() < 0.5
        sentences.insert(
            rng.randrange(3), f"{'since 2010-01-01: ' if dated else ''}the reach of p is 5 when {guards[at]}."
        )
        folder = tmp_path / f"{seed}"
        head = "from 2000-01-01, 2010-01-01" if dated else ""
        rules = write_playable(folder, t=text("t", clause("1", *sentences), head=head))
        (found,) = (d for d in er.load(rules).check(seats=4).diagnostics if d.code == "R510")
        lines = (rules / "texts" / "t.rules").read_text("utf-8").splitlines()
        named = {lines[span.line - 1].strip() for span in (found.span, found.related[0].span)}
        assert named == {sentence for sentence in sentences if guards[at] in sentence}
        assert "overrides" not in str(found.help)
        if dated:
            older = re.search(r"line (\d+) as: (until 2010-01-01:) …", str(found.help))
            assert older is not None
            place = int(older[1]) - 1
            lines[place] = f"  {older[2]} {lines[place].strip()}"
            (rules / "texts" / "t.rules").write_text("\n".join(lines) + "\n", "utf-8")
            assert not [d for d in er.load(rules).check(seats=4).diagnostics if d.code == "R510"]


@pytest.mark.slow
def test_without_a_clause_that_never_decides_every_answer_is_the_same(tmp_path: Path) -> None:
    """Held against asking every pair of players of every table of two kings and two pawns, with the clause and without."""
    never = 0
    for seed in range(number_of_examples(25, 40)):
        rng = Random(seed)
        base = [said(rng, rng.random() < 0.5) for _ in range(rng.randint(1, 2))]
        own = said(rng, rng.random() < 0.5)
        answers = []
        for name, clauses in (("with", [*base, own]), ("without", base)):
            folder = write_playable(
                tmp_path / f"{seed}{name}",
                t=text(
                    "t",
                    *(clause(str(n), s) for n, s in enumerate(clauses, 1)),
                    clause("9", "prohibitions beat permissions."),
                ),
            )
            rules = er.load(folder)
            answers.append(
                [
                    (entry["status"], entry["answer"])
                    for seats in (
                        "E E",
                        "E | E",
                        "E | g",
                        "g | g",
                        "E g | E g",
                        "g E | E g",
                        "g E | g E",
                        "g g | E E",
                        "E | E | g | g",
                    )
                    for p in names(seats)
                    for q in names(seats)
                    for entry in [rules.answer({"text": "t", "seats": seats, "ask": "may-hit", "of": [p, q]})]
                ]
            )
        found = er.load(tmp_path / f"{seed}with").check(seats=4).diagnostics
        told = any(d.code == "R608" and d.clause == str(len(base) + 1) for d in found)
        never += told
        if told:
            assert answers[0] == answers[1], (base, own)
    assert 0 < never < number_of_examples(25, 40)


def names(seats: str) -> list[str]:
    return [
        f"{team}{n}"
        for team, side in zip("ABCD", seats.split("|"), strict=False)
        for n in range(1, 1 + len(side.split()))
    ]


def test_what_keeps_a_clause_from_deciding_is_named_and_what_follows_can_be_written(tmp_path: Path) -> None:
    """Whatever it yields to, or says the same, is a clause that another place of the message shows."""
    kinds: dict[str, int] = {}
    for seed in range(number_of_examples(10, 60)):
        rng, folder = Random(seed), tmp_path / f"{seed}"
        base = [said(rng, rng.random() < 0.7) for _ in range(rng.randint(1, 2))]
        house(folder, base, said(rng, rng.random() < 0.3), "yes")
        (folder / "scenarios" / "asked.rules").unlink()
        report = er.load(folder, errors="keep").check(seats=4)
        never = [finding for finding in report.diagnostics if (finding.code, finding.text) == ("R608", "house")]
        for finding in never if not report.errors else ():
            assert finding.related, (base, finding.message)
            for place in finding.related:
                assert (
                    f"{place.text}:{place.clause}" in finding.message and f"{place.text} {place.clause}" in finding.help
                )
                assert place.span.file.endswith("base.rules") and place.message == ""
            fix = next(iter(finding.fixes), None)
            kind = "yields" if "overrides" in finding.help else "same"
            kinds[kind] = kinds.get(kind, 0) + (fix is not None)
            for edit in fix.edits if fix is not None else ():
                source = er.load(folder).rulebook.sources[edit.span.file]
                Path(edit.span.file).write_text(edited(source, [edit]), "utf-8")
            after = er.load(folder).check(seats=4).diagnostics
            assert not [d for d in after if (d.code, d.text) == ("R608", "house")], (base, finding.help)
    assert min(kinds.get(kind, 0) for kind in ("yields", "same")) > 0, kinds


def test_the_clause_that_rules_out_a_table_is_named(tmp_path: Path) -> None:
    folder = write_playable(
        tmp_path,
        base=text("base", clause("1", "require every team called t is such that (the size of t is 2).")),
        house=text(
            "house", clause("7", "the reach of p is 2 when the size of the team of p is 1."), head="includes base"
        ),
    )
    (finding,) = [d for d in er.load(folder).check(seats=4).diagnostics if d.code == "R608" and d.text == "house"]
    assert [(place.text, place.clause) for place in finding.related] == [("base", "1")]
    assert "overrides base 1" in finding.help
