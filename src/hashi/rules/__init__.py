"""The game itself: the whole rulebook, and nothing else.

Standard library only: no input or output, no clock, no randomness of its own, no sentences.
"""

from hashi.rules.board import Board, Line
from hashi.rules.card import Card, Deal, deal, seeded
from hashi.rules.dead import DeadGoal, dead_goals, dead_islands
from hashi.rules.draft import Draft
from hashi.rules.game.entries import Called, Entry, Played, Refereed, Start, Turned
from hashi.rules.game.game import Game, play, play_unchecked
from hashi.rules.game.mistakes import Ink
from hashi.rules.game.news_items import News, NewsKind, news
from hashi.rules.game.scoring import Ledger, Points, is_reached, progress, total
from hashi.rules.game.seat_view import (
    GoalBox,
    PlayView,
    SeatView,
    View,
    goal_boxes,
    play_view,
    view,
)
from hashi.rules.game.setup import Pens, Setup, start_refusal
from hashi.rules.game.solo import piles, points_to_next_rank, rank
from hashi.rules.game.verdict import Finding
from hashi.rules.goals import Goal
from hashi.rules.island import Flag, Island
from hashi.rules.law import allowed_islands, allowed_lines, refusal, refusals
from hashi.rules.malformed import Flaw, Malformed
from hashi.rules.mark import Bridge, Mark, Number, Stray
from hashi.rules.reason import Illegal, Reason, Refusal
from hashi.rules.sheet import Sheet
from hashi.rules.turn import PASS, Turn, apply_turn, can_draw, turns

__all__ = [
    "PASS",
    "Board",
    "Bridge",
    "Called",
    "Card",
    "DeadGoal",
    "Deal",
    "Draft",
    "Entry",
    "Finding",
    "Flag",
    "Flaw",
    "Game",
    "Goal",
    "GoalBox",
    "Illegal",
    "Ink",
    "Island",
    "Ledger",
    "Line",
    "Malformed",
    "Mark",
    "News",
    "NewsKind",
    "Number",
    "Pens",
    "PlayView",
    "Played",
    "Points",
    "Reason",
    "Refereed",
    "Refusal",
    "SeatView",
    "Setup",
    "Sheet",
    "Start",
    "Stray",
    "Turn",
    "Turned",
    "View",
    "allowed_islands",
    "allowed_lines",
    "apply_turn",
    "can_draw",
    "dead_goals",
    "dead_islands",
    "deal",
    "goal_boxes",
    "is_reached",
    "news",
    "piles",
    "play",
    "play_unchecked",
    "play_view",
    "points_to_next_rank",
    "progress",
    "rank",
    "refusal",
    "refusals",
    "seeded",
    "start_refusal",
    "total",
    "turns",
    "view",
]
