"""Resolve a text on a date: gather its includes, unfold sentences into rules, bind overrides, order consequences."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, MutableMapping
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from emperor_rules.diagnostics import Diagnostic, Related, error, suggest
from emperor_rules.groups import by_key
from emperor_rules.messages import Message
from emperor_rules.model.terms import Condition, OptionOn, conjoin, negate
from emperor_rules.model.texts import Clause, Reference, Sentence, SentenceKind, Text, in_force
from emperor_rules.model.vocabulary import Vocabulary
from emperor_rules.resolve.rules import ClauseInForce, ResolvedText, Rule, Split
from emperor_rules.resolve.stratification import SignedReads, find_circles, reads_of, strongly_connected_components
from emperor_rules.semantics.verdict import Conclusion

#: What makes a text unusable: clauses that override one another, or themselves, and facts that rest on their negation.
UNUSABLE = ("R404", "R501")


class Unfolded(NamedTuple):
    """A sentence under some options, with its rules by their clause and first number, and what each of them reads."""

    sentence: Sentence
    rules: dict[tuple[int, int], tuple[Rule, ...]]
    reads: tuple[SignedReads, ...]


#: Sentences that were unfolded before, by identity and options: other dates and texts have them too, and versions of a
#: text that differ in one sentence.
UnfoldedSentences = MutableMapping[tuple[int, tuple[str, ...]], Unfolded]


def resolve(
    id: str,
    on: str | None,
    texts: Mapping[str, Text],
    vocabulary: Vocabulary,
    unfolded: UnfoldedSentences | None = None,
) -> tuple[ResolvedText | None, tuple[Diagnostic, ...]]:
    """Resolve text ``id`` on a date (``None``: the newest wording of each text).

    Sentences that ``unfolded`` has are not unfolded again; the others are added to it. It serves one vocabulary.

    Returns ``None`` with diagnostics when the text does not exist or includes itself in a circle.
    """
    unfolded = {} if unfolded is None else unfolded
    if id not in texts:
        return None, ()
    gathered, findings = _gather(id, on, texts)
    if any(finding.code == "R403" for finding in findings):
        return None, tuple(findings)
    dates = {name: date if len(text.editions) > 1 else None for name, (text, date, _) in gathered.items()}
    clauses: list[ClauseInForce] = []
    for name in sorted(gathered):
        text, date = gathered[name][0], dates[name]
        for clause in text.clauses:
            if in_force(clause.since, clause.until, date):
                clauses.append(ClauseInForce(len(clauses), clause, number_on(text, clause, date)))
    rules: list[Rule] = []
    reads: list[SignedReads] = []
    principle: int | None = None
    for standing in clauses:
        for sentence in standing.clause.sentences:
            if not in_force(sentence.since, sentence.until, dates[standing.clause.text]):
                continue
            if sentence.kind is SentenceKind.PRINCIPLE:
                principle = standing.index if principle is None else principle
            else:
                options = gathered[standing.clause.text][2]
                own, read = _rules_of(sentence, options, standing.index, len(rules), vocabulary, unfolded)
                rules.extend(own)
                reads.extend(read)
    rules = _bind_overrides(rules, clauses, findings)
    by_predicate = by_key((rule.predicate, rule.number) for rule in rules)
    circles, unstratified = find_circles(zip(rules, reads, strict=True), vocabulary)
    for predicate, numbers in unstratified:
        rule = rules[numbers[0]]
        clause, phrase = clauses[rule.clause].clause, vocabulary.predicates[predicate].phrase.en
        message = Message(
            "in {text}, “{phrase}” depends on its own negation, by clause {clause}",
            text=id,
            phrase=phrase,
            clause=clause.id,
        )
        help = Message("Let consequences run one way: what takes away must not follow from what it takes away.")
        span = rule.sentence.span if rule.sentence is not None else clause.span
        findings.append(error("R501", message, span, help, text=clause.text, clause=clause.number))
    standing_texts = [gathered[name][0] for name in sorted(gathered)]
    every_option = frozenset(option for text in standing_texts for option in text.options)
    return ResolvedText(
        texts[id],
        on,
        vocabulary,
        tuple(standing_texts),
        tuple(clauses),
        tuple(rules),
        {name: tuple(numbers) for name, numbers in by_predicate.items()},
        principle,
        every_option,
        _widest(group for text in standing_texts for group in text.alternatives),
        tuple(option for text in standing_texts for option in text.usual),
        circles,
    ), tuple(findings)


def _widest(groups: Iterable[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    """Return groups of options without those that lie within another: that says more."""
    distinct = tuple(dict.fromkeys(groups))
    return tuple(group for group in distinct if not any(set(group) < set(other) for other in distinct))


def is_stratified_at_all_times(id: str, texts: Mapping[str, Text], vocabulary: Vocabulary) -> bool:
    """Return whether a text is stratified on every day because it were so with the sentences of all days together."""
    rules: list[Rule] = []
    overriding: list[int] = []
    for text, _, options in _gather(id, None, texts)[0].values():
        for clause in text.clauses:
            first = len(rules)
            for sentence in clause.sentences:
                if sentence.kind is not SentenceKind.PRINCIPLE:
                    rules.extend(unfold(under_options(sentence, options), 0, vocabulary, len(rules)))
            overriding += range(first, len(rules)) if clause.overrides else ()
    return not find_circles(((rule, reads_of(rule)) for rule in rules), vocabulary, frozenset(overriding))[1]


def change_dates(id: str, texts: Mapping[str, Text]) -> tuple[str, ...]:
    """Return every date since its first wording on which a text, or one that it includes, changes, in order."""
    gathered = _gather(id, None, texts)[0].values()
    days = {day for text, _, _ in gathered if len(text.editions) > 1 for day in text.dates()}
    return tuple(sorted(filter(texts[id].worded, days)))


def dates_of(id: str, on: str | None, texts: Mapping[str, Text]) -> Mapping[str, str | None]:
    """Return the date on which a text, asked for on a date, takes in each of its includes, and itself."""
    return {name: date for name, (_, date, _) in _gather(id, on, texts)[0].items()}


def _gather(
    id: str, on: str | None, texts: Mapping[str, Text]
) -> tuple[dict[str, tuple[Text, str | None, tuple[str, ...]]], list[Diagnostic]]:
    """Return a text and what it includes, each once, and what is wrong there.

    Each comes with the date on which it is taken, and the options under which it counts.
    """
    gathered: dict[str, tuple[Text, str | None, tuple[str, ...]]] = {}
    findings: list[Diagnostic] = []

    def gather(id: str, on: str | None, path: tuple[str, ...], under: tuple[str, ...]) -> None:
        if id in gathered:
            return
        gathered[id] = texts[id], on, under
        path = (*path, id)
        for inclusion in texts[id].includes:
            if inclusion.text in path:
                circle = " → ".join((*path, inclusion.text))
                message = Message("{text} includes itself, by way of {names}", text=inclusion.text, names=circle)
                out = Message("Take one of these out of the circle.")
                findings.append(error("R403", message, inclusion.span, out, text=id))
            elif inclusion.text not in texts:
                message = Message("{text} includes {included}, which does not exist", text=id, included=inclusion.text)
                help = suggest(inclusion.text, texts, Message("Texts: {texts}.", texts=", ".join(sorted(texts))))
                findings.append(error("R402", message, inclusion.span, help, text=id))
            else:
                option = () if inclusion.option is None else (inclusion.option,)
                gather(inclusion.text, inclusion.at or on, path, (*under, *option))

    gather(id, on, (), ())
    return gathered, findings


def number_on(text: Text, clause: Clause, on: str | None) -> str:
    """Return the number that a clause bore on a date, by its own list or its text's renumberings."""
    if clause.numbers:
        own = [number for number, since in clause.numbers if on is None or since <= on]
        return own[-1] if own else clause.numbers[0][0]
    if not text.numbered or on is None:
        return clause.number
    newest = text.numbered[-1][0]
    earlier = [number for number, since in text.numbered if since <= on]
    then = earlier[-1] if earlier else text.numbered[0][0]
    if clause.number == newest or clause.number.startswith(newest + "."):
        return then + clause.number[len(newest) :]
    return clause.number


