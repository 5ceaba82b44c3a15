"""Sentences that no phrase of the vocabulary says, read as questions are: “kings reach two seats” tells their range.

What questions are called stands in the rules, in every language. What is read so is proposed, never taken for granted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

from emperor_rules.diagnostics import Diagnostic
from emperor_rules.edits import TextEdit
from emperor_rules.errors import EmperorError
from emperor_rules.evaluate.engine import Engine
from emperor_rules.language.foreign_sentences import taken_apart
from emperor_rules.language.inflection import plural_noun, role_forms, singular_noun, verb_forms, with_article
from emperor_rules.language.parser import sentence_at
from emperor_rules.language.plain_sentences import DENYING, HIM, OF_THE_SIDE, plain_sentence
from emperor_rules.language.scanner import NUMERAL
from emperor_rules.language.undeclared_roles import UndeclaredRole, free_letter
from emperor_rules.language.written_sentences import WrittenSentence, how_to_write, puts
from emperor_rules.messages import ENGLISH, LANGUAGES, Message, language_file, sentences
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.seating import PLAIN_SEAT
from emperor_rules.model.terms import PLAYER, TEAM
from emperor_rules.model.vocabulary import Predicate, PredicateKind
from emperor_rules.questions.cases import Case
from emperor_rules.questions.reader import QuestionReader, reader_of
from emperor_rules.source import Span

#: The codes of words that the vocabulary lacks.
UNKNOWN_WORDS = ("R201", "R203")
#: Nobody has a role at the table at which such a sentence is asked.
PLAIN_TABLE = " | ".join([f"{PLAIN_SEAT} {PLAIN_SEAT}"] * 2)
#: How those who sit there are called, in the order in which a sentence speaks of them.
LABELS: Mapping[str, Sequence[str]] = {PLAYER: ("A1", "B1", "B2"), TEAM: ("A", "B")}
#: A number of a sentence, and none of a name.
OWN_NUMBER = re.compile(r"(?<!\w)\d+(?!\w)")


def with_statements_read(findings: Iterable[Diagnostic], rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Yield findings; of sentences that cannot be read but asked, with how the language of rules has them."""
    engine, asked = Engine(rulebook), set[Span]()
    for finding in findings:
        own = finding.code in UNKNOWN_WORDS and finding.span.file not in rulebook.borrowed
        bare = own and (_says_little(finding) or _is_denying(finding, rulebook))
        written = _sentence_of(finding, rulebook) if bare else None
        if written is None or written.whole in asked:
            yield finding
        else:
            asked.add(written.whole)
            yield _with_proposal(finding, written, engine)


def _says_little(finding: Diagnostic) -> bool:
    """Return whether nothing is offered but to declare a role, or to write a number in digits."""
    edits = [edit for fix in finding.fixes for edit in fix.edits]
    return all(edit.span.file != finding.span.file or NUMERAL.match(edit.text) for edit in edits)


def _is_denying(finding: Diagnostic, rulebook: Rulebook) -> bool:
    """Return whether the word that is not understood denies the sentence, so that it is no slip of a word like it."""
    source, (line, column, _, end) = rulebook.sources.get(finding.span.file), finding.span[1:5]
    if source is None:
        return False
    return source.line(line)[column - 1 : end - 1].lower() in DENYING


def _sentence_of(finding: Diagnostic, rulebook: Rulebook) -> WrittenSentence | None:
    """Return the sentence of words in which a finding lies, if it lies in one that does not become sound by digits."""
    source = rulebook.sources.get(finding.span.file)
    written = sentence_at(source, finding.span, rulebook.vocabulary.phrases) if source is not None else None
    if written is None or not written.is_plain:
        return None
    return None if written.reads(_Statement(written, ENGLISH, Engine(rulebook)).words) else written


