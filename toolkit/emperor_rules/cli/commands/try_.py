"""``emperor try``: a prompt at which one seats a table and asks."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

import click

import emperor_rules as er
from emperor_rules.cli.commands.ask import read_facts
from emperor_rules.cli.console import columns, quote, tell
from emperor_rules.cli.locale import answering_in, current, say, spoken
from emperor_rules.cli.options import chosen_rules, rules_option
from emperor_rules.cli.seats import usual_seats, usual_text
from emperor_rules.messages import LANGUAGES, Message, template
from emperor_rules.resources import cache_folder

#: So many lines are kept for the next time.
MOST_LINES_KEPT = 1000
#: The words that are no questions, each with what it does.
PROMPT_WORDS = {
    "seats": Message("seats"),
    "left": Message("left"),
    "leaving": Message("leaving"),
    "options": Message("options"),
    "given": Message("given"),
    "on": Message("on"),
    "text": Message("text"),
    "show": Message("show"),
    "why": Message("why-not"),
    "reset": Message("reset"),
    "help": Message("help"),
    "quit": Message("quit"),
}
PROMPT_HELP = template(
    "Type a question, or one of these:\n"
    "  {seats} g E g | g E g: the table, roles by their letters\n"
    "  {left} A3: who left before this turn; without names nobody\n"
    "  {leaving} B1: who left during it\n"
    "  {options} NAME: the options in use\n"
    "  {given} phase=combat: what else is so\n"
    "  {on} 2009-05-01: by the wording of a day; without one the newest\n"
    "  {text} NAME: the text that is asked\n"
    "  {show}: the table as it is\n"
    "  {reset}: nobody has left any more, and nothing is given\n"
    "  {why}: what would have to change for another answer to the last question\n"
    "  {quit}, or Ctrl-D"
)


@click.command()
@click.argument("text", required=False)
@click.option("--seats", metavar="SEATS", help="The table to begin with (default: a small one of the text).")
@rules_option
def command(text: str | None, seats: str | None, folder: Path | None) -> None:
    """Seat a table and ask, line by line; TEXT is the text that is asked.

    Tab completes words and questions, and the arrows bring earlier lines back. Lines may also be piped in.

    Exit status: 0 done, 1 the rules have errors, 2 usage.
    """
    rules = er.load(chosen_rules(folder), scenarios=False)
    table = PromptState(rules, rules[text].id if text is not None else usual_text(rules), seats or "")
    with _editing(table):
        for line in _lines(table):
            if not table.obey(line.strip()):
                break


@dataclass
class PromptState:
    """What the next question is asked of."""

    rules: er.Rules
    text: str
    chosen_seats: str = ""
    position: dict[str, Any] = field(default_factory=dict)
    last: er.RulesAnswers | None = None

    @property
    def seats(self) -> str:
        """The table: as it was given, else a small one of the text."""
        return self.chosen_seats or usual_seats(self.rules, self.text)

    def obey(self, line: str) -> bool:
        """Do what a line says; return whether to go on."""
        word, _, rest = line.partition(" ")
        meant = next((key for key, said in PROMPT_WORDS.items() if word.lower() in map(said.get, LANGUAGES)), None)
        try:
            if line:
                return self._do(meant, rest.strip(), line)
        except er.EmperorError as error:
            language = getattr(error, "language", "")
            with answering_in(language):
                tell("{message}", message=getattr(error, "message", str(error)), fg="red")
                quote(getattr(error, "wordings", ()))
        return True

    def _do(self, meant: str | None, rest: str, line: str) -> bool:
        names = rest.replace(",", " ").split()
        match meant:
            case "quit":
                return False
            case "help":
                words = {name: spoken(word) for name, word in PROMPT_WORDS.items()}
                click.echo(say(PROMPT_HELP, **words))
            case "seats":
                self.chosen_seats = rest or self.chosen_seats
                self.show()
            case "left" | "leaving" | "options":
                self.position[meant] = names
                self.show()
            case "given":
                self.position["given"] = read_facts(names, self.rules.rulebook.vocabulary)
                self.show()
            case "on":
                self.position["on"] = rest or None
                self.show()
            case "text":
                self.text = self.rules[rest].id
                self.show()
            case "show":
                self.show()
            case "reset":
                self.position.clear()
                self.show()
            case "why":
                ways = self.last.why_not(current()) if self.last is not None else ()
                for way in ways:
                    click.echo(f"  … {way}")
                if not ways:
                    tell("With one or two departures, options or given facts otherwise, the answer is the same.")
            case _:
                self.last = self.rules[self.text].ask_all(line, seats=self.seats, language=current(), **self.position)
                with answering_in(self.last.language):
                    click.echo(self.last.explain(current(), width=columns()))
        return True

    def show(self) -> None:
        """Print the table and what holds there."""
        rest = [f"{spoken(PROMPT_WORDS[key])} {_written(value)}" for key, value in self.position.items() if value]
        click.echo(f"{click.style(self.text, bold=True)}  {'  ·  '.join([self.seats, *rest])}")

    def completions(self) -> list[str]:
        """Return what may be typed: words, questions with names put in, texts, options and given facts."""
        from emperor_rules.api.topics import question_topics

        examples = [
            words
            for _, questions in question_topics(self.rules.engine, None, current())
            for words in questions.values()
        ]
        vocabulary = self.rules.rulebook.vocabulary
        words = [*map(spoken, PROMPT_WORDS.values())]
        text = spoken(PROMPT_WORDS["text"])
        given = spoken(PROMPT_WORDS["given"])
        return [
            *(f"{word} " for word in words),
            *(f"{text} {id}" for id in self.rules),
            *(f"{given} {key}" for key in vocabulary.givens),
            *examples,
        ]


def _written(value: object) -> str:
    if isinstance(value, dict):
        return " ".join(f"{key}={content}" for key, content in value.items())
    return " ".join(value) if isinstance(value, list) else str(value)


def _lines(table: PromptState) -> Iterator[str]:
    """Yield the lines that are typed or piped in, up to their end."""
    if sys.stdin is None or not sys.stdin.isatty():
        yield from sys.stdin or ()
        return
    table.show()
    tell("“{help}” says what can be typed.", help=spoken(PROMPT_WORDS["help"]))
    while True:
        try:
            yield input("> ")
        except EOFError:
            click.echo()
            return
        except KeyboardInterrupt:
            click.echo()


@contextmanager
def _editing(table: PromptState) -> Iterator[None]:
    """Let lines be edited, completed, and brought back from earlier runs, where the system has a library for it."""
    library: Any = None
    if sys.stdin is not None and sys.stdin.isatty():
        with suppress(ImportError):  # Windows has none
            library = import_module("readline")
    if library is None:
        yield
        return
    file = cache_folder() / "lines"
    with suppress(OSError):
        library.read_history_file(file)
    library.set_completer_delims("")
    library.set_completer(completer(table.completions()))
    library.parse_and_bind("tab: complete")
    try:
        yield
    finally:
        with suppress(OSError):
            file.parent.mkdir(parents=True, exist_ok=True)
            library.set_history_length(MOST_LINES_KEPT)
            library.write_history_file(file)


def completer(candidates: list[str]) -> Callable[[str, int], str | None]:
    """Return what completes the beginning of a line: its so-many-th candidate, or ``None`` after the last."""

    def complete(typed: str, number: int) -> str | None:
        fitting = [candidate for candidate in candidates if candidate.lower().startswith(typed.lower())]
        return fitting[number] if number < len(fitting) else None

    return complete
