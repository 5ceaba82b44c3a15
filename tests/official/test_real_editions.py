"""The real editions, where they lie beside the repository; no other test reads anything outside it."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from emperor_rules.frontend.fingerprints import load_fingerprints
from emperor_rules.model.fingerprints import FINGERPRINTS_FILE, Fingerprints
from emperor_rules.official.archive import Archive, accept, fingerprints_of, read_archive
from emperor_rules.official.clause_matches import clauses_on, match
from emperor_rules.official.comparison import compare_edition
from emperor_rules.official.fingerprints import fingerprints_text
from emperor_rules.official.published_rules import parse_rules, read_copy, read_rules
from emperor_rules.source import SourceFile
from tests.support.paths import RULES, SHARED
from tests.support.shipped import rulebook

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not (SHARED / "editions").is_dir(), reason="left out: the real editions do not lie beside the repository"
    ),
]


def test_every_rule_of_every_edition_is_read() -> None:
    for path in sorted((SHARED / "editions").rglob("*.txt")):
        source = read_copy(path)
        assert isinstance(source, SourceFile)
        official, findings = parse_rules(source)
        assert official is not None and not findings
        starts = re.findall(r"(?m)^(\d{3}\. ?\d+[a-z]{0,2})(?:\.|(?<=[a-z]))?\s", source.text)
        assert list(official.rules) == [start.replace(" ", "") for start in starts], path


@cache
def editions() -> Archive:
    archive, findings = read_archive(SHARED / "editions")
    assert not findings
    return archive


def test_the_shipped_fingerprints_are_those_of_the_editions() -> None:
    made = fingerprints_of(rulebook(), editions())
    assert fingerprints_text(made) == (RULES / FINGERPRINTS_FILE).read_text(encoding="utf-8")


def test_each_edition_finds_every_clause_again_when_only_those_before_it_are_known() -> None:
    """The numbers that clauses bear from day to day are written in the rules by hand: they are the truth here.

    Every other edition is known, so that more changes between two.
    """
    book, fingerprints, before = rulebook(), Fingerprints(), ""
    archive = editions()
    compared, wrong = 0, []
    for day in archive.days[::2]:
        official = archive.edition(day)
        comparison = compare_edition(fingerprints, official, day)
        pairs = [] if comparison is None else list(comparison.pairs())
        now = {id(pair.old.history): pair.new for pair in pairs if pair.old is not None}
        for text in book.texts.values() if before else ():
            if len(text.editions) < 2:
                continue
            numbers = {held.clause.slug: held.number for held in clauses_on(text, day)}
            rules = fingerprints.rules_on(before)
            for held in clauses_on(text, before):
                rule = rules.get(held.number)
                if rule is None or held.clause.slug not in numbers:
                    continue
                compared += 1
                new = now[id(rule)]
                if new is None or new.rule.number != numbers[held.clause.slug]:
                    wrong.append((held.number, day, numbers[held.clause.slug]))
        fingerprints, before = accept(fingerprints, book, official, day), day
    assert compared > 3_500
    # One rule was split in two; the half that the clause keeps is reported as new, with the clause beside it.
    assert wrong == [("101.6b", "2009-07-11", "103.6c")]


def test_the_newest_edition_matches_in_every_encoding(tmp_path: Path) -> None:
    parts = [p.read_text(encoding="utf-8") for p in sorted((SHARED / "sources" / "cr-2026-08-07").glob("*.txt"))]
    words = "\n\n".join(re.sub(r"(?m)^#.*\n", "", part) for part in parts)
    copy = "These rules are effective as of August 7, 2026.\n\n" + words
    book, (fingerprints, _) = rulebook(), load_fingerprints(RULES)
    for encoding in ("utf-8", "utf-16", "cp1252"):
        (tmp_path / "copy.txt").write_bytes(copy.replace("\n", "\r\n").encode(encoding, "replace"))
        official, findings = read_rules(tmp_path / "copy.txt")
        assert official is not None and not findings
        matched = match(book, official, fingerprints, "copy.txt")
        assert not matched.findings
        assert matched.compared > 90
