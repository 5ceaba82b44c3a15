"""The real editions, where they lie beside the repository; no other test reads anything outside it."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest

from emperor_rules.frontend.fingerprints import load_fingerprints
from emperor_rules.model.fingerprints import FINGERPRINTS_FILE, Fingerprints
from emperor_rules.official.archive import Archive, accept, fingerprints_of, read_archive
from emperor_rules.official.clause_matches import clauses_on, match
from emperor_rules.official.comparison import compare_edition
from emperor_rules.official.drift import WorkKind, work_list
from emperor_rules.official.fingerprints import fingerprints_text
from emperor_rules.official.published_rules import OfficialRules, parse_rules, read_copy, read_rules, section_of
from emperor_rules.source import SourceFile
from tests.generators.editions import published
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


@cache
def complete() -> Mapping[str, tuple[str, OfficialRules]]:
    """The complete editions by their days: the words of the file, and what was read of it."""
    files = {}
    for path in sorted((SHARED / "complete").glob("*.txt")):
        source = read_copy(path)
        assert isinstance(source, SourceFile)
        official, findings = parse_rules(source)
        assert official is not None and {finding.code for finding in findings} <= {"R808"}  # a true misprint
        assert official.effective == path.stem
        files[path.stem] = source.text, official
    return files


def test_the_shipped_fingerprints_are_those_of_the_editions() -> None:
    """Those of the sections come from the editions, those of the glossary from complete files."""
    further, findings = read_archive(SHARED / "more-editions")
    assert not findings
    made = fingerprints_of(rulebook(), Archive((*editions().runs, *further.runs)))
    for day, (_, official) in complete().items():
        made = accept(made, rulebook(), official, day)
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
    # In 2010 section 806 became 810, but what it said of turns became 805, where it is reported as new.
    parted = [(was, day, now) for was, day, now in wrong if (section_of(was), section_of(now)) == ("806", "805")]
    assert len(parted) == 11
    # Rules were split in two; the half that the clause keeps is reported as new, with the clause beside it. Others were
    # replaced by their opposite, or reworded on the day on which a new one took their number.
    assert [row for row in wrong if row not in parted] == [
        ("606.6a", "2007-02-01", "606.6b"),
        ("101.6b", "2009-07-11", "103.6c"),
        ("606.7a", "2009-07-11", "806.7a"),
        ("806.9d", "2010-04-23", "806.10b"),
        ("806.9b", "2010-04-23", "806.10d"),
        ("808.4c", "2010-07-16", "807.4c"),
        ("806.4", "2010-07-16", "810.2"),
        ("810.10", "2011-05-01", "810.11"),
    ]


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
        sections = set(map(section_of, official.rules))  # the copy lacks others that clauses encode
        assert not [finding for finding in matched.findings if section_of(finding.clause or "") in sections]
        assert matched.compared > 90


# --- complete files ----------------------------------------------------------------------------------

#: How many copies of each complete edition are made.
COPIES = int(os.environ.get("EMPEROR_COPIES", "3"))


@pytest.mark.parametrize("day", ["2005-08-01", "2007-10-01", "2010-06-18", "2016-07-22", "2026-08-07"])
def test_nothing_false_is_said_of_a_complete_edition_however_it_was_published(day: str, tmp_path: Path) -> None:
    """In any encoding, with any line ends: the same rules, the same entries, no work, and no word about it."""
    random, (text, official), book = Random(day), complete()[day], rulebook()
    fingerprints, _ = load_fingerprints(RULES)
    for _ in range(COPIES):
        (tmp_path / "copy.txt").write_bytes(published(text, random))
        copy, findings = read_rules(tmp_path / "copy.txt")
        assert copy is not None and {finding.code for finding in findings} <= {"R808"}
        assert copy.rules.keys() == official.rules.keys()
        comparison = compare_edition(fingerprints, copy, day)
        assert comparison is not None
        assert len(comparison.terms) == len(fingerprints.terms.keys() & official.glossary.keys())
        work = work_list(book, fingerprints, comparison, copy)
        assert not work.items and not work.new_terms
        assert not match(book, copy, fingerprints, "copy.txt").findings


def test_the_glossary_of_a_day_that_was_not_read_is_never_called_changed() -> None:
    """Each complete edition but the newest is compared as if the others alone were known."""
    book, (fingerprints, _) = rulebook(), load_fingerprints(RULES)
    for day in list(complete())[:-1]:
        known = replace(fingerprints, terms={}, glossaries=())
        for other, (_, official) in complete().items():
            known = known if other == day else accept(known, book, official, other)
        official = complete()[day][1]
        comparison = compare_edition(known, official, day)
        assert comparison is not None
        assert not work_list(book, known, comparison, official).items


def test_an_entry_of_the_glossary_in_other_words_is_told() -> None:
    book, (fingerprints, _) = rulebook(), load_fingerprints(RULES)
    for day, (_, official) in complete().items():
        for term in ("emperor", "general"):
            entry = replace(official.glossary[term], words="A hat with three corners.")
            other = replace(official, glossary={**official.glossary, term: entry})
            comparison = compare_edition(fingerprints, other, day)
            assert comparison is not None
            (item,) = work_list(book, fingerprints, comparison, other).items
            assert (item.kind, item.old, item.clauses) == (WorkKind.TERM, term, (f"cr-glossary:{term}",))
            assert [finding.code for finding in match(book, other, fingerprints, "copy").findings] == ["R805"]


def test_a_cut_copy_is_told_wherever_it_is_cut() -> None:
    """Behind the heading of the credits nothing is missing that anything is compared with."""
    for day, (text, _) in complete().items():
        random, credits = Random(day), text.rindex("\nCredits")
        first = text.index("\n100.1")
        for _ in range(COPIES):
            cut = random.randrange(first + 10, credits)
            _, findings = parse_rules(SourceFile("copy.txt", text[:cut]))
            assert "R807" in {finding.code for finding in findings}, (day, cut)
        official, findings = parse_rules(SourceFile("copy.txt", text[: credits + len("\nCredits")]))
        assert official is not None and "R807" not in {finding.code for finding in findings}


def test_a_section_that_was_lost_is_told() -> None:
    """The heading and all rules of a section are taken out of a complete edition."""
    for day, (text, official) in complete().items():
        sections = sorted({number.partition(".")[0] for number in official.rules})
        contents = text.index("\n100.1")
        for section in Random(day).sample(sections[1:-1], COPIES):
            at = text.index(f"\n{section}. ", contents)
            after = text.index(f"\n{sections[sections.index(section) + 1]}. ", at)
            _, findings = parse_rules(SourceFile("copy.txt", text[:at] + text[after:]))
            (told,) = [finding for finding in findings if finding.code == "R807"]
            assert f"“{section}. " in str(told.message)
