"""`hashi man`: the manual page, made from the same texts as the help."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from hashi import __version__
from hashi.cli.parts.parser_tree import Argument, SubCommand, commands_of, options_of
from hashi.words import N_, Words

DESCRIPTION = N_(
    "Prints the manual page in your language. To read it: hashi man | man -l -. To install it, "
    "save it as hashi.1 in a folder of man pages, such as ~/.local/share/man/man1."
)
EXAMPLE = "hashi man > hashi.1"


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    """The page needs no arguments beside the language."""
    del parser, words


def run(arguments: argparse.Namespace, words: Words) -> int:
    print(manual_page(arguments.all_commands(), words), end="")
    return 0


def manual_page(parser: argparse.ArgumentParser, words: Words) -> str:
    """Return the page in the language of roff, as `man` reads it."""
    return "".join(f"{line}\n" for line in _lines(parser, words))


def _lines(parser: argparse.ArgumentParser, words: Words) -> Iterator[str]:
    say = words.say
    yield f'.TH HASHI 1 "" "hashi {__version__}"'
    yield from _section(say("NAME"))
    yield f"hashi \\- {_text(parser.description or '')}"
    yield from _section(say("SYNOPSIS"))
    yield f".B hashi\n{_text(say('COMMAND'))} [...]"
    yield from _section(say("OPTIONS"))
    for option in options_of(parser):
        yield from _argument(option)
    yield from _section(say("COMMANDS"))
    for command in commands_of(parser):
        yield from _command(command, words)


def _section(title: str) -> Iterator[str]:
    yield f".SH {_text(title)}"


def _command(command: SubCommand, words: Words) -> Iterator[str]:
    yield f".SS hashi {command.name}"
    yield _text(command.description)
    yield ".PP"
    yield _text(words.say("Example: {command}", command=command.example))
    for argument in command.arguments:
        if "--help" not in argument.names and "--lang" not in argument.names:
            yield from _argument(argument)


def _argument(argument: Argument) -> Iterator[str]:
    names = ", ".join(f"\\fB{_text(name)}\\fR" for name in argument.names)
    value = f"\\fI{_text(argument.metavar)}\\fR" if argument.metavar else ""
    yield ".TP"
    yield " ".join(part for part in (names, value) if part)
    yield _text(argument.help)


def _text(text: str) -> str:
    """Return a text in which roff sees no commands; hyphens stay what people type."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped
