"""The curve and the rounds of a review: what each turn cost and why, and what was possible."""

from __future__ import annotations

from dataclasses import dataclass

from hashi.coach import (
    Label,
    StartReview,
    TurnReview,
    explain_turn,
    label_name,
)
from hashi.coach.reviews.sentences import figure
from hashi.drawing import SIZES, Curve, Stop, curve_svg, scene, still_board
from hashi.rules import PASS, Card, Goal, Sheet, Turn
from hashi.rules.dead import goals_out_of_reach
from hashi.server.pages.review.head import ReviewHead, at_least, signed
from hashi.server.site import link
from hashi.words import GOAL_WORDS, turn_text


@dataclass(frozen=True, slots=True)
class Costly:
    """A turn among the costliest."""

    round: int
    cost: str
    sentence: str
    link: str


@dataclass(frozen=True, slots=True)
class RoundRow:
    """A round in the table that stands behind the curve."""

    round: int
    card: Card
    played: str
    expected: str
    luck: str
    cost: str
    link: str
    spoken: str
    """The same in a sentence, for the slider."""


@dataclass(frozen=True, slots=True)
class RoundView:
    """One round, or the start: the board with the turn that was played and a better one."""

    round: int
    rounds: int
    card: Card | None
    cost: str
    """What the turn cost; empty where it cost nothing."""
    label: str
    sentences: tuple[str, ...]
    figures: str
    """The round in figures."""
    pictures: tuple[tuple[str, str], ...]
    """The board by what is shown on it: `both`, `played`, `better`, `neither`."""
    played: str
    better: str
    """Empty where the turn was the best."""
    previous: str
    next: str


