"""Work in parts: results come in order, and nobody idles while one part takes long."""

from __future__ import annotations

import time
from pathlib import Path

from hashi.arena.workers import Workers

PATIENCE = 60.0
"""Seconds for which the first part waits for the last one."""


def wait_for_the_last(part: tuple[int, str]) -> int:
    """Return the number of a part. The first waits for a file that the last one makes."""
    number, file = part
    if number == 9:
        Path(file).touch()
    end = time.monotonic() + PATIENCE
    while number == 0 and not Path(file).exists() and time.monotonic() < end:
        time.sleep(0.01)
    return number if Path(file).exists() or number else -1


def test_others_go_on_while_the_first_part_takes_long(tmp_path: Path) -> None:
    parts = [(number, str(tmp_path / "done")) for number in range(10)]
    assert list(Workers(2).results(wait_for_the_last, lambda _: parts)) == list(range(10))
