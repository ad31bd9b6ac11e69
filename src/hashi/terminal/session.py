"""A game at one keyboard, from the first start to the score."""

from __future__ import annotations

from functools import reduce
from pathlib import Path

from hashi.drawing import scene
from hashi.record import Record, notation_for
from hashi.rules import (
    Called,
    Card,
    Entry,
    Game,
    Malformed,
    Mark,
    NewsKind,
    Pens,
    Refereed,
    Setup,
    Start,
    Turned,
    goal_boxes,
    news,
    piles,
    play,
    start_refusal,
)
from hashi.terminal.commands import Command
from hashi.terminal.console import Console
from hashi.terminal.saved_games import load, save
from hashi.terminal.turn_prompt import take_turn
from hashi.words import announce, describe, explain_with_rule, ledger_lines, shown, verdict


class Session:
    """People around one keyboard. The game is saved after every turn."""

    def __init__(
        self,
        console: Console,
        setup: Setup,
        pile: tuple[Card, ...],
        box: Card | None,
        path: Path,
        *,
        hints: bool = True,
    ) -> None:
        self.console = console
        self.words = console.words
        self.game = Game.begin(setup)
        self.pile = pile
        self.path = path
        self.hints = hints and setup.pens is Pens.GUIDED
        self._entries: list[Entry] = []
        self._box = box

    @classmethod
    def resumed(cls, console: Console, path: Path, *, hints: bool = True) -> Session:
        """The game of a saved file, where it was left."""
        record, pile, played = load(path)
        sitting = cls(console, record.setup, pile, record.box, path, hints=hints)
        sitting._entries = [*record.entries, *played]
        sitting.game = reduce(play, sitting._entries, sitting.game)
        return sitting

    @property
    def record(self) -> Record:
        return Record.of(self.game.setup, self._entries, box=self._box)

    def run(self) -> None:
        """Play until the game is over; Closed when the people leave before that."""
        help, allowed = Command.HELP.word(self.words), Command.ALLOWED.value
        self.console.tell(
            self.words.say(
                "{help} lists all words you can type, {allowed} what is allowed.",
                help=help,
                allowed=allowed,
            )
        )
        while not self.game.is_started:
            self._write_start(self.game.starts.index(None))
        while not self.game.is_finished:
            if not self.game.is_round_open:
                self._turn_card()
            take_turn(self, self.game.turns.index(None))
        if self.game.setup.pens is Pens.FREE:
            take_turn(self, None)
            self.enter(Refereed())
        self._tell_result()

    def enter(self, entry: Entry) -> None:
        """Let an entry happen: saved first, then announced."""
        before = self.game
        self.game = before.play(entry)
        self._entries.append(entry)
        if self.game.is_started:
            save(self.path, self.record, self.pile, self.game)
        for item in news(before, entry, self.game):
            if item.event is not NewsKind.GAME_WON:  # told at the very end, under the boards
                self.console.tell(announce(self.words, item, self.game))

    def show(self, seat: int) -> None:
        """A player's board as all may see it."""
        game = self.game
        sheet = game.sheets[seat]
        picture = scene(
            sheet,
            help=self.hints,
            boxes=goal_boxes(game, seat),
            deck=game.setup.deck,
            turned=game.cards,
            card=game.card,
        )
        self.console.tell(self._heading(seat))
        self.console.show(picture, sheet)

    def call(self, by: int, on: int, round: int, mark: Mark) -> None:
        """Call a mistake (R33, R35)."""
        self.enter(Called(by, on, round, mark))

    def name(self, seat: int) -> str:
        return shown(self.game.setup.players[seat])

    def _heading(self, seat: int) -> str:
        total = self.game.totals[seat]
        return self.words.say_many(
            "{player}: {count} point", "{player}: {count} points", total, player=self.name(seat)
        )

    def _write_start(self, seat: int) -> None:
        console, words = self.console, self.words
        blank = self.game.sheets[seat]
        console.show(scene(blank), blank)
        console.tell(
            words.say(
                "{player}, write a 3 or a 4 into any island without a flag, such as c2=4.",
                player=self.name(seat),
            )
        )
        if not self.game.setup.is_solo:
            left = self.game.setup.holder_of_start(seat)
            console.tell(words.say("{player} will play on this board.", player=self.name(left)))
        read = notation_for(self.game.setup.board)
        while True:
            typed = console.ask(f"{self.name(seat)}>")
            try:
                number = read.start(typed.replace(" ", ""))
            except Malformed as malformed:
                console.tell(describe(words, malformed))
                continue
            against = start_refusal(number)
            if against is None:
                return self.enter(Start(seat, number))
            console.tell(explain_with_rule(words, against))

    def _turn_card(self) -> None:
        self.console.tell()
        card, self.pile = self.pile[0], self.pile[1:]
        self.enter(Turned(card))
        if self.game.setup.is_solo:
            first, second, third = piles(self.game.setup.rounds, len(self.game.cards))
            self.console.tell(
                self.words.say(
                    "Cards left in the three piles: {first}, {second}, {third}.",
                    first=first,
                    second=second,
                    third=third,
                )
            )

    def _tell_result(self) -> None:
        console, game = self.console, self.game
        for seat in range(len(game.sheets)):
            console.tell()
            self.show(seat)
            for line in ledger_lines(self.words, game.ledgers[seat]):
                console.tell(f"  {line}")
        console.tell()
        console.tell(verdict(self.words, game))
        console.tell(
            self.words.say("To see the game again: {command}", command=f"hashi replay {self.path}")
        )
