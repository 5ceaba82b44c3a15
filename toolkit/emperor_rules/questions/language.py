"""What a language brings to every question: its tables, and what they make of words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from emperor_rules.questions.mentions import Mention
from emperor_rules.questions.tables import expression, needed_by

#: Stands between two parts of a question.
BREAK = "|"
#: Stands for somebody in the turns of a language.
SOMEBODY = "@"
#: Before a capital letter that names a team.
TEAM_MARK = "§"
#: The fewest letters that taking off an ending may leave.
SHORTEST_STEM = 3
POSSESSIVE = "'s"
#: So many times a question is put otherwise: of whoever may do something, of whoever does it, and to whomever.
RECAST_TIMES = 3
#: So many ways to put a question otherwise are tried.
MOST_RECASTS = 8
#: The tables of whose expressions it is kept what a question needs to match one, and how much of that is kept of each.
HINTED, MOST_NEEDS = ("rewritten", "opposites", "recast", "asks_rules", "narrowed", "empty_in"), 3
#: Capitals that may be an article, a preposition or the like where they begin a sentence.
LEADING = "AEIO"

_WORD = re.compile(r"\{[^}]*\}|'s|§?[^\W_]+|&|[.,;:!?()\"“”«»–—]")
_PUNCTUATION = frozenset('.,;:!?()"“”«»–—')
#: A word as it is typed; what is before the “t” of a negation is none.
TYPED = re.compile(r"(?<![^\W_])[^\W\d_]+(?![^\W_]|['’]t)")
_LONE_CAPITAL = re.compile(r"(?<![\w'])[A-Z](?![\w-]|'(?!s))")


class Word(NamedTuple):
    """A word as the reader has it, and the stretch of the question that it stands for."""

    value: str | Mention
    shown: str


class Language:
    """One language, with sets of its words as they are read: without their endings."""

    def __init__(self, id: str, table: Mapping[str, Any]) -> None:
        """Take the tables of a language as :func:`~emperor_rules.questions.tables.tables` returns them."""
        self.id = id
        self.table = table
        #: The words that speak of players and teams.
        self.people: Mapping[str, Sequence[str]] = table["people"]
        #: Numbers in words, and their digits.
        self.numbers: Mapping[str, str] = table["numbers"]
        #: The words that open a clause of circumstance, and those with which one may begin that is no clause.
        self.opens, self.prepositions = self._stems("opens"), self._stems("prepositions")
        #: The words that are not parted from the one behind them.
        self.binding = self._stems("binding")
        #: The words that are read at the front.
        self.fronted = tuple(map(self.stem, table["fronted"]))
        #: The words that turn a question round.
        self.negations = self._stems("not_words")
        #: The words that a terse question leaves out, and those that only place or stress what is asked.
        self.light, self.placing = self._stems("light"), self._stems("loose")
        #: The words that a loose question leaves out.
        self.loose = self.light | self.placing
        #: The words that turn or narrow what is asked, and so are never left out.
        self.turning = self.opens | self.negations | self._stems("turning")
        #: The words that a long question has besides what it asks, and those for that with which something is done.
        self.aside, self.means = self._stems("aside") - self.turning, self._stems("means")
        #: The words of what happened before something else.
        self.happened = frozenset(table["happened"])
        #: The words by which somebody is said to have left or to leave.
        self.stated = frozenset(table["stated"])
        #: The words that tell what part somebody plays who stands behind them.
        self.telling = self.binding - self.placing
        #: The words that ask nothing; whose a thing is that nobody else could have is no question either.
        self.dropped = frozenset((*table["drop"], *self.people["his"], *self.people["their"]))

    def _stems(self, name: str) -> frozenset[str]:
        return frozenset(self.stem(unaccented(word)) for word in self.table[name])

    def with_players(self, question: str, players: Sequence[str]) -> str:
        """Return a question with the names of players in place of lone letters, if each team has one: “A” is A1.

        Args:
            question: As typed.
            players: The names of all at the table.
        """
        by_letter = {name[0]: name for name in players if name[1:] == "1"}
        if len(by_letter) < len(players) or question.isupper():
            return question
        teams = frozenset(self.people["teams"])

        def named(match: re.Match[str]) -> str:
            letter, before, after = match.group(), question[: match.start()].rstrip(), question[match.end() :]
            begins = not before or before[-1] in ".?!"
            if letter.lower() in self.people["self"] or {*before.lower().split()[-1:]} & teams:
                return letter
            if begins and letter in LEADING and not self._named_before.match(after):
                return letter
            return by_letter.get(letter, letter)

        return _LONE_CAPITAL.sub(named, question)

    @cached_property
    def _named_before(self) -> re.Pattern[str]:
        """What stands behind a letter that begins a sentence and names somebody: a verb, “'s”, “and”."""
        return re.compile("|".join(self.table["named_before"]), re.IGNORECASE | re.ASCII)

    @cached_property
    def _tag(self) -> re.Pattern[str]:
        tags = "|".join(re.escape(tag) for tag in sorted(self.table["tags"], key=len, reverse=True))
        return re.compile(rf"\s*(?:[,;:.?!–—]|\s-)\s*(?:{tags})[\s.?!]*$")

    @cached_property
    def one_by_one(self) -> re.Pattern[str]:
        """The words that put what happens one behind the other."""
        return re.compile(rf"(?<![\w'’à-ù])(?:{'|'.join(self.table['one_by_one'])})(?![\w'’à-ù])", re.IGNORECASE)

    @cached_property
    def turns(self) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
        """Ways to say something with :data:`SOMEBODY` in them, and what is read for each."""
        return tuple((self._turn(turn), self._turn(replacement)) for turn, replacement in self.table["turns"])

    @cached_property
    def asker_is(self) -> Mapping[int, list[list[str]]]:
        """Ways to say who asks, with :data:`SOMEBODY` in them, by how many words they have."""
        ways: dict[int, list[list[str]]] = {}
        for turn in self.table["asker_is"]:
            words = [word if word == SOMEBODY else self.stem(word) for word in turn]
            ways.setdefault(len(words), []).append(words)
        return ways

    @cached_property
    def replaced(self) -> frozenset[str]:
        """The words of clauses that no circumstance has: others are read for them, or they name who asks."""
        turned = {word for turn, _ in self.turns for word in turn}
        return frozenset(turned.union({POSSESSIVE}, *(words for ways in self.asker_is.values() for words in ways)))

    def _turn(self, words: str) -> tuple[str, ...]:
        return tuple(
            word if word[0] == SOMEBODY else self.stem(word) for word in words.split() if word not in self.dropped
        )

    @cached_property
    def _phrases(self) -> Mapping[str, list[tuple[tuple[str, ...], tuple[str, ...]]]]:
        """The phrases by their first word, longest first."""
        by_first: dict[str, list[tuple[tuple[str, ...], tuple[str, ...]]]] = {}
        for phrase, replacement in self.table["phrases"]:
            words = tuple(phrase.split())
            by_first.setdefault(words[0], []).append((words, tuple(replacement.split())))
        return {first: sorted(phrases, key=lambda p: -len(p[0])) for first, phrases in by_first.items()}

    def compiled(self) -> dict[str, Any]:
        """Return the tables, with what each expression needs, as they are kept until a file of them changes."""
        needs = {name: [needed_by(_pattern_of(row))[:MOST_NEEDS] for row in self.table[name]] for name in HINTED}
        return {**self.table, "needs": needs}

    def _hinted(self, table: str) -> Iterator[tuple[Any, Sequence[Sequence[str]]]]:
        """Yield the rows of a table, each with what its expression needs, where that is kept."""
        rows = self.table[table]
        needs = self.table["needs"][table] if "needs" in self.table else [()] * len(rows)
        yield from zip(rows, needs, strict=True)

    @cached_property
    def rewritten(self) -> Callable[[str], str]:
        """Return a question as typed without what only leads to it, and with its slurs and times in one form."""
        return lru_cache(maxsize=64)(self._rewritten)

    def _rewritten(self, question: str) -> str:
        text = straight(question)
        letters = text.lower()
        for (pattern, replacement), needs in self._hinted("rewritten"):
            if _has_any_of_each(needs, letters):
                sought = expression(pattern)
                if sought.search(text):  # to read the replacement takes longer
                    text = sought.sub(replacement.replace("$", "\\"), text)
                    letters = text.lower()
        return text

    def words_in(self, tables: Iterable[str], question: str) -> Iterator[re.Match[str]]:
        """Yield where a question as typed has words of some tables, but for where they change nothing."""
        words = "|".join(word for table in tables for word in self.table[table]) or "(?!)"
        matches = list(expression(rf"(?<![\w'’à-ù])(?:{words})(?![\w'’à-ù])").finditer(question))
        hinted = self._hinted("empty_in") if matches else ()
        contexts = [context for context, needs in hinted if _has_any_of_each(needs, question.lower())]
        empty = [m.span() for context in contexts for m in expression(context).finditer(question)]
        for word in matches:
            if not any(start <= word.start() and word.end() <= end for start, end in empty):
                yield word

    def opposites(self, question: str) -> Iterator[tuple[str, str]]:
        """Yield what a question asks to which a yes is a no to it, in words and by its id.

        A row without an id turns any question whether something is so; what it leaves may be put otherwise, or be
        turned by a row of its own: “isn't the game over?”.
        """
        for other, of in self._otherwise("opposites", question):
            yield other, "".join(of)
            if not of:
                yield from ((recast, "") for recast in self.recast(other))
                yield from ((turned, "".join(ask)) for turned, ask in self._otherwise("opposites", other) if ask)

    def in_present(self, question: str) -> str:
        """Return a question of former days as it is asked of today: “could A1 hit B1 in 2010?”."""
        text = straight(question)
        if not expression(self.table["former"]).search(text):
            return question
        for pattern, replacement in self.table["tenses"]:
            text = expression(pattern).sub(replacement.replace("$", "\\"), text)
        return text

    def narrowed(self, question: str) -> Iterator[tuple[str, str]]:
        """Yield by which question, and which answer to it, a question as typed tells of whom alone it is asked."""
        text = straight(question)
        letters = text.lower()
        for (pattern, ask, answer), needs in self._hinted("narrowed"):
            if _has_any_of_each(needs, letters) and expression(pattern).search(text):
                yield ask, answer

    def of_a_position(self, question: str) -> Iterator[str]:
        """Yield what a question that asks for the rules (“when …?”) would ask of a position."""
        yield from (other for other, _ in self._otherwise("asks_rules", question))

    def recast(self, question: str) -> Sequence[str]:
        """Return a question put otherwise: of those who do something, where it is put of what is done to them.

        What a row makes of it may be put otherwise once more; what is changed least comes first, and of a question with
        many parts no more than so many ways are tried: each takes as long as the question itself.
        """
        ways, last = {question: None}, [question]
        for _ in range(RECAST_TIMES):
            last = [other for way in last for other, _ in self._otherwise("recast", way) if other not in ways]
            last = list(dict.fromkeys(last))[: MOST_RECASTS + 1 - len(ways)]
            ways.update(dict.fromkeys(last))
        return [*ways][1:]

    def _otherwise(self, table: str, question: str) -> Iterator[tuple[str, list[str]]]:
        """Yield a question in the words of each row of a table that fits it, with what else the row has."""
        text = straight(question)
        letters = text.lower()
        for (pattern, replacement, *rest), needs in self._hinted(table):
            if not _has_any_of_each(needs, letters):
                continue
            other = expression(pattern).sub(replacement.replace("$", "\\"), text, count=1)
            if other != text:
                yield other, rest

    def words(self, written: str) -> list[Word]:
        """Return the words of a question or a phrasing, spelt and replaced as the tables say, not yet shortened."""
        text = unicodedata.normalize("NFC", written).replace("’", "'").replace("‘", "'").replace("`", "'")
        if not text.isupper():
            text = _LONE_CAPITAL.sub(lambda m: _team(m, text, self.people["self"]), text)
        text = f" {text.lower()} "
        text = self._tag.sub(" ", text)
        for spelling, replacement in self.table["spelling"]:
            text = text.replace(spelling, replacement)
        return list(self._replaced([m.group() for m in _WORD.finditer(text)]))

    def _replaced(self, words: list[str]) -> Iterable[Word]:
        at, forms, phrases = 0, self._forms, self._phrases
        while at < len(words):
            word = words[at]
            phrase = next(
                (p for p in phrases.get(word, ()) if tuple(words[at : at + len(p[0])]) == p[0]), ((word,), (word,))
            )
            written = " ".join(words[at : at + len(phrase[0])])
            at += len(phrase[0])
            if word in _PUNCTUATION:
                yield Word(BREAK, written)
                continue
            if not phrase[1]:
                yield Word("", written)
            for replacement in phrase[1]:
                for form in forms.get(replacement, replacement).split():
                    yield Word(unaccented(form), written)
                    written = ""

    @cached_property
    def _forms(self) -> Mapping[str, str]:
        return {**self.numbers, **self.table["words"]}

    @cached_property
    def stem(self) -> Callable[[str], str]:
        """Return a word without its ending, or the one that means the same."""
        return lru_cache(maxsize=4096)(self._synonym_of_stem)

    def _synonym_of_stem(self, word: str) -> str:
        stem = self._stem(word)
        return self._synonyms.get(stem, stem)

    @cached_property
    def _synonyms(self) -> Mapping[str, str]:
        return {self._stem(word): self._stem(synonym) for word, synonym in self.table["synonyms"].items()}

    def _stem(self, word: str) -> str:
        for ending, rest in self.table["endings"]:
            if word.endswith(ending) and len(word) - len(ending) >= SHORTEST_STEM:
                return word[: len(word) - len(ending)] + str(rest)
        return word

    def shortened(self, tokens: Iterable[Word]) -> list[Word]:
        """Drop the words that ask nothing and the endings of the others; what is dropped is shown with what follows."""
        short: list[Word] = []
        before = ""
        for value, written in tokens:
            shown = f"{before} {written}".strip()
            dropped = value == "" or value in self.dropped
            before = shown if dropped else ""
            if not dropped:
                short.append(Word(self.stem(value) if isinstance(value, str) else value, shown))
        if before and short:
            short[-1] = Word(short[-1].value, f"{short[-1].shown} {before}")
        return short

    def agreeing(
        self, orders: Iterable[Sequence[str | Mention]], shown: Iterable[str]
    ) -> Iterator[Sequence[str | Mention]]:
        """Yield the orders in which the subject agrees in number with the verb: “quali può attaccare A1” asks whom."""
        plural = not set(self.table["plural"]).isdisjoint(shown)
        singular = not plural and not set(self.table["singular"]).isdisjoint(shown)
        for values in orders:
            subject = values[1] if len(values) > 1 and values[0] in self.fronted else None
            if isinstance(subject, Mention) and (
                (singular and subject.asked and subject.together) or (plural and len(subject.names) == 1)
            ):
                continue
            yield values

    def settled(self, values: Sequence[str | Mention]) -> list[str | Mention]:
        """Bring the words of a clause into one order: turns replaced, no word twice, the fronted word first."""
        settled = [v for n, v in enumerate(values) if v != BREAK and (not n or v != values[n - 1] or _is_role(v))]
        present = {value for value in settled if isinstance(value, str)} | {SOMEBODY}
        for turn, replacement in self.turns:
            if present.issuperset(turn):
                settled = _turned(settled, turn, replacement)
        if settled and settled[-1] == POSSESSIVE:  # “after B3's”
            settled.pop()
        word = next((word for word in self.fronted if word in settled), None)
        if word is not None:
            settled.remove(word)
            settled.insert(0, word)
        return settled


