"""Reviews of games that are over or were ended: computed once, in processes of their own, and kept
in the store.

These processes have a lower priority than those of the bots: a review waits for people's marks and
for bots, none of them for a review.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass, field, replace
from typing import Any

from hashi.coach import (
    EDITION,
    Mistaken,
    Reach,
    Review,
    TooLarge,
    best,
    reach,
    read_review,
    review,
    write_review,
)
from hashi.coach.reviews.moments import evaluator_for
from hashi.host import LoadedTable, Store
from hashi.host.limits.fair_queue import FairQueue
from hashi.host.peers.protocol import NO_TABLE, Alone, Peers
from hashi.host.store.protocol import Conflict, StoreDown
from hashi.record import Record, from_fields, to_fields
from hashi.server.jobs.pool import Pool, report
from hashi.server.limits.work import current_account
from hashi.table import Objected, Objection, Phase, Table
from hashi.table.objection import untimely

REVIEW_TIME = 120.0
"""Seconds after which a review that reports nothing is given up."""
REVIEW_NICENESS = 15
"""How much lower the priority of reviews is than the server's; bots have 5."""
MOST_WAITING = 200
RETRY_AFTER = 60.0
"""Seconds after which a review that was given up is tried again when someone asks for it."""
REPORT_PAUSE = 1.0
"""Seconds after which other servers are told how far a review is."""
KEPT = 64
"""Reviews that are kept in memory."""
BEST_TIME, REACH_TIME = 1.0, 1.5
"""Seconds of one core for the best possible result of a seat, and for what was possible after its
turns. They are hardly ever needed, and keep a review of four within 12 seconds."""
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class BestGame:
    """The best result that a seat could have reached with the cards that came."""

    points: int
    is_proven: bool
    record: Record


@dataclass(frozen=True, slots=True)
class Reviewed:
    """All that the pages say about a game."""

    review: Review
    best: tuple[BestGame, ...]
    """The best possible game of each seat; alone with any starting number. None of a game that was
    ended, since nobody knows the cards that never came."""
    reach: tuple[Reach | None, ...]
    """What each seat could still reach after the start and after each round; None for a sheet
    with mistakes, and in a game that was ended."""

    def to_text(self) -> str:
        """Return it as it is kept; it has no sentences."""
        fields = {
            "review": write_review(self.review),
            "best": [
                {"points": one.points, "proven": one.is_proven, "record": to_fields(one.record)}
                for one in self.best
            ],
            "reach": [
                one
                and {
                    "points": one.points,
                    "proven": one.is_proven,
                    "record": to_fields(one.record),
                }
                for one in self.reach
            ],
        }
        return json.dumps(fields)

    @classmethod
    def from_text(cls, text: str, record: Record) -> Reviewed:
        """Return what was kept of the review of this record."""
        fields = json.loads(text)
        return cls(
            read_review(fields["review"], record),
            tuple(
                BestGame(one["points"], one["proven"], from_fields(one["record"]))
                for one in fields["best"]
            ),
            tuple(
                one and Reach(tuple(one["points"]), one["proven"], from_fields(one["record"]))
                for one in fields["reach"]
            ),
        )


@dataclass(slots=True)
class Pending:
    """A review that is being computed."""

    task: asyncio.Task[None] | None = None
    done: int = 0
    whole: int = 0
    failed_at: float | None = None
    """When it was given up, on a clock that never jumps."""
    is_too_large: bool = False
    """Whether it was given up because the coach takes no board of this size."""

    @property
    def is_failed(self) -> bool:
        return self.failed_at is not None

    @property
    def may_be_tried_again(self) -> bool:
        """Whether it was given up a while ago: its process may have died of something else."""
        return self.failed_at is not None and time.monotonic() - self.failed_at > RETRY_AFTER

    def watch(self, done: int, whole: int) -> None:
        self.done, self.whole = done, whole


@dataclass(frozen=True, slots=True)
class _Kept:
    """A review under the digest of its record: a game can be played again from a round on."""

    digest: str
    reviewed: Reviewed


