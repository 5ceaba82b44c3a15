"""An answer and its derivation as text."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date as calendar_date
from datetime import timedelta
from typing import TYPE_CHECKING

from emperor_rules.evaluate import verbalise
from emperor_rules.evaluate.answers import NOT_ARISING, decided_elsewhere
from emperor_rules.evaluate.derivation import Step, derivation
from emperor_rules.evaluate.explain import Explainer
from emperor_rules.language.sentences import fitted
from emperor_rules.messages import Bilingual, Message, in_language, say_day
from emperor_rules.model.scenarios import Status
from emperor_rules.model.vocabulary import Words

if TYPE_CHECKING:
    from emperor_rules.evaluate.engine import Answer, Engine
    from emperor_rules.evaluate.request import BoundQuery
    from emperor_rules.model.scenarios import GivenValue
    from emperor_rules.resolve.rules import ResolvedText

#: Marks a stretch of an explanation: called with its words and with ``yes``, ``no``, ``open`` (of the answer itself),
#: ``citation`` or ``edition``.
Style = Callable[[str, str], str]

YIELDS = Message("yields:")
IGNORED = Message("not considered, as no clause here looks at it:")
RESTRICTION_MET = Message("(restriction met)")
MISSED = Message("(does not apply)")
ALSO_MET = Message("restrictions met:")
INAPPLICABLE = Message("none of these applies:")
ALONE = Message("this alone makes it so, without a clause:")
NEITHER = Message("nor does any of these apply:")
ALSO = Message("cited too:")
SINCE = Message("in effect since")
ENDED = Message("in effect {first} to {last}")
WORDED = Message("as worded on")
COMPARED = Message("read against the edition of")
#: No clause is set in fewer columns, however far it is indented.
NARROWEST_CLAUSE = 50


def sentence(query: BoundQuery, of: Sequence[str], answer: Answer, language: str, *, contradicted: bool = False) -> str:
    """Return the answer to a question ``of`` some names as one sentence.

    ``contradicted``: the text is silent because it contradicts itself on what the answer would rest on.
    """
    asked, table = zip(of, query.predicate.parameters, strict=True), query.position.table
    team = "{name}1" if table.is_single else f"{verbalise.TEAM_NAME.get(language)} {{name}}"
    names = [team.format(name=name) if sort == "team" and name in table.teams else name for name, (_, sort) in asked]
    why: Words | Message | None = decided_elsewhere(query.predicate)
    if contradicted:
        why = verbalise.CONTRADICTED_BELOW
    elif answer.message == NOT_ARISING:
        why = NOT_ARISING
    elif answer.clauses:
        why = verbalise.SILENT_OPEN
    return verbalise.say_answer(query.predicate, names, answer.status, answer.answer, why, language)


def reason_lines(
    engine: Engine,
    query: BoundQuery,
    answer: Answer,
    contradicted: Sequence[tuple[BoundQuery, Answer]],
    given: Mapping[str, GivenValue],
    language: str,
    width: int,
    style: Style,
    *,
    full: bool,
) -> Iterator[str]:
    """Yield what an answer rests on: its derivation, and the clauses cited or overridden that this does not name.

    ``contradicted`` are the questions whose contradictory answers leave this one undecided, and ``given`` the facts
    that the question brings along.
    """
    asked = engine.asked_at_best(query)
    if answer.message and answer.status is not Status.SILENT:  # then the sentence says it
        yield f"  {in_language(answer.message, language)}"
    resolved = query.program.resolved
    page = _Page(resolved, verbalise.FactWords(resolved.vocabulary, query.position.table, language), width, style)
    for below, sides in contradicted:
        proof = Explainer(below, asked, full=full).prove()
        yield from page.wrapped(f"  {page.words.subject(proof.root)}: {in_language(sides.message, language)}", 4)
        yield from page.steps(derivation(proof, full=full).steps, 2)
    proof_tree = derivation(Explainer(query, asked, full=full).prove(), full=full)
    if answer.status is Status.ANSWERED and not answer.clauses and proof_tree.steps:
        yield f"  {ALONE.get(language)}"
    yield from page.steps(proof_tree.steps, 1)
    named = proof_tree.cited()
    rest = tuple(citation for citation in answer.clauses if citation not in named)
    if answer.status is Status.ANSWERED:
        yield from page.names(NEITHER if proof_tree.steps else INAPPLICABLE, proof_tree.inapplicable)
        yield from page.names(ALSO_MET, proof_tree.met)
        yield from page.names(ALSO, rest)
    else:
        for citation in rest:
            yield from page.clause("  ", citation)
    for citation in answer.overridden:
        yield from page.clause(f"  {YIELDS.get(language)} ", citation)
    if answer.ignored:
        facts = (verbalise.say_given(resolved.vocabulary, key, given[key], language) for key in answer.ignored)
        yield from page.wrapped(f"  {IGNORED.get(language)} {'; '.join(facts)}", 4)
    validity = _validity(resolved, language)
    if validity:
        yield style(f"  {validity}", "edition")


def _validity(resolved: ResolvedText, language: str) -> str:
    """Return since when the wording that answers holds, and with which edition the text was last compared.

    Of a wording that has ended these are its first and its last day.
    """
    text, on = resolved.text, resolved.on
    since = max((date for date in text.editions if on is None or len(text.editions) == 1 or date <= on), default=None)
    ended = next((date for date in text.editions if since is not None and on is not None and date > since), None)
    if since is not None and ended is not None:
        last = (calendar_date.fromisoformat(ended) - timedelta(days=1)).isoformat()
        words = ENDED.get(language).format(first=say_day(since, language), last=say_day(last, language))
        return f"{text.id}: " + fitted(words, language)
    dates = ((WORDED if len(text.editions) == 1 else SINCE, since), (COMPARED, text.compared))
    words = ", ".join(f"{what.get(language)} {date}" for what, date in dates if date is not None)
    return f"{text.id}: {words}" if words else ""


class _Page:
    """Wraps clauses and facts to a width."""

    def __init__(self, text: ResolvedText, words: verbalise.FactWords, width: int, style: Style) -> None:
        self.records = {clause.citation: clause.clause for clause in text.clauses}
        self.on, self.words, self.language, self.width, self.style = text.on, words, words.language, width, style

    def steps(self, steps: Iterable[Step], depth: int) -> Iterator[str]:
        """Yield each clause with what it rests on below it, two columns further in."""
        margin = "  " * depth
        for step in steps:
            note = RESTRICTION_MET if step.met else MISSED if step.missed else None
            if step.citation:
                yield from self.clause(margin, step.citation, note, again=step.again)
            for premise in step.premises:
                sign = "·" if premise.facts.decided else "?"
                by = f" ({', '.join(premise.by)})" if premise.by else ""
                yield from self.wrapped(f"{margin}  {sign} {self.words.say(premise.facts)}{by}", len(margin) + 4)
                yield from self.steps(premise.steps, depth + 2)

    def clause(self, lead: str, citation: str, note: Bilingual | None = None, *, again: bool = False) -> Iterator[str]:
        """Yield a clause's words behind its citation, with a hanging margin; of one told before, its citation alone."""
        record = self.records[citation]
        words = "" if again else record.words(self.language, self.on) or record.words("en")
        words = " ".join(part for part in (words, note.get(self.language) if note else "") if part)
        margin = len(f"{lead}{citation}  ")
        first, *continuation = textwrap.wrap(words, max(NARROWEST_CLAUSE, self.width - margin)) or [""]
        yield f"{lead}{self.style(citation, 'citation')}  {first}".rstrip()
        for line in continuation:
            yield " " * margin + line

    def names(self, lead: Bilingual, citations: Sequence[str]) -> Iterator[str]:
        """Yield clauses by name only, if there are any."""
        if citations:
            yield from self.wrapped(f"  {lead.get(self.language)} {', '.join(citations)}", 4)

    def wrapped(self, line: str, margin: int) -> Iterator[str]:
        """Yield a line, continued with a hanging margin where it is too wide."""
        indent = line[: len(line) - len(line.lstrip())]
        yield from textwrap.wrap(
            line.strip(),
            max(NARROWEST_CLAUSE, self.width),
            initial_indent=indent,
            subsequent_indent=" " * margin,
            break_on_hyphens=False,
        )
