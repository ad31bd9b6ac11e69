"""Files of a site as they are sent: with brotli, each compressed once for all builds."""

from __future__ import annotations

import hashlib
from pathlib import Path, PurePosixPath

from hashi.server.compression import Coding, compress

SHRINKING = frozenset(
    {".css", ".html", ".js", ".json", ".mjs", ".svg", ".wasm", ".webmanifest", ".zip"}
)
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
            made = path.with_suffix(".new")
            made.write_bytes(compress(body, Coding.BROTLI, self._effort))
            made.replace(path)
        return min(path.read_bytes(), body, key=len)

    def forget_others(self) -> None:
        """Forget what this build has not used."""
        for path in set(self._folder.glob(f"*-{self._effort}.br")) - self._used:
            path.unlink(missing_ok=True)
