"""From syntax trees to scenarios with their questions, and to declared differences and contradictions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import Any

from emperor_rules.diagnostics import Diagnostic, suggest
from emperor_rules.frontend.conditions import ConditionReader
from emperor_rules.frontend.texts import bounds, read_inclusion, read_reference, report_empty_span, validity
from emperor_rules.language.parser import Parsed
from emperor_rules.language.syntax_tree import Node, Reporter, span_of, unquote, without_slot, without_wrapping
from emperor_rules.messages import ENGLISH, LANGUAGES, Message, listed, name_of_language
from emperor_rules.model.accepted import CONTRADICTION, DIFFERENCE, AcceptedFinding, DeclarationKind
from emperor_rules.model.scenarios import Expectation, GivenItem, GivenValue, Query, Scenario, ScenarioText, Status
from emperor_rules.model.terms import MEMBERS, TEAM, Apply, Holds, PlayerName, TeamName
from emperor_rules.model.texts import Inclusion, Reference, Text, included_texts
from emperor_rules.model.vocabulary import GivenKind, Predicate, Vocabulary, Words
from emperor_rules.source import SourceFile, Span

#: The items that say of a position what may be wrong with it.
PLACED_ITEMS = ("seats", "left", "leaving", "options", "on", "given")
#: The terminals of the answers to a question, by what its answer is, and what they are in words.
ANSWER_KINDS = {
    "yes-no": (("YES", "NO"), Message("yes or no")),
    "number": (("NUMBER",), Message("a number")),
    "player": (("PLAYER",), Message("a player")),
    "players": (("PLAYER",), Message("players")),
    "team": (("TEAM",), Message("a team")),
    "teams": (("TEAM",), Message("teams")),
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
        head, *items = block.trees
        title = head.tokens[1]
        named = [node.tokens[0] for item in items if item.rule == "in_texts" for node in item.trees]
        texts = tuple(ScenarioText(name.text, span_of(self.source, name)) for name in named)
        self.about = tuple(name.text for name in named)
        fields: dict[str, Any] = defaultdict(tuple)
        given: dict[str, GivenValue] = {}
        places: dict[str, Span] = {}
        titles = {ENGLISH: unquote(title)}
        before = len(self.findings)
        broken = elsewhere = False
        self.report_repeated(items, ("title", "situation", "seats", "on"))
        for item in items:
            if item.rule in PLACED_ITEMS:
                places.setdefault(item.rule, self.source.span(item.first_token.start, item.last_token.start))
            match item.rule:
                case "title":
                    titles |= item.said
                case "situation":
                    fields["situation"] = Words.of(item.said)
                    self.report_unsaid(item)
                case "seats":
                    fields["seats"] = " | ".join(" ".join(map(str, side.tokens)) for side in item.trees)
                case "left" | "leaving" | "options":
                    fields[item.rule] += tuple(token.text for token in item.tokens if token.type in ("PLAYER", "NAME"))
                case "on":
                    fields["on"] = item.tokens[1].text
                case "given":
                    count_before = len(self.findings)
                    for fact in item.trees:
                        self._given(fact, given)
                    elsewhere |= len(self.findings) > count_before
                case "expectation":
                    expectation = self._expectation(item)
                    fields["expectations"] += () if expectation is None else (expectation,)
                case "broken":
                    broken = True
                    elsewhere |= self.source.text[item.first_token.start :].split(None, 1)[0] in PLACED_ITEMS
        if elsewhere or any(finding.code == "R109" for finding in self.findings[before:]):
            return None
        if "seats" in fields and texts and fields["expectations"]:
            place = span_of(self.source, title)
            return Scenario(
                unquote(title), texts, given=given, titles=Words.of(titles), span=place, places=places, **fields
            )
        if broken or len(self.findings) > before:
            return None
        if not texts:
            message = Message("the scenario {title} names no text", title=title)
            self.report("R603", message, title, Message("Add an item: in my-text"))
        elif "seats" not in fields:
            message = Message("the scenario {title} names no seats", title=title)
            self.report("R603", message, title, Message("Add an item such as: seats g | g | g"))
        else:
            message = Message("the scenario {title} expects nothing", title=title)
            self.report("R606", message, title, Message("Add a question and its answer: A1 … B1: no"))
        return None

    def _given(self, node: Node, given: dict[str, GivenValue]) -> None:
        name, *values = node.tokens
        key = self.vocabulary.givens.get(name.text)
        if key is None:
            listing = Message("Known: {names}.", names=listed(sorted(self.vocabulary.givens)))
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
        elif key.kind is GivenKind.NUMBERS:
            numbers = {
                who.text: int(n.text) for who, n in zip(values[::2], values[1::2], strict=False) if n.text.isdigit()
            }
            given[key.id] = numbers
            if 2 * len(numbers) != len(values):
                message = Message("“{name}” is a number of each, and it is not said once of whom which", name=name)
                example = "A 3" if key.of == TEAM else "A1 3"
                help = Message("Write it like: given {name} {value}", name=name, value=example)
                self.report("R107", message, name, help)
        elif key.kind is GivenKind.PLAYERS:
            given[key.id] = [v.text for v in values]
        else:
            word = values[0].text
            flags = {"yes": True, "no": False} if key.kind is GivenKind.FLAG else {}
            given[key.id] = int(word) if values[0].type == "NUMBER" else flags.get(word, word)

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
        cited = {part.rule: self._references(part) for part in parts}
        by, over = cited.get("deciding"), cited.get("overridden")
        if not all(reference.text for reference in by or ()):
            by = None
        exact = all(token.type != "AT_LEAST" for part in parts for token in part.tokens)
        if not self._fits(answer_node, self.vocabulary.predicates[query.ask]):
            return None
        several = self.vocabulary.predicates[query.ask].answer in MEMBERS
        status, answer = self._answer(answer_node, several=several)
        start, end = first.start, [t for t in item.leaves if t.type != "END"][-1].end
        written = " ".join(self.source.text[start:end].split())
        return Expectation(query, status, answer, by, exact, over, self.source.span(start, end), written)

    def _query(self, node: Node) -> Query | None:
        """Parse “A2 may do … to B1 from the territory of A1” or “the … of A2” as a :class:`Query`."""
        given: list[GivenItem] = []
        inner = node.trees[0]
        for slot in inner.find("slot"):
            place = next((token for token in slot.leaves if token.type == "PLAYER"), None)
            if place is not None:
                given.append(GivenItem(self._meanings(slot.tokens[0])[0].id, place.text))
        if given:
            inner = without_slot(inner)
        read = self.atom if inner.rule in ("atom", "flag", "option_in_use") else self.term
        term = read(inner, frozenset())
        if not isinstance(term, (Holds, Apply)) or (isinstance(term, Holds) and not term.positive):
            return None
        declared = self.vocabulary.predicates[term.predicate]
        names = tuple(argument.name for argument in term.args if isinstance(argument, (PlayerName, TeamName)))
        if not declared.is_question or len(names) != len(term.args):
            return None
        return Query(term.predicate, names, tuple(given))

    def _references(self, node: Node) -> tuple[Reference, ...]:
        references: list[Reference] = []
        for child in node.trees:
            references.append(read_reference(child, self.source, references[-1].text if references else ""))
            if not references[-1].text:
                token = child.first_token
                message = Message("“{token}” names no text", token=token)
                self.report("R402", message, token, self._with_text(references[-1].number or ""))
        return tuple(references)

    def _with_text(self, number: str) -> Message:
        """Return how to name a clause with its text: one that the scenario is about or includes before any other."""
        near = included_texts(self.texts, *(id for id in self.about if id in self.texts))
        for id in (*near, *self.texts):
            if any(number == clause.number for clause in self.texts[id].clauses):
                return Message("It is a clause of {text}: write “{text} {number}”.", text=id, number=number)
        return Message("Name the text before the number: by my-text 1.1")

    def _fits(self, node: Node, question: Predicate) -> bool:
        """Return whether a question can have such an answer; one that it cannot have is reported."""
        words = node.tokens
        kind, choices = words[0].type, [word for word, _ in question.choices]
        wanted, name = ANSWER_KINDS.get(question.answer, (("CHOICE",), ""))
        if kind in STATUS_OF_TERMINAL:
            return True
        one_too_many = len(words) > 1 and question.answer not in MEMBERS
        if kind in wanted and not one_too_many and (not choices or words[0].text in choices):
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

    def _answer(self, node: Node, *, several: bool) -> tuple[Status, object]:
        kind, word = node.tokens[0][:2]
        match kind:
            case "YES" | "NO":
                return Status.ANSWERED, kind == "YES"
            case "NUMBER":
                return Status.ANSWERED, int(word)
            case "PLAYER" | "TEAM" if several or kind == "PLAYER":
                return Status.ANSWERED, tuple(token.text for token in node.tokens)
        status = STATUS_OF_TERMINAL.get(kind, Status.ANSWERED)
        return status, word if status is Status.ANSWERED else None


# --- declared differences and contradictions -------------------------------------------------------


def read_accepted(parsed: Parsed, vocabulary: Vocabulary) -> tuple[tuple[AcceptedFinding, ...], tuple[Diagnostic, ...]]:
    """Return all declarations of one file."""
    reader = _DeclarationReader(parsed, vocabulary)
    declarations = []
    for block in parsed.tree.trees:
        if block.rule in (DIFFERENCE, CONTRADICTION):
            declarations.append(reader.read(block))
        else:
            message = Message("a {rule} does not belong among the relations", rule=block.rule)
            help = Message("Put it under rules/texts, rules/scenarios or rules/vocabulary.")
            reader.report("R104", message, block.first_token, help)
    return tuple(filter(None, declarations)), tuple(reader.findings)


class _DeclarationReader(Reporter):
    def __init__(self, parsed: Parsed, vocabulary: Vocabulary) -> None:
        super().__init__(parsed.source)
        self.parsed = parsed
        self.vocabulary = vocabulary

    def read(self, block: Node) -> AcceptedFinding | None:
        """Parse one declaration, or report what it lacks."""
        head, *items = block.trees
        name = head.tokens[1]
        texts: tuple[Inclusion, ...] = ()
        asks: list[str] = []
        options: list[str] = []
        clauses: list[Reference] = []
        words: dict[str, str] = {}
        self.report_repeated(items, ("between", "wording"))
        report_empty_span(self, bounds(head))
        for inner in map(without_wrapping, items):
            match inner.rule:
                case "between":
                    texts = tuple(read_inclusion(node, self.source) for node in inner.trees)
                case "asks":
                    asks += self._names(inner, self.vocabulary.questions, Message("question"))
                case "chosen":
                    options += self._names(inner, self.vocabulary.options, Message("option"))
                case "concerned":
                    for node in inner.trees:
                        clauses.append(read_reference(node, self.source, clauses[-1].text if clauses else ""))
                case "wording":
                    words |= inner.said
        needed = {
            Message("texts"): texts,
            Message("clauses"): clauses,
            **{
                Message("words in {language} ({id} …)", language=name_of_language(id), id=id): words.get(id)
                for id in LANGUAGES
            },
        }
        missing = next((what for what, content in needed.items() if not content), None)
        if missing is not None:
            message = Message("the {rule} “{name}” names no {missing}", rule=block.rule, name=name, missing=missing)
            help = Message("Say between which texts (or in which), which clauses, and why, in each language.")
            self.report("R302", message, name, help)
            return None
        kind, about = DeclarationKind(block.rule), (texts, tuple(asks), tuple(sorted(options)), tuple(clauses))
        place, comments = span_of(self.source, name), self.parsed.comments_on(block)
        return AcceptedFinding(kind, name.text, *about, Words.of(words), place, comments, *validity(head))

    def _names(self, node: Node, candidates: Collection[str], what: Message) -> list[str]:
        for token in node.names:
            if token.text not in candidates:
                message = Message("there is no {kind} “{name}”", kind=what, name=token)
                self.report("R402", message, token, suggest(token.text, candidates, Message("See the vocabulary.")))
        return [token.text for token in node.names if token.text in candidates]