@dataclass(slots=True)
class Reviews:
    """The reviews of one server, each computed once for all who ask.

    Of several servers on one store the one with the review's lease computes it; it tells the
    others how far it is, and they find it in the store.
    """

    pool: Pool
    store: Store
    peers: Peers = field(default_factory=Alone)
    _kept: OrderedDict[str, _Kept] = field(default_factory=OrderedDict)
    _pending: dict[tuple[str, str], Pending] = field(default_factory=dict)
    _elsewhere: OrderedDict[tuple[str, str], Pending] = field(default_factory=OrderedDict)
    """What other servers compute, as far as they have told."""
    turns: FairQueue = field(init=False)
    """The turns of all who use the pool."""

    def __post_init__(self) -> None:
        self.turns = FairQueue(self.pool.most)

    async def find(
        self, loaded: LoadedTable, admit: Callable[[], None] = lambda: None
    ) -> Reviewed | Pending:
        """Return the review of a game, or how far it is; the first to ask begins it.

        Raise Objected where there can be none yet, and what `admit` raises before one is begun.
        """
        if not is_reviewable(loaded.table):
            raise untimely(loaded.table.moment)
        id, record = loaded.id, loaded.table.record
        digest = _digest(record)
        kept = self._kept.get(id)
        if kept is not None and kept.digest == digest:
            self._kept.move_to_end(id)
            return kept.reviewed
        pending = self._pending.get((id, digest))
        if pending is not None and not pending.may_be_tried_again:
            return pending
        self._pending.pop((id, digest), None)
        stored = await asyncio.to_thread(self._read, id, digest, record)
        if stored is not None:
            self._keep(id, digest, stored)
            return stored
        if not await self.peers.lease(_lease(id)):
            whole = len(record.rounds) * len(record.setup.players)
            return self._elsewhere.get((id, digest)) or Pending(whole=whole)
        return self._pending.get((id, digest)) or self._begin(id, digest, record, admit)

    async def kept(self, loaded: LoadedTable) -> Reviewed | None:
        """Return the review of a game if there is one; begin none."""
        id, record = loaded.id, loaded.table.record
        digest = _digest(record)
        kept = self._kept.get(id)
        if kept is not None and kept.digest == digest:
            return kept.reviewed
        return await asyncio.to_thread(self._read, id, digest, record)

    async def report(self) -> None:
        """Tell the other servers again and again how far the reviews are."""
        while True:
            await asyncio.sleep(REPORT_PAUSE)
            for (id, digest), pending in self._pending.items():
                if not pending.is_failed:
                    told = [id, digest, pending.done, pending.whole]
                    self.peers.tell(NO_TABLE, {"review": told})

    def hear(self, message: Mapping[str, Any]) -> None:
        """Note how far a review is that another server computes."""
        id, digest, done, whole = message["review"]
        self._elsewhere[id, digest] = Pending(done=done, whole=whole)
        self._elsewhere.move_to_end((id, digest))
        if len(self._elsewhere) > MOST_WAITING:
            self._elsewhere.popitem(last=False)

    def _read(self, id: str, digest: str, record: Record) -> Reviewed | None:
        """Return what the store has kept; None where that is of another game or version."""
        try:
            text = self.store.review(id, digest)
            return Reviewed.from_text(text, record) if text else None
        except (StoreDown, ValueError, KeyError, TypeError) as error:
            log.warning("the review of table %s cannot be read: %r", id, error)
            return None

    def _begin(self, id: str, digest: str, record: Record, admit: Callable[[], None]) -> Pending:
        try:
            if len(self.turns) >= MOST_WAITING:
                raise Objected(Objection.TOO_FAST, seconds=30)
            admit()
        except Objected:
            self.peers.release(_lease(id))
            raise
        pending = Pending(whole=_steps(record))
        self._pending[id, digest] = pending
        pending.task = asyncio.ensure_future(self._compute(id, digest, record, pending))
        return pending

    async def _compute(self, id: str, digest: str, record: Record, pending: Pending) -> None:
        try:
            async with self.turns.turn(current_account()):
                future = self.pool.submit_watched(pending.watch, review_record, record)
                reviewed = await asyncio.wrap_future(future)
        except Exception as error:  # whatever it is, nobody is to wait forever
            is_expected = isinstance(error, TimeoutError | BrokenExecutor | ValueError)
            log.warning(
                "the review of table %s was given up: %r", id, error, exc_info=not is_expected
            )
            pending.failed_at = time.monotonic()
            pending.is_too_large = isinstance(error, TooLarge)
            self._forget_failed()
            self.peers.release(_lease(id))
            return
        costs = [round(player.cost_per_turn, 4) for player in reviewed.review.players]
        try:
            await asyncio.wrap_future(self.store.keep_review(id, digest, reviewed.to_text(), costs))
        except (Conflict, StoreDown) as error:  # it is computed again after a restart
            log.warning("the review of table %s is not kept: %r", id, error)
        self._keep(id, digest, reviewed)  # from now on it is shown
        del self._pending[id, digest]
        self.peers.release(_lease(id))

    def _forget_failed(self) -> None:
        """Keep the latest failures only."""
        failed = [key for key, pending in self._pending.items() if pending.is_failed]
        for key in failed[:-MOST_WAITING]:
            del self._pending[key]

    def _keep(self, id: str, digest: str, reviewed: Reviewed) -> None:
        self._kept[id] = _Kept(digest, reviewed)
        self._kept.move_to_end(id)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    async def close(self) -> None:
        """Give up what is being computed."""
        await asyncio.sleep(0)  # a task that has not begun cannot be cancelled without a warning
        tasks = [one.task for one in self._pending.values() if one.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def is_reviewable(table: Table) -> bool:
    """Return whether a game is over, or was ended after a closed round."""
    is_ended = table.phase is Phase.CLOSED and table.game is not None and table.game.rounds > 0
    return is_ended or table.phase is Phase.OVER


def review_record(record: Record) -> Reviewed:
    """Return the review of a game that goes on no more. Runs in a worker process."""
    seats = range(len(record.setup.players))
    whole = _steps(record)
    if not record.replay().is_over:
        reviewed = review(record, progress=report)
        return Reviewed(reviewed, (), tuple(None for _ in seats))
    evaluator_for(record.setup)  # a board that is too large is not searched in vain
    reached: list[Reach | None] = []
    found: list[BestGame] = []
    for seat in seats:  # each is told: a review that is silent for long is given up
        report(2 * seat, whole)
        reached.append(_reach(record, seat))
        report(2 * seat + 1, whole)
        one = best(record, seat, seconds=BEST_TIME)
        found.append(BestGame(one.points, one.proven, one.record))
        found[seat], reached[seat] = in_accord(found[seat], reached[seat], record)
    before = 2 * len(seats)
    reviewed = review(record, progress=lambda done, _: report(before + done, whole))
    return Reviewed(
        reviewed,
        tuple(found),
        tuple(reached),
    )


def in_accord(
    found: BestGame, reached: Reach | None, record: Record
) -> tuple[BestGame, Reach | None]:
    """Return the best game and what was possible after the start so that they do not contradict
    each other where a search ended early. At a table the start is given, so both are the same."""
    if reached is None:
        return found, None
    if reached.points[0] > found.points:
        found = BestGame(reached.points[0], False, reached.record)
    elif not record.setup.is_solo and found.points > reached.points[0]:
        points = (found.points, *reached.points[1:])
        reached = replace(reached, points=points, record=found.record)
    return found, reached


def _steps(record: Record) -> int:
    """Return how many steps a review has: every turn, and two searches for each seat where the
    game is over."""
    searches = 2 if record.replay().is_over else 0
    return len(record.setup.players) * (searches + len(record.rounds))


def _reach(record: Record, seat: int) -> Reach | None:
    try:
        return reach(record, seat, seconds=REACH_TIME)
    except Mistaken:
        return None


def _lease(id: str) -> str:
    return f"review {id}"


def _digest(record: Record) -> str:
    """Return what tells this game, as this edition of the coach judges it, from all others."""
    fields: Any = [EDITION, to_fields(record)]
    return hashlib.sha256(json.dumps(fields, sort_keys=True).encode()).hexdigest()[:32]
