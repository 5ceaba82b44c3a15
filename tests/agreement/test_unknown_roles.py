"""At a text that knows no role nobody has one, whatever letters the seats bear: by both engines, and in the search."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from emperor_rules.evaluate.engine import Engine
from emperor_rules.export.document import export_text
from emperor_rules.language.seating import read_seating
from emperor_rules.resolve.roles import known_roles, knows_no_role
from emperor_rules.search.bitset import BitText
from emperor_rules.search.state_space import plain_space
from tests.generators.positions import Request, random_position, random_question
from tests.support.javascript import SCRIPTS, engine_answers, run_node
from tests.support.sampling import number_of_examples
from tests.support.shipped import engine, rulebook

QUESTIONS = number_of_examples(600, 5000)
ROLELESS = sorted(id for id, text in rulebook().texts.items() if text.roles == ())


def exported(folder: Path) -> str:
    """Write the shipped rules as a document."""
    path = folder / "rules.json"
    path.write_text(export_text(rulebook()), encoding="utf-8")
    return str(path)


def reply(request: Request) -> dict[str, Any]:
    """The toolkit's answer, without its message, which is for people."""
    return {key: value for key, value in engine().ask(request).as_json(None).items() if key not in ("id", "message")}


def random_requests(rng: Random) -> Iterator[Request]:
    """Questions of texts that know no role, about what their clauses conclude, at seats with the letters of roles."""
    spoken = {id: sorted(engine().program(id, None).resolved.by_predicate) for id in ROLELESS}
    for _ in range(QUESTIONS):
        text = rng.choice(ROLELESS)
        position, names, rest = random_position(rng, rulebook(), text)
        ask = rng.choice([name for name in spoken[text] if name in rulebook().vocabulary.questions])
        position.pop("on", None)
        yield random_question(rng, rulebook(), position, ask, names, rest)


def without_roles(seats: str) -> str:
    """The same seats with a plain letter for every role."""
    return re.sub(r":\w", "", seats) if ":" in seats else re.sub(r"[A-Za-z]", "o", seats)


def test_some_texts_know_no_role() -> None:
    assert len(ROLELESS) > 3
    assert all(knows_no_role(engine().program(id, None).resolved) for id in ROLELESS)


def test_letters_of_roles_change_no_answer_of_a_text_that_knows_none(tmp_path: Path) -> None:
    asked = [*random_requests(Random(f"{QUESTIONS} letters"))]
    plain = [{**request, "seats": without_roles(request["seats"])} for request in asked]
    assert sum(one["seats"] != other["seats"] for one, other in zip(asked, plain, strict=True)) > QUESTIONS // 4
    told = [reply(request) for request in asked]

    def ruling(answer: dict[str, Any]) -> tuple[Any, ...]:
        return answer["status"], answer["answer"], answer["clauses"]

    for request, one, other in zip(asked, told, (reply(request) for request in plain), strict=True):
        assert ruling(one) == ruling(other), request
    assert engine_answers([{"rules": exported(tmp_path)}, *asked]) == told


@pytest.mark.parametrize("text", sorted({*ROLELESS} - {"cr-810"}))  # with shared turns no player loses alone
def test_a_team_without_its_emperor_loses_only_where_emperors_are_known(text: str) -> None:
    by = Engine(rulebook())
    for id, loses in ((text, False), ("cr-809", True)):
        resolved = by.program(id, None).resolved
        space = plain_space(read_seating("g E g | g E g", resolved.vocabulary), resolved.vocabulary)
        bits = BitText(resolved, space)
        assert bool(bits.verdict("team-loses", (0,), {"losing": frozenset({1})}).true) is loses, id
        request = {"text": id, "seats": "g E g | g E g", "ask": "team-loses", "of": ["A"], "given": {"losing": ["A2"]}}
        assert by.ask(request).answer is loses, id


def test_both_engines_know_the_same_roles_of_every_text(tmp_path: Path) -> None:
    script = tmp_path / "known.mjs"
    script.write_text(
        f"""
        import {{ readFileSync }} from "node:fs";
        import {{ ResolvedText }} from "{(SCRIPTS / "resolve" / "resolver.js").as_uri()}";
        const rules = JSON.parse(readFileSync(process.argv[2], "utf8"));
        const known = Object.keys(rules.texts).map((id) => {{
          const text = new ResolvedText(rules, id, null);
          return [id, [[...text.knownRoles].sort(), text.knowsNoRole]];
        }});
        console.log(JSON.stringify(Object.fromEntries(known)));
        """,
        encoding="utf-8",
    )
    resolved = {id: engine().program(id, None).resolved for id in rulebook().texts}
    expected = {id: [sorted(known_roles(text)), knows_no_role(text)] for id, text in resolved.items()}
    assert json.loads(run_node(script, exported(tmp_path))) == expected
    assert {"emperor", "general"} <= known_roles(resolved["cr-809"])
