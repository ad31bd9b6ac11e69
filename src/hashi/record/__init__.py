"""The game record: text to game and back. The format is described in docs/record.md."""

from hashi.record.notation import Notation, call_text, notation_for, start_text
from hashi.record.reading import from_fields, parse
from hashi.record.record import Record
from hashi.record.results import error, result
from hashi.record.stream import records
from hashi.record.writing import to_fields, write

__all__ = [
    "Notation",
    "Record",
    "call_text",
    "error",
    "from_fields",
    "notation_for",
    "parse",
    "records",
    "result",
    "start_text",
    "to_fields",
    "write",
]
