"""Finding who is spoken of: names, teams, roles with their articles and owners, pronouns, words that ask who."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from emperor_rules.model.terms import PLAYER, TEAM
from emperor_rules.model.vocabulary import Vocabulary, Words
from emperor_rules.questions.language import BREAK, POSSESSIVE, TEAM_MARK, Language, Word
from emperor_rules.questions.mentions import Mention, Place, TeamSide, Viewpoint

_TYPED_NAME = re.compile(r"(?:[a-z]|a[a-z])[1-9]\d{0,2}")


class _Noun(NamedTuple):
    """A noun for players or teams: what it says of them, and whether it needs an article or the like beside it."""

    mention: Mention
    needs_article: bool = False
    relative: bool = False


class NounPhrases:
    """Finds mentions among the words of one language, with the nouns of a vocabulary."""

    def __init__(self, language: Language, vocabulary: Vocabulary) -> None:
        """Collect the nouns of players, teams and roles."""
        self.language = language
        self.people: Mapping[str, frozenset[str]] = {k: frozenset(v) for k, v in language.people.items()}
        self.nouns: dict[str, _Noun] = {}
        for sort, extra in ((PLAYER, "players"), (TEAM, "teams")):
            declared = vocabulary.sorts.get(sort)
            is_team = sort == TEAM
            for number, word in enumerate(self._words(declared.names) if declared else ()):
                self.nouns[word] = _Noun(Mention(team=is_team, together=number > 0), number == 0)
            for word in language.people[extra]:
                self.nouns.setdefault(word, _Noun(Mention(team=is_team, together=_is_plural(word, language)), True))
        for words, side in (("teammates", TeamSide.OWN), ("opponents", TeamSide.FOREIGN)):
            for word in language.people[words]:
                self.nouns[word] = _Noun(Mention(side=side, together=_is_plural(word, language)), relative=True)
        for role in vocabulary.roles.values():
            for number, word in enumerate(self._words(role.names)):
                self.nouns.setdefault(word, _Noun(Mention(roles=(role.id,), together=number > 0)))

    def _words(self, names: tuple[Words, Words]) -> list[str]:
        return [name.own(self.language.id).lower() for name in names]

    def speaks(self, word: str) -> bool:
        """Return whether a word by itself speaks of somebody."""
        return word in self.nouns or any(word in self.people[key] for key in ("self", "who", "everyone"))

    def find(self, tokens: Sequence[Word]) -> list[Word]:
        """Return the words with a mention in the place of each noun phrase."""
        tokens_read: list[Word] = []
        at = 0
        while at < len(tokens):
            mention, end = self._phrase(tokens, at)
            if mention is None:
                tokens_read.append(tokens[at])
                at += 1
                continue
            tokens_read.append(Word(mention, _shown(tokens, at, end)))
            if tokens[at].value in self.people["mine"] and end == at + 1:
                tokens_read.append(Word(POSSESSIVE, ""))  # “my hand” is read like “A1's hand”
            at = end
        return self._focused(self._excepted(named_once(self._joined(tokens_read), self.language)))

    # --- one phrase ------------------------------------------------------------------------------

    def _phrase(self, tokens: Sequence[Word], start: int) -> tuple[Mention | None, int]:
        """Return the mention that begins at a word, and where it ends."""
        words, people = _Values(tokens), self.people
        word = words[start]
        if f"{word} {words[start + 1]}" in people["each_other"]:
            return Mention(each_other=True), start + 2
        for phrase in people["each_other"] | people["same"] | people["reflexive"]:
            parts = phrase.split()
            if words.window(start, len(parts)) == parts:
                own = Mention(same=True, reflexive=phrase in people["reflexive"])
                return Mention(each_other=True) if phrase in people["each_other"] else own, start + len(parts)
        if word in people["self"]:
            return Mention(asker=True), start + 1
        if word in people["who"]:
            return Mention(asked=True), start + 1
        draft, at, marked = self._before(words, start)
        noun = self.nouns.get(words[at])
        if noun is None and word in people["everyone"] | people["every"] and not _name(words[at]):
            is_else = words[start + 1] in people["another"]  # “everybody else”, “all the others”
            if is_else or (draft.another and draft.together):
                return Mention(together=True, another=True), max(at, start + 1 + is_else)
        if word in people["everyone"] and noun is None:
            return Mention(together=True), start + 1
        if noun is None:
            name = _name(words[at])
            if name and not draft.owner:  # “both A1 and A3”
                return Mention(names=(name,), team=len(name) == 1), at + 1
            if words[start] in people["mine"] and words[start + 1]:
                return Mention(asker=True), start + 1
            return None, start
        if noun.needs_article and not marked and not _name(words[at + 1]) and not self._letter(words, at + 1, noun):
            return None, start
        definite = not people["the"].isdisjoint(words.window(start, at - start))
        if definite and noun.mention.team and draft.side is TeamSide.ANY and not draft.asked:
            draft = replace(draft, side=TeamSide.OWN)  # “the team” is that of whoever is spoken of
        draft = replace(draft, definite=not people["definite"].isdisjoint(words.window(start, at - start)))
        return self._noun(words, draft, noun, at)

    def _before(self, words: _Values, start: int) -> tuple[Mention, int, bool]:
        """Return what articles, owners and the like say, where the noun stands, and whether there are any."""
        people, draft, at = self.people, Mention(), start
        while True:
            word = words[at]
            name = _name(word)
            if word in people["every"]:
                draft = replace(draft, together=True, pair=word in people["both"])
            elif word in people["mine"]:
                draft = replace(draft, side=TeamSide.OWN, viewpoint=Viewpoint.ASKER)
            elif word in people["his"]:
                draft = replace(draft, side=TeamSide.OWN, his=True)
            elif word in people["their"]:
                draft = replace(draft, side=TeamSide.THEIR)
            elif word in people["own"] and words[at + 1] in self.nouns:
                draft = draft if draft.side is not TeamSide.ANY else replace(draft, side=TeamSide.OWN)
            elif word in people["foreign"] and words[at + 1] in self.nouns:
                draft = replace(draft, side=TeamSide.FOREIGN)
            elif word in people["which"]:
                draft = replace(draft, asked=True)
            elif word in people["left"] and words[at + 1] in self.nouns:
                draft = replace(draft, place=Place.LEFT)
            elif word in people["right"] and words[at + 1] in self.nouns:
                draft = replace(draft, place=Place.RIGHT)
            elif name and words[at + 1] == POSSESSIVE and words[at + 2] in self.nouns:
                draft, at = replace(draft, side=TeamSide.OWN, owner=name), at + 1
            elif self._owns(words, at):
                foreign = word in people["opponents"] or (
                    word in people["teams"] and words[at - 1] in people["another"]
                )
                side = TeamSide.FOREIGN if foreign or draft.side is TeamSide.FOREIGN else TeamSide.OWN
                letter = self._letter(words, at + 1, self.nouns[word])
                draft = replace(draft, side=side, owner=letter or draft.owner)
                at += 2 if letter else 1
            elif word in people["same_team"] and (after := self.nouns.get(words[at + 1])) and after.mention.team:
                draft = replace(draft, side=TeamSide.OWN)
            elif word in people["another"]:
                draft = replace(draft, another=True)
            elif word not in people["some"]:
                return draft, at, at > start
            at += 1

    def _owns(self, words: _Values, at: int) -> bool:
        """Return whether a noun for a team or an opponent stands before what it owns: “team B's player”."""
        noun = self.nouns.get(words[at])
        if noun is None or not (noun.mention.team or noun.mention.side is TeamSide.FOREIGN):
            return False
        after = at + 2 if self._letter(words, at + 1, noun) else at + 1
        return words[after] == POSSESSIVE and words[after + 1] in self.nouns

    def _noun(self, words: _Values, draft: Mention, noun: _Noun, at: int) -> tuple[Mention, int]:
        """Return the mention that a noun makes with what stands before and after it."""
        letter, name = self._letter(words, at + 1, noun), _name(words[at + 1])
        if letter:
            return Mention(names=(letter,), team=True), at + 2
        if len(name) > 1:
            who = draft if draft.viewpoint is Viewpoint.ASKER else Mention()
            side = noun.mention.side if noun.relative else who.side  # “my opponent B3” is none of mine
            return replace(who, roles=noun.mention.roles, side=side).named((name,)), at + 2
        at += 1
        people = self.people
        while True:
            word = words[at]
            if word in people["foreign"]:
                draft = replace(draft, side=TeamSide.FOREIGN)
            elif word in people["mine"]:
                draft = replace(draft, side=draft.side or TeamSide.OWN, viewpoint=Viewpoint.ASKER)
            elif word in people["his"] | people["own"]:
                draft = replace(draft, side=draft.side or TeamSide.OWN, his=draft.his or word in people["his"])
            elif word in people["their"] and words[at + 1] not in self.nouns:
                draft = replace(draft, side=TeamSide.THEIR)
            else:
                break
            at += 1
        draft, at = self._owner(words, draft, at)
        draft, at = self._place(words, draft, at)
        own = noun.mention
        side = own.side if noun.relative else draft.side
        if noun.relative and draft.owner:  # nobody is his own teammate
            draft = replace(draft, without=(draft.owner,))
        return (replace(draft, roles=own.roles, team=own.team, side=side, together=draft.together or own.together), at)

    def _owner(self, words: _Values, draft: Mention, at: int) -> tuple[Mention, int]:
        """Read on: “of team B”, “of the other team”, “of A1”."""
        if words[at] not in self.people["of_team"]:
            return draft, at
        inner, end, marked = self._before(words, at + 1)
        noun = self.nouns.get(words[end])
        name = _name(words[end])
        if name and not marked and words[at] == self.language.table["of"]:
            return replace(draft, side=TeamSide.OWN, owner=name), end + 1
        if noun is None or not noun.mention.team or inner.asked:
            return draft, at
        letter = self._letter(words, end + 1, noun)
        if letter:
            return replace(draft, side=TeamSide.OWN, owner=letter), end + 2
        if words[end + 1] in self.people["foreign"]:
            return replace(draft, side=TeamSide.FOREIGN), end + 2
        if words[end + 1] in self.people["mine"]:
            return replace(draft, side=TeamSide.OWN, viewpoint=Viewpoint.ASKER), end + 2
        if inner.side is not TeamSide.ANY:
            return replace(draft, side=inner.side, viewpoint=inner.viewpoint), end + 1
        between = words.window(at + 1, end - at - 1)
        if not self.people["another"].isdisjoint(between):
            return replace(draft, side=TeamSide.FOREIGN), end + 1
        if not self.people["same_team"].isdisjoint(between):
            return replace(draft, side=TeamSide.OWN), end + 1
        return draft, at

    def _place(self, words: _Values, draft: Mention, at: int) -> tuple[Mention, int]:
        """Read on: “next to A1”, “in front of me”, “on the left”: from a name, the asker or somebody else."""
        for words_of_place, place, seen_from, *distance in self.language.table["places"]:
            phrase = words_of_place.split()
            if words.window(at, len(phrase)) != phrase:
                continue
            end = at + len(phrase)
            placed = replace(draft, place=Place(place), distance=int("".join(distance) or 1))
            if seen_from == "asker":
                return replace(placed, viewpoint=Viewpoint.ASKER), end
            name = _name(words[end])
            if seen_from == "name":
                if len(name) < 2:
                    continue
                return replace(placed, owner=name), end + 1
            return placed, end
        return draft, at

    def _letter(self, words: _Values, at: int, noun: _Noun) -> str:
        """Return the letter of a team that stands behind its noun."""
        word = words[at].removeprefix(TEAM_MARK)
        return word.upper() if noun.mention.team and len(word) == 1 and word.isalpha() else ""

    # --- several ---------------------------------------------------------------------------------

    def _parted(self, tokens: Sequence[Word], at: int) -> bool:
        """Return whether a clause of its own is behind an “and”: “if I am A2 and A1 is dead”, “… and I am A1”.

        What one does stands behind “or” too where it is said of either: “if A1 or A3 leaves”.
        """
        after = tokens[at + 1].value if at + 1 < len(tokens) else ""
        if after == self.language.table["be"] or (isinstance(after, Mention) and after.asker):
            return True
        verb = (tokens[at + 2].shown or tokens[at + 2].value) if at + 2 < len(tokens) else ""
        of_one = tokens[at].value in self.people["and"] and verb in self.language.table["of_one"]
        return isinstance(after, Mention) and of_one

    def _excepted(self, tokens: list[Word]) -> list[Word]:
        """Take the players who are not meant from those who are: “anyone other than B3”."""
        phrases = [exception.split() for exception in self.language.table["except_for"]]
        words = _Values(tokens)
        for at, token in enumerate(tokens):
            for phrase in phrases:
                end = at + 1 + len(phrase)
                if (
                    isinstance(token.value, Mention)
                    and token.value.is_open
                    and not token.value.asker
                    and words.window(at + 1, len(phrase)) == phrase
                    and (names := _names(tokens[end]) if end < len(tokens) else ())
                ):
                    who = replace(token.value, without=names)
                    merged = Word(who, _shown(tokens, at, end + 1))
                    return self._excepted([*tokens[:at], merged, *tokens[end + 1 :]])
        return tokens

    def _focused(self, tokens: list[Word]) -> list[Word]:
        """Ask who where the question is whether it is only one: “only …” asks for all of them."""
        for at, token in enumerate(tokens):
            if token.value in self.language.table["only"]:
                behind = next((n for n in range(at, len(tokens)) if isinstance(tokens[n].value, Mention)), None)
                if behind is None or tokens[behind + 1 : behind + 2] == [Word(POSSESSIVE, "")]:
                    return tokens  # “only my hand” is not “only me”
                if any(isinstance(later.value, Mention) and later.value.same for later in tokens[behind + 1 :]):
                    return tokens  # “only A1 is here: can A2 help him?” asks of A1
                asked = Word(Mention(asked=True, definite=True), f"{token.shown} {tokens[behind].shown}")
                return [*tokens[:at], *tokens[at + 1 : behind], asked, *tokens[behind + 1 :]]
        return tokens

    def _joined(self, tokens: list[Word]) -> list[Word]:
        """Join names with “and” or “or” between them; elsewhere the Italian “e” is the verb without its accent."""
        joined: list[Word] = []
        both, either = self.people["and"], self.people["or"]
        at = 0
        while at < len(tokens):
            token = tokens[at]
            last = joined[-1].value if joined else None
            after = tokens[at + 1].value if at + 1 < len(tokens) else None
            if (
                token.value in both | either
                and isinstance(last, Mention)
                and isinstance(after, Mention)
                and last.names
                and after.names
                and last.team == after.team
                and not self._parted(tokens, at)
            ):
                names = (*last.names, *after.names)
                called = (*last.called, *after.called)
                mention = replace(last, names=names, together=token.value in both, called=called)
                joined[-1] = Word(mention, f"{joined[-1].shown} {token.shown} {tokens[at + 1].shown}")
                at += 1
                while _is_series(joined):
                    before, _, after_break = joined[-3:]
                    names = (*_names(before), *_names(after_break))
                    shown = f"{before.shown}, {after_break.shown}"
                    joined[-3:] = [Word(replace(mention, names=names), shown)]
            elif token.value in both | either and (merged := one_of(last, after, token.value in both)):
                joined[-1] = Word(merged, f"{joined[-1].shown} {token.shown} {tokens[at + 1].shown}")
                at += 1
            elif token.value in both and joined and last != BREAK and not self._parted(tokens, at):
                joined.append(Word(self.language.table["stray_and"], token.shown))
            else:
                joined.append(token)
            at += 1
        return joined


