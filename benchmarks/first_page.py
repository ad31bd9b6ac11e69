"""Measures the first visit on a slow phone: bytes, and the time until a page can be used.

    python -m benchmarks.first_page [--runs 5]

Starts `hashi serve` and opens the start page and a new table in Chromium with an empty cache, with
a processor four times slower and a slow mobile network (1.6 Mbit/s down, 750 kbit/s up, 150 ms for
every request). Bytes are those that are transferred, headers included. A page can be used when its
main control is painted and its scripts have run: "Play now" on the start page, the board's islands
at a table. The figures are medians.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.load import start
from benchmarks.machine import machine
from playwright.sync_api import Browser, sync_playwright

PHONE: Any = {"width": 390, "height": 844}
SLOWER = 4
NETWORK = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1.6e6 / 8,
    "uploadThroughput": 750e3 / 8,
}
PAINTED = """async ready => {
    while (document.readyState !== "complete" || !document.querySelector(ready))
        await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return performance.now();
}"""
PAGES = {
    "start page": ("/", "main form button.main"),
    "table": ("", '#board .place[tabindex="0"]'),
}
"""The address of each page, empty for a new table, and what shows that the page can be used."""


@dataclass(frozen=True, slots=True)
class Visit:
    """What one visit cost."""

    bytes: int
    requests: int
    ms: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    runs: int = parser.parse_args().runs
    print(machine())
    print("page        requests    kB   ms to use (slowest)")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server, address = start(Path(folder) / "first.sqlite")
        try:
            names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
            found = next(path for name in names if (path := shutil.which(name)))
            browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
            for name, (path, ready) in PAGES.items():
                report(name, [visit(browser, address, path, ready) for _ in range(runs)])
        finally:
            server.kill()
            server.wait()


def visit(browser: Browser, address: str, path: str, ready: str) -> Visit:
    """Open a page with an empty cache and wait until it can be used."""
    context = browser.new_context(
        base_url=address, viewport=PHONE, device_scale_factor=3, has_touch=True, is_mobile=True
    )
    if not path:
        opened = context.request.post("/new", form={"mode": "solo"}, max_redirects=0)
        path = opened.headers["location"]
    page = context.new_page()
    session = context.new_cdp_session(page)
    sizes: list[int] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", NETWORK)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(path, wait_until="commit")
    ms = page.evaluate(PAINTED, ready)
    context.close()
    return Visit(int(sum(sizes)), len(sizes), float(ms))


def report(name: str, visits: list[Visit]) -> None:
    size = statistics.median(visit.bytes for visit in visits) / 1000
    ms = statistics.median(visit.ms for visit in visits)
    slowest = max(visit.ms for visit in visits)
    print(f"{name:<12}{visits[0].requests:8}{size:6.0f}{ms:8.0f} ({slowest:.0f})")


if __name__ == "__main__":
    main()
