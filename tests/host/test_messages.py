"""Repeated, late and simultaneous messages; clients that disconnect during one."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from hashi.host import Host, SqliteStore
from hashi.rules import Malformed
from hashi.table import REQUESTS, Objected, Objection, Options, Phase, Request
from tests.support.tables import HOLDERS, LINUS, OWN_BOARD, TIM, open_table, people

DECK = ("4/2", "4/2", "4/2")


async def test_a_repeated_message_is_answered_again_and_carried_out_once(tmp_path: Path) -> None:
    options = Options(board=OWN_BOARD, deck=DECK, seats=2)
    async with open_table(tmp_path, options, people(TIM, LINUS)) as here:
        first = await here.ask(TIM, "tap", seat=0, island="a1", id="m1")
        again = await here.ask(TIM, "tap", seat=0, island="a1", id="m1")
        assert (first.is_repeated, again.is_repeated) == (False, True)
        assert again.number == first.number == here.table.number
        other = await here.ask(LINUS, "tap", seat=1, island="a1", id="m1")
        assert not other.is_repeated
        later = Host(here.store, now=here.clock)
        answer = await later.requests.ask(
            here.live.id, Request(TIM, "tap", {"seat": 0, "island": "a1", "id": "m1"})
        )
        assert answer.is_repeated
        await later.close()


async def test_a_refused_message_may_be_sent_again_under_its_id(tmp_path: Path) -> None:
    async with open_table(tmp_path, Options(board=OWN_BOARD, deck=DECK)) as here:
        assert await here.objection(TIM, "done", seat=0, id="m1") is Objection.NOT_NOW
        await here.ask(TIM, "mark", seat=0, marks="a1=3")
        assert not (await here.ask(TIM, "done", seat=0, id="m1")).is_repeated


async def test_ids_of_any_text_are_kept_and_the_oldest_forgotten(tmp_path: Path) -> None:
    async with open_table(tmp_path, Options(board=OWN_BOARD, deck=DECK)) as here:
        await here.ask(TIM, "tap", seat=0, island="a1", id="\x00ä\u2028")
        assert (await here.ask(TIM, "tap", seat=0, island="a1", id="\x00ä\u2028")).is_repeated
        for number in range(200):
            await here.ask(TIM, "tap", seat=0, island="a1", id=f"m{number}")
        assert len(here.table.ids) == 128
        assert (await here.ask(TIM, "tap", seat=0, island="a1", id="m150")).is_repeated


async def test_a_message_about_a_round_that_is_over_is_refused(tmp_path: Path) -> None:
    options = Options(board=OWN_BOARD, deck=DECK)
    async with open_table(tmp_path, options) as here:
        await here.start_all()
        await here.ask(TIM, "mark", seat=0, marks="pass", round=1)
        await here.play_round()
        for do in ("mark", "tap", "undo", "clear", "done", "reopen"):
            stale = await here.objection(TIM, do, seat=0, round=1, marks="pass", island="a1")
            assert stale is Objection.STALE
        await here.ask(TIM, "done", seat=0, round=2)


async def test_fifty_requests_at_once_keep_the_log_in_order(tmp_path: Path) -> None:
    options = Options(board=OWN_BOARD, deck=DECK, seats=4)
    async with open_table(tmp_path, options, people(*HOLDERS)) as here:
        before = here.table.number
        answers = await asyncio.gather(
            *(
                here.ask(HOLDERS[n % 4], "tap", seat=n % 4, island=f"{'abcd'[n % 3]}1", id=f"m{n}")
                for n in range(50)
            )
        )
        assert here.table.number == before + 50
        for holder in range(4):  # each sees the numbers of all but the drafts of the others
            numbers = [answer.number for answer in answers[holder::4]]
            assert numbers == list(range(before + 1, before + 1 + len(numbers)))
        await here.check_log()
        ending = await asyncio.gather(
            *(here.objection(HOLDERS[n % 4], "done", seat=n % 4) for n in range(50))
        )
        assert ending.count(None) >= 4
        assert here.phase() is not Phase.STARTS


async def test_a_cancelled_request_leaves_no_gap(tmp_path: Path) -> None:
    async with open_table(tmp_path, Options(board=OWN_BOARD, deck=DECK)) as here:
        for turns in range(40):
            task = asyncio.ensure_future(here.ask(TIM, "tap", seat=0, island="a1"))
            for _ in range(turns % 8):
                await asyncio.sleep(0)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            await here.ask(TIM, "tap", seat=0, island="b1")
            await here.check_log()
        assert here.table.seats[0].marks.marks


async def test_a_table_is_loaded_once_for_all(tmp_path: Path) -> None:
    class Small(Host):
        MOST_WEIGHT = 50

    store = SqliteStore(tmp_path / "small.db")
    host = Small(store, now=lambda: 1.0)
    ids = [await host.openings.open(Options(), TIM, people(TIM)) for _ in range(5)]
    held = await host.tables.live(ids[0])
    for id in ids[1:]:
        await host.tables.live(id)
    assert await host.tables.live(ids[0]) is held
    found = await asyncio.gather(*(host.tables.live(ids[1]) for _ in range(5)))
    assert all(live is found[0] for live in found)
    assert {getattr(live, "id", "") for live in await host.index.tables_of(TIM)} == set(ids)
    assert await host.index.tables_of("nobody") == []
    await host.close()
    store.close()


async def test_an_unknown_table_is_not_found(tmp_path: Path) -> None:
    async with open_table(tmp_path) as here:
        for id in ("", "nothing", "\ud800", "a/b", "x" * 2000, "../tables"):
            with pytest.raises(Objected) as caught:
                await here.host.requests.ask(id, Request(TIM, "begin"))
            assert caught.value.objection is Objection.NO_TABLE


async def test_unknown_and_impossible_requests_are_refused(tmp_path: Path) -> None:
    async with open_table(tmp_path) as here:
        for do in ("", "fly", "Begin", "x" * 1000):
            assert await here.objection(TIM, do) is Objection.UNKNOWN_REQUEST
        with pytest.raises(Objected) as caught:
            await here.ask(TIM, "x" * 1000)
        assert len(str(caught.value.details["given"])) == 40
        with pytest.raises(Malformed):
            await here.ask(TIM, "begin", id=7)
    assert {"begin", "rematch", "sit", "tap", "done"} <= REQUESTS


async def test_with_two_hosts_on_one_log_the_later_one_catches_up(tmp_path: Path) -> None:
    options = Options(board=OWN_BOARD, deck=DECK, seats=2)
    async with open_table(tmp_path, options, people(TIM, LINUS)) as here:
        other = Host(here.store, now=here.clock)
        mark = Request(LINUS, "mark", {"seat": 1, "marks": "a1=3"})
        await other.requests.ask(here.live.id, mark)
        await here.ask(TIM, "mark", seat=0, marks="b1=3")  # decided again after a conflict
        assert [str(seat.marks) for seat in here.table.seats] == ["3@b1", "3@a1"]
        await other.close()
