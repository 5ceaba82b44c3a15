"""The public interface: what a program meets that imports the package."""

import ast
import json
import pickle
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import emperor_rules as er
from emperor_rules.cli.main import command
from emperor_rules.diagnostics import Diagnostic, Severity
from emperor_rules.frontend.rule_files import TooManyFolders
from emperor_rules.messages import Message, in_language
from emperor_rules.source import SourceFile, Span
from tests.support.paths import PACKAGE
from tests.support.tables import SIX


def printed(*arguments: str) -> str:
    ran = CliRunner().invoke(command, arguments, env={"COLUMNS": "100"})
    return ran.output


def test_importing_the_package_imports_none_of_its_modules() -> None:
    script = "import sys, emperor_rules; print([name for name in sys.modules if name.startswith('emperor_rules.')])"
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_no_module_of_the_interface_needs_one_that_needs_it() -> None:
    """Neither when it is imported, nor later, nor for its types: what needs each other is one module."""
    folder, package = PACKAGE / "api", "emperor_rules.api"
    needs: dict[str, set[str]] = {}
    for file in folder.glob("*.py"):
        imports = [node for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.ImportFrom)]
        of_package = {alias.name for node in imports if node.module == package for alias in node.names}
        names = {node.module or "" for node in imports}
        modules = {name.removeprefix(f"{package}.") for name in names if name.startswith(f"{package}.")}
        needs[file.stem] = of_package | modules
    assert list(TopologicalSorter(needs).static_order()), "raises CycleError where there is a circle"


def test_a_name_that_is_not_public_is_no_attribute() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = er.nothing


def test_function_and_room_of_drawing_do_not_get_in_each_others_way(cr: er.RulesText) -> None:
    assert er.draw(SIX, cr).startswith("<svg") and er.draw(SIX, cr).startswith("<svg")


# Rules and texts


def test_rules_are_a_mapping_of_texts(rules: er.Rules) -> None:
    assert len(rules) == len(list(rules)) > 5
    assert list(rules) == sorted(rules) and "cr-809" in rules and "cr-809@2012-01-01" in rules
    assert "no-such" not in rules
    assert rules.get("no-such") is None
    assert {text.id for text in rules.values()} == set(rules)


def test_a_text_knows_its_title_editions_options_and_clauses(rules: er.Rules, cr: er.RulesText) -> None:
    assert cr.title["it"] and cr.editions == tuple(sorted(cr.editions))
    assert all(clause.text == "cr-809" and clause.words["en"] for clause in cr.clauses)
    before = {clause.slug: clause.number for clause in rules["cr-809@2007-01-01"].clauses}
    now = {clause.slug: clause.number for clause in cr.clauses}
    assert before["range-by-role"] == "607.3a" and now["range-by-role"] == "809.3a"


def test_only_the_texts_wanted_are_read(rules: er.Rules) -> None:
    few = er.load(texts=["early"])
    assert set(few) < set(rules) and not few.rulebook.scenarios


def test_a_batch_request_is_answered_alike(rules: er.Rules) -> None:
    request: er.Request = {"text": "cr-809", "seats": SIX, "left": ["A3"], "ask": "may-attack", "of": ["A2", "B1"]}
    ran = CliRunner().invoke(command, ["ask", "--batch", "-"], input=json.dumps({**request, "id": None}))
    assert rules.answer(request) == json.loads(ran.output)


def test_json_is_what_export_prints(rules: er.Rules) -> None:
    assert rules.to_json(["early"]) == printed("export", "--text", "early")


# Answers


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize(
    ("text", "question", "more"),
    [
        ("cr-809", "can A2 attack B1?", {"left": ["A3"]}),
        ("cr-809", "can A2 attack B1?", {}),
        ("early", "can A1 deploy a creature to A2?", {}),
    ],
)
def test_an_explanation_is_what_the_command_prints(
    rules: er.Rules, text: str, question: str, more: dict[str, list[str]], language: str
) -> None:
    options = [part for name in more.get("left", ()) for part in ("--left", name)]
    answer = rules[text].ask(question, seats=SIX, **more)  # type: ignore[arg-type]
    assert answer.explain(language) + "\n" == printed(
        "ask", text, question, "--seats", SIX, "--lang", language, *options
    )


