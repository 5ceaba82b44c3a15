"""Findings in texts, between related texts, and over all of them, from what the searches found.

In a text: contradictions, seatings that no text allows, questions without an answer. Between two: differences that
the relation does not allow, and silence of a translation. Over all: searches that did not end, and declarations that
cover nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import Any, assert_never

from emperor_rules.check.admitted_roles import admission, roles_of
from emperor_rules.check.consistency.candidates import roles_at_no_table
from emperor_rules.check.consistency.relation_run import (
    MOST_PLACES,
    Declarable,
    RelationRun,
    belongs_to_included,
    day_of,
    declarable,
    declared_for,
    lacking,
)
from emperor_rules.check.consistency.replay import setting_texts
from emperor_rules.check.editions import cited, resolved, silenced
from emperor_rules.check.precedence import overriding_fix, written_from
from emperor_rules.check.search_report import SearchFinding, UnitResult
from emperor_rules.check.witness import answer_words, draw_in_text, question_words, whole_request, with_clauses
from emperor_rules.diagnostics import DECLARED, ERROR, Diagnostic, Related, error, warning
from emperor_rules.edits import Fix
from emperor_rules.evaluate.answers import CONTRADICTED_STATUS, SILENT
from emperor_rules.evaluate.engine import ANSWERED, Answer, Engine, Status
from emperor_rules.messages import Message, Names, template
from emperor_rules.model.accepted import DIFFERENCE, KIND_WORDS, AcceptedFinding
from emperor_rules.model.scenarios import Witness
from emperor_rules.model.seating import least_turning
from emperor_rules.model.texts import RELATION_WORDS, Clause, Edition, TextRelation
from emperor_rules.model.vocabulary import Words
from emperor_rules.resolve.rules import ResolvedText
from emperor_rules.search.seatings import FEWEST_SEATS, MOST_TABLES, SeatingMemo, TooManySeatings, legal_tables
from emperor_rules.semantics.verdict import Conclusion
from emperor_rules.source import NOWHERE, Span


def nothing_searched(run: RelationRun, findings: UnitResult) -> Iterator[Diagnostic]:
    """Yield a finding if a text has no legal seating."""
    searched, candidates = findings.searched, findings.candidates
    if candidates is None or not searched.complete or searched.tables or not (searched.questions or findings.whole):
        return
    looked_at = Message("nothing was searched")
    if candidates.tables:
        looked_at = Message("only tables whose legality is in dispute were searched")
    message = Message(
        "no seating of up to {seats} seats is legal by {text}{options}: {searched}",
        seats=searched.seats,
        text=findings.edition,
        options=Message(", with no option or any one in use") if len(candidates.legal) > 1 else "",
        searched=looked_at,
    )
    help = Message("Search larger tables (--up-to), or correct what it requires.")
    if searched.seats < run.bounds.seats:
        help = Message("Larger tables have too many seatings to look through: correct what it requires.")
    text, place, related = findings.edition.text, run.rulebook.texts[findings.edition.text].span, tuple[Related, ...]()
    whole = resolved(run.engine, findings.edition) if findings.whole else None
    clauses = incompatible_requirements(whole, searched.seats) if whole is not None else []
    own = next((clause for clause in clauses if clause.text == text), None)
    included = [clause for clause in clauses if clause.text != text]
    if own is not None and included:
        clashing = Names([own.id, *(clause.id for clause in included)])
        message = Message("{clauses} cannot be met together: {message}", clauses=clashing, message=message)
        help = to_decide(own, *included)
        place, related = own.span, tuple(Related(c.span, text=c.text, clause=c.number) for c in included)
    number = own.number if related and own else None
    finding = error("R514", message, place, help, text=text, clause=number, related=related)
    for role in roles_of(own, whole) if own is not None and whole is not None else ():
        admitted = admission(run.engine, findings.edition, role, included, searched.seats)
        if admitted is not None:
            finding = replace(finding, help=admitted.help, fixes=(admitted.fix,))
    yield finding


def to_decide(own: Clause, *others: Clause) -> Message:
    """Return how a clause decides against others that it clashes with."""
    return Message(
        "If {clause} is to decide, write in its head: overrides {other}. Otherwise correct one of them.",
        clause=own.id,
        other=", ".join(written_from(other, own) for other in others),
    )


def incompatible_requirements(text: ResolvedText, up_to: int) -> list[Clause]:
    """Return clauses of a text without a legal table that cannot be met together, by tables of up to so many seats.

    Without any of them the others could be, but for included clauses that clash with the same ones of the text itself:
    all of those are returned. The sets are shrunk by deletion filtering, those of included texts first, so that the
    text's own clause remains.
    """
    requirement = text.vocabulary.requirement
    rules = text.rules_about(requirement.id) if requirement is not None else []
    refuting = dict.fromkeys(rule.clause for rule in rules if rule.kind == Conclusion.NO and not rule.overriders)
    own = {number for number in refuting if text.clauses[number].clause.text == text.id}
    clashing: set[int] = set()
    memo: SeatingMemo = {}

    def seatable(required: Collection[int]) -> bool:
        """Return whether some seating meets these requirements, whatever the others."""
        without_others = silenced(text, {rule.number for rule in rules if rule.clause not in required})
        try:
            return any(legal_tables([without_others], seats, memo=memo) for seats in range(FEWEST_SEATS, up_to + 1))
        except TooManySeatings:
            return True

    core = set(refuting)
    while not seatable(core):
        for number in sorted(core, key=lambda number: number in own):
            if not seatable(core - {number}):
                core.discard(number)
        clashing |= core
        if not core - own:
            break
        core = set(refuting) - (clashing - own)
    return [text.clauses[number].clause for number in refuting if number in clashing]


def _warning(run: RelationRun, edition: Edition, code: str, message: Message, help: str, **details: Any) -> Diagnostic:
    """Return a warning about a text as a whole."""
    return warning(code, message, run.rulebook.texts[edition.text].span, help, text=edition.text, **details)


# --- in a text ------------------------------------------------------------------------------------


def contradictions(run: RelationRun, findings: UnitResult) -> Iterator[Diagnostic]:
    """Yield findings on contradictions, unless they belong to a text that this one includes."""
    text = findings.edition.text
    for conflict in findings.conflicts:
        if belongs_to_included(run.engine, findings.edition, conflict, run.texts):
            continue
        message = Message(
            "{text} contradicts itself on “{question}”: {message}",
            text=text,
            question=question_words(run.rulebook.vocabulary, conflict.ask),
            message=conflict.answer.message,
        )
        declaration = run.declaration_of("R510", declarable(run.engine, [findings.edition], conflict))
        finding = run.diagnostic("R510", message, conflict.witness, {findings.edition: conflict.answer}, declaration)
        clauses = cited(run.engine, findings.edition, conflict.answer.clauses)
        twofold = _in_one_clause(run, findings.edition, conflict) if declaration is None else None
        if twofold is not None:
            first, second, hint_within = twofold
            related = (Related(first, Message("the other sentence"), text), *finding.related)
            finding = replace(finding, span=second, related=related[:MOST_PLACES])
            yield replace(finding, help=Message("{hint}\n{help}", hint=hint_within, help=finding.help))
            continue
        hint, fixes = _override(run, finding, clauses, conflict.ask) if declaration is None else ("", ())
        mended = Message("{hint}\n{help}", hint=hint, help=finding.help)
        yield replace(finding, help=mended, fixes=fixes) if hint else finding


def _in_one_clause(run: RelationRun, edition: Edition, conflict: SearchFinding) -> tuple[Span, Span, Message] | None:
    """Return two sentences of one clause that contradict each other, with what to write; nothing where none do.

    They are those without any one of which the clause is no longer on both sides.
    """
    sides = [citations for _, citations in conflict.answer.claims]
    both = next((c for n, side in enumerate(sides) for c in side if any(c in other for other in sides[n + 1 :])), None)
    if both is None:
        return None
    (clause,) = cited(run.engine, edition, [both])
    request = whole_request(edition, conflict.witness)
    needed = []
    for sentence in clause.sentences:
        if sentence.predicate != conflict.ask:
            continue
        others = replace(clause, sentences=tuple(other for other in clause.sentences if other is not sentence))
        answer = Engine(run.rulebook.with_clause(clause, others)).ask_of_predicate(request)
        if sum(both in citations for _, citations in answer.claims) < sum(both in side for side in sides):
            needed.append(sentence)
    if len(needed) < 2:
        return None
    older, newer = sorted(needed[:2], key=lambda sentence: sentence.since or "")
    first, second = needed[0].span, needed[1].span
    lines = {"clause": clause.id, "first": first.line, "second": second.line}
    hint = Message("Both sentences stand in {clause}, in lines {first} and {second}: correct one of them.", **lines)
    if newer.since is not None and older.since != newer.since:
        hint = Message(
            "Both sentences stand in {clause}, in lines {first} and {second}. If the later one replaces the other, "
            "write that in line {older} as: {days}: …",
            **lines,
            older=older.span.line,
            days=f"since {older.since} until {newer.since}" if older.since is not None else f"until {newer.since}",
        )
    return first, second, hint


def _override(
    run: RelationRun, finding: Diagnostic, clauses: Iterable[Clause], ask: str
) -> tuple[str, tuple[Fix, ...]]:
    """Return how the clause at the place of a finding decides against another; nothing where it cannot."""
    concluding = [clause for clause in clauses if any(sentence.predicate == ask for sentence in clause.sentences)]
    own = next((clause for clause in concluding if clause.span == finding.span), None)
    other = next((clause for clause in concluding if clause is not own), None)
    if own is None or other is None or own.text != finding.text:
        return "", ()
    return to_decide(own, other), overriding_fix(run.rulebook, own, [other])


def lost_sizes(run: RelationRun, findings: UnitResult) -> Iterator[Diagnostic]:
    """Yield findings on table sizes that an included text has and the text itself has not, though nothing says so."""
    edition = findings.edition
    requirement = run.rulebook.vocabulary.requirement
    if findings.candidates is None or requirement is None:
        return
    for included, table in findings.candidates.lost:
        witness: Witness = {"seats": table.seats, "ask": requirement.id, "of": []}
        answer = run.engine.ask(whole_request(edition, witness))
        clauses = cited(run.engine, edition, answer.clauses)
        own = next((clause for clause in clauses if clause.text == edition.text), None)
        forbidding = (c.id for c in clauses if any(s.predicate == requirement.id for s in c.sentences) and c is not own)
        message = Message(
            "{text} has no legal table of {teams} teams of {size}, and {included} has: {text} answers {answer}",
            text=edition.text,
            teams=len(table.sizes),
            size=table.sizes[0],
            included=included,
            answer=with_clauses(answer_words(answer), answer),
        )
        help = Message(
            "{seats}\nTo play at it, write in the head of {own}: overrides {other}; and below it what it is to require "
            "instead, such as “require the number of teams is at least 2.” To rule it out, forbid it with a "
            "“require …”.",
            seats=table.seats,
            own=own.id if own is not None else Message("a clause"),
            other=", ".join(forbidding).replace(":", " ") or "…",
        )
        finding = _warning(run, edition, "R516", message, help, witness=witness, sides=((edition.text, edition.on),))
        yield finding if own is None else replace(finding, span=own.span)


def unseated_roles(run: RelationRun, findings: UnitResult) -> Iterator[Diagnostic]:
    """Yield findings on roles of which a text's own clauses speak, and which nobody has at any of its legal tables."""
    edition, candidates, requirement = findings.edition, findings.candidates, run.rulebook.vocabulary.requirement
    if candidates is None or requirement is None or not candidates.legal_tables:
        return
    text, smallest = resolved(run.engine, edition), candidates.legal_tables[0]
    for role, naming in roles_at_no_table(text, candidates.legal_tables):
        clause = text.clauses[naming.clause].clause
        seats = least_turning((role.letter, *smallest.roles[1:]), smallest.team)
        witness: Witness = {"seats": seats, "ask": requirement.id, "of": []}
        answer = run.engine.ask(whole_request(edition, witness))
        message = Message(
            "{text} speaks of “{role}”, a role that nobody has at its legal tables of up to {seats} seats: of "
            "“{table}” it answers {answer}",
            text=edition,
            role=role.names.one,
            seats=findings.searched.seats,
            table=seats,
            answer=with_clauses(answer_words(answer), answer),
        )
        forbidding = [c for c in cited(run.engine, edition, answer.clauses) if c.text != text.id]
        admitted = admission(run.engine, edition, role, forbidding, findings.searched.seats)
        help = Message(
            "To seat one, write a clause that overrides {other} and says what is required instead, such as “require "
            "some player called p is such that (p is a {role}).”",
            other=", ".join(c.id for c in forbidding).replace(":", " ") or "…",
            role=role.id,
        )
        if admitted is not None:
            help = admitted.help
        sides, fixes = ((edition.text, edition.on),), (admitted.fix,) if admitted is not None else ()
        related = tuple(Related(c.span, Message("lets nobody have it"), c.text, c.number) for c in forbidding)
        finding = _warning(run, edition, "R517", message, help, witness=witness, sides=sides, fixes=fixes)
        yield replace(finding, span=clause.span, related=related)


