"""The documents say what is so: their examples are played, their rules read, their tables compared with the project.

How the blocks of code in README.md and CONTRIBUTING.md are taken, in the order in which they stand:

- ``console``: a line ``$ cat FILE`` writes what follows into that file; a line ``$ emperor …`` is run in a copy of the
  rules, and what follows must be what it prints. Line numbers, counts and seconds may differ, since every edit of the
  rules moves them; a line ``…`` stands for any lines.
- ``diff``: ``--- FILE`` and then lines to take out (``-``), to put in (``+``) and to find (a space); the copy is
  edited so.
- ``rules``: whole blocks of the language. All of them together are one folder of rules, checked with the vocabulary
  that is shipped. ``rules inside a clause`` (or ``a text``, ``a scenario``): items, read inside a stand-in.

``python -m tests.test_documents`` writes anew what can be derived: what the commands print, and the marked tables.
"""

import os
import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from click.testing import CliRunner

from emperor_rules.check.pipeline import check_folder
from emperor_rules.check.validation import check_texts
from emperor_rules.cli.main import COMMANDS, command
from emperor_rules.diagnostics import CODES, Diagnostic
from emperor_rules.frontend.loader import load_rulebook
from emperor_rules.frontend.raw_declarations import ITEMS
from emperor_rules.language.blocks import CONDITIONS, DECLARATIONS, ITEM_WORDS
from emperor_rules.language.formatter import layout
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Text
from emperor_rules.model.vocabulary import BUILTINS, DRAWN_AS

HERE = Path(__file__).resolve().parent.parent
PACKAGE = HERE / "toolkit" / "emperor_rules"
DOCUMENTS = ("README.md", "CONTRIBUTING.md")
EVERY_PAGE = (*DOCUMENTS, "CHANGELOG.md", "NOTICE.md")

#: Modules that the guide may name before they are written.
AWAITED = {"tests.benchmarks"}

#: How wide the terminal of the examples is.
COLUMNS = "100"
ANEW = "python -m tests.test_documents writes it anew"


def read(document: str) -> str:
    return (HERE / document).read_text(encoding="utf-8")


# --- blocks of code ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Block:
    """A fenced block: what stands after its fence, its lines, and the number of the first (from 0)."""

    kind: str
    lines: tuple[str, ...]
    line: int


def blocks(markdown: str) -> list[Block]:
    found: list[Block] = []
    lines = markdown.splitlines()
    fences = [number for number, line in enumerate(lines) if line.startswith("```")]
    for start, end in zip(fences[::2], fences[1::2], strict=True):
        assert lines[end] == "```", f"line {end + 1}: a block is not closed"
        found.append(Block(lines[start].removeprefix("```"), tuple(lines[start + 1 : end]), start + 1))
    return found


@dataclass(frozen=True)
class Example:
    """A command of a console, what is shown below it, and where that begins in the document (from 0)."""

    typed: str
    shown: tuple[str, ...]
    line: int


def examples(block: Block) -> Iterator[Example]:
    starts = [n for n, line in enumerate(block.lines) if line.startswith("$ ")]
    assert starts[:1] == [0], f"line {block.line + 1}: a console begins with “$ ”"
    for at, end in pairwise([*starts, len(block.lines)]):
        shown = list(block.lines[at + 1 : end])
        while shown and not shown[-1]:
            shown.pop()
        yield Example(block.lines[at].removeprefix("$ "), tuple(shown), block.line + at + 1)


# --- playing a document -----------------------------------------------------------------------------


@dataclass
class Played:
    """What a document showed and what came out, command by command."""

    runs: list[tuple[Example, tuple[str, ...]]] = field(default_factory=list)
    edits: int = 0


