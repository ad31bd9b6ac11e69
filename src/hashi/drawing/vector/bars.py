"""The goal boxes above the sea and the info bar below it, in SVG."""

from __future__ import annotations

from hashi.drawing.goal_icons import CROSSED_OUT, picture_shape
from hashi.drawing.sheet_scene import Cell, Tick
from hashi.drawing.vector.strokes import Point, hatched_box, num, polyline
from hashi.rules import GoalBox

GAP = 0.12
GOAL_HEIGHT = 0.72
GOALS_IN_A_ROW = 3
CELL_HEIGHT = 0.7
CELL_GAP = 0.07
IN_A_ROW = 9
CELL_WIDTH = 0.6
"""The least width of a cell; a row is stretched to the width of the picture."""


def goals_height(boxes: tuple[GoalBox, ...]) -> float:
    """Return how high the goal boxes are, with a gap below each row."""
    return _rows(boxes) * (GOAL_HEIGHT + GAP)


def goals_svg(boxes: tuple[GoalBox, ...], width: float) -> str:
    """The goal boxes side by side, in as many rows as they need."""
    columns = -(-len(boxes) // max(1, _rows(boxes)))
    each = (width - GAP * (columns - 1)) / max(1, columns)
    return "".join(
        _goal(box, (index % columns * (each + GAP), index // columns * (GOAL_HEIGHT + GAP)), each)
        for index, box in enumerate(boxes)
    )


def _rows(boxes: tuple[GoalBox, ...]) -> int:
    return -(-len(boxes) // GOALS_IN_A_ROW)


def _goal(box: GoalBox, corner: Point, width: float) -> str:
    x, y = corner
    middle = y + GOAL_HEIGHT / 2
    stands = " won" if box.won is not None else " dead" if box.dead else ""
    right, base = num(x + width - 0.14), num(middle + 0.13)
    have = f'<text class="have" x="{right}" y="{base}">{box.have}/{box.need}</text>'
    return (
        f'<g class="goal{stands}" data-goal="{box.goal.value}">{_frame(corner, width, GOAL_HEIGHT)}'
        f"{_hatch(box, corner, width)}{_icon(box, (x + 0.08, middle - 0.186))}"
        f"{_values(box, x + 0.66, middle)}{'' if box.dead else have}</g>"
    )


def _hatch(box: GoalBox, corner: Point, width: float) -> str:
    """Strokes behind a goal that is out of reach."""
    if box.dead is None:
        return ""
    x, y = corner
    lines = hatched_box((x + 0.05, y + 0.05), width - 0.1, GOAL_HEIGHT - 0.1, 0.13)
    return f'<path class="hatch" d="{lines}"/>'


def _icon(box: GoalBox, corner: Point) -> str:
    transform = f"translate({num(corner[0])} {num(corner[1])}) scale(1.55)"
    shape = picture_shape(box.goal) + (CROSSED_OUT if box.dead else "")
    return f'<g transform="{transform}">{shape}</g>'


def _values(box: GoalBox, x: float, middle: float) -> str:
    """What was won with a tick; else both values, struck when they are gone."""
    base = num(middle + 0.13)
    if box.won is not None:
        tick = polyline((x, middle + 0.01), (x + 0.09, middle + 0.1), (x + 0.25, middle - 0.11))
        return (
            f'<path class="tick" d="{tick}"/><text x="{num(x + 0.37)}" y="{base}">{box.won}</text>'
        )
    high, low = ("gone", "") if box.is_high_gone else ("", "late")
    step = 0.21 * len(str(box.high)) + 0.13
    ends = x + step + 0.21 * len(str(box.low)) - 0.01 if box.dead else x + step - 0.09
    strike = polyline((x - 0.04, middle + 0.05), (ends, middle - 0.05))
    return f"{_value(box.high, high, x, base)}{_value(box.low, low, x + step, base)}" + (
        f'<path class="strike" d="{strike}"/>' if box.is_high_gone or box.dead else ""
    )


def _value(value: int, kind: str, x: float, base: str) -> str:
    named = f' class="{kind}"' if kind else ""
    return f'<text{named} x="{num(x)}" y="{base}">{value}</text>'


def info_rows(cells: tuple[Cell, ...], width: float) -> int:
    return -(-len(cells) // _columns(len(cells), width))


def info_svg(cells: tuple[Cell, ...], width: float) -> str:
    """The cards of the deck in rows of nine, or of twice nine where there is room."""
    columns = _columns(len(cells), width)
    each = (width - CELL_GAP * (columns - 1)) / columns
    return "".join(
        _card(
            cell,
            (index % columns * (each + CELL_GAP), index // columns * (CELL_HEIGHT + CELL_GAP)),
            each,
        )
        for index, cell in enumerate(cells)
    )


def _columns(cells: int, width: float) -> int:
    """Nine in a row, or as many nines as there is room and use for."""
    room = int(width / (IN_A_ROW * (CELL_WIDTH + CELL_GAP)))
    return IN_A_ROW * max(1, min(room, -(-cells // IN_A_ROW)))


def _card(cell: Cell, corner: Point, width: float) -> str:
    """The number above, a stroke for each bridge below."""
    x, y = corner
    middle = x + width / 2
    first = middle - 0.055 * (cell.card.bridges - 1)
    tally = "".join(
        polyline((first + 0.11 * n, y + 0.47), (first + 0.11 * n, y + 0.58))
        for n in range(cell.card.bridges)
    )
    spot = f'x="{num(middle)}" y="{num(y + 0.34)}"'
    hatch = strike = ""
    if cell.tick is Tick.TURNED:
        lines = hatched_box((x + 0.05, y + 0.05), width - 0.1, CELL_HEIGHT - 0.1, 0.13)
        hatch = f'<path class="hatch" d="{lines}"/>'
        hatch += f'<text class="halo" {spot}>{cell.card.number}</text>'
        stroke = polyline((middle - 0.17, y + 0.29), (middle + 0.17, y + 0.19))
        strike = f'<path class="strike" d="{stroke}"/>'
    return (
        f'<g class="card {cell.tick.value}" data-card="{cell.card}">'
        f"{_frame(corner, width, CELL_HEIGHT)}{hatch}"
        f"<text {spot}>{cell.card.number}</text>"
        f'<path class="tally" d="{tally}"/>{strike}</g>'
    )


def _frame(corner: Point, width: float, height: float) -> str:
    return (
        f'<rect class="box" x="{num(corner[0])}" y="{num(corner[1])}"'
        f' width="{num(width)}" height="{num(height)}" rx="{num(0.14)}"/>'
    )
