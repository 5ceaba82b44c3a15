"""A reader's copy of the official rules: read in any encoding, laid beside our clauses, compared with fingerprints.

The copies here are made up, in the format of the real ones.
"""

from __future__ import annotations

import html
import json
import re
import shutil
from functools import cache
from pathlib import Path
from random import Random

import pytest

from emperor_rules.cli.commands.build import MARK
from emperor_rules.frontend.fingerprints import load_fingerprints
from emperor_rules.frontend.loader import load_rulebook
from emperor_rules.model.fingerprints import FINGERPRINTS_FILE, Fingerprints, RuleHistory
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.official.archive import fingerprints_of, read_archive
from emperor_rules.official.clause_matches import RULE_NUMBER, CopyMatches, clauses_on, match
from emperor_rules.official.fingerprints import fingerprint, fingerprints_text, normalise
from emperor_rules.official.published_rules import OfficialRules, decode, parse_rules, read_copy
from emperor_rules.source import SourceFile, Unreadable
from tests.golden_pages import GOLDEN
from tests.support.command_line import run
from tests.support.paths import RULES
from tests.support.shipped import rulebook

COPY = """Rules of Made-up Cards

These rules are effective as of March 3, 2031.

Introduction

This part says nothing.

Contents

1. Beginnings
100. Hats
101. Gloves
8. Endings
Glossary
Credits

1. Beginnings

100. Hats

100.1. Everyone wears a hat of “their own.”

100.1a A hat of 3 corners is worn by the captain. See rule 101, “Gloves.”
Example: Ann’s hat has three corners. She is captain.
Example: Bob has no hat – he goes home.

100.1k Nobody may eat a hat.

100.1m Letters l and o are left out because they look like digits.

100.1n A hat can be lent.

100.1p A hat can be lost.

101. Gloves

101.1. Gloves come in pairs; a single one
counts for nothing. It is covered by rule
100.1 and by no other.

101.2. A glove fits.
* left hand
* right hand

8. Endings

809. Farewell

809.10. Ten comes after nine.

Glossary

Hat
Something worn on the head.
See rule 100, “Hats.”

Lone Glove
Half a pair.

Credits

Nobody
"""
TEXT = 'text made-up "Made up"\n  it "Inventato"\n  language en\n  source "Invented"\n'


def parsed(text: str = COPY) -> OfficialRules:
    official, findings = parse_rules(SourceFile("copy.txt", text))
    assert official is not None and not findings
    return official


# --- reading ----------------------------------------------------------------------------------------


def test_rules_examples_and_terms_are_found() -> None:
    """They are what ``COPY`` above holds, in its order."""
    parsing = parsed()
    assert parsing.effective == "2031-03-03"
    assert list(parsing.rules) == [
        "100.1",
        "100.1a",
        "100.1k",
        "100.1m",
        "100.1n",
        "100.1p",
        "101.1",
        "101.2",
        "809.10",
    ]
    assert parsing.rules["100.1a"].words == "A hat of 3 corners is worn by the captain. See rule 101, “Gloves.”"
    assert parsing.rules["100.1a"].examples == (
        "Ann’s hat has three corners. She is captain.",
        "Bob has no hat – he goes home.",
    )
    assert parsing.rules["101.1"].words.endswith("covered by rule 100.1 and by no other.")
    assert parsing.rules["101.2"].words == "A glove fits. * left hand * right hand"
    assert parsing.rules["809.10"].words == "Ten comes after nine."
    assert {term: rule.words for term, rule in parsing.glossary.items()} == {
        "hat": "Something worn on the head. See rule 100, “Hats.”",
        "lone-glove": "Half a pair.",
    }
    assert COPY.split("\n")[parsing.rules["101.1"].line - 1].startswith("101.1")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\u2028"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
def test_every_encoding_and_line_end_reads_alike(encoding: str, end: str, tmp_path: Path) -> None:
    if encoding == "cp1252" and end == "\u2028":
        pytest.skip("Windows-1252 has no such line end")
    path = tmp_path / "copy.txt"
    path.write_bytes(COPY.replace("\n", end).encode(encoding))
    source = read_copy(path)
    assert isinstance(source, SourceFile)
    assert parse_rules(source)[0] == parsed()


