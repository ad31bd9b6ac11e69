"""The OpenAPI document of the JSON API.

Nothing is described here twice: what is sent follows from the fields of requests and options
themselves (`hashi.table.fields`), what is answered from the types of the handlers.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, get_args, get_origin, get_type_hints

from starlette.requests import Request as WebRequest
from starlette.responses import JSONResponse, Response, StreamingResponse

from hashi import __version__
from hashi.server.api import handlers
from hashi.server.api.schema import answer_schemas, reference, schema_name
from hashi.server.responses import Problem
from hashi.server.site import link
from hashi.table.fields import object_schema
from hashi.table.options import FIELDS as OPTIONS
from hashi.table.requests.request import REQUESTS, fields_of

Handler = Callable[[WebRequest], Awaitable[Response]]


@dataclass(frozen=True, slots=True)
class Operation:
    """What one method does at one address."""

    method: str
    path: str
    handler: Handler
    """The type that it returns says what is answered."""
    id: str
    summary: str
    takes: str = ""
    """The schema of what is sent; empty for nothing."""

    @property
    def answer(self) -> tuple[int, type | None]:
        """The status of the answer and what it holds; None for a stream."""
        returned = get_type_hints(self.handler)["return"]
        if returned is StreamingResponse:
            return 200, None
        (content,) = get_args(returned)
        return get_origin(returned).STATUS, content


OPERATIONS = (
    Operation(
        "GET",
        "/api/tables",
        handlers.open_tables,
        "open_tables",
        "The tables that anyone may join (`hashi serve --open-tables`)",
    ),
    Operation("POST", "/api/tables", handlers.create, "create", "Open a table", "Options"),
    Operation("GET", "/api/tables/{id}", handlers.show, "view", "See a table"),
    Operation(
        "POST",
        "/api/tables/{id}",
        handlers.ask,
        "ask",
        "Ask something of a table: sit, begin, mark, done, ...",
        "Request",
    ),
    Operation(
        "GET",
        "/api/tables/{id}/invitation",
        handlers.invite,
        "invitation",
        "The addresses by which others come to a table",
    ),
    Operation(
        "GET",
        "/api/tables/{id}/events",
        handlers.events,
        "events",
        "The table after every change, as server-sent events; each event's data is a table",
    ),
)
PROBLEMS = {
    401: "The key was ended on another device",
    403: "The seat belongs to somebody else, or the request comes from another site",
    404: "There is no such table",
    409: "The table does not do that now",
    410: "The table cannot be opened any more",
    413: "Too large",
    422: "The rules refuse it, or it cannot be read; the text says why",
    429: "Too many requests; wait a moment",
    503: "Games cannot be saved or read now; try again soon",
}
BROKEN_OFF = {
    400: "This is no request, or not for this server",
    408: "The request did not arrive in time",
}
"""What is answered without an object."""
_ID = {
    "name": "id",
    "in": "path",
    "required": True,
    "schema": {"type": "string"},
    "description": "The address of a table",
}


async def openapi(request: WebRequest) -> Response:
    """Return the description of this API."""
    del request
    return JSONResponse(document())


ROUTES: list[tuple[str, str, Handler]] = [
    ("GET", "/api/openapi.json", openapi),
    *((each.method, each.path, each.handler) for each in OPERATIONS),
]


def document() -> dict[str, Any]:
    """Return the whole document."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "HASHI",
            "version": __version__,
            "description": "Tables of the game for scripts and bots. Send the key that a first "
            "answer holds as `Authorization: Bearer KEY` to be known again.",
        },
        "servers": [{"url": link("/")[:-1] or "/"}],
        "paths": _paths(),
        "components": {
            "schemas": {
                "Options": object_schema(OPTIONS),
                "Request": _request(),
                **{_request_name(do): _request_schema(do) for do in sorted(REQUESTS)},
                **_answer_schemas(),
            }
        },
    }


def _paths() -> dict[str, Any]:
    paths: dict[str, Any] = {}
    for operation in OPERATIONS:
        beside = {"parameters": [_ID]} if "{id}" in operation.path else {}
        path = paths.setdefault(operation.path, beside)
        path[operation.method.lower()] = _described(operation)
    return paths


def _described(operation: Operation) -> dict[str, Any]:
    body = {"required": True, "content": _json(operation.takes)}
    return {
        "operationId": operation.id,
        "summary": operation.summary,
        **({"requestBody": body} if operation.takes else {}),
        "responses": _responses(operation),
    }


def _responses(operation: Operation) -> dict[str, Any]:
    problem = _json(schema_name(Problem))
    status, content = operation.answer
    if content is None:
        answer = {"text/event-stream": {"schema": {"type": "string"}}}
    else:
        answer = _json(schema_name(content))
    return {
        str(status): {"description": operation.summary, "content": answer},
        **{str(status): {"description": text} for status, text in BROKEN_OFF.items()},
        **{
            str(status): {"description": text, "content": problem}
            for status, text in PROBLEMS.items()
        },
    }


def _json(schema: str) -> dict[str, Any]:
    return {"application/json": {"schema": reference(schema)}}


def _answer_schemas() -> dict[str, Any]:
    schemas = answer_schemas(Problem)
    for operation in OPERATIONS:
        _, content = operation.answer
        if content is not None:
            schemas |= answer_schemas(content)
    return schemas


def _request() -> dict[str, Any]:
    """Return the schema of any request: `do` says which of them it is."""
    schemas = {do: reference(_request_name(do)) for do in sorted(REQUESTS)}
    mapping = {do: schema["$ref"] for do, schema in schemas.items()}
    return {
        "oneOf": list(schemas.values()),
        "discriminator": {"propertyName": "do", "mapping": mapping},
    }


def _request_name(do: str) -> str:
    """Return the name of a request's schema: `sit_bot` is described by `SitBot`."""
    return "".join(word.capitalize() for word in do.split("_"))


def _request_schema(do: str) -> dict[str, Any]:
    schema = object_schema(fields_of(do))
    schema["properties"] = {"do": {"const": do}, **schema["properties"]}
    schema["required"] = ["do", *schema.get("required", [])]
    return schema
