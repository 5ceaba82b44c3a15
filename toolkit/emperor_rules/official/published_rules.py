"""The official rules as published: numbered rules with their examples, and the glossary.

The file opens with a title, the day on which it takes effect and a table of contents, which names every section and the
glossary once before they come. A rule is a paragraph that begins with its number; its letters leave out l and o and go
on with aa. Paragraphs that begin with “Example:” belong to the rule above them.
"""

from __future__ import annotations

import codecs
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby, pairwise
from pathlib import Path

from emperor_rules import files
from emperor_rules.diagnostics import Diagnostic, error, warning
from emperor_rules.messages import Message, Names, plural
from emperor_rules.source import SourceFile, Unreadable

SECTION_HEADING = re.compile(r"(\d{3})\.\s+\S")
CHAPTER = re.compile(r"\d\.\s+\S")
#: A blank after the first point is a misprint of some editions; then a letter or a point must follow.
RULE = re.compile(r"(\d{3})\.(?:(\d{1,4})([a-z]{0,2})\.?|\s(\d{1,4})(?:([a-z]{1,2})\.?|\.))\s+(?=\S)")
#: What no file without rules has.
ANY_RULE = re.compile(r"^[^\S\n]*\d{3}\.", re.MULTILINE)
EXAMPLE_MARK = re.compile(r"Example\s*:\s*", re.IGNORECASE)
EFFECTIVE = re.compile(
    r"\b(?:effective|current)\b.{0,40}?\b([A-Z][a-z]+)\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\b", re.DOTALL
)
#: What ends a paragraph. A line that begins with a number behind one without it goes on with a sentence.
ENDS = (".", "!", "?", ":", ")", "”", "’", '"', "'", "…")
GLOSSARY_HEADING, CREDITS_HEADING = "Glossary", "Credits"
#: How a paragraph begins that goes on with the glossary entry above it: with a further sense, or with a reference.
FURTHER = re.compile(r"\d+\.\s|See\s(?:also\s)?(?:rules?|section)\b")
#: How a sentence ends, as the names of glossary entries do not.
SENTENCE_ENDS = (".", "!", "?", ".”", '."', ".)")
#: So many numbers at most are left out between a rule and one in the line below it.
MOST_SKIPPED = 2
LOST_SIGN = "\ufffd"
#: So many rules are named in a finding that concerns several.
MOST_PARTS_NAMED = 5
#: Larger files are refused: the whole rules are about one megabyte.
LARGEST_COPY = 8_000_000
MARKS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
#: How files of other kinds begin, and what they are.
OTHER_KINDS = (
    (b"PK\x03\x04", Message("a Word document or another archive")),
    (b"\xd0\xcf\x11\xe0", Message("an old Word document")),
    (b"%PDF", Message("a PDF document")),
    (b"{\\rtf", Message("a rich text document")),
)
#: What else ends a line, and signs without a shape, which some programs leave within words.
LINE_ENDS = {
    **{ord(sign): "\n" for sign in "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"},
    **{ord(sign): "" for sign in "\xad\u200b\u200c\u200d\u2060\ufeff"},
}
#: Quotation marks, apostrophes and dashes, as bytes of either encoding: of the signs beyond ASCII they are most.
WINDOWS_SIGNS, MAC_SIGNS = (tuple(bytes([sign]) for sign in range(*ends)) for ends in ((0x91, 0x98), (0xD0, 0xD6)))


@dataclass(frozen=True, slots=True)
class OfficialRule:
    """One rule as it stands in the file: its number, its words, its examples, and its line."""

    number: str
    words: str
    examples: tuple[str, ...] = ()
    line: int = 1


@dataclass(frozen=True)
class OfficialRules:
    """A file of official rules.

    Attributes:
        effective: The day from which it holds, as YYYY-MM-DD; ``None`` if the file does not say.
        rules: Its rules by number, in the order of the file.
        glossary: Its terms, in lower case with hyphens.
    """

    effective: str | None
    rules: Mapping[str, OfficialRule]
    glossary: Mapping[str, OfficialRule]

    def spans(self, term: str) -> bool:
        """Whether the glossary would show a term: it has entries before and behind it, or itself, by the alphabet."""
        return bool(self.glossary) and min(self.glossary) <= term <= max(self.glossary)


