"""What can be written next: of the terminals that the grammar accepts there, the phrases and names that make them.

A phrase may have been begun already. So the last words of an item are taken as its beginning, as many as some phrase
has, and what stands before them is parsed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum
from itertools import takewhile

from emperor_rules.editor.block_findings import HEADS_OF_ROOM, Room
from emperor_rules.editor.mentions import LISTED, NamedKind
from emperor_rules.errors import SeatingError
from emperor_rules.frontend.texts import NO_ROLES
from emperor_rules.language import grammar
from emperor_rules.language.blocks import BLOCKS, DECLARED_ITEMS, PLAIN_ITEMS, DeclaredKind, Item
from emperor_rules.language.grammar import ParseFailure
from emperor_rules.language.lexer import SIGN_WORDS, Lexed, lex
from emperor_rules.language.phrases import ANSWER_TERMINALS, GUARDS, STRUCTURE
from emperor_rules.language.seating import read_whatever_roles
from emperor_rules.language.syntax_tree import Token
from emperor_rules.messages import LANGUAGES
from emperor_rules.model.phrases import Phrases
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.seating import PLAIN_SEAT, SeatingPattern, team_name, team_of
from emperor_rules.model.terms import TEAM
from emperor_rules.model.texts import in_force
from emperor_rules.model.vocabulary import GivenKind, Vocabulary
from emperor_rules.resolve.resolver import dates_of, number_on
from emperor_rules.source import SourceFile


class Likelihood(IntEnum):
    """How near the top of the list something stands."""

    NAME = 0
    PHRASE = 1
    SIGN = 2


@dataclass(frozen=True, slots=True)
class Proposal:
    """What can be written: the words, from which sign of the line on they replace what stands, and what they name.

    ``key`` are the ids of what is named, if anything is.
    """

    words: str
    start: int
    likelihood: Likelihood = Likelihood.PHRASE
    kind: NamedKind | None = None
    key: tuple[str, ...] = ()


#: The item that gives a scenario its day.
ON_A_DAY = re.compile(r"^ +on (\d{4}-\d\d-\d\d)", re.MULTILINE)
#: What a sentence of a clause may begin with.
BEFORE_SENTENCES = ("since", "until", "part")
#: An article before a sound that wants the other one.
ILL_SOUNDING = re.compile(r"\ba (?=[aeio])|\ban (?=[^aeiou])")
#: What stands for one thing, so that no plural follows unless its part of the sentence speaks of several.
SINGULAR = frozenset({"LETTER", "PLAYER", "TEAM", "VALUE", "VALUE_OF", "VALUE_OF2", "NUMBER"})
OF_SEVERAL = frozenset({"AT_LEAST", "AT_MOST", "EXACTLY", "MORE_THAN", "NO", "THOSE_OF"})
BETWEEN_PARTS = frozenset({*GUARDS, "AND", "OR", "LPAR"})
#: The most words that the beginning of a phrase may have.
LONGEST_BEGINNING = 5
#: The signs that a terminal consists of.
SIGN_OF_TERMINAL: Mapping[str, str] = {"STOP": ".", "COMMA": ",", "COLON": ":", "LPAR": "(", "RPAR": ")", "BAR": "|"}
#: The words of the language that are no phrases of sentences, by the terminal that each becomes.
WORDS_OF_ITEMS = {
    **{word.upper(): word for words in SIGN_WORDS.values() for word in words},
    **{terminal: word for word, terminal in ANSWER_TERMINALS.items()},
    **{word.upper(): word for word in ("by", "over", "nothing", "part")},
    "AT_LEAST": "at least",
}
#: Items in which texts are named.
NAMING_TEXTS = frozenset({"includes", "translates", "summarises", "varies", "in", "between"})
#: Items in which clauses are named, or texts before them.
NAMING_CLAUSES = frozenset({"see", "redundant", "clauses"})


def proposals(words: str, text: str, room: Room, rulebook: Rulebook, *, column: int) -> list[Proposal]:
    """Return what can be written at the end of the beginning of a block.

    Args:
        words: The block up to the cursor.
        text: The text in whose file it stands.
        room: The room of the file.
        rulebook: The rules as they were read last.
        column: The number of signs before the cursor on its line.
    """
    line = words[len(words) - column :] if column else ""
    if not line[: column - len(_last_word(line))].strip() and not line.startswith(" "):
        begun = _last_word(line)
        return [Proposal(word, column - len(begun)) for word in HEADS_OF_ROOM[room] if word.startswith(begun)]
    if line.lstrip().startswith("#") or line.count('"') % 2:
        return []
    return _best(_in_item(words, text, rulebook, column))


def _in_item(words: str, text: str, rulebook: Rulebook, column: int) -> Iterator[Proposal]:
    fragment = _block_kind(words)
    if not fragment:
        return
    phrases = rulebook.vocabulary.phrases
    begun = "" if words[-1:].isspace() else _last_word(words)
    lexed = lex(SourceFile("", words), phrases, fragment_of=fragment)
    item = lexed.items[-1] if lexed.items else None
    typed = words[words.rfind("\n") + 1 :]
    new_item = item is None or (not typed.strip() and len(typed) - len(typed.lstrip()) < 4)
    if new_item:
        yield from _first_words(fragment, words, "", column, phrases)
        return
    assert item is not None
    signs = list(item.signs)
    if begun and signs and signs[-1].end == len(words):
        first = signs.pop()
        if not signs and not item.head:
            yield from _first_words(fragment, words, first.text, column, phrases)
    context = _Context(rulebook, text, words, lexed.items, begun, column)
    yield from context.names(signs)
    yield from context.phrases(signs)


def _first_words(block: str, words: str, begun: str, column: int, phrases: Phrases) -> Iterator[Proposal]:
    """Yield what an item of a block can begin with: its keywords, and in clauses and scenarios what a sentence can."""
    start = column - len(begun)
    kind = words.split(None, 1)[0] if block == "declaration" else ""
    items = (*DECLARED_ITEMS.get(kind, ()), "means", "premise") if kind else PLAIN_ITEMS.get(block, ())
    items = (*items, *BEFORE_SENTENCES) if block == "clause" else items
    yield from (Proposal(item, start, Likelihood.NAME) for item in items if item.startswith(begun))
    if block == "scenario":
        players = list(_players(words))
        names = (*players, *dict.fromkeys(map(team_of, players)))
        yield from (Proposal(name, start, Likelihood.NAME) for name in names if name.startswith(begun))
    if block == "clause":
        yield from (Proposal(letter, start, Likelihood.NAME) for letter in phrases.letters if letter.startswith(begun))
    if block in ("clause", "scenario") and not begun:
        accepted = grammar.expected(f"{block}_item", [])
        for phrase, terminal in phrases.kinds.items():
            if terminal in accepted:
                yield Proposal(" ".join(phrase), start)


class _Context:
    """An item that is being written, and what is known around it."""

    def __init__(
        self, rulebook: Rulebook, text: str, block: str, items: Sequence[Item], begun: str, column: int
    ) -> None:
        self.rulebook, self.block, self.above, self.item = rulebook, block, items[:-1], items[-1]
        self.begun, self.column = begun, column
        self.keyword = self.item.signs[0].text if self.item.signs else ""
        #: The text of which a clause names others without saying so.
        self.own_text = text if self.item.block == "clause" else ""
        #: Whether no plural can follow.
        self.singular = False

    # --- phrases ---------------------------------------------------------------------------------

    def accepted(self, signs: Sequence[Token]) -> frozenset[str]:
        """Return the terminals that can follow some signs; none where these cannot be read."""
        lexed = Lexed(SourceFile("", self.block), self.rulebook.vocabulary.phrases, "", trying=True)
        item = Item(self.item.block, self.item.head, self.item.start, self.item.end, list(signs))
        lexed.declared = self.keyword if self.item.head else self.block.split(None, 1)[0]
        if signs:
            lexed.type_item(item)
        if not item.sound:
            return frozenset()
        tokens = [token for token in item.tokens if token.type != "END"]
        part = list(takewhile(lambda kind: kind not in BETWEEN_PARTS, (token.type for token in reversed(tokens))))
        self.singular = SINGULAR.issuperset(part[:1]) and OF_SEVERAL.isdisjoint(part)
        try:
            return frozenset(grammar.expected(item.rule, tokens))
        except ParseFailure:
            return frozenset()

    def phrases(self, signs: Sequence[Token]) -> Iterator[Proposal]:
        """Yield the phrases and signs that the grammar accepts, also those of which the first words stand there."""
        before = list(signs)
        begun = [self.begun] if self.begun else []
        start = self.column - len(self.begun)
        for _ in range(LONGEST_BEGINNING):
            yield from self._of_terminals(self.accepted(before), begun, start)
            if not before or before[-1].type != "WORD" or before[-1].start < self._line_start():
                return
            last = before.pop()
            begun = [last.text, *begun]
            start = last.start - self._line_start()

    def _line_start(self) -> int:
        return self.block.rfind("\n") + 1

    def _of_terminals(self, accepted: frozenset[str], begun: Sequence[str], start: int) -> Iterator[Proposal]:
        ended = " " if begun and not self.begun else ""  # what was begun goes on with another word
        typed = " ".join(begun).lower() + ended
        vocabulary = self.rulebook.vocabulary
        for words, terminal in vocabulary.phrases.kinds.items():
            phrase = " ".join(words)
            plural = phrase.startswith("are ") or phrase == "are"
            if terminal in accepted and phrase.startswith(typed) and not (plural and self.singular):
                meaning = next(iter(vocabulary.meanings.get((terminal, phrase), ())), None)
                target = meaning.target if meaning is not None else ""
                kind = NamedKind(target) if target in set(NamedKind) else None
                key = (meaning.id,) if meaning is not None and kind is not None else ()
                yield Proposal(phrase, start, Likelihood.PHRASE, kind, key)
        if len(begun) > 1 or ended:
            return
        if "LETTER" in accepted:
            yield from (
                Proposal(letter, start, Likelihood.NAME)
                for letter in vocabulary.phrases.letters
                if letter.startswith(typed)
            )
        for terminal in accepted:
            words = LANGUAGES if terminal == "LANG" else (WORDS_OF_ITEMS.get(terminal, ""),)
            for word in words if terminal not in STRUCTURE.values() else ():
                if word and word.startswith(typed):
                    yield Proposal(word, start)
            if terminal in SIGN_OF_TERMINAL and not typed:
                yield Proposal(SIGN_OF_TERMINAL[terminal], start, Likelihood.SIGN)

    # --- names -----------------------------------------------------------------------------------

    def names(self, signs: Sequence[Token]) -> Iterator[Proposal]:
        """Yield the names that can stand there, of texts, clauses, players and what the vocabulary declares."""
        accepted = self.accepted(signs)
        start = self.column - len(self.begun)
        candidates: list[tuple[str, NamedKind | None, tuple[str, ...]]] = []
        if "NAME" in accepted:
            candidates += self._named(signs)
        vocabulary = self.rulebook.vocabulary
        if "SEAT" in accepted:
            candidates += [(role.letter, NamedKind.ROLE, (role.id,)) for role in vocabulary.roles.values()]
            candidates += [(seat, None, ()) for seat in (PLAIN_SEAT, *_seats_of_teams(signs, vocabulary))]
        if "PLAYER" in accepted:
            candidates += [(player, None, ()) for player in _players(self.block)]
        if "TEAM" in accepted and self.item.block == "scenario":
            candidates += [(team, None, ()) for team in dict.fromkeys(map(team_of, _players(self.block)))]
        if "DATE" in accepted:
            candidates += [(day, None, ()) for day in self._days(signs)]
        before = [sign.text for sign in signs[1:]]
        for name, kind, key in candidates:
            words = name.split()
            if len(before) < len(words) and words[: len(before)] == before:
                words = words[len(before) :]
            if words[0].startswith(self.begun):
                yield Proposal(" ".join(words), start, Likelihood.NAME, kind, key)

    def _named(self, signs: Sequence[Token]) -> Iterable[tuple[str, NamedKind | None, tuple[str, ...]]]:
        vocabulary, texts = self.rulebook.vocabulary, self.rulebook.texts
        words = [sign.text for sign in signs]
        last = words[-1] if words else ""
        citing = any(word in ("by", "over") for word in words) and self.item.block == "scenario"
        overriding = self.item.head and self.item.block == "clause" and "overrides" in words
        if citing or overriding or self.keyword in NAMING_CLAUSES:
            if last in texts:
                yield from self._clauses(last)
                return
            if last == "(":
                yield from ((name, None, ()) for name in self._parts(words[:-1]))
                return
            yield from self._clauses(self.own_text)
            yield from ((id, NamedKind.TEXT, (id,)) for id in texts)
        elif self.keyword == "language":
            yield from ((language, None, ()) for language in LANGUAGES)
        elif LISTED.get(self.keyword) is NamedKind.OPTION or last == "option":
            yield from ((id, NamedKind.OPTION, (id,)) for id in vocabulary.options)
        elif self.keyword in NAMING_TEXTS:
            yield from ((id, NamedKind.TEXT, (id,)) for id in texts)
        elif self.keyword == "roles":
            yield from ((id, NamedKind.ROLE, (id,)) for id in vocabulary.roles)
            yield NO_ROLES, None, ()
        elif self.keyword == "seated":
            yield from ((pattern, None, ()) for pattern in SeatingPattern)
        elif self.keyword == "asks" or self.block.startswith(DeclaredKind.PHRASING):
            yield from ((id, NamedKind.PREDICATE, (id,)) for id in vocabulary.questions)
        elif self.keyword in ("with", "slot") or self.block.startswith(DeclaredKind.CIRCUMSTANCE):
            yield from ((id, NamedKind.GIVEN, (id,)) for id in vocabulary.givens)
        elif self.keyword == "given":
            fact = list(takewhile(lambda word: word != ",", reversed(words[1:])))
            given = vocabulary.givens.get(fact[-1]) if fact else None
            if given is None:
                yield from ((id, NamedKind.GIVEN, (id,)) for id in vocabulary.givens)
            elif given.kind is GivenKind.TEAM or given.of == TEAM:
                yield from ((team, None, ()) for team in dict.fromkeys(map(team_of, _players(self.block))))
            else:
                yield from ((choice.word, None, ()) for choice in given.choices)

    def _clauses(self, text: str) -> Iterator[tuple[str, NamedKind | None, tuple[str, ...]]]:
        """Yield the clauses of a text by the numbers that they bear on the day on which it is read, and bear today."""
        written = self.rulebook.texts.get(text)
        if written is None:
            return
        for day in self._days_read(text):
            for clause in written.clauses:
                if day is None or in_force(clause.since, clause.until, day):
                    for number in dict.fromkeys((number_on(written, clause, day), clause.number)):
                        yield number, NamedKind.CLAUSE, (text, clause.number)

    def _days_read(self, text: str) -> Iterable[str | None]:
        """Return the days on which the texts that a block is about take in another; none where it is today's."""
        texts = self.rulebook.texts
        on = ON_A_DAY.search(self.block)
        asked: list[tuple[str, str | None]] = [(self.own_text, None)]
        for item in self.above:
            if item.signs and item.signs[0].text in ("in", "between"):
                asked += _with_days(item.signs[1:])
        takes = (dates_of(id, day or (on[1] if on else None), texts) for id, day in asked if id in texts)
        return dict.fromkeys(dates[text] for dates in takes if text in dates) or [on[1] if on else None]

    def _parts(self, words: Sequence[str]) -> Iterable[str]:
        """Return the names of the parts of the clause that the last words name."""
        named = next((word for word in words[-2:-1] if word in self.rulebook.texts), self.own_text)
        clauses = self.rulebook.texts[named].clauses if named in self.rulebook.texts else ()
        sentences = (s for clause in clauses if clause.number in words[-1:] for s in clause.sentences)
        return dict.fromkeys(sentence.part for sentence in sentences if sentence.part is not None)

    def _days(self, signs: Sequence[Token]) -> Iterable[str]:
        """Return the days on which any of the texts that are named there has another wording."""
        named = {sign.text for sign in signs} | set(self.block.replace(",", " ").split()) | {self.own_text}
        texts = [text for id, text in self.rulebook.texts.items() if id in named]
        return dict.fromkeys(day for text in texts for day in reversed(text.editions))


