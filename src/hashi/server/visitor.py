"""Who asks: the browser's key, its language and its theme. There are no accounts.

A browser that took somebody's games along has a key that speaks for that person, and keeps its own
in another cookie: its own games stay apart until it returns to them.
"""

from __future__ import annotations

import contextlib
import secrets
from dataclasses import dataclass, replace
from functools import cache
from urllib.parse import quote, unquote

from starlette.requests import HTTPConnection
from starlette.responses import Response

from hashi.host import holder_of
from hashi.host.people.devices import Devices
from hashi.rules import Malformed
from hashi.rules.game.name import check_name
from hashi.server.site import link
from hashi.table import Objected, Objection
from hashi.words import LANGUAGES, Words

KEY = "hashi_key"
OWN = "hashi_own"
"""The cookie with the key of the games that stay apart."""
LANGUAGE = "hashi_lang"
THEME = "hashi_theme"
GUIDE = "hashi_guide"
"""The cookie with the table at which a device is asked about tips, `ask.ID`, or shown them,
`show.ID`; anything else in it means that it was asked."""
NAME = "hashi_name"
"""The cookie with the name that somebody gave last, percent-encoded."""
GUIDED = ("ask", "show")
THEMES = ("auto", "light", "dark")
YEAR = 365 * 86_400
_LONGEST_KEY = 64
_KNOWN = "hashi.known"
"""Where a request holds whom its key speaks for."""


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
    """Whether the browser is to be given the cookie anew: it came in one of another name."""
    person: str | None = ""
    """The holder whom the key speaks for, if that is not itself; None where nobody can say now."""
    guide: str = ""
    """What the cookie about tips says, empty for a device that was never asked about them."""
    name: str = ""
    """The name that was given last on this device, empty for none."""

    def guide_at(self, table: str) -> str:
        """Return `ask` or `show` at the table with that device's tips, empty at any other."""
        what, _, where = self.guide.partition(".")
        return what if where == table and what in GUIDED else ""

    @property
    def device(self) -> str:
        """The hash of the key: all that is stored of it."""
        return holder_of(self.key)

    @property
    def holder(self) -> str:
        """Whose seats are this visitor's: all that a table knows; raise Objected where that cannot
        be known now."""
        if self.person is None:
            raise Objected(Objection.STORE_DOWN)
        return self.person or self.device

    @property
    def words(self) -> Words:
        return words_in(self.language)


@dataclass(frozen=True, slots=True)
class _Identity:
    """Whom the key of a request speaks for."""

    key: str
    person: str | None
    is_moved: bool

    @property
    def is_ended(self) -> bool:
        return self.person == ""


async def recognise(connection: HTTPConnection, devices: Devices) -> None:
    """Find out whom the key of a request speaks for, before anybody asks who the visitor is.

    A browser whose key was ended has its own games again, if some stay apart, or is new. A script
    is told: raise Objected.
    """
    given = _given(connection)
    if given is None:
        return
    known = replace(given, person=await _person_of(devices, given.key))
    own = own_key(connection)
    if known.is_ended and _bearer(connection):
        raise Objected(Objection.KEY_ENDED)
    if known.is_ended and own:
        known = _Identity(own, await _person_of(devices, own), is_moved=True)
    connection.scope[_KNOWN] = known


def _given(connection: HTTPConnection) -> _Identity | None:
    """Return the key of a request, before anybody has found out whom it speaks for."""
    given = _bearer(connection) or connection.cookies.get(_name(KEY, connection), "")
    key = given or connection.cookies.get(KEY, "")
    return _Identity(key, None, is_moved=not given) if is_key(key) else None


async def _person_of(devices: Devices, key: str) -> str | None:
    """Return whom a key speaks for, empty where it was ended, None where nobody can say now."""
    try:
        return await devices.person_of(holder_of(key))
    except Objected:
        return None


def visitor_of(connection: HTTPConnection) -> Visitor:
    """Return the visitor behind a request; one without a key gets a new one."""
    known: _Identity | None = connection.scope.get(_KNOWN, _given(connection))
    if known is None or known.is_ended:
        known = _Identity(secrets.token_urlsafe(24), "", is_moved=False)
    theme = connection.query_params.get("theme", "") or connection.cookies.get(THEME, "auto")
    return Visitor(
        known.key,
        _language(connection),
        theme if theme in THEMES else "auto",
        is_new=known.is_ended,
        is_moved=known.is_moved,
        person=known.person,
        guide=connection.cookies.get(GUIDE, ""),
        name=_kept_name(connection),
    )


def _kept_name(connection: HTTPConnection) -> str:
    """Return the name that this browser keeps, empty where it is none that a seat could have."""
    name = unquote(connection.cookies.get(NAME, ""))
    with contextlib.suppress(Malformed):
        check_name(name)
        return name
    return ""


def keep_name(response: Response, connection: HTTPConnection, name: str) -> None:
    """Keep a name in the browser, for the games that begin there from now on."""
    set_cookie(response, connection, NAME, quote(name))


def is_key(given: str) -> bool:
    """Return whether this is long enough to be a secret, and no longer than a key."""
    return 16 <= len(given) <= _LONGEST_KEY


def own_key(connection: HTTPConnection) -> str:
    """Return the key of the games that stay apart in this browser, empty for none."""
    own = connection.cookies.get(_name(OWN, connection), "")
    return own if is_key(own) and not _bearer(connection) else ""


def remember(response: Response, visitor: Visitor, connection: HTTPConnection) -> None:
    """Set the cookie with the key of a new visitor, or of one who came with another one."""
    if visitor.is_new or visitor.is_moved:
        is_back = visitor.key == own_key(connection)
        set_key(response, connection, visitor.key, "" if is_back else None)


def set_key(
    response: Response, connection: HTTPConnection, key: str, own: str | None = None
) -> None:
    """Set the cookie that says who a browser is; no other is left.

    `own` is the key of the games that stay apart: None for the one that is known, empty for none.
    """
    name = _name(KEY, connection)
    set_cookie(response, connection, name, key)
    if name != KEY and KEY in connection.cookies:
        response.delete_cookie(KEY, path=link("/"))
    if own or (own is not None and _name(OWN, connection) in connection.cookies):
        set_cookie(response, connection, _name(OWN, connection), own)


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
    """Set a cookie that scripts cannot read and other sites do not send; an empty one goes."""
    response.set_cookie(
        name,
        value,
        max_age=YEAR if value else 0,
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
