"""What the start page and the pages of tables ask, as `site/start.toml` chooses it, as far as the rules know it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import Clause, Text
from emperor_rules.model.vocabulary import Words
from emperor_rules.resources import site_folder


@dataclass(frozen=True, slots=True)
class Leaving:
    """Who goes along when somebody leaves: those for whom a question is answered yes, given who leaves."""

    ask: str
    given: str
    title: Words


@dataclass(frozen=True)
class Choices:
    """The text of which the start page tells, the clauses that tell it, and what questions are called there."""

    text: Text | None = None
    sentences: tuple[Clause, ...] = ()
    questions: Mapping[str, Words] = field(default_factory=dict)
    leaving: Leaving | None = None


def choices(rulebook: Rulebook) -> Choices:
    """Read what is chosen, as far as a rulebook knows it."""
    with (site_folder() / "start.toml").open("rb") as stream:
        said: Mapping[str, Any] = tomllib.load(stream)
    asked = rulebook.vocabulary.questions
    text = rulebook.texts.get(said["text"])
    newest = {clause.slug: clause for clause in (text.clauses if text else ()) if clause.until is None}
    sentences = tuple(newest[slug] for slug in said["sentences"] if slug in newest)
    titles = {ask: Words(names["en"], names["it"]) for ask, names in said["questions"].items() if ask in asked}
    out = said["leaving"]
    known = out["ask"] in asked and out["given"] in rulebook.vocabulary.givens
    leaving = Leaving(out["ask"], out["given"], Words(out["en"], out["it"])) if known else None
    return Choices(text, sentences, titles, leaving)
