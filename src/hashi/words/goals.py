"""What is said of each goal: its name, and the sentences that announce it (R23–R27)."""

from __future__ import annotations

from dataclasses import dataclass

from hashi.rules import Goal
from hashi.words.catalogue import N_, N_many

Counted = tuple[str, str]
"""A sentence with one point, and with several."""


@dataclass(frozen=True, slots=True)
class GoalWords:
    """The sentences of one goal, not translated yet."""

    name: str
    short: str
    """The name in a word."""
    reached: Counted
    reached_by_you: Counted
    lowered: Counted
    """Its higher value is gone."""
    lost: Counted
    sign: str = ""
    """What its sign in a terminal stands for, where that is not a flag."""


GOAL_WORDS = {
    Goal.RED: GoalWords(
        name=N_("all red flags"),
        short=N_("red"),
        reached=N_many(
            "{player} has finished all the islands with a red flag: {count} point!",
            "{player} has finished all the islands with a red flag: {count} points!",
        ),
        reached_by_you=N_many(
            "You’ve finished all the islands with a red flag: {count} point!",
            "You’ve finished all the islands with a red flag: {count} points!",
        ),
        lowered=N_many(
            "From now on, all red flags are worth {count} point.",
            "From now on, all red flags are worth {count} points.",
        ),
        lost=N_many(
            "{player} loses {count} point for the red flags.",
            "{player} loses {count} points for the red flags.",
        ),
    ),
    Goal.BLUE: GoalWords(
        name=N_("all blue flags"),
        short=N_("blue"),
        reached=N_many(
            "{player} has finished all the islands with a blue flag: {count} point!",
            "{player} has finished all the islands with a blue flag: {count} points!",
        ),
        reached_by_you=N_many(
            "You’ve finished all the islands with a blue flag: {count} point!",
            "You’ve finished all the islands with a blue flag: {count} points!",
        ),
        lowered=N_many(
            "From now on, all blue flags are worth {count} point.",
            "From now on, all blue flags are worth {count} points.",
        ),
        lost=N_many(
            "{player} loses {count} point for the blue flags.",
            "{player} loses {count} points for the blue flags.",
        ),
    ),
    Goal.SIX: GoalWords(
        name=N_("six connected islands"),
        short=N_("six"),
        reached=N_many(
            "{player} has connected six finished islands: {count} point!",
            "{player} has connected six finished islands: {count} points!",
        ),
        reached_by_you=N_many(
            "You’ve connected six finished islands: {count} point!",
            "You’ve connected six finished islands: {count} points!",
        ),
        lowered=N_many(
            "From now on, six connected islands are worth {count} point.",
            "From now on, six connected islands are worth {count} points.",
        ),
        lost=N_many(
            "{player} loses {count} point for the six connected islands.",
            "{player} loses {count} points for the six connected islands.",
        ),
        sign=N_("the goal of six connected finished islands"),
    ),
}

GOALS = {goal: told.name for goal, told in GOAL_WORDS.items()}
"""The names of the goals."""
