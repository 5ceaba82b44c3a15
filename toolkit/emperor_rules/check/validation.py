"""Well-formedness of texts beyond syntax: names, references, overrides, stratification."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence

from emperor_rules.diagnostics import Diagnostic, Related, error, suggest, warning
from emperor_rules.messages import Message
from emperor_rules.model.accepted import UNWRITTEN, AcceptedFinding
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.scenarios import Scenario
from emperor_rules.model.texts import Clause, Reference, Text, in_force
from emperor_rules.resolve.resolver import dates_of, number_on, resolve


def check_texts(rulebook: Rulebook) -> tuple[Diagnostic, ...]:
    """Return the findings in and between the texts of a rulebook."""
    findings = [finding for text in rulebook.texts.values() for check in CHECKS for finding in check(text, rulebook)]
    return (*findings, *_untitled(rulebook.scenarios), *_declarations(rulebook))


def _declarations(rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Yield findings on declarations that name what does not exist or cannot be compared."""
    related = {frozenset((text.id, target.text)) for text in rulebook.texts.values() for _, target in text.relations}
    slugs: dict[str, AcceptedFinding] = {}
    for declaration in rulebook.declarations:
        earlier = slugs.setdefault(declaration.slug, declaration)
        if earlier is not declaration:
            yield error(
                "R301",
                f"“{declaration.slug}” is declared twice",
                declaration.span,
                f"It stands already at {earlier.span}: choose another name.",
            )
        if UNWRITTEN.en == declaration.words.en or UNWRITTEN.it == declaration.words.it:
            yield warning(
                "R524",
                Message("“{slug}” does not say yet why the texts differ", slug=declaration.slug),
                declaration.span,
                Message("Write one plain sentence in each language: en “…”, it “…”."),
                text=declaration.texts[0].text,
            )
        sides = [side.text for side in declaration.texts]
        unknown = next((side for side in declaration.texts if side.text not in rulebook.texts), None)
        if unknown is not None:
            yield error(
                "R402",
                f"there is no text {unknown.text}",
                unknown.span,
                suggest(unknown.text, rulebook.texts, f"Texts: {', '.join(rulebook.texts)}."),
            )
            continue
        if len(sides) > 1 and frozenset(sides) not in related:
            yield error(
                "R523",
                f"“{declaration.slug}” is declared between {' and '.join(sides)}, which no relation joins",
                declaration.span,
                "Name two texts of which one translates, summarises or varies the other.",
            )
        for reference in declaration.clauses:
            if reference.text not in (sides if len(sides) > 1 else dates_of(sides[0], None, rulebook.texts)):
                yield error(
                    "R523",
                    f"“{declaration.slug}” names a clause of {reference.text}, none of its texts",
                    reference.span,
                    f"Name clauses of {' and '.join(sides)}.",
                )
                continue
            clauses = rulebook.texts[reference.text].clauses
            if not any(reference.number in (clause.number, clause.slug) for clause in clauses):
                yield error(
                    "R402",
                    f"{reference.text} has no clause {reference.number}",
                    reference.span,
                    suggest(
                        reference.number or "", [clause.number for clause in clauses], "See the clauses of that text."
                    ),
                )


