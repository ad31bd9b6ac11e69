"""What whoever runs a server says about Web Push."""

from __future__ import annotations

import re
from dataclasses import dataclass

CONTACT = re.compile(r"(mailto:[^\s@]+@[^\s@]+|https://[^\s]+)", re.ASCII)
"""What push services take as an address to write to (RFC 8292, 2.1)."""
SERVICE = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?", re.ASCII)


@dataclass(frozen=True, slots=True)
class PushSettings:
    """Whom push services may ask, and where messages go."""

    contact: str
    """Whom a push service asks where something goes wrong: a mailto: or https: address."""
    services: tuple[str, ...] = ()
    """The only services that messages go to, wherever these are; any public one where none is
    named."""
