"""Exchange one clause of a text for another wording of it, and search for an answer that changes.

All else in the text stays as it is, so that changes of other clauses on the same day do not count.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from emperor_rules.check.consistency.comparison import speaks
from emperor_rules.check.limits import Clock, DeadlineExceeded
from emperor_rules.check.mutation.equivalence import MutantSearch, replay_both
from emperor_rules.evaluate.engine import Answer, Engine
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Edition, Text
from emperor_rules.model.vocabulary import Predicate
from emperor_rules.resolve.resolver import dates_of, resolve
from emperor_rules.resolve.rules import ResolvedText

#: No answer changes; some answer does; the time was over; or it cannot be told, for the reason in ``why``.
SAME, DIFFERENT, UNFINISHED, UNKNOWN = "same", "different", "unfinished", "unknown"
#: Where nothing says which tables are legal every seating is, and each more seat makes seven times as many.
LAWLESS_SEATS = 4


@dataclass(frozen=True, slots=True)
class Effect:
    """What an exchange does to the answers.

    ``searched`` is false where both wordings say the same in the same sentences, so that nothing had to be searched.
    ``witness`` is the smallest position whose answer changes, as a whole request; ``now`` is the answer of the text as
    it is, ``then`` the answer with the exchanged clause. Both were given by the evaluator. ``seats`` bounds the tables
    that were searched.
    """

    state: str
    why: str = ""
    witness: Mapping[str, Any] | None = None
    now: Answer | None = None
    then: Answer | None = None
    searched: bool = True
    seats: int = 0


@dataclass
class SearchExtent:
    """How far the exchanges of one run looked; ``bounds`` are the most seats of those that had to be searched."""

    seats: int
    bounds: set[int] = field(default_factory=set)
    exchanges: int = 0
    tables: int = 0
    seconds: float = 0.0
    complete: bool = True

    def as_json(self, fixed: set[str]) -> dict[str, object]:
        """Give it for programs; ``fixed`` are given facts that no search varied, for their number."""
        return {
            "seats": max(self.bounds, default=self.seats),
            "exchanges": self.exchanges,
            "tables": self.tables,
            "seconds": round(self.seconds, 2),
            "complete": self.complete,
            "given-at-default": sorted(fixed),
        }


class Substitutions:
    """Exchanges clauses in the texts of one rulebook; what is learnt about the unchanged texts is kept."""

    def __init__(self, rulebook: Rulebook, up_to: int, clock: Clock) -> None:
        """Bound the seats of the tables that are searched, and the time."""
        self.rulebook = rulebook
        self.clock = clock
        self.engine = Engine(rulebook)
        self.lawful = MutantSearch(rulebook, up_to)
        self.lawless = MutantSearch(rulebook, min(up_to, LAWLESS_SEATS))
        self.reach = SearchExtent(up_to)
        self.fixed: set[str] = set()
        self._originals: dict[Edition, ResolvedText | str] = {}

    def search_for(self, changed: Text, edition: Edition, touched: frozenset[str]) -> Effect:
        """Search an edition of a text against the same with ``changed`` in its place.

        ``touched`` names the relations about which the changed clause concludes differently; the empty name stands for
        a principle. A text that makes no table legal is searched as part of those that build on it, too.
        """
        self.reach.exchanges += 1
        if not touched:
            return Effect(SAME, searched=False)
        if "" in touched:  # a principle is about every permission
            relations = self.rulebook.vocabulary.relations.values()
            touched = touched - {""} | {r.id for r in relations if r.kind == "action" or r.requirement}
        if not self.reach.complete:
            return Effect(UNFINISHED)
        texts = {**self.rulebook.texts, changed.id: changed}
        search = self._search(edition)
        search.begin()
        self.reach.bounds.add(search.up_to)
        try:
            for one in self._editions(edition):
                found = self._first(search, one, texts, touched)
                if found is not None:
                    return replace(found, seats=search.up_to)
        except DeadlineExceeded:
            self.reach.complete = False
            return Effect(UNFINISHED)
        finally:
            self.reach.tables += search.tables_searched
            self.fixed |= search.grounds.fixed
        if search.questions_reached and not search.tables_searched:
            return Effect(UNKNOWN, f"no seating of up to {search.up_to} seats is legal, so nothing was searched")
        return Effect(SAME, seats=search.up_to)

    def _search(self, edition: Edition) -> MutantSearch:
        """Choose the search by whether anything tells which tables are legal."""
        requirement = self._requirement
        many = [edition, *(Edition(id) for id in self.rulebook.texts)]
        resolved = [found for one in many if not isinstance(found := self._original(one), str)]
        building = [one for one in resolved if edition.text in {part.id for part in one.texts}]
        lawful = requirement is not None and any(speaks(one, requirement) for one in building)
        return self.lawful if lawful else self.lawless

    @property
    def _requirement(self) -> Predicate | None:
        return next((r for r in self.rulebook.vocabulary.relations.values() if r.requirement), None)

    def _first(
        self, search: MutantSearch, edition: Edition, texts: Mapping[str, Text], touched: frozenset[str]
    ) -> Effect | None:
        """Search one text; ``None`` when no answer changes in it."""
        original = self._original(edition)
        changed = _resolved(edition, texts, self.rulebook)
        for refused in (original, changed):
            if isinstance(refused, str):
                return Effect(UNKNOWN, refused)
        assert isinstance(original, ResolvedText)
        assert isinstance(changed, ResolvedText)
        telling = search.first_difference(edition, original, changed, touched, self.clock)
        if telling is None:
            return None
        other = Engine(replace(self.rulebook, texts=texts))
        witness, (now, then) = replay_both(telling, self.engine, original, other, changed)
        return Effect(DIFFERENT, "", witness, now, then)

    def _original(self, edition: Edition) -> ResolvedText | str:
        found = self._originals.get(edition)
        if found is None:
            found = self._originals[edition] = _resolved(edition, self.rulebook.texts, self.rulebook)
        return found

    def _editions(self, edition: Edition) -> Iterator[Edition]:
        """Give the edition itself, then those that take it in, unless it tells by itself which tables are legal."""
        yield edition
        own = self._original(edition)
        requirement = self._requirement
        if isinstance(own, str) or (requirement is not None and speaks(own, requirement)):
            return
        for id, text in self.rulebook.texts.items():
            dates = dates_of(id, edition.on, self.rulebook.texts)
            if (
                id != edition.text
                and text.worded(edition.on)
                and edition.text in dates
                and dates[edition.text] == edition.on
            ):
                yield Edition(id, edition.on)


def _resolved(edition: Edition, texts: Mapping[str, Text], rulebook: Rulebook) -> ResolvedText | str:
    """Resolve an edition; where that fails, give the sentence why."""
    resolved, findings = resolve(edition.text, edition.on, texts, rulebook.vocabulary)
    refused = next((d for d in findings if d.is_error), None)
    if refused is not None or resolved is None:
        return f"{refused.code}: {refused.message}" if refused is not None else f"{edition.name} does not resolve"
    return resolved
