"""The search index of the site: a script that hands the search in the browser all that it can lead to.

Entries are made from the same records as the pages, so nothing is read back from HTML. Each says how it stands to
today's rules, by which the search puts it among the others.

The search (``site/scripts/search``) loads it when a reader first opens it, as a script, because a page from a folder
may load nothing else. It is MiniSearch that searches, and not Pagefind, for three reasons: MiniSearch needs nothing but
a script of 6 kB, where Pagefind fetches WebAssembly and parts of its index, which no browser does for a page from a
folder; it takes records, where Pagefind reads finished HTML; and it adds no program to the build.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from mkdocs.structure.toc import AnchorLink

from emperor_rules.check.history.versions import ClauseVersions, clause_versions
from emperor_rules.drawing.spec import is_common
from emperor_rules.groups import by_key
from emperor_rules.messages import LANGUAGES
from emperor_rules.model.accepted import AcceptedFinding
from emperor_rules.model.texts import Text
from emperor_rules.model.vocabulary import Predicate, Words
from emperor_rules.resources import site_table
from emperor_rules.site.context import SiteContext
from emperor_rules.site.i18n import Locale
from emperor_rules.site.page import href
from emperor_rules.site.pages.cards import CARDS, card_kinds, card_names
from emperor_rules.site.pages.differences import DIFFERENCES
from emperor_rules.site.pages.glossary import GLOSSARY
from emperor_rules.site.pages.questions import todays_ruling
from emperor_rules.site.pages.situations import (
    situation_path,
    situation_ruling,
    situation_title,
    situations,
    situations_of_start,
)
from emperor_rules.site.pages.tables import seatings, size_title, table_page
from emperor_rules.site.permalinks import (
    LIVE_TABLE,
    clause_page,
    former_numbers,
    pair_page,
    question_page,
    short_anchor,
    slugify,
    text_page,
)
from emperor_rules.site.texts import ScenarioFile, concluding, effective, needs_no_rule
from emperor_rules.site.views.figures import example_seatings, of_anyone

#: Where the script lies below a language's folder, and the variable that it fills.
INDEX_SCRIPT, INDEX_VARIABLE = "search/index.js", "siteSearchIndex"
#: The scripts of the search, each joined from the modules that begin with one: what opens it, and what answers then.
SEARCH_SCRIPTS = {
    "assets/javascripts/search.js": "search/opener.js",
    "assets/javascripts/search-dialog.js": "search/dialog.js",
}
#: From where the addresses of hits are seen: any page at the top that no hit leads to.
TOP = "404.md"
#: An apostrophe as it is on keyboards.
STRAIGHT_APOSTROPHE = re.compile(r"(?<=[^\W\d_])'")
#: A heading that names a part of what a program imports: its whole leads there.
PART_OF_CODE = re.compile(r"\w+\.\w+")
#: What a phrasing is written with besides words, and its letters.
SYNTAX = re.compile(r"\{[^}]*\}|\b[a-z]\b|[^\w’']+")
#: A word, with the hyphens of a permanent name in it.
WORD = re.compile(r"\w[\w-]*")
#: So many situations of each topic are offered before anything is asked.
OFFERED_OF_TOPIC = 2


class Weight:
    """How much an entry counts beside others."""

    #: A clause and one of an included text; a question and one that drawings show.
    CLAUSE, INCLUDED, QUESTION, COMMON = 1.8, 1.5, 1.4, 1.8
    #: What people meet, with the ruling.
    SITUATION = 1.3
    TEXT, TABLE, SCENARIO, TERM, DIFFERENCE = 1.3, 3.0, 0.35, 0.7, 1.0
    #: How much of that remains of what is not among today's official rules, of what belongs to other official games,
    #: and of a question that the official rules leave open.
    ELSEWHERE, VARIANT, OPEN = 0.25, 0.6, 0.5
    #: And of a section of a page written by hand.
    SECTION = 0.8


@dataclass(frozen=True, slots=True)
class SearchEntry:
    """A hit that the search can show, with all by which it is found.

    Attributes:
        path: The path of the page as a Markdown file.
        title: What the hit is called.
        anchor: The place on the page; empty for its top.
        text: What is shown below the title, and searched.
        under: What it is a part of.
        mark: Why it is not among today's official rules; empty where it is.
        books: The ids of the rulebooks that it is about, where those do without today's rules of the start page.
        numbers: The numbers that it bears today.
        former: The numbers that it bore before.
        asked: How readers put it, in any language.
        words: More words by which it is found, in any language.
        named: The cards that are named as examples of what it is about.
        weight: How much it counts beside others.
        aside: Whether it is about something else than rules: it stands after what is about them.
    """

    path: str
    title: str
    anchor: str = ""
    text: str = ""
    under: str = ""
    mark: str = ""
    books: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    former: tuple[str, ...] = ()
    asked: str = ""
    words: str = ""
    named: tuple[str, ...] = ()
    weight: float = 1.0
    aside: bool = False


@dataclass
class SearchIndex:
    """What the search of one language leads to: the entries of the rules, and pages about other things.

    ``foreign`` are the other languages of the site, also asked in.
    """

    context: SiteContext
    foreign: Sequence[Locale]
    entries: dict[str, SearchEntry] = field(init=False, default_factory=dict)
    config: Mapping[str, Any] = field(init=False)
    #: Names of cards by the clause that speaks of what they do.
    cards: Mapping[str, Sequence[str]] = field(init=False)

    def __post_init__(self) -> None:
        """Make the entries of the rules."""
        self.config = site_table("search")
        self.cards = {kind["clause"]: card_names(kind, *LANGUAGES) for kind in card_kinds()}
        for entry in self._of_rules():
            self._add(entry)

    def _add(self, entry: SearchEntry) -> None:
        self.entries.setdefault(href(TOP, entry.path, entry.anchor), entry)

    def add(
        self, path: str, title: str, sections: Iterable[AnchorLink], under: str, description: str, weight: float
    ) -> None:
        """Add a page about something else than what the rules say, with its sections, unless an entry leads to it."""
        if href(TOP, path) in self.entries:
            return
        name, aside = html.unescape(title), weight < 1
        elsewhere = {entry.title for entry in self.entries.values()} if aside else set()
        self._add(SearchEntry(path, name, text=description, under=html.unescape(under), weight=weight, aside=aside))
        for section in sections:
            for anchor, heading in _headings(section):
                if heading != name and heading not in elsewhere and not PART_OF_CODE.fullmatch(heading):
                    section_weight = weight * Weight.SECTION
                    self._add(SearchEntry(path, heading, anchor, under=name, weight=section_weight, aside=aside))

    def script(self) -> str:
        """Return the script that hands the search its index and what it knows of language."""
        config, locale = self.config, self.context.locale
        content = {
            "language": self.context.language,
            "ignored": config["ignored"],
            "alike": config["alike"],
            "books": self._names_of_books(),
            "names": href(TOP, CARDS.path),
            "offered": self._offered(),
            "live": {"url": href(TOP, LIVE_TABLE), "title": locale["live_title"]},
            "ask": {"url": f"{href(TOP, LIVE_TABLE)}#q=", "title": locale["search_ask"], "under": locale["live_title"]},
            "entries": [self._row(url, entry) for url, entry in self.entries.items()],
            "queries": list(self._queries()),
            "position": position_tables(self.context),
        }
        written = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
        return f"{INDEX_VARIABLE} = {written.translate({0x2028: None, 0x2029: None})}\n"

    def _queries(self) -> Iterator[Mapping[str, Any]]:
        """Yield the words of what readers ask, with the numbers of the entries that answer it, where any does."""
        ignored = {*self.config["ignored"]}
        numbers = {url: number for number, url in enumerate(self.entries)}
        for group in site_table("queries")["queries"]:
            pages = [numbers[url] for page in group["pages"] if (url := href(TOP, f"{page}.md")) in numbers]
            asked = " ".join(query for language in LANGUAGES for query in group.get(language, ())).casefold()
            if pages:
                yield {"pages": pages, "words": " ".join(sorted({*WORD.findall(asked)} - ignored))}

    def _row(self, url: str, entry: SearchEntry) -> dict[str, Any]:
        """Return an entry as the script has it, without what is empty, and without words by which nothing is found."""
        ignored = {*self.config["ignored"]}
        declared = "" if entry.anchor else self.config["words"].get(entry.path.removesuffix(".md"), "")
        asked = " ".join(word for word in f"{declared} {entry.asked}".split() if word.casefold() not in ignored)
        weight = round(entry.weight, 3) if entry.weight != 1 else None
        elsewhere = {*WORD.findall(f"{asked} {entry.title} {entry.text}".casefold())} | ignored
        others = " ".join(word for word in WORD.findall(entry.words.casefold()) if word not in elsewhere)
        row = {"url": url, **asdict(replace(entry, path="", anchor="", words=others)), "asked": asked, "weight": weight}
        plain = {key: " ".join(value.split()) if isinstance(value, str) else value for key, value in row.items()}
        shown = {key: STRAIGHT_APOSTROPHE.sub("’", plain[key]) for key in ("title", "text", "under", "mark")}
        return {key: value for key, value in (plain | shown).items() if value}

    # --- the entries of the rules ------------------------------------------------------------------

    def _of_rules(self) -> Iterator[SearchEntry]:
        """Yield the entries, of which no two have the same address."""
        parts = self.context.parts
        for text in (*self.context.standalone, *parts):
            yield self._text(text, text in parts)
            for versions in clause_versions(text):
                yield self._clause(versions, text in parts)
        yield from self._situations()
        yield from self._questions()
        for file in self.context.scenario_files:
            yield from self._scenarios(file)
        yield from self._tables()
        yield from self._terms()
        yield from map(self._difference, self.context.rulebook.declarations)

    def _text(self, text: Text, included: bool) -> SearchEntry:
        locale = self.context.locale
        numbered = [clause for clause in text.clauses if clause.number[:1].isdigit() and not text.retells]
        books = self._books(text)
        today = sorted({clause.number.partition(".")[0] for clause in numbered if clause.until is None})
        former = sorted({number for number, _ in text.numbered} - {*today}) if numbered else ()
        return SearchEntry(
            text_page(text.id),
            text.titles.get(locale.language),
            text=effective(text, locale),
            under=locale["site_parts"] if included else locale["site_texts"],
            numbers=tuple(today),
            former=tuple(former),
            words=_joined(text.id, self._translated(text.titles), *self.config["books"].get(text.id, ())),
            books=books,
            weight=Weight.TEXT * (Weight.ELSEWHERE if text.retells else (1 if included else 2) * self._share(books)),
        )

    def _clause(self, versions: ClauseVersions, included: bool) -> SearchEntry:
        context, text, clause = self.context, versions.text, versions.records[-1]
        language, locale = context.language, context.locale
        gone = versions.at(None) is None
        bore = [
            n for record in versions.records for n in (*(n for n, _ in former_numbers(text, record)), record.number)
        ]
        by_number = clause.number[:1].isdigit()
        today = (clause.number,) if by_number and not gone else ()
        mark = text.titles.get(language) if text.retells else ""
        books = self._books(text)
        if gone and clause.until is not None:
            mark = locale.dated("search_removed", clause.until)
        name, names = clause.name(language), self.cards.get(f"{text.id}/{versions.slug}", ())
        return SearchEntry(
            clause_page(text.id, versions.slug),
            f"{versions.number} {name}".rstrip() if by_number else name[:1].upper() + name[1:] or clause.number,
            text=clause.words(language),
            under="" if mark == text.titles.get(language) else text.titles.get(language),
            mark=mark,
            books=books,
            numbers=today,
            former=tuple(n for n in dict.fromkeys(reversed(bore)) if n not in today and n[:1].isdigit()),
            words=_joined(text.id, clause.slug, *(clause.name(other.language) for other in self.foreign)),
            named=tuple(names),
            weight=(Weight.INCLUDED if included else Weight.CLAUSE)
            * (Weight.ELSEWHERE if mark else self._share(books)),
        )

    def _situations(self) -> Iterator[SearchEntry]:
        locale = self.context.locale
        for _, scenario, outcomes in situations(self.context):
            books = self._books(self.context.rulebook.texts[outcomes[0].text])
            others = (situation_title(scenario, other.language) for other in self.foreign)
            yield SearchEntry(
                situation_path(scenario),
                situation_title(scenario, locale.language),
                text=situation_ruling(scenario, locale.language),
                under=self._within("site_situations", books),
                words=_joined(*others, *(scenario.title(other.language) for other in self.foreign)),
                books=books,
                weight=Weight.SITUATION * self._share(books),
            )

    def _offered(self) -> Sequence[str]:
        """Return where that leads which is offered before anything is asked: of each topic the first situations."""
        by_topic = by_key(
            (topic, href(TOP, situation_path(scenario))) for topic, scenario in situations_of_start(self.context)
        )
        return [each for topic in by_topic.values() for each in topic[:OFFERED_OF_TOPIC]]

    def _questions(self) -> Iterator[SearchEntry]:
        context, titles = self.context, self.context.start.questions
        phrasings = context.rulebook.phrasings
        worded = phrasings.questions if phrasings is not None else ()
        wordings = by_key((phrasing.id, SYNTAX.sub(" ", phrasing.words)) for phrasing in worded)
        for predicate in context.vocabulary.questions.values():
            ruling, official, books = self._ruling(predicate)
            seen = needs_no_rule(predicate, context.engine, context.standalone)
            also = titles.get(predicate.id, Words())
            translated = (of_anyone(predicate, other) for other in self.foreign)
            yield SearchEntry(
                question_page(predicate.id),
                of_anyone(predicate, context.locale),
                text=context.locale["ruling_seen"] if seen else ruling,
                under=self._within("site_questions", books),
                mark="" if official or seen else self._unsaid(predicate),
                words=_joined(*also, *translated, *wordings.get(predicate.id, ())),
                books=books,
                weight=(Weight.COMMON if is_common(predicate) else Weight.QUESTION)
                * (self._share(books) if official else Weight.OPEN),
            )

    def _unsaid(self, predicate: Predicate) -> str:
        """Return that no official text here decides a question, or what decides it."""
        place = predicate.elsewhere.own(self.context.language)
        return (
            self.context.locale["search_elsewhere"].format(place=place)
            if place
            else self.context.locale["search_unsaid"]
        )

    def _ruling(self, predicate: Predicate) -> tuple[str, bool, tuple[str, ...]]:
        """Return how a question is ruled, in short and as its page says, whether officially, and of what books."""
        context, start = self.context, self.context.start.text
        decided = {text: concluding(context.engine, text.id, predicate.id) for text in context.standalone}
        official = {text.id: clauses for text, clauses in decided.items() if clauses and not text.retells}
        by_text = official or {text.id: clauses for text, clauses in decided.items() if clauses}
        books = () if start is None or start.id in by_text else tuple(by_text)
        _, ruled = todays_ruling(context, TOP, predicate)
        words = [clause.words(context.language) for clauses in by_text.values() for clause in clauses]
        summary = ruled.summary(predicate.ask, context.language) if ruled is not None else next(iter(words), "")
        return summary, bool(official), books

    def _books(self, text: Text) -> tuple[str, ...]:
        """Return the rulebooks that a text is, or is a part of, where that of the start page is none of them."""
        start, standalone = self.context.start.text, self.context.standalone
        if text.retells or text in standalone:
            return () if start in (text, None) and not text.retells else (text.id,)
        within = [book.id for book in standalone if any(inclusion.text == text.id for inclusion in book.includes)]
        return () if start is None or start.id in within else tuple(within)

    def _within(self, section: str, books: tuple[str, ...]) -> str:
        """Return the title of a section with those of the rulebooks that something is about, if not of today's."""
        titles = (self.context.rulebook.texts[book].titles.get(self.context.language) for book in books)
        return " · ".join((self.context.locale[section], *titles))

    @staticmethod
    def _share(books: tuple[str, ...]) -> float:
        return Weight.VARIANT if books else 1

    def _names_of_books(self) -> Mapping[str, Sequence[str]]:
        """Return how readers call each rulebook but that of the start page: by phrases of whole words."""
        config, start = self.config["books"], self.context.start.text
        return {
            text.id: (*config.get(text.id, ()), *dict.fromkeys(text.titles.get(language) for language in LANGUAGES))
            for text in self.context.standalone
            if text != start
        }

    def _scenarios(self, file: ScenarioFile) -> Iterator[SearchEntry]:
        context, locale = self.context, self.context.locale
        yield SearchEntry(file.path, file.title, under=locale["site_scenarios"], weight=Weight.SCENARIO)
        for scenario, _ in file.named:
            outcomes = context.by_scenario.get(scenario.name, ())
            texts = [context.rulebook.texts[id] for id, _ in scenario.texts if id in context.rulebook.texts]
            mark, books = "", tuple[str, ...]()
            if texts and not any(text in (self.context.start.text, None) for text in texts):
                books = self._books(texts[0])
            if scenario.on is not None:
                mark = locale.dated("search_dated", scenario.on)
            elif texts and all(text.retells for text in texts):
                mark = texts[0].titles.get(context.language)
            question = ""
            if outcomes and not mark:
                query = outcomes[0].expectation.query
                predicate = context.vocabulary.predicates[query.ask]
                answer = context.answer_words(predicate, outcomes[0].answer)
                question = f"{context.question_words(predicate, query.of, {})} {answer}"
            title, under = scenario.title(context.language), f"{locale['site_scenarios']}: {file.title}"
            weight = Weight.SCENARIO * (Weight.ELSEWHERE if mark else self._share(books))
            anchor = short_anchor(scenario.name)
            yield SearchEntry(file.path, title, anchor, question, under, mark, books, weight=weight)

    def _tables(self) -> Iterator[SearchEntry]:
        context, locale = self.context, self.context.locale
        for shape, by_seats in seatings(context).items():
            teams = len(shape.sizes)
            sizes = {"teams": teams, "size": shape.sizes[-1], "players": sum(shape.sizes)}
            yield SearchEntry(
                table_page(shape),
                size_title(context, by_seats),
                under=locale["tables_title"],
                asked=_joined(*(each["search_sizes"].format(**sizes) for each in (locale, *self.foreign))),
                weight=Weight.TABLE / teams,
            )

    def _terms(self) -> Iterator[SearchEntry]:
        """Yield what the glossary defines, then the roles and options that it only lists."""
        vocabulary, locale, taken = self.context.vocabulary, self.context.locale, set[str]()
        listed = [(role.id, role.names[0], Words()) for role in vocabulary.roles.values()]
        listed += [(option.id, option.names, Words()) for option in vocabulary.options.values()]
        defined = [(term.id, term.names, term.definition) for term in vocabulary.terms.values()]
        for id, names, definition in (*defined, *(each for each in listed if each[0] not in vocabulary.terms)):
            yield SearchEntry(
                GLOSSARY.path,
                names.get(locale.language),
                slugify(id, taken),
                definition.get(locale.language),
                locale["site_glossary"],
                words=self._translated(names),
                weight=Weight.TERM,
            )

    def _difference(self, finding: AcceptedFinding) -> SearchEntry:
        context, texts = self.context, self.context.rulebook.texts
        sides = [side.text for side in finding.texts]
        asked = [context.vocabulary.predicates[ask] for ask in finding.asks if ask in context.vocabulary.predicates]
        titles = " – ".join(texts[id].titles.get(context.language) for id in sides if id in texts)
        return SearchEntry(
            pair_page(*sides[:2]) if len(sides) > 1 else DIFFERENCES.path,
            of_anyone(asked[0], context.locale) if asked and asked[0].is_question else titles,
            finding.slug,
            finding.words.get(context.language),
            context.locale["site_differences"],
            titles,
            (sides[0],),
            weight=Weight.DIFFERENCE * Weight.ELSEWHERE,
        )

    def _translated(self, words: Words) -> str:
        return _joined(*(words.get(other.language) for other in self.foreign))


