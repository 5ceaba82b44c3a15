"""Run scenarios: compare answers and deciding clauses with the expectations, and record which clauses decide."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import NamedTuple

from emperor_rules.check.admitted_roles import admission, roles_of
from emperor_rules.check.editions import by_citation, resolved
from emperor_rules.check.precedence import (
    IT_YIELDS,
    SAYS_THE_SAME,
    WHAT_FOLLOWS,
    idleness,
    never_deciding,
    overriding_fix,
    written_from,
    yielding,
)
from emperor_rules.check.validation import unknown_clause, unknown_text_finding
from emperor_rules.check.witness import answer_words, with_clauses
from emperor_rules.diagnostics import Diagnostic, Related, error, warning
from emperor_rules.edits import Fix, TextEdit, line_below, replacing
from emperor_rules.errors import RequestError, SeatingError, UnusableText
from emperor_rules.evaluate.engine import INVALID, Answer, Engine
from emperor_rules.language.undeclared_roles import seated_role
from emperor_rules.limits import SEARCHED_SEATS
from emperor_rules.messages import Bilingual, Message, Names, sentences, template
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.scenarios import Expectation, Request, Scenario, expectation_request
from emperor_rules.model.texts import Clause, Edition, Reference
from emperor_rules.resolve.resolver import change_dates
from emperor_rules.resolve.rules import ResolvedText, memoized_per_text
from emperor_rules.source import NOWHERE, Span

#: The messages where other clauses decide or yield than a scenario says, and which are missing or too many.
DECIDED = template("“{name}”: {text} answers {answer}, decided by {cited}; the scenario says {wanted}")
YIELDED = template("“{name}”: {text} answers {answer}, over {cited}; the scenario says {wanted}")
MISSING = {DECIDED: template("Does not decide: {clauses}."), YIELDED: template("Does not yield: {clauses}.")}
TOO_MANY = {DECIDED: template("Decides too: {clauses}."), YIELDED: template("Yields too: {clauses}.")}

ClauseKey = tuple[str, str, str | None]


def clause_key(clause: Clause) -> ClauseKey:
    """Return the identity of a clause, also among those that bore its slug or its number at another time."""
    return clause.text, clause.slug, clause.since


@dataclass(frozen=True, slots=True)
class Outcome:
    """One expectation of a scenario asked of one text; ``deciding`` are the clauses that decided it, in their order."""

    scenario: Scenario
    expectation: Expectation
    text: str
    request: Request
    answer: Answer
    fine: bool
    deciding: tuple[ClauseKey, ...] = ()


#: Which outcome one is: those that read a rulebook again keep the scenarios of files that did not change.
OutcomeKey = tuple[int, int, str]


def outcome_key(scenario: Scenario, expectation: Expectation, text: str) -> OutcomeKey:
    """Return which outcome one is among those of a rulebook, and of another that has the very same scenario."""
    return id(scenario), id(expectation), text


@dataclass
class ScenarioRun:
    """All outcomes, the findings, and the names of the scenarios that each clause decides.

    ``not_asked`` are the texts of which some day cannot be used, so that nothing was asked of them.
    """

    outcomes: list[Outcome] = field(default_factory=list)
    not_asked: set[str] = field(default_factory=set)
    findings: list[Diagnostic] = field(default_factory=list)
    decided: dict[ClauseKey, list[str]] = field(default_factory=dict)


def run_scenarios(
    rulebook: Rulebook,
    engine: Engine | None = None,
    progress: Callable[[int], None] | None = None,
    kept: Mapping[OutcomeKey, Outcome] | None = None,
) -> ScenarioRun:
    """Return the outcomes of every question of every scenario; ``progress`` is called with how many scenarios are done.

    ``kept`` are outcomes without findings of an earlier version of these rules, which they have in this one too.
    """
    engine = engine or Engine(rulebook)
    run = ScenarioRun()
    names: dict[str, Scenario] = {}
    for done, scenario in enumerate(rulebook.scenarios):
        earlier = names.setdefault(scenario.name, scenario)
        if earlier is not scenario:
            message = Message("two scenarios are called “{name}”", name=scenario.name)
            help = Message("Name each after what it shows.")
            run.findings.append(error("R605", message, scenario.span, help, related=(Related(earlier.span),)))
        for text, span in scenario.texts:
            if text not in rulebook.texts:
                run.findings.append(unknown_text_finding(text, span, rulebook))
                continue
            if not _usable(engine, text, scenario.on):  # that is reported, and no answer of it would mean anything
                run.not_asked.add(text)
                continue
            for expectation in scenario.expectations:
                outcome = (kept or {}).get(outcome_key(scenario, expectation, text))
                if outcome is None:
                    outcome = _run_expectation(scenario, expectation, text, engine, run)
                run.outcomes.append(outcome)
                for key in outcome.deciding:
                    decided = run.decided.setdefault(key, [])
                    if scenario.name not in decided:
                        decided.append(scenario.name)
        if progress is not None:
            progress(done + 1)
    return run


def _usable(engine: Engine, text: str, on: str | None) -> bool:
    """Return whether a text can be asked on a day, as far as its own clauses go."""
    try:
        engine.program(text, on)
    except UnusableText:
        return False
    except RequestError:  # no wording on that day
        return True
    return True


def _run_expectation(
    scenario: Scenario, expectation: Expectation, text: str, engine: Engine, run: ScenarioRun
) -> Outcome:
    request = expectation_request(scenario, expectation, text)
    answer = engine.ask(request)
    findings = _findings(scenario, expectation, text, request, answer, engine)
    run.findings.extend(findings)
    deciding: tuple[ClauseKey, ...] = ()
    if answer.clauses:
        standing = by_citation(resolved(engine, Edition(text, scenario.on)))
        deciding = tuple(clause_key(one.clause) for citation, one in standing.items() if citation in answer.clauses)
    return Outcome(scenario, expectation, text, request, answer, not findings, deciding)


class _Citing(NamedTuple):
    """The clauses that an expectation names on one side, those that decide or those that yield, beside those cited.

    ``about`` are the references to what the asked text includes, ``elsewhere`` those to no clause of that day.
    """

    side: str
    references: Sequence[Reference]
    about: Sequence[Reference]
    elsewhere: Sequence[Reference]
    cited: Sequence[str]
    expected: set[str]
    exact: bool

    @property
    def holds(self) -> bool:
        """Whether the clauses cited are those named, or among others where that is enough."""
        return self.expected == {*self.cited} if self.exact else self.expected <= {*self.cited}


def _clauses_expected(
    expectation: Expectation, text: str, on: str | None, answer: Answer, engine: Engine
) -> Iterator[_Citing]:
    """Yield what an expectation says of the clauses that decide, and of those that yield, where it says something."""
    try:
        citations = _citations_of(resolved(engine, Edition(text, on)))
    except RequestError:  # no wording on that date: nothing can decide
        citations = {text: {}}
    for side, references, cited, exact in (
        (DECIDED, expectation.by, answer.clauses, expectation.exact),
        (YIELDED, expectation.over, answer.overridden, True),
    ):
        if references is not None:
            elsewhere = [r for r in references if r.number not in citations.get(r.text, {})]
            about = [r for r in references if r.text in citations]
            expected = {citations[r.text].get(r.number or "", f"{r.text}:{r.number}") for r in about}
            yield _Citing(side, references, about, elsewhere, cited, expected, exact)


def is_as_expected(scenario: Scenario, expectation: Expectation, text: str, engine: Engine) -> bool:
    """Return whether a text of an engine answers as a scenario says; that the clauses it names exist is not looked up.

    It is what :func:`run_scenarios` says of it, without the findings, which take longer than to ask.
    """
    answer = engine.ask(expectation_request(scenario, expectation, text))
    if not expectation.is_met_by(answer.status, answer.answer):
        return False
    return all(one.holds for one in _clauses_expected(expectation, text, scenario.on, answer, engine))


def _seating_advice(seat: str, span: Span, rulebook: Rulebook) -> tuple[Message, tuple[Fix, ...]]:
    """Return what to do about the word of a seat that is no letter of a role: write the letter, or declare the role."""
    vocabulary, source = rulebook.vocabulary, rulebook.sources[span.file]
    begin, end = (source.offset(*place) for place in (span[1:3], span[3:5]))
    at = re.search(rf"(?<=[\s:|]){re.escape(seat)}(?=[\s|]|\Z)", source.text[begin:end])
    place = source.span(begin + at.start(), begin + at.end()) if at is not None else span
    for role in vocabulary.roles.values():
        names = (words.lower() for number in role.names for words in number.by_language().values())
        if at is not None and seat.lower() in names:
            write = Message("Write: {letter}", letter=role.letter)
            return write, (replacing(place, role.letter, write),)
    new = seated_role(seat, "".join(vocabulary.role_letters))
    letter = [TextEdit(place, new.letter)] if at is not None and new.letter != seat else []
    return new.help, (new.fix(span.file, *letter),)


def _findings(
    scenario: Scenario, expectation: Expectation, text: str, request: Request, answer: Answer, engine: Engine
) -> list[Diagnostic]:
    name, span = scenario.name, expectation.span
    choices = engine.rulebook.vocabulary.predicates[expectation.query.ask].choices
    if answer.status == INVALID and expectation.status != INVALID:
        message = Message("“{name}” is no position of {text}: {message}", name=name, text=text, message=answer.message)
        help, fixes = Message("Mend the position, or expect “invalid”."), tuple[Fix, ...]()
        try:
            engine.prepare(request)
        except RequestError as mistake:  # its value is what is wrong, else the question
            span = scenario.places.get(mistake.key or "", span)
            if isinstance(mistake, SeatingError) and mistake.role:
                help, fixes = _seating_advice(mistake.role, span, engine.rulebook)
        return [error("R603", message, span, help, text=text, witness=request, fixes=fixes)]
    if not expectation.is_met_by(answer.status, answer.answer):
        answered = with_clauses(answer_words(answer, choices), answer)
        wanted = answer_words(Answer(expectation.status, expectation.answer), choices)
        message = Message(
            "“{name}”: {text} answers {answer}, not {wanted}", name=name, text=text, answer=answered, wanted=wanted
        )
        since, dated = _day_before(scenario, expectation, text, engine)
        hint, places, fixes = yielding(
            engine, request, answer, Answer(expectation.status, expectation.answer_beside(answer.answer))
        )
        help = sentences(dated, hint or "", Message("Correct the clause, or the scenario."))
        clause = _concluding(engine, scenario, expectation, text, answer.clauses) or None
        finding = error(
            "R601", message, span, help, text=text, clause=clause, witness=request, related=places, fixes=fixes
        )
        return [replace(finding, since=since)]
    findings: list[Diagnostic] = []
    for one in _clauses_expected(expectation, text, scenario.on, answer, engine):
        nowhere = [finding for reference in one.elsewhere for finding in unknown_clause(reference, engine.rulebook)]
        if nowhere:
            findings += nowhere
        elif not one.holds:
            side, cited, expected, actual = one.side, one.cited, one.expected, {*one.cited}
            lists = {"cited": _list(cited), "wanted": _list(sorted(expected))}
            message = Message(side, name=name, text=text, answer=answer_words(answer, choices), **lists)
            lacking, too_many = sorted(expected - actual), sorted(actual - expected)
            since, dated = _day_before(scenario, expectation, text, engine)
            help = sentences(
                dated,
                Message(MISSING[side], clauses=", ".join(lacking)) if lacking else "",
                Message(TOO_MANY[side], clauses=", ".join(too_many)) if too_many else "",
                Message("Name all, or write “by at least” before those that matter.")
                if side is DECIDED and not lacking
                else "",
            )
            fixes = _named_fix(one, sides=side is DECIDED)
            clause = _concluding(engine, scenario, expectation, text, too_many, answer.overridden, lacking) or None
            finding = error("R602", message, span, help, text=text, clause=clause, witness=request, fixes=fixes)
            findings.append(replace(finding, since=since))
    return findings


def _named_fix(one: _Citing, *, sides: bool) -> tuple[Fix, ...]:
    """Return the fix that names the clauses which decide (or yield), beside those of other texts that are asked too."""
    places = [reference.span for reference in one.references if reference.span != NOWHERE]
    if not places or not one.cited:
        return ()
    others = [f"{r.text} {r.number}" for r in one.references if r not in one.about]
    named = ", ".join([*(citation.replace(":", " ") for citation in one.cited), *others])
    whole = Span(places[0].file, *places[0][1:3], *places[-1][3:5])
    deciding, yielded = (
        template("Name the clauses that decide: {clauses}"),
        template("Name those that yield: {clauses}"),
    )
    title = Message(deciding if sides else yielded, clauses=named)
    return (replacing(whole, named, title, certain=False),)


def _concluding(engine: Engine, scenario: Scenario, expectation: Expectation, text: str, *cited: Sequence[str]) -> str:
    """Return the number of the first cited clause that concludes what is asked, else of the first; empty without any.

    It is today's number, by which findings about one clause are known to be.
    """
    try:
        standing = by_citation(resolved(engine, Edition(text, scenario.on)))
    except RequestError:  # no wording on that day
        return ""
    clauses = [standing[citation].clause for citations in cited for citation in citations if citation in standing]
    own = (clause for clause in clauses if any(s.predicate == expectation.query.ask for s in clause.sentences))
    first = next(own, clauses[0] if clauses else None)
    return first.number if first is not None else ""


def _day_before(
    scenario: Scenario, expectation: Expectation, text: str, engine: Engine
) -> tuple[str | None, Message | str]:
    """Return the day of the newest wording, before which a scenario without a day held, and what to add to it."""
    days = change_dates(text, engine.rulebook.texts) if scenario.on is None else ()
    if not days:
        return None, ""
    before = (date.fromisoformat(days[-1]) - timedelta(days=1)).isoformat()
    if not is_as_expected(replace(scenario, on=before), expectation, text, engine):
        return None, ""
    return days[-1], Message(
        "Until {day} it was as the scenario says: if that is meant, add to it “on {day}”.", day=before
    )


@memoized_per_text
def _citations_of(edition: ResolvedText) -> Mapping[str, Mapping[str, str]]:
    """Return citations by text and number: by the numbers of the date, else by those of today."""
    citations: dict[str, dict[str, str]] = {included.id: {} for included in edition.texts}
    for clause in edition.clauses:
        citations[clause.clause.text][clause.clause.number] = clause.citation
    for clause in edition.clauses:
        citations[clause.clause.text][clause.number] = clause.citation
    return citations


def _list(names: Iterable[str]) -> Bilingual:
    listed = Names(names)
    return listed if listed.items else Message("nothing")


def undecided(
    rulebook: Rulebook,
    run: ScenarioRun,
    seats: int | None = None,
    texts: Collection[str] | None = None,
    searched: Collection[str] | None = None,
) -> list[Diagnostic]:
    """Return findings about clauses that decide no scenario and are neither notes nor declared redundant.

    They are clauses of some ``texts``, or of all. Of those that conclude something, and belong to the texts that are
    ``searched`` (or to any), it is searched, on tables of a few ``seats`` (``None``: not at all), whether they ever
    decide. Where some text could not be asked there are no
    findings: its scenarios might be those that a clause decides.
    """
    if run.not_asked:
        return []
    existing = {(t.id, c.number) for t in rulebook.texts.values() for c in t.clauses}
    idle = [
        clause
        for text in rulebook.texts.values()
        if texts is None or text.id in texts
        for clause in text.clauses
        if (clause.note is None or clause.sentences)
        and not (clause.redundant and all((r.text, r.number) in existing for r in clause.redundant))
        and clause_key(clause) not in run.decided
    ]
    of_searched = [clause for clause in idle if searched is None or clause.text in searched]
    newest = [clause for clause in of_searched if clause.sentences and clause.until is None]
    never = dict(never_deciding(rulebook, newest, seats)) if seats is not None else {}
    findings = []
    for clause in idle:
        message = Message("clause {clause} decides no scenario", clause=clause.id)
        help = Message("Add a scenario that it decides, or declare “redundant with …”.")
        finding = warning("R604", message, clause.span, help, text=clause.text, clause=clause.number)
        findings.append(finding if clause not in never else _never_deciding(rulebook, clause, never[clause]))
    return findings


def _never_deciding(rulebook: Rulebook, clause: Clause, seats: int) -> Diagnostic:
    """Return the finding on a clause that never decides, with the clauses by which that is so and what follows."""
    same = Message("without it every answer is the same, at every legal table of up to {seats} seats", seats=seats)
    help = Message(
        "Where it is to decide, name what it yields to in its head (“overrides …”). Where it says what others say, "
        "declare “redundant with …”."
    )
    engine, edition = Engine(rulebook), Edition(clause.text)
    reason, related, fixes = idleness(engine, clause, seats), tuple[Related, ...](), tuple[Fix, ...]()
    if reason is not None:
        named = Names(other.id for other in reason.clauses)
        why = Message(reason.why, clauses=named)
        others = ", ".join(written_from(other, clause) for other in reason.clauses)
        same, help = Message("{why} ({same})", why=why, same=same), Message(WHAT_FOLLOWS[reason.why], others=others)
        related = tuple(Related(other.span, "", other.text, other.number) for other in reason.clauses)
        if reason.why == IT_YIELDS:
            fixes = overriding_fix(rulebook, clause, reason.clauses)
        elif reason.why == SAYS_THE_SAME:
            title = Message("Declare {clause} redundant with {others}", clause=clause.id, others=others)
            edit = TextEdit(line_below(clause.span), f"  redundant with {others}\n")
            fixes = (Fix(title, (edit,), certain=False),)
        else:
            roles = roles_of(clause, resolved(engine, edition))
            admitted = next(
                filter(None, (admission(engine, edition, r, reason.clauses, SEARCHED_SEATS) for r in roles)), None
            )
            help, fixes = (admitted.help, (admitted.fix,)) if admitted is not None else (help, fixes)
    message = Message("clause {clause} never decides: {why}", clause=clause.id, why=same)
    return warning(
        "R608", message, clause.span, help, text=clause.text, clause=clause.number, related=related, fixes=fixes
    )