def gaps(run: RelationRun, findings: UnitResult) -> Iterator[Diagnostic]:
    """Yield findings on essential questions that are not answered."""
    for gap in findings.gaps:
        edition, witness = findings.edition, gap.witness
        message = Message(
            "{text} does not answer “{question}” here",
            text=edition.text,
            question=question_words(run.rulebook.vocabulary, gap.ask),
        )
        details = {"witness": witness, "sides": ((edition.text, edition.on),)}
        yield _warning(run, edition, "R512", message, draw_in_text(witness), **details)


def unsatisfiable(run: RelationRun, findings: UnitResult) -> Iterator[Diagnostic]:
    """Yield a finding on sizes that a text allows and no seating meets."""
    if findings.impossible:
        sizes = Names(Message("{teams} teams of {size}", teams=teams, size=size) for teams, size in findings.impossible)
        edition = findings.edition
        message = Message(
            "{text} allows {sizes}, but no seating meets its requirements", text=edition.text, sizes=sizes
        )
        help = Message("Require another size, or say which seating is meant.")
        yield _warning(run, edition, "R511", message, help)


#: The checks of the results of a text, in order.
SEARCH_CHECKS = contradictions, nothing_searched, lost_sizes, unseated_roles, gaps, unsatisfiable


# --- between two texts ----------------------------------------------------------------------------


