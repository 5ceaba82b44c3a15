"""One page of each kind as it was when somebody last looked at it, made from the small rules in ``golden/rules``.

``python -m tests.golden_pages`` writes them anew. Read the difference before you commit it.
"""

import re
import sys
from functools import cache
from pathlib import Path

from emperor_rules.check.pipeline import check_folder
from emperor_rules.limits import Bounds
from emperor_rules.site.all_pages import page_groups
from emperor_rules.site.context import site_context
from emperor_rules.site.page import Page
from tests.support.paths import TESTS

GOLDEN = TESTS / "golden"
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
    "table/index.md",
)
ITALIAN = ("index.md", "pond/splashing.md")
#: These show the whole grammar, every code and a part of the guide, and tests/site/test_page_kinds.py holds them against those. Here they
#: are no more than what leads in, and every heading with the first line below it.
LONG = ("contributing/language.md", "contributing/checks.md", "contributing/adding.md")
#: This page says what docstrings say: tests/site/test_python_interface.py holds it against them.
PYTHON = "contributing/python.md"


@cache
def made(language: str) -> dict[str, Page]:
    """Make all pages of a language, by path."""
    checked = check_folder(GOLDEN / "rules", search=Bounds())
    assert not checked.diagnostics or {finding.severity for finding in checked.diagnostics} == {"declared"}
    return {page.path: page for group in page_groups(site_context(checked, language)) for page in group}


#: Every golden file, by language and path of its page.
FILES = {
    GOLDEN / "pages" / language / path: (language, path)
    for language, paths in (("en", (*KINDS, *LONG)), ("it", ITALIAN))
    for path in paths
}


def golden(file: Path) -> str:
    """Return what a golden file must hold: drawings and long lines broken so that a difference can be read."""
    return readable(shown(*FILES[file]))


def shown(language: str, path: str) -> str:
    """Return what is kept of a page: all of it, but of a long one its headings with the first line below each."""
    content = made(language)[path].content
    if path not in LONG:
        return content
    first, *sections = re.split(r"(?m)^(?=##+ )", content)
    headings = (section.partition("\n\n") for section in sections)
    return first + "".join(f"{heading}\n\n{below.partition(chr(10))[0]}\n\n" for heading, _, below in headings)


def readable(content: str) -> str:
    """Break long lines, and keep of a drawing what it says: shapes have tests of their own."""
    content = re.sub(r"<svg class=\"seating.*?</svg>", drawing, content, flags=re.DOTALL)
    return re.sub(r"(</(?:li|tr|p|dd|dt|td|th)>)(?=<)", r"\1\n", content)


def drawing(svg: re.Match[str]) -> str:
    """Return what a drawing says in words."""
    said = re.findall(r"<(title|desc)[^>]*>(.*?)</\1>", svg[0])
    shown = re.findall(r' data-[a-z]+="[^"]*"', svg[0].partition(">")[0])
    return "\n".join((f"<svg{''.join(shown)}>", *(words for _, words in said), "</svg>"))


if __name__ == "__main__":
    for file in FILES:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(golden(file), encoding="utf-8")
    sys.stdout.write(f"{len(FILES)} pages are up to date.\n")
