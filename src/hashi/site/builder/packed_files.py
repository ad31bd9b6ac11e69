"""Files of a site as they are sent: with brotli, each compressed once for all builds."""

from __future__ import annotations

import hashlib
import os
import time
from pathlib import Path, PurePosixPath

from hashi.server.compression import Coding, compress

SHRINKING = frozenset(
    {".css", ".html", ".js", ".json", ".mjs", ".svg", ".wasm", ".webmanifest", ".zip"}
)
KEPT_FOR = 30 * 86_400.0
"""Seconds for which a compressed file stays that no build uses."""
LEAST = 500
"""Bytes from which on a file is compressed."""


class PackedFiles:
    """Compressed bodies in a folder, by the digests of what they were."""

    def __init__(self, folder: Path, effort: int) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder, self._effort = folder, effort
        self._used: set[Path] = set()

    def of(self, name: str, body: bytes) -> bytes:
        """Return a file as it is sent: as it is, where it does not shrink."""
        if PurePosixPath(name).suffix not in SHRINKING or len(body) < LEAST:
            return body
        path = self._folder / f"{hashlib.sha256(body).hexdigest()[:32]}-{self._effort}.br"
        self._used.add(path)
        if not path.is_file():
            made = path.with_suffix(f".{os.getpid()}")
            made.write_bytes(compress(body, Coding.BROTLI, self._effort))
            made.replace(path)
        return min(path.read_bytes(), body, key=len)

    def forget_others(self) -> None:
        """Forget what no build has used for a month; this one counts as one of now."""
        for path in self._used:
            path.touch()
        since = time.time() - KEPT_FOR
        for path in set(self._folder.glob("*.br")) - self._used:
            if path.stat().st_mtime < since:
                path.unlink(missing_ok=True)
