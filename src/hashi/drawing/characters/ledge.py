"""The goal boxes above the board and the info bar below it, for a terminal."""

from __future__ import annotations

from hashi.drawing.characters import paint
from hashi.drawing.characters.canvas import Canvas
from hashi.drawing.characters.glyphs import Glyphs
from hashi.drawing.goal_icons import sign_colour
from hashi.drawing.sheet_scene import Cell, IslandState, Tick
from hashi.rules import GoalBox

_GOALS_IN_A_ROW = 3
_BOX = 18
_NARROW_BOX = 12
_CELL = 6
_IN_A_ROW = 9
_IN_A_NARROW_ROW = 6
NARROW_WIDTH = 36
"""Three narrow goals, or six cards."""


def goals_text(
    canvas: Canvas, boxes: tuple[GoalBox, ...], glyphs: Glyphs, *, is_narrow: bool = False
) -> None:
    """The goals, three in a row, with an empty row below."""
    if not boxes:
        return
    first = canvas.add_rows(-(-len(boxes) // _GOALS_IN_A_ROW) + 1, paint.PAPER)
    for number, box in enumerate(boxes):
        row, column = first + number // _GOALS_IN_A_ROW, number % _GOALS_IN_A_ROW
        if is_narrow:
            _narrow_goal(canvas, row, column * _NARROW_BOX, box, glyphs)
        else:
            _goal(canvas, row, column * _BOX + 1, box, glyphs)


def _goal(canvas: Canvas, row: int, column: int, box: GoalBox, glyphs: Glyphs) -> None:
    have = f"{box.have}/{box.need}"
    _sign(canvas, row, column, box, glyphs)
    if box.won is not None:
        canvas.write(row, column + 4, glyphs.won.format(box.won), paint.WON)
    elif box.dead:
        gone = f"{glyphs.strike}{box.high} {box.low}{glyphs.strike}"
        canvas.write(row, column + 4, gone, paint.SOFT)
        have = glyphs.brackets[IslandState.DEAD]
    elif box.is_high_gone:
        gone = f"{glyphs.strike}{box.high}{glyphs.strike}"
        after = canvas.write(row, column + 4, gone, paint.SOFT)
        canvas.write(row, after + 1, str(box.low), paint.VALUE)
    else:
        after = canvas.write(row, column + 5, str(box.high), paint.VALUE)
        canvas.write(row, after + 2, str(box.low), paint.SOFT)
    canvas.write(row, column + 15 - len(have), have, paint.SOFT)


def _narrow_goal(canvas: Canvas, row: int, column: int, box: GoalBox, glyphs: Glyphs) -> None:
    """The same in less room: a higher value that is gone is left out."""
    have = f"{box.have}/{box.need}"
    _sign(canvas, row, column, box, glyphs)
    if box.won is not None:
        canvas.write(row, column + 4, glyphs.won.format(box.won), paint.WON)
        return
    after = column + 4
    if box.dead:
        canvas.write(row, after, f"{glyphs.strike}{box.low}{glyphs.strike}", paint.SOFT)
        canvas.write(
            row,
            column + 11 - len(glyphs.brackets[IslandState.DEAD]),
            glyphs.brackets[IslandState.DEAD],
            paint.SOFT,
        )
        return
    if not box.is_high_gone:
        after = canvas.write(row, after, str(box.high), paint.VALUE) + 1
    canvas.write(row, after, str(box.low), paint.VALUE if box.is_high_gone else paint.SOFT)
    canvas.write(row, column + 11 - len(have), have, paint.SOFT)


def _sign(canvas: Canvas, row: int, column: int, box: GoalBox, glyphs: Glyphs) -> None:
    """What the goal is about, in the middle of three columns."""
    sign = glyphs.icons[box.goal.icon]
    canvas.write(row, column + (3 - len(sign)) // 2, sign, paint.on_paper(sign_colour(box.goal)))


def info_text(
    canvas: Canvas, cells: tuple[Cell, ...], glyphs: Glyphs, *, is_narrow: bool = False
) -> None:
    """The cards in rows of nine, or of six where there is little room."""
    if not cells:
        return
    in_a_row = _IN_A_NARROW_ROW if is_narrow else _IN_A_ROW
    first = canvas.add_rows(-(-len(cells) // in_a_row), paint.PAPER)
    for index, cell in enumerate(cells):
        row, column = first + index // in_a_row, index % in_a_row * _CELL + (not is_narrow)
        _card(canvas, row, column, cell, glyphs)


def _card(canvas: Canvas, row: int, column: int, cell: Cell, glyphs: Glyphs) -> None:
    """The number and a stroke for each bridge; ticked off, a line runs through them all."""
    number, bridges = cell.card
    match cell.tick:
        case Tick.TURNED:
            through = f"{glyphs.strike}{number}{glyphs.ticked * bridges}{glyphs.strike}"
            canvas.write(row, column, through, paint.SOFT)
        case Tick.NOW:
            canvas.write(row, column, f"[{number}{glyphs.tally * bridges}]", paint.NOW)
        case Tick.LEFT:
            after = canvas.write(row, column + 1, str(number), paint.VALUE)
            canvas.write(row, after, glyphs.tally * bridges, paint.TALLY)
