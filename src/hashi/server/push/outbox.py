"""Messages on their way: few at once, in turns by person, tried again a few times.

Each known push service has places of its own, and all others share some: one that hangs or fails
holds up nobody but those who chose it.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from hashi.host.limits.fair_queue import FairQueue
from hashi.host.store.protocol import KeptPush, PushKey
from hashi.host.tasks import Tasks
from hashi.server.push.delivery import Answered, EncryptedMessage, Post, Unreachable
from hashi.server.push.encryption import encrypted, token
from hashi.server.push.endpoints import LANES, OTHER, Endpoint
from hashi.server.push.moments import Moment

AT_ONCE = 4
"""Messages that are being sent to one service."""
MOST_WAITING = 1_000
"""Messages that wait for their turn or to be tried again; beyond them new ones are dropped."""
PAUSES = (30.0, 300.0, 1800.0)
"""Seconds after which a message is tried again."""
LONGEST_PAUSE = 3600.0
"""Seconds that a service may ask for at most."""
LONGEST_TTL = 28 * 86_400
"""Seconds for which services keep a message at most."""
GONE = (404, 410)
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Letter:
    """A message to one browser."""

    push: KeptPush
    endpoint: Endpoint
    moment: Moment
    table: str
    """The table of the moment."""
    text: bytes
    topic: str
    urgency: str


class Outbox:
    """Sends messages and says what came of each, in words from a fixed list."""

    def __init__(
        self,
        post: Post,
        key: PushKey,
        contact: str,
        now: Callable[[], float],
        *,
        count: Callable[[str, str], None],
        is_current: Callable[[Letter], Awaitable[bool]],
        end: Callable[[Letter], Awaitable[None]],
    ) -> None:
        """Call `count` with the service and the outcome of each message, `end` where an address is
        no more, and `is_current` before a message is tried again."""
        self._post, self._key, self._contact, self._now = post, key, contact, now
        self._count, self._is_current, self._end = count, is_current, end
        self._lanes = {lane: FairQueue(AT_ONCE) for lane in (*LANES.values(), OTHER)}
        self._tasks, self._waiting = Tasks(), 0

    async def close(self) -> None:
        """Give up what has not been sent."""
        await self._tasks.close()
        self._post.close()

    def put(self, letter: Letter) -> None:
        """Send a message when its turn comes, unless too many wait."""
        if self._waiting >= MOST_WAITING:
            self._count(letter.endpoint.lane, "dropped")
            return
        self._waiting += 1
        self._tasks.start(self._deliver(letter))

    async def _deliver(self, letter: Letter) -> None:
        try:
            outcome = await self._outcome(letter)
        finally:
            self._waiting -= 1
        self._count(letter.endpoint.lane, outcome)

    async def _outcome(self, letter: Letter) -> str:
        """Return what came of a message, in one word."""
        answered = Answered(0)
        for pause in (0.0, *PAUSES):
            if pause:
                await asyncio.sleep(max(pause, min(answered.retry_after, LONGEST_PAUSE)))
                if not await self._is_current(letter):
                    return "late"
            seconds = letter.moment.until - self._now()
            if seconds <= 0:
                return "late"
            try:
                async with self._lanes[letter.endpoint.lane].turn(letter.push.person):
                    message = self._sealed(letter, min(math.floor(seconds), LONGEST_TTL))
                    answered = await self._post.send(letter.endpoint, message)
            except Unreachable as unreachable:
                if unreachable.is_forbidden:
                    await self._end(letter)
                    return "forbidden"
                answered = Answered(0)
            if 200 <= answered.status < 300:
                return "sent"
            if answered.status in GONE:
                await self._end(letter)
                return "gone"
            if 300 <= answered.status < 500 and answered.status != 429:
                # its address, like its name, was given by a stranger and is not written down
                log.warning("push (%s): answered %d", letter.endpoint.lane, answered.status)
                return "refused"
        return "failed"

    def _sealed(self, letter: Letter, ttl: int) -> EncryptedMessage:
        return EncryptedMessage(
            encrypted(letter.text, letter.push.public_key, letter.push.secret),
            token(self._key, letter.endpoint.origin, self._contact, self._now()),
            self._key.public,
            letter.topic,
            letter.urgency,
            ttl,
        )
