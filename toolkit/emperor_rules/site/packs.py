"""What readers keep for reading without a network, part by part: the game of the start page, each other one, the guide.

Each rulebook has a pack of its own. Which pages belong to it follows from what they are about, and from what rulebooks
include. What is not about other rulebooks alone comes with that of the start page, as do the live table and the search,
which know all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from emperor_rules.groups import by_key
from emperor_rules.model.texts import included_texts
from emperor_rules.site.context import SiteContext
from emperor_rules.site.pages.scenarios import COVERAGE, SCENARIOS
from emperor_rules.site.pages.situations import situation_path, situations
from emperor_rules.site.pages.tables import seatings, table_page
from emperor_rules.site.pages.texts import EDITIONS
from emperor_rules.site.permalinks import clause_folder, pair_page, question_page, text_page
from emperor_rules.site.texts import concluding

#: The guide for contributors: the folder of its pages, which names the pack, and the prefix of their addresses.
GUIDE, GUIDE_FOLDER = "contributing", "contributing/"
#: The pack of the page that says what each edition of the official rules changed.
HISTORY = "editions"


@dataclass(frozen=True, slots=True)
class PagePack:
    """Pages that are kept together, beside those that every reader keeps.

    ``paths`` are files below the folder of the language, and folders, which end in a slash.
    """

    id: str
    title: str
    paths: tuple[str, ...]

    def has(self, path: str) -> bool:
        """Return whether a file below the folder of the language belongs to it."""
        return any(path.startswith(own) if own.endswith("/") else path == own for own in self.paths)


def page_packs(context: SiteContext) -> tuple[PagePack, ...]:
    """Return the packs beside the first: those of rulebooks in their order, what editions changed, and the guide.

    The list of all scenarios, which contributors read, and what they cover come with the guide.
    """
    paths = by_key((book, path) for path, books in _pages(context) for book in books)
    texts = (text for text in context.standalone if text.id in paths)
    packs = [PagePack(text.id, text.titles.get(context.language), tuple(paths[text.id])) for text in texts]
    history = PagePack(HISTORY, context.locale["site_editions"], (_html(EDITIONS.path),))
    guide = (GUIDE_FOLDER, _html(COVERAGE.path), _html(SCENARIOS.path))
    return (*packs, history, PagePack(GUIDE, context.locale["site_contributing"], guide))


def _pages(context: SiteContext) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield what belongs to rulebooks other than that of the start page alone, with those."""
    texts, books = context.rulebook.texts, [text.id for text in context.standalone]
    first = next(iter(books), "")  # the one of the start page is the first of them
    having: dict[str, set[str]] = {id: set() for id in texts}
    for book in books:
        for included in included_texts(texts, book):
            having[included].add(book)

    def apart(about: Iterable[str]) -> frozenset[str]:
        owners = frozenset[str]().union(*(having[text] for text in about))
        return frozenset() if first in owners else owners

    for text in texts:
        yield _html(text_page(text)), apart([text])
        yield f"{clause_folder(text)}/", apart([text])
    for _, scenario, outcomes in situations(context):
        yield _html(situation_path(scenario)), apart(outcome.text for outcome in outcomes)
    for predicate in context.vocabulary.questions:
        deciding = [text.id for text in context.standalone if concluding(context.engine, text.id, predicate)]
        yield _html(question_page(predicate)), apart(deciding)
    for shape, by_seats in seatings(context).items():
        yield _html(table_page(shape)), apart(text.id for legal in by_seats.values() for text in legal)
    for file in context.scenario_files:
        asked = (outcome.text for scenario in file.scenarios for outcome in context.by_scenario.get(scenario.name, ()))
        yield _html(file.path), apart(asked)
    for _, comparison in context.checked.relations.comparisons if context.checked.relations is not None else ():
        sides = [side.text for side in comparison.sides]
        yield _html(pair_page(*sides)), frozenset().union(*(having[side] for side in sides)) - {first}


def _html(path: str) -> str:
    """Return the file of a page, by its path as a Markdown file."""
    return f"{path.removesuffix('.md')}.html"
