"""Declared differences between related texts, and declared contradictions inside one: found, explained, kept."""

from __future__ import annotations

from dataclasses import dataclass

from lark import Tree

from emperor_rules.diagnostics import Diagnostic, error, nearest
from emperor_rules.frontend.texts import read_reference
from emperor_rules.language.syntax_tree import Node, all_tokens, span_of, strings, tokens, trees, unquote
from emperor_rules.model.texts import Inclusion, Reference
from emperor_rules.model.vocabulary import Vocabulary, Words
from emperor_rules.source import NOWHERE, SourceFile, Span

DIFFERENCE = "difference"
CONTRADICTION = "contradiction"


@dataclass(frozen=True, slots=True)
class AcceptedFinding:
    """One declared difference (two texts) or contradiction (one).

    It covers a finding on one of its questions, under exactly its options, whose clauses are all among its clauses.
    """

    kind: str
    slug: str
    texts: tuple[Inclusion, ...]
    asks: tuple[str, ...]
    options: tuple[str, ...]
    clauses: tuple[Reference, ...]
    words: Words
    span: Span = NOWHERE


def read_accepted(
    tree: Node, source: SourceFile, vocabulary: Vocabulary
) -> tuple[tuple[AcceptedFinding, ...], tuple[Diagnostic, ...]]:
    """Read all declarations of one file."""
    findings: list[Diagnostic] = []
    found = []
    for block in tree.children:
        if isinstance(block, Tree) and block.data in (DIFFERENCE, CONTRADICTION):
            declaration = _declaration(block, source, vocabulary, findings)
            if declaration is not None:
                found.append(declaration)
        elif isinstance(block, Tree):
            head = all_tokens(block)[0]
            findings.append(
                error(
                    "R104",
                    f"a {block.data} does not belong among the relations",
                    span_of(source, head),
                    "Put it under rules/texts, rules/scenarios or rules/vocabulary.",
                )
            )
    return tuple(found), tuple(findings)


def _declaration(
    block: Node, source: SourceFile, vocabulary: Vocabulary, findings: list[Diagnostic]
) -> AcceptedFinding | None:
    head, *items = trees(block)
    name = tokens(head)[1]
    span = span_of(source, name)
    texts: tuple[Inclusion, ...] = ()
    asks: list[str] = []
    options: list[str] = []
    clauses: list[Reference] = []
    words = {"en": "", "it": ""}
    for item in items:
        inner = item if item.data == "between" else trees(item)[0]
        match inner.data:
            case "between":
                texts = tuple(_side(node, source) for node in trees(inner))
            case "asks":
                asks += _names(inner, vocabulary.questions, "question", source, findings)
            case "chosen":
                options += _names(inner, vocabulary.options, "option", source, findings)
            case "concerned":
                for node in trees(inner):
                    clauses.append(read_reference(node, source, clauses[-1].text if clauses else ""))
            case "en" | "it":
                words[str(inner.data)] = unquote(strings(inner)[0])
    missing = [
        what
        for what, some in (
            ("texts", texts),
            ("questions (asks …)", asks),
            ("clauses", clauses),
            ("English words (en …)", words["en"]),
            ("Italian words (it …)", words["it"]),
        )
        if not some
    ]
    if missing:
        findings.append(
            error(
                "R302",
                f"the {block.data} “{name}” names no {missing[0]}",
                span,
                "Say between which texts (or in which), what it asks, which clauses, and why, in both languages.",
            )
        )
        return None
    return AcceptedFinding(
        str(block.data),
        str(name),
        texts,
        tuple(asks),
        tuple(sorted(options)),
        tuple(clauses),
        Words(words["en"], words["it"]),
        span,
    )


def _side(node: Node, source: SourceFile) -> Inclusion:
    name, *rest = tokens(node)
    return Inclusion(str(name), str(rest[1]) if len(rest) > 1 else None, span_of(source, name))


def _names(node: Node, known: object, what: str, source: SourceFile, findings: list[Diagnostic]) -> list[str]:
    found = []
    for token in tokens(node):
        if token.type != "NAME":
            continue
        if str(token) in known:  # type: ignore[operator]
            found.append(str(token))
        else:
            guess = nearest(str(token), known)  # type: ignore[arg-type]
            findings.append(
                error(
                    "R402",
                    f"there is no {what} “{token}”",
                    span_of(source, token),
                    f"Did you mean “{guess}”?" if guess else "See the vocabulary.",
                )
            )
    return found
