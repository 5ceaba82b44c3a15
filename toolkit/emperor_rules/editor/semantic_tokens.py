"""Colours of rule files by meaning: the tokens that the parser reads, in the kinds that editors know.

The numbers of a block are relative to its first line, and kept with its words, so that only blocks that changed are
read again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pygments.token import Comment, Keyword, Literal, Name, Number, Operator, String, _TokenType

from emperor_rules.editor.open_file import FileBlock, units
from emperor_rules.language.highlight import RulesLexer
from emperor_rules.model.phrases import Phrases

#: The kinds of tokens, as editors call them, with the class that the highlighting of pages gives them.
TOKEN_KINDS: Mapping[_TokenType, str] = {
    Keyword.Declaration: "keyword",
    Keyword: "keyword",
    Operator.Word: "operator",
    Name.Class: "class",
    Name.Property: "property",
    Name.Function: "function",
    Name.Entity: "variable",
    Name.Constant: "enumMember",
    Name.Variable: "parameter",
    Name.Label: "namespace",
    Number.Integer: "number",
    Literal.Date: "number",
    String.Double: "string",
    Comment.Single: "comment",
}
TOKEN_NAMES = tuple(dict.fromkeys(TOKEN_KINDS.values()))
#: A token: its line and column from 0, its length, and the number of its kind.
Coloured = tuple[int, int, int, int]


class TokenPainter:
    """Colours blocks by a vocabulary; those that it has seen it knows."""

    def __init__(self, phrases: Phrases, encoding: str) -> None:
        self.phrases = phrases
        self.encoding = encoding
        self._lexers: dict[str, RulesLexer] = {}
        self._kept: dict[str, tuple[Coloured, ...]] = {}

    def tokens(self, blocks: tuple[FileBlock, ...]) -> list[int]:
        """Return the tokens of a file as the protocol wants them, each relative to the one before."""
        data: list[int] = []
        line_before = column_before = 0
        kept: dict[str, tuple[Coloured, ...]] = {}
        for block in blocks:
            tokens_before = self._kept.get(block.words)
            kept[block.words] = tuple(self._of_block(block)) if tokens_before is None else tokens_before
            for line_of_block, column, length, kind in kept[block.words]:
                line = block.line + line_of_block
                data += (line - line_before, column - (column_before if line == line_before else 0), length, kind, 0)
                line_before, column_before = line, column
        self._kept.update(kept)
        if len(self._kept) > 4 * len(kept) + 500:
            self._kept = kept
        return data

    def _of_block(self, block: FileBlock) -> Iterator[Coloured]:
        lexer = self._lexers.setdefault("", RulesLexer(phrases=self.phrases))
        line = column = 0
        for _, kind, words in lexer.get_tokens_unprocessed(block.words):
            name = TOKEN_KINDS.get(kind)
            for at, part in enumerate(words.split("\n")):
                if at:
                    line, column = line + 1, 0
                length = units(part, self.encoding)
                if name is not None and part.strip():
                    margin = len(part) - len(part.lstrip()) if at else 0
                    yield line, column + margin, length - margin, TOKEN_NAMES.index(name)
                column += length
