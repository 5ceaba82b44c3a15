"""The reader of questions in plain words: a question and a table in, the requests that it stands for out."""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence, Set
from contextlib import suppress
from copy import copy
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

from emperor_rules.cache_files import read_cache, toolkit_key, write_cache
from emperor_rules.errors import MissingFactError, QuestionError, RequestError, RulesError
from emperor_rules.evaluate.answers import not_given
from emperor_rules.evaluate.engine import Engine
from emperor_rules.evaluate.request import EVERYBODY, read_position
from emperor_rules.frontend.layers import layers_of
from emperor_rules.frontend.rule_files import WORDS_FILE, ProjectError
from emperor_rules.frontend.text_cache import from_json, room_contents, to_json
from emperor_rules.messages import LANGUAGES, Message
from emperor_rules.model.phrasings import DEPARTURES, STAYING, Phrasing, Phrasings
from emperor_rules.model.scenarios import TableRequest
from emperor_rules.model.seating import team_of
from emperor_rules.model.terms import TEAM, Compare, GivenTerm
from emperor_rules.model.vocabulary import DefaultWord, GivenKind, PredicateKind, Vocabulary
from emperor_rules.questions.cases import (
    Case,
    Contradicted,
    DifferentlyGiven,
    Gone,
    NobodyFits,
    Reading,
    Seated,
    TooManyCases,
    UnclearPronoun,
    case_request,
    differently_given,
    misnamed,
    readings,
    strangers,
)
from emperor_rules.questions.clauses import ASKER, OTHER_PLAYER, Circumstance, Match, circumstances_of, last_asked
from emperor_rules.questions.exact_wordings import read_exactly
from emperor_rules.questions.language import BREAK, Language, Word, straight
from emperor_rules.questions.matcher import Matcher, MatchMode
from emperor_rules.questions.mentions import Mention
from emperor_rules.questions.near_rules import near_rules
from emperor_rules.questions.patterns import IDLE
from emperor_rules.questions.refusals import Refusals
from emperor_rules.questions.settings import (
    Period,
    named_games,
    seating_of,
    take_game,
    take_options,
    take_period,
    take_size,
)
from emperor_rules.questions.tables import expression
from emperor_rules.resolve.cone import cone_of
from emperor_rules.resolve.resolver import change_dates
from emperor_rules.resolve.roles import rules_for_its_roles
from emperor_rules.resolve.rules import ClauseInForce, ResolvedText
from emperor_rules.resources import cache_folder, languages_folder

#: The name of the file, and the rooms of a folder of rules on whose files it rests.
QUESTIONS_FILE, QUESTION_ROOMS = "questions.json", ("vocabulary", "questions")


def load_matcher(folder: Path, vocabulary: Vocabulary) -> tuple[Matcher, RulesError | None]:
    """Return what finds the questions of a folder, and what is wrong with its files of phrasings, if anything is."""
    contents = room_contents(folder, QUESTION_ROOMS)
    with suppress(OSError, ProjectError):  # reported where they are read
        words = [layer.folder / QUESTION_ROOMS[1] / WORDS_FILE for layer in layers_of(folder)]
        words += [languages_folder() / language / "questions.toml" for language in LANGUAGES]
        contents.update((str(path), path.read_bytes()) for path in words if contents and path.is_file())
    kind, file = repr((toolkit_key(), contents)), cache_folder() / QUESTIONS_FILE
    kept = read_cache(file, kind) if contents else None
    if kept is not None:
        return _unpacked(json.loads(kept), vocabulary), None
    from emperor_rules.frontend.loader import Folder, load_phrasings  # what is kept needs no parser

    read = Folder(folder)
    matcher = Matcher(vocabulary, load_phrasings(read, vocabulary))
    if errors := [finding for finding in read.findings if finding.is_error]:
        return matcher, RulesError(errors, read.sources)
    if contents and not read.findings:
        with suppress(OSError):  # nowhere to write: only slower
            write_cache(file, kind, json.dumps(_packed(matcher), ensure_ascii=False, separators=(",", ":")).encode())
    return matcher, None


def _packed(matcher: Matcher) -> dict[str, Any]:
    phrasings = matcher.phrasings
    said = [
        [(p.id, p.language, p.words, p.value) for p in part] for part in (phrasings.questions, phrasings.circumstances)
    ]
    return {"said": said, "topics": to_json(phrasings.topics), "words": phrasings.words, **matcher.compiled()}


def _unpacked(kept: dict[str, Any], vocabulary: Vocabulary) -> Matcher:
    questions, circumstances = (tuple(Phrasing(*row) for row in rows) for rows in kept["said"])
    return Matcher(vocabulary, Phrasings(questions, circumstances, from_json(kept["topics"]), kept["words"]), kept)


