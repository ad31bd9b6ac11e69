"""The fields of requests and options: kinds, limits and defaults, each written once.

`JsonField.read` reads and refuses; `schema` describes the same field for the JSON API.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeGuard

from hashi.rules import Flaw, Malformed
from hashi.rules.game.name import is_whole
from hashi.table.flaw import TableFlaw

LONGEST_TEXT = 500
LARGEST_NUMBER = 1_000_000

Refuse = Callable[[Any], Exception]
"""Makes the exception for a value that is of the right kind but not allowed."""


@dataclass(frozen=True, slots=True)
class JsonField:
    """A field of a JSON object. `read` of each subclass checks its kind and its limits."""

    name: str
    doc: str = ""
    default: Any = None
    """The value of a field that is left out; None where it must be given."""
    is_optional: bool = False
    """Whether it may be left out without having a default: the request then does without it."""

    KIND = ""
    """What was expected, as Flaw.KIND says it."""

    @property
    def is_required(self) -> bool:
        return self.default is None and not self.is_optional

    def read(self, given: Mapping[str, Any]) -> Any:
        """Return the value of this field; raise Malformed where it is missing or does not fit."""
        value = given.get(self.name, self.default)
        self.check(value)
        return value

    def check(self, value: Any) -> None:
        raise NotImplementedError

    def schema(self) -> dict[str, Any]:
        """Return the field as JSON Schema has it."""
        schema = self._limits()
        if self.doc:
            schema["description"] = self.doc
        if self.default is not None:
            schema["default"] = self.default
        return schema

    def _limits(self) -> dict[str, Any]:
        raise NotImplementedError

    def _malformed(self, flaw: StrEnum, **details: str | int) -> Malformed:
        return Malformed(flaw, field=self.name, **details)

    def _other_kind(self) -> Malformed:
        return self._malformed(Flaw.KIND, expected=self.KIND, given="")


@dataclass(frozen=True, slots=True)
class Text(JsonField):
    """A text that can be written as UTF-8."""

    longest: int = LONGEST_TEXT
    choices: Collection[str] | None = None
    refuse: Refuse | None = None
    """For a text that is none of the choices or cannot be written."""

    KIND = "text"

    def check(self, value: Any) -> None:
        if type(value) is not str:
            raise self._other_kind()
        if len(value) > self.longest:
            raise self._malformed(Flaw.TOO_LONG, expected=self.longest)
        if not is_text(value) or (self.choices is not None and value not in self.choices):
            raise self.refuse(value) if self.refuse else self._other_kind()

    def _limits(self) -> dict[str, Any]:
        if self.choices is not None:
            return {"enum": list(self.choices)}
        return {"type": "string", "maxLength": self.longest}


@dataclass(frozen=True, slots=True)
class Hex(JsonField):
    """A text of so many hexadecimal digits, a to f in lower case."""

    digits: int = 0

    KIND = "text"

    def check(self, value: Any) -> None:
        if type(value) is not str:
            raise self._other_kind()
        if not re.fullmatch(self._pattern, value):
            raise self._malformed(TableFlaw.HEX, expected=self.digits)

    def _limits(self) -> dict[str, Any]:
        return {"type": "string", "pattern": f"^{self._pattern}$"}

    @property
    def _pattern(self) -> str:
        return f"[0-9a-f]{{{self.digits}}}"


@dataclass(frozen=True, slots=True)
class Whole(JsonField):
    """A whole number."""

    least: int = -LARGEST_NUMBER
    most: int = LARGEST_NUMBER
    besides: int | None = None
    """A number that is allowed outside the limits."""
    refuse: Refuse | None = None
    """For a number outside the limits."""

    KIND = "number"

    def check(self, value: Any) -> None:
        if type(value) is not int:
            raise self._other_kind()
        if not self.least <= value <= self.most and value != self.besides:
            raise self.refuse(value) if self.refuse else self._other_kind()

    def _limits(self) -> dict[str, Any]:
        limits = {"type": "integer", "minimum": self.least, "maximum": self.most}
        return limits if self.besides is None else {"anyOf": [{"const": self.besides}, limits]}


@dataclass(frozen=True, slots=True)
class Truth(JsonField):
    """True or false."""

    KIND = "truth"

    def check(self, value: Any) -> None:
        if type(value) is not bool:
            raise self._other_kind()

    def _limits(self) -> dict[str, Any]:
        return {"type": "boolean"}


@dataclass(frozen=True, slots=True)
class Texts(JsonField):
    """A list of texts."""

    longest: int = LONGEST_TEXT
    """How long each of them may be."""

    KIND = "list"

    def check(self, value: Any) -> None:
        if type(value) is not list:
            raise self._other_kind()
        for index, text in enumerate(value):
            Text(f"{self.name}[{index}]", longest=self.longest).check(text)

    def _limits(self) -> dict[str, Any]:
        return {"type": "array", "items": {"type": "string", "maxLength": self.longest}}


def is_text(value: Any) -> TypeGuard[str]:
    """Return whether this is a text that can be written as UTF-8."""
    return type(value) is str and is_whole(value)


def object_schema(fields: Iterable[JsonField], **more: Any) -> dict[str, Any]:
    """Return the JSON Schema of an object with these fields."""
    fields = list(fields)
    schema = {"type": "object", "properties": {field.name: field.schema() for field in fields}}
    required = [field.name for field in fields if field.is_required]
    return {**schema, **({"required": required} if required else {}), **more}
