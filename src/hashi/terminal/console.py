"""Asking and telling, one line at a time."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from dataclasses import dataclass, field

from hashi.drawing import Palette, Scene, Theme, text
from hashi.rules import Sheet
from hashi.terminal.line_editor import Closed, Complete, LineEditor
from hashi.words import Words, dead_goal_sentence, describe_sheet

__all__ = ["Closed", "Console"]


@dataclass(frozen=True, slots=True)
class Console:
    """One terminal with its language and its look."""

    words: Words
    palette: Palette = Palette.MONO
    theme: Theme = Theme.DARK
    width: int = 80
    describes: bool = False
    """Whether sheets are told in sentences instead of being drawn."""
    editor: LineEditor = field(default_factory=LineEditor)

    def tell(self, sentence: str = "", *, hang: int = 0) -> None:
        """Print a sentence on lines of its own; all but the first begin `hang` columns later."""
        self.editor.write("\n".join(self._wrapped(sentence, hang)))

    def tell_pairs(self, pairs: Iterable[tuple[str, str]]) -> None:
        """Print words or signs, each with what it means, in two columns."""
        pairs = list(pairs)
        widest = max(len(first) for first, _ in pairs)
        for first, second in pairs:
            self.tell(f"  {first:<{widest}}  {second}", hang=widest + 4)

    def ask(self, prompt: str, complete: Complete | None = None) -> str:
        """Return one typed line, or raise Closed."""
        return self.editor.read(prompt, complete)

    def show(self, scene: Scene, sheet: Sheet) -> None:
        """Print the picture of a sheet, or its description."""
        if self.describes:
            lines = describe_sheet(self.words, sheet, scene.numbers)
            lines += [dead_goal_sentence(self.words, box.dead) for box in scene.boxes if box.dead]
            self.editor.write("\n".join(lines))
        else:
            drawn = text(scene, palette=self.palette, width=self.width, theme=self.theme)
            self.editor.write(drawn)

    def _wrapped(self, sentence: str, hang: int) -> list[str]:
        return textwrap.wrap(
            sentence,
            self.width,
            subsequent_indent=" " * hang,
            break_on_hyphens=False,
            break_long_words=False,
        )
