"""For contributors: the language as its grammar and its vocabulary have it, every check, and how to add a variant."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from importlib.metadata import distribution
from pathlib import Path

from emperor_rules.explanations import explanations
from emperor_rules.language.blocks import read_remarks
from emperor_rules.messages import LANGUAGES
from emperor_rules.model.vocabulary import DefinedTerm, GivenFact, Option, Predicate, Role, Sort, Words
from emperor_rules.resources import grammar_path, site_folder
from emperor_rules.site.context import SiteContext, by_key
from emperor_rules.site.page import Link, Page, href
from emperor_rules.site.permalinks import question_page, slugify
from emperor_rules.site.texts import file_name

LANGUAGE_PAGE, CHECKS_PAGE, ADDING_PAGE = (f"contributing/{name}.md" for name in ("language", "checks", "adding"))
#: So many examples of a mistake are shown with its code.
MOST_EXAMPLES = 2
#: A heading in the grammar, as its comments write it.
GRAMMAR_HEADING = re.compile(r"^// --- (.*?) -+$")
#: The parts of the guide that say how to add something, by their headings.
GUIDE_PARTS = ("A house rule, from nothing", "How to add …")
#: A link of the guide to a file beside it or to a section, which a site need not have.
BESIDE = re.compile(r"(?<!!)\[([^\]]+)\]\((?!https?:)[^)]*\)")

#: An example of the guide, and where one stands in a translation of it.
GUIDE_EXAMPLE, EXAMPLE_PLACE = re.compile(r"(?ms)^```.*?^```$"), "<!-- example -->"


def language_pages(context: SiteContext) -> Iterator[Page]:
    """Yield the pages for contributors."""
    t, openings = context.locale, context.vocabulary.openings
    remarks = {file_name(file): " ".join(line.lstrip("# ") for line in lines) for file, lines in openings.items()}
    yield context.page(
        LANGUAGE_PAGE,
        "language.md.j2",
        t["contributing_language"],
        t["contributing_language_lead"],
        t["site_contributing"],
        files=[(file, remarks.get(file, ""), declared) for file, declared in by_key(_declared(context)).items()],
        grammar=list(_grammar()),
    )
    yield context.page(
        CHECKS_PAGE,
        "checks.md.j2",
        t["contributing_checks"],
        t["contributing_checks_lead"],
        t["site_contributing"],
        codes=list(explanations(context.language).values()),
        most=MOST_EXAMPLES,
    )
    page = context.page(
        ADDING_PAGE,
        "adding.md.j2",
        t["contributing_adding"],
        t["contributing_adding_lead"],
        t["site_contributing"],
        language_page=Link(href(ADDING_PAGE, LANGUAGE_PAGE), t["contributing_language"]),
        checks_page=Link(href(ADDING_PAGE, CHECKS_PAGE), t["contributing_checks"]),
    )
    yield replace(page, content=f"{page.content}\n{guide_parts(guide(), context.language)}")


def guide() -> str:
    """Return ``CONTRIBUTING.md``, from the repository or else as the installed distribution carries it."""
    file = Path(__file__).resolve().parents[4] / "CONTRIBUTING.md"
    if file.is_file():
        return file.read_text(encoding="utf-8")
    return distribution("emperor-rules").read_text("extra_metadata/CONTRIBUTING.md") or ""


def _part(guide: str, heading: str) -> str:
    """Return a section of the guide; its links, which lead to files beside it, become plain words."""
    _, _, rest = guide.partition(f"\n## {heading}\n")
    part = rest.partition("\n## ")[0]
    return f"## {heading}\n" + BESIDE.sub(r"\1", part)


def guide_parts(guide: str, language: str) -> str:
    """Return the sections of the guide that the site shows, in a language; the examples are those of the guide."""
    parts = "\n".join(_part(guide, heading) for heading in GUIDE_PARTS)
    translated = site_folder() / f"guide.{language}.md"
    if not translated.is_file():
        return parts
    examples = iter(GUIDE_EXAMPLE.findall(parts))
    return re.sub(re.escape(EXAMPLE_PLACE), lambda _: next(examples, ""), translated.read_text(encoding="utf-8"))


Declaration = Sort | Role | Predicate | GivenFact | Option | DefinedTerm


def _declared(context: SiteContext) -> Iterator[tuple[str, Mapping[str, object]]]:
    """Yield the declarations, each with its file and the comment above it, in the order in which they stand there."""
    vocabulary = context.vocabulary
    every: list[tuple[Declaration, str, Words, Sequence[str]]] = [
        *((sort, "sort", sort.names[0], sort.letters) for sort in vocabulary.sorts.values()),
        *((role, "role", role.names[0], (role.letter, role.symbol)) for role in vocabulary.roles.values()),
        *(
            (is_question, str(is_question.kind), is_question.phrase, _of_predicate(is_question))
            for is_question in vocabulary.predicates.values()
        ),
        *((given, "given", given.phrase, _of_given(given)) for given in vocabulary.givens.values()),
        *((option, "option", option.names, ()) for option in vocabulary.options.values()),
        *((t, "term", t.names, (t.definition.get(context.language),)) for t in vocabulary.terms.values()),
    ]
    taken: set[str] = set()
    for item, kind, phrase, details in sorted(every, key=lambda entry: (entry[0].span.file, entry[0].span.line)):
        page = href(LANGUAGE_PAGE, question_page(item.id))
        is_question = isinstance(item, Predicate) and item.is_question
        yield (
            file_name(item.span.file),
            {
                "anchor": slugify(f"{kind}-{item.id}", taken),
                "id": item.id,
                "kind": kind,
                "phrase": phrase,
                "details": list(filter(None, details)),
                "question": Link(page, context.locale["glossary_question"]) if is_question else None,
                "comment": read_remarks(item.comments)[LANGUAGES[0]],
            },
        )


def _of_predicate(predicate: Predicate) -> list[str]:
    details = [f"of {', '.join(letter for letter, _ in predicate.params)}" if predicate.params else ""]
    if predicate.kind == "value":
        choices = ", ".join(word for word, _ in predicate.choices)
        details.append(f"answer one of {choices}" if choices else f"answer {predicate.answer}")
    details += [
        "builtin" if predicate.builtin else "closed" if predicate.closed else "open",
        f"drawn as {predicate.drawn}" if predicate.drawn else "",
        f"slot {predicate.slot[0]}" if predicate.slot else "",
        "essential" if predicate.essential else "",
    ]
    return details


def _of_given(given: GivenFact) -> list[str]:
    choices = ", ".join(word for word, _ in given.choices)
    default = f"default {given.default}" if given.default is not None else ""
    return [f"one of {choices}" if choices else given.kind, default]


def _grammar() -> Iterator[tuple[str, str]]:
    """Yield the parts of the grammar, each with the heading among its comments."""
    title, lines = "", list[str]()
    for line in grammar_path().read_text(encoding="utf-8").split("\n"):
        heading = GRAMMAR_HEADING.match(line)
        if heading:
            yield title, "\n".join(lines).strip()
            title, lines = heading[1], []
        else:
            lines.append(line)
    yield title, "\n".join(lines).strip()
