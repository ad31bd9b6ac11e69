"""The event loop shared out among addresses: whose turn it is, and how much each has used.

Requests and messages are begun one at a time, in turns by account, so that an honest player waits
for one step of each other address, however much these have sent. What a request does is measured,
in whichever task it does it, and charged to its account: one that has used up its share waits.

Between the arrival of a mark and its answer the loop goes round several times. An account that uses
much of the loop therefore begins nothing while a request of one that uses little is in hand. A
network whose addresses use little each but much together is treated as one such account.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Coroutine, Generator, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from typing import Any, TypeVar

from hashi.host.limits.networks import networks_of
from hashi.processor_time import processor_time
from hashi.server.limits.gates import Share
from hashi.table import Objected, Objection

T = TypeVar("T")
BURST = 1.5
"""Seconds of work that an account may have at once."""
MOST_TIMES = 1.5
"""How many times as much work as an address a network may have: there is one loop for all."""
LONGEST_WAIT = 2.0
"""Seconds that a request waits for its account's share; then it is refused."""
HEAVY, LEAST = 0.25, 0.1
"""An account is heavy that has used more than this part of all work lately, and more than so many
seconds. That holds on slow machines as on fast ones."""
LATELY = 2.0
"""Seconds after which work counts for a third as much."""
BESIDE = 0.25
"""The share of the loop's processor time that heavy accounts have even while others' requests are
in hand."""
PATIENCE = 0.2
"""Seconds after which a heavy account begins something in any case, and for which a request in hand
keeps it from that: a stream lasts for hours."""
_Waiting = OrderedDict[str, deque[asyncio.Future[None]]]
"""Those who wait, by account or heavy network; the first one is the next one."""
_account: ContextVar[str] = ContextVar("account", default="")


def current_account() -> str:
    """Return whom the work is charged to that is done now; empty for the server itself."""
    return _account.get()


