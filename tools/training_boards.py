"""The boards and decks on which the values for any board are trained.

Every board follows from its number. None of them is one that something else measures by: a side,
which the daily archive is played on, or a board of the benchmarks or of the tests (see
`is_kept_out`).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from itertools import count
from pathlib import Path
from random import Random

from hashi.boards import SIDES, board, read_board, standard_deck
from hashi.rules import Board, Card

HELD_OUT = Path("benchmarks/boards")
"""Boards on which nothing is trained, so that they can tell how well the values do elsewhere."""
TESTS = Path("tests")
MOST_LINES = 60
LETTERS = "orb"
Cell = tuple[int, int]


def boards(seed: int) -> Iterator[Board]:
    """Return boards without end."""
    for number in count():
        made = make(Random(f"a board to train on {seed} {number}"))  # noqa: S311, chance for games
        if made is not None and not is_kept_out(made):
            yield made


def is_kept_out(made: Board) -> bool:
    """Return whether a board, turned or mirrored, is one that nothing is trained on."""
    return not known_boards().isdisjoint(turned(made.rows))


@cache
def known_boards() -> frozenset[tuple[str, ...]]:
    held_out = [read_board(path) for path in sorted(HELD_OUT.glob("*.txt"))]
    rows = (one.rows for one in [*map(board, SIDES), *held_out])
    return frozenset((*rows, *rows_in_programs(TESTS)))


def rows_in_programs(folder: Path) -> set[tuple[str, ...]]:
    """Return all rows of boards that are written out in programs, as tuples of texts."""
    found = set()
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Tuple | ast.List):
                cells = [getattr(row, "value", None) for row in node.elts]
                texts = [row for row in cells if isinstance(row, str) and row]
                if len(texts) == len(cells) > 1 and set("".join(texts)) <= set(f".{LETTERS}"):
                    found.add(tuple(texts))
    return found


def turned(rows: tuple[str, ...]) -> set[tuple[str, ...]]:
    """Return the eight ways to look at a board."""
    found = set()
    for _ in range(4):
        rows = tuple("".join(column) for column in zip(*rows[::-1], strict=True))
        found |= {rows, rows[::-1]}
    return found


def make(rng: Random) -> Board | None:
    """Return a board, or None if this one came out badly."""
    width, height, many = 6, 6, 18
    if rng.random() < 0.45:
        width, height = rng.randint(4, 8), rng.randint(4, 8)
        many = rng.choice((18, rng.randint(12, 24), rng.randint(12, 24)))
    if not many <= 0.7 * width * height:
        return None
    cells = place(rng, width, height, many)
    if cells is None:
        return None
    red, blue = (4, 3) if rng.random() < 0.6 else (rng.randint(2, 6), rng.randint(2, 5))
    flags = dict.fromkeys(cells, 0) | dict.fromkeys(flagged(rng, cells, red), 1)
    plain = [cell for cell in cells if not flags[cell]]
    flags |= dict.fromkeys(flagged(rng, plain, blue), 2)
    rows = tuple(
        "".join(LETTERS[flags[y, x]] if (y, x) in flags else "." for x in range(width))
        for y in range(height)
    )
    if len({y for y, _ in cells}) < height or len({x for _, x in cells}) < width:
        return None
    made = Board(rows)
    return made if is_fit(made) else None


def place(rng: Random, width: int, height: int, many: int) -> list[Cell] | None:
    """Return where islands lie: anywhere, evenly, apart or symmetrically."""
    cells = [(y, x) for y in range(height) for x in range(width)]
    rng.shuffle(cells)
    kind = rng.choice(("any", "even", "even", "apart", "apart", "symmetric"))
    found: list[Cell] = []
    near = rng.random() * 0.6
    is_mirror = rng.random() < 0.5
    for y, x in cells:
        if len(found) >= many or (y, x) in found:
            continue
        if kind == "even":
            row = sum(other == y for other, _ in found)
            column = sum(other == x for _, other in found)
            if row >= -(-many // height) or column >= -(-many // width):
                continue
        around = {(y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)}
        if kind in {"apart", "even"} and not around.isdisjoint(found) and rng.random() > near:
            continue
        found.append((y, x))
        other = (y if is_mirror else height - 1 - y, width - 1 - x)
        if kind == "symmetric" and other not in found and len(found) < many:
            found.append(other)
    return sorted(found) if len(found) == many else None


def flagged(rng: Random, cells: list[Cell], many: int) -> list[Cell]:
    """Return which islands have a flag: any, far from each other, or close to each other."""
    kind = rng.choice(("any", "far", "far", "close"))
    found = [rng.choice(cells)]
    while len(found) < many:
        rest = [cell for cell in cells if cell not in found]
        some = rng.sample(rest, min(len(rest), 8))
        if kind == "any":
            found.append(some[0])
        else:
            choose = max if kind == "far" else min
            found.append(
                choose(some, key=lambda c: min(abs(c[0] - y) + abs(c[1] - x) for y, x in found))
            )
    return found


def is_fit(made: Board) -> bool:
    """Return whether all islands are connected, and there are neither few nor too many lines."""
    reached = [0]
    for island in reached:
        reached += {other for _, other in made.neighbours[island]} - set(reached)
    islands = len(made.islands)
    ends = sum(len(lines) < 2 for lines in made.lines_of)
    return len(reached) == islands and islands * 1.1 <= len(made.lines) <= MOST_LINES and ends <= 3


def deck(rng: Random) -> tuple[Card, ...]:
    """Return a deck: mostly the usual one, or one with other cards, or another number of them."""
    cards = list(standard_deck())
    kind = rng.random()
    if kind < 0.7:
        return tuple(cards)
    if kind < 0.9:
        for at in rng.sample(range(len(cards)), rng.randint(1, 8)):
            cards[at] = any_card(rng)
        return tuple(cards)
    return tuple(any_card(rng) for _ in range(rng.randint(12, 24)))


def any_card(rng: Random) -> Card:
    return Card(rng.randint(1, 6), rng.randint(1, 3))
