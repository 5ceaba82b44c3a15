"""How a session is spoken: messages come in whatever pieces, and the server ends as an editor is told that it does."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emperor_rules.editor import session
from emperor_rules.editor.session import Input

Message = dict[str, object]
BEGIN: list[Message] = [
    {"id": 1, "method": "initialize", "params": {"processId": None, "rootUri": None, "capabilities": {}}},
    {"method": "initialized", "params": {}},
]
SHUTDOWN: list[Message] = [{"id": 2, "method": "shutdown"}]
EXIT: list[Message] = [{"method": "exit"}]


@given(
    parts=st.lists(st.one_of(st.binary(max_size=9).map(lambda b: b.replace(b"\n", b"")), st.integers(0, 99))),
    chunk=st.integers(1, 20),
)
def test_lines_and_stretches_are_read_in_whatever_pieces_they_come(parts: Sequence[bytes | int], chunk: int) -> None:
    """A part is a line, or a number of bytes of anything; behind the last one there is nothing."""
    wanted = [part + b"\n" if isinstance(part, bytes) else b"\n" * part for part in parts]
    for opened in (as_pipe, as_file):
        reading = opened(b"".join(wanted))

        async def taken(source: Input) -> list[bytes]:
            got = [await (source.readline() if isinstance(p, bytes) else source.readexactly(p)) for p in parts]
            return [*got, await source.readline(), await source.readexactly(1)]

        try:
            # in a thread of its own, as a browser of other tests may have a loop running in this one
            with mock.patch.object(session, "CHUNK", chunk), ThreadPoolExecutor(1) as apart:
                assert apart.submit(asyncio.run, taken(Input(reading))).result() == [*wanted, b"", b""]
        finally:
            os.close(reading)


def as_pipe(sent: bytes) -> int:
    reading, writing = os.pipe()
    os.write(writing, sent)
    os.close(writing)
    return reading


def as_file(sent: bytes) -> int:
    with tempfile.TemporaryFile() as file:
        file.write(sent)
        file.seek(0)
        return os.dup(file.fileno())


@pytest.mark.parametrize(
    ("messages", "status"),
    [
        pytest.param([*BEGIN, *SHUTDOWN, *EXIT], 0, id="ended by the editor"),
        pytest.param([*BEGIN, *EXIT], 1, id="without a word before"),
        pytest.param(BEGIN, 1, id="the editor is gone"),
        pytest.param([], 1, id="nobody was there"),
    ],
)
def test_the_server_ends_with_the_status_that_its_help_tells(messages: Sequence[Message], status: int) -> None:
    sent = b""
    for message in messages:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        sent += b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
    command = [sys.executable, "-m", "emperor_rules", "lsp"]
    done = subprocess.run(command, input=sent, capture_output=True, timeout=60, check=False)
    assert done.returncode == status
