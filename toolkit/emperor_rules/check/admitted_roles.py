"""Requirements of included texts that let nobody have a role, said anew so that somebody can."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from emperor_rules.check.editions import resolved
from emperor_rules.check.validation import check_texts
from emperor_rules.edits import Fix, TextEdit, edited
from emperor_rules.evaluate.engine import Engine
from emperor_rules.frontend.texts import read_text
from emperor_rules.language.formatter import layout
from emperor_rules.language.inflection import with_article
from emperor_rules.language.parser import parse
from emperor_rules.messages import ENGLISH, LANGUAGES, Message
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Clause, Edition, Sentence
from emperor_rules.model.vocabulary import Role
from emperor_rules.resolve.roles import parts_of, roles_in
from emperor_rules.resolve.rules import ResolvedText
from emperor_rules.search.seatings import FEWEST_SEATS, TooManySeatings, legal_tables
from emperor_rules.source import SourceFile, Span

#: The terminals of a requirement and of what stands in it between who is which role.
REQUIRE, OF_LETTER, PROPERTY, OF_OR = "REQUIRE", "LETTER", "PROPERTY", "OR"
#: The terminals of a number that is wanted of somebody, and what stands instead where there may be fewer.
EXACTLY, COMPARISON_SIGN, NUMBER_OF, NOUN = "EXACTLY", "COMPARE", "THE_NUMBER_OF", "NOUN"
FEWER_OF = {EXACTLY: (("AT_MOST", "at most"),), COMPARISON_SIGN: ((COMPARISON_SIGN, "is at most"),)}
#: So many numbers are tried: at each it is looked whether anybody can sit.
MOST_LOOSENED = 4
#: The words of a requirement, each with its terminal.
RequirementWords = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Admission:
    """A clause by which a text lets players have a role, in the place of clauses that it overrides.

    Attributes:
        overridden: How its head names those.
        sentence: The first sentence that is not as in those.
        fix: What writes it.
    """

    overridden: str
    sentence: str
    fix: Fix

    @property
    def help(self) -> Message:
        """How to seat somebody of the role."""
        return Message(
            "To seat one, write a clause that overrides {others} and says what is required instead, such as "
            "“{sentence}.”",
            others=self.overridden,
            sentence=self.sentence,
        )


def roles_of(clause: Clause, text: ResolvedText) -> list[Role]:
    """Return the roles that a clause names in a text."""
    rules = (rule for rule in text.rules if text.clauses[rule.clause].clause is clause)
    named = {role for rule in rules for role in roles_in(parts_of(rule))}
    return [role for role in text.vocabulary.roles.values() if role.id in named]


def admission(
    engine: Engine, edition: Edition, role: Role, forbidding: Iterable[Clause], up_to: int
) -> Admission | None:
    """Return the clause by which players of a text can have a role, in the place of some that let nobody have it.

    It says all that these require, and that of those who must have one of several roles each can have this one too.
    Where they want a number of somebody, there may be fewer. ``None`` where that seats nobody, at tables of up to so
    many seats.
    """
    rulebook = engine.rulebook
    text, requirement = rulebook.texts[edition.text], rulebook.vocabulary.requirement
    source = rulebook.sources.get(text.file)
    if source is None or requirement is None or text.file in rulebook.borrowed:
        return None
    roles = [f"is {with_article(other.names.one.en)}" for other in rulebook.vocabulary.roles.values()]
    clauses = [clause for clause in forbidding if any(s.predicate == requirement.id for s in clause.sentences)]
    overridden_before = {(other.text, other.number) for clause in text.clauses for other in clause.overrides}
    if overridden_before.intersection((clause.text, clause.number) for clause in clauses):
        return None
    sentences = [s for clause in clauses for s in clause.sentences if s.predicate == requirement.id and s.until is None]
    was = [_requirement(sentence) for sentence in sentences]
    overridden = ", ".join(f"{clause.text} {clause.number}" for clause in clauses)
    among = [tuple(_with_role(words, roles, f"is {with_article(role.names.one.en)}")) for words in was]
    for required in (among, *_with_fewer(among)):
        said = [
            replace(sentence, words=words).written.removesuffix(".")
            for sentence, words in zip(sentences, required, strict=True)
        ]
        new = [words for words, before, now in zip(said, was, required, strict=True) if now != before]
        if not new:
            continue
        written = SourceFile(source.name, _clause(rulebook, text.id, role, overridden, said))
        lines = layout(written, rulebook.vocabulary.phrases)
        end = len(source.starts) + (not source.text.endswith("\n"))
        edit = TextEdit(Span(source.name, end, 1, end, 1), f"\n{lines}")
        if _seats(engine, edition, role, SourceFile(source.name, edited(source, [edit])), up_to):
            title = Message("Let a player be {role} as well", role=role.names.one)
            return Admission(overridden, new[0], Fix(title, (edit,), certain=False))
    return None


def _with_fewer(required: Sequence[RequirementWords]) -> Iterator[list[RequirementWords]]:
    """Yield requirements of which one lets there be fewer of a role than the number that it wants.

    Whoever has another role then sits in the place of one of them: first of those of whom there are most.
    """
    places = [
        (int(number), n, at, instead)
        for n, words in enumerate(required)
        for at, ((terminal, _), (_, number)) in enumerate(pairwise(words))
        if (instead := FEWER_OF.get(terminal)) is not None
        and number.isdigit()
        and (terminal == EXACTLY or [t for t, _ in words[max(0, at - 2) : at]] == [NUMBER_OF, NOUN])
        and not (terminal != EXACTLY and words[at][1] != "is")
    ]
    for _, n, at, instead in sorted(places, reverse=True)[:MOST_LOOSENED]:
        words = required[n]
        yield [*required[:n], (*words[:at], *instead, *words[at + 1 :]), *required[n + 1 :]]


def _requirement(sentence: Sentence) -> RequirementWords:
    """Return the words of a requirement without its dates and its part."""
    begin = next(at for at, (terminal, _) in enumerate(sentence.words) if terminal == REQUIRE)
    return sentence.words[begin:]


def _with_role(words: Sequence[tuple[str, str]], roles: Sequence[str], said: str) -> Iterator[tuple[str, str]]:
    """Yield the words of a sentence, with a role more wherever a letter must have one of several."""
    named = any(word == said for _, word in words)
    for at, word in enumerate(words):
        yield word
        if named:
            continue
        among = [terminal for terminal, _ in words[max(0, at - 4) : at + 1]] == [
            OF_LETTER,
            PROPERTY,
            OF_OR,
            OF_LETTER,
            PROPERTY,
        ]
        if among and word[1] in roles and words[at - 3][1] in roles and words[at - 4] == words[at - 1]:
            goes_on = [terminal for terminal, _ in words[at + 1 : at + 4]] == [OF_OR, OF_LETTER, PROPERTY]
            if not (goes_on and words[at + 2] == words[at - 1] and words[at + 3][1] in roles):
                yield from ((OF_OR, "or"), words[at - 1], (PROPERTY, said))


def _clause(rulebook: Rulebook, text: str, role: Role, overridden: str, required: Iterable[str]) -> str:
    """Return the clause in lines, with a name that no other of its text has."""
    taken = {name for clause in rulebook.texts[text].clauses for name in (clause.number, clause.slug)}
    names = (f"{role.id}-seats{number or ''}" for number in range(len(taken) + 1))
    name = next(name for name in names if name not in taken)
    one = {**role.names.one.by_language(), ENGLISH: with_article(role.names.one.en)}
    words = {
        language: Message("As {clauses} says, but a player can also be {role}.", clauses=overridden, role=one[language])
        for language in LANGUAGES
    }
    said = "".join(f'  {language} "{sentence.get(language)}"\n' for language, sentence in words.items())
    return f"clause {name} overrides {overridden}\n{said}{''.join(f'  {sentence}.{chr(10)}' for sentence in required)}"


def _seats(engine: Engine, edition: Edition, role: Role, source: SourceFile, up_to: int) -> bool:
    """Return whether somebody has a role at a legal table of a text as it is in another version of its file."""
    rulebook = engine.rulebook
    parsed = parse(source, rulebook.vocabulary.phrases)
    text, findings = read_text(parsed, rulebook.vocabulary) if not parsed.findings else (None, ())
    if text is None or findings:
        return False
    changed = rulebook.with_text(text)
    if any(finding.is_error for finding in check_texts(changed)):
        return False
    by_text = resolved(Engine(changed), edition)
    for seats in range(FEWEST_SEATS, up_to + 1):
        try:
            if any(role.letter in table.roles for table in legal_tables([by_text], seats)):
                return True
        except TooManySeatings:
            return False
    return False
