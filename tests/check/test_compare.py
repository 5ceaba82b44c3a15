"""What a comparison finds, against asking the evaluator everything everywhere; and how far it says that it looked."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from emperor_rules.check.consistency.candidates import SearchSettings, legal_candidates
from emperor_rules.check.consistency.group_search import SearchJob, StaticEquivalence, question_groups, search_group
from emperor_rules.check.consistency.replay import planned
from emperor_rules.check.consistency.scheduler import compare
from emperor_rules.check.search_report import SearchUnit, UnitResult
from emperor_rules.evaluate.engine import Engine
from emperor_rules.language.seating import read_table
from emperor_rules.limits import Clock
from emperor_rules.model.texts import Edition
from emperor_rules.resolve.cone import cone_of
from emperor_rules.search.bitset import BitText
from emperor_rules.search.seatings import tables_up_to
from emperor_rules.search.space_layout import spaces_for
from emperor_rules.search.witness_search import TextSearch, arguments
from tests.generators.mutations import wrong_rules
from tests.generators.texts import TABLE, random_text
from tests.oracles.brute_force import ENDS, Clash, clashes, shipped_with_its_end, tables
from tests.support.kings_and_pawns import clause, playable_answerer, text
from tests.support.paths import THOROUGH
from tests.support.sampling import sample_of
from tests.support.searches import by_position

ONE, TWO = SIDES = (Edition("one"), Edition("two"))


def clashes_of(comparison: UnitResult) -> list[Clash]:
    return [Clash(d.witness, tuple(d.answers.values())) for d in comparison.findings]


def usual(comparison: UnitResult, brute: list[Clash]) -> list[Clash]:
    """Leave out what shows only where more is given than in ``brute``: things that a question leaves to its text."""
    given = {(clash.request["ask"], key) for clash in brute for key in clash.request["given"]}
    return [
        clash
        for clash in clashes_of(comparison)
        if all((clash.request["ask"], key) in given for key in clash.request.get("given", ()))
    ]


def check_comparison(comparison: UnitResult, brute: list[Clash], *, every: bool = True) -> None:
    """Nothing is missing, nothing is invented, and no smaller position shows what a witness shows.

    Unless ``brute`` holds ``every`` position, a witness may be smaller than what it holds, or new.
    """
    smallest: dict[Any, tuple[int, ...]] = {}
    for clash in brute:
        for name in (clash.kind, clash.identity):
            smallest[name] = min(smallest.get(name, clash.size), clash.size)
    mine = usual(comparison, brute)
    assert {clash.kind for clash in brute} <= {clash.kind for clash in mine}
    for kind in {clash.kind for clash in brute}:
        least = min(clash.size for clash in mine if clash.kind == kind)
        assert least == smallest[kind] or (least < smallest[kind] and not every), kind
    matched = [clash for clash in mine if clash.identity in smallest]
    assert every <= (len(matched) == sum(clash.kind in smallest for clash in mine))
    larger = [(clash.request, smallest[clash.identity]) for clash in matched if clash.size > smallest[clash.identity]]
    assert larger == []
    assert every <= all(clash.size == smallest[clash.identity] for clash in matched)


# --- against brute force --------------------------------------------------------------------------


@pytest.mark.parametrize("seed", sample_of(range(12 * THOROUGH), 6))
def test_everything_that_differs_between_random_texts_is_found(seed: int, tmp_path: Path) -> None:
    """Every position up to three or four seats is asked of the evaluator, so that nothing can be missed or invented."""
    rng = Random(f"compare {seed}")
    by = playable_answerer(tmp_path, one=random_text(rng, "one"), two=random_text(rng, "two"))
    pair = planned(by, SearchUnit(SIDES), 4)
    up_to = 4 if seed % 12 == 6 else 3
    comparison = compare(by, ONE, TWO, up_to=up_to, processes=1)
    brute = clashes(by, SIDES, (*pair.asks, *pair.agree), tables(by, SIDES, up_to))
    check_comparison(comparison, brute)
    extra = {clash.kind for clash in usual(comparison, brute)} - {clash.kind for clash in brute}
    assert all(options for _, options, _ in extra), "only an option that changes nothing may repeat a difference"
    differing = {clash.request["ask"] for clash in clashes_of(comparison)}
    assert set(comparison.agree) == {*pair.asks, *pair.agree} - differing


@pytest.mark.slow
def test_the_random_texts_differ_in_every_way(tmp_path: Path) -> None:
    """What is compared above must not all be the same, or differ in one way only."""
    kinds: set[tuple[str, ...]] = set()
    for seed in range(20):
        rng = Random(f"compare {seed}")
        by = playable_answerer(tmp_path / str(seed), one=random_text(rng, "one"), two=random_text(rng, "two"))
        for clash in clashes_of(compare(by, ONE, TWO, up_to=4, processes=1)):
            kinds.add(clash.kind[2])
            kinds.update((key,) for key in clash.request.get("given", {}))
            kinds.update((key,) for key in ("left", "leaving", "options") if clash.request.get(key))
    ways = set(permutations(("answered", "silent", "contradicted"), 2)) | {("answered", "answered")}
    assert ways - {("silent", "contradicted"), ("contradicted", "silent")} <= kinds
    assert {("left",), ("leaving",), ("options",), ("dark",), ("phase",), ("caller",)} <= kinds


@pytest.mark.parametrize(
    ("names", "asks"),
    sample_of(
        [
            ("early paris", "may-attack may-deploy range team-loses"),
            ("wiki-en early", "may-attack range may-deploy"),
            ("cr-809 cr-809-it", "may-attack-battle may-attack"),
            ("cr-809@2018-04-27 cr-809", "may-attack-planeswalker may-attack-battle may-attack"),
            ("wiki-en cr-809", "may-attack may-go-first"),
        ],
        2,
    ),
)
def test_what_differs_between_shipped_texts_is_found_on_six_seats(names: str, asks: str) -> None:
    """Against many positions drawn at random; some of those witnesses must not be smaller."""
    by = Engine(shipped_with_its_end())
    sides = [Edition(name.partition("@")[0], name.partition("@")[2] or None) for name in names.split()]
    texts = [by.program(side.text, side.on).resolved for side in sides]
    seats = [table.seats for table in tables_up_to([texts], 6)[0]]
    pair = planned(by, SearchUnit(tuple(sides), tuple(asks.split())), 6)
    comparison = compare(by, *sides, up_to=6, questions=asks.split(), sets=[frozenset()], processes=1)
    check_comparison(
        comparison, clashes(by, sides, (*pair.asks, *pair.agree), seats, ((),), ends=ENDS, most=1500), every=False
    )
    assert comparison.findings


# --- legality ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", sample_of(range(6), 3))
def test_whether_a_seating_is_legal_is_compared_where_either_text_calls_it_so(seed: int, tmp_path: Path) -> None:
    """Elsewhere both call it illegal, so that there the difference cannot show."""
    rng = Random(f"legality {seed}")
    one, two = (random_text(rng, id, table=[TABLE[0], *rng.sample(MORE, 2)], clauses=1) for id in ("one", "two"))
    by = playable_answerer(tmp_path, one=one, two=two)
    either = tables(by, SIDES, 5, by_any=True)
    brute = clashes(by, SIDES, ["legal"], either, ((),))
    comparison = compare(by, ONE, TWO, up_to=5, questions=["legal"], processes=1)
    check_comparison(comparison, brute)
    assert comparison.searched.tables == (0 if planned(by, SearchUnit(SIDES, ("legal",)), 5).agree else len(either))


MORE = (
    "require every team called t is such that (the size of t is at most 2).",
    "require the number of teams is 2.",
    "require not (some king called p is such that (some king other than p is next to p)).",
)


# --- what needs no looking ------------------------------------------------------------------------


@pytest.mark.parametrize("seed", sample_of(range(6 * THOROUGH), 4))
def test_what_is_called_alike_is_answered_alike_by_random_texts(seed: int, tmp_path: Path) -> None:
    """One *when* became an *unless*, or a sentence was replaced: what that does not reach must be answered alike."""
    rng = Random(f"alike {seed}")
    words = random_text(rng, "one", clauses=5)
    changed = words.replace("text one ", "text two ").replace("Text one", "Text two").replace("Testo one", "Testo two")
    lines = changed.splitlines()
    for at in rng.sample(
        [n for n, line in enumerate(lines) if line.startswith("  ") and re.search("(?<!only) when ", line)], 1
    ):
        lines[at] = lines[at].replace(" when ", " unless ") if rng.random() < 0.5 else "  p may hit q when p is q."
    by = playable_answerer(tmp_path, one=words, two="\n".join(lines) + "\n")
    texts = [by.program(side.text, None).resolved for side in SIDES]
    called = 0
    for seats in tables(by, SIDES, 3):
        for options in ((), ("fog",)):
            alike = StaticEquivalence(texts, read_table(seats, "Eg"), frozenset(options))
            same = [ask for ask in by.rulebook.vocabulary.questions if alike.same(ask)]
            called += len(same)
            assert clashes(by, SIDES, same, [seats], (options,), most=400) == []
    assert called


@pytest.mark.slow
def test_what_is_called_alike_is_answered_alike_by_changed_shipped_texts() -> None:
    """Texts in which clauses were changed, against themselves as they were: on every position of one table."""
    changed = wrong_rules(Random("alike"), shipped_with_its_end(), ["cr-809", "early", "paris", "wiki-en"])
    checked = differing = 0
    for _ in range(25):
        wrong = next(changed)
        before = Engine(shipped_with_its_end()).program(wrong.text, wrong.on).resolved
        after = Engine(wrong.book).program(wrong.text, wrong.on).resolved
        table = read_table("E g | g E" if wrong.text == "early" else "g E g | g E", "Egl")
        alike = StaticEquivalence((before, after), table, frozenset())
        for ask in [*sorted(wrong.spoken & set(before.vocabulary.questions)), "loses", "may-attack"]:
            predicate = before.vocabulary.predicates[ask]
            cone = cone_of(before, ask) | cone_of(after, ask)
            same = alike.same(ask)
            (space, *_) = spaces_for(table, cone, predicate, before.vocabulary, frozenset(), (before, after))
            one, other = (TextSearch(text, space, predicate) for text in (before, after))
            differs = False
            for args in arguments(predicate, table):
                a, b = one.ask(args), other.ask(args)
                seen = [({k: v for k, v in x.answers.items() if v}, x.silent, x.contradicted) for x in (a, b)]
                differs = differs or seen[0] != seen[1]
            assert not (same and differs), wrong.what
            checked += same
            differing += differs
    assert checked > 10 and differing > 10


def test_a_fact_that_only_one_text_could_conclude_is_not_alike(tmp_path: Path) -> None:
    """To whoever reads it both say no; asked by itself it is silent where no clause could ever conclude it."""
    by = playable_answerer(
        tmp_path,
        one=text("one", clause("1", "p is not red when p is a king and p is a pawn.")),
        two=text("two", clause("1", "p is red when p is a king and p is a pawn.")),
    )
    (only,) = compare(by, ONE, TWO, up_to=3, processes=1).findings
    assert [answer.status for answer in only.answers.values()] == ["silent", "answered"]


# --- together and one by one ----------------------------------------------------------------------


@pytest.mark.parametrize("seed", sample_of(range(6), 2))
def test_questions_asked_together_show_what_each_shows_alone(seed: int, tmp_path: Path) -> None:
    """A group shares its positions to save work, and in either order each question sees the same."""
    rng = Random(f"groups {seed}")
    by = playable_answerer(tmp_path, one=random_text(rng, "one", clauses=9), two=random_text(rng, "two", clauses=9))
    texts = [by.program(side.text, None).resolved for side in SIDES]
    asks = planned(by, SearchUnit(SIDES), 4).asks
    candidates = legal_candidates([texts], SearchSettings(up_to=4))
    groups = question_groups(texts, asks, SearchSettings())
    assert sorted(ask for members, _ in groups for ask in members) == sorted(asks)
    for members, options in groups:
        job = SearchJob(SearchUnit((ONE, TWO)), members, options, candidates)
        together = search_group(by, job, Clock(None))
        turned = search_group(by, replace(job, asks=members[::-1]), Clock(None))
        alone = [search_group(by, replace(job, asks=(ask,)), Clock(None))[0] for ask in members]
        assert together == alone == turned[::-1]


def test_shipped_questions_asked_together_show_what_each_shows_alone() -> None:
    by = Engine(shipped_with_its_end())
    unit = SearchUnit((Edition("early"), Edition("paris")))
    texts = [by.program(side.text, None).resolved for side in unit.sides]
    candidates = legal_candidates([texts], SearchSettings(up_to=5))
    groups = question_groups(texts, planned(by, unit, 5).asks, SearchSettings())
    jobs = [SearchJob(unit, asks, options, candidates) for asks, options in groups if len(asks) > 1]
    assert jobs
    for job in jobs:
        alone = [search_group(by, replace(job, asks=(ask,)), Clock(None))[0] for ask in job.asks]
        assert search_group(by, job, Clock(None)) == alone


@pytest.mark.parametrize("seed", sample_of(range(4), 1))
def test_searches_that_share_a_space_tell_each_other_nothing(seed: int, tmp_path: Path) -> None:
    """Neither the moment nor the active player of one question may stay for the next, of this text or the other."""
    rng = Random(f"shared {seed}")
    by = playable_answerer(
        tmp_path,
        one=MOMENTS.format(id="one", phase="night", who="p"),
        two=MOMENTS.format(id="two", phase="dawn", who="q"),
    )
    texts = [by.program(side.text, None).resolved for side in SIDES]
    vocabulary = texts[0].vocabulary
    table = read_table("E g | E", "Eg")
    cone = cone_of(texts[0], "may-push") | cone_of(texts[1], "wet")
    predicates = [vocabulary.predicates[ask] for ask in ("may-hit", "may-push", "red", "may-row", "wet")]

    def formatted() -> Any:
        spaces = spaces_for(table, cone, vocabulary.predicates["may-hit"], vocabulary, frozenset(), texts)
        return spaces[0]

    shared = formatted()
    requests = [shared.request_at(index) for index in range(shared.size)]
    bits = [BitText(text, shared) for text in texts]
    asked = [(n, predicate, args) for n in (0, 1) for predicate in predicates for args in arguments(predicate, table)]
    for n, predicate, args in rng.sample(asked, len(asked)):
        of = [table.names[p] for p in args]
        replies = by_position(TextSearch(texts[n], shared, predicate, bits[n]), predicate, of)
        for request, reply in zip(requests, replies, strict=True):
            answer = by.ask({"text": SIDES[n].text, **request, "ask": predicate.id, "of": of})
            assert (answer.status, answer.answer) == (reply.status, reply.answer), (n, request, predicate.id, of)


MOMENTS = text(
    "{id}",
    clause("1", "p may hit q only when the phase is {phase} and {who} is the active player."),
    clause("2", "p may push q when q is red or (q is a king and the phase is {phase})."),
    clause("3", "p is red when p is the active player and the phase is day."),
    clause("4", "p may row to q from the place of x when x is the active player or the phase is {phase}."),
    clause("5", "p is wet when {who_red} is next to p.".replace("{who_red}", "some king")),
)


# --- editions -------------------------------------------------------------------------------------

DATED = text(
    "one",
    clause("1", *TABLE),
    clause("2", "t is lost when no player of t is in the game."),
    clause(
        "3",
        "until 2010-01-01: p may hit q when q is next to p.",
        "since 2010-01-01: p may hit q only when q is next to p and q is a king.",
    ),
    clause("4", "since 2015-01-01: the reach of p is 2."),
    head="from 2000-01-01, 2010-01-01, 2015-01-01",
)


@pytest.mark.parametrize(("then", "now"), [("2005-05-05", None), ("2000-01-01", "2010-01-01"), ("2012-01-01", None)])
def test_editions_are_compared_as_they_read_on_their_day(then: str, now: str | None, tmp_path: Path) -> None:
    """Hitting changed in 2010 and reach came in 2015, hence it is silent before, and today is compared for hitting."""
    by = playable_answerer(
        tmp_path, one=DATED.replace("no player of t is in the game", "no king that is a player of t is in the game")
    )
    sides = (Edition("one", then), Edition("one", now))
    comparison = compare(by, *sides, up_to=4, processes=1)
    brute = clashes(by, sides, ["may-hit"], tables(by, sides, 4), ((),))
    check_comparison(comparison, brute)
    assert bool(comparison.findings) == (then < "2010-01-01")
    reach = ["reach"] if now is None else []
    assert comparison.silent == {f"one@{then}": reach, "one" if now is None else f"one@{now}": []}
