"""``emperor ask``: one question for a person, or a stream of questions for a program."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from math import isinf
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, assert_never

import click

import emperor_rules as er
from emperor_rules import files
from emperor_rules.cli.console import columns, refuse, tell, write_bytes
from emperor_rules.cli.locale import answering_in, current, misuse, say
from emperor_rules.cli.options import chosen_rules, format_option, once_option, position_options, rules_option
from emperor_rules.cli.seats import usual_seats, usual_text
from emperor_rules.messages import Message, template
from emperor_rules.model.vocabulary import GivenKind

if TYPE_CHECKING:
    from emperor_rules.evaluate.engine import Engine
    from emperor_rules.model.scenarios import GivenValue
    from emperor_rules.model.vocabulary import Vocabulary

STANDARD = Path("-")
#: How a fact of a kind may be given; a choice is one of its own words.
EXAMPLES = {
    GivenKind.FLAG: "",
    GivenKind.NUMBER: "=2",
    GivenKind.NUMBERS: "=A:2,B:0",
    GivenKind.PLAYER: "=A2",
    GivenKind.TEAM: "=A",
    GivenKind.PLAYERS: "=A2,B2",
}
STYLES: Mapping[str, Mapping[str, Any]] = {
    "yes": {"fg": "green", "bold": True},
    "no": {"fg": "red", "bold": True},
    "open": {"fg": "yellow", "bold": True},
    "citation": {"fg": "cyan"},
    "edition": {"dim": True},
}


@click.command(no_args_is_help=True)
@click.argument("text", required=False)
@click.argument("question", required=False)
@once_option("--seats", "seats", 'Seats clockwise, teams split by |: "g E g | g E g".', "SEATS")
@position_options
@click.option("--given", multiple=True, metavar="KEY=VALUE", help="A fact, such as phase=combat, tapped, losing=A2,B2.")
@click.option("--full", is_flag=True, help="Tell every reason, and what is common knowledge.")
@click.option("--why-not", is_flag=True, help="Name what would have to be otherwise.")
@format_option()
@click.option("--as-scenario", is_flag=True, help="Print the answer as a scenario, ready to paste.")
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
    given: tuple[str, ...],
    full: bool,
    why_not: bool,
    shape: str,
    as_scenario: bool,
    batch: Path | None,
    folder: Path | None,
    **position: Any,
) -> None:
    """Answer a QUESTION about a TEXT, with the clauses that decide.

    Where a text leaves the answer open, what would decide it is told as with --why-not.

    \b
    emperor ask my-text "whose turn follows that of A2?" --seats "g E g | g E g" --left A3

    The answer is in the language of the question, unless --lang or EMPEROR_LANG chooses another.

    Exit status: 0 answered (or silent or contradicted: those are answers too), 1 the rules have errors,
    2 the question makes no sense.
    """  # noqa: D301
    path = chosen_rules(folder)
    if batch is not None:
        if text is not None:
            raise misuse("--batch takes its questions from the file, not from the command line.")
        _batch(path, batch)
        return
    if text is not None and question is None and " " in text.strip():
        rules = er.load(path, scenarios=False)
        usual = usual_text(rules)
        raise misuse(
            'name the text before the question, as in: emperor ask {text} "{question}" --seats "{seats}"',
            text=usual,
            question=re.sub(r'(["$`\\])', r"\\\1", text) if len(text) <= columns() else "…",
            seats=seats or usual_seats(rules, usual),
        )
    if text is None or question is None:
        raise misuse('name a text, a question and seats, as in: emperor ask TEXT QUESTION --seats "g E g | g E g"')
    rules = er.load(path, texts=[text])
    vocabulary = rules.rulebook.vocabulary
    try:
        facts = read_facts(given, vocabulary)
        if seats is None:
            example = usual_seats(rules, text)
            raise er.SeatingError(Message('the question needs seats: add --seats "{seats}"', seats=example))
        answer = rules[text].ask_all(question, seats=seats, given=facts, language=current(), **position)
    except er.RequestError as error:
        with answering_in(error.language):
            if shape == "full":
                if isinstance(error, er.MissingFactError):
                    lacks = vocabulary.givens[error.fact]
                    example = lacks.id + (f"={lacks.choices[0][0]}" if lacks.choices else EXAMPLES[lacks.kind])
                    words = template("{message}: add it, for example --given {example}")
                    refuse(error.code, words, message=error.message, example=example)
                quoted = error.wordings if isinstance(error, er.QuestionError) else ()
                refuse(error.code, "{message}", quoted, message=error.message)
            write_bytes(_invalid(error.message) + "\n")
        sys.exit(2)
    with answering_in(answer.language):
        from emperor_rules.api.answers import asked_requests, interpretation, restatement

        supplied = {"given": facts, **position}
        if as_scenario:
            click.echo(_scenarios(rules, answer, question), nl=False)
        elif shape == "json":
            requests = asked_requests(answer)
            document = {
                **answer.as_json(language=current()),
                "read_as": interpretation(answer, supplied, current()),
                "request": requests[0] if len(requests) == 1 else requests,
            }
            write_bytes(_dump(document) + "\n")
        else:
            read_as = restatement(answer, question, supplied, current())
            _show(answer, seats, why_not, full=full, read_as=read_as)


def _scenarios(rules: er.Rules, answer: er.RulesAnswers, question: str) -> str:
    """Return an answer as scenarios that expect it, ready to paste; of a list one for each of its answers."""
    from emperor_rules.check.witness import as_scenario

    blocks = []
    title = " ".join(question.replace('"', "'").split()).rstrip("?")
    requests: list[dict[str, Any]] = [dict(entry.request) for entry in answer.entries]
    if not requests:
        raise misuse("a list of nobody is no scenario: ask about one player.")
    for number, request in enumerate(requests, 1):
        edition = er.Edition(request["text"], request.get("on"))
        witness: Any = {key: value for key, value in request.items() if key not in ("text", "id", "on")}
        name = title if len(requests) == 1 else f"{title} ({number})"
        blocks.append(as_scenario(witness, {edition: rules.engine.ask(request)}, rules.rulebook.vocabulary, name))
    return "\n".join(blocks)


def read_facts(written: Iterable[str], vocabulary: Vocabulary) -> dict[str, GivenValue]:
    """Parse given facts as typed; the names of one that lists players may be spread over several.

    Raises:
        er.RequestError: If one of another kind is given twice, and differently.
    """
    facts: dict[str, GivenValue] = {}
    for key, value in (read_fact(fact, vocabulary) for fact in written):
        before = facts.setdefault(key, value)
        if isinstance(before, list) and isinstance(value, list):
            facts[key] = list(dict.fromkeys(before + value))
        elif before != value:
            words = Message("“{key}” is given twice, and differently: give one value", key=key)
            raise er.RequestError(words, "given")
    return facts


def read_fact(written: str, vocabulary: Vocabulary) -> tuple[str, GivenValue]:
    """Parse a given fact as typed, by its kind in the vocabulary; a wrong value is left for the engine to refuse."""
    key, _, value = (part.strip() for part in written.partition("="))
    fact = vocabulary.givens.get(key)
    if fact is None:
        return key, value
    match fact.kind:
        case GivenKind.FLAG:
            return key, {"": True, "yes": True, "true": True, "no": False, "false": False}.get(value.lower(), value)
        case GivenKind.NUMBER:
            return key, int(value) if value.isdecimal() and len(value) <= 18 else value
        case GivenKind.NUMBERS:
            pairs = (pair.partition(":") for pair in value.replace(",", " ").split())
            numbers: Any = {who: int(n) if n.isdecimal() and len(n) <= 18 else n for who, _, n in pairs}
            return key, numbers
        case GivenKind.PLAYERS:
            return key, value.replace(",", " ").split()
        case GivenKind.PLAYER | GivenKind.TEAM | GivenKind.CHOICE:
            return key, value
    assert_never(fact.kind)


def _show(answer: er.RulesAnswers, seats: str, why_not: bool, *, full: bool, read_as: str) -> None:
    def style(words: str, part: str) -> str:
        return click.style(words, **STYLES[part])

    asked_at = next((entry.request["seats"] for entry in answer), seats)
    if asked_at != seats:
        tell("at the table {seats}", seats=asked_at)
    if read_as:
        click.secho(read_as, **STYLES["edition"])
    click.echo(answer.explain(current(), width=columns(), style=style, full=full))
    is_silent = len(answer) == 1 and all(entry.status is er.Status.SILENT for entry in answer)
    if not why_not and not is_silent:  # an option may decide what the text leaves open or says nothing of
        return
    alternatives = answer.why_not(current())
    if alternatives:
        heading = say("It would be otherwise if …")
        click.echo("\n".join([click.style(heading, bold=True), *(f"  … {other}" for other in alternatives)]))
    elif why_not:
        tell("With one or two departures, options or given facts otherwise, the answer is the same.")


def _batch(path: Path, file: Path) -> None:
    """Answer JSON Lines; a mistake in a line changes no other answer."""
    if file == STANDARD and sys.stdin is None:
        refuse("R101", "the standard input is closed: name a file of questions, or send them in")
    try:
        stream = sys.stdin.buffer if file == STANDARD else file.open("rb")
    except OSError as error:
        refuse("R101", "the file {file} cannot be read: {reason}", file=file, reason=files.reason(error))
    with stream:
        engine = er.load(path, scenarios=False).engine
        for line in _lines(stream, file):
            if line.strip():
                sys.stdout.buffer.write(answer_line(engine, line).encode() + b"\n")
                if file == STANDARD:
                    sys.stdout.buffer.flush()
    sys.stdout.flush()


def _lines(stream: BinaryIO, file: Path) -> Iterator[bytes | str]:
    """Yield the lines of a file as they come; an error of the system while reading is reported."""
    try:
        first = stream.readline()
        encoding = json.detect_encoding(first[:4])
        if encoding.startswith(("utf-16", "utf-32")):  # its lines do not end where a byte looks like a line feed
            yield from (first + stream.read()).decode(encoding, "replace").split("\n")
        else:
            yield first
            yield from stream
    except OSError as error:
        refuse("R101", "the file {file} cannot be read: {reason}", file=file, reason=files.reason(error))


def answer_line(engine: Engine, line: bytes | str) -> str:
    """Answer one line of a batch: JSON in, JSON out, never an exception."""
    try:
        request = _read(line if isinstance(line, str) else line.decode(json.detect_encoding(line), "surrogatepass"))
    except json.JSONDecodeError as error:
        return _invalid(Message("the line is no JSON from sign {number} on", number=error.pos + 1))
    except (UnicodeDecodeError, RecursionError):
        return _invalid(Message("the line is no JSON: not UTF-8 text, or nested too deeply"))
    except _NoRequest as error:
        return _invalid(error.message)
    except ValueError:
        return _invalid(Message("the line holds a number of too many digits: write it as a string"))
    id = request.get("id") if isinstance(request, dict) else None
    answer = engine.ask(request)
    try:
        return _dump(answer.as_json(id, current()))
    except ValueError:  # a number in it is too large for this Python: JSON has no way to write it back
        return _dump(answer.as_json(None, current()))


def _invalid(message: str) -> str:
    from emperor_rules.evaluate.engine import Answer, Status

    return _dump(Answer(Status.INVALID, message=message).as_json(None, current()))


class _NoRequest(ValueError):
    """What Python's reader takes and JSON does not know, or does not mean."""

    def __init__(self, message: Message) -> None:
        super().__init__()
        self.message = message


