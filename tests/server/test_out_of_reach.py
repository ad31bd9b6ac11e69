"""The page of a table shows at once which goals are out of reach, to whom it may be known."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.support.tables import LINUS, TIM, TableFixture, open_table, people

from hashi.rules import Pens
from hashi.server.api.handlers import seen
from hashi.server.view.regions import region
from hashi.server.view.table_page import TablePage
from hashi.server.view.viewer import Viewer
from hashi.table import Options
from hashi.words import Words

CLOSING = "c4=c6 a4-c4"
"""Closes both lines to b5, a blue flag, from a 4 on c4."""
LOST = "Blue is lost. No bridge can reach b5 any more."
THREE_BRIDGES = Options(deck=("2/3",) * 18)


def shown(
    here: TableFixture, name: str, holder: str = TIM, *, looking_at: int | None = None
) -> str:
    viewer = Viewer(here.table, holder, looking_at)
    return region(TablePage("ID", here.table, viewer, Words("en")), name)


def tile(goals: str, colour: str) -> str:
    """Return one tile of the goals."""
    (found,) = [each for each in re.findall(r"<li.*?</li>", goals, re.DOTALL) if colour in each]
    return str(found)


async def start(here: TableFixture) -> None:
    """Write a 4 on c4, on every board."""
    for seat in here.table.waiting_for:
        await here.start(seat, "4@c4")


async def test_a_tile_is_crossed_out_while_the_turn_is_made_and_stands_again_without_it(
    tmp_path: Path,
) -> None:
    async with open_table(tmp_path, THREE_BRIDGES) as here:
        await start(here)
        before = shown(here, "goals")
        assert "dead" not in before
        await here.ask(TIM, "mark", seat=0, marks=CLOSING)
        goals = shown(here, "goals")
        blue = tile(goals, "Blue is lost")
        assert 'class="goal dead"' in blue
        assert f'title="{LOST}"' in blue
        assert "<s>7</s> <s>3</s>" in blue
        assert "lost: b5" in blue
        assert goals.count("<li") - goals.count("goal dead") == 2
        assert LOST in shown(here, "steps")
        await here.ask(TIM, "clear", seat=0)
        assert shown(here, "goals") == before


async def test_others_learn_it_when_the_round_closes(tmp_path: Path) -> None:
    async with open_table(tmp_path, replace(THREE_BRIDGES, seats=2), people(TIM, LINUS)) as here:
        await start(here)
        before = shown(here, "goals", LINUS, looking_at=0)
        await here.play(0, CLOSING)
        assert LOST in shown(here, "goals")
        assert shown(here, "goals", LINUS, looking_at=0) == before
        assert LOST not in shown(here, "goals", "a spectator")
        await here.play(1, "pass")
        assert LOST in shown(here, "goals", LINUS, looking_at=0)
        assert LOST not in shown(here, "goals", LINUS)


async def test_without_help_nothing_is_crossed_out(tmp_path: Path) -> None:
    async with open_table(tmp_path, replace(THREE_BRIDGES, help=False)) as here:
        await start(here)
        await here.ask(TIM, "mark", seat=0, marks=CLOSING)
        assert "dead" not in shown(here, "goals")
        assert LOST not in shown(here, "steps")


def told(here: TableFixture, holder: str) -> tuple[object, object]:
    """Return what the API says of dead goals: of all boards, and of one's own turns."""
    answer = seen(here.live, holder)
    return answer["dead_goals"], answer["draft_dead_goals"]


async def test_the_api_tells_it_before_done_of_ones_own_turn_alone(tmp_path: Path) -> None:
    blue = [{"goal": "blue", "cause": "no bridge", "islands": ["b5"]}]
    async with open_table(tmp_path, replace(THREE_BRIDGES, seats=2), people(TIM, LINUS)) as here:
        await start(here)
        await here.ask(TIM, "mark", seat=0, marks=CLOSING)
        for _ in range(2):  # also while the others are still thinking
            assert told(here, TIM) == ([[], []], {"0": blue})
            assert told(here, LINUS) == ([[], []], {"1": []})
            assert told(here, "a spectator") == ([[], []], {})
            if not here.table.seats[0].is_done:
                await here.ask(TIM, "done", seat=0)
        await here.play(1, "pass")
        assert told(here, LINUS) == ([blue, []], {"1": []})


async def test_the_api_tells_nothing_without_help_and_with_free_pens(tmp_path: Path) -> None:
    without: tuple[dict[str, Any], ...] = ({"help": False}, {"pens": Pens.FREE})
    for number, options in enumerate(without):
        folder = tmp_path / str(number)
        folder.mkdir()
        async with open_table(folder, replace(THREE_BRIDGES, **options)) as here:
            await start(here)
            await here.ask(TIM, "mark", seat=0, marks=CLOSING)
            assert told(here, TIM) == ([[]], {})
            assert "dead" not in shown(here, "goals")


async def test_after_done_the_next_turn_says_once_what_was_lost_and_what_the_rest_earns(
    tmp_path: Path,
) -> None:
    async with open_table(tmp_path, THREE_BRIDGES) as here:
        await start(here)
        await here.play(0, CLOSING)
        steps = shown(here, "steps")
        assert LOST in steps
        assert "Can still earn 2 points each: a1 and e2." in steps
        await here.ask(TIM, "mark", seat=0, marks="2@a2")
        assert LOST not in shown(here, "steps")
        await here.ask(TIM, "clear", seat=0)
        await here.play(0, "pass")
        assert LOST not in shown(here, "steps")
        assert LOST in shown(here, "goals")


async def test_in_company_it_is_said_while_the_others_think(tmp_path: Path) -> None:
    async with open_table(tmp_path, replace(THREE_BRIDGES, seats=2), people(TIM, LINUS)) as here:
        await start(here)
        await here.play(0, CLOSING)
        steps = shown(here, "steps")
        assert "You’re done" in steps
        assert LOST in steps
        for holder in (LINUS, "a spectator"):
            assert LOST not in shown(here, "steps", holder, looking_at=0)


async def test_other_islands_are_told_beside_a_lost_goal(tmp_path: Path) -> None:
    """With nothing but 4s to come, the bridges leave b3 and d5 too little room as well."""
    async with open_table(tmp_path, replace(THREE_BRIDGES, deck=("4/3",) * 18)) as here:
        await start(here)
        await here.ask(TIM, "mark", seat=0, marks=CLOSING)
        steps = shown(here, "steps")
        assert LOST in steps
        assert "Islands b3 and d5 can’t be finished any more." in steps
