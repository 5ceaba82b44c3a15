"""What a folder of rules becomes where everything is written that its messages say to write."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from pathlib import Path

from emperor_rules.check.drafts import redeclared
from emperor_rules.check.editions import resolved
from emperor_rules.check.mutation.equivalence import MUTANT_SEATS
from emperor_rules.check.mutation.operators import mutants_of
from emperor_rules.check.mutation.runner import MutantRunner
from emperor_rules.check.pipeline import check_rulebook
from emperor_rules.check.precedence import TABLES_TRIED, overriding_fix, yields_to
from emperor_rules.check.scenario_runner import run_scenarios
from emperor_rules.check.witness import answer_words
from emperor_rules.diagnostics import Diagnostic
from emperor_rules.edits import Fix, TextEdit, edited, overlap
from emperor_rules.evaluate.engine import INVALID, Engine
from emperor_rules.frontend.loader import Folder, load_rulebook
from emperor_rules.frontend.rule_files import display_name
from emperor_rules.limits import Bounds
from emperor_rules.messages import LANGUAGES, Message
from emperor_rules.model.accepted import UNWRITTEN
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Edition
from emperor_rules.search.seatings import smallest_tables
from emperor_rules.source import SourceFile, Span

#: One mistake hides another: the rules are read again so often at most.
MOST_ROUNDS = 12


class Mended:
    """A folder of rules with fixes made, in memory alone.

    Attributes:
        before: The files that change, as they are on disk; a new one is empty.
        after: The same as they are to be.
        fixes: What was done, in order.
        left: The findings that are left.
        offered: How many of these could be mended by one of several things that may be meant.
    """

    def __init__(
        self,
        folder: Path,
        *,
        uncertain: bool,
        codes: Collection[str] = (),
        search: Bounds | None = None,
        cache: Path | None = None,
    ) -> None:
        """Mend a folder: with ``uncertain`` fixes the likeliest of several is taken; ``codes`` are beginnings.

        Tables are searched only once the rules can be read; ``cache`` keeps what was found on them.
        """
        self.before: dict[str, str] = {}
        self.after: dict[str, str] = {}
        self.fixes: list[Fix] = []
        self.left: tuple[Diagnostic, ...] = ()
        self.offered = 0
        done = set[tuple[object, ...]]()
        rulebook: Rulebook | None = None
        for _ in range(MOST_ROUNDS):
            rulebook = load_rulebook(folder, before=rulebook, unsaved=self.after)
            self.left = check_rulebook(rulebook, search=None, own_only=True).diagnostics
            if search is not None and not any(finding.is_error for finding in self.left):
                self.left = check_rulebook(rulebook, search=search, own_only=True, cache=cache).diagnostics
            if uncertain:
                self.left = tuple(with_further_fixes(self.left, folder, rulebook))
            self.offered = sum(bool(finding.fixes) for finding in self.left)
            chosen = [
                (finding, fix)
                for finding, fix in _chosen(self.left, codes, uncertain=uncertain)
                if (finding.code, finding.message, fix.edits) not in done
            ]
            foreign = rulebook.borrowed
            chosen.sort(key=lambda pair: pair[0].code)  # what is written comes before what follows from it
            made = self._make([fix for _, fix in chosen], rulebook.sources, foreign)
            if not made:
                return
            done.update((finding.code, finding.message, fix.edits) for finding, fix in chosen if fix in made)

    def _make(self, fixes: Iterable[Fix], sources: Mapping[str, SourceFile], foreign: Collection[str]) -> list[Fix]:
        """Make those fixes whose edits overlap no other, and return them."""
        edits: list[TextEdit] = []
        made: list[Fix] = []
        for fix in fixes:
            if any(edit.span.file in foreign for edit in fix.edits):
                continue
            if any(overlap(edit, other) for edit in fix.edits for other in edits):
                continue
            edits += fix.edits
            made.append(fix)
        self.fixes += made
        for name in {edit.span.file for edit in edits}:
            source = sources.get(name) or SourceFile(name, self.after.get(name, ""))
            self.before.setdefault(name, source.text)
            self.after[name] = edited(source, edits)
        return made


def _chosen(
    findings: Iterable[Diagnostic], codes: Collection[str], *, uncertain: bool
) -> Iterator[tuple[Diagnostic, Fix]]:
    """Yield the fix to make of each finding, if there is one."""
    for finding in findings:
        if finding.fixes and (not codes or finding.code.startswith(tuple(codes))):
            fix = finding.fixes[0]
            if fix.certain or uncertain:
                yield finding, fix


def with_further_fixes(findings: Iterable[Diagnostic], folder: Path, rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Yield findings, some with fixes that take a search: scenarios that a clause decides, declared differences.

    A declared difference that is found no more is taken out, all others of its text are written.
    """
    findings = tuple(findings)
    declared: set[str] = set()
    wrong = {finding.code for finding in findings if finding.is_error}
    readable, sound = not any(code < "R51" or code == "R510" for code in wrong), not wrong
    for finding in findings:
        fix = None
        if finding.code == "R604" and sound:
            fix = _deciding_scenario(finding, folder, rulebook)
        elif finding.code == "R608" and sound and not finding.fixes:
            fix = _override(finding, rulebook)
        elif finding.code in ("R520", "R521", "R522") and finding.is_error and finding.text and readable:
            text = finding.text
            if text not in declared and text in rulebook.own_texts:
                declared.add(text)
                fix = _declarations(text, folder, rulebook)
        yield finding if fix is None else replace(finding, fixes=(*finding.fixes, fix))


