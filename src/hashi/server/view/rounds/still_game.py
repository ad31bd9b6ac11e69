"""A game as it stood when a round was closed: every board with the turns of that round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from hashi.drawing import scene, still_board
from hashi.record import Record
from hashi.rules import PASS, Card, Game, Pens, Turn, total
from hashi.table import Table
from hashi.words import Words, bot_name, player_name, turn_text


@dataclass(frozen=True, slots=True)
class StillBoard:
    """A player's board at the end of a round."""

    seat: int
    player: str
    level: str
    """What the player is called on the ladder of bots; empty for a person."""
    svg: str
    turn: str
    """What the player did in that round, in notation; empty before the first."""
    turn_text: str
    """The same in words."""
    total: int


@dataclass(frozen=True, slots=True)
class StillGame:
    """A game as it stood when a round was closed, ready for its template."""

    round: int
    last: int
    rounds: int
    card: Card | None
    boards: tuple[StillBoard, ...]

    def seen_by(self, own_seats: Sequence[int]) -> StillGame:
        """Return it as one with these seats sees it: their own board first, then to the left."""
        first = own_seats[0] if own_seats else 0
        return replace(self, boards=self.boards[first:] + self.boards[:first])


def still_of(
    game: Game,
    record: Record,
    round: int,
    words: Words,
    levels: Sequence[str] = (),
    *,
    has_help: bool = True,
) -> StillGame:
    """Return the boards at the end of that round, with its turns in another colour.

    Without help nothing is shown as out of reach, as on the boards of a table.
    """
    turns = record.rounds[round - 1] if round else ()
    return StillGame(
        round=round,
        last=len(record.rounds),
        rounds=game.setup.rounds,
        card=record.cards[round - 1] if round else None,
        boards=tuple(
            StillBoard(
                seat=seat,
                player=player_name(words, player),
                level=levels[seat] if levels else "",
                svg=board_of(game, seat, words, turns[seat] if turns else PASS, has_help=has_help),
                turn=str(turns[seat]) if turns else "",
                turn_text=turn_text(words, turns[seat]) if turns else "",
                total=total(game.ledgers[seat]),
            )
            for seat, player in enumerate(game.setup.players)
        ),
    )


def levels_of(words: Words, table: Table) -> list[str]:
    """Return the level of each seat that is a bot's own; empty for people, even with a stand-in."""
    return ["" if seat.holder else bot_name(words, seat.bot) for seat in table.seats]


def board_of(
    game: Game, seat: int, words: Words, fresh: Turn = PASS, *, has_help: bool = True
) -> str:
    """Return the picture of a player's board; what is `fresh` on it has another colour."""
    title = board_title(words, game, seat)
    helps = has_help and game.setup.pens is Pens.GUIDED
    return still_board(scene(game.sheets[seat], fresh=fresh, help=helps), title)


def board_title(words: Words, game: Game, seat: int) -> str:
    """Return what the picture of a player's board is called."""
    player = player_name(words, game.setup.players[seat])
    return words.say("{player}’s board", player=player)
