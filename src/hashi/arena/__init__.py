"""Games between bots: single matches, contests of many games on several cores, standings.

    from hashi.arena import play_games
    outcomes = play_games(["greedy", "mybot.py:MyBot"], games=100)

`play_games` plays many games between bots that are named; `play_match` plays one game of bots that
are made; `outcomes` plays the games of a `Contest`; `Standings` adds them up.
Modules are imported on first use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hashi.late_names import defer_names

if TYPE_CHECKING:
    from hashi.arena.match import Failed, Match, Nonsense, play_match
    from hashi.arena.standings import Standing, Standings
    from hashi.arena.tournament import Contest, Outcome, outcomes, play_game, play_games
else:
    __getattr__, __dir__ = defer_names(
        __name__,
        {
            "match": ["Failed", "Match", "Nonsense", "play_match"],
            "standings": ["Standing", "Standings"],
            "tournament": ["Contest", "Outcome", "outcomes", "play_game", "play_games"],
        },
    )

__all__ = [
    "Contest",
    "Failed",
    "Match",
    "Nonsense",
    "Outcome",
    "Standing",
    "Standings",
    "outcomes",
    "play_game",
    "play_games",
    "play_match",
]
