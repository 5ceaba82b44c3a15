"""What a page is, and how pages name one another."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import quote

#: Where the rules that count are published.
OFFICIAL_RULES = "https://magic.wizards.com/en/rules"


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the site: its ``path`` below the language's folder and its content in Markdown.

    ``section`` is the heading under which a menu lists it (empty: at the top), ``title`` its name there; where there
    are too many pages of a kind for a menu, ``listed`` is false. A page whose path ends in ``.html`` is ready as it is.
    """

    path: str
    content: str
    title: str
    section: str = ""
    listed: bool = True

    @property
    def ready(self) -> bool:
        """Whether the content is HTML and not Markdown."""
        return self.path.endswith(".html")


@dataclass(frozen=True, slots=True)
class Link:
    """A link as a template prints it; ``title`` appears on hovering, ``note`` behind the link."""

    href: str
    label: str
    title: str = ""
    note: str = ""


@lru_cache(maxsize=8192)
def href(path: str, to: str, anchor: str = "") -> str:
    """Return the address of the page ``to`` as seen from the page ``path`` (both as paths of Markdown files)."""
    address = ""
    if to != path:
        relative = posixpath.relpath(to, posixpath.dirname(path) or ".")
        address = quote(posixpath.splitext(relative)[0] + ".html")
    return address + (f"#{quote(anchor, safe='')}" if anchor else "")
