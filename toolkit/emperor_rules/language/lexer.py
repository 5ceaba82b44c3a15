"""From text to tokens: cut a file into heads and items by indentation, then join words into phrases."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from emperor_rules.diagnostics import Suggestion, did_you_mean, near, suggest
from emperor_rules.language import blocks, grammar, slips
from emperor_rules.language.blocks import BLOCKS, CONDITIONS, HEAD_WORDS, Blocks, Comment, Item
from emperor_rules.language.grammar import ParseFailure
from emperor_rules.language.phrases import ANSWER_TERMINALS, INSTEAD
from emperor_rules.language.scanner import NUMERAL, scan
from emperor_rules.language.syntax_errors import AFTER_QUESTION, HINTS, NUMERAL_WORDS, day_in_words, letters_by_kind
from emperor_rules.language.syntax_tree import Token
from emperor_rules.messages import LANGUAGES, Message, listed
from emperor_rules.model.phrases import Phrases, canonical
from emperor_rules.model.seating import NAME_OF_PLAYER, NAME_OF_TEAM
from emperor_rules.source import SourceFile

#: Words that are signs of the grammar inside an item or head, and names everywhere else.
SIGN_WORDS = {
    "clause": HEAD_WORDS,
    **dict.fromkeys(("difference", "contradiction"), ("since", "until")),
    "numbered": ("from",),
    "includes": ("at", "with", "option"),
    **dict.fromkeys(("translates", "summarises", "varies", "in", "between"), ("at",)),
    **dict.fromkeys(("redundant", "compared"), ("with",)),
    **dict.fromkeys(("note", "title", "situation"), LANGUAGES),
    "source": LANGUAGES[1:],
}
#: The words before the clauses that an answer rests on; others there are names.
CITING = {"by": "BY", "over": "OVER", "nothing": "NOTHING"}

#: The kinds of blocks whose sentences speak of whatever letters stand for, not of the teams of a table.
WITH_LETTERS = ("clause", "declaration")
#: Phrases are suggested for a word only if at most this many have it.
MOST_PHRASES = 4
#: What may be a year; most items have none.
FOUR_DIGITS = re.compile(r"\d{4}")


def lex(source: SourceFile, phrases: Phrases, *, defer_conditions: bool = False, fragment_of: str = "") -> Lexed:
    """Cut a file into items with terminals of the grammar.

    Args:
        source: The file.
        phrases: The phrases in use.
        defer_conditions: Leave the conditions inside declarations for later, without tokens.
        fragment_of: A kind of block, for text that is shown rather than read: it may lack its head, unknown words
            become tokens of the type ``WORD``, and nothing of use is reported.
    """
    lexed = Lexed(source, phrases, fragment_of)
    lexed.run(defer_conditions)
    return lexed


class Lexed(Blocks):
    """A file cut into items, the comments between them, and what was wrong.

    ``deferred`` are the conditions inside declarations, each with the offset of the declaration's head, where they
    wait for the phrases of the vocabulary.
    """

    def __init__(self, source: SourceFile, phrases: Phrases, fragment_of: str, *, trying: bool = False) -> None:
        super().__init__(source, fragment_of)
        self.phrases = phrases
        self.items: list[Item] = []
        self.deferred: list[tuple[int, Item]] = []
        #: Whether words are only tried, so that no suggestion is wanted.
        self.trying = trying
        #: The kind of declaration that is read.
        self.declared = ""

    def run(self, defer_conditions: bool) -> None:
        """Cut the file, and give its items their tokens."""
        head, text = 0, self.source.text
        dated = not self.fragment_of and slips.has_day_in_digits(text)
        for item in self.cut():
            day = slips.day_in_digits(text, item.start, item.end) if dated and item.block in BLOCKS else None
            item.signs, comments, sound = scan(self, item.start, day.start if day else item.end)
            sound &= not self._slipped(item, day)
            indented, item.sound = item.sound, item.sound and sound and item.block not in ("", "?")
            item.comments += [self._comment(sign) for sign in comments]
            if item.head:
                head = item.start
            if not item.signs:
                continue
            recognised = item.block not in ("", "?") and (indented or item.head)
            if defer_conditions and item.signs[0].text in CONDITIONS:
                self.deferred += [(head, item)] if recognised else []
                continue
            if recognised and (day is None or item.head):
                self.type_item(item)
            self.items.append(item)

    def _comment(self, sign: Token) -> Comment:
        line_start = self.source.text.rfind("\n", 0, sign.start) + 1
        own_line = not self.source.text[line_start : sign.start].strip()
        return Comment(sign.text, sign.start, own_line, sign.start - line_start if own_line else 0)

    def _slipped(self, item: Item, slip: slips.Slip | None) -> bool:
        """Report a slip in an item, if there is one, and return whether there is."""
        if slip is not None:
            item.sound, help = False, slip.help
            if slip.edit is not None:
                start, end, instead = slip.edit
                help = Suggestion.of(help, instead, self.source.span(start, end))
            self.report(slip.code, slip.message, (slip.start, slip.end), help)
        return slip is not None

    # --- kinds -----------------------------------------------------------------------------------

    def type_item(self, item: Item) -> None:
        """Give a head or item its tokens of the grammar."""
        raw = item.signs
        first = raw[0].text
        dated = item.block != "declaration" and FOUR_DIGITS.search(self.source.text, item.start, item.end)
        day = day_in_words(raw) if dated else None
        if day is not None:
            item.sound = False
            written, date = day
            message = Message("“{written}” is no date", written=" ".join(map(str, written)).replace(" ,", ","))
            help = Suggestion.of(Message("Write: {date}", date=date), date)
            self.report("R106", message, (written[0].start, written[-1].end), help)
            return
        slip = None if self.fragment_of or item.head else slips.slip_of_item(item.block, raw, self.source.text)
        if self._slipped(item, slip):
            return
        if item.head:
            self._type_head(item, raw, first)
        elif item.block == "declaration":
            self._type_declaration(item, raw, first)
        elif first in blocks.PLAIN_ITEMS[item.block] and raw[0].type == "WORD":
            self._type_plain(item, raw, first)
        elif item.block == "scenario":
            self._type_query(item, raw)
        elif item.block == "clause":
            self._type_statement(item, raw)
        else:
            allowed = blocks.PLAIN_ITEMS[item.block]
            self._no_item(item, item.block, allowed[:-2] if item.block == "text" else allowed)
        item.tokens.append(Token("END", "", item.end, item.end))

    def _type_head(self, item: Item, raw: list[Token], first: str) -> None:
        signs = SIGN_WORDS.get(first, ())
        self.declared = first
        item.tokens.append(_as(raw[0], BLOCKS.get(item.block, "KIND")))
        for at, sign in enumerate(raw[1:]):
            named = sign.text.upper() if at and sign.text in signs else "NAME"
            item.tokens.append(_as(sign, named) if sign.type == "WORD" else sign)

    def _type_declaration(self, item: Item, raw: list[Token], first: str) -> None:
        if first in CONDITIONS:
            item.tokens.append(_as(raw[0], first.upper()))
            self._sentence(item, raw[1:])
            return
        if first not in blocks.DECLARATION_ITEMS:
            allowed = blocks.DECLARED_ITEMS.get(self.declared, blocks.ITEM_WORDS["declaration"])
            self._no_item(item, self.declared or "declaration", allowed)
        item.tokens.append(_as(raw[0], "KEYWORD"))
        item.tokens.extend(_as(sign, "NAME") if sign.type == "WORD" else sign for sign in raw[1:])

    def _no_item(self, item: Item, block: str, allowed: tuple[str, ...]) -> None:
        """Report that a kind of block has no such item."""
        item.sound, sign = False, item.signs[0]
        help = suggest(sign.text, allowed, Message("It has: {allowed}.", allowed=", ".join(allowed)))
        what = Message("a {block}", block=block)
        self.report("R105", Message("{what} has no item “{name}”", what=what, name=sign.text), sign, help)

    def _type_plain(self, item: Item, raw: list[Token], first: str) -> None:
        scenario = item.block == "scenario"
        signs = SIGN_WORDS.get(first, ())
        item.tokens.append(_as(raw[0], _terminal(first)))
        for sign in _joined_seats(raw[1:]) if first == "seats" else raw[1:]:
            kind = sign.type
            if kind == "WORD":
                if first == "seats":
                    kind = "SEAT"
                elif scenario and NAME_OF_PLAYER.match(sign.text):
                    kind = "PLAYER"
                elif first == "given" and NUMERAL.match(sign.text):
                    kind = "NUMBER"
                else:
                    kind = _terminal(sign.text) if sign.text in signs else "NAME"
            item.tokens.append(_as(sign, kind))

    def _type_statement(self, item: Item, raw: list[Token]) -> None:
        at = 0
        while at + 1 < len(raw) and raw[at].text in ("since", "until") and raw[at + 1].type == "DATE":
            item.tokens += [_as(raw[at], raw[at].text.upper()), raw[at + 1]]
            at += 2
        if at and at < len(raw) and raw[at].type == "COLON":
            item.tokens.append(raw[at])
            at += 1
            if at < len(raw) and raw[at].text in LANGUAGES:
                item.tokens += [_as(raw[at], _terminal(raw[at].text)), *raw[at + 1 :]]
                return
        if at + 1 < len(raw) and raw[at].text == "part" and raw[at + 1].type == "WORD":
            item.tokens += [_as(raw[at], "PART"), _as(raw[at + 1], "NAME")]
            at += 2
            if at < len(raw) and raw[at].type == "COLON":
                item.tokens.append(raw[at])
                at += 1
        self._sentence(item, raw[at:])

    def _type_query(self, item: Item, raw: list[Token]) -> None:
        if not (self.fragment_of or self.trying) and all(sign.type != "COLON" for sign in raw):
            slip = slips.missing_colon(raw, self.source.text, self.phrases, lambda at: self._asks(item, raw[:at]))
            if self._slipped(item, slip):
                return
        answered = len(raw) - (raw[-1].text in ANSWER_TERMINALS)
        colon = next((n for n, sign in enumerate(raw) if sign.type == "COLON"), answered)
        self._sentence(item, raw[:colon])
        citing = next((at for at in range(colon, len(raw)) if raw[at].text in ("by", "over")), len(raw))
        for sign in raw[colon:citing]:
            item.tokens.append(_as(sign, self._kind_of_answer(item, sign)) if sign.type == "WORD" else sign)
        for at, sign in enumerate(raw[citing:], citing):
            if sign.text == "least" and raw[at - 1].text == "at":
                item.tokens[-1] = Token("AT_LEAST", "at least", raw[at - 1].start, sign.end)
            else:
                item.tokens.append(_as(sign, CITING.get(sign.text, "NAME")) if sign.type == "WORD" else sign)

    def _kind_of_answer(self, item: Item, sign: Token) -> str:
        """Return the terminal of a word of an answer; what cannot be one is reported."""
        word = sign.text
        for kind, pattern in (("PLAYER", NAME_OF_PLAYER), ("NUMBER", NUMERAL), ("TEAM", NAME_OF_TEAM)):
            if pattern.match(word):
                return kind
        kind = ANSWER_TERMINALS.get(word) or self.phrases.kinds.get((word,), "")
        if not kind and not self.fragment_of:
            item.sound = False
            otherwise = Message(
                "Answer yes, no, a number, players, one of the vocabulary's choices, silent, contradicted or invalid."
            )
            help = suggest(INSTEAD.get(word.lower(), word), ANSWER_TERMINALS, otherwise)
            self.report("R201", Message("“{word}” is no answer", word=word), sign, help)
        return kind or "WORD"

    def _asks(self, item: Item, signs: list[Token]) -> bool:
        """Return whether the first signs of an item are a question of a scenario: then only the answer is missing."""
        colon = Token("COLON", ":", signs[-1].end, signs[-1].end)
        return self._readable_until(item, [*signs, colon]) == self.source.place(item.end)

    # --- phrases ---------------------------------------------------------------------------------

    def _sentence(self, item: Item, raw: list[Token]) -> None:
        """Join the words of a sentence into phrases, longest first."""
        words = [sign.text.lower() if sign.type == "WORD" else "" for sign in raw]
        at, count, add = 0, len(raw), item.tokens.append
        longest, letters = self.phrases.longest, self.phrases.letters
        while at < count:
            sign = raw[at]
            text = sign.text
            named = raw[at + 1] if text == "team" and at + 1 < count else sign
            if sign.type != "WORD":
                add(sign)
            elif named.text[0].isupper() and (
                NAME_OF_TEAM.match(named.text) if named is not sign else slips.names_somebody(text)
            ):
                if item.block in WITH_LETTERS and not self.fragment_of:
                    article = slips.slip_at(words, raw, at, self.phrases) if text == "A" else None
                    if article is not None:
                        self._slipped(item, article)
                        return
                    self._slipped(item, slips.name_of_a_table(named, letters))
                    return
                add(Token("TEAM" if NAME_OF_TEAM.match(named.text) else "PLAYER", named.text, sign.start, named.end))
                at += named is not sign
            elif text in letters:
                add(Token("LETTER", text, sign.start, sign.end))
            else:
                length, kind = longest(words, at)
                if length == 1:
                    if kind == "CHOICE" and not self.fragment_of:  # “swims” may be said of a position as well
                        verb = slips.permission_at(words, raw, at, self.phrases)
                        if self._slipped(item, verb):
                            return
                    add(Token(kind, text, sign.start, sign.end))
                elif length:
                    phrase = " ".join([word.text for word in raw[at : at + length]])
                    add(Token(kind, phrase, sign.start, raw[at + length - 1].end))
                    at += length - 1
                elif NUMERAL.match(text):
                    add(Token("NUMBER", text, sign.start, sign.end))
                elif self.fragment_of:
                    add(sign)
                else:
                    item.sound = False
                    self._unknown(item, words, raw, at)
                    return
                if kind == "OPTION" and at + 1 < count and raw[at + 1].type == "WORD":
                    at += 1
                    add(_as(raw[at], "NAME"))
            at += 1

    def _unknown(self, item: Item, words: list[str], raw: list[Token], at: int) -> None:
        """Report which word or phrase is unknown, with the nearest one of the vocabulary."""
        vocabulary = self.phrases.readable_words
        sign = raw[at]
        slip = slips.permission_at(words, raw, at, self.phrases) or slips.slip_at(words, raw, at, self.phrases)
        if self._slipped(item, slip):
            return
        if len(words[at]) == 1 and (words[at] not in vocabulary or self._stands_alone(words, at)):
            help: str = Message("These letters do: {letters}.", letters=letters_by_kind(self.phrases.letters))
            self.report("R203", Message("the letter “{letter}” stands for nothing", letter=sign.text), sign, help)
            return
        run = at
        while run < min(len(words), at + 8) and words[run]:
            if raw[run].text in self.phrases.letters or slips.names_somebody(raw[run].text):
                break
            run += 1
        unknown = next((n for n in range(at, run) if words[n] not in vocabulary and not NUMERAL.match(words[n])), None)
        if unknown is not None:
            sign = raw[unknown]
            message = Message("“{word}” is not a word of the vocabulary", word=sign.text)
            if self.trying:  # what is near to it is not asked then, and takes longest
                self.report("R201", message, sign, "")
                return
            begins = blocks.PLAIN_ITEMS.get(item.block, ()) if sign is item.signs[0] else ()
            word = words[unknown]
            instead = [INSTEAD[word]] if word in INSTEAD else []
            candidates = [*instead, *near(word, vocabulary.union(begins), 0.7)]
            otherwise = (
                AFTER_QUESTION if item.block == "scenario" and word in ANSWER_TERMINALS else slips.DECLARE_PHRASE
            )
            if unknown > at and len(slips.phrases_with(words[unknown - 1], "", self.phrases)) <= MOST_PHRASES:
                otherwise = self._examples(words[unknown - 1], "")
            help = (
                slips.comparison_of(words, unknown)
                or slips.limit_of(words, unknown, self.phrases)
                or self._between(words, unknown)
                or (self._suggestion(item, sign, 1, instead, "") if instead else "")
                or HINTS.get(word)
                or slips.hint_at(words, raw, unknown, item.block, self.phrases)
                or self._in_other_words(item, words, raw, at)
                or self._suggestion(item, sign, 1, candidates, otherwise)
            )
            self.report("R201", message, sign, help)
            return
        phrase, first = " ".join(words[at:run]), canonical(words[at:run])[0]
        message = Message("“{phrase}” is not a phrase of the vocabulary", phrase=phrase)
        if self.trying:
            self.report("R201", message, (sign.start, raw[run - 1].end), "")
            return
        with_it = map(" ".join, self.phrases.by_word.get(first, ()))
        alike = (other for other in with_it if slips.misspelt(phrase, other))
        otherwise = slips.hint_at(words, raw, at, item.block, self.phrases) or self._examples(first, phrase)
        help = (
            slips.comparison_of(words, at)
            or slips.limit_of(words, at, self.phrases)
            or HINTS.get(phrase)
            or (HINTS.get(words[at]) if words[at] in NUMERAL_WORDS.split() else "")
            or self._in_other_words(item, words, raw, at)
            or self._suggestion(item, sign, run - at, near(phrase, alike), otherwise)
        )
        self.report("R201", message, (sign.start, raw[run - 1].end), help)

    def _between(self, words: list[str], at: int) -> Message | None:
        """Return how to say that somebody sits between others, where no numbers follow."""
        if words[at] != "between" or any(map(NUMERAL.match, words[at + 1 : at + 5])):
            return None
        return Message(
            "Write each neighbour by itself: “some player that is next to p is …”, and so the other. Players of other "
            "teams count as well, unless you say whose they are."
        )

    def _examples(self, word: str, phrase: str) -> Message:
        """Return the sentence that lists phrases with a word, those first that are most like a phrase."""
        examples = slips.phrases_with(word, phrase, self.phrases)[:MOST_PHRASES]
        listing = listed(Message("“{name}”", name=example) for example in examples)
        return Message("Phrases with “{word}”: {phrases}.", word=word, phrases=listing)

    def _in_other_words(self, item: Item, words: list[str], raw: list[Token], at: int) -> str:
        """Return the sentence that suggests other words for a phrase that is one of another language than this."""
        begin, count, instead = slips.other_phrase(words, at)
        if count and not instead:
            left_out = self.source.span(raw[begin].start, raw[begin + count - 1].end)
            help = Message("Leave “{words}” away.", words=" ".join(words[begin : begin + count]))
            return Suggestion.of(help, "", left_out)
        return self._suggestion(item, raw[begin], count, [instead], "") if count else ""

    def _stands_alone(self, words: list[str], at: int) -> bool:
        """Return whether a word stands where a letter would: before a verb or a joint, or at the end."""
        kind = self.phrases.longest(words, at + 1)[1]
        return at + 1 == len(words) or not words[at + 1] or (kind != "" and not kind.startswith("NOUN"))

    def _suggestion(self, item: Item, sign: Token, count: int, candidates: Iterable[str], otherwise: str) -> str:
        """Return the sentence that suggests the first candidate in place of some signs with which an item reads on."""
        if self.trying:
            return ""
        at = next(at for at, other in enumerate(item.signs) if other is sign)
        after = item.signs[at + count :]
        for words in candidates:
            instead = [Token("WORD", word, sign.start, sign.end) for word in words.split()]
            until = self._readable_until(item, [*item.signs[:at], *instead, *after])
            if until >= self.source.place(item.signs[at + count - 1].end):
                return did_you_mean(words, self.source.span(sign.start, item.signs[at + count - 1].end))
        return otherwise

    def _readable_until(self, item: Item, signs: list[Token]) -> tuple[int, int]:
        """Return the line and column up to which an item can be read with other signs."""
        trial = Item(item.block, item.head, item.start, item.end, signs)
        lexer = Lexed(self.source, self.phrases, self.fragment_of, trying=True)
        lexer.declared = self.declared
        lexer.type_item(trial)
        faults = [(finding.span.line, finding.span.column) for finding in lexer.findings]
        try:
            grammar.parse(item.rule, trial.tokens)
        except ParseFailure as failure:
            faults.append(self.source.place(failure.token.start))
        return min(faults, default=self.source.place(item.end))


def _joined_seats(raw: list[Token]) -> Iterator[Token]:
    """Yield the signs behind “seats”; a team and a role with a colon between them, ``A:g``, are one word."""
    at = 0
    while at < len(raw):
        seat = raw[at : at + 3]
        touching = all(a.end == b.start for a, b in pairwise(seat))
        if [sign.type for sign in seat] == ["WORD", "COLON", "WORD"] and touching:
            yield Token("WORD", "".join(sign.text for sign in seat), seat[0].start, seat[-1].end)
            at += 3
        else:
            yield raw[at]
            at += 1


def _terminal(word: str) -> str:
    """Return the terminal of a word that begins an item or is a sign in one."""
    return "LANG" if word in LANGUAGES else word.upper()


def _as(sign: Token, kind: str) -> Token:
    return sign if sign.type == kind else Token(kind, sign.text, sign.start, sign.end)
