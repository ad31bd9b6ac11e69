"""Whether a compiled module still is what its sources say.

In an editable install the compiled file lies beside the sources and comes first when Python
imports, also after they were edited. So `setup.py` puts a seal into every module that it compiles,
the names of its sources and their digest, and the module holds it against these files when it
is imported: an outdated one is never used in silence. (What is compiled by hand has no seal.)
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

PACKAGE = Path(__file__).parents[1]


def seal(package: Path, names: Sequence[str]) -> str:
    """The names of the sources and the digest of what stands in them."""
    digest = sha256()
    for name in names:
        digest.update((package / name).read_bytes())
    return f"{','.join(names)}:{digest.hexdigest()}"


def is_fresh(sealed: str, package: Path = PACKAGE) -> bool:
    """Whether the sources are those that were compiled, or are not there to be asked."""
    names = sealed.partition(":")[0].split(",")
    if not all((package / name).is_file() for name in names):
        return True
    return seal(package, names) == sealed


def check(module: str, sealed: str) -> None:
    """Refuse a compiled module whose sources have changed since."""
    if not is_fresh(sealed):
        raise ImportError(
            f"{module} was compiled from other sources than those that lie here now. "
            "Compile it again: `make test` and `make play` do, and so does "
            "`python -m pip install -e .`; without a C compiler that takes the old one away.",
            name=module,
        )
