"""HASHI: islands, numbers, bridges. The game as a library.

What most programs need is here: `hashi.board("A")`, `hashi.Game`, `hashi.parse(text)`.
Everything is loaded when it is first asked for, so that the command line starts fast.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hashi.boards import board, read_board, read_deck, standard_deck
    from hashi.drawing import picture
    from hashi.record import Record, parse, result, write
    from hashi.rules import (
        PASS,
        Board,
        Bridge,
        Called,
        Card,
        Draft,
        Game,
        Goal,
        Illegal,
        Island,
        Line,
        Malformed,
        Number,
        Pens,
        Played,
        Refereed,
        Setup,
        Sheet,
        Start,
        Turn,
        Turned,
        View,
        allowed_islands,
        allowed_lines,
        apply_turn,
        dead_islands,
        deal,
        play,
        refusal,
        seeded,
        turns,
        view,
    )

__version__ = "0.1.0"

_ROOMS = {
    "hashi.boards": ["board", "read_board", "read_deck", "standard_deck"],
    "hashi.drawing": ["picture"],
    "hashi.record": ["Record", "parse", "result", "write"],
    "hashi.rules": [
        *["PASS", "Board", "Bridge", "Called", "Card", "Draft", "Game", "Goal", "Illegal"],
        *["Island", "Line", "Malformed", "Number", "Pens", "Played", "Refereed", "Setup"],
        *["Sheet", "Start", "Turn", "Turned", "View", "allowed_islands", "allowed_lines"],
        *["dead_islands", "deal", "apply_turn", "play", "refusal", "seeded", "turns", "view"],
    ],
}
_ROOM_OF = {name: room for room, names in _ROOMS.items() for name in names}

__all__ = [
    "PASS",
    "Board",
    "Bridge",
    "Called",
    "Card",
    "Draft",
    "Game",
    "Goal",
    "Illegal",
    "Island",
    "Line",
    "Malformed",
    "Number",
    "Pens",
    "Played",
    "Record",
    "Refereed",
    "Setup",
    "Sheet",
    "Start",
    "Turn",
    "Turned",
    "View",
    "allowed_islands",
    "allowed_lines",
    "apply_turn",
    "board",
    "dead_islands",
    "deal",
    "parse",
    "picture",
    "play",
    "read_board",
    "read_deck",
    "refusal",
    "result",
    "seeded",
    "standard_deck",
    "turns",
    "view",
    "write",
]


def __getattr__(name: str) -> Any:
    if name not in _ROOM_OF:
        raise AttributeError(f"module 'hashi' has no attribute {name!r}")
    return getattr(import_module(_ROOM_OF[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_ROOM_OF])