class Work(Share):
    """Deals out turns, and measures work."""

    def __init__(self, milliseconds: int) -> None:
        """Let each account use so many milliseconds a second, 0 for as many as it likes."""
        super().__init__(BURST, milliseconds, MOST_TIMES)
        self._lately = _Lately()
        self._light, self._heavy = _Waiting(), _Waiting()
        self._in_hand: dict[InHand, tuple[str, float]] = {}
        """The requests of light accounts that are being answered: whose, and since when; the oldest
        first."""
        self._free_at, self._heavy_at = 0.0, 0.0
        """When heavy accounts will have used no more than their share, in processor time of the
        loop, and when they used something last."""
        self._is_passing = False
        self._clock = StepClock()
        self._alarm: asyncio.TimerHandle | None = None

    def install(self) -> None:
        """Have the running loop measure the tasks that are begun on behalf of an account."""
        if self.is_limited:
            asyncio.get_running_loop().set_task_factory(self._new_task)  # type: ignore[arg-type]

    async def begin(self, account: str) -> None:
        """Wait for the account's share and its turn; raise Objected where the share is overdrawn.

        It is refused only after the longest wait: a client that sends too much gets its refusals
        slowly, too.
        """
        seconds = self.debt(account)
        if seconds:
            await asyncio.sleep(min(seconds, LONGEST_WAIT))
        if seconds > LONGEST_WAIT:
            raise Objected(Objection.TOO_FAST, seconds=math.ceil(seconds - LONGEST_WAIT))
        await self.turn(account)

    async def slow_down(self, account: str) -> None:
        """Wait for the account's share, however long that takes, and for its turn."""
        while seconds := self.debt(account):
            await asyncio.sleep(seconds)
        await self.turn(account)

    async def turn(self, account: str) -> None:
        """Wait until it is this account's turn to begin something: now, where nobody waits."""
        is_first = not (self._is_passing or self._light or self._heavy)
        heavy = self._heavy_one(account)
        if is_first and heavy is None:
            self._let_follow()
            return
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        name = account if heavy is None else heavy
        self._queue(name).setdefault(name, deque()).append(waiter)
        if not self._is_passing:
            self._pass_on()
        await waiter

    def in_hand(self, account: str) -> InHand:
        """Answer a request in this context: if its account is light, heavy ones begin nothing."""
        return InHand(self, account, self._in_hand)

    def let_go(self, request: InHand) -> None:
        """Note that a request is answered."""
        self._in_hand.pop(request, None)
        if self._heavy and not self._is_passing:
            self._pass_on()

    def is_heavy(self, account: str) -> bool:
        """Return whether an account, or a network around it, has used much of the loop lately."""
        return self._heavy_one(account) is not None

    def _heavy_one(self, account: str) -> str | None:
        """Return the widest network of an account that is heavy, or itself; None where none is."""
        if not self.is_limited:
            return None
        is_heavy = self._lately.is_heavy
        return next((name for name in networks_of(account) if is_heavy(name)), None)

    def note(self, account: str, seconds: float) -> None:
        if not self.is_limited:
            return
        super().note(account, seconds)
        if self._lately.note(account, seconds):
            used, self._heavy_at = processor_time(), time.monotonic()
            self._free_at = min(max(self._free_at, used) + seconds / BESIDE, used + PATIENCE)

    def _queue(self, name: str) -> _Waiting:
        """Return where an account or a network waits; all that it has begun is in one queue."""
        for queue in (self._light, self._heavy):
            if name in queue:
                return queue
        return self._heavy if self.is_heavy(name) else self._light

    def _pass_on(self) -> None:
        """Let the next one begin; the one after it follows when that step is done."""
        self._is_passing = False
        while (waiting := self._next_waiting()) is not None:
            name, queue = waiting.popitem(last=False)
            heavy = self._heavy_one(name) if waiting is self._light else None
            if heavy is not None:  # it came before it, or its network, was heavy
                self._heavy.setdefault(heavy, deque()).extend(queue)
                continue
            waiter = queue.popleft()
            if queue:
                self._queue(name)[name] = queue  # behind all others
            if not waiter.done():
                waiter.set_result(None)
                self._let_follow()
                return

    def _let_follow(self) -> None:
        """Let the next one begin when what begins now has had its step."""
        self._is_passing = True
        asyncio.get_running_loop().call_soon(self._pass_on)

    def _next_waiting(self) -> _Waiting | None:
        """Return those among whom the next one is taken, None where nobody may begin."""
        if not self._heavy:
            return self._light or None
        now = time.monotonic()
        seconds = self._heavy_at + PATIENCE - now
        if seconds <= 0 or processor_time() >= self._free_at:
            return self._heavy
        if self._light:
            return self._light
        if not self._is_held(now):
            return self._heavy
        if self._alarm is None:
            self._alarm = asyncio.get_running_loop().call_later(seconds, self._ring)
        return None

    def _is_held(self, now: float) -> bool:
        """Return whether a request of a light account is in hand, and not for too long.

        An account that has become heavy meanwhile does not count: it would wait for itself.
        """
        for request, (account, since) in list(self._in_hand.items()):
            if now - since < PATIENCE and not self.is_heavy(account):
                return True
            del self._in_hand[request]
        return False

    def _ring(self) -> None:
        self._alarm = None
        if not self._is_passing:
            self._pass_on()

    # --- measuring

    async def charge(self, account: str, work: Coroutine[Any, Any, T]) -> T:
        """Do work on behalf of an account, with all tasks that it begins."""
        token = _account.set(account)
        try:
            return await self._measured(account, work)
        finally:
            _account.reset(token)

    def _new_task(
        self, loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, T], **options: Any
    ) -> asyncio.Task[T]:
        account = _account.get()
        return asyncio.Task(
            self._measured(account, work) if account else work, loop=loop, **options
        )

    @contextmanager
    def measure(self, account: str) -> Iterator[None]:
        """Charge an account with what is done in this context, without a pause in it."""
        began = self._clock.start()
        try:
            yield
        finally:
            self.note(account, self._clock.since(began))

    def _measured(self, account: str, work: Coroutine[Any, Any, T]) -> Measured[T]:
        return Measured(work, self._clock, partial(self.note, account))


class InHand:
    """The context of one request; a class, since a generator takes longer for every mark."""

    __slots__ = ("_account", "_all", "_work")

    def __init__(self, work: Work, account: str, all: dict[InHand, tuple[str, float]]) -> None:
        self._work, self._account, self._all = work, account, all

    def __enter__(self) -> None:
        if not self._work.is_heavy(self._account):
            self._all[self] = self._account, time.monotonic()

    def __exit__(self, *_: object) -> None:
        self._work.let_go(self)


