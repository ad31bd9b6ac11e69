"""The short way to do the usual things: a game that deals its own cards, files, bots by name.

Everything here stands on the other packages and adds no rules. Text may stand for boards, starts,
turns and seats. Modules are imported on first use.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hashi.library.dealt_game import DealtGame
    from hashi.library.files import read_record, read_records
    from hashi.library.opening import bot, new_game

_MODULES = {
    "dealt_game": ["DealtGame"],
    "files": ["read_record", "read_records"],
    "opening": ["bot", "new_game"],
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}

__all__ = ["DealtGame", "bot", "new_game", "read_record", "read_records"]


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'hashi.library' has no attribute {name!r}")
    return getattr(import_module(f"hashi.library.{_MODULE_OF[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_MODULE_OF])
