"""A cache in a file that may be deleted at any time: a file that is damaged or out of date is not used.

It lies in the user's cache folder, where no rules that are handed on can plant one.

The file has two lines of JSON: a head that names the format, the toolkit and the digest of what follows, and the
content. It is written as a whole or not at all.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Generic, TypeVar

import emperor_rules
from emperor_rules import files
from emperor_rules.messages import Message
from emperor_rules.resources import grammar_path

Content = TypeVar("Content")

#: How often the results of a long run are saved, in seconds.
SAVED_EVERY = 5.0


class _Unusable(Exception):
    """Why a file is not used."""


class Cache(Generic[Content]):
    """A file with content of one kind, kept between runs.

    Attributes:
        path: Where the file lies.
        remark: Why the file could not be used or written, as a sentence; empty where it could.
    """

    def __init__(
        self, path: Path, kind: str, decode: Callable[[Any], Content], encode: Callable[[Content], Any], remedy: str
    ) -> None:
        """Create the cache; nothing is read yet.

        Args:
            path: Where the file lies.
            kind: The name and version of its format.
            decode: Returns content from JSON; raises ``ValueError``, ``TypeError``, ``LookupError`` or
                ``AttributeError`` where the JSON has another shape.
            encode: Returns JSON from content.
            remedy: What happens where the file cannot be used, to end a remark.
        """
        self.path = path
        self.remark = ""
        self._kind, self._decode, self._encode, self._remedy = kind, decode, encode, remedy
        self._toolkit = toolkit_key()

    def read(self) -> Content | None:
        """Return the content of the file, or ``None`` where there is none that can be used."""
        try:
            return self._decode(self._trusted())
        except FileNotFoundError:
            return None
        except _Unusable as reason:
            why = reason.args[0]
        except OSError as error:
            why = Message("cannot be read ({reason})", reason=files.reason(error))
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
            why = Message("is damaged")
        self.reject(why)
        return None

    def reject(self, fault: str) -> None:
        """Let :attr:`remark` say what is wrong with the file."""
        self.remark = Message(
            "{file} {fault}: it is not used, {remedy}.", file=self.path, fault=fault, remedy=self._remedy
        )

    def _trusted(self) -> Any:
        """Return the JSON of the content.

        Raises:
            _Unusable: The head names another format or toolkit, or another digest than that of the content.
        """
        head, _, body = self.path.read_bytes().partition(b"\n")
        about = json.loads(head)
        if not isinstance(about, dict) or "format" not in about:
            raise _Unusable(Message("is none of ours"))
        if (about["format"], about.get("toolkit")) != (self._kind, self._toolkit):
            raise _Unusable(Message("is from another version of the toolkit"))
        if about.get("digest") != sha256(body).hexdigest():
            raise _Unusable(Message("is damaged"))
        return json.loads(body)

    def write(self, content: Content) -> None:
        """Write the file as a whole; where that fails, :attr:`remark` says why."""
        body = json.dumps(self._encode(content), ensure_ascii=False, separators=(",", ":")).encode()
        head = {"format": self._kind, "toolkit": self._toolkit, "digest": sha256(body).hexdigest()}
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            files.write_whole(self.path, json.dumps(head).encode() + b"\n" + body)
        except OSError as error:
            self.remark = Message(
                "{file} cannot be written ({reason}): nothing is kept.", file=self.path, reason=files.reason(error)
            )


def toolkit_key() -> str:
    """Return a name for the toolkit as it is installed: by its version, and by path, size and time of its sources.

    The sources are not read: that would take longer than most of what a cache saves.
    """
    digest = sha256()
    for entry in (*_sources(Path(emperor_rules.__file__).parent), grammar_path()):
        stat = entry.stat()
        digest.update(f"{entry} {stat.st_size} {stat.st_mtime_ns}\n".encode())
    return f"{emperor_rules.__version__}-{digest.hexdigest()[:16]}"


def _sources(folder: Path) -> Iterator[Path]:
    """Yield the modules of a package in a fixed order."""
    with os.scandir(folder) as entries:
        for entry in sorted(entries, key=lambda entry: entry.name):
            if entry.is_dir():
                yield from _sources(Path(entry.path)) if entry.name != "__pycache__" else ()
            elif entry.name.endswith(".py"):
                yield Path(entry.path)


def of_type(value: Any, *kinds: type) -> Any:
    """Return a JSON value that has one of the types ``kinds``.

    Raises:
        TypeError: It has another type.
    """
    if type(value) not in kinds:
        raise TypeError(f"{type(value).__name__} where {kinds[0].__name__} is expected")
    return value


def strings(value: Any) -> tuple[str, ...]:
    """Return a JSON array of strings as a tuple.

    Raises:
        TypeError: It is something else.
    """
    return tuple(of_type(item, str) for item in of_type(value, list))


def mapping(value: Any) -> Mapping[str, Any]:
    """Return a JSON object.

    Raises:
        TypeError: It is something else.
    """
    return of_type(value, dict)  # type: ignore[no-any-return]
