"""Which reasons an answer is given, in which order, and what is folded away.

The composition is tested as data: a derivation is written down as an outline of citations and facts, without words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from statistics import median
from typing import Any

import pytest

from emperor_rules.api.answers import RulesAnswer
from emperor_rules.check.scenario_runner import Outcome
from emperor_rules.evaluate.derivation import MOST_CLAUSES_DEEP, Derivation, Step, derivation
from emperor_rules.evaluate.explain import Explainer, Miss, Proof, Reason
from emperor_rules.evaluate.facts import Fact, FactKind, Group, grouped_facts
from emperor_rules.model.terms import Moment
from emperor_rules.semantics.verdict import Conclusion
from tests.support.sampling import sample_of
from tests.support.shipped import checked, engine
from tests.support.tables import SIX

#: What a derivation may fill, at a width of 100 columns, and half of them at most.
MOST_LINES, MOST_LINES_OF_HALF = 26, 8


# --- outlines -------------------------------------------------------------------------------------


def outline(derived: Derivation) -> list[str]:
    """Write a derivation down: ``104.2c`` a clause, ``104.2c*`` one listed before, ``104.2c-`` one that does not apply."""
    lines = [*_steps(derived.steps, 0)]
    for sign, citations in (("met", derived.met), ("none of", derived.inapplicable)):
        if citations:
            lines.append(f"{sign} {' '.join(map(_number, citations))}")
    return lines


def _steps(steps: Sequence[Step], depth: int) -> Iterator[str]:
    for step in steps:
        sign = "*" * step.again + "+" * step.met + "-" * step.missed
        yield "  " * depth + (_number(step.citation) + sign or "given")
        for premise in step.premises:
            by = f" ({' '.join(map(_number, premise.by))})" if premise.by else ""
            yield "  " * (depth + 1) + _group(premise.facts) + by
            yield from _steps(premise.steps, depth + 2)


def _number(citation: str) -> str:
    return citation.rpartition(":")[2]


def _group(group: Group) -> str:
    first = group.facts[0]
    args = [
        "/".join(str(fact.args[n]) for fact in group.facts) if n == group.slot else str(value)
        for n, value in enumerate(first.args)
    ]
    moment = "" if first.moment is Moment.NOW else f" {first.moment}"
    if first.kind is FactKind.EMPTY:
        return " ".join(["empty", *args])
    if first.value is True or first.value is False:
        return " ".join([("" if first.value else "not ") + first.name, *args]) + moment
    if first.kind is FactKind.ORDER:
        return " ".join([first.name, *args])
    values = "/".join(dict.fromkeys(str(fact.value) for fact in group.facts))
    return " ".join([first.name, *args]) + f" = {values}{moment}"


# --- the composition, on facts made by hand ---------------------------------------------------------


def fact(name: str, *args: int, value: Any = True, common: bool = False, concluded: bool = True) -> Fact:
    return Fact(FactKind.PREDICATE, name, args, value, common=common, concluded=concluded)


def reason(citation: str, *premises: Fact, **more: Any) -> Reason:
    return Reason(citation, more.pop("kind", Conclusion.YES), more.pop("claim", True), premises, **more)


def told_by_hand(
    root: Fact, reasons: Mapping[Fact, Sequence[Reason]], *, full: bool = False, misses: Sequence[Miss] = ()
) -> list[str]:
    """Complete a proof by the facts that have no reasons, and write its derivation down."""
    below = {premise: () for rs in reasons.values() for r in rs for premise in r.premises if premise.concluded}
    below |= {premise: () for miss in misses for premise in miss.reason.premises if premise.concluded}
    every = {root: (), **below, **{f: tuple(rs) for f, rs in reasons.items()}}
    return outline(derivation(Proof(root, every, {root: tuple(misses)} if misses else {}, True), full=full))


RED, WET, HOT, ILL = fact("red", 0), fact("wet", 0), fact("hot", 0), fact("ill", 0)
SEEN = fact("king", 0, common=True, concluded=False)
GIVEN = fact("given", 0, concluded=False)


def test_of_several_reasons_that_is_told_which_rests_on_the_least() -> None:
    """Clause 2 rests on a given fact alone, clause 1 on what clause 3 concludes; in full both are told."""
    reasons = {RED: [reason("1", WET), reason("2", GIVEN)], WET: [reason("3", GIVEN)]}
    assert told_by_hand(RED, reasons) == ["2", "  given 0"]
    assert told_by_hand(RED, reasons, full=True) == ["1", "  wet 0", "    3", "      given 0", "2", "  given 0"]


def test_a_clause_that_repeats_others_is_told_last_and_one_of_the_text_itself_first() -> None:
    assert told_by_hand(RED, {RED: [reason("1", redundant=True), reason("2", GIVEN)]})[0] == "2"
    assert told_by_hand(RED, {RED: [reason("1", own=False), reason("2")]})[0] == "2"
    assert told_by_hand(RED, {RED: [reason("1"), reason("2")]})[0] == "1"


def test_facts_that_support_each_other_are_told_from_their_cause() -> None:
    """Red and wet rest on each other: only the way over hot comes from something given."""
    reasons = {RED: [reason("1", WET), reason("2", HOT)], WET: [reason("3", RED)], HOT: [reason("4", GIVEN)]}
    assert told_by_hand(RED, reasons) == ["2", "  hot 0", "    4", "      given 0"]


def test_a_clause_is_told_in_words_once_and_a_fact_explained_once() -> None:
    reasons = {RED: [reason("1", WET, HOT)], WET: [reason("2", ILL)], HOT: [reason("2", ILL, GIVEN)]}
    assert told_by_hand(RED, {**reasons, ILL: [reason("3", GIVEN)]}) == [
        *("1", "  wet 0", "    2", "      ill 0", "        3", "          given 0"),
        "  hot 0 (2)",
    ], "what was listed already is not listed again"


def test_a_fact_to_which_the_same_clause_leads_gives_way_to_what_it_rests_on() -> None:
    """Clause 1 leads to wet as it does to red, so it is told once, with hot, on which wet rests."""
    reasons = {RED: [reason("1", WET)], WET: [reason("1", HOT)], HOT: [reason("2", GIVEN)]}
    assert told_by_hand(RED, reasons) == ["1", "  hot 0", "    2", "      given 0"]


def test_what_everybody_sees_is_folded_unless_nothing_else_is_left_or_it_does_not_hold() -> None:
    assert told_by_hand(RED, {RED: [reason("1", SEEN, GIVEN)]}) == ["1", "  given 0"]
    assert told_by_hand(RED, {RED: [reason("1", SEEN)]}) == ["1", "  king 0"]
    assert told_by_hand(RED, {RED: [reason("1", SEEN, GIVEN)]}, full=True) == ["1", "  king 0", "  given 0"]
    no, unseen = fact("red", 0, value=False), fact("king", 0, value=False, common=True, concluded=False)
    failing = [reason("1", unseen, GIVEN, kind=Conclusion.NO, claim=False)]
    assert told_by_hand(no, {no: failing}) == ["1", "  not king 0", "  given 0"]


def test_a_fact_against_which_nothing_speaks_is_folded_under_a_yes() -> None:
    """At first no clause says that it is not wet, and that is left out; then clause 2 does, and is told."""
    unopposed = fact("wet", 0, value=False)
    assert told_by_hand(RED, {RED: [reason("1", unopposed, GIVEN)]}) == ["1", "  given 0"]
    opposed = {unopposed: [reason("2", kind=Conclusion.NO, claim=False)]}
    assert told_by_hand(RED, {RED: [reason("1", unopposed, GIVEN)], **opposed}) == [
        "1",
        "  not wet 0",
        "    2",
        "  given 0",
    ]


def test_a_number_that_is_only_said_again_is_folded() -> None:
    """The distance is the same 2 that is counted, and so adds nothing; a 1 from which 2 is worked out does."""
    counted, seen = fact("counted", 0, 1, value=2), fact("distance", 0, 1, value=2, concluded=False)
    one = fact("one", 0, 1, value=1, concluded=False)
    reasons = {RED: [reason("1", counted)], counted: [reason("2", seen, kind=Conclusion.VALUE, claim=2)]}
    assert told_by_hand(RED, reasons) == ["1", "  counted 0 1 = 2"]
    reasons[counted] = [reason("2", one, kind=Conclusion.VALUE, claim=2)]
    assert told_by_hand(RED, reasons) == ["1", "  counted 0 1 = 2", "    2", "      one 0 1 = 1"]


def test_restrictions_of_the_text_are_told_and_others_named() -> None:
    """An own “only” grants by itself; beside an “unless” that is met the base grants; another text’s is named."""
    may = fact("may", 0)
    joint = {"joint": True}
    reasons = [
        reason("base", own=False),
        reason("only", GIVEN, **joint),
        reason("met", WET, kind=Conclusion.MET, own=False, **joint),
    ]
    assert told_by_hand(may, {may: reasons}) == ["only", "  given 0", "met met"]
    reasons[1] = reason("unless", GIVEN, kind=Conclusion.MET, **joint)
    assert told_by_hand(may, {may: reasons}) == ["base", "unless+", "  given 0", "met met"]


def test_sides_of_a_contradiction_are_told_both() -> None:
    both = fact("red", 0, value=None)
    reasons = [reason("1"), reason("2", GIVEN), reason("3", HOT, kind=Conclusion.NO, claim=False)]
    assert told_by_hand(both, {both: reasons}) == ["1", "3", "  hot 0"]


def test_a_derivation_goes_so_deep_and_names_what_lies_deeper() -> None:
    chain = [fact(f"f{n}", 0) for n in range(MOST_CLAUSES_DEEP + 3)]
    reasons = {above: [reason(f"c{n}", below)] for n, (above, below) in enumerate(pairwise(chain))}
    lines = told_by_hand(chain[0], reasons)
    assert lines[-1].strip() == f"f{MOST_CLAUSES_DEEP} 0 (c{MOST_CLAUSES_DEEP})"
    assert len(told_by_hand(chain[0], reasons, full=True)) > len(lines)


@pytest.mark.parametrize("depth", range(MOST_CLAUSES_DEEP + 3))
def test_that_a_seat_no_longer_counts_is_told_once_however_deep_it_lies(depth: int) -> None:
    chain = [fact(f"f{n}", 0) for n in range(depth + 1)]
    gone = [Fact(FactKind.EMPTY, "left", (player,)) for player in (2, 1)]
    reasons = {above: [reason(f"c{n}", below)] for n, (above, below) in enumerate(pairwise(chain))}
    reasons[chain[-1]] = [reason("last", *gone, fact("other", 0))]
    for full in (False, True):
        told = " ".join(told_by_hand(chain[0], reasons, full=full))
        assert told.count("empty 2/1") + told.count("empty 1/2") == 1, told


def miss(citation: str, *failed: Fact, held: int = 0, asked: bool = True, **more: Any) -> Miss:
    missed = reason(citation, *failed, kind=Conclusion.NO, claim=False, missed=True, **more)
    return Miss(missed, len(failed), held, asked)


def test_of_a_no_the_clause_is_told_that_came_closest() -> None:
    """It lacks one fact and had most others; what lacks two, or was not asked about, is named alone."""
    no = fact("red", 0, value=False)
    dry, cold = (fact(name, 0, value=False) for name in ("wet", "hot"))
    far = miss("1", dry)
    near = miss("2", cold, held=2)
    nearer = miss("3", cold, held=3)
    unasked = miss("4", dry, held=5, asked=False)
    others = miss("5", dry, cold, held=5)
    assert told_by_hand(no, {}, misses=[far, near, others]) == ["2-", "  not hot 0", "none of 1 5"]
    assert told_by_hand(no, {}, misses=[near, nearer, unasked])[0] == "3-"
    assert told_by_hand(no, {}, misses=[far, unasked]) == ["none of 1 4"]
    assert told_by_hand(no, {}, misses=[far]) == ["1-", "  not wet 0"], "the only clause there is"
    assert told_by_hand(no, {}, misses=[far, near], full=True) == ["1-", "  not wet 0", "2-", "  not hot 0"]


def test_facts_are_joined_that_differ_in_one_argument() -> None:
    alike = tuple(fact("wet", n) for n in (0, 1, 2))
    assert [*map(_group, grouped_facts(alike))] == ["wet 0/1/2"]
    assert [*map(_group, grouped_facts((*alike, fact("wet", 3, value=False))))] == ["wet 0/1/2", "not wet 3"]
    far = tuple(fact("distance", 0, n, value=n) for n in (1, 2))
    assert [*map(_group, grouped_facts((*far, fact("distance", 3, 2, value=1))))] == [
        "distance 0 1/2 = 1/2",
        "distance 3 2 = 1",
    ]
    sides = tuple(Fact(FactKind.PREDICATE, "side", (n,), n, names=True) for n in (0, 1))
    assert [*map(_group, grouped_facts(sides))] == ["side 0 = 0", "side 1 = 1"], "numbers of teams, not numbers"
    order = tuple(Fact(FactKind.ORDER, "left", tuple(range(n)), None) for n in (2, 4, 3))
    assert grouped_facts(order) == (Group((order[1],)),), "the longest order of seats holds the others"


# --- the shipped rules ------------------------------------------------------------------------------

BIG = "g g E g | g g E g"
FIVE = "g g E g g | g g E g g"

DERIVATIONS: dict[str, tuple[tuple[str, str, str, str], dict[str, Any], list[str]]] = {
    "the range of a large team names the generals and their distances": (
        ("cr-809", "range", "A3", BIG),
        {},
        ["809.6a", "  adjusted 2", "    809.6", "      team-size 0 = 4", "  distance 2 4/5/7 = 2/3 start"],
    ),
    "who does not lose is out of range": (
        ("cr-809", "loses", "B2", SIX),
        {"given": {"win-effect-by": "A2"}},
        [
            *("104.3h-", "  win-effect-by = 1", "  not in-range 1 4", "    801.2"),
            *("      counted-distance 1 4 = 3", "      range 1 = 2", "        809.3a"),
            "none of 104.3a 104.3b 104.3c 104.3d 104.3e 104.3k 801.14 809.5b",
        ],
    ),
    "where nothing comes close no clause is singled out": (
        ("cr-809", "loses", "B2", SIX),
        {},
        ["none of 104.3a 104.3b 104.3c 104.3d 104.3e 104.3h 104.3k 801.14 809.5b"],
    ),
    "who does not win has opponents left": (
        ("cr-809", "wins", "A1", SIX),
        {},
        ["104.2c-", "  not team-out-of-the-game 1", "none of 104.2a 104.2b"],
    ),
    "a team and its players win from one cause": (
        ("cr-809", "wins", "B3", SIX),
        {"given": {"draw-effect-by": "A2"}},
        [
            *("104.2c", "  team-out-of-the-game 0", "    104.5", "      draws 0/1/2", "        801.15"),
            *("          draw-effect-by = 1", "          in-range 1 1", "            801.2b", "        809.5c"),
        ],
    ),
    "every team is named": (
        ("cr-809", "draws", "A1", FIVE),
        {"given": {"losing": ["A3", "B3"]}},
        ["104.4d", "  team-loses 0/1", "    809.5b", "      loses 2/7", "        given", "          losing 2/7"],
    ),
    "everybody is named": (
        ("cr-104", "team-loses", "A", FIVE),
        {"on": "2009-07-11", "given": {"losing": ["A1", "A2", "A3", "A4", "A5"]}},
        ["104.3g", "  loses 0/1/2/3/4", "    given", "      losing 0/1/2/3/4"],
    ),
    "whose turn follows goes by the seats": (
        ("cr-809", "next-turn", "B3", SIX),
        {"left": ["A1"]},
        ["800.4k", "  left 5 0 1", "  not in-the-game 0", "  in-the-game 1"],
    ),
    "who chooses sits first to the left": (
        ("cr-809", "chooser", "B1", SIX),
        {"given": {"able": ["A2"]}},
        [
            *("801.5c", "  not in-range 3 1", "    801.2", "      counted-distance 3 1 = 2", "      range 3 = 1"),
            *("        809.3a", "  not able 4/5/0", "  able 1", "  left 3 4 5 0 1"),
        ],
    ),
    "an attack is settled by the clause of the text itself": (
        ("cr-809", "may-attack", "A2 B1", SIX),
        {"left": ["A3"]},
        ["809.3c", "  next-to 1 3", "  empty 2", "met 506.2 801.3"],
    ),
    "a condition that does not hold is listed although everybody sees it": (
        ("cr-809", "may-attack", "A1 A2", SIX),
        {},
        ["809.3c", "  not opponent 0 1"],
    ),
    "a seating that is not legal is derived from one emperor": (
        ("cr-809", "legal-seating", "", "g g E g | g E g g"),
        {},
        [
            *("809.6a", "  distance 2 5 = 3 start", "  range 2 = 3", "    809.6a*", "      adjusted 2"),
            *("        809.6", "          team-size 0 = 4", "      distance 2 4/7 = 2/3 start"),
        ],
    ),
    "that A3 is A3 is not said": (
        ("paris", "may-block-for", "A2 A3", SIX),
        {"given": {"from": "A3"}},
        ["march-block", "  from = 2"],
    ),
    "that 3 is more than 2 is said of players": (
        ("cr-800", "skips-first-draw", "A1", "g | g | g"),
        {},
        ["800.7", "  player = 3", "  not giant-variant"],
    ),
    "what leads to a silence is listed": (
        ("cr-809", "may-attack", "A2 B1", SIX),
        {"leaving": ["A3"]},
        ["809.3c", "  next-to 1 3", "  empty 2", "  not next-to 1 3 began"],
    ),
    "both sides of a contradiction are listed": (
        ("wiki-en", "in-range", "A2 B2", SIX),
        {"left": ["A3"]},
        ["range", "  distance 1 4 = 2", "  empty 2", "  range 1 = 2 (range)", "reach-emperor", "  in-the-game 3/5"],
    ),
}


@pytest.mark.parametrize(("asked", "position", "expected"), DERIVATIONS.values(), ids=DERIVATIONS)
def test_the_derivation_of_an_answer(
    asked: tuple[str, str, str, str], position: dict[str, Any], expected: list[str]
) -> None:
    text, ask, of, seats = asked
    query = engine().prepare({"text": text, "ask": ask, "of": of.split(), "seats": seats, **position})
    assert outline(derivation(Explainer(query, engine().asked_at_best(query)).prove())) == expected


# --- every scenario -----------------------------------------------------------------------------------


@cache
def outcomes() -> tuple[Outcome, ...]:
    """Return every answer of a scenario that has a derivation."""
    return tuple(outcome for outcome in checked().run.outcomes if outcome.answer.status != "invalid")


def answer_of(outcome: Outcome) -> RulesAnswer:
    return RulesAnswer(engine(), outcome.request, engine().prepare(outcome.request), outcome.answer)


#: How many parts the scenarios are cut into, each a test.
PARTS = 8


@pytest.mark.parametrize("part", sample_of(range(PARTS), 1))
@pytest.mark.parametrize("language", ["en", "it"])
def test_a_derivation_is_short_complete_and_never_repeats_itself(language: str, part: int) -> None:
    lengths = []
    shares = PARTS if language == "en" else PARTS * 3  # the derivation is the same in both, only its words are not
    for outcome in outcomes()[part::shares]:
        answer = answer_of(outcome)
        lines = answer.explain(language).splitlines()
        lengths.append(len(lines))
        text = " ".join(" ".join(lines).split())
        assert len(lines) <= MOST_LINES, text
        for citation in (*outcome.answer.clauses, *outcome.answer.overridden):
            assert citation in text.replace("- ", "-"), (citation, text)
        for words in _clause_words(answer, language):
            assert text.count(words) <= 1 + ("yields:" in text or "cede:" in text), (words, text)
    assert median(lengths) <= MOST_LINES_OF_HALF + (language != "en")  # a third as many, and more words


def _clause_words(answer: RulesAnswer, language: str) -> list[str]:
    return [clause.words[language] for clause in answer.clauses]


@pytest.mark.parametrize("part", sample_of(range(PARTS), 1))
@pytest.mark.parametrize("full", [False, True])
def test_no_derivation_runs_in_a_circle_or_explains_a_fact_twice(part: int, full: bool) -> None:
    for outcome in outcomes()[part::PARTS]:
        query = engine().prepare(outcome.request)
        derived = derivation(Explainer(query, engine().asked_at_best(query), full=full).prove(), full=full)
        explained: list[Fact] = []
        _walk(derived.steps, (), explained)
        assert len(explained) == len(set(explained)), outcome.request
        if full:
            assert set(outcome.answer.clauses) <= derived.cited() | _without_rules(outcome), outcome.request


def _without_rules(outcome: Outcome) -> set[str]:
    """Return what is open behind a silence: cited, though no rule about the question applies for certain."""
    return set(outcome.answer.clauses) if outcome.answer.status == "silent" else set()


def _walk(steps: Sequence[Step], above: tuple[Fact, ...], explained: list[Fact]) -> None:
    for step in steps:
        for premise in step.premises:
            facts = premise.facts.facts
            if premise.steps:
                news = [f for f in facts if f not in explained]
                assert news
                assert not set(news) & set(above)
                explained.extend(news)
                _walk(premise.steps, (*above, *news), explained)
