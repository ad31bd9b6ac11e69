"""The referee's verdict for the page of a result, board by board (R34)."""

from __future__ import annotations

from dataclasses import dataclass

from hashi.rules import Finding, Game
from hashi.words import (
    Words,
    consequences,
    cost_text,
    fall_text,
    marks_text,
    player_name,
    wrong_sentence,
)


@dataclass(frozen=True, slots=True)
class ShownFinding:
    """A mistake that the referee found, in words."""

    what: str
    cost: str
    is_free: bool
    """Whether it cost nothing."""
    reasons: tuple[str, ...]
    consequences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BoardVerdict:
    """What the referee found on one board."""

    seat: int
    player: str
    fall: str
    """From how many points to how many; empty where nothing was lost."""
    findings: tuple[ShownFinding, ...]


def verdict_of(words: Words, game: Game) -> tuple[BoardVerdict, ...] | None:
    """Return the verdict of a game with free pens, by seat; None where no referee has spoken."""
    if not game.is_refereed:
        return None
    return tuple(_of_board(words, game, seat) for seat in range(len(game.setup.players)))


def _of_board(words: Words, game: Game, seat: int) -> BoardVerdict:
    player = player_name(words, game.setup.players[seat])
    found = [finding for finding in game.verdict if finding.seat == seat]
    has_fallen = any(finding.points for finding in found)
    return BoardVerdict(
        seat,
        player,
        fall_text(words, found, game.totals[seat]) if has_fallen else "",
        tuple(_shown(words, finding, player) for finding in found),
    )


def _shown(words: Words, finding: Finding, player: str) -> ShownFinding:
    return ShownFinding(
        marks_text(words, finding.marks, finding.round),
        cost_text(words, finding.points),
        not finding.points,
        tuple(wrong_sentence(words, refusal) for refusal in finding.against),
        tuple(consequences(words, finding, player)),
    )
