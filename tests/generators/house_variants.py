"""Made-up house variants: whole files of rules that change something of a shipped rulebook, by kind and by chance.

Every variant is drawn from the texts themselves: a clause that gives a number gives another one, a permission is turned
round, and so on. No text, clause or word of the shipped rules is named here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from random import Random

from emperor_rules.evaluate.engine import Engine
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.terms import PLAYER, Number
from emperor_rules.model.texts import Clause, Sentence, SentenceKind
from emperor_rules.model.vocabulary import SYMBOLS, PredicateKind
from emperor_rules.resolve.cone import cone_of
from emperor_rules.resolve.rules import ResolvedText
from emperor_rules.site.texts import arrange_texts


class Kind(StrEnum):
    """What a house changes."""

    VALUE = "value changed"
    PERMISSION = "permission changed"
    ROLE = "new role"
    OPTION = "new option"
    WORD = "own word"
    TWO = "two variants"
    AGAIN = "variant of a variant"


@dataclass(frozen=True)
class HouseVariant:
    """The files that one combination adds to a folder of rules, by name, and the texts that they make."""

    kind: Kind
    base: str
    files: dict[str, str]
    texts: tuple[str, ...]
    role: str = ""
    option: str = ""
    question: str = ""


def bases(book: Rulebook) -> tuple[str, ...]:
    """Return the shipped rulebooks, on each of which a variant can be built."""
    return tuple(text.id for text in arrange_texts(book)[0])


def house_variants(book: Rulebook, seed: int, count: int) -> Iterator[HouseVariant]:
    """Yield combinations of a base and a kind, each in turn and then again with other changes."""
    names, kinds = bases(book), tuple(Kind)
    for number in range(count):
        turn = number // len(names)
        base, kind = names[number % len(names)], kinds[(number + turn) % len(kinds)]
        yield _Draft(book, base, f"h{seed}-{number}", Random(f"{seed} {number}")).variant(kind)


@dataclass
class _Draft:
    """One combination as it is made; names end with a number, so that no two combinations of a folder share one."""

    book: Rulebook
    base: str
    name: str
    rng: Random
    files: dict[str, str] = field(default_factory=dict)
    texts: list[str] = field(default_factory=list)
    role: str = ""
    option: str = ""
    question: str = ""

    def variant(self, kind: Kind) -> HouseVariant:
        plain = (self._value, self._permission)
        made: dict[Kind, Callable[[], None]] = {
            Kind.VALUE: lambda: self._text(self.base, self._value()),
            Kind.PERMISSION: lambda: self._text(self.base, self._permission()),
            Kind.ROLE: lambda: self._text(self.base, self._role()),
            Kind.OPTION: lambda: self._text(self.base, self._option(), "options", self.option),
            Kind.WORD: lambda: self._text(self.base, self._word()),
            Kind.TWO: lambda: self._two(plain),
            Kind.AGAIN: self._again,
        }
        made[kind]()
        return HouseVariant(kind, self.base, self.files, tuple(self.texts), self.role, self.option, self.question)

    def _text(self, base: str, clauses: str, *head: str) -> None:
        id = f"{self.name}-{'abc'[len(self.texts)]}"
        options = [f"  {head[0]} {self.name}-option"] if head else []
        lines = [f'text {id} "House {id}"', f'  it "Casa {id}"', "  language en", '  source "Our table"']
        lines += [*options, f"  includes {base}", "", clauses]
        self.files[f"texts/house/{id}.rules"] = "\n".join(lines)
        self.texts.append(id)

    # --- what clauses say -----------------------------------------------------------------------

    def _spoken(self, wanted: Callable[[Sentence], bool]) -> list[tuple[Clause, Sentence]]:
        """Return the sentences in force that are wanted, with their clauses; where there are none, those of any fact."""
        pairs = [(c.clause, s) for c in self._resolved.clauses for s in c.clause.sentences if s.until is None]
        return [pair for pair in pairs if wanted(pair[1])] or [
            pair for pair in pairs if pair[1].kind is SentenceKind.FACT
        ]

    @cached_property
    def _resolved(self) -> ResolvedText:
        return Engine(self.book).program(self.base, None).resolved

    def _overriding(self, predicate: str) -> str:
        """Name all clauses that speak of a predicate, so that the new one contradicts none of them."""
        said = dict.fromkeys(
            self._resolved.clauses[rule.clause].clause for rule in self._resolved.rules_about(predicate)
        )
        named = dict.fromkeys(f"{clause.text} {clause.number}" for clause in said)
        return f"overrides {', '.join(named)}" if named else ""

    def _value(self) -> str:
        requirement = self.book.vocabulary.requirement
        fixed = cone_of(self._resolved, requirement.id).predicates if requirement is not None else frozenset[str]()
        values = self._spoken(lambda s: isinstance(s.expression, Number) and s.predicate not in fixed)
        _, said = self.rng.choice(values)
        if said.kind is not SentenceKind.VALUE:
            return self._turned(said)
        undated = said.written.removeprefix(f"since {said.since}: ")  # a variant has no days of its own
        other = re.sub(r" is \d+\b", f" is {self.rng.choice((1, 2, 3, 41))}", undated, count=1)
        return self._clause("other-number", other, self._overriding(said.predicate))

    def _permission(self) -> str:
        predicates = self.book.vocabulary.predicates
        actions = self._spoken(
            lambda s: s.kind is SentenceKind.FACT and predicates[s.predicate].kind is PredicateKind.ACTION
        )
        return self._turned(self.rng.choice(actions)[1])

    def _turned(self, said: Sentence) -> str:
        """Say the opposite of a sentence without its conditions, of whoever it speaks."""
        vocabulary = self.book.vocabulary
        predicate = vocabulary.predicates[said.predicate]
        if predicate.requirement:
            return self._clause("smaller", "require the number of players is at most 9.")
        plain, negative = predicate.phrase.en, predicate.negative.en
        if not negative:
            bent = ((" can ", " cannot "), (" is ", " is not "), (" are ", " are not "))
            negative = next((plain.replace(a, b, 1) for a, b in bent if a in f"{plain} "), "")
        phrase = negative if said.positive and negative else plain
        if predicate.kind is PredicateKind.VALUE:
            return self._clause("again", said.written, self._overriding(said.predicate))
        return self._clause("turned", f"{phrase}.", self._overriding(said.predicate))

    def _role(self) -> str:
        taken = {role.letter for role in self.book.vocabulary.roles.values()}
        # roles of other combinations in the same folder have letters of their own
        letters = [letter for letter in "abcdfhijkmnpqrstuvwxyz" if letter not in taken]
        letter = letters[int(self.name.rpartition("-")[2]) % len(letters)]
        self.role, word = letter, f"{self.name}-scout".replace("-", "")
        word = re.sub(r"\d", lambda digit: "abcdefghij"[int(digit[0])], word)
        self.files[f"vocabulary/{self.name}.rules"] = (
            f"role {self.name}-scout\n  letter {letter}\n  symbol {self.rng.choice(SYMBOLS)}\n"
            f'  en "{word}", "{word}s"\n  it "{word}o", "{word}i"\n'
        )
        values = [
            p
            for p in self.book.vocabulary.predicates.values()
            if p.kind is PredicateKind.VALUE
            and p.answer == "number"
            and [each.sort for each in p.parameters] == [PLAYER]
        ]
        value = self.rng.choice(values)
        who = value.parameters[0].letter
        said = f"{value.phrase.en} is {self.rng.randint(1, 3)} when {who} is a {word}."
        listed = re.compile(r"\b(\w) is an? \w+ or \1 is an? \w+(?=\))")
        seats = [
            self._clause(
                "seats",
                listed.sub(rf"\g<0> or \1 is a {word}", said.written),
                f"overrides {clause.text} {clause.number}",
            )
            for clause, said in self._spoken(lambda said: bool(listed.search(said.written)))
        ]
        return "\n".join([self._clause("scouts", said, self._overriding(value.id)), *seats[:1]])

    def _option(self) -> str:
        self.option = f"{self.name}-option"
        self.files[f"vocabulary/{self.name}.rules"] = (
            f'option {self.option}\n  en "the option of house {self.name}"\n  it "l\'opzione di casa {self.name}"\n'
        )
        turned = self._permission()
        return re.sub(r"\.\n\Z", f" when option {self.option} is in use.\n", turned)

    def _word(self) -> str:
        self.question = f"{self.name}-sleepy"
        word = f"sleepy{re.sub(r'[^a-z]', '', re.sub(r'[0-9]', lambda d: 'abcdefghij'[int(d[0])], self.name))}"
        self.files[f"vocabulary/{self.name}.rules"] = (
            f'fact {self.question}\n  of p\n  en "p is {word}"\n  it "p è {word}"\n'
            f'  ask en "is p {word}?"\n  ask it "p è {word}?"\n  closed\n'
        )
        role = self.rng.choice([role.names.one.en for role in self.book.vocabulary.roles.values()])
        article = "an" if role[0] in "aeiou" else "a"
        return self._clause("sleeping", f"p is {word} when p is {article} {role}.")

    def _two(self, changes: Sequence[Callable[[], str]]) -> None:
        for _ in range(2):
            self._text(self.base, self.rng.choice(changes)())

    def _again(self) -> None:
        first = self.rng.choice((self._value, self._permission))()
        self._text(self.base, first)
        outer, head, sentence = self.texts[0], first.split("\n", 1)[0], first.rstrip().split("\n")[-1].strip()
        _, key, *overridden = head.split(maxsplit=2)
        named = "".join(overridden).removeprefix("overrides ")
        other = re.sub(r" is \d+\b", " is 5", sentence, count=1)
        self._text(
            outer, self._clause("second", other, f"overrides {', '.join(filter(None, (f'{outer} {key}', named)))}")
        )

    def _clause(self, key: str, sentence: str, head: str = "") -> str:
        number = len(self.texts)
        return (
            f"clause {key}-{number} {head}".rstrip()
            + f'\n  en "At our table it is otherwise."\n  it "Al nostro tavolo è altrimenti."\n  {sentence}\n'
        )
