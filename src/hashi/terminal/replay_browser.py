"""Stepping through a recorded game: forward, back, to a round, from player to player."""

from __future__ import annotations

from enum import Enum

from hashi.drawing import Scene, scene
from hashi.record import Record
from hashi.rules import PASS, Game, Pens, Sheet, Turn, goal_boxes
from hashi.table import aid_in
from hashi.terminal.commands import Command
from hashi.terminal.console import Closed, Console
from hashi.terminal.legend import tell_signs
from hashi.terminal.seats import seat_of
from hashi.terminal.vocabulary import recognise
from hashi.whole_numbers import whole_number
from hashi.words import N_, Words, ledger_items, player_name, shown, turn_text, verdict


class ReplayStep(Enum):
    """What can be typed, with its English word."""

    # Translators: a word to type when stepping through a game: the next round.
    NEXT = N_("next")
    # Translators: a word to type when stepping through a game: the round before.
    BACK = N_("back")
    # Translators: a word to type when stepping through a game: to the beginning.
    FIRST = N_("first")
    # Translators: a word to type when stepping through a game: to the end.
    LAST = N_("last")
    # Translators: a word to type when stepping through a game: another player's board.
    PLAYER = N_("player")
    SIGNS = N_("signs")
    HELP = N_("help")
    QUIT = N_("quit")


EXPLAINED = {
    ReplayStep.NEXT: N_("shows the next round, as Enter does"),
    ReplayStep.BACK: N_("shows the round before"),
    ReplayStep.FIRST: N_("shows the boards after setup"),
    ReplayStep.LAST: N_("shows the end"),
    ReplayStep.PLAYER: N_("shows the board of the next player, or of the one you name"),
    ReplayStep.SIGNS: N_("explains the signs on the board"),
    ReplayStep.HELP: N_("shows this list"),
    ReplayStep.QUIT: N_("ends the replay"),
}


class ReplayRound:
    """A game at the end of one of its rounds; round 0 is the setup."""

    def __init__(self, record: Record, round: int) -> None:
        self.record = record
        self.round = round
        self.game: Game = record.until(round).replay()

    def turn(self, seat: int) -> Turn:
        return self.record.rounds[self.round - 1][seat] if self.round else PASS

    def sheet(self, seat: int) -> Sheet:
        return self.game.sheets[seat]

    def scene(self, seat: int) -> Scene:
        game = self.game
        return scene(
            self.sheet(seat),
            fresh=self.turn(seat),
            boxes=goal_boxes(game, seat),
            deck=game.setup.deck,
            turned=game.cards,
            card=game.cards[-1] if game.cards else None,
        )


def step_through(console: Console, record: Record, round: int, seat: int) -> None:
    """Show rounds as they are asked for until the person leaves."""
    stepping = Stepping(console, record, round, seat)
    stepping.show()
    words = console.words
    console.tell(
        words.say(
            "Press Enter or type “{next}”, “{back}”, “{first}”, “{last}”, a round number, "
            "“{player}”, “{help}” or “{quit}”.",
            **{step.name.lower(): words.say(step.value) for step in ReplayStep},
        )
    )
    try:
        while stepping.obey(
            console.ask(f"{stepping.round}/{len(record.rounds)}>", stepping.complete)
        ):
            pass
    except Closed:
        pass


class Stepping:
    """Where the person is: a round and a player."""

    def __init__(self, console: Console, record: Record, round: int, seat: int) -> None:
        self.console = console
        self.words: Words = console.words
        self.record = record
        self.round = round
        self.seat = seat

    def show(self) -> None:
        """Print the chosen player's board at this moment and what everybody did."""
        moment = ReplayRound(self.record, self.round)
        game, words = moment.game, self.words
        if self.round:
            self.console.tell(
                words.say(
                    "Round {round} of {rounds}, card {card}",
                    round=self.round,
                    rounds=game.setup.rounds,
                    card=game.cards[-1],
                )
            )
            for seat, name in enumerate(game.setup.players):
                turn = moment.turn(seat)
                told = f"{player_name(words, name)}: {turn_text(words, turn)}"
                self.console.tell(f"  {told} ({turn})" if turn.marks else f"  {told}", hang=4)
        else:
            self.console.tell(words.say("The boards after setup"))
        self.console.tell(player_name(words, game.setup.players[self.seat]))
        self.console.show(moment.scene(self.seat), moment.sheet(self.seat))
        for line in ledger_items(words, game.ledgers[self.seat]):
            self.console.tell(f"  {line}")
        if self.round == len(self.record.rounds):
            self.console.tell(verdict(words, game, aid=aid_in(self.record)))

    def obey(self, typed: str) -> bool:
        """Do what one line says; whether to go on."""
        last = len(self.record.rounds)
        word, _, rest = typed.partition(" ")
        number = whole_number(word)
        if number is not None:
            return self._jump(min(number, last))
        if word == Command.ALLOWED.value:
            word = ReplayStep.HELP.value
        step = recognise(self.words, ReplayStep, word, shortened=True) if word else ReplayStep.NEXT
        match step:
            case ReplayStep.NEXT:
                return self._jump(min(self.round + 1, last))
            case ReplayStep.BACK:
                return self._jump(max(self.round - 1, 0))
            case ReplayStep.FIRST:
                return self._jump(0)
            case ReplayStep.LAST:
                return self._jump(last)
            case ReplayStep.PLAYER:
                return self._change_player(rest)
            case ReplayStep.SIGNS:
                tell_signs(self.console, is_free=self.record.setup.pens is Pens.FREE)
                return True
            case ReplayStep.HELP:
                self._help()
                return True
            case ReplayStep.QUIT:
                return False
        self.console.tell(self.words.say("“{given}” isn’t one of these words.", given=shown(typed)))
        return True

    def complete(self, before: str) -> list[str]:
        """Return the words that may come next."""
        if before.strip():
            return [name.casefold() for name in self.record.setup.players]
        return [self.words.say(step.value) for step in ReplayStep]

    def _help(self) -> None:
        words = self.words
        self.console.tell_pairs(
            [
                *((words.say(step.value), words.say(EXPLAINED[step])) for step in ReplayStep),
                (f"0–{len(self.record.rounds)}", words.say("shows the round with this number")),
            ]
        )

    def _jump(self, round: int) -> bool:
        self.round = round
        self.show()
        return True

    def _change_player(self, typed: str) -> bool:
        """Choose the player named or numbered, or the next one."""
        players = self.record.setup.players
        seat = seat_of(players, typed)
        self.seat = (self.seat + 1) % len(players) if seat is None else seat
        self.show()
        return True
