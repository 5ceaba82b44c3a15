"""The environment of the templates, in which whatever is printed is escaped for HTML and for Markdown alike.

So rule text stays text wherever it stands.
"""

from __future__ import annotations

from functools import lru_cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from emperor_rules.resources import site_folder

#: Every sign that means something to HTML or to Markdown, as a character reference, which means the same to both.
CHARACTER_REFERENCES = {ord(sign): f"&#{ord(sign)};" for sign in "&<>\"'\\`*_{}[]#!|~^=$"}


def as_text(value: object) -> Markup:
    """Escape a value so that it is shown as it is; what is marked up already stays."""
    if isinstance(value, Markup):
        return value
    if hasattr(value, "__html__"):
        return Markup(value)
    return escape(str(value))


@lru_cache(maxsize=1 << 16)
def escape(text: str) -> Markup:
    """Escape a text for HTML and Markdown."""
    return Markup(text.translate(CHARACTER_REFERENCES))


@lru_cache(maxsize=1)
def environment() -> Environment:
    """Return the environment of the site's templates, compiled once and read again when their files change."""
    made = Environment(
        loader=FileSystemLoader(site_folder() / "templates"),
        autoescape=True,
        finalize=as_text,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters["n"] = measure
    return made


def measure(value: float) -> str:
    """Write a measure as briefly as a tenth of a unit allows: 12.3, 30, -4."""
    return f"{round(value, 1):g}"
