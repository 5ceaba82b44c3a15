"""A resolved text: the clauses in force on a date, unfolded into rules that each conclude one thing.

This is what every answer, search and drawing works from.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from emperor_rules.model.terms import Condition, Term
from emperor_rules.model.texts import Clause, Sentence, Text
from emperor_rules.model.vocabulary import Vocabulary

YES = "yes"
NO = "no"
OPEN = "open"
VALUE = "value"
#: A restriction that was met: it decides nothing, but stands beside a yes.
MET = "met"


@dataclass(frozen=True, slots=True)
class ClauseInForce:
    """A clause as it stands on the date: its place in the order of citing, and the number of that date."""

    index: int
    clause: Clause
    number: str

    @property
    def citation(self) -> str:
        """``text:number`` as answers cite it."""
        return f"{self.clause.text}:{self.number}"


@dataclass(frozen=True, slots=True)
class Rule:
    """One conclusion of one sentence.

    ``kind`` is YES, NO, OPEN, VALUE or MET. ``presumptive`` marks the yes of an *only*, which yields to any no.
    ``overriders`` are the numbers of the rules (of the same relation) before which this one yields. ``twin`` is the
    number of the rule that concludes the opposite from the negation of the same condition.
    """

    number: int
    relation: str
    letters: tuple[str, ...]
    kind: str
    guard: Condition
    clause: int
    presumptive: bool = False
    expression: Term | None = None
    part: str | None = None
    place: str | None = None
    place_key: str | None = None
    overriders: tuple[int, ...] = ()
    sentence: Sentence | None = None


@dataclass(frozen=True)
class ResolvedText:
    """A text on a date with everything that it includes.

    ``rules`` are in the order of the clauses; ``by_relation`` gives the numbers of the rules about each relation.
    ``circles`` are the relations that may depend on themselves, each with its whole circle.
    """

    text: Text
    on: str | None
    vocabulary: Vocabulary
    texts: tuple[Text, ...]
    clauses: tuple[ClauseInForce, ...]
    rules: tuple[Rule, ...]
    by_relation: Mapping[str, tuple[int, ...]]
    principle: int | None
    options: frozenset[str]
    circles: Mapping[str, frozenset[str]]
    #: What was read off these rules before (cones, signatures), by what it is.
    known: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def id(self) -> str:
        """The text's id."""
        return self.text.id

    def known_digest(self, name: Any, content: object) -> str:
        """Give a digest of something that was read off these rules, kept under a name."""
        found: str | None = self.known.get(("digest", name))
        if found is None:
            found = self.known["digest", name] = sha256(repr(content).encode()).hexdigest()
        return found
