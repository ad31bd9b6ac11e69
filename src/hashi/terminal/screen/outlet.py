"""What is told and asked while a full screen is shown, from whichever thread."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import TYPE_CHECKING

from hashi.terminal.screen.dialogs import Question
from hashi.terminal.screen.table_view import TableView

if TYPE_CHECKING:
    from textual.app import App


class ScreenOutlet:
    """Sends sentences of the console to the screen; made in the thread that draws it."""

    def __init__(self, app: App[None], view: TableView) -> None:
        self._app, self._view = app, view
        self._drawing_thread = threading.get_ident()

    def tell(self, sentence: str) -> None:
        self._draw(lambda: self._view.log_panel.add(sentence))

    def guide(self, sentences: Sequence[str]) -> None:
        self._draw(lambda: self._view.guide(sentences))

    def point_at(self, islands: Sequence[str]) -> None:
        self._draw(lambda: self._view.mark(frozenset(islands)))

    def confirm(self, question: str, *, usual: bool) -> bool:
        """Wait for an answer; not in the thread that draws."""
        answer: Future[bool | None] = Future()
        dialog = Question(self._view.words, question, usual=usual)
        self._app.call_from_thread(self._app.push_screen, dialog, answer.set_result)
        return bool(answer.result())

    def _draw(self, call: Callable[[], None]) -> None:
        if threading.get_ident() == self._drawing_thread:
            call()
        elif self._app.is_running:
            self._app.call_from_thread(call)