@contextmanager
def copy_of_the_rules(folder: Path) -> Iterator[None]:
    """Stand in a folder with a copy of the rules, at a terminal of the width of the examples."""
    shutil.copytree(HERE / "rules", folder / "rules")
    before, width = Path.cwd(), os.environ.get("COLUMNS")
    os.chdir(folder)
    os.environ["COLUMNS"] = COLUMNS
    try:
        yield
    finally:
        os.chdir(before)
        if width is None:
            del os.environ["COLUMNS"]
        else:
            os.environ["COLUMNS"] = width


@cache
def play(document: str) -> Played:
    played = Played()
    with TemporaryDirectory() as folder, copy_of_the_rules(Path(folder)):
        for block in blocks(read(document)):
            if block.kind == "console":
                for example in examples(block):
                    program, *arguments = shlex.split(example.typed)
                    if program == "cat":
                        Path(arguments[0]).write_text("\n".join(example.shown) + "\n", encoding="utf-8")
                    else:
                        assert program == "emperor", f"line {example.line}: “{example.typed}” cannot be played"
                        played.runs.append((example, run(arguments)))
            elif block.kind == "diff":
                apply(block)
                played.edits += 1
    return played


def run(arguments: list[str]) -> tuple[str, ...]:
    result = CliRunner().invoke(command, arguments, prog_name="emperor")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return tuple(result.output.rstrip("\n").split("\n"))


def apply(block: Block) -> None:
    name = block.lines[0].removeprefix("--- ")
    file = Path(name)
    assert file.is_file(), f"line {block.line + 1}: there is no file {name} to edit"
    text = file.read_text(encoding="utf-8")
    before = "".join(f"{line[1:]}\n" for line in block.lines[1:] if line[0] in " -")
    after = "".join(f"{line[1:]}\n" for line in block.lines[1:] if line[0] in " +")
    assert text.count(before) == 1, f"line {block.line + 1}: {name} holds these lines {text.count(before)} times"
    file.write_text(text.replace(before, after), encoding="utf-8")


def settled(line: str) -> str:
    """A line without the numbers that any edit of the rules moves."""
    line = re.sub(r"(\.rules):\d+:", r"\1:N:", line)
    line = re.sub(r"^ *\d+ \| ", "    N | ", line)
    if re.match(r"\d+ texts, \d+ clauses |Searched \d+ tables? of ", line):
        line = re.sub(r"\d+(\.\d+)?", "N", line)
    if line.startswith("Looked at "):
        line = re.sub(r" \d+\.\d s\.", " N s.", line)
    return line


def agree(shown: tuple[str, ...], real: tuple[str, ...]) -> bool:
    pattern = "".join(r"(?:.*\n)*" if line == "…" else re.escape(settled(line)) + r"\n" for line in shown)
    return re.fullmatch(pattern, "".join(f"{settled(line)}\n" for line in real)) is not None


@pytest.mark.parametrize("document", DOCUMENTS)
def test_the_examples_are_what_the_commands_print(document: str) -> None:
    played = play(document)
    assert played.runs
    for example, real in played.runs:
        if not agree(example.shown, real):
            now = "\n".join(real)
            pytest.fail(f"{document}, line {example.line}: “{example.typed}” prints now ({ANEW}):\n{now}", False)


def test_the_first_edit_of_the_readme_fails_and_is_mended() -> None:
    played = play("README.md")
    checks = [real for example, real in played.runs if example.typed == "emperor check"]
    failed = [any(line.startswith("error[") for line in real) for real in checks]
    assert played.edits == 2
    assert failed == [False, True, False]


def test_the_house_rule_of_the_guide_contradicts_and_is_mended() -> None:
    played = play("CONTRIBUTING.md")
    runs = [(example.typed, real) for example, real in played.runs]
    begun = next(n for n, (typed, _) in enumerate(runs) if typed.startswith("emperor new variant "))
    checks = ["\n".join(real) for typed, real in runs[begun:] if typed == "emperor check"]
    assert ["error[" in shown for shown in checks] == [False, True, False]
    assert "contradicted" in checks[1]
    last, shown = runs[-1]
    assert last.startswith("emperor compare ")
    assert [line.rpartition("  ")[2] for line in shown if line.startswith("  g:")] == ["[declared]", "[declared]"]


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_command_shown_is_played(document: str) -> None:
    for block in blocks(read(document)):
        if block.kind not in ("console", "diff") and not block.kind.startswith("rules"):
            for line in block.lines:
                assert not line.removeprefix("$ ").startswith("emperor "), f"put “{line}” into a console"


