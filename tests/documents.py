"""The examples and tables of the README, the guide and the reference pages: read, played, and written anew.

How the blocks of code are taken, in the order in which they stand:

- ``console``: a line ``$ cat FILE`` writes what follows into that file; a line ``$ emperor …`` is run in a copy of the
  rules, and what follows must be what it prints. Line numbers and seconds may differ, since edits that change nothing
  of it move them; a line ``…`` stands for any lines.
- ``diff``: ``--- FILE`` and then lines to take out (``-``), to put in (``+``) and to find (a space); the copy is
  edited so.
- ``rules``: whole blocks of the language. All of them together are one folder of rules, checked with the vocabulary
  that is shipped. ``rules inside a clause`` (or ``a text``, ``a scenario``): items, read inside a stand-in. On pages of the
  site hyphens stand for the blanks, since Markdown takes but one word there.
- ``pycon``: Python as typed at its prompt, run as a doctest.

``python -m tests.documents`` writes anew what can be derived: what the commands print, and the marked tables. With
``--tables`` it writes the tables alone.
"""

import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from contextlib import chdir
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from emperor_rules.cli.main import COMMANDS
from emperor_rules.model.texts import Text
from tests.support import command_line, shipped
from tests.support.built_site import lay_searches_in, prepare_session_folder
from tests.support.paths import REPOSITORY, RULES

GUIDE = "CONTRIBUTING.md"
#: The reference pages, in the order in which their rules build on one another.
PAGES = tuple(
    f"site/en/contributing/{name}.md"
    for name in ("items", "sentences", "meaning", "pages", "programs", "examples", "toolkit", "architecture")
)
DOCUMENTS = ("README.md", GUIDE, *PAGES)
#: How wide the terminal of the examples is.
COLUMNS = 100
ANEW = "python -m tests.documents writes it anew"
#: The commands that change or make files, on which later examples rest.
WRITING = ("new", "fmt")
#: The commands that answer without a search of tables.
QUICK = ("ask", "draw")


def read(document: str) -> str:
    """Return the text of a document."""
    return (REPOSITORY / document).read_text(encoding="utf-8")


def guide_and_reference() -> str:
    """Return all that teaches the language, in the order in which it is read."""
    return "\n".join(map(read, (GUIDE, *PAGES)))


# --- blocks of code ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Block:
    """A fenced block: what stands after its fence, its lines, and the number of the first (from 0)."""

    kind: str
    lines: tuple[str, ...]
    line: int


def blocks(markdown: str) -> list[Block]:
    """Return the fenced blocks of a document, in their order."""
    fenced: list[Block] = []
    lines = markdown.splitlines()
    fences = [number for number, line in enumerate(lines) if line.startswith("```")]
    for start, end in zip(fences[::2], fences[1::2], strict=True):
        assert lines[end] == "```", f"line {end + 1}: a block is not closed"
        fenced.append(
            Block(lines[start].removeprefix("```").replace("-", " "), tuple(lines[start + 1 : end]), start + 1)
        )
    return fenced


@dataclass(frozen=True)
class Example:
    """A command of a console, what is shown below it, and where that begins in the document (from 0)."""

    typed: str
    shown: tuple[str, ...]
    line: int

    @property
    def quick(self) -> bool:
        """Whether the command answers without a search of tables."""
        return self.typed.split()[1] in QUICK


def examples(block: Block) -> Iterator[Example]:
    """Yield the commands of a console with what is shown below each."""
    starts = [n for n, line in enumerate(block.lines) if line.startswith("$ ")]
    assert starts[:1] == [0], f"line {block.line + 1}: a console begins with “$ ”"
    for at, end in pairwise([*starts, len(block.lines)]):
        shown = list(block.lines[at + 1 : end])
        while shown and not shown[-1]:
            shown.pop()
        yield Example(block.lines[at].removeprefix("$ "), tuple(shown), block.line + at + 1)


# --- playing a document -----------------------------------------------------------------------------


@cache
def commands(document: str) -> tuple[Example, ...]:
    """Return the examples of a document that run ``emperor``."""
    shown = (example for block in blocks(read(document)) if block.kind == "console" for example in examples(block))
    return tuple(example for example in shown if not example.typed.startswith("cat "))


def play(document: str, folder: Path, *, quick: bool = False) -> dict[Example, tuple[str, ...]]:
    """Do in a folder all that a document shows, or of its commands only the quick ones and those that change files.

    Files are written and edited as shown. What the shipped rules were searched for is not searched again.

    Returns:
        The lines that each example prints.
    """
    if not quick:
        lay_searches_in(folder)
    printed: dict[Example, tuple[str, ...]] = {}
    shutil.copytree(RULES, folder / "rules", dirs_exist_ok=True)
    with chdir(folder):
        for block in blocks(read(document)):
            if block.kind == "diff":
                apply(block)
            for example in examples(block) if block.kind == "console" else ():
                program, *arguments = shlex.split(example.typed)
                if program == "cat":
                    Path(arguments[0]).write_text("\n".join(example.shown) + "\n", encoding="utf-8")
                    continue
                assert program == "emperor", f"line {example.line}: “{example.typed}” cannot be played"
                if example.quick or arguments[0] in WRITING or not quick:
                    printed[example] = run(arguments)
    return printed


