"""What the words of a block name: texts, clauses, scenarios, declarations, and what the vocabulary declares.

They are read off the syntax tree, so that a name is found wherever the grammar has one, also in what is half typed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING

from emperor_rules.language.blocks import DeclaredKind
from emperor_rules.language.parser import Parsed, parse
from emperor_rules.language.syntax_tree import Node, Token
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Clause
from emperor_rules.model.vocabulary import Vocabulary
from emperor_rules.resolve.resolver import number_on
from emperor_rules.source import NOWHERE, SourceFile, Span

if TYPE_CHECKING:
    from emperor_rules.editor.open_file import FileBlock


class NamedKind(StrEnum):
    """What a name stands for; of the vocabulary, in which of its tables it is."""

    TEXT = "text"
    CLAUSE = "clause"
    SCENARIO = "scenario"
    DECLARATION = "declaration"
    SORT = "sort"
    ROLE = "role"
    PREDICATE = "predicate"
    GIVEN = "given"
    OPTION = "option"
    TERM = "term"


#: What a declaration of each kind declares; those of questions speak of what is declared elsewhere.
KIND_DECLARED = {
    **dict.fromkeys((DeclaredKind.FACT, DeclaredKind.VALUE, DeclaredKind.ACTION), NamedKind.PREDICATE),
    DeclaredKind.SORT: NamedKind.SORT,
    DeclaredKind.ROLE: NamedKind.ROLE,
    DeclaredKind.GIVEN: NamedKind.GIVEN,
    DeclaredKind.OPTION: NamedKind.OPTION,
    DeclaredKind.TERM: NamedKind.TERM,
}
SPOKEN_OF = {DeclaredKind.PHRASING: NamedKind.PREDICATE, DeclaredKind.CIRCUMSTANCE: NamedKind.GIVEN}
#: What the names in items that list names are.
LISTED = {
    "options": NamedKind.OPTION,
    "alternatives": NamedKind.OPTION,
    "usually": NamedKind.OPTION,
    "chosen": NamedKind.OPTION,
    "option_in_use": NamedKind.OPTION,
    "roles": NamedKind.ROLE,
    "asks": NamedKind.PREDICATE,
}
#: What the first name in items of declarations is.
DETAILED = {"asks": NamedKind.PREDICATE, "with": NamedKind.GIVEN, "slot": NamedKind.GIVEN}


@dataclass(frozen=True, slots=True)
class NameMention:
    """A name where it stands: what it names, by ids (of a clause its text and number), and its offsets.

    ``spoken`` tells that it stands there in the words of a sentence, which are not its id.
    """

    kind: NamedKind
    key: tuple[str, ...]
    start: int
    end: int
    defines: bool = False
    spoken: bool = False


def mentions_in(parsed: Parsed, vocabulary: Vocabulary, text: str = "") -> Iterator[NameMention]:
    """Yield all names in a file, or in a block of the file of a text, in no order."""
    for block in parsed.tree.trees:
        if block.rule == "text":
            text = next((name.text for name in block.trees[0].names), "")
        for item in block.trees:
            yield from _in_node(item, text, vocabulary)


def _in_node(node: Node, text: str, vocabulary: Vocabulary) -> Iterator[NameMention]:
    names = node.names
    match node.rule:
        case "text_head":
            yield from (_mention(NamedKind.TEXT, name, defines=True) for name in names)
        case "clause_head":
            yield from (_mention(NamedKind.CLAUSE, name, text, defines=True) for name in names)
        case "scenario_head":
            title = node.strings[0]
            yield NameMention(NamedKind.SCENARIO, (title.text[1:-1],), title.start, title.end, True)
        case "difference_head" | "contradiction_head":
            yield from (_mention(NamedKind.DECLARATION, name, defines=True) for name in names)
        case "declaration_head":
            yield from _declared(node.first_token, names)
        case "text_name" | "included":
            yield _mention(NamedKind.TEXT, names[0])
            yield from (_mention(NamedKind.OPTION, name) for name in names[1:])  # under which it is included
        case "deciding" | "overridden" | "concerned" | "overriding" | "see" | "redundant":
            yield from _references(node, "" if node.rule in ("deciding", "overridden", "concerned") else text)
        case "fact":
            yield _mention(NamedKind.GIVEN, names[0])
        case "detailed":
            kind = DETAILED.get(node.first_token.text)
            listed = names if node.first_token.text == "asks" else names[:1]
            yield from (_mention(kind, name) for name in listed if kind is not None)
        case rule if rule in LISTED:
            yield from (_mention(LISTED[rule], name) for name in names)
    for child in node.children:
        if isinstance(child, Token):
            yield from _words(child, vocabulary)
        elif child.rule != "reference":
            yield from _in_node(child, text, vocabulary)


def _mention(kind: NamedKind, name: Token, *within: str, defines: bool = False) -> NameMention:
    return NameMention(kind, (*within, name.text), name.start, name.end, defines)


def _declared(kind: Token, names: Sequence[Token]) -> Iterator[NameMention]:
    if kind.text in SPOKEN_OF:
        yield from (_mention(SPOKEN_OF[DeclaredKind(kind.text)], name) for name in names)
    elif kind.text in KIND_DECLARED:
        yield from (_mention(KIND_DECLARED[DeclaredKind(kind.text)], name, defines=True) for name in names)


def _references(node: Node, text: str) -> Iterator[NameMention]:
    """Yield the names in references to clauses, where each may leave out the text that the one before has named."""
    for reference in node.find("reference"):
        names = reference.names
        if any(token.type == "LPAR" for token in reference.tokens):
            names = names[:-1]
        if len(names) > 1:
            yield _mention(NamedKind.TEXT, names[0])
            text = names[0].text if node.rule in ("deciding", "overridden", "concerned") else text
        if names:
            yield _mention(NamedKind.CLAUSE, names[-1], names[0].text if len(names) > 1 else text)


def _words(token: Token, vocabulary: Vocabulary) -> Iterator[NameMention]:
    """Yield what a phrase stands for; a letter of a seat stands for a role."""
    if token.type == "SEAT":
        role = vocabulary.role_letters.get(token.text)
        if role is not None:
            yield NameMention(NamedKind.ROLE, (role,), token.start, token.end, spoken=True)
        return
    for meaning in vocabulary.meanings.get((token.type, token.phrase), ()) if token.type.isupper() else ():
        target = meaning.target
        kind = NamedKind(target) if target in set(NamedKind) else None
        owner = meaning.id if kind else _owner(target, meaning.id, vocabulary)
        if owner:
            yield NameMention(kind or NamedKind.PREDICATE, (owner,), token.start, token.end, spoken=True)


def _owner(target: str, id: str, vocabulary: Vocabulary) -> str:
    """Return the predicate that a slot or a choice belongs to; empty where it is that of none."""
    return id if target == "slot" and id in vocabulary.predicates else ""


# --- one block ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ReadBlock:
    """A block of a file, parsed: in the file of which text, and from which line on, from 0."""

    parsed: Parsed
    text: str
    line: int

    def offset(self, line: int, column: int) -> int:
        """Return the offset of a place of the file, both from 0, in what was parsed."""
        starts, text = self.parsed.source.starts, self.parsed.source.text
        line -= self.line
        return min(starts[line] + column, len(text)) if 0 <= line < len(starts) else len(text)

    def span(self, start: int, end: int) -> Span:
        """Return the place in the file of a stretch of what was parsed."""
        span = self.parsed.source.span(start, end)
        return span._replace(line=span.line + self.line, end_line=span.end_line + self.line)

    def mentions(self, vocabulary: Vocabulary) -> Iterator[NameMention]:
        """Yield all names in it."""
        return mentions_in(self.parsed, vocabulary, self.text)


def block_of_file(name: str, block: FileBlock, text: str, rulebook: Rulebook) -> ReadBlock:
    """Parse a block of the file of a text with the whole vocabulary, also where declarations stand."""
    parsed = _parsed(SourceFile(name, block.words), _Identity(rulebook.vocabulary))
    return ReadBlock(parsed, text, block.line)


class _Identity:
    """A vocabulary as a key: the same, and no equal one."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Identity) and other.vocabulary is self.vocabulary

    def __hash__(self) -> int:
        return id(self.vocabulary)


