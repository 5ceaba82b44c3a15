"""The words of the site in both languages, text made safe for pages, and how one page links to another."""

import re
from html import unescape

import pytest

from emperor_rules.evaluate.verbalise import ANSWER_WORDS
from emperor_rules.messages import LANGUAGES
from emperor_rules.resources import site_folder
from emperor_rules.site.i18n import read_locale
from emperor_rules.site.page import href
from emperor_rules.site.pages.live_table import PREFIX
from emperor_rules.templates import as_text
from tests.support.hostile_rules import HOSTILE
from tests.support.paths import PACKAGE, RULES


def test_every_word_of_the_site_is_there_in_both_languages() -> None:
    english, italian = (read_locale(language).strings for language in LANGUAGES)
    assert english.keys() == italian.keys()
    assert all(said.strip() for said in (*english.values(), *italian.values()))
    for name, said in english.items():
        assert sorted(re.findall(r"\{\w+\}", said)) == sorted(re.findall(r"\{\w+\}", italian[name])), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_guide_explains_signs_that_the_pages_bear(language: str) -> None:
    """What stands in bold with a capital, between quotation marks, or as an answer, is a word of the site."""
    guide = (site_folder() / language / "about.md").read_text(encoding="utf-8").partition("```")[0]
    known = {said.casefold() for said in read_locale(language).strings.values()}
    known |= {words.get(language).casefold() for words in ANSWER_WORDS.values()}
    bold = [label for label in re.findall(r"\*\*(.+?)\*\*", guide) if label[0].isupper()]
    buttons = re.findall(r"[“«](.+?)[”»]", guide)
    answers = re.findall(r"^(\w.+)\n: ", guide, re.MULTILINE)
    assert len(bold) > 2 and len(answers) > 3 and buttons
    for label in (*bold, *buttons, *answers[1:]):
        assert any(said.startswith(label.casefold()) for said in known), label


def test_every_word_of_the_site_is_used() -> None:
    files = [
        *(site_folder() / "templates").iterdir(),
        *(site_folder() / "overrides").rglob("*"),
        *(PACKAGE / "site").rglob("*.py"),
    ]
    used = "".join(path.read_text(encoding="utf-8") for path in files if path.is_file())
    scripts = "".join(path.read_text(encoding="utf-8") for path in (site_folder() / "scripts" / "table").rglob("*.js"))

    def is_used(name: str) -> bool:
        in_script = name.removeprefix(PREFIX)
        if in_script != name and re.search(rf"strings\.{in_script}\b|[\"'`]{in_script}[\"'`]", scripts):
            return True
        return re.search(rf"\b{name}\b", used) is not None

    by_data = (
        "topics_",
        "editions_",
        "history_",
        "answer_m",
        "answer_by",
        "answer_over",
        "ruling_",
        "text_language_",
        "text_translates",
        "text_summarises",
        "text_varies",
        "differences_pair_",
    )
    by_script = ("live_error_", "live_somebody_")
    unused = [
        name for name in read_locale("en").strings if not name.startswith((*by_data, *by_script)) and not is_used(name)
    ]
    assert unused == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_file_of_scenarios_is_called_by_its_topic(language: str) -> None:
    topics = {name.removeprefix("topics_") for name in read_locale(language).strings if name.startswith("topics_")}
    assert {path.stem for path in (RULES / "scenarios").glob("*.rules")} == topics


def test_href() -> None:
    assert href("index.md", "texts/a.md") == "texts/a.html"
    assert href("texts/a.md", "index.md") == "../index.html"
    assert href("texts/a.md", "texts/a.md", "x") == "#x"
    assert href("texts/a.md", "scenarios/b.md", "809.3c@2005") == "../scenarios/b.html#809.3c%402005"


def test_as_text() -> None:
    assert unescape(as_text(HOSTILE)) == HOSTILE
    assert as_text(as_text("<b>")) == as_text("<b>")
    assert "<" not in as_text("<") and "*" not in as_text("*")
