"""Clients like open pages, for benchmarks that play at few tables: tables, and players at them."""

from __future__ import annotations

import json
import secrets
import time
import urllib.request
from typing import Any

from benchmarks.page_socket import PageSocket, template

SEATS = 4


def post(address: str, key: str, **fields: Any) -> dict[str, Any]:
    request = urllib.request.Request(
        address,
        json.dumps(fields).encode(),
        {"Authorization": f"Bearer {key}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        read: dict[str, Any] = json.load(answer)
        return read


def open_tables(address: str, tables: int) -> list[tuple[str, int, str]]:
    """Open tables in their first round; return each seat with its key."""
    seats = []
    for _ in range(tables):
        keys = [secrets.token_urlsafe(24) for _ in range(SEATS)]
        id = post(f"{address}/api/tables", keys[0], seats=SEATS)["id"]
        path = f"{address}/api/tables/{id}"
        for number, key in enumerate(keys):
            post(path, key, do="sit", name=f"P{number}")
        post(path, keys[0], do="begin")
        for number, key in enumerate(keys):
            post(path, key, do="mark", seat=number, marks="d3=4")
            post(path, key, do="done", seat=number)
        seats += [(id, number, key) for number, key in enumerate(keys)]
    return seats


class Player(PageSocket):
    """A client like an open page: sends marks and measures the answers."""

    def __init__(self, table: str, seat: int, key: str) -> None:
        super().__init__(table, key)
        about = {"seat": seat, "round": 1}
        self._mark = template({**about, "do": "mark", "marks": "b3-d3"})
        self._undo = template({**about, "do": "undo"})
        self.took: list[float] = []
        self.is_marked = False

    def act(self) -> None:
        """Draw a bridge or take it back, in turn; the server treats both as marks."""
        self.ask(self._undo if self.is_marked else self._mark)

    def answered(self, *, is_done: bool) -> None:
        self.is_marked ^= is_done
        self.took.append(time.perf_counter() - self.sent_at)
