"""What can be written next: at every place of every file what stands there is among the proposals.

EMPEROR_PLACES is how many places of a file are tried.
"""

import os
from pathlib import Path

import pytest

from emperor_rules.editor.block_findings import Room
from emperor_rules.editor.completion import proposals
from emperor_rules.editor.open_file import OpenFile
from emperor_rules.language.blocks import Item
from emperor_rules.language.lexer import lex
from emperor_rules.source import SourceFile
from tests.support.paths import RULES
from tests.support.sampling import sample_of
from tests.support.shipped import whole_rulebook

FILES = [
    "texts/cr/cr-801.rules",
    "scenarios/leaving.rules",
    "relations/early.rules",
    *(
        path.relative_to(RULES).as_posix()
        for room in ("texts", "scenarios")
        for path in sorted((RULES / room).rglob("*.rules"))
    ),
]
#: Terminals that no list could hold, or that nobody needs proposed.
FREE = {"END", "STRING", "NUMBER", "STOP", "COMMA", "COLON", "LPAR", "RPAR", "BAR", "DATE", "KEYWORD"}
PLACES = int(os.environ.get("EMPEROR_PLACES", "12"))


def is_free(item: Item, number: int) -> bool:
    """Whether a token is for the writer to choose, as the numbers of clauses and the names of clauses and their parts are."""
    before, token = item.tokens[number - 1] if number else None, item.tokens[number]
    if token.type != "NAME":
        return token.type in FREE or (item.head and before is None)
    return (
        (item.head and number <= (2 if item.block == "clause" else 1))
        or (before is not None and before.type == "PART")
        or item.signs[0].text == "numbered"
    )


@pytest.mark.parametrize("name", sample_of(dict.fromkeys(FILES), 3))
def test_what_stands_there_is_proposed(name: str) -> None:
    path = Path(RULES / name)
    book = whole_rulebook()
    text = path.read_text(encoding="utf-8")
    file = OpenFile(path.as_uri(), text, 1, "utf-16")
    stem = path.stem
    source = SourceFile("", text)
    tokens = [
        token
        for item in lex(source, book.vocabulary.phrases).items
        for number, token in enumerate(item.tokens)
        if not is_free(item, number)
    ]
    missing = []
    for token in tokens[:: 1 + len(tokens) // PLACES]:
        line, column = source.place(token.start)
        block = file.block_at(line - 1)
        assert block is not None
        begun = text[source.starts[block.line] : token.start]
        found = {p.words for p in proposals(begun, stem, Room(name.split("/", maxsplit=1)[0]), book, column=column - 1)}
        written = token.phrase if token.type.isupper() else token.text
        found |= {name.split()[0] for name in found if token.type == "NAME"}  # the first of several words
        if not found & {written, token.text, token.text.lower()}:
            missing.append((line, column, token.type, token.text, source.line(line)))
    assert "\n".join(map(str, missing)) == ""
