"""What became of a clause or a text from edition to edition, as a report that every format can show."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from emperor_rules.check.check_report import TIME_WAS_OVER
from emperor_rules.check.history.timeline import EffectState, EntryKind, History, HistoryEntry
from emperor_rules.check.history.translation import TranslationAge
from emperor_rules.check.history.versions import ClauseVersions
from emperor_rules.check.witness import answer_words, diagnostic_witness, draw_in_text
from emperor_rules.diagnostics import WARNING, Diagnostic
from emperor_rules.frontend.rule_files import display_name
from emperor_rules.messages import Message, Names, counted
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.reports.formats import Rendered
from emperor_rules.reports.report import Report, ReportItem

UNDATED = Message("undated")
_BEHIND = (EffectState.DIFFERENT, EffectState.ABSENT)


@dataclass(frozen=True)
class RulesHistory(Rendered):
    """The editions of a clause, or what each date did to a text.

    Attributes:
        text: The id of the text.
        clause: The clause that was asked for, through all its editions; ``None`` where it was a whole text (internal).
        history: What each date did, clause by clause (internal).
        remarks: Other clauses that bore the number once.
        rulebook: The rules (internal).
    """

    text: str
    clause: ClauseVersions | None
    history: History
    remarks: tuple[str, ...]
    rulebook: Rulebook = field(repr=False)

    @property
    def complete(self) -> bool:
        """Whether the time sufficed."""
        return self.history.complete

    @property
    def dates(self) -> tuple[str | None, ...]:
        """The days on which anything of the text changes, in order."""
        return self.history.dates

    @property
    def entries(self) -> tuple[tuple[str, HistoryEntry], ...]:
        """What each date did, date by date: the slug of a clause, and its entry."""
        return tuple((versions.slug, entry) for date in self.dates for versions, entry in self.history.on(date))

    def as_json(self) -> dict[str, Any]:
        """Return everything with the keys of ``emperor history --format json``."""
        document: dict[str, Any] = {"text": self.text}
        if self.clause is not None:
            document.update(clause=self.clause.id, number=self.clause.number, slug=self.clause.slug)
            document["editions"] = [entry.as_json() for entry in self.history.clauses[0].entries]
        else:
            document["dates"] = []
            for date in self.dates:
                changed = [{"clause": v.id, "slug": v.slug, **entry.as_json()} for v, entry in self.history.on(date)]
                document["dates"].append({"date": date, "clauses": changed})
        return {**document, "searched": self.history.searched}

    def report(self) -> Report:
        """Return it as a report (internal)."""
        items = []
        for date in self.dates:
            for versions, entry in self.history.on(date):
                unsettled = TIME_WAS_OVER if entry.kind is EntryKind.UNSETTLED else ""
                found = tuple(self._findings(versions, entry))
                group = Message("{clause}: {kind}", clause=versions.title, kind=Message(entry.kind))
                items.append(ReportItem(date or UNDATED, group, found, "" if found else unsettled))
        changed = sum(entry.kind is EntryKind.CHANGED for _, entry in self.entries)
        reworded = sum(entry.kind is EntryKind.REWORDED for _, entry in self.entries)
        verdict = Message(
            "{text}: {changed} changed and {reworded} reworded, up to {seats} seats.",
            text=self.clause.id if self.clause is not None else self.text,
            changed=counted(changed, "wording"),
            reworded=reworded,
            seats=self.history.searched["seats"],
        )
        return _report(self.rulebook, items, verdict, self.as_json())

    def _findings(self, versions: ClauseVersions, entry: HistoryEntry) -> Iterator[Diagnostic]:
        effect = entry.effect
        if effect is None or effect.difference is None:
            return
        witness, now, then = effect.difference
        message = Message(
            "{clause} since {date}: an answer changes from {old} to {new}",
            clause=f"{versions.text.id}:{entry.number}",
            date=entry.date or UNDATED,
            old=answer_words(then),
            new=answer_words(now),
        )
        span, shown = versions.records[-1].span, diagnostic_witness(witness)
        help = draw_in_text(witness)
        yield Diagnostic("R530", WARNING, message, span, help, versions.text.id, entry.number, witness=shown)


@dataclass(frozen=True)
class RulesTranslationAge(Rendered):
    """With which editions of its original a translation agrees.

    Attributes:
        age: Clause by clause, with which editions it agrees (internal).
        rulebook: The rules (internal).
    """

    age: TranslationAge
    rulebook: Rulebook = field(repr=False)

    @property
    def complete(self) -> bool:
        """Whether the time sufficed."""
        return self.age.complete

    @property
    def behind(self) -> tuple[str, ...]:
        """The clauses of the translation that do not agree with the edition that it names."""
        states = ((clause, clause.on(self.age.claimed).state) for clause in self.age.clauses)
        return tuple(clause.versions.id for clause, state in states if state in _BEHIND)

    def as_json(self) -> dict[str, object]:
        """Return everything with the keys of ``emperor history TEXT --against ORIGINAL --format json``."""
        return self.age.as_json()

    def report(self) -> Report:
        """Return it as a report (internal)."""
        items = []
        for clause in self.age.clauses:
            state, dates = clause.on(self.age.claimed).state, clause.dates(EffectState.SAME)
            found: tuple[Diagnostic, ...] = ()
            if state in _BEHIND:
                named = {"clause": clause.versions.id, "original": self.age.original}
                message = Message("{clause} does not say what {original} says", **named)
                help = Message("It agrees with: {dates}", dates=Names(date or UNDATED for date in dates))
                span, number = clause.versions.records[-1].span, clause.versions.number
                found = (
                    Diagnostic("R520", WARNING, message, span, help if dates else "", self.age.translation, number),
                )
            late = TIME_WAS_OVER if state is EffectState.UNFINISHED else ""
            items.append(ReportItem(self.age.translation, clause.versions.title, found, late))
        verdict = Message(
            "{translation} against {original}: {behind} behind, up to {seats} seats.",
            translation=self.age.translation,
            original=self.age.original,
            behind=counted(len(self.behind), "clause"),
            seats=self.age.searched["seats"],
        )
        return _report(self.rulebook, items, verdict, self.as_json())


def _report(rulebook: Rulebook, items: list[ReportItem], verdict: Message, document: object) -> Report:
    folder = display_name(rulebook.folder) if rulebook.folder is not None else "rules"
    return Report("history", tuple(items), verdict, folder, rulebook.sources, lambda language: document)
