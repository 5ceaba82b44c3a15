"""What a vocabulary can be asked, as words of a language: keys under which questions and circumstances are found."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import log
from typing import Any, NamedTuple

from emperor_rules.language.sentences import copula
from emperor_rules.model.phrasings import DEPARTURES, STAYING, Phrasings
from emperor_rules.model.terms import TEAM
from emperor_rules.model.vocabulary import GivenFact, GivenKind, Vocabulary
from emperor_rules.questions.language import BREAK, Language, Word, meant_by, unaccented
from emperor_rules.questions.mentions import Mention, TeamSide
from emperor_rules.questions.noun_phrases import NounPhrases

#: What stands in a key for a player, a team and a number.
PLAYER_SIGN, TEAM_SIGN, NUMBER_SIGN = "@", "#", "%"
KEY_SIGNS = {PLAYER_SIGN, TEAM_SIGN, NUMBER_SIGN}

PatternKey = tuple[str, ...]
#: Beside its key, the slots of a wording in order, and the given facts that its words imply.
WordingKey = tuple[PatternKey, tuple["str | Mention", ...], tuple[tuple[str, str], ...]]
_LETTERS = re.compile(r"[^\W\d_]+")
_SLOT = re.compile(r"\{([^}]*)\}")
_SYNTAX = re.compile(r"[()\[\]|?]")
_CHOICE = re.compile(r"\(([^()\[\]]*)\)|\[([^()\[\]]*)\]")
#: A choice of a part of a word.
_GLUED = re.compile(r"[^\s(\[|][(\[]|[)\]][^\s)\]|?]")
#: The tables of a language whose entries, or what they are looked up by, are words.
TABLES_OF_WORDS = (
    "words",
    "numbers",
    "synonyms",
    "drop",
    "opens",
    "prepositions",
    "not_words",
    "months",
    "loose",
    "light",
    "aside",
    "means",
    "turning",
)
#: Before a circumstance that is said within the words of a question.
ATTRIBUTE = "~"
#: The id of a circumstance that is so at every table to which nothing has happened.
IDLE = "idle"
#: Stands for a choice of which no option can be meant; what encloses it may still be left away.
_IMPOSSIBLE = "✗"
#: The most wordings of one template that are considered.
MOST_WORDINGS = 512
#: For how many sets of words in questions the patterns of one template are kept.
MOST_KEPT = 64


@dataclass(frozen=True, slots=True)
class Pattern:
    """One wording: of the question ``id``, or of the circumstance ``id`` (then ``value`` is what it says).

    ``slots`` are the places of the mentions and numbers in order: a letter, two letters with a plus between them, or
    the id of a given fact, which a mention fills; or a mention that must be just this one, such as a word that asks
    who. ``fixed`` are given facts that the words imply. A circumstance may stand ``anywhere`` that is an attribute:
    “a tapped creature”.
    """

    id: str
    slots: tuple[str | Mention, ...]
    value: str = ""
    fixed: tuple[tuple[str, str], ...] = ()
    anywhere: bool = False

    @property
    def supposed(self) -> tuple[str, ...]:
        """The given facts that the words suppose of all opponents."""
        return tuple(key for key, value in self.fixed if value == TeamSide.FOREIGN and len(key) > 1)


class Template(NamedTuple):
    """A phrasing as written, with the sorts of the letters in it."""

    id: str
    words: str
    sorts: Mapping[str, str]
    value: str = ""


#: The words that every wording of a template needs, the rarest first, and the words at which its choices look: those of
#: all its wordings, or ``None`` where choices of parts of words make more of them.
CompiledRow = tuple[Sequence[str], "Sequence[str] | None"]


class Templates:
    """Some templates of a language, filed by the rarest word that each needs, so that a question looks at few."""

    def __init__(
        self, templates: Iterable[Template], patterns: Patterns, compiled: Sequence[CompiledRow] | None = None
    ) -> None:
        """Take some templates, with what was compiled of each; they are filed when the first question is read."""
        self._all = tuple(templates)
        self._patterns = patterns
        self._compiled = compiled
        self._kept: list[dict[object, list[tuple[PatternKey, Pattern]]]] = [{} for _ in self._all]

    def __iter__(self) -> Iterator[Template]:
        return iter(self._all)

    @cached_property
    def _by_word(self) -> Mapping[str, list[tuple[int, Sequence[str]]]]:
        """The templates by the rarest word that each needs, with all that it needs."""
        by_word: dict[str, list[tuple[int, Sequence[str]]]] = {}
        for number, (needed, _) in enumerate(self.compiled):
            by_word.setdefault(needed[0] if needed else "", []).append((number, needed))
        return by_word

    @cached_property
    def compiled(self) -> Sequence[CompiledRow]:
        """What each template needs, and its words, as they are kept until a phrasing changes."""
        if self._compiled is not None:
            return self._compiled
        stems = self._patterns.stems
        needs = [self._patterns.needed(t.words, t.sorts) for t in self._all]
        counts = Counter(word for words in needs for word in words)
        return [
            (
                sorted(needed, key=lambda word: (counts[word], word)),
                None if _GLUED.search(t.words) else sorted(stems(_SYNTAX.sub(" ", t.words), t.sorts) | {BREAK}),
            )
            for t, needed in zip(self._all, needs, strict=True)
        ]

    @cached_property
    def _words(self) -> Sequence[frozenset[str] | None]:
        """The words at which the choices of each template look."""
        return [None if words is None else frozenset(words) for _, words in self.compiled]

    def patterns_within(self, present: frozenset[str], light: frozenset[str]) -> Iterator[tuple[PatternKey, Pattern]]:
        """Yield the patterns whose words are all present, with their keys, in the order of the templates."""
        filed = (pair for word in (*present, "") for pair in self._by_word.get(word, ()))
        for number in sorted(number for number, needed in filed if present.issuperset(needed)):
            words, kept = self._words[number], self._kept[number]
            key = (present if words is None else present & words, light)
            if key not in kept:
                if len(kept) >= MOST_KEPT:
                    kept.clear()
                kept[key] = list(self._patterns.worked_out(self._all[number], present, light))
            yield from kept[key]


class Patterns:
    """All templates of one language; only those are worked out whose words a question has."""

    def __init__(
        self,
        language: Language,
        nouns: NounPhrases,
        vocabulary: Vocabulary,
        phrasings: Phrasings,
        compiled: Mapping[str, Any] | None = None,
    ) -> None:
        """Take what the templates are made of, with what :meth:`compiled` returned of them earlier."""
        self._compiled = compiled or {}
        self._vocabulary, self._phrasings = vocabulary, phrasings
        self.language = language
        self.nouns = nouns
        self._stems: dict[str, frozenset[str]] = {}
        self._needed: dict[tuple[str, tuple[str, ...]], frozenset[str]] = {}
        self._keys: dict[tuple[object, ...], WordingKey] = {}

    @cached_property
    def questions(self) -> Templates:
        """The templates of the questions: made when first asked for, for most questions need one language alone."""
        templates = _question_templates(self.language.id, self._vocabulary, self._phrasings)
        return Templates(templates, self, self._compiled.get("questions"))

    @cached_property
    def circumstances(self) -> Templates:
        """The templates of what a question brings along."""
        idle = [Template(IDLE, words, {}) for words in self.language.table["idle"]]
        return Templates((*self._circumstances, *idle), self, self._compiled.get("circumstances"))

    @cached_property
    def departures(self) -> Templates:
        """Those of the circumstances that tell who has left."""
        return Templates((t for t in self._circumstances if t.id in DEPARTURES), self)

    @cached_property
    def _circumstances(self) -> Sequence[Template]:
        together = f" [{self.language.table['together']}]"
        return [
            t._replace(words=t.words + together) if _is_of_several(t.id, self._vocabulary) else t
            for t in _circumstance_templates(self.language.id, self._vocabulary, self._phrasings)
        ]

    def compiled(self) -> dict[str, Any]:
        """Return as JSON what is worked out of all templates, whatever is asked."""
        return {
            "questions": self.questions.compiled,
            "circumstances": self.circumstances.compiled,
            "lexicon": [sorted(self.lexicon), sorted(self.stemmed)],
            "own_words": self.own_words,
        }

    @cached_property
    def lexicon(self) -> frozenset[str]:
        """The words of the language and of the templates as they are written, without accents."""
        if "lexicon" in self._compiled:
            return frozenset(self._compiled["lexicon"][0])
        table, people = self.language.table, self.language.people
        words = {word for name in TABLES_OF_WORDS for word in table[name]}.union(self.nouns.nouns, *people.values())
        lines = [*table["tags"], *table["idle"], *words]
        lines += [phrase for key in ("phrases", "turns", "places") for phrase, *_ in table[key]]
        lines += [template.words for template in (*self.questions, *self.circumstances)]
        return frozenset(unaccented(word) for line in lines for word in _LETTERS.findall(line.lower()))

    @cached_property
    def stemmed(self) -> frozenset[str]:
        """The words of the lexicon without their endings."""
        return frozenset(self._compiled["lexicon"][1] if self._compiled else map(self.language.stem, self.lexicon))

    def knows(self, word: str) -> bool:
        """Return whether a word is one of the lexicon, or a form of one."""
        return word in self.lexicon or self.language.stem(word) in self.stemmed

    @cached_property
    def index(self) -> Callable[..., dict[PatternKey, list[Pattern]]]:
        """Return the patterns of templates by their keys, of those wordings alone whose words are all present.

        Words that are ``light`` count as present and are no part of a key. Indexes are kept while a question is read in
        several styles.
        """
        return lru_cache(maxsize=16)(self._index)

    def _index(
        self, templates: Templates, present: frozenset[str], light: frozenset[str] = frozenset()
    ) -> dict[PatternKey, list[Pattern]]:
        index: dict[PatternKey, dict[Pattern, None]] = {}
        for key, pattern in templates.patterns_within(present | light, light):
            index.setdefault(key, {})[pattern] = None
        return {key: list(patterns) for key, patterns in index.items()}

    def worked_out(
        self, template: Template, present: frozenset[str], light: frozenset[str]
    ) -> Iterator[tuple[PatternKey, Pattern]]:
        """Yield the patterns of a template of those wordings whose words are all present, with their keys."""
        anywhere = template.words.startswith(ATTRIBUTE)
        for wording in self._wordings(template, present):
            key, slots, fixed = self._key(wording, template.sorts)
            pattern = Pattern(template.id, slots, template.value, fixed, anywhere)
            short = without_light(key, light) if light and not pattern.supposed else key
            # “A1 after B1” is not “A1 goes after B1”
            yield key if self.language.opens.issuperset(set(short) - KEY_SIGNS) else short, pattern

    @cached_property
    def stems_asked(self) -> Mapping[str, frozenset[str]]:
        """What the words of each question are read as, as the vocabulary asks it."""
        return {
            ask: self.stems(question.ask.get(self.language.id).rstrip("?"), dict(question.parameters))
            for ask, question in self._vocabulary.questions.items()
        }

    def stems(self, words: str, sorts: Mapping[str, str]) -> frozenset[str]:
        """Return what words of a template are read as, without letters; nouns for people stay as they are."""
        stems: set[str] = set()
        for word in words.split():
            if word in sorts or word.startswith("{"):
                continue
            if word not in self._stems:
                forms = self.language.words(word)
                spoken = {str(token.value) for token in forms if self.nouns.speaks(str(token.value))}
                short = {str(token.value) for token in self.language.shortened(forms)}
                self._stems[word] = frozenset(spoken or short)
            stems |= self._stems[word]
        return frozenset(stems)

    def needed(self, words: str, sorts: Mapping[str, str]) -> frozenset[str]:
        """Return what words of a template are read as, without those in its choices."""
        key = (words, tuple(sorts))  # each is looked at for many questions
        if key not in self._needed:
            fixed, choices = words, 1
            while choices:
                fixed, choices = _CHOICE.subn(" ", fixed)
            self._needed[key] = self.stems(fixed, sorts)
        return self._needed[key]

    @cached_property
    def own_words(self) -> Mapping[str, Mapping[str, int]]:
        """The words of all phrasings of each question, each with how many of them have it that have other words."""
        if "own_words" in self._compiled:
            return self._compiled["own_words"]  # type: ignore[no-any-return]
        sets = {(t.id, self.stems(_SYNTAX.sub(" ", t.words), t.sorts)): None for t in self.questions}
        own: dict[str, Counter[str]] = {}
        for id, stems in sets:
            own.setdefault(id, Counter()).update(sorted(stems))
        return own

    @cached_property
    def telling(self) -> frozenset[str]:
        """The words by which a question or a circumstance is recognised, and those that turn what is asked."""
        words = {word for own in self.own_words.values() for word in own}
        for template in self.circumstances:
            words |= self.stems(_SYNTAX.sub(" ", template.words), template.sorts)
        spoken = self.language
        return frozenset(words - spoken.loose - spoken.aside - spoken.binding - {BREAK}) | spoken.turning

    def is_telling(self, word: str) -> bool:
        """Return whether a word as it is written tells something, or speaks of somebody."""
        return self.language.stem(word) in self.telling or word in self.nouns.nouns

    @cached_property
    def meant(self) -> Callable[[str], str]:
        """Return the word of the lexicon of which a word as it is written is a slip, if it is one."""
        return lru_cache(maxsize=256)(lambda word: meant_by(word, self.lexicon, self.is_telling))

    @cached_property
    def weight(self) -> Mapping[str, float]:
        """How much each word tells questions apart: the fewer have it, the more."""
        counts = Counter(word for words in self.own_words.values() for word in words)
        return {word: log(1 + len(self.own_words) / count) for word, count in counts.items()}

    def _wordings(self, template: Template, present: frozenset[str]) -> Iterator[str]:
        """Yield the wordings of a template, in which ``(a|b)`` is a choice and ``[a]`` may be left away."""
        waiting, count = [template.words], 0
        while waiting and count < MOST_WORDINGS:
            words = waiting.pop()
            choice = _CHOICE.search(words)
            if choice is None:
                count += 1
                if _IMPOSSIBLE not in words:
                    yield words
                continue
            options = choice.group(1).split("|") if choice.group(1) is not None else ["", *choice.group(2).split("|")]
            before, after = words[: choice.start()], words[choice.end() :]
            possible = [
                option
                for option in options
                if _IMPOSSIBLE not in option and self.needed(option, template.sorts) <= present
            ]
            waiting += [before + option + after for option in possible or [_IMPOSSIBLE]]

    def _key(self, wording: str, sorts: Mapping[str, str]) -> WordingKey:
        """Return the key of a wording, its slots and what it implies; questions share most of their wordings."""
        looked_up = (wording, *sorts.items())
        if looked_up not in self._keys:
            self._keys[looked_up] = self._read_key(wording, sorts)
        return self._keys[looked_up]

    def _read_key(self, wording: str, sorts: Mapping[str, str]) -> WordingKey:
        slots: dict[Mention, str] = {}
        fixed = []
        tokens: list[Word] = []
        for token in self.language.words(wording):
            word = str(token.value)
            slot = _SLOT.fullmatch(word)
            name = slot.group(1) if slot else word if word in sorts else ""
            if "=" in name:
                key, _, value = name.partition("=")
                fixed.append((key, value))
            elif name:
                mention = Mention(names=(str(len(slots)),), team=sorts.get(name) == TEAM)
                slots[mention] = name
                tokens.append(Word(mention, word))
            else:
                tokens.append(token)
        short = self.language.shortened(self.nouns.find(tokens))
        settled = self.language.settled([token.value for token in short])
        mentions = [value for value in settled if isinstance(value, Mention)]
        signs = {mention: _sign(name, sorts) for mention, name in slots.items()}
        key = tuple(signs.get(value) or sign_of(value) if isinstance(value, Mention) else value for value in settled)
        return key, tuple(slots.get(mention, mention) for mention in mentions), tuple(fixed)


def _question_templates(language: str, vocabulary: Vocabulary, phrasings: Phrasings) -> Iterator[Template]:
    for id, predicate in vocabulary.questions.items():
        statement = predicate.statement(language)
        for template in dict.fromkeys((predicate.ask.own(language), predicate.phrase.own(language), statement)):
            if template:
                yield Template(id, template.rstrip("? "), dict(predicate.parameters))
    for phrasing in phrasings.questions:
        if phrasing.language == language:
            yield Template(phrasing.id, phrasing.words, dict(vocabulary.questions[phrasing.id].parameters))


def _circumstance_templates(language: str, vocabulary: Vocabulary, phrasings: Phrasings) -> Iterator[Template]:
    for given in vocabulary.givens.values():
        for value, words in _phrases_of(given, language):
            yield Template(given.id, words, _letters(given), value)
    for predicate in vocabulary.questions.values():
        if predicate.slot is not None and language == "en":
            key, letter, words = predicate.slot
            yield Template(key, words, {letter: "player"})
    for phrasing in phrasings.circumstances:
        if phrasing.language == language:
            declared = vocabulary.givens.get(phrasing.id)
            yield Template(
                phrasing.id, phrasing.words, _letters(declared) if declared else {"p": "player"}, phrasing.value
            )


def _is_of_several(id: str, vocabulary: Vocabulary) -> bool:
    """Return whether a circumstance may speak of several players at once."""
    given = vocabulary.givens.get(id)
    return id in (*DEPARTURES, STAYING) or (given is not None and given.kind is GivenKind.PLAYERS)


def _sign(slot: str, sorts: Mapping[str, str]) -> str:
    sort = sorts.get(slot.split("+", maxsplit=1)[0], "player")
    return TEAM_SIGN if sort == TEAM else NUMBER_SIGN if sort == "number" else PLAYER_SIGN


def _letters(given: GivenFact) -> Mapping[str, str]:
    """Return the letters of a given fact's phrases: ``p`` for players, ``t`` for a team, ``n`` for a number."""
    match given.kind:
        case GivenKind.NUMBER:
            return {"n": "number"}
        case GivenKind.NUMBERS:  # the number of a team is told of its players too
            return {"p": "player", "n": "number"} | ({"t": TEAM} if given.of == TEAM else {})
        case GivenKind.TEAM:
            return {"t": TEAM}
    return {"p": "player"}


