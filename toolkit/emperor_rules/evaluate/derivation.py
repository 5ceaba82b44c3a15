"""How a proof is presented: which reasons, in which order, what is folded away.

A pure function of facts and reasons, without words and without rules; contributing/meaning.md describes it, so that
another engine can do the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from emperor_rules.evaluate.explain import Miss, Proof, Reason
from emperor_rules.evaluate.facts import Fact, FactKind, Group, grouped_facts, is_number
from emperor_rules.semantics.verdict import Conclusion

#: How deep a short derivation goes, in clauses; what lies deeper is only named.
MOST_CLAUSES_DEEP = 4


@dataclass(frozen=True)
class Step:
    """A clause that speaks for what stands above it, with what it rests on.

    ``citation`` is empty where the vocabulary says so. ``again`` marks a clause that was told further up, ``met`` one
    that only failed to forbid, ``missed`` one that does not apply, for want of what is below.
    """

    citation: str
    premises: tuple[Premise, ...]
    again: bool = False
    met: bool = False
    missed: bool = False


@dataclass(frozen=True)
class Premise:
    """Facts that a clause rests on, said in one sentence, with the steps that lead to them.

    Where a derivation would go too deep there are no steps, and ``by`` names the clauses.
    """

    facts: Group
    steps: tuple[Step, ...] = ()
    by: tuple[str, ...] = ()


@dataclass(frozen=True)
class Derivation:
    """The steps to an answer, and by citation the restrictions that were met and the clauses that do not apply."""

    steps: tuple[Step, ...]
    met: tuple[str, ...] = ()
    inapplicable: tuple[str, ...] = ()

    def cited(self) -> frozenset[str]:
        """Return every clause that is named."""
        return frozenset((*self.met, *self.inapplicable)) | _cited(self.steps)


def _cited(steps: Iterable[Step]) -> frozenset[str]:
    below = (_cited(premise.steps).union(premise.by) for step in steps for premise in step.premises)
    return frozenset(step.citation for step in steps if step.citation).union(*below)


def derivation(proof: Proof, *, full: bool = False) -> Derivation:
    """Return how a proof is presented: the settling reasons, or in full all of them."""
    composer = _Composer(proof, full)
    chosen = composer.chosen(proof.root)
    steps = composer.steps((proof.root,))
    named = _cited(steps)
    met = (reason.citation for reason in proof.reasons[proof.root] if reason.joint and reason not in chosen)
    missed = (miss.reason.citation for miss in proof.misses.get(proof.root, ()))
    return Derivation(steps, _others(met, named), _others(missed, named))


def _others(citations: Iterable[str], named: frozenset[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(citation for citation in citations if citation not in named))


def _nearest(misses: Sequence[Miss]) -> tuple[Reason, ...]:
    """Return the rule with the fewest failed conditions, if as many hold; or all of the only clause there is."""
    close = [miss for miss in misses if miss.asked and miss.held >= miss.failed]
    if close:
        nearest = min(close, key=lambda m: (m.failed, -m.held, m.reason.redundant, not m.reason.own))
        return (nearest.reason,)
    return tuple(miss.reason for miss in misses) if len({miss.reason.citation for miss in misses}) == 1 else ()


class _Composer:
    """Chooses which reasons to state, each fact and each clause once."""

    def __init__(self, proof: Proof, full: bool) -> None:
        self.proof, self.full = proof, full
        self.support: dict[Fact, frozenset[Fact]] = {}
        self.choices: dict[Fact, tuple[Reason, ...]] = {}
        self.stated: set[Fact] = set()
        self.clauses: set[str] = set()

    # --- which reasons ---------------------------------------------------------------------------

    def chosen(self, fact: Fact) -> tuple[Reason, ...]:
        """Return the reasons to tell of a fact: of each claim that decides it, the one that rests on the least.

        Of several restrictions those of the text itself are told that say something of this position.
        """
        if self.full:
            return self.proof.reasons.get(fact) or tuple(miss.reason for miss in self.proof.misses.get(fact, ()))
        self._rests_on(fact)
        return self.choices.get(fact, ())

    def _rests_on(self, fact: Fact) -> frozenset[Fact]:
        """Return all facts that the telling of a fact needs, itself included."""
        if fact not in self.support:
            self.support[fact] = frozenset({fact})  # which nothing below it needs
            reasons = self.proof.reasons.get(fact) or _nearest(self.proof.misses.get(fact, ()))
            needed = {id(reason): frozenset().union(*map(self._rests_on, reason.premises)) for reason in reasons}
            restrictions = tuple(r for r in reasons if r.joint and r.own and self._telling(r, fact))
            best: dict[object, Reason] = {}
            for reason in sorted(
                (r for r in reasons if r.kind not in (Conclusion.MET, None)),
                key=lambda r: (
                    fact in needed[id(r)],
                    r.redundant,
                    sum(not below.common for below in needed[id(r)]),
                    not r.own,
                ),
            ):
                best.setdefault(reason.claim, reason)
            granted = any(reason.kind is Conclusion.YES for reason in restrictions)
            self.choices[fact] = restrictions if granted else (*best.values(), *restrictions)
            self.support[fact] = frozenset({fact}).union(*(needed[id(reason)] for reason in self.choices[fact]))
        return self.support[fact]

    def _telling(self, reason: Reason, fact: Fact) -> tuple[Fact, ...]:
        """Return the premises of a reason that are worth a line."""
        return tuple(premise for premise in reason.premises if not self._is_empty(premise, fact, reason))

    def _is_empty(self, premise: Fact, fact: Fact, reason: Reason) -> bool:
        """Return whether a premise is common knowledge, says a number again, or only that nothing speaks against.

        A no is told with all that does not hold.
        """
        if premise.value is False:
            unopposed = premise.concluded and not self.proof.reasons[premise]
            return (premise.common or unopposed) and reason.claim is not False
        return premise.common or _restates(premise, fact)

    def _is_counted(self, fact: Fact) -> bool:
        """Return whether a number is one that everybody can count at the table, while nobody has left."""
        return self.proof.everybody_present and any(
            _restates(premise, fact) and not premise.concluded
            for reason in self.chosen(fact)
            for premise in reason.premises
        )

    # --- in which order, and what is folded ------------------------------------------------------

    def steps(self, facts: Sequence[Fact], depth: int = 0) -> tuple[Step, ...]:
        """Return the steps that lead to some facts not yet explained: each clause once, with all its premises."""
        by_clause: dict[str, list[tuple[Reason, Fact]]] = {}
        for fact in facts:
            for reason in self.chosen(fact):
                by_clause.setdefault(reason.citation, []).append((reason, fact))
        self.stated.update(facts)
        group = frozenset(facts)
        ordered = sorted(
            by_clause.items(),
            key=lambda item: (
                all(reason.kind is Conclusion.MET for reason, _ in item[1]),
                any(not group.isdisjoint(reason.premises) for reason, _ in item[1]),
            ),
        )
        steps = []
        for citation, reasons in ordered:
            every = tuple(dict.fromkeys(premise for reason, _ in reasons for premise in reason.premises))
            premises = every
            if not self.full:
                telling = dict.fromkeys(p for reason, fact in reasons for p in self._telling(reason, fact))
                premises = tuple(telling) or (every if depth == 0 else ())
                premises = tuple(dict.fromkeys(p for premise in premises for p in self._through(citation, premise)))
                premises = tuple(premise for premise in premises if premise not in group)
            again = citation in self.clauses
            self.clauses.add(citation)
            own = [r for fact in facts for r in self.proof.reasons[fact] if r.citation == citation]
            met = all(reason.kind is Conclusion.MET for reason in own) and bool(own)
            missed = all(reason.missed for reason, _ in reasons)
            below = depth if again or not citation else depth + 1
            steps.append(Step(citation, self.premises(premises, below), again and bool(citation), met, missed))
        return tuple(steps)

    def _through(self, citation: str, fact: Fact) -> Iterator[Fact]:
        """Yield what a fact rests on where the same clause leads to it, else the fact."""
        reasons = self.chosen(fact)
        telling = self._telling(reasons[0], fact) if [reason.citation for reason in reasons] == [citation] else ()
        if telling and isinstance(fact.value, bool) and fact not in self.stated:
            self.stated.add(fact)
            for premise in telling:
                yield from self._through(citation, premise)
        else:
            yield fact

    def premises(self, facts: tuple[Fact, ...], depth: int) -> tuple[Premise, ...]:
        """Return facts in groups, each with the steps to those of them that were not explained before."""
        result = []
        for group in grouped_facts(facts):
            news = [fact for fact in group.facts if fact not in self.stated]
            if not self.full:
                news = [fact for fact in news if not fact.common and not self._is_counted(fact)]
            stated_before = frozenset(self.stated)
            self.stated.update(fact for fact in news if not self.chosen(fact))
            steps = self.steps(news, depth) if news and (self.full or depth < MOST_CLAUSES_DEEP) else ()
            if not self.full and all(
                step.again and stated_before.issuperset(fact for p in step.premises for fact in p.facts.facts)
                for step in steps
            ):
                citations = dict.fromkeys(reason.citation for fact in news for reason in self.chosen(fact))
                result.append(Premise(group, (), tuple(citation for citation in citations if citation)))
                # That a seat no longer counts is told however deep it lies.
                below = frozenset[Fact]().union(*map(self._rests_on, news)) - self.stated
                empty = sorted((f for f in below if f.kind is FactKind.EMPTY), key=lambda f: f.args)
                result += self.premises(tuple(empty), depth)
            else:
                result.append(Premise(group, steps))
        return tuple(result)


def _restates(premise: Fact, fact: Fact) -> bool:
    if not (is_number(fact) and is_number(premise)):
        return False
    return (premise.args, premise.sorts, premise.value) == (fact.args, fact.sorts, fact.value)
