"""From syntax trees to scenarios and questions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from emperor_rules.diagnostics import Diagnostic, suggest
from emperor_rules.frontend.conditions import ConditionReader
from emperor_rules.frontend.texts import read_reference
from emperor_rules.language.syntax_tree import Node, span_of, unquote, without_slot
from emperor_rules.messages import Message, listed
from emperor_rules.model.scenarios import Expectation, GivenValue, Query, Scenario, Status
from emperor_rules.model.terms import Apply, Holds, PlayerName, TeamName
from emperor_rules.model.texts import Reference, Text
from emperor_rules.model.vocabulary import GivenKind, Predicate, Vocabulary
from emperor_rules.source import SourceFile, Span

#: The items that say of a position what may be wrong with it.
PLACED_ITEMS = ("seats", "left", "leaving", "options", "on", "given")
FLAG_OF_TERMINAL = {"YES": True, "NO": False}
#: The terminal of the answers to a question, by what its answer is, and what they are in words.
ANSWER_KINDS = {
    "yes-no": ("", Message("yes or no")),
    "number": ("NUMBER", Message("a number")),
    "player": ("PLAYER", Message("a player")),
    "players": ("PLAYER", Message("players")),
    "team": ("TEAM", Message("a team")),
}
STATUS_OF_TERMINAL = {status.name: status for status in (Status.SILENT, Status.CONTRADICTED, Status.INVALID)}


def read_scenarios(
    tree: Node, source: SourceFile, vocabulary: Vocabulary, texts: Mapping[str, Text]
) -> tuple[tuple[Scenario, ...], tuple[Diagnostic, ...]]:
    """Return all scenarios of one file; ``texts`` are those that could be read."""
    reader = _ScenarioReader(source, vocabulary, texts)
    scenarios = []
    for block in tree.trees:
        if block.rule == "scenario":
            scenarios.append(reader.read(block))
        else:
            head = block.first_token
            message = Message("“{word}” does not belong in a file of scenarios", word=head.text)
            folder = "vocabulary" if block.rule == "declaration" else "texts"
            reader.report("R104", message, head, Message("Put it under rules/{folder}.", folder=folder))
    return tuple(filter(None, scenarios)), tuple(reader.findings)


class _ScenarioReader(ConditionReader):
    unbound = Message("Name a player such as A1, or a team such as A.")

    def __init__(self, source: SourceFile, vocabulary: Vocabulary, texts: Mapping[str, Text]) -> None:
        super().__init__(source, vocabulary)
        self.texts = texts
        #: The texts that the scenario is about.
        self.about: tuple[str, ...] = ()

    def read(self, block: Node) -> Scenario | None:
        """Parse one scenario, or report why it is none."""
        title = block.trees[0].tokens[1]
        fields: dict[str, Any] = {}
        texts: list[tuple[str, Span]] = []
        expectations: list[Expectation] = []
        given: dict[str, GivenValue] = {}
        before = len(self.findings)
        broken = elsewhere = False
        of_texts = (item for item in block.trees if item.rule == "in_texts")
        self.about = tuple(node.tokens[0].text for item in of_texts for node in item.trees)
        self.report_repeated(block.trees[1:], ("title", "seats", "on"))
        places: dict[str, Span] = {}
        for item in block.trees[1:]:
            if item.rule in PLACED_ITEMS:
                places.setdefault(item.rule, self.source.span(item.first_token.start, item.last_token.start))
            match item.rule:
                case "title":
                    fields["italian"] = unquote(item.tokens[1])
                case "in_texts":
                    asked = [node.tokens[0] for node in item.trees]
                    texts += [(name.text, span_of(self.source, name)) for name in asked]
                case "seats":
                    fields["seats"] = " | ".join(" ".join(map(str, side.tokens)) for side in item.trees)
                case "left" | "leaving" | "options":
                    names = (token.text for token in item.tokens if token.type in ("PLAYER", "NAME"))
                    fields[item.rule] = (*fields.get(item.rule, ()), *names)
                case "on":
                    fields["on"] = item.tokens[1].text
                case "given":
                    known = len(self.findings)
                    for fact in item.trees:
                        self._given(fact, given)
                    elsewhere |= len(self.findings) > known
                case "expectation":
                    expectation = self._expectation(item)
                    if expectation is not None:
                        expectations.append(expectation)
                case "broken":
                    broken = True
                    elsewhere |= self.source.text[item.first_token.start :].split(None, 1)[0] in PLACED_ITEMS
        complete = "seats" in fields and texts and expectations
        twice = any(finding.code == "R109" for finding in self.findings[before:])
        if twice or elsewhere or (not complete and (broken or len(self.findings) > before)):
            return None
        if "seats" not in fields or not texts:
            message = Message("the scenario {title} names no text", title=title)
            help = Message("Add an item: in my-text")
            if texts:
                message = Message("the scenario {title} names no seats", title=title)
                help = Message("Add an item such as: seats g | g | g")
            self.report("R603", message, title, help)
            return None
        if not expectations:
            message = Message("the scenario {title} expects nothing", title=title)
            self.report("R606", message, title, Message("Add a question and its answer: A1 … B1: no"))
            return None
        return Scenario(
            unquote(title),
            tuple(texts),
            expectations=tuple(expectations),
            given=given,
            span=span_of(self.source, title),
            places=places,
            **fields,
        )

    def _given(self, node: Node, given: dict[str, GivenValue]) -> None:
        name, *values = node.tokens
        key = self.vocabulary.givens.get(name.text)
        if key is None:
            listing = Message("Known: {names}.", names=", ".join(sorted(self.vocabulary.givens)))
            help = suggest(name.text, self.vocabulary.givens, listing)
            self.report("R702", Message("“{name}” is nothing that can be given", name=name), name, help)
            return
        if key.id in given:
            message = Message("“{item}” is given a second time", item=name)
            self.report("R109", message, name, Message("Keep one of them."))
        if not values:
            given[key.id] = True
            if key.kind is not GivenKind.FLAG:
                example = key.choices[0][0] if key.choices else "1" if key.kind is GivenKind.NUMBER else "A1"
                message = Message("“{name}” is given, and not what it is or of whom", name=name)
                help = Message("Write it like: given {name} {value}", name=name, value=example)
                self.report("R107", message, name, help)
        elif key.kind is GivenKind.PLAYERS:
            given[key.id] = [v.text for v in values]
        elif values[0].type == "NUMBER":
            given[key.id] = int(values[0].text)
        else:
            word = values[0].text
            given[key.id] = {"yes": True, "no": False}.get(word, word) if key.kind is GivenKind.FLAG else word

    def _expectation(self, item: Node) -> Expectation | None:
        before = len(self.findings)
        query_node, answer_node, *parts = item.trees
        query = self._query(query_node)
        first = query_node.first_token
        if query is None:
            if len(self.findings) == before:
                help = Message("Ask what the vocabulary marks with “ask”, about named players.")
                self.report("R701", Message("this is no question of the vocabulary"), first, help)
            return None
        by: tuple[Reference, ...] | None = None
        over: tuple[Reference, ...] | None = None
        exact = True
        for part in parts:
            refs = self._references(part)
            if part.rule == "deciding":
                by = refs
                exact = not any(t.type == "AT_LEAST" for t in part.tokens)
            else:
                over = refs
        if any(not reference.text for reference in by or ()):
            by = None
        if not self._fits(answer_node, self.vocabulary.predicates[query.ask]):
            return None
        status, answer = self._answer(answer_node)
        start, end = first.start, [t for t in item.leaves if t.type != "END"][-1].end
        written = " ".join(self.source.text[start:end].split())
        return Expectation(query, status, answer, by, exact, over, self.source.span(start, end), written)

    def _query(self, node: Node) -> Query | None:
        """Parse “A2 may do … to B1 from the territory of A1” or “the … of A2” as a :class:`Query`."""
        given: list[tuple[str, GivenValue]] = []
        inner = node.trees[0]
        for slot in inner.find("slot"):
            token = slot.tokens[0]
            meanings = self._meanings(token)
            place = next((t for t in slot.leaves if t.type == "PLAYER"), None)
            if meanings and place is not None:
                given.append((meanings[0].id, place.text))
        if given:
            inner = without_slot(inner)
        is_condition = inner.rule in ("atom", "flag", "option_in_use")
        term = self.atom(inner, frozenset()) if is_condition else self.term(inner, frozenset())
        if not isinstance(term, (Holds, Apply)) or (isinstance(term, Holds) and not term.positive):
            return None
        declared = self.vocabulary.predicates[term.predicate]
        names = tuple(argument.name for argument in term.args if isinstance(argument, (PlayerName, TeamName)))
        if not declared.is_question or len(names) != len(term.args):
            return None
        return Query(term.predicate, names, tuple(given))

    def _references(self, node: Node) -> tuple[Reference, ...]:
        references: list[Reference] = []
        text = ""
        for child in node.trees:
            reference = read_reference(child, self.source, text)
            text = reference.text
            if not text:
                token = child.first_token
                message = Message("“{token}” names no text", token=token)
                self.report("R402", message, token, self._with_text(reference.number or ""))
            references.append(reference)
        return tuple(references)

    def _with_text(self, number: str) -> Message:
        """Return how to name a clause with its text: one that the scenario is about or includes before any other."""
        near = [id for id in self.about if id in self.texts]
        for id in near:  # grows while it is read
            near += [i.text for i in self.texts[id].includes if i.text in self.texts and i.text not in near]
        for id in (*near, *self.texts):
            if any(number == clause.number for clause in self.texts[id].clauses):
                return Message("It is a clause of {text}: write “{text} {number}”.", text=id, number=number)
        return Message("Name the text before the number: by my-text 1.1")

    def _fits(self, node: Node, question: Predicate) -> bool:
        """Return whether a question can have such an answer; one that it cannot have is reported."""
        words = node.tokens
        kind, choices = words[0].type, [word for word, _ in question.choices]
        wanted, name = ANSWER_KINDS.get(question.answer, ("CHOICE", ""))
        if kind in STATUS_OF_TERMINAL:
            return True
        one_too_many = len(words) > 1 and question.answer != "players"
        fits = kind == wanted if wanted else kind in FLAG_OF_TERMINAL
        if fits and not one_too_many and (not choices or words[0].text in choices):
            return True
        name = name or Message("one of {choices}", choices=listed(choices))
        written = " ".join(map(str, words))
        message = Message(
            "the answer to “{question}” is {kind}, not “{written}”",
            question=question.phrase,
            kind=name,
            written=written,
        )
        help = Message("Answer with {kind}, or with silent, contradicted or invalid.", kind=name)
        self.report("R607", message, words[0], help)
        return False

    def _answer(self, node: Node) -> tuple[Status, object]:
        words = node.tokens
        kind = words[0].type
        if kind in STATUS_OF_TERMINAL:
            return STATUS_OF_TERMINAL[kind], None
        if kind in FLAG_OF_TERMINAL:
            return Status.ANSWERED, FLAG_OF_TERMINAL[kind]
        if kind == "NUMBER":
            return Status.ANSWERED, int(words[0].text)
        if kind == "PLAYER":
            return Status.ANSWERED, [word.text for word in words]
        return Status.ANSWERED, words[0].text
