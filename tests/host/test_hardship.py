"""A few kills, full disks and locks under play; `python -m tests.host.hardship` runs many."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.host import hardship

pytestmark = [pytest.mark.no_cover, pytest.mark.slow]

PAUSE = 0.05
"""Seconds that people think: the tests wait for clocks, and need no full speed meanwhile."""


def test_people_bots_and_clocks_go_on_after_kills(tmp_path: Path) -> None:
    assert hardship.kills(tmp_path, 2, PAUSE) > 0


def test_people_bots_and_clocks_go_on_after_faults_of_the_store(tmp_path: Path) -> None:
    """A locked file, files that cannot grow, and a full disk where a small one can be mounted."""
    with hardship.disk_to_fill(tmp_path) as (folder, full):
        each = (hardship.LockedFile(), hardship.LimitedFiles(), full)
        assert hardship.faults(folder, *each, pause=PAUSE) > 0
