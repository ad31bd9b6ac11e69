"""Measures how long marks take while pictures for chats are drawn.

    python -m benchmarks.pictures [--pictures 200] [--seconds 60]

Starts a server with so many finished games. One player marks and takes back over a socket all the
time: first alone, then while as many different pictures are asked for within those seconds, both
shapes and six languages, by somebody at another address, as chats do. Prints the player's response
times in both cases, and the pictures' own.
"""

from __future__ import annotations

import argparse
import json
import secrets
import sqlite3
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

from benchmarks.machine import machine
from benchmarks.page_clients import post
from benchmarks.results import log, serving
from websockets.sync.client import ClientConnection, connect

from hashi.host import SqliteStore
from hashi.words import LANGUAGES

PAUSE = 0.05
"""Seconds between two marks."""
CHAT = "127.0.0.2"
"""The address from which pictures are asked for."""
MOST_AT_ONCE = 16
KINDS = 8
"""Different games; each is written many times."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pictures", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    options = parser.parse_args()
    print(machine())
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "tables.sqlite"
        write_games(data, options.pictures)
        with serving(data, "--limit", "pictures=0") as (address, _):
            for count in (0, options.pictures):
                measure(address, count, options.seconds)


def write_games(data: Path, count: int) -> None:
    logs = [log(number) for number in range(KINDS)]
    SqliteStore(data).close()
    with closing(sqlite3.connect(data)) as database, database:
        database.executemany(
            "INSERT INTO event VALUES (?, ?, ?)",
            (
                (name(number), at, text)
                for number in range(count)
                for at, text in enumerate(logs[number % KINDS], start=1)
            ),
        )


def name(number: int) -> str:
    return f"t{number:015d}"


def measure(address: str, pictures: int, seconds: float) -> None:
    """Mark for so long while pictures are asked for, and print how long everything took."""
    drawn: list[float] = []
    asking = threading.Thread(target=ask, args=(address, pictures, seconds, drawn))
    asking.start()
    took = sorted(mark(address, seconds))
    asking.join()
    print(f"{pictures} pictures in {seconds:.0f} s: {len(took)} marks, {spread(took)}")
    if drawn:
        print(f"  the pictures: {len(drawn)} drawn, {spread(sorted(drawn))}")


def spread(took: list[float]) -> str:
    middle, late, last = took[len(took) // 2], took[int(len(took) * 0.99)], took[-1]
    return f"median {1e3 * middle:.1f} ms, 99 % {1e3 * late:.1f} ms, slowest {1e3 * last:.1f} ms"


def ask(address: str, count: int, seconds: float, drawn: list[float]) -> None:
    """Ask for different pictures, evenly over the time, whether or not the last one has come."""
    began = time.perf_counter()
    with ThreadPoolExecutor(MOST_AT_ONCE) as pool:
        for number in range(count):
            time.sleep(max(0.0, began + number * seconds / count - time.perf_counter()))
            pool.submit(fetch, address, number, drawn)


def fetch(address: str, number: int, drawn: list[float]) -> None:
    """Fetch the picture of a game and note how long that took."""
    shape, language = ("wide", "tall")[number % 2], list(LANGUAGES)[number % len(LANGUAGES)]
    path = f"/t/{name(number)}.png?shape={shape}&lang={language}"
    sent = time.perf_counter()
    server = urlsplit(address).netloc
    with closing(HTTPConnection(server, timeout=60, source_address=(CHAT, 0))) as connection:
        connection.request("GET", path)
        assert connection.getresponse().read().startswith(b"\x89PNG\r\n\x1a\n")
    drawn.append(time.perf_counter() - sent)


def mark(address: str, seconds: float) -> list[float]:
    """Mark and take back at a table of one's own; return the response times."""
    key = secrets.token_urlsafe(24)
    id = post(f"{address}/api/tables", key, seats=1)["id"]
    for do in ({"do": "sit", "name": "Tim"}, {"do": "begin"}):
        post(f"{address}/api/tables/{id}", key, **do)
    took: list[float] = []
    where = f"ws{address.removeprefix('http')}/t/{id}/live"
    with connect(where, additional_headers={"Cookie": f"hashi_key={key}"}) as socket:
        ends = time.perf_counter() + seconds
        while time.perf_counter() < ends:
            do = {"do": "undo"} if len(took) % 2 else {"do": "mark", "marks": "d3=4"}
            sent = time.perf_counter()
            socket.send(json.dumps({"id": f"m{len(took)}", "seat": 0, **do}))
            wait_for(socket, f"m{len(took)}")
            took.append(time.perf_counter() - sent)
            time.sleep(PAUSE)
    return took


def wait_for(socket: ClientConnection, id: str) -> None:
    while (message := json.loads(socket.recv())).get("id") != id:
        pass
    assert message["type"] == "done", message


if __name__ == "__main__":
    main()