class _Values:
    """The words of some tokens; beyond them there is nothing."""

    def __init__(self, tokens: Sequence[Word]) -> None:
        self.words = [token.value if isinstance(token.value, str) else "" for token in tokens]

    def __getitem__(self, at: int) -> str:
        return self.words[at] if 0 <= at < len(self.words) else ""

    def window(self, at: int, count: int) -> list[str]:
        return self.words[at : at + count]


def _name(word: str) -> str:
    """Return the player or team that a word names, as a table has it; empty if it names none."""
    if word.startswith(TEAM_MARK):
        return word[len(TEAM_MARK) :].upper()
    return word.upper() if _TYPED_NAME.fullmatch(word) else ""


def _is_series(tokens: Sequence[Word]) -> bool:
    """Return whether the last tokens are names, a break and names: “A1, A2 and A3”."""
    return len(tokens) > 2 and tokens[-2].value == BREAK and len(_names(tokens[-3])) == 1 and bool(_names(tokens[-1]))


def _names(token: Word) -> tuple[str, ...]:
    return token.value.names if isinstance(token.value, Mention) else ()


def _is_plural(word: str, language: Language) -> bool:
    """Return whether one of the extra nouns of a language is a plural: it stands behind its singular there."""
    for words in (language.people[key] for key in ("players", "teams", "teammates", "opponents")):
        if word in words:
            return words.index(word) % 2 == 1
    return False