def test_a_mark_of_big_endian_text_is_known() -> None:
    assert decode(b"\xfe\xff" + COPY.encode("utf-16-be")) == COPY


def test_numbers_in_mid_sentence_begin_no_rule() -> None:
    wrapped = "100.1. Look at rule\n900.2 and then at rule\n101. Both help.\n\n100.2. Done.\n"
    assert {n: r.words for n, r in parsed(wrapped).rules.items()} == {
        "100.1": "Look at rule 900.2 and then at rule 101. Both help.",
        "100.2": "Done.",
    }


@pytest.mark.parametrize("said", ["effective as of Smarch 3, 2031", "effective as of March 33, 2031", "of old"])
def test_a_day_that_is_none_is_left_out(said: str) -> None:
    assert parsed(COPY.replace("effective as of March 3, 2031", said)).effective is None


@pytest.mark.parametrize(
    "text", ["", "\n\n", "No rules here.\n", "Contents\n100. Hats\nGlossary\nCredits\n", "%PDF-1.7"]
)
def test_a_file_without_rules_is_a_diagnostic(text: str) -> None:
    official, findings = parse_rules(SourceFile("copy.txt", text))
    assert official is None
    assert [d.code for d in findings] == ["R802"]


def test_files_that_are_no_text_are_refused(tmp_path: Path) -> None:
    odd = tmp_path / "odd"
    odd.write_bytes(b"100.1. \x81\xff\x8d")
    for path in (odd, tmp_path / "none", tmp_path, Path("a\0b")):
        assert isinstance(read_copy(path), Unreadable)


def test_any_bytes_are_read_or_refused_without_a_traceback(tmp_path: Path) -> None:
    rng, data = Random("bytes"), COPY.encode()
    for number in range(300):
        cut = bytearray(data[: rng.randrange(len(data))] if number % 2 else rng.randbytes(rng.randrange(400)))
        for _ in range(rng.randrange(6)):
            if cut:
                cut[rng.randrange(len(cut))] = rng.randrange(256)
        text = decode(bytes(cut))
        if text is not None:
            parse_rules(SourceFile("copy.txt", text))


# --- fingerprints -----------------------------------------------------------------------------------


def test_what_changes_no_meaning_changes_no_fingerprint() -> None:
    words = "See rule 101.3a, “Gloves.” It’s worn by the captain"
    other = 'See rule 801.5, "Gloves." It\'s worn  by the Captain'
    assert fingerprint(words) == fingerprint(other)
    assert normalise("See rule 101.3a, ?Gloves.?") == normalise("See rule 601, “Gloves”")
    for other in (words.replace("captain", "cook"), words.replace("worn by", "by"), words + " of 3"):
        assert fingerprint(words) != fingerprint(other)


@cache
def invented() -> tuple[Path, Rulebook]:
    """Rules with clauses for the made-up copy, and an archive of two of its editions."""
    from tempfile import mkdtemp

    folder = Path(mkdtemp(prefix="emperor-wording-"))
    (folder / "rules" / "texts").mkdir(parents=True)
    clauses = "".join(
        f'\nclause {number} {slug}\n  en "Ours."\n  it "Nostra."\n  note en "Why." it "Perché."\n'
        for number, slug in (("100.1", "hats"), ("100.1a", "captain"), ("100.1k", "eating"), ("101.1", "pairs"))
    )
    head = TEXT + "  from 2030-01-01, 2031-01-01\n  numbered 90 from 2030-01-01, 100 from 2031-01-01\n"
    (folder / "rules" / "texts" / "made-up.rules").write_text(head + clauses, encoding="utf-8")
    (folder / "archive" / "hats").mkdir(parents=True)
    older = COPY.replace("100.1k Nobody may eat", "100.1k Nobody should eat")
    (folder / "archive" / "hats" / "2031-01-01.txt").write_text(older, encoding="utf-8")
    (folder / "archive" / "hats" / "2031-02-02.txt").write_text(COPY, encoding="utf-16")
    (folder / "archive" / "notes.txt").write_text("Not dated.", encoding="utf-8")
    book = load_rulebook(folder / "rules")
    assert set(book.texts) == {"made-up"}
    return folder, book


def compared(text: str) -> CopyMatches:
    folder, book = invented()
    archive, findings = read_archive(folder / "archive")
    assert not findings
    return match(book, parsed(text), fingerprints_of(book, archive), "copy.txt")