def _with_proposal(finding: Diagnostic, written: WrittenSentence, engine: Engine) -> Diagnostic:
    """Return a finding with how the language has the sentence in which it lies, if a question says that."""
    texts = engine.rulebook.texts.values()
    text = next((text.id for text in texts if text.span.file == finding.span.file), None)
    if text is None:
        return finding
    for language in [written.foreign.language] if written.foreign is not None else LANGUAGES:
        statement = _Statement(written, language, engine)
        with suppress(EmperorError):  # not understood, or the text cannot be asked
            said = statement.in_the_language(reader_of(engine), text)
            if said is not None:
                return _with_sentence(finding, written, statement.role, *said)
    return finding


def _with_sentence(
    finding: Diagnostic, written: WrittenSentence, role: UndeclaredRole | None, predicate: Predicate, sentence: str
) -> Diagnostic:
    asked = Message("A question in such words asks: {question}", question=predicate.ask)
    if role is None:
        help = sentences(asked, how_to_write(sentence))
        return replace(finding, help=help, fixes=puts(sentence, written.whole))
    fix = role.fix(written.source.name, TextEdit(written.whole, sentence))
    return replace(finding, help=sentences(role.help, asked, how_to_write(sentence)), fixes=(fix,))


@dataclass(frozen=True)
class _Somebody:
    """Of whom a sentence speaks: the name that he has at a table, the letter that stands for him, what he is."""

    label: str
    letter: str
    is_what: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Statement:
    """A sentence as somebody wrote it, in a language."""

    written: WrittenSentence
    language: str
    engine: Engine

    @property
    def table(self) -> Mapping[str, Any]:
        return language_file(self.language, "statements")

    @cached_property
    def role(self) -> UndeclaredRole | None:
        """The role of which it speaks and that nobody has declared."""
        role, foreign = self.written.role, self.written.foreign
        if foreign is None and role is not None and _is_said(self._forms_of(role), self.words):
            return role
        seats = self.written.phrases.seats
        for noun, forms in foreign.nouns.items() if foreign is not None else self._unknown_nouns():
            if _is_said(forms, self.words, self.table["before"], self.owner):
                names = {self.language: forms} if foreign is not None else {}
                return UndeclaredRole((noun,), free_letter(noun, seats), names=names)
        return None

    def _unknown_nouns(self) -> Iterator[tuple[str, tuple[str, str]]]:
        """Yield the English words that no vocabulary has, as nouns of one with one and several."""
        for word in re.findall(r"[a-z]+(?:-[a-z]+)*", re.sub(rf"{self.owner}(?!\w)", "", self.words)):
            if word not in self.written.phrases.readable_words and self.language == ENGLISH:
                one = singular_noun((word,))
                yield one[0], (one[0], plural_noun(one)[0])

    @property
    def owner(self) -> str:
        """What makes of somebody the owner of what follows, as a regular expression."""
        return str((self.table["owner"] or [""])[0])

    def _forms_of(self, role: UndeclaredRole) -> tuple[str, ...]:
        if self.language != ENGLISH:
            return role.names.get(self.language, ())
        return " ".join(role.noun), " ".join(plural_noun(role.noun))

    @cached_property
    def words(self) -> str:
        """Its words, with numbers in digits."""
        digits = {word: str(number) for number, word in enumerate(self.table["numbers"], 1) if word not in self.unsure}
        words = taken_apart(" ".join(self.written.written), self.language).split()
        return " ".join(digits.get(word, word) for word in words)

    @property
    def unsure(self) -> frozenset[str]:
        """Words for a number that are articles as well."""
        return frozenset(word for word in self.table["numbers"] if re.fullmatch(self.table["before"], word))

    @cached_property
    def nouns(self) -> Sequence[tuple[str, str, str]]:
        """Regular expressions for nouns, each with the sort of whom it means and what is said of him."""
        vocabulary = self.engine.rulebook.vocabulary
        kinds = []
        for declared in vocabulary.roles.values():
            forms = [name.get(self.language).lower() for name in declared.names]
            kinds.append((_any_of(forms), PLAYER, f"is {with_article(declared.names.one.en)}"))
        if self.role is not None:
            kinds.append((_any_of(self._forms_of(self.role)), PLAYER, f"is {with_article(' '.join(self.role.noun))}"))
        for fact in vocabulary.predicates.values():
            if fact.noun[0].en and [parameter.sort for parameter in fact.parameters] == [PLAYER, PLAYER]:
                own = {parameter.letter for parameter in fact.parameters}
                phrases = filter(None, (fact.phrase.get(self.language), fact.plural.get(self.language)))
                forms = [_noun_between(phrase, own) for phrase in phrases]
                said = [word for word in fact.phrase.en.split() if word not in own]
                kinds.append(
                    (_any_of([*forms, *(" ".join(plural_noun((f,))) for f in forms)]), PLAYER, f"{' '.join(said)} {{}}")
                )
        team = vocabulary.sorts.get(TEAM)
        if team is not None:
            kinds.append((_any_of([name.get(self.language) for name in team.names]), TEAM, ""))
        letters = [letter for letter, sort in vocabulary.letter_sorts.items() if sort == PLAYER]
        if letters:  # a vocabulary with mistakes may have none
            kinds.append((f"[{''.join(letters)}]", PLAYER, ""))
        return [(self.table["whoever"], PLAYER, ""), *kinds]

    def _named(self, claim: str) -> tuple[str, list[_Somebody]]:
        """Return what a sentence claims with names of a table for those of whom it speaks, and who they are."""
        sorts = self.engine.rulebook.vocabulary.letter_sorts
        people: list[_Somebody] = []
        owner, owns = self.owner, (self.table["owner"] or ["", ""])[1]

        def name(match: re.Match[str]) -> str:
            number = int(str(match.lastgroup)[1:])
            _, sort, said = self.nouns[number]
            own = match[match.lastgroup or ""]
            person = next((somebody for somebody in people if somebody.letter == own), None)
            if person is None:
                taken = {somebody.letter for somebody in people} | {*self.words.split()} - {own}
                free = (letter for letter, of in sorts.items() if of == sort and letter not in taken)
                label = next(iter(label for label in LABELS[sort] if label not in {p.label for p in people}), "")
                letter = own if own in sorts else next(free, "")
                subject = people[0].letter if people else ""
                whats = [said.format(subject)] if said and (subject or "{}" not in said) else []
                if subject and re.match(self.table["whose"], match[0]):
                    whats.append(f"{OF_THE_SIDE.removeprefix('that ')} {subject}")
                if subject and re.search(self.table["another"], match[0]):
                    whats.append(f"is not {subject}")
                person = _Somebody(label, letter, tuple(dict.fromkeys(whats)))
                people.append(person)
            return person.label + (owns if owner and re.search(f"{owner}$", match[0]) else "")

        pattern = "|".join(f"(?P<k{number}>{noun})" for number, (noun, *_) in enumerate(self.nouns))
        before = f"(?:(?:{self.table['whose']}|{self.table['before']}) )*"
        nouns = rf"(?<!\S){before}(?:{pattern})(?:{owner})?(?=[\s,]|$)"
        return re.sub(nouns, name, claim), people

    def in_the_language(self, reader: QuestionReader, text: str) -> tuple[Predicate, str] | None:
        """Return the question that the sentence answers, and the sentence that the language has for it."""
        claim, *condition = re.split(rf"(?<!\S){self.table['opens']}(?!\S)", self.words, maxsplit=1)
        if condition and not self._condition:
            return None
        denied = False
        for pattern, instead in self.table["denied"]:
            claim, times = re.subn(pattern, instead, claim)
            denied |= bool(times)
        claim, people = self._named(" ".join(claim.split()))
        numbers = OWN_NUMBER.findall(claim)
        if not people or len(numbers) > 1 or not all(somebody.label and somebody.letter for somebody in people):
            return None
        for pattern, question in self.table["asked"]:
            form = re.sub(r"\$(\d)", r"\\\1", question)
            asked, times = re.subn(pattern.format(number=OWN_NUMBER.pattern), form, claim)
            if not times or (numbers and "{number}" not in pattern):
                continue
            case = _case(reader, f"{asked}?", text, self.language)
            if case is not None:
                said = self._concluded(case, people, numbers, denied=denied, given=self._condition)
                if said is not None:
                    return said
        return None

    @property
    def _condition(self) -> list[str]:
        """Return the words of the condition of the sentence, in English."""
        opens = language_file(ENGLISH, "statements")["opens"]
        words = self.written.words
        return words[next((at for at, word in enumerate(words, 1) if re.fullmatch(opens, word)), len(words)) :]

    def _concluded(
        self, case: Case, people: Sequence[_Somebody], numbers: Sequence[str], *, denied: bool, given: Sequence[str]
    ) -> tuple[Predicate, str] | None:
        """Return the sentence that concludes the answer to a question, if the language has it."""
        predicate = self.engine.rulebook.vocabulary.predicates[case.ask]
        of = {somebody.label: somebody for somebody in people}
        is_value = predicate.kind is PredicateKind.VALUE
        if {*case.of} != {*of} or len(case.of) != len(of) or bool(numbers) != is_value or (is_value and denied):
            return None
        letters = {p.letter: of[label].letter for p, label in zip(predicate.parameters, case.of, strict=True)}
        phrase = _negated(predicate) if denied else predicate.phrase.en
        said = " ".join(letters.get(word, word) for word in phrase.split()) + (f" is {numbers[0]}" if numbers else "")
        whats = [f"{somebody.letter} {what}" for somebody in people for what in somebody.is_what]
        phrases = self.written.phrases
        if self.role is not None:
            noun = self.role.noun
            phrases = phrases.with_more({form: kind for kind, form, _ in role_forms(noun, plural_noun(noun))})
        reads = partial(self.written.reads_by, phrases)
        if given and not reads(f"{said} when {' '.join(given)}"):  # of whom it speaks it may say as people do
            own = [people[0].letter if word in HIM else word for word in given]
            given = plain_sentence([*said.split(), "when", *own], phrases, reads).partition(" when ")[2].split()
            if not given:
                return None
        conditions = " and ".join([*whats, *([" ".join(given)] if given else [])])
        sentence = f"{said} when {conditions}" if conditions else said
        return (predicate, sentence) if not predicate.builtin and reads(sentence) else None


