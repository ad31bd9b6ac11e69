"""Who asks: the browser's key, its language and its theme. There are no accounts."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from functools import cache

from starlette.requests import HTTPConnection
from starlette.responses import Response

from hashi.host import holder_of
from hashi.server.site import link
from hashi.words import LANGUAGES, Words

KEY = "hashi_key"
LANGUAGE = "hashi_lang"
THEME = "hashi_theme"
THEMES = ("auto", "light", "dark")
YEAR = 365 * 86_400
_LONGEST_KEY = 64


@cache
def words_in(language: str) -> Words:
    return Words(language)


@dataclass(frozen=True, slots=True)
class Visitor:
    """A browser, or a script with a key of its own."""

    key: str
    language: str
    theme: str
    is_new: bool
    is_moved: bool = False
    """Whether the key came in a cookie of the name that it has without TLS."""

    @property
    def holder(self) -> str:
        """The hash of the key: all that a table knows of it."""
        return holder_of(self.key)

    @property
    def words(self) -> Words:
        return words_in(self.language)


def visitor_of(connection: HTTPConnection) -> Visitor:
    """Return the visitor behind a request; one without a key gets a new one."""
    cookies, name = connection.cookies, _name(KEY, connection)
    given = _bearer(connection) or cookies.get(name, "")
    key = given or cookies.get(KEY, "")
    is_new = not 16 <= len(key) <= _LONGEST_KEY
    theme = connection.query_params.get("theme", "") or connection.cookies.get(THEME, "auto")
    return Visitor(
        secrets.token_urlsafe(24) if is_new else key,
        _language(connection),
        theme if theme in THEMES else "auto",
        is_new,
        is_moved=not is_new and not given,
    )


def remember(response: Response, visitor: Visitor, connection: HTTPConnection) -> None:
    """Set the cookie with the key of a new visitor, or under its name behind TLS."""
    if visitor.is_new or visitor.is_moved:
        set_key(response, connection, visitor.key)


def set_key(response: Response, connection: HTTPConnection, key: str) -> None:
    """Set the cookie that says who a browser is; no other is left."""
    name = _name(KEY, connection)
    set_cookie(response, connection, name, key)
    if name != KEY and KEY in connection.cookies:
        response.delete_cookie(KEY, path=link("/"))


def _name(name: str, connection: HTTPConnection) -> str:
    """Return the name of a cookie: behind TLS with a prefix for which browsers take it from this
    host alone, never from another one of its domain nor without TLS."""
    if not is_secure(connection):
        return name
    return f"__Host-{name}" if link("/") == "/" else f"__Secure-{name}"


def is_secure(connection: HTTPConnection) -> bool:
    """Return whether the browser came by TLS."""
    return connection.url.scheme in ("https", "wss")


def set_cookie(response: Response, connection: HTTPConnection, name: str, value: str) -> None:
    """Set a cookie that scripts cannot read and other sites do not send along."""
    response.set_cookie(
        name,
        value,
        max_age=YEAR,
        httponly=True,
        samesite="lax",
        secure=is_secure(connection),
        path=link("/"),
    )


def _bearer(connection: HTTPConnection) -> str:
    """Return the key that a script sends in the Authorization header; empty for none."""
    kind, _, key = connection.headers.get("authorization", "").partition(" ")
    return key.strip() if kind.lower() == "bearer" else ""


def _language(connection: HTTPConnection) -> str:
    """Return the language of the address, else of the cookie, of the browser, or English."""
    wanted = [connection.query_params.get("lang", ""), connection.cookies.get(LANGUAGE, "")]
    accepted = connection.headers.get("accept-language", "")
    wanted += [part.partition(";")[0].strip() for part in accepted.split(",")]
    codes = (tag.partition("-")[0].lower() for tag in wanted)
    return next((code for code in codes if code in LANGUAGES), "en")
