"""What stands beside the board: goals, cards, players, and what has happened."""

from __future__ import annotations

from rich.text import Text
from textual.containers import VerticalScroll
from textual.widgets import Static

from hashi.drawing.characters.glyphs import UNICODE
from hashi.drawing.goal_icons import sign_colour
from hashi.drawing.sheet_scene import Cell, IslandState, Tick
from hashi.drawing.theme import Colours
from hashi.rules import GoalBox
from hashi.terminal.screen.look import colours_of, style
from hashi.terminal.screen.snapshot import Snapshot
from hashi.words import GOAL_WORDS, Words, player_name

_CELL = 6
_NAME = 8
LONGEST_LOG = 300
"""Sentences that are kept."""


class Panel(Static):
    """A part of the screen that is text."""

    @property
    def colours(self) -> Colours:
        return colours_of(self.app.theme)


class GoalPanel(Panel):
    """The goals as they stand on the board that is shown."""

    def show(self, words: Words, boxes: tuple[GoalBox, ...]) -> None:
        self.update(Text("\n").join(self._goal(words, box) for box in boxes))

    def _goal(self, words: Words, box: GoalBox) -> Text:
        own, sign = self.colours, UNICODE.icons[box.goal.icon]
        row = Text(no_wrap=True)
        row.append(f"{sign:^3} ", style(own, sign_colour(box.goal)))
        row.append(f"{words.say(GOAL_WORDS[box.goal].short):<{_NAME}} ")
        have = f"{box.have}/{box.need}"
        if box.won is not None:
            row.append(UNICODE.won.format(box.won), style(own, "done", is_bold=True))
        elif box.dead:
            gone = f"{UNICODE.strike}{box.high} {box.low}{UNICODE.strike} "
            row.append(gone, style(own, "soft", is_struck=True))
            row.append(UNICODE.brackets[IslandState.DEAD], style(own, "soft"))
        else:
            strike = UNICODE.strike if box.is_high_gone else ""
            high = f"{strike}{box.high}{strike}"
            row.append(high, style(own, "soft" if strike else "ink", is_bold=not strike))
            row.append(f" {box.low} ", style(own, "ink" if strike else "soft"))
            row.append(f" {have}", style(own, "ink"))
        return row


class CardPanel(Panel):
    """All cards of the deck; those that were played are ticked off."""

    def show(self, cells: tuple[Cell, ...], width: int) -> None:
        in_a_row = max(1, width // _CELL)
        rows = [cells[at : at + in_a_row] for at in range(0, len(cells), in_a_row)]
        self.update(
            Text("\n").join(Text("", no_wrap=True).join(map(self._card, row)) for row in rows)
        )

    def _card(self, cell: Cell) -> Text:
        own, (number, bridges) = self.colours, cell.card
        match cell.tick:
            case Tick.TURNED:
                drawn = f"{UNICODE.strike}{number}{UNICODE.ticked * bridges}{UNICODE.strike}"
                return Text(drawn.ljust(_CELL), style(own, "soft"))
            case Tick.NOW:
                drawn = f"[{number}{UNICODE.tally * bridges}]"
                return Text(drawn.ljust(_CELL), style(own, "accent", is_bold=True))
            case _:
                drawn = f" {number}{UNICODE.tally * bridges}"
                return Text(drawn.ljust(_CELL), style(own, "ink"))


class PlayerPanel(Panel):
    """Who plays, with points, and who is still to act."""

    def show(self, words: Words, moment: Snapshot, shown: int) -> None:
        own, game = self.colours, moment.game
        rows = []
        for seat, name in enumerate(game.setup.players):
            row = Text(no_wrap=True)
            is_waiting = seat in moment.waiting_for and not moment.is_over
            row.append("▸ " if seat == shown else "  ", style(own, "accent"))
            row.append(
                f"{player_name(words, name)} ", style(own, "ink", is_bold=seat in moment.own)
            )
            row.append(f"{game.totals[seat]}", style(own, "ink", is_bold=True))
            if is_waiting:
                row.append(" …", style(own, "soft"))
            rows.append(row)
        self.update(Text("\n").join(rows))


class LogPanel(VerticalScroll, can_focus=False):
    """What has happened, the newest at the foot; it breaks its lines anew at every width."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._sentences: list[str] = []
        self._text = Static(markup=False)

    def compose(self):  # type: ignore[no-untyped-def]
        yield self._text

    @property
    def told(self) -> str:
        """All that is kept, a sentence in a line."""
        return "\n".join(self._sentences)

    def clear(self) -> None:
        """Forget all that was told."""
        self._sentences = []
        self._text.update(Text())

    def add(self, sentence: str) -> None:
        """Tell one more sentence."""
        if not sentence.strip():
            return
        self._sentences = [*self._sentences, sentence.strip("\n")][-LONGEST_LOG:]
        self._text.update(Text(self.told))
        self.scroll_end(animate=False)
