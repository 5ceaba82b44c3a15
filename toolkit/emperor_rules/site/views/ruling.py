"""The ruling of a text on a question: what is true of its answers at all tables, or the words of its clauses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from emperor_rules.check.scenario_runner import ClauseKey, clause_key
from emperor_rules.evaluate.verbalise import say_fact, say_given, say_value
from emperor_rules.language.sentences import fitted
from emperor_rules.messages import LANGUAGES
from emperor_rules.model.terms import PLAYER, PLAYERS, TEAM, TEAMS
from emperor_rules.model.texts import Clause, Text
from emperor_rules.model.vocabulary import ROLE_HERE, GivenFact, GivenKind, Predicate, PredicateKind, Vocabulary, Words
from emperor_rules.resolve.cone import Cone, cone_of
from emperor_rules.resolve.rules import ResolvedText
from emperor_rules.search.generalisation import (
    MOST_GONE,
    MOST_PLAYERS,
    Description,
    Generalisation,
    Literal,
    LiteralKind,
    Share,
    generalise,
    surveyed_tables,
)
from emperor_rules.semantics.verdict import Conclusion
from emperor_rules.site.context import SiteContext
from emperor_rules.site.i18n import Locale
from emperor_rules.site.page import Link
from emperor_rules.site.texts import resolved_text
from emperor_rules.site.views.answer_view import undecided

#: The most clauses quoted as the ruling where no short sentence is true at all tables.
MOST_QUOTED = 3
#: So much of what an answer depends on is named.
MOST_FACTS = 4
#: A description of a player as the one that a question is about first.
ONESELF = (Literal(LiteralKind.SAME, "", (0, 1)),)
#: A sentence ends where the next begins, or the text does.
SENTENCE = re.compile(r"\S.*?(?:[.:](?= [A-ZÀ-Ý])|\Z)", re.DOTALL)
#: How a word begins that tells what a sentence is about; shorter ones tell nothing.
STEM = re.compile(r"\b\w{4}")


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a text rules on a question.

    Attributes:
        sentences: The ruling, put together from what is true at all tables.
        quoted: Where nothing short is true there, the first clauses that settle it, with their words: but for
            those that could say yes and never do.
        clauses: The other clauses that settle it; those of the text itself come first.
        remark: What is supposed of the position, or what the answer depends on; may be empty.
        beside: Clauses that speak of what is supposed not to be, or that only repeat others.
        tried: At how many tables, of up to how many seats and with how many players gone, the sentences were tried.
        sources: The clauses that are quoted.
    """

    sentences: tuple[str, ...]
    quoted: tuple[tuple[Link, str], ...]
    clauses: tuple[Link, ...]
    remark: str
    beside: tuple[Link, ...]
    tried: tuple[int, int, int] = (0, 0, 0)
    sources: tuple[Clause, ...] = ()

    def summary(self, asked: Words, language: str) -> str:
        """Return the first sentence of the ruling, or of its clauses the one that has far more words of a question.

        Which clause that is does not hang on the language; a later sentence of it stands behind its first, without
        which it may speak of nobody.
        """
        if self.sentences or not self.sources:
            return "".join(SENTENCE.findall(self.text)[:1])
        words = {id: _stems(asked.get(id)) for id in LANGUAGES}
        shared = [
            [[len(words[id] & _stems(one)) for one in SENTENCE.findall(clause.words(id))] or [0] for id in LANGUAGES]
            for clause in self.sources
        ]
        clause = _first_or_best([sum(map(max, by_language)) for by_language in shared], len(LANGUAGES))
        sentences: list[str] = SENTENCE.findall(self.sources[clause].words(language))
        at = _first_or_best(shared[clause][LANGUAGES.index(language)], 1)
        return " ".join([*sentences[:1], *(["…"] if at > 1 else []), *sentences[at : at + 1]] if at else sentences[:1])

    @property
    def text(self) -> str:
        """All of the ruling."""
        return " ".join(self.sentences or [words for _, words in self.quoted])


