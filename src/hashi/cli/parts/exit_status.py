"""The exit statuses of all commands (docs/commands.md lists them)."""

from __future__ import annotations

from hashi.words import N_

DONE = 0
REFUSED = 1
"""A rule is broken, cards are not fair, a bot failed."""
UNREADABLE = 2
"""Something cannot be read or written, or the command line is wrong."""
INTERRUPTED = 130
"""Ctrl+C ended the command: 128 and the number of SIGINT, as shells count."""
PIPE_CLOSED = 141
"""Whoever read the output went away: 128 and the number of SIGPIPE."""

MEANINGS = {
    DONE: N_("Done; “serve”: ended by Ctrl+C."),
    REFUSED: N_(
        "A rule is broken, cards weren’t fair, a bot failed, or a table is broken; each command "
        "says which of these it means."
    ),
    UNREADABLE: N_("The command line is wrong, or something can’t be read or written."),
    INTERRUPTED: N_("Ctrl+C ended the command."),
    PIPE_CLOSED: N_("The program reading the output stopped early, such as head in a pipe."),
}
"""What each of them says, for the manual page."""
