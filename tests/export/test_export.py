"""rules.json: it fits its schema, is the same every time, and holds all that answers need."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, get_args

import jsonschema
import pytest

from emperor_rules.evaluate.engine import Answer, Engine
from emperor_rules.export.document import VERSION, export_text, export_tree, schema_text
from emperor_rules.export.records import OPERATIONS
from emperor_rules.model import terms
from tests.generators.positions import random_dated_position, random_position, random_question
from tests.oracles.enumeration import Reply
from tests.oracles.exported_rules import JsonBook
from tests.support import command_line
from tests.support.paths import RULES, TEXTS, THOROUGH
from tests.support.sampling import TEXTS_IN_BRIEF, number_of_examples, sample_of_texts
from tests.support.shipped import whole_rulebook as book

ENDINGS = ("team-wins", "team-loses", "team-draws", "game-goes-on")
#: How many positions each text is asked about: every time, and in the exhaustive run.
POSITIONS, QUESTIONS = number_of_examples(4, 4 * THOROUGH), 8


@cache
def engine() -> Engine:
    return Engine(book())


@cache
def json_book() -> JsonBook:
    return JsonBook(json.loads(export_text(book())))


@cache
def validator() -> jsonschema.Draft202012Validator:
    schema = json.loads(schema_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema, format_checker=jsonschema.Draft202012Validator.FORMAT_CHECKER)


def as_reply(answer: Answer) -> Reply:
    return Reply(answer.status, answer.answer, tuple(answer.clauses), tuple(answer.overridden))


def same(request: dict[str, Any]) -> Reply:
    """Ask both engines; give the answer on which they agree."""
    one, other = as_reply(engine().ask(request)), json_book().ask(request)
    other = Reply(other.status, other.answer, tuple(other.clauses), tuple(other.overridden))
    if one.overridden != other.overridden and sorted(one.overridden) == sorted(other.overridden):
        pytest.fail(f"another order: {one} {other}")
    assert one == other, request
    return one


# --- complete ---------------------------------------------------------------------------------------


def test_every_kind_of_condition_and_term_of_rules_has_a_tree() -> None:
    names = {terms.PlayerName, terms.TeamName}  # only scenarios and questions name somebody
    assert set(OPERATIONS.values()) == {*get_args(terms.Condition), *get_args(terms.Term)} - names


@pytest.mark.parametrize("text", sample_of_texts())
def test_an_engine_that_reads_only_the_document_answers_alike(text: str) -> None:
    rng, asks = Random(f"exported {text}"), list(book().vocabulary.questions)
    for _ in range(POSITIONS):
        position, names, rest = random_dated_position(rng, book(), text)
        for ask in rng.sample(asks, QUESTIONS):
            same(random_question(rng, book(), position, ask, names, rest))


@pytest.mark.slow
def test_every_question_is_answered_alike_in_some_of_the_texts() -> None:
    every = number_of_examples(12, 5)
    rng, seen = Random("every question"), set[tuple[str, object]]()
    for number, text in enumerate(TEXTS):
        for ask in list(book().vocabulary.questions)[number % every :: every]:
            position, names, rest = random_position(rng, book(), text)
            reply = same(random_question(rng, book(), position, ask, names, rest))
            seen.add((reply.status, reply.answer if isinstance(reply.answer, bool) else None))
            seen |= {("overridden", None)} if reply.overridden else set()
    assert seen >= {
        ("answered", True),
        ("answered", False),
        ("answered", None),
        ("silent", None),
        ("invalid", None),
        ("overridden", None),
    }


def played() -> Iterator[tuple[dict[str, Any], dict[str, Any], str]]:
    """Every question of every scenario as a request, with what is expected; without those that are malformed."""
    for scenario in json_book().document["scenarios"]:
        for text in (named["text"] for named in scenario["texts"]):
            for asked in scenario["expectations"]:
                request = {key: scenario[key] for key in ("seats", "left", "leaving", "options", "on")}
                request |= {
                    "text": text,
                    "ask": asked["query"]["ask"],
                    "of": asked["query"]["of"],
                    "given": {**scenario["given"], **{g["key"]: g["value"] for g in asked["query"]["given"]}},
                }
                if asked["status"] != "invalid" and set(request["options"]) <= options_of(text):
                    yield request, asked, scenario["name"]


@pytest.mark.slow
def test_scenarios_come_out_when_played_from_the_document() -> None:
    seen: set[str] = set()
    count = 0
    # Those that rest on circles are slow at large tables.
    quick = [play for play in played() if play[1]["query"]["ask"] not in ENDINGS or len(play[0]["seats"]) < 12]
    rare = [play for play in quick if play[1]["status"] == "contradicted"][:5]
    for request, asked, name in [*Random("scenarios").sample(quick, min(len(quick), 200 * THOROUGH)), *rare]:
        reply = same(request)
        assert reply.status == asked["status"], (name, asked["written"])
        if asked["status"] == "answered":
            wanted = asked["answer"]
            if isinstance(wanted, list):
                wanted = tuple(wanted) if isinstance(reply.answer, tuple) else wanted[0]
            assert reply.answer == wanted, (name, asked["written"])
        seen.add(reply.status)
        count += 1
    assert count >= 200 and seen == {"answered", "silent", "contradicted"}


def options_of(text: str) -> set[str]:
    texts = json_book().document["texts"]
    options, waiting = set(), [text]
    while waiting:
        name = waiting.pop()
        options |= set(texts[name]["options"])
        waiting += [inclusion["text"] for inclusion in texts[name]["includes"]]
    return options


@pytest.mark.slow
def test_the_engine_would_notice_what_is_missing() -> None:
    """Taking any one of these out of the document makes it answer otherwise somewhere."""
    document = json.dumps({**export_tree(book(), ["cr-809", "early"]), "scenarios": [], "questions": {}})
    requests = [
        request
        for request, asked, _ in played()
        if request["text"] in ("cr-809", "early")
        and asked["query"]["ask"]
        in ("may-attack", "range", "turn-order", "may-deploy", "legal-seating", "may-block-for")
        and request["seats"].count("g") < 6
    ]
    Random("missing").shuffle(requests)  # so that a difference is met soon

    @cache
    def answer_of_the_whole(number: int) -> Reply:
        return json_book().ask(requests[number])

    for key in ("overrides", "guard", "until", "defeasible", "principle", "numbers", "closed", "means"):
        broken = json.loads(document)
        for node in objects(broken):
            if key in node and node[key] and not (key == "means" and "closed" not in node):
                node[key] = {
                    "overrides": [],
                    "guard": {"op": "always"},
                    "numbers": [{"number": "1", "since": None}],
                    "means": None,
                    "until": None,
                }.get(key, False)
        other = JsonBook(broken)
        assert any(other.ask(request) != answer_of_the_whole(n) for n, request in enumerate(requests)), key


def objects(tree: Any) -> list[dict[str, Any]]:
    if isinstance(tree, dict):
        return [tree, *(node for inner in tree.values() for node in objects(inner))]
    return [node for inner in tree for node in objects(inner)] if isinstance(tree, list) else []


def test_the_words_of_a_day_can_be_read_off() -> None:
    document = json_book().document
    for id, text in book().texts.items():
        for clause, tree in zip(text.clauses, document["texts"][id]["clauses"], strict=True):
            for day in (None, *text.editions):
                for language in ("en", "it"):
                    held = [
                        w["words"]
                        for w in tree["wordings"]
                        if w["language"] == language
                        and (
                            w["until"] is None
                            if day is None
                            else (w["since"] or "") <= day and (w["until"] is None or day < w["until"])
                        )
                    ]
                    assert (held[-1] if held else "") == clause.words(language, day)


# --- the schema -------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_document_fits_its_schema() -> None:
    texts = dict.fromkeys((*TEXTS_IN_BRIEF, *TEXTS))
    document = export_tree(book(), [*texts][: number_of_examples(1, len(texts))])
    assert [error.message for error in validator().iter_errors(document)] == []
    assert document["version"] == VERSION == json.loads(schema_text())["properties"]["version"]["const"]


@pytest.mark.slow
def test_the_schema_is_strict() -> None:
    """Whatever is taken out of an object, or put into it, is noticed."""
    document = export_tree(book(), ["cr-102"])
    del document["scenarios"][1:], document["differences"][1:]
    for part in ("phrasings", "circumstances", "topics"):
        del document["questions"][part][1:]
    kept = {"next-to", "teammate", "may-attack", "fate"}
    document["vocabulary"]["predicates"] = {k: v for k, v in document["vocabulary"]["predicates"].items() if k in kept}
    givens = document["vocabulary"]["givens"]
    by_shape = {(given["kind"], *(key for key, value in given.items() if value)): key for key, given in givens.items()}
    document["vocabulary"]["givens"] = {key: givens[key] for key in by_shape.values()}
    assert not list(validator().iter_errors(document))
    document["questions"]["languages"] = {}  # what a table of words holds, the reader of questions says
    vocabulary, statements = document["vocabulary"], document["vocabulary"]["statements"]
    for kind in ("predicates", "givens"):
        statements[kind] = dict([*statements[kind].items()][:1])
    by_id = [document["texts"], document["questions"]["languages"], *statements.values()]
    by_id += [tree for name, tree in vocabulary.items() if name not in ("statements", "verdicts")]
    by_id += [sentences for kind in statements.values() for sentences in kind.values()]
    maps = {id(tree) for tree in by_id}
    maps |= {id(node["given"]) for node in objects(document) if isinstance(node.get("given"), dict)}
    tried = 0
    read = {id(node): part for node, part in parts(document, validator())}
    for node in objects(document):
        if id(node) in maps:
            continue
        alone = read[id(node)]
        assert alone.is_valid(node)
        for key in node:
            assert not alone.is_valid({other: node[other] for other in node if other != key}), (key, node)
            tried += 1
        assert not alone.is_valid({**node, "unheard-of": 1}), node
    assert tried > 200


def parts(tree: Any, reader: Any) -> Iterator[tuple[Any, Any]]:
    """Every object of a tree that fits its schema, with the validator of this part alone.

    Of several schemas for a part only one can fit, since each has a constant or a type of its own.
    """
    schema = reader.schema
    whole: Any = validator().schema
    if "$ref" in schema:
        schema = whole["$defs"][schema["$ref"].removeprefix("#/$defs/")]
    if isinstance(tree, dict):
        yield tree, reader
    inner = [*schema.get("oneOf", ()), *schema.get("anyOf", ())]
    if inner:
        (schema,) = [way for way in inner if reader.evolve(schema=way).is_valid(tree)]
        if "$ref" in schema:
            yield from parts(tree, reader.evolve(schema=schema))
            return
    if isinstance(tree, dict):
        for key, value in tree.items():
            below = schema.get("properties", {}).get(key) or schema["additionalProperties"]
            yield from parts(value, reader.evolve(schema=below))
    elif isinstance(tree, list):
        for value in tree:
            yield from parts(value, reader.evolve(schema=schema["items"]))


# --- the command ------------------------------------------------------------------------------------


def run(*arguments: object) -> Any:
    return command_line.run("export", *arguments)


@pytest.mark.slow
def test_the_command_prints_the_same_bytes_every_time() -> None:
    first = run("--rules", RULES)
    assert first.exit_code == 0
    assert first.stdout_bytes == export_text(book()).encode(), "read anew, as the command does, or not"
    assert first.stdout_bytes.endswith(b"}\n")


@pytest.mark.slow
def test_a_text_comes_with_what_it_includes_and_nothing_else() -> None:
    document = json.loads(run("--rules", RULES, "--text", "early").stdout)
    assert list(document["texts"]) == ["early"]
    assert all([text["text"] for text in scenario["texts"]] == ["early"] for scenario in document["scenarios"])
    assert not list(validator().iter_errors(document))
    document = export_tree(book(), ["cr-809", "early"])
    assert {"cr-809", "cr-104", "early"} <= set(document["texts"])
    assert document["differences"], "differences between the two stay"
    assert "wiki-en" not in document["texts"]
    narrow, request = JsonBook(document), {"text": "cr-809", "seats": "g E g | g E g", "ask": "range", "of": ["A2"]}
    assert narrow.ask(request).answer == 2


def test_the_command_prints_its_schema() -> None:
    ran = run("--schema")
    assert ran.exit_code == 0
    assert json.loads(ran.stdout)["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert run("--schema", "--text", "early").exit_code == 2


def test_an_unknown_text_is_a_diagnostic() -> None:
    ran = run("--rules", RULES, "--text", "erly")
    assert ran.exit_code == 2
    assert "error[R702]" in ran.stderr and "early" in ran.stderr and not ran.stdout


def test_rules_with_errors_are_not_exported(tmp_path: Any) -> None:
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "odd.rules").write_text('text odd "Odd"\n  from 2001-13-01\n', encoding="utf-8")
    ran = run("--rules", str(tmp_path))
    assert ran.exit_code in (1, 2)
    assert "error[R" in ran.stderr and not ran.stdout
