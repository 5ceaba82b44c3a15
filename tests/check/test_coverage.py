"""Mutants and coverage, on a small rulebook whose outcomes can be worked out by hand."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import chdir
from dataclasses import replace
from itertools import islice, pairwise, product
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from emperor_rules.check.consistency import group_search
from emperor_rules.check.mutation import coverage, equivalence
from emperor_rules.check.mutation.coverage import Coverage, CoverageCache, cover
from emperor_rules.check.mutation.equivalence import NO_LEGAL_TABLE
from emperor_rules.check.mutation.operators import Mutant, MutationKind, mutants_of
from emperor_rules.check.mutation.runner import ALIVE, EQUIVALENT, KILLED, STILLBORN, UNREAD_CONCLUSION
from emperor_rules.check.pipeline import check_rulebook
from emperor_rules.evaluate.engine import Engine
from emperor_rules.frontend.loader import load_rulebook
from emperor_rules.limits import Bounds
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.resources import project_cache
from tests.support import command_line
from tests.support.guards_and_captains import SCENARIOS, TEXT, write_small
from tests.support.kings_and_pawns import clause, text, write_playable
from tests.support.sampling import brief_of
from tests.support.shipped import rulebook as shipped

UNNOTICED = "small:4/2/when.2.part/start"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to stand in, with the small rulebook under ``rules``."""
    monkeypatch.chdir(write_small(tmp_path))
    return tmp_path


def load() -> Rulebook:
    rulebook = load_rulebook(Path("rules"))
    assert not rulebook.broken, rulebook.findings
    return rulebook


