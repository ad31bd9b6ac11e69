"""Templates compiled once for an installation, as Python keeps its modules in `__pycache__`.

Compiling all templates takes half a second of work; loading them takes a few milliseconds.
"""

from __future__ import annotations

import contextlib
import logging
import marshal
import pickle
from pathlib import Path

import jinja2
from jinja2.bccache import Bucket, FileSystemBytecodeCache, bc_magic

from hashi.server.site import SiteLinks
from hashi.server.view.indentation import Flush

FOLDER = Path(__file__).parent.parent / "templates" / "__pycache__"
log = logging.getLogger(__name__)


class TemplateCache(FileSystemBytecodeCache):
    """Compiled templates in files beside their sources.

    Where the folder cannot be written, or a file in it cannot be read, templates are compiled.
    """

    def __init__(self, folder: Path = FOLDER) -> None:
        made = f"jinja-{jinja2.__version__}-{SiteLinks.NAME}-{Flush.NAME}"
        super().__init__(str(folder), f"%s.{made}.pyc")
        self._folder = folder

    def load_bytecode(self, bucket: Bucket) -> None:
        try:
            self._load(bucket)
        except (FileNotFoundError, IsADirectoryError, PermissionError):
            bucket.reset()
        except (OSError, EOFError, ValueError, TypeError, pickle.UnpicklingError) as error:
            log.warning("a compiled template cannot be read: %r", error)
            bucket.reset()

    def _load(self, bucket: Bucket) -> None:
        """Load a compiled template as jinja2 does, but read the file at once: that is much faster
        than to let `marshal` read it number by number."""
        with Path(self._get_cache_filename(bucket)).open("rb") as file:
            if file.read(len(bc_magic)) == bc_magic and pickle.load(file) == bucket.checksum:  # noqa: S301, written by this class
                bucket.code = marshal.loads(file.read())  # noqa: S302, likewise

    def dump_bytecode(self, bucket: Bucket) -> None:
        with contextlib.suppress(OSError):
            self._folder.mkdir(exist_ok=True)
            super().dump_bytecode(bucket)
