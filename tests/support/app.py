"""The app in this process, with a clock of the test's own, and visitors who ask it for pages."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from starlette.applications import Starlette
from starlette.types import Message, Scope

from hashi.host import Host, holder_of
from hashi.host.bots.thinking import event_of_bot
from hashi.host.store.address import open_store
from hashi.host.store.sql import SqlStore
from hashi.record import start_text
from hashi.server.app import create_app
from hashi.server.limits.gates import Gates, Limits
from hashi.server.push.settings import PushSettings
from hashi.table.bot_task import BotTask
from hashi.table.event import Event, Finished, Started


@dataclass
class Answer:
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def location(self) -> str:
        return self.headers["location"]


@dataclass
class AppServer:
    """An app whose clock stands still until a test moves it."""

    app: Starlette
    store: SqlStore
    clock: list[float]

    @property
    def host(self) -> Host:
        host: Host = self.app.state.services.host
        return host

    def visitor(self, key: str = "", language: str = "en") -> AppVisitor:
        return AppVisitor(self, key, language)


@asynccontextmanager
async def app_at(
    data: Path | str,
    now: float,
    *,
    open_tables: bool = False,
    rate: int = 0,
    push: PushSettings | None = None,
) -> AsyncIterator[AppServer]:
    """Run the app over a file or a database, at this time; `rate` limits requests a second."""
    store, clock = open_store(str(data)), [now]
    limits = Limits(work=0, tables=0, imports=0, pictures=0)
    app = create_app(
        store,
        now=lambda: clock[0],
        gates=Gates(limits, rate),
        open_tables=open_tables,
        push=push,
    )
    async with app.router.lifespan_context(app):
        yield AppServer(app, store, clock)


@dataclass
class AppVisitor:
    """A browser with a cookie of its own; without a key it is new."""

    server: AppServer
    key: str = ""
    language: str = "en"
    own: str = ""
    """The key of the games that stay apart, if any do."""
    guide: str = ""
    """Whether this browser was asked about tips, and where it shows them."""
    name: str = ""
    """The name that this browser keeps, percent-encoded."""
    headers: dict[str, str] = field(default_factory=dict)
    address: str = "127.0.0.1"

    @property
    def holder(self) -> str:
        return holder_of(self.key)

    async def get(self, path: str) -> Answer:
        return await self._ask("GET", path, b"", "")

    async def post(self, path: str, **form: str) -> Answer:
        kind = "application/x-www-form-urlencoded"
        return await self._ask("POST", path, urlencode(form).encode(), kind)

    async def call(self, path: str, **fields: Any) -> Answer:
        """Post an object of the JSON API."""
        return await self._ask("POST", path, json.dumps(fields).encode(), "application/json")

    async def listen(self, path: str, *asked: dict[str, Any]) -> list[str]:
        """Connect to the socket of a table, send requests, and return all that was sent back.

        It ends with the answer to the last request, or where the server closes the socket.
        """
        given: asyncio.Queue[Message] = asyncio.Queue()
        given.put_nowait({"type": "websocket.connect"})
        for number, fields in enumerate([*asked, {"do": "ping"}]):
            text = json.dumps({"id": f"l{number}", **fields})
            given.put_nowait({"type": "websocket.receive", "text": text})
        sent: list[str] = []

        async def send(message: Message) -> None:
            if message["type"] == "websocket.send":
                sent.append(message["text"])
                if json.loads(message["text"]).get("id") == f"l{len(asked)}":
                    given.put_nowait({"type": "websocket.disconnect", "code": 1000})

        scope = {**self._scope(path, ""), "type": "websocket", "scheme": "ws", "subprotocols": []}
        scope["extensions"] = {}
        await self.server.app(scope, given.get, send)
        return sent

    async def _ask(self, method: str, path: str, body: bytes, kind: str) -> Answer:
        scope = {**self._scope(path, kind), "type": "http", "method": method, "scheme": "http"}
        given: asyncio.Queue[Message] = asyncio.Queue()
        given.put_nowait({"type": "http.request", "body": body, "more_body": False})
        sent: list[Message] = []

        async def send(message: Message) -> None:
            sent.append(message)

        await self.server.app(scope, given.get, send)
        answered = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
        for name, value in sent[0]["headers"]:
            cookie = SimpleCookie(value.decode() if name == b"set-cookie" else "")
            self.key = cookie["hashi_key"].value if "hashi_key" in cookie else self.key
            self.guide = cookie["hashi_guide"].value if "hashi_guide" in cookie else self.guide
            self.name = cookie["hashi_name"].value if "hashi_name" in cookie else self.name
            self.own = cookie["hashi_own"].value if "hashi_own" in cookie else self.own
        content = b"".join(message.get("body", b"") for message in sent[1:])
        return Answer(sent[0]["status"], answered, content)

    def _scope(self, path: str, kind: str) -> Scope:
        """Return what HTTP and sockets have in common."""
        where, _, query = path.partition("?")
        headers = {"host": "localhost", "accept-language": self.language, **self.headers}
        if self.key:
            own = f"; hashi_own={self.own}" if self.own else ""
            name = f"; hashi_name={self.name}" if self.name else ""
            guide = f"; hashi_guide={self.guide}" if self.guide else ""
            headers["cookie"] = f"hashi_key={self.key}{own}{guide}{name}"
        if kind:
            headers["content-type"] = kind
        return {
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "path": where,
            "raw_path": where.encode(),
            "root_path": "",
            "query_string": query.encode(),
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "client": (self.address, 1),
            "server": ("localhost", 80),
        }

    async def play_out(self, id: str, bot: str = "greedy", rounds: int = 17) -> int:
        """Play a game of one's own to its end as a bot would; return the points."""
        host = self.server.host
        loaded = await host.tables.live(id)
        table = loaded.table
        while table.waiting_for and (not table.played.is_started or table.played.rounds < rounds):
            seat = table.seats_of(self.holder)[0]
            task = BotTask(seat, bot, table.phase, BotTask.of(table, seat).view, "seed")
            await self._act(id, seat, event_of_bot(task))
            table = (await host.tables.live(id)).table
        return table.played.totals[0]

    async def _act(self, id: str, seat: int, event: Event) -> None:
        assert isinstance(event, Started | Finished)
        marks = start_text(event.start) if isinstance(event, Started) else str(event.turn)
        for fields in ({"do": "mark", "seat": seat, "marks": marks}, {"do": "done", "seat": seat}):
            answer = await self.call(f"/api/tables/{id}", **fields)
            assert answer.status == 200, answer.text