def _is_role(value: str | Mention) -> bool:
    """Return whether somebody is spoken of who may be another than the one before: “pawn to pawn”."""
    return isinstance(value, Mention) and bool(value.roles) and not value.names


def _turned(values: list[str | Mention], turn: tuple[str, ...], replacement: tuple[str, ...]) -> list[str | Mention]:
    """Replace the first place where a turn stands."""
    for at in range(len(values) - len(turn) + 1):
        window = values[at : at + len(turn)]
        if all(isinstance(v, Mention) if s == SOMEBODY else v == s for v, s in zip(window, turn, strict=True)):
            somebody = [value for value in window if isinstance(value, Mention)]
            replaced = [somebody[int(word[1:] or 1) - 1] if word[0] == SOMEBODY else word for word in replacement]
            return [*values[:at], *replaced, *values[at + len(turn) :]]
    return values


def _team(match: re.Match[str], text: str, pronouns: Sequence[str]) -> str:
    """Mark a lone capital that names a team: not a pronoun, and no article or preposition that begins a sentence."""
    letter, owns = match.group(), text[match.end() : match.end() + 2] == "'s"
    before = text[: match.start()].rstrip()
    begins = not before or before[-1] in ".?!"
    if letter.lower() in pronouns or (begins and letter in LEADING and not owns):
        return letter
    return TEAM_MARK + letter


