"""Any requests in any order: a table stays consistent, and others see no draft."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from hashi.record import parse, write
from hashi.rules import Illegal, Malformed, Pens, view
from hashi.table import REQUESTS, Objected, Options, Phase, Table, after, draft_of
from hashi.table.event import Drafted, Finished, Reopened
from tests.support.examples import tried
from tests.support.tables import OWN_BOARD, TableFixture, open_table, people

PEOPLE = ("ann", "bob", "cid", "ann")
NONSENSE: tuple[Any, ...] = (None, "", "x" * 600, -1, 10**40, 3.5, True, [], {}, "\ud800", "a1")


def sensible(rng: Random, table: Table) -> tuple[str, str, dict[str, Any]]:
    """Return a request that makes sense now."""
    if table.phase is Phase.LOBBY:
        return "ann", "begin", {}
    if table.phase is Phase.CLOSED:
        return "ann", "give_back", {"seat": 0}
    if table.proposal is not None and rng.random() < 0.3:
        do = rng.choice(("agree", "agree", "agree", "decline", "withdraw"))
        return rng.choice(PEOPLE), do, {"proposal": table.proposal.number}
    if table.past and rng.random() < 0.03:
        return rng.choice(PEOPLE), "rewind", {"to": rng.randint(1, len(table.past))}
    if table.phase is Phase.OVER:
        do = rng.choice(("rewind", "rewind", "give_back"))
        return "ann", do, {"to": rng.randint(1, 3), "seat": 0}
    seat = rng.choice(table.waiting_for or (0,))
    fields: dict[str, Any] = {"seat": seat}
    holder = table.seats[seat].holder
    if table.phase is Phase.CHECK:
        return holder, rng.choice(("check", "call")), {**fields, **called(rng, table)}
    draft = draft_of(table, seat)
    if draft.marks and rng.random() < 0.5:
        return holder, "done", fields
    choice = rng.random()
    if choice < 0.4 and draft.islands:
        return holder, "tap", {**fields, "island": rng.choice(draft.islands).name}
    if choice < 0.7 and draft.lines:
        return holder, "tap_line", {**fields, "line": str(rng.choice(draft.lines).name)}
    if choice < 0.8:
        other = rng.randrange(len(table.seats))
        return table.seats[other].holder, "reopen", {"seat": other}
    if choice < 0.9:
        return holder, rng.choice(("undo", "redo", "clear", "done")), fields
    return holder, "call", {**fields, **called(rng, table)}


def called(rng: Random, table: Table) -> dict[str, Any]:
    on = rng.randrange(len(table.seats))
    inks = [ink for page in table.played.pages for ink in page.inks]
    return {"on": on, "mark": str(rng.choice(inks).mark) if inks else "4@a1"}


def senseless(rng: Random, table: Table) -> tuple[str, str, dict[str, Any]]:
    """Return an arbitrary request."""
    names = (
        "seat",
        "island",
        "from",
        "line",
        "marks",
        "round",
        "to",
        "on",
        "mark",
        "made",
        "bot",
        "proposal",
    )
    board = table.options.played_board()
    island, other = (rng.choice(board.islands).name for _ in range(2))
    values = (*NONSENSE, island, f"{island}-{other}", f"{rng.randint(1, 9)}@{island}", 0, 1, 2, 3)
    fields = {name: rng.choice(values) for name in rng.sample(names, rng.randint(0, 6))}
    fields |= {"seat": rng.randint(-1, 4)} if rng.random() < 0.7 else {}
    fields |= {"id": str(rng.randint(1, 20))} if rng.random() < 0.3 else {}
    ends = {"rematch", "close", "resign"} if rng.random() < 0.97 else {"rematch"}
    do = rng.choice(sorted(REQUESTS - ends | {"fly"}))
    return rng.choice((*PEOPLE, "", "eve")), do, fields


def others_see(table: Table, seat: int) -> list[Any]:
    if table.game is None:
        return []
    others = [other for other in range(len(table.seats)) if other != seat]
    return [table.record, *(view(table.game, other) for other in (None, *others))]


def is_round(table: Table) -> bool:
    """Return whether turns are made; before them, all see who has written a start."""
    return table.game is not None and table.game.is_started


async def ask_at_random(here: TableFixture, rng: Random, times: int) -> int:
    """Send random requests; return how many of them changed something."""
    changes = 0
    for _ in range(times):
        before = here.table
        kind = sensible if rng.random() < 0.7 else senseless
        holder, do, fields = kind(rng, before)
        try:
            await here.ask(holder, do, **fields)
        except (Objected, Illegal, Malformed):
            assert here.table is before
            continue
        await here.until(lambda _table: not here.live.asked)
        folded = before
        for entry in here.events()[before.number :]:
            changes += 1
            then = after(folded, entry)
            if isinstance(entry.event, (Drafted, Finished, Reopened)) and is_round(folded):
                seat = entry.event.seat
                is_open = then.played.rounds == folded.played.rounds
                if is_open:
                    assert others_see(folded, seat) == others_see(then, seat)
            folded = then
        assert folded == here.table
    return changes


@pytest.mark.hypothesis  # `make laws` tries all of them
@pytest.mark.parametrize("pens", list(Pens))
@pytest.mark.parametrize("seed", tried(range(12), at_least=3))
async def test_any_requests_leave_a_table_that_replays(
    tmp_path: Path, seed: int, pens: Pens
) -> None:
    rng = Random(f"{seed} {pens}")
    seats = people(*PEOPLE[: rng.randint(1, 4)])
    options = Options(
        board=rng.choice(("A", "B", OWN_BOARD)),
        seats=len(seats),
        pens=pens,
        deck=tuple(f"{rng.randint(1, 6)}/{rng.randint(1, 3)}" for _ in range(5)),
        practice=rng.random() < 0.5,
    )

    async with open_table(tmp_path, options, seats) as here:
        changes = await ask_at_random(here, rng, 300)
        assert changes > 20
        await here.check_log()
        table = here.table
        if is_round(table):
            record = parse(write(table.record))
            assert record == table.record
            if table.phase is not Phase.CHECK:
                assert record.replay() == table.game
