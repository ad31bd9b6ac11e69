"""Broken requests to a real server: none is answered with 5xx, and nothing is written to its log.

    python -m tests.server.fuzz [--inputs 1000000] [--jobs 2]

A third are JSON bodies for the API, a third messages of a socket, a third raw bytes. They are
shared among so many servers, each with a client of its own. Seeds are fixed; a failure prints the
input, and the exit status is then 1.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import random
import socket
import string
import sys
import tempfile
import time
import traceback
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from tests.support.server import Browser, Server, serving

from hashi.table import REQUESTS
from hashi.table.options import FIELDS as OPTIONS
from hashi.table.requests.request import fields_of

BATCH = 30


def junk(chance: random.Random, depth: int = 0) -> Any:
    """Return any JSON value, more often one that nearly fits."""
    kind = chance.randrange(9 if depth < 3 else 6)
    if kind == 0:
        return chance.choice([None, True, False, 0, -1, 1, 3, 10**18, -(10**30), 1.5, 1e308])
    if kind < 4:
        words = ["A", "B", "c1", "c1-c2", "5@c1 c1-c2", "d3=4", "greedy", "guided", "pass", "\x00"]
        return chance.choice([*words, "\ud800", "é" * 70, "x" * 600, "o o\no o\n", ""])
    if kind < 6:
        return "".join(chance.choices(string.printable, k=chance.randrange(30)))
    if kind == 6:
        return [junk(chance, depth + 1) for _ in range(chance.randrange(5))]
    return {junk_name(chance): junk(chance, depth + 1) for _ in range(chance.randrange(5))}


def junk_name(chance: random.Random) -> str:
    names = [field.name for field in OPTIONS] + ["do", "id", "seat", "round", "marks", "name"]
    return chance.choice([*names, "x", ""])


def request(chance: random.Random) -> dict[str, Any]:
    """Return a request whose fields are mostly those that it takes, with any values."""
    do = chance.choice(sorted(REQUESTS))
    fields = {field.name: junk(chance) for field in fields_of(do) if chance.random() < 0.9}
    fields["do"] = do if chance.random() < 0.95 else junk(chance)
    if chance.random() < 0.7:
        fields["seat"] = chance.randrange(2)
    return fields


class Fuzzer:
    """Sends what the chance gives, and checks what comes back."""

    def __init__(self, server: Server, seed: int) -> None:
        self._server, self._chance = server, random.Random(seed)
        self._visitor = Browser(server)

    def run(self, inputs: int) -> None:
        sent = 0
        while sent < inputs:
            self._post(BATCH)
            self._speak(BATCH)
            self._spit(BATCH)
            sent += 3 * BATCH

    def _post(self, count: int) -> None:
        """Post bodies over one connection."""
        table = self._visitor.open_table(mode="screen", seats="2")
        key = self._visitor.cookies.partition("=")[2]
        with socket.create_connection(("localhost", self._server.port), timeout=30) as connection:
            answers = connection.makefile("rb")
            for _ in range(count):
                path = self._chance.choice(["/api/tables", f"/api/tables/{table}", "/import"])
                fields = junk(self._chance) if path.endswith("tables") else request(self._chance)
                body = json.dumps(fields).encode()
                if self._chance.random() < 0.2:
                    body = body[: self._chance.randrange(len(body))]
                head = (
                    f"POST {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {key}\r\n"
                    f"Content-Length: {len(body)}\r\n\r\n"
                )
                connection.sendall(head.encode() + body)
                status = read_answer(answers)
                assert status < 500, (status, path, body)

    def _speak(self, count: int) -> None:
        """Send messages over a socket; each is answered."""
        table = self._visitor.open_table(mode="screen", seats="2")
        page = self._visitor.socket(table)
        for _ in range(count):
            text = json.dumps(request(self._chance))
            if self._chance.random() < 0.2:
                text = text[: self._chance.randrange(len(text))]
            page.connection.send(text)
        for _ in range(count):
            page.until("done", "refused")
        page.close()

    def _spit(self, count: int) -> None:
        """Send raw bytes that begin like a request, or like nothing."""
        for _ in range(count):
            begin = self._chance.choice(
                [b"", b"GET / HTTP/1.1\r\n", b"POST /new HTTP/1.1\r\nHost: a"]
            )
            with (
                contextlib.suppress(OSError),
                socket.create_connection(("localhost", self._server.port), timeout=30) as raw,
            ):
                raw.sendall(
                    begin + self._chance.randbytes(self._chance.randrange(300)) + b"\r\n\r\n"
                )
                raw.shutdown(socket.SHUT_WR)
                answer = raw.recv(100)
                assert not answer.startswith(b"HTTP/1.1 5"), answer


def read_answer(answers: Any) -> int:
    """Return the status of the next answer of a connection, with its body read."""
    status = int(answers.readline().split()[1])
    length = 0
    while line := answers.readline().strip():
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
    answers.read(length)
    return status


def fuzz(inputs: int, seed: int) -> str:
    """Send so many inputs to a server of its own; return what went wrong, if anything did."""
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "t.sqlite") as server,
    ):
        try:
            Fuzzer(server, seed).run(inputs)
        except Exception:
            return traceback.format_exc()
        errors = server.stop()
    return f"the server has logged: {errors}" if errors else ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    began = time.monotonic()
    share = -(-options.inputs // options.jobs)
    seeds = range(options.seed, options.seed + options.jobs)
    with ProcessPoolExecutor(options.jobs, get_context("spawn")) as pool:
        problems = [text for text in pool.map(fuzz, [share] * options.jobs, seeds) if text]
    seconds = time.monotonic() - began
    print(*problems, sep="\n")
    print(
        f"{'FAILED' if problems else 'PASSED'}: {options.inputs} inputs in {seconds:.0f} s"
        f" ({options.inputs / seconds:.0f} a second), seeds {seeds[0]} to {seeds[-1]}"
    )
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
