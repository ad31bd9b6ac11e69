"""Detection of compiled modules that are older than their sources.

In an editable install the compiled file lies beside the sources, and Python imports it even after
the sources were edited. So `translation.py` puts a seal into every module that is compiled: the
names of its sources and their digest. On import the module compares the seal with the files and
refuses to load if they differ. Modules compiled in another way have no seal and are not checked.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

PACKAGE = Path(__file__).parent


def seal(package: Path, names: Sequence[str]) -> str:
    """Return the names of the sources and the digest of their contents."""
    digest = sha256()
    for name in names:
        digest.update((package / name).read_bytes())
    return f"{','.join(names)}:{digest.hexdigest()}"


def is_fresh(sealed: str, package: Path = PACKAGE) -> bool:
    """Return whether the sources are unchanged, or are not installed at all."""
    names = sealed.partition(":")[0].split(",")
    if not all((package / name).is_file() for name in names):
        return True
    return seal(package, names) == sealed


def check(module: str, sealed: str) -> None:
    """Raise ImportError if the sources of a compiled module have changed since."""
    if not is_fresh(sealed):
        raise ImportError(
            f"{module} was compiled from other sources than those that lie here now. "
            "Compile it again: `make test` and `make play` do, and so does "
            "`python -m pip install -e .`; without a C compiler that takes the old one away.",
            name=module,
        )
