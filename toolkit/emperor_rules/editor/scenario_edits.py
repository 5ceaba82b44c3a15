"""Scenarios in an editor: what they answer now, one more scenario, and the clauses that decide a question filled in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from emperor_rules.api.questions import answer_requests
from emperor_rules.api.rules import Rules
from emperor_rules.check.witness import AnsweringEdition, answer_words, as_scenario
from emperor_rules.diagnostics import Diagnostic
from emperor_rules.editor.mentions import ReadBlock
from emperor_rules.edits import Fix, replacing
from emperor_rules.errors import EmperorError
from emperor_rules.evaluate.answers import Answer
from emperor_rules.evaluate.engine import Engine
from emperor_rules.frontend.scenarios import read_scenarios
from emperor_rules.language.formatter import layout
from emperor_rules.messages import Bilingual, Message, Names
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.scenarios import Expectation, Request, Scenario, Status, Witness, expectation_request
from emperor_rules.model.texts import Edition
from emperor_rules.source import SourceFile, Span


@dataclass(frozen=True, slots=True)
class AskedText:
    """A question of a scenario as one of its texts answers it."""

    text: str
    request: Request
    answer: Answer
    rules: Rules

    def words(self, *, cited: bool) -> Bilingual:
        """Return the answer in a few words, with the clauses that decide if they are wanted."""
        choices = self.rules.rulebook.vocabulary.predicates[self.request["ask"]].choices
        short = answer_words(self.answer, choices)
        clauses = ", ".join(citation.replace(":", " ") for citation in self.answer.clauses)
        return Message("{answer}, by {clauses}", answer=short, clauses=clauses) if cited and clauses else short

    def explained(self, language: str) -> str:
        """Return the answer with its reasons, as lines; why there is none where it cannot be asked."""
        try:
            answer = answer_requests(self.rules.engine, [self.request])
        except EmperorError as error:
            message = error.message
            return message.get(language) if isinstance(message, Message) else message
        return answer.explain(language, width=80)


def scenarios_of(read: ReadBlock, rules: Rules) -> tuple[Scenario, ...]:
    """Return the scenarios in a block, those that can be read."""
    source, book = read.parsed.source, rules.rulebook
    return read_scenarios(read.parsed.tree, source, book.vocabulary, book.texts)[0]


def asked_at(read: ReadBlock, line: int, rules: Rules) -> tuple[Scenario, Expectation] | None:
    """Return the question of a scenario that stands on a line of what was parsed, from 1."""
    for scenario in scenarios_of(read, rules):
        for expectation in scenario.expectations:
            if expectation.span.line <= line <= expectation.span.end_line:
                return scenario, expectation
    return None


def answers(scenario: Scenario, expectation: Expectation, rules: Rules) -> Iterator[AskedText]:
    """Yield what each text of a scenario answers to one of its questions."""
    for named in scenario.texts:
        if named.text in rules.rulebook.texts:
            request = expectation_request(scenario, expectation, named.text)
            yield AskedText(named.text, request, rules.engine.ask(request), rules)


def in_short(asked: Sequence[AskedText], *, cited: bool) -> Bilingual | None:
    """Return the answers of several texts in one line: once, where all are the same."""
    words = [each.words(cited=cited) for each in asked]
    if not words or len({each.get("en") for each in words}) == 1:
        return words[0] if words else None
    parts = (Message("{text}: {answer}", text=each.text, answer=said) for each, said in zip(asked, words, strict=True))
    return Names(parts, " · ")


#: What a scenario is called that was found by a search.
FOUND_TITLE = "{text}: {ask} {of}"


def witness_fix(finding: Diagnostic, folder: Path, rulebook: Rulebook, engine: Engine) -> Fix | None:
    """Return the fix that adds the scenario in which a finding of a search shows; ``None`` where there is none."""
    from emperor_rules.check.fixes import appended_scenario  # the server starts without what runs scenarios

    witness = finding.witness
    if witness is None or not finding.sides:
        return None
    request = cast("Witness", witness)
    answers: dict[Edition, Answer] = {}
    try:
        for text, on in finding.sides:
            edition = Edition(text, on)
            answers[edition] = AnsweringEdition(engine, edition).ask(request)
    except EmperorError:
        return None
    text = finding.sides[0][0]
    title = FOUND_TITLE.format(text=text, ask=request["ask"], of=" ".join(request["of"])).strip()
    scenario = as_scenario(request, answers, rulebook.vocabulary, title)
    scenario = layout(SourceFile("", scenario), rulebook.vocabulary.phrases)
    edit = appended_scenario(folder, rulebook, text, scenario)
    return Fix(Message("Add the scenario that shows it: {scenario}", scenario=title), (edit,), certain=False)


def answer_fixes(written: str, place: Span, asked: list[AskedText]) -> Iterator[Fix]:
    """Yield the fixes that write what texts answer to a question, and the clauses that decide, as all of them do.

    Args:
        written: The item as it stands.
        place: Where it stands.
        asked: The answers of the texts that are asked.
    """
    question = written.partition(":")[0].strip()
    answers = {str(each.words(cited=False)) for each in asked}
    invalid = any(each.answer.status is Status.INVALID for each in asked)
    if len(answers) != 1 or invalid or ":" not in written:
        return
    clauses = dict.fromkeys(citation.replace(":", " ") for each in asked for citation in each.answer.clauses)
    overridden = dict.fromkeys(citation.replace(":", " ") for each in asked for citation in each.answer.overridden)
    answer = answers.pop()
    by = f", by {', '.join(clauses)}" if clauses else ""
    over = f" over {', '.join(overridden)}" if overridden and " over " in written else ""
    new = f"{question}: {answer}{by}{over}"
    if " ".join(new.split()) != " ".join(written.split()):
        yield replacing(place, new, Message("Write what is answered, and the clauses that decide"), certain=False)
