"""Whatever is thrown at a command, it ends with 0, 1 or 2 and a message, never with a traceback or a lost file.

Random input comes from Hypothesis with fixed seeds; ``EMPEROR_THOROUGH=20`` makes a run of everything try twenty times as
much, anew each time.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import chdir
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import click
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from emperor_rules.cli.commands.ask import answer_line
from emperor_rules.cli.main import COMMANDS, command, examples_of
from emperor_rules.frontend.loader import Folder, load_vocabulary
from emperor_rules.language.parser import fix_indentation, parse
from emperor_rules.resources import cache_folder
from emperor_rules.source import Unreadable, decode_source
from tests.support.bad_input import (
    ARGUMENTS,
    FRAGMENTS,
    GARBAGE,
    REQUESTS,
    SCENARIO,
    SOUND,
    UNREADABLE,
    tiny,
    where,
    write,
)
from tests.support.command_line import run
from tests.support.kings_and_pawns import WORDS, clause
from tests.support.kings_and_pawns import text as text_of
from tests.support.paths import RULES, THOROUGH
from tests.support.sampling import number_of_examples, sample_of
from tests.support.shipped import engine as shipped
from tests.support.tables import SIX


def few(examples: int) -> settings:
    """Settings for a property that takes a while; an eighth of the examples is tried every time."""
    return settings(
        max_examples=number_of_examples(-(-examples // 16), examples // 4 * THOROUGH),
        derandomize=THOROUGH == 1,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )


@pytest.fixture(autouse=True)
def cache_elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Commands may keep things between runs, but not at home what these tests throw at them."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.getbasetemp() / "cache"))


@pytest.fixture(autouse=True)
def no_server_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that starts after all is ended at once, as by Ctrl+C."""

    def ended(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("mkdocs.livereload.LiveReloadServer._build_loop", ended)


# --- folders and runs -----------------------------------------------------------------------------


@cache
def real_files() -> dict[str, bytes]:
    return {p.relative_to(RULES.parent).as_posix(): p.read_bytes() for p in sorted(RULES.rglob("*.rules"))}


def with_one_real(name: str, data: bytes) -> dict[str, bytes]:
    """The shipped vocabulary and one more file, so that a run is short."""
    files = {n: d for n, d in real_files().items() if n.startswith("rules/vocabulary/")}
    if name.startswith("rules/vocabulary/"):
        files["rules/texts/wiki-it.rules"] = real_files()["rules/texts/wiki/wiki-it.rules"]
    return {**files, name: data}


def in_folder(files: dict[str, bytes], act: Callable[[Path], None]) -> None:
    """Do something in a new folder with these files; whatever was there before is there afterwards."""
    with tempfile.TemporaryDirectory() as name, chdir(name):
        write(Path(name), files)
        act(Path(name))


#: What reads a folder, shows a place in it, answers by it, writes it out and lays it out; other commands begin alike.
READERS = (["check"], ["ask", *ARGUMENTS["ask"][0]], ["export"], ["fmt", "--diff"], ["fmt"])


def read_all() -> None:
    """Read the present folder in every way in which commands do."""
    for arguments in READERS:
        run(*arguments, "--rules", "rules")


# --- random files ---------------------------------------------------------------------------------

fragments = st.lists(st.sampled_from(FRAGMENTS), max_size=60).map(" ".join).map(str.encode)
unicode = st.text(max_size=200).map(lambda s: s.encode("utf-8", "surrogatepass"))
anything = st.one_of(fragments, unicode, st.binary(max_size=200))


@st.composite
def mutated(draw: st.DrawFn, data: bytes) -> bytes:
    """A rule file with some lines or signs deleted, inserted, doubled or swapped, or with garbage in it."""
    for _ in range(draw(st.integers(1, 4))):
        lines = data.split(b"\n")
        at = draw(st.integers(0, len(lines) - 1))
        to = draw(st.integers(0, len(lines) - 1))
        place = draw(st.integers(0, len(data)))
        match draw(st.integers(0, 9)):
            case 0:
                del lines[at]
            case 1:
                lines.insert(to, lines[at])
            case 2:
                lines[at], lines[to] = lines[to], lines[at]
            case 3:
                lines[at] = lines[at].lstrip()
            case 4:
                lines[at] = b" " * draw(st.integers(0, 6)) + lines[at]
            case 5:
                words = lines[at].split(b" ")
                words[draw(st.integers(0, len(words) - 1))] = draw(st.sampled_from(FRAGMENTS)).encode()
                lines[at] = b" ".join(words)
            case 6:
                lines = [data[:place] + draw(st.sampled_from([*GARBAGE, b'"', b"(", b".", b"\n"])) + data[place:]]
            case 7:
                lines = [data[:place] + data[place + draw(st.integers(1, 3)) :]]
            case 8:
                lines = [data[:place]]
            case _:
                lines = [data[:place] + draw(fragments) + data[place:]]
        data = b"\n".join(lines)
    return data


real_mutations = st.sampled_from(sorted(real_files())).flatmap(
    lambda name: st.tuples(st.just(name), mutated(real_files()[name]))
)


@given(room=st.sampled_from(["vocabulary", "texts", "scenarios"]), data=anything)
@few(12)
def test_random_files(room: str, data: bytes) -> None:
    in_folder(tiny(**{room: data}), lambda _: read_all())


@given(room=st.sampled_from(["vocabulary", "texts", "scenarios"]), data=st.data())
@few(12)
def test_small_files_with_mistakes(room: str, data: st.DataObject) -> None:
    sound = {"vocabulary": WORDS, "texts": SOUND, "scenarios": SCENARIO}[room].encode()
    in_folder(tiny(**{room: data.draw(mutated(sound))}), lambda _: read_all())


@given(changed=real_mutations)
@few(4)
def test_shipped_files_with_mistakes(changed: tuple[str, bytes]) -> None:
    def act(_: Path) -> None:
        run("check", "--rules", "rules")
        run("ask", "wiki-it", "may A1 attack B1?", "--seats", "g E g | g E g", "--rules", "rules")

    in_folder(with_one_real(*changed), act)


WITH_MISTAKES = [
    tiny(vocabulary=b""),
    tiny(texts=SOUND.encode()[:300]),
    tiny(texts=SOUND.replace("king", "kong").encode()),
    tiny(scenarios=SCENARIO.replace("yes", "no").encode()),
    tiny(vocabulary=WORDS.replace("of p, q", "of p, f").encode()),
]


def folders_for(name: str) -> list[dict[str, bytes]]:
    """Return the broken folders for a command: all for a check, and for others, which read by the same door, some each."""
    if name == "check":
        return [*UNREADABLE, *WITH_MISTAKES]
    nth = sorted(COMMANDS).index(name) % len(UNREADABLE)
    # A server builds a site of whatever can be read, which takes its time: it is given what cannot be.
    return [UNREADABLE[nth], *([] if name == "serve" else [UNREADABLE[nth - 2], WITH_MISTAKES[nth]])]


@pytest.mark.parametrize(
    ("name", "broken"),
    [
        *((name, folders_for(name)) for name in sorted(COMMANDS)),
        pytest.param("serve", WITH_MISTAKES[1:2], marks=pytest.mark.slow),
    ],
)
def test_every_command_bears_broken_rules(name: str, broken: list[dict[str, bytes]]) -> None:
    def act(_: Path) -> None:
        for arguments in ARGUMENTS.get(name, [[]]) or [[]]:
            run(name, *arguments, *where(arguments))

    for files in broken:
        in_folder(files, act)


ODD_ARGUMENTS = (
    ["--rules", "nowhere"],
    ["--rules"],
    ["--nothing"],
    ["-"] * 9,
    ["a"] * 9,
    ["--format", "xml"],
    ["--format"],
    ["-h"],
    ["--rules", "x" * 5000],
    ["x" * 5000],
    ["\U0001f0a1", "\u202e"],
)


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_bears_odd_arguments(name: str) -> None:
    def act(_: Path) -> None:
        for argv in ODD_ARGUMENTS:
            run(name, *argv)

    in_folder(tiny(), act)


@pytest.mark.parametrize("argv", [[], ["ask", "t"], ["check", "--rules"], ["fmt"], ["ask", "--batch"]])
def test_arguments_that_are_no_text(argv: list[str]) -> None:
    """A file's name may be any bytes, and so may be whatever a shell hands over."""
    ran = subprocess.run(
        [sys.executable, "-m", "emperor_rules", *argv, b"\xff\xfe"], capture_output=True, check=False, timeout=30
    )
    assert ran.returncode == 2
    assert b"Traceback" not in ran.stderr and ran.stderr


def test_commands_that_do_not_exist() -> None:
    for argv in (["chekc"], ["ask "], [""], ["--version"], [], ["-h"], ["check", "ask"]):
        run(*argv)


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_a_wrong_call_shows_a_right_one(name: str) -> None:
    """Whatever a command's help gives as an example it understands, and where it lacks an argument it shows one."""
    loaded = command.get_command(click.Context(command), name)
    assert isinstance(loaded, click.Command)
    shown = examples_of(loaded)
    for line in shown:
        _, called, *arguments = shlex.split(line)
        assert called == name
        loaded.make_context(name, arguments)
    if any(isinstance(p, click.Argument) and p.required for p in loaded.params):
        assert shown and f"As in: {shown[0]}\n" in run(name, "--rules", RULES).stderr
    unknown = run(name, "--no-such-thing").stderr
    assert "“--no-such-thing”" in unknown or isinstance(loaded, click.Group)


@pytest.mark.parametrize("seats", ["gEg|gEg", "g E g | gE g", "gg"])
def test_seats_written_together_are_told_apart(seats: str) -> None:
    refused = run("draw", "cr-809", seats, "--rules", RULES)
    assert refused.exit_code == 2 and "[R703]: write seats apart: “g" in refused.stderr


@pytest.mark.parametrize("command", ["check", "coverage", "export"])
def test_a_text_without_its_option_is_told_how_to_be_named(command: str) -> None:
    refused = run(command, "cr-104,cr-809", "--rules", RULES)
    assert refused.exit_code == 2
    assert f"[R706]: name a text with --text, as in: emperor {command} --text cr-104,cr-809\n" in refused.stderr
    assert "unexpected extra arguments (cr-104 nothing)" in run(command, "cr-104", "nothing", "--rules", RULES).stderr


@pytest.mark.parametrize(
    "question",
    ["can A2 attack B1?", "A2 può attaccare l'avversario B1?", 'can "A2" be $hit by `B1`?', "what" * 400 + " now"],
)
def test_a_question_alone_is_told_how_to_name_its_text(question: str) -> None:
    """What is shown to be written can be pasted into a shell, and asks the same."""
    refused = run("ask", question, "--rules", RULES)
    assert refused.exit_code == 2 and len(refused.stderr) < 2_000
    shown = re.search(r"emperor (ask .*)", refused.stderr)
    assert shown is not None
    _, text, again, _, seats = shlex.split(re.sub(r"\\([$`])", r"\1", shown[1]))  # which it does not know as escaped
    assert again in (question, "…")
    assert shipped().ask({"text": text, "seats": seats, "ask": "legal-seating", "of": []}).answer is not False


# --- large and deep -------------------------------------------------------------------------------

BODY = SOUND.rstrip()
LARGE = {
    "three megabytes": b"#" + b"x" * 3_000_000,
    "one long word": f"{BODY}\n  p is {'w' * 1_000_000}.".encode(),
    "one long line": f"{BODY}\n  {'p is wet and ' * 4_000}.".encode(),
    "one long condition": f"{BODY}\n  p is wet when {'p is a king and ' * 1_000}p is a king.".encode(),
    "many lines": (BODY + "\n  p is wet." * 1_000).encode(),
    "many mistakes": (BODY + "\n  p is wett when." * 300).encode(),
    "many clauses of one number": (BODY + "\n" + clause("9", "p is wet.") * 200).encode(),
    "many blocks": b"scenario\n" * 500,
    "many quotes": BODY.encode() + b'\n  en "' + b'"' * 30_000,
    "an open string": BODY.encode() + b'\n  en "' + b"x\n" * 1_000,
    "many brackets": f"{BODY}\n  p is wet when {'(' * 5_000}p is wet{')' * 5_000}.".encode(),
    "many nots": f"{BODY}\n  p is wet when {'not (' * 5_000}p is wet{')' * 5_000}.".encode(),
    "deep enough to be allowed": f"{BODY}\n  p is hot when {'not (' * 29}p is wet{')' * 29}.".encode(),
    "deep quantifiers": f"{BODY}\n  p is hot when {'some player is such that (' * 29}p is wet{')' * 29}.".encode(),
    "many margins": b"".join(b" " * n + b"x\n" for n in range(500)),
    "many empty lines": b"\n" * 200_000,
    "many dates": f"{BODY}\n  from {', '.join(['2009-05-01'] * 10_000)}".encode(),
    "a number of many digits": f"{BODY}\n  the score of p is {'9' * 10_000}.".encode(),
}


#: Two sorts are tried every time: a line, and a sign that opens what never closes.
LARGE_IN_BRIEF = ("one long line", "many quotes")


@pytest.mark.parametrize(
    "what", sample_of(sorted(LARGE, key=lambda what: what not in LARGE_IN_BRIEF), len(LARGE_IN_BRIEF))
)
def test_large_and_deep_files(what: str) -> None:
    def act(_: Path) -> None:
        run("check")
        run("fmt")

    in_folder(tiny(texts=LARGE[what]), act)


@pytest.mark.parametrize("seats", ["g " * 100_000, "g | " * 1_000 + "g", "E " * 200, "g" * 100_000])
def test_a_scenario_of_many_seats(seats: str) -> None:
    def act(_: Path) -> None:
        run("check")

    in_folder(tiny(scenarios=SCENARIO.replace("E g g | E g g", seats).encode()), act)


# --- fmt never loses anything ---------------------------------------------------------------------


def sound(data: bytes) -> bool:
    """Tell whether a text's file is read without complaint once its lines are indented, as fmt demands."""
    return signs(data) is not None


def signs(data: bytes) -> list[tuple[str, str]] | None:
    """The signs of a file with their kinds, whatever lies between them; nothing for one with mistakes."""
    source = decode_source(data, "t.rules")
    if isinstance(source, Unreadable):
        return None
    parsed = parse(fix_indentation(source, phrases()), phrases())
    if parsed.findings:
        return None
    return [(token.type, " ".join(token.text.split())) for token in parsed.tree.leaves]


@cache
def phrases() -> Any:
    with tempfile.TemporaryDirectory() as name:
        write(Path(name), tiny())
        return load_vocabulary(Folder(Path(name) / "rules")).phrases


def letters(data: bytes) -> str:
    """A file without its white space; a long comment may begin anew on the next line."""
    return "".join(data.decode("utf-8-sig").replace("#", " ").split())


@given(data=st.one_of(anything, mutated(SOUND.encode())))
@few(24)
def test_fmt_changes_no_word_and_no_broken_file(data: bytes) -> None:
    def act(folder: Path) -> None:
        file = folder / "rules" / "texts" / "t.rules"
        files = {p: p.read_bytes() for p in (folder / "rules").rglob("*") if p.is_file() and p != file}
        result = run("fmt")
        after = file.read_bytes()
        if sound(data):
            assert letters(after) == letters(data)
            assert signs(after) == signs(data)
            assert result.exit_code == 0
            again = run("fmt", "--check")
            assert again.exit_code == 0, again.output
            assert file.read_bytes() == after
        else:
            assert after == data
            assert result.exit_code in (1, 2)
        now = {p: p.read_bytes() for p in (folder / "rules").rglob("*") if p.is_file() and p != file}
        assert set(now) == set(files), "a file came or went"

    in_folder(tiny(texts=data), act)


@given(data=anything)
@few(6)
def test_looking_changes_nothing(data: bytes) -> None:
    def act(folder: Path) -> None:
        before = {p: p.read_bytes() for p in (folder / "rules").rglob("*") if p.is_file()}
        for argv in (["check"], ["fmt", "--check"], ["fmt", "--diff"], ["ask", "t", "wet A1", "--seats", "E g"]):
            run(*argv)
        assert {p: p.read_bytes() for p in (folder / "rules").rglob("*") if p.is_file()} == before

    in_folder(tiny(texts=data), act)


# --- questions ------------------------------------------------------------------------------------

json_values: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from(["A1", "B2", "cr-809", "range", "g E g | g E g", "phase", "2009-05-01", "combat"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
KEYS_OF_ANSWERS = {"id", "status", "answer", "clauses", "overridden", "message", "ignored"}
KEYS = ["id", "text", "on", "options", "seats", "left", "leaving", "ask", "of", "given", "nothing"]


@st.composite
def requests(draw: st.DrawFn) -> Any:
    """A sound request with some of its parts replaced, dropped or exchanged."""
    request = dict(draw(st.sampled_from(REQUESTS)))
    for _ in range(draw(st.integers(0, 3))):
        key = draw(st.sampled_from(KEYS))
        match draw(st.integers(0, 4)):
            case 0:
                request.pop(key, None)
            case 1:
                request[key] = draw(json_values)
            case 2:
                request[key] = request.get(draw(st.sampled_from(KEYS)))
            case 3:
                request["seats"] = draw(st.text(alphabet="gEl |", max_size=30))
            case _:
                names = shipped().rulebook.vocabulary
                request["ask"] = draw(st.sampled_from(sorted(names.questions)))
                facts: Any = draw(st.dictionaries(st.sampled_from(sorted(names.givens)), json_values, max_size=3))
                before = request.get("given")
                request["given"] = {**before, **facts} if isinstance(before, dict) else facts
    return request


lines = st.one_of(
    requests().map(lambda r: json.dumps(r).encode()),
    json_values.map(lambda v: json.dumps(v, ensure_ascii=False).encode("utf-8", "surrogatepass")),
    st.binary(max_size=60).map(lambda b: b.replace(b"\n", b" ")),
    requests().map(lambda r: json.dumps(r)[:-1].encode()),
)


@given(line=lines)
@few(240)
def test_every_line_is_answered(line: bytes) -> None:
    answer = json.loads(answer_line(shipped(), line))
    assert {"id", "status", "answer", "clauses", "overridden"} <= set(answer) <= KEYS_OF_ANSWERS
    assert answer["status"] in ("answered", "silent", "contradicted", "invalid")
    assert (answer["status"] == "answered") == (answer["answer"] is not None)
    assert answer["status"] != "invalid" or (answer["message"] and "ignored" not in answer)
    try:
        request = json.loads(line)
    except ValueError:
        assert answer["id"] is None
    else:
        id = request.get("id") if isinstance(request, dict) else None
        assert repr(answer["id"]) == repr(id)
        if "ignored" in answer:
            assert answer["ignored"] and set(answer["ignored"]) <= set(request["given"])


@given(many=st.lists(lines, max_size=12))
@few(12)
def test_a_batch_answers_line_by_line(many: list[bytes]) -> None:
    def act(folder: Path) -> None:
        data = b"\n".join(many)
        (folder / "questions.jsonl").write_bytes(data)
        wanted = [line for line in data.split(b"\n") if line.strip()]
        for argv, stdin in ((["ask", "--batch", "-"], data), (["ask", "--batch", "questions.jsonl"], None)):
            result = run(*argv, stdin=stdin)
            assert result.exit_code == 0
            answers = [json.loads(line) for line in result.stdout.split("\n") if line]
            assert len(answers) == len(wanted)

    in_folder(tiny(), act)


shell = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=30)
PHRASES = ["A1", "B2", "may", "hit", "is", "wet", "?", "the reach of", "what", "team", "A"]
OPTIONS = [
    "--seats",
    "--left",
    "--leaving",
    "--option",
    "--on",
    "--given",
    "--lang",
    "--format",
    "--why-not",
    "--batch",
]
VALUES = ["E g g | E g g", "A1,B1", "fog", "dark", "guest=A1", "it", "json", "2009-05-01"]


@given(
    text=st.sampled_from(["t", "T", "", "u"]) | shell,
    question=shell | st.lists(st.sampled_from(PHRASES), max_size=8).map(" ".join),
    options=st.lists(st.tuples(st.sampled_from(OPTIONS), shell | st.sampled_from(VALUES)), max_size=4),
)
@few(30)
def test_typed_questions(text: str, question: str, options: list[tuple[str, str]]) -> None:
    def act(_: Path) -> None:
        run("ask", text, question, *(part for pair in options for part in pair))

    in_folder(tiny(), act)


def test_a_batch_that_is_not_there() -> None:
    def act(folder: Path) -> None:
        (folder / "folder").mkdir()
        for name in ("nowhere.jsonl", "folder", ""):
            assert run("ask", "--batch", name).exit_code == 2
        (folder / "empty").touch()
        assert run("ask", "--batch", "empty").stdout == ""

    in_folder(tiny(), act)


@pytest.mark.parametrize("id", ['{"a": 1e999}', "[[-1e999]]", "1e999"])
def test_an_id_that_json_cannot_write_back_is_left_out(id: str) -> None:
    answer = answer_line(shipped(), f'{{"id": {id}}}')
    assert json.loads(answer, parse_constant=pytest.fail)["id"] is None


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("NaN", "the line is no JSON, which has no number “NaN”: leave it out"),
        ('{"id": -Infinity}', "the line is no JSON, which has no number “-Infinity”: leave it out"),
        (f'{{"id": {"1" * 5000}}}', "the line holds a number of too many digits: write it as a string"),
        (b"\xff", "the line is no JSON: not UTF-8 text, or nested too deeply"),
        (json.dumps({**REQUESTS[0], "given": {"tapped": None}}), "“tapped” is true or false, not “null”"),
    ],
)
def test_a_line_is_refused_for_what_is_wrong_with_it(line: str | bytes, message: str) -> None:
    assert json.loads(answer_line(shipped(), line))["message"] == message