def _phrases_of(given: GivenFact, language: str) -> Iterator[tuple[str, str]]:
    """Yield what a given fact is called in the vocabulary, with the value that it has then."""
    phrase, verb = given.phrase.own(language), copula(language)
    if not phrase:
        return
    match given.kind:
        case GivenKind.FLAG:
            for words in dict.fromkeys((phrase, given.statement(language))):
                yield "yes", words
            if negative := given.negative.own(language):
                yield "no", negative
        case GivenKind.PLAYERS:
            for words in dict.fromkeys((phrase, given.statement(language))):
                yield "", words
        case GivenKind.PLAYER:
            yield "", f"{phrase} {verb} p"
        case GivenKind.TEAM:
            yield "", f"{phrase} {verb} t"
        case GivenKind.NUMBER | GivenKind.NUMBERS:
            yield "", f"{phrase} {verb} n"
        case GivenKind.CHOICE:
            lead = given.said.own(language) or f"{phrase} {verb}"
            for word, choice in given.choices:
                yield word, f"{lead} {choice.own(language)}"


def without_light(key: PatternKey, light: frozenset[str]) -> PatternKey:
    """Return a key without its light words; as it is, if nothing but signs or one word would stay.

    One word alone asks nothing: “gioca?” is not “in quanti si gioca?”.
    """
    heavy = tuple(word for word in key if word not in light)
    return heavy if len(heavy) > 1 and not KEY_SIGNS.issuperset(heavy) else key


def sign_of(value: str | Mention) -> str:
    """Return what a word or a mention of a question is in a key."""
    if isinstance(value, Mention):
        return TEAM_SIGN if value.team else PLAYER_SIGN
    return NUMBER_SIGN if value.isdigit() else value