def codes(matched: CopyMatches) -> list[tuple[str, str | None]]:
    return [(d.code, d.clause) for d in matched.findings if d.code != "R803"]


def history(fingerprints: Fingerprints, number: str) -> RuleHistory:
    rule_history = fingerprints.rules_on(None).get(number)
    assert rule_history is not None
    return rule_history


def test_fingerprints_are_written_by_edition_and_read_back() -> None:
    folder, book = invented()
    fingerprints = fingerprints_of(book, read_archive(folder / "archive")[0])
    assert [version.since for version in history(fingerprints, "100.1k")] == ["2031-01-01", "2031-02-02"]
    assert [version.since for version in history(fingerprints, "100.1")] == ["2031-01-01"]
    assert history(fingerprints, "100.1m"), "rules without a clause are kept too"
    assert "809.10" not in fingerprints.rules_on(None), "no clause stands in that section"
    (folder / "rules" / FINGERPRINTS_FILE).write_text(fingerprints_text(fingerprints), encoding="utf-8")
    assert load_fingerprints(folder / "rules") == (fingerprints, ())
    assert "captain" not in fingerprints_text(fingerprints)
    (folder / "rules" / FINGERPRINTS_FILE).write_text("[1]", encoding="utf-8")
    assert [d.code for d in load_fingerprints(folder / "rules")[1]] == ["R801"]
    (folder / "rules" / FINGERPRINTS_FILE).unlink()
    assert load_fingerprints(folder / "rules") == (Fingerprints(), ())


def test_a_copy_of_the_known_wording_matches() -> None:
    """Of the rules in ``COPY`` four have a clause in the invented text; they come in the order of its clauses."""
    matched = compared(COPY)
    assert codes(matched) == []
    assert matched.compared == 4
    assert [beside.rule.number for beside in matched.wordings.values()] == ["100.1", "100.1a", "100.1k", "101.1"]
    assert not any(beside.changed for beside in matched.wordings.values())


def test_what_no_longer_matches_is_told() -> None:
    """Each copy has one rule reworded (R805), under another number (R804) or removed (R806)."""
    assert codes(compared(COPY.replace("is worn by the captain", "is worn by the cook"))) == [("R805", "100.1a")]
    older = compared(COPY.replace("Nobody may eat", "Nobody should eat"))
    assert codes(older) == [("R805", "100.1k")]
    assert "2031-01-01" in next(d.message for d in older.findings if d.code == "R805")
    moved = compared(COPY.replace("101.1. Gloves", "101.5. Gloves").replace("101.2. A glove", "101.6. A glove"))
    assert codes(moved) == [("R804", "101.1")]
    assert [b.rule.number for b in moved.wordings.values()] == ["100.1", "100.1a", "100.1k", "101.5"]
    assert codes(compared(COPY.replace("100.1k Nobody", "100.1j Nobody"))) == [("R804", "100.1k")]
    assert codes(compared(COPY.replace("100.1k Nobody may eat a hat.\n", ""))) == [("R806", "100.1k")]


def test_a_date_that_the_clauses_do_not_cover_is_reported() -> None:
    for said, expected in (("February 2, 2031", []), ("March 3, 2031", ["newer"]), ("long ago", ["does not say"])):
        messages = [d.message for d in compared(COPY.replace("March 3, 2031", said)).findings if d.code == "R803"]
        assert len(messages) == len(expected), messages
        assert all(word in message for word, message in zip(expected, messages, strict=True)), messages
    early = compared(COPY.replace("March 3, 2031", "January 5, 2031"))
    assert codes(early) == [("R805", "100.1k")], "compared with the wording of that day"
    assert compared(COPY.replace("March 3, 2031", "January 5, 1999")).compared == 0


# --- the commands -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("data", "code"), [(None, "R801"), (b"\x81\xff", "R801"), (b"nothing", "R802")])
def test_a_bad_copy_builds_nothing(data: bytes | None, code: str, tmp_path: Path) -> None:
    if data is not None:
        (tmp_path / "copy.txt").write_bytes(data)
    site = tmp_path / "site"
    ran = run("build", "--wording", tmp_path / "copy.txt", "--site", site)
    assert ran.exit_code == 2
    assert f"error[{code}]" in ran.stderr and "Nothing was built" in ran.stderr
    assert not site.exists()


