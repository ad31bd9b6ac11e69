"""The page of a game alone: deadlines of the goals (R31) and the ladder of ranks (R32)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.support.app import app_at
from tests.support.tables import LINUS, TIM, TableFixture, open_table, people

from hashi.rules.game.solo import RANK_FLOORS
from hashi.server.page_templates import environment
from hashi.server.view.regions import region
from hashi.server.view.table_page import TablePage
from hashi.server.view.viewer import Viewer
from hashi.table import Request
from hashi.words import RANKS, Words

DUE = re.compile(r'<span class="due[^"]*">([^<]*)</span>')


def shown(here: TableFixture, name: str, language: str = "en") -> str:
    return region(TablePage("ID", here.table, Viewer(here.table, TIM), Words(language)), name)


async def test_r31_each_goal_shows_until_when_it_pays_more(tmp_path: Path) -> None:
    """Up to card 15: an empty board can reach no six islands by two cards."""
    said = {}
    async with open_table(tmp_path) as here:
        said[0] = DUE.findall(shown(here, "goals"))
        await here.start_all()
        for card in range(1, 16):
            said[card] = DUE.findall(shown(here, "goals"))
            if card == 7:
                until = "7 points up to and including card 7, then 3 points."
                assert f"all blue flags: {until}" in shown(here, "goals")
            await here.play(0, "pass")
    red, blue, six = zip(*said.values(), strict=True)
    assert blue[:5] == ("up to card 7",) * 5
    assert blue[5:9] == ("3 cards left", "2 cards left", "last card", "too late")
    assert red == six
    assert red[:10] == ("up to card 12",) * 10
    assert red[10:14] == ("3 cards left", "2 cards left", "last card", "too late")
    assert set(red[14:]) == set(blue[9:]) == {"too late"}


async def test_a_goal_among_several_has_no_deadline(tmp_path: Path) -> None:
    async with open_table(tmp_path, seats=people(TIM, LINUS)) as here:
        await here.start_all()
        assert DUE.findall(shown(here, "goals")) == []
        assert "<li" not in shown(here, "ranks")


async def test_who_plays_alone_is_addressed(tmp_path: Path) -> None:
    async with app_at(tmp_path / "s.db", 1_800_000_000.0) as server:
        tim = server.visitor()
        table = (await tim.post("/new", mode="solo")).location
        for do in ("mark", "done", "done"):
            request = Request(tim.holder, do, {"seat": 0, "marks": "f6=4"})
            await server.host.requests.ask(table.removeprefix("/t/"), request)
        text = (await tim.get(table)).text
        assert "<title>Solo · HASHI</title>" in text
        assert "You skip the number and the bridges." in text


async def test_r32_the_ranks_are_shown_during_a_game_alone(tmp_path: Path) -> None:
    async with open_table(tmp_path) as here:
        await here.start_all()
        ranks = shown(here, "ranks", "de")
    words = Words("de")
    places = [ranks.index(f"<span>{words.say(name)}</span>") for name in RANKS]
    assert places == sorted(places, reverse=True)
    assert ranks.count('aria-current="true"') == 1
    assert "41" in ranks  # how many points to the next


@pytest.mark.parametrize("rank", range(12))
def test_r32_the_ladder_marks_where_one_stands(rank: int) -> None:
    words = Words("en")
    text = (
        environment()
        .from_string('{% from "_ranks.html" import rank_ladder with context %}{{ rank_ladder(n) }}')
        .render(n=RANK_FLOORS[rank], words=words, say=words.say, say_many=words.say_many)
    )
    rows = re.findall(r'<li class="(\w*)"', text)
    assert rows == [""] * (11 - rank) + ["now"] + ["passed"] * rank
    assert f"from {RANK_FLOORS[rank]}" in text or rank == 0
