"""Addresses of the live table: all that it shows stands behind the sign # of its address."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from urllib.parse import quote, urlencode

from emperor_rules.model.scenarios import TableRequest
from emperor_rules.model.seating import team_name


def live_state(request: TableRequest) -> str:
    """Return what stands behind the sign # where the live table shows a request.

    Lists are written with dots, flags as ``yes`` and ``no``; what is empty is left out.
    """
    state = {
        "text": request["text"],
        "seats": _seats_written(request["seats"]),
        "left": request.get("left"),
        "leaving": request.get("leaving"),
        "options": request.get("options"),
        **(request.get("given") or {}),
        "on": request.get("on"),
        "ask": request.get("ask"),
        "of": request.get("of"),
    }
    written = {key: _written(value) for key, value in state.items()}
    return urlencode({key: value for key, value in written.items() if value}, quote_via=quote)


def _seats_written(seats: str) -> str:
    """Return seats as the address has them: ``gEg.gEg``; each with its team ``A-B-A-B`` or ``A:g-B:g-A:E-B:E``."""
    by_team = "|" not in seats and team_name(0) in seats
    return "-".join(seats.split()) if by_team else "".join(seats.split()).replace("|", ".")


def _written(value: object) -> str:
    """Return a value as the address has it; nothing and nobody are empty."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ".".join(f"{name}-{number}" for name, number in value.items())
    if isinstance(value, Iterable) and not isinstance(value, str):
        return ".".join(map(str, value))
    return "" if value is None else str(value)