class _RuleReader:
    """Rules line by line: what begins one, what belongs to it, and what ends it."""

    def __init__(self, headings: frozenset[str], spaced: bool) -> None:
        self.headings = headings
        #: Whether blank lines stand between rules: then a line below another hardly begins one.
        self.spaced = spaced
        #: By number the line of each rule, and its lines: those of its words, then those of each example.
        self.begun: dict[str, tuple[int, list[list[str]]]] = {}
        self.repeated: list[str] = []
        self.current: list[list[str]] | None = None
        self.ended = False
        self.section = self.last = ""

    def read(self, number: int, line: str, before: str) -> None:
        """Read one line; ``before`` is the line above it, stripped."""
        rule, heading = RULE.match(line), SECTION_HEADING.match(line)
        name = f"{rule[1]}.{rule[2] or rule[4]}{rule[3] or rule[5] or ''}" if rule else ""
        below = self.current is None and section_of(name) == self.section  # its heading, or what stands below that
        fresh = not before or before.endswith(ENDS) or not self.begun or below
        # A misprinted number must not swallow the rules behind it: a paragraph of its own, or a number of the section
        # whose heading stands above, begins a rule out of order too.
        follows = bool(rule) and is_next(self.last, name)
        if self.spaced and before and not below:
            in_turn = follows
        else:
            in_turn = not before or order_of(name) > order_of(self.last) or section_of(name) == self.section
            fresh |= follows  # also below a rule that is a mere heading, which no sign ends
        if rule and fresh and in_turn:
            self.close()
            self.current, self.last = [[line[rule.end() :]]], name
            if name in self.begun:  # of two with one number the first stays
                self.repeated.append(name)
            else:
                self.begun[name] = number + 1, self.current
        elif not rule and heading and (fresh or self.current is None):
            self.close()
            self.section = self.last = heading[1]
        elif CHAPTER.match(line) and (not before or line in self.headings):
            self.close()
        elif line and self.current is not None:
            example = EXAMPLE_MARK.match(line)
            if example:
                self.current.append([line[example.end() :]])
            else:
                self.current[-1].append(line)

    def close(self) -> None:
        """End the rule that is being read."""
        self.ended |= self.current is not None
        self.current = None

    def rules(self) -> Iterator[tuple[str, OfficialRule]]:
        """Yield the rules that were read, by number."""
        for number, (line, parts) in self.begun.items():
            words, *examples = (" ".join(" ".join(part).split()) for part in parts)
            yield number, OfficialRule(number, words, tuple(examples), line)


def parse_rules(source: SourceFile) -> tuple[OfficialRules | None, tuple[Diagnostic, ...]]:
    """Return the rules of a copy, ``None`` if it has no numbered rule, and what is wrong with it.

    That are numbers that stand twice, broken characters, and parts that the contents name and that never come.
    """
    if not ANY_RULE.search(source.text):  # told at once, also of millions of empty lines
        return None, (_no_rule(source),)
    lines = [line.strip() for line in source.text.split("\n")]
    start = next((number for number, line in enumerate(lines) if line and RULE.match(line)), len(lines))
    contents = frozenset(line for line in set(lines[:start]) if SECTION_HEADING.match(line) or CHAPTER.match(line))
    # headings stand in the contents before
    last_place = {line: number for number, line in enumerate(lines) if line in (GLOSSARY_HEADING, CREDITS_HEADING)}
    apart = [not before for before, line in pairwise(lines) if RULE.match(line)]
    reader, before, end = _RuleReader(contents, 2 * sum(apart) > len(apart)), "", len(lines)
    for number, line in enumerate(lines):
        if number == last_place.get(line) and reader.ended:
            end = number
            break
        if line:
            reader.read(number, line, before)
        before = line
    if not reader.begun:
        return None, (_no_rule(source),)
    terms = {term_id(term): rule for term, rule in _glossary(lines, end)}
    findings = (*_missing(source, lines, start, reader, contents), *_misprints(source, reader))
    return OfficialRules(_effective(source.text), dict(reader.rules()), terms), findings


