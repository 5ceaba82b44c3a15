"""``emperor fmt``: which files it changes, and that it loses none."""

import os
import stat
from pathlib import Path

import pytest
from click.testing import Result

from emperor_rules.language.formatter import layout
from emperor_rules.model.phrases import Phrases
from emperor_rules.source import SourceFile
from tests.support import command_line
from tests.support.layouts import MISTAKES


def run(*arguments: str | Path) -> Result:
    return command_line.run("fmt", *arguments)


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    """A small folder of rules: one file to change, one that stays."""
    files = {"vocabulary/base.rules": MISTAKES["world"]["vocabulary"], "texts/sample.rules": MISTAKES["world"]["text"]}
    for name, text in files.items():
        (tmp_path / "rules" / name).parent.mkdir(parents=True)
        (tmp_path / "rules" / name).write_text(text, encoding="utf-8")
    scenarios = tmp_path / "rules" / "scenarios" / "untidy.rules"
    scenarios.parent.mkdir()
    scenarios.write_text(UNTIDY, encoding="utf-8")
    return tmp_path / "rules"


UNTIDY = 'scenario "x"\n in sample\n\n   seats g E g | g E g\n  A1 may attack B1: yes\n'
TIDY = 'scenario "x"\n  in sample\n  seats g E g | g E g\n  A1 may attack B1: yes\n'


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_fmt_changes_what_is_not_canonical(rules: Path) -> None:
    before = contents(rules)
    ran = run("--rules", rules)
    assert ran.exit_code == 0
    assert "1 file changed, 2 left as they were." in ran.output
    assert contents(rules) == {**before, "scenarios/untidy.rules": TIDY.encode()}
    again = run("--rules", rules)
    assert (again.exit_code, again.output) == (0, "0 files changed, 3 left as they were.\n")


def test_fmt_check_changes_nothing_and_tells(rules: Path) -> None:
    before = contents(rules)
    ran = run("--rules", rules, "--check")
    assert ran.exit_code == 1
    assert ran.stdout.splitlines() == [(rules / "scenarios/untidy.rules").as_posix()]
    assert "1 file would change" in ran.stderr
    assert contents(rules) == before
    assert run("--rules", rules, "--check", rules / "texts").exit_code == 0


def test_fmt_diff_shows_the_difference(rules: Path) -> None:
    before = contents(rules)
    ran = run("--rules", rules, "--diff", rules / "scenarios")
    assert ran.exit_code == 1
    assert "\n- in sample\n-\n-   seats g E g | g E g\n+  in sample\n+  seats g E g | g E g\n" in ran.stdout
    assert "\x1b" not in ran.stdout, "colour is for terminals"
    assert contents(rules) == before
    coloured = command_line.run("fmt", "--rules", rules, "--diff", color=True)
    assert "\x1b[32m+  in sample\x1b[0m" in coloured.output


def test_fmt_leaves_a_file_with_mistakes(rules: Path) -> None:
    bad = rules / "scenarios" / "bad.rules"
    bad.write_text(UNTIDY.replace("attack", "atack"), encoding="utf-8")
    ran = run("--rules", rules)
    assert ran.exit_code == 1
    assert "error[R201]: “atack” is not a word of the vocabulary" in ran.stderr
    assert "1 file changed, 2 left as they were, 1 refused for mistakes." in ran.stderr
    assert bad.read_text(encoding="utf-8") == UNTIDY.replace("attack", "atack")


def test_fmt_tells_of_the_vocabulary_when_a_file_is_refused(rules: Path) -> None:
    base = rules / "vocabulary" / "base.rules"
    text = base.read_text(encoding="utf-8").replace('of p, q\n  en "p can attack q"', 'of p, w\n  en "p can attack w"')
    base.write_text(text, encoding="utf-8")
    ran = run("--rules", rules, rules / "scenarios")
    assert ran.exit_code == 1
    assert "“w” is no letter of a sort" in ran.stderr
    assert "is not a" in ran.stderr


def test_fmt_refuses_words_that_the_file_itself_declares_wrongly(rules: Path) -> None:
    base = rules / "vocabulary" / "base.rules"
    used = '\nfact hit\n  of p\n  en "p is attackable"\n  it "p si può attaccare"\n  means some player can attack p.\n'
    wrong = (
        base.read_text(encoding="utf-8").replace("action may-attack\n  of p, q", "action may-attack\n  of p, w") + used
    )
    base.write_text(wrong, encoding="utf-8")
    ran = run("--rules", rules, base)
    assert ran.exit_code == 1 and "1 refused for mistakes" in ran.stderr and "is no letter of a sort" in ran.stderr
    assert base.read_text(encoding="utf-8") == wrong


