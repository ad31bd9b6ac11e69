"""The command `hashi`: one file a command, each loaded when it is called."""

from hashi.cli.command import main

__all__ = ["main"]
