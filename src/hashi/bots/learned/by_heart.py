"""What was learned by heart: the values of one board and deck, kept in the user's data folder.

`hashi learn` writes such a file, and from then on everything on this computer that asks for the
values of the board finds them. A file has a line of JSON, then the weights of the values, then
those that split them by item of points.
"""

from __future__ import annotations

import hashlib
import json
import os
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hashi.arrays.chart import fits
from hashi.bots.learned.constants import OUTPUTS, SECOND
from hashi.bots.learned.features import Features
from hashi.bots.learned.weights import LAST, Weights
from hashi.folders import data_folder
from hashi.rules import Board, Card

FOLDER = "learned"
MOST_HIDDEN = 1024
"""The widest first layer that the compiled loops take (evaluate.pxd)."""


@dataclass(frozen=True, slots=True)
class ByHeart:
    """What was learned of one board and deck."""

    weights: Weights
    items: bytes
    """The weights that split the values, as `hashi.coach.item_weights` writes them."""
    told: Mapping[str, Any]
    """What is known of the lessons: games, points before and after, the curve."""


def path_for(board: Board, deck: Sequence[Card]) -> Path:
    """Return where what is learned of a board and a deck is kept."""
    what = "\n".join([*board.rows, " ".join(map(str, sorted(deck)))])
    name = hashlib.sha256(what.encode()).hexdigest()[:32]
    return data_folder(os.environ) / FOLDER / f"{name}.values"


def keep(learned: ByHeart, board: Board, deck: Sequence[Card]) -> Path:
    """Write what was learned, whole or not at all, and return where."""
    path = path_for(board, deck)
    path.parent.mkdir(parents=True, exist_ok=True)
    values = learned.weights.to_bytes()
    head = {
        **learned.told,
        "board": list(board.rows),
        "deck": [str(card) for card in sorted(deck)],
        "values": len(values),
    }
    new = path.with_suffix(f".{os.getpid()}")
    new.write_bytes(json.dumps(head).encode() + b"\n" + values + learned.items)
    new.replace(path)
    return path


def recall(board: Board, deck: Sequence[Card]) -> ByHeart | None:
    """Return what was learned of a board and a deck, or None where nothing fits them."""
    try:
        line, _, body = path_for(board, deck).read_bytes().partition(b"\n")
        head = json.loads(line)
        size = head.pop("values")
        weights = Weights.load(body[:size])
        items = body[size:]
        last = json.loads(items.partition(b"\n")[0])["last"]
    except (OSError, RuntimeError, ValueError, KeyError, TypeError, AttributeError):
        return None  # there is no file, no data folder, or it is another's or an older one
    is_same = head.get("board") == list(board.rows) and head.get("deck") == [
        str(card) for card in sorted(deck)
    ]
    if not is_same or not _is_whole(weights, items, len(last), Features.of(board, len(deck)).count):
        return None
    return ByHeart(weights, items, head) if fits(board) else None


def _is_whole(weights: Weights, items: bytes, last: int, flags: int) -> bool:
    """Return whether every row is there: compiled code reads them without looking."""
    hidden = weights.hidden
    units = (last - OUTPUTS) // (1 + OUTPUTS)
    return (
        0 < hidden <= MOST_HIDDEN
        and len(weights.rows) == hidden * flags
        and len(weights.second) == hidden * SECOND
        and len(weights.last) == LAST
        and units > 0
        and last == units * (1 + OUTPUTS) + OUTPUTS
        and len(items.partition(b"\n")[2]) == array("h").itemsize * units * hidden
    )