def test_a_question_in_words_and_by_id_are_the_same(cr: er.RulesText) -> None:
    typed = cr.ask("can A2 attack B1?", seats=SIX, left=["A3"])
    named = cr.ask("may-attack", of=("A2", "B1"), seats=SIX, left=("A3",))
    assert typed.as_json(1) == named.as_json(1) and typed.value is True


def test_an_answer_names_clauses_with_the_numbers_and_words_of_its_date(cr: er.RulesText) -> None:
    now, then = (cr.ask("range", of=["A2"], seats=SIX, on=on).clauses[0] for on in (None, "2007-01-01"))
    assert (now.citation, then.citation) == ("cr-809:809.3a", "cr-809:607.3a")
    assert set(now.words) == set(then.words) == {"en", "it"}


def test_why_not_names_the_least_that_would_have_to_be_otherwise(cr: er.RulesText) -> None:
    answer = cr.ask("can A2 attack B1?", seats=SIX)
    ways = answer.why_not()
    assert answer.value is False and ways and all(way.value is True for way in ways)
    lines = printed("ask", "cr-809", "can A2 attack B1?", "--seats", SIX, "--why-not")
    assert all(f"  … {way}\n" in lines for way in ways)
    italian = printed("--lang", "it", "ask", "cr-809", "A2 può attaccare B1?", "--seats", SIX, "--why-not")
    assert "  … A3 fosse uscito prima dell'inizio del turno: sì: A2 può attaccare B1.\n" in italian


def test_what_would_decide_an_open_answer_is_told_unasked() -> None:
    """Which of three options is in use says whom one can attack in a free-for-all; with one of them nothing is open."""
    asked = ("ask", "cr-806", "can A1 attack C1?", "--seats", "o | o | o | o")
    assert "\n  … the option attack multiple players were in use: yes: A1 can attack C1.\n" in printed(*asked)
    assert "…" not in printed(*asked, "--option", "attack-left").partition("\n")[2]


def test_a_silent_answer_has_no_value(rules: er.Rules) -> None:
    answer = rules["early"].ask("may-deploy", of=["A1", "A2"], seats=SIX)
    assert (answer.status, answer.value, answer.clauses) == (er.Status.SILENT, None, ())


def test_a_list_of_which_the_text_leaves_every_entry_open_is_explained(rules: er.Rules) -> None:
    answer = rules["paris"].ask_all("who can A1 attack?", seats=SIX)
    assert answer.status is er.Status.SILENT
    assert answer.explain(full=True).splitlines() == [
        "  not decided: A1, A2, A3, B1, B2, B3: The text does not say: it leaves the question open."  # once, for all
    ]


# Errors


@pytest.mark.parametrize(
    ("question", "more", "kind"),
    [
        ("may A2 tickle B1?", {}, er.QuestionError),
        ("", {}, er.QuestionError),
        ("can A2 attack B1?", {"seats": "g Q g | g E g"}, er.SeatingError),
        ("may A2 attack B9?", {}, er.RequestError),
        ("can A2 attack B1?", {"left": ["A2"]}, er.RequestError),
        ("can A2 attack B1?", {"on": "yesterday"}, er.RequestError),
        ("can A2 attack B1?", {"on": "1990-01-01"}, er.RequestError),
        ("can A2 attack B1?", {"options": ["wings"]}, er.RequestError),
        ("can A2 attack B1?", {"left": "A3", "seats": SIX}, er.RequestError),
    ],
)
def test_a_request_that_makes_no_sense_raises_the_sentence_that_the_command_prints(
    cr: er.RulesText, question: str, more: dict[str, object], kind: type[er.RequestError]
) -> None:
    with pytest.raises(kind) as raised:
        cr.ask(question, **{"seats": SIX, **more})  # type: ignore[arg-type]
    assert {er.EmperorError, ValueError} <= set(kind.__mro__)
    if more.get("left") == "A3":
        assert str(raised.value) == "“left” is not a list"  # a command line cannot ask this
        return
    options = {"left": "--left", "on": "--on", "options": "--option"}
    arguments = [
        part
        for key, value in more.items()
        if key in options
        for part in (options[key], *([value] if isinstance(value, str) else value))  # type: ignore[misc]
    ]
    shown = printed("ask", "cr-809", question, "--seats", str(more.get("seats", SIX)), *map(str, arguments))
    assert shown == f"error[{raised.value.code}]: {raised.value}\n"


