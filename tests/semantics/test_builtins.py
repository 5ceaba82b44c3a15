"""A new built-in is a row and a function in each engine: one is added here, and all engines answer by it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from emperor_rules.evaluate.engine import Engine
from emperor_rules.export.document import export_text
from emperor_rules.frontend.loader import load_rulebook
from emperor_rules.language.seating import read_table
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.resolve.cone import cone_of
from emperor_rules.search.space_layout import spaces_for
from emperor_rules.search.witness_search import TextSearch, arguments
from emperor_rules.semantics.builtins import BUILTINS, QUICK, SCALAR, Builtin, distance
from tests.support.javascript import SCRIPTS, run_node
from tests.support.kings_and_pawns import PLAY, WORDS, clause, text, write
from tests.support.searches import by_position

OPPOSITE = Builtin("opposite", ("player", "player"), None, "as many seats lie between two players on both sides", True)
DECLARATION = """\
fact opposite
  of p, q
  en "q sits opposite p"
  it "q siede di fronte a p"
  builtin opposite
"""
#: The same function for the other engine.
JAVASCRIPT = """
import { readFileSync } from "node:fs";
import { SCALAR } from "%(scripts)s/semantics/builtins.js";
import { Engine } from "%(scripts)s/evaluate/engine.js";
if (%(known)s) SCALAR.opposite = (_, ring, p, q) => 2 * ring.distance(p, q) === ring.count;
const engine = new Engine(JSON.parse(readFileSync(%(rules)s, "utf8")));
const answers = [];
for (const line of readFileSync(0, "utf8").split("\\n").filter(Boolean)) {
  try {
    const { status, answer } = engine.ask(JSON.parse(line));
    answers.push([status, answer]);
  } catch (error) {
    answers.push(error.message);
  }
}
console.log(JSON.stringify(answers));
"""


def test_every_row_has_a_function_in_each_engine(tmp_path: Path) -> None:
    script = tmp_path / "names.mjs"
    script.write_text(
        f'import {{ SCALAR }} from "{SCRIPTS.as_uri()}/semantics/builtins.js";\nconsole.log(JSON.stringify(Object.keys(SCALAR)));'
    )
    looked_at = {name for name, row in BUILTINS.items() if not row.given}
    assert SCALAR.keys() == looked_at == set(json.loads(run_node(script))) >= QUICK.keys()
    assert all(name == row.name for name, row in BUILTINS.items())


def test_a_built_in_that_is_added_is_answered_by_every_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BUILTINS, "opposite", OPPOSITE)
    monkeypatch.setitem(SCALAR, "opposite", lambda _, ring, p, q: 2 * distance(ring, p, q) == ring.count)
    texts = {"t": text("t", clause("1", "p may hit q when q sits opposite p."))}
    answerer = Engine(load(tmp_path, texts))
    resolved, vocabulary = answerer.program("t", None).resolved, answerer.rulebook.vocabulary
    predicate, table = vocabulary.predicates["may-hit"], read_table("E g g | E g", "Eg")
    requests, answers = [], []
    for space in spaces_for(table, cone_of(resolved, "may-hit"), predicate, vocabulary, frozenset(), [resolved]):
        search = TextSearch(resolved, space, predicate)
        for args in arguments(predicate, table):
            of = [table.names[player] for player in args]
            for position, reply in enumerate(by_position(search, predicate, of)):
                requests.append({"text": "t", **space.request_at(position), "ask": "may-hit", "of": of})
                answers.append(answerer.ask(requests[-1]))
                assert (answers[-1].status, answers[-1].answer) == (reply.status, reply.answer), requests[-1]
    assert {answer.status for answer in answers} == {"answered", "silent", "invalid"}

    rules = tmp_path / "rules.json"
    rules.write_text(export_text(answerer.rulebook), encoding="utf-8")
    for known in ("true", "false"):
        script = tmp_path / f"{known}.mjs"
        names = {"scripts": SCRIPTS.as_uri(), "known": known, "rules": json.dumps(str(rules))}
        script.write_text(JAVASCRIPT % names, encoding="utf-8")
        replies = json.loads(run_node(script, lines=[json.dumps(request) for request in requests]))
        if known == "true":
            assert replies == [[answer.status, answer.answer] for answer in answers]
        else:
            assert "this engine has no function for the built-in opposite" in replies


def load(folder: Path, texts: dict[str, str]) -> Rulebook:
    book = load_rulebook(write(folder, {"words": WORDS + DECLARATION, "play": PLAY}, texts))
    assert not book.findings
    return book
