"""The language of commands and messages: every English template has its Italian, and nothing printed stays English."""

from __future__ import annotations

import ast
import errno
import json
import os
import pickle
import re
import shlex
import shutil
import string
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest

from emperor_rules import messages
from emperor_rules.check.diff.changes import DiffSide
from emperor_rules.check.diff.syntactic import ChangeKind
from emperor_rules.check.history.timeline import EntryKind
from emperor_rules.check.mutation.operators import MutationKind
from emperor_rules.check.witness import STATUS_WORDS
from emperor_rules.cli.commands import diff
from emperor_rules.cli.main import COMMANDS, Commands
from emperor_rules.cli.main import command as emperor
from emperor_rules.diagnostics import Severity
from emperor_rules.evaluate.engine import Status
from emperor_rules.messages import Message
from emperor_rules.model.accepted import KIND_WORDS, DeclarationKind
from emperor_rules.model.texts import RELATION_WORDS, TextRelation
from emperor_rules.official.drift import HEADINGS, WorkKind
from tests.golden_pages import GOLDEN
from tests.support.command_line import run
from tests.support.git import git
from tests.support.paths import REPOSITORY
from tests.support.sampling import sample_of

PACKAGE = Path(messages.__file__).parent
CATALOGUE = messages.catalogue("it")
MISTAKES: dict[str, Any] = tomllib.loads((REPOSITORY / "grammar" / "mistakes.toml").read_text(encoding="utf-8"))
#: What makes a message, and which of its arguments are templates.
MAKERS = dict.fromkeys(("Message", "say", "tell", "misuse", "invalid", "template"), (0,)) | {
    "plural": (1, 2),
    "refuse": (1,),
}
#: The words that click says in commands as ours are; its own sources hold more, for prompts and pagers.
CLICK = {
    "Aborted!",
    "Commands",
    "Got unexpected extra argument ({args})",
    "Got unexpected extra arguments ({args})",
    "Invalid value for {param_hint}: {message}",
    "Invalid value: {message}",
    "Missing argument",
    "Missing command.",
    "Missing option",
    "Missing parameter",
    "No such command {name!r}.",
    "No such option {name!r}.",
    "Did you mean {possibility}?",
    "(Did you mean one of: {possibilities}?)",
    "Option {name!r} does not take a value.",
    "Option {name!r} requires an argument.",
    "Option {name!r} requires {nargs} arguments.",
    "Options",
    "Show the version and exit.",
    "Show this message and exit.",
    "Usage:",
    "default: {default}",
    "env var: {var}",
    "{value!r} is not a number.",
    "{value!r} is not one of {choices}.",
    "{value} is not in the range {range}.",
    "%(prog)s, version %(version)s",
}
#: What the system says when it refuses what a user may well ask for.
REFUSALS = {
    os.strerror(number).lower()
    for number in (
        *(errno.EACCES, errno.EADDRINUSE, errno.EDQUOT, errno.EEXIST, errno.EIO, errno.EISDIR, errno.ELOOP),
        *(errno.ENAMETOOLONG, errno.ENOENT, errno.ENOSPC, errno.ENOTDIR, errno.EPERM, errno.EROFS),
    )
}


def literals(node: ast.expr) -> Iterator[str]:
    """The strings that an expression may stand for, where it is written out."""
    match node:
        case ast.Constant(value=str(words)):
            yield words
        case ast.IfExp(body=first, orelse=second):
            yield from literals(first)
            yield from literals(second)


