"""What an extra brings, asked for where it is needed: the error says how to get it."""

from __future__ import annotations


def missing(what: str, package: str, extra: str) -> ImportError:
    """The error of something that needs a package which only an extra brings."""
    return ImportError(
        f"{what} need {package}, which comes with the extra `{extra}`: "
        f"python -m pip install 'hashi[{extra}]'",
        name=package,
    )
