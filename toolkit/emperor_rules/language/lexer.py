"""From text to tokens: cut a file into heads and items by its margin, then join words into phrases."""

from __future__ import annotations

from dataclasses import dataclass

from lark import Token

from emperor_rules.diagnostics import Diagnostic, error, nearest
from emperor_rules.language.blocks import (
    BLOCKS,
    CONDITIONS,
    DECLARATION_ITEMS,
    ITEM_WORDS,
    PLAIN_ITEMS,
    Comment,
    Item,
    Margins,
)
from emperor_rules.language.phrases import INSTEAD, Phrases
from emperor_rules.language.scanner import NUMBER, PLAYER, TEAM, scan
from emperor_rules.source import SourceFile

#: Words that are signs of the grammar inside an item or head, and names everywhere else.
SIGNS = {
    "clause": ("since", "until", "overrides"),
    "numbered": ("from",),
    "includes": ("at",),
    "translates": ("at",),
    "summarises": ("at",),
    "varies": ("at",),
    "in": ("at",),
    "between": ("at",),
    "redundant": ("with",),
    "compared": ("with",),
    "note": ("en", "it"),
}
ANSWERS = {"yes": "YES", "no": "NO", "silent": "SILENT", "contradicted": "CONTRADICTED", "invalid": "INVALID"}


@dataclass(frozen=True, slots=True)
class Lexed:
    """A file cut into items, the comments between them, and what was wrong."""

    items: tuple[Item, ...]
    comments: tuple[Comment, ...]
    findings: tuple[Diagnostic, ...]


def lex(source: SourceFile, phrases: Phrases, *, first_pass: bool = False, fragment_of: str = "") -> Lexed:
    """Cut ``source`` into items with tokens of the grammar.

    ``first_pass`` skips the sentences inside vocabulary declarations, whose phrases are not known yet.
    ``fragment_of`` names a kind of block, for text that is shown rather than read: it may lack its head, unknown
    words become tokens of the type ``WORD``, and nothing of use is found wrong.
    """
    return _Lexer(source, phrases, first_pass, fragment_of).run()


