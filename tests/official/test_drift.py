"""``emperor drift``: the work that an edition asks for, on made-up editions of every shape that the real ones had."""

from __future__ import annotations

import json
import os
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result

from emperor_rules.cli.main import command
from emperor_rules.model.fingerprints import FINGERPRINTS_FILE
from emperor_rules.official.fingerprints import similarity, sketch
from emperor_rules.official.published_rules import read_rules
from tests.generators.editions import FIRST, NEXT, RULES, TERMS, changed, edition, published, write_rules


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    """A folder of rules that was read against the first made-up edition."""
    folder = write_rules(tmp_path)
    ran = drift(folder, edition(FIRST), "--accept")
    assert ran.exit_code == 0, ran.output
    return folder


def drift(rules: Path, text: str | bytes, *options: str) -> Result:
    file = rules.parent / "copy.txt"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return CliRunner().invoke(command, ["drift", str(file), "--rules", str(rules), *options])


def work(rules: Path, text: str, *options: str) -> list[dict]:
    ran = drift(rules, text, "--format", "json", *options)
    items: list[dict] = json.loads(ran.stdout)["work"]
    assert ran.exit_code == (1 if items else 0), ran.output
    return items


def kinds(items: list[dict]) -> list[tuple]:
    return [(item["kind"], item["old"], item["new"]) for item in items]


# --- what is reported ------------------------------------------------------------------------------------


def test_the_same_wording_under_another_day_asks_for_nothing(rules: Path) -> None:
    assert work(rules, edition(NEXT)) == []
    assert "Nothing to do" in drift(rules, edition(NEXT)).stdout


#: How many copies of a made-up edition are published.
COPIES = int(os.environ.get("EMPEROR_COPIES", "30"))


def test_however_the_same_wording_is_published_it_asks_for_nothing(rules: Path, tmp_path: Path) -> None:
    """In any encoding, with any line ends, breaks and contents, with a heading that has no rules."""
    sections = {"100": "Hats", "101": "Gloves", "600": "General", "809": "Farewell"}
    for number in range(COPIES):
        copy = published(edition(NEXT, sections=sections), Random(f"copy {number}"))
        (tmp_path / "copy.txt").write_bytes(copy)
        official, findings = read_rules(tmp_path / "copy.txt")
        assert official is not None and findings == () and official.effective == NEXT, number
        assert {number: rule.words for number, rule in official.rules.items()} == WORDS, number
        ran = drift(rules, copy, "--format", "json")
        assert (ran.exit_code, json.loads(ran.stdout)["work"]) == (0, []), (number, ran.output)


#: The words of the made-up rules, without their examples.
WORDS = {number: words.partition("\n")[0] for number, words in RULES.items()}


def test_signs_letter_case_and_numbers_of_other_rules_are_no_change(rules: Path) -> None:
    same = changed(n809_6="The Last guest “closes” the door, and puts out the light.")
    assert work(rules, edition(NEXT, same)) == []


def test_a_reworded_rule_is_told_with_its_clause_line_and_words(rules: Path) -> None:
    """Only the words of 809.3a differ, so its number is the same before and after."""
    new = changed(n809_3a="The host walks four steps with a guest, and three with an old friend.")
    (item,) = work(rules, edition(NEXT, new))
    assert (item["kind"], item["clauses"], item["old"], item["new"]) == (
        "reworded",
        ["rest:809.3a"],
        "809.3a",
        "809.3a",
    )
    assert edition(NEXT, new).split("\n")[item["line"] - 1].startswith("809.3a The host walks four steps")
    assert item["words"].startswith("The host walks four steps")
    assert item["place"].endswith(":17"), "the line of the clause in its file"
    assert drift(rules, edition(NEXT, new)).stdout.count("rest") == 3, "headline, place, and the dates to add"


def test_a_dropped_negation_and_a_numeral_for_a_figure_are_told(rules: Path) -> None:
    """The words decide: a small change of signs is none, a small change of words is one."""
    dropped = changed(n100_1b="Everybody may eat a hat while others are looking.")
    assert kinds(work(rules, edition(NEXT, dropped))) == [("reworded", "100.1b", "100.1b"), ("translation", None, None)]


def test_with_the_older_edition_at_hand_the_change_is_shown_word_by_word(rules: Path, tmp_path: Path) -> None:
    older = tmp_path / "older.txt"
    older.write_text(edition(FIRST), "utf-8")
    new = edition(NEXT, changed(n809_3a="The host walks four steps with a guest, and three with an old friend."))
    assert "walks [-two-] {+four+} steps" in drift(rules, new, "--before", str(older)).stdout
    assert "walks ~~two~~ **four** steps" in drift(rules, new, "--before", str(older), "--format", "markdown").stdout


