"""Games, a review and a best possible result, as texts that must be the same in any Python.

    python -m tests.site.played_alike FOLDER

plays them here and in the browser's Python of a site in that folder, in Node.js, and compares.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from datetime import date, timedelta
from pathlib import Path
from typing import Any

GAMES = 20
CLOSE = 1e-4
"""How far figures of a review may lie apart: both builds add in different orders."""
TIES = {"best"}
"""Which of several turns of the same value is named first: the value itself is compared."""
FIRST = date(2026, 1, 1)
NODE = Path(__file__).with_name("played_alike.mjs")


def played(games: int) -> dict[str, Any]:
    """Return the games of all bots on the boards of so many days, and what the coach says of them:
    the first ones of two bots are reviewed, with what was possible, however long that takes."""
    from hashi.bots import BOTS
    from hashi.coach import best, reach, review, write_review
    from hashi.host.bots.thinking import event_of_bot
    from hashi.record import to_fields
    from hashi.server.jobs.day_bots import bot_table
    from hashi.table import Phase
    from hashi.table.bot_task import BotTask
    from hashi.table.fold import advance

    records = {}
    for number in range(games):
        for bot in BOTS:
            table = bot_table(FIRST + timedelta(days=number), bot)
            while table.phase is not Phase.OVER:
                table, _ = advance(table, [event_of_bot(BotTask.of(table, 0))], 0.0)
            records[f"{bot} {number}"] = table.record
    first = [records[f"{bot} 0"] for bot in ("friend", "master")]
    return {
        "records": {name: to_fields(record) for name, record in records.items()},
        "most": [
            [found.points, found.proven]
            for found in (best(record, seconds=None) for record in first)
        ],
        "reach": [list(reach(record, seconds=None).points) for record in first],
        "reviews": [write_review(review(record)) for record in first],
    }


def here(games: int) -> dict[str, Any]:
    """Return them as played here, as JSON has them."""
    found: dict[str, Any] = json.loads(json.dumps(played(games)))
    return found


def in_browser(folder: Path, games: int) -> dict[str, Any]:
    """Return the same, played in the Python of a site."""
    node = shutil.which("node")
    assert node is not None
    script = f"{Path(__file__).read_text('utf-8')}\njson.dumps(played({games}))"
    done = subprocess.run(
        [node, str(NODE), str(folder)], input=script, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def differences(one: Any, other: Any, where: str = "") -> list[str]:
    """Return where two values differ; figures may lie a little apart."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        keys = one.keys() - TIES
        return [d for key in keys for d in differences(one[key], other[key], f"{where}/{key}")]
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = enumerate(zip(one, other, strict=True))
        return [d for at, pair in pairs for d in differences(*pair, f"{where}/{at}")]
    if isinstance(one, float) and isinstance(other, float | int):
        return [] if abs(one - other) < CLOSE else [f"{where}: {one} {other}"]
    return [] if one == other else [f"{where}: {one} {other}"]


if __name__ == "__main__" and len(sys.argv) == 2:
    found = differences(here(GAMES), in_browser(Path(sys.argv[1]), GAMES))
    print(*found, f"{GAMES} games of each bot, {len(found)} differences", sep="\n")
    sys.exit(bool(found))
