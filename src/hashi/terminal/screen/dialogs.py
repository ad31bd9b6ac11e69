"""What opens over the screen: questions, help, a line to type, the review of a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Static

from hashi.terminal.questions import YesOrNo
from hashi.words import Words


class Question(ModalScreen[bool]):
    """A question that is answered by yes or no; Escape means no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("y", "answer(True)"),
        ("n", "answer(False)"),
        ("escape", "answer(False)"),
    ]

    def __init__(self, words: Words, question: str, *, usual: bool) -> None:
        super().__init__()
        self._words, self._question, self._usual = words, question, usual

    def compose(self) -> ComposeResult:
        say = self._words.say
        with Vertical(classes="dialog"):
            yield Static(Text(self._question))
            with Horizontal(classes="buttons"):
                yield Button(say(YesOrNo.YES.value), id="yes", compact=True)
                yield Button(say(YesOrNo.NO.value), id="no", compact=True)

    def on_mount(self) -> None:
        yes, no = (self._words.say(answer.value)[:1].lower() for answer in YesOrNo)
        self.query_one("#yes" if self._usual else "#no").focus()
        for key, answer in ((yes, True), (no, False)):
            if key.isalpha() and key.isascii():
                self._bindings.bind(key, f"answer({answer})")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id == "yes")

    def action_answer(self, answer: bool) -> None:
        self.dismiss(answer)

    def key_left(self) -> None:
        self.focus_previous()

    def key_right(self) -> None:
        self.focus_next()


class LinePrompt(ModalScreen[str]):
    """A line to type: marks, or one of the words that lines know; Escape types nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "leave")]

    def __init__(self, label: str) -> None:
        super().__init__()
        self._label = label

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(Text(self._label))
            yield Input(compact=True)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip())

    def action_leave(self) -> None:
        self.dismiss("")


class TextDialog(ModalScreen[None]):
    """Text to read: help, or a review; it is made in a thread of its own where that takes long."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,q,question_mark,enter", "leave"),
        ("up,k", "scroll(-1)"),
        ("down,j", "scroll(1)"),
        ("pageup", "scroll(-10)"),
        ("pagedown,space", "scroll(10)"),
    ]

    def __init__(self, made: Callable[[int], Text], waiting: str) -> None:
        super().__init__()
        self._made, self._waiting = made, waiting

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="sheet"):
            yield Static(Text(self._waiting), id="text")

    def on_mount(self) -> None:
        width = max(36, min(120, self.size.width - 8))
        self.run_worker(lambda: self._make(width), thread=True)

    def _make(self, width: int) -> None:
        made = self._made(width)
        self.app.call_from_thread(self.query_one("#text", Static).update, made)

    def action_leave(self) -> None:
        self.dismiss(None)

    def action_scroll(self, rows: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=rows, animate=False)


def in_columns(pairs: Sequence[tuple[str, str]]) -> Text:
    """Return words or keys, each with what it means, in two columns."""
    widest = max(len(first) for first, _ in pairs)
    rows = [Text.assemble((f"{first:<{widest}}  ", "bold"), second) for first, second in pairs]
    return Text("\n").join(rows)
