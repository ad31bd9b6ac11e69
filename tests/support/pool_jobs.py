"""What the processes of `BotPool` are given to think about in tests; they find it by its name."""

from __future__ import annotations

import os
import signal
from pathlib import Path


def who() -> int:
    """The process that thinks this."""
    return os.getpid()


def patience() -> int:
    """How far it stands back behind others."""
    return os.nice(0)


def ask_back(folder: Path) -> int:
    """Says who it is at one pipe and waits at another; says again who it is."""
    with (folder / "begun").open("w") as begun:
        begun.write(f"{os.getpid()}\n")
    (folder / "go").read_text()
    return os.getpid()


def fail() -> None:
    raise OSError("nothing comes of it")


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)
