"""One record holds one game and is enough to replay it: no randomness is left in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import reduce
from importlib import import_module
from typing import Any

from hashi.rules.card import Card
from hashi.rules.game.entries import Called, Entry, Played, Refereed, Start, Turned
from hashi.rules.game.game import Game, play
from hashi.rules.game.name import on_one_line
from hashi.rules.game.setup import Pens, Setup
from hashi.rules.mark import Number
from hashi.rules.turn import Turn


@dataclass(frozen=True, slots=True)
class Record:
    """A game as it was played, finished or not.

    >>> game = hashi.new_game("A", ["Tim"], seed="sea").start("4@c2").play("pass")
    >>> game.record
    <Record on board A: Tim; 1 round of 17>
    >>> [len(moment.sheets[0].marks) for moment in game.record.games]
    [1, 1]
    """

    setup: Setup
    starts: tuple[Number, ...]
    """What each player wrote before the boards were passed on (R5)."""
    cards: tuple[Card, ...] = ()
    """The cards in the order in which they were turned."""
    rounds: tuple[tuple[Turn, ...], ...] = ()
    calls: tuple[tuple[Called, ...], ...] = ()
    """The calls after each round, before the turns of the next are laid open."""
    box: Card | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)
    """Fields beyond the format; they are kept."""

    @classmethod
    def of(cls, setup: Setup, entries: Iterable[Entry], **fields: Any) -> Record:
        """Return the record of a game with these entries; turns of an open round are left out."""
        starts: dict[int, Number] = {}
        cards: list[Card] = []
        rounds: list[tuple[Turn, ...]] = []
        calls: list[list[Called]] = []
        turns: dict[int, Turn] = {}
        for entry in entries:
            match entry:
                case Start(seat, number):
                    starts[seat] = number
                case Turned(card):
                    cards.append(card)
                case Played(seat, turn):
                    turns[seat] = turn
                case Called():
                    calls[-1].append(entry)
            if len(turns) == len(setup.players):
                rounds.append(tuple(turns[seat] for seat in sorted(turns)))
                calls.append([])
                turns = {}
        return cls(
            setup,
            tuple(starts[seat] for seat in sorted(starts)),
            tuple(cards),
            tuple(rounds),
            tuple(map(tuple, calls)) if any(calls) else (),
            **fields,
        )

    @property
    def entries(self) -> Iterator[Entry]:
        """What happened, in order: the game is a fold over this."""
        for seat, start in enumerate(self.starts):
            yield Start(seat, start)
        for index, turns in enumerate(self.rounds):
            yield Turned(self.cards[index])
            for seat, turn in enumerate(turns):
                yield Played(seat, turn)
            if index < len(self.calls):
                yield from self.calls[index]
        if len(self.cards) > len(self.rounds):
            yield Turned(self.cards[len(self.rounds)])
        if self.setup.pens is Pens.FREE and len(self.rounds) == self.setup.rounds:
            yield Refereed()

    def replay(self) -> Game:
        """The game at the end of the record, or Illegal."""
        return reduce(play, self.entries, Game.begin(self.setup))

    @property
    def games(self) -> tuple[Game, ...]:
        """The game after the setup and after each round."""
        return tuple(self.until(round).replay() for round in range(len(self.rounds) + 1))

    def __repr__(self) -> str:
        setup, count = self.setup, len(self.rounds)
        players = ", ".join(map(on_one_line, setup.players))
        rounds = f"{count} round{'' if count == 1 else 's'} of {setup.rounds}"
        return f"<Record on {setup.board.title}: {players}; {rounds}>"

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows: the game as it stands after the last round."""
        picture: str = import_module("hashi.drawing").picture(self.replay())  # late: beside this
        return picture

    def until(self, round: int) -> Record:
        """The record as it was when that round was closed; 0 is the setup."""
        is_last = round >= len(self.rounds)
        return Record(
            self.setup,
            self.starts,
            self.cards[:round],
            self.rounds[:round],
            self.calls if is_last else self.calls[: max(0, round - 1)],
            self.box,
            self.extra,
        )
