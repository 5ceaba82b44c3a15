"""The questions that some words can be, each with its clauses of circumstance, by the phrasings of a vocabulary."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any

from emperor_rules.messages import LANGUAGES
from emperor_rules.model.phrasings import Phrasings
from emperor_rules.model.vocabulary import Vocabulary
from emperor_rules.questions.clauses import (
    Circumstance,
    Match,
    Orders,
    Values,
    circumstances_of,
    is_sayable,
    lookup,
    lookup_within,
    orders_of,
    sayable_in,
    selections,
    terse_orders_of,
)
from emperor_rules.questions.language import BREAK, TYPED, Language, Word, unaccented
from emperor_rules.questions.mentions import Mention, TeamSide, Viewpoint
from emperor_rules.questions.noun_phrases import NounPhrases
from emperor_rules.questions.patterns import Pattern, PatternKey, Patterns
from emperor_rules.questions.settings import join_dates, take_size
from emperor_rules.questions.tables import expression, tables

_CAPITALISED = re.compile(r"[A-Z][\w'’-]*")


class MatchMode(StrEnum):
    """How a question is put, and so how it is matched."""

    FULL = "full"
    #: It leaves out words that are light, and does not say of whom it asks.
    TERSE = "terse"
    #: It has words besides that only place or stress what is asked.
    LOOSE = "loose"
    #: It is a phrasing within more words, none of which changes what is asked.
    LONG = "long"


@dataclass
class Matcher:
    """Matches questions, as typed, with the phrasings of a vocabulary."""

    vocabulary: Vocabulary
    phrasings: Phrasings
    #: What :meth:`compiled` returned of them earlier, as JSON.
    ready: Mapping[str, Any] | None = None

    def compiled(self) -> dict[str, Any]:
        """Return as JSON what is worked out before a question is known: tables joined, and phrasings filed."""
        return {
            "tables": {id: spoken.compiled() for id, spoken in self.languages.items()},
            "patterns": {id: patterns.compiled() for id, patterns in self.patterns.items()},
        }

    @cached_property
    def languages(self) -> Mapping[str, Language]:
        """The languages, with the words of the game."""
        return {
            id: Language(id, table)
            for id, table in (self.ready["tables"] if self.ready else tables(self.phrasings.words)).items()
        }

    @cached_property
    def nouns(self) -> Mapping[str, NounPhrases]:
        """What finds those spoken of, by language."""
        return {id: NounPhrases(spoken, self.vocabulary) for id, spoken in self.languages.items()}

    @cached_property
    def patterns(self) -> Mapping[str, Patterns]:
        """The patterns of each language."""
        return {
            id: Patterns(
                spoken,
                self.nouns[id],
                self.vocabulary,
                self.phrasings,
                self.ready["patterns"][id] if self.ready else None,
            )
            for id, spoken in self.languages.items()
        }

    @cached_property
    def tokens_of(self) -> Callable[[str, str], list[Word]]:
        """Return the words of a question as a language has them, kept while the question is read in several styles."""
        return lru_cache(maxsize=8)(self._tokens_of)

    def _tokens_of(self, question: str, id: str) -> list[Word]:
        spoken = self.languages[id]
        return self.words_of(join_dates(take_size(self.rewritten(question, id), spoken)[0]), id)

    @cached_property
    def forms_of(self) -> Callable[[str, str], tuple[str, ...]]:
        """Return how words as typed are read, in full and without their endings."""
        return lru_cache(maxsize=1024)(self._forms_of)

    def _forms_of(self, typed: str, id: str) -> tuple[str, ...]:
        spoken = self.languages[id]
        words = [str(word.value) for word in spoken.words(typed)]
        return (*words, *map(spoken.stem, words))

    @cached_property
    def rewritten(self) -> Callable[[str, str], str]:
        """Return a question without what only leads to it, kept while it is read in several modes."""
        return lru_cache(maxsize=64)(self._rewritten)

    def _rewritten(self, question: str, id: str) -> str:
        """Return a question without what only leads to it, and with the word for cards in the place of their names.

        Where a name such as “A1's Llanowar Elves” may stand is told by regular expressions of the tables. It has a word
        that no language knows; other names of cards are phrases there.
        """
        spoken = self.languages[id]

        def read(match: re.Match[str]) -> str:
            lead, name = match.groups()
            words = [word.removesuffix("'s") for word in _CAPITALISED.findall(name)]
            return match[0] if all(map(self.knows, words)) else lead + spoken.table["card"]

        for pattern in spoken.table["card_names"]:
            question = expression(pattern, re.ASCII).sub(read, question)
        return spoken.rewritten(question)

    def knows(self, word: str) -> bool:
        """Return whether any language knows a word as typed."""
        return any(self.patterns[id].knows(unaccented(word.lower())) for id in LANGUAGES)

    def words_of(self, written: str, id: str) -> list[Word]:
        """Return the words of what is written, as it stands."""
        spoken = self.languages[id]
        return _with_subjects(spoken.shortened(self.nouns[id].find(spoken.words(self.corrected(written, id)))), spoken)

    def corrected(self, written: str, id: str) -> str:
        """Return what is written with each word that neither language knows as the one that it is a slip of."""
        return TYPED.sub(lambda word: self._meant(word.group(), id), written)

    def _meant(self, typed: str, id: str) -> str:
        word = unaccented(typed.lower())
        return typed if self.knows(word) else self.patterns[id].meant(word) or typed

    def matches(
        self, tokens: Sequence[Word], id: str, mode: MatchMode = MatchMode.FULL
    ) -> Iterator[tuple[Match, tuple[Circumstance, ...]]]:
        """Yield the questions that some words can be, each with the clauses of circumstance that go with it."""
        patterns, spoken = self.patterns[id], self.languages[id]
        values = [token.value for token in tokens]
        typed = [word for token in tokens for word in token.shown.split()]
        typed_words = [word for token in tokens for word in self.forms_of(token.shown, id)]
        of = spoken.stem(spoken.table["of"])
        present = frozenset(
            v for v in (*values, *spoken.settled(values), *typed_words, of, spoken.table["can"]) if isinstance(v, str)
        )
        light = {MatchMode.FULL: frozenset[str](), MatchMode.TERSE: spoken.light}.get(mode, spoken.loose)
        placing = light & spoken.light  # what places a circumstance is part of it
        aside = spoken.aside if mode is MatchMode.LONG else frozenset[str]()
        clauses = self.circumstances(tuple(tokens), id, present, placing, aside)
        questions = patterns.index(patterns.questions, present, light)
        sayable = sayable_in(questions, spoken, light) | {BREAK}
        candidates: list[tuple[tuple[float, int], Match, tuple[Circumstance, ...]]] = []
        if mode is MatchMode.LONG and _owns_something(tokens, spoken):
            return
        for chosen in selections(clauses):
            covered = {at for clause in chosen for at in range(clause.start, clause.end)}
            rest = [token for at, token in enumerate(tokens) if at not in covered]
            values, placed = [token.value for token in rest if token.value != BREAK], list[Mention]()
            if any(values == _said(tokens[clause.start : clause.end], spoken) for clause in chosen):
                continue  # “A2 falls, A2 falls?” says twice what it asks
            if _parts_two(tokens, covered, spoken):
                continue
            if mode is not MatchMode.FULL and _says_who(rest, spoken):
                continue
            if mode in (MatchMode.LOOSE, MatchMode.LONG):
                if _says_where(values, spoken):
                    continue
                placed = _placed(values, spoken)
                values = [value for value in values if value not in spoken.placing]
            if mode is MatchMode.LONG and _of_either(values, chosen):
                continue
            orders = _orders(mode, _unsaid(values, chosen, spoken), typed, placed)
            if mode is MatchMode.LONG:
                parts = _parts(rest, spoken)
                within = self._within(questions, values, id, orders, parts, any_order=not placed)
                candidates += [(*way, chosen) for way in within]
            elif all(is_sayable(value, sayable) for value in values):
                candidates += [((0, 0), match, chosen) for match in lookup(questions, orders(values, spoken), light)]
        least = min((left_aside for left_aside, *_ in candidates), default=None)
        extents: set[tuple[Match, tuple[int, ...]]] = set()
        fewest: dict[tuple[Match, frozenset[int]], int] = {}
        for left_aside, match, chosen in sorted(candidates, key=lambda candidate: len(candidate[2])):
            if left_aside != least or self._asks_for_given(match):
                continue
            words = frozenset(at for clause in chosen for at in range(clause.start, clause.end))
            extent = (match, tuple(sorted(clause.start for clause in chosen)))
            # “if A3 died in this turn” is not “if A3 died” and “in this turn”
            if fewest.setdefault((match, words), len(chosen)) == len(chosen) and extent not in extents:
                extents.add(extent)
                yield match, chosen

    @cached_property
    def circumstances(self) -> Callable[..., list[Circumstance]]:
        """Return the circumstances that some words say, kept as other modes of reading them ask for the same."""
        return lru_cache(maxsize=8)(self._circumstances)

    def _circumstances(
        self, tokens: Sequence[Word], id: str, present: frozenset[str], placing: frozenset[str], aside: frozenset[str]
    ) -> list[Circumstance]:
        patterns = self.patterns[id]
        index = patterns.index(patterns.circumstances, present, placing)
        return circumstances_of(tokens, index, self.languages[id], placing, aside)

    def _within(
        self,
        questions: Mapping[PatternKey, Sequence[Pattern]],
        values: Values,
        id: str,
        orders: Orders,
        parts: Sequence[frozenset[str]],
        *,
        any_order: bool,
    ) -> Iterator[tuple[tuple[float, int], Match]]:
        """Yield the questions that are within some words, and how much is left aside with each.

        Words for the means (“with a spell”) are dropped only if all arguments are named, and none of the ``parts``
        between two marks is dropped as a whole: it may be what is asked. What is asked of one player alone may have its
        words in ``any_order``.
        """
        patterns, spoken = self.patterns[id], self.languages[id]
        predicates = self.vocabulary.questions

        def spare(pattern: Pattern) -> frozenset[str]:
            filled = {letter for slot in pattern.slots if isinstance(slot, str) for letter in slot.split("+")}
            is_whole = bool(filled) and filled.issuperset(letter for letter, _ in predicates[pattern.id].parameters)
            return spoken.aside | (patterns.own_words[pattern.id].keys() & spoken.means if is_whole else frozenset())

        alone = frozenset(id for id, predicate in predicates.items() if any_order and len(predicate.parameters) == 1)
        for match, aside in lookup_within(questions, values, spoken, spare, orders, spoken.loose, alone):
            done_with = aside - spoken.aside
            if any(part <= aside for part in parts):
                continue
            if not (done_with and any(isinstance(fill, Mention) and fill.is_everybody for fill in match.fills)):
                yield (sum(patterns.weight[word] for word in done_with), len(aside)), match

    def _asks_for_given(self, match: Match) -> bool:
        """Return whether a question would ask who is in a circumstance, which no question does."""
        givens = self.vocabulary.givens
        return any(
            slot in givens and isinstance(fill, Mention) and fill.asked
            for slot, fill in zip(match.slots, match.fills, strict=True)
        )


def _orders(mode: MatchMode, unsaid: Mention, typed: Sequence[str], placed: Sequence[Mention]) -> Orders:
    """Return how the words of a question may be ordered; ``typed`` are its words, nobody of ``placed`` is a subject."""

    def orders(values: Values, spoken: Language) -> Iterator[Values]:
        read = orders_of(values, spoken) if mode is MatchMode.FULL else terse_orders_of(values, spoken, unsaid)
        for order in spoken.agreeing(read, typed):
            subject = next((value for value in order if value not in spoken.fronted), None)
            if not any(subject is one for one in placed):
                yield order

    return orders


def _with_subjects(tokens: Sequence[Word], spoken: Language) -> list[Word]:
    """Return words with the subject of a clause in the place of that of one joined to it: “A1 falls and rises”.

    That is so where it is left unsaid, and of “he” where nobody else was spoken of.
    """
    words: list[Word] = []
    subject: Mention | None = None
    begins, joined, others = True, False, 0
    for token in tokens:
        words.append(token)
        value = token.value
        if isinstance(value, Mention):
            if joined and value.same and subject is not None and (not token.shown or others == 1):
                words[-1] = Word(subject, token.shown)
            elif begins:
                subject = value
            others += 1
        joined = value in spoken.people["and"]
        begins = value == BREAK or (value in spoken.opens and not joined)
        subject = None if begins else subject
    return words


def _said(tokens: Sequence[Word], spoken: Language) -> list[str | Mention]:
    """Return the words of a clause without those that open it."""
    return [token.value for token in tokens if token.value != BREAK and token.value not in spoken.opens]


def _unsaid(values: Values, clauses: Sequence[Circumstance], spoken: Language) -> Mention:
    """Return who is meant where a question does not say it.

    That is who a circumstance speaks of where subjects are left out (“A3 pesca, perde?”), anybody where others are seen
    from him (“lend to a neighbour?”), else the question is who.
    """
    in_clauses = [fill for clause in clauses for match in clause.matches for fill in match.fills]
    if spoken.table["subject_follows"] and any(isinstance(fill, Mention) and not fill.asked for fill in in_clauses):
        return Mention(same=True)
    mentions = [value for value in values if isinstance(value, Mention)]
    if any(m.side is not TeamSide.ANY and m.viewpoint is Viewpoint.OTHER and not m.owner for m in mentions):
        return Mention()
    return Mention(asked=True)


# --- what keeps a loose or a long question from being read: words that could be left aside, and change it there ------


def _owns_something(tokens: Sequence[Word], spoken: Language) -> bool:
    """Return whether whose something is could be lost: “who owns his creatures”, not “go with his creatures”."""
    whose = {*spoken.people["his"], *spoken.people["their"]}
    return any(
        isinstance(token.value, str)
        and not whose.isdisjoint(token.shown.split())
        and not (at and tokens[at - 1].value in spoken.prepositions)
        for at, token in enumerate(tokens)
    )


def _says_who(tokens: Sequence[Word], spoken: Language) -> bool:
    """Return whether somebody says first who somebody is, which is no part of the question: “my king is A2, what …”."""
    first, verb, named, mark = ([token.value for token in tokens] + [""] * 4)[:4]
    stated = verb == spoken.table["be"] and mark == BREAK
    return stated and isinstance(first, Mention) and first.is_open and isinstance(named, Mention) and bool(named.names)


def _placed(values: Values, spoken: Language) -> list[Mention]:
    """Return those who stand behind a word that only places them, and so do not do what is asked: “at A1”.

    Who is asked for may do it behind such a word in Italian: “a chi tocca?”.
    """
    ends = spoken.placing & spoken.binding
    behind = [after for value, after in pairwise(values) if value in ends]
    return [who for who in behind if isinstance(who, Mention) and not who.asked]


def _parts(tokens: Sequence[Word], spoken: Language) -> list[frozenset[str]]:
    """Return the words that tell something in each part between two marks that speaks of nobody."""
    parts: list[list[str | Mention]] = [[]]
    for token in tokens:
        if token.value == BREAK:
            parts.append([])
        else:
            parts[-1].append(token.value)
    words = [[value for value in part if isinstance(value, str)] for part in parts]
    said = [frozenset(own) - spoken.loose for own, part in zip(words, parts, strict=True) if len(own) == len(part)]
    return [own for own in said if own]


def _parts_two(tokens: Sequence[Word], covered: Collection[int], spoken: Language) -> bool:
    """Return whether one of two joined by “and” is in a clause and one is not: “my king and a pawn fall, what then?”.

    They are joined where the first begins what is said or the second ends it: not in “take a king and a pawn stands”.
    """
    for at in range(1, len(tokens) - 1):
        first, joint, second = tokens[at - 1 : at + 2]
        if joint.shown.lower() not in spoken.people["and"] or (at - 1 in covered) == (at + 1 in covered):
            continue
        if isinstance(first.value, Mention) and isinstance(second.value, Mention):
            begins = at < 2 or tokens[at - 2].value == BREAK or tokens[at - 2].value in spoken.opens
            ends = at + 2 == len(tokens) or tokens[at + 2].value == BREAK
            if (begins and at + 1 in covered) or (ends and at - 1 in covered):
                return True
    return False


def _of_either(values: Values, clauses: Sequence[Circumstance]) -> bool:
    """Return whether several could be meant of either side where somebody of one has a part: “A2 dies, the kings …”."""
    several = any(
        isinstance(m, Mention) and m.roles and m.together and m.side is TeamSide.ANY and not m.names for m in values
    )
    fills = [fill for clause in clauses for match in clause.matches for fill in match.fills]
    return several and any(isinstance(fill, Mention) and fill.names for fill in fills)


def _says_where(values: Values, spoken: Language) -> bool:
    """Return whether a question is only where somebody is: “the king in check”, which does not ask for his check."""
    heavy = [value for value in values if value not in spoken.light]
    return (
        len(heavy) == 3
        and isinstance(heavy[0], Mention)
        and heavy[1] in spoken.placing & spoken.prepositions
        and isinstance(heavy[2], str)
    )
