"""The page of a clause: what it says, what it decides and why, how it came to read so, and what other texts answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from emperor_rules.check.history.versions import ClauseVersions, clause_versions
from emperor_rules.check.scenario_runner import Outcome
from emperor_rules.draw.templating import LANGUAGES, date_in_words
from emperor_rules.evaluate.engine import INVALID
from emperor_rules.model.terms import Apply, Condition, First, Holds, Term, walk
from emperor_rules.model.texts import Sentence, Text
from emperor_rules.model.vocabulary import POSITIONAL, Vocabulary
from emperor_rules.site.context import SiteContext, effective, file_name, remarks, title_of
from emperor_rules.site.page import Link, Page, href
from emperor_rules.site.pages.redirects import NumberHolders
from emperor_rules.site.permalinks import clause_folder, clause_page, text_page
from emperor_rules.site.views.answer_view import Question
from emperor_rules.site.views.clause_history import history
from emperor_rules.site.views.clause_view import Backlinks, ClauseView, ClauseViewer, name_of
from emperor_rules.site.views.cross_text import Compared, compared
from emperor_rules.site.views.position_view import Picture, brings_facts, facts_of, picture

#: A clause's page shows so many of its questions in full, those that it decides most directly, and names the rest.
MOST_QUESTIONS = 8
#: It asks the other texts so many of them, each another question.
MOST_COMPARED = 3
#: Notions of seats beside those that look at the seats of a moment.
SEATED = POSITIONAL | {"middle", "clockwise"}


@dataclass(frozen=True, slots=True)
class Case:
    """A scenario that rests on a clause, with the questions that it decides there."""

    scenario: Link
    facts: tuple[tuple[str, str], ...]
    seats: str
    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a clause lies: its rule file and line, where to edit it (if anywhere), and its lasting addresses."""

    file: str
    line: int
    edit: str
    addresses: tuple[Link, ...]


