"""Made-up variants seated in every way, through all that knows of seats: engines, search, drawings, pages, addresses and reader.

Teams side by side, unequal, alternating, scattered; players alone; more teams than letters; with roles and without.
"""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from emperor_rules.api.live_table import live_state
from emperor_rules.check.pipeline import check_folder
from emperor_rules.drawing.inquiry import scene_of
from emperor_rules.drawing.svg import draw_svg
from emperor_rules.evaluate.engine import Engine
from emperor_rules.frontend.loader import load_rulebook
from emperor_rules.language.seating import read_seating
from emperor_rules.limits import Bounds
from emperor_rules.model.seating import Table, least_turning, renamed_teams, turned
from emperor_rules.questions.reader import reader_of
from emperor_rules.search.seatings import legal_tables
from emperor_rules.site.context import site_context
from emperor_rules.site.pages.tables import table_pages
from tests.oracles.enumeration import names_of, seated
from tests.support.engine_pair import Pair
from tests.support.javascript import SCRIPTS, engine_answers, exported_parts, run_node
from tests.support.kings_and_pawns import ACTION, PLAY, WORDS, clause, playable_answerer, text, write
from tests.support.sampling import number_of_examples

RULES = (
    clause("1", "p may hit q only when q is next to p.", "p may not hit q when q is a player of the team of p."),
    clause("2", "p is red when the size of the team of p is 2.", "p is big when p is a king."),
    clause("3", "t is lost when no player of t is in the game."),
    clause("4", "the reach of p is 1 when p is a king.", "the reach of p is 2 when p is not a king."),
)
APART = clause(
    "5",
    "require every player called x is such that (no player called y is such that"
    " (y is next to x and the team of y is the team of x)).",
)


def ways_to_sit(rng: Random) -> dict[str, str]:
    """Return seats of each kind, drawn anew."""

    def seats(team: list[int], roles: str) -> str:
        names = [chr(65 + n) if n < 26 else f"A{chr(39 + n)}" for n in team]
        return " ".join(name if role == "o" else f"{name}:{role}" for name in names if (role := rng.choice(roles)))

    def sides(sizes: list[int], roles: str) -> str:
        return " | ".join(" ".join(rng.choice(roles) for _ in range(size)) for size in sizes)

    teams, size = rng.randint(2, 4), rng.randint(2, 3)
    scattered = [0, 1, *rng.sample([0, 0, 1, 2, 2], 5)]
    return {
        "side by side": sides([size] * teams, "Egg"),
        "unequal": sides([1, 3, 2], "Eg"),
        "alternating": seats([*range(teams)] * size, "Eg"),
        "scattered": seats(scattered, "o"),
        "alone": sides([1] * rng.randint(3, 12), "o"),
        "many": seats([*range(29)] * 2, "o"),
        "many side by side": sides([2] * 29, "go"),
    }


@pytest.mark.parametrize("seed", range(number_of_examples(1, 10)))
def test_every_engine_answers_at_every_kind_of_table(seed: int, tmp_path: Path) -> None:
    rng = Random(seed)
    pair = Pair(playable_answerer(tmp_path, sitting=text("sitting", *RULES, APART)).rulebook)
    requests = []
    for seats in ways_to_sit(rng).values():
        names = names_of(seated(seats)[0])
        gone = rng.sample(names, 1)
        for ask, count in (("may-hit", 2), ("red", 1), ("big", 1), ("reach", 1), ("team-lost", 0), ("legal", -1)):
            for _ in range(4 if len(names) < 20 else count > 0):  # all pairs of many take the oracle long
                of = [rng.choice(names).rstrip("0123456789")] if count == 0 else rng.choices(names, k=max(count, 0))
                requests.append({"text": "sitting", "seats": seats, "left": gone, "ask": ask, "of": of})
    replies = engine_answers([exported_parts(pair.book, "en", tmp_path), *requests])
    kinds = Counter[str]()
    for request, script in zip(requests, replies, strict=True):
        one, other = pair.ask(request)
        answer = pair.compiled.ask(request)
        assert one == other and (answer.status, answer.answer) == (script["status"], script["answer"]), request
        kinds[f"{answer.status} {answer.answer}"] += 1
    assert {"answered True", "answered False", "answered 2"} <= kinds.keys()


def test_searches_find_what_alternating_teams_alone_show(tmp_path: Path) -> None:
    """A requirement may leave nothing but alternating teams; only where the head says so are they looked at."""
    wrong = clause("6", "p is wet.", "p is not wet when the size of the team of p is 2.")
    apart = text("apart", *RULES, APART, wrong, head="seated alternating\nroles none")
    book = playable_answerer(
        tmp_path, apart=apart, together=text("together", *RULES, wrong, head="roles none")
    ).rulebook
    found = check_folder(tmp_path, search=Bounds(seats=4))
    witnesses = {d.text: d.witness["seats"] for d in found.diagnostics if d.code == "R510" and d.witness}
    assert witnesses == {"apart": "A B A B", "together": "o o | o"}
    tables = legal_tables([Engine(book).program("apart", None).resolved], 6)
    assert [table.seats for table in tables] == ["A B A B A B", "A B C A B C", "o | o | o | o | o | o"]


