"""Where related texts differ and where a text contradicts itself: each with its smallest witness and its reason."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from emperor_rules.check.consistency.accepted import declared_for, declared_here
from emperor_rules.check.consistency.comparison import Comparison, Difference
from emperor_rules.check.consistency.contradictions import Conflict, TextFindings
from emperor_rules.check.consistency.relation_run import RelationRun
from emperor_rules.check.search_report import SearchReport
from emperor_rules.evaluate.engine import SILENT, Answer
from emperor_rules.model.accepted import AcceptedFinding
from emperor_rules.model.texts import Edition
from emperor_rules.site.context import SiteContext
from emperor_rules.site.page import Link, Page, href
from emperor_rules.site.permalinks import pair_page, question_page, slugify
from emperor_rules.site.texts import effective
from emperor_rules.site.views.answer_view import Question
from emperor_rules.site.views.figures import of_anyone
from emperor_rules.site.views.position_view import Picture, facts, picture

INDEX = "differences/index.md"


@dataclass(frozen=True, slots=True)
class Witness:
    """The smallest position that shows a finding: the question there, the answer of each side, and its drawings.

    A drawing is named by the text whose answers it shows; one of the seats alone by none. ``live`` is the address of
    the question at the live table, as the first side has it.
    """

    asked: Link
    seats: str
    facts: tuple[tuple[str, str], ...]
    answers: tuple[tuple[Link, str, Question], ...]
    pictures: tuple[tuple[Link, Picture], ...]
    live: str


@dataclass(frozen=True, slots=True)
class Finding:
    """A question, the declared reason (or that there is none), the first witness, and the other questions concerned."""

    anchor: str
    asked: str
    words: str
    witness: Witness
    also_asked: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two related texts as their page shows them: their differences, those without a reason first."""

    kind: str
    comparison: Comparison
    findings: tuple[Finding, ...]
    silent: Sequence[Difference]

    @property
    def path(self) -> str:
        """The path of the page."""
        return pair_page(*(side.text for side in self.comparison.sides))

    def title(self, context: SiteContext) -> str:
        """Return the name of the page."""
        texts = (context.rulebook.texts[side.text] for side in self.comparison.sides)
        return " – ".join(text.titles.get(context.language) for text in texts)


def difference_pages(context: SiteContext, section: str) -> Iterator[Page]:
    """Yield the list of all contradictions and differences, then a page for each related pair."""
    locale, run = context.locale, context.checked.relations
    pairs = [_pair(context, kind, comparison) for kind, comparison in (run.comparisons if run is not None else ())]
    content = context.render(
        "differences.md.j2",
        locale["site_differences"],
        locale["differences_lead"],
        searched=run is not None,
        pairs=[_line(context, pair) for pair in pairs],
        contradictions=tuple(_contradictions(context, run)) if run is not None else (),
        texts=[
            (context.permalinks.to_text(INDEX, text.edition.text), _extent(context, text.searched))
            for text in (run.texts if run is not None else ())
        ],
    )
    yield Page(INDEX, content, locale["site_differences_all"], section)
    for pair in pairs:
        yield _pair_page(context, pair, section)


def _pair(context: SiteContext, kind: str, comparison: Comparison) -> Pair:
    groups, silent = _by_reason(context, comparison)
    path = Pair(kind, comparison, (), ()).path
    taken: set[str] = {"silent", "agree", "dated"}
    findings = tuple(_finding(context, path, comparison, reason, group, taken) for reason, group in groups)
    return Pair(kind, comparison, findings, silent)


def _line(context: SiteContext, pair: Pair) -> Mapping[str, object]:
    comparison = pair.comparison
    return {
        "link": Link(href(INDEX, pair.path), pair.title(context)),
        "kind": context.locale[f"text_{pair.kind}"],
        "anchor": slugify("-".join(side.text for side in comparison.sides), set()),
        "findings": [
            (Link(href(INDEX, pair.path, finding.anchor), finding.asked), finding.words) for finding in pair.findings
        ],
        "counts": context.locale["differences_counts"].format(
            declared=len(pair.findings), agree=len(comparison.agree), silent=sum(map(len, comparison.silent.values()))
        ),
    }