def _deciding_scenario(finding: Diagnostic, folder: Path, rulebook: Rulebook) -> Fix | None:
    """Return the fix that adds the smallest scenario in which a clause decides, if there is one."""
    runner = MutantRunner(rulebook, MUTANT_SEATS)
    for mutant in mutants_of(rulebook.texts[finding.text or ""], rulebook.vocabulary):
        if mutant.clause.number != finding.clause:
            continue
        verdict = runner.verdict(mutant)
        if verdict.witness is not None and mutant.clause.id in runner.engine.ask(verdict.witness).clauses:
            title = Message("{text} {clause} decides", text=finding.text, clause=finding.clause)
            named = re.sub('"[^"]*"', f'"{title}"', verdict.scenario, count=1)
            edit = appended_scenario(folder, rulebook, mutant.text, named)
            return Fix(Message("Add a scenario that {clause} decides", clause=mutant.clause.id), (edit,), certain=False)
    return None


def _override(finding: Diagnostic, rulebook: Rulebook) -> Fix | None:
    """Return the fix by which a clause overrides what it yields to, where it then decides."""
    clause = next(c for c in rulebook.texts[finding.text or ""].clauses if c.number == finding.clause)
    engine = Engine(rulebook)
    legal = smallest_tables([[resolved(engine, Edition(clause.text))]], 0)
    tables = dict.fromkeys([*(table.seats for table in legal), *(scenario.seats for scenario in rulebook.scenarios)])
    others = yields_to(engine, clause, islice(tables, TABLES_TRIED))
    return next(iter(overriding_fix(rulebook, clause, others)), None)


def _declarations(text: str, folder: Path, rulebook: Rulebook) -> Fix | None:
    """Return the fix that declares where a text differs, and nowhere else; none where it contradicts itself."""
    written = redeclared(rulebook, text).edits(rulebook, folder)
    edits = tuple(TextEdit(edit.span, _with_reasons(edit.text, text, rulebook)) for edit in written)
    title = Message("Declare where {text} differs", text=text)
    return Fix(title, edits, certain=False) if edits else None


def _with_reasons(words: str, text: str, rulebook: Rulebook) -> str:
    """Return declarations with what its own clause says as the reason of each that has none yet."""
    blocks = re.split(r"(?m)^(?=\S)", words)
    for at, block in enumerate(blocks):
        named = next((clause for clause in rulebook.texts[text].clauses if f"{text} {clause.slug}" in block), None)
        for language in LANGUAGES:
            unwritten, reason = (
                f'{language} "{UNWRITTEN.get(language)}"',
                named.words(language) if named is not None else "",
            )
            blocks[at] = blocks[at].replace(unwritten, f'{language} "{reason}"') if reason else blocks[at]
    return "".join(blocks)


# --- scenarios with question marks, filled in ------------------------------------------------------


#: A question mark for the answer, and one for the clauses; each within its line.
ANSWER = re.compile(r"(?<=:)[ ]*\?(?=[ ]*(?:,|$|#))", re.MULTILINE)
CLAUSES = re.compile(r",?[ ]*\bby[ ]+(?:at least[ ]+)?\?", re.MULTILINE)