def test_fmt_says_what_cannot_be_read(rules: Path) -> None:
    (rules / "texts" / "latin.rules").write_bytes(b'text a "caf\xe9"\n')
    (rules / "empty").mkdir()
    for name, reason in (("none.rules", "no such file"), ("texts", "is not UTF-8"), ("empty", "no rule files")):
        ran = run("--rules", rules, rules / name)
        assert ran.exit_code == 2
        assert "error[R101]" in ran.stderr
        assert reason in ran.stderr
    assert run("--rules", rules / "nowhere").exit_code == 2


def test_fmt_keeps_the_mode_and_follows_links(rules: Path, tmp_path: Path) -> None:
    untidy = rules / "scenarios" / "untidy.rules"
    untidy.chmod(0o640)
    link = tmp_path / "link.rules"
    link.symlink_to(untidy)
    assert run("--rules", rules, link).exit_code == 0
    assert link.is_symlink()
    assert untidy.read_text(encoding="utf-8") == TIDY
    assert stat.S_IMODE(untidy.stat().st_mode) == 0o640


@pytest.mark.parametrize("step", ["replace", "fsync", "chmod"])
def test_fmt_loses_nothing_when_writing_fails(rules: Path, step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    before = contents(rules)
    monkeypatch.setattr(os, step, fail)
    ran = run("--rules", rules)
    assert ran.exit_code == 2
    assert "stays as it was: no space left on device" in ran.stderr
    assert contents(rules) == before, "neither a lost file nor one left beside it"


def test_fmt_leaves_a_file_that_changes_meanwhile(rules: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    untidy = rules / "scenarios" / "untidy.rules"

    def slow(given: SourceFile, phrases: Phrases) -> str:
        untidy.write_text("# new\n", encoding="utf-8")
        return layout(given, phrases)

    monkeypatch.setattr("emperor_rules.language.formatter.layout", slow)
    ran = run("--rules", rules, untidy)
    assert ran.exit_code == 2
    assert "it changed meanwhile" in ran.stderr
    assert untidy.read_text(encoding="utf-8") == "# new\n"
    untidy.write_text(UNTIDY, encoding="utf-8")
    assert "nel frattempo è cambiato" in run("--rules", rules, untidy, "--lang", "it").stderr


def test_fmt_mends_the_ends_of_lines(rules: Path) -> None:
    untidy = rules / "scenarios" / "untidy.rules"
    untidy.write_bytes(b"\xef\xbb\xbf" + TIDY.replace("\n", "\r\n").encode())
    assert run("--rules", rules, "--check", untidy).exit_code == 1
    assert "only the ends of lines" in run("--rules", rules, "--diff", untidy).stdout
    assert run("--rules", rules, untidy).exit_code == 0
    assert untidy.read_bytes() == TIDY.encode()


def test_fmt_takes_each_file_once(rules: Path) -> None:
    untidy = rules / "scenarios" / "untidy.rules"
    assert "1 file would change, 0 left" in run("--rules", rules, "--check", untidy, rules / "scenarios", untidy).stderr


MEANT = """clause 1.3 calm
  en "Emperors attack no generals."
  it "Gli imperatori non attaccano generali."
  p cannot attack q when p is an emperor
    and q is a general.

clause 1.4 strong
  en "Emperors do not lose."
  it "Gli imperatori non perdono."
  p does not lose when p is an emperor.
"""
#: Margins that mislead, by what is wrong with them.
MISLEADING = {
    "a sentence goes on three spaces in": MEANT.replace("\n    and", "\n   and"),
    "a sentence goes on one space in": MEANT.replace("\n    and", "\n and"),
    "a sentence goes on where an item stands": MEANT.replace("\n    and", "\n  and"),
    "a string goes on one space in": MEANT.replace("Emperors attack no", "Emperors attack\n no"),
    "items stand four spaces in": MEANT.replace("\n  ", "\n    "),
    "a sentence stands at the margin": MEANT.replace("\n  p does", "\np does"),
    "tabs": MEANT.replace("\n  ", "\n\t"),
}


@pytest.mark.parametrize("name", MISLEADING)
def test_fmt_mends_margins(name: str, rules: Path) -> None:
    text = rules / "texts" / "sample.rules"
    written = text.read_text(encoding="utf-8")
    text.write_text(f"{written}\n{MEANT}", encoding="utf-8")
    run("--rules", rules)
    meant = text.read_text(encoding="utf-8")
    assert "p cannot attack q when p is an emperor and q is a general." in meant
    text.write_text(f"{written}\n{MISLEADING[name]}", encoding="utf-8")
    assert run("--rules", rules).exit_code == 0
    assert text.read_text(encoding="utf-8") == meant


def test_fmt_does_not_guess_what_a_margin_means(rules: Path) -> None:
    text = rules / "texts" / "sample.rules"
    unclear = text.read_text(encoding="utf-8") + MEANT.replace("emperor\n    and q is", "emperr\n  and q is")
    text.write_text(unclear, encoding="utf-8")
    assert run("--rules", rules).exit_code == 1
    assert text.read_text(encoding="utf-8") == unclear