@pytest.fixture
def brief(folder: Path) -> Path:
    """The same with fewer clauses, where it does not matter which there are."""
    file = folder / "rules" / "texts" / "small.rules"
    file.write_text(TEXT.lstrip().partition("clause 4 ")[0], encoding="utf-8")
    scenarios = folder / "rules" / "scenarios" / "small.rules"
    scenarios.write_text(SCENARIOS.lstrip().partition('scenario "A captain is hurt"')[0], encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def covered(tmp_path_factory: pytest.TempPathFactory) -> Coverage:
    """The coverage of the small rulebook."""
    with chdir(write_small(tmp_path_factory.mktemp("covered"))):
        return run()


@pytest.fixture(scope="module")
def mended(covered: Coverage, tmp_path_factory: pytest.TempPathFactory) -> tuple[Rulebook, Coverage]:
    """The small rulebook with the scenarios that its coverage suggests, and the coverage of that."""
    with chdir(write_small(tmp_path_factory.mktemp("mended"))):
        add_scenarios(covered)
        return load(), run()


def run(rulebook: Rulebook | None = None, **rest: Any) -> Coverage:
    return cover(rulebook or load(), up_to=4, processes=1, **rest)


def emperor(*arguments: str) -> Result:
    return command_line.run("coverage", "--up-to", 4, *arguments)


def add_scenarios(report: Coverage) -> None:
    """Paste what coverage suggests."""
    file = Path("rules/scenarios/pasted.rules")
    file.write_text("\n".join(v.scenario for v in report.verdicts.values() if v.scenario), encoding="utf-8")


# --- mutants --------------------------------------------------------------------------------------


def test_every_kind_of_change_is_made(folder: Path) -> None:
    """The small text has a sentence for each operator, so that a kind without a mutant is an operator that fails."""
    assert {m.kind for m in small_mutants()} == set(MutationKind)


def small_mutants() -> list[Mutant]:
    rulebook = load()
    return list(mutants_of(rulebook.texts["small"], rulebook.vocabulary))


@pytest.mark.parametrize(
    ("id", "words"),
    [
        ("small:2/dropped", "the clause is left out"),
        ("small:2/1/value/3", "“2” becomes “3”"),
        ("small:2/1/when/negated", "“p is a captain” becomes “p is not a captain”"),
        ("small:3/overrides-small-2/dropped", "it no longer overrides small 2"),
        (
            "small:4/1/only/is-less-than",
            "“the distance from p to q is at most the reach of p” becomes "
            "“the distance from p to q is less than the reach of p”",
        ),
        (
            "small:4/1/when",
            "“only when” becomes “when” in “p may hit q only when the distance from p to q is at most the reach of p.”",
        ),
        (
            "small:4/2/dropped",
            "“whether p may hit q is left open when q is next to p and not "
            "(q is next to p as the turn began).” is left out",
        ),
        (UNNOTICED, "“q is next to p as the turn began” becomes “q is next to p at the start”"),
        ("small:5/1/yes", "“p may not hit q when the grip is loose.” concludes yes"),
        (
            "small:6/1/when/every",
            "“some player x with (x is a captain and x is a player of t): x is hurt” becomes "
            "“every player x with (x is a captain and x is a player of t): x is hurt”",
        ),
        (
            "small:1/2/only.body/2",
            "“exactly 1 captain x: x is a player of t” becomes “exactly 2 captains x: x is a player of t”",
        ),
        ("small:7/1/value/tin", "“gold” becomes “tin”"),
    ],
)
def test_changes_are_named_and_told_in_words(folder: Path, id: str, words: str) -> None:
    """Ids stand in caches and reports: place and change, so that they stay the same while the clause does."""
    assert {m.id: m.words for m in small_mutants()}[id] == words


def test_mutants_differ_from_their_clause_and_from_each_other(folder: Path) -> None:
    """A mutant that equals another, or its clause, would be counted without testing anything."""
    many = small_mutants()
    assert len({m.id for m in many}) == len(many)
    for mutant in many:
        assert mutant.changed != mutant.clause
        assert mutant.span.file.endswith("small.rules")
    whole = [(m.clause.number, m.changed) for m in many if m.sentence]
    assert len(set(whole)) == len(whole)


# --- verdicts -------------------------------------------------------------------------------------


def test_no_two_changes_of_the_shipped_texts_are_called_the_same() -> None:
    """Not even where two clauses bore one number after the other, and neither has a first day."""
    ids = [mutant.id for text in shipped().texts.values() for mutant in mutants_of(text, shipped().vocabulary)]
    assert len(ids) == len({*ids})


def test_outcomes_known_by_hand(covered: Coverage) -> None:
    """Which scenario notices a change, or why none can, follows from the ten clauses above by reading them."""
    verdicts = covered.verdicts
    assert verdicts["small:2/1/value/3"].state == KILLED
    assert verdicts["small:2/1/value/3"].by == "A captain reaches two seats, a guard one"
    assert verdicts["small:3/overrides-small-2/dropped"].by == "Fog leaves one seat"
    # every team has one captain, so that some of them is every one of them
    assert verdicts["small:6/1/when/every"].state == EQUIVALENT
    assert verdicts["small:8/1/when/negated"].state == EQUIVALENT
    assert verdicts["small:8/1/when/negated"].by == UNREAD_CONCLUSION
    assert verdicts["small:6/2/when.body/negated"].state == STILLBORN
    assert verdicts["small:6/2/when.body/negated"].by.startswith("R501")
    alive = verdicts[UNNOTICED]
    assert alive.state == ALIVE
    assert alive.answers == ("yes", "silent")
    assert alive.witness is not None
    assert alive.witness["seats"] == "C g | C g"
    assert len(alive.witness["left"]) == 1
    assert "given" not in alive.witness


def test_loosened_requirements_are_told_apart_by_seatings_that_become_fair(covered: Coverage) -> None:
    """Without the requirement a seating is fair that was not: only the question of fairness shows it."""
    alive = covered.verdicts["small:1/2/dropped"]
    assert alive.state == ALIVE
    assert alive.answers == ("no", "yes")
    assert alive.witness is not None
    assert alive.witness["ask"] == "fair"


def test_what_is_given_is_varied_and_nothing_more_than_needed_told(covered: Coverage) -> None:
    """The clauses read the grip and whose turn it is, hence the witness gives just these."""
    verdicts = covered.verdicts
    loose, turn = verdicts["small:9/2/dropped"].witness, verdicts["small:9/3/dropped"].witness
    assert loose is not None
    assert loose["given"] == {"loose": True}
    assert turn is not None
    assert list(turn["given"]) == ["active"]
    assert turn["given"]["active"] != turn["of"][0]


def test_scenarios_that_are_suggested_kill_what_was_alive(covered: Coverage, mended: tuple[Rulebook, Coverage]) -> None:
    """A suggestion states the answer of the text as it is, which the mutant gives otherwise."""
    before, (_, after) = covered, mended
    assert before.of(ALIVE)
    assert not after.of(ALIVE)
    assert not after.failing
    assert after.fine
    assert {m.id for m in before.of(EQUIVALENT)} >= {m.id for m in after.of(EQUIVALENT)}


def test_removing_a_scenario_makes_a_mutant_alive(mended: tuple[Rulebook, Coverage]) -> None:
    """Only the scenario about fog looks at clause 3."""
    rulebook, coverage = mended
    assert coverage.fine
    killer = coverage.verdicts["small:3/1/value/2"].by
    fewer = replace(rulebook, scenarios=tuple(s for s in rulebook.scenarios if s.name != "Fog leaves one seat"))
    assert killer == "Fog leaves one seat"
    assert "small:3/1/value/2" in [m.id for m in run(fewer).of(ALIVE)]


def requests(ask: str, sorts: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    """Questions of one kind in every state of the one table, with several given facts and options."""
    names = ("A1", "A2", "B1", "B2")
    for states in product(("present", "left", "leaving"), repeat=4):
        position = {key: [n for n, s in zip(names, states, strict=True) if s == key] for key in ("left", "leaving")}
        for of in product(*("AB" if sort == "team" else names for sort in sorts)):
            for given in ({}, {"loose": True}, {"hurt": ["A1"], "active": "A2"}, {"hurt": ["A1", "B2"]}):
                options = ["fog"] if "active" in given else []
                yield {
                    "text": "small",
                    "seats": "C g | C g",
                    **position,
                    "options": options,
                    "ask": ask,
                    "of": list(of),
                    "given": given,
                }


@pytest.mark.slow
def test_equivalent_mutants_answer_alike_everywhere(mended: tuple[Rulebook, Coverage]) -> None:
    """What the search calls equivalent is asked position by position."""
    rulebook, coverage = mended
    engine = Engine(rulebook)
    for mutant in coverage.of(EQUIVALENT):
        texts = {"small": mutant.applied(rulebook.texts["small"])}
        other = Engine(replace(rulebook, texts=texts))
        for predicate in rulebook.vocabulary.questions.values():
            for request in islice(requests(predicate.id, tuple(sort for _, sort in predicate.parameters)), 0, None, 11):
                one, two = engine.ask(request), other.ask(request)
                assert (one.status, one.answer) == (two.status, two.answer), (mutant.id, request)


def test_a_bound_without_any_table_proves_nothing(folder: Path) -> None:
    """Fair tables have four seats: up to three nothing was looked at, so that nothing is called equivalent."""
    coverage = cover(load(), up_to=3, processes=1)
    assert coverage.verdicts["small:6/1/when/every"].state == ALIVE
    assert coverage.verdicts["small:6/1/when/every"].by == NO_LEGAL_TABLE
    assert not coverage.fine


def test_failing_scenarios_prove_nothing(folder: Path) -> None:
    """A scenario that fails anyway notices no change."""
    file = Path("rules/scenarios/small.rules")
    file.write_text(file.read_text().replace("the reach of A2: 2", "the reach of A2: 3"))
    coverage = run()
    assert coverage.failing == ("A captain reaches two seats, a guard one",)
    assert coverage.verdicts["small:2/1/value/3"].state == ALIVE
    assert not coverage.fine


@pytest.mark.slow
def test_processes_find_the_same(folder: Path, covered: Coverage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coverage, "MUTANTS_WORTH_SHARING", 0)
    shared = cover(load(), up_to=4, processes=2)
    assert shared.verdicts == covered.verdicts


# --- editions -------------------------------------------------------------------------------------


def test_past_wordings_are_told_apart_on_their_date(folder: Path) -> None:
    """The sentence holds until 2015, so that only an earlier day can show its mutants."""
    file = Path("rules/texts/small.rules")
    text = file.read_text()
    text = text.replace("  options fog", "  from 2010-01-01, 2015-01-01\n  options fog", 1)
    text = text.replace(
        "  p may not hit q when the grip is loose.", "  until 2015-01-01: p may not hit q when the grip is loose."
    )
    file.write_text(text)
    past = run()
    verdict = past.verdicts["small:5/1/when/negated"]
    assert verdict.state == ALIVE
    assert verdict.witness is not None
    assert verdict.witness["on"] == "2010-01-01"
    assert "\n  on 2010-01-01\n" in verdict.scenario
    add_scenarios(past)
    assert run().verdicts["small:5/1/when/negated"].state == KILLED


# --- the cache ------------------------------------------------------------------------------------


def test_what_was_found_is_kept(brief: Path) -> None:
    """The second run judges nothing anew and reports the same."""
    first = run(cache=CoverageCache())
    second = run(cache=CoverageCache())
    assert first.reused == 0
    assert second.reused == len(first.mutants)
    assert second.verdicts == first.verdicts
    assert not second.remark
    assert not Path(".emperor-rules-cache").exists()


def test_changed_rules_and_bounds_are_judged_anew(brief: Path) -> None:
    """A verdict holds for the rules and the bound under which it was found."""
    run(cache=CoverageCache())
    assert cover(load(), up_to=3, processes=1, cache=CoverageCache()).reused == 0
    run(cache=CoverageCache())
    file = Path("rules/texts/small.rules")
    file.write_text(file.read_text() + "\n# a remark\n")
    assert run(cache=CoverageCache()).reused == 0


def test_changed_scenarios_are_asked_again(brief: Path) -> None:
    """Scenarios are no part of the rules: verdicts are found anew, what was searched is not."""
    first = run(cache=CoverageCache())
    add_scenarios(first)
    second = run(cache=CoverageCache())
    assert second.reused == 0
    assert second.fine
    assert second.verdicts == run().verdicts
    Path("rules/scenarios/pasted.rules").unlink()
    third = run(cache=CoverageCache())
    assert third.verdicts == first.verdicts


def test_a_place_that_cannot_be_written_is_said(brief: Path) -> None:
    place = project_cache("coverage.json").parent
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text("in the way")
    cache = CoverageCache()
    assert run(cache=cache).complete
    assert "cannot be written" in cache.remark


def test_an_interrupted_run_goes_on_where_it_stopped(brief: Path) -> None:
    """Ten verdicts were written down before the interrupt, none of them twice."""

    def interrupt(done: int, total: int) -> None:
        if done == 10:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(cache=CoverageCache(), progress=interrupt)
    assert [p.name for p in project_cache("coverage.json").parent.iterdir() if p.suffix != ".json"] == []
    heard: list[int] = []
    coverage = run(cache=CoverageCache(), progress=lambda done, total: heard.append(done))
    assert coverage.reused == 10
    assert heard[0] == 11
    assert coverage.verdicts == run().verdicts


# --- the command ----------------------------------------------------------------------------------


def test_json_has_the_numbers_and_the_lists(folder: Path) -> None:
    """Ten clauses of which four decide a scenario; each mutant is in exactly one list."""
    ran = emperor("--format", "json")
    assert ran.exit_code == 1
    document = json.loads(ran.stdout)
    assert document["clauses"] == 10
    assert document["deciding"] == 4
    assert document["mutants"] == len(small_mutants())
    assert document["mutants"] == document["killed"] + document["equivalent"] + document["alive"]
    for key in ("killed", "equivalent", "alive"):
        assert len(document["lists"][key]) == document[key]
    alive = next(entry for entry in document["lists"]["alive"] if entry["id"] == UNNOTICED)
    assert alive["scenario"].startswith(f'scenario "Tells {UNNOTICED} (small)"\n  in small\n  seats C g | C g\n  left ')
    lines = Path("rules/texts/small.rules").read_text().splitlines()
    assert lines[alive["line"] - 1].strip() == alive["sentence"]
    assert (alive["answer"], alive["mutant-answer"]) == ("yes", "silent")
    clause = next(entry for entry in document["lists"]["clauses"] if entry["clause"] == "small:3")
    assert clause["scenarios"] == ["Fog leaves one seat"]


def test_people_read_a_table_the_survivors_and_a_summary(folder: Path, covered: Coverage) -> None:
    ran = emperor()
    assert ran.exit_code == 1
    assert "  3 fog " in ran.stdout
    assert f"unnoticed {UNNOTICED}: moment changed" in ran.stdout
    assert "The answer would be silent instead of yes." in ran.stdout
    assert ran.stdout.rstrip().endswith("that no scenario notices.")
    add_scenarios(covered)
    ran = emperor()
    assert ran.exit_code == 0, ran.stdout
    assert ran.stdout.rstrip().endswith("Every change of an answer is noticed.")


def test_time_over_is_said_and_the_next_run_goes_on(brief: Path) -> None:
    """Without time nothing is judged, and nothing is claimed to be noticed."""
    ran = emperor("--seconds", "0")
    assert ran.exit_code == 1
    assert "slips are not judged" in ran.stdout
    document = json.loads(emperor("--seconds", "0", "--format", "json").stdout)
    assert document["complete"] is False
    assert document["waiting"] == document["mutants"]
    assert json.loads(emperor("--format", "json").stdout)["complete"] is True


def test_only_some_texts(brief: Path) -> None:
    second = (
        Path("rules/texts/small.rules")
        .read_text()
        .replace("text small", "text other")
        .replace("A small game", "Another game")
    )
    Path("rules/texts/other.rules").write_text(second.lstrip())
    emperor("--text", "small")
    document = json.loads(emperor("--text", "small,other", "--format", "json").stdout)
    assert document["mutants"] == 2 * len(small_mutants())
    ran = emperor("--text", "smal")
    assert ran.exit_code == 2
    assert "Did you mean “small”?" in ran.stderr


def test_texts_that_do_not_resolve_are_named(folder: Path) -> None:
    file = Path("rules/texts/small.rules")
    file.write_text(file.read_text().replace("  options fog", "  includes small\n  options fog", 1))
    ran = emperor()
    assert ran.exit_code == 1
    assert "error[R403]" in ran.stderr
    assert not project_cache("coverage.json").exists()


def test_a_text_for_large_tables_only_is_judged_on_its_smallest(tmp_path: Path) -> None:
    alone = "require every player called p is such that (p is a king and the size of the team of p is 4)."
    table = clause("1", "require the number of players is 8.", alone)
    near = clause("2", "p may hit q when q is within 2 seats of p.")
    rulebook = load_rulebook(write_playable(tmp_path, t=text("t", table, near)))
    slips = cover(rulebook, processes=1, texts=("t",)).verdicts
    shown = [v.witness["seats"] for id, v in slips.items() if v.witness and id.startswith("t:2/")]
    assert {len(seats.replace("|", "").split()) for seats in shown} == {8}


#: Sentences that look at roles, at the order of seats, which way round, at who has left, at somebody named, or at none.
LOOKING = (
    "p may hit q.",
    "p may hit q when p is a king.",
    "p may hit q when q is within 1 seats of p and q is a pawn.",
    "p may hit q when p is the guest.",
    "p may hit q when the guest is within 1 seats of p.",
    "p may not push q when p is guilty and some player called x is such that (x is a king and x is in the game).",
    "the march of p is the players clockwise from p when p is a king or the room is dark.",
    "p is big when p is the active player and p is not a king.",
    "t is lost when every player called p is such that (p is not a player of t or p has left the game).",
)


@pytest.mark.parametrize("sentences", brief_of(((pair,) for pair in pairwise(LOOKING)), 3))
def test_a_table_that_shows_the_same_as_an_earlier_one_is_left_out(
    sentences: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clauses = [clause(str(number), sentence) for number, sentence in enumerate(sentences, 2)]
    folder = write_playable(tmp_path, t=text("t", *clauses, head="roles king, pawn"))
    rulebook = load_rulebook(folder)
    assert not rulebook.broken, rulebook.findings
    few = cover(rulebook, up_to=4, processes=1, texts=("t",))
    contradicted = check_rulebook(rulebook, search=Bounds(4, texts=("t",))).diagnostics
    for module in (equivalence, group_search):
        monkeypatch.setattr(module, "likeness", lambda table, *_: table.seats)
    assert cover(rulebook, up_to=4, processes=1, texts=("t",)).verdicts == few.verdicts
    assert check_rulebook(rulebook, search=Bounds(4, texts=("t",))).diagnostics == contradicted


def test_of_too_many_tables_the_largest_are_left_out_and_the_summary_says_so(
    folder: Path, covered: Coverage, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert covered.bounded is None
    monkeypatch.setattr(equivalence, "MOST_VERDICTS", 10)
    fewer = run()
    assert fewer.bounded is not None
    without_effect = {row["id"]: row["seats"] for row in fewer.as_json()["lists"]["equivalent"]}  # type: ignore[index]
    less_far = {id for id, seats in without_effect.items() if seats < 4}
    assert len(less_far) == fewer.bounded[0] and min(without_effect.values()) == fewer.bounded[1]
    for id, verdict in covered.verdicts.items():
        assert fewer.verdicts[id].state == verdict.state or id in less_far, id
    monkeypatch.setattr(
        coverage, "MUTANTS_WORTH_SHARING", len(covered.verdicts) + 1
    )  # other processes know no such bound
    told = " ".join(emperor().output.split())
    assert f"{fewer.bounded[0]} slips with too many tables: up to {fewer.bounded[1]}" in told
    assert emperor().output.count("with too many tables") == 1, "also where verdicts come from the cache"