def _no_rule(source: SourceFile) -> Diagnostic:
    message = Message("the file {source} holds no numbered rule", source=source.name)
    help = Message("Take the file of the official rules that is published as plain text.")
    return error("R802", message, source.span(0, 0), help)


def _missing(
    source: SourceFile, lines: Sequence[str], start: int, reader: _RuleReader, contents: frozenset[str]
) -> Iterator[Diagnostic]:
    """Yield a finding on what the contents name and the file does not hold.

    A section is there if one of its rules is, or its heading, below which there may be none: the contents name 600
    since 2009, of which the file has nothing else.
    """
    read = set(map(section_of, reader.begun))
    headed = Counter(line[:3] for line in lines if line and SECTION_HEADING.match(line) and not RULE.match(line))
    named = Counter(line[:3] for line in contents if SECTION_HEADING.match(line))
    missing = sorted(
        line for line in contents if line[:3].isdigit() and line[:3] not in read and headed[line[:3]] <= named[line[:3]]
    )
    missing += [
        part for part in (GLOSSARY_HEADING, CREDITS_HEADING) if part in lines[:start] and part not in lines[start:]
    ]
    if missing:
        names = Names(Message("“{name}”", name=part) for part in missing[:MOST_PARTS_NAMED])
        left = len(missing) - MOST_PARTS_NAMED
        more = Message(" and {count} more", count=left) if left > 0 else ""
        message = Message(
            "{source} is not whole: its contents name {named}{more}, which never comes",
            source=source.name,
            named=names,
            more=more,
        )
        yield warning("R807", message, help=Message("Take the file again from where it is published."))


def _misprints(source: SourceFile, reader: _RuleReader) -> Iterator[Diagnostic]:
    if reader.repeated:
        named = ", ".join(reader.repeated[:MOST_PARTS_NAMED])
        message = Message(
            "{source} has two rules of one number: {named}; the first of them was read", source=source.name, named=named
        )
        yield warning("R808", message, help=Message("Compare that rule by hand."))
    broken = source.text.count(LOST_SIGN)
    if broken:
        yield warning(
            "R809",
            plural(
                broken,
                "{source} has {count} broken character where a sign was lost",
                "{source} has {count} broken characters where signs were lost",
                source=source.name,
                count=broken,
            ),
            help=Message("The comparison leaves signs out; take a better copy if a word is concerned."),
        )


def section_of(number: str) -> str:
    """Return the number of the section that a rule stands in: what stands before its first point."""
    return number.partition(".")[0]


def order_of(number: str) -> tuple[tuple[int, str], ...]:
    """Return what orders rules by number: section, number, then letters, of which z comes before aa."""
    parts = (part.lstrip("0") for part in re.findall(r"\d+|[a-z]+", number))
    return tuple((len(part), part) for part in parts)


def is_next(last: str, name: str) -> bool:
    """Return whether a rule may come next behind another: under its number, or with one of the next numbers."""
    before, after = order_of(last), order_of(name)
    if len(before) < 2 or len(after) < 2 or before[0] != after[0]:
        return False
    return after > before and int(after[1][1] or 0) - int(before[1][1] or 0) <= MOST_SKIPPED


def _effective(text: str) -> str | None:
    """Find from when the rules hold, as YYYY-MM-DD."""
    for match in EFFECTIVE.finditer(text[:20_000]):
        with suppress(ValueError):
            return datetime.strptime(" ".join(match.groups()), "%B %d %Y").date().isoformat()
    return None


