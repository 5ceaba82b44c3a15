"""What each row of the reader's tables is good for: taken out, it must change how some question is read.

``python -m tests.reader_rows`` takes out each phrasing, rewriting and entry of a list of words in turn, prints those that
change nothing, and then those of them that can go together. The questions are those in ``tests/data``, and those that a row
is there for: a phrasing with names in its places, or questions of the data with a word of theirs said as the row has it.
Left out are the words that are never empty, and what stands beside them: ``evaluate/test_words_of_questions.py`` puts these
into questions.
"""

from __future__ import annotations

import copy
import re
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from heapq import nlargest
from operator import itemgetter
from typing import Any, cast

from emperor_rules.errors import RequestError
from emperor_rules.messages import LANGUAGES, common_tables
from emperor_rules.model.phrasings import Phrasings
from emperor_rules.model.scenarios import TableRequest
from emperor_rules.questions.cases import Reading
from emperor_rules.questions.language import Language
from emperor_rules.questions.matcher import Matcher
from emperor_rules.questions.noun_phrases import NounPhrases
from emperor_rules.questions.patterns import Patterns
from emperor_rules.questions.reader import QuestionReader, reader_of
from emperor_rules.questions.tables import tables
from emperor_rules.resolve.cone import cone_of
from tests.support.paths import DATA
from tests.support.shipped import engine
from tests.support.tables import SIX

CORPORA = ("questions", "questions_of_others", "questions_fresh", "questions_ordinary", "questions_of_rows")
#: Tables whose rows other tests hold, and those of which every row is needed: months, numbers.
HELD = {"never_empty", "empty_in", "turning", "happened", "one_by_one", "months", "numbers"}
HELD |= {name for name in common_tables()["en"] if name.startswith("asks_")}
#: To be sure that a row is needed, so many questions are asked that have most of its words.
NEAREST = 24


@dataclass(frozen=True)
class Row:
    """A row: the file it stands in, the way to its table, and its place there."""

    file: str
    path: tuple[str | int, ...]
    words: str

    @property
    def language(self) -> str:
        """The language whose questions it is there for."""
        return str(self.path[0])


@cache
def corpus() -> tuple[tuple[str, str], ...]:
    """All questions of the data, each with its language."""
    asked: dict[tuple[str, str], None] = {}
    for name in CORPORA:
        data = tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))
        for part in [data] if {*LANGUAGES} <= data.keys() else data.values():
            asked |= {(id, entry["typed"]): None for id in LANGUAGES for entry in part[id]}
    return tuple(asked)


def rows() -> Iterator[Row]:
    """All rows of the shipped tables and phrasings."""
    phrasings = reader_of(engine()).matcher.phrasings
    for file, by_language in (("grammar", common_tables()), ("rules", phrasings.words)):
        for id, table in by_language.items():
            yield from (Row(file, (id, *path), words) for path, words in _entries(table) if path[0] not in HELD)
    for kind in ("questions", "circumstances"):
        for at, phrasing in enumerate(getattr(phrasings, kind)):
            yield Row(kind, (phrasing.language, at), f"{phrasing.id}: {phrasing.words}")


def _entries(table: Any) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """The entries of a table, each with the way to it and its words."""
    if isinstance(table, list):
        yield from (((at,), repr(entry) if isinstance(entry, list) else entry) for at, entry in enumerate(table))
    elif isinstance(table, dict):
        for key, inner in table.items():
            yield from (((key, *path), words) for path, words in _entries(inner))


