"""Well-formedness of texts beyond what reading them shows: names, references, overrides, stratification."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from emperor_rules.diagnostics import Diagnostic, Related, error, nearest, warning
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Clause, Reference, Text
from emperor_rules.resolve.resolver import resolve


def check_texts(rulebook: Rulebook) -> tuple[Diagnostic, ...]:
    """Find what is wrong in and between the texts of a rulebook."""
    findings: list[Diagnostic] = []
    for text in rulebook.texts.values():
        findings.extend(_names(text))
        findings.extend(_references(text, rulebook))
        findings.extend(_empty(text))
        _, resolving = resolve(text.id, None, rulebook.texts, rulebook.vocabulary)
        findings.extend(resolving)
    return tuple(findings)


def _names(text: Text) -> Iterator[Diagnostic]:
    numbers: dict[str, Clause] = {}
    slugs: dict[str, Clause] = {}
    for clause in text.clauses:
        for seen, name, code, what in (
            (numbers, clause.number, "R401", "number"),
            (slugs, clause.slug, "R408", "slug"),
        ):
            earlier = seen.setdefault(name, clause)
            if earlier is not clause and _together(earlier, clause):
                yield error(code, f"two clauses of {text.id} have the {what} {name}", clause.span,
                            "Give each clause its own, or dates (since/until) that do not overlap.", text=text.id,
                            clause=clause.number,
                            related=(Related(earlier.span, "the other clause", text.id, earlier.number),))  # fmt: skip


def _together(one: Clause, other: Clause) -> bool:
    """Tell whether two clauses are in force on some date together."""
    starts = max(one.since or "", other.since or "")
    ends = min(one.until or "9999", other.until or "9999")
    return starts < ends


def _references(text: Text, rulebook: Rulebook) -> Iterator[Diagnostic]:
    within = _closure(text, rulebook)
    for clause in text.clauses:
        for reference in clause.overrides:
            target = yield from _find(reference, clause, rulebook)
            if target is None:
                continue
            if reference.text not in within:
                yield error("R407", f"clause {clause.id} overrides {target.id}, a text that {text.id} does not include",
                            reference.span, f"Add “includes {reference.text}”, or leave the override out.",
                            text=text.id, clause=clause.number)  # fmt: skip
            elif reference.part and reference.part not in {s.part for s in target.sentences}:
                yield error("R402", f"clause {target.id} has no part “{reference.part}”", reference.span,
                            "Label the sentence: part NAME: …", text=text.id, clause=clause.number)  # fmt: skip
            elif (
                target.sentences
                and clause.sentences
                and not ({s.relation for s in clause.sentences} & {s.relation for s in target.sentences})
            ):
                yield warning("R407", f"clause {clause.id} overrides {target.id}, which concludes nothing of the kind",
                              reference.span, "Override the clause whose conclusion should yield.",
                              text=text.id, clause=clause.number)  # fmt: skip
        for reference in (*clause.see, *clause.redundant):
            if reference.number == reference.text or reference.number in rulebook.texts:
                continue
            yield from _find(reference, clause, rulebook)
    for _, relation in text.relations:
        if relation.text not in rulebook.texts:
            yield error("R402", f"{text.id} refers to the text {relation.text}, which does not exist", relation.span,
                        f"Texts: {', '.join(rulebook.texts)}.", text=text.id)  # fmt: skip


def _find(reference: Reference, clause: Clause, rulebook: Rulebook) -> Generator[Diagnostic, None, Clause | None]:
    """Find the clause that a reference names; a generator that returns it, as it may report."""
    text = rulebook.texts.get(reference.text)
    if text is None:
        guess = nearest(reference.text, rulebook.texts)
        yield error("R402", f"there is no text {reference.text}", reference.span,
                    f"Did you mean {guess}?" if guess else f"Texts: {', '.join(rulebook.texts)}.",
                    text=clause.text, clause=clause.number)  # fmt: skip
        return None
    found = next((c for c in text.clauses if c.number == reference.number), None)
    if found is None:
        known = [c.number for c in text.clauses]
        guess = nearest(reference.number or "", known)
        yield error("R402", f"{text.id} has no clause {reference.number}", reference.span,
                    f"Did you mean {guess}?" if guess else f"Its clauses: {', '.join(known[:12])}.",
                    text=clause.text, clause=clause.number)  # fmt: skip
    return found


def _closure(text: Text, rulebook: Rulebook) -> set[str]:
    seen: set[str] = set()
    waiting = [text.id]
    while waiting:
        id = waiting.pop()
        if id not in seen and id in rulebook.texts:
            seen.add(id)
            waiting.extend(i.text for i in rulebook.texts[id].includes)
    return seen


def _empty(text: Text) -> Iterator[Diagnostic]:
    if not text.clauses:
        yield error("R406", f"the text {text.id} has no clause", text.span, "Add one: clause 1 my-slug", text=text.id)
    if not text.titles.it:
        yield warning("R405", f"the text {text.id} has no Italian title", text.span, "Add: it “…”", text=text.id)
