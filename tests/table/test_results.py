"""Results of finished games: kept beside the log, found by holder, removed by a rewind."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from hashi.host import Host, SqliteStore
from hashi.host.store.results_rebuild import Rebuilt, rebuild
from hashi.table import Options, Result
from hashi.table.event import Seated
from tests.support.stored_games import DAY, write_game
from tests.support.tables import LINUS, TIM, open_table, people


async def test_the_result_is_kept_when_the_game_ends_and_removed_by_a_rewind(
    tmp_path: Path,
) -> None:
    async with open_table(tmp_path, seats=people(TIM)) as here:
        assert await here.host.index.tables_of(TIM) == [here.live]
        here.clock.now = 5000.0
        await here.play_out()
        (result,) = await here.host.index.results_of(TIM, 20)
        assert result == Result.of(here.live.id, here.table)
        assert (result.at, result.totals) == (5000.0, here.table.played.totals)
        assert await here.host.index.tables_of(TIM) == []
        await here.ask(TIM, "rewind", to=3)
        assert await here.host.index.results_of(TIM, 20) == []
        assert len(await here.host.index.tables_of(TIM)) == 1
        await here.play_out()
        assert [result.is_practised for result in await here.host.index.results_of(TIM, 20)] == [
            True
        ]


async def test_a_running_game_is_found_however_many_games_came_later(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.db")
    running = write_game(store, people(TIM, LINUS), rounds=3, at=1.0)
    ended = [write_game(store, people(TIM), at=2.0 + n, bot="random") for n in range(25)]
    host = Host(store, now=lambda: 100.0)
    assert running not in store.tables(TIM)
    assert [getattr(live, "id", live) for live in await host.index.tables_of(TIM)] == [running]
    assert [result.id for result in await host.index.results_of(TIM, 20)] == ended[:-21:-1]
    assert [result.id for result in await host.index.results_of(TIM, 20, skip=20)] == ended[4::-1]
    assert await host.index.results_of(LINUS, 20) == []
    await host.close()
    store.close()


async def test_unfinished_games_that_went_on_last_come_first(tmp_path: Path) -> None:
    async with open_table(tmp_path, Options(seats=1), seats=people(TIM)) as here:
        here.clock.now += DAY
        later = await here.host.openings.open(Options(seats=1), TIM, people(TIM))
        assert here.store.unfinished(TIM, 9) == [later, here.live.id]
        here.clock.now += DAY
        await here.start_all()  # turns the first card
        assert here.store.unfinished(TIM, 9) == [here.live.id, later]
        assert here.store.unfinished(TIM, 1) == [here.live.id]


def test_equal_points_share_a_place() -> None:
    result = Result("t", 1.0, "A", ("A", "B", "C"), ("a", "", "a"), (30, 40, 40))
    assert [result.place(seat) for seat in range(3)] == [3, 1, 1]
    assert result.winners == (1, 2)
    assert result.seats_of("a") == (0, 2)
    assert result.seats_of("") == ()
    assert Result.from_text(result.to_text()) == result


def test_a_seat_of_a_bot_belongs_to_nobody(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.db")
    write_game(store, [*people(TIM), Seated(1, "Ada", bot="random")], bot="random")
    (result,) = store.results(TIM, 9)
    assert result.holders == (TIM, "")
    assert store.results("", 9) == []
    store.close()


async def test_a_damaged_result_hides_itself_alone_and_is_rebuilt(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.db")
    ids = [write_game(store, people(TIM), at=at, bot="random") for at in (1.0, 2.0, 3.0)]
    (kept,) = (result for result in store.results(TIM, 9) if result.id == ids[2])
    later = kept.to_text().replace('{"id"', '{"of_a_later_version": 1, "id"')
    with closing(sqlite3.connect(tmp_path / "s.db")) as file, file:
        file.execute("UPDATE result SET body = '{]' WHERE place = ?", (ids[0],))
        file.execute("UPDATE result SET body = '{}' WHERE place = ?", (ids[1],))
        file.execute("UPDATE result SET body = ? WHERE place = ?", (later, ids[2]))
    assert store.results(TIM, 9) == [kept]
    assert store.result(ids[0]) is store.result(ids[1]) is None
    outcomes = dict(rebuild(store))
    assert [outcomes[id] for id in ids] == [Rebuilt.CHANGED, Rebuilt.CHANGED, Rebuilt.RIGHT]
    assert [result.id for result in store.results(TIM, 9)] == ids[::-1]
    store.close()
