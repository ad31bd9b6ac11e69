"""An attacker of `python -m tests.server.attacks`: what it sends, and from which addresses."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import secrets
import sqlite3
import time
import urllib.parse
from collections.abc import Awaitable, Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from tests.support.stored_games import write_game
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from hashi.boards import FIRST_DAY
from hashi.host import Host, SqliteStore, holder_of
from hashi.rules import Pens
from hashi.table import Options, Request, draft_of
from hashi.table.event import Seated
from hashi.table.labels import code_of, label_of_day, label_of_days, label_of_taken
from hashi.table.timeout import plain_start
from hashi.words import LANGUAGES

EVIL = "127.0.0.2"
"""Where the attacker comes from; where it has others' addresses, a proxy there names them."""
LARGE_BOARD = "\n".join(["o " * 10] * 6)
BRIDGES = [
    f"{column}{row}-{chr(ord(column) + 1)}{row}" for column in "abcdefghi" for row in "123456"
]
Attack = Callable[["Target"], Awaitable[None]]
COLD_TABLES, FINISHED, CROWD = 1500, 300, 5000
"""Old tables, finished games, and people on today's board and at a challenge."""
KNOWN = "k" * 24
"""The key of somebody who has many games."""
WAYS = ("address", "network", "proxy")


class Target:
    """The server that is attacked, as the attacker sees it."""

    def __init__(self, port: int, seconds: float, table: str, way: str = "address") -> None:
        self.port, self.table, self._way = port, table, way
        self.ends = time.monotonic() + seconds

    @property
    def forwarded(self) -> dict[str, str]:
        """Return the header by which a proxy names the attacker: one address, or any of a /56."""
        chance = f"2001:db8:bad:{random.randrange(256):x}::{random.randrange(1, 65_536):x}"
        address = {"network": chance, "proxy": "203.0.113.66"}.get(self._way)
        return {"X-Forwarded-For": address} if address else {}

    @property
    def is_on(self) -> bool:
        return time.monotonic() < self.ends

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(EVIL, 0))

    async def request(self, method: str, path: str, body: bytes = b"", *headers: str) -> bytes:
        """Send one request over a connection of its own and return the whole answer."""
        reader, writer = await self.open()
        try:
            lines = [
                f"{method} {path} HTTP/1.1",
                "Host: localhost",
                f"Content-Length: {len(body)}",
                "Connection: close",
                *headers,
                *(f"{name}: {value}" for name, value in self.forwarded.items()),
            ]
            writer.write("\r\n".join([*lines, "", ""]).encode() + body)
            return await asyncio.wait_for(reader.read(), 60)
        finally:
            writer.close()

    def plain(self, path: str) -> bytes:
        """Return a request without more than it needs, whose connection stays open."""
        named = "".join(f"{name}: {value}\r\n" for name, value in self.forwarded.items())
        return f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{named}\r\n".encode()

    async def ask(self, path: str, key: str, **fields: Any) -> dict[str, Any]:
        """Post JSON and return the JSON of the answer."""
        body = json.dumps(fields).encode()
        answer = await self.request("POST", path, body, f"Authorization: Bearer {key}")
        read: dict[str, Any] = json.loads(answer.partition(b"\r\n\r\n")[2] or b"{}")
        return read

    async def socket(self, table: str, key: str = "") -> ClientConnection:
        return await connect(
            f"ws://127.0.0.1:{self.port}/t/{table}/live",
            local_addr=(EVIL, 0),
            additional_headers=self.forwarded | ({"Cookie": f"hashi_key={key}"} if key else {}),
            ping_interval=None,
            max_size=None,
            compression=None,
        )

    async def repeat(self, count: int, work: Callable[[], Awaitable[Any]]) -> None:
        """Do something over and over, so many times at once, whatever comes of it."""

        async def one() -> None:
            while self.is_on:
                with contextlib.suppress(
                    OSError, TimeoutError, WebSocketException, ValueError, KeyError
                ):
                    await work()
                await asyncio.sleep(0)

        await asyncio.gather(*(one() for _ in range(count)))


# --- the attacks


