"""A second count of one player's games, from records alone.

It reads records as plain data and shares no code with the package that it checks; points come from
`reference_scorer`.

    python -m tests.support.record_statistics NAME RECORD.json ...

prints the figures of the player called NAME, the records in the order in which they were played.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from tests.support.reference_scorer import RANKS, score

BOARDS = Path(__file__).parent.parent.parent / "src" / "hashi" / "boards"


def totals_of(record: dict[str, Any]) -> list[int]:
    """Return the points of each player of a record."""
    board = record["board"]
    if isinstance(board, str):
        lines = (BOARDS / f"{board.lower()}.txt").read_text("utf-8").splitlines()
        board = {"rows": [line for line in lines if not line.startswith("#")]}
    totals: list[int] = score({**record, "board": board})["totals"]
    return totals


def figures(name: str, records: list[dict[str, Any]]) -> dict[str, Any]:
    """Return what the games of one player add up to; of a day's board only the first counts."""
    counted, days = [], set()
    for record in records:
        day = record.get("daily")
        if day not in days:
            counted.append((record, totals_of(record)))
        days |= {day} - {None}
    alone = [(record["board"], totals[0]) for record, totals in counted if len(totals) == 1]
    points = [total for _, total in alone]
    margins: dict[int, list[int]] = {}
    met: dict[str, int] = {}
    for record, totals in counted:
        seat = record["players"].index(name)
        others = [at for at in range(len(totals)) if at != seat]
        for other in others:
            met[record["players"][other]] = met.get(record["players"][other], 0) + 1
        if others:
            margin = totals[seat] - max(totals[other] for other in others)
            margins.setdefault(len(totals), []).append(margin)
    return {
        "games": len(counted),
        "best": max(points),
        "last_ten": sum(points[-10:]) / len(points[-10:]),
        "alone": len(points),
        "ranks": [sum(total in rank for total in points) for rank in RANKS],
        "sides": {side: [total for board, total in alone if board == side] for side in ("A", "B")},
        "duels": {
            count: [sum(m > 0 for m in each), each.count(0), sum(m < 0 for m in each)]
            for count, each in sorted(margins.items())
        },
        "met": met,
    }


def main() -> None:
    name, *paths = sys.argv[1:]
    records = [json.loads(Path(path).read_text("utf-8")) for path in paths]
    print(json.dumps(figures(name, records), ensure_ascii=False, indent=1))


if __name__ == "__main__":
    main()
