"""Finds bots by name: the built-in ones, and users' bots in a file or a module."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import sys
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from hashi.bots import BOTS, Maker
from hashi.bots.bot import Bot
from hashi.bots.crash import crash_of
from hashi.rules.malformed import unreadable
from hashi.words import Words
from hashi.words.failures import explain_lack

AnyBot = str | Bot | Callable[..., Bot]
"""A bot by its name, as an instance, or its class or another function that makes it."""


class BotLack(StrEnum):
    """Why a name does not lead to a bot. `hashi.words` has the sentences."""

    UNKNOWN = "unknown"
    NO_MODULE = "no_module"
    BROKEN = "broken"
    NO_CLASS = "no_class"
    INCOMPLETE = "incomplete"


class NoBot(Exception):
    """No bot can be found or made by this name."""

    def __init__(self, lack: BotLack, **details: str) -> None:
        super().__init__(lack, details)
        self.lack = lack
        self.details = details

    @property
    def trace(self) -> str:
        """The traceback of the error that a bot of one's own raised while it was loaded."""
        return "" if self.__cause__ is None else crash_of(self.__cause__, None).trace

    def sentence(self, words: Words) -> str:
        """Return why there is no such bot."""
        return explain_lack(words, self.lack.value, self.details)

    def __str__(self) -> str:
        """Return the English sentence; the codes are in the fields."""
        return self.sentence(Words("en"))


def find(name: str) -> Maker:
    """Return the maker of a bot.

    `name` is an id of `BOTS`, `path/to/file.py:Class` or `package.module:Class`. A bot that is
    not built in is made once as a test, so that errors are reported before a game begins. Raise
    NoBot if it is not a bot, Malformed if its file cannot be read.
    """
    if name in BOTS:
        return BOTS[name]
    source, _, wanted = name.rpartition(":")
    if not source or not wanted.isidentifier():
        raise NoBot(BotLack.UNKNOWN, given=name, bots=", ".join(BOTS))
    is_file = source.endswith(".py") or "/" in source or "\\" in source
    module = _from_file(source) if is_file else _from_module(source)
    made = getattr(module, wanted, None)
    if not callable(made):
        raise NoBot(BotLack.NO_CLASS, given=wanted, source=source, classes=_classes(module))
    maker = _maker(made)
    _try(name, maker, getattr(module, "__file__", None))
    return maker


def maker_of(given: AnyBot) -> Maker:
    """Return the maker of a bot that is given by its name, its class or as an instance.

    An instance plays as it is, whatever the seed. Raise NoBot if it is no bot, Malformed if its
    file cannot be read, TypeError for anything else than these three.
    """
    if isinstance(given, str):
        return find(given)
    if isinstance(given, type):
        maker = _maker(given)
    elif _missing(given) and callable(given):
        maker = given
    else:
        bot = cast("Bot", given)  # if it has all that a bot needs, which is tried below

        def maker(seed: str) -> Bot:  # noqa: ARG001 -- an instance has its seed already
            return bot

    _try(_called(given), maker, getattr(sys.modules.get(_module(given)), "__file__", None))
    return maker


def id_of(given: AnyBot, maker: Maker) -> str:
    """Return the id of a bot; for a bot that is not built in, its `name`."""
    return given if isinstance(given, str) and given in BOTS else maker("").name


def _called(given: object) -> str:
    """Return how a bot that was given as an object is called in errors."""
    return getattr(given, "__qualname__", type(given).__qualname__)


def _module(given: object) -> str:
    named = given if hasattr(given, "__qualname__") else type(given)
    return getattr(named, "__module__", "")


def _from_file(source: str) -> ModuleType:
    """Import and return the module in a file. It can import other files in its folder."""
    path = Path(source).resolve()
    try:
        path.read_bytes()
    except OSError as error:
        raise unreadable(error).at(file=source) from None
    name = f"hashi_own_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise NoBot(BotLack.UNKNOWN, given=source, bots=", ".join(BOTS))
    module = importlib.util.module_from_spec(spec)
    _look_in(path.parent)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise NoBot(BotLack.BROKEN, given=source, error=str(crash_of(error, str(path)))) from error
    return module


def _from_module(source: str) -> ModuleType:
    """Import and return an installed module, or one in the current folder."""
    _look_in(Path.cwd())
    try:
        return importlib.import_module(source)
    except (Exception, SystemExit) as error:
        parts = source.split(".")
        names = [".".join(parts[:count]) for count in range(1, len(parts) + 1)]
        if isinstance(error, ModuleNotFoundError) and error.name in names:
            raise NoBot(BotLack.NO_MODULE, given=source) from None
        raise NoBot(BotLack.BROKEN, given=source, error=str(crash_of(error, None))) from error


def _look_in(folder: Path) -> None:
    """Add a folder to the end of the import path."""
    if str(folder) not in sys.path:
        sys.path.append(str(folder))


def _classes(module: ModuleType) -> str:
    """Return the names of the classes that a module defines, to help after a typing error."""
    return ", ".join(
        name
        for name, thing in vars(module).items()
        if inspect.isclass(thing) and thing.__module__ == module.__name__
    )


def _maker(made: Callable[..., Any]) -> Maker:
    """Return a maker that passes the seed if the class takes one."""

    def make(seed: str) -> Bot:
        bot: Bot = made(seed) if takes_seed else made()
        return bot

    try:
        inspect.signature(made).bind("seed")
    except TypeError:
        takes_seed = False
    except ValueError:  # classes in C may have no signature
        takes_seed = True
    else:
        takes_seed = True
    return make


def _try(name: str, maker: Maker, file: str | None) -> None:
    """Make the bot once and raise NoBot if it fails or is incomplete."""
    try:
        bot = maker("")
    except (Exception, SystemExit) as error:
        raise NoBot(BotLack.BROKEN, given=name, error=str(crash_of(error, file))) from error
    if method := _missing(bot):
        raise NoBot(BotLack.INCOMPLETE, given=name, missing=f"{method}(self, view)")
    own = getattr(bot, "name", None)
    if not isinstance(own, str) or not own.strip() or not own.isprintable():
        raise NoBot(BotLack.INCOMPLETE, given=name, missing='name = "..."')


def _missing(bot: object) -> str:
    """Return the first method of the protocol that a bot lacks, empty if it has all."""
    methods = ("start", "turn")
    return next((name for name in methods if not callable(getattr(bot, name, None))), "")
