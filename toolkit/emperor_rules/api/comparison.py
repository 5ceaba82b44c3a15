"""What two texts answer differently, on every table."""

from __future__ import annotations

from dataclasses import dataclass, field

from emperor_rules.check.check_report import TIME_WAS_OVER
from emperor_rules.check.search_report import SearchFinding, SearchReport
from emperor_rules.check.witness import answer_words, question_words, shown_finding
from emperor_rules.diagnostics import DECLARED, ERROR, Diagnostic
from emperor_rules.evaluate.engine import Engine
from emperor_rules.frontend.rules_report import rules_report
from emperor_rules.messages import Message, counted
from emperor_rules.model.texts import Edition
from emperor_rules.reports.formats import Rendered
from emperor_rules.reports.report import Report, ReportItem


@dataclass(frozen=True)
class TextComparison(Rendered):
    """Where two texts answer differently.

    Attributes:
        sides: The two texts with their dates.
        differences: The differences, each with its question, both answers, and the smallest
            position that shows it.
        agree: The ids of the questions that both answer alike on every table searched: those legal in both.
        silent: By text the ids of the questions of which only the other speaks.
        searched: How far the search went.
        declared: For each difference whether the rules declare and explain it.
        engine: What answers for the rules compared (internal).
    """

    sides: tuple[Edition, Edition]
    differences: list[SearchFinding]
    agree: list[str]
    silent: dict[str, list[str]]
    searched: SearchReport
    declared: tuple[bool, ...]
    engine: Engine = field(repr=False, compare=False)

    @property
    def same(self) -> bool:
        """Whether everything was searched, on some table, no answer differs, and both call the same tables legal.

        Of a role of which a text speaks somebody must have sat at one.
        """
        searched = self.searched
        left_out = searched.tableless or searched.legal_in_one or searched.unseated
        return not (self.differences or left_out) and searched.complete

    def report(self) -> Report:
        """Return it as a report (internal)."""
        names = [side.name for side in self.sides]
        group = " ~ ".join(names)
        by_question: dict[str, list[Diagnostic]] = {}
        vocabulary = self.engine.rulebook.vocabulary
        for difference, is_declared in zip(self.differences, self.declared, strict=True):
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
            by_side = dict(zip(self.sides, answers, strict=True))
            finding = shown_finding(self.engine, by_side, difference.witness, "R520", severity, message)
            by_question.setdefault(difference.ask, []).append(finding)
        items = [ReportItem(group, ask, tuple(findings)) for ask, findings in by_question.items()]
        items += [ReportItem(group, ask) for ask in self.agree]
        searched = self.searched
        items += [ReportItem(group, ask, skipped=TIME_WAS_OVER) for ask in searched.missed]
        nowhere = Message("no table of up to {seats} seats is legal by both", seats=searched.seats)
        items += [ReportItem(group, ask, skipped=nowhere) for ask in searched.tableless]
        for name, (number, seats) in searched.legal_in_one.items():
            if number:
                tables = counted(number, "table")
                why = Message("legal by {text} alone, the smallest {seats}", text=name, seats=seats)
                items.append(ReportItem(group, Message("{tables}", tables=tables), skipped=why))
        roles = self.engine.rulebook.vocabulary.roles
        for name, ids in searched.unseated.items():
            why = Message("nobody has this role at the legal tables of {text}", text=name)
            items += [ReportItem(group, Message("{role}", role=roles[id].names.one), skipped=why) for id in ids]
        differing = counted(len(by_question), "question")
        verdict = Message(
            "Other answers to {questions}, up to {seats} seats.", questions=differing, seats=searched.seats
        )
        if not by_question:
            verdict = Message("No other answer was found, up to {seats} seats.", seats=searched.seats)
        return rules_report(self.engine.rulebook, "compare", items, verdict, lambda language: self.as_json())

    def as_json(self) -> dict[str, object]:
        """Return the comparison with the keys of ``emperor compare --format json``."""
        return {
            "differences": [
                {
                    "ask": difference.ask,
                    "options": list(difference.options),
                    "clauses": {side: list(citations) for side, citations in difference.clauses.items()},
                    "witness": dict(difference.witness),
                    "answers": {
                        side: {"status": answer.status, "answer": answer.answer}
                        for side, answer in difference.answers.items()
                    },
                    "declared": declared,
                }
                for difference, declared in zip(self.differences, self.declared, strict=True)
            ],
            "agree": self.agree,
            "silent": self.silent,
            "searched": self.searched.as_json(),
        }
