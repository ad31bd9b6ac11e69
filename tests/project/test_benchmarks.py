"""Every benchmark still runs: the quick ones in small, the others say how they are used."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tests.support.command import environment

ROOT = Path(__file__).parents[2]
SMALL = {
    "commits": "--commits 2",
    "foresight": "--games 1 --seconds 0.1",
    "hindsight": "--decks 1 --curves 1",
    "layers": "--runs 1",
    "ladder": "--bots random,greedy --alone 1 --pairs 1",
    "load": "--tables 2 --rate 20 --seconds 1 --players 1",
    "rendering": "--tables 2 --marks 20",
    "replay": "--games 1",
    "results": "--tables 3 --games 3 --jobs 1",
    "score": "--games 1",
    "stored": "--stored 3 --open 1",
}
"""The smallest that they measure."""
LARGE = {
    *(
        "any_board",
        "cluster",
        "efforts",
        "first_page",
        "impatient",
        "kernel",
        "kernel_gpu",
        "pictures",
    ),
    *("hints", "review", "servers", "site_pages", "start", "thinking"),
}
"""Those that take seconds whatever they are told: they are imported and say how they are used."""
WITHOUT_OPTIONS = {"cold"}
"""It can only be imported."""

RUN = """
import sys
from importlib import import_module

for line in sys.stdin.read().splitlines():
    name, *sys.argv[1:] = line.split()
    print(f"== {name}", flush=True)
    program = import_module(f"benchmarks.{name}")
    try:
        if sys.argv[1:]:
            program.main()
    except SystemExit as ended:  # after --help
        assert ended.code == 0
"""


def programs() -> set[str]:
    """Return the benchmarks that can be run; the other files are their parts."""
    paths = (ROOT / "benchmarks").glob("*.py")
    return {path.stem for path in paths if "__main__" in path.read_text("utf-8")}


def test_every_benchmark_is_known_here() -> None:
    assert programs() == {*SMALL, *LARGE, *WITHOUT_OPTIONS}


@pytest.mark.slow
@pytest.mark.no_cover
def test_every_benchmark_runs_in_small_or_says_how_it_is_used() -> None:
    """All in one process, since most of what they cost in small is what they import."""
    asked = [f"{name} {words}" for name, words in sorted(SMALL.items())]
    asked += [*(f"{name} --help" for name in sorted(LARGE)), *WITHOUT_OPTIONS]
    done = subprocess.run(
        [sys.executable, "-c", RUN],
        input="\n".join(asked),
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment(),
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    told = {part.split()[0]: part for part in done.stdout.split("== ")[1:]}
    assert told.keys() == programs()
    assert all(len(told[name].splitlines()) > 1 for name in SMALL.keys() | LARGE), told
