"""The container file: built with Podman, played, restarted, and given the data of an older release.

    python -m tests.project.container

Where the images of Python cannot be had, `--base` names one that has Python, pip and a C compiler;
`--build` and `--run` hand more options to Podman, such as `--run=--runtime=runc`.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from tests.server.test_proxies import free_port
from tests.support.server import Browser, Server

ROOT = Path(__file__).parents[2]
OLD_DATA = ROOT / "tests/releases/0.2.0/tables.sqlite"
HASHI = "/opt/hashi/bin/hashi"
SECONDS = 60
"""How long a server may take to answer."""


@dataclass(frozen=True)
class Place:
    """Where a container answers."""

    address: str


def podman(*words: str) -> str:
    return subprocess.run(["podman", *words], check=True, stdout=subprocess.PIPE, text=True).stdout


@contextmanager
def running(volume: str, options: Sequence[str]) -> Iterator[tuple[str, Browser]]:
    """Run the image over a volume; yield the container and a visitor."""
    port = free_port()
    serve = ["serve", "--host", "127.0.0.1", "--port", str(port), "--data", "/data/tables.sqlite"]
    mounted = ["--network", "host", "--volume", f"{volume}:/data", *options]
    name = podman("run", "--detach", *mounted, "hashi", *serve).strip()
    visitor = Browser(cast("Server", Place(f"http://127.0.0.1:{port}")))
    try:
        wait_for(visitor)
        yield name, visitor
    except BaseException:
        print(podman("logs", name))
        raise
    finally:
        podman("rm", "--force", name)


def wait_for(visitor: Browser) -> None:
    until = time.monotonic() + SECONDS
    while True:
        try:
            assert visitor.fetch("/readyz")[0] == 200
        except (OSError, AssertionError):
            assert time.monotonic() < until, "the server does not answer"
            time.sleep(0.1)
        else:
            return


def play_a_round(visitor: Browser) -> str:
    """Play the start and the first round of a game alone; return the table."""
    id = visitor.open_table(mode="solo")
    socket = visitor.socket(id)
    socket.ask("mark", seat=0, marks="d3=4")
    socket.ask("done", seat=0)
    socket.ask("done", seat=0, round=1)
    socket.close()
    return id


def play_on(visitor: Browser, id: str, round: int) -> None:
    socket = visitor.socket(id)
    socket.ask("done", seat=0, round=round)
    socket.close()


def check(name: str) -> None:
    told = podman("exec", name, HASHI, "tables", "check", "--data", "/data/tables.sqlite")
    assert told.startswith("All tables are fine"), told


def give_old_data(volume: str) -> None:
    """Put the data of an older release into a volume, as whoever serves it may write to it."""
    folder = Path(podman("volume", "inspect", "--format", "{{.Mountpoint}}", volume).strip())
    owner = folder.stat()
    data = folder / "tables.sqlite"
    data.write_bytes(OLD_DATA.read_bytes())
    os.chown(data, owner.st_uid, owner.st_gid)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--base", help="an image with Python, pip and a C compiler")
    parser.add_argument("--build", action="append", default=[], help="more for podman build")
    parser.add_argument("--run", action="append", default=[], help="more for podman run")
    arguments = parser.parse_args()
    bases = [f"--build-arg={name}={arguments.base}" for name in ("BUILDER", "BASE")]
    build = [*(bases if arguments.base else []), *arguments.build]
    podman("build", "--quiet", "--tag", "hashi", *build, str(ROOT))
    fresh, older = (podman("volume", "create").strip() for _ in range(2))
    try:
        with running(fresh, arguments.run) as (name, visitor):
            id = play_a_round(visitor)
            podman("restart", name)
            wait_for(visitor)
            play_on(visitor, id, round=2)
            check(name)
        with running(older, arguments.run):  # makes the folder, whose owner is the image's user
            pass
        give_old_data(older)
        with running(older, arguments.run) as (name, visitor):
            play_a_round(visitor)
            check(name)
    finally:
        podman("volume", "rm", "--force", fresh, older)
    print("PASSED: built, played, restarted, played on; data of 0.2.0 brought up to date")


if __name__ == "__main__":
    main()
