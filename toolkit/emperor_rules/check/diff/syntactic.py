"""The syntactic difference between two snapshots of the rules: texts, clauses and the vocabulary as written.

Clauses are matched by slug, which survives renumbering, or else by number. Meaning, with dates and overrides, is
compared apart from wording, numbering and notes: only the former can change an answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from emperor_rules.check.scenario_runner import ClauseKey, clause_key
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Clause, Reference, Text
from emperor_rules.model.vocabulary import Vocabulary
from emperor_rules.source import NOWHERE


class ChangeKind(StrEnum):
    """How a clause or a declaration differs."""

    ADDED = "added"
    REMOVED = "removed"
    REWRITTEN = "rewritten"
    """It has another meaning."""
    REWORDED = "reworded"
    """It has the same meaning in other words, under another number, or with other notes."""


ADDED, REMOVED, REWRITTEN, REWORDED = ChangeKind


@dataclass(frozen=True)
class ClauseChange:
    """A clause that differs: ``how``, what of it (``words``, ``number``, …), and the clause on either side."""

    how: ChangeKind
    what: tuple[str, ...]
    old: Clause | None
    new: Clause | None

    @property
    def clause(self) -> Clause:
        """The clause as it is now, or as it last was."""
        clause = self.new if self.new is not None else self.old
        assert clause is not None
        return clause


@dataclass(frozen=True)
class HeaderChange:
    """What differs in the head of a text: ``what`` names the items, those that can change an answer first."""

    text: str
    what: tuple[str, ...]

    @property
    def says(self) -> bool:
        """Whether an item differs that answers can depend on."""
        return bool({"includes", "from", "options"} & set(self.what))


@dataclass(frozen=True)
class SyntacticDiff:
    """Everything that differs between two states as they are written.

    ``vocabulary`` names declarations (``fact next-to``) by how they differ.
    """

    texts_added: tuple[str, ...]
    texts_removed: tuple[str, ...]
    questions_added: tuple[str, ...]
    questions_removed: tuple[str, ...]
    clauses: tuple[ClauseChange, ...]
    heads: tuple[HeaderChange, ...]
    vocabulary: Mapping[ChangeKind, tuple[str, ...]]

    @property
    def nothing(self) -> bool:
        """Whether nothing differs at all."""
        return not (
            self.texts_added or self.texts_removed or self.clauses or self.heads or any(self.vocabulary.values())
        )

    def keys(self, side: int) -> frozenset[ClauseKey]:
        """Return the clauses of the old (0) or new (1) state that the other has with another meaning or not at all."""
        clauses = [(c.old, c.new)[side] for c in self.clauses if c.how != REWORDED]
        return frozenset(clause_key(clause) for clause in clauses if clause is not None)

    def conclusions(self) -> frozenset[str]:
        """Return the predicates about which a changed clause concludes something in either state."""
        sides = [clause for c in self.clauses if c.how != REWORDED for clause in (c.old, c.new) if clause is not None]
        return frozenset(sentence.predicate for clause in sides for sentence in clause.sentences)


def written_changes(old: Rulebook, new: Rulebook) -> SyntacticDiff:
    """Return the syntactic difference of two states of the rules, in the order of texts and clauses."""
    both = [id for id in new.texts if id in old.texts]
    clauses = [c for id in both for c in _clauses(old.texts[id], new.texts[id], old.texts, new.texts)]
    what = {id: _differing(_head(old.texts[id]), _head(new.texts[id])) for id in both}
    heads = [HeaderChange(id, items) for id, items in what.items() if items]
    texts = _only(new.texts, old.texts), _only(old.texts, new.texts)
    before, after = old.vocabulary.questions, new.vocabulary.questions
    declared = _declarations(old.vocabulary, new.vocabulary)
    return SyntacticDiff(*texts, _only(after, before), _only(before, after), tuple(clauses), tuple(heads), declared)


def _only(one: Mapping[str, Any], other: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(name for name in one if name not in other)


# --- clauses --------------------------------------------------------------------------------------


def _clauses(old: Text, new: Text, before: Mapping[str, Text], after: Mapping[str, Text]) -> Iterator[ClauseChange]:
    rest = list(old.clauses)
    pairs: dict[int, Clause] = {}
    for same in (
        lambda a, b: (a.slug, a.number, a.since) == (b.slug, b.number, b.since),
        lambda a, b: (a.slug, a.since) == (b.slug, b.since),
        lambda a, b: (a.number, a.since) == (b.number, b.since),
        lambda a, b: a.slug == b.slug,
    ):
        for at, clause in enumerate(new.clauses):
            match = None if at in pairs else next((c for c in rest if same(c, clause)), None)
            if match is not None:
                rest.remove(match)
                pairs[at] = match
    for at, clause in enumerate(new.clauses):
        earlier = pairs.get(at)
        if earlier is None:
            yield ClauseChange(ADDED, (), None, clause)
            continue
        parts = _differing(_parts(earlier), _parts(clause))
        if _says(earlier, before) != _says(clause, after):
            yield ClauseChange(REWRITTEN, parts, earlier, clause)
        elif parts:
            yield ClauseChange(REWORDED, parts, earlier, clause)
    for clause in rest:
        yield ClauseChange(REMOVED, (), clause, None)


def _says(clause: Clause, texts: Mapping[str, Text]) -> Any:
    """Return everything in a clause on which answers can depend."""
    sentences = [replace(s, span=NOWHERE, words=()) for s in clause.sentences]
    return sentences, clause.since, clause.until, [_meant(r, texts) for r in clause.overrides]


def _meant(reference: Reference, texts: Mapping[str, Text]) -> tuple[str, str | None, str | None]:
    """Return a reference by the slug of its clause, which survives renumbering."""
    text = texts.get(reference.text)
    clause = next((c for c in text.clauses if c.number == reference.number), None) if text is not None else None
    return reference.text, clause.slug if clause is not None else reference.number, reference.part


def _parts(clause: Clause) -> dict[str, object]:
    """Return the items of a clause by name, other than its meaning."""
    return {
        "number": (clause.number, clause.numbers),
        "slug": clause.slug,
        "title": clause.title,
        "words": clause.wordings,
        "note": clause.note,
        "see": [(r.text, r.number) for r in clause.see],
        "redundant": [(r.text, r.number) for r in clause.redundant],
    }


def _head(text: Text) -> dict[str, object]:
    """Return the items in a text's head by name."""
    return {
        "includes": [(i.text, i.at) for i in text.includes],
        "from": text.editions,
        "options": sorted(text.options),
        "roles": None if text.roles is None else sorted(text.roles),
        "seated": text.seated,
        "title": text.titles,
        "language": text.language,
        "source": text.sources,
        "compared": text.compared,
        "numbered": text.numbered,
        "relations": [(kind, target.text, target.at) for kind, target in text.relations],
    }