async def nothing(target: Target) -> None:
    """Do nothing: how it is without an attack."""
    await asyncio.sleep(target.ends - time.monotonic())


def heavy_record(rounds: int, seed: int) -> bytes:
    """Return a form with a record of free pens, full of mistakes and calls."""
    chance = random.Random(seed)

    def bridges(count: int) -> str:
        return " ".join(chance.choice(BRIDGES) for _ in range(count))

    record = {
        "hashi": 1,
        "board": LARGE_BOARD.split("\n"),
        "deck": ["6/3"] * (rounds + 1),
        "players": ["A", "B", "C", "D"],
        "pens": "free",
        "starts": ["a1=3"] * 4,
        "rounds": [
            {
                "card": "6/3",
                "turns": [bridges(99) for _ in range(4)],
                "calls": [
                    {"by": 0, "on": at % 4, "round": 1, "mark": chance.choice(BRIDGES)}
                    for at in range(99)
                ],
            }
            for _ in range(rounds)
        ],
    }
    return urllib.parse.urlencode({"record": json.dumps(record)}).encode()


async def imports(target: Target) -> None:
    """Have long records with free pens replayed."""
    bodies = [heavy_record(20, seed) for seed in range(20)]
    kind = "Content-Type: application/x-www-form-urlencoded"
    await target.repeat(8, lambda: target.request("POST", "/import", random.choice(bodies), kind))


async def heavy_table(target: Target, rounds: int = 6) -> tuple[str, str]:
    """Play rounds full of mistakes at a table with free pens; return its id and a key."""
    key = secrets.token_urlsafe(24)
    opened = await target.ask(
        "/api/tables", key, board=LARGE_BOARD, seats=4, pens="free", deck=["6/3"] * 30
    )
    path = f"/api/tables/{opened['id']}"
    for seat in range(4):
        await target.ask(path, key, do="sit", name=f"P{seat}", seat=seat)
    await target.ask(path, key, do="begin")
    for turn in range(rounds + 1):
        for seat in range(4):
            marks = "a1=3" if not turn else " ".join(random.choices(BRIDGES, k=70))
            while "error" in await target.ask(path, key, do="mark", seat=seat, marks=marks):
                await asyncio.sleep(0.2)
            while "error" in await target.ask(path, key, do="done", seat=seat):
                await asyncio.sleep(0.2)
    return opened["id"], key


async def moments(target: Target) -> None:
    """Look at past rounds of a table with free pens that is full of mistakes."""
    table, _ = await heavy_table(target)
    await target.repeat(
        16, lambda: target.request("GET", f"/t/{table}?round={random.randint(0, 6)}")
    )


async def looks(target: Target) -> None:
    """Let 60 watchers of the player's table look around as fast as they can."""

    async def watch() -> None:
        async with await target.socket(target.table) as socket:
            reading = asyncio.ensure_future(drain(socket))
            for at in range(10**9):
                if not target.is_on:
                    break
                await socket.send(json.dumps({"id": f"l{at}", "do": "look", "seat": 0}))
                await asyncio.sleep(0.01)
            reading.cancel()

    await target.repeat(60, watch)


async def drain(socket: ClientConnection) -> None:
    async for _ in socket:
        pass


async def deaf(target: Target) -> None:
    """Send over 60 sockets and read none of the answers."""
    key = f"Sec-WebSocket-Key: {secrets.token_hex(8)}{'A' * 6}=="
    text = json.dumps({"id": "x", "do": "look", "seat": 0}).encode()
    frame = bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text

    async def shout() -> None:
        _, writer = await target.open()
        try:
            lines = [
                f"GET /t/{target.table}/live HTTP/1.1",
                "Host: localhost",
                *("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", key),
                *(f"{name}: {value}" for name, value in target.forwarded.items()),
            ]
            writer.write("\r\n".join([*lines, "", ""]).encode())
            while target.is_on:
                writer.write(frame * 50)
                await asyncio.wait_for(writer.drain(), 5)
        finally:
            writer.close()

    await target.repeat(60, shout)


