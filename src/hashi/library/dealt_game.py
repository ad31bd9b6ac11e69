"""A game that deals its own cards and takes text for starts, turns and seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, overload

from hashi.drawing import picture, printed
from hashi.record import Record, notation_for, result
from hashi.rules import (
    Called,
    Card,
    Deal,
    Entry,
    Game,
    Illegal,
    Mark,
    Number,
    Played,
    PlayView,
    Reason,
    Refereed,
    Refusal,
    SeatView,
    Setup,
    Sheet,
    Start,
    Turn,
    Turned,
    View,
    play_view,
    start_refusal,
    turns,
    view,
)
from hashi.rules.game.setup import START_NUMBERS

if TYPE_CHECKING:
    from hashi.bots.loader import AnyBot

Seat = int | str
"""A seat by its number, from 0, or by the name of its player."""


@dataclass(frozen=True, slots=True)
class DealtGame:
    """A game with its shuffled cards. Frozen: `start` and `play` return the next one.

    `hashi.new_game` begins one. The next card is turned as soon as everybody is done. `str()` is
    the table as a picture of characters; `state` is the `hashi.Game` underneath.

    >>> game = hashi.new_game("A", ["Tim"], seed="a quiet sea").start("4@c2")
    >>> game.card, len(game.legal_turns())
    (Card(number=2, bridges=3), 568)
    >>> game.play("2@c4 c2=c4 c2-e2")
    <DealtGame on board A: Tim 2; round 2 of 17, card 3/2>
    """

    state: Game
    """Where the game stands, as the rules have it."""
    deal: Deal
    """The cards in their order, and the one in the box: not for players to see."""
    entries: tuple[Entry, ...] = ()
    """What has happened, in order."""

    # --- where the game stands

    @property
    def setup(self) -> Setup:
        """What was agreed: board, deck, players, pens."""
        return self.state.setup

    @property
    def round(self) -> int:
        """How many cards were turned so far."""
        return len(self.state.cards)

    @property
    def card(self) -> Card | None:
        """The card that lies face up, None before the starts and after the end."""
        return self.state.card

    @property
    def seat(self) -> int | None:
        """The first seat that has still to act, None when nobody has."""
        state = self.state
        if not state.is_started:
            return state.starts.index(None)
        return state.turns.index(None) if state.is_round_open else None

    @property
    def sheets(self) -> tuple[Sheet, ...]:
        """Each seat's sheet after the last round that is closed."""
        return self.state.sheets

    @property
    def is_over(self) -> bool:
        """Whether the result stands; with free pens only after `referee` (R34)."""
        return self.state.is_over

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each seat (R28)."""
        return self.state.totals

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the most points once the game is over (R28)."""
        return self.state.winners

    @property
    def rank(self) -> int | None:
        """The rank of a game alone once it is over, 0 to 11 (R32)."""
        return self.state.rank

    @property
    def result(self) -> dict[str, Any]:
        """The result, or where the game stands, as `hashi score --json` prints it."""
        return result(self.state)

    @property
    def record(self) -> Record:
        """The game as a record, for `hashi.write`; turns of an open round are left out."""
        box = self.deal.box if self.is_over else None
        return Record.of(self.setup, self.entries, box=box)

    @overload
    def view(self, seat: Seat) -> SeatView: ...
    @overload
    def view(self, seat: Seat | None = None) -> View: ...
    def view(self, seat: Seat | None = None) -> View:
        """Return what a seat may see, by default the seat that is to act.

        >>> game = hashi.new_game("A", ["Tim", "Linus"], seed="sea").start("4@c2", "3@d3")
        >>> game.view(), game.view("Linus").seat
        (<PlayView of seat 0: round 1 of 17, card 5/3>, 1)
        """
        chosen = self.seat if seat is None else self._seat_of(seat)
        return view(self.state, None) if chosen is None else view(self.state, chosen)

    def play_view(self, seat: Seat | None = None) -> PlayView:
        """Return what a seat sees of the card that lies face up, or raise Illegal without one.

        >>> game = hashi.new_game("A", ["Tim"], seed="sea").start("4@c2")
        >>> hashi.bot("greedy").turn(game.play_view())
        <Turn 5@c4 c1-c2 c2=c4>
        """
        return play_view(self.state, self._seat_of(self.seat or 0 if seat is None else seat))

    # --- what is allowed

    def legal_starts(self) -> list[Number]:
        """Return every start that may be written: a 3 or a 4 on an island without a flag (R5).

        >>> hashi.new_game("A", ["Tim"]).legal_starts()[:2]
        [<Number 3@f1>, <Number 4@f1>]
        """
        numbers = [Number(island, n) for island in self.setup.board.islands for n in START_NUMBERS]
        return [number for number in numbers if start_refusal(number) is None]

    def legal_turns(self, seat: Seat | None = None) -> list[Turn]:
        """Return every turn that a seat may play now, by default the seat that is to act.

        With free pens these are the turns without a mistake. A seat that is done has none.

        >>> game = hashi.new_game("A", ["Tim"], seed="a quiet sea").start("4@c2")
        >>> game.legal_turns()[:2]
        [<Turn pass>, <Turn c1=c2 a2-c2>]
        """
        state = self.state
        if not state.is_started:
            raise Illegal(Refusal(Reason.NOT_STARTED), round=0)
        chosen = self.seat if seat is None else self._seat_of(seat)
        if state.card is None or chosen is None or state.turns[chosen] is not None:
            return []
        return list(turns(state.sheets[chosen], state.card))

    # --- change

    def start(self, *numbers: Number | str, seat: Seat | None = None) -> DealtGame:
        """Return the game with starts written: `4@c2`, `c2=4` or a `Number` (R5).

        Several starts are those of the next seats in order.

        >>> hashi.new_game("A", ["Tim", "Linus"], seed="sea").start("4@c2", "3@d3")
        <DealtGame on board A: Tim 0, Linus 0; round 1 of 17, card 5/3>
        """
        game = self
        for number in numbers:
            chosen = self._seat_of(seat) if seat is not None else game.seat or 0
            game = game._after(Start(chosen, self._number(number)))
        return game

    def play(self, turn: Turn | str, seat: Seat | None = None) -> DealtGame:
        """Return the game after a turn, such as `5@c1 c1-c2` or `pass`, or a `Turn`.

        It is the turn of the seat that is to act, unless another is given: seats may act in any
        order (R7).

        >>> game = hashi.new_game("A", ["Tim", "Linus"], seed="sea").start("4@c2", "3@d3")
        >>> game.play("pass", seat="Linus").play("pass").round
        2
        """
        chosen = self._seat_of(seat) if seat is not None else self.seat or 0
        return self._after(Played(chosen, self._turn(turn)))

    def play_out(self, bots: Sequence[AnyBot]) -> DealtGame:
        """Return the game after bots, one for each seat, have played it to its end.

        Each is a name, a class or an instance. Raise NoBot for what is no bot, Failed where a bot
        fails.

        >>> game = hashi.new_game("A", ["Tim", "Linus"], seed="sea")
        >>> game.play_out(["greedy", hashi.bot("random", seed="1")]).totals
        (38, 18)
        """
        from hashi.arena.match import made, start_of, turn_of
        from hashi.bots.loader import maker_of

        players = self.setup.players
        if isinstance(bots, str) or len(bots) != len(players):
            given = f"not {bots!r}" if isinstance(bots, str) else f"not {len(bots)}"
            raise ValueError(
                f"play_out takes a list with a bot for each player, so {len(players)}, {given}"
            )
        playing = [made(maker_of(bot), str(seat), players[seat]) for seat, bot in enumerate(bots)]
        game = self
        while (seat := game.seat) is not None:
            seen = game.view(seat)
            if isinstance(seen, PlayView):
                game = game.play(turn_of(playing[seat], seen))
            else:
                game = game.start(start_of(playing[seat], seen))
        return game if game.is_over else game.referee()

    def call(self, by: Seat, on: Seat, round: int, mark: Mark | str) -> DealtGame:
        """Return the game after a call, with free pens: `by` calls a mark of `on` a mistake (R33).

        >>> game = hashi.new_game("A", ["Tim", "Linus"], seed="sea", pens="free")
        >>> game = game.start("4@c2", "3@d3").play("a1-a2").play("pass")
        >>> game.call("Linus", on="Tim", round=1, mark="a1-a2").sheets[0]
        <Sheet on board A: 1 number, 0 bridges, 0 finished islands>
        """
        (read, *_) = self._turn(mark if isinstance(mark, str) else Turn((mark,))).marks
        return self._after(Called(self._seat_of(by), self._seat_of(on), round, read))

    def referee(self) -> DealtGame:
        """Return the game after the referee's pass, with free pens after the last round (R34)."""
        return self._after(Refereed())

    def _after(self, entry: Entry) -> DealtGame:
        """Return the game after an entry, with the next card turned if everybody is done."""
        state, entries = self.state.play(entry), (*self.entries, entry)
        if state.is_started and not state.is_round_open and not state.is_finished:
            turned = Turned(self.deal.cards[state.rounds])
            state, entries = state.play(turned), (*entries, turned)
        return DealtGame(state, self.deal, entries)

    # --- text and objects

    def _turn(self, given: Turn | str) -> Turn:
        """Return the turn on this board; marks of another board are read by their text."""
        if not isinstance(given, Turn | str):
            raise TypeError(f"a turn is a Turn or a text such as '5@c1 c1-c2', not {given!r}")
        return notation_for(self.setup.board).any_turn(given)

    def _number(self, given: Number | str) -> Number:
        if not isinstance(given, Number | str):
            raise TypeError(f"a start is a Number or a text such as '4@c2', not {given!r}")
        return notation_for(self.setup.board).any_start(given)

    def _seat_of(self, given: Seat) -> int:
        """Return the number of a seat, or raise Illegal where nobody sits there (R4)."""
        players = self.setup.players
        if isinstance(given, str) and given in players:
            return players.index(given)
        if isinstance(given, int) and self.setup.has_seat(given):
            return given
        raise Illegal(Refusal(Reason.NO_SEAT), round=self.round)

    # --- showing

    def __str__(self) -> str:
        """Return all that lies open at the table as a picture of characters."""
        return printed(self.state)

    def __repr__(self) -> str:
        card = "" if self.card is None else f", card {self.card}"
        return repr(self.state).replace("<Game", "<DealtGame", 1)[:-1] + f"{card}>"

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows."""
        return picture(self.state)
