"""Scenarios with question marks, filled in: the answer of the rules, and the clauses that decide."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from emperor_rules.check.scenario_runner import run_scenarios
from emperor_rules.check.witness import answer_words
from emperor_rules.edits import TextEdit, edited
from emperor_rules.evaluate.engine import INVALID
from emperor_rules.frontend.loader import Folder, load_rulebook
from emperor_rules.frontend.rule_files import display_name
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.source import SourceFile, Span

#: A question mark for the answer, and one for the clauses; each within its line.
ANSWER = re.compile(r"(?<=:)[ ]*\?(?=[ ]*(?:,|$|#))", re.MULTILINE)
CLAUSES = re.compile(r",?[ ]*\bby[ ]+(?:at least[ ]+)?\?", re.MULTILINE)


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
        sound = {name: ANSWER.sub(" silent", CLAUSES.sub("", source.text)) for name, source in asking.items()}
        rulebook = load_rulebook(folder, unsaved=sound)
        of_files = tuple(scenario for scenario in rulebook.scenarios if scenario.span.file in asking)
        run = run_scenarios(rulebook)
        outcomes = [outcome for outcome in run.outcomes if outcome.scenario in of_files]
        for name, source in asking.items():
            edits = []
            for mark, is_answer in _marks(source):
                line = source.place(mark.start())[0]
                found = [
                    outcome
                    for outcome in outcomes
                    if outcome.expectation.span.file == name
                    and outcome.expectation.span.line <= line <= outcome.expectation.span.end_line
                ]
                place = source.span(mark.start(), mark.end())
                answers = [outcome.answer for outcome in found]
                if not found or any(answer.status == INVALID for answer in answers):
                    self.unread.append(place)
                    continue
                words = {str(answer_words(answer)) for answer in answers}
                asks_answer = any(source.place(other.start())[0] == line for other in ANSWER.finditer(source.text))
                if len(words) > 1 or not (asks_answer or all(_as_expected(outcome) for outcome in found)):
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


def _as_expected(outcome: object) -> bool:
    from emperor_rules.check.scenario_runner import Outcome

    assert isinstance(outcome, Outcome)
    expected = outcome.expectation.answer
    alone = expected[0] if isinstance(expected, list) and len(expected) == 1 else expected
    return outcome.answer.status == outcome.expectation.status and outcome.answer.answer in (expected, alone)


def _marks(source: SourceFile) -> list[tuple[re.Match[str], bool]]:
    """Return the question marks of a file in order, each with whether it stands for an answer."""
    marks = [
        *((mark, True) for mark in ANSWER.finditer(source.text)),
        *((m, False) for m in CLAUSES.finditer(source.text)),
    ]
    return sorted(_outside_strings(source, marks), key=lambda pair: pair[0].start())


def _outside_strings(
    source: SourceFile, marks: list[tuple[re.Match[str], bool]]
) -> Iterator[tuple[re.Match[str], bool]]:
    for mark, is_answer in marks:
        start = source.starts[source.place(mark.start())[0] - 1]
        before = source.text[start : mark.start()]
        if not before.count('"') % 2 and "#" not in before:
            yield mark, is_answer


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
