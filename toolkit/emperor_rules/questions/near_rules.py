"""The rules that a question may be about by its words, where it is not understood."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import log, sqrt
from typing import NamedTuple

from emperor_rules.questions.language import BREAK, Language, Word
from emperor_rules.questions.mentions import Mention, TeamSide
from emperor_rules.questions.patterns import Patterns
from emperor_rules.resolve.rules import ClauseInForce, ResolvedText, memoized_per_text

#: So many rules are named.
MOST_LED_TO = 4
#: What a word counts that stands in a rule, where one that is in every phrasing of what the rule decides counts 1.
WORD_OF_RULE = 0.6
#: What it counts that somebody of a role or a side is spoken of, where what is said of them counts 1.
PEOPLE = 0.6
#: How much more a rule of the text itself counts than one of a text that it includes.
OWN_TEXT = 1.3
#: How much less the words of a rule count that has more of them than others: b of BM25 (Robertson and Walker, 1994).
LENGTH = 0.1
#: A rule is named that has so much of what the nearest has; the nearest has so much at least.
NEAR_ENOUGH, LEAST_SCORE = 0.5, 3.2


class _Weighed(NamedTuple):
    """What each word counts for each clause in force, and how much each tells clauses apart."""

    by_clause: Sequence[Mapping[str, float]]
    weight: Mapping[str, float]


def near_rules(resolved: ResolvedText, patterns: Patterns, tokens: Sequence[Word]) -> list[ClauseInForce]:
    """Return the clauses that share most with a question, rare words counting more; none where little is shared.

    Args:
        resolved: The text that is asked.
        patterns: Those of the language of the question.
        tokens: The words of the question.
    """
    weighed, score = _weighed(resolved, patterns), dict[int, float]()
    words = list(dict.fromkeys(_words(tokens, patterns.language)))
    for clause, counts in zip(resolved.clauses, weighed.by_clause, strict=True):
        common = sum(weighed.weight[word] * counts[word] for word in words if word in counts)
        score[clause.index] = common * (OWN_TEXT if clause.clause.text == resolved.id else 1)
    least = max(LEAST_SCORE, NEAR_ENOUGH * max(score.values(), default=0))
    nearest = sorted(score, key=lambda index: (-score[index], index))[:MOST_LED_TO]
    return [resolved.clauses[index] for index in nearest if score[index] >= least]


@memoized_per_text
def _weighed(resolved: ResolvedText, patterns: Patterns) -> _Weighed:
    """Return what each word counts for a clause: of its own, and by its share in the phrasings of what it decides."""
    own_words, spoken = patterns.own_words, patterns.language
    asks: dict[int, dict[str, None]] = {}
    for rule in resolved.rules:
        if rule.predicate in own_words:
            asks.setdefault(rule.clause, {})[rule.predicate] = None
    by_clause: list[dict[str, float]] = []
    for clause in resolved.clauses:
        written = patterns.nouns.find(spoken.words(clause.clause.words(spoken.id, resolved.on)))
        counts = dict.fromkeys(_words(spoken.shortened(written), spoken), WORD_OF_RULE)
        for ask in asks.get(clause.index, ()):
            most = max(own_words[ask].values())
            for word, count in own_words[ask].items():
                counts[word] = max(counts.get(word, 0.0), sqrt(count / most))
        by_clause.append(counts)
    spread: dict[str, float] = {}
    for counts in by_clause:
        for word, share in counts.items():
            spread[word] = spread.get(word, 0.0) + share
    weight = {
        word: (PEOPLE if word.startswith("@") else 1) * log(1 + len(by_clause) / count)
        for word, count in spread.items()
    }
    lengths = [sum(counts.values()) for counts in by_clause]
    mean = sum(lengths) / max(len(lengths), 1)
    for counts, length in zip(by_clause, lengths, strict=True):
        less = 1 - LENGTH + LENGTH * length / mean
        counts.update({word: count / less for word, count in counts.items()})
    return _Weighed(by_clause, weight)


def _words(tokens: Sequence[Word], spoken: Language) -> Iterator[str]:
    """Yield what words tell of a rule: those that are read, but for what opens a clause, and of people their roles."""
    for value, _ in tokens:
        if isinstance(value, Mention):
            yield from (f"@{role}" for role in value.roles)
            if value.side is not TeamSide.ANY:
                yield f"@{TeamSide.OWN if value.side is TeamSide.OWN else TeamSide.FOREIGN}"
            if value.team:
                yield "@"
        elif value != BREAK and len(value) > 1 and not value.isdigit() and value not in spoken.opens:
            yield value
