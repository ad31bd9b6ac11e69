"""How long the program takes to start, next to Python alone.

    python -m benchmarks.start [--runs 20]

The aim is less than 0.2 seconds for `hashi --help`.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from statistics import median
from time import perf_counter

from benchmarks.machine import machine


def main() -> None:
    reader = argparse.ArgumentParser(description="Start the program.")
    reader.add_argument("--runs", type=int, default=20)
    options = reader.parse_args()
    print(machine())
    for name, arguments in (
        ("python -c pass", ["-c", "pass"]),
        ("python -m hashi --help", ["-m", "hashi", "--help"]),
        ("python -m hashi score --help", ["-m", "hashi", "score", "--help"]),
    ):
        seconds = [run(arguments) for _ in range(options.runs)]
        print(f"{name:>30}: {median(seconds):.3f} s (median of {options.runs})")


def run(arguments: list[str]) -> float:
    begin = perf_counter()
    subprocess.run([sys.executable, *arguments], stdout=subprocess.DEVNULL, check=True)
    return perf_counter() - begin


if __name__ == "__main__":
    main()
