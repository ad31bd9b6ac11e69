"""The command line: choose the language, run the command, return the exit status."""

from __future__ import annotations

import argparse
import gettext
import os
import sys
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from typing import NoReturn

from hashi.cli.parts.exit_status import DONE, INTERRUPTED, PIPE_CLOSED
from hashi.cli.parts.spelling import SPELLED, register_spelling
from hashi.words.catalogue import DOMAIN, LOCALE, N_, Words
from hashi.words.language import LANGUAGES, choose

COMMANDS = {
    "serve": N_("play in a browser, solo or with friends"),
    "play": N_("play in the terminal: solo, against bots, or together at one keyboard"),
    "daily": N_("play the board of the day: the same cards for everyone"),
    "join": N_("play in the terminal at a table of a running server"),
    "games": N_("list the games saved by “hashi play” and continue one"),
    "replay": N_("step through a saved game"),
    "results": N_("rebuild the results of a server’s games from their logs"),
    "score": N_("show the results of saved games"),
    "best": N_("show the most points that were possible in a saved game"),
    "review": N_("show what each turn of a saved game cost, and why"),
    "hint": N_("give a hint for the open turn of a saved game"),
    "verify": N_("check that the cards of a game were fair"),
    "board": N_("show or draw an empty board"),
    "rules": N_("read the rules"),
    "arena": N_("let bots play many games against each other"),
    "learn": N_("let this computer learn a board by heart"),
    "bot": N_("let a bot play at a table of a running server"),
    "site": N_("write the game as files for any web host, to be played without a server"),
    "tables": N_("list, check, copy or delete the tables of a server"),
    "completion": N_("print the completion script for a shell"),
    "man": N_("print the manual page"),
}
"""Every command and what it is for, in the order of the help; its module has the same name."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status (`hashi.cli.parts.exit_status`)."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    asked = _asked_language(arguments) or _asked_language(
        ["--lang", os.environ.get("HASHI_LANG", "")]
    )
    words = Words(choose(asked, os.environ))
    register_spelling(words.language)
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors=SPELLED)
    _teach_argparse(words)
    try:
        return _run(arguments, words)
    except BrokenPipeError:
        _discard_output()
        return PIPE_CLOSED
    except KeyboardInterrupt:
        return INTERRUPTED


def _run(arguments: list[str], words: Words) -> int:
    try:
        reads = parser(words, arguments)
        parsed = reads.parse_args(_with_environment(reads, arguments, words))
        if parsed.command is None:
            reads.print_help()
            return DONE
        status: int = parsed.run(parsed, words)
        return status
    finally:
        if sys.stdout is not None:
            sys.stdout.flush()  # here, where a closed pipe can still be handled


def _with_environment(
    reads: argparse.ArgumentParser, arguments: list[str], words: Words
) -> list[str]:
    """Return the arguments with those that the environment adds behind the command."""
    from hashi.cli.parts.environment import arguments_from
    from hashi.cli.parts.parser_tree import parser_of

    at = next((at for at, word in enumerate(arguments) if word in COMMANDS), None)
    if at is None or not any(name.startswith("HASHI_") for name in os.environ):
        return arguments
    command, typed = arguments[at], arguments[at + 1 :]
    added = arguments_from(parser_of(reads, command), command, typed, os.environ, words)
    return [*arguments[: at + 1], *added, *typed]


def _discard_output() -> None:
    """Send what is left of the output nowhere, so that Python's own flush at exit succeeds."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def parser(words: Words, arguments: Sequence[str] | None = None) -> argparse.ArgumentParser:
    """The parser of all commands, with help in the language of `words`.

    For given arguments only the command that they name is loaded and has its options: all
    commands together take several times as long to load as most of them take to run.
    """
    say = words.say
    top = argparse.ArgumentParser(
        prog="hashi",
        description=say("HASHI: islands, numbers, bridges. A board game for 1 to 4 players."),
        epilog=say("Example: {command}", command="hashi play --board B"),
        formatter_class=_Formatter,
    )
    top.add_argument(
        "--version",
        action=_Version,
        words=words,
        help=say("show the version and exit"),
    )
    _add_language(top, words)
    commands = top.add_subparsers(title=say("commands"), metavar=say("COMMAND"), dest="command")
    for name, help in COMMANDS.items():
        if arguments is not None and name not in arguments:
            commands.add_parser(name, help=say(help), add_help=False)
            continue
        module = import_module(f"hashi.cli.{name}")
        sub = commands.add_parser(
            name,
            help=say(help),
            description=say(module.DESCRIPTION),
            epilog=say("Example: {command}", command=module.EXAMPLE),
            formatter_class=_Formatter,
        )
        _add_language(sub, words)
        module.add_arguments(sub, words)
        sub.set_defaults(run=module.run, all_commands=partial(parser, words))
    return top


class _Version(argparse.Action):
    """Prints the version and how the kernel runs; the kernel is imported only for this."""

    def __init__(self, option_strings: Sequence[str], *, words: Words, help: str, **_: str) -> None:
        super().__init__(option_strings, argparse.SUPPRESS, nargs=0, help=help)
        self.words = words

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        print(version(self.words))
        parser.exit()


def version(words: Words) -> str:
    """The program, its version and whether the kernel is compiled (or must be, anew)."""
    from hashi import __version__

    program = f"hashi {__version__}"
    try:
        from hashi.arrays import kernel
    except ImportError:
        return words.say("{program} (kernel: outdated, compile it again)", program=program)
    if kernel.is_compiled:
        return words.say("{program} (kernel: compiled)", program=program)
    return words.say("{program} (kernel: plain Python, slower)", program=program)


class _Formatter(argparse.HelpFormatter):
    """Help with room for our longest options."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=28)


def _add_language(parser: argparse.ArgumentParser, words: Words) -> None:
    parser.add_argument(
        "--lang",
        choices=list(LANGUAGES),
        default=argparse.SUPPRESS,
        help=words.say("language of all texts (default: your system’s)"),
    )


def _asked_language(arguments: list[str]) -> str | None:
    """Return the language of `--lang`, needed before argparse speaks; the last one counts."""
    asked = None
    for argument, following in zip(arguments, [*arguments[1:], ""], strict=False):
        name, _, value = argument.partition("=")
        if name == "--lang" and (value or following) in LANGUAGES:
            asked = value or following
    return asked


def _teach_argparse(words: Words) -> None:
    """Make argparse print its own messages in this language; it looks them up by gettext."""
    gettext.bindtextdomain(DOMAIN, str(LOCALE))
    gettext.textdomain(DOMAIN)
    os.environ["LANGUAGE"] = words.language
