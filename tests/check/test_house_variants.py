"""What is reported to a writer of a house rule: the one cause, on one screen, wherever legality rests on it too."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path

import pytest

from emperor_rules.check.causes import has_error
from emperor_rules.check.check_report import CheckReport
from emperor_rules.check.pipeline import check_folder
from emperor_rules.limits import Bounds
from tests.support.command_line import run
from tests.support.git import git
from tests.support.kings_and_pawns import clause, text, write_playable
from tests.support.paths import RULES
from tests.support.sampling import sample_of

SCREEN = 24
#: Kings may not start in reach of each other; the reach decides who may hit, and so who is sad and who is red.
ORIGINAL = text(
    "base",
    clause(
        "1",
        "require every team called t is such that (exactly 1 player of t is a king).",
        "require every team called t is such that (the size of t is 3) and the number of teams is 2.",
    ),
    clause("2", "the reach of p is 2 when p is a king.", "the reach of p is 1 when p is a pawn."),
    clause(
        "3",
        "require every king called x is such that (every king called y other than x is such that "
        "(the distance from x to y is more than the reach of x)).",
    ),
    clause("4", "p can hit q only when the distance from p to q is at most the reach of p."),
    clause("5", "p is sad when some player called x is such that (x can hit p)."),
    clause("6", "p is red exactly when p is sad."),
)


def house(*sentences: str, head: str = "includes base", overrides: str = "") -> str:
    return text("house", clause("7", *sentences, head=overrides), head=head)


def folder(path: Path, *sentences: str, head: str = "includes base", overrides: str = "", said: str = "") -> Path:
    """The original and a variant of one clause; what is declared of them in ``said``."""
    write_playable(path, base=ORIGINAL, house=house(*sentences, head=head, overrides=overrides))
    (path / "relations").mkdir(exist_ok=True)
    (path / "relations" / "said.rules").write_text(said, encoding="utf-8")
    return path


def check(path: Path) -> CheckReport:
    return check_folder(path, search=Bounds())


def codes(report: CheckReport) -> list[tuple[str, str | None]]:
    return [(d.code, d.text) for d in report.diagnostics if d.code != "R604"]


def sides(report: CheckReport) -> Iterator[tuple[str, str]]:
    return ((d.code, str((d.witness or {}).get("seats"))) for d in report.diagnostics if d.witness)


# --- nothing is missed ----------------------------------------------------------------------------


def test_a_contradiction_on_which_legality_rests_is_found_at_the_ordinary_table(tmp_path: Path) -> None:
    report = check(folder(tmp_path, "the reach of p is 3 when p is a king."))
    first, *others = report.causes.groups()
    assert first[0].code == "R510" and "R514" in {d.code for d in first[1:]}
    assert not any(has_error(group) for group in others)
    assert dict(sides(report))["R510"] == "E g g | E g g"


def test_a_contradiction_on_which_the_legality_of_too_many_tables_rests_is_found(tmp_path: Path) -> None:
    """Each side of it alone calls more tables legal than are listed, where kings sit at all."""
    wet = clause("1", "require every player called p is such that (p is wet)."), clause("2", "p is wet.")
    dry = clause("3", "p is not wet when some player is a king.")
    assert ("R510", "t") in codes(check(write_playable(tmp_path, t=text("t", *wet, dry))))


def test_a_contradiction_that_no_question_asks_about_is_found(tmp_path: Path) -> None:
    path = folder(tmp_path, "p is wet.", "p is not wet when p is a king.")
    for file in (path / "vocabulary").glob("*.rules"):
        lines = file.read_text(encoding="utf-8").split("\n")
        asked = ('  ask en "is p wet?"', '  ask it "p è wet?"')
        file.write_text("\n".join(line for line in lines if line not in asked), encoding="utf-8")
    report = check(path)
    assert [(d.code, (d.witness or {})["ask"]) for d in report.diagnostics if d.severity == "error"] == [
        ("R510", "wet")
    ]


def test_a_table_that_an_included_text_has_and_the_variant_lost_is_reported(tmp_path: Path) -> None:
    taken = check(folder(tmp_path, "the reach of p is 3 when p is a king.", overrides="overrides base 2"))
    assert ("R516", "house") in codes(taken)
    requirement = "require every team called t is such that (the size of t is 5)."
    assert ("R516", "house") not in codes(check(folder(tmp_path, requirement, overrides="")))


def test_a_table_that_one_option_makes_legal_is_searched_with_it(tmp_path: Path) -> None:
    sentences = "require option fog is in use.", "p is wet.", "p is not wet when option fog is in use."
    report = check(folder(tmp_path, *sentences, head="options fog\nincludes base"))
    findings = [(d.code, (d.witness or {}).get("options")) for d in report.diagnostics if d.code != "R604"]
    assert findings == [("R510", ["fog"])], (
        "neither is no seating legal, nor is silence reported where none may be played"
    )


def test_a_text_that_ends_play_at_once_hides_no_contradiction(tmp_path: Path) -> None:
    path = folder(tmp_path, "t is lost.", "p is wet.", "p is not wet.")
    assert ("R510", "house") in codes(check(path))


# --- one finding for one cause --------------------------------------------------------------------

DIFFERENT = "the reach of p is 1 when p is a king."
VARIES = "includes base\nvaries base"


def test_what_follows_from_a_difference_is_folded_under_it(tmp_path: Path) -> None:
    report = check(folder(tmp_path, DIFFERENT, head=VARIES, overrides="overrides base 2"))
    differing = [d for d in report.diagnostics if d.code == "R520"]
    assert len({str((d.witness or {}).get("ask")) for d in differing}) > 2
    first, *others = report.causes.groups()
    assert first[0].code == "R520" and (first[0].witness or {})["ask"] == "reach"
    assert {"R520"} <= {d.code for d in first[1:]} and not any(has_error(group) for group in others)


def test_one_mistake_fits_one_screen_and_json_holds_all(tmp_path: Path) -> None:
    path = folder(tmp_path, DIFFERENT, head=VARIES, overrides="overrides base 2")
    shown = run("check", "--rules", path, "--no-cache", columns=118)
    assert shown.exit_code == 1 and len(shown.output.splitlines()) <= SCREEN
    assert shown.output.startswith("error[R520]: house varies base, but on “what is the reach of p?”")
    assert "and so also: " in shown.output
    everything = run("check", "--rules", path, "--no-cache", "--all").output
    findings = json.loads(run("check", "--rules", path, "--no-cache", "--format", "json").stdout)["diagnostics"]
    assert everything.count("\n  --> ") == len(findings) > shown.output.count("\n  --> ")
    causes = {finding["follows-from"] for finding in findings} - {None}
    assert len(causes) == 1 and findings[causes.pop()]["witness"]["ask"] == "reach"
    groups = sum(finding["follows-from"] is None for finding in findings)
    assert f"from {groups} cause{'s' if groups > 1 else ''}\n" in shown.output


@pytest.mark.parametrize("width", [80, 118])
def test_a_comparison_lists_the_questions_on_one_screen_causes_first(width: int, tmp_path: Path) -> None:
    path = folder(tmp_path, DIFFERENT, head=VARIES, overrides="overrides base 2")
    compare = "compare", "house", "base", "--rules", path
    lines = run(*compare, columns=width).output.splitlines()
    assert len(lines) <= SCREEN and max(map(len, lines)) <= width
    assert lines[3].split()[-1] == "reach" and lines[3].startswith("  what is the reach of p?")
    assert {"may-hit", "legal"} <= {line.split()[-1] for line in lines if line}
    assert any("--question reach" in line for line in lines)
    one = run(*compare, "--question", "reach", columns=width).output
    assert "base:2" in one and one.replace("\n\n", "\n") != "\n".join(lines)
    assert "base:2" in run(*compare, "--all", columns=width).output


SAID = re.compile(r"^  (?:since [\d-]+: )?(the [^\n]* is )(\d)( when [^\n]*)?\.\n", re.MULTILINE)
ONLY = re.compile(r"^  (p can [^\n]* only when [^\n]*) and [^\n]*\.\n", re.MULTILINE)
NEW_DAY = "2091-11-01"


FILE = Path("texts", "cr", "cr-809.rules")
EMPEROR = (RULES / FILE).read_text(encoding="utf-8")


def with_a_new_day(said: re.Match[str]) -> str:
    """The text with a sentence, a number or a restriction, that is another one from a new day on."""
    plain = re.sub(r"^  (?:since [\d-]+: )?", "", said[0])
    other = f"{said[1]}{int(said[2]) + 1}{said[3] or ''}.\n" if said.re is SAID else f"{said[1]}.\n"
    dated = f"  until {NEW_DAY}: {plain}  since {NEW_DAY}: {other}"
    edited = EMPEROR[: said.start()] + dated + EMPEROR[said.end() :]
    return re.sub(r"(?m)^(  from (?:.*,\n)*.*)$", rf"\1, {NEW_DAY}", edited, count=1)


@pytest.mark.parametrize(
    "said", sample_of([*ONLY.finditer(EMPEROR), *SAID.finditer(EMPEROR)], 0), ids=lambda said: said[1].strip()
)
def test_one_new_day_of_a_shipped_clause_is_one_cause_with_the_line_to_write(
    said: re.Match[str], tmp_path: Path
) -> None:
    shutil.copytree(RULES, tmp_path / "rules")
    (tmp_path / "rules" / FILE).write_text(with_a_new_day(said), encoding="utf-8")
    report = check_folder(tmp_path / "rules", search=None)
    causes = [group[0] for group in report.causes.groups() if has_error(group)]
    assert [cause.code for cause in causes] == ["R601"], causes
    assert "add to it “on 2091-10-31”" in str(causes[0].help)


def test_a_mistake_of_reading_holds_its_consequences_back(tmp_path: Path) -> None:
    path = folder(tmp_path, DIFFERENT, head=VARIES, overrides="overrides base 2")
    base = path / "texts" / "base.rules"
    base.write_text(base.read_text(encoding="utf-8").replace("the reach of p is 2", "the raech of p is 2"), "utf-8")
    first, *others = check(path).causes.groups()
    assert first[0].code == "R201" and not any(has_error(group) for group in others)


def test_a_check_begins_with_what_was_changed_since_the_rules_were_clean(tmp_path: Path) -> None:
    path = folder(tmp_path / "rules", "p is wet.")
    with chdir(tmp_path):
        assert run("check").exit_code == 0
        folder(path, "p is wet.", "p is not wet.")
        shown = run("check").output
        assert shown.startswith("Changed since the rules were last clean:\n  clause 7 slug-7 is changed (")
        assert run("check", "--no-cache").output.startswith("error[R510]")
        for arguments, new in ([], True), (["--no-cache"], False):
            findings = json.loads(run("check", "--format", "json", *arguments).stdout)["diagnostics"]
            assert {f["new"] for f in findings if f["severity"] == "error"} == {new}


def test_an_error_elsewhere_comes_of_what_was_changed(tmp_path: Path) -> None:
    path = folder(tmp_path / "rules", "p is wet.")
    (path / "scenarios").mkdir(exist_ok=True)
    (path / "scenarios" / "house.rules").write_text(
        'scenario "Wet"\n  in house\n  seats E g g | E g g\n  A1 is hot: silent\n  A1 is wet: yes, by house 7\n',
        "utf-8",
    )
    with chdir(tmp_path):
        git(tmp_path, "init", "-q")
        git(tmp_path, "add", "-A")
        git(tmp_path, "commit", "-qm", "first")
        assert run("check").exit_code == 0
        house_file = path / "texts" / "house.rules"
        renamed = house_file.read_text("utf-8").replace("clause 7 slug-7", "clause 8 slug-8")
        house_file.write_text(renamed.replace("p is wet.", "p is wet.\n  p is hot."), "utf-8")
        for arguments in ([], ["--since", "HEAD"]):
            shown = run("check", *arguments).output
            assert "error[R402]: house has no clause 7" in shown and "Not from what was changed:" not in shown
            findings = json.loads(run("check", "--format", "json", *arguments).stdout)["diagnostics"]
            errors = [(f["code"], f["new"]) for f in findings if f["severity"] == "error"]
            assert errors == [("R402", True), ("R601", True)], "causes come first, wherever they stand"
            assert all((f["follows-from"] or 0) <= place for place, f in enumerate(findings))


def test_a_check_since_a_revision_begins_with_what_the_change_brought(tmp_path: Path) -> None:
    path = folder(tmp_path / "rules", "p is wet.", "p is not wet.")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "first")
    house_file = path / "texts" / "house.rules"
    house_file.write_text(house_file.read_text("utf-8") + clause("8", "p is hot.", "p is not hot."), "utf-8")
    with chdir(tmp_path):
        shown = run("check", "--since", "HEAD", "--no-cache", columns=118).output
        opening, new, old = (
            shown.index(words) for words in ("Changed since HEAD:\n  clause 8 slug-8 is new (", "p hot", "p wet")
        )
        assert (
            shown.startswith("Changed since HEAD:") and opening < new < shown.index("Not from what was changed:") < old
        )
        everything = run("check", "--since", "HEAD", "--no-cache", "--all", columns=118).output
        assert everything.index("p hot") < everything.index("Not from what was changed:") < everything.index("p wet")
        assert run("check", "--no-cache", columns=118).output.index("p hot") > 0
        findings = json.loads(run("check", "--since", "HEAD", "--no-cache", "--format", "json").stdout)["diagnostics"]
        errors = {(f["witness"]["ask"], f["new"]) for f in findings if f["severity"] == "error"}
        assert errors == {("hot", True), ("wet", False)}
        git(tmp_path, "add", "-A")
        git(tmp_path, "commit", "-qm", "second")
        assert "Changed since" not in run("check", "--since", "HEAD", "--no-cache").output
        assert run("check", "--since", "nowhere").exit_code == 2


# --- differences that a person can declare --------------------------------------------------------

DECLARATION = 'difference known\n  between house, base\n  clauses house 7\n  en "Known."\n  it "Noto."\n'


def test_the_clauses_of_a_variant_declare_all_that_rests_on_them(tmp_path: Path) -> None:
    report = check(folder(tmp_path, DIFFERENT, head=VARIES, overrides="overrides base 2", said=DECLARATION))
    assert {(d.code, d.severity) for d in report.diagnostics if d.code != "R604"} == {("R520", "declared")}


@pytest.mark.parametrize("order", [1, -1])
def test_the_narrower_of_two_declarations_covers_whatever_their_order(order: int, tmp_path: Path) -> None:
    narrow = (
        DECLARATION.replace("known", "narrow")
        .replace("  clauses", "  asks reach\n  clauses")
        .replace("Known", "Narrow")
    )
    said = "".join([DECLARATION, narrow][::order])
    report = check(folder(tmp_path, DIFFERENT, head=VARIES, overrides="overrides base 2", said=said))
    declared = {(str((d.witness or {})["ask"]), str(d.help)) for d in report.diagnostics if d.code == "R520"}
    assert ("reach", "Narrow.") in declared and {help for ask, help in declared if ask != "reach"} == {"Known."}


def test_a_declaration_that_lacks_one_thing_is_told_which(tmp_path: Path) -> None:
    asked = DECLARATION.replace("  clauses", "  asks wet\n  clauses")
    report = check(folder(tmp_path, DIFFERENT, head=VARIES, overrides="overrides base 2", said=asked))
    (vanished,) = [d for d in report.diagnostics if d.code == "R522"]
    assert "if it also named asks" in vanished.message and "found no more" not in vanished.message
    assert "“known” would declare this if it also named asks reach." in report.causes.groups()[0][0].help


def test_declarations_are_drafted_from_what_is_found(tmp_path: Path) -> None:
    path = folder(tmp_path / "rules", DIFFERENT, head=VARIES, overrides="overrides base 2")
    said = path / "relations" / "said.rules"
    said.write_text(DECLARATION.replace("  clauses", "  asks wet\n  clauses"), encoding="utf-8")
    with chdir(tmp_path):
        made = run("new", "difference", "house")
        assert made.exit_code == 0 and "+ house-slug-7" in made.output and "- known" in made.output
        assert "known" not in said.read_text(encoding="utf-8")
        report = check(Path("rules"))
        assert {(d.code, d.severity) for d in report.diagnostics if d.code != "R604"} == {
            ("R520", "declared"),
            ("R524", "warning"),
        }
        assert run("fmt", "--check", "rules/relations/house.rules").exit_code == 0
        again = run("new", "difference", "house")
        assert again.exit_code == 0 and "Every difference of house is declared" in again.output


LONG_ARM = """text club "The club"
  it "Il circolo"
  includes cr-809

