"""Packages: the names that they export, and the modules that importing them loads."""

from __future__ import annotations

import pickle
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules, walk_packages
from types import FunctionType, ModuleType

import pytest

import hashi

PACKAGES = [
    "hashi",
    *(found.name for found in walk_packages(hashi.__path__, "hashi.") if found.ispkg),
]
LATE = [
    "hashi",
    *(f"hashi.{name}" for name in ("arena", "arrays", "envs", "host", "library", "words")),
]
"""Those that load some of their names when they are first used."""
OFFERED_BY = ["hashi.boards", "hashi.drawing", "hashi.library", "hashi.record", "hashi.rules"]


@pytest.mark.parametrize("name", PACKAGES)
def test_no_attribute_of_a_package_hides_one_of_its_modules(name: str) -> None:
    package = import_module(name)
    offered = {*vars(package), *getattr(package, "__all__", [])}
    for module in iter_modules(package.__path__):
        if module.name in offered:
            assert isinstance(getattr(package, module.name), ModuleType), module.name


@pytest.mark.parametrize("name", PACKAGES)
def test_a_package_has_every_name_that_it_offers(name: str) -> None:
    package = import_module(name)
    for offered in getattr(package, "__all__", []):
        assert hasattr(package, offered), offered
        assert offered in dir(package), offered
    assert not hasattr(package, "nonsense")


def test_every_name_of_the_library_comes_from_one_package() -> None:
    for name in vars(hashi)["__all__"]:
        homes = [home for home in OFFERED_BY if name in import_module(home).__all__]
        assert len(homes) == 1, name
        assert getattr(hashi, name) is getattr(import_module(homes[0]), name)


def test_every_package_that_loads_names_late_is_known_here() -> None:
    assert [name for name in PACKAGES if "__getattr__" in vars(import_module(name))] == LATE


@pytest.mark.parametrize("name", LATE)
def test_a_stub_has_a_line_for_each_name(name: str) -> None:
    """That is how `late_names` reads it."""
    package = import_module(name)
    stub = Path(package.__path__[0], "__init__.pyi").read_text("utf-8")
    _docstring, *lines = filter(None, stub.splitlines())
    others = [line for line in lines if not re.fullmatch(r"from (\S+) import (\w+) as \2", line)]
    assert not others
    dunders = [line for line in lines if line.endswith("__")]
    assert len(lines) - len(dunders) == len(package.__all__)


@pytest.mark.parametrize("name", LATE)
def test_names_that_are_loaded_late_are_names_like_any_other(name: str) -> None:
    package = import_module(name)
    everything: dict[str, object] = {}
    exec(f"from {name} import *", everything)
    assert set(package.__all__) == everything.keys() - {"__builtins__"}
    for offered, value in everything.items():
        assert vars(package).get(offered, value) is value  # kept when it was loaded
        if isinstance(value, type | FunctionType):
            assert pickle.loads(pickle.dumps(value)) is value

    shown = re.escape(f"module {name!r} has no attribute 'bridge'")
    with pytest.raises(AttributeError, match=f"^{shown}$") as refused:
        package.bridge  # noqa: B018
    assert (refused.value.name, refused.value.obj) == ("bridge", package)
    with pytest.raises(ImportError, match="cannot import name 'bridge'"):
        exec(f"from {name} import bridge")


def test_importing_the_library_loads_no_other_package_of_it() -> None:
    code = (
        "import sys, hashi; print(sorted(name for name in sys.modules if name.startswith('hashi')))"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    assert loaded.strip() == "['hashi', 'hashi.late_names']"


def test_the_library_loads_none_of_the_packages_of_the_web_or_of_learners() -> None:
    code = (
        "import sys, hashi\n"
        "for name in hashi.__all__: getattr(hashi, name)\n"
        "game = hashi.new_game('A', ['Tim'], seed=1).play_out([hashi.bot('greedy')])\n"
        "str(game), hashi.picture(game)\n"
        "print(sorted({name.partition('.')[0] for name in sys.modules}))"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    heavy = ["starlette", "uvicorn", "jinja2", "websockets", "segno", "numpy", "PIL", "resvg_py"]
    assert [name for name in heavy if repr(name) in loaded] == []


@pytest.mark.parametrize(
    ("code", "unneeded"),
    [
        (
            "from hashi.cli import command; command.parser(command.Words('de'), ['-h'])",
            "hashi.rules",
        ),
        ("import hashi.host.bots.thinking, hashi.server.jobs.bot_pool", "asyncio"),
        ("import hashi.cli.play, hashi.terminal.session, hashi.host.local_table", "sqlite3"),
        ("import hashi.cli.arena, hashi.arena.tournament, hashi.bots.heuristic", "numpy"),
    ],
    ids=["help", "a process of bots", "a game in a terminal", "games among bots"],
)
def test_what_starts_often_loads_no_package_that_it_does_not_need(code: str, unneeded: str) -> None:
    code = f"import sys; {code}; print({unneeded!r} in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
