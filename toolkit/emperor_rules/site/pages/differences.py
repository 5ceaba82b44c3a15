"""Where related texts differ and where a text contradicts itself: each with its smallest witness and its reason."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from emperor_rules.check.consistency.accepted import declared_for, declared_here
from emperor_rules.check.consistency.comparison import Comparison, Difference
from emperor_rules.check.consistency.conformance import RelationRun
from emperor_rules.check.consistency.contradictions import Conflict, TextFindings
from emperor_rules.check.limits import SearchReport
from emperor_rules.draw.spec import is_drawn
from emperor_rules.draw.templating import date_in_words
from emperor_rules.evaluate.engine import Answer
from emperor_rules.model.accepted import AcceptedFinding
from emperor_rules.model.texts import Edition
from emperor_rules.site.context import SiteContext, effective, file_name
from emperor_rules.site.page import Link, Page, href
from emperor_rules.site.pages.questions import of_anyone
from emperor_rules.site.permalinks import pair_page, question_page, slugify
from emperor_rules.site.views.answer_view import Question
from emperor_rules.site.views.position_view import Picture, facts_of, picture

INDEX = "differences/index.md"


@dataclass(frozen=True, slots=True)
class Witness:
    """The smallest position that shows a finding: the question there, the answer of each side, and its drawings.

    A drawing is named by the text whose answers it shows; one of the seats alone by none.
    """

    asked: Link
    seats: str
    facts: tuple[tuple[str, str], ...]
    answers: tuple[tuple[Link, str, Question], ...]
    pictures: tuple[tuple[Link | None, Picture], ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """A question, the declared reason (or that there is none), the first witness, and the other questions concerned."""

    anchor: str
    asked: str
    words: str
    witness: Witness
    others: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two related texts as their page shows them: their differences, those without a reason first."""

    kind: str
    found: Comparison
    findings: tuple[Finding, ...]
    silent: Sequence[Difference]

    @property
    def path(self) -> str:
        """The path of the page."""
        return pair_page(*(side.text for side in self.found.sides))

    @property
    def title(self) -> str:
        """The name of the page."""
        return " – ".join(side.text for side in self.found.sides)


def difference_pages(stock: SiteContext, section: str) -> Iterator[Page]:
    """Make the list of all contradictions and differences, then a page for each related pair."""
    t, run = stock.t, stock.checked.relations
    pairs = [_paired(stock, kind, found) for kind, found in (run.comparisons if run is not None else ())]
    content = stock.render(
        "differences.md.j2",
        t["site_differences"],
        t["differences_lead"],
        searched=run is not None,
        pairs=[_line(stock, pair) for pair in pairs],
        contradictions=tuple(_contradictions(stock, run)) if run is not None else (),
        texts=[
            (stock.permalinks.to_text(INDEX, one.edition.text, stock.language), _reach(stock, one.searched))
            for one in (run.texts if run is not None else ())
        ],
    )
    yield Page(INDEX, content, "", t["site_differences_all"], section)
    for pair in pairs:
        yield _pair(stock, pair, section)


def _paired(stock: SiteContext, kind: str, found: Comparison) -> Pair:
    declared, silent = _grouped(stock, found)
    of = Pair(kind, found, (), ()).path
    taken: set[str] = {"silent", "agree", "dated"}
    findings = tuple(_finding(stock, of, found, reason, some, taken) for reason, some in declared)
    return Pair(kind, found, findings, silent)


def _line(stock: SiteContext, pair: Pair) -> Mapping[str, object]:
    found = pair.found
    return {
        "link": Link(href(INDEX, pair.path), pair.title),
        "kind": stock.t[f"text_{pair.kind}"],
        "anchor": slugify(pair.title, set()),
        "findings": [(Link(href(INDEX, pair.path, one.anchor), one.asked), one.words) for one in pair.findings],
        "counts": stock.t["differences_counts"].format(
            declared=len(pair.findings), agree=len(found.agree), silent=sum(map(len, found.silent.values()))
        ),
    }


def _pair(stock: SiteContext, pair: Pair, section: str) -> Page:
    of, t, found = pair.path, stock.t, pair.found
    one, other = found.sides
    content = stock.render(
        "difference.md.j2",
        pair.title,
        t["differences_lead"],
        title=pair.title,
        relation=(_side(stock, of, one), t[f"text_{pair.kind}"], _side(stock, of, other)),
        since=[effective(stock.rulebook.texts[side.text], stock.language) for side in found.sides],
        findings=pair.findings,
        dated=tuple(_dated(stock, of, found, {one.anchor for one in pair.findings})),
        silent=tuple(_silent(stock, of, found, pair.silent)),
        unspoken=[
            (_side(stock, of, side), [_of_anyone(stock, of, ask) for ask in found.silent[side.name]])
            for side in found.sides
            if found.silent[side.name]
        ],
        agree=[_of_anyone(stock, of, ask) for ask in found.agree],
        reach=_reach(stock, found.searched),
        back=Link(href(of, INDEX), t["site_differences_all"]),
    )
    source = file_name(stock.rulebook.texts[one.text].file)
    return Page(of, content, source, pair.title, section)


def _grouped(
    stock: SiteContext, found: Comparison
) -> tuple[Sequence[tuple[AcceptedFinding | None, list[Difference]]], list[Difference]]:
    """Part the differences by the declaration that covers them from those in which one side is silent."""
    groups: dict[str, tuple[AcceptedFinding | None, list[Difference]]] = {}
    silent = []
    for difference in found.differences:
        declaration = declared_for(stock.engine, found, difference)
        if declaration is None and difference.silence:
            silent.append(difference)
        else:
            slug = declaration.slug if declaration is not None else ""
            groups.setdefault(slug, (declaration, []))[1].append(difference)
    return sorted(groups.values(), key=lambda group: group[0] is not None), silent