def _refuse_constant(written: str) -> None:
    raise _NoRequest(Message("the line is no JSON, which has no number “{name}”: leave it out", name=written))


def _number(written: str) -> float:
    number = float(written)
    if isinf(number):
        raise _NoRequest(Message("the line holds a number that is too large: write it as a string"))
    return number


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        twice = next(key for n, (key, _) in enumerate(pairs) if key in dict(pairs[:n]))
        raise _NoRequest(Message("the line has the key “{key}” twice: leave one of them out", key=twice[:40]))
    return values


#: Made once: `json.loads` makes one for every line.
_READER = json.JSONDecoder(parse_constant=_refuse_constant, parse_float=_number)
_EXACT_READER = json.JSONDecoder(parse_constant=_refuse_constant, parse_float=_number, object_pairs_hook=_object)


def _read(line: str) -> Any:
    """Read a line; a key that stands twice is refused."""
    request = _READER.decode(line)
    if type(request) is dict:
        keys = len(request) + sum(len(value) for value in request.values() if type(value) is dict)
        if line.count(":") == keys:  # each has its own: looking at every object costs half as much again
            return request
    return _EXACT_READER.decode(line)


_ENCODE = json.JSONEncoder(ensure_ascii=False, separators=(", ", ": "), allow_nan=False).encode


def _dump(answer: dict[str, object]) -> str:
    """Return an answer as one line; half a surrogate pair, which UTF-8 cannot encode, is written as its escape."""
    return _ENCODE(answer).encode("utf-8", "backslashreplace").decode()
