"""Substitute another wording for one clause of a text, and search for an answer that changes.

All other clauses stay as they are, so that their changes on the same day have no influence.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from emperor_rules.check.editions import (
    Unresolved,
    judges_seatings,
    resolved,
    resolved_anew,
    seating_texts,
    touched_predicates,
)
from emperor_rules.check.limits import Clock
from emperor_rules.check.mutation.equivalence import MutantSearch
from emperor_rules.errors import DeadlineExceeded, RequestError
from emperor_rules.evaluate.engine import Answer, Engine
from emperor_rules.messages import Message
from emperor_rules.model.requests import Request
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Edition, Text
from emperor_rules.resolve.resolver import dates_of


class EffectState(StrEnum):
    """What a substitution does to the answers."""

    SAME = "same"
    """No answer changes."""
    DIFFERENT = "different"
    """Some answer changes."""
    UNFINISHED = "unfinished"
    """The time was over."""
    UNKNOWN = "unknown"
    """It cannot be searched, for a reason that is given."""
    ABSENT = "absent"
    """There was no such clause then."""


SAME, DIFFERENT, UNFINISHED, UNKNOWN, ABSENT = EffectState

#: The most seats searched where no clause decides which seatings are legal: each more seat makes seven times as many.
UNCONSTRAINED_SEATS = 4


@dataclass(frozen=True, slots=True)
class Effect:
    """What a substitution does to the answers.

    Attributes:
        state: Whether an answer changes.
        why: The reason why it is not known.
        witness: The smallest position whose answer changes.
        now: The answer there of the text as it is.
        then: The answer there with the other wording.
        searched: Whether tables were searched: not where both wordings have the same sentences.
        seats: The most seats of the tables searched.
    """

    state: EffectState
    why: str = ""
    witness: Request | None = None
    now: Answer | None = None
    then: Answer | None = None
    searched: bool = True
    seats: int = 0


class Substitutions:
    """Substitutes clauses in the texts of one rulebook, and caches results about the unchanged texts."""

    def __init__(self, rulebook: Rulebook, up_to: int, seconds: float | None) -> None:
        """Create the substitutions; ``up_to`` is the most seats of a table that is searched, ``seconds`` the limit."""
        self.rulebook = rulebook
        self.started, self.clock = time.monotonic(), Clock(seconds)
        self.engine = Engine(rulebook)
        self.constrained = MutantSearch(self.engine, up_to)
        self.unconstrained = MutantSearch(self.engine, min(up_to, UNCONSTRAINED_SEATS))
        self.up_to = up_to
        #: The most seats of those substitutions that had to be searched.
        self.bounds: set[int] = set()
        self.substitutions = self.tables = 0
        self.complete = True
        #: The given facts that, being too many, no search varied.
        self.fixed: set[str] = set()

    def searched(self) -> dict[str, object]:
        """Return for programs how far all of them searched until now."""
        return {
            "seats": max(self.bounds, default=self.up_to),
            "exchanges": self.substitutions,
            "tables": self.tables,
            "seconds": round(time.monotonic() - self.started, 2),
            "complete": self.complete,
            "given-at-default": sorted(self.fixed),
        }

    def search_for(self, changed: Text, edition: Edition, touched: frozenset[str]) -> Effect:
        """Return the effect of using the text ``changed`` in an edition.

        ``touched`` names the predicates about which the changed clause concludes differently; the empty name stands for
        a principle. A text without clauses about legal seatings is also searched as part of the texts that include it.
        """
        self.substitutions += 1
        if not touched:
            return Effect(SAME, searched=False)
        touched = touched_predicates(touched, self.rulebook.vocabulary)
        if not self.complete:
            return Effect(UNFINISHED)
        texts = {**self.rulebook.texts, changed.id: changed}
        try:
            constrained = any(map(judges_seatings, seating_texts(self.engine, edition)))
        except RequestError as refused:
            return Effect(UNKNOWN, refused.message)
        search = self.constrained if constrained else self.unconstrained
        search.begin()
        self.bounds.add(search.up_to)
        try:
            for searched in self._editions(edition):
                mutant = resolved_anew(searched, texts, self.rulebook.vocabulary)
                shown = search.shown_difference(searched, mutant, texts, touched, self.clock)
                if shown is not None:
                    return Effect(DIFFERENT, "", *shown, seats=search.up_to)
        except (RequestError, Unresolved) as refused:
            return Effect(UNKNOWN, refused.message, seats=search.up_to)
        except DeadlineExceeded:
            self.complete = False
            return Effect(UNFINISHED)
        finally:
            self.tables += search.tables_searched
            self.fixed |= search.spaces.fixed
        if search.questions_reached and not search.tables_searched:
            why = Message("no seating of up to {seats} seats is legal, so nothing was searched", seats=search.up_to)
            return Effect(UNKNOWN, why)
        return Effect(SAME, seats=search.up_to)

    def _editions(self, edition: Edition) -> Iterator[Edition]:
        """Yield the edition itself, then those that include it, unless it has clauses about legal seatings itself."""
        yield edition
        if judges_seatings(resolved(self.engine, edition)):
            return
        for id, text in self.rulebook.texts.items():
            if id == edition.text or not text.worded(edition.on):
                continue
            dates = dates_of(id, edition.on, self.rulebook.texts)
            if edition.text in dates and dates[edition.text] == edition.on:
                yield Edition(id, edition.on)
