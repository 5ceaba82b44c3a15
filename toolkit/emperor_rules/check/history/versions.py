"""The editions of a clause: what it said from each date on, and under which number.

A clause is known by its slug, which it keeps through all renumberings. A text may hold it in several records, one after
the other in time; at any date at most one of them is in force.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from emperor_rules.diagnostics import did_you_mean, nearest
from emperor_rules.model.texts import Clause, Sentence, Text, Wording, in_force
from emperor_rules.model.vocabulary import Words
from emperor_rules.resolve.resolver import number_on

LANGUAGES = ("en", "it")


class UnknownClauseError(Exception):
    """A name that means no clause, or several; the message says which are near."""


@dataclass(frozen=True, slots=True)
class ClauseVersion:
    """A clause as it stood on a date: without dates of its own, and with the number of that date.

    ``record`` is the clause as its file has it.
    """

    clause: Clause
    number: str
    record: Clause

    @property
    def words(self) -> Words:
        """Give the plain words of that date."""
        return Words(*(self.clause.words(language) for language in LANGUAGES))

    @property
    def meaning(self) -> tuple[object, ...]:
        """Give what the clause concludes and overrides; equal meanings mean that nothing computed differs."""
        named = sorted((r.text, r.number or "", r.part or "") for r in self.clause.overrides)
        return tuple(sorted(map(repr, map(sense, self.clause.sentences)))), tuple(named)


@dataclass(frozen=True)
class ClauseVersions:
    """A clause of a text through all its editions."""

    text: Text
    slug: str
    records: tuple[Clause, ...]

    @property
    def number(self) -> str:
        """Give its newest number."""
        return self.records[-1].number

    @property
    def id(self) -> str:
        """``text:number`` by the newest number."""
        return f"{self.text.id}:{self.number}"

    @property
    def title(self) -> str:
        """Name it by text, newest number and slug."""
        return self.id if self.slug == self.number else f"{self.id} {self.slug}"

    def at(self, on: str | None) -> ClauseVersion | None:
        """Give the clause as it stood on a date (``None``: today), ``None`` where it was not there."""
        on = on if len(self.text.editions) > 1 else None
        for record in self.records:
            if in_force(record.since, record.until, on):
                standing = (s for s in record.sentences if in_force(s.since, s.until, on))
                clause = replace(
                    record,
                    since=None,
                    until=None,
                    sentences=tuple(replace(s, since=None, until=None) for s in standing),
                    wordings=tuple(Wording(language, record.words(language, on)) for language in LANGUAGES),
                )
                return ClauseVersion(clause, number_on(self.text, record, on), record)
        return None

    def numbers(self) -> Mapping[str, tuple[str, ...]]:
        """Give every number that it ever bore, with the dates from which it bore it."""
        found: dict[str, list[str]] = {}
        for record in self.records:
            sinces = {since for _, since in (*self.text.numbered, *record.numbers)} | {record.since or ""}
            for since in sorted(sinces):
                if since and in_force(record.since, record.until, since):
                    found.setdefault(number_on(self.text, record, since), []).append(since)
            found.setdefault(record.number, [])
        return {number: tuple(dates) for number, dates in found.items()}


def sense(sentence: Sentence) -> tuple[object, ...]:
    """Give what a sentence says, without its dates and its place in the file."""
    return (
        sentence.kind,
        sentence.relation,
        sentence.letters,
        sentence.guards,
        sentence.positive,
        sentence.expression,
        sentence.part,
        sentence.place,
        sentence.place_key,
    )


def clause_versions(text: Text) -> tuple[ClauseVersions, ...]:
    """Give the clauses of a text, each with its records in order of time, in the order of the file."""
    by_slug: dict[str, list[Clause]] = {}
    for clause in text.clauses:
        by_slug.setdefault(clause.slug, []).append(clause)
    return tuple(
        ClauseVersions(text, slug, tuple(sorted(many, key=lambda c: c.since or ""))) for slug, many in by_slug.items()
    )


def wording_dates(text: Text) -> tuple[str | None, ...]:
    """Give the dates on which anything of a text itself changes, in order.

    The first is that of its first wording. A text with a single wording has one date, ``None`` if it names none.
    """
    if len(text.editions) < 2:
        return text.editions or (None,)
    dates: set[str | None] = {*text.editions, *(since for _, since in text.numbered)}
    for clause in text.clauses:
        dates.update((clause.since, clause.until))
        dates.update(date for one in clause.sentences for date in (one.since, one.until))
        dates.update(date for one in clause.wordings for date in (one.since, one.until))
        dates.update(since for _, since in clause.numbers)
    return tuple(sorted(date for date in dates if date is not None and date >= text.editions[0]))


def exchanged(lineage: ClauseVersions, state: ClauseVersion | None) -> Text:
    """Give a text in which a clause always stands as it stood in one state, or never; all else is as it was."""
    clauses: list[Clause] = []
    for clause in lineage.text.clauses:
        if clause.slug != lineage.slug:
            clauses.append(clause)
        elif clause is lineage.records[-1] and state is not None:
            clauses.append(state.clause)
    return replace(lineage.text, clauses=tuple(clauses))


def touched(before: ClauseVersion | None, after: ClauseVersion | None) -> frozenset[str]:
    """Name the relations about which two states conclude differently; the empty name stands for a principle."""
    overrides = [state.meaning[1] if state is not None else () for state in (before, after)]
    one, other = (
        {repr(sense(s)): s.relation for s in (state.clause.sentences if state else ())} for state in (before, after)
    )
    if overrides[0] != overrides[1]:
        return frozenset({*one.values(), *other.values()})
    return frozenset(
        relation for some, rest in ((one, other), (other, one)) for key, relation in some.items() if key not in rest
    )


# --- finding a clause by any of its names -----------------------------------------------------------


def find_clause(texts: Mapping[str, Text], text: str | None, name: str) -> tuple[ClauseVersions, tuple[str, ...]]:
    """Find a clause by its number, slug, or a number that it once bore, in one text or in all of them.

    A present name goes before a past one. Also gives sentences about other clauses that once bore the name. Raises
    :class:`UnknownClauseError` where the name means no clause or several.
    """
    among = [line for id, one in texts.items() if text in (None, id) for line in clause_versions(one)]
    named = [line for line in among if name in {line.slug, *(record.number for record in line.records)}]
    today = [line for line in named if line.at(None) is not None] or named
    once = [line for line in among if line not in named and name in line.numbers()]
    found = today or once
    if len(found) == 1:
        return found[0], tuple(_said(line, name) for line in once if today and line.text is found[0].text)
    if found:
        meant = " or ".join(_said(line, name) for line in found)
        near = name if len({line.text.id for line in found}) == len(found) else found[0].slug
        raise UnknownClauseError(f"“{name}” may mean {meant}. {did_you_mean(f'{found[0].text.id}:{near}')}")
    known = {n: f"{line.text.id}:{n}" for line in among for n in (line.slug, *line.numbers())}
    if text is None:
        known.update((id, id) for id in texts)
    guess = nearest(name, known)
    where = f"{text} has no clause" if text is not None else "there is no text or clause"
    others = f"Texts: {', '.join(texts)}." if text is None else f"Its clauses: {_some(among)}."
    raise UnknownClauseError(f"{where} “{name}”. " + (did_you_mean(known[guess]) if guess else others))


def _said(line: ClauseVersions, name: str) -> str:
    dates = line.numbers().get(name) if name != line.number else None
    return line.title + (f" ({name} from {dates[0]})" if dates else "")


def _some(among: list[ClauseVersions]) -> str:
    names = [line.number for line in among]
    return ", ".join(names[:12]) + (", …" if len(names) > 12 else "")
