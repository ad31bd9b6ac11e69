"""A game on a full screen, from the first start to the review."""

from __future__ import annotations

import contextlib
import threading
from collections import deque
from collections.abc import Callable

from textual.app import ComposeResult
from textual.widgets import Footer

from hashi.rules import Illegal, Island, Line, Pens
from hashi.table import Phase
from hashi.table.requests.taps import tap_island
from hashi.terminal.commands import Command
from hashi.terminal.console import Closed, Console
from hashi.terminal.screen.board_view import BoardView
from hashi.terminal.screen.dialogs import LinePrompt, TextDialog
from hashi.terminal.screen.outlet import ScreenOutlet
from hashi.terminal.screen.sheets import help_text, review_text
from hashi.terminal.screen.snapshot import Snapshot
from hashi.terminal.screen.table_view import TableView
from hashi.terminal.screen.themed_app import ThemedApp
from hashi.terminal.session import Session
from hashi.terminal.start_prompt import StartPrompt
from hashi.terminal.tables.game_table import Declined, GameTable
from hashi.terminal.turn_prompt import TurnPrompt
from hashi.terminal.wait_prompt import WaitPrompt
from hashi.words import verdict

MOST_WAITING = 32
"""Keys that are kept while something is being done."""


class GameApp(ThemedApp):
    """A table on a full screen; what is done goes through the prompts of lines."""

    def __init__(self, console: Console, table: GameTable, *, hints: bool = True) -> None:
        super().__init__(console.theme)
        self.session = Session(console, table, hints=hints)
        self.words = console.words
        self.view = TableView(self.words, Snapshot.of(table), has_help=self.session.hints)
        self.failure: Exception | None = None
        """What ended the game from outside, such as a server that is gone."""
        self._prompt: StartPrompt | TurnPrompt | WaitPrompt | None = None
        self._turnstile = threading.Lock()
        """Held by the thread that asks something of the table."""
        self.is_busy = False
        """Whether something is being done; what is typed meanwhile comes after it."""
        self._next: deque[Callable[[], None]] = deque(maxlen=MOST_WAITING)
        self._add_keys()

    def _add_keys(self) -> None:
        say = self.words.say
        for keys, word, is_shown in (
            ("d", Command.DONE, True),
            ("u,ctrl+z,backspace", Command.UNDO, True),
            ("r,ctrl+y", Command.REDO, False),
            ("c", Command.CLEAR, False),
            ("s", Command.SKIP, True),
            ("h", Command.HINT, self.session.table.may_hint),
        ):
            name = word.word(self.words)
            self.add_key(keys, f"word('{word.value}')", name, is_shown=is_shown)
        has_others = len(self.snapshot.game.sheets) > 1
        self.add_key("b", "next_board", Command.BOARD.word(self.words), is_shown=has_others)
        self.add_key("v", "review", is_shown=False)
        self.add_key("l", "light", is_shown=False)
        self.add_key("t,colon", "type", say("type"))
        self.add_key("question_mark,f1", "help", Command.HELP.word(self.words))
        self.add_key("q", "leave", Command.QUIT.word(self.words))
        self.add_key("ctrl+c", "leave", is_shown=False)

    @property
    def snapshot(self) -> Snapshot:
        """The table as it stands."""
        return self.view.snapshot

    def compose(self) -> ComposeResult:
        yield self.view
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        self.theme_changed_signal.subscribe(self, lambda _: self.view.draw())
        self.session.console.editor.outlet = ScreenOutlet(self, self.view)
        self.view.board.focus()
        if self.session.table.company is not None:
            self._listen()
        self._go_on()

    def on_unmount(self) -> None:
        self.session.console.editor.outlet = None

    # --- doing something

    def _do(self, action: Callable[[], object]) -> None:
        """Carry something out in a thread of its own."""
        self.is_busy = True
        self.view.mark(frozenset())
        _start(lambda: self._carry_out(action))

    def _when_free(self, handler: Callable[[], None]) -> None:
        """Call this now, or when what is being done is done: one thing at a time, none lost."""
        self._next.append(handler)
        while self._next and not self.is_busy:
            self._next.popleft()()

    def _carry_out(self, action: Callable[[], object]) -> None:
        try:
            with self._turnstile:
                action()
                snapshot = Snapshot.of(self.session.table)
        except Closed:
            self._in_app(self.exit)
        except Exception as failure:  # whoever started the screen says what it means
            self._fail(failure)
        else:
            self._in_app(lambda: self._arrive(snapshot))

    def _in_app(self, call: Callable[[], object]) -> None:
        """Call something in the thread that draws; nothing is drawn once the person has left."""
        if self.is_running:
            with contextlib.suppress(RuntimeError):
                self.call_from_thread(call)

    def _fail(self, failure: Exception) -> None:
        """End the screen because of what has happened, unless the person has left."""
        if self.is_running:
            self.failure = failure
            self._in_app(self.exit)

    def _arrive(self, snapshot: Snapshot) -> None:
        """Show the table as it stands after something was done."""
        self.is_busy = False
        self._take_over(snapshot)
        while self._next and not self.is_busy:
            self._next.popleft()()

    def _take_over(self, snapshot: Snapshot) -> None:
        self.view.show(snapshot)
        self._go_on()

    def _go_on(self) -> None:
        """Say what is next, and let the bots of this device think where they are to act."""
        now = self.snapshot
        self._prompt = self._prompt_of(now)
        if self._prompt is None:
            self._tell_end()
        else:
            self._prompt.tell_step()
        if now.seat is None and not now.is_over and self.session.table.company is None:
            self._do(self._let_bots_act)

    def _let_bots_act(self) -> None:
        before = self.session.table.entries
        self.session.table.listen()
        try:
            self.session.table.refresh()
        except Declined as declined:
            self.session.console.tell(declined.sentence)
            raise Closed from None
        self.session.announce(before)

    def _prompt_of(self, now: Snapshot) -> StartPrompt | TurnPrompt | WaitPrompt | None:
        if now.is_over:
            return None
        if now.seat is None:
            return WaitPrompt(self.session)
        if now.phase is Phase.STARTS:
            return StartPrompt(self.session, now.seat)
        return TurnPrompt(self.session, now.seat if now.phase is Phase.ROUND else None)

    def _tell_end(self) -> None:
        say = self.words.say
        if self.snapshot.phase is Phase.CLOSED:
            self.view.guide([say("This game was ended before its last card.")])
        else:
            told = verdict(self.words, self.snapshot.game, aid=self.session.table.aid)
            self.view.guide([told, say("V shows what each turn cost, B the boards, Q leaves.")])

    def _listen(self) -> None:
        """Take over what happens elsewhere, for as long as the game lasts."""
        _start(self._follow)

    def _follow(self) -> None:
        try:
            while self.is_running and not self.snapshot.is_over:
                self.session.table.listen()
                with self._turnstile:
                    self.session.refresh()
                    snapshot = Snapshot.of(self.session.table)
                self._in_app(lambda snapshot=snapshot: self._take_over(snapshot))  # type: ignore[misc]
        except (OSError, ValueError):
            return  # the table was given up
        except Exception as failure:  # likewise
            self._fail(failure)

    # --- keys and taps

    def action_word(self, word: str) -> None:
        """Do what a word of the lines does."""
        self._when_free(lambda: self._obey(word))

    def action_type(self) -> None:
        label = self.words.say("Marks such as 5@c1 c1-c2, or a word such as board or call:")
        self.push_screen(LinePrompt(label), lambda typed: self.action_word(typed or ""))

    def _obey(self, typed: str) -> None:
        prompt = self._prompt
        if prompt is not None and typed:
            self._do(lambda: prompt.obey(typed))

    def on_board_view_tapped(self, event: BoardView.Tapped) -> None:
        self._when_free(lambda: self._tap(event.island))

    def on_board_view_line_tapped(self, event: BoardView.LineTapped) -> None:
        self._when_free(lambda: self._tap_line(event.line))

    def _tap(self, island: Island) -> None:
        draft, board = self.snapshot.draft, self.view.board
        if draft is None or not self.view.is_own_turn:
            return
        origin = board.origin
        try:
            _, board.origin = tap_island(draft, island, origin)
        except Illegal:
            board.origin = None
        fields = {"island": island.name, "from": origin.name if origin else ""}
        self._do(lambda: self._ask("tap", fields))

    def _tap_line(self, line: Line) -> None:
        if self.view.is_own_turn:
            self.view.board.origin = None
            self._do(lambda: self._ask("tap_line", {"line": line.name}))

    def _ask(self, do: str, fields: dict[str, str]) -> None:
        """Ask something of the own seat, and warn of what it has closed off."""
        draft, prompt = self.snapshot.draft, self._prompt
        done = self.session.ask(do, seat=self.snapshot.seat, **fields)
        if done and draft is not None and isinstance(prompt, TurnPrompt):
            prompt.warn(draft.sheet)

    def action_next_board(self) -> None:
        self.view.show_next_board()

    def action_help(self) -> None:
        told = help_text(self.words, is_free=self.snapshot.game.setup.pens is Pens.FREE)
        self.push_screen(TextDialog(lambda _: told, ""))

    def action_review(self) -> None:
        if not self.snapshot.is_over or self.snapshot.phase is Phase.CLOSED:
            self.session.console.tell(self.words.say("The review comes when the game is over."))
            return
        console, table = self.session.console, self.session.table
        self.push_screen(
            TextDialog(
                lambda width: review_text(console, table.record, table.own, width),
                self.words.say("The coach is reviewing every turn."),
            )
        )


def _start(call: Callable[[], None]) -> None:
    """Call something in a thread that ends with the program: nobody who leaves waits for it."""
    threading.Thread(target=call, daemon=True).start()
