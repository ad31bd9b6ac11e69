"""A recorded game on a full screen, round by round."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.widgets import Footer

from hashi.drawing import Scene
from hashi.record import Record
from hashi.rules import Pens
from hashi.table import Phase, aid_in
from hashi.terminal.console import Console
from hashi.terminal.replay_browser import ReplayRound, ReplayStep
from hashi.terminal.screen.dialogs import TextDialog
from hashi.terminal.screen.sheets import review_text, signs_text
from hashi.terminal.screen.snapshot import Snapshot
from hashi.terminal.screen.table_view import TableView
from hashi.terminal.screen.themed_app import ThemedApp
from hashi.words import ledger_items, player_name, turn_text, verdict


class ReplayApp(ThemedApp):
    """Steps through a record by the arrow keys."""

    def __init__(self, console: Console, record: Record, round: int, seat: int) -> None:
        super().__init__(console.theme)
        self.console_of_lines, self.words, self.record = console, console.words, record
        self.at = ReplayRound(record, round)
        self.view = TableView(self.words, self._snapshot(), scene_of=self._scene)
        self.view.seat = seat
        for keys, to, step in (
            ("right,n", 1, ReplayStep.NEXT),
            ("left,p", -1, ReplayStep.BACK),
            ("home", -self.last, ReplayStep.FIRST),
            ("end", self.last, ReplayStep.LAST),
        ):
            self.add_key(keys, f"go({to})", self.words.say(step.value))
        self.add_key("b", "next_board", self.words.say(ReplayStep.PLAYER.value))
        self.add_key("v", "review", self.words.say("review"))
        self.add_key("l", "light", is_shown=False)
        self.add_key("question_mark,f1", "signs", self.words.say(ReplayStep.SIGNS.value))
        self.add_key("q,ctrl+c", "leave", self.words.say(ReplayStep.QUIT.value))

    @property
    def last(self) -> int:
        """The number of the last round."""
        return len(self.record.rounds)

    def compose(self) -> ComposeResult:
        yield self.view
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        self.theme_changed_signal.subscribe(self, lambda _: self.view.draw())
        self._show()

    def action_go(self, steps: int) -> None:
        if len(self.screen_stack) == 1:  # nothing to read lies over it
            self.at = ReplayRound(self.record, max(0, min(self.last, self.at.round + steps)))
            self._show()

    def action_next_board(self) -> None:
        self.view.show_next_board()
        self._tell()

    def action_signs(self) -> None:
        told = signs_text(self.words, is_free=self.record.setup.pens is Pens.FREE)
        self.push_screen(TextDialog(lambda _: told, ""))

    def action_review(self) -> None:
        console, record, seat = self.console_of_lines, self.record, self.view.seat
        if record.replay().rounds:
            self.push_screen(
                TextDialog(
                    lambda width: review_text(console, record, [seat], width),
                    self.words.say("The coach is reviewing every turn."),
                )
            )

    def _show(self) -> None:
        self.view.show(self._snapshot())
        self._tell()

    def _snapshot(self) -> Snapshot:
        game = self.at.game
        return Snapshot(Phase.OVER, game, tuple(range(len(game.sheets))), (), None, None)

    def _scene(self, seat: int) -> Scene:
        return self.at.scene(seat)

    def _tell(self) -> None:
        """Tell what everybody did in this round, and the points of the player that is shown."""
        words, game, log = self.words, self.at.game, self.view.log_panel
        log.clear()
        if not self.at.round:
            self.view.guide([words.say("The boards after setup")])
            return
        for seat, name in enumerate(game.setup.players):
            turn = self.at.turn(seat)
            told = f"{player_name(words, name)}: {turn_text(words, turn)}"
            log.add(f"{told} ({turn})" if turn.marks else told)
        for line in ledger_items(words, game.ledgers[self.view.seat]):
            log.add(f"  {line}")
        is_last = self.at.round == self.last
        card = words.say(
            "Round {round} of {rounds}, card {card}",
            round=self.at.round,
            rounds=game.setup.rounds,
            card=game.cards[-1],
        )
        end = [verdict(words, game, aid=aid_in(self.record))] if is_last else []
        self.view.guide([card, *end])