# --- the rules shown --------------------------------------------------------------------------------

GUIDE = "CONTRIBUTING.md"
ROOMS = {"scenario": "scenarios", "difference": "relations", "contradiction": "relations"}
STANDS_IN = {
    "rules inside a clause": ("texts", 'clause 1\n  en "…"\n  it "…"\n'),
    "rules inside a text": ("texts", ""),
    "rules inside a scenario": ("scenarios", 'scenario "Fragment {n}"\n'),
}


def whole_blocks() -> Iterator[tuple[str, str]]:
    """Each block of the language in the guide, with its first word."""
    for block in blocks(read(GUIDE)):
        if block.kind != "rules":
            continue
        starts = [n for n, line in enumerate(block.lines) if line and line[0] not in " #"]
        while starts and starts[0] and block.lines[starts[0] - 1].startswith("#"):
            starts[0] -= 1
        for at, end in pairwise([*starts, len(block.lines)]):
            words = "\n".join(block.lines[at:end]).rstrip() + "\n"
            yield re.sub(r"(?m)^#.*\n", "", words).split()[0], words


def guide(folder: Path) -> Path:
    """Write what the guide teaches into a folder of rules, beside the vocabulary that is shipped."""
    rules = folder / "rules"
    shutil.copytree(HERE / "rules" / "vocabulary", rules / "vocabulary")
    rooms: dict[Path, list[str]] = {}
    text: Path | None = None
    for first, words in whole_blocks():
        if first == "text":
            text = rules / "texts" / "guide" / f"{words.split()[1]}.rules"
        if first in ("text", "clause"):
            assert text is not None, "a clause stands before the first text"
            room = text
        else:
            assert first in (*DECLARATIONS, *ROOMS), f"a block cannot begin with “{first}”"
            room = rules / ROOMS.get(first, "vocabulary") / "guide.rules"
        rooms.setdefault(room, []).append(words)
    for room, many in rooms.items():
        room.parent.mkdir(parents=True, exist_ok=True)
        room.write_text("\n".join(many), encoding="utf-8")
    return rules


def told(findings: list[Diagnostic], rulebook: Rulebook) -> str:
    """Findings with the line of the guide that each is about."""
    return "\n".join(
        f"{d.code} {d.message} | {rulebook.sources[d.span.file].line(d.span.line) if d.span.file else ''} | {d.help}"
        for d in findings
    )


def test_the_rules_of_the_guide_hold_together(tmp_path: Path) -> None:
    checked = check_folder(guide(tmp_path))
    wrong = [d for d in checked.findings if d.severity == "error" or d.code == "R604"]
    assert not wrong, told(wrong, checked.rulebook)
    assert len(checked.rulebook.texts) >= 2
    assert len(checked.rulebook.scenarios) >= 10
    assert all(outcome.fine for outcome in checked.run.outcomes)


def test_the_rules_of_the_guide_are_laid_out(tmp_path: Path) -> None:
    rulebook = load_rulebook(guide(tmp_path))
    for name, source in rulebook.sources.items():
        if "guide" in (Path(name).stem, Path(name).parent.name):
            assert layout(source, rulebook.vocabulary.phrases) == source.text


