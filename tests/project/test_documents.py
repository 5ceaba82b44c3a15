"""The documents say what is so: their examples are played, their rules read, their tables compared with the project.

How a document is played says ``tests/documents.py``.
"""

import doctest
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from emperor_rules.check.pipeline import check_folder
from emperor_rules.check.validation import check_texts
from emperor_rules.diagnostics import Diagnostic
from emperor_rules.frontend.loader import load_rulebook
from emperor_rules.frontend.raw_declarations import PHRASING_KINDS
from emperor_rules.language.blocks import CONDITIONS, DECLARATIONS, DECLARED_ITEMS, ITEM_WORDS
from emperor_rules.language.formatter import layout
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.vocabulary import DRAWN_AS
from tests.documents import (
    ANEW,
    DOCUMENTS,
    GUIDE,
    PAGES,
    TABLES,
    Block,
    Example,
    agree,
    blocks,
    commands,
    guide_and_reference,
    marked,
    play,
    read,
)
from tests.support.command_line import run
from tests.support.paths import PACKAGE, REPOSITORY
from tests.support.sampling import sample_of
from tests.support.shipped import checked

#: What lies beside the reference pages once the site is built.
MADE = {"adding.md", "checks.md", "conformance.jsonl.gz", "language.md", "python.md", "rules.json", "rules.schema.json"}
#: Blocks of code.
FENCED = re.compile(r"^(```|~~~).*?^\1$", re.M | re.S)
EVERY_PAGE = (*DOCUMENTS, "CHANGELOG.md", "NOTICE.md")


# --- examples ---------------------------------------------------------------------------------------

EXAMPLES = [
    pytest.param(document, example, id=f"{document}:{example.line}", marks=() if example.quick else (pytest.mark.slow,))
    for document in DOCUMENTS
    for example in commands(document)
]


@cache
def played(document: str, quick: bool) -> dict[Example, tuple[str, ...]]:
    """Return what the examples of a document print, or the quick ones alone."""
    with TemporaryDirectory() as folder:
        return play(document, Path(folder), quick=quick)


@pytest.mark.parametrize(("document", "example"), EXAMPLES)
def test_an_example_is_what_its_command_prints(document: str, example: Example) -> None:
    printed = played(document, example.quick)[example]
    if not agree(example.shown, printed):
        now = "\n".join(printed)
        pytest.fail(f"{document}, line {example.line}: “{example.typed}” prints now ({ANEW}):\n{now}", False)


def test_what_is_counted_of_the_shipped_rules_is_so() -> None:
    """The slow examples above hold every number; here those of the rules as they are, without a search."""
    counts = checked().searched()
    wanted = [counts[key] for key in ("texts", "clauses", "clauses-deciding", "scenarios", "questions")]
    for document in ("README.md", GUIDE):
        lines = (line for example in commands(document) for line in example.shown)
        (shown,) = (line for line in lines if line.startswith(f"{counts['texts']} texts, "))
        numbers = [int(number) for number in re.findall(r"\d+", shown.rpartition(",")[0])]
        assert numbers == wanted, f"{document} shows “{shown}”: {ANEW}"


def test_the_first_edit_of_the_guide_fails_in_one_place() -> None:
    """That each check prints what is shown is tested above; here, that what is shown tells the story of the section."""
    first, *_ = [example.shown for example in commands(GUIDE) if example.typed == "emperor check"]
    assert [line[:11] for line in first if line.startswith("error[")] == ["error[R601]"]


def test_the_house_rule_of_the_guide_contradicts_and_is_mended() -> None:
    """The guide's house rule first contradicts, then differs from its original in exactly two declared answers."""
    runs = [(example.typed, example.shown) for example in commands(GUIDE)]
    begun = next(n for n, (typed, _) in enumerate(runs) if typed.startswith("emperor new variant "))
    checks = ["\n".join(shown) for typed, shown in runs[begun:] if typed == "emperor check"]
    assert ["error[" in shown for shown in checks] == [True, False]
    assert "contradicts itself" in checks[0]
    (shown,) = [shown for typed, shown in runs if typed.startswith("emperor compare ")]
    assert [line.rpartition("  ")[2] for line in shown if line.startswith("  g:")] == ["[declared]", "[declared]"]


