"""New games and bots, by names."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from random import SystemRandom
from typing import TYPE_CHECKING

from hashi.boards import SIDES, read_board, read_deck, standard_deck
from hashi.boards import board as side
from hashi.library.dealt_game import DealtGame
from hashi.rules import Board, Card, Deal, Game, Malformed, Pens, Setup, deal, seeded
from hashi.rules.malformed import Flaw

if TYPE_CHECKING:
    from hashi.bots import Bot

AnyBoard = Board | str | PathLike[str]
"""A board, the letter of a side, or the path of a file."""
AnyDeck = Sequence[Card | str] | PathLike[str] | str
"""Cards, texts such as `5/3`, or the path of a file."""


def new_game(
    board: AnyBoard = "A",
    players: Sequence[str] | str = ("Player",),
    *,
    deck: AnyDeck | None = None,
    cards: Sequence[Card | str] | None = None,
    seed: str | int | None = None,
    pens: Pens | str = Pens.GUIDED,
) -> DealtGame:
    """Begin a game: choose the board and the players, shuffle the cards.

    `board` is `A`, `B`, a `Board` or the path of a file; `deck` is a list of cards or the path of
    a file, otherwise the standard deck. The same `seed` gives the same order of cards on every
    machine; without one it is random. `cards` gives the order itself, the last one for the box.
    With `pens="free"` nothing is refused (R33).

    >>> game = hashi.new_game("A", ["Tim"], seed="a quiet sea").start("4@c2")
    >>> while not game.is_over:
    ...     game = game.play(game.legal_turns()[-1])
    >>> game
    <DealtGame on board A: Tim 26; over>
    """
    names = (players,) if isinstance(players, str) else tuple(players)
    if cards is not None and deck is None:
        is_standard = sorted(_cards(cards)) == sorted(standard_deck())
        deck = standard_deck() if is_standard else cards
    setup = Setup(_board_of(board), _deck_of(deck), names, Pens(pens))
    return DealtGame(Game.begin(setup), _deal_of(setup, cards, seed))


def bot(name: str, *, seed: str | int = "") -> Bot:
    """Make a bot: one of `hashi.bots.BOTS`, or one of your own such as `mybot.py:MyBot`.

    >>> hashi.bot("greedy").name
    'greedy'
    """
    from hashi.bots.loader import find

    return find(name)(str(seed))


def _board_of(given: AnyBoard) -> Board:
    if isinstance(given, Board):
        return given
    return side(given) if isinstance(given, str) and given.upper() in SIDES else read_board(given)


def _deck_of(given: AnyDeck | None) -> tuple[Card, ...]:
    if given is None:
        return standard_deck()
    return read_deck(given) if isinstance(given, str | PathLike) else _cards(given)


def _cards(given: Sequence[Card | str]) -> tuple[Card, ...]:
    return tuple(Card.parse(card) if isinstance(card, str) else Card(*card) for card in given)


def _deal_of(setup: Setup, cards: Sequence[Card | str] | None, seed: str | int | None) -> Deal:
    """Return the given order of the cards, or a shuffled one."""
    if cards is None:
        below = SystemRandom().randrange if seed is None else seeded(str(seed))
        return deal(setup.deck, below)
    *pile, box = _cards(cards)
    if sorted([*pile, box]) != sorted(setup.deck):
        raise Malformed(Flaw.TOO_FEW_CARDS, given=len(cards), expected=len(setup.deck))
    return Deal(tuple(pile), box)
