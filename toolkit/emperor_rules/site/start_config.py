"""What the start page and the pages of tables ask: `site/start.toml`, as far as the rules have it."""

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
    """The question that names who leaves with a player (those for whom it is answered yes), given who leaves."""

    ask: str
    given: str
    title: Words


@dataclass(frozen=True)
class StartConfig:
    """The text that the start page introduces, the clauses that it quotes, and its questions with their titles."""

    text: Text | None = None
    sentences: tuple[Clause, ...] = ()
    questions: Mapping[str, Words] = field(default_factory=dict)
    leaving: Leaving | None = None


def read_start_config(rulebook: Rulebook) -> StartConfig:
    """Read the configuration, without what a rulebook does not have."""
    config: Mapping[str, Any] = tomllib.loads((site_folder() / "start.toml").read_text(encoding="utf-8"))
    questions = rulebook.vocabulary.questions
    text = rulebook.texts.get(config["text"])
    newest = {clause.slug: clause for clause in (text.clauses if text else ()) if clause.until is None}
    sentences = tuple(newest[slug] for slug in config["sentences"] if slug in newest)
    titles = {ask: Words(names["en"], names["it"]) for ask, names in config["questions"].items() if ask in questions}
    leaving = config["leaving"]
    if leaving["ask"] not in questions or leaving["given"] not in rulebook.vocabulary.givens:
        return StartConfig(text, sentences, titles)
    title = Words(leaving["en"], leaving["it"])
    return StartConfig(text, sentences, titles, Leaving(leaving["ask"], leaving["given"], title))