def nothing_compared(run: RelationRun, kind: TextRelation, comparison: UnitResult) -> Iterator[Diagnostic]:
    """Yield a finding if no seating is legal by both texts, unless that they seat differently is declared."""
    first, second = comparison.sides
    requirement = run.rulebook.vocabulary.requirement
    of_seats = [d for d in comparison.findings if requirement is not None and d.ask == requirement.id]
    meant = of_seats and all(declared_for(run.engine, comparison.sides, difference) for difference in of_seats)
    if comparison.searched.complete and comparison.searched.tableless and not meant:
        message = Message(
            "no seating of up to {seats} seats is legal by both {first} and {second}: nothing was compared",
            seats=comparison.searched.seats,
            first=first,
            second=second,
        )
        help = Message("Search larger tables (--up-to), or correct what one of them requires.")
        related = (Related(run.rulebook.texts[second.text].span, text=second.text),)
        yield _warning(run, first, "R514", message, help, related=related)


def differences(run: RelationRun, kind: TextRelation, comparison: UnitResult) -> Iterator[Diagnostic]:
    """Yield findings on differences that the relation does not allow."""
    related, original = comparison.sides
    for difference in comparison.findings:
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
            question=question_words(run.rulebook.vocabulary, difference.ask),
            verdicts=verdicts,
        )
        declared_as = declarable(run.engine, comparison.sides, difference)
        declaration = run.declaration_of("R520", declared_as)
        finding = run.diagnostic("R520", message, difference.witness, answers, declaration)
        if declaration is None:
            finding = replace(finding, help=_with_hint(run, kind, declared_as, finding.help))
        yield finding


