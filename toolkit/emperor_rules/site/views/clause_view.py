"""A clause as pages show it: words, formal statement and references."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import starmap

from markupsafe import Markup, escape
from pygments.token import Keyword, Name, Operator, is_token_subtype

from emperor_rules.check.scenario_runner import Outcome
from emperor_rules.language.highlight import class_of
from emperor_rules.model.texts import Clause, Reference, Text, spaced
from emperor_rules.site.context import SiteContext
from emperor_rules.site.i18n import Locale
from emperor_rules.site.page import Link, href
from emperor_rules.site.permalinks import Permalinks, clause_page, former_numbers
from emperor_rules.source import Span

#: The elements of what is coloured, as short as can be, for no page has as many of anything: words of the language, and
#: what they speak of.
ELEMENTS = ((Keyword, "b"), (Operator.Word, "b"), (Name.Function, "i"), (Name.Property, "i"), (Name.Class, "i"))


@dataclass(frozen=True)
class Backlinks:
    """Who refers to a clause: those that override it, and those that send a reader to it."""

    overriding: Mapping[Span, Sequence[Clause]]
    citing: Mapping[Span, Sequence[Clause]]


def backlinks(permalinks: Permalinks) -> Backlinks:
    """Invert all references of a rulebook."""
    overriding: dict[Span, list[Clause]] = {}
    citing: dict[Span, list[Clause]] = {}
    for text in permalinks.rulebook.texts.values():
        for clause in text.clauses:
            for references, backward in ((clause.overrides, overriding), (clause.see, citing)):
                for reference in references:
                    meant = permalinks.by_number.get((reference.text, reference.number or ""))
                    if meant is not None and clause not in backward.setdefault(meant.span, []):
                        backward[meant.span].append(clause)
    return Backlinks(overriding, citing)


def clause_view(
    context: SiteContext, backward: Backlinks, path: str, text: Text, clause: Clause
) -> Mapping[str, object]:
    """Return what every page that shows a clause prints of it, for the page ``path``; ``page`` is the clause's own."""
    locale, permalinks = context.locale, context.permalinks
    wordings = [w for w in clause.wordings if w.language == locale.language]
    official = context.official.get(clause.span)
    newest = clause.words(locale.language) or (wordings[-1].words if wordings else "")
    day = official.effective if official is not None and len(text.editions) > 1 else None
    then = clause.words(locale.language, day) or newest
    label, name = clause.label(locale.language), clause.name(locale.language)
    former = dict.fromkeys(number for number, _ in former_numbers(text, clause) if number != clause.number)
    return {
        "number": label,
        "name": "" if label == name else name,
        "anchor": permalinks.anchors[clause.span],
        "anchors": permalinks.others[clause.span],
        "in_force": clause.until is None,
        "validity": list(_validity(clause, locale)),
        "former": locale["clause_former"].format(numbers=", ".join(former)) if former else "",  # its history says when
        "words": newest,
        "official": official,
        "official_edition": locale.dated("official_edition", official.effective)
        if official and official.effective
        else "",
        "official_ours": "" if then == newest else then,
        "formal": formal_statement(clause, clause.until),
        "note": clause.note.get(locale.language) if clause.note is not None else "",
        "references": list(_references(context, backward, path, clause)),
        "page": Link(href(path, clause_page(text.id, clause.slug)), label),
        "decides": count_cases(context.by_clause.get(clause.span, ()), locale),
    }


def _validity(clause: Clause, locale: Locale) -> Iterator[str]:
    if clause.since:
        yield locale.dated("clause_since", clause.since)
    if clause.until:
        yield f"{locale.dated('clause_until', clause.until)} ({locale['clause_past']})"


def _references(
    context: SiteContext, backward: Backlinks, path: str, clause: Clause
) -> Iterator[tuple[str, Sequence[Link]]]:
    """Yield the clauses to read with a clause, those that it names and those that name it."""
    permalinks, part = context.permalinks, f"({context.locale['clause_part']})"

    def named(references: Sequence[Reference]) -> list[Link]:
        return [permalinks.to_reference(path, reference, part) for reference in references]

    def naming(clauses: Mapping[Span, Sequence[Clause]]) -> list[Link]:
        return [permalinks.to_clause(path, other) for other in clauses.get(clause.span, ())]

    for heading, links in (
        ("clause_overrides", named(clause.overrides)),
        ("clause_overridden_by", naming(backward.overriding)),
        ("clause_redundant", named(clause.redundant)),
        ("clause_see", named(clause.see)),
        ("clause_cited_by", naming(backward.citing)),
    ):
        if links:
            yield context.locale[heading], links


def count_cases(outcomes: Sequence[Outcome], locale: Locale) -> str:
    """Return in words in how many scenarios a clause decides something; nothing if in none."""
    scenarios = {outcome.scenario.name for outcome in outcomes}
    return locale["scenarios_count"].format(count=len(scenarios)) if outcomes else ""


def formal_statement(clause: Clause, until: str | None = None) -> Markup:
    """Return as HTML the sentences of a clause that stand today, or that stood last if it held ``until`` a date."""
    standing = (sentence for sentence in clause.sentences if sentence.until in (None, until))
    marked = (Markup("").join(starmap(_marked, spaced(sentence.words))).strip() for sentence in standing)
    return Markup("").join(Markup('<span class="sentence">{}</span>').format(sentence) for sentence in marked)


def _marked(terminal: str, words: str) -> Markup:
    kind = class_of(terminal)
    element = next((element for shown, element in ELEMENTS if is_token_subtype(kind, shown)), None)
    return Markup("<{0}>{1}</{0}>").format(Markup(element), words) if element else escape(words)