class Reader:
    """The shipped reader, or what it is without some rows."""

    def __init__(self, without: Sequence[Row] = ()) -> None:
        shipped = reader_of(engine()).matcher
        phrasings = shipped.phrasings
        common, words = (copy.deepcopy(dict(tables)) for tables in (common_tables(), phrasings.words))
        for row in sorted(without, key=lambda row: row.path[-1] if isinstance(row.path[-1], int) else 0, reverse=True):
            if row.file in ("grammar", "rules"):
                table: Any = common if row.file == "grammar" else words
                for step in row.path[:-1]:
                    table = table[step]
                del table[row.path[-1]]
        left = {kind: {row.path[1] for row in without if row.file == kind} for kind in ("questions", "circumstances")}
        questions, circumstances = (
            tuple(one for at, one in enumerate(getattr(phrasings, kind)) if at not in gone)
            for kind, gone in left.items()
        )
        phrasings = replace(phrasings, words=words, questions=questions, circumstances=circumstances)
        changed = {row.language for row in without}
        self.reader = QuestionReader(engine(), _matcher(shipped, phrasings, common, changed))

    def readings(self, id: str, typed: str) -> list[Reading] | None:
        """What a question means at the table of six; ``None`` where it is refused."""
        try:
            return self.reader.read(typed, cast("TableRequest", {"text": "cr-809", "seats": SIX}), id)[0]
        except RequestError:
            return None


def _matcher(shipped: Matcher, phrasings: Phrasings, common: dict[str, Any], changed: set[str]) -> Matcher:
    """A matcher with other tables, of which those of the other languages are as they were."""
    matcher, composed = Matcher(shipped.vocabulary, phrasings), tables(phrasings.words, common)
    languages, nouns, patterns = dict(shipped.languages), dict(shipped.nouns), dict(shipped.patterns)
    for id in changed:
        languages[id] = Language(id, composed[id])
        nouns[id] = NounPhrases(languages[id], shipped.vocabulary)
        patterns[id] = Patterns(languages[id], nouns[id], shipped.vocabulary, phrasings, None)
    matcher.languages, matcher.nouns, matcher.patterns = languages, nouns, patterns
    return matcher


@cache
def as_shipped(id: str, typed: str) -> list[Reading] | None:
    return shipped().readings(id, typed)


@cache
def shipped() -> Reader:
    return Reader()


def _stems(words: str) -> set[str]:
    return {word[:4] for word in re.findall(r"[^\W_]{2,}", words.lower())}


@cache
def stemmed() -> list[tuple[tuple[str, str], set[str]]]:
    return [(one, _stems(one[1])) for one in corpus()]


def nearest(row: Row) -> list[tuple[str, str]]:
    """The questions that have most of a row's words."""
    words = _stems(row.words)
    alike = [(len(words & stems), one) for one, stems in stemmed() if one[0] == row.language]
    return [one for shared, one in nlargest(NEAREST, alike, key=itemgetter(0)) if shared]


#: What stands in a phrasing for somebody, in the order of the letters.
NAMES = ("A2", "B1", "A3", "B3")
_CHOICE = re.compile(r"\(([^()\[\]]*)\)|\[([^()\[\]]*)\]")
#: A table of words that are said for others, by how many questions its rows are tried in.
SAID_FOR, TRIED = ("words", "synonyms", "phrases"), 6


def own(row: Row) -> list[tuple[str, str]]:
    """The questions that a row is there for."""
    if row.file in ("questions", "circumstances"):
        return [(row.language, typed) for typed in _phrased(row)]
    if row.path[1] in SAID_FOR:
        read = str(row.path[2]) if isinstance(row.path[2], str) else ""
        return [(row.language, typed) for typed in _said_for(row.language, read, row.words)]
    if row.path[1] == "drop":
        base = {"en": "can A2 attack B1", "it": "A2 può attaccare B1"}[row.language]
        return [(row.language, typed) for typed in (f"{row.words} {base}?", f"{base} {row.words}?")]
    return []


def _wordings(template: str) -> Iterator[str]:
    """Wordings of a template: with the first option of each choice, the second, and so on."""
    for at in range(max((m.group().count("|") + 2 for m in _CHOICE.finditer(template)), default=1)):
        wording = template
        while choice := _CHOICE.search(wording):
            options = choice[1].split("|") if choice[1] is not None else [*choice[2].split("|"), ""]
            wording = f"{wording[: choice.start()]}{options[at % len(options)]}{wording[choice.end() :]}"
        yield " ".join(wording.split())