def test_the_fragments_of_the_guide_are_read(tmp_path: Path) -> None:
    rules = tmp_path / "rules"
    shutil.copytree(HERE / "rules", rules)
    written: dict[str, Block] = {}
    for number, block in enumerate(blocks(read(GUIDE))):
        if not block.kind.startswith("rules "):
            continue
        room, head = STANDS_IN[block.kind]
        file = rules / room / f"fragment-{number}.rules"
        words = "\n".join(block.lines) + "\n"
        if room == "texts":
            title = f'text fragment-{number} "A fragment"\n  it "Un frammento"\n'
            clause = '\nclause 1\n  en "…"\n  it "…"\n  the starting life of p is 20.\n'
            words = f"{title}{words}{clause}" if not head else f"{title}\n{head}{words}"
        else:
            words = head.format(n=number) + words
        file.write_text(words, encoding="utf-8")
        written[file.stem] = block
    rulebook = load_rulebook(rules)
    wrong = [
        d
        for d in (*rulebook.findings, *check_texts(rulebook))
        if Path(d.span.file).stem in written and d.code != "R407"
    ]
    assert written
    assert not wrong, told(wrong, rulebook)
    for name, source in rulebook.sources.items():
        if Path(name).stem in written:
            shown = layout(source, rulebook.vocabulary.phrases)
            assert shown == source.text, f"line {written[Path(name).stem].line}"


# --- tables -----------------------------------------------------------------------------------------


def table_of_texts() -> list[str]:
    texts = load_rulebook(HERE / "rules", scenarios=False).texts
    users = {id: [t.id for t in texts.values() if id in {i.text for i in t.includes}] for id in texts}
    rows = ["| Text | What | Relation | Clauses |", "|---|---|---|---:|"]
    for text in sorted(texts.values(), key=lambda t: (bool(users[t.id]), t.id)):
        what = f"{text.titles.en}: {text.sources}" if text.sources else text.titles.en
        rows.append(f"| [`{text.id}`]({place_of(text)}) | {what} | {relation_of(text, users)} | {len(text.clauses)} |")
    return rows


def place_of(text: Text) -> str:
    return Path(text.file).resolve().relative_to(HERE).as_posix()


def relation_of(text: Text, users: dict[str, list[str]]) -> str:
    said = [f"{kind} {other.text}" + (f" of {other.at}" if other.at else "") for kind, other in text.relations]
    if text.includes:
        said.append(f"includes {len(text.includes)} others")
    if users[text.id]:
        said.append(f"part of {', '.join(users[text.id])}")
    return "; ".join(said) or "on its own"


def table_of_codes() -> list[str]:
    return ["| Code | What it says |", "|---|---|", *(f"| {code} | {says} |" for code, says in sorted(CODES.items()))]


def table_of_commands() -> list[str]:
    rows = [f"| `emperor {name}` | {says} |" for name, (_, says) in sorted(COMMANDS.items())]
    return ["| Command | What it does |", "|---|---|", *rows]


TABLES = {
    "texts": ("README.md", table_of_texts),
    "commands": (GUIDE, table_of_commands),
    "codes": (GUIDE, table_of_codes),
}


def marked(markdown: str, name: str) -> tuple[int, int]:
    """The lines between the marks of a table (from 0, without the marks and the blank lines beside them)."""
    lines = markdown.splitlines()
    start, end = lines.index(f"<!-- {name} -->"), lines.index(f"<!-- /{name} -->")
    assert lines[start + 1] == lines[end - 1] == ""
    return start + 2, end - 1


@pytest.mark.parametrize("name", TABLES)
def test_a_table_says_what_is_so(name: str) -> None:
    document, table = TABLES[name]
    start, end = marked(read(document), name)
    assert read(document).splitlines()[start:end] == table(), f"in {document}; {ANEW}"


