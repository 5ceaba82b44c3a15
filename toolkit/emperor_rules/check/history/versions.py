"""The versions of a clause: its sentences, words and number from each date on.

A clause is identified by its slug, which it keeps through all renumberings. A text may have it in several records, of
which at most one is in force on any date.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from emperor_rules.diagnostics import did_you_mean, nearest
from emperor_rules.errors import UnknownClauseError
from emperor_rules.groups import by_key
from emperor_rules.messages import LANGUAGES, Message, Names, sentences
from emperor_rules.model.texts import Clause, Sentence, Text, Wording, in_force
from emperor_rules.model.vocabulary import Words
from emperor_rules.resolve.resolver import number_on
from emperor_rules.source import NOWHERE


@dataclass(frozen=True)
class ClauseVersion:
    """A clause as it stood on a date: without dates of its own, and with the number of that date.

    ``record`` is the clause as its file has it.
    """

    clause: Clause
    number: str
    record: Clause

    @property
    def words(self) -> Words:
        """The plain words of that date."""
        return self.clause.all_words

    @cached_property
    def meaning(self) -> tuple[object, ...]:
        """What the clause concludes and overrides; clauses with equal meanings give equal answers."""
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
        """Its newest number."""
        return self.records[-1].number

    @property
    def id(self) -> str:
        """``text:number`` by the newest number."""
        return f"{self.text.id}:{self.number}"

    @property
    def title(self) -> str:
        """Its text, newest number and slug."""
        return self.id if self.slug == self.number else f"{self.id} {self.slug}"

    def at(self, on: str | None) -> ClauseVersion | None:
        """Return the clause as it stood on a date (``None``: today), ``None`` where it was not there."""
        on = on if len(self.text.editions) > 1 else None
        for record in self.records:
            if in_force(record.since, record.until, on):
                standing = (s for s in record.sentences if in_force(s.since, s.until, on))
                sentences = tuple(replace(s, since=None, until=None) for s in standing)
                words = tuple(Wording(language, record.words(language, on)) for language in LANGUAGES)
                clause = replace(record, since=None, until=None, sentences=sentences, wordings=words)
                return ClauseVersion(clause, number_on(self.text, record, on), record)
        return None

    def numbers(self) -> Mapping[str, tuple[str, ...]]:
        """Return every number that the clause has had, with the dates from which it had it."""
        dates_by_number: dict[str, list[str]] = {}
        for record in self.records:
            sinces = {since for _, since in (*self.text.numbered, *record.numbers)} | {record.since or ""}
            for since in sorted(sinces):
                if since and in_force(record.since, record.until, since):
                    dates_by_number.setdefault(number_on(self.text, record, since), []).append(since)
            dates_by_number.setdefault(record.number, [])
        return {number: tuple(dates) for number, dates in dates_by_number.items()}


def sense(sentence: Sentence) -> Sentence:
    """Return the meaning of a sentence: all but its dates, its words and its place in the file."""
    return replace(sentence, since=None, until=None, span=NOWHERE, words=())


def clause_versions(text: Text) -> tuple[ClauseVersions, ...]:
    """Return the clauses of a text, each with its records in order of time, in the order of the file."""
    return tuple(
        ClauseVersions(text, slug, tuple(sorted(records, key=lambda c: c.since or "")))
        for slug, records in by_key((clause.slug, clause) for clause in text.clauses).items()
    )


def wording_dates(text: Text) -> tuple[str | None, ...]:
    """Return the dates on which anything of a text itself changes, in order.

    The first is that of its first wording. A text with a single wording has one date, ``None`` if it names none.
    """
    if len(text.editions) < 2:
        return text.editions or (None,)
    return tuple(date for date in text.dates() if date >= text.editions[0])


def substituted(versions: ClauseVersions, state: ClauseVersion | None) -> Text:
    """Return a text with one version of a clause in force on every date, or without it; all else is unchanged."""
    clauses: list[Clause] = []
    for clause in versions.text.clauses:
        if clause.slug != versions.slug:
            clauses.append(clause)
        elif clause is versions.records[-1] and state is not None:
            clauses.append(state.clause)
    return replace(versions.text, clauses=tuple(clauses))


def changed_predicates(before: ClauseVersion | None, after: ClauseVersion | None) -> frozenset[str]:
    """Return the predicates about which two versions conclude differently; the empty name stands for a principle."""
    overrides = [state.meaning[1] if state is not None else () for state in (before, after)]
    old, new = (
        {repr(sense(s)): s.predicate for s in (state.clause.sentences if state else ())} for state in (before, after)
    )
    if overrides[0] != overrides[1]:
        return frozenset({*old.values(), *new.values()})
    return frozenset(
        predicate for own, other in ((old, new), (new, old)) for key, predicate in own.items() if key not in other
    )


# --- a clause by any of its names -----------------------------------------------------------


def find_clause(texts: Mapping[str, Text], text: str | None, name: str) -> tuple[ClauseVersions, tuple[str, ...]]:
    """Return a clause by its number, slug or a past number, in one text or in all, and remarks.

    A present name has precedence over a past one; the remarks name other clauses that had the name in the past.

    Raises:
        UnknownClauseError: The name means no clause, or several.
    """
    searched = [v for id, written in texts.items() if text in (None, id) for v in clause_versions(written)]
    named = [v for v in searched if name in {v.slug, *(record.number for record in v.records)}]
    today = [versions for versions in named if versions.at(None) is not None] or named
    formerly_named = [versions for versions in searched if versions not in named and name in versions.numbers()]
    candidates = today or formerly_named
    if len(candidates) == 1:
        return candidates[0], tuple(
            _title_with_past_number(versions, name)
            for versions in formerly_named
            if today and versions.text is candidates[0].text
        )
    if candidates:
        meant = Names((_title_with_past_number(versions, name) for versions in candidates), last=Message("or"))
        near = name if len({versions.text.id for versions in candidates}) == len(candidates) else candidates[0].slug
        raise UnknownClauseError(
            sentences(
                Message("“{name}” may mean {clauses}.", name=name, clauses=meant),
                did_you_mean(f"{candidates[0].text.id}:{near}"),
            )
        )
    names = {past_name: f"{v.text.id}:{past_name}" for v in searched for past_name in (v.slug, *v.numbers())}
    if text is None:
        names.update((id, id) for id in texts)
    section = name.partition(".")[0]
    likely = {other_name for other_name in names if not section.isdecimal() or other_name.partition(".")[0] == section}
    guess = nearest(name, likely)
    message = Message("there is no text or clause “{name}”.", name=name)
    others = Message("Texts: {texts}.", texts=", ".join(texts))
    if text is not None:
        numbers = [versions.number for versions in searched]
        message = Message("{text} has no clause “{name}”.", text=text, name=name)
        clauses = ", ".join(numbers[:12]) + (", …" if len(numbers) > 12 else "")
        others = Message("Its clauses: {clauses}.", clauses=clauses)
        for other in texts.values():
            if any(clause.number == name for clause in other.clauses):
                raise UnknownClauseError(sentences(message, did_you_mean(f"{other.id}:{name}")))
    raise UnknownClauseError(sentences(message, did_you_mean(names[guess]) if guess else others))


def _title_with_past_number(versions: ClauseVersions, name: str) -> str:
    dates = versions.numbers().get(name) if name != versions.number else None
    if not dates:
        return versions.title
    return Message("{clause} ({number} from {date})", clause=versions.title, number=name, date=dates[0])