class StepClock:
    """Measures the processor time of steps of the event loop, at little cost.

    Asking the system for a thread's processor time takes longer than many a step. So a short step
    counts as long as it took by the wall; a longer one, in which the thread may have been
    interrupted, no more than the thread has worked since it was asked last, a moment ago.
    """

    SHORT, MOMENT = 0.0003, 0.01
    """Seconds."""

    def __init__(self) -> None:
        self._asked_at, self._worked = float("-inf"), 0.0

    def start(self) -> float:
        """Return when a step begins."""
        now = time.perf_counter()
        if now - self._asked_at > self.MOMENT:
            self._ask(now)
        return now

    def since(self, began: float) -> float:
        """Return the seconds of a step that ends now."""
        now = time.perf_counter()
        seconds = now - began
        if seconds > self.SHORT:
            seconds = min(seconds, self._ask(now))
        return seconds

    def _ask(self, now: float) -> float:
        """Return the processor time since it was asked for last."""
        before, self._worked, self._asked_at = self._worked, processor_time(), now
        return self._worked - before


class _Lately:
    """Seconds of work by account, and in all; what is longer ago counts less."""

    MOST = 10_000

    def __init__(self) -> None:
        self._used: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """How much each account had used, and when that was; the latest is at the end."""
        self._total, self._at = 0.0, 0.0

    def is_heavy(self, account: str) -> bool:
        """Return whether an account has used much, and much of all."""
        found = self._used.get(account)
        if found is None or found[0] <= LEAST:  # it has only become less since
            return False
        now = time.monotonic()
        used = found[0] * math.exp((found[1] - now) / LATELY)
        total = self._total * math.exp((self._at - now) / LATELY)
        return used > LEAST and used > HEAVY * total

    def note(self, account: str, seconds: float) -> bool:
        """Count what an account has used now; return whether it is heavy then, or a network of it.

        What a heavy account uses does not count for the networks around it: it is not to make its
        neighbours heavy.
        """
        now = time.monotonic()
        self._total = self._total * math.exp((self._at - now) / LATELY) + seconds
        self._at = now
        return any(
            self._add(name, seconds, now)  # the account first, then wider and wider networks
            for name in reversed(networks_of(account))
        )

    def _add(self, name: str, seconds: float, now: float) -> bool:
        """Count what has been used by an account or in a network; return whether it is heavy."""
        used, found = seconds, self._used.get(name)
        if found is not None:
            used += found[0] * math.exp((found[1] - now) / LATELY)
            self._used.move_to_end(name)
        self._used[name] = used, now
        if len(self._used) > self.MOST:
            self._used.popitem(last=False)
        return used > LEAST and used > HEAVY * self._total


class Measured(Coroutine[Any, Any, T]):
    """A coroutine that notes how much processor time each step of it takes."""

    __slots__ = ("_clock", "_note", "_work")

    def __init__(
        self, work: Coroutine[Any, Any, T], clock: StepClock, note: Callable[[float], None]
    ) -> None:
        self._work, self._clock, self._note = work, clock, note

    def send(self, value: Any) -> Any:
        began = self._clock.start()
        try:
            return self._work.send(value)
        finally:
            self._note(self._clock.since(began))

    def throw(self, *error: Any) -> Any:
        began = self._clock.start()
        try:
            return self._work.throw(*error)
        finally:
            self._note(self._clock.since(began))

    def close(self) -> None:
        self._work.close()

    def __getattr__(self, name: str) -> Any:
        """Return what tells how far it is, such as `cr_running`: libraries look at their tasks."""
        return getattr(self._work, name)

    def __await__(self) -> Generator[Any, Any, T]:
        """Do it as a part of the task that waits for it."""
        given: Any = None
        error: BaseException | None = None
        while True:
            try:
                awaited = self.send(given) if error is None else self.throw(error)
            except StopIteration as ended:
                result: T = ended.value
                return result
            given, error = None, None
            try:
                given = yield awaited
            except BaseException as raised:  # handed on, a cancellation as well
                error = raised