clause long-arm overrides cr-809 809.3a
  en "An emperor's range is 3."
  it "Il raggio è 3 per l'imperatore."
  the range of p is 3 when p is an emperor.
"""


@pytest.mark.slow
def test_the_loss_of_the_usual_table_is_no_consequence_of_a_contradiction_at_large_ones(tmp_path: Path) -> None:
    shutil.copytree(RULES, tmp_path / "rules", ignore=shutil.ignore_patterns("scenarios"))
    (tmp_path / "rules" / "texts" / "club.rules").write_text(LONG_ARM, encoding="utf-8")
    report = check_folder(tmp_path / "rules", search=Bounds(texts=("club",), questions=("range",)))
    codes = [
        (group[0].code, {d.code for d in group[1:]}) for group in report.causes.groups() if group[0].code != "R604"
    ]
    assert codes == [("R510", {"R604"}), ("R516", {"R516"})]
    assert "no legal table of 2 teams of 3" in report.causes.groups()[1][0].message
    advised = [str(group[0].help) for group in report.causes.groups()]
    overrides, requires = "overrides cr-809 809.6a", "require the number of teams is at least 2."
    assert overrides in advised[0] and overrides in advised[1] and requires in advised[1]
    mended = LONG_ARM.replace("809.3a", "809.3a, cr-809 809.6a") + f"  {requires}\n"
    (tmp_path / "rules" / "texts" / "club.rules").write_text(mended, encoding="utf-8")
    report = check_folder(tmp_path / "rules", search=Bounds(texts=("club",), questions=("range",)))
    assert {group[0].code for group in report.causes.groups()} == {"R604"}, "what was advised is enough"
