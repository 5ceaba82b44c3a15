"""The rules that a question may be about by its words, where it is not understood."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import log, sqrt
from typing import NamedTuple

from emperor_rules.questions.language import BREAK, Language, Word
from emperor_rules.questions.mentions import Mention, TeamSide
from emperor_rules.questions.patterns import Patterns
from emperor_rules.resolve.rules import ClauseInForce, ResolvedText, memoized_per_text


class _Weighed(NamedTuple):
    """What each word counts for each clause in force, and how much each tells clauses apart."""

    by_clause: Sequence[Mapping[str, float]]
    weight: Mapping[str, float]


def near_rules(resolved: ResolvedText, patterns: Patterns, tokens: Sequence[Word]) -> list[ClauseInForce]:
    """Return the clauses that share most with a question, rare words counting more; none where little is shared.

    A citation is named once. What counts how much stands in the table ``near_rules`` of the language.

    Args:
        resolved: The text that is asked.
        patterns: Those of the language of the question.
        tokens: The words of the question.
    """
    weighed, score, counted = _weighed(resolved, patterns), dict[int, float](), patterns.language.table["near_rules"]
    words = list(dict.fromkeys(_words(tokens, patterns.language)))
    for clause, counts in zip(resolved.clauses, weighed.by_clause, strict=True):
        common = sum(weighed.weight[word] * counts[word] for word in words if word in counts)
        score[clause.index] = common * (counted["own_text"] if clause.clause.text == resolved.id else 1)
    least = max(counted["least"], counted["share"] * max(score.values(), default=0))
    near = sorted((index for index in score if score[index] >= least), key=lambda index: (-score[index], index))
    nearest: dict[str, ClauseInForce] = {}
    for index in near:
        nearest.setdefault(resolved.clauses[index].citation, resolved.clauses[index])
    return [*nearest.values()][: counted["most"]]


@memoized_per_text
def _weighed(resolved: ResolvedText, patterns: Patterns) -> _Weighed:
    """Return what each word counts for a clause: of its own, and by its share in the phrasings of what it decides."""
    own_words, spoken, counted = patterns.own_words, patterns.language, patterns.language.table["near_rules"]
    asks: dict[int, dict[str, None]] = {}
    for rule in resolved.rules:
        if rule.predicate in own_words:
            asks.setdefault(rule.clause, {})[rule.predicate] = None
    by_clause: list[dict[str, float]] = []
    for clause in resolved.clauses:
        written = patterns.nouns.find(spoken.words(clause.clause.words(spoken.id, resolved.on)))
        counts = dict.fromkeys(_words(spoken.shortened(written), spoken), counted["word_of_rule"])
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
        word: (counted["people"] if word.startswith("@") else 1) * log(1 + len(by_clause) / count)
        for word, count in spread.items()
    }
    lengths = [sum(counts.values()) for counts in by_clause]
    mean = sum(lengths) / max(len(lengths), 1)
    for counts, length in zip(by_clause, lengths, strict=True):
        less = 1 + counted["length"] * (length / mean - 1)
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
