"""Scenarios: a position, questions, the expected answers and the clauses expected to decide."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from lark import Token, Tree

from emperor_rules.diagnostics import Diagnostic, error, nearest
from emperor_rules.frontend.conditions import Reader
from emperor_rules.frontend.texts import read_reference
from emperor_rules.language.syntax_tree import Node, all_tokens, span_of, tokens, trees, unquote, without_slot
from emperor_rules.model.terms import Apply, Holds, PlayerName, TeamName, Term
from emperor_rules.model.texts import Reference
from emperor_rules.model.vocabulary import Vocabulary
from emperor_rules.source import NOWHERE, SourceFile, Span

ANSWER_WORDS = {"YES": True, "NO": False}
STATUSES = {"SILENT": "silent", "CONTRADICTED": "contradicted", "INVALID": "invalid"}


@dataclass(frozen=True, slots=True)
class Query:
    """A question as asked: its relation and the names of players or teams in the order of the relation."""

    ask: str
    of: tuple[str, ...]
    given: tuple[tuple[str, object], ...] = ()


@dataclass(frozen=True, slots=True)
class Expectation:
    """What a scenario expects of one question.

    ``by`` is ``None`` when no clauses are named; ``exact`` tells “by” from “by at least”. ``negated`` questions
    (“B1 is not next to A1: yes”) do not exist: ask the plain one.
    """

    query: Query
    status: str
    answer: object
    by: tuple[Reference, ...] | None = None
    exact: bool = True
    over: tuple[Reference, ...] | None = None
    span: Span = NOWHERE
    written: str = ""


@dataclass(frozen=True, slots=True)
class Scenario:
    """A named position asked of one or more texts."""

    name: str
    texts: tuple[tuple[str, Span], ...]
    seats: str
    expectations: tuple[Expectation, ...]
    left: tuple[str, ...] = ()
    leaving: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    on: str | None = None
    given: Mapping[str, object] = field(default_factory=dict)
    span: Span = NOWHERE


def read_scenarios(
    tree: Node, source: SourceFile, vocabulary: Vocabulary
) -> tuple[tuple[Scenario, ...], tuple[Diagnostic, ...]]:
    """Read all scenarios of one file."""
    reader = _ScenarioReader(source, vocabulary)
    found = []
    for block in tree.children:
        if isinstance(block, Tree) and block.data == "scenario":
            scenario = reader.read(block)
            if scenario is not None:
                found.append(scenario)
        elif isinstance(block, Tree):
            head = all_tokens(block)[0]
            reader.report(
                "R104",
                f"a {block.data} does not belong into a file of scenarios",
                head,
                "Put it under rules/texts or rules/vocabulary.",
            )
    return tuple(found), tuple(reader.findings)


class _ScenarioReader:
    def __init__(self, source: SourceFile, vocabulary: Vocabulary) -> None:
        self.source = source
        self.vocabulary = vocabulary
        self.findings: list[Diagnostic] = []
        self.reader = Reader(vocabulary, source, self.findings, "Name a player such as A1, or a team such as A.")

    def report(self, code: str, message: str, token: Token, help: str) -> None:
        self.findings.append(error(code, message, span_of(self.source, token), help))

    def read(self, block: Node) -> Scenario | None:
        """Read one scenario, or report why it is none."""
        title = tokens(trees(block)[0])[1]
        fields: dict[str, Any] = {}
        texts: list[tuple[str, Span]] = []
        expectations: list[Expectation] = []
        given: dict[str, object] = {}
        before = len(self.findings)
        broken = False
        for item in trees(block)[1:]:
            match item.data:
                case "in_texts":
                    names = [tokens(node)[0] for node in trees(item)]
                    texts += [(str(name), span_of(self.source, name)) for name in names]
                case "seats":
                    fields["seats"] = " | ".join(" ".join(map(str, tokens(side))) for side in trees(item))
                case "left" | "leaving":
                    fields[str(item.data)] = tuple(str(t) for t in tokens(item) if t.type == "PLAYER")
                case "options":
                    fields["options"] = tuple(str(t) for t in tokens(item) if t.type == "NAME")
                case "on":
                    fields["on"] = str(tokens(item)[1])
                case "given":
                    for fact in trees(item):
                        self._given(fact, given)
                case "expectation":
                    expectation = self._expectation(item)
                    if expectation is not None:
                        expectations.append(expectation)
                case "broken":
                    broken = True
        complete = "seats" in fields and texts and expectations
        if not complete and (broken or len(self.findings) > before):
            return None
        if "seats" not in fields or not texts:
            self.report(
                "R603",
                f"the scenario {title} names no {'seats' if texts else 'text'}",
                title,
                "Add an item: in my-text" if not texts else "Add an item such as: seats g | g | g",
            )
            return None
        if not expectations:
            self.report(
                "R606", f"the scenario {title} expects nothing", title, "Add a question and its answer: A1 … B1: no"
            )
            return None
        return Scenario(
            unquote(title),
            tuple(texts),
            expectations=tuple(expectations),
            given=given,
            span=span_of(self.source, title),
            **fields,
        )

    def _given(self, node: Node, given: dict[str, object]) -> None:
        name, *values = tokens(node)
        key = self.vocabulary.givens.get(str(name))
        if key is None:
            guess = nearest(str(name), self.vocabulary.givens)
            self.report(
                "R702",
                f"“{name}” is nothing that can be given",
                name,
                f"Did you mean “{guess}”?" if guess else f"Known: {', '.join(sorted(self.vocabulary.givens))}.",
            )
            return
        if not values:
            given[key.id] = True
        elif key.kind == "players":
            given[key.id] = [str(v) for v in values]
        elif values[0].type == "NUMBER":
            given[key.id] = int(values[0])
        else:
            word = str(values[0])
            given[key.id] = {"yes": True, "no": False}.get(word, word) if key.kind == "flag" else word

    def _expectation(self, item: Node) -> Expectation | None:
        before = len(self.findings)
        query_node, answer_node, *parts = trees(item)
        query = read_query(query_node, self.reader)
        first = all_tokens(query_node)[0]
        if query is None:
            if len(self.findings) == before:
                self.report(
                    "R701",
                    "this is no question of the vocabulary",
                    first,
                    "Ask what the vocabulary marks with “ask”, about named players.",
                )
            return None
        by: tuple[Reference, ...] | None = None
        over: tuple[Reference, ...] | None = None
        exact = True
        for part in parts:
            refs = self._references(part)
            if part.data == "deciding":
                by = refs
                exact = not any(t.type == "AT_LEAST" for t in tokens(part))
            else:
                over = refs
        if any(not reference.text for reference in by or ()):
            by = None
        status, answer = self._answer(answer_node)
        last = [t for t in all_tokens(item) if t.type != "END"][-1]
        start, end = first.start_pos or 0, last.end_pos or 0
        return Expectation(
            query,
            status,
            answer,
            by,
            exact,
            over,
            self.source.span(start, end),
            " ".join(self.source.text[start:end].split()),
        )

    def _references(self, node: Node) -> tuple[Reference, ...]:
        found: list[Reference] = []
        text = ""
        for child in trees(node):
            reference = read_reference(child, self.source, text)
            text = reference.text
            if not text:
                token = all_tokens(child)[0]
                self.report(
                    "R402", f"“{token}” names no text", token, "Name the text before the number: by my-text 1.1"
                )
            found.append(reference)
        return tuple(found)

    def _answer(self, node: Node) -> tuple[str, object]:
        words = tokens(node)
        kind = words[0].type
        if kind in STATUSES:
            return STATUSES[kind], None
        if kind in ANSWER_WORDS:
            return "answered", ANSWER_WORDS[kind]
        if kind == "NUMBER":
            return "answered", int(words[0])
        if kind == "PLAYER":
            return "answered", [str(word) for word in words]
        return "answered", str(words[0])


def read_query(node: Node, reader: Reader) -> Query | None:
    """Read “A2 may do … to B1 from the territory of A1” or “the … of A2” as a :class:`Query`."""
    given: list[tuple[str, object]] = []
    inner = trees(node)[0]
    for slot in inner.find_data("slot"):
        token = tokens(slot)[0]
        meanings = reader.vocabulary.meanings.get((token.type, str(token)), ())
        place = next((t for t in all_tokens(slot) if t.type == "PLAYER"), None)
        if meanings and place is not None:
            given.append((meanings[0].id, str(place)))
    if given:
        inner = without_slot(inner)
    is_condition = inner.data in ("atom", "flag", "option_in_use")
    term = reader.atom(inner, frozenset()) if is_condition else reader.term(inner, frozenset())
    if not isinstance(term, (Holds, Apply)) or (isinstance(term, Holds) and not term.positive):
        return None
    declared = reader.vocabulary.relations[term.relation]
    if not declared.is_question or not all(isinstance(a, (PlayerName, TeamName)) for a in term.args):
        return None
    return Query(term.relation, tuple(_name(a) for a in term.args), tuple(given))


def _name(term: Term) -> str:
    return term.name if isinstance(term, (PlayerName, TeamName)) else ""