def test_signs_that_would_steer_a_terminal_are_shown_as_what_they_are() -> None:
    refused = run("ask", "cr-809", "can A1 \x1b[31mattack\x1b[0m B3?\u202e", "--seats", SIX, color=True)
    assert r"“can A1 \x1b[31mattack\x1b[0m B3?\u202e”" in refused.stderr


@pytest.mark.parametrize("name", ["\x1b[31mred", "new\nline", "\u202eback"])
def test_no_name_of_a_file_steers_the_terminal(name: str, tmp_path: Path) -> None:
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / f"{name}.rules").write_text("nothing", "utf-8")
    twin = tmp_path / "texts" / "inner" / (name.replace("\n", "") + ".rules")
    twin.parent.mkdir()
    for file in (twin, tmp_path / "texts" / f"{name}2.rules"):
        file.write_text('text twin   "Twin"\n', "utf-8")
    check, ask = ["check", "--no-cache"], ["ask", name, "x", "--seats", SIX]
    for arguments in (check, [*check, "--all"], ask, ["fmt", "--check"], ["fmt", "--diff"]):
        ran = run(*arguments, "--rules", tmp_path)
        assert name not in ran.output + ran.stderr and ascii(name)[1:-1] in ran.output + ran.stderr


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("arguments", [["x" * 9000], ["check", "x" * 9000], ["check", "--up-to", "9" * 4000 + "x"]])
def test_a_usage_error_repeats_no_more_than_fits_a_screen(arguments: list[str], language: str) -> None:
    refused = run(*arguments, "--lang", language)
    assert refused.exit_code == 2 and len(refused.stderr) < 2500
    steered = run(f"{arguments[0][:5]}\x1b[31m", "--lang", language)
    assert steered.exit_code == 2 and "\x1b" not in steered.stderr


