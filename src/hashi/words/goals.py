"""What is said of each goal: its name, and the sentences that announce it (R23–R27)."""

from __future__ import annotations

from dataclasses import dataclass

from hashi.rules import DeadGoal, Goal
from hashi.rules.dead import Cause
from hashi.words.catalogue import N_, N_many, Words

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
    out_of_reach: str = N_("{player} can’t reach one of the goals any more.")
    """A player can't reach it any more."""
    dead: str = N_("A goal is lost.")
    """It can't be reached any more; why says a sentence of its own."""
    one_more: str = N_("{player} needs one more island for a goal.")


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
        out_of_reach=N_("{player} can’t finish all the islands with a red flag any more."),
        dead=N_("Red is lost."),
        one_more=N_("{player} needs one more red flag."),
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
        out_of_reach=N_("{player} can’t finish all the islands with a blue flag any more."),
        dead=N_("Blue is lost."),
        one_more=N_("{player} needs one more blue flag."),
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
        out_of_reach=N_("{player} can’t connect six finished islands any more."),
        sign=N_("the goal of six connected finished islands"),
        dead=N_("Six islands can’t be connected any more."),
        one_more=N_("{player} needs one more connected island."),
    ),
}

GOALS = {goal: told.name for goal, told in GOAL_WORDS.items()}
"""The names of the goals."""

_REASONS = {
    Cause.STRUCK: N_("Island {island} is struck through."),
    Cause.NO_BRIDGE: N_("No bridge can reach {island} any more."),
    Cause.TOO_MANY_BRIDGES: N_("Island {island} has too many bridges."),
    Cause.NO_NUMBER: N_("No number fits {island} any more."),
    Cause.NO_ISLAND: N_("This board has no such flag."),
}
_TOO_FEW_BRIDGES = N_many(
    "Island {island} has a {number}, but only room for {count} bridge.",
    "Island {island} has a {number}, but only room for {count} bridges.",
)


def dead_goal_sentence(words: Words, dead: DeadGoal) -> str:
    """Return that a goal can't be reached any more, and why.

    >>> from hashi.rules.dead import Cause
    >>> lost = hashi.rules.DeadGoal(hashi.Goal.SIX, Cause.NO_GROUP)
    >>> dead_goal_sentence(hashi.words.Words("en"), lost)
    'Six islands can’t be connected any more.'
    """
    lost, island = words.say(GOAL_WORDS[dead.goal].dead), dead.islands[0] if dead.islands else ""
    if dead.goal.joined:
        return lost
    if dead.cause is Cause.TOO_FEW_BRIDGES:
        reason = words.say_many(*_TOO_FEW_BRIDGES, dead.most, island=island, number=dead.number)
    else:
        reason = words.say(_REASONS[dead.cause], island=island)
    return f"{lost} {reason}"


def one_more_sentence(words: Words, goal: Goal, player: str) -> str:
    """Return that a player needs one more island for a goal."""
    return words.say(GOAL_WORDS[goal].one_more, player=player)
