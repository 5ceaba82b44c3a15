"""What a question that is not understood gets: one sentence in its language, and the nearest questions."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import islice

from emperor_rules.diagnostics import nearest
from emperor_rules.errors import QuestionError, RequestError
from emperor_rules.messages import LANGUAGES, Message
from emperor_rules.model.seating import team_of
from emperor_rules.model.terms import TEAM
from emperor_rules.questions.cases import Case, Seated
from emperor_rules.questions.exact_wordings import asked
from emperor_rules.questions.language import BREAK, TEAM_MARK, TYPED, Language, Word, unaccented
from emperor_rules.questions.matcher import Matcher
from emperor_rules.questions.mentions import Mention
from emperor_rules.questions.tables import expression
from emperor_rules.resolve.rules import ClauseInForce

#: So many questions are suggested.
MOST_SUGGESTED = 3
#: What a question has and was not said counts so much against it as what was said counts for it.
UNSAID_WEIGHT = 0.3
#: What each player counts whom a question names too many or too few.
MISFIT_WEIGHT = 1.0
#: So many stretches are tried that may be a circumstance nobody knows.
MOST_CUTS = 20
#: So much of a question is shown in a message.
LONGEST_SHOWN = 60

_LOWERED_NAME = re.compile(r"\b[a-z]{1,2}\d{1,3}\b")
#: So many words are named that are not understood.
MOST_STRANGE = 3
#: A question is mixed if at least one word in this many is of another language.
MIXED_SHARE = 3


class Refusals:
    """Makes the messages about one question.

    Attributes:
        languages: The languages to read it in, the likelier one first.
    """

    def __init__(self, matcher: Matcher, question: str, preferred: str) -> None:
        """Tell the language of a question by the words that it shares with each."""
        self.matcher = matcher
        self.question = " ".join(question.split())
        self.shown = self.question if len(self.question) <= LONGEST_SHOWN else self.question[:LONGEST_SHOWN] + "…"
        self.preferred = preferred
        self._words: dict[str, set[str]] = {}

    @property
    def languages(self) -> list[str]:
        """The languages to read the question in, the likelier first, the preferred one among equals."""
        return sorted(LANGUAGES, key=lambda id: (-len(self._words_of(id)), id != self.preferred))

    def _words_of(self, id: str) -> set[str]:
        """Return the words of the question that a language knows."""
        if id not in self._words:
            self._words[id] = {word for word in _words(self.question) if self.matcher.patterns[id].knows(word)}
        return self._words[id]

    def _is_mixed(self) -> bool:
        """Return whether many words belong to one language alone, and at least a third as many to another alone."""
        words = [{word for word in self._words_of(id) if len(word) > 2} for id in LANGUAGES]
        alone = (own.difference(*(other for other in words if other is not own)) for own in words)
        *_, few, many = sorted(map(len, alone))
        return few * MIXED_SHARE > many

    def _strange(self, id: str) -> list[str]:
        """Return the words that a language does not know, nor have as part of what a game is called."""
        spoken, question = self.matcher.languages[id], self.question
        for name, *_ in (*spoken.table["games"], *spoken.table["games_of_size"]):
            question = expression(name).sub(" ", question)
        written = self.matcher.corrected(self.matcher.rewritten(question, id), id)
        words = _words(" ".join(str(token.value) for token in spoken.words(written)))
        return [w for w in dict.fromkeys(words) if len(w) > 1 and not self.matcher.patterns[id].knows(w)]

    # --- simple refusals -------------------------------------------------------------------------

    def too_long(self, most: int) -> QuestionError:
        """Refuse a question of more words than anybody asks; its beginning tells the language."""
        self.question = self.question[: 2 * LONGEST_SHOWN]
        message = Message("the question is too long: ask one thing, in at most {most} words", most=most)
        return QuestionError(message.get(self.languages[0]))

    def other_game(self, text: str) -> QuestionError:
        """Refuse a question about a game of which another text speaks."""
        message = Message("“{question}” is about another game: ask it of {text}", question=self.shown, text=text)
        return QuestionError(message.get(self.languages[0]))

    def stranger(self, name: str, seated: Seated, id: str) -> RequestError:
        """Refuse a name that nobody at the table bears."""
        first, last = seated.table.names[0], seated.table.names[-1]
        message = Message("“{name}” is nobody at this table ({first} to {last})", name=name, first=first, last=last)
        return RequestError(message.get(id))

    def contradicted(self, name: str, seated: Seated, id: str) -> RequestError:
        """Refuse a question that says of a player what he is not at the table."""
        role = self.matcher.vocabulary.roles.get(seated.role_of.get(name, ""))
        if role is None:
            return RequestError(
                Message("by the seats {name} has no role: the question says otherwise", name=name).get(id)
            )
        words = {"name": name, "noun": role.names[0], "team": team_of(name)}
        message = Message(
            "by the seats {name} has the role of {noun} in team {team}: the question says otherwise", **words
        )
        return RequestError(message.get(id))

    def statement(self, seated: Seated, id: str) -> QuestionError:
        """Refuse what says something and asks nothing."""
        message = Message(
            "“{statement}” says what has happened, and asks nothing; ask, for example: {questions}",
            statement=self.shown,
            questions=self._list(self._nearest(seated, id)),
        )
        return QuestionError(message.get(id))

    def left_aside(self, word: str, case: Case, id: str) -> QuestionError:
        """Refuse a question with a word that would change it, and that no reading of it takes in."""
        message = Message(
            "“{word}” changes what “{question}” asks, and no question here takes it in; "
            "without it the question is: “{other}”",
            question=self.shown,
            word=word,
            other=asked(self.matcher.vocabulary.questions[case.ask], case.of, id),
        )
        return QuestionError(message.get(id))

    def of_rules(self, case: Case, clauses: Sequence[ClauseInForce], id: str, on: str | None) -> QuestionError:
        """Refuse a question that asks when something is so: name the clauses about it, and what to ask of the table."""
        message = Message(
            "“{question}” asks for the rules about that: {rules}; of this table ask, for example: “{other}”",
            question=self.shown,
            rules=_named(clauses, id),
            other=asked(self.matcher.vocabulary.questions[case.ask], case.of, id),
        )
        return _citing(message.get(id), clauses, id, on)

    def with_rules(self, refusal: QuestionError, clauses: Sequence[ClauseInForce], on: str | None) -> QuestionError:
        """Name in a refusal the rules that the question may be about by its words, if there are any."""
        if not clauses:
            return refusal
        id = self.languages[0]
        message = Message(
            "{refusal}; by its words it may be about these rules: {rules}", refusal=refusal, rules=_named(clauses, id)
        )
        return _citing(message.get(id), clauses, id, on)

    def of_start(self, seated: Seated, id: str) -> QuestionError:
        """Refuse a question about the start of the game that says who has left."""
        later = self.matcher.languages[id].table["later"]
        message = Message(
            "“{question}” asks about the start of the game, when nobody has left; ask, for example: {questions}",
            question=self.shown,
            questions=self._list(self._nearest(seated, id, later)),
        )
        return QuestionError(message.get(id))

    # --- what is near ----------------------------------------------------------------------------

    def best(self, seated: Seated) -> QuestionError:
        """Say why a question is not understood, and what could be asked instead."""
        for id in self.languages:
            for message in self._nearly_understood(id):
                return QuestionError(message.get(id))
        id = self.languages[0]
        if self._is_mixed():
            message = Message("“{question}” mixes English and Italian: ask in one language", question=self.shown)
            return QuestionError(message.get(id))
        near = self._list(self._nearest(seated, id))
        strange = ", ".join(map(self._written, self._strange(id)[:MOST_STRANGE]))
        message = Message("“{question}” is not understood", question=self.shown)
        if strange:
            why = Message("no question here speaks of ‘{words}’", words=strange)
            message = Message("{message}: {why}", message=message, why=why)
        return QuestionError(
            Message("{message}; the nearest questions are: {near}", message=message, near=near).get(id)
        )

    def _nearly_understood(self, id: str) -> Iterator[Message]:
        """Yield what keeps the question from being read in a language, and how it would be put without that."""
        spoken = self.matcher.languages[id]
        tokens = self.matcher.tokens_of(self.question, id)
        negations = [token for token in tokens if token.value in spoken.negations]
        for wording in self._understood([t for t in tokens if t not in negations], id) if negations else ():
            put = {"question": self.shown, "word": negations[0].shown or str(negations[0].value), "other": wording}
            yield Message("“{question}” asks with “{word}”, to which a yes could mean either; ask: “{other}”", **put)
        for strange, rest in islice(_cut(tokens, spoken), MOST_CUTS):
            for wording in self._understood(rest, id):
                yield Message(
                    "“{part}” is no circumstance that the rules here know; without it the question is: “{other}”",
                    part=self._typed(strange),
                    other=wording,
                )

    def _typed(self, words: str) -> str:
        """Return words of the question with its capitals; where they stand otherwise there, with those of names."""
        at = self.question.lower().find(words)
        return _LOWERED_NAME.sub(lambda m: m[0].upper(), words) if at < 0 else self.question[at : at + len(words)]

    def _written(self, word: str) -> str:
        """Return a word with the accents that it has in the question."""
        return next((typed for typed in TYPED.findall(self.question.lower()) if unaccented(typed) == word), word)

    def _understood(self, tokens: Sequence[Word], id: str) -> Iterator[str]:
        """Yield what some of the words would ask."""
        for match, _ in self.matcher.matches(tokens, id):
            names = [fill.names[0] if isinstance(fill, Mention) and fill.names else "…" for fill in match.fills]
            by_slot = dict(zip(match.slots, names, strict=True))
            predicate = self.matcher.vocabulary.questions[match.pattern.id]
            yield asked(predicate, [by_slot.get(letter, "…") for letter, _ in predicate.parameters], id)

    def _nearest(self, seated: Seated, id: str, among: Collection[str] = ()) -> list[str]:
        """Return the questions that share most words with this one, rare words counting more, its names put in."""
        tokens = self.matcher.tokens_of(self.question, id)
        words = {token.value for token in tokens if isinstance(token.value, str) and token.value != BREAK}
        patterns = self.matcher.patterns[id]
        words_of, weight = patterns.own_words, patterns.weight
        words = {word if word in weight else nearest(word, weight) or word for word in words}
        mentions = [token.value for token in tokens if isinstance(token.value, Mention)]
        names = [name for mention in mentions for name in mention.names]
        questions = self.matcher.vocabulary.questions
        order = list(questions)

        def nearness(ask: str) -> tuple[float, int]:
            own = patterns.stems_asked[ask]
            common = sum(weight[word] for word in words & words_of[ask].keys())
            missing = sum(weight.get(word, 0.0) for word in own - words)
            misfit = abs(len(questions[ask].parameters) - len(mentions))
            return UNSAID_WEIGHT * missing + MISFIT_WEIGHT * misfit - common, order.index(ask)

        others = [name for name in seated.table.names if name not in names]
        return [
            asked(questions[ask], self._names(ask, names, others), id)
            for ask in sorted(among or words_of, key=nearness)[:MOST_SUGGESTED]
        ]

    def _names(self, ask: str, names: Sequence[str], others: Sequence[str]) -> list[str]:
        """Return whom to put in: those named in the question, else others at the table."""
        chosen: list[str] = []
        for _, sort in self.matcher.vocabulary.questions[ask].parameters:
            team = sort == TEAM
            pool = [team_of(n) if team else n for n in (*names, *others) if team or n != team_of(n)]
            chosen.append(next((name for name in pool if name not in chosen), "…"))
        return chosen

    def _list(self, questions: Sequence[str]) -> str:
        return ", ".join(f"“{question}”" for question in dict.fromkeys(questions))


def _citing(message: str, clauses: Sequence[ClauseInForce], id: str, on: str | None) -> QuestionError:
    wordings = dict.fromkeys((clause.number, clause.clause.words(id, on)) for clause in clauses)
    return QuestionError(message, [clause.citation for clause in clauses], [each for each in wordings if each[1]])


def _named(clauses: Sequence[ClauseInForce], id: str) -> str:
    """Return clauses by their numbers, each with what people call it."""
    named = dict.fromkeys((clause.number, clause.clause.name(id)) for clause in clauses)
    return ", ".join(number if name in ("", number) else f"{number} ({name})" for number, name in named)


def _words(question: str) -> list[str]:
    """Return the words of a question as typed, without accents; names and numbers are none."""
    return [unaccented(word) for word in TYPED.findall(question.lower())]


def _cut(tokens: Sequence[Word], spoken: Language) -> Iterator[tuple[str, list[Word]]]:
    """Yield the stretches that look like a circumstance, as they were typed, with the words around them."""
    for start, token in enumerate(tokens):
        if token.value not in spoken.opens and token.value not in spoken.prepositions:
            continue
        for end in range(len(tokens), start + 1, -1):
            if tokens[end - 1].value in spoken.fronted:
                continue  # “in the end, can …”
            if end == len(tokens) or tokens[end].value == BREAK or end - start <= 6:
                stretch = " ".join(t.shown for t in tokens[start:end] if t.shown and t.value != BREAK)
                yield stretch.replace(TEAM_MARK, ""), [*tokens[:start], *tokens[end:]]
