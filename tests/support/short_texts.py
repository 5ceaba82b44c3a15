"""Texts of a few clauses about kings and pawns, asked, and what their answers look like in a test."""

from __future__ import annotations

from typing import Any

from emperor_rules.evaluate.engine import Answer, Engine, Status
from tests.support.kings_and_pawns import SEATS, Folder, text


def one(folder: Folder, *clauses: str, head: str = "") -> Engine:
    """The answers of a single text ``t`` made of these clauses."""
    return folder.write(t=text("t", *clauses, head=head)).engine()


def ask(engine: Engine, question: str, *of: str, text: str = "t", seats: str = SEATS, **rest: Any) -> Answer:
    return engine.ask({"text": text, "seats": seats, "ask": question, "of": list(of), **rest})


def yes(*by: str, over: tuple[str, ...] = ()) -> Answer:
    return answered(True, *by, over=over)


def no(*by: str, over: tuple[str, ...] = ()) -> Answer:
    return answered(False, *by, over=over)


def answered(value: object, *by: str, over: tuple[str, ...] = ()) -> Answer:
    return Answer(Status.ANSWERED, value, tuple(f"t:{n}" for n in by), tuple(f"t:{n}" for n in over))


def silent(*by: str) -> Answer:
    return Answer(Status.SILENT, None, tuple(f"t:{n}" for n in by))


def is_contradicted(answer: Answer, *by: str) -> None:
    assert (answer.status, answer.answer, set(answer.clauses)) == ("contradicted", None, {f"t:{n}" for n in by})
    assert answer.message is not None
    assert all(f"t:{n}" in answer.message for n in by)
