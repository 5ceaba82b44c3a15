"""What is said of a sentence that cannot be read: how the language has it, or what is to be declared first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from emperor_rules.diagnostics import Diagnostic, error
from emperor_rules.edits import Fix, TextEdit, edited, replacing
from emperor_rules.language.foreign_sentences import EnglishWords, in_english
from emperor_rules.language.plain_sentences import UnknownState, counts_others, plain_sentence, unknown_state
from emperor_rules.language.slips import IN_ENGLISH, LIMITS_LISTED, tells_something
from emperor_rules.language.syntax_tree import Token
from emperor_rules.language.undeclared_roles import UndeclaredRole, undeclared_role, vocabulary_file
from emperor_rules.messages import Message, sentences
from emperor_rules.model.phrases import Phrases
from emperor_rules.source import SourceFile, Span

#: The codes of words that are not those of the language; of other mistakes a message says more.
WRONG_WORDS = ("R107", "R201", "R203")


@dataclass(frozen=True)
class WrittenSentence:
    """A sentence of a clause as somebody wrote it.

    Attributes:
        source: The file in which it stands.
        signs: Its words and marks, but for the full stop.
        phrases: The phrases of the vocabulary.
        reads_by: Tells whether a sentence in its place can be read by some phrases.
    """

    source: SourceFile
    signs: Sequence[Token]
    phrases: Phrases
    reads_by: Callable[[Phrases, str], bool]

    @property
    def whole(self) -> Span:
        """Where it stands."""
        return self.source.span(self.signs[0].start, self.signs[-1].end)

    @property
    def written(self) -> list[str]:
        """Its words and marks, in lower case."""
        return [sign.text.lower() for sign in self.signs]

    @property
    def is_plain(self) -> bool:
        """Whether it consists of words and commas."""
        return all(sign.type in ("WORD", "COMMA") for sign in self.signs)

    @cached_property
    def foreign(self) -> EnglishWords | None:
        """It in English words, if it is in another language."""
        return in_english(self.written, self.phrases) if self.is_plain else None

    @property
    def words(self) -> list[str]:
        """Its words and marks in English."""
        return [*self.foreign.words] if self.foreign is not None else self.written

    @cached_property
    def role(self) -> UndeclaredRole | None:
        """The role of which it speaks and that nobody has declared, with what to write in its place."""
        own = self.foreign.own if self.foreign is not None else None
        role = undeclared_role(self.words, self.phrases, self.reads_by, own)
        if role is not None and self.foreign is not None and not role.guessed and not role.sentence:
            return replace(role, sentence=" ".join(self.words))
        return role

    def reads(self, sentence: str) -> bool:
        """Return whether a sentence in its place can be read."""
        return self.reads_by(self.phrases, sentence)

    def in_the_language(self) -> str:
        """Return the sentence of the language for it, without its full stop; empty where none is found."""
        if not self.is_plain:
            return ""
        said = " ".join(self.words)
        if self.foreign is not None and self.reads(said):
            return said
        return plain_sentence(self.words, self.phrases, self.reads)


def say_it_in_the_language(written: WrittenSentence, findings: list[Diagnostic]) -> None:
    """Let what is wrong with a sentence of a clause say how the language has it, where that can be found.

    A message stays as it is if what it leaves no doubt about writing can be read.
    """
    source, whole = written.source, written.whole
    wrong = [n for n, finding in enumerate(findings) if whole[1:3] <= finding.span[1:3] <= whole[3:5]]
    if not wrong or any(findings[n].code not in WRONG_WORDS for n in wrong):
        return
    first = findings[wrong[0]]
    certain = [edit for n in wrong for fix in findings[n].fixes if fix.certain for edit in fix.edits]
    if certain:
        until = SourceFile(source.name, source.text[: written.signs[-1].end])
        if written.reads(edited(until, certain)[written.signs[0].start :].lower()):
            return
    sentence = written.in_the_language()
    if sentence:
        fixes = puts(sentence, whole)
        findings[wrong[0]] = error(first.code, first.message, first.span, how_to_write(sentence), fixes=fixes)
        return
    state = unknown_state(written.words, written.phrases, written.reads) if written.is_plain else None
    stays = certain or written.foreign is not None
    given = _as_given(state, source.name, whole) if state and (state.sentence or not stays) else None
    role = written.role
    if role is not None and not (role.guessed and tells_something(first.help)):
        write = [how_to_write(role.sentence)] if role.sentence else []
        other = (
            [Message("Or let each question say of whom “{phrase}” holds.", phrase=state.phrase)]
            if given and state
            else []
        )
        help = sentences(role.help, *write, *other)
        fix = role.fix(source.name, *([TextEdit(whole, role.sentence)] if role.sentence else []))
        findings[wrong[0]] = replace(first, help=help, fixes=(fix, *([given] if given else []), *first.fixes))
    elif state and given:
        declared = Message(
            "A question can bring it along: declare “{phrase}” in rules/vocabulary.", phrase=state.phrase
        )
        if state.sentence:  # a number is what is meant, and no word that looks alike
            help = sentences(declared, Message("Write: “{words}”.", words=state.sentence))
            findings[wrong[0]] = replace(first, help=help, fixes=(given,))
            return
        no_position = str(first.help).endswith(str(LIMITS_LISTED))
        more = sentences(first.help, declared) if no_position else first.help
        findings[wrong[0]] = replace(first, help=more, fixes=(*first.fixes, given))
    elif written.foreign is not None:
        findings[wrong[0]] = replace(first, help=IN_ENGLISH, fixes=())


def how_to_write(sentence: str) -> Message:
    """Return what to write for a sentence, and what else it would let count where that is easily overlooked."""
    write, anybody = Message("Write: “{words}”.", words=sentence), counts_others(sentence)
    if not anybody:
        return write
    more = Message("Players of other teams would count as well in: “{words}”.", words=anybody)
    return sentences(write, more)


def puts(sentence: str, whole: Span) -> tuple[Fix, ...]:
    """Return the fixes that write a sentence in place of another, the likeliest reading first."""
    said = filter(None, (sentence, counts_others(sentence)))
    return tuple(replacing(whole, words, Message("Write: “{words}”.", words=words), certain=False) for words in said)


def _as_given(state: UnknownState, file: str, whole: Span) -> Fix:
    """Return the fix that declares what a condition says of somebody as what a question brings along."""
    title = Message("Declare “{phrase}” as what a question brings along", phrase=state.phrase)
    edits = (state.declaration(vocabulary_file(file)), *([TextEdit(whole, state.sentence)] if state.sentence else []))
    return Fix(title, edits, certain=False)
