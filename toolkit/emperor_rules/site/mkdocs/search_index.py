"""What the search of the site looks through: every section of every page, with the names by which it may be asked for.

The search itself runs in the browser (``site/assets/javascripts/search.js``) and loads what is written here when a
reader opens it, as a script, because a page from a folder may load nothing else.
"""

from __future__ import annotations

import html
import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from html.parser import HTMLParser
from typing import Any

from emperor_rules.draw.spec import is_common
from emperor_rules.draw.templating import LANGUAGES, words
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.resources import site_folder
from emperor_rules.site.context import arranged
from emperor_rules.site.permalinks import clause_page, former_numbers, question_page, text_page
from emperor_rules.site.views.figures import anyone

#: Where the script lies below a language's folder, and the variable that it fills.
SCRIPT, VARIABLE = "search/index.js", "siteSearchIndex"
#: A hit shows no more of its section than this.
LONGEST_TEXT = 600
#: Elements without an end.
VOID = frozenset({"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"})
#: Elements whose text nobody looks for: drawings describe themselves in words that would bury all others.
SKIPPED = frozenset({"script", "style", "svg", "pre"})
#: Classes of what stands on every page of a kind alike.
BOILERPLATE = frozenset({"effective", "headerlink", "notice", "validity"})
#: What begins a section when it has an anchor: headings, and terms that are explained.
HEADINGS = ("h1", "h2", "h3", "dt")
#: The number of a heading among others of its page.
COUNTED = re.compile(r"^\d+\. ")
#: Elements that stand in the middle of a word or a sentence.
INLINE = frozenset({"a", "abbr", "b", "code", "em", "i", "kbd", "mark", "small", "span", "strong", "sub", "sup"})


@dataclass
class Section:
    """A heading of a page with the text below it; ``anchor`` is empty for the page's first."""

    anchor: str
    left_out: bool
    title: list[str] = field(default_factory=list)
    text: list[str] = field(default_factory=list)


