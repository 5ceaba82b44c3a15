"""A cache in a file that may be deleted at any time: what this toolkit did not write there is not used."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from emperor_rules import files
from emperor_rules.messages import Message
from emperor_rules.sealed_files import read_sealed, toolkit_key, write_sealed

#: How often the results of a long run are saved, in seconds.
SAVED_EVERY = 5.0


class Cache:
    """A file with JSON of one kind, kept between runs.

    Attributes:
        path: Where the file lies.
        remark: Why the file could not be written, as a sentence; empty where it could.
    """

    def __init__(self, path: Path, kind: str) -> None:
        """Create the cache of the file at ``path``, with content of a kind; nothing is read yet."""
        self.path = path
        self.remark = ""
        self._kind = f"{kind} of {toolkit_key()}"

    def read(self) -> Any:
        """Return the content of the file, or ``None`` where there is none of this toolkit."""
        content = read_sealed(self.path, self._kind)
        return None if content is None else json.loads(content)

    def write(self, content: object) -> None:
        """Write the file as a whole; where that fails, :attr:`remark` says why."""
        body = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
        try:
            write_sealed(self.path, self._kind, body)
        except OSError as error:
            self.remark = Message(
                "{file} cannot be written ({reason}): nothing is kept.", file=self.path, reason=files.reason(error)
            )
