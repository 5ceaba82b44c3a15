"""Fingerprints: what each clause was written against, as numbers and hashes by date, without a word of any source."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from emperor_rules.diagnostics import Diagnostic, error
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Clause, Text, in_force
from emperor_rules.official.decoding import read_copy
from emperor_rules.official.parsing import OfficialRule, parse_rules
from emperor_rules.resolve.resolver import number_on
from emperor_rules.source import Span, Unreadable

#: The data file in a folder of rules.
FILE = "fingerprints.json"
DIGITS = 16
#: Quotation marks and apostrophes differ from edition to edition; one shows “?” for them, others a broken character.
SIGNS = re.compile(r"[’‘'“”\"?`\ufffd]")
WORD = re.compile(r"[^\W_]+")
#: Numbers of other rules, which move without any change of meaning.
CITED = re.compile(r"\b\d{3}(?:\.\d+[a-z]?)?\b(?:\s*[-–—]\s*[a-z]\b)?")
DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
OLDEST = "0001-01-01"


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """What an official rule was from a day on: its number and the hash of its words."""

    since: str
    number: str
    hash: str


#: By text and by slug, oldest first.
Fingerprints = Mapping[str, Mapping[str, Sequence[Fingerprint]]]


def normalise(words: str) -> str:
    """Reduce words to what a change of meaning changes: no signs, no letter case, no numbers of other rules."""
    plain = SIGNS.sub("", unicodedata.normalize("NFKC", words).casefold())
    return " ".join(WORD.findall(CITED.sub(" ", plain)))


def fingerprint(words: str) -> str:
    """Hash normalised words."""
    return sha256(normalise(words).encode()).hexdigest()[:DIGITS]


def load_fingerprints(folder: Path) -> tuple[Fingerprints, tuple[Diagnostic, ...]]:
    """Read the fingerprints of a folder of rules; without a file there are none."""
    path = folder / FILE
    if not path.is_file():
        return {}, ()
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        return {
            text: {slug: tuple(Fingerprint(*map(str, one)) for one in many) for slug, many in clauses.items()}
            for text, clauses in data["clauses"].items()
        }, ()
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return {}, (
            error(
                "R801",
                f"the fingerprints in {path.as_posix()} cannot be read",
                Span(path.as_posix(), 1, 1, 1, 2),
                "Take the file of the repository, or make it anew as CONTRIBUTING.md says.",
            ),
        )


def fingerprints_text(found: Fingerprints) -> str:
    """Write fingerprints as text, one clause to a line."""
    texts = []
    for text, clauses in sorted(found.items()):
        lines = [
            f"   {json.dumps(slug)}: {json.dumps([[one.since, one.number, one.hash] for one in many])}"
            for slug, many in sorted(clauses.items())
        ]
        texts.append(f"  {json.dumps(text)}: {{\n" + ",\n".join(lines) + "\n  }")
    return '{\n "version": 1,\n "clauses": {\n' + ",\n".join(texts) + "\n }\n}\n"


@dataclass(frozen=True)
class Archive:
    """Official rules of many days: runs of editions of the same sections, each as (day, rules by number)."""

    runs: tuple[tuple[tuple[str, Mapping[str, OfficialRule]], ...], ...]

    @property
    def dates(self) -> tuple[str, ...]:
        """All days on which some edition begins."""
        return tuple(sorted({date for run in self.runs for date, _ in run}))

    def rule(self, number: str, on: str) -> OfficialRule | None:
        """Find the rule that bore a number on a day, in the youngest edition of that day."""
        held = [[edition for edition in run if edition[0] <= on][-1:] for run in self.runs]
        newest = sorted((one[0] for one in held if one), key=lambda edition: edition[0], reverse=True)
        return next((rules[number] for _, rules in newest if number in rules), None)


def read_archive(folders: Iterable[Path]) -> tuple[Archive, tuple[Diagnostic, ...]]:
    """Read all text files below some folders that bear a date, in their own name or in that of their folder."""
    runs: dict[Path, list[tuple[str, Mapping[str, OfficialRule]]]] = {}
    findings: list[Diagnostic] = []
    for path in sorted(path for folder in folders for path in folder.rglob("*.txt")):
        own, outer = DATE.fullmatch(path.stem), DATE.search(path.parent.name)
        if own is None and outer is None:
            continue
        source = read_copy(path)
        if isinstance(source, Unreadable):
            findings.append(unreadable(source))
            continue
        official, found = parse_rules(source)
        findings.extend(found)
        if official is not None:
            run = path.parent if own else path
            runs.setdefault(run, []).append(((own or outer).group(), official.rules))  # type: ignore[union-attr]
    return Archive(tuple(tuple(runs[run]) for run in sorted(runs))), tuple(findings)


def make_fingerprints(rulebook: Rulebook, archive: Archive) -> Fingerprints:
    """Find for each clause what the official rule of its number was, from day to day."""
    found: dict[str, dict[str, Sequence[Fingerprint]]] = {}
    for text in rulebook.texts.values():
        by_slug: dict[str, list[Fingerprint]] = {}
        for clause in text.clauses:
            for print_ in _history(text, clause, archive):
                many = by_slug.setdefault(clause.slug, [])
                if not many or (many[-1].number, many[-1].hash) != (print_.number, print_.hash):
                    many.append(print_)
        if by_slug:
            found[text.id] = {slug: tuple(many) for slug, many in by_slug.items()}
    return found


def _history(text: Text, clause: Clause, archive: Archive) -> Iterator[Fingerprint]:
    for date in _dates(text, archive):
        own = date if len(text.editions) > 1 else None
        if in_force(clause.since, clause.until, own):
            number = number_on(text, clause, own)
            rule = archive.rule(number, date)
            if rule is not None:
                yield Fingerprint(date, number, fingerprint(rule.words))


def _dates(text: Text, archive: Archive) -> Sequence[str]:
    """Give the days whose editions a text was written against: all since its first; one day if it has one wording."""
    if len(text.editions) > 1:
        return sorted({d for d in (*archive.dates, *text.editions) if d >= text.editions[0]})
    return text.editions or archive.dates[-1:]


def unreadable(source: Unreadable) -> Diagnostic:
    """Say why a file cannot be read."""
    return error("R801", f"the file {source.name} {source.reason}", help="Take the file as it was published.")