def templates_in(source: str) -> Iterator[str]:
    """Every template that a module writes out where it makes a message."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            for place in MAKERS.get(node.func.id, ()):
                yield from literals(node.args[place])
            if node.func.id in ("count", "counted") and len(node.args) == 2:  # one argument: the count of itertools
                for noun in literals(node.args[1]):
                    yield from (f"{{number}} {noun}", f"{{number}} {noun}s")


def help_texts(command: click.Command) -> Iterator[str]:
    """Every paragraph and metavariable that the help of a command shows."""
    for part in (command.help or "").split("\n\n"):
        if part and not part.startswith("\b"):
            yield " ".join(part.split())
    yield command.options_metavar or ""
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            yield " ".join((parameter.help or "").split())
        else:
            yield (parameter.name or "").upper() if parameter.metavar is None else ""
        yield (parameter.metavar or "").rstrip(".").strip("[]")  # so stands an argument that may be left out
    if isinstance(command, click.Group):
        yield command.subcommand_metavar
        for inner in command.commands.values():
            yield from help_texts(inner)


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


def spoken_templates() -> set[str]:
    """All that may be said: what modules write out, help texts, and click's own words."""
    texts = {template for file in PACKAGE.rglob("*.py") for template in templates_in(file.read_text(encoding="utf-8"))}
    assert isinstance(emperor, Commands)
    with click.Context(emperor) as context:
        commands = [emperor, *(emperor.get_command(context, name) for name in COMMANDS)]
        helped = {text for command in commands if command is not None for text in help_texts(command)}
    states = {*MutationKind, *DiffSide, *Severity, *EntryKind} - {EntryKind.FIRST}
    every = texts | helped | set(COMMANDS.values()) | states | REFUSALS | CLICK
    return {text for text in every if any(sign.isalpha() or sign in "“”" for sign in unfilled(text))}


def unfilled(template: str) -> str:
    """What stands in a template beside its fields."""
    return "".join(words for words, *_ in string.Formatter().parse(template))


@pytest.fixture(scope="module")
def templates() -> set[str]:
    return spoken_templates()


def test_every_template_has_its_italian(templates: set[str]) -> None:
    assert sorted(templates - set(CATALOGUE)) == []


def test_no_italian_is_without_its_template(templates: set[str]) -> None:
    names = {str(messages.name_of_language(language)) for language in messages.LANGUAGES}
    assert sorted(set(CATALOGUE) - templates - names) == []


def test_a_translation_has_the_fields_of_its_template() -> None:
    assert {english: italian for english, italian in CATALOGUE.items() if fields(italian) != fields(english)} == {}


# --- what is printed ------------------------------------------------------------------------------------

#: English words that no Italian sentence holds, and that begin no item of a rule file.
ENGLISH = re.compile(
    r"\b(the|is|are|was|were|not|and|or|has|have|had|which|that|this|there|to|for|its|it is|no longer|write|add|did|do"
    r"|tables?|answers?|errors?|warnings?|before|now|nothing|nobody|found|says?|must|cannot)\b"
)
QUOTED = re.compile(r"«[^»]*»|“[^”]*”|\"[^\"]*\"|'[^']*'|`[^`]*`")
#: Lines that show the user's files, positions or commands.
SHOWN = re.compile(
    r"^ {6,8}\S|^ +the .*, by |^ *(\d+ )?\||^ +(-->|e) .*:\d+:\d+|^ *emperor |^ +(scenario|in|seats|by|given|options|rules/)\b|  ·  "
)
FILE = re.compile(r"\S*[/.=-]\S+|R\d{3}")


def english_in(output: str) -> list[str]:
    """The lines of an output in which English is left, beside what is quoted, code, or the name of a file."""
    lines = [line for line in output.splitlines() if not SHOWN.search(line)]
    return [line for line in lines if ENGLISH.search(FILE.sub("", QUOTED.sub("", line)))]


WORLD: dict[str, str] = MISTAKES["world"]


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    """The small world of the mistakes as a folder of rules."""
    for name, kind in (("vocabulary/base", "vocabulary"), ("texts/sample", "text"), ("scenarios/base", "scenario")):
        file = tmp_path / "rules" / f"{name}.rules"
        file.parent.mkdir(parents=True)
        file.write_text(WORLD[kind], encoding="utf-8")
    return tmp_path / "rules"


def test_no_english_is_left_in_what_a_writer_is_told() -> None:
    told = [
        (mistake["name"], f"{finding['message_it']}\n{finding.get('help_it', '')}")
        for mistake in MISTAKES["mistake"]
        for finding in mistake.get("findings", [mistake])
    ]
    assert told and [(name, words) for name, words in told if english_in(words)] == []