def _shown(tokens: Sequence[Word], start: int, end: int) -> str:
    return " ".join(token.shown for token in tokens[start:end] if token.shown)


def named_once(tokens: list[Word], language: Language) -> list[Word]:
    """Take together what is said of one player in several parts of a question.

    A name and a role between breaks are one (“A2, the king, …”). Who is spoken of first is meant by the pronoun
    behind (“A2, whom can he hit?”). Who stands last is whom the question is about (“who begins, A2 or B2?”).
    """
    for at in range(len(tokens) - 2):
        first, last = tokens[at].value, tokens[at + 2].value
        closed = at + 3 == len(tokens) or tokens[at + 3].value == BREAK
        if tokens[at + 1].value == BREAK and closed and isinstance(first, Mention) and isinstance(last, Mention):
            if first.names and last.roles:
                named = Word(replace(first, called=last.named(first.names).called), tokens[at].shown)
                return named_once([*tokens[:at], named, *tokens[at + 3 :]], language)
            if first.roles and not first.asked and last.names:
                named = Word(replace(last, called=first.named(last.names).called), tokens[at + 2].shown)
                return named_once([*tokens[:at], named, *tokens[at + 3 :]], language)
    ends = [n for n, token in enumerate(tokens) if token.value != BREAK]
    if len(ends) < 3:
        return tokens
    lead, tail = ends[0], ends[-1]
    is_said = tokens[lead + 1].value == language.table["be"]
    if is_said and isinstance(v := tokens[lead].value, Mention) and v.asker and BREAK in (t.value for t in tokens[:-1]):
        cut = next(n for n, token in enumerate(tokens) if token.value == BREAK) + 1  # “I am A2. The king …, can I …”
        return [*tokens[:cut], *named_once(tokens[cut:], language)]
    pronoun = next((n for n in ends[1:] if isinstance(v := tokens[n].value, Mention) and v.same), None)
    who, after = tokens[lead].value, [token.value for token in tokens[lead + 1 : lead + 2]]
    if isinstance(who, Mention) and not who.asked and after == [BREAK] and pronoun is not None:
        return [*tokens[lead + 2 : pronoun], Word(who, tokens[pronoun].shown), *tokens[pronoun + 1 :]]
    who, asks = tokens[tail].value, [n for n in ends[:-1] if isinstance(v := tokens[n].value, Mention) and v.asked]
    apart = tokens[tail - 1].value
    set_off = apart == BREAK or (apart in language.table["between"] and isinstance(who, Mention) and len(who.roles) > 1)
    if isinstance(who, Mention) and len(asks) == 1 and set_off and (who.roles or who.names):
        shown = f"{tokens[asks[0]].shown} {tokens[tail].shown}"
        return [*tokens[: asks[0]], Word(who, shown), *tokens[asks[0] + 1 : tail - 1]]
    return tokens


def one_of(first: object, second: object, joint: bool) -> Mention | None:
    """Return whoever has one of two roles, “a king or a pawn”, or a ``joint`` one of each, “a king and a pawn”."""
    if not (isinstance(first, Mention) and isinstance(second, Mention) and first.roles and second.roles):
        return None
    alike = replace(first, roles=(), together=False) == replace(second, roles=(), together=False)
    return replace(first, roles=(*first.roles, *second.roles), joint=joint) if alike and not first.asked else None