async def masters(target: Target) -> None:
    """Open tables of masters only, as many as possible, and stay there."""
    open_sockets: list[ClientConnection] = []

    async def found() -> None:
        key = secrets.token_urlsafe(24)
        opened = await target.ask("/api/tables", key, seats=4)
        path = f"/api/tables/{opened['id']}"
        for seat in range(4):
            await target.ask(path, key, do="sit_bot", seat=seat, bot="master", name=f"M{seat}")
        await target.ask(path, key, do="begin")
        open_sockets.append(await target.socket(opened["id"], key))

    await target.repeat(4, found)


async def half_open(target: Target) -> None:
    """Begin 1,500 requests and end none: headers, bodies, and nothing at all."""
    begun = [
        b"",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX-",
        b"POST /new HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nmode=",
    ]
    writers = []
    for at in range(1500):
        with contextlib.suppress(OSError):
            _, writer = await target.open()
            writer.write(begun[at % 3])
            writers.append(writer)
    while target.is_on:
        for writer in writers:
            if not writer.is_closing():
                writer.write(b"a")
        await asyncio.sleep(0.5)
    for writer in writers:
        writer.close()


async def pages(target: Target) -> None:
    """Fetch pages over 50 connections as fast as they come."""
    paths = ["/", "/new", "/rules", f"/t/{target.table}", "/learn", "/nothing"]
    await target.repeat(50, lambda: target.request("GET", random.choice(paths)))


async def pictures(target: Target) -> None:
    """Have pictures drawn and records written over 50 connections."""
    paths = [f"/t/{target.table}.svg", f"/t/{target.table}.json", f"/api/tables/{target.table}"]
    await target.repeat(50, lambda: target.request("GET", random.choice(paths)))


async def keep_alive(target: Target) -> None:
    """Send requests one after the other over 100 connections that stay open."""

    async def flood() -> None:
        reader, writer = await target.open()
        try:
            while target.is_on:
                writer.write(target.plain("/static/page.css") * 5)
                await asyncio.wait_for(reader.read(65_536), 10)
        finally:
            writer.close()

    await target.repeat(100, flood)


async def connections(target: Target) -> None:
    """Open connections and close them again, as fast as possible."""

    async def touch() -> None:
        _, writer = await target.open()
        writer.close()

    await target.repeat(20, touch)


async def writes(target: Target) -> None:
    """Open tables under made-up addresses of a proxy that does not exist."""

    async def found() -> None:
        header = f"X-Forwarded-For: 10.{random.randint(0, 255)}.0.{random.randint(0, 255)}"
        await target.request("POST", "/api/tables", b'{"seats": 4}', header)

    await target.repeat(20, found)


async def marks(target: Target) -> None:
    """Mark and take back at 40 tables of one's own, as fast as possible."""

    async def play() -> None:
        key = secrets.token_urlsafe(24)
        opened = await target.ask("/api/tables", key)
        path = f"/api/tables/{opened['id']}"
        await target.ask(path, key, do="sit", name="M")
        await target.ask(path, key, do="begin")
        async with await target.socket(opened["id"], key) as socket:
            reading = asyncio.ensure_future(drain(socket))
            for at in range(10**9):
                if not target.is_on:
                    break
                do = {"do": "mark", "marks": "d3=4"} if at % 2 else {"do": "undo"}
                await socket.send(json.dumps({"id": f"m{at}", "seat": 0, **do}))
            reading.cancel()

    await target.repeat(40, play)


async def large(target: Target) -> None:
    """Send messages of 60 kB and deeply nested ones over 30 sockets."""
    texts = ['{"do": "mark", "marks": "' + "5@c1 " * 12_000 + '"}', "[" * 60_000]

    async def send() -> None:
        async with await target.socket(target.table) as socket:
            reading = asyncio.ensure_future(drain(socket))
            while target.is_on:
                await socket.send(random.choice(texts))
            reading.cancel()

    await target.repeat(30, send)


async def garbage(target: Target) -> None:
    """Send random bytes, whole and in pieces."""

    async def spit() -> None:
        reader, writer = await target.open()
        try:
            writer.write(random.randbytes(random.randint(1, 4000)))
            writer.write(b"GET /" + random.randbytes(200) + b" HTTP/1.1\r\n\r\n")
            await asyncio.wait_for(reader.read(), 5)
        finally:
            writer.close()

    await target.repeat(30, spit)


