"""Measures what a commit costs: of drafts alone, and of drafts with a turn that ends.

    python -m benchmarks.commits --store postgres --commits 1500

It starts PostgreSQL without waiting for the disk, and prints microseconds for a commit: processor
time of this process and of PostgreSQL, and time on the clock. A file of SQLite lies in the folder
for temporary files.
"""

from __future__ import annotations

import argparse
import itertools
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path

from tests.support.postgres import cluster

from hashi.host.store.address import open_store
from hashi.host.store.job import Job

DRAFT = '{"at": 1790000000.0, "kind": "drafted", "marks": "c2=4 c2-e2", "seat": 0}'
CHECKED = '{"at": 1790000000.0, "kind": "checked", "seat": 0}'
WARM = 20
"""Commits that are not measured."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--store", choices=("postgres", "sqlite"), default="postgres")
    parser.add_argument("--commits", type=int, default=1500)
    given = parser.parse_args()
    print(f"{'drafts':>8} {'turns':>8} {'client':>10} {'PostgreSQL':>10} {'clock':>10}")
    with ExitStack() as stack:
        place: Callable[[], str]
        if given.store == "postgres":
            place = stack.enter_context(cluster()).schema
        else:
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            names = (f"{folder}/{number}.sqlite" for number in itertools.count())
            place = partial(next, names)
        for drafts, turns in ((1, 0), (8, 0), (32, 0), (0, 1), (7, 1)):
            spent = measure(place(), drafts, turns, given.commits)
            each = (f"{1e6 * seconds / given.commits:10.0f}" for seconds in spent)
            print(f"{drafts:8} {turns:8}", *each)


def measure(place: str, drafts: int, turns: int, commits: int) -> tuple[float, float, float]:
    """Return the seconds of this process, of PostgreSQL and on the clock for all commits."""
    texts = {f"table{n}": DRAFT if n < drafts else CHECKED for n in range(drafts + turns)}
    with (
        closing(open_store(place)) as store,
        closing(store.engine.connect()) as database,
    ):

        def commit(number: int) -> None:
            jobs = [
                Job(table, [(table, number, text)], is_draft=text == DRAFT)
                for table, text in texts.items()
            ]
            assert store.engine.commit(database, jobs) == [None] * len(jobs)

        pid = database.rows("SELECT pg_backend_pid()")[0][0] if database.IS_SHARED else 0
        for number in range(1, WARM + 1):
            commit(number)
        server, client, clock = server_time(pid), time.process_time(), time.perf_counter()
        for number in range(WARM + 1, WARM + commits + 1):
            commit(number)
        return (
            time.process_time() - client,
            server_time(pid) - server,
            time.perf_counter() - clock,
        )


def server_time(pid: int) -> float:
    """Return the seconds of processor time of a process, if there is one."""
    if not pid:
        return 0.0
    fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


if __name__ == "__main__":
    main()
