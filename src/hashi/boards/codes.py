"""Boards with their decks as short codes that stand in links.

A code is base64 for addresses, without `=`, of: the version (1), width and height of the raster,
the cells with two bits each (water, island, red, blue, from the highest bits on), for a deck of
one's own how often each card is in it (1/1, 1/2, 1/3, 2/1 … 6/3, without zeros at the end), and two
bytes of the CRC-32 of all that. A board has one code only: any other text is refused.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections import Counter
from collections.abc import Sequence
from zlib import crc32

from hashi.boards.draft import STEPS, BoardDraft
from hashi.boards.reading import standard_deck
from hashi.rules.board import LARGEST_RASTER, WATER
from hashi.rules.card import HIGHEST_NUMBER, LARGEST_DECK, MOST_BRIDGES, Card
from hashi.rules.malformed import Flaw, Malformed

VERSION = 1
LONGEST = 300
"""Characters of a code; that of a board of the usual size has 19."""
KINDS = tuple(
    Card(number, bridges)
    for number in range(1, HIGHEST_NUMBER + 1)
    for bridges in range(1, MOST_BRIDGES + 1)
)
"""All cards that there are."""
_CHECK, _HEAD, _IN_A_BYTE = 2, 3, 4


def code_of(draft: BoardDraft, deck: Sequence[Card] = ()) -> str:
    """Return the code of a board and its deck; without one, the standard deck is meant.

    >>> from hashi.boards import BoardDraft, board, code_of
    >>> code_of(BoardDraft(board("A").rows))
    'AQYGyBRMEShEMQRJeI4'
    """
    cells = [STEPS.index(cell) for row in draft.rows for cell in row]
    cells += [0] * (-len(cells) % _IN_A_BYTE)
    packed = [
        a << 6 | b << 4 | c << 2 | d for a, b, c, d in zip(*[iter(cells)] * _IN_A_BYTE, strict=True)
    ]
    body = bytes((VERSION, draft.width, draft.height, *packed, *_counts(deck)))
    checked = body + (crc32(body) & 0xFFFF).to_bytes(_CHECK)
    return base64.urlsafe_b64encode(checked).decode().rstrip("=")


def read_code(text: str) -> tuple[BoardDraft, tuple[Card, ...]]:
    """Return the board and the deck of a code, no cards for the standard deck.

    Raise Malformed for any text that `code_of` does not write.
    """
    try:
        draft, deck = _read(text)
        if code_of(draft, deck) == text:
            return draft, deck
    except (ValueError, IndexError, binascii.Error):  # Malformed is one of them
        pass
    raise Malformed(Flaw.BOARD_CODE)


def looks_like_code(text: str) -> bool:
    """Return whether a text may be a code, and neither a side nor a path of a file."""
    return re.fullmatch(r"A[QR][\w-]{6,}", text, re.ASCII) is not None


def _counts(deck: Sequence[Card]) -> bytes:
    """Return how often each card is in a deck; nothing for the standard one."""
    counted = Counter(deck)
    if not deck or counted == Counter(standard_deck()):
        return b""
    return bytes(counted[card] for card in KINDS).rstrip(b"\0")


def _read(text: str) -> tuple[BoardDraft, tuple[Card, ...]]:
    """Return what a code seems to say; raise some ValueError or IndexError where it is odd."""
    if len(text) > LONGEST:
        raise ValueError
    body = base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)[:-_CHECK]
    version, width, height = body[:_HEAD]
    if version != VERSION or not (1 <= width <= LARGEST_RASTER and 1 <= height <= LARGEST_RASTER):
        raise ValueError
    size = width * height
    end = _HEAD + -(-size // _IN_A_BYTE)
    cells = "".join(STEPS[byte >> at & 3] for byte in body[_HEAD:end] for at in (6, 4, 2, 0))
    if len(cells) < size or WATER * (len(cells) - size) != cells[size:]:
        raise ValueError
    counts = body[end:]
    if len(counts) > len(KINDS) or sum(counts) > LARGEST_DECK:
        raise ValueError
    deck = tuple(card for card, count in zip(KINDS, counts, strict=False) for _ in range(count))
    return BoardDraft(tuple(cells[at : at + width] for at in range(0, size, width))), deck
