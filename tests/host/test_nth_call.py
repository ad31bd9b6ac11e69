"""Some of the calls of `python -m tests.host.nth_call`, which lets every one of them fail."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.command import environment

ROOT = Path(__file__).parents[2]
STEPS = {"sqlite": 61, "postgres": 151, "file": 23, "migration": 131}
"""From one call that fails to the next. Odd, since those with even numbers fail otherwise."""


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("store", STEPS)
def test_nothing_is_lost_or_doubled_where_a_call_fails(store: str) -> None:
    command = [sys.executable, "-m", "tests.host.nth_call", "--store", store]
    done = subprocess.run(
        [*command, "--every", str(STEPS[store])],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode == 2:
        pytest.skip(done.stderr.strip())
    assert done.returncode == 0, done.stdout + done.stderr
    evenings = [int(count) for count in re.findall(r": (\d+) calls failed", done.stdout)]
    assert evenings
    assert min(evenings) > 1, done.stdout
