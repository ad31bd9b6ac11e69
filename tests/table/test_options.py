"""The options of a new table: what is accepted and what is refused."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Any

import pytest

from hashi.boards import board, standard_deck
from hashi.rules import Flaw, Malformed, Pens
from hashi.table import Options
from hashi.table.flaw import TableFlaw
from tests.support.tables import OWN_BOARD, SHORT_DECK, TIM, open_table


def test_the_default_is_a_solo_game_on_side_a_with_guided_pens_and_no_clock() -> None:
    options = Options.from_json({})
    assert options == Options()
    assert options.played_board() == board("A")
    assert options.played_deck() == standard_deck()
    assert options.may_rewind


@pytest.mark.parametrize(
    "given",
    [
        {"board": "B", "seats": 4, "pens": "free", "pace": 86_400, "help": False},
        {"board": OWN_BOARD, "deck": list(SHORT_DECK), "practice": True},
        {"board": OWN_BOARD.replace("\n", "\r\n") + "\n# mine\n", "pace": 5},
        {"pace": 0, "unknown": "is left out"},
    ],
)
def test_options_come_back_from_json_as_they_were(given: dict[str, Any]) -> None:
    options = Options.from_json(given)
    assert Options.from_json(options.to_json()) == options
    assert {name: options.to_json()[name] for name in given if name != "unknown"} == {
        name: value for name, value in given.items() if name != "unknown"
    }


@pytest.mark.parametrize(
    ("given", "flaw", "field"),
    [
        ([], Flaw.KIND, ""),
        (None, Flaw.KIND, ""),
        ({"board": 5}, Flaw.KIND, "board"),
        ({"board": "C"}, Flaw.BOARD_NAME, "board"),
        ({"board": ""}, Flaw.BOARD_NAME, "board"),
        ({"board": "o o\no x"}, Flaw.CELL, "board"),
        ({"board": "o o o\no o"}, Flaw.RAGGED, "board"),
        ({"board": "o o\no o"}, Flaw.ISLANDS, "board"),
        ({"board": "r r r\nb b b"}, Flaw.ISLANDS, "board"),
        ({"board": "o " * 5000 + "\n"}, Flaw.TOO_LONG, "board"),
        ({"board": "\n"}, Flaw.RASTER, "board"),
        ({"seats": 0}, Flaw.PLAYERS, "seats"),
        ({"seats": 5}, Flaw.PLAYERS, "seats"),
        ({"seats": True}, Flaw.KIND, "seats"),
        ({"pens": "golden"}, Flaw.PENS, "pens"),
        ({"pens": None}, Flaw.KIND, "pens"),
        ({"pace": 4}, TableFlaw.CLOCK, "pace"),
        ({"pace": -5}, TableFlaw.CLOCK, "pace"),
        ({"pace": 30 * 86_400 + 1}, TableFlaw.CLOCK, "pace"),
        ({"pace": 5.5}, Flaw.KIND, "pace"),
        ({"help": 1}, Flaw.KIND, "help"),
        ({"practice": "yes"}, Flaw.KIND, "practice"),
        ({"deck": "5/3"}, Flaw.KIND, "deck"),
        ({"deck": ["5/3", 7]}, Flaw.KIND, "deck[1]"),
        ({"deck": ["5/3", "9/9"]}, Flaw.CARD, "deck[1]"),
        ({"deck": ["5/3"]}, Flaw.DECK_SIZE, "deck"),
        ({"deck": ["5/3"] * 100}, Flaw.DECK_SIZE, "deck"),
    ],
)
def test_a_wrong_option_is_malformed_with_its_field(given: Any, flaw: StrEnum, field: str) -> None:
    with pytest.raises(Malformed) as caught:
        Options.from_json(given)
    assert (caught.value.flaw, caught.value.details["field"]) == (flaw, field)


async def test_a_table_plays_on_the_board_with_the_deck_and_the_pens_agreed(tmp_path: Path) -> None:
    options = Options(board=OWN_BOARD, deck=SHORT_DECK, pens=Pens.FREE)
    async with open_table(tmp_path, options) as here:
        setup = here.table.played.setup
        assert setup.board.width == 4
        assert sorted(str(card) for card in setup.deck) == sorted(SHORT_DECK)
        assert setup.pens is Pens.FREE
        assert setup.players == ("Tim",)
        await here.play_out()
        assert len(here.table.record.rounds) == len(SHORT_DECK) - 1
        assert here.table.seats_of(TIM) == (0,)
