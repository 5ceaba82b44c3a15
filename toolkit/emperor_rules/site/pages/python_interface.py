"""The page of the Python interface, made by griffe from the docstrings and signatures of what the package exports.

griffe and not mkdocstrings, its plugin for MkDocs: that would put a stylesheet and a pass for cross-references on every
page for the sake of one, and leave that one unfinished where a live preview builds it alone.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import griffe
from griffe import DocstringSectionKind as Kind
from markupsafe import Markup

from emperor_rules.site.context import SiteContext
from emperor_rules.site.i18n import Locale
from emperor_rules.site.page import Page
from emperor_rules.site.permalinks import slugify

PYTHON = "contributing/python.md"
#: A reference of Sphinx, such as ``:class:`Rules```, of which the name is shown.
ROLE = re.compile(r":(?:\w+:)?\w+:`[~.]?([^`]+)`")
#: The sections of a docstring that list things, each with the name of its heading.
LISTS = {
    Kind.parameters: "python_parameters",
    Kind.attributes: "python_attributes",
    Kind.returns: "python_returns",
    Kind.yields: "python_yields",
    Kind.raises: "python_raises",
}


def python_page(context: SiteContext, package: ModuleType) -> Page:
    """Return the page of what a package exports in its ``__all__``."""
    locale = context.locale
    title, lead = locale["python_title"], locale["python_lead"]
    body = "\n\n".join(describe_package(package, locale))
    return context.page(PYTHON, "python.md.j2", title, lead, locale["site_contributing"], body=Markup(body))


def describe_package(package: ModuleType, locale: Locale) -> Iterator[str]:
    """Yield the blocks of Markdown that describe a package and each name that it exports."""
    yield from _docstring(_parse(package.__name__), locale)
    modules: dict[str, griffe.Module] = {}
    taken: set[str] = set()
    for name in sorted(getattr(package, "__all__", ()), key=lambda name: (name[:1].isupper(), name)):
        home = getattr(getattr(package, name), "__module__", None)
        if home is not None:
            if home not in modules:
                modules[home] = _parse(home)
            yield from _describe(modules[home][name], name, "##", locale, taken)


def _parse(name: str) -> griffe.Module:
    file = Path(str(sys.modules[name].__file__))
    code = file.read_text(encoding="utf-8")
    return griffe.visit(
        name.rpartition(".")[2],
        filepath=file,
        code=code,
        docstring_parser=griffe.Parser.google,
        docstring_options={"returns_multiple_items": False},
    )


def _describe(item: Any, name: str, heading: str, locale: Locale, taken: set[str]) -> Iterator[str]:
    """Yield the blocks of a function, a class with its public members, or a property."""
    yield f'{heading} `{name}` {{: #{slugify(name, taken)} lang="en" }}'
    if item.is_function:
        yield f"```python\n{item.signature(name=name)}\n```"
    elif item.is_attribute and item.annotation is not None:
        yield f"```python\n{name}: {item.annotation}\n```"
    yield from _docstring(item, locale)
    if item.is_class:
        if any(str(base).endswith("Enum") for base in item.bases):
            values = (member for member in item.members.values() if member.is_attribute and member.value is not None)
            yield "\n".join(f"- `{member.name}`: `{member.value}`" for member in values)
        for member in item.members.values():
            if member.has_docstring and not member.name.startswith("_") and not member.is_class:
                yield from _describe(member, f"{name}.{member.name}", "###", locale, taken)


def _docstring(item: Any, locale: Locale) -> Iterator[str]:
    for part in item.docstring.parsed if item.has_docstring else ():
        if part.kind in LISTS:
            yield f"**{locale[LISTS[part.kind]]}**"
            yield "\n".join(_entry(entry) for entry in part.value)
        elif part.kind is Kind.text:
            for paragraph in part.value.split("\n\n"):
                yield _paragraph(paragraph)
        elif part.kind is Kind.examples:
            for _, text in part.value:
                yield _paragraph(text)


def _entry(entry: Any) -> str:
    """Return a line of a list: the name, if it has one, the type, and what it is."""
    name, annotation = getattr(entry, "name", ""), entry.annotation
    words = (f"`{name}`" if name else "", f"`{annotation}`" if annotation else "")
    return f"- {': '.join(filter(None, words))} – {_plain(entry.description)}"


def _paragraph(text: str) -> str:
    """Return a paragraph, or an example as it would be typed, in Markdown."""
    return f"```pycon\n{text}\n```" if text.startswith(">>>") else f'{_plain(text)}\n{{: lang="en" }}'


def _plain(text: str) -> str:
    """Return a text of a docstring in one line of Markdown, in which names are code."""
    return " ".join(ROLE.sub(r"`\1`", text).split()).replace("<", "&lt;")
