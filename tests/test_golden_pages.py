"""One page of each kind as it was when somebody last looked at it, made from the small rules in ``golden/rules``.

``python -m tests.test_golden_pages`` writes them anew. Read the difference before you commit it.
"""

import re
import sys
from functools import cache
from pathlib import Path

import pytest

from emperor_rules.check.limits import Bounds
from emperor_rules.check.pipeline import check_folder
from emperor_rules.evaluate.engine import Engine
from emperor_rules.site.all_pages import pages
from emperor_rules.site.page import Page

GOLDEN = Path(__file__).resolve().parent / "golden"
#: A page of each kind; the number pages lead from numbers to clauses.
KINDS = (
    "index.md",
    "editions.md",
    "glossary.md",
    "coverage.md",
    "questions/index.md",
    "questions/may-splash.md",
    "tables/index.md",
    "tables/2x3.md",
    "differences/index.md",
    "differences/puddle-and-pond.md",
    "texts/pond.md",
    "scenarios/index.md",
    "scenarios/splashes.md",
    "pond/splashing.md",
    "pond/1.3/index.html",
)
ITALIAN = ("index.md", "pond/splashing.md")
#: These show the whole grammar, every code and a part of the guide, and test_page_kinds holds them against those. Here they
#: are no more than what leads in, and every heading with the first line below it.
LONG = ("contributing/language.md", "contributing/checks.md", "contributing/adding.md")
#: This page says what docstrings say: test_python_page holds it against them.
PYTHON = "contributing/python.md"


@cache
def made(language: str) -> dict[str, Page]:
    checked = check_folder(GOLDEN / "rules", search=Bounds())
    assert not checked.findings or {finding.severity for finding in checked.findings} == {"declared"}
    return {page.path: page for page in pages(checked, Engine(checked.rulebook), language)}


def golden() -> dict[Path, str]:
    """Every golden file with what it must hold: drawings and long lines broken so that a difference can be read."""
    wanted = [("en", path) for path in (*KINDS, *LONG)] + [("it", path) for path in ITALIAN]
    return {GOLDEN / "pages" / language / path: readable(shown(language, path)) for language, path in wanted}


def shown(language: str, path: str) -> str:
    content = made(language)[path].content
    if path not in LONG:
        return content
    first, *sections = re.split(r"(?m)^(?=##+ )", content)
    headings = (section.partition("\n\n") for section in sections)
    return first + "".join(f"{heading}\n\n{below.partition(chr(10))[0]}\n\n" for heading, _, below in headings)


def readable(content: str) -> str:
    """Break long lines, and keep of a drawing what it says: shapes have tests of their own."""
    content = re.sub(r"(<svg class=\"seating\".*?)(?:<defs>.*?)?</svg>", drawing, content, flags=re.DOTALL)
    return re.sub(r"(</(?:li|tr|p|dd|dt|td|th)>)(?=<)", r"\1\n", content)


def drawing(found: re.Match[str]) -> str:
    said = re.findall(r"<(title|desc)[^>]*>(.*?)</\1>", found[0])
    shown = re.findall(r' data-[a-z]+="[^"]*"', found[0].partition(">")[0])
    return "\n".join((f"<svg{''.join(shown)}>", *(words for _, words in said), "</svg>"))


@pytest.mark.parametrize("path", golden(), ids=lambda path: path.relative_to(GOLDEN / "pages").as_posix())
def test_a_page_is_as_it_was(path: Path) -> None:
    assert path.is_file(), "run python -m tests.test_golden_pages"
    assert golden()[path] == path.read_text(encoding="utf-8"), "if this is meant: python -m tests.test_golden_pages"


def test_there_is_a_golden_page_of_every_kind_and_no_other() -> None:
    def kind(path: str) -> str:
        folder, _, name = path.rpartition("/")
        folder = "clause" if folder.split("/")[0] in ("pond", "puddle") else folder
        return f"{folder}/{'index' if name == 'index.md' else 'number' if name.endswith('.html') else 'page'}"

    kinds = {path if "/" not in path else kind(path) for path in made("en")}
    assert kinds == {path if "/" not in path else kind(path) for path in (*KINDS, *LONG, PYTHON)}
    there = {path for path in (GOLDEN / "pages").rglob("*") if path.is_file()}
    assert there == set(golden())


def test_a_clause_can_be_edited_where_the_repository_is_known() -> None:
    checked = check_folder(GOLDEN / "rules")
    edit = "https://code.example/edit/main/"
    (page,) = (p for p in pages(checked, Engine(checked.rulebook), "en", edit) if p.path == "pond/splashing.md")
    assert f'<a href="{edit}rules/texts/pond/pond.rules&#35;L21"' in page.content
    assert "pond.rules:21" in page.content and edit not in made("en")[page.path].content


if __name__ == "__main__":
    for file, content in golden().items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8")
    sys.stdout.write(f"{len(golden())} pages are up to date.\n")
