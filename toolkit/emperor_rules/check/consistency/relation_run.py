"""The results of searching the texts of a rulebook, with the declarations that cover what was found.

Of several that cover a finding the narrowest does: that which names all clauses concerned before that which names
those of the variant alone, then that with fewer clauses, then that with fewer questions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from emperor_rules.check.editions import cited, resolved
from emperor_rules.check.search_report import SearchFinding, SearchReport, UnitResult
from emperor_rules.check.witness import as_scenario, draw_in_text, place_of, verdict_of, whole_request
from emperor_rules.diagnostics import DECLARED, ERROR, Diagnostic
from emperor_rules.evaluate.engine import Answer, Engine
from emperor_rules.limits import Bounds
from emperor_rules.messages import Message
from emperor_rules.model.accepted import CONTRADICTION, DIFFERENCE, AcceptedFinding, DeclarationKind
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.scenarios import Witness
from emperor_rules.model.texts import Clause, Edition, TextRelation
from emperor_rules.resolve.cone import cone_of
from emperor_rules.resolve.resolver import dates_of
from emperor_rules.source import NOWHERE

#: A clause as declarations name it: text and slug, as numbers change.
ClauseName = tuple[str, str]


@dataclass(frozen=True)
class Declarable:
    """A finding that a declaration may cover.

    Attributes:
        kind: What declares it.
        texts: The texts that differ, or the one that contradicts itself.
        ask: The question.
        options: The options in use.
        concerned: The clauses of those texts, not of what they include, that decide; where a contradiction is among
            included clauses alone, these.
        own: Of a variant that includes the other text, its own clauses on which the answer rests: whatever differs
            comes from them. Empty in any other case.
        day: Of which day the wordings are; ``None``: the newest.
    """

    kind: DeclarationKind
    texts: frozenset[str]
    ask: str
    options: tuple[str, ...]
    concerned: frozenset[ClauseName]
    own: frozenset[ClauseName] = frozenset()
    day: str | None = None


def day_of(sides: Iterable[Edition]) -> str | None:
    """Return the day of which the wordings are that are compared, the later of two; ``None``: the newest."""
    days = [side.on for side in sides]
    return None if None in days else max(filter(None, days))


def declarable(engine: Engine, sides: Sequence[Edition], finding: SearchFinding) -> Declarable:
    """Return a difference of two editions, or a contradiction in one, as declarations describe it."""
    clauses = [c for side in sides for c in cited(engine, side, finding.clauses[side.name])]
    if len(sides) == 1:
        return _conflict_of(sides[0], finding, clauses)
    texts = frozenset(side.text for side in sides)
    concerned = _names(clauses, texts)
    variant, original = sides
    own: frozenset[ClauseName] = frozenset()
    if original.text in dates_of(variant.text, variant.on, engine.rulebook.texts):
        own = frozenset(name for name in concerned if name[0] == variant.text)
        if not own:  # those that conclude something on which the answer rests
            text = resolved(engine, variant)
            read = cone_of(text, finding.ask).predicates
            about = {text.rules[number].clause for name in read for number in text.by_predicate.get(name, ())}
            own = _names([text.clauses[number].clause for number in about], frozenset({variant.text}))
    return Declarable(DIFFERENCE, texts, finding.ask, finding.options, concerned, own, day_of(sides))


def _conflict_of(edition: Edition, conflict: SearchFinding, clauses: Sequence[Clause]) -> Declarable:
    texts = frozenset({edition.text})
    concerned = _names(clauses, texts) or _names(clauses)
    return Declarable(CONTRADICTION, texts, conflict.ask, conflict.options, concerned, day=edition.on)


def _names(clauses: Sequence[Clause], texts: frozenset[str] | None = None) -> frozenset[ClauseName]:
    """Return the names of clauses, of those in some texts or of all."""
    return frozenset((clause.text, clause.slug) for clause in clauses if texts is None or clause.text in texts)


def declared_for(engine: Engine, sides: Sequence[Edition], finding: SearchFinding) -> AcceptedFinding | None:
    """Return the declaration that covers a difference of two editions or a contradiction in one, or ``None``."""
    return next(iter(covering(engine.rulebook, declarable(engine, sides, finding))), None)


def belongs_to_included(
    engine: Engine, edition: Edition, conflict: SearchFinding, searched: Sequence[UnitResult]
) -> bool:
    """Return whether a contradiction was reported or declared in a text that this one includes.

    The included text must have all the clauses. A contradiction that needs a table, an option or a date of the
    including text is not reported in the included one.
    """
    clauses = cited(engine, edition, conflict.answer.clauses)
    owners = {clause.text for clause in clauses}
    texts = engine.rulebook.texts
    dates = dates_of(edition.text, edition.on, texts)
    for owner in sorted(owners - {edition.text}):
        if not owners <= dates_of(owner, dates[owner], texts).keys():
            continue
        if covering(engine.rulebook, _conflict_of(Edition(owner, edition.on), conflict, clauses)):
            return True
        for findings in searched:
            if findings.edition.text == owner and any(
                other.ask == conflict.ask
                and other.options in ((), conflict.options)
                and cited(engine, findings.edition, other.answer.clauses) == clauses
                for other in findings.conflicts
            ):
                return True
    return False


def covering(rulebook: Rulebook, finding: Declarable) -> list[AcceptedFinding]:
    """Return the declarations that cover a finding, the narrowest first."""
    fitting = []
    for declaration in rulebook.declarations:
        if not _about(declaration, finding):
            continue  # its texts may not even be read
        named = _named_clauses(rulebook, declaration)
        if not _missing(declaration, named, finding):
            asks = len(declaration.asks) or len(rulebook.vocabulary.questions)
            fitting.append(((not finding.concerned <= named, len(named), asks), declaration))
    return [declaration for _, declaration in sorted(fitting, key=lambda pair: pair[0])]


def lacking(rulebook: Rulebook, declaration: AcceptedFinding, finding: Declarable) -> str:
    """Return what a declaration would have to name too to cover a finding, as it is written.

    The result is empty where it has nothing to do with the finding: no clause in common, or more than one item lacking.
    """
    named = _named_clauses(rulebook, declaration) if _about(declaration, finding) else frozenset()
    if not named & (finding.concerned | finding.own):
        return ""
    match _missing(declaration, named, finding):
        case [str(item)]:
            return item
        case [frozenset(absent)]:
            return ", ".join(sorted(written_name(rulebook, name) for name in absent))
    return ""


def _about(declaration: AcceptedFinding, finding: Declarable) -> bool:
    of_these = declaration.kind == finding.kind and {side.text for side in declaration.texts} == finding.texts
    return of_these and declaration.holds_on(finding.day)


def _missing(
    declaration: AcceptedFinding, named: frozenset[ClauseName], finding: Declarable
) -> list[str | frozenset[ClauseName]]:
    """Return what a declaration of the same texts does not name of a finding: its question, its options, clauses.

    A declaration of no question and no option is about all of both.
    """
    missing: list[str | frozenset[ClauseName]] = []
    if declaration.asks and finding.ask not in declaration.asks:
        missing.append(f"asks {finding.ask}")
    if declaration.options != finding.options and (declaration.asks or declaration.options):
        missing.append(f"options {', '.join(finding.options)}" if finding.options else "")
    if not (finding.concerned <= named or (finding.own and finding.own <= named)):
        missing.append((finding.own or finding.concerned) - named)
    return missing


def written_name(rulebook: Rulebook, name: ClauseName) -> str:
    """Return a clause as a declaration names it, with its number."""
    text, slug = name
    number = next((clause.number for clause in rulebook.texts[text].clauses if clause.slug == slug), slug)
    return f"{text} {number}"


def _named_clauses(rulebook: Rulebook, declaration: AcceptedFinding) -> frozenset[ClauseName]:
    """Return the clauses that a declaration names, as far as their texts were read."""
    return frozenset(
        (reference.text, clause.slug)
        for reference in declaration.clauses
        if reference.text in rulebook.texts
        for clause in rulebook.texts[reference.text].clauses
        if reference.number in (clause.number, clause.slug)
    )


#: For how many findings of a run a minimal core is computed, as each takes hundredths of a second.
MOST_CORES = 4
#: The most clauses shown with a finding.
MOST_PLACES = 8


@dataclass
class RelationRun:
    """The results of searching the texts of a rulebook, and the comparisons of those that are related.

    Attributes:
        findings: The findings, declared ones among them.
        used: The names of the declarations that cover a finding.
        rivals: By the name of a declaration, the first narrower one that covers what it would cover.
        uncovered: The findings that no declaration covers, each with its code.
        cores: How many minimal cores were requested.
    """

    engine: Engine
    bounds: Bounds
    findings: list[Diagnostic] = field(default_factory=list)
    comparisons: list[tuple[TextRelation, UnitResult]] = field(default_factory=list)
    texts: list[UnitResult] = field(default_factory=list)
    used: set[str] = field(default_factory=set)
    rivals: dict[str, str] = field(default_factory=dict)
    uncovered: list[tuple[str, Declarable]] = field(default_factory=list)
    cores: int = 0

    @property
    def rulebook(self) -> Rulebook:
        """The rules that were searched."""
        return self.engine.rulebook

    def reports(self) -> Mapping[str, SearchReport]:
        """Return the report of each search, by the name of the text or pair."""
        results = (*self.texts, *(comparison for _, comparison in self.comparisons))
        return {result.unit.name: result.searched for result in results}

    def declaration_of(self, code: str, finding: Declarable) -> AcceptedFinding | None:
        """Return the declaration that covers a finding, and record that it does."""
        covered_by = covering(self.rulebook, finding)
        if not covered_by:
            self.uncovered.append((code, finding))
            return None
        first, *others = covered_by
        self.used.add(first.slug)
        for other in others:
            self.rivals.setdefault(other.slug, first.slug)
        return first

    def missed(self) -> list[str]:
        """Return the texts and pairs at which not everything was searched."""
        return [name for name, report in self.reports().items() if not report.complete]

    def searched(self) -> dict[str, object]:
        """Return how far the searches went, by text and pair."""
        return {name: report.as_json() for name, report in self.reports().items()}

    def diagnostic(
        self,
        code: str,
        message: str,
        witness: Witness,
        answers: Mapping[Edition, Answer],
        declaration: AcceptedFinding | None,
    ) -> Diagnostic:
        """Return the finding that a witness shows: declared, or an error with the clauses responsible for it."""
        cited_by = {side: cited(self.engine, side, answer.clauses) for side, answer in answers.items()}
        if declaration is None:
            clauses = [c for side, answer in answers.items() for c in self._core(side, witness, answer, cited_by[side])]
            first = next(iter(answers)).text
            clauses.sort(key=lambda clause: clause.text != first)
            help: str = draw_in_text(witness)
            if self.rulebook.vocabulary.predicates[witness["ask"]].is_question:
                title = "the smallest table that shows it"
                scenario = as_scenario(witness, answers, self.rulebook.vocabulary, title)
                help = Message("{table}\n\n{scenario}", table=help, scenario=scenario)
        else:
            clauses = [clause for side in answers for clause in cited_by[side]]
            help = Message("{words}", words=declaration.words)
        places = [*map(place_of, clauses)]
        citation = next((citation for answer in answers.values() for citation in answer.clauses), None)
        severity, place = ERROR if declaration is None else DECLARED, places[0].span if places else NOWHERE
        number = citation.partition(":")[2] if citation is not None else None
        sides = tuple((side.text, side.on) for side in answers)
        related = tuple(places[1:MOST_PLACES])
        return Diagnostic(code, severity, message, place, help, sides[0][0], number, related, witness, sides=sides)

    def _core(self, edition: Edition, witness: Witness, answer: Answer, cited: list[Clause]) -> list[Clause]:
        """Return a minimal core of an answer for the first findings, all the clauses that it cites for later ones.

        An answer cites all clauses of any derivation. Here clauses are removed one by one, and stay removed where the
        answer is the same without them (deletion filtering, as for minimal unsatisfiable subsets: Chinneck and
        Dravnieks 1991). What overrides a clause that is removed overrides nothing.
        """
        self.cores += 1
        if self.cores > MOST_CORES:
            return cited
        request = whole_request(edition, witness)
        needed, rulebook = list(cited), self.rulebook
        for clause in cited:
            without = rulebook.with_clause(clause)
            again = Engine(without).ask(request) if len(needed) > 1 else None
            if again is not None and verdict_of(again) == verdict_of(answer):
                rulebook = without
                needed.remove(clause)
        return needed
