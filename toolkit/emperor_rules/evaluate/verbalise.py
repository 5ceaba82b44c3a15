"""Facts of a position, values and answers in a person's language, from the phrases of the vocabulary."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Any, NamedTuple, assert_never

from emperor_rules.evaluate.answers import NOT_ARISING
from emperor_rules.evaluate.facts import Fact, FactKind, Group
from emperor_rules.language.inflection import negated_flag, plural_verb, verb_forms, with_article
from emperor_rules.language.sentences import copula, fitted, negated, plural_sentence
from emperor_rules.messages import ENGLISH, Message
from emperor_rules.model.phrases import LETTER
from emperor_rules.model.scenarios import Status
from emperor_rules.model.seating import NOBODY, Table
from emperor_rules.model.terms import MEMBERS, PLAYER, TEAM, Direction, Moment
from emperor_rules.model.vocabulary import GivenFact, GivenKind, Predicate, PredicateKind, Vocabulary, Words
from emperor_rules.semantics.builtins import FAR

MOMENT_ENDINGS = {
    Moment.NOW: Message(""),
    Moment.BEGAN: Message(" as the turn began"),
    Moment.START: Message(" at the start"),
}
AND = Message("and")
#: Who follows on one side: one, and several.
IN_ORDER = {
    Direction.LEFT: (Message("to the left of {0} comes {1}"), Message("to the left of {0} come, in this order, {1}")),
    Direction.RIGHT: (
        Message("to the right of {0} comes {1}"),
        Message("to the right of {0} come, in this order, {1}"),
    ),
}
#: Why seats no longer separate others: one and several, of those who left before the turn and of those who left in it.
EMPTY_SEATS = {
    "left": (Message("the empty seat of {} no longer counts"), Message("the empty seats of {} no longer count")),
    "leaving": (
        Message("the seat of {} fell empty during this turn"),
        Message("the seats of {} fell empty during this turn"),
    ),
}
TEAM_NAME = Message("team")
TEAM_NAMES = Message("teams")

#: The words that a value or given fact chooses among, with what each means.
Choices = Sequence[tuple[str, Words]]
#: What a letter stands for: a name, or the names of several.
Named = str | Sequence[str]


def names_in_words(names: Sequence[str], language: str) -> str:
    """Return names in a row: “A1, A2 and B1”."""
    *others, last = names or [NOBODY_WORDS.get(language)]
    return f"{', '.join(others)} {AND.get(language)} {last}" if others else last


def fill(phrase: str, letters: Sequence[str], names: Sequence[Named], language: str = "en") -> str:
    """Replace letters by names: “q is next to p” → “B1 is next to A2”."""
    by_letter = {
        letter: name if isinstance(name, str) else names_in_words(name, language)
        for letter, name in zip(letters, names, strict=True)
    }
    filled = LETTER.sub(lambda match: by_letter.get(match.group(), match.group()), phrase)
    return fitted(filled, language)


def negative_phrase(predicate: Predicate, language: str) -> str:
    """Return the phrase of a fact's negation, as declared or inflected from the plain one."""
    declared = predicate.negative.own(language)
    return declared or _negated(
        predicate.phrase.get(language), {letter for letter, _ in predicate.parameters}, language
    )


def _negated(phrase: str, letters: Set[str], language: str) -> str:
    if language != ENGLISH:
        return negated(phrase, letters, language)
    words = phrase.split()
    if not words or words[0] not in letters:
        return " ".join(negated_flag(tuple(words)) or ("not", *words))
    rest = next(form for form, negated in verb_forms(tuple(words[1:])) if negated)
    return " ".join([words[0], *rest])


class Statement(NamedTuple):
    """A declaration as a sentence with letters for names.

    Attributes:
        subject: The letter that it begins with.
        holds: That it holds.
        fails: That it does not.
        many_hold: The first, of several subjects.
        many_fail: The second, of several subjects.
    """

    subject: str
    holds: str
    fails: str
    many_hold: str
    many_fail: str

    def phrase(self, names: Mapping[str, Named], holds: bool) -> str:
        """Return the sentence that fits some names."""
        subject = names.get(self.subject, "")
        if isinstance(subject, str) or len(subject) < 2:
            return self.holds if holds else self.fails
        return self.many_hold if holds else self.many_fail


