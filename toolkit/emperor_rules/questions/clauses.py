"""Finding what a question is by the order of its words, and the clauses of circumstance within it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice, pairwise
from typing import NamedTuple

from emperor_rules.questions.language import BREAK, POSSESSIVE, SOMEBODY, Language, Word
from emperor_rules.questions.mentions import Mention
from emperor_rules.questions.patterns import PLAYER_SIGN, TEAM_SIGN, Pattern, PatternKey, sign_of, without_light

Values = Sequence[str | Mention]
#: The orders in which words may be read.
Orders = Callable[[Values, Language], Iterator[Values]]
#: The most words for a thing that somebody owns: “A2's range of influence”.
LONGEST_OWNED = 4
#: The most owners for whom the thing owned is looked for.
MOST_OWNERS = 3
#: So many orders of words are tried.
MOST_ORDERS = 4000
#: The most words before a word that asks who: “in the hand of whom”.
LONGEST_ASKED = 4
#: The most words of a clause of circumstance.
LONGEST_CLAUSE = 14
#: The most words of an attribute.
LONGEST_ATTRIBUTE = 3
#: So many clauses are considered, the longest ones; any of them may be part of the question itself.
MOST_CONSIDERED = 8
#: The most sets of them that are tried; those that cover most words come first.
MOST_SETS = 32


#: What a clause means in which somebody says who asks, or (with the slot “other”) who somebody else is.
ASKER = Pattern("", ())
OTHER_PLAYER = "other"


class Match(NamedTuple):
    """A pattern, its slots that are to be filled, and what fills them: mentions and numbers in order."""

    pattern: Pattern
    slots: tuple[str, ...]
    fills: tuple[str | Mention, ...]


def match_of(pattern: Pattern, fills: Sequence[str | Mention]) -> Match | None:
    """Return how mentions fill the slots of a pattern; ``None`` where one cannot.

    Two letters are filled by two names with “and” between them, or at the beginning by a plural; a letter that stands
    twice (“A2 left in the turn of A2”) not by two names.
    """
    slots: list[str] = []
    filled: list[str | Mention] = []
    for number, (slot, fill) in enumerate(zip(pattern.slots, fills, strict=True)):
        if isinstance(slot, Mention):
            if slot != fill:
                return None
            continue
        if "+" in slot and isinstance(fill, Mention):
            names = len(fill.names)
            if not fill.together or names not in (0, 2) or (not names and number):
                return None
        if slot in slots and isinstance(fill, Mention):
            other = filled[slots.index(slot)]
            if isinstance(other, Mention) and other.names and fill.names and other.names != fill.names:
                return None
        slots.append(slot)
        filled.append(fill)
    return Match(pattern, tuple(slots), tuple(filled))


class Circumstance(NamedTuple):
    """A stretch of words that says a circumstance, in each of the ways it can be meant; ``words`` are those typed."""

    start: int
    end: int
    matches: tuple[Match, ...]
    words: frozenset[str] = frozenset()


def lookup(
    index: Mapping[PatternKey, Sequence[Pattern]], orders: Iterator[Values], light: frozenset[str] = frozenset()
) -> list[Match]:
    """Return what words mean in any of their orders, each meaning once; ``light`` as the index was made."""
    matches: dict[Match, None] = {}
    for values in islice(orders, MOST_ORDERS) if index else ():
        key = tuple([value if isinstance(value, str) else sign_of(value) for value in values])
        numbered = any(map(str.isdigit, key))
        for with_numbers in (False, True) if numbered else (False,):
            if with_numbers:
                key = tuple(map(sign_of, key))
            if patterns := index.get(without_light(key, light) if light else key):
                fills = [v for v in values if isinstance(v, Mention) or (with_numbers and v.isdigit())]
                matches.update(dict.fromkeys(match for pattern in patterns if (match := match_of(pattern, fills))))
    return list(matches)


def lookup_within(
    index: Mapping[PatternKey, Sequence[Pattern]],
    values: Values,
    language: Language,
    spare: Callable[[Pattern], frozenset[str]],
    orders: Orders,
    light: frozenset[str] = frozenset(),
    alone: frozenset[str] = frozenset(),
) -> list[tuple[Match, frozenset[str]]]:
    """Return what words mean if some are left aside, with these: words that are ``spare`` for what is meant.

    A word that tells what part somebody plays (“by A1”) or what is whose (“B2's creature”) is never left aside.
    Where one player alone is spoken of, what is ``alone`` asked of one may have its words in any order.
    """
    settled = language.settled(values)
    telling = {word for word, after in pairwise(settled) if isinstance(after, Mention) and word in language.telling}
    telling |= {after for word, after in pairwise(settled) if word == POSSESSIVE and isinstance(after, str)}
    beside = {w for pair in pairwise(settled) if any(isinstance(v, Mention) for v in pair) for w in pair}
    telling |= language.means & beside
    words = frozenset(word for word in settled if isinstance(word, str) and word != POSSESSIVE) - light
    parts: dict[frozenset[str], dict[PatternKey, list[Pattern]]] = {}
    for key, patterns in index.items():
        aside = words.difference(key)
        for pattern in patterns if aside.isdisjoint(telling) else ():
            if aside <= spare(pattern):
                parts.setdefault(aside, {}).setdefault(key, []).append(pattern)
    within = []
    for aside, part in parts.items():  # “hit B1 with a stone” does not become “hit B1's stone”
        kept = [BREAK if v in aside & language.telling else v for v in settled if v not in aside - language.telling]
        within += [(match, aside) for match in lookup(part, orders(kept, language), light)]
    mentions = [value for value in settled if isinstance(value, Mention)]
    if within or len(mentions) != 1:
        return within
    placing = light | {PLAYER_SIGN, TEAM_SIGN, language.stem(language.table["of"])}
    allowed = words | placing
    return [
        (match, aside)
        for aside, part in parts.items()
        for key, patterns in part.items()
        for pattern in patterns
        if pattern.id in alone and not pattern.fixed and len(pattern.slots) == 1 and allowed.issuperset(key)
        if sign_of(mentions[0]) in key and not placing.issuperset(key) and (match := match_of(pattern, mentions))
    ]


def orders_of(values: Values, language: Language) -> Iterator[Values]:
    """Yield the orders in which the words can be read: owners behind, subjects first, who is asked for in place."""
    settled = language.settled(values)
    if settled and isinstance(settled[0], Mention):  # a plain statement asks whether it can be so
        yield from orders_of([language.table["can"], *settled], language)
    start = 1 if settled and settled[0] in language.fronted else 0
    for owned in owned_by(settled, language):
        for ordered in _subject_first(owned, start, language):
            yield ordered
            yield from _asked_in_place(ordered, start)


def terse_orders_of(values: Values, language: Language, unsaid: Mention) -> Iterator[Values]:
    """Yield the orders of a terse question: owners without their mark, and nobody where somebody is asked for.

    Args:
        values: The words.
        language: Their language.
        unsaid: Who is meant where nobody is asked for.
    """
    yield from orders_of(values, language)
    asked = next((n for n, value in enumerate(values) if isinstance(value, Mention) and value.asked), 0)
    if asked:  # “a house of B1, who can enter it”
        yield from orders_of([*values[asked:], *values[:asked]], language)
    of, follows = language.stem(language.table["of"]), language.table["subject_follows"]
    for at, (value, after) in enumerate(pairwise(values)):
        if isinstance(value, Mention) and not (isinstance(after, Mention) or after == BREAK or follows):
            yield from orders_of([*values[: at + 1], POSSESSIVE, *values[at + 1 :]], language)
        elif isinstance(after, Mention) and value not in language.binding and value not in language.fronted:
            yield from orders_of([*values[: at + 1], of, *values[at + 1 :]], language)
    first = next((value for value in values if value not in language.light), None)
    if isinstance(first, str) and not any(isinstance(value, Mention) and value.asked for value in values):
        yield from orders_of([unsaid, *values], language)


def owned_by(values: Values, language: Language, owners: int = MOST_OWNERS) -> Iterator[Values]:
    """Yield the words as they are, and with “A2's range” as “range of A2”."""
    yield values
    if not owners:
        return
    for at, value in enumerate(values):
        if value == POSSESSIVE and at and isinstance(values[at - 1], Mention):
            for end in range(at + 2, min(len(values), at + 1 + LONGEST_OWNED) + 1):
                owned = values[at + 1 : end]
                if POSSESSIVE in owned:
                    break
                moved = [*values[: at - 1], *owned, language.stem(language.table["of"]), values[at - 1], *values[end:]]
                yield from owned_by(moved, language, owners - 1)
            return


def _subject_first(values: Values, start: int, language: Language) -> Iterator[Values]:
    """Yield the words as they are, and with a subject that stands behind in front; of “only A1” it is A1."""
    yield values
    first = values[start] if start < len(values) else ""
    if language.table["subject_follows"] and not (isinstance(first, Mention) and first.asked and first.definite):
        for at in range(start + 1, len(values)):
            if isinstance(values[at], Mention) and values[at - 1] not in language.binding:
                yield [*values[:start], values[at], *values[start:at], *values[at + 1 :]]


def _asked_in_place(values: Values, start: int) -> Iterator[Values]:
    """Yield the orders in which a word that asks who, with what belongs to it, stands further back."""
    at = next((n for n, value in enumerate(values) if isinstance(value, Mention) and value.asked), None)
    if at is None:
        return
    for begin in range(max(start, at - LONGEST_ASKED), at + 1):
        question_words, rest = values[begin : at + 1], [*values[:begin], *values[at + 1 :]]
        for place in range(begin + 1, len(rest) + 1):
            yield [*rest[:place], *question_words, *rest[place:]]


def circumstances_of(
    tokens: Sequence[Word],
    index: Mapping[PatternKey, Sequence[Pattern]],
    language: Language,
    light: frozenset[str] = frozenset(),
    aside: frozenset[str] = frozenset(),
) -> list[Circumstance]:
    """Return every stretch that says a circumstance: a phrase, or a clause that is opened or stands by itself.

    Words that are ``aside`` may stand in it besides.
    A clause that asks is none (“does A1 lose”, “A1 too?”), unless it is opened.
    """
    values = [token.value for token in tokens]
    clauses: list[Circumstance] = []
    sayable = sayable_in(index, language, light | aside) - {BREAK}
    for start, value in enumerate(values):
        if value == BREAK:
            continue
        by_itself = start == 0 or values[start - 1] == BREAK
        inner = start
        while inner < len(values) and values[inner] in language.opens and inner - start < 3:
            inner += 1
        for begin in range(start, inner + 1):
            opened = begin > start
            joined = opened and {*values[start:begin]} <= {*language.people["and"], *language.table["but"]}
            limit = begin
            while limit < min(len(values), begin + LONGEST_CLAUSE) and is_sayable(values[limit], sayable):
                limit += 1
            for end in range(limit, begin, -1):
                ends = end == len(values) or values[end] == BREAK or values[end] in language.opens
                if aside and not opened and end < len(values):  # “A3 is out can A2 …”, with nothing between
                    ends = ends or isinstance(values[end], Mention) or values[end] in language.fronted
                phrase = values[begin] in language.prepositions
                marked = end < len(tokens) - 1 and tokens[end].value == BREAK and tokens[end].shown.endswith("?")
                asks = (joined or not opened) and (marked or _asks(tokens[begin:end], language))
                stands = phrase or (opened and not (joined and asks)) or (by_itself and ends and not asks)
                if not stands and end - begin > LONGEST_ATTRIBUTE:
                    continue
                settled = language.settled(values[begin:end])
                mentions = [value for value in settled if isinstance(value, Mention)]
                if any(who.asked or (who.joint and not who.together) for who in mentions):
                    continue  # whom a question asks for has a part in the question; and two are not either of them
                orders = _orders_of_settled(settled, language)
                words = frozenset(word for token in tokens[start:end] for word in token.shown.split())
                asker = _asker(settled, language)
                if asker is not None and stands:
                    clauses.append(Circumstance(start, end, (asker,), words))
                if matches := [match for match in lookup(index, orders, light) if stands or match.pattern.anywhere]:
                    clauses.append(Circumstance(start, end, tuple(matches), words))
                elif asker is None and stands and not aside.isdisjoint(values[begin:end]):
                    within = lookup_within(
                        index, values[begin:end], language, lambda _: aside, _orders_of_clause, light
                    )
                    fewest = min((len(words) for _, words in within), default=0)
                    if matches := [match for match, words in within if len(words) == fewest]:
                        clauses.append(Circumstance(start, end, tuple(matches), words))
    return clauses


def sayable_in(
    index: Mapping[PatternKey, Sequence[Pattern]], language: Language, light: frozenset[str]
) -> frozenset[str]:
    """Return the words of which one must be each word of what an index has: what has another need not be looked up."""
    return language.replaced.union(light, *index)


def is_sayable(value: str | Mention, sayable: frozenset[str]) -> bool:
    """Return whether what is said is somebody, a number or one of some words."""
    return isinstance(value, Mention) or value in sayable or value.isdigit()


def _asks(tokens: Sequence[Word], language: Language) -> bool:
    """Return whether a clause that stands by itself is a question by its words."""
    words = " ".join(token.shown for token in tokens).split()
    return words[:1] in [[word] for word in language.table["asks_first"]] or not set(language.table["asks"]).isdisjoint(
        words
    )


def _asker(values: Values, language: Language) -> Match | None:
    """Return who somebody says to be, never “my teammate”: “I am A2”; or who somebody else is: “my king is A2”."""
    for pattern in language.asker_is.get(len(values), ()):
        if all(
            isinstance(value, Mention) if word == SOMEBODY else value == word
            for value, word in zip(values, pattern, strict=True)
        ):
            *others, asker = mentions = [value for value in values if isinstance(value, Mention)]
            if not ((asker.of_asker and not asker.roles) or asker.asked or asker.team) and all(
                mention.asker for mention in others
            ):
                return Match(ASKER, ("",), (asker,))
            other, *_, named = sorted([*mentions, asker], key=lambda mention: bool(mention.names))
            if named.names and not (other.names or other.asked) and (other.roles or other.side or other.place):
                return Match(ASKER, (OTHER_PLAYER,), (other.named(named.names),))
    return None


def _orders_of_clause(values: Values, language: Language) -> Iterator[Values]:
    return _orders_of_settled(language.settled(values), language)


def _orders_of_settled(settled: Values, language: Language) -> Iterator[Values]:
    start = 1 if settled and settled[0] in language.fronted else 0
    for owned in owned_by(settled, language):
        yield from _subject_first(owned, start, language)


def selections(clauses: Sequence[Circumstance]) -> Iterator[tuple[Circumstance, ...]]:
    """Yield the sets of clauses that do not overlap, those that cover most words first, none at last."""
    longest = sorted(clauses, key=lambda clause: clause.start - clause.end)[:MOST_CONSIDERED]

    def extend(chosen: tuple[Circumstance, ...], rest: Sequence[Circumstance]) -> Iterator[tuple[Circumstance, ...]]:
        yield chosen
        for n, clause in enumerate(rest):
            if all(clause.end <= other.start or other.end <= clause.start for other in chosen):
                yield from extend((*chosen, clause), rest[n + 1 :])

    yield from sorted(extend((), longest), key=lambda chosen: sum(c.start - c.end for c in chosen))[:MOST_SETS]


def last_asked(
    tokens: Sequence[Word], matches: Sequence[tuple[Match, tuple[Circumstance, ...]]], language: Language
) -> Sequence[tuple[Match, tuple[Circumstance, ...]]]:
    """Keep the matches whose question stands at the end where the same words could be read the other way round.

    Of two alike sentences, one of A2 and one of A1, each may be the question, and the last one is. Two who are named
    (“can A1 and A2 talk”) are asked about with each other, where they can be, and not each with anybody.
    """
    last = max((n for n, token in enumerate(tokens) if token.value != BREAK), default=0)
    at_end = [(match, chosen) for match, chosen in matches if all(clause.end <= last for clause in chosen)]
    turned = {match.pattern.id for match, _ in at_end}
    kept = [pair for pair in matches if pair in at_end or pair[0].pattern.id not in turned]
    kept = [pair for pair in kept if pair in at_end or not _is_asked_last(tokens, pair[1], language)]
    paired = {(match.pattern.id, match.fills) for match, _ in kept if any("+" in slot for slot in match.slots)}
    return [
        (match, chosen)
        for match, chosen in kept
        if (match.pattern.id, match.fills) not in paired or any("+" in slot for slot in match.slots)
    ]


def _is_asked_last(tokens: Sequence[Word], chosen: Sequence[Circumstance], language: Language) -> bool:
    """Return whether a clause of somebody before the mark of the question is asked, and what stands before it told."""
    last = max(chosen, key=lambda clause: clause.end)
    rest = [t for at, t in enumerate(tokens) if t.value != BREAK and not any(c.start <= at < c.end for c in chosen)]
    mentions = [token.value for token in rest if isinstance(token.value, Mention)]
    return (
        any(token.shown.endswith("?") for token in tokens[last.end : last.end + 1])
        and tokens[last.start].value not in (*language.opens, *language.prepositions)
        and any(isinstance(f, Mention) for match in last.matches if match.pattern is not ASKER for f in match.fills)
        and (not mentions or any(mention.names or mention.asker for mention in mentions))
        and not any(mention.asked for mention in mentions)
        and rest[0].value not in language.fronted
        and not _asks(rest, language)
    )