#: The longest question, in characters and in words: nobody asks more at once, and reading stays quick.
LONGEST_QUESTION, MOST_WORDS = 300, 50
#: At so many given facts that a question says, what is meant does not look; who says more of them asks something else.
MOST_IGNORED = 2
#: The tables of words that change a question of one kind alone.
ASKED_OF = {PredicateKind.FACT: "asks_can", PredicateKind.ACTION: "asks_deed"}


class QuestionReader:
    """Reads questions about the texts of an engine, by the phrasings of its vocabulary."""

    def __init__(self, engine: Engine, matcher: Matcher, faults: RulesError | None = None) -> None:
        """Match questions with what the vocabulary of the engine can be asked.

        Args:
            engine: Answers the questions.
            matcher: Finds them by what they are called.
            faults: What is wrong in the files of phrasings: raised in place of a question that is not understood.
        """
        self.engine, self.matcher, self.faults = engine, matcher, faults
        self.phrasings = matcher.phrasings
        self.vocabulary = engine.rulebook.vocabulary

    def read(self, question: str, request: TableRequest, preferred: str = "en") -> tuple[list[Reading], str]:
        """Return what a question can mean at the table of a request, most often one thing, and its language.

        Args:
            question: In English or Italian.
            request: The text, the seats, who has left and the date, as in a batch.
            preferred: The language of messages where the question's own cannot be told.

        Raises:
            QuestionError: If it is not understood.
            RequestError: If it makes no sense at this table.
            RulesError: If it is not understood, and the files of phrasings have errors.
        """
        refusals = Refusals(self.matcher, question, preferred)
        try:
            return self._read(question, request, refusals)
        except RequestError as error:
            if not question.strip():
                raise
            if self.faults is not None and isinstance(error, QuestionError):
                raise copy(self.faults) from error
            refusal = copy(error)
            refusal.language = refusals.languages[0]
            raise refusal from error

    def _of_other_game(self, question: str, request: TableRequest, refusals: Refusals) -> QuestionError | None:
        """Return the refusal of a question that names a game of which the text does not speak, if it does."""
        named = (named_games(question, language) for language in self.matcher.languages.values())
        games = next(filter(None, named), ())
        included = {text.id for text in self.engine.program(request["text"], request.get("on")).resolved.texts}
        return refusals.other_game(games[0]) if games and included.isdisjoint(games) else None

    def _of_rules(self, question: str, request: TableRequest, refusals: Refusals) -> QuestionError | None:
        """Return the refusal of a question that asks when something is so, if it does: the rules about it."""
        for id in refusals.languages:
            for other in self.matcher.languages[id].of_a_position(question):
                with suppress(RequestError):
                    meanings, read_in = self._first_meanings(other, request, Refusals(self.matcher, other, id))
                    if read_in != id or any(self._left_aside(other, id, meanings, request)):
                        continue
                    case = meanings[0].cases[0]
                    resolved = self.engine.program(request["text"], case.on or request.get("on")).resolved
                    rules = rules_for_its_roles(resolved, case.ask)
                    if rules and not (case.left or case.leaving or case.given):
                        clauses = [resolved.clauses[rule.clause] for rule in rules]
                        own = [one for one in clauses if one.clause.text == resolved.id]
                        own = own or [*self._own(resolved, case.ask, refusals, id)]
                        named = {one.citation: one for one in (*own, *clauses)}
                        return refusals.of_rules(case, [*named.values()], id, resolved.on)
        return None

    def _own(self, resolved: ResolvedText, ask: str, refusals: Refusals, id: str) -> Iterator[ClauseInForce]:
        """Yield the clauses of the text itself on which answers depend and of which the words of the question speak."""
        read = cone_of(resolved, ask).predicates
        deciding = {resolved.clauses[rule.clause].citation for rule in resolved.rules if rule.predicate in read}
        for one in near_rules(resolved, self.matcher.patterns[id], self.matcher.tokens_of(refusals.question, id)):
            if one.clause.text == resolved.id and one.citation in deciding:
                yield one

    def _near(self, error: RequestError, request: TableRequest, refusals: Refusals) -> RequestError:
        """Return the refusal of a question; where that is not understood, with the rules that it may be about."""
        if not isinstance(error, QuestionError):
            return error
        resolved = self.engine.program(request["text"], request.get("on")).resolved
        id = refusals.languages[0]
        tokens = self.matcher.tokens_of(refusals.question, id)
        return refusals.with_rules(error, near_rules(resolved, self.matcher.patterns[id], tokens), resolved.on)

    def _read(self, question: str, request: TableRequest, refusals: Refusals) -> tuple[list[Reading], str]:
        """Read a question whose language is yet to be told."""
        if not question.strip():
            message = Message("the question is empty: emperor questions lists what can be asked")
            raise QuestionError(message.get(refusals.preferred))
        if len(question) > LONGEST_QUESTION or len(question.split()) > MOST_WORDS:
            raise refusals.too_long(MOST_WORDS)
        exact = self._in_own_words(question, request)
        question, options = (question, ()) if exact else self._without_options(question, request)
        if options:
            request = {**request, "options": [*(request.get("options") or ()), *options]}
            refusals = Refusals(self.matcher, question, refusals.preferred)
        if not exact and (refusal := self._of_other_game(question, request, refusals)) is not None:
            raise refusal
        try:
            meanings, id = exact or self._first_meanings(question, request, refusals)
            for word in () if exact else self._left_aside(question, id, meanings, request):
                raise refusals.left_aside(word, meanings[0].cases[0], id)
        except RequestError as error:
            raise self._of_rules(question, request, refusals) or self._near(error, request, refusals) from None
        for fact in (fact for reading in meanings for case in reading.cases for fact in self._supposed(case, request)):
            raise MissingFactError(str(not_given(self.vocabulary, fact).get(id)), fact)
        return [
            replace(reading, cases=tuple(dict.fromkeys(self._in_time(case, request) for case in reading.cases)))
            for reading in (_changed(reading, options=options) for reading in meanings)
        ], id

    def _in_own_words(self, question: str, request: TableRequest) -> tuple[list[Reading], str] | None:
        """Return what a question means that is put as the vocabulary puts it, of somebody at this table."""
        query, id = read_exactly(question, self.vocabulary) or (None, "")
        if query is None or not id:
            return None
        names = self._seated(request).table.names
        return ([Reading((Case(query.ask, query.of),))], id) if {*query.of} <= {*names, *map(team_of, names)} else None

    def _in_time(self, case: Case, request: TableRequest) -> Case:
        """Return a case without what happens in it after the game was over: the result stands.

        A loss or an effect comes after all departures, a departure during the turn after those before it.
        """
        if not (case.given or case.leaving) or not self.vocabulary.predicates[case.ask].after_game:
            return case
        before = case._replace(given=(), leaving=case.leaving if case.given else ())
        with suppress(RequestError):  # a position that makes no sense is refused as it is asked
            position = case_request(before, request, self.vocabulary)
            if position.get("left") or position.get("leaving"):
                gone = self.engine.departures(position, position["text"], position.get("on"))
                return before if gone.is_over else case
        return case

    def _supposed(self, case: Case, request: TableRequest) -> Iterator[str]:
        """Yield the given fact that a case asks for, where nobody gives it: it would be whoever is asked about."""
        meaning = self.vocabulary.questions[case.ask].means
        if isinstance(meaning, Compare) and isinstance(meaning.right, GivenTerm):
            key = meaning.right.key
            if self.vocabulary.givens[key].default == DefaultWord.FIRST and key not in {
                *(request.get("given") or ()),
                *dict(case.given),
            }:
                yield key

    def _without_options(self, question: str, request: TableRequest) -> tuple[str, tuple[str, ...]]:
        """Return a question without the words that name its game and options in use, and those that the table lacks."""
        declared = self.engine.program(request.get("text"), request.get("on")).resolved.options
        used: list[str] = []
        for id, language in self.matcher.languages.items():
            question = take_game(question, language, str(request.get("text")))
            names = {option: self.vocabulary.options[option].names.get(id) for option in sorted(declared)}
            question, taken = take_options(question, language, names)
            used += taken
        return question, tuple(option for option in used if option not in (request.get("options") or ()))

    def _first_meanings(self, question: str, request: TableRequest, refusals: Refusals) -> tuple[list[Reading], str]:
        """Return what a question means in the first language and mode in which it means anything, and the language."""
        for words, id, mode, ask in self._ways(question, request, refusals.languages):
            meanings = self._asked(words, id, request, refusals, mode)
            if meanings and (ask is None or all(self._is_whether(reading, ask) for reading in meanings)):
                return [replace(reading, opposite=ask is not None) for reading in meanings], id
        if not all(self._sized(question, id, request)[1] for id in refusals.languages):
            raise _no_table(refusals.languages[0])
        raise refusals.best(self._seated(request))

    def _is_whether(self, reading: Reading, ask: str) -> bool:
        """Return whether a reading is whether something is so, of somebody: a list of others would answer its opposite.

        Args:
            reading: What a question can mean.
            ask: The question that it must be, nothing for any.
        """
        return not reading.listed and all(
            (not ask or (case.ask == ask and EVERYBODY not in case.of))
            and self.vocabulary.questions[case.ask].kind is not PredicateKind.VALUE
            for case in reading.cases
        )

    def _ways(
        self, question: str, request: TableRequest, languages: Sequence[str]
    ) -> Iterator[tuple[str, str, MatchMode, str | None]]:
        """Yield the words in which a question is read, their language and mode.

        Where they ask its opposite, the id of that question comes with them, or nothing where it may be any.
        """
        said = {id: self.matcher.languages[id].in_present(question) for id in languages}
        yield from ((said[id], id, mode, None) for mode, id in product(MatchMode, languages))
        for id in languages:
            for other in self.matcher.languages[id].recast(said[id]):
                yield from ((other, id, mode, None) for mode in MatchMode)
        for id in languages:
            alone = _without_asides(said[id], self.matcher, id, len(self._seated(request).table.names))
            yield from ((alone, id, mode, None) for mode in MatchMode if alone != said[id])
        for id in languages:
            for other, ask in self.matcher.languages[id].opposites(said[id]):
                yield from ((other, id, mode, ask) for mode in MatchMode)

    def _left_aside(self, question: str, id: str, meanings: list[Reading], request: TableRequest) -> Iterator[str]:
        """Yield the words that change what is asked, and without which the question would mean the same."""
        tables = ["never_empty"]
        predicates = [self.vocabulary.questions[reading.cases[0].ask] for reading in meanings]
        kinds = {predicate.kind for predicate in predicates}
        if PredicateKind.VALUE not in kinds:
            tables.append("asks_number")
        if PredicateKind.VALUE not in kinds and not any(r.listed or EVERYBODY in r.cases[0].of for r in meanings):
            tables.append("asks_what")
        if all(predicate.builtin for predicate in predicates):  # what the seats say is so, and cannot be
            tables.append("asks_can")
        if not any(predicate.ignores for predicate in predicates):  # at the start all is as it will ever be
            tables += [name for kind, name in ASKED_OF.items() if kinds == {kind}]
        for word in self.matcher.languages[id].words_in(tables, question):
            rest = f"{question[: word.start()]} {question[word.end() :].rstrip('?. ')}"
            shorter = f"{' '.join(rest.split())}?"
            try:
                same, _ = self._first_meanings(shorter, request, Refusals(self.matcher, shorter, id))
            except RequestError:
                continue
            if same == meanings:
                yield word.group()

    def _asked(
        self, question: str, id: str, request: TableRequest, refusals: Refusals, mode: MatchMode
    ) -> list[Reading]:
        """Return what a question can mean in a language, matched in a mode."""
        asked, is_allowed = self._sized(question, id, request)
        seated = self._seated(asked)
        question = self.matcher.languages[id].with_players(question, seated.table.names)
        try:
            readings = self._meanings(question, id, asked, seated, refusals, mode)
        except RequestError as refused:  # nobody is meant at a table that cannot be
            raise (refused if is_allowed else _no_table(id)) from None
        fewest = min((ignored for _, ignored in readings), default=0)
        meanings = list(dict.fromkeys(reading for reading, ignored in readings if ignored == fewest))
        spoken = self.engine.program(asked.get("text"), asked.get("on")).resolved.by_predicate
        meanings = [reading for reading in meanings if spoken.get(reading.cases[0].ask)] or meanings
        if not is_allowed and not all(self._asks_seating(case) for reading in meanings for case in reading.cases):
            raise _no_table(id)
        if meanings and self._is_statement(question, id, fewest > 0):
            raise refusals.statement(self._seated(request), id)
        narrowed = [*self.matcher.languages[id].narrowed(question)]
        of_them = (self._narrowed(reading, narrowed, asked) for reading in meanings)
        return [_seated_at(reading, asked, request) for reading in of_them if reading is not None]

    def _narrowed(self, reading: Reading, narrowed: Sequence[tuple[str, str]], request: TableRequest) -> Reading | None:
        """Return a reading without the cases of those of whom it is not asked: “a player whom I cannot see”.

        Where nobody is left, the answers tell of whom that is so; where it is not said of whom, there is no reading.
        """
        cases = reading.cases
        for ask, answer in narrowed:
            are_of = [self._is_of(case, ask, answer == "yes", request) for case in cases]
            if None in are_of:
                return None
            cases = tuple(case for case, is_of in zip(cases, are_of, strict=True) if is_of) or cases
        return replace(reading, cases=cases)

    def _is_of(self, case: Case, ask: str, is_so: bool, request: TableRequest) -> bool | None:
        """Return whether a question has an answer, or none, about those first named in a case or told of in it.

        It is ``None`` where a case does not name them.
        """
        kinds = {key: self.vocabulary.givens[key].kind for key, _ in case.given}
        told = [value for key, value in case.given if kinds[key] is GivenKind.PLAYER]
        told += [name for key, value in case.given if kinds[key] is GivenKind.PLAYERS for name in value]
        told = [name for name in told if name not in case.of]
        count = len(self.vocabulary.questions[ask].parameters)
        about = (*case.of, *told)[:count] if len(case.of) + len(told) == count else case.of[:count]
        if len(about) < count or EVERYBODY in about:
            return None
        answer = self.engine.ask(case_request(case._replace(ask=ask, of=about, given=()), request, self.vocabulary))
        return answer.answer is not (not is_so)

    def _is_statement(self, question: str, id: str, to_end: bool) -> bool:
        """Return whether somebody only says who has left: “B1 is dead”, without a mark of a question.

        What is told before that, and changes no answer, may lead up ``to_end``: “A1 holds a cup of B1, A1 dies”. So may
        what a preposition opens behind it: “A1 dies with a cup in his hand”.
        """
        tokens = self.matcher.tokens_of(question, id)
        breaks = [n for n, token in enumerate(tokens[:-1], 1) if token.value == BREAK]
        begin = breaks[-1] if breaks and to_end else 0
        subject = tokens[begin].value
        if "?" in question or not isinstance(subject, Mention) or subject.asked:
            return False
        spoken, patterns = self.matcher.languages[id], self.matcher.patterns[id]
        departures = patterns.index(patterns.departures, frozenset(str(token.value) for token in tokens))
        asks = (token.value in (BREAK, *spoken.fronted) or _asks_who(token.value) for token in reversed(tokens))
        last = len(tokens) - next((n for n, asking in enumerate(asks) if asking), len(tokens))
        behind = [n for n in range(last, len(tokens)) if tokens[n].value in spoken.prepositions]
        return any(
            clause.start == begin and clause.end == end
            for end in (len(tokens), *behind)
            for clause in circumstances_of(tokens[:end], departures, spoken)
        )

    def _asks_seating(self, case: Case) -> bool:
        """Return whether a case asks whether the seating is allowed."""
        return self.vocabulary.questions[case.ask] == self.vocabulary.requirement

    def _sized(self, question: str, id: str, request: TableRequest) -> tuple[TableRequest, bool]:
        """Return a request at a table of the size that the question names, if it names one, and whether it is allowed.

        Raises:
            RequestError: If nobody could sit at a table of that size.
        """
        spoken = self.matcher.languages[id]
        _, size = take_size(self.matcher.rewritten(question, id), spoken)
        if size is None:
            return request, True
        seats, is_allowed = seating_of(size, str(request.get("seats", "")), self.engine, request)
        if seats is None:
            raise _no_table(id)
        return {**request, "seats": seats}, is_allowed

    def _seated(self, request: TableRequest) -> Seated:
        """Return the table of a request; raises :class:`RequestError` if it makes none."""
        program = self.engine.program(request.get("text"), request.get("on"))
        table, *_ = read_position(request, program)
        return Seated(table, self.vocabulary, self._gone(request))

    def _gone(self, request: TableRequest) -> frozenset[str]:
        """Return who is no longer seen at a table: nobody but those who are named once they end the game."""
        gone = self.engine.departures(request, request.get("text"), request.get("on"))
        left, leaving = gone.requested if gone.is_over else (gone.left, gone.leaving)
        return frozenset(gone.table.names[n] for n in left | leaving)

    def _allows(self, case: Case, request: TableRequest) -> bool:
        """Return whether a case fits the table: nobody leaves twice, nobody asked about has left by what it tells.

        Nor is the game over by then, but for what may be asked after it.

        Raises:
            Gone: If who stays by what it tells has left.
        """
        if not (case.left or case.leaving or case.staying):
            return True
        predicate = self.vocabulary.questions[case.ask]
        try:
            position = case_request(case, request, self.vocabulary)
            is_over = self.engine.departures(position, position.get("text"), position.get("on")).is_over
            gone = self._gone(position)
        except RequestError:
            return False
        for name in case.staying:
            if name in gone:
                raise Gone(name)
        return (predicate.after_game or not is_over) and (predicate.gone_allowed or gone.isdisjoint(case.of))

    def _meanings(
        self, question: str, id: str, request: TableRequest, seated: Seated, refusals: Refusals, mode: MatchMode
    ) -> list[tuple[Reading, int]]:
        """Return all that a question can mean in a language, and how many given facts the text would ignore then."""
        spoken = self.matcher.languages[id]
        tokens, period = take_period(self.matcher.tokens_of(question, id), spoken)
        meanings: list[tuple[Reading, int]] = []
        contradiction: RequestError | None = None
        for match, circumstances in last_asked(tokens, list(self.matcher.matches(tokens, id, mode)), spoken):
            slots = {slot for clause in circumstances for m in clause.matches if m.pattern is ASKER for slot in m.slots}
            if slots and not _speaks_of(match.fills, slots):
                continue
            if self._is_of_no_team_here(match, request):
                continue
            fills = [*match.fills, *(fill for clause in circumstances for m in clause.matches for fill in m.fills)]
            if unknown := strangers(fills, seated.table):
                raise refusals.stranger(unknown[0], seated, id)
            for name in misnamed(fills, seated):
                raise refusals.contradicted(name, seated, id)
            if mode is not MatchMode.FULL and self._is_asked_whether(match, tokens, question, spoken):
                continue
            looked_at = self._givens(match.pattern.id, request)
            givens = looked_at - {*match.pattern.supposed}
            departure = self.vocabulary.departure
            falling = (self._givens(departure.id, request) if departure is not None else frozenset()) - givens
            if match.pattern.supposed and not _is_whether_possible(match, tokens, spoken):
                continue
            clauses = self._in_order(circumstances, question, spoken)
            if clauses is None:
                continue
            left = any(m.pattern.id in DEPARTURES for clause in clauses for m in clause.matches)
            if left and self.vocabulary.questions[match.pattern.id].ignores:
                contradiction = refusals.of_start(seated, id)
                continue
            during_play = not self.vocabulary.questions[match.pattern.id].after_game
            for combination in self._circumstances(clauses, givens, spoken.stated):
                ids = {m.pattern.id for matches in combination for m in matches}
                if ids & falling:  # “A1 is at 0 life, who plays next?”: whether he has left is not said
                    continue
                exact = {m.pattern.id for matches in combination for m in matches if m.pattern.anywhere or _counts(m)}
                if exact - looked_at - {IDLE}:  # “do cards come in tapped?” is not “do cards come in?”
                    continue
                done = any(self._is_of_players(m, givens) for matches in combination for m in matches)
                try:
                    ignored = len(ids - givens - {*DEPARTURES, STAYING, ASKER.id, IDLE})
                    for reading in self._merged(match, combination, seated, request):
                        if during_play and done and not ids.isdisjoint(DEPARTURES):
                            self._refuse_after_end(reading, request, id)
                        if all(len(dict(case.given).keys() - looked_at) <= MOST_IGNORED for case in reading.cases):
                            meanings.append((self._dated(reading, period, request), ignored))
                except Contradicted as error:
                    contradiction = refusals.contradicted(str(error), seated, id)
                except Gone as error:
                    message = Message("{name} has left the game by then: the question says otherwise", name=str(error))
                    contradiction = RequestError(message.get(id))
                except DifferentlyGiven as error:
                    contradiction = RequestError(differently_given(self.vocabulary.givens[str(error)]).get(id))
                except UnclearPronoun:
                    contradiction = RequestError(Message("it is not clear who is meant: name the player").get(id))
                except NobodyFits as error:
                    role = self.vocabulary.roles.get(str(error))
                    noun = role.names[0] if role is not None else Message("player")
                    message = Message("nobody at this table is meant by that: there is no {noun} that fits", noun=noun)
                    contradiction = RequestError(message.get(id))
                except TooManyCases:
                    message = Message("at this table that would be too many questions at once: name the players")
                    raise RequestError(message.get(id)) from None
        if contradiction and not meanings:
            raise contradiction
        return meanings

    def _refuse_after_end(self, reading: Reading, request: TableRequest, id: str) -> None:
        """Refuse what somebody does or suffers once those who left before have ended the game.

        Raises:
            RequestError: If the game is over then; it says how it ended.
        """
        for case in reading.cases:
            position: TableRequest = {**request, "left": case.left, "leaving": case.leaving}
            gone = self.engine.departures(position, str(request["text"]), request.get("on"))
            if gone.is_over:
                raise RequestError(gone.end().get(id))

    def _is_asked_whether(self, match: Match, tokens: Sequence[Word], question: str, spoken: Language) -> bool:
        """Return whether it is asked by its first word whether something is so, which no number answers."""
        is_value = self.vocabulary.questions[match.pattern.id].kind is PredicateKind.VALUE and not match.pattern.fixed
        asks = spoken.words_in(("asks_what", "asks_number"), question)
        return is_value and bool(tokens) and tokens[0].value in spoken.fronted and next(asks, None) is None

    def _is_of_no_team_here(self, match: Match, request: TableRequest) -> bool:
        """Return whether a team is meant that is not named, where the text says nothing of teams in that question."""
        predicate = self.vocabulary.questions[match.pattern.id]
        teams = {letter for letter, sort in predicate.parameters if sort == TEAM}
        resolved = self.engine.program(request.get("text"), request.get("on")).resolved
        is_decided = predicate.builtin or resolved.by_predicate.get(predicate.id)
        return not teams.isdisjoint(dict(match.pattern.fixed)) and not is_decided

    def _givens(self, ask: str, request: TableRequest) -> frozenset[str]:
        """Return the given facts at which the text's clauses on a question look."""
        program = self.engine.program(request.get("text"), request.get("on"))
        return cone_of(program.resolved, ask).givens

    def _circumstances(
        self, clauses: Sequence[Circumstance], read: frozenset[str], stated: frozenset[str]
    ) -> Iterator[list[list[Match]]]:
        """Yield what the clauses can mean: for each clause the ways that are cases of one meaning.

        A given fact is meant where the text looks at it; else that somebody left, and then before the turn and during
        it are two cases of one meaning. Where it is ``stated`` beside what somebody does, it may be either.
        """
        options: list[list[list[Match]]] = []
        done = any(
            any(self._is_of_players(m, read) for m in clause.matches)
            for clause in clauses
            if clause.words.isdisjoint(stated) or not any(m.pattern.id in DEPARTURES for m in clause.matches)
        )
        for clause in clauses:
            given = [m for m in clause.matches if m.pattern.id in read or m.pattern is ASKER]
            given = [m for m in given if _counts(m)] or given  # as many as are told
            departed = [m for m in clause.matches if m.pattern.id in DEPARTURES]
            other = [m for m in clause.matches if m.pattern.id not in DEPARTURES]
            meant = [[m] for m in given] if given else [departed] if departed else [[m] for m in other]
            before = bool(given) and done and not clause.words.isdisjoint(stated)
            options.append([*meant, departed] if before and departed else meant)
        for combination in product(*options):
            yield list(combination)

    def _is_of_players(self, match: Match, read: frozenset[str]) -> bool:
        """Return whether a circumstance at which the text looks says who does or suffers something."""
        given = self.vocabulary.givens.get(match.pattern.id)
        kinds = (GivenKind.PLAYER, GivenKind.PLAYERS)
        return given is not None and given.kind in kinds and match.pattern.id in read

    def _in_order(
        self, clauses: Sequence[Circumstance], question: str, spoken: Language
    ) -> Sequence[Circumstance] | None:
        """Return clauses of which those before the others say who has left; ``None`` if several come one by one."""
        givens = self.vocabulary.givens
        falls = [
            clause
            for clause in clauses
            if any(
                m.pattern.id in DEPARTURES
                or (m.pattern.id in givens and givens[m.pattern.id].kind is GivenKind.PLAYERS)
                for m in clause.matches
            )
        ]
        fallen = {m.fills for clause in falls for m in clause.matches}
        several = any(isinstance(fill, Mention) and len(fill.names) > 1 for fills in fallen for fill in fills)
        several = several or any(len(fills) > 1 for fills in fallen)
        if len(falls) < 2 and not several:
            return clauses
        before = [clause for clause in falls if clause.words & spoken.happened]
        order = spoken.one_by_one.search(question)
        if order and (
            several or len(falls) - len(before) != 1 or not spoken.happened.isdisjoint(order[0].lower().split())
        ):
            return None  # “after that” does not say that somebody had left before
        return [
            clause._replace(matches=tuple(m for m in clause.matches if m.pattern.id in DEPARTURES) or clause.matches)
            if clause in before
            else clause
            for clause in clauses
        ]

    def _merged(
        self, match: Match, meant: Sequence[Sequence[Match]], seated: Seated, request: TableRequest
    ) -> Iterator[Reading]:
        """Yield the readings whose cases are those of every way in which the clauses can be."""
        predicate = self.vocabulary.questions[match.pattern.id]
        combinations = [list(readings(predicate, match, combination, seated)) for combination in product(*meant)]
        for parts in zip(*combinations, strict=True):
            cases = tuple(dict.fromkeys(case for part in parts for case in part.cases))
            # “can the king be hit if his pawn is dead”: of pawns those who are still there
            allowed = tuple(case for case in cases if self._allows(case, request))
            if cases:
                yield _changed(Reading(allowed or cases, parts[0].listed), staying=())

    def _dated(self, reading: Reading, period: Period | None, request: TableRequest) -> Reading:
        """Ask each case of the wordings of a period: that of its first day, and those that began within it.

        Raises:
            RequestError: If the text had no wording then.
        """
        if period is None:
            return reading
        text = self.engine.rulebook.texts[request["text"]]
        dates = change_dates(text.id, self.engine.rulebook.texts)
        begun = list(dates[bisect_left(dates, period.first) :])
        within = [date for date in begun if period.first < date <= period.last]
        first = text.editions[0] if len(text.editions) > 1 else ""
        days = [day for day in [period.first, *within] if day >= first]
        if not days:
            self.engine.program(text.id, period.first)  # which refuses the day
        return replace(reading, cases=tuple(case._replace(on=day) for case in reading.cases for day in days))


