"""Declared differences and contradictions: which findings they cover, and what is said when they no longer hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from emperor_rules.check.causes import has_error
from emperor_rules.check.check_report import CheckReport
from emperor_rules.check.pipeline import check_folder
from emperor_rules.limits import Bounds
from tests.support.command_line import run
from tests.support.kings_and_pawns import clause, text, write_playable

TABLE = (
    clause(
        "1",
        "require every team called t is such that (exactly 1 player of t is a king).",
        "require every team called t is such that (the size of t is 2) and the number of teams is 2.",
    ),
    clause("2", "t is lost when no king that is a player of t is in the game."),
)
HITS, NEVER = "p may hit q.", "p may not hit q."
DIFFERENCE = (
    'difference known\n  between one, two\n  asks may-hit\n  clauses one 3, two 3\n  en "Known."\n  it "Noto."\n'
)
CLASH = 'contradiction clash\n  in one\n  asks may-hit\n  clauses one 3, one 4\n  en "Known."\n  it "Noto."\n'


def folder(path: Path, relations: str, one: str, two: str = HITS, head: str = "varies two") -> Path:
    """Two texts with a table, and what is declared of them."""
    sentences = one.split(" / ")
    more = [clause(str(n), sentence) for n, sentence in enumerate(sentences, 3)]
    texts = {
        "one": text("one", *TABLE, *more, head=f"options fog, rain\n{head}"),
        "two": text("two", *TABLE, clause("3", two), head="options fog, rain"),
    }
    write_playable(path, **texts)
    (path / "relations").mkdir(exist_ok=True)
    (path / "relations" / "said.rules").write_text(relations, encoding="utf-8")
    return path


def codes_of(checked: CheckReport) -> list[tuple[str, str]]:
    return [(d.code, d.severity) for d in checked.diagnostics if d.code != "R604"]


def check(path: Path, bounds: Bounds = Bounds()) -> list[tuple[str, str]]:  # noqa: B008 (frozen)
    return codes_of(check_folder(path, search=bounds))


# --- what a declaration covers --------------------------------------------------------------------


def test_a_declared_difference_is_a_finding_that_does_not_fail(tmp_path: Path) -> None:
    path = folder(tmp_path, DIFFERENCE, NEVER)
    assert check(path) == [("R520", "declared")]
    ran = run("check", "--rules", path, "--no-cache")
    assert ran.exit_code == 0 and "1 declared finding" in ran.output and "R520" not in ran.output
    ran = run("check", "--rules", path, "--no-cache", "--declared")
    assert ran.exit_code == 0 and "R520" in ran.output and "Known." in ran.output


@pytest.mark.parametrize(
    ("declared", "covered"),
    [
        (DIFFERENCE, True),
        (DIFFERENCE.replace("one 3, two 3", "one slug-3, two slug-3"), True),
        (DIFFERENCE.replace("one 3, two 3", "one 3, one 2, two 3"), True),
        (DIFFERENCE.replace("between one, two", "between two, one"), True),
        (DIFFERENCE.replace("one 3, two 3", "one 3"), False),
        (DIFFERENCE.replace("asks may-hit", "asks may-push"), False),
        (DIFFERENCE.replace("asks may-hit", "asks may-hit\n  options fog"), False),
        ("", False),
    ],
    ids=["by number", "by slug", "more clauses", "other order", "fewer clauses", "other question", "option", "none"],
)
def test_a_declaration_covers_its_question_its_options_and_its_clauses(
    declared: str, covered: bool, tmp_path: Path
) -> None:
    vanished = [("R522", "error")] if declared and not covered else []
    assert sorted(check(folder(tmp_path, declared, NEVER))) == [("R520", "declared" if covered else "error"), *vanished]


@pytest.mark.parametrize(
    ("days", "newest", "every"),
    [
        ("until 2021-01-01", [], [("R520", "declared")]),
        ("since 2010-01-01 until 2020-01-01", [], [("R520", "declared")]),
        ("until 2010-01-01", [], [("R520", "error")]),
        ("since 2021-01-01", [("R522", "error")], [("R520", "error"), ("R522", "error")]),
    ],
)
def test_a_declaration_is_about_its_days(
    days: str, newest: list[tuple[str, str]], every: list[tuple[str, str]], tmp_path: Path
) -> None:
    one = "until 2021-01-01: p may not hit q.\n  since 2021-01-01: p may hit q."
    declared = DIFFERENCE.replace("known", f"known {days}")
    path = folder(tmp_path, declared, one, head="from 2010-01-01, 2021-01-01\nvaries two")
    assert check(path) == newest
    assert sorted(check(path, Bounds(all_dates=True))) == every


@pytest.mark.parametrize("wide_first", [False, True])
def test_the_narrowest_declaration_covers_wherever_it_stands(wide_first: bool, tmp_path: Path) -> None:
    wide = DIFFERENCE.replace("known", "wide").replace("one 3, two 3", "one 3, one 2, two 3").replace("Known", "Wide")
    relations = f"{wide}\n{DIFFERENCE}" if wide_first else f"{DIFFERENCE}\n{wide}"
    checked = check_folder(folder(tmp_path, relations, NEVER), search=Bounds())
    findings = {d.code: d for d in checked.diagnostics if d.code != "R604"}
    assert set(findings) == {"R520", "R522"}
    assert (findings["R520"].severity, findings["R520"].help) == ("declared", "Known.")
    assert "“wide”" in findings["R522"].message and "“known”" in findings["R522"].message


def test_a_difference_under_an_option_is_declared_with_it(tmp_path: Path) -> None:
    one = "p may hit q unless option fog is in use. / p may not hit q when option fog is in use."
    with_fog = DIFFERENCE.replace("one 3", "one 4").replace("asks may-hit", "asks may-hit\n  options fog")
    assert check(folder(tmp_path, with_fog, one)) == [("R520", "declared")]
    assert sorted(check(folder(tmp_path, with_fog.replace("fog", "rain"), one))) == [
        ("R520", "error"),
        ("R522", "error"),
    ]


def test_a_declared_contradiction_belongs_to_its_text(tmp_path: Path) -> None:
    clash = f"{HITS} / {NEVER}"
    both = CLASH + DIFFERENCE.replace("one 3, two 3", "one 3, one 4, two 3")
    assert sorted(check(folder(tmp_path, both, clash))) == [("R510", "declared"), ("R520", "declared")]
    assert sorted(check(folder(tmp_path, both.replace("clash", "known-clash"), clash))) == [
        ("R510", "declared"),
        ("R520", "declared"),
    ]
    only = sorted(check(folder(tmp_path, CLASH, clash)))
    assert only == [("R510", "declared"), ("R520", "error")], (
        "that one text contradicts itself is reported of the pair too"
    )


def test_a_contradiction_inside_an_included_text_is_told_there(tmp_path: Path) -> None:
    path = folder(tmp_path, "", f"{HITS} / {NEVER}", head="")
    write_playable(path, three=text("three", clause("9", "p may push q."), head="includes one"))
    checked = check_folder(path, search=Bounds())
    assert [(d.code, d.text) for d in checked.diagnostics if d.severity == "error"] == [("R510", "one")]


BOTH = """contradiction parts-clash
  in three
  asks may-hit
  clauses one 3, two 3
  en "The parts clash."
  it "Le parti si contraddicono."