def test_the_guide_names_every_item_of_every_block() -> None:
    rows = {kind: set[str]() for kind in ITEM_WORDS}
    for kind, words in re.findall(r"(?m)^<!-- items of a (\w+) -->\n\n((?:\|.*\n)+)", read(GUIDE)):
        for cell in re.findall(r"(?m)^\| ([^|]+) \|", words.replace(r"\|", "")):
            rows[kind] |= {code.split()[0] for code in re.findall(r"`([^`]+)`", cell)}
    #: Read before “en” and “it” of a text, where they say nothing yet.
    silent = {"text": {"since", "until"}}
    for kind, items in ITEM_WORDS.items():
        assert rows[kind] >= set(items) - silent.get(kind, set()), f"items of a {kind} that the guide does not explain"


def test_the_guide_says_which_declarations_have_an_item() -> None:
    without_effect = {"option": {"default"}}
    rows = re.findall(r"(?m)^\| (`[^|]+`) \| ([a-z, ]+) \| [^|]+ \|$", read(GUIDE))
    for kind in DECLARATIONS:
        told = {
            code.split()[0]
            for cell, kinds in rows
            if kind in kinds.split(", ") or kinds == "all"
            for code in re.findall(r"`([^`]+)`", cell)
        }
        assert set(ITEMS[kind]) - without_effect.get(kind, set()) <= told <= {*ITEMS[kind], *CONDITIONS}, kind


def test_the_guide_names_what_the_toolkit_knows_by_itself() -> None:
    for name in (*BUILTINS, *DRAWN_AS, *DECLARATIONS):
        assert f"`{name}`" in read(GUIDE), name


def test_the_guide_names_every_layer() -> None:
    folders = [p.name for p in PACKAGE.iterdir() if (p / "__init__.py").is_file()]
    for name in folders:
        assert re.search(rf"(?m)^\| `{name}/?`", read(GUIDE)), f"the table of layers lacks {name}"


def test_the_readme_names_every_folder_at_the_top() -> None:
    made = {"build", "dist"}
    for path in HERE.iterdir():
        if path.is_dir() and not path.name.startswith(".") and path.name not in made:
            assert f"`{path.name}/`" in read("README.md"), f"the layout lacks {path.name}/"


# --- links ------------------------------------------------------------------------------------------


def prose(document: str) -> str:
    return re.sub(r"(?ms)^```.*?^```$", "", read(document))


def anchors(document: str) -> set[str]:
    headings = re.findall(r"(?m)^#+ (.+)$", prose(document))
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", EVERY_PAGE)
def test_links_lead_somewhere(document: str) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(document)):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        assert not path or (HERE / path).exists(), f"{document} links to {path}, which is not there"
        if anchor:
            assert anchor in anchors(path or document), f"{document} links to {target}, which has no such heading"


@pytest.mark.parametrize("document", EVERY_PAGE)
def test_files_and_modules_that_are_named_exist(document: str) -> None:
    for name in re.findall(r"`([\w.-]+/[\w./-]*)`", prose(document)):
        if name.startswith("build/") or re.search(r"\b[A-Z]{4,}\b", name):
            continue  # what the scripts make, and stand-ins for a name
        if name.startswith("../shared/") and not (HERE / "../shared").is_dir():
            continue  # the source texts, which not everybody has
        found = [place for place in (HERE, PACKAGE) if (place / name).exists()]
        assert found, f"{document} names {name}, which is not there"
    for module in re.findall(r"`python -m ([\w.]+)", prose(document)):
        assert module in AWAITED or find_spec(module) is not None, (
            f"{document} names the module {module}, which is not there"
        )


# --- writing anew -----------------------------------------------------------------------------------


def write_anew(document: str) -> None:
    lines = read(document).splitlines()
    for example, real in reversed(play(document).runs):
        if not agree(example.shown, real):
            lines[example.line : example.line + len(example.shown)] = real
    for name, (where, table) in TABLES.items():
        if where == document:
            start, end = marked("\n".join(lines), name)
            lines[start:end] = table()
    (HERE / document).write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    for page in DOCUMENTS:
        write_anew(page)
        sys.stdout.write(f"{page} is up to date.\n")
