"""Saved games: one log to a file, never overwritten by another game.

Version 0.1.0 saved records instead. They are still read; the game goes on in a log beside them.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from hashi.boards import SIDES, standard_deck
from hashi.host.local_table import LocalTable
from hashi.host.store.log_file import LogFile, daily_of, is_log, read_table
from hashi.record import notation_for, parse
from hashi.rules import Board, Card, Deal, Flaw, Illegal, Malformed, Pens
from hashi.rules.malformed import unreadable
from hashi.table import Aid, Options, Phase, Result
from hashi.table.event import Finished
from hashi.whole_numbers import whole_number

ENDING = ".hashi"
_PILE, _TURNS = "pile", "turns"


def new_log(folder: Path) -> LogFile:
    """Begin a log for a new game in this folder; the number in its name counts up."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unreadable(error).at(file=str(folder)) from None
    for number in count(1):
        path = folder / f"game-{number:04}{ENDING}"
        if path.with_suffix(".json").exists():
            continue
        try:
            return LogFile.create(path)
        except Malformed as malformed:
            if malformed.details.get("given") != "exists":
                raise
    raise AssertionError("count never ends")


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game in the folder; its number is the one in the file's name."""

    number: int
    path: Path
    players: tuple[str, ...]
    round: int
    rounds: int
    totals: tuple[int, ...]
    at: float
    """When it was last changed, in seconds since 1970."""
    is_over: bool
    aid: Aid | None = None
    """What those with the most points had that others did not."""


def saved_games(folder: Path, daily: str = "") -> Iterator[SavedGame]:
    """Yield the games of the folder that can be read, the newest first; `daily` wants that date's.

    A log is replayed to know how it stands, so those of other dates are passed over before.
    """
    names = {path.with_suffix("") for path in folder.glob("game-*") if path.suffix in _SUFFIXES}
    for name in sorted(names, reverse=True):
        path = next(path for path in map(name.with_suffix, _SUFFIXES) if path.exists())
        number = whole_number(name.name.removeprefix("game-"))
        if number is not None and daily in ("", daily_of(path)):
            with suppress(Malformed, Illegal, OSError):
                yield _saved_game(number, path)


def newest_unfinished(folder: Path, daily: str = "") -> Path | None:
    """Return the last game of the folder that can be gone on with; `daily` wants that date's."""
    return next((game.path for game in saved_games(folder, daily) if not game.is_over), None)


def is_played(folder: Path, daily: str) -> bool:
    """Return whether a game on the board of this date is over."""
    return any(game.is_over for game in saved_games(folder, daily))


_SUFFIXES = (ENDING, ".json")


def _saved_game(number: int, path: Path) -> SavedGame:
    at, aid = path.stat().st_mtime, None
    if path.suffix == ENDING:
        table = read_table(path)
        if table.game is None:  # the program ended while it was begun
            raise Malformed(Flaw.FILE, file=str(path), given="no_game")
        game, at, is_over = table.played, table.at, table.phase is Phase.OVER
        aid = Result.of("", table).best_aid if is_over else None
    else:
        record = parse(path.read_bytes())
        game = record.replay()
        is_over = _PILE not in record.extra and len(record.rounds) == record.setup.rounds
    setup, round = game.setup, len(game.cards)
    totals, rounds = game.totals, setup.rounds
    return SavedGame(number, path, setup.players, round, rounds, totals, at, is_over, aid)


def delete_saved(path: Path) -> None:
    """Delete a saved game; raise Malformed where another program has it open, or it cannot be."""
    try:
        if is_log(path):
            log, _ = LogFile.open(path)  # only one program has it
            log.discard()
        else:
            path.unlink()
    except OSError as error:
        raise unreadable(error).at(file=str(path)) from None


def open_saved(path: Path) -> LocalTable:
    """Open a saved game to go on with it: a log, or a record as 0.1.0 saved it."""
    if is_log(path):
        log, table = LogFile.open(path)
        if table.game is None:  # the program ended while it was begun
            log.close()
            raise Malformed(Flaw.FILE, file=str(path), given="no_game")
        return LocalTable(log, time.time, table)
    beside = path.with_suffix(ENDING)
    if beside != path and is_log(beside):
        return open_saved(beside)
    return _open_record(path, beside)


def _open_record(path: Path, beside: Path) -> LocalTable:
    """Read a record as 0.1.0 saved it, with the cards to come and the open round's turns."""
    try:
        record = parse(path.read_bytes())
        pile, turns = record.extra.get(_PILE, []), record.extra.get(_TURNS, [])
        if not isinstance(pile, list) or not isinstance(turns, list):
            raise Malformed(Flaw.KIND, field=_PILE, expected="list")
        coming = tuple(Card.parse(str(card)) for card in pile)
        read = notation_for(record.setup.board)
        done = [
            Finished(seat, read.turn(str(turn)))
            for seat, turn in enumerate(turns[: len(record.setup.players)])
            if turn is not None
        ]
        record.replay()
    except OSError as error:
        raise unreadable(error).at(file=str(path)) from None
    except Malformed as malformed:
        raise malformed.at(file=str(path)) from None
    setup = record.setup
    cards = (*record.cards, *coming)
    if len(cards) != setup.rounds or (left := Counter(setup.deck) - Counter(cards)).total() != 1:
        raise Malformed(Flaw.MISSING, file=str(path), field=_PILE)
    table = LocalTable(LogFile.create(beside), time.time)
    options = options_for(setup.board, setup.deck, len(setup.players), setup.pens)
    table.replay(record, options, Deal(cards, next(left.elements())), done)
    return table


def options_for(
    board: Board,
    deck: tuple[Card, ...],
    seats: int,
    pens: Pens,
    *,
    help: bool = True,
    practice: bool = False,
) -> Options:
    """Return a table's options for a game at one keyboard."""
    rows = "".join(f"{' '.join(row)}\n" for row in board.rows)
    own_deck = () if deck == standard_deck() else tuple(str(card) for card in deck)
    side = board.name if board.name in SIDES else rows
    return Options.from_json(
        {
            "board": side,
            "seats": seats,
            "pens": pens.value,
            "help": help,
            "practice": practice,
            "deck": list(own_deck),
        }
    )
