"""Whoever builds on a text, it stays what it is: a rulebook of its own, or a part of others."""

from dataclasses import replace
from random import Random

import pytest

from emperor_rules.check.check_report import CheckReport
from emperor_rules.check.scenario_runner import ScenarioRun
from emperor_rules.evaluate.engine import Engine
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Inclusion, RelatedText, TextRelation, included_texts
from emperor_rules.site.context import site_context
from emperor_rules.site.packs import GUIDE, HISTORY, page_packs
from emperor_rules.site.texts import arrange_texts, todays_text
from emperor_rules.source import NOWHERE
from tests.support.shipped import rulebook

BOOKS, PARTS = arrange_texts(rulebook())


def extended(base: str, rng: Random) -> Rulebook:
    """The shipped rules with house texts, each of which builds on the base or on another; some say that they vary it."""
    texts = dict(rulebook().texts)
    named = [base]
    for number in range(rng.randint(1, 4)):
        on, id = rng.choice(named), f"{rng.choice('az')}-house-{number}"
        varies = (
            (RelatedText(TextRelation.VARIES, Inclusion(on, None, NOWHERE)),)
            if base in {part.id for part in PARTS} or rng.random() < 0.7
            else ()
        )
        house = replace(texts[base], id=id, clauses=(), editions=(), compared=None)
        texts[id] = replace(house, includes=(Inclusion(on, None, NOWHERE),), relations=varies)
        named.append(id)
    return replace(rulebook(), texts=texts)


@pytest.mark.parametrize("base", [text.id for text in (*BOOKS, *PARTS)])
def test_a_text_stays_a_rulebook_or_a_part_whoever_builds_on_it(base):
    for seed in range(20):
        grown = extended(base, Random(seed))
        books, parts = arrange_texts(grown)
        assert {text.id for text in books} == grown.texts.keys() - {text.id for text in PARTS}
        assert parts == PARTS
        assert todays_text(grown) == todays_text(rulebook())


def test_a_house_rulebook_is_kept_offline_by_itself():
    house = replace(BOOKS[0], id="house", clauses=(), includes=(Inclusion(BOOKS[0].id, None, NOWHERE),), relations=())
    texts = {id: rulebook().texts[id] for id in included_texts(rulebook().texts, BOOKS[0].id)}
    grown = replace(rulebook(), texts={**texts, house.id: house}, scenarios=())
    report = CheckReport(grown, ScenarioRun(), (), 0.0, engine=Engine(grown))
    packs = {pack.id: pack for pack in page_packs(site_context(report, "en"))}
    assert [*packs] == [house.id, HISTORY, GUIDE]
    assert packs[house.id].paths == ("texts/house.html", "house/")
