"""From vocabulary files to the :class:`Vocabulary`: read declarations, inflect their phrases, find clashes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any

from emperor_rules.diagnostics import Diagnostic, error
from emperor_rules.frontend.conditions import ConditionReader
from emperor_rules.frontend.raw_declarations import (
    LANGUAGE_NAMES,
    PHRASING_KINDS,
    PREDICATE_KINDS,
    RawDeclaration,
    faults,
    idle_declarations,
    read_draft,
)
from emperor_rules.language.blocks import DeclaredKind, Item
from emperor_rules.language.inflection import negated_flag, noun_of, prohibited, role_forms, verb_forms
from emperor_rules.language.parser import parse, parse_deferred
from emperor_rules.language.phrases import no_vocabulary, structural_phrases
from emperor_rules.language.syntax_tree import span_of
from emperor_rules.messages import LANGUAGES, Message, Names, listed
from emperor_rules.model.phrases import LETTER, Phrases, PhraseWords, canonical
from emperor_rules.model.vocabulary import (
    DRAWN_AS,
    ChoiceWord,
    DefaultArgument,
    DefinedTerm,
    GivenFact,
    GivenKind,
    Option,
    Parameter,
    PhraseMeaning,
    PhraseTarget,
    Predicate,
    PredicateKind,
    Role,
    Slot,
    Sort,
    Vocabulary,
    Words,
)
from emperor_rules.semantics.builtins import BUILTINS
from emperor_rules.source import SourceFile

#: The kinds of given facts that an item of their declaration names.
GIVEN_BY_KEYWORD = (GivenKind.NUMBER, GivenKind.PLAYER, GivenKind.PLAYERS, GivenKind.TEAM)
#: No phrase speaks of more letters; the grammar has no terminal for one.
MOST_LETTERS = 3
#: A condition inside a declaration, with its file, and with the declaration if it could be read.
Deferred = tuple[SourceFile, RawDeclaration | None, Item]


def read_vocabulary(sources: Iterable[SourceFile]) -> tuple[Vocabulary, tuple[Diagnostic, ...]]:
    """Return the vocabulary of some files; later clashes with earlier are reported, the earlier stays."""
    sources = tuple(sources)
    findings: list[Diagnostic] = []
    drafts: dict[tuple[str, str], RawDeclaration] = {}
    deferred: list[Deferred] = []
    openings: dict[str, tuple[str, ...]] = {}
    for source in sources:
        parsed = parse(source, no_vocabulary(), defer_conditions=True)
        findings.extend(parsed.findings)
        openings[source.name] = parsed.comments.get(-1, ())
        by_head: dict[int, RawDeclaration] = {}
        for block in parsed.tree.trees:
            head = block.first_token
            is_phrasing = head.text in PHRASING_KINDS
            if block.rule == "declaration" and not is_phrasing:
                draft = read_draft(block, parsed)
                by_head[head.start] = draft
                _collect(draft, drafts, findings)
            else:
                message = Message("a “{head}” does not belong among the vocabulary", head=head)
                elsewhere = Message("Put it under rules/texts or rules/scenarios.")
                help = Message("Put it under rules/questions.") if is_phrasing else elsewhere
                findings.append(error("R105", message, span_of(source, head), help))
        deferred += [(source, by_head.get(start), item) for start, item in parsed.deferred]
    vocabulary = _VocabularyBuilder(drafts, findings).build()
    findings.extend(idle_declarations(drafts, vocabulary.letter_sorts))
    predicates = _with_conditions(vocabulary, deferred, findings)
    return replace(vocabulary, predicates=predicates, openings=openings), tuple(findings)


def _with_conditions(
    vocabulary: Vocabulary, deferred: Iterable[Deferred], findings: list[Diagnostic]
) -> dict[str, Predicate]:
    """Return the predicates with the conditions inside declarations, now that the phrases of all are known."""
    predicates = dict(vocabulary.predicates)
    for source, owner, item in deferred:
        if owner is not None and owner.kind is not DeclaredKind.FACT:
            sign = item.signs[0]
            message = Message("its kind has no item “{key}”", key=sign.text)
            help = Message("Only a fact has it: write a clause that says so, or declare a fact.")
            findings.append(replace(owner.wrong(message, help, code="R105"), span=span_of(source, sign)))
            continue
        tree, mistakes = parse_deferred(source, item, vocabulary.phrases)
        findings.extend(mistakes)
        predicate = predicates.get(owner.id) if owner is not None else None
        if tree is None or predicate is None:
            continue
        reader = ConditionReader(source, vocabulary)
        condition = reader.condition(tree.trees[0], frozenset(letter for letter, _ in predicate.parameters))
        findings.extend(reader.findings)
        if not reader.findings and tree.rule == "meaning":
            predicates[predicate.id] = replace(predicate, means=condition)
        elif not reader.findings:
            predicates[predicate.id] = replace(predicate, premise=condition)
    return predicates


def _collect(draft: RawDeclaration, drafts: dict[tuple[str, str], RawDeclaration], findings: list[Diagnostic]) -> None:
    space = "predicate" if draft.kind in PREDICATE_KINDS else draft.kind
    earlier = drafts.get((space, draft.id))
    if earlier is not None:
        help = Message("It stands already at {span}: choose another name.", span=earlier.span)
        findings.append(error("R301", Message("“{name}” is declared twice", name=draft.id), draft.span, help))
        return
    drafts[space, draft.id] = draft
    findings.extend(faults(draft))


class _VocabularyBuilder:
    """Turns drafts into declarations and their phrases, beside those of the language; faults go to ``findings``.

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

    def build(self) -> Vocabulary:
        def of(space: str) -> list[RawDeclaration]:
            return [draft for (kind, _), draft in self.drafts.items() if kind == space]

        sorts = {d.id: self._sort(d) for d in of("sort")}
        roles = {d.id: self._role(d) for d in of("role")}
        options = {d.id: Option(d.id, d.words(), d.span, d.comments) for d in of("option")}
        givens = {d.id: self._given(d) for d in of("given")}
        predicates = {d.id: predicate for d in of("predicate") if (predicate := self._predicate(d)) is not None}
        predicates |= {id: self._given_value(given) for id, given in givens.items() if given.kind is GivenKind.NUMBERS}
        return Vocabulary(
            sorts,
            roles,
            predicates,
            givens,
            options,
            Phrases(
                self.kinds,
                {letter: sorts[id].names[1] for letter, id in self.letter_sorts.items()},
                {d.id: d.words().en for space in ("predicate", "given") for d in of(space)},
                "".join(role.letter for role in roles.values()),
                _in_others([*sorts.values(), *roles.values()], [*predicates.values(), *givens.values()]),
            ),
            {key: tuple(meanings) for key, meanings in self.meanings.items()},
            self.letter_sorts,
            {d.id: self._term(d, predicates) for d in of("term")},
        )

    # --- kinds of declaration --------------------------------------------------------------------

    def _sort(self, draft: RawDeclaration) -> Sort:
        names = draft.noun()
        for letter in draft.first("letters"):
            if letter in self.letter_sorts:
                message = Message(
                    "the letter “{letter}” stands for a {sort} already", letter=letter, sort=self.letter_sorts[letter]
                )
                self._report(draft, message, Message("Take another letter."), "letters")
                continue
            self.letter_sorts[letter] = draft.id
        for number in names:
            self._add(draft, "NOUN", tuple(number.en.split()), PhraseMeaning("sort", draft.id))
        return Sort(draft.id, tuple(draft.first("letters")), names, draft.span, draft.comments)

    def _term(self, draft: RawDeclaration, predicates: Mapping[str, Predicate]) -> DefinedTerm:
        self.findings.extend(draft.missing("defined"))
        asks = draft.asked([id for id, predicate in predicates.items() if predicate.is_question], self.findings)
        return DefinedTerm(draft.id, draft.words(), draft.words("defined"), asks, draft.span, draft.comments)

    def _role(self, draft: RawDeclaration) -> Role:
        names = draft.noun()
        singular, plural = (tuple(n.en.split()) for n in names)
        for kind, words, negated in role_forms(singular, plural):
            self._add(draft, kind, words, PhraseMeaning("role", draft.id, negated))
        letter = "".join(draft.first("letter")[:1])
        if len(letter) > 1:
            message = Message("“{letter}” is more than one letter, and a seat has one", letter=letter)
            self._report(draft, message, Message("Write: letter {letter}", letter=letter[0]), "letter")
        elif not letter:
            message = Message("its seat letter is missing")
            self._report(draft, message, Message("Add an item such as: letter k"), "letter")
        return Role(draft.id, letter, "".join(draft.first("symbol")[:1]), names, draft.span, draft.comments)

    def _given(self, draft: RawDeclaration) -> GivenFact:
        phrase = draft.words()
        choices = self._choices(draft, draft.first("one"))
        otherwise = GivenKind.CHOICE if choices else GivenKind.FLAG
        kind = next((kind for kind in GIVEN_BY_KEYWORD if kind in draft.items), otherwise)
        words, letters = tuple(phrase.en.split()), draft.first("of")
        of = self.letter_sorts.get(letters[0]) if letters else None
        if kind is GivenKind.NUMBER and of is not None:
            kind = GivenKind.NUMBERS
        self.findings.extend(draft.missing())
        if words and kind is GivenKind.FLAG:
            self._add_flag(draft, words, "given")
        elif words and kind is GivenKind.PLAYERS:
            if len(words) < 2 or not LETTER.fullmatch(words[0]):
                message = Message("its phrase does not begin with a letter")
                self._report(draft, message, Message('Write it like: en "p is …"'), "en")
                words = ()
            for form, negated in verb_forms(words[1:]) if words else ():
                self._add(draft, "PROPERTY", form, PhraseMeaning("given", draft.id, negated))
        elif words and kind is GivenKind.NUMBERS:
            self._add_value(draft, letters, PhraseMeaning("predicate", draft.id))
        elif words:
            self._add(draft, "VALUE", words, PhraseMeaning("given", draft.id))
        default = next(iter(draft.first("default")), None)
        best, present = "best" in draft.items, "present" in draft.items
        negative, plural, said = map(draft.words, ("negative", "plural", "said"))
        rest = (negative, plural, said, "".join(draft.first("symbol")[:1]), draft.span, draft.comments)
        return GivenFact(draft.id, kind, phrase, default, choices, best, present, of, *rest)

    def _given_value(self, given: GivenFact) -> Predicate:
        """Return the value by which rules look up a number that is given of each player or team."""
        assert given.of is not None
        other = self.drafts.get(("predicate", given.id))
        if other is not None:
            help = Message("It stands already at {span}: choose another name.", span=other.span)
            message = Message("“{name}” is declared twice", name=given.id)
            self.findings.append(error("R301", message, given.span, help))
        letter = self.drafts["given", given.id].first("of")[0]
        parameters, builtin = (Parameter(letter, given.of),), f"given-of-{given.of}"
        value = PredicateKind.VALUE
        return Predicate(
            given.id, value, parameters, given.phrase, spoken=(0,), answer="number", builtin=builtin, span=given.span
        )

    def _choices(self, draft: RawDeclaration, details: list[str]) -> tuple[ChoiceWord, ...]:
        if not details or details[0] != "of":
            return ()
        rest, choices = details[1:], []
        length = 1 + len(LANGUAGES)
        for at in range(0, len(rest) - len(LANGUAGES), length):
            word, *words = rest[at : at + length]
            choices.append(ChoiceWord(word, Words(*words)))
            self._add(draft, "CHOICE", (word,), PhraseMeaning("choice", word))
        if len(rest) % length:
            languages = Names(LANGUAGE_NAMES.values(), last=Message("and"))
            message = Message("a choice lacks its words in {languages}", languages=languages)
            help = Message('Write each choice as: word "English" "italiano"')
            self._report(draft, message, help, "one" if "one" in draft.items else "answer")
        return tuple(choices)

    def _predicate(self, draft: RawDeclaration) -> Predicate | None:
        phrase = draft.words()
        letters = draft.first("of")
        unknown = [letter for letter in letters if letter not in self.letter_sorts]
        if "" in phrase or unknown:
            if unknown:
                help = Message("These are: {letters}.", letters=listed(self.letter_sorts))
                self._report(draft, Message("“{unknown}” is no letter of a sort", unknown=unknown[0]), help, "of")
            self.findings.extend(draft.missing())
            return None
        parameters = tuple(Parameter(letter, self.letter_sorts[letter]) for letter in letters)
        spoken = [w for w in phrase.en.split() if LETTER.fullmatch(w) and w in letters]
        if sorted(spoken) != sorted(letters):
            message = Message("its English phrase does not name each letter once")
            self._report(draft, message, Message("Name {letters} just once.", letters=listed(letters)), "en")
            return None
        answer = draft.first("answer")
        choices = self._choices(draft, answer[1:]) if answer[:1] == ["one"] else ()
        kind, slot, builtin = PredicateKind(draft.kind), draft.first("slot"), draft.first("builtin")
        if builtin:
            function = BUILTINS.get(builtin[0])
            if function is None or function.given or function.parameters != tuple(sort for _, sort in parameters):
                message = Message("the toolkit has no built-in “{builtin}” of these sorts", builtin=builtin[0])
                help = Message(
                    "It has: {builtins}.", builtins=", ".join(sorted(b for b in BUILTINS if not BUILTINS[b].given))
                )
                self._report(draft, message, help, "builtin")
                return None
        drawn = "".join(draft.first("drawn")[1:])
        answers = (
            ("choice" if choices else answer[0] if answer else "number") if kind is PredicateKind.VALUE else "yes-no"
        )
        if "drawn" in draft.items and DRAWN_AS.get(drawn) != (tuple(sort for _, sort in parameters), answers):
            help = Message("Write “drawn as” {names}, where sorts and answer fit.", names=", ".join(DRAWN_AS))
            self._report(draft, Message("a drawing cannot show it as “{drawn}”", drawn=drawn), help, "drawn")
            drawn = ""
        slot = slot if len(slot) == 2 and len(slot[1].split()) > 1 else []
        if slot:
            self._add(draft, "SLOT", tuple(slot[1].split()[:-1]), PhraseMeaning("slot", slot[0]))
        self._add_predicate(draft, spoken)
        written: dict[str, Any] = {key: key in draft.items for key in ("closed", "requirement", "essential")}
        written |= {key: draft.words(key) for key in ("negative", "ask", "plural", "said", "short", "elsewhere")}
        written |= {key: draft.pair(key) for key in ("noun", "where")}
        return Predicate(
            draft.id,
            kind,
            parameters,
            phrase,
            spoken=tuple(letters.index(letter) for letter in spoken),
            answer=answers,
            choices=choices,
            builtin=builtin[0] if builtin else None,
            gone_allowed="gone" in draft.items,
            ignores=tuple(draft.first("ignores")),
            slot=Slot(slot[0], slot[1].split()[-1], slot[1]) if slot else None,
            defaults=tuple(DefaultArgument(d[0], d[1]) for d in draft.items.get("with", []) if len(d) == 2),
            drawn=drawn,
            after_game="asked" in draft.items,
            leaves_game="leaves" in draft.items,
            ends_play="ends" in draft.items,
            asks=tuple(draft.first("asks")),
            span=draft.span,
            comments=draft.comments,
            **written,
        )

    # --- the phrases of declarations --------------------------------------------------------------

    def _add(self, draft: RawDeclaration, kind: str, words: PhraseWords, meaning: PhraseMeaning | None) -> None:
        """Add a phrase with its terminal; one that means something else already is reported."""
        words = canonical(words)
        if not words:
            message = Message("its phrase lacks words beside the letters")
            self._report(draft, message, Message("Put words before, between or after them."), "en")
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

    def _report(self, draft: RawDeclaration, message: str, help: str, key: str = "") -> None:
        """Report a fault of a declaration, unless it has one already."""
        if not draft.broken:
            self.findings.append(draft.wrong(message, help, key))

    def _add_predicate(self, draft: RawDeclaration, spoken: list[str]) -> None:
        """Add all forms of the phrase of a fact, a value or an action, whose letters it names in this order."""
        phrase = draft.words().en.split()
        meaning = PhraseMeaning("predicate", draft.id)
        if draft.kind is DeclaredKind.VALUE:
            self._add_value(draft, spoken, meaning)
            return
        if not spoken:
            self._add_flag(draft, tuple(phrase), "predicate")
            return
        if len(spoken) > MOST_LETTERS:
            message = Message("its phrase has {count} letters", count=len(spoken))
            self._report(draft, message, Message("A phrase has at most three: let it speak of fewer."), "en")
            return
        pieces = _pieces(phrase, spoken)
        between = all(pieces[1 : max(2, len(spoken))])
        if pieces[0] or not between or (len(spoken) > 1 and pieces[-1]):
            help = Message("Begin with a letter and end with one, or with words after the only letter.")
            self._report(draft, Message("its phrase does not run “p words q words x”"), help, "en")
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
                self._add(draft, "NOUN_OF" if len(spoken) == 2 else "NOUN", words, meaning)
        if len(spoken) == 3:
            self._add(draft, "LINK", pieces[2], None)

    def _add_flag(self, draft: RawDeclaration, words: PhraseWords, target: PhraseTarget) -> None:
        """Add a sentence without letters, and its negation."""
        self._add(draft, "FLAG", words, PhraseMeaning(target, draft.id))
        negation = tuple(draft.words("negative").en.split()) or negated_flag(words)
        if negation:
            self._add_form(draft, "FLAG", negation, PhraseMeaning(target, draft.id, True))

    def _add_form(self, draft: RawDeclaration, kind: str, words: PhraseWords, meaning: PhraseMeaning) -> None:
        """Add a form of a phrase, and beside the negation of a fact that clauses conclude its prohibition."""
        self._add(draft, kind, words, meaning)
        concluded = draft.kind is DeclaredKind.FACT and not draft.items.keys() & {"builtin", "requirement"}
        cannot = prohibited(words) if concluded and meaning.negated else None
        if cannot is not None:
            self._add(draft, kind, cannot, meaning._replace(prohibits=True))

    def _add_value(self, draft: RawDeclaration, spoken: list[str], meaning: PhraseMeaning) -> None:
        """Add the phrase of a value, whose letters it names in this order."""
        pieces = _pieces(draft.words().en.split(), spoken)
        if pieces[0] == () or (spoken and pieces[-1]):
            message = Message("a value's phrase starts with words and ends with a letter")
            self._report(draft, message, Message("Write it like “the … of p”."), "en")
            return
        if len(spoken) > 2:
            self._report(draft, Message("a value has at most two letters"), Message("Let it speak of fewer."), "of")
            return
        self._add(draft, ("VALUE", "VALUE_OF", "VALUE_OF2")[len(spoken)], pieces[0], meaning)
        if len(spoken) == 2:
            self._add(draft, "LINK", pieces[1], None)


def _in_others(
    nouns: Iterable[Sort | Role], sentences: Iterable[Predicate | GivenFact]
) -> dict[str, tuple[tuple[str, str], ...]]:
    """Return by language what it calls things, each with what English calls them."""
    said = [name for declared in nouns for name in declared.names]
    said += [words for declared in sentences for words in (declared.phrase, declared.plural, declared.negative)]
    return {
        language: tuple((words.own(language), words.en) for words in said if words.own(language) and words.en)
        for language in LANGUAGES[1:]
    }


def _pieces(words: list[str], letters: list[str]) -> list[tuple[str, ...]]:
    """Cut a phrase at its letters: “p is next to q” → ``[(), ("is", "next", "to"), ()]``."""
    cuts = [-1, *(at for at, word in enumerate(words) if word in letters), len(words)]
    return [tuple(word.lower() for word in words[cut + 1 : following]) for cut, following in pairwise(cuts)]
