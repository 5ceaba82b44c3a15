"""Work that ends only with its process, for tests of what ends it."""

from __future__ import annotations

import os
import threading
from pathlib import Path


def for_ever(place: Path, number: int) -> int:
    """Write down which process this is, then wait for what never comes."""
    (place / str(os.getpid())).touch()
    threading.Event().wait()
    return number
