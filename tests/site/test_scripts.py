"""The modules of the site's scripts: how they are written, joined and loaded, and what they draw."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import string
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from emperor_rules.drawing.geometry import ARROW_OVER, DOT, EDGE_OVER, OUTSIDE, arrange, arrange_seats, chords
from emperor_rules.export.conformance import conformance_lines
from emperor_rules.messages import LANGUAGES
from emperor_rules.model.seating import stretches
from emperor_rules.model.texts import included_texts
from emperor_rules.site.bundle import ScriptError, bundle
from emperor_rules.site.i18n import read_locale
from emperor_rules.site.pages.live_table import OF_DEPARTURES, OF_REASONS, READER_ENTRY, TABLE_ENTRY
from emperor_rules.site.rule_parts import (
    QUESTIONS_SCRIPT,
    RULES_FOLDER,
    RULES_VARIABLE,
    VOCABULARY_PART,
    rule_parts,
    text_scripts,
)
from emperor_rules.site.texts import arrange_texts
from tests.support.drawing_reader import numbers
from tests.support.javascript import SCRIPTS, node, run_node
from tests.support.paths import REPOSITORY
from tests.support.qr_reader import read_code
from tests.support.sampling import number_of_examples, sample_of
from tests.support.shipped import whole_rulebook as book

#: Our own modules.
MODULES = sorted(path for path in SCRIPTS.rglob("*.js") if path.parent.name != "vendor")
DECLARATION = re.compile(
    r"^(?P<indent>(?:  )?)(?:export )?(?:static )?(?:async )?(?:function\*? )?\*?(?P<name>[A-Za-z]\w*)\((?P<params>[^\n]*)\) \{$",
    re.MULTILINE,
)
KEYWORDS = {"if", "for", "while", "switch", "catch"}
IMPORT = re.compile(r"^import \{([^}]*)\} from", re.MULTILINE)
EXPORT = re.compile(r"^export (?:async )?(?:function\*?|class|const) (\w+)", re.MULTILINE)
COMMENT = re.compile(r"/\*\*((?:(?!\*/).)*)\*/\s*$", re.DOTALL)
PARAM = re.compile(r"^\s*\* @param \{([^@\n]*)\} (\w+)(?: (.+))?$", re.MULTILINE)
PROPERTY = re.compile(r"^ \* @property \{(.*)\} (\w+)", re.MULTILINE)
#: What parameters of some names are, wherever they stand.
NAMES = {
    name: type
    for type, name in PROPERTY.findall(
        (SCRIPTS / "model/document.js").read_text(encoding="utf-8").partition("} Names")[2]
    )
}


def run_script(source: str, tmp_path: Path, *lines: object) -> Any:
    """Run a module that imports ours as ``scripts/…``; what it prints as JSON."""
    path = tmp_path / "script.mjs"
    path.write_text(source.replace('"scripts/', f'"{SCRIPTS.as_uri()}/'), encoding="utf-8")
    return json.loads(run_node(path, lines=map(json.dumps, lines)))


def parameters(written: str) -> Iterator[str]:
    """The parameters of a function; of one that is taken apart, nothing is known but that it is there."""
    depth, part = 0, ""
    for sign in f"{written},":
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and depth == 0:
            if part.strip():
                yield "" if part.strip()[0] in "[{" else part.strip().removeprefix("...").partition(" ")[0]
            part = ""
        else:
            part += sign


# --- how they are written ---------------------------------------------------------------------------


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(SCRIPTS).as_posix())
def test_every_function_says_what_it_takes(path: Path) -> None:
    """What has one of the names that mean the same everywhere needs no word, and gets none that only repeats it."""
    source = path.read_text(encoding="utf-8")
    assert source.startswith("/* "), "a module opens with what it is about"
    assert max(map(len, source.splitlines())) < 250
    for function in DECLARATION.finditer(source):
        if function["name"] in KEYWORDS:
            continue
        comment = COMMENT.search(source, 0, function.start())
        assert comment, f"{function['name']} has no comment"
        documented = [(type.rpartition(").")[2], name, words) for type, name, words in PARAM.findall(comment[1])]
        for name in parameters(function["params"]):
            if documented and name in ("", documented[0][1]):
                type, said, words = documented.pop(0)
                assert words or not name or type != NAMES.get(said), f"{function['name']} says again what {said} is"
            else:
                assert name in NAMES, f"{function['name']} takes {name or 'an object'} and does not say what that is"
        assert not documented, f"{function['name']} does not take {documented}"


def test_no_script_turns_words_into_code_or_html() -> None:
    forbidden = re.compile(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|\.style\.cssText"
    )
    assert [path.name for path in MODULES if forbidden.search(path.read_text(encoding="utf-8"))] == []


def test_no_module_knows_a_rule() -> None:
    """What the rules name is nowhere in the scripts: no question, role, option, given fact or text."""
    vocabulary = book().vocabulary
    named = {*vocabulary.predicates, *vocabulary.options, *vocabulary.roles, *book().texts}
    builtin = {predicate.builtin for predicate in vocabulary.predicates.values()}
    named = {name for name in named - builtin if "-" in name or len(name) > 6} | {*vocabulary.roles}
    for path in MODULES:
        code = re.sub(r"/\*.*?\*/|//[^\n]*", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        written = {word for quoted in re.findall(r'"([^"\n]*)"', code) for word in [quoted]}
        assert not named & written, path.name


def test_scripts_export_what_others_take_and_take_what_they_use() -> None:
    sources = {path: path.read_text(encoding="utf-8") for path in MODULES}
    code = {path: re.sub(r"/\*.*?\*/", "", source, flags=re.DOTALL) for path, source in sources.items()}
    taken = set[str]()
    for path, source in code.items():
        names = {name.strip() for names in IMPORT.findall(source) for name in names.split(",")}
        assert [name for name in names if len(re.findall(rf"\b{name}\b", source)) < 2] == [], path.name
        taken |= names
    tests = [*(REPOSITORY / "tests").rglob("*.py"), *(REPOSITORY / "tests").rglob("*.mjs")]
    by_tests = "".join(path.read_text(encoding="utf-8") for path in tests)
    exported = {name for source in code.values() for name in EXPORT.findall(source)} - taken
    assert [name for name in exported if not re.search(rf"\b{name}\b", by_tests)] == []


# --- how they are joined ----------------------------------------------------------------------------


@pytest.mark.parametrize(("entry", "most"), [(TABLE_ENTRY, 62_000), (READER_ENTRY, 36_600)])
def test_the_joined_script_is_a_sound_classic_one(entry: str, most: int, tmp_path: Path) -> None:
    joined = tmp_path / "joined.cjs"
    joined.write_text(bundle(entry), encoding="utf-8")
    run_node("--check", joined)
    text = joined.read_text(encoding="utf-8")
    assert not re.search(r"^(import|export) ", text, re.MULTILINE)
    assert len(gzip.compress(text.encode(), 9)) < most


@pytest.mark.parametrize(
    ("modules", "message"),
    [
        (
            {
                "a.js": 'import { one } from "./b.js";\nconst two = 1;\n',
                "b.js": "export const one = 1;\nconst two = 2;\n",
            },
            "two",
        ),
        ({"a.js": 'import { one } from "./b.js";\n', "b.js": "const one = 1;\n"}, "does not export"),
    ],
)
def test_modules_that_do_not_fit_are_refused(modules: dict[str, str], message: str, tmp_path: Path) -> None:
    for name, source in modules.items():
        (tmp_path / name).write_text(source, encoding="utf-8")
    with pytest.raises(ScriptError, match=message):
        bundle("a.js", tmp_path)


# --- the rules that they load -----------------------------------------------------------------------


@cache
def parts(language: str) -> dict[str, str]:
    return dict(rule_parts(book(), language))


@pytest.mark.parametrize("language", sample_of(LANGUAGES, 1))
def test_the_scripts_of_a_rulebook_are_small(language: str) -> None:
    for text in book().texts:
        needed = included_texts(book().texts, text)
        names = [VOCABULARY_PART, *(name for name in text_scripts(book()) if name in needed)]
        size = sum(len(gzip.compress(parts(language)[f"{RULES_FOLDER}/{name}.js"].encode(), 9)) for name in names)
        assert size < 40_000, text
    assert len(gzip.compress(parts(language)[QUESTIONS_SCRIPT].encode(), 9)) < 152_000


def test_each_text_is_in_one_script_with_those_that_the_same_rulebooks_need() -> None:
    scripts = text_scripts(book())
    assert sorted(text for texts in scripts.values() for text in texts) == sorted(book().texts)
    books = {text.id: {*included_texts(book().texts, text.id)} for text in arrange_texts(book())[0]}
    for texts in scripts.values():
        assert all(len({*texts} & needed) in (0, len(texts)) for needed in books.values()), texts
    assert max(map(len, scripts.values())) > 3


@cache
def some_rows() -> list[dict[str, Any]]:
    """Return a part of the conformance set of a part of the scenarios."""
    fewer = replace(book(), scenarios=book().scenarios[:: number_of_examples(64, 8)])
    return [json.loads(line) for line in conformance_lines(fewer)][:: number_of_examples(6, 3)]


@pytest.mark.parametrize("language", sample_of(LANGUAGES, 0))
def test_the_scripts_of_a_rulebook_suffice_for_its_answers(language: str, tmp_path: Path) -> None:
    rows = some_rows()
    (tmp_path / "rules.js").write_text("".join(parts(language).values()), encoding="utf-8")
    source = """
        import { readFileSync } from "node:fs";
        import { runInThisContext } from "node:vm";
        import { Engine } from "scripts/evaluate/engine.js";
        globalThis.self = globalThis;
        const [file, included, requests] = readFileSync(0, "utf8").split("\\n").map((line) => line && JSON.parse(line));
        runInThisContext(readFileSync(file, "utf8"));
        const loaded = globalThis.%s, engines = {};
        console.log(JSON.stringify(requests.map((request) => {
            const names = included[request.text] ?? [];
            const texts = Object.fromEntries(names.map((name) => [name, loaded[`text ${name}`]]));
            const engine = (engines[request.text] ??= new Engine({ vocabulary: loaded.vocabulary, texts }));
            const { status, answer, clauses } = engine.ask(request);
            return [status, answer, clauses];
        })));
    """
    included = {text: included_texts(book().texts, text) for text in book().texts}
    requests = [row["request"] for row in rows]
    answers = run_script(source % RULES_VARIABLE, tmp_path, str(tmp_path / "rules.js"), included, requests)
    assert answers == [[row["answer"][key] for key in ("status", "answer", "clauses")] for row in rows]


# --- what they draw and write -----------------------------------------------------------------------


def test_the_ring_lies_as_in_every_drawing(tmp_path: Path) -> None:
    tables = [(1,), (3, 3), (1, 1), (2, 5, 3), (4, 4, 4), (7, 7), (10, 10, 10), (20, 20), (3,) * 20]
    source = """
        import { readFileSync } from "node:fs";
        import { Layout } from "scripts/table/drawing/layout.js";
        const laid = JSON.parse(readFileSync(0, "utf8")).map((sizes) => new Layout(sizes.flatMap((size, team) => Array(size).fill(team))));
        console.log(JSON.stringify(laid.map((layout) => [layout.width, layout.height, layout.seat,
            Array.from({ length: layout.count }, (_, n) => layout.at(n)).map(({ x, y }) => [x, y])])));
    """
    for sizes, (width, height, seat, places) in zip(tables, run_script(source, tmp_path, tables), strict=True):
        layout = arrange(sizes)
        assert (width, height, seat) == pytest.approx((layout.width, layout.height, layout.seat_radius), abs=0.11)
        assert [xy for place in places for xy in place] == pytest.approx(
            [xy for point in layout.seats for xy in (point.real, point.imag)], abs=0.11
        ), sizes


def test_teammates_who_sit_apart_are_joined_as_in_every_drawing(tmp_path: Path) -> None:
    tables = [(0, 1) * 2, (0, 1) * 3, (0, 1, 2) * 2, (0, 1, 2) * 3, (0, 1, 0, 2, 2), (0, 1) * 10]
    source = """
        import { readFileSync } from "node:fs";
        import { Layout } from "scripts/table/drawing/layout.js";
        console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map((team) => new Layout(team).chords(team))));
    """
    for team, drawn in zip(tables, run_script(source, tmp_path, tables), strict=True):
        joined = list(chords(arrange_seats(team), team))
        assert [one["team"] for one in drawn] == [number for number, _ in joined]
        for one, (_, path) in zip(drawn, joined, strict=True):
            assert numbers(one["path"]) == pytest.approx(numbers(path), abs=0.21)


def test_bands_lie_as_in_every_drawing(tmp_path: Path) -> None:
    tables = [(0, 0, 1, 1), (0, 0, 0, 1, 1, 1), (0, 0, 1, 2, 2), (0,) * 9 + (1,) * 9]
    source = """
        import { readFileSync } from "node:fs";
        import { Layout } from "scripts/table/drawing/layout.js";
        console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map((team) =>
            new Layout(team).shared(team, new Map([...new Set(team)].map((one, n, all) => [one, all[(n + 1) % all.length]]))))));
    """
    for team, drawn in zip(tables, run_script(source, tmp_path, tables), strict=True):
        layout, parts = arrange_seats(team), stretches(team)
        for one, (number, first, last), following in zip(drawn, parts, (*parts[1:], parts[0]), strict=True):
            assert one["team"] == number
            band, edge, arrow = (numbers(one[name]) for name in ("seats", "edge", "arrow"))
            start = following.first + (0 if following.first > last else layout.count)
            for drawn_line, ends, outward in (
                (band, (first - DOT, last + DOT), 0.0),
                (edge, (first - EDGE_OVER, last + EDGE_OVER), None),
                (arrow, (last + ARROW_OVER, start - ARROW_OVER), None),
            ):
                outward = layout.seat_radius + OUTSIDE / 2 if outward is None else outward
                wanted = [xy for at in (layout.at(end, outward) for end in ends) for xy in (at.real, at.imag)]
                assert [*drawn_line[:2], *drawn_line[-2:]] == pytest.approx(wanted, abs=0.21), (team, number)


def test_cases_that_are_images_of_one_another_are_told_once(tmp_path: Path) -> None:
    """Whichever way the engine came to their clauses; a case that leaves something else open is another."""
    rng = Random("mirrors")
    seats = 6
    names = [f"{team}{place}" for team in "AB" for place in (1, 2, 3)]
    images = [[(first + way * seat) % seats for seat in range(seats)] for way in (1, -1) for first in range(seats)]
    roles = ["g", "E", "g"] * 2
    images = [image for image in images if all(roles[seat] == roles[to] for seat, to in enumerate(image))]

    def case(image: list[int], of: int, left: int, answered: list[int], open_for: list[int]) -> dict[str, Any]:
        at = [names[to] for to in image]
        clauses = ["x:1", "y:2", "z:3"]
        entries = [
            {"of": [at[of], at[who]], "answer": True, "clauses": rng.sample(clauses, k=3)}
            for who in rng.sample(answered, k=len(answered))
        ]
        undecided = [{"of": [at[of], at[who]], "status": "silent", "clauses": ["x:1"]} for who in open_for]
        request = {"of": [at[of], "?"], "left": [], "leaving": [at[left]], "given": {}}
        said = {"status": "answered", "answer": entries, "clauses": rng.sample(clauses, k=3), "open": undecided}
        return {"request": request, "answer": said}

    alike, others = [], []
    for _ in range(50):
        of, left, *rest = rng.sample(range(seats), k=seats)
        alike.append([case(image, of, left, rest[:2], rest[2:3]) for image in images])
        others.append([case(images[0], of, left, rest[:2], rest[2:3]), case(images[0], of, left, rest[:2], [])])
    source = """
        import { readFileSync } from "node:fs";
        import { groupMirrored } from "scripts/table/state/mirrors.js";
        const [table, lists] = readFileSync(0, "utf8").trim().split("\\n").map((line) => JSON.parse(line));
        console.log(JSON.stringify(lists.map((cases) => groupMirrored(cases, table).map(({ alike }) => alike))));
    """
    table = {"names": names, "roles": roles, "team": [0, 0, 0, 1, 1, 1]}
    assert run_script(source, tmp_path, table, alike) == [[len(images) - 1]] * len(alike)
    assert run_script(source, tmp_path, table, others) == [[0, 0]] * len(others)


def test_cases_of_days_one_after_the_other_that_are_answered_alike_are_told_once(tmp_path: Path) -> None:
    """Another answer in between parts them; by which clauses it is so may change from day to day."""
    rng = Random("days")
    days = [f"20{year}-01-01" for year in range(10, 18)]
    lists: list[list[dict[str, Any]]] = []
    for _ in range(40):
        of_each = {of: [rng.choice(["yes", "no"]) for _ in days] for of in ("A1", "A2")}
        lists.append(
            [
                {
                    "asked": {
                        "request": {"of": [of], "on": on},
                        "answer": {"status": "answered", "answer": [{"of": [said], "clauses": [rng.choice("xyz")]}]},
                    },
                    "alike": 0,
                }
                for of, answers in of_each.items()
                for on, said in zip(days, answers, strict=True)
            ]
        )
    source = """
        import { readFileSync } from "node:fs";
        import { foldDays } from "scripts/table/state/mirrors.js";
        const [lists] = readFileSync(0, "utf8").trim().split("\\n").map((line) => JSON.parse(line));
        console.log(JSON.stringify(lists.map((groups) => foldDays(groups).map(({ asked: { request }, later }) => [request.of[0], request.on, later]))));
    """
    expected = []
    for groups in lists:
        folded: list[list[Any]] = []
        before: tuple[str, str] | None = None
        for group in groups:
            (of,), on = group["asked"]["request"]["of"], group["asked"]["request"]["on"]
            told = of, group["asked"]["answer"]["answer"][0]["of"]
            if told == before:
                folded[-1][2].append(on)
            else:
                folded.append([of, on, []])
            before = told
        expected.append(folded)
    assert run_script(source, tmp_path, lists) == expected
    assert any(len(folded) < len(groups) for folded, groups in zip(expected, lists, strict=True))


def test_a_code_reads_as_what_was_written(tmp_path: Path) -> None:
    rng = Random("codes")
    texts = ["", "a", "https://example.org/table/#text=x&seats=gEg.gEg&of=A2.B1", "perché è così", "ü" * 100]
    texts += ["".join(rng.choices(string.printable, k=rng.randint(2, 205))) for _ in range(40)]
    source = """
        import { readFileSync } from "node:fs";
        import { qrCode } from "scripts/table/drawing/qr.js";
        console.log(JSON.stringify([...JSON.parse(readFileSync(0, "utf8")).map(qrCode), qrCode("x".repeat(3000))]));
    """
    *codes, too_long = run_script(source, tmp_path, texts)
    assert [read_code(rows) for rows in codes] == texts
    assert too_long is None
    assert len({len(rows) for rows in codes}) > 6, "codes of many sizes"


def test_an_address_keeps_the_whole_state(tmp_path: Path) -> None:
    addresses = [
        "#text=cr-809&seats=gEg.gEg&left=A3&active=A2&on=2026-08-07&ask=may-attack&of=A2.B1",
        "#text=early&seats=gEg.gEg&leaving=A1.B3&options=ante.no-talk&losing=A1.B2&tapped=yes&ask=wins&of=A1",
        "#text=x&seats=gEg.gEg",
    ]
    source = """
        import { readFileSync } from "node:fs";
        import { readAddress, writeAddress } from "scripts/table/state/address.js";
        const start = { text: "x", on: "", seats: "g E g | g E g", left: [], leaving: [], options: [], given: {}, ask: "", of: [] };
        const read = (hash) => readAddress(hash, start);
        console.log(JSON.stringify([JSON.parse(readFileSync(0, "utf8")).map((hash) => writeAddress(read(hash))),
            read(""), read("#seats=g+E+g+|+gEg&nonsense&=&left=..&__proto__=1&x=%3Cb%3E")]));
    """
    written, start, odd = run_script(source, tmp_path, addresses)
    assert written == addresses
    assert (start["text"], start["seats"], start["of"]) == ("x", "g E g | g E g", [])
    assert (odd["seats"], odd["left"], odd["given"]) == ("g E g | g E g", [], {"x": "<b>"})


def test_every_word_that_the_live_table_says_is_there() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in MODULES)
    said = set(re.findall(r"\bstrings\.(\w+)", sources)) | set(re.findall(r'\bsay\("(\w+)"', sources))
    said |= {f"error_{code.replace('-', '_')}" for code in re.findall(r'new RequestError\("([\w-]+)"', sources)}
    said.remove("language")  # which the page tells of itself
    for language in LANGUAGES:
        strings = read_locale(language).strings
        assert sorted(name for name in said - {*OF_REASONS, *OF_DEPARTURES} if f"live_{name}" not in strings) == []
        assert not {f"answer_{name}" for name in OF_REASONS} - strings.keys()
        assert not {f"tables_{name}" for name in OF_DEPARTURES.values()} - strings.keys()
    assert node().exists()


#: Scripts of others that the site brings along, as they were published.
VENDORED = {
    "minisearch.min.js": "dea1b32e12bf00b4dc360f6d225b14ebbdf12adb2ab7bcef49ef031a59af7424",
    "uqr.min.js": "2da1b27cdacd5a758524a859bd81e9e3fd495a520f5327f3ea2b22f12d37fdcd",
}


def test_scripts_of_others_are_as_they_were_published() -> None:
    folders = (REPOSITORY / "site/assets/javascripts/vendor", REPOSITORY / "site/scripts/vendor")
    scripts = [path for folder in folders for path in folder.glob("*.js")]
    found = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in scripts}
    assert found == VENDORED
