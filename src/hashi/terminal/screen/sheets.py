"""Longer texts of a full screen, written by what also writes lines."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from hashi.drawing import Palette
from hashi.record import Record
from hashi.terminal.console import Console
from hashi.terminal.legend import tell_signs
from hashi.terminal.line_editor import LineEditor
from hashi.terminal.review_lines import tell_review
from hashi.terminal.screen.dialogs import in_columns
from hashi.words import N_, Words


class LineRecorder(LineEditor):
    """Keeps what is told instead of printing it."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[str] = []

    def write(self, text: str) -> None:
        self.told.append(text)

    @property
    def text(self) -> Text:
        """All that was told, with its colours."""
        return Text.from_ansi("\n".join(self.told))


KEYS = {
    "← ↑ ↓ →": N_("go from island to island"),
    "Enter": N_("writes the number, or starts or ends a bridge"),
    "Shift ← ↑ ↓ →": N_("draws a bridge along the line, or takes it away"),
    "D": N_("ends your turn"),
    "S": N_("ends your turn without what isn’t marked yet"),
    "U": N_("takes back the last mark, or a finished turn while that’s possible"),
    "R": N_("redoes it"),
    "C": N_("clears all marks of this turn"),
    "H": N_("gives a hint, or its next step; it’s noted"),
    "B": N_("shows the board of the next player"),
    "T": N_("types a line, as without the full screen"),
    "V": N_("shows what each turn cost, once the game is over"),
    "L": N_("switches between light and dark"),
    "Q": N_("leaves the game; it’s saved"),
}
"""What each key does."""


def help_text(words: Words, *, is_free: bool) -> Text:
    """Return the keys and the signs of boards, each with what it means."""
    keys = in_columns([(key, words.say(told)) for key, told in KEYS.items()])
    return Text("\n\n").join([keys, signs_text(words, is_free=is_free)])


def signs_text(words: Words, *, is_free: bool) -> Text:
    """Return the signs of boards, each with what it means."""
    recorder = LineRecorder()
    tell_signs(Console(words, editor=recorder), is_free=is_free)
    return recorder.text


def review_text(console: Console, record: Record, seats: Sequence[int], width: int) -> Text:
    """Return what each turn of these seats cost, and why."""
    from hashi.coach import TooLarge, possible, review

    recorder = LineRecorder()
    own = Console(
        console.words, Palette.TRUECOLOUR, console.theme, measure=lambda: width, editor=recorder
    )
    try:
        tell_review(own, review(record, seats=list(seats), possible=possible))
    except TooLarge:
        own.tell(
            console.words.say(
                "This board is too large: the coach can handle up to 32 islands and 64 lines."
            )
        )
    return recorder.text
