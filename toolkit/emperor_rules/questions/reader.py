"""The reader of questions in plain words: a question and a table in, the requests that it stands for out."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache
from itertools import product
from typing import Any

from emperor_rules.errors import RequestError
from emperor_rules.evaluate.engine import Engine
from emperor_rules.evaluate.request import read_position
from emperor_rules.frontend.loader import Folder, load_phrasings
from emperor_rules.model.phrasings import DEPARTURES, Phrasings
from emperor_rules.questions.beside import without_beside
from emperor_rules.questions.cases import (
    Contradicted,
    NobodyFits,
    Reading,
    Seated,
    TooManyCases,
    misnamed,
    readings,
    strangers,
)
from emperor_rules.questions.clauses import (
    ASKER,
    Clause,
    Match,
    Orders,
    Values,
    clauses_of,
    last_asked,
    lookup,
    lookup_within,
    orders_of,
    selections,
    terse_orders_of,
    without,
)
from emperor_rules.questions.dates import Period, join_dates, take_period
from emperor_rules.questions.guards import of_either, owns_something, says_where, says_who, speaks_of
from emperor_rules.questions.language import BREAK, TYPED, Language, Token, plain
from emperor_rules.questions.mentions import Anchor, Mention, Side
from emperor_rules.questions.noun_phrases import NounPhrases
from emperor_rules.questions.patterns import IDLE, Key, Pattern, Patterns
from emperor_rules.questions.refusals import Refusals
from emperor_rules.questions.sizes import seating_of, take_size
from emperor_rules.questions.tables import LANGUAGES, tables
from emperor_rules.resolve.cone import cone_of
from emperor_rules.resolve.resolver import change_dates

#: A question has at most so many signs and so many words: nobody asks more at once, and reading stays quick.
MOST_SIGNS, MOST_WORDS = 300, 50


class Style(StrEnum):
    """How a question is put."""

    FULL = "full"
    #: It leaves out words that are light, and does not say of whom it asks.
    TERSE = "terse"
    #: It has words besides that only place or stress what is asked.
    LOOSE = "loose"
    #: It is a phrasing within more words, none of which changes what is asked.
    LONG = "long"


@dataclass
class Reader:
    """Reads questions about the texts of an engine, by the phrasings of its vocabulary."""

    engine: Engine
    phrasings: Phrasings

    @cached_property
    def languages(self) -> Mapping[str, Language]:
        """The languages, with the words of the game."""
        return {id: Language(id, table) for id, table in tables(self.phrasings.words).items()}

    @cached_property
    def nouns(self) -> Mapping[str, NounPhrases]:
        """What finds those spoken of, by language."""
        return {id: NounPhrases(spoken, self.engine.rulebook.vocabulary) for id, spoken in self.languages.items()}

    @cached_property
    def patterns(self) -> Mapping[str, Patterns]:
        """The patterns of each language."""
        vocabulary = self.engine.rulebook.vocabulary
        return {
            id: Patterns(spoken, self.nouns[id], vocabulary, self.phrasings) for id, spoken in self.languages.items()
        }

    @cached_property
    def tokens_of(self) -> Callable[[str, str], list[Token]]:
        """Return the words of a question as a language has them, kept while the question is read in several styles."""
        return lru_cache(maxsize=8)(self._tokens_of)

    def _tokens_of(self, question: str, id: str) -> list[Token]:
        spoken = self.languages[id]
        return self.spoken(join_dates(take_size(spoken.rewritten(question), spoken)[0]), id)

    def spoken(self, written: str, id: str) -> list[Token]:
        """Return the words of what is written, as it stands."""
        spoken = self.languages[id]
        return spoken.shortened(self.nouns[id].find(spoken.words(self.corrected(written, id))))

    def corrected(self, written: str, id: str) -> str:
        """Return what is written with each word that neither language knows as the one that it is a slip of."""
        return TYPED.sub(lambda word: self._meant(word.group(), id), written)

    def _meant(self, typed: str, id: str) -> str:
        word = plain(typed.lower())
        return typed if any(self.patterns[i].knows(word) for i in LANGUAGES) else self.patterns[id].meant(word) or typed

    def read(self, question: str, request: Mapping[str, Any], preferred: str = "en") -> tuple[list[Reading], str]:
        """Return what a question can mean at the table of a request, most often one thing, and its language.

        Args:
            question: In English or Italian.
            request: The text, the seats, who has left and the date, as in a batch.
            preferred: The language of messages where the question's own cannot be told.

        Raises:
            QuestionError: If it is not understood.
            RequestError: If it makes no sense at this table.
        """
        refusals = Refusals(self, question, preferred)
        try:
            return self._read(question, request, refusals)
        except RequestError as error:
            if question.strip():
                error.language = refusals.languages[0]
            raise

    def _read(self, question: str, request: Mapping[str, Any], refusals: Refusals) -> tuple[list[Reading], str]:
        """Read a question whose language is yet to be told."""
        if not question.strip():
            raise refusals.empty()
        if len(question) > MOST_SIGNS or len(question.split()) > MOST_WORDS:
            raise refusals.too_long(MOST_WORDS)
        for style, id in product(Style, refusals.languages):
            if meanings := self._asked(question, id, request, refusals, style):
                return meanings, id
        for id in refusals.languages:
            alone = without_beside(question, self, id, len(self._seated(request).table.names))
            for style in Style if alone != question else ():
                if meanings := self._asked(alone, id, request, refusals, style):
                    return meanings, id
        raise refusals.best(self._seated(request))

    def _asked(
        self, question: str, id: str, request: Mapping[str, Any], refusals: Refusals, style: Style
    ) -> list[Reading]:
        """Return what a question can mean in a language, put in a style."""
        asked = self._sized(question, id, request, refusals)
        readings = self._meanings(question, id, asked, self._seated(asked), refusals, style)
        fewest = min((ignored for _, ignored in readings), default=0)
        meanings = list(dict.fromkeys(reading for reading, ignored in readings if ignored == fewest))
        meanings = self._spoken_of(meanings, asked) or meanings
        if meanings and self._is_statement(question, id):
            raise refusals.statement(self._seated(request), id)
        return [_seated_at(reading, asked, request) for reading in meanings]

    def _is_statement(self, question: str, id: str) -> bool:
        """Return whether somebody only says who has left: “B1 is dead”, without a mark of a question."""
        tokens = self.tokens_of(question, id)
        if "?" in question or not isinstance(tokens[0].value, Mention) or tokens[0].value.asked:
            return False
        patterns, present = self.patterns[id], frozenset(str(token.value) for token in tokens)
        clauses = clauses_of(tokens, patterns.index(patterns.departures, present), self.languages[id])
        return any(clause.start == 0 and clause.end == len(tokens) for clause in clauses)

    def _sized(self, question: str, id: str, request: Mapping[str, Any], refusals: Refusals) -> Mapping[str, Any]:
        """Return a request at a table of the size that the question names, if it names one."""
        spoken = self.languages[id]
        _, size = take_size(spoken.rewritten(question), spoken)
        if size is None:
            return request
        seats = seating_of(size, str(request.get("seats", "")), self.engine, request)
        if seats is None:
            raise refusals.no_such_table(id)
        return {**request, "seats": seats}

    def _spoken_of(self, meanings: Sequence[Reading], request: Mapping[str, Any]) -> list[Reading]:
        """Return the meanings of which some clause of the text speaks."""
        program = self.engine.program(request.get("text"), request.get("on"))
        return [reading for reading in meanings if program.resolved.by_predicate.get(reading.cases[0].ask)]

    def _seated(self, request: Mapping[str, Any]) -> Seated:
        """Return the table of a request; raises :class:`RequestError` if it makes none."""
        program = self.engine.program(request.get("text"), request.get("on"))
        table, left, leaving, _ = read_position(request, program)
        return Seated(table, self.engine.rulebook.vocabulary, frozenset(table.names[n] for n in left | leaving))

    def _meanings(
        self, question: str, id: str, request: Mapping[str, Any], seated: Seated, refusals: Refusals, style: Style
    ) -> list[tuple[Reading, int]]:
        """Return all that a question can mean in a language, and how many given facts the text would ignore then."""
        spoken = self.languages[id]
        tokens, period = take_period(self.tokens_of(question, id), spoken)
        found: list[tuple[Reading, int]] = []
        contradiction: RequestError | None = None
        for match, clauses in last_asked(tokens, list(self.matches(tokens, id, style))):
            said = {slot for clause in clauses for m in clause.matches if m.pattern is ASKER for slot in m.slots}
            if said and not speaks_of(match.fills, said):
                continue
            fills = [*match.fills, *(fill for clause in clauses for m in clause.matches for fill in m.fills)]
            if unknown := strangers(fills, seated.table):
                raise refusals.stranger(unknown[0], seated, id)
            for name in misnamed(fills, seated):
                raise refusals.contradicted(name, seated, id)
            read = self._givens(match, request)
            for meant in self._circumstances(clauses, read):
                ids = {m.pattern.id for way in meant for m in way}
                try:
                    ignored = len(ids - read - {*DEPARTURES, ASKER.id, IDLE})
                    found += [(self._dated(r, period, request), ignored) for r in self._merged(match, meant, seated)]
                except Contradicted as error:
                    contradiction = refusals.contradicted(str(error), seated, id)
                except NobodyFits as error:
                    raise refusals.nobody(str(error), id) from None
                except TooManyCases:
                    raise refusals.too_many(id) from None
        if contradiction and not found:
            raise contradiction
        return found

    def matches(
        self, tokens: Sequence[Token], id: str, style: Style = Style.FULL
    ) -> Iterator[tuple[Match, tuple[Clause, ...]]]:
        """Yield the questions that some words can be, each with the clauses of circumstance that go with it."""
        patterns, spoken = self.patterns[id], self.languages[id]
        values = [token.value for token in tokens]
        typed = [word for token in tokens for word in token.shown.split()]
        shown = [str(word.value) for token in tokens for word in spoken.words(token.shown)]
        of = spoken.stem(spoken.table["of"])
        present = frozenset(
            v for v in (*values, *spoken.settled(values), *shown, of, spoken.fronted[0]) if isinstance(v, str)
        )
        light = {Style.FULL: frozenset[str](), Style.TERSE: spoken.light}.get(style, spoken.loose)
        said = light & spoken.light  # what places a circumstance is part of it
        aside = spoken.aside if style is Style.LONG else frozenset[str]()
        clauses = clauses_of(tokens, patterns.index(patterns.circumstances, present, said), spoken, said, aside)
        questions = patterns.index(patterns.questions, present, light)
        ways: list[tuple[tuple[float, int], Match, tuple[Clause, ...]]] = []
        if style is Style.LONG and owns_something(tokens, spoken):
            return
        for chosen in selections(clauses):
            rest = without(tokens, chosen)
            values = [token.value for token in rest if token.value != BREAK]
            if style is not Style.FULL and says_who(rest, spoken):
                continue
            if style in (Style.LOOSE, Style.LONG):
                if says_where(values, spoken):
                    continue
                values = [value for value in values if value not in spoken.placing]
            if style is Style.LONG and of_either(values, chosen):
                continue
            orders = _orders(style, _unsaid(values, chosen, spoken), typed)
            if style is Style.LONG:
                ways += [(*within, chosen) for within in self._within(questions, values, id, orders)]
            else:
                ways += [((0, 0), match, chosen) for match in lookup(questions, orders(values, spoken), light)]
        least = min((left_aside for left_aside, *_ in ways), default=None)
        done: set[tuple[Match, tuple[int, ...]]] = set()
        fewest: dict[tuple[Match, frozenset[int]], int] = {}
        for left_aside, match, chosen in sorted(ways, key=lambda way: len(way[2])):
            if left_aside != least or self._asks_for_given(match):
                continue
            covered = frozenset(at for clause in chosen for at in range(clause.start, clause.end))
            extent = (match, tuple(sorted(clause.start for clause in chosen)))
            # “if A3 died in this turn” is not “if A3 died” and “in this turn”
            if fewest.setdefault((match, covered), len(chosen)) == len(chosen) and extent not in done:
                done.add(extent)
                yield match, chosen

    def _within(
        self, questions: Mapping[Key, Sequence[Pattern]], values: Values, id: str, orders: Orders
    ) -> Iterator[tuple[tuple[float, int], Match]]:
        """Yield the questions that are within some words, and how much is left aside with each.

        Words for that with which something is done are left aside only where everybody is named whom it takes.
        """
        patterns, spoken = self.patterns[id], self.languages[id]
        predicates = self.engine.rulebook.vocabulary.questions

        def spare(pattern: Pattern) -> frozenset[str]:
            filled = {letter for slot in pattern.slots if isinstance(slot, str) for letter in slot.split("+")}
            is_whole = bool(filled) and filled.issuperset(letter for letter, _ in predicates[pattern.id].params)
            return spoken.aside | (patterns.own_words[pattern.id] & spoken.means if is_whole else frozenset())

        alone = frozenset(id for id, predicate in predicates.items() if len(predicate.params) == 1)
        for match, aside in lookup_within(questions, values, spoken, spare, orders, spoken.loose, alone):
            done_with = aside - spoken.aside
            if not (done_with and any(isinstance(fill, Mention) and fill.is_everybody for fill in match.fills)):
                yield (sum(patterns.weight[word] for word in done_with), len(aside)), match

    def _asks_for_given(self, match: Match) -> bool:
        """Return whether a question would ask who is in a circumstance, which no question does."""
        givens = self.engine.rulebook.vocabulary.givens
        return any(
            slot in givens and isinstance(fill, Mention) and fill.asked
            for slot, fill in zip(match.slots, match.fills, strict=True)
        )

    def _givens(self, match: Match, request: Mapping[str, Any]) -> frozenset[str]:
        """Return the given facts at which the text's clauses on a question look."""
        program = self.engine.program(request.get("text"), request.get("on"))
        return cone_of(program.resolved, match.pattern.id).givens

    def _circumstances(self, clauses: Sequence[Clause], read: frozenset[str]) -> Iterator[list[list[Match]]]:
        """Yield what the clauses can mean: for each clause the ways that are cases of one meaning.

        A given fact is meant where the text looks at it; else that somebody left, and then before the turn and during
        it are two cases of one meaning.
        """
        options: list[list[list[Match]]] = []
        for clause in clauses:
            given = [m for m in clause.matches if m.pattern.id in read or m.pattern is ASKER]
            departed = [m for m in clause.matches if m.pattern.id in DEPARTURES]
            other = [m for m in clause.matches if m.pattern.id not in DEPARTURES]
            options.append([[m] for m in given] if given else [departed] if departed else [[m] for m in other])
        for combination in product(*options):
            yield list(combination)

    def _merged(self, match: Match, meant: Sequence[Sequence[Match]], seated: Seated) -> Iterator[Reading]:
        """Yield the readings whose cases are those of every way in which the clauses can be."""
        predicate = self.engine.rulebook.vocabulary.questions[match.pattern.id]
        ways = [list(readings(predicate, match, way, seated)) for way in product(*meant)]
        for parts in zip(*ways, strict=True):
            cases = tuple(dict.fromkeys(case for part in parts for case in part.cases))
            yield Reading(cases, parts[0].listed)

    def _dated(self, reading: Reading, period: Period | None, request: Mapping[str, Any]) -> Reading:
        """Ask each case of the wordings of a period: that of its first day, and those that began within it."""
        if period is None:
            return reading
        text = self.engine.rulebook.texts[request["text"]]
        dates = change_dates(text.id, self.engine.rulebook.texts)
        begun = list(dates[bisect_left(dates, period.first) :])
        within = [date for date in begun if period.first < date <= period.last]
        first = text.editions[0] if len(text.editions) > 1 else ""
        days = [day for day in [period.first, *within] if day >= first] or [period.first]
        return Reading(tuple(case._replace(on=day) for case in reading.cases for day in days), reading.listed)


