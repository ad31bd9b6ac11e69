"""The report of an error that a bot raised."""

from __future__ import annotations

import traceback
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Crash:
    """An error that a bot raised."""

    error: str
    """Its type and message."""
    where: str = ""
    """The file and line in the bot's own code where it happened, such as `mybot.py:12`."""
    trace: str = field(default="", repr=False, compare=False)
    """The whole traceback, as Python prints it."""

    def __str__(self) -> str:
        return f"{self.error} ({self.where})" if self.where else self.error


def crash_of(error: BaseException, own: str | None) -> Crash:
    """Return the report of an error: type, message and the last line in the bot's own file."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == own]
    where = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    kind, message = type(error).__name__, str(error)
    trace = "".join(traceback.format_exception(error))
    return Crash(f"{kind}: {message}" if message else kind, where, trace)
