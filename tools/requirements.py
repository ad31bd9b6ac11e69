"""Prints what this project needs besides itself, one requirement a line.

    python tools/requirements.py build | pip install -r /dev/stdin

`build` is what the package is built with, `play` what it needs to run, and the name of an extra
that and what the extra needs. So packages can be installed while the project is compiled.

`--lowest` prints one version of each: the lowest that is declared; of tools of the tests, which
are declared without one, the version of constraints.txt.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
DECLARED = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PROJECT = DECLARED["project"]
AT_LEAST = re.compile(r"(?P<name>[\w.-]+)(?P<extras>\[[^]]*\])?>=(?P<version>[\w.]+)(?P<rest>.*)")


def requirements(what: str) -> list[str]:
    """Return what the build, a run or an extra needs, each requirement once."""
    if what == "build":
        return list(DECLARED["build-system"]["requires"])
    extra = [] if what == "play" else _extra(what)
    return list(dict.fromkeys([*PROJECT["dependencies"], *extra]))


def _extra(name: str) -> Iterator[str]:
    """Yield what an extra needs, with what the extras need that it takes in."""
    for line in PROJECT["optional-dependencies"][name]:
        if line.startswith(own := f"{PROJECT['name']}["):
            for other in line.removeprefix(own).removesuffix("]").split(","):
                yield from _extra(other)
        else:
            yield line


def lowest(lines: list[str]) -> list[str]:
    """Return each requirement as the lowest version that it allows, or else the tested one."""
    tested = dict(
        line.lower().split("==")
        for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines()
        if "==" in line
    )
    found = {}
    for line in lines:
        if bound := AT_LEAST.fullmatch(line):
            name, extras, version, rest = bound.groups(default="")
            found[name] = f"{name}{extras}=={version}{rest}"
        else:
            found.setdefault(line, f"{line}=={tested[line]}")
    return list(found.values())


if __name__ == "__main__":
    _, *wanted = sys.argv
    groups = [name for name in wanted if name != "--lowest"]
    listed = [line for name in groups for line in requirements(name)]
    print(*lowest(listed) if "--lowest" in wanted else listed, sep="\n")
