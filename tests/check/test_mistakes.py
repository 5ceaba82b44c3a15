"""What is reported of a mistake: each snippet of grammar/mistakes.toml yields exactly what stands beside it."""

import re
import shlex
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from emperor_rules.check.pipeline import check_folder
from emperor_rules.code_help import explanations
from emperor_rules.diagnostics import Diagnostic
from emperor_rules.frontend.loader import load_rulebook
from emperor_rules.limits import Bounds
from emperor_rules.messages import in_language
from emperor_rules.official.archive import fingerprints_of, read_archive
from emperor_rules.official.clause_matches import match
from emperor_rules.official.published_rules import read_rules
from tests.support.command_line import run
from tests.support.mistakes import MISTAKES, WORLD, place_of
from tests.support.paths import REPOSITORY


class Reported(NamedTuple):
    """A finding as a writer sees it; the line counts within the snippet."""

    code: str
    line: int
    column: int
    message: str
    help: str
    message_it: str
    help_it: str


def checked(mistake: dict[str, Any], folder: Path) -> list[Reported]:
    """Put the snippet into the world, check everything, and give the findings of the severity asked for."""
    files = {
        "vocabulary/base.rules": WORLD["vocabulary"] + mistake.get("vocabulary", ""),
        "texts/sample.rules": WORLD["text"],
        "scenarios/base.rules": WORLD["scenario"],
    }
    place = place_of(mistake)
    if "text" in mistake:
        files[place_of({**mistake, "kind": "text", "snippet": mistake["text"]})] = mistake["text"]
    before = files[place] + "\n" if mistake["kind"] == "clause" else ""
    for name, text in {**files, place: before + mistake["snippet"]}.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")

    def plain(text: str, language: str = "en") -> str:
        return in_language(text, language).replace(f"{folder.as_posix()}/", "")

    def words(finding: Diagnostic, elsewhere: str = "") -> tuple[str, ...]:
        return tuple(
            prefix + plain(text, language)
            for language in ("en", "it")
            for text, prefix in ((finding.message, elsewhere), (finding.help, ""))
        )

    severity = mistake.get("severity", "error")
    search = Bounds(seats=mistake["seats"], seconds=mistake.get("seconds")) if "seats" in mistake else None
    diagnostics = [d for d in check_folder(folder, search=search).diagnostics if d.severity == severity]
    return [
        Reported(d.code, d.span.line - before.count("\n"), d.span.column, *words(d))
        if plain(d.span.file) == place
        else Reported(d.code, 0, 0, *words(d, f"{plain(d.span.file)}: " if d.span.file else ""))
        for d in diagnostics
    ]


def refused(mistake: dict[str, Any], folder: Path) -> list[Reported]:
    """Ask the question of a snippet beside the world, and give what the command says of it in both languages."""
    files = {"vocabulary/base.rules": WORLD["vocabulary"], "texts/sample.rules": WORLD["text"]}
    if "text" in mistake:
        files[place_of({**mistake, "kind": "text", "snippet": mistake["text"]})] = mistake["text"]
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    runs = [
        run("ask", "--rules", folder, *shlex.split(mistake["snippet"]), "--lang", language) for language in ("en", "it")
    ]
    if not any(ran.exit_code for ran in runs):
        return []
    matches = [re.match(r"err\w+\[(R\d+)\]: (.+)", ran.stderr) for ran in runs]
    english, italian = matches
    assert english is not None and italian is not None, [ran.output for ran in runs]
    return [Reported(english[1], 0, 0, english[2], "", italian[2], "")]


def compared(mistake: dict[str, Any], folder: Path) -> list[Reported]:
    """Lay the copy of a snippet beside the clauses of the world, and give what is found in both languages."""
    (folder / "texts").mkdir()
    (folder / "texts" / "hats.rules").write_text(WORLD["hats"], encoding="utf-8")
    book = load_rulebook(folder)
    (folder / "copies").mkdir()
    (folder / "copies" / "2031-01-01.txt").write_text(WORLD["copy"], encoding="utf-8")
    archive, faults = read_archive(folder / "copies")
    assert not faults and not book.findings
    (folder / "copy.txt").write_text(mistake["snippet"], encoding="utf-8")
    official, findings = read_rules(folder / "copy.txt")
    if official is not None:
        findings = (*findings, *match(book, official, fingerprints_of(book, archive), "copy.txt").findings)

    def plain(text: str, language: str) -> str:
        return in_language(text, language).replace(f"{folder.as_posix()}/", "")

    return [
        Reported(d.code, 0, 0, *(plain(text, language) for language in ("en", "it") for text in (d.message, d.help)))
        for d in findings
    ]


