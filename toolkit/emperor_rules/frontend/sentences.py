"""From syntax trees to sentences: what a clause concludes, under which conditions, and since when."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from emperor_rules.frontend.conditions import UNREADABLE, ConditionReader
from emperor_rules.language.phrases import COMPARISONS, MOMENTS
from emperor_rules.language.syntax_tree import Node, Token, without_slot
from emperor_rules.messages import Message
from emperor_rules.model import terms
from emperor_rules.model.texts import Guards, Sentence, SentenceKind

NOT_LETTERS = (
    Message("a conclusion is about different letters, not about names or nouns"),
    Message("Write “p …” and say after “when” who p is."),
)
GIVEN = (
    Message("this is given by the question, not concluded"),
    Message("Say it after “when”, and conclude something else."),
)


class SentenceReader(ConditionReader):
    """Reads the sentences of one file against a vocabulary; mistakes go to ``findings``."""

    def statement(self, item: Node) -> Sentence | None:
        """Parse one sentence with its dates and part; ``None`` where it had to be reported."""
        since, until = validity(item)
        part_node = next((c for c in item.trees if c.rule == "part"), None)
        part = str(part_node.children[1]) if part_node is not None else None
        written = item.leaves[:-1]
        span = self.source.span(written[0].start, written[-1].end)
        words = tuple((token.type, token.text) for token in written)
        before = len(self.findings)
        sentence = self._sentence(next(c for c in item.trees if c.rule == "sentence"))
        if sentence is None or any(d.is_error for d in self.findings[before:]):
            return None
        return replace(sentence, part=part, since=since, until=until, span=span, words=words)

    def _sentence(self, node: Node) -> Sentence | None:
        claim, *guard_nodes = node.trees
        if claim.rule == "principle":
            return Sentence(SentenceKind.PRINCIPLE, "", (), Guards())
        if claim.rule == "requires":
            return self._requirement(claim)
        head = self._head(claim)
        if head is None:
            return None
        bound = frozenset(head.letters) | ({head.place} if head.place else frozenset())
        head = replace(head, guards=self._guards(guard_nodes, bound, head))
        if claim.rule == "concludes" and head.kind is SentenceKind.VALUE:
            return replace(head, expression=self._expression(claim, bound))
        return head

    def _requirement(self, claim: Node) -> Sentence | None:
        target = self.vocabulary.requirement
        condition = self.condition(claim.trees[0], frozenset())
        if target is None:
            message = Message("the vocabulary has nothing that collects requirements")
            self.report("R205", message, claim.tokens[0], Message("Mark one fact of the vocabulary as “requirement”."))
            return None
        return Sentence(SentenceKind.FACT, target.id, (), Guards(only=condition))

    def _expression(self, claim: Node, bound: frozenset[str]) -> terms.Term:
        atom = claim.trees[0]
        right = atom.trees[1].trees[0]
        if right.rule == "quantified":
            help = Message("Name the thing: a letter, a number or another value.")
            self.report("R205", Message("a value is one thing, not some or every of a kind"), right.first_token, help)
            return UNREADABLE
        expression = self.term(right, bound)
        moment = next((t for t in atom.tokens if t.type == "MOMENT"), None)
        return expression if moment is None else terms.TermAt(terms.Moment(MOMENTS[moment.phrase]), expression)

    def _head(self, claim: Node) -> Sentence | None:
        """Parse what a sentence concludes: a fact, its negation, a value, or that one of these is left open."""
        token = claim.first_token
        if claim.rule == "leaves_value_open":
            every = frozenset(self.vocabulary.letter_sorts)
            return self._conclusion(self.term(claim.trees[0], every), True, SentenceKind.OPEN, token)
        atom = claim.trees[0]
        kind = SentenceKind.OPEN if claim.rule == "leaves_open" else SentenceKind.FACT
        if atom.rule == "option_in_use":
            message = Message("no clause can conclude that an option is in use")
            self.report("R205", message, token, Message("Say it after “when”: each table decides on its options."))
            return None
        place = self._place(atom)
        every = frozenset(self.vocabulary.letter_sorts)
        valued = self._valued(atom, every)
        if valued is not None:
            return self._conclusion(valued, True, SentenceKind.VALUE, token)
        condition = self.atom(without_slot(atom), every)
        if isinstance(condition, terms.Holds):
            head = self._conclusion(condition, condition.positive, kind, token)
            return head and replace(head, **place)
        if not isinstance(condition, terms.Always):
            self.report("R205", *_no_conclusion(condition, token))
        return None

    def _valued(self, atom: Node, every: frozenset[str]) -> terms.Term | None:
        """Return the value that an atom of the form “the … is …” concludes, if it has that form."""
        if atom.rule != "atom" or len(atom.trees) < 2:
            return None
        subject, predicate = atom.trees[:2]
        concludes = (subject.rule, predicate.rule) == ("value", "comparison")
        return self.term(subject, every) if concludes and COMPARISONS[predicate.tokens[0].phrase] == "=" else None

    def _place(self, atom: Node) -> dict[str, Any]:
        """Return the fields of a sentence that say which letter stands for a place."""
        slot = next(atom.find("slot"), None)
        if slot is None:
            return {}
        letter = next((token for token in slot.leaves if token.type == "LETTER"), None)
        if letter is None:
            help = Message("Write: from the territory of x")
            self.report("R205", Message("a place is named by a letter"), slot.tokens[0], help)
            return {}
        return {"place": letter.text, "place_key": self._meanings(slot.tokens[0])[0].id}

    def _conclusion(
        self, term: terms.Term | terms.Condition, positive: bool, kind: SentenceKind, token: Token
    ) -> Sentence | None:
        if not isinstance(term, (terms.Holds, terms.Apply)):
            self.report("R205", GIVEN[0], token, GIVEN[1])
            return None
        predicate = self.vocabulary.predicates[term.predicate]
        letters = [a.name for a in term.args if isinstance(a, terms.Variable)]
        if predicate.builtin:
            message = Message("“{phrase}” follows from the seats; no clause concludes it", phrase=predicate.phrase.en)
            self.report("R205", message, token, Message("Conclude something else."))
            return None
        if len(letters) != len(predicate.parameters) or len(set(letters)) != len(letters):
            self.report("R205", NOT_LETTERS[0], token, NOT_LETTERS[1])
            return None
        return Sentence(kind, predicate.id, tuple(letters), Guards(), positive)

    def _guards(self, nodes: list[Node], bound: frozenset[str], head: Sentence) -> Guards:
        when: terms.Condition = terms.Always()
        unless: terms.Condition | None = None
        only: terms.Condition | None = None
        exactly: terms.Condition | None = None
        for node in nodes:
            token, condition_node = node.tokens[0], node.trees[0]
            condition = self.condition(condition_node, bound)
            fits = head.kind is SentenceKind.FACT and head.positive
            match node.rule:
                case "when":
                    when = terms.conjoin(when, condition)
                case "unless":
                    unless = condition if unless is None else terms.And((unless, condition))
                case "only_when" if fits:
                    only = condition if only is None else terms.conjoin(only, condition)
                case "exactly_when" if fits and exactly is None:
                    exactly = condition
                case _:
                    help = Message("Use “when” or “unless”; “only when” and “exactly when” need a plain fact.")
                    self.report("R206", Message("“{token}” does not fit this conclusion", token=token), token, help)
        if only is not None and exactly is not None:
            message = Message("“only when” and “exactly when” exclude each other")
            self.report("R206", message, nodes[-1].tokens[0], Message("Keep one of them."))
        return Guards(when, unless, only, exactly)


def _no_conclusion(condition: terms.Condition, token: Token) -> tuple[str, Token, str]:
    """Return why a condition is nothing that a clause concludes, and what to write instead."""
    match condition:
        case terms.At():
            return Message("a conclusion holds at no special moment"), token, Message("Move the moment after “when”.")
        case terms.Quantified():
            return NOT_LETTERS[0], token, NOT_LETTERS[1]
        case terms.HasRole():
            message = Message("who has which role follows from the seats; no clause concludes it")
            return message, token, Message("Say it after “when”, or demand it with “require”.")
        case terms.GivenFlag() | terms.GivenHas():
            return GIVEN[0], token, GIVEN[1]
    help = Message("Conclude a fact, a permission or a value of the vocabulary: “the … of p is …”.")
    return Message("a comparison is no conclusion"), token, help


def bounds(node: Node) -> list[tuple[str, Token]]:
    """Return the days of a head, wording or sentence, each behind “since” or “until”."""
    inner = node.trees[0].trees if node.trees and node.trees[0].rule == "validity" else node.trees
    return [(child.rule, child.tokens[1]) for child in inner if child.rule in ("since", "until")]


def validity(node: Node) -> tuple[str | None, str | None]:
    """Parse the “since” and “until” of a head, wording or sentence."""
    days = {side: day.text for side, day in bounds(node)}
    return days.get("since"), days.get("until")