def _pair_page(context: SiteContext, pair: Pair, section: str) -> Page:
    path, locale, comparison = pair.path, context.locale, pair.comparison
    first, second = (context.permalinks.to_text(path, side.text) for side in comparison.sides)
    texts = [context.rulebook.texts[side.text] for side in comparison.sides]
    title = pair.title(context)
    content = context.render(
        "difference.md.j2",
        title,
        locale["differences_lead"],
        title=title,
        relation=(first, locale[f"text_{pair.kind}"], second),
        since=[words[:1].lower() + words[1:] for words in (effective(text, locale) for text in texts)],
        findings=pair.findings,
        dated=tuple(_dated(context, path, comparison, {finding.anchor for finding in pair.findings})),
        silent=tuple(_silent(context, path, comparison, pair.silent)),
        unspoken=[
            (link, [_of_anyone(context, path, ask) for ask in comparison.silent[side.name]])
            for link, side in zip((first, second), comparison.sides, strict=True)
            if comparison.silent[side.name]
        ],
        agree=[_of_anyone(context, path, ask) for ask in comparison.agree],
        reach=_extent(context, comparison.searched),
        back=Link(href(path, INDEX), locale["site_differences_all"]),
    )
    return Page(path, content, title, section)


def _by_reason(
    context: SiteContext, comparison: Comparison
) -> tuple[Sequence[tuple[AcceptedFinding | None, list[Difference]]], list[Difference]]:
    """Return the differences by the declaration that covers them, and those in which one side is silent."""
    groups: dict[str, tuple[AcceptedFinding | None, list[Difference]]] = {}
    silent = []
    for difference in comparison.differences:
        declaration = declared_for(context.engine, comparison, difference)
        if declaration is None and difference.silence:
            silent.append(difference)
        else:
            slug = declaration.slug if declaration is not None else ""
            groups.setdefault(slug, (declaration, []))[1].append(difference)
    return sorted(groups.values(), key=lambda group: group[0] is not None), silent


def _finding(
    context: SiteContext,
    path: str,
    comparison: Comparison,
    reason: AcceptedFinding | None,
    differences: Sequence[Difference],
    taken: set[str],
) -> Finding:
    first, *rest = differences
    answers = [(side, first.answers[side.name]) for side in comparison.sides]
    also_asked = dict.fromkeys(difference.ask for difference in rest if difference.ask != first.ask)
    links = tuple(_of_anyone(context, path, ask) for ask in also_asked)
    return _explained(context, path, first.ask, reason, first.witness, answers, links, taken)


def _explained(
    context: SiteContext,
    path: str,
    ask: str,
    reason: AcceptedFinding | None,
    witness: Mapping[str, Any],
    answers: Sequence[tuple[Edition, Answer]],
    also_asked: tuple[Link, ...],
    taken: set[str],
) -> Finding:
    """Return a finding with its declared reason, if there is one."""
    anchor = slugify(reason.slug if reason is not None else "undeclared", taken)
    words = reason.words.get(context.language) if reason is not None else context.locale["differences_undeclared"]
    asked = of_anyone(context.vocabulary.predicates[ask], context.locale)
    return Finding(anchor, asked, words, _witness(context, path, witness, answers, anchor), also_asked)


