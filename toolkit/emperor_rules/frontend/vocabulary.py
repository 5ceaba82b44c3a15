"""From vocabulary files to the :class:`Vocabulary`: read declarations, bend their phrases, find clashes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from emperor_rules.diagnostics import Diagnostic, error
from emperor_rules.frontend.conditions import Reader
from emperor_rules.frontend.raw_declarations import LETTER, RawDeclaration, faults, read_draft
from emperor_rules.language.blocks import Item
from emperor_rules.language.inflection import negated_flag, noun_of, verb_forms
from emperor_rules.language.parser import parse, parse_deferred
from emperor_rules.language.phrases import no_vocabulary, structural_phrases
from emperor_rules.language.syntax_tree import first_token, span_of, trees
from emperor_rules.model.phrases import Phrases
from emperor_rules.model.vocabulary import (
    BUILTINS,
    DRAWN_AS,
    GivenFact,
    Meaning,
    Option,
    Predicate,
    Role,
    Sort,
    Vocabulary,
    Words,
)
from emperor_rules.source import SourceFile


def read_vocabulary(sources: Iterable[SourceFile]) -> tuple[Vocabulary, tuple[Diagnostic, ...]]:
    """Read vocabulary files into one vocabulary; later clashes with earlier are reported, the earlier stays."""
    sources = tuple(sources)
    findings: list[Diagnostic] = []
    drafts: dict[tuple[str, str], RawDeclaration] = {}
    deferred: list[tuple[SourceFile, str | None, Item]] = []
    openings: dict[str, tuple[str, ...]] = {}
    for source in sources:
        parsed = parse(source, no_vocabulary(), defer_conditions=True)
        findings.extend(parsed.findings)
        openings[source.name] = parsed.comments.get(-1, ())
        ids: dict[int, str] = {}
        for block in trees(parsed.tree):
            head = first_token(block)
            if block.rule == "declaration":
                draft = read_draft(block, parsed)
                ids[head.start] = draft.id
                _collect(draft, drafts, findings)
            else:
                findings.append(
                    error(
                        "R105",
                        f"a “{head}” does not belong among the vocabulary",
                        span_of(source, head),
                        "Put it under rules/texts or rules/scenarios.",
                    )
                )
        deferred += [(source, ids.get(start), item) for start, item in parsed.deferred]
    vocabulary = _Builder(drafts, findings).build()
    relations = dict(vocabulary.relations)
    for source, id, item in deferred:
        _read_condition(source, id, item, vocabulary, relations, findings)
    return replace(vocabulary, relations=relations, openings=openings), tuple(findings)


def _read_condition(
    source: SourceFile,
    id: str | None,
    item: Item,
    vocabulary: Vocabulary,
    relations: dict[str, Predicate],
    findings: list[Diagnostic],
) -> None:
    """Read a condition inside a declaration, now that the phrases of all declarations are known."""
    tree, mistakes = parse_deferred(source, item, vocabulary.phrases)
    findings.extend(mistakes)
    predicate = relations.get(id or "")
    if tree is None or predicate is None:
        return
    mistaken = len(findings)
    bound = frozenset(letter for letter, _ in predicate.params)
    condition = Reader(vocabulary, source, findings).condition(trees(tree)[0], bound)
    if len(findings) == mistaken:
        means = tree.rule == "meaning"
        relations[predicate.id] = (
            replace(predicate, means=condition) if means else replace(predicate, premise=condition)
        )


def _collect(draft: RawDeclaration, drafts: dict[tuple[str, str], RawDeclaration], findings: list[Diagnostic]) -> None:
    space = draft.kind if draft.kind in ("sort", "role", "given", "option") else "relation"
    earlier = drafts.get((space, draft.id))
    if earlier is not None:
        findings.append(
            error(
                "R301",
                f"“{draft.id}” is declared twice",
                draft.span,
                f"It stands already at {earlier.span}: choose another name.",
            )
        )
        return
    drafts[space, draft.id] = draft
    findings.extend(faults(draft))


class _Builder:
    """Turns drafts into declarations and their phrases."""

    def __init__(self, drafts: dict[tuple[str, str], RawDeclaration], findings: list[Diagnostic]) -> None:
        self.drafts = drafts
        self.findings = findings
        self.kinds = structural_phrases()
        self.owner: dict[tuple[str, ...], str] = {}
        self.meanings: dict[tuple[str, str], list[Meaning]] = {}
        self.letter_sorts: dict[str, str] = {}
        self.clashes: set[str] = set()

    def build(self) -> Vocabulary:
        def of(space: str) -> list[RawDeclaration]:
            return [draft for (kind, _), draft in self.drafts.items() if kind == space]

        sorts = {d.id: self._sort(d) for d in of("sort")}
        roles = {d.id: self._role(d) for d in of("role")}
        options = {d.id: Option(d.id, d.words(), d.span, d.comments) for d in of("option")}
        givens = {d.id: self._given(d) for d in of("given")}
        relations = {}
        for draft in of("relation"):
            relation = self._relation(draft)
            if relation is not None:
                relations[draft.id] = relation
        return Vocabulary(
            sorts,
            roles,
            relations,
            givens,
            options,
            Phrases(self.kinds, frozenset(self.letter_sorts)),
            {key: tuple(many) for key, many in self.meanings.items()},
            dict(self.letter_sorts),
        )

    # --- phrases ---------------------------------------------------------------------------------

    def _phrase(self, draft: RawDeclaration, kind: str, words: tuple[str, ...], meaning: Meaning | None) -> None:
        words = tuple(word.lower() for word in words)
        if not words:
            self._wrong(
                draft, "its phrase lacks words beside the letters", "Put words before, between or after them.", "en"
            )
            return
        held = self.kinds.get(words)
        if held is not None and held != kind:
            self._clash(draft, words, self.owner.get(words, ""))
            return
        self.kinds[words] = kind
        self.owner.setdefault(words, draft.id)
        if meaning is None:
            return
        many = self.meanings.setdefault((kind, " ".join(words)), [])
        rival = next((m for m in many if m.id != meaning.id and self._sorts(m) == self._sorts(meaning)), None)
        if rival is not None:
            self._clash(draft, words, rival.id)
        elif meaning not in many:
            many.append(meaning)

    def _sorts(self, meaning: Meaning) -> tuple[str, ...]:
        """Give the sorts that tell one meaning of a phrase from another."""
        draft = self.drafts.get((meaning.target, meaning.id))
        if draft is None or meaning.target != "relation":
            return ("player",) if meaning.target in ("role", "given") else (meaning.target,)
        spoken = [word for word in draft.words().en.split() if word in draft.first("of")]
        return tuple(self.letter_sorts.get(letter, "?") for letter in spoken)

    def _clash(self, draft: RawDeclaration, words: tuple[str, ...], owner: str) -> None:
        """Report, once for a declaration, that its phrase means something else."""
        if draft.id not in self.clashes:
            taken = f"“{owner}” is said so" if owner else "the language itself says so"
            self.findings.append(
                error(
                    "R303",
                    f"{draft.kind} “{draft.id}”: “{' '.join(words)}” has another meaning: {taken}",
                    draft.places.get("en", draft.span),
                    "Put it in other words.",
                )
            )
        self.clashes.add(draft.id)

    def _wrong(self, draft: RawDeclaration, message: str, help: str, key: str = "") -> None:
        if not draft.broken:
            self.findings.append(draft.wrong(message, help, key))

    # --- kinds of declaration --------------------------------------------------------------------

    def _sort(self, draft: RawDeclaration) -> Sort:
        names = draft.noun()
        for letter in draft.first("letters"):
            if letter in self.letter_sorts:
                self._wrong(
                    draft,
                    f"the letter “{letter}” stands for a {self.letter_sorts[letter]} already",
                    "Take another letter.",
                    "letters",
                )
                continue
            self.letter_sorts[letter] = draft.id
        for number in names:
            self._phrase(draft, "NOUN", tuple(number.en.split()), Meaning("sort", draft.id))
        return Sort(draft.id, tuple(draft.first("letters")), names, draft.span, draft.comments)

    def _role(self, draft: RawDeclaration) -> Role:
        names = draft.noun()
        one, many = (tuple(n.en.split()) for n in names)
        for words in (one, many):
            self._phrase(draft, "NOUN", words, Meaning("role", draft.id))
        for article in ("a", "an"):
            self._phrase(draft, "PROPERTY", ("is", article, *one), Meaning("role", draft.id))
            self._phrase(draft, "PROPERTY", ("is", "not", article, *one), Meaning("role", draft.id, True))
        self._phrase(draft, "PROPERTY", ("are", *many), Meaning("role", draft.id))
        self._phrase(draft, "PROPERTY", ("are", "not", *many), Meaning("role", draft.id, True))
        letter = "".join(draft.first("letter")[:1])
        if len(letter) != 1:
            self._wrong(draft, "its seat letter is missing", "Add an item such as: letter k", "letter")
        return Role(draft.id, letter, "".join(draft.first("symbol")[:1]), names, draft.span, draft.comments)

    def _given(self, draft: RawDeclaration) -> GivenFact:
        phrase = draft.words()
        choices = self._choices(draft, draft.first("one"))
        kind = next((k for k in ("number", "player", "players") if k in draft.items), "choice" if choices else "flag")
        words = tuple(phrase.en.split())
        if not words:
            self._wrong(draft, "its English phrase is missing", "Add an item: en “the … is …”")
        elif kind == "flag":
            self._phrase(draft, "FLAG", words, Meaning("given", draft.id))
            negative = draft.words("negative").en
            other = tuple(negative.split()) or negated_flag(words)
            if other:
                self._phrase(draft, "FLAG", other, Meaning("given", draft.id, True))
        elif kind == "players":
            if len(words) < 2 or not LETTER.fullmatch(words[0]):
                self._wrong(draft, "its phrase does not begin with a letter", "Write it like: en “p is …”", "en")
                words = ()
            for form, negated in verb_forms(words[1:]) if words else ():
                self._phrase(draft, "PROPERTY", form, Meaning("given", draft.id, negated))
        else:
            self._phrase(draft, "VALUE", words, Meaning("given", draft.id))
        default = draft.first("default")
        return GivenFact(
            draft.id,
            kind,
            phrase,
            default[0] if default else None,
            choices,
            "best" in draft.items,
            "present" in draft.items,
            draft.words("negative"),
            draft.span,
            draft.comments,
        )

    def _choices(self, draft: RawDeclaration, details: list[str]) -> tuple[tuple[str, Words], ...]:
        if not details or details[0] != "of":
            return ()
        rest, choices = details[1:], []
        for at in range(0, len(rest) - 2, 3):
            word, en, it = rest[at : at + 3]
            choices.append((word, Words(en, it)))
            self._phrase(draft, "CHOICE", (word,), Meaning("choice", word))
        if len(rest) % 3:
            self._wrong(
                draft,
                "a choice lacks its words in English and Italian",
                "Write each choice as: word “English” “italiano”",
                "one" if "one" in draft.items else "answer",
            )
        return tuple(choices)

    def _relation(self, draft: RawDeclaration) -> Predicate | None:
        phrase = draft.words()
        letters = draft.first("of")
        unknown = [letter for letter in letters if letter not in self.letter_sorts]
        if not phrase.en or not phrase.it or unknown:
            if unknown:
                self._wrong(
                    draft,
                    f"“{unknown[0]}” is no letter of a sort",
                    f"These are: {', '.join(self.letter_sorts) or 'none'}.",
                    "of",
                )
            else:
                self._wrong(
                    draft,
                    f"its {'Italian' if phrase.en else 'English'} phrase is missing",
                    "Add both: en “…” and it “…”",
                )
            return None
        params = tuple((letter, self.letter_sorts[letter]) for letter in letters)
        spoken = [w for w in phrase.en.split() if LETTER.fullmatch(w) and w in letters]
        if sorted(spoken) != sorted(letters):
            self._wrong(
                draft,
                "its English phrase does not name each letter once",
                f"Name {', '.join(letters) or 'none'} just once.",
                "en",
            )
            return None
        answer = draft.first("answer")
        choices = self._choices(draft, answer[1:]) if answer[:1] == ["one"] else ()
        kind, slot, builtin = draft.kind, draft.first("slot"), draft.first("builtin")
        if builtin:
            known = BUILTINS.get(builtin[0])
            if known is None or known[0] != tuple(sort for _, sort in params):
                self._wrong(
                    draft,
                    f"the toolkit has no notion “{builtin[0]}” of these sorts",
                    f"It has: {', '.join(sorted(BUILTINS))}.",
                    "builtin",
                )
                return None
        drawn = "".join(draft.first("drawn")[1:])
        answers = ("choice" if choices else answer[0] if answer else "number") if kind == "value" else "yes-no"
        if "drawn" in draft.items and DRAWN_AS.get(drawn) != (tuple(sort for _, sort in params), answers):
            self._wrong(
                draft,
                f"a drawing cannot show it as “{drawn}”",
                f"Write “drawn as” {', '.join(DRAWN_AS)}, where sorts and answer fit.",
                "drawn",
            )
            drawn = ""
        slot = slot if len(slot) == 2 and len(slot[1].split()) > 1 else []
        if slot:
            self._phrase(draft, "SLOT", tuple(slot[1].split()[:-1]), Meaning("slot", slot[0]))
        self._relation_phrases(draft, phrase.en, spoken, kind)
        return Predicate(
            draft.id,
            kind,
            params,
            phrase,
            draft.words("negative"),
            draft.words("ask"),
            tuple(letters.index(letter) for letter in spoken),
            answers,
            choices,
            "closed" in draft.items,
            builtin[0] if builtin else None,
            "requirement" in draft.items,
            "gone" in draft.items,
            "essential" in draft.items,
            tuple(draft.first("ignores")),
            (slot[0], slot[1].split()[-1], slot[1]) if slot else None,
            tuple((d[0], d[1]) for d in draft.items.get("with", []) if len(d) == 2),
            drawn=drawn,
            ends_play="ends" in draft.items,
            span=draft.span,
            comments=draft.comments,
        )

    def _relation_phrases(self, draft: RawDeclaration, phrase: str, spoken: list[str], kind: str) -> None:
        pieces = _pieces(phrase.split(), spoken)
        meaning = Meaning("relation", draft.id)
        if kind == "value":
            if pieces[0] == () or (spoken and pieces[-1]):
                self._wrong(
                    draft,
                    "a value's phrase starts with words and ends with a letter",
                    "Write it like “the … of p”.",
                    "en",
                )
                return
            names = ("VALUE", "VALUE_OF", "VALUE_OF2")
            if len(spoken) > 2:
                self._wrong(draft, "a value has at most two letters", "Let it speak of fewer.", "of")
                return
            self._phrase(draft, names[len(spoken)], pieces[0] if spoken else tuple(phrase.split()), meaning)
            if len(spoken) == 2:
                self._phrase(draft, "LINK", pieces[1], None)
            return
        if not spoken:
            words = tuple(phrase.split())
            self._phrase(draft, "FLAG", words, meaning)
            other = tuple(draft.words("negative").en.split()) or negated_flag(words)
            if other:
                self._phrase(draft, "FLAG", other, Meaning("relation", draft.id, True))
            return
        between = all(pieces[1 : max(2, len(spoken))])
        if pieces[0] or not between or len(spoken) > 3 or (len(spoken) > 1 and pieces[-1]):
            self._wrong(
                draft,
                "its phrase does not run “p words q words x”",
                "Begin with a letter and end with one, or with words after the only letter.",
                "en",
            )
            return
        token = ("PROPERTY", "RELATION", "RELATION2")[len(spoken) - 1]
        forms = list(verb_forms(pieces[1]))
        negative = draft.words("negative").en
        if negative:
            other_pieces = _pieces(negative.split(), spoken)
            if len(other_pieces) == len(pieces):
                forms.append((other_pieces[1], True))
            else:
                self._wrong(
                    draft,
                    "its negative does not name the same letters in the same order",
                    f"Write it like “{phrase}”, negated.",
                    "negative",
                )
        if draft.items.get("plural"):
            forms.append((_pieces(draft.words("plural").en.split() or [], spoken)[-1], False))
        for words, negated in forms:
            if words:
                self._phrase(draft, token, words, Meaning("relation", draft.id, negated))
        noun = noun_of(pieces[1])
        if noun and len(spoken) <= 2:
            plural = next(form[1:] for form, negated in forms if form[0] == "are" and not negated)
            for words in (noun, plural):
                self._phrase(draft, "NOUN_OF" if len(spoken) == 2 else "NOUN", words, meaning)
        if len(spoken) == 3:
            self._phrase(draft, "LINK", pieces[2], None)


def _pieces(words: list[str], letters: list[str]) -> list[tuple[str, ...]]:
    """Cut a phrase at its letters: “p is next to q” → ``[(), ("is", "next", "to"), ()]``."""
    pieces: list[list[str]] = [[]]
    for word in words:
        if word in letters:
            pieces.append([])
        else:
            pieces[-1].append(word.lower())
    return [tuple(piece) for piece in pieces]
