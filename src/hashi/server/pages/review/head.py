"""The head of a review: the sum that explains the total, and the addresses of its parts."""

from __future__ import annotations

from dataclasses import dataclass

from hashi.coach import (
    Method,
    PlayerReview,
    Reach,
    like_sentence,
    start_sentence,
)
from hashi.coach.reviews.sentences import figure, resigned_sentence
from hashi.server.jobs.reviews import BestGame, Reviewed
from hashi.server.pages.review.players import PlayerRow, compared, player_rows, races, shown_sum
from hashi.table import Result, Table
from hashi.words import (
    N_,
    RANKS,
    Words,
    aid_mark,
    day_text,
    player_name,
)
from hashi.words.typography import NO_BREAK_SPACE

LUCK, LITTLE_LUCK = 3.0, 0.8
"""The points from which the cards are said to have brought luck, and a little luck."""
UNFINISHED = N_(
    "This game was ended before its last card, so there’s no telling how it would "
    "have turned out or what was possible."
)


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
    def is_over(self) -> bool:
        """Whether all cards were played, so that there is a result."""
        return self.reviewed.review.is_over

    @property
    def best(self) -> BestGame | None:
        return self.reviewed.best[self.seat] if self.is_over else None

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
    def points(self) -> str:
        """Return the points of the game; of one that was ended, those expected at its end."""
        return str(self.player.total) if self.is_over else figure(self.words, self.player.end)

    @property
    def points_unit(self) -> str:
        """Return what these points are."""
        words = self.words
        if self.is_over:
            return words.say_many("point", "points", self.player.total)
        rounds = len(self.player.turns)
        return words.say_many(
            "points expected after {count} round", "points expected after {count} rounds", rounds
        )

    @property
    def figures(self) -> tuple[Figure, ...]:
        """Return the sum that explains the points; as it is shown, it adds up."""
        words, player = self.words, self.player
        own = words.say("your turns") if self.is_own else words.say("turns")
        expected, luck, others, cost = shown_sum(player)
        shown = [
            Figure(figure(words, expected), words.say("expected")),
            Figure(signed(words, luck), words.say("cards")),
        ]
        if not self.is_solo:
            shown.append(Figure(signed(words, others), words.say("the others")))
        return (*shown, Figure(signed(words, cost), own, "cost" if cost < 0 else ""))

    @property
    def lead(self) -> str:
        """Return the game in two sentences that a child understands: the cards, the turns."""
        return f"{self._luck_sentence()} {self._cost_sentence()}"

    @property
    def like(self) -> str:
        """Return what a turn cost on average, and which bot plays like that."""
        return like_sentence(self.words, self.player)

    def _luck_sentence(self) -> str:
        luck, words = self.player.luck, self.words
        if luck >= LUCK:
            return words.say("The cards brought luck.")
        if luck >= LITTLE_LUCK:
            return words.say("The cards brought a little luck.")
        if luck > -LITTLE_LUCK:
            return words.say("The cards brought neither good luck nor bad.")
        if luck > -LUCK:
            return words.say("The cards brought a little bad luck.")
        return words.say("The cards brought bad luck.")

    def _cost_sentence(self) -> str:
        costly, words = self.player.costliest, self.words
        lost = round(sum(turn.cost for turn in costly))
        if not lost:
            return words.say("No turn cost much.")
        if len(costly) == 1:
            return words.say_many(
                "One turn cost about {count} point.", "One turn cost about {count} points.", lost
            )
        return words.say_many(
            "The {turns} costliest turns cost about {count} point.",
            "The {turns} costliest turns cost about {count} points.",
            lost,
            turns=len(costly),
        )

    @property
    def method(self) -> str:
        """Return how sure the figures are, where they come from games played on."""
        if self.reviewed.review.method is not Method.ROLLOUTS:
            return ""
        error = max(turn.outlook.error for turn in self.player.turns)
        return self.words.say(
            "The coach hasn’t studied this board or deck. Its figures come from simulated games, "
            "give or take {points} points.",
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
    def meanings(self) -> tuple[tuple[str, str], ...]:
        """Return the parts of the sum, each with its meaning in plain words."""
        say = self.words.say
        own = say("your turns") if self.is_own else say("turns")
        told = [
            (say("expected"), say("what good players get from this start, on average")),
            (say("cards"), say("what the order of the cards brought: luck, good or bad")),
            (own, say("what better turns with the same cards would have brought")),
        ]
        if not self.is_solo:
            others = say("what the others changed by winning or losing the race for a goal")
            told.insert(2, (say("the others"), others))
        return tuple(told)

    # --- what was possible

    @property
    def reach(self) -> Reach | None:
        return self.reviewed.reach[self.seat]

    @property
    def possible(self) -> str:
        """Return what was possible, and from when: after the start, as the curve begins. Of a game
        that was ended nobody knows."""
        reach, best = self.reach, self.best
        if best is None:
            return ""
        if reach is None:
            return possible_with_any_start(self.words, best)
        is_proven = reach.is_proven or (best.is_proven and best.points == reach.points[0])
        return self.words.say(
            "{points} possible after the start", points=at_least(reach.points[0], is_proven)
        )

    @property
    def notes(self) -> list[str]:
        """Return what is to be known of the figures."""
        return [note for note in (self.gave_up, self.method, self.cannot_say) if note]

    @property
    def gave_up(self) -> str:
        """Return from when on the player skipped every card; empty where they never gave up."""
        return resigned_sentence(self.words, self.player)

    @property
    def cannot_say(self) -> str:
        """Return what the review cannot say, and why."""
        if not self.is_over:
            return self.words.say(UNFINISHED)
        if self.reach is not None:
            return ""
        return self.words.say(
            "A rule was broken on this board, so there’s no telling what was possible after "
            "each round."
        )

    @property
    def best_games(self) -> tuple[tuple[str, str, BestGame], ...]:
        """Return the best games to choose from, each with its name and address: after this start,
        and alone with any other where that brings more."""
        reach, best = self.reach, self.best
        if best is None:
            return ()
        any_start = (possible_with_any_start(self.words, best), self._best_link("any"), best)
        if reach is None:
            return (any_start,)
        own = BestGame(reach.points[0], reach.is_proven, reach.record)
        this_start = (self.possible, self.best_link, own)
        is_more = self.is_solo and best.points > reach.points[0]
        return (this_start, any_start) if is_more else (this_start,)

    # --- addresses

    def link(self, round: int | None) -> str:
        """Return the address of a moment; None for the whole game."""
        seat = "" if self.is_solo else f"seat={self.seat}"
        at = "" if round is None else f"round={round}"
        query = "&".join(filter(None, (at, seat)))
        return f"/t/{self.id}/review" + (f"?{query}" if query else "")

    @property
    def best_link(self) -> str:
        return self._best_link("")

    def _best_link(self, start: str) -> str:
        seat = "" if self.is_solo else f"seat={self.seat}"
        query = "&".join(filter(None, (f"start={start}" if start else "", seat)))
        return f"/t/{self.id}/review/best" + (f"?{query}" if query else "")

    @property
    def find_link(self) -> str:
        """Return where the costliest turns are puzzles."""
        return f"/t/{self.id}/review/find/{self.seat}"

    @property
    def rows_of_players(self) -> list[PlayerRow]:
        """Return the players side by side; each links to the own review."""
        players = self.reviewed.review.players
        links = [f"/t/{self.id}/review?seat={player.seat}" for player in players]
        return player_rows(self.words, players, self.table.played, links, self.seat)

    @property
    def comparison(self) -> str:
        return compared(self.words, self.rows_of_players)

    @property
    def races(self) -> list[str]:
        """Return who won which race for a goal."""
        return races(self.words, self.rows_of_players)


def at_least(points: int, is_proven: bool) -> str:
    """Return points, or that they are the fewest that were possible."""
    return str(points) if is_proven else f"≥{NO_BREAK_SPACE}{points}"


def possible_with_any_start(words: Words, best: BestGame) -> str:
    """Return what was possible before the start was written."""
    return words.say(
        "{points} possible with any start", points=at_least(best.points, best.is_proven)
    )


def signed(words: Words, points: float) -> str:
    """Return points with their sign."""
    return figure(words, points, is_signed=True)
