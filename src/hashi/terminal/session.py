"""A game at one keyboard, from the first start to the score."""

from __future__ import annotations

from hashi.drawing import scene
from hashi.rules import (
    Game,
    Illegal,
    Malformed,
    NewsKind,
    Pens,
    Turned,
    goal_boxes,
    news,
    piles,
)
from hashi.table import Objected, Phase, StoreDown, Table
from hashi.table.local_table import LocalTable
from hashi.terminal.commands import Command, command_of
from hashi.terminal.console import Closed, Console
from hashi.terminal.turn_prompt import check_boards, take_turn
from hashi.words import (
    announce,
    describe,
    explain_with_rule,
    ledger_lines,
    shown,
    verdict,
)
from hashi.words.objections import object_to


class Session:
    """People around one keyboard. Every mark is saved before it is shown as made."""

    def __init__(self, console: Console, table: LocalTable, *, hints: bool = True) -> None:
        self.console = console
        self.words = console.words
        self._local = table
        self.hints = hints and self.game.setup.pens is Pens.GUIDED

    @property
    def is_begun(self) -> bool:
        """Whether anything was marked that is worth keeping."""
        places = zip(self.table.seats, self.game.starts, strict=True)
        return any(place.marks.marks or start for place, start in places)

    def close(self) -> None:
        """Close the saved game; one in which nothing was marked is removed."""
        if self.is_begun:
            self._local.close()
        else:
            self._local.discard()

    @property
    def table(self) -> Table:
        return self._local.table

    @property
    def game(self) -> Game:
        return self.table.played

    def run(self) -> None:
        """Play until the game is over; raise Closed when the people leave before that."""
        help, allowed = Command.HELP.word(self.words), Command.ALLOWED.value
        self.console.tell(
            self.words.say(
                "Type “{help}” for all the words you can use, and “{allowed}” for what’s allowed.",
                help=help,
                allowed=allowed,
            )
        )
        while self.table.phase is Phase.STARTS:
            self._write_start(self.table.waiting_for[0])
        while self.table.phase is Phase.ROUND:
            take_turn(self, self.table.waiting_for[0])
        if self.table.phase is Phase.CHECK:
            check_boards(self)
        self._tell_result()

    def ask(self, do: str, **fields: object) -> bool:
        """Ask something of the table and announce what comes of it; return whether it was done.

        A refusal is explained. Where nothing can be saved, the table stays as it was.
        """
        before = self.table
        try:
            self._local.ask(do, **fields)
        except Illegal as illegal:
            mark = illegal.refusal.mark
            sentence = explain_with_rule(self.words, illegal.refusal)
            self.console.tell(sentence if mark is None else f"{mark}: {sentence}")
        except Malformed as malformed:
            self.console.tell(describe(self.words, malformed))
        except Objected as objected:
            code = objected.objection.value
            self.console.tell(object_to(self.words, code, objected.details))
        except StoreDown as down:
            self.console.tell(
                self.words.say(
                    "This couldn’t be saved, so nothing has changed: {error}. Try again.",
                    error=down,
                )
            )
        else:
            self._announce(before)
            return True
        return False

    def _announce(self, before: Table) -> None:
        game = before.played
        for entry in self.table.entries[len(before.entries) :]:
            if isinstance(entry, Turned):
                self.console.tell()
            then = game.play(entry)
            for item in news(game, entry, then):
                if item.event is not NewsKind.GAME_WON:  # told at the very end, under the boards
                    self.console.tell(announce(self.words, item, then))
            game = then
            if isinstance(entry, Turned):
                self._tell_piles(game)

    def show(self, seat: int) -> None:
        """Print a player's board as all may see it."""
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
                "{player}, write a 3 or a 4 on any island without a flag, such as c2=4.",
                player=self.name(seat),
            )
        )
        if not self.game.setup.is_solo:
            left = self.game.setup.holder_of_start(seat)
            console.tell(words.say("{player} will play on this board.", player=self.name(left)))
        while not self._is_start_written(seat):
            pass

    def _is_start_written(self, seat: int) -> bool:
        """Ask for one line and do what it says; return whether the start is written."""
        typed = self.console.ask(f"{self.name(seat)}>")
        command = command_of(self.words, typed)
        if command is not None and command[0] is Command.QUIT:
            raise Closed
        start = typed.replace(" ", "")
        if not typed or not self.ask("mark", seat=seat, marks=start):
            return False
        return self.ask("done", seat=seat)

    def _tell_piles(self, game: Game) -> None:
        """Tell a player alone how many cards are left (R30)."""
        if game.setup.is_solo:
            first, second, third = piles(game.setup.rounds, len(game.cards))
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
            self.words.say(
                "To replay the game: {command}", command=f"hashi replay {self._local.path}"
            )
        )
