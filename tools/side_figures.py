"""Measures sides A and B as the workshop measures any board.

    python -m tools.side_figures

Writes src/hashi/workshop/references.json. The master's figures belong to its values: measure again
after these were trained anew.
"""

from __future__ import annotations

import json

from hashi.boards import SIDES, board, standard_deck
from hashi.workshop.measure import measure
from hashi.workshop.references import FILE


def main() -> None:
    found = {}
    for side in SIDES:
        *_, last = measure(board(side), standard_deck())
        found[side] = last.figures.to_json()
        print(side, {bot: round(tally.mean, 2) for bot, tally in last.figures.bots.items()})
    FILE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