def under_options(sentence: Sentence, options: Iterable[str]) -> Sentence:
    """Return a sentence as it counts where some options are in use."""
    when = conjoin(*map(OptionOn, options), sentence.guards.when)
    return sentence if when is sentence.guards.when else replace(sentence, guards=replace(sentence.guards, when=when))


def _rules_of(
    sentence: Sentence,
    options: tuple[str, ...],
    clause: int,
    first: int,
    vocabulary: Vocabulary,
    unfolded: UnfoldedSentences,
) -> tuple[tuple[Rule, ...], tuple[SignedReads, ...]]:
    """Return the rules of a sentence under some options, numbered from ``first``, and what each reads."""
    entry = unfolded.get((id(sentence), options))
    if entry is None:
        rules = tuple(unfold(under_options(sentence, options), clause, vocabulary, first))
        entry = Unfolded(sentence, {(clause, first): rules}, tuple(map(reads_of, rules)))
        unfolded[id(sentence), options] = entry
    elif (clause, first) not in entry.rules:
        entry.rules[clause, first] = tuple(unfold(under_options(sentence, options), clause, vocabulary, first))
    return entry.rules[clause, first], entry.reads


def unfold(sentence: Sentence, clause: int, vocabulary: Vocabulary, first: int = 0) -> Iterable[Rule]:
    """Return the rules of one sentence (*only*, *exactly* and restrictions give two each), numbered from ``first``."""
    predicate = vocabulary.predicates[sentence.predicate]
    numbers = itertools.count(first)
    guards = sentence.guards
    test = guards.only if guards.only is not None else guards.exactly
    base = guards.when if guards.unless is None else conjoin(guards.when, negate(guards.unless))
    parts = sentence.expression, sentence.part, sentence.place, sentence.place_key

    def rule(kind: Conclusion, guard: Condition, defeasible: bool = False) -> Rule:
        prohibits = kind is Conclusion.NO and (predicate.is_permission or sentence.prohibits)
        head = Rule(next(numbers), predicate.id, sentence.letters, kind, guard, clause, defeasible, *parts)
        return replace(head, sentence=sentence, prohibits=prohibits)

    def branch(kind: Conclusion, split: Split, holds: bool, defeasible: bool = False) -> Rule:
        return replace(rule(kind, split.guard(holds), defeasible), split=split, where_test_holds=holds)

    if sentence.kind is SentenceKind.OPEN:
        yield rule(Conclusion.OPEN, base)
    elif sentence.kind is SentenceKind.VALUE:
        yield rule(Conclusion.VALUE, base)
    elif not sentence.positive and guards.unless is not None:
        restriction = Split(guards.when, guards.unless)
        yield branch(Conclusion.NO, restriction, False)
        yield branch(Conclusion.MET, restriction, True)
    elif not sentence.positive:
        yield rule(Conclusion.NO, base)
    elif test is not None:
        split, defeasible = Split(base, test), guards.only is not None
        if predicate.is_permission or not defeasible:
            yield branch(Conclusion.YES, split, True, defeasible)
        yield branch(Conclusion.NO, split, False)
    else:
        yield rule(Conclusion.YES, base)


