"""The conformance set: questions with their answers, by which whoever writes another engine can try it.

It holds every question of every scenario, then the same positions asked of each text on its dates, each date taking
some of the questions in turn, and last what makes no sense and is to be refused.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from emperor_rules.evaluate.engine import Engine
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.scenarios import Request, expectation_request
from emperor_rules.model.texts import Text
from emperor_rules.resolve.resolver import change_dates

#: On each date of a text one in so many questions of the vocabulary is asked, on the next date the ones after these.
SHARE = 36


def conformance_lines(rulebook: Rulebook, engine: Engine | None = None) -> Iterator[str]:
    """Yield the lines of the set, each a JSON object with a ``request`` and its ``answer``; always the same.

    Messages, which are for people, are left out. ``engine`` may be one that has answered about these rules before.
    """
    engine = engine or Engine(rulebook)
    written: set[str] = set()
    for request in _requests(rulebook):
        whole = engine.ask(request).as_json(None)
        answer = {key: value for key, value in whole.items() if key not in ("id", "message")}
        line = json.dumps({"request": request, "answer": answer}, ensure_ascii=False, separators=(",", ":"))
        if line not in written:
            written.add(line)
            yield line + "\n"


def _requests(rulebook: Rulebook) -> Iterator[Mapping[str, Any]]:
    by_question: dict[str, list[Request]] = {}
    for scenario in rulebook.scenarios:
        for expectation in scenario.expectations:
            for id, _ in scenario.texts:
                request = expectation_request(scenario, expectation, id)
                by_question.setdefault(request["ask"], []).append(request)
                yield request
    for text in rulebook.texts.values():
        yield from _on_its_dates(text, rulebook, by_question)
    for requests in islice(by_question.values(), 1):
        yield from _refused(requests[0])


def _on_its_dates(
    text: Text, rulebook: Rulebook, by_question: Mapping[str, list[Request]]
) -> Iterator[Mapping[str, Any]]:
    """Yield positions of scenarios asked of a text, on each of its dates some questions."""
    dates = [None, *change_dates(text.id, rulebook.texts)]
    for turn, date in enumerate(dates):
        for number, requests in enumerate(by_question.values()):
            if (number + turn) % SHARE == 0 or date is None:
                chosen = requests[(turn + number) % len(requests)]
                options = [option for option in chosen.get("options", ()) if option in text.options]
                changed = {**chosen, "text": text.id, "on": date, "options": options}
                yield {key: value for key, value in changed.items() if value or key == "of"}


def _refused(sound: Request) -> Iterator[Mapping[str, Any]]:
    """Yield a sound request in ways that make no sense."""
    yield {**sound, "text": "no-such-text"}
    yield {**sound, "ask": "no-such-question"}
    yield {**sound, "of": ["Z9"] * len(sound["of"])}
    yield {**sound, "of": [*sound["of"], "A1"]}
    yield {**sound, "seats": "?"}
    yield {**sound, "seats": " | "}
    yield {**sound, "left": ["A1"], "leaving": ["A1"]}
    yield {**sound, "options": ["no-such-option"]}
    yield {**sound, "given": {"no-such-fact": True}}
    yield {**sound, "on": "2009-02-30"}
    yield {**sound, "on": "0001-01-01"}
    yield {key: value for key, value in sound.items() if key != "seats"}