def fact_sentences(predicate: Predicate, language: str) -> Statement:
    """Return how a fact or permission is said."""
    letters = {letter for letter, _ in predicate.parameters}
    statement, phrase = predicate.statement(language), predicate.phrase.get(language)
    if statement != phrase:
        return _sentences(statement, _negated(statement, letters, language), "", "", letters, language)
    negative, plural = predicate.negative.own(language), predicate.plural.own(language)
    return _sentences(phrase, negative_phrase(predicate, language), negative, plural, letters, language)


def listed_sentences(given: GivenFact, language: str) -> Statement:
    """Return how it is said of a player that a given list names them."""
    letters = {given.phrase.en.partition(" ")[0]}
    statement, fails = given.statement(language), _denied(given, language, letters)
    return _sentences(statement, fails, given.negative.own(language), given.plural.own(language), letters, language)


def _sentences(holds: str, fails: str, negative: str, plural: str, letters: Set[str], language: str) -> Statement:
    """Inflect a statement and its negation; ``negative`` and ``plural`` are those that are declared."""
    subject = holds.partition(" ")[0]
    if subject not in letters or fails.partition(" ")[0] != subject:
        return Statement("", holds, fails, holds, fails)
    if language != ENGLISH:
        many = plural or plural_sentence(holds, language)
        none = plural_sentence(fails, language) if negative else negated(many, letters, language)
        return Statement(subject, holds, fails, many, none)
    many, none = (f"{subject} {' '.join(plural_verb(tuple(s.split()[1:])))}" for s in (holds, fails))
    return Statement(subject, holds, fails, plural or many, none)


def say_fact(
    predicate: Predicate, names: Sequence[Named], holds: bool, language: str, moment: Moment = Moment.NOW
) -> str:
    """Return the statement that a fact or permission holds, or does not."""
    letters = [letter for letter, _ in predicate.parameters]
    phrase = fact_sentences(predicate, language).phrase(dict(zip(letters, names, strict=True)), holds)
    return fill(phrase, letters, names, language) + MOMENT_ENDINGS[moment].get(language)


def say_value(
    predicate: Predicate, names: Sequence[Named], value: object, language: str, moment: Moment = Moment.NOW
) -> str:
    """Return the statement of a value."""
    letters = [letter for letter, _ in predicate.parameters]
    subject = fill(predicate.phrase.get(language), letters, names, language)
    if predicate.builtin and value == FAR:
        return f"{subject} {UNCOUNTED.get(language)}"
    opening = fill(predicate.said.own(language), letters, names, language)
    return _equation(subject, opening, predicate.choices, value, language) + MOMENT_ENDINGS[moment].get(language)


def _equation(subject: str, opening: str, choices: Choices, value: object, language: str) -> str:
    """Return the statement that something is a value; ``opening`` begins it, with its verb, where that is declared."""
    choice = dict(choices).get(value) if isinstance(value, str) else None
    if choice is not None:
        return f"{opening} {choice.get(language)}" if opening else f"{subject}: {choice.get(language)}"
    written = ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
    return fitted(f"{opening or f'{subject} {copula(language, subject)}'} {written}", language)


def say_role(vocabulary: Vocabulary, role: str, name: Named, holds: bool, language: str) -> str:
    """Return the statement that a player, or each of several, sits in a seat of a role, or does not."""
    one, many = (words.get(language) for words in vocabulary.roles[role].names)
    if not isinstance(name, str) and len(name) > 1:
        several = Message("{names} are {roles}") if holds else Message("{names} are not {roles}")
        return several.get(language).format(names=names_in_words(name, language), roles=many)
    said = (Message("{name} is {role}") if holds else Message("{name} is not {role}")).get(language)
    return said.format(
        name=name if isinstance(name, str) else name[0], role=with_article(one) if language == ENGLISH else one
    )


