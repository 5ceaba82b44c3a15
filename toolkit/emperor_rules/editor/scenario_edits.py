"""Edits of files of scenarios: one more scenario, and the clauses that decide a question filled in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from emperor_rules.check.witness import AnsweringEdition, as_scenario
from emperor_rules.diagnostics import Diagnostic
from emperor_rules.editor.scenario_answers import AskedText
from emperor_rules.edits import Fix, replacing
from emperor_rules.errors import EmperorError
from emperor_rules.evaluate.answers import Answer
from emperor_rules.evaluate.engine import Engine
from emperor_rules.language.formatter import layout
from emperor_rules.messages import Message
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.scenarios import Status, Witness
from emperor_rules.model.texts import Edition
from emperor_rules.source import SourceFile, Span

#: What a scenario is called that was found by a search.
FOUND_TITLE = "{text}: {ask} {of}"


def witness_fix(finding: Diagnostic, folder: Path, rulebook: Rulebook, engine: Engine) -> Fix | None:
    """Return the fix that adds the scenario in which a finding of a search shows; ``None`` where there is none."""
    from emperor_rules.check.filling import appended_scenario  # the server starts without what runs scenarios

    witness = finding.witness
    if witness is None or not finding.sides:
        return None
    request: Witness = {key: value for key, value in witness.items() if value is not None}  # type: ignore[assignment]
    answers: dict[Edition, Answer] = {}
    try:
        for text, on in finding.sides:
            edition = Edition(text, on)
            answers[edition] = AnsweringEdition(engine, edition).ask(request)
    except EmperorError:
        return None
    text = finding.sides[0][0]
    title = FOUND_TITLE.format(text=text, ask=request["ask"], of=" ".join(request["of"])).strip()
    scenario = as_scenario(request, answers, rulebook.vocabulary, title)
    scenario = layout(SourceFile("", scenario), rulebook.vocabulary.phrases)
    edit = appended_scenario(folder, rulebook, text, scenario)
    return Fix(Message("Add the scenario that shows it"), (edit,), certain=False)


def answer_fixes(written: str, place: Span, asked: list[AskedText]) -> Iterator[Fix]:
    """Yield the fixes that write what texts answer to a question, and the clauses that decide, as all of them do.

    Args:
        written: The item as it stands.
        place: Where it stands.
        asked: The answers of the texts that are asked.
    """
    question = written.partition(":")[0].strip()
    answers = {str(each.words(cited=False)) for each in asked}
    invalid = any(each.answer.status is Status.INVALID for each in asked)
    if len(answers) != 1 or invalid or ":" not in written:
        return
    clauses = dict.fromkeys(citation.replace(":", " ") for each in asked for citation in each.answer.clauses)
    overridden = dict.fromkeys(citation.replace(":", " ") for each in asked for citation in each.answer.overridden)
    answer = answers.pop()
    by = f", by {', '.join(clauses)}" if clauses else ""
    over = f" over {', '.join(overridden)}" if overridden and " over " in written else ""
    new = f"{question}: {answer}{by}{over}"
    if " ".join(new.split()) != " ".join(written.split()):
        yield replacing(place, new, Message("Write what is answered, and the clauses that decide"), certain=False)
