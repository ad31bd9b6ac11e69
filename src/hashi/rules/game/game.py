"""A game is a fold over its entries: `reduce(play, entries, Game.begin(setup))`."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import TypeVar

from hashi.rules.card import Card
from hashi.rules.dead import numbers_to_come
from hashi.rules.game.calls import MOST_CALLS, referee, resolve_call
from hashi.rules.game.entries import Called, Entry, Played, Start, Turned
from hashi.rules.game.mistakes import Page, against_free_pen, apply_freely
from hashi.rules.game.name import on_one_line
from hashi.rules.game.scoring import Ledger, judge, still_standing, total
from hashi.rules.game.setup import Pens, Setup, start_refusal
from hashi.rules.game.solo import overdue, rank
from hashi.rules.game.verdict import Finding, findings
from hashi.rules.goals import Goal
from hashi.rules.mark import Number
from hashi.rules.reason import Illegal, Reason, Refusal
from hashi.rules.sheet import Sheet
from hashi.rules.turn import Turn, apply_turn, apply_unchecked

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Game:
    """Where a game stands. Frozen: `play` gives the next one.

    It is a fold over entries, with no cards of its own: a turned card is an entry too. For a
    game that deals its cards itself and takes text see `hashi.new_game`.

    >>> board = hashi.board("A")
    >>> setup = hashi.Setup(board, hashi.standard_deck(), ("Tim",))
    >>> game = hashi.Game.begin(setup)
    >>> game = game.play(hashi.Start(0, hashi.Number(board.island("c2"), 4)))
    >>> game = game.play(hashi.Turned(hashi.Card(5, 3)))
    >>> game.play(hashi.Played(0, hashi.PASS))
    <Game on board A: Tim 0; round 1 of 17>
    """

    setup: Setup
    starts: tuple[Number | None, ...]
    sheets: tuple[Sheet, ...]
    """Each seat's sheet as all may see it: after the last round that is closed."""
    cards: tuple[Card, ...] = ()
    """The cards turned so far."""
    turns: tuple[Turn | None, ...] = ()
    """The turns with the newest card, None for a seat that is not done."""
    laid: tuple[Sheet, ...] = ()
    """Each seat's sheet with its turn of the open round on it: not for others to see."""
    rounds: int = 0
    """How many rounds are closed."""
    ledgers: tuple[Ledger, ...] = ()
    gone: frozenset[Goal] = frozenset()
    """The goals whose higher value is gone (R27, R31)."""
    pages: tuple[Page, ...] = ()
    """With free pens: the ink on each sheet, up to the last round that is closed."""
    is_refereed: bool = False
    calls: int = 0
    """How many calls were made since the last round was closed."""
    verdict: tuple[Finding, ...] = ()
    """With free pens: what the referee found on the boards, by seat."""
    _numbers: int | None = field(default=None, init=False, repr=False, compare=False)
    """The numbers to come, once they were asked for."""

    @classmethod
    def begin(cls, setup: Setup) -> Game:
        """Return the game before anything has happened."""
        blank = Sheet.blank(setup.board)
        seats = len(setup.players)
        return cls(setup, (None,) * seats, (blank,) * seats, ledgers=((),) * seats)

    # --- where the game stands

    @property
    def is_started(self) -> bool:
        """Whether all starts are written and the boards are passed on (R5)."""
        return bool(self.cards) or None not in self.starts

    @property
    def card(self) -> Card | None:
        """The card of the open round."""
        return self.cards[-1] if self.is_round_open else None

    @property
    def is_round_open(self) -> bool:
        """Whether a card lies face up and someone has still to play."""
        return len(self.cards) > self.rounds

    @property
    def is_finished(self) -> bool:
        """Whether all cards of the game were played (R20)."""
        return self.rounds == self.setup.rounds

    @property
    def is_over(self) -> bool:
        """Whether the result stands: with free pens only after the referee's pass (R34)."""
        return self.is_finished and (self.is_refereed or self.setup.pens is Pens.GUIDED)

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards that nobody has seen yet: the draw pile and the one in the box, sorted."""
        return tuple(sorted((Counter(self.setup.deck) - Counter(self.cards)).elements()))

    @property
    def numbers_to_come(self) -> int:
        """The numbers that may still be written, a bit for each; pages ask at every mark."""
        found = self._numbers
        if found is None:
            found = numbers_to_come(self.setup.deck, self.cards)
            object.__setattr__(self, "_numbers", found)
        return found

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each seat (R28)."""
        return tuple(total(ledger) for ledger in self.ledgers)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the most points once the game is over; several in a tie (R28)."""
        if not self.is_over:
            return ()
        best = max(self.totals)
        return tuple(seat for seat, points in enumerate(self.totals) if points == best)

    @property
    def rank(self) -> int | None:
        """The rank of a solo game once it is over (R32)."""
        return rank(self.totals[0]) if self.is_over and self.setup.is_solo else None

    def __str__(self) -> str:
        """Return all that lies open at the table as a picture of characters."""
        printed: str = import_module("hashi.drawing").printed(self)  # late: drawing is above
        return printed

    def __repr__(self) -> str:
        setup = self.setup
        points = zip(map(on_one_line, setup.players), self.totals, strict=True)
        players = ", ".join(f"{name} {total}" for name, total in points)
        where = f"round {len(self.cards)} of {setup.rounds}"
        return f"<Game on {setup.board.title}: {players}; {'over' if self.is_over else where}>"

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows."""
        picture: str = import_module("hashi.drawing").picture(self)
        return picture

    # --- change

    def play(self, entry: Entry) -> Game:
        """Return the game after one more entry, or raise Illegal."""
        return play(self, entry)


