"""What declarations say that nothing could come of: letters that nothing binds, sorts without members and the like."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from emperor_rules.diagnostics import Diagnostic, Related
from emperor_rules.frontend.raw_declarations import RawDeclaration
from emperor_rules.messages import Message, listed
from emperor_rules.model.phrases import LETTER
from emperor_rules.model.terms import NUMBER, PLAYER, TEAM

#: The sorts whose members the toolkit knows: those of a table, and numbers.
SORTS = (PLAYER, TEAM, NUMBER)
#: What a fact, value or action may be asked in disregard of.
IGNORED = ("left", "leaving")
#: The items that say of which kind a given fact is.
GIVEN_KINDS = ("number", "player", "players", "one")
#: The items of which one declaration at most may have each.
SINGLE = ("requirement", "ends")
#: Items of words that are always the same, with these words.
FIXED = {"gone": ["players", "allowed"], "ends": ["play"]}

Drafts = Mapping[tuple[str, str], RawDeclaration]
LetterSorts = Mapping[str, str]


def idle_declarations(drafts: Drafts, letter_sorts: LetterSorts) -> Iterator[Diagnostic]:
    """Report the parts of declarations that nothing could come of.

    Args:
        drafts: All declarations, by the space of their name and the name.
        letter_sorts: The sort of each letter.
    """
    for draft in drafts.values():
        if not draft.broken:
            for check in _CHECKS.get(draft.kind, ()):
                yield from check(draft, drafts, letter_sorts)
    for key in SINGLE:
        owners = [draft for draft in drafts.values() if key in draft.items]
        for draft in owners[1:]:
            message = Message("“{name}” has the item “{key}” already", name=owners[0].id, key=key)
            yield draft.wrong(message, Message("One fact of all has it: take one of the two out."), key)


def _sort(draft: RawDeclaration, _drafts: Drafts, _sorts: LetterSorts) -> Iterator[Diagnostic]:
    if draft.id not in SORTS:
        message = Message("the toolkit knows no members of such a sort")
        help = Message(
            "The sorts are {sorts}. What else is to be counted is a value with “answer number”.", sorts=", ".join(SORTS)
        )
        yield draft.wrong(message, help)


def _role(draft: RawDeclaration, drafts: Drafts, _sorts: LetterSorts) -> Iterator[Diagnostic]:
    letter = "".join(draft.first("letter"))
    if len(letter) != 1:  # reported where the role is read
        return
    owner = next(d for d in drafts.values() if d.kind == "role" and d.first("letter")[:1] == [letter])
    if owner is not draft:
        message = Message("the letter “{letter}” is that of “{name}” already", letter=letter, name=owner.id)
        finding = draft.wrong(message, Message("Take another letter."), "letter")
        yield replace(finding, related=(Related(owner.places["letter"]),))
    elif not (letter.isascii() and letter.isalpha()):
        message = Message("“{letter}” is no letter of a seat", letter=letter)
        yield draft.wrong(message, Message("Take one from a to z or A to Z."), "letter")


def _given(draft: RawDeclaration, _drafts: Drafts, sorts: LetterSorts) -> Iterator[Diagnostic]:
    kinds = [kind for kind in GIVEN_KINDS if kind in draft.items]
    if len(kinds) > 1:
        message = Message("it is {first} and {second} at once", first=kinds[0], second=kinds[1])
        yield draft.wrong(message, Message("Keep one of them."), kinds[1])
        return
    if kinds == ["one"] and draft.first("one")[:1] != ["of"]:
        yield _without_words(draft, "one")
        return
    of_player = kinds == ["players"]
    spoken = [word for word in draft.words().en.split() if word in sorts]
    if of_player and spoken and sorts[spoken[0]] != PLAYER:
        message = Message(
            "it is given as players, and “{letter}” stands for a {sort}", letter=spoken[0], sort=sorts[spoken[0]]
        )
        yield draft.wrong(message, Message("Say it of a player: {letters}.", letters=_letters_of(PLAYER, sorts)), "en")
        return
    bound = spoken[:1] if of_player else []
    for key, letter in _unbound(draft, bound, sorts):
        message = Message("its phrase names the letter “{letter}”, for which nobody can be given", letter=letter)
        help = (
            Message("Say it of the first letter alone.")
            if of_player
            else Message("Leave the letter away; or give the players of whom it holds: players")
        )
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
    if draft.kind == "value" and "answer" not in draft.items:
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
        if word not in IGNORED:
            message = Message("it cannot ignore “{word}”", word=word)
            yield draft.wrong(message, Message("It may ignore: {words}.", words=", ".join(IGNORED)), "ignores")
    yield from _question(draft, sorts)
    yield from _places(draft, drafts, sorts)


def _question(draft: RawDeclaration, sorts: LetterSorts) -> Iterator[Diagnostic]:
    """Report a question that nobody could ask."""
    number = next((letter for letter in draft.first("of") if sorts.get(letter) == NUMBER), None)
    if "ask" in draft.items and number is not None:
        message = Message("it can never be asked: a question names players and teams, and “{n}” is a number", n=number)
        help = Message("Take “ask” out; or make it a value of the others, with “answer number”.")
        yield draft.wrong(message, help, "ask")
    elif "ask" in draft.items and not draft.words("ask").en:
        message = Message("its question lacks the English words by which it is asked")
        yield draft.wrong(message, Message('Add an item such as: ask en "does p …?"'), "ask")
    elif "essential" in draft.items and "ask" not in draft.items:
        message = Message("it is essential, and there is no question that asks it")
        yield draft.wrong(message, Message('Take “essential” out, or add: ask en "…" and ask it "…"'), "essential")


def _places(draft: RawDeclaration, drafts: Drafts, sorts: LetterSorts) -> Iterator[Diagnostic]:
    """Report a place or a default that no given fact could fill."""
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
        elif key == "with" and len(details) == 2 and details[1] not in letters:
            message = Message("its “with” names the letter “{letter}”, which “of” does not", letter=details[1])
            yield draft.wrong(message, Message("Take one of: {letters}.", letters=listed(letters)), "with")


def _unbound(draft: RawDeclaration, bound: Iterable[str], sorts: LetterSorts) -> Iterator[tuple[str, str]]:
    """Yield the letters of a sort that a phrase names and the declaration does not, with the item of the phrase."""
    bound = set(bound)
    phrases = [("en", draft.words().en), ("it", draft.words().it)]
    for key in ("negative", "plural", "ask", "said"):
        words = draft.words(key)
        phrases += [(key, words.en), (key, words.it)]
    for key, phrase in phrases:
        for word in phrase.rstrip("?").split():
            if word in sorts and word not in bound:
                yield key, word


def _letters_of(sort: str, sorts: LetterSorts) -> str:
    return ", ".join(letter for letter, own in sorts.items() if own == sort)


Check = Callable[[RawDeclaration, Drafts, LetterSorts], Iterator[Diagnostic]]
_CHECKS: Mapping[str, tuple[Check, ...]] = {
    "sort": (_sort,),
    "role": (_role,),
    "given": (_given,),
    "fact": (_predicate,),
    "value": (_predicate,),
    "action": (_predicate,),
}
