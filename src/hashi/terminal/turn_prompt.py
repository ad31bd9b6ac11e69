"""One player's turn at the keyboard: marks and commands, line by line."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from hashi.record import notation_for
from hashi.rules import (
    Bridge,
    Draft,
    Illegal,
    Malformed,
    Number,
    Pens,
    Sheet,
    Turn,
    dead_islands,
)
from hashi.rules.dead import newly_dead_goals
from hashi.rules.turn import can_draw
from hashi.table import Phase
from hashi.terminal.board_commands import find_seat, show_board, show_signs
from hashi.terminal.commands import Command, command_of, explained
from hashi.terminal.company import COMMANDS as COMPANY_COMMANDS
from hashi.terminal.company import do_in_company, tell_clock
from hashi.terminal.console import Closed
from hashi.terminal.questions import ask_yes_or_no, take_back
from hashi.terminal.sheet_pictures import own_scene, points_heading
from hashi.whole_numbers import whole_number
from hashi.words import HINT_STEP_NAMES, dead_goal_sentence, explain_with_rule

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
        self._round = len(session.game.cards)

    @property
    def draft(self) -> Draft | None:
        """The turn in the making; None in the last check."""
        return None if self.seat is None else self.session.table.draft(self.seat)

    @property
    def _is_open(self) -> bool:
        """Whether it is still this turn: a clock may have ended it, an earlier one be reopened."""
        table = self.session.table
        if self.seat is None:
            return table.phase is Phase.CHECK and bool(self._waiting)
        is_same = table.phase is Phase.ROUND and len(table.game.cards) == self._round
        return is_same and self._waiting[:1] == [self.seat]

    @property
    def _waiting(self) -> list[int]:
        """The own seats that are still to act."""
        return [seat for seat in self.session.table.waiting_for if seat in self.session.table.own]

    def run(self) -> None:
        self._show()
        self.tell_step()
        self._tell_example()
        tell_clock(self.session)
        while self._is_open:
            typed = self.console.ask(self._prompt(), self._complete)
            self.session.refresh()
            if self._is_open and typed:
                self.obey(typed)

    def _prompt(self) -> str:
        if self.seat is None:
            return self.words.say("Last check") + ">"
        return f"{self.session.name(self.seat)}>"

    def obey(self, typed: str) -> None:
        """Do what one line says."""
        command = command_of(self.words, typed)
        if command is not None:
            if command[0] in COMPANY_COMMANDS:
                do_in_company(self.session, *command)
            else:
                self._do(*command)
            return
        first, _, last = typed.rpartition(" ")
        end = command_of(self.words, last) if first else None
        if end in ((Command.DONE, ""), (Command.SKIP, "")):
            self._mark_and_end(first, is_sure=end[0] is Command.SKIP)
        else:
            self._mark(typed)

    def _do(self, command: Command, rest: str) -> None:
        match command:
            case Command.DONE:
                self._done()
            case Command.SKIP:
                self._end()
            case Command.QUIT:
                raise Closed
            case Command.BOARD:
                self._show_board(rest)
            case Command.CALL:
                self._call(rest)
            case Command.SIGNS:
                show_signs(self.session)
            case Command.HELP:
                self._help()
            case Command.ALLOWED:
                self._tell_allowed()
            case Command.HINT:
                self._hint()
            case Command.UNDO if self.draft is not None and not self.draft.may_undo:
                self._take_back()
            case Command.UNDO | Command.REDO | Command.CLEAR:
                self._change(command)

    # --- marks

    def _mark(self, typed: str) -> bool:
        """Make all marks of a line, or none; return whether they stand."""
        draft = self.draft
        if draft is None:
            self.console.tell(
                self.words.say(
                    "All cards have been played. Call out a mistake or type “{done}”.",
                    done=self.done,
                )
            )
            return False
        before = draft.sheet
        if not self._ask("mark", marks=typed.lower()):
            if self._is_open:
                self.tell_step()
            return False
        if not self._is_open:
            return False
        self._show()
        self.warn(before)
        self.tell_step()
        return True

    def _mark_and_end(self, typed: str, *, is_sure: bool) -> None:
        """Make the marks of a line and end the turn, or refuse the whole line."""
        draft = self.draft
        if draft is not None and draft.card is not None:
            with suppress(Malformed, Illegal):  # refused below, with the reason
                marks = notation_for(draft.before.board).turn(typed.lower()).marks
                refusal = draft.with_marks(marks).refusal_of_end()
                if refusal is not None:
                    self.console.tell(explain_with_rule(self.words, refusal))
                    self.tell_step()
                    return
        if self._mark(typed):
            self._end() if is_sure else self._done()

    def _ask(self, do: str, **fields: object) -> bool:
        return self.session.ask(do, seat=self.seat, **fields)

    def warn(self, before: Sheet) -> None:
        """Say which goals and islands have just lost their last chance, and whether it goes on."""
        draft, game = self.draft, self.session.game
        if draft is None or not self.session.hints:
            return
        numbers = game.numbers_to_come
        told = set(dead_islands(before, numbers))
        for dead in newly_dead_goals(before, draft.sheet, numbers):
            told.update(dead.islands)
            self.console.tell(dead_goal_sentence(self.words, dead))
        for island in dead_islands(draft.sheet, numbers):
            if island not in told:
                self.console.tell(
                    self.words.say("Careful: {island} can’t be finished any more.", island=island)
                )
        if draft.is_stranded:
            self.console.tell(
                self.words.say("There’s no room left for the missing bridges. Undo one.")
            )

    def _change(self, command: Command) -> None:
        if self.draft is not None and self._ask(command.value) and self._is_open:
            self._show()
            self.tell_step()

    def _take_back(self) -> None:
        """Undo a finished turn: of this round, or the last round where it may be played again."""
        session, say = self.session, self.words.say
        waiting, own = session.table.waiting_for, session.table.own
        done = [seat for seat in own if seat not in waiting]
        if done:
            take_back(session, done[-1])
        elif session.table.may_rewind and session.game.rounds:
            question = say("Play round {round} again?", round=session.game.rounds)
            if ask_yes_or_no(self.console, question, usual=True):
                session.ask("rewind", to=session.game.rounds)
                if session.table.company is not None and session.table.company.proposal:
                    self.console.tell(say("Everyone else is asked first."))
        else:
            self._change(Command.UNDO)

    def _done(self) -> None:
        """End the turn; nothing is wasted without a question."""
        draft = self.draft
        question = None if draft is None else self._question(draft)
        if question is None or ask_yes_or_no(self.console, question, usual=False):
            self._end()

    def _question(self, draft: Draft) -> str | None:
        """Return what to ask before a turn ends that could go on; None for nothing."""
        say = self.words.say
        if not draft.marks:
            return say("You haven’t marked anything. Skip this card?")
        if draft.is_free or draft.drawn or not can_draw(draft.sheet, draft.missing):
            return None
        return self.words.say_many(
            "You can still draw {count} bridge. End your turn without it?",
            "You can still draw {count} bridges. End your turn without them?",
            draft.missing,
        )

    def _end(self) -> None:
        if self.seat is not None:
            self._ask("done")
            return
        for seat in self._waiting:
            self.session.ask("check", seat=seat)

    # --- hints

    def _hint(self) -> None:
        """Tell the next step of a hint; after the last one, offer to make its marks."""
        if self.seat is None:
            self.tell_step()
            return
        advice = self.session.hint(self.seat)
        if advice is None:
            return
        say, console = self.words.say, self.console
        name = say(HINT_STEP_NAMES.get(advice.name, advice.name))
        title = say("{name} ({step} of {steps})", name=name, step=advice.step, steps=advice.steps)
        console.tell(f"{title}: {advice.text}")
        console.point_at(advice.islands)
        if not advice.is_last:
            console.tell(say("Type “{hint}” again for more.", hint=Command.HINT.word(self.words)))
        elif advice.turn.marks and self._is_open and self._is_wanted():
            self._take_over(str(advice.turn))

    def _is_wanted(self) -> bool:
        return ask_yes_or_no(self.console, self.words.say("Play this turn?"), usual=True)

    def _take_over(self, turn: str) -> None:
        """Make the marks of a turn instead of those that are made."""
        draft = self.draft
        if draft is None or not draft.marks or self._ask("clear"):
            self._mark(turn)

    # --- looking and calling

    def _show(self) -> None:
        """Print the player's own board with this turn's marks, and beside it those of the others
        where there is room; after the last round, all boards."""
        draft, seat, session = self.draft, self.seat, self.session
        if draft is None or seat is None:
            session.show_all()
            return
        own = own_scene(session.game, seat, draft, help=session.hints)
        count = len(session.game.sheets)
        others = [(seat + step) % count for step in range(1, count)]
        session.console.show_beside(
            [
                (points_heading(self.words, session.game, seat, draft), own, draft.sheet),
                *(session.picture(other, has_cards=False) for other in others),
            ],
            rows=1,
        )

    def _show_board(self, rest: str) -> None:
        if not rest and self.draft is not None:
            self._show()
        else:
            show_board(self.session, rest)

    def _call(self, rest: str) -> None:
        """`call Tim c1-c2` or `call 2 c1-c2 r3`; without a round, the newest such mark."""
        game = self.session.game
        if game.setup.pens is not Pens.FREE:
            self.console.tell(self.words.say("Mistakes can only be called out with free pens."))
            return
        words = rest.split()
        last = words[-1] if words else ""
        round = whole_number(last[1:]) if last[:1] in ("r", "R") else None
        if round is not None:
            words.pop()
        if len(words) < 2:
            self.console.tell(
                self.words.say(
                    "Say whose mark and which one: {example}",
                    example=f"{Command.CALL.word(self.words)} {self.session.name(0)} c1-c2",
                )
            )
            return
        on = find_seat(self.session, " ".join(words[:-1]))
        if on is None:
            return
        own = self.session.table.own
        by = self.seat if self.seat is not None else on if on in own else own[0]
        made = {} if round is None else {"made": round}
        if self.session.ask("call", seat=by, on=on, mark=words[-1].lower(), **made):
            self.session.show(on)

    @property
    def _commands(self) -> list[Command]:
        """The commands of this game: calls need free pens, hints have to be agreed."""
        table = self.session.table
        left_out: set[Command] = set()
        if self.session.game.setup.pens is not Pens.FREE:
            left_out.add(Command.CALL)
        if not table.may_hint:
            left_out.add(Command.HINT)
        if table.company is None:
            left_out.update(COMPANY_COMMANDS)
        return [command for command in Command if command not in left_out]

    def _complete(self, before: str) -> list[str]:
        """Return the words that may come next: marks that are allowed, commands, players."""
        begun = command_of(self.words, before) if before.strip() else None
        if begun is not None:
            takes_player = begun[0] in (Command.BOARD, Command.CALL) and not begun[1]
            players = range(len(self.session.game.setup.players)) if takes_player else ()
            return [self.session.name(seat).casefold() for seat in players]
        done = [self.done]
        commands = done if before.strip() else [each.word(self.words) for each in self._commands]
        return [*self._allowed_marks(before), *commands]

    def _allowed_marks(self, before: str) -> list[str]:
        """Return the marks that are allowed after those of the line so far."""
        draft = self.draft
        if draft is None or draft.card is None:
            return []
        number = draft.card.number
        with suppress(Malformed, Illegal):  # an empty line, or one that will be refused anyway
            draft = draft.with_marks(notation_for(draft.before.board).turn(before.lower()).marks)
        islands = draft.islands if draft.number is None else ()
        numbers = [Number(island, number) for island in islands]
        return [str(mark) for mark in (*numbers, *map(Bridge, draft.lines))]

    # --- saying what is next

    def _help(self) -> None:
        say = self.words.say
        self.console.tell(
            say("Marks: 5@c1 writes 5 on c1; c1-c2 draws one bridge, c1=c2 draws two.")
        )
        self.console.tell_pairs(explained(self.words, *self._commands))

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

    def tell_step(self) -> None:
        """Say what is done and what is next."""
        draft, words = self.draft, self.words
        if draft is None or draft.card is None:
            self.console.guide(
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
        self.console.guide(" ".join(steps))

    def _tell_example(self) -> None:
        """Tell once how a turn is typed, with marks that are allowed now."""
        draft = self.draft
        if self.session.has_shown_example or draft is None or draft.card is None:
            return
        marks = [Number(island, draft.card.number) for island in draft.islands[:1]]
        example = Turn((*marks, *map(Bridge, draft.lines[:1])))
        if example.marks:
            self.session.has_shown_example = True
            self.console.tell(
                self.words.say(
                    "Type your marks, such as {example}, and then “{done}”.",
                    example=example,
                    done=self.done,
                )
            )


def _parts(number: Number) -> dict[str, object]:
    return {"number": number.number, "island": number.island}
