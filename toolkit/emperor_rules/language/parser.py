"""From tokens to the syntax tree, with every mistake reported.

Each head and item is parsed by itself, so that three mistakes are three diagnostics and whatever is sound still yields
a tree. Where there are mistakes, margins that mislead are found as well: a continuation that stands as an item, or an
item that stands as a continuation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import replace
from itertools import islice
from pathlib import PurePath
from typing import NamedTuple

from emperor_rules.diagnostics import Diagnostic, error, nearest
from emperor_rules.language import grammar
from emperor_rules.language.blocks import (
    CONTINUES,
    DECLARATIONS,
    HEAD_WORDS,
    PLAIN_ITEMS,
    Item,
    block_lines,
    comments_of_blocks,
)
from emperor_rules.language.grammar import ParseFailure
from emperor_rules.language.lexer import Lexed, lex
from emperor_rules.language.merge_marks import own_version
from emperor_rules.language.syntax_errors import explain
from emperor_rules.language.syntax_tree import Node, Token, placed, unquote
from emperor_rules.language.written_sentences import WrittenSentence, say_it_in_the_language
from emperor_rules.messages import Message
from emperor_rules.model.phrases import Phrases
from emperor_rules.source import SourceFile, Span

LINE_MARGIN = re.compile(r"^[ \t]+", re.MULTILINE)
#: The terminals of signs within a sentence.
SIGNS = {"(": "LPAR", ")": "RPAR", ":": "COLON"}
#: The margins of the canonical form.
ITEM, CONTINUATION = 2, 4
#: The longest block that is read in doubt, and the most mistaken ones: each doubt costs one more reading of a block.
MOST_LINES, MOST_BLOCK_SIGNS, MOST_BLOCKS = 60, 6000, 40
GOES_ON = (
    Message("this line goes on with the one above, but does not stand four spaces in"),
    Message("Indent it by four spaces or more; emperor fmt does so."),
)
BEGINS = (
    Message("this line begins an item, but stands where a line goes on with the one above"),
    Message("Indent it by two spaces; emperor fmt does so."),
)
#: Returns what is wrong with a file.
Read = Callable[[SourceFile], Iterable[Diagnostic]]


class Parsed(NamedTuple):
    """One file as a syntax tree (of the rule ``file``) and what was wrong with it.

    ``comments`` are the remarks on each block by the offset of its head, and at offset -1 those that open the file;
    ``deferred`` are the conditions inside declarations, each with the offset of the declaration's head.
    """

    source: SourceFile
    tree: Node
    findings: tuple[Diagnostic, ...]
    comments: Mapping[int, tuple[str, ...]]
    deferred: tuple[tuple[int, Item], ...] = ()

    def comments_on(self, block: Node) -> tuple[str, ...]:
        """Return the comments right above a block and within it, each a line."""
        return self.comments.get(block.first_token.start, ())


def parse(source: SourceFile, phrases: Phrases, *, defer_conditions: bool = False) -> Parsed:
    """Parse one rule file; what cannot be understood is left out of the tree and reported.

    Args:
        source: The file.
        phrases: The phrases in use.
        defer_conditions: Leave the conditions inside declarations to :func:`parse_deferred`: their phrases are not
            known before all declarations are read.
    """
    source, unmerged = own_version(source)
    parsed = _parse(source, phrases, defer_conditions)
    if unmerged:
        return parsed._replace(findings=(*unmerged, *parsed.findings))
    if not parsed.findings:
        return parsed
    findings = _misleading(parsed, lambda other: _parse(other, phrases, defer_conditions).findings)
    declared = frozenset() if defer_conditions else _declared_words(parsed.tree)
    return parsed._replace(findings=tuple(f for f in findings if not (declared and _follows(f, source, declared))))


def _declared_words(tree: Node) -> frozenset[str]:
    """Return the English words of the declarations in a file, which nothing else in it may use."""
    items = (item for block in tree.trees if block.rule == "declaration" for item in block.trees[1:])
    phrases = (phrase for item in items if item.first_token.text == "en" for phrase in item.strings)
    return frozenset(word for phrase in phrases for word in unquote(phrase).lower().split() if len(word) > 1)


def _follows(finding: Diagnostic, source: SourceFile, declared: Set[str]) -> bool:
    """Return whether an unknown word is one that the file itself declares, in the wrong place."""
    line, column, _, end = finding.span[1:5]
    return finding.code == "R201" and not declared.isdisjoint(source.line(line)[column - 1 : end - 1].lower().split())


def fix_indentation(source: SourceFile, phrases: Phrases) -> SourceFile:
    """Return a file with other margins where its own mislead, and with spaces for the tabs in them."""
    spaced = SourceFile(source.name, LINE_MARGIN.sub(lambda margin: margin[0].replace("\t", "  "), source.text))
    findings = _parse(spaced, phrases).findings
    return _straightened(spaced, findings, lambda other: _parse(other, phrases).findings)[0]


def _parse(source: SourceFile, phrases: Phrases, defer_conditions: bool = False) -> Parsed:
    """Parse item by item; a broken head has a stand-in, so that what stands below is read and references find it."""
    lexed = lex(source, phrases, defer_conditions=defer_conditions)
    findings = list(lexed.findings)
    tree = Node("file", [])
    block: Node | None = None
    for item in lexed.items:
        node = _parse_item(source, item, findings)
        sentence = _written_sentence(source, item, phrases) if node is None else None
        if sentence is not None:
            say_it_in_the_language(sentence, findings)
        if item.head:
            head = node or _stand_in(source, item)
            block = head and Node(item.block, [head])
            tree.children += [block] if block is not None else []
        elif block is not None and item.block != block.rule:
            block = None  # nothing of its own head could be read
        elif block is not None and node is not None:
            block.children.append(node)
        if block is not None and node is None:
            block.children.append(Node("broken", [Token("BROKEN", "", item.start, item.end)]))
    comments = comments_of_blocks(source, lexed.items, lexed.comments)
    return Parsed(source, tree, tuple(findings), comments, tuple(lexed.deferred))


def _written_sentence(source: SourceFile, item: Item, phrases: Phrases) -> WrittenSentence | None:
    """Return an item of a clause as a sentence; ``None`` where it is none, or does not end."""
    signs = list(item.signs)
    stop = signs.pop() if signs and signs[-1].type == "STOP" else None
    if item.block != "clause" or item.head or stop is None or not signs or signs[0].text in PLAIN_ITEMS["clause"]:
        return None

    def reads_by(phrases: Phrases, sentence: str) -> bool:
        words = [
            Token(SIGNS.get(sign, "WORD"), sign, item.start, item.start)
            for sign in re.findall(r"[():]|[^\s():]+", sentence)
        ]
        trial = Item(item.block, item.head, item.start, item.end, [*words, stop])
        lexed = Lexed(source, phrases, "", trying=True)
        lexed.type_item(trial)
        return not lexed.findings and _parse_item(source, trial, lexed.findings) is not None

    return WrittenSentence(source, signs, phrases, reads_by)


def sentence_at(source: SourceFile, place: Span, phrases: Phrases) -> WrittenSentence | None:
    """Return the sentence of a clause in which a place lies; ``None`` where it lies in none that ends."""
    for item in lex(source, phrases).items:
        if source.place(item.start) <= place[1:3] <= source.place(item.end):
            return _written_sentence(source, item, phrases)
    return None


def parse_deferred(source: SourceFile, item: Item, phrases: Phrases) -> tuple[Node | None, tuple[Diagnostic, ...]]:
    """Parse a condition inside a declaration; the tree is ``None`` where something is wrong."""
    lexed = Lexed(source, phrases, "")
    lexed.type_item(item)
    return _parse_item(source, item, lexed.findings), tuple(lexed.findings)


def _parse_item(source: SourceFile, item: Item, findings: list[Diagnostic]) -> Node | None:
    """Parse a head or item; the tree is ``None`` where something is wrong, which is then among the findings."""
    if not item.sound:
        return None
    try:
        return grammar.parse(item.rule, item.tokens)
    except ParseFailure as failure:
        findings.append(_explained(source, item, failure.token))
        return None


def _explained(source: SourceFile, item: Item, token: Token) -> Diagnostic:
    """Return the diagnostic for an item whose tokens cannot be parsed from one of them on."""
    at = item.tokens.index(token)
    before = item.tokens[:at]
    accepted = grammar.expected(item.rule, before)
    line, _ = source.place(token.start)
    continues = at > 0 and not source.text[source.starts[line - 1] : token.start].strip()
    after = next((token.type for token in item.tokens[at + 1 :]), "")
    code, message, help = explain(item.block, item.head, before, token, accepted, continues, after)
    begin, end = token.start, token.end
    if token.type == "END" and at:
        begin = before[-1].end - 1
        end = begin + 1
    help = placed(source, begin, end, help)
    return error(code, message, source.span(begin, max(end, begin + 1)), help)


def _stand_in(source: SourceFile, item: Item) -> Node | None:
    """Return a sound head for a broken one, where enough of it is there."""
    if not item.tokens:
        return None
    first, *rest = item.tokens
    by_type = {token.type: token for token in reversed(rest)}

    def make(kind: str, text: str) -> Token:
        return Token(kind, text, first.start, first.end)

    end = make("END", "")
    title = by_type.get("STRING") or make("STRING", f'"line {source.place(item.start)[0]}"')
    if item.block == "scenario":
        return Node(item.rule, [first, title, end])
    if item.block == "text":
        return Node(item.rule, [first, by_type.get("NAME") or make("NAME", PurePath(source.name).stem), title, end])
    if "NAME" not in by_type:
        return None
    kind = nearest(first.text, DECLARATIONS) if item.block == "declaration" else None
    return Node(item.rule, [make(first.type, kind or first.text), by_type["NAME"], end])


# --- margins that mislead ------------------------------------------------------------------------------


def _straightened(
    source: SourceFile, findings: Sequence[Diagnostic], read: Read
) -> tuple[SourceFile, Mapping[int, int]]:
    """Return a file with other margins where its own mislead, and by how much each such line moved to the right.

    A margin is doubted only where the block cannot be read with it, and replaced only where the block has fewer
    mistakes with another. So what a writer meant is never guessed where both readings are possible.
    """
    lines = source.text.split("\n")
    moved: dict[int, int] = {}
    wrong = {finding.span.line for finding in findings}
    mistaken = ((begin, end) for begin, end in block_lines(source) if not wrong.isdisjoint(range(begin + 1, end + 1)))
    for begin, end in islice(mistaken, MOST_BLOCKS):
        if end - begin > MOST_LINES or sum(map(len, lines[begin:end])) > MOST_BLOCK_SIGNS:
            continue
        here = [_up(finding, begin) for finding in findings if begin < finding.span.line <= end]
        if not any(_is_doubtful(lines[begin:end], number, here) for number in range(1, end - begin)):
            continue  # most mistakes are none of margins, and reading the block again costs as much as reading it
        for number, line in _straight_lines(source.name, lines[begin:end], read).items():
            moved[begin + number + 1] = len(line) - len(lines[begin + number])
            lines[begin + number] = line
    return SourceFile(source.name, "\n".join(lines)), moved


def _misleading(parsed: Parsed, read: Read) -> tuple[Diagnostic, ...]:
    """Return what is wrong with a file, with one finding for a misleading margin in the place of all that follow."""
    source, findings = parsed.source, parsed.findings
    straight, moved = _straightened(source, findings, read)
    if not moved:
        return findings
    reported = {finding.span.line for finding in findings if finding.code == "R104"}
    about_margins = [finding for finding in findings if finding.span.line in moved and finding.code == "R104"]
    for line, distance in moved.items():
        same_as_before = line - 1 in moved and (moved[line - 1] > 0) == (distance > 0)
        if line not in reported and not same_as_before:
            words = source.line(line)
            margin = len(words) - len(words.lstrip())
            span = Span(source.name, line, margin + 1, line, len(words) + 1)
            message, help = GOES_ON if distance > 0 else BEGINS
            about_margins.append(error("R104", message, span, help))
    return (*about_margins, *(_moved_back(other, moved) for other in read(straight)))


def _moved_back(finding: Diagnostic, moved: Mapping[int, int]) -> Diagnostic:
    """Return a finding about the straightened file as one about the file itself."""
    fixes = tuple(
        replace(fix, edits=tuple(replace(edit, span=_back(edit.span, moved)) for edit in fix.edits))
        for fix in finding.fixes
    )
    return replace(finding, span=_back(finding.span, moved), fixes=fixes)


def _back(span: Span, moved: Mapping[int, int]) -> Span:
    """Return a place of the straightened file as a place of the file itself."""
    begin, end = moved.get(span.line, 0), moved.get(span.end_line, 0)
    return span._replace(column=span.column - begin, end_column=span.end_column - end)


def _straight_lines(name: str, lines: list[str], read: Read) -> dict[int, str]:
    """Return the lines of a block, from 0, that with another margin leave it fewer mistakes."""
    first = mistakes = _mistakes(name, lines, read)
    straight: dict[int, str] = {}
    for number in range(1, len(lines)):
        if not _is_doubtful(lines, number, mistakes):
            continue
        words = lines[number].lstrip()
        margin = len(lines[number]) - len(words)
        other = " " * (ITEM if margin == 0 or margin >= CONTINUES else CONTINUATION) + words
        left = _mistakes(name, [*lines[:number], other, *lines[number + 1 :]], read)
        if _weight(left) < _weight(mistakes):
            lines[number] = straight[number] = other
            mistakes = left
    return straight if len(mistakes) < len(first) else {}


def _up(finding: Diagnostic, lines: int) -> Diagnostic:
    """Return a finding so many lines further up."""
    span = finding.span
    return replace(finding, span=span._replace(line=span.line - lines, end_line=span.end_line - lines))


def _is_doubtful(lines: list[str], number: int, mistakes: list[Diagnostic]) -> bool:
    """Return whether the margin of a line, from 0, may be meant otherwise: it is near a mistake, and no item's own."""
    words = lines[number].lstrip()
    near_a_mistake = any(finding.span.line in (number, number + 1) for finding in mistakes)
    if not words or words.startswith("#") or not near_a_mistake:
        return False
    margin = len(lines[number]) - len(words)
    return not 0 < margin < CONTINUES or _may_go_on(lines, number, mistakes)


def _may_go_on(lines: list[str], number: int, mistakes: list[Diagnostic]) -> bool:
    """Return whether the line before is not finished, or a line begins as none but a continuation does."""
    before, words = lines[number - 1].rstrip(), lines[number].lstrip()
    if before.endswith((",", ":", "|")) or words.startswith((",", "|")) or before.count('"') % 2:
        return True
    if number == 1 and words.partition(" ")[0] in HEAD_WORDS:
        return True
    its_end = number, len(before)
    open_sentence = any(
        (finding.code == "R108" and finding.span.line == number) or finding.span[1:3] == its_end for finding in mistakes
    )
    column = len(lines[number]) - len(words) + 1
    cannot_begin = any(finding.span[1:3] == (number + 1, column) for finding in mistakes)
    return open_sentence and (cannot_begin or column != ITEM + 1)


def _mistakes(name: str, lines: list[str], read: Read) -> list[Diagnostic]:
    return list(read(SourceFile(name, "\n".join(lines))))


def _weight(mistakes: list[Diagnostic]) -> tuple[int, int]:
    """Return how many mistakes there are, and from how far down on: less is better."""
    return len(mistakes), -min((finding.span.line for finding in mistakes), default=0)