async def streams(target: Target) -> None:
    """Open 300 streams of the player's table, over and over."""

    async def follow() -> None:
        reader, writer = await target.open()
        try:
            path = f"/api/tables/{target.table}/events"
            writer.write(target.plain(path))
            for _ in range(5):
                await asyncio.wait_for(reader.read(65_536), 2)
        finally:
            writer.close()

    await target.repeat(300, follow)


async def labels(target: Target) -> None:
    """Ask for paths that nobody has, in ways that nobody takes."""

    async def ask() -> None:
        place = random.choice(["/static/", "/", "/t/", "/c/", "/api/", "/daily/"])
        path = place + secrets.token_urlsafe(random.choice([6, 40, 1400]))
        await target.request(random.choice(["GET", "HEAD", "PUT", "ODD"]), path)

    await target.repeat(30, ask)


async def queries(target: Target) -> None:
    """Send as many parameters as an address may have, and more."""

    async def ask() -> None:
        query = "&".join(f"{secrets.token_hex(1)}=%41" for _ in range(random.choice([250, 6000])))
        await target.request("GET", f"{random.choice(['/', '/new', '/rules'])}?{query}")

    await target.repeat(40, ask)


async def move_links(target: Target) -> None:
    """Make links that move seats and games, over and over."""
    key = secrets.token_urlsafe(24)
    opened = await target.ask("/api/tables", key)
    await target.ask(f"/api/tables/{opened['id']}", key, do="sit", name="M")
    cookie = f"Cookie: hashi_key={key}"

    async def ask() -> None:
        for method in ("GET", "POST"):
            await target.request(method, f"/t/{opened['id']}/move", b"seat=0", cookie)
            await target.request(method, "/me/move", b"", cookie)

    await target.repeat(20, ask)


def _days() -> Iterator[str]:
    """Yield the dates whose boards are open."""
    day, today = FIRST_DAY, datetime.now(UTC).date()
    while day <= today:
        yield day.isoformat()
        day += timedelta(days=1)


async def past_days(target: Target) -> None:
    """Begin the boards of all days, and look at them."""
    days = list(_days())

    async def ask() -> None:
        path = f"/daily/{random.choice(days)}"
        await target.request(random.choice(["GET", "POST"]), path)

    await target.repeat(20, ask)


async def cards(target: Target) -> None:
    """Have pictures for chats drawn, each another one."""
    days = list(_days())

    async def ask() -> None:
        look = f"lang={random.choice(tuple(LANGUAGES))}&shape={random.choice(['wide', 'tall'])}"
        places = [f"/daily/{random.choice(days)}", f"/t/{finished_id(random.randrange(FINISHED))}"]
        await target.request("GET", f"{random.choice(places)}.png?{look}")

    await target.repeat(20, ask)


async def gifs(target: Target) -> None:
    """Have finished games drawn as animations."""

    async def ask() -> None:
        look = f"lang={random.choice(tuple(LANGUAGES))}"
        await target.request("GET", f"/t/{finished_id(random.randrange(FINISHED))}.gif?{look}")

    await target.repeat(20, ask)


async def lessons(target: Target) -> None:
    """Have the answers of lessons computed, and touch boards of them."""

    async def ask() -> None:
        lang = random.choice(tuple(LANGUAGES))
        await target.request("GET", f"/learn/{random.randrange(1, 20)}.json?lang={lang}")
        form = (
            f"step={random.randrange(1, 20)}&island={random.choice('abcdef')}{random.randrange(6)}"
        )
        await target.request("POST", random.choice(["/learn", "/learn/tactics"]), form.encode())

    await target.repeat(30, ask)


async def reviews(target: Target) -> None:
    """Have finished games reviewed, and look at their best results and their puzzles."""

    async def ask() -> None:
        page = random.choice(["", "/best", "/find/0", "?round=3"])
        await target.request("GET", f"/t/{finished_id(random.randrange(FINISHED))}/review{page}")

    await target.repeat(20, ask)


