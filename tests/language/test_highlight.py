"""Highlighting: every token that the parser reads is shown by the class of its terminal, and no letter is lost."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name, get_lexer_for_filename
from pygments.token import STANDARD_TYPES, Comment, Keyword, Name, Number, String, Text, Whitespace

from emperor_rules.language.blocks import ITEM_WORDS
from emperor_rules.language.highlight import MEANT, RulesLexer, class_of
from emperor_rules.language.lexer import SIGN_WORDS, lex
from emperor_rules.language.phrases import ANSWER_TERMINALS, STRUCTURE
from emperor_rules.language.scanner import STRETCH
from emperor_rules.model.texts import spaced
from emperor_rules.resources import grammar_path, shipped_rules
from emperor_rules.source import SourceFile
from tests.support.layouts import phrases
from tests.support.sampling import number_of_examples, sample_of

RULES = shipped_rules()
FILES = sorted(RULES.rglob("*.rules"))

Shown = list[tuple[object, str]]


def shown(text: str, **options: object) -> Shown:
    """Classes and words, spaces left away."""
    return [(kind, word) for kind, word in RulesLexer(**options).get_tokens(text) if word.strip()]


def with_vocabulary(text: str, **options: object) -> Shown:
    return shown(text, phrases=phrases(), **options)


def test_the_table_covers_every_terminal_of_the_grammar() -> None:
    declarations = re.findall(r"^%declare (.+)$", grammar_path().read_text(encoding="utf-8"), re.MULTILINE)
    declared = [name for line in declarations for name in line.split()]
    assert len(declared) > 80
    assert set(MEANT) - {"WORD", "SPACE", "COMMENT", "sign"} <= set(declared)
    items = {word.upper() for words in (*ITEM_WORDS.values(), *SIGN_WORDS.values()) for word in words}
    keywords = {*STRUCTURE.values(), *ANSWER_TERMINALS.values(), *items, "KEYWORD", "PART", "BY", "OVER", "NOTHING"}
    assert set(declared) - set(MEANT) <= keywords, "what is no word of the language itself has a class of its own"


def test_what_stands_between_words_is_plain() -> None:
    assert {class_of(kind) for kind, _ in spaced([("SOME", "some"), ("WORD", "odd")])} == {
        Keyword,
        Text.Whitespace,
        Text,
    }


def test_the_table_covers_every_sign_between_tokens() -> None:
    assert {*STRETCH.groupindex} <= set(MEANT)


def test_every_class_has_a_style() -> None:
    assert set(MEANT.values()) <= set(STANDARD_TYPES)


@pytest.mark.parametrize("path", sample_of(FILES, 20), ids=lambda path: path.relative_to(RULES).as_posix())
def test_a_shipped_file_is_shown_as_it_is_read(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    stretches = list(RulesLexer(phrases=phrases()).get_tokens_unprocessed(text))
    assert "".join(word for _, _, word in stretches) == text
    classes = {at + n: kind for at, kind, word in stretches for n in range(len(word))}
    covered: set[int] = set()
    for item in lex(SourceFile("", text), phrases()).items:
        for token in item.tokens:
            places = set(range(token.start, token.end))
            assert {classes[at] for at in places} <= {class_of(token.type)}, f"{token.type} {token}"
            assert not places & covered
            covered |= places
    plain = {kind for at, kind in classes.items() if at not in covered}
    assert plain <= {Whitespace, Comment.Single}, "every word of a shipped file is part of a token"


@pytest.mark.parametrize("path", FILES[::5], ids=lambda path: path.relative_to(RULES).as_posix())
def test_without_a_vocabulary_words_are_plain_and_none_is_lost(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "".join(word for _, word in RulesLexer().get_tokens(text)) == text
    heads = [line.split()[0] for line in text.splitlines() if line and line[0] not in " #"]
    assert [word for kind, word in shown(text) if kind is Keyword.Declaration] == heads


def test_a_sentence_alone_is_shown_like_one_in_its_clause() -> None:
    """These are the tokens of the sentence, phrases of the vocabulary whole, each with its terminal’s class."""
    assert with_vocabulary("since 2009-07-08: p may attack q when the range of p is at least 2.  # so") == [
        (Keyword, "since"),
        (class_of("DATE"), "2009-07-08"),
        (class_of("COLON"), ":"),
        (Name.Variable, "p"),
        (Name.Function, "may attack"),
        (Name.Variable, "q"),
        (Keyword, "when"),
        (Name.Property, "the range of"),
        (Name.Variable, "p"),
        (class_of("COMPARE"), "is at least"),
        (Number.Integer, "2"),
        (class_of("STOP"), "."),
        (Comment.Single, "# so"),
    ]


def test_without_a_vocabulary_the_language_itself_is_shown() -> None:
    """No phrase is known, so only words, signs, numbers and strings of the grammar have a class."""
    assert shown('p may attack q when the 2 of "them" are at most 5.') == [
        (Text, "p"),
        (Text, "may"),
        (Text, "attack"),
        (Text, "q"),
        (Keyword, "when"),
        (Text, "the"),
        (Number.Integer, "2"),
        (Text, "of"),
        (String.Double, '"them"'),
        (class_of("COMPARE"), "are at most"),
        (Number.Integer, "5"),
        (class_of("STOP"), "."),
    ]


def test_questions_of_a_scenario_are_shown_too() -> None:
    said = with_vocabulary("given phase combat\nA2 may attack B1: no, by at least cr-1 1.2 (one)", part_of="scenario")
    assert (Keyword, "given") in said
    assert (Name.Entity, "A2") in said
    assert (Keyword, "at least") in said
    assert (Name.Label, "1.2") in said


def test_a_comment_inside_a_phrase_stays_a_comment() -> None:
    assert with_vocabulary("p may # can\n    attack q.")[1:4] == [
        (Name.Function, "may"),
        (Comment.Single, "# can"),
        (Name.Function, "attack"),
    ]


def test_roles_and_seats_look_alike() -> None:
    assert (Name.Class, "general") in with_vocabulary("p wins when some general wins.")
    assert (Name.Class, "g") in with_vocabulary('scenario "x"\n  seats g | g')


def test_a_block_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="part"):
        RulesLexer(part_of="part")


def test_pygments_knows_the_lexer_as_a_class_with_a_name() -> None:
    assert RulesLexer.aliases == ["emperor-rules"]
    assert RulesLexer.filenames == ["*.rules"]
    html = highlight("p wins.", RulesLexer(phrases=phrases()), HtmlFormatter(nowrap=True))
    assert '<span class="nf">wins</span>' in html


def test_pygments_finds_the_lexer_by_its_entry_point() -> None:
    assert type(get_lexer_by_name("emperor-rules")).__name__ == "RulesLexer"
    assert type(get_lexer_for_filename("a.rules")).__name__ == "RulesLexer"


WORDS = [
    "p",
    "q",
    "A1",
    "when",
    "only when",
    "may attack",
    "the range of",
    "is at least",
    "5",
    "2009-01-01",
    '"',
    '"x"',
    "clause 1",
    "scenario",
    "text",
    "en",
    "by at least",
    "(",
    ")",
    ".",
    ",",
    ":",
    "|",
    "#",
    "%",
    "\n",
    "\n  ",
    "\n    ",
    "\n\t",
    "\u00a0",
    "team A",
]


@settings(max_examples=number_of_examples(60, 200), deadline=None)
@given(st.lists(st.sampled_from(WORDS) | st.text(max_size=4)).map(" ".join), st.booleans())
def test_no_letter_of_any_text_is_lost(text: str, with_phrases: bool) -> None:
    options: dict[str, object] = {"phrases": phrases()} if with_phrases else {}
    stretches = list(RulesLexer(**options).get_tokens_unprocessed(text))
    assert "".join(word for _, _, word in stretches) == text
    at = 0
    for place, _, word in stretches:
        assert place == at
        assert word
        at += len(word)
