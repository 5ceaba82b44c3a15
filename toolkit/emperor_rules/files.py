"""Writing files whole, and what the system says when it refuses."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path

from emperor_rules.messages import Message

#: Why the system refuses, where it does not say.
REFUSED = Message("the system refuses it")


def reason(error: OSError | ValueError) -> Message:
    """Return why the system refused something, in its own words in lower case, to stand within a sentence."""
    if isinstance(error, ValueError):  # a name that no file can have
        return REFUSED
    number = error.errno or 0
    said = os.strerror(number) if number in errno.errorcode else error.strerror
    return Message((said or REFUSED).lower())


def write_atomically(path: Path, data: bytes, mode: int = 0o666) -> None:
    """Write a file in one step: whatever fails, its old content or the new is there, never a part of either.

    The file behind a symbolic link is replaced, not the link, and its permissions stay; a new file gets ``mode``, as
    far as the process lets new files have it. A process that dies between writing and renaming leaves a hidden file
    ``.NAME.….tmp`` beside it. What is no regular file, such as
    ``/dev/null``, is written directly.

    Raises:
        OSError: If the file must not be written, or the folder takes no new file.
    """
    target = Path(os.path.realpath(path))  # unlike `resolve`, bears links in a circle
    if target.exists() and not os.access(target, os.W_OK):  # a rename would not ask
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    if target.exists() and not target.is_file():
        target.write_bytes(data)
        return
    beside = target.with_name(f".{target.name}.{os.urandom(16).hex()}.tmp")
    try:
        with open(beside, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        with suppress(FileNotFoundError):
            beside.chmod(stat.S_IMODE(target.stat().st_mode))
        beside.replace(target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