def test_names_that_are_unknown_raise_what_a_mapping_raises(rules: er.Rules) -> None:
    with pytest.raises(KeyError) as text:
        rules["cr-890"]
    assert str(text.value) == "there is no text “cr-890”. Did you mean “cr-810”?"
    with pytest.raises(er.UnknownTextError):
        er.load(texts=["cr-890"])
    with pytest.raises(er.UnknownTextError):
        rules["early"].compare("pari")
    with pytest.raises(er.UnknownQuestionError, match="Did you mean “range”"):
        rules["early"].compare("paris", questions=["rang"])
    with pytest.raises(er.RequestError, match="there is no option “wings” in early or paris"):
        rules["early"].compare("paris", options=["wings"])
    with pytest.raises(er.UnknownTextError):
        rules.check(texts=["no-such"])
    with pytest.raises(er.UnknownTextError):
        rules.to_json(["no-such"])
    with pytest.raises(er.UnknownQuestionError):
        er.diff(rules, rules, questions=["no-such"])


def test_rules_with_errors_raise_their_diagnostics(tmp_path: Path) -> None:
    (tmp_path / "vocabulary").mkdir()
    (tmp_path / "vocabulary" / "v.rules").write_text("action may-\n", encoding="utf-8")
    with pytest.raises(er.RulesError) as raised:
        er.load(tmp_path)
    first, *_ = raised.value.diagnostics
    assert first.severity is er.Severity.ERROR
    assert str(raised.value).startswith(f"{first.span}: {first.message}")
    assert not raised.value.readable and raised.value.code == first.code
    kept = er.load(tmp_path, errors="keep")
    assert first in kept.check(seats=None).diagnostics


MESSAGE = Message("there is no text “{text}”.", text="x")
MISTAKE = Diagnostic("R101", Severity.ERROR, MESSAGE, Span("a.rules", 2, 1, 2, 5))
#: Errors that are made of more than a message.
MADE_OF: dict[type[er.EmperorError], tuple[Any, ...]] = {
    er.RulesError: ((MISTAKE, MISTAKE), {"a.rules": SourceFile("a.rules", "text\n")}),
    er.MissingFactError: (MESSAGE, "tapped"),
    er.UnclearQuestionError: (MESSAGE, ("one", "two")),
    er.RequestError: (MESSAGE, "left"),
    TooManyFolders: (Path("rules"),),
}


def _kinds(base: type[er.EmperorError]) -> list[type[er.EmperorError]]:
    return [base, *(kind for below in base.__subclasses__() for kind in _kinds(below))]


def test_every_error_is_also_the_built_in_kind_that_a_caller_would_catch() -> None:
    usual = ValueError, LookupError, RuntimeError, TimeoutError
    assert [kind for kind in _kinds(er.EmperorError)[1:] if not issubclass(kind, usual)] == []


@pytest.mark.parametrize("kind", sorted({*_kinds(er.EmperorError)}, key=repr), ids=lambda kind: kind.__name__)
def test_an_error_goes_from_process_to_process(kind: type[er.EmperorError]) -> None:
    error = kind(*MADE_OF.get(kind, (MESSAGE,)))
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is kind and vars(again) == vars(error)
    assert (again.code, str(again), again.args) == (error.code, str(error), error.args)
    assert in_language(again.message, "it") == in_language(error.message, "it")
