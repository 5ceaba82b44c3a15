"""The addresses of positions at the live table: as the script of the page reads them, whatever a request holds."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from emperor_rules.site.views.answer_view import live_address
from emperor_rules.site.views.figures import opening_table, tables_allowed
from tests.support.javascript import SCRIPTS, run_node
from tests.support.shipped import checked, rulebook, shipped_context

READER = """
import { readFileSync } from "node:fs";
const { readAddress, requestOf } = await import(process.argv[2]);
const { vocabulary, addresses } = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(addresses.map((one) => requestOf(readAddress(one, {}), vocabulary))));
"""


def asked(request: Mapping[str, Any]) -> dict[str, Any]:
    """A request as it is compared: without what is empty, its seats without spaces."""
    plain = {key: value for key, value in request.items() if value not in (None, [], (), {})}
    compared: dict[str, Any] = json.loads(json.dumps({**plain, "seats": "".join(plain["seats"].split())}, default=list))
    return compared


def test_the_page_reads_what_a_link_says(tmp_path: Path) -> None:
    requests = [outcome.request for outcome in checked().run.outcomes]
    requests = [
        request
        for request in requests
        if all(value not in (None, [], ()) for value in (request.get("given") or {}).values())
    ]
    kinds = {key: {"kind": given.kind} for key, given in rulebook().vocabulary.givens.items()}
    script = tmp_path / "reader.mjs"
    script.write_text(READER, encoding="utf-8")
    addresses = [live_address("cr-809/one.md", request) for request in requests]
    assert all(address.startswith("../table/index.html#text=") for address in addresses)
    document = {"vocabulary": {"givens": kinds}, "addresses": [address.partition("#")[2] for address in addresses]}
    read = json.loads(
        run_node(script, (SCRIPTS / "table" / "state" / "address.js").as_uri(), lines=[json.dumps(document)])
    )
    for request, other in zip(requests, read, strict=True):
        assert asked(other) == asked(request)
    assert len(requests) > 1_000 and any(request.get("given") for request in requests)


def test_only_texts_that_stand_for_themselves_are_at_the_live_table() -> None:
    included = {inclusion.text for text in rulebook().texts.values() for inclusion in text.includes}
    assert shipped_context("en").live_texts == {*rulebook().texts} - included


def test_a_rulebook_opens_at_a_table_that_shows_its_teams() -> None:
    """Where a text allows tables at which everybody has a teammate, the smallest of these."""
    engine, opened = shipped_context("en").engine, set[bool]()
    for text in shipped_context("en").standalone:
        tables = tables_allowed(engine, text.id)
        if tables:
            table = opening_table(tables)
            smaller = tables[: tables.index(table)]
            has_mates = min(table.sizes) > 1
            assert not any(min(other.sizes) > 1 for other in smaller) and (has_mates or not smaller)
            opened.add(has_mates)
    assert opened == {True, False}
