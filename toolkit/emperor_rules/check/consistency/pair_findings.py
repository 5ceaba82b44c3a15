"""Findings between two related texts: differences that the relation does not allow, and silence of a translation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import assert_never

from emperor_rules.check.consistency.accepted import Declarable, declarable_difference, lacking
from emperor_rules.check.consistency.comparison import Comparison
from emperor_rules.check.consistency.relation_run import RelationRun
from emperor_rules.check.witness import answer_words
from emperor_rules.diagnostics import DECLARED, ERROR, Diagnostic, Related, warning
from emperor_rules.evaluate.engine import ANSWERED, Answer, Status
from emperor_rules.messages import Message, Names
from emperor_rules.model.accepted import DIFFERENCE
from emperor_rules.model.texts import RELATION_WORDS, TextRelation
from emperor_rules.model.vocabulary import Words
from emperor_rules.search.witness_search import CONTRADICTED, SILENT


def nothing_compared(run: RelationRun, kind: TextRelation, comparison: Comparison) -> Iterator[Diagnostic]:
    """Yield a finding if no seating is legal by both texts."""
    first, second = comparison.sides
    texts = run.rulebook.texts
    if comparison.searched.complete and comparison.searched.tableless:
        yield warning(
            "R514",
            Message(
                "no seating of up to {seats} seats is legal by both {first} and {second}: nothing was compared",
                seats=comparison.searched.seats,
                first=first.name,
                second=second.name,
            ),
            texts[first.text].span,
            Message("Search larger tables (--up-to), or correct what one of them requires."),
            text=first.text,
            related=(Related(texts[second.text].span, text=second.text),),
        )


def differences(run: RelationRun, kind: TextRelation, comparison: Comparison) -> Iterator[Diagnostic]:
    """Yield findings on differences that the relation does not allow."""
    related, original = comparison.sides
    for difference in comparison.differences:
        answers = {side: difference.answers[side.name] for side in comparison.sides}
        if _allowed(kind, answers[related].status, answers[original].status):
            continue
        choices = run.rulebook.vocabulary.predicates[difference.ask].choices
        verdicts = Names((_verdict(side.name, answer, choices) for side, answer in answers.items()), between="; ")
        message = Message(
            "{text} {relation} {original}, but on “{question}”: {verdicts}",
            text=related.name,
            relation=RELATION_WORDS[kind],
            original=original.name,
            question=run.question(difference.ask),
            verdicts=verdicts,
        )
        declarable = declarable_difference(run.engine, comparison, difference)
        declaration = run.declaration_of("R520", declarable)
        finding = run.diagnostic("R520", message, difference.witness, answers, declaration)
        if declaration is None:
            finding = replace(finding, help=_with_hint(run, kind, declarable, finding.help))
        yield finding


def _with_hint(run: RelationRun, kind: TextRelation, finding: Declarable, help: str) -> str:
    """Return a help after what declares the difference, or lacks to: the nearest declaration, else the command."""
    related = next((text for text in finding.texts if run.rulebook.texts[text].relations), "")
    hint = Message("If this is meant: emperor new difference {text}", text=related)
    if kind == TextRelation.VARIES:
        hint = Message(
            "If this is meant: emperor new difference {text}; or leave “varies” out, and nothing need be declared.",
            text=related,
        )
    for declaration in run.rulebook.declarations:
        item = lacking(run.rulebook, declaration, finding)
        if item:
            hint = Message("“{slug}” would declare this if it also named {item}.", slug=declaration.slug, item=item)
            break
    return Message("{hint}\n{help}", hint=hint, help=help)


def _allowed(kind: TextRelation, related: Status, original: Status) -> bool:
    """Return whether a relation allows this status of the related text where the original has that one.

    A summary may be silent; a variant may be, and may answer where the original is silent. Neither may be contradicted.
    """
    match kind:
        case TextRelation.TRANSLATES:
            return False
        case TextRelation.SUMMARISES:
            return related == SILENT and original != CONTRADICTED
        case TextRelation.VARIES:
            return SILENT in (related, original) and CONTRADICTED not in (related, original)
    assert_never(kind)


def silence(run: RelationRun, kind: TextRelation, comparison: Comparison) -> Iterator[Diagnostic]:
    """Yield findings on questions about which only a translation or only its original has clauses."""
    related, original = comparison.sides
    for side, asks in comparison.silent.items() if kind == TextRelation.TRANSLATES else ():
        for ask in asks:
            finding = Declarable(DIFFERENCE, frozenset({related.text, original.text}), ask, (), frozenset())
            declaration = run.declaration_of("R521", finding)
            yield Diagnostic(
                "R521",
                ERROR if declaration is None else DECLARED,
                Message(
                    "{text} says nothing on “{question}”, the other text does", text=side, question=run.question(ask)
                ),
                run.rulebook.texts[related.text].span,
                Message("Encode what it says, or declare the difference.")
                if declaration is None
                else Message("{words}", words=declaration.words),
                related.text,
            )


def _verdict(text: str, answer: Answer, choices: Iterable[tuple[str, Words]]) -> Message:
    if answer.status == ANSWERED:
        return Message("{text} says {answer}", text=text, answer=answer_words(answer, choices))
    return (
        Message("{text} is silent", text=text) if answer.status == SILENT else Message("{text} contradicted", text=text)
    )


#: The checks of the results of a pair of texts, in order.
PAIR_CHECKS: Sequence[Callable[[RelationRun, TextRelation, Comparison], Iterable[Diagnostic]]] = (
    nothing_compared,
    differences,
    silence,
)