def play(game: Game, entry: Entry) -> Game:
    """The game after one more entry, or Illegal.

    >>> board = hashi.board("A")
    >>> game = hashi.Game.begin(hashi.Setup(board, hashi.standard_deck(), ("Tim",)))
    >>> hashi.play(game, hashi.Start(0, hashi.Number(board.island("c2"), 4))).is_started
    True
    """
    if isinstance(entry, Played):
        return _played(game, entry.seat, entry.turn, checked=True)
    if isinstance(entry, Turned):
        return _turned(game, entry.card)
    if isinstance(entry, Start):
        return _started(game, entry.seat, entry.number)
    if isinstance(entry, Called):
        return _called(game, entry)
    return _refereed(game)


def play_unchecked(game: Game, entry: Entry) -> Game:
    """The same for a turn that is known to be allowed: for search."""
    if isinstance(entry, Played):
        return _played(game, entry.seat, entry.turn, checked=False)
    return play(game, entry)


def _illegal(game: Game, refusal: Refusal, seat: int | None = None) -> Illegal:
    """The refusal with its round; the setup is round 0."""
    is_seat = seat is not None and game.setup.has_seat(seat)
    player = game.setup.players[seat] if seat is not None and is_seat else ""
    return Illegal(refusal, round=len(game.cards), player=player)


def _started(game: Game, seat: int, number: Number) -> Game:
    against = start_refusal(number)
    if not game.setup.has_seat(seat):
        against = Refusal(Reason.NO_SEAT, number)
    elif game.starts[seat] is not None:
        against = Refusal(Reason.STARTED_ALREADY, number)
    if against is not None:
        raise _illegal(game, against, seat)
    starts = _with(game.starts, seat, number)
    sheets = _with(game.sheets, seat, game.sheets[seat].with_mark(number))
    if None in starts:
        return replace(game, starts=starts, sheets=sheets)
    passed = tuple(sheets[seat - 1] for seat in range(len(sheets)))
    pages = tuple(Page(sheet) for sheet in passed) if game.setup.pens is Pens.FREE else ()
    return replace(game, starts=starts, sheets=passed, pages=pages)


def _turned(game: Game, card: Card) -> Game:
    reason = None
    if not game.is_started:
        reason = Reason.NOT_STARTED
    elif game.is_round_open:
        reason = Reason.ROUND_OPEN
    elif game.is_finished:
        reason = Reason.GAME_OVER
    elif game.cards.count(card) >= game.setup.deck.count(card):
        reason = Reason.CARD_NOT_LEFT
    if reason is not None:
        raise _illegal(game, Refusal(reason, card=card))
    return _at(game, game.sheets, (*game.cards, card), (None,) * len(game.sheets), game.sheets)


def _played(game: Game, seat: int, turn: Turn, *, checked: bool) -> Game:
    if not game.is_round_open:
        raise _illegal(
            game, Refusal(Reason.GAME_OVER if game.is_finished else Reason.NO_CARD), seat
        )
    if not 0 <= seat < len(game.turns):
        raise _illegal(game, Refusal(Reason.NO_SEAT))
    if game.turns[seat] is not None:
        raise _illegal(game, Refusal(Reason.PLAYED_ALREADY), seat)
    try:
        sheet = _laid(game, seat, turn, checked=checked)
    except Illegal as illegal:
        raise _illegal(game, illegal.refusal, seat) from None
    turns, laid = _with(game.turns, seat, turn), _with(game.laid, seat, sheet)
    if None in turns:
        return _at(game, game.sheets, game.cards, turns, laid)
    return _closed(game, turns, laid)


