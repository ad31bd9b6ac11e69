"""Which version of the program this is: a release, or a commit on the way to the next one."""

from __future__ import annotations

from pathlib import Path

NUMBER = "0.3.0.dev0"
"""As packages have it. Between releases it is the next one's, with `.dev0`."""
NOTE = "commit.txt"
"""The file of a package in which a build notes the commit: there is no git where it runs."""


def commit(package: Path = Path(__file__).parent) -> str:
    """Return the commit of the checkout in which a package lies, or of which it was built.

    It is empty where neither is known.
    """
    import subprocess  # only here: nothing else needs it when a command starts

    checkout, note = package.parents[1], package / NOTE
    if not (checkout / ".git").exists():
        return note.read_text("ascii").strip() if note.exists() else ""
    git = ["git", "-C", str(checkout), "rev-parse", "--short=7", "HEAD"]
    try:
        done = subprocess.run(git, capture_output=True, text=True, timeout=5, check=False)  # noqa: S603
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()


def version(number: str, commit: str) -> str:
    """Return a version with its commit, unless it is a release.

    >>> from hashi.version import version
    >>> version("0.3.0.dev0", "1a2b3c4"), version("0.3.0.dev0", ""), version("0.3.0", "1a2b3c4")
    ('0.3.0.dev0+g1a2b3c4', '0.3.0.dev0', '0.3.0')
    """
    return f"{number}+g{commit}" if ".dev" in number and commit else number


__version__ = version(NUMBER, commit())
