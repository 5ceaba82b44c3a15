"""Witnesses: replayed by the evaluator, minimised, and written as scenarios or drawings.

Before a witness of a search is shown, the evaluator answers it on every side, and given facts that change nothing are
left out.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from emperor_rules.check.editions import cited, resolved
from emperor_rules.diagnostics import Diagnostic, Related, Severity
from emperor_rules.errors import SearchDisagrees
from emperor_rules.evaluate.answers import as_listed, value_in_words
from emperor_rules.evaluate.engine import ANSWERED, CONTRADICTED_STATUS, INVALID, SILENT, Answer, Engine
from emperor_rules.evaluate.verbalise import fill
from emperor_rules.language.seating import read_whatever_roles
from emperor_rules.messages import Bilingual, Message, Names
from emperor_rules.model.scenarios import GivenValue, Request, Witness
from emperor_rules.model.seating import PLAIN_SEAT
from emperor_rules.model.texts import Clause, Edition
from emperor_rules.model.vocabulary import Vocabulary, Words
from emperor_rules.source import NOWHERE

# --- replaying ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class AnsweringEdition:
    """A text on a date, and the engine that answers for it."""

    engine: Engine
    edition: Edition

    def ask(self, witness: Witness) -> Answer:
        """Return the answer to a witness, without the options and given facts that the text does not declare.

        Raises:
            SearchDisagrees: The witness is no valid question.
        """
        request = whole_request(self.edition, witness)
        if "options" in request:
            declared = resolved(self.engine, self.edition).options
            request["options"] = [option for option in request["options"] if option in declared]
        if "given" in request:
            givens = self.engine.rulebook.vocabulary.givens
            request["given"] = {key: value for key, value in request["given"].items() if key in givens}
        answer = self.engine.ask_of_predicate(request)
        if answer.status == INVALID:
            raise SearchDisagrees(f"the witness {request} is no question: {answer.message}")
        return answer


def whole_request(edition: Edition, witness: Witness) -> Request:
    """Add text and date to a witness, so that an engine can answer it."""
    dated = {"on": edition.on} if edition.on is not None else {}
    return cast("Request", {"text": edition.text, **witness, **dated})


def verdict_of(answer: Answer) -> tuple[object, ...]:
    """Return status and value of an answer, without its clauses."""
    return answer.status, answer.answer


def reasons_of(answer: Answer) -> tuple[object, ...]:
    """Return status, value and clauses of an answer."""
    return *verdict_of(answer), answer.clauses


def replayed(
    sides: Sequence[AnsweringEdition],
    witness: Witness,
    *,
    required: Container[str] = (),
    sense: Callable[[Answer], tuple[object, ...]] = verdict_of,
) -> tuple[Witness, tuple[Answer, ...]]:
    """Return a witness without the given facts that change no answer, and the answer of every side to it.

    Args:
        sides: The editions that answer, with their engines.
        witness: The position and question.
        required: Given facts that stay.
        sense: Returns what of an answer must stay the same.

    Raises:
        SearchDisagrees: The answers show nothing, as all are the same or the only one is none of silence or
            contradiction; or the witness is no valid question.
    """
    answers = tuple(side.ask(witness) for side in sides)
    for key in witness.get("given", {}):
        if key in required:
            continue
        smaller = witness.copy()
        smaller["given"] = {name: value for name, value in witness["given"].items() if name != key}
        if not smaller["given"]:
            del smaller["given"]
        try:
            again = tuple(side.ask(smaller) for side in sides)
        except SearchDisagrees:
            continue  # without it the question is not valid
        if list(map(sense, again)) == list(map(sense, answers)):
            witness, answers = smaller, again
    if len(set(map(verdict_of, answers))) == 1 and (len(sides) > 1 or answers[0].status == ANSWERED):
        names = " and ".join(side.edition.name for side in sides)
        raise SearchDisagrees(f"{names}, {witness}: the evaluator does not show what the search did: {answers}")
    return witness, answers


STATUS_WORDS = {
    ANSWERED: Message("answered"),
    SILENT: Message("silent"),
    CONTRADICTED_STATUS: Message("contradicted"),
    INVALID: Message("invalid"),
}

# --- in words -------------------------------------------------------------------------------------


def draw_in_text(witness: Witness) -> Message:
    """Return a position in one line of text: players gone between ×, those leaving during the turn in brackets."""
    left, leaving = set(witness.get("left") or ()), set(witness.get("leaving") or ())
    table, line = read_whatever_roles(witness["seats"]), ""
    for name, role, team, before in zip(table.names, table.roles, table.team, (0, *table.team), strict=False):
        mark = name if role == PLAIN_SEAT else f"{role}:{name}"
        line += " | " if team != before and "|" in table.seats else " " if line else ""
        line += f"×{mark}×" if name in left else f"({mark})" if name in leaving else mark
    extra: list[object] = []
    if witness.get("options"):
        extra.append(Message("with {options}", options=", ".join(witness["options"])))
    if witness.get("given"):
        facts = _given_facts(witness).items()
        extra.append(Names(Message("{fact} {value}", fact=key, value=value_in_words(value)) for key, value in facts))
    question = f"{witness['ask']} {' '.join(witness.get('of') or ())}".strip()
    return Message("{parts}", parts=Names([line, question, *([Names(extra, "; ")] if extra else [])], "  ·  "))


def as_scenario(witness: Witness, answers: Mapping[Edition, Answer], vocabulary: Vocabulary, title: str) -> str:
    """Return a witness as scenarios, one for each edition asked, ready to paste into a file of scenarios.

    The date of a scenario is that of its edition; where the edition has none, that of the witness.
    """
    predicate = vocabulary.predicates[witness["ask"]]
    letters = [letter for letter, _ in predicate.parameters]
    question = fill(predicate.phrase.en, letters, list(witness.get("of") or ()))
    blocks = []
    for edition, answer in answers.items():
        given = [f"{key} {value_in_words(value)}".rstrip() for key, value in _given_facts(witness).items()]
        items = {
            "in": edition.text,
            "seats": witness["seats"],
            "left": " ".join(witness.get("left") or ()),
            "leaving": " ".join(witness.get("leaving") or ()),
            "options": ", ".join(witness.get("options") or ()),
            "on": edition.on or witness.get("on"),
            "given": ", ".join(given),
        }
        lines = [f'scenario "{title} ({edition.name})"', *(f"  {key} {item}" for key, item in items.items() if item)]
        cited = ", ".join(citation.replace(":", " ") for citation in answer.clauses)
        lines.append(f"  {question}: {answer_words(answer)}" + (f", by {cited}" if cited else ""))
        blocks.append("\n".join(lines) + "\n")
    return "\n".join(blocks)


def _given_facts(witness: Witness) -> dict[str, GivenValue]:
    """Return the given facts that a scenario writes: an empty list of players is the default, and is left out."""
    return {key: value for key, value in (witness.get("given") or {}).items() if value != []}


def with_clauses(words: Bilingual, answer: Answer) -> Bilingual:
    """Return the words of an answer, with the clauses that decide behind them if there are any."""
    if not answer.clauses:
        return words
    return Message("{answer} (by {clauses})", answer=words, clauses=", ".join(answer.clauses))


def answer_json(answer: Answer) -> dict[str, object]:
    """Return status, value and clauses of an answer for programs."""
    return {"status": answer.status, "answer": as_listed(answer.answer), "clauses": list(answer.clauses)}


def answer_words(answer: Answer, choices: Iterable[tuple[str, Words]] = ()) -> Bilingual:
    """Return an answer, in English as a scenario expects it: its value, or else its status."""
    return value_in_words(answer.answer, choices) if answer.status == ANSWERED else STATUS_WORDS[answer.status]


# --- as findings ----------------------------------------------------------------------------------


def question_words(vocabulary: Vocabulary, ask: str) -> Words:
    """Return a question in both languages, with letters for names."""
    predicate = vocabulary.predicates[ask]
    return Words(*(ask or phrase for ask, phrase in zip(predicate.ask, predicate.phrase, strict=True)))


def shown_finding(
    engine: Engine, answers: Mapping[Edition, Answer], witness: Witness, code: str, severity: Severity, message: Message
) -> Diagnostic:
    """Return the finding that answers at a witness show: it stands at the first clause that decides."""
    clauses = (clause for edition, answer in answers.items() for clause in cited(engine, edition, answer.clauses))
    first, *others = dict.fromkeys(map(place_of, clauses)) or [Related(NOWHERE, text=next(iter(answers)).text)]
    sides, help = tuple((edition.text, edition.on) for edition in answers), draw_in_text(witness)
    related = tuple(others)
    return Diagnostic(code, severity, message, first.span, help, first.text, first.clause, related, witness, sides)


def place_of(clause: Clause) -> Related:
    """Return the place of a clause, with its plain words in both languages."""
    return Related(clause.span, Message("{words}", words=clause.all_words), clause.text, clause.number)
