"""How the work that a new edition asks for looks in a terminal and under a pull request."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

import click

from emperor_rules.cli.console import columns, tell
from emperor_rules.cli.language import count, say, spoken
from emperor_rules.messages import Message, plural
from emperor_rules.official.drift import WorkItem, WorkKind, WorkList, word_diff

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


def show_work(work: WorkList, file: str) -> None:
    """Print a work list for people."""
    click.echo(click.style(summary(work, file), bold=True))
    if not work.items:
        click.echo(spoken(NOTHING))
    kind = None
    for item in work.items:
        if item.kind is not kind:
            kind = item.kind
            click.echo(click.style(f"\n{spoken(HEADINGS[kind])}", fg="cyan", bold=True))
        click.echo(f"  {headline(item)}")
        for line in _details(item):
            click.echo(line)
    if work.new_terms:
        terms = ", ".join(work.new_terms)
        click.echo("\n" + say("Not compared, as no edition with a glossary was accepted yet: {terms}.", terms=terms))
    if work.dates:
        click.echo("\n" + say("Add {date} to “from” in: {texts}.", date=work.day, texts=", ".join(work.dates)))
    if work.items:
        tell("When all is done: the same command with --accept keeps this edition as read.")


def summary(work: WorkList, file: str) -> str:
    """Return what was compared and how much is to be done, as one sentence."""
    things = len(work.items)
    todo = (
        plural(things, "{count} thing to do", "{count} things to do", count=things)
        if things
        else Message("nothing to do")
    )
    return say(
        "{file}, in effect from {day}: {rules} compared with those of {known}, {todo}.",
        file=file,
        day=work.day,
        rules=count(work.compared, "rule"),
        known=work.known_day,
        todo=todo,
    )


def headline(item: WorkItem) -> str:
    """Return what an item is about, in one line."""
    ours, clauses = ", ".join(item.clauses), count(len(item.clauses), "clause")
    line = ", " + say("line {line}", line=item.line) if item.line else ""
    match item.kind:
        case WorkKind.SECTION:
            return say("{old} is {new} now ({clauses})", old=item.old, new=item.new, clauses=clauses)
        case WorkKind.MISSING:
            return say("{old} ({clauses}): nothing in the file is like it", old=item.old, clauses=clauses)
        case WorkKind.NEW:
            return f"{item.new}{line}" + (", " + say("nearest to {clauses}", clauses=ours) if ours else "")
        case WorkKind.TRANSLATION:
            return say("{clauses}: its original changed in {numbers}", clauses=ours, numbers=item.words)
        case WorkKind.TERM:
            return f"{item.old}{line}" if item.new else say("{old} is gone", old=item.old)
        case WorkKind.ENDED:
            return say("{clauses}: {old} stands nowhere; the clause gets “until”", clauses=ours, old=item.old)
        case WorkKind.REWORDED | WorkKind.RENUMBERED | WorkKind.EXAMPLE:
            number = item.old if item.old == item.new else say("{old}, now {new}", old=item.old, new=item.new)
            alike = ", " + say("{alike:.0%} alike", alike=item.alike) if item.kind is WorkKind.REWORDED else ""
            return f"{ours or say('no clause of ours')}: {number}{line}{alike}"


def _details(item: WorkItem) -> Iterator[str]:
    if item.place:
        yield click.style(f"    {item.place}", dim=True)
    if item.before and item.words:
        yield _wrapped(" ".join(_marked(tag, words) for tag, words in word_diff(item.before, item.words)))
    elif item.words and item.kind is not WorkKind.TRANSLATION:
        yield _wrapped(spoken(item.words))
    elif item.before:
        yield _wrapped(click.style(f"[-{item.before}-]", fg="red"))
    for where, line in item.paste:
        yield _wrapped(say("write in {place}: {line}", place=where, line=line))


def _marked(tag: str, words: str) -> str:
    """Mark words as GNU wdiff does: [-gone-], {+come+}."""
    if tag == "same":
        return words
    return click.style(f"[-{words}-]", fg="red") if tag == "old" else click.style(f"{{+{words}+}}", fg="green")


def _wrapped(words: str) -> str:
    return textwrap.fill(words, columns(), initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False)


def as_markdown(work: WorkList, file: str) -> str:
    """Return a work list as a comment under a pull request; words of the rules are quoted as code is."""
    lines = [f"### {summary(work, file)}"]
    kind = None
    for item in work.items:
        if item.kind is not kind:
            kind = item.kind
            lines += ["", f"**{spoken(HEADINGS[kind])}**", ""]
        lines.append(f"- [ ] {headline(item)}" + (f" (`{item.place}`)" if item.place else ""))
        if item.words and item.kind is not WorkKind.TRANSLATION:
            lines.append(f"  > {_quoted(item)}")
        lines += ["  " + say("{line} in {place}", line=f"`{line}`", place=where) for where, line in item.paste]
    if work.dates:
        lines += ["", say("Add {date} to “from” in: {texts}.", date=f"`{work.day}`", texts=", ".join(work.dates))]
    return "\n".join(lines if work.items else [*lines, "", spoken(NOTHING)])


def _quoted(item: WorkItem) -> str:
    """Return the words with what changed struck out or bold; signs of Markdown in them stay signs."""

    def plain(words: str) -> str:
        return "".join(f"\\{sign}" if sign in "\\`*_{}[]<>#~|" else sign for sign in words)

    if not item.before:
        return plain(item.words)
    marks = {"same": "{}", "old": "~~{}~~", "new": "**{}**"}
    return " ".join(marks[tag].format(plain(words)) for tag, words in word_diff(item.before, item.words))
