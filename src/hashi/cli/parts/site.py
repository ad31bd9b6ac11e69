"""What `hashi serve` says of where its pages are, for this computer and for others."""

from __future__ import annotations

import socket
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from hashi.words import Words

if TYPE_CHECKING:
    from hashi.server.network.reach import ServerReach


class ServedSite:
    """The site of a server, told in the terminal."""

    def __init__(
        self,
        words: Words,
        host: str,
        listener: socket.socket,
        prefix: str,
        tell: Callable[[str], None],
    ) -> None:
        is_everywhere = host in ("", "127.0.0.1", "0.0.0.0", "::")  # noqa: S104, what people type
        name = "localhost" if is_everywhere else f"[{host}]" if ":" in host else host
        self._words, self._path, self._tell = words, f"{prefix}/", tell
        self.address = f"http://{name}:{listener.getsockname()[1]}{self._path}"
        """The address for a browser on this machine."""

    def say_where(self, reach: ServerReach) -> None:
        """Say that the server runs, and how others reach it."""
        from hashi.server.network.reach import Obstacle

        say = self._words.say
        self._tell(
            say("HASHI is running at {address} (press Ctrl+C to stop)", address=self.address)
        )
        addresses = self._addresses([each.origin for each in reach.origins()])
        if addresses not in ("", self.address):
            self._tell(say("For others on your network: {addresses}", addresses=addresses))
        elif not addresses and reach.obstacle() is Obstacle.CLOSED:
            self._tell(
                say(
                    "Only this computer can open it so far. To let others in, open a table with "
                    "friends and tap “{button}” there.",
                    button=say("Open to my home network"),
                )
            )

    def say_change(self, origins: Sequence[str]) -> None:
        """Say that the server was opened at these addresses, or closed where there are none."""
        say = self._words.say
        if origins:
            addresses = self._addresses(origins)
            self._tell(say("Now open to your network: {addresses}", addresses=addresses))
        else:
            self._tell(say("Closed again: only this computer can open it now."))

    def _addresses(self, origins: Sequence[str]) -> str:
        return ", ".join(f"{origin}{self._path}" for origin in origins)
