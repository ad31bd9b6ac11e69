"""Challenges, by the code of their address."""

from __future__ import annotations

import re

from starlette.exceptions import HTTPException
from starlette.requests import Request as WebRequest

from hashi.host import LoadedTable
from hashi.server.responses import host_of
from hashi.table import Objected, Objection, Phase
from hashi.table.labels import CODE_LENGTH


async def giver_of(request: WebRequest) -> LoadedTable:
    """Return the table that the code of the address stands for; answer 404 where there is none."""
    code = request.path_params["code"]
    if not re.fullmatch(rf"[0-9a-f]{{{CODE_LENGTH}}}", code):
        raise HTTPException(404)
    giver = await host_of(request).index.challenged_table(code)
    if giver.table.phase is not Phase.OVER or giver.table.daily:  # a round is played again
        raise Objected(Objection.NO_TABLE)
    return giver
