"""How much work one question may take, so that each ends soon, however large the table and deep the quantifiers.

Work is counted in players looked at, not in seconds: a question is answered or refused alike on every machine. A rule
that is tried counts as many as there are seats, and so does each time that a quantifier inside another one begins;
facts that may depend on each other take longer.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from emperor_rules.errors import RequestError
from emperor_rules.messages import Message

#: So many players are looked at for one question; the engine in JavaScript has the same number.
MOST_WORK = 10_000_000
#: What it counts to read a fact of a circle while the circle is worked out.
WORK_OF_A_CIRCLE = 8


class WorkLimit:
    """What is left of the work that a question may take."""

    __slots__ = ("left",)

    def __init__(self) -> None:
        """Begin with all that one question may take."""
        self.begin()

    def begin(self) -> None:
        """Begin another question."""
        self.left = MOST_WORK

    @contextmanager
    def apart(self) -> Iterator[None]:
        """Do work that is remembered for later questions, so that none has to answer for it."""
        left = self.left
        self.begin()
        try:
            yield
        finally:
            self.left = left

    @property
    def used(self) -> int:
        """How much work was done since the last question began."""
        return MOST_WORK - self.left

    def spend(self, work: int) -> None:
        """Note some work.

        Raises:
            RequestError: If it is more than a question may take.
        """
        self.left -= work
        if self.left < 0:
            raise RequestError(
                Message(
                    "at a table of so many seats the rules compare too much for this question: ask it of fewer seats"
                ),
                "seats",
            )
