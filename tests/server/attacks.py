"""Attacks on a real server, and how long honest players' marks and pages take meanwhile.

    python -m tests.server.attacks [--seconds 10] [--busy] [--from WAY ...] [--docs] [NAME ...]

Each attack has a server of its own on loopback. The attacker, a process of its own, has the last
core only: it would have a machine of its own, and must not slow the server down by using up the
server's cores. The server and the honest people use all cores. The attacker comes from one address
(`address`), from any address of a /56 of IPv6 (`network`), or from one address while everybody
comes through the same trusted proxy (`proxy`); all three in turn unless `--from` says otherwise.
One honest player sits at the table that is attacked, the others at tables and addresses of their
own; two more people read pages, and have pictures drawn. An attack is bounded in time and in what
it opens.

Printed are how long marks, pages and drawn pictures took, requests that failed, how long a bot
took, the server's largest memory, and how long its metrics are and take. The exit status is 1 where
one of the bounds below does not hold; with `--busy`, for a machine that others use as well, times
are printed and not judged. With `--docs` the figures also become the table of docs/figures.md.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import fill

from tests.server.attackers import ATTACKS, EVIL, PREPARATIONS, WAYS, Target
from tests.support.server import Browser, Server, Socket, serving
from websockets.sync.client import connect as connect_from

HONEST = ("127.0.0.1", "127.0.0.3", "127.0.0.4", "127.0.0.5")
"""The addresses of the honest players; the first one sits at the table that is attacked."""
PAUSE, PAGE_PAUSE, PICTURE_PAUSE = 0.05, 0.02, 0.3
"""Seconds between two marks of an honest player, between pages, and between pictures."""
MOST_MARKS, MOST_PAGES = 150, 500
"""Milliseconds in which 99 of 100 of the players' marks are answered, and of the pages."""
MOST_SECONDS = 10
"""In which a bot of the player's has written its start, and a picture is drawn."""
MOST_MEMORY = 400 * 2**20
"""Bytes that the server's process may have; docs/server.md says so."""
MOST_METRICS, MOST_SCRAPE = 200_000, 50
"""Bytes of the metrics, and milliseconds in which they are given."""
LAST_CORE = max(os.sched_getaffinity(0))
"""The core of the attacker."""
FIGURES = Path(__file__).parents[2] / "docs" / "figures.md"
PAGE_WIDTH = 120
TITLE, BEFORE = "### Under attack\n", "## Bots and coach\n"
"""The section of the document that has the table, and the one before which it stands."""


# --- the honest people


def memory(pid: int) -> int:
    """Return the most memory that a process has had, in bytes."""
    status = Path(f"/proc/{pid}/status").read_text()
    found = re.search(r"VmHWM:\s+(\d+)", status)
    assert found
    return int(found[1]) * 1024


def options_for(way: str) -> list[str]:
    """Return the options of a server that is attacked in this way."""
    proxies = {"network": [EVIL], "proxy": [EVIL, *HONEST]}.get(way, [])
    return [word for proxy in proxies for word in ("--proxy", proxy)]


class Visitor:
    """Somebody honest; behind a proxy it names their address."""

    def __init__(self, server: Server, number: int, way: str) -> None:
        self.browser = Browser(server)
        self.forwarded = {"X-Forwarded-For": f"198.51.100.{number}"} if way == "proxy" else {}
        self.took: list[float] = []
        """The response times in seconds."""
        self.failed = 0

    def fetch(self, path: str, form: dict[str, str] | bytes | None = None) -> tuple[int, str]:
        status, text, _ = self.browser.fetch(path, form, **self.forwarded)
        return status, text

    def open_table(self, **form: str) -> str:
        status, text, headers = self.browser.fetch("/new", form, **self.forwarded)
        assert status == 303, text
        return headers["location"].rpartition("/t/")[2]

    def timed(self, path: str) -> None:
        """Fetch a page, and note how long it took."""
        began = time.perf_counter()
        self.failed += self.fetch(path)[0] != 200
        self.took.append(time.perf_counter() - began)


class Player(Visitor):
    """Somebody at a table of their own, against a bot."""

    def __init__(self, server: Server, number: int, way: str) -> None:
        super().__init__(server, number, way)
        self.table = self.open_table(mode="friends", seats="2")
        self.socket = Socket(
            connect_from(
                f"ws://127.0.0.1:{server.port}/t/{self.table}/live",
                additional_headers={"Cookie": self.browser.cookies, **self.forwarded},
                source_address=(HONEST[number], 0),
                open_timeout=30,
            )
        )
        self.socket.ask("sit_bot", seat=1, bot="greedy", name="Bo")
        self.socket.ask("begin")
        self._is_marked = False
        for _ in range(2):
            self.mark()
        self.took.clear()

    def mark(self) -> None:
        """Mark, or take back what was marked, and pause."""
        sent = time.perf_counter()
        do = {"do": "undo"} if self._is_marked else {"do": "mark", "marks": "d3=4"}
        assert self.socket.ask(seat=0, **do)["type"] == "done"
        self._is_marked = not self._is_marked
        self.took.append(time.perf_counter() - sent)
        time.sleep(PAUSE)

    def live(self, is_on: Callable[[], bool]) -> None:
        while is_on():
            self.mark()


