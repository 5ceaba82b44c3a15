"""Two states of the rules side by side: the same text on the same day in both, and the words that both understand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from emperor_rules.check.consistency.comparison import speaks
from emperor_rules.check.limits import SearchDisagrees
from emperor_rules.evaluate.engine import Answer, Engine
from emperor_rules.evaluate.position import Table
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Edition, Text
from emperor_rules.model.vocabulary import GivenFact, Predicate, Vocabulary
from emperor_rules.resolve.cone import given_sense
from emperor_rules.resolve.resolver import change_dates, resolve
from emperor_rules.resolve.rules import ResolvedText
from emperor_rules.search.seatings import legal_tables, tellable_letters
from emperor_rules.search.state_space import given_values


@dataclass
class Snapshot:
    """One state of the rules, its texts resolved and compiled when they are needed."""

    rulebook: Rulebook
    engine: Engine = field(init=False)
    known: dict[Edition, ResolvedText] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Nothing is resolved yet."""
        self.engine = Engine(self.rulebook)

    def text(self, edition: Edition) -> ResolvedText:
        """Give a text on a date; the rulebook must be free of errors."""
        found = self.known.get(edition)
        if found is None:
            resolved, _ = resolve(edition.text, edition.on, self.rulebook.texts, self.rulebook.vocabulary)
            assert resolved is not None, "a rulebook without errors resolves"
            found = self.known[edition] = resolved
        return found

    def setting(self, edition: Edition) -> list[ResolvedText]:
        """Give the texts that say which tables a text is played on: itself, or those that build on it."""
        text = self.text(edition)
        requirement = next((r for r in self.rulebook.vocabulary.relations.values() if r.requirement), None)
        if requirement is None or speaks(text, requirement):
            return [text]
        others = [self.text(Edition(id, edition.on)) for id in self.rulebook.texts if id != edition.text]
        building = [o for o in others if any(part.id == edition.text for part in o.texts) and speaks(o, requirement)]
        return building or [text]

    def ask(self, edition: Edition, witness: Mapping[str, Any]) -> Answer:
        """Answer a witness; options and given facts that this state does not know are left out for it."""
        request: dict[str, Any] = {"text": edition.text, **witness}
        if edition.on is not None:
            request["on"] = edition.on
        if "options" in request:
            request["options"] = [o for o in request["options"] if o in self.text(edition).options]
        if "given" in request:
            givens = self.rulebook.vocabulary.givens
            request["given"] = {key: value for key, value in request["given"].items() if key in givens}
        answer = self.engine.ask(request)
        if answer.status == "invalid":
            raise SearchDisagrees(f"the witness {request} is no question: {answer.message}")
        return answer


def first_day(text: Text) -> str:
    """Give the first day for which a text answers; nothing where it answers for every day."""
    return text.editions[0] if len(text.editions) > 1 else ""


def editions(id: str, states: Iterable[Snapshot]) -> list[Edition]:
    """Give the editions of a text in which a change can show, newest first: each day on which either state changes."""
    dates: set[str] = set()
    first = ""
    for state in states:
        first = max(first, first_day(state.rulebook.texts[id]))
        dates.update(change_dates(id, state.rulebook.texts))
    return [Edition(id), *(Edition(id, date) for date in sorted(dates, reverse=True) if date >= first)]


@dataclass(frozen=True)
class AlignedVocabularies:
    """Two vocabularies side by side.

    ``vocabulary`` has the given facts of both; ``differing`` are those that the two declare otherwise; ``unlike`` says
    of questions and given facts why they cannot be compared; ``letters`` are the role letters that mean the same.
    """

    old: Vocabulary
    new: Vocabulary
    vocabulary: Vocabulary
    differing: frozenset[str]
    unlike: Mapping[str, str]
    letters: frozenset[str]

    def fixed(self, side: int, fixed: Mapping[str, Any], table: Table) -> dict[str, Any]:
        """Give the given facts that a space does not vary, as one state takes them when nobody says."""
        own = (self.old, self.new)[side]
        here = [key for key in self.differing if key in fixed and own.givens[key].default is not None]
        return {**fixed, **{key: given_values(own.givens[key], table, own)[0] for key in here}}


def together(old: Vocabulary, new: Vocabulary) -> AlignedVocabularies:
    """Lay two vocabularies side by side."""
    givens: dict[str, GivenFact] = {**old.givens, **new.givens}
    unlike: dict[str, str] = {}
    differing = set()
    for key in old.givens.keys() & new.givens.keys():
        before, after = old.givens[key], new.givens[key]
        if given_sense(before) == given_sense(after):
            continue
        differing.add(key)
        words = {word for word, _ in before.choices}
        common = tuple(choice for choice in after.choices if choice[0] in words)
        if before.kind != after.kind or (after.kind == "choice" and not common):
            unlike[key] = f"the given fact “{key}” was {_kind(before)} and is {_kind(after)}"
        givens[key] = replace(after, choices=common)
    for id in old.questions.keys() & new.questions.keys():
        reason = _unlike(old.questions[id], new.questions[id])
        if reason:
            unlike[id] = reason
    same = frozenset(letter for letter, role in old.role_letters.items() if new.role_letters.get(letter) == role)
    return AlignedVocabularies(old, new, replace(new, givens=givens), frozenset(differing), unlike, same)


def _kind(given: GivenFact) -> str:
    return f"one of {', '.join(word for word, _ in given.choices)}" if given.choices else f"a {given.kind}"


def _unlike(old: Predicate, new: Predicate) -> str:
    if [sort for _, sort in old.params] != [sort for _, sort in new.params]:
        return "it is asked of others than before"
    if (old.kind == "value", old.answer) != (new.kind == "value", new.answer):
        return "it is answered by something else than before"
    return ""


def tables_of(
    old: list[ResolvedText], new: list[ResolvedText], seats: int, common: frozenset[str]
) -> tuple[dict[str, Table], dict[str, Table]]:
    """Give the tables with so many seats that the old and the new state call legal, by seats.

    Roles that both treat alike are not told apart, in either by the same one of them.
    """
    after = tellable_letters([*new, *old])
    before = after
    if not len(common) == len(old[0].vocabulary.roles) == len(new[0].vocabulary.roles):
        told = tellable_letters([*old, *new])
        before = tuple(sorted({*(x for x in after if x in common), *(x for x in told if x not in common)})) or told
    found = []
    for texts, letters in ((old, before), (new, after)):
        found.append({t.seats: t for text in texts for t in legal_tables([text], seats, letters)})
    return found[0], found[1]
