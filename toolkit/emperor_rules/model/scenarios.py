"""Scenarios: a position, questions, the expected answers and the clauses expected to decide."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from lark import Token, Tree

from emperor_rules.diagnostics import Diagnostic, error
from emperor_rules.model.reading import Reader, span_of
from emperor_rules.model.terms import Holds, Seat, Side, Term, Val
from emperor_rules.model.texts import Reference, read_reference, unquote
from emperor_rules.model.vocabulary import Vocabulary
from emperor_rules.source import NOWHERE, SourceFile, Span

Node = Tree[Token]

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
    (“A1 may not attack B1: yes”) do not exist: ask the plain one.
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
            head = next(block.scan_values(lambda _: True))
            reader.report("R104", f"a {block.data} does not belong into a file of scenarios", head,
                          "Put it under rules/texts or rules/vocabulary.")  # fmt: skip
    return tuple(found), tuple(reader.findings)


class _ScenarioReader:
    def __init__(self, source: SourceFile, vocabulary: Vocabulary) -> None:
        self.source = source
        self.vocabulary = vocabulary
        self.findings: list[Diagnostic] = []
        self.reader = Reader(vocabulary, source, self.findings)

    def report(self, code: str, message: str, token: Token, help: str) -> None:
        self.findings.append(error(code, message, span_of(self.source, token), help))

    def read(self, block: Node) -> Scenario | None:
        title = block.children[0].children[1]  # type: ignore[union-attr]
        fields: dict[str, object] = {}
        texts: list[tuple[str, Span]] = []
        expectations: list[Expectation] = []
        given: dict[str, object] = {}
        for item in block.children[1:]:
            if not isinstance(item, Tree):
                continue
            match item.data:
                case "in_texts":
                    texts += [(str(n.children[0]), span_of(self.source, n.children[0]))  # type: ignore[union-attr,arg-type]
                              for n in item.children if isinstance(n, Tree)]  # fmt: skip
                case "seats":
                    fields["seats"] = " | ".join(
                        " ".join(str(s) for s in side.children) for side in item.children if isinstance(side, Tree)
                    )
                case "left" | "leaving":
                    fields[str(item.data)] = tuple(str(t) for t in item.children if t.type == "PLAYER")  # type: ignore[union-attr]
                case "options":
                    fields["options"] = tuple(str(t) for t in item.children if t.type == "NAME")  # type: ignore[union-attr]
                case "on":
                    fields["on"] = str(item.children[1])
                case "given":
                    for fact in item.children:
                        if isinstance(fact, Tree):
                            self._given(fact, given)
                case "expectation":
                    expectation = self._expectation(item)
                    if expectation is not None:
                        expectations.append(expectation)
        if "seats" not in fields or not texts:
            self.report("R603", f"the scenario {title} names no {'seats' if texts else 'text'}", title,  # type: ignore[arg-type]
                        "Add: in cr-809" if not texts else "Add: seats g E g | g E g")  # fmt: skip
            return None
        if not expectations:
            self.report("R606", f"the scenario {title} expects nothing", title,  # type: ignore[arg-type]
                        "Add a line such as: A2 may attack B1: no")  # fmt: skip
            return None
        return Scenario(unquote(title), tuple(texts), expectations=tuple(expectations), given=given,
                        span=span_of(self.source, title), **fields)  # type: ignore[arg-type]  # fmt: skip

    def _given(self, node: Node, given: dict[str, object]) -> None:
        name, *values = [t for t in node.children if isinstance(t, Token)]
        key = self.vocabulary.givens.get(str(name))
        if key is None:
            from emperor_rules.diagnostics import nearest

            guess = nearest(str(name), self.vocabulary.givens)
            self.report("R702", f"“{name}” is nothing that can be given", name,
                        f"Did you mean “{guess}”?" if guess else
                        f"Known: {', '.join(sorted(self.vocabulary.givens))}.")  # fmt: skip
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
        query_node = item.children[0]
        answer_node = item.children[2]
        query = read_query(query_node, self.reader)  # type: ignore[arg-type]
        first = next(query_node.scan_values(lambda _: True))  # type: ignore[union-attr]
        if query is None:
            if len(self.findings) == before:
                self.report("R701", "this is no question of the vocabulary", first,
                            "Ask what the vocabulary marks with “ask”, about named players.")  # fmt: skip
            return None
        by: tuple[Reference, ...] | None = None
        over: tuple[Reference, ...] | None = None
        exact = True
        for part in item.children[3:]:
            if not isinstance(part, Tree):
                continue
            refs = self._references(part)
            if part.data == "deciding":
                by = refs
                exact = not any(isinstance(t, Token) and t.type == "AT_LEAST" for t in part.children)
            else:
                over = refs
        status, answer = self._answer(answer_node)  # type: ignore[arg-type]
        tokens = [t for t in item.scan_values(lambda _: True) if t.type != "END"]
        start, end = first.start_pos or 0, tokens[-1].end_pos or 0
        return Expectation(query, status, answer, by, exact, over, self.source.span(start, end),
                           " ".join(self.source.text[start:end].split()))  # fmt: skip

    def _references(self, node: Node) -> tuple[Reference, ...]:
        found: list[Reference] = []
        text = ""
        for child in node.children:
            if isinstance(child, Tree):
                reference = read_reference(child, self.source, text)
                text = reference.text
                if not text:
                    token = next(child.scan_values(lambda _: True))
                    self.report("R402", f"“{token}” names no text", token, "Write: by cr-809 809.3c")
                found.append(reference)
        return tuple(found)

    def _answer(self, node: Node) -> tuple[str, object]:
        tokens = [t for t in node.children if isinstance(t, Token)]
        kind = tokens[0].type
        if kind in STATUSES:
            return STATUSES[kind], None
        if kind in ANSWER_WORDS:
            return "answered", ANSWER_WORDS[kind]
        if kind == "NUMBER":
            return "answered", int(tokens[0])
        if kind == "PLAYER":
            names = [str(t) for t in tokens]
            return "answered", names
        return "answered", str(tokens[0])


def read_query(node: Node, reader: Reader) -> Query | None:
    """Read ``A2 may attack B1 from the territory of A1`` or ``the range of A2`` as a :class:`Query`."""
    given: list[tuple[str, object]] = []
    inner = node.children[0]
    assert isinstance(inner, Tree)
    for slot in list(inner.find_data("slot")):
        token = slot.children[0]
        meanings = reader.vocabulary.meanings.get((token.type, str(token)), ())  # type: ignore[union-attr]
        place = next(slot.scan_values(lambda t: t.type == "PLAYER"), None)
        if meanings and place is not None:
            given.append((meanings[0].id, str(place)))
    if given:
        inner = Tree(inner.data, [
            Tree(c.data, [g for g in c.children if not (isinstance(g, Tree) and g.data == "slot")])
            if isinstance(c, Tree) else c for c in inner.children
        ])  # fmt: skip
    is_condition = inner.data in ("atom", "flag", "option_in_use")
    term = reader.atom(inner, frozenset()) if is_condition else reader.term(inner, frozenset())
    if isinstance(term, Holds) and term.positive:
        relation, args = term.relation, term.args
    elif isinstance(term, Val):
        relation, args = term.relation, term.args
    else:
        return None
    declared = reader.vocabulary.relations[relation]
    if not declared.is_question or not all(isinstance(a, (Seat, Side)) for a in args):
        return None
    return Query(relation, tuple(_name(a) for a in args), tuple(given))


def _name(term: Term) -> str:
    return term.name if isinstance(term, (Seat, Side)) else ""
