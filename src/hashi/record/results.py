"""The result of a record as `hashi score --json` prints it, errors included."""

from __future__ import annotations

from typing import Any

from hashi.record.notation import start_text
from hashi.rules.game.game import Game
from hashi.rules.goals import Goal
from hashi.rules.malformed import Malformed
from hashi.rules.mark import Number
from hashi.rules.reason import Illegal


def result(game: Game) -> dict[str, Any]:
    """Return the result of a game, or where it stands, as JSON.

    >>> game = hashi.new_game("A", ["Tim"], seed="sea").start("4@c2")
    >>> hashi.result(game.state)["players"][0]["total"]
    0
    """
    names = game.setup.players
    return {
        "rounds": game.rounds,
        "finished": game.is_finished,
        "players": [
            {
                "name": names[seat],
                "islands": game.sheets[seat].finished.bit_count(),
                "goals": {
                    item.source.value: item.points
                    for item in game.ledgers[seat]
                    if isinstance(item.source, Goal)
                },
                "total": game.totals[seat],
                "rank": game.rank,
            }
            for seat in range(len(names))
        ],
        "winners": [names[seat] for seat in game.winners],
    }


def error(problem: Malformed | Illegal, message: str) -> dict[str, Any]:
    """What was wrong with a record; the message is the sentence for people."""
    if isinstance(problem, Malformed):
        return {"error": {"kind": "malformed", "message": message}}
    return {
        "error": {
            "kind": "illegal",
            "round": problem.round,
            "player": problem.player,
            "rule": problem.rule,
            "mark": _mark(problem),
            "message": message,
        }
    }


def _mark(illegal: Illegal) -> str | None:
    """Return the mark as the record writes it: a start is `c2=4`, a number is `4@c2`."""
    mark = illegal.refusal.mark
    if illegal.round == 0 and isinstance(mark, Number):
        return start_text(mark)
    return None if mark is None else str(mark)
