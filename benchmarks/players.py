"""Many players in one process, so cheap that they are not what is measured.

A player is an open page: a socket that sends one mark, waits for the answer, and reads whatever
else comes. The sockets speak just as much of the WebSocket protocol as that takes.
"""

from __future__ import annotations

import asyncio
import base64
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
from typing import Any, cast

import uvloop

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

_ids = itertools.count(1)
_own = secrets.token_hex(4)
"""Whoever sends an id for the second time, over whichever connection, gets the first answer."""


class Player(asyncio.Protocol):
    """A client like an open page. It draws a bridge and takes it back, in turn: both are marks."""

    def __init__(self, address: Address, seat: Seat, answered: Callable[[Player], None]) -> None:
        self._table, self._seat, self._key = seat
        self._host = f"{address[0]}:{address[1]}"
        self._answered = answered
        self._read = b""
        self.is_marked = False
        self._id = b""
        """The id of the mark under way; none is where this is empty."""
        self.is_refused = False
        self.began = 0.0
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @property
    def is_waiting(self) -> bool:
        return bool(self._id)

    def act(self, began: float) -> None:
        """Send a mark that was due at this time."""
        id = f"{_own}-{next(_ids)}"
        do = '"undo"' if self.is_marked else '"mark","marks":"b3-d3"'
        text = f'{{"id":"{id}","seat":{self._seat},"round":1,"do":{do}}}'.encode()
        assert len(text) < 126
        self._id, self.began = id.encode(), began
        self.transport.write(bytes((0x81, 0x80 | len(text), 0, 0, 0, 0)) + text)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)  # uvloop's is none by its class
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        self.transport.write(
            (
                f"GET /t/{self._table}/live HTTP/1.1\r\nHost: {self._host}\r\n"
                f"Origin: http://{self._host}\r\nCookie: hashi_key={self._key}\r\n"
                "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                f"Sec-WebSocket-Key: {key}\r\n\r\n"
            ).encode()
        )

    def data_received(self, data: bytes) -> None:
        self._read += data
        if not self.open.done():
            head, end, rest = self._read.partition(b"\r\n\r\n")
            if not end:
                return
            assert b" 101 " in head[:16], head
            self._read = rest
            self.open.set_result(None)
        at = 0
        while (frame := _frame(self._read, at)) is not None:
            kind, begin, at = frame
            if kind == 0x89:  # a ping
                content = self._read[begin:at]
                self.transport.write(bytes((0x8A, 0x80 | len(content), 0, 0, 0, 0)) + content)
            elif kind == 0x81:
                self._hear(self._read[begin : min(at, begin + 80)])
        self._read = self._read[at:]

    def _hear(self, text: bytes) -> None:
        is_done = text.startswith(b'{"type": "done"')
        if (is_done or text.startswith(b'{"type": "refused"')) and b'"%b"' % self._id in text:
            self.is_marked ^= is_done
            self.is_refused = not is_done
            self._id = b""
            self._answered(self)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.open.done():
            self.open.set_exception(exc or EOFError(f"{self._host} closed the connection"))


def _frame(data: bytes, at: int) -> tuple[int, int, int] | None:
    """Return the first byte of the frame at `at`, where its content begins and where it ends."""
    if len(data) < at + 2:
        return None
    size, begin = data[at + 1], at + 2
    if size >= 126:
        begin += 2 if size == 126 else 8
        size = int.from_bytes(data[at + 2 : begin], "big")
    return (data[at], begin, begin + size) if len(data) >= begin + size else None


class Crowd:
    """The players of one process."""

    def __init__(self) -> None:
        self.players: list[Player] = []
        self._chance = random.Random(1)
        self._outcome = Outcome()
        self._waiting = 0
        """How many players wait for an answer."""
        self._refill = False
        """Whether a mark follows at once where one is answered."""
        self._counts_from = self._counts_to = 0.0

    async def connect(self, seats: Sequence[tuple[Address, Seat]]) -> None:
        loop = asyncio.get_running_loop()
        for at in range(0, len(seats), CONNECTED_AT_ONCE):
            some = [
                Player(address, seat, self._note)
                for address, seat in seats[at : at + CONNECTED_AT_ONCE]
            ]
            for player, (address, _) in zip(some, seats[at:], strict=False):
                await loop.create_connection(lambda player=player: player, *address)  # type: ignore[misc]
            await asyncio.gather(*(player.open for player in some))
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
        self.players = []

    async def play(self, load: Load) -> Outcome:
        """Send this load, and return what came of it."""
        self._outcome = outcome = Outcome()
        began = time.perf_counter()
        self._counts_from = began + load.warming
        self._counts_to = end = self._counts_from + load.seconds
        self._refill = bool(load.under_way)
        for _ in range(min(load.under_way, len(self.players))):
            self._act(time.perf_counter())
        asyncio.get_running_loop().call_later(load.warming, self._note_cpu, -1)
        sent = 0
        while (now := time.perf_counter()) < end:
            while load.rate and began + sent / load.rate <= now and self._has_free:
                self._act(began + sent / load.rate)
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

    def _act(self, began: float) -> None:
        """Let somebody act who waits for no answer; there is somebody."""
        while (player := self._chance.choice(self.players)).is_waiting:
            pass
        self._waiting += 1
        player.act(began)

    def _note(self, player: Player) -> None:
        now = time.perf_counter()
        self._waiting -= 1
        self._outcome.refused += player.is_refused
        self._outcome.done += not player.is_refused
        if self._counts_from <= now <= self._counts_to:
            self._outcome.times.append(now - player.began)
        if self._refill:
            self._act(now)


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
