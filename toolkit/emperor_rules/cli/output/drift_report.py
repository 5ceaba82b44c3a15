"""How the work that a new edition asks for looks in a terminal and under a pull request."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

import click

from emperor_rules.cli.console import columns
from emperor_rules.cli.console import count as plural
from emperor_rules.official.drift import WorkItem, WorkKind, WorkList, word_diff

HEADINGS = {
    WorkKind.SECTION: "Sections with another number",
    WorkKind.MISSING: "Sections that the file does not have",
    WorkKind.REWORDED: "Reworded",
    WorkKind.ENDED: "Ended",
    WorkKind.NEW: "New rules in sections that we encode",
    WorkKind.RENUMBERED: "Another number, the same words",
    WorkKind.EXAMPLE: "Examples",
    WorkKind.TERM: "Glossary",
    WorkKind.TRANSLATION: "Translations that fall behind",
}
NOTHING = "Nothing to do: all rules that we encode are as they were."


def show_work(work: WorkList, file: str) -> None:
    """Print a work list for people."""
    click.echo(click.style(summary(work, file), bold=True))
    if not work.items:
        click.echo(NOTHING)
    kind = None
    for item in work.items:
        if item.kind is not kind:
            kind = item.kind
            click.echo(click.style(f"\n{HEADINGS[kind]}", fg="cyan", bold=True))
        click.echo(f"  {headline(item)}")
        for line in _details(item):
            click.echo(line)
    if work.new_terms:
        terms = ", ".join(work.new_terms)
        click.echo(f"\nNot compared, as no edition with a glossary was accepted yet: {terms}.")
    if work.dates:
        click.echo(f"\nAdd {work.day} to “from” in: {', '.join(work.dates)}.")
    if work.items:
        click.echo("When all is done: the same command with --accept keeps this edition as read.")


def summary(work: WorkList, file: str) -> str:
    """Return what was compared and how much is to be done, as one sentence."""
    count = len(work.items)
    todo = f"{plural(count, 'thing')} to do" if count else "nothing to do"
    return f"{file}, in effect from {work.day}: {work.compared} rules compared with those of {work.known_day}, {todo}."


def headline(item: WorkItem) -> str:
    """Return what an item is about, in one line."""
    ours = ", ".join(item.clauses)
    line = f", line {item.line}" if item.line else ""
    match item.kind:
        case WorkKind.SECTION:
            return f"{item.old} is {item.new} now ({plural(len(item.clauses), 'clause')})"
        case WorkKind.MISSING:
            return f"{item.old} ({plural(len(item.clauses), 'clause')}): nothing in the file is like it"
        case WorkKind.NEW:
            return f"{item.new}{line}" + (f", nearest to {ours}" if ours else "")
        case WorkKind.TRANSLATION:
            return f"{ours}: its original changed in {item.words}"
        case WorkKind.TERM:
            return f"{item.old}{line}" if item.new else f"{item.old} is gone"
        case WorkKind.ENDED:
            return f"{ours}: {item.old} stands nowhere; the clause gets “until”"
        case WorkKind.REWORDED | WorkKind.RENUMBERED | WorkKind.EXAMPLE:
            number = item.old if item.old == item.new else f"{item.old}, now {item.new}"
            alike = f", {item.alike:.0%} alike" if item.kind is WorkKind.REWORDED else ""
            return f"{ours or 'no clause of ours'}: {number}{line}{alike}"


def _details(item: WorkItem) -> Iterator[str]:
    if item.place:
        yield click.style(f"    {item.place}", dim=True)
    if item.before and item.words:
        yield _wrapped(" ".join(_marked(tag, words) for tag, words in word_diff(item.before, item.words)))
    elif item.words and item.kind is not WorkKind.TRANSLATION:
        yield _wrapped(item.words)
    elif item.before:
        yield _wrapped(click.style(f"[-{item.before}-]", fg="red"))
    for where, line in item.paste:
        yield _wrapped(f"write in {where}: {line}")


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
            lines += ["", f"**{HEADINGS[kind]}**", ""]
        lines.append(f"- [ ] {headline(item)}" + (f" (`{item.place}`)" if item.place else ""))
        if item.words and item.kind is not WorkKind.TRANSLATION:
            lines.append(f"  > {_quoted(item)}")
        lines += [f"  `{line}` in {where}" for where, line in item.paste]
    if work.dates:
        lines += ["", f"Add `{work.day}` to `from` in: {', '.join(work.dates)}."]
    return "\n".join(lines if work.items else [*lines, "", NOTHING])


def _quoted(item: WorkItem) -> str:
    """Return the words with what changed struck out or bold; signs of Markdown in them stay signs."""

    def plain(words: str) -> str:
        return "".join(f"\\{sign}" if sign in "\\`*_{}[]<>#~|" else sign for sign in words)

    if not item.before:
        return plain(item.words)
    marks = {"same": "{}", "old": "~~{}~~", "new": "**{}**"}
    return " ".join(marks[tag].format(plain(words)) for tag, words in word_diff(item.before, item.words))