def _case(reader: QuestionReader, question: str, text: str, language: str) -> Case | None:
    """Return what a question asks, if it is in a language and asks one thing of those whom it names."""
    with suppress(EmperorError):
        readings, read_in = reader.read(question, {"text": text, "seats": PLAIN_TABLE}, language)
        cases = [case for reading in readings for case in reading.cases]
        plain = len(cases) == 1 and not (readings[0].listed or readings[0].opposite)
        if plain and read_in == language and cases[0] == Case(cases[0].ask, cases[0].of):
            return cases[0]
    return None


def _is_said(forms: Iterable[str], words: str, before: str = "", owner: str = "") -> bool:
    """Return whether one of some nouns stands in a sentence, behind what may stand before a noun."""
    behind = rf"(?<!\S){before} " if before else r"(?<!\S)"
    return re.search(rf"{behind}(?:{_any_of(forms)})(?:{owner})?(?!\S)", words) is not None


def _any_of(forms: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(filter(None, {*forms}), key=len, reverse=True)))


def _noun_between(phrase: str, letters: Iterable[str]) -> str:
    """Return “rival” of “q is a rival of p”, and of the same in another language."""
    words = [word for word in phrase.split() if word not in letters]
    return words[-2] if len(words) > 2 else ""


def _negated(predicate: Predicate) -> str:
    """Return the phrase of a fact or an action, denied."""
    if predicate.negative.en:
        return predicate.negative.en
    subject, *words = predicate.phrase.en.split()
    letters = [parameter.letter for parameter in predicate.parameters]
    end = next((at for at, word in enumerate(words) if word in letters), len(words))
    denied = next(form for form, negated in verb_forms(tuple(words[:end])) if negated)
    return " ".join([subject, *denied, *words[end:]])
