"""The search index of the site: a script that hands the search in the browser all that it can lead to.

The search (``site/scripts/search``) loads it when a reader first opens it, as a script, because a page from a folder
may load nothing else. It is MiniSearch that searches, and not Pagefind, for three reasons: MiniSearch needs nothing but
a script of 6 kB, where Pagefind fetches WebAssembly and parts of its index, which no browser does for a page from a
folder; it takes records, where Pagefind reads finished HTML; and it adds no program to the build.
"""

from __future__ import annotations

import html
import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any

from emperor_rules.resources import site_folder
from emperor_rules.site.context import SiteContext
from emperor_rules.site.i18n import Locale
from emperor_rules.site.page import href
from emperor_rules.site.permalinks import LIVE_TABLE
from emperor_rules.site.search_entries import Entry, SearchEntries
from emperor_rules.site.views.figures import example_seatings

if TYPE_CHECKING:
    from mkdocs.structure.toc import AnchorLink

#: Where the script lies below a language's folder, and the variable that it fills.
SCRIPT, VARIABLE = "search/index.js", "siteSearchIndex"
#: The script of the search itself, joined from the modules that begin with this one.
SEARCH, ENTRY = "assets/javascripts/search.js", "search/dialog.js"
#: A section of a page written by hand counts less than the page.
SECTION = 0.8
#: From where the addresses of hits are seen: any page at the top that no hit leads to.
TOP = "404.md"


@dataclass
class SearchIndex:
    """Collects what the search of one language leads to: the entries of the rules, and pages about other things."""

    locale: Locale
    foreign: tuple[Locale, ...]
    entries: list[Entry] = field(default_factory=list)
    position: Mapping[str, object] | None = None

    def read(self, context: SiteContext) -> None:
        """Make the entries of the rules, and what leads from a position in a query to the live table."""
        self.entries = list(SearchEntries(context, self.foreign).entries())
        self.position = position_tables(context)

    def add(
        self, path: str, title: str, sections: Iterable[AnchorLink], under: str, description: str, weight: float
    ) -> None:
        """Add a page about something else than what the rules say, with its sections, unless an entry leads to it."""
        if any(entry.path == path and not entry.anchor for entry in self.entries):
            return
        name = html.unescape(title)
        self.entries.append(Entry(path, name, text=description, under=html.unescape(under), weight=weight))
        for section in sections:
            for anchor, heading in _headings(section):
                if heading != name:
                    self.entries.append(Entry(path, heading, anchor, under=name, weight=weight * SECTION))

    def script(self) -> str:
        """Return the script that hands the search its index and what it knows of language."""
        config = read_search_config()
        rows: dict[str, Mapping[str, Any]] = {}
        for row in (self._row(entry, config["words"]) for entry in self.entries):
            rows.setdefault(row["url"], row)
        content = {
            "language": self.locale.language,
            "ignored": config["ignored"],
            "alike": config["alike"],
            "books": config["books"],
            "entries": list(rows.values()),
            "position": self.position,
        }
        written = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
        return f"{VARIABLE} = {written.translate({0x2028: None, 0x2029: None})}\n"

    @staticmethod
    def _row(entry: Entry, words: Mapping[str, str]) -> dict[str, Any]:
        """Return an entry as the script has it, without what is empty."""
        declared = "" if entry.anchor else words.get(entry.path.removesuffix(".md"), "")
        url, weight = href(TOP, entry.path, entry.anchor), round(entry.weight, 3) if entry.weight != 1 else None
        asked = f"{declared} {entry.asked}"
        row = {"url": url, **asdict(replace(entry, path="", anchor="")), "asked": asked, "weight": weight}
        plain = {key: " ".join(value.split()) if isinstance(value, str) else value for key, value in row.items()}
        return {key: value for key, value in plain.items() if value}


def read_search_config() -> Mapping[str, Any]:
    """Read what the search knows of language: ``site/search.toml``."""
    return tomllib.loads((site_folder() / "search.toml").read_text(encoding="utf-8"))


def position_tables(context: SiteContext) -> Mapping[str, object] | None:
    """Return by what words a position is read from a query, and the tables that it can be about.

    There is nothing where no text allows a table.
    """
    start = context.start.text
    for text in context.standalone if start is None else (start, *context.standalone):
        seatings = list(example_seatings(context.engine, text.id).values())
        if seatings:
            break
    else:
        return None
    config, questions, locale = read_search_config()["position"], context.vocabulary.questions, context.locale
    return {
        "url": href(TOP, LIVE_TABLE),
        "text": text.id,
        "seatings": seatings,
        "title": locale["search_live"],
        "under": locale["live_title"],
        "left": locale["live_gone_before"],
        "leaving": locale["live_gone_during"],
        "words": config["words"],
        "asks": [
            {
                "ask": asked["ask"],
                "letters": [letter for letter, _ in questions[asked["ask"]].params],
                "phrase": questions[asked["ask"]].ask.get(locale.language),
                "words": asked["words"],
            }
            for asked in config["asks"]
            if asked["ask"] in questions
        ],
    }


def _headings(section: AnchorLink) -> Iterator[tuple[str, str]]:
    """Yield the anchors and the titles of a section of a table of contents and of those in it."""
    yield section.id, html.unescape(section.title)
    for inner in section.children:
        yield from _headings(inner)
