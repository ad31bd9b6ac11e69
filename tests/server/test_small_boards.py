"""The small boards beside finished games."""

from __future__ import annotations

import re
from pathlib import Path

from tests.support.app import app_at
from tests.support.stored_games import A_MONDAY, DAY, write_game

from hashi.host import holder_of
from hashi.table.event import Seated

KEY = "a-key-with-games-to-look-at"
ZOE = Seated(0, "Zoë", holder=holder_of(KEY))
ADA = Seated(1, "Ada", bot="greedy")


async def test_lists_show_ones_own_finished_boards(tmp_path: Path) -> None:
    async with app_at(tmp_path / "s.db", A_MONDAY + DAY) as server:
        me = server.visitor(KEY)
        alone = write_game(server.store, [ZOE])
        two = write_game(server.store, [ZOE, ADA], at=A_MONDAY)
        for path in ("/", "/me", "/me/games"):
            text = (await me.get(path)).text
            shown = re.findall(
                r'<img src="/t/([\w-]+)\.svg\?small&amp;seat=0&amp;theme=auto"', text
            )
            assert set(shown) == {alone, two}
        for id in (alone, two):
            answer = await me.get(f"/t/{id}.svg?small&seat=0&theme=auto")
            assert answer.status == 200
            assert answer.text.startswith("<svg ")
            assert 'class="box' not in answer.text  # nothing but the board
        boards = [(await me.get(f"/t/{two}.svg?small&seat={seat}")).text for seat in "19"]
        assert boards[0] == boards[1]  # the last seat where there is none of that number
        kept = (await me.get(f"/t/{two}.svg?small&seat=0")).headers["cache-control"]
        assert kept.startswith("private, max-age=")


async def test_no_small_board_is_shown_of_a_game_that_goes_on(tmp_path: Path) -> None:
    async with app_at(tmp_path / "s.db", A_MONDAY + DAY) as server:
        id = write_game(server.store, [ZOE], rounds=4)
        assert (await server.visitor(KEY).get(f"/t/{id}.svg?small")).status >= 400
