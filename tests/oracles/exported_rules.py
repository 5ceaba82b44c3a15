"""Answers from rules.json alone: nothing here reads the model that the document was made from.

This proves that the document is complete: whoever reads it has all that answers, clauses and overridden clauses need.
It does not prove what conditions mean, since the reading is followed by the functions of ``enumeration`` themselves;
that they are right, the tests of agreement show.

What those functions take for granted is rebuilt from JSON: the vocabulary, the terms, the clauses that stand on a day
with the rules of each, which clause overrides which, and which facts depend on themselves.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, get_args

from emperor_rules.model import terms as tm
from emperor_rules.model.vocabulary import (
    ChoiceWord,
    DefaultArgument,
    GivenFact,
    Noun,
    Parameter,
    Predicate,
    Role,
    Words,
)
from tests.oracles.enumeration import Plain, PlainAnswerer, Reasons, Reply, Seating

Tree = Mapping[str, Any]


#: The kinds of terms and conditions by their ``op``.
KINDS: Mapping[str, type] = {
    re.sub(r"(?<=[a-z])(?=[A-Z])", "-", kind.__name__).lower(): kind
    for kind in (*get_args(tm.Term), *get_args(tm.Condition))
}


def node(tree: Any) -> Any:
    """Read a term or condition: an object with an ``op`` and the fields of that kind, in any order."""
    if isinstance(tree, list):
        return tuple(map(node, tree))
    if not isinstance(tree, dict):
        return tree
    return KINDS[tree["op"]](**{name: node(value) for name, value in tree.items() if name != "op"})


def nodes(tree: Any) -> Iterator[Tree]:
    """Every object in a piece of JSON."""
    if isinstance(tree, Mapping):
        yield tree
        tree = list(tree.values())
    if isinstance(tree, list):
        for inner in tree:
            yield from nodes(inner)


def stands(said: Tree, on: str | None) -> bool:
    """Whether something with since and until holds on a day (None: the newest)."""
    since, until = said["since"], said["until"]
    return until is None if on is None else (since is None or since <= on) and (until is None or on < until)


def words_of(tree: Tree) -> SimpleNamespace:
    """The vocabulary, as far as the plain engine looks at it."""
    predicates = {
        id: Predicate(
            id,
            r["kind"],
            tuple(Parameter(**p) for p in r["parameters"]),
            Words.of(r["phrase"]),
            answer=r["answer"],
            closed=r["closed"],
            builtin=r["builtin"],
            requirement=r["requirement"],
            gone_allowed=r["gone_allowed"],
            after_game=r["after_game"],
            leaves_game=r["leaves_game"],
            ends_play=r["ends_play"],
            ignores=tuple(r["ignores"]),
            defaults=tuple(DefaultArgument(**d) for d in r["defaults"]),
            means=r["means"] and node(r["means"]),
            premise=r["premise"] and node(r["premise"]),
        )
        for id, r in tree["predicates"].items()
    }
    givens = {
        id: GivenFact(
            id,
            g["kind"],
            Words.of(g["phrase"]),
            g["default"],
            tuple(ChoiceWord(c["word"], Words()) for c in g["choices"]),
            g["best"],
            g["present"],
            g["of"],
        )
        for id, g in tree["givens"].items()
    }
    roles = {id: Role(id, r["letter"], "", Noun(Words(), Words())) for id, r in tree["roles"].items()}
    questions = {id: predicate for id, predicate in predicates.items() if tree["predicates"][id]["ask"]["en"]}
    return SimpleNamespace(predicates=predicates, givens=givens, roles=roles, questions=questions)


@dataclass
class Unfolded:
    """One rule in the shape of a sentence that concludes just this."""

    letters: tuple[str, ...]
    kind: str
    outcome: tuple[str, bool, tm.Condition]
    expression: tm.Term | None
    part: str | None
    place: str | None
    place_key: str | None
    positive: bool
    guards: SimpleNamespace
    read: frozenset[str]


class JsonPlain(Plain):
    """The plain engine on unfolded rules."""

    def _overriding(self) -> Iterator[tuple[int, int, str | None]]:
        yield from self.text.overriding  # type: ignore[attr-defined]

    def outcomes_of(self, sentence: Any, predicate: Predicate) -> Iterator[tuple[str, bool, tm.Condition]]:
        yield sentence.outcome


@dataclass
class JsonBook:
    """A document, and the texts of it that were asked, by name and day."""

    document: Tree
    words: SimpleNamespace = field(init=False)
    texts: dict[tuple[str, str | None], JsonText] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.words = words_of(self.document["vocabulary"])

    def ask(self, request: Mapping[str, Any]) -> Reply:
        """Answer one well-formed request, clauses in order."""
        id, on = request["text"], request.get("on")
        text = self.document["texts"][id]
        if on is not None:
            if len(text["editions"]) > 1 and on < text["editions"][0]:
                return Reply("invalid")
            on = max(on, text["dates"][0]) if text["dates"] else None
        if (id, on) not in self.texts:
            self.texts[id, on] = JsonText(standing(self.document, id, on, self.words))
        return self.texts[id, on].ask(request)


def standing(document: Tree, id: str, on: str | None, words: SimpleNamespace) -> Any:
    """What stands on a day: the text with what it includes."""
    days: dict[str, str | None] = {}
    under: dict[str, tuple[str, ...]] = {}

    def gather(name: str, day: str | None, options: tuple[str, ...]) -> None:
        if name not in days:
            days[name], under[name] = day, options
            for inclusion in document["texts"][name]["includes"]:
                option = inclusion["option"]
                gather(inclusion["text"], inclusion["at"] or day, (*options, option) if option else options)

    gather(id, on, ())
    days = {name: day if len(document["texts"][name]["editions"]) > 1 else None for name, day in sorted(days.items())}
    clauses: list[Any] = []
    numbers: dict[tuple[str, int], int] = {}
    rules, principle = [], None
    for name, day in days.items():
        for place, clause in enumerate(document["texts"][name]["clauses"]):
            if not stands(clause, day):
                continue
            held = [n["number"] for n in clause["numbers"] if day is None or n["since"] is None or n["since"] <= day]
            number = held[-1] if held else clause["numbers"][0]["number"]
            index = numbers[name, place] = len(clauses)
            clauses.append(SimpleNamespace(index=index, json=clause, text=name, day=day, citation=f"{name}:{number}"))
            for sentence in clause["sentences"]:
                if stands(sentence, day):
                    if sentence["principle"] and principle is None:
                        principle = index
                    for bare in sentence["rules"]:
                        options = [{"op": "option-on", "option": option} for option in under[name]]
                        rule = {**bare, "guard": {"op": "and", "parts": [*options, bare["guard"]]}} if options else bare
                        rules.append(
                            SimpleNamespace(
                                clause=index, predicate=rule["predicate"], sentence=unfolded(rule, sentence["part"])
                            )
                        )
    overriding = [
        (clause.index, numbers[over["text"], meant["clause"]], over["part"])
        for clause in clauses
        for over in clause.json["overrides"]
        if over["text"] in days
        for meant in over["means"]
        if stands(meant, days[over["text"]])
    ]
    reads = graph(document["vocabulary"], rules)
    below = {name: closure(name, reads) for name in reads}
    circles = {
        name: frozenset(other for other in below[name] if name in below.get(other, ()))
        for name in reads
        if name in below[name]
    }
    return SimpleNamespace(
        vocabulary=words,
        has_no_roles=document["texts"][id]["roles"] == [],
        alternatives=[group for name in days for group in document["texts"][name]["alternatives"]],
        usual=[option for name in days for option in document["texts"][name]["usual"]],
        clauses=clauses,
        rules=rules,
        principle=principle,
        circles=circles,
        overriding=overriding,
        below=below,
    )


def unfolded(rule: Tree, part: str | None) -> Unfolded:
    """Read one rule."""
    value = rule["expression"] and node(rule["expression"])
    only = SimpleNamespace(only=True if rule["defeasible"] else None)
    read = frozenset(
        part["predicate"] for tree in (rule["guard"], rule["expression"]) for part in nodes(tree) if "predicate" in part
    )
    sentence = Unfolded(
        tuple(rule["letters"]),
        "fact" if rule["kind"] == "yes" else rule["kind"],
        (rule["kind"], not (rule["defeasible"] or rule["prohibits"]), node(rule["guard"])),
        value,
        part,
        rule["place"],
        rule["place_key"],
        rule["kind"] == "yes",
        only,
        read,
    )
    sentence.json = rule  # type: ignore[attr-defined]
    return sentence


def graph(vocabulary: Tree, rules: list[Any]) -> dict[str, set[str]]:
    """Which predicates each predicate reads."""
    reads: dict[str, set[str]] = {}
    for rule in rules:
        reads.setdefault(rule.predicate, set()).update(rule.sentence.read)
    for id, predicate in vocabulary["predicates"].items():
        for tree in (predicate["means"] if id not in reads else None, predicate["premise"]):
            reads.setdefault(id, set()).update(n["predicate"] for n in nodes(tree) if "predicate" in n)
    return reads


def closure(name: str, reads: Mapping[str, set[str]]) -> frozenset[str]:
    """Everything that a predicate rests on."""
    reached: set[str] = set()
    waiting = [name]
    while waiting:
        for other in reads.get(waiting.pop(), ()):
            if other not in reached:
                reached.add(other)
                waiting.append(other)
    return frozenset(reached)


class JsonText(PlainAnswerer):
    """Answers about one text on one day, clauses in the order of citing, actions at the best moment."""

    def world(self, seats: Seating, values: Mapping[str, Any]) -> Plain:
        return JsonPlain(self.text, seats, values)

    def ask(self, request: Mapping[str, Any]) -> Reply:
        predicate = self.text.vocabulary.questions[request["ask"]]
        supplied = request.get("given") or {}
        tried = [dict(supplied)]
        for given in self.text.vocabulary.givens.values():
            if given.best and given.id not in supplied and predicate.kind == "action":
                choices = self.compared(predicate.id, given)
                tried = [{**some, given.id: word} for some in tried for word in choices] if choices else tried
        replies = [super(JsonText, self).ask({**request, "given": given}) for given in tried]
        yes = next((reply for reply in replies if reply.status == "answered" and reply.answer is True), None)
        return yes or min(replies, key=lambda r: (r.status == "answered", r.status == "invalid", len(r.clauses)))

    def compared(self, predicate: str, given: GivenFact) -> list[str]:
        """The choices with which the rules that a question rests on compare a given fact."""
        below: Any = self.text
        mentioned: set[str] = set()
        for rule in self.text.rules:
            if rule.predicate == predicate or rule.predicate in below.below.get(predicate, ()):
                json: Tree = rule.sentence.json  # type: ignore[union-attr]
                mentioned.update(
                    part["right"]["word"]
                    for part in nodes(json["guard"])
                    if part.get("op") == "compare"
                    and part["left"].get("key") == given.id
                    and part["right"]["op"] == "choice"
                )
        words = [word for word, _ in given.choices if word in mentioned]
        return [] if words == [given.default] else words

    def cite(self, why: Reasons, asked: str, granted: bool = True) -> Collection[str]:
        """First what concludes, then what else speaks about the question, then what these rest on."""
        speaking = {rule.clause for rule in self.text.rules if rule.predicate == asked}
        able = {
            rule.clause
            for rule in self.text.rules
            if rule.predicate == asked and rule.sentence.outcome[0] in ("yes", "value")  # type: ignore[union-attr]
        }
        first = able if granted else speaking
        order = sorted(why, key=lambda n: (n not in first, n not in speaking, n))
        return tuple(self.text.clauses[n].citation for n in order)
