"""The head of a review: the sum that explains the total, and the addresses of its parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hashi.coach import (
    Method,
    PlayerReview,
    like_sentence,
    start_sentence,
)
from hashi.coach.sentences import figure
from hashi.server.jobs.reviews import BestGame, Reviewed
from hashi.table import Result, Table
from hashi.words import (
    RANKS,
    Words,
    aid_mark,
    day_text,
    player_name,
)

KIND, LITTLE_KIND = 3.0, 0.8
"""The luck of a game from which the cards are called kind, and a little kind."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A part of the sum that explains the total."""

    value: str
    name: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class ReviewHead:
    """What a review says of one seat above its curve, in the words of a reader."""

    words: Words
    id: str
    table: Table
    reviewed: Reviewed
    seat: int
    is_own: bool
    """Whether the seat is the reader's own."""

    # --- the head

    @property
    def player(self) -> PlayerReview:
        return self.reviewed.review.players[self.seat]

    @property
    def best(self) -> BestGame:
        return self.reviewed.best[self.seat]

    @property
    def is_solo(self) -> bool:
        return self.table.played.setup.is_solo

    @property
    def name(self) -> str:
        return player_name(self.words, self.player.name)

    @property
    def where(self) -> str:
        """Return the board and the day."""
        board = self.table.options.board
        side = self.words.say("Side {side}", side=board) if len(board) == 1 else ""
        day = day_text(self.words, self.table.since)
        return " · ".join(filter(None, (side, day)))

    @property
    def rank(self) -> str:
        """Return the rank of a solo game and the mark of its aid; at a table only the mark."""
        rank, aid = self.table.played.rank, Result.of(self.id, self.table).aid(self.seat)
        name = "" if rank is None else self.words.say(RANKS[rank])
        return " · ".join(filter(None, (name, aid_mark(self.words, aid))))

    @property
    def figures(self) -> tuple[Figure, ...]:
        """Return the sum that explains the total; as it is shown, it adds up."""
        words, player = self.words, self.player
        own = words.say("your turns") if self.is_own else words.say("turns")
        parts = [player.expected.value, player.luck, player.others, -player.cost]
        expected, luck, others, cost = adding_up(parts, player.total)
        shown = [
            Figure(figure(words, expected), words.say("expected")),
            Figure(signed(words, luck), words.say("cards")),
        ]
        if not self.is_solo:
            shown.append(Figure(signed(words, others), words.say("the others")))
        return (*shown, Figure(signed(words, cost), own, "cost" if cost < 0 else ""))

    @property
    def lead(self) -> str:
        """Return the game in two or three sentences: the cards, the turns, who plays like that."""
        player = self.player
        parts = [self._luck_sentence(), self._cost_sentence(), like_sentence(self.words, player)]
        return " ".join(parts)

    def _luck_sentence(self) -> str:
        luck, words = self.player.luck, self.words
        if luck >= KIND:
            return words.say("The cards were kind.")
        if luck >= LITTLE_KIND:
            return words.say("The cards were a little kind.")
        if luck > -LITTLE_KIND:
            return words.say("The cards were fair.")
        if luck > -KIND:
            return words.say("The cards were a little unkind.")
        return words.say("The cards were unkind.")

    def _cost_sentence(self) -> str:
        costly, words = self.player.costliest, self.words
        if not costly:
            return words.say("No turn cost much.")
        lost = figure(words, sum(turn.cost for turn in costly))
        return words.say_many(
            "{count} turn cost {points} points.",
            "{count} turns cost {points} points.",
            len(costly),
            points=lost,
        )

    @property
    def method(self) -> str:
        """Return how sure the figures are, where they come from games played on."""
        if self.reviewed.review.method is not Method.ROLLOUTS:
            return ""
        error = max(turn.outlook.error for turn in self.player.turns)
        return self.words.say(
            "The coach doesn’t know this board by heart: these figures come from games played on,"
            " give or take {points} points.",
            points=figure(self.words, error),
        )

    @property
    def start(self) -> str:
        """Return what the start of a solo game cost; it isn’t part of the sum."""
        start = self.player.start
        if start is None:
            return ""
        return start_sentence(self.words, start)

    @property
    def possible(self) -> str:
        """Return the best possible result in a sentence; it links to that game."""
        words, best = self.words, self.best
        if best.is_proven:
            return words.say("{points} was possible with these cards", points=best.points)
        return words.say("{points} was possible at least with these cards", points=best.points)

    # --- addresses

    def link(self, round: int | None) -> str:
        """Return the address of a moment; None for the whole game."""
        seat = "" if self.is_solo else f"seat={self.seat}"
        at = "" if round is None else f"round={round}"
        query = "&".join(filter(None, (at, seat)))
        return f"/t/{self.id}/review" + (f"?{query}" if query else "")

    @property
    def best_link(self) -> str:
        return f"/t/{self.id}/review/best" + ("" if self.is_solo else f"?seat={self.seat}")

    @property
    def find_link(self) -> str:
        """Return where the costliest turns are puzzles."""
        return f"/t/{self.id}/review/find/{self.seat}"

    @property
    def seats(self) -> list[tuple[str, str, bool]]:
        """Return the players to choose from: name, address, whether it is this one."""
        return [
            (
                player_name(self.words, player.name),
                f"/t/{self.id}/review?seat={player.seat}",
                player.seat == self.seat,
            )
            for player in self.reviewed.review.players
        ]


def signed(words: Words, points: float) -> str:
    """Return points with their sign."""
    return figure(words, points, is_signed=True)


def adding_up(parts: Sequence[float], total: int) -> list[float]:
    """Return the parts in tenths that add up to the total: the largest error is corrected."""
    tenths = [round(10 * part) for part in parts]
    while missing := 10 * total - sum(tenths):
        step = 1 if missing > 0 else -1
        worst = max(range(len(parts)), key=lambda at: step * (10 * parts[at] - tenths[at]))
        tenths[worst] += step
    return [each / 10 for each in tenths]
