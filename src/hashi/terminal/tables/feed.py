"""What is heard of a server's table: a thread follows it, others take over the newest state."""

from __future__ import annotations

import contextlib
import select
import socket
import threading
import time
from collections.abc import Callable

from hashi.client.wire import Fields, Lost, Refused, Stranger, Wire
from hashi.table import Phase


class Feed:
    """The newest state of a table. `on_change` is called with the state before and after."""

    def __init__(
        self, wire: Wire, newest: Fields, on_change: Callable[[Fields, Fields], None]
    ) -> None:
        self._wire = wire
        self._on_change = on_change
        self._lock = threading.Lock()
        self._newest = newest
        self._failure: Exception | None = None
        """Why the table is not followed any more."""
        self.wake, self._bell = socket.socketpair()

    @property
    def newest(self) -> Fields:
        """The newest state; raise what ended the feed."""
        if self._failure is not None:
            raise self._failure
        with self._lock:
            return self._newest

    def start(self) -> None:
        """Begin to follow the table: from now on one is present there."""
        threading.Thread(target=self._follow, daemon=True).start()

    def stop(self) -> None:
        """Wake nobody any more; the thread ends with the program."""
        self.wake.close()
        self._bell.close()

    def listen(self) -> None:
        """Wait until something was heard."""
        select.select([self.wake], [], [])
        self.take_ring()

    def take_ring(self) -> None:
        """Forget that something was heard."""
        self.wake.recv(4096)

    def hear(self, fields: Fields) -> None:
        """Keep a newer state, and tell of it."""
        fields["heard"] = time.monotonic()
        with self._lock:
            before = self._newest
            if fields["number"] < before["number"]:
                return
            self._newest = fields
        self._on_change(before, fields)
        self._ring()

    def _follow(self) -> None:
        try:
            for fields in self._wire.follow():
                self.hear(fields)
                if fields["phase"] in (Phase.OVER, Phase.CLOSED):
                    return
        except (Refused, Lost, Stranger) as failure:
            self._failure = failure
            self._ring()

    def _ring(self) -> None:
        """Wake those who listen; nobody does where the feed was stopped."""
        with contextlib.suppress(OSError):
            self._bell.send(b"!")
