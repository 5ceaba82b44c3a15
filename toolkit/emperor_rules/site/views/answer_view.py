"""Questions and answers as a page shows them, with links to the clauses that decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from emperor_rules.check.scenario_runner import Outcome
from emperor_rules.drawing.templating import words
from emperor_rules.errors import RequestError
from emperor_rules.evaluate.engine import ANSWERED, INVALID, Answer, Engine
from emperor_rules.evaluate.proof_steps import Step, explained
from emperor_rules.evaluate.verbalise import ANSWER_WORDS, LETTER, fill, say_given
from emperor_rules.model.texts import Clause
from emperor_rules.model.vocabulary import Predicate
from emperor_rules.site.page import Link
from emperor_rules.site.permalinks import Permalinks, text_page


@dataclass(frozen=True, slots=True)
class Question:
    """A question asked of a text: in words, with the answer, its ``kind`` for the eye, and who decided it.

    ``text`` is the text asked, unless the page is about it; ``claims`` are the sides of a contradiction.
    """

    asked: str
    answer: str
    kind: str
    text: Link | None
    by: tuple[Link, ...]
    over: tuple[Link, ...]
    fine: bool
    message: str = ""
    why: tuple[ShownStep, ...] = ()
    claims: tuple[tuple[str, tuple[Link, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class ShownStep:
    """A step of a derivation: the clause in its words, whether it only failed to forbid, and what it rests on.

    A premise is its words, whether it is known, and the steps that lead to it.
    """

    clause: Link
    words: str
    met: bool
    premises: tuple[tuple[str, bool, tuple[ShownStep, ...]], ...]


@dataclass
class AnswerRenderer:
    """Turns requests with their answers into questions of a page in one language."""

    engine: Engine
    permalinks: Permalinks
    language: str
    cited: dict[tuple[str, str | None], Mapping[str, Clause]] = field(default_factory=dict)
    derived: dict[str, tuple[Step, ...]] = field(default_factory=dict)

    def question(self, of: str, outcome: Outcome, *, explain: bool = False) -> Question:
        """Show one outcome of a scenario on the page ``of``, with its derivation if so wanted."""
        given = dict(outcome.expectation.query.given)
        return self.shown(of, outcome.request, outcome.answer, given, fine=outcome.fine, explain=explain)

    def shown(
        self,
        of: str,
        request: Mapping[str, Any],
        answer: Answer,
        given: Mapping[str, object],
        *,
        fine: bool = True,
        explain: bool = False,
    ) -> Question:
        """Show a request with its answer on the page ``of``; only the facts of ``given`` are said with the question."""
        text = str(request["text"])
        relation = self.engine.rulebook.vocabulary.relations[str(request["ask"])]
        return Question(
            self.asked(relation, request.get("of") or (), given),
            self.answer(relation, answer),
            kind_of(answer),
            self.permalinks.to_text(of, text, self.language) if of != text_page(text) else None,
            self.links(of, request, answer.clauses),
            self.links(of, request, answer.overridden),
            fine,
            answer.message or "" if answer.status == INVALID else "",
            self.steps(of, request) if explain and answer.status != INVALID else (),
            tuple(
                (self.answer(relation, Answer(ANSWERED, value)), self.links(of, request, by))
                for value, by in answer.claims
            ),
        )

    def clauses(self, outcome: Outcome) -> tuple[Clause, ...]:
        """Give the clauses that decided an outcome."""
        known = self._known(outcome.request)
        return tuple(known[citation] for citation in outcome.answer.clauses if citation in known)

    def links(self, of: str, request: Mapping[str, Any], citations: Sequence[str]) -> tuple[Link, ...]:
        """Link to the clauses that an answer cites, by the numbers of its date."""
        known = self._known(request)
        found = []
        for citation in citations:
            if citation in known:
                label = citation.replace(":", " ", 1)
                link = self.permalinks.to_clause(of, known[citation], self.language, label)
                found.append(Link(link.href, label))
        return tuple(found)

    def _known(self, request: Mapping[str, Any]) -> Mapping[str, Clause]:
        key = (str(request["text"]), request.get("on"))
        if key not in self.cited:
            try:
                resolved = self.engine.program(*key).resolved
                self.cited[key] = {standing.citation: standing.clause for standing in resolved.clauses}
            except RequestError:
                self.cited[key] = {}
        return self.cited[key]

    def steps(self, of: str, request: Mapping[str, Any]) -> tuple[ShownStep, ...]:
        """Derive an answer, on the page ``of``."""
        key = repr(sorted(request.items()))
        if key not in self.derived:
            self.derived[key] = explained(self.engine, request, self.language)
        return self._steps(of, request, self.derived[key])

    def _steps(self, of: str, request: Mapping[str, Any], steps: Sequence[Step]) -> tuple[ShownStep, ...]:
        known, on = self._known(request), request.get("on")
        return tuple(
            ShownStep(
                self.links(of, request, (step.citation,))[0],
                known[step.citation].words(self.language, on) or known[step.citation].words(self.language),
                step.met,
                tuple((p.words, p.known, self._steps(of, request, p.steps)) for p in step.premises),
            )
            for step in steps
        )

    def asked(self, relation: Predicate, of: Sequence[str], given: Mapping[str, object]) -> str:
        """Say a question as a sentence, with the given facts in brackets."""
        team = words(self.language)["answer_team"]
        names = [
            team.format(name=name) if sort == "team" else name
            for name, (_, sort) in zip(of, relation.params, strict=True)
        ]
        asked = fill(relation.ask.get(self.language), [letter for letter, _ in relation.params], names)
        told = "; ".join(self.given(key, value) for key, value in given.items())
        return f"{asked[:1].upper()}{asked[1:]}" + (f" ({told})" if told else "")

    def given(self, key: str, value: object) -> str:
        """Say a given fact; where it is told of several players, one sentence names them all."""
        if isinstance(value, list):
            phrase = self.engine.rulebook.vocabulary.givens[key].phrase.get(self.language)
            letter = LETTER.search(phrase)
            names = ", ".join(map(str, value)) or words(self.language)["answer_nobody"]
            return fill(phrase, [letter.group()], [names]) if letter else f"{phrase}: {names}"
        return say_given(self.engine.rulebook.vocabulary, key, value, self.language)

    def answer(self, relation: Predicate, answer: Answer) -> str:
        """Say an answer in a word or two."""
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


def kind_of(answer: Answer) -> str:
    """Tell what an answer is to the eye: yes, no, or its status."""
    if answer.status == ANSWERED and isinstance(answer.answer, bool):
        return "yes" if answer.answer else "no"
    return answer.status
