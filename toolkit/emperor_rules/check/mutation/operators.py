"""The mutation operators: each makes mutants of a clause with one small change, like a mistake of its writer.

They change the model and not the written words, so that every mutant is syntactically valid. A mutant's id names its
clause, the sentence by its place in the clause, the place inside the sentence and the change; what changes is described
in the words of the vocabulary.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, assert_never

from emperor_rules.evaluate.answers import value_in_words
from emperor_rules.evaluate.verbalise import fill, say_fact, say_given, say_role
from emperor_rules.language.phrases import COMPARISONS, MOMENTS
from emperor_rules.messages import Message
from emperor_rules.model import terms
from emperor_rules.model.texts import ALWAYS, Clause, Guards, Sentence, SentenceKind, Text
from emperor_rules.model.vocabulary import Vocabulary
from emperor_rules.semantics.builtins import is_positional
from emperor_rules.source import Span

COMPARISON_WORDS = {terms.Operator(sign): words for words, sign in COMPARISONS.items() if words.startswith("is")}
MOMENT_WORDS = {terms.Moment(moment): words for words, moment in MOMENTS.items()}


def say_node(node: terms.Condition | terms.Term, vocabulary: Vocabulary) -> str:
    """Return a condition or term in English, close to the form in which it would be written."""
    return _Speaker(vocabulary, _names(node, vocabulary)).say(node)


def _names(node: terms.Condition | terms.Term, vocabulary: Vocabulary) -> Mapping[str, str]:
    """Return letters for variables that the writer did not name: the last free letters of their sort."""
    sorts: dict[str, str] = {}
    for part in terms.walk(node):
        if isinstance(part, (terms.Quantified, terms.Count, terms.Only)):
            sorts.setdefault(part.var, part.sort)
        elif isinstance(part, terms.First):
            sorts.setdefault(part.var, "player")
        elif isinstance(part, terms.Variable):
            sorts.setdefault(part.name, part.sort)
    names: dict[str, str] = {}
    for var, sort in sorts.items():
        if var.startswith("_"):
            declared = vocabulary.sorts.get(sort)
            free = [x for x in (declared.letters if declared else ()) if x not in sorts and x not in names.values()]
            names[var] = next((x for x in free if x >= "t"), free[-1] if free else f"x{var[1:]}")
    return names


@dataclass
class _Speaker:
    vocabulary: Vocabulary
    names: Mapping[str, str]

    def say(self, node: terms.Condition | terms.Term) -> str:
        match node:
            case terms.Always():
                return "always"
            case terms.And(parts) | terms.Or(parts):
                word = " and " if isinstance(node, terms.And) else " or "
                return word.join(self._inner(part) for part in parts)
            case terms.Not(part):
                return f"not ({self.say(part)})"
            case terms.At(moment, part) | terms.TermAt(moment, part):
                return f"{self._inner(part)} {MOMENT_WORDS[moment]}"
            case terms.Holds(predicate, args, positive):
                return say_fact(self.vocabulary.predicates[predicate], [self.say(a) for a in args], positive, "en")
            case terms.HasRole(role, arg, positive):
                return say_role(self.vocabulary, role, self.say(arg), positive, "en")
            case terms.GivenFlag(key, positive):
                return say_given(self.vocabulary, key, positive, "en")
            case terms.GivenHas(key, arg, positive):
                phrase = fill(self.vocabulary.givens[key].phrase.en, ["p"], [self.say(arg)])
                return phrase if positive else f"not ({phrase})"
            case terms.OptionOn(option):
                return f"option {option} is in use"
            case terms.Compare(op, left, right):
                return f"{self.say(left)} {COMPARISON_WORDS[op]} {self.say(right)}"
            case terms.Quantified(kind, n, var, sort, where, body):
                counted = kind.startswith(("at ", "exactly"))
                noun = self._noun(sort, var, where, plural=counted and n != 1)
                return f"{kind} {n} {noun}: {self._inner(body)}" if counted else f"{kind} {noun}: {self._inner(body)}"
            case terms.Apply(predicate, args):
                declared = self.vocabulary.predicates[predicate]
                return fill(
                    declared.phrase.en, [letter for letter, _ in declared.parameters], [self.say(a) for a in args]
                )
            case terms.Least(var, condition):
                return f"the least {var} such that ({self.say(condition)})"
            case terms.First(var, where, start, direction):
                return f"the first {self._noun('player', var, where)} to the {direction} of {self.say(start)}"
            case terms.Calculation(operator, left, right):
                words, rounded = {
                    "divided-down": ("divided by", ", rounded down"),
                    "divided-up": ("divided by", ", rounded up"),
                }.get(operator, (operator, ""))
                return f"({self.say(left)} {words} {self.say(right)}{rounded})"
            case terms.Count(var, sort, where):
                return f"the number of {self._noun(sort, var, where, plural=True)}"
            case terms.Only(var, sort, where):
                return f"the only {self._noun(sort, var, where)}"
            case terms.Those(var, where, among):
                return f"those of {self.say(among)} called {self.names.get(var, var)} with ({self.say(where)})"
            case terms.GivenTerm(key):
                return self.vocabulary.givens[key].phrase.en
            case terms.Number(value):
                return str(value)
            case terms.Variable(name, _) | terms.PlayerName(name) | terms.TeamName(name):
                return self.names.get(name, name)
            case terms.Choice(word):
                return word
        assert_never(node)

    def _inner(self, node: terms.Condition | terms.Term) -> str:
        """Return a part in English, in brackets where it could be misread."""
        return f"({self.say(node)})" if isinstance(node, (terms.And, terms.Or, terms.Quantified)) else self.say(node)

    def _noun(self, sort: str, var: str, where: terms.Condition, plural: bool = False) -> str:
        noun = self.vocabulary.sorts[sort].names[plural].en
        if isinstance(where, terms.HasRole) and where.positive and where.arg == terms.Variable(var, sort):
            noun, where = self.vocabulary.roles[where.role].names[plural].en, terms.Always()
        called = f"{noun} {self.names.get(var, var)}"
        return called if isinstance(where, terms.Always) else f"{called} with ({self.say(where)})"


# --- mutants --------------------------------------------------------------------------------------


class MutationKind(StrEnum):
    """The mutation operators, in the order in which a clause's mutants are made."""

    CLAUSE = "clause dropped"
    SENTENCE = "sentence dropped"
    OPEN = "left open dropped"
    OVERRIDE = "override dropped"
    CONCLUSION = "conclusion changed"
    GUARD = "guard changed"
    NEGATED = "condition negated"
    NUMBER = "number changed"
    QUANTIFIER = "quantifier changed"
    COMPARISON = "comparison changed"
    MOMENT = "moment changed"


