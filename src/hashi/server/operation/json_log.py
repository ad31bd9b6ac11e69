"""The log as JSON, one object per line, without anything that lets one into a seat."""

from __future__ import annotations

import json
import logging
import re
import sys
from datetime import UTC, datetime
from hashlib import sha256

SERVE = "hashi.serve"
"""The log of what the command itself says: where the server is, and why it ends."""

_SECRET = re.compile(r"(?<![\w./-])[\w-]{16,}(?![\w./-])|(?<=/[tm]/)[\w-]{8,}", re.ASCII)
"""Ids of tables, keys, holders and tokens of links: long words, or behind `/t/` and `/m/`."""


def masked(text: str) -> str:
    """Return a text in which every secret is replaced by a few digits of its hash.

    Lines about one table can still be found together.
    """

    def mask(found: re.Match[str]) -> str:
        word = found[0]
        is_plain = word.isalpha() or (word.replace("_", "").isalpha() and word.islower())
        return word if is_plain and len(word) != 16 else f"#{sha256(word.encode()).hexdigest()[:8]}"

    return _SECRET.sub(mask, text)


class JsonFormatter(logging.Formatter):
    """Writes a record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        fields = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": record.process,
            "message": masked(record.getMessage()),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            fields["error"] = masked(self.formatException(record.exc_info))
        return json.dumps(fields, ensure_ascii=False)


def log_as_json() -> None:
    """Write everything from warnings on, every request, and what `hashi serve` says, to standard
    error as JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.captureWarnings(capture=True)
    for name in ("hashi.requests", SERVE):
        logging.getLogger(name).setLevel(logging.INFO)
