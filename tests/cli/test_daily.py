"""`hashi daily`: the board of a day in the terminal."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from itertools import cycle
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import settings
from tests.support.app import app_at
from tests.support.command import hashi
from tests.support.examples import ALL
from tests.support.stored_games import write_game
from tests.support.typist import Typist

from hashi.boards import FIRST_DAY, DailyBoard
from hashi.host import SqliteStore
from hashi.host.store.log_file import read_table
from hashi.table import Aid
from hashi.table.event import Seated
from hashi.terminal.tables.saved_games import is_played, newest_unfinished
from hashi.words import LANGUAGES
from hashi.words.scores.scores import AIDS

TODAY = date(2026, 12, 1)


def at(day: date) -> float:
    return datetime(day.year, day.month, day.day, 23, 59, tzinfo=UTC).timestamp()


def test_a_day_is_played_told_and_then_practice(tmp_path: Path) -> None:
    with patch("time.time", lambda: at(TODAY)):
        began = hashi("daily", lines=["c2=4 done", "pass", "undo", "quit"], home=tmp_path)
        assert "Board of the day: Tuesday, 1 Dec 2026, side A." in began.stdout
        assert "again?" not in began.stdout  # no round is played again
        done = hashi("daily", typist=Typist(tmp_path), home=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")
        assert "HASHI · 1 Dec · " in done.stdout
        again = hashi("daily", lines=["quit"], home=tmp_path)
        assert "so this game is practice" in again.stdout
        second = hashi("daily", typist=Typist(tmp_path), home=tmp_path)
        assert AIDS[Aid.SAME_CARDS].capitalize() in second.stdout.split("HASHI · ")[1]
        assert AIDS[Aid.SAME_CARDS].capitalize() not in done.stdout
        assert "your rank is" in done.stdout
        assert "your rank is" not in second.stdout
        assert f"points ({AIDS[Aid.SAME_CARDS]})" in second.stdout
    path, _ = sorted((tmp_path / "hashi" / "games").iterdir())
    table = read_table(path)
    assert (table.daily, table.deal) == (TODAY.isoformat(), DailyBoard.of(TODAY).deal)
    assert table.record.extra["daily"] == TODAY.isoformat()
    signs = done.stdout.split("HASHI · ")[1].splitlines()[1]
    assert [len(group) for group in signs.split()] == [7, 5, 5]


def test_hundreds_of_saved_games_are_looked_through_at_once(tmp_path: Path) -> None:
    """The first line of a log tells its date; 400 games replayed would take two seconds."""
    store = SqliteStore(tmp_path / "s.db")
    seats = [Seated(0, "Tim")]
    other, own = (
        "".join(f"{text}\n" for _, text in store.read(write_game(store, seats, daily=day)))
        for day in ("", TODAY.isoformat())
    )
    store.close()
    for number in range(400):
        (tmp_path / f"game-{number:04}.hashi").write_text(own if number == 7 else other)
    began = time.process_time()
    assert newest_unfinished(tmp_path, TODAY.isoformat()) is None
    assert is_played(tmp_path, TODAY.isoformat())
    assert not is_played(tmp_path, FIRST_DAY.isoformat())
    assert time.process_time() - began < 0.5


def test_a_day_before_the_first_or_after_today_is_refused(tmp_path: Path) -> None:
    with patch("time.time", lambda: at(TODAY)):
        for given in ("2026-11-14", "2026-12-02", "tomorrow"):
            done = hashi("daily", "--date", given, home=tmp_path)
            assert done.returncode == 2
            assert "from 2026-11-15 to 2026-12-01" in done.stderr
    assert not list(tmp_path.rglob("*.hashi"))


@pytest.mark.hypothesis  # `make laws` runs it, too
def test_two_servers_and_the_terminal_deal_the_same_on_400_dates(tmp_path: Path) -> None:
    """One server on each date, one long afterwards, and the terminal in each language in turn.

    `make laws` goes through every date; `make test` asks the servers for every fifth of them, and
    begins a game in the terminal on every fifth of these.
    """
    dates, languages = [FIRST_DAY + timedelta(days=n) for n in range(400)], cycle(LANGUAGES)
    is_all = settings().max_examples >= ALL
    days = dates if is_all else dates[::5]
    tried = dates if is_all else days[::5]
    with patch("time.time", lambda: at(days[-1])):
        for number, (day, language) in enumerate(zip(tried, languages, strict=False)):
            given = ("--date", day.isoformat(), "--lang", language)
            home = tmp_path / f"{number // 20:02}"  # each command looks through all saved games
            islands = DailyBoard.of(day).board.islands
            start = next(island.name for island in islands if island.flag is None)
            hashi("daily", *given, lines=[f"{start}=4 done"], home=home)
    tables = map(read_table, sorted(tmp_path.rglob("*.hashi")))
    dealt = {table.daily: (table.options.board, table.deal) for table in tables}
    assert list(dealt) == [day.isoformat() for day in tried]
    there = asyncio.run(served(tmp_path / "one.db", days, days))
    assert there == asyncio.run(served(tmp_path / "other.db", days, [days[-1]] * len(days)))
    assert {day: there[day] for day in dealt} == dealt


async def served(data: Path, days: Sequence[date], on: Sequence[date]) -> dict[str, object]:
    """Return the sides and cards that a server deals for these days on those dates."""
    dealt: dict[str, object] = {}
    async with app_at(data, at(days[0])) as server:
        for day, today in zip(days, on, strict=True):
            server.clock[0] = at(today)
            answer = await server.visitor().post(f"/daily/{day.isoformat()}")
            table = (await server.host.tables.live(answer.location.removeprefix("/t/"))).table
            dealt[day.isoformat()] = (table.options.board, table.deal)
    return dealt