def _witness(
    context: SiteContext, path: str, witness: Mapping[str, Any], answers: Sequence[tuple[Edition, Answer]], id: str
) -> Witness:
    renderer, locale = context.renderer, context.locale
    predicate = context.vocabulary.predicates[str(witness["ask"])]
    question = renderer.question_words(predicate, witness.get("of") or (), witness.get("given") or {})
    questions: list[tuple[Link, str, Question]] = []
    live = ""
    pictures: list[tuple[Link, Picture]] = []
    for number, (side, answer) in enumerate(answers):
        text = context.rulebook.texts[side.text]
        request = {**witness, "text": side.text} | ({"on": side.on} if side.on is not None else {})
        request["options"] = [option for option in witness.get("options") or () if option in text.options]
        live = live or renderer.live(path, request)
        link = context.permalinks.to_text(path, side.text)
        day = locale.date(side.on) if side.on else effective(text, locale)
        questions.append((link, day, renderer.question(path, request, answer, {})))
        drawn = picture(renderer, request, f"{id}-{number}")
        pictures += [(link, drawn)] if drawn is not None else []
    return Witness(
        Link(href(path, question_page(predicate.id)), question),
        context.renderer.seats(str(witness["seats"])),
        tuple(facts(renderer, {**witness, "on": None})),
        tuple(questions),
        tuple(pictures),
        live,
    )


def _dated(
    context: SiteContext, path: str, comparison: Comparison, shown: set[str]
) -> Iterator[tuple[str, str, str, tuple[Link, ...]]]:
    """Yield the differences declared between other editions of two texts: slug, words, editions, clauses."""
    texts = {side.text for side in comparison.sides}
    for declaration in context.rulebook.declarations:
        if {side.text for side in declaration.texts} == texts and declaration.slug not in shown:
            sides = (
                f"{side.text} {context.locale.date(side.at) if side.at else ''}".strip() for side in declaration.texts
            )
            links = (context.permalinks.to_reference(path, reference, "{part}") for reference in declaration.clauses)
            yield declaration.slug, declaration.words.get(context.language), " – ".join(sides), tuple(links)


def _silent(
    context: SiteContext, path: str, comparison: Comparison, differences: Sequence[Difference]
) -> Iterator[tuple[Link, str, tuple[Link, ...]]]:
    """Yield for each question on which a side is silent somewhere that side's text, and who decides on the other."""
    deciding: dict[tuple[str, str], dict[str, Link]] = {}
    for difference in differences:
        for side, opposite in (comparison.sides, comparison.sides[::-1]):
            if difference.answers[side.name].status == SILENT:
                request = {"text": opposite.text, "on": opposite.on}
                links = context.renderer.links(path, request, difference.clauses[opposite.name])
                deciding.setdefault((difference.ask, side.text), {}).update({link.label: link for link in links})
    for (ask, text), by_label in deciding.items():
        title = context.rulebook.texts[text].titles.get(context.language)
        yield _of_anyone(context, path, ask), title, tuple(by_label.values())


def _contradictions(context: SiteContext, run: RelationRun) -> Iterator[Finding]:
    taken: set[str] = {"contradictions", "searched"}
    for text in run.texts:
        for conflict in text.conflicts:
            if _own(text, conflict):
                reason = declared_here(context.engine, text, conflict)
                answers = [(text.edition, conflict.answer)]
                yield _explained(context, INDEX, conflict.ask, reason, conflict.witness, answers, (), taken)


def _own(text: TextFindings, conflict: Conflict) -> bool:
    """Return whether a contradiction is one of a text itself, not only of one that it includes."""
    return any(citation.startswith(f"{text.edition.text}:") for citation in conflict.answer.clauses)


def _of_anyone(context: SiteContext, path: str, ask: str) -> Link:
    predicate = context.vocabulary.predicates[ask]
    return Link(href(path, question_page(ask)), of_anyone(predicate, context.locale))


def _extent(context: SiteContext, searched: SearchReport) -> str:
    """Return in words how far a search looked."""
    positions = f"{searched.positions:,}".replace(",", "\N{NO-BREAK SPACE}")
    extent = context.locale["differences_reach"].format(
        seats=searched.seats, tables=searched.tables, positions=positions, questions=searched.questions
    )
    return extent if searched.complete else f"{extent} {context.locale['differences_incomplete']}"
