"""A small text of many dates, and its history."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from click.testing import Result

from emperor_rules.check.history.timeline import RulesHistory, trace
from emperor_rules.check.history.versions import clause_versions
from emperor_rules.frontend.loader import load_rulebook
from emperor_rules.model.rulebook import Rulebook
from tests.support.command_line import run
from tests.support.river import write_rules

DATED = """
  from 2001-01-01, 2002-01-01, 2003-01-01, 2004-01-01, 2005-01-01
  numbered 1 from 2001-01-01, 2 from 2003-01-01

clause 2.1 resting
  until 2002-01-01: p may rest when the sky is dark.
  since 2002-01-01: p may rest unless the sky is not dark.

clause 2.2 river since 2002-01-01
  p may not rest when the river is high.
  part bridge: p is wet when the bridge is closed.

clause 2.3 reaching
  until 2004-01-01: the reach of p is 1.
  since 2004-01-01: the reach of p is 2 when p is an emperor.
  since 2004-01-01: the reach of p is 1 when p is not an emperor.

clause 2.4 speaking until 2004-01-01
  until 2002-01-01: en "In other words."
  p is ill when the river is high.

clause 2.5 coming until 2002-01-01
  p is cold when the bridge is closed.

clause 2.5 coming since 2005-01-01
  p is cold when the bridge is closed.

clause 2.6 moving
  numbered 1.9 from 2001-01-01, 2.6 from 2004-01-01
  p may swim to q when the sky is dark.
"""

#: A text that translates it.
TRANSLATED = """
  from 2004-06-01
  translates t at 2004-06-01
clause 2.1 resting
  p may rest when the sky is dark.
clause 2.2 by-another-slug
  p may not rest when the river is high.
  part bridge: p is wet when the bridge is closed.
clause 2.3 reaching
  the reach of p is 1.
clause 2.8 its-own
  p is ill.
"""

#: A fact that every seating is fair, and a text for whose seatings that is required.
FAIR = """
fact fair
  en "the seating is fair"
  it "la disposizione è regolare"
  ask en "is the seating fair?"
  ask it "la disposizione è regolare?"
  requirement
  ignores left, leaving
"""

LAW = """\
text u "Law"
  it "Legge"
  includes t

clause 1
  en "Emperors only."
  it "Solo imperatori."
  require every player called x is such that (x is an emperor).
"""

SEATS = 3


def book(folder: Path, **texts: str) -> Rulebook:
    rulebook = load_rulebook(write_rules(folder, **texts))
    assert not rulebook.findings, [d.message for d in rulebook.findings]
    return rulebook


def history(rulebook: Rulebook, text: str = "t", seats: int = SEATS, **more: Any) -> RulesHistory:
    return trace(rulebook, clause_versions(rulebook.texts[text]), seats, **more)


def entries_by_slug(text_history: RulesHistory) -> dict[str, list[tuple[str | None, str, str]]]:
    """By slug: date, what it did, and the number from then on."""
    return {
        clause.versions.slug: [(e.date, e.kind, e.number) for e in clause.entries] for clause in text_history.clauses
    }


def entry(text_history: RulesHistory, slug: str, date: str) -> Any:
    (match,) = [e for line, e in text_history.on(date) if line.slug == slug]
    return match


def emperor(*arguments: str, folder: Path) -> Result:
    return run("history", *arguments, "--rules", folder)
