"""One's own games as JSON and CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from starlette.requests import Request as WebRequest
from starlette.responses import Response

from hashi.rules import rank
from hashi.server.pages.me.own_results import own_results
from hashi.server.responses import host_of
from hashi.server.visitor import visitor_of
from hashi.table import Result

FIELDS = (
    *("table", "ended", "board", "daily", "player", "points", "place", "rank", "players"),
    *("totals", "bots", "practised", "repeated", "hints"),
)


async def export_json(request: WebRequest) -> Response:
    """Answer with all games of this browser as JSON."""
    visitor = visitor_of(request)
    results = await own_results(request, visitor)
    text = await host_of(request).reads.call(_json_of, results, visitor.holder)
    return _download(text, "json")


async def export_csv(request: WebRequest) -> Response:
    """Answer with all games of this browser as CSV, lists with a space between."""
    visitor = visitor_of(request)
    results = await own_results(request, visitor)
    text = await host_of(request).reads.call(_csv_of, results, visitor.holder)
    return _download(text, "csv")


def _json_of(results: Sequence[Result], holder: str) -> str:
    rows = [_exported(result, holder) for result in results]
    return json.dumps({"games": rows}, ensure_ascii=False, indent=1) + "\n"


def _csv_of(results: Sequence[Result], holder: str) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, FIELDS)
    writer.writeheader()
    for result in results:
        writer.writerow({k: _cell(v) for k, v in _exported(result, holder).items()})
    return out.getvalue()


def _exported(result: Result, holder: str) -> dict[str, Any]:
    """Return one game as it is exported, without the keys of others."""
    seats = result.seats_of(holder)
    seat = seats[0] if len(seats) == 1 else None
    return {
        "table": result.id,
        "ended": datetime.fromtimestamp(result.at, UTC).isoformat(timespec="seconds"),
        "board": result.board,
        "daily": result.daily or None,
        "player": None if seat is None else result.players[seat],
        "points": None if seat is None else result.totals[seat],
        "place": None if seat is None or result.is_alone else result.place(seat),
        "rank": rank(result.totals[0]) + 1 if result.is_alone and result.is_unaided(0) else None,
        "players": list(result.players),
        "totals": list(result.totals),
        "bots": [bot or None for bot in result.bots],
        "practised": result.is_practised,
        "repeated": result.is_repeated,
        "hints": list(result.hints),
    }


def _cell(value: Any) -> str:
    """Return a value for a table; no text is taken for a formula by a spreadsheet."""
    if isinstance(value, list):
        value = "; ".join(str(each) for each in value if each is not None)
    text = "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t") else text


def _download(text: str, kind: str) -> Response:
    media = {"json": "application/json", "csv": "text/csv; charset=utf-8"}[kind]
    headers = {
        "content-disposition": f'attachment; filename="hashi-games.{kind}"',
        "cache-control": "no-store",
    }
    return Response(text, media_type=media, headers=headers)
