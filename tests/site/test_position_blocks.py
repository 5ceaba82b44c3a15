"""Positions in pages written by hand: asked anew at every build, refused where the rules say otherwise."""

import re
import xml.etree.ElementTree as ET
from functools import cache
from pathlib import Path

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort

from emperor_rules.messages import LANGUAGES, in_language
from emperor_rules.model.scenarios import Request
from emperor_rules.resources import site_folder
from emperor_rules.site.i18n import read_locale
from emperor_rules.site.mkdocs.position_blocks import KEYS, BlockError, fill_blocks
from emperor_rules.site.views.answer_view import AnswerRenderer
from tests.support.drawing_reader import disagreements
from tests.support.kings_and_pawns import Folder, clause, text
from tests.support.paths import REPOSITORY
from tests.support.sampling import sample_of
from tests.support.shipped import engine

SIX = "text: cr-809\nseats: g E g | g E g\n"


@cache
def asker(language: str) -> AnswerRenderer:
    return AnswerRenderer(engine(), read_locale(language))


def filled(inner: str, language: str = "en") -> tuple[str, tuple[BlockError, ...]]:
    return fill_blocks(f"Before.\n\n```position\n{inner}```\n\nAfter.\n", "guide/page.md", asker(language))


def test_a_block_becomes_a_drawing_and_answers() -> None:
    content, mistakes = filled(SIX + "left: A3\nask: may A2 attack B1?\nanswer: yes\n")
    assert mistakes == ()
    assert content.startswith("Before.\n") and content.endswith("After.\n") and "```" not in content
    (svg,) = re.findall(r"<svg class=.seating.*?</svg>", content)
    assert disagreements(ET.fromstring(svg), engine()) == []
    assert "Can A2 attack B1?" in content
    assert 'class="answer yes">yes</b>' in content
    assert "../cr-809/neighbours-only.html" in content
    figure = content[content.index("<figure") : content.index("</figure>")]
    assert "\n\n" not in figure, "Markdown would begin a paragraph there"


def test_a_block_speaks_the_language_of_its_page() -> None:
    content, mistakes = filled(SIX + "ask: may A2 attack B1?\nanswer: no\n", "it")
    assert mistakes == ()
    assert "A2 può attaccare B1?" in content


def test_several_questions_and_no_drawing() -> None:
    content, mistakes = filled(
        SIX + "show: nothing\nask: what is the range of A2?\nanswer: 2\n# a remark\n\n"
        "ask: in which order do the players play if A2 goes first?\nanswer: A2 A3 B1 B2 B3 A1\n"
        "ask: may A1 see the hand of B1?\n"
    )
    assert mistakes == ()
    assert content.count('class="asked"') == 3
    assert "<svg" not in content


def test_a_silent_text_can_be_expected_to_be_silent() -> None:
    inner = "text: early\nseats: g E g | g E g\nshow: nothing\nask: may A1 deploy a creature to A2?\nanswer: {}\n"
    assert filled(inner.format("silent"))[1] == ()
    assert filled(inner.format("no"))[1] == (
        BlockError(8, "the rules answer “silent”, not “no”: “may A1 deploy a creature to A2?”"),
    )


def test_fences_of_other_kinds_are_left_alone() -> None:
    for shown in (
        "````markdown\n```position\ntext: nothing\n```\n````\n",
        "```text\nposition\n```\n",
        "~~~\n```position\n~~~\n",
    ):
        assert fill_blocks(shown, "page.md", asker("en")) == (shown, ())


@pytest.mark.parametrize(
    ("inner", "line", "says"),
    [
        ("seats: g E g | g E g\n", 3, "a position needs a line “text: NAME”"),
        ("text: cr-809\n", 3, "a position needs a line “seats: g E g | g E g”"),
        ("text: cr-80\nseats: g E g | g E g\n", 4, "there is no text “cr-80”; did you mean “cr-809”?"),
        ("text: cr-809\nseats: g X g\n", 5, "“X” is no role: write E, g or l for each seat, a bar between teams"),
        (SIX + "seat: g\n", 6, "a position knows no “seat”; did you mean “seats”?"),
        (SIX + "seats: g\n", 6, "“seats” is said twice"),
        (SIX + "left:\n", 6, "“left” says nothing; write “left: A3, B1”"),
        (SIX + "left A3\n", 6, "a word, a colon and a value, as in “seats: g E g | g E g”"),
        (SIX + "left: Z9\n", 6, "“Z9” is nobody at this table (A1 to B3)"),
        (SIX + "left: A1\nof: A1\n", 7, "“A1” is nobody who plays here"),
        (SIX + "on: 2009-13-01\n", 6, "“2009-13-01” is no date: write YYYY-MM-DD"),
        (SIX + "show: rnage\n", 6, "there is no question “rnage”; did you mean “range”?"),
        (
            SIX + "answer: yes\n",
            6,
            "an answer stands below its question; write “ask: whose turn follows that of A2?” above it",
        ),
        (SIX + "ask: may A2 florb B1?\n", 6, "the nearest questions are: “can A2 attack B1?”"),
        (SIX + "on: 2020-01-01\nask: may A2 attack B1?\nanswer: yes\n", 8, "the rules answer “no”, not “yes”"),
        (SIX + "ask: may A2 attack B1?\nask: may A2 attack C1?\n", 7, "“C1” is nobody at this table"),
    ],
)
def test_a_mistake_is_reported_with_its_line_and_what_to_write(inner: str, line: int, says: str) -> None:
    content, mistakes = filled(inner)
    assert [mistake.line for mistake in mistakes] == [line]
    assert says in mistakes[0].message
    assert "```position" in content, "a wrong block stays as it is written"


