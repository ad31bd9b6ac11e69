"""Plays the game to its end in Firefox and WebKit, and opens review, lessons, day and statistics.

    python -m tests.engines [--engine webkit]… [--pictures FOLDER] [--size 844x390] [--site]

Each is the real browser with touches of its own; the server is a real one, too. An error of a
script, something that is wider than the window, and whatever does not happen end it with status 1.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from tests.engines import ENGINES, Engine, EngineError, open_engine
from tests.engines.engine import PHONE
from tests.engines.site_tour import SiteTour
from tests.engines.tour import Tour
from tests.support.server import serving
from tests.support.site import sending, site_folder


def main() -> int:
    options = read_options()
    if options.pictures:
        options.pictures.mkdir(parents=True, exist_ok=True)
    engines = options.engine or ("firefox", "webkit")
    if options.site:
        played = [is_site_playable(name, options) for name in engines]
        return 0 if all(played) else 1
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder, "tables.sqlite")) as server,
    ):
        played = [is_playable(name, server.address, options) for name in engines]
    return 0 if all(played) else 1


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.engines", description=__doc__)
    parser.add_argument("--engine", action="append", choices=sorted(ENGINES))
    parser.add_argument("--pictures", type=Path, metavar="FOLDER")
    parser.add_argument("--size", type=size, default=PHONE, metavar="WIDTHxHEIGHT")
    parser.add_argument(
        "--site", action="store_true", help="play on the site, with its server stopped"
    )
    return parser.parse_args()


def size(text: str) -> tuple[int, int]:
    width, height = text.split("x")
    return int(width), int(height)


def is_playable(name: str, address: str, options: argparse.Namespace) -> bool:
    """Go through everything in one engine, tell how long each stage took, and what failed."""
    with open_engine(name) as window:
        print(window.version, flush=True)
        window.resize(*options.size)
        return is_done(window, Tour(window, address, options.pictures))


def is_site_playable(name: str, options: argparse.Namespace) -> bool:
    """Visit the site, stop its server, and play there."""
    with sending(site_folder()) as site, open_engine(name) as window:
        print(window.version, flush=True)
        window.resize(*options.size)
        return is_done(window, SiteTour(window, site, options.pictures))


def is_done(window: Engine, tour: Tour) -> bool:
    """Go through all stages, tell how long each took, and what failed."""
    for stage in tour.stages:
        begun = time.monotonic()
        try:
            stage()
        except (AssertionError, EngineError) as error:
            tour.picture("failed")
            print(f"  {stage.__name__}: {error}")
            print(*window.problems, sep="\n")
            return False
        print(f"  {stage.__name__}: {time.monotonic() - begun:.1f} s", flush=True)
    for problem in window.problems:
        print(f"  a script failed: {problem}")
    return not window.problems


if __name__ == "__main__":
    sys.exit(main())