def _with_hint(run: RelationRun, kind: TextRelation, finding: Declarable, help: str) -> str:
    """Return a help after what declares the difference, or lacks to: the nearest declaration, else the command."""
    relations = {text: run.rulebook.texts[text].relations for text in sorted(finding.texts)}
    related = next((text for text, to in relations.items() if any(t.text in relations for _, t in to)), "")
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
            return related == SILENT and original != CONTRADICTED_STATUS
        case TextRelation.VARIES:
            return SILENT in (related, original) and CONTRADICTED_STATUS not in (related, original)
    assert_never(kind)


def silence(run: RelationRun, kind: TextRelation, comparison: UnitResult) -> Iterator[Diagnostic]:
    """Yield findings on questions about which only a translation or only its original has clauses."""
    related, original = comparison.sides
    for side, asks in comparison.silent.items() if kind == TextRelation.TRANSLATES else ():
        texts = frozenset({related.text, original.text})
        day = day_of(comparison.sides)
        declarations = {
            ask: run.declaration_of("R521", Declarable(DIFFERENCE, texts, ask, (), frozenset(), day=day))
            for ask in asks
        }
        covers_less = side == str(related) and sum(declaration is None for declaration in declarations.values()) > 1
        for ask, declaration in declarations.items():
            message = Message(
                "{text} says nothing on “{question}”, the other text does",
                text=side,
                question=question_words(run.rulebook.vocabulary, ask),
            )
            help = Message("Encode what it says, or declare the difference.")
            if covers_less:
                help = Message(
                    "Encode what it says; if it is to cover less than {original}, write “summarises” in place of "
                    "“translates”, or: emperor new difference {text}",
                    original=original.text,
                    text=related.text,
                )
            if declaration is not None:
                help = Message("{words}", words=declaration.words)
            severity = ERROR if declaration is None else DECLARED
            yield Diagnostic("R521", severity, message, run.rulebook.texts[related.text].span, help, related.text)