#: How a snippet is looked at, by its kind; all others are read with the rules.
LOOK = {"question": refused, "copy": compared}


def wanted(mistake: dict[str, Any]) -> list[Reported]:
    findings = mistake.get("findings", [mistake])
    defaults = {"line": 0, "column": 0, "help": "", "help_it": ""} if mistake["kind"] in LOOK else {}
    return [Reported(*({**defaults, **finding}[key] for key in Reported._fields)) for finding in findings]


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake["name"])
def test_a_mistake_is_reported_exactly(mistake: dict[str, Any], tmp_path: Path) -> None:
    reported = LOOK.get(mistake["kind"], checked)(mistake, tmp_path.resolve())
    if mistake.get("severity") == "warning" or mistake.get("among"):
        assert set(wanted(mistake)) <= set(reported)
    else:
        assert reported == wanted(mistake)


INSTEAD = [mistake for mistake in MISTAKES if "instead" in mistake]


@pytest.mark.parametrize("mistake", INSTEAD, ids=lambda mistake: mistake["name"])
def test_what_is_to_be_written_instead_is_right(mistake: dict[str, Any], tmp_path: Path) -> None:
    look = LOOK.get(mistake["kind"], checked)
    assert look({**mistake, "snippet": mistake["instead"], "severity": "error"}, tmp_path.resolve()) == []


#: A file of another name, a scenario to add, more room or time, a declaration to take out: no snippet is mended.
MENDED_OTHERWISE = {"R409", "R417", "R513", "R515", "R522", "R604"}
#: A fault of the toolkit that a snippet could show would be mended; the others are found between two states of the
#: rules, by changing a clause, in an edition of the official rules, or beside a folder of rules.
WITHOUT_EXAMPLE = {"R412", "R413", "R414", "R416", "R530", "R609", "R707", "R708", "R810", "R901"}


def test_every_code_is_explained_with_an_example_and_what_to_write_instead() -> None:
    every = explanations("en")
    sources = "".join(file.read_text(encoding="utf-8") for file in (REPOSITORY / "toolkit").rglob("*.py"))
    assert set(re.findall(r'"(R\d{3})"', sources)) == set(every), "what is reported is explained"
    assert all(explanation.why.endswith(".") for explanation in every.values())
    assert {code for code, explanation in every.items() if not explanation.examples} == WITHOUT_EXAMPLE
    shown = {code for code, explanation in every.items() if any(example.instead for example in explanation.examples)}
    assert set(every) - shown == MENDED_OTHERWISE | WITHOUT_EXAMPLE


def test_the_world_itself_holds_together(tmp_path: Path) -> None:
    fine = {"kind": "scenario", "snippet": "# nothing\n"}
    for severity in ("error", "warning"):
        assert checked({**fine, "severity": severity}, tmp_path.resolve()) == []


def test_there_are_enough_of_them_and_each_has_its_name() -> None:
    names = [mistake["name"] for mistake in MISTAKES]
    assert len(names) == len(set(names)) >= 45
    assert {mistake["kind"] for mistake in MISTAKES} == {"vocabulary", "text", "clause", "scenario", "relation", *LOOK}
    assert sum(len(wanted(mistake)) >= 3 for mistake in MISTAKES) >= 3


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake["name"])
def test_a_message_is_a_sentence_and_says_what_to_write(mistake: dict[str, Any]) -> None:
    for finding in wanted(mistake):
        assert not finding.message.endswith("."), "the message stands before a place, without full stop"
        assert len(finding.message.split()) >= 4, "say what is wrong in a sentence"
        assert finding.help or mistake["kind"] == "question", "say what to write instead"
        assert "_" not in finding.message + finding.help, "a name from the grammar means nothing to a writer"
