"""What an editor sends, read in a thread of its own, as much at once as is there: a message costs one turn of the loop.

The reader of pygls hands each line of a message to a thread and waits for it.
"""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress
from threading import Thread

#: The most bytes that are read at once.
MOST_BYTES = 65_536


class Incoming:
    """A pipe, as pygls reads one; at its end there is nothing more to read."""

    def __init__(self, pipe: int) -> None:
        self._pipe = pipe
        self._come: asyncio.StreamReader | None = None

    async def readline(self) -> bytes:
        """Return the next line with its end."""
        return await self._stream().readline()

    async def readexactly(self, n: int) -> bytes:
        """Return so many bytes; none where the pipe ends before."""
        with suppress(asyncio.IncompleteReadError):
            return await self._stream().readexactly(n)
        return b""

    def _stream(self) -> asyncio.StreamReader:
        if self._come is None:
            self._come = asyncio.StreamReader()
            follower = Thread(target=self._follow, args=(asyncio.get_running_loop(), self._come), daemon=True)
            follower.start()
        return self._come

    def _follow(self, loop: asyncio.AbstractEventLoop, stream: asyncio.StreamReader) -> None:
        with suppress(RuntimeError):  # the loop has ended
            with suppress(OSError):
                while come := os.read(self._pipe, MOST_BYTES):
                    loop.call_soon_threadsafe(stream.feed_data, come)
            loop.call_soon_threadsafe(stream.feed_eof)
