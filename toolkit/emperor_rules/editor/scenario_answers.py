"""What the texts answer now to the questions of the scenarios in a block, whatever the scenarios expect."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from emperor_rules.api.question_answering import answer_requests
from emperor_rules.api.rules import Rules
from emperor_rules.check.witness import answer_words
from emperor_rules.editor.mentions import ReadBlock
from emperor_rules.errors import EmperorError
from emperor_rules.evaluate.answers import Answer
from emperor_rules.frontend.scenarios import read_scenarios
from emperor_rules.messages import Bilingual, Message, Names
from emperor_rules.model.scenarios import Expectation, Request, Scenario, expectation_request


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
