"""Lets Lighthouse, which npm fetches for this, judge the pages that people see first.

    python -m tests.browser.lighthouse [--page end]…

It loads each page on a slow phone, and gives up to 100 for speed, accessibility, good practice and
search. Less than that anywhere, or a name that does not say what is visible, ends it with status 1.
A busy machine costs speed.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from hashi.host import holder_of
from hashi.host.store.address import open_store
from hashi.server.visitor import KEY
from hashi.table.event import Seated
from tests.browser.conftest import CHROMIUM
from tests.support.server import Browser, serving
from tests.support.stored_games import write_game

LIGHTHOUSE = "lighthouse@13.5.0"
OWN_KEY = "a-key-of-one-who-has-played-before"
NAMES = "label-content-name-mismatch"
"""An audit that counts nothing in the score."""
REVIEWED = 'class="figure"'


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--page", action="append", metavar="NAME")
    chosen = parser.parse_args().page
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder, "tables.sqlite")
        with serving(place) as server:
            pages = write_pages(place)
            visitor = Browser(server)
            while REVIEWED not in visitor.fetch(pages["review"])[1]:
                time.sleep(0.1)
            faults = [
                fault
                for name, path in pages.items()
                if not chosen or name in chosen
                for fault in judge(name, f"{server.address}{path}", Path(folder))
            ]
    print(*faults, sep="\n")
    return 1 if faults else 0


def write_pages(place: Path) -> dict[str, str]:
    """Write games into a store, and return the pages that are judged by their names."""
    own = Seated(0, "Player", holder=holder_of(OWN_KEY))
    bots = [Seated(seat, name, bot="greedy") for seat, name in enumerate(("Ada", "Bo", "Ida"), 1)]
    with closing(open_store(str(place))) as store:
        alone = f"/t/{write_game(store, [own])}"
        together = f"/t/{write_game(store, [own, *bots])}"
        table = f"/t/{write_game(store, [own], rounds=4, seed='table')}"
    return {
        "home": "/",
        "lessons": "/learn",
        "day": "/daily",
        "rules": "/rules",
        "me": "/me",
        "table": table,
        "end": alone,
        "end-of-four": together,
        "review": f"{alone}/review",
    }


def judge(name: str, address: str, folder: Path) -> list[str]:
    """Print what Lighthouse gives a page, and return what is less than it could be."""
    chromium = next(path for command in CHROMIUM if (path := shutil.which(command)))
    told = folder / f"{name}.json"
    options = (
        "--quiet",
        "--output=json",
        f"--output-path={told}",
        "--chrome-flags=--headless --no-sandbox --disable-gpu",
        f"--extra-headers={json.dumps({'Cookie': f'{KEY}={OWN_KEY}'})}",
    )
    subprocess.run(
        ["npx", "--yes", "--loglevel=error", LIGHTHOUSE, address, *options],
        env={**os.environ, "CHROME_PATH": chromium},
        check=True,
        stdout=subprocess.DEVNULL,
    )
    report: dict[str, Any] = json.loads(told.read_text())
    scores = {key: round(100 * part["score"]) for key, part in report["categories"].items()}
    print(f"{name}: {', '.join(f'{key} {score}' for key, score in scores.items())}", flush=True)
    faults = [f"{name}: {key} {score}" for key, score in scores.items() if score < 100]
    misnamed = report["audits"][NAMES].get("details", {}).get("items", ())
    return [*faults, *(f"{name}: {NAMES} {found['node']['snippet']}" for found in misnamed)]


if __name__ == "__main__":
    sys.exit(main())
