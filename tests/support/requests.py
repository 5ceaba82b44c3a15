"""Requests to the shipped texts as tests write them."""

import json
from typing import Any

from emperor_rules.cli.commands.ask import answer_line
from emperor_rules.evaluate.engine import Answer
from tests.support.shipped import engine
from tests.support.tables import SIX

CONTRADICTED = "contradicted"
SILENT = "silent"
CR = ("cr-809", "cr-809-it")
WIKIS = ("wiki-en", "wiki-it")
MARCHING = ("early", "paris")
MATCHING = (*CR, *WIKIS)
ALL = (*CR, *WIKIS, *MARCHING)

#: What the question of a card's fate is asked with.
FATE = {"leaver": "A1", "owner": "A1", "controller": "A1", "territory": "A1", "kind": "creature", "control": "entered"}
OWN_AT_HOME = FATE
OWN_AWAY = {**FATE, "territory": "A2"}
OWN_WITH_ANOTHER = {**FATE, "controller": "B1", "territory": "B1", "control": "effect"}
LENT = {**FATE, "owner": "B1", "territory": "A2", "control": "effect"}
ENTERED = {**FATE, "owner": "B1", "territory": "A2"}
GUEST = {**FATE, "owner": "A2", "controller": "A2"}
STRANGER = {**FATE, "owner": "B1", "controller": "B1", "territory": "B1"}
ARTIFACT = {**FATE, "owner": "B1", "kind": "other"}


def request(text: str, ask: str, of: str = "", seats: str = SIX, **more: Any) -> dict[str, Any]:
    """A request: keys of the interface by name, anything else is a given fact (``draw_effect_by`` for the hyphens)."""
    keys: dict[str, Any] = {key: more.pop(key) for key in ("id", "on", "options", "left", "leaving") if key in more}
    given = {key.replace("_", "-"): value for key, value in more.items()}
    whole: dict[str, Any] = {"text": text, "seats": seats, "ask": ask, "of": of.split(), **keys}
    return {**whole, "given": given} if given else whole


def ask(*args: Any, **more: Any) -> Answer:
    return engine().ask(request(*args, **more))


def line(written: str | bytes) -> dict[str, Any]:
    """Answer one line and read the answer back."""
    answered = answer_line(engine(), written)
    assert "\n" not in answered
    document: dict[str, Any] = json.loads(answered)
    return document


def short(answer: Answer) -> Any:
    """The answer, or the status of a question without one."""
    return answer.answer if answer.status == "answered" else str(answer.status)
