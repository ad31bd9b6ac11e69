"""A host under load, to be killed: `python load.py FILE SEED PAUSE` plays at many tables.

Whatever happens is written to standard output as `TABLE NUMBER WHO` once it is saved; WHO is
`person`, `bot` or `clock`. At some tables bots play, at some nobody does and only the clock ends
the rounds. The program continues with the tables that it finds in the file, and opens new ones up
to `TABLES`. People pause for so many seconds before each request; with 0 they play at full speed.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random

from hashi.host import Host, LoadedTable, SqliteStore
from hashi.host.people.audience import Nobody
from hashi.host.steady_clock import steady_clock
from hashi.rules import Illegal, seeded
from hashi.table import LogEntry, Objected, Options, Phase, Request, Table, draft_of
from hashi.table.event import Seated

PEOPLE, BOTS, CLOCKS = 16, 4, 4
"""How many tables of each kind there are."""
TABLES = PEOPLE + BOTS + CLOCKS
PACE = 5
DRIVER = "driver"
"""The holder of all seats without bots, and the label by which tables are found again."""


class Printer(Nobody):
    """Prints what is saved, and who did it."""

    def publish(self, table: LoadedTable, before: Table, entries: Sequence[LogEntry]) -> None:
        first, last = entries[0].event, entries[-1].number
        seat = getattr(first, "seat", None)
        is_bot = seat is not None and bool(table.table.seats[seat].bot)
        who = "clock" if getattr(first, "by_clock", False) else "bot" if is_bot else "person"
        print(table.id, last, who, flush=True)


async def drive(host: Host, live: LoadedTable, rng: Random, pause: float) -> None:
    """Play at one table forever; a game that is over is rewound.

    Clocks are set going one after the other, so that one of them is always about to ring.
    """
    if live.table.options.clock and live.table.phase is Phase.LOBBY:
        await asyncio.sleep(2 * rng.random())
    while True:
        request = next_request(live, rng)
        if request is None:  # it is for the clock or for a bot
            await asyncio.sleep(0.01)
            continue
        with suppress(Objected, Illegal):
            await host.requests.ask(live.id, request)
        await asyncio.sleep(pause)


def next_request(live: LoadedTable, rng: Random) -> Request | None:
    table = live.table
    if table.phase is Phase.LOBBY:
        return Request(DRIVER, "begin")
    if table.phase is Phase.OVER:
        return Request(DRIVER, "rewind", {"to": rng.randint(1, max(1, len(table.past)))})
    seat = next((seat for seat in table.waiting_for if table.seats[seat].holder), None)
    if seat is None or table.options.clock:
        return None
    draft = draft_of(table, seat)
    fields: dict[str, object] = {"seat": seat, "id": f"{rng.random()}"}
    if draft.marks:
        return Request(DRIVER, rng.choice(("done", "done", "undo")), fields)
    if not draft.islands or rng.random() < 0.1:
        return Request(DRIVER, "done", fields)
    return Request(DRIVER, "tap", {**fields, "island": rng.choice(draft.islands).name})


def new_table(index: int, rng: Random) -> tuple[Options, list[Seated]]:
    """Return the options and seats of a table: people, people and bots, or clocks."""
    seats = [Seated(seat, f"P{seat}", holder=DRIVER) for seat in range(index % 4 + 1)]
    if PEOPLE <= index < PEOPLE + BOTS:
        seats = [seats[0], *(Seated(seat, f"B{seat}", bot="greedy") for seat in (1, 2))]
    pace = PACE if index >= PEOPLE + BOTS else 0
    if pace:
        seats = seats[:1]  # where several share a device, their time begins when they take it
    board = rng.choice("AB")
    return Options(board=board, seats=len(seats), practice=True, clock=pace), seats


async def main(path: Path, seed: str, pause: float) -> None:
    rng, store = Random(seed), SqliteStore(path)
    host = Host(store, now=steady_clock(), shuffle=seeded(seed), audience=Printer())
    ids = store.tables(DRIVER, most=TABLES)
    for index in range(len(ids), TABLES):
        options, seats = new_table(index, rng)
        ids.append(await host.openings.open(options, DRIVER, seats))
    lives = [await host.tables.live(id) for id in ids]
    for live in lives:
        host.people.come(live, DRIVER)  # bots act where people are
    rngs = [Random(f"{seed}{live.id}") for live in lives]
    plays = (drive(host, live, rng, pause) for live, rng in zip(lives, rngs, strict=True))
    await asyncio.gather(*plays)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2], float(sys.argv[3])))
