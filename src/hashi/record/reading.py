"""Read a record from JSON. Nothing is guessed or repaired: what does not fit is Malformed."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from math import isfinite
from typing import Any, TypeVar

from hashi.boards import SIDES, board, board_from_lines, standard_deck
from hashi.record.notation import Notation, notation_for
from hashi.record.record import Record
from hashi.rules.board import Board
from hashi.rules.card import Card, check_deck_size
from hashi.rules.game.calls import MOST_CALLS
from hashi.rules.game.entries import Called
from hashi.rules.game.name import is_whole
from hashi.rules.game.setup import MOST_PLAYERS, Pens, Setup
from hashi.rules.malformed import Flaw, Malformed
from hashi.rules.turn import MOST_MARKS, Turn

T = TypeVar("T")

VERSION = 1
DEEPEST = 64
"""How deep lists and objects may be nested in a field beyond the format."""
FIELDS = ("hashi", "board", "deck", "pens", "cards", "box", "players", "starts", "rounds", "calls")
_KINDS = {str: "text", list: "list", dict: "object", int: "number"}


def parse(text: str | bytes) -> Record:
    """Return the record that a JSON text holds, or raise Malformed.

    >>> text = hashi.write(hashi.new_game("A", ["Tim"], seed="sea").start("4@c2").record)
    >>> hashi.parse(text)
    <Record on board A: Tim; 0 rounds of 17>
    """
    return from_fields(decoded(text))


def from_fields(fields: Any) -> Record:
    """The record that decoded JSON holds, or Malformed."""
    if type(fields) is not dict:
        raise Malformed(Flaw.KIND, field="", expected="object", given=_kind(fields))
    if "hashi" not in fields:
        raise Malformed(Flaw.MISSING, field="hashi")
    if type(fields["hashi"]) is not int or fields["hashi"] != VERSION:
        raise Malformed(
            Flaw.VERSION, field="hashi", given=_shown(fields["hashi"]), expected=VERSION
        )
    side = _board(fields)
    players = _names(fields)
    deck, cards, box = cards_of(fields)
    written = notation_for(side)
    starts = _each(_texts(fields, "starts"), "starts", written.start)
    if len(starts) != len(players):
        raise Malformed(Flaw.STARTS, field="starts", given=len(starts), expected=len(players))
    rounds = _rounds(fields, len(cards), len(players), written)
    pens = _pens(fields)
    if pens is Pens.FREE:
        _check_room(rounds)
    return Record(
        Setup(side, deck, players, pens),
        starts,
        cards,
        rounds,
        _calls(fields, pens, len(players), len(rounds), written.call),
        box,
        _extra(fields),
    )


def _rounds(
    fields: dict[str, Any], most: int, players: int, written: Notation
) -> tuple[tuple[Turn, ...], ...]:
    """Read the turns of every round, of each player in order."""
    rounds = _listed(fields, "rounds")
    if len(rounds) > most:
        raise Malformed(Flaw.ROUNDS, field="rounds", given=len(rounds), expected=most)
    found = []
    for index, texts in enumerate(rounds):
        name = f"rounds[{index}]"
        if type(texts) is not list:
            raise Malformed(Flaw.KIND, field=name, expected="list", given=_kind(texts))
        if len(texts) != players:
            raise Malformed(Flaw.TURNS, field=name, given=len(texts), expected=players)
        found.append(_each(texts, name, written.turn))
    return tuple(found)


def decoded(text: str | bytes) -> Any:
    """What a JSON text holds, or Malformed."""
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise Malformed(Flaw.ENCODING) from None
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise Malformed(Flaw.JSON, line=error.lineno, column=error.colno) from None
    except (RecursionError, ValueError) as error:
        if isinstance(error, Malformed):
            raise
        raise Malformed(Flaw.JSON, line=1, column=1) from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        twice = next(name for name, times in Counter(n for n, _ in pairs).items() if times > 1)
        raise Malformed(Flaw.REPEATED_FIELD, field=twice)
    return fields


def _number(text: str) -> float:
    """Return a number of the JSON text; NaN and numbers too large to be written are refused."""
    number = float(text)
    if not isfinite(number):
        raise Malformed(Flaw.JSON, line=1, column=1)
    return number


_DECODER = json.JSONDecoder(object_pairs_hook=_unique, parse_float=_number, parse_constant=_number)


def _board(fields: dict[str, Any]) -> Board:
    given = fields.get("board")
    if type(given) is dict:
        return _own_board(tuple(_texts(given, "rows", within="board.")))
    try:
        name = _field(fields, "board", str)
        if name not in SIDES:  # `board` takes small letters too, a record does not
            raise Malformed(Flaw.BOARD_NAME, given=name)
        return board(name)
    except Malformed as malformed:
        raise malformed.at(field="board") from None


@lru_cache(maxsize=64)
def _own_board(rows: tuple[str, ...]) -> Board:
    try:
        return board_from_lines(rows)
    except Malformed as malformed:
        # a line of the board is a row here: `line` is a line of the file that holds the record
        details = dict(malformed.details)
        row = details.pop("line", None)
        field = "board.rows" if row is None else f"board.rows[{int(row) - 1}]"
        raise Malformed(malformed.flaw, field=field, **details) from None


def _names(fields: dict[str, Any]) -> tuple[str, ...]:
    names = _texts(fields, "players")
    if not 1 <= len(names) <= MOST_PLAYERS:
        raise Malformed(Flaw.PLAYERS, field="players", given=len(names), most=MOST_PLAYERS)
    for index, name in enumerate(names):
        if not is_whole(name):
            raise Malformed(Flaw.NAME, field=f"players[{index}]")
    return tuple(names)


def cards_of(fields: dict[str, Any]) -> tuple[tuple[Card, ...], tuple[Card, ...], Card | None]:
    """The deck, the cards turned and the card in the box; no card more often than in the deck."""
    deck = standard_deck()
    if "deck" in fields:
        deck = _each(_texts(fields, "deck"), "deck", Card.parse)
        try:
            check_deck_size(deck)
        except Malformed as malformed:
            raise malformed.at(field="deck") from None
    cards = _each(_texts(fields, "cards"), "cards", _card)
    if len(cards) > len(deck) - 1:
        raise Malformed(Flaw.TOO_MANY_CARDS, field="cards", given=len(cards), most=len(deck) - 1)
    box = None
    if "box" in fields:
        box = _each([_field(fields, "box", str)], "box", _card)[0]
    left = Counter(deck)
    for index, card in enumerate([*cards, box] if box else cards):
        name = "box" if index == len(cards) else f"cards[{index}]"
        if card not in left:
            raise Malformed(Flaw.CARD_NOT_IN_DECK, field=name, given=str(card))
        if left[card] == 0:
            raise Malformed(Flaw.CARD_TOO_OFTEN, field=name, given=str(card))
        left[card] -= 1
    return deck, cards, box


@lru_cache(maxsize=18)
def _card(text: str) -> Card:
    return Card.parse(text)


def _pens(fields: dict[str, Any]) -> Pens:
    given = _field(fields, "pens", str) if "pens" in fields else Pens.GUIDED.value
    if given not in [pens.value for pens in Pens]:
        raise Malformed(Flaw.PENS, field="pens", given=given)
    return Pens(given)


def _check_room(rounds: Sequence[tuple[Turn, ...]]) -> None:
    """Raise Malformed for a turn with more marks than the rules allow any pen."""
    for index, turns in enumerate(rounds):
        for seat, turn in enumerate(turns):
            if len(turn.marks) > MOST_MARKS:
                name = f"rounds[{index}][{seat}]"
                raise Malformed(Flaw.CROWDED, field=name, given=len(turn.marks), most=MOST_MARKS)


def _calls(
    fields: dict[str, Any], pens: Pens, players: int, rounds: int, call: Callable[[str], Called]
) -> tuple[tuple[Called, ...], ...]:
    """The calls after each round: by and on players at the table, about a round closed by then."""
    if "calls" not in fields:
        return ()
    lists = _listed(fields, "calls")
    if pens is not Pens.FREE or len(lists) > rounds:
        most = rounds if pens is Pens.FREE else 0
        raise Malformed(Flaw.CALLS, field="calls", given=len(lists), most=most)
    calls = []
    for index, texts in enumerate(lists):
        name = f"calls[{index}]"
        if type(texts) is not list:
            raise Malformed(Flaw.KIND, field=name, expected="list", given=_kind(texts))
        if len(texts) > MOST_CALLS:
            raise Malformed(Flaw.CROWDED, field=name, given=len(texts), most=MOST_CALLS)
        called = _each(texts, name, call)
        for at, one in enumerate(called):
            if max(one.by, one.on) >= players or one.round > index + 1:
                raise Malformed(Flaw.CALL, field=f"{name}[{at}]", given=texts[at])
        calls.append(called)
    return tuple(calls)


def _extra(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields beyond the format, nested no deeper than can be written again anywhere."""
    extra = {name: value for name, value in fields.items() if name not in FIELDS}
    level: list[Any] = list(extra.values())
    depth = 0
    while level:
        depth += 1
        if depth > DEEPEST:
            raise Malformed(Flaw.JSON, line=1, column=1)
        level = [
            inner
            for value in level
            if isinstance(value, (list, dict))
            for inner in (value.values() if isinstance(value, dict) else value)
        ]
    return extra