def test_a_section_with_another_number_is_one_line_to_paste(rules: Path) -> None:
    moved = {n.replace("100.", "200."): words for n, words in RULES.items()}
    sections = {"101": "Gloves", "200": "Hats", "809": "Farewell"}
    (item,) = work(rules, edition(NEXT, dict(sorted(moved.items())), sections=sections))
    assert (item["kind"], item["old"], item["new"]) == ("section-renumbered", "100", "200")
    assert [line["line"] for line in item["write"]] == [f"numbered 100 from {FIRST}, 200 from {NEXT}"]


def test_a_rule_that_is_moved_and_reworded_at_once_is_known_again(rules: Path) -> None:
    new = changed(
        n100_1a="Hats are kept in the hall where everybody can find them again.",
        n100_1b="A hat of three corners is worn by the captain of the ship and nobody else.",
        n100_1c=RULES["100.1b"],
    )
    items = work(rules, edition(NEXT, new))
    assert ("reworded", "100.1a", "100.1b") in kinds(items)
    assert ("renumbered", "100.1b", "100.1c") in kinds(items)
    assert ("new", None, "100.1a") in kinds(items)
    renumbered = next(item for item in items if item["kind"] == "renumbered")
    assert renumbered["write"] == [
        {"where": "hats 100-1b-x", "line": f"numbered 100.1b from {FIRST}, 100.1c from {NEXT}"}
    ]


def test_rules_that_change_places_are_told_as_renumbered(rules: Path) -> None:
    swapped = changed(n101_1=RULES["101.2"], n101_2=RULES["101.1"])
    assert kinds(work(rules, edition(NEXT, swapped))) == [
        ("renumbered", "101.1", "101.2"),
        ("renumbered", "101.2", "101.1"),
    ]


def test_an_ended_rule_is_no_stranger_that_took_its_number(rules: Path) -> None:
    """The legend rule ended in 2013, and what stood after it took its number."""
    ended = changed(n100_1a=RULES["100.1b"], n100_1b=None)
    items = kinds(work(rules, edition(NEXT, ended)))
    assert ("ended", "100.1a", None) in items and ("renumbered", "100.1b", "100.1a") in items


def test_three_rules_merged_into_one_leave_two_that_ended(rules: Path) -> None:
    one = f"{RULES['101.1']} {RULES['101.2'].splitlines()[0]}"
    items = kinds(work(rules, edition(NEXT, changed(n101_1=one, n101_2=None))))
    assert [kind for kind, *_ in items if kind in ("ended", "reworded")] == ["reworded", "ended"]


def test_a_new_rule_is_told_with_the_nearest_clause_and_one_left_out_on_purpose_is_not(rules: Path) -> None:
    new = changed(n809_3c="The host walks six steps with an old friend who is a guest, and three with a child.")
    (item,) = work(rules, edition(NEXT, new))
    assert (item["kind"], item["new"], item["clauses"]) == ("new", "809.3c", ["rest:809.3a"])
    assert drift(rules, edition(NEXT, new), "--accept").exit_code == 0
    assert work(rules, edition("2032-04-04", new)) == [], "accepted without a clause: left out on purpose"


def test_a_new_rule_that_a_clause_of_that_day_encodes_already_is_no_work(rules: Path) -> None:
    file = rules / "texts" / "rest.rules"
    clause = f'\nclause 809.3c six since {NEXT}\n  en "Ours."\n  it "Nostra."\n  note en "Why." it "Perché."\n'
    file.write_text(file.read_text("utf-8").replace("2030-02-02", f"2030-02-02, {NEXT}") + clause, "utf-8")
    new = changed(n809_3c="The host walks six steps with a dog and none with a cat.")
    assert work(rules, edition(NEXT, new)) == []


def test_examples_that_change_come_go_or_move_are_told(rules: Path) -> None:
    words, example = RULES["100.1a"].split("\nExample: ")
    other = work(rules, edition(NEXT, changed(n100_1a=f"{words}\nExample: Cid owns two hats. He is the captain.")))
    assert [(item["kind"], item["words"]) for item in other] == [
        ("example", "Cid owns two hats. He is the captain."),
        ("example", "(gone)"),
    ]
    moved = changed(n100_1a=words, n101_1=f"{RULES['101.1']}\nExample: {example}")
    assert [item["words"] for item in work(rules, edition(NEXT, moved))] == [
        "(moved to 101.1)",
        f"(moved here) {example}",
    ]


