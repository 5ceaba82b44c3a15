"""Every format of a report tells the same findings, in the form that its readers ask for."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import chdir
from functools import cache
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from jsonschema import Draft4Validator

import emperor_rules as er
from emperor_rules.diagnostics import DECLARED, Diagnostic
from emperor_rules.messages import LANGUAGES
from emperor_rules.reports.formats import FORMATS, address, named_below, render
from emperor_rules.reports.report import Report
from emperor_rules.source import SourceFile
from tests.support.command_line import run
from tests.support.mistakes import SMALL_WORLD, WORLDS, write_files
from tests.support.paths import TESTS, THOROUGH
from tests.support.sampling import sample_of

SARIF = Draft4Validator(json.loads((TESTS / "data" / "schemas" / "sarif-2.1.0.json").read_text(encoding="utf-8")))
#: Snippets of all kinds: those of one kind stand together.
NAMES = [name for start in range(0, 16, 2 if THOROUGH == 1 else 1) for name in list(WORLDS)[start::16]]
SOME = NAMES[:12]


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], tuple[Path, Report]]:
    """Check each world once for all formats: the folder, and the report with places relative to it."""

    @cache
    def report_of(name: str) -> tuple[Path, Report]:
        folder = tmp_path_factory.mktemp("world")
        write_files(folder / "rules", WORLDS[name])
        with chdir(folder):
            return folder, er.load("rules", errors="keep").check(seats=None).report()

    return report_of


@pytest.fixture(params=sample_of(NAMES, len(SOME)))
def report(
    request: pytest.FixtureRequest, reports: Callable[[str], tuple[Path, Report]], monkeypatch: pytest.MonkeyPatch
) -> Report:
    folder, report = reports(request.param)
    monkeypatch.chdir(folder)
    return report


def underlined(finding: Diagnostic, sources: Any) -> str:
    """What stands at the place of a finding, within its first line."""
    line: str = sources[finding.span.file].line(finding.span.line)
    end = finding.span.end_column if finding.span.end_line == finding.span.line else len(line) + 1
    return line[finding.span.column - 1 : end - 1]


def a_line_is_a_finding(report: Report, language: str) -> None:
    lines = render(report, "concise", language).splitlines()
    assert len(lines) == len(report.findings) + len(report.skipped)
    for line, finding in zip(lines, report.findings, strict=False):
        assert line.startswith(f"{finding.span}: " if finding.span.file else ("error", "warning", "errore", "avviso"))
        assert f"[{finding.code}]" in line


def sarif_is_valid_and_its_places_are_there(report: Report, language: str) -> None:
    log = json.loads(render(report, "sarif", language))
    SARIF.validate(log)
    (tool_run,) = log["runs"]
    rules, results = tool_run["tool"]["driver"]["rules"], tool_run["results"]
    assert len(results) == len(report.findings)
    assert len({result["partialFingerprints"]["emperor/v1"] for result in results}) == len(results)
    for result, finding in zip(results, report.findings, strict=True):
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"] == finding.code
        assert rules[result["ruleIndex"]]["help"]["text"]
        place = result["locations"][0]["physicalLocation"]
        assert Path(unquote(place["artifactLocation"]["uri"])).exists()
        for fix, mended in zip(finding.fixes, result.get("fixes", ()), strict=True):
            assert len(fix.edits) == sum(len(change["replacements"]) for change in mended["artifactChanges"])
    left_out = tool_run["invocations"][0]["toolExecutionNotifications"]
    assert len(left_out) == len(report.skipped)


def each_item_is_a_case_of_junit(report: Report, language: str) -> None:
    root = ElementTree.fromstring(render(report, "junit", language))
    cases = list(root.iter("testcase"))
    assert len(cases) == len(report.items) == int(root.get("tests", ""))
    for tag, count in (("failure", "failures"), ("skipped", "skipped")):
        assert len(list(root.iter(tag))) == int(root.get(count, ""))
        assert sum(int(suite.get(count, "")) for suite in root) == int(root.get(count, ""))
    failed = sum(any(f.severity is not DECLARED for f in item.findings) for item in report.items)
    assert failed == int(root.get("failures", ""))
    written = "".join(failure.text or "" for failure in root.iter("failure"))
    assert all(f"[{finding.code}]" in written for finding in report.findings)


def commands(printed: str) -> Iterator[tuple[str, dict[str, str], str]]:
    """Read commands as the runner of GitHub Actions does."""
    for line in printed.splitlines():
        match = re.fullmatch(r"::(\w+) ([^:]*)::(.*)", line)
        assert match is not None, line
        pairs = (pair.partition("=") for pair in match[2].split(","))

        def read(words: str) -> str:
            return re.sub("%(25|0A|0D|3A|2C)", lambda code: chr(int(code[1], 16)), words)

        yield match[1], {key: read(value) for key, _, value in pairs}, read(match[3])


def github_reads_every_annotation_back(report: Report, language: str) -> None:
    read = list(commands(render(report, "github", language)))
    assert len(read) == len(report.findings) + len(report.skipped)
    for (level, properties, message), finding in zip(read, report.findings, strict=False):
        assert level == {"error": "error", "warning": "warning", "declared": "notice"}[finding.severity]
        if finding.span.file:
            assert properties["file"] == finding.span.file
            assert int(properties["line"]) == finding.span.line
            assert ("col" in properties) == (finding.span.line == finding.span.end_line)
        assert properties["title"].startswith(f"{finding.code}: ")
        assert message


def gitlab_gets_what_it_asks_of_an_issue(report: Report, language: str) -> None:
    issues = json.loads(render(report, "gitlab", language))
    assert len(issues) == len(report.findings) + len(report.skipped)
    assert len({issue["fingerprint"] for issue in issues}) == len(issues)
    for issue in issues:
        assert issue["description"] and issue["check_name"]
        assert issue["severity"] in ("info", "minor", "major", "critical", "blocker")
        assert not issue["location"]["path"].startswith(("/", "./"))
        lines = issue["location"]["lines"]
        assert 1 <= lines["begin"] <= lines["end"]


def reviewdog_finds_the_bytes_of_each_place(report: Report, language: str) -> None:
    document = json.loads(render(report, "rdjson", language))
    assert len(document["diagnostics"]) == len(report.findings) + len(report.skipped)
    for diagnostic, finding in zip(document["diagnostics"], report.findings, strict=False):
        assert diagnostic["severity"] in ("ERROR", "WARNING", "INFO")
        if not finding.span.file or finding.span.line != finding.span.end_line:
            continue
        source: SourceFile = report.sources.get(finding.span.file) or SourceFile(finding.span.file, "")
        place, line = diagnostic["location"]["range"], source.line(finding.span.line).encode()
        if line:
            found = line[place["start"]["column"] - 1 : place["end"]["column"] - 1].decode()
            assert found == underlined(finding, report.sources)


def markdown_is_a_table_without_broken_cells(report: Report, language: str) -> None:
    comment = render(report, "markdown", language)
    rows = [line for line in comment.splitlines() if line.startswith("| ") and "`R" in line]
    assert len(rows) == len(report.findings)
    assert all(len(re.findall(r"(?<!\\)\|", row)) == 5 for row in rows)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_format_tells_the_same_findings(report: Report, language: str) -> None:
    a_line_is_a_finding(report, language)
    sarif_is_valid_and_its_places_are_there(report, language)
    each_item_is_a_case_of_junit(report, language)
    github_reads_every_annotation_back(report, language)
    gitlab_gets_what_it_asks_of_an_issue(report, language)
    reviewdog_finds_the_bytes_of_each_place(report, language)
    markdown_is_a_table_without_broken_cells(report, language)


def test_a_finding_keeps_its_fingerprint_when_lines_above_it_come(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    def fingerprints_of(files: dict[str, str]) -> Counter[str]:
        write_files(tmp_path / "rules", files)
        issues = json.loads(er.load("rules", errors="keep").check(seats=None).render("gitlab"))
        return Counter(issue["fingerprint"] for issue in issues if not re.search(r"\d:\d", issue["description"]))

    for name in SOME:
        files = WORLDS[name]
        moved = {name: f"# One line more.\n\n{text}" for name, text in files.items()}
        assert fingerprints_of(files) == fingerprints_of(moved), name
        for path in (tmp_path / "rules").rglob("*.rules"):
            path.unlink()


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize(
    "line", ["check --no-search", "compare sample sample --up-to 4", "coverage --up-to 4", "diff rules rules --up-to 4"]
)
def test_every_command_knows_every_format(
    line: str, format: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_files(tmp_path / "rules", SMALL_WORLD)
    ran = run(*line.split(), "--format", format)
    assert not ran.stderr
    if format in ("json", "sarif", "gitlab", "rdjson"):
        document = json.loads(ran.stdout)
        if format == "sarif":
            SARIF.validate(document)
    elif format == "junit":
        ElementTree.fromstring(ran.stdout)


def test_the_summary_of_a_job_is_added_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_files(tmp_path / "rules", SMALL_WORLD)
    summary = tmp_path / "summary.md"
    summary.write_text("Before.\n", encoding="utf-8")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    for _ in range(2):
        assert run("check", "--no-search").exit_code == 0
    written = summary.read_text(encoding="utf-8")
    assert written.startswith("Before.\n") and written.count("`emperor check`") == 2
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "no" / "folder"))
    assert run("check", "--no-search").exit_code == 0


def test_files_are_named_from_where_the_runner_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    club = tmp_path / "repository" / "club"
    write_files(club / "rules", next(iter(WORLDS.values())))
    monkeypatch.chdir(club)
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path / "repository"))
    annotations = list(commands(run("check", "--no-search", "--format", "github").stdout))
    assert any(properties.get("file", "").startswith("club/rules/") for _, properties, _ in annotations)
    issues = json.loads(run("check", "--no-search", "--format", "gitlab").stdout)
    assert any(issue["location"]["path"].startswith("club/rules/") for issue in issues)


@pytest.mark.parametrize("name", SOME[:5])
def test_a_baseline_hides_what_is_old_and_nothing_else(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_files(tmp_path / "rules", WORLDS[name])
    before = json.loads(run("check", "--no-search", "--no-cache", "--format", "json").stdout)["diagnostics"]
    assert run("check", "--no-search", "--no-cache", "--write-baseline", "old.json", "-q").stdout == ""
    quiet = run("check", "--no-search", "--no-cache", "--baseline", "old.json", "--strict", "-q")
    assert quiet.stdout == "" and quiet.exit_code == (
        2 if any(d["code"] == "R101" for d in before) and quiet.exit_code else 0
    )
    second = 'scenario "Quite new"\n  in nowhere\n  seats g E g | g E g\n  the range of A2: 2\n'
    write_files(tmp_path / "rules", {"scenarios/second.rules": second})
    after = json.loads(run("check", "--no-search", "--no-cache", "--baseline", "old.json", "--format", "json").stdout)
    assert {d["file"] for d in after["diagnostics"] if d["severity"] == "error"} <= {"rules/scenarios/second.rules"}
    assert len(after["suppressed"]) >= min(1, len(before))


@pytest.mark.parametrize(
    ("file", "roots", "name", "uri"),
    [
        (PureWindowsPath(r"C:\club\rules\a b.rules"), [PureWindowsPath(r"c:\Club")], "rules/a b.rules",
         "file:///C:/club/rules/a%20b.rules"),
        (PureWindowsPath("C:/club/x.rules"), [PureWindowsPath("D:/club"), PureWindowsPath("C:/cl")], "",
         "file:///C:/club/x.rules"),
        (PureWindowsPath(r"\\host\share\x.rules"), [PureWindowsPath(r"\\host\share")], "x.rules",
         "file://host/share/x.rules"),
        (PureWindowsPath(r"..\base\rules\è.rules"), [PureWindowsPath("C:/club")], "", "../base/rules/%C3%A8.rules"),
        (PurePosixPath("/club/a b.rules"), [PurePosixPath("/other"), PurePosixPath("/club")], "a b.rules",
         "file:///club/a%20b.rules"),
        (PurePosixPath("../base/x.rules"), [PurePosixPath("/club")], "", "../base/x.rules"),
    ],
)  # fmt: skip
def test_files_are_named_alike_on_all_systems(file: PurePath, roots: list[PurePath], name: str, uri: str) -> None:
    assert (named_below(file, roots), address(file)) == (name, uri)


def test_quiet_commands_print_findings_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    other = SMALL_WORLD["texts/sample.rules"].replace("sample", "other").replace("is 2", "is 3")
    write_files(tmp_path / "base" / "rules", SMALL_WORLD)
    write_files(tmp_path / "rules", {"texts/other.rules": other})
    (tmp_path / "emperor.toml").write_text('base = "base"\n', encoding="utf-8")
    run("drift", "--accept")
    for fine in (
        ["check", "--no-search", "--ignore", "R604"],
        ["compare", "sample", "sample", "--up-to", "4"],
        ["history", "sample"],
        ["diff", "rules", "rules", "--up-to", "4"],
        ["drift"],
        ["fmt"],
    ):
        printed = run(*fine, "-q")
        assert (printed.exit_code, printed.output) == (0, ""), fine
    for wrong in (["compare", "sample", "other", "--up-to", "4"], ["coverage", "--text", "other"]):
        printed = run(*wrong, "-q")
        known = json.loads(run(*wrong, "--format", "sarif").stdout)["runs"][0]["results"]
        heads = re.findall(r"^\w+\[(\w+)\]: ", printed.stdout, re.MULTILINE)
        assert printed.exit_code == 1 and heads == [result["ruleId"] for result in known] != []
        assert printed.stdout.startswith(("error[", "warning[", "declared[")), "no heading"


def test_codes_are_selected_and_ignored_by_their_beginnings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in SOME[:3]:
        write_files(tmp_path / "rules", WORLDS[name])
        found = [d["code"] for d in json.loads(run("check", "--no-search", "--format", "json").stdout)["diagnostics"]]
        for wanted in {code[:length] for code in found for length in (2, 4)}:
            for flag, kept in (("--select", True), ("--ignore", False)):
                shown = json.loads(run("check", "--no-search", "--format", "json", flag, wanted).stdout)
                assert all(d["code"].startswith(wanted) is kept for d in shown["diagnostics"])
        for path in (tmp_path / "rules").rglob("*.rules"):
            path.unlink()
    write_files(tmp_path / "rules", SMALL_WORLD)
    refused = run("check", "--select", "R60l")
    assert refused.exit_code == 2 and "emperor explain" in refused.stderr


@pytest.mark.parametrize("broken", ["", "[]", '{"findings": [1]}', "\x00", "[" * 5000])
def test_a_baseline_that_is_none_is_refused_in_a_sentence(
    broken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_files(tmp_path / "rules", SMALL_WORLD)
    (tmp_path / "old.json").write_text(broken, encoding="utf-8")
    refused = run("check", "--baseline", "old.json")
    assert refused.exit_code == 2 and "--write-baseline" in refused.stderr


def test_all_codes_are_listed() -> None:
    listed = json.loads(run("explain", "--format", "json").stdout)
    lines = run("explain").stdout.splitlines()
    assert [code["code"] for code in listed] == [line[:4] for line in lines if re.match(r"R\d", line)]
    assert len(listed) > 50
