"""Measures the site without a server in Chromium: transfer, starts, marks, bots, review, memory.

    python -m benchmarks.site_pages [--runs 3] [--slow]

Builds the site, sends it by a plain server of this machine, and opens it as a new visitor. A start
ends when the page that the program made is shown: cold with an empty profile, warm when it is
loaded again. A mark is asked over the page's socket and answered once it is saved. A bot's turn is
a part of a game of two bots from the first card to the end, with all that is saved. Memory is that
of the processes of the tab (PSS). `--slow` makes the processor four times slower and the network
one of 10 Mbit/s and 40 ms for the cold start. The figures are medians.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from pathlib import Path
from typing import Any

from benchmarks.machine import machine
from playwright.sync_api import Browser, sync_playwright
from tests.site.conftest import ARGUMENTS, PHONE, program, visiting
from tests.support.page import SHORT, TablePlayer, ask_at, open_table
from tests.support.site import StaticServer, fields, sending, site_folder
from tests.support.site_page import SitePage

from hashi.bots import BOTS

SLOWER = 4
NETWORK = {
    "offline": False,
    "latency": 40,
    "downloadThroughput": 10e6 / 8,
    "uploadThroughput": 2e6 / 8,
}
MARKS = """([path, count]) => new Promise((resolve, reject) => {
    const socket = new HashiSocket(`${path}/live?after=0`);
    const times = [];
    let begun = 0;
    const ask = () => {
        const fields = times.length % 2 ? { do: "undo" } : { do: "mark", marks: "d3=3" };
        begun = performance.now();
        socket.send(JSON.stringify({ id: `b${times.length}`, seat: 0, ...fields }));
    };
    socket.onmessage = ({ data }) => {
        const said = JSON.parse(data);
        if (said.type === "refused") reject(new Error(data));
        if (said.type === "done") times.push(performance.now() - begun);
        if (times.length === count) resolve(times);
        else if (["hello", "done"].includes(said.type)) setTimeout(ask, 40);
    };
})"""
"""Marks and takes back, and gives how long each answer took."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--slow", action="store_true")
    options = parser.parse_args()
    print(machine())
    folder = site_folder()
    listed = json.loads((folder / fields(folder)["app"] / "files.json").read_text("utf-8"))
    first = sum(each["sent"] for each in listed if each["first"])
    whole = sum(each["sent"] for each in listed)
    print(f"transferred with brotli: {first / 1e6:.1f} MB to start, {whole / 1e6:.1f} MB in all")
    with sync_playwright() as playwright, sending(folder) as site:
        browser = playwright.chromium.launch(executable_path=program(), args=ARGUMENTS)
        starts = [_starts(browser, site, slow=options.slow) for _ in range(options.runs)]
        for name, times in zip(("cold", "warm"), zip(*starts, strict=True), strict=True):
            print(f"{name} start: {statistics.median(times):.1f} s")
        _game(browser, site)
        browser.close()


def _starts(browser: Browser, site: StaticServer, *, slow: bool) -> tuple[float, float]:
    """Return how long a cold and a warm start take, in seconds."""
    context = browser.new_context(viewport=PHONE)  # type: ignore[arg-type]
    with visiting(context, site.address) as visit:
        page = visit()
        if slow:
            session = context.new_cdp_session(page.tab)
            session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
            session.send("Network.enable")
            session.send("Network.emulateNetworkConditions", NETWORK)
        times = []
        for _ in range(2):
            begun = time.perf_counter()
            page.goto("/")
            times.append(time.perf_counter() - begun)
    context.close()
    cold, warm = times
    return cold, warm


def _game(browser: Browser, site: StaticServer) -> None:
    context = browser.new_context(viewport=PHONE)  # type: ignore[arg-type]
    with visiting(context, site.address) as visit:
        page = visit("/rules")
        print(f"memory after the start: {_memory(browser):.0f} MB")
        times = sorted(page.tab.evaluate(MARKS, [site.prefix + _table(page), 101])[1:])
        print(f"mark: {statistics.median(times):.1f} ms, 99 %: {times[98]:.1f} ms")
        for bot in BOTS:
            begun = time.perf_counter()
            rounds = _played_by(page, bot)
            ms = (time.perf_counter() - begun) * 1000
            print(f"turn of {bot}: {ms / rounds / 2:.0f} ms, saved")
        table = _table(page, SHORT, start=True)
        page.goto(table)
        TablePlayer(page).play_to_the_end(rounds=3)
        begun = time.perf_counter()
        page.goto(f"{table}/review")
        page.locator("[data-round]").first.wait_for()
        print(f"review of a short game: {time.perf_counter() - begun:.1f} s")
        print(f"memory with both further workers: {_memory(browser):.0f} MB")
    context.close()


def _table(page: SitePage, deck: list[str] | None = None, *, start: bool = False) -> str:
    options: dict[str, Any] = {"seats": 1} | ({"deck": deck} if deck else {})
    table = open_table(page, **options)
    ask_at(page, table, "sit", name="Tim")
    ask_at(page, table, "begin")
    if start:
        ask_at(page, table, "mark", seat=0, marks="d3=3")
        ask_at(page, table, "done", seat=0)
    return table


def _played_by(page: SitePage, bot: str) -> int:
    """Let two of a kind play to the end beside someone who resigns; return how many rounds."""
    table = open_table(page, seats=3)
    ask_at(page, table, "sit", name="Tim")
    for seat in (1, 2):
        ask_at(page, table, "sit_bot", seat=seat, bot=bot, name=bot)
    ask_at(page, table, "begin")
    ask_at(page, table, "mark", seat=0, marks="d3=3")
    ask_at(page, table, "resign", seat=0)
    while True:
        state: dict[str, Any] = page.request.get(table.replace("/t/", "/api/tables/")).json()
        if state["phase"] == "over":
            return int(state["round"])
        page.tab.wait_for_timeout(20)


def _memory(browser: Browser) -> float:
    """Return what the processes of pages and workers hold, shared memory in parts, in MB."""
    session = browser.new_browser_cdp_session()
    pids = [
        each["id"]
        for each in session.send("SystemInfo.getProcessInfo")["processInfo"]
        if each["type"] == "renderer"
    ]
    held = 0
    for pid in pids:
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text("ascii").splitlines():
            if line.startswith("Pss:"):
                held += int(line.split()[1])
    return held / 1024


if __name__ == "__main__":
    main()
