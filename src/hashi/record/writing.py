"""Write a record as JSON, so that `parse` reads it back."""

from __future__ import annotations

import json
from typing import Any

from hashi.boards import SIDES, board, standard_deck
from hashi.record.notation import call_text, start_text
from hashi.record.reading import VERSION
from hashi.record.record import Record
from hashi.rules.board import Board
from hashi.rules.game.name import is_whole
from hashi.rules.game.setup import Pens


def to_fields(record: Record) -> dict[str, Any]:
    """Return the fields of a record as JSON values; fields with their default are left out."""
    setup = record.setup
    fields: dict[str, Any] = {"hashi": VERSION, "board": _board(setup.board)}
    if setup.deck != standard_deck():
        fields["deck"] = [str(card) for card in setup.deck]
    if setup.pens is not Pens.GUIDED:
        fields["pens"] = setup.pens.value
    fields["cards"] = [str(card) for card in record.cards]
    if record.box is not None:
        fields["box"] = str(record.box)
    fields["players"] = list(setup.players)
    fields["starts"] = [start_text(start) for start in record.starts]
    fields["rounds"] = [[str(turn) for turn in turns] for turns in record.rounds]
    if record.calls:
        fields["calls"] = [[call_text(call) for call in calls] for calls in record.calls]
    return {**fields, **record.extra}


def write(record: Record) -> str:
    """Return the record as one line of JSON.

    >>> hashi.write(hashi.new_game("A", ["Tim"], seed="sea").start("4@c2").record)[:43]
    '{"hashi": 1, "board": "A", "cards": ["5/3"]'
    """
    text = json.dumps(to_fields(record), ensure_ascii=False)
    return text if is_whole(text) else json.dumps(to_fields(record))


def _board(played: Board) -> str | dict[str, list[str]]:
    if played.name in SIDES and played == board(played.name):
        return played.name
    return {"rows": [" ".join(row) for row in played.rows]}