# --- kinds of values


def _field(fields: dict[str, Any], name: str, kind: type[T], within: str = "") -> T:
    if name not in fields:
        raise Malformed(Flaw.MISSING, field=within + name)
    value = fields[name]
    if type(value) is not kind:
        expected, given = _KINDS[kind], _kind(value)
        raise Malformed(Flaw.KIND, field=within + name, expected=expected, given=given)
    return value


def _listed(fields: dict[str, Any], name: str, within: str = "") -> list[Any]:
    return _field(fields, name, list, within)


def _texts(fields: dict[str, Any], name: str, within: str = "") -> list[str]:
    texts = _listed(fields, name, within)
    for index, text in enumerate(texts):
        if type(text) is not str:
            name = f"{within}{name}[{index}]"
            raise Malformed(Flaw.KIND, field=name, expected="text", given=_kind(text))
    return texts


def _each(texts: Sequence[Any], name: str, read: Callable[[str], T]) -> tuple[T, ...]:
    """Read each text of a list; a flaw is told with its index in the list."""
    values: list[T] = []
    for index, text in enumerate(texts):
        if type(text) is not str:
            name = f"{name}[{index}]"
            raise Malformed(Flaw.KIND, field=name, expected="text", given=_kind(text))
        try:
            values.append(read(text))
        except Malformed as malformed:
            field = name if name == "box" else f"{name}[{index}]"
            raise malformed.at(field=field) from None
    return tuple(values)


def _kind(value: Any) -> str:
    """The name of a JSON value's kind: a code that words has a word for."""
    if value is None or isinstance(value, bool):
        return "nothing" if value is None else "truth"
    return _KINDS.get(type(value), "number")


def _shown(value: Any) -> str:
    """A value as JSON writes it, shortened; of a list or an object only its kind."""
    return _kind(value) if isinstance(value, (list, dict)) else json.dumps(value)[:40]
