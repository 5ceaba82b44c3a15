"""What a new edition of the official rules asks of a maintainer: a work list, clause by clause.

The work list is read off the comparison of an edition with the one known before it; a rule that is not known to be that
of a clause is never laid to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from itertools import groupby
from operator import attrgetter
from typing import Any

from emperor_rules.diagnostics import WARNING, Diagnostic
from emperor_rules.frontend.rules_report import rules_report
from emperor_rules.messages import Message, Names, counted, plural
from emperor_rules.model.fingerprints import Fingerprints
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Text, TextRelation
from emperor_rules.official.clause_matches import ClauseOnDay, clauses_by_rule, clauses_by_term, clauses_on
from emperor_rules.official.comparison import ALIKE_ELSEWHERE, EditionComparison, RulePair, SectionPairs
from emperor_rules.official.fingerprints import similarity
from emperor_rules.official.published_rules import OfficialRule, OfficialRules, order_of, section_of
from emperor_rules.reports.formats import literal
from emperor_rules.reports.report import Report, ReportItem
from emperor_rules.resolve.resolver import number_on
from emperor_rules.source import NOWHERE, Span


class WorkKind(StrEnum):
    """What is to be done, in the order in which it is listed."""

    SECTION = "section-renumbered"
    MISSING = "section-missing"
    REWORDED = "reworded"
    ENDED = "ended"
    NEW = "new"
    RENUMBERED = "renumbered"
    EXAMPLE = "example"
    TERM = "glossary"
    TRANSLATION = "translation"


#: The kinds after which a text gets the day into its ``from``.
DATED = {WorkKind.SECTION, WorkKind.REWORDED, WorkKind.ENDED, WorkKind.NEW, WorkKind.RENUMBERED, WorkKind.TERM}


@dataclass(frozen=True, slots=True)
class PastedLine:
    """A line to write into a rule file, with the file or clause that it belongs to."""

    where: str
    line: str


@dataclass(frozen=True, slots=True)
class WorkItem:
    """One thing to do, as programs get it too.

    Attributes:
        kind: What it is.
        clauses: Our clauses concerned, as ``text:number`` of the day compared; of a new rule the nearest one.
        old: The number known; ``None`` for a new rule.
        new: The number in the edition; ``None`` where nothing is left.
        line: Where it stands in the file, from 1; ``None`` where nothing stands there.
        words: What the edition says there now.
        before: What the older edition said, if one was given.
        similarity: How much of the words is shared with the rule known (0 to 1, in hundredths).
        write: Lines to write into rule files.
        place: Where our clause stands, as ``file:line``.
    """

    kind: WorkKind
    clauses: tuple[str, ...] = ()
    old: str | None = None
    new: str | None = None
    line: int | None = None
    words: str | None = None
    before: str | None = None
    similarity: float = 1.0
    write: tuple[PastedLine, ...] = ()
    place: str | None = None


@dataclass(frozen=True)
class WorkList:
    """All that an edition asks for.

    Attributes:
        day: The day of the edition.
        known_day: The edition known with which it was compared.
        items: What to do, by kind, then by number.
        dates: The texts that get the day into their ``from``.
        compared: How many rules known were looked for.
        new_terms: Glossary terms that clauses encode and of whose words at that time nothing is known, so that they
            were not compared.
    """

    day: str
    known_day: str
    items: tuple[WorkItem, ...]
    dates: tuple[str, ...]
    compared: int
    new_terms: tuple[str, ...] = ()


def work_list(
    rulebook: Rulebook,
    fingerprints: Fingerprints,
    comparison: EditionComparison,
    official: OfficialRules,
    before: OfficialRules | None = None,
) -> WorkList:
    """Read the work list off the comparison of an edition; ``before`` is the older one, for what its sentences were."""
    builder = _WorkListBuilder(rulebook, fingerprints, comparison, before)
    kinds = list(WorkKind)
    items = sorted(builder.items(), key=lambda item: (kinds.index(item.kind), order_of(item.old or item.new or "")))
    terms = {pair.old.number for pair in comparison.terms if pair.old is not None}
    return WorkList(
        comparison.day,
        comparison.known_day,
        tuple(items),
        tuple(sorted({id.partition(":")[0] for item in items if item.kind in DATED for id in item.clauses})),
        sum(pair.old is not None for pair in comparison.pairs()),
        tuple(sorted((builder.by_term.keys() & official.glossary.keys()) - terms)),
    )


class _WorkListBuilder:
    """The items of a work list, kind by kind."""

    def __init__(
        self,
        rulebook: Rulebook,
        fingerprints: Fingerprints,
        comparison: EditionComparison,
        before: OfficialRules | None,
    ) -> None:
        self.comparison = comparison
        self.before = before
        self.by_rule = clauses_by_rule(rulebook, fingerprints, comparison.known_day)
        self.by_term = clauses_by_term(rulebook, comparison.day)
        self.translations = [
            (text, relation.text)
            for text in rulebook.texts.values()
            for kind, relation in text.relations
            if kind is TextRelation.TRANSLATES
        ]
        self.translating = {text.id for text, _ in self.translations}
        #: Numbers that clauses bear already on the day of the edition: their rules are new no more.
        self.written = {
            standing.number
            for text in rulebook.texts.values()
            if len(text.editions) > 1 and comparison.day in text.editions
            for standing in clauses_on(text, comparison.day)
            if standing.clause.since == comparison.day
        }

    def items(self) -> Iterator[WorkItem]:
        """Yield the items of every kind of work, in the order in which they are listed."""
        touched: dict[str, list[str]] = {}
        for section in self.comparison.sections:
            for item in self._section(section):
                if item.kind in (WorkKind.REWORDED, WorkKind.ENDED, WorkKind.NEW):
                    for clause in item.clauses:
                        touched.setdefault(clause.partition(":")[0], []).append(item.new or item.old or "")
                yield item
        yield from self._examples()
        yield from self._terms()
        for text, original in self.translations:
            if original in touched:
                numbers = ", ".join(sorted(dict.fromkeys(touched[original]), key=order_of))
                yield WorkItem(WorkKind.TRANSLATION, (text.id,), words=numbers, place=f"{text.file}:{text.span.line}")

    def _clauses(self, pair: RulePair) -> list[ClauseOnDay]:
        """Return the clauses that encode a rule and follow the newest edition: no translation of an older one."""
        clauses = self.by_rule.get(id(pair.old.history), ()) if pair.old is not None else ()
        return [clause for clause in clauses if clause.text.id not in self.translating]

    def _section(self, section: SectionPairs) -> Iterator[WorkItem]:
        if section.new is None:
            ids = tuple(clause.citation for pair in section.pairs for clause in self._clauses(pair))
            yield WorkItem(WorkKind.MISSING, ids, section.old)
            return
        if section.new != section.old:
            ids = tuple(clause.citation for pair in section.pairs if pair.new for clause in self._clauses(pair))
            yield WorkItem(WorkKind.SECTION, ids, section.old, section.new, write=self._section_lines(section))
        for pair in section.pairs:
            yield from self._rule(section, pair)

    def _rule(self, section: SectionPairs, pair: RulePair) -> Iterator[WorkItem]:
        clauses = self._clauses(pair)
        if pair.old is None:
            assert pair.new is not None
            if pair.new.rule.number not in self.written:
                near = self._nearest(section, pair.new.version.sketch, pair.new.rule.number)
                yield _item(WorkKind.NEW, near, pair.new.rule)
            return
        old = pair.old.number
        if pair.new is None:
            if clauses:
                yield _item(WorkKind.ENDED, clauses, old=old, before=self._before(old))
            return
        rule = pair.new.rule
        moved = clauses and rule.number != section.new + old[len(section.old) :] if section.new else False
        lines = self._clause_lines(clauses, rule.number) if moved else ()
        if pair.reworded:
            before, alike = self._before(old), round(pair.similarity, 2)
            yield _item(WorkKind.REWORDED, clauses, rule, old=old, before=before, similarity=alike, write=lines)
        elif moved:
            yield _item(WorkKind.RENUMBERED, clauses, rule, old=old, write=lines)

    def _before(self, name: str) -> str | None:
        """Return what a rule or a glossary term said in the older edition."""
        rule = None if self.before is None else self.before.rules.get(name) or self.before.glossary.get(name)
        return rule.words if rule is not None else None

    def _nearest(self, section: SectionPairs, sketch: str, number: str) -> list[ClauseOnDay]:
        """Return the clauses nearest to a new rule: of the most similar rule, else of the one that stands before it."""
        best: tuple[float, list[ClauseOnDay]] = (ALIKE_ELSEWHERE / 2, [])
        previous: list[ClauseOnDay] = []
        for pair in section.pairs:
            clauses = self._clauses(pair)
            if not clauses or pair.old is None:
                continue
            alike = similarity(pair.old.version.sketch, sketch)
            if alike > best[0]:
                best = alike, clauses
            if (pair.new is not None and order_of(pair.new.rule.number) < order_of(number)) or not previous:
                previous = clauses
        return best[1] or previous

    def _section_lines(self, section: SectionPairs) -> tuple[PastedLine, ...]:
        """Return the ``numbered`` lines for a renumbered section: of its texts, and of clauses with their own."""
        texts: dict[str, Text] = {}
        lines: list[PastedLine] = []
        for pair in section.pairs:
            for standing in self._clauses(pair):
                base = standing.text.numbered[-1][0] if standing.text.numbered else None
                if not standing.clause.numbers and base == section.old:
                    texts[standing.text.id] = standing.text
                elif pair.new is not None and pair.old is not None:
                    lines.extend(self._clause_lines([standing], pair.new.rule.number))
        heads = [self._numbered(text.file, text.numbered, section.new or "") for text in texts.values()]
        return (*heads, *lines)

    def _clause_lines(self, clauses: Iterable[ClauseOnDay], number: str) -> tuple[PastedLine, ...]:
        return tuple(
            self._numbered(f"{standing.text.id} {standing.clause.slug}", self._numbers(standing), number)
            for standing in clauses
        )

    def _numbered(self, where: str, borne: Sequence[tuple[str, str]], number: str) -> PastedLine:
        """Return the line that gives what bore some numbers, each from a day on, another from the edition on."""
        numbers = (*borne, (number, self.comparison.day))
        return PastedLine(where, "numbered " + ", ".join(f"{number} from {day}" for number, day in numbers))

    def _numbers(self, standing: ClauseOnDay) -> Sequence[tuple[str, str]]:
        """Return the numbers that a clause has borne: its own, or those that its text gives it."""
        text, clause = standing.text, standing.clause
        if clause.numbers:
            return clause.numbers
        since = clause.since or (text.editions[0] if text.editions else self.comparison.known_day)
        if not text.numbered or section_of(clause.number) != section_of(text.numbered[-1][0]):
            return ((standing.number, since),)
        days = sorted({max(day, since) for _, day in text.numbered})
        return tuple((number_on(text, clause, day), day) for day in days)

    def _examples(self) -> Iterator[WorkItem]:
        """Yield the examples that came, went or moved, of rules with a clause."""
        now = {
            example: pair.new.rule.number
            for pair in self.comparison.pairs()
            if pair.new
            for example in pair.new.version.examples
        }
        then = {example for pair in self.comparison.pairs() if pair.old for example in pair.old.version.examples}
        for pair in self.comparison.pairs():
            clauses = self._clauses(pair)
            if pair.old is None or pair.new is None or not clauses:
                continue
            rule, old = pair.new.rule, pair.old.number
            for example, words in zip(pair.new.version.examples, rule.examples, strict=True):
                if example not in pair.old.version.examples:
                    detail = words if example not in then else Message("(moved here) {words}", words=words)
                    yield _item(WorkKind.EXAMPLE, clauses, rule, old=old, words=detail or None)
            for example in pair.old.version.examples:
                if example not in pair.new.version.examples:
                    where = Message("(moved to {number})", number=now[example]) if example in now else Message("(gone)")
                    yield _item(WorkKind.EXAMPLE, clauses, rule, old=old, words=where)

    def _terms(self) -> Iterator[WorkItem]:
        for pair in self.comparison.terms:
            assert pair.old is not None
            term, new = pair.old.number, pair.new
            clauses, before = self.by_term.get(term, ()), self._before(term)
            if clauses and new is None:
                yield _item(WorkKind.TERM, clauses, old=term, before=before)
            elif clauses and new is not None and pair.reworded:
                alike = round(pair.similarity, 2)
                yield _item(WorkKind.TERM, clauses, new.rule, old=term, new=term, before=before, similarity=alike)


def _item(kind: WorkKind, clauses: Sequence[ClauseOnDay], rule: OfficialRule | None = None, **rest: Any) -> WorkItem:
    """Return what is to be done about some clauses; ``rule`` is what the edition has there now."""
    if rule is not None:
        rest = {"new": rule.number, "line": rule.line, "words": rule.words, **rest}
    span = clauses[0].clause.span if clauses else None
    place = f"{span.file}:{span.line}" if span is not None else None
    return WorkItem(kind, tuple(clause.citation for clause in clauses), place=place, **rest)


def word_diff(before: str, after: str) -> list[tuple[str, str]]:
    """Compare two sentences word by word: runs of words as ("same" | "old" | "new", words)."""
    old, new = before.split(), after.split()
    runs: list[tuple[str, str]] = []
    for tag, i, i2, j, j2 in SequenceMatcher(a=old, b=new, autojunk=False).get_opcodes():
        sides = [("same", old[i:i2])] if tag == "equal" else [("old", old[i:i2]), ("new", new[j:j2])]
        runs += [(side, " ".join(words)) for side, words in sides if words]
    return runs


def work_list_json(work: WorkList) -> Mapping[str, object]:
    """Return a work list for programs."""
    return {
        "effective": work.day,
        "compared-with": work.known_day,
        "rules": work.compared,
        "work": [asdict(item) for item in work.items],
        "dates": list(work.dates),
    }


# --- the work as a report and in words -------------------------------------------------------------


HEADINGS = {
    WorkKind.SECTION: Message("Sections with another number"),
    WorkKind.MISSING: Message("Sections that the file does not have"),
    WorkKind.REWORDED: Message("Reworded"),
    WorkKind.ENDED: Message("Ended"),
    WorkKind.NEW: Message("New rules in sections that we encode"),
    WorkKind.RENUMBERED: Message("Another number, the same words"),
    WorkKind.EXAMPLE: Message("Examples"),
    WorkKind.TERM: Message("Glossary"),
    WorkKind.TRANSLATION: Message("Translations that fall behind"),
}
NOTHING = Message("Nothing to do: all rules that we encode are as they were.")


def report_of_work(work: WorkList, file: str, rulebook: Rulebook) -> Report:
    """Return a work list as a report with an item for each thing to do."""
    items = []
    for item in work.items:
        place, _, line = (item.place or "").rpartition(":")
        span = Span(place, int(line), 1, int(line), 1) if place else NOWHERE
        text, _, clause = (item.clauses[0] if item.clauses else "").partition(":")
        heading = HEADINGS[item.kind]
        lines = [Message("write in {place}: {line}", place=pasted.where, line=pasted.line) for pasted in item.write]
        help = Message("{lines}", lines=Names(lines, "\n")) if lines else ""
        message = Message("{heading}: {headline}", heading=heading, headline=headline(item))
        finding = Diagnostic("R810", WARNING, message, span, help, text=text or None, clause=clause or None)
        items.append(ReportItem(heading, headline(item), (finding,)))
    nothing = Message("no glossary of that time was accepted yet")
    items += [ReportItem(HEADINGS[WorkKind.TERM], term, skipped=nothing) for term in work.new_terms]
    return rules_report(
        rulebook,
        "drift",
        items,
        summary(work, file),
        lambda language: {"file": file, **work_list_json(work)},
        comment=lambda language: _markdown(work, file, language) + "\n",
    )


def summary(work: WorkList, file: str) -> Message:
    """Return what was compared and how much is to be done, as one sentence."""
    things = len(work.items)
    some = plural(things, "{count} thing to do", "{count} things to do", count=things)
    return Message(
        "{file}, in effect from {day}: {rules} compared with those of {known}, {todo}.",
        file=file,
        day=work.day,
        rules=counted(work.compared, "rule"),
        known=work.known_day,
        todo=some if things else Message("nothing to do"),
    )


def headline(item: WorkItem) -> Message:
    """Return what an item is about, in one line."""
    ours, clauses = ", ".join(item.clauses), counted(len(item.clauses), "clause")
    line = Message(", line {line}", line=item.line) if item.line else ""
    match item.kind:
        case WorkKind.SECTION:
            return Message("{old} is {new} now ({clauses})", old=item.old, new=item.new, clauses=clauses)
        case WorkKind.MISSING:
            return Message("{old} ({clauses}): nothing in the file is like it", old=item.old, clauses=clauses)
        case WorkKind.NEW:
            near = Message(", nearest to {clauses}", clauses=ours) if ours else ""
            return Message("{new}{line}{near}", new=item.new, line=line, near=near)
        case WorkKind.TRANSLATION:
            return Message("{clauses}: its original changed in {numbers}", clauses=ours, numbers=item.words)
        case WorkKind.TERM:
            gone = Message("{clauses}: {old} is gone", clauses=ours, old=item.old)
            return Message("{clauses}{line}", clauses=ours, line=line) if item.new else gone
        case WorkKind.ENDED:
            return Message("{clauses}: {old} stands nowhere; the clause gets “until”", clauses=ours, old=item.old)
        case WorkKind.REWORDED | WorkKind.RENUMBERED | WorkKind.EXAMPLE:
            number: object = (
                item.old if item.old == item.new else Message("{old}, now {new}", old=item.old, new=item.new)
            )
            reworded = item.kind is WorkKind.REWORDED
            alike = Message(", {alike:.0%} alike", alike=item.similarity) if reworded else ""
            whose = ours or Message("no clause of ours")
            return Message("{clauses}: {number}{line}{alike}", clauses=whose, number=number, line=line, alike=alike)


def _markdown(work: WorkList, file: str, language: str) -> str:
    """Return a work list as a comment under a pull request; words of the rules are quoted as code is."""
    lines = [f"### {summary(work, file).get(language)}"]
    for kind, items in groupby(work.items, attrgetter("kind")):
        lines += ["", f"**{HEADINGS[kind].get(language)}**", ""]
        for item in items:
            lines.append(f"- [ ] {headline(item).get(language)}" + (f" (`{item.place}`)" if item.place else ""))
            if item.words and item.kind is not WorkKind.TRANSLATION:
                lines.append(f"  > {_quoted(item.words, item.before)}")
            lines += [
                "  " + Message("{line} in {place}", line=f"`{new.line}`", place=new.where).get(language)
                for new in item.write
            ]
    if work.dates:
        lines += [
            "",
            Message("Add {date} to “from” in: {texts}.", date=f"`{work.day}`", texts=", ".join(work.dates)).get(
                language
            ),
        ]
    return "\n".join(lines if work.items else [*lines, "", NOTHING.get(language)])


def _quoted(words: str, before: str | None) -> str:
    """Return the words with what changed struck out or bold; signs of Markdown in them stay signs."""
    if not before:
        return literal(words)
    marks = {"same": "{}", "old": "~~{}~~", "new": "**{}**"}
    return " ".join(marks[tag].format(literal(run)) for tag, run in word_diff(before, words))
