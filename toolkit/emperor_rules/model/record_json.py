"""Records as JSON and back, so that they can be kept: each record is a list of its class and its fields.

Back come records of the classes named here and nothing else, whatever the JSON says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from itertools import chain
from typing import Any, Final

from emperor_rules import source
from emperor_rules.model import phrases, terms, texts, vocabulary


def _mapping(parts: list[Any]) -> dict[Any, Any]:
    """Return a mapping from its keys and values in turn."""
    return dict(zip(parts[::2], parts[1::2], strict=True))


_CLASSES: Final = [
    *(
        thing
        for module in (source, vocabulary, terms, texts, phrases)
        for thing in vars(module).values()
        if isinstance(thing, type) and thing.__module__ == module.__name__
    )
]
_MAKERS: Final[list[Callable[[list[Any]], Any]]] = [tuple, frozenset, _mapping]
_MAKERS += [lambda parts, make=made: make(*parts) for made in _CLASSES]  # type: ignore[misc]
_NUMBERS: Final[Mapping[type, int]] = {kind: number for number, kind in enumerate((tuple, frozenset, dict, *_CLASSES))}


def to_json(value: Any) -> Any:
    """Return a record, or a plain value of one, as JSON.

    Raises:
        KeyError: It is of a class that is not kept.
    """
    kind = type(value)
    if value is None or kind in (str, int, bool):
        return value
    number = _NUMBERS[kind]
    if isinstance(value, Enum):
        return [number, value.value]
    if kind in (tuple, frozenset):
        parts = list(value) if kind is tuple else sorted(value)
    elif kind is dict:
        parts = list(chain.from_iterable(value.items()))
    else:
        parts = [getattr(value, name) for name in kind.__match_args__]
        unsaid = _defaults(kind)
        while parts and len(unsaid) >= len(parts) and parts[-1] == unsaid[len(parts) - 1]:
            parts.pop()
    return [number, *map(to_json, parts)]


def from_json(value: Any) -> Any:
    """Return what :func:`to_json` made JSON of."""
    if type(value) is not list:
        return value
    return _MAKERS[value[0]]([from_json(part) if type(part) is list else part for part in value[1:]])


def _defaults(kind: Any) -> list[Any]:
    """Return what each field of a record is where nothing is said; itself no value where something must be said."""
    if is_dataclass(kind):
        return [field.default for field in fields(kind) if field.init]
    return [kind._field_defaults.get(name, kind) for name in kind._fields]
