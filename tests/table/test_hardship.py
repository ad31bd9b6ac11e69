"""A few kills, full disks and locks under play; `python -m tests.table.hardship` runs many."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.table import hardship


def test_play_goes_on_after_a_kill_and_a_lock(tmp_path: Path) -> None:
    assert hardship.kills(tmp_path, 2) > 0
    assert hardship.locks(tmp_path, 1) > 0


def test_play_goes_on_when_a_full_disk_is_free_again(tmp_path: Path) -> None:
    try:
        with hardship.small_disk(tmp_path) as disk:
            assert hardship.full_disks(disk, 1) > 0
    except OSError as error:
        pytest.skip(f"no small file system can be mounted here: {error}")
