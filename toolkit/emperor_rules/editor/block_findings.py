"""What is wrong with one block of a file, read by itself: at every keystroke only the block that changed is.

What a block says of others, such as a clause that it overrides, is found when all files are read together.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from enum import StrEnum

from emperor_rules.diagnostics import Diagnostic, error
from emperor_rules.edits import Fix
from emperor_rules.frontend.raw_declarations import PHRASING_KINDS, faults, read_draft
from emperor_rules.language.blocks import DeclaredKind
from emperor_rules.language.parser import Parsed, parse
from emperor_rules.language.phrases import no_vocabulary
from emperor_rules.messages import Message
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.source import SourceFile, Span, Unreadable, decode_source


class Room(StrEnum):
    """A folder in a folder of rules, each with files of another kind."""

    VOCABULARY = "vocabulary"
    TEXTS = "texts"
    SCENARIOS = "scenarios"
    RELATIONS = "relations"
    QUESTIONS = "questions"


#: What begins a block in each room.
HEADS_OF_ROOM: Mapping[Room, tuple[str, ...]] = {
    Room.TEXTS: ("text", "clause"),
    Room.SCENARIOS: ("scenario",),
    Room.RELATIONS: ("difference", "contradiction"),
    Room.QUESTIONS: PHRASING_KINDS,
    Room.VOCABULARY: tuple(kind for kind in DeclaredKind if kind not in PHRASING_KINDS),
}
#: What cannot be said of a block alone: a day that no other clause names, or a text that stands elsewhere.
OF_SEVERAL_BLOCKS = frozenset({"R411", "R101"})


def block_findings(name: str, words: str, text: str, room: Room, rulebook: Rulebook) -> tuple[Diagnostic, ...]:
    """Return what is wrong with a block by itself, its first line counted as 1.

    Args:
        name: The name of its file.
        words: The block.
        text: The text in whose file it stands.
        room: The room of its file.
        rulebook: The rules as they were read last.
    """
    decoded = decode_source(words.encode(errors="surrogatepass"), name)
    if isinstance(decoded, Unreadable):
        message = Message("the file {name} {reason}", name=name, reason=decoded.reason)
        place = Span(name, decoded.line, decoded.column, decoded.line, decoded.column + 1)
        return (error("R101", message, place, decoded.help),)
    own_phrases = room in (Room.VOCABULARY, Room.QUESTIONS)
    phrases = no_vocabulary() if own_phrases else rulebook.vocabulary.phrases
    parsed = parse(SourceFile(name, words), phrases, defer_conditions=room is Room.VOCABULARY)
    findings = (*parsed.findings, *_meaning(parsed, text, room, rulebook))
    return tuple(finding for finding in findings if finding.code not in OF_SEVERAL_BLOCKS)


def _meaning(parsed: Parsed, text: str, room: Room, rulebook: Rulebook) -> Iterable[Diagnostic]:
    """Return what is wrong with what a block says, beyond its grammar."""
    match room:
        case Room.TEXTS:
            from emperor_rules.frontend.texts import read_text

            return read_text(parsed, rulebook.vocabulary, text)[1]
        case Room.SCENARIOS:
            from emperor_rules.frontend.scenarios import read_scenarios

            return read_scenarios(parsed.tree, parsed.source, rulebook.vocabulary, rulebook.texts)[1]
        case Room.RELATIONS:
            from emperor_rules.frontend.scenarios import read_accepted

            return read_accepted(parsed, rulebook.vocabulary)[1]
    drafts = (read_draft(block, parsed) for block in parsed.tree.trees if block.rule == "declaration")
    return [finding for draft in drafts for finding in faults(draft)]


def moved(findings: Iterable[Diagnostic], lines: int) -> Iterator[Diagnostic]:
    """Yield findings moved down by a number of lines; places in other files stay."""
    for finding in findings:
        if not lines:
            yield finding
            continue
        file = finding.span.file
        related = tuple(replace(r, span=_down(r.span, lines)) if r.span.file == file else r for r in finding.related)
        fixes = tuple(_fix_down(fix, file, lines) for fix in finding.fixes)
        yield replace(finding, span=_down(finding.span, lines), related=related, fixes=fixes)


def _fix_down(fix: Fix, file: str, lines: int) -> Fix:
    edits = (replace(e, span=_down(e.span, lines)) if e.span.file == file else e for e in fix.edits)
    return replace(fix, edits=tuple(edits))


def _down(span: Span, lines: int) -> Span:
    return span._replace(line=span.line + lines, end_line=span.end_line + lines)


def by_block(findings: Iterable[Diagnostic], lines: Iterable[int]) -> Mapping[int, list[Diagnostic]]:
    """Return the findings about one file by the number of their block, lines counted from the block's first as 1.

    Args:
        findings: The findings.
        lines: The first line of every block, from 0, in order.
    """
    starts = list(lines)
    blocks: dict[int, list[Diagnostic]] = {}
    for finding in findings:
        at = max(bisect_right(starts, finding.span.line - 1) - 1, 0)
        first = starts[at] if starts else 0
        blocks.setdefault(at, []).extend(moved([finding], -first))
    return blocks
