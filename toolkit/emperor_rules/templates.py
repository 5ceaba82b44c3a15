"""The environment of the templates, in which whatever is printed is escaped for HTML and for Markdown alike.

So rule text stays text wherever it stands.
"""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from jinja2 import BytecodeCache, Environment, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket
from markupsafe import Markup

from emperor_rules.cache_files import read_cache, toolkit_key, write_cache
from emperor_rules.resources import cache_folder, site_folder

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


class CompiledTemplates(BytecodeCache):
    """Templates as they were compiled, kept between runs: to compile them takes a fifth of the time of a small site.

    What does not depend on a page is escaped when its template is compiled, so the toolkit must be the same.
    """

    def __init__(self) -> None:
        """Name the toolkit as it is."""
        self._toolkit = toolkit_key()

    def load_bytecode(self, bucket: Bucket) -> None:
        """Load what was kept of a template whose source is the same."""
        kept = read_cache(*self._place(bucket))
        if kept is not None:
            bucket.bytecode_from_string(kept)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template, where that is possible."""
        with suppress(OSError):
            write_cache(*self._place(bucket), bucket.bytecode_to_string())

    def _place(self, bucket: Bucket) -> tuple[Path, str]:
        return cache_folder() / "templates" / bucket.key, f"{bucket.checksum} of {self._toolkit}"


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
        bytecode_cache=CompiledTemplates(),
    )
    made.filters["n"] = measure
    return made


def measure(value: float) -> str:
    """Write a measure as briefly as a tenth of a unit allows: 12.3, 30, -4."""
    return f"{round(value, 1):g}"