@pytest.mark.slow
def test_the_words_stand_in_that_build_only(tmp_path: Path) -> None:
    """The rules are read against one made-up edition and built beside the next, in which one rule is another."""
    secret = "Purple <b>hats</b> *fit* nobody who wears them in the rain."
    lines = (f"809.1. {secret}\nExample: Nor gloves.", "809.3c Nobody attacks a guest.", "809.4. The host begins.")
    first = COPY.replace("809.10. Ten comes after nine.", "\n\n".join(lines)).replace("March 3, 2031", "August 7, 2026")
    second = first.replace("August 7, 2026", "March 3, 2031").replace("attacks", "ever attacks")
    second = second.replace("809.4. The host begins.\n\n", "")
    copy = tmp_path / "rules"
    shutil.copytree(GOLDEN / "rules", copy)  # a site of a few pages
    clauses = "".join(
        f'\nclause {number} {slug}\n  en "Ours."\n  it "Nostra."\n  note en "Why." it "Perché."\n'
        for number, slug in (("809.1", "hats"), ("809.3c", "guests"), ("809.4", "host"))
    )
    head = TEXT + "  from 2025-01-01, 2026-08-07\n"
    (copy / "texts" / "made-up.rules").write_text(head + clauses, encoding="utf-8")
    for name, text in (("first.txt", first), ("copy.txt", second)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert run("drift", tmp_path / "first.txt", "--rules", copy, "--accept").exit_code == 0
    site = tmp_path / "site"
    ran = run("build", "--rules", copy, "--wording", tmp_path / "copy.txt", "--site", site)
    assert ran.exit_code == 0, ran.output
    assert "do not. This site is for you alone." in ran.stdout
    assert "warning[R805]: made-up:809.3c" in ran.stderr and "warning[R806]: made-up:809.4" in ran.stderr
    page = (site / "texts" / "made-up.html").read_text(encoding="utf-8")
    boxes = re.findall(r'<aside class="official changed".*?</aside>', page, re.DOTALL)
    assert len(boxes) == 1
    first_box = re.search(r'<aside class="official".*?</aside>', page, re.DOTALL)
    assert first_box is not None and secret in html.unescape(first_box[0]) and "Nor gloves." in first_box[0]
    assert "Official rule 809.3c" in boxes[0] and "edition of 3 March 2031" in boxes[0]
    assert '<meta name="robots" content="noindex, nofollow">' in page and "A private copy" in page
    public = tmp_path / "public"
    public.mkdir()
    names = ("index.html", "404.html")
    for name in names:
        (public / name).write_text("ours")
    (public / MARK).write_text(json.dumps(names))
    refused = run("build", "--rules", copy, "--wording", tmp_path / "copy.txt", "--site", public)
    assert refused.exit_code == 2 and "no private copy" in refused.stderr
    assert (public / "index.html").read_text() == "ours"
    assert "Regola ufficiale 809.1" in (site / "it" / "texts" / "made-up.html").read_text(encoding="utf-8")
    (index, other) = sorted(site.rglob("search/index.js"))
    assert "splashing" in index.read_text(encoding="utf-8") + other.read_text(encoding="utf-8")
    assert "Purple" not in index.read_text(encoding="utf-8") + other.read_text(encoding="utf-8")
    assert not any("Purple" in p.read_text(encoding="utf-8") for p in RULES.rglob("*") if p.is_file())


# --- the shipped fingerprints, and the real editions where they are at hand ---------------------------


def test_every_numbered_clause_of_the_official_rules_has_a_fingerprint_on_each_of_its_days() -> None:
    book, (fingerprints, faults) = rulebook(), load_fingerprints(RULES)
    assert not faults
    misprinted = ("609.2c", "2005-08-01")  # printed there as 605.2c, which is another rule's number
    numbered = 0
    for text in book.texts.values():
        for day in text.editions:
            rules = fingerprints.rules_on(day)
            for held in clauses_on(text, day):
                if RULE_NUMBER.fullmatch(held.number) and (held.number, day) != misprinted:
                    numbered += 1
                    assert held.number in rules, (text.id, held.number, day)
    assert numbered > 1000
    for section in fingerprints.sections:
        for versions in section:
            assert [version.since for version in versions] == sorted({version.since for version in versions})
