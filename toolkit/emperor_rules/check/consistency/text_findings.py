"""Findings inside one text: contradictions, tables that are none, questions without an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from emperor_rules.check.consistency.accepted import belongs_to_included, cited, declarable_conflict
from emperor_rules.check.consistency.contradictions import TextFindings
from emperor_rules.check.consistency.relation_run import RelationRun
from emperor_rules.check.witness import answer_words, diagnostic_witness, draw_in_text
from emperor_rules.diagnostics import Diagnostic, error, warning
from emperor_rules.messages import Bilingual, Message, Names, template
from emperor_rules.model.requests import Witness
from emperor_rules.model.texts import Clause

#: The message where no seating is legal, by whether disputed tables were searched, and whether options were tried.
NO_SEATING = {
    (False, False): template("no seating of up to {seats} seats is legal by {text}: nothing was searched"),
    (False, True): template(
        "no seating of up to {seats} seats is legal by {text}, with no option or any one in use: nothing was searched"
    ),
    (True, False): template(
        "no seating of up to {seats} seats is legal by {text}: only tables whose legality is in dispute were searched"
    ),
    (True, True): template(
        "no seating of up to {seats} seats is legal by {text}, with no option or any one in use: only tables whose "
        "legality is in dispute were searched"
    ),
}


def contradictions(run: RelationRun, findings: TextFindings) -> Iterator[Diagnostic]:
    """Yield findings on contradictions, unless they belong to a text that this one includes."""
    text = findings.edition.text
    for conflict in findings.conflicts:
        if belongs_to_included(run.engine, findings.edition, conflict, run.texts):
            continue
        message = Message(
            "{text} contradicts itself on “{question}”: {message}",
            text=text,
            question=run.question(conflict.ask),
            message=conflict.answer.message,
        )
        declaration = run.declaration_of("R510", declarable_conflict(run.engine, findings.edition, conflict))
        finding = run.diagnostic("R510", message, conflict.witness, {findings.edition: conflict.answer}, declaration)
        clauses = cited(run.engine, findings.edition, conflict.answer.clauses)
        hint = _override(finding, clauses, conflict.ask) if declaration is None else ""
        yield replace(finding, help=Message("{hint}\n{help}", hint=hint, help=finding.help)) if hint else finding


def _override(finding: Diagnostic, clauses: Iterable[Clause], ask: str) -> str:
    """Return how the clause at the place of a finding decides against another; nothing where it cannot."""
    concluding = [clause for clause in clauses if any(sentence.predicate == ask for sentence in clause.sentences)]
    own = next((clause for clause in concluding if clause.span == finding.span), None)
    other = next((clause for clause in concluding if clause is not own), None)
    if own is None or other is None or own.text != finding.text:
        return ""
    named = other.number if other.text == own.text else f"{other.text} {other.number}"
    return Message(
        "If {clause} is to decide, write in its head: overrides {other}. Otherwise correct one of them.",
        clause=own.id,
        other=named,
    )


def nothing_searched(run: RelationRun, findings: TextFindings) -> Iterator[Diagnostic]:
    """Yield a finding if a text has no legal seating."""
    searched, candidates = findings.searched, findings.candidates
    if candidates is None or not searched.complete or searched.tables or not (searched.questions or findings.whole):
        return
    template = NO_SEATING[bool(candidates.tables), len(candidates.legal) > 1]
    yield error(
        "R514",
        Message(template, seats=searched.seats, text=findings.edition.name),
        run.rulebook.texts[findings.edition.text].span,
        Message("Search larger tables (--up-to), or correct what it requires."),
        text=findings.edition.text,
    )


def lost_sizes(run: RelationRun, findings: TextFindings) -> Iterator[Diagnostic]:
    """Yield findings on table sizes that an included text has and the text itself has not, though nothing says so."""
    edition = findings.edition
    requirement = run.rulebook.vocabulary.requirement
    if findings.candidates is None or requirement is None:
        return
    for lost in findings.candidates.lost:
        dated = {"on": edition.on} if edition.on is not None else {}
        witness: Witness = {"seats": lost.table.seats, "ask": requirement.id, "of": []}
        answer = run.engine.ask({"text": edition.text, **witness, **dated})
        clauses = cited(run.engine, edition, answer.clauses)
        place = next((clause.span for clause in clauses if clause.text == edition.text), None)
        teams, size = lost.sizes
        answered: Bilingual = answer_words(answer)
        if answer.clauses:
            answered = Message("{answer} (by {clauses})", answer=answered, clauses=", ".join(answer.clauses))
        yield warning(
            "R516",
            Message(
                "{text} has no legal table of {teams} teams of {size}, and {included} has: {text} answers {answer}",
                text=edition.text,
                teams=teams,
                size=size,
                included=lost.included,
                answer=answered,
            ),
            place or run.rulebook.texts[edition.text].span,
            Message(
                "{seats}\nCorrect the clause that changes what the requirement reads; if no such table is to be "
                "played, say so with a “require …” of its own.",
                seats=lost.table.seats,
            ),
            text=edition.text,
            witness=diagnostic_witness(witness),
            sides=((edition.text, edition.on),),
        )


def gaps(run: RelationRun, findings: TextFindings) -> Iterator[Diagnostic]:
    """Yield findings on essential questions that are not answered."""
    for gap in findings.gaps:
        yield warning(
            "R512",
            Message("{text} does not answer “{question}” here", text=gap.text, question=run.question(gap.ask)),
            run.rulebook.texts[gap.text].span,
            draw_in_text(gap.witness),
            text=gap.text,
            witness=diagnostic_witness(gap.witness),
            sides=((gap.text, gap.on),),
        )


def unsatisfiable(run: RelationRun, findings: TextFindings) -> Iterator[Diagnostic]:
    """Yield a finding on sizes that a text allows and no seating meets."""
    if findings.unsatisfiable:
        sizes = Names(
            Message("{teams} teams of {size}", teams=teams, size=size) for teams, size in findings.unsatisfiable
        )
        yield warning(
            "R511",
            Message(
                "{text} allows {sizes}, but no seating meets its requirements", text=findings.edition.text, sizes=sizes
            ),
            run.rulebook.texts[findings.edition.text].span,
            Message("Require another size, or say which seating is meant."),
            text=findings.edition.text,
        )


#: The checks of the results of a text, in order.
TEXT_CHECKS: Sequence[Callable[[RelationRun, TextFindings], Iterable[Diagnostic]]] = (
    contradictions,
    nothing_searched,
    lost_sizes,
    gaps,
    unsatisfiable,
)
