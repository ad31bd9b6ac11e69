"""The story of a game in sentences, besides what is announced: who scored much, who lost a goal,
who ran out of time, who went and came back."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from hashi.rules import Goal
from hashi.words.catalogue import N_, Words
from hashi.words.goals import GOAL_WORDS


class StoryKind(StrEnum):
    """What happened to a player."""

    BIG_ROUND = "big_round"
    """Many points in one round, goals included."""
    OUT_OF_REACH = "out_of_reach"
    """A goal can certainly not be reached any more."""
    TIME_UP = "time_up"
    """The clock ended the turn."""
    AWAY = "away"
    """Others let a bot play, since the person is away."""
    COVERED = "covered"
    """The person let a bot play."""
    BACK = "back"
    """The person plays again."""


@dataclass(frozen=True, slots=True)
class Happening:
    """One thing that happened to a player."""

    kind: StoryKind
    seat: int
    points: int = 0
    goal: Goal | None = None


_SENTENCES = {
    StoryKind.TIME_UP: N_("{player} has run out of time."),
    StoryKind.AWAY: N_("{player} is away. A bot is playing in the meantime."),
    StoryKind.COVERED: N_("{player} lets a bot play."),
    StoryKind.BACK: N_("{player} is back and playing again."),
}


def tell(words: Words, happening: Happening, player: str) -> str:
    """Return what happened to a player, in a sentence."""
    if happening.kind is StoryKind.BIG_ROUND:
        return words.say_many(
            "A big round for {player}: {count} point!",
            "A big round for {player}: {count} points!",
            happening.points,
            player=player,
        )
    if happening.goal is not None:
        return words.say(GOAL_WORDS[happening.goal].out_of_reach, player=player)
    return words.say(_SENTENCES[happening.kind], player=player)