def test_a_cache_folder_that_is_no_absolute_path_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert cache_folder().is_absolute() and "relative" not in cache_folder().parts


@pytest.mark.parametrize("command", [["fmt"], ["fmt", "--check"], ["check", "--rules"]])
def test_a_folder_with_more_folders_than_rules_have_is_refused(command: list[str], tmp_path: Path) -> None:
    """Such as the whole file system."""
    stray = tmp_path / "texts" / "0" / "stray.rules"
    for number in range(1001):
        (tmp_path / "texts" / str(number)).mkdir(parents=True)
    stray.write_text("text    stray", encoding="utf-8")
    ran = run(*command, tmp_path)
    assert ran.exit_code == 2
    assert "there are more than 1000 folders under" in ran.output
    assert stray.read_text(encoding="utf-8") == "text    stray"


def test_files_that_are_none() -> None:
    """Folders, links to nowhere and links in a circle that are named like rule files."""

    def act(folder: Path) -> None:
        (folder / "rules/texts/folder.rules").mkdir()
        (folder / "rules/texts/nowhere.rules").symlink_to("nothing")
        (folder / "rules/texts/round.rules").symlink_to("round.rules")
        (folder / "rules/texts/up").symlink_to("..")
        read_all()
        for name in ("folder", "nowhere", "round"):
            run("fmt", f"rules/texts/{name}.rules")
            run("check", "--rules", f"rules/texts/{name}.rules")
            run("ask", "--batch", f"rules/texts/{name}.rules")

    in_folder(tiny(), act)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("statements.toml", b"[[["),
        ("statements.toml", b"a = 1"),
        ("statements.toml", b"\xff"),
        pytest.param("statements.toml", b"a = " + b"[" * 100_000, id="deep"),
        ("statements.toml", b"a = [1]"),
        ("questions/words.toml", b"a = 1"),
        ("questions/words.toml", b"[english]"),
        ("questions/words.toml", b"[en]\nasid = ['a']"),
        *(
            ("questions/words.toml", b"[en]\n" + table)
            for table in (
                b"aside = 1",
                b"aside = ''",
                b"aside = ['']",
                b"card = []",
                b"subject_follows = 'a'",
                b"card_names = ['(']",
                b"card_names = ['a']",
                b"opposites = ['a']",
                b"opposites = [['a', '$1']]",
                b"sizes = [['a', 'teams']]",
                b"turns = [['@', '@2']]",
                b"places = [['{on', 'left', '']]",
                b"lists = {on = ['(']}",
                b"words = {a = 'b'}",
                b"words = {'{a' = ['b']}",
                b"people = {us = ['we']}",
            )
        ),
        ("fingerprints.json", b'{"version": 2, "editions": [], "sections": [[[]]], "glossary": {}}'),
        ("fingerprints.json", b"[[["),
        ("fingerprints.json", b"a = 1"),
        ("fingerprints.json", b"\xff"),
    ],
)
def test_what_lies_beside_the_rules_is_checked_too(name: str, content: bytes) -> None:
    def act(_: Path) -> None:
        assert name not in run("check", "--no-search", "--all").output
        write(Path(), {f"rules/{name}": content})
        checked = run("check", "--no-search", "--all")
        assert checked.exit_code == 1 and f"rules/{name}" in checked.output

    in_folder(tiny(), act)


