"""Colours that an engine gives to a rule file by a grammar of TextMate, held against what the lexer reads."""

from __future__ import annotations

from collections.abc import Iterable

from emperor_rules.language.lexer import lex
from emperor_rules.language.phrases import STRUCTURE
from emperor_rules.language.scanner import pieces
from emperor_rules.source import SourceFile
from tests.support.shipped import whole_rulebook

#: What each terminal must be coloured as, by the beginning of the name that the grammar gives it.
COLOURS = {
    "STRING": "string",
    "DATE": "constant.numeric.date",
    "PLAYER": "variable.other.player",
    "LETTER": "variable.parameter",
    "NUMBER": "constant.numeric",
    **dict.fromkeys(("TEXT", "CLAUSE", "SCENARIO", "DIFFERENCE", "CONTRADICTION", "KIND"), "storage.type"),
    **dict.fromkeys(("YES", "SILENT", "CONTRADICTED", "INVALID"), "constant.language"),
    **dict.fromkeys(STRUCTURE.values(), "keyword"),
    **dict.fromkeys(("BY", "OVER", "OVERRIDES"), "keyword.other"),
}


def wrong_colours(text: str, stretches: Iterable[tuple[int, int, str]]) -> list[tuple[object, ...]]:
    """Return the tokens of a file that have another colour, with it and their line."""
    names = [""] * len(text)
    for start, end, name in stretches:
        names[start:end] = [name] * (end - start)
    wrong: set[tuple[object, ...]] = set()
    lexed = lex(SourceFile("", text), whole_rulebook().vocabulary.phrases, fragment_of="text")
    for item in lexed.items:
        for token in item.tokens:
            wanted = COLOURS.get(token.type, "")
            if item.block == "declaration" and token.type not in ("STRING", "KIND"):
                continue  # numbers and names of declarations are not told apart
            for place in range(token.start, token.end):
                if wanted and not text[place].isspace() and not names[place].startswith((wanted, "comment")):
                    wrong.add((token.type, token.text, names[place], text.count("\n", 0, place) + 1))
    for kind, words, at in pieces(text):
        if kind == "COMMENT":
            wrong |= {
                ("COMMENT", words, name, at) for name in set(names[at : at + len(words)]) if name[:7] != "comment"
            }
    return sorted(wrong, key=str)
