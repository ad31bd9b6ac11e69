"""Bots by name: those of the house, and bots of one's own from a file or a module."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import sys
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from types import ModuleType
from typing import Any

from hashi.bots import BOTS, Maker
from hashi.bots.bot import Bot
from hashi.bots.crash import crash_of
from hashi.rules.malformed import unreadable


class Lack(StrEnum):
    """Why something is no bot. `hashi.words` has the sentences."""

    UNKNOWN = "unknown"
    NO_MODULE = "no_module"
    BROKEN = "broken"
    NO_CLASS = "no_class"
    INCOMPLETE = "incomplete"


class NoBot(Exception):
    """No bot can be found or made by this name."""

    def __init__(self, lack: Lack, **details: str) -> None:
        super().__init__(lack, details)
        self.lack = lack
        self.details = details


def find(name: str) -> Maker:
    """The maker of a bot: an id of `BOTS`, `path/to/file.py:Class` or `package.module:Class`.

    One of one's own is made once on trial, so that what it lacks is said before a game begins.
    NoBot says what is wrong with it, Malformed what is wrong with its file.
    """
    if name in BOTS:
        return BOTS[name]
    source, _, wanted = name.rpartition(":")
    if not source or not wanted.isidentifier():
        raise NoBot(Lack.UNKNOWN, given=name, bots=", ".join(BOTS))
    is_file = source.endswith(".py") or "/" in source or "\\" in source
    module = _from_file(source) if is_file else _from_module(source)
    made = getattr(module, wanted, None)
    if not callable(made):
        raise NoBot(Lack.NO_CLASS, given=wanted, source=source, classes=_classes(module))
    maker = _maker(made)
    _try(name, maker, getattr(module, "__file__", None))
    return maker


def id_of(name: str, maker: Maker) -> str:
    """The id under which a bot plays: for one of one's own its `name`."""
    return name if name in BOTS else maker("").name


def _from_file(source: str) -> ModuleType:
    """The module in a file. It can import what lies beside it, as when it is run."""
    path = Path(source).resolve()
    try:
        path.read_bytes()
    except OSError as error:
        raise unreadable(error).at(file=source) from None
    name = f"hashi_own_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise NoBot(Lack.UNKNOWN, given=source, bots=", ".join(BOTS))
    module = importlib.util.module_from_spec(spec)
    _look_in(path.parent)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise NoBot(Lack.BROKEN, given=source, error=str(crash_of(error, str(path)))) from error
    return module


def _from_module(source: str) -> ModuleType:
    """An installed module, or one in the folder where the command is called."""
    _look_in(Path.cwd())
    try:
        return importlib.import_module(source)
    except (Exception, SystemExit) as error:
        parts = source.split(".")
        names = [".".join(parts[:count]) for count in range(1, len(parts) + 1)]
        if isinstance(error, ModuleNotFoundError) and error.name in names:
            raise NoBot(Lack.NO_MODULE, given=source) from None
        raise NoBot(Lack.BROKEN, given=source, error=str(crash_of(error, None))) from error


def _look_in(folder: Path) -> None:
    """Let imports find what is in a folder, after everything else."""
    if str(folder) not in sys.path:
        sys.path.append(str(folder))


def _classes(module: ModuleType) -> str:
    """The classes that a module has itself, for one who mistyped theirs."""
    return ", ".join(
        name
        for name, thing in vars(module).items()
        if inspect.isclass(thing) and thing.__module__ == module.__name__
    )


def _maker(made: Callable[..., Any]) -> Maker:
    """Makes the bot with the seed if it takes one, else without."""

    def make(seed: str) -> Bot:
        bot: Bot = made(seed) if takes_seed else made()
        return bot

    try:
        inspect.signature(made).bind("seed")
    except TypeError:
        takes_seed = False
    except ValueError:  # it does not tell
        takes_seed = True
    else:
        takes_seed = True
    return make


def _try(name: str, maker: Maker, file: str | None) -> None:
    """Make the bot once, and see that it has all that a bot has."""
    try:
        bot = maker("")
    except (Exception, SystemExit) as error:
        raise NoBot(Lack.BROKEN, given=name, error=str(crash_of(error, file))) from error
    for method in ("start", "turn"):
        if not callable(getattr(bot, method, None)):
            raise NoBot(Lack.INCOMPLETE, given=name, missing=f"{method}(self, view)")
    own = getattr(bot, "name", None)
    if not isinstance(own, str) or not own.strip() or not own.isprintable():
        raise NoBot(Lack.INCOMPLETE, given=name, missing='name = "..."')
