"""Going back among several people: everybody agrees, and what they made of the round stays."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hashi.rules import PASS, Card, Deal, Illegal, Number
from hashi.table import (
    LogEntry,
    Objected,
    Objection,
    Options,
    Phase,
    Request,
    Table,
    after,
    entry_text,
    read_log,
)
from hashi.table.event import Agreed, Begun, Finished, Opened, Rewound, Started
from hashi.table.fold import advance
from hashi.table.notes import NoteKind
from hashi.table.objection import Untimely
from hashi.table.requests.company import MOST_PROPOSALS, still_asked
from hashi.table.requests.dispatch import decide
from hashi.table.requests.seat import LONG_CLOCK
from tests.support.examples import tried
from tests.support.tables import (
    LINUS,
    OWN_BOARD,
    SARAH,
    TIM,
    TableFixture,
    open_table,
    people,
)

DECK = ("4/1",) * 6
PRACTICE = Options(board=OWN_BOARD, seats=3, deck=DECK, practice=True)


async def untimely(here: TableFixture, holder: str, do: str, **fields: Any) -> Any:
    """Return why a request is not possible now."""
    with pytest.raises(Objected) as objected:
        await here.ask(holder, do, **fields)
    return objected.value.details.get("why", objected.value.objection)


async def come(here: TableFixture, *holders: str) -> None:
    for holder in holders:
        here.host.people.come(here.live, holder)


async def test_with_the_last_one_who_agrees_the_table_goes_back(tmp_path: Path) -> None:
    async with open_table(tmp_path, PRACTICE, people(TIM, LINUS, SARAH)) as here:
        await come(here, TIM, LINUS, SARAH)
        await here.start_all()
        moment = here.table.game
        for seat, marks in enumerate(("4@b1", "pass", "4@b1 a1-b1")):
            await here.play(seat, marks)
        await here.play(1, "4@b1")
        await here.ask(SARAH, "mark", seat=2, marks="4@c1")
        before = here.table
        await here.ask(LINUS, "rewind", to=1)
        assert here.table.proposal
        assert (here.table.proposal.seat, here.table.proposal.round) == (1, 1)
        assert here.table.game == before.game
        assert here.table.seats[2].marks == before.seats[2].marks  # a question changes nothing
        await here.ask(TIM, "agree", proposal=1)
        assert still_asked(here.table, here.table.proposal) == (2,)
        assert await untimely(here, TIM, "agree", proposal=1) is Untimely.AGREED_ALREADY
        assert await untimely(here, LINUS, "agree", proposal=1) is Untimely.AGREED_ALREADY
        await here.ask(SARAH, "agree", proposal=1)
        assert here.table.game == moment
        assert here.proposal() is None
        assert here.table.waiting_for == (0, 1, 2)
        assert here.table.is_practised
        # everyone finds their turn of that round again, but who asked wants another one
        assert [str(seat.marks) for seat in here.table.seats] == ["4@b1", "pass", "4@b1 a1-b1"]
        assert here.table.seats[1].marks == PASS
        await here.ask(SARAH, "undo", seat=2)
        assert str(here.table.seats[2].marks) == "4@b1"
        await here.ask(TIM, "done", seat=0)
        assert not here.table.seats[1].is_done
        told = [(one.kind.value, one.seat, one.round) for one in here.table.notes]
        assert told[-2:] == [("proposed", 1, 1), ("rewound", 1, 1)]
        await here.play_out()


async def test_back_to_the_open_card_drafts_of_others_stay(tmp_path: Path) -> None:
    async with open_table(tmp_path, PRACTICE, people(TIM, LINUS, SARAH)) as here:
        await here.start_all()
        await here.play(0, "4@b1")
        await here.ask(LINUS, "mark", seat=1, marks="4@b1")
        await here.ask(SARAH, "mark", seat=2, marks="4@b1")
        await here.ask(SARAH, "rewind", to=1)
        for holder in (TIM, LINUS):
            await here.ask(holder, "agree", proposal=1)
        assert [str(seat.marks) for seat in here.table.seats] == ["4@b1", "4@b1", "pass"]
        assert here.table.waiting_for == (0, 1, 2)


async def test_one_who_declines_or_withdraws_ends_it(tmp_path: Path) -> None:
    async with open_table(tmp_path, PRACTICE, people(TIM, LINUS, SARAH)) as here:
        await here.start_all()
        await here.play_round()
        await here.ask(TIM, "rewind", to=1)
        assert await untimely(here, LINUS, "rewind", to=1) is Untimely.PROPOSED_ALREADY
        assert await untimely(here, LINUS, "agree", proposal=2) is Untimely.NO_PROPOSAL
        assert await here.objection(LINUS, "withdraw", proposal=1) is Objection.NOT_YOUR_SEAT
        assert await here.objection("eve", "agree", proposal=1) is Objection.NOT_YOUR_SEAT
        await here.ask(LINUS, "decline", proposal=1)
        assert here.table.proposal is None
        await here.ask(TIM, "rewind", to=1)
        await here.ask(TIM, "withdraw", proposal=2)
        assert await untimely(here, SARAH, "agree", proposal=2) is Untimely.NO_PROPOSAL
        assert await untimely(here, TIM, "rewind", to=1) is Untimely.PROPOSED_OFTEN
        await here.ask(LINUS, "rewind", to=1)  # another one may still ask
        await here.play_round()
        assert here.table.proposal is None
        assert here.table.notes[-1].kind is NoteKind.LAPSED
        await here.ask(TIM, "rewind", to=2)
        kinds = [one.kind.value for one in here.table.notes]
        assert kinds == [
            *("proposed", "rejected", "proposed", "withdrawn", "proposed", "lapsed", "proposed")
        ]
        assert here.table.played.rounds == 2


async def test_nobody_waits_for_one_who_is_away(tmp_path: Path) -> None:
    async with open_table(tmp_path, PRACTICE, people(TIM, LINUS, SARAH)) as here:
        await come(here, TIM, LINUS, SARAH)
        await here.start_all()
        await here.play_round()
        here.host.people.go(here.live, SARAH)
        await here.ask(TIM, "rewind", to=1)
        here.clock.now += 31
        await here.ask(LINUS, "agree", proposal=1)
        assert here.table.played.rounds == 0
        await here.play_round()
        here.host.people.go(here.live, LINUS)
        await here.ask(TIM, "rewind", to=1)
        assert here.table.proposal  # Linus has just left
        here.clock.now += 31
        await here.ask(TIM, "agree", proposal=2)
        assert here.table.played.rounds == 0
        assert isinstance(here.events()[-1].event, Rewound)


async def test_where_a_round_takes_days_the_absent_are_asked(tmp_path: Path) -> None:
    options = Options(board=OWN_BOARD, seats=2, practice=True, clock=LONG_CLOCK)
    async with open_table(tmp_path, options, people(TIM, LINUS)) as here:
        await here.start_all()
        await here.play_round()
        here.clock.now += 600
        await here.ask(TIM, "rewind", to=1)
        assert here.table.proposal
        assert await untimely(here, TIM, "agree", proposal=1) is Untimely.AGREED_ALREADY


async def test_alone_among_bots_and_at_one_device_nobody_is_asked(tmp_path: Path) -> None:
    options = Options(board=OWN_BOARD, seats=3, deck=DECK, practice=True)
    for number, seats in enumerate((people(TIM, bots=2), people(TIM, TIM, bots=1))):
        (tmp_path / str(number)).mkdir()
        async with open_table(tmp_path / str(number), options, seats) as here:
            await here.start_all_of(TIM)
            for seat in here.table.seats_of(TIM):
                await here.play(seat)
            await here.until(lambda table: table.played.rounds == 1)
            await here.ask(TIM, "rewind", to=1)
            assert here.events()[-1].event == Rewound(1) or here.table.played.rounds == 0
            assert here.table.seats[0].marks == PASS


async def test_in_a_game_that_is_over_nobody_takes_the_result_from_others(tmp_path: Path) -> None:
    options = Options(board=OWN_BOARD, seats=2, deck=DECK, practice=True)
    async with open_table(tmp_path, options, people(TIM, LINUS)) as here:
        await here.play_out()
        assert await untimely(here, TIM, "rewind", to=1) is Untimely.OVER


async def test_a_start_is_taken_back_until_all_are_written(tmp_path: Path) -> None:
    options = Options(board=OWN_BOARD, seats=3, deck=DECK)
    async with open_table(tmp_path, options, people(TIM, LINUS, SARAH)) as here:
        share = await here.give_share(0)
        await here.start(0, "a1=3", share)
        await here.start(1, "b1=3")
        await here.ask(TIM, "reopen", seat=0)
        assert here.table.waiting_for == (0, 2)
        assert here.table.played.starts[0] is None
        assert str(here.table.seats[0].marks) == "3@a1"
        await here.ask(TIM, "tap", seat=0, island="a1")
        await here.start(2, "a1=4")
        assert here.phase() is Phase.STARTS
        await here.ask(TIM, "done", seat=0)  # a share that was opened stays opened
        assert here.table.seats[0].share == share
        assert here.phase() is Phase.ROUND
        assert [str(start) for start in here.table.played.starts] == ["4@a1", "3@b1", "4@a1"]


# --- any order

WHO = (TIM, LINUS, SARAH, "eve")


@dataclass(frozen=True)
class There:
    """Who is at the table, and who is not."""

    here: frozenset[str]
    absent: frozenset[str]
    long_gone: frozenset[str] = frozenset()
    gone: frozenset[str] = frozenset()


def begun() -> Table:
    """Return a practice game of three in its first round."""
    deck = tuple(map(Card.parse, DECK))
    deal = Deal(deck[:-1], deck[-1])
    log = [Opened(PRACTICE.to_json(), TIM), *people(TIM, LINUS, SARAH), Begun(deal, "salt", "seal")]
    island = PRACTICE.played_board().island("a1")
    return advance(Table(), [*log, *(Started(seat, Number(island, 3)) for seat in range(3))], 1.0)[
        0
    ]


def requested(rng: Random, table: Table) -> tuple[str, str, dict[str, Any]]:
    """Return a request about going back or leaving, or one that moves the game on."""
    holder, seat = rng.choice(WHO), rng.randrange(4)
    number = table.proposal.number if table.proposal and rng.random() < 0.9 else rng.randint(0, 5)
    answer = rng.choice(("agree", "agree", "agree", "agree", "decline", "withdraw"))
    end = "resign" if rng.random() < 0.03 else "done"
    return rng.choice(
        [
            (holder, "rewind", {"to": rng.randint(0, len(table.past) + 1)}),
            *[(holder, answer, {"proposal": number})] * 8,
            (holder, rng.choice(("take_over", "give_back")), {"seat": seat}),
            (holder, "reopen", {"seat": seat}),
            *[(WHO[seat % 3], end, {"seat": seat % 3})] * 2,
        ]
    )


@pytest.mark.hypothesis  # `make laws` tries all of them
@pytest.mark.parametrize("seed", tried(range(40), at_least=8))
def test_whatever_is_asked_all_have_agreed_before_a_table_goes_back(seed: int) -> None:
    """Each request has its events or one objection, and the log leads to the table again."""
    rng, table, log, back = Random(seed), begun(), list[LogEntry](), 0
    for at in range(900):
        absent = frozenset(who for who in WHO[:3] if rng.random() < 0.1)
        there = There(frozenset(WHO[:3]) - absent, absent)
        bots = [seat for seat in table.waiting_for if table.seats[seat].is_bot]
        table, entries = advance(table, [Finished(seat, PASS) for seat in bots], 2.0 + at)
        log += entries
        if table.phase in (Phase.OVER, Phase.CLOSED):
            assert replayed(log) == table
            table, log = begun(), []
        holder, do, fields = requested(rng, table)
        try:
            events = decide(table, Request(holder, do, fields, there)).events
        except (Objected, Illegal):
            continue
        assert events
        then, entries = advance(table, events, 2.0 + at)
        log += entries
        for event in events:
            if isinstance(event, Rewound) and event.seat is not None:
                back += 1
                agreed = {event.seat, *(table.proposal.agreed if table.proposal else ())}
                agreed |= {each.seat for each in events if isinstance(each, Agreed)}
                for seat, who in enumerate(table.seats):
                    excused = who.resigned is not None or who.is_covered or who.holder in absent
                    assert seat in agreed or excused, (seat, events)
        if events[0] == Rewound(then.played.rounds + 1):  # nobody was asked: nobody else plays
            assert sum(seat.is_playing for seat in table.seats) == 1
        assert all(seat.proposals <= MOST_PROPOSALS for seat in then.seats)
        assert then.proposal is None or then.proposals >= then.proposal.number
        table = then
    assert replayed(log) == table
    assert back


def replayed(log: list[LogEntry]) -> Table:
    """Return what the log of a table leads to after its beginning, as a store holds it."""
    stored = [(entry.number, entry_text(entry)) for entry in log]
    return reduce(after, read_log(stored, PRACTICE.played_board()), begun())
