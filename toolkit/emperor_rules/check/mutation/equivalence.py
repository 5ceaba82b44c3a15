"""Compare a text with a mutant of it on every position of every legal table, question by question.

A mutant is the text with one clause changed: by a mutation operator, or to the wording of another date.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from operator import or_
from typing import NamedTuple

from emperor_rules.check.editions import resolved, seating_texts, touched_predicates
from emperor_rules.check.witness import AnsweringEdition, replayed, whole_request
from emperor_rules.errors import EmperorError
from emperor_rules.evaluate.engine import Answer, Engine
from emperor_rules.limits import Clock, option_sets
from emperor_rules.messages import Message, template
from emperor_rules.model.scenarios import Request, Witness
from emperor_rules.model.seating import Table
from emperor_rules.model.texts import Edition, Text
from emperor_rules.model.vocabulary import DefaultWord, Predicate, Vocabulary
from emperor_rules.resolve.cone import Cone, cone_of, own_signature
from emperor_rules.resolve.resolver import UnfoldedSentences, resolve
from emperor_rules.resolve.roles import known_roles, roles_said
from emperor_rules.resolve.rules import ResolvedText, definition_of
from emperor_rules.search.bitset import BitText
from emperor_rules.search.seatings import by_size, smallest_tables, tables_up_to
from emperor_rules.search.space_layout import (
    MOST_SET_POSITIONS,
    SEATS_OF_SETS,
    every_set,
    must_be_given,
    sets_in,
    space_for,
    two_at_once,
)
from emperor_rules.search.state_space import Space, given_values
from emperor_rules.search.symmetry import likeness
from emperor_rules.search.witness_search import TextSearch, arguments, differing, every_argument, smallest_positions

#: The most positions of a space that varies given facts which are part of the question.
MOST_VARIED_POSITIONS = 1 << 18
#: The most verdicts that are reached for an edition and a mutant of it; larger tables than those of which there are so
#: many are left out. More than any mutant of the shipped texts needs: a house role can multiply tables by hundreds.
MOST_VERDICTS = 120_000
#: Default bound: the most seats of the tables on which a mutant that no scenario kills is searched. Where it is not
#: lowered, a text whose smallest legal tables have more seats is searched on those.
MUTANT_SEATS = 6
#: Why nothing is known of a mutant that questions reach.
NO_LEGAL_TABLE = template("no seating of up to {seats} seats is legal, so nothing was searched")


@dataclass(frozen=True)
class _QuestionGroup:
    """Questions that are searched together, as they read the same moments and given facts, with the rules they read."""

    predicates: tuple[Predicate, ...]
    original: ResolvedText
    mutant: ResolvedText
    cone: Cone
    #: Original and mutant with all their predicates, which say what positions there are.
    whole: tuple[ResolvedText, ResolvedText]
    #: The predicates that both decide by the same rules, all the way down.
    shared: frozenset[str]


class Difference(NamedTuple):
    """The smallest position at which an answer differs, with the answers of the text as it is and of the mutant."""

    witness: Request
    now: Answer
    then: Answer


class Unresolved(EmperorError, ValueError):
    """A text that resolving refuses; the message is the finding."""


class ChangedRules:
    """The rules with another version of one text, whose editions are resolved when they are needed.

    Attributes:
        texts: All texts, the changed one among them.
        touched: The predicates about which the text concludes differently.
    """

    def __init__(self, engine: Engine, changed: Text, touched: frozenset[str]) -> None:
        """Put the changed text among the others; the empty name among those touched stands for a principle."""
        self.engine = engine
        self.texts = {**engine.rulebook.texts, changed.id: changed}
        self.touched = touched_predicates(touched, engine.rulebook)
        self._resolved: dict[Edition, ResolvedText] = {}
        self._unfolded: UnfoldedSentences = {}

    def resolved(self, edition: Edition) -> ResolvedText:
        """Return an edition of any text: the one that the engine has where the change is not in force.

        Raises:
            Unresolved: It has an error.
        """
        if edition not in self._resolved:
            unfolded = ChainMap(self._unfolded, self.engine.unfolded)
            changed, findings = resolve(edition.text, edition.on, self.texts, self.engine.rulebook.vocabulary, unfolded)
            refused = next((finding for finding in findings if finding.is_error), None)
            if refused is not None:
                raise Unresolved(Message("{code}: {message}", code=refused.code, message=refused.message))
            assert changed is not None, "only an error leaves nothing"
            original = resolved(self.engine, edition)
            same = changed.rules == original.rules and changed.principle == original.principle
            self._resolved[edition] = original if same else changed
        return self._resolved[edition]

    def is_in_force(self, edition: Edition) -> bool:
        """Return whether the rules of an edition are changed."""
        return self.resolved(edition) is not resolved(self.engine, edition)


class MutantSearch:
    """Searches the texts of one rulebook against their mutants, on tables of up to a number of seats.

    ``widens`` tells whether texts that are legal on larger tables alone are searched on the smallest of those.
    """

    def __init__(self, engine: Engine, up_to: int, *, widens: bool = True) -> None:
        self.engine = engine
        self.vocabulary = engine.rulebook.vocabulary
        self.up_to, self.widens = up_to, widens and up_to >= MUTANT_SEATS
        self.tables_searched = self.questions_reached = 0
        #: The most seats of a table that was to be searched for the last mutant, and up to which all were searched.
        self._largest = self._reached = up_to
        self._verdicts = 0
        self._tables: dict[tuple[Edition, frozenset[str]], tuple[tuple[Table, ...], int]] = {}
        self.spaces = QuestionSpaces(self.vocabulary)

    def begin(self) -> None:
        """Reset the totals for another mutant."""
        self.tables_searched = self.questions_reached = 0
        self._largest = self._reached = self.up_to
        self.spaces.fixed = set()

    @property
    def seats(self) -> int:
        """The seats up to which every legal table was searched for the last mutant."""
        return self._largest if self.is_complete else self._reached

    @property
    def is_complete(self) -> bool:
        """Whether no table was left out because there was too much to search."""
        return self._reached >= self.up_to

    def shown_difference(self, edition: Edition, changed: ChangedRules, clock: Clock) -> Difference | None:
        """Return what shows that an answer of an edition differs by changed rules.

        Raises:
            DeadlineExceeded: The time was over first.
            Unresolved: The changed rules have an error.
        """
        witness = self._first_difference(edition, changed, clock)
        if witness is None:
            return None
        engines = self.engine, Engine(replace(self.engine.rulebook, texts=changed.texts))
        witness, (now, then) = replayed([AnsweringEdition(engine, edition) for engine in engines], witness)
        return Difference(whole_request(edition, witness), now, then)

    def differs(self, edition: Edition, changed: ChangedRules, clock: Clock) -> bool:
        """Return whether some answer of an edition differs by changed rules, without showing one.

        Raises:
            DeadlineExceeded: The time was over first.
            Unresolved: The changed rules have an error.
        """
        return changed.is_in_force(edition) and self._first_difference(edition, changed, clock) is not None

    def _first_difference(self, edition: Edition, changed: ChangedRules, clock: Clock) -> Witness | None:
        """Return the witness on the smallest table on which an answer differs, or ``None``."""
        original, mutant = resolved(self.engine, edition), changed.resolved(edition)
        legal = {table.seats: table for table in self.tables(edition, original, mutant, clock)}
        groups = self._groups(original, mutant, changed.touched)
        tables = dict(legal)
        if any(group.predicates[0].requirement for group in groups):  # tables legal in the mutant alone differ too
            seats = max(self.up_to, *(len(table.roles) for table in tables.values()), 0)
            more, reached = tables_up_to([[mutant]], seats, clock.check, beside=[original])
            self._note(reached)
            tables.update((table.seats, table) for table in more)
        searched = set[Hashable]()
        self._verdicts = 0
        for table in sorted(tables.values(), key=by_size):
            if self._verdicts > MOST_VERDICTS:
                self._note(len(table.roles) - 1)
                break
            self.tables_searched += 1
            self._largest = max(self._largest, len(table.roles))
            for number, group in enumerate(groups):
                if table.seats in legal or group.predicates[0].requirement:
                    alike = number, likeness(table, group.cone, group.predicates[0], self.vocabulary, group.whole)
                    if alike in searched:
                        continue
                    searched.add(alike)
                    witness = self._on_table(group, table, changed.touched, clock)
                    if witness is not None:
                        return witness
        return None

    def _groups(self, original: ResolvedText, mutant: ResolvedText, touched: frozenset[str]) -> list[_QuestionGroup]:
        """Return groups of the questions whose answers could differ, those nearest to the change first."""

        def distance(predicate: Predicate, cone: Cone) -> tuple[bool, int, str]:
            return predicate.id not in touched, len(cone.predicates), predicate.id

        members_of: dict[Hashable, list[tuple[Predicate, Cone]]] = {}
        for predicate in self.vocabulary.questions.values():
            cone = cone_of(original, predicate.id)
            if not touched & cone.predicates:
                continue
            self.questions_reached += 1
            if _says(original, cone) == _says(mutant, cone):
                continue
            cone |= cone_of(mutant, predicate.id)  # another wording may read what this one does not
            givens = (self.vocabulary.givens[key] for key in cone.givens)
            # what depends on the arguments of the question cannot be shared with others
            own = any(g.default == DefaultWord.FIRST or g.best or g.id in predicate.own_defaults for g in givens)
            alone = predicate.requirement or own
            layout = (
                predicate.id
                if alone
                else (predicate.ignores, predicate.leaves_game, cone.moments, cone.givens, cone.numbers)
            )
            members_of.setdefault(layout, []).append((predicate, cone))
        groups = []
        for members in members_of.values():
            members.sort(key=lambda member: distance(*member))
            predicates = tuple(predicate for predicate, _ in members)
            cone = reduce(or_, (cone for _, cone in members))
            was, now = (_narrowed_to(text, predicates) for text in (original, mutant))
            groups.append(_QuestionGroup(predicates, was, now, cone, (original, mutant), _shared(was, now)))
        return sorted(groups, key=lambda group: distance(group.predicates[0], group.cone))

    def tables(self, edition: Edition, original: ResolvedText, mutant: ResolvedText, clock: Clock) -> tuple[Table, ...]:
        """Return the tables on which a text is played, with every role that it or its mutant knows."""
        key = edition, known_roles(mutant) - known_roles(original)
        if key not in self._tables:
            choices = [[text] for text in seating_texts(self.engine, edition) or (original,)]
            beside = [mutant] if key[1] else []
            tables, reached = tables_up_to(choices, self.up_to, clock.check, beside=beside)
            if not tables and reached == self.up_to and self.widens:
                tables = smallest_tables(choices, self.up_to, clock.check)
            self._tables[key] = tables, reached
        tables, reached = self._tables[key]
        self._note(reached)
        return tables

    def _note(self, reached: int) -> None:
        """Record that of the tables with more seats than these not all are searched, there being too many."""
        self._reached = min(self._reached, reached)

    # --- one table -------------------------------------------------------------------------------

    def _on_table(self, group: _QuestionGroup, table: Table, touched: frozenset[str], clock: Clock) -> Witness | None:
        """Return the smallest position of a table at which an answer differs."""
        texts = group.original, group.mutant
        self.spaces.laid_out.clear()
        for options in option_sets(group.cone.options & group.original.options):
            for space in self.spaces.of(table, group.cone, group.predicates[0], options, group.whole):
                base = BitText(group.original, space)
                bits = [base, BitText(group.mutant, space, base, group.shared)]
                asked = [
                    [TextSearch(t, space, p, b) for t, b in zip(texts, bits, strict=True)] for p in group.predicates
                ]
                direct = all(predicate.id in touched for predicate in group.predicates)
                alike = not direct and _conclude_alike(touched, bits, [search for search, _ in asked])
                for predicate, searches in zip(group.predicates, asked, strict=True) if not alike else ():
                    clock.check()
                    answerers = [search.ask for search in searches]
                    positions = smallest_positions(predicate, space, answerers, lambda a: [((), differing(a))])
                    if positions:
                        return positions[()].witness(predicate)
                self._verdicts += sum(text.reached for text in bits)
        return None


def _conclude_alike(touched: frozenset[str], bits: Sequence[BitText], searches: Iterable[TextSearch]) -> bool:
    """Return whether two texts conclude the same of whatever a change touches, in every position where it is read.

    Then every answer is the same, as all else is concluded from that by the same rules. It is quicker to see than the
    answers, and most mutants that change no answer change nothing at all.
    """
    names = [name for name in bits[0].resolved.vocabulary.predicates if name in touched]
    if any((name in text.resolved.vocabulary.predicates) != (name in names) for name in touched for text in bits):
        return False
    definitions = [[definition_of(text.resolved, name) for text in bits] for name in names]
    if any(was.is_silent_by_default != now.is_silent_by_default for was, now in definitions):
        return False
    read = {key for text in bits for name in names for key in cone_of(text.resolved, name).givens}
    compared: list[dict[str, object]] = []
    for search in searches:
        for args in arguments(search.predicate, search.space.table, search.space.symmetries):
            for given in search.givens(args):
                facts = {key: value for key, value in given.items() if key in read}
                if facts not in compared:
                    compared.append(facts)
                    for (was, _), name in zip(definitions, names, strict=True):
                        for of in every_argument(was.predicate, search.space.table):
                            before, after = (text.verdict(name, of, given) for text in bits)
                            if before[:-1] != after[:-1]:
                                return False
    return True


def _shared(original: ResolvedText, mutant: ResolvedText) -> frozenset[str]:
    """Return the predicates that two texts decide by the same rules, as do those that they read."""
    if original.options != mutant.options:
        return frozenset()
    both = original.vocabulary.predicates.keys() & mutant.vocabulary.predicates.keys()
    alike = {name for name in both if own_signature(original, name) == own_signature(mutant, name)}
    return frozenset(name for name in alike if cone_of(mutant, name).predicates <= alike)


def _narrowed_to(resolved: ResolvedText, questions: Iterable[Predicate]) -> ResolvedText:
    """Return a text with only the predicates that it reads for some questions: another wording may read others."""
    return narrowed(resolved, reduce(or_, (cone_of(resolved, predicate.id) for predicate in questions)))


def narrowed(resolved: ResolvedText, cone: Cone) -> ResolvedText:
    """Return a text with only the predicates of a cone: compiling all of it would take longer than the questions."""
    predicates = {name: r for name, r in resolved.vocabulary.predicates.items() if name in cone.predicates}
    return replace(
        resolved,
        text=replace(resolved.text, roles=roles_said(resolved)),
        vocabulary=replace(resolved.vocabulary, predicates=predicates),
        by_predicate={name: numbers for name, numbers in resolved.by_predicate.items() if name in cone.predicates},
    )


def _says(resolved: ResolvedText, cone: Cone) -> tuple[object, ...]:
    """Return everything in a text on which status and answer of a question with this cone depend."""
    return cone.options & resolved.options, *(own_signature(resolved, name) for name in cone.predicates)


# --- spaces of positions ----------------------------------------------------------------------------

# A single space is seldom large enough to vary every given fact; each fact is varied in at least one of several spaces.


class QuestionSpaces:
    """Lays out the spaces of questions; :attr:`fixed` are the given facts that none of them could vary.

    Questions with the same layout share a space until :attr:`laid_out` is cleared.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.fixed: set[str] = set()
        self.laid_out: dict[Hashable, Space] = {}

    def of(
        self,
        table: Table,
        cone: Cone,
        predicate: Predicate,
        options: frozenset[str],
        texts: Sequence[ResolvedText],
        sharing: Hashable = None,
    ) -> Iterator[Space]:
        """Yield the spaces of a question with this cone, of positions that ``texts`` allow.

        ``sharing`` is what else questions that share a space agree in.

        The last space varies what other searches take as part of the question, the player whose turn it is and the
        moment, and as many other facts as fit. There are more spaces with every set of several players for each fact
        about them in turn, and on large tables with the small ones for two of them at once.

        Positions are those that all ``texts`` allow. Who leaves with others is itself asked wherever one text allows
        it, so that texts which tell that apart differ.
        """
        question = (sharing, options, table.seats, cone.moments, cone.numbers)
        stated = frozenset(key for key in cone.givens if must_be_given(self.vocabulary.givens[key], predicate))
        of_givens = partial(
            space_for,
            table,
            predicate=predicate,
            vocabulary=self.vocabulary,
            options=options,
            texts=texts,
            by_any=predicate.leaves_game,
        )
        unvaried, laid_out = cone.givens, list[Space]()
        while True:
            space = self._laid_out((*question, unvaried), stated, partial(of_givens, replace(cone, givens=unvaried)))
            varied = unvaried & frozenset(space.by_given)
            if varied or unvaried == cone.givens:
                laid_out.append(space)
                yield space
            unvaried -= varied
            if not varied or not unvaried:
                break
        if unvaried:
            bare = self._laid_out((*question, "bare"), stated, partial(of_givens, replace(cone, givens=frozenset())))
            lay_out = partial(self._every, bare, cone, predicate, unvaried)
            space = self._laid_out((*question, unvaried, "every"), stated, lay_out)
            if space.by_given:
                laid_out.append(space)
                yield space
        self.fixed |= unvaried - frozenset(space.by_given)
        if not space.tells_leaving_apart:
            self.fixed.add("leaving")
        if len(table.roles) > SEATS_OF_SETS:
            self.fixed |= sets_in(cone, predicate, self.vocabulary)
        for how in every_set(cone, predicate, self.vocabulary, table):
            lay_out = partial(of_givens, cone, tells_leaving_apart=False, **how)
            yield self._laid_out((*question, cone.givens, *how["sets"]), stated, lay_out)
        for two in two_at_once(cone, predicate, self.vocabulary, table, laid_out):
            how = {"tells_leaving_apart": False, "everybody_there": True}
            lay_out = partial(of_givens, replace(cone, givens=two), most=MOST_SET_POSITIONS, **how)
            yield self._laid_out((*question, two, "two"), stated, lay_out)

    def _laid_out(self, key: Hashable, stated: frozenset[str], lay_out: Callable[[], Space]) -> Space:
        if key not in self.laid_out:
            self.laid_out[key] = lay_out()
        space = self.laid_out[key]
        space.stated |= stated  # of all questions that share it: what one does not look at is left out of its witness
        return space

    def _every(self, bare: Space, cone: Cone, predicate: Predicate, first: frozenset[str]) -> Space:
        """Return a space with the players’ states of ``bare`` that varies, as far as they fit, all given facts."""
        table = bare.table
        varying, fixed, size = dict(bare.by_given), dict(bare.fixed), bare.size
        looked_at = [key for key in self.vocabulary.givens if key in cone.givens]
        for key in sorted(looked_at, key=lambda key: key not in first):
            values = given_values(self.vocabulary.givens[key], table, cone.numbers, asked=predicate)
            if size * len(values) <= MOST_VARIED_POSITIONS:
                varying[key] = values
                size *= len(values)
                del fixed[key]
        live_states = tuple(bare.ring.live_states.values())
        space = Space(table, bare.ring.states, varying, fixed, bare.options, live_states)
        space.tells_leaving_apart = bare.tells_leaving_apart
        return space
