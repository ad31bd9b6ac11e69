"""Orders of cards from a file, one game per line: `{"cards": ["5/3", ...], "box": "1/1"}`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from os import PathLike
from pathlib import Path

from hashi.record.reading import cards_of, decoded
from hashi.rules.card import Card, Deal
from hashi.rules.malformed import Flaw, Malformed, unreadable


def read_deals(path: str | PathLike[str], deck: Sequence[Card] | None = None) -> tuple[Deal, ...]:
    """The deal of each line of a file; Malformed says in which line the first flaw is.

    The cards are those of the deck, or of the standard deck.
    """
    try:
        with Path(path).open("rb") as file:
            return tuple(_deals(file, deck))
    except OSError as error:
        raise unreadable(error).at(file=str(path)) from None
    except Malformed as malformed:
        raise malformed.at(file=str(path)) from None


def _deals(lines: Iterator[bytes], deck: Sequence[Card] | None) -> Iterator[Deal]:
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                yield parse_deal(line.rstrip(b"\r\n"), deck)
            except Malformed as malformed:
                raise Malformed(malformed.flaw, **{**malformed.details, "line": number}) from None


def parse_deal(text: str | bytes, own: Sequence[Card] | None = None) -> Deal:
    """The deck as it was shuffled: all cards but one in their order, that one in the box (R6)."""
    fields = decoded(text)
    if type(fields) is not dict:
        raise Malformed(Flaw.KIND, field="", expected="object", given="")
    shuffled = {name: fields[name] for name in ("cards", "box") if name in fields}
    own_deck = {} if own is None else {"deck": [str(card) for card in own]}
    deck, cards, box = cards_of(own_deck | shuffled)
    if box is None:
        raise Malformed(Flaw.MISSING, field="box")
    if len(cards) < len(deck) - 1:
        raise Malformed(Flaw.TOO_FEW_CARDS, field="cards", given=len(cards), expected=len(deck) - 1)
    return Deal(cards, box)
