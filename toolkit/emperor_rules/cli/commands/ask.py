"""``emperor ask``: one question for a person, or a stream of questions for a program."""

from __future__ import annotations

import json
import sys
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from emperor_rules.cli.main import chosen_rules, rules_option

if TYPE_CHECKING:
    from emperor_rules.evaluate.engine import Engine
    from emperor_rules.model.rulebook import Rulebook

STANDARD = Path("-")


@click.command(no_args_is_help=True)
@click.argument("text", required=False)
@click.argument("question", required=False)
@click.option("--seats", metavar="SEATS", help="Seats clockwise, teams split by |: “g E g | g E g”.")
@click.option("--left", multiple=True, metavar="PLAYER", help="Who left before this turn began (repeat, or A3,B1).")
@click.option("--leaving", multiple=True, metavar="PLAYER", help="Who left during this turn.")
@click.option("--option", "options", multiple=True, metavar="NAME", help="An option that the table plays with.")
@click.option("--on", metavar="DATE", help="Answer by the wording of that day (default: the newest).")
@click.option("--given", multiple=True, metavar="KEY=VALUE", help="A fact, such as phase=combat, tapped, losing=A2,B2.")
@click.option("--lang", type=click.Choice(["en", "it"]), default="en", help="Language of the answer.")
@click.option("--why-not", is_flag=True, help="Name what would have to be otherwise.")
@click.option("--format", "shape", type=click.Choice(["full", "json"]), default="full", help="For people, or programs.")
@click.option(
    "--batch",
    type=click.Path(path_type=Path, allow_dash=True),
    metavar="FILE",
    help="Answer JSON Lines from FILE (- is standard input).",
)
@rules_option
def command(
    text: str | None,
    question: str | None,
    seats: str | None,
    left: tuple[str, ...],
    leaving: tuple[str, ...],
    options: tuple[str, ...],
    on: str | None,
    given: tuple[str, ...],
    lang: str,
    why_not: bool,
    shape: str,
    batch: Path | None,
    folder: Path | None,
) -> None:
    """Answer a QUESTION about a TEXT, with the clauses that decide.

    \b
    emperor ask my-text "is A1 next to A2?" --seats "g E g | g E g" --left A3

    Exit status: 0 answered (or silent or contradicted: those are answers too), 1 the rules have errors,
    2 the question makes no sense.
    """  # noqa: D301
    path = chosen_rules(folder)
    if batch is not None:
        if text is not None:
            raise click.UsageError("--batch takes its questions from the file, not from the command line.")
        _batch(path, batch)
        return
    if text is None or question is None:
        raise click.UsageError(
            "name a text, a question and seats, as in: emperor ask TEXT QUESTION --seats “g E g | g E g”"
        )
    rulebook = load_text(path, text)
    request = _request(
        rulebook,
        text,
        question,
        {
            "seats": seats,
            "left": split_names(left),
            "leaving": split_names(leaving),
            "options": split_names(options),
            "on": on,
        },
        given,
    )
    _answer(rulebook, request, lang, why_not, shape)


def load_text(path: Path, text: str | None) -> Rulebook:
    """Load the rules needed; errors in them end the command."""
    from emperor_rules.cli.console import show_findings
    from emperor_rules.frontend.loader import load_rulebook, text_ids, unknown_text

    if text is not None and text not in text_ids(path):
        message, help = unknown_text(text, text_ids(path))
        refuse("R702", f"{message}. {help}")
    rulebook = load_rulebook(path, only=None if text is None else [text], scenarios=False)
    if rulebook.broken:
        show_findings((d for d in rulebook.findings if d.is_error), rulebook.sources, err=True)
        sys.exit(1)
    return rulebook


def refuse(code: str, message: str) -> NoReturn:
    """Say in one line what is wrong, and end the command with 2."""
    click.echo(click.style(f"error[{code}]", fg="red", bold=True) + f": {message}", err=True)
    sys.exit(2)


def split_names(many: tuple[str, ...]) -> list[str]:
    """Give the names of an option that may be repeated and may hold several."""
    return [part for value in many for part in value.replace(",", " ").split()]


