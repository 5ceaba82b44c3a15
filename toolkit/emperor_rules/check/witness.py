"""A witness as people read it: the position in one line, and as a scenario ready to paste."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from emperor_rules.evaluate.engine import Answer
from emperor_rules.evaluate.verbalise import fill
from emperor_rules.model.texts import Edition
from emperor_rules.model.vocabulary import Vocabulary


def draw_in_text(witness: Mapping[str, Any]) -> str:
    """Draw a position in one line: players gone are crossed out, those leaving during the turn in brackets."""
    left, leaving = set(witness.get("left") or ()), set(witness.get("leaving") or ())
    sides = []
    for team, side in enumerate(str(witness["seats"]).split("|")):
        seats = []
        for place, role in enumerate(side.split()):
            name = f"{chr(ord('A') + team)}{place + 1}"
            mark = f"{role}:{name}"
            seats.append(f"×{mark}×" if name in left else f"({mark})" if name in leaving else mark)
        sides.append(" ".join(seats))
    line = " | ".join(sides)
    extra = []
    if witness.get("options"):
        extra.append("with " + ", ".join(witness["options"]))
    if witness.get("given"):
        extra.append(", ".join(f"{key} {_shown(value)}" for key, value in witness["given"].items() if value != []))
    asked = f"{witness['ask']} {' '.join(witness.get('of') or ())}".strip()
    return f"{line}  ·  {asked}" + (f"  ·  {'; '.join(extra)}" if extra else "")


def as_scenario(
    witness: Mapping[str, Any], answers: Mapping[Edition, Answer], vocabulary: Vocabulary, title: str
) -> str:
    """Write a witness as scenarios, one for each edition asked, ready to paste into a file of scenarios.

    The date of a scenario is that of its edition; where the edition has none, that of the witness.
    """
    relation = vocabulary.relations[str(witness["ask"])]
    letters = [letter for letter, _ in relation.params]
    question = fill(relation.phrase.en, letters, [str(name) for name in witness.get("of") or ()])
    blocks = []
    for edition, answer in answers.items():
        lines = [f'scenario "{title} ({edition.name})"', f"  in {edition.text}", f"  seats {witness['seats']}"]
        for key in ("left", "leaving"):
            if witness.get(key):
                lines.append(f"  {key} {' '.join(witness[key])}")
        if witness.get("options"):
            lines.append(f"  options {', '.join(witness['options'])}")
        on = edition.on or witness.get("on")
        if on:
            lines.append(f"  on {on}")
        given = [
            f"{key} {_shown(value)}".rstrip() for key, value in (witness.get("given") or {}).items() if value != []
        ]
        if given:
            lines.append(f"  given {', '.join(given)}")
        said = said_answer(answer)
        cited = ", ".join(citation.replace(":", " ") for citation in answer.clauses)
        lines.append(f"  {question}: {said}" + (f", by {cited}" if cited else ""))
        blocks.append("\n".join(lines) + "\n")
    return "\n".join(blocks)


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " ".join(value) if isinstance(value, list) else str(value)


def said_answer(answer: Answer) -> str:
    """Say an answer as a scenario expects it: its value, or else its status."""
    value = answer.answer
    if answer.status != "answered":
        return answer.status
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)
