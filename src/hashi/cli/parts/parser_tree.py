"""What the parser of the command line knows, for the completion of shells and the manual page."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass

from hashi.boards import SIDES
from hashi.bots import BOTS


@dataclass(frozen=True, slots=True)
class Argument:
    """An option, or a word without one."""

    names: tuple[str, ...]
    """`--board`; empty for a word without an option."""
    metavar: str
    """What its value is called; empty for an option without one."""
    help: str
    choices: tuple[str, ...]
    """What it may be; for a file, what it may be besides."""
    is_file: bool
    is_many: bool
    """Whether it may have several values."""


@dataclass(frozen=True, slots=True)
class SubCommand:
    """One command with its arguments."""

    name: str
    help: str
    description: str
    example: str
    arguments: tuple[Argument, ...]

    @property
    def options(self) -> tuple[Argument, ...]:
        return tuple(argument for argument in self.arguments if argument.names)

    @property
    def words(self) -> tuple[Argument, ...]:
        return tuple(argument for argument in self.arguments if not argument.names)


_BOTS = ("bot", "bots")
"""The arguments that name bots of the house, or files with bots of one's own."""

_NAMED = {
    **dict.fromkeys(_BOTS, tuple(BOTS)),
    **dict.fromkeys(("board", "like"), SIDES),
    "boards": ("new", "check", "measure", *SIDES),
}
"""What may stand for a file in these arguments."""

_FILES = (
    *_BOTS,
    "file",
    "files",
    "board",
    "boards",
    "like",
    "deck",
    "decks",
    "data",
    "save",
    "svg",
    "png",
    "gif",
    "records",
)
"""The arguments that may name a file."""


def commands_of(parser: argparse.ArgumentParser) -> Iterator[SubCommand]:
    """Yield every command of the parser, in the order of its help."""
    for action in actions_of(parser):
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001, see actions_of
            listed = action._choices_actions  # noqa: SLF001, see actions_of
            helps = {choice.dest: choice.help or "" for choice in listed}
            for name, sub in action.choices.items():
                yield _command(name, helps[name], sub)


def parser_of(parser: argparse.ArgumentParser, command: str) -> argparse.ArgumentParser:
    """Return the parser of one command."""
    for action in actions_of(parser):
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001, see actions_of
            found: argparse.ArgumentParser = action.choices[command]
            return found
    raise KeyError(command)


def options_of(parser: argparse.ArgumentParser) -> tuple[Argument, ...]:
    """Return the options that stand before a command."""
    return tuple(_argument(action) for action in actions_of(parser) if action.option_strings)


def actions_of(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """Return the arguments of a parser: argparse has no public name for them."""
    return parser._actions  # noqa: SLF001


def _command(name: str, help: str, parser: argparse.ArgumentParser) -> SubCommand:
    return SubCommand(
        name,
        help,
        parser.description or "",
        (parser.epilog or "").rpartition(": ")[2],
        tuple(map(_argument, actions_of(parser))),
    )


def _argument(action: argparse.Action) -> Argument:
    metavar = action.metavar or ("" if action.nargs == 0 else action.dest.upper())
    choices = tuple(map(str, action.choices)) if action.choices else ()
    if choices and not isinstance(action.metavar, str):
        metavar = "|".join(choices)
    is_file = not choices and action.dest in _FILES
    return Argument(
        tuple(action.option_strings),
        metavar if isinstance(metavar, str) else " ".join(metavar),
        (action.help or "").replace("%%", "%"),
        _NAMED.get(action.dest, ()) if is_file else choices,
        is_file,
        action.nargs == "+",
    )