def test_a_question_that_nobody_understands_shows_what_is_wrong_in_the_words_of_questions() -> None:
    def act(_: Path) -> None:
        asked = run("ask", "t", "is it wet weather?", "--seats", "g | g")
        assert asked.exit_code == 2 and "is not understood" in asked.stderr
        write(Path(), {"rules/questions/words.toml": b"[en"})
        asked = run("ask", "t", "is it wet weather?", "--seats", "g | g")
        assert asked.exit_code == 1 and "rules/questions/words.toml cannot be read" in asked.stderr

    in_folder(tiny(), act)


def test_a_file_that_cannot_be_read_is_told_once() -> None:
    def act(_: Path) -> None:
        assert run("export", "--rules", "rules").output.count("rules/texts/odd.rules is not UTF-8") == 1

    in_folder({**tiny(), "rules/texts/odd.rules": b"\xff"}, act)


def test_where_there_is_no_option_a_wrong_one_is_told_so() -> None:
    def act(_: Path) -> None:
        checked = run("check", "--no-search", "--all").output
        assert "there is no option “fog”" in checked and "= Options: none.\n" in checked

    texts = text_of("t", clause("1", "p is wet."), head="options fog").encode()
    in_folder(tiny(texts=texts, vocabulary=re.sub(r"option \w+\n(?:  .*\n)+", "", WORDS).encode()), act)