def _request(
    rulebook: Rulebook, text: str, question: str, fields: dict[str, Any], given: tuple[str, ...]
) -> dict[str, Any]:
    """Put a request together; what cannot be understood ends the command."""
    from emperor_rules.evaluate.question_parser import read_question
    from emperor_rules.evaluate.request import RequestError

    try:
        query = read_question(question, rulebook.vocabulary)
    except RequestError as wrong:
        refuse("R701", str(wrong))
    if fields["seats"] is None:
        refuse("R703", "the question needs seats: add --seats “g E g | g E g”")
    told = dict(query.given)
    for fact in given:
        key, _, value = fact.partition("=")
        told[key.strip()] = _told(rulebook, key.strip(), value.strip())
    request: dict[str, Any] = {"text": text, "ask": query.ask, "of": list(query.of)}
    request.update({key: value for key, value in fields.items() if value})
    if told:
        request["given"] = told
    return request


def _told(rulebook: Rulebook, key: str, value: str) -> object:
    """Read a given fact as typed, by the kind that the vocabulary gives it."""
    given = rulebook.vocabulary.givens.get(key)
    if given is None:
        return value
    if given.kind == "flag":
        return {"": True, "yes": True, "true": True, "no": False, "false": False}.get(value.lower(), value)
    if given.kind == "number":
        return int(value) if value.isdecimal() and len(value) <= 18 else value
    return split_names((value,)) if given.kind == "players" else value


def _answer(rulebook: Rulebook, request: dict[str, Any], lang: str, why_not: bool, shape: str) -> None:
    from emperor_rules.evaluate.engine import Engine

    engine = Engine(rulebook)
    answer = engine.ask(request)
    errors = [d for d in engine.findings if d.is_error]
    if errors:
        from emperor_rules.cli.console import show_findings

        show_findings(errors, rulebook.sources, err=True)
        sys.exit(1)
    if shape == "json":
        click.echo(json.dumps(answer.as_json(request.get("id")), ensure_ascii=False))
        sys.exit(2 if answer.status == "invalid" else 0)
    if answer.status == "invalid":
        refuse("R704", answer.message or "the question makes no sense here")
    from emperor_rules.cli.output.answers import show_answer, show_otherwise

    show_answer(engine, request, answer, lang)
    if why_not:
        show_otherwise(engine, request, lang)


def _batch(path: Path, file: Path) -> None:
    """Answer JSON Lines; each line alone decides about itself."""
    from emperor_rules.evaluate.engine import Engine

    try:
        stream = sys.stdin.buffer if file == STANDARD else file.open("rb")
    except OSError as error:
        refuse("R101", f"the file {file} cannot be read: {(error.strerror or 'refused').lower()}")
    engine = Engine(load_text(path, None))
    out = sys.stdout
    flush = file == STANDARD
    with stream:
        for line in stream:
            if not line.strip():
                continue
            out.write(answer_line(engine, line) + "\n")
            if flush:
                out.flush()
    out.flush()


def answer_line(engine: Engine, line: bytes | str) -> str:
    """Answer one line of a batch: JSON in, JSON out, never an exception."""
    from emperor_rules.evaluate.engine import Answer

    try:
        request = json.loads(line, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        reason = error.msg if isinstance(error, json.JSONDecodeError) else "not UTF-8 text, or nested too deeply"
        return _dump(Answer("invalid", message=f"the line is no JSON: {reason}").as_json(None))
    id = request.get("id") if isinstance(request, dict) else None
    if isinstance(id, float) and not isfinite(id):
        id = None  # JSON has no way to write it back
    return _dump(engine.ask(request).as_json(id))


def _no_number(written: str) -> None:
    """Refuse what Python's reader takes for a number and JSON does not know."""
    raise ValueError(written)


_ENCODE = json.JSONEncoder(ensure_ascii=False, separators=(", ", ": ")).encode


def _dump(answer: dict[str, object]) -> str:
    """Write an answer as one line; half a surrogate pair, which UTF-8 lacks, stays the escape that it came as."""
    return _ENCODE(answer).encode("utf-8", "backslashreplace").decode()
