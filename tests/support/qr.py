"""Reads the text of a QR code from a picture of it, as a phone would (ISO/IEC 18004).

Only what invitations have: versions 1 to 6, bytes, upright and undamaged. No
code of the generator is used, and what is read is checked in no other way than by the text itself.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from PIL import Image

LEVELS = {
    0b01: ("L", [[19], [34], [55], [80], [108], [68] * 2]),
    0b00: ("M", [[16], [28], [44], [32] * 2, [43] * 2, [27] * 4]),
    0b11: ("Q", [[13], [22], [17] * 2, [24] * 2, [15, 15, 16, 16], [19] * 4]),
    0b10: ("H", [[9], [16], [13] * 2, [9] * 4, [11, 11, 12, 12], [15] * 4]),
}
"""For each level of correction how many bytes of data each block has, by version."""
MASKS = (
    lambda y, x: (y + x) % 2,
    lambda y, _: y % 2,
    lambda _, x: x % 3,
    lambda y, x: (y + x) % 3,
    lambda y, x: (y // 2 + x // 3) % 2,
    lambda y, x: y * x % 2 + y * x % 3,
    lambda y, x: (y * x % 2 + y * x % 3) % 2,
    lambda y, x: ((y + x) % 2 + y * x % 3) % 2,
)
FORMAT_MASK = 0b101010000010010
BYTES = 0b0100
FINDER = 7

Modules = list[list[bool]]


def read_code(path: Path) -> str:
    """Return the text of the code in a picture."""
    modules = _modules(path)
    level, bits = _bits(modules)
    _, blocks = LEVELS[level]
    data = _data(bits, blocks[(len(modules) - 17) // 4 - 1])
    value = int.from_bytes(data)
    length = 8 * len(data)

    def field(start: int, count: int) -> int:
        return value >> (length - start - count) & ((1 << count) - 1)

    assert field(0, 4) == BYTES
    return bytes(field(12 + 8 * at, 8) for at in range(field(4, 8))).decode()


def _modules(path: Path) -> Modules:
    """Return the dark modules: what is dark from the first to the last corner, in equal steps."""
    picture = Image.open(path).convert("L")
    low, high = picture.getextrema()
    dark = picture.point([255 * (value < (low + high) / 2) for value in range(256)])  # type: ignore[operator]
    # the frame round the code is no part of it: look within
    edge = round(picture.width * 0.04)
    inner = dark.crop((edge, edge, dark.width - edge, dark.height - edge))
    box = inner.getbbox()
    assert box
    code = inner.crop(box)
    line = [bool(code.getpixel((x, 1))) for x in range(code.width)]
    first = next(x for x, (here, there) in enumerate(pairwise(line), 1) if here and not there)
    size = round(code.width / (first / FINDER))
    assert size % 4 == 1, size
    step = code.width / size
    middles = [int((at + 0.5) * step) for at in range(size)]
    return [[bool(code.getpixel((x, y))) for x in middles] for y in middles]


def _is_function(y: int, x: int, size: int) -> bool:
    """Return whether a module is no data: finders with their format, timing, alignment."""
    is_finder = (y < 9 and x < 9) or (y < 9 and x >= size - 8) or (y >= size - 8 and x < 9)
    middle = size - 7
    is_alignment = size > 21 and abs(y - middle) <= 2 and abs(x - middle) <= 2
    return is_finder or is_alignment or FINDER - 1 in (y, x)


def _bits(modules: Modules) -> tuple[int, list[bool]]:
    """Return the level of correction, and the bits of data in their order, without the mask."""
    size = len(modules)
    row = [*range(6), 7, 8]
    said = [modules[8][x] for x in row] + [modules[y][8] for y in (7, *range(5, -1, -1))]
    format = int("".join(str(int(bit)) for bit in said), 2) ^ FORMAT_MASK
    mask = MASKS[format >> 10 & 7]
    found = []
    columns = [x for x in range(size - 1, 0, -2) if x > 6] + [5, 3, 1]
    for number, right in enumerate(columns):
        rows = range(size - 1, -1, -1) if number % 2 == 0 else range(size)
        for y in rows:
            places = [x for x in (right, right - 1) if not _is_function(y, x, size)]
            found += [modules[y][x] ^ (mask(y, x) == 0) for x in places]  # type: ignore[no-untyped-call]
    return format >> 13, found


def _data(bits: list[bool], sizes: list[int]) -> bytes:
    """Return the bytes of data: blocks of these sizes take turns."""
    blocks: list[list[int]] = [[] for _ in sizes]
    order = [block for at in range(max(sizes)) for block, size in enumerate(sizes) if at < size]
    for at, block in enumerate(order):
        byte = bits[8 * at : 8 * at + 8]
        blocks[block].append(int("".join(str(int(bit)) for bit in byte), 2))
    return bytes(byte for block in blocks for byte in block)
