"""Hints on a page: a step says no more than its own, and is counted."""

from __future__ import annotations

import re
from pathlib import Path

from tests.support.app import app_at

from hashi.coach import HintStep, hint, step_text
from hashi.rules import view
from hashi.words import Words

NOON = 1_800_000_000.0


async def test_a_step_shows_nothing_of_those_that_follow(tmp_path: Path) -> None:
    async with app_at(tmp_path / "s.db", NOON) as server:
        tim = server.visitor()
        id = (await tim.post("/new", mode="solo")).location.removeprefix("/t/")
        await tim.play_out(id, rounds=2)
        table = (await server.host.tables.live(id)).table
        found = hint(view(table.played, 0))
        assert found.turn.marks
        texts = [step_text(Words("en"), found, step) for step in HintStep]
        for step in HintStep:
            page = (await tim.post(f"/t/{id}/hint", seat="0", more="1")).text
            assert f'data-step="{step.value}"' in page
            for text in texts[step:]:
                assert text not in page
            marks = str(found.turn) if step is HintStep.MARKS else ""
            assert f'data-marks="{marks}"' in page
            (overlay,) = re.findall(r'<div id="hint-overlay">(.*?)</div>', page, re.DOTALL)
            assert bool(overlay) == (step is not HintStep.AIM)
            assert ("ghost" in overlay) == (step is HintStep.MARKS)
            again = (await tim.post(f"/t/{id}/hint", seat="0")).text
            assert again == page
        table = (await server.host.tables.live(id)).table
        assert table.hints == (len(HintStep),)


async def test_a_hint_is_for_ones_own_seat(tmp_path: Path) -> None:
    async with app_at(tmp_path / "s.db", NOON) as server:
        tim, eve = server.visitor(), server.visitor()
        id = (await tim.post("/new", mode="solo")).location.removeprefix("/t/")
        await tim.play_out(id, rounds=2)
        for seat in ("0", "1", ""):
            assert (await eve.post(f"/t/{id}/hint", seat=seat, more="1")).status == 403
        assert (await server.host.tables.live(id)).table.hints == (0,)
