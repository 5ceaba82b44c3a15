"""Clauses that speak and yield: to which others, what to write if they are to decide, and those that never do."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import NamedTuple

from emperor_rules.check.editions import by_citation, resolved
from emperor_rules.check.mutation.equivalence import ChangedRules, MutantSearch, Unresolved
from emperor_rules.check.witness import verdict_of
from emperor_rules.diagnostics import Related
from emperor_rules.edits import Fix, TextEdit, at_end
from emperor_rules.errors import RequestError
from emperor_rules.evaluate.engine import Answer, Engine
from emperor_rules.limits import Clock
from emperor_rules.messages import Message, Names, template
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.scenarios import Request
from emperor_rules.model.texts import Clause, Edition, Reference, Text
from emperor_rules.search.seatings import smallest_tables
from emperor_rules.source import NOWHERE, Span


def written_from(other: Clause, clause: Clause) -> str:
    """Return a clause as the head of another names it."""
    return other.number if other.text == clause.text else f"{other.text} {other.number}"


def overriding_fix(rulebook: Rulebook, clause: Clause, others: Iterable[Clause]) -> tuple[Fix, ...]:
    """Return the fix by which a clause overrides some others; nothing where its head cannot be found or is the base's.

    Whether it should is for a person to say: the other clause may be wrong instead.
    """
    named = ", ".join(written_from(other, clause) for other in others)
    source = rulebook.sources.get(clause.span.file)
    if source is None or not named or clause.span.file in rulebook.borrowed:
        return ()
    last = clause.overrides[-1].span if clause.overrides else NOWHERE
    if last != NOWHERE:
        place, words = at_end(last), f", {named}"
    else:
        head = source.line(clause.span.line).partition("#")[0].rstrip()
        place = Span(source.name, clause.span.line, len(head) + 1, clause.span.line, len(head) + 1)
        words = f" overrides {named}"
    title = Message("Let {clause} override {others}", clause=clause.id, others=named)
    return (Fix(title, (TextEdit(place, words),), certain=False),)


#: At so many tables, the smallest legal ones first, it is tried to what a clause yields, and what says the same.
TABLES_TRIED = 6
#: So often more overrides are tried: those that a clause overrides may have kept others from speaking.
ROUNDS = 4
#: Where more clauses than these lack a scenario it is not searched which of them never decide: that takes seconds for
#: each, and a text whose scenarios are yet to be written needs those. And the most seats of the tables; fewer where
#: more than so many tables are legal, as where anybody may have a role.
IDLE_CLAUSES, IDLE_SEATS, IDLE_TABLES = 8, 6, 200


def yielding(
    engine: Engine, request: Request, answer: Answer, wanted: Answer
) -> tuple[Message | None, tuple[Related, ...], tuple[Fix, ...]]:
    """Return to what the asked text's own clauses yield in an answer that is not the one wanted, and where they stand.

    The help has the override to write where that makes the answer the one wanted, and the fix writes it.
    """
    edition = Edition(request["text"], request.get("on"))
    standing = by_citation(resolved(engine, edition))
    own = [standing[c].clause for c in answer.overridden if standing[c].clause.text == edition.text]
    if not own:
        return None, (), ()
    clause = own[0]
    places = (Related(clause.span, Message("speaks, and yields"), clause.text, clause.number),)
    beaten = _to_override(engine, request, clause, wanted)
    if beaten:
        return (
            Message(
                "{clause} says otherwise, but yields. If it is to decide, write in its head: overrides {others}.",
                clause=clause.id,
                others=", ".join(written_from(other, clause) for other in beaten),
            ),
            places,
            overriding_fix(engine.rulebook, clause, beaten),
        )
    deciding = Names([citation for citation in answer.clauses if standing[citation].clause is not clause])
    return Message("{clause} says otherwise, but yields to {others}.", clause=clause.id, others=deciding), places, ()


def yields_to(engine: Engine, clause: Clause, tables: Iterable[str]) -> list[Clause]:
    """Return which clauses one must override to decide somewhere at some tables, as few as there are; else none.

    Only what can be permitted or forbidden is looked at: of a value it is not known what it should be.
    """
    fewest: list[Clause] = []
    asks = dict.fromkeys(sentence.predicate for sentence in clause.sentences)
    questions = [ask for ask in asks if ask in engine.rulebook.vocabulary.questions]
    for ask, seats in product(questions, tables):
        everybody = ["?"] * len(engine.rulebook.vocabulary.predicates[ask].parameters)
        request: Request = {"text": clause.text, "seats": seats, "ask": ask, "of": everybody}
        try:
            people = list(engine.people_of(request)) if everybody else [()]
        except RequestError:
            continue
        for of in people:
            if len(set(of)) < len(of):
                continue  # of nobody and themselves
            single: Request = {**request, "of": list(of)}
            answer = engine.ask(single)
            if clause.id in answer.overridden and isinstance(answer.answer, bool):
                beaten = _to_override(engine, single, clause, replace(answer, answer=not answer.answer))
                fewest = min((clauses for clauses in (fewest, beaten) if clauses), key=len, default=[])
        if fewest:
            break
    return fewest


def _to_override(engine: Engine, request: Request, own: Clause, wanted: Answer) -> list[Clause]:
    """Return which clauses one must override so that an answer is the one wanted, none of them too many; else none."""
    ask = request["ask"]
    chosen: list[Clause] = []
    for _ in range(ROUNDS):
        try:
            standing = by_citation(resolved(engine, Edition(request["text"], request.get("on"))))
            again = _answer_with(engine, request, own, chosen)
        except RequestError:
            return []
        if verdict_of(again) == verdict_of(wanted):
            for clause in [*chosen]:
                fewer = [other for other in chosen if other is not clause]
                if verdict_of(_answer_with(engine, request, own, fewer)) == verdict_of(wanted):
                    chosen = fewer
            return chosen
        clauses = (standing[citation].clause for citation in again.clauses if citation in standing)
        more = [c for c in clauses if c is not own and c not in chosen and any(s.predicate == ask for s in c.sentences)]
        more = [clause for clause in more if (clause.text, clause.number) != (own.text, own.number)]
        if not more:
            return []
        chosen += more
    return []


def _answer_with(engine: Engine, request: Request, own: Clause, overridden: Sequence[Clause]) -> Answer:
    """Return an answer where a clause overrides some more."""
    more = tuple(Reference(clause.text, clause.number, None, NOWHERE) for clause in overridden)
    changed = replace(own, overrides=(*own.overrides, *more))
    return Engine(engine.rulebook.with_clause(own, changed)).ask(request)


def never_deciding(rulebook: Rulebook, clauses: Sequence[Clause], seats: int) -> Iterator[tuple[Clause, int]]:
    """Yield those of some clauses without which every answer stays as it is, at tables of up to so many seats.

    Of more than :data:`IDLE_CLAUSES` none is looked at.
    """
    if len(clauses) > IDLE_CLAUSES:
        return
    engine = Engine(rulebook)
    up_to = min(seats, IDLE_SEATS)
    for clause in clauses:
        without = rulebook.texts[clause.text].with_clause(clause)
        changed = ChangedRules(engine, without, frozenset(sentence.predicate for sentence in clause.sentences))
        try:
            search = _search_of_few(engine, Edition(clause.text), changed, up_to)
            changes = any(
                search.differs(Edition(id), changed, Clock(None))
                for id, including in rulebook.texts.items()
                if id == clause.text or any(inclusion.text == clause.text for inclusion in including.includes)
            )
        except (Unresolved, RequestError):  # others speak of it, or a text cannot be used
            continue
        if not changes and search.tables_searched:
            yield clause, search.seats


def _search_of_few(engine: Engine, edition: Edition, changed: ChangedRules, up_to: int) -> MutantSearch:
    """Return a search at tables of up to so many seats, or of fewer where more than :data:`IDLE_TABLES` are legal."""
    original, mutant = resolved(engine, edition), changed.resolved(edition)
    searches = (MutantSearch(engine, seats, widens=False) for seats in range(up_to, 1, -1))
    few = (s for s in searches if len(s.tables(edition, original, mutant, Clock(None))) <= IDLE_TABLES)
    return next(few, MutantSearch(engine, 1, widens=False))


# --- why a clause never decides --------------------------------------------------------------------


#: Why a clause never decides, with what follows: it yields, others say the same, or no table has what it speaks of.
IT_YIELDS = template("it yields wherever it speaks, to {clauses}")
SAYS_THE_SAME = template("wherever it speaks the same is said by {clauses}")
RULED_OUT = template("no table at which it would speak is legal, by {clauses}")
WHAT_FOLLOWS = {
    IT_YIELDS: template("If it is to decide, write in its head: overrides {others}. Otherwise take it away."),
    SAYS_THE_SAME: template("Declare below its head: redundant with {others}. Or take it away."),
    RULED_OUT: template(
        "If it is to decide, write a clause that overrides {others} and says what is required instead. Otherwise take "
        "it away."
    ),
}


class Idleness(NamedTuple):
    """Why a clause never decides, as the template of a message, and the clauses by which that is so."""

    why: str
    clauses: tuple[Clause, ...]


def idleness(engine: Engine, clause: Clause, seats: int) -> Idleness | None:
    """Return why a clause never decides, at tables of up to so many seats; ``None`` where that is unknown."""
    edition, about = Edition(clause.text), frozenset(sentence.predicate for sentence in clause.sentences)
    standing = by_citation(resolved(engine, edition))
    others = [s.clause for s in standing.values() if s.clause is not clause and about & _concluded(s.clause)]
    requirement = engine.rulebook.vocabulary.requirement  # what is required adds up, and yields to nothing
    yielding_on = about - {requirement.id if requirement is not None else ""}
    try:
        decisive = _with_overrides(engine, clause, [c for c in others if yielding_on & _concluded(c)])
        changed = ChangedRules(engine, decisive, yielding_on)
        search = MutantSearch(engine, seats, widens=False)
        shown = search.shown_difference(edition, changed, Clock(None)) if yielding_on else None
    except (Unresolved, RequestError):
        return None
    if shown is not None:
        beaten = _to_override(engine, shown.witness, clause, shown.then)
        deciding = (standing[c].clause for c in shown.now.clauses if c in standing)
        named = beaten or [c for c in deciding if c in others and shown.witness["ask"] in _concluded(c)]
        return Idleness(IT_YIELDS, tuple(named)) if named else None
    beside = _saying_the_same(engine, clause, others, yielding_on)
    if beside:
        return Idleness(SAYS_THE_SAME, beside)
    for other in (s.clause for s in standing.values()):
        if requirement is None or requirement.id not in _concluded(other) or other is clause:
            continue
        kept = tuple(sentence for sentence in other.sentences if sentence.predicate != requirement.id)
        free = Engine(engine.rulebook.with_clause(other, replace(other, sentences=kept)))
        if _changes_answers(free, clause, seats):
            return Idleness(RULED_OUT, (other,))
    return None


def _concluded(clause: Clause) -> frozenset[str]:
    return frozenset(sentence.predicate for sentence in clause.sentences)


def _with_overrides(engine: Engine, clause: Clause, others: Sequence[Clause]) -> Text:
    """Return the text of a clause where that overrides some others."""
    more = tuple(Reference(other.text, other.number, None, NOWHERE) for other in others)
    named = {(reference.text, reference.number) for reference in clause.overrides}
    new = tuple(reference for reference in more if (reference.text, reference.number) not in named)
    changed = replace(clause, overrides=(*clause.overrides, *new))
    return engine.rulebook.texts[clause.text].with_clause(clause, changed)


def _saying_the_same(
    engine: Engine, clause: Clause, others: Sequence[Clause], about: Collection[str]
) -> tuple[Clause, ...]:
    """Return the clauses that answer some questions as one does at some of the smallest tables, and as well alone."""
    by_id = {other.id: other for other in others}
    for request in _questions_about(engine, clause, TABLES_TRIED):
        if request["ask"] not in about:
            continue
        answer, ask = engine.ask(request), request["ask"]
        beside = tuple(by_id[c] for c in answer.clauses if c in by_id and ask in _concluded(by_id[c]))
        if clause.id in answer.clauses and beside:
            alone = engine.rulebook
            for other in beside:
                alone = alone.with_clause(other)
            with_it, without = (Engine(book).ask(request) for book in (alone, alone.with_clause(clause)))
            if verdict_of(with_it) == verdict_of(answer) != verdict_of(without):
                return beside
    return ()


def _questions_about(engine: Engine, clause: Clause, tables: int) -> Iterator[Request]:
    """Yield what a clause may answer, of everybody at some of the smallest legal tables."""
    legal = smallest_tables([[resolved(engine, Edition(clause.text))]], 0)[:tables]
    asks = [ask for ask in _concluded(clause) if ask in engine.rulebook.vocabulary.questions]
    for ask, table in product(sorted(asks), legal):
        everybody = ["?"] * len(engine.rulebook.vocabulary.predicates[ask].parameters)
        request: Request = {"text": clause.text, "seats": table.seats, "ask": ask, "of": everybody}
        try:
            people = list(engine.people_of(request)) if everybody else [()]
        except RequestError:
            continue
        for of in people:
            single: Request = {**request, "of": list(of)}
            yield single


def _changes_answers(engine: Engine, clause: Clause, seats: int) -> bool:
    """Return whether some answer is another one without a clause."""
    without = engine.rulebook.texts[clause.text].with_clause(clause)
    try:
        changed = ChangedRules(engine, without, _concluded(clause))
        return MutantSearch(engine, seats, widens=False).differs(Edition(clause.text), changed, Clock(None))
    except (Unresolved, RequestError):
        return False
