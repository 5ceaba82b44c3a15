"""Lasting addresses: every clause by its slug, by its number, and by the numbers that it bore before.

A clause has a page of its own, named by its text and slug, and stands on its text's page too, under the same slug. The
pages that lead from numbers to it are made in :mod:`emperor_rules.site.pages.texts`.
"""

from __future__ import annotations

import itertools
import re
import string
import unicodedata
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, groupby

from emperor_rules.check.history.versions import ClauseVersions, clause_versions
from emperor_rules.messages import LANGUAGES
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Clause, Reference, Text, in_force
from emperor_rules.resolve.resolver import number_on
from emperor_rules.site.page import Link, href, shorten
from emperor_rules.source import Span

#: The path of the live table.
LIVE_TABLE = "table/index.md"
#: The path of the list of cheat sheets.
CHEAT_SHEETS = "cheat-sheets/index.md"
#: A tooltip shows no more of a clause than this.
LONGEST_TITLE = 160
#: Folders of the site that are not those of a text's clauses: of pages, and all (a test compares them with a site).
PAGE_FOLDERS = {
    *("cheat-sheets", "contributing", "differences", "questions", "scenarios", "situations", "table", "tables", "texts")
}
TAKEN_FOLDERS = frozenset({*PAGE_FOLDERS, *LANGUAGES[1:], "assets", "packs", "search"})


def text_page(id: str) -> str:
    """Return the path of a text's page."""
    return f"texts/{id}.md"


def clause_folder(text: str) -> str:
    """Return the folder in which the clauses of a text have their pages, and their numbers lead there."""
    return f"text-{text}" if "." in text or text.casefold() in TAKEN_FOLDERS else text


def is_about(path: str, text: str) -> bool:
    """Return whether a page is that of a text, or of one of its clauses."""
    return path == text_page(text) or path.startswith(f"{clause_folder(text)}/")


def clause_page(text: str, slug: str) -> str:
    """Return the path of a clause's page."""
    return f"{clause_folder(text)}/{slug}.md"


def question_page(ask: str) -> str:
    """Return the path of a question's page."""
    return f"questions/{ask}.md"


def cheat_sheet_page(shape: str) -> str:
    """Return the path of the cheat sheet of tables of a shape, by the address of the shape."""
    return f"cheat-sheets/{shape}.md"


def pair_page(first: str, second: str) -> str:
    """Return the path of the page that compares two related texts."""
    return f"differences/{first}-and-{second}.md"


def former_numbers(text: Text, clause: Clause) -> tuple[tuple[str, str], ...]:
    """Return the numbers that a clause bore, each with the date since which it did; none when there was only one."""
    dates = sorted({*text.editions, *(d for _, d in text.numbered), *(d for _, d in clause.numbers)})
    standing = (date for date in dates if in_force(clause.since, clause.until, date))
    runs = groupby(standing, lambda date: number_on(text, clause, date))
    numbers = tuple((number, next(since)) for number, since in runs)
    return numbers if len(numbers) > 1 else ()


