"""For contributors: the language as its grammar and its vocabulary have it, every check, how to add a variant, Python.

The page of the Python interface is made by griffe from the docstrings and signatures of what the package exports, and
not by mkdocstrings, its plugin for MkDocs: that would put a stylesheet and a pass for cross-references on every page
for the sake of one, and leave that one unfinished where a live preview builds it alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from importlib.metadata import distribution
from pathlib import Path
from types import ModuleType
from typing import Any

import griffe
from griffe import DocstringSectionKind as Kind
from markupsafe import Markup

from emperor_rules.code_help import explanations
from emperor_rules.groups import by_key
from emperor_rules.language.blocks import read_remarks
from emperor_rules.messages import LANGUAGES
from emperor_rules.model.vocabulary import Declaration, GivenFact, Predicate, PredicateKind, Words
from emperor_rules.resources import grammar_path, site_folder
from emperor_rules.site.context import SiteContext
from emperor_rules.site.i18n import Locale
from emperor_rules.site.page import Page, SinglePage
from emperor_rules.site.permalinks import slugify
from emperor_rules.site.texts import file_name

LANGUAGE, CHECKS, ADDING = (
    SinglePage(f"contributing/{name}.md", name, title, lead, "site_contributing")
    for name, title, lead in (
        ("language", "contributing_language", "contributing_language_lead"),
        ("checks", "contributing_checks", "contributing_checks_lead"),
        ("adding", "contributing_adding", "contributing_adding_lead"),
    )
)
PYTHON = SinglePage("contributing/python.md", "python", "python_title", "python_lead", "site_contributing")
#: So many examples of a mistake are shown with its code.
MOST_EXAMPLES = 2
#: A heading in the grammar, as its comments write it.
GRAMMAR_HEADING = re.compile(r"^// --- (.*?) -+$", re.MULTILINE)
#: The parts of the guide that say how to add something, by their headings.
GUIDE_PARTS = ("A house rule, from nothing", "How to add …")
#: A link of the guide to a file beside it or to a section, which a site need not have.
BESIDE = re.compile(r"(?<!!)\[([^\]]+)\]\((?!https?:)[^)]*\)")

#: An example of the guide, and where one stands in a translation of it.
GUIDE_EXAMPLE, EXAMPLE_PLACE = re.compile(r"(?ms)^```.*?^```$"), "<!-- example -->"

#: A reference of Sphinx, such as ``:class:`Rules```, of which the name is shown.
ROLE = re.compile(r":(?:\w+:)?\w+:`[~.]?([^`]+)`")
#: The sections of a docstring that list things, each with the name of its heading.
LISTS = {
    Kind.parameters: "python_parameters",
    Kind.attributes: "python_attributes",
    Kind.returns: "python_returns",
    Kind.yields: "python_yields",
    Kind.raises: "python_raises",
}


def language_pages(context: SiteContext) -> Iterator[Page]:
    """Yield the pages for contributors."""
    openings = context.vocabulary.openings
    remarks = {file_name(file): " ".join(line.lstrip("# ") for line in lines) for file, lines in openings.items()}
    yield context.single_page(
        LANGUAGE,
        files=[(file, remarks.get(file, ""), declared) for file, declared in by_key(_declared(context)).items()],
        grammar=list(_grammar()),
    )
    codes = list(explanations(context.language).values())
    yield context.single_page(CHECKS, codes=codes, most=MOST_EXAMPLES)
    page = context.single_page(ADDING, language_page=LANGUAGE.path, checks_page=CHECKS.path)
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


def _declared(context: SiteContext) -> Iterator[tuple[str, Mapping[str, object]]]:
    """Yield the declarations, each with its file and the comment above it, in the order in which they stand there."""
    vocabulary = context.vocabulary
    every: list[tuple[Declaration, str, Words, Sequence[str]]] = [
        *((sort, "sort", sort.names[0], sort.letters) for sort in vocabulary.sorts.values()),
        *((role, "role", role.names[0], (role.letter, role.symbol)) for role in vocabulary.roles.values()),
        *((each, str(each.kind), each.phrase, _of_predicate(each)) for each in vocabulary.declared_predicates),
        *((given, "given", given.phrase, _of_given(given)) for given in vocabulary.givens.values()),
        *((option, "option", option.names, ()) for option in vocabulary.options.values()),
        *((t, "term", t.names, (t.definition.get(context.language),)) for t in vocabulary.terms.values()),
    ]
    taken: set[str] = set()
    for item, kind, phrase, details in sorted(every, key=lambda entry: (entry[0].span.file, entry[0].span.line)):
        yield (
            file_name(item.span.file),
            {
                "anchor": slugify(f"{kind}-{item.id}", taken),
                "id": item.id,
                "kind": kind,
                "phrase": phrase,
                "details": list(filter(None, details)),
                "is_question": isinstance(item, Predicate) and item.is_question,
                "comment": read_remarks(item.comments)[LANGUAGES[0]],
            },
        )


def _of_predicate(predicate: Predicate) -> list[str]:
    details = [f"of {', '.join(letter for letter, _ in predicate.parameters)}" if predicate.parameters else ""]
    if predicate.kind is PredicateKind.VALUE:
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
    kind = f"number of each {given.of}" if given.of is not None else given.kind
    return [f"one of {choices}" if choices else kind, default]


def _grammar() -> Iterator[tuple[str, str]]:
    """Yield the parts of the grammar, each with the heading among its comments."""
    parts = ["", *GRAMMAR_HEADING.split(grammar_path().read_text(encoding="utf-8"))]
    yield from ((title, rules.strip()) for title, rules in zip(parts[::2], parts[1::2], strict=True))


# --- the Python interface -----------------------------------------------------------------------------


def python_page(context: SiteContext, package: ModuleType) -> Page:
    """Return the page of what a package exports in its ``__all__``."""
    body = "\n\n".join(describe_package(package, context.locale))
    return context.single_page(PYTHON, body=Markup(body))


def describe_package(package: ModuleType, locale: Locale) -> Iterator[str]:
    """Yield the blocks of Markdown that describe a package and each name that it exports."""
    whole = _parse(package.__name__)
    yield from _docstring(whole, locale)
    modules: dict[str, griffe.Module] = {}
    taken: set[str] = set()
    for name in sorted(getattr(package, "__all__", ()), key=lambda name: (name[:1].isupper(), name)):
        home = _home(whole, package, name)
        if home is not None:
            if home not in modules:
                modules[home] = _parse(home)
            yield from _describe(modules[home][name], name, "##", locale, taken)


def _home(whole: griffe.Module, package: ModuleType, name: str) -> str | None:
    """Return the module in which a name that a package exports is defined: of a union its import alone tells it."""
    home: str | None = getattr(getattr(package, name), "__module__", None)
    member = whole.members.get(name)
    if (home is None or not home.startswith(package.__name__)) and isinstance(member, griffe.Alias):
        return member.target_path.rpartition(".")[0]
    return home


def _parse(name: str) -> griffe.Module:
    file = Path(str(import_module(name).__file__))
    code = file.read_text(encoding="utf-8")
    return griffe.visit(
        name.rpartition(".")[2],
        filepath=file,
        code=code,
        docstring_parser=griffe.Parser.google,
        docstring_options={"returns_multiple_items": False},
    )


def _describe(item: Any, name: str, heading: str, locale: Locale, taken: set[str]) -> Iterator[str]:
    """Yield the blocks of a function, a class with its public members, or a property."""
    yield f'{heading} `{name}` {{: #{slugify(name, taken)} lang="en" }}'
    if item.is_function:
        yield f"```python\n{item.signature(name=name)}\n```"
    elif item.is_attribute and item.annotation is not None:
        yield f"```python\n{name}: {item.annotation}\n```"
    yield from _docstring(item, locale)
    if item.is_class:
        if any(str(base).endswith("Enum") for base in item.bases):
            values = (member for member in item.members.values() if member.is_attribute and member.value is not None)
            yield "\n".join(f"- `{member.name}`: `{member.value}`" for member in values)
        for member in item.members.values():
            if member.has_docstring and not member.name.startswith("_") and not member.is_class:
                yield from _describe(member, f"{name}.{member.name}", "###", locale, taken)


def _docstring(item: Any, locale: Locale) -> Iterator[str]:
    for part in item.docstring.parsed if item.has_docstring else ():
        if part.kind in LISTS:
            yield f"**{locale[LISTS[part.kind]]}**"
            yield "\n".join(_entry(entry) for entry in part.value)
        elif part.kind is Kind.text:
            for paragraph in part.value.split("\n\n"):
                yield _paragraph(paragraph)
        elif part.kind is Kind.examples:
            for _, text in part.value:
                yield _paragraph(text)


def _entry(entry: Any) -> str:
    """Return a line of a list: the name, if it has one, the type, and what it is."""
    name, annotation = getattr(entry, "name", ""), entry.annotation
    words = (f"`{name}`" if name else "", f"`{annotation}`" if annotation else "")
    return f"- {': '.join(filter(None, words))} – {_plain(entry.description)}"


def _paragraph(text: str) -> str:
    """Return a paragraph, or an example as it would be typed, in Markdown."""
    return f"```pycon\n{text}\n```" if text.startswith(">>>") else f'{_plain(text)}\n{{: lang="en" }}'


def _plain(text: str) -> str:
    """Return a text of a docstring in one line of Markdown, in which names are code."""
    return " ".join(ROLE.sub(r"`\1`", text).split()).replace("<", "&lt;")
