"""A server whose computer's clock is set by an hour: nothing falls asleep, nothing ends early."""

from __future__ import annotations

import json
import signal
import time
from pathlib import Path
from typing import Any

import pytest
from tests.support import jumping_clock
from tests.support.server import Browser, Server, serving

PACE = 5
EARLY = 0.5
"""Seconds by which a round may seem shorter, since it is watched from outside."""
PATIENCE = 60.0


class JumpingServer(Server):
    """A server whose computer's clock can be set."""

    PROGRAM = (str(Path(jumping_clock.__file__)),)

    def jump(self, hours: int) -> None:
        which = signal.SIGUSR1 if hours > 0 else signal.SIGUSR2
        for _ in range(abs(hours)):
            self.process.send_signal(which)
            time.sleep(0.1)  # two signals of one kind that come together are one


def ask(visitor: Browser, id: str, **fields: object) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(
        visitor.fetch(f"/api/tables/{id}", json.dumps(fields).encode())[1]
    )
    return answer


def wait_for(visitor: Browser, id: str, round: int) -> float:
    """Wait until this round has begun; return the time."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        table = json.loads(visitor.fetch(f"/api/tables/{id}")[1])
        if (table["phase"], table["round"]) == ("round", round):
            return time.monotonic()
        time.sleep(0.05)
    raise AssertionError(table)


@pytest.mark.slow
@pytest.mark.no_cover
def test_a_clock_that_is_set_neither_ends_a_round_nor_holds_it_up(tmp_path: Path) -> None:
    """Two people and a bot with five seconds a round; the clock is set an hour ahead, then back."""
    with serving(tmp_path / "t.sqlite", kind=JumpingServer) as server:
        assert isinstance(server, JumpingServer)
        tim, ida = Browser(server), Browser(server)
        for visitor in (tim, ida):
            visitor.fetch("/")
        body = json.dumps({"seats": 3, "pace": PACE, "deck": ["5/3", "4/2", "3/1", "2/2"]})
        id = json.loads(tim.fetch("/api/tables", body.encode())[1])["id"]
        ask(tim, id, do="sit", seat=0, name="Tim")
        ask(ida, id, do="sit", seat=1, name="Ida")
        ask(tim, id, do="sit_bot", seat=2, bot="greedy", name="Bo")
        page, hers = tim.socket(id), ida.socket(id)
        hers.until("hello")
        hers.close()
        began = time.monotonic()
        page.ask("begin")
        server.jump(1)
        refused = page.refused("take_over", seat=1)
        assert refused["code"] in ("just_left", "still_here")  # not away for an hour
        for hours, round in ((-2, 1), (0, 2)):  # starts and the first card are ended by the clock
            ended = wait_for(tim, id, round)
            assert ended - began > PACE - EARLY, round
            began = ended
            server.jump(hours)
        seats = json.loads(tim.fetch(f"/api/tables/{id}")[1])["seats"]
        assert [seat["kind"] for seat in seats] == ["person", "person", "bot"]
        page.close()
        assert server.stop() == ""