async def replays(target: Target) -> None:
    """Look at past rounds of many finished games."""

    async def ask() -> None:
        look = f"round={random.randrange(17)}&lang={random.choice(tuple(LANGUAGES))}"
        await target.request("GET", f"/t/{finished_id(random.randrange(FINISHED))}?{look}")

    await target.repeat(20, ask)


async def crowds(target: Target) -> None:
    """Look at what thousands have played: today's board, a challenge, one's own games."""
    day = datetime.now(UTC).date().isoformat()
    paths = [f"/daily/{day}", f"/c/{code_of(crowd_id(0))}", "/me", "/me/games", "/me/games.json"]
    cookie = f"Cookie: hashi_key={KNOWN}"
    await target.repeat(30, lambda: target.request("GET", random.choice(paths), b"", cookie))


async def own_boards(target: Target) -> None:
    """Open tables on boards that nobody else has, as large as may be, and look at them."""

    async def ask() -> None:
        cells = ["o"] * 60 + ["."] * 60
        random.shuffle(cells)
        board = "".join(" ".join(cells[at : at + 10]) + "\n" for at in range(0, 120, 10))
        key = secrets.token_urlsafe(24)
        opened = await target.ask("/api/tables", key, board=board)
        path = f"/api/tables/{opened['id']}"
        await target.ask(path, key, do="sit", name="O")
        await target.ask(path, key, do="begin")
        await target.request("GET", f"/t/{opened['id']}", b"", f"Cookie: hashi_key={key}")

    await target.repeat(10, ask)


async def frames(target: Target) -> None:
    """Send messages in endless empty parts, and parts that are no text."""

    def frame(opcode: int, data: bytes, *, is_last: bool) -> bytes:
        return bytes([opcode | 0x80 * is_last, 0x80 | len(data)]) + bytes(4) + data

    async def send() -> None:
        socket = await target.socket(target.table)
        write = socket.transport.write
        write(frame(1, b"{", is_last=False))
        while target.is_on and not socket.transport.is_closing():
            write(frame(0, b"", is_last=False) * 200)
            await asyncio.sleep(0.002)
            if random.random() < 0.002:
                write(frame(0, b"\xff", is_last=True))
        await socket.close()

    await target.repeat(60, send)


async def forged(target: Target) -> None:
    """Send forwarded headers of all shapes, and ask for what only the owner may read."""
    shapes = ["127.0.0.1,", "::1", "127.0.0.1," * 1000, "[::1", "1.2.3.4%x", "", ",,,", "\xe9"]

    async def ask() -> None:
        header = f"X-Forwarded-For: {random.choice(shapes)}"
        answer = await target.request("GET", "/metrics", b"", *[header] * random.randrange(1, 3))
        if target.forwarded and answer.startswith(b"HTTP/1.1 200"):
            print("the metrics are open", flush=True)

    await target.repeat(20, ask)


def cold_id(number: int) -> str:
    return f"cold{number:012d}"


async def cold_reads(target: Target) -> None:
    """Read old tables at random, more than fit into memory, so that each is replayed."""
    ends = ("", ".json", ".svg")

    async def read() -> None:
        id = cold_id(random.randrange(COLD_TABLES))
        paths = [f"/api/tables/{id}", *(f"/t/{id}{end}" for end in ends)]
        await target.request("GET", random.choice(paths))

    await target.repeat(50, read)


async def fill_with_tables(data: Path) -> None:
    """Play a long game with free pens and one with guided pens, and copy them many times."""
    store = SqliteStore(data)
    host = Host(store, now=time.time)
    free = Options(LARGE_BOARD, 4, Pens.FREE, deck=("6/3",) * 30)
    ids = [await _played(host, free, 7), await _played(host, Options(seats=4), 16)]
    await host.close()
    store.close()
    copy = "INSERT INTO event SELECT ?, number, body FROM event WHERE place = ?"
    with contextlib.closing(sqlite3.connect(data)) as database, database:
        database.executemany(copy, ((cold_id(n), ids[n % 2]) for n in range(COLD_TABLES)))


