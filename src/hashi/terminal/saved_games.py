"""Saved games: one file each, never overwritten by another game."""

from __future__ import annotations

import os
from dataclasses import replace
from itertools import count
from pathlib import Path

from hashi.record import Record, notation_for, parse, write
from hashi.rules import Card, Entry, Flaw, Game, Malformed, Played
from hashi.rules.malformed import unreadable

PILE = "pile"
TURNS = "turns"


def new_file(folder: Path) -> Path:
    """A file of its own for a new game; the number counts up."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number in count(1):
            path = folder / f"game-{number:04}.json"
            try:
                path.touch(exist_ok=False)
            except FileExistsError:
                continue
            return path
    except OSError as error:
        raise unreadable(error).at(file=str(folder)) from None
    raise AssertionError("count never ends")


def newest_unfinished(folder: Path) -> Path | None:
    """The last game of the folder that can be gone on with."""
    for path in sorted(folder.glob("game-*.json"), reverse=True):
        try:
            record, _, _ = load(path)
        except Malformed:
            continue
        if len(record.rounds) < record.setup.rounds:
            return path
    return None


def save(path: Path, record: Record, pile: tuple[Card, ...], game: Game) -> None:
    """Write the game with the cards still to come and the open round's turns, all or nothing."""
    turns = game.turns if game.is_round_open else ()
    coming = {
        PILE: [str(card) for card in pile],
        TURNS: [None if turn is None else str(turn) for turn in turns],
    }
    extra = coming if pile or turns else {}
    content = write(replace(record, extra={**record.extra, **extra}))
    beside = path.with_name(path.name + ".part")
    try:
        with beside.open("w", encoding="utf-8") as file:
            file.write(content + "\n")
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        raise unreadable(error).at(file=str(path)) from None


def load(path: Path) -> tuple[Record, tuple[Card, ...], list[Entry]]:
    """A saved game: its record, the cards still to come, and the open round's turns."""
    try:
        record = parse(path.read_bytes())
        pile, turns = record.extra.get(PILE, []), record.extra.get(TURNS, [])
        if not isinstance(pile, list) or not isinstance(turns, list):
            raise Malformed(Flaw.KIND, field=PILE, expected="list")
        cards = tuple(Card.parse(str(card)) for card in pile)
        read = notation_for(record.setup.board)
        played: list[Entry] = [
            Played(seat, read.turn(str(turn)))
            for seat, turn in enumerate(turns[: len(record.setup.players)])
            if turn is not None
        ]
    except OSError as error:
        raise unreadable(error).at(file=str(path)) from None
    except Malformed as malformed:
        raise malformed.at(file=str(path)) from None
    if len(record.cards) + len(cards) != record.setup.rounds:
        raise Malformed(Flaw.MISSING, file=str(path), field=PILE)
    extra = {name: value for name, value in record.extra.items() if name not in (PILE, TURNS)}
    return replace(record, extra=extra), cards, played
