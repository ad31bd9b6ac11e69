"""The record of a table, without what is still secret."""

from __future__ import annotations

import json

from starlette.requests import Request as WebRequest
from starlette.responses import Response

from hashi.record import to_fields
from hashi.server.spoilers import started_table_for


async def record(request: WebRequest) -> Response:
    """Answer with the record of a table, without what is still secret."""
    loaded = await started_table_for(request, request.path_params["id"])
    text = json.dumps(to_fields(loaded.table.record), ensure_ascii=False)
    disposition = f'attachment; filename="hashi-{loaded.id}.json"'
    headers = {"content-disposition": disposition, "cache-control": "private, no-cache"}
    return Response(text + "\n", media_type="application/json", headers=headers)
