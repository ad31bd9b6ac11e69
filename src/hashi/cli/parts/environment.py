"""Options from the environment: `HASHI_SERVE_PORT` stands for `--port` of `hashi serve`.

One rule for all commands: `HASHI_`, the command, the option, in capitals and joined by underscores.
What is typed counts more. An option that may be given several times takes its values with spaces
between them; one without a value takes yes or no.
"""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterator, Mapping, Sequence

from hashi.cli.parts.parser_tree import actions_of
from hashi.words import Words, shown

PREFIX = "HASHI"
_YES, _NO = ("1", "yes", "true", "on"), ("0", "no", "false", "off", "")
_WITHOUT = ("--help", "--version")
"""What is no setting."""


def variable(command: str, option: str) -> str:
    """Return the name of the variable that stands for an option; all commands share `--lang`."""
    parts = (PREFIX, option) if option == "--lang" else (PREFIX, command, option)
    return "_".join(part.removeprefix("--").replace("-", "_").upper() for part in parts)


def settings(parser: argparse.ArgumentParser, command: str) -> Iterator[tuple[str, str]]:
    """Yield each option of a command with the variable that stands for it."""
    for action in actions_of(parser):
        option = _long_name(action)
        if option and option not in _WITHOUT:
            yield option, variable(command, option)


def arguments_from(
    parser: argparse.ArgumentParser,
    command: str,
    typed: Sequence[str],
    environ: Mapping[str, str],
    words: Words,
) -> list[str]:
    """Return the arguments that the environment adds before those that are typed.

    An option that is typed is left out. End the command where a switch is neither on nor off.
    """
    added: list[str] = []
    for action in actions_of(parser):
        option = _long_name(action)
        name = variable(command, option)
        if not option or option in (*_WITHOUT, "--lang") or name not in environ:
            continue
        if any(
            word == each or word.startswith(f"{each}=")
            for word in typed
            for each in action.option_strings
        ):
            continue
        if action.nargs == 0:
            added += [option] if _is_on(parser, name, environ[name], words) else []
        elif isinstance(action.nargs, str):
            added += [option, *shlex.split(environ[name])]
        elif isinstance(action, argparse._AppendAction):  # noqa: SLF001, it has no public name
            added += [f"{option}={value}" for value in shlex.split(environ[name])]
        else:
            added.append(f"{option}={environ[name]}")
    return added


def _long_name(action: argparse.Action) -> str:
    return next((name for name in action.option_strings if name.startswith("--")), "")


def _is_on(parser: argparse.ArgumentParser, name: str, value: str, words: Words) -> bool:
    if value.strip().lower() in _YES:
        return True
    if value.strip().lower() in _NO:
        return False
    sentence = words.say("{name} is yes or no, not “{given}”.", name=name, given=shown(value))
    return parser.error(sentence)