def ruling(context: SiteContext, path: str, text: Text | None, predicate: Predicate) -> Ruling | None:
    """Return the ruling of a text on a question, for the page ``path``; ``None`` where no clause speaks of it."""
    resolved = resolved_text(context.engine, text.id) if text is not None else None
    rules = resolved.by_predicate.get(predicate.id, ()) if resolved is not None else ()
    if resolved is None or not rules:
        return None
    words = RulingWords(context.vocabulary, context.locale)
    cone = cone_of(resolved, predicate.id)
    common = generalised(resolved, predicate, words.facts(cone))
    speaking = tuple(_clauses(resolved, rules))
    settling = speaking if common is None else tuple(_clauses(resolved, [n for n in rules if n in common.rules]))
    settling = tuple(clause for clause in settling if not clause.redundant or clause.text == resolved.id) or settling
    links = tuple(context.permalinks.to_clause(path, clause) for clause in settling)
    beside = tuple(context.permalinks.to_clause(path, clause) for clause in speaking if clause not in settling)
    if common is None:
        idle = _idle(context, resolved, predicate)
        shown = [n for n, clause in enumerate(settling) if clause_key(clause) not in idle]
        shown = (shown or [*range(len(settling))])[:MOST_QUOTED]
        quoted = tuple((links[n], settling[n].words(context.language)) for n in shown)
        others = tuple(link for n, link in enumerate(links) if n not in shown)
        sources = tuple(settling[n] for n in shown)
        return Ruling((), quoted, others + beside, words.depending(cone), (), sources=sources)
    tables, seats = surveyed_tables(resolved)
    tried = len(tables), seats, MOST_GONE
    return Ruling(words.sentences(predicate, common), (), links, words.supposed(cone), beside, tried)


def generalised(resolved: ResolvedText, predicate: Predicate, facts: tuple[str, ...]) -> Generalisation | None:
    """Return what is true of the answers to a question at all tables, if that is worth saying.

    It is not of a question about an event, which is asked of nothing unless the event is given, nor of one that only
    what is given settles, nor of one answered with players or teams, nor of the requirements by which tables are legal.
    """
    cone = cone_of(resolved, predicate.id)
    givens = [resolved.vocabulary.givens[key] for key in cone.givens]
    of_people = predicate.requirement or predicate.answer in (PLAYER, PLAYERS, TEAM, TEAMS)
    if of_people or any(given.default is None or given.kind is GivenKind.PLAYERS for given in givens):
        return None
    common = generalise(resolved, predicate.id, facts)
    if common is None or not common.rules or (givens and all(not share.answers for share in common.shares)):
        return None
    return common


def _idle(context: SiteContext, resolved: ResolvedText, predicate: Predicate) -> set[ClauseKey]:
    """Return the clauses that could say yes and are behind none of a scenario today, if others are or all say no."""
    rules = (resolved.rules[number] for number in resolved.by_predicate[predicate.id])
    conceding = {clause_key(resolved.clauses[rule.clause].clause) for rule in rules if rule.kind is Conclusion.YES}
    of_today = [
        outcome
        for outcome in context.by_question.get(predicate.id, ())
        if outcome.text == resolved.id and outcome.scenario.on is None and outcome.answer.answer in (True, False)
    ]
    deciding = [key for outcome in of_today if outcome.answer.answer is True for key in outcome.deciding]
    granted = conceding.intersection(deciding)
    return conceding - granted if granted or (of_today and not deciding) else set()


def _clauses(resolved: ResolvedText, rules: Sequence[int]) -> list[Clause]:
    """Return the clauses of rules, those of the text itself first."""
    indices = sorted({resolved.rules[number].clause for number in rules})
    return sorted((resolved.clauses[n].clause for n in indices), key=lambda clause: clause.text != resolved.id)