EQUAL, UNEQUAL, LESS, MORE, AT_MOST, AT_LEAST = terms.Operator
NEGATED_OPERATORS = {EQUAL: UNEQUAL, UNEQUAL: EQUAL, LESS: AT_LEAST, AT_LEAST: LESS, MORE: AT_MOST, AT_MOST: MORE}
NEIGHBOURS = {LESS: AT_MOST, AT_MOST: LESS, MORE: AT_LEAST, AT_LEAST: MORE}
#: The quantifiers in two groups, of which each mutates into the others of its group.
QUANTIFIER_GROUPS = (
    (terms.Quantifier.SOME, terms.Quantifier.EVERY, terms.Quantifier.NO),
    (terms.Quantifier.AT_LEAST, terms.Quantifier.AT_MOST, terms.Quantifier.EXACTLY),
)

ConditionOrTerm = terms.Condition | terms.Term
#: A changed node: where in the sentence, the kind of change, its short name, the node, and the change in words.
NodeChange = tuple[str, MutationKind, str, Any, str]


@dataclass(frozen=True, slots=True)
class Mutant:
    """A clause with one change. ``sentence`` is the place of the changed sentence in it (0: the clause itself)."""

    id: str
    kind: MutationKind
    text: str
    clause: Clause
    changed: Clause
    sentence: int
    words: str
    span: Span

    @property
    def written(self) -> str:
        """The changed sentence as its file has it; nothing where the clause itself is changed."""
        return self.clause.sentences[self.sentence - 1].written if self.sentence else ""

    @property
    def predicates(self) -> frozenset[str]:
        """The predicates whose conclusions change; for a principle, none is named: it touches all that is forbidden."""
        before, after = self.clause.sentences, self.changed.sentences
        if self.sentence:
            return frozenset({before[self.sentence - 1].predicate})
        if self.kind == MutationKind.OVERRIDE:
            return frozenset(s.predicate for s in before)
        return frozenset(s.predicate for s in before if s not in after)

    def applied(self, text: Text) -> Text:
        """Return the text with the changed clause in its place."""
        return text.with_clause(self.clause, self.changed)