class Reader(Visitor):
    """Somebody who looks at pages."""

    def live(self, is_on: Callable[[], bool]) -> None:
        table = self.open_table(mode="solo")
        while is_on():
            for path in ("/", f"/t/{table}", "/rules", "/daily", "/me", "/learn", "/new"):
                self.timed(path)
                time.sleep(PAGE_PAUSE)


class Painter(Visitor):
    """Somebody whose game is drawn anew after each mark, in a process for such work."""

    def live(self, is_on: Callable[[], bool]) -> None:
        table, at = self.open_table(mode="solo"), 0
        while is_on():
            do = {"do": "undo"} if at % 2 else {"do": "mark", "marks": "d3=4"}
            self.fetch(f"/api/tables/{table}", json.dumps({"seat": 0, **do}).encode())
            self.timed(f"/t/{table}.png")
            time.sleep(PICTURE_PAUSE)
            at += 1


def bot_time(visitor: Visitor) -> float:
    """Open a table against a master; return the seconds until it has written its start."""
    began = time.perf_counter()
    table = visitor.open_table(mode="bots", seats="2", bot="master")
    while True:
        seats = json.loads(visitor.fetch(f"/api/tables/{table}")[1])["seats"]
        if seats[1]["done"]:
            return time.perf_counter() - began
        time.sleep(0.1)


# --- one attack


def part(took: list[float], share: float) -> float:
    """Return the milliseconds within which this share of all were answered."""
    return 1e3 * sorted(took)[min(len(took) - 1, int(len(took) * share))]


@dataclass
class Measured:
    """What was measured while an attack lasted."""

    marks: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    pictures: list[float] = field(default_factory=list)
    failed: int = 0
    bot: float = -1.0
    has_attacked: bool = True
    memory: int = 0
    metrics: int = 0
    scrape: float = 0.0
    errors: str = ""

    def problems(self, *, is_busy: bool) -> list[str]:
        """Return the bounds that did not hold."""
        times = {
            "marks": part(self.marks, 0.99) < MOST_MARKS,
            "pages": part(self.pages, 0.99) < MOST_PAGES,
            "pictures": part(self.pictures, 1.0) < 1e3 * MOST_SECONDS,
            "bot": 0 <= self.bot < MOST_SECONDS,
            "scrape": self.scrape < MOST_SCRAPE,
        }
        sizes = {
            "attacker": self.has_attacked,
            "failed": not self.failed,
            "memory": self.memory < MOST_MEMORY,
            "metrics": self.metrics < MOST_METRICS,
            "log": not self.errors,
        }
        bounds = sizes if is_busy else times | sizes
        return [name for name, holds in bounds.items() if not holds]

    def row(self) -> str:
        return (
            f"{len(self.marks):6} {part(self.marks, 0.5):7.1f} {part(self.marks, 0.99):7.1f}"
            f" {part(self.marks, 1.0):7.1f} {len(self.pages):6} {part(self.pages, 0.5):7.1f}"
            f" {part(self.pages, 0.99):7.1f} {part(self.pictures, 1.0):8.0f} {self.failed:7}"
            f" {self.bot:6.1f} {self.memory / 2**20:7.0f} {self.metrics / 1e3:8.0f}"
            f" {self.scrape:7.1f} {self.errors.count(chr(10)):5}"
        )


HEAD = (
    "attack       from      marks  p50 ms  p99 ms  max ms  pages  p50 ms  p99 ms  picture  failed"
    "  bot s  mem MB  metr. kB  scrape   log"
)


def live(server: Server, seconds: float, attack: str, way: str) -> Measured:
    """Let the honest people play and read while the attack lasts; return how long it took."""
    players = [Player(server, number, way) for number in range(len(HONEST))]
    reader, painter, first = Reader(server, 10, way), Painter(server, 11, way), players[0]
    people: list[Player | Reader | Painter] = [*players, reader, painter]
    arguments = ["-m", "tests.server.attacks", "--run", attack, "--seconds", str(seconds)]
    arguments += ["--port", str(server.port), "--table", first.table, "--from", way]
    attacker = subprocess.Popen([sys.executable, *arguments])
    began, bot = time.monotonic(), -1.0

    def is_on() -> bool:
        return attacker.poll() is None and time.monotonic() - began < seconds + 30

    with ThreadPoolExecutor(len(people)) as threads:
        try:
            others = [threads.submit(each.live, is_on) for each in people]
            time.sleep(seconds / 2)
            bot = bot_time(Visitor(server, 12, way))
            while is_on():
                time.sleep(0.1)
        finally:
            has_failed = bool(attacker.poll())
            attacker.kill()
            attacker.wait()
        for other in others:
            other.result()
    for player in players:
        player.socket.close()
    return Measured(
        [took for player in players for took in player.took],
        reader.took,
        painter.took,
        sum(each.failed for each in people),
        bot,
        has_attacked=not has_failed,
    )


