"""The server while its store fails, and with a log that cannot be replayed."""

from __future__ import annotations

import json
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from tests.support.processes import UNPRIVILEGED, failing_writes
from tests.support.server import Browser, Server, serving


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
        refused = socket.refused("mark", seat=0, marks="d3=4")
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


def test_a_file_that_is_moved_away_is_noticed_before_anything_is_acknowledged(
    tmp_path: Path,
) -> None:
    data, away = tmp_path / "tables.sqlite", tmp_path / "away"
    with serving(data) as server:
        visitor = Browser(server)
        id = visitor.open_table(mode="bots", seats="2", bot="greedy")
        data.rename(away)
        assert ask(visitor, id, **START)[0] == 503
        assert visitor.fetch("/readyz")[0] == 503
        assert ask(visitor, id, **START)[0] == 503
        assert visitor.fetch(f"/t/{id}")[0] == 200
        away.rename(data)
        assert ask(visitor, id, **START)[0] == 200
        assert ask(visitor, id, do="done", seat=0)[0] == 200
        while json.loads(visitor.fetch(f"/api/tables/{id}")[1])["phase"] != "round":
            time.sleep(0.05)  # the bot tries again
        while visitor.fetch("/readyz")[0] != 200:
            time.sleep(0.05)  # what was known of it a moment ago
        errors = server.stop()
        assert f"{data} was renamed, replaced or deleted" in errors
        assert "Put back the file that was there" in errors
        assert "Traceback" not in errors


# --- read-only


class Unprivileged(Server):
    """A server for which file permissions hold, whoever starts it."""

    PROGRAM = UNPRIVILEGED


START = {"do": "mark", "seat": 0, "marks": "d3=4"}


def test_a_file_that_has_become_read_only_is_written_again_later(tmp_path: Path) -> None:
    """Tables can still be read; what waits goes on by itself."""
    folder = tmp_path / "data"
    folder.mkdir()
    with serving(folder / "tables.sqlite", kind=Unprivileged) as server:
        visitor = Browser(server)
        id = visitor.open_table(mode="bots", seats="2", bot="greedy")
        with failing_writes(server.process.pid):  # the server opens the file again after this
            assert ask(visitor, id, **START)[0] == 503
            files = list(folder.iterdir())
            for path in files:
                path.chmod(0o400)
            folder.chmod(0o500)
        status, answer = ask(visitor, id, **START)
        assert status == 503
        assert "can’t save" in str(answer["error"])
        assert visitor.fetch(f"/t/{id}")[0] == 200
        folder.chmod(0o700)
        for path in files:
            path.chmod(0o600)
        visitor.until_ready()
        while ask(visitor, id, **START)[0] != 200:
            time.sleep(0.05)  # as a page does; the connection that writes is the last to be made
        assert ask(visitor, id, do="done", seat=0)[0] == 200
        while json.loads(visitor.fetch(f"/api/tables/{id}")[1])["phase"] != "round":
            time.sleep(0.05)  # the bot tries again
        errors = server.stop()
        assert "readonly" in errors
        assert "Traceback" not in errors


# --- corrupt


def pages_of(data: Path, id: str, *others: str) -> list[int]:
    """Return where the pages of the file begin that hold this table and none of the others."""
    content = data.read_bytes()
    size = int.from_bytes(content[16:18], "big")
    return [
        start
        for start in range(size, len(content), size)
        if id.encode() in (page := content[start : start + size])
        and not any(other.encode() in page for other in others)
    ]


def test_a_damaged_part_of_the_file_harms_no_other_table(tmp_path: Path) -> None:
    """The damaged table is answered with 503, the others are played on; a copy heals it."""
    data = tmp_path / "tables.sqlite"
    with serving(data) as server:
        visitor = Browser(server)
        damaged, whole = visitor.open_table(), visitor.open_table()
        for id in (damaged, whole):
            for at in range(60):  # several pages of the file
                do = {"do": "undo"} if at % 2 else {"do": "mark", "marks": "d3=4"}
                assert ask(visitor, id, seat=0, **do)[0] == 200
        assert server.stop() == ""
        copy = data.read_bytes()
        places = pages_of(data, damaged, whole)
        assert places
        with data.open("r+b") as file:
            for place in places:
                file.seek(place)
                file.write(b"\xff" * 512)
        server.start()
        for path in (f"/t/{damaged}", f"/t/{damaged}.json", f"/api/tables/{damaged}"):
            status, _, headers = visitor.fetch(path)
            assert (path, status) == (path, 503)
            assert headers["retry-after"]
        assert ask(visitor, damaged, **START)[0] == 503
        assert ask(visitor, whole, **START)[0] == 200
        assert ask(visitor, whole, do="done", seat=0)[0] == 200
        new = visitor.fetch("/new", {"mode": "solo"})[0]
        assert new in (303, 503)  # it may belong between the damaged entries
        errors = server.stop()
        assert "malformed" in errors
        assert "Traceback" not in errors
        data.write_bytes(copy)
        server.start()
        assert visitor.fetch(f"/t/{damaged}")[0] == 200
        assert ask(visitor, damaged, **START)[0] == 200
        assert server.stop() == ""
