"""Options of the commands that write pictures, and how the files are written."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence

from hashi.cli.parts import options
from hashi.extras import DISTRIBUTION
from hashi.whole_numbers import whole_number
from hashi.words import Words, shown

WIDTH, NARROWEST, WIDEST = 800, 16, 8192
"""As in `hashi.drawing.raster`, which is loaded only where a picture is drawn."""
FORMATS = ("svg", "png", "gif")


class NoPackage(Exception):
    """A package that moving pictures need is not installed."""

    def sentence(self, words: Words) -> str:
        command = f"python -m pip install '{DISTRIBUTION}[pictures]'"
        return words.say("Animations need one more package: {command}", command=command)


def add_pictures(parser: argparse.ArgumentParser, words: Words, *, moving: bool = False) -> None:
    """Add the options that write pictures; moving ones where there is more than a moment."""
    say = words.say
    parser.add_argument("--svg", metavar=say("FILE"), help=say("save an SVG picture"))
    parser.add_argument("--png", metavar=say("FILE"), help=say("save a PNG picture"))
    if moving:
        parser.add_argument(
            "--gif", metavar=say("FILE"), help=say("save the whole game as an animated GIF")
        )
    parser.add_argument(
        "--width",
        type=_pixels(words),
        default=WIDTH,
        metavar=say("NUMBER"),
        help=say("how many pixels a PNG or GIF picture is wide (default: {width})", width=WIDTH),
    )


def is_asked(arguments: argparse.Namespace) -> bool:
    """Return whether any picture is to be written."""
    return any(getattr(arguments, name, None) for name in FORMATS)


def write_pictures(arguments: argparse.Namespace, draw: Callable[[str], str]) -> None:
    """Write the pictures that are asked for; `draw` returns the SVG in a theme.

    SVG follows the reader's own setting where no theme is asked for, PNG is light. Raise Malformed
    for a file that cannot be written.
    """
    from hashi.drawing import png_of

    if arguments.svg:
        options.write_picture(arguments.svg, draw(arguments.theme or "auto"))
    if arguments.png:
        drawn = png_of(draw(arguments.theme or "light"), width=arguments.width)
        options.write_picture(arguments.png, drawn)


def write_moving(arguments: argparse.Namespace, draw_all: Callable[[str], Sequence[str]]) -> None:
    """Write the moving picture that is asked for; `draw_all` returns its frames in a theme.

    Raise Malformed for a file that cannot be written, NoPackage where Pillow is missing.
    """
    from hashi.drawing import Theme, gif_of

    if arguments.gif:
        theme = Theme(arguments.theme or "light")
        try:
            moving = gif_of(draw_all(theme), theme=theme, width=arguments.width)
        except ImportError:
            raise NoPackage from None
        options.write_picture(arguments.gif, moving)


def _pixels(words: Words) -> Callable[[str], int]:
    """Return what reads a width."""

    def read(given: str) -> int:
        number = whole_number(given)
        if number is not None and NARROWEST <= number <= WIDEST:
            return number
        raise argparse.ArgumentTypeError(
            words.say(
                "expected a number of pixels from {least} to {most}, not “{given}”",
                least=NARROWEST,
                most=WIDEST,
                given=shown(given),
            )
        )

    return read