def run(attack: str, seconds: float, way: str = "address") -> Measured:
    """Run one attack on a server of its own; return what was measured."""
    with contextlib.ExitStack() as stack:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "t.sqlite"
        if attack in PREPARATIONS:
            asyncio.run(_run(PREPARATIONS[attack](data)))
        server = stack.enter_context(serving(data, *options_for(way), limited=True))
        measured = live(server, seconds, attack, way)
        measured.memory = memory(server.process.pid)
        scrapes = []
        for _ in range(5):
            began = time.perf_counter()
            measured.metrics = len(Browser(server).fetch("/metrics")[1])
            scrapes.append(time.perf_counter() - began)
        measured.scrape = part(scrapes, 0.5)
        measured.errors = server.stop()
        if measured.errors:
            print(measured.errors[-3000:], file=sys.stderr)
        return measured


def document(page: str, seconds: float, measured: dict[str, list[Measured]]) -> str:
    """Return a document with these figures as its table: of each attack those of all ways."""
    rows = [
        f"| `{name}` | {_each(all_ways, lambda each: part(each.marks, 0.99))} |"
        f" {_each(all_ways, lambda each: part(each.pages, 0.99))} |"
        f" {max(each.memory for each in all_ways) / 2**20:.0f} |"
        for name, all_ways in measured.items()
    ]
    command = f"`TMPDIR=/dev/shm python -m tests.server.attacks --seconds {seconds:g} --docs`"
    told = (
        f"{command} writes this table: of the marks and pages of honest people, 99 of 100 within"
        " so many ms while a server is attacked from one address, from a /56, and behind a proxy;"
        " and the most MB of memory that the server's process took."
    )
    lines = [
        *(TITLE, fill(told, PAGE_WIDTH, break_on_hyphens=False), ""),
        *("| attack | marks | pages | memory |", "| --- | --- | --- | --- |", *rows, ""),
    ]
    section = "\n".join(lines)
    head, found, rest = page.partition(TITLE)
    if not found:
        head, _, rest = page.partition(BEFORE)
        return f"{head}{section}\n{BEFORE}{rest}"
    _, end, after = rest.partition("\n#")
    return f"{head}{section}{end}{after}"


def _each(measured: list[Measured], figure: Callable[[Measured], float]) -> str:
    return ", ".join(f"{figure(each):.0f}" for each in measured)


def attack_now(options: argparse.Namespace) -> int:
    """Attack a server that runs: the part of the attacker's own process."""
    os.sched_setaffinity(0, {LAST_CORE})
    target = Target(options.port, options.seconds, options.table, *options.ways)
    with contextlib.suppress(TimeoutError):
        work = asyncio.wait_for(ATTACKS[options.run](target), options.seconds + 10)
        asyncio.run(_run(work))
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(ATTACKS))
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--busy", action="store_true")
    parser.add_argument("--docs", action="store_true")
    parser.add_argument("--from", dest="ways", action="append", choices=WAYS, metavar="WAY")
    parser.add_argument("--run", choices=ATTACKS, help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--table", default="", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if unknown := set(options.names) - ATTACKS.keys():
        parser.error(f"no attack has this name: {', '.join(sorted(unknown))}")
    if options.run:
        return attack_now(options)
    print(
        f"load average {os.getloadavg()[0]:.1f}; the attacker has core {LAST_CORE} only, server and"
        f" honest people use {len(os.sched_getaffinity(0))} cores\n{HEAD}"
    )
    began, broken = time.monotonic(), 0
    all_measured: dict[str, list[Measured]] = {}
    for name in options.names or ATTACKS:
        for way in options.ways or WAYS:
            measured = run(name, options.seconds, way)
            all_measured.setdefault(name, []).append(measured)
            against = measured.problems(is_busy=options.busy)
            broken += bool(against)
            print(f"{name:12} {way:8} {measured.row()}  {' '.join(against) or 'ok'}", flush=True)
    if options.docs:
        page = FIGURES.read_text("utf-8")
        FIGURES.write_text(document(page, options.seconds, all_measured), "utf-8")
    judged = f"p99 of marks under {MOST_MARKS} ms and of pages under {MOST_PAGES} ms, "
    print(
        f"{'FAILED' if broken else 'PASSED'} in {time.monotonic() - began:.0f} s:"
        f" {'times not judged, ' if options.busy else judged}memory under {MOST_MEMORY} bytes,"
        f" metrics under {MOST_METRICS}, nobody locked out, nothing logged"
    )
    return 1 if broken else 0


async def _run(work: Awaitable[None]) -> None:
    await work


if __name__ == "__main__":
    sys.exit(main())
