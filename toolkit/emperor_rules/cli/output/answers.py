"""How an answer and its derivation look in a terminal."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import click

from emperor_rules.evaluate.explain import Explainer, Step, cited, steps
from emperor_rules.evaluate.verbalise import say_answer
from emperor_rules.model.texts import Text
from emperor_rules.model.vocabulary import Words

if TYPE_CHECKING:
    from emperor_rules.evaluate.engine import Answer, Engine

WORDS = {
    "because": Words("because", "perché"),
    "over": Words("yields:", "cede:"),
    "otherwise": Words("It would be otherwise if …", "Sarebbe diverso se …"),
    "then": Words("then", "allora"),
    "and": Words("and", "e"),
    "never": Words(
        "No change of one or two things in this position gives another answer.",
        "Nessun cambiamento di una o due cose in questa posizione dà un'altra risposta.",
    ),
    "met": Words("(restriction met)", "(restrizione rispettata)"),
    "since": Words("in effect since", "in vigore dal"),
    "compared": Words("read against the edition of", "confrontato con l'edizione del"),
}


def show_answer(engine: Engine, request: dict[str, Any], answer: Answer, language: str) -> None:
    """Print an answer as a sentence, then its reasons as an indented derivation."""
    prepared = engine.prepare(request)
    relation = prepared.relation
    names = _names(request, relation.params, language)
    sentence = say_answer(relation, names, answer.status, answer.answer, bool(answer.clauses), language)
    colour = {"answered": "green" if answer.answer is not False else "red"}.get(answer.status, "yellow")
    click.echo(click.style(sentence, fg=colour, bold=True))
    if answer.message:
        click.echo(f"  {answer.message}")
    explainer = Explainer(prepared, engine.asked_at_best(prepared), language)
    tree = steps(explainer.explain())
    shown = cited(tree)
    for line in _lines(tree, explainer, language, 1):
        click.echo(line)
    for citation in answer.clauses:
        if citation not in shown:
            _echo(f"  {citation}  ", citation, explainer, language)
    for citation in answer.overridden:
        _echo(f"  {WORDS['over'].get(language)} {citation}  ", citation, explainer, language)
    validity = _validity(engine.rulebook.texts[request["text"]], request.get("on"), language)
    if validity:
        click.echo(click.style(f"  {validity}", dim=True))


def _validity(text: Text, on: str | None, language: str) -> str:
    """Say since when the wording that answered holds, and with which edition the text was last compared."""
    since = max((date for date in text.editions if on is None or len(text.editions) == 1 or date <= on), default=None)
    told = [("since", since), ("compared", text.compared)]
    words = ", ".join(f"{WORDS[key].get(language)} {date}" for key, date in told if date is not None)
    return f"{text.id}: {words}" if words else ""


def _echo(lead: str, citation: str, explainer: Explainer, language: str) -> None:
    for line in _wrapped(lead, _words(explainer, citation, language), citation):
        click.echo(line)


def _names(request: dict[str, Any], params: tuple[tuple[str, str], ...], language: str) -> list[str]:
    team = "la squadra " if language == "it" else "team "
    return [team + name if sort == "team" else name for name, (_, sort) in zip(request["of"], params, strict=True)]


def _lines(tree: Iterable[Step], explainer: Explainer, language: str, depth: int) -> Iterator[str]:
    """Yield the lines of a derivation."""
    pad = "  " * depth
    for step in tree:
        note = f" {WORDS['met'].get(language)}" if step.met else ""
        yield from _wrapped(f"{pad}{step.citation}  ", _words(explainer, step.citation, language) + note, step.citation)
        for premise in step.premises:
            yield f"{pad}  {'·' if premise.known else '?'} {premise.words}"
            yield from _lines(premise.steps, explainer, language, depth + 2)


def _wrapped(lead: str, words: str, citation: str) -> Iterator[str]:
    """Yield a clause's words behind its number, wrapped to the terminal with a hanging margin."""
    width = max(50, min(shutil.get_terminal_size((100, 24)).columns, 110) - len(lead))
    lines = textwrap.wrap(words, width) or [""]
    yield lead.replace(citation, click.style(citation, fg="cyan"), 1) + lines[0]
    for line in lines[1:]:
        yield " " * len(lead) + line


def _words(explainer: Explainer, citation: str, language: str) -> str:
    clause = next(c.clause for c in explainer.resolved.clauses if c.citation == citation)
    words = clause.words(language, explainer.resolved.on) or clause.words("en")
    return words


def show_otherwise(engine: Engine, request: dict[str, Any], language: str) -> None:
    """Print the nearest positions in which the answer differs."""
    from emperor_rules.evaluate.counterfactuals import nearest_counterfactuals

    ways = nearest_counterfactuals(engine, request)
    if not ways:
        click.echo(WORDS["never"].get(language))
        return
    click.echo(click.style(WORDS["otherwise"].get(language), bold=True))
    prepared = engine.prepare(request)
    names = _names(request, prepared.relation.params, language)
    for way in ways:
        changes = f" {WORDS['and'].get(language)} ".join(c.words.get(language) for c in way.changes)
        sentence = say_answer(prepared.relation, names, way.answer.status, way.answer.answer, True, language)
        click.echo(f"  … {changes}: {sentence[:1].lower()}{sentence[1:]}")
