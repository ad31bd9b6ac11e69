"""Positions that the pictures are tested with."""

from __future__ import annotations

from hashi.boards import board, standard_deck
from hashi.drawing import Scene, scene
from hashi.record import notation_for
from hashi.rules import Card, Goal, GoalBox, Sheet, Turn

BOXES = (
    GoalBox(Goal.RED, 9, 5, is_high_gone=True, won=None, have=3, need=4),
    GoalBox(Goal.BLUE, 7, 3, is_high_gone=False, won=7, have=3, need=3),
    GoalBox(Goal.SIX, 8, 4, is_high_gone=False, won=None, have=4, need=6),
)
TURNED = tuple(map(Card.parse, ["1/1", "1/2", "2/2", "3/1", "3/3", "4/1", "5/2", "5/3", "6/2"]))

_EARLIER = (
    "4@c2 3@a2 2@c1 c1-c2 a2-c2 a2=a4 5@a4 a4=c4 6@c4 c2=c4 c1-f1 a4-a6 2@a6 "
    "4@e4 c4-e4 2@d3 d3-f3 3@f3 f3-f6 1@b3 2@d5"
)


def turn(text: str, side: str = "A") -> Turn:
    return notation_for(board(side)).turn(text)


def sheet(text: str = "", side: str = "A", struck: str = "") -> Sheet:
    """A sheet with these marks; the islands named in `struck` are struck through."""
    own = board(side)
    marks = turn(text, side).marks if text else ()
    mask = sum(1 << own.island(name).index for name in struck.split())
    return Sheet.of(own, marks).with_struck(mask)


def mid_game() -> Scene:
    """A turn in progress: every state of an island and of a line, goals and info bar."""
    own, fresh = board("A"), "3@e6 e4=e6"
    lines = [own.line(*name.split("-")) for name in ("c6-e6", "e6-f6", "a6-c6", "d3-f3")]
    return scene(
        sheet(f"{_EARLIER} {fresh}", struck="d5"),
        fresh=turn(fresh),
        targets=(
            *(line for line in lines if line is not None),
            own.island("e2"),
            own.island("c6"),
        ),
        boxes=BOXES,
        deck=standard_deck(),
        turned=TURNED,
        card=Card(3, 3),
    )


def scrawl() -> Scene:
    """What free pens leave behind: numbers over numbers, crossing and threefold bridges."""
    fresh = "5@c4 a4-c4 c2-c4 2@a6"
    text = f"3@a1 a1=c1 a1-c1 4@c2 2@c2 6@c2 c2=c4 b3-d3 a2=a4 a2=a4 3@c4 1@a6 a6-c6 {fresh}"
    return scene(sheet(text, struck="b3 d3"), fresh=turn(fresh), help=False)
