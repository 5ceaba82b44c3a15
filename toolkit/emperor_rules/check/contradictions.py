"""Search one text for contradictions, for set-ups that no seating meets, and for essential questions left unanswered.

Each finding carries the smallest position that shows it, replayed by the evaluator.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from emperor_rules.check.comparing import (
    CONTRADICTED,
    SEATS,
    Clock,
    Edition,
    OutOfTime,
    SearchDisagrees,
    Searched,
    by_clauses,
    name_arguments,
    option_sets,
    replay,
    same_teams,
    speaks,
)
from emperor_rules.evaluate.questions import Answer, Answerer
from emperor_rules.evaluate.table import Table
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.vocabulary import Relation
from emperor_rules.resolve.cone import cone_of
from emperor_rules.resolve.resolved import NO, OPEN, VALUE, YES, ResolvedText
from emperor_rules.search.asking import TextSearch, arguments, space_for
from emperor_rules.search.bits import Args
from emperor_rules.search.space import Bits
from emperor_rules.search.tables import equal_sizes, legal_tables, sizes_allowed


@dataclass(frozen=True)
class Conflict:
    """A question that a text decides differently, or (``status`` silent) an essential one that it does not decide."""

    text: str
    on: str | None
    ask: str
    options: tuple[str, ...]
    status: str
    clauses: tuple[str, ...]
    witness: Mapping[str, Any]
    answer: Answer


@dataclass
class TextFindings:
    """Everything found in one edition of a text."""

    edition: Edition
    conflicts: list[Conflict]
    gaps: list[Conflict]
    unsatisfiable: list[tuple[int, int]]
    searched: Searched


def tables_of(answerer: Answerer, edition: Edition, up_to: int, clock: Clock) -> tuple[Table, ...]:
    """Give the tables on which a text is searched.

    These are the seatings that it calls legal; a text that says nothing of seatings is searched on those of the texts
    that build on it, since it is played nowhere else.
    """
    rulebook = answerer.rulebook
    own = answerer.program(edition.text, edition.on).resolved
    requirement = _requirement(rulebook)
    settings = [own]
    if requirement is not None and not speaks(own, requirement):
        every = [answerer.program(id, edition.on).resolved for id in sorted(rulebook.texts)]
        settings = [t for t in every if edition.text in {part.id for part in t.texts} and speaks(t, requirement)]
    found: dict[str, Table] = {}
    for text in settings:
        for seats in range(2, up_to + 1):
            clock.check()
            found.update((table.seats, table) for table in legal_tables([text], seats))
    return tuple(sorted(found.values(), key=lambda t: (len(t.roles), len(t.sizes), t.seats)))


def search_text(
    answerer: Answerer, edition: Edition, *, up_to: int = SEATS, questions: Iterable[str] | None = None,
    sets: Sequence[frozenset[str]] | None = None, clock: Clock | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> TextFindings:  # fmt: skip
    """Search every question on which clauses of a text could clash, and the essential ones."""
    clock = clock or Clock(None)
    started = time.monotonic()
    text = answerer.program(edition.text, edition.on).resolved
    searched = Searched(up_to)
    wanted = None if questions is None else frozenset(questions)
    asked = [
        relation for relation in answerer.rulebook.vocabulary.questions.values()
        if (wanted is None or relation.id in wanted) and speaks(text, relation)
        and (may_clash(text, relation) or relation.essential)
    ]  # fmt: skip
    found: dict[Any, Conflict] = {}
    unsatisfiable: list[tuple[int, int]] = []
    try:
        tables = tables_of(answerer, edition, up_to, clock)
        searched.tables = len(tables)
        for done, relation in enumerate(asked):
            for options in sets if sets is not None else option_sets([text], relation):
                for table in tables:
                    clock.check()
                    for conflict in _on_table(answerer, edition, text, relation, options, table, searched):
                        found.setdefault((conflict.ask, conflict.options, conflict.status, conflict.clauses), conflict)
            searched.questions = done + 1
            if progress is not None:
                progress(done + 1, len(asked))
        if wanted is None:
            unsatisfiable = list(_impossible_sizes(answerer.rulebook, text, tables, up_to))
    except OutOfTime:
        searched.complete = False
    searched.seconds = time.monotonic() - started
    conflicts = [c for c in found.values() if c.status == CONTRADICTED]
    # a part that others build on need not answer by itself: only a text that sets up a table must
    whole = speaks(text, requirement) if (requirement := _requirement(answerer.rulebook)) is not None else True
    gaps = [c for c in found.values() if c.status != CONTRADICTED and whole]
    return TextFindings(edition, conflicts, gaps, unsatisfiable, searched)


def may_clash(text: ResolvedText, relation: Relation) -> bool:
    """Tell from the rules alone whether two of them could decide a question differently without either yielding."""
    rules = [text.rules[n] for n in text.by_relation.get(relation.id, ())]
    if relation.kind == "value":
        return sum(rule.kind == VALUE for rule in rules) > 1
    permission = relation.kind == "action" or relation.requirement
    if permission and text.principle is not None:
        return False
    grants = [rule for rule in rules if rule.kind == YES and not rule.presumptive]
    denials = [rule for rule in rules if rule.kind == NO]
    return any(grant.sentence is not denial.sentence for grant in grants for denial in denials)


def _on_table(
    answerer: Answerer, edition: Edition, text: ResolvedText, relation: Relation, options: frozenset[str],
    table: Table, searched: Searched,
) -> Iterator[Conflict]:  # fmt: skip
    vocabulary = answerer.rulebook.vocabulary
    cone = cone_of(text, relation.id)
    space = space_for(table, cone, relation, vocabulary, options)
    searched.note(space, cone, vocabulary)
    search = TextSearch(text, space, relation)
    smallest: dict[Any, tuple[Any, int, Args]] = {}
    for args in arguments(relation, table, of_first_team=same_teams(table)):
        answer = search.ask(args)
        wanted: list[tuple[str, Bits]] = [(CONTRADICTED, answer.contradicted)]
        if relation.essential:
            wanted.append(("silent", answer.silent & ~_opened(answer.live, text)))
        for status, bits in wanted:
            if not bits:
                continue
            for some, clauses in by_clauses(bits, CONTRADICTED, answer, text):
                key = (status, clauses if status == CONTRADICTED else ())
                index = space.first(some)
                weight = (space.weight(index), args)
                if key not in smallest or weight < smallest[key][0]:
                    smallest[key] = (weight, index, args)
    for (status, _), (_, index, args) in smallest.items():
        witness = {**space.request_at(index), "ask": relation.id, "of": name_arguments(relation, args, table)}
        if edition.on is not None:
            witness["on"] = edition.on
        replayed = replay(answerer, edition, text, witness)
        if replayed.status != status:
            raise SearchDisagrees(f"{edition.name}, {witness}: search {status}, evaluator {replayed.status}")
        if status == CONTRADICTED or not replayed.clauses:
            yield Conflict(edition.text, edition.on, relation.id, tuple(sorted(options)), status,
                           replayed.clauses, witness, replayed)  # fmt: skip


def _opened(live: Iterable[tuple[int, Bits]], text: ResolvedText) -> Bits:
    bits = 0
    for number, where in live:
        if text.rules[number].kind == OPEN:
            bits |= where
    return bits


def _impossible_sizes(
    rulebook: Rulebook, text: ResolvedText, tables: Sequence[Table], up_to: int
) -> Iterator[tuple[int, int]]:
    """Yield (teams, size) that the requirements allow as far as they look at no role, but that no seating meets.

    Sizes below the smallest legal one are left out: a text that has leaders and others need not rule out teams of one.
    """
    requirement = _requirement(rulebook)
    if requirement is None or not speaks(text, requirement):
        return
    legal = {(len(table.sizes), table.sizes[0]) for table in tables if len(set(table.sizes)) == 1}
    smallest = min((size for _, size in legal), default=1)
    for teams, size in equal_sizes(up_to):
        if size >= smallest and (teams, size) not in legal and sizes_allowed(text, teams, size):
            yield teams, size


def _requirement(rulebook: Rulebook) -> Relation | None:
    return next((r for r in rulebook.vocabulary.relations.values() if r.requirement), None)
