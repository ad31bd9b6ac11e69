"""The description of the JSON API, as an OpenAPI document."""

from __future__ import annotations

from typing import Any

from hashi import __version__
from hashi.bots import BOTS
from hashi.rules import Pens
from hashi.table import REQUESTS, Phase

_ID = {
    "name": "id",
    "in": "path",
    "required": True,
    "schema": {"type": "string"},
    "description": "The address of a table",
}
_TEXT = {"type": "string", "maxLength": 500}
_WHOLE = {"type": "integer"}


def document() -> dict[str, Any]:
    """The whole document."""
    table = _answer("The table as the holder of the key sees it", "Table")
    problems = {
        str(status): _answer(text, "Problem")
        for status, text in {
            400: "The request cannot be read",
            403: "The seat belongs to somebody else, or the request comes from another site",
            404: "There is no such table",
            409: "The table does not do that now",
            413: "Too large",
            422: "The rules refuse it, or it cannot be read; the text says why",
            429: "Too many requests; wait a moment",
        }.items()
    }
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "HASHI",
            "version": __version__,
            "description": "Tables of the game for scripts and bots. Send the key that a first "
            "answer holds as `Authorization: Bearer KEY` to be known again.",
        },
        "paths": {
            "/api/tables": {
                "post": {
                    "operationId": "create",
                    "summary": "Open a table",
                    "requestBody": _body("Options"),
                    "responses": {**problems, "201": table},
                }
            },
            "/api/tables/{id}": {
                "parameters": [_ID],
                "get": {
                    "operationId": "view",
                    "summary": "See a table",
                    "responses": {**problems, "200": table},
                },
                "post": {
                    "operationId": "ask",
                    "summary": "Ask something of a table: sit, begin, mark, done, ...",
                    "requestBody": _body("Request"),
                    "responses": {**problems, "200": table},
                },
            },
            "/api/tables/{id}/events": {
                "parameters": [_ID],
                "get": {
                    "operationId": "events",
                    "summary": "The table after every change, as server-sent events",
                    "responses": {
                        **problems,
                        "200": {
                            "description": "Each event's data is a table",
                            "content": {"text/event-stream": {"schema": {"type": "string"}}},
                        },
                    },
                },
            },
        },
        "components": {
            "schemas": {
                "Options": _options(),
                "Request": _request(),
                "Table": _table(),
                "Problem": {
                    "type": "object",
                    "required": ["error"],
                    "properties": {
                        "error": {
                            "type": "object",
                            "required": ["code", "text"],
                            "properties": {
                                "code": {"type": "string"},
                                "text": {"type": "string"},
                                "rule": {"type": "string"},
                            },
                        }
                    },
                },
            }
        },
    }


def _answer(description: str, schema: str) -> dict[str, Any]:
    reference = {"$ref": f"#/components/schemas/{schema}"}
    return {"description": description, "content": {"application/json": {"schema": reference}}}


def _body(schema: str) -> dict[str, Any]:
    reference = {"$ref": f"#/components/schemas/{schema}"}
    return {"required": True, "content": {"application/json": {"schema": reference}}}


def _options() -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {
            "board": {"type": "string", "description": "A, B, or rows of cells, one to a line"},
            "seats": {"type": "integer", "minimum": 1, "maximum": 4},
            "pens": {"enum": [pens.value for pens in Pens]},
            "pace": {
                "type": "integer",
                "minimum": 0,
                "description": "Seconds a round, 0: no limit",
            },
            "help": {"type": "boolean"},
            "practice": {"type": "boolean"},
            "deck": {"type": "array", "items": {"type": "string"}},
        },
    }


def _request() -> dict[str, Any]:
    return {
        "type": "object",
        "required": ["do"],
        "properties": {
            "do": {"enum": sorted(REQUESTS)},
            "id": {**_TEXT, "maxLength": 64, "description": "Yours; a repeated one is done once"},
            "seat": _WHOLE,
            "name": _TEXT,
            "bot": {"enum": list(BOTS)},
            "marks": {**_TEXT, "description": "A turn such as `5@c1 c1-c2`; a start: `c2=4`"},
            "round": {**_WHOLE, "description": "The round that this is about"},
            "island": _TEXT,
            "from": _TEXT,
            "line": _TEXT,
            "on": _WHOLE,
            "mark": _TEXT,
            "made": _WHOLE,
            "to": _WHOLE,
        },
    }


def _seat() -> dict[str, Any]:
    return {
        "type": "object",
        "required": ["name", "kind", "bot", "done", "yours"],
        "properties": {
            "name": {"type": "string"},
            "kind": {"enum": ["empty", "bot", "person"], "description": "Who acts here now"},
            "bot": {
                "type": ["string", "null"],
                "description": f"Which bot acts here now ({', '.join(BOTS)}), also where it stands "
                "in for a person; null where none does",
            },
            "done": {"type": "boolean"},
            "yours": {"type": "boolean", "description": "Whether it belongs to your key"},
        },
    }


def _table() -> dict[str, Any]:
    return {
        "type": "object",
        "required": ["id", "number", "phase", "seats", "options"],
        "properties": {
            "id": {"type": "string"},
            "number": {"type": "integer", "description": "The number of the last event"},
            "phase": {"enum": [phase.value for phase in Phase]},
            "seats": {"type": "array", "items": _seat()},
            "options": {"type": "object"},
            "card": {"type": ["string", "null"]},
            "round": {"type": "integer"},
            "unseen": {"type": "array", "items": {"type": "string"}},
            "sheets": {"type": "array", "items": {"type": "string"}},
            "drafts": {
                "type": "object",
                "additionalProperties": {"type": "string"},
                "description": "The turns in the making on your own seats, by seat",
            },
            "totals": {"type": "array", "items": {"type": "integer"}},
            "record": {"type": ["object", "null"]},
        },
    }
