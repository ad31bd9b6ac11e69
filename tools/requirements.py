"""Prints what an extra of this project needs besides the project itself, one requirement a line.

    python tools/requirements.py dev | pip install -r /dev/stdin

The dependencies of the project are among them. So they can be installed while it is compiled.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))[
    "project"
]


def requirements(extra: str) -> Iterator[str]:
    """Yield what an extra needs, with what the extras need that it takes in."""
    for line in PROJECT["optional-dependencies"][extra]:
        if line.startswith(own := f"{PROJECT['name']}["):
            for other in line.removeprefix(own).removesuffix("]").split(","):
                yield from requirements(other)
        else:
            yield line


if __name__ == "__main__":
    print(*dict.fromkeys([*PROJECT["dependencies"], *requirements(sys.argv[1])]), sep="\n")
