"""What this browser keeps: the tables in one file, the cookies of its one visitor in another.

A cookie is the key to all games. So the jar is a database too: it is written whole or not at all,
and a cookie that is to be kept at all stays until the app takes it back.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import suppress
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from typing import Final

from hashi.host.store.sql import SqlStore
from hashi.host.store.sqlite import OneConnectionEngine
from hashi.host.store.writer import PlaceWriter

TABLES, COOKIES = "hashi.sqlite", "cookies.sqlite"
FILES: Final = (TABLES, f"{TABLES}-journal", COOKIES, f"{COOKIES}-journal")
"""All files that there may be in the folder."""


class BrowserStore(SqlStore):
    """Tables in one file that is this program's alone, written at once and without threads."""

    def __init__(self, path: Path) -> None:
        self._file = OneConnectionEngine(path)
        super().__init__(self._file, PlaceWriter)

    def close(self) -> None:
        super().close()
        self._file.end()


class CookieJar:
    """The cookies that the app has set, and none of scripts."""

    def __init__(self, path: Path) -> None:
        self._file = sqlite3.connect(path, isolation_level=None)
        for pragma in ("locking_mode=EXCLUSIVE", "journal_mode=TRUNCATE", "synchronous=FULL"):
            self._file.execute(f"PRAGMA {pragma}")
        self._file.execute(
            "CREATE TABLE IF NOT EXISTS cookie (name TEXT PRIMARY KEY, value TEXT NOT NULL)"
        )
        self._cookies: dict[str, str] = dict(self._file.execute("SELECT name, value FROM cookie"))

    @property
    def header(self) -> str:
        """What a browser would send; empty for none."""
        return "; ".join(f"{name}={value}" for name, value in self._cookies.items())

    def take(self, given: Iterable[str]) -> None:
        """Keep or drop cookies, as `Set-Cookie` headers say."""
        for header in given:
            read: SimpleCookie = SimpleCookie()
            with suppress(CookieError):
                read.load(header)
            for name, morsel in read.items():
                if not morsel.coded_value or morsel["max-age"] == "0":
                    self._drop(name)
                elif self._cookies.get(name) != morsel.coded_value:
                    self._keep(name, morsel.coded_value)

    def close(self) -> None:
        self._file.close()

    def _keep(self, name: str, value: str) -> None:
        self._file.execute("INSERT OR REPLACE INTO cookie VALUES (?, ?)", (name, value))
        self._cookies[name] = value

    def _drop(self, name: str) -> None:
        if name in self._cookies:
            self._file.execute("DELETE FROM cookie WHERE name = ?", (name,))
            del self._cookies[name]
