"""A comparison of two states of the rules as a comment under a pull request, in Markdown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from emperor_rules.check.witness import answer_words
from emperor_rules.cli.language import count, current, say, spoken
from emperor_rules.cli.output.diff_report import apart, days, scenario_of, search_extent, unsearched_lines, verdict

if TYPE_CHECKING:
    from emperor_rules.check.diff.search import AnswerChange
    from emperor_rules.check.diff.semantic import Changes
    from emperor_rules.model.vocabulary import Vocabulary

#: More rows or witnesses than these are folded away.
ROWS, WITNESSES = 12, 2


def as_markdown(changes: Changes, names: tuple[str, str], vocabulary: Vocabulary) -> str:
    """Return a whole comment: a line that sums up, a table for each text, witnesses, and what is listed apart."""
    parts = [
        f"**{verdict(changes)}** "
        + say("From {old} to {new}", old=f"`{_code(names[0])}`", new=f"`{_code(names[1])}`")
        + "."
    ]
    by_text: dict[str, list[AnswerChange]] = {}
    for change in changes.answers:
        by_text.setdefault(change.edition.text, []).append(change)
    for text, ways in by_text.items():
        parts.append(f"### {text}")
        table = [
            f"| {' | '.join((say('Question'), say('Before'), say('Now'), say('By')))} |",
            "|---|---|---|---|",
            *(_row(change, vocabulary) for change in ways),
        ]
        parts.append("\n".join(table) if len(ways) <= ROWS else _folded(count(len(ways), "change"), "\n".join(table)))
        witnesses = [f"```rules\n{scenario_of(change, vocabulary)}```" for change in ways if change.direct]
        witnesses = witnesses or [f"```rules\n{scenario_of(ways[0], vocabulary)}```"]
        shown = "\n\n".join(witnesses)
        parts.append(
            shown
            if len(witnesses) <= WITNESSES
            else _folded(say("{count} tables that show it", count=len(witnesses)), shown)
        )
    listed = list(_listed(changes))
    if listed:
        parts.append("\n".join(listed))
    parts.append(search_extent(changes))
    return "\n\n".join(parts) + "\n"


def _row(change: AnswerChange, vocabulary: Vocabulary) -> str:
    notes = [say("with {options}", options=", ".join(change.options))] if change.options else []
    notes += [days(change)] if days(change) else []
    notes += (
        [say("on a table not legal in the {state} state", state=say("old") if change.illegal == "old" else say("new"))]
        if change.illegal
        else []
    )
    choices = vocabulary.predicates[change.ask].choices
    question = vocabulary.predicates[change.ask].ask.get(current()) + (f" ({'; '.join(notes)})" if notes else "")
    by = dict.fromkeys([*change.new.clauses[:2], *change.old.clauses[:2]])
    cited = ", ".join(f"`{citation}`" for citation in by)
    cells = [question, *(spoken(answer_words(answer, choices)) for answer in (change.old, change.new)), cited]
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def _listed(changes: Changes) -> Iterator[str]:
    for heading, what in apart(changes):
        yield f"- {heading}: {what.replace('|', chr(92) + '|')}"
    if not changes.searched.complete:
        yield f"- **{say('The time was over. Not looked at:')}**"
        yield from (f"  - {line}" for line in unsearched_lines(changes))


def _folded(summary: str, inside: str) -> str:
    """Return a collapsed section; the blank lines are needed for Markdown inside to be read as such."""
    return f"<details>\n<summary>{summary}</summary>\n\n{inside}\n\n</details>"


def _code(name: str) -> str:
    """Return a name without what would end inline code."""
    return " ".join(name.replace("`", "'").split())
