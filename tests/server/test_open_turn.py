"""The turn that is being made: what it earns, and that nothing asks to skip what can't be made."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.support.tables import LINUS, SARAH, TIM, TableFixture, open_table, people

import hashi
from hashi.rules import play_view
from hashi.server.view.regions import region
from hashi.server.view.table_page import TablePage
from hashi.server.view.viewer import Viewer
from hashi.table import Options, Phase
from hashi.words import Words

GAIN = re.compile(r'data-gain="\+(\d+)"')


def page(here: TableFixture, holder: str, looking_at: int | None = None) -> TablePage:
    return TablePage("ID", here.table, Viewer(here.table, holder, looking_at), Words("en"))


def told(here: TableFixture, holder: str, looking_at: int | None = None) -> int:
    """Return what the buttons tell a viewer that the turn earns."""
    found = GAIN.search(region(page(here, holder, looking_at), "actions"))
    return int(found[1]) if found else 0


@pytest.mark.parametrize("seats", [1, 3])
async def test_the_open_turn_tells_what_the_round_then_adds(tmp_path: Path, seats: int) -> None:
    """While it is made and when it is done, to its own player alone."""
    holders, bot, said = (TIM, LINUS, SARAH)[:seats], hashi.bot("greedy", seed="1"), 0
    async with open_table(tmp_path, seats=people(*holders)) as here:
        await here.start_all()
        while here.phase() is Phase.ROUND:
            game, expected = here.table.played, {}
            for seat, holder in enumerate(holders):
                marks = str(bot.turn(play_view(game, seat)))
                await here.ask(holder, "mark", seat=seat, marks=marks)
                expected[seat] = told(here, holder)
                for other in range(seats):
                    if other != seat:
                        assert told(here, holders[other], seat) == 0
                assert told(here, "nobody") == 0
                if seat < seats - 1:
                    await here.ask(holder, "done", seat=seat)
                    assert told(here, holder) == expected[seat]
            await here.ask(holders[-1], "done", seat=seats - 1)
            if here.phase() is not Phase.ROUND:
                break
            after = here.table.played.totals
            assert expected == {seat: after[seat] - game.totals[seat] for seat in range(seats)}
            said += sum(expected.values())
    assert said > 20 * seats


async def test_where_no_bridge_fits_done_is_enabled_and_asks_nothing(tmp_path: Path) -> None:
    """Elsewhere what could be made is asked for; a number that fits nowhere isn’t."""
    bot, seen = hashi.bot("greedy", seed="1"), set()
    async with open_table(tmp_path, Options(deck=("1/2",) * 18)) as here:
        await here.start_all()
        while here.phase() is Phase.ROUND:
            now = page(here, TIM)
            buttons, steps = region(now, "actions"), region(now, "steps")
            asked = re.search(r'class="main done"[^>]*data-sure="([^"]*)"', buttons)
            if now.turn.is_closed:
                assert asked is None
                assert re.search('data-key="done">', buttons)
                assert "Tap “Done” to continue." in steps
                seen.add("")
            else:
                assert asked
                assert ("number" in asked[1]) == (now.turn.open_islands > 0)
                seen.add(asked[1])
            await here.ask(
                TIM, "mark", seat=0, marks=str(bot.turn(play_view(here.table.played, 0)))
            )
            await here.ask(TIM, "done", seat=0)
    assert {"", "Skip the number and the bridges?"} <= seen
