"""From text to tokens: cut a file into heads and items by its margin, then join words into phrases.

The margin decides the structure (0 a head, up to 3 an item, more a continuation), so that a mistake in one item
never hides the next one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date

from lark import Token

from emperor_rules.diagnostics import Diagnostic, error, nearest
from emperor_rules.language.phrases import Phrases
from emperor_rules.source import SourceFile

#: Brackets deeper than this are refused; no rule that a person can read aloud comes near.
DEEPEST = 30

BLOCKS = {"text": "TEXT", "clause": "CLAUSE", "scenario": "SCENARIO"}
DECLARATIONS = ("sort", "role", "fact", "value", "action", "given", "option")

#: Items that are names, dates and strings, by kind of block; anything else in a clause is a sentence.
PLAIN_ITEMS = {
    "text": ("language", "source", "from", "numbered", "includes", "options", "translates", "summarises",
             "varies", "en", "it", "since", "until"),
    "clause": ("see", "redundant", "numbered", "note", "en", "it"),
    "scenario": ("in", "seats", "left", "leaving", "options", "on", "given"),
}  # fmt: skip
DECLARATION_ITEMS = (
    "of", "en", "it", "letter", "letters", "symbol", "answer", "one", "default", "builtin", "negative", "plural",
    "ask", "closed", "open", "requirement", "ignores", "slot", "with", "number", "player", "players", "present",
    "best", "gone", "essential",
)  # fmt: skip
#: Words that are signs of the grammar inside an item or head, and names everywhere else.
SIGNS = {
    "clause": ("since", "until", "overrides"), "numbered": ("from",), "includes": ("at",), "translates": ("at",),
    "summarises": ("at",), "varies": ("at",), "in": ("at",), "redundant": ("with",), "note": ("en", "it"),
}  # fmt: skip
ANSWERS = {"yes": "YES", "no": "NO", "silent": "SILENT", "contradicted": "CONTRADICTED", "invalid": "INVALID"}

TOKEN = re.compile(
    r"""(?P<DATE>\d{4}-\d\d-\d\d(?![\w-]))
      | (?P<WORD>[^\W_](?:[\w'’-]|\.(?=\w))*)
      | (?P<STRING>"[^"]*")
      | (?P<STOP>\.) | (?P<COMMA>,) | (?P<COLON>:) | (?P<LPAR>\() | (?P<RPAR>\)) | (?P<BAR>\|)
      | (?P<COMMENT>\#[^\n]*)
      | (?P<SPACE>\s+)""",
    re.VERBOSE,
)
PLAYER = re.compile(r"[A-Z]\d{1,2}\Z")
TEAM = re.compile(r"[A-Z]\Z")
NUMBER = re.compile(r"\d{1,9}\Z")


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment with its place; ``own_line`` when nothing stands before it on its line."""

    text: str
    start: int
    own_line: bool
    margin: int


@dataclass(slots=True)
class Item:
    """A head or an item: its tokens, ``block`` kind it belongs to, and whether it could be read."""

    block: str
    head: bool
    start: int
    end: int
    tokens: list[Token] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)
    sound: bool = True


@dataclass(frozen=True, slots=True)
class Lexed:
    """A file cut into items, comments in between included, with what was wrong."""

    items: tuple[Item, ...]
    comments: tuple[Comment, ...]
    findings: tuple[Diagnostic, ...]


def lex(source: SourceFile, phrases: Phrases, *, first_pass: bool = False) -> Lexed:
    """Cut ``source`` into items with tokens of the grammar.

    ``first_pass`` leaves out the sentences inside vocabulary declarations, whose phrases are not known yet.
    """
    return _Lexer(source, phrases, first_pass).run()


class _Lexer:
    def __init__(self, source: SourceFile, phrases: Phrases, first_pass: bool) -> None:
        self.source = source
        self.text = source.text
        self.phrases = phrases
        self.first_pass = first_pass
        self.findings: list[Diagnostic] = []
        self.comments: list[Comment] = []

    def run(self) -> Lexed:
        items = []
        for item in self._cut():
            raw = self._scan(item)
            if self.first_pass and raw and raw[0].value in ("means", "premise"):
                continue
            if raw and item.block:
                self._type(item, raw)
                items.append(item)
            elif raw:
                item.sound = False
                items.append(item)
        return Lexed(tuple(items), tuple(self.comments), tuple(self.findings))

    # --- margins ---------------------------------------------------------------------------------

    def _cut(self) -> Iterator[Item]:
        """Cut by margin; comment lines between items are set aside, those inside stay with their item."""
        current: Item | None = None
        block = ""
        in_string = False
        for number, start in enumerate(self.source.starts):
            line = self.source.line(number + 1)
            stripped = line.lstrip(" \t")
            end = start + len(line)
            if not stripped:
                continue
            margin = len(line) - len(stripped)
            if in_string and margin >= 4 and current is not None:
                current.end = end
                in_string = line.count('"') % 2 == 0
                continue
            if stripped.startswith("#"):
                if current is None or margin < 4:
                    self.comments.append(Comment(stripped.rstrip(), start + margin, True, margin))
                elif current is not None:
                    current.end = end
                continue
            if margin >= 4 and current is not None:
                current.end = end
            else:
                if current is not None:
                    yield current
                if margin == 0:
                    block = self._block(stripped, start)
                elif not block:
                    self._report("R104", "this line stands outside any block", start + margin, end,
                                 "Begin with a head at the left margin, such as “clause 1.1 my-slug”.")  # fmt: skip
                current = Item(block, margin == 0, start + margin, end)
            in_string = _opens_string(line, self.text, current.start if current else start, end)
        if current is not None:
            yield current

    def _block(self, line: str, start: int) -> str:
        word = line.split(None, 1)[0]
        if word in BLOCKS:
            return word
        if word in DECLARATIONS:
            return "declaration"
        guess = nearest(word, [*BLOCKS, *DECLARATIONS])
        self._report(
            "R105", f"“{word}” begins no block", start, start + len(word),
            f"Did you mean “{guess}”?" if guess else
            f"A block begins with one of: {', '.join([*BLOCKS, *DECLARATIONS])}. Items are indented by two spaces.",
        )  # fmt: skip
        return "?"

    # --- signs -----------------------------------------------------------------------------------

    def _scan(self, item: Item) -> list[Token]:
        raw: list[Token] = []
        at, depth = item.start, 0
        match = TOKEN.match
        while at < item.end:
            found = match(self.text, at, item.end)
            if found is None:
                item.sound = False
                letter = self.text[at]
                if letter == '"':
                    self._report("R103", "this string is not closed", at, item.end, "End it with a double quote.")
                    return raw
                self._report("R102", f"the sign “{letter}” is not part of the language", at, at + 1,
                             "Leave it out, or put it into a string or a comment.")  # fmt: skip
                at += 1
                continue
            kind, end = found.lastgroup or "", found.end()
            if kind == "COMMENT":
                line_start = self.text.rfind("\n", 0, at) + 1
                own = not self.text[line_start:at].strip()
                item.comments.append(Comment(found.group().rstrip(), at, own, at - line_start))
            elif kind != "SPACE":
                raw.append(Token(kind, found.group(), start_pos=at, end_pos=end))
                depth += (kind == "LPAR") - (kind == "RPAR")
                if depth > DEEPEST:
                    item.sound = False
                    self._report("R107", f"brackets are nested more than {DEEPEST} deep", at, end,
                                 "Split the sentence into several.")  # fmt: skip
                    return raw
                if kind == "DATE" and not _in_calendar(found.group()):
                    item.sound = False
                    self._report("R106", f"“{found.group()}” is no date", at, end, "Write YYYY-MM-DD.")
            at = end
        return raw

    # --- kinds -----------------------------------------------------------------------------------

    def _type(self, item: Item, raw: list[Token]) -> None:
        first = raw[0].value
        if item.head:
            self._type_head(item, raw, first)
        elif item.block == "?":
            item.sound = False
            return
        elif item.block == "declaration":
            self._type_declaration(item, raw, first)
        elif first in PLAIN_ITEMS[item.block] and raw[0].type == "WORD":
            self._type_plain(item, raw, first)
        elif item.block == "scenario":
            self._type_query(item, raw)
        elif item.block == "clause":
            self._type_statement(item, raw)
        else:
            guess = nearest(str(first), PLAIN_ITEMS[item.block])
            item.sound = False
            self._report("R105", f"a text has no item “{first}”", raw[0].start_pos or 0, raw[0].end_pos or 0,
                         f"Did you mean “{guess}”?" if guess else
                         f"Items of a text: {', '.join(PLAIN_ITEMS['text'][:-2])}.")  # fmt: skip
        item.tokens.append(Token("END", "", start_pos=item.end, end_pos=item.end))

    def _type_head(self, item: Item, raw: list[Token], first: str) -> None:
        if item.block == "?":
            item.sound = False
            return
        kind = BLOCKS.get(first, "KIND")
        signs = SIGNS.get(first, ())
        item.tokens.append(_as(raw[0], kind))
        for at, sign in enumerate(raw[1:]):
            named = sign.type == "WORD"
            item.tokens.append(_as(sign, sign.value.upper() if at and sign.value in signs else "NAME") if named else sign)

    def _type_declaration(self, item: Item, raw: list[Token], first: str) -> None:
        if first in ("means", "premise"):
            item.tokens.append(_as(raw[0], first.upper()))
            self._sentence(item, raw[1:])
            return
        if first not in DECLARATION_ITEMS:
            item.sound = False
            known = (*DECLARATION_ITEMS, "means", "premise")
            guess = nearest(first, known)
            self._report("R105", f"a declaration has no item “{first}”", raw[0].start_pos or 0,
                         raw[0].end_pos or 0, f"Did you mean “{guess}”?" if guess else
                         f"Items of a declaration: {', '.join(known)}.")  # fmt: skip
        item.tokens.append(_as(raw[0], "KEYWORD"))
        item.tokens.extend(_as(sign, "NAME") if sign.type == "WORD" else sign for sign in raw[1:])

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
        colon = next((n for n, sign in enumerate(raw) if sign.type == "COLON"), len(raw))
        self._sentence(item, raw[:colon])
        naming = False
        for sign in raw[colon:]:
            kind, word = sign.type, sign.value
            if kind == "WORD":
                if word in ("by", "over"):
                    kind, naming = word.upper(), True
                elif word == "nothing" and naming:
                    kind = "NOTHING"
                elif naming and word in ("at", "least"):
                    if word == "at":
                        continue
                    kind = "AT_LEAST"
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
                    kind = self.phrases.kinds.get((word,), "CHOICE")
            item.tokens.append(_as(sign, kind))

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
                at += 1
                continue
            if value in self.phrases.letters:
                add(_as(sign, "LETTER"))
                at += 1
                continue
            found = longest(words, at)
            if found is None:
                if NUMBER.match(value):
                    add(_as(sign, "NUMBER"))
                    at += 1
                    continue
                item.sound = False
                self._unknown(words, raw, at)
                return
            last = raw[at + len(found) - 1]
            add(Token(kinds[found], " ".join(found), start_pos=sign.start_pos, end_pos=last.end_pos))
            at += len(found)
            if found == ("option",) and at < count and raw[at].type == "WORD":
                add(_as(raw[at], "NAME"))
                at += 1

    def _unknown(self, words: list[str], raw: list[Token], at: int) -> None:
        """Say which word or phrase is unknown, with the nearest known one."""
        known = {word for phrase in self.phrases.kinds for word in phrase}
        word, sign = words[at], raw[at]
        start, end = sign.start_pos or 0, sign.end_pos or 0
        if len(word) == 1:
            self._report("R203", f"the letter “{word}” stands for nothing", start, end,
                         f"Letters in use: {' '.join(sorted(self.phrases.letters))}.")  # fmt: skip
            return
        run = at
        while run < len(words) and words[run] and words[run] not in self.phrases.letters and run < at + 8:
            run += 1
        unknown = next((n for n in range(at, run) if words[n] not in known and not NUMBER.match(words[n])), None)
        if unknown is not None:
            guess = nearest(words[unknown], known)
            sign = raw[unknown]
            self._report("R201", f"“{sign.value}” is not a word of the vocabulary",
                         sign.start_pos or 0, sign.end_pos or 0,
                         f"Did you mean “{guess}”?" if guess else
                         "Use a phrase of the vocabulary, or declare a new one in rules/vocabulary.")  # fmt: skip
            return
        phrase = " ".join(words[at:run])
        guess = nearest(phrase, (" ".join(p) for p in self.phrases.kinds))
        self._report("R201", f"“{phrase}” is not a phrase of the vocabulary", start, raw[run - 1].end_pos or end,
                     f"Did you mean “{guess}”?" if guess else
                     f"Phrases with “{word}”: {self._with(word)}.")  # fmt: skip

    def _with(self, word: str) -> str:
        found = sorted(" ".join(p) for p in self.phrases.kinds if word in p)[:4]
        return ", ".join(f"“{phrase}”" for phrase in found) or "none"

    def _report(self, code: str, message: str, start: int, end: int, help: str) -> None:
        self.findings.append(error(code, message, self.source.span(start, max(end, start + 1)), help))


def _as(sign: Token, kind: str) -> Token:
    return sign if sign.type == kind else Token(kind, sign.value, start_pos=sign.start_pos, end_pos=sign.end_pos)


def _opens_string(line: str, text: str, start: int, end: int) -> bool:
    """Tell whether a string is still open at the end of this line (comments hold no strings)."""
    if '"' not in line:
        return False
    open_ = False
    for letter in text[max(start, end - len(line)) : end]:
        if letter == '"':
            open_ = not open_
        elif letter == "#" and not open_:
            break
    return open_


def _in_calendar(written: str) -> bool:
    try:
        date.fromisoformat(written)
    except ValueError:
        return False
    return True
