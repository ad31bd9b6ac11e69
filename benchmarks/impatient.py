"""Measures how long a round takes when many people play against bots and end their turns at once.

    python -m benchmarks.impatient [--people 100] [--level master] [--seconds 30]

Starts a real server with one game for each person against three bots, and connects a socket for
each. A person ends every turn as soon as a card is turned, so that all bots are asked without a
pause; a game that is over is played again. Reports the time of a round from the end of the person's
turn to the next card, the bots' turns a second, with how much effort they were thought out, and the
processor time that a turn of a bot took in the server and in the bots' processes.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import statistics
import tempfile
import time
import urllib.request
from pathlib import Path

from benchmarks.load import SEATS, memory, start
from benchmarks.machine import machine
from benchmarks.thinking import Rival, join, open_games

from hashi.bots import BOTS

WARM_UP = 5.0
"""Seconds before rounds are counted."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=100)
    parser.add_argument("--level", choices=BOTS, default=list(BOTS)[-1])
    parser.add_argument("--seconds", type=int, default=30)
    options = parser.parse_args()
    print(machine())
    with tempfile.TemporaryDirectory() as folder:
        server, address = start(Path(folder) / "impatient.sqlite")
        try:
            asyncio.run(measure(address, server.pid, options))
        finally:
            server.terminate()
            server.wait()


async def measure(address: str, pid: int, options: argparse.Namespace) -> None:
    opened = await asyncio.to_thread(open_games, address, options.people, options.level)
    rivals = [Rival(await join(address, id, key)) for id, key in opened]
    while not all(rival.rounds for rival in rivals):  # everybody has written a start
        await asyncio.sleep(0.05)
    await asyncio.sleep(WARM_UP)
    for rival in rivals:
        rival.waited.clear()
    before = await asyncio.to_thread(efforts, address)
    used = processor_times(pid)
    began, played = time.perf_counter(), sum(rival.rounds for rival in rivals)
    await asyncio.sleep(options.seconds)
    seconds = time.perf_counter() - began
    turns = (SEATS - 1) * (sum(rival.rounds for rival in rivals) - played) / seconds
    waited = sorted(each for rival in rivals for each in rival.waited)
    server, bots = (
        1e3 * (now - then) for now, then in zip(processor_times(pid), used, strict=True)
    )
    count = max(1.0, turns * seconds)
    after = await asyncio.to_thread(efforts, address)
    for rival in rivals:
        rival.listening.cancel()
    print(
        f"{options.people} people against {SEATS - 1} bots each ({options.level}), "
        f"{len(waited)} rounds in {seconds:.0f} s"
    )
    print(
        f"round p50 {statistics.median(waited):.2f} s, p99 {waited[int(len(waited) * 0.99)]:.2f} s,"
        f" max {waited[-1]:.2f} s; {turns:.0f} bots' turns a second; "
        f"memory {memory(pid) / 1e3:.0f} MB"
    )
    print(
        f"processor time of a bot's turn: {server / count:.1f} ms in the server,"
        f" {bots / count:.1f} ms in the bots' processes"
    )
    thoughts = {effort: count - before.get(effort, 0) for effort, count in after.items()}
    whole = sum(thoughts.values()) or 1
    for effort, count in thoughts.items():
        print(f"  effort {effort}: {100 * count / whole:.1f} % of {whole:.0f} thoughts")


def processor_times(pid: int) -> tuple[float, float]:
    """Return the processor time that a server has used, and all its bots together, in seconds."""
    threads = Path(f"/proc/{pid}/task").iterdir()
    children = [child for thread in threads for child in (thread / "children").read_text().split()]
    return _processor_time(pid), sum(_processor_time(int(child)) for child in children)


def _processor_time(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def efforts(address: str) -> dict[str, float]:
    """Return how many thoughts the server has counted by effort."""
    with urllib.request.urlopen(f"{address}/metrics", timeout=60) as answer:
        found = re.findall(
            r'hashi_thoughts_total\{effort="(\w+)"\} ([\d.e+]+)', answer.read().decode()
        )
    return {effort: float(count) for effort, count in found}


if __name__ == "__main__":
    main()