def _differing(before: Mapping[str, object], after: Mapping[str, object]) -> tuple[str, ...]:
    """Return the names of the items that differ."""
    return tuple(name for name, value in after.items() if before[name] != value)


# --- the vocabulary -------------------------------------------------------------------------------


def _declarations(old: Vocabulary, new: Vocabulary) -> Mapping[ChangeKind, tuple[str, ...]]:
    """Return the names of the declarations that differ, by kind of change."""
    before, after = dict(_declared(old)), dict(_declared(new))
    both = [name for name in after if before.get(name, after[name]) != after[name]]
    rewritten = tuple(name for name in both if before[name][0] != after[name][0])
    reworded = tuple(name for name in both if name not in rewritten)
    return {ADDED: _only(after, before), REMOVED: _only(before, after), REWRITTEN: rewritten, REWORDED: reworded}


def _declared(vocabulary: Vocabulary) -> Iterator[tuple[str, tuple[Any, Any]]]:
    """Yield the name of every declaration, with its meaning and its words."""
    for sort in vocabulary.sorts.values():
        yield f"sort {sort.id}", ((), (sort.letters, sort.names))
    for role in vocabulary.roles.values():
        yield f"role {role.id}", (role.letter, (role.names, role.symbol))
    for predicate in vocabulary.declared_predicates:
        says = (predicate.sense, predicate.means, predicate.premise)
        words = predicate.phrase, predicate.negative, predicate.ask, predicate.choices
        yield f"{predicate.kind} {predicate.id}", (says, (words, predicate.slot, predicate.essential, predicate.drawn))
    for given in vocabulary.givens.values():
        yield f"given {given.id}", (given.sense, (given.phrase, given.choices))
    for option in vocabulary.options.values():
        yield f"option {option.id}", ((), option.names)
