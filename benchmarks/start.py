"""Measures the processor time that commands take from their start to their end, next to Python
alone, and that a server takes from its start to its first page.

    python -m benchmarks.start [--runs 20]

Each command runs once before it is measured, so that its modules and templates are compiled. The
targets are 0.08 seconds for `hashi --help`, 0.15 for small commands and 0.5 for a server.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.machine import machine

RECORD = Path(__file__).parent.parent / "tests" / "releases" / "0.2.0" / "records" / "alone-a.json"
COMMANDS = (
    ["--version"],
    ["--help"],
    ["score", "--help"],
    ["score", str(RECORD)],
    ["replay", str(RECORD)],
    ["rules"],
    ["board", "A"],
    ["play"],
    ["daily"],
    ["completion", "bash"],
    ["arena", "random", "--games", "1", "--jobs", "1"],
    ["arena", "random", "--games", "4", "--jobs", "2"],
)


def main() -> None:
    reader = argparse.ArgumentParser(description="Start the program.")
    reader.add_argument("--runs", type=int, default=20)
    options = reader.parse_args()
    print(machine())
    with TemporaryDirectory() as folder:
        measures: dict[str, Callable[[], float]] = {"python": partial(run, folder, "-c", "pass")}
        for arguments in COMMANDS:
            name = " ".join(["hashi", *arguments]).replace(str(RECORD), RECORD.name)
            measures[name] = partial(run, folder, "-m", "hashi", *arguments)
        measures["hashi serve, to its first page"] = partial(serve, folder)
        for measure in measures.values():
            measure()
        seconds: dict[str, list[float]] = {name: [] for name in measures}
        for _ in range(options.runs):  # in turns, so that a busy moment is shared by all
            for name, measure in measures.items():
                seconds[name].append(measure())
    for name, each in seconds.items():
        print(f"{name:>40}: {median(each):.3f} s (median of {options.runs})")


def run(folder: str, *arguments: str) -> float:
    """Return the processor time of a program and of the processes that it started."""
    with started(folder, *arguments) as program:
        return time_of(program)


def serve(folder: str) -> float:
    """Return the processor time of a server until it has sent its first page."""
    data = str(Path(folder, "tables.sqlite"))
    with started(folder, "-m", "hashi", "serve", "--port", "0", "--data", data) as server:
        assert server.stdout is not None
        found = re.search(rb"http://\S+", server.stdout.readline())
        assert found
        with urllib.request.urlopen(found[0].decode(), timeout=60) as answer:
            answer.read()
        server.kill()
        return time_of(server)


def started(folder: str, *arguments: str) -> subprocess.Popen[bytes]:
    """Start Python with a data folder of its own; its input is at its end."""
    environ = {**os.environ, "XDG_DATA_HOME": folder}
    environ.pop("PYTHONDONTWRITEBYTECODE", None)
    pipe, nothing = subprocess.PIPE, subprocess.DEVNULL
    return subprocess.Popen(
        [sys.executable, *arguments], stdin=nothing, stdout=pipe, stderr=nothing, env=environ
    )


def time_of(program: subprocess.Popen[bytes]) -> float:
    """Wait for the end of a program and return its processor time."""
    assert program.stdout is not None
    program.stdout.read()
    _, status, used = os.wait4(program.pid, 0)
    program.returncode = os.waitstatus_to_exitcode(status)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
