"""Explanations of codes: what a finding says, why it matters, and what to write instead, with examples.

The words are data of the grammar folder: ``codes.toml``, and the snippets of ``mistakes.toml``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from emperor_rules.resources import grammar_path


@dataclass(frozen=True, slots=True)
class Example:
    """A mistake: what was written, the message, and what to write instead (empty: not a snippet)."""

    snippet: str
    message: str
    help: str
    instead: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """A code in one language: what it says, in a few words; why it matters, in a sentence or two; and examples."""

    code: str
    summary: str
    why: str
    examples: tuple[Example, ...]


def explanations(language: str) -> Mapping[str, Explanation]:
    """Return the explanation of every code, in the order of the codes; ``language`` is ``en`` or ``it``."""
    examples = _examples(language)
    why = "why" if language == "en" else f"why_{language}"
    words = _read(grammar_path().with_name("codes.toml"))
    return {code: Explanation(code, said[language], said[why], examples.get(code, ())) for code, said in words.items()}


def page_of(code: str, language: str) -> str:
    """Return the address of a code's page on the site, from the site's own: that of its section."""
    return f"{'' if language == 'en' else f'{language}/'}contributing/checks.html#{code}"


@cache
def _read(file: Path) -> Mapping[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8"))


def _examples(language: str) -> Mapping[str, tuple[Example, ...]]:
    """Return the snippets of ``mistakes.toml`` by the code that each brings."""
    infix = "" if language == "en" else f"_{language}"
    by_code: dict[str, tuple[Example, ...]] = {}
    for mistake in _read(grammar_path().with_name("mistakes.toml"))["mistake"]:
        if "code" in mistake:
            snippet = "".join(
                sign if sign.isprintable() or sign == "\n" else "\N{REPLACEMENT CHARACTER}"
                for sign in mistake["snippet"]
            )
            before = "".join(f"{mistake[key].strip(chr(10))}\n\n" for key in ("vocabulary", "text") if key in mistake)
            typed = "emperor ask " if mistake["kind"] == "question" else ""
            example = Example(
                f"{before}{typed}{snippet.strip(chr(10))}",
                mistake[f"message{infix}"],
                mistake.get(f"help{infix}", ""),
                f"{typed}{mistake['instead'].strip(chr(10))}" if "instead" in mistake else "",
            )
            by_code[mistake["code"]] = (*by_code.get(mistake["code"], ()), example)
    return by_code
