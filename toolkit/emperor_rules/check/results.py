"""What comparisons, changes and coverage came to, as reports that every format can show."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from emperor_rules.check.check_report import TIME_WAS_OVER
from emperor_rules.check.consistency.accepted import cited
from emperor_rules.check.witness import answer_words, diagnostic_witness, draw_in_text
from emperor_rules.diagnostics import DECLARED, ERROR, WARNING, Diagnostic, Related, Severity
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
    from emperor_rules.check.diff.semantic import Changes
    from emperor_rules.check.mutation.coverage import Coverage


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
            question=_question(vocabulary, difference.ask),
            first=names[0],
            second=names[1],
            one=said[0],
            other=said[1],
        )
        severity = DECLARED if is_declared else ERROR
        finding = _shown(engine, dict(zip(comparison.sides, answers, strict=True)), difference.witness)
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
    return Report("compare", tuple(items), verdict, _folder(engine), engine.rulebook.sources, document)


def _question(vocabulary: Vocabulary, ask: str) -> Words:
    predicate = vocabulary.predicates[ask]
    return Words(predicate.ask.en or predicate.phrase.en, predicate.ask.it or predicate.phrase.it)


def _folder(engine: Engine) -> str:
    folder = engine.rulebook.folder
    return display_name(folder) if folder is not None else "rules"


def _shown(
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
    return Message("{words}", words=Words(clause.words("en"), clause.words("it")))


# --- diff -----------------------------------------------------------------------------------------


def report_of_changes(
    engine: Engine,
    changes: Changes,
    verdict: str,
    document: Callable[[str], object],
    comment: Callable[[str], str] | None = None,
) -> Report:
    """Return the changes between two states as a report; ``engine`` answers for the new one."""
    vocabulary, items = engine.rulebook.vocabulary, dict[tuple[str, str], list[Diagnostic]]()
    for change in changes.answers:
        choices = vocabulary.predicates[change.ask].choices
        message = Message(
            "{text}: “{question}” is answered {new} now, and was {old}",
            text=change.edition.name,
            question=_question(vocabulary, change.ask),
            new=answer_words(change.new, choices),
            old=answer_words(change.old, choices),
        )
        finding = _shown(engine, {change.edition: change.new}, change.witness)
        found = finding("R530", WARNING, message, draw_in_text(change.witness))
        items.setdefault((change.edition.text, change.ask), []).append(found)
    listed = [ReportItem(text, ask, tuple(findings)) for (text, ask), findings in items.items()]
    for left in changes.unsearched:
        reason = TIME_WAS_OVER
        if left.tableless:
            reason = Message("no legal table")
        elif left.crowded:
            reason = Message("too many seatings are legal")
        if left.seats > 1:
            reason = Message("{reason}, beyond {seats} seats", reason=reason, seats=left.seats)
        listed.append(ReportItem(left.edition.name, left.ask or Message("every question"), skipped=reason))
    listed += [ReportItem(Message("questions"), ask, skipped=why) for ask, why in sorted(changes.unlike.items())]
    return Report("diff", tuple(listed), verdict, _folder(engine), engine.rulebook.sources, document, comment)


# --- coverage -------------------------------------------------------------------------------------


def report_of_coverage(coverage: Coverage) -> Report:
    """Return coverage as a report with an item for each clause."""
    from emperor_rules.check.mutation.runner import ALIVE

    items = []
    for clause in coverage.clauses():
        waiting = len(coverage.of(clause=clause))
        findings = []
        for mutant in coverage.of(ALIVE, clause=clause):
            judged = coverage.verdicts[mutant.id]
            message = Message("{change}, and no scenario notices", change=mutant.words)
            help: str = Message(
                "no seating of up to {seats} seats is legal, so nothing was searched", seats=coverage.seats
            )
            if judged.witness is not None:
                now, then = (Message(answer) for answer in judged.answers)
                help = Message(
                    "The answer would be {then} instead of {now}. If {now} is right, add:", then=then, now=now
                )
                help = Message("{help}\n\n{scenario}", help=help, scenario=judged.scenario)
            findings.append(
                Diagnostic(
                    "R609",
                    WARNING,
                    message,
                    mutant.span,
                    help,
                    clause.text,
                    clause.number,
                    witness=diagnostic_witness(judged.witness) if judged.witness is not None else None,
                )
            )
        why = Message("{number} slips are not judged: the time was over", number=waiting) if waiting else ""
        items.append(ReportItem(clause.text, clause.id, tuple(findings), why))
    left_out = Message("the scenario fails, and was left out")
    items += [ReportItem(Message("scenarios"), name, skipped=left_out) for name in coverage.failing]
    alive = coverage.counts()["alive"]
    verdict = Message("Every change of an answer is noticed.")
    if alive:
        verdict = Message("{slips} that no scenario notices.", slips=counted(alive, "slip"))
    elif not coverage.fine:
        verdict = Message("Not every slip was judged.")
    folder = coverage.rulebook.folder
    return Report(
        "coverage",
        tuple(items),
        verdict,
        display_name(folder) if folder is not None else "rules",
        coverage.rulebook.sources,
        lambda language: coverage.as_json(),
    )