def _verdict(text: str, answer: Answer, choices: Iterable[tuple[str, Words]]) -> Message:
    if answer.status == ANSWERED:
        return Message("{text} says {answer}", text=text, answer=answer_words(answer, choices))
    silent = answer.status == SILENT
    return Message("{text} is silent", text=text) if silent else Message("{text} contradicted", text=text)


#: The checks of the results of a pair of texts, in order.
PAIR_CHECKS = nothing_compared, differences, silence


# --- over all texts -------------------------------------------------------------------------------


def too_many(run: RelationRun) -> Iterator[Diagnostic]:
    """Yield findings where too many seatings are legal for the search to reach the bound.

    A part that others include is searched on their tables, so the finding is reported for those. Where tables are
    thinned because all texts are searched, the summary says so.
    """
    help = Message("Require what a table must be like, or search less (--up-to).")
    rest = Message("Nothing is claimed of the others; require more of a table, if the text does.")
    sampled_of_one = template(
        "of more than {most} seatings of {seats} seats that {text} calls legal {number} were searched, and "
        "no larger ones"
    )
    cut_short_of_one = template(
        "{text} calls more than {most} seatings legal: those of more than {seats} seats were not searched"
    )
    sampled_of_both = template(
        "of more than {most} seatings of {seats} seats that {first} and {second} both call legal {number} were "
        "searched, and no larger ones"
    )
    cut_short_of_both = template(
        "{first} and {second} call more than {most} seatings legal both: those of more than {seats} seats "
        "were not searched"
    )
    limited, reports = set[str](), []
    for text in run.texts:
        edition, searched = text.edition, text.searched
        bounded = searched.seats < run.bounds.seats and not searched.thinned
        if bounded and (text.whole or not setting_texts(run.engine, edition)):
            limited.add(edition.text)
            if searched.sampled or (searched.questions and searched.tables):
                reports.append((searched, sampled_of_one, cut_short_of_one, {"text": edition}))
    for _, comparison in run.comparisons:
        (first, second), searched = comparison.sides, comparison.searched
        if searched.thinned:
            continue
        if searched.seats < run.bounds.seats and searched.questions and limited.isdisjoint((first.text, second.text)):
            reports.append((searched, sampled_of_both, cut_short_of_both, {"first": first, "second": second}))
    for searched, sampled, cut_short, sides in reports:
        numbers = {"most": MOST_TABLES, "seats": searched.seats + bool(searched.sampled), "number": searched.sampled}
        message = Message(sampled if searched.sampled else cut_short, **sides, **numbers)
        yield _warning(run, next(iter(sides.values())), "R515", message, rest if searched.sampled else help)


