"""Names that become addresses and files of the site: whatever the system, each must be able to be one of its own."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from emperor_rules.diagnostics import Diagnostic, error
from emperor_rules.messages import Message
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Text
from emperor_rules.source import Span

#: A name that can be a part of an address: of clauses, whose numbers have points, and of texts and questions.
NUMBERED = re.compile(r"[A-Za-z0-9]+(?:[.-]+[A-Za-z0-9]+)*\Z")
PLAIN = re.compile(r"[A-Za-z0-9]+(?:-+[A-Za-z0-9]+)*\Z")
#: A file's name has two of them at most, and file systems allow 255 bytes.
LONGEST = 100
#: What servers and MkDocs take for the page of a folder, and what Windows takes for a device.
TAKEN = re.compile(
    r"(?:index|readme)\Z|.*\.(?:html|md)\Z|(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|\Z)", re.IGNORECASE | re.DOTALL
)


def check_addresses(rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Yield findings on texts, clauses and questions whose names can be no address, or not beside another."""
    questions = rulebook.vocabulary.questions.values()
    yield from _check([(question.id, question.span, "") for question in questions], PLAIN)
    yield from _check([(text.id, text.span, text.id) for text in rulebook.texts.values()], PLAIN)
    for text in rulebook.texts.values():
        yield from _check(list(_of_clauses(text)), NUMBERED)


def _of_clauses(text: Text) -> Iterator[tuple[str, Span, str]]:
    """Yield every slug and every number of a text's clauses, with its place."""
    for clause in text.clauses:
        for name in dict.fromkeys((clause.slug, clause.number, *(number for number, _ in clause.numbers))):
            yield name, clause.span, text.id


def _check(names: list[tuple[str, Span, str]], form: re.Pattern[str]) -> Iterator[Diagnostic]:
    """Yield findings on names that lie in one folder, each with its place and the text that it belongs to."""
    by_letters: dict[str, str] = {}
    for name, span, text in names:
        other = by_letters.setdefault(name.casefold(), name)
        if not form.match(name) or len(name) > LONGEST:
            message = Message("“{name}” can be no address of a page", name=name)
            help = Message(
                "Use the letters a to z, digits and hyphens, at most {most} signs: “{better}”.",
                most=LONGEST,
                better=_plain(name, form),
            )
        elif TAKEN.match(name):
            message = Message("“{name}” names a file or a device of its own", name=name)
            help = Message("Choose a name that says more, such as “{better}”.", better=f"{_plain(name, PLAIN)}-rule")
        elif other != name:
            message = Message("“{name}” and “{other}” differ in capitals alone", name=name, other=other)
            help = Message("Many systems keep one file for both: choose another name.")
        else:
            continue
        yield error("R410", message, span, help, text=text or None)


def _plain(name: str, form: re.Pattern[str]) -> str:
    """Return the name nearest to one that can be an address."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    kept = "A-Za-z0-9" if form is PLAIN else "A-Za-z0-9."
    return re.sub(rf"[^{kept}]+", "-", plain)[:LONGEST].strip("-.") or "name"
