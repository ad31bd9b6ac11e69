"""What the protocols use of uvicorn that it does not document: all of it is there.

uvicorn has no public setting for how long a request may take to come, for how many connections an
address may have, nor for a socket that is read in pieces. So `hashi.server.protocols` builds on
the classes it answers with. Where a new version of uvicorn renames one of these, this fails.
"""

from __future__ import annotations

import ast
import asyncio
import inspect

import pytest
from uvicorn import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from hashi.server.protocols.http import LimitedProtocol
from hashi.server.protocols.socket import PiecewiseProtocol

HTTP = {
    *("client", "cycle", "loop", "pipeline", "transport"),
    *("_start_asgi_task", "connection_made", "connection_lost", "data_received", "shutdown"),
    *("on_message_begin", "on_url", "on_headers_complete", "on_message_complete"),
    "send_400_response",
    *("handle_websocket_upgrade", "timeout_keep_alive_handler"),
}
"""The names of uvicorn's HTTP connection that `LimitedProtocol` uses or replaces."""
CYCLE = {"disconnected", "keep_alive", "message_event", "response_complete", "response_started"}
"""Those of a request that is being answered."""
SOCKET = {
    *("client", "close_sent", "conn", "disconnected", "loop", "queue", "read_paused", "response"),
    *("scope", "transport", "writable", "curr_msg_data_type", "frames", "handshake_initiated"),
    *("handle_cont", "handle_parser_exception", "send_receive_event_to_app"),
    *("connection_lost", "data_received", "handle_connect", "receive", "send"),
}
"""The names of uvicorn's socket that `PiecewiseProtocol` uses or replaces."""
LATE = {"response", "scope"}
"""Those that a socket has from its handshake on."""


async def _app(scope: object, receive: object, send: object) -> None: ...


@pytest.mark.parametrize(
    ("ours", "theirs", "names"),
    [
        (LimitedProtocol, HttpToolsProtocol, HTTP),
        (PiecewiseProtocol, WebSocketsSansIOProtocol, SOCKET),
    ],
)
async def test_uvicorn_has_every_name_that_a_protocol_takes_from_it(
    ours: type, theirs: type, names: set[str]
) -> None:
    made = theirs(Config(_app), ServerState(), {}, asyncio.get_running_loop())
    there = {*dir(made), *(name for name in LATE if f"self.{name}" in inspect.getsource(theirs))}
    assert _used(ours) & there - {"__init__"} == names


def test_uvicorn_has_every_name_of_a_request_that_is_answered() -> None:
    given = inspect.signature(RequestResponseCycle).parameters
    cycle = RequestResponseCycle(**dict.fromkeys(given))  # type: ignore[arg-type]
    assert set(vars(cycle)) >= CYCLE
    assert {
        node.attr
        for node in ast.walk(ast.parse(inspect.getsource(LimitedProtocol)))
        if isinstance(node, ast.Attribute)
        and ast.unparse(node.value) in ("cycle", "self.cycle", "self._answering")
    } == CYCLE


def _used(protocol: type) -> set[str]:
    """Return the names that a class defines, or takes from itself."""
    tree = ast.parse(inspect.getsource(protocol))
    taken = [
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) in ("self", "super()")
    ]
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    return {*taken, *(node.name for node in ast.walk(tree) if isinstance(node, functions))}
