"""The short way to do the usual things: a game that deals its own cards, files, bots by name.

Everything here stands on the other packages and adds no rules. Text may stand for boards, starts,
turns and seats. Modules are imported on first use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hashi.late_names import defer_names

if TYPE_CHECKING:
    from hashi.library.dealt_game import DealtGame
    from hashi.library.files import read_record, read_records
    from hashi.library.opening import bot, new_game
else:
    __getattr__, __dir__ = defer_names(
        __name__,
        {
            "dealt_game": ["DealtGame"],
            "files": ["read_record", "read_records"],
            "opening": ["bot", "new_game"],
        },
    )

__all__ = ["DealtGame", "bot", "new_game", "read_record", "read_records"]
