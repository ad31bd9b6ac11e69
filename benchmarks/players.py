"""Many players in one process, so cheap that they are not what is measured.

A player is an open page: it sends one mark, waits for the answer, and reads whatever else comes.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import resource
import secrets
import time
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any

import uvloop
from benchmarks.page_socket import PageSocket, template

SEATS = 4
OPENERS = 8
"""Tables that a process opens at the same time."""
CONNECTED_AT_ONCE = 50
TICK = 0.002
"""Seconds between two looks at which marks are due."""
LAST_WAIT = 10.0
"""Seconds for the answers that are missing at the end; later they count as lost."""

Address = tuple[str, int]
Seat = tuple[str, int, str]
"""The table, the number of the seat, and the key of who sits there."""


@dataclass(frozen=True)
class Load:
    """What a process is to send: marks always under way, or marks a second."""

    seconds: float
    warming: float
    """Seconds before that, which do not count."""
    under_way: int = 0
    rate: float = 0.0


@dataclass
class Outcome:
    """What came of it: the times of all answers that count, in seconds."""

    times: array[float] = field(default_factory=lambda: array("d"))
    done: int = 0
    """All marks that were made, in the time before as well."""
    refused: int = 0
    unanswered: int = 0
    cpu: float = 0.0
    """Seconds of processor time while it counted."""


# --- opening tables


class Requests:
    """A connection over which requests go one after another."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    async def post(self, path: str, key: str, **fields: Any) -> dict[str, Any]:
        body = json.dumps(fields).encode()
        head = (
            f"POST {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {key}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        self._writer.write(head.encode() + body)
        status, *lines = (await self._reader.readuntil(b"\r\n\r\n")).decode().splitlines()
        named = dict(line.lower().split(": ", 1) for line in lines if line)
        text = await self._reader.readexactly(int(named["content-length"]))
        assert status.split()[1].startswith("2"), (path, status, text)
        answer: dict[str, Any] = json.loads(text)
        return answer


async def open_tables(address: Address, count: int) -> list[Seat]:
    """Open tables of four people in their first round; return all of their seats."""
    left, seats = itertools.count(), []

    async def open_some() -> None:
        reader, writer = await asyncio.open_connection(*address)
        requests = Requests(reader, writer)
        while next(left) < count:
            seats.extend(await open_table(requests))
        writer.close()

    await asyncio.gather(*(open_some() for _ in range(OPENERS)))
    return seats


async def open_table(requests: Requests) -> list[Seat]:
    keys = [secrets.token_urlsafe(24) for _ in range(SEATS)]
    id = (await requests.post("/api/tables", keys[0], seats=SEATS))["id"]
    path = f"/api/tables/{id}"
    for number, key in enumerate(keys):
        await requests.post(path, key, do="sit", name=f"P{number}")
    await requests.post(path, keys[0], do="begin")
    for number, key in enumerate(keys):
        await requests.post(path, key, do="mark", seat=number, marks="d3=4")
        await requests.post(path, key, do="done", seat=number)
    return [(id, number, key) for number, key in enumerate(keys)]


# --- playing


class Player(PageSocket):
    """A page whose person draws a bridge and takes it back, in turn: both are marks."""

    def __init__(self, seat: Seat, note: Callable[[Player], None]) -> None:
        table, number, key = seat
        super().__init__(table, key)
        self._note = note
        self.group: list[Player] = []
        """The players of this process at the same server."""
        about = {"seat": number, "round": 1}
        self._mark = template({**about, "do": "mark", "marks": "b3-d3"})
        self._undo = template({**about, "do": "undo"})
        self.is_marked = self.is_refused = False

    def act(self, began: float) -> None:
        """Send a mark that was due at this time."""
        self.ask(self._undo if self.is_marked else self._mark, began)

    def answered(self, *, is_done: bool) -> None:
        self.is_marked ^= is_done
        self.is_refused = not is_done
        self._note(self)


class Crowd:
    """The players of one process."""

    def __init__(self) -> None:
        self.players: list[Player] = []
        self._groups: dict[Address, list[Player]] = {}
        self._chance = random.Random(1)
        self._outcome = Outcome()
        self._waiting = 0
        """How many players wait for an answer."""
        self._refill = False
        """Whether a mark follows at once where one is answered."""
        self._counts_from = self._counts_to = 0.0

    async def connect(self, seats: Sequence[tuple[Address, Seat]]) -> None:
        for at in range(0, len(seats), CONNECTED_AT_ONCE):
            some = [
                await Player(seat, self._note).connect(*address)
                for address, seat in seats[at : at + CONNECTED_AT_ONCE]
            ]
            await asyncio.gather(*(player.is_ready for player in some))
            for player, (address, _) in zip(some, seats[at:], strict=False):
                player.group = self._groups.setdefault(address, [])
                player.group.append(player)
            self.players += some

    async def leave(self) -> None:
        """Take back what is drawn, so that whoever sits here next begins with an empty draft."""
        marked = [player for player in self.players if player.is_marked and not player.is_waiting]
        for at in range(0, len(marked), CONNECTED_AT_ONCE):
            some = marked[at : at + CONNECTED_AT_ONCE]
            self._waiting += len(some)
            for player in some:
                player.act(time.perf_counter())
            while any(player.is_waiting for player in some):
                await asyncio.sleep(TICK)
        for player in self.players:
            player.transport.abort()
        self.players, self._groups = [], {}

    async def play(self, load: Load) -> Outcome:
        """Send this load, and return what came of it."""
        self._outcome = outcome = Outcome()
        began = time.perf_counter()
        self._counts_from = began + load.warming
        self._counts_to = end = self._counts_from + load.seconds
        self._refill = bool(load.under_way)
        for group in self._groups.values():
            for _ in range(min(-(-load.under_way // len(self._groups)), len(group))):
                self._act(time.perf_counter(), group)
        asyncio.get_running_loop().call_later(load.warming, self._note_cpu, -1)
        sent = 0
        while (now := time.perf_counter()) < end:
            while load.rate and began + sent / load.rate <= now and self._has_free:
                self._act(began + sent / load.rate, self.players)
                sent += 1
            await asyncio.sleep(TICK)
        self._note_cpu(1)
        self._refill = False
        while any(player.is_waiting for player in self.players):
            if time.perf_counter() > end + LAST_WAIT:
                break
            await asyncio.sleep(0.05)
        outcome.unanswered = sum(player.is_waiting for player in self.players)
        return outcome

    def _note_cpu(self, sign: int) -> None:
        self._outcome.cpu += sign * time.process_time()

    @property
    def _has_free(self) -> bool:
        return self._waiting < len(self.players)

    def _act(self, began: float, players: Sequence[Player]) -> None:
        """Let one of these act who waits for no answer; there is somebody."""
        while (player := self._chance.choice(players)).is_waiting:
            pass
        self._waiting += 1
        player.act(began)

    def _note(self, player: Player) -> None:
        now = time.perf_counter()
        self._waiting -= 1
        self._outcome.refused += player.is_refused
        self._outcome.done += not player.is_refused
        if self._counts_from <= now <= self._counts_to:
            self._outcome.times.append(now - player.sent_at)
        if self._refill:  # at the same server: nobody waits for a slower one
            self._act(now, player.group)


# --- the process


def run(pipe: Connection) -> None:
    """Do what comes over the pipe until it says None: the main function of a process."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    uvloop.run(_follow(pipe))


async def _follow(pipe: Connection) -> None:
    crowd = Crowd()
    while (order := await asyncio.to_thread(pipe.recv)) is not None:
        match order:
            case "open", address, count:
                pipe.send(await open_tables(address, count))
            case "connect", seats:
                await crowd.leave()
                await crowd.connect(seats)
                pipe.send(len(crowd.players))
            case "play", load:
                pipe.send(await crowd.play(load))
    await crowd.leave()
