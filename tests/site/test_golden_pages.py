"""The pages of small rules are as somebody last read and approved them (``tests/golden_pages.py``)."""

import re
from itertools import chain
from pathlib import Path

import pytest

from emperor_rules.check.pipeline import check_folder
from emperor_rules.site.all_pages import page_groups
from emperor_rules.site.context import site_context
from tests.golden_pages import FILES, GOLDEN, KINDS, LONG, PYTHON, golden, made


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(GOLDEN / "pages").as_posix())
def test_a_page_is_as_it_was(path: Path) -> None:
    assert path.is_file(), "run python -m tests.golden_pages"
    assert golden(path) == path.read_text(encoding="utf-8"), "if this is meant: python -m tests.golden_pages"


def test_there_is_a_golden_page_of_every_kind_and_no_other() -> None:
    def kind(path: str) -> str:
        folder, _, name = path.rpartition("/")
        folder = "clause" if folder.split("/")[0] in ("pond", "puddle") else folder
        return f"{folder}/{'index' if name == 'index.md' else 'number' if name.endswith('.html') else 'page'}"

    kinds = {path if "/" not in path else kind(path) for path in made("en")}
    assert kinds == {path if "/" not in path else kind(path) for path in (*KINDS, *LONG, PYTHON)}
    there = {path for path in (GOLDEN / "pages").rglob("*") if path.is_file()}
    assert there == set(FILES)


def test_both_languages_have_the_same_pages_with_the_same_anchors() -> None:
    english, italian = made("en"), made("it")
    assert english.keys() == italian.keys()
    for path, page in english.items():
        anchors = [re.findall(r"\{: #(\S+)", one.content) for one in (page, italian[path])]
        assert anchors[0] == anchors[1]
        assert page.content != italian[path].content


def test_a_clause_can_be_edited_where_the_repository_is_known() -> None:
    checked = check_folder(GOLDEN / "rules")
    edit = "https://code.example/edit/main/"
    pages = chain.from_iterable(page_groups(site_context(checked, "en", edit)))
    (page,) = (p for p in pages if p.path == "pond/splashing.md")
    assert f'<a href="{edit}rules/texts/pond/pond.rules&#35;L21"' in page.content
    assert "pond.rules:21" in page.content and edit not in made("en")[page.path].content
