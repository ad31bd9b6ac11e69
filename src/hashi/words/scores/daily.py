"""The result of a day's board as a text for others: it gives no place and no card away."""

from __future__ import annotations

from datetime import date

from hashi.rules import Game, Goal
from hashi.rules.game.solo import PILES
from hashi.words.catalogue import Words
from hashi.words.dates import short_day_text
from hashi.words.scores.scores import points, rank_or_mark

NONE, ONE, SEVERAL, GOAL = "≈", "○", "◎", "⚑"
"""What a card brought: no finished island, one, two or more, a goal."""


def daily_signs(game: Game) -> str:
    """Return one sign for each card of a game alone, in groups like its piles (R30)."""
    signs = [_sign(game, round) for round in range(1, game.rounds + 1)]
    groups, begun = [], 0
    for size in PILES:
        groups.append("".join(signs[begun : begun + size]))
        begun += size
    return " ".join(filter(None, groups))


def _sign(game: Game, round: int) -> str:
    gained = [item.source for item in game.ledgers[0] if item.round == round]
    if any(isinstance(source, Goal) for source in gained):
        return GOAL
    return SEVERAL if len(gained) > 1 else ONE if gained else NONE


def daily_text(words: Words, game: Game, day: date, place: str = "", aid: str | None = None) -> str:
    """Return the result in three lines: date and points, the signs, the rank and the place.

    A result with an aid has its mark there instead.
    """
    total = game.totals[0]
    name = " · ".join(filter(None, (rank_or_mark(words, total, aid), "" if aid else place)))
    head = f"HASHI · {short_day_text(words, day)} · {points(words, total)}"
    return f"{head}\n{daily_signs(game)}\n{name}"