def position_tables(context: SiteContext) -> Mapping[str, object] | None:
    """Return by what words a position is read from a query, and the tables that it can be about.

    There is nothing where no text allows a table.
    """
    texts = [text.id for text in (context.start.text, *context.standalone) if text is not None]
    seatings = ((text, list(example_seatings(context.engine, text).values())) for text in texts)
    text, tables = next((each for each in seatings if each[1]), ("", ()))
    if not tables:
        return None
    config, questions, locale = site_table("search")["position"], context.vocabulary.questions, context.locale
    return {
        "url": href(TOP, LIVE_TABLE),
        "text": text,
        "seatings": tables,
        "title": locale["search_live"],
        "under": locale["live_title"],
        "left": (locale["live_left"], locale["live_left_together"]),
        "leaving": (locale["live_leaving"], locale["live_leaving_together"]),
        "words": config["words"],
        "asks": [
            {
                "ask": entry["ask"],
                "letters": [letter for letter, _ in questions[entry["ask"]].parameters],
                "phrase": questions[entry["ask"]].ask.get(locale.language),
                "words": entry["words"],
            }
            for entry in config["asks"]
            if entry["ask"] in questions
        ],
    }


def _headings(section: AnchorLink) -> Iterator[tuple[str, str]]:
    """Yield the anchors and the titles of a section of a table of contents and of those in it."""
    yield section.id, html.unescape(section.title)
    for inner in section.children:
        yield from _headings(inner)


def _joined(*words: str) -> str:
    """Return words in the order of their first appearance, each once."""
    return " ".join(dict.fromkeys(" ".join(words).split()))