def _asks_who(value: str | Mention) -> bool:
    return isinstance(value, Mention) and value.asked


def _counts(match: Match) -> bool:
    """Return whether a circumstance tells a number."""
    return any(isinstance(fill, str) for fill in match.fills)


def _is_whether_possible(match: Match, tokens: Sequence[Word], spoken: Language) -> bool:
    """Return whether it is asked of somebody whether he can."""
    who_asked = any(isinstance(fill, Mention) and fill.asked for fill in match.fills)
    return not who_asked and any(token.value == spoken.table["can"] for token in tokens)


def _seated_at(reading: Reading, asked: TableRequest, request: TableRequest) -> Reading:
    """Return a reading whose cases tell at which table they are asked, where that is another one."""
    if asked is request or asked["seats"] == request.get("seats"):
        return reading
    return _changed(reading, seats=asked["seats"])


def _changed(reading: Reading, **setting: Any) -> Reading:
    """Return a reading of which each case has a setting."""
    return replace(reading, cases=tuple(case._replace(**setting) for case in reading.cases))


def _speaks_of(fills: Sequence[str | Mention], slots: Set[str]) -> bool:
    """Return whether a question is about those of whom it says who they are.

    “As A3” needs whoever asks in it; “my king is A2” somebody whom it does not leave unsaid.
    """
    mentions = [fill for fill in fills if isinstance(fill, Mention)]
    if any(fill.of_asker for fill in mentions):
        return True
    return OTHER_PLAYER in slots and any(fill.names or fill.roles or fill.same for fill in mentions)