def _glossary(lines: Sequence[str], start: int) -> Iterator[tuple[str, OfficialRule]]:
    """Yield the terms behind the heading: a term on a line of its own, its meaning below, a blank line between.

    A blank line may also stand below the term, or between two senses of it.
    """
    if start >= len(lines) or lines[start] != GLOSSARY_HEADING:
        return
    end = next((number for number in range(start, len(lines)) if lines[number] == CREDITS_HEADING), len(lines))
    entries: list[list[int]] = []  # the lines of each, that of its term first
    for filled, paragraph in groupby(range(start + 1, end), key=lambda number: bool(lines[number])):
        first, *rest = paragraph
        if not filled:
            continue
        sentence = not rest and lines[first].endswith(SENTENCE_ENDS)
        if entries and (len(entries[-1]) == 1 or sentence or FURTHER.match(lines[first])):
            entries[-1] += [first, *rest]
        else:
            entries.append([first, *rest])
    for first, *rest in entries:
        if rest:
            words = " ".join(" ".join(lines[number] for number in rest).split())
            yield lines[first], OfficialRule(lines[first], words, line=first + 1)


def term_id(term: str) -> str:
    """Return a glossary term in lower case with hyphens, as clause names are written."""
    return "-".join(re.findall(r"\w+", term.lower()))


# --- bytes in any of the encodings in which the official rules have been published ---------------


def read_rules(path: Path) -> tuple[OfficialRules | None, tuple[Diagnostic, ...]]:
    """Read and parse a copy of the official rules; return what :func:`parse_rules` does, or why it cannot be read."""
    source = read_copy(path)
    if isinstance(source, SourceFile):
        return parse_rules(source)
    message = Message("the file {source} {reason}", source=source.name, reason=source.reason)
    return None, (error("R801", message, help=Message("Take the file as it was published.")),)


def read_copy(path: Path) -> SourceFile | Unreadable:
    """Read a copy of the official rules as text with line feeds, or return why it cannot be read."""
    name = path.as_posix()
    try:
        with path.open("rb") as stream:
            data = stream.read(LARGEST_COPY + 1)
    except (OSError, ValueError) as error:
        return Unreadable(name, Message("cannot be read: {reason}", reason=files.reason(error)))
    if len(data) > LARGEST_COPY:
        return Unreadable(name, Message("is larger than {size} MB", size=LARGEST_COPY // 1_000_000))
    kind = next((kind for start, kind in OTHER_KINDS if data.startswith(start)), None)
    if kind is not None:
        return Unreadable(
            name,
            Message("is {kind}: save it as plain text, or take the TXT file that is published beside it", kind=kind),
        )
    text = decode(data)
    if text is None:
        return Unreadable(name, Message("is text neither in UTF-8, UTF-16 nor Windows-1252"))
    return SourceFile(name, text)


def decode(data: bytes) -> str | None:
    """Decode UTF-8 or UTF-16, with or without a byte order mark, Windows-1252 or Mac Roman; ``None`` if it is none.

    A byte that is broken amid many signs of UTF-8 costs its sign alone.
    """
    encodings = [encoding for mark, encoding in MARKS.items() if data.startswith(mark)]
    if not encodings and b"\0" in data[:2000]:  # UTF-16 without a mark: half of the bytes of Latin letters are null
        ends_null = data[1:2000:2].count(0) > data[0:2000:2].count(0)
        encodings = ["utf-16-le" if ends_null else "utf-16-be"]
    if not encodings:
        with suppress(UnicodeDecodeError):
            return _with_line_feeds(data.decode("utf-8"))
        lenient = data.decode("utf-8", "replace")
        if sum(not sign.isascii() for sign in lenient) > 3 * lenient.count(LOST_SIGN):
            return _with_line_feeds(lenient)
        windows, mac = (sum(map(data.count, signs)) for signs in (WINDOWS_SIGNS, MAC_SIGNS))
        encodings = ["mac_roman" if mac > windows else "cp1252"]
    with suppress(UnicodeDecodeError):
        return _with_line_feeds(data.decode(encodings[0]))
    return None


def _with_line_feeds(text: str) -> str:
    # Some published copies end their lines with two carriage returns: a text saved twice as DOS text.
    text = text.replace("\r\r\n", "\n").replace("\r\n", "\n").replace("\r", "\n")
    return text.translate(LINE_ENDS)