@pytest.mark.parametrize("document", sample_of((name for name in DOCUMENTS if "```pycon" in read(name)), 1))
def test_the_python_shown_prints_what_is_shown(document: str) -> None:
    shown = "\n".join("\n".join(block.lines) for block in blocks(read(document)) if block.kind == "pycon")
    differences: list[str] = []
    doctest.DocTestRunner(verbose=False).run(
        doctest.DocTestParser().get_doctest(shown + "\n", {}, document, document, 0), out=differences.append
    )
    assert not differences, "".join(differences)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_command_shown_is_played(document: str) -> None:
    for block in blocks(read(document)):
        if block.kind not in ("console", "diff") and not block.kind.startswith("rules"):
            for line in block.lines:
                assert not line.removeprefix("$ ").startswith("emperor "), f"put “{line}” into a console"


@pytest.mark.parametrize(
    ("accepted", "edition", "status", "commented"),
    [(False, "copy.txt", 0, True), (True, "copy.txt", 0, False), (False, "no-such.txt", 2, False)],
    ids=["work", "nothing to do", "unreadable"],
)
def test_the_recipe_for_a_new_edition_comments_or_fails(
    accepted: bool, edition: str, status: int, commented: bool, tmp_path: Path
) -> None:
    page = "site/en/contributing/toolkit.md"
    (recipe,) = [
        "\n".join(b.lines) for b in blocks(read(page)) if b.kind == "sh" and "emperor drift" in "".join(b.lines)
    ]
    shutil.copytree(REPOSITORY / "rules", tmp_path / "rules")
    (tmp_path / "copy.txt").write_text(
        "These rules are effective as of March 3, 2031.\n\n101. Hats\n\n101.1. Everyone wears a hat.\n",
        encoding="utf-8",
    )
    (tmp_path / "gh").write_text('#!/bin/sh\ncat "$5" > comment.md\n', encoding="utf-8")
    (tmp_path / "gh").chmod(0o755)
    path = os.pathsep.join((str(tmp_path), str(Path(sys.executable).parent), os.environ["PATH"]))
    environment = {**os.environ, "PATH": path, "EDITION": edition, "PULL_REQUEST": "7"}
    if accepted:
        run("drift", tmp_path / "copy.txt", "--accept", "--rules", tmp_path / "rules")
    ran = subprocess.run(["bash", "-e", "-c", recipe], cwd=tmp_path, env=environment, check=False, capture_output=True)
    assert ran.returncode == status, ran.stderr
    assert (tmp_path / "comment.md").exists() == commented
    if commented:
        assert "- [ ] " in (tmp_path / "comment.md").read_text(encoding="utf-8")


# --- the rules shown --------------------------------------------------------------------------------

ROOMS = {"scenario": "scenarios", "difference": "relations", "contradiction": "relations"} | dict.fromkeys(
    PHRASING_KINDS, "questions"
)
STANDS_IN = {
    "rules inside a clause": ("texts", 'clause 1\n  en "…"\n  it "…"\n'),
    "rules inside a text": ("texts", ""),
    "rules inside a scenario": ("scenarios", 'scenario "Fragment {n}"\n'),
}


def whole_blocks() -> Iterator[tuple[str, str]]:
    """Each block of the language in the guide, with its first word."""
    for block in blocks(guide_and_reference()):
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
    shutil.copytree(REPOSITORY / "rules" / "vocabulary", rules / "vocabulary")
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


def report(findings: list[Diagnostic], rulebook: Rulebook) -> str:
    """Findings with the line of the guide that each is about."""
    return "\n".join(
        f"{d.code} {d.message} | {rulebook.sources[d.span.file].line(d.span.line) if d.span.file else ''} | {d.help}"
        for d in findings
    )


def test_the_rules_of_the_guide_hold_together(tmp_path: Path) -> None:
    checked = check_folder(guide(tmp_path))
    wrong = [d for d in checked.diagnostics if d.severity == "error" or d.code == "R604"]
    assert not wrong, report(wrong, checked.rulebook)
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
    shutil.copytree(REPOSITORY / "rules", rules)
    written: dict[str, Block] = {}
    for number, block in enumerate(blocks(guide_and_reference())):
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
    assert not wrong, report(wrong, rulebook)
    for name, source in rulebook.sources.items():
        if Path(name).stem in written:
            shown = layout(source, rulebook.vocabulary.phrases)
            assert shown == source.text, f"line {written[Path(name).stem].line}"


# --- tables -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TABLES)
def test_a_table_says_what_is_so(name: str) -> None:
    document, table = TABLES[name]
    start, end = marked(read(document), name)
    assert read(document).splitlines()[start:end] == table(), (
        f"in {document}; python -m tests.documents --tables writes it anew"
    )


