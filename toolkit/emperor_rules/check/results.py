"""What comparisons, changes and coverage came to, as reports that every format can show."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from emperor_rules.check.check_report import TIME_WAS_OVER
from emperor_rules.check.consistency.accepted import cited
from emperor_rules.check.witness import answer_words, diagnostic_witness, draw_in_text
from emperor_rules.diagnostics import DECLARED, ERROR, Diagnostic, Related, Severity
from emperor_rules.evaluate.engine import Answer, Engine
from emperor_rules.frontend.rule_files import display_name
from emperor_rules.messages import Message, counted
from emperor_rules.model.scenarios import Witness
from emperor_rules.model.texts import Clause, Edition
from emperor_rules.model.vocabulary import Vocabulary, Words
from emperor_rules.reports.report import Report, ReportItem
from emperor_rules.source import NOWHERE

if TYPE_CHECKING:
    from emperor_rules.check.consistency.replay import Comparison


# --- compare --------------------------------------------------------------------------------------


def report_of_comparison(
    engine: Engine, comparison: Comparison, declared: Sequence[bool], document: Callable[[str], object]
) -> Report:
    """Return a comparison as a report with an item for each question."""
    names = [side.name for side in comparison.sides]
    group = " ~ ".join(names)
    found: dict[str, list[Diagnostic]] = {}
    vocabulary = engine.rulebook.vocabulary
    for difference, is_declared in zip(comparison.differences, declared, strict=True):
        answers = [difference.answers[name] for name in names]
        predicate = vocabulary.predicates[difference.ask]
        said = [answer_words(answer, predicate.choices) for answer in answers]
        message = Message(
            "“{question}”: {first} answers {one}, {second} answers {other}",
            question=question_words(vocabulary, difference.ask),
            first=names[0],
            second=names[1],
            one=said[0],
            other=said[1],
        )
        severity = DECLARED if is_declared else ERROR
        finding = shown_finding(engine, dict(zip(comparison.sides, answers, strict=True)), difference.witness)
        help = draw_in_text(difference.witness)
        found.setdefault(difference.ask, []).append(finding("R520", severity, message, help))
    items = [ReportItem(group, ask, tuple(findings)) for ask, findings in found.items()]
    items += [ReportItem(group, ask) for ask in comparison.agree]
    searched = comparison.searched
    items += [ReportItem(group, ask, skipped=TIME_WAS_OVER) for ask in searched.missed]
    nowhere = Message("no table of up to {seats} seats is legal by both", seats=searched.seats)
    items += [ReportItem(group, ask, skipped=nowhere) for ask in searched.tableless]
    for name, (number, seats) in searched.legal_in_one.items():
        if number:
            tables = counted(number, "table")
            why = Message("legal by {text} alone, the smallest {seats}", text=name, seats=seats)
            items.append(ReportItem(group, Message("{tables}", tables=tables), skipped=why))
    differing = counted(len(found), "question")
    verdict = Message("Other answers to {questions}, up to {seats} seats.", questions=differing, seats=searched.seats)
    if not found:
        verdict = Message("No other answer was found, up to {seats} seats.", seats=searched.seats)
    return Report("compare", tuple(items), verdict, folder_of(engine), engine.rulebook.sources, document)


def question_words(vocabulary: Vocabulary, ask: str) -> Words:
    """Return a question in both languages, with letters for names."""
    predicate = vocabulary.predicates[ask]
    return Words(*(ask or phrase for ask, phrase in zip(predicate.ask, predicate.phrase, strict=True)))


def folder_of(engine: Engine) -> str:
    """Return the folder of the rules, as it is shown."""
    folder = engine.rulebook.folder
    return display_name(folder) if folder is not None else "rules"


def shown_finding(
    engine: Engine, answers: Mapping[Edition, Answer], witness: Witness
) -> Callable[[str, Severity, Message, str], Diagnostic]:
    """Return what makes a finding of answers at a witness: it stands at the first clause that decides."""
    clauses = [clause for edition, answer in answers.items() for clause in cited(engine, edition, answer.clauses)]
    places = [Related(c.span, words_of(c), c.text, c.number) for c in clauses]
    places = [*dict.fromkeys(places)]
    first = places[0] if places else Related(NOWHERE)
    editions = list(answers)

    def finding(code: str, severity: Severity, message: Message, help: str) -> Diagnostic:
        sides = tuple((edition.text, edition.on) for edition in editions)
        return Diagnostic(
            code,
            severity,
            message,
            first.span,
            help,
            first.text or editions[0].text,
            first.clause,
            tuple(places[1:]),
            diagnostic_witness(witness),
            sides,
        )

    return finding


def words_of(clause: Clause) -> Message:
    """Return the plain words of a clause in both languages."""
    return Message("{words}", words=clause.all_words)
