"""What a page is, how its template is filled, and how pages name one another.

A template makes a head of YAML values, and below it HTML whose headings are Markdown; where the head says so
(``markdown: true``), all is Markdown.
"""

from __future__ import annotations

import html
import json
import posixpath
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import quote

from emperor_rules.site.i18n import Locale
from emperor_rules.templates import environment

#: Where the rules that count are published.
OFFICIAL_RULES = "https://magic.wizards.com/en/rules"
#: A search engine and a shared link show about so much of a page's description.
LONGEST_DESCRIPTION = 160
#: What a scalar of YAML holds as an escape only: what is not printable (production 1 of YAML 1.1), and line ends.
NOT_IN_YAML = re.compile("[^\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")


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


class SinglePage(NamedTuple):
    """A page of which a site has one: its path and template, and by what names the site's words have the rest."""

    path: str
    template: str
    title: str
    description: str
    section: str = ""
    #: By default the title.
    menu: str = ""


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


def _quoted(text: str) -> str:
    """Return a text as a quoted scalar of YAML, which has JSON's escapes and one for each character it cannot hold.

    A theme prints it as it is.
    """
    written = json.dumps(html.escape(text), ensure_ascii=False)
    return NOT_IN_YAML.sub(lambda match: f"\\U{ord(match.group()):08X}", written)


def shorten(text: str, longest: int) -> str:
    """Cut a text to a number of characters, with an ellipsis at the end."""
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"


def fill_template(locale: Locale, template: str, /, **content: object) -> str:
    """Return what a template makes of its content and of the site's own words."""
    return (
        environment()
        .get_template(template)
        .render(strings=locale.strings, language=locale.language, official=OFFICIAL_RULES, **content)
    )


def render_page(locale: Locale, template: str, title: str, description: str, /, **content: object) -> str:
    """Return the Markdown of a page, with no two empty lines together and no spaces at the ends of lines."""
    plain = shorten(" ".join(description.split()), LONGEST_DESCRIPTION)
    head = {"title": _quoted(title), "description": _quoted(plain), "lead": description}
    filled = fill_template(locale, template, **{"title": title, "front": head} | content)
    return re.sub(r"\n{3,}", "\n\n", re.sub(r"[ \t]+\n", "\n", filled)).strip() + "\n"