def _phrased(row: Row) -> Iterator[str]:
    phrasing = getattr(reader_of(engine()).matcher.phrasings, row.file)[row.path[1]]
    vocabulary = engine().rulebook.vocabulary
    predicate = vocabulary.questions.get(phrasing.id)
    sorts = dict(predicate.parameters) if predicate is not None else {"p": "player", "n": "number"}
    team = {"en": "team", "it": "squadra"}[phrasing.language]
    for wording in dict.fromkeys(_wordings(phrasing.words.lstrip("~ "))):
        names = iter(NAMES)
        bound: dict[str, str] = {}
        words = []
        for word in re.sub(r"\{[^{}]*=[^{}]*\}", "", wording).split():
            bare = word.strip("?,.")
            if bare.startswith("{"):
                said = " and ".join(next(names) for _ in bare.split("+"))
                said = said.replace(" and ", " e ") if phrasing.language == "it" else said
            elif bare in sorts:
                sort = sorts[bare]
                said = bound.setdefault(
                    bare, "2" if sort == "number" else f"{team} A" if sort == "team" else next(names)
                )
            else:
                said = bare
            words.append(word.replace(bare, said) if bare else word)
        said = " ".join(words)
        if predicate is not None:
            yield f"{said.rstrip('?')}?"
        else:
            for asked in _asks(phrasing.id, phrasing.language):
                yield f"{said}, {asked}?"


@cache
def _asks(id: str, language: str) -> list[str]:
    """Some questions to which a circumstance matters, in the words of the vocabulary."""
    vocabulary = engine().rulebook.vocabulary
    resolved = engine().program("cr-809", None).resolved
    reading = [
        predicate
        for predicate in vocabulary.questions.values()
        if id in ("left", "leaving") or id in cone_of(resolved, predicate.id).givens
    ]
    asked = []
    for predicate in reading[:3]:
        names = iter(("B3", "A1", "B2"))
        by_letter = {letter: "team B" if sort == "team" else next(names, "2") for letter, sort in predicate.parameters}
        words = predicate.ask.get(language).rstrip("?").split()
        asked.append(" ".join(by_letter.get(word, word) for word in words))
    return asked


def _said_for(language: str, read: str, said: str) -> list[str]:
    """Questions of the data with what is read for a row's words, and then with these in its place."""
    if not read:
        return [f"{said} {typed}" for id, typed in corpus() if id == language][:TRIED]
    word = re.compile(rf"(?<!\w){re.escape(read)}(?!\w)", re.IGNORECASE)
    return [word.sub(said, typed, count=1) for id, typed in corpus() if id == language and word.search(typed)][:TRIED]


def changes(reader: Reader, asked: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """The questions that a reader reads in another way than the shipped one."""
    return ((id, typed) for id, typed in asked if reader.readings(id, typed) != as_shipped(id, typed))


def idle(row: Row) -> bool:
    """Whether no question is read otherwise without a row."""
    reader = Reader([row])
    return not any(any(changes(reader, asked)) for asked in (own(row), nearest(row), corpus()))


def together(spare: Sequence[Row]) -> list[Row]:
    """Those of some rows that can go together; of several of which one must stay, the longer go."""
    going = sorted(spare, key=lambda row: -len(row.words))
    for id, typed in (*corpus(), *(one for row in spare for one in own(row))):
        while Reader(going).readings(id, typed) != as_shipped(id, typed):
            low, high = 0, len(going)  # without the first `high` the question is read otherwise
            while high - low > 1:
                middle = (low + high) // 2
                if Reader(going[:middle]).readings(id, typed) != as_shipped(id, typed):
                    high = middle
                else:
                    low = middle
            del going[high - 1]
    return going


if __name__ == "__main__":
    looked = [row for row in rows() if not sys.argv[1:] or row.file in sys.argv[1:]]
    spare = []
    for row in looked:
        if idle(row):
            spare.append(row)
            print(row.file, *row.path, row.words, sep="\t", flush=True)
    print(f"\n{len(spare)} of {len(looked)} rows change nothing; together can go:\n")
    for row in together(spare):
        print(row.file, *row.path, row.words, sep="\t", flush=True)
