"""What the terminal can show: colours, characters, width."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from collections.abc import Mapping
from typing import TextIO

from hashi.drawing import Palette, Theme

NARROWEST, WIDEST = 36, 200
"""A board of up to eight columns needs no more than the narrowest; four stand side by side in the
widest."""
COLOURS = {
    "truecolour": Palette.TRUECOLOUR,
    "16": Palette.SIXTEEN,
    "none": Palette.MONO,
    "ascii": Palette.ASCII,
}


def choose_palette(asked: str | None, out: TextIO, environ: Mapping[str, str]) -> Palette:
    """Return the palette asked for, or the richest that this output can show."""
    if asked in COLOURS:
        return COLOURS[asked]
    if not (out.encoding or "").lower().replace("-", "").startswith("utf"):
        return Palette.ASCII
    if not out.isatty() or environ.get("NO_COLOR") or environ.get("TERM") == "dumb":
        return Palette.MONO
    rich = environ.get("COLORTERM", "") in ("truecolor", "24bit")
    return Palette.TRUECOLOUR if rich else Palette.SIXTEEN


def choose_theme(asked: str | None, environ: Mapping[str, str]) -> Theme:
    """Return the theme asked for, or that of the terminal's background; dark if unknown."""
    if asked:
        return Theme(asked)
    background = environ.get("COLORFGBG", "").rpartition(";")[2]
    return Theme.LIGHT if background in ("7", "15") else Theme.DARK


def terminal_width() -> int:
    """Return how many columns there are now, within what boards and sentences can use."""
    return max(NARROWEST, min(WIDEST, _columns()))


def _columns() -> int:
    """Return the columns of the window; for anything else, what COLUMNS says, or 80."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        return os.get_terminal_size(sys.stdout.fileno()).columns
    return shutil.get_terminal_size((80, 24)).columns
