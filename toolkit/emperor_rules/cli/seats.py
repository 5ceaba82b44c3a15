"""The text and the seats for a command that is given none."""

from __future__ import annotations

import emperor_rules as er

#: Seats to show where the text itself says nothing of which are legal.
SEATS_SHOWN = "g E g | g E g"
#: A table that is shown has at least so many, so that a team game has teams.
FEWEST_SHOWN = 4


def usual_seats(rules: er.Rules, text: str) -> str:
    """Return the seats of a small table that a text calls legal: of few teams, all seated alike where it can be."""
    from emperor_rules.search.seatings import judges_seatings, smallest_tables

    resolved = rules.engine.program(text, None).resolved
    tables = smallest_tables([[resolved]], FEWEST_SHOWN - 1) if judges_seatings(resolved) else ()
    shown = sorted(tables, key=lambda table: (len(table.sizes), len({*table.seats.split(" | ")})))
    return shown[0].seats if shown else SEATS_SHOWN


def usual_text(rules: er.Rules) -> str:
    """Return the text that is asked unless another is named: the one to which most others relate, else the first."""
    from emperor_rules.check.drafts import most_related_text

    return most_related_text(rules.rulebook) or next(iter(rules))