def slugify(name: str, taken: set[str]) -> str:
    """Return an anchor made of a name, unlike those taken already, and add it to them."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    base = re.sub(r"[^a-z0-9]+", "-", plain).strip("-") or "n"
    return _take(base, taken)


def short_anchor(name: str) -> str:
    """Return an anchor of six characters for a name: a search index has many of them."""
    number, digits = zlib.crc32(name.encode()), ""
    for _ in range(5):
        number, digit = divmod(number, 36)
        digits += string.digits[digit] if digit < 10 else string.ascii_lowercase[digit - 10]
    return f"s{digits}"


def _take(name: str, taken: set[str]) -> str:
    numbered = (f"{name}-{number}" for number in itertools.count(2))
    anchor = next(anchor for anchor in chain((name,), numbered) if anchor not in taken)
    taken.add(anchor)
    return anchor


@dataclass
class NumberHolders:
    """The clauses that bore one number: today, and in each edition, in the order of the editions."""

    today: ClauseVersions | None = None
    dated: dict[str, ClauseVersions] = field(default_factory=dict)

    @property
    def former(self) -> tuple[ClauseVersions, ...]:
        """Those that bore it in an edition, each once, the last first."""
        return tuple({versions.slug: versions for versions in reversed(self.dated.values())}.values())

    @property
    def meant(self) -> tuple[ClauseVersions, ...]:
        """Those whom the number alone means: the one that bears it today, else all that ever did."""
        return (self.today,) if self.today is not None else self.former

    def dates(self, slug: str) -> tuple[str, ...]:
        """Return the editions in which a clause bore the number."""
        return tuple(date for date, versions in self.dated.items() if versions.slug == slug)


def number_holders(text: Text) -> dict[str, NumberHolders]:
    """Return for every number that a clause of a text ever bore the clauses that bore it."""
    holders: dict[str, NumberHolders] = {}
    clauses = clause_versions(text)
    for versions in clauses:
        if versions.at(None) is not None:
            holders.setdefault(versions.number, NumberHolders()).today = versions
        for date in text.editions if len(text.editions) > 1 else ():
            version = versions.at(date)
            if version is not None:
                holders.setdefault(version.number, NumberHolders()).dated[date] = versions
    for versions in clauses:  # a clause of the past may bear a number that no edition of it had
        holders.setdefault(versions.number, NumberHolders(versions))
    return {number: NumberHolders(each.today, dict(sorted(each.dated.items()))) for number, each in holders.items()}


@dataclass
class Permalinks:
    """Links in one language, and the anchors of all clauses: one by slug, to which they lead, and all others."""

    rulebook: Rulebook
    language: str
    anchors: dict[Span, str] = field(default_factory=dict)
    others: dict[Span, tuple[str, ...]] = field(default_factory=dict)
    by_number: dict[tuple[str, str], Clause] = field(default_factory=dict)

    #: Anchors that a text's page gives to its own headings.
    RESERVED = frozenset({"overview", "tables"})

    def __post_init__(self) -> None:
        """Assign every clause its anchors; where several wordings of one slug exist, the newest has the plain one."""
        for text in self.rulebook.texts.values():
            taken = set(self.RESERVED)
            newest_first = sorted(text.clauses, key=lambda c: (c.until is None, c.since or ""), reverse=True)
            for clause in newest_first:
                anchor = (
                    clause.slug if clause.slug not in taken else f"{clause.slug}@{clause.since or clause.until or ''}"
                )
                self.anchors[clause.span] = _take(anchor, taken)
                self.by_number.setdefault((text.id, clause.number), clause)
            for clause in newest_first:
                former = (f"{number}@{date}" for number, date in former_numbers(text, clause))
                self.others[clause.span] = tuple(a for a in (clause.number, *former) if a not in taken)
                taken.update(self.others[clause.span])

    def to_clause(self, path: str, clause: Clause, label: str = "", note: str = "") -> Link:
        """Return a link to a clause from the page ``path``; on pages of its own text without the text."""
        name = label or (clause.label(self.language) if is_about(path, clause.text) else self.cite(clause))
        title = shorten(clause.words(self.language), LONGEST_TITLE)
        if path == text_page(clause.text):
            return Link(href(path, path, self.anchors[clause.span]), name, title, note)
        return Link(href(path, clause_page(clause.text, clause.slug)), name, title, note)

    def cite(self, clause: Clause, number: str = "") -> str:
        """Return a clause as people cite it, under a ``number`` that it bore or under its newest.

        The number alone suffices where no other text has it, except those that retell this one. Others are named too.
        """
        label = number or clause.label(self.language)
        text = self.rulebook.texts[clause.text]
        if label[:1].isdigit() and not text.retells and len(self._originals.get(clause.number, ())) < 2:
            return label
        return f"{label} ({text.titles.get(self.language)})"

    @cached_property
    def _originals(self) -> Mapping[str, frozenset[str]]:
        """The texts by the numbers of their clauses, without those that retell others."""
        texts: dict[str, set[str]] = {}
        for text in self.rulebook.texts.values():
            for clause in text.clauses if not text.retells else ():
                texts.setdefault(clause.number, set()).add(text.id)
        return {number: frozenset(ids) for number, ids in texts.items()}

    @cached_property
    def holders(self) -> Mapping[str, Mapping[str, NumberHolders]]:
        """For each text and number the clauses that bear it or bore it."""
        return {text.id: number_holders(text) for text in self.rulebook.texts.values()}

    def to_text(self, path: str, id: str, note: str = "") -> Link:
        """Return a link to a text's page from the page ``path``; to the start where there is no such text."""
        text = self.rulebook.texts.get(id)
        if text is None:
            return Link(href(path, "index.md"), id, "", note)
        return Link(href(path, text_page(id)), text.titles.get(self.language), "", note)

    def to_reference(self, path: str, reference: Reference, part: str) -> Link:
        """Return a link to what a rule file names: a clause, a part of it, or a whole text (in doubt its text)."""
        clause = self.by_number.get((reference.text, reference.number or ""))
        if clause is not None:
            return self.to_clause(path, clause, note=part.format(part=reference.part) if reference.part else "")
        id = reference.number if reference.number in self.rulebook.texts else reference.text
        return self.to_text(path, str(id))
