"""What a site needs of the style sheets of its theme: rules for classes that a page or a script names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import tinycss2

from emperor_rules.site.mkdocs.theme_context import THEME_STYLES

CLASSES = re.compile(r"""\bclass=(?:"([^"]*)"|([^\s">]+))""")
WORD_OF_SCRIPT = re.compile(r"[A-Za-z_][\w-]*")
#: At-rules that hold rules like those outside of them.
CONDITIONAL = {"media", "supports", "layer", "container"}
#: Rules for languages that are written from right to left, of which the site has none.
RIGHT_TO_LEFT = re.compile(r"\[dir=\W?rtl")


def keep_used_styles(site: Path) -> None:
    """Take out of the theme's style sheets, in a built site, every rule for a class that nothing of the site names.

    A class counts as named where a page gives it to an element, and where it stands as a word in a script.
    """
    named = set(_named(site))
    for pattern in THEME_STYLES:
        for sheet in site.rglob(pattern):
            rules = tinycss2.parse_stylesheet(sheet.read_text(encoding="utf-8"), skip_comments=True)
            sheet.write_text("".join(_kept(rules, named)), encoding="utf-8")


def _named(site: Path) -> Iterator[str]:
    for page in site.rglob("*.html"):
        for quoted, bare in CLASSES.findall(page.read_text(encoding="utf-8")):
            yield from (quoted or bare).split()
    for script in site.rglob("*.js"):
        yield from WORD_OF_SCRIPT.findall(script.read_text(encoding="utf-8"))


def _kept(rules: Iterable[Any], named: set[str]) -> Iterator[str]:
    for rule in rules:
        if rule.type == "qualified-rule":
            selectors = [each for each in _selectors(rule.prelude) if _is_used(each, named)]
            if selectors:
                yield f"{','.join(map(tinycss2.serialize, selectors))}{{{tinycss2.serialize(rule.content)}}}"
        elif rule.type == "at-rule" and rule.lower_at_keyword in CONDITIONAL and rule.content is not None:
            inner = "".join(_kept(tinycss2.parse_rule_list(rule.content, skip_comments=True), named))
            if inner:
                yield f"@{rule.at_keyword}{tinycss2.serialize(rule.prelude)}{{{inner}}}"
        else:
            yield rule.serialize()


def _selectors(prelude: list[Any]) -> Iterator[list[Any]]:
    """Yield the selectors of a list of them, each as its tokens; commas within brackets belong to one."""
    for is_comma, tokens in groupby(prelude, lambda token: token == ","):
        if not is_comma:
            yield list(tokens)


def _is_used(selector: list[Any], named: set[str]) -> bool:
    """Return whether a selector can choose an element; what stands in brackets (``:not(.a)``) is not looked at."""
    after_dots = (token.value for dot, token in pairwise(selector) if dot == ".")
    return named.issuperset(after_dots) and not RIGHT_TO_LEFT.search(tinycss2.serialize(selector))