def test_a_code_without_help_is_explained_without_an_empty_line_of_it() -> None:
    explained = run("explain", "R704").output
    assert "A2 is no longer in the game\n\nInstead:" in explained


def test_terms_within_terms_have_an_end() -> None:
    text = text_of("t", clause("1", f"p is wet when {'the reach of ' * 999}p is 2."))

    def act(_: Path) -> None:
        for words in (("check", "--no-search"), ("export", "--rules", "rules"), ("fmt", "rules")):
            assert "R107" in run(*words).output

    in_folder(tiny(texts=text.encode()), act)


@pytest.mark.parametrize("line", [b'text a "' + b"x" * 9999, b'"' * 9999, b"word" * 9999, b"word " * 9999 + b'"'])
def test_of_a_long_line_only_a_part_is_shown(line: bytes) -> None:
    def act(_: Path) -> None:
        shown = run("check", "--no-search").output.splitlines()
        assert max(map(len, shown)) < 2000
        assert all(len(line.rstrip()) == line.rfind("^") + 1 for line in shown if set(line) == set(" |^"))

    in_folder({**tiny(), "rules/texts/a.rules": line}, act)


@pytest.mark.parametrize("name", ["texts/odd.rules", "statements.toml", "questions/words.toml"])
@pytest.mark.parametrize("kind", ["nowhere", "pipe", "folder"])
def test_what_is_named_like_a_file_of_rules_and_is_none_is_told(kind: str, name: str) -> None:
    def act(folder: Path) -> None:
        place = folder / "rules" / name
        place.parent.mkdir(exist_ok=True)
        {"nowhere": lambda: place.symlink_to("nothing"), "pipe": lambda: os.mkfifo(place), "folder": place.mkdir}[
            kind
        ]()
        checked = run("check", "--no-search", "--lang", "it")
        assert checked.exit_code == 1
        assert f"rules/{name} si chiama come un file di regole e non lo è: rinominalo" in checked.output

    in_folder(tiny(), act)


def test_a_pipe_in_the_place_of_the_fingerprints_is_told() -> None:
    def act(folder: Path) -> None:
        os.mkfifo(folder / "rules/fingerprints.json")
        assert "R801" in run("check", "--no-search").output

    in_folder(tiny(), act)


def test_a_folder_that_was_deleted_is_said_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "getcwd", Mock(side_effect=FileNotFoundError))
    ran = run("--lang", "it", "check")
    assert ran.exit_code == 2 and "la cartella in cui ti trovi non c'è più" in ran.stderr
