"""The search index of the site: every section of every page, with the names by which it may be asked for.

The search itself runs in the browser (``site/assets/javascripts/search.js``) and loads what is written here when a
reader opens it, as a script, because a page from a folder may load nothing else.
"""

from __future__ import annotations

import html
import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from emperor_rules.drawing.spec import is_common
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.resources import site_folder
from emperor_rules.site.i18n import Locale
from emperor_rules.site.permalinks import clause_page, former_numbers, question_page, text_page
from emperor_rules.site.templating import shorten
from emperor_rules.site.texts import arrange_texts
from emperor_rules.site.views.figures import name_anyone

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
    """Splits the HTML of a page by its headings, leaving out what is marked ``data-search-exclude``."""

    def __init__(self, content: str) -> None:
        """Parse the content of a page."""
        super().__init__()
        self.sections: list[Section] = []
        self.open: list[tuple[str, bool]] = []
        self.feed(content)
        self.close()

    @property
    def left_out(self) -> bool:
        """Whether nobody looks for what comes now."""
        return any(hidden for _, hidden in self.open)

    @property
    def heading(self) -> bool:
        """Whether a heading is open."""
        return any(tag in HEADINGS for tag, _ in self.open)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a section at a heading with an anchor."""
        values = dict(attrs)
        excluded = "data-search-exclude" in values
        if tag in HEADINGS and (tag == "h1" or values.get("id")):
            self.sections.append(Section((values.get("id") or "") if self.sections else "", excluded))
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
        """Append text to the title or the body of the last section."""
        if self.sections and not self.left_out:
            section = self.sections[-1]
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


def page_names(rulebook: Rulebook, locale: Locale, foreign: Sequence[Locale]) -> Mapping[str, Names]:
    """Return the names of the pages of texts, clauses and questions by the paths of their Markdown files.

    ``foreign`` are the other languages of the site.
    """
    names: dict[str, Names] = {}
    standalone, parts = arrange_texts(rulebook)
    questions, language = rulebook.vocabulary.questions, locale.language
    for text in (*standalone, *parts):
        # today's rules first
        weight, whole = (0.6, 1.7) if text.relations else (2.0, 2.8 if text in standalone else 2.0)
        numbers = tuple(dict.fromkeys(re.findall(r"\d+", text.id)))
        also = " ".join(text.titles.get(other_locale.language) for other_locale in foreign)
        names[text_page(text.id)] = Names(numbers, (text.id,), "", whole, also)
        for clause in text.clauses:
            path, former = clause_page(text.id, clause.slug), former_numbers(text, clause)
            earlier = names.get(path, Names())
            numbers = tuple(dict.fromkeys((*earlier.numbers, clause.number, *(n for n, _ in reversed(former)))))
            called = (clause.name(each.language) for each in (locale, *foreign))
            translations = (clause.words(other_locale.language) for other_locale in foreign)
            asks = dict.fromkeys(sentence.predicate for sentence in clause.sentences if sentence.predicate in questions)
            asked = (name_anyone(questions[ask].ask.get(language), questions[ask], locale) for ask in asks)
            words = tuple(dict.fromkeys((*earlier.words, text.id, clause.slug, *called, *translations, *asked)))
            under = f"{text.id} · {text.titles.get(language)}"
            names[path] = Names(numbers, words, under, weight * 0.7 if clause.until is not None else weight)
    for predicate in questions.values():
        also = " ".join(
            name_anyone(predicate.ask.get(other_locale.language), predicate, other_locale) for other_locale in foreign
        )
        weight = 3 if is_common(predicate) else 2.4
        names[question_page(predicate.id)] = Names((), (), locale["site_questions"], weight, also)
    return names


@dataclass
class SearchIndex:
    """Collects the sections of all pages of one language."""

    language: str
    names: Mapping[str, Names]
    entries: list[Mapping[str, Any]] = field(default_factory=list)

    def add(
        self, source: str, url: str, place: tuple[str, str], content: str, description: str = "", weight: float = 1
    ) -> None:
        """Add a page: the path of its Markdown file, its address, its section and name in the menu, its HTML, and more.

        ``description`` stands for a beginning without text of its own, ``weight`` is how much the page counts beside
        others. A page with names is about one thing, and only its beginning counts.
        """
        own = self.names.get(source)
        above, page = (html.unescape(name) for name in place)
        content = content if own is None else content.partition("<h2")[0]
        for number, section in enumerate(Sections(content).sections):
            if not section.left_out:
                if not number and not plain("".join(section.text)):
                    section.text.append(html.unescape(description))
                names = own or Names(under=page if section.anchor else above, weight=weight)
                self.entries.append(dict(self._entry(names, names.under or above, section, url, page)))

    @staticmethod
    def _entry(names: Names, under: str, section: Section, url: str, page: str) -> Iterator[tuple[str, object]]:
        title, text = plain("".join(section.title)), plain("".join(section.text))
        yield "url", url + (f"#{section.anchor}" if section.anchor else "")
        yield "title", COUNTED.sub("", title) or page
        if under:
            yield "under", under
        if text and not text.startswith(title):
            yield "text", shorten(text, LONGEST_TEXT)
        if names.numbers:
            yield "numbers", names.numbers
        if names.words:
            yield "words", plain(" ".join(names.words))
        if names.also:
            yield "also", plain(names.also)
        if names.weight != 1:
            yield "weight", names.weight

    def script(self) -> str:
        """Return the script that hands the search its index and the words that it takes for one another."""
        config = tomllib.loads((site_folder() / "search.toml").read_text(encoding="utf-8"))
        content = {**config, "language": self.language, "entries": self.entries}
        written = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
        return f"{VARIABLE} = {written.translate({0x2028: None, 0x2029: None})}\n"


def plain(text: str) -> str:
    """Return a text in one line."""
    return " ".join(text.split())
