"""The error for a missing optional package; it says which extra installs the package."""

from __future__ import annotations


def missing(what: str, package: str, extra: str) -> ImportError:
    """Return the error for a feature that needs a package of an extra."""
    return ImportError(
        f"{what} need {package}, which comes with the extra `{extra}`: "
        f"python -m pip install 'hashi[{extra}]'",
        name=package,
    )
