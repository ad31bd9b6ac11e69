"""A grid of characters, each with its paint, and how it is written as text."""

from __future__ import annotations

from itertools import groupby

from hashi.drawing.characters.paint import Paint, Palette
from hashi.drawing.theme import Colours


class Canvas:
    """Characters by row and column; an unwritten one is a space on the row's background."""

    def __init__(self, width: int) -> None:
        self.width = width
        self._grounds: list[Paint] = []
        self._cells: dict[tuple[int, int], tuple[str, Paint]] = {}

    @property
    def height(self) -> int:
        return len(self._grounds)

    def add_rows(self, count: int, ground: Paint) -> int:
        """More rows at the foot, on one ground; gives the first one."""
        self._grounds += [ground] * count
        return self.height - count

    def write(self, row: int, column: int, text: str, paint: Paint) -> int:
        """Write from a cell to the right; gives the column after the last."""
        for offset, character in enumerate(text):
            self._cells[row, column + offset] = character, paint
        return column + len(text)

    def written(self, palette: Palette, own: Colours) -> str:
        """The rows, joined by line feeds; without colours no row ends in spaces."""
        used = {*self._grounds, *(paint for _, paint in self._cells.values())}
        codes = {paint: paint.codes(palette, own) for paint in used}
        trims = palette is not Palette.TRUECOLOUR
        return "\n".join(self._row(row, codes, trims) for row in range(self.height))

    def _row(self, row: int, codes: dict[Paint, str], trims: bool) -> str:
        ground = self._grounds[row]
        cells = [self._cells.get((row, column), (" ", ground)) for column in range(self.width)]
        if trims:
            while cells and cells[-1][0] == " ":
                cells.pop()
        line = ""
        for code, run in groupby(cells, key=lambda cell: codes[cell[1]]):
            text = "".join(character for character, _ in run)
            line += f"\x1b[{code}m{text}\x1b[0m" if code else text
        return line
