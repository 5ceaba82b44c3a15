"""Highlighting: a Pygments lexer that shows rules by the very tokens the parser reads.

It runs the language's own lexer and gives each terminal of the grammar a class of token, so that what is shown cannot
drift from what is read. Text between tokens (comments, spaces, words that no vocabulary knows) is shown too: the
tokens always join up to the text that came in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pygments.lexer import Lexer
from pygments.token import Comment, Keyword, Literal, Name, Number, Operator, Punctuation, String, Text, _TokenType

from emperor_rules.language.blocks import ITEM_WORDS
from emperor_rules.language.lexer import lex
from emperor_rules.language.phrases import no_vocabulary
from emperor_rules.language.scanner import pieces
from emperor_rules.model.phrases import Phrases
from emperor_rules.source import SourceFile

#: The class of each terminal that is no word of the language itself, and of what stands between tokens.
MEANT: Mapping[str, _TokenType] = {
    **dict.fromkeys(("TEXT", "CLAUSE", "SCENARIO", "DIFFERENCE", "CONTRADICTION", "KIND"), Keyword.Declaration),
    **dict.fromkeys(("AND", "OR", "NOT", "COMPARE"), Operator.Word),
    **dict.fromkeys(("NOUN", "NOUN_OF", "SEAT"), Name.Class),
    **dict.fromkeys(("VALUE", "VALUE_OF", "VALUE_OF2"), Name.Property),
    **dict.fromkeys(("PROPERTY", "PREDICATE", "PREDICATE2", "LINK", "SLOT", "FLAG"), Name.Function),
    **dict.fromkeys(("PLAYER", "TEAM"), Name.Entity),
    **dict.fromkeys(("STOP", "COMMA", "COLON", "LPAR", "RPAR", "BAR"), Punctuation),
    "CHOICE": Name.Constant,
    "LETTER": Name.Variable,
    "NAME": Name.Label,
    "NUMBER": Number.Integer,
    "DATE": Literal.Date,
    "STRING": String.Double,
    "LANG": Keyword,
    "COMMENT": Comment.Single,
    **dict.fromkeys(("END", "SPACE"), Text.Whitespace),
    **dict.fromkeys(("WORD", "sign"), Text),
}


def class_of(terminal: str) -> _TokenType:
    """Return the class of the tokens of a terminal; what has none is plain."""
    return MEANT.get(terminal, Keyword)


class RulesLexer(Lexer):
    """Shows rule files, blocks or single sentences.

    Options: ``phrases`` are those of a vocabulary (default: the language's own, so that the words of the game stay
    plain); ``part_of`` is the kind of block that items without a head belong to: clause (default), scenario, text or
    declaration.
    """

    name = "Rules as data"
    aliases = ["emperor-rules"]  # noqa: RUF012 - as Pygments declares it
    filenames = ["*.rules"]  # noqa: RUF012
    mimetypes = ["text/x-emperor-rules"]  # noqa: RUF012
    url = ""

    def __init__(self, **options: object) -> None:
        phrases = options.get("phrases")
        self.phrases = phrases if isinstance(phrases, Phrases) else no_vocabulary()
        part_of = options.get("part_of", "clause")
        if part_of not in ITEM_WORDS:
            raise ValueError(f"rules have no kind of block called {part_of!r}: {', '.join(ITEM_WORDS)}")
        self.part_of = str(part_of)
        super().__init__(**{"stripnl": False, "ensurenl": False, **options})

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, _TokenType, str]]:
        """Yield (place, class, text) for every stretch of the text, without gaps."""
        at = 0
        for item in lex(SourceFile("", text), self.phrases, fragment_of=self.part_of).items:
            for token in item.tokens:
                start, end = token.start, token.end
                if start == end:
                    continue
                yield from _between(text, at, start)
                yield from _spread(text, start, end, class_of(token.type))
                at = end
        yield from _between(text, at, len(text))


def _between(text: str, start: int, end: int) -> Iterator[tuple[int, _TokenType, str]]:
    """Show what no token covers."""
    for kind, piece, at in pieces(text[start:end]):
        yield start + at, class_of(kind), piece


def _spread(text: str, start: int, end: int, kind_of_token: _TokenType) -> Iterator[tuple[int, _TokenType, str]]:
    """Show one token in one piece, unless a comment stands inside its phrase."""
    whole = text[start:end]
    if "#" not in whole or kind_of_token is String.Double:
        yield start, kind_of_token, whole
        return
    for kind, piece, at in pieces(whole):
        yield start + at, class_of(kind) if kind in ("COMMENT", "SPACE") else kind_of_token, piece
