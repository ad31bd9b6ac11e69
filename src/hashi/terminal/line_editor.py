"""Lines from the keyboard: with history and completion by Tab where Python has readline."""

from __future__ import annotations

import os
import select
import socket
import sys
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from threading import Lock
from types import ModuleType
from typing import Protocol


class Outlet(Protocol):
    """A full screen: where sentences go while it is shown, and who answers there."""

    def tell(self, sentence: str) -> None:
        """Show what has happened."""
        ...

    def guide(self, sentences: Sequence[str]) -> None:
        """Show what to do next, in place of what was to be done before."""
        ...

    def point_at(self, islands: Sequence[str]) -> None:
        """Point at islands that a hint names."""
        ...

    def confirm(self, question: str, *, usual: bool) -> bool:
        """Ask a question that is answered by yes or no."""
        ...


Complete = Callable[[str], Sequence[str]]
"""Returns what a word may be completed to, given the line before it."""

PAUSE = 0.05
"""Seconds between two looks at the keyboard, where it has to be asked."""


class Closed(Exception):
    """The person left: end of input, Ctrl+C or a closed terminal."""

    def __init__(self, *, is_interrupted: bool = False) -> None:
        super().__init__()
        self.is_interrupted = is_interrupted


class LineEditor:
    """Reads one line at a time; what others write meanwhile appears above it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._prompt: str | None = None
        """The prompt at which a line is being typed now."""
        self._complete: Complete | None = None
        self.outlet: Outlet | None = None
        """The full screen that is shown now, if any."""

    @property
    def is_reading(self) -> bool:
        """Whether a line is being typed now."""
        return self._prompt is not None

    def write(self, text: str) -> None:
        """Print text; where a line is being typed, above that line."""
        if self.outlet is not None:
            self.outlet.tell(text)
            return
        with self._lock:
            if self._prompt is not None and is_keyboard():
                readline = _readline()
                typed = readline.get_line_buffer() if readline else ""
                text = f"\r\x1b[K{text}\n{self._prompt} {typed}"
                print(text, end="", flush=True)
            else:
                print(text, flush=True)

    def read(self, prompt: str, complete: Complete | None = None) -> str:
        """Return one typed line, or raise Closed."""
        if sys.stdin is None:
            raise Closed
        self._prepare(complete)
        self._prompt = prompt
        try:
            typed = input(f"{prompt} ").strip()
        except (EOFError, KeyboardInterrupt) as left:
            print(flush=True)
            raise Closed(is_interrupted=isinstance(left, KeyboardInterrupt)) from None
        except UnicodeDecodeError:
            typed = "\N{REPLACEMENT CHARACTER}"
        finally:
            self._prompt = None
        if not sys.stdin.isatty():
            print(typed, flush=True)  # so that what comes from a pipe reads like a dialogue
        return typed

    def read_unless(self, wake: socket.socket) -> str | None:
        """Return a line that is typed before `wake` can be read; None once it can be read.

        Lines of a pipe are left for the next prompt.
        """
        keyboard = [sys.stdin.fileno()] if is_keyboard() and os.name == "posix" else []
        try:
            if is_keyboard() and sys.platform == "win32":
                return self._polled(wake)
            ready, _, _ = select.select([wake, *keyboard], [], [])
            if wake in ready:
                return None
            line = os.read(keyboard[0], 4096)  # a terminal gives one whole line
        except KeyboardInterrupt:
            print(flush=True)
            raise Closed(is_interrupted=True) from None
        if not line:
            raise Closed
        return line.decode(errors="replace").strip()

    def _polled(self, wake: socket.socket) -> str | None:
        """Do the same on Windows, where nothing waits for a keyboard and a socket at once: the
        first key that is pressed begins a line."""
        import msvcrt

        while not select.select([wake], [], [], PAUSE)[0]:
            if msvcrt.kbhit():  # type: ignore[attr-defined,unused-ignore]
                return self.read("")
        return None

    def _prepare(self, complete: Complete | None) -> None:
        readline = _readline() if is_keyboard() else None
        if readline is None:
            return
        self._complete = complete
        readline.set_completer(self._completed)
        readline.set_completer_delims(" \t\n")
        is_libedit = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")

    def _completed(self, word: str, state: int) -> str | None:
        """Return the completion of a word with this number, as readline asks for them."""
        readline = _readline()
        if readline is None or self._complete is None:
            return None
        before = readline.get_line_buffer()[: readline.get_begidx()]
        found = [each for each in self._complete(before) if each.startswith(word.casefold())]
        return found[state] if state < len(found) else None


def is_keyboard() -> bool:
    """Return whether lines are typed in a terminal and not read from a pipe."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


def _readline() -> ModuleType | None:
    if not find_spec("readline"):
        return None
    import readline

    return readline