def _finding(
    stock: SiteContext,
    of: str,
    found: Comparison,
    reason: AcceptedFinding | None,
    some: Sequence[Difference],
    taken: set[str],
) -> Finding:
    first, *rest = some
    anchor = slugify(reason.slug if reason is not None else "undeclared", taken)
    answers = [(side, first.answers[side.name]) for side in found.sides]
    others = dict.fromkeys(one.ask for one in rest if one.ask != first.ask)
    words = reason.words.get(stock.language) if reason is not None else stock.t["differences_undeclared"]
    asked = of_anyone(stock, stock.rulebook.vocabulary.relations[first.ask])
    return Finding(
        anchor,
        asked,
        words,
        _witness(stock, of, first.witness, answers, anchor),
        tuple(_of_anyone(stock, of, ask) for ask in others),
    )


def _witness(
    stock: SiteContext, of: str, witness: Mapping[str, Any], answers: Sequence[tuple[Edition, Answer]], id: str
) -> Witness:
    asker, vocabulary = stock.asker, stock.rulebook.vocabulary
    relation = vocabulary.relations[str(witness["ask"])]
    asked = asker.asked(relation, witness.get("of") or (), witness.get("given") or {})
    shown: list[tuple[Link, str, Question]] = []
    pictures: list[tuple[Link | None, Picture]] = []
    for number, (side, answer) in enumerate(answers):
        request = {**witness, "text": side.text} | ({"on": side.on} if side.on is not None else {})
        known = stock.rulebook.texts[side.text].options
        request["options"] = [option for option in witness.get("options") or () if option in known]
        link = _side(stock, of, side)
        day = (
            date_in_words(side.on, stock.language)
            if side.on
            else effective(stock.rulebook.texts[side.text], stock.language)
        )
        shown.append((link, day, asker.shown(of, request, answer, {})))
        if not number or is_drawn(relation):
            drawn = picture(asker, request, f"{id}-{number}", full=is_drawn(relation), alone=True)
            pictures += [(link if is_drawn(relation) else None, drawn)] if drawn is not None else []
    position = {key: value for key, value in witness.items() if key != "on"}
    return Witness(
        Link(href(of, question_page(relation.id)), asked),
        str(witness["seats"]),
        facts_of(asker, position),
        tuple(shown),
        tuple(pictures),
    )


def _dated(
    stock: SiteContext, of: str, found: Comparison, shown: set[str]
) -> Iterator[tuple[str, str, str, tuple[Link, ...]]]:
    """Give the differences declared between other editions of two texts: slug, words, editions, clauses."""
    texts = {side.text for side in found.sides}
    for declaration in stock.rulebook.declarations:
        if {side.text for side in declaration.texts} == texts and declaration.slug not in shown:
            sides = (
                f"{side.text} {date_in_words(side.at, stock.language) if side.at else ''}".strip()
                for side in declaration.texts
            )
            links = (stock.permalinks.to_reference(of, one, stock.language, "{part}") for one in declaration.clauses)
            yield declaration.slug, declaration.words.get(stock.language), " – ".join(sides), tuple(links)


def _silent(
    stock: SiteContext, of: str, found: Comparison, differences: Sequence[Difference]
) -> Iterator[tuple[Link, str, tuple[Link, ...]]]:
    """Say for each question on which one side is silent somewhere which side that is, and who decides on the other."""
    seen: dict[tuple[str, str], dict[str, Link]] = {}
    for one in differences:
        for side, other in (found.sides, found.sides[::-1]):
            if one.answers[side.name].status == "silent":
                request = {"text": other.text, "on": other.on}
                links = stock.asker.links(of, request, one.clauses[other.name])
                seen.setdefault((one.ask, side.text), {}).update({link.label: link for link in links})
    for (ask, text), deciding in seen.items():
        yield _of_anyone(stock, of, ask), text, tuple(deciding.values())


def _contradictions(stock: SiteContext, run: RelationRun) -> Iterator[Finding]:
    taken: set[str] = {"contradictions", "searched"}
    for text in run.texts:
        for conflict in text.conflicts:
            if _own(text, conflict):
                reason = declared_here(stock.engine, text, conflict)
                anchor = slugify(reason.slug if reason is not None else "undeclared", taken)
                words = reason.words.get(stock.language) if reason is not None else stock.t["differences_undeclared"]
                asked = of_anyone(stock, stock.rulebook.vocabulary.relations[conflict.ask])
                answers = [(text.edition, conflict.answer)]
                yield Finding(anchor, asked, words, _witness(stock, INDEX, conflict.witness, answers, anchor), ())


def _own(text: TextFindings, conflict: Conflict) -> bool:
    """Tell whether a contradiction is one of a text itself, not only of one that it includes."""
    return any(citation.startswith(f"{text.edition.text}:") for citation in conflict.clauses)


def _of_anyone(stock: SiteContext, of: str, ask: str) -> Link:
    return Link(href(of, question_page(ask)), of_anyone(stock, stock.rulebook.vocabulary.relations[ask]))


def _side(stock: SiteContext, of: str, side: Edition) -> Link:
    return stock.permalinks.to_text(of, side.text, stock.language)


def _reach(stock: SiteContext, searched: SearchReport) -> str:
    """Say how far a search looked."""
    positions = f"{searched.positions:,}".replace(",", "\N{NO-BREAK SPACE}")
    said = stock.t["differences_reach"].format(
        seats=searched.seats, tables=searched.tables, positions=positions, questions=searched.questions
    )
    return said if searched.complete else f"{said} {stock.t['differences_incomplete']}"