def without_marks(text: str) -> str:
    """Return scenarios as they can be read: without the question marks, on the same lines."""
    return ANSWER.sub(" silent", CLAUSES.sub("", text))


def end_of_marks(line: str) -> int:
    """Return where the question marks of a line end; 0 where it has none."""
    return max((mark.end() for asks in (ANSWER, CLAUSES) for mark in asks.finditer(line)), default=0)


class FilledScenarios:
    """Scenario files with what they ask filled in, in memory alone.

    Attributes:
        before: The files that change, as they are on disk.
        after: The same as they are to be.
        wrong: The places of questions whose answer is another than the one written, which are left as they are.
        unread: The places that cannot be filled in, as the scenario is not read.
    """

    def __init__(self, folder: Path) -> None:
        """Fill in all scenarios of a folder."""
        self.before: dict[str, str] = {}
        self.after: dict[str, str] = {}
        self.wrong: list[Span] = []
        self.unread: list[Span] = []
        files = Folder(folder)
        sources = [source for source in files.sources_in("scenarios") if source.name not in files.borrowed]
        asking = {source.name: source for source in sources if _marks(source)}
        if not asking:
            return
        sound = {name: without_marks(source.text) for name, source in asking.items()}
        rulebook = load_rulebook(folder, unsaved=sound)
        of_files = tuple(scenario for scenario in rulebook.scenarios if scenario.span.file in asking)
        run = run_scenarios(rulebook)
        outcomes = [outcome for outcome in run.outcomes if outcome.scenario in of_files]
        for name, source in asking.items():
            edits = []
            for mark, is_answer in _marks(source):
                line = source.place(mark.start())[0]
                matching = [
                    outcome
                    for outcome in outcomes
                    if outcome.expectation.span.file == name
                    and outcome.expectation.span.line <= line <= outcome.expectation.span.end_line
                ]
                place = source.span(mark.start(), mark.end())
                answers = [outcome.answer for outcome in matching]
                if not matching or any(answer.status == INVALID for answer in answers):
                    self.unread.append(place)
                    continue
                words = {str(answer_words(answer)) for answer in answers}
                asks_answer = any(source.place(other.start())[0] == line for other in ANSWER.finditer(source.text))
                if len(words) > 1 or not (
                    asks_answer or all(o.expectation.is_met_by(o.answer.status, o.answer.answer) for o in matching)
                ):
                    self.wrong.append(place)
                elif is_answer:
                    edits.append(TextEdit(place, f" {words.pop()}"))
                else:
                    cited = dict.fromkeys(
                        citation.replace(":", " ") for answer in answers for citation in answer.clauses
                    )
                    edits.append(TextEdit(place, f", by {', '.join(cited)}" if cited else ""))
            if edits:
                self.before[name], self.after[name] = source.text, edited(source, edits)


def _marks(source: SourceFile) -> list[tuple[re.Match[str], bool]]:
    """Return the question marks of a file in order, each with whether it stands for an answer."""
    marks = [(mark, asks is ANSWER) for asks in (ANSWER, CLAUSES) for mark in asks.finditer(source.text)]
    before = {mark: source.text[: mark.start()].rpartition("\n")[2] for mark, _ in marks}  # in a string, or a comment
    marks = [
        (mark, is_answer) for mark, is_answer in marks if not before[mark].count('"') % 2 and "#" not in before[mark]
    ]
    return sorted(marks, key=lambda pair: pair[0].start())


# --- one scenario more ----------------------------------------------------------------------------


def scenario_file(folder: Path, rulebook: Rulebook, text: str) -> str:
    """Return the name of the file in which most scenarios ask a text, or of one of its own where none does."""
    files = Counter(s.span.file for s in rulebook.scenarios for named in s.texts if named.text == text)
    return files.most_common(1)[0][0] if files else display_name(folder / "scenarios" / f"{text}.rules")


def appended_scenario(folder: Path, rulebook: Rulebook, text: str, scenario: str) -> TextEdit:
    """Return the edit that puts scenarios behind those that ask a text."""
    name = scenario_file(folder, rulebook, text)
    source = rulebook.sources.get(name)
    words = f"{scenario.rstrip()}\n"
    if source is None:
        return TextEdit(Span(name, 1, 1, 1, 1), words)
    end = len(source.starts) + (not source.text.endswith("\n"))
    return TextEdit(Span(name, end, 1, end, 1), f"\n{words}")
