"""Bots, people who leave, and games that go on without them."""

from __future__ import annotations

import asyncio
import logging
import pickle
from pathlib import Path

import pytest

from hashi.bots import BOTS
from hashi.host.loaded_table import ABSENT_AFTER
from hashi.host.tasks import Tasks
from hashi.rules import Number, Pens, Turn, View
from hashi.table import Objection, Options, Phase
from hashi.table.bot_task import BotTask
from hashi.table.request import STAND_IN
from tests.support.tables import LINUS, OWN_BOARD, SARAH, SHORT_DECK, TIM, open_table, people


async def test_many_refused_requests_do_not_starve_the_bots(tmp_path: Path) -> None:
    """Requests that are refused at once, one after the other, leave time for the bots."""

    async with open_table(tmp_path, Options(seats=3), people(TIM, bots=2)) as here:
        await here.ask(TIM, "tap", seat=0, island="f1")
        await here.ask(TIM, "done", seat=0)
        while here.phase() is not Phase.OVER:
            await here.objection(TIM, "done", seat=0)
        assert len(here.table.record.rounds) == 17


@pytest.mark.parametrize("bots", [1, 2, 3, 4])
async def test_bots_play_on_their_own_to_the_end(tmp_path: Path, bots: int) -> None:
    options = Options(seats=bots, deck=SHORT_DECK)
    async with open_table(tmp_path, options, people(bots=bots)) as here:
        await here.until(lambda table: table.phase is Phase.OVER and not here.live.asked)


async def test_a_bot_is_asked_again_if_the_table_has_changed(tmp_path: Path) -> None:
    """All write starts at the same time; a bot must not lose its turn by another's start."""

    for _ in range(6):
        seats = people(TIM, bots=3)
        async with open_table(tmp_path, Options(seats=4, deck=("5/1", "4/1")), seats) as here:
            await here.start(0)
            await here.until(lambda table: table.phase is Phase.ROUND)
            await here.play(0, "pass")
            await here.until(lambda table: table.phase is Phase.OVER)


async def test_an_absent_persons_seat_is_taken_over_and_given_back(tmp_path: Path) -> None:
    options = Options(seats=2, deck=SHORT_DECK)
    async with open_table(tmp_path, options, people(TIM, LINUS)) as here:
        here.host.people.come(here.live, TIM)
        here.host.people.come(here.live, LINUS)
        here.host.people.come(here.live, LINUS)
        await here.start_all()
        here.host.people.go(here.live, LINUS)
        assert await here.objection(TIM, "take_over", seat=1) is Objection.STILL_HERE
        here.host.people.go(here.live, LINUS)
        assert await here.objection(LINUS, "give_back", seat=1) is Objection.NOT_NOW
        assert await here.objection("stranger", "take_over", seat=1) is (Objection.NOT_YOUR_SEAT)
        await here.ask(LINUS, "mark", seat=1, marks="pass")
        here.clock.now += ABSENT_AFTER - 1
        assert await here.objection(TIM, "take_over", seat=1) is Objection.JUST_LEFT
        here.clock.now += 1
        await here.ask(TIM, "take_over", seat=1, bot="random")
        assert here.table.seats[1].bot == STAND_IN
        assert await here.objection(TIM, "take_over", seat=1) is Objection.STILL_HERE
        await here.play(0)
        await here.until(lambda table: table.played.rounds == 1)
        assert await here.objection(TIM, "give_back", seat=1) is Objection.NOT_YOUR_SEAT
        await here.ask(LINUS, "give_back", seat=1)
        await here.until(lambda table: not here.live.asked)
        if here.table.seats[1].is_done:
            await here.ask(LINUS, "reopen", seat=1)
            await here.ask(LINUS, "clear", seat=1)
        await here.play_out()


async def test_one_who_was_away_is_back_at_once_with_the_draft(tmp_path: Path) -> None:
    options = Options(board=OWN_BOARD, seats=3, deck=SHORT_DECK)
    async with open_table(tmp_path, options, people(TIM, LINUS, SARAH)) as here:
        here.host.people.come(here.live, LINUS)
        await here.start_all()
        number = here.table.played.card.number if here.table.played.card else 0
        await here.ask(LINUS, "mark", seat=1, marks=f"{number}@a2")
        draft = here.table.seats[1].marks
        here.host.people.go(here.live, LINUS)
        here.clock.now += ABSENT_AFTER
        await here.ask(TIM, "take_over", seat=1)
        await here.until(lambda table: table.seats[1].is_done)
        here.host.people.come(here.live, LINUS)
        await here.until(lambda table: not table.seats[1].is_bot)
        assert here.table.seats[1].marks == draft
        assert not here.table.seats[1].is_done
        await here.ask(LINUS, "take_over", seat=1)  # one's own wish is kept
        here.host.people.come(here.live, LINUS)
        await asyncio.sleep(0.01)
        assert here.table.seats[1].is_bot


