"""`hashi serve --workers N`: processes behind one port, replaced when they die, ended together."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.support.command import hashi
from tests.support.postgres import Cluster
from tests.support.processes import children, wait_until_gone
from tests.support.server import Browser, Server, serving


def workers_of(server: Server) -> set[int]:
    """Return the processes that serve: those that have a connection to the database."""
    return {pid for pid in children(server.process.pid) if b"spawn_main" in command(pid)}


def command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def wait_for_workers(server: Server, count: int, others: set[int]) -> set[int]:
    end = time.monotonic() + 60
    while len(now := workers_of(server) - others) != count:
        assert time.monotonic() < end
        time.sleep(0.02)
    return now


class Player(threading.Thread):
    """Somebody who writes and undoes a start again and again over the API, and notes failures."""

    def __init__(self, server: Server) -> None:
        super().__init__(daemon=True)
        self.visitor = Browser(server)
        self.id = self.visitor.open_table(mode="solo")
        self.failures: list[str] = []
        self.answers = 0
        self.is_over = False

    def run(self) -> None:
        while not self.is_over:
            for fields in ({"do": "mark", "marks": "d3=4"}, {"do": "undo"}):
                body = json.dumps({**fields, "seat": 0}).encode()
                try:
                    status, text, _ = self.visitor.fetch(f"/api/tables/{self.id}", body)
                except OSError as error:
                    self.failures.append(repr(error))
                    continue
                self.answers += 1
                if status != 200:
                    self.failures.append(text)
                time.sleep(0.03)


@contextmanager
def playing(server: Server) -> Iterator[Player]:
    player = Player(server)
    player.start()
    try:
        yield player
    finally:
        player.is_over = True
        player.join(30)


@pytest.mark.slow
def test_workers_are_replaced_renewed_and_ended_together(postgres: Cluster) -> None:
    address = postgres.schema()
    with serving(address, "--workers", "2") as server:
        first = wait_for_workers(server, 2, set())
        victim = min(first)
        os.kill(victim, signal.SIGKILL)
        wait_until_gone({victim})
        second = wait_for_workers(server, 2, {victim})
        assert Browser(server).fetch("/")[0] == 200
        with playing(server) as player:
            while player.answers < 5:
                time.sleep(0.01)
            server.process.send_signal(signal.SIGHUP)
            third = wait_for_workers(server, 2, second | first)
            wait_until_gone(second)
            answers = player.answers
            while player.answers < answers + 5:
                time.sleep(0.01)
        assert player.failures == []  # a rolling restart is not noticed
        server.process.kill()  # tests/server/test_monitor.py ends one by SIGTERM
        _, said = server.process.communicate(timeout=30)
        assert wait_until_gone(third) == set()
        assert said == "hashi: a worker ended with status -9\n"


def test_several_workers_need_a_database(tmp_path: Path) -> None:
    done = hashi("serve", "--workers", "2", "--port", "0", "--data", str(tmp_path / "t.sqlite"))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Several workers need a database")
