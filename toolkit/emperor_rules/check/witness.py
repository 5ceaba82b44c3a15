"""A witness as people read it: the position in one line, and as a scenario ready to paste."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from emperor_rules.evaluate.questions import Answer
from emperor_rules.evaluate.saying import fill
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
        extra.append(", ".join(f"{key} {_shown(value)}" for key, value in witness["given"].items()))
    asked = f"{witness['ask']} {' '.join(witness.get('of') or ())}".strip()
    return f"{line}  ·  {asked}" + (f"  ·  {'; '.join(extra)}" if extra else "")


def as_scenario(witness: Mapping[str, Any], answers: Mapping[str, Answer], vocabulary: Vocabulary, title: str) -> str:
    """Write a witness as scenarios, one for each text asked, ready to paste into a file of scenarios."""
    relation = vocabulary.relations[str(witness["ask"])]
    letters = [letter for letter, _ in relation.params]
    question = fill(relation.phrase.en, letters, [str(name) for name in witness.get("of") or ()])
    blocks = []
    for text, answer in answers.items():
        lines = [f'scenario "{title} ({text})"', f"  in {text}", f"  seats {witness['seats']}"]
        for key in ("left", "leaving"):
            if witness.get(key):
                lines.append(f"  {key} {' '.join(witness[key])}")
        if witness.get("options"):
            lines.append(f"  options {', '.join(witness['options'])}")
        if witness.get("on"):
            lines.append(f"  on {witness['on']}")
        given = [
            f"{key} {_shown(value)}".rstrip() for key, value in (witness.get("given") or {}).items() if value != []
        ]
        if given:
            lines.append(f"  given {', '.join(given)}")
        said = answer.status if answer.status != "answered" else _said(answer.answer)
        cited = ", ".join(citation.replace(":", " ") for citation in answer.clauses)
        lines.append(f"  {question}: {said}" + (f", by {cited}" if cited else ""))
        blocks.append("\n".join(lines) + "\n")
    return "\n".join(blocks)


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " ".join(value) if isinstance(value, list) else str(value)


def _said(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)