def mutants_of(text: Text, vocabulary: Vocabulary) -> Iterator[Mutant]:
    """Yield every mutant of the clauses of a text, in the order of the text."""
    numbers = [clause.number for clause in text.clauses]
    for clause in text.clauses:
        first_day = f"@{clause.since}" if clause.since else ""
        name = f"{clause.id}/{clause.slug}{first_day}" if numbers.count(clause.number) > 1 else clause.id
        yield from _of_clause(text, clause, name, vocabulary)


def _of_clause(text: Text, clause: Clause, name: str, vocabulary: Vocabulary) -> Iterator[Mutant]:
    def changed_to(kind: MutationKind, change: str, to: Clause, words: str, span: Span, sentence: int = 0) -> Mutant:
        return Mutant(f"{name}/{change}", kind, text.id, clause, to, sentence, words, span)

    if not clause.sentences:
        return
    without = replace(clause, sentences=(), overrides=())
    yield changed_to(MutationKind.CLAUSE, "dropped", without, Message("the clause is left out"), clause.span)
    for reference in clause.overrides:
        rest = tuple(r for r in clause.overrides if r is not reference)
        target = f"{reference.text} {reference.number}" + (f" ({reference.part})" if reference.part else "")
        lost = Message("it no longer overrides {target}", target=target)
        change = f"overrides-{_dashed(target)}/dropped"
        yield changed_to(MutationKind.OVERRIDE, change, replace(clause, overrides=rest), lost, reference.span)
    for number, sentence in enumerate(clause.sentences, 1):
        if len(clause.sentences) > 1:
            others = clause.sentences[: number - 1] + clause.sentences[number:]
            kind = MutationKind.OPEN if sentence.kind == SentenceKind.OPEN else MutationKind.SENTENCE
            left_out = Message("“{sentence}” is left out", sentence=sentence.written)
            without = replace(clause, sentences=others)
            yield changed_to(kind, f"{number}/dropped", without, left_out, sentence.span, number)
        seen = {sentence}
        for place, kind, change, new, words in _of_sentence(sentence, vocabulary):
            if new in seen:
                continue
            seen.add(new)
            changed = replace(clause, sentences=(*clause.sentences[: number - 1], new, *clause.sentences[number:]))
            path = "/".join(part for part in (str(number), place, change) if part)
            yield changed_to(kind, path, changed, words, sentence.span, number)


# --- sentences ------------------------------------------------------------------------------------


def _of_sentence(sentence: Sentence, vocabulary: Vocabulary) -> Iterator[NodeChange]:
    """Yield every change of one sentence; the node of each is the changed sentence."""
    if sentence.kind == SentenceKind.PRINCIPLE:
        return
    yield from _conclusions(sentence, vocabulary)
    yield from _guard_changes(sentence, vocabulary)
    for place, kind, change, new, words in _changes(sentence.guards, vocabulary):
        yield place, kind, change, replace(sentence, guards=new), words
    if sentence.expression is not None:
        for place, kind, change, new, words in _changes(sentence.expression, vocabulary):
            yield _joined("value", place), kind, change, replace(sentence, expression=new), words


def _conclusions(sentence: Sentence, vocabulary: Vocabulary) -> Iterator[NodeChange]:
    """Yield the sentence with its conclusion negated, or with the next choice as its value."""
    predicate, guards = vocabulary.predicates[sentence.predicate], sentence.guards
    if sentence.kind == SentenceKind.FACT and not predicate.requirement and guards.exactly is None:
        positive = not sentence.positive
        if guards.only is not None:
            guards = replace(guards, when=terms.conjoin(guards.when, guards.only), only=None)
        words = Message("“{sentence}” concludes {answer}", sentence=sentence.written, answer=value_in_words(positive))
        changed = replace(sentence, positive=positive, prohibits=False, guards=guards)
        yield "", MutationKind.CONCLUSION, "yes" if positive else "no", changed, words
    words_of = [word for word, _ in predicate.choices]
    if isinstance(sentence.expression, terms.Choice) and len(words_of) > 1:
        old = sentence.expression.word
        new = words_of[(words_of.index(old) + 1) % len(words_of)]
        words = Message("“{old}” becomes “{new}”", old=old, new=new)
        yield "value", MutationKind.CONCLUSION, new, replace(sentence, expression=terms.Choice(new)), words


