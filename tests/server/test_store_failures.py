"""The server while its store fails, and with a log that cannot be replayed."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.support.server import Browser, serving


def change(data: Path, *statements: str) -> None:
    with closing(sqlite3.connect(data, timeout=30)) as database:
        for statement in statements:
            database.execute(statement)
        database.commit()


def ask(visitor: Browser, id: str, **fields: object) -> tuple[int, dict[str, object]]:
    status, text, _ = visitor.fetch(f"/api/tables/{id}", json.dumps(fields).encode())
    answer: dict[str, object] = json.loads(text)
    return status, answer


def test_a_failed_write_is_reported_and_the_game_goes_on_afterwards(tmp_path: Path) -> None:
    """Three bots and a person; the database refuses every event for a while."""
    with serving(tmp_path / "tables.sqlite") as server:
        visitor = Browser(server)
        id = visitor.open_table(mode="bots", seats="4", bot="greedy")
        change(
            server.data,
            "CREATE TRIGGER full BEFORE INSERT ON event BEGIN SELECT RAISE(ABORT, 'full'); END",
        )
        start = {"do": "mark", "seat": 0, "marks": "d3=4"}
        status, answer = ask(visitor, id, **start)
        assert status == 503
        assert "can’t save" in str(answer["error"])
        socket = visitor.socket(id)
        refused = socket.ask("mark", seat=0, marks="d3=4")
        assert (refused["type"], refused["code"]) == ("refused", "store_down")
        assert visitor.fetch(f"/t/{id}")[0] == 200
        change(server.data, "DROP TRIGGER full")
        assert ask(visitor, id, **start)[0] == 200
        assert ask(visitor, id, do="done", seat=0)[0] == 200
        while True:  # until the bots have written their starts, too, and the first card is turned
            message = socket.next()
            if message["type"] == "patch" and "card" in message["html"]:
                break
        socket.close()
        assert "full" in server.stop()


def test_a_broken_log_is_one_line_on_the_home_page(tmp_path: Path) -> None:
    data = tmp_path / "tables.sqlite"
    with serving(data) as server:
        visitor = Browser(server)
        broken, whole = visitor.open_table(), visitor.open_table()
        server.kill()
        change(data, f"UPDATE event SET body = '{{}}' WHERE place = '{broken}' AND number = 3")
        server.start()
        status, page, _ = visitor.fetch("/")
        assert status == 200
        assert f'href="/t/{whole}"' in page
        assert "opened any more" in page
        status, page, _ = visitor.fetch(f"/t/{broken}")
        assert status == 410
        assert "opened any more" in page
        assert visitor.fetch(f"/t/{whole}")[0] == 200
        errors = server.stop()
        assert broken in errors
        assert "entry 3" in errors
