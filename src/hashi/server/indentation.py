"""The indentation of templates is for their readers: no page has it."""

from __future__ import annotations

import re
from typing import ClassVar

from jinja2.ext import Extension

_INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)


class Flush(Extension):
    """Has every line of every template begin at its first letter."""

    NAME: ClassVar[str] = "flush1"
    """Part of the names of compiled templates: another one where this does something else."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        del name, filename
        return _INDENTATION.sub("", source)
