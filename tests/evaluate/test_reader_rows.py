"""A sample of the phrasings, each read as what it is a phrasing of; ``python -m tests.reader_rows`` tells which are of use."""

from __future__ import annotations

import os
import random

import pytest

from tests.reader_rows import as_shipped, corpus, own, rows

#: So many rows are looked at; a run of its own sets more.
COUNT = int(os.environ.get("EMPEROR_ROWS", "40"))


@pytest.mark.slow
def test_a_phrasing_is_read_as_what_it_is_a_phrasing_of() -> None:
    chance = random.Random(os.environ.get("EMPEROR_SEED", "1"))
    phrasings = [row for row in rows() if row.file == "questions"]
    for row in chance.sample(phrasings, COUNT):
        asked = row.words.partition(":")[0]
        meanings = [meant for id, typed in own(row) if (meant := as_shipped(id, typed)) is not None]
        assert (
            any(case.ask == asked for meant in meanings for reading in meant for case in reading.cases) or not meanings
        )
    assert len(corpus()) > 1500