@pytest.mark.parametrize("seed", range(number_of_examples(3, 20)))
def test_a_table_turned_stays_the_table(seed: int, tmp_path: Path) -> None:
    """Whoever is among the first of those who sit alike stands for all, and one turning of a table for all of them."""
    words = playable_answerer(tmp_path, sitting=text("sitting", *RULES)).rulebook.vocabulary
    for seats in ways_to_sit(Random(seed)).values():
        table = read_seating(seats, words)
        count = len(table.roles)
        shown = {(p + n) % count for p in table.distinct_players for n in table.turnings}
        assert shown == set(range(count))
        assert {table.team[p] for p in shown} == set(range(len(table.sizes)))
        seen = [[(c - p) % count for p in range(count)] for c in range(count)]
        same = [[table.roles[p] for p in way] == [*table.roles] for way in seen]
        apart = [renamed_teams([table.team[p] for p in way]) == renamed_teams(table.team) for way in seen]
        assert table.reflections == tuple(c for c in range(count) if same[c] and apart[c])
        start = next((n for n in range(1, count) if table.team[n] != table.team[n - 1]), 0)
        assert least_turning(turned(table.roles, start), renamed_teams(turned(table.team, start))) == least_turning(
            table.roles, table.team
        )
        assert read_seating(table.seats, words) == table


@pytest.mark.parametrize("seed", range(number_of_examples(1, 10)))
def test_drawings_tell_teams_apart_wherever_they_sit(seed: int, tmp_path: Path) -> None:
    """A team together has one band, another a piece at each stretch, and whoever is alone none; no two teams look alike."""
    answering = playable_answerer(tmp_path, sitting=text("sitting", *RULES))
    for kind, seats in ways_to_sit(Random(seed)).items():
        scene = scene_of({"text": "sitting", "seats": seats}, answering)
        table = read_seating(seats, answering.rulebook.vocabulary)
        for language, players in (("en", "players"), ("it", "giocatori")):
            drawn = ET.fromstring(draw_svg(scene, answering.rulebook.vocabulary, language, "x"))
            looks = Counter(e.get("class", "") for e in drawn.iter() if "team " in e.get("class", ""))
            assert sorted(looks.values()) == sorted(pieces(table)), kind
            names = [e.get("data-player") for e in drawn.iter() if e.get("data-player")]
            assert names == [*table.names]
            title = next(e.text or "" for e in drawn.iter() if e.tag.endswith("title"))
            assert (players in title) == (kind == "alone"), title
            described = next(e.text or "" for e in drawn.iter() if e.tag.endswith("desc"))
            assert not re.search(r" [,.]", described), described


def pieces(table: Table) -> list[int]:
    """Return of how many pieces the band of each team is that has one, counted around the ring."""
    before = (table.team[-1], *table.team[:-1])
    starts = Counter[int](team for team, last in zip(table.team, before, strict=True) if team != last)
    return [starts[team] or 1 for team, size in enumerate(table.sizes) if size > 1]


def test_pages_addresses_and_readers_know_every_kind_of_table(tmp_path: Path) -> None:
    kick = clause("7", "p may kick q when q is next to p.")
    rules = {
        "apart": text("apart", *RULES, APART, kick, head="seated alternating\nroles none"),
        "alone": text(
            "alone",
            *RULES,
            kick,
            clause("5", "require every team called t is such that (the size of t is 1)."),
            head="roles none",
        ),
    }
    drawn = ACTION.format(name="may-kick", words="kick") + "  drawn as arrow\n"
    answering = Engine(load_rulebook(write(tmp_path, {"words": WORDS, "play": PLAY, "drawn": drawn}, rules)))
    for language in ("en", "it"):
        pages = {
            page.path: page.content
            for page in table_pages(site_context(check_folder(tmp_path, search=Bounds(seats=3)), language))
        }
        assert {"tables/apart-2x2.md", "tables/apart-3x2.md", "tables/4x1.md"} <= pages.keys()
        title = {"en": "# Four players", "it": "# Quattro giocatori"}[language]
        assert title in pages["tables/4x1.md"] and not re.search(
            r"teams of one|squadre da uno", "".join(pages.values())
        )
    tables = [*ways_to_sit(Random("addresses")).values()]
    source = f"""
        import {{ readFileSync }} from "node:fs";
        import {{ readAddress }} from "{(SCRIPTS / "table/state/address.js").as_uri()}";
        import {{ readTable, stretches }} from "{(SCRIPTS / "model/seating.js").as_uri()}";
        const read = readFileSync(0, "utf8").trim().split("\\n").map((line) => readAddress(JSON.parse(line), {{}}));
        console.log(JSON.stringify(read.map(({{ seats }}) => readTable(seats, "Eg")).map((table) => [table.seats, table.names])));
    """
    script = tmp_path / "addresses.mjs"
    script.write_text(source, encoding="utf-8")
    addresses = [live_state({"text": "apart", "seats": seats}) for seats in tables]
    for seats, (written, names) in zip(
        tables, json.loads(run_node(script, lines=map(json.dumps, addresses))), strict=True
    ):
        table = read_seating(seats, answering.rulebook.vocabulary)
        assert (written, tuple(names)) == (table.seats, table.names)
        last = table.names[-1]
        (reading, *_), _ = reader_of(answering).read(f"may A1 hit {last}?", {"text": "apart", "seats": seats})
        assert [case.of for case in reading.cases] == [("A1", last)]