def _at(
    game: Game,
    sheets: tuple[Sheet, ...],
    cards: tuple[Card, ...],
    turns: tuple[Turn | None, ...],
    laid: tuple[Sheet, ...],
) -> Game:
    """The game with these cards, turns and sheets: `replace`, written out for the hot path."""
    return Game(
        game.setup,
        game.starts,
        sheets,
        cards,
        turns,
        laid,
        game.rounds,
        game.ledgers,
        game.gone,
        game.pages,
        game.is_refereed,
        game.calls,
    )


def _laid(game: Game, seat: int, turn: Turn, *, checked: bool) -> Sheet:
    """The seat's sheet with this turn on it."""
    sheet, card = game.sheets[seat], game.cards[-1]
    if game.setup.pens is Pens.FREE:
        return apply_freely(sheet, card, turn, len(game.cards))[0]
    return apply_turn(sheet, card, turn) if checked else apply_unchecked(sheet, turn)


def _closed(game: Game, turns: tuple[Turn | None, ...], laid: tuple[Sheet, ...]) -> Game:
    """The round ends for all at once: goals are judged, whoever was done first (R19, R26)."""
    round = len(game.cards)
    ledgers = tuple(
        judge(ledger, before, after, round, game.gone)
        for ledger, before, after in zip(game.ledgers, game.sheets, laid, strict=True)
    )
    gone = game.gone
    if game.setup.is_solo:
        gone |= overdue(round)
    elif ledgers != game.ledgers:
        gone |= {item.source for led in ledgers for item in led if isinstance(item.source, Goal)}
    pages = _inked(game, turns) if game.pages else ()
    return Game(game.setup, game.starts, laid, game.cards, turns, laid, round, ledgers, gone, pages)


def _inked(game: Game, turns: tuple[Turn | None, ...]) -> tuple[Page, ...]:
    """With free pens: the pages with the ink of the round that closes."""
    card, round = game.cards[-1], len(game.cards)
    return tuple(
        page.with_round(apply_freely(sheet, card, turn, round)[1])
        for page, sheet, turn in zip(game.pages, game.sheets, turns, strict=False)
        if turn is not None
    )


def _called(game: Game, call: Called) -> Game:
    """The game after a call (R33, R34); a wrong one changes nothing on the sheets."""
    on = call.on
    against = _against_call(game, call)
    if against is not None:
        raise _illegal(game, against, on)
    game = replace(game, calls=game.calls + 1)
    resolved = resolve_call(
        game.pages[on], game.sheets[on], game.ledgers[on], call.round, call.mark
    )
    return game if resolved is None else _corrected(game, on, *resolved)


def _against_call(game: Game, call: Called) -> Refusal | None:
    """Why nobody can make this call now, or None."""
    reason = None
    if not game.setup.has_seat(call.by) or not game.setup.has_seat(call.on):
        reason = Reason.NO_SEAT
    elif game.setup.pens is not Pens.FREE:
        reason = Reason.NO_FREE_PENS
    elif not game.rounds:
        reason = Reason.ROUND_OPEN if game.is_started else Reason.NOT_STARTED
    elif game.is_refereed:
        reason = Reason.GAME_OVER
    elif not 1 <= call.round <= game.rounds:
        reason = Reason.CALL_ROUND
    elif game.calls >= MOST_CALLS:
        reason = Reason.TOO_MANY_CALLS
    if reason is not None:
        return Refusal(reason, call.mark)
    return against_free_pen(game.sheets[call.on], call.mark)


def _refereed(game: Game) -> Game:
    """The game after the referee's pass over every sheet (R34)."""
    if game.setup.pens is not Pens.FREE:
        raise _illegal(game, Refusal(Reason.NO_FREE_PENS))
    if not game.is_finished or game.is_refereed:
        reason = Reason.GAME_OVER if game.is_refereed else Reason.ROUND_OPEN
        raise _illegal(game, Refusal(reason))
    verdict: list[Finding] = []
    for seat, page in enumerate(game.pages):
        verdict += findings(seat, page, game.sheets[seat], game.ledgers[seat])
        game = _corrected(game, seat, *referee(page, game.sheets[seat]))
    return replace(game, is_refereed=True, verdict=tuple(verdict))


def _corrected(game: Game, seat: int, page: Page, sheet: Sheet) -> Game:
    """The game with one sheet corrected; a turn of the open round lies on the corrected sheet."""
    corrected = replace(
        game,
        pages=_with(game.pages, seat, page),
        sheets=_with(game.sheets, seat, sheet),
        ledgers=_with(game.ledgers, seat, still_standing(game.ledgers[seat], sheet)),
    )
    turn = game.turns[seat] if game.is_round_open else None
    laid = sheet if turn is None else _laid(corrected, seat, turn, checked=True)
    return replace(corrected, laid=_with(game.laid, seat, laid))


def _with(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    return (*items[:at], item, *items[at + 1 :])