def test_the_guide_names_every_item_of_every_block() -> None:
    rows = {kind: set[str]() for kind in ITEM_WORDS}
    for kind, words in re.findall(r"(?m)^<!-- items of a (\w+) -->\n\n((?:\|.*\n)+)", guide_and_reference()):
        for cell in re.findall(r"(?m)^\| ([^|]+) \|", words.replace(r"\|", "")):
            rows[kind] |= {code.split()[0] for code in re.findall(r"`([^`]+)`", cell)}
    #: Read before “en” and “it” of a text, where they say nothing yet.
    silent = {"text": {"since", "until"}}
    for kind, items in ITEM_WORDS.items():
        assert rows[kind] >= set(items) - silent.get(kind, set()), f"items of a {kind} that the guide does not explain"


def test_the_guide_says_which_declarations_have_an_item() -> None:
    without_effect = {"option": {"default"}}
    rows = re.findall(r"(?m)^\| (`[^|]+`) \| ([a-z, ]+) \| [^|]+ \|$", guide_and_reference())
    for kind in DECLARATIONS:
        documented = {
            code.split()[0]
            for cell, kinds in rows
            if kind in kinds.split(", ") or kinds == "all"
            for code in re.findall(r"`([^`]+)`", cell)
        }
        allowed = {*DECLARED_ITEMS[kind], *CONDITIONS}
        assert set(DECLARED_ITEMS[kind]) - without_effect.get(kind, set()) <= documented <= allowed, kind


def test_the_guide_names_what_the_toolkit_knows_by_itself() -> None:
    for name in (*DRAWN_AS, *DECLARATIONS):
        assert f"`{name}`" in guide_and_reference(), name


def test_the_guide_names_every_layer() -> None:
    folders = [p.name for p in PACKAGE.iterdir() if (p / "__init__.py").is_file()]
    for name in folders:
        assert re.search(rf"(?m)^\| `{name}/?`", guide_and_reference()), f"the table of layers lacks {name}"


def test_the_readme_names_every_folder_at_the_top() -> None:
    made = {"build", "dist"}
    for path in REPOSITORY.iterdir():
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
        place = (REPOSITORY / document).parent / path if path else REPOSITORY / document
        made = document in PAGES and place.name in MADE  # MkDocs follows these links, and a strict build fails
        assert made or place.exists(), f"{document} links to {path}, which is not there"
        if anchor and not made:
            assert anchor in anchors(str(place)), f"{document} links to {target}, which has no such heading"


@pytest.mark.parametrize("document", EVERY_PAGE)
def test_files_and_modules_that_are_named_exist(document: str) -> None:
    for name in re.findall(r"`([\w.-]+/[\w./-]*)`", prose(document)):
        if name.startswith("build/") or re.search(r"\b[A-Z]{4,}\b", name):
            continue  # what the scripts make, and stand-ins for a name
        if f"\n  {name}\n" in read(document):
            continue  # what a command of an example has just said that it wrote
        if name.startswith("../shared/") and not (REPOSITORY / "../shared").is_dir():
            continue  # the source texts, which not everybody has
        existing = [place for place in (REPOSITORY, PACKAGE, REPOSITORY / "site/scripts") if (place / name).exists()]
        assert existing, f"{document} names {name}, which is not there"
    for module in re.findall(r"`python -m ([\w.]+)", prose(document)):
        assert find_spec(module) is not None, f"{document} names the module {module}, which is not there"


# --- pages in two languages -------------------------------------------------------------------------


def test_a_page_for_contributors_is_built_alike_in_both_languages() -> None:
    """The same pages, headings, examples of rules and commands."""
    guides = [REPOSITORY / "site" / language / "contributing" for language in ("it", "en")]
    names = [sorted(page.name for page in guide.glob("*.md")) for guide in guides]
    assert names[0] == names[1]
    for name in names[0]:
        pages = [(guide / name).read_text(encoding="utf-8") for guide in guides]
        levels = [[len(mark) for mark in re.findall(r"^(#+) .", FENCED.sub("", text), re.M)] for text in pages]
        assert levels[0] == levels[1], name
        rules = [re.findall(r"^```rules\n.*?^```$", text, re.M | re.S) for text in pages]
        assert rules[0] == rules[1], name
        typed = [re.findall(r"`(emperor \w+|python -m [\w.]+|bash [\w./]+)", text) for text in pages]
        assert sorted({*typed[0]}) == sorted({*typed[1]}), name
