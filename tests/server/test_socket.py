"""The socket of an open page: refusals, limits, close codes, and its memory."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import socket as network
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from tests.support.server import Browser, Server
from websockets.exceptions import ConnectionClosed

from hashi.host import Host, SqliteStore
from hashi.host.requests import Requests
from hashi.host.store.sqlite import SqliteDatabase
from hashi.server.app import create_app
from hashi.table import Options, Request
from hashi.table.event import Seated


class Page:
    """A socket of an app in this process."""

    def __init__(self, app: Starlette, path: str, most_unread: int = 0, key: str = "") -> None:
        self._incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._outgoing: asyncio.Queue[Any] = asyncio.Queue(most_unread)
        self._incoming.put_nowait({"type": "websocket.connect"})
        headers = [(b"cookie", f"hashi_key={key}".encode())]
        scope = {"type": "websocket", "path": path, "query_string": b"", "headers": headers}
        self._task = asyncio.ensure_future(app(scope, self._incoming.get, self._outgoing.put))

    async def next(self) -> dict[str, Any]:
        """Return the next message to the page, or how the socket was accepted or closed."""
        sent = await asyncio.wait_for(self._outgoing.get(), 10)
        message: dict[str, Any] = json.loads(sent["text"]) if "text" in sent else sent
        return message

    async def until(self, kind: str) -> dict[str, Any]:
        while (message := await self.next())["type"] != kind:
            pass
        return message

    def send(self, **fields: Any) -> None:
        self._incoming.put_nowait({"type": "websocket.receive", "text": json.dumps(fields)})

    async def leave(self) -> None:
        self._incoming.put_nowait({"type": "websocket.disconnect", "code": 1001})
        await self.is_over()

    def cut(self) -> None:
        """End the socket as a server does that will not wait any longer."""
        self._task.cancel()

    async def is_over(self) -> None:
        """Wait until the app has done with this socket."""
        await asyncio.wait_for(self._task, 10)


@asynccontextmanager
async def app_over(data: Path, now: float = 0.0) -> AsyncIterator[Starlette]:
    store = SqliteStore(data)
    app = create_app(store, now=lambda: now)
    async with app.router.lifespan_context(app):
        yield app
    store.close()


async def open_game(app: Starlette) -> str:
    host: Host = app.state.services.host
    return await host.openings.open(Options(), "tim", [Seated(0, "Tim", holder="tim")])


def close_code(visitor: Browser, id: str, **options: Any) -> int | None:
    """Return the code with which the server closes a socket that it does not serve."""
    page = visitor.socket(id, **options)
    with pytest.raises(ConnectionClosed) as closed:
        page.next(timeout=20)
    page.close()
    return closed.value.rcvd.code if closed.value.rcvd else None


def test_messages_over_the_rate_are_delayed_and_answered_with_their_ids(server: Server) -> None:
    visitor = Browser(server)
    page = visitor.socket(visitor.open_table())
    began = time.monotonic()
    ids = [page.send("undo", seat=0) for _ in range(100)]
    answers = [page.until("refused") for _ in ids]
    assert [answer["id"] for answer in answers] == ids
    assert {answer["code"] for answer in answers} == {"nothing_to_undo"}
    assert time.monotonic() - began > 1  # 60 at once, then 30 a second
    page.close()


def test_a_refusal_of_a_large_message_carries_its_id(server: Server) -> None:
    visitor = Browser(server)
    page = visitor.socket(visitor.open_table())
    answer = page.refused("mark", seat=0, marks="5@c1 " * 2000)
    assert answer["code"] == "too_large"
    page.close()


def test_a_refusal_of_an_unknown_message_carries_its_id(server: Server) -> None:
    visitor = Browser(server)
    page = visitor.socket(visitor.open_table())
    page.connection.send(json.dumps({"id": "m1", "do": 7}))
    answer = page.until("refused")
    assert (answer["id"], answer["code"]) == ("m1", "unknown_request")
    page.close()


def test_a_lone_surrogate_does_not_break_the_socket(server: Server) -> None:
    visitor = Browser(server)
    page = visitor.socket(visitor.open_table())
    page.connection.send('{"id": "\\ud800", "do": "undo", "seat": 0}')
    assert page.until("refused")["code"] == "kind"
    page.connection.send('{"id": "m1", "do": "\\ud800"}')
    assert page.until("refused")["id"] == "m1"
    page.connection.send('{"id": "m2", "do": "mark", "seat": 0, "marks": "\\udfff"}')
    assert page.until("refused")["code"] == "kind"
    page.ask("ping")
    page.close()


def test_a_lone_surrogate_in_a_board_is_refused(server: Server) -> None:
    rows = "\\n".join(["o o o o"] * 4)
    body = f'{{"board": "{rows}\\n# \\ud800"}}'.encode()
    status, text, _ = Browser(server).fetch("/api/tables", body)
    assert (status, json.loads(text)["error"]["code"]) == (422, "kind")


def test_the_close_code_says_why(server: Server) -> None:
    visitor = Browser(server)
    id = visitor.open_table()
    assert close_code(visitor, "nowhere") == 4404
    assert close_code(visitor, id, origin="http://elsewhere.example") == 4403
    assert close_code(visitor, id, origin="http://[") == 4403


def test_a_connection_ends_when_its_page_has_answered_the_farewell(server: Server) -> None:
    """And not when the server gives up waiting for that answer, ten seconds later."""
    lines = ["GET /t/nowhere/live HTTP/1.1", f"Host: localhost:{server.port}"]
    lines += [f"Origin: {server.address}", "Upgrade: websocket", "Connection: Upgrade"]
    lines += ["Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: aGFzaGkgaGFzaGkgaGFzaA==", "", ""]
    code = (4404).to_bytes(2)
    with network.create_connection(("localhost", server.port), timeout=9) as connection:
        connection.sendall("\r\n".join(lines).encode())
        with connection.makefile("rb") as answer:
            while answer.readline().strip():
                pass
            assert answer.read(4) == b"\x88\x02" + code
            connection.sendall(b"\x88\x82" + bytes(4) + code)
            assert answer.read() == b""


def frame(opcode: int, data: bytes, *, is_last: bool = True) -> bytes:
    """Return a frame as a client sends it."""
    return bytes([opcode | 0x80 * is_last, 0x80 | len(data)]) + bytes(4) + data


TEXT, CONT, PING, ON = 1, 0, 9, b'{"do": "ping", "id": "x"}'


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        ([frame(TEXT, b'{"do"', is_last=False), frame(TEXT, ON)], 1002),
        ([frame(TEXT, b"", is_last=False), frame(PING, b""), frame(TEXT, ON)], 1002),
        ([frame(CONT, ON)], 1002),
        ([frame(TEXT, ON[:9], is_last=False), frame(CONT, b"", is_last=False), frame(2, ON)], 1002),
        ([frame(TEXT, b"\xff")], 1007),
        ([frame(TEXT, b"\xc3", is_last=False), frame(CONT, b"\x28")], 1007),
    ],
)
@pytest.mark.parametrize("is_whole", [True, False])
def test_frames_against_the_protocol_end_the_connection(
    frames: list[bytes], code: int, is_whole: bool, server: Server
) -> None:
    """None is answered, and nothing is logged; whether they come at once or one after the other."""
    visitor = Browser(server)
    with contextlib.closing(visitor.socket(visitor.open_table())) as page:
        page.until("hello")
        raw = page.connection.socket
        for part in [b"".join(frames)] if is_whole else frames:
            raw.sendall(part)
            time.sleep(0.02 * (not is_whole))
        with pytest.raises(ConnectionClosed) as closed:
            page.until("done", "refused")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == code


def test_a_message_in_many_parts_is_one_message(server: Server) -> None:
    visitor = Browser(server)
    with contextlib.closing(visitor.socket(visitor.open_table())) as page:
        page.until("hello")
        page.connection.send(bytes([each]).decode() for each in ON)
        assert page.until("done", "refused")["id"] == "x"
        page.connection.send([ON[:3].decode(), *[""] * 1000, ON[3:].decode()])
        assert page.until("done", "refused")["id"] == "x"


@pytest.mark.parametrize(("header", "status"), [("Origin: http://[", 403), ("Host: [", 400)])
def test_headers_that_are_not_addresses_are_refused(
    header: str, status: int, server: Server
) -> None:
    name = header.partition(":")[0]
    others = [line for line in ("Host: localhost", "Content-Length: 0") if name not in line]
    with network.create_connection(("localhost", server.port)) as connection:
        lines = ["POST /api/tables HTTP/1.1", header, *others, "Connection: close", "", ""]
        connection.sendall("\r\n".join(lines).encode())
        assert connection.makefile("rb").readline().split()[1] == str(status).encode()


async def test_an_unexpected_error_is_logged_and_closes_the_socket(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(*_: Any) -> None:
        raise RuntimeError("a fault of the program")

    async with app_over(tmp_path / "tables.sqlite") as app:
        page = Page(app, f"/t/{await open_game(app)}/live")
        await page.until("hello")
        monkeypatch.setattr(Requests, "answer", fail)
        with caplog.at_level(logging.ERROR):
            page.send(do="undo", seat=0)
            assert (await page.until("websocket.close"))["code"] == 1011
        assert "a fault of the program" in caplog.text


async def test_what_is_begun_is_carried_out_even_if_the_socket_ends_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_reached, may_go_on = threading.Event(), threading.Event()
    commit = SqliteDatabase.commit

    def wait(database: SqliteDatabase) -> None:
        is_reached.set()
        may_go_on.wait(10)
        commit(database)

    async with app_over(tmp_path / "tables.sqlite") as app:
        host: Host = app.state.services.host
        table = await host.tables.live(await host.openings.open(Options(seats=2), "tim"))
        page = Page(app, f"/t/{table.id}/live", key="k" * 32)
        await page.until("hello")
        monkeypatch.setattr(SqliteDatabase, "commit", wait)
        page.send(do="sit", seat=1, name="Ann")
        assert await asyncio.to_thread(is_reached.wait, 10)
        page.cut()
        await asyncio.sleep(0)
        may_go_on.set()
        with contextlib.suppress(asyncio.CancelledError):
            await page.is_over()
        assert table.table.seats[1].name == "Ann"
        assert not table.lock.locked()
        assert table.table.number == len(SqliteStore(tmp_path / "tables.sqlite").read(table.id))


async def test_a_page_that_leaves_is_not_an_error(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with app_over(tmp_path / "tables.sqlite") as app:
        page = Page(app, f"/t/{await open_game(app)}/live")
        await page.until("hello")
        page.send(do="undo", seat=0)
        await page.leave()
        assert caplog.text == ""


async def test_a_page_is_told_the_time_by_the_clock_of_the_app(tmp_path: Path) -> None:
    async with app_over(tmp_path / "tables.sqlite", now=1234.5) as app:
        page = Page(app, f"/t/{await open_game(app)}/live")
        assert (await page.until("hello"))["now"] == 1234.5
        await page.leave()


async def test_a_page_that_does_not_read_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hashi.server.live.watcher.MOST_WAITING", 10)
    monkeypatch.setattr("hashi.server.live.socket.CLOSING_TIME", 0.1, raising=False)
    async with app_over(tmp_path / "tables.sqlite") as app:
        page = Page(app, f"/t/{await open_game(app)}/live", most_unread=5)
        for _ in range(30):
            page.send(do="ping")
        await page.is_over()
        assert kept(app) == 0


def kept(app: Starlette) -> int:
    """Return how many objects the app keeps for tables with open pages or streams."""
    values = vars(app.state.services.broadcast).values()
    return sum(len(value) for value in values if hasattr(value, "__len__"))


async def test_nothing_is_kept_of_a_table_without_open_pages(tmp_path: Path) -> None:
    async with app_over(tmp_path / "tables.sqlite") as app:
        host: Host = app.state.services.host
        id = await open_game(app)
        await host.requests.ask(id, Request("tim", "begin"))
        loaded = await host.tables.live(id)
        await get(app, f"/t/{id}")
        assert kept(app) == 0
        await app.state.services.broadcast.waiters.changed(
            loaded, "tim", loaded.table.number_for("tim"), patience=0.01
        )
        assert kept(app) == 0
        page, other = Page(app, f"/t/{id}/live"), Page(app, f"/t/{id}/live")
        await page.until("hello")
        await other.until("hello")
        await get(app, f"/t/{id}")
        assert kept(app) == 1
        await page.leave()
        await other.leave()
        assert kept(app) == 0


async def get(app: Starlette, path: str) -> None:
    """Fetch a page of an app in this process."""
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b""}

    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [(b"host", b"localhost")],
        "scheme": "http",
        "server": ("localhost", 80),
    }
    await app(scope, receive, send)
    assert sent[0]["status"] == 200