def _no_table(id: str) -> RequestError:
    """Return the refusal in a language of a size at which nobody can sit."""
    return RequestError(Message("there is no table of that size that these rules allow: write the seats").get(id))


def _without_asides(question: str, matcher: Matcher, id: str, seats: int) -> str:
    """Return a question without the sentences before it that may be left aside.

    Each begins in a way of the tables. It names nobody, has no word of a question or a circumstance, none that turns
    what is asked, and no number but that of the seats. What somebody says of himself is left aside only where the
    question does not speak of him.

    Args:
        question: As typed.
        matcher: What finds its words.
        id: The language.
        seats: How many players sit at the table.
    """
    written = straight(question.strip())
    begins, parts = _parts(written, matcher.languages[id], ("beside", "beside_self"))
    if any(isinstance(who, Mention) and who.of_asker for who, _ in matcher.words_of(parts[-1], id)):
        begins, parts = _parts(written, matcher.languages[id], ("beside",))
    parts_kept = [part for part in parts[:-1] if not _is_aside(part, begins, matcher, id, seats)]
    return " ".join([*parts_kept, parts[-1]]) if len(parts_kept) < len(parts) - 1 else question


def _parts(question: str, spoken: Language, tables: Sequence[str]) -> tuple[re.Pattern[str], list[str]]:
    """Return how a sentence begins that may be left aside, and the parts of a question."""
    openings = "|".join(opening for table in tables for opening in spoken.table[table])
    begins = f"(?:(?:{'|'.join(spoken.people['and'])}) )?(?:{openings})"
    return expression(begins), expression(rf"(?<=[.,;:!?])\s+|\s+(?={begins})").split(question)


def _is_aside(part: str, begins: re.Pattern[str], matcher: Matcher, id: str, seats: int) -> bool:
    opening = begins.match(part)
    telling = matcher.patterns[id].telling
    return opening is not None and not any(
        isinstance(value, Mention) or (value != str(seats) if value.isdigit() else value in telling)
        for value, _ in matcher.words_of(part[opening.end() :], id)
    )


def reader_of(engine: Engine) -> QuestionReader:
    """Return the reader of questions to an engine, made when the first question needs it."""
    reader = engine.readers.get("plain")
    if reader is None:
        book = engine.rulebook
        if book.phrasings is None and book.folder is not None:
            matcher, faults = load_matcher(book.folder, book.vocabulary)
        else:
            matcher, faults = Matcher(book.vocabulary, book.phrasings or Phrasings()), None
        reader = engine.readers["plain"] = QuestionReader(engine, matcher, faults)
    assert isinstance(reader, QuestionReader)
    return reader
