"""Sheets drawn as text, so that a reader sees the situation.

Every cell of the raster is two characters wide, with two characters to the next one:

    o3==r5--o       `o` island, `r` red flag, `b` blue flag; its number follows
    |       "       `-` `=` one or two bridges across, `|` `"` one or two down
    o1  b   o       a blank or `.` is water; a bridge runs over water in one stretch

Cells stand on every second line, so the drawing above has the islands a1, b1, c1, a2, b2, c2.
Columns are counted from the left edge of the whole drawing. Where no bridge leads to a cell
the characters between are blank. Marks are made numbers first, then bridges in reading order.
"""

from __future__ import annotations

from textwrap import dedent

from hashi.rules import Board, Bridge, Line, Mark, Number, Sheet

PITCH = 4
ACROSS = {" ": 0, "-": 1, "=": 2}
DOWN = {" ": 0, "|": 1, '"': 2}


def draw_sheet(text: str) -> Sheet:
    """Return the sheet in a drawing; its board is the one that the islands make."""
    canvas = _canvas(text)
    board = Board(tuple(_cells(row) for row in canvas[::2]))
    marks: list[Mark] = []
    for island in board.islands:
        digit = canvas[2 * island.row][PITCH * island.column + 1]
        if digit.isdigit():
            marks.append(Number(island, int(digit)))
    for line in board.lines:
        marks += [Bridge(line)] * _bridges(canvas, line)
    sheet = Sheet.of(board, marks)
    if drawing_of(sheet) != _trimmed(text):
        raise ValueError(f"not a drawing in the documented form:\n{drawing_of(sheet)}")
    return sheet


def drawing_of(sheet: Sheet) -> str:
    """Return the drawing of a sheet on which no bridges cross, as `draw_sheet` reads it."""
    board = sheet.board
    canvas = [[" "] * (PITCH * board.width) for _ in range(2 * board.height - 1)]
    for island in board.islands:
        row, column = 2 * island.row, PITCH * island.column
        canvas[row][column] = "o" if island.flag is None else island.flag.value[0]
        canvas[row][column + 1] = str(sheet.number(island) or " ")
    for line in board.lines:
        stroke = ((" -=") if line.is_horizontal else ' |"')[sheet.bridges(line)]
        for row, column in _stretch(line):
            if stroke != " ":
                canvas[row][column] = stroke
    return "\n".join("".join(row).rstrip() for row in canvas).rstrip()


def _canvas(text: str) -> list[str]:
    rows = _trimmed(text).split("\n")
    width = -(-max(map(len, rows)) // PITCH) * PITCH
    rows += [""] * (1 - len(rows) % 2)
    return [row.ljust(width) for row in rows]


def _trimmed(text: str) -> str:
    rows = [row.rstrip() for row in dedent(text).strip("\n").replace(".", " ").split("\n")]
    return "\n".join(rows).rstrip()


def _cells(row: str) -> str:
    return "".join(cell if cell in "orb" else "." for cell in row[::PITCH])


def _stretch(line: Line) -> list[tuple[int, int]]:
    """Return the cells of the canvas between the two ends of a line."""
    a, b = line.ends
    if line.is_horizontal:
        return [(2 * a.row, c) for c in range(PITCH * a.column + 2, PITCH * b.column)]
    return [(r, PITCH * a.column) for r in range(2 * a.row + 1, 2 * b.row)]


def _bridges(canvas: list[str], line: Line) -> int:
    strokes = ACROSS if line.is_horizontal else DOWN
    row, column = _stretch(line)[0]
    return strokes.get(canvas[row][column], 0)