def out_of_time(run: RelationRun) -> Iterator[Diagnostic]:
    """Yield a finding if the time was over."""
    missed = run.missed()
    if missed:
        names = Message("{names}", names=", ".join(missed[:4]))
        if len(missed) > 4:
            names = Message("{names} and {count} more", names=names, count=len(missed) - 4)
        message = Message("the time was over before everything was looked at: {names}", names=names)
        yield error("R513", message, NOWHERE, Message("Give more --seconds, or narrow the search."))


def vanished(run: RelationRun) -> Iterator[Diagnostic]:
    """Yield findings on declarations that cover nothing, where the search was able to find what they declare.

    It was not where it did not end, left out tables, or where one of the texts contradicts itself unexpectedly.
    """
    for declaration in run.rulebook.declarations:
        if declaration.slug in run.used or not _could_be_found(run, declaration):
            continue
        near = _near_miss(run, declaration)
        rival = run.rivals.get(declaration.slug)
        text, named = declaration.texts[0].text, {"kind": KIND_WORDS[declaration.kind], "name": declaration.slug}
        if near is not None:
            message = Message("the declared {kind} “{name}” covers nothing: {reason}", **named, reason=near)
            help = Message(
                "Name what is missing, or write the declarations anew: emperor new difference {text}", text=text
            )
        elif rival is not None:
            message = Message("all that the {kind} “{name}” would cover is covered by “{other}”", **named, other=rival)
            help = Message("Take one of the two out, or let one of them name less.")
        else:
            message = Message("the declared {kind} “{name}” is found no more", **named)
            help = Message("Take the declaration out, or correct what it names.")
        sides = tuple((side.text, side.at) for side in declaration.texts)
        yield error("R522", message, declaration.span, help, text=text, sides=sides)


def _could_be_found(run: RelationRun, declaration: AcceptedFinding) -> bool:
    """Return whether what a declaration is about was searched as far as is searched by default."""
    if not run.bounds.everything or run.missed():
        return False
    texts = {side.text for side in declaration.texts}
    dates = {(side.text, side.at) for side in declaration.texts if side.at is not None}
    reports = [
        (text.searched, text.whole and not text.searched.tables)
        for text in run.texts
        if {text.edition.text} == texts and declaration.holds_on(text.edition.on)
    ]
    searched = {(text.edition.text, text.edition.on) for text in run.texts}
    for _, comparison in run.comparisons:
        if {side.text for side in comparison.sides} == texts and declaration.holds_on(day_of(comparison.sides)):
            reports.append((comparison.searched, bool(comparison.searched.tableless)))
            searched |= {(side.text, side.on) for side in comparison.sides}
    clean = not any(
        finding.code == "R510" and finding.is_error and finding.text in texts and len(texts) > 1
        for finding in run.findings
    )
    far = all((report.seats >= run.bounds.seats or report.thinned) and not nothing for report, nothing in reports)
    return bool(reports) and clean and far and dates <= searched


def _near_miss(run: RelationRun, declaration: AcceptedFinding) -> Message | None:
    """Return in words which undeclared finding a declaration would cover if it named one thing more."""
    for code, finding in run.uncovered:
        item = lacking(run.rulebook, declaration, finding)
        if item:
            return Message(
                "it would cover {code} on “{question}” if it also named {item}",
                code=code,
                question=question_words(run.rulebook.vocabulary, finding.ask),
                item=item,
            )
    return None


#: The checks of the results of a whole run, in order.
RUN_CHECKS = too_many, out_of_time, vanished
