"""Questions and answers as a page shows them, with links to the clauses that decided."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from emperor_rules.api.live_table import live_state
from emperor_rules.check.scenario_runner import Outcome
from emperor_rules.evaluate.derivation import Derivation, derivation
from emperor_rules.evaluate.engine import ANSWERED, INVALID, Answer, Engine, Status
from emperor_rules.evaluate.explain import Explainer
from emperor_rules.evaluate.verbalise import ANSWER_WORDS, FactWords, fill, say_given, say_listed
from emperor_rules.messages import Message
from emperor_rules.model.scenarios import Request, TableRequest, Witness
from emperor_rules.model.texts import Clause
from emperor_rules.model.vocabulary import GivenFact, GivenKind, Predicate, Vocabulary
from emperor_rules.site.i18n import Locale
from emperor_rules.site.page import Link, href
from emperor_rules.site.permalinks import LIVE_TABLE, Permalinks, is_about
from emperor_rules.site.texts import arrange_texts, resolved_text
from emperor_rules.site.views.figures import TableShape, example_seatings, say_seats, tables_allowed

ISO_DATE = re.compile(r"\d{4}-\d\d-\d\d")


class AnswerKind(StrEnum):
    """What an answer is, as pages style it: yes, no, a value or the status of none."""

    YES = "yes"
    NO = "no"
    VALUE = Status.ANSWERED
    SILENT = Status.SILENT
    CONTRADICTED = Status.CONTRADICTED
    INVALID = Status.INVALID


@dataclass(frozen=True, slots=True)
class Question:
    """A question asked of a text: in words, with the answer, its ``kind`` for styles, and who decided it.

    ``text`` is the text asked, unless the page is about it; ``claims`` are the sides of a contradiction, ``ignored``
    the given facts that were not considered, in words.
    """

    asked: str
    answer: str
    kind: AnswerKind
    text: Link | None
    by: tuple[Link, ...]
    over: tuple[Link, ...]
    fine: bool
    message: str = ""
    claims: tuple[tuple[str, tuple[Link, ...]], ...] = ()
    ignored: tuple[str, ...] = ()


@dataclass
class AnswerRenderer:
    """Turns requests with their answers into questions of a page in one language.

    ``standalone`` are the rulebooks, ``parts`` the texts that they are built of. ``cited`` holds the clauses of each
    text and date by citation, ``derived`` derivations by request.
    """

    engine: Engine
    locale: Locale
    cited: dict[tuple[str, str | None], Mapping[str, Clause]] = field(init=False, default_factory=dict)
    derived: dict[str, tuple[Derivation, FactWords]] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        """Assign the addresses of all clauses, and arrange the texts."""
        self.language, self.rulebook = self.locale.language, self.engine.rulebook
        self.vocabulary = self.rulebook.vocabulary
        self.permalinks = Permalinks(self.rulebook, self.language)
        self.standalone, self.parts = arrange_texts(self.rulebook)

    @cached_property
    def _usual_seats(self) -> frozenset[str]:
        """For each size the seats that the first text which plays it has drawn."""
        usual: dict[TableShape, str] = {}
        for text in self.standalone:
            usual = example_seatings(self.engine, text.id) | usual
        return frozenset(usual.values())

    def seats(self, seats: str) -> str:
        """Return the seats of a table in words."""
        return say_seats(seats, self._usual_seats, self.vocabulary, self.locale.language)

    @cached_property
    def live_texts(self) -> frozenset[str]:
        """The ids of the texts that the live table offers; none where no text allows a table."""
        allowing = any(tables_allowed(self.engine, text.id) for text in self.standalone)
        return frozenset(text.id for text in self.standalone if allowing)

    def live(self, path: str, request: TableRequest) -> str:
        """Return the address of a request at the live table, seen from ``path``; empty where its text is not there."""
        return live_address(path, request) if request["text"] in self.live_texts else ""

    def alone(self, id: str) -> str:
        """Return in words that a text is only a part, which other texts narrow; nothing where it is a whole."""
        text = next((part for part in self.parts if part.id == id), None)
        if text is None:
            return ""
        number = text.numbered[-1][0] if text.numbered else ""
        section = self.locale["scenarios_section"].format(number=number) if number else text.titles.get(self.language)
        return self.locale["scenarios_alone"].format(part=section)

    def outcome(self, path: str, outcome: Outcome) -> Question:
        """Return one outcome of a scenario on the page ``path``."""
        given = dict(outcome.expectation.query.given)
        return self.question(path, outcome.request, outcome.answer, given, fine=outcome.fine)

    def question(
        self, path: str, request: Request, answer: Answer, given: Mapping[str, object], *, fine: bool = True
    ) -> Question:
        """Return a request with its answer for the page ``path``; the question names only the facts of ``given``."""
        text = request["text"]
        predicate = self.vocabulary.predicates[request["ask"]]
        return Question(
            self.question_words(predicate, request.get("of") or (), given),
            self.answer_words(predicate, answer),
            answer_kind(answer),
            None if is_about(path, text) else self.permalinks.to_text(path, text),
            self.links(path, request, answer.clauses),
            self.links(path, request, answer.overridden),
            fine,
            self._refusal(answer) if answer.status == INVALID and answer.message else "",
            tuple(
                (self.answer_words(predicate, Answer(ANSWERED, value)), self.links(path, request, by))
                for value, by in answer.claims
            ),
            self.given_words({key: request["given"][key] for key in answer.ignored}),
        )

    def _refusal(self, answer: Answer) -> str:
        """Return why a question makes no sense: texts by their titles, days and what it lacks in words."""
        if answer.missing:
            lacks = undecided(self.vocabulary, self.vocabulary.givens[answer.missing], self.locale)
            return self.locale["answer_lacks"].format(fact=lacks)
        message = answer.message
        if not isinstance(message, Message):
            return message or ""
        arguments = {name: self._in_words(value) for name, value in message.arguments.items()}
        return self.locale.elided(Message(message.template, **arguments).get(self.language))

    def _in_words(self, value: object) -> object:
        text = self.rulebook.texts.get(value) if isinstance(value, str) else None
        if text is not None:
            return self.locale["text_quoted"].format(title=text.titles.get(self.language))
        return self.locale.date(value) if isinstance(value, str) and ISO_DATE.fullmatch(value) else value

    def clauses(self, outcome: Outcome) -> tuple[Clause, ...]:
        """Return the clauses that decided an outcome."""
        by_citation = self._by_citation(outcome.request)
        return tuple(by_citation[citation] for citation in outcome.answer.clauses if citation in by_citation)

    def links(self, path: str, request: TableRequest, citations: Sequence[str]) -> tuple[Link, ...]:
        """Return links to the clauses that an answer cites by the numbers of its date, those of its text first."""
        by_citation, text = self._by_citation(request), request["text"]
        return tuple(
            Link(self.permalinks.to_clause(path, clause).href, self._label(citation, clause, text))
            for citation in sorted(dict.fromkeys(citations), key=lambda citation: not citation.startswith(f"{text}:"))
            if (clause := by_citation.get(citation)) is not None
        )

    def _label(self, citation: str, clause: Clause, text: str) -> str:
        """Return a citation as people read it: the number of its date, or its name; the text is named if need be.

        Of the text ``asked`` the page tells the name anyhow.
        """
        number = citation.partition(":")[2]
        label = clause.label(self.language) if number == clause.slug else number
        return label if clause.text == text else self.permalinks.cite(clause, label)

    def _by_citation(self, request: TableRequest) -> Mapping[str, Clause]:
        key = (request["text"], request.get("on"))
        if key not in self.cited:
            resolved = resolved_text(self.engine, *key)
            clauses = () if resolved is None else resolved.clauses
            self.cited[key] = {in_force.citation: in_force.clause for in_force in clauses}
        return self.cited[key]

    def derivation(self, request: Request) -> tuple[Derivation, FactWords]:
        """Return the steps to an answer and the clauses that might have led there, and what says their facts."""
        key = repr(sorted(request.items()))
        if key not in self.derived:
            query = self.engine.prepare(request)
            reasons = derivation(Explainer(query, self.engine.asked_at_best(query)).prove())
            self.derived[key] = reasons, FactWords(self.vocabulary, query.position.table, self.language)
        return self.derived[key]

    def cited_words(self, request: Request, citation: str) -> str:
        """Return the words that a cited clause has on the day of a request; none where the vocabulary says so."""
        clause, on = self._by_citation(request).get(citation), request.get("on")
        return "" if clause is None else clause.words(self.language, on) or clause.words(self.language)

    def requested(self, request: Witness) -> str:
        """Return the question of a request as a sentence."""
        predicate = self.vocabulary.predicates[request["ask"]]
        return self.question_words(predicate, request.get("of") or (), request.get("given") or {})

    def question_words(self, predicate: Predicate, names: Sequence[str], given: Mapping[str, object]) -> str:
        """Return a question of somebody as a sentence, with the given facts in brackets."""
        shown = [
            self.locale["answer_team"].format(name=name) if sort == "team" else name
            for name, (_, sort) in zip(names, predicate.parameters, strict=True)
        ]
        question = fill(
            predicate.ask.get(self.language), [letter for letter, _ in predicate.parameters], shown, self.language
        )
        facts = "; ".join(self.given_words(given))
        return f"{question[:1].upper()}{question[1:]}" + (f" ({facts})" if facts else "")

    def given_words(self, given: Mapping[str, object]) -> tuple[str, ...]:
        """Return given facts in words."""
        return tuple(say_given(self.vocabulary, key, value, self.language) for key, value in given.items())

    def answer_words(self, predicate: Predicate, answer: Answer) -> str:
        """Return an answer in a word or two."""
        value, kind = answer.answer, answer_kind(answer)
        if kind in ANSWER_WORDS:
            return ANSWER_WORDS[kind].get(self.language).lower()
        if isinstance(value, tuple):
            return " ".join(map(str, value))
        if value is None:
            return self.locale["answer_nobody"]
        choice = dict(predicate.choices).get(str(value))
        return choice.get(self.language) if choice is not None else str(value)


def undecided(vocabulary: Vocabulary, given: GivenFact, locale: Locale) -> str:
    """Return in words what is to be said by a given fact: “the active player”, “whether the creature is tapped”."""
    if given.kind is GivenKind.FLAG:
        fact = say_given(vocabulary, given.id, True, locale.language)
    elif given.kind is GivenKind.PLAYERS:
        fact = say_listed(vocabulary, given.id, locale["ruling_somebody"], True, locale.language)
    else:
        return given.phrase.get(locale.language)
    return locale["ruling_whether"].format(fact=fact)


def answer_kind(answer: Answer) -> AnswerKind:
    """Return the kind of an answer by which pages style it."""
    if answer.status == ANSWERED and isinstance(answer.answer, bool):
        return AnswerKind.YES if answer.answer else AnswerKind.NO
    return AnswerKind(answer.status)


# --- addresses of the live table ---------------------------------------------------------------------


def live_address(path: str, request: TableRequest) -> str:
    """Return the address, seen from the page ``path``, at which the live table shows a request."""
    return f"{href(path, LIVE_TABLE)}#{live_state(request)}"
