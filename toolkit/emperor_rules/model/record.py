"""The base of the model's records: equality, hash and representation by fields."""

from __future__ import annotations

from operator import attrgetter
from typing import Any, ClassVar


class Record:
    """Base of frozen dataclasses that are equal if they are of one class and have equal fields.

    Declare them with ``@dataclass(frozen=True, slots=True, eq=False, repr=False)``: what is left out there,
    ``dataclass`` would generate and compile anew for each class, at half the cost of importing the model.
    """

    __slots__ = ()
    __match_args__: ClassVar[tuple[str, ...]] = ()
    #: Gets the fields of a record; a class without fields needs only itself.
    _fields_of: ClassVar[Any] = attrgetter("__class__")

    def __init_subclass__(cls) -> None:
        """Prepare the access to the fields; ``dataclass`` has named them when it makes the class with its slots."""
        if cls.__match_args__:
            cls._fields_of = attrgetter(*cls.__match_args__)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return type(self) is type(other) and self._fields_of(self) == self._fields_of(other)

    def __hash__(self) -> int:
        return hash((type(self), self._fields_of(self)))

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__match_args__)
        return f"{type(self).__name__}({values})"
