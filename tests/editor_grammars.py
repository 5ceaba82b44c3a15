"""The colours of rule files in editors that ask no server: grammars made of the language's own words.

``python -m tests.editor_grammars`` writes them anew; a test holds them against the language, and their colours against the
tokens that the lexer reads.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from emperor_rules.language.blocks import BLOCKS, CONDITIONS, DECLARATION_ITEMS, DECLARATIONS, HEAD_WORDS, PLAIN_ITEMS
from emperor_rules.language.lexer import CITING, SIGN_WORDS
from emperor_rules.language.phrases import ANSWER_TERMINALS, COMPARISONS, MOMENTS, STRUCTURE
from tests.support.paths import REPOSITORY

EDITORS = REPOSITORY / "editors"
TEXTMATE = EDITORS / "vscode" / "syntaxes" / "emperor-rules.tmLanguage.json"
VIM = EDITORS / "neovim" / "syntax" / "emperor-rules.vim"

#: What goes on in a word, so that a word ends where none of it follows.
WORD = r"[\w'’-]|\.\w"
#: The words of the language that join conditions; all others of sentences are keywords.
OPERATORS = {"and", "or", "not", *COMPARISONS}
#: Words of the language, by what they are.
HEADS = sorted({*BLOCKS, *DECLARATIONS})
ITEMS = sorted({word for words in PLAIN_ITEMS.values() for word in words} | {*DECLARATION_ITEMS, *CONDITIONS, "part"})
SIGNS = sorted({word for words in SIGN_WORDS.values() for word in words} | {*HEAD_WORDS, *CITING})
ANSWERS = sorted(ANSWER_TERMINALS)
SENTENCES = sorted(({*STRUCTURE} | {*MOMENTS} | {"at least"}) - OPERATORS)


def alternatives(words: Iterable[str]) -> str:
    """A pattern for any of some phrases, the longest first, with any spaces between their words."""
    longest_first = sorted(words, key=lambda words: (-len(words), words))
    return "|".join(words.replace(" ", r"\s+") for words in longest_first)


def whole(words: Iterable[str]) -> str:
    """A pattern for any of some phrases, not within longer words."""
    return rf"(?<!{WORD.split('|', maxsplit=1)[0]})(?:{alternatives(words)})(?!{WORD})"


def textmate() -> dict[str, Any]:
    """The grammar in the form of TextMate, which VS Code, Sublime Text and others read."""
    patterns = [
        {"name": "comment.line.number-sign.emperor-rules", "match": r"#.*$"},
        {"name": "string.quoted.double.emperor-rules", "begin": '"', "end": '"'},
        {
            "match": rf"^({alternatives(HEADS)})(?!{WORD})(?:\s+([^\s\"#]+))?",
            "captures": {
                "1": {"name": "storage.type.emperor-rules"},
                "2": {"name": "entity.name.section.emperor-rules"},
            },
        },
        {"name": "keyword.other.item.emperor-rules", "match": rf"^[ ]{{1,3}}(?:{alternatives(ITEMS)})(?!{WORD})"},
        {"name": "constant.numeric.date.emperor-rules", "match": r"\d{4}-\d\d-\d\d(?![\w-])"},
        {"name": "variable.other.player.emperor-rules", "match": rf"(?<![\w'’-])[A-Z]\d{{1,2}}(?!{WORD})"},
        {"name": "keyword.control.emperor-rules", "match": whole(SENTENCES)},
        {"name": "keyword.operator.word.emperor-rules", "match": whole(OPERATORS)},
        {"name": "keyword.other.emperor-rules", "match": whole(SIGNS)},
        {"name": "constant.language.emperor-rules", "match": rf"(?<=:\s)(?:{alternatives(ANSWERS)})(?!{WORD})"},
        {"name": "variable.parameter.emperor-rules", "match": rf"(?<![\w'’.-])[b-z](?!{WORD})"},
        {"name": "constant.numeric.emperor-rules", "match": rf"(?<![\w'’.-])\d{{1,9}}(?!{WORD})"},
        {"name": "punctuation.emperor-rules", "match": r"[.,:()|]"},
        {"match": rf"[^\W_](?:{WORD})*"},
    ]
    return {"name": "Emperor rules", "scopeName": "source.emperor-rules", "fileTypes": ["rules"], "patterns": patterns}


def vim() -> str:
    """The grammar in the form of Vim."""
    matches = {
        "Structure": rf"^\%({'|'.join(HEADS)})\>",
        "Statement": rf"^ \{{1,3}}\%({'|'.join(ITEMS)})\>",
        "Keyword": rf"\<\%({'|'.join(sorted(SENTENCES, key=lambda w: (-len(w), w)))})\>",
        "Operator": rf"\<\%({'|'.join(sorted(OPERATORS, key=lambda w: (-len(w), w)))})\>",
        "Constant": rf"\%(: \)\@<=\%({'|'.join(ANSWERS)})\>",
        "Number": r"\<\d\{4}-\d\d-\d\d\>",
        "Identifier": r"\<[A-Z]\d\{1,2}\>",
    }
    lines = ['" Written by: python -m tests.editor_grammars', 'if exists("b:current_syntax")', "  finish", "endif", ""]
    for number, (group, pattern) in enumerate(matches.items()):
        escaped = pattern.replace("|", r"\|").replace(")", r"\)")
        lines.append(f"syntax match emperorRules{group}{number} /{escaped}/")
        lines.append(f"highlight default link emperorRules{group}{number} {group}")
    lines += [
        'syntax region emperorRulesString start=/"/ end=/"/',
        "syntax match emperorRulesComment /#.*$/",
        "highlight default link emperorRulesString String",
        "highlight default link emperorRulesComment Comment",
        "",
        'let b:current_syntax = "emperor-rules"',
    ]
    return "\n".join(lines) + "\n"


def grammars() -> dict[Path, str]:
    """The files, with what they hold."""
    return {TEXTMATE: json.dumps(textmate(), ensure_ascii=False, indent=2) + "\n", VIM: vim()}


if __name__ == "__main__":
    for path, words in grammars().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(words, encoding="utf-8")
        print(path.relative_to(REPOSITORY).as_posix())