def clauses_by_name(clauses: Iterable[ClauseInForce]) -> Mapping[tuple[str, str], ClauseInForce]:
    """Map text and number to the clause in force that they mean: by today's number, else by that of the day."""
    clauses = tuple(clauses)
    standing_last = sorted(clauses, key=lambda c: c.clause.until is None)
    by_name = {(c.clause.text, c.clause.number): c for c in standing_last}
    by_name.update({(c.clause.text, c.number): c for c in clauses if (c.clause.text, c.number) not in by_name})
    return by_name


def _bind_overrides(rules: list[Rule], clauses: list[ClauseInForce], findings: list[Diagnostic]) -> list[Rule]:
    """Return the rules with the numbers of their overriders: rules of the same predicate before which they yield."""
    by_name = clauses_by_name(clauses)
    edges: dict[int, list[tuple[int, Reference]]] = {}
    for standing in clauses:
        for reference in standing.clause.overrides:
            target = by_name.get((reference.text, reference.number or ""))
            if target is not None:
                edges.setdefault(target.index, []).append((standing.index, reference))
    _report_circle(edges, clauses, findings)
    concluding = by_key(((rule.clause, rule.predicate), rule.number) for rule in rules if rule.kind != Conclusion.MET)
    bound = []
    for rule in rules:
        before = [
            number
            for overrider, reference in edges.get(rule.clause, ())
            if reference.part is None or reference.part == rule.part
            for number in concluding.get((overrider, rule.predicate), ())
        ]
        bound.append(replace(rule, overriders=tuple(before)) if before else rule)
    return bound


def _report_circle(
    edges: Mapping[int, list[tuple[int, Reference]]], clauses: list[ClauseInForce], findings: list[Diagnostic]
) -> None:
    """Report each group of clauses that override one another, by the shortest circle through its first clause."""
    graph = {at: dict.fromkeys(overrider for overrider, _ in incoming) for at, incoming in sorted(edges.items())}
    for group in strongly_connected_components(graph):
        first = group[0]
        if len(group) == 1 and first not in graph.get(first, ()):
            continue
        circle = _shortest_circle(first, graph)[::-1]  # each overrides the next
        reference = next(reference for overrider, reference in edges[circle[1]] if overrider == first)
        message = Message("clause {clause} overrides itself", clause=clauses[first].citation)
        help = Message("Delete this from its head.")
        if len(circle) > 2:
            names = " → ".join(clauses[n].citation for n in circle)
            message = Message("clauses override each other in a circle: {names}", names=names)
            help = Message("Let one of them yield for good.")
        clause = clauses[first].clause
        others = []
        for one, other in pairwise(circle[1:]):
            standing = clauses[one]
            span = next(back.span for overrider, back in edges[other] if overrider == one)
            note = Message("the override by {clause}", clause=standing.citation)
            others.append(Related(span, note, standing.clause.text, standing.clause.number))
        related = tuple(others)
        circular = error("R404", message, reference.span, help, text=clause.text, clause=clause.number, related=related)
        findings.append(circular)


def _shortest_circle(start: int, graph: Mapping[int, Iterable[int]]) -> list[int]:
    """Return the shortest way from a vertex back to itself, which begins and ends with it."""
    before: dict[int, int] = {}
    reached = [start]
    for at in reached:  # grows while it is read
        for following in graph.get(at, ()):
            if following not in before:
                before[following] = at
                reached.append(following)
    way = [start, before[start]]
    while way[-1] != start:
        way.append(before[way[-1]])
    return way[::-1]