class _Lexer:
    def __init__(self, source: SourceFile, phrases: Phrases, first_pass: bool, fragment_of: str) -> None:
        self.source = source
        self.phrases = phrases
        self.first_pass = first_pass
        self.fragment_of = fragment_of
        self.findings: list[Diagnostic] = []

    def run(self) -> Lexed:
        items = []
        margins = Margins(self.source, self._report, self.fragment_of)
        for item in margins.items():
            item.signs, comments, sound = scan(self.source, item.start, item.end, self._report)
            placed, item.sound = item.sound, item.sound and sound and item.block not in ("", "?")
            item.comments += [self._comment(sign) for sign in comments]
            if not item.signs or (self.first_pass and item.signs[0].value in CONDITIONS):
                continue
            if item.block not in ("", "?") and (placed or item.head):
                self._type(item, item.signs)
            items.append(item)
        return Lexed(tuple(items), tuple(margins.comments), tuple(self.findings))

    def _comment(self, sign: Token) -> Comment:
        start = sign.start_pos or 0
        line_start = self.source.text.rfind("\n", 0, start) + 1
        own_line = not self.source.text[line_start:start].strip()
        return Comment(sign.value, start, own_line, start - line_start if own_line else 0)

    # --- kinds -----------------------------------------------------------------------------------

    def _type(self, item: Item, raw: list[Token]) -> None:
        first = raw[0].value
        if item.head:
            self._type_head(item, raw, first)
        elif item.block == "declaration":
            self._type_declaration(item, raw, first)
        elif first in PLAIN_ITEMS[item.block] and raw[0].type == "WORD":
            self._type_plain(item, raw, first)
        elif item.block == "scenario":
            self._type_query(item, raw)
        elif item.block == "clause":
            self._type_statement(item, raw)
        else:
            known = PLAIN_ITEMS[item.block]
            self._no_item(item, raw[0], f"a {item.block}", known[:-2] if item.block == "text" else known)
        item.tokens.append(Token("END", "", start_pos=item.end, end_pos=item.end))

    def _type_head(self, item: Item, raw: list[Token], first: str) -> None:
        signs = SIGNS.get(first, ())
        item.tokens.append(_as(raw[0], BLOCKS.get(item.block, "KIND")))
        for at, sign in enumerate(raw[1:]):
            kind = sign.type
            if kind == "WORD":
                kind = sign.value.upper() if at and sign.value in signs else "NAME"
            item.tokens.append(_as(sign, kind))

    def _type_declaration(self, item: Item, raw: list[Token], first: str) -> None:
        if first in CONDITIONS:
            item.tokens.append(_as(raw[0], first.upper()))
            self._sentence(item, raw[1:])
            return
        if first not in DECLARATION_ITEMS:
            self._no_item(item, raw[0], "a declaration", ITEM_WORDS["declaration"])
        item.tokens.append(_as(raw[0], "KEYWORD"))
        item.tokens.extend(_as(sign, "NAME") if sign.type == "WORD" else sign for sign in raw[1:])

    def _no_item(self, item: Item, sign: Token, what: str, known: tuple[str, ...]) -> None:
        """Say that a kind of block has no such item."""
        item.sound = False
        guess = nearest(sign.value, known)
        self._at(
            "R105",
            f"{what} has no item “{sign.value}”",
            sign,
            f"Did you mean “{guess}”?" if guess else f"It has: {', '.join(known)}.",
        )

    def _type_plain(self, item: Item, raw: list[Token], first: str) -> None:
        scenario = item.block == "scenario"
        signs = SIGNS.get(first, ())
        item.tokens.append(_as(raw[0], first.upper()))
        for sign in raw[1:]:
            kind = sign.type
            if kind == "WORD":
                if first == "seats":
                    kind = "SEAT"
                elif scenario and PLAYER.match(sign.value):
                    kind = "PLAYER"
                elif first == "given" and NUMBER.match(sign.value):
                    kind = "NUMBER"
                else:
                    kind = sign.value.upper() if sign.value in signs else "NAME"
            item.tokens.append(_as(sign, kind))

    def _type_statement(self, item: Item, raw: list[Token]) -> None:
        at = 0
        while at + 1 < len(raw) and raw[at].value in ("since", "until") and raw[at + 1].type == "DATE":
            item.tokens += [_as(raw[at], raw[at].value.upper()), raw[at + 1]]
            at += 2
        if at and at < len(raw) and raw[at].type == "COLON":
            item.tokens.append(raw[at])
            at += 1
            if at < len(raw) and raw[at].value in ("en", "it"):
                item.tokens += [_as(raw[at], raw[at].value.upper()), *raw[at + 1 :]]
                return
        if at + 1 < len(raw) and raw[at].value == "part" and raw[at + 1].type == "WORD":
            item.tokens += [_as(raw[at], "PART"), _as(raw[at + 1], "NAME")]
            at += 2
            if at < len(raw) and raw[at].type == "COLON":
                item.tokens.append(raw[at])
                at += 1
        self._sentence(item, raw[at:])

    def _type_query(self, item: Item, raw: list[Token]) -> None:
        answered = len(raw) - (raw[-1].value in ANSWERS)
        colon = next((n for n, sign in enumerate(raw) if sign.type == "COLON"), answered)
        self._sentence(item, raw[:colon])
        naming = least = False
        for at, sign in enumerate(raw[colon:], colon):
            kind, word = sign.type, sign.value
            if least:
                least = False
                continue
            if naming and word == "at" and at + 1 < len(raw) and raw[at + 1].value == "least":
                item.tokens.append(_joined("AT_LEAST", "at least", sign, raw[at + 1]))
                least = True
                continue
            if kind == "WORD":
                if word in ("by", "over"):
                    kind, naming = word.upper(), True
                elif word == "nothing" and naming:
                    kind = "NOTHING"
                elif naming:
                    kind = "NAME"
                elif word in ANSWERS:
                    kind = ANSWERS[word]
                elif PLAYER.match(word):
                    kind = "PLAYER"
                elif NUMBER.match(word):
                    kind = "NUMBER"
                elif TEAM.match(word):
                    kind = "TEAM"
                else:
                    kind = self.phrases.kinds.get((word,), "")
                    if not kind and not self.fragment_of:
                        item.sound = False
                        self._at(
                            "R201",
                            f"“{word}” is no answer",
                            sign,
                            "Answer yes, no, a number, players, one of the vocabulary's choices, silent, "
                            "contradicted or invalid.",
                        )
            item.tokens.append(_as(sign, kind or sign.type))

    # --- phrases ---------------------------------------------------------------------------------

    def _sentence(self, item: Item, raw: list[Token]) -> None:
        """Join the words of a sentence into phrases, longest first."""
        words = [sign.value.lower() if sign.type == "WORD" else "" for sign in raw]
        at, count, add = 0, len(raw), item.tokens.append
        longest, kinds = self.phrases.longest, self.phrases.kinds
        while at < count:
            sign = raw[at]
            if sign.type != "WORD":
                add(sign)
                at += 1
                continue
            value = sign.value
            if len(value) <= 3 and value[0].isupper() and (PLAYER.match(value) or TEAM.match(value)):
                add(_as(sign, "PLAYER" if len(value) > 1 else "TEAM"))
                at += 1
                continue
            if value == "team" and at + 1 < count and TEAM.match(raw[at + 1].value):
                add(_joined("TEAM", raw[at + 1].value, sign, raw[at + 1]))
                at += 2
                continue
            if value in self.phrases.letters:
                add(_as(sign, "LETTER"))
                at += 1
                continue
            found = longest(words, at)
            if found is None:
                at += 1
                if NUMBER.match(value):
                    add(_as(sign, "NUMBER"))
                    continue
                if self.fragment_of:
                    add(sign)
                    continue
                item.sound = False
                self._unknown(item, words, raw, at - 1)
                return
            add(_joined(kinds[found], " ".join(found), sign, raw[at + len(found) - 1]))
            at += len(found)
            if found == ("option",) and at < count and raw[at].type == "WORD":
                add(_as(raw[at], "NAME"))
                at += 1

    def _unknown(self, item: Item, words: list[str], raw: list[Token], at: int) -> None:
        """Say which word or phrase is unknown, with the nearest known one."""
        known = {word for phrase in self.phrases.kinds for word in phrase}
        sign = raw[at]
        if len(words[at]) == 1 and words[at] not in known:
            self._at(
                "R203",
                f"the letter “{sign.value}” stands for nothing",
                sign,
                f"These letters do: {' '.join(sorted(self.phrases.letters)) or 'none'}.",
            )
            return
        run = at
        while run < min(len(words), at + 8) and words[run] and not self._names(raw[run].value):
            run += 1
        unknown = next((n for n in range(at, run) if words[n] not in known and not NUMBER.match(words[n])), None)
        if unknown is not None:
            sign = raw[unknown]
            begins = PLAIN_ITEMS.get(item.block, ()) if sign is item.signs[0] else ()
            guess = INSTEAD.get(words[unknown]) or nearest(words[unknown], known.union(begins))
            self._at(
                "R201",
                f"“{sign.value}” is not a word of the vocabulary",
                sign,
                f"Did you mean “{guess}”?"
                if guess
                else "Write a phrase of the vocabulary, or declare a new one in rules/vocabulary.",
            )
            return
        phrase = " ".join(words[at:run])
        guess = nearest(phrase, (" ".join(p) for p in self.phrases.kinds if words[at] in p))
        self._report(
            "R201",
            f"“{phrase}” is not a phrase of the vocabulary",
            sign.start_pos or 0,
            raw[run - 1].end_pos or 0,
            f"Did you mean “{guess}”?" if guess else f"Phrases with “{words[at]}”: {self._with(words[at])}.",
        )

    def _names(self, word: str) -> bool:
        """Tell whether a word is a letter, or names a player or a team."""
        return bool(word in self.phrases.letters or PLAYER.match(word) or TEAM.match(word))

    def _with(self, word: str) -> str:
        found = sorted(" ".join(p) for p in self.phrases.kinds if word in p)[:4]
        return ", ".join(f"“{phrase}”" for phrase in found) or "none"

    def _at(self, code: str, message: str, sign: Token, help: str) -> None:
        self._report(code, message, sign.start_pos or 0, sign.end_pos or 0, help)

    def _report(self, code: str, message: str, start: int, end: int, help: str) -> None:
        self.findings.append(error(code, message, self.source.span(start, max(end, start + 1)), help))


def _as(sign: Token, kind: str) -> Token:
    return sign if sign.type == kind else Token(kind, sign.value, start_pos=sign.start_pos, end_pos=sign.end_pos)


def _joined(kind: str, value: str, first: Token, last: Token) -> Token:
    return Token(kind, value, start_pos=first.start_pos, end_pos=last.end_pos)


__all__ = ["ANSWERS", "SIGNS", "Comment", "Item", "Lexed", "lex"]
