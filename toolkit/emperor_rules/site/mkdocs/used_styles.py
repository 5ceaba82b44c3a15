"""What a site needs of the style sheets of its theme: rules for classes that a page or a script names.

The sheets of the theme are minified, and a rule is kept or left out as it stands: nothing within one is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from emperor_rules.site.mkdocs.theme_context import THEME_STYLES

CLASSES = re.compile(r"""\bclass=(?:"([^"]*)"|([^\s">]+))""")
WORD_OF_SCRIPT = re.compile(r"[A-Za-z_][\w-]*")
#: At-rules that hold rules like those outside of them.
CONDITIONAL = re.compile(r"\s*@(?:media|supports|layer|container)\b")
#: Rules for languages that are written from right to left, of which the site has none.
RIGHT_TO_LEFT = re.compile(r"\[dir=\W?rtl")
#: What is one piece of a sheet whatever signs stand in it: a comment, a string, an address, an escaped sign.
WHOLE_TOKEN = r"/\*.*?\*/|\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|url\([^\"')]*\)|\\."
CSS_TOKEN = re.compile(rf"{WHOLE_TOKEN}|[^\"'\\/{{}};u]+|.", re.DOTALL)
#: Something in brackets, which may hold others, and a selector of a list.
BRACKETS = (
    rf"\[(?:{WHOLE_TOKEN}|[^\]\"'])*\]|\((?:{WHOLE_TOKEN}|[^()\"']|\((?:{WHOLE_TOKEN}|[^()\"']|\([^()]*\))*\))*\)"
)
SELECTOR = re.compile(rf"(?:{WHOLE_TOKEN}|{BRACKETS}|[^,])+", re.DOTALL)
#: A class that a selector needs, beside what stands in brackets (``:not(.a)``).
NEEDED_CLASS = re.compile(rf"{BRACKETS}|\.((?:[\w-]|\\.)+)", re.DOTALL)


def keep_used_styles(site: Path) -> None:
    """Take out of the theme's style sheets, in a built site, every rule for a class that nothing of the site names.

    A class counts as named where a page gives it to an element, and where it stands as a word in a script.
    """
    named = set(_named(site))
    for pattern in THEME_STYLES:
        for sheet in site.rglob(pattern):
            tokens = CSS_TOKEN.findall(sheet.read_text(encoding="utf-8"))
            said = "".join(token for token in tokens if not token.startswith("/*"))
            sheet.write_text("".join(_kept(said, named)), encoding="utf-8")


def _named(site: Path) -> Iterator[str]:
    for page in site.rglob("*.html"):
        for quoted, bare in CLASSES.findall(page.read_text(encoding="utf-8")):
            yield from (quoted or bare).split()
    for script in site.rglob("*.js"):
        yield from WORD_OF_SCRIPT.findall(script.read_text(encoding="utf-8"))


def _kept(sheet: str, named: set[str]) -> Iterator[str]:
    for prelude, content in _rules(sheet):
        if content is None or (prelude.lstrip().startswith("@") and not CONDITIONAL.match(prelude)):
            yield prelude if content is None else f"{prelude}{{{content}}}"
        elif CONDITIONAL.match(prelude):
            inner = "".join(_kept(content, named))
            if inner.strip():
                yield f"{prelude}{{{inner}}}"
        else:
            selectors = [each for each in SELECTOR.findall(prelude) if _is_used(each, named)]
            if selectors:
                yield f"{','.join(selectors)}{{{content}}}"


def _rules(sheet: str) -> Iterator[tuple[str, str | None]]:
    """Yield the rules of a sheet, each with what stands in its braces; ``None`` where it has none (``@import``)."""
    depth, begin, opened = 0, 0, 0
    for token in CSS_TOKEN.finditer(sheet):
        sign, at = token[0], token.start()
        if sign == "{":
            opened = opened if depth else at
            depth += 1
        elif sign == "}" and depth:
            depth -= 1
            if not depth:
                yield sheet[begin:opened], sheet[opened + 1 : at]
                begin = at + 1
        elif sign == ";" and not depth:
            yield sheet[begin : at + 1], None
            begin = at + 1
    if sheet[begin:].strip():
        yield sheet[begin:], None


def _is_used(selector: str, named: set[str]) -> bool:
    """Return whether a selector can choose an element."""
    classes = (re.sub(r"\\(.)", r"\1", name) for name in NEEDED_CLASS.findall(selector) if name)
    return named.issuperset(classes) and not RIGHT_TO_LEFT.search(selector)
