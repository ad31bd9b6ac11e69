"""The error for a missing optional package; it says which extra installs the package."""

from __future__ import annotations

DISTRIBUTION = "hashi-game"
"""The name to install by; the package to import and the command are called `hashi`."""


def missing(what: str, package: str, extra: str) -> ImportError:
    """Return the error for a feature that needs a package of an extra."""
    return ImportError(
        f"{what} need {package}, which comes with the extra `{extra}`: "
        f"python -m pip install '{DISTRIBUTION}[{extra}]'",
        name=package,
    )
