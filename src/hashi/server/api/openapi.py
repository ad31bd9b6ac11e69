"""The OpenAPI document of the JSON API.

What is sent is described by the fields of requests and options themselves (`hashi.table.fields`),
so that the document cannot say anything else than what is read.
"""

from __future__ import annotations

from typing import Any

from hashi import __version__
from hashi.bots import BOTS
from hashi.coach import STEP_KEYS, HintStep
from hashi.server.site import link
from hashi.table import Aid, Phase
from hashi.table.fields import object_schema
from hashi.table.options import FIELDS as OPTIONS
from hashi.table.request import REQUESTS, fields_of
from hashi.table.shuffle import HASH_DIGITS, VERSION

_ID = {
    "name": "id",
    "in": "path",
    "required": True,
    "schema": {"type": "string"},
    "description": "The address of a table",
}


def document() -> dict[str, Any]:
    """Return the whole document."""
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
            503: "Games cannot be saved or read now; try again soon",
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
        "servers": [{"url": link("/")[:-1] or "/"}],
        "paths": {
            "/api/tables": {
                "get": {
                    "operationId": "open_tables",
                    "summary": "The tables that anyone may join (`hashi serve --open-tables`)",
                    "responses": {**problems, "200": _answer("The latest first", "OpenTables")},
                },
                "post": {
                    "operationId": "create",
                    "summary": "Open a table",
                    "requestBody": _body("Options"),
                    "responses": {**problems, "201": table},
                },
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
                "Options": object_schema(OPTIONS),
                "Request": _request(),
                **{_schema_name(do): _request_schema(do) for do in sorted(REQUESTS)},
                "Table": _table(),
                "OpenTables": {
                    "type": "object",
                    "required": ["tables"],
                    "properties": {"tables": {"type": "array", "items": _reference("Table")}},
                },
                "Advice": _advice(),
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
    content = {"application/json": {"schema": _reference(schema)}}
    return {"description": description, "content": content}


def _body(schema: str) -> dict[str, Any]:
    return {"required": True, "content": {"application/json": {"schema": _reference(schema)}}}


def _reference(schema: str) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{schema}"}


def _request() -> dict[str, Any]:
    """Return the schema of any request: `do` says which of them it is."""
    schemas = {do: _reference(_schema_name(do)) for do in sorted(REQUESTS)}
    mapping = {do: reference["$ref"] for do, reference in schemas.items()}
    return {
        "oneOf": list(schemas.values()),
        "discriminator": {"propertyName": "do", "mapping": mapping},
    }


def _schema_name(do: str) -> str:
    """Return the name of a request's schema: `sit_bot` is described by `SitBot`."""
    return "".join(word.capitalize() for word in do.split("_"))


def _request_schema(do: str) -> dict[str, Any]:
    schema = object_schema(fields_of(do))
    schema["properties"] = {"do": {"const": do}, **schema["properties"]}
    schema["required"] = ["do", *schema.get("required", [])]
    return schema


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


def _advice() -> dict[str, Any]:
    """Return the schema of what a hint says; `Hint` is the request for its next step."""
    return {
        "type": "object",
        "description": "In answers to `hint`: the hint for the open turn as far as asked for",
        "required": [
            "seat",
            "step",
            "steps",
            "texts",
            "islands",
            "aim",
            "where",
            "reason",
            "turn",
            "good",
            "gain",
        ],
        "properties": {
            "seat": {"type": "integer"},
            "step": {
                "type": "integer",
                "minimum": 1,
                "maximum": len(HintStep),
                "description": "How many of its steps were asked for",
            },
            "steps": {
                "type": "array",
                "items": {"enum": list(STEP_KEYS.values())},
                "description": "The steps of this hint; one that has nothing to say is left out",
            },
            "texts": {
                "type": "array",
                "items": {"type": "string"},
                "description": "What each step so far says, in the language of the request",
            },
            "islands": {
                "type": ["array", "null"],
                "items": {"type": "string"},
                "description": "Where to look, once that step or a later one is told",
            },
            "aim": {"type": ["string", "null"], "description": "What the turn is about"},
            "where": {
                "type": ["array", "null"],
                "items": {"type": "string"},
                "description": "Two to four islands to look at",
            },
            "reason": {"type": ["string", "null"], "description": "What good turns have"},
            "turn": {"type": ["string", "null"], "description": "The turn, in the last step"},
            "good": {
                "type": ["integer", "null"],
                "description": "How many turns are about as good, with the turn",
            },
            "gain": {
                "type": ["number", "null"],
                "description": "By how many points good turns are better than the others, likewise",
            },
        },
    }


def _shuffle() -> dict[str, Any]:
    hash = {"type": "string", "pattern": f"^[0-9a-f]{{{HASH_DIGITS}}}$"}
    return {
        "type": ["object", "null"],
        "description": "What the order of the cards will follow from; null where nothing is "
        "shuffled",
        "required": ["version", "secret_hash", "share_hashes", "open"],
        "properties": {
            "version": {"const": VERSION},
            "secret_hash": {**hash, "description": "The SHA-256 of the server's secret"},
            "share_hashes": {
                "type": "array",
                "items": {"anyOf": [hash, {"const": ""}]},
                "description": "For each seat that of its share; empty for none",
            },
            "open": {"type": "boolean", "description": "Whether `commit` is taken"},
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
            "listed": {"type": "boolean", "description": "Whether strangers may join"},
            "opened": {"type": "number", "description": "When it was opened; in lists only"},
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
            "aids": {
                "type": "array",
                "items": {"enum": [*Aid, None]},
                "description": "When it is over: what each seat had that others did not",
            },
            "record": {"type": ["object", "null"]},
            "seal": {
                "type": ["string", "null"],
                "description": "The seal of the cards; null until their order is known",
            },
            "shuffle": _shuffle(),
            "same_cards": {
                "type": "boolean",
                "description": "Whether the cards of an earlier game are played again",
            },
            "daily": {
                "type": ["string", "null"],
                "description": "The date whose board is played here",
            },
            "series": {
                "type": "array",
                "items": {"type": "array", "items": {"type": "integer"}},
                "description": "The totals of the games that these seats have played before",
            },
            "next": {"type": ["string", "null"], "description": "The table of the rematch"},
            "hint": _reference("Advice"),
        },
    }