def _pattern_of(row: str | Sequence[str]) -> str:
    return row if isinstance(row, str) else row[0]


def _has_any_of_each(needs: Iterable[Iterable[str]], letters: str) -> bool:
    """Return whether a question in small letters has a stretch of each list: to make an expression takes far longer."""
    for need in needs:  # thousands of times: plain loops are quicker
        for stretch in need:
            if stretch in letters:
                break
        else:
            return False
    return True


def straight(written: str) -> str:
    """Return what is written with one kind of apostrophe, and accents as the tables have them."""
    text = unicodedata.normalize("NFC", written).replace("È", "è")
    return text.replace("’", "'").replace("‘", "'").replace("`", "'")


def unaccented(word: str) -> str:
    """Return a word without its accents."""
    if word.isascii():
        return word
    return "".join(sign for sign in unicodedata.normalize("NFD", word) if not unicodedata.combining(sign))


# --- words as they were meant -----------------------------------------------------------------------

#: The fewest letters of a word that may have one typing slip, and two.
ONE_SLIP, TWO_SLIPS = 4, 7


def slips(typed: str, meant: str) -> int:
    """Return how many letters are missing, too many, others or swapped with their neighbour."""
    before: list[int] = []
    row = list(range(len(meant) + 1))
    for at, letter in enumerate(typed, 1):
        earlier, before, row = before, row, [at]
        for to, other in enumerate(meant, 1):
            fewest = min(before[to] + 1, row[to - 1] + 1, before[to - 1] + (letter != other))
            if at > 1 and to > 1 and letter == meant[to - 2] and typed[at - 2] == other:
                fewest = min(fewest, earlier[to - 2] + 1)
            row.append(fewest)
    return row[-1]


def meant_by(typed: str, words: Iterable[str], is_telling: Callable[[str], bool]) -> str:
    """Return the one known word that is nearest to a word as typed; empty if none is near, or several are.

    Of several the one is meant that tells something, if no other does.
    """
    most = (len(typed) >= ONE_SLIP) + (len(typed) >= TWO_SLIPS)
    by_slips: dict[int, list[str]] = {}
    for word in words:
        if word[:1] == typed[:1] and len(word) >= ONE_SLIP and abs(len(word) - len(typed)) <= most:
            by_slips.setdefault(slips(typed, word), []).append(word)
    for count in range(1, most + 1):
        if nearest := by_slips.get(count):
            telling = nearest if len(nearest) == 1 else [word for word in nearest if is_telling(word)]
            return telling[0] if len(telling) == 1 else ""
    return ""
