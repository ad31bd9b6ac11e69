"""What a protocol may offer besides ASGI, by its name among the extensions of a scope."""

from __future__ import annotations

WRITER = "hashi.write_text"
"""A function by which a message is written to a socket at once; it returns whether it was."""