def say_given(vocabulary: Vocabulary, key: str, value: Any, language: str) -> str:
    """Return a given fact in words: “the phase is combat”, “the creature is tapped”, “A2 and B2 are losing”."""
    given = vocabulary.givens[key]
    phrase = given.statement(language)
    if given.kind is GivenKind.FLAG:
        return phrase if value else _denied(given, language)
    if given.kind is GivenKind.PLAYERS:  # one sentence names them all
        return say_listed(vocabulary, key, list(value), True, language)
    if given.kind is GivenKind.NUMBERS and isinstance(value, Mapping):
        team = f"{TEAM_NAME.get(language)} " if given.of == TEAM else ""
        words = vocabulary.predicates[key]
        return "; ".join(say_value(words, [f"{team}{name}"], number, language) for name, number in value.items())
    if value is None:
        return f"{phrase}: {NOBODY_WORDS.get(language)}"
    if given.kind is GivenKind.TEAM and str(value).isalpha():
        value = f"{TEAM_NAME.get(language)} {value}"
    return _equation(phrase, given.said.own(language), given.choices, value, language)


def _denied(given: GivenFact, language: str, letters: Set[str] = frozenset()) -> str:
    """Return the negation of a given fact, as declared or inflected from the plain statement."""
    return given.negative.own(language) or _negated(given.statement(language), letters, language)


def say_listed(vocabulary: Vocabulary, key: str, name: Named, holds: bool, language: str) -> str:
    """Return whether a given list names a player, or several, in words."""
    given = vocabulary.givens[key]
    names = {given.phrase.en.partition(" ")[0]: name}
    return fill(listed_sentences(given, language).phrase(names, holds), list(names), [name], language)


def say_option(vocabulary: Vocabulary, option: str, used: bool, language: str) -> str:
    """Return whether an option is in use, in words."""
    said = Message("the option “{option}” is in use") if used else Message("the option “{option}” is not in use")
    return said.get(language).format(option=vocabulary.options[option].names.get(language))


NOBODY_WORDS = Message("nobody")
UNCOUNTED = Message("cannot be counted: one of them has left")
ANSWER_WORDS = {
    "yes": Message("Yes"),
    "no": Message("No"),
    "silent": Message("The text does not say"),
    "contradicted": Message("The text contradicts itself"),
    "invalid": Message("Cannot be answered"),
}
SILENT_OPEN = Message("it leaves the question open")
SILENT_NOTHING = Message("no clause decides this")
CONTRADICTING = Message("its clauses say different things, and none yields")
CONTRADICTED_BELOW = Message("it contradicts itself on what this rests on")


def say_answer(
    predicate: Predicate,
    names: Sequence[str],
    status: Status,
    answer: object,
    why: Words | Message | None,
    language: str,
) -> str:
    """Return an answer as one sentence, beginning with the bare answer; ``why`` the text is silent."""
    match status:
        case Status.ANSWERED if isinstance(answer, bool):
            word = ANSWER_WORDS["yes" if answer else "no"].get(language)
            return f"{word}: {say_fact(predicate, names, answer, language)}."
        case Status.ANSWERED:
            sentence = say_value(predicate, names, answer, language)
            return f"{sentence[:1].upper()}{sentence[1:]}."
        case Status.CONTRADICTED:
            return f"{ANSWER_WORDS[status].get(language)}: {CONTRADICTING.get(language)}."
        case Status.SILENT if why == NOT_ARISING:
            words = NOT_ARISING.get(language)
            return f"{words[:1].upper()}{words[1:]}."
        case Status.SILENT | Status.INVALID:
            reason = why or SILENT_NOTHING
            return f"{ANSWER_WORDS[status].get(language)}: {reason.get(language)}."
    assert_never(status)


def say_count(names: tuple[Words, Words], language: str) -> str:
    """Return the beginning of the statement of how many there are of a kind: “the number of teams is”."""
    return Message("the number of {things} is", things=names[1]).get(language)