def _orders(style: Style, unsaid: Mention, typed: Sequence[str]) -> Orders:
    """Return how the words of a question may be ordered; ``typed`` are its words."""

    def orders(values: Values, spoken: Language) -> Iterator[Values]:
        read = orders_of(values, spoken) if style is Style.FULL else terse_orders_of(values, spoken, unsaid)
        return spoken.agreeing(read, typed)

    return orders


def _unsaid(values: Values, clauses: Sequence[Clause], spoken: Language) -> Mention:
    """Return who is meant where a question does not say it.

    That is who a circumstance speaks of where subjects are left out (“A3 pesca, perde?”), anybody where others are seen
    from him (“lend to a neighbour?”), else the question is who.
    """
    in_clauses = [fill for clause in clauses for match in clause.matches for fill in match.fills]
    if spoken.table["subject_follows"] and any(isinstance(fill, Mention) and not fill.asked for fill in in_clauses):
        return Mention(same=True)
    seen = [value for value in values if isinstance(value, Mention)]
    if any(m.side is not Side.ANY and m.anchor is Anchor.OTHER and not m.owner for m in seen):
        return Mention()
    return Mention(asked=True)


def _seated_at(reading: Reading, asked: Mapping[str, Any], request: Mapping[str, Any]) -> Reading:
    """Return a reading whose cases tell at which table they are asked, where that is another one."""
    if asked is request or asked["seats"] == request.get("seats"):
        return reading
    return Reading(tuple(case._replace(seats=asked["seats"]) for case in reading.cases), reading.listed)


def reader_of(engine: Engine) -> Reader:
    """Return the reader of questions to an engine, made when the first question needs it."""
    reader = engine.readers.get("plain")
    if reader is None:
        book = engine.rulebook
        phrasings = book.phrasings
        if phrasings is None:
            folder = book.folder
            phrasings = load_phrasings(Folder(folder), book.vocabulary) if folder is not None else Phrasings()
        reader = engine.readers["plain"] = Reader(engine, phrasings)
    assert isinstance(reader, Reader)
    return reader
