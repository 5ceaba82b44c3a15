"""``emperor try``: lines that are piped in are obeyed, in both languages, and nothing that is typed ends it."""

from __future__ import annotations

import pytest

import emperor_rules as er
from emperor_rules.cli.commands.try_ import PROMPT_WORDS, PromptState, completer
from emperor_rules.cli.locale import speaking
from tests.support.command_line import run
from tests.support.paths import TEXTS
from tests.support.sampling import brief_of
from tests.support.shipped import engine, rulebook
from tests.support.tables import SIX


def typed(*lines: str, language: str = "en") -> str:
    ran = run("try", "cr-809", "--lang", language, stdin="\n".join(lines).encode())
    assert ran.exit_code == 0
    return ran.stdout


def test_a_table_is_seated_and_asked() -> None:
    printed = typed(
        "can A2 attack B1?", "left A3", "can A2 attack B1?", "reset", "can A2 attack B1?", "quit", "never read"
    )
    assert printed.index("No: A2") < printed.index("Yes: A2") < printed.rindex("No: A2")
    assert "never read" not in printed


@pytest.mark.parametrize("text", brief_of(TEXTS, 6))
def test_without_seats_a_table_of_the_text_is_seated(text: str) -> None:
    """Also of one that is chosen later, until seats are."""
    shown = [line.split("  ")[1] for line in typed("show", f"text {text}", "seats o o", f"text {text}").splitlines()]
    assert shown[0] == SIX and shown[2:] == ["o o", "o o"]
    requirement = next(r.id for r in rulebook().vocabulary.predicates.values() if r.requirement)
    if engine().program(text, None).resolved.by_predicate.get(requirement):
        assert engine().ask({"text": text, "seats": shown[1], "ask": requirement, "of": []}).answer is not False


def test_italian_words_do_the_same() -> None:
    printed = typed("usciti A3", "può A2 attaccare B1?", "aiuto", "fine", language="it")
    assert "Sì: A2 può attaccare B1." in printed and "oppure Ctrl-D" in printed


@pytest.mark.parametrize(
    "line",
    [
        "left Z9",
        "given x",
        "given phase=never",
        "on never",
        "text nothing",
        "seats ???",
        "?",
        "why-not",
        "\x00",
        "seats",
    ],
)
def test_nothing_that_is_typed_ends_it(line: str) -> None:
    assert typed(line, "what is the range of A2?", "reset", "seats g E g | g E g", "what is the range of A2?").rstrip()


@pytest.mark.parametrize("language", ["en", "it"])
def test_lines_are_completed_with_words_and_questions_that_are_understood(language: str) -> None:
    with speaking(language):
        table = PromptState(er.load(), "cr-809", "g E g | g E g")
        candidates = table.completions()
    complete = completer(candidates)
    for words in PROMPT_WORDS.values():
        assert complete(words[language == "it"][:-1], 0)
    assert complete("zzz", 0) is None
    questions = [candidate for candidate in candidates if candidate.endswith("?")]
    assert len(questions) > 10 and complete(questions[0][:6], 0)
