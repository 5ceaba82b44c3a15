"""How a comparison of two states of the rules is put into words: as data for programs, and in sentences for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from emperor_rules.check.diff.syntactic import ADDED, REMOVED, REWORDED, REWRITTEN
from emperor_rules.check.witness import answer_words, as_scenario
from emperor_rules.cli.console import count

if TYPE_CHECKING:
    from emperor_rules.check.diff.search import AnswerChange
    from emperor_rules.check.diff.semantic import Changes
    from emperor_rules.check.diff.syntactic import ClauseChange
    from emperor_rules.evaluate.engine import Answer
    from emperor_rules.model.vocabulary import Vocabulary

#: Most seatings that are named of those that became legal or ceased to be.
MOST_SEATINGS = 6


def as_json(changes: Changes, names: tuple[str, str], vocabulary: Vocabulary) -> dict[str, object]:
    """Return a comparison for programs; ``names`` are those of the old and the new state."""
    written = changes.written
    return {
        "old": names[0],
        "new": names[1],
        "changes": [
            {
                "text": change.edition.text,
                "on": change.edition.on,
                "also-on": list(change.also),
                "ask": change.ask,
                "options": list(change.options),
                "direct": change.direct,
                "illegal-in": change.illegal or None,
                "answers": {"old": _answer(change.old), "new": _answer(change.new)},
                "witness": dict(change.witness),
                "scenario": scenario_of(change, vocabulary),
            }
            for change in changes.answers
        ],
        "tables": [
            {
                "text": t.edition.text,
                "on": t.edition.on,
                "added": t.added,
                "removed": t.removed,
                "complete": not t.enough,
            }
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
            "not-searched": [
                {"text": u.edition.text, "on": u.edition.on, "ask": u.ask or None, "seats": u.seats}
                for u in changes.unsearched
            ],
        },
    }


def _answer(answer: Answer) -> dict[str, object]:
    return {"status": answer.status, "answer": answer.answer, "clauses": list(answer.clauses)}


def scenario_of(change: AnswerChange, vocabulary: Vocabulary) -> str:
    """Return the witness of a change as a scenario that expects what the new state answers."""
    asked = " ".join([change.ask, *change.witness.get("of", ())])
    title = f"{asked}: {answer_words(change.new)} instead of {answer_words(change.old)}"
    return as_scenario(change.witness, {change.edition: change.new}, vocabulary, title)


def verdict(changes: Changes) -> str:
    """Return in one sentence what the comparison found, and how far it searched."""
    texts = len({change.edition.text for change in changes.answers})
    questions = len({(change.edition.text, change.ask) for change in changes.answers})
    up_to = f"up to {changes.searched.seats} seats"
    if questions:
        return f"Answers to {count(questions, 'question')} change in {count(texts, 'text')}, looked for {up_to}."
    if not changes.searched.complete:
        return "No changed answer was found before the time was over."
    if not changes.silent:
        return f"No other answer changes, {up_to}."
    if changes.written.nothing:
        return f"No answer changes, {up_to}: the rules say the same in the same words."
    rewritten = any(c.how != REWORDED for c in changes.written.clauses)
    return f"No answer changes, {up_to}" + (
        "." if rewritten or changes.written.vocabulary[REWRITTEN] else ": nothing that decides an answer was touched."
    )


def apart(changes: Changes) -> Iterator[tuple[str, str]]:
    """Yield what is listed beside changed answers: a heading, and a sentence or names."""
    written = changes.written
    for heading, names in (
        ("Texts added", written.texts_added),
        ("Texts removed", written.texts_removed),
        ("Questions added", written.questions_added),
        ("Questions removed", written.questions_removed),
    ):
        if names:
            yield heading, ", ".join(names)
    for ask, reason in sorted(changes.unlike.items()):
        yield f"Not compared: {ask}", reason
    for id, (old, new) in changes.days.items():
        yield f"First day of {id}", f"was {old or 'any day'}, is {new or 'any day'}"
    for tables in changes.tables:
        for heading, seatings in (("Now legal", tables.added), ("No longer legal", tables.removed)):
            if seatings:
                shown = " ; ".join(sorted(seatings, key=len)[:MOST_SEATINGS])
                more = f" and {len(seatings) - MOST_SEATINGS} more" if len(seatings) > MOST_SEATINGS else ""
                more += f" of up to {tables.seats} seats" if tables.enough else ""
                yield f"{heading} in {tables.edition.name}", shown + more
    for heading, how in (
        ("Clauses added", ADDED),
        ("Clauses removed", REMOVED),
        ("Clauses that say something else", REWRITTEN),
    ):
        clauses = [c.clause.id for c in written.clauses if c.how == how]
        if clauses:
            yield heading, ", ".join(clauses)
    reworded = [_reworded(c) for c in written.clauses if c.how == REWORDED]
    if reworded:
        yield "Clauses only reworded", ", ".join(reworded)
    for head in written.heads:
        yield f"Head of {head.text}", ", ".join(head.what)
    for how, names in written.vocabulary.items():
        if names:
            yield f"Vocabulary {how}", ", ".join(names)


def _reworded(change: ClauseChange) -> str:
    assert change.old is not None
    assert change.new is not None
    was = f", was {change.old.number}" if change.old.number != change.new.number else ""
    return f"{change.clause.id} ({', '.join(change.what)}{was})"


def search_extent(changes: Changes) -> str:
    """Return how much was searched, and which given facts were not varied everywhere."""
    searched = changes.searched
    if not searched.questions:
        return "No question's rules differ, so no table had to be searched."
    limits = f"; not varied everywhere: {', '.join(sorted(searched.fixed))}" if searched.fixed else ""
    if changes.newest_only:
        limits += "; earlier wordings only for the questions about which a changed clause speaks"
    where = f"on {count(searched.tables, 'table')} of up to {searched.seats} seats, {searched.positions:,} positions"
    questions = count(searched.questions, "question")
    return f"Looked at {questions} whose rules differ, {where}, {searched.seconds:.1f} s{limits}."


def unsearched_lines(changes: Changes) -> Iterator[str]:
    """Yield, text by text, what was not searched before the time was over."""
    by_text: dict[str, dict[int, list[str]]] = {}
    for unsearched in changes.unsearched:
        by_text.setdefault(unsearched.edition.name, {}).setdefault(unsearched.seats, []).append(
            unsearched.ask or "every question"
        )
    for name, by_seats in by_text.items():
        parts = [
            f"{', '.join(asks)} ({f'beyond {seats} seats' if seats > 1 else 'not at all'})"
            for seats, asks in by_seats.items()
        ]
        yield f"{name}: {'; '.join(parts)}"


def days(change: AnswerChange) -> str:
    """Return on which days a change shows, in words."""
    here = f"on {change.edition.on}" if change.edition.on is not None else ""
    if len(change.also) > 3:
        also = f"also on {len(change.also)} other days since {change.also[0]}"
    else:
        also = f"also on {', '.join(change.also)}" if change.also else ""
    return "; ".join(part for part in (here, also) if part)
