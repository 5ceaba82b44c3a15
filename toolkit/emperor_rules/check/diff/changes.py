"""All that differs between two states of the rules: as records, for programs, in a sentence, and as a report."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from enum import StrEnum

from emperor_rules.check.check_report import TIME_WAS_OVER
from emperor_rules.check.diff.syntactic import ADDED, REMOVED, REWORDED, REWRITTEN, SyntacticDiff
from emperor_rules.check.search_report import SearchReport, Witnessed
from emperor_rules.check.witness import answer_json, answer_words, as_scenario, question_words, shown_finding
from emperor_rules.diagnostics import WARNING, Diagnostic
from emperor_rules.evaluate.answers import Answer
from emperor_rules.evaluate.engine import Engine
from emperor_rules.frontend.rules_report import rules_report
from emperor_rules.messages import Message, counted
from emperor_rules.model.texts import Edition
from emperor_rules.model.vocabulary import Vocabulary
from emperor_rules.reports.formats import Rendered
from emperor_rules.reports.report import Report, ReportItem


class DiffSide(StrEnum):
    """One of the two states of the rules that are compared."""

    OLD = "old"
    NEW = "new"


@dataclass(frozen=True)
class AnswerChange(Witnessed):
    """An answer that changes, with its smallest witness.

    Attributes:
        witness (Witness): The smallest position that shows the change.
        ask (str): The question.
        options (tuple[str, ...]): The options in use.
        edition: The text and the day.
        old: The answer before.
        new: The answer now.
        direct: Whether a changed clause itself concludes something about the question.
        illegal: The state in which the table is not legal; ``None`` where it is legal in both.
        also: The other days on which there is the same direct change.
    """

    edition: Edition
    old: Answer
    new: Answer
    direct: bool = False
    illegal: DiffSide | None = None
    also: tuple[str, ...] = ()


#: The most seatings of a text that became legal, or ceased to be, before larger tables are no longer listed.
ENOUGH = 200


@dataclass
class TablesChange:
    """The seatings of up to ``seats`` seats that became legal by a text, or ceased to be."""

    edition: Edition
    added: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    seats: int = 1

    @property
    def enough(self) -> bool:
        """Whether there are :data:`ENOUGH`, so that larger tables are not listed."""
        return len(self.added) + len(self.removed) >= ENOUGH


@dataclass(frozen=True)
class Unsearched:
    """A question that was searched only on tables of up to ``seats`` seats (1: on none).

    With ``tableless`` no table of the seats wanted is legal in either state, with ``crowded`` too many are; else the
    time was over.
    """

    edition: Edition
    ask: str
    seats: int
    tableless: bool = False
    crowded: bool = False


@dataclass
class Changes(Rendered):
    """Everything that differs between two states of the rules.

    Attributes:
        written: What differs as it is written (internal).
        answers: The answers that change.
        tables: The seatings that became legal or ceased to be.
        unlike: Why questions cannot be compared, by id.
        days: The texts whose first day changes, with that of the old and of the new state (empty: every day).
        unsearched: The questions that were not searched to the end, or on no table.
        searched: How far the search went.
        newest_only: Whether earlier wordings were searched only for questions with a changed clause of their own.
        engine: What answers for the new state (internal).
    """

    written: SyntacticDiff
    answers: list[AnswerChange]
    tables: list[TablesChange]
    unlike: dict[str, str]
    days: dict[str, tuple[str, str]]
    unsearched: list[Unsearched]
    searched: SearchReport
    engine: Engine = field(repr=False, compare=False)
    newest_only: bool = False

    def report(self, names: tuple[str, str] = ("old", "new"), comment: Callable[[str], str] | None = None) -> Report:
        """Return it as a report; ``names`` are those of the old and the new state (internal)."""
        engine = self.engine
        vocabulary, items = engine.rulebook.vocabulary, dict[tuple[str, str], list[Diagnostic]]()
        for change in self.answers:
            choices = vocabulary.predicates[change.ask].choices
            message = Message(
                "{text}: “{question}” is answered {new} now, and was {old}",
                text=change.edition.name,
                question=question_words(vocabulary, change.ask),
                new=answer_words(change.new, choices),
                old=answer_words(change.old, choices),
            )
            finding = shown_finding(engine, {change.edition: change.new}, change.witness, "R530", WARNING, message)
            items.setdefault((change.edition.text, change.ask), []).append(finding)
        listed = [ReportItem(text, ask, tuple(findings)) for (text, ask), findings in items.items()]
        for left in self.unsearched:
            reason = TIME_WAS_OVER
            if left.tableless:
                reason = Message("no legal table")
            elif left.crowded:
                reason = Message("too many seatings are legal")
            if left.seats > 1:
                reason = Message("{reason}, beyond {seats} seats", reason=reason, seats=left.seats)
            listed.append(ReportItem(left.edition.name, left.ask or Message("every question"), skipped=reason))
        listed += [ReportItem(Message("questions"), ask, skipped=why) for ask, why in sorted(self.unlike.items())]

        return rules_report(
            engine.rulebook,
            "diff",
            listed,
            verdict_of_changes(self),
            lambda language: document_of_changes(self, vocabulary, names, language),
            comment=comment,
        )

    @property
    def silent(self) -> bool:
        """Whether everything was searched, on some table, and no answer that there was before is different now."""
        later = any(new > old for old, new in self.days.values())
        gone = self.written.texts_removed or self.written.questions_removed
        return self.exhaustive and not (self.answers or self.tables or self.unlike or later or gone)

    @property
    def exhaustive(self) -> bool:
        """Whether every question whose rules differ was searched to the end, on some table."""
        return self.searched.complete and not self.unsearched


def document_of_changes(
    changes: Changes, vocabulary: Vocabulary, names: tuple[str, str], language: str
) -> dict[str, object]:
    """Return a comparison for programs; ``names`` are those of the old and the new state."""
    written = changes.written
    return {
        "old": names[0],
        "new": names[1],
        "changes": [
            {
                **asdict(change.edition),
                "also-on": list(change.also),
                "ask": change.ask,
                "options": list(change.options),
                "direct": change.direct,
                "illegal-in": change.illegal,
                "answers": {"old": answer_json(change.old), "new": answer_json(change.new)},
                "witness": dict(change.witness),
                "scenario": scenario_of_change(change, vocabulary, language),
            }
            for change in changes.answers
        ],
        "tables": [
            {**asdict(t.edition), "added": t.added, "removed": t.removed, "complete": not t.enough}
            for t in changes.tables
        ],
        "texts": {"added": list(written.texts_added), "removed": list(written.texts_removed)},
        "questions": {
            "added": list(written.questions_added),
            "removed": list(written.questions_removed),
            "not-compared": dict(sorted(changes.unlike.items())),
        },
        "first-days": {id: {"old": old or None, "new": new or None} for id, (old, new) in changes.days.items()},
        "clauses": {
            how: [{"clause": c.clause.id, "what": list(c.what)} for c in written.clauses if c.how == how]
            for how in (ADDED, REMOVED, REWRITTEN, REWORDED)
        },
        "heads": {head.text: list(head.what) for head in written.heads},
        "vocabulary": {how: list(names) for how, names in written.vocabulary.items()},
        "searched": {
            **changes.searched.as_json(),
            "consequences": "newest wordings" if changes.newest_only else "all wordings",
            "not-searched": [{**asdict(u.edition), "ask": u.ask or None, "seats": u.seats} for u in changes.unsearched],
        },
    }


def scenario_of_change(change: AnswerChange, vocabulary: Vocabulary, language: str) -> str:
    """Return the witness of a change as a scenario that expects what the new state answers."""
    asked = " ".join([change.ask, *change.witness.get("of", ())])
    title = Message(
        "{question}: {new} instead of {old}", question=asked, new=answer_words(change.new), old=answer_words(change.old)
    )
    return as_scenario(change.witness, {change.edition: change.new}, vocabulary, title.get(language))


def verdict_of_changes(changes: Changes) -> Message:
    """Return in one sentence what the comparison found, and how far it searched."""
    texts = len({change.edition.text for change in changes.answers})
    questions = len({(change.edition.text, change.ask) for change in changes.answers})
    up_to = Message("up to {seats} seats", seats=changes.searched.seats)
    if questions:
        counts = {"questions": counted(questions, "question"), "texts": counted(texts, "text")}
        return Message("Answers to {questions} change in {texts}, looked for {up_to}.", **counts, up_to=up_to)
    if not changes.searched.complete:
        return Message("No changed answer was found before the time was over.")
    if not changes.exhaustive:
        return Message("No changed answer was found, but not every question could be looked at.")
    if not changes.silent:
        return Message("No other answer changes, {up_to}.", up_to=up_to)
    if changes.written.nothing:
        return Message("No answer changes, {up_to}: the rules say the same in the same words.", up_to=up_to)
    if any(c.how != REWORDED for c in changes.written.clauses) or changes.written.vocabulary[REWRITTEN]:
        return Message("No answer changes, {up_to}.", up_to=up_to)
    return Message("No answer changes, {up_to}: nothing that decides an answer was touched.", up_to=up_to)