def test_a_glossary_term_that_says_something_else_is_told(rules: Path) -> None:
    items = work(rules, edition(NEXT, terms={**TERMS, "Hat": "Something worn on the feet."}))
    assert kinds(items) == [("glossary", "hat", "hat")] and 0 < items[0]["similarity"] < 1
    assert kinds(work(rules, edition(NEXT, terms={"Glove": "One.", "Lone Glove": "Half a pair."}))) == [
        ("glossary", "hat", None)
    ]


def test_a_translation_falls_behind_when_its_original_changes_but_is_not_renumbered(rules: Path) -> None:
    items = work(rules, edition(NEXT, changed(n100_1="Everyone wears two hats at every party.")))
    assert [(item["kind"], item["clauses"], item["words"]) for item in items if item["kind"] == "translation"] == [
        ("translation", ["hats-it"], "100.1")
    ]
    assert not any("hats-it:100.1" in item["clauses"] for item in items)


def test_a_section_that_the_file_lacks_is_told_as_such(rules: Path) -> None:
    partial = {n: words for n, words in RULES.items() if n[:3] != "101"}
    ran = drift(rules, edition(NEXT, partial).replace("\n\n101. Gloves\n\n", "\n\n"))
    assert "warning[R807]" in ran.stderr and "“101. Gloves”" in ran.stderr
    assert "Sections that the file does not have" in ran.stdout


# --- accepting ---------------------------------------------------------------------------------------


def test_accepting_adds_an_edition_and_never_drops_one(rules: Path) -> None:
    before = json.loads((rules / FINGERPRINTS_FILE).read_text("utf-8"))
    new = changed(n809_3a="The host walks four steps with a guest.", n100_1b=None, n101_3="Mittens are gloves.")
    assert drift(rules, edition(NEXT, new), "--accept").exit_code == 0
    after = json.loads((rules / FINGERPRINTS_FILE).read_text("utf-8"))
    assert after["editions"] == [FIRST, NEXT]
    numbers = [[version[:2] for version in rule] for section in after["sections"] for rule in section]
    assert [[FIRST, "809.3a"], [NEXT, "809.3a"]] in numbers
    assert [[FIRST, "100.1b"], [NEXT, None]] in numbers
    assert [[NEXT, "101.3"]] in numbers
    for old, section in zip(before["sections"], after["sections"], strict=True):
        assert all(any(rule[: len(was)] == was for rule in section) for was in old)
    assert work(rules, edition("2032-01-01", new)) == []


def test_no_word_of_the_rules_is_kept(rules: Path) -> None:
    kept = (rules / FINGERPRINTS_FILE).read_text("utf-8")
    assert not any(word in kept for word in ("captain", "umbrella", "guest"))


def test_an_edition_older_than_all_known_is_refused_and_changes_nothing(rules: Path) -> None:
    before = (rules / FINGERPRINTS_FILE).read_bytes()
    ran = drift(rules, edition("2029-01-01"), "--accept")
    assert ran.exit_code == 2 and "older than all editions" in ran.stderr
    assert (rules / FINGERPRINTS_FILE).read_bytes() == before


def test_an_edition_between_two_known_ones_is_not_merged_behind_the_newest(rules: Path) -> None:
    assert drift(rules, edition(NEXT), "--accept").exit_code == 0
    before = (rules / FINGERPRINTS_FILE).read_bytes()
    ran = drift(rules, edition("2030-06-06", changed(n100_2="A hat is never lent.")), "--accept")
    assert ran.exit_code == 2 and "nothing was written" in ran.stderr
    assert (rules / FINGERPRINTS_FILE).read_bytes() == before


def test_a_folder_of_dated_sections_is_read_day_by_day(tmp_path: Path) -> None:
    folder, archive = write_rules(tmp_path), tmp_path / "archive" / "party"
    archive.mkdir(parents=True)
    (archive / f"{FIRST}.txt").write_text(edition(FIRST), "utf-8")
    (archive / f"{NEXT}.txt").write_text(edition(NEXT, changed(n100_2="A hat is never lent.")), "utf-16")
    (archive / "notes.txt").write_text("Not dated.", "utf-8")
    ran = CliRunner().invoke(command, ["drift", str(archive.parent), "--accept", "--rules", str(folder)])
    assert ran.exit_code == 0, ran.output
    assert json.loads((folder / FINGERPRINTS_FILE).read_text("utf-8"))["editions"] == [FIRST, NEXT]


