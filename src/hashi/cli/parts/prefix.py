"""The path under which a site lies, as it is typed."""

from __future__ import annotations

import re

from hashi.cli.parts.data_store import CannotStart
from hashi.words import N_

NO_PREFIX = N_("{given} isn’t a path for the site. Write one such as /hashi.")


def site_prefix(given: str) -> str:
    """Return the path of the site without a slash at its end; empty for the root."""
    path = given.rstrip("/")
    if path and not re.fullmatch(r"(/[\w.~-]+)+", path, re.ASCII):
        raise CannotStart(NO_PREFIX, given=given)
    return path