"""


def test_a_contradiction_between_included_texts_is_told_where_they_meet(tmp_path: Path) -> None:
    path = folder(tmp_path, "", HITS, head="")
    write_playable(path, three=text("three", clause("9", "p may push q."), head="includes one, two"))
    write_playable(path, two=text("two", clause("3", "p may not hit q.")))
    report = check_folder(path, search=Bounds())
    assert [(d.code, d.text) for d in report.diagnostics if d.severity == "error"] == [("R510", "three")]
    (path / "relations" / "known.rules").write_text(BOTH, encoding="utf-8")
    assert check(path) == [("R510", "declared")]
    (path / "relations" / "known.rules").write_text(BOTH.replace("one 3, two 3", "one 3"), encoding="utf-8")
    assert sorted(check(path)) == [("R510", "error"), ("R522", "error")]
    (path / "relations" / "known.rules").write_text(BOTH.replace("in three", "in one"), encoding="utf-8")
    assert ("R523", "error") in check(path), "one does not include two"


@pytest.mark.parametrize(
    ("head", "more"), [("options fog", "p may push q."), ("", "require the number of teams is 4.")]
)
def test_a_contradiction_inside_an_included_text_that_only_the_other_can_show(
    head: str, more: str, tmp_path: Path
) -> None:
    never = "p may not hit q when option fog is in use." if head else "p may not hit q when the number of teams is 4."
    two = text("two", clause("2", "require the number of teams is 2."), clause("3", "p may hit q."), clause("4", never))
    overriding = "overrides two 2" if "require" in more else ""
    path = write_playable(
        tmp_path, two=two, three=text("three", clause("9", more, head=overriding), head=f"{head}\nincludes two".strip())
    )
    report = check_folder(path, search=Bounds(4))
    assert [(d.code, d.text) for d in report.diagnostics if d.severity == "error"] == [("R510", "three")]


# --- translations and summaries -------------------------------------------------------------------

SILENT = DIFFERENCE.replace("asks may-hit", "asks may-push").replace("one 3, two 3", "two 3")


@pytest.mark.parametrize(
    ("head", "one", "two", "expected"),
    [
        ("translates two", HITS, "p may push q.", [("R521", "error"), ("R521", "error")]),
        ("summarises two", HITS, "p may push q.", []),
        ("varies two", HITS, "p may push q.", []),
        ("summarises two", "p may hit q when p is a king.", HITS, []),
        ("translates two", HITS + " / whether p may hit q is left open when p is a king.", HITS, [("R520", "error")]),
        ("summarises two", HITS + " / whether p may hit q is left open when p is a king.", HITS, []),
        ("summarises two", HITS, HITS + "\n  whether p may hit q is left open when p is a king.", [("R520", "error")]),
        ("varies two", HITS, HITS + "\n  whether p may hit q is left open when p is a king.", []),
    ],
)
def test_who_may_be_silent_where_the_other_speaks(
    head: str, one: str, two: str, expected: list[tuple[str, str]], tmp_path: Path
) -> None:
    """A summary may leave out, a variant may add too, and a translation neither."""
    assert check(folder(tmp_path, "", one, two, head)) == expected


def test_silence_of_a_translation_can_be_declared(tmp_path: Path) -> None:
    one, two = HITS, "p may push q.\n  p may hit q."
    assert check(folder(tmp_path, "", one, two, "translates two")) == [("R521", "error")]
    assert check(folder(tmp_path, SILENT, one, two, "translates two")) == [("R521", "declared")]
    assert check(folder(tmp_path, SILENT, one, HITS, "translates two")) == [("R522", "error")]


def test_a_translation_that_covers_little_is_one_cause_and_one_declaration(tmp_path: Path) -> None:
    two = "p may push q.\n  p may hit q.\n  p is wet when p is a king.\n  the reach of p is 1."
    path = folder(tmp_path / "rules", "", HITS, two, "translates two")
    report = check_folder(path, search=Bounds(4))
    (group,) = [group for group in report.causes.groups() if has_error(group)]
    assert {finding.code for finding in group} == {"R521"} and len(group) == 3
    assert "write “summarises” in place of “translates”, or: emperor new difference one" in group[0].help
    made = run("new", "difference", "one", "--rules", path)
    assert made.stdout.splitlines()[1:-1] == ["  + one-silent"]
    assert codes_of(check_folder(path, search=Bounds(4))) == [("R524", "warning"), *[("R521", "declared")] * 3]


def test_what_one_clause_brings_about_on_one_question_is_one_declaration(tmp_path: Path) -> None:
    """However many sets of clauses decide it at one table or another."""
    path = folder(tmp_path / "rules", "", NEVER)
    hits = clause("3", "p may hit q when p is a king."), clause("4", "p may hit q when p is a pawn.")
    write_playable(path, two=text("two", *TABLE, *hits, head="options fog, rain"))
    assert [code for code, _ in check(path)] == ["R520", "R520"]
    made = run("new", "difference", "one", "--rules", path)
    assert made.stdout.splitlines()[1:-1] == ["  + one-slug-3"]
    assert check(path) == [("R524", "warning"), ("R520", "declared")]


# --- what no longer holds -------------------------------------------------------------------------


def test_a_declaration_that_is_found_no_more_is_an_error(tmp_path: Path) -> None:
    checked = check_folder(folder(tmp_path, DIFFERENCE + CLASH, f"{HITS} / p may push q."), search=Bounds())
    assert codes_of(checked) == [("R522", "error"), ("R522", "error")]
    assert [d.span.line for d in checked.diagnostics if d.code == "R522"] == [1, 7]
    assert all("“known”" in d.message or "“clash”" in d.message for d in checked.diagnostics if d.code == "R522")


@pytest.mark.parametrize(
    "narrow", [Bounds(4), Bounds(12, texts=("two",)), Bounds(12, questions=("may-push",)), Bounds(12, seconds=0.0)]
)
def test_who_looked_at_less_calls_nothing_vanished(narrow: Bounds, tmp_path: Path) -> None:
    """Also when the time was over: that fails by itself."""
    codes = check(folder(tmp_path, DIFFERENCE, HITS), narrow)
    assert ("R522", "error") not in codes and (narrow.seconds is None) == (codes == [])


def test_what_is_said_of_an_earlier_date_is_looked_for_there(tmp_path: Path) -> None:
    head = "from 2000-01-01, 2010-01-01\nvaries two"
    one = "until 2010-01-01: p may not hit q.\n  since 2010-01-01: p may hit q."
    then = DIFFERENCE.replace("between one, two", "between one at 2000-01-01, two")
    path = folder(tmp_path, then, one, head=head)
    assert check(path) == [], "nobody looked at that date"
    assert run("new", "difference", "one", "--rules", path).exit_code == 0
    assert (path / "relations" / "said.rules").read_text(encoding="utf-8") == then, "nor is it renewed"
    assert check(path, Bounds(all_dates=True)) == [("R520", "declared")]
    path = folder(tmp_path, then, HITS, head=head)
    assert check(path) == [] and check(path, Bounds(all_dates=True)) == [("R522", "error")]


# --- what cannot be declared ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("declared", "code", "words"),
    [
        (DIFFERENCE + DIFFERENCE, "R301", "declared twice"),
        (DIFFERENCE.replace("known", "known since 2020-01-01 until 2019-01-01"), "R411", "holds on no day"),
        (DIFFERENCE.replace("between one, two", "between one, tow"), "R402", "no text tow"),
        (DIFFERENCE.replace("two 3", "two 8"), "R402", "two has no clause 8"),
        (DIFFERENCE.replace("two 3", "three 3"), "R523", "a clause of three"),
        (DIFFERENCE.replace("between one, two", "between two, three").replace("one 3, ", ""), "R523", "no relation"),
    ],
)
def test_a_declaration_of_what_does_not_exist_is_refused(declared: str, code: str, words: str, tmp_path: Path) -> None:
    path = folder(tmp_path, declared, NEVER)
    write_playable(path, three=text("three", *TABLE, clause("3", HITS)))
    errors = [d for d in check_folder(path).diagnostics if d.severity == "error" and d.code == code]
    assert errors and all(words in d.message for d in errors), check_folder(path).diagnostics
    assert all(d.help and d.span.file.endswith("said.rules") for d in errors)