@pytest.mark.parametrize(
    ("inner", "says"),
    [
        ("seats: g E g | g E g\n", "a una posizione serve una riga «text: NAME»"),
        (SIX + "seat: g\n", "una posizione non conosce «seat»; forse volevi dire «seats»?"),
        (SIX + "ask: may A2 attack B1?\nanswer: yes\n", "le regole rispondono «no», non «yes»: «may A2 attack B1?»"),
    ],
)
def test_the_author_of_an_italian_page_reads_mistakes_in_italian(inner: str, says: str) -> None:
    (mistake,) = filled(inner, "it")[1]
    assert in_language(mistake.message, "it") == says


@pytest.mark.parametrize("margin", ["  ", "    ", "\t", "> "])
def test_a_block_away_from_the_margin_is_a_mistake_rather_than_shown_as_written(margin: str) -> None:
    written = f"- A list:\n\n{margin}```position\n{margin}text: cr-809\n{margin}seats: g E g\n{margin}```\n"
    content, mistakes = fill_blocks(written, "page.md", asker("en"))
    assert content == written
    assert [(one.line, "left margin" in one.message) for one in mistakes] == [(3, True)]


def test_every_key_is_explained_to_contributors() -> None:
    guide = (REPOSITORY / "site" / "en" / "contributing" / "pages.md").read_text(encoding="utf-8")
    assert [key for key in KEYS if f"| `{key}: " not in guide] == []


def test_pages_of_both_languages_hold_positions() -> None:
    for language in LANGUAGES:
        source = (site_folder() / language / "about.md").read_text(encoding="utf-8")
        assert source.count("```position") == 5
        content, mistakes = fill_blocks(source, "about.md", asker(language))
        assert mistakes == () and content.count("<figure") == 5


BUILDS = [(True, "g X g", "en"), (False, "g X g", "it"), (True, "g E g", "en")]


@pytest.mark.parametrize(("strict", "seats", "language"), sample_of(BUILDS, 1))
def test_a_wrong_block_fails_a_strict_build(
    strict: bool, seats: str, language: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "about.md").write_text(
        f"---\ntitle: A page\n---\n\n# A page\n\n```position\ntext: tiny\nseats: g E g | {seats}\nshow: may-hit\n```\n",
        encoding="utf-8",
    )
    (tmp_path / "mkdocs.yml").write_text(
        f"INHERIT: {REPOSITORY / 'site' / 'settings.yml'}\nsite_name: Trial\ndocs_dir: pages\nsite_dir: out\n"
        f"strict: {str(strict).lower()}\nplugins:\n  emperor:\n    rules: small\n"
        f"    language: {language}\n",
        encoding="utf-8",
    )
    Folder(tmp_path / "small").write(tiny=text("tiny", clause("1", "p may hit q when p is a king.")))
    config = load_config(str(tmp_path / "mkdocs.yml"))
    right = seats == "g E g"
    if strict and not right:
        with pytest.raises(Abort):
            build(config)
    else:
        build(config)
        assert ('<svg class="seating' in (tmp_path / "out" / "about.html").read_text(encoding="utf-8")) == right
    said = {
        "en": "“X” is no role: write E or g for each seat, a bar between teams",
        "it": "«X» non è un ruolo: scrivi E o g per ogni posto, una barra fra le squadre",
    }
    assert (f"pages/about.md:9: {said[language]}" in caplog.text) != right


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "“Players” has no wording before 1 August 2005"),
        ("it", "«Giocatori» non ha una formulazione prima del 1º agosto 2005"),
    ],
)
def test_a_refusal_names_the_rulebook_and_the_day_in_the_words_of_the_page(language: str, words: str) -> None:
    request: Request = {
        "text": "cr-102",
        "seats": "g E g | g E g",
        "ask": "in-range",
        "of": ["A1", "A2"],
        "on": "1999-01-01",
    }
    shown = asker(language).question("scenarios/one.md", request, engine().ask(request), {})
    assert shown.message == words
