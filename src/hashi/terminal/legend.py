"""The signs of a board in characters, each with what it means."""

from __future__ import annotations

from hashi.drawing import Palette
from hashi.drawing.characters.glyphs import ASCII, UNICODE, Glyphs
from hashi.drawing.sheet_scene import IslandState
from hashi.rules import Flag
from hashi.terminal.console import Console
from hashi.words import GOAL_WORDS, N_

_LENGTH = 4
"""How many characters of a line are shown."""


def tell_signs(console: Console, *, is_free: bool) -> None:
    """Print the signs of boards, cards and goals; free pens have a few more.

    Where boards are described, say what is told of them instead.
    """
    if console.describes:
        console.tell(
            console.words.say(
                "Boards are described here, so there are no signs: each island has a line of its "
                "own with its number, its flag, its bridges and where its lines lead. After the "
                "islands come the goals and the cards."
            )
        )
        return
    glyphs = ASCII if console.palette is Palette.ASCII else UNICODE
    signs = [*_islands(glyphs, is_free), *_lines(glyphs), *_turn(glyphs), *_bars(glyphs)]
    console.tell_pairs((sign, console.words.say(meaning)) for sign, meaning in signs)


def _islands(glyphs: Glyphs, is_free: bool) -> list[tuple[str, str]]:
    def island(state: IslandState, inner: str) -> str:
        return glyphs.chip(state, inner, None, is_target=False)

    struck = [(island(IslandState.STRUCK, "5"), N_("struck through because of a mistake"))]
    return [
        (island(IslandState.EMPTY, " "), N_("an island without a number")),
        (island(IslandState.EMPTY, glyphs.dots[2]), N_("the same, with two bridges")),
        (island(IslandState.NUMBERED, "5"), N_("an island that needs 5 bridges in all")),
        (island(IslandState.FINISHED, "5"), N_("a finished island: 2 points")),
        (island(IslandState.DEAD, "5"), N_("can’t be finished any more")),
        *(struck if is_free else []),
        (f"{glyphs.flags[Flag.RED]} {glyphs.flags[Flag.BLUE]}", N_("a red flag, a blue flag")),
    ]


def _lines(glyphs: Glyphs) -> list[tuple[str, str]]:
    return [
        (glyphs.open[0] * _LENGTH, N_("a line: room for two bridges")),
        (glyphs.bridges[0][0] * _LENGTH, N_("one bridge")),
        (glyphs.bridges[1][0] * _LENGTH, N_("two bridges")),
        (f"{glyphs.blocked[0]} " * (_LENGTH // 2), N_("blocked by a bridge that crosses it")),
    ]


def _turn(glyphs: Glyphs) -> list[tuple[str, str]]:
    return [
        (f"{glyphs.allowed[0]} {glyphs.allowed[1]}", N_("the number may go here")),
        (glyphs.target[0] * _LENGTH, N_("a bridge may go here")),
        (glyphs.fresh, N_("marked in this turn")),
        (glyphs.ringed, N_("finished in this turn")),
    ]


def _bars(glyphs: Glyphs) -> list[tuple[str, str]]:
    tally, strike = glyphs.tally * 2, glyphs.strike
    dead = glyphs.brackets[IslandState.DEAD]
    return [
        (f"[5{tally}]", N_("the card that lies face up: a 5 and two bridges")),
        (f"5{tally}", N_("a card that may still come")),
        (f"{strike}5{glyphs.ticked * 2}{strike}", N_("a card that was played")),
        ("9 5 0/4", N_("a goal: 9 points for the first, then 5; 0 of 4 islands are finished")),
        (f"{strike}9 5{strike} {dead}", N_("a goal that can’t be reached any more")),
        *((glyphs.icons[goal.icon], told.sign) for goal, told in GOAL_WORDS.items() if told.sign),
        (glyphs.won.format(9), N_("a goal you’ve reached, and its points")),
    ]
