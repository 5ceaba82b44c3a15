"""What the language cannot say is told as a limit of it, in whatever sentence it stands, and never as other words."""

import re

import pytest

from emperor_rules.frontend.vocabulary import read_vocabulary
from emperor_rules.language.parser import parse
from emperor_rules.language.slips import LIMITS, NOT_HELD, OR_LESS
from emperor_rules.source import SourceFile
from tests.support.shipped import rulebook

SENTENCES = (
    "p loses when the {word} of p is at most 10.",
    "t loses when some player of t has 10 {word}.",
    "p can attack q when the {word} of the team of p is 2 and q is next to p.",
    "the range of p is the {word} of q when p is a general.",
)


def helps(sentence: str) -> list[str]:
    file = SourceFile("x.rules", f'text x "X"\n\nclause 1 a\n  {sentence}\n')
    return [str(finding.help) for finding in parse(file, rulebook().vocabulary.phrases).findings]


@pytest.mark.parametrize("word", LIMITS)
@pytest.mark.parametrize("sentence", SENTENCES)
def test_a_limit_of_the_language_is_told_as_one(sentence: str, word: str) -> None:
    (help,) = helps(sentence.format(word=word))
    told = "declare in rules/vocabulary" if LIMITS[word] in NOT_HELD else "What the language cannot say"
    assert help.startswith(str(LIMITS[word])) and told in help


@pytest.mark.parametrize(
    "sentence",
    [
        "the starting life of p is the average of 20 and 30.",
        "p loses when the total range of the team of p is at most 3.",
        "p would lose when p is an emperor.",
        "p loses at the end of the turn.",
        "at the beginning of combat p loses.",
        "p loses when the team of p has 10 creatures altogether.",
    ],
)
def test_a_documented_limit_is_never_told_as_other_words(sentence: str) -> None:
    (help,) = helps(sentence)
    assert "What the language cannot say" in help and "Did you mean" not in help


def test_what_a_question_brings_along_can_be_said_once_it_is_declared() -> None:
    """As the message about it tells: a number of each player, under whatever words."""
    declared = 'given left-over\n  of p\n  en "the life of p"\n  it "la vita di p"\n  number\n  default 20\n'
    shipped = [source for name, source in rulebook().sources.items() if "/vocabulary/" in name]
    sources = [*shipped, SourceFile("own.rules", declared)]
    vocabulary, findings = read_vocabulary(sources)
    file = SourceFile("x.rules", f'text x "X"\n\nclause 1 a\n  {SENTENCES[0].format(word="life")}\n')
    assert not findings and not parse(file, vocabulary.phrases).findings


@pytest.mark.parametrize(("words", "quantifier"), OR_LESS.items())
@pytest.mark.parametrize("number", [2, 10])
def test_or_less_is_written_as_a_comparison(words: tuple[str, str], quantifier: str, number: int) -> None:
    (help,) = helps(f"p loses when the range of p is {number} {' '.join(words)}.")
    assert re.search(f"“{quantifier} {number}”", help)
