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
    LEFT = "left"
    """The person has not been here for a while."""
    RETURNED = "returned"
    """The person is here again."""
    RESIGNED = "resigned"
    """The person has stopped playing for good."""
    PROPOSED = "proposed"
    """The person asks to go back to a round."""
    REJECTED = "rejected"
    """The person does not want to go back."""
    WITHDRAWN = "withdrawn"
    """The person does not ask for it any more."""
    LAPSED = "lapsed"
    """The round ended before all had answered."""
    REWOUND = "rewound"
    """All have gone back to a round, as the person asked."""


@dataclass(frozen=True, slots=True)
class Happening:
    """One thing that happened to a player."""

    kind: StoryKind
    seat: int
    points: int = 0
    goal: Goal | None = None
    round: int = 0
    """The round to go back to, where it is about that."""


_SENTENCES = {
    StoryKind.TIME_UP: N_("{player} has run out of time."),
    StoryKind.AWAY: N_("{player} is away. A bot is playing in the meantime."),
    StoryKind.COVERED: N_("{player} lets a bot play."),
    StoryKind.BACK: N_("{player} is back and playing again."),
    StoryKind.LEFT: N_("{player} is away."),
    StoryKind.RETURNED: N_("{player} is back."),
    StoryKind.RESIGNED: N_("{player} gave up."),
    StoryKind.PROPOSED: N_("{player} asks to go back to round {round}."),
    StoryKind.REJECTED: N_("{player} would rather not go back."),
    StoryKind.WITHDRAWN: N_("{player} doesn’t want to go back any more."),
    StoryKind.LAPSED: N_("The round ended before everyone had agreed to go back."),
    StoryKind.REWOUND: N_("Everyone went back to round {round}, as {player} had asked."),
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
    return words.say(_SENTENCES[happening.kind], player=player, round=happening.round)


def tell_own_big_round(words: Words, points: int) -> str:
    """Return that the reader got many points in one round."""
    return words.say_many(
        "A big round for you: {count} point!", "A big round for you: {count} points!", points
    )
