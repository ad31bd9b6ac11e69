"""The exit statuses of all commands (docs/commands.md lists them)."""

from __future__ import annotations

DONE = 0
REFUSED = 1
"""A rule is broken, cards are not fair, a bot failed."""
UNREADABLE = 2
"""Something cannot be read or written, or the command line is wrong."""
INTERRUPTED = 130
"""Ctrl+C ended the command: 128 and the number of SIGINT, as shells count."""
PIPE_CLOSED = 141
"""Whoever read the output went away: 128 and the number of SIGPIPE."""
