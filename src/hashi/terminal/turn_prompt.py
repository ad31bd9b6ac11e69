"""One player's turn at the keyboard: marks and commands, line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hashi.drawing import scene
from hashi.rules import (
    Bridge,
    Draft,
    Island,
    Line,
    Number,
    Pens,
    dead_islands,
    goal_boxes,
)
from hashi.table import draft_of
from hashi.terminal.commands import Command, command_of, explain_commands
from hashi.terminal.console import Closed
from hashi.terminal.questions import ask_yes_or_no
from hashi.terminal.seats import seat_of

if TYPE_CHECKING:
    from hashi.terminal.session import Session


def take_turn(session: Session, seat: int) -> None:
    """Ask for lines until the turn of this seat is done."""
    TurnPrompt(session, seat).run()


def check_boards(session: Session) -> None:
    """Ask for lines until the last check of a game with free pens is done (R35)."""
    TurnPrompt(session, None).run()


class TurnPrompt:
    """A player's turn from the first look to `done`, or the last check (seat None)."""

    def __init__(self, session: Session, seat: int | None) -> None:
        self.session = session
        self.console = session.console
        self.words = session.words
        self.done = Command.DONE.word(self.words)
        self.seat = seat

    @property
    def draft(self) -> Draft | None:
        """The turn in the making; None in the last check."""
        return None if self.seat is None else draft_of(self.session.table, self.seat)

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
        return f"{self.session.name(self.seat)}>"

    def _obey(self, typed: str) -> bool:
        """Do what one line says; whether the turn is over."""
        command = command_of(self.words, typed)
        if command is not None:
            return self._do(*command)
        first, _, last = typed.rpartition(" ")
        if first and command_of(self.words, last) == (Command.DONE, ""):
            return self._mark(first) and self._done()
        self._mark(typed)
        return False

    def _do(self, command: Command, rest: str) -> bool:
        match command:
            case Command.DONE:
                return self._done()
            case Command.SKIP:
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
                self._change(command)
        return False

    # --- marks

    def _mark(self, typed: str) -> bool:
        """Make the marks of a line one by one; return whether all of them stand."""
        draft = self.draft
        if draft is None:
            self.console.tell(
                self.words.say(
                    "All cards have been played. Call out a mistake or type “{done}”.",
                    done=self.done,
                )
            )
            return False
        dead = dead_islands(draft.sheet)
        for word in typed.split():
            if not self._ask("mark", marks=word):
                self._tell_step()
                return False
        self._show()
        self._warn(dead)
        self._tell_step()
        return True

    def _ask(self, do: str, **fields: object) -> bool:
        return self.session.ask(do, seat=self.seat, **fields)

    def _warn(self, dead_before: tuple[object, ...]) -> None:
        """Say it when an island has just lost its last chance, or the turn has no way on."""
        draft = self.draft
        if draft is None or not self.session.hints:
            return
        for island in dead_islands(draft.sheet):
            if island not in dead_before:
                self.console.tell(
                    self.words.say("Careful: {island} can’t be finished any more.", island=island)
                )
        if draft.is_stranded:
            self.console.tell(
                self.words.say("There’s no room left for the missing bridges. Undo one.")
            )

    def _change(self, command: Command) -> None:
        if self.draft is not None and self._ask(command.value):
            self._show()
            self._tell_step()

    def _pass(self) -> bool:
        draft = self.draft
        if draft is not None and draft.marks:
            self.console.tell(
                self.words.say(
                    "You’ve already marked something. Undo it first, or type “{done}”.",
                    done=self.done,
                )
            )
            return False
        return self._end()

    def _done(self) -> bool:
        """End the turn; a card is not wasted without a question."""
        draft = self.draft
        if draft is not None and not draft.marks and not self._is_sure():
            return False
        return self._end()

    def _is_sure(self) -> bool:
        question = self.words.say("You haven’t marked anything. Skip this card?")
        return ask_yes_or_no(self.console, question, usual=False)

    def _end(self) -> bool:
        if self.seat is not None:
            return self._ask("done")
        waiting = self.session.table.waiting_for
        return all(self.session.ask("check", seat=seat) for seat in waiting)

    # --- looking and calling

    def _show(self) -> None:
        """Print the player's own board with this turn's marks; after the last round, all boards."""
        draft = self.draft
        if draft is None or self.seat is None:
            for seat in range(len(self.session.game.sheets)):
                self.session.show(seat)
            return
        game = self.session.game
        targets: tuple[Island | Line, ...] = ()
        if self.session.hints:
            islands = draft.islands if draft.number is None else ()
            targets = (*islands, *draft.lines)
        picture = scene(
            draft.sheet,
            fresh=draft.turn,
            targets=targets,
            help=self.session.hints,
            boxes=goal_boxes(game, self.seat),
            deck=game.setup.deck,
            turned=game.cards,
            card=game.card,
        )
        self.console.show(picture, draft.sheet)

    def _show_board(self, rest: str) -> None:
        if not rest and self.draft is not None:
            self._show()
            return
        seat = self._seat_of(rest) if rest else 0
        if seat is not None:
            self.session.show(seat)

    def _seat_of(self, typed: str) -> int | None:
        """Return the seat of a player by name or number; list the players where it is unclear."""
        names = self.session.game.setup.players
        seat = seat_of(names, typed)
        if seat is None:
            listed = ", ".join(f"{i + 1} {self.session.name(i)}" for i in range(len(names)))
            self.console.tell(self.words.say("Which player? {players}", players=listed))
        return seat

    def _call(self, rest: str) -> None:
        """`call Tim c1-c2` or `call 2 c1-c2 r3`; without a round, the newest such mark."""
        game = self.session.game
        if game.setup.pens is not Pens.FREE:
            self.console.tell(self.words.say("Mistakes can only be called out with free pens."))
            return
        words = rest.split()
        round = None
        if words and words[-1][:1] == "r" and words[-1][1:].isdecimal():
            round = int(words.pop()[1:])
        if len(words) < 2:
            self.console.tell(
                self.words.say(
                    "Say whose mark and which one: {example}",
                    example=f"{Command.CALL.word(self.words)} {self.session.name(0)} c1-c2",
                )
            )
            return
        on = self._seat_of(" ".join(words[:-1]))
        if on is None:
            return
        by = on if self.seat is None else self.seat
        made = {} if round is None else {"made": round}
        if self.session.ask("call", seat=by, on=on, mark=words[-1], **made):
            self.session.show(on)

    # --- saying what is next

    def _help(self) -> None:
        say = self.words.say
        self.console.tell(
            say("Marks: 5@c1 writes 5 on c1; c1-c2 draws one bridge, c1=c2 draws two.")
        )
        is_free = self.session.game.setup.pens is Pens.FREE
        for line in explain_commands(self.words, with_calls=is_free):
            self.console.tell(line)

    def _tell_allowed(self) -> None:
        draft, say = self.draft, self.words.say
        if draft is None or draft.card is None:
            return
        if draft.is_free:
            self.console.tell(say("Free pens: any number on any island, any bridge along a line."))
            return
        nothing = say("none")
        stranding = draft.stranding
        islands = " ".join(str(Number(island, draft.card.number)) for island in draft.islands)
        lines = " ".join(str(Bridge(line)) for line in draft.lines if line not in stranding)
        self.console.tell(say("Numbers: {marks}", marks=islands or nothing))
        self.console.tell(say("Bridges: {marks}", marks=lines or nothing))
        if stranding:
            self.console.tell(
                say(
                    "Allowed, but there’d be no room for the other bridges: {marks}",
                    marks=" ".join(str(Bridge(line)) for line in stranding),
                )
            )

    def _tell_step(self) -> None:
        """Print what is done and what is next."""
        draft, words = self.draft, self.words
        if draft is None or draft.card is None:
            self.console.tell(
                words.say(
                    "All cards have been played. Check the boards, call out any mistakes, then "
                    "type “{done}”.",
                    done=self.done,
                )
            )
            return
        drawn, number = draft.drawn, draft.number
        steps = []
        if number is not None:
            steps.append(words.say("{number} is on {island}.", **_parts(number)))
        elif drawn and draft.islands:
            steps.append(words.say("You can still write the {number}.", number=draft.card.number))
        elif not drawn:
            steps.append(
                words.say("Write {number} on an island, or skip it.", number=draft.card.number)
            )
        left = draft.missing
        if left > 0:
            steps.append(
                words.say_many("Draw one more bridge.", "Draw {count} more bridges.", left)
                if drawn
                else words.say_many(
                    "Draw {count} bridge, or skip it.",
                    "Draw {count} bridges, or skip them.",
                    left,
                )
            )
        else:
            steps.append(words.say("All the bridges are drawn. Type “{done}”.", done=self.done))
        self.console.tell(" ".join(steps))


def _parts(number: Number) -> dict[str, object]:
    return {"number": number.number, "island": number.island}