@dataclass
class RulingWords:
    """Says rulings in a language, in the words of the vocabulary."""

    vocabulary: Vocabulary
    locale: Locale

    def __post_init__(self) -> None:
        """Take the code of the language."""
        self.language = self.locale.language

    def facts(self, cone: Cone) -> tuple[str, ...]:
        """Return the facts that a question looks at and by which rulings can name players."""
        predicates = self.vocabulary.predicates.values()
        return tuple(p.id for p in predicates if p.id in cone.predicates and (p.noun[0].en or p.where[0].en))

    # --- sentences ---------------------------------------------------------------------------------

    def sentences(self, predicate: Predicate, common: Generalisation) -> tuple[str, ...]:
        """Return a ruling in sentences."""
        sentences = [_sentence("; ".join(words for share in common.shares for words in self._share(predicate, share)))]
        if common.at_start:
            shares = [words for share in common.at_start for words in self._share(predicate, share, brief=True)]
            sentences.append(self.locale["ruling_at_start"].format(rulings="; ".join(shares)))
        if common.open_in_turn:
            sentences.append(self.locale["ruling_open"])
        return tuple(sentences)

    def _share(self, predicate: Predicate, share: Share, *, brief: bool = False) -> Iterator[str]:
        if not share.answers:
            yield self._constant(predicate, share)
            return
        about_another = len(predicate.parameters) == MOST_PLAYERS
        place = 1 if about_another else 0
        answers = sorted(share.answers, key=lambda answer: answer[0] is not True)
        telling = [a for a in answers if any(description != ONESELF for description in a[1])]
        for value, descriptions in telling or answers:
            described = descriptions if about_another else [(*share.subject, *other) for other in descriptions]
            whom = f" {self.locale['ruling_or']} ".join(self._named(each, place, brief=brief) for each in described)
            names = [self._named(share.subject, 0), whom] if about_another else [whom]
            yield self._say(predicate, names, value)
        if share.rest and not brief:
            key = {True: "yes", False: "no", None: "silent"}.get(share.otherwise)
            if key == "silent":
                yield self._silent(predicate)
            elif key is not None:
                yield self.locale[f"ruling_otherwise_{key}"]

    def _constant(self, predicate: Predicate, share: Share) -> str:
        """Return what holds whoever else the question is about."""
        subject = self._named(share.subject, 0)
        other = self.locale["ruling_nobody" if share.otherwise is False else "ruling_any"]
        names = [subject, other] if len(predicate.parameters) == MOST_PLAYERS else [subject] * len(predicate.parameters)
        return self._say(predicate, names, share.otherwise)

    def _silent(self, predicate: Predicate) -> str:
        """Return that the rules say nothing of other cases, or what decides them."""
        place = predicate.elsewhere.own(self.language)
        return (
            self.locale["ruling_otherwise_elsewhere"].format(place=place)
            if place
            else self.locale["ruling_otherwise_silent"]
        )

    def _say(self, predicate: Predicate, names: Sequence[str], value: object) -> str:
        if value is None:
            return self._silent(predicate)
        if predicate.kind is PredicateKind.VALUE:
            sentence = say_value(predicate, names, value, self.language)
        else:
            sentence = say_fact(predicate, names, value is True, self.language)
        return fitted(sentence, self.language)

    # --- players -----------------------------------------------------------------------------------

    def _named(self, description: Description, place: int, *, brief: bool = False) -> str:
        """Return what a description makes of a player: “an opponent in range”."""
        roles = [literal.id for literal in description if literal.kind is LiteralKind.ROLE and literal.of == (place,)]
        facts = [self.vocabulary.predicates[literal.id] for literal in description if literal.kind is LiteralKind.FACT]
        nouns = [fact.noun for fact in facts if fact.noun[0].en]
        wheres = [fact.where[brief].get(self.language) for fact in facts if not fact.noun[0].en]
        return " ".join([self._noun(description, roles, nouns), *wheres])

    def _noun(self, description: Description, roles: Sequence[str], nouns: Sequence[tuple[Words, Words]]) -> str:
        locale = self.locale
        if nouns and roles:
            return nouns[0][1].get(self.language).replace(ROLE_HERE, self._role(roles[0]))
        if nouns:
            return nouns[0][0].get(self.language)
        if roles:
            noun = self._role(roles[0])
            return locale["ruling_an" if noun[:1] in "aeiou" else "ruling_a"].format(noun=noun)
        for literal in description:
            if literal.kind is LiteralKind.SAME:
                return locale["ruling_self" if literal.holds else "ruling_other"]
            if literal.kind is LiteralKind.GONE:
                return locale["ruling_gone" if literal.holds else "ruling_present"]
        return locale["ruling_somebody"]

    def _role(self, letter: str) -> str:
        return self.vocabulary.role_at(letter).names[0].get(self.language)

    # --- what is given -----------------------------------------------------------------------------

    def supposed(self, cone: Cone) -> str:
        """Return what a ruling supposes: the flags and numbers that the question looks at, as they usually are."""
        usual = {
            given.id: False if given.kind is GivenKind.FLAG else given.default
            for given in self._givens(cone)
            if given.kind is GivenKind.NUMBER or (given.kind is GivenKind.FLAG and given.default == "no")
        }
        facts = "; ".join(say_given(self.vocabulary, id, value, self.language) for id, value in usual.items())
        return self.locale["ruling_supposed"].format(facts=facts) if facts else ""

    def depending(self, cone: Cone) -> str:
        """Return on what an answer depends beside who sits where."""
        facts = [undecided(self.vocabulary, given, self.locale) for given in self._givens(cone)]
        if len(facts) > MOST_FACTS + 1:
            facts[MOST_FACTS:] = [self.locale["ruling_more"].format(count=len(facts) - MOST_FACTS)]
        return self.locale["ruling_depends"].format(facts="; ".join(facts)) if facts else ""

    def _givens(self, cone: Cone) -> Iterator[GivenFact]:
        return (given for given in self.vocabulary.givens.values() if given.id in cone.givens)


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."


def _first_or_best(shared: Sequence[int], hardly: int) -> int:
    """Return which shares most, unless the first shares something and hardly less."""
    best = shared.index(max(shared))
    return best if not shared[0] or shared[best] > shared[0] + hardly else 0


def _stems(text: str) -> frozenset[str]:
    return frozenset(STEM.findall(text.casefold()))
