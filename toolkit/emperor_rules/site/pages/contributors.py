"""For contributors: the language as its grammar and its vocabulary have it, every check, and how to add a variant."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from emperor_rules.diagnostics import CODES
from emperor_rules.draw.templating import LANGUAGES
from emperor_rules.model.vocabulary import GivenFact, Option, Predicate, Role, Sort, Words
from emperor_rules.resources import grammar_path, site_folder
from emperor_rules.site.context import SiteContext, file_name, remarks
from emperor_rules.site.page import Link, Page, href
from emperor_rules.site.permalinks import question_page, slugify

LANGUAGE, CHECKS, ADDING = (f"contributing/{name}.md" for name in ("language", "checks", "adding"))
#: So many examples of a mistake are shown with its code.
MOST_EXAMPLES = 2
#: A heading in the grammar, as its comments write it.
HEADING = re.compile(r"^// --- (.*?) -+$")
#: The parts of the guide that say how to add something, by their headings.
PARTS = ("A house rule, from nothing", "How to add …")
#: A link of the guide to a place beside it, which is not on the site.
BESIDE = re.compile(r"(?<!!)\[([^\]]+)\]\((?!https?:)[^)]*\)")

#: An example of the guide, and where one stands in a translation of it.
EXAMPLE, EXAMPLE_HERE = re.compile(r"(?ms)^```.*?^```$"), "<!-- example -->"


@dataclass(frozen=True, slots=True)
class Declared:
    """A declaration: what kind of thing it is, its phrases, what else it says, and the comment above it."""

    anchor: str
    id: str
    kind: str
    phrase: Words
    details: tuple[str, ...]
    question: Link | None
    comment: str


@dataclass(frozen=True, slots=True)
class Mistake:
    """An example of a mistake: what was written, and what its writer is told."""

    snippet: str
    message: str
    help: str


def language_pages(stock: SiteContext, section: str) -> Iterator[Page]:
    """Make the pages for contributors."""
    t = stock.t
    files = [(file, _remark(stock, file), many) for file, many in _declared(stock).items()]
    content = stock.render(
        "language.md.j2",
        t["contributing_language"],
        t["contributing_language_lead"],
        files=files,
        grammar=list(_grammar()),
    )
    yield Page(LANGUAGE, content, "", t["contributing_language"], section)
    mistakes = _mistakes()
    meanings = _meanings(stock.language)
    codes = [(code, meanings[code], mistakes.get(code, [])[:MOST_EXAMPLES]) for code in CODES]
    content = stock.render("checks.md.j2", t["contributing_checks"], t["contributing_checks_lead"], codes=codes)
    yield Page(CHECKS, content, "", t["contributing_checks"], section)
    guide = guide_path()
    if guide.is_file():
        told = _told(guide.read_text(encoding="utf-8"), stock.language)
        content = stock.render(
            "adding.md.j2",
            t["contributing_adding"],
            t["contributing_adding_lead"],
            language_page=Link(href(ADDING, LANGUAGE), t["contributing_language"]),
            checks_page=Link(href(ADDING, CHECKS), t["contributing_checks"]),
        )
        yield Page(ADDING, content + "\n" + told, "", t["contributing_adding"], section)


def guide_path() -> Path:
    """Give the place of the guide for contributors, which lies in the repository; an installed toolkit has none."""
    return Path(__file__).resolve().parents[4] / "CONTRIBUTING.md"


def _part(guide: str, heading: str) -> str:
    """Give a part of the guide, one heading higher; links to places beside it become plain words."""
    _, _, rest = guide.partition(f"\n### {heading}\n")
    part = re.split(r"\n#{2,3} ", rest, maxsplit=1)[0]
    return f"## {heading}\n" + BESIDE.sub(r"\1", part) if rest else ""


def _told(guide: str, language: str) -> str:
    """Give the parts of the guide that are shown, in a language; its examples are those of the guide in any."""
    parts = "\n".join(_part(guide, heading) for heading in PARTS)
    translated = site_folder() / f"guide.{language}.md"
    if not translated.is_file():
        return parts
    examples = iter(EXAMPLE.findall(parts))
    return re.sub(re.escape(EXAMPLE_HERE), lambda _: next(examples, ""), translated.read_text(encoding="utf-8"))


def _meanings(language: str) -> Mapping[str, str]:
    """Say what each code means; the toolkit itself says it in English."""
    translated = site_folder() / f"codes.{language}.toml"
    return tomllib.loads(translated.read_text(encoding="utf-8")) if translated.is_file() else CODES


def _remark(stock: SiteContext, file: str) -> str:
    """Give the comment that opens a file."""
    openings = stock.rulebook.vocabulary.openings
    lines = next((lines for name, lines in openings.items() if file_name(name) == file), ())
    return " ".join(line.lstrip("# ") for line in lines)


def _declared(stock: SiteContext) -> dict[str, list[Declared]]:
    """Gather the declarations by file, in the order in which they stand there."""
    vocabulary = stock.rulebook.vocabulary
    every: list[Sort | Role | Predicate | GivenFact | Option] = [
        *vocabulary.sorts.values(),
        *vocabulary.roles.values(),
        *vocabulary.relations.values(),
        *vocabulary.givens.values(),
        *vocabulary.options.values(),
    ]
    found: dict[str, list[Declared]] = {}
    taken: set[str] = set()
    for one in sorted(every, key=lambda one: (one.span.file, one.span.line)):
        if isinstance(one, Predicate):
            kind, phrase, details = one.kind, one.phrase, _of_relation(one)
        elif isinstance(one, GivenFact):
            kind, phrase, details = "given", one.phrase, _of_given(one)
        elif isinstance(one, Option):
            kind, phrase, details = "option", one.names, []
        elif isinstance(one, Role):
            kind, phrase, details = "role", one.names[0], [one.letter, one.symbol]
        else:
            kind, phrase, details = "sort", one.names[0], list(one.letters)
        asked = isinstance(one, Predicate) and one.is_question
        question = Link(href(LANGUAGE, question_page(one.id)), stock.t["glossary_question"]) if asked else None
        found.setdefault(file_name(one.span.file), []).append(
            Declared(
                slugify(f"{kind}-{one.id}", taken),
                one.id,
                kind,
                phrase,
                tuple(filter(None, details)),
                question,
                remarks(one.comments)[LANGUAGES[0]],
            )
        )
    return found


def _of_relation(relation: Predicate) -> list[str]:
    details = [f"of {', '.join(letter for letter, _ in relation.params)}" if relation.params else ""]
    if relation.kind == "value":
        choices = ", ".join(word for word, _ in relation.choices)
        details.append(f"answer one of {choices}" if choices else f"answer {relation.answer}")
    details += [
        "builtin" if relation.builtin else "closed" if relation.closed else "open",
        f"drawn as {relation.drawn}" if relation.drawn else "",
        f"slot {relation.slot[0]}" if relation.slot else "",
        "essential" if relation.essential else "",
    ]
    return details


def _of_given(given: GivenFact) -> list[str]:
    choices = ", ".join(word for word, _ in given.choices)
    default = f"default {given.default}" if given.default is not None else ""
    return [f"one of {choices}" if choices else given.kind, default]


def _grammar() -> Iterator[tuple[str, str]]:
    """Part the grammar at the headings among its comments."""
    title, lines = "", list[str]()
    for line in grammar_path().read_text(encoding="utf-8").split("\n"):
        found = HEADING.match(line)
        if found:
            yield title, "\n".join(lines).strip()
            title, lines = found[1], []
        else:
            lines.append(line)
    yield title, "\n".join(lines).strip()


def _mistakes() -> dict[str, Sequence[Mistake]]:
    """Read the examples of mistakes, by code."""
    place = grammar_path().with_name("mistakes.toml")
    found: dict[str, list[Mistake]] = {}
    said: dict[str, Any] = tomllib.loads(place.read_text(encoding="utf-8")) if place.is_file() else {}
    for one in said.get("mistake", ()):
        if "code" in one:
            snippet = "".join(
                sign if sign.isprintable() or sign == "\n" else "\N{REPLACEMENT CHARACTER}" for sign in one["snippet"]
            ).strip("\n")
            found.setdefault(one["code"], []).append(Mistake(snippet, one.get("message", ""), one.get("help", "")))
    return dict(found)