async def _played(host: Host, options: Options, rounds: int) -> str:
    """Play so many rounds among four people and return the id of the table."""
    seats = [Seated(seat, f"P{seat}", holder="p") for seat in range(4)]
    id = await host.openings.open(options, "p", seats)
    await host.requests.ask(id, Request("p", "begin"))
    live = await host.tables.live(id)
    for turn in range(rounds + 1):
        for seat in range(4):
            draft = draft_of(live.table, seat)
            marks = str(plain_start(draft.before)).replace("3@", "") + "=3"
            if turn and options.pens is Pens.FREE:
                marks = " ".join(random.choices(BRIDGES, k=70))
            elif turn:
                assert draft.card is not None
                marks = f"{draft.card.number}@{draft.islands[0]}" if draft.islands else "pass"
            await host.requests.ask(id, Request("p", "mark", {"seat": seat, "marks": marks}))
            await host.requests.ask(id, Request("p", "done", {"seat": seat}))
    return id


def finished_id(number: int) -> str:
    return f"done{number:012d}"


def crowd_id(number: int) -> str:
    return f"crowd{number:011d}"


async def fill_with_finished(data: Path) -> None:
    """Play a game alone and one among four, and copy them many times."""
    store = SqliteStore(data)
    people = [Seated(seat, f"P{seat}", holder=f"p{seat}") for seat in range(4)]
    ids = [write_game(store, people[:count], seed=str(count)) for count in (1, 4)]
    store.close()
    with contextlib.closing(sqlite3.connect(data)) as database, database:
        database.executemany(
            "INSERT INTO event SELECT ?, number, body FROM event WHERE place = ?",
            ((finished_id(number), ids[number % 2]) for number in range(FINISHED)),
        )


async def fill_with_a_crowd(data: Path) -> None:
    """Let thousands have played today's board and a challenge, and one person many games."""
    store, day = SqliteStore(data), datetime.now(UTC).date().isoformat()
    own = holder_of(KNOWN)
    id = write_game(store, [Seated(0, "P", holder=own)], daily=day)
    given = write_game(store, [Seated(0, "P", holder=own)])
    store.close()
    with contextlib.closing(sqlite3.connect(data)) as database, database:
        ((at, body),) = database.execute("SELECT at, body FROM result WHERE place = ?", [id])
        for number in range(CROWD):
            place, other = crowd_id(number), holder_of(str(number))
            labels = [label_of_day(day), label_of_days(other), other]
            if number:
                labels.append(label_of_taken(code_of(crowd_id(0))))
            result = body.replace(id, place).replace(own, other)
            _insert(database, place, at + number, result.replace(str(at), str(at + number)), labels)
            mine = f"mine{number:012d}"
            _insert(database, mine, at, body.replace(id, mine).replace(day, ""), [own])
        first = "INSERT INTO event SELECT ?, number, body FROM event WHERE place = ?"
        database.executemany(first, ((crowd_id(number), given) for number in range(20)))
        database.execute(
            "INSERT INTO label SELECT ?, ?, ?",
            [f"challenge {code_of(crowd_id(0))}", crowd_id(0), at],
        )


def _insert(
    database: sqlite3.Connection, place: str, at: float, body: str, labels: list[str]
) -> None:
    database.execute("INSERT INTO result VALUES (?, ?, ?)", [place, at, body])
    database.executemany(
        "INSERT INTO label VALUES (?, ?, ?)", [(label, place, at) for label in labels]
    )


PREPARATIONS: dict[str, Callable[[Path], Awaitable[None]]] = {
    "cold_reads": fill_with_tables,
    "cards": fill_with_finished,
    "gifs": fill_with_finished,
    "reviews": fill_with_finished,
    "replays": fill_with_finished,
    "crowds": fill_with_a_crowd,
}
"""What is done to the file of a server before it starts."""

ATTACKS: dict[str, Attack] = {
    attack.__name__: attack
    for attack in (
        *(nothing, imports, moments, looks, deaf, masters, half_open, pages, pictures),
        *(keep_alive, connections, writes, marks, large, garbage, streams, cold_reads),
        *(labels, queries, move_links, past_days, cards, gifs, lessons, reviews, replays),
        *(crowds, own_boards, frames, forged),
    )
}
