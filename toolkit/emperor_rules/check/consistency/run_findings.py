"""Findings over all texts: searches that did not end, and declarations that cover nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from emperor_rules.check.consistency.accepted import lacking
from emperor_rules.check.consistency.contradictions import setting_texts
from emperor_rules.check.consistency.relation_run import RelationRun
from emperor_rules.diagnostics import Diagnostic, error, warning
from emperor_rules.messages import Message
from emperor_rules.model.accepted import KIND_WORDS, AcceptedFinding
from emperor_rules.model.texts import Edition
from emperor_rules.search.seatings import MOST_TABLES
from emperor_rules.source import NOWHERE


def too_many(run: RelationRun) -> Iterator[Diagnostic]:
    """Yield findings where so many seatings are legal that the search ended below the bound.

    A part that others include is searched on their tables: it is of them that this is told.
    """
    limited: set[str] = set()
    for text in run.texts:
        edition, searched = text.edition, text.searched
        if searched.seats < run.bounds.seats and (text.whole or not setting_texts(run.engine, edition)):
            limited.add(edition.text)
            if searched.questions:
                message = Message(
                    "{text} calls more than {most} seatings legal: those of more than {seats} seats were not searched",
                    text=edition.name,
                    most=MOST_TABLES,
                    seats=searched.seats,
                )
                yield _limited(run, message, edition)
    for _, comparison in run.comparisons:
        sides, seats = comparison.sides, comparison.searched.seats
        if seats < run.bounds.seats and comparison.searched.questions and limited.isdisjoint(s.text for s in sides):
            message = Message(
                "{first} and {second} call more than {most} seatings legal both: those of more than {seats} seats "
                "were not searched",
                first=sides[0].name,
                second=sides[1].name,
                most=MOST_TABLES,
                seats=seats,
            )
            yield _limited(run, message, sides[0])


def _limited(run: RelationRun, message: Message, edition: Edition) -> Diagnostic:
    return warning(
        "R515",
        message,
        run.rulebook.texts[edition.text].span,
        Message("Require what a table must be like, or search less (--up-to)."),
        text=edition.text,
    )


def out_of_time(run: RelationRun) -> Iterator[Diagnostic]:
    """Yield a finding if the time was over."""
    missed = run.missed()
    if missed:
        names = Message("{names}", names=", ".join(missed[:4]))
        if len(missed) > 4:
            names = Message("{names} and {count} more", names=names, count=len(missed) - 4)
        yield error(
            "R513",
            Message("the time was over before everything was looked at: {names}", names=names),
            NOWHERE,
            Message("Give more --seconds, or narrow the search."),
        )


def vanished(run: RelationRun) -> Iterator[Diagnostic]:
    """Yield findings on declarations that cover nothing, where the search was able to find what they declare.

    It was not where it did not end, left out tables, or where one of the texts contradicts itself unexpectedly.
    """
    for declaration in run.rulebook.declarations:
        if declaration.slug in run.used or not _could_be_found(run, declaration):
            continue
        near = near_misses(run, declaration)
        rival = next(iter(run.rivals.get(declaration.slug, ())), None)
        if near:
            message = Message(
                "the declared {kind} “{name}” covers nothing: {reason}",
                kind=KIND_WORDS[declaration.kind],
                name=declaration.slug,
                reason=near[0],
            )
            help = Message(
                "Name what is missing, or write the declarations anew: emperor new difference {text}",
                text=declaration.texts[0].text,
            )
        elif rival is not None:
            message = Message(
                "all that the {kind} “{name}” would cover is covered by “{other}”",
                kind=KIND_WORDS[declaration.kind],
                name=declaration.slug,
                other=rival,
            )
            help = Message("Take one of the two out, or let one of them name less.")
        else:
            message = Message(
                "the declared {kind} “{name}” is found no more",
                kind=KIND_WORDS[declaration.kind],
                name=declaration.slug,
            )
            help = Message("Take the declaration out, or correct what it names.")
        sides = tuple((side.text, side.at) for side in declaration.texts)
        yield error("R522", message, declaration.span, help, text=declaration.texts[0].text, sides=sides)


def _could_be_found(run: RelationRun, declaration: AcceptedFinding) -> bool:
    """Return whether what a declaration is about was searched as far as is searched by default."""
    if not run.bounds.everything or run.missed():
        return False
    texts = {side.text for side in declaration.texts}
    dates = {(side.text, side.at) for side in declaration.texts if side.at is not None}
    reports = [
        (text.searched, text.whole and not text.searched.tables) for text in run.texts if {text.edition.text} == texts
    ]
    searched = {(text.edition.text, text.edition.on) for text in run.texts}
    for _, comparison in run.comparisons:
        if {side.text for side in comparison.sides} == texts:
            reports.append((comparison.searched, bool(comparison.searched.tableless)))
            searched |= {(side.text, side.on) for side in comparison.sides}
    clean = not any(
        finding.code == "R510" and finding.is_error and finding.text in texts and len(texts) > 1
        for finding in run.findings
    )
    far = all(report.seats >= run.bounds.seats and not nothing for report, nothing in reports)
    return bool(reports) and clean and far and dates <= searched


def near_misses(run: RelationRun, declaration: AcceptedFinding) -> list[str]:
    """Return in words which undeclared findings a declaration would cover if it named one thing more."""
    misses: list[str] = []
    for code, finding in run.uncovered:
        item = lacking(run.rulebook, declaration, finding)
        if item:
            misses.append(
                Message(
                    "it would cover {code} on “{question}” if it also named {item}",
                    code=code,
                    question=run.question(finding.ask),
                    item=item,
                )
            )
    return misses


#: The checks of the results of a whole run, in order.
RUN_CHECKS: Sequence[Callable[[RelationRun], Iterable[Diagnostic]]] = (too_many, out_of_time, vanished)
