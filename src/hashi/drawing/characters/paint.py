"""Paint for a terminal: the palettes, and the colours of each thing in them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from hashi.drawing.theme import Colours


class Palette(StrEnum):
    """What a terminal can show. MONO and ASCII use no escape sequences at all."""

    TRUECOLOUR = "truecolour"
    SIXTEEN = "sixteen"
    MONO = "mono"
    ASCII = "ascii"

    def __repr__(self) -> str:
        return f"Palette.{self.name}"


@dataclass(frozen=True, slots=True)
class Paint:
    """A colour by its token on a ground by its token, and the codes that stand for it
    where there are sixteen colours on a ground nobody knows."""

    colour: str
    ground: str
    sixteen: str = ""
    is_bold: bool = False
    is_struck: bool = False

    def codes(self, palette: Palette, own: Colours) -> str:
        """The codes of an escape sequence; empty for no colour."""
        if palette is Palette.SIXTEEN:
            return self.sixteen
        if palette is not Palette.TRUECOLOUR:
            return ""
        by_name = own.by_name
        colour, ground = by_name[self.colour], by_name[self.ground]
        codes = [f"38;2;{_triple(colour)}", f"48;2;{_triple(ground)}"]
        return ";".join(["1"] * self.is_bold + ["9"] * self.is_struck + codes)


def _triple(colour: str) -> str:
    return ";".join(str(int(colour[at : at + 2], 16)) for at in (1, 3, 5))


_SIXTEEN = {
    "ink": "",
    "red": "1;31",
    "blue": "1;34",
    "done": "1;32",
    "accent": "1;36",
    "wood": "33",
}


def on_paper(colour: str) -> Paint:
    """Return the paint of a goal's sign, by its colour."""
    return Paint(colour, "paper", _SIXTEEN[colour])


PAPER = Paint("ink", "paper")
VALUE = Paint("ink", "paper", "1", is_bold=True)
SOFT = Paint("soft", "paper", "2")
GONE = Paint("soft", "paper", "2;9", is_struck=True)
WON = Paint("done", "paper", "1;32", is_bold=True)
TALLY = Paint("wood", "paper", "33")
NOW = Paint("accent", "paper", "1;36", is_bold=True)

SEA = Paint("ink", "sea")
AT = Paint("tide", "sea", "2")
OPEN = Paint("tide", "sea", "2")
BLOCKED = Paint("line", "sea", "2")
TARGET = Paint("accent", "sea", "1;36", is_bold=True)
BRIDGE = Paint("wood", "sea", "33", is_bold=True)
FRESH = Paint("accent", "sea", "1;36", is_bold=True)
RED_FLAG = Paint("red", "sea", "1;31")
BLUE_FLAG = Paint("blue", "sea", "1;34")

EMPTY = Paint("soft", "land")
NUMBERED = Paint("ink", "land", "1", is_bold=True)
FINISHED = Paint("ink", "meadow", "1;32", is_bold=True)
RING = Paint("done", "meadow", "1;32", is_bold=True)
FADED = Paint("soft", "land", "2")
WRITTEN = Paint("accent", "land", "1;36", is_bold=True)
RINGED = Paint("accent", "meadow", "1;36", is_bold=True)
