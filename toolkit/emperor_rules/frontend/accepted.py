"""From syntax trees to declared differences and contradictions."""

from __future__ import annotations

from collections.abc import Collection

from emperor_rules.diagnostics import Diagnostic, error, suggest
from emperor_rules.frontend.texts import read_reference
from emperor_rules.language.parser import Parsed
from emperor_rules.language.syntax_tree import Node, first_token, span_of, strings, tokens, trees, unquote
from emperor_rules.messages import Message
from emperor_rules.model.accepted import CONTRADICTION, DIFFERENCE, AcceptedFinding, DeclarationKind
from emperor_rules.model.texts import Inclusion, Reference
from emperor_rules.model.vocabulary import Vocabulary, Words
from emperor_rules.source import SourceFile


def read_accepted(parsed: Parsed, vocabulary: Vocabulary) -> tuple[tuple[AcceptedFinding, ...], tuple[Diagnostic, ...]]:
    """Return all declarations of one file."""
    findings: list[Diagnostic] = []
    declarations = []
    source = parsed.source
    for block in trees(parsed.tree):
        if block.rule in (DIFFERENCE, CONTRADICTION):
            declaration = _declaration(block, parsed, vocabulary, findings)
            if declaration is not None:
                declarations.append(declaration)
        else:
            head = first_token(block)
            message = Message("a {rule} does not belong among the relations", rule=block.rule)
            help = Message("Put it under rules/texts, rules/scenarios or rules/vocabulary.")
            findings.append(error("R104", message, span_of(source, head), help))
    return tuple(declarations), tuple(findings)


def _declaration(
    block: Node, parsed: Parsed, vocabulary: Vocabulary, findings: list[Diagnostic]
) -> AcceptedFinding | None:
    source = parsed.source
    head, *items = trees(block)
    name = tokens(head)[1]
    span = span_of(source, name)
    texts: tuple[Inclusion, ...] = ()
    asks: list[str] = []
    options: list[str] = []
    clauses: list[Reference] = []
    words = {"en": "", "it": ""}
    for item in items:
        inner = item if item.rule == "between" else trees(item)[0]
        match inner.rule:
            case "between":
                texts = tuple(_side(node, source) for node in trees(inner))
            case "asks":
                asks += _names(inner, vocabulary.questions, Message("question"), source, findings)
            case "chosen":
                options += _names(inner, vocabulary.options, Message("option"), source, findings)
            case "concerned":
                for node in trees(inner):
                    clauses.append(read_reference(node, source, clauses[-1].text if clauses else ""))
            case "en" | "it":
                words[inner.rule] = unquote(strings(inner)[0])
    missing = [
        what
        for what, content in (
            (Message("texts"), texts),
            (Message("clauses"), clauses),
            (Message("English words (en …)"), words["en"]),
            (Message("Italian words (it …)"), words["it"]),
        )
        if not content
    ]
    if missing:
        message = Message("the {rule} “{name}” names no {missing}", rule=block.rule, name=name, missing=missing[0])
        help = Message("Say between which texts (or in which), which clauses, and why, in both languages.")
        findings.append(error("R302", message, span, help))
        return None
    return AcceptedFinding(
        DeclarationKind(block.rule),
        name.text,
        texts,
        tuple(asks),
        tuple(sorted(options)),
        tuple(clauses),
        Words(words["en"], words["it"]),
        span,
        parsed.comments_on(block),
    )


def _side(node: Node, source: SourceFile) -> Inclusion:
    name, *rest = tokens(node)
    return Inclusion(name.text, rest[1].text if len(rest) > 1 else None, span_of(source, name))


def _names(
    node: Node, candidates: Collection[str], what: Message, source: SourceFile, findings: list[Diagnostic]
) -> list[str]:
    names = []
    for token in tokens(node):
        if token.type != "NAME":
            continue
        if token.text in candidates:
            names.append(token.text)
        else:
            message = Message("there is no {kind} “{name}”", kind=what, name=token)
            help = suggest(token.text, candidates, Message("See the vocabulary."))
            findings.append(error("R402", message, span_of(source, token), help))
    return names
