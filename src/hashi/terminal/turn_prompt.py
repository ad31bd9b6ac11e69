"""One player's turn at the keyboard: marks and orders, line by line."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hashi.drawing import scene
from hashi.record import notation_for
from hashi.rules import (
    Bridge,
    Illegal,
    Island,
    Line,
    Malformed,
    Number,
    Pens,
    Played,
    dead_islands,
    goal_boxes,
)
from hashi.table.drafting import Drafting
from hashi.terminal.commands import Command, command_of, explain_commands
from hashi.terminal.console import Closed
from hashi.terminal.seats import seat_of
from hashi.words import describe, explain_with_rule

if TYPE_CHECKING:
    from hashi.terminal.session import Session


def take_turn(sitting: Session, seat: int | None) -> None:
    """Ask for lines until the turn is handed in; seat None is the last check of a free game."""
    Turning(sitting, seat).run()


class Turning:
    """A player's turn from the first look to `done`."""

    def __init__(self, sitting: Session, seat: int | None) -> None:
        self.sitting = sitting
        self.console = sitting.console
        self.words = sitting.words
        self.done = Command.DONE.word(self.words)
        self.seat = seat
        self.pen: Drafting | None = None
        game = sitting.game
        if seat is not None and game.card is not None:
            is_free = game.setup.pens is Pens.FREE
            self.pen = Drafting(game.sheets[seat], game.card, is_free)

    def run(self) -> None:
        self._show()
        self._tell_step()
        while True:
            typed = self.console.ask(self._prompt())
            if typed and self._obey(typed):
                return

    def _prompt(self) -> str:
        if self.seat is None:
            return self.words.say("Last check") + ">"
        return f"{self.sitting.name(self.seat)}>"

    def _obey(self, typed: str) -> bool:
        """Do what one line says; whether the turn is over."""
        order = command_of(self.words, typed)
        if order is not None:
            return self._do(*order)
        first, _, last = typed.rpartition(" ")
        if first and command_of(self.words, last) == (Command.DONE, ""):
            return self._mark(first) and self._done()
        self._mark(typed)
        return False

    def _do(self, order: Command, rest: str) -> bool:
        match order:
            case Command.DONE:
                return self._done()
            case Command.PASS:
                return self._pass()
            case Command.QUIT:
                raise Closed
            case Command.BOARD:
                self._show_board(rest)
            case Command.CALL:
                self._call(rest)
            case Command.HELP:
                self._help()
            case Command.ALLOWED:
                self._tell_allowed()
            case Command.UNDO | Command.REDO | Command.CLEAR:
                self._change(order)
        return False

    # --- marks

    def _mark(self, typed: str) -> bool:
        """Make the marks of a line one by one; whether all of them stand."""
        if self.pen is None:
            self.console.tell(
                self.words.say(
                    "All cards are played. Call a mistake, or type {done}.", done=self.done
                )
            )
            return False
        try:
            marks = notation_for(self.pen.sheet.board).turn(typed).marks
        except Malformed as malformed:
            self.console.tell(describe(self.words, malformed))
            return False
        dead = dead_islands(self.pen.after)
        for mark in marks:
            against = self.pen.refusal(mark)
            if against is not None:
                self._show()
                self.console.tell(f"{mark}: {explain_with_rule(self.words, against)}")
                self._tell_step()
                return False
            self.pen = self.pen.changed((*self.pen.marks, mark))
        self._show()
        self._warn(dead)
        self._tell_step()
        return True

    def _warn(self, dead_before: tuple[object, ...]) -> None:
        """Say it when an island has just lost its last chance, or the turn has no way on."""
        assert self.pen is not None
        if not self.sitting.hints:
            return
        for island in dead_islands(self.pen.after):
            if island not in dead_before:
                self.console.tell(
                    self.words.say("Careful: {island} can no longer be finished.", island=island)
                )
        if self.pen.is_stranded:
            self.console.tell(
                self.words.say("The missing bridges have no place any more. Take one back.")
            )

    def _change(self, order: Command) -> None:
        pen = self.pen
        if pen is None or not (pen.undone if order is Command.REDO else pen.marks):
            self.console.tell(self.words.say("There is nothing to take back or to make again."))
            return
        changes = {Command.UNDO: pen.undo, Command.REDO: pen.redo, Command.CLEAR: pen.clear}
        self.pen = changes[order]()
        self._show()
        self._tell_step()

    def _pass(self) -> bool:
        if self.pen is not None and self.pen.marks:
            self.console.tell(
                self.words.say(
                    "You have made marks. Take them back first, or type {done}.", done=self.done
                )
            )
            return False
        return self._done()

    def _done(self) -> bool:
        if self.pen is None or self.seat is None:
            return True
        against = self.pen.refusal_of_end()
        if against is not None:
            self.console.tell(explain_with_rule(self.words, against))
            return False
        self.sitting.enter(Played(self.seat, self.pen.turn))
        return True

    # --- looking and calling

    def _show(self) -> None:
        """The player's own board with this turn's marks; after the last round, all boards."""
        if self.pen is None or self.seat is None:
            for seat in range(len(self.sitting.game.sheets)):
                self.sitting.show(seat)
            return
        game, pen = self.sitting.game, self.pen
        targets: tuple[Island | Line, ...] = ()
        if self.sitting.hints:
            targets = (*pen.islands, *pen.lines)
        picture = scene(
            pen.after,
            fresh=pen.turn,
            targets=targets,
            help=self.sitting.hints,
            boxes=goal_boxes(game, self.seat),
            deck=game.setup.deck,
            turned=game.cards,
            card=game.card,
        )
        self.console.show(picture, pen.after)

    def _show_board(self, rest: str) -> None:
        if not rest and self.pen is not None:
            self._show()
            return
        seat = self._seat_of(rest) if rest else 0
        if seat is not None:
            self.sitting.show(seat)

    def _seat_of(self, typed: str) -> int | None:
        """A player by name or number; says who there is where it is not clear."""
        names = self.sitting.game.setup.players
        seat = seat_of(names, typed)
        if seat is None:
            listed = ", ".join(f"{i + 1} {self.sitting.name(i)}" for i in range(len(names)))
            self.console.tell(self.words.say("Which player? {players}", players=listed))
        return seat

    def _call(self, rest: str) -> None:
        """`call Tim c1-c2` or `call 2 c1-c2 r3`; without a round, the newest such mark."""
        game = self.sitting.game
        if game.setup.pens is not Pens.FREE:
            self.console.tell(self.words.say("Mistakes are called only in a game with free pens."))
            return
        words = rest.split()
        round = None
        if words and words[-1][:1] == "r" and words[-1][1:].isdecimal():
            round = int(words.pop()[1:])
        if len(words) < 2:
            self.console.tell(
                self.words.say(
                    "Say whose mark and which one: {example}",
                    example=f"{Command.CALL.word(self.words)} {self.sitting.name(0)} c1-c2",
                )
            )
            return
        on = self._seat_of(" ".join(words[:-1]))
        if on is None:
            return
        try:
            mark = notation_for(game.setup.board).marks(words[-1])[0]
        except Malformed as malformed:
            self.console.tell(describe(self.words, malformed))
            return
        made = [ink.round for ink in game.pages[on].inks if ink.mark == mark]
        by = on if self.seat is None else self.seat
        try:
            self.sitting.call(by, on, round or max(made, default=game.rounds), mark)
        except Illegal as illegal:
            self.console.tell(explain_with_rule(self.words, illegal.refusal))
            return
        if self.pen is not None and self.seat is not None:
            before = self.sitting.game.sheets[self.seat]
            self.pen = replace(self.pen, sheet=before)
        self.sitting.show(on)

    # --- saying what is next

    def _help(self) -> None:
        say = self.words.say
        self.console.tell(say("Marks: 5@c1 writes 5 on c1; c1-c2 draws a bridge, c1=c2 draws two."))
        is_free = self.sitting.game.setup.pens is Pens.FREE
        for line in explain_commands(self.words, with_calls=is_free):
            self.console.tell(line)

    def _tell_allowed(self) -> None:
        pen, say = self.pen, self.words.say
        if pen is None or pen.card is None:
            return
        if pen.is_free:
            self.console.tell(say("Free pens: any number on any island, any bridge along a line."))
            return
        nothing = say("none")
        stranding = pen.stranding
        islands = " ".join(str(Number(island, pen.card.number)) for island in pen.islands)
        lines = " ".join(str(Bridge(line)) for line in pen.lines if line not in stranding)
        self.console.tell(say("Numbers: {marks}", marks=islands or nothing))
        self.console.tell(say("Bridges: {marks}", marks=lines or nothing))
        if stranding:
            self.console.tell(
                say(
                    "Allowed, but then the other bridges have no place: {marks}",
                    marks=" ".join(str(Bridge(line)) for line in stranding),
                )
            )

    def _tell_step(self) -> None:
        """What is done and what is next."""
        pen, words = self.pen, self.words
        if pen is None or pen.card is None:
            self.console.tell(
                words.say(
                    "All cards are played. Check the boards: call mistakes, then type {done}.",
                    done=self.done,
                )
            )
            return
        drawn, number = pen.drawn, pen.number
        steps = []
        if number is not None:
            steps.append(words.say("{number} is on {island}.", **_parts(number)))
        elif not drawn:
            steps.append(
                words.say("Write {number} into an island, or waive it.", number=pen.card.number)
            )
        left = pen.missing
        if left > 0:
            steps.append(
                words.say_many("Draw {count} bridge.", "Draw {count} bridges.", left)
                if drawn
                else words.say_many(
                    "Draw {count} bridge, or waive it.",
                    "Draw {count} bridges, or waive them.",
                    left,
                )
            )
        else:
            steps.append(words.say("All bridges are drawn. Type {done}.", done=self.done))
        self.console.tell(" ".join(steps))


def _parts(number: Number) -> dict[str, object]:
    return {"number": number.number, "island": number.island}
