"""The work that a new edition asks for, as a report and in words."""

from __future__ import annotations

from itertools import groupby
from operator import attrgetter

from emperor_rules.diagnostics import WARNING, Diagnostic
from emperor_rules.frontend.rule_files import display_name
from emperor_rules.messages import Message, Names, counted, plural
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.official.drift import WorkItem, WorkKind, WorkList, word_diff, work_list_json
from emperor_rules.reports.report import Report, ReportItem
from emperor_rules.source import NOWHERE, Span

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
    return Report(
        "drift",
        tuple(items),
        summary(work, file),
        display_name(rulebook.folder) if rulebook.folder is not None else "rules",
        rulebook.sources,
        lambda language: {"file": file, **work_list_json(work)},
        lambda language: _markdown(work, file, language) + "\n",
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

    def plain(words: str) -> str:
        return "".join(f"\\{sign}" if sign in "\\`*_{}[]<>#~|" else sign for sign in words)

    if not before:
        return plain(words)
    marks = {"same": "{}", "old": "~~{}~~", "new": "**{}**"}
    return " ".join(marks[tag].format(plain(run)) for tag, run in word_diff(before, words))