async def test_where_a_round_has_a_day_only_a_missed_round_is_an_absence(tmp_path: Path) -> None:
    day = 86_400
    options = Options(board=OWN_BOARD, seats=2, deck=SHORT_DECK, clock=day)
    async with open_table(tmp_path, options, people(TIM, LINUS)) as here:
        await here.start_all()
        here.clock.now += day - 1
        assert await here.objection(TIM, "take_over", seat=1) is Objection.JUST_LEFT
        await here.play(0)
        here.clock.now += 1
        await here.host.clocks.end_round(here.live)
        assert here.table.played.rounds == 1
        await here.ask(TIM, "take_over", seat=1)
        await here.ask(LINUS, "give_back", seat=1)
        assert await here.objection(TIM, "take_over", seat=1) is Objection.JUST_LEFT


async def test_a_bot_plays_for_a_person_who_leaves_at_any_stage(tmp_path: Path) -> None:
    for stage in (Phase.STARTS, Phase.ROUND, Phase.CHECK):
        options = Options(board=OWN_BOARD, seats=2, deck=("5/1", "4/2"), pens=Pens.FREE)
        async with open_table(tmp_path, options, people(TIM, LINUS)) as here:
            while here.phase() is not stage:
                if here.phase() is Phase.STARTS:
                    await here.start_all()
                else:
                    await here.play_round()
            await here.ask(TIM, "take_over", seat=0)
            await here.ask(LINUS, "take_over", seat=1)
            await here.until(lambda table: table.phase is Phase.OVER)


class Broken:
    """A bot that fails in a different way each time."""

    name = "broken"

    def start(self, view: View) -> Number:
        flagged = next(island for island in view.setup.board.islands if island.flag)
        return Number(flagged, 3)

    def turn(self, view: View) -> Turn:
        if view.round % 2:
            raise ZeroDivisionError
        return Turn((Number(view.setup.board.islands[0], 9),) * 2)


async def test_a_bot_that_fails_or_cheats_passes_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(BOTS, "broken", lambda _seed: Broken())

    with caplog.at_level(logging.ERROR):
        seats = people(TIM)
        async with open_table(
            tmp_path, Options(seats=2, deck=SHORT_DECK), seats, begun=False
        ) as here:
            await here.ask(TIM, "sit_bot", seat=1, bot="broken", name="Broken")
            await here.ask(TIM, "begin")
            await here.start(0)
            while here.phase() is not Phase.OVER:
                await here.until(lambda table: 1 not in table.waiting_for)
                if 0 in here.table.waiting_for:
                    await here.play(0)
            assert {str(turns[1]) for turns in here.table.record.rounds} == {"pass"}
    assert "the bot 'broken' failed" in caplog.text


async def test_a_task_that_fails_is_written_to_the_log(caplog: pytest.LogCaptureFixture) -> None:
    errands = Tasks()

    async def fail() -> None:
        raise LookupError

    errands.start(fail())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    await errands.close()
    assert "a background task failed" in caplog.text


async def test_closing_stops_running_bots(tmp_path: Path) -> None:
    async with open_table(tmp_path, Options(seats=4), people(bots=4)) as here:
        await here.until(lambda table: table.number > 8)
        await here.host.close()
        assert here.live.asked == set()
        number = here.table.number
        await asyncio.sleep(0.01)
        assert here.table.number == number


def test_the_stand_in_is_a_friend_where_there_is_one() -> None:
    assert STAND_IN in BOTS
    assert STAND_IN == "friend" or "friend" not in BOTS


@pytest.mark.parametrize("board", ["A", "B", "\n".join(["o " * 10] * 6)], ids=["A", "B", "large"])
async def test_a_pickled_bot_task_is_small(tmp_path: Path, board: str) -> None:
    """It is sent to another process: a few kB, equal after pickling, on the largest board too."""

    options = Options(board=board, seats=4)
    async with open_table(tmp_path, options, people(TIM, TIM, TIM, TIM)) as here:
        await here.start_all()
        for _ in range(16):
            await here.play_round()
        sight = BotTask.of(here.table, 0)
        packed = pickle.dumps(sight)
        assert len(packed) < 20_000
        assert pickle.loads(packed) == sight


def test_the_bots_that_can_sit_down_are_known_by_name() -> None:
    assert all(name == make("").name for name, make in BOTS.items())
