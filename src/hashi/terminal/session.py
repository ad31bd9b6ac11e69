"""A game in a terminal, from the first start to the score."""

from __future__ import annotations

from functools import reduce
from itertools import takewhile

from hashi.rules import (
    Entry,
    Game,
    Illegal,
    Malformed,
    NewsKind,
    Pens,
    Turned,
    news,
    piles,
)
from hashi.rules.game.game import play
from hashi.table import Aid, Phase
from hashi.terminal.commands import Command
from hashi.terminal.console import Console, Picture
from hashi.terminal.sheet_pictures import open_scene, points_heading
from hashi.terminal.start_prompt import write_start
from hashi.terminal.tables.game_table import Advice, Declined, GameTable
from hashi.terminal.turn_prompt import check_boards, take_turn
from hashi.terminal.wait_prompt import wait_for_others
from hashi.words import (
    announce,
    describe,
    explain_with_rule,
    fall_text,
    finding_text,
    ledger_items,
    player_name,
    turn_text,
    verdict,
)


class Session:
    """The people at one keyboard, and the table at which they play."""

    def __init__(self, console: Console, table: GameTable, *, hints: bool = True) -> None:
        self.console = console
        self.words = console.words
        self.table = table
        self.hints = hints and self.game.setup.pens is Pens.GUIDED
        self.has_shown_example = False
        """Whether somebody here was told how a turn is typed."""

    @property
    def game(self) -> Game:
        return self.table.game

    def run(self) -> None:
        """Play until the game is over; raise Closed when the people leave before that."""
        self.console.tell(
            self.words.say(
                "Type “{help}” for all the words you can use, “{signs}” for the signs on the "
                "board and “{allowed}” for what’s allowed.",
                help=Command.HELP.word(self.words),
                signs=Command.SIGNS.word(self.words),
                allowed=Command.ALLOWED.value,
            )
        )
        while self.table.phase not in (Phase.OVER, Phase.CLOSED):
            self._act()
        self.tell_end()

    def tell_end(self) -> None:
        """Tell the result of a game that is over, with all boards."""
        if self.table.phase is Phase.CLOSED:
            self.console.tell(self.words.say("This game was ended before its last card."))
        else:
            self._tell_result()

    def _act(self) -> None:
        """Let the next person here act, or wait for the others."""
        seat = next((seat for seat in self.table.waiting_for if seat in self.table.own), None)
        match self.table.phase:
            case _ if seat is None:
                wait_for_others(self)
            case Phase.STARTS:
                write_start(self, seat)
            case Phase.ROUND:
                take_turn(self, seat)
            case _:
                check_boards(self)

    def ask(self, do: str, **fields: object) -> bool:
        """Ask something of the table and announce what comes of it; return whether it was done.

        A refusal is explained. Where nothing can be saved, the table stays as it was.
        """
        before = self.table.entries
        try:
            self.table.ask(do, **fields)
        except Illegal as illegal:
            mark = illegal.refusal.mark
            sentence = explain_with_rule(self.words, illegal.refusal)
            self.console.tell(sentence if mark is None else f"{mark}: {sentence}")
        except Malformed as malformed:
            self.console.tell(describe(self.words, malformed))
        except Declined as declined:
            self.console.tell(declined.sentence)
        else:
            self.announce(before)
            return True
        self.announce(before)  # the table may have moved on meanwhile
        return False

    def hint(self, seat: int) -> Advice | None:
        """Ask for the next step of a hint; None where there is none, which is explained."""
        before = self.table.entries
        try:
            return self.table.hint(seat)
        except Declined as declined:
            self.console.tell(declined.sentence)
        finally:
            self.announce(before)
        return None

    def refresh(self) -> None:
        """Take over what has happened elsewhere, and announce it."""
        before = self.table.entries
        self.table.refresh()
        self.announce(before)

    def announce(self, before: tuple[Entry, ...]) -> None:
        """Tell what has happened since the game had these entries.

        A call may stand before entries that are known already: the record writes it so.
        """
        now = self.table.entries
        if now == before:
            return
        pairs = zip(before, now, strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        known = list(before[same:])
        game = reduce(play, now[:same], Game.begin(self.game.setup))
        for entry in now[same:]:
            then = game.play(entry)
            if entry in known:
                known.remove(entry)
            else:
                self._announce_entry(game, entry, then)
            game = then

    def _announce_entry(self, game: Game, entry: Entry, then: Game) -> None:
        if isinstance(entry, Turned):
            self.console.tell()
        is_closed = then.rounds > game.rounds and not then.setup.is_solo
        if is_closed:
            self._tell_turns(then)
        for item in news(game, entry, then):
            if item.kind is not NewsKind.GAME_WON:  # told at the very end, under the boards
                self.console.tell(announce(self.words, item, then, self.table.own))
        if is_closed:
            self._tell_points(then)
        if isinstance(entry, Turned):
            self._tell_piles(then)

    def _tell_turns(self, game: Game) -> None:
        """Tell what everybody did in the round that is closed."""
        self.console.tell()
        for seat, turn in enumerate(game.turns):
            if turn is not None and turn.marks:
                self.console.tell(f"  {self.name(seat)}: {turn_text(self.words, turn)}", hang=4)

    def _tell_points(self, game: Game) -> None:
        totals = (f"{self.name(seat)} {total}" for seat, total in enumerate(game.totals))
        self.console.tell(self.words.say("Points: {totals}", totals=", ".join(totals)))

    def show(self, seat: int) -> None:
        """Print a player's board as all may see it."""
        self.console.show_beside([self.picture(seat)])

    def show_all(self, *, rows: int | None = None) -> None:
        """Print every board, side by side where there is room."""
        seats = range(len(self.game.sheets))
        self.console.show_beside([self.picture(seat) for seat in seats], rows=rows)

    def picture(self, seat: int, *, has_cards: bool = True) -> Picture:
        """Return a player's heading, picture and sheet as all may see them."""
        game = self.game
        drawn = open_scene(game, seat, help=self.hints, has_cards=has_cards)
        return points_heading(self.words, game, seat), drawn, game.sheets[seat]

    def name(self, seat: int) -> str:
        return player_name(self.words, self.game.setup.players[seat])

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
        console.tell()
        self.show_all()
        for seat in range(len(game.sheets)):
            self._tell_ledger(seat)
        console.tell()
        console.tell(verdict(self.words, game, aid=self.table.aid))
        if self.table.aid is Aid.PRACTICE:
            console.tell(self.words.say("Practice game: rounds were replayed."))

    def _tell_ledger(self, seat: int) -> None:
        """Tell a player's points item by item, hints, and what the referee found."""
        console, game = self.console, self.game
        if len(game.sheets) > 1:
            console.tell(self.name(seat))
        for line in ledger_items(self.words, game.ledgers[seat]):
            console.tell(f"  {line}", hang=4)
        if any(self.table.hints[seat : seat + 1]):
            console.tell(f"  {self._hints_used(self.table.hints[seat])}", hang=4)
        self._tell_findings(seat)

    def _tell_findings(self, seat: int) -> None:
        """Tell what the referee found on a board, with rule, reason and cost (R34)."""
        found = [finding for finding in self.game.verdict if finding.seat == seat]
        if not found:
            return
        if any(finding.points for finding in found):
            fall = fall_text(self.words, found, self.game.totals[seat])
            title = self.words.say("Mistakes found at the end: {fall}", fall=fall)
        else:
            title = self.words.say("Mistakes found at the end")
        self.console.tell(f"  {title}", hang=4)
        for finding in found:
            self.console.tell(f"    {finding_text(self.words, finding, self.name(seat))}", hang=6)

    def _hints_used(self, count: int) -> str:
        return self.words.say_many("Played with {count} hint", "Played with {count} hints", count)
