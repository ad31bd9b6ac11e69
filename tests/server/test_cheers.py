"""Reactions of people who watch: at once to each other, to players when a round is closed."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.support.broadcasts import new_broadcast
from tests.support.tables import LINUS, TIM, TableFixture, open_table, people

from hashi.rules import Malformed
from hashi.server.live.broadcast import Broadcast
from hashi.server.live.reaction_limits import A_MINUTE, OF_ALL_WATCHERS
from hashi.server.live.watcher import Watcher
from hashi.server.visitor import Visitor
from hashi.table import Objected, Objection, Options

WOW = {"do": "react", "reaction": "wow"}


class Page(Watcher):
    """An open page of one who holds this, and what it was sent of reactions."""

    def __init__(self, holder: str) -> None:
        super().__init__(Visitor("k" * 20, "en", "auto", is_new=False))
        self.holder = holder

    @property
    def reactions_seen(self) -> list[tuple[str, int]]:
        messages = [json.loads(text) for text in self.outbox]
        found = [each for each in messages if each["type"] == "reaction"]
        return [(each["name"] + " " + each["text"], each.get("count", 1)) for each in found]


@contextlib.contextmanager
def watching(broadcast: Broadcast, here: TableFixture, *holders: str) -> Iterator[list[Page]]:
    with contextlib.ExitStack() as open_pages:
        pages = [Page(holder) for holder in holders]
        for page in pages:
            open_pages.enter_context(broadcast.watching(here.live, page))
        yield pages


async def test_players_see_them_when_the_round_is_closed_and_counted(tmp_path: Path) -> None:
    broadcast = new_broadcast()
    two = Options(seats=2)
    async with open_table(tmp_path, two, people(TIM, LINUS), audience=broadcast) as here:
        await here.start_all()
        with watching(broadcast, here, TIM, "ann", "bo") as (tim, ann, bo):
            for page in (ann, bo):
                broadcast.reactions.react(here.live, page, WOW)
            assert ann.reactions_seen == bo.reactions_seen == [("From the audience Wow!", 1)] * 2
            await here.play(0, "pass")
            assert tim.reactions_seen == []
            await here.play(1, "pass")
            assert tim.reactions_seen == [("From the audience Wow!", 2)]
            await here.play(0, "pass")
            await here.play(1, "pass")
            assert len(tim.reactions_seen) == 1


async def test_each_page_and_all_of_them_together_are_limited(tmp_path: Path) -> None:
    broadcast = new_broadcast()
    async with open_table(
        tmp_path, Options(seats=2), people(TIM, LINUS), audience=broadcast
    ) as here:
        await here.start_all()

        def sent(page: Page) -> bool:
            try:
                broadcast.reactions.react(here.live, page, WOW)
            except Objected as objected:
                return objected.objection is not Objection.TOO_MANY_REACTIONS
            return True

        with watching(broadcast, here, "ann") as (ann,):
            assert [sent(ann) for _ in range(A_MINUTE)].count(True) < 3  # one a second
        crowd = [f"watcher {number}" for number in range(OF_ALL_WATCHERS + 5)]
        with watching(broadcast, here, *crowd) as pages:
            assert sum(map(sent, pages)) <= OF_ALL_WATCHERS


@pytest.mark.parametrize("fields", [{"reaction": "rude"}, {}, {"reaction": "wow", "seat": 0}])
async def test_nothing_else_is_said(fields: dict[str, Any], tmp_path: Path) -> None:
    """Neither other words nor in the name of a player."""
    broadcast = new_broadcast()
    async with open_table(
        tmp_path, Options(seats=2), people(TIM, LINUS), audience=broadcast
    ) as here:
        await here.start_all()
        with (
            watching(broadcast, here, "ann") as (ann,),
            pytest.raises((Malformed, Objected)),
        ):
            broadcast.reactions.react(here.live, ann, {"do": "react", **fields})


async def test_one_who_plays_cannot_send_as_one_who_watches(tmp_path: Path) -> None:
    broadcast = new_broadcast()
    async with open_table(
        tmp_path, Options(seats=2), people(TIM, LINUS), audience=broadcast
    ) as here:
        await here.start_all()
        with watching(broadcast, here, TIM) as (tim,), pytest.raises(Malformed):
            broadcast.reactions.react(here.live, tim, WOW)
