"""One declaration as written, and what is wrong with it.

Its items may lack the shape that its kind wants, or can never have an effect: letters that nothing binds, sorts without
members and the like.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from emperor_rules.diagnostics import Diagnostic, Related, Suggestion, error, suggest
from emperor_rules.language.blocks import DECLARED_ITEMS, DeclaredKind
from emperor_rules.language.parser import Parsed
from emperor_rules.language.scanner import NUMERAL, TOKEN
from emperor_rules.language.syntax_tree import Node, span_of, unquote
from emperor_rules.messages import ENGLISH, LANGUAGES, Message, Names, listed, name_of_language
from emperor_rules.model.phrases import LETTER
from emperor_rules.model.seating import PLAIN_SEAT
from emperor_rules.model.terms import NUMBER, PLAYER, TEAM
from emperor_rules.model.vocabulary import IS_LEAVING, ROLE_HERE, SYMBOLS, DefaultWord, Noun, Words
from emperor_rules.source import Span

#: What is declared as a predicate.
PREDICATE_KINDS = (DeclaredKind.FACT, DeclaredKind.VALUE, DeclaredKind.ACTION)
#: What is declared among the questions, all else in the vocabulary.
PHRASING_KINDS = (DeclaredKind.PHRASING, DeclaredKind.CIRCUMSTANCE, DeclaredKind.TOPIC)
#: Items that may stand more than once: one for each language or key.
REPEATED = ("also", "ask", "defined", "elsewhere", "negative", "noun", "plural", "said", "short", "where", "with")
#: How the items that take two strings are written.
PAIRS = {
    "noun": Message('Write, with “…” where a role would stand: noun en "a rival", "a rival …"'),
    "where": Message('Write, first in full and then in short: where en "in the same row", "there"'),
}
ANSWER_SORTS = ("number", "player", "players", "team", "teams", "one")
LANGUAGE_NAMES = {language: name_of_language(language) for language in LANGUAGES}
#: The sorts whose members the toolkit knows: those of a table, and numbers.
SORTS = (PLAYER, TEAM, NUMBER)
#: What a fact, value or action may be asked in disregard of.
IGNORABLE = ("left", "leaving")
#: The items that say of which kind a given fact is.
GIVEN_KINDS = ("number", "player", "players", "team", "one")
#: The items of which one declaration at most may have each.
SINGLE = ("requirement", "leaves", "ends")
#: Items of words that are always the same, with these words.
FIXED = {"gone": ["players", "allowed"], "asked": ["after", "the", "game"], "leaves": ["the", "game"], "ends": ["play"]}


@dataclass
class RawDeclaration:
    """One declaration as written: its kind, name, and the details of its items by keyword."""

    kind: DeclaredKind
    id: str
    span: Span
    comments: tuple[str, ...] = ()
    items: dict[str, list[list[str]]] = field(default_factory=dict)
    places: dict[str, Span] = field(default_factory=dict)
    unquoted: list[str] = field(default_factory=list)
    #: The languages behind whose words those of another stand in the same line.
    crowded: list[str] = field(default_factory=list)
    broken: bool = False

    def first(self, key: str) -> list[str]:
        """Return the details of the first item of that keyword, or nothing."""
        items = self.items.get(key)
        return items[0] if items else []

    def words(self, key: str = "") -> Words:
        """Return the strings of each language (after a leading keyword such as ``ask``) as :class:`Words`."""
        if not key:
            return Words(*("".join(self.first(language)[:1]) for language in LANGUAGES))
        return Words.of({details[0]: details[1] for details in self.items.get(key, ()) if len(details) >= 2})

    def pair(self, key: str) -> tuple[Words, Words]:
        """Return the two strings of an item in each language, such as ``where en "in range", "there"``."""
        strings = {details[0]: details[1:3] for details in self.items.get(key, []) if len(details) >= 3}
        one, other = (Words.of({language: both[at] for language, both in strings.items()}) for at in (0, 1))
        return one, other

    def noun(self) -> Noun:
        """Return singular and plural in each language."""
        numbers = [self.first(language) or [""] for language in LANGUAGES]
        if not self.first(ENGLISH):
            numbers[0] = [self.id, self.id + "s"]
        return Noun(*(Words(*(words[at] for words in numbers)) for at in (0, -1)))

    def missing(self, key: str = "") -> Iterator[Diagnostic]:
        """Yield a finding where a language lacks words, after a leading keyword such as ``defined``."""
        lacking = [language for language, words in self.words(key).by_language().items() if not words]
        if lacking:
            languages = Names((LANGUAGE_NAMES[language] for language in lacking), last=Message("and"))
            message = Message("its words are missing in {languages}", languages=languages)
            wanted = Names((f'{key} {language} "…"'.lstrip() for language in lacking), last=Message("and"))
            yield self.wrong(message, Message("Add: {wanted}", wanted=wanted), key)

    def asked(self, questions: Collection[str], findings: list[Diagnostic]) -> tuple[str, ...]:
        """Return the questions that its item ``asks`` names; what is none is reported."""
        for id in self.first("asks"):
            if id not in questions:
                message = Message("there is no question “{name}”", name=id)
                findings.append(self.wrong(message, suggest(id, questions), "asks", "R702"))
        return tuple(id for id in self.first("asks") if id in questions)

    def wrong(self, message: str, help: str, key: str = "", code: str = "R302") -> Diagnostic:
        """Make a finding about this declaration, at its item ``key`` if it has one."""
        message = Message("{kind} “{name}”: {message}", kind=self.kind, name=self.id, message=message)
        if isinstance(help, Suggestion):  # the place is that of the whole item
            help = help.plain
        return error(code, message, self.places.get(key, self.span), help)


def read_draft(block: Node, parsed: Parsed) -> RawDeclaration:
    """Return the declaration of a syntax tree; items that could not be parsed make it ``broken``."""
    kind, id = block.trees[0].tokens[:2]
    source = parsed.source
    span, comments = source.span(kind.start, id.end), parsed.comments_on(block)
    draft = RawDeclaration(DeclaredKind(kind.text), id.text, span, comments)
    for item in block.trees[1:]:
        draft.broken |= item.rule == "broken"
        if item.rule != "detailed":
            continue
        keyword, *details = item.tokens[:-1]
        words = [unquote(token) if token.type == "STRING" else token.text for token in details]
        names = [n for n, token in enumerate(details) if token.type == "NAME"] if keyword.text in LANGUAGES else []
        if names and details[names[0]].text in LANGUAGES:  # read as if it were right: that alone is wrong
            draft.crowded.append(keyword.text)
            rest = [word for word in words[names[0] + 1 :] if word != ","]
            draft.items.setdefault(details[names[0]].text, []).append(rest)
            words = words[: names[0]]
        elif names:
            draft.unquoted.append(keyword.text)
        draft.items.setdefault(keyword.text, []).append([word for word in words if word != ","])
        draft.places.setdefault(keyword.text, span_of(source, keyword))
    return draft


def faults(draft: RawDeclaration) -> Iterator[Diagnostic]:
    """Yield findings on items that the kind of a declaration does not have, that are there twice or lack details."""
    allowed = DECLARED_ITEMS[draft.kind]
    for key, occurrences in draft.items.items():
        if key not in allowed:
            help = suggest(key, allowed, Message("It has: {allowed}.", allowed=", ".join(allowed)))
            yield draft.wrong(Message("its kind has no item “{key}”", key=key), help, key, "R105")
        elif len(occurrences) > 1 and key not in REPEATED:
            message = Message("there are {count} items “{key}”", count=len(occurrences), key=key)
            yield draft.wrong(message, Message("Keep one of them."), key)
    for key in dict.fromkeys(draft.crowded):
        message = Message("two languages stand in one line")
        yield draft.wrong(message, Message("Begin a line with each: “en” and “it”."), key)
    for key in dict.fromkeys(draft.unquoted):
        message = Message("its “{key}” stands without double quotes", key=key)
        yield draft.wrong(message, Message('Write: {key} "…"', key=key), key)
    yield from _unspeakable(draft)
    answer = draft.first("answer")
    if "answer" in draft.items and (not answer or answer[0] not in ANSWER_SORTS):
        message = Message("“{answer}” is no kind of answer", answer=" ".join(answer))
        yield draft.wrong(message, Message("It is one of: {answers} of ….", answers=", ".join(ANSWER_SORTS)), "answer")
    for details in draft.items.get("slot", ()):
        if len(details) != 2 or len(details[1].split()) < 2 or not LETTER.fullmatch(details[1].split()[-1]):
            message = Message("its slot does not name a key and a phrase with a letter at the end")
            yield draft.wrong(message, Message('Write: slot my-key "with the hat of x"'), "slot")
    for details in draft.items.get("with", ()):
        if len(details) != 2:
            message = Message("its “with” does not name a key and a letter")
            yield draft.wrong(message, Message("Write: with my-key p"), "with")
    for key, help in PAIRS.items():
        strings = [details[1:] for details in draft.items.get(key, ())]
        if any(len(pair) != 2 or (key == "noun" and ROLE_HERE not in pair[1]) for pair in strings):
            message = Message("its “{key}” is not written with a language and two strings", key=key)
            yield draft.wrong(message, help, key)
    if "default" in draft.items and draft.kind is DeclaredKind.GIVEN:
        yield from _default(draft)


def _unspeakable(draft: RawDeclaration) -> Iterator[Diagnostic]:
    """Yield findings on English phrases with characters that no sentence can contain."""
    if draft.kind in (DeclaredKind.OPTION, DeclaredKind.TERM, DeclaredKind.TOPIC):
        return
    spoken = [("en", phrase) for phrase in draft.first("en")]
    spoken.append(("negative", draft.words("negative").en))
    for key, phrase in spoken:
        matches = ((word, TOKEN.fullmatch(word)) for word in phrase.split())
        wrong = next((word for word, match in matches if match is None or match.lastgroup != "WORD"), None)
        if wrong is not None:
            message = Message("no sentence can hold “{wrong}”, a part of its phrase", wrong=wrong)
            yield draft.wrong(message, Message("Leave commas, full stops, brackets and other marks away."), key)


def _default(draft: RawDeclaration) -> Iterator[Diagnostic]:
    default = "".join(draft.first("default")[:1])
    choices = draft.first("one")[1::3]
    if choices:
        allowed = (*choices, DefaultWord.NONE)
    elif "number" in draft.items:
        allowed = (DefaultWord.NONE,) if not NUMERAL.match(default) else (default,)
    elif "player" in draft.items:
        allowed = tuple(DefaultWord)
    else:
        allowed = (DefaultWord.NONE,) if draft.items.keys() & {"players", "team"} else ("yes", "no")
    if default not in allowed:
        values = Names(allowed) if "number" not in draft.items else Message("a number, none")
        message = Message("“{default}” is no default for it", default=default)
        yield draft.wrong(message, Message("It may be: {values}.", values=values), "default")


# --- what nothing could come of ------------------------------------------------------------------------

Drafts = Mapping[tuple[str, str], RawDeclaration]
LetterSorts = Mapping[str, str]


def idle_declarations(drafts: Drafts, letter_sorts: LetterSorts) -> Iterator[Diagnostic]:
    """Yield findings on the parts of all declarations, by the space of a name and the name, that come to nothing."""
    for draft in drafts.values():
        if draft.broken:
            continue
        match draft.kind:
            case DeclaredKind.SORT:
                yield from _sort(draft)
            case DeclaredKind.ROLE:
                yield from _role(draft, drafts)
            case DeclaredKind.GIVEN:
                yield from _given(draft, letter_sorts)
            case DeclaredKind.OPTION if not draft.unquoted:
                yield from draft.missing()
            case DeclaredKind.FACT | DeclaredKind.VALUE | DeclaredKind.ACTION:
                yield from _predicate(draft, drafts, letter_sorts)
    for key in SINGLE:
        owners = [draft for draft in drafts.values() if key in draft.items]
        for draft in owners[1:]:
            message = Message("“{name}” has the item “{key}” already", name=owners[0].id, key=key)
            yield draft.wrong(message, Message("One fact of all has it: take one of the two out."), key)


def _nouns(draft: RawDeclaration) -> Iterator[Diagnostic]:
    """Report that a noun lacks one of its two numbers in a language."""
    numbers = {language: [word for word in draft.first(language) if word] for language in LANGUAGE_NAMES}
    missing = [key for key, words in numbers.items() if len(words) < 2 and key not in draft.unquoted]
    if missing:
        languages = Names((LANGUAGE_NAMES[key] for key in missing), last=Message("and"))
        wanted = Names((f'{key} "…", "…"' for key in missing), last=Message("and"))
        message = Message("its singular or plural is missing in {languages}", languages=languages)
        yield draft.wrong(message, Message("Write both: {wanted}", wanted=wanted), missing[0])


def _sort(draft: RawDeclaration) -> Iterator[Diagnostic]:
    yield from _nouns(draft)
    if draft.id not in SORTS:
        message = Message("the toolkit knows no members of such a sort")
        help = Message(
            "The sorts are {sorts}. What else is to be counted is a value with “answer number”.", sorts=", ".join(SORTS)
        )
        yield draft.wrong(message, help)


def _symbol(draft: RawDeclaration) -> Iterator[Diagnostic]:
    symbol = "".join(draft.first("symbol"))
    if "symbol" in draft.items and symbol not in SYMBOLS:
        help = suggest(symbol, SYMBOLS, Message("The signs are: {symbols}.", symbols=", ".join(SYMBOLS)))
        yield draft.wrong(Message("no drawing has the sign “{symbol}”", symbol=symbol), help, "symbol")


def _role(draft: RawDeclaration, drafts: Drafts) -> Iterator[Diagnostic]:
    yield from _nouns(draft)
    yield from _symbol(draft)
    letter = "".join(draft.first("letter"))
    if len(letter) != 1:  # reported where the role is read
        return
    owner = next(d for d in drafts.values() if d.kind is DeclaredKind.ROLE and d.first("letter")[:1] == [letter])
    if owner is not draft:
        message = Message("the letter “{letter}” is that of “{name}” already", letter=letter, name=owner.id)
        finding = draft.wrong(message, Message("Take another letter."), "letter")
        yield replace(finding, related=(Related(owner.places["letter"]),))
    elif letter == PLAIN_SEAT:
        message = Message("the letter “{letter}” is that of a seat without a role", letter=letter)
        yield draft.wrong(message, Message("Take another letter."), "letter")
    elif not (letter.isascii() and letter.isalpha()):
        message = Message("“{letter}” is no letter of a seat", letter=letter)
        yield draft.wrong(message, Message("Take one from a to z or A to Z."), "letter")


def _given(draft: RawDeclaration, sorts: LetterSorts) -> Iterator[Diagnostic]:
    yield from _symbol(draft)
    kinds = [kind for kind in GIVEN_KINDS if kind in draft.items]
    if len(kinds) > 1:
        message = Message("it is {first} and {second} at once", first=kinds[0], second=kinds[1])
        yield draft.wrong(message, Message("Keep one of them."), kinds[1])
        return
    if kinds == ["one"] and draft.first("one")[:1] != ["of"]:
        yield _without_words(draft, "one")
        return
    of_player, letters = kinds == ["players"], draft.first("of")
    if "of" in draft.items and (
        kinds != ["number"] or len(letters) != 1 or sorts.get(letters[0]) not in (PLAYER, TEAM)
    ):
        message = Message("“of” is said of a number that each player, or each team, has")
        yield draft.wrong(
            message, Message("Name one letter of theirs, and add the item number; or take “of” out."), "of"
        )
        return
    if "of" in draft.items and "default" not in draft.items:
        message = Message("it does not say which number those have of whom none is given")
        yield draft.wrong(message, Message("Add an item such as: default 0"))
        return
    spoken = [word for word in draft.words().en.split() if word in sorts]
    if of_player and spoken and sorts[spoken[0]] != PLAYER:
        message = Message(
            "it is given as players, and “{letter}” stands for a {sort}", letter=spoken[0], sort=sorts[spoken[0]]
        )
        players = ", ".join(letter for letter, sort in sorts.items() if sort == PLAYER)
        yield draft.wrong(message, Message("Say it of a player: {letters}.", letters=players), "en")
        return
    bound = spoken[:1] if of_player else letters
    for key, letter in _unbound(draft, bound, sorts):
        message = Message("its phrase names the letter “{letter}”, for which nobody can be given", letter=letter)
        help = Message("Leave the letter away; or give the players of whom it holds: players")
        if of_player:
            help = Message("Say it of the first letter alone.")
        elif kinds == ["number"]:
            help = Message("Say that each has one: of {letter}; or leave the letter away.", letter=letter)
        yield draft.wrong(message, help, key)
        return
    if "best" in draft.items and kinds != ["one"]:
        message = Message("“best” chooses among words, and it has none")
        yield draft.wrong(message, Message("Take “best” out, or list the words: one of …"), "best")
    if "present" in draft.items and kinds not in (["player"], ["players"]):
        message = Message("“present” is said of a player, and none is given")
        yield draft.wrong(message, Message("Take “present” out, or let it be a player."), "present")


def _without_words(draft: RawDeclaration, key: str) -> Diagnostic:
    message = Message("it lists no words to choose among")
    return draft.wrong(message, Message('Write after “one”: of word "English" "italiano", …'), key)


def _predicate(draft: RawDeclaration, drafts: Drafts, sorts: LetterSorts) -> Iterator[Diagnostic]:
    letters = draft.first("of")
    twice = next((letter for n, letter in enumerate(letters) if letter in letters[:n]), None)
    if twice is not None:
        message = Message("it names the letter “{letter}” twice", letter=twice)
        yield draft.wrong(message, Message("Take another letter of its sort for the second."), "of")
        return
    for key, letter in _unbound(draft, letters, sorts):
        message = Message("its phrase names the letter “{letter}”, which “of” does not", letter=letter)
        yield draft.wrong(message, Message("Add the letter to “of”, or leave it away."), key)
        return
    phrases = draft.words().en, draft.words("negative").en
    spoken, negated = ([word for word in phrase.split() if word in letters] for phrase in phrases)
    if negated and negated != spoken:
        message = Message("its negative does not name the same letters in the same order")
        yield draft.wrong(message, Message("Write it like “{phrase}”, negated.", phrase=draft.words().en), "negative")
    if draft.kind is DeclaredKind.VALUE and phrases[0] and not phrases[0].startswith(("the ", *letters)):
        message = Message("the phrase of a value begins with “the”, and its own does not")
        yield draft.wrong(message, Message("Write it like “the … of p”."), "en")
    if draft.kind is DeclaredKind.VALUE and "answer" not in draft.items:
        message = Message("it does not say what it is")
        yield draft.wrong(message, Message("Add an item such as “answer number”."))
    if draft.first("answer") == ["one"]:
        yield _without_words(draft, "answer")
    if "closed" in draft.items and "open" in draft.items:
        yield draft.wrong(Message("it is closed and open at once"), Message("Keep one of them."), "open")
    if "requirement" in draft.items and letters:
        message = Message("what tables require is said of nobody, and it has letters")
        yield draft.wrong(message, Message("Leave its letters away."), "requirement")
    for key, words in FIXED.items():
        if key in draft.items and draft.first(key) != words:
            message = Message("its “{key}” is not written out", key=key)
            yield draft.wrong(message, Message("Write: {words}", words=" ".join((key, *words))), key)
    for word in draft.first("ignores"):
        if word not in IGNORABLE:
            message = Message("it cannot ignore “{word}”", word=word)
            yield draft.wrong(message, Message("It may ignore: {words}.", words=", ".join(IGNORABLE)), "ignores")
    yield from _question(draft, sorts)
    yield from _places(draft, drafts, sorts)


def _question(draft: RawDeclaration, sorts: LetterSorts) -> Iterator[Diagnostic]:
    """Yield findings on a question that nobody could ask."""
    number = next((letter for letter in draft.first("of") if sorts.get(letter) == NUMBER), None)
    if "ask" in draft.items and number is not None:
        message = Message("it can never be asked: a question names players and teams, and “{n}” is a number", n=number)
        help = Message("Take “ask” out; or make it a value of the others, with “answer number”.")
        yield draft.wrong(message, help, "ask")
    elif "ask" in draft.items and "" in draft.words("ask"):
        lacking = LANGUAGES[draft.words("ask").index("")]
        language = LANGUAGE_NAMES[lacking]
        message = Message("its question lacks the words by which it is asked in {language}", language=language)
        yield draft.wrong(message, Message('Add an item such as: ask {id} "… ?"', id=lacking), "ask")
    elif "essential" in draft.items and "ask" not in draft.items:
        message = Message("it is essential, and there is no question that asks it")
        yield draft.wrong(message, Message('Take “essential” out, or add: ask en "…" and ask it "…"'), "essential")


def _places(draft: RawDeclaration, drafts: Drafts, sorts: LetterSorts) -> Iterator[Diagnostic]:
    """Yield findings on a place or a default that no given fact could fill."""
    letters = draft.first("of")
    slot = draft.first("slot")
    letter = slot[1].split()[-1] if len(slot) == 2 and slot[1].split() else ""
    if LETTER.fullmatch(letter) and (sorts.get(letter) != PLAYER or letter in letters):
        message = Message("the letter “{letter}” of its slot is no player of its own", letter=letter)
        free = [free for free, sort in sorts.items() if sort == PLAYER and free not in letters]
        yield draft.wrong(message, Message("Take one of: {letters}.", letters=", ".join(free)), "slot")
    pairs = [("slot", slot), *(("with", details) for details in draft.items.get("with", ()))]
    for key, details in pairs:
        if len(details) == 2 and ("given", details[0]) not in drafts:
            message = Message("its “{key}” names “{name}”, which is no given fact", key=key, name=details[0])
            help = Message("Declare it: given {name}, with its phrase and the item player", name=details[0])
            yield draft.wrong(message, help, key)
        elif len(details) == 2 and "player" not in drafts["given", details[0]].items:
            message = Message("its “{key}” names “{name}”, which is no player", key=key, name=details[0])
            yield draft.wrong(message, Message("Take a given fact with the item player."), key)
        elif key == "with" and len(details) == 2 and details[1] not in (*letters, DefaultWord.NONE, IS_LEAVING):
            message = Message("its “with” names the letter “{letter}”, which “of” does not", letter=details[1])
            help = Message("Take one of: {letters}.", letters=listed([*letters, DefaultWord.NONE, IS_LEAVING]))
            yield draft.wrong(message, help, "with")


def _unbound(draft: RawDeclaration, bound: Iterable[str], sorts: LetterSorts) -> Iterator[tuple[str, str]]:
    """Yield the letters of a sort that a phrase names and the declaration does not, with the item of the phrase."""
    bound = set(bound)
    for key in ("", "negative", "plural", "ask", "said"):
        for language, phrase in draft.words(key).by_language().items():
            for word in phrase.rstrip("?").split():
                if word in sorts and word not in bound:
                    yield key or language, word
