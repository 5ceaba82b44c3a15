"""The phrases that declarations make, with their meanings, and whether one of them means something else already."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from emperor_rules.diagnostics import Diagnostic, error
from emperor_rules.frontend.raw_declarations import RawDeclaration
from emperor_rules.language.blocks import DeclaredKind
from emperor_rules.language.inflection import negated_flag, noun_of, prohibited, verb_forms
from emperor_rules.language.phrases import structural_phrases
from emperor_rules.messages import Message
from emperor_rules.model.phrases import PhraseWords, canonical
from emperor_rules.model.vocabulary import PhraseMeaning, PhraseTarget

#: No phrase speaks of more; the grammar has no terminal for one.
MOST_LETTERS = 3


class PhraseTable:
    """The phrases of all declarations so far, beside those of the language; faults go to ``findings``.

    ``kinds`` gives the terminal of each phrase, ``meanings`` what a terminal with its phrase means, ``letter_sorts``
    the sort of each letter.
    """

    def __init__(self, drafts: Mapping[tuple[str, str], RawDeclaration], findings: list[Diagnostic]) -> None:
        self.drafts = drafts
        self.findings = findings
        self.kinds = structural_phrases()
        self.meanings: dict[tuple[str, str], list[PhraseMeaning]] = {}
        self.letter_sorts: dict[str, str] = {}
        self.owners: dict[PhraseWords, str] = {}
        self.clashes: set[str] = set()

    def add(self, draft: RawDeclaration, kind: str, words: PhraseWords, meaning: PhraseMeaning | None) -> None:
        """Add a phrase with its terminal; one that means something else already is reported."""
        words = canonical(words)
        if not words:
            message = Message("its phrase lacks words beside the letters")
            self.report(draft, message, Message("Put words before, between or after them."), "en")
            return
        if self.kinds.setdefault(words, kind) != kind:
            self._clash(draft, words, self.owners.get(words, ""))
            return
        self.owners.setdefault(words, draft.id)
        if meaning is None:
            return
        meanings = self.meanings.setdefault((kind, " ".join(words)), [])
        rival = next((m for m in meanings if m.id != meaning.id and self._alike(m, meaning)), None)
        if rival is not None:
            self._clash(draft, words, rival.id)
        elif meaning not in meanings:
            meanings.append(meaning)

    def _alike(self, first: PhraseMeaning, second: PhraseMeaning) -> bool:
        """Return whether nothing tells two meanings of a phrase apart: a noun of a sort is told from no other."""
        return "sort" in (first.target, second.target) or self._sorts(first) == self._sorts(second)

    def _sorts(self, meaning: PhraseMeaning) -> tuple[str, ...]:
        """Return the sorts that tell one meaning of a phrase from another."""
        draft = self.drafts.get((meaning.target, meaning.id))
        if draft is None or meaning.target != "predicate":
            return ("player",) if meaning.target in ("role", "given") else (meaning.target,)
        spoken = [word for word in draft.words().en.split() if word in draft.first("of")]
        return tuple(self.letter_sorts.get(letter, "?") for letter in spoken)

    def _clash(self, draft: RawDeclaration, words: tuple[str, ...], owner: str) -> None:
        """Report, once for a declaration, that its phrase means something else."""
        if draft.id not in self.clashes:
            taken = Message("“{owner}” is said so", owner=owner) if owner else Message("the language itself says so")
            message = Message(
                "{kind} “{name}”: “{words}” has another meaning: {taken}",
                kind=draft.kind,
                name=draft.id,
                words=" ".join(words),
                taken=taken,
            )
            help = Message("Put it in other words.")
            self.findings.append(error("R303", message, draft.places.get("en", draft.span), help))
        self.clashes.add(draft.id)

    def report(self, draft: RawDeclaration, message: str, help: str, key: str = "") -> None:
        """Report a fault of a declaration, unless it has one already."""
        if not draft.broken:
            self.findings.append(draft.wrong(message, help, key))

    def add_predicate(self, draft: RawDeclaration, spoken: list[str]) -> None:
        """Add all forms of the phrase of a fact, a value or an action, whose letters it names in this order."""
        phrase = draft.words().en.split()
        meaning = PhraseMeaning("predicate", draft.id)
        if draft.kind is DeclaredKind.VALUE:
            self.add_value(draft, spoken, meaning)
            return
        if not spoken:
            self.add_flag(draft, tuple(phrase), "predicate")
            return
        if len(spoken) > MOST_LETTERS:
            message = Message("its phrase has {count} letters", count=len(spoken))
            self.report(draft, message, Message("A phrase has at most three: let it speak of fewer."), "en")
            return
        pieces = _pieces(phrase, spoken)
        between = all(pieces[1 : max(2, len(spoken))])
        if pieces[0] or not between or (len(spoken) > 1 and pieces[-1]):
            help = Message("Begin with a letter and end with one, or with words after the only letter.")
            self.report(draft, Message("its phrase does not run “p words q words x”"), help, "en")
            return
        token = ("PROPERTY", "PREDICATE", "PREDICATE2")[len(spoken) - 1]
        forms = list(verb_forms(pieces[1]))
        negative = draft.words("negative").en
        if negative:
            other_pieces = _pieces(negative.split(), spoken)
            if len(other_pieces) == len(pieces):  # otherwise it names other letters, which is reported elsewhere
                forms.append((other_pieces[1], True))
        if draft.words("plural").en:
            forms.append((_pieces(draft.words("plural").en.split(), spoken)[-1], False))
        for words, negated in forms:
            if words:
                self._add_form(draft, token, words, PhraseMeaning("predicate", draft.id, negated))
        noun = noun_of(pieces[1])
        if noun and len(spoken) <= 2:
            plural = next(form[1:] for form, negated in forms if form[0] == "are" and not negated)
            for words in (noun, plural):
                self.add(draft, "NOUN_OF" if len(spoken) == 2 else "NOUN", words, meaning)
        if len(spoken) == 3:
            self.add(draft, "LINK", pieces[2], None)

    def add_flag(self, draft: RawDeclaration, words: PhraseWords, target: PhraseTarget) -> None:
        """Add a sentence without letters, and its negation."""
        self.add(draft, "FLAG", words, PhraseMeaning(target, draft.id))
        negation = tuple(draft.words("negative").en.split()) or negated_flag(words)
        if negation:
            self._add_form(draft, "FLAG", negation, PhraseMeaning(target, draft.id, True))

    def _add_form(self, draft: RawDeclaration, kind: str, words: PhraseWords, meaning: PhraseMeaning) -> None:
        """Add a form of a phrase, and beside the negation of a fact that clauses conclude its prohibition."""
        self.add(draft, kind, words, meaning)
        concluded = draft.kind is DeclaredKind.FACT and not draft.items.keys() & {"builtin", "requirement"}
        cannot = prohibited(words) if concluded and meaning.negated else None
        if cannot is not None:
            self.add(draft, kind, cannot, meaning._replace(prohibits=True))

    def add_value(self, draft: RawDeclaration, spoken: list[str], meaning: PhraseMeaning) -> None:
        """Add the phrase of a value, whose letters it names in this order."""
        pieces = _pieces(draft.words().en.split(), spoken)
        if pieces[0] == () or (spoken and pieces[-1]):
            message = Message("a value's phrase starts with words and ends with a letter")
            self.report(draft, message, Message("Write it like “the … of p”."), "en")
            return
        if len(spoken) > 2:
            self.report(draft, Message("a value has at most two letters"), Message("Let it speak of fewer."), "of")
            return
        self.add(draft, ("VALUE", "VALUE_OF", "VALUE_OF2")[len(spoken)], pieces[0], meaning)
        if len(spoken) == 2:
            self.add(draft, "LINK", pieces[1], None)


def _pieces(words: list[str], letters: list[str]) -> list[tuple[str, ...]]:
    """Cut a phrase at its letters: “p is next to q” → ``[(), ("is", "next", "to"), ()]``."""
    cuts = [-1, *(at for at, word in enumerate(words) if word in letters), len(words)]
    return [tuple(word.lower() for word in words[cut + 1 : following]) for cut, following in pairwise(cuts)]
