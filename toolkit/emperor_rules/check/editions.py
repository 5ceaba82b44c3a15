"""Editions of the texts of a rulebook, resolved once by its engine, and the texts that include a given text."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from emperor_rules.errors import RequestError
from emperor_rules.evaluate.engine import Engine
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.terms import Always, And, At, Compare, Condition, Not
from emperor_rules.model.texts import Clause, Edition, Text
from emperor_rules.model.vocabulary import Predicate, PredicateKind
from emperor_rules.resolve.cone import rules_in_play
from emperor_rules.resolve.resolver import change_dates
from emperor_rules.resolve.rules import ClauseInForce, ResolvedText, Rule, memoized_per_text
from emperor_rules.search.seatings import judges_seatings
from emperor_rules.semantics.verdict import Conclusion


def resolved(engine: Engine, edition: Edition) -> ResolvedText:
    """Return an edition, resolved; the engine caches it.

    Raises:
        RequestError: There is no such text, it had no wording on that date, or it cannot be resolved.
    """
    return engine.program(edition.text, edition.on).resolved


def building_on(engine: Engine, edition: Edition) -> list[ResolvedText]:
    """Return the texts that include an edition's text, itself among them, in order of their ids.

    They are of the same date, or, where a text had no wording yet, of its newest wording.
    """
    texts = []
    for id, text in sorted(engine.rulebook.texts.items()):
        with suppress(RequestError):  # it cannot be resolved
            including = resolved(engine, Edition(id, edition.on if text.worded(edition.on) else None))
            if any(part.id == edition.text for part in including.texts):
                texts.append(including)
    return texts


def seating_texts(engine: Engine, edition: Edition) -> tuple[ResolvedText, ...]:
    """Return the texts that say on which tables an edition is played.

    That is the text itself if it has clauses about legal seatings, otherwise the texts that include it and have such
    clauses; none where there are no such clauses.
    """
    own = resolved(engine, edition)
    if engine.rulebook.vocabulary.requirement is None or judges_seatings(own):
        return (own,)
    return tuple(text for text in building_on(engine, edition) if judges_seatings(text))


def silenced(text: ResolvedText, numbers: Collection[int]) -> ResolvedText:
    """Return a text in which the rules of some numbers conclude nothing."""
    rules = (replace(rule, guard=Not(Always())) if rule.number in numbers else rule for rule in text.rules)
    return replace(text, rules=tuple(rules))


@memoized_per_text
def by_citation(text: ResolvedText) -> Mapping[str, ClauseInForce]:
    """Return the clauses of a text, in their order, by how answers cite them."""
    return {clause.citation: clause for clause in text.clauses}


def cited(engine: Engine, edition: Edition, citations: Sequence[str]) -> list[Clause]:
    """Return the clauses that are cited by the numbers which they bore on the date of an edition."""
    standing = by_citation(resolved(engine, edition))
    return [standing[citation].clause for citation in citations]


def speaks(text: ResolvedText, predicate: Predicate) -> bool:
    """Return whether any clause of a text concludes something about a predicate."""
    return bool(text.by_predicate.get(predicate.id))


def may_clash(text: ResolvedText, predicate: Predicate, in_use: frozenset[str] | None = None) -> bool:
    """Return whether, by the rules alone, two of them could conclude differently where neither overrides the other.

    Where just the options ``in_use`` are so, rules that need another count for nothing.
    """
    rules = rules_in_play(text, predicate.id, in_use)
    if predicate.kind is PredicateKind.VALUE:
        return sum(rule.kind == Conclusion.VALUE for rule in rules) > 1
    grants = [rule for rule in rules if rule.kind == Conclusion.YES and not rule.defeasible]
    beaten = text.principle is not None
    denials = [rule for rule in rules if rule.kind == Conclusion.NO and not (beaten and rule.prohibits)]
    return any(_may_meet(grant, denial) for grant in grants for denial in denials)


def _may_meet(grant: Rule, denial: Rule) -> bool:
    """Return whether two rules can both apply where neither overrides the other, as far as their conditions tell."""
    if grant.sentence is denial.sentence or denial.number in grant.overriders or grant.number in denial.overriders:
        return False
    if (grant.letters, grant.place, grant.place_key) != (denial.letters, denial.place, denial.place_key):
        return True
    granting, denying = frozenset(_parts(grant.guard)), frozenset(_parts(denial.guard))
    return not (_denies(granting, denying) or _denies(denying, granting))


def _parts(condition: Condition) -> Iterator[Condition]:
    """Yield the conditions that hold wherever a condition does, as it joins them."""
    if isinstance(condition, And):
        for part in condition.parts:
            yield from _parts(part)
    else:
        yield condition


def _denies(parts: frozenset[Condition], others: frozenset[Condition]) -> bool:
    """Return whether one of some conditions is the negation of what others say together."""
    return any(others.issuperset(_parts(_negation(part))) for part in parts)


def _negation(condition: Condition) -> Condition:
    match condition:
        case Not(part):
            return part
        case At(moment, part):
            return At(moment, _negation(part))
        case Compare(operator, left, right):
            return Compare(operator.opposite, left, right)
    return Not(condition)


def touched_predicates(predicates: frozenset[str], rulebook: Rulebook) -> frozenset[str]:
    """Return the predicates whose conclusions a change touches; the empty name, a principle, all that is forbidden."""
    if "" not in predicates:
        return predicates
    clauses = (clause for text in rulebook.texts.values() for clause in text.clauses)
    forbidden = {sentence.predicate for clause in clauses for sentence in clause.sentences if sentence.prohibits}
    permissions = {r.id for r in rulebook.vocabulary.predicates.values() if r.is_permission}
    return predicates - {""} | forbidden | permissions


def wordings(id: str, *states: Mapping[str, Text]) -> list[Edition]:
    """Return the editions of a text that may differ, newest first: one for each day of change in any of some states."""
    dates = {date for texts in states for date in change_dates(id, texts)}
    worded = [date for date in dates if all(texts[id].worded(date) for texts in states)]
    return [Edition(id), *(Edition(id, date) for date in sorted(worded, reverse=True))]
