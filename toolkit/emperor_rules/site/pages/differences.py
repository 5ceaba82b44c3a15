"""Where related texts differ and where a text contradicts itself: each with its smallest witness and its reason."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from emperor_rules.check.consistency.relation_run import RelationRun, declared_for
from emperor_rules.check.search_report import SearchFinding, UnitResult
from emperor_rules.drawing.spec import is_common
from emperor_rules.evaluate.engine import SILENT, Answer
from emperor_rules.groups import by_key
from emperor_rules.model.accepted import AcceptedFinding
from emperor_rules.model.scenarios import Request, Witness
from emperor_rules.model.texts import Edition
from emperor_rules.site.context import SiteContext
from emperor_rules.site.page import Link, Page, SinglePage, href
from emperor_rules.site.permalinks import pair_page, question_page, slugify
from emperor_rules.site.texts import effective
from emperor_rules.site.views.figures import of_anyone
from emperor_rules.site.views.position_view import brings_facts, picture

DIFFERENCES = SinglePage(
    "differences/index.md",
    "differences",
    "site_differences",
    "differences_lead",
    "site_differences",
    "site_differences_all",
)


def difference_pages(context: SiteContext) -> Iterator[Page]:
    """Yield the list of all contradictions and differences, then a page for each related pair."""
    locale, run = context.locale, context.checked.relations
    comparisons = run.comparisons if run is not None else ()
    pairs = [(kind, comparison, *_findings(context, comparison)) for kind, comparison in comparisons]
    yield context.single_page(
        DIFFERENCES,
        run=run,
        pairs=[
            (Link(href(DIFFERENCES.path, _path(pair)), _title(context, pair)), _anchor(pair), kind, pair, findings)
            for kind, pair, findings, _ in pairs
        ],
        contradictions=list(_contradictions(context, run)) if run is not None else (),
    )
    for kind, comparison, findings, silent in pairs:
        path, texts = _path(comparison), [context.rulebook.texts[side.text] for side in comparison.sides]
        first, second = (context.permalinks.to_text(path, text.id) for text in texts)
        yield context.page(
            path,
            "difference.md.j2",
            _title(context, comparison),
            findings[0]["words"] if findings else locale["differences_lead"],
            locale["site_differences"],
            relation=(first, locale[f"text_{kind}"], second),
            texts=texts,
            findings=findings,
            groups=by_key((finding["title"], finding) for finding in findings).items(),
            dated=list(_dated(context, path, comparison, {finding["anchor"] for finding in findings})),
            silent=list(_silent(context, path, comparison, silent)),
            compared=comparison,
            list=DIFFERENCES.path,
        )


def _path(comparison: UnitResult) -> str:
    return pair_page(*(side.text for side in comparison.sides))


def _anchor(comparison: UnitResult) -> str:
    return slugify("-".join(side.text for side in comparison.sides), set())


def _title(context: SiteContext, comparison: UnitResult) -> str:
    return " – ".join(context.rulebook.texts[side.text].titles.get(context.language) for side in comparison.sides)


def _findings(context: SiteContext, comparison: UnitResult) -> tuple[list[dict[str, Any]], list[SearchFinding]]:
    """Return the differences of a pair by their declared reasons, those without one first, and where a side is silent.

    Of each reason there is the witness that players would notice first, and the other questions concerned; of two
    reasons that are noticed alike, the one that changes the answers of more questions comes first.
    """
    groups: dict[str, tuple[AcceptedFinding | None, list[SearchFinding]]] = {}
    silent, findings = [], []
    for difference in comparison.findings:
        reason = declared_for(context.engine, comparison.sides, difference)
        if reason is None and difference.silence:
            silent.append(difference)
        else:
            groups.setdefault(reason.slug if reason is not None else "", (reason, []))[1].append(difference)
    path, taken = _path(comparison), {"silent", "agree", "dated"}
    for reason, group in sorted(groups.values(), key=lambda group: group[0] is not None):
        first, *rest = sorted(group, key=lambda each: (each.silence, *_notice(context, each.witness)))
        answers = [(side, first.answers[side.name]) for side in comparison.sides]
        also_asked = dict.fromkeys(difference.ask for difference in rest if difference.ask != first.ask)
        links = [context.to_question(path, ask) for ask in also_asked]
        explained = _explained(context, path, reason, first.witness, answers, taken)
        findings.append(((*_notice(context, first.witness), -len(rest)), {**explained, "also_asked": links}))
    return [finding for _, finding in sorted(findings, key=lambda each: each[0])], silent


def _notice(context: SiteContext, witness: Witness) -> tuple[object, ...]:
    """Return a key that puts first what players notice first.

    That is what every table is asked about, without facts that are rare, at the table as it begins.
    """
    predicate = context.vocabulary.predicates[witness["ask"]]
    gone = len(witness.get("left") or ()) + len(witness.get("leaving") or ())
    return not is_common(predicate), brings_facts({**witness, "text": ""}, context.vocabulary), gone


def _explained(
    context: SiteContext,
    path: str,
    reason: AcceptedFinding | None,
    witness: Witness,
    answers: Sequence[tuple[Edition, Answer]],
    taken: set[str],
) -> Mapping[str, Any]:
    """Return a finding with its declared reason, or that there is none, and the smallest position that shows it.

    Of that there is the question there, the answer of each side, and its drawings, each named by the text whose answers
    it shows. The live table has the question as the first side has it.
    """
    locale, anchor = context.locale, slugify(reason.slug if reason is not None else "undeclared", taken)
    live, views = "", []
    for number, (side, answer) in enumerate(answers):
        text = context.rulebook.texts[side.text]
        request: Request = {**witness, "text": side.text, "on": side.on or witness.get("on")}
        request["options"] = [option for option in witness.get("options") or () if option in text.options]
        live = live or context.live(path, request)
        day = locale.date(side.on) if side.on else effective(text, locale)
        drawn = picture(context, request, f"{anchor}-{number}")
        question = context.question(path, request, answer, {})
        views.append((context.permalinks.to_text(path, side.text), day, question, drawn))
    return {
        "anchor": anchor,
        "title": of_anyone(context.vocabulary.predicates[witness["ask"]], locale),
        "words": reason.words.get(context.language) if reason is not None else locale["differences_undeclared"],
        "asked": Link(href(path, question_page(witness["ask"])), context.requested(witness)),
        "position": {**witness, "text": "", "on": None},
        "live": live,
        "answers": views,
    }


def _dated(
    context: SiteContext, path: str, comparison: UnitResult, anchors: set[str]
) -> Iterator[tuple[str, str, str, tuple[Link, ...]]]:
    """Yield the differences declared between other editions of two texts: slug, words, editions, clauses."""
    texts = {side.text for side in comparison.sides}
    for declaration in context.rulebook.declarations:
        if {side.text for side in declaration.texts} == texts and declaration.slug not in anchors:
            sides = (
                f"{context.rulebook.texts[side.text].titles.get(context.language)} "
                f"{context.locale.date(side.at) if side.at else ''}".strip()
                for side in declaration.texts
            )
            links = (context.permalinks.to_reference(path, reference, "{part}") for reference in declaration.clauses)
            bounds = ("differences_since", declaration.since), ("differences_until", declaration.until)
            days = " ".join(context.locale.dated(word, day) for word, day in bounds if day)
            about = ", ".join(filter(None, (" – ".join(sides), days)))
            yield declaration.slug, declaration.words.get(context.language), about, tuple(links)


def _silent(
    context: SiteContext, path: str, comparison: UnitResult, differences: Sequence[SearchFinding]
) -> Iterator[tuple[Link, str, tuple[Link, ...]]]:
    """Yield for each question on which a side is silent somewhere that side's text, and who decides on the other."""
    deciding: dict[tuple[str, str], dict[str, Link]] = {}
    for difference in differences:
        for side, opposite in (comparison.sides, comparison.sides[::-1]):
            if difference.answers[side.name].status == SILENT:
                request: Request = {**difference.witness, "text": opposite.text, "on": opposite.on}
                links = context.links(path, request, difference.clauses[opposite.name])
                deciding.setdefault((difference.ask, side.text), {}).update({link.label: link for link in links})
    for (ask, text), by_label in deciding.items():
        title = context.rulebook.texts[text].titles.get(context.language)
        yield context.to_question(path, ask), title, tuple(by_label.values())


def _contradictions(context: SiteContext, run: RelationRun) -> Iterator[Mapping[str, Any]]:
    taken: set[str] = {"contradictions", "searched"}
    for text in run.texts:
        for conflict in text.own_conflicts:
            reason = declared_for(context.engine, [text.edition], conflict)
            answers = [(text.edition, conflict.answer)]
            yield _explained(context, DIFFERENCES.path, reason, conflict.witness, answers, taken)
