"""An answer and its derivation as text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from emperor_rules.evaluate.explain import Explainer
from emperor_rules.evaluate.proof_steps import Step, cited, steps
from emperor_rules.evaluate.verbalise import say_answer, say_given
from emperor_rules.messages import in_language
from emperor_rules.model.vocabulary import Words

if TYPE_CHECKING:
    from emperor_rules.api.answers import Style
    from emperor_rules.evaluate.context import QueryContext
    from emperor_rules.evaluate.engine import Answer, BoundQuery
    from emperor_rules.model.requests import Request
    from emperor_rules.resolve.rules import ResolvedText

YIELDS = Words("yields:", "cede:")
IGNORED = Words(
    "not considered, as no clause here looks at it:", "non considerato, perché nessuna clausola qui lo guarda:"
)
MET = Words("(restriction met)", "(restrizione rispettata)")
TEAM = Words("team ", "la squadra ")
AND = Words(" and ", " e ")
SINCE = Words("in effect since", "in vigore dal")
COMPARED = Words("read against the edition of", "confrontato con l'edizione del")
#: No clause is set in fewer columns, however far it is indented.
NARROWEST = 50


def sentence(query: BoundQuery, of: Sequence[str], answer: Answer, language: str) -> str:
    """Return an answer as one sentence; ``of`` are the names of those that are asked about."""
    sorts = [sort for _, sort in query.predicate.params]
    names = [TEAM.get(language) + name if sort == "team" else name for name, sort in zip(of, sorts, strict=True)]
    return say_answer(query.predicate, names, answer.status, answer.answer, bool(answer.clauses), language)


def explanation_lines(
    query: BoundQuery, asked: QueryContext, request: Request, answer: Answer, language: str, width: int, style: Style
) -> Iterator[str]:
    """Yield the answer, its derivation, and the clauses cited or overridden that the derivation does not name."""
    part = ("no" if answer.answer is False else "yes") if answer.status == "answered" else "open"
    yield style(sentence(query, request["of"], answer, language), part)
    if answer.message:
        yield f"  {in_language(answer.message, language)}"
    if answer.ignored:
        vocabulary = query.program.resolved.vocabulary
        facts = (say_given(vocabulary, key, request["given"][key], language) for key in answer.ignored)
        yield f"  {IGNORED.get(language)} {'; '.join(facts)}"
    page = _Page(query.program.resolved, language, width, style)
    tree = steps(Explainer(query, asked, language).explain())
    yield from page.derivation(tree, 1)
    named = cited(tree)
    for citation in answer.clauses:
        if citation not in named:
            yield from page.clause("  ", citation)
    for citation in answer.overridden:
        yield from page.clause(f"  {YIELDS.get(language)} ", citation)
    validity = _validity(query.program.resolved, language)
    if validity:
        yield style(f"  {validity}", "edition")


def _validity(resolved: ResolvedText, language: str) -> str:
    """Return since when the wording that answers holds, and with which edition the text was last compared."""
    text, on = resolved.text, resolved.on
    since = max((date for date in text.editions if on is None or len(text.editions) == 1 or date <= on), default=None)
    dates = ((SINCE, since), (COMPARED, text.compared))
    words = ", ".join(f"{what.get(language)} {date}" for what, date in dates if date is not None)
    return f"{text.id}: {words}" if words else ""


class _Page:
    """Wraps clauses to a width."""

    def __init__(self, text: ResolvedText, language: str, width: int, style: Style) -> None:
        self.records = {clause.citation: clause.clause for clause in text.clauses}
        self.on, self.language, self.width, self.style = text.on, language, width, style

    def derivation(self, tree: Iterable[Step], depth: int) -> Iterator[str]:
        """Yield each clause with what it rests on below it, two columns further in."""
        margin = "  " * depth
        for step in tree:
            yield from self.clause(margin, step.citation, f" {MET.get(self.language)}" if step.met else "")
            for premise in step.premises:
                yield f"{margin}  {'·' if premise.known else '?'} {premise.words}"
                yield from self.derivation(premise.steps, depth + 2)

    def clause(self, lead: str, citation: str, note: str = "") -> Iterator[str]:
        """Yield a clause's words behind its citation, with a hanging margin."""
        record = self.records[citation]
        words = (record.words(self.language, self.on) or record.words("en")) + note
        margin = len(f"{lead}{citation}  ")
        first, *continuation = textwrap.wrap(words, max(NARROWEST, self.width - margin)) or [""]
        yield f"{lead}{self.style(citation, 'citation')}  {first}"
        for line in continuation:
            yield " " * margin + line
