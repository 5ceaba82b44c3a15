"""Rules in words that only questions have: what a question in these words asks, the message says how to conclude."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from emperor_rules.check.fixes import Mended
from emperor_rules.check.pipeline import check_rulebook
from emperor_rules.diagnostics import Diagnostic
from emperor_rules.frontend.loader import load_rulebook
from emperor_rules.messages import LANGUAGES, in_language
from tests.support.kings_and_pawns import clause
from tests.support.sampling import sample_of

#: What people write, and how the language has it: {a} is a noun with its article, {many} several.
STATEMENTS = {
    "en": [
        ("{A} reaches two seats.", "the range of p is 2 when p is {a}"),
        ("{Many} reach two seats.", "the range of p is 2 when p is {a}"),
        ("{Many} look at other players' hands.", "p can see the hand of q when p is {a} and q is not p"),
        (
            "{Many} don't look at opponents' hands.",
            "p cannot see the hand of q when p is {a} and q is an opponent of p",
        ),
        ("{A} may peek at a teammate's hand.", "p can see the hand of q when p is {a} and q is a teammate of p"),
        ("Nobody can look at {a}'s hand.", "p cannot see the hand of q when q is {a}"),
        ("{A} can talk to opponents.", "p can discuss strategy with q when p is {a} and q is an opponent of p"),
        (
            "{A} reaches 3 seats when it is next to an emperor.",
            "the range of p is 3 when p is {a} and some emperor that is a teammate of p is",
        ),
        (
            "{Many} give creatures to their emperor.",
            "p can deploy a creature to q when p is {a} and q is an emperor and q is a teammate of p",
        ),
    ],
    "it": [
        ("{A} raggiunge due posti.", "the range of p is 2 when p is {en}"),
        ("{Many} raggiungono due posti.", "the range of p is 2 when p is {en}"),
        ("{Many} guardano le mani degli altri giocatori.", "p can see the hand of q when p is {en}"),
        (
            "{Many} non guardano le mani dei compagni.",
            "p cannot see the hand of q when p is {en} and q is a teammate of p",
        ),
        ("{Many} cominciano con 40 punti vita.", "the starting life of p is 40 when p is {en}"),
    ],
}
#: By language a noun, with its article and several of it, and how it stands in the language of rules: declared or not.
NOUNS = {
    "en": [("a bishop", "bishops", "a bishop"), ("a general", "generals", "a general")],
    "it": [("un vescovo", "i vescovi", "a vescovo"), ("un generale", "i generali", "a general")],
}
ROWS = [(id, row, noun) for id, rows in STATEMENTS.items() for row in rows for noun in NOUNS[id]]

HEAD = 'text club "Club"\n  it "Club"\n  language en\n  source "the tests"\n  includes cr-809\n  varies cr-809\n\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "emperor.toml").write_text('base = "emperor-rules"\n', encoding="utf-8")
    (tmp_path / "rules" / "texts").mkdir(parents=True)
    return Path("rules")


def told(folder: Path, *rules: str) -> list[Diagnostic]:
    """Return what is wrong with the sentences of a text, each in a clause of its own."""
    clauses = [clause(str(number), rule) for number, rule in enumerate(rules, 1)]
    (folder / "texts" / "club.rules").write_text(HEAD + "\n".join(clauses), encoding="utf-8")
    report = check_rulebook(load_rulebook(folder), own_only=True)
    return [finding for finding in report.diagnostics if finding.code in ("R107", "R201", "R203")]


def test_rules_are_told_as_questions_are(folder: Path) -> None:
    sentences, wanted = [], []
    for _, (written, put), (a, many, english) in ROWS:
        said = {"a": a, "A": a.capitalize(), "many": many, "Many": many.capitalize(), "en": english}
        sentences.append(written.format(**said))
        wanted.append(put.format(**said))
    findings = {finding.span.line: finding for finding in told(folder, *sentences)}
    lines = (folder / "texts" / "club.rules").read_text(encoding="utf-8").splitlines()
    for sentence, put in zip(sentences, wanted, strict=True):
        finding = findings[lines.index(f"  {sentence}") + 1]
        assert f"“{put}" in finding.help, sentence
        fix = finding.fixes[0]
        assert not fix.certain and any(edit.text.startswith(put) for edit in fix.edits)
        for language in LANGUAGES:
            assert "“" in in_language(finding.help, language) or "«" in in_language(finding.help, language)


@pytest.mark.parametrize(("language", "row", "noun"), sample_of(ROWS, 0))
def test_what_is_proposed_can_be_checked(
    language: str, row: tuple[str, str], noun: tuple[str, str, str], folder: Path
) -> None:
    """One attempt leaves no error but what the rule itself contradicts."""
    (written, _), (a, many, english) = row, noun
    said = {"a": a, "A": a.capitalize(), "many": many, "Many": many.capitalize(), "en": english}
    told(folder, written.format(**said))
    mended = Mended(folder, uncertain=True)
    assert not [finding for finding in mended.left if finding.is_error and finding.code < "R5"], mended.left


def test_what_no_question_says_is_not_proposed(folder: Path) -> None:
    """Nor is a claim half read: numbers, persons and denials that a question does not ask for are not left aside."""
    rng = Random(28)
    verbs = ("dances", "juggles two balls", "is taller than a general", "smiles at opponents", "hums 3 tunes")
    rules = [f"A {rng.choice(('general', 'emperor'))} {verb}." for verb in verbs]
    halves = ["Generals reach two seats and 3 hands.", "Generals look at 2 hands.", "Generals do not reach two seats."]
    findings = told(folder, *rules, *halves)
    assert len({finding.span.line for finding in findings}) == len([*rules, *halves])
    assert not any("question in such words" in finding.help for finding in findings)
    of_rules = sorted(findings, key=lambda finding: finding.span.line)[: len(rules)]
    assert not any("Write: “" in finding.help and "hand" in finding.help for finding in of_rules)
