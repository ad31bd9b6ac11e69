"""A host under load, to be killed: `python load.py FILE SEED` plays at many tables at full speed.

Every answer is acknowledged on standard output as `TABLE NUMBER`, after it was given. It goes on
with the tables that it finds in the file, and opens new ones up to `TABLES`.
"""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from pathlib import Path
from random import Random
from time import time

from hashi.rules import Illegal, seeded
from hashi.table import Host, Objected, OpenTable, Options, Phase, Request, SqliteStore, draft_of
from hashi.table.event import Seated

TABLES = 24
DRIVER = "driver"
"""Holds all seats but those of bots, and is the label by which the tables are found again."""


async def drive(host: Host, live: OpenTable, rng: Random) -> None:
    """Play at one table for ever; a table that is over is rewound."""
    while True:
        with suppress(Objected, Illegal):
            answer = await host.ask(live.id, next_request(live, rng))
            print(live.id, answer.number, flush=True)
        await asyncio.sleep(0)


def next_request(live: OpenTable, rng: Random) -> Request:
    table = live.table
    if table.phase is Phase.LOBBY:
        return Request(DRIVER, "begin")
    seat = next((seat for seat in table.waiting_for if table.seats[seat].holder), None)
    if table.phase is Phase.OVER or seat is None:
        return Request(DRIVER, "rewind", {"to": rng.randint(1, max(1, len(table.past)))})
    draft = draft_of(table, seat)
    fields: dict[str, object] = {"seat": seat, "id": f"{rng.random()}"}
    if draft.marks:
        return Request(DRIVER, rng.choice(("done", "done", "undo")), fields)
    if not draft.islands or rng.random() < 0.1:
        return Request(DRIVER, "done", fields)
    return Request(DRIVER, "tap", {**fields, "island": rng.choice(draft.islands).name})


async def main(path: Path, seed: str) -> None:
    rng, store = Random(seed), SqliteStore(path)
    host = Host(store, now=time, shuffle=seeded(seed))
    ids = store.tables(DRIVER, most=TABLES)
    while len(ids) < TABLES:
        seats = [Seated(seat, f"P{seat}", holder=DRIVER) for seat in range(len(ids) % 4 + 1)]
        options = Options(board=rng.choice("AB"), seats=len(seats), practice=True)
        ids.append(await host.open(options, DRIVER, seats))
    lives = [await host.live(id) for id in ids]
    await asyncio.gather(*(drive(host, live, Random(f"{seed}{live.id}")) for live in lives))


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2]))
