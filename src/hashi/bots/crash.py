"""The report of an error that a bot raised."""

from __future__ import annotations

import traceback
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Crash:
    """The bot raised an error."""

    error: str
    """Its type and message."""
    place: str = ""
    """The file and line of the bot's own where it happened, as `mybot.py:12`."""

    def __str__(self) -> str:
        return f"{self.error} ({self.place})" if self.place else self.error


def crash_of(error: BaseException, own: str | None) -> Crash:
    """What is told of an error: its type and message, and the last line in the bot's own file."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == own]
    place = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    kind, message = type(error).__name__, str(error)
    return Crash(f"{kind}: {message}" if message else kind, place)