def _guard_changes(sentence: Sentence, vocabulary: Vocabulary) -> Iterator[NodeChange]:
    """Yield the sentence with *when* for *only when* or *exactly when*, or with *only when* for *when*."""
    required = vocabulary.predicates[sentence.predicate].requirement
    if sentence.kind != SentenceKind.FACT or not sentence.positive or required:
        return
    guards = sentence.guards

    def to(change: str, words: str, new: Guards) -> NodeChange:
        message = Message("{change} in “{sentence}”", change=words, sentence=sentence.written)
        return "", MutationKind.GUARD, change, replace(sentence, guards=new), message

    if guards.only is not None:
        when = terms.conjoin(guards.when, guards.only)
        yield to("when", Message("“only when” becomes “when”"), replace(guards, when=when, only=None))
    elif guards.exactly is not None:
        when = terms.conjoin(guards.when, guards.exactly)
        yield to("when", Message("“exactly when” becomes “when”"), replace(guards, when=when, exactly=None))
    elif not isinstance(guards.when, terms.Always):
        yield to("only", Message("“when” becomes “only when”"), replace(guards, when=ALWAYS, only=guards.when))


# --- conditions and terms -------------------------------------------------------------------------


def _changes(node: Any, vocabulary: Vocabulary, timed: bool = False) -> Iterator[NodeChange]:
    """Yield every change of a node or guards or inside; ``timed`` where a moment has been named around it."""
    for kind, change, new in _own(node, vocabulary, timed):
        message = Message("“{old}” becomes “{new}”", old=say_node(node, vocabulary), new=say_node(new, vocabulary))
        yield "", kind, change, new, message
    timed = timed or isinstance(node, (terms.At, terms.TermAt))
    named = terms.places(node)
    parts = [part for _, part in named]
    for number, (step, part) in enumerate(named):
        if not isinstance(part, terms.Always):
            for place, kind, change, new, words in _changes(part, vocabulary, timed):
                rebuilt = terms.with_parts(node, [*parts[:number], new, *parts[number + 1 :]])
                yield _joined(step, place), kind, change, rebuilt, words


def _own(node: Any, vocabulary: Vocabulary, timed: bool) -> Iterator[tuple[MutationKind, str, ConditionOrTerm]]:
    """Yield the changes of a node itself."""
    match node:
        case terms.Number(value):
            yield MutationKind.NUMBER, str(value + 1), terms.Number(value + 1)
            if value:
                yield MutationKind.NUMBER, str(value - 1), terms.Number(value - 1)
        case terms.Holds() | terms.HasRole() | terms.GivenFlag() | terms.GivenHas():
            yield MutationKind.NEGATED, "negated", replace(node, positive=not node.positive)
        case terms.Compare(op, _, _):
            yield MutationKind.NEGATED, "negated", replace(node, operator=NEGATED_OPERATORS[op])
            if op in NEIGHBOURS:
                near = NEIGHBOURS[op]
                yield MutationKind.COMPARISON, _dashed(COMPARISON_WORDS[near]), replace(node, operator=near)
        case terms.And() | terms.Or() | terms.Not() | terms.OptionOn():
            yield MutationKind.NEGATED, "negated", terms.negate(node)
        case terms.Quantified(kind, n, _, _, _, _):
            for quantifier in next(group for group in QUANTIFIER_GROUPS if kind in group):
                if quantifier != kind:
                    yield MutationKind.QUANTIFIER, _dashed(quantifier), replace(node, kind=quantifier)
            if kind not in (terms.Quantifier.SOME, terms.Quantifier.NO):  # their negations are “no” and “some”
                yield MutationKind.NEGATED, "negated", terms.Not(node)
            if kind not in (terms.Quantifier.SOME, terms.Quantifier.EVERY, terms.Quantifier.NO):
                yield MutationKind.QUANTIFIER, str(n + 1), replace(node, n=n + 1)
                if n:
                    yield MutationKind.QUANTIFIER, str(n - 1), replace(node, n=n - 1)
        case terms.At(moment, _) | terms.TermAt(moment, _):
            for new_moment in terms.Moment:
                if new_moment != moment:
                    yield MutationKind.MOMENT, new_moment, replace(node, moment=new_moment)
    if timed or not isinstance(node, (terms.Holds, terms.Apply)):
        return
    if is_positional(vocabulary.predicates[node.predicate].builtin):
        at: Any = terms.At if isinstance(node, terms.Holds) else terms.TermAt
        for new_moment in (terms.Moment.BEGAN, terms.Moment.START):
            yield MutationKind.MOMENT, new_moment, at(new_moment, node)


def _joined(*places: str) -> str:
    return ".".join(place for place in places if place)


def _dashed(words: str) -> str:
    return words.replace(" ", "-")