def _with_days(signs: Sequence[Token]) -> Iterator[tuple[str, str | None]]:
    """Yield the texts in a list of some, each with the day after its name."""
    for at, sign in enumerate(signs):
        if sign.type == "WORD" and sign.text != "at":
            day = (
                signs[at + 2]
                if [other.text for other in signs[at + 1 : at + 2]] == ["at"] and signs[at + 2 :]
                else None
            )
            yield sign.text, day.text if day is not None else None


def _seats_of_teams(signs: Sequence[Token], vocabulary: Vocabulary) -> Iterator[str]:
    """Yield the next seat of a table whose teams are named: any of the teams so far or one more."""
    seats = [sign.text.partition(":") for sign in signs[1:]]
    if "|" not in (name for name, _, _ in seats):
        for number in range(len({name for name, _, _ in seats}) + 1):
            team = team_name(number)
            roles = vocabulary.roles.values() if any(colon for _, colon, _ in seats) else ()
            yield from (f"{team}:{role.letter}" for role in roles) if roles else (team,)


def _players(block: str) -> Iterator[str]:
    """Yield the players at the table of a scenario."""
    lines = (line.split(None, 1) for line in block.splitlines())
    seats = next((line[1] for line in lines if line[:1] == ["seats"] and line[1:]), "")
    with suppress(SeatingError):
        yield from read_whatever_roles(seats).names


def _block_kind(words: str) -> str:
    """Return the kind of the block that some words begin."""
    first = words.split(None, 1)[0] if words.strip() else ""
    return first if first in BLOCKS else "declaration" if first in set(DeclaredKind) else ""


def _last_word(words: str) -> str:
    """Return what of a word stands at the end."""
    at = len(words)
    while at and (words[at - 1].isalnum() or words[at - 1] in "-'’.") and not words[at - 1].isspace():
        at -= 1
    return words[at:]


def _best(proposals: Iterable[Proposal]) -> list[Proposal]:
    """Return each proposal once, the likeliest first, and of two that differ in the article the one that reads well."""
    unique: dict[str, Proposal] = {}
    for proposal in proposals:
        unique.setdefault(proposal.words, proposal)
    for words in [words for words in unique if ILL_SOUNDING.search(words)]:
        if ILL_SOUNDING.sub(lambda match: "an " if match[0] == "a " else "a ", words) in unique:
            del unique[words]
    return sorted(unique.values(), key=lambda proposal: (proposal.likelihood, -proposal.start))
