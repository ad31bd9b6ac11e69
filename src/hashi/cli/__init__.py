"""The command `hashi`: one module per command; heavy imports happen when a command runs."""

from hashi.cli.command import main

__all__ = ["main"]
