"""Questions and answers as a page shows them, with links to the clauses that decided."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from emperor_rules.check.scenarios import Outcome
from emperor_rules.draw.templates import words
from emperor_rules.evaluate.questions import ANSWERED, Answer, Answerer
from emperor_rules.evaluate.requests import Wrong
from emperor_rules.evaluate.saying import ANSWER_WORDS, LETTER, fill, say_given
from emperor_rules.model.texts import Clause
from emperor_rules.model.vocabulary import Relation
from emperor_rules.pages.page import Link
from emperor_rules.pages.permalinks import Permalinks, text_page


@dataclass(frozen=True, slots=True)
class Question:
    """A question asked of a text: in words, with the answer, its ``kind`` for the eye, and who decided it.

    ``text`` is the text asked, unless the page is about it.
    """

    asked: str
    answer: str
    kind: str
    text: Link | None
    by: tuple[Link, ...]
    over: tuple[Link, ...]
    fine: bool
    message: str = ""


@dataclass
class Asker:
    """Turns outcomes of scenarios into questions of a page in one language."""

    answerer: Answerer
    permalinks: Permalinks
    language: str
    cited: dict[tuple[str, str | None], Mapping[str, Clause]] = field(default_factory=dict)

    def question(self, of: str, outcome: Outcome) -> Question:
        """Show one outcome on the page ``of``."""
        answer = outcome.answer
        relation = self.answerer.rulebook.vocabulary.relations[outcome.expectation.query.ask]
        return Question(
            self._asked(outcome, relation),
            self._answer(relation, answer),
            _kind(answer),
            self.permalinks.to_text(of, outcome.text, self.language) if of != text_page(outcome.text) else None,
            self._links(of, outcome, answer.clauses),
            self._links(of, outcome, answer.overridden),
            outcome.fine,
            answer.message or "",
        )

    def clauses(self, outcome: Outcome) -> tuple[Clause, ...]:
        """Give the clauses that decided an outcome."""
        known = self._known(outcome)
        return tuple(known[citation] for citation in outcome.answer.clauses if citation in known)

    def _links(self, of: str, outcome: Outcome, citations: tuple[str, ...]) -> tuple[Link, ...]:
        known = self._known(outcome)
        found = []
        for citation in citations:
            label = citation.replace(":", " ", 1)
            if citation in known:
                link = self.permalinks.to_clause(of, known[citation], self.language, label)
                found.append(Link(link.href, label))
        return tuple(found)

    def _known(self, outcome: Outcome) -> Mapping[str, Clause]:
        key = (outcome.text, outcome.scenario.on)
        if key not in self.cited:
            try:
                resolved = self.answerer.program(*key).resolved
                self.cited[key] = {standing.citation: standing.clause for standing in resolved.clauses}
            except Wrong:
                self.cited[key] = {}
        return self.cited[key]

    def _asked(self, outcome: Outcome, relation: Relation) -> str:
        query = outcome.expectation.query
        team = words(self.language)["answer_team"]
        names = [
            team.format(name=name) if sort == "team" else name
            for name, (_, sort) in zip(query.of, relation.params, strict=True)
        ]
        asked = fill(relation.ask.get(self.language), [letter for letter, _ in relation.params], names)
        given = "; ".join(self.given(key, value) for key, value in query.given)
        return f"{asked[:1].upper()}{asked[1:]}" + (f" ({given})" if given else "")

    def given(self, key: str, value: object) -> str:
        """Say a given fact; where it is told of several players, one sentence names them all."""
        if isinstance(value, list):
            phrase = self.answerer.rulebook.vocabulary.givens[key].phrase.get(self.language)
            letter = LETTER.search(phrase)
            names = ", ".join(map(str, value)) or words(self.language)["answer_nobody"]
            return fill(phrase, [letter.group()], [names]) if letter else f"{phrase}: {names}"
        return say_given(self.answerer.rulebook.vocabulary, key, value, self.language)

    def _answer(self, relation: Relation, answer: Answer) -> str:
        value = answer.answer
        if answer.status != ANSWERED:
            return ANSWER_WORDS[answer.status].get(self.language).lower()
        if isinstance(value, bool):
            return ANSWER_WORDS["yes" if value else "no"].get(self.language).lower()
        if isinstance(value, list):
            return " ".join(map(str, value))
        if value is None:
            return words(self.language)["answer_nobody"]
        choice = dict(relation.choices).get(str(value))
        return choice.get(self.language) if choice is not None else str(value)


def _kind(answer: Answer) -> str:
    if answer.status == ANSWERED and isinstance(answer.answer, bool):
        return "yes" if answer.answer else "no"
    return answer.status
