"""Exceptions of the toolkit: one base class, whose members are also the built-in kind that a caller would catch."""

from __future__ import annotations


class EmperorError(Exception):
    """Base class of all exceptions that the toolkit raises for what it was given."""


class RequestError(EmperorError, ValueError):
    """A request that cannot be answered as it stands; the message is one sentence that says why."""


class SeatingError(RequestError):
    """Seats that make no table; the message is one sentence that says why."""