def _names(text: Text, rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Yield findings on clauses in force at the same time that share a slug or a number."""
    slugs: dict[str, Clause] = {}
    for clause in text.clauses:
        earlier = slugs.setdefault(clause.slug, clause)
        if earlier is not clause and _overlap(earlier, clause):
            yield _duplicate("R408", f"slug {clause.slug}", earlier, clause)
    reported = set()
    for date in (None, *sorted(_dates(text), reverse=True)):
        numbers: dict[str, Clause] = {}
        for clause in text.clauses:
            if not in_force(clause.since, clause.until, date):
                continue
            number = number_on(text, clause, date)
            earlier = numbers.setdefault(number, clause)
            if earlier is not clause and (earlier.span, clause.span) not in reported:
                reported.add((earlier.span, clause.span))
                yield _duplicate("R401", f"number {number}" + (f" on {date}" if date else ""), earlier, clause)


def _duplicate(code: str, name: str, earlier: Clause, clause: Clause) -> Diagnostic:
    return error(
        code,
        f"two clauses of {clause.text} have the {name}",
        clause.span,
        "Give each clause its own, or dates (since/until) that do not overlap.",
        text=clause.text,
        clause=clause.number,
        related=(Related(earlier.span, "the other clause", earlier.text, earlier.number),),
    )


def _dates(text: Text) -> set[str]:
    """Return the dates on which a clause begins, ends or is renumbered, and the empty string, before them all."""
    dates = {"", *(since for _, since in text.numbered)}
    for clause in text.clauses:
        dates.update(date for date in (clause.since, clause.until) if date)
        dates.update(since for _, since in clause.numbers)
    return dates


def _overlap(first: Clause, second: Clause) -> bool:
    """Return whether there is a date on which both clauses are in force."""
    starts = max(first.since or "", second.since or "")
    ends = min(first.until or "9999", second.until or "9999")
    return starts < ends


def _references(text: Text, rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Yield findings on references to what does not exist, and on overrides without effect."""
    within = dates_of(text.id, None, rulebook.texts)
    for clause in text.clauses:
        for reference in clause.overrides:
            target = yield from _target_of(reference, clause, rulebook)
            if target is None:
                continue
            if reference.text not in within:
                yield error(
                    "R407",
                    f"clause {clause.id} overrides {target.id}, a text that {text.id} does not include",
                    reference.span,
                    f"Add “includes {reference.text}”, or leave the override out.",
                    text=text.id,
                    clause=clause.number,
                )
            elif reference.part and reference.part not in {s.part for s in target.sentences}:
                yield error(
                    "R402",
                    f"clause {target.id} has no part “{reference.part}”",
                    reference.span,
                    "Label the sentence: part NAME: …",
                    text=text.id,
                    clause=clause.number,
                )
            elif (
                target.sentences
                and clause.sentences
                and not ({s.predicate for s in clause.sentences} & {s.predicate for s in target.sentences})
            ):
                yield warning(
                    "R407",
                    f"clause {clause.id} overrides {target.id}, which concludes nothing of the kind",
                    reference.span,
                    "Override the clause whose conclusion should yield.",
                    text=text.id,
                    clause=clause.number,
                )
        for reference in (*clause.see, *clause.redundant):
            if reference.number == reference.text or reference.number in rulebook.texts:
                continue
            yield from _target_of(reference, clause, rulebook)
    for _, relation in text.relations:
        if relation.text not in rulebook.texts:
            yield error(
                "R402",
                f"{text.id} refers to the text {relation.text}, which does not exist",
                relation.span,
                f"Texts: {', '.join(rulebook.texts)}.",
                text=text.id,
            )


def _target_of(reference: Reference, clause: Clause, rulebook: Rulebook) -> Generator[Diagnostic, None, Clause | None]:
    """Yield a finding if a reference names no clause; the return value of the generator is the clause."""
    text = rulebook.texts.get(reference.text)
    if text is None:
        yield error(
            "R402",
            f"there is no text {reference.text}",
            reference.span,
            suggest(reference.text, rulebook.texts, f"Texts: {', '.join(rulebook.texts)}."),
            text=clause.text,
            clause=clause.number,
        )
        return None
    named = [c for c in text.clauses if c.number == reference.number]
    target = next((c for c in named if c.until is None), named[0] if named else None)
    if target is None:
        numbers = [c.number for c in text.clauses]
        yield error(
            "R402",
            f"{text.id} has no clause {reference.number}",
            reference.span,
            suggest(reference.number or "", numbers, f"Its clauses: {', '.join(numbers[:12])}."),
            text=clause.text,
            clause=clause.number,
        )
    return target


def _empty(text: Text, rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Yield findings on texts without a clause or without an Italian title."""
    if not text.clauses:
        yield error("R406", f"the text {text.id} has no clause", text.span, "Add one: clause 1 my-slug", text=text.id)
    if not text.titles.it:
        yield warning("R405", f"the text {text.id} has no Italian title", text.span, "Add: it “…”", text=text.id)


def _untranslated(text: Text, rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Yield findings on a source and clauses that lack the names in both languages that clauses of the text have."""
    if not any(clause.title for clause in text.clauses):
        return
    if text.sources.en and not text.sources.it:
        yield warning(
            "R405", f"the source of {text.id} has no Italian name", text.span, "Add: source it “…”", text=text.id
        )
    for clause in text.clauses:
        if clause.title is None:
            yield warning(
                "R405",
                f"clause {clause.id} has no title, unlike others of its text",
                clause.span,
                "Add: title en “…” it “…”",
                text=text.id,
                clause=clause.number,
            )


def _untitled(scenarios: Iterable[Scenario]) -> Iterator[Diagnostic]:
    """Yield findings on scenarios without an Italian title in files where others have one."""
    scenarios = tuple(scenarios)
    translated = {scenario.span.file for scenario in scenarios if scenario.italian}
    for scenario in scenarios:
        if not scenario.italian and scenario.span.file in translated:
            yield warning(
                "R405",
                f"the scenario “{scenario.name}” has no Italian title, unlike others of its file",
                scenario.span,
                "Add: it “…”",
            )


def _resolving(text: Text, rulebook: Rulebook) -> tuple[Diagnostic, ...]:
    """Return the findings of resolving a text: circular includes, rules that cannot be stratified."""
    return resolve(text.id, None, rulebook.texts, rulebook.vocabulary)[1]


#: The checks of each text, in order.
CHECKS: Sequence[Callable[[Text, Rulebook], Iterable[Diagnostic]]] = (
    _names,
    _references,
    _empty,
    _untranslated,
    _resolving,
)
