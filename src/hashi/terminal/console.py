"""Asking and telling, one line at a time."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from hashi.drawing import Palette, Scene, Theme, text
from hashi.rules import Sheet
from hashi.terminal.line_editor import Closed, Complete, LineEditor
from hashi.terminal.style import terminal_width
from hashi.words import Words, describe_cards, describe_goals, describe_sheet

__all__ = ["Closed", "Console"]

Picture = tuple[str, Scene, Sheet]
"""A sheet with its heading and what is drawn of it."""

GAP = 3
"""Columns between boards that stand side by side."""
LONGEST_LINE = 120
"""Sentences are not written in longer lines, however wide the window is."""
_COLOURS = re.compile(r"\x1b\[[\d;]*m")


@dataclass(frozen=True, slots=True)
class Console:
    """One terminal with its language and its look."""

    words: Words
    palette: Palette = Palette.MONO
    theme: Theme = Theme.DARK
    measure: Callable[[], int] = terminal_width
    """Returns how many columns the window has now."""
    describes: bool = False
    """Whether sheets are told in sentences instead of being drawn."""
    is_full_screen: bool = False
    """Whether games are shown on a full screen instead of line by line."""
    editor: LineEditor = field(default_factory=LineEditor)

    @property
    def width(self) -> int:
        """The columns of the window, which may change at any time."""
        return self.measure()

    def tell(self, sentence: str = "", *, hang: int = 0) -> None:
        """Print a sentence on lines of its own; all but the first begin `hang` columns later."""
        if self.editor.outlet is not None:
            self.editor.outlet.tell(sentence)
        else:
            self.editor.write("\n".join(self._wrapped(sentence, hang)))

    def guide(self, *sentences: str) -> None:
        """Say what to do next."""
        if self.editor.outlet is not None:
            self.editor.outlet.guide(sentences)
        else:
            for sentence in sentences:
                self.tell(sentence)

    def point_at(self, islands: Sequence[str]) -> None:
        """Point at islands that were named; lines have only the names."""
        if self.editor.outlet is not None:
            self.editor.outlet.point_at(islands)

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
        """Print the picture of a sheet, or its description; a full screen shows it by itself."""
        if self.editor.outlet is not None:
            return
        if self.describes:
            self.editor.write("\n".join(self._described(scene, sheet)))
        else:
            self.editor.write(self._drawn(scene, self.width))

    def show_beside(self, pictures: Sequence[Picture], *, rows: int | None = None) -> None:
        """Print pictures under their headings, as many side by side as the window has room for.

        With a number of rows, those that find no room in them are left out.
        """
        if self.editor.outlet is not None:
            return
        if self.describes:
            for heading, scene, sheet in pictures[:rows]:
                self.tell(heading)
                self.show(scene, sheet)
            return
        blocks = [
            [heading, *self._drawn(scene, self.width).split("\n")] for heading, scene, _ in pictures
        ]
        for row in self._rows(blocks)[:rows]:
            self.editor.write("\n".join(_beside(row)))

    def _rows(self, blocks: Sequence[list[str]]) -> list[list[list[str]]]:
        """Return the blocks row by row, as many in each as fit beside each other."""
        rows: list[list[list[str]]] = []
        for block in blocks:
            if rows and _width(_beside([*rows[-1], block])) <= self.width:
                rows[-1].append(block)
            else:
                rows.append([block])
        return rows

    def _drawn(self, scene: Scene, width: int) -> str:
        return text(scene, palette=self.palette, width=width, theme=self.theme)

    def _described(self, scene: Scene, sheet: Sheet) -> list[str]:
        """Return sentences on all that the picture shows: islands, goals and cards."""
        return [
            *describe_sheet(self.words, sheet, scene.numbers),
            *describe_goals(self.words, scene.boxes),
            *describe_cards(self.words, [(each.card, each.tick) for each in scene.cells]),
        ]

    def _wrapped(self, sentence: str, hang: int) -> list[str]:
        return textwrap.wrap(
            sentence,
            min(self.width, LONGEST_LINE),
            subsequent_indent=" " * hang,
            break_on_hyphens=False,
            break_long_words=False,
        )


def _beside(blocks: Sequence[Sequence[str]]) -> list[str]:
    """Return the lines of blocks that stand side by side."""
    widths = [_width(block) for block in blocks]
    rows = zip_longest(*blocks, fillvalue="")
    return [
        "".join(
            line + " " * (width + GAP - _visible(line))
            for line, width in zip(row, widths, strict=True)
        ).rstrip(" ")
        for row in rows
    ]


def _width(lines: Iterable[str]) -> int:
    return max(map(_visible, lines))


def _visible(line: str) -> int:
    return len(_COLOURS.sub("", line))
