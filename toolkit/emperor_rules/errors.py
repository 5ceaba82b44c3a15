"""Exceptions of the toolkit: one base class, whose members are also the built-in kind that a caller would catch."""

from __future__ import annotations


class EmperorError(Exception):
    """Base class of all exceptions that the toolkit raises for what it was given."""


class RequestError(EmperorError, ValueError):
    """A request that cannot be answered as it stands; the message is one sentence that says why.

    Attributes:
        key: The key of the request whose value is wrong, where the message is about one.
    """

    def __init__(self, message: str, key: str | None = None) -> None:
        """Keep the message and the key."""
        super().__init__(message)
        self.key = key


class SeatingError(RequestError):
    """Seats that make no table; the message is one sentence that says why."""

    def __init__(self, message: str) -> None:
        """Keep the message; it is about the seats."""
        super().__init__(message, "seats")
