"""What the signs of a table say is true of the game, round by round."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

from tests.support.tables import LINUS, TIM, TableFixture, open_table, people

from hashi.rules import Goal
from hashi.rules.game.scoring import largest_group
from hashi.server.view.goal_tiles import GoalTiles
from hashi.server.view.regions import region
from hashi.server.view.table_page import TablePage
from hashi.server.view.viewer import Viewer
from hashi.table import Phase
from hashi.words import Words

SAYS = re.compile(r'data-says="([^"]*)"')
NUMBER = re.compile(r"(All|\d+) cards? with a (\d)")
CARD = re.compile(r"A card with a (\d) and (\d) bridges?: it (lies|has been|hasn’t)")


def page(here: TableFixture) -> TablePage:
    return TablePage("ID", here.table, Viewer(here.table, TIM), Words("en"))


def said(here: TableFixture, name: str) -> list[str]:
    return [unescape(each) for each in SAYS.findall(region(page(here), name))]


async def test_cards_say_what_was_turned_over_and_what_is_still_to_come(tmp_path: Path) -> None:
    async with open_table(tmp_path, seats=people(TIM, LINUS)) as here:
        assert said(here, "card") == [
            "Every board begins with a 3 or a 4, on an island without a flag."
        ]
        await here.start_all()
        while here.phase() is Phase.ROUND:
            game = here.table.played
            assert game.card is not None
            (card,) = said(here, "card")
            figures = [int(each) for each in re.findall(r"\d", card)]
            assert figures == [game.card.number, game.card.bridges]
            texts = said(here, "info")
            assert texts[0].startswith(f"{17 - len(game.cards)} more") or len(game.cards) == 17
            numbers = [found.groups() for text in texts if (found := NUMBER.match(text))]
            left = {str(n): sum(c.number == n for c in game.unseen) for n in range(1, 7)}
            assert {n: 0 if count == "All" else int(count) for count, n in numbers} == left
            cards = [found.groups() for text in texts if (found := CARD.match(text))]
            unseen = sorted((int(n), int(b)) for n, b, look in cards if look == "hasn’t")
            assert unseen == sorted((c.number, c.bridges) for c in game.unseen)
            assert [look for *_, look in cards].count("lies") == 1
            assert len(cards) == 18
            await here.play_round()


async def test_the_goal_of_six_shows_the_longest_chain(tmp_path: Path) -> None:
    async with open_table(tmp_path) as here:
        await here.start_all()
        while here.phase() is Phase.ROUND:
            await here.play_round()
            if here.phase() is not Phase.ROUND:
                break
            shown = GoalTiles.of(page(here)).asked[list(Goal).index(Goal.SIX)]
            assert len(shown) == largest_group(here.table.played.sheets[0])
