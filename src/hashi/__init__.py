"""HASHI: islands, numbers, bridges. The game as a library.

What most programs need is here: `hashi.board("A")`, `hashi.Game`, `hashi.parse(text)`.
A name is loaded when it is first used, so that the command line starts fast.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hashi.boards import *
    from hashi.drawing import *
    from hashi.record import *
    from hashi.rules import *

__version__ = "0.1.0"

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

_PACKAGES = ("hashi.rules", "hashi.boards", "hashi.record", "hashi.drawing")
"""Where the names above come from, in the order of loading."""


def __getattr__(name: str) -> Any:
    """Load a name of `__all__` from the package that offers it, and keep it."""
    if name in __all__:
        for package in map(import_module, _PACKAGES):
            if name in package.__all__:
                return globals().setdefault(name, getattr(package, name))
    raise AttributeError(f"module 'hashi' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
