"""A visitor of the site without a server: asks the adapter, and plays at its tables as pages do.

It runs in any Python that has the game, also in a browser's.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from hashi.host.bots.thinking import event_of_bot
from hashi.record import start_text
from hashi.server.jobs.pool import Watch
from hashi.site.browser.adapter import Adapter, Place, running
from hashi.site.browser.jobs import do
from hashi.table.bot_task import BotTask
from hashi.table.event import Event, Finished, Started

HERE = Place("https://example.org", prefix="/games/hashi")


async def think_here(name: str, packed: bytes, seconds: float, watch: Watch) -> bytes:
    """Do a job in a thread, as packed as for another worker."""
    del name, seconds, watch
    return await asyncio.to_thread(do, packed)


@asynccontextmanager
async def visiting(folder: Path, place: Place = HERE) -> AsyncIterator[SiteVisitor]:
    async with running(folder, place, think_here) as adapter:
        yield SiteVisitor(adapter)


class SiteVisitor:
    """Whoever has the browser."""

    def __init__(self, adapter: Adapter) -> None:
        self.adapter = adapter

    async def get(self, path: str) -> str:
        status, _, body = await self.adapter.answer("GET", self._address(path), (), b"")
        assert status == 200, (path, status, body[-2000:])
        return body.decode()

    async def post(self, path: str, **form: str) -> str:
        """Post a form, and return where that leads."""
        kind = [("content-type", "application/x-www-form-urlencoded")]
        body = urlencode(form).encode()
        status, headers, text = await self.adapter.answer("POST", self._address(path), kind, body)
        assert status == 303, (path, status, text[-2000:])
        return dict(headers)["location"].removeprefix(self.adapter.place.prefix)

    async def play(self, path: str, bot: str = "greedy", rounds: int = 99) -> dict[str, Any]:
        """Play at a table through its socket, as this bot would, to the end or for so many rounds;
        return the record."""
        table = path.removeprefix("/t/")
        page = Page(self.adapter, self._address(f"/t/{table}/live"))
        await page.ask(do="ping")
        tables = self.adapter.app.state.services.host.tables
        while (now := (await tables.live(table)).table).waiting_for:
            if now.played.is_started and now.played.rounds >= rounds:
                break
            own = [seat for seat in now.waiting_for if not now.seats[seat].is_bot]
            if not own:
                await page.news()
                continue
            task = BotTask(own[0], bot, now.phase, BotTask.of(now, own[0]).view, "seed")
            await page.act(own[0], event_of_bot(task))
        await page.close()
        record: dict[str, Any] = json.loads(await self.get(f"/t/{table}.json"))
        return record

    def _address(self, path: str) -> str:
        return f"{self.adapter.place.prefix}{path}"


class Page:
    """An open page of a table."""

    def __init__(self, adapter: Adapter, address: str) -> None:
        self._messages: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.closed: list[int] = []
        self._count = 0
        self._socket = adapter.open_socket(
            address, lambda text: self._messages.put_nowait(json.loads(text)), self.closed.append
        )

    async def news(self) -> dict[str, Any]:
        """Wait for whatever comes next."""
        return await self._messages.get()

    async def ask(self, **fields: Any) -> dict[str, Any]:
        """Ask for something; return the answer."""
        self._count += 1
        id = f"p{self._count}"
        self._socket.receive(json.dumps({"id": id, **fields}))
        while True:
            message = await self._messages.get()
            if message.get("id") == id:
                return message

    async def act(self, seat: int, event: Event) -> None:
        """Do what a bot has thought out."""
        assert isinstance(event, Started | Finished)
        marks = start_text(event.start) if isinstance(event, Started) else str(event.turn)
        for fields in ({"do": "mark", "seat": seat, "marks": marks}, {"do": "done", "seat": seat}):
            answer = await self.ask(**fields)
            assert answer["type"] == "done", answer

    async def close(self) -> None:
        self._socket.end(1001)
        await self._socket.ended()
