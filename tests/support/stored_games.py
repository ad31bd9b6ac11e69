"""Games written into a store at once, as if they had been played at a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from hashi.boards import DailyBoard
from hashi.host import Store, new_id
from hashi.host.bots.thinking import event_of_bot
from hashi.rules import deal, seeded
from hashi.table import Options, Phase, Result, Table
from hashi.table.bot_task import BotTask
from hashi.table.event import Event, Hinted, LogEntry, Opened, Rewound, Seated
from hashi.table.fair import begin
from hashi.table.fold import advance

DAY = 86_400.0
A_MONDAY = 1_700_000_000.0
"""14 November 2023."""


def write_game(
    store: Store,
    seats: Sequence[Seated],
    *,
    rounds: int = 17,
    board: str = "A",
    deck: Sequence[str] = (),
    seed: str = "stored",
    at: float = A_MONDAY,
    bot: str = "greedy",
    daily: str = "",
    cards: str = "",
    challenge: str = "",
    hints: Sequence[int] = (),
    rewound: int = 0,
) -> str:
    """Write a game into the store, played by a bot on all seats, and return its table's id.

    `daily` is the date whose board is played, `cards` the seed of the cards where it is not that
    of the bots, `challenge` the code of the one that is taken up. `hints` are the seats that are
    given one before their starts, `rewound` is the round from which the game is played again once
    it is over. After so many rounds the seats of people wait with their next turn; bots are done.
    """
    id, table, entries = new_id(), Table(), list[LogEntry]()

    def add(*events: Event) -> None:
        nonlocal table
        table, added = advance(table, events, at)
        entries.extend(added)

    day = DailyBoard.of(date.fromisoformat(daily)) if daily else None
    options = Options(board=day.side if day else board, seats=len(seats), deck=tuple(deck))
    add(Opened(options.to_json(), seats[0].holder, daily=daily, challenge=challenge), *seats)
    add(begin(day.deal if day else deal(options.played_deck(), seeded(cards or seed))))
    add(*map(Hinted, hints))

    def play() -> None:
        while table.phase is not Phase.OVER and (
            table.phase is Phase.STARTS or table.played.rounds < rounds
        ):
            seat = table.waiting_for[0]
            task = replace(BotTask.of(table, seat), seed=seed, bot=table.seats[seat].bot or bot)
            add(event_of_bot(task))

    play()
    if rewound:
        add(Rewound(rewound))
        play()
    result = Result.of(id, table) if table.phase is Phase.OVER else None
    store.append(id, entries, sorted(table.labels(id)), result).result(30)
    return id


def write_twenty(store: Store, holder: str, friend: str) -> None:
    """Write twenty games: alone on both sides, against bots, with a friend, days with practice."""
    for n in range(20):
        seats = [Seated(0, "Zoë", holder=holder)]
        if n % 4 == 1:
            seats += [Seated(1, "Ada", bot="greedy"), Seated(2, "Bo", bot="random")]
        if n % 4 == 2:
            seats.append(Seated(1, "Linus", holder=friend))
        daily = "2026-11-16" if n in (4, 8, 12) else ""
        at, bot = A_MONDAY + n * DAY, ("random", "greedy", "random")[n % 3]
        write_game(store, seats, at=at, bot=bot, board="AB"[n // 4 % 2], seed=str(n), daily=daily)
