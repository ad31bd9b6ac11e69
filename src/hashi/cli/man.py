"""`hashi man`: the manual page, made from the same texts as the help."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from hashi import __version__
from hashi.cli.parts.exit_status import MEANINGS
from hashi.cli.parts.parser_tree import Argument, SubCommand, commands_of, options_of
from hashi.terminal import commands, lobby, replay_browser
from hashi.words import N_, Words

DESCRIPTION = N_(
    "Prints the manual page in your language. To read it: hashi man | man -l -. To install it, "
    "save it as hashi.1 in a folder of man pages, such as ~/.local/share/man/man1."
)
EXAMPLE = "hashi man > hashi.1"


VARIABLES = {
    "HASHI_COMMAND_OPTION": N_(
        "Any option of any command, such as HASHI_SERVE_PORT=8080 for hashi serve "
        "--port 8080. What you type takes precedence. Separate several values with "
        "spaces; a switch is yes or no."
    ),
    "HASHI_LANG": N_("The language of all texts, like --lang."),
    "LANGUAGE, LC_ALL, LC_MESSAGES, LANG": N_("The language, unless one is given."),
    "NO_COLOR, COLORTERM, TERM, COLORFGBG": N_("What colours the terminal shows."),
    "COLUMNS": N_("How wide lines are when the output isn’t a terminal."),
    "XDG_DATA_HOME": N_("Where the data folder is (default: ~/.local/share)."),
    "SSL_CERT_FILE": N_("The certificates that join and bot trust."),
}
FILES = {
    "~/.local/share/hashi/games/": N_("Games that play and daily have saved, one file each."),
    "~/.local/share/hashi/tables.sqlite": N_("The tables that serve keeps."),
    "~/.local/share/hashi/learned/": N_("What learn has learned, one file for each board."),
    "~/.local/share/hashi/join-secret": N_(
        "What your seats at tables of servers are derived from; keep it to yourself."
    ),
}
"""In the folder that LOCALAPPDATA names on Windows."""


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
    yield from _typed(words)
    yield from _section(say("EXIT STATUS"))
    for status, meaning in MEANINGS.items():
        yield from _entry(str(status), say(meaning))
    yield from _environment(words)
    yield from _section(say("FILES"))
    for file, meaning in FILES.items():
        yield from _entry(file, say(meaning))


def _typed(words: Words) -> Iterator[str]:
    """Tell what is typed in a game, before one, and in a replay."""
    say = words.say
    yield from _section(say("TYPED IN A GAME"))
    yield _text(say("Marks: 5@c1 writes 5 on c1; c1-c2 draws one bridge, c1=c2 draws two."))
    for word, meaning in commands.explained(words, *commands.Command):
        yield from _entry(word, meaning)
    for title, told in (
        (say("Before the game, at a server’s table:"), lobby.EXPLAINED),
        (say("In a replay:"), replay_browser.EXPLAINED),
    ):
        yield ".PP"
        yield _text(title)
        for typed, meaning in told.items():
            yield from _entry(say(typed.value), say(meaning))


def _environment(words: Words) -> Iterator[str]:
    yield from _section(words.say("ENVIRONMENT"))
    for variable, meaning in VARIABLES.items():
        yield from _entry(variable, words.say(meaning))


def _entry(name: str, meaning: str) -> Iterator[str]:
    """Yield a word in bold, and what it means below it."""
    yield ".TP"
    yield f"\\fB{_text(name)}\\fR"
    yield _text(meaning)


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