class Sections(HTMLParser):
    """Parts the HTML of a page by its headings, leaving out what is marked ``data-search-exclude``."""

    def __init__(self, content: str) -> None:
        """Read the content of a page."""
        super().__init__()
        self.found: list[Section] = []
        self.open: list[tuple[str, bool]] = []
        self.feed(content)
        self.close()

    @property
    def left_out(self) -> bool:
        """Tell whether nobody looks for what comes now."""
        return any(hidden for _, hidden in self.open)

    @property
    def heading(self) -> bool:
        """Tell whether a heading is open."""
        return any(tag in HEADINGS for tag, _ in self.open)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a section at a heading with an anchor."""
        values = dict(attrs)
        excluded = "data-search-exclude" in values
        if tag in HEADINGS and (tag == "h1" or values.get("id")):
            self.found.append(Section((values.get("id") or "") if self.found else "", excluded))
        boilerplate = not BOILERPLATE.isdisjoint((values.get("class") or "").split())
        hidden = tag in SKIPPED or boilerplate or (excluded and tag not in HEADINGS)
        if tag not in INLINE:
            self.handle_data(" ")
        if tag not in VOID:
            self.open.append((tag, hidden))

    def handle_endtag(self, tag: str) -> None:
        """Close an element, and those that its author forgot."""
        tags = [name for name, _ in self.open]
        if tag in tags:
            del self.open[len(tags) - 1 - tags[::-1].index(tag) :]

    def handle_data(self, data: str) -> None:
        """Take what is said."""
        if self.found and not self.left_out:
            section = self.found[-1]
            (section.title if self.heading else section.text).append(data)


@dataclass(frozen=True, slots=True)
class Names:
    """By what else a page may be asked for: numbers, today's first, and words that it need not show.

    ``under`` is what it is a part of, ``weight`` how much it counts beside others, ``also`` its title in the other
    language.
    """

    numbers: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    under: str = ""
    weight: float = 1
    also: str = ""


def names(rulebook: Rulebook, language: str) -> Mapping[str, Names]:
    """Give the names of the pages of texts, clauses and questions by the paths of their Markdown files."""
    found: dict[str, Names] = {}
    own, parts = arranged(rulebook)
    questions = rulebook.vocabulary.questions
    foreign = [one for one in LANGUAGES if one != language]
    for text in (*own, *parts):
        weight, whole = (0.6, 1.7) if text.relations else (2.0, 2.8 if text in own else 2.0)  # today's rules first
        title = text.titles.get(language)
        numbers = tuple(dict.fromkeys(re.findall(r"\d+", text.id)))
        also = " ".join(text.titles.get(one) for one in foreign)
        found[text_page(text.id)] = Names(numbers, (text.id,), "", whole, also)
        for clause in text.clauses:
            former = [number for number, _ in former_numbers(text, clause)]
            place = clause_page(text.id, clause.slug)
            before = found.get(place, Names())
            numbers = tuple(dict.fromkeys((*before.numbers, clause.number, *reversed(former))))
            others = (clause.words(other) for other in foreign)
            asked = dict.fromkeys(sentence.relation for sentence in clause.sentences if sentence.relation in questions)
            asks = (anyone(questions[ask].ask.get(language), questions[ask], words(language)) for ask in asked)
            spoken = tuple(dict.fromkeys((*before.words, text.id, clause.slug, *others, *asks)))
            past = clause.until is not None
            found[place] = Names(numbers, spoken, f"{text.id} · {title}", weight * 0.7 if past else weight)
    for relation in questions.values():
        also = " ".join(anyone(relation.ask.get(one), relation, words(one)) for one in foreign)
        weight = 3 if is_common(relation) else 2.4
        found[question_page(relation.id)] = Names((), (), words(language)["site_questions"], weight, also)
    return found


@dataclass
class SearchIndex:
    """Gathers the sections of all pages of one language."""

    language: str
    known: Mapping[str, Names]
    entries: list[Mapping[str, Any]] = field(default_factory=list)

    def add(
        self, source: str, url: str, place: tuple[str, str], content: str, description: str = "", weight: float = 1
    ) -> None:
        """Add a page: the path of its Markdown file, its address, its section and name in the menu, its HTML, and more.

        ``description`` stands for a beginning without text of its own, ``weight`` is how much the page counts beside
        others. A page with names is about one thing, and only its beginning counts.
        """
        own = self.known.get(source)
        above, page = (html.unescape(name) for name in place)
        content = content if own is None else content.partition("<h2")[0]
        for number, section in enumerate(Sections(content).found):
            if not section.left_out:
                if not number and not plain("".join(section.text)):
                    section.text.append(html.unescape(description))
                if own is None:
                    names = Names(under=page if section.anchor else above, weight=weight)
                else:
                    names = replace(own, under=own.under or above)
                self.entries.append(dict(self._entry(names, section, url, page)))

    @staticmethod
    def _entry(own: Names, section: Section, url: str, page: str) -> Iterator[tuple[str, object]]:
        name, text = (plain("".join(said)) for said in (section.title, section.text))
        yield "url", url + (f"#{section.anchor}" if section.anchor else "")
        yield "title", COUNTED.sub("", name) or page
        if own.under:
            yield "under", own.under
        if text and not text.startswith(name):
            yield "text", text if len(text) <= LONGEST_TEXT else f"{text[: LONGEST_TEXT - 1].rstrip()}…"
        if own.numbers:
            yield "numbers", own.numbers
        if own.words:
            yield "words", plain(" ".join(own.words))
        if own.also:
            yield "also", plain(own.also)
        if own.weight != 1:
            yield "weight", own.weight

    def script(self) -> str:
        """Write the script that hands the index to the search."""
        content = {**config(), "language": self.language, "entries": self.entries}
        said = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
        return f"{VARIABLE} = {said.translate({0x2028: None, 0x2029: None})}\n"


@lru_cache(maxsize=1)
def config() -> Mapping[str, Any]:
    """Read which words the search takes for one another, and which it passes over."""
    with (site_folder() / "search.toml").open("rb") as stream:
        return tomllib.load(stream)


def plain(text: str) -> str:
    """Give a text in one line."""
    return " ".join(text.split())