# --- shapes of editions, and files that are none -------------------------------------------------------


@pytest.mark.parametrize("end", ["\r\n", "\r", "\r\r\n"])
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_encodings_and_line_ends_make_no_difference(rules: Path, end: str, encoding: str) -> None:
    ran = drift(rules, edition(NEXT).replace("\n", end).encode(encoding))
    assert ran.exit_code == 0 and "10 rules compared" in ran.stdout, ran.output


def test_editions_that_say_current_instead_of_effective_have_a_day_too(rules: Path) -> None:
    assert "in effect from 2031-03-03" in drift(rules, edition(NEXT, says="current")).stdout


def test_a_day_can_be_named_by_hand_and_must_be_where_the_file_has_none(rules: Path) -> None:
    undated = edition(NEXT, says="good")
    assert "add --date" in drift(rules, undated).stderr
    assert "in effect from 2031-04-05" in drift(rules, undated, "--date", "2031-04-05").stdout
    assert "no day of the calendar" in drift(rules, undated, "--date", "2031-04-31").stderr


def test_signs_lost_in_the_file_are_told_and_no_change(rules: Path) -> None:
    ran = drift(rules, edition(NEXT).replace("table first.", "table\ufffd first."))
    assert ran.exit_code == 0 and "warning[R809]" in ran.stderr


def test_a_file_cut_short_and_numbers_that_stand_twice_are_told(rules: Path) -> None:
    whole = edition(NEXT)
    assert "“Credits”, which never comes" in drift(rules, whole[: whole.rindex("Credits")]).stderr
    twice = whole.replace("101.2. Whoever", "101.2. Gloves are warm.\n\n101.2. Whoever")
    assert "warning[R808]" in drift(rules, twice).stderr


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"PK\x03\x04word/document.xml", "Word document"),
        (b"%PDF-1.7", "PDF"),
        (b"\x81\xff\x8d", "neither in UTF-8"),
        (b"no rules", "no numbered rule"),
        (b"x" * 9_000_000, "larger than 8 MB"),
    ],
)
def test_files_of_other_kinds_are_refused_with_what_to_do(rules: Path, data: bytes, reason: str) -> None:
    ran = drift(rules, data)
    assert ran.exit_code == 2 and reason in ran.stderr


def test_rules_of_something_else_are_told_as_missing_sections_and_never_laid_to_clauses(rules: Path) -> None:
    other = "These rules are effective as of May 1, 2031.\n\n" + "".join(
        f"{n}.1. Paragraph {n} of the statutes of the rowing club of the town.\n\n" for n in (100, 101, 809)
    )
    items = work(rules, other)
    assert not [item for item in items if item["kind"] in ("reworded", "renumbered")]


def test_broken_fingerprints_are_told_and_left_as_they_are(rules: Path) -> None:
    for text in (
        "[1]",
        "{",
        '{"version": 1}',
        '{"version": 2, "editions": [], "sections": [[[["a"]]]], "glossary": {}}',
    ):
        (rules / FINGERPRINTS_FILE).write_text(text, "utf-8")
        ran = drift(rules, edition(NEXT), "--accept")
        assert ran.exit_code == 2 and "error[R801]" in ran.stderr
        assert (rules / FINGERPRINTS_FILE).read_text("utf-8") == text


# --- similarity --------------------------------------------------------------------------------------


def test_sketches_tell_a_reworded_rule_from_another() -> None:
    """Two rules never share words by chance as much as a rule shares with itself reworded."""
    words = [rule.splitlines()[0] for rule in RULES.values()]
    others = [similarity(sketch(a), sketch(b)) for a in words for b in words if a < b]
    assert max(others) < 0.45
    assert similarity(sketch(words[0]), sketch(words[0].replace("party", "feast"))) > 0.6
    assert similarity(sketch(""), sketch("")) == 0.0


def test_glossary_terms_that_were_never_read_are_named_as_not_compared(tmp_path: Path) -> None:
    """The editions kept section by section have no glossary; the first complete one brings it."""
    folder = write_rules(tmp_path)
    assert drift(folder, edition(FIRST, terms={}), "--accept").exit_code == 0
    ran = drift(folder, edition(NEXT))
    assert ran.exit_code == 0 and "Not compared, as no glossary of that time was accepted yet: hat." in ran.stdout
    assert drift(folder, edition(NEXT), "--accept").exit_code == 0
    assert kinds(work(folder, edition("2032-01-01", terms={"Hat": "A shoe."}))) == [("glossary", "hat", "hat")]
