"""Asking and telling, one line at a time."""

from __future__ import annotations

import sys
import textwrap
from dataclasses import dataclass
from importlib.util import find_spec

from hashi.drawing import Palette, Scene, Theme, text
from hashi.rules import Sheet
from hashi.words import Words, describe_sheet


class Closed(Exception):
    """The person left: end of input, Ctrl+C or a closed terminal."""

    def __init__(self, *, is_interrupted: bool = False) -> None:
        super().__init__()
        self.is_interrupted = is_interrupted


@dataclass(frozen=True, slots=True)
class Console:
    """One terminal with its language and its look."""

    words: Words
    palette: Palette = Palette.MONO
    theme: Theme = Theme.DARK
    width: int = 80
    describes: bool = False
    """Whether sheets are told in sentences instead of being drawn."""

    def tell(self, sentence: str = "") -> None:
        """Print a sentence on lines of its own, wrapped to the width."""
        lines = textwrap.wrap(sentence, self.width, break_on_hyphens=False, break_long_words=False)
        print("\n".join(lines), flush=True)

    def ask(self, prompt: str) -> str:
        """Return one typed line, or raise Closed."""
        if sys.stdin is None:
            raise Closed
        if sys.stdin.isatty() and find_spec("readline"):
            import readline  # noqa: F401, gives the prompt its line editing
        try:
            typed = input(f"{prompt} ").strip()
        except (EOFError, KeyboardInterrupt) as left:
            print(flush=True)
            raise Closed(is_interrupted=isinstance(left, KeyboardInterrupt)) from None
        except UnicodeDecodeError:
            typed = "\N{REPLACEMENT CHARACTER}"
        if not sys.stdin.isatty():
            print(typed, flush=True)  # so that what comes from a pipe reads like a dialogue
        return typed

    def show(self, scene: Scene, sheet: Sheet) -> None:
        """Print the picture of a sheet, or its description."""
        if self.describes:
            print("\n".join(describe_sheet(self.words, sheet)), flush=True)
        else:
            print(text(scene, palette=self.palette, width=self.width, theme=self.theme), flush=True)
