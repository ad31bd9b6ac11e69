"""Games between bots: single matches, contests of many games on several cores, standings.

    from hashi.arena import play_games
    outcomes = play_games(["greedy", "mybot.py:MyBot"], games=100)

`play_games` plays many games between bots that are named; `play_match` plays one game of bots that
are made; `outcomes` plays the games of a `Contest`; `Standings` adds them up.
Modules are imported on first use.
"""

from hashi.late_names import attach_names

__getattr__, __dir__, __all__ = attach_names(__name__)
