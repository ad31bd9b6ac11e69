"""The page of an imported record, round by round."""

from __future__ import annotations

import hashlib
from typing import Any

from starlette.requests import Request as WebRequest
from starlette.responses import Response

from hashi.record import parse
from hashi.rules import Game, Illegal, Malformed
from hashi.server.pages.parts.moments import chosen_round, replayed
from hashi.server.responses import is_part, problem_text, read_form, respond
from hashi.server.view.result import result_of
from hashi.server.view.rounds.still_game import StillGame, still_of
from hashi.server.view.verdict import verdict_of
from hashi.server.visitor import visitor_of, words_in

LARGEST_RECORD = 1 << 17
"""Bytes of a record that is posted; a game of four with free pens has about 20 kB."""


async def import_record(request: WebRequest) -> Response:
    """Show a record that is pasted or posted, round by round."""
    visitor = visitor_of(request)
    empty: dict[str, Any] = {"text": "", "problem": "", "still": None}
    if request.method == "GET":
        return respond(request, visitor, "import_record", **empty)
    form = await read_form(request, LARGEST_RECORD)
    text = form.get("record", "")
    try:
        language, given = visitor.language, form.get("round")
        key = (hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest(), given, language)
        end, still = await replayed(request, key, _imported, text, given, language)
    except (Malformed, Illegal) as problem:
        sentence = problem_text(visitor, problem)
        refused = {**empty, "text": text, "problem": sentence}
        return respond(request, visitor, "import_record", 422, **refused)
    if is_part(request):
        return respond(request, visitor, "_moment", still=still, link="")
    shown_fields = {**empty, "text": text, "still": still}
    result = result_of(visitor.words, end)
    verdict = verdict_of(visitor.words, end)
    return respond(
        request,
        visitor,
        "import_record",
        game=end,
        result=result,
        verdict=verdict,
        **shown_fields,
    )


def _imported(text: str, given: str | None, language: str) -> tuple[Game, StillGame]:
    """Return the game at the end of a record, and as it stood when a round was closed.

    Runs in a worker process.
    """
    record = parse(text)
    round = chosen_round(given, len(record.rounds))
    end = record.replay()
    then = end if round == len(record.rounds) else record.until(round).replay()
    return end, still_of(then, record, round, words_in(language))
