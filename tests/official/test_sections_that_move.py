"""Sections that move: which of an edition each known one has become, where two of them are much alike."""

from __future__ import annotations

import pytest

from emperor_rules.model.fingerprints import Fingerprints
from emperor_rules.official.archive import Archive
from emperor_rules.official.comparison import compare_edition
from emperor_rules.official.fingerprints import version_of
from emperor_rules.official.published_rules import OfficialRule, OfficialRules

BEFORE, AFTER = "2010-02-01", "2010-06-18"
SHARED = ["Teammates wear the same hat on their heads.", "Nobody opens the door before the second bell has rung."]
CAPTAINS = ["Each team has one captain, who sits in its centre.", "The captain wears a red hat.", *SHARED]
TURNS = ["Teams sit in turn around the long table.", "Everybody wears a green glove on one hand.", *SHARED]


def rules(day: str, **sections: list[str]) -> OfficialRules:
    """An edition with sections named by their numbers, such as ``n809``."""
    numbered = (
        (f"{section[1:]}.{place}", words)
        for section, written in sections.items()
        for place, words in enumerate(written, 1)
    )
    return OfficialRules(day, {number: OfficialRule(number, words) for number, words in numbered}, {})


def test_a_section_that_moves_to_where_a_like_one_was_is_not_taken_for_it() -> None:
    old = rules(BEFORE, n807=CAPTAINS, n809=TURNS)
    sections = [
        tuple((version_of(rule, BEFORE),) for number, rule in old.rules.items() if number.startswith(section))
        for section in ("807", "809")
    ]
    known = Fingerprints((BEFORE,), tuple(sections))
    compared = compare_edition(known, rules(AFTER, n809=CAPTAINS, n811=TURNS), AFTER)
    assert compared is not None
    assert {section.old: section.new for section in compared.sections} == {"807": "809", "809": "811"}


@pytest.mark.parametrize("first", [True, False])
def test_a_lone_number_among_those_of_another_section_yields_to_the_rule_that_bears_it(first: bool) -> None:
    misprinted = OfficialRules(
        BEFORE, {**rules(BEFORE, n609=TURNS).rules, "605.3": OfficialRule("605.3", "A hat.")}, {}
    )
    runs = [((BEFORE, misprinted),), ((BEFORE, rules(BEFORE, n605=CAPTAINS)),)]
    read = Archive(tuple(runs if first else runs[::-1])).edition(BEFORE)
    assert read.rules["605.3"].words == CAPTAINS[2]
