"""What is kept beside the logs of a store, brought up to date while a server already serves."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import BrokenExecutor, Executor

from hashi.host.loaded_table import Shared
from hashi.host.retry import pause_after
from hashi.host.store.derived import EDITION
from hashi.host.store.protocol import StoreDown
from hashi.host.store.results_rebuild import Part, derive_part, next_part, outdated_after, settle
from hashi.host.tasks import done_by

PART = 10
"""Tables whose logs are replayed without a pause."""
LOOK_PAUSE = 1.0
"""Seconds between two looks whether this server is to do it."""
UPKEEP = "upkeep"
"""The lease of the server that does it."""
log = logging.getLogger(__name__)


class Upkeep:
    """Brings a store up to date once, part by part; of several servers one does it at a time.

    While one of another version still lives, which would go on to write as it does, they wait.
    """

    def __init__(self, shared: Shared, replayer: Executor | None) -> None:
        """Replay logs in `replayer`, None for threads of this process."""
        self._shared, self._replayer = shared, replayer

    def start(self) -> None:
        self._shared.tasks.start(self.run())

    async def run(self) -> None:
        """Work until the store is up to date; a part that fails is tried again."""
        loop, store, failures = asyncio.get_running_loop(), self._shared.store, 0
        while True:
            began = loop.time()
            try:
                if await asyncio.to_thread(outdated_after, store) is None:
                    return
                pause = await self._advance()
                failures = 0
            except (StoreDown, BrokenExecutor, TimeoutError) as error:
                log.warning("tables are not brought up to date now: %r", error)
                pause = pause_after(failures)
                failures += 1
            # as long as the work took: half of a core is left to those who wait for it
            await asyncio.sleep(max(pause, loop.time() - began))

    async def _advance(self) -> float:
        """Bring the next tables up to date, if this server is to; return how long to wait then."""
        peers, store = self._shared.peers, self._shared.store
        if not await peers.lease(UPKEEP) or not await peers.are_alike():
            return LOOK_PAUSE
        after = await asyncio.to_thread(outdated_after, store)  # the one before may have ended
        if after is None:
            peers.release(UPKEEP)
            return 0.0
        part = await asyncio.to_thread(next_part, store, after, PART)
        if part:
            derived = await done_by(self._replayer, derive_part, part)
            await asyncio.to_thread(lambda: list(settle(store, derived)))
        await asyncio.to_thread(store.note_edition, EDITION, _end(part))
        if not part:
            log.info("tables are up to date")
            peers.release(UPKEEP)
        return 0.0


def _end(part: Part) -> str | None:
    """Return the id of the last table of a part; None where there are no more."""
    return part[-1][0] if part else None
