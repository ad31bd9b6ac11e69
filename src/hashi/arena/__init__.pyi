"""The names that this package offers; each is loaded when it is first used."""

from hashi.arena.match import Failed as Failed
from hashi.arena.match import Match as Match
from hashi.arena.match import Nonsense as Nonsense
from hashi.arena.match import play_match as play_match
from hashi.arena.standings import Standing as Standing
from hashi.arena.standings import Standings as Standings
from hashi.arena.tournament import Contest as Contest
from hashi.arena.tournament import Outcome as Outcome
from hashi.arena.tournament import outcomes as outcomes
from hashi.arena.tournament import play_game as play_game
from hashi.arena.tournament import play_games as play_games