@dataclass(frozen=True, slots=True)
class ReviewPage(ReviewHead):
    """The whole review of one seat."""

    # --- the curve

    def curves(self, chosen: int | None) -> list[str]:
        """Return the curve in all sizes; the page shows the one that fits."""
        curve = self.curve(chosen)
        return [curve_svg(curve, size) for size in SIZES]

    def curve(self, chosen: int | None) -> Curve:
        """Return the curve with its texts."""
        words, player = self.words, self.player
        reach = self.reach
        costly = {turn.round for turn in player.costliest}
        stops = []
        for number, outlook in enumerate(player.curve):
            turn = player.turns[number - 1] if number else None
            stops.append(
                Stop(
                    outlook.items,
                    figure(words, outlook.value),
                    luck=turn.luck if turn else 0.0,
                    cost=turn.cost if turn else 0.0,
                    possible=None if reach is None else reach.points[number],
                    is_costly=number in costly,
                )
            )
        end = player.curve[-1].items
        figures = self.figures
        return Curve(
            stops=tuple(stops),
            names=(words.say("islands"), *(words.say(GOAL_WORDS[goal].short) for goal in Goal)),
            ends=tuple(str(round(value)) if round(value) else "–" for value in end),
            total=self.points,
            possible=self.possible if reach else "",
            luck=(figures[1].value, words.say("cards")),
            cost=(figures[-1].value, words.say("turns")),
            deadlines=self._deadlines() if self.is_solo else (),
            links=tuple(link(self.link(stop)) for stop in range(len(stops))),
            chosen=chosen,
        )

    def _deadlines(self) -> tuple[tuple[int, tuple[Goal, ...]], ...]:
        """Return the rounds after which goals pay less in a solo game, each with its goals (R31):
        those that this board has, before the last round that was played."""
        missing = goals_out_of_reach(Sheet.blank(self.table.played.setup.board))
        last = len(self.player.turns)
        goals = [goal for goal in Goal if goal not in missing and goal.deadline < last]
        rounds = sorted({goal.deadline for goal in goals})
        return tuple(
            (round, tuple(goal for goal in goals if goal.deadline == round)) for round in rounds
        )

    @property
    def dashes_note(self) -> str:
        """Return why more was expected than was possible, or that more may have been possible;
        empty where neither is so."""
        reach = self.reach
        if reach is None:
            return ""
        if not reach.is_proven:
            return self.words.say(
                "The dashes show what was possible for certain. Perhaps it was even more."
            )
        hoped = (round(outlook.value, 1) for outlook in self.player.curve)
        if all(value <= points for value, points in zip(hoped, reach.points, strict=True)):
            return ""
        if self.is_solo:
            return self.words.say(
                "Where the curve lies above the dashes, more was hoped for than the cards to come "
                "allowed. Nobody could know that."
            )
        return self.words.say(
            "Where the curve lies above the dashes, more was hoped for than the cards to come and "
            "the other players’ turns allowed. Nobody could know that."
        )

    def _possible(self, turn: TurnReview) -> str:
        """Return what could still be reached after a round; nothing where that is not proven and
        less than what was expected."""
        reach = self.reach
        if reach is None:
            return ""
        points = reach.points[turn.round]
        if not reach.is_proven and points < turn.after.value:
            return ""
        return self.words.say(
            "{points} possible after this round", points=at_least(points, reach.is_proven)
        )

    # --- rounds

    @property
    def rows(self) -> list[RoundRow]:
        """Return all rounds as rows of a table."""
        words = self.words
        return [
            RoundRow(
                turn.round,
                turn.card,
                turn_text(words, turn.played),
                figure(words, turn.after.value),
                signed(words, turn.luck),
                signed(words, -turn.cost),
                self.link(turn.round),
                self.spoken(turn),
            )
            for turn in self.player.turns
        ]

    @property
    def spoken_start(self) -> str:
        """Return what the slider says before the first card."""
        return self.words.say(
            "Before the first card, {points} expected",
            points=figure(self.words, self.player.expected.value),
        )

    def spoken(self, turn: TurnReview) -> str:
        """Return what the slider says of a round."""
        words = self.words
        return words.say(
            "Round {round}, {points} expected, cards {luck}, turn {cost}",
            round=turn.round,
            points=figure(words, turn.after.value),
            luck=signed(words, turn.luck),
            cost=signed(words, -turn.cost),
        )

    @property
    def costliest(self) -> list[Costly]:
        return [
            Costly(
                turn.round,
                signed(self.words, -turn.cost),
                next(iter(explain_turn(self.words, turn)), label_name(self.words, turn.label)),
                self.link(turn.round),
            )
            for turn in self.player.costliest
        ]

    def at(self, round: int) -> RoundView:
        """Return what the panel of a round shows; round 0 is the start."""
        rounds = len(self.player.turns)
        return (
            self._round_view(self.player.turns[round - 1], rounds)
            if round
            else self._start_view(self.player.start, rounds)
        )

    def _round_view(self, turn: TurnReview, rounds: int) -> RoundView:
        words = self.words
        is_best = turn.label is Label.BEST
        sentences = tuple(explain_turn(words, turn))
        is_played = turn in self.player.turns_played
        figures = [
            words.say("{points} expected", points=figure(words, turn.after.value)),
            words.say("cards {luck}", luck=signed(words, turn.luck)),
        ]
        if not self.is_solo:
            figures.append(words.say("the others {points}", points=signed(words, turn.others)))
        figures.append(self._possible(turn))
        played, better = turn_text(words, turn.played), turn_text(words, turn.best)
        return RoundView(
            round=turn.round,
            rounds=rounds,
            card=turn.card,
            cost="" if is_best else signed(words, -turn.cost),
            label="" if is_best or not is_played else label_name(words, turn.label),
            sentences=sentences if is_played else (self.gave_up,),
            figures=" · ".join(filter(None, figures)),
            pictures=self._pictures(
                turn.sheet, turn.played_sheet, turn.played, PASS if is_best else turn.best
            ),
            played=played,
            better="" if is_best else better,
            previous=self.link(turn.round - 1),
            next=self.link(turn.round + 1) if turn.round < rounds else "",
        )

    def _start_view(self, start: StartReview | None, rounds: int) -> RoundView:
        """Return the panel before the first card; solo it compares the start with the best."""
        words = self.words
        first = self.player.turns[0].sheet
        own, better, cost = PASS, PASS, ""
        if start is not None:
            own = Turn((start.played,))
            if start.cost >= 0.05:
                cost = signed(words, -start.cost)
                better = Turn((start.best,))
        value = words.say("{points} expected", points=figure(words, self.player.expected.value))
        blank = Sheet.blank(first.board) if start is not None else first
        return RoundView(
            round=0,
            rounds=rounds,
            card=None,
            cost=cost,
            label="",
            sentences=(self.start,) if self.start else (),
            figures=value,
            pictures=self._pictures(blank, first, own, better),
            played=turn_text(words, own) if own.marks else "",
            better=turn_text(words, better) if better.marks else "",
            previous="",
            next=self.link(1),
        )

    def _pictures(
        self, before: Sheet, after: Sheet, played: Turn, better: Turn
    ) -> tuple[tuple[str, str], ...]:
        """Return the board with both turns, with one of them, and with neither."""
        words = self.words
        own = words.say("Played: {turn}", turn=turn_text(words, played))
        other = words.say("Better: {turn}", turn=turn_text(words, better))
        both = f"{own}. {other}" if better.marks else own
        plain = words.say("{player}’s board", player=self.name)
        drawn = (
            ("both", both, scene(after, fresh=played, ghosts=better)),
            ("played", own, scene(after, fresh=played)),
            ("better", other, scene(before, ghosts=better)),
            ("neither", plain, scene(before)),
        )
        if not better.marks:
            drawn = (drawn[0], drawn[3])  # type: ignore[assignment]
        return tuple((kind, still_board(shown, title)) for kind, title, shown in drawn)
