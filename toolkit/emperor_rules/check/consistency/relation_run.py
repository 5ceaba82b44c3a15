"""The results of searching the texts of a rulebook, with the declarations that cover what was found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from emperor_rules.check.consistency.accepted import Declarable, cited, covering
from emperor_rules.check.consistency.replay import Comparison, TextFindings
from emperor_rules.check.search_report import SearchReport
from emperor_rules.check.witness import as_scenario, diagnostic_witness, draw_in_text, verdict_of, whole_request
from emperor_rules.diagnostics import DECLARED, ERROR, Diagnostic, Related
from emperor_rules.evaluate.engine import Answer, Engine
from emperor_rules.limits import Bounds
from emperor_rules.messages import Message
from emperor_rules.model.accepted import AcceptedFinding
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.scenarios import Witness
from emperor_rules.model.texts import Clause, Edition, TextRelation
from emperor_rules.model.vocabulary import Words
from emperor_rules.source import NOWHERE

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
    comparisons: list[tuple[TextRelation, Comparison]] = field(default_factory=list)
    texts: list[TextFindings] = field(default_factory=list)
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
        pairs = [comparison for _, comparison in self.comparisons]
        return {
            **{text.edition.name: text.searched for text in self.texts},
            **{" ~ ".join(side.name for side in pair.sides): pair.searched for pair in pairs},
        }

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

    def question(self, ask: str) -> Words:
        """Return a question in words; of a predicate that nobody asks, its phrase."""
        predicate = self.rulebook.vocabulary.predicates[ask]
        return Words(*(ask or phrase for ask, phrase in zip(predicate.ask, predicate.phrase, strict=True)))

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
        words = [Message("{words}", words=clause.all_words) for clause in clauses]
        places = [Related(c.span, wording, c.text, c.number) for c, wording in zip(clauses, words, strict=True)]
        citation = next((citation for answer in answers.values() for citation in answer.clauses), None)
        severity, place = ERROR if declaration is None else DECLARED, places[0].span if places else NOWHERE
        number = citation.partition(":")[2] if citation is not None else None
        sides = tuple((side.text, side.on) for side in answers)
        related, position = tuple(places[1:MOST_PLACES]), diagnostic_witness(witness)
        return Diagnostic(code, severity, message, place, help, sides[0][0], number, related, position, sides=sides)

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
        needed, texts = list(cited), dict(self.rulebook.texts)
        for clause in cited:
            text = texts[clause.text]
            kept = tuple(other for other in text.clauses if other.slug != clause.slug)
            without = {**texts, text.id: replace(text, clauses=kept)}
            again = Engine(replace(self.rulebook, texts=without)).ask(request) if len(needed) > 1 else None
            if again is not None and verdict_of(again) == verdict_of(answer):
                texts = without
                needed.remove(clause)
        return needed
