"""``rules.json``: everything that a folder of rules says, as one document, and the JSON Schema of it."""

from __future__ import annotations

import json
import re
import types
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from enum import StrEnum
from functools import reduce
from inspect import cleandoc
from operator import or_
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from emperor_rules.export.records import (
    NAMES,
    OPERATIONS,
    Document,
    Questions,
    Tree,
    declarations,
    field_names,
    is_record,
    plain,
    unfolded,
)
from emperor_rules.messages import LANGUAGES
from emperor_rules.model import terms
from emperor_rules.model.phrasings import Phrasings
from emperor_rules.model.rulebook import Rulebook
from emperor_rules.model.texts import included_texts
from emperor_rules.model.vocabulary import Words
from emperor_rules.questions.tables import tables

_PLAIN: Mapping[object, Tree] = {
    str: {"type": "string"},
    int: {"type": "integer", "minimum": 0},
    bool: {"type": "boolean"},
    type(None): {"type": "null"},
    Any: {},
    object: {},
}
#: Unions that are defined once under a name.
_UNIONS: Mapping[object, str] = {terms.Term: "term", terms.Condition: "condition"}
#: What is said of a field: its name, a colon, and everything that is indented below.
_ATTRIBUTE = re.compile(r"(?m)^    (\w+): (.*(?:\n {8,}.*)*)")


def schema(kind: type, id: str, title: str) -> Tree:
    """Return the JSON Schema (draft 2020-12) of a record and all records in it."""
    definitions: dict[str, Tree] = {}
    described = _object(kind, definitions)
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": id, "title": title}
    return {**head, **described, "$defs": dict(sorted(definitions.items()))}


def _object(kind: type, definitions: dict[str, Tree]) -> Tree:
    """Return the schema of a record, and add what it refers to."""
    text, notes = documentation(kind)
    hints = dict.fromkeys(LANGUAGES, str) if kind is Words else get_type_hints(kind, include_extras=True)
    op = next((op for op, operation in OPERATIONS.items() if operation is kind), None)
    properties: dict[str, Tree] = {} if op is None else {"op": {"const": op}}
    for name in LANGUAGES if kind is Words else field_names(kind):
        note = {"description": notes[name]} if name in notes else {}
        properties[name] = {**note, **_value(hints[name], definitions)}
    return {
        "description": text,
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _value(hint: Any, definitions: dict[str, Tree]) -> Tree:
    """Return the schema of what a field of a type holds."""
    if is_record(hint) or hint is Words:
        return _reference(_name(hint), hint, definitions)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return {"enum": [member.value for member in hint]}
    if get_origin(hint) is Annotated:
        return {"type": "string", "format": "date", "pattern": r"^\d{4}-\d{2}-\d{2}$"}
    if get_origin(hint) is Literal:
        return {"enum": list(get_args(hint))}
    if get_origin(hint) in (Union, types.UnionType):
        return _union(hint, definitions)
    if get_origin(hint) is tuple and get_args(hint)[-1:] != (...,):
        parts = [_value(part, definitions) for part in get_args(hint)]
        return {"type": "array", "items": parts[0], "minItems": len(parts), "maxItems": len(parts)}
    if get_origin(hint) in (tuple, list, Sequence):
        return {"type": "array", "items": _value(get_args(hint)[0], definitions)}
    if get_origin(hint) is Mapping:
        return {"type": "object", "additionalProperties": _value(get_args(hint)[1], definitions)}
    return dict(_PLAIN[hint])


def _union(hint: Any, definitions: dict[str, Tree]) -> Tree:
    """Return the schema of what is one of several; what may be ``null`` besides is named alike."""
    parts = [part for part in get_args(hint) if part not in NAMES]
    null = [part for part in parts if part is type(None)]
    whole = reduce(or_, (part for part in get_args(hint) if part is not type(None)))
    if whole in _UNIONS:
        named = _reference(_UNIONS[whole], whole, definitions)
        return {"anyOf": [named, {"type": "null"}]} if null else named
    return {"anyOf": [_value(part, definitions) for part in parts]}


def _reference(name: str, hint: Any, definitions: dict[str, Tree]) -> Tree:
    if name not in definitions:
        definitions[name] = {}  # while it is being described it may be referred to
        if hint in _UNIONS:
            kinds = [kind for kind in get_args(hint) if kind not in NAMES]
            definitions[name] = {"oneOf": [_value(kind, definitions) for kind in kinds]}
        else:
            definitions[name] = _object(hint, definitions)
    return {"$ref": f"#/$defs/{name}"}


def _name(kind: type) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", kind.__name__).lower()


def documentation(kind: type) -> tuple[str, Mapping[str, str]]:
    """Return what the docstring of a record says of it, and of its fields under ``Attributes``."""
    text, _, attributes = cleandoc(kind.__doc__ or "").partition("\nAttributes:\n")
    return _unwrapped(text), {match[1]: _unwrapped(match[2]) for match in _ATTRIBUTE.finditer(attributes)}


def _unwrapped(text: str) -> str:
    """Return text without line breaks and without the marks of Sphinx."""
    return re.sub(r"``|:\w+:`~?|(?<=\w)`", "", " ".join(text.split()))


#: It grows when a reader of the version before could go wrong; additions that may be ignored leave it as it is.
VERSION = 7


def schema_text() -> str:
    """Return the JSON Schema (draft 2020-12) of the document."""
    described = schema(Document, "urn:emperor-rules:rules:1", "Rules as data")
    described["properties"]["version"]["const"] = VERSION
    return json.dumps(described, ensure_ascii=False, indent=2) + "\n"


def export_text(rulebook: Rulebook, only: Iterable[str] = ()) -> str:
    """Return the document as text, the same for the same rules; ``only`` as in :func:`export_tree`."""
    return json.dumps(export_tree(rulebook, only), ensure_ascii=False, separators=(",", ":")) + "\n"


def export_tree(rulebook: Rulebook, only: Iterable[str] = ()) -> Tree:
    """Return the document; with ``only`` it holds those texts, what they include, and what speaks of no others."""
    named = [id for id in list(only) or rulebook.texts if id in rulebook.texts]
    included = included_texts(rulebook.texts, *named)
    texts = {id: text for id, text in rulebook.texts.items() if id in included}
    scenarios = (
        replace(scenario, texts=tuple(one for one in scenario.texts if one.text in texts))
        for scenario in rulebook.scenarios
    )
    document = Document(
        VERSION,
        declarations(rulebook.vocabulary),
        _questions(rulebook.phrasings or Phrasings()),
        {text.id: unfolded(text, texts, rulebook.vocabulary) for text in texts.values()},
        tuple(scenario for scenario in scenarios if scenario.texts),
        tuple(d for d in rulebook.declarations if all(side.text in texts for side in d.texts)),
    )
    tree: Tree = plain(document)
    return tree


def _questions(phrasings: Phrasings) -> Questions:
    """Return the tables by which questions are read, the phrasings beside those of the vocabulary, and the topics."""
    languages = deepcopy(tables(phrasings.words))  # whoever changes the document changes no reader
    topics = tuple(phrasings.topics.values())
    return Questions(languages, phrasings.questions, phrasings.circumstances, topics)