@lru_cache(maxsize=64)
def _parsed(source: SourceFile, key: _Identity) -> Parsed:
    return parse(source, key.vocabulary.phrases)


def mention_at(read: ReadBlock, offset: int, vocabulary: Vocabulary) -> NameMention | None:
    """Return the innermost name that covers an offset, or ends there."""
    around = [m for m in read.mentions(vocabulary) if m.start <= offset <= m.end]
    return min(around, key=lambda mention: (mention.end == offset, mention.end - mention.start), default=None)


# --- what is named --------------------------------------------------------------------------------------


def clause_named(rulebook: Rulebook, text: str, number: str) -> Clause | None:
    """Return the clause of a text that bears a number, a key or a slug: of today's first, else of any day's."""
    written = rulebook.texts.get(text)
    if written is None:
        return None
    days = written.dates()
    bore = (clause for clause in written.clauses if any(number_on(written, clause, day) == number for day in days))
    return written.named(number) or min(bore, key=lambda clause: clause.until is not None, default=None)


def definition_span(rulebook: Rulebook, kind: NamedKind, key: tuple[str, ...]) -> Span:
    """Return where something named is defined; nowhere if it is not."""
    match kind:
        case NamedKind.TEXT:
            text = rulebook.texts.get(key[0])
            return text.span if text else NOWHERE
        case NamedKind.CLAUSE:
            clause = clause_named(rulebook, key[0], key[1])
            return clause.span if clause else definition_span(rulebook, NamedKind.TEXT, key[1:])
        case NamedKind.SCENARIO:
            return next((s.span for s in rulebook.scenarios if s.name == key[0]), NOWHERE)
        case NamedKind.DECLARATION:
            return next((d.span for d in rulebook.declarations if d.slug == key[0]), NOWHERE)
        case _:
            declaration = rulebook.vocabulary.tables[kind].get(key[0])
            return declaration.span if declaration else NOWHERE


def same_thing(rulebook: Rulebook, kind: NamedKind, key: tuple[str, ...]) -> object:
    """Return what two names of the same thing have in common: of a clause, whatever it was called at any time."""
    if kind is NamedKind.CLAUSE:
        clause = clause_named(rulebook, key[0], key[1])
        return (kind, clause.text, clause.slug) if clause is not None else (kind, *key)
    return kind, *key


def references(rulebook: Rulebook, kind: NamedKind, key: tuple[str, ...]) -> Iterator[tuple[SourceFile, NameMention]]:
    """Yield every place in the rules where something is named, in the order of the files."""
    wanted = same_thing(rulebook, kind, key)
    for source in rulebook.sources.values():
        if not source.name.endswith(".rules"):
            continue
        parsed = parse(source, rulebook.vocabulary.phrases)
        for mention in mentions_in(parsed, rulebook.vocabulary):
            if mention.kind is kind and same_thing(rulebook, kind, mention.key) == wanted:
                yield source, mention
