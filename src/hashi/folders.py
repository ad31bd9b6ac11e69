"""Where a program keeps what belongs to the person at this computer."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path


def data_folder(environ: Mapping[str, str]) -> Path:
    """Where games, tables and what was learned are kept when no file is named."""
    base = environ.get("XDG_DATA_HOME") or environ.get("LOCALAPPDATA")
    return (Path(base) if base else Path.home() / ".local" / "share") / "hashi"


def cache_folder(environ: Mapping[str, str]) -> Path:
    """Where lies what a program makes again when it is missing."""
    base = environ.get("XDG_CACHE_HOME") or environ.get("LOCALAPPDATA")
    return (Path(base) if base else Path.home() / ".cache") / "hashi"
