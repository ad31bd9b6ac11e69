"""The race for the goals: how far each player is, as everybody may know it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hashi.rules import Game, Goal, GoalBox, Island, goal_boxes
from hashi.words import Words, one_more_sentence

if TYPE_CHECKING:
    from hashi.server.view.table_page import TablePage


class Pip(NamedTuple):
    """How far one player is with one goal."""

    seat: int
    player: str
    have: int
    need: int
    won: int | None
    """How many points it has paid."""
    is_dead: bool

    @property
    def is_won(self) -> bool:
        return self.won is not None

    @property
    def figure(self) -> str:
        """What stands below it where there is room: the points, or how much is done."""
        return f"{self.have}/{self.need}" if self.won is None else str(self.won)

    @property
    def is_close(self) -> bool:
        """Whether one more island is enough."""
        return not self.is_won and not self.is_dead and 0 < self.have == self.need - 1

    @property
    def kind(self) -> str:
        """The state that it is drawn in: `won`, `dead`, `close` or `under-way`."""
        if self.is_won:
            return "won"
        return "dead" if self.is_dead else "close" if self.is_close else "under-way"

    def sentence(self, words: Words) -> str:
        """Return the same in words, for a screen reader."""
        if self.is_won:
            return words.say("{player}: reached.", player=self.player)
        if self.is_dead:
            return words.say("{player}: impossible.", player=self.player)
        if self.is_close:
            return words.say("{player}: one more island.", player=self.player)
        return words.say(
            "{player}: {have} of {need}.", player=self.player, have=self.have, need=self.need
        )


Race = tuple[tuple[Pip, ...], ...]
"""The players of each goal, in the order of the strip."""
Boxes = tuple[GoalBox, ...]


class OpenBoxes:
    """The goals of all seats as they lie open, found once for each state of a game: a mark that
    somebody makes changes none of them."""

    def __init__(self) -> None:
        self._game: Game | None = None
        self._boxes: tuple[Boxes, ...] = ()

    def of(self, game: Game) -> tuple[Boxes, ...]:
        if game is not self._game:
            self._boxes = tuple(goal_boxes(game, seat) for seat in range(len(game.setup.players)))
            self._game = game
        return self._boxes


def race_of(page: TablePage, shown: Boxes) -> Race:
    """Return the race as this viewer may see it.

    `shown` are the goals on the board that is shown large: those who make a turn see there what it
    spoils. All others' are what lies open since the last round was closed.
    """
    strip, lying = page.strip, page.open_boxes.of(page.game)
    has_help = page.table.options.help and not page.is_free
    order = strip.order
    boxes = {seat: shown if strip.is_shown(seat) else lying[seat] for seat in order}
    names = {seat: strip.name(seat) for seat in order}
    return tuple(
        tuple(
            Pip(
                seat,
                names[seat],
                boxes[seat][at].have,
                boxes[seat][at].need,
                boxes[seat][at].won,
                has_help and boxes[seat][at].dead is not None,
            )
            for seat in order
        )
        for at in range(len(shown))
    )


def news_of(page: TablePage) -> str:
    """Return who came so close to a goal in the last round that one more island is enough, in a
    sentence; the dearest goal that this viewer can still win counts, empty for none."""
    game, strip = page.game, page.strip
    own = set(page.viewer.own_seats)
    rivals = [seat for seat in strip.order if seat not in own and _has_scored(game, seat)]
    if not game.rounds or not rivals:
        return ""
    has_help = page.table.options.help and not page.is_free
    boxes = page.open_boxes.of(game)
    wanted = [goal for goal in Goal if not own or any(_is_open(game, seat, goal) for seat in own)]
    for goal in sorted(wanted, key=lambda goal: (goal in game.gone, -goal.high)):
        for seat in rivals:
            (box,) = [box for box in boxes[seat] if box.goal is goal]
            is_dead = has_help and box.dead is not None
            pip = Pip(seat, "", box.have, box.need, box.won, is_dead)
            if pip.is_close and _has_scored(game, seat, goal):
                return one_more_sentence(page.words, goal, page.seats.name(seat))
    return ""


def _is_open(game: Game, seat: int, goal: Goal) -> bool:
    """Return whether this seat has not reached the goal yet."""
    return all(item.source is not goal for item in game.ledgers[seat])


def _has_scored(game: Game, seat: int, goal: Goal | None = None) -> bool:
    """Return whether this seat finished an island in the last round, one that this goal counts."""
    return any(
        item.round == game.rounds
        and isinstance(item.source, Island)
        and (goal is None or bool(goal.joined) or goal.asks_for(item.source))
        for item in game.ledgers[seat]
    )
