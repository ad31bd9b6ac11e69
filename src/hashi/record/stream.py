"""Records from files of any length, in constant memory."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import BinaryIO

from hashi.record.reading import decoded, parse
from hashi.record.record import Record
from hashi.rules.malformed import Flaw, Malformed

LARGEST_RECORD = 1 << 20
"""In bytes; a longer one is refused, so that memory stays bounded."""


def records(file: BinaryIO, *, is_lines: bool | None) -> Iterator[Record | Malformed]:
    """Yield the records of a file lazily: one to a line, or one in all.

    Where it is not known which (standard input), there is one to a line if the first or the
    second line is an object with a version: a single line of a longer record never is.
    """
    lines = _lines(file)
    if is_lines is None:
        head = [line for _, line in zip(range(2), lines, strict=False)]
        is_lines = any(_has_version(line) for line in head)
        lines = chain(head, lines)
    if is_lines:
        numbered = enumerate(lines, start=1)
        return (_parsed(line, number) for number, line in numbered if line is None or line.strip())
    return iter((_parsed(_whole(lines)),))


def _parsed(text: bytes | None, line: int | None = None) -> Record | Malformed:
    try:
        if text is None:
            raise Malformed(Flaw.TOO_LONG, expected=LARGEST_RECORD)
        return parse(text)
    except Malformed as malformed:
        if line is None:
            return malformed
        return Malformed(malformed.flaw, **{**malformed.details, "line": line})


def _has_version(line: bytes | None) -> bool:
    """Whether the line is an object with a version by itself, or longer than any record."""
    if line is None:
        return True
    try:
        fields = decoded(line)
    except Malformed:
        return False
    return isinstance(fields, dict) and "hashi" in fields


def _lines(file: BinaryIO) -> Iterator[bytes | None]:
    """The lines of a file; None for one that is longer than any record may be."""
    while line := file.readline(LARGEST_RECORD + 1):
        if len(line) <= LARGEST_RECORD:
            yield line
            continue
        while line and not line.endswith(b"\n"):
            line = file.readline(LARGEST_RECORD)
        yield None


def _whole(lines: Iterator[bytes | None]) -> bytes | None:
    """All lines together, None when they are longer than a record may be."""
    text = bytearray()
    for line in lines:
        if line is None or len(text) + len(line) > LARGEST_RECORD:
            return None
        text += line
    return bytes(text)
