"""Hold the relations between texts against what the texts answer, and declarations against what is found.

A text that *translates* another must answer everything as it does, silence included; one that *summarises* may be
silent but not answer differently; a *variant* may differ where a sentence in both languages says so (design §5).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from emperor_rules.check.comparing import SEATS, Clock, Comparison, Difference, Edition, Searched, compare
from emperor_rules.check.contradictions import Conflict, TextFindings, search_text
from emperor_rules.check.witness import as_scenario, draw_in_text
from emperor_rules.diagnostics import DECLARED, Diagnostic, Related, error, warning
from emperor_rules.evaluate.questions import Answer, Answerer
from emperor_rules.model.relations import CONTRADICTION, DIFFERENCE, Declaration
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.source import NOWHERE, Span

TRANSLATES, SUMMARISES, VARIES = "translates", "summarises", "varies"


@dataclass
class RelationRun:
    """Everything that searching the texts of a rulebook found."""

    findings: list[Diagnostic] = field(default_factory=list)
    comparisons: list[tuple[str, Comparison]] = field(default_factory=list)
    texts: list[TextFindings] = field(default_factory=list)
    used: set[str] = field(default_factory=set)

    def searched(self) -> dict[str, object]:
        """Say how far the searches looked, by text and pair."""
        found: dict[str, object] = {}
        for text in self.texts:
            found[text.edition.name] = text.searched.as_json()
        for _, comparison in self.comparisons:
            found[" ~ ".join(side.name for side in comparison.sides)] = comparison.searched.as_json()
        return found


def related_pairs(rulebook: Rulebook) -> list[tuple[str, Edition, Edition]]:
    """Give every pair of texts that a relation joins: its kind, the related text, and the original on its date."""
    return [
        (kind, Edition(text.id), Edition(target.text, target.at))
        for text in rulebook.texts.values()
        for kind, target in text.relations
        if target.text in rulebook.texts
    ]


def check_relations(
    answerer: Answerer, *, up_to: int = SEATS, texts: Sequence[str] | None = None,
    questions: Sequence[str] | None = None, clock: Clock | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> RelationRun:  # fmt: skip
    """Search every text and every related pair, and judge what is found by the declarations."""
    rulebook = answerer.rulebook
    run = RelationRun()
    wanted = [id for id in rulebook.texts if texts is None or id in texts]
    pairs = [pair for pair in related_pairs(rulebook) if pair[1].text in wanted]
    total = len(wanted) + len(pairs)
    for done, id in enumerate(wanted):
        found = search_text(answerer, Edition(id), up_to=up_to, questions=questions, clock=clock)
        run.texts.append(found)
        run.findings.extend(_judge_text(rulebook, found, run))
        if progress is not None:
            progress(done + 1, total)
    for done, (kind, one, other) in enumerate(pairs):
        comparison = compare(answerer, one, other, up_to=up_to, questions=questions, clock=clock)
        run.comparisons.append((kind, comparison))
        run.findings.extend(_judge_pair(rulebook, kind, comparison, run))
        if progress is not None:
            progress(len(wanted) + done + 1, total)
    complete = all(t.searched.complete for t in run.texts) and all(c.searched.complete for _, c in run.comparisons)
    if not complete:
        run.findings.append(error("R513", "the time was over before everything was looked at", NOWHERE,
                                  "Give more --seconds, or narrow the search."))  # fmt: skip
    elif texts is None and questions is None and up_to >= SEATS:
        run.findings.extend(_vanished(rulebook, run))
    return run


# --- inside one text ------------------------------------------------------------------------------


def _judge_text(rulebook: Rulebook, found: TextFindings, run: RelationRun) -> Iterator[Diagnostic]:
    text = rulebook.texts[found.edition.text]
    own = {clause.number for clause in text.clauses}
    for conflict in found.conflicts:
        if not any(citation == f"{text.id}:{number}" for citation in conflict.clauses for number in own):
            continue  # it belongs to an included text, which is searched by itself
        declaration = _covering(rulebook, CONTRADICTION, {text.id}, conflict.ask, conflict.options, conflict.clauses)
        span, related = _places(rulebook, conflict.clauses)
        message = f"{text.id} contradicts itself on “{_question(rulebook, conflict.ask)}”: {conflict.answer.message}"
        witness = _witness(conflict.witness)
        if declaration is not None:
            run.used.add(declaration.slug)
            yield Diagnostic("R510", DECLARED, message, span, declaration.words.en, text.id,
                             _number(conflict.clauses), related, witness)  # fmt: skip
        else:
            yield error("R510", message, span, _paste(rulebook, conflict.witness, {found.edition: conflict.answer}),
                        text=text.id, clause=_number(conflict.clauses), related=related, witness=witness)  # fmt: skip
    for gap in found.gaps:
        yield warning("R512", f"{text.id} does not answer “{_question(rulebook, gap.ask)}” here", text.span,
                      draw_in_text(gap.witness), text=text.id, witness=_witness(gap.witness))  # fmt: skip
    if found.unsatisfiable:
        sizes = ", ".join(f"{teams} teams of {size}" for teams, size in found.unsatisfiable)
        yield warning("R511", f"{text.id} allows {sizes}, but no seating meets its requirements", text.span,
                      "Require another size, or say which seating is meant.", text=text.id)  # fmt: skip


# --- between two ----------------------------------------------------------------------------------


def _judge_pair(rulebook: Rulebook, kind: str, found: Comparison, run: RelationRun) -> Iterator[Diagnostic]:
    one, other = found.sides
    for difference in found.differences:
        if difference.silence and kind != TRANSLATES:
            continue
        if difference.silence and kind == TRANSLATES and _only_open_in_original(difference, one.name):
            pass
        declaration = declared_for(rulebook, found, difference)
        clauses = tuple(c for names in difference.clauses.values() for c in names)
        span, related = _places(rulebook, clauses)
        said = "; ".join(f"{side} {_said(a)}" for side, a in difference.answers.items())
        message = f"{one.name} {kind} {other.name}, but on “{_question(rulebook, difference.ask)}”: {said}"
        witness = _witness(difference.witness)
        if declaration is not None:
            run.used.add(declaration.slug)
            yield Diagnostic("R520", DECLARED, message, span, declaration.words.en, one.text, _number(clauses),
                             related, witness)  # fmt: skip
        else:
            yield error("R520", message, span,
                        _paste(rulebook, difference.witness, {s: difference.answers[s.name] for s in found.sides}),
                        text=one.text, clause=_number(clauses), related=related, witness=witness)  # fmt: skip
    if kind == TRANSLATES:
        for side, asks in found.silent.items():
            for ask in asks:
                yield error("R521", f"{side} says nothing on “{_question(rulebook, ask)}”, the other text does",
                            rulebook.texts[one.text].span, "Encode what it says, or declare the difference.",
                            text=one.text)  # fmt: skip


def _only_open_in_original(difference: Difference, name: str) -> bool:
    return difference.answers[name].status != "silent"


def declared_for(rulebook: Rulebook, found: Comparison, difference: Difference) -> Declaration | None:
    """Give the declaration that covers a difference, or ``None``."""
    clauses = tuple(c for names in difference.clauses.values() for c in names)
    texts = {side.text for side in found.sides}
    return _covering(rulebook, DIFFERENCE, texts, difference.ask, difference.options, clauses)


def _covering(
    rulebook: Rulebook, kind: str, texts: set[str], ask: str, options: tuple[str, ...], clauses: Sequence[str]
) -> Declaration | None:
    """Find the declaration of these texts and this question, under these options, that names the clauses concerned.

    Clauses concerned are those of the related texts themselves; what they lean on may change without telling.
    """
    concerned = {c for c in clauses if c.partition(":")[0] in texts}
    for declaration in rulebook.declarations:
        if declaration.kind != kind or {side.text for side in declaration.texts} != texts:
            continue
        named = {f"{r.text}:{r.number}" for r in declaration.clauses}
        if ask in declaration.asks and declaration.options == options and concerned <= named:
            return declaration
    return None


def _vanished(rulebook: Rulebook, run: RelationRun) -> Iterator[Diagnostic]:
    for declaration in rulebook.declarations:
        if declaration.slug not in run.used:
            yield error("R522", f"the declared {declaration.kind} “{declaration.slug}” is found no more",
                        declaration.span, "Take the declaration out, or correct what it names.")  # fmt: skip


# --- words ----------------------------------------------------------------------------------------


def _question(rulebook: Rulebook, ask: str) -> str:
    return rulebook.vocabulary.relations[ask].ask.en


def _said(answer: Answer) -> str:
    if answer.status != "answered":
        return f"is {answer.status}" if answer.status == "silent" else answer.status
    value = answer.answer
    shown = (
        ("yes" if value else "no") if isinstance(value, bool) else " ".join(value) if isinstance(value, list) else value
    )
    return f"says {shown}"


def _places(rulebook: Rulebook, clauses: Sequence[str]) -> tuple[Span, tuple[Related, ...]]:
    places = []
    for citation in clauses:
        id, _, number = citation.partition(":")
        text = rulebook.texts.get(id)
        clause = next((c for c in text.clauses if c.number == number), None) if text is not None else None
        if clause is not None:
            places.append(Related(clause.span, clause.words("en"), id, number))
    return (places[0].span if places else NOWHERE), tuple(places[1:4])


def _number(clauses: Sequence[str]) -> str | None:
    return clauses[0].partition(":")[2] if clauses else None


def _witness(witness: Mapping[str, Any]) -> dict[str, object]:
    return {key: witness.get(key) for key in ("seats", "left", "leaving", "options", "on", "ask", "of", "given")}


def _paste(rulebook: Rulebook, witness: Mapping[str, Any], answers: Mapping[Edition, Answer]) -> str:
    scenario = as_scenario(witness, answers, rulebook.vocabulary, "the smallest table that shows it")
    return f"{draw_in_text(witness)}\n\n{scenario}"


__all__ = ["Conflict", "RelationRun", "Searched", "check_relations", "declared_for", "related_pairs"]