def run(arguments: list[str]) -> tuple[str, ...]:
    """Return the lines that a command prints."""
    return tuple(command_line.run(*arguments, columns=COLUMNS).output.rstrip("\n").split("\n"))


def apply(block: Block) -> None:
    """Edit a file as a block of kind ``diff`` says."""
    name = block.lines[0].removeprefix("--- ")
    file = Path(name)
    assert file.is_file(), f"line {block.line + 1}: there is no file {name} to edit"
    text = file.read_text(encoding="utf-8")
    before = "".join(f"{line[1:]}\n" for line in block.lines[1:] if line[0] in " -")
    after = "".join(f"{line[1:]}\n" for line in block.lines[1:] if line[0] in " +")
    assert text.count(before) == 1, f"line {block.line + 1}: {name} holds these lines {text.count(before)} times"
    file.write_text(text.replace(before, after), encoding="utf-8")


def settled(line: str) -> str:
    """A line without what another place in a file or another machine changes in it."""
    line = re.sub(r"(\.rules):\d+:", r"\1:N:", line)
    line = re.sub(r"^ *\d+ \| ", "    N | ", line)
    if re.match(r"\d+ texts, \d+ clauses |Searched \d+ tables? of |Looked at ", line):
        line = re.sub(r" \d+\.\d+ s\b", " N s", line)
    return line


def agree(shown: tuple[str, ...], real: tuple[str, ...]) -> bool:
    """Tell whether lines shown are those printed, but for numbers that move and lines left out."""
    pattern = "".join(r"(?:.*\n)*" if line == "…" else re.escape(settled(line)) + r"\n" for line in shown)
    return re.fullmatch(pattern, "".join(f"{settled(line)}\n" for line in real)) is not None


# --- tables -----------------------------------------------------------------------------------------


def table_of_texts() -> list[str]:
    """Return a row for each shipped text, those that others include last."""
    texts = shipped.rulebook().texts
    users = {id: [t.id for t in texts.values() if id in {i.text for i in t.includes}] for id in texts}
    rows = ["| Text | What | Relation | Clauses |", "|---|---|---|---:|"]
    for text in sorted(texts.values(), key=lambda t: (bool(users[t.id]), t.id)):
        what = f"{text.titles.en}: {text.sources.en}" if text.sources.en else text.titles.en
        rows.append(f"| [`{text.id}`]({place_of(text)}) | {what} | {relation_of(text, users)} | {len(text.clauses)} |")
    return rows


def place_of(text: Text) -> str:
    """Return where a text lies in the repository."""
    return Path(text.file).resolve().relative_to(REPOSITORY).as_posix()


def relation_of(text: Text, users: dict[str, list[str]]) -> str:
    """Return in words how a text is related to others."""
    said = [f"{kind} {other.text}" + (f" of {other.at}" if other.at else "") for kind, other in text.relations]
    if text.includes:
        said.append("includes one other" if len(text.includes) == 1 else f"includes {len(text.includes)} others")
    if users[text.id]:
        said.append(f"part of {', '.join(users[text.id])}")
    return "; ".join(said) or "on its own"


def table_of_commands() -> list[str]:
    """Return a row for each command."""
    rows = [f"| `emperor {name}` | {says} |" for name, says in sorted(COMMANDS.items())]
    return ["| Command | What it does |", "|---|---|", *rows]


TABLES = {"texts": ("README.md", table_of_texts), "commands": ("README.md", table_of_commands)}


def marked(markdown: str, name: str) -> tuple[int, int]:
    """The lines between the marks of a table (from 0, without the marks and the blank lines beside them)."""
    lines = markdown.splitlines()
    start, end = lines.index(f"<!-- {name} -->"), lines.index(f"<!-- /{name} -->")
    assert lines[start + 1] == lines[end - 1] == ""
    return start + 2, end - 1


# --- writing anew -----------------------------------------------------------------------------------


def write_anew(document: str, *, tables_alone: bool = False) -> None:
    """Put what commands print now, unless ``tables_alone``, and the tables as they are now into a document."""
    lines = read(document).splitlines()
    with TemporaryDirectory() as folder:
        played = {} if tables_alone else play(document, Path(folder))
    for example, printed in reversed(played.items()):
        if not agree(example.shown, printed):
            lines[example.line : example.line + len(example.shown)] = printed
    for name, (where, table) in TABLES.items():
        if where == document:
            start, end = marked("\n".join(lines), name)
            lines[start:end] = table()
    (REPOSITORY / document).write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    prepare_session_folder()
    for page in DOCUMENTS:
        write_anew(page, tables_alone="--tables" in sys.argv[1:])
        sys.stdout.write(f"{page} is up to date.\n")
