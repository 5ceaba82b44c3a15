"""Rule files laid out, and what they say."""

import tomllib
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any

from emperor_rules.frontend.loader import Folder, load_vocabulary
from emperor_rules.language.formatter import WIDTH, layout
from emperor_rules.language.lexer import lex
from emperor_rules.language.parser import parse
from emperor_rules.language.syntax_tree import Node, Token
from emperor_rules.model.phrases import Phrases
from emperor_rules.resources import shipped_rules
from emperor_rules.source import SourceFile, Span

RULES = shipped_rules()
FILES = sorted(RULES.rglob("*.rules"))
MISTAKES = tomllib.loads((RULES.parent / "grammar" / "mistakes.toml").read_text(encoding="utf-8"))


@cache
def phrases() -> Phrases:
    return load_vocabulary(Folder(RULES)).phrases


def name_of(path: Path) -> str:
    return path.relative_to(RULES).as_posix()


def source(text: str) -> SourceFile:
    return SourceFile("test.rules", text)


def formatted(text: str) -> str:
    return layout(source(text), phrases())


def said(node: object) -> object:
    """A syntax tree without its places."""
    if isinstance(node, Node):
        return node.rule, [said(child) for child in node.children]
    assert isinstance(node, Token)
    return node.type, " ".join(node.text.strip('"').split()) if node.type == "STRING" else str(node)


def says(text: str) -> object:
    parsing = parse(source(text), phrases())
    assert parsing.findings == (), parsing.findings[0]
    return said(parsing.tree)


def plain(thing: Any) -> object:
    """A model without its places."""
    if isinstance(thing, Span):
        return None
    if is_dataclass(thing):
        kept = [f.name for f in fields(thing) if f.name not in ("sources", "findings")]
        return type(thing).__name__, [(name, plain(getattr(thing, name))) for name in kept]
    if isinstance(thing, Mapping):
        return [(plain(key), plain(value)) for key, value in thing.items()]
    if isinstance(thing, (list, tuple)):
        return [plain(one) for one in thing]
    return thing


def comments(text: str) -> list[str]:
    lexing = lex(source(text), phrases())
    many = [*lexing.comments, *(comment for item in lexing.items for comment in item.comments)]
    return [comment.text for comment in sorted(many, key=lambda comment: comment.start)]


def check_form(text: str) -> None:
    """What every canonical text looks like."""
    assert text == "" or text.endswith("\n")
    assert "\n\n\n" not in text
    assert not text.startswith("\n")
    assert "\t" not in text
    above = ""
    for line in text.splitlines():
        assert line == line.rstrip()
        margin = len(line) - len(line.lstrip())
        assert margin in (0, 2, 4)
        assert len(line) <= WIDTH or " " not in line.strip().removeprefix("# ")
        if line and margin == 0 and not line.startswith("#"):
            assert above == "" or above.startswith("#"), "one blank line between blocks"
        if margin:
            assert above, "no blank line inside a block"
        above = line
    assert formatted(text) == text, "laying it out again changes it"