class FactWords:
    """Says the facts of one table in a language."""

    def __init__(self, vocabulary: Vocabulary, table: Table, language: str) -> None:
        """Prepare to say facts."""
        self.vocabulary, self.table, self.language = vocabulary, table, language

    def say(self, group: Group) -> str:
        """Return facts as one statement; what is unknown ends in a question mark."""
        fact = group.facts[0]
        holds = fact.value is True
        match fact.kind:
            case FactKind.PREDICATE:
                return self._predicate(group) + ("" if group.decided else "?")
            case FactKind.ROLE:
                return say_role(self.vocabulary, fact.name, self._players(group), holds, self.language)
            case FactKind.OPTION:
                return say_option(self.vocabulary, fact.name, holds, self.language)
            case FactKind.GIVEN:
                return say_given(self.vocabulary, fact.name, self._given(fact), self.language)
            case FactKind.LISTED:
                return say_listed(self.vocabulary, fact.name, self._players(group), holds, self.language)
            case FactKind.COUNT:
                names = (self.vocabulary.roles.get(fact.name) or self.vocabulary.sorts[fact.name]).names
                return f"{say_count(names, self.language)} {fact.value}"
            case FactKind.EMPTY:
                one, several = EMPTY_SEATS[fact.name]
                players = self._players(group)
                seats = (several if len(players) > 1 else one).get(self.language)
                return seats.format(names_in_words(players, self.language))
            case FactKind.ORDER:
                first, *others = (self._name(player, PLAYER) for player in fact.args)
                one, several = IN_ORDER[Direction(fact.name)]
                order = (several if others[1:] else one).get(self.language)
                return fitted(order.format(first, names_in_words(others, self.language)), self.language)

    def subject(self, fact: Fact) -> str:
        """Return what a fact about a predicate is about, whether or not it is so."""
        declared, names = self.vocabulary.predicates[fact.name], self._arguments(fact)
        if declared.kind is not PredicateKind.VALUE:
            return say_fact(declared, names, True, self.language)
        letters = [letter for letter, _ in declared.parameters]
        return fill(declared.phrase.get(self.language), letters, names, self.language)

    def _predicate(self, group: Group) -> str:
        fact = group.facts[0]
        declared, names = self.vocabulary.predicates[fact.name], self._arguments(fact)
        if group.slot is not None:
            names[group.slot] = self._names(
                [f.args[group.slot] for f in group.facts], declared.parameters[group.slot][1]
            )
        if declared.kind is not PredicateKind.VALUE:
            return say_fact(declared, names, fact.value is not False, self.language, fact.moment)
        values = [self._shown(declared, member.value) for member in group.facts]
        alike = values.count(values[0]) == len(values)
        value = values[0] if alike else names_in_words([*map(str, values)], self.language)
        return say_value(declared, names, value, self.language, fact.moment)

    def _arguments(self, fact: Fact) -> list[Named]:
        parameters = self.vocabulary.predicates[fact.name].parameters
        return [self._name(value, sort) for value, (_, sort) in zip(fact.args, parameters, strict=True)]

    def _players(self, group: Group) -> list[str]:
        return [self._name(member.args[0], PLAYER) for member in group.facts]

    def _given(self, fact: Fact) -> Any:
        if (kind := self.vocabulary.givens[fact.name].kind) in (GivenKind.PLAYER, GivenKind.TEAM):
            if fact.value in (None, NOBODY):
                return None
            name = self._name(fact.value, kind)
            return name.removeprefix(f"{TEAM_NAME.get(self.language)} ") if kind is GivenKind.TEAM else name
        return fact.value

    def _names(self, values: Sequence[int], sort: str) -> list[str]:
        """Return several names; before the letters of teams stands once that they are teams."""
        if sort != TEAM or self.table.is_single:
            return [self._name(value, sort) for value in values]
        first, *others = (self.table.teams[team] for team in values)
        return [f"{TEAM_NAMES.get(self.language)} {first}", *others]

    def _name(self, value: Any, sort: str) -> str:
        """Return the name of a player or team; numbers and words name themselves. Who is alone is no team."""
        if sort == PLAYER and isinstance(value, int) and value >= 0:
            return self.table.names[value]
        if sort == TEAM and isinstance(value, int) and value >= 0:
            if self.table.is_single:
                return self.table.names[self.table.members[value][0]]
            return f"{TEAM_NAME.get(self.language)} {self.table.teams[value]}"
        return str(value)

    def _shown(self, declared: Predicate, value: Any) -> Any:
        """Return a value as people read it."""
        if value is None:
            return "?"
        if (sort := MEMBERS.get(declared.answer)) is not None:
            return [self._name(member, sort) for member in value]
        return self._name(value, declared.answer) if declared.answer in (PLAYER, TEAM) else value
