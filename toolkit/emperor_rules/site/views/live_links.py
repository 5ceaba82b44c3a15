"""Links to the live table: the whole position and its question stand in the address."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import quote, urlencode

from emperor_rules.evaluate.engine import Engine
from emperor_rules.site.page import href
from emperor_rules.site.permalinks import LIVE_TABLE
from emperor_rules.site.texts import arrange_texts
from emperor_rules.site.views.figures import legal_tables


def live_texts(engine: Engine) -> frozenset[str]:
    """Return the ids of the texts that the live table offers; none where no text allows a table."""
    texts = [text.id for text in arrange_texts(engine.rulebook)[0]]
    return frozenset(texts if any(legal_tables(engine, text) for text in texts) else ())


def live_address(path: str, request: Mapping[str, Any]) -> str:
    """Return the address, seen from the page ``path``, at which the live table shows a request.

    Lists are written with dots, flags as ``yes`` and ``no``; what is empty is left out.
    """
    lists = {key: request.get(key) or () for key in ("left", "leaving", "options", "of")}
    state = {
        "text": request["text"],
        "seats": "".join(str(request["seats"]).split()).replace("|", "."),
        **{key: lists[key] for key in ("left", "leaving", "options")},
        **(request.get("given") or {}),
        "on": request.get("on"),
        "ask": request.get("ask"),
        "of": lists["of"],
    }
    written = {key: _written(value) for key, value in state.items()}
    named = urlencode({key: value for key, value in written.items() if value}, quote_via=quote)
    return f"{href(path, LIVE_TABLE)}#{named}"


def _written(value: object) -> str:
    """Return a value as the address has it; nothing and nobody are empty."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Iterable) and not isinstance(value, str):
        return ".".join(map(str, value))
    return "" if value is None else str(value)
