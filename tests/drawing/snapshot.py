"""Pictures kept as files.

HASHI_UPDATE_SNAPSHOTS=1 rewrites them; what was rewritten still fails once.
"""

from __future__ import annotations

import os
from pathlib import Path

_FOLDER = Path(__file__).parent / "snapshots"


def compare(name: str, picture: str) -> None:
    """Compare a picture with the file of that name."""
    path = _FOLDER / name
    kept = path.read_bytes().decode() if path.exists() else None
    if kept == picture:
        return
    if os.environ.get("HASHI_UPDATE_SNAPSHOTS") == "1":
        _FOLDER.mkdir(exist_ok=True)
        path.write_bytes(picture.encode())
        raise AssertionError(f"{path} was rewritten: look at it, then run again")
    assert kept is not None, f"{path} is missing: HASHI_UPDATE_SNAPSHOTS=1 writes it"
    assert picture == kept, f"{path} differs: HASHI_UPDATE_SNAPSHOTS=1 rewrites it"