@dataclass(frozen=True)
class ClausePages:
    """Makes the pages of all clauses in one language; ``bearers`` tell for each text who bore which number."""

    stock: SiteContext
    backward: Backlinks
    bearers: Mapping[str, Mapping[str, NumberHolders]]

    def pages(self, text: Text) -> Iterator[Page]:
        """Make the pages of a text's clauses, each with links to the one before and the one after."""
        lines = clause_versions(text)
        for number, line in enumerate(lines):
            yield self._page(line, lines[number - 1] if number else None, *lines[number + 1 : number + 2])

    def _page(self, line: ClauseVersions, before: ClauseVersions | None, after: ClauseVersions | None = None) -> Page:
        stock, text = self.stock, line.text
        clause = line.records[-1]
        of = clause_page(text.id, line.slug)
        viewer = ClauseViewer(stock, self.backward, of)
        view = viewer.view(text, clause)
        outcomes = [outcome for record in line.records for outcome in stock.by_clause.get(record.span, ())]
        directly = sorted(outcomes, key=lambda outcome: self._rank(outcome, line))
        title = f"{clause.number} {name_of(clause)}".strip() + f" · {text.id}"
        content = stock.render(
            "clause.md.j2",
            title,
            view.words,
            clause=view,
            text=self._text(text, of),
            neighbours=[
                stock.permalinks.to_clause(of, one.records[-1], stock.language) if one else None
                for one in (before, after)
            ],
            drawing=self._drawing(of, line, directly),
            cases=tuple(self._cases(of, directly[:MOST_QUESTIONS])),
            decides=self._decides(view, outcomes),
            more=tuple(self._more(of, directly)),
            history=history(stock, of, line, directly),
            readings=readings(stock, line),
            compared=tuple(self._compared(of, directly)),
            place=self._place(of, line),
            namesakes=tuple(self._namesakes(of, line)),
        )
        return Page(of, content, file_name(text.file), title, listed=False)

    def _rank(self, outcome: Outcome, line: ClauseVersions) -> tuple[int, bool]:
        """Put first what a clause decides most directly, and today."""
        cited = self.stock.asker.clauses(outcome)
        return min(
            place for place, one in enumerate(cited) if one.slug == line.slug and one.text == line.text.id
        ), outcome.scenario.on is not None

    def _text(self, text: Text, of: str) -> Mapping[str, object]:
        language = self.stock.language
        return {
            "link": Link(href(of, text_page(text.id)), title_of(text, language)),
            "effective": effective(text, language),
            "source": text.sources,
            "id": text.id,
        }

    def _decides(self, view: ClauseView, outcomes: Sequence[Outcome]) -> str:
        if not outcomes:
            return self.stock.t["clause_no_cases"] if view.formal else ""
        scenarios = {outcome.scenario.name for outcome in outcomes}
        return self.stock.t["clause_cases"].format(questions=len(outcomes), scenarios=len(scenarios))

    def _cases(self, of: str, outcomes: Sequence[Outcome]) -> Iterator[Case]:
        by_scenario: dict[str, list[Outcome]] = {}
        for outcome in outcomes:
            by_scenario.setdefault(outcome.scenario.name, []).append(outcome)
        for many in by_scenario.values():
            request = many[0].request
            yield Case(
                self._scenario(of, many[0]),
                facts_of(self.stock.asker, request),
                str(request["seats"]),
                tuple(self.stock.asker.question(of, outcome, explain=True) for outcome in many),
            )

    def _more(self, of: str, outcomes: Sequence[Outcome]) -> Iterator[Link]:
        shown = {outcome.scenario.name for outcome in outcomes[:MOST_QUESTIONS]}
        for outcome in outcomes[MOST_QUESTIONS:]:
            if outcome.scenario.name not in shown:
                shown.add(outcome.scenario.name)
                yield self._scenario(of, outcome)

    def _scenario(self, of: str, outcome: Outcome) -> Link:
        page, anchor = self.stock.scenario_pages[outcome.scenario.name]
        return Link(href(of, page, anchor), outcome.scenario.name)

    def _drawing(self, of: str, line: ClauseVersions, outcomes: Sequence[Outcome]) -> tuple[Picture, Question] | None:
        """Draw the table of the first question that a clause about seats decides, with that question."""
        vocabulary = self.stock.rulebook.vocabulary
        if not any(about_seats(s, vocabulary) for record in line.records for s in record.sentences):
            return None
        for outcome in sorted(outcomes, key=lambda one: brings_facts(one.request, vocabulary)):
            found = picture(self.stock.asker, outcome.request, "table")
            if found is not None:
                return found, self.stock.asker.question(of, outcome)
        return None

    def _compared(self, of: str, outcomes: Sequence[Outcome]) -> Iterator[Compared]:
        """Ask all texts what this clause decides; questions of today, and of one kind only once."""
        seen: set[str] = set()
        for outcome in outcomes:
            ask = outcome.expectation.query.ask
            if outcome.scenario.on is None and ask not in seen and outcome.answer.status != INVALID:
                seen.add(ask)
                yield compared(self.stock, of, outcome.request)
                if len(seen) == MOST_COMPARED:
                    return

    def _place(self, of: str, line: ClauseVersions) -> Place:
        clause = line.records[-1]
        file = file_name(line.text.file)
        edit = f"{self.stock.edit}{file}#L{clause.span.line}" if self.stock.edit else ""
        folder = clause_folder(line.text.id)
        borne = self.bearers[line.text.id].items()
        numbers = [number for number, found in borne if line.slug in {one.slug for one in found.meant}]
        addresses = [Link(f"{quote(line.slug)}.html", f"{folder}/{line.slug}.html")]
        addresses += [Link(href(of, f"{folder}/{number}/index.md"), f"{folder}/{number}/") for number in numbers]
        return Place(file, clause.span.line, edit, tuple(addresses))

    def _namesakes(self, of: str, line: ClauseVersions) -> Iterator[Link]:
        """Name the clauses that once bore the number which this one bears."""
        found = self.bearers[line.text.id][line.number]
        for other in found.former:
            if other.slug != line.slug:
                dates = [date_in_words(date, self.stock.language) for date in found.dates(other.slug)]
                note = f"({' – '.join(dict.fromkeys((dates[0], dates[-1])))})"
                link = self.stock.permalinks.to_clause(of, other.records[-1], self.stock.language)
                yield Link(link.href, f"{link.label} {other.slug}", link.title, note)


def about_seats(sentence: Sentence, vocabulary: Vocabulary) -> bool:
    """Tell whether a sentence speaks of seats, or concludes what drawings show."""
    relation = vocabulary.relations.get(sentence.relation)
    if relation is not None and relation.drawn:
        return True
    for node in nodes(sentence):
        if isinstance(node, First):
            return True
        if isinstance(node, (Holds, Apply)) and vocabulary.relations[node.relation].builtin in SEATED:
            return True
    return False


def nodes(sentence: Sentence) -> Iterator[Condition | Term]:
    """Give everything that a sentence is made of."""
    guards = sentence.guards
    for one in (guards.when, guards.unless, guards.only, guards.exactly, sentence.expression):
        if one is not None:
            yield from walk(one)


def readings(stock: SiteContext, line: ClauseVersions) -> tuple[tuple[str, str], ...]:
    """Give what the rule file remarks on a clause, each with its language: why it reads the source as it does."""
    found = []
    for record in line.records:
        remarked = remarks(record.comments)
        spoken = stock.language if remarked[stock.language] else LANGUAGES[0]
        if remarked[spoken]:
            found.append((spoken, remarked[spoken]))
    return tuple(dict.fromkeys(found))
