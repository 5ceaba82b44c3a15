"""Whatever is thrown at the commands, they answer: an exit status from 0 to 2, no traceback, no file lost or changed.

EMPEROR_EXAMPLES sets how many random examples each property tries.
"""

import json
import os
import random
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from emperor_rules.commands.main import command
from emperor_rules.model.rulebook import shipped_rules
from emperor_rules.source import LARGEST_FILE

RULES = shipped_rules()
EXAMPLES = int(os.environ.get("EMPEROR_EXAMPLES", "25"))
#: Few texts, so that a command takes a moment only; the vocabulary is the real one.
TEXTS = ("texts/cr/cr-102.rules", "texts/cr/cr-103.rules")
SCENARIO = """scenario "Everyone starts at 20 life"
  in cr-103
  seats g E g | g E g
  the starting life of A1: 20, by cr-103 103.4
"""
SEATS = "g E g | g E g"
GOOD = {"id": 1, "text": "cr-103", "seats": SEATS, "ask": "starting-life", "of": ["A1"]}
KEYS = {"id", "status", "answer", "clauses", "overridden"}
STATUSES = {"answered", "silent", "contradicted", "invalid"}

thrown = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))


def lay_rules(folder: Path) -> Path:
    """Put a small copy of the shipped rules into a folder."""
    rules = folder / "rules"
    shutil.copytree(RULES / "vocabulary", rules / "vocabulary")
    for name in TEXTS:
        (rules / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(RULES / name, rules / name)
    (rules / "scenarios").mkdir()
    (rules / "scenarios" / "life.rules").write_text(SCENARIO, encoding="utf-8")
    return rules


@contextmanager
def small_rules() -> Iterator[Path]:
    with TemporaryDirectory() as folder:
        yield lay_rules(Path(folder))


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    return lay_rules(tmp_path)


def kept(folder: Path) -> dict[str, bytes]:
    """Every file below a folder with its bytes."""
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def run(*args: str, rules: Path, input: bytes | None = None) -> Result:
    """Call the command and require what holds of every call."""
    ran = CliRunner().invoke(command, [*args, "--rules", str(rules)], input=input)
    if ran.exception is not None and not isinstance(ran.exception, SystemExit):
        raise AssertionError(f"emperor {' '.join(map(ascii, args))[:400]}") from ran.exception
    assert ran.exit_code in (0, 1, 2), ran.output
    assert "Traceback" not in ran.output
    return ran


READING: tuple[tuple[str, ...], ...] = (
    ("check",),
    ("ask", "cr-103", "starting-life A1", "--seats", SEATS),
    ("fmt", "--check"),
    ("compare", "cr-102", "cr-103", "--up-to", "4", "--seconds", "1"),
)


def throw(rules: Path, *files: str) -> dict[str, Result]:
    """Run every command on rules; those that read change nothing, and `fmt` changes only files without mistakes."""
    before = kept(rules)
    ran = {args[0]: run(*args, rules=rules) for args in READING}
    ran["batch"] = run("ask", "--batch", "-", rules=rules, input=json.dumps(GOOD).encode())
    assert kept(rules) == before
    if ran["batch"].stdout:
        assert json.loads(ran["batch"].stdout)["id"] == 1
    ran["written"] = run("fmt", rules=rules)
    after = kept(rules)
    assert set(after) == set(before)
    refused = set(re.findall(r"--> .*?rules/([^:\n]+):", ran["written"].output))
    for name in refused & set(before):
        assert after[name] == before[name], name
    assert run("fmt", rules=rules).exit_code == ran["written"].exit_code
    assert kept(rules) == after, "laying out again changed something"
    return ran


# --- files at random ----------------------------------------------------------------------------

NASTY = (
    b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"\r", b"\r\n", b"\t", b"\x0b", b"\xe2\x80\xa8", b"\xc3", b"\xed\xa0\x80", b'"',
    b"#", b"(" * 40, b")" * 3, b"not (" * 40, b".", b":", b",", b" when ", b" unless ", b" only when ", b" called x ",
    b" and p or q ", b"the least r such that (", b"every player called x is such that (", b"clause ", b"text ",
    b'scenario "', b"9999999999999999999999", b"2009-02-30", b"since ", b"overrides ", b"includes ", b"part a: ",
    b"some player that is some player that is ", b"x" * 5000, b"\n" * 50, b"  ", b"\n    ", "é–“”…😀".encode(),
    "\u0130\u202e\u00b2\u0661".encode(),
)  # fmt: skip
PLACES = sorted(
    p.relative_to(RULES).as_posix()
    for p in RULES.rglob("*.rules")
    if p.parent.name == "vocabulary" or p.relative_to(RULES).as_posix() in TEXTS
)


def mutated(data: bytes, rng: random.Random) -> bytes:
    """Change a file in a few places: its lines, its signs, or what somebody pasted into it."""
    for _ in range(rng.choice((1, 1, 2, 3, 8))):
        lines = data.split(b"\n")
        a, b = rng.randrange(len(lines)), rng.randrange(len(lines))
        at = rng.randrange(len(data) + 1)
        match rng.randrange(11):
            case 0:
                del lines[a : a + rng.choice((1, 1, 3))]
            case 1:
                lines.insert(a, lines[b])
            case 2:
                lines[a], lines[b] = lines[b], lines[a]
            case 3:
                lines[a] = lines[a] + b" " + lines[b].strip()
            case 4:
                lines[a] = b" " * rng.randrange(7) + lines[a].lstrip()
            case 5:
                words = lines[a].split(b" ")
                rng.shuffle(words)
                lines[a] = b" ".join(words)
            case 6:
                data = data[:at] + data[at + rng.choice((1, 1, 2, 30)) :]
                continue
            case 7:
                data = data[:at] + bytes([rng.choice(data or b"x")]) + data[at:]
                continue
            case 8:
                data = data[: at - 1] + data[at : at + 1] + data[at - 1 : at] + data[at + 1 :] if at else data
                continue
            case 9:
                data = data[:at] + rng.choice(NASTY) + data[at:]
                continue
            case 10:
                data = data[:at]
                continue
        data = b"\n".join(lines)
    return data


@thrown
@given(place=st.sampled_from(PLACES), seed=st.integers(0, 2**32))
def test_mutated_rule_files(place: str, seed: int) -> None:
    with small_rules() as rules:
        (rules / place).write_bytes(mutated((RULES / place).read_bytes(), random.Random(seed)))
        throw(rules)


@thrown
@given(source=st.sampled_from(sorted(RULES.rglob("*.rules"))), seed=st.integers(0, 2**32))
def test_mutated_files_of_every_kind(source: Path, seed: int) -> None:
    """Any shipped file, mutated, beside the small rules: most of what it refers to is not there."""
    with small_rules() as rules:
        place = rules / source.relative_to(RULES)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(mutated(source.read_bytes(), random.Random(seed)))
        before = kept(rules)
        run("check", rules=rules)
        run("ask", source.stem, "is A1 next to A2?", "--seats", SEATS, rules=rules)
        run("fmt", "--diff", rules=rules)
        assert kept(rules) == before


@thrown
@given(
    room=st.sampled_from(["vocabulary", "texts", "scenarios", "relations"]),
    junk=st.one_of(
        st.binary(max_size=300),
        st.text(max_size=300).map(lambda text: text.encode("utf-8", "surrogatepass")),
        st.lists(st.sampled_from(NASTY), max_size=12).map(b"".join),
        st.text(max_size=200).map(lambda text: text.encode("utf-16", "surrogatepass")),
    ),
)
def test_junk_as_a_rule_file(room: str, junk: bytes) -> None:
    with small_rules() as rules:
        (rules / room).mkdir(exist_ok=True)
        (rules / room / "junk.rules").write_bytes(junk)
        throw(rules)


def nested(brackets: int) -> str:
    return f"  the starting life of p is 20 when {'not (' * brackets}p is an emperor{')' * brackets}.\n"


CLAUSE = 'text junk "Junk"\n  it "Robaccia"\n  language en\n  source "A test"\n\nclause one\n  en "One."\n  it "Uno."\n'
FILES: dict[str, bytes] = {
    "empty": b"",
    "blank": b"\n \n\t\n",
    "only a byte order mark": b"\xef\xbb\xbf",
    "NUL": b'text junk "Ju\0nk"\n',
    "UTF-16": CLAUSE.encode("utf-16"),
    "Latin-1": 'text junk "Più"\n'.encode("latin-1"),
    "a cut-off letter": 'text junk "Pi\u00f9"'.encode()[:-2],
    "an image": b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20,
    "three megabytes": (CLAUSE + "# filling\n" * 300_000).encode(),
    "a long line": (CLAUSE + "  # " + "long " * 100_000 + "\n").encode(),
    "a long word": (CLAUSE + "  " + "x" * 200_000 + ".\n").encode(),
    "a long string": (CLAUSE + '  note en "' + "long " * 50_000 + '" it "x"\n').encode(),
    "no line ends": CLAUSE.replace("\n", " ").encode(),
    "many quotes": b'"' * 9999,
    "a huge number": (CLAUSE + f"  the starting life of p is {'9' * 6000}.\n").encode(),
    **{f"{n} brackets": (CLAUSE + nested(n)).encode() for n in (20, 60, 200, 1000, 20_000)},
    "brackets that only open": (CLAUSE + "  p wins when " + "(" * 50_000).encode(),
    "quantifiers in quantifiers": (
        CLAUSE + "  p wins when " + "".join(f"some player called {x} is such that (" for x in "xyzqtuv" * 6)
        + "x is y" + ")" * 42 + ".\n"
    ).encode(),
    "a long conjunction": (CLAUSE + "  p wins when " + " and ".join(["p is an emperor"] * 3000) + ".\n").encode(),
}  # fmt: skip


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_hard_to_read(name: str, rules: Path) -> None:
    (rules / "texts" / "junk.rules").write_bytes(FILES[name])
    ran = throw(rules)
    assert ran["ask"].exit_code == 0, "a bad file is no reason to refuse a question about another text"


@pytest.mark.parametrize("name", ["empty", "NUL", "UTF-16", "Latin-1", "three megabytes", "an image"])
def test_what_is_no_rule_file_is_named(name: str, rules: Path) -> None:
    assert len(FILES["three megabytes"]) > LARGEST_FILE
    (rules / "texts" / "junk.rules").write_bytes(FILES[name])
    ran = run("check", rules=rules)
    assert ran.exit_code == 1
    assert "junk.rules" in ran.output
    assert "R104" if name == "empty" else "R101" in ran.output


def test_files_that_cannot_be_opened(rules: Path) -> None:
    (rules / "texts" / "gone.rules").symlink_to("nowhere.rules")
    (rules / "texts" / "round.rules").symlink_to("round.rules")
    (rules / "texts" / "folder.rules").mkdir()
    locked = rules / "texts" / "locked.rules"
    locked.write_text(CLAUSE, encoding="utf-8")
    locked.chmod(0)
    for args in (*READING, ("fmt",)):
        run(*args, rules=rules)
    for path in ("gone", "round", "folder", "locked"):
        run("fmt", str(rules / "texts" / f"{path}.rules"), rules=rules)
    if os.geteuid():
        assert run("check", rules=rules).exit_code == 1
        assert run("fmt", str(locked), rules=rules).exit_code == 2
    locked.chmod(0o600)
    assert locked.read_text(encoding="utf-8") == CLAUSE
    assert run("fmt", str(rules / "nowhere.rules"), rules=rules).exit_code == 2


def test_a_folder_without_rules(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "nowhere"):
        for args in (*READING, ("fmt",), ("ask", "--batch", "-")):
            assert run(*args, rules=folder, input=b"").exit_code == 2, (args, folder)


# --- texts that do not hold together --------------------------------------------------------------


def lay_text(rules: Path, name: str, head: str, clauses: str) -> None:
    (rules / "texts" / f"{name}.rules").write_text(
        f'text {name} "{name}"\n  it "{name}"\n  language en\n  source "A test"\n{head}\n{clauses}', encoding="utf-8"
    )


def clause(head: str, *sentences: str) -> str:
    return f'\nclause {head}\n  en "One."\n  it "Uno."\n' + "".join(f"  {sentence}\n" for sentence in sentences)


LIFE = "the starting life of p is 20."


def found(rules: Path) -> set[str]:
    ran = run("check", "--format", "json", rules=rules)
    codes = {d["code"] for d in json.loads(ran.stdout)["diagnostics"] if d["severity"] == "error"}
    assert ran.exit_code == (1 if codes else 0)
    return codes


@pytest.mark.parametrize("texts", [("one",), ("one", "two"), ("one", "two", "three")])
def test_texts_that_include_each_other_in_a_circle(texts: tuple[str, ...], rules: Path) -> None:
    for name, following in zip(texts, (*texts[1:], texts[0]), strict=True):
        lay_text(rules, name, f"  includes {following}", clause(f"life-{name}", LIFE))
    assert "R403" in found(rules)
    throw(rules)
    assert run("ask", "one", "starting-life A1", "--seats", SEATS, rules=rules).exit_code in (1, 2)
    assert run("compare", "one", "cr-103", "--up-to", "4", rules=rules).exit_code in (1, 2)


@pytest.mark.parametrize("clauses", [("one",), ("one", "two"), ("one", "two", "three")])
def test_overrides_in_a_circle(clauses: tuple[str, ...], rules: Path) -> None:
    pairs = zip(clauses, (*clauses[1:], clauses[0]), strict=True)
    lay_text(rules, "round", "", "".join(clause(f"{a} overrides {b}", LIFE) for a, b in pairs))
    assert "R404" in found(rules)
    throw(rules)
    assert run("ask", "round", "starting-life A1", "--seats", SEATS, rules=rules).exit_code in (0, 1, 2)


def test_a_text_that_is_not_stratified(rules: Path) -> None:
    lay_text(rules, "knot", "", clause(
        "one", "q is an opponent of p exactly when q is not a teammate of p.",
        "q is a teammate of p exactly when q is not an opponent of p.",
    ))  # fmt: skip
    assert "R501" in found(rules)
    throw(rules)
    assert run("ask", "knot", "teammate A1 B1", "--seats", SEATS, rules=rules).exit_code in (1, 2)


# --- questions ------------------------------------------------------------------------------------


def asked(*lines: bytes | dict[str, Any], rules: Path) -> list[dict[str, Any]]:
    """Answer lines as one batch; every line that is not blank has one answer, in order."""
    raw = [line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines]
    ran = run("ask", "--batch", "-", rules=rules, input=b"\n".join(raw))
    assert ran.exit_code == 0
    answers = [json.loads(line) for line in ran.stdout_bytes.split(b"\n") if line]
    assert len(answers) == sum(1 for line in b"\n".join(raw).split(b"\n") if line.strip())
    for answer in answers:
        assert KEYS <= set(answer) <= KEYS | {"message"}
        assert answer["status"] in STATUSES
        assert (answer["status"] == "invalid") == ("message" in answer)
    return answers


@pytest.mark.parametrize(
    "seats",
    ["", " ", "|", "g E g |", "| g E g", "g || g", "g X g | g E g", "gEg|gEg", "g,E,g", "g E g / g E g", "é", "\0",
     "g " * 300, "|".join("g" * 30), "g" * 100_000, 7, None, [], {}, True, ["g", "E"], "\ud800", "g E g | g E G"],
)  # fmt: skip
def test_seats_that_make_no_table(seats: object, rules: Path) -> None:
    answers = asked({**GOOD, "seats": seats}, GOOD, rules=rules)
    assert [a["status"] for a in answers] == ["invalid", "answered"]
    if isinstance(seats, str) and "\0" not in seats:
        assert run("ask", "cr-103", "starting-life A1", "--seats", seats, rules=rules).exit_code == 2


@pytest.mark.parametrize("name", ["C1", "A4", "A0", "A01", "a1", "", " ", "A", "A1 ", "B3\n", "É1", "A\u0661", "A²"])
def test_names_of_players_who_are_not_at_the_table(name: str, rules: Path) -> None:
    wrong = [
        {**GOOD, "of": [name]},
        {**GOOD, "left": [name]},
        {**GOOD, "leaving": [name]},
        {**GOOD, "given": {"losing": [name]}},
    ]
    assert [a["status"] for a in asked(*wrong, GOOD, rules=rules)] == ["invalid"] * 4 + ["answered"]
    for option in ("--left", "--leaving"):
        ran = run("ask", "cr-103", "starting-life A1", "--seats", SEATS, option, name, rules=rules)
        assert ran.exit_code == (2 if name.strip() not in ("", "A1", "B3") else ran.exit_code)


MALFORMED = {
    "not JSON": b"text=cr-103",
    "cut off": b'{"id": 1, "text": ',
    "two objects": b"{} {}",
    "a list": b"[]",
    "a number": b"7",
    "null": b"null",
    "a string": b'"cr-103"',
    "not UTF-8": b'{"id": "\xff"}',
    "UTF-16": '{"id": 1}'.encode("utf-16-be").replace(b"\n", b""),
    "NUL": b"\0",
    "a byte order mark": b"\xef\xbb\xbf{}",
    "nested deeply": b'{"id": 1, "of": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    "a huge number": b'{"id": 1, "seats": ' + b"9" * 6000 + b"}",
    "infinite": b'{"id": 1, "seats": Infinity}',
}


@pytest.mark.parametrize("name", MALFORMED)
def test_malformed_lines(name: str, rules: Path) -> None:
    answers = asked(GOOD, MALFORMED[name], {**GOOD, "id": 2}, rules=rules)
    assert [a["status"] for a in answers] == ["answered", "invalid", "answered"]
    assert [a["id"] for a in (answers[0], answers[2])] == [1, 2]


@pytest.mark.parametrize("depth", [100, 300, 600, 800, 900, 950, 990, 1000, 1100])
def test_an_id_or_a_field_that_is_nested(depth: int, rules: Path) -> None:
    deep = b"[" * depth + b"]" * depth
    lines = [b'{"id": %s, "text": "cr-103"}' % deep]
    lines += [b'{"id": 1, "%s": %s}' % (key, deep) for key in (b"text", b"seats", b"of", b"given", b"on", b"left")]
    good = json.dumps(GOOD).encode()
    lines += [good[:-1] + b', "%s": %s}' % (key, deep) for key in (b"of", b"given", b"on", b"left", b"ask", b"options")]
    lines += [good[:-1] + b', "given": {"%s": %s}}' % (key, deep) for key in (b"tapped", b"losing", b"stack", b"phase")]
    asked(*lines, rules=rules)


@pytest.mark.parametrize("id", [None, 0, -1, 1.5, "", "é\u2028\u0085", "\ud800", [1, [2]], {"a": None}, True, 10**4000])
def test_an_id_comes_back_as_it_was(id: object, rules: Path) -> None:
    good, bad = asked({**GOOD, "id": id}, {**GOOD, "id": id, "text": "\ud800"}, rules=rules)
    assert good["id"] == bad["id"] == id
    assert (good["status"], bad["status"]) == ("answered", "invalid")


def any_json() -> st.SearchStrategy[Any]:
    leaves = st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(st.characters(), max_size=12),
        st.sampled_from(["A1", "B3", "cr-102", "cr-103", "2009-05-01", SEATS, "yes", "combat", "tapped", "\ud800"]),
    )  # fmt: skip
    return st.recursive(
        leaves, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
        max_leaves=8,
    )  # fmt: skip


def requests() -> st.SearchStrategy[dict[str, Any]]:
    """Requests that make sense, with a few fields replaced."""
    sound = {
        "text": st.sampled_from(["cr-102", "cr-103"]),
        "seats": st.sampled_from([SEATS, "g g | g g | g g", "E"]),
        "ask": st.sampled_from(
            ["starting-life", "turn-order", "may-attack", "next-to", "range", "wins", "player-wins"]
        ),
        "of": st.lists(st.sampled_from(["A1", "A2", "B1", "A", "B"]), max_size=3),
        "left": st.lists(st.sampled_from(["A1", "A3", "B1"]), max_size=2),
        "leaving": st.lists(st.sampled_from(["A1", "A3", "B1"]), max_size=2),
        "options": st.lists(st.sampled_from(["ante", "no-talk"]), max_size=2),
        "on": st.sampled_from(["2009-05-01", "0001-01-01", "9999-12-31", "2009-5-1"]),
        "given": st.dictionaries(
            st.sampled_from(["phase", "tapped", "stack", "losing", "active-player", "from"]), any_json(), max_size=3
        ),
    }
    whole = st.fixed_dictionaries(
        {key: sound[key] for key in ("text", "seats", "ask")},
        optional={key: value for key, value in sound.items() if key not in ("text", "seats", "ask")},
    )
    odd = st.dictionaries(st.sampled_from([*sound, "colour", "\ud800"]), any_json(), max_size=2)
    return st.tuples(whole, odd, any_json()).map(lambda parts: {**parts[0], **parts[1], "id": parts[2]})


@thrown
@given(many=st.lists(requests(), min_size=1, max_size=20))
def test_mutated_requests(many: list[dict[str, Any]]) -> None:
    with small_rules() as rules:
        before = kept(rules)
        answers = asked(*many, rules=rules)
        assert [a["id"] for a in answers] == [request["id"] for request in many]
        assert kept(rules) == before


@thrown
@given(lines=st.lists(
    st.one_of(
        st.binary(max_size=60),
        any_json().map(lambda value: json.dumps(value).encode()),
        st.just(json.dumps(GOOD).encode()).flatmap(
            lambda good: st.integers(0, len(good)).map(lambda at: good[:at] + good[at + 1 :])
        ),
    ),
    min_size=1, max_size=20,
))  # fmt: skip
@example(lines=[b"\r", b"\x0b", b"\x1c", b"\x85", b"\xc2\xa0"])
def test_lines_at_random(lines: list[bytes]) -> None:
    with small_rules() as rules:
        asked(*lines, rules=rules)


def test_a_batch_from_a_file_is_not_changed(rules: Path, tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    data = b"\n".join([json.dumps(GOOD).encode(), *MALFORMED.values()])
    file.write_bytes(data)
    ran = run("ask", "--batch", str(file), rules=rules)
    assert ran.exit_code == 0
    assert len(ran.stdout.splitlines()) == 1 + len(MALFORMED)
    assert file.read_bytes() == data
    for nothing in (tmp_path / "nowhere", tmp_path):
        assert run("ask", "--batch", str(nothing), rules=rules).exit_code == 2


# --- what is typed ----------------------------------------------------------------------------------

TYPED = ("cr-103", "cr-102", "starting-life A1", "is A1 next to A2?", SEATS, "A1", "A1,B1", "2009-05-01", "tapped=no",
         "stack=²", "stack=-1", f"stack={'9' * 6000}", "phase=combat", "losing=A1,B9", "=", "", "-", "4", "1", "0",
         "nan", "inf", "cr-103@2009-05-01", "cr-103@", "@", "\ud800", "\udcff", "é", "../../etc/passwd", "it", "json")  # fmt: skip
OPTIONS = ("--seats", "--left", "--leaving", "--option", "--on", "--given", "--lang", "--why-not", "--format", "--check",
           "--diff", "--up-to", "--question", "--seconds", "--strict", "--help", "-x")  # fmt: skip


@thrown
@given(
    name=st.sampled_from(["check", "ask", "fmt", "compare", "chek"]),
    args=st.lists(st.one_of(st.sampled_from(TYPED + OPTIONS), st.text(st.characters(exclude_characters="\0"), max_size=20)),
                  max_size=6),
)  # fmt: skip
def test_arguments_at_random(name: str, args: list[str]) -> None:
    if name in ("fmt",):
        args = [arg for arg in args if arg.startswith("--")]
    with small_rules() as rules:
        before = kept(rules)
        run(name, *args, rules=rules)
        assert kept(rules) == before


@thrown
@given(
    question=st.one_of(st.sampled_from(TYPED), st.text(max_size=40)),
    facts=st.lists(st.one_of(st.sampled_from(TYPED), st.text(max_size=20)), max_size=3),
    seats=st.one_of(st.just(SEATS), st.text("gE| x", max_size=20)),
    rest=st.lists(
        st.sampled_from(("--why-not", "--lang=it", "--format=json", "--left=A3", "--leaving=B1")), unique=True
    ),
)
def test_questions_at_random(question: str, facts: list[str], seats: str, rest: list[str]) -> None:
    with small_rules() as rules:
        told = [part for fact in facts for part in ("--given", fact)]
        run("ask", "--seats", seats, *told, *rest, "--", "cr-103", question, rules=rules)


@pytest.mark.parametrize(
    "fact", ["stack=²", "stack=-1", f"stack={'9' * 6000}", "stack=", "stack", "tapped=maybe", "=", "x"]
)
def test_facts_that_make_no_sense(fact: str, rules: Path) -> None:
    args = ("ask", "cr-103", "starting-life A1", "--seats", SEATS, "--given", fact)
    assert run(*args, rules=rules).exit_code == 2


HARMS: dict[str, Callable[[Path], object]] = {
    "a text away": lambda rules: (rules / TEXTS[0]).unlink(),
    "no vocabulary": lambda rules: shutil.rmtree(rules / "vocabulary"),
    "half a vocabulary": lambda rules: (rules / "vocabulary" / "table.rules").unlink(),
    "one text twice": lambda rules: shutil.copy(rules / TEXTS[0], rules / "texts" / "again.rules"),
    "a vocabulary twice": lambda rules: shutil.copytree(rules / "vocabulary", rules / "vocabulary" / "again"),
}


@pytest.mark.parametrize("harm", HARMS)
def test_folders_that_lack_or_repeat_something(harm: str, rules: Path) -> None:
    HARMS[harm](rules)
    throw(rules)
