"""The JSON Schema of a type: of answers as `TypedDict` describes them."""

from __future__ import annotations

from enum import StrEnum
from inspect import getdoc
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}


def reference(name: str) -> dict[str, Any]:
    """Return the reference to a schema of the document."""
    return {"$ref": f"#/components/schemas/{name}"}


def schema_name(answer: type) -> str:
    """Return what the schema of an answer is called: `TableAnswer` is described by `Table`."""
    return answer.__name__.removesuffix("Answer")


def answer_schemas(answer: type) -> dict[str, dict[str, Any]]:
    """Return the schemas of an answer and of all that it holds, by name."""
    fields = get_type_hints(answer, include_extras=True)
    schema = {
        "type": "object",
        "description": getdoc(answer) or "",
        "required": [name for name, kind in fields.items() if get_origin(kind) is not NotRequired],
        "properties": {name: schema_of(kind) for name, kind in fields.items()},
    }
    schemas = {schema_name(answer): schema}
    for kind in fields.values():
        for held in _held(kind):
            schemas |= answer_schemas(held)
    return schemas


def schema_of(kind: Any) -> dict[str, Any]:
    """Return the schema of a field; a note in `Annotated` is a description or a part of it."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        schema = schema_of(arguments[0])
        for note in kind.__metadata__:
            schema |= {"description": note} if isinstance(note, str) else note
        return schema
    if origin is NotRequired:
        return schema_of(arguments[0])
    if origin in (Union, UnionType):
        return {"anyOf": [schema_of(each) for each in arguments]}
    if origin is Literal:
        return {"enum": list(arguments)}
    if origin is list:
        return {"type": "array", "items": schema_of(arguments[0])}
    if origin is dict:
        _, value = arguments
        more = {} if value is Any else {"additionalProperties": schema_of(value)}
        return {"type": "object", **more}
    if is_typeddict(kind):
        return reference(schema_name(kind))
    if issubclass(kind, StrEnum):
        return {"enum": [each.value for each in kind]}
    return {"type": PLAIN[kind]}


def _held(kind: Any) -> list[type]:
    """Return the answers within the type of a field."""
    if is_typeddict(kind):
        return [kind]
    return [held for each in get_args(kind) for held in _held(each)]