COMMANDS_RUN = (
    "check --no-search",
    "check --up-to 6 --no-cache",
    "check --text nobody",
    "ask sample",
    "ask sample foo --seats g",
    "ask nobody foo --seats g",
    "ask sample foo --seats z",
    "compare sample sample --up-to 4",
    "compare sample other",
    "coverage --up-to 4 --text sample",
    "diff {rules} {rules} --up-to 4",
    "diff no-such-revision",
    "draw sample g",
    "draw sample z",
    "draw nobody g",
    "drift no-file",
    "explain R203",
    "explain R999",
    "export --text nobody",
    "export --schema --text sample",
    "fmt --check",
    "fmt no-file",
    "history sample 1.1 --up-to 4",
    "history sample 9",
    "history sample --against sample",
    "new variant house",
    "new variant UPPER",
    "nothing",
    "check --nothing",
    "check --up-to x",
    "check --rules nowhere",
)


@pytest.mark.parametrize("line", COMMANDS_RUN)
def test_commands_speak_italian_wholly(line: str, rules: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(rules.parent)
    words = [word.format(rules=rules) for word in line.split()]
    ran = run(*words, "--lang", "it", columns=110)
    output = ran.output
    if words[0] in ("draw", "export") and ran.exit_code == 0:
        output = ""
    assert english_in(output) == []
    assert ran.output != run(*words, columns=110).output or not output, "the same in English"


@pytest.mark.parametrize("name", [None, *COMMANDS])
def test_help_speaks_italian(name: str | None) -> None:
    output = run(*([name] if name else []), "--help", "--lang", "it").output
    lines = [line for line in output.splitlines() if not line.lstrip().startswith("emperor ")]
    assert english_in("\n".join(lines)) == []


#: What stands for the names in examples of the help: of what is shipped, of rules of one's own, and of two texts that are
#: soon compared.
SHIPPED_NAMES = {"my-text": "cr-809", "3.1": "809.3c"}
OWN_NAMES = {"my-text": "pond", "old-slug": "leaping"}
SOON_COMPARED = {"my-text": "cr-102", "other-text": "cr-104"}


@pytest.mark.parametrize("name", sample_of(COMMANDS, 2))
def test_the_examples_of_help_work_with_what_is_shipped(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    printed = run(name, "--help", columns=80).output
    assert "\b" not in printed
    examples = [line for line in printed.splitlines() if line.lstrip().startswith("emperor ")]
    own = name in ("diff", "rename")
    if own:
        shutil.copytree(GOLDEN / "rules", "rules")
        for arguments in (["init", "-q"], ["add", "."], ["commit", "-qm", "as it is"]):
            git(tmp_path, *arguments)
    names = OWN_NAMES if own else SOON_COMPARED if name == "compare" else SHIPPED_NAMES
    for line in examples:
        _, *typed = shlex.split(re.sub("|".join(names), lambda found: names[found[0]], line))
        ran = run(*typed)
        assert ran.exit_code == 0 or (name, ran.exit_code) == ("compare", 1), ran.output
    assert examples or name not in ("ask", "draw", "explain")


@pytest.mark.parametrize(
    ("name", "usage"),
    [("questions", "[TESTO]"), ("fmt", "[PERCORSI]..."), ("diff", "VECCHIO [NUOVO]"), ("compare", "UNO ALTRO")],
)
def test_usage_tells_which_arguments_may_be_left_out(name: str, usage: str) -> None:
    assert run(name, "--help", "--lang", "it").output.splitlines()[0] == f"Uso: emperor {name} [OPZIONI] {usage}"


@pytest.mark.parametrize(
    ("arguments", "refused"),
    [
        (["chek"], "errore[R706]: non c'è un comando «chek». Forse «check»?\nUso: emperor "),
        (["--nope"], "errore[R706]: non c'è un'opzione «--nope».\nUso: emperor "),
        (
            ["check", "--up-to", "x"],
            "errore[R706]: valore non valido per '--up-to': 'x' non è un numero.\nUso: emperor check ",
        ),
        (["compare", "t"], "errore[R706]: manca l'argomento 'ALTRO'.\nUso: emperor compare "),
    ],
)
def test_a_wrong_call_is_told_with_its_cause_first(arguments: list[str], refused: str) -> None:
    result = run("--lang", "it", *arguments)
    assert result.exit_code == 2 and result.stderr.startswith(refused)


@pytest.mark.parametrize("language", ["en", "it"])
def test_what_can_be_begun_is_listed_in_whole_sentences(language: str) -> None:
    listed = run("new", "--help", "--lang", language, columns=80).output.splitlines()[1:]
    assert not any(line.endswith("...") for line in listed)


def test_the_language_stands_before_a_command_after_it_or_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    italian = run("explain", "R203", "--lang", "it").output
    assert italian == run("--lang", "it", "explain", "R203").output == run("explain", "--lang=it", "R203").output
    monkeypatch.setenv("EMPEROR_LANG", "it")
    assert run("explain", "R203").output == italian != run("explain", "R203", "--lang", "en").output


def test_italian_examples_join_prepositions_with_names() -> None:
    shown = " ".join(run("questions", "--lang", "it").output.split())
    assert "costa ad A2" in shown and not re.search(r"\ba A\d", shown)


@pytest.mark.parametrize("locale", ["IT", "it_IT", "it-IT", "it_IT.UTF-8"])
def test_the_language_of_the_environment_may_be_written_as_a_locale(
    locale: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    italian = run("explain", "R203", "--lang", "it").output
    monkeypatch.setenv("EMPEROR_LANG", locale)
    shown = run("explain", "R203")
    assert (shown.exit_code, shown.output) == (0, italian)


def test_a_language_that_nobody_speaks_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for refused in (run("check", "--lang", "de"), run("--lang", "de", "check")):
        assert refused.exit_code == 2
        assert "'de' is not one of 'en', 'it'" in refused.output
    monkeypatch.setenv("EMPEROR_LANG", "de")
    refused = run("check")
    assert refused.exit_code == 2
    assert "EMPEROR_LANG" in refused.output


def test_programs_get_messages_in_the_language_that_they_ask_for(rules: Path) -> None:
    (rules / "texts" / "broken.rules").write_text("text broken Broken\n", encoding="utf-8")
    english, italian = (
        json.loads(run("check", "--format", "json", "--no-search", "--rules", rules, *more).stdout)["diagnostics"]
        for more in ((), ("--lang", "it"))
    )
    assert [d["code"] for d in english] == [d["code"] for d in italian]
    messages = dict(zip((d["message"] for d in english), (d["message"] for d in italian), strict=True))
    assert messages["“Broken” cannot stand here after “broken”"] == "«Broken» non può stare qui dopo «broken»"


def test_a_message_keeps_its_arguments_on_the_way_to_another_process() -> None:
    inner = Message("Did you mean “{name}”?", name="p")
    message = Message("{a} · {b:,.1f}", a=inner, b=1234.5)
    again = pickle.loads(pickle.dumps(message))
    assert (again, again.get("it")) == (message, "Forse «p»? · 1.234,5")
    assert message == "Did you mean “p”? · 1,234.5"


def test_a_template_that_lacks_an_argument_is_refused_at_once() -> None:
    with pytest.raises(KeyError):
        Message("{one} and {two}", one=1)


def test_every_kind_that_a_stage_tells_has_its_words() -> None:
    assert set(diff.VOCABULARY) == set(ChangeKind)
    assert set(HEADINGS) == set(WorkKind)
    assert set(RELATION_WORDS) == set(TextRelation)
    assert set(KIND_WORDS) == set(DeclarationKind)
    assert set(STATUS_WORDS) == set(Status)


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_no_word_of_programs_that_another_says(command: str, language: str) -> None:
    shown = " ".join(run(command, "--help", "--lang", language).output.split()).lower()
    assert re.findall(r"\b(?:mutants?|mutanti|alive|vivo|integer|range(?= )|float|witness|ways)\b", shown) == []


@pytest.mark.parametrize(("language", "words"), [("en", "'x' is not a number."), ("it", "'x' non è un numero.")])
def test_a_number_is_called_a_number(language: str, words: str) -> None:
    assert words in run("serve", "--port", "x", "--lang", language).stderr


def test_importing_the_command_leaves_click_as_it_is() -> None:
    """Whoever imports a module of the command line has not asked for another click."""
    script = "import click.core as core, gettext, emperor_rules.cli.main; print(core._ is gettext.gettext)"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout == "True\n"
