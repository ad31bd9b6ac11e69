"""Stepping through a recorded game: forward, back, to a round, from player to player."""

from __future__ import annotations

from enum import Enum

from hashi.drawing import Scene, scene
from hashi.record import Record
from hashi.rules import PASS, Game, Sheet, Turn, goal_boxes
from hashi.terminal.console import Closed, Console
from hashi.terminal.seats import seat_of
from hashi.terminal.vocabulary import recognise
from hashi.words import N_, Words, ledger_lines, shown, verdict


class Step(Enum):
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
    QUIT = N_("quit")


class Moment:
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
            "“{player}” or “{quit}”.",
            **{step.name.lower(): words.say(step.value) for step in Step},
        )
    )
    try:
        while stepping.obey(console.ask(f"{stepping.round}/{len(record.rounds)}>")):
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
        moment = Moment(self.record, self.round)
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
                self.console.tell(f"  {shown(name)}: {moment.turn(seat)}")
        else:
            self.console.tell(words.say("The boards after setup"))
        self.console.tell(shown(game.setup.players[self.seat]))
        self.console.show(moment.scene(self.seat), moment.sheet(self.seat))
        for line in ledger_lines(words, game.ledgers[self.seat]):
            self.console.tell(f"  {line}")
        if self.round == len(self.record.rounds):
            self.console.tell(verdict(words, game))

    def obey(self, typed: str) -> bool:
        """Do what one line says; whether to go on."""
        last = len(self.record.rounds)
        word, _, rest = typed.partition(" ")
        if word.isdecimal() and word.isascii():
            return self._jump(min(int(word[:4]), last))
        step = recognise(self.words, Step, word, shortened=True) if word else Step.NEXT
        match step:
            case Step.NEXT:
                return self._jump(min(self.round + 1, last))
            case Step.BACK:
                return self._jump(max(self.round - 1, 0))
            case Step.FIRST:
                return self._jump(0)
            case Step.LAST:
                return self._jump(last)
            case Step.PLAYER:
                return self._change_player(rest)
            case Step.QUIT:
                return False
        self.console.tell(self.words.say("“{given}” isn’t one of these words.", given=shown(typed)))
        return True

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
